// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbscan.h"

namespace rs {

/// Lists the tables of a profile that no view is made of, and columns of the others that no version is known to have:
/// they can be looked up as they stand.
void noteUnknownOfDatabase(DbFile &file);

} // namespace rs
