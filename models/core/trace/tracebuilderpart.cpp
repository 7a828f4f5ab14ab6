// SPDX-License-Identifier: Apache-2.0
// Leaves of a trace with several devices that which belongs to one of them.
#include "core/trace/devicepart.h"
#include "core/trace/tracebuilder_p.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

namespace rs {

namespace {

// Ids of flows whose texts the trace has, of one category.
using FlowKey = std::tuple<quint32, quint64, quint64>;

FlowKey flowKeyOf(const TraceChunk::FlowEnd &end, const std::vector<StrId> &map)
{
    const quint64 low = end.id.isInterned() ? raw(map[static_cast<size_t>(end.id.low)]) : end.id.low;
    return {raw(map[raw(end.category)]), end.id.high, low};
}

} // namespace

void TraceBuilder::Work::keepPart(const DevicePart &part)
{
    std::map<quint32, NamedProcess> named; // by pid
    for (size_t c = 0; c < chunks.size(); ++c) {
        for (const TraceChunk::Meta &m : chunks[c].metas) {
            NamedProcess &process = named[raw(stringMap[c][raw(m.pid)])];
            if (m.kind == TraceChunk::MetaKind::ProcessName)
                process.name = strings.text(stringMap[c][raw(m.text)]);
            else if (m.kind == TraceChunk::MetaKind::ProcessLabels)
                process.label = strings.text(stringMap[c][raw(m.text)]);
            else if (m.kind == TraceChunk::MetaKind::ProcessSortIndex)
                process.sortIndex = m.number;
        }
    }
    std::vector<NamedProcess> processes;
    std::vector<quint32> pids;
    for (auto &[pid, process] : named) {
        process.pid = strings.text(StrId{pid});
        processes.push_back(process);
        pids.push_back(pid);
    }
    const std::vector<bool> stays = processesOfPart(processes, part);
    std::unordered_set<quint32> gone;
    for (size_t i = 0; i < pids.size(); ++i) {
        if (!stays[i])
            gone.insert(pids[i]);
    }
    if (gone.empty())
        return;
    // Lines that lead to another device are no orphans: their other end goes with the one there.
    struct Ends
    {
        bool start = false;
        bool end = false;
    };
    std::map<FlowKey, Ends> flows;
    for (size_t c = 0; c < chunks.size(); ++c) {
        TraceChunk &chunk = chunks[c];
        const std::vector<StrId> &map = stringMap[c];
        const auto isGone = [&](StrId pid) { return gone.contains(raw(map[raw(pid)])); };
        std::vector<char> goneLane;
        for (const TraceChunk::LaneKey &lane : chunk.lanes)
            goneLane.push_back(isGone(lane.pid) ? 1 : 0);
        std::erase_if(chunk.slices, [&](const TraceChunk::Slice &s) { return goneLane[s.lane] != 0; });
        std::erase_if(chunk.edges, [&](const TraceChunk::Edge &e) { return goneLane[e.lane] != 0; });
        std::erase_if(chunk.samples, [&](const TraceChunk::Sample &s) { return isGone(chunk.series[s.series].pid); });
        // Series without samples would be curves of the rank.
        std::vector<quint32> place;
        std::vector<TraceChunk::SeriesKey> series;
        for (const TraceChunk::SeriesKey &key : chunk.series) {
            place.push_back(static_cast<quint32>(series.size()));
            if (!isGone(key.pid))
                series.push_back(key);
        }
        for (TraceChunk::Sample &s : chunk.samples)
            s.series = place[s.series];
        chunk.series = std::move(series);
        std::erase_if(chunk.metas, [&](const TraceChunk::Meta &m) { return isGone(m.pid); });
        std::erase_if(chunk.flowEnds, [&](const TraceChunk::FlowEnd &e) {
            if (goneLane[e.lane] == 0)
                return false;
            flows.try_emplace(flowKeyOf(e, map));
            return true;
        });
        if (job.isCanceled())
            return;
    }
    const auto eachOfThem = [&](auto use) {
        for (size_t c = 0; c < chunks.size(); ++c)
            use(chunks[c].flowEnds, stringMap[c]);
    };
    eachOfThem([&](const PageVector<TraceChunk::FlowEnd> &ends, const std::vector<StrId> &map) {
        for (const TraceChunk::FlowEnd &e : ends) {
            if (const auto at = flows.find(flowKeyOf(e, map)); at != flows.end())
                (e.phase == TraceChunk::FlowPhase::Start ? at->second.start : at->second.end) = true;
        }
    });
    eachOfThem([&](PageVector<TraceChunk::FlowEnd> &ends, const std::vector<StrId> &map) {
        std::erase_if(ends, [&](const TraceChunk::FlowEnd &e) {
            const auto at = flows.find(flowKeyOf(e, map));
            return at != flows.end() && !(at->second.start && at->second.end);
        });
    });
}

} // namespace rs
