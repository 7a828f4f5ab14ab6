// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/lanegeometry.h"

#include <cmath>

namespace rs {

namespace {

class RowWalk
{
public:
    RowWalk(const SliceStore &store, const LodIndex &lod, RowId row, const TimeMap &map, std::vector<LaneBox> &out)
        : m_start(store.starts().data()), m_duration(store.durations().data()), m_kind(store.kinds().data()),
          m_name(store.names().data()), m_lod(lod), m_row(row), m_map(map), m_scale(map.pixelsPerNs()),
          m_pixelNs(saturatedRound(std::ceil(map.nsPerPixel()))), m_out(out), m_rowSpan(store.row(row)),
          m_visible(store.visible(row, map.fromNs, map.toNs))
    {
    }

    void run()
    {
        if (m_visible.isEmpty())
            return;
        const LodIndex::FoldLevel *const level = m_lod.foldsFor(m_row, m_pixelNs);
        if (!level) {
            range(m_visible.first, m_visible.last);
            return;
        }
        // Folds that reach over the edge of the window would paint slices that are outside it: those are walked more
        // closely.
        const auto &all = level->folds;
        const auto begins = [](const LodIndex::Fold &f, quint32 slice) { return f.first < slice; };
        const auto ends = [](quint32 slice, const LodIndex::Fold &f) { return slice < f.first; };
        const auto first =
            static_cast<size_t>(std::lower_bound(all.begin(), all.end(), m_visible.first, begins) - all.begin());
        const size_t last =
            m_visible.last == m_rowSpan.last
                ? all.size()
                : static_cast<size_t>(std::upper_bound(all.begin(), all.end(), m_visible.last, ends) - all.begin()) - 1;
        if (first >= last) {
            range(m_visible.first, m_visible.last);
            return;
        }
        range(m_visible.first, all[first].first);
        folds(all, first, last);
        range(firstAfter(all, last - 1), m_visible.last);
    }

private:
    [[nodiscard]] static quint64 nodeSize(int level) { return quint64{LodIndex::base} << (2 * level); }
    // Behind the start of the window; without a sign, because a window may be longer than half of what 64 bits hold.
    [[nodiscard]] double x(qint64 ns) const
    {
        return static_cast<double>(static_cast<quint64>(ns) - static_cast<quint64>(m_map.fromNs)) * m_scale;
    }
    [[nodiscard]] int left(qint64 ns) const { return ns <= m_map.fromNs ? 0 : static_cast<int>(x(ns)); }
    [[nodiscard]] int right(qint64 ns) const
    {
        if (ns <= m_map.fromNs || ns >= m_map.toNs)
            return ns <= m_map.fromNs ? 0 : m_map.width;
        // Not std::ceil: it is a call into the C library, and a frame makes hundreds of thousands of boxes.
        const double at = x(ns);
        const int whole = static_cast<int>(at);
        return whole + (whole < at ? 1 : 0);
    }

    void add(qint64 from, qint64 to, quint32 first, quint32 count, SliceKind kind, quint8 shade, quint16 fill)
    {
        LaneBox b;
        b.x0 = std::min(left(from), m_map.width - 1);
        b.x1 = std::clamp(right(to), b.x0 + 1, m_map.width);
        b.first = first;
        b.count = count;
        b.kind = kind;
        b.shade = shade;
        b.fill = fill;
        m_out.push_back(b);
    }

    [[nodiscard]] quint32 firstAfter(const std::vector<LodIndex::Fold> &all, size_t i) const
    {
        return i + 1 < all.size() ? all[i + 1].first : m_rowSpan.last;
    }

    // Folds of a level whose pixel is no longer than the one of the picture: what they hold together stays together,
    // and what is shorter than a pixel of the picture joins its neighbours.
    void folds(const std::vector<LodIndex::Fold> &all, size_t first, size_t last)
    {
        for (size_t i = first; i < last;) {
            const LodIndex::Fold &f = all[i];
            const bool single = firstAfter(all, i) - f.first == 1;
            if (single && f.endNs - f.startNs >= m_pixelNs) {
                add(f.startNs, f.endNs, f.first, 1, f.kind, f.shade, 65535);
                ++i;
                continue;
            }
            size_t longest = i;
            qint64 end = f.endNs;
            double busy = busyOf(f);
            size_t next = i + 1;
            for (; next < last; ++next) {
                const LodIndex::Fold &n = all[next];
                const bool alone = n.endNs - n.startNs >= m_pixelNs && firstAfter(all, next) - n.first == 1;
                if (alone || n.startNs - end >= m_pixelNs || n.endNs - f.startNs >= 2 * m_pixelNs)
                    break;
                end = n.endNs;
                busy += busyOf(n);
                longest = n.longest16 > all[longest].longest16 ? next : longest;
            }
            const quint32 count = firstAfter(all, next - 1) - f.first;
            const quint16 fill =
                count == 1 || end <= f.startNs
                    ? quint16{65535}
                    : static_cast<quint16>(std::min(65535.0, busy / static_cast<double>(end - f.startNs)));
            add(f.startNs, end, f.first, count, all[longest].kind, all[longest].shade, fill);
            i = next;
        }
    }
    // In units of a 65535th nanosecond.
    [[nodiscard]] static double busyOf(const LodIndex::Fold &f)
    {
        return static_cast<double>(f.endNs - f.startNs) * f.fill;
    }

    // Slices `from` to `to` by nodes, where there are many of them.
    void range(quint32 from, quint32 to)
    {
        if (from >= to)
            return;
        const int levels = m_lod.levels(m_row);
        // Start where a node is about a pixel wide: coarser nodes would only be opened again.
        int level = -1;
        quint64 size = LodIndex::base;
        for (int l = 0; l < levels && (to - from) / size >= static_cast<quint64>(m_map.width) / 2; ++l) {
            level = l;
            size *= LodIndex::fan;
        }
        if (level < 0) {
            slices(from, to);
            return;
        }
        size = nodeSize(level);
        const quint32 first = from - m_rowSpan.first;
        const quint32 last = to - m_rowSpan.first;
        // Nodes that reach over the edge would paint slices that are outside: open those slice by slice.
        const auto whole0 = static_cast<quint32>((first + size - 1) / size);
        const auto whole1 = static_cast<quint32>(last / size);
        if (whole0 >= whole1) {
            slices(from, to);
            return;
        }
        slices(from, m_rowSpan.first + static_cast<quint32>(whole0 * size));
        nodes(level, whole0, whole1);
        slices(m_rowSpan.first + static_cast<quint32>(whole1 * size), to);
    }

    void nodes(int level, quint32 first, quint32 last)
    {
        const auto all = m_lod.level(m_row, level);
        const auto size = static_cast<quint32>(nodeSize(level));
        for (quint32 i = first; i < last; ++i) {
            const LodIndex::Node &n = all[i];
            const quint32 at = m_rowSpan.first + i * size;
            const quint32 count = std::min(size, m_rowSpan.last - at);
            if (n.coarseNs() < m_pixelNs) {
                add(n.startNs, n.endNs, at, count, n.kind, n.shade, n.fill);
            } else if (level > 0) {
                const auto below = static_cast<quint32>(m_lod.level(m_row, level - 1).size());
                nodes(level - 1, i * LodIndex::fan, std::min((i + 1) * LodIndex::fan, below));
            } else {
                slices(at, at + count);
            }
        }
    }

    void slices(quint32 first, quint32 last)
    {
        for (quint32 i = first; i < last;) {
            if (m_duration[i] >= m_pixelNs) {
                add(m_start[i], m_start[i] + m_duration[i], i, 1, m_kind[i], m_lod.shade(m_name[i]), 65535);
                ++i;
            } else {
                i = fold(i, last);
            }
        }
    }

    // One group of slices that are shorter than a pixel, from `first` on. Far ahead in a dense row it bisects; a group
    // then ends within a pixel of its start, so no gap in it reaches a pixel.
    quint32 fold(quint32 first, quint32 last)
    {
        const qint64 from = m_start[first];
        quint32 longest = first;
        qint64 longestNs = m_duration[first];
        qint64 busy = longestNs;
        qint64 end = from + busy;
        quint32 next = first + 1;
        for (; next < last && next - first < 64; ++next) {
            const qint64 start = m_start[next];
            const qint64 duration = m_duration[next];
            // One branch for both: which of the two ends a group is anyone's guess, to the processor as well.
            if (std::max(duration, start - end) >= m_pixelNs)
                break;
            busy += duration;
            end = start + duration;
            longest = duration > longestNs ? next : longest;
            longestNs = std::max(longestNs, duration);
        }
        if (next < last && next - first == 64) {
            const qint64 reach = m_start[next - 1] + m_pixelNs;
            quint32 low = next;
            quint32 step = 64;
            while (low + step < last && m_start[low + step] + m_duration[low + step] < reach) {
                low += step;
                step *= 2;
            }
            quint32 high = std::min(last, low + step);
            while (low < high) {
                const quint32 middle = low + (high - low) / 2;
                if (m_start[middle] + m_duration[middle] < reach)
                    low = middle + 1;
                else
                    high = middle;
            }
            next = std::max(next, low);
        }
        const qint64 to = m_start[next - 1] + m_duration[next - 1];
        const quint32 count = next - first;
        const quint16 fill =
            count == 1 || count > 64 || to <= from
                ? quint16{65535}
                : static_cast<quint16>(65535.0 * static_cast<double>(busy) / static_cast<double>(to - from));
        add(from, to, first, count, m_kind[longest], m_lod.shade(m_name[longest]), fill);
        return next;
    }

    const qint64 *m_start;
    const qint64 *m_duration;
    const SliceKind *m_kind;
    const StrId *m_name;
    const LodIndex &m_lod;
    RowId m_row;
    const TimeMap &m_map;
    double m_scale;
    qint64 m_pixelNs; // of a pixel, rounded up: whole numbers are shorter than a pixel exactly when they are less
    std::vector<LaneBox> &m_out;
    SliceStore::Span m_rowSpan;
    SliceStore::Span m_visible;
};

} // namespace

void rowBoxes(const SliceStore &store, const LodIndex &lod, RowId row, const TimeMap &map, std::vector<LaneBox> &out)
{
    RowWalk(store, lod, row, map, out).run();
}

SliceId sliceAt(const SliceStore &store, RowId row, const TimeMap &map, double x, double reach)
{
    const qint64 at = map.time(x);
    const auto near =
        store.visible(row, map.time(x - reach), std::max(map.time(x + reach), map.time(x - reach) + 1) + 1);
    SliceId best = NoSlice;
    double bestDistance = reach + 1;
    // A pixel may hold millions: the ones around the position are enough to find the nearest.
    quint32 first = near.first;
    quint32 last = near.last;
    if (near.size() > 64) {
        const quint32 middle = store.firstEndingAtOrAfter(at, near);
        first = std::max(near.first, middle > 32 ? middle - 32 : 0);
        last = std::min(near.last, middle + 32);
    }
    qint64 bestDuration = -1;
    for (quint32 i = first; i < last; ++i) {
        const SliceId s{i};
        const double x0 = map.x(store.start(s));
        // A slice narrower than a pixel is painted over the whole of it.
        const double x1 = std::max(map.x(store.end(s)), std::floor(x0) + 1);
        const double distance = x < x0 ? x0 - x : (x >= x1 ? x - x1 : 0);
        if (distance < bestDistance || (distance == bestDistance && store.duration(s) > bestDuration)) {
            best = s;
            bestDistance = distance;
            bestDuration = store.duration(s);
        }
    }
    return bestDistance <= reach ? best : NoSlice;
}

} // namespace rs
