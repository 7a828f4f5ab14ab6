// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/stepwindows.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Work of a device, which runs when the work before it is done, the host has launched it, and what its stream waits
/// for has ended.
struct ReplayTask
{
    static constexpr qint64 unknown = std::numeric_limits<qint64>::min();
    qint64 startNs = 0;
    qint64 endNs = 0;
    qint64 launchNs = unknown; ///< host stamp: it was launched
};

/// Work of a rank, on its own clock.
struct ReplayRank
{
    IntervalSet compute;                         ///< which may go on while an operator waits
    std::vector<std::optional<qint64>> stepEnds; ///< of each step of the run; empty where the rank has no such step

    std::vector<ReplayTask> tasks{}; ///< by start; where launches are not known pieces of `compute` stand for them
    std::vector<std::pair<SliceId, qint64>> launches{}; ///< of communication operators, by slice: host stamps
    std::vector<Interval> hostWaits{};                  ///< calls that return when the device is done, host stamps
    std::vector<qint64> eventWaitEnds{};                ///< of streams that compute, ascending
    qint64 offsetNs = 0;             ///< from the host stamp of a launch to the earliest start of what it launched
    std::optional<qint64> beginNs{}; ///< of the first marked step, by host or device; empty: its first task
};

/// Adds what the trace tells of launches, waits of the host and waits of streams. Cancelled: a part of it.
void addLaunches(const Trace &trace, ReplayRank &rank, const JobContext &job = JobContext());
/// ReplayRank::beginNs of steps in their order.
[[nodiscard]] std::optional<qint64> beginOf(const Trace &trace, const std::vector<StepWindow> &steps);

} // namespace rs
