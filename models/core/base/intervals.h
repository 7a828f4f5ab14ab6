// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/saturate.h"

#include <QtGlobal>

#include <vector>

namespace rs {

/// Half-open [from, to), nanoseconds.
struct Interval
{
    qint64 from = 0;
    qint64 to = 0;
    auto operator<=>(const Interval &) const = default;
    [[nodiscard]] qint64 length() const { return saturatedDifference(to, from); }
};

/// Ascending and disjoint; ranges that touch are one (the merge rule of the official overlap analysis).
using IntervalSet = std::vector<Interval>;

/// Union of ranges in any order; empty and inverted ranges are left out.
[[nodiscard]] IntervalSet mergeIntervals(std::vector<Interval> ranges);
[[nodiscard]] IntervalSet uniteSets(const IntervalSet &a, const IntervalSet &b);
[[nodiscard]] IntervalSet intersectSets(const IntervalSet &a, const IntervalSet &b);
/// Parts of `a` that are not in `b`.
[[nodiscard]] IntervalSet subtractSets(const IntervalSet &a, const IntervalSet &b);
/// Gaps between the first start and the last end.
[[nodiscard]] IntervalSet gapsOf(const IntervalSet &a);
[[nodiscard]] IntervalSet clipSet(const IntervalSet &a, Interval window);
[[nodiscard]] qint64 totalLength(const IntervalSet &a);

/// A set that many windows are asked of: each answer takes two bisections, however much of the set it spans.
class IntervalLengths
{
public:
    explicit IntervalLengths(IntervalSet set = {});
    [[nodiscard]] const IntervalSet &set() const { return m_set; }
    /// Length of the part of the set inside the window.
    [[nodiscard]] qint64 inside(Interval window) const;

private:
    [[nodiscard]] qint64 upTo(qint64 t) const;

    IntervalSet m_set;
    std::vector<qint64> m_before; ///< length of the set before its n-th range
};

} // namespace rs
