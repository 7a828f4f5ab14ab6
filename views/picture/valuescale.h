// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

namespace rs {

/// A range of values as 0..1: even, or by their logarithm where the range is positive. Of differences 0 is always in
/// the middle, and the larger end of the range at its own: the range may be narrowed at one side alone.
struct ValueScale
{
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool diverging = false; ///< of differences

    [[nodiscard]] bool isPoint() const { return high <= low; }
    /// Below 0 and above 1 outside of the range; the upper end where the range is one value.
    [[nodiscard]] double share(double value) const
    {
        if (diverging) {
            const double most = std::max(std::abs(low), std::abs(high));
            return most > 0 ? 0.5 + value / (2 * most) : 0.5;
        }
        if (isPoint())
            return 1;
        if (!usesLog())
            return (value - low) / (high - low);
        return value > 0 ? std::log(value / low) / std::log(high / low) : -1;
    }
    /// Not of differences.
    [[nodiscard]] double valueAt(double share) const
    {
        if (isPoint())
            return low;
        if (share <= 0 || share >= 1)
            return share <= 0 ? low : high;
        return usesLog() ? low * std::pow(high / low, share) : low + share * (high - low);
    }

private:
    [[nodiscard]] bool usesLog() const { return logarithmic && low > 0; }
};

} // namespace rs
