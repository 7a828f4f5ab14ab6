// SPDX-License-Identifier: Apache-2.0
#include "views/memory/memorychart.h"

#include "analysis/memory/graphmemory.h"
#include "core/base/saturate.h"
#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/axis.h"
#include "views/picture/timeaxis.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

constexpr qint64 narrowestMemoryNs = 1'000;
constexpr double mbOfGb = 1024;

// From a gigabyte on, sizes are read as that.
QString memoryText(double mb)
{
    return mb < mbOfGb ? format::real(mb, mb < 10 ? 2 : 1) + QStringLiteral(" MB")
                       : format::real(mb / mbOfGb, 3) + QStringLiteral(" GB");
}

} // namespace

MemoryChart::MemoryChart(const Theme *theme, QWidget *parent) : CurvePicture(theme, parent)
{
    setSelectable(true);
}

void MemoryChart::setCurves(std::shared_ptr<const MemoryCurves> curves, std::vector<Line> lines, qint64 originNs,
                            MemoryBeside beside, MemoryAxis axis)
{
    // A curve hidden or shown by hand stays so.
    for (Line &line : lines) {
        const auto before =
            std::find_if(m_lines.begin(), m_lines.end(), [&](const Line &l) { return l.name == line.name; });
        if (before != m_lines.end())
            line.on = before->on;
    }
    const bool isOther = axis != m_axis;
    if (isOther)
        m_held.reset();
    m_axis = axis;
    m_curves = std::move(curves);
    m_beside = std::move(beside);
    m_lines = std::move(lines);
    setLeast(m_axis == MemoryAxis::Nodes ? GraphNodeLength : narrowestMemoryNs);
    Interval whole = m_axis == MemoryAxis::Nodes ? wholeOfGraph() : m_curves ? m_curves->span : Interval();
    if (m_beside.curves && m_axis == MemoryAxis::Time) {
        const Interval other = m_beside.curves->span;
        whole.from = std::min(whole.from, saturatedSum(other.from, m_beside.shiftNs));
        whole.to = std::max(whole.to, saturatedSum(other.to, m_beside.shiftNs));
    }
    // A curve that was seen as a whole stays so.
    setWhole(whole, originNs, true);
    if (isOther)
        fit();
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

void MemoryChart::setStep(Interval span, const QString &name, Interval beside)
{
    m_step = span;
    m_besideStep = beside;
    m_stepName = name;
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

// The same quantity has the same hue for both ranks; the second one is nearer to the text colour.
QColor MemoryChart::colorOf(const Line &line) const
{
    const QColor own = theme().series(line.color);
    if (!line.beside)
        return own;
    const QColor text = theme().text();
    constexpr auto mixed = [](int a, int b) { return (a + b) / 2; };
    return {mixed(own.red(), text.red()), mixed(own.green(), text.green()), mixed(own.blue(), text.blue())};
}

CurveLook MemoryChart::look(int curve) const
{
    const Line &line = m_lines[static_cast<size_t>(curve)];
    return {line.name, colorOf(line), line.dashed, line.on};
}

std::vector<CurvePixel> MemoryChart::pixelsOf(int curve, Interval window, int width) const
{
    const Line &line = m_lines[static_cast<size_t>(curve)];
    const qint64 shift = shiftOf(line);
    return line.curve->pixels({saturatedDifference(window.from, shift), saturatedDifference(window.to, shift)}, width);
}

// Highest value of all that is shown, so that zooming does not change the scale.
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
    const QString mb = memoryText(at->mb);
    const QString when = placeText(at->ns);
    if (m_axis == MemoryAxis::Nodes && selected().length() > 0)
        return tr("Peak of %1 in the selected nodes: %2 at node %3").arg(first->name, mb, when);
    if (m_axis == MemoryAxis::Nodes)
        return tr("Peak of %1: %2 at node %3").arg(first->name, mb, when);
    if (selected().length() > 0)
        return tr("Peak of %1 in the selected time: %2 at %3").arg(first->name, mb, when);
    if (m_step.length() > 0)
        return tr("Peak of %1 in step %2: %3 at %4").arg(first->name, m_stepName, mb, when);
    return tr("Peak of %1: %2 at %3").arg(first->name, mb, when);
}

QString MemoryChart::momentText() const
{
    const Line *const first = firstShown(false);
    const auto mb = first && moment() ? first->curve->valueAt(*moment()) : std::nullopt;
    if (!mb)
        return {};
    return tr("At %1: %2 of %3", "moment, megabytes, curve").arg(placeText(*moment()), memoryText(*mb), first->name);
}

QString MemoryChart::placeText(qint64 ns) const
{
    return m_axis == MemoryAxis::Nodes ? format::integer(ns / GraphNodeLength) : CurvePicture::placeText(ns);
}

QString MemoryChart::axisTitle() const
{
    return m_axis == MemoryAxis::Nodes ? tr("Node") : CurvePicture::axisTitle();
}

MemoryChart::Scale MemoryChart::scale() const
{
    const Scale all{0, highest()};
    if (!m_fitsScale)
        return all;
    std::optional<Scale> shown;
    for (int i = 0; i < curveCount(); ++i) {
        const std::vector<CurvePixel> *const pixels = isShown(i) ? drawnPixels(i) : nullptr;
        for (const CurvePixel &p : pixels ? *pixels : std::vector<CurvePixel>()) {
            shown =
                shown ? Scale{std::min(shown->low, p.least), std::max(shown->high, p.most)} : Scale{p.least, p.most};
        }
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

ValueAxis MemoryChart::valueAxis(int height) const
{
    const Scale shown = scale();
    const double each = shown.high < mbOfGb ? 1 : mbOfGb;
    ValueAxis out = ValueAxis::of(shown.low, shown.high, std::max(2, height / (3 * fontMetrics().height())));
    out.step = each * niceStep((shown.high - shown.low) / each, std::max(2, height / (3 * fontMetrics().height())));
    out.text = [each, decimals = stepDecimals(out.step / each)](double mb) {
        return format::real(mb / each, decimals) + (each > 1 ? QStringLiteral(" GB") : QStringLiteral(" MB"));
    };
    out.title = tr("Memory");
    return out;
}

QString MemoryChart::valueText(int curve, qint64 ns) const
{
    const Line &line = m_lines[static_cast<size_t>(curve)];
    const auto mb = line.curve->valueAt(saturatedDifference(ns, shiftOf(line)));
    return mb ? memoryText(*mb) : QString();
}

void MemoryChart::paintPlaces(QPainter &painter, const QRect &plot) const
{
    if (m_axis == MemoryAxis::Time)
        return CurvePicture::paintPlaces(painter, plot);
    const int ticks = std::max(2, plot.width() / (fontMetrics().averageCharWidth() * 16));
    const auto length = static_cast<double>(GraphNodeLength);
    const double step = std::max(1.0, niceStep(static_cast<double>(window().length()) / length, ticks));
    for (double node = std::ceil(static_cast<double>(window().from) / length / step) * step;
         node * length <= static_cast<double>(window().to); node += step) {
        const qint64 place = std::llround(node * length);
        paintTickBelow(painter, plot, xOf(place), placeText(place), width(), theme());
    }
}

void MemoryChart::paintBelow(QPainter &painter, const ValueAxis &axis) const
{
    for (const Band &band : m_bands)
        paintShade(painter, band.span, theme().series(band.color), band.name);
    for (const bool beside : {false, true})
        paintPeak(painter, axis, beside);
}

void MemoryChart::paintAbove(QPainter &painter) const
{
    if (!m_held)
        return;
    paintMoment(painter, m_held->from, theme().warning());
    if (m_held->to != m_held->from)
        paintMoment(painter, m_held->to, theme().warning(), Qt::DashLine);
}

void MemoryChart::paintPeak(QPainter &painter, const ValueAxis &axis, bool beside) const
{
    const auto at = peak(beside);
    if (!at)
        return;
    const QRect area = plot();
    const double y = axis.y(area, at->mb);
    if (y < area.top() || y > area.bottom())
        return;
    painter.setPen(QPen(theme().secondaryText(), 1, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    if (at->ns < window().from || at->ns > window().to)
        return;
    painter.setBrush(theme().warning());
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(QPointF(xOf(at->ns), y), 3.5, 3.5);
    painter.setBrush(Qt::NoBrush);
}

Picture::Tip MemoryChart::tipAt(const QPoint &at) const
{
    Tip out = CurvePicture::tipAt(at);
    const qint64 ns = timeAt(at.x());
    for (const Band &band : m_bands) {
        if (!out.lines.empty() && band.span.from <= ns && ns <= band.span.to && !band.name.isEmpty())
            out.lines.emplace_back(tr("Mark"), band.name);
    }
    return out;
}

void MemoryChart::momentClicked(qint64 ns)
{
    m_momentBefore = moment();
    emit momentChosen(ns);
}

void MemoryChart::doubleClicked(const QPoint &at)
{
    if (plot().contains(at))
        emit momentChosen(m_momentBefore);
    CurvePicture::doubleClicked(at);
}

} // namespace rs

#include "moc_memorychart.cpp"
