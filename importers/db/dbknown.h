// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbscan.h"

namespace rs {

/// Lists the tables of a profile that no view is made of, and columns of the others that no version is known to have:
/// they can be looked up as they stand.
void noteUnknownOfDatabase(DbFile &file);
/// A table of a profile whose columns are known, or of SQLite or an enum.
[[nodiscard]] bool isKnownTable(const QString &name);
/// Names columns that every version of a table has and this one lacks, and tables to which rows of others belong: what
/// is made of them is missing.
void noteMissingOfDatabase(DbFile &file);

} // namespace rs
