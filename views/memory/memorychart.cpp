// SPDX-License-Identifier: Apache-2.0
#include "views/memory/memorychart.h"

#include "analysis/memory/graphmemory.h"
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
double yIn(const QRect &plot, double mb, const MemoryChart::Scale &scale)
{
    return plot.bottom() - (mb - scale.low) / (scale.high - scale.low) * plot.height();
}

constexpr qint64 narrowestMemoryNs = 1'000;
constexpr int memoryGap = 8;
constexpr int lastValueWidth = 5; // behind the axis: a value that nothing follows is seen, too

QString megabyteText(double mb)
{
    return format::real(mb, mb < 10 ? 2 : 1) + QStringLiteral(" MB");
}

} // namespace

MemoryChart::MemoryChart(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void MemoryChart::setCurves(std::shared_ptr<const MemoryCurves> curves, std::vector<Line> lines, qint64 originNs,
                            MemoryBeside beside, MemoryAxis axis)
{
    // What was hidden or shown by hand stays so.
    for (Line &line : lines) {
        const auto before =
            std::find_if(m_lines.begin(), m_lines.end(), [&](const Line &l) { return l.name == line.name; });
        if (before != m_lines.end())
            line.on = before->on;
    }
    const bool wasWhole = m_window == m_whole || axis != m_axis; // then what comes is seen as a whole, too
    if (std::exchange(m_axis, axis) != axis)
        m_held.reset();
    m_curves = std::move(curves);
    m_beside = std::move(beside);
    m_lines = std::move(lines);
    m_originNs = originNs;
    m_pixelsWidth = 0;
    m_whole = m_axis == MemoryAxis::Nodes ? wholeOfGraph() : m_curves ? m_curves->span : Interval();
    if (m_beside.curves && m_axis == MemoryAxis::Time) {
        const Interval other = m_beside.curves->span;
        m_whole.from = std::min(m_whole.from, saturatedSum(other.from, m_beside.shiftNs));
        m_whole.to = std::max(m_whole.to, saturatedSum(other.to, m_beside.shiftNs));
    }
    // A single stamp has room as well.
    m_whole.to = std::max(m_whole.to, saturatedSum(m_whole.from, narrowest()));
    const bool overlaps = m_window.from < m_whole.to && m_whole.from < m_window.to;
    setWindow(overlaps && !wasWhole ? m_window : m_whole);
}

qint64 MemoryChart::narrowest() const
{
    return m_axis == MemoryAxis::Nodes ? GraphNodeLength : narrowestMemoryNs;
}

// The file has other graphs as well, which are longer or shorter.
Interval MemoryChart::wholeOfGraph() const
{
    Interval out;
    for (const Line &line : m_lines) {
        const Interval own{line.curve->at(0).ns, line.curve->at(line.curve->size() - 1).ns};
        out = out.length() > 0 ? Interval{std::min(out.from, own.from), std::max(out.to, own.to)} : own;
    }
    return out;
}

void MemoryChart::setWindow(Interval window)
{
    const qint64 length = std::clamp(window.length(), std::min(narrowest(), m_whole.length()), m_whole.length());
    const qint64 from = std::clamp(window.from, m_whole.from, m_whole.to - length);
    m_window = {from, from + length};
    update();
}

void MemoryChart::setSelected(Interval span)
{
    m_selected = span;
    update();
}

void MemoryChart::setStep(Interval span, const QString &name, Interval beside)
{
    m_step = span;
    m_besideStep = beside;
    m_stepName = name;
    update();
}

void MemoryChart::setMoment(std::optional<qint64> ns)
{
    m_moment = ns;
    update();
}

void MemoryChart::setHeld(std::optional<Interval> span)
{
    m_held = span;
    update();
}

void MemoryChart::setBands(std::vector<Band> bands)
{
    if (m_bands == bands)
        return;
    m_bands = std::move(bands);
    update();
}

void MemoryChart::setShown(int line, bool shown)
{
    m_lines[static_cast<size_t>(line)].on = shown;
    update();
}

bool MemoryChart::isLookedUp(int line) const
{
    const auto at = static_cast<size_t>(line);
    return m_pixelsWidth > 0 && at < m_pixels.size() && m_pixels[at].has_value();
}

QSize MemoryChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 16};
}

QSize MemoryChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 8};
}

// Of two ranks the same quantity has the same hue; that of the second one is nearer to the text.
QColor MemoryChart::colorOf(const Line &line) const
{
    const QColor own = m_theme->series(line.color);
    if (!line.beside)
        return own;
    const QColor text = m_theme->text();
    constexpr auto mixed = [](int a, int b) { return (a + b) / 2; };
    return {mixed(own.red(), text.red()), mixed(own.green(), text.green()), mixed(own.blue(), text.blue())};
}

std::vector<LegendEntry> MemoryChart::legend() const
{
    std::vector<LegendEntry> out;
    for (const Line &line : m_lines)
        out.push_back({format::displayText(line.name), colorOf(line),
                       line.dashed ? LegendEntry::Mark::DashedLine : LegendEntry::Mark::Line, line.on});
    return out;
}

std::vector<QRect> MemoryChart::legendRects() const
{
    QStringList names;
    for (const Line &line : m_lines)
        names << line.name;
    if (m_placed.width != width() || m_placed.font != font() || m_placed.names != names)
        m_placed = {names, font(), width(), rs::legendRects(legend(), fontMetrics(), width() - 2 * memoryGap)};
    return m_placed.rects;
}

QRect MemoryChart::legendRect(int index) const
{
    return legendRects()[static_cast<size_t>(index)].translated(memoryGap, memoryGap / 2);
}

QRect MemoryChart::plot() const
{
    // Between two values that lie close together more digits tell them apart.
    const QString widest = m_fitsScale ? format::real(highest(), 2) + QStringLiteral(" MB") : megabyteText(highest());
    const int left = fontMetrics().horizontalAdvance(widest) + 3 * memoryGap;
    const int line = fontMetrics().height();
    const int top = legendHeight(legendRects()) + memoryGap * 3 / 2 + line; // names of bands stand above
    const int title = m_axis == MemoryAxis::Nodes ? line : 0;
    return {left, top, width() - left - 2 * memoryGap, height() - top - line - title - memoryGap};
}

// Of all that is shown, so that zooming does not change the scale.
double MemoryChart::highest() const
{
    double out = 0;
    for (const Line &line : m_lines) {
        if (line.on)
            out = std::max(out, line.curve->peak().mb);
    }
    return out > 0 ? out * 1.05 : 1;
}

const MemoryChart::Line *MemoryChart::firstShown(bool beside) const
{
    const auto first =
        std::find_if(m_lines.begin(), m_lines.end(), [beside](const Line &l) { return l.on && l.beside == beside; });
    return first == m_lines.end() ? nullptr : &*first;
}

std::optional<MemoryPoint> MemoryChart::peak(bool beside) const
{
    const Line *const first = firstShown(beside);
    if (!first)
        return std::nullopt;
    const qint64 shift = shiftOf(*first);
    const Interval of = asked(beside);
    const Interval own{saturatedDifference(of.from, shift), saturatedDifference(of.to, shift)};
    std::optional<MemoryPoint> out = of.length() > 0 ? first->curve->peakIn(own) : std::optional(first->curve->peak());
    if (out)
        out->ns = saturatedSum(out->ns, shift);
    return out;
}

QString MemoryChart::peakText() const
{
    const QString own = peakTextOf(false);
    const QString beside = peakTextOf(true);
    return own.isEmpty() || beside.isEmpty() ? own + beside : own + QStringLiteral(" \u00B7 ") + beside;
}

QString MemoryChart::peakTextOf(bool beside) const
{
    const Line *const first = firstShown(beside);
    const auto at = peak(beside);
    if (!at)
        return {};
    const QString mb = megabyteText(at->mb);
    const QString when = offsetText(at->ns);
    if (m_axis == MemoryAxis::Nodes && m_selected.length() > 0)
        return tr("Peak of %1 in the selected nodes: %2 at node %3").arg(first->name, mb, when);
    if (m_axis == MemoryAxis::Nodes)
        return tr("Peak of %1: %2 at node %3").arg(first->name, mb, when);
    if (m_selected.length() > 0)
        return tr("Peak of %1 in the selected time: %2 at %3").arg(first->name, mb, when);
    if (m_step.length() > 0)
        return tr("Peak of %1 in step %2: %3 at %4").arg(first->name, m_stepName, mb, when);
    return tr("Peak of %1: %2 at %3").arg(first->name, mb, when);
}

QString MemoryChart::momentText() const
{
    const Line *const first = firstShown(false);
    const auto mb = first && m_moment ? first->curve->valueAt(*m_moment) : std::nullopt;
    if (!mb)
        return {};
    return tr("At %1: %2 of %3", "moment, megabytes, curve").arg(offsetText(*m_moment), megabyteText(*mb), first->name);
}

QString MemoryChart::offsetText(qint64 ns) const
{
    if (m_axis == MemoryAxis::Nodes)
        return format::integer(ns / GraphNodeLength);
    return format::duration(saturatedDifference(ns, m_originNs));
}

qint64 MemoryChart::timeAt(double x) const
{
    const QRect area = plot();
    return m_window.from +
           std::llround((x - area.left()) / std::max(1, area.width()) * static_cast<double>(m_window.length()));
}

double MemoryChart::xOf(qint64 ns) const
{
    const QRect area = plot();
    return area.left() + static_cast<double>(saturatedDifference(ns, m_window.from)) /
                             static_cast<double>(std::max<qint64>(1, m_window.length())) * area.width();
}

MemoryChart::Scale MemoryChart::scale() const
{
    const Scale all{0, highest()};
    if (!m_fitsScale)
        return all;
    std::optional<Scale> shown;
    for (size_t i = 0; i < m_pixels.size() && i < m_lines.size(); ++i) {
        if (!m_lines[i].on || !m_pixels[i])
            continue;
        for (const CurvePixel &p : *m_pixels[i])
            shown =
                shown ? Scale{std::min(shown->low, p.least), std::max(shown->high, p.most)} : Scale{p.least, p.most};
    }
    if (!shown)
        return all;
    // A curve that stands still lies in the middle.
    const double room =
        shown->high > shown->low ? (shown->high - shown->low) * 0.05 : std::max(1.0, shown->high * 0.01);
    return {shown->low - room, shown->high + room};
}

void MemoryChart::setFitsScale(bool fits)
{
    m_fitsScale = fits;
    update();
}

void MemoryChart::paintAxes(QPainter &painter, const Scale &scale) const
{
    const QRect area = plot();
    const int line = fontMetrics().height();
    const double mbStep = niceStep(scale.high - scale.low, std::max(2, area.height() / (3 * line)));
    for (double mb = std::ceil(scale.low / mbStep) * mbStep; mb <= scale.high; mb += mbStep) {
        const double y = yIn(area, mb, scale);
        painter.setPen(m_theme->hairline());
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(m_theme->secondaryText());
        painter.drawText(QRectF(0, y - line / 2.0, area.left() - memoryGap, line), Qt::AlignRight | Qt::AlignVCenter,
                         format::real(mb, stepDecimals(mbStep)) + QStringLiteral(" MB"));
    }
    if (m_axis == MemoryAxis::Nodes)
        paintNodes(painter);
    else
        paintTimes(painter);
}

void MemoryChart::paintTick(QPainter &painter, double x, const QString &text) const
{
    const QRect area = plot();
    painter.setPen(m_theme->hairline());
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setPen(m_theme->secondaryText());
    painter.drawText(QRectF(x - 200, area.bottom() + 2, 400, fontMetrics().height()), Qt::AlignHCenter, text);
}

void MemoryChart::paintNodes(QPainter &painter) const
{
    const QRect area = plot();
    const int ticks = std::max(2, area.width() / (fontMetrics().averageCharWidth() * 16));
    const auto length = static_cast<double>(GraphNodeLength);
    const double step = std::max(1.0, niceStep(static_cast<double>(m_window.length()) / length, ticks));
    for (double node = std::ceil(static_cast<double>(m_window.from) / length / step) * step;
         node * length <= static_cast<double>(m_window.to); node += step) {
        const qint64 place = std::llround(node * length);
        paintTick(painter, xOf(place), offsetText(place));
    }
    const int line = fontMetrics().height();
    painter.drawText(QRectF(area.left(), area.bottom() + 2 + line, area.width(), line), Qt::AlignHCenter,
                     tr("Nodes of the graph, in the order in which they run"));
}

void MemoryChart::paintTimes(QPainter &painter) const
{
    const QRect area = plot();
    const format::TimeUnit unit =
        format::timeUnitFor(std::max(std::abs(m_window.from - m_originNs), std::abs(m_window.to - m_originNs)));
    const double unitNs = static_cast<double>(format::unitNs(unit));
    const int ticks = std::max(2, area.width() / (fontMetrics().averageCharWidth() * 16));
    const double step = niceStep(static_cast<double>(m_window.length()) / unitNs, ticks);
    for (double at = std::ceil(static_cast<double>(m_window.from - m_originNs) / unitNs / step) * step;
         at * unitNs <= static_cast<double>(m_window.to - m_originNs); at += step) {
        const qint64 ns = std::llround(at * unitNs);
        paintTick(painter, xOf(m_originNs + ns),
                  format::timeIn(ns, unit, stepDecimals(step)) + u' ' + format::unitName(unit));
    }
}

void MemoryChart::paintShade(QPainter &painter, Interval span, QColor color, const QString &name) const
{
    const QRect area = plot();
    if (span.to < m_window.from || span.from > m_window.to)
        return;
    const double from = std::max<double>(xOf(span.from), area.left());
    const double to = std::min<double>(xOf(span.to), area.right() + 1);
    color.setAlpha(40);
    painter.fillRect(QRectF(from, area.top(), std::max(1.0, to - from), area.height()), color);
    if (name.isEmpty())
        return;
    painter.setPen(m_theme->secondaryText());
    const int line = fontMetrics().height();
    const double width = std::max(to - from, fontMetrics().averageCharWidth() * 12.0);
    painter.drawText(QRectF(from, area.top() - line, width, line), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(format::displayText(name), Qt::ElideRight, static_cast<int>(width)));
}

void MemoryChart::paintMoment(QPainter &painter, qint64 ns, const QColor &color, Qt::PenStyle style) const
{
    const QRect area = plot();
    if (ns < m_window.from || ns > m_window.to)
        return;
    painter.setPen(QPen(color, 1.5, style));
    painter.drawLine(QPointF(xOf(ns), area.top()), QPointF(xOf(ns), area.bottom()));
}

void MemoryChart::paintLine(QPainter &painter, size_t line, const Scale &scale)
{
    const QRect area = plot();
    const Line &l = m_lines[line];
    CurvePainter curve(painter, colorOf(l), l.dashed ? CurvePainter::Style::Dashed : CurvePainter::Style::Solid);
    int next = -1;
    for (const CurvePixel &p : *m_pixels[line]) {
        if (p.x != next)
            curve.interrupt();
        next = p.x + 1;
        curve.addColumn(area.left() + p.x, yIn(area, p.first, scale), yIn(area, p.most, scale),
                        yIn(area, p.least, scale), yIn(area, p.last, scale));
    }
    if (next == area.width() && m_window.to >= m_whole.to)
        curve.holdUntil(area.left() + next + lastValueWidth);
}

void MemoryChart::paintPeak(QPainter &painter, const Scale &scale, bool beside) const
{
    const auto at = peak(beside);
    if (!at)
        return;
    const QRect area = plot();
    const double y = yIn(area, at->mb, scale);
    if (y < area.top() || y > area.bottom())
        return;
    painter.setPen(QPen(m_theme->secondaryText(), 1, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    if (at->ns < m_window.from || at->ns > m_window.to)
        return;
    painter.setBrush(m_theme->warning());
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(QPointF(xOf(at->ns), y), 3.5, 3.5);
    painter.setBrush(Qt::NoBrush);
}

void MemoryChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->background());
    if (m_window.length() <= 0 || m_lines.empty())
        return;
    const QRect area = plot();
    if (m_pixelsWidth != area.width() || m_pixelsOf != m_window) {
        m_pixels.assign(m_lines.size(), std::nullopt);
        m_pixelsOf = m_window;
        m_pixelsWidth = area.width();
    }
    for (size_t i = 0; i < m_lines.size(); ++i) {
        const Line &line = m_lines[i];
        if (line.on && !m_pixels[i])
            m_pixels[i] = line.curve->pixels(
                {saturatedDifference(m_window.from, shiftOf(line)), saturatedDifference(m_window.to, shiftOf(line))},
                area.width());
    }
    const Scale shown = scale();
    for (const Band &band : m_bands)
        paintShade(painter, band.span, m_theme->series(band.color), band.name);
    if (const Interval chosen = m_drawn.value_or(m_selected); chosen.length() > 0)
        paintShade(painter, chosen, m_theme->accent(), {});
    paintAxes(painter, shown);
    const std::vector<LegendEntry> entries = legend();
    paintLegend(painter, entries, legendRects(), QPoint(memoryGap, memoryGap / 2), *m_theme);
    for (const bool beside : {false, true})
        paintPeak(painter, shown, beside);
    painter.setClipRect(area.adjusted(0, -1, 1 + lastValueWidth, 1));
    painter.setRenderHint(QPainter::Antialiasing, false);
    // The first line lies on top.
    for (size_t i = m_lines.size(); i-- > 0;) {
        if (m_lines[i].on)
            paintLine(painter, i, shown);
    }
    painter.setClipping(false);
    if (m_held) {
        paintMoment(painter, m_held->from, m_theme->warning(), Qt::SolidLine);
        if (m_held->to != m_held->from)
            paintMoment(painter, m_held->to, m_theme->warning(), Qt::DashLine);
    }
    if (m_moment)
        paintMoment(painter, *m_moment, m_theme->accent(), Qt::SolidLine);
    if (hasFocus()) {
        painter.setPen(m_theme->accent());
        painter.drawRect(area.adjusted(-1, -1, 1, 1));
    }
}

std::vector<std::pair<QString, QString>> MemoryChart::tipLines(const QPoint &at) const
{
    if (!plot().contains(at) || m_window.length() <= 0)
        return {};
    const qint64 ns = timeAt(at.x());
    std::vector<std::pair<QString, QString>> lines = {
        {m_axis == MemoryAxis::Nodes ? tr("Node") : tr("Time"), offsetText(ns)}};
    for (const Line &line : m_lines) {
        if (!line.on)
            continue;
        const auto mb = line.curve->valueAt(saturatedDifference(ns, shiftOf(line)));
        lines.emplace_back(line.name, mb ? megabyteText(*mb) : tr("not yet known"));
    }
    for (const Band &band : m_bands) {
        if (band.span.from <= ns && ns <= band.span.to && !band.name.isEmpty())
            lines.emplace_back(tr("Mark"), band.name);
    }
    return lines;
}

bool MemoryChart::event(QEvent *event)
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

void MemoryChart::zoom(double factor, qint64 anchor)
{
    const qint64 length = std::clamp<qint64>(std::llround(static_cast<double>(m_window.length()) * factor), narrowest(),
                                             std::max(narrowest(), m_whole.length()));
    const double part = static_cast<double>(anchor - m_window.from) / static_cast<double>(m_window.length());
    const qint64 from = anchor - std::llround(part * static_cast<double>(length));
    setWindow({from, from + length});
}

void MemoryChart::move(double part)
{
    const qint64 by = std::llround(part * static_cast<double>(m_window.length()));
    setWindow({m_window.from + by, m_window.to + by});
}

void MemoryChart::choose(Interval span)
{
    if (span == m_selected)
        return;
    setSelected(span);
    emit selectedChanged(span);
}

void MemoryChart::wheelEvent(QWheelEvent *event)
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

void MemoryChart::keyPressEvent(QKeyEvent *event)
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
    case Qt::Key_Home:
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

void MemoryChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    for (int i = 0; i < static_cast<int>(m_lines.size()); ++i) {
        if (legendRect(i).contains(event->pos()))
            return setShown(i, !isShown(i));
    }
    if (m_window.length() > 0 && plot().adjusted(-memoryGap, 0, memoryGap, 0).contains(event->pos()))
        m_pressed = event->pos();
}

void MemoryChart::mouseMoveEvent(QMouseEvent *event)
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

void MemoryChart::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_pressed || event->button() != Qt::LeftButton)
        return;
    m_pressed.reset();
    if (const auto drawn = std::exchange(m_drawn, std::nullopt)) {
        choose(*drawn);
    } else if (plot().contains(event->pos())) {
        m_momentBefore = m_moment;
        emit momentChosen(timeAt(event->pos().x()));
    }
    update();
}

void MemoryChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (!plot().contains(event->pos()))
        return;
    emit momentChosen(m_momentBefore);
    setWindow(m_whole);
}

} // namespace rs

#include "moc_memorychart.cpp"
