// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace.h"
#include "views/picture/timecoordinates.h"

#include <optional>
#include <vector>

namespace rs {

/// Smallest and largest value of blocks of samples, and the range that a curve's axis shows.
struct CounterLod
{
    static constexpr size_t block = 64;
    std::vector<std::pair<double, double>> blocks;
    double low = 0;  ///< bottom of the axis: 0, or below it where values are negative
    double high = 1; ///< top of the axis; single wild samples far above the rest do not set it

    static CounterLod build(const CounterSeries &series);
};

/// Lowest and highest value that the step curve takes inside one pixel.
struct CurvePoint
{
    double low = 0;
    double high = 0;
    double last = 0;    ///< at the end of the pixel
    bool known = false; ///< false left of the first sample
};

/// One point per pixel of the window; no extreme is lost, and a value holds until the next stamp.
[[nodiscard]] std::vector<CurvePoint> curvePoints(const CounterSeries &series, const CounterLod &lod,
                                                  const TimeMap &map);
/// The value that holds at a stamp; nothing before the first sample.
[[nodiscard]] std::optional<double> valueAt(const CounterSeries &series, qint64 ns);
/// "MB/s" of "Read(MB/s)"; empty when the text names none.
[[nodiscard]] QString counterUnit(const QString &series);
/// Name of a counter lane: its name, and the series where it says more.
[[nodiscard]] QString counterLabel(const Trace &trace, const CounterSeries &series);
[[nodiscard]] QString counterUnit(const Trace &trace, const CounterSeries &series);

} // namespace rs
