// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/marey.h"
#include "core/job/jobcontext.h"

#include <vector>

namespace rs {

/// How executions of an operator are told from other ones of its name.
enum class MareySameness {
    Occurrence, ///< the n-th of that name in each step
    Operator,   ///< of computing all of that name: names of graphs stand for one operator, which every micro-batch runs
};

/// One execution of an operator.
struct MareyExecution
{
    int rankIndex = -1;
    SliceId slice = NoSlice;
    bool operator==(const MareyExecution &) const = default;
};

/// Of each entry of the chart, whether it is one of these executions on a rank, or the same operator of its stage in
/// another step. Of no use when cancelled.
[[nodiscard]] std::vector<bool> sameOperators(const MareyChart &chart, int rankIndex,
                                              const std::vector<SliceId> &executions, MareySameness sameness,
                                              const JobContext &job = JobContext());

/// Executions of an entry's operator on these ranks, in every step: those of its own occurrence first.
[[nodiscard]] std::vector<MareyExecution> executionsOf(const MareyChart &chart, quint32 entry,
                                                       const std::vector<int> &rankIndexes, MareySameness sameness);

} // namespace rs
