// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/hostclock.h"
#include "analysis/time/stepwindows.h"
#include "core/base/intervals.h"
#include "core/base/pagevector.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"

#include <QString>

#include <vector>

namespace rs {

/// One launch that reached the device: when the host launched it, when it started, on the host's clock.
struct DispatchSample
{
    SliceId launch = NoSlice;
    SliceId task = NoSlice;
    LaneId lane = NoLane;  ///< stream, or communication group
    bool vertical = false; ///< started right after its launch: the device had been waiting for it
    qint64 launchNs = 0;   ///< host stamp
    qint64 readyNs = 0;    ///< host stamp: end of the launching call, at the latest the start of the task
    qint64 startNs = 0;    ///< device stamp as written
};

/// Launch-to-start delays of one rank, ordered by the start on the device.
struct Dispatch
{
    HostClock clock;
    /// Median length of the launching host slice: what one launch costs the host.
    qint64 launchCostNs = 0;
    /// A task that starts up to this after its launching call returned counts as vertical: two launch costs, and how
    /// far the sampling of the clock may be off, up to a third; of a slower launch, two of its own.
    qint64 verticalNs = 0;
    PageVector<DispatchSample> samples;
    [[nodiscard]] bool isEmpty() const { return samples.empty(); }
    /// From launch to start on one clock; negative where the estimate of the offset is too large for this launch.
    [[nodiscard]] qint64 delayNs(const DispatchSample &sample) const
    {
        return saturatedDifference(saturatedDifference(sample.startNs, sample.launchNs), clock.offsetNs);
    }
};

[[nodiscard]] Dispatch dispatchOf(const Trace &trace, const JobContext &job = JobContext(), ThreadPool *pool = nullptr);

/// Launched and not yet started, as a step curve on the host's clock: value[i] holds from timeNs[i] on.
struct OutstandingCurve
{
    std::vector<qint64> timeNs;
    std::vector<qint32> value;
};
/// `lane` NoLane: all lanes of the device together.
[[nodiscard]] OutstandingCurve outstandingLaunches(const Dispatch &dispatch, LaneId lane = NoLane);

/// Delays over time: equal stretches of the capture, those without a start left out.
struct DelayTrendPoint
{
    qint64 timeNs = 0; ///< middle of the stretch, device stamp
    qint64 medianNs = 0;
    qint64 p95Ns = 0;
};
/// At most `stretches` points by time, each over the delays of the tasks that start in it.
[[nodiscard]] std::vector<DelayTrendPoint> delayTrend(const Dispatch &dispatch, int stretches);

/// Launch-to-start delays of one lane as a step curve on the clock of the device: valueNs[i] is the delay of the tasks
/// that start at timeNs[i], the longest where several do.
struct DelayCurve
{
    LaneId lane = NoLane;
    std::vector<qint64> timeNs;
    std::vector<qint64> valueNs;
};
/// One for each lane with launches, in their order.
[[nodiscard]] std::vector<DelayCurve> delayCurves(const Dispatch &dispatch);

/// A stretch in which most tasks start right after their launch while the device idles in between: the lines of
/// the tuning guide stand vertical.
struct HostBoundWindow
{
    QString step;
    Interval range;          ///< device stamps
    SliceId first = NoSlice; ///< its first task
    qint64 tasks = 0;
    qint64 idleNs = 0; ///< device idle inside, which an earlier launch would have filled
};

/// The dispatch of one step of one rank.
struct DispatchStep
{
    QString step;
    Interval window; ///< device window of the step
    qint64 tasks = 0;
    qint64 medianNs = 0;
    qint64 p5Ns = 0;
    qint64 p95Ns = 0;
    double verticalShare = 0;  ///< share of tasks
    double trendPerSecond = 0; ///< ns of delay gained per second of the step; negative: the queue runs dry
    qint64 hostIdleNs = 0;     ///< idle of the device in the host-bound windows
    bool hostBound = false;    ///< host-bound windows hold at least hostBoundIdleShare of the step as idle
};

struct DispatchReport
{
    std::vector<DispatchStep> steps;
    std::vector<HostBoundWindow> windows; ///< by start
};

inline constexpr double hostBoundIdleShare = 0.05;

/// Common start of dispatch and idle causes.
struct DeviceIdle
{
    IntervalSet gaps; ///< between first and last compute or communication; empty where the trace lacks lanes of either
    std::vector<StepWindow> windows;
    std::optional<Interval> tail; ///< behind the last of it, to the end of the last window
};
[[nodiscard]] DeviceIdle deviceIdle(const RankData &rank, const JobContext &job = JobContext(),
                                    ThreadPool *pool = nullptr);

[[nodiscard]] DispatchReport dispatchReport(const DeviceIdle &idle, const Dispatch &dispatch,
                                            const JobContext &job = JobContext(), ThreadPool *pool = nullptr);
[[nodiscard]] DispatchReport dispatchReport(const RankData &rank, const Dispatch &dispatch,
                                            const JobContext &job = JobContext(), ThreadPool *pool = nullptr);

} // namespace rs
