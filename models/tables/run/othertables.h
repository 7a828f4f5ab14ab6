// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "tables/base/catalogue.h"

#include <QRegularExpression>
#include <QString>

#include <memory>
#include <vector>

namespace rs {

void addDataTables(Catalogue &catalogue);         ///< the data pipeline, the data set, the AI CPU
void addOtherTables(Catalogue &catalogue);        ///< CSV files of which nothing is known
void addHostTables(Catalogue &catalogue);         ///< operators of the framework, call stacks, calls of CANN
void addMemoryCompareTable(Catalogue &catalogue); ///< the peaks of two ranks

/// A CSV file of which nothing is known but that it is a table.
struct OtherTable
{
    QString kind;                       ///< FileEntry::kind
    QString name;                       ///< without stamp and suffix: "hbm"
    QString file;                       ///< FileEntry::name
    std::shared_ptr<const Table> table; ///< null where nothing of it could be read
    bool hasOwnTable = false;           ///< the catalogue has one for it as well
};
/// By name.
[[nodiscard]] std::vector<OtherTable> otherTables(const RankData &rank);

/// TableQuery::name for the table of that name alone.
[[nodiscard]] QRegularExpression exactly(const QString &name);
/// The files that an export writes of a table about the rank of a query: one for each such CSV file where the table is
/// theirs, else those of the table.
[[nodiscard]] std::vector<TableFile> exportFilesOf(const TableSpec &table, const TableQuery &query);

} // namespace rs
