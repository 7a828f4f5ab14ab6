// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/matchedcollectives.h"
#include "analysis/ranks/domains.h"

#include <functional>
#include <vector>

namespace rs {

/// Waits of pipeline stages for each other, however fast their ranks are.
struct PipelineWaits
{
    std::vector<int> stageOf; ///< by rank index, 0 without pipelines, -1 of a rank in none of them
    std::vector<qint64>
        sharedNs; ///< beside MatchedCollectives::ends: of its wait what the other pipelines, or the other ranks
                  ///< of the late stage, would have made it wait too, but for what held single ranks up
};

/// By how much a wait of that end, [from, to] after its start, put off what the rank did next.
using HeldUpBy = std::function<qint64(const CollectiveEnd &end, qint64 from, qint64 to)>;

/// Waits of a run; not usable when cancelled.
[[nodiscard]] PipelineWaits pipelineWaits(const Run &run, const MatchedCollectives &collectives,
                                          const DomainIndex &domains, const HeldUpBy &heldUpBy,
                                          const JobContext &job = JobContext());

} // namespace rs
