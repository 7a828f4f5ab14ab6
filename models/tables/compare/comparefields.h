// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/compare/comparetables.h"
#include "tables/base/cellrows.h"

#include <memory>
#include <utility>
#include <vector>

/// Fields that the tables of comparisons share.
namespace rs {

/// A row of "compare", and of a side of the tables with several.
struct ComparedRow
{
    CompareRow row;
    RowSpread spread;
    bool spreadKnown = false;
    int rank = -1; ///< index of the other side in its run
    int base = -1;
    std::shared_ptr<const SideOf> side; ///< tables with several sides
};

[[nodiscard]] std::vector<ColumnSpec> compareColumns(OperatorGrouping grouping);
/// Comparison that a query asks for, apart from its windows.
[[nodiscard]] CompareQuery compareQuery(const TableQuery &query);
/// `spread` has one for each row of the comparison, or is empty.
[[nodiscard]] std::vector<ComparedRow> comparedRows(const RankComparison &comparison,
                                                    const std::vector<RowSpread> &spread);
/// Rows of several sides keep what they are of.
class ComparedRows final : public CellRows
{
public:
    using CellRows::CellRows;
    std::vector<SideRow> sides; ///< by row; empty where the rows are those of a pair
};
/// In columns of compareColumns(), of sides with those that tell the side around them: such a row is about its side,
/// whatever the baseline ran.
[[nodiscard]] std::shared_ptr<ComparedRows> compareSource(const std::vector<ComparedRow> &rows,
                                                          std::vector<ColumnSpec> columns, OperatorGrouping grouping);
/// Names of the base and the other of a pair in sentences: "rank 0", with the run if these are two.
[[nodiscard]] std::pair<QString, QString> rankNames(const TableQuery &query);
/// Not every side has the step of the query.
[[nodiscard]] Phrase noStep(const TableQuery &query);
/// Tells tables apart that are empty because no row is of the states of the query; true: the sentence is an answer.
[[nodiscard]] bool onlyStatesMissing(const TableSpec &table, TableQuery query);
[[nodiscard]] Phrase noSuchState();
/// The table lists rows by their state, which whyEmpty() and noneIsAnswer() know.
void takeStates(TableSpec &table);

/// compare.many and compare.steps.
void addCompareSides(Catalogue &catalogue);
/// compare.runs.
void addCompareRuns(Catalogue &catalogue);

} // namespace rs
