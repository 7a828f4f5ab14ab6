// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/peerspread.h"

#include "analysis/overview/stepgrid.h"
#include "core/base/saturate.h"

#include <algorithm>

namespace rs {

namespace {
constexpr qint64 shareOfOutlier = 20; // one in twenty of the step: 5 %
// If little is computed, 5 % of that are noise. Less than the diagnosis asks of the cost of a problem.
constexpr qint64 shareOfNoise = 100;

// `mean` of the two in the middle, the lower one first.
template <typename T, typename Mean>
T middleOf(std::vector<T> &values, Mean mean)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle : mean(*std::max_element(values.begin(), middle), *middle);
}

} // namespace

qint64 medianOf(std::vector<qint64> values)
{
    return middleOf(values, [](qint64 low, qint64 high) {
        return low + static_cast<qint64>((static_cast<quint64>(high) - static_cast<quint64>(low)) / 2);
    });
}

double medianOf(std::vector<double> values)
{
    return middleOf(values, [](double low, double high) { return low + (high - low) / 2; });
}

PeerSpread peerSpread(const std::vector<qint64> &values, qint64 leastNs, const OutlierLimits &limits)
{
    PeerSpread out;
    out.medianNs = medianOf(values);
    out.outliers.assign(values.size(), false);
    if (values.empty())
        return out;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    for (const bool above : {true, false}) {
        // Most times of most steps are closer to each other than what matters.
        const qint64 furthest =
            above ? saturatedDifference(*high, out.medianNs) : saturatedDifference(out.medianNs, *low);
        if (furthest <= leastNs)
            continue;
        std::vector<double> side;
        side.reserve(values.size());
        for (const qint64 v : values)
            side.push_back(above ? static_cast<double>(v) : -static_cast<double>(v));
        for (const size_t i : highOutliers(side, limits)) {
            const qint64 away =
                above ? saturatedDifference(values[i], out.medianNs) : saturatedDifference(out.medianNs, values[i]);
            out.outliers[i] = out.outliers[i] || away > leastNs;
        }
    }
    return out;
}

PeerSpread stepSpread(StepMetric metric, const std::vector<qint64> &values, const std::vector<qint64> &wholes,
                      const DiagnosisThresholds &thresholds, size_t looked)
{
    const OutlierLimits limits = amongMany(thresholds.outliers, looked);
    const qint64 whole = std::max<qint64>(0, medianOf(wholes.empty() ? values : wholes));
    // The bars and the heat map must not call alike whom the diagnosis names.
    if (metric == StepMetric::Idle)
        return peerSpread(values, saturatedRound(thresholds.idleShare * static_cast<double>(whole)), limits);
    if (metric != StepMetric::Computing && metric != StepMetric::PureCompute)
        return peerSpread(values, whole / shareOfOutlier, limits);
    const double least = thresholds.computeDeviation * static_cast<double>(medianOf(values));
    return peerSpread(values, std::max(saturatedRound(least), whole / shareOfNoise), limits);
}

} // namespace rs
