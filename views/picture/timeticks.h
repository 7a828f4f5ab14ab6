// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/timecoordinates.h"

#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Zero of the stamps of a time axis, and the form in which one is written.
struct TimeScale
{
    TimeFormat format = TimeFormat::FromStart;
    qint64 originNs = 0;
    QString name; ///< "Step 5", "2025-01-09 16:47:54 +08:00"; empty when stamps count from the start of the run

    /// `steps` are the starts of the steps as they are drawn, in order. Absolute stamps count from the second before
    /// the window, in the local time zone. Without steps stamps count from the start of the run.
    static TimeScale of(TimeFormat format, TimeWindow window, qint64 runStartNs,
                        const std::vector<std::pair<qint64, qint64>> &steps);
    /// Every digit of a stamp with its unit: "12.345 ms", "2025-01-09 16:47:54.123 456 789".
    [[nodiscard]] QString text(qint64 ns) const;
    /// Short form of a stamp on an axis, beside `name`.
    [[nodiscard]] QString brief(qint64 ns) const;
};

/// Tick lines of one window and their texts as offsets from an origin.
struct TimeTicks
{
    struct Tick
    {
        double x = 0; ///< logical pixels
        QString text; ///< empty for a minor tick
    };
    std::vector<Tick> ticks;
    QString base; ///< what the texts count from when they are written as "+200 ns"; empty: from the origin itself

    static TimeTicks of(TimeWindow window, const TimeScale &scale, int width, int leastSpacing);
    static TimeTicks of(TimeWindow window, qint64 originNs, int width, int leastSpacing);
};

/// Reads "12.5 ms", "1.2s", "345 us", "7 ns" as an offset from `originNs` and gives the absolute stamp; a bare number
/// is in milliseconds, and one that only an absolute stamp can be ("1736412474714258990 ns", "1736412474714258.990 us")
/// is taken as such. Nothing for any other text.
[[nodiscard]] std::optional<qint64> parseTime(const QString &text, qint64 originNs);

/// An offset from the origin with every digit that it has: "12.345 678 s".
[[nodiscard]] QString exactOffset(qint64 ns);

} // namespace rs
