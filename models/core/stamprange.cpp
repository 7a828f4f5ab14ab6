// SPDX-License-Identifier: Apache-2.0
#include "core/stamprange.h"

#include "core/saturate.h"

#include <algorithm>

namespace rs {

StampRange credibleStamps(std::vector<qint64> &samples)
{
    constexpr size_t fewest = 8;
    constexpr qint64 minute = 60'000'000'000;
    constexpr qint64 year = 365 * 24 * 60 * minute;
    constexpr qint64 most = std::numeric_limits<qint64>::max() / 4;
    std::sort(samples.begin(), samples.end());
    qint64 low = 0;
    qint64 high = 0;
    qint64 reach = year;
    if (samples.size() >= fewest) {
        // A run may hold a few far steps: only what is a hundred times the bulk away, and at least a minute, is mad.
        const size_t margin = std::max<size_t>(1, samples.size() / 20);
        low = samples[margin];
        high = samples[samples.size() - 1 - margin];
        const qint64 bulk = saturatedDifference(high, low);
        reach = std::clamp(bulk > most / 100 ? most : bulk * 100, minute, most);
    } else {
        // Few stamps have no bulk. What nobody stamped carries 0, which is no time of any capture; nor is what lies
        // near 0 where others lie years behind.
        const bool ofToday = !samples.empty() && samples.back() > 10 * year;
        const auto first = std::lower_bound(samples.begin(), samples.end(), ofToday ? -year : 0);
        samples.erase(first, std::upper_bound(first, samples.end(), ofToday ? year : 0));
        if (samples.empty())
            return {};
        low = high = samples[(samples.size() - 1) / 2];
    }
    return {saturatedDifference(low, reach), saturatedSum(high, reach)};
}

} // namespace rs
