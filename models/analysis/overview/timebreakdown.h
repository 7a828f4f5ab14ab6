// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepcolumns.h"
#include "analysis/time/devicesets.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <optional>
#include <vector>

namespace rs {

/// Every nanosecond of a step in exactly one bucket.
struct StepBuckets
{
    Interval window; ///< host start of the step (or first device work) to the end of its device window
    qint64 pureComputeNs = 0;
    qint64 coveredNs = 0;   ///< compute and communication together
    qint64 uncoveredNs = 0; ///< communication alone
    qint64 copyNs = 0;      ///< copies while neither runs
    qint64 idleNs = 0;
    qint64 preparingNs = 0; ///< before the first compute or communication
    qint64 tailNs = 0;      ///< after the last
    /// As long as the window.
    [[nodiscard]] qint64 sumNs() const;
};

/// Time of a step on one device, from one sweep over its slices.
struct StepTimeBreakdown
{
    QString step;    ///< empty: nothing marks steps
    int device = -1; ///< set when one rank has several
    StepColumns columns;
    std::optional<StepBuckets> buckets; ///< empty where nothing marks steps and no work is there to mark the capture
};

struct TimeBreakdown
{
    std::vector<StepTimeBreakdown> steps; ///< by device, then step
    LostLanes lost;                       ///< times that rest on these are not known
};

/// Without a trace, or when cancelled: no steps.
[[nodiscard]] TimeBreakdown timeBreakdown(const RankData &rank, const JobContext &job = JobContext());

} // namespace rs
