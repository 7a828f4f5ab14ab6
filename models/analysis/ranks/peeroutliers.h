// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <vector>

namespace rs {

/// When a value stands out of its like.
struct OutlierLimits
{
    /// Median and MAD, from seven values on: (value - median) / (1.4826 MAD) of at least this.
    double robustZ = 4;
    /// Values that agree better than this share of their median are no closer than that: a MAD of almost 0 would make
    /// anything stand out.
    double leastSpread = 0.005;
    /// Dixon's Q at 80 % instead of 95 %: for one look of several that have to agree.
    bool oneOfSeveral = false;
    bool operator==(const OutlierLimits &) const = default;
};

/// The limits for one value of `looked` ones that are looked at together, as of a step among all ranks and steps: by
/// chance alone some of many are far off. Times have the tails of exponentials, of which robustZ means one in about
/// 60; each time that as many more are looked at, it grows by as much as keeps the chance of any alike, from eight
/// values on and to no more than its double. The same for 0: a value that nobody picked.
[[nodiscard]] OutlierLimits amongMany(OutlierLimits limits, size_t looked);

/// So few that Dixon's Q is asked, not the MAD.
[[nodiscard]] bool areFew(size_t values);

/// Median, the lower one of two in the middle; 0 of nothing.
[[nodiscard]] double lowerMedian(std::vector<double> values);

/// Indices of the values that are far above the others, the highest first. Of 3 to 6 values by Dixon's Q for
/// the highest and for groups of high ones that are fewer than the rest; of more by median and MAD. Of fewer than three
/// nothing can be said.
[[nodiscard]] std::vector<size_t> highOutliers(const std::vector<double> &values, const OutlierLimits &limits = {});

} // namespace rs
