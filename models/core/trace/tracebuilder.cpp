// SPDX-License-Identifier: Apache-2.0
#include "core/trace/tracebuilder.h"

#include "core/job/outofmemory.h"
#include "core/trace/tracebuilder_p.h"

#include <limits>
#include <new>

namespace rs {

ProcessKind processKindOf(std::string_view name)
{
    struct Entry
    {
        std::string_view name;
        ProcessKind kind;
    };
    static constexpr Entry exact[] = {
        {"Python", ProcessKind::Python},
        {"Python GC", ProcessKind::PythonGc},
        {"MindSpore", ProcessKind::MindSpore},
        {"CPU OP", ProcessKind::CpuOp},
        {"Scope Layer", ProcessKind::ScopeLayer},
        {"python", ProcessKind::MsTx},
        {"python3", ProcessKind::MsTx},
        {"PID Name", ProcessKind::MsTx},
        {"CANN", ProcessKind::Cann},
        {"Ascend Hardware", ProcessKind::AscendHardware},
        {"HCCL", ProcessKind::Communication},
        {"Communication", ProcessKind::Communication},
        {"Overlap Analysis", ProcessKind::OverlapAnalysis},
        {"CPU Usage", ProcessKind::HostMetric},
        {"Memory Usage", ProcessKind::HostMetric},
        {"Disk Usage", ProcessKind::HostMetric},
        {"Network Usage", ProcessKind::HostMetric},
        {"AI Core Freq", ProcessKind::DeviceMetric},
        {"HBM", ProcessKind::DeviceMetric},
        {"DDR", ProcessKind::DeviceMetric},
        {"LLC", ProcessKind::DeviceMetric},
        {"NPU MEM", ProcessKind::DeviceMetric},
        {"QoS", ProcessKind::DeviceMetric},
        {"Stars Soc Info", ProcessKind::DeviceMetric},
        {"Stars Chip Trans", ProcessKind::DeviceMetric},
        {"Acc PMU", ProcessKind::DeviceMetric},
        {"SIO", ProcessKind::DeviceMetric},
        {"HCCS", ProcessKind::DeviceMetric},
        {"PCIe", ProcessKind::DeviceMetric},
        {"PCle", ProcessKind::DeviceMetric},
        {"NIC", ProcessKind::DeviceMetric},
        {"RoCE", ProcessKind::DeviceMetric},
    };
    for (const Entry &e : exact) {
        if (e.name == name)
            return e.kind;
    }
    return name.find("msproftx") != std::string_view::npos ? ProcessKind::MsTx : ProcessKind::Unknown;
}

std::optional<StampRange> TraceBuilder::span() const
{
    std::optional<StampRange> out;
    for (const TraceChunk &chunk : m_chunks) {
        const std::optional<StampRange> own = chunk.span();
        if (own)
            out = out ? StampRange{std::min(out->from, own->from), std::max(out->to, own->to)} : own;
    }
    return out;
}

quint8 TraceBuilder::addSource(SourceFile source)
{
    m_sources.push_back(std::move(source));
    return static_cast<quint8>(m_sources.size() - 1);
}

void TraceBuilder::Work::roomForIds()
{
    qint64 ids = 0;
    qint64 largestPool = 0;
    qint64 edges = 0;
    qint64 lanes = 0;
    for (const TraceChunk &c : chunks) {
        ids += c.strings.size();
        largestPool = std::max(largestPool, c.strings.bytes());
        edges += static_cast<qint64>(c.edges.size());
        lanes += static_cast<qint64>(c.lanes.size());
    }
    // A chunk's texts are freed when they have been taken over, so what comes on top is about one chunk's.
    constexpr qint64 edgeBytes = 64;
    constexpr qint64 chunkLaneBytes = 32;
    const qint64 edgeTops = edges > 0 ? ids * static_cast<qint64>(2 * sizeof(quint32)) : 0;
    makeRoom(ids * static_cast<qint64>(sizeof(StrId)) + 2 * largestPool + edges * edgeBytes + edgeTops +
             lanes * chunkLaneBytes);
}

void TraceBuilder::Work::roomForColumns()
{
    qint64 samples = 0;
    for (const TraceChunk &c : chunks)
        samples += static_cast<qint64>(c.samples.size());
    constexpr qint64 columnBytes = 3 * sizeof(qint64) + 3 * sizeof(quint32) + sizeof(SliceKind);
    constexpr qint64 placeBytes = sizeof(SlicePlace) + sizeof(quint32);
    constexpr qint64 laneBytes = 256; // the lane, its row and its places in the indexes
    constexpr qint64 sampleBytes = sizeof(qint64) + sizeof(double);
    // Samples are used up by then, and their pages are what the columns lie on first.
    const qint64 slices = static_cast<qint64>(sliceCount()) * (columnBytes + placeBytes);
    const qint64 recycled = samples * static_cast<qint64>(sizeof(TraceChunk::Sample));
    makeRoom(samples * sampleBytes + std::max<qint64>(0, slices - recycled) +
             static_cast<qint64>(rawLanes.size()) * laneBytes);
}

void TraceBuilder::Work::mapIds()
{
    stringMap.resize(chunks.size());
    for (size_t c = 0; c < chunks.size(); ++c) {
        stringMap[c] = strings.internAll(chunks[c].strings);
        // From here on everybody reads the trace's own texts.
        chunks[c].strings = StringPool();
    }
}

void TraceBuilder::Work::applyMetadata()
{
    // Metadata may come after the events that use it, and twice: the last one wins.
    for (size_t c = 0; c < chunks.size(); ++c) {
        for (const TraceChunk::Meta &m : chunks[c].metas) {
            const StrId pid = stringMap[c][raw(m.pid)];
            const StrId text = stringMap[c][raw(m.text)];
            Process &p = trace.m_processes[processOf(pid)];
            switch (m.kind) {
            case TraceChunk::MetaKind::ProcessName:
                p.name = text;
                p.named = true;
                p.kind = processKindOf(strings.view(text));
                break;
            case TraceChunk::MetaKind::ProcessLabels: {
                p.label = text;
                const std::string_view label = strings.view(text);
                if (startsWith(label, "NPU") && !parseWhole(label.substr(std::min<size_t>(4, label.size())), p.device))
                    p.device = -1;
                break;
            }
            case TraceChunk::MetaKind::ProcessSortIndex:
                p.sortIndex = static_cast<qint32>(std::clamp<qint64>(m.number, std::numeric_limits<qint32>::min(),
                                                                     std::numeric_limits<qint32>::max()));
                break;
            case TraceChunk::MetaKind::ThreadName:
            case TraceChunk::MetaKind::ThreadSortIndex: {
                const quint32 lane = rawLane(pid, stringMap[c][raw(m.tid)], false);
                laneName.resize(rawLanes.size());
                laneSort.resize(rawLanes.size(), std::numeric_limits<qint32>::max());
                if (m.kind == TraceChunk::MetaKind::ThreadName)
                    laneName[lane] = text;
                else
                    laneSort[lane] =
                        static_cast<qint32>(std::clamp<qint64>(m.number, 0, std::numeric_limits<qint32>::max()));
                break;
            }
            }
        }
    }
}

void TraceBuilder::Work::buildCounters()
{
    std::vector<std::vector<size_t>> at(chunks.size()); // per chunk and series: samples, then the place of the first
    forChunks([&](size_t c) {
        at[c].assign(chunks[c].series.size(), 0);
        for (const TraceChunk::Sample &s : chunks[c].samples)
            ++at[c][s.series];
    });
    if (job.isCanceled())
        return;
    std::unordered_map<TraceChunk::SeriesKey, quint32, KeyedHash> index;
    std::vector<std::vector<quint32>> map(chunks.size());
    std::vector<size_t> total;
    for (size_t c = 0; c < chunks.size(); ++c) {
        for (size_t i = 0; i < chunks[c].series.size(); ++i) {
            if (at[c][i] == 0) { // all of its samples were taken out
                map[c].push_back(0);
                continue;
            }
            const TraceChunk::SeriesKey &k = chunks[c].series[i];
            const TraceChunk::SeriesKey key{stringMap[c][raw(k.pid)], stringMap[c][raw(k.name)],
                                            stringMap[c][raw(k.series)]};
            const auto [it, isNew] = index.try_emplace(key, static_cast<quint32>(trace.m_counters->size()));
            if (isNew) {
                CounterSeries series;
                series.process = ProcessId{processOf(key.pid)};
                series.name = key.name;
                series.series = key.series;
                trace.m_counters->push_back(std::move(series));
                total.push_back(0);
            }
            map[c].push_back(it->second);
            const size_t count = at[c][i];
            at[c][i] = total[it->second];
            total[it->second] += count;
        }
    }
    std::vector<CounterSeries> &counters = *trace.m_counters;
    pool.parallelFor(static_cast<qsizetype>(total.size()), [&](qsizetype i) {
        counters[static_cast<size_t>(i)].timeNs.resize(total[static_cast<size_t>(i)]);
        counters[static_cast<size_t>(i)].value.resize(total[static_cast<size_t>(i)]);
    });
    forChunks([&](size_t c) {
        for (const TraceChunk::Sample &s : chunks[c].samples) {
            CounterSeries &series = counters[map[c][s.series]];
            const size_t to = at[c][s.series]++;
            series.timeNs[to] = s.ts;
            series.value[to] = s.value;
        }
        pages.take(chunks[c].samples);
    });
    if (job.isCanceled())
        return;
    pool.parallelFor(static_cast<qsizetype>(counters.size()), [&](qsizetype i) {
        CounterSeries &s = counters[static_cast<size_t>(i)];
        if (!std::ranges::is_sorted(s.timeNs)) {
            std::vector<quint32> order(s.timeNs.size());
            for (quint32 k = 0; k < order.size(); ++k)
                order[k] = k;
            std::ranges::stable_sort(order, [&](quint32 a, quint32 b) { return s.timeNs[a] < s.timeNs[b]; });
            std::vector<qint64> time(order.size());
            std::vector<double> value(order.size());
            for (size_t k = 0; k < order.size(); ++k) {
                time[k] = s.timeNs[order[k]];
                value[k] = s.value[order[k]];
            }
            s.timeNs = std::move(time);
            s.value = std::move(value);
        }
        if (!s.value.empty()) {
            const auto [low, high] = std::minmax_element(s.value.begin(), s.value.end());
            s.minimum = *low;
            s.maximum = *high;
        }
    });
}

void TraceBuilder::Work::orderLanes()
{
    laneName.resize(rawLanes.size());
    laneSort.resize(rawLanes.size(), std::numeric_limits<qint32>::max());
    laneSlices.resize(rawLanes.size(), 0);
    // Only lanes with slices are lanes of the trace; a flow or a name alone does not draw anything.
    for (quint32 l = 0; l < rawLanes.size(); ++l) {
        if (laneSlices[l] > 0)
            laneOrder.push_back(l);
    }
    std::vector<quint32> processOrder(trace.m_processes.size());
    for (quint32 i = 0; i < processOrder.size(); ++i)
        processOrder[i] = i;
    std::ranges::stable_sort(processOrder, [&](quint32 a, quint32 b) {
        const Process &x = trace.m_processes[a];
        const Process &y = trace.m_processes[b];
        if (x.named != y.named)
            return x.named;
        return x.sortIndex < y.sortIndex;
    });
    std::vector<quint32> rank(processOrder.size());
    std::vector<Process> ordered;
    ordered.reserve(processOrder.size());
    for (quint32 i = 0; i < processOrder.size(); ++i) {
        rank[processOrder[i]] = i;
        ordered.push_back(trace.m_processes[processOrder[i]]);
    }
    trace.m_processes = std::move(ordered);
    for (auto &[pid, index] : processIndex)
        index = rank[index];

    const auto numeric = [&](quint32 l) {
        qint64 value = std::numeric_limits<qint64>::max();
        if (!parseWhole(strings.view(rawLanes[l].tid), value))
            value = std::numeric_limits<qint64>::max();
        return value;
    };
    const auto sortOf = [&](quint32 l) {
        if (!rawLanes[l].pythonStack)
            return laneSort[l];
        const auto base = rawLaneIndex.find(laneKey(rawLanes[l].pid, rawLanes[l].tid, false));
        return base == rawLaneIndex.end() ? std::numeric_limits<qint32>::max() : laneSort[base->second];
    };
    std::ranges::stable_sort(laneOrder, [&](quint32 a, quint32 b) {
        const quint32 pa = processIndex[raw(rawLanes[a].pid)];
        const quint32 pb = processIndex[raw(rawLanes[b].pid)];
        if (pa != pb)
            return pa < pb;
        const qint32 sa = sortOf(a);
        const qint32 sb = sortOf(b);
        if (sa != sb)
            return sa < sb;
        const qint64 na = numeric(a);
        const qint64 nb = numeric(b);
        if (na != nb)
            return na < nb;
        if (rawLanes[a].tid != rawLanes[b].tid)
            return strings.view(rawLanes[a].tid) < strings.view(rawLanes[b].tid);
        return rawLanes[a].pythonStack < rawLanes[b].pythonStack;
    });
    finalLane.assign(rawLanes.size(), raw(NoLane));
    LaneId lastGroup = NoLane;
    for (quint32 i = 0; i < laneOrder.size(); ++i) {
        const quint32 l = laneOrder[i];
        finalLane[l] = i;
        Lane lane;
        lane.process = ProcessId{processIndex[raw(rawLanes[l].pid)]};
        lane.tid = rawLanes[l].tid;
        lane.sortIndex = sortOf(l) == std::numeric_limits<qint32>::max() ? 0 : sortOf(l);
        const Process &p = trace.m_processes[raw(lane.process)];
        if (rawLanes[l].pythonStack) {
            lane.kind = LaneKind::PythonStack;
            lane.name = strings.intern("Python Stack " + std::string(strings.view(rawLanes[l].tid)));
            const auto base = rawLaneIndex.find(laneKey(rawLanes[l].pid, rawLanes[l].tid, false));
            lane.threadName = base == rawLaneIndex.end() ? NoText : laneName[base->second];
        } else {
            lane.name = laneName[l];
            const std::string_view name = strings.view(lane.name);
            if (p.kind == ProcessKind::AscendHardware) {
                lane.kind = startsWith(name, "Step Trace") ? LaneKind::StepTrace : LaneKind::Stream;
                const std::string_view id = startsWith(name, "Stream ") ? name.substr(7) : strings.view(lane.tid);
                if (!parseWhole(id, lane.streamId))
                    lane.streamId = -1;
            } else if (p.kind == ProcessKind::Communication) {
                if (startsWith(name, "Plane")) {
                    lane.kind = LaneKind::CommPlane;
                    lane.group = lastGroup;
                } else {
                    lane.kind = LaneKind::CommGroup;
                    lastGroup = LaneId{i};
                }
            } else if (p.kind == ProcessKind::OverlapAnalysis) {
                lane.kind = name == "Computing"                       ? LaneKind::OverlapComputing
                            : name == "Communication"                 ? LaneKind::OverlapCommunication
                            : name == "Communication(Not Overlapped)" ? LaneKind::OverlapNotOverlapped
                            : name == "Free"                          ? LaneKind::OverlapFree
                                                                      : LaneKind::Other;
            }
        }
        if (p.kind != ProcessKind::Communication)
            lastGroup = NoLane;
        trace.m_lanes.push_back(lane);
    }
}

std::unique_ptr<Trace> TraceBuilder::seal(ThreadPool &pool, const JobContext &job, ImportReport &report)
{
    std::unique_ptr<Trace> out;
    try {
        out = sealChunks(pool, job, report);
    } catch (const OverBudget &) {
        noteOutOfMemory(OutOfMemory::BudgetForFile, job, report, m_reportName);
    } catch (const std::bad_alloc &) {
        noteOutOfMemory(OutOfMemory::MachineForFile, job, report, m_reportName);
    }
    m_chunks.clear();
    m_reservations.clear();
    return out;
}

std::unique_ptr<Trace> TraceBuilder::sealChunks(ThreadPool &pool, const JobContext &job, ImportReport &report)
{
    auto trace = std::make_unique<Trace>();
    trace->m_sources = m_sources;
    Work w{*trace, pool, job, report, m_reportName, *trace->m_strings, m_chunks, m_placeOf};
    w.roomForIds();
    w.mapIds();
    if (m_part)
        w.keepPart(*m_part);
    w.applyMetadata();
    w.pairEdges();
    if (job.isCanceled())
        return nullptr;
    w.countSlices();
    w.roomForColumns();
    // Counters may name processes that no slice does, so they come before the processes are put in order.
    w.buildCounters();
    if (job.isCanceled())
        return nullptr;
    const std::vector<Process> before = trace->m_processes;
    w.orderLanes();
    for (CounterSeries &c : *trace->m_counters)
        c.process = ProcessId{w.processIndex[raw(before[raw(c.process)].pid)]};
    std::stable_sort(trace->m_counters->begin(), trace->m_counters->end(),
                     [](const CounterSeries &a, const CounterSeries &b) { return raw(a.process) < raw(b.process); });
    w.placeSlices();
    if (job.isCanceled())
        return nullptr;
    w.joinFlows();
    if (job.isCanceled())
        return nullptr;
    w.findSteps();
    w.findRange();
    trace->countMemory(job.sharedBudget());
    return trace;
}

} // namespace rs
