// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/stepspans.h"

#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "views/timeline/data/timelinedata.h"
#include "views/timeline/lanes/lanerow.h"

#include <algorithm>

namespace rs {

std::optional<StepSpan> stepSpan(const TimelineRank &rank, const QString &step)
{
    if (rank.trace->steps().empty())
        return std::nullopt;
    const Interval mark = hostSpanOf(*rank.trace, step);
    StepSpan out{{mark.from, mark.to}, {mark.from, mark.to}};
    if (!rank.steps || out.host.isEmpty())
        return out;
    for (const StepWindow &w : *rank.steps) {
        if (w.marked && w.step == step)
            out.device = {w.device.from, w.device.to};
    }
    return out;
}

TimeWindow drawnStep(const TimelineRank &rank, const QString &step)
{
    const std::optional<StepSpan> span = stepSpan(rank, step);
    if (!span || span->host.isEmpty())
        return {};
    const std::vector<LaneId> lanes = deviceLanes(*rank.trace);
    const qint64 shift = lanes.empty() ? rank.shiftNs : rank.shiftOf(lanes.front());
    return {
        std::min(saturatedDifference(span->host.fromNs, rank.shiftNs), saturatedDifference(span->device.fromNs, shift)),
        std::max(saturatedDifference(span->host.toNs, rank.shiftNs), saturatedDifference(span->device.toNs, shift))};
}

} // namespace rs
