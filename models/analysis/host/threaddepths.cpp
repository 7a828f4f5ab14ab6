// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/threaddepths.h"

#include "core/trace/tracebuilder.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

ThreadDepths::ThreadDepths(const Trace &trace, const std::vector<LaneId> &lanes, const JobContext &job) : m_trace(trace)
{
    std::map<std::pair<quint32, quint32>, std::pair<LaneId, LaneId>> threads; // process, tid -> Python calls, operators
    for (const LaneId id : lanes) {
        const Lane &lane = trace.lane(id);
        auto &[calls, operators] =
            threads.try_emplace({raw(lane.process), raw(lane.tid)}, NoLane, NoLane).first->second;
        (lane.kind == LaneKind::PythonStack ? calls : operators) = id;
    }
    for (const auto &[thread, both] : threads) {
        const auto [calls, operators] = both;
        if (calls == NoLane || operators == NoLane || job.isCanceled())
            continue;
        struct Item
        {
            qint64 start;
            qint64 duration;
            quint32 slice;
        };
        std::vector<Item> items;
        items.reserve(trace.lane(calls).sliceCount + trace.lane(operators).sliceCount);
        for (const LaneId id : {calls, operators}) {
            const SliceStore::Span span = trace.slicesOf(id);
            for (quint32 i = span.first; i < span.last; ++i)
                items.push_back({trace.slices().start(SliceId{i}), trace.slices().duration(SliceId{i}), i});
        }
        // A call that takes as long as an operator made it.
        std::ranges::stable_sort(items, [](const Item &a, const Item &b) {
            return std::tuple(a.start, b.duration) < std::tuple(b.start, a.duration);
        });
        std::vector<qint64> start;
        std::vector<qint64> duration;
        start.reserve(items.size());
        duration.reserve(items.size());
        for (const Item &item : items) {
            start.push_back(item.start);
            duration.push_back(item.duration);
        }
        std::vector<quint32> row;
        const quint32 rows = packRows(start, duration, row);
        m_lanes.resize(trace.lanes().size());
        for (const LaneId id : {calls, operators})
            m_lanes[raw(id)] = {std::vector<quint32>(trace.lane(id).sliceCount), rows};
        const SliceStore::Span ofCalls = trace.slicesOf(calls);
        const SliceStore::Span ofOperators = trace.slicesOf(operators);
        for (size_t i = 0; i < items.size(); ++i) {
            const quint32 slice = items[i].slice;
            if (slice >= ofCalls.first && slice < ofCalls.last)
                m_lanes[raw(calls)].depth[slice - ofCalls.first] = row[i];
            else
                m_lanes[raw(operators)].depth[slice - ofOperators.first] = row[i];
        }
    }
}

quint32 ThreadDepths::of(LaneId lane, quint32 row, SliceId slice) const
{
    if (m_lanes.empty() || m_lanes[raw(lane)].depth.empty())
        return row;
    return m_lanes[raw(lane)].depth[raw(slice) - m_trace.slicesOf(lane).first];
}

quint32 ThreadDepths::rowsOf(LaneId lane) const
{
    return m_lanes.empty() || m_lanes[raw(lane)].depth.empty() ? m_trace.lane(lane).rowCount : m_lanes[raw(lane)].rows;
}

qint64 ThreadDepths::bytes() const
{
    qint64 sum = 0;
    for (const Shared &lane : m_lanes)
        sum += static_cast<qint64>(lane.depth.capacity() * sizeof(quint32));
    return sum;
}

} // namespace rs
