// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/diagnosisthresholds.h"

#include <algorithm>
#include <cmath>

namespace rs {

const std::vector<ThresholdField> &thresholdFields()
{
    using T = DiagnosisThresholds;
    static const std::vector<ThresholdField> fields = {
        {"computeDeviation", true, 0.001, 1, [](T &t) -> double & { return t.computeDeviation; }},
        {"idleShare", true, 0.001, 1, [](T &t) -> double & { return t.idleShare; }},
        {"idleOfAll", true, 0.001, 1, [](T &t) -> double & { return t.idleOfAll; }},
        {"linkDeviation", true, 0.01, 0.99, [](T &t) -> double & { return t.linkDeviation; }},
        {"leastCost", true, 0.001, 1, [](T &t) -> double & { return t.leastCost; }},
        {"leastCostOfSome", true, 0.001, 1, [](T &t) -> double & { return t.leastCostOfSome; }},
        {"communicationShare", true, 0.001, 1, [](T &t) -> double & { return t.communicationShare; }},
        {"waitShare", true, 0.01, 1, [](T &t) -> double & { return t.waitShare; }},
        {"frequencyShare", true, 0.01, 1, [](T &t) -> double & { return t.frequencyShare; }},
        {"victimShare", true, 0.0001, 1, [](T &t) -> double & { return t.victimShare; }},
        {"robustZ", false, 2, 50, [](T &t) -> double & { return t.outliers.robustZ; }},
        {"leastSpread", true, 0, 0.5, [](T &t) -> double & { return t.outliers.leastSpread; }},
    };
    return fields;
}

QMap<QString, double> changedThresholds(DiagnosisThresholds thresholds)
{
    DiagnosisThresholds defaults;
    QMap<QString, double> out;
    for (const ThresholdField &f : thresholdFields()) {
        // A value that a field of two decimals of a percent shows as the default is the default.
        if (std::abs(f.of(thresholds) - f.of(defaults)) > 1e-9)
            out[QString::fromLatin1(f.key)] = f.of(thresholds);
    }
    return out;
}

DiagnosisThresholds thresholdsOf(const QMap<QString, double> &changed)
{
    DiagnosisThresholds out;
    for (const ThresholdField &f : thresholdFields()) {
        const auto at = changed.find(QString::fromLatin1(f.key));
        if (at != changed.end() && std::isfinite(at.value()))
            f.of(out) = std::clamp(at.value(), f.least, f.most);
    }
    return out;
}

} // namespace rs
