// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lodindex.h"

#include "views/theme.h"

#include <algorithm>
#include <atomic>

namespace rs {

namespace {

// What a node needs from its children but does not keep.
struct Sums
{
    qint64 longest = 0;
    qint64 gap = 0;
    qint64 busy = 0;
};

quint32 coarse16(qint64 ns)
{
    const qint64 units = (ns + 15) / 16;
    return units >= 0xffffffffLL ? 0xffffffffU : static_cast<quint32>(units);
}

quint16 share(qint64 busy, qint64 span)
{
    if (span <= 0)
        return 65535;
    return static_cast<quint16>(std::min(65535.0, 65535.0 * static_cast<double>(busy) / static_cast<double>(span)));
}

// Mad stamps may lie anywhere in 64 bits: differences stop at the ends of the range.
qint64 minus(qint64 a, qint64 b)
{
    qint64 r = 0;
    if (__builtin_sub_overflow(a, b, &r))
        return b < 0 ? std::numeric_limits<qint64>::max() : std::numeric_limits<qint64>::min();
    return r;
}

qint64 plus(qint64 a, qint64 b)
{
    qint64 r = 0;
    if (__builtin_add_overflow(a, b, &r))
        return b > 0 ? std::numeric_limits<qint64>::max() : std::numeric_limits<qint64>::min();
    return r;
}

void finish(LodIndex::Node &n, const Sums &s)
{
    n.coarse16 = coarse16(std::max(s.longest, s.gap));
    n.fill = share(s.busy, n.endNs - n.startNs);
}

std::vector<std::vector<LodIndex::Node>> buildRow(const SliceStore &store, SliceStore::Span span,
                                                  const std::vector<quint8> &shades)
{
    using Node = LodIndex::Node;
    std::vector<std::vector<Node>> levels;
    if (span.size() < LodIndex::base * 4)
        return levels;
    const auto &start = store.starts();
    const auto &duration = store.durations();
    std::vector<Node> nodes;
    std::vector<Sums> sums;
    nodes.reserve(span.size() / LodIndex::base + 1);
    sums.reserve(nodes.capacity());
    for (quint32 first = span.first; first < span.last; first += LodIndex::base) {
        const quint32 last = std::min(first + LodIndex::base, span.last);
        Node n;
        Sums s;
        n.startNs = start[first];
        n.endNs = start[last - 1] + duration[last - 1];
        quint32 longest = first;
        for (quint32 i = first; i < last; ++i) {
            s.busy += duration[i];
            if (duration[i] > duration[longest])
                longest = i;
            if (i > first)
                s.gap = std::max(s.gap, start[i] - start[i - 1] - duration[i - 1]);
        }
        s.longest = duration[longest];
        n.kind = store.kinds()[longest];
        n.shade = shades[raw(store.names()[longest])];
        finish(n, s);
        nodes.push_back(n);
        sums.push_back(s);
    }
    levels.push_back(std::move(nodes));
    while (levels.back().size() > LodIndex::fan * 4) {
        const std::vector<Node> &below = levels.back();
        std::vector<Node> above;
        std::vector<Sums> aboveSums;
        above.reserve(below.size() / LodIndex::fan + 1);
        aboveSums.reserve(above.capacity());
        for (size_t first = 0; first < below.size(); first += LodIndex::fan) {
            const size_t last = std::min(first + LodIndex::fan, below.size());
            Node n = below[first];
            Sums s = sums[first];
            for (size_t i = first + 1; i < last; ++i) {
                if (sums[i].longest > s.longest) {
                    n.kind = below[i].kind;
                    n.shade = below[i].shade;
                    s.longest = sums[i].longest;
                }
                s.gap = std::max({s.gap, sums[i].gap, below[i].startNs - below[i - 1].endNs});
                s.busy += sums[i].busy;
            }
            n.endNs = below[last - 1].endNs;
            finish(n, s);
            above.push_back(n);
            aboveSums.push_back(s);
        }
        levels.push_back(std::move(above));
        sums = std::move(aboveSums);
    }
    return levels;
}

// Puts what follows each other into runs. A run ends at something as long as a pixel, at a gap of that length, and
// where it is a few pixels long: its colour must stay that of its own place.
class FoldBuilder
{
public:
    explicit FoldBuilder(qint64 pixelNs) : m_pixelNs(pixelNs) {}

    void add(const LodIndex::Fold &f, qint64 busyNs, qint64 longestNs)
    {
        const bool joins = m_open && longestNs < m_pixelNs && m_longest < m_pixelNs &&
                           minus(f.startNs, m_run.endNs) < m_pixelNs && minus(f.endNs, m_run.startNs) < 2 * m_pixelNs;
        if (!joins) {
            close();
            m_run = f;
            m_busy = busyNs;
            m_longest = longestNs;
            m_open = true;
            return;
        }
        if (longestNs > m_longest) {
            m_longest = longestNs;
            m_run.kind = f.kind;
            m_run.shade = f.shade;
        }
        m_busy += busyNs;
        m_run.endNs = f.endNs;
    }
    [[nodiscard]] std::vector<LodIndex::Fold> take()
    {
        close();
        return std::move(m_out);
    }

private:
    void close()
    {
        if (!m_open)
            return;
        m_run.longest16 = coarse16(m_longest);
        m_run.fill = share(m_busy, m_run.endNs - m_run.startNs);
        m_out.push_back(m_run);
        m_open = false;
    }

    qint64 m_pixelNs;
    LodIndex::Fold m_run;
    qint64 m_busy = 0;
    qint64 m_longest = 0;
    bool m_open = false;
    std::vector<LodIndex::Fold> m_out;
};

// Levels for ever longer pixels, as far as each is much smaller than the one before: what they take in memory follows
// the smallest of them.
std::vector<LodIndex::FoldLevel> buildFolds(const SliceStore &store, SliceStore::Span span,
                                            const std::vector<quint8> &shades)
{
    using Fold = LodIndex::Fold;
    std::vector<LodIndex::FoldLevel> out;
    constexpr quint32 leastShrink = 32; // slices per fold of the first level
    if (span.size() < leastShrink * 64)
        return out;
    const auto &start = store.starts();
    const auto &duration = store.durations();
    // A mad stamp stands at one of the ends.
    const quint32 margin = span.size() / 20;
    const qint64 whole = minus(start[span.last - 1 - margin], start[span.first + margin]);
    qint64 pixel = std::max<qint64>(16, whole / span.size() * 8);
    while (pixel < whole / 256) {
        FoldBuilder builder(pixel);
        if (out.empty()) {
            for (quint32 i = span.first; i < span.last; ++i)
                builder.add(
                    {start[i], start[i] + duration[i], i, 0, store.kinds()[i], shades[raw(store.names()[i])], 0},
                    duration[i], duration[i]);
        } else {
            for (const Fold &f : out.back().folds) {
                const auto busy = static_cast<qint64>(static_cast<double>(f.endNs - f.startNs) * f.fill / 65535.0);
                builder.add(f, busy,
                            f.longest16 == 0xffffffffU ? std::numeric_limits<qint64>::max() : qint64{f.longest16} * 16);
            }
        }
        std::vector<Fold> folds = builder.take();
        const size_t limit = out.empty() ? span.size() / leastShrink : out.back().folds.size() * 11 / 20;
        if (folds.size() <= limit)
            out.push_back({pixel, std::move(folds)});
        pixel *= 2;
    }
    return out;
}

} // namespace

const LodIndex::FoldLevel *LodIndex::foldsFor(RowId row, qint64 pixelNs) const
{
    if (m_folds.empty())
        return nullptr;
    const FoldLevel *found = nullptr;
    for (const FoldLevel &level : m_folds[raw(row)]) {
        if (level.pixelNs > pixelNs)
            break;
        found = &level;
    }
    return found;
}

std::shared_ptr<LodIndex> LodIndex::outline(const Trace &trace)
{
    auto index = std::make_shared<LodIndex>();
    const StringPool &strings = trace.strings();
    index->m_shades.resize(strings.size());
    for (quint32 i = 0; i < strings.size(); ++i)
        index->m_shades[i] = static_cast<quint8>(Theme::nameHash(strings.view(StrId{i})) % Theme::shadeCount);
    index->findAxis(trace);
    return index;
}

std::shared_ptr<const LodIndex> LodIndex::build(const Trace &trace, ThreadPool &pool, const JobContext &job)
{
    auto index = outline(trace);
    const quint32 rows = trace.slices().rowCount();
    index->m_rows.resize(rows);
    index->m_folds.resize(rows);
    pool.parallelFor(rows, [&](qsizetype r) {
        if (!job.isCanceled()) {
            const RowId row{static_cast<quint32>(r)};
            index->m_rows[static_cast<size_t>(r)] = buildRow(trace.slices(), trace.slices().row(row), index->m_shades);
            index->m_folds[static_cast<size_t>(r)] =
                buildFolds(trace.slices(), trace.slices().row(row), index->m_shades);
        }
    });
    return job.isCanceled() ? nullptr : index;
}

void LodIndex::findAxis(const Trace &trace)
{
    // Even samples of every row stand for its slices; the ends of a row are where mad stamps sit.
    const SliceStore &s = trace.slices();
    std::vector<qint64> samples;
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const auto span = s.row(RowId{r});
        const quint32 step = std::max<quint32>(1, span.size() / 256);
        for (quint32 i = span.first; i < span.last; i += step)
            samples.push_back(s.starts()[i]);
    }
    for (const CounterSeries &c : trace.counters()) {
        const size_t step = std::max<size_t>(1, c.timeNs.size() / 256);
        for (size_t i = 0; i < c.timeNs.size(); i += step)
            samples.push_back(c.timeNs[i]);
    }
    m_outside = 0;
    m_axis = {};
    if (samples.empty())
        return;
    // A trace of one instant still has an axis.
    m_axis = {trace.startNs(), std::max(trace.endNs(), trace.startNs() + 1)};
    if (samples.size() < 8)
        return;
    std::sort(samples.begin(), samples.end());
    const qint64 low = samples[samples.size() / 20];
    const qint64 high = samples[samples.size() - 1 - samples.size() / 20];
    // A run may hold a few far steps: only what is a hundred times the bulk away, and at least a minute, is mad.
    constexpr qint64 minute = 60'000'000'000;
    const qint64 limit = std::numeric_limits<qint64>::max() / 4;
    const qint64 reach = std::clamp(minus(high, low) > limit / 100 ? limit : minus(high, low) * 100, minute, limit);
    if (minus(low, trace.startNs()) <= reach && minus(trace.endNs(), high) <= reach)
        return;
    const qint64 earliest = minus(low, reach);
    const qint64 latest = plus(high, reach);
    qint64 from = std::numeric_limits<qint64>::max();
    qint64 to = std::numeric_limits<qint64>::min();
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const auto span = s.row(RowId{r});
        quint32 first = s.firstStartingAtOrAfter(earliest, span);
        quint32 last = s.firstEndingAtOrAfter(latest, span);
        m_outside += (first - span.first) + (span.last - last);
        if (first < last) {
            from = std::min(from, s.starts()[first]);
            to = std::max(to, s.starts()[last - 1] + s.durations()[last - 1]);
        }
    }
    for (const CounterSeries &c : trace.counters()) {
        for (const qint64 t : c.timeNs) {
            if (t >= earliest && t <= latest) {
                from = std::min(from, t);
                to = std::max(to, t);
            }
        }
    }
    if (from < to)
        m_axis = {from, to};
}

std::vector<SliceId> LodIndex::outside(const Trace &trace) const
{
    constexpr size_t most = 1000;
    const SliceStore &s = trace.slices();
    std::vector<SliceId> out;
    // Slices of a row do not overlap: what lies outside is at its ends.
    for (quint32 r = 0; m_outside > 0 && r < s.rowCount() && out.size() < most; ++r) {
        const auto span = s.row(RowId{r});
        quint32 i = span.first;
        for (; i < span.last && s.starts()[i] < m_axis.fromNs && out.size() < most; ++i)
            out.push_back(SliceId{i});
        for (quint32 k = span.last; k > i && s.end(SliceId{k - 1}) > m_axis.toNs && out.size() < most; --k)
            out.push_back(SliceId{k - 1});
    }
    std::sort(out.begin(), out.end(), [&s](SliceId a, SliceId b) {
        return s.start(a) != s.start(b) ? s.start(a) < s.start(b) : raw(a) < raw(b);
    });
    return out;
}

qint64 LodIndex::bytes() const
{
    size_t sum = m_shades.capacity();
    for (const auto &row : m_rows) {
        for (const auto &level : row)
            sum += level.capacity() * sizeof(Node);
    }
    for (const auto &row : m_folds) {
        for (const FoldLevel &level : row)
            sum += level.folds.capacity() * sizeof(Fold);
    }
    return static_cast<qint64>(sum);
}

} // namespace rs
