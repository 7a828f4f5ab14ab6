// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <vector>

namespace rs {

/// A rank of one of several runs, both as indices.
struct RankOfRuns
{
    int run = -1;
    int rank = -1;
    bool operator==(const RankOfRuns &) const = default;
};

/// The rank that does the work of this one: a normal peer of its run (normalPeerOf()), else, where its stage is known,
/// a loaded rank of another run, in their order, that is of the same stage of as many: the one of the same number, else
/// the first. Null runs are closed. -1 where there is none.
[[nodiscard]] RankOfRuns counterpartOf(const std::vector<const Run *> &runs, RankOfRuns of,
                                       const JobContext &job = JobContext());

} // namespace rs
