// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/trace/trace.h"

#include <vector>

namespace rs {

/// All slices of one name.
struct SliceStat
{
    StrId name{};
    SliceKind kind = SliceKind::Other; ///< kind of the longest
    qint64 count = 0;
    qint64 totalNs = 0;   ///< whole durations
    qint64 clippedNs = 0; ///< the part inside the window
    qint64 selfNs = 0;    ///< whole durations less direct children
    qint64 minNs = 0;
    qint64 maxNs = 0;
    SliceId longest = NoSlice;
    [[nodiscard]] double averageNs() const
    {
        return count == 0 ? 0 : static_cast<double>(totalNs) / static_cast<double>(count);
    }
};

struct SliceStats
{
    std::vector<SliceStat> rows; ///< by total, longest first
    qint64 count = 0;
    qint64 totalNs = 0;
    qint64 clippedNs = 0;
    qint64 unionNs = 0;    ///< part of the window in which at least one of the slices runs
    bool complete = false; ///< false: cancelled, the rows mean nothing
};

/// Statistics by name over the slices of `lanes` that touch [from, to).
[[nodiscard]] SliceStats sliceStats(const Trace &trace, const std::vector<LaneId> &lanes, Interval window,
                                    const JobContext &job = JobContext());
/// The same on all threads of the pool, the calling one included; the result is the same to the last digit. `covered`
/// gets the moments of SliceStats::unionNs.
[[nodiscard]] SliceStats sliceStats(const Trace &trace, const std::vector<LaneId> &lanes, Interval window,
                                    ThreadPool &pool, const JobContext &job = JobContext(),
                                    IntervalSet *covered = nullptr);

/// Every lane, the whole capture.
[[nodiscard]] SliceStats sliceStats(const Trace &trace, const JobContext &job = JobContext());

/// Self time of the slices of a lane, whole durations less direct children, in the order of Trace::slicesOf(lane).
[[nodiscard]] std::vector<qint64> selfTimes(const Trace &trace, LaneId lane);

} // namespace rs
