// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/peeroutliers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rs {

namespace {

constexpr size_t fewestValues = 3;
constexpr size_t mostForDixon = 6;
// Dixon's Q for 3 to 6 values, at 95 % and at 80 %; Rorabacher 1991, table 1.
constexpr std::array<double, 4> dixonCritical{0.970, 0.829, 0.710, 0.625};
constexpr std::array<double, 4> dixonOfSeveral{0.886, 0.679, 0.557, 0.482};

// Number of the highest values that stand out; `sorted` ascends.
size_t outliersByDixon(const std::vector<double> &sorted, const std::array<double, 4> &critical)
{
    // From the largest group on: several that are alike hide each other.
    for (size_t group = (sorted.size() - 1) / 2; group >= 1; --group) {
        const size_t count = sorted.size() - group + 1;
        if (count < fewestValues)
            continue;
        const double range = sorted[count - 1] - sorted[0];
        const double gap = sorted[count - 1] - sorted[count - 2];
        if (range > 0 && gap / range >= critical[count - fewestValues])
            return group;
    }
    return 0;
}

// From when on a value stands out. Thousands of ranks are not sorted for that.
double limitByMad(const std::vector<double> &values, const OutlierLimits &limits)
{
    constexpr double madOfNormal = 1.4826;
    const double median = lowerMedian(values);
    std::vector<double> off;
    off.reserve(values.size());
    for (const double v : values)
        off.push_back(std::abs(v - median));
    const double spread = std::max(madOfNormal * lowerMedian(std::move(off)), limits.leastSpread * std::abs(median));
    return std::max(std::nextafter(median, std::numeric_limits<double>::infinity()), median + limits.robustZ * spread);
}

} // namespace

OutlierLimits amongMany(OutlierLimits limits, size_t looked)
{
    constexpr double usual = 8;
    constexpr double most = 2;
    // 1.4826 times the MAD, ln 2 of an exponential on both sides, in units of its mean.
    constexpr double spreadOfExponential = 1.0277;
    const double ratio = std::max(1.0, static_cast<double>(looked) / usual);
    limits.robustZ = std::min(limits.robustZ + std::log(ratio) / spreadOfExponential, most * limits.robustZ);
    return limits;
}

bool areFew(size_t values)
{
    return values <= mostForDixon;
}

double lowerMedian(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<size_t> highOutliers(const std::vector<double> &values, const OutlierLimits &limits)
{
    if (values.size() < fewestValues)
        return {};
    std::vector<size_t> order;
    const bool few = areFew(values.size());
    const double limit = few ? -std::numeric_limits<double>::infinity() : limitByMad(values, limits);
    for (size_t i = 0; i < values.size(); ++i) {
        if (values[i] >= limit)
            order.push_back(i);
    }
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return values[a] < values[b]; });
    size_t count = order.size();
    if (few) {
        std::vector<double> sorted;
        for (const size_t i : order)
            sorted.push_back(values[i]);
        count = outliersByDixon(sorted, limits.oneOfSeveral ? dixonOfSeveral : dixonCritical);
    } else if (2 * count >= values.size()) {
        // Neither of two halves can be called the outlier.
        return {};
    }
    return {order.rbegin(), order.rbegin() + static_cast<qsizetype>(count)};
}

} // namespace rs
