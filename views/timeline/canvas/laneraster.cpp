// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/laneraster.h"

#include "views/timeline/canvas/lanegeometry.h"

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr int leastLabelHeight = 9; // logical pixels
constexpr int leastLabelWidth = 22;
constexpr int leastSqueezedHeight = 24; // lower ones show what there is, not what it is called

int device(double logical, double scale)
{
    return static_cast<int>(std::lround(logical * scale));
}

// First line of a strip and the one after its last.
std::pair<int, int> stripSpan(const LaneRow &row, const LaneStrip &strip, const LaneRaster::View &view)
{
    const int top = device(row.y + strip.y - view.scrollY, view.scale);
    const int bottom = device(row.y + strip.y + strip.height - view.scrollY, view.scale);
    // Nesting levels stay apart.
    return {top, std::max(bottom - top >= 4 ? bottom - 1 : bottom, top + 1)};
}
} // namespace

struct LaneRaster::Scratch
{
    std::vector<LaneBox> boxes;
    std::vector<QRgb> solid; // the colour of each pixel, and between the stripes of a hatched group
    std::vector<QRgb> between;
    std::vector<QRgb> mixedLine;
};

namespace {
// Boxes of slices that are named one by one; there are few of them.
void addSlices(const TimelineRank &rank, const LaneStrip &strip, const TimeMap &axis, std::vector<LaneBox> &out)
{
    const SliceStore &slices = rank.trace->slices();
    for (const SliceId s : strip.slices) {
        const TimeWindow span = rank.drawnSpan(s);
        if (span.fromNs >= axis.toNs || (span.toNs <= axis.fromNs && span.fromNs != axis.fromNs))
            continue;
        LaneBox box;
        box.x0 = std::clamp(static_cast<int>(std::floor(axis.x(span.fromNs))), 0, axis.width - 1);
        box.x1 = std::clamp(static_cast<int>(std::ceil(axis.x(span.toNs))), box.x0 + 1, axis.width);
        box.first = raw(s);
        box.kind = slices.kind(s);
        box.shade = rank.lod->shade(slices.name(s));
        out.push_back(box);
    }
}
} // namespace

bool LaneRaster::paint(QImage &picture, const TimelineData &data, const std::vector<LaneRow> &rows, const View &view)
{
    const QSize size(device(view.size.width(), view.scale), device(view.size.height(), view.scale));
    if (picture.size() != size || picture.format() != QImage::Format_RGB32)
        picture = QImage(size, QImage::Format_RGB32);
    if (picture.isNull())
        return true;
    const PixelSurface out{reinterpret_cast<QRgb *>(picture.bits()), picture.bytesPerLine() / 4, size.width(),
                           size.height()};

    m_backgroundLine.assign(static_cast<size_t>(out.width), m_colors.background);
    m_panelLine.assign(static_cast<size_t>(out.width), m_colors.panel);
    for (const double x : view.gridX) {
        const int px = device(x, view.scale);
        if (px >= 0 && px < out.width) {
            m_backgroundLine[static_cast<size_t>(px)] = m_colors.grid;
            m_panelLine[static_cast<size_t>(px)] = m_colors.panelGrid;
        }
    }
    m_labels.setFont(view.font,
                     device(std::clamp(view.rowHeight - 5, 7, std::max(7, view.font.pixelSize())), view.scale));

    const auto rowAt = [&rows](int y) {
        const auto it = std::upper_bound(rows.begin(), rows.end(), y, [](int v, const LaneRow &r) { return v < r.y; });
        return std::max(0, static_cast<int>(it - rows.begin()) - 1);
    };
    const int first = rowAt(view.scrollY);
    const int last = rowAt(view.scrollY + view.size.height() - 1);
    const int count = rows.empty() ? 0 : last - first + 1;
    std::vector<std::vector<SliceLabels::Request>> labels(static_cast<size_t>(std::max(0, count)));
    // A few rows per task: a task per thin lane would cost more than its lane.
    constexpr int perTask = 4;
    const int tasks = (count + perTask - 1) / perTask;
    data.paintPool().parallelFor(tasks, [&](qsizetype task) {
        Scratch scratch;
        const int end = std::min(count, (static_cast<int>(task) + 1) * perTask);
        for (int i = static_cast<int>(task) * perTask; i < end; ++i)
            paintRow(out, data, rows[static_cast<size_t>(first + i)], view, scratch, labels[static_cast<size_t>(i)]);
    });
    int bottom = count > 0
                     ? device(rows[static_cast<size_t>(last)].y + rows[static_cast<size_t>(last)].height - view.scrollY,
                              view.scale)
                     : 0;
    for (bottom = std::max(0, bottom); bottom < out.height; ++bottom)
        std::copy(m_panelLine.begin(), m_panelLine.end(), out.line(bottom));

    std::vector<SliceLabels::Request> all;
    for (const auto &l : labels)
        all.insert(all.end(), l.begin(), l.end());
    const bool complete = m_labels.prepare(all, view.labelBudgetMs);
    constexpr size_t labelsPerTask = 128;
    data.paintPool().parallelFor(
        static_cast<qsizetype>((all.size() + labelsPerTask - 1) / labelsPerTask), [&](qsizetype task) {
            const size_t end = std::min(all.size(), (static_cast<size_t>(task) + 1) * labelsPerTask);
            for (size_t i = static_cast<size_t>(task) * labelsPerTask; i < end; ++i)
                m_labels.paint(out, all[i]);
        });
    m_labelAreas.clear();
    for (const SliceLabels::Request &r : all) {
        if (const QRect area = m_labels.area(r).intersected(QRect(0, 0, out.width, out.height)); !area.isEmpty())
            m_labelAreas.push_back(area);
    }
    return complete;
}

void LaneRaster::paintRow(const PixelSurface &out, const TimelineData &data, const LaneRow &row, const View &view,
                          Scratch &scratch, std::vector<SliceLabels::Request> &labels) const
{
    const int top = device(row.y - view.scrollY, view.scale);
    const int bottom = device(row.y + row.height - view.scrollY, view.scale);
    const int empty = device(row.y + row.height - row.roomBelow - view.scrollY, view.scale);
    // Strips paint their lines whole, ground included: painting it here as well would be half of a frame's writes.
    auto strip = row.strips.begin();
    for (int y = std::max(0, top); y < std::min(bottom, out.height); ++y) {
        while (strip != row.strips.end() && y >= stripSpan(row, *strip, view).second)
            ++strip;
        if (strip != row.strips.end() && y >= stripSpan(row, *strip, view).first &&
            LaneModel::shownIn(data, row, *strip))
            continue;
        if (y == bottom - 1)
            std::fill_n(out.line(y), out.width, m_colors.hairline);
        else
            std::copy_n((row.isHeader() && y < empty ? m_panelLine : m_backgroundLine).begin(), out.width, out.line(y));
    }
    const TimelineRank *const own = LaneModel::shownIn(data, row);
    for (size_t i = 0; own && i < row.curves.size(); ++i)
        paintCurve(out, *own, row.curves[i], view, top + device(2, view.scale), bottom - 1);
    for (const LaneStrip &s : row.strips) {
        if (const TimelineRank *const rank = LaneModel::shownIn(data, row, s))
            paintStrip(out, *rank, row, s, view, scratch, labels);
    }
}

void LaneRaster::paintStrip(const PixelSurface &out, const TimelineRank &rank, const LaneRow &row,
                            const LaneStrip &strip, const View &view, Scratch &scratch,
                            std::vector<SliceLabels::Request> &labels) const
{
    const auto [top, bottom] = stripSpan(row, strip, view);
    const int y0 = std::max(0, top);
    const int y1 = std::min(out.height, bottom);
    if (y0 >= y1)
        return;
    const TimeMap axis(view.window, out.width);
    const SliceStore &slices = rank.trace->slices();
    scratch.boxes.clear();
    for (const RowId r : strip.rows)
        rowBoxes(slices, *rank.lod, r, timeline::shifted(axis, rank.shiftOf(r)), scratch.boxes);
    addSlices(rank, strip, axis, scratch.boxes);
    const auto &ground = row.isHeader() ? m_panelLine : m_backgroundLine;
    if (scratch.boxes.empty()) {
        for (int y = y0; y < y1; ++y)
            std::copy(ground.begin(), ground.end(), out.line(y));
        return;
    }
    scratch.solid.assign(ground.begin(), ground.end());
    scratch.between.assign(ground.begin(), ground.end());
    const int edge = std::max(1, device(1, view.scale));
    const bool withLabels =
        strip.height >= (row.miniature ? leastSqueezedHeight : leastLabelHeight) && bottom - top >= m_labels.pixels();
    const int labelWidth = device(leastLabelWidth, view.scale);
    const int labelPad = device(3, view.scale);
    bool hatched = false;
    const HighlightIndex *highlight = row.isDerived() ? nullptr : view.highlight.get();
    const std::vector<quint32> *hits = highlight ? highlight->of(rank.ref) : nullptr;
    for (const LaneBox &b : scratch.boxes) {
        SliceColors::Tone tone = m_colors.tone(b.kind, b.shade);
        if (highlight) {
            // Slices without a match are dimmed; a group shows its first match.
            const auto hit =
                hits ? std::lower_bound(hits->begin(), hits->end(), b.first) : std::vector<quint32>::const_iterator();
            if (hits && hit != hits->end() && *hit < b.first + b.count) {
                const SliceId s{*hit};
                tone = m_colors.tone(slices.kind(s), rank.lod->shade(slices.name(s)));
            } else {
                tone.fill = mixed(m_colors.background, tone.fill, 48);
                tone.edge = mixed(m_colors.background, tone.edge, 48);
                tone.whiteLabel = m_colors.dark;
            }
        }
        QRgb *solid = scratch.solid.data();
        QRgb *between = scratch.between.data();
        std::fill(solid + b.x0, solid + b.x1, tone.fill);
        if (b.isGroup()) {
            // Between the stripes the colour thins out with what the group leaves free.
            const QRgb thin = mixed(m_colors.background, tone.fill, 80 + (b.fill * 120U) / 65535U);
            std::fill(between + b.x0, between + b.x1, thin);
            hatched = true;
            continue;
        }
        std::fill(between + b.x0, between + b.x1, tone.fill);
        const int width = b.x1 - b.x0;
        if (width >= 3 * edge + 1) {
            std::fill(solid + b.x0, solid + b.x0 + edge, tone.edge);
            std::fill(between + b.x0, between + b.x0 + edge, tone.edge);
        }
        if (withLabels && width >= labelWidth) {
            labels.push_back({b.x0 + edge + labelPad, top, width - 2 * labelPad - edge, bottom - top, &rank,
                              slices.name(SliceId{b.first}), tone.whiteLabel, nullptr});
        }
    }
    if (!hatched) {
        for (int y = y0; y < y1; ++y)
            std::copy(scratch.solid.begin(), scratch.solid.end(), out.line(y));
        return;
    }
    const int pitch = std::max(1, static_cast<int>(std::lround(view.scale)));
    const size_t n = scratch.solid.size();
    if (pitch == 1 && y1 - y0 <= 6) {
        // So few lines that mixing the four phases first would not pay.
        for (int y = y0; y < y1; ++y) {
            QRgb *line = out.line(y);
            std::copy(scratch.between.begin(), scratch.between.end(), line);
            for (size_t x = (4U - static_cast<unsigned>(y & 3)) & 3U; x < n; x += 4)
                line[x] = scratch.solid[x];
        }
        return;
    }
    scratch.mixedLine.resize(n * 4);
    for (size_t phase = 0; phase < 4; ++phase) {
        QRgb *line = scratch.mixedLine.data() + phase * n;
        if (pitch == 1) {
            std::copy(scratch.between.begin(), scratch.between.end(), line);
            for (size_t x = (4 - phase) & 3U; x < n; x += 4)
                line[x] = scratch.solid[x];
        } else {
            for (size_t x = 0; x < n; ++x)
                line[x] = ((x / static_cast<size_t>(pitch) + phase) & 3U) == 0 ? scratch.solid[x] : scratch.between[x];
        }
    }
    for (int y = y0; y < y1; ++y) {
        const QRgb *line = scratch.mixedLine.data() + static_cast<size_t>((y / pitch) & 3) * n;
        std::copy(line, line + n, out.line(y));
    }
}

void LaneRaster::paintCurve(const PixelSurface &out, const TimelineRank &rank, CounterId counter, const View &view,
                            int y0, int y1) const
{
    const CounterSeries &series = rank.trace->counters()[raw(counter)];
    const CounterLod &lod = (*rank.counters)[raw(counter)];
    const TimeMap map = timeline::shifted({view.window, out.width}, rank.shiftOf(counter));
    const auto points = curvePoints(series, lod, map);
    const double scale = (y1 - 1 - y0) / (lod.high - lod.low);
    const auto yOf = [&](double v) {
        return y1 - 1 - static_cast<int>(std::lround((std::clamp(v, lod.low, lod.high) - lod.low) * scale));
    };
    std::vector<char> slow(static_cast<size_t>(out.width), 0);
    if (const FrequencyStats *f = rank.frequencyOf(counter)) {
        for (const FrequencyDrop &d : f->drops) {
            if (d.underLoad && d.toNs > map.fromNs && d.fromNs < map.toNs)
                std::fill(slow.begin() + std::clamp(map.pixel(d.fromNs), 0, out.width),
                          slow.begin() + std::clamp(map.pixel(d.toNs) + 1, 0, out.width), 1);
        }
    }
    const int zero = yOf(0);
    const int thick = std::max(1, device(1, view.scale));
    for (int x = 0; x < out.width; ++x) {
        const CurvePoint &p = points[static_cast<size_t>(x)];
        if (!p.known)
            continue;
        const int high = yOf(p.high);
        const int low = yOf(p.low);
        const auto column = [&](int from, int to, QRgb color) {
            for (int y = std::max({from, y0, 0}); y < std::min({to, y1, out.height}); ++y)
                out.line(y)[x] = color;
        };
        const bool isSlow = slow[static_cast<size_t>(x)] != 0;
        column(std::min(high, zero), std::max(low, zero) + 1, isSlow ? m_colors.curveDropFill : m_colors.curveFill);
        column(high, std::max(low + 1, high + thick), isSlow ? m_colors.curveDrop : m_colors.curve);
    }
}

} // namespace rs
