// SPDX-License-Identifier: Apache-2.0
#include "views/picture/curvechart.h"

#include "core/base/saturate.h"
#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/axis.h"
#include "views/picture/paintedcurve.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

// Of the plot, which is looked up once for a curve: it follows from the texts beside it.
double yIn(const QRect &plot, double value, double low, double high)
{
    return plot.bottom() - (value - low) / (high - low) * plot.height();
}

constexpr qint64 narrowestCurveNs = 1'000;
constexpr int curveGap = 8;
constexpr int lastSampleWidth = 5; // behind the axis: a value that nothing follows is seen, too

struct ValueTick
{
    double at = 0;
    QString text;
};

/// `unit`: "ns" is shown in the unit that fits.
std::vector<ValueTick> valueTicks(double low, double high, const QString &unit, int most)
{
    const bool isTime = unit == QLatin1String("ns");
    const double largest = isTime ? std::min(9e18, std::max(std::abs(low), std::abs(high))) : 0;
    const format::TimeUnit timeUnit = format::timeUnitFor(std::llround(largest));
    const double scale = isTime ? static_cast<double>(format::unitNs(timeUnit)) : 1;
    const QString name = isTime ? format::unitName(timeUnit) : format::displayText(unit);
    const double step = scale * niceStep((high - low) / scale, most);
    std::vector<ValueTick> out;
    for (double at = std::ceil(low / step) * step; at <= high; at += step)
        out.push_back(
            {at, format::real(at / scale, stepDecimals(step / scale)) + (name.isEmpty() ? QString() : u' ' + name)});
    return out;
}

} // namespace

CurveChart::CurveChart(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void CurveChart::setLines(std::vector<Line> lines, const QString &unit, qint64 originNs, double least)
{
    // What was hidden or shown by hand stays so.
    for (Line &line : lines) {
        const auto before =
            std::find_if(m_lines.begin(), m_lines.end(), [&](const Line &l) { return l.name == line.name; });
        if (before != m_lines.end())
            line.on = before->on;
    }
    m_lines = std::move(lines);
    m_unit = unit;
    m_least = least;
    m_originNs = originNs;
    m_pixelsWidth = 0;
    std::optional<Interval> whole;
    for (const Line &line : m_lines) {
        const Interval span = line.curve->span();
        whole = whole ? Interval{std::min(whole->from, span.from), std::max(whole->to, span.to)} : span;
    }
    m_whole = whole.value_or(Interval());
    // A single value has room as well.
    if (whole)
        m_whole.to = std::max(m_whole.to, saturatedSum(m_whole.from, narrowestCurveNs));
    const bool overlaps = m_window.from < m_whole.to && m_whole.from < m_window.to;
    setWindow(overlaps ? m_window : m_whole);
}

void CurveChart::setWindow(Interval window)
{
    const qint64 length = std::clamp(window.length(), std::min(narrowestCurveNs, m_whole.length()), m_whole.length());
    const qint64 from = std::clamp(window.from, m_whole.from, m_whole.to - length);
    m_window = {from, from + length};
    update();
}

void CurveChart::setSelected(Interval span)
{
    m_selected = span;
    update();
}

void CurveChart::setShown(int line, bool shown)
{
    m_lines[static_cast<size_t>(line)].on = shown;
    update();
}

QSize CurveChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 10};
}

QSize CurveChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 7};
}

std::vector<LegendEntry> CurveChart::legend() const
{
    std::vector<LegendEntry> out;
    for (const Line &line : m_lines)
        out.push_back({format::displayText(line.name), m_theme->series(line.color), LegendEntry::Mark::Line, line.on});
    return out;
}

std::vector<QRect> CurveChart::legendRects() const
{
    return rs::legendRects(legend(), fontMetrics(), width() - 2 * curveGap);
}

QRect CurveChart::legendRect(int index) const
{
    return legendRects()[static_cast<size_t>(index)].translated(curveGap, curveGap / 2);
}

QString CurveChart::valueText(double value) const
{
    if (m_unit == QLatin1String("ns"))
        return format::duration(std::llround(value));
    const double size = std::abs(value);
    const QString number = format::real(value, size >= 1000 || std::floor(value) == value ? 0 : size >= 10 ? 1 : 2);
    return m_unit.isEmpty() ? number : number + u' ' + format::displayText(m_unit);
}

QRect CurveChart::plot() const
{
    const Scale s = scale();
    const int line = fontMetrics().height();
    const int top = legendHeight(legendRects()) + curveGap * 3 / 2 + line / 2;
    const int high = height() - top - line - curveGap;
    int labels = 0;
    for (const ValueTick &t : valueTicks(s.low, s.high, m_unit, std::max(2, high / (2 * line))))
        labels = std::max(labels, fontMetrics().horizontalAdvance(t.text));
    const int left = labels + 2 * curveGap;
    return {left, top, width() - left - 2 * curveGap, high};
}

// Of all that is shown, so that zooming does not change the scale; from 0 on where nothing is below it.
CurveChart::Scale CurveChart::scale() const
{
    Scale out{0, m_least};
    for (const Line &line : m_lines) {
        if (!line.on)
            continue;
        out.low = std::min(out.low, line.curve->least());
        out.high = std::max(out.high, line.curve->most());
    }
    if (!(out.high > out.low))
        out.high = out.low + 1;
    out.high += (out.high - out.low) * 0.05;
    return out;
}

qint64 CurveChart::timeAt(double x) const
{
    const QRect area = plot();
    return m_window.from +
           std::llround((x - area.left()) / std::max(1, area.width()) * static_cast<double>(m_window.length()));
}

double CurveChart::xOf(qint64 ns) const
{
    const QRect area = plot();
    return area.left() + static_cast<double>(saturatedDifference(ns, m_window.from)) /
                             static_cast<double>(std::max<qint64>(1, m_window.length())) * area.width();
}

double CurveChart::yOf(double value, const Scale &scale) const
{
    return yIn(plot(), value, scale.low, scale.high);
}

void CurveChart::paintAxes(QPainter &painter, const Scale &scale) const
{
    const QRect area = plot();
    const int line = fontMetrics().height();
    const auto tick = [&](const QPointF &from, const QPointF &to) {
        painter.setPen(m_theme->hairline());
        painter.drawLine(from, to);
        painter.setPen(m_theme->secondaryText());
    };
    for (const ValueTick &t : valueTicks(scale.low, scale.high, m_unit, std::max(2, area.height() / (2 * line)))) {
        const double y = yOf(t.at, scale);
        tick(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.drawText(QRectF(0, y - line / 2.0, area.left() - curveGap, line), Qt::AlignRight | Qt::AlignVCenter,
                         t.text);
    }
    const format::TimeUnit unit = format::timeUnitFor(std::max(std::abs(saturatedDifference(m_window.from, m_originNs)),
                                                               std::abs(saturatedDifference(m_window.to, m_originNs))));
    const double unitNs = static_cast<double>(format::unitNs(unit));
    const int ticks = std::max(2, area.width() / (fontMetrics().averageCharWidth() * 16));
    const double step = niceStep(static_cast<double>(m_window.length()) / unitNs, ticks);
    const auto from = static_cast<double>(saturatedDifference(m_window.from, m_originNs));
    const auto to = static_cast<double>(saturatedDifference(m_window.to, m_originNs));
    for (double at = std::ceil(from / unitNs / step) * step; at * unitNs <= to; at += step) {
        const qint64 ns = std::llround(at * unitNs);
        const double x = xOf(saturatedSum(m_originNs, ns));
        tick(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const QString text = format::timeIn(ns, unit, stepDecimals(step)) + u' ' + format::unitName(unit);
        const double half = fontMetrics().horizontalAdvance(text) / 2.0 + 1;
        const double middle = std::max(std::min(x, width() - half), area.left() + half);
        painter.drawText(QRectF(middle - half, area.bottom() + 2, 2 * half, line), Qt::AlignHCenter, text);
    }
}

void CurveChart::paintLine(QPainter &painter, size_t line, const Scale &scale) const
{
    const QRect area = plot();
    const auto yOf = [&](double value) { return yIn(area, value, scale.low, scale.high); };
    CurvePainter curve(painter, m_theme->series(m_lines[line].color));
    for (const CurvePixel &p : m_pixels[line])
        curve.addColumn(area.left() + p.x, yOf(p.first), yOf(p.most), yOf(p.least), yOf(p.last));
    if (!m_pixels[line].empty() && m_window.to >= m_whole.to)
        curve.holdUntil(area.left() + m_pixels[line].back().x + 1 + lastSampleWidth);
}

void CurveChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->background());
    if (m_window.length() <= 0 || m_lines.empty())
        return;
    const QRect area = plot();
    if (m_pixelsWidth != area.width() || m_pixelsOf != m_window) {
        m_pixels.clear();
        for (const Line &line : m_lines)
            m_pixels.push_back(line.curve->pixels(m_window, area.width()));
        m_pixelsOf = m_window;
        m_pixelsWidth = area.width();
    }
    const Scale s = scale();
    if (const Interval shown = m_drawn.value_or(m_selected);
        shown.length() > 0 && shown.to > m_window.from && shown.from < m_window.to) {
        QColor shade = m_theme->accent();
        shade.setAlpha(40);
        const double from = std::max<double>(xOf(shown.from), area.left());
        const double to = std::min<double>(xOf(shown.to), area.right() + 1);
        painter.fillRect(QRectF(from, area.top(), std::max(1.0, to - from), area.height()), shade);
    }
    paintAxes(painter, s);
    paintLegend(painter, legend(), legendRects(), QPoint(curveGap, curveGap / 2), *m_theme);
    painter.setClipRect(area.adjusted(0, -1, 1 + lastSampleWidth, 1));
    // The first line lies on top.
    for (size_t i = m_lines.size(); i-- > 0;) {
        if (m_lines[i].on)
            paintLine(painter, i, s);
    }
    painter.setClipping(false);
    if (hasFocus()) {
        painter.setPen(m_theme->accent());
        painter.drawRect(area.adjusted(-1, -1, 1, 1));
    }
}

std::vector<std::pair<QString, QString>> CurveChart::tipLines(const QPoint &at) const
{
    if (!plot().contains(at) || m_window.length() <= 0)
        return {};
    const qint64 ns = timeAt(at.x());
    std::vector<std::pair<QString, QString>> lines = {
        {tr("Time"), format::duration(saturatedDifference(ns, m_originNs))}};
    for (const Line &line : m_lines) {
        if (!line.on)
            continue;
        const auto value = line.curve->valueAt(ns);
        lines.emplace_back(line.name, value ? valueText(*value) : tr("not yet known"));
    }
    return lines;
}

bool CurveChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    const std::vector<std::pair<QString, QString>> lines = tipLines(help->pos());
    if (lines.empty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), format::tooltipTable(lines), this);
    return true;
}

void CurveChart::zoom(double factor, qint64 anchor)
{
    const qint64 length = std::clamp<qint64>(std::llround(static_cast<double>(m_window.length()) * factor),
                                             narrowestCurveNs, std::max(narrowestCurveNs, m_whole.length()));
    const double part = static_cast<double>(anchor - m_window.from) / static_cast<double>(m_window.length());
    const qint64 from = anchor - std::llround(part * static_cast<double>(length));
    setWindow({from, from + length});
}

void CurveChart::move(double part)
{
    const qint64 by = std::llround(part * static_cast<double>(m_window.length()));
    setWindow({m_window.from + by, m_window.to + by});
}

void CurveChart::choose(Interval span)
{
    if (span == m_selected)
        return;
    setSelected(span);
    emit selectedChanged(span);
}

void CurveChart::wheelEvent(QWheelEvent *event)
{
    const QPoint delta = event->angleDelta();
    if (m_window.length() <= 0 || delta.isNull())
        return event->ignore();
    const bool sideways = delta.y() == 0 || (event->modifiers() & Qt::ShiftModifier) != 0;
    if (sideways)
        move(-(delta.y() != 0 ? delta.y() : delta.x()) / 120.0 / 10);
    else
        zoom(std::pow(0.8, delta.y() / 120.0), timeAt(event->position().x()));
    event->accept();
}

void CurveChart::keyPressEvent(QKeyEvent *event)
{
    if (m_window.length() <= 0)
        return QWidget::keyPressEvent(event);
    const qint64 middle = m_window.from + m_window.length() / 2;
    switch (event->key()) {
    case Qt::Key_Left:
        return move(-0.1);
    case Qt::Key_Right:
        return move(0.1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(0.8, middle);
    case Qt::Key_Minus:
        return zoom(1.25, middle);
    case Qt::Key_0:
        return setWindow(m_whole);
    case Qt::Key_Escape:
        if (m_selected.length() > 0)
            return choose({});
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void CurveChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    for (int i = 0; i < static_cast<int>(m_lines.size()); ++i) {
        if (legendRect(i).contains(event->pos()))
            return setShown(i, !isShown(i));
    }
    if (m_selectable && m_window.length() > 0 && plot().adjusted(-curveGap, 0, curveGap, 0).contains(event->pos()))
        m_pressed = event->pos();
}

void CurveChart::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_pressed)
        return;
    if (!m_drawn && std::abs(event->pos().x() - m_pressed->x()) < QApplication::startDragDistance())
        return;
    const auto inside = [this](double x) { return std::clamp(timeAt(x), m_window.from, m_window.to); };
    const qint64 a = inside(m_pressed->x());
    const qint64 b = inside(event->pos().x());
    m_drawn = Interval{std::min(a, b), std::max(a, b)};
    update();
}

void CurveChart::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_pressed || event->button() != Qt::LeftButton)
        return;
    m_pressed.reset();
    if (const auto drawn = std::exchange(m_drawn, std::nullopt))
        choose(*drawn);
    update();
}

void CurveChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (plot().contains(event->pos()))
        setWindow(m_whole);
}

} // namespace rs

#include "moc_curvechart.cpp"
