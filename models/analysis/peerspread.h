// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <vector>

namespace rs {

/// What ranks that do the same have in common, and which of them stand apart.
struct PeerSpread
{
    qint64 medianNs = 0;
    std::vector<bool> outliers; ///< beside the values
};

/// The middle one, or the mean of the two in the middle; 0 of nothing.
[[nodiscard]] qint64 medianOf(std::vector<qint64> values);

/// Outliers are those of highOutliers(), above and below, that are further from the median than `leastNs`.
[[nodiscard]] PeerSpread peerSpread(const std::vector<qint64> &values, qint64 leastNs);

} // namespace rs
