// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// The trace file of a rank that holds no event although other files list work of its device; nothing: it is sound, or
/// there is none.
[[nodiscard]] std::optional<QString> emptyTrace(const RankData &rank);

/// One finding per number of a file that the slices contradict by more than rounding: 1 us + 1 ns per slice, 0.25 us
/// for Stage and Preparing. Also where the trace's own overlap analysis contradicts its slices, and
/// a cluster analysis the files of the ranks.
[[nodiscard]] std::vector<Finding> overviewDisagreements(const Run &run, const JobContext &job = JobContext());

} // namespace rs
