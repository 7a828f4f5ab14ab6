// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/viewstate.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rs {

/// Pure time <-> pixel arithmetic of one window. Absolute stamps stay integers: doubles only carry offsets inside it.
struct TimeMap
{
    qint64 fromNs = 0;
    qint64 toNs = 1;
    int width = 1; ///< in the pixels that x() counts

    TimeMap() = default;
    TimeMap(TimeWindow w, int pixels)
        : fromNs(w.fromNs), toNs(std::max(w.toNs, w.fromNs + 1)), width(std::max(1, pixels))
    {
    }

    [[nodiscard]] qint64 lengthNs() const { return toNs - fromNs; }
    [[nodiscard]] double nsPerPixel() const { return static_cast<double>(lengthNs()) / width; }
    /// Position of a stamp; may lie outside [0, width).
    [[nodiscard]] double x(qint64 ns) const
    {
        return static_cast<double>(ns - fromNs) * width / static_cast<double>(lengthNs());
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
        return fromNs + static_cast<qint64>(std::floor(position * static_cast<double>(lengthNs()) / width));
    }
};

namespace timeline {

/// The same window in the time of a rank or lane whose stamps lie `ns` after the axis.
[[nodiscard]] inline TimeMap shifted(TimeMap map, qint64 ns)
{
    map.fromNs += ns;
    map.toNs += ns;
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
        return {limits.fromNs, limits.fromNs + w.lengthNs()};
    if (w.toNs > limits.toNs)
        return {limits.toNs - w.lengthNs(), limits.toNs};
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
    qint64 length = static_cast<qint64>(std::llround(std::clamp(wanted, 1.0, std::max(1.0, longest))));
    if (factor > 1 && length <= w.lengthNs())
        length = w.lengthNs() + 1;
    else if (factor < 1 && length >= w.lengthNs())
        length = std::max<qint64>(1, w.lengthNs() - 1);
    // anchor - share * length, with the anchor as an offset of the old window: no absolute stamp becomes a double
    const double shift = share * static_cast<double>(w.lengthNs() - length);
    const qint64 from = w.fromNs + static_cast<qint64>(std::llround(shift));
    return clamped({from, from + length}, limits);
}

[[nodiscard]] inline TimeWindow panned(TimeWindow w, qint64 byNs, TimeWindow limits)
{
    return clamped({w.fromNs + byNs, w.toNs + byNs}, limits);
}

/// `w` with `share` of its length added on both sides, at least 1 ns.
[[nodiscard]] inline TimeWindow padded(TimeWindow w, double share)
{
    const qint64 by = std::max<qint64>(1, static_cast<qint64>(static_cast<double>(w.lengthNs()) * share));
    return {w.fromNs - by, w.toNs + by};
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
    const qint64 d = t - origin;
    qint64 n = d / step;
    if (d % step < 0)
        --n;
    return origin + n * step;
}

} // namespace timeline
} // namespace rs
