// SPDX-License-Identifier: Apache-2.0
// Sealing of flows: every end finds its slice, ends of one id find each other.
#include "core/trace/tracebuilder.h"

#include "core/trace/rowallocator.h"
#include "core/trace/tracebuilder_p.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace rs {

// An end whose id no other end has.
struct LoneEnd
{
    qint64 ts;
    quint32 category;
    bool start;
};

namespace {

// Values at random places are asked for that many turns before they are read.
constexpr size_t prefetchAhead = 12;

// Ends of one category and id are in one part.
constexpr size_t flowParts = 256;

quint64 hashOf(const FlowId &id, StrId category)
{
    const quint64 h = (id.low ^ (id.high * 31) ^ (quint64{raw(category)} << 40)) * 0x9e3779b97f4a7c15ULL;
    return (h ^ (h >> 32)) * 0xd1342543de82ef95ULL;
}

size_t partOf(quint64 hash)
{
    return hash >> 56;
}

using FlowEnd = TraceChunk::FlowEnd;

// Number of an end over all chunks, in file order: chunk << 28 | index.
using EndNumber = quint64;
constexpr int indexBits = 28;
constexpr int numberBits = indexBits + 20;

EndNumber numberOf(size_t chunk, size_t index)
{
    return quint64{chunk} << indexBits | index;
}

// Sorts a part by as much of the hash as keeps two ids apart nearly always, then by the order of the file.
quint64 partKey(quint64 hash, EndNumber number)
{
    return hash << 8 >> numberBits << numberBits | number;
}

// The ends are joined where their chunk has them: while that lasts, these two fields change their meaning.
quint32 categoryOf(const FlowEnd &e)
{
    return e.lane;
}

void setSlice(FlowEnd &e, SliceId slice)
{
    e.category = StrId{raw(slice)};
}

SliceId sliceOf(const FlowEnd &e)
{
    return SliceId{raw(e.category)};
}

// Finds the slices of one lane at stamps that mostly grow: each row is searched from where the last search ended.
class LaneCursor
{
public:
    LaneCursor(const SliceStore &store, const Lane &lane) : m_store(store), m_lane(lane), m_after(lane.rowCount, 0)
    {
        for (quint32 r = 0; r < lane.rowCount; ++r)
            m_after[r] = store.row(RowId{lane.firstRow + r}).first;
    }

    // Innermost slice at `ts`; for all but the start of a flow, the slice that starts exactly there comes first. Of a
    // NextEnd, the slice that starts next.
    SliceId at(qint64 ts, TraceChunk::FlowPhase phase)
    {
        SliceId innermost = NoSlice;
        SliceId next = NoSlice;
        for (quint32 r = 0; r < m_lane.rowCount; ++r) {
            const auto span = m_store.row(RowId{m_lane.firstRow + r});
            const quint32 after = firstAfter(r, span, ts);
            if (after < span.last && (next == NoSlice || m_store.start(SliceId{after}) < m_store.start(next)))
                next = SliceId{after};
            // Several zero-length slices may start together; the last one starting at or before ts is the candidate.
            if (after == span.first)
                continue;
            const SliceId candidate{after - 1};
            if (phase != TraceChunk::FlowPhase::Start && m_store.start(candidate) == ts)
                return candidate;
            if (m_store.end(candidate) >= ts)
                innermost = candidate;
        }
        return phase == TraceChunk::FlowPhase::NextEnd ? next : innermost;
    }

private:
    // First slice of the row that starts after `ts`.
    quint32 firstAfter(quint32 row, SliceStore::Span span, qint64 ts)
    {
        const SharedColumn<qint64> &start = m_store.starts();
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
void sweepLane(const SliceStore &store, const Lane &lane, std::vector<FlowEnd *> ends)
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
    std::ranges::sort(
        begins, [](const Begin &a, const Begin &b) { return std::tuple(a.ts, a.slice) < std::tuple(b.ts, b.slice); });
    std::ranges::sort(ends, {}, &FlowEnd::ts);

    RowAllocator reach;
    for (quint32 r = 0; r < lane.rowCount; ++r)
        reach.set(r, std::numeric_limits<qint64>::min());
    std::vector<SliceId> latest(lane.rowCount, NoSlice);
    quint32 topRow = 0; // of the slices that start at `topTs`, the latest stamp that was passed
    qint64 topTs = std::numeric_limits<qint64>::min();
    auto begin = begins.cbegin();
    for (FlowEnd *const e : ends) {
        for (; begin != begins.cend() && begin->ts <= e->ts; ++begin) {
            latest[begin->row] = SliceId{begin->slice};
            reach.set(begin->row, store.end(SliceId{begin->slice}));
            topRow = begin->ts == topTs ? std::min(topRow, begin->row) : begin->row;
            topTs = begin->ts;
        }
        const size_t behind = reach.lastReaching(e->ts);
        if (e->phase != TraceChunk::FlowPhase::Start && topTs == e->ts)
            setSlice(*e, latest[topRow]);
        else if (e->phase == TraceChunk::FlowPhase::NextEnd)
            setSlice(*e, begin == begins.cend() ? NoSlice : SliceId{begin->slice});
        else if (behind > 0)
            setSlice(*e, latest[behind - 1]);
    }
}

// Sorts by the bits from `shift` on and keeps the order of equal ones.
void sortByUpperBits(quint64 *first, quint64 *last, int shift)
{
    const auto count = static_cast<size_t>(last - first);
    PageVector<quint64> other(count);
    quint64 *from = first;
    quint64 *to = other.data();
    for (; shift < 64; shift += 11) {
        std::array<quint32, 2049> at{};
        for (size_t i = 0; i < count; ++i)
            ++at[((from[i] >> shift) & 2047) + 1];
        if (std::ranges::any_of(at, [&](quint32 n) { return n == count; }))
            continue;
        for (size_t i = 1; i < at.size(); ++i)
            at[i] += at[i - 1];
        for (size_t i = 0; i < count; ++i)
            to[at[(from[i] >> shift) & 2047]++] = from[i];
        std::swap(from, to);
    }
    if (from != first)
        std::copy(from, from + count, first);
}

struct Range
{
    size_t first;
    size_t last;
};

// Sorts the numbers of all ranges by `valueOf(number)`, which is below `limit`, and keeps the order of equal ones.
// Buckets of neighbouring values are sorted side by side; each is given to `use(place of the first, keys, count)`,
// whose keys hold the value above and the number below.
template <typename ValueOf, typename Use>
void forSorted(ThreadPool &pool, PageRecycler &pages, const std::vector<Range> &ranges, quint32 limit, ValueOf valueOf,
               Use use)
{
    constexpr size_t buckets = 64;
    const int shift =
        std::max(0, static_cast<int>(std::bit_width(limit)) - static_cast<int>(std::bit_width(buckets - 1)));
    std::vector<std::array<quint32, buckets>> at(ranges.size());
    const auto forRanges = [&](auto body) {
        pool.parallelFor(static_cast<qsizetype>(ranges.size()), [&](qsizetype r) {
            const auto index = static_cast<size_t>(r);
            for (size_t i = ranges[index].first; i < ranges[index].last; ++i)
                body(at[index], i, valueOf(i));
        });
    };
    forRanges([&](auto &count, size_t, quint32 value) { ++count[value >> shift]; });
    std::array<size_t, buckets + 1> begin{};
    for (size_t b = 0, next = 0; b < buckets; ++b) {
        for (auto &count : at)
            next += std::exchange(count[b], static_cast<quint32>(next));
        begin[b + 1] = next;
    }
    PageVector<quint64> keys;
    pages.resize(keys, begin.back());
    forRanges([&](auto &next, size_t i, quint32 value) { keys[next[value >> shift]++] = quint64{value} << 32 | i; });
    pool.parallelFor(static_cast<qsizetype>(buckets), [&](qsizetype b) {
        const size_t first = begin[static_cast<size_t>(b)];
        const size_t last = begin[static_cast<size_t>(b) + 1];
        sortByUpperBits(keys.data() + first, keys.data() + last, 32);
        use(first, keys.data() + first, last - first);
    });
    pages.take(keys);
}

} // namespace

struct TraceBuilder::Work::FlowJoin
{
    // The ends of one chunk: how many each lane and part has, and then where the next one goes.
    struct Ends
    {
        std::vector<StrId> categories; // of the trace's texts, each once
        std::vector<quint32> lane;     // per lane of the chunk
        std::array<quint32, flowParts> part{};
        std::array<quint32, flowParts> partTargets{}; // ends that are no starts: a part has no more flows than that
    };
    struct Part
    {
        size_t firstKey = 0;
        size_t lastKey = 0;
        size_t firstFlow = 0; // in `unsorted`
        quint32 flowCount = 0;
        std::unordered_map<quint32, FlowCategory> counts; // by index of the category
        std::vector<LoneEnd> lone;
        qint64 repeated = 0; // ends that stand again
    };
    struct Start
    {
        quint64 key; // partKey(): in one group as good as the number
        bool used;
    };

    Work &w;
    std::vector<FlowCategory> &categories = w.trace.m_flows.m_categories;
    std::vector<Ends> ofChunk{w.chunks.size()};
    std::unordered_map<quint32, quint32> categoryIndex{}; // by name
    std::vector<size_t> laneBegin{};                      // of final lanes, in `byLane`
    std::array<Part, flowParts> found{};
    PageVector<EndNumber> byLane{};
    PageVector<quint64> byPart{}; // partKey()
    PageVector<Flow> unsorted{};

    [[nodiscard]] FlowEnd &endOf(quint64 key) const
    {
        const EndNumber number = key & ((quint64{1} << numberBits) - 1);
        return w.chunks[number >> indexBits].flowEnds[number & ((quint64{1} << indexBits) - 1)];
    }
    static FlowId idOf(const FlowEnd &f, const std::vector<StrId> &map)
    {
        return f.id.isInterned() ? FlowId{f.id.high, raw(map[f.id.low])} : f.id;
    }

    void countEnds(size_t chunk);
    bool shareOut();
    void placeEnds(size_t chunk);
    void findSlices();
    void joinPart(Part &part);
    void joinGroup(const quint64 *group, const quint64 *end, Part &part, std::vector<Start> &starts);
    [[nodiscard]] bool isAgain(const Flow &flow, const Part &part, quint32 groupBegin) const;
    void addCounts();
    void sortFlows();
};

void TraceBuilder::Work::FlowJoin::countEnds(size_t chunk)
{
    const auto &map = w.stringMap[chunk];
    Ends &out = ofChunk[chunk];
    out.lane.assign(w.chunks[chunk].lanes.size(), 0);
    StrId last = NoText;
    std::unordered_set<quint32> known;
    for (const FlowEnd &f : w.chunks[chunk].flowEnds) {
        const StrId category = map[raw(f.category)];
        if (out.categories.empty() || category != last) {
            if (known.insert(raw(category)).second)
                out.categories.push_back(category);
            last = category;
        }
        const size_t part = partOf(hashOf(idOf(f, map), category));
        ++out.lane[f.lane];
        ++out.part[part];
        out.partTargets[part] += f.phase == TraceChunk::FlowPhase::Start ? 0 : 1;
    }
}

// Turns the counts of all chunks into places. False when there are no ends.
bool TraceBuilder::Work::FlowJoin::shareOut()
{
    size_t total = 0;
    std::vector<quint32> laneCount(w.trace.m_lanes.size(), 0);
    std::array<size_t, flowParts> targets{};
    const auto laneOf = [&](size_t chunk, size_t lane) {
        const TraceChunk::LaneKey key = w.chunks[chunk].lanes[lane];
        const auto &map = w.stringMap[chunk];
        const auto it = w.rawLaneIndex.find(laneKey(map[raw(key.pid)], map[raw(key.tid)], false));
        return it == w.rawLaneIndex.end() ? raw(NoLane) : w.finalLane[it->second];
    };
    for (size_t c = 0; c < ofChunk.size(); ++c) {
        Ends &e = ofChunk[c];
        total += w.chunks[c].flowEnds.size();
        for (const StrId name : e.categories) {
            if (categoryIndex.try_emplace(raw(name), static_cast<quint32>(categories.size())).second) {
                categories.emplace_back();
                categories.back().name = name;
            }
        }
        for (size_t l = 0; l < e.lane.size(); ++l) {
            if (const quint32 lane = laneOf(c, l); lane != raw(NoLane))
                laneCount[lane] += e.lane[l];
        }
        for (size_t p = 0; p < flowParts; ++p) {
            found[p].lastKey += e.part[p];
            targets[p] += e.partTargets[p];
        }
    }
    if (total == 0)
        return false;
    laneBegin.assign(laneCount.size() + 1, 0);
    for (size_t l = 0; l < laneCount.size(); ++l)
        laneBegin[l + 1] = laneBegin[l] + laneCount[l];
    size_t keys = 0;
    size_t flows = 0;
    for (size_t p = 0; p < flowParts; ++p) {
        found[p].firstKey = keys;
        found[p].firstFlow = flows;
        keys += found[p].lastKey;
        flows += targets[p];
        found[p].lastKey = keys;
    }
    std::vector<size_t> nextInLane(laneBegin.begin(), laneBegin.end() - 1);
    std::array<size_t, flowParts> nextInPart{};
    for (size_t p = 0; p < flowParts; ++p)
        nextInPart[p] = found[p].firstKey;
    const auto take = [](size_t &next, quint32 &count) { next += std::exchange(count, static_cast<quint32>(next)); };
    for (size_t c = 0; c < ofChunk.size(); ++c) {
        Ends &e = ofChunk[c];
        for (size_t l = 0; l < e.lane.size(); ++l) {
            if (const quint32 lane = laneOf(c, l); lane != raw(NoLane))
                take(nextInLane[lane], e.lane[l]);
            else
                e.lane[l] = raw(NoLane);
        }
        for (size_t p = 0; p < flowParts; ++p)
            take(nextInPart[p], e.part[p]);
    }
    // Flows that the slices left are handled first, later those of ends.
    const auto slices = static_cast<qint64>(w.sliceCount());
    const auto ends = static_cast<qint64>(total);
    const auto most = static_cast<qint64>(flows);
    constexpr qint64 sliceBytes = sizeof(TraceChunk::Slice) + sizeof(SlicePlace) + sizeof(quint32);
    constexpr qint64 placeBytes = sizeof(EndNumber) + sizeof(quint64);
    constexpr qint64 flowBytes = sizeof(Flow) + sizeof(FlowIndex) + sizeof(quint64);
    const qint64 joining = ends * placeBytes + most * static_cast<qint64>(sizeof(Flow)) - slices * sliceBytes;
    const qint64 sorting = joining + most * flowBytes - ends * static_cast<qint64>(sizeof(FlowEnd) + placeBytes);
    w.makeRoom(std::max<qint64>({0, joining, sorting}));
    w.pages.resize(byLane, laneBegin.back());
    w.pages.resize(byPart, total);
    w.pages.resize(unsorted, flows);
    return true;
}

void TraceBuilder::Work::FlowJoin::placeEnds(size_t chunk)
{
    const auto &map = w.stringMap[chunk];
    PageVector<FlowEnd> &chunkEnds = w.chunks[chunk].flowEnds;
    Ends &to = ofChunk[chunk];
    StrId last = NoText;
    quint32 category = 0;
    for (size_t i = 0; i < chunkEnds.size(); ++i) {
        FlowEnd &e = chunkEnds[i];
        const StrId name = map[raw(e.category)];
        if (i == 0 || name != last) {
            category = categoryIndex.find(raw(name))->second;
            last = name;
        }
        e.id = idOf(e, map);
        const quint64 hash = hashOf(e.id, name);
        if (to.lane[e.lane] != raw(NoLane))
            byLane[to.lane[e.lane]++] = numberOf(chunk, i);
        byPart[to.part[partOf(hash)]++] = partKey(hash, numberOf(chunk, i));
        e.lane = category & 0x3fffffffU;
        setSlice(e, NoSlice);
    }
}

// Slices of all ends, lane by lane, in blocks.
void TraceBuilder::Work::FlowJoin::findSlices()
{
    struct Block
    {
        quint32 lane;
        size_t first;
        size_t last;
    };
    std::vector<Block> blocks;
    const std::vector<Lane> &lanes = w.trace.m_lanes;
    for (quint32 l = 0; l < lanes.size(); ++l) {
        const size_t each = lanes[l].rowCount > sweepFrom ? byLane.size() : 4096;
        for (size_t i = laneBegin[l]; i < laneBegin[l + 1]; i += each)
            blocks.push_back({l, i, std::min(i + each, laneBegin[l + 1])});
    }
    w.pool.parallelFor(static_cast<qsizetype>(blocks.size()), [&](qsizetype index) {
        if (w.job.isCanceled())
            return;
        const Block &b = blocks[static_cast<size_t>(index)];
        if (lanes[b.lane].rowCount > sweepFrom) {
            MemoryReservation memory(w.job.sharedBudget());
            memory.hold(static_cast<qint64>(lanes[b.lane].sliceCount) * 24 +
                        static_cast<qint64>((b.last - b.first) * sizeof(FlowEnd *)));
            std::vector<FlowEnd *> ends;
            ends.reserve(b.last - b.first);
            for (size_t i = b.first; i < b.last; ++i)
                ends.push_back(&endOf(byLane[i]));
            return sweepLane(w.trace.m_slices, lanes[b.lane], std::move(ends));
        }
        LaneCursor cursor(w.trace.m_slices, lanes[b.lane]);
        for (size_t i = b.first; i < b.last; ++i) {
            FlowEnd &e = endOf(byLane[i]);
            setSlice(e, cursor.at(e.ts, e.phase));
        }
    });
    w.pages.take(byLane);
}

// Groups of one (category, id): the ends may come before the start in the file. With several starts (an id used
// again), each end belongs to the last start before it in the file, else to the first.
void TraceBuilder::Work::FlowJoin::joinPart(Part &part)
{
    quint64 *const first = byPart.data() + part.firstKey;
    quint64 *const last = byPart.data() + part.lastKey;
    sortByUpperBits(first, last, numberBits);
    const auto same = [](const FlowEnd &a, const FlowEnd &b) { return a.id == b.id && categoryOf(a) == categoryOf(b); };
    std::vector<Start> starts;
    for (quint64 *run = first; run < last;) {
        quint64 *end = run;
        bool isOneGroup = true;
        for (; end < last && *end >> numberBits == *run >> numberBits; ++end) {
            __builtin_prefetch(&endOf(*std::min(end + prefetchAhead, last - 1)));
            isOneGroup = isOneGroup && same(endOf(*end), endOf(*run));
        }
        if (!isOneGroup) {
            std::sort(run, end, [&](quint64 a, quint64 b) {
                const FlowEnd &x = endOf(a);
                const FlowEnd &y = endOf(b);
                return std::tuple(x.id, categoryOf(x), a) < std::tuple(y.id, categoryOf(y), b);
            });
        }
        while (run < end) {
            const quint64 *const group = run;
            while (run < end && same(endOf(*run), endOf(*group)))
                ++run;
            joinGroup(group, run, part, starts);
        }
    }
}

// True for a repeated end of one start at one time: a launch of several tasks ends at another place or time for each of
// them.
bool TraceBuilder::Work::FlowJoin::isAgain(const Flow &flow, const Part &part, quint32 groupBegin) const
{
    constexpr quint32 most = 8; // of those of its id, which are few but where an id is used for everything
    for (quint32 i = part.flowCount; i > groupBegin && part.flowCount - i < most; --i) {
        const Flow &other = unsorted[part.firstFlow + i - 1];
        if (other.to == flow.to && other.toNs == flow.toNs && other.from == flow.from && other.fromNs == flow.fromNs)
            return true;
    }
    return false;
}

void TraceBuilder::Work::FlowJoin::joinGroup(const quint64 *group, const quint64 *end, Part &part,
                                             std::vector<Start> &starts)
{
    starts.clear();
    for (const quint64 *i = group; i < end; ++i) {
        if (endOf(*i).phase == TraceChunk::FlowPhase::Start)
            starts.push_back({*i, false});
    }
    const quint32 category = categoryOf(endOf(*group));
    FlowCategory &count = part.counts[category];
    count.starts += static_cast<quint32>(starts.size());
    count.ends += static_cast<quint32>(end - group) - static_cast<quint32>(starts.size());
    const quint32 groupBegin = part.flowCount;
    size_t next = 0; // first start behind the end in work: both are in file order
    for (const quint64 *i = group; i < end; ++i) {
        const FlowEnd &e = endOf(*i);
        if (e.phase == TraceChunk::FlowPhase::Start)
            continue;
        while (next < starts.size() && starts[next].key < *i)
            ++next;
        Start *const from = starts.empty() ? nullptr : &starts[next == 0 ? 0 : next - 1];
        if (!from) {
            ++count.orphanEnds;
            part.lone.push_back({e.ts, category, false});
            continue;
        }
        const FlowEnd &begin = endOf(from->key);
        if (sliceOf(begin) == NoSlice || sliceOf(e) == NoSlice) {
            ++count.orphanEnds;
            ++count.orphansOutOfSlice;
            continue;
        }
        from->used = true;
        const Flow flow{sliceOf(begin), sliceOf(e), begin.ts, e.ts, e.id, category};
        if (isAgain(flow, part, groupBegin)) {
            ++part.repeated;
            --count.ends;
            continue;
        }
        ++count.joined;
        count.negative += e.ts < begin.ts ? 1 : 0;
        unsorted[part.firstFlow + part.flowCount++] = flow;
    }
    const bool hasEnds = static_cast<size_t>(end - group) > starts.size();
    for (const Start &s : starts) {
        if (s.used)
            continue;
        ++count.orphanStarts;
        if (hasEnds)
            ++count.orphansOutOfSlice;
        else
            part.lone.push_back({endOf(s.key).ts, category, true});
    }
}

void TraceBuilder::Work::FlowJoin::addCounts()
{
    qint64 orphanStarts = 0;
    qint64 orphanEnds = 0;
    qint64 negative = 0;
    qint64 repeated = 0;
    for (const Part &part : found) {
        repeated += part.repeated;
        for (const auto &[c, from] : part.counts) {
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
    for (const Flow &f : w.trace.m_flows.m_flows) {
        lastStart[f.category] = std::max(lastStart[f.category], f.fromNs);
        firstEnd[f.category] = std::min(firstEnd[f.category], f.toNs);
    }
    for (const Part &part : found) {
        for (const LoneEnd &l : part.lone) {
            FlowCategory &c = categories[l.category];
            const bool cut = c.joined > 0 && (l.start ? l.ts > lastStart[l.category] : l.ts < firstEnd[l.category]);
            ++(cut ? c.orphansCutOff : c.orphansAlone);
        }
    }
    w.finding(Severity::Notice, "trace.orphan-flow-start",
              RS_MESSAGE("Connection lines without a matching end or slice: they are not drawn."), orphanStarts);
    w.finding(Severity::Notice, "trace.orphan-flow-end",
              RS_MESSAGE("Connection lines without a matching start or slice: they are not drawn."), orphanEnds);
    w.finding(Severity::Notice, "trace.repeated-flow-end",
              RS_MESSAGE("Repeated ends of connection lines, with the same id, time and place: each counts once."),
              repeated);
    w.finding(Severity::Notice, "trace.negative-flow",
              RS_MESSAGE("Connection lines that end before they start, because host and device clocks differ: "
                         "shown as measured."),
              negative);
}

// By source slice; the few that share one are then put in order of time. Then the index by target slice.
void TraceBuilder::Work::FlowJoin::sortFlows()
{
    const quint32 slices = w.trace.m_slices.size();
    std::vector<Range> ranges;
    size_t total = 0;
    for (const Part &part : found) {
        ranges.push_back({part.firstFlow, part.firstFlow + part.flowCount});
        total += part.flowCount;
    }
    SharedColumn<Flow> &flows = w.trace.m_flows.m_flows;
    flows.fill([&](auto &values) { w.pages.resize(values, total); });
    const auto source = [&](size_t i) { return raw(unsorted[i].from); };
    forSorted(w.pool, w.pages, ranges, slices, source, [&](size_t first, const quint64 *keys, size_t count) {
        Flow *const to = flows.data() + first;
        for (size_t i = 0; i < count; ++i) {
            __builtin_prefetch(&unsorted[static_cast<quint32>(keys[std::min(i + prefetchAhead, count - 1)])]);
            to[i] = unsorted[static_cast<quint32>(keys[i])];
        }
        for (size_t i = 0; i < count;) {
            size_t j = i + 1;
            while (j < count && to[j].from == to[i].from)
                ++j;
            if (j - i > 1) {
                std::sort(to + i, to + j, [](const Flow &a, const Flow &b) {
                    return std::tuple(a.fromNs, a.toNs, raw(a.to), a.category, a.id) <
                           std::tuple(b.fromNs, b.toNs, raw(b.to), b.category, b.id);
                });
            }
            i = j;
        }
    });
    w.pages.take(unsorted);

    ranges.clear();
    constexpr size_t block = 32768;
    for (size_t i = 0; i < total; i += block)
        ranges.push_back({i, std::min(i + block, total)});
    auto &byTarget = w.trace.m_flows.m_byTarget;
    byTarget.fill([&](auto &values) { w.pages.resize(values, total); });
    const auto target = [&](size_t i) { return raw(flows[i].to); };
    forSorted(w.pool, w.pages, ranges, slices, target, [&](size_t first, const quint64 *keys, size_t count) {
        for (size_t i = 0; i < count; ++i)
            byTarget[first + i] = FlowIndex{static_cast<quint32>(keys[i])};
    });
}

void TraceBuilder::Work::joinFlows()
{
    FlowJoin join{*this};
    forChunks([&](size_t c) { join.countEnds(c); });
    if (job.isCanceled() || !join.shareOut())
        return;
    forChunks([&](size_t c) { join.placeEnds(c); });
    if (job.isCanceled())
        return;
    join.findSlices();
    pool.parallelFor(static_cast<qsizetype>(flowParts), [&](qsizetype p) {
        if (!job.isCanceled())
            join.joinPart(join.found[static_cast<size_t>(p)]);
    });
    if (job.isCanceled())
        return;
    forChunks([&](size_t c) { pages.take(chunks[c].flowEnds); });
    pages.take(join.byPart);
    join.sortFlows();
    join.addCounts();
}

} // namespace rs
