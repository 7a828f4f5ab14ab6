// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <optional>
#include <string>
#include <string_view>

namespace rs {

/// Stamps from 1954 to 2239 are stamps: the difference of any two, and the ends of slices, stay inside qint64.
inline constexpr qint64 EarliestStampNs = -500'000'000'000'000'000;
inline constexpr qint64 LatestStampNs = 8'500'000'000'000'000'000;
/// About three years. No run is longer; a stamp that slipped into the place of a duration is.
inline constexpr qint64 MaxDurationNs = 100'000'000'000'000'000;

/// Reads decimal microseconds ("1736412474714258.990", "996.9599375", "-0.5", "1e3") as integer nanoseconds,
/// rounded half up (away from zero for negative values). Leading and trailing blanks and TABs are accepted.
/// Never passes through a floating-point type, except for an exponent form, which no known writer uses for a stamp.
/// Returns nothing for empty text, NaN, infinity, other text, and values outside qint64.
[[nodiscard]] std::optional<qint64> parseDecimalUs(std::string_view text);

/// Decimal text with `shift` decimal places moved into the integer: shift 3 turns microseconds into nanoseconds.
[[nodiscard]] std::optional<qint64> parseDecimalScaled(std::string_view text, int shift);

/// Nanoseconds as decimal microseconds with exactly three decimals ("1736412474714258.990").
[[nodiscard]] std::string formatUs(qint64 ns);

/// The shortest decimal text that reads back to the same double; "inf", "-inf" and "nan" as such.
[[nodiscard]] std::string shortestDouble(double value);

} // namespace rs
