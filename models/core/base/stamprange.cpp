// SPDX-License-Identifier: Apache-2.0
#include "core/base/stamprange.h"

#include "core/base/saturate.h"

#include <algorithm>

namespace rs {

namespace {

constexpr qint64 minute = 60'000'000'000;
constexpr qint64 farthest = std::numeric_limits<qint64>::max() / 4;

/// A run may hold a few far steps: only what is a hundred times its length away, and at least a minute, is mad.
qint64 madDistance(qint64 length)
{
    return std::clamp(length > farthest / 100 ? farthest : length * 100, minute, farthest);
}

} // namespace

std::vector<StampGroup> farGroups(const std::vector<StampSpan> &spans)
{
    if (spans.empty())
        return {};
    // From the first start, what lies behind the end of all before it.
    qint64 reach = spans.front().from;
    qint64 taken = 0;
    for (const StampSpan &s : spans) {
        if (const qint64 pause = saturatedDifference(s.from, reach); pause > 0 && pause < minute)
            taken = saturatedSum(taken, pause);
        taken = saturatedSum(taken, std::max<qint64>(0, saturatedDifference(s.to, std::max(s.from, reach))));
        reach = std::max(reach, s.to);
    }
    const qint64 far = madDistance(taken);
    std::vector<StampGroup> out;
    for (size_t i = 0; i < spans.size(); ++i) {
        if (out.empty() || saturatedDifference(spans[i].from, out.back().to) > far)
            out.push_back({i, i, spans[i].from, spans[i].to});
        out.back().last = i + 1;
        out.back().to = std::max(out.back().to, spans[i].to);
    }
    return out;
}

StampRange credibleStamps(std::vector<qint64> &samples)
{
    constexpr size_t fewest = 8;
    constexpr qint64 year = 365 * 24 * 60 * minute;
    if (!std::ranges::is_sorted(samples))
        std::ranges::sort(samples);
    qint64 low = 0;
    qint64 high = 0;
    qint64 reach = year;
    if (samples.size() >= fewest) {
        const size_t margin = std::max<size_t>(1, samples.size() / 20);
        low = samples[margin];
        high = samples[samples.size() - 1 - margin];
        reach = madDistance(saturatedDifference(high, low));
    } else {
        // Few stamps have no bulk. What nobody stamped carries 0, which is no time of any capture; nor is what lies
        // near 0 where others lie years behind.
        const bool ofToday = !samples.empty() && samples.back() > 10 * year;
        const auto first = std::ranges::lower_bound(samples, ofToday ? -year : 0);
        samples.erase(first, std::upper_bound(first, samples.end(), ofToday ? year : 0));
        if (samples.empty())
            return {};
        low = high = samples[(samples.size() - 1) / 2];
    }
    return {saturatedDifference(low, reach), saturatedSum(high, reach)};
}

} // namespace rs
