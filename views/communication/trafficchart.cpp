// SPDX-License-Identifier: Apache-2.0
#include "views/communication/trafficchart.h"

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
double xIn(const QRect &plot, const Interval &window, qint64 ns)
{
    return plot.left() + static_cast<double>(ns - window.from) / static_cast<double>(window.length()) * plot.width();
}

constexpr qint64 narrowestNs = 1'000;
constexpr int gap = 8;

// The point that holds at that time; null before the first one.
const TrafficPoint *pointAt(const TrafficSeries &series, qint64 ns)
{
    const auto after = std::upper_bound(series.points.begin(), series.points.end(), ns,
                                        [](qint64 t, const TrafficPoint &p) { return t < p.ns; });
    return after == series.points.begin() ? nullptr : &*std::prev(after);
}

} // namespace

TrafficChart::TrafficChart(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void TrafficChart::setTraffic(std::vector<TrafficSeries> series, qint64 originNs, Interval step)
{
    m_series = std::move(series);
    m_originNs = originNs;
    m_step = step;
    m_whole = {};
    for (const TrafficSeries &s : m_series) {
        const Interval span{s.points.front().ns, s.points.back().ns};
        m_whole =
            m_whole.length() > 0 ? Interval{std::min(m_whole.from, span.from), std::max(m_whole.to, span.to)} : span;
    }
    findHighest();
    const bool overlaps = m_window.from < m_whole.to && m_whole.from < m_window.to;
    setWindow(overlaps ? m_window : m_whole);
    if (m_moment && (*m_moment < m_whole.from || *m_moment >= m_whole.to))
        m_moment.reset();
}

void TrafficChart::setValue(Value value)
{
    m_value = value;
    findHighest();
    update();
}

void TrafficChart::setWindow(Interval window)
{
    const qint64 length = std::clamp(window.length(), std::min(narrowestNs, m_whole.length()), m_whole.length());
    const qint64 from = std::clamp(window.from, m_whole.from, m_whole.to - length);
    m_window = {from, from + length};
    update();
}

void TrafficChart::setMoment(std::optional<qint64> ns)
{
    m_moment = ns;
    update();
}

void TrafficChart::setShown(const QString &linkType, bool shown)
{
    if (shown)
        m_hidden.remove(linkType);
    else
        m_hidden.insert(linkType);
    findHighest();
    update();
}

QSize TrafficChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 16};
}

QSize TrafficChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 8};
}

std::vector<LegendEntry> TrafficChart::legend() const
{
    std::vector<LegendEntry> out;
    for (const TrafficSeries &s : m_series)
        out.push_back({format::displayText(s.linkType), m_theme->series(static_cast<int>(out.size())),
                       LegendEntry::Mark::Line, isShown(s.linkType)});
    return out;
}

std::vector<QRect> TrafficChart::legendRects() const
{
    return rs::legendRects(legend(), fontMetrics(), width() - 2 * gap);
}

QRect TrafficChart::legendRect(int index) const
{
    return legendRects()[static_cast<size_t>(index)].translated(gap, gap / 2);
}

QRect TrafficChart::plot() const
{
    int widest = 0;
    for (const double value : valueTicks())
        widest = std::max(widest, fontMetrics().horizontalAdvance(tickText(value)));
    const int left = widest + 3 * gap;
    const int top = legendHeight(legendRects()) + gap * 3 / 2;
    return {left, top, width() - left - 2 * gap, height() - top - fontMetrics().height() - gap};
}

double TrafficChart::valueOf(const TrafficPoint &point) const
{
    return m_value == Value::Bandwidth ? point.gbs : static_cast<double>(point.bytes);
}

QString TrafficChart::tickText(double value) const
{
    if (m_value == Value::InFlight)
        return format::bytes(std::llround(value));
    return format::real(value, stepDecimals(valueStep())) + QStringLiteral("\u00A0GB/s");
}

// Room for a label and two empty lines; few enough that one decimal tells the sizes apart.
double TrafficChart::valueStep() const
{
    constexpr int most = 6;
    return niceStep(m_highest, std::clamp(height() / (4 * fontMetrics().height()), 2, most));
}

std::vector<double> TrafficChart::valueTicks() const
{
    const double step = valueStep();
    const int count = std::max(1, static_cast<int>(std::ceil(m_highest / step - 1e-9)));
    std::vector<double> out;
    for (int i = 0; i <= count; ++i)
        out.push_back(i * step);
    return out;
}

// Of all curves that are shown, so that zooming does not change the scale.
void TrafficChart::findHighest()
{
    m_highest = 0;
    for (const TrafficSeries &s : m_series) {
        if (!isShown(s.linkType))
            continue;
        for (const TrafficPoint &p : s.points)
            m_highest = std::max(m_highest, valueOf(p));
    }
    if (m_highest <= 0)
        m_highest = 1;
}

qint64 TrafficChart::timeAt(double x) const
{
    const QRect area = plot();
    return m_window.from +
           std::llround((x - area.left()) / std::max(1, area.width()) * static_cast<double>(m_window.length()));
}

double TrafficChart::xOf(qint64 ns) const
{
    return xIn(plot(), m_window, ns);
}

void TrafficChart::paintAxes(QPainter &painter) const
{
    const QRect area = plot();
    const int line = fontMetrics().height();
    if (m_step.length() > 0) {
        const double from = std::max<double>(xOf(m_step.from), area.left());
        const double to = std::min<double>(xOf(m_step.to), area.right() + 1);
        QColor shade = m_theme->accent();
        shade.setAlpha(28);
        if (to > from)
            painter.fillRect(QRectF(from, area.top(), to - from, area.height()), shade);
    }
    const auto tick = [&](const QPointF &from, const QPointF &to) {
        painter.setPen(m_theme->hairline());
        painter.drawLine(from, to);
        painter.setPen(m_theme->secondaryText());
    };
    const std::vector<double> values = valueTicks();
    for (const double value : values) {
        const double y = area.bottom() - value / values.back() * area.height();
        tick(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.drawText(QRectF(0, y - line / 2.0, area.left() - gap, line), Qt::AlignRight | Qt::AlignVCenter,
                         tickText(value));
    }
    const format::TimeUnit unit =
        format::timeUnitFor(std::max(std::abs(m_window.from - m_originNs), std::abs(m_window.to - m_originNs)));
    const double unitNs = static_cast<double>(format::unitNs(unit));
    const int ticks = std::max(2, area.width() / (fontMetrics().averageCharWidth() * 16));
    const double step = niceStep(static_cast<double>(m_window.length()) / unitNs, ticks);
    for (double at = std::ceil(static_cast<double>(m_window.from - m_originNs) / unitNs / step) * step;
         at * unitNs <= static_cast<double>(m_window.to - m_originNs); at += step) {
        const qint64 ns = std::llround(at * unitNs);
        const double x = xOf(m_originNs + ns);
        tick(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const QString text = format::timeIn(ns, unit, stepDecimals(step)) + u' ' + format::unitName(unit);
        painter.drawText(QRectF(x - 200, area.bottom() + 2, 400, line), Qt::AlignHCenter, text);
    }
}

// Points in one column of pixels are drawn as one stroke over all that they reach.
void TrafficChart::paintSeries(QPainter &painter, const TrafficSeries &series, const QColor &color, double top) const
{
    const QRect area = plot();
    const auto yOf = [&](double value) { return area.bottom() - value / top * area.height(); };
    CurvePainter curve(painter, color);
    const TrafficPoint *const before = pointAt(series, m_window.from);
    double y = yOf(before ? valueOf(*before) : 0);
    curve.addColumn(area.left(), y, y, y, y);
    auto p = std::upper_bound(series.points.begin(), series.points.end(), m_window.from,
                              [](qint64 t, const TrafficPoint &at) { return t < at.ns; });
    while (p != series.points.end() && p->ns <= m_window.to) {
        const double x = std::floor(xIn(area, m_window, p->ns));
        curve.holdUntil(x);
        const double first = y;
        double low = y;
        double high = y;
        for (; p != series.points.end() && p->ns <= m_window.to && std::floor(xIn(area, m_window, p->ns)) == x; ++p) {
            y = yOf(valueOf(*p));
            low = std::max(low, y);
            high = std::min(high, y);
        }
        curve.addColumn(x, first, high, low, y);
    }
    curve.holdUntil(area.right() + 1);
}

void TrafficChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->background());
    if (m_window.length() <= 0)
        return;
    const double top = valueTicks().back();
    paintAxes(painter);
    const std::vector<LegendEntry> entries = legend();
    paintLegend(painter, entries, legendRects(), QPoint(gap, gap / 2), *m_theme);
    for (size_t i = 0; i < m_series.size(); ++i) {
        if (entries[i].on)
            paintSeries(painter, m_series[i], entries[i].color, top);
    }
    const QRect area = plot();
    painter.setPen(m_theme->accent());
    if (m_moment && *m_moment >= m_window.from && *m_moment < m_window.to)
        painter.drawLine(QPointF(xOf(*m_moment), area.top()), QPointF(xOf(*m_moment), area.bottom()));
    if (hasFocus())
        painter.drawRect(area.adjusted(-1, -1, 1, 1));
}

std::vector<std::pair<QString, QString>> TrafficChart::tipLines(const QPoint &at) const
{
    if (!plot().contains(at) || m_window.length() <= 0)
        return {};
    const qint64 ns = timeAt(at.x());
    std::vector<std::pair<QString, QString>> lines = {{tr("Time"), format::duration(ns - m_originNs)}};
    for (const TrafficSeries &s : m_series) {
        const TrafficPoint *const p = pointAt(s, ns);
        lines.emplace_back(
            s.linkType, tr("%1, in flight %2").arg(format::bandwidth(p ? p->gbs : 0), format::bytes(p ? p->bytes : 0)));
    }
    return lines;
}

bool TrafficChart::event(QEvent *event)
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

void TrafficChart::zoom(double factor, qint64 anchor)
{
    const qint64 length = std::clamp<qint64>(std::llround(static_cast<double>(m_window.length()) * factor), narrowestNs,
                                             std::max(narrowestNs, m_whole.length()));
    const double part = static_cast<double>(anchor - m_window.from) / static_cast<double>(m_window.length());
    const qint64 from = anchor - std::llround(part * static_cast<double>(length));
    setWindow({from, from + length});
}

void TrafficChart::move(double part)
{
    const qint64 by = std::llround(part * static_cast<double>(m_window.length()));
    setWindow({m_window.from + by, m_window.to + by});
}

void TrafficChart::wheelEvent(QWheelEvent *event)
{
    if (m_window.length() <= 0 || event->angleDelta().y() == 0)
        return event->ignore();
    zoom(std::pow(0.8, event->angleDelta().y() / 120.0), timeAt(event->position().x()));
    event->accept();
}

void TrafficChart::keyPressEvent(QKeyEvent *event)
{
    if (m_window.length() <= 0)
        return QWidget::keyPressEvent(event);
    const qint64 middle = m_window.from + m_window.length() / 2;
    const bool ofMoment = (event->modifiers() & Qt::ShiftModifier) != 0;
    const auto step = [&](int direction) {
        if (!ofMoment)
            return move(direction / 10.0);
        const qint64 by = std::max<qint64>(1, m_window.length() / 100) * direction;
        setMoment(std::clamp(m_moment.value_or(middle) + by, m_window.from, m_window.to - 1));
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return step(-1);
    case Qt::Key_Right:
        return step(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(0.8, m_moment.value_or(middle));
    case Qt::Key_Minus:
        return zoom(1.25, m_moment.value_or(middle));
    case Qt::Key_0:
        return setWindow(m_whole);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit activated(m_moment.value_or(middle));
        return;
    case Qt::Key_Escape:
        if (m_moment)
            return setMoment(std::nullopt);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void TrafficChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    for (int i = 0; i < static_cast<int>(m_series.size()); ++i) {
        const QString &type = m_series[static_cast<size_t>(i)].linkType;
        if (legendRect(i).contains(event->pos()))
            return setShown(type, !isShown(type));
    }
    m_dragFrom = event->pos();
    m_dragged = m_window;
    m_moved = false;
}

void TrafficChart::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_dragFrom)
        return;
    m_moved = m_moved || std::abs(event->pos().x() - m_dragFrom->x()) >= QApplication::startDragDistance();
    if (!m_moved)
        return;
    const double moved = static_cast<double>(m_dragFrom->x() - event->pos().x()) / std::max(1, plot().width());
    const qint64 by = std::llround(moved * static_cast<double>(m_dragged.length()));
    setWindow({m_dragged.from + by, m_dragged.to + by});
}

void TrafficChart::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_dragFrom)
        return;
    m_dragFrom.reset();
    if (!m_moved && m_window.length() > 0 && plot().contains(event->pos()))
        setMoment(timeAt(event->pos().x()));
}

void TrafficChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (plot().contains(event->pos()))
        setWindow(m_whole);
}

} // namespace rs

#include "moc_trafficchart.cpp"
