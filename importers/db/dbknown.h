// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbscan.h"

namespace rs {

/// Lists what of a profile no view is made of, which can be looked up as it stands: tables, and columns of the others
/// that no version is known to have. Names tables and columns that every version has and this one lacks.
void noteOddOfDatabase(DbFile &file);
/// A table of a profile whose columns are known, or of SQLite or an enum.
[[nodiscard]] bool isKnownTable(const QString &name);

} // namespace rs
