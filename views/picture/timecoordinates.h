// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/saturate.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>

namespace rs {

/// Half-open time window in the absolute nanoseconds of the trace; empty means "not chosen".
struct TimeWindow
{
    qint64 fromNs = 0;
    qint64 toNs = 0;
    auto operator<=>(const TimeWindow &) const = default;
    [[nodiscard]] bool isEmpty() const { return toNs <= fromNs; }
    /// The largest number there is for a window that is longer.
    [[nodiscard]] qint64 lengthNs() const { return saturatedDifference(toNs, fromNs); }
};

/// Origin of stamps on a time axis.
enum class TimeFormat : quint8 {
    FromStart, ///< the start of the run
    FromStep,  ///< the start of the step that the window shows
    Absolute,  ///< date and time of day
};

/// Pure time <-> pixel arithmetic of one window. Absolute stamps stay integers: doubles only carry offsets inside it.
struct TimeMap
{
    qint64 fromNs = 0;
    qint64 toNs = 1;
    int width = 1; ///< in the pixels that x() counts

    TimeMap() = default;
    TimeMap(TimeWindow w, int pixels)
        : fromNs(w.fromNs), toNs(std::max(w.toNs, saturatedSum(w.fromNs, 1))), width(std::max(1, pixels))
    {
    }

    [[nodiscard]] qint64 lengthNs() const { return std::max<qint64>(1, saturatedDifference(toNs, fromNs)); }
    [[nodiscard]] double nsPerPixel() const { return distance(fromNs, toNs) / width; }
    [[nodiscard]] double pixelsPerNs() const { return width / distance(fromNs, toNs); }
    /// Position of a stamp; may lie outside [0, width).
    [[nodiscard]] double x(qint64 ns) const
    {
        return distance(fromNs, ns) * width / std::max(1.0, distance(fromNs, toNs));
    }
    /// The pixel that holds the stamp, clamped to [-1, width].
    [[nodiscard]] int pixel(qint64 ns) const
    {
        if (ns < fromNs)
            return -1;
        if (ns >= toNs)
            return width;
        return std::min(width - 1, static_cast<int>(x(ns)));
    }
    /// The stamp at a position, rounded down.
    [[nodiscard]] qint64 time(double position) const
    {
        const double offset = std::floor(position * distance(fromNs, toNs) / width);
        const bool fits = std::abs(offset) < 9e18;
        return fits ? saturatedSum(fromNs, static_cast<qint64>(offset))
                    : saturatedRound(static_cast<double>(fromNs) + offset);
    }

private:
    /// Exact where 64 bits hold the difference, and still in proportion where they do not.
    [[nodiscard]] static double distance(qint64 from, qint64 to)
    {
        qint64 d = 0;
        return __builtin_sub_overflow(to, from, &d) ? static_cast<double>(to) - static_cast<double>(from)
                                                    : static_cast<double>(d);
    }
};

namespace timeline {

/// The same window in the time of a rank or lane whose stamps lie `ns` after the axis.
[[nodiscard]] inline TimeMap shifted(TimeMap map, qint64 ns)
{
    map.fromNs = saturatedSum(map.fromNs, ns);
    map.toNs = saturatedSum(map.toNs, ns);
    return map;
}

/// A window of the same length as `w`, moved as little as needed to lie inside `limits`; `limits` when `w` is longer.
[[nodiscard]] inline TimeWindow clamped(TimeWindow w, TimeWindow limits)
{
    if (limits.isEmpty())
        return w;
    if (w.lengthNs() >= limits.lengthNs())
        return limits;
    if (w.fromNs < limits.fromNs)
        return {limits.fromNs, saturatedSum(limits.fromNs, w.lengthNs())};
    if (w.toNs > limits.toNs)
        return {saturatedDifference(limits.toNs, w.lengthNs()), limits.toNs};
    return w;
}

/// `factor` below 1 zooms in. The stamp under `position` (of `width` pixels) stays there unless a limit is met. The
/// shortest window is 1 ns; a factor other than 1 always changes a window that may change.
[[nodiscard]] inline TimeWindow zoomed(TimeWindow w, double position, int width, double factor, TimeWindow limits)
{
    const double share = std::clamp(position / std::max(1, width), 0.0, 1.0);
    const double wanted = static_cast<double>(w.lengthNs()) * factor;
    const double longest =
        static_cast<double>(limits.isEmpty() ? std::numeric_limits<qint64>::max() / 4 : limits.lengthNs());
    qint64 length = saturatedRound(std::clamp(wanted, 1.0, std::max(1.0, longest)));
    if (factor > 1 && length <= w.lengthNs())
        length = saturatedSum(w.lengthNs(), 1);
    else if (factor < 1 && length >= w.lengthNs())
        length = std::max<qint64>(1, w.lengthNs() - 1);
    // anchor - share * length, with the anchor as an offset of the old window: no absolute stamp becomes a double
    const double shift = share * static_cast<double>(saturatedDifference(w.lengthNs(), length));
    const qint64 from = saturatedSum(w.fromNs, saturatedRound(shift));
    return clamped({from, saturatedSum(from, length)}, limits);
}

[[nodiscard]] inline TimeWindow panned(TimeWindow w, qint64 byNs, TimeWindow limits)
{
    // At the ends of 64 bits a window stops as it is.
    byNs = byNs > 0 ? std::min(byNs, saturatedDifference(std::numeric_limits<qint64>::max(), w.toNs))
                    : std::max(byNs, saturatedDifference(std::numeric_limits<qint64>::min(), w.fromNs));
    return clamped({saturatedSum(w.fromNs, byNs), saturatedSum(w.toNs, byNs)}, limits);
}

/// `w` with `share` of its length added on both sides, at least 1 ns.
[[nodiscard]] inline TimeWindow padded(TimeWindow w, double share)
{
    const qint64 by = std::max<qint64>(1, saturatedRound(std::floor(static_cast<double>(w.lengthNs()) * share)));
    return {saturatedDifference(w.fromNs, by), saturatedSum(w.toNs, by)};
}

/// The smallest of 1, 2, 5 x 10^n ns that is at least `atLeastNs`.
[[nodiscard]] inline qint64 tickStep(double atLeastNs)
{
    qint64 decade = 1;
    while (static_cast<double>(decade) * 10 <= atLeastNs && decade < std::numeric_limits<qint64>::max() / 100)
        decade *= 10;
    for (const qint64 f : {qint64{1}, qint64{2}, qint64{5}, qint64{10}}) {
        if (static_cast<double>(decade * f) >= atLeastNs)
            return decade * f;
    }
    return decade * 10;
}

/// Largest multiple of `step` that is not after `t`, counted from `origin`.
[[nodiscard]] inline qint64 tickAtOrBefore(qint64 t, qint64 origin, qint64 step)
{
    const qint64 d = saturatedDifference(t, origin);
    const qint64 beyond = d % step;
    return saturatedSum(origin, saturatedDifference(d, beyond < 0 ? beyond + step : beyond));
}

} // namespace timeline
} // namespace rs
