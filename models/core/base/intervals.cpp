// SPDX-License-Identifier: Apache-2.0
#include "core/base/intervals.h"

#include "core/base/sortruns.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace rs {

IntervalSet mergeIntervals(std::vector<Interval> ranges)
{
    std::erase_if(ranges, [](const Interval &r) { return r.to <= r.from; });
    sortRuns(ranges, std::less<>());
    size_t kept = 0;
    for (const Interval r : ranges) {
        if (kept > 0 && r.from <= ranges[kept - 1].to)
            ranges[kept - 1].to = std::max(ranges[kept - 1].to, r.to);
        else
            ranges[kept++] = r;
    }
    ranges.resize(kept);
    return ranges;
}

IntervalSet uniteSets(const IntervalSet &a, const IntervalSet &b)
{
    if (a.empty() || b.empty())
        return a.empty() ? b : a;
    IntervalSet out;
    out.reserve(std::max(a.size(), b.size()));
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
        const Interval &next = j == b.end() || (i != a.end() && i->from <= j->from) ? *i++ : *j++;
        if (!out.empty() && next.from <= out.back().to)
            out.back().to = std::max(out.back().to, next.to);
        else
            out.push_back(next);
    }
    return out;
}

IntervalSet intersectSets(const IntervalSet &a, const IntervalSet &b)
{
    IntervalSet out;
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const qint64 from = std::max(a[i].from, b[j].from);
        const qint64 to = std::min(a[i].to, b[j].to);
        if (from < to)
            out.push_back({from, to});
        if (a[i].to < b[j].to)
            ++i;
        else
            ++j;
    }
    return out;
}

IntervalSet subtractSets(const IntervalSet &a, const IntervalSet &b)
{
    IntervalSet out;
    size_t j = 0;
    for (const Interval &r : a) {
        qint64 from = r.from;
        while (j < b.size() && b[j].to <= from)
            ++j;
        for (size_t k = j; k < b.size() && b[k].from < r.to; ++k) {
            if (b[k].from > from)
                out.push_back({from, b[k].from});
            from = std::max(from, b[k].to);
        }
        if (from < r.to)
            out.push_back({from, r.to});
    }
    return out;
}

IntervalSet gapsOf(const IntervalSet &a)
{
    IntervalSet out;
    out.reserve(a.size());
    for (size_t i = 1; i < a.size(); ++i)
        out.push_back({a[i - 1].to, a[i].from});
    return out;
}

IntervalSet clipSet(const IntervalSet &a, Interval window)
{
    if (window.to <= window.from)
        return {};
    // Only the part of the set that the window touches: many windows are cut out of one set.
    IntervalSet out;
    for (auto it = std::ranges::upper_bound(a, window.from, {}, &Interval::to); it != a.end() && it->from < window.to;
         ++it)
        out.push_back({std::max(it->from, window.from), std::min(it->to, window.to)});
    return out;
}

IntervalLengths::IntervalLengths(IntervalSet set) : m_set(std::move(set))
{
    m_before.reserve(m_set.size() + 1);
    m_before.push_back(0);
    for (const Interval &i : m_set)
        m_before.push_back(saturatedSum(m_before.back(), i.length()));
}

qint64 IntervalLengths::inside(Interval window) const
{
    return window.length() > 0 ? upTo(window.to) - upTo(window.from) : 0;
}

qint64 IntervalLengths::upTo(qint64 t) const
{
    const auto it = std::ranges::upper_bound(m_set, t, {}, &Interval::from);
    const auto n = static_cast<size_t>(it - m_set.begin());
    return n == 0 ? 0
                  : saturatedSum(m_before[n - 1], Interval{m_set[n - 1].from, std::min(t, m_set[n - 1].to)}.length());
}

qint64 totalLength(const IntervalSet &a)
{
    qint64 sum = 0;
    for (const Interval &r : a)
        sum = saturatedSum(sum, r.length());
    return sum;
}

} // namespace rs
