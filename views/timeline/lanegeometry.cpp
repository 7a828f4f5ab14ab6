// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanegeometry.h"

#include <cmath>

namespace rs {

namespace {

class RowWalk
{
public:
    RowWalk(const SliceStore &store, const LodIndex &lod, RowId row, const TimeMap &map, std::vector<LaneBox> &out)
        : m_start(store.starts().data()), m_duration(store.durations().data()), m_kind(store.kinds().data()),
          m_name(store.names().data()), m_lod(lod), m_row(row), m_map(map),
          m_scale(static_cast<double>(map.width) / static_cast<double>(map.lengthNs())),
          m_pixelNs(static_cast<qint64>(std::ceil(map.nsPerPixel()))), m_out(out), m_rowSpan(store.row(row)),
          m_visible(store.visible(row, map.fromNs, map.toNs))
    {
    }

    void run()
    {
        if (m_visible.isEmpty())
            return;
        const int levels = m_lod.levels(m_row);
        // Start where a node is about a pixel wide: coarser nodes would only be opened again.
        int level = -1;
        quint64 size = LodIndex::base;
        for (int l = 0; l < levels && m_visible.size() / size >= static_cast<quint64>(m_map.width) / 2; ++l) {
            level = l;
            size *= LodIndex::fan;
        }
        if (level < 0) {
            slices(m_visible.first, m_visible.last);
            return;
        }
        size = nodeSize(level);
        const quint32 first = m_visible.first - m_rowSpan.first;
        const quint32 last = m_visible.last - m_rowSpan.first;
        // Nodes that reach over the edge of the window would paint slices that are outside it: open those slice by slice.
        const auto whole0 = static_cast<quint32>((first + size - 1) / size);
        const auto whole1 = static_cast<quint32>(last / size);
        if (whole0 >= whole1) {
            slices(m_visible.first, m_visible.last);
            return;
        }
        slices(m_visible.first, m_rowSpan.first + static_cast<quint32>(whole0 * size));
        nodes(level, whole0, whole1);
        slices(m_rowSpan.first + static_cast<quint32>(whole1 * size), m_visible.last);
    }

private:
    [[nodiscard]] static quint64 nodeSize(int level) { return quint64{LodIndex::base} << (2 * level); }
    [[nodiscard]] int left(qint64 ns) const
    {
        return ns <= m_map.fromNs ? 0 : static_cast<int>(static_cast<double>(ns - m_map.fromNs) * m_scale);
    }
    [[nodiscard]] int right(qint64 ns) const
    {
        if (ns >= m_map.toNs)
            return m_map.width;
        // Not std::ceil: it is a call into the C library, and a frame makes hundreds of thousands of boxes.
        const double x = static_cast<double>(ns - m_map.fromNs) * m_scale;
        const int whole = static_cast<int>(x);
        return whole + (whole < x ? 1 : 0);
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
        const quint16 fill = count == 1 || count > 64 || to <= from
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
    const auto near = store.visible(row, map.time(x - reach), std::max(map.time(x + reach), map.time(x - reach) + 1) + 1);
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
