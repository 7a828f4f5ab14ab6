// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/l2kernels.h"
#include "analysis/operators/operatorgroups.h"
#include "core/run/rundata.h"
#include "tables/catalogue.h"
#include "tables/structsource.h"

#include <QtGlobal>

#include <memory>
#include <vector>

namespace rs {

void addOperatorGroupTables(Catalogue &catalogue); ///< operators in groups, their kernels, the L2 cache

/// How a query for tables of groups puts operators together: by "by" and "kind".
[[nodiscard]] OperatorGroupBy groupByOf(OperatorGrouping by, OperatorKind kind);

void addOperatorStepTables(Catalogue &catalogue); ///< operators step by step

/// The columns that name a group: of `R::key`.
template <typename R>
[[nodiscard]] std::vector<Field<R>> groupKeyFields(OperatorGroupBy by)
{
    using K = ValueKind;
    using By = OperatorGroupBy;
    std::vector<Field<R>> out;
    if (by == By::Operator || by == By::NameShape || by == By::CommOperator)
        out.push_back({{"name", "Name", RS_TABLE("Name"), K::Text}, [](const R &r) { return r.key.name; }});
    if (by != By::NameShape && by != By::Core)
        out.push_back({{"type", "Type", RS_TABLE("Type"), K::Text}, [](const R &r) { return r.key.type; }});
    if (by == By::NameShape)
        out.push_back(
            {{"shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text}, [](const R &r) { return r.key.shapes; }});
    if (!isOfCommunication(by))
        out.push_back(
            {{"core", "Core Type", RS_TABLE("Accelerator core"), K::Text}, [](const R &r) { return r.key.core; }});
    return out;
}

/// What a query asks of groups.
[[nodiscard]] OperatorGroupQuery groupQuery(const TableQuery &query, OperatorGroupBy by);
/// Why there are no groups of a rank.
[[nodiscard]] Phrase whyNoGroupsOfRank(const TableQuery &query);

/// Rows of "operators.groups", of one rank; of several ranks ("operators.ranks") with how many have a group, and which
/// of them takes longest.
using OperatorGroupRows = StructSource<OperatorGroup>;
[[nodiscard]] std::shared_ptr<const OperatorGroupRows> groupRows(const Run &run, OperatorGroups groups,
                                                                 bool severalRanks);

/// Rows of "operators.kernels": the calls with all columns that the kernel table has.
[[nodiscard]] std::shared_ptr<const RowSource> callRows(std::shared_ptr<const RankData> rank, int index,
                                                        GroupCalls calls);

/// Rows of "operators.l2".
[[nodiscard]] std::shared_ptr<const RowSource> l2Rows(std::shared_ptr<const RankData> rank, int index,
                                                      L2Kernels kernels);

} // namespace rs
