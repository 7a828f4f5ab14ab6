// SPDX-License-Identifier: Apache-2.0
// Decoration on and beside the operators: names, axis, headers, selection.
#include "items/format.h"
#include "views/parallel/mareypicture.h"
#include "views/widgets/theme.h"
#include "views/picture/timeaxis.h"
#include "views/picture/timeticks.h"
#include "views/timeline/canvas/slicecolors.h"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <optional>

namespace rs {

namespace {

constexpr int leastNameWidth = 36; // pixels that a name needs
constexpr int triangleSize = 8;
constexpr int leastCurveHeight = 8; // pixels of a line in which a curve tells something
constexpr int rateTone = 6;         // of Theme::series(): red

} // namespace

QColor MareyPicture::memoryColor() const
{
    return theme().text();
}

QColor MareyPicture::rateColor() const
{
    return theme().series(rateTone);
}

void MareyPicture::setCurves(std::shared_ptr<const MareyLines> lines, bool memory, bool rate)
{
    m_curves = std::move(lines);
    m_showsMemory = memory;
    m_showsRate = rate;
    updateLegend();
    layOut();
    redraw();
}

bool MareyPicture::showsCurves() const
{
    const bool hasAny =
        m_curves && ((m_showsMemory && m_curves->mostMemoryMb > 0) || (m_showsRate && m_curves->mostGflops > 0));
    return hasAny && m_content.chart && m_curves->rows.size() == m_content.chart->rows.size() &&
           laneSpan(true).second >= leastCurveHeight;
}

void MareyPicture::renderCurves(MareyRaster &raster, int line) const
{
    const Line &at = m_lines[static_cast<size_t>(line)];
    if (at.isStage)
        return;
    const double ratio = devicePixelRatioF();
    const auto thick = std::max(1, static_cast<int>(std::lround(ratio)));
    const int bottom = laneSpan(true).second;
    const double zero = (lineTop(line) + (m_downwards ? 0 : bottom)) * ratio;
    const double height = (m_downwards ? 1 : -1) * std::max(1.0, bottom * ratio - thick);
    const auto draw = [&](const SampledCurve &curve, double most, QRgb color) {
        if (most <= 0)
            return;
        const auto yOf = [&](double value) { return static_cast<int>(std::lround(zero + height * value / most)); };
        std::optional<int> before; // where it left the pixel before
        for (const CurvePixel &p : curve.pixels({window().fromNs, window().toNs}, raster.width())) {
            auto [top, low] = std::minmax({yOf(p.least), yOf(p.most)});
            if (before) {
                top = std::min(top, *before);
                low = std::max(low, *before);
            }
            raster.bar(p.x, p.x + 1, top - (m_downwards ? 0 : thick), low + (m_downwards ? thick : 0), color);
            before = yOf(p.last);
        }
    };
    const MareyLines::Row &row = m_curves->rows[static_cast<size_t>(at.row)];
    if (m_showsMemory)
        draw(row.memoryMb, m_curves->mostMemoryMb, memoryColor().rgb());
    if (m_showsRate)
        draw(row.gflops, m_curves->mostGflops, rateColor().rgb());
}

QRect MareyPicture::squareOf(int line, int which) const
{
    const Line &at = m_lines[static_cast<size_t>(line)];
    const std::vector<Load> &loads = at.isStage ? m_content.stageLoads : m_content.loads;
    if (static_cast<size_t>(at.row) >= loads.size() || linePitch() < squareSize)
        return {};
    const int bar = std::max(squareSize, laneSpan(true).second);
    const int across = lineTop(line) + (bar - squareSize) / 2;
    const int along = m_headerSize - 4 - (3 - which) * squareStep;
    const QRect p = plot();
    return m_downwards ? QRect(p.left() + across, legendBottom() + along, squareSize, squareSize)
                       : QRect(along, p.top() + across, squareSize, squareSize);
}

void MareyPicture::paintHeaders(QPainter &painter) const
{
    const QRect p = plot();
    const int line = fontMetrics().height();
    const bool hasLoads = !m_content.loads.empty();
    const int room = m_headerSize - (hasLoads ? 3 * squareStep + 8 : 4);
    painter.save();
    painter.setClipRect(m_downwards ? QRect(p.left(), legendBottom(), p.width(), m_headerSize)
                                    : QRect(0, p.top(), m_headerSize, p.height()));
    const int every = std::max(1, (line + linePitch() - 1) / linePitch());
    const auto [first, last] = visibleLines();
    for (int i = first; i < last; ++i) {
        const Line &at = m_lines[static_cast<size_t>(i)];
        const int bar = laneSpan(true).second;
        const int middle = lineTop(i) + bar / 2;
        const QString &label = at.isStage ? m_content.stageLabels[static_cast<size_t>(at.row)]
                                          : m_content.labels[static_cast<size_t>(at.row)];
        const bool isCurrent = !at.isStage && at.row == m_content.currentRow;
        const bool isApart = !at.isStage && !m_content.notes[static_cast<size_t>(at.row)].isEmpty();
        painter.setPen(isCurrent    ? theme().accent()
                       : isApart    ? theme().warning()
                       : at.isStage ? theme().text()
                                    : theme().secondaryText());
        const bool isWritten = at.isStage || isCurrent || i % every == 0;
        const int inset = at.isStage || m_content.chart->stages.empty() ? 4 : 16;
        painter.save();
        if (m_downwards) {
            // Before the squares, which stand next to the plot.
            painter.translate(p.left() + middle, legendBottom() + room);
            painter.rotate(-90);
            painter.translate(0, -line / 2.0);
        } else {
            painter.translate(0, p.top() + middle - line / 2.0);
        }
        if (isWritten) {
            const int left = at.isStage ? triangleSize + 8 : inset;
            const QString text = fontMetrics().elidedText(label, Qt::ElideMiddle, room - left);
            painter.drawText(QRect(left, 0, room - left, line),
                             at.isStage || m_downwards ? Qt::AlignLeft : Qt::AlignRight, text);
        }
        if (at.isStage) {
            const bool isFolded = m_foldedStages.contains(rowOf(at).stage);
            const double y = line / 2.0;
            QPolygonF mark;
            if (isFolded)
                mark << QPointF(4, y - triangleSize / 2.0) << QPointF(4, y + triangleSize / 2.0)
                     << QPointF(4 + triangleSize * 0.7, y);
            else
                mark << QPointF(4, y - triangleSize * 0.35) << QPointF(4 + triangleSize, y - triangleSize * 0.35)
                     << QPointF(4 + triangleSize / 2.0, y + triangleSize * 0.35);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setBrush(theme().secondaryText());
            painter.setPen(Qt::NoPen);
            painter.drawPolygon(mark);
        }
        painter.restore();
        for (int which = 0; which < 3; ++which) {
            const QRect square = squareOf(i, which);
            if (square.isEmpty())
                continue;
            const Load &load = (at.isStage ? m_content.stageLoads : m_content.loads)[static_cast<size_t>(at.row)];
            const std::optional<double> &share = load.shares[static_cast<size_t>(which)];
            if (share)
                painter.fillRect(square, theme().ramp(*share));
            else
                painter.fillRect(square, QBrush(theme().hairline(), Qt::BDiagPattern));
            painter.setPen(theme().hairline());
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(square.adjusted(0, 0, -1, -1));
        }
    }
    painter.restore();
    for (int i = first; i < last; ++i) {
        const Line &at = m_lines[static_cast<size_t>(i)];
        const QString note = at.isStage ? QString() : m_content.notes[static_cast<size_t>(at.row)];
        // A row on its own clock has operators at the place of the note: its label and tooltip have the text.
        if (note.isEmpty() || rowOf(at).operators() > 0 || linePitch() < line || m_downwards)
            continue;
        const QRect text(p.left() + 4, p.top() + lineTop(i), p.width() - 8, line);
        painter.setClipRect(p);
        painter.setPen(theme().secondaryText());
        painter.drawText(text, Qt::AlignLeft, fontMetrics().elidedText(note, Qt::ElideRight, text.width()));
        painter.setClipping(false);
    }
}

void MareyPicture::paintAxis(QPainter &painter) const
{
    const QRect p = plot();
    if (!m_downwards)
        return paintTimeAxis(painter, p, window(), m_content.originNs, width(), theme());
    const int line = fontMetrics().height();
    const TimeTicks ticks = TimeTicks::of(window(), m_content.originNs, p.height(), line * 3);
    painter.setPen(theme().secondaryText());
    if (!ticks.base.isEmpty())
        painter.drawText(QRect(0, p.top() - line * 2, p.left() - 6, line * 2),
                         Qt::AlignRight | Qt::AlignTop | Qt::TextWordWrap, ticks.base);
    for (const TimeTicks::Tick &t : ticks.ticks) {
        const int y = p.top() + static_cast<int>(t.x);
        painter.setPen(theme().hairline());
        painter.drawLine(p.left() - (t.text.isEmpty() ? 3 : 10), y, p.left() - 1, y);
        if (t.text.isEmpty() || y + line > p.bottom())
            continue;
        painter.setPen(theme().secondaryText());
        painter.drawText(QRect(0, y + 1, p.left() - 6, line), Qt::AlignRight, t.text);
    }
    painter.setPen(theme().hairline());
    painter.drawLine(p.left() - 1, p.top(), p.left() - 1, p.bottom());
}

// Names of operators that have the room for one.
void MareyPicture::paintNames(QPainter &painter) const
{
    if (m_downwards || !m_matches.rows.empty())
        return;
    const int text = fontMetrics().height();
    const TimeMap pixels = map();
    const auto least = static_cast<qint64>(pixels.nsPerPixel() * leastNameWidth);
    const auto [first, last] = visibleLines();
    for (int i = first; i < last; ++i) {
        const Line &at = m_lines[static_cast<size_t>(i)];
        if (at.isStage)
            continue;
        for (const bool communication : {false, true}) {
            const auto [top, bottom] = laneSpan(communication);
            if (bottom - top < text)
                continue;
            const MareyFolds::Row &folds = m_content.folds->rows[static_cast<size_t>(at.row)];
            const MareyLane &lane = laneOf({at.row, communication, 0});
            const MareyLaneFolds &of = communication ? folds.communication : folds.work;
            for (size_t k = of.firstReaching(window().fromNs); k < lane.size() && lane[k].time.from < window().toNs;
                 ++k) {
                if (lane[k].time.length() < least)
                    continue;
                const QRect bar = rectOf({at.row, communication, static_cast<int>(k)}).adjusted(3, 0, -3, 0);
                if (bar.width() < leastNameWidth - 6)
                    continue;
                // Bars are pale below curves.
                painter.setPen(showsCurves() ? theme().text()
                                             : Theme::labelOn(colorOf(m_content.chart->entries[lane[k].entry].kind)));
                painter.drawText(bar, Qt::AlignLeft | Qt::AlignVCenter,
                                 fontMetrics().elidedText(format::displayText(m_content.chart->nameOf(lane[k])),
                                                          Qt::ElideRight, bar.width()));
            }
        }
    }
}

// The chosen operator on every device that has it, joined.
void MareyPicture::paintSelected(QPainter &painter) const
{
    const MareyOperator *const op = operatorAt(m_selected);
    if (!op)
        return;
    painter.setBrush(Qt::NoBrush);
    const auto [first, last] = visibleLines();
    QRect above;
    int aboveLine = -2;
    for (int i = first; i < last; ++i) {
        const Line &at = m_lines[static_cast<size_t>(i)];
        if (at.isStage)
            continue;
        const Place place = partnerOf(m_selected, at.row);
        const QRect bar = rectOf(place);
        if (bar.isEmpty())
            continue;
        painter.setPen(QPen(place == m_selected ? theme().text() : theme().accent(), place == m_selected ? 2 : 1));
        painter.drawRect(bar.adjusted(-1, -1, 0, 0));
        if (aboveLine == i - 1) {
            painter.setPen(QPen(theme().accent(), 1));
            painter.setRenderHint(QPainter::Antialiasing);
            if (m_downwards) {
                painter.drawLine(above.topRight(), bar.topLeft());
                painter.drawLine(above.bottomRight(), bar.bottomLeft());
            } else {
                painter.drawLine(above.bottomLeft(), bar.topLeft());
                painter.drawLine(above.bottomRight(), bar.topRight());
            }
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        above = bar;
        aboveLine = i;
    }
}

void MareyPicture::paint(QPainter &painter)
{
    if (!m_content.chart || m_content.chart->isEmpty())
        return;
    const QRect p = plot();
    if (!m_valid || m_image.size() != p.size() * devicePixelRatioF())
        render();
    paintLegend(painter);
    paintAxis(painter);
    painter.drawImage(p.topLeft(), m_image);
    painter.setClipRect(p);
    paintNames(painter);
    paintSelected(painter);
    paintBox(painter);
    painter.setClipping(false);
    paintHeaders(painter);
    paintFocus(painter, p);
}

} // namespace rs
