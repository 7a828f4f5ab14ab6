// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threadpool.h"
#include "core/trace.h"

#include <QtGlobal>

namespace rs {

/// By how much the device's clock runs ahead of the host's on one rank: subtract it from a device stamp before
/// comparing it with a host stamp. Estimated from the launch flows themselves. A launch cannot end before it starts, so
/// every delay (f - s) is an upper bound of the offset; the estimate is one of the smallest, which a few mad stamps do
/// not move. It still holds the latency of the fastest launch, so delays on the common clock count from there. A call
/// that waits for the whole device cannot return before its work ended, which bounds the offset from below.
struct HostClock
{
    bool known = false;       ///< false: fewer than 20 launches, nothing is corrected
    qint64 offsetNs = 0;
    qint64 uncertaintyNs = 0; ///< half-width of the interval that holds the order statistic with 95 %
    qint64 launches = 0;      ///< flows used
    bool bounded = false;     ///< a synchronising call gave a lower bound
    qint64 lowerBoundNs = 0;
};

/// Share of the delays that the estimate lets lie below it, but no more than hostClockBelow of them: in a long run that
/// keeps the device busy few launches find it waiting.
inline constexpr double hostClockPercentile = 0.01;
inline constexpr double hostClockBelow = 8;

/// Uses the flows of category HostToDevice, else async_npu.
[[nodiscard]] HostClock estimateHostClock(const Trace &trace, ThreadPool *pool = nullptr);

/// True for host calls that return only when the device is done: aclrtSynchronizeStream and its relatives.
[[nodiscard]] bool isSynchronizingCall(std::string_view name);

/// True for processes whose slices and counters carry stamps of the device: its tasks, its communication, what is made
/// from both, and what is sampled on it.
[[nodiscard]] bool isOnDeviceClock(ProcessKind kind);

/// Category whose flows launch device work, or -1: HostToDevice, else async_npu.
[[nodiscard]] int launchCategory(const Trace &trace);

} // namespace rs
