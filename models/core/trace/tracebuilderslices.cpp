// SPDX-License-Identifier: Apache-2.0
// Sealing of slices: counting per lane, sorting, packing on rows, and the columns.
#include "core/trace/tracebuilder.h"

#include "core/base/timens.h"
#include "core/trace/rowallocator.h"
#include "core/trace/taskkind.h"
#include "core/trace/tracebuilder_p.h"

#include <algorithm>
#include <array>
#include <optional>

namespace rs {

namespace {

// Gives the slices of one lane their rows while they come in order of time.
class RowPacker
{
public:
    quint32 place(qint64 from, qint64 to)
    {
        // Rows that have ended stay so, as `from` only grows.
        while (m_open > 0 && m_ends[m_open - 1] <= from)
            --m_open;
        // Below the deepest open slice that contains this one whole, and then on the first row that is free. Walking
        // the open rows is fastest for stacks as deep as calls are.
        size_t r = 0;
        if (m_open > RowAllocator::TreeFrom) {
            r = m_ends.firstFree(m_ends.lastReaching(std::max(to, from + 1)), from);
        } else {
            for (size_t above = m_open; above > 0; --above) {
                if (m_ends[above - 1] > from && m_ends[above - 1] >= to) {
                    r = above;
                    break;
                }
            }
            while (r < m_open && m_ends[r] > from)
                ++r;
        }
        m_ends.set(r, to);
        m_open = std::max(m_open, r + 1);
        return static_cast<quint32>(r);
    }
    [[nodiscard]] quint32 rows() const { return static_cast<quint32>(m_ends.size()); }

private:
    RowAllocator m_ends;
    size_t m_open = 0;
};

} // namespace

quint32 packRows(const std::vector<qint64> &start, const std::vector<qint64> &duration, std::vector<quint32> &row)
{
    row.resize(start.size());
    RowPacker packer;
    for (size_t i = 0; i < start.size(); ++i)
        row[i] = packer.place(start[i], start[i] + duration[i]);
    return packer.rows();
}

void TraceBuilder::Work::countSlices()
{
    chunkLanes.resize(chunks.size());
    forChunks([&](size_t c) {
        std::vector<quint32> &count = chunkLanes[c].count;
        count.assign(chunks[c].lanes.size() * 2, 0);
        for (const TraceChunk::Slice &s : chunks[c].slices)
            ++count[s.lane * 2 + (s.kind == SliceKind::Python ? 1 : 0)];
    });
    if (job.isCanceled())
        return;
    for (size_t c = 0; c < chunks.size(); ++c) {
        ChunkLanes &lanes = chunkLanes[c];
        lanes.rawLane.assign(lanes.count.size(), 0);
        for (size_t i = 0; i < lanes.count.size(); ++i) {
            if (lanes.count[i] == 0)
                continue;
            const TraceChunk::LaneKey key = chunks[c].lanes[i / 2];
            lanes.rawLane[i] = rawLane(stringMap[c][raw(key.pid)], stringMap[c][raw(key.tid)], i % 2 == 1);
            laneSlices.resize(rawLanes.size(), 0);
            laneSlices[lanes.rawLane[i]] += lanes.count[i];
        }
    }
    laneSlices.resize(rawLanes.size(), 0);
}

void TraceBuilder::Work::placeSlices()
{
    const size_t lanes = laneOrder.size();
    const size_t total = sliceCount();
    // Places lie lane by lane in final order, inside of a lane in file order.
    std::vector<size_t> base(lanes + 1, 0);
    std::vector<quint32> next(rawLanes.size(), 0);
    for (size_t i = 0; i < lanes; ++i) {
        next[laneOrder[i]] = static_cast<quint32>(base[i]);
        base[i + 1] = base[i] + laneSlices[laneOrder[i]];
        trace.m_lanes[i].sliceCount = laneSlices[laneOrder[i]];
    }
    std::vector<quint32> detailBase(chunks.size());
    size_t details = 0;
    for (size_t c = 0; c < chunks.size(); ++c) {
        ChunkLanes &l = chunkLanes[c];
        l.at.assign(l.count.size(), 0);
        for (size_t i = 0; i < l.count.size(); ++i) {
            if (l.count[i] == 0)
                continue;
            l.at[i] = next[l.rawLane[i]];
            next[l.rawLane[i]] += l.count[i];
        }
        detailBase[c] = static_cast<quint32>(details);
        details += chunks[c].details.size();
    }
    SliceStore &out = trace.m_slices;
    out.m_details.fill([details](auto &values) { values.resize(details); });
    forChunks([&](size_t c) {
        const auto &map = stringMap[c];
        pages.lay(out.m_details.values(), detailBase[c], chunks[c].details.size());
        TaskDetail *to = out.m_details.data() + detailBase[c];
        for (TaskDetail d : chunks[c].details) {
            d.taskType = map[raw(d.taskType)];
            d.linkType = map[raw(d.linkType)];
            d.transport = map[raw(d.transport)];
            d.dataType = map[raw(d.dataType)];
            *to++ = d;
        }
        pages.take(chunks[c].details);
    });
    PageVector<SlicePlace> places;
    pages.resize(places, total);
    forChunks([&](size_t c) {
        const PageVector<TraceChunk::Slice> &slices = chunks[c].slices;
        std::vector<quint32> &at = chunkLanes[c].at;
        for (quint32 i = 0; i < slices.size(); ++i)
            places[at[slices[i].lane * 2 + (slices[i].kind == SliceKind::Python ? 1 : 0)]++] = {static_cast<quint32>(c),
                                                                                                i};
    });
    if (job.isCanceled())
        return;

    // Large lanes first, so that none of them comes last and alone.
    std::vector<quint32> bySize(lanes);
    for (quint32 i = 0; i < lanes; ++i)
        bySize[i] = i;
    std::ranges::stable_sort(
        bySize, [&](quint32 a, quint32 b) { return trace.m_lanes[a].sliceCount > trace.m_lanes[b].sliceCount; });
    const auto forLanes = [&](const std::function<void(quint32 lane)> &body) {
        pool.parallelFor(static_cast<qsizetype>(lanes), [&](qsizetype index) {
            if (!job.isCanceled())
                body(bySize[static_cast<size_t>(index)]);
        });
    };
    PageVector<quint32> rowOf;
    pages.resize(rowOf, total);
    std::vector<Doubles> doubles(lanes);
    forLanes([&](quint32 i) {
        trace.m_lanes[i].rowCount =
            packLane(places.data() + base[i], rowOf.data() + base[i], base[i + 1] - base[i], doubles[i]);
    });
    if (job.isCanceled())
        return;
    tellDoubles(doubles);

    quint32 rows = 0;
    for (Lane &lane : trace.m_lanes) {
        lane.firstRow = rows;
        rows += lane.rowCount;
    }
    out.m_rowBegin.fill([&](auto &values) { values.assign(rows + 1, static_cast<quint32>(total)); });
    trace.m_laneOfRow.resize(rows);
    const auto makeRoom = [&](auto &...columns) {
        (columns.fill([&](auto &values) { pages.resize(values, total); }), ...);
    };
    makeRoom(out.m_start, out.m_duration, out.m_name, out.m_kind, out.m_argsAt, out.m_argsLength, out.m_detail);
    forLanes([&](quint32 i) { writeLane(i, places.data() + base[i], rowOf.data() + base[i], base[i], detailBase); });
    pages.take(places);
    pages.take(rowOf);
    forChunks([&](size_t c) { pages.take(chunks[c].slices); });
}

quint32 TraceBuilder::Work::packLane(SlicePlace *places, quint32 *rows, size_t count, Doubles &doubles)
{
    const auto before = [](const TraceChunk::Slice &a, const TraceChunk::Slice &b) {
        if (a.start != b.start)
            return a.start < b.start;
        if (a.duration != b.duration)
            return a.duration > b.duration;
        return a.argsAt < b.argsAt;
    };
    // Parts of a list that stands twice lie between a slice and its double, where they have its start and duration too.
    constexpr size_t mostBetween = 16;
    const auto noteDouble = [&](size_t k, size_t firstEqual) {
        const StrId name = nameOf(places[k]);
        for (size_t other = k; other > firstEqual && k - other < mostBetween; --other) {
            if (nameOf(places[other - 1]) == name) {
                if (doubles.count++ == 0)
                    doubles.first = places[k];
                return;
            }
        }
    };
    // Most writers put the slices of a lane in order of time.
    const auto packed = [&]() -> std::optional<quint32> {
        RowPacker packer;
        const TraceChunk::Slice *last = nullptr;
        size_t firstEqual = 0; // of those with the start and duration of the last one
        doubles = {};
        for (size_t k = 0; k < count; ++k) {
            const TraceChunk::Slice &s = slice(places[k]);
            if (last && before(s, *last))
                return {};
            if (!last || s.start != last->start || s.duration != last->duration)
                firstEqual = k;
            else if (s.duration > 0) // events without length may come twice at a time
                noteDouble(k, firstEqual);
            rows[k] = packer.place(s.start, s.start + s.duration);
            last = &s;
        }
        return packer.rows();
    };
    if (const std::optional<quint32> inOrder = packed())
        return *inOrder;
    struct Key
    {
        qint64 start;
        qint64 duration;
        SlicePlace place;
    };
    MemoryReservation memory(job.sharedBudget());
    memory.hold(static_cast<qint64>(count * sizeof(Key)));
    PageVector<Key> keys;
    pages.resize(keys, count);
    for (size_t k = 0; k < count; ++k)
        keys[k] = {slice(places[k]).start, slice(places[k]).duration, places[k]};
    std::ranges::sort(keys, [&](const Key &a, const Key &b) {
        if (a.start != b.start)
            return a.start < b.start;
        if (a.duration != b.duration)
            return a.duration > b.duration;
        return before(slice(a.place), slice(b.place));
    });
    for (size_t k = 0; k < count; ++k)
        places[k] = keys[k].place;
    pages.take(keys);
    return packed().value_or(0);
}

void TraceBuilder::Work::tellDoubles(const std::vector<Doubles> &ofLanes)
{
    // A function that calls itself at once looks the same where stamps are whole microseconds; not all of them do.
    constexpr qint64 fewestCalls = 4;
    qint64 calls = 0;
    qint64 callsAgain = 0;
    const auto isCalls = [&](size_t lane) { return trace.m_lanes[lane].kind == LaneKind::PythonStack; };
    for (size_t i = 0; i < ofLanes.size(); ++i) {
        calls += isCalls(i) ? trace.m_lanes[i].sliceCount : 0;
        callsAgain += isCalls(i) ? ofLanes[i].count : 0;
    }
    const bool tellCalls = callsAgain >= fewestCalls && callsAgain * 20 >= calls * 9; // those of no length never count
    qint64 count = 0;
    const Doubles *first = nullptr;
    for (size_t i = 0; i < ofLanes.size(); ++i) {
        if (ofLanes[i].count == 0 || (isCalls(i) && !tellCalls))
            continue;
        count += ofLanes[i].count;
        if (!first || slice(ofLanes[i].first).argsAt < slice(first->first).argsAt)
            first = &ofLanes[i];
    }
    if (!first)
        return;
    constexpr int fileAt = 56;
    constexpr quint64 offsetMask = (quint64{1} << fileAt) - 1;
    const TraceChunk::Slice &s = slice(first->first);
    const quint64 offset = s.argsAt & offsetMask;
    const auto source = static_cast<size_t>(s.argsAt >> fileAt);
    const std::string_view name = strings.view(nameOf(first->first));
    finding(Severity::Notice, "trace.doubled-slice",
            RS_MESSAGE("Slices with the same name, start and duration as another one in their lane (%1) are kept: "
                       "sums and counts of these lanes count them twice."),
            count,
            QStringLiteral("%1, %2 us")
                .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).left(80),
                     QString::fromStdString(formatUs(s.start))),
            placeOf && source < trace.m_sources.size() ? placeOf(trace.m_sources[source], offset)
                                                       : Place::byte(static_cast<qint64>(offset)));
}

void TraceBuilder::Work::writeLane(quint32 laneIndex, const SlicePlace *places, const quint32 *rows, size_t first,
                                   const std::vector<quint32> &detailBase)
{
    const Lane &lane = trace.m_lanes[laneIndex];
    SliceStore &out = trace.m_slices;
    std::vector<quint32> at(lane.rowCount + 1, 0);
    for (size_t k = 0; k < lane.sliceCount; ++k)
        ++at[rows[k] + 1];
    at[0] = static_cast<quint32>(first);
    for (quint32 r = 0; r < lane.rowCount; ++r) {
        at[r + 1] += at[r];
        out.m_rowBegin[lane.firstRow + r] = at[r];
        trace.m_laneOfRow[lane.firstRow + r] = LaneId{laneIndex};
    }
    // The kind follows from a few small numbers, which come again and again.
    struct Known
    {
        StrId name{};
        StrId taskType{};
        bool isPoint = false;
        SliceKind from = SliceKind::Count;
        SliceKind kind = SliceKind::Other;
    };
    std::array<Known, 256> known;
    for (size_t k = 0; k < lane.sliceCount; ++k) {
        const quint32 chunk = places[k].chunk;
        const TraceChunk::Slice &s = slice(places[k]);
        const std::vector<StrId> &map = stringMap[chunk];
        const StrId name = map[raw(s.name)];
        const StrId taskType = s.detail == 0 ? NoText : out.m_details[detailBase[chunk] + s.detail - 1].taskType;
        Known &slot = known[(raw(name) * 31 + raw(taskType)) % known.size()];
        const bool isPoint = s.duration == 0;
        if (slot.from != s.kind || slot.name != name || slot.taskType != taskType || slot.isPoint != isPoint)
            slot = {name, taskType, isPoint, s.kind, kindOf(lane, s.kind, isPoint, taskType, name)};
        const quint32 to = at[rows[k]]++;
        out.m_start[to] = s.start;
        out.m_duration[to] = s.duration;
        out.m_name[to] = name;
        out.m_kind[to] = slot.kind;
        out.m_argsAt[to] = s.argsAt;
        out.m_argsLength[to] = s.argsLength;
        out.m_detail[to] = s.detail == 0 ? 0 : s.detail + detailBase[chunk];
    }
}

SliceKind TraceBuilder::Work::kindOf(const Lane &lane, SliceKind kind, bool isPoint, StrId taskTypeId,
                                     StrId nameId) const
{
    const std::string_view name = strings.view(nameId);
    const std::string_view taskType = strings.view(taskTypeId);
    switch (trace.m_processes[raw(lane.process)].kind) {
    case ProcessKind::AscendHardware:
        // A point in time without a type is a mark; what a reader knows to be of communication stays so.
        if (lane.kind == LaneKind::StepTrace || kind == SliceKind::CommTask)
            return kind;
        return isPoint && taskType.empty() ? SliceKind::DeviceOther : deviceSliceKind(taskType, name);
    case ProcessKind::Communication:
        if (lane.kind == LaneKind::CommGroup)
            return SliceKind::CommOperator;
        return deviceSliceKind(taskType, name) == SliceKind::EventWait ? SliceKind::CommWait : SliceKind::CommTask;
    case ProcessKind::OverlapAnalysis:
        return lane.kind == LaneKind::OverlapComputing       ? SliceKind::OverlapComputing
               : lane.kind == LaneKind::OverlapCommunication ? SliceKind::OverlapCommunication
               : lane.kind == LaneKind::OverlapNotOverlapped ? SliceKind::OverlapNotOverlapped
               : lane.kind == LaneKind::OverlapFree          ? SliceKind::OverlapFree
                                                             : SliceKind::Other;
    case ProcessKind::Cann:
        return startsWith(name, "Hccl@") || startsWith(name, "Communication@") || startsWith(name, "hcom_")
                   ? SliceKind::HostCommunication
                   : SliceKind::CannApi;
    case ProcessKind::ScopeLayer:
        return SliceKind::Scope;
    case ProcessKind::MsTx:
        return kind == SliceKind::Other ? SliceKind::Marker : kind; // processes of other profilers bear the same names
    case ProcessKind::PythonGc:
        return SliceKind::GarbageCollection;
    case ProcessKind::Python:
    case ProcessKind::MindSpore:
    case ProcessKind::CpuOp:
        if (kind == SliceKind::Python)
            return kind;
        if (startsWith(name, "ProfilerStep#"))
            return SliceKind::Step;
        return kind == SliceKind::Other ? SliceKind::Framework : kind;
    default:
        return kind;
    }
}

} // namespace rs
