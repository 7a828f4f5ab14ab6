// SPDX-License-Identifier: Apache-2.0
#include "analysis/slicestats.h"

#include <algorithm>
#include <limits>

namespace rs {

namespace {

// Rows of one lane, each reduced to the slices that matter, and what is known of each of those slices.
struct LaneRows
{
    std::vector<SliceStore::Span> rows;
    std::vector<size_t> offset; // of each row in the arrays below
    std::vector<qint64> self;
    std::vector<char> nested;   // wholly inside another slice of the lane

    void add(SliceStore::Span span, const std::vector<qint64> &duration)
    {
        rows.push_back(span);
        offset.push_back(self.size());
        self.insert(self.end(), duration.begin() + span.first, duration.begin() + span.last);
        nested.resize(self.size(), 0);
    }
    void clear()
    {
        rows.clear();
        offset.clear();
        self.clear();
        nested.clear();
    }
    [[nodiscard]] size_t at(size_t row, quint32 slice) const { return offset[row] + (slice - rows[row].first); }
};

// Subtracts every slice's duration from the innermost slice above that wholly contains it. Rows are sorted, so the row
// directly above is walked with one cursor; the rare slice whose parent stands higher is found by bisection.
bool subtractChildren(const SliceStore &s, LaneRows &lane, const JobContext &job)
{
    const std::vector<qint64> &start = s.starts();
    const std::vector<qint64> &duration = s.durations();
    for (size_t r = 1; r < lane.rows.size(); ++r) {
        const SliceStore::Span above = lane.rows[r - 1];
        quint32 cursor = above.first;
        for (quint32 i = lane.rows[r].first; i < lane.rows[r].last; ++i) {
            if ((i & 0xffffU) == 0 && job.isCanceled())
                return false;
            const qint64 from = start[i];
            const qint64 to = from + duration[i];
            const auto adopt = [&](size_t row, quint32 after) {
                if (after == lane.rows[row].first)
                    return false;
                const quint32 c = after - 1;
                const qint64 end = start[c] + duration[c];
                if (end < to || end == start[c])
                    return false;
                lane.self[lane.at(row, c)] -= duration[i];
                lane.nested[lane.at(r, i)] = 1;
                return true;
            };
            while (cursor < above.last && start[cursor] <= from)
                ++cursor;
            bool found = adopt(r - 1, cursor);
            for (size_t higher = r - 1; higher > 0 && !found; --higher) {
                const SliceStore::Span row = lane.rows[higher - 1];
                const auto it = std::upper_bound(start.begin() + row.first, start.begin() + row.last, from);
                found = adopt(higher - 1, static_cast<quint32>(it - start.begin()));
            }
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
};

} // namespace

std::vector<qint64> selfTimes(const Trace &trace, LaneId id)
{
    const SliceStore &s = trace.slices();
    const Lane &lane = trace.lane(id);
    LaneRows rows;
    for (quint32 r = 0; r < lane.rowCount; ++r)
        rows.add(s.row(RowId{lane.firstRow + r}), s.durations());
    // Nobody holds this job, so it is never cancelled.
    if (subtractChildren(s, rows, JobContext())) {
        for (qint64 &v : rows.self)
            v = std::max<qint64>(0, v);
    }
    return std::move(rows.self);
}

SliceStats sliceStats(const Trace &trace, const std::vector<LaneId> &lanes, Interval window, const JobContext &job)
{
    SliceStats out;
    const SliceStore &s = trace.slices();
    const std::vector<qint64> &start = s.starts();
    const std::vector<qint64> &duration = s.durations();
    const std::vector<StrId> &names = s.names();
    // One array indexed by name: no hashing, and names are few beside slices.
    std::vector<Sum> sums(trace.strings().size());
    std::vector<Interval> covered;
    size_t mergeAt = size_t{1} << 20;
    LaneRows rows;
    std::vector<SliceStore::Span> visible;
    for (const LaneId id : lanes) {
        const Lane &lane = trace.lane(id);
        visible.clear();
        qint64 from = std::numeric_limits<qint64>::max();
        qint64 to = std::numeric_limits<qint64>::min();
        for (quint32 r = 0; r < lane.rowCount; ++r) {
            const SliceStore::Span span = s.visible(RowId{lane.firstRow + r}, window.from, window.to);
            visible.push_back(span);
            if (span.isEmpty())
                continue;
            from = std::min(from, start[span.first]);
            to = std::max(to, start[span.last - 1] + duration[span.last - 1]);
        }
        if (from > to)
            continue;
        // Self time needs the children of the visible slices, which may themselves lie outside of the window.
        rows.clear();
        for (quint32 r = 0; r < lane.rowCount; ++r) {
            SliceStore::Span span = s.row(RowId{lane.firstRow + r});
            span.first = s.firstEndingAtOrAfter(from, span);
            span.last = s.firstStartingAtOrAfter(to, span);
            span.last = std::max(span.last, visible[r].last);
            span.first = std::min(span.first, span.last);
            rows.add(span, duration);
        }
        if (!subtractChildren(s, rows, job))
            return {};
        for (size_t r = 0; r < visible.size(); ++r) {
            const SliceStore::Span span = visible[r];
            for (quint32 i = span.first; i < span.last; ++i) {
                if ((i & 0xffffU) == 0 && job.isCanceled())
                    return {};
                const qint64 d = duration[i];
                const Interval clipped{std::max(start[i], window.from), std::min(start[i] + d, window.to)};
                const size_t at = rows.at(r, i);
                Sum &sum = sums[raw(names[i])];
                ++sum.count;
                sum.total += d;
                sum.clipped += clipped.length();
                sum.self += std::max<qint64>(0, rows.self[at]);
                sum.minimum = std::min(sum.minimum, d);
                if (d > sum.maximum) {
                    sum.maximum = d;
                    sum.longest = i;
                }
                if (rows.nested[at])
                    continue;
                if (!covered.empty() && clipped.from >= covered.back().from && clipped.from <= covered.back().to)
                    covered.back().to = std::max(covered.back().to, clipped.to);
                else if (clipped.to > clipped.from)
                    covered.push_back(clipped);
            }
        }
        if (covered.size() > mergeAt) {
            covered = mergeIntervals(std::move(covered));
            mergeAt = std::max(mergeAt, 2 * covered.size());
        }
    }
    for (quint32 n = 0; n < sums.size(); ++n) {
        const Sum &sum = sums[n];
        if (sum.count == 0)
            continue;
        const SliceId longest{sum.longest};
        out.rows.push_back({StrId{n}, s.kind(longest), sum.count, sum.total, sum.clipped, sum.self, sum.minimum, sum.maximum,
                            longest});
        out.count += sum.count;
        out.totalNs += sum.total;
        out.clippedNs += sum.clipped;
    }
    std::sort(out.rows.begin(), out.rows.end(), [](const SliceStat &a, const SliceStat &b) {
        return a.totalNs != b.totalNs ? a.totalNs > b.totalNs : raw(a.name) < raw(b.name);
    });
    out.unionNs = totalLength(mergeIntervals(std::move(covered)));
    out.complete = true;
    return out;
}

SliceStats sliceStats(const Trace &trace, const JobContext &job)
{
    std::vector<LaneId> lanes;
    for (quint32 l = 0; l < trace.lanes().size(); ++l)
        lanes.push_back(LaneId{l});
    return sliceStats(trace, lanes, {std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max()}, job);
}

} // namespace rs
