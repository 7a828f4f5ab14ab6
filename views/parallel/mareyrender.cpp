// SPDX-License-Identifier: Apache-2.0
// The operators and what joins them, in the pixels of a frame.
#include "core/job/threadpool.h"
#include "views/parallel/mareypicture.h"
#include "views/widgets/theme.h"
#include "views/timeline/canvas/slicecolors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace rs {

namespace {

constexpr unsigned bandShare = 96; // of 256: how much of a band's colour is seen
constexpr unsigned paleShare = 190;

/// One colour for each kind, looked up once: the theme knows them by name.
using KindColors = std::array<QRgb, static_cast<size_t>(MareyKind::Count)>;

} // namespace

/// Shared data of the lines of a frame. They are drawn by several threads, which must not ask a widget for its font.
struct MareyPicture::Frame
{
    double ratio = 1;
    TimeMap pixels;
    TimeWindow window;
    int pitch = 0;
    int scroll = 0;
    std::pair<int, int> work;          ///< of a line, from its top
    std::pair<int, int> communication; ///< the same
    KindColors colors{};               ///< of bands and matches
    KindColors barColors{};

    [[nodiscard]] std::pair<int, int> lane(bool isCommunication) const
    {
        return isCommunication ? communication : work;
    }
    /// Pixel of the picture for a place in a line.
    [[nodiscard]] int y(int line, int inside) const
    {
        return static_cast<int>(std::lround((line * pitch - scroll + inside) * ratio));
    }
    [[nodiscard]] Interval span() const { return {window.fromNs, window.toNs}; }
};

MareyPicture::Frame MareyPicture::frameOf(int pixels) const
{
    Frame out{devicePixelRatioF(), TimeMap(window(), pixels), window(),      linePitch(),
              scrolled(),          laneSpan(false),           laneSpan(true)};
    const QRgb background = theme().background().rgb();
    for (size_t k = 0; k < out.colors.size(); ++k) {
        out.colors[k] = colorOf(static_cast<MareyKind>(k)).rgb();
        out.barColors[k] = isPale() ? mixed(out.colors[k], background, paleShare) : out.colors[k];
    }
    return out;
}

void MareyPicture::renderBands(MareyRaster &raster, const Frame &frame, int line) const
{
    const Line &at = m_lines[static_cast<size_t>(line)];
    const auto next = static_cast<size_t>(line) + 1;
    if (at.isStage || next >= m_lines.size() || m_lines[next] != Line{at.row + 1, false})
        return;
    const MareyChart &chart = *m_content.chart;
    const auto r = static_cast<size_t>(at.row);
    if (chart.rows[r].stage != chart.rows[r + 1].stage)
        return;
    const TimeMap &pixels = frame.pixels;
    // Areas paler than a bar need no gaps of a single pixel.
    const auto pixelNs = static_cast<qint64>(2 * pixels.nsPerPixel());
    const unsigned share = isPale() ? bandShare / 3 : bandShare;
    const auto draw = [&](const MareyLaneFolds &folds, const MareyLane &lane, const MareyLane &below,
                          bool communication) {
        const auto [top, bottom] = frame.lane(communication);
        const int y0 = frame.y(line, bottom);
        const int y1 = frame.y(line + 1, top);
        folds.visit(lane, &below, chart.entries, frame.span(), pixelNs, [&](const MareyFold &f) {
            if (f.below.length() <= 0 && f.below.from == 0)
                return;
            raster.band(pixels.x(f.time.from), pixels.x(f.time.to), y0, pixels.x(f.below.from), pixels.x(f.below.to),
                        y1, frame.colors[static_cast<size_t>(f.kind)], share);
        });
    };
    const MareyFolds::Row &folds = m_content.folds->rows[r];
    draw(folds.work, chart.rows[r].work, chart.rows[r + 1].work, false);
    draw(folds.communication, chart.rows[r].communication, chart.rows[r + 1].communication, true);
}

void MareyPicture::renderBars(MareyRaster &raster, const Frame &frame, int line) const
{
    const Line &at = m_lines[static_cast<size_t>(line)];
    const MareyChart &chart = *m_content.chart;
    const auto r = static_cast<size_t>(at.row);
    const MareyRow &row = rowOf(at);
    const MareyRow *const next =
        !at.isStage && r + 1 < chart.rows.size() && chart.rows[r + 1].stage == row.stage ? &chart.rows[r + 1] : nullptr;
    const MareyFolds::Row &folds = at.isStage ? m_content.folds->stages[r] : m_content.folds->rows[r];
    const TimeMap &pixels = frame.pixels;
    const auto pixelNs = static_cast<qint64>(pixels.nsPerPixel());
    const auto draw = [&](const MareyLaneFolds &of, const MareyLane &lane, const MareyLane *below, bool communication) {
        const auto [top, bottom] = frame.lane(communication);
        const int y0 = frame.y(line, top);
        const int y1 = std::max(y0 + 1, frame.y(line, bottom));
        double filled = -1; // up to here; narrow ones share a pixel
        of.visit(lane, below, chart.entries, frame.span(), pixelNs, [&](const MareyFold &f) {
            const double x0 = pixels.x(f.time.from);
            const double x1 = pixels.x(f.time.to);
            if (x1 < 0 || x0 > raster.width() || std::max(std::floor(x0) + 1, x1) <= filled)
                return;
            filled = std::max(std::floor(x0) + 1, x1);
            // A hairline parts neighbours that have the room.
            raster.bar(x0, x1 - x0 > 4 * frame.ratio && f.count == 1 ? x1 - frame.ratio : x1, y0, y1,
                       frame.barColors[static_cast<size_t>(f.kind)]);
        });
    };
    draw(folds.work, row.work, next ? &next->work : nullptr, false);
    draw(folds.communication, row.communication, next ? &next->communication : nullptr, true);
}

void MareyPicture::renderMatches(MareyRaster &raster, const Frame &frame, int line) const
{
    const Line &at = m_lines[static_cast<size_t>(line)];
    if (at.isStage || static_cast<size_t>(at.row) >= m_matches.rows.size())
        return;
    const MareyChart &chart = *m_content.chart;
    const TimeMap &pixels = frame.pixels;
    const MareyMatches::Row &found = m_matches.rows[static_cast<size_t>(at.row)];
    const auto next = static_cast<size_t>(line) + 1;
    const bool joins = next < m_lines.size() && m_lines[next] == Line{at.row + 1, false};
    for (const bool communication : {false, true}) {
        const MareyLane &lane = laneOf({at.row, communication, 0});
        const auto [top, bottom] = frame.lane(communication);
        const int y0 = frame.y(line, top);
        const int y1 = frame.y(line, bottom);
        const int y2 = frame.y(line + 1, top);
        double filled = -1;
        for (const quint32 i : communication ? found.communication : found.work) {
            const MareyOperator &op = lane[i];
            const QRgb color = frame.colors[static_cast<size_t>(chart.entries[op.entry].kind)];
            const double x0 = pixels.x(op.time.from);
            const double x1 = pixels.x(op.time.to);
            if (x1 < 0 || x0 > raster.width() || std::max(std::floor(x0) + 1, x1) <= filled)
                continue;
            filled = std::max(std::floor(x0) + 1, x1);
            raster.bar(x0, x1, y0, y1, color);
            if (!joins || op.below == MareyOperator::none)
                continue;
            const Interval below = laneOf({at.row + 1, communication, 0})[op.below].time;
            raster.band(x0, x1, y1, pixels.x(below.from), pixels.x(below.to), y2, color, 180);
        }
    }
}

void MareyPicture::renderLines(MareyRaster &raster) const
{
    const Frame frame = frameOf(raster.width());
    const std::pair<int, int> visible = visibleLines();
    const int first = visible.first;
    const int last = visible.second;
    const QRgb stage = theme().panel().rgb();
    const QRgb current = mixed(theme().background().rgb(), theme().accent().rgb(), 36);
    for (int line = first; line < last; ++line) {
        const Line &at = m_lines[static_cast<size_t>(line)];
        if (at.isStage || at.row == m_content.currentRow)
            raster.bar(0, raster.width(), frame.y(line, 0), frame.y(line, frame.communication.second),
                       at.isStage ? stage : current);
    }
    // The bands of a line end where those of the next begin; bars lie over the bands of the line before.
    constexpr int linesPerTask = 4;
    const int above = std::max(0, first - 1);
    parallelFor(m_paintPool, (last - above + linesPerTask - 1) / linesPerTask, [&](qsizetype task) {
        const int from = above + static_cast<int>(task) * linesPerTask;
        for (int line = from; line < std::min(last, from + linesPerTask); ++line)
            renderBands(raster, frame, line);
    });
    parallelFor(m_paintPool, (last - first + linesPerTask - 1) / linesPerTask, [&](qsizetype task) {
        const int from = first + static_cast<int>(task) * linesPerTask;
        for (int line = from; line < std::min(last, from + linesPerTask); ++line)
            renderBars(raster, frame, line);
    });
    for (int line = first; line < last && !m_matches.rows.empty(); ++line)
        renderMatches(raster, frame, line);
    for (int line = first; line < last && showsCurves(); ++line)
        renderCurves(raster, line);
}

// Time runs across in the making, whichever way it is shown.
void MareyPicture::render()
{
    const double ratio = devicePixelRatioF();
    const QSize size = QSize(alongSize(), acrossSize()) * ratio;
    QImage &image = m_downwards ? m_across : m_image;
    // New memory for each frame takes longer than filling it.
    if (image.size() != size)
        image = QImage(size, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme().background());
    if (!window().isEmpty() && m_content.chart && m_content.folds) {
        MareyRaster raster(image);
        renderLines(raster);
    }
    if (m_downwards) {
        turn(m_across, m_image, m_paintPool);
        m_image.setDevicePixelRatio(ratio);
    }
    m_valid = true;
}

} // namespace rs
