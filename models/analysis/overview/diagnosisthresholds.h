// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/peeroutliers.h"

#include <QMap>
#include <QString>

#include <vector>

namespace rs {

/// Limits of what counts as a problem. The defaults are those of the rules in docs/user-guide.md.
struct DiagnosisThresholds
{
    /// Compute of a rank beyond the median of its peers, as a share of that median.
    double computeDeviation = 0.05;
    /// Idle or late time of a rank beyond the median of its peers, as a share of the step.
    double idleShare = 0.03;
    /// Idle time of all ranks alike is worth a word from this share of the step on.
    double idleOfAll = 0.1;
    /// Bandwidth of a link below the median of its like, as a share of that median.
    double linkDeviation = 0.3;
    /// Least cost of a problem, as a share of the steps: one of all steps, and one of some of them, which may be
    /// chance.
    double leastCost = 0.02;
    double leastCostOfSome = 0.05;
    /// Uncovered communication is worth a word from this share of the step on.
    double communicationShare = 0.1;
    /// A rank is named for the waits of the others from this share of them on.
    double waitShare = 0.3;
    /// Part of the kernels' excess that a lower frequency must explain, or the frequency is not blamed.
    double frequencyShare = 0.5;
    /// Least wait of an affected rank that is listed, as a share of the step.
    double victimShare = 0.01;
    OutlierLimits outliers;
    bool operator==(const DiagnosisThresholds &) const = default;
};

/// One of them, as settings keep it.
struct ThresholdField
{
    const char *key; ///< stable
    bool percent;    ///< a share, shown in percent; else a plain number
    double least;    ///< no less makes sense
    double most;
    double &(*of)(DiagnosisThresholds &);
};
[[nodiscard]] const std::vector<ThresholdField> &thresholdFields();

/// Those that are not as the program has them, by key.
[[nodiscard]] QMap<QString, double> changedThresholds(DiagnosisThresholds thresholds);
/// The inverse. Keys that nobody knows are left out, values out of their bounds brought to them.
[[nodiscard]] DiagnosisThresholds thresholdsOf(const QMap<QString, double> &changed);

} // namespace rs
