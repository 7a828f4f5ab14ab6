// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/slicenamestats.h"

#include "analysis/time/flowstats.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr double decade = 10;
constexpr quint32 pollEvery = 1U << 20;

// Whole nanoseconds: a bin never is empty by rounding alone.
std::vector<SliceNameStats::Bin> binsOf(const std::vector<qint64> &sorted, int most, bool logarithmic)
{
    const qint64 low = sorted.front();
    const qint64 high = sorted.back();
    const auto count = static_cast<int>(std::clamp<qint64>(saturatedDifference(high, low), 1, std::max(1, most)));
    std::vector<SliceNameStats::Bin> out;
    const auto edge = [&](int i) {
        const double part = static_cast<double>(i) / count;
        if (!logarithmic)
            return saturatedSum(low, saturatedRound(static_cast<double>(saturatedDifference(high, low)) * part));
        const double from = std::log(static_cast<double>(std::max<qint64>(1, low)));
        const double to = std::log(static_cast<double>(std::max<qint64>(1, high)));
        return saturatedRound(std::exp(from + (to - from) * part));
    };
    qint64 from = low;
    for (int i = 1; i <= count; ++i) {
        const qint64 to = i == count ? high : edge(i);
        if (to <= from && i < count)
            continue;
        const auto first = std::ranges::lower_bound(sorted, from);
        const auto last = i == count ? sorted.end() : std::ranges::lower_bound(sorted, to);
        out.push_back({from, to, last - first});
        from = to;
    }
    return out;
}

} // namespace

size_t SliceNameStats::binOf(qint64 durationNs) const
{
    const auto at = std::ranges::upper_bound(bins, durationNs, {}, &Bin::fromNs);
    return at == bins.begin() ? 0 : static_cast<size_t>(at - bins.begin()) - 1;
}

void describeDurations(SliceNameStats &out, const std::vector<qint64> &sorted, int bins)
{
    out.totalNs = 0;
    for (const qint64 ns : sorted)
        out.totalNs = saturatedSum(out.totalNs, ns);
    out.minNs = sorted.front();
    out.maxNs = sorted.back();
    out.medianNs = percentile(sorted, 0.5);
    out.p95Ns = percentile(sorted, 0.95);
    // A zero has no logarithm; durations are whole nanoseconds, so the smallest one stands for it.
    out.logarithmic = static_cast<double>(out.maxNs) > decade * static_cast<double>(std::max<qint64>(1, out.minNs));
    out.bins = binsOf(sorted, bins, out.logarithmic);
}

SliceNameStats sliceNameStats(const Trace &trace, SliceId slice, int bins, const JobContext &job)
{
    SliceNameStats out;
    const SliceStore &s = trace.slices();
    const SharedColumn<StrId> &names = s.names();
    const StrId name = s.name(slice);
    std::vector<qint64> sorted;
    for (quint32 i = 0; i < names.size(); ++i) {
        if (i % pollEvery == 0 && job.isCanceled())
            return out;
        if (names[i] != name)
            continue;
        out.slices.push_back(SliceId{i});
        sorted.push_back(s.durations()[i]);
    }
    const auto before = [&s](SliceId a, SliceId b) {
        return s.start(a) != s.start(b) ? s.start(a) < s.start(b) : a < b;
    };
    std::ranges::sort(out.slices, before);
    std::ranges::sort(sorted);
    if (job.isCanceled())
        return out;
    out.ordinal = static_cast<size_t>(std::ranges::lower_bound(out.slices, slice, before) - out.slices.begin());
    describeDurations(out, sorted, bins);
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), s.duration(slice));
    const auto others = static_cast<double>(sorted.size() - 1);
    if (others > 0)
        out.shorter =
            (static_cast<double>(first - sorted.begin()) + static_cast<double>(last - first - 1) / 2) / others;
    out.complete = true;
    return out;
}

SliceId nextInBin(const Trace &trace, const SliceNameStats &all, size_t bin, SliceId from)
{
    if (bin >= all.bins.size() || all.bins[bin].count == 0)
        return NoSlice;
    const size_t count = all.count();
    const auto at = std::ranges::find(all.slices, from);
    const size_t start = at == all.slices.end() ? count - 1 : static_cast<size_t>(at - all.slices.begin());
    for (size_t i = 1; i <= count; ++i) {
        const SliceId next = all.slices[(start + i) % count];
        if (all.binOf(trace.slices().duration(next)) == bin)
            return next;
    }
    return NoSlice;
}

} // namespace rs
