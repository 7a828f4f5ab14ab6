// SPDX-License-Identifier: Apache-2.0
#include "views/picture/valueaxis.h"

#include "items/format.h"
#include "views/picture/axis.h"
#include "views/picture/axistitle.h"
#include "views/widgets/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rs {

namespace {
constexpr int axisGap = 8;
constexpr double tail = 20;            // times the usual value: longer ones flatten it
constexpr double leastDecadeNs = 1000; // shorter times lie on the ground
} // namespace

ValueAxis ValueAxis::of(double low, double high, int most, double leastStep)
{
    ValueAxis out;
    out.low = low;
    out.high = high > low ? high : low + 1;
    out.step = std::max(niceStep(out.high - out.low, std::max(1, most)), leastStep);
    out.setNumbers({});
    return out;
}

ValueAxis ValueAxis::ofTimes(std::vector<double> values, int most)
{
    double low = 0;
    double high = 1;
    double least = std::numeric_limits<double>::max(); // above zero
    for (const double value : values) {
        low = std::min(low, value);
        high = std::max(high, value);
        least = value > 0 ? std::min(least, value) : least;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    if (!values.empty())
        std::nth_element(values.begin(), middle, values.end());
    constexpr double room = 1.05;
    ValueAxis out = of(low, high * room, most);
    out.setTimes();
    out.logarithmic = !values.empty() && *middle > 0 && high > tail * *middle;
    if (!out.logarithmic)
        return out;
    out.low = std::pow(10, std::floor(std::log10(std::max(leastDecadeNs, std::min(least, high / 10)))));
    out.text = [](double ns) {
        const format::TimeUnit unit = format::timeUnitFor(std::llround(10 * ns));
        return format::timeIn(std::llround(ns), unit, 0) + QChar(0x00A0) + format::unitName(unit);
    };
    return out;
}

void ValueAxis::setTimes()
{
    const double largest = std::min(9e18, std::max(std::abs(low), std::abs(high)));
    const format::TimeUnit unit = format::timeUnitFor(std::llround(largest));
    const auto each = static_cast<double>(format::unitNs(unit));
    const int most = std::max(1, static_cast<int>(std::ceil((high - low) / step)));
    step = each * niceStep((high - low) / each, most);
    text = [name = format::unitName(unit), each, decimals = stepDecimals(step / each)](double v) {
        return format::real(v / each, decimals) + QChar(0x00A0) + name;
    };
}

void ValueAxis::setNumbers(const QString &unit)
{
    const QString behind = unit.isEmpty() ? QString() : QChar(0x00A0) + format::displayText(unit);
    text = [behind, decimals = stepDecimals(step)](double v) { return format::real(v, decimals) + behind; };
}

std::vector<double> ValueAxis::ticks() const
{
    std::vector<double> out;
    if (logarithmic) {
        for (double at = std::pow(10, std::ceil(std::log10(low) - 1e-9)); at <= high * (1 + 1e-9); at *= 10)
            out.push_back(at);
        return out;
    }
    const double first = std::ceil(low / step - 1e-9);
    for (int i = 0; (first + i) * step <= high + step * 1e-9; ++i)
        out.push_back((first + i) * step);
    return out;
}

double ValueAxis::y(const QRect &plot, double value) const
{
    const double share = !logarithmic   ? (value - low) / (high - low)
                         : value <= low ? 0
                                        : std::log(value / low) / std::log(high / low);
    return plot.bottom() - share * plot.height();
}

int ValueAxis::width(const QFontMetrics &metrics) const
{
    int widest = 0;
    for (const double value : ticks())
        widest = std::max(widest, metrics.horizontalAdvance(text(value)));
    return widest + 2 * axisGap + (title.isEmpty() ? 0 : metrics.height());
}

void ValueAxis::paint(QPainter &painter, const QRect &plot, const Theme &theme) const
{
    const int line = painter.fontMetrics().height();
    double free = plot.bottom() + line; // numbers of decades may stand close
    for (const double value : ticks()) {
        const double at = y(plot, value);
        painter.setPen(theme.hairline());
        painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
        if (at + line / 2.0 > free)
            continue;
        free = at - line / 2.0;
        painter.setPen(theme.secondaryText());
        painter.drawText(QRectF(0, at - line / 2.0, plot.left() - axisGap, line), Qt::AlignRight | Qt::AlignVCenter,
                         text(value));
    }
    painter.setPen(theme.secondaryText());
    if (!title.isEmpty())
        paintVerticalTitle(painter, title, axisGap / 2.0, plot.center().y(), plot.bottom() + line);
}

} // namespace rs
