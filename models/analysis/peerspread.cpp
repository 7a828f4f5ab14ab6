// SPDX-License-Identifier: Apache-2.0
#include "analysis/peerspread.h"

#include "core/saturate.h"

#include <algorithm>
#include <array>

namespace rs {

namespace {

constexpr size_t fewest = 3;
constexpr size_t enoughForMad = 8;
constexpr double madLimit = 3.5 * 1.4826;
// Dixon's Q (r10), two-sided, 95 %: of three to seven values.
constexpr std::array<double, 5> dixonLimits = {0.970, 0.829, 0.710, 0.625, 0.568};

qint64 distance(qint64 a, qint64 b)
{
    return a > b ? saturatedDifference(a, b) : saturatedDifference(b, a);
}

// Whether the lowest and the highest stand apart from their neighbours.
std::pair<bool, bool> dixonEnds(std::vector<qint64> sorted)
{
    std::sort(sorted.begin(), sorted.end());
    const size_t n = sorted.size();
    const auto range = static_cast<double>(distance(sorted[0], sorted[n - 1]));
    const double limit = dixonLimits[n - fewest];
    return {static_cast<double>(distance(sorted[0], sorted[1])) > limit * range,
            static_cast<double>(distance(sorted[n - 2], sorted[n - 1])) > limit * range};
}

} // namespace

qint64 medianOf(std::vector<qint64> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    const qint64 high = *middle;
    if (values.size() % 2 == 1)
        return high;
    const qint64 low = *std::max_element(values.begin(), middle);
    return low + static_cast<qint64>((static_cast<quint64>(high) - static_cast<quint64>(low)) / 2);
}

PeerSpread peerSpread(const std::vector<qint64> &values, qint64 leastNs)
{
    PeerSpread out;
    out.medianNs = medianOf(values);
    out.outliers.assign(values.size(), false);
    std::vector<qint64> distances;
    distances.reserve(values.size());
    for (const qint64 v : values)
        distances.push_back(distance(v, out.medianNs));
    out.madNs = medianOf(distances);
    if (values.size() < fewest)
        return out;
    const bool few = values.size() < enoughForMad;
    const auto [lowApart, highApart] = few ? dixonEnds(values) : std::pair(false, false);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    for (size_t i = 0; i < values.size(); ++i) {
        const bool apart = few ? (lowApart && values[i] == *low) || (highApart && values[i] == *high)
                               : static_cast<double>(distances[i]) > madLimit * static_cast<double>(out.madNs);
        out.outliers[i] = apart && distances[i] > leastNs;
    }
    return out;
}

} // namespace rs
