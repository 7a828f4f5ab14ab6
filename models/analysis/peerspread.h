// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <vector>

namespace rs {

/// What ranks that do the same have in common, and which of them stand apart.
struct PeerSpread
{
    qint64 medianNs = 0;
    qint64 madNs = 0;           ///< median of the distances from the median
    std::vector<bool> outliers; ///< beside the values
};

/// The middle one, or the mean of the two in the middle; 0 of nothing.
[[nodiscard]] qint64 medianOf(std::vector<qint64> values);

/// From eight values on an outlier is further from the median than 3.5 times the deviation that the MAD stands for
/// (1.4826 MAD). Of three to seven only the lowest and the highest can be one, where Dixon's Q exceeds its limit for
/// 95 %. Of two nobody can say which one. Nothing that is not further from the median than `leastNs` is an outlier.
[[nodiscard]] PeerSpread peerSpread(const std::vector<qint64> &values, qint64 leastNs);

} // namespace rs
