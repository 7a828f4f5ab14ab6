// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostclock.h"

#include "analysis/time/flowstats.h"
#include "core/base/intervals.h"
#include "core/text/textsearch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace rs {

namespace {

constexpr qint64 fewestLaunches = 20;

// A stamp that was set aside says nothing of the clocks.
bool isInsideOf(const Trace &trace, const Flow &f)
{
    return trace.isInside(f.from) && trace.isInside(f.to);
}

// The end of device work that was launched before a synchronising call began must not lie after the call's return.
// Only whole-device calls are safe to use: a stream's own call says nothing about other streams.
std::optional<qint64> lowerBound(const Trace &trace, int category, qint64 atMost)
{
    const SliceStore &s = trace.slices();
    // Names repeat millions of times: judge each text once.
    std::vector<bool> waits(trace.strings().size());
    for (quint32 i = 0; i < waits.size(); ++i) {
        const std::string_view name = trace.strings().view(StrId{i});
        waits[i] = contains(name, "SynchronizeDevice") || contains(name, "DeviceSynchronize");
    }
    std::vector<Interval> calls;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.processOf(LaneId{l}).kind != ProcessKind::Cann)
            continue;
        for (const SliceId id : trace.slicesOf(LaneId{l})) {
            if (waits[raw(s.name(id))])
                calls.push_back({s.start(id), s.end(id)});
        }
    }
    if (calls.empty())
        return std::nullopt;
    std::ranges::sort(calls);
    // Latest end of what was launched between one call and the one before it, then before each call.
    constexpr qint64 nothing = std::numeric_limits<qint64>::min();
    std::vector<qint64> latest(calls.size(), nothing);
    for (const Flow &f : trace.flows().flows()) {
        if (static_cast<int>(f.category) != category || !isInsideOf(trace, f))
            continue;
        const auto call = std::ranges::upper_bound(calls, f.fromNs, {}, &Interval::from);
        if (call != calls.end()) {
            qint64 &end = latest[static_cast<size_t>(call - calls.begin())];
            end = std::max(end, s.end(f.to));
        }
    }
    std::optional<qint64> best;
    qint64 end = nothing;
    for (size_t i = 0; i < calls.size(); ++i) {
        end = std::max(end, latest[i]);
        // A bound above what the launches allow comes from a call that did not wait for everything.
        if (end != nothing && saturatedDifference(end, calls[i].to) <= atMost)
            best = std::max(best.value_or(nothing), saturatedDifference(end, calls[i].to));
    }
    return best;
}

// Launches that found the device waiting take about equally long.
constexpr qint64 agreeingNs = 20'000;
constexpr size_t fewestAgreeing = 3; // mad stamps are few, and seldom agree

// No estimate looks at more of the smallest delays: the order statistic of hostClockBelow and its interval, and the one
// behind for what lies between two.
constexpr size_t mostLowest = 16;
static_assert(hostClockBelow == 8, "8 + 2 sqrt(8) < 14, and two more");

struct Delays
{
    qint64 count = 0;           // of launches that say something
    std::vector<qint64> lowest; // of them, ascending
};

Delays lowestDelays(const Trace &trace, int category, ThreadPool *pool)
{
    const FlowStore &flows = trace.flows();
    const std::vector<FlowBlock> blocks = flowBlocks(flows);
    std::vector<Delays> found(blocks.size());
    parallelFor(pool, std::ssize(blocks), [&](qsizetype n) {
        Delays own;
        std::vector<qint64> &heap = own.lowest; // the largest of them in front
        for (quint32 i = blocks[static_cast<size_t>(n)].first; i < blocks[static_cast<size_t>(n)].last; ++i) {
            const Flow &f = flows.at(FlowIndex{i});
            if (static_cast<int>(f.category) != category || !isInsideOf(trace, f))
                continue;
            ++own.count;
            const qint64 delay = saturatedDifference(f.toNs, f.fromNs);
            if (heap.size() == mostLowest) {
                if (delay >= heap.front())
                    continue;
                std::pop_heap(heap.begin(), heap.end());
                heap.pop_back();
            }
            heap.push_back(delay);
            std::push_heap(heap.begin(), heap.end());
        }
        found[static_cast<size_t>(n)] = std::move(own);
    });
    Delays all;
    for (const Delays &part : found) {
        all.count += part.count;
        all.lowest.insert(all.lowest.end(), part.lowest.begin(), part.lowest.end());
    }
    std::ranges::sort(all.lowest);
    all.lowest.resize(std::min(all.lowest.size(), mostLowest));
    flattenBehindGap(all.lowest);
    return all;
}

} // namespace

void flattenBehindGap(std::vector<qint64> &lowest)
{
    for (size_t i = fewestAgreeing; i < lowest.size(); ++i) {
        const qint64 last = lowest[i - 1];
        if (saturatedDifference(last, lowest[i - fewestAgreeing]) <= agreeingNs &&
            saturatedDifference(lowest[i], last) > agreeingNs) {
            std::fill(lowest.begin() + static_cast<std::ptrdiff_t>(i), lowest.end(), last);
            return;
        }
    }
}

bool isSynchronizingCall(std::string_view name)
{
    return contains(name, "Synchronize") || contains(name, "synchronize") || contains(name, "SyncStream") ||
           contains(name, "StreamSync");
}

bool isOnDeviceClock(ProcessKind kind)
{
    return kind == ProcessKind::AscendHardware || kind == ProcessKind::Communication ||
           kind == ProcessKind::OverlapAnalysis || kind == ProcessKind::ScopeLayer || kind == ProcessKind::DeviceMetric;
}

int launchCategory(const Trace &trace)
{
    const int launches = joinedCategory(trace, "HostToDevice");
    return launches >= 0 ? launches : joinedCategory(trace, "async_npu");
}

qint64 flowsInto(const Trace &trace, LaneId lane)
{
    const FlowStore &flows = trace.flows();
    const SliceStore::Span slices = trace.slicesOf(lane);
    const auto firstFrom = [&](quint32 slice) {
        return std::ranges::partition_point(flows.byTarget(), [&](FlowIndex i) { return raw(flows.at(i).to) < slice; });
    };
    return firstFrom(slices.last) - firstFrom(slices.first);
}

HostClock estimateHostClock(const Trace &trace, ThreadPool *pool)
{
    HostClock clock;
    const int category = launchCategory(trace);
    if (category < 0)
        return clock;
    const Delays delays = lowestDelays(trace, category, pool);
    clock.launches = delays.count;
    if (clock.launches < fewestLaunches)
        return clock;
    // Order statistics: the percentile of the population lies between the ranks np -/+ 2 sqrt(np(1-p)) with 95 %.
    clock.known = true;
    const double n = static_cast<double>(clock.launches);
    const double p = std::min(hostClockPercentile, hostClockBelow / n);
    const double half = 2 * std::sqrt(n * p * (1 - p)) / n;
    const double highest = std::min(1.0, p + half);
    const auto percentileOfAll = [&](double share) { return valueAt(delays.lowest, share * (n - 1)); };
    clock.offsetNs = percentileOfAll(p);
    clock.samplingNs = std::max(saturatedDifference(clock.offsetNs, percentileOfAll(std::max(0.0, p - half))),
                                saturatedDifference(percentileOfAll(highest), clock.offsetNs));
    if (const auto bound = lowerBound(trace, category, clock.offsetNs)) {
        clock.bounded = true;
        clock.lowerBoundNs = *bound;
    }
    return clock;
}

} // namespace rs
