// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/slicestats.h"

#include "core/base/saturate.h"
#include "core/trace/nesting.h"
#include "core/trace/rowallocator.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>

namespace rs {

namespace {

// Slices that one task takes at once: enough to hide what starting a task costs, few enough to keep all cores busy.
constexpr quint32 chunkSize = 1U << 18;

// Bodies run on the pool, or one after the other where there is none.
void forEach(ThreadPool *pool, size_t count, const std::function<void(qsizetype)> &body)
{
    if (pool && count > 1) {
        pool->parallelFor(static_cast<qsizetype>(count), body);
        return;
    }
    for (size_t i = 0; i < count; ++i)
        body(static_cast<qsizetype>(i));
}

std::vector<SliceStore::Span> chunksOf(SliceStore::Span span)
{
    std::vector<SliceStore::Span> out;
    for (quint32 first = span.first; first < span.last;) {
        const quint32 last = span.last - first <= chunkSize ? span.last : first + chunkSize;
        out.push_back({first, last});
        first = last;
    }
    return out;
}

// Rows of one lane, each reduced to the slices that matter, and what is known of each of those slices.
struct LaneRows
{
    std::vector<SliceStore::Span> rows;
    std::vector<size_t> offset; // of each row in the arrays below
    std::vector<qint64> self;
    std::vector<char> nested; // wholly inside another slice of the lane

    void add(SliceStore::Span span, const SharedColumn<qint64> &duration)
    {
        rows.push_back(span);
        offset.push_back(self.size());
        self.insert(self.end(), duration.begin() + span.first, duration.begin() + span.last);
        nested.resize(self.size(), 0);
    }
    [[nodiscard]] size_t at(size_t row, quint32 slice) const { return offset[row] + (slice - rows[row].first); }
};

void take(qint64 &self, qint64 child)
{
    self = saturatedDifference(self, child);
}

// Subtracts the durations of some slices of row `r` from the innermost slice above that wholly contains each. Rows are
// sorted, so the row directly above is walked with one cursor; the rare slice whose parent stands higher is found by
// bisection. What is due to a parent that did not begin inside the chunk goes to `late`: another chunk may be writing
// there.
void subtractChunk(const SliceStore &s, LaneRows &lane, size_t r, SliceStore::Span chunk,
                   std::vector<std::pair<size_t, qint64>> &late)
{
    const auto &start = s.starts();
    const auto &duration = s.durations();
    const SliceStore::Span above = lane.rows[r - 1];
    const qint64 chunkFrom = start[chunk.first];
    const auto after = [&start](SliceStore::Span row, qint64 t) {
        return static_cast<quint32>(std::upper_bound(start.begin() + row.first, start.begin() + row.last, t) -
                                    start.begin());
    };
    quint32 cursor = after(above, chunkFrom);
    for (quint32 i = chunk.first; i < chunk.last; ++i) {
        const qint64 from = start[i];
        const qint64 to = from + duration[i];
        const auto adopt = [&](size_t row, quint32 next) {
            if (next == lane.rows[row].first)
                return false;
            const quint32 c = next - 1;
            const qint64 end = start[c] + duration[c];
            if (end < to || end == start[c])
                return false;
            if (start[c] <= chunkFrom)
                late.emplace_back(lane.at(row, c), duration[i]);
            else
                take(lane.self[lane.at(row, c)], duration[i]);
            lane.nested[lane.at(r, i)] = 1;
            return true;
        };
        while (cursor < above.last && start[cursor] <= from)
            ++cursor;
        bool found = adopt(r - 1, cursor);
        for (size_t higher = r - 1; higher > 0 && !found; --higher)
            found = adopt(higher - 1, after(lane.rows[higher - 1], from));
    }
}

// The same for lanes whose slices overlap on so many rows that the rows above a slice must not be looked through.
bool subtractOverlapping(const SliceStore &s, LaneRows &lane, const JobContext &job)
{
    const std::vector<quint32> parents = parentsIn(s, lane.rows, job);
    if (job.isCanceled())
        return false;
    for (size_t r = 0; r < lane.rows.size(); ++r) {
        for (quint32 i = lane.rows[r].first; i < lane.rows[r].last; ++i) {
            const quint32 parent = parents[lane.at(r, i)];
            if (parent == NoParent)
                continue;
            take(lane.self[parent], s.durations()[i]);
            lane.nested[lane.at(r, i)] = 1;
        }
    }
    return true;
}

bool subtractChildren(const SliceStore &s, LaneRows &lane, ThreadPool *pool, const JobContext &job)
{
    if (lane.rows.size() > RowAllocator::TreeFrom)
        return subtractOverlapping(s, lane, job);
    for (size_t r = 1; r < lane.rows.size(); ++r) {
        const auto chunks = chunksOf(lane.rows[r]);
        std::vector<std::vector<std::pair<size_t, qint64>>> late(chunks.size());
        forEach(pool, chunks.size(), [&](qsizetype c) {
            const auto i = static_cast<size_t>(c);
            if (!job.isCanceled())
                subtractChunk(s, lane, r, chunks[i], late[i]);
        });
        if (job.isCanceled())
            return false;
        for (const auto &part : late) {
            for (const auto &[at, ns] : part)
                take(lane.self[at], ns);
        }
    }
    return true;
}

struct Sum
{
    qint64 count = 0;
    qint64 total = 0;
    qint64 clipped = 0;
    qint64 self = 0;
    qint64 minimum = std::numeric_limits<qint64>::max();
    qint64 maximum = -1;
    quint32 longest = 0;

    void add(qint64 duration, qint64 inside, qint64 own, quint32 slice)
    {
        ++count;
        total = saturatedSum(total, duration);
        clipped = saturatedSum(clipped, inside);
        self = saturatedSum(self, own);
        minimum = std::min(minimum, duration);
        keepLongest(duration, slice);
    }
    void add(const Sum &other)
    {
        count += other.count;
        total = saturatedSum(total, other.total);
        clipped = saturatedSum(clipped, other.clipped);
        self = saturatedSum(self, other.self);
        minimum = std::min(minimum, other.minimum);
        if (other.count > 0)
            keepLongest(other.maximum, other.longest);
    }

private:
    // The first slice of equals is kept, in whatever order the threads find them.
    void keepLongest(qint64 duration, quint32 slice)
    {
        if (duration > maximum || (duration == maximum && slice < longest)) {
            maximum = duration;
            longest = slice;
        }
    }
};

// Sums indexed by name: no hashing, and names are few beside slices. As many as tasks run at the same time.
class Accumulators
{
public:
    explicit Accumulators(size_t names) : m_names(names) {}

    class Loan
    {
    public:
        explicit Loan(Accumulators &owner) : m_owner(owner), m_sums(owner.take()) {}
        ~Loan() { m_owner.giveBack(std::move(m_sums)); }
        Q_DISABLE_COPY_MOVE(Loan)
        Sum &operator[](StrId name) { return (*m_sums)[raw(name)]; }

    private:
        Accumulators &m_owner;
        std::unique_ptr<std::vector<Sum>> m_sums;
    };

    [[nodiscard]] std::vector<Sum> merged()
    {
        std::vector<Sum> out(m_names);
        for (const auto &part : m_free) {
            for (size_t n = 0; n < m_names; ++n)
                out[n].add((*part)[n]);
        }
        return out;
    }

private:
    std::unique_ptr<std::vector<Sum>> take()
    {
        const std::lock_guard lock(m_mutex);
        if (m_free.empty()) {
            // Giving them back must not need memory: it happens where there may be none left.
            m_free.reserve(m_made + 1);
            auto made = std::make_unique<std::vector<Sum>>(m_names);
            ++m_made;
            return made;
        }
        auto out = std::move(m_free.back());
        m_free.pop_back();
        return out;
    }
    void giveBack(std::unique_ptr<std::vector<Sum>> sums)
    {
        const std::lock_guard lock(m_mutex);
        m_free.push_back(std::move(sums));
    }

    size_t m_names;
    size_t m_made = 0;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<std::vector<Sum>>> m_free;
};

class BoxSums
{
public:
    BoxSums(const Trace &trace, Interval window, ThreadPool *pool, const JobContext &job)
        : m_trace(trace), m_slices(trace.slices()), m_window(window), m_pool(pool), m_job(job),
          m_sums(trace.strings().size())
    {
    }

    [[nodiscard]] SliceStats of(const std::vector<LaneId> &lanes, IntervalSet *all = nullptr)
    {
        std::vector<IntervalSet> covered(lanes.size());
        forEach(m_pool, lanes.size(), [&](qsizetype i) {
            if (!m_job.isCanceled())
                covered[static_cast<size_t>(i)] = addLane(lanes[static_cast<size_t>(i)]);
        });
        if (m_job.isCanceled())
            return {};
        SliceStats out;
        const std::vector<Sum> sums = m_sums.merged();
        for (quint32 n = 0; n < sums.size(); ++n) {
            const Sum &sum = sums[n];
            if (sum.count == 0)
                continue;
            const SliceId longest{sum.longest};
            out.rows.push_back({StrId{n}, m_slices.kind(longest), sum.count, sum.total, sum.clipped, sum.self,
                                sum.minimum, sum.maximum, longest});
            out.count += sum.count;
            out.totalNs = saturatedSum(out.totalNs, sum.total);
            out.clippedNs = saturatedSum(out.clippedNs, sum.clipped);
        }
        std::ranges::sort(out.rows, [](const SliceStat &a, const SliceStat &b) {
            return a.totalNs != b.totalNs ? a.totalNs > b.totalNs : raw(a.name) < raw(b.name);
        });
        IntervalSet together = united(std::move(covered));
        out.unionNs = totalLength(together);
        if (all)
            *all = std::move(together);
        out.complete = !m_job.isCanceled();
        return out.complete ? out : SliceStats();
    }

private:
    // Sorted sets are merged in pairs: sorting everything together took most of the time.
    [[nodiscard]] IntervalSet united(std::vector<IntervalSet> sets) const
    {
        if (sets.empty())
            return {};
        while (sets.size() > 1) {
            std::vector<IntervalSet> half((sets.size() + 1) / 2);
            forEach(m_pool, half.size(), [&](qsizetype k) {
                const auto i = static_cast<size_t>(k);
                if (m_job.isCanceled())
                    return;
                half[i] = 2 * i + 1 < sets.size() ? uniteSets(sets[2 * i], sets[2 * i + 1]) : std::move(sets[2 * i]);
            });
            sets = std::move(half);
        }
        return std::move(sets.front());
    }

    static void append(IntervalSet &row, IntervalSet part)
    {
        if (row.empty()) {
            row = std::move(part);
            return;
        }
        auto first = part.begin();
        if (first != part.end() && first->from <= row.back().to)
            row.back().to = std::max(row.back().to, (first++)->to);
        row.insert(row.end(), first, part.end());
    }

    // Time that the lane covers inside the window.
    [[nodiscard]] IntervalSet addLane(LaneId id)
    {
        const Lane &lane = m_trace.lane(id);
        const auto &start = m_slices.starts();
        const auto &duration = m_slices.durations();
        std::vector<SliceStore::Span> visible;
        qint64 from = std::numeric_limits<qint64>::max();
        qint64 to = std::numeric_limits<qint64>::min();
        for (quint32 r = 0; r < lane.rowCount; ++r) {
            const SliceStore::Span span = m_slices.visible(RowId{lane.firstRow + r}, m_window.from, m_window.to);
            visible.push_back(span);
            if (span.isEmpty())
                continue;
            from = std::min(from, start[span.first]);
            to = std::max(to, start[span.last - 1] + duration[span.last - 1]);
        }
        if (from > to)
            return {};
        LaneRows rows;
        // A lane of one row has neither parents nor children.
        if (lane.rowCount > 1) {
            // Self time needs the children of the visible slices, which may themselves lie outside of the window.
            for (quint32 r = 0; r < lane.rowCount; ++r) {
                SliceStore::Span span = m_slices.row(RowId{lane.firstRow + r});
                span.first = m_slices.firstEndingAtOrAfter(from, span);
                span.last = m_slices.firstStartingAtOrAfter(to, span);
                span.last = std::max(span.last, visible[r].last);
                span.first = std::min(span.first, span.last);
                rows.add(span, duration);
            }
            if (!subtractChildren(m_slices, rows, m_pool, m_job))
                return {};
        }
        std::vector<IntervalSet> ofRows;
        for (size_t r = 0; r < visible.size() && !m_job.isCanceled(); ++r) {
            const auto chunks = chunksOf(visible[r]);
            std::vector<IntervalSet> covered(chunks.size());
            forEach(m_pool, chunks.size(), [&](qsizetype c) {
                const auto i = static_cast<size_t>(c);
                if (!m_job.isCanceled())
                    covered[i] = addChunk(chunks[i], rows, r);
            });
            // Slices of a row do not overlap, so the parts follow each other; at most they touch.
            IntervalSet row;
            for (IntervalSet &part : covered)
                append(row, std::move(part));
            if (!row.empty())
                ofRows.push_back(std::move(row));
        }
        return united(std::move(ofRows));
    }

    // `rows` is empty for a lane of one row.
    [[nodiscard]] IntervalSet addChunk(SliceStore::Span chunk, const LaneRows &rows, size_t r)
    {
        Accumulators::Loan sums(m_sums);
        const auto &start = m_slices.starts();
        const auto &duration = m_slices.durations();
        const SharedColumn<StrId> &names = m_slices.names();
        const bool flat = rows.rows.empty();
        IntervalSet covered;
        covered.reserve(chunk.size());
        for (quint32 i = chunk.first; i < chunk.last; ++i) {
            const qint64 d = duration[i];
            const Interval clipped{std::max(start[i], m_window.from), std::min(start[i] + d, m_window.to)};
            const size_t at = flat ? 0 : rows.at(r, i);
            sums[names[i]].add(d, clipped.length(), flat ? d : std::max<qint64>(0, rows.self[at]), i);
            if (!flat && rows.nested[at])
                continue;
            if (!covered.empty() && clipped.from >= covered.back().from && clipped.from <= covered.back().to)
                covered.back().to = std::max(covered.back().to, clipped.to);
            else if (clipped.to > clipped.from)
                covered.push_back(clipped);
        }
        return covered;
    }

    const Trace &m_trace;
    const SliceStore &m_slices;
    Interval m_window;
    ThreadPool *m_pool;
    const JobContext &m_job;
    Accumulators m_sums;
};

} // namespace

std::vector<qint64> selfTimes(const Trace &trace, LaneId id)
{
    const SliceStore &s = trace.slices();
    const Lane &lane = trace.lane(id);
    LaneRows rows;
    for (quint32 r = 0; r < lane.rowCount; ++r)
        rows.add(s.row(RowId{lane.firstRow + r}), s.durations());
    // This job has no owner, so it is never cancelled.
    if (subtractChildren(s, rows, nullptr, JobContext())) {
        for (qint64 &v : rows.self)
            v = std::max<qint64>(0, v);
    }
    return std::move(rows.self);
}

SliceStats sliceStats(const Trace &trace, const std::vector<LaneId> &lanes, Interval window, const JobContext &job)
{
    return BoxSums(trace, window, nullptr, job).of(lanes);
}

SliceStats sliceStats(const Trace &trace, const std::vector<LaneId> &lanes, Interval window, ThreadPool &pool,
                      const JobContext &job, IntervalSet *covered)
{
    return BoxSums(trace, window, &pool, job).of(lanes, covered);
}

SliceStats sliceStats(const Trace &trace, const JobContext &job)
{
    std::vector<LaneId> lanes;
    for (quint32 l = 0; l < trace.lanes().size(); ++l)
        lanes.push_back(LaneId{l});
    return sliceStats(trace, lanes, {std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max()}, job);
}

} // namespace rs
