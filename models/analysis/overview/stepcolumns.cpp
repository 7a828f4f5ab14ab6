// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/stepcolumns.h"

#include "analysis/time/devicesets.h"
#include "core/base/saturate.h"
#include "core/text/textsearch.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace rs {

namespace {

// Sends and receives that the pipeline waits in. Torch counts receives alone, MindSpore sends too.
bool isBubble(std::string_view name, Framework framework)
{
    if (framework != Framework::MindSpore)
        return name.starts_with("hcom_receive");
    if (name.starts_with("hcom_"))
        return contains(name, "SendRecv__") || name.starts_with("hcom_send__") || name.starts_with("hcom_receive__");
    return contains(name, "Receive-op") || contains(name, "Send-op");
}

bool isSend(std::string_view name)
{
    return name.starts_with("hcom_") ? name.starts_with("hcom_send__") : !contains(name, "Receive-op");
}

qint64 saturatedNs(quint64 ns)
{
    return static_cast<qint64>(std::min<quint64>(ns, std::numeric_limits<qint64>::max()));
}

/// From the first start to the last end of what starts in a claim.
struct StartedExtent
{
    qint64 from = std::numeric_limits<qint64>::max();
    qint64 to = std::numeric_limits<qint64>::min();
    void add(qint64 start, qint64 end)
    {
        from = std::min(from, start);
        to = std::max(to, end);
    }
};

/// Runs of the device that start in a claim.
struct StartedRuns
{
    const SweepPoint &begin;
    const SweepPoint &end;

    [[nodiscard]] bool any(DeviceRun run) const { return begin.of(run).nextStart < end.at; }
    [[nodiscard]] qint64 length(DeviceRun run) const
    {
        return any(run) ? saturatedNs(end.of(run).startedNs - begin.of(run).startedNs) : 0;
    }
};

/// Communication slices that start in a claim.
struct StartedSlices
{
    qint64 bubbleNs = 0;
    qint64 receiveNs = 0;
    const CommSlices::Slice *first = nullptr;
    const CommSlices::Slice *last = nullptr;
};

StartedSlices slicesIn(const CommSlices &communication, Interval claim, StartedExtent &extent)
{
    using Slice = CommSlices::Slice;
    StartedSlices out;
    const std::vector<Slice> &all = communication.all();
    for (auto it = std::ranges::lower_bound(all, claim.from, {}, [](const Slice &c) { return c.range.from; });
         it != all.end() && it->range.from < claim.to; ++it) {
        out.first = out.first ? out.first : &*it;
        out.last = &*it;
        if (it->bubble) {
            out.bubbleNs = saturatedSum(out.bubbleNs, it->range.length());
            out.receiveNs = saturatedSum(out.receiveNs, it->receive ? it->range.length() : 0);
            extent.add(it->range.from, it->range.to);
        }
    }
    return out;
}

// Value from which the framework's writer takes the bubble.
qint64 stageOf(Framework framework, const StepColumns &c, const StartedSlices &slices, const StartedExtent &extent)
{
    if (framework == Framework::MindSpore)
        return slices.first ? saturatedDifference(slices.last->range.to, slices.first->range.from) : 0;
    if (framework == Framework::Msprof)
        return saturatedSum(saturatedSum(c.computingNs, c.notOverlappedNs), c.freeNs);
    return extent.from <= extent.to ? saturatedDifference(extent.to, extent.from) : 0;
}

} // namespace

CommSlices::CommSlices(const RankData &rank, int device) : m_trace(*rank.trace)
{
    const SliceStore &s = m_trace.slices();
    const bool mindSpore = rank.info.framework == Framework::MindSpore;
    for (quint32 l = 0; l < m_trace.lanes().size(); ++l) {
        const Lane &lane = m_trace.lanes()[l];
        if (!isOnDevice(m_trace, lane, device))
            continue;
        if (lane.kind == LaneKind::CommPlane && mindSpore) {
            for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r)
                m_planeRows.push_back(m_trace.insideOf(RowId{r}));
        }
        if (lane.kind != LaneKind::CommGroup)
            continue;
        for (const SliceId id : m_trace.slicesOf(LaneId{l})) {
            if (s.kind(id) != SliceKind::CommOperator || !m_trace.isInside(id))
                continue;
            const std::string_view name = m_trace.strings().view(s.name(id));
            const bool bubble = isBubble(name, rank.info.framework);
            m_slices.push_back({{s.start(id), s.end(id)}, bubble, bubble && !isSend(name)});
        }
    }
    std::ranges::sort(m_slices, {}, &Slice::range);
}

std::vector<qint64> CommSlices::stagesOfWriters(Interval claim, Interval first, Interval last, qint64 bubbleNs) const
{
    const SliceStore &s = m_trace.slices();
    Interval lastOfAll = last;
    qint64 from = first.from;
    for (const SliceStore::Span row : m_planeRows) {
        const quint32 begin = s.firstStartingAtOrAfter(claim.from, row);
        const quint32 end = s.firstStartingAtOrAfter(claim.to, row);
        if (begin >= end)
            continue;
        from = std::min(from, s.start(SliceId{begin}));
        const SliceId latest{end - 1};
        if (s.start(latest) >= lastOfAll.from)
            lastOfAll = {s.start(latest), s.end(latest)};
    }
    std::vector<qint64> out;
    for (const auto &[begin, end] :
         {std::pair(first.from, last.from), std::pair(from, lastOfAll.from), std::pair(from, lastOfAll.to)})
        out.push_back(saturatedDifference(saturatedDifference(end, begin), bubbleNs));
    return out;
}

StageTimes stageOfMindSpore(const CommSlices &communication, Interval claim)
{
    StartedExtent extent;
    const StartedSlices slices = slicesIn(communication, claim, extent);
    if (!slices.first)
        return {};
    const qint64 whole = stageOf(Framework::MindSpore, {}, slices, extent);
    if (slices.bubbleNs > whole)
        return {};
    return {saturatedDifference(whole, slices.bubbleNs), slices.bubbleNs, slices.receiveNs};
}

StepColumns stepColumns(Framework framework, const TimeSweep &sweep, const CommSlices &communication,
                        const StepWindow &window, Interval claim)
{
    const bool mindSpore = framework == Framework::MindSpore;
    const StartedRuns started{sweep.at(claim.from), sweep.at(claim.to)};
    StepColumns out;
    out.computingNs = started.length(DeviceRun::Compute);
    out.communicationNs = started.length(DeviceRun::Communication);
    out.notOverlappedNs = started.length(DeviceRun::Uncovered);
    out.overlappedNs = saturatedDifference(out.communicationNs, out.notOverlappedNs);
    out.freeNs = started.length(DeviceRun::Gap);
    // MindSpore cuts gaps to the step.
    if (mindSpore && window.marked)
        out.freeNs = window.device.from < window.device.to
                         ? saturatedNs(sweep.at(window.device.to).of(DeviceRun::Gap).passedNs -
                                       sweep.at(window.device.from).of(DeviceRun::Gap).passedNs)
                         : 0;

    StartedExtent extent;
    for (const DeviceRun run : {DeviceRun::Compute, DeviceRun::Communication, DeviceRun::Uncovered, DeviceRun::Gap}) {
        if (started.any(run))
            extent.add(started.begin.of(run).nextStart, started.end.of(run).lastEnd);
    }
    const StartedSlices slices = slicesIn(communication, claim, extent);
    const qint64 bubble = slices.bubbleNs;
    // Slices that stand twice, or at once on several lanes, add up to what no step can hold.
    if (bubble == 0 || bubble <= saturatedDifference(extent.to, extent.from)) {
        out.bubbleNs = bubble;
        const qint64 withoutBubble = saturatedDifference(out.notOverlappedNs, bubble);
        out.excludeReceiveNs = mindSpore ? withoutBubble : std::max<qint64>(0, withoutBubble);
        const qint64 stage = saturatedDifference(stageOf(framework, out, slices, extent), bubble);
        if (stage >= 0)
            out.stageNs = stage;
        if (mindSpore && slices.first)
            out.stagesOfWritersNs =
                communication.stagesOfWriters(claim, slices.first->range, slices.last->range, bubble);
    }

    const qint64 first =
        std::min(started.begin.of(DeviceRun::Compute).nextStart, started.begin.of(DeviceRun::Communication).nextStart);
    if (first < claim.to && window.hostKnown && framework != Framework::Msprof)
        out.preparingNs = saturatedDifference(first, window.hostStartNs);
    if (mindSpore && window.marked && first < claim.to) {
        const qint64 workBefore =
            std::max(started.begin.of(DeviceRun::Compute).lastEnd, started.begin.of(DeviceRun::Communication).lastEnd);
        const bool gap = workBefore > std::numeric_limits<qint64>::min(); // the first work of all ends none
        const qint64 from = std::max({workBefore, window.device.from, window.hostStartNs});
        out.preparingInFreeNs = gap ? std::max<qint64>(0, saturatedDifference(first, from)) : 0;
    }
    if (started.any(DeviceRun::Gap)) {
        const qint64 worked =
            std::max(started.end.of(DeviceRun::Compute).lastEnd, started.end.of(DeviceRun::Communication).lastEnd);
        const qint64 to = started.end.of(DeviceRun::Gap).lastEnd;
        out.lastGap = {std::min(worked, to), to};
    }
    return out;
}

} // namespace rs
