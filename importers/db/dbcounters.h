// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbrows.h"

namespace rs {

/// Curves of the device and the host: tables of samples, each under the names and in the units of the text export.
void readDbCounters(const DbSource &source, DbChunk &rows);

} // namespace rs
