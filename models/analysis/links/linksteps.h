// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/linkrows.h"
#include "analysis/links/stepaggregation.h"

#include <vector>

namespace rs {

/// A link over steps.
struct SteppedLink
{
    LinkRow row;
    int steps = 1;   ///< in which it has the operator
    int ofSteps = 1; ///< by which size and time of a mean are divided; calls and packets of `row` stay sums
};

/// linkRows() as `steps` says. Over steps a link is one row by mergeSteps(), as the matrix has it: in whatever domains,
/// as far as its ranks are known. Calls and packets that one of its steps lacks are missing in the sum. CommQuery::op
/// may also be the name of a single operator. Empty when cancelled.
[[nodiscard]] std::vector<SteppedLink> steppedLinks(const Run &run, const CommQuery &query, StepAggregation steps,
                                                    const JobContext &job = JobContext());

} // namespace rs
