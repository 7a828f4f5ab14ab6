// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/devicework.h"
#include "analysis/operators/l2kernels.h"
#include "analysis/operators/operatorgroups.h"
#include "core/run/rundata.h"
#include "tables/base/catalogue.h"
#include "tables/base/cellrows.h"

#include <QtGlobal>

#include <memory>
#include <vector>

namespace rs {

void addOperatorGroupTables(Catalogue &catalogue); ///< operators in groups, their kernels, the L2 cache

/// Grouping of operators that a query asks for by "by" and "kind".
[[nodiscard]] OperatorGroupBy groupByOf(OperatorGrouping by, OperatorKind kind);

void addOperatorStepTables(Catalogue &catalogue); ///< operators step by step
void addMfuTables(Catalogue &catalogue);          ///< kernels and steps against the peak of the chip

/// The columns that name a group, and their cells.
[[nodiscard]] std::vector<ColumnSpec> groupKeyColumns(OperatorGroupBy by);
[[nodiscard]] std::vector<Cell> groupKeyCells(OperatorGroupBy by, const OperatorGroupKey &key);

/// Query for groups.
[[nodiscard]] OperatorGroupQuery groupQuery(const TableQuery &query, OperatorGroupBy by);
/// Reason for a rank without groups.
[[nodiscard]] Phrase whyNoGroupsOfRank(const TableQuery &query);

/// Rows of "operators.groups", of one rank; of several ranks ("operators.ranks") with how many have a group, and which
/// of them takes longest.
class OperatorGroupRows final : public CellRows
{
public:
    using CellRows::CellRows;
    /// The group of a row.
    [[nodiscard]] const OperatorGroup &at(quint32 row) const { return m_groups[row]; }

private:
    friend std::shared_ptr<const OperatorGroupRows> groupRows(const Run &run, OperatorGroups groups, bool severalRanks);
    std::vector<OperatorGroup> m_groups;
};
[[nodiscard]] std::shared_ptr<const OperatorGroupRows> groupRows(const Run &run, OperatorGroups groups,
                                                                 bool severalRanks);

/// Rows of "operators.kernels": the calls with all columns that the kernel table has.
[[nodiscard]] std::shared_ptr<const RowSource> callRows(const std::shared_ptr<const RankData> &rank, int index,
                                                        GroupCalls calls);

/// The same of "cores.kernels", with less columns.
[[nodiscard]] std::vector<ColumnSpec> kernelColumns();
[[nodiscard]] std::shared_ptr<const RowSource> kernelRows(const std::shared_ptr<const RankData> &rank, int index,
                                                          KernelWorks works);

/// Rows of "operators.l2".
[[nodiscard]] std::shared_ptr<const RowSource> l2Rows(const std::shared_ptr<const RankData> &rank, int index,
                                                      L2Kernels kernels);

} // namespace rs
