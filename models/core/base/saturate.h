// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <limits>

namespace rs {

/// Arithmetic on nanoseconds that stops at the ends of qint64 instead of running over: a number that a damaged file
/// states must not turn into one that looks sound.
[[nodiscard]] constexpr qint64 saturatedSum(qint64 a, qint64 b)
{
    qint64 r = 0;
    if (__builtin_add_overflow(a, b, &r))
        return b > 0 ? std::numeric_limits<qint64>::max() : std::numeric_limits<qint64>::min();
    return r;
}

/// a - b.
[[nodiscard]] constexpr qint64 saturatedDifference(qint64 a, qint64 b)
{
    qint64 r = 0;
    if (__builtin_sub_overflow(a, b, &r))
        return b < 0 ? std::numeric_limits<qint64>::max() : std::numeric_limits<qint64>::min();
    return r;
}

[[nodiscard]] constexpr qint64 saturatedProduct(qint64 a, qint64 b)
{
    qint64 r = 0;
    if (__builtin_mul_overflow(a, b, &r))
        return (a < 0) == (b < 0) ? std::numeric_limits<qint64>::max() : std::numeric_limits<qint64>::min();
    return r;
}

/// |a|.
[[nodiscard]] constexpr qint64 saturatedMagnitude(qint64 a)
{
    return a < 0 ? saturatedDifference(0, a) : a;
}

/// The nearest integer of a real number, the ends of the range for what lies outside; 0 for NaN.
[[nodiscard]] constexpr qint64 saturatedRound(double value)
{
    if (value != value)
        return 0;
    if (value >= 9223372036854775807.0)
        return std::numeric_limits<qint64>::max();
    if (value <= -9223372036854775808.0)
        return std::numeric_limits<qint64>::min();
    return static_cast<qint64>(value < 0 ? value - 0.5 : value + 0.5);
}

} // namespace rs
