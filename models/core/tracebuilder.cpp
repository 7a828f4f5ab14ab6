// SPDX-License-Identifier: Apache-2.0
#include "core/tracebuilder.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_map>

namespace rs {

namespace {

bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.substr(0, prefix.size()) == prefix;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

template <typename Int>
bool parseWhole(std::string_view text, Int &value)
{
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
    return ec == std::errc() && end == text.data() + text.size() && !text.empty();
}

struct RawLane
{
    StrId pid{};
    StrId tid{};
    // Frames of a thread form a lane of their own, so that a deep stack can be folded without hiding the operators.
    bool pythonStack = false;
};

} // namespace

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
    return contains(name, "msproftx") ? ProcessKind::MsTx : ProcessKind::Unknown;
}

SliceKind deviceSliceKind(std::string_view taskType, std::string_view name)
{
    // Kernels first: their own names are free text and must not be taken for a wait or a copy.
    if (taskType == "AI_CORE")
        return SliceKind::KernelCube;
    if (taskType == "AI_VECTOR_CORE")
        return SliceKind::KernelVector;
    if (taskType == "MIX_AIC" || taskType == "MIX_AIV")
        return SliceKind::KernelMix;
    if (taskType == "AI_CPU")
        return SliceKind::KernelAiCpu;
    if (taskType == "DSA_SQE" || startsWith(taskType, "DVPP"))
        return SliceKind::KernelOther;
    if (startsWith(name, "MEMCPY") || startsWith(taskType, "SDMA") || startsWith(taskType, "PCIE_DMA"))
        return SliceKind::MemoryCopy;
    if (contains(name, "WAIT") || contains(name, "Wait") || contains(taskType, "WAIT") || contains(taskType, "Wait"))
        return SliceKind::EventWait;
    return SliceKind::DeviceOther;
}

quint32 packRows(const std::vector<qint64> &start, const std::vector<qint64> &duration, std::vector<quint32> &row)
{
    row.resize(start.size());
    std::vector<qint64> endOfRow;
    for (size_t i = 0; i < start.size(); ++i) {
        const qint64 from = start[i];
        const qint64 to = from + duration[i];
        // Below the deepest open slice that contains this one whole …
        size_t r = 0;
        for (size_t above = endOfRow.size(); above > 0; --above) {
            if (endOfRow[above - 1] > from && endOfRow[above - 1] >= to) {
                r = above;
                break;
            }
        }
        // … and then on the first row that is free.
        while (r < endOfRow.size() && endOfRow[r] > from)
            ++r;
        if (r == endOfRow.size())
            endOfRow.push_back(to);
        else
            endOfRow[r] = to;
        row[i] = static_cast<quint32>(r);
    }
    return static_cast<quint32>(endOfRow.size());
}

quint8 TraceBuilder::addSource(SourceFile source)
{
    m_sources.push_back(std::move(source));
    return static_cast<quint8>(m_sources.size() - 1);
}

struct TraceBuilder::Work
{
    Trace &trace;
    ThreadPool &pool;
    const JobContext &job;
    ImportReport &report;
    QString file;

    StringPool &strings;
    std::vector<TraceChunk> &chunks;
    std::vector<std::vector<StrId>> stringMap;   // per chunk
    std::vector<std::vector<quint32>> laneMap;   // per chunk: raw lane index
    std::vector<std::vector<quint32>> stackMap;  // per chunk: raw lane index of the Python stack lane, or none
    std::vector<RawLane> rawLanes;
    std::unordered_map<quint64, quint32> rawLaneIndex;
    std::unordered_map<quint32, quint32> processIndex; // pid StrId -> index into trace.m_processes before ordering
    std::vector<std::vector<TraceChunk::Slice>> laneSlices; // per raw lane, names and details already mapped
    std::vector<quint32> laneOrder;              // final lane -> raw lane
    std::vector<quint32> finalLane;              // raw lane -> final lane
    std::vector<StrId> laneName;
    std::vector<qint32> laneSort;

    quint32 rawLane(StrId pid, StrId tid, bool stack)
    {
        const quint64 key = (quint64{raw(pid)} << 33) | (quint64{raw(tid)} << 1) | (stack ? 1 : 0);
        const auto [it, isNew] = rawLaneIndex.try_emplace(key, static_cast<quint32>(rawLanes.size()));
        if (isNew) {
            rawLanes.push_back({pid, tid, stack});
            processOf(pid);
        }
        return it->second;
    }

    quint32 processOf(StrId pid)
    {
        const auto [it, isNew] = processIndex.try_emplace(raw(pid), static_cast<quint32>(trace.m_processes.size()));
        if (isNew) {
            Process p;
            p.pid = pid;
            trace.m_processes.push_back(p);
        }
        return it->second;
    }

    void finding(Severity severity, const char *code, QString message, qint64 count, QString argument = {})
    {
        if (count > 0)
            report.add({severity, file, {}, QLatin1String(code), std::move(message), std::move(argument), count});
    }

    void mapIds();
    void applyMetadata();
    void pairEdges();
    void gatherSlices();
    void orderLanes();
    void sortAndPack();
    void classify();
    void buildCounters();
    void joinFlows();
    void findSteps();
    void findRange();
    SliceId bind(quint32 lane, qint64 ts, bool exactStart) const;
};

void TraceBuilder::Work::mapIds()
{
    stringMap.resize(chunks.size());
    laneMap.resize(chunks.size());
    stackMap.resize(chunks.size());
    for (size_t c = 0; c < chunks.size(); ++c) {
        TraceChunk &chunk = chunks[c];
        auto &map = stringMap[c];
        map.resize(chunk.strings.size());
        for (quint32 i = 0; i < chunk.strings.size(); ++i)
            map[i] = strings.intern(chunk.strings.view(StrId{i}));
        laneMap[c].assign(chunk.lanes.size(), std::numeric_limits<quint32>::max());
        stackMap[c].assign(chunk.lanes.size(), std::numeric_limits<quint32>::max());
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
                    laneSort[lane] = static_cast<qint32>(std::clamp<qint64>(m.number, 0, std::numeric_limits<qint32>::max()));
                break;
            }
            }
        }
    }
}

void TraceBuilder::Work::pairEdges()
{
    struct Open
    {
        size_t chunk;
        const TraceChunk::Edge *edge;
    };
    struct Where
    {
        size_t chunk;
        const TraceChunk::Edge *edge;
    };
    std::unordered_map<quint32, std::vector<Where>> byLane;
    for (size_t c = 0; c < chunks.size(); ++c) {
        for (const TraceChunk::Edge &e : chunks[c].edges)
            byLane[rawLane(stringMap[c][raw(chunks[c].lanes[e.lane].pid)], stringMap[c][raw(chunks[c].lanes[e.lane].tid)],
                           false)]
                .push_back({c, &e});
    }
    qint64 unpaired = 0;
    laneSlices.resize(rawLanes.size());
    for (auto &[lane, edges] : byLane) {
        std::stable_sort(edges.begin(), edges.end(),
                         [](const Where &a, const Where &b) { return a.edge->ts < b.edge->ts; });
        std::vector<Open> open;
        for (const Where &w : edges) {
            if (w.edge->begin) {
                open.push_back({w.chunk, w.edge});
                continue;
            }
            const auto same = [&](const Open &o) {
                const StrId id = stringMap[w.chunk][raw(w.edge->id)];
                if (id != NoText)
                    return stringMap[o.chunk][raw(o.edge->id)] == id;
                const StrId name = stringMap[w.chunk][raw(w.edge->name)];
                return name == NoText || stringMap[o.chunk][raw(o.edge->name)] == name;
            };
            const auto it = std::find_if(open.rbegin(), open.rend(), same);
            if (it == open.rend()) {
                ++unpaired;
                continue;
            }
            TraceChunk::Slice s;
            s.start = it->edge->ts;
            s.duration = w.edge->ts - it->edge->ts;
            s.argsAt = it->edge->argsAt;
            s.argsLength = it->edge->argsLength;
            s.name = stringMap[it->chunk][raw(it->edge->name)];
            laneSlices[lane].push_back(s);
            open.erase(std::next(it).base());
        }
        unpaired += static_cast<qint64>(open.size());
    }
    finding(Severity::Loss, "trace.unpaired-edge",
            QStringLiteral("Begin or end events without their partner: they have no duration and are not shown."), unpaired);
}

void TraceBuilder::Work::gatherSlices()
{
    std::vector<TaskDetail> &details = trace.m_slices.m_details;
    size_t detailCount = 0;
    for (const TraceChunk &c : chunks)
        detailCount += c.details.size();
    details.reserve(detailCount);

    // Lanes are few and events many: first resolve every lane of every chunk, count, then scatter.
    std::vector<size_t> count(rawLanes.size(), 0);
    for (size_t c = 0; c < chunks.size(); ++c) {
        TraceChunk &chunk = chunks[c];
        for (TraceChunk::Slice &s : chunk.slices) {
            const bool stack = s.kind == SliceKind::Python;
            quint32 &mapped = (stack ? stackMap : laneMap)[c][s.lane];
            if (mapped == std::numeric_limits<quint32>::max()) {
                const TraceChunk::LaneKey key = chunk.lanes[s.lane];
                mapped = rawLane(stringMap[c][raw(key.pid)], stringMap[c][raw(key.tid)], stack);
                count.resize(rawLanes.size(), 0);
            }
            s.lane = mapped;
            ++count[mapped];
        }
    }
    laneSlices.resize(rawLanes.size());
    for (size_t l = 0; l < laneSlices.size(); ++l)
        laneSlices[l].reserve(laneSlices[l].size() + count[l]);
    for (size_t c = 0; c < chunks.size(); ++c) {
        TraceChunk &chunk = chunks[c];
        const auto detailBase = static_cast<quint32>(details.size());
        const auto &map = stringMap[c];
        for (TaskDetail d : chunk.details) {
            d.taskType = map[raw(d.taskType)];
            d.linkType = map[raw(d.linkType)];
            d.transport = map[raw(d.transport)];
            d.dataType = map[raw(d.dataType)];
            details.push_back(d);
        }
        for (TraceChunk::Slice &s : chunk.slices) {
            s.name = map[raw(s.name)];
            if (s.detail != 0)
                s.detail += detailBase;
            laneSlices[s.lane].push_back(s);
        }
        // Memory is the scarce thing while ranks load together: give each part back as soon as it is used up.
        std::vector<TraceChunk::Slice>().swap(chunk.slices);
        std::vector<TaskDetail>().swap(chunk.details);
    }
}

void TraceBuilder::Work::orderLanes()
{
    laneName.resize(rawLanes.size());
    laneSort.resize(rawLanes.size(), std::numeric_limits<qint32>::max());
    // Only lanes with slices are lanes of the trace; a flow or a name alone does not draw anything.
    for (quint32 l = 0; l < rawLanes.size(); ++l) {
        if (!laneSlices[l].empty())
            laneOrder.push_back(l);
    }
    std::vector<quint32> processOrder(trace.m_processes.size());
    for (quint32 i = 0; i < processOrder.size(); ++i)
        processOrder[i] = i;
    std::stable_sort(processOrder.begin(), processOrder.end(), [&](quint32 a, quint32 b) {
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
        const auto base = rawLaneIndex.find((quint64{raw(rawLanes[l].pid)} << 33) | (quint64{raw(rawLanes[l].tid)} << 1));
        return base == rawLaneIndex.end() ? std::numeric_limits<qint32>::max() : laneSort[base->second];
    };
    std::stable_sort(laneOrder.begin(), laneOrder.end(), [&](quint32 a, quint32 b) {
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
                lane.kind = name == "Computing"                      ? LaneKind::OverlapComputing
                            : name == "Communication"                ? LaneKind::OverlapCommunication
                            : name == "Communication(Not Overlapped)" ? LaneKind::OverlapNotOverlapped
                            : name == "Free"                         ? LaneKind::OverlapFree
                                                                     : LaneKind::Other;
            }
        }
        if (p.kind != ProcessKind::Communication)
            lastGroup = NoLane;
        trace.m_lanes.push_back(lane);
    }
}

void TraceBuilder::Work::sortAndPack()
{
    const size_t lanes = laneOrder.size();
    std::vector<std::vector<quint32>> rowOf(lanes);
    pool.parallelFor(static_cast<qsizetype>(lanes), [&](qsizetype i) {
        if (job.isCanceled())
            return;
        auto &slices = laneSlices[laneOrder[static_cast<size_t>(i)]];
        const auto before = [](const TraceChunk::Slice &a, const TraceChunk::Slice &b) {
            if (a.start != b.start)
                return a.start < b.start;
            if (a.duration != b.duration)
                return a.duration > b.duration;
            return a.argsAt < b.argsAt;
        };
        if (!std::is_sorted(slices.begin(), slices.end(), before))
            std::sort(slices.begin(), slices.end(), before);
        std::vector<qint64> start(slices.size());
        std::vector<qint64> duration(slices.size());
        for (size_t k = 0; k < slices.size(); ++k) {
            start[k] = slices[k].start;
            duration[k] = slices[k].duration;
        }
        Lane &lane = trace.m_lanes[static_cast<size_t>(i)];
        lane.sliceCount = static_cast<quint32>(slices.size());
        lane.rowCount = packRows(start, duration, rowOf[static_cast<size_t>(i)]);
    });
    if (job.isCanceled())
        return;

    quint32 rows = 0;
    size_t total = 0;
    std::vector<size_t> base(lanes);
    for (size_t i = 0; i < lanes; ++i) {
        trace.m_lanes[i].firstRow = rows;
        rows += trace.m_lanes[i].rowCount;
        base[i] = total;
        total += trace.m_lanes[i].sliceCount;
    }
    SliceStore &out = trace.m_slices;
    out.m_start.resize(total);
    out.m_duration.resize(total);
    out.m_name.resize(total);
    out.m_kind.resize(total);
    out.m_argsAt.resize(total);
    out.m_argsLength.resize(total);
    out.m_detail.resize(total);
    out.m_rowBegin.assign(rows + 1, static_cast<quint32>(total));
    trace.m_laneOfRow.resize(rows);
    pool.parallelFor(static_cast<qsizetype>(lanes), [&](qsizetype index) {
        const auto i = static_cast<size_t>(index);
        const Lane &lane = trace.m_lanes[i];
        auto &slices = laneSlices[laneOrder[i]];
        std::vector<quint32> at(lane.rowCount + 1, 0);
        for (const quint32 r : rowOf[i])
            ++at[r + 1];
        at[0] = static_cast<quint32>(base[i]);
        for (quint32 r = 0; r < lane.rowCount; ++r) {
            at[r + 1] += at[r];
            out.m_rowBegin[lane.firstRow + r] = at[r];
            trace.m_laneOfRow[lane.firstRow + r] = LaneId{static_cast<quint32>(i)};
        }
        for (size_t k = 0; k < slices.size(); ++k) {
            const quint32 to = at[rowOf[i][k]]++;
            const TraceChunk::Slice &s = slices[k];
            out.m_start[to] = s.start;
            out.m_duration[to] = s.duration;
            out.m_name[to] = s.name;
            out.m_kind[to] = s.kind;
            out.m_argsAt[to] = s.argsAt;
            out.m_argsLength[to] = s.argsLength;
            out.m_detail[to] = s.detail;
        }
        std::vector<TraceChunk::Slice>().swap(slices);
        std::vector<quint32>().swap(rowOf[i]);
    });
}

void TraceBuilder::Work::classify()
{
    SliceStore &s = trace.m_slices;
    pool.parallelFor(static_cast<qsizetype>(trace.m_lanes.size()), [&](qsizetype index) {
        const LaneId id{static_cast<quint32>(index)};
        const Lane &lane = trace.m_lanes[static_cast<size_t>(index)];
        const Process &p = trace.m_processes[raw(lane.process)];
        const auto span = trace.slicesOf(id);
        for (quint32 i = span.first; i < span.last; ++i) {
            SliceKind &kind = s.m_kind[i];
            const TaskDetail *detail = s.detail(SliceId{i});
            switch (p.kind) {
            case ProcessKind::AscendHardware:
                if (lane.kind != LaneKind::StepTrace)
                    kind = deviceSliceKind(detail ? strings.view(detail->taskType) : std::string_view(),
                                           strings.view(s.m_name[i]));
                break;
            case ProcessKind::Communication:
                if (lane.kind == LaneKind::CommGroup) {
                    kind = SliceKind::CommOperator;
                } else {
                    const std::string_view type = detail ? strings.view(detail->taskType) : std::string_view();
                    const bool wait = startsWith(strings.view(s.m_name[i]), "Notify_Wait") || startsWith(type, "Notify Wait") ||
                                      startsWith(type, "NOTIFY_WAIT");
                    kind = wait ? SliceKind::CommWait : SliceKind::CommTask;
                }
                break;
            case ProcessKind::OverlapAnalysis:
                kind = lane.kind == LaneKind::OverlapComputing        ? SliceKind::OverlapComputing
                       : lane.kind == LaneKind::OverlapCommunication ? SliceKind::OverlapCommunication
                       : lane.kind == LaneKind::OverlapNotOverlapped ? SliceKind::OverlapNotOverlapped
                       : lane.kind == LaneKind::OverlapFree          ? SliceKind::OverlapFree
                                                                     : SliceKind::Other;
                break;
            case ProcessKind::Cann: {
                const std::string_view name = strings.view(s.m_name[i]);
                kind = startsWith(name, "Hccl@") || startsWith(name, "Communication@") || startsWith(name, "hcom_")
                           ? SliceKind::HostCommunication
                           : SliceKind::CannApi;
                break;
            }
            case ProcessKind::ScopeLayer:
                kind = SliceKind::Scope;
                break;
            case ProcessKind::MsTx:
                kind = SliceKind::Marker;
                break;
            case ProcessKind::PythonGc:
                kind = SliceKind::GarbageCollection;
                break;
            case ProcessKind::Python:
            case ProcessKind::MindSpore:
            case ProcessKind::CpuOp:
                if (kind == SliceKind::Other)
                    kind = SliceKind::Framework;
                if (kind != SliceKind::Python && startsWith(strings.view(s.m_name[i]), "ProfilerStep#"))
                    kind = SliceKind::Step;
                break;
            default:
                break;
            }
        }
    });
}

void TraceBuilder::Work::buildCounters()
{
    struct Hash
    {
        size_t operator()(const TraceChunk::SeriesKey &k) const
        {
            return (quint64{raw(k.pid)} * 0x9e3779b97f4a7c15ULL) ^ (quint64{raw(k.name)} << 20) ^ raw(k.series);
        }
    };
    struct Equal
    {
        bool operator()(const TraceChunk::SeriesKey &a, const TraceChunk::SeriesKey &b) const
        {
            return a.pid == b.pid && a.name == b.name && a.series == b.series;
        }
    };
    std::unordered_map<TraceChunk::SeriesKey, quint32, Hash, Equal> index;
    std::vector<std::vector<quint32>> map(chunks.size());
    std::vector<size_t> count;
    for (size_t c = 0; c < chunks.size(); ++c) {
        for (const TraceChunk::SeriesKey &k : chunks[c].series) {
            const TraceChunk::SeriesKey key{stringMap[c][raw(k.pid)], stringMap[c][raw(k.name)], stringMap[c][raw(k.series)]};
            const auto [it, isNew] = index.try_emplace(key, static_cast<quint32>(trace.m_counters.size()));
            if (isNew) {
                CounterSeries series;
                series.process = ProcessId{processOf(key.pid)};
                series.name = key.name;
                series.series = key.series;
                trace.m_counters.push_back(std::move(series));
                count.push_back(0);
            }
            map[c].push_back(it->second);
        }
        for (const TraceChunk::Sample &s : chunks[c].samples)
            ++count[map[c][s.series]];
    }
    for (size_t i = 0; i < count.size(); ++i) {
        trace.m_counters[i].timeNs.reserve(count[i]);
        trace.m_counters[i].value.reserve(count[i]);
    }
    for (size_t c = 0; c < chunks.size(); ++c) {
        for (const TraceChunk::Sample &s : chunks[c].samples) {
            CounterSeries &series = trace.m_counters[map[c][s.series]];
            series.timeNs.push_back(s.ts);
            series.value.push_back(s.value);
        }
        std::vector<TraceChunk::Sample>().swap(chunks[c].samples);
    }
    pool.parallelFor(static_cast<qsizetype>(trace.m_counters.size()), [&](qsizetype i) {
        CounterSeries &s = trace.m_counters[static_cast<size_t>(i)];
        if (!std::is_sorted(s.timeNs.begin(), s.timeNs.end())) {
            std::vector<quint32> order(s.timeNs.size());
            for (quint32 k = 0; k < order.size(); ++k)
                order[k] = k;
            std::stable_sort(order.begin(), order.end(), [&](quint32 a, quint32 b) { return s.timeNs[a] < s.timeNs[b]; });
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

// Innermost slice of the lane at `ts`; for the end of a flow, the slice that starts exactly there comes first.
SliceId TraceBuilder::Work::bind(quint32 lane, qint64 ts, bool exactStart) const
{
    const Lane &l = trace.m_lanes[lane];
    const SliceStore &s = trace.m_slices;
    SliceId innermost = NoSlice;
    for (quint32 r = l.firstRow; r < l.firstRow + l.rowCount; ++r) {
        const auto span = s.row(RowId{r});
        // Several zero-length slices may start together; the last one starting at or before ts is the candidate.
        const quint32 after = s.firstStartingAtOrAfter(ts + 1, span);
        if (after == span.first)
            continue;
        const SliceId candidate{after - 1};
        if (exactStart && s.start(candidate) == ts)
            return candidate;
        if (s.end(candidate) >= ts)
            innermost = candidate;
    }
    return innermost;
}

void TraceBuilder::Work::joinFlows()
{
    struct End
    {
        FlowId id;
        qint64 ts;
        quint32 category;
        quint32 lane; // final lane, or none
        quint64 order;
        TraceChunk::FlowPhase phase;
    };
    size_t total = 0;
    for (const TraceChunk &c : chunks)
        total += c.flowEnds.size();
    if (total == 0)
        return;
    std::vector<End> ends;
    ends.reserve(total);
    std::vector<FlowCategory> &categories = trace.m_flows.m_categories;
    const auto categoryOf = [&](StrId name) {
        for (quint32 i = 0; i < categories.size(); ++i) {
            if (categories[i].name == name)
                return i;
        }
        FlowCategory c;
        c.name = name;
        categories.push_back(c);
        return static_cast<quint32>(categories.size() - 1);
    };
    quint64 order = 0;
    for (size_t c = 0; c < chunks.size(); ++c) {
        for (const TraceChunk::FlowEnd &f : chunks[c].flowEnds) {
            FlowId id = f.id;
            if (id.isInterned())
                id.low = raw(stringMap[c][id.low]);
            const TraceChunk::LaneKey key = chunks[c].lanes[f.lane];
            const auto lane = rawLaneIndex.find((quint64{raw(stringMap[c][raw(key.pid)])} << 33) |
                                                (quint64{raw(stringMap[c][raw(key.tid)])} << 1));
            const quint32 final = lane == rawLaneIndex.end() ? raw(NoLane) : finalLane[lane->second];
            ends.push_back({id, f.ts, categoryOf(stringMap[c][raw(f.category)]), final, order++, f.phase});
        }
        std::vector<TraceChunk::FlowEnd>().swap(chunks[c].flowEnds);
    }
    std::sort(ends.begin(), ends.end(), [](const End &a, const End &b) {
        if (a.category != b.category)
            return a.category < b.category;
        if (a.id != b.id)
            return a.id < b.id;
        return a.order < b.order;
    });
    for (const End &e : ends) {
        if (e.phase == TraceChunk::FlowPhase::Start)
            ++categories[e.category].starts;
        else
            ++categories[e.category].ends;
    }

    // Groups of one (category, id): the ends may come before the start in the file. With several starts (an id used
    // again), each end belongs to the last start before it in the file, else to the first.
    std::vector<std::pair<size_t, size_t>> groups;
    for (size_t i = 0; i < ends.size();) {
        size_t j = i + 1;
        while (j < ends.size() && ends[j].category == ends[i].category && ends[j].id == ends[i].id)
            ++j;
        groups.emplace_back(i, j);
        i = j;
    }
    constexpr size_t block = 16384;
    const size_t blocks = (groups.size() + block - 1) / block;
    std::vector<std::vector<Flow>> found(blocks);
    struct Orphans
    {
        quint32 starts = 0;
        quint32 endings = 0;
    };
    std::vector<std::vector<Orphans>> orphans(blocks, std::vector<Orphans>(categories.size()));
    pool.parallelFor(static_cast<qsizetype>(blocks), [&](qsizetype b) {
        if (job.isCanceled())
            return;
        const auto bi = static_cast<size_t>(b);
        for (size_t g = bi * block; g < std::min(groups.size(), (bi + 1) * block); ++g) {
            const auto [first, last] = groups[g];
            struct Start
            {
                const End *end;
                SliceId slice;
                bool used;
            };
            std::vector<Start> starts;
            for (size_t i = first; i < last; ++i) {
                if (ends[i].phase != TraceChunk::FlowPhase::Start)
                    continue;
                const SliceId slice = ends[i].lane == raw(NoLane) ? NoSlice : bind(ends[i].lane, ends[i].ts, false);
                starts.push_back({&ends[i], slice, false});
            }
            for (size_t i = first; i < last; ++i) {
                const End &e = ends[i];
                if (e.phase == TraceChunk::FlowPhase::Start)
                    continue;
                const SliceId slice = e.lane == raw(NoLane) ? NoSlice : bind(e.lane, e.ts, true);
                Start *from = nullptr;
                for (Start &s : starts) {
                    if (!from || s.end->order < e.order)
                        from = &s;
                }
                if (!from || from->slice == NoSlice || slice == NoSlice) {
                    ++orphans[bi][e.category].endings;
                    continue;
                }
                from->used = true;
                found[bi].push_back({from->slice, slice, from->end->ts, e.ts, e.id, e.category});
            }
            for (const Start &s : starts)
                orphans[bi][s.end->category].starts += s.used ? 0 : 1;
        }
    });
    std::vector<Flow> &flows = trace.m_flows.m_flows;
    size_t joined = 0;
    for (const auto &f : found)
        joined += f.size();
    flows.reserve(joined);
    qint64 orphanStarts = 0;
    qint64 orphanEnds = 0;
    for (size_t b = 0; b < blocks; ++b) {
        flows.insert(flows.end(), found[b].begin(), found[b].end());
        for (size_t c = 0; c < categories.size(); ++c) {
            categories[c].orphanStarts += orphans[b][c].starts;
            categories[c].orphanEnds += orphans[b][c].endings;
            orphanStarts += orphans[b][c].starts;
            orphanEnds += orphans[b][c].endings;
        }
    }
    std::sort(flows.begin(), flows.end(), [](const Flow &a, const Flow &b) {
        return std::tuple(raw(a.from), a.fromNs, a.toNs, raw(a.to)) < std::tuple(raw(b.from), b.fromNs, b.toNs, raw(b.to));
    });
    qint64 negative = 0;
    for (const Flow &f : flows) {
        ++categories[f.category].joined;
        if (f.toNs < f.fromNs) {
            ++categories[f.category].negative;
            ++negative;
        }
    }
    auto &byTarget = trace.m_flows.m_byTarget;
    byTarget.resize(flows.size());
    for (quint32 i = 0; i < flows.size(); ++i)
        byTarget[i] = FlowIndex{i};
    std::sort(byTarget.begin(), byTarget.end(), [&](FlowIndex a, FlowIndex b) {
        return std::tuple(raw(flows[raw(a)].to), raw(a)) < std::tuple(raw(flows[raw(b)].to), raw(b));
    });
    finding(Severity::Notice, "trace.orphan-flow-start",
            QStringLiteral("Flow starts without a matching end or slice: their lines are not drawn."), orphanStarts);
    finding(Severity::Notice, "trace.orphan-flow-end",
            QStringLiteral("Flow ends without a matching start or slice: their lines are not drawn."), orphanEnds);
    finding(Severity::Notice, "trace.negative-flow",
            QStringLiteral("Flows that end before they start, because host and device clocks differ: shown as measured."),
            negative);
}

void TraceBuilder::Work::findSteps()
{
    const SliceStore &s = trace.m_slices;
    for (quint32 i = 0; i < s.size(); ++i) {
        if (s.kind(SliceId{i}) != SliceKind::Step)
            continue;
        const std::string_view name = strings.view(s.name(SliceId{i}));
        qint64 step = 0;
        if (parseWhole(name.substr(std::min<size_t>(13, name.size())), step))
            trace.m_steps.push_back({step, s.start(SliceId{i}), s.end(SliceId{i}), SliceId{i}});
    }
    std::sort(trace.m_steps.begin(), trace.m_steps.end(),
              [](const StepMark &a, const StepMark &b) { return std::pair(a.startNs, a.step) < std::pair(b.startNs, b.step); });
}

void TraceBuilder::Work::findRange()
{
    qint64 from = std::numeric_limits<qint64>::max();
    qint64 to = std::numeric_limits<qint64>::min();
    const SliceStore &s = trace.m_slices;
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const auto span = s.row(RowId{r});
        if (span.isEmpty())
            continue;
        from = std::min(from, s.start(SliceId{span.first}));
        to = std::max(to, s.end(SliceId{span.last - 1}));
    }
    for (const CounterSeries &c : trace.m_counters) {
        if (c.timeNs.empty())
            continue;
        from = std::min(from, c.timeNs.front());
        to = std::max(to, c.timeNs.back());
    }
    if (from <= to) {
        trace.m_startNs = from;
        trace.m_endNs = to;
    }
}

std::unique_ptr<Trace> TraceBuilder::seal(ThreadPool &pool, const JobContext &job, ImportReport &report)
{
    auto trace = std::make_unique<Trace>();
    trace->m_sources = m_sources;
    Work w{*trace, pool, job, report, m_reportName, *trace->m_strings, m_chunks, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    w.mapIds();
    w.applyMetadata();
    w.pairEdges();
    w.gatherSlices();
    // Counters may name processes that no slice does, so they come before the processes are put in order.
    w.buildCounters();
    const std::vector<Process> before = trace->m_processes;
    w.orderLanes();
    for (CounterSeries &c : trace->m_counters)
        c.process = ProcessId{w.processIndex[raw(before[raw(c.process)].pid)]};
    std::stable_sort(trace->m_counters.begin(), trace->m_counters.end(), [](const CounterSeries &a, const CounterSeries &b) {
        return raw(a.process) < raw(b.process);
    });
    if (job.isCanceled())
        return nullptr;
    w.sortAndPack();
    if (job.isCanceled())
        return nullptr;
    w.classify();
    w.joinFlows();
    if (job.isCanceled())
        return nullptr;
    w.findSteps();
    w.findRange();
    m_chunks.clear();
    trace->m_memory = MemoryReservation(job.sharedBudget());
    trace->m_memory.resize(trace->bytes());
    m_reservations.clear();
    return trace;
}

} // namespace rs
