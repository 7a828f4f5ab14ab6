// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/hostclock.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

#include <vector>

namespace rs {

/// Reason why a task on a device could not begin earlier.
enum class CauseKind : quint8 {
    None,   ///< nothing is recorded before it
    Task,   ///< a kernel, copy or communication operator had to end
    Wait,   ///< the stream waited for an event of which nothing tells the cause
    Launch, ///< the host launched it only then
};

struct DeviceCause
{
    CauseKind kind = CauseKind::None;
    SliceId slice = NoSlice; ///< the task, the wait, or the call that launched
    qint64 ns = 0; ///< end of the task, start of the wait, launch; stamp of the device, not behind what it held up
};

/// The launch of a task, on the clock of the device.
struct TaskLaunch
{
    SliceId call = NoSlice; ///< NoSlice: no flow leads to the task
    qint64 launchNs = 0;
    qint64 readyNs = 0; ///< end of the call, at the latest the start of the task
};

/// Work of one rank's device, and causes of each task's wait. Kernels, copies, communication operators and waits
/// of each lane by start; what lies in a communication operator and was launched by it is left out.
class DeviceChain
{
public:
    explicit DeviceChain(const Trace &trace, const JobContext &job = JobContext());

    /// Cause that held up the task, or the work that was to be done at `ns` where it is NoSlice. Device stamps.
    [[nodiscard]] DeviceCause causeOf(SliceId task, qint64 ns) const;
    /// The task that ends last in (from, to]; NoSlice: none does.
    [[nodiscard]] SliceId lastEnding(qint64 from, qint64 to) const;
    /// From the first start to the last end of all of them.
    [[nodiscard]] Interval span() const;
    /// Lead of the device's clock over the host's.
    [[nodiscard]] qint64 hostOffsetNs() const { return m_clock.known ? m_clock.offsetNs : 0; }
    [[nodiscard]] TaskLaunch launchOf(SliceId task) const;

private:
    struct Row
    {
        LaneId lane{};
        std::vector<quint32> tasks; ///< slices, by start and by end
        std::vector<quint32> waits;
    };
    [[nodiscard]] bool isOfOperator(SliceId copy, const IntervalLengths &communication) const;
    [[nodiscard]] SliceId lastOf(const std::vector<quint32> &slices, qint64 endNs) const;
    [[nodiscard]] SliceId lastElsewhere(SliceId task, Interval ends) const;
    [[nodiscard]] SliceId covering(qint64 ns) const;

    const Trace &m_trace;
    const SliceStore &m_slices;
    HostClock m_clock;
    int m_launches; ///< categories of flows; -1: none
    int m_operators;
    bool m_hasWaits = false; ///< the trace tells when a stream waits for another
    std::vector<Row> m_rows;
};

} // namespace rs
