// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/data/lodindex.h"

#include "core/base/saturate.h"
#include "views/widgets/theme.h"

#include <algorithm>
#include <atomic>

namespace rs {

namespace {

// Sums that a node needs from its children but does not keep.
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
                           saturatedDifference(f.startNs, m_run.endNs) < m_pixelNs &&
                           saturatedDifference(f.endNs, m_run.startNs) < 2 * m_pixelNs;
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
    const qint64 whole = saturatedDifference(start[span.last - 1 - margin], start[span.first + margin]);
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
    // A trace of one instant still has an axis.
    if (trace.startNs() != 0 || trace.endNs() != 0 || trace.slices().size() > 0)
        index->m_axis = {trace.startNs(), std::max(trace.endNs(), trace.startNs() + 1)};
    index->m_outside = trace.outsideSlices();
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
