// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/diagnosisthresholds.h"

#include <QtGlobal>

#include <vector>

namespace rs {

enum class StepMetric : quint8;

/// Median of ranks that do the same, and the outliers among them.
struct PeerSpread
{
    qint64 medianNs = 0;
    std::vector<bool> outliers; ///< beside the values
};

/// The middle one, or the mean of the two in the middle; 0 of nothing.
[[nodiscard]] qint64 medianOf(std::vector<qint64> values);
[[nodiscard]] double medianOf(std::vector<double> values);

/// Outliers are those of highOutliers(), above and below, that are further from the median than `leastNs`.
[[nodiscard]] PeerSpread peerSpread(const std::vector<qint64> &values, qint64 leastNs,
                                    const OutlierLimits &limits = {});
/// The same of times of a step, or of several together: what differs by less than 5 % of the median of the `wholes` is
/// no matter; of the median time itself where no whole is known. Of compute and idle time, what the diagnosis asks for
/// by its thresholds: a share of the median compute itself, and 1 % of the whole; a share of the whole for idle time.
/// `looked`: how many times of ranks and steps these are some of (amongMany()).
[[nodiscard]] PeerSpread stepSpread(StepMetric metric, const std::vector<qint64> &values,
                                    const std::vector<qint64> &wholes, const DiagnosisThresholds &thresholds = {},
                                    size_t looked = 0);

} // namespace rs
