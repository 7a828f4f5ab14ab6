// SPDX-License-Identifier: Apache-2.0
// Sealing of flows: every end finds its slice, ends of one id find each other.
#include "core/tracebuilder.h"

#include "core/rowends.h"
#include "core/tracebuilder_p.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace rs {

namespace {

struct End
{
    FlowId id;
    qint64 ts;
    quint32 category;
    quint32 lane; // final lane, or none
    SliceId slice;
    TraceChunk::FlowPhase phase;
    quint8 part; // ends of one category and id are in one part
};

// An end whose id no other end has.
struct Lone
{
    qint64 ts;
    quint32 category;
    bool start;
};

// Finds the slices of one lane at stamps that mostly grow: each row is searched from where the last search ended.
class LaneCursor
{
public:
    LaneCursor(const SliceStore &store, const Lane &lane) : m_store(store), m_lane(lane), m_after(lane.rowCount, 0)
    {
        for (quint32 r = 0; r < lane.rowCount; ++r)
            m_after[r] = store.row(RowId{lane.firstRow + r}).first;
    }

    // Innermost slice at `ts`; for the end of a flow, the slice that starts exactly there comes first.
    SliceId at(qint64 ts, bool exactStart)
    {
        SliceId innermost = NoSlice;
        for (quint32 r = 0; r < m_lane.rowCount; ++r) {
            const auto span = m_store.row(RowId{m_lane.firstRow + r});
            // Several zero-length slices may start together; the last one starting at or before ts is the candidate.
            const quint32 after = firstAfter(r, span, ts);
            if (after == span.first)
                continue;
            const SliceId candidate{after - 1};
            if (exactStart && m_store.start(candidate) == ts)
                return candidate;
            if (m_store.end(candidate) >= ts)
                innermost = candidate;
        }
        return innermost;
    }

private:
    // First slice of the row that starts after `ts`.
    quint32 firstAfter(quint32 row, SliceStore::Span span, qint64 ts)
    {
        const std::vector<qint64> &start = m_store.starts();
        quint32 low = m_after[row];
        quint32 high = low;
        if (low < span.last && start[low] <= ts) {
            for (quint32 step = 1; high < span.last && start[high] <= ts; step *= 2) {
                low = high + 1;
                high += std::min(step, span.last - high);
            }
        } else {
            for (quint32 step = 1; low > span.first && start[low - 1] > ts; step *= 2) {
                high = low - 1;
                low -= std::min(step, low - span.first);
            }
        }
        // Everything before low starts at or before ts, everything from high on after it.
        const auto it = std::upper_bound(start.begin() + low, start.begin() + high, ts);
        m_after[row] = static_cast<quint32>(it - start.begin());
        return m_after[row];
    }

    const SliceStore &m_store;
    const Lane &m_lane;
    std::vector<quint32> m_after;
};

// More rows than this are not searched one by one for each end.
constexpr quint32 sweepFrom = 32;

// The same answers as LaneCursor's, for all ends of a lane of many rows: slices and ends pass in order of time.
void sweepLane(const SliceStore &store, const Lane &lane, PageVector<End> &ends, const quint32 *first,
               const quint32 *last)
{
    struct Begin
    {
        qint64 ts;
        quint32 row;
        quint32 slice;
    };
    std::vector<Begin> begins;
    begins.reserve(lane.sliceCount);
    for (quint32 r = 0; r < lane.rowCount; ++r) {
        const auto span = store.row(RowId{lane.firstRow + r});
        for (quint32 i = span.first; i < span.last; ++i)
            begins.push_back({store.start(SliceId{i}), r, i});
    }
    std::sort(begins.begin(), begins.end(),
              [](const Begin &a, const Begin &b) { return std::tuple(a.ts, a.slice) < std::tuple(b.ts, b.slice); });
    std::vector<quint32> order(first, last);
    std::sort(order.begin(), order.end(), [&](quint32 a, quint32 b) { return ends[a].ts < ends[b].ts; });

    RowEnds reach;
    for (quint32 r = 0; r < lane.rowCount; ++r)
        reach.set(r, std::numeric_limits<qint64>::min());
    std::vector<SliceId> latest(lane.rowCount, NoSlice);
    quint32 topRow = 0; // of the slices that start at `topTs`, the latest stamp that was passed
    qint64 topTs = std::numeric_limits<qint64>::min();
    auto begin = begins.cbegin();
    for (const quint32 index : order) {
        End &e = ends[index];
        for (; begin != begins.cend() && begin->ts <= e.ts; ++begin) {
            latest[begin->row] = SliceId{begin->slice};
            reach.set(begin->row, store.end(SliceId{begin->slice}));
            topRow = begin->ts == topTs ? std::min(topRow, begin->row) : begin->row;
            topTs = begin->ts;
        }
        const size_t behind = reach.lastReaching(e.ts);
        if (e.phase != TraceChunk::FlowPhase::Start && topTs == e.ts)
            e.slice = latest[topRow];
        else if (behind > 0)
            e.slice = latest[behind - 1];
    }
}

// Sorts by the upper 32 bits and keeps the order of equal ones.
void sortByUpperHalf(PageVector<quint64> &keys)
{
    PageVector<quint64> other(keys.size());
    for (int shift = 32; shift < 64; shift += 11) {
        std::array<quint32, 2049> at{};
        for (const quint64 k : keys)
            ++at[((k >> shift) & 2047) + 1];
        if (std::any_of(at.begin(), at.end(), [&](quint32 n) { return n == keys.size(); }))
            continue;
        for (size_t i = 1; i < at.size(); ++i)
            at[i] += at[i - 1];
        for (const quint64 k : keys)
            other[at[(k >> shift) & 2047]++] = k;
        keys.swap(other);
    }
}

} // namespace

void TraceBuilder::Work::joinFlows()
{
    std::vector<size_t> base(chunks.size() + 1, 0);
    for (size_t c = 0; c < chunks.size(); ++c)
        base[c + 1] = base[c] + chunks[c].flowEnds.size();
    const size_t total = base.back();
    if (total == 0)
        return;

    // Categories in order of appearance: first the few of each chunk, then those of all.
    std::vector<std::vector<StrId>> chunkCategories(chunks.size());
    forChunks([&](size_t c) {
        std::vector<StrId> &seen = chunkCategories[c];
        for (const TraceChunk::FlowEnd &f : chunks[c].flowEnds) {
            if (std::find(seen.begin(), seen.end(), f.category) == seen.end())
                seen.push_back(f.category);
        }
    });
    std::vector<FlowCategory> &categories = trace.m_flows.m_categories;
    std::unordered_map<quint32, quint32> categoryIndex;
    for (size_t c = 0; c < chunks.size(); ++c) {
        for (const StrId local : chunkCategories[c]) {
            const StrId name = stringMap[c][raw(local)];
            if (categoryIndex.try_emplace(raw(name), static_cast<quint32>(categories.size())).second) {
                categories.emplace_back();
                categories.back().name = name;
            }
        }
    }

    PageVector<End> ends(total);
    forChunks([&](size_t c) {
        const auto &map = stringMap[c];
        std::vector<quint32> lanes(chunks[c].lanes.size(), raw(NoLane));
        for (size_t l = 0; l < lanes.size(); ++l) {
            const TraceChunk::LaneKey key = chunks[c].lanes[l];
            const auto it = rawLaneIndex.find(laneKey(map[raw(key.pid)], map[raw(key.tid)], false));
            if (it != rawLaneIndex.end())
                lanes[l] = finalLane[it->second];
        }
        End *to = ends.data() + base[c];
        StrId lastCategory{};
        quint32 category = 0;
        bool known = false;
        for (const TraceChunk::FlowEnd &f : chunks[c].flowEnds) {
            FlowId id = f.id;
            if (id.isInterned())
                id.low = raw(map[id.low]);
            if (!known || f.category != lastCategory) {
                category = categoryIndex.find(raw(map[raw(f.category)]))->second;
                lastCategory = f.category;
                known = true;
            }
            const quint64 hash = ((id.low ^ (id.high * 31) ^ (quint64{category} << 48)) * 0x9e3779b97f4a7c15ULL);
            *to++ = {id, f.ts, category, lanes[f.lane], NoSlice, f.phase, static_cast<quint8>(hash >> 56)};
        }
        PageVector<TraceChunk::FlowEnd>().swap(chunks[c].flowEnds);
    });
    if (job.isCanceled())
        return;

    // Slices of all ends, lane by lane, in blocks.
    PageVector<quint32> order(total);
    {
        std::vector<size_t> at(trace.m_lanes.size() + 1, 0);
        for (const End &e : ends) {
            if (e.lane != raw(NoLane))
                ++at[e.lane + 1];
        }
        for (size_t l = 1; l < at.size(); ++l)
            at[l] += at[l - 1];
        struct Block
        {
            quint32 lane;
            size_t first;
            size_t last;
        };
        std::vector<Block> blocks;
        for (quint32 l = 0; l < trace.m_lanes.size(); ++l) {
            const size_t each = trace.m_lanes[l].rowCount > sweepFrom ? total : 4096;
            for (size_t i = at[l]; i < at[l + 1]; i += each)
                blocks.push_back({l, i, std::min(i + each, at[l + 1])});
        }
        for (quint32 i = 0; i < total; ++i) {
            if (ends[i].lane != raw(NoLane))
                order[at[ends[i].lane]++] = i;
        }
        pool.parallelFor(static_cast<qsizetype>(blocks.size()), [&](qsizetype index) {
            if (job.isCanceled())
                return;
            const Block &b = blocks[static_cast<size_t>(index)];
            if (trace.m_lanes[b.lane].rowCount > sweepFrom)
                return sweepLane(trace.m_slices, trace.m_lanes[b.lane], ends, order.data() + b.first,
                                 order.data() + b.last);
            LaneCursor cursor(trace.m_slices, trace.m_lanes[b.lane]);
            for (size_t i = b.first; i < b.last; ++i) {
                End &e = ends[order[i]];
                e.slice = cursor.at(e.ts, e.phase != TraceChunk::FlowPhase::Start);
            }
        });
        if (job.isCanceled())
            return;
    }

    // Groups of one (category, id): the ends may come before the start in the file. With several starts (an id used
    // again), each end belongs to the last start before it in the file, else to the first.
    constexpr size_t parts = 256;
    std::array<size_t, parts + 1> at{};
    for (const End &e : ends)
        ++at[e.part + size_t{1}];
    for (size_t p = 1; p <= parts; ++p)
        at[p] += at[p - 1];
    const std::array<size_t, parts + 1> partBegin = at;
    for (quint32 i = 0; i < total; ++i)
        order[at[ends[i].part]++] = i;
    struct Part
    {
        std::vector<Flow> flows;
        std::vector<FlowCategory> counts;
        std::vector<Lone> lone;
    };
    std::vector<Part> found(parts);
    pool.parallelFor(static_cast<qsizetype>(parts), [&](qsizetype index) {
        if (job.isCanceled())
            return;
        const auto p = static_cast<size_t>(index);
        Part &part = found[p];
        part.counts.resize(categories.size());
        quint32 *const first = order.data() + partBegin[p];
        quint32 *const last = order.data() + partBegin[p + 1];
        std::sort(first, last, [&](quint32 a, quint32 b) {
            const End &x = ends[a];
            const End &y = ends[b];
            if (x.id != y.id)
                return x.id < y.id;
            if (x.category != y.category)
                return x.category < y.category;
            return a < b;
        });
        struct Start
        {
            quint32 index;
            bool used;
        };
        std::vector<Start> starts;
        for (quint32 *group = first; group < last;) {
            const End &head = ends[*group];
            quint32 *end = group + 1;
            while (end < last && ends[*end].id == head.id && ends[*end].category == head.category)
                ++end;
            FlowCategory &count = part.counts[head.category];
            starts.clear();
            for (const quint32 *i = group; i < end; ++i) {
                if (ends[*i].phase == TraceChunk::FlowPhase::Start)
                    starts.push_back({*i, false});
            }
            count.starts += static_cast<quint32>(starts.size());
            count.ends += static_cast<quint32>(end - group) - static_cast<quint32>(starts.size());
            size_t next = 0; // first start behind the end in work: both are in file order
            for (const quint32 *i = group; i < end; ++i) {
                const End &e = ends[*i];
                if (e.phase == TraceChunk::FlowPhase::Start)
                    continue;
                while (next < starts.size() && starts[next].index < *i)
                    ++next;
                Start *const from = starts.empty() ? nullptr : &starts[next == 0 ? 0 : next - 1];
                if (!from) {
                    ++count.orphanEnds;
                    part.lone.push_back({e.ts, e.category, false});
                    continue;
                }
                if (ends[from->index].slice == NoSlice || e.slice == NoSlice) {
                    ++count.orphanEnds;
                    ++count.orphansOutOfSlice;
                    continue;
                }
                from->used = true;
                const qint64 fromNs = ends[from->index].ts;
                ++count.joined;
                count.negative += e.ts < fromNs ? 1 : 0;
                part.flows.push_back({ends[from->index].slice, e.slice, fromNs, e.ts, e.id, e.category});
            }
            const bool hasEnds = static_cast<size_t>(end - group) > starts.size();
            for (const Start &s : starts) {
                if (s.used)
                    continue;
                ++count.orphanStarts;
                if (hasEnds)
                    ++count.orphansOutOfSlice;
                else
                    part.lone.push_back({ends[s.index].ts, head.category, true});
            }
            group = end;
        }
    });
    if (job.isCanceled())
        return;
    PageVector<End>().swap(ends);
    PageVector<quint32>().swap(order);

    qint64 orphanStarts = 0;
    qint64 orphanEnds = 0;
    qint64 negative = 0;
    std::vector<size_t> flowBase(parts + 1, 0);
    for (size_t p = 0; p < parts; ++p) {
        flowBase[p + 1] = flowBase[p] + found[p].flows.size();
        for (size_t c = 0; c < categories.size(); ++c) {
            const FlowCategory &from = found[p].counts[c];
            categories[c].starts += from.starts;
            categories[c].ends += from.ends;
            categories[c].joined += from.joined;
            categories[c].negative += from.negative;
            categories[c].orphanStarts += from.orphanStarts;
            categories[c].orphanEnds += from.orphanEnds;
            categories[c].orphansOutOfSlice += from.orphansOutOfSlice;
            orphanStarts += from.orphanStarts;
            orphanEnds += from.orphanEnds;
            negative += from.negative;
        }
    }

    // A start behind the last one that was joined, or an end before the first: its partner lies outside the capture.
    std::vector<qint64> lastStart(categories.size(), std::numeric_limits<qint64>::min());
    std::vector<qint64> firstEnd(categories.size(), std::numeric_limits<qint64>::max());
    for (const Part &part : found) {
        for (const Flow &f : part.flows) {
            lastStart[f.category] = std::max(lastStart[f.category], f.fromNs);
            firstEnd[f.category] = std::min(firstEnd[f.category], f.toNs);
        }
    }
    for (const Part &part : found) {
        for (const Lone &l : part.lone) {
            FlowCategory &c = categories[l.category];
            const bool cut = c.joined > 0 && (l.start ? l.ts > lastStart[l.category] : l.ts < firstEnd[l.category]);
            ++(cut ? c.orphansCutOff : c.orphansAlone);
        }
    }

    // By source slice; the few that share one are then put in order of time.
    PageVector<quint64> keys(flowBase.back());
    PageVector<Flow> unsorted(flowBase.back());
    pool.parallelFor(static_cast<qsizetype>(parts), [&](qsizetype index) {
        const auto p = static_cast<size_t>(index);
        size_t i = flowBase[p];
        for (const Flow &f : found[p].flows) {
            unsorted[i] = f;
            keys[i] = (quint64{raw(f.from)} << 32) | i;
            ++i;
        }
        std::vector<Flow>().swap(found[p].flows);
    });
    sortByUpperHalf(keys);
    std::vector<Flow> &flows = trace.m_flows.m_flows;
    flows.resize(keys.size());
    constexpr size_t block = 32768;
    const auto blocks = static_cast<qsizetype>((flows.size() + block - 1) / block);
    pool.parallelFor(blocks, [&](qsizetype b) {
        for (size_t i = static_cast<size_t>(b) * block;
             i < std::min(flows.size(), (static_cast<size_t>(b) + 1) * block); ++i)
            flows[i] = unsorted[keys[i] & 0xffffffffU];
    });
    for (size_t i = 0; i < flows.size();) {
        size_t j = i + 1;
        while (j < flows.size() && flows[j].from == flows[i].from)
            ++j;
        if (j - i > 1) {
            std::sort(flows.begin() + static_cast<std::ptrdiff_t>(i), flows.begin() + static_cast<std::ptrdiff_t>(j),
                      [](const Flow &a, const Flow &b) {
                          return std::tuple(a.fromNs, a.toNs, raw(a.to), a.category, a.id) <
                                 std::tuple(b.fromNs, b.toNs, raw(b.to), b.category, b.id);
                      });
        }
        i = j;
    }
    for (size_t i = 0; i < flows.size(); ++i)
        keys[i] = (quint64{raw(flows[i].to)} << 32) | i;
    sortByUpperHalf(keys);
    auto &byTarget = trace.m_flows.m_byTarget;
    byTarget.resize(flows.size());
    for (size_t i = 0; i < flows.size(); ++i)
        byTarget[i] = FlowIndex{static_cast<quint32>(keys[i])};
    finding(Severity::Notice, "trace.orphan-flow-start",
            QStringLiteral("Flow starts without a matching end or slice: their lines are not drawn."), orphanStarts);
    finding(Severity::Notice, "trace.orphan-flow-end",
            QStringLiteral("Flow ends without a matching start or slice: their lines are not drawn."), orphanEnds);
    finding(
        Severity::Notice, "trace.negative-flow",
        QStringLiteral("Flows that end before they start, because host and device clocks differ: shown as measured."),
        negative);
}

} // namespace rs
