// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/operatorgroups.h"

#include <optional>
#include <vector>

namespace rs {

/// A group of operators in one step.
struct OperatorStep
{
    OperatorGroupKey key;
    GroupStep step;
    qint64 maxNs = 0;
    SliceId longest = NoSlice; ///< its longest call, where the trace has it
    /// The median of its totals over the steps in which it runs; missing outside of steps and for fewer than two steps.
    std::optional<qint64> typicalNs{};
};

struct OperatorSteps
{
    OperatorGroupBy by = OperatorGroupBy::Type; ///< in fact, see `note`
    GroupNote note = GroupNote::None;
    std::vector<OperatorStep> rows; ///< groups by total, longest first; of each its steps, ascending
};

/// Time of the operators of a rank from step to step. Cancelled: no rows.
[[nodiscard]] OperatorSteps operatorSteps(const Run &run, int rank, const OperatorGroupQuery &query,
                                          const JobContext &job = JobContext());

} // namespace rs
