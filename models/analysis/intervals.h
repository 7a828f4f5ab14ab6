// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <vector>

namespace rs {

/// Half-open [from, to), nanoseconds.
struct Interval
{
    qint64 from = 0;
    qint64 to = 0;
    auto operator<=>(const Interval &) const = default;
    [[nodiscard]] qint64 length() const { return to - from; }
};

/// Ascending and disjoint; ranges that touch are one (the merge rule of the official overlap analysis).
using IntervalSet = std::vector<Interval>;

/// Union of ranges in any order; empty and inverted ranges are left out.
[[nodiscard]] IntervalSet mergeIntervals(std::vector<Interval> ranges);
[[nodiscard]] IntervalSet uniteSets(const IntervalSet &a, const IntervalSet &b);
[[nodiscard]] IntervalSet intersectSets(const IntervalSet &a, const IntervalSet &b);
/// What of `a` is not in `b`.
[[nodiscard]] IntervalSet subtractSets(const IntervalSet &a, const IntervalSet &b);
/// Gaps between the first start and the last end.
[[nodiscard]] IntervalSet gapsOf(const IntervalSet &a);
[[nodiscard]] IntervalSet clipSet(const IntervalSet &a, Interval window);
[[nodiscard]] qint64 totalLength(const IntervalSet &a);

} // namespace rs
