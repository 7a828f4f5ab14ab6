// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/timens.h"

namespace rs {

/// The most that a run can have measured. What lies above or below 0 is a broken value: it is missing, never 0, and a
/// finding counts it.
inline constexpr double MaxDurationUs = static_cast<double>(MaxDurationNs) / 1e3;
inline constexpr double MaxDurationMs = static_cast<double>(MaxDurationNs) / 1e6;
inline constexpr double MaxStampUs = static_cast<double>(LatestStampNs) / 1e3;
inline constexpr double MaxMegabytes = 1e12;      ///< that were moved
inline constexpr double MaxMemoryMegabytes = 1e8; ///< that a device or a host has
inline constexpr double MaxMemoryBytes = MaxMemoryMegabytes * (1 << 20);
inline constexpr double MaxRate = 1e12;       ///< GB/s, MB/s
inline constexpr double MaxShare = 100;       ///< largest ratio
inline constexpr double MaxPart = 1.001;      ///< part of a whole, written with rounding
inline constexpr double MaxOfAnything = 1e15; ///< counts, cycles, and what has no unit that is known

/// False for NaN too. A time that the writer got by subtracting may be a rounding error below 0, but none that is this
/// small: a difference of stamps of any unit is 0, or larger than what the last digit of a picosecond is worth.
[[nodiscard]] inline bool isMeasurable(double value, double most)
{
    constexpr double leastRounding = 1e-30;
    return value >= -1e-6 && value <= most && (value >= 0 || value <= -leastRounding);
}

} // namespace rs
