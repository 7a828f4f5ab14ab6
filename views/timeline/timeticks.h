// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/timecoordinates.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

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

    static TimeTicks of(TimeWindow window, qint64 originNs, int width, int leastSpacing);
};

/// Reads "12.5 ms", "1.2s", "345 us", "7 ns" as an offset from `originNs` and gives the absolute stamp; a bare number is in
/// milliseconds, and one that only an absolute stamp can be ("1736412474714258990 ns", "1736412474714258.990 us") is taken
/// as such. Nothing for any other text.
[[nodiscard]] std::optional<qint64> parseTime(const QString &text, qint64 originNs);

/// An offset from the origin with every digit that it has: "12.345 678 s".
[[nodiscard]] QString exactOffset(qint64 ns);

} // namespace rs
