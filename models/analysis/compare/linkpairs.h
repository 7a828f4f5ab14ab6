// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/stepmerge.h"
#include "core/job/jobcontext.h"

#include <vector>

namespace rs {

/// By what links of two runs are the same, beside their ranks.
struct LinkPairing
{
    bool steps = false;   ///< by the step; else each run has a link once
    bool domains = false; ///< by the label of the domain, since hashes differ between runs
    bool operators = true;
};

/// Gives each of `links` what the same link carries in another run (MergedLink::other). `others` that are of no such
/// link count nowhere. Of no use when cancelled.
void pairLinks(std::vector<MergedLink> &links, const std::vector<MergedLink> &others, const LinkPairing &by,
               const JobContext &job = JobContext());

/// What such a link carries more than in the other run, to the byte and the nanosecond; nothing where one of them does
/// not say it.
[[nodiscard]] LinkAmounts differenceOf(const MergedLink &link);

} // namespace rs
