// SPDX-License-Identifier: Apache-2.0
#include "views/picture/curvepicture.h"

#include "core/base/saturate.h"
#include "items/format.h"
#include "views/picture/paintedcurve.h"
#include "views/picture/timeaxis.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace rs {

namespace {
constexpr qint64 narrowestNs = 1'000;
constexpr int curveGap = 8;
constexpr int lastSampleWidth = 5; // behind the axis: a value that nothing follows is seen, too
constexpr int titledLines = 9;     // of text, from which on the axis has a title
} // namespace

CurvePicture::CurvePicture(const Theme *theme, QWidget *parent) : TimePicture(theme, parent)
{
    setLeast(narrowestNs);
}

void CurvePicture::setWhole(Interval whole, qint64 originNs, bool keepsAll)
{
    const bool isAll = keepsAll && TimePicture::window() == limits();
    m_originNs = originNs;
    m_pixelsWidth = 0;
    forgetLegend();
    // A single value has room as well.
    if (curveCount() > 0)
        whole.to = std::max(whole.to, saturatedSum(whole.from, narrowestNs));
    setLimits({whole.from, whole.to});
    const bool overlaps = window().from < whole.to && whole.from < window().to;
    setWindow(overlaps && !isAll ? window() : whole);
    update();
}

void CurvePicture::setSelected(Interval span)
{
    m_selected = span;
    update();
}

void CurvePicture::setMoment(std::optional<qint64> ns)
{
    m_moment = ns;
    update();
}

void CurvePicture::setShown(int curve, bool shown)
{
    setOn(curve, shown);
    update();
}

void CurvePicture::select(Interval span)
{
    if (span == m_selected)
        return;
    setSelected(span);
    emit selectedChanged(span);
}

std::vector<LegendEntry> CurvePicture::legend() const
{
    std::vector<LegendEntry> out;
    for (int i = 0; i < curveCount(); ++i) {
        const CurveLook l = look(i);
        out.push_back({format::displayText(l.name), l.color,
                       l.dashed ? LegendEntry::Mark::DashedLine : LegendEntry::Mark::Line, l.on});
    }
    return out;
}

QRect CurvePicture::plot() const
{
    const int line = fontMetrics().height();
    const int top = legendBottom() + curveGap + std::max(line / 2, linesAbove() * line);
    const int below = line + curveGap + (height() >= titledLines * line ? line : 0);
    const int high = std::max(1, height() - top - below);
    const int left = valueAxis(high).width(fontMetrics());
    return {left, top, std::max(1, width() - left - 2 * curveGap), high};
}

double CurvePicture::xOf(qint64 ns) const
{
    const QRect area = plot();
    return area.left() + TimeMap(TimePicture::window(), area.width()).x(ns);
}

qint64 CurvePicture::timeAt(double x) const
{
    const QRect area = plot();
    return TimeMap(TimePicture::window(), area.width()).time(x - area.left());
}

QString CurvePicture::placeText(qint64 ns) const
{
    return format::duration(saturatedDifference(ns, m_originNs));
}

QString CurvePicture::axisTitle() const
{
    return tr("Time");
}

void CurvePicture::paintPlaces(QPainter &painter, const QRect &plot) const
{
    paintTimesBelow(painter, plot, TimePicture::window(), m_originNs, width(), theme());
}

void CurvePicture::paintShade(QPainter &painter, Interval span, QColor color, const QString &name) const
{
    const QRect area = plot();
    if (span.to < window().from || span.from > window().to)
        return;
    const double from = std::max<double>(xOf(span.from), area.left());
    const double to = std::min<double>(xOf(span.to), area.right() + 1);
    color.setAlpha(40);
    painter.fillRect(QRectF(from, area.top(), std::max(1.0, to - from), area.height()), color);
    if (name.isEmpty())
        return;
    painter.setPen(theme().secondaryText());
    const int line = fontMetrics().height();
    const double width = std::max(to - from, fontMetrics().averageCharWidth() * 12.0);
    painter.drawText(QRectF(from, area.top() - line, width, line), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(format::displayText(name), Qt::ElideRight, static_cast<int>(width)));
}

void CurvePicture::paintMoment(QPainter &painter, qint64 ns, const QColor &color, Qt::PenStyle style) const
{
    const QRect area = plot();
    if (ns < window().from || ns > window().to)
        return;
    painter.setPen(QPen(color, 1.5, style));
    painter.drawLine(QPointF(xOf(ns), area.top()), QPointF(xOf(ns), area.bottom()));
}

const std::vector<CurvePixel> *CurvePicture::drawnPixels(int curve) const
{
    const auto at = static_cast<size_t>(curve);
    return m_pixelsWidth > 0 && at < m_pixels.size() && m_pixels[at] ? &*m_pixels[at] : nullptr;
}

void CurvePicture::lookUp(int width)
{
    if (m_pixelsWidth != width || m_pixelsOf != window()) {
        m_pixels.assign(static_cast<size_t>(curveCount()), std::nullopt);
        m_pixelsOf = window();
        m_pixelsWidth = width;
    }
    for (int i = 0; i < curveCount(); ++i) {
        auto &pixels = m_pixels[static_cast<size_t>(i)];
        if (!pixels && isShown(i))
            pixels = pixelsOf(i, window(), width);
    }
}

void CurvePicture::paintCurve(QPainter &painter, const QRect &plot, const ValueAxis &axis, int curve) const
{
    const CurveLook l = look(curve);
    CurvePainter stroke(painter, l.color, l.dashed ? CurvePainter::Style::Dashed : CurvePainter::Style::Solid);
    int next = -1;
    for (const CurvePixel &p : *m_pixels[static_cast<size_t>(curve)]) {
        if (p.x != next)
            stroke.interrupt();
        next = p.x + 1;
        stroke.addColumn(plot.left() + p.x, axis.y(plot, p.first), axis.y(plot, p.most), axis.y(plot, p.least),
                         axis.y(plot, p.last));
    }
    if (next == plot.width() && window().to >= limits().toNs)
        stroke.holdUntil(plot.left() + next + lastSampleWidth);
}

void CurvePicture::paint(QPainter &painter)
{
    if (window().length() <= 0 || curveCount() == 0)
        return;
    const QRect area = plot();
    lookUp(area.width());
    const ValueAxis axis = valueAxis(area.height());
    paintBelow(painter, axis);
    if (m_selected.length() > 0)
        paintShade(painter, m_selected, theme().accent());
    axis.paint(painter, area, theme());
    paintPlaces(painter, area);
    const int line = fontMetrics().height();
    if (height() >= titledLines * line)
        painter.drawText(QRect(area.left(), area.bottom() + 2 + line, area.width(), line), Qt::AlignHCenter,
                         axisTitle());
    paintLegend(painter);
    painter.setClipRect(area.adjusted(0, -1, 1 + lastSampleWidth, 1));
    // The first curve lies on top.
    for (int i = curveCount(); i-- > 0;) {
        if (isShown(i))
            paintCurve(painter, area, axis, i);
    }
    paintBox(painter);
    painter.setClipping(false);
    paintAbove(painter);
    if (m_moment)
        paintMoment(painter, *m_moment, theme().accent());
    paintFocus(painter, area.adjusted(0, 0, 1, 1));
}

void CurvePicture::resizeEvent(QResizeEvent *)
{
    setLines(0, 1);
}

Picture::TipLines CurvePicture::tipLines(const QPoint &at) const
{
    if (!plot().contains(at) || window().length() <= 0)
        return {};
    const qint64 ns = timeAt(at.x());
    TipLines lines = {{axisTitle(), placeText(ns)}};
    for (int i = 0; i < curveCount(); ++i) {
        const CurveLook l = look(i);
        if (!l.on)
            continue;
        const QString value = valueText(i, ns);
        lines.emplace_back(l.name, value.isEmpty() ? tr("not yet known") : value);
    }
    return lines;
}

TimeWindow CurvePicture::windowOfSelection() const
{
    return hasSelection() ? timeline::padded({m_selected.from, m_selected.to}, 0.2) : TimeWindow();
}

// A span is no item that others stand beside: arrow keys move the window.
void CurvePicture::stepAlong(int direction)
{
    navigator().panPixels(direction * alongSize() / 8.0);
}

void CurvePicture::clicked(const QPoint &at)
{
    if (window().length() > 0 && plot().contains(at))
        momentClicked(timeAt(at.x()));
}

bool CurvePicture::startsBox(const QPoint &at) const
{
    return window().length() > 0 && plot().adjusted(-curveGap, 0, curveGap, 0).contains(at);
}

QRect CurvePicture::boxOf(const QPoint &a, const QPoint &b) const
{
    return TimePicture::boxOf(a, b) & plot();
}

void CurvePicture::boxDrawn(const QPoint &a, const QPoint &b)
{
    if (!m_selectable)
        return TimePicture::boxDrawn(a, b);
    const auto inside = [this](const QPoint &at) { return std::clamp(timeAt(at.x()), window().from, window().to); };
    const auto [from, to] = std::minmax({inside(a), inside(b)});
    select({from, to});
}

} // namespace rs

#include "moc_curvepicture.cpp"
