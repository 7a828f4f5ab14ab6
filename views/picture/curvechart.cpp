// SPDX-License-Identifier: Apache-2.0
#include "views/picture/curvechart.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <algorithm>
#include <cmath>

namespace rs {

CurveChart::CurveChart(const Theme *theme, QWidget *parent) : CurvePicture(theme, parent) {}

void CurveChart::setLines(std::vector<Line> lines, const QString &unit, qint64 originNs, double least)
{
    // A curve hidden or shown by hand stays so.
    for (Line &line : lines) {
        const auto before =
            std::find_if(m_lines.begin(), m_lines.end(), [&](const Line &l) { return l.name == line.name; });
        if (before != m_lines.end())
            line.on = before->on;
    }
    m_lines = std::move(lines);
    m_unit = unit;
    m_least = least;
    std::optional<Interval> whole;
    for (const Line &line : m_lines) {
        const Interval span = line.curve->span();
        whole = whole ? Interval{std::min(whole->from, span.from), std::max(whole->to, span.to)} : span;
    }
    setWhole(whole.value_or(Interval()), originNs, false);
}

void CurveChart::setValueTitle(const QString &title)
{
    m_title = title;
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

CurveLook CurveChart::look(int curve) const
{
    const Line &line = m_lines[static_cast<size_t>(curve)];
    return {line.name, theme().series(line.color), false, line.on};
}

std::vector<CurvePixel> CurveChart::pixelsOf(int curve, Interval window, int width) const
{
    return m_lines[static_cast<size_t>(curve)].curve->pixels(window, width);
}

QString CurveChart::valueText(double value) const
{
    if (m_unit == QLatin1String("ns"))
        return format::duration(std::llround(value));
    const double size = std::abs(value);
    const QString number = format::real(value, size >= 1000 || std::floor(value) == value ? 0 : size >= 10 ? 1 : 2);
    return m_unit.isEmpty() ? number : number + u' ' + format::displayText(m_unit);
}

QString CurveChart::valueText(int curve, qint64 ns) const
{
    const auto value = m_lines[static_cast<size_t>(curve)].curve->valueAt(ns);
    return value ? valueText(*value) : QString();
}

// From 0 on where nothing is below it.
ValueAxis CurveChart::valueAxis(int height) const
{
    double low = 0;
    double high = m_least;
    for (const Line &line : m_lines) {
        if (!line.on)
            continue;
        low = std::min(low, line.curve->least());
        high = std::max(high, line.curve->most());
    }
    constexpr double room = 0.05;
    const int most = std::max(2, height / (2 * fontMetrics().height()));
    ValueAxis out = ValueAxis::of(low, high > low ? high + (high - low) * room : low + 1, most);
    if (m_unit == QLatin1String("ns"))
        out.setTimes();
    else
        out.setNumbers(m_unit);
    out.title = m_title;
    return out;
}

} // namespace rs

#include "moc_curvechart.cpp"
