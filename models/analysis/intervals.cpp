// SPDX-License-Identifier: Apache-2.0
#include "analysis/intervals.h"

#include "analysis/sortruns.h"

#include <algorithm>
#include <functional>

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
    return window.to <= window.from ? IntervalSet() : intersectSets(a, {window});
}

qint64 totalLength(const IntervalSet &a)
{
    qint64 sum = 0;
    for (const Interval &r : a)
        sum += r.length();
    return sum;
}

} // namespace rs
