// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/saturate.h"
#include "core/job/threadpool.h"
#include "core/trace/trace.h"

#include <QtGlobal>

#include <vector>

namespace rs {

/// By how much the device's clock runs ahead of the host's on one rank: subtract it from a device stamp before
/// comparing it with a host stamp. Estimated from the launch flows themselves. A task cannot start before its launch,
/// so every delay (f - s) is an upper bound of the offset; the estimate is one of the smallest, which a few mad stamps
/// do not move, and not above three that agree far below the next. It holds the latency of the fastest launches, which
/// stamps do not tell: the true offset is not above it, and how far below it lies is known only where a call waited for
/// the whole device: such a call cannot return before the work ended that was launched before it, which bounds the
/// offset from below. Delays on the common clock count from the fastest launches.
struct HostClock
{
    bool known = false;  ///< false: fewer than 20 launches, nothing is corrected
    qint64 offsetNs = 0; ///< the estimate; the true offset is at most this
    /// Half-width of the interval that holds the order statistic with 95 %: other launches of the same run might move
    /// the estimate so far. Says nothing of the latency that is in it.
    qint64 samplingNs = 0;
    qint64 launches = 0;     ///< flows used: none whose stamps are set aside
    bool bounded = false;    ///< a call that waited for the whole device gave a lower bound
    qint64 lowerBoundNs = 0; ///< the true offset is at least this
    /// Distance by which the true offset may lie below the estimate; nothing bounds that where no call gave a lower
    /// bound.
    [[nodiscard]] qint64 uncertaintyNs() const { return saturatedDifference(offsetNs, lowerBoundNs); }
};

/// Share of the delays that the estimate lets lie below it, but no more than hostClockBelow of them: in a long run that
/// keeps the device busy few launches find it waiting.
inline constexpr double hostClockPercentile = 0.01;
inline constexpr double hostClockBelow = 8;

/// Replaces delays that say nothing, in ascending ones: where the host launches a whole step ahead, the few launches
/// that found the device waiting agree, and are followed by those that waited for it. The last that agrees stands for
/// these.
void flattenBehindGap(std::vector<qint64> &lowest);

/// Uses the flows of category HostToDevice, else async_npu.
[[nodiscard]] HostClock estimateHostClock(const Trace &trace, ThreadPool *pool = nullptr);

/// True for host calls that return only when the device is done: aclrtSynchronizeStream and its relatives.
[[nodiscard]] bool isSynchronizingCall(std::string_view name);

/// True for processes whose slices and counters carry stamps of the device: its tasks, its communication, what is made
/// from both, and what is sampled on it.
[[nodiscard]] bool isOnDeviceClock(ProcessKind kind);

/// Category whose flows launch device work, or -1: HostToDevice, else async_npu.
[[nodiscard]] int launchCategory(const Trace &trace);

/// Flows of all categories that end in slices of `lane`: on a stream, how much was launched on it.
[[nodiscard]] qint64 flowsInto(const Trace &trace, LaneId lane);

} // namespace rs
