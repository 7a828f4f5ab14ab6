// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/catalogue.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// Source of the value of a column.
enum class SqlSource : quint8 {
    Rows,      ///< the column of that id of the catalogue's table
    Rank,      ///< label of the rank whose rows these are; null of what ranks of a host share
    Host,      ///< the host of that rank, or the folder of the file where no file names the host
    Slice,     ///< number of the slice that the row, or the cell of that id, speaks of; unique in its rank
    Parameter, ///< hidden: what the table is asked for, such as a step that its rows do not name
};

/// A column of a table as statements see it.
struct SqlColumn
{
    QString name;        ///< lower case, "duration_ns"; unique in its table
    QString type;        ///< INTEGER, REAL, TEXT, or NUMERIC for labels of ranks and steps, which mostly are numbers
    QString unit;        ///< "ns" for every time of ours; else as the file says; empty: none
    QString description; ///< English
    SqlSource source = SqlSource::Rows;
    QString id;                       ///< column in the catalogue; empty: none
    std::optional<ValueKind> kind;    ///< kind of that column
    std::optional<Parameter> narrows; ///< an equality is handed to the table, which then makes fewer rows
    bool opensWindow = false;         ///< parameter: TableQuery::window from there on
    bool closesWindow = false;        ///< parameter: TableQuery::window up to there
    bool startsRow = false;           ///< bounds of it become the window of a table that does not sum over it
};

/// A table of the catalogue as statements see it: "operators.groups" is operators_groups.
struct SqlTable
{
    const TableSpec *spec = nullptr;
    QString name;
    std::vector<SqlColumn> columns;
};

/// Whether its rows come from the kernel trace of a host, which ranks may share.
[[nodiscard]] bool isOfKernelTrace(const TableSpec &table);

/// Every table of a run and of its ranks that have columns there, in the catalogue's order. Tables of pairs are left
/// out: statements join the ranks themselves. So are saved statements: one could name itself. `tables` outlives the
/// answer.
[[nodiscard]] std::vector<SqlTable> sqlTables(const std::shared_ptr<const Run> &run, const Catalogue &tables);

} // namespace rs
