// SPDX-License-Identifier: Apache-2.0
#include "analysis/hostclock.h"

#include "analysis/flowstats.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace rs {

namespace {

constexpr qint64 fewestLaunches = 20;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// Latest end of device work that was launched before a synchronising call began must not lie after the call's return.
std::optional<qint64> lowerBound(const Trace &trace, int category)
{
    struct Launch
    {
        qint64 at;
        qint64 deviceEnd;
    };
    std::vector<Launch> launches;
    for (const Flow &f : trace.flows().flows()) {
        if (static_cast<int>(f.category) == category)
            launches.push_back({f.fromNs, trace.slices().end(f.to)});
    }
    std::sort(launches.begin(), launches.end(), [](const Launch &a, const Launch &b) { return a.at < b.at; });
    // Only whole-device synchronisation is safe to use: a stream's own call says nothing about other streams.
    std::vector<qint64> bounds;
    std::vector<qint64> latest(launches.size());
    for (size_t i = 0; i < launches.size(); ++i)
        latest[i] = std::max(launches[i].deviceEnd, i > 0 ? latest[i - 1] : launches[i].deviceEnd);
    const SliceStore &s = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.processOf(LaneId{l}).kind != ProcessKind::Cann)
            continue;
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            const SliceId id{i};
            if (!contains(trace.strings().view(s.name(id)), "SynchronizeDevice"))
                continue;
            const auto it = std::lower_bound(launches.begin(), launches.end(), s.start(id),
                                             [](const Launch &x, qint64 t) { return x.at < t; });
            if (it == launches.begin())
                continue;
            bounds.push_back(latest[static_cast<size_t>(it - launches.begin()) - 1] - s.end(id));
        }
    }
    if (bounds.empty())
        return std::nullopt;
    // Work of a call that does not wait for everything would give too high a bound, so the median, not the maximum.
    std::sort(bounds.begin(), bounds.end());
    return percentile(bounds, 0.5);
}

} // namespace

bool isSynchronizingCall(std::string_view name)
{
    return contains(name, "Synchronize") || contains(name, "synchronize") || contains(name, "SyncStream") ||
           contains(name, "StreamSync");
}

int launchCategory(const Trace &trace)
{
    for (const std::string_view wanted : {std::string_view("HostToDevice"), std::string_view("async_npu")}) {
        for (size_t i = 0; i < trace.flows().categories().size(); ++i) {
            const FlowCategory &c = trace.flows().categories()[i];
            if (c.joined > 0 && trace.strings().view(c.name) == wanted)
                return static_cast<int>(i);
        }
    }
    return -1;
}

HostClock estimateHostClock(const Trace &trace)
{
    HostClock clock;
    const int category = launchCategory(trace);
    if (category < 0)
        return clock;
    std::vector<qint64> delays;
    for (const Flow &f : trace.flows().flows()) {
        if (static_cast<int>(f.category) == category)
            delays.push_back(f.toNs - f.fromNs);
    }
    clock.launches = static_cast<qint64>(delays.size());
    if (clock.launches < fewestLaunches)
        return clock;
    std::sort(delays.begin(), delays.end());
    clock.known = true;
    clock.offsetNs = percentile(delays, hostClockPercentile);
    // Order statistics: the percentile of the population lies between the ranks np -/+ 2 sqrt(np(1-p)) with 95 %.
    const double n = static_cast<double>(delays.size());
    const double half = 2 * std::sqrt(n * hostClockPercentile * (1 - hostClockPercentile)) / n;
    const qint64 low = percentile(delays, std::max(0.0, hostClockPercentile - half));
    const qint64 high = percentile(delays, std::min(1.0, hostClockPercentile + half));
    clock.uncertaintyNs = std::max(clock.offsetNs - low, high - clock.offsetNs);
    if (const auto bound = lowerBound(trace, category); bound && *bound <= clock.offsetNs) {
        clock.bounded = true;
        clock.lowerBoundNs = *bound;
        clock.uncertaintyNs = std::max(clock.uncertaintyNs, clock.offsetNs - *bound);
    }
    return clock;
}

} // namespace rs
