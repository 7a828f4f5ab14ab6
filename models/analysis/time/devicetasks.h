// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

namespace rs {

/// Visits the slices of the wanted lanes, lane after lane. False when cancelled.
template <typename Wanted, typename Visit>
[[nodiscard]] bool visitLanes(const Trace &trace, const JobContext &job, Wanted isWanted, Visit visit)
{
    JobPoll poll(job);
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (!isWanted(LaneId{l}))
            continue;
        for (const SliceId slice : trace.slicesOf(LaneId{l})) {
            if (poll.isCanceled())
                return false;
            visit(slice);
        }
    }
    return true;
}

/// Visits what ran on the streams of the device, lane after lane. False when cancelled.
template <typename Visit>
[[nodiscard]] bool visitDeviceTasks(const Trace &trace, const JobContext &job, Visit visit)
{
    return visitLanes(
        trace, job, [&trace](LaneId l) { return trace.processOf(l).kind == ProcessKind::AscendHardware; }, visit);
}

/// Slice on a stream of the device at a moment, its ends included; NoSlice: none, or no lane is that stream.
[[nodiscard]] SliceId taskAt(const Trace &trace, qint32 streamId, qint64 ns);

} // namespace rs
