// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <QString>

#include <functional>
#include <vector>

class QFontMetrics;
class QPainter;

namespace rs {

class Theme;

/// The vertical axis of a picture: a range of values, round ones along it, and how they are written.
struct ValueAxis
{
    double low = 0;
    double high = 1;
    double step = 1;          ///< from tick to tick; of decades it is not asked
    bool logarithmic = false; ///< `low` is above zero then, and what is below it lies on the ground
    QString title;
    std::function<QString(double)> text; ///< with the unit

    /// At most `most` ticks from `low` to `high`, at least `leastStep` apart.
    [[nodiscard]] static ValueAxis of(double low, double high, int most, double leastStep = 0);
    /// Axis of nanoseconds from 0 on. If a few are far longer than the usual ones, the axis is in decades.
    [[nodiscard]] static ValueAxis ofTimes(std::vector<double> values, int most);
    /// Values are nanoseconds, written in the unit that fits the range.
    void setTimes();
    /// Numbers with as many digits as the ticks need; `unit` may be empty.
    void setNumbers(const QString &unit);

    /// Ascending, within the range.
    [[nodiscard]] std::vector<double> ticks() const;
    [[nodiscard]] double y(const QRect &plot, double value) const;
    /// Pixels that title and numbers take left of the plot.
    [[nodiscard]] int width(const QFontMetrics &metrics) const;
    /// Lines across the plot, numbers and title left of it.
    void paint(QPainter &painter, const QRect &plot, const Theme &theme) const;
};

} // namespace rs
