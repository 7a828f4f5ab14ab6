// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "core/rundata.h"

#include <vector>

namespace rs {

/// Where a ready-made cluster analysis and the files of the ranks are both there and say different things of
/// communication: one finding for each of the two cluster files, with the first difference and how many there are.
[[nodiscard]] std::vector<Finding> clusterDisagreements(const Run &run, const JobContext &job = JobContext());

} // namespace rs
