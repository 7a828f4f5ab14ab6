// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

namespace rs {

/// The step of 1, 2 or 5 times a power of ten with which at most `ticks` steps cover `largest`.
[[nodiscard]] inline double niceStep(double largest, int ticks)
{
    if (!(largest > 0) || !std::isfinite(largest))
        return 1;
    const double raw = largest / std::max(1, ticks);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (raw <= factor * power * (1 + 1e-9))
            return factor * power;
    }
    return 10 * power;
}

/// Decimals that a tick of that step needs.
[[nodiscard]] inline int stepDecimals(double step)
{
    if (!(step > 0))
        return 0;
    return std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 9);
}

} // namespace rs
