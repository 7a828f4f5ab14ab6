// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/devicesets.h"
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

/// One finding for each lane of the trace's own "Overlap Analysis" whose slices add up to another time than the slices
/// of the device do, by more than rounding: 1 us + 1 ns per slice. `sets` of all devices of the rank, which has a
/// trace.
[[nodiscard]] std::vector<Finding> overlapDisagreements(const RankData &rank, const DeviceSets &sets);

} // namespace rs
