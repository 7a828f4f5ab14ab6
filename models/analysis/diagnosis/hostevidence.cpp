// SPDX-License-Identifier: Apache-2.0
// Effect of a rank's host on its device.
#include "analysis/diagnosis/reliefs.h"
#include "analysis/host/hostclock.h"
#include "analysis/overview/peerspread.h"
#include "analysis/ranks/peeroutliers.h"
#include "analysis/time/devicesets.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace rs {

namespace {

constexpr qint64 longAgoNs = std::numeric_limits<qint64>::min();

// Ends of the operators on the communication lanes.
std::vector<qint64> operatorEnds(const Trace &trace)
{
    const SliceStore &s = trace.slices();
    std::vector<qint64> out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        for (const SliceId slice : trace.slicesOf(LaneId{l})) {
            if (s.kind(slice) == SliceKind::CommOperator)
                out.push_back(s.end(slice));
        }
    }
    std::ranges::sort(out);
    return out;
}

/// Time of the host before one of its launches, on its own clock.
struct HostStretch
{
    Interval span;       ///< from the launch before it, or the begin of the step
    qint64 launchNs = 0; ///< begin of the launching call
    qint64 ns = 0;       ///< of the span, without calls that wait for the device
};

// The last `ns` before `t` that are not taken yet. Called with ascending `t`.
void takeBefore(qint64 t, qint64 ns, IntervalSet &taken)
{
    Interval own{t, t};
    while (ns > 0) {
        if (!taken.empty() && taken.back().to >= own.from) {
            own = {std::min(own.from, taken.back().from), std::max(own.to, taken.back().to)};
            taken.pop_back();
            continue;
        }
        const qint64 room = taken.empty() ? ns : std::min(ns, saturatedDifference(own.from, taken.back().to));
        own.from = saturatedDifference(own.from, room);
        ns -= room;
    }
    if (own.length() > 0)
        taken.push_back(own);
}

IntervalLengths synchronizingCalls(const Trace &trace)
{
    std::vector<char> isSync(trace.strings().size());
    for (quint32 i = 0; i < isSync.size(); ++i)
        isSync[i] = isSynchronizingCall(trace.strings().view(StrId{i})) ? 1 : 0;
    const SliceStore &s = trace.slices();
    std::vector<Interval> out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.processOf(LaneId{l}).kind != ProcessKind::Cann)
            continue;
        for (const SliceId id : trace.slicesOf(LaneId{l})) {
            if (isSync[raw(s.name(id))] && trace.isInside(id))
                out.push_back({s.start(id), s.end(id)});
        }
    }
    return IntervalLengths(mergeIntervals(std::move(out)));
}

// By step; empty where nothing marks it.
std::vector<std::vector<HostStretch>> hostStretches(const Trace &trace, const Dispatch &dispatch,
                                                    const std::vector<Interval> &steps)
{
    // With so many tasks in its queue the device waits for nothing, and the host may wait for the queue.
    constexpr size_t fullQueue = 512;
    std::vector<std::pair<qint64, qint64>> launches; // launched, returned
    std::vector<qint64> starts;
    for (const DispatchSample &sample : dispatch.samples) {
        launches.emplace_back(sample.launchNs, sample.readyNs);
        starts.push_back(saturatedDifference(sample.startNs, dispatch.clock.offsetNs));
    }
    std::ranges::sort(launches);
    std::ranges::sort(starts);
    const IntervalLengths synchronizing = synchronizingCalls(trace);
    std::vector<std::vector<HostStretch>> out(steps.size());
    size_t started = 0;
    for (size_t s = 0; s < steps.size(); ++s) {
        qint64 from = steps[s].from;
        const auto first = std::ranges::lower_bound(launches, std::pair(from, longAgoNs));
        for (auto at = first; at != launches.end() && at->first < steps[s].to; ++at) {
            const auto place = static_cast<size_t>(at - launches.begin());
            while (started < starts.size() && starts[started] <= at->first)
                ++started;
            const Interval span{from, std::max(from, at->second)};
            qint64 ns = span.length() - synchronizing.inside(span);
            if (place >= started + fullQueue)
                ns = std::min(ns, saturatedProduct(2, dispatch.launchCostNs));
            out[s].push_back({span, at->first, ns});
            from = span.to;
        }
    }
    return out;
}

qint64 sumOf(const std::vector<HostStretch> &stretches)
{
    qint64 out = 0;
    for (const HostStretch &s : stretches)
        out = saturatedSum(out, s.ns);
    return out;
}

} // namespace

void RunEvidence::readHosts()
{
    std::vector<std::vector<size_t>> launches(cells.size(), std::vector<size_t>(static_cast<size_t>(steps.size()), 0));
    for (size_t r = 0; r < cells.size() && !job.isCanceled(); ++r) {
        const auto &data = run.ranks[r];
        if (!data || !data->trace || r >= hostSteps.size())
            continue;
        const auto ofSteps = hostStretches(*data->trace, dispatchOf(*data->trace, job), hostSteps[r]);
        for (size_t s = 0; s < ofSteps.size(); ++s) {
            launches[r][s] = ofSteps[s].size();
            if (cells[r][s].fromTrace && !ofSteps[s].empty())
                cells[r][s].hostNs = sumOf(ofSteps[s]);
        }
    }
    // Who launches more or less often is no measure for the others.
    constexpr double sameCount = 0.02;
    for (const std::vector<int> &group : groups) {
        for (size_t s = 0; s < static_cast<size_t>(steps.size()); ++s) {
            std::vector<double> counts;
            for (const int r : group)
                counts.push_back(static_cast<double>(launches[static_cast<size_t>(r)][s]));
            const double usual = lowerMedian(counts);
            for (size_t i = 0; i < group.size(); ++i) {
                if (std::abs(counts[i] - usual) > sameCount * usual)
                    cells[static_cast<size_t>(group[i])][s].hostNs.reset();
            }
        }
    }
}

bool RunEvidence::hasHosts(int rank, size_t step) const
{
    const std::vector<int> &group = groupOf(rank);
    const auto known =
        std::ranges::count_if(group, [&](int r) { return cells[static_cast<size_t>(r)][step].hostNs.has_value(); });
    return cells[static_cast<size_t>(rank)][step].hostNs && 2 * known > std::ssize(group);
}

qint64 RunEvidence::exposedIdle(int rank, const std::vector<size_t> &which) const
{
    const IntervalLengths hidden(hiddenIdle(rank));
    qint64 out = 0;
    for (const size_t s : which) {
        const DiagnosisCell &cell = cells[static_cast<size_t>(rank)][s];
        out = saturatedSum(out, cell.idleNs.value_or(0));
        out = saturatedSum(out, cell.window ? hidden.inside(*cell.window) : 0);
    }
    return out;
}

const Dispatch &RunEvidence::dispatch(int rank) const
{
    std::shared_ptr<const Dispatch> &known = m_dispatches[rank];
    if (!known) {
        const auto &data = run.ranks[static_cast<size_t>(rank)];
        known = std::make_shared<const Dispatch>(data && data->trace ? dispatchOf(*data->trace, job) : Dispatch());
    }
    return *known;
}

IntervalSet RunEvidence::hiddenIdle(int rank) const
{
    const auto &data = run.ranks[static_cast<size_t>(rank)];
    if (!data || !data->trace)
        return {};
    const DeviceSets sets = deviceSets(*data->trace, -1, nullptr, job);
    const std::vector<qint64> ends = operatorEnds(*data->trace);
    const auto begunBefore = [](const IntervalSet &set, qint64 t) {
        return std::ranges::lower_bound(set, t, {}, &Interval::from);
    };
    std::vector<Interval> out;
    JobPoll poll(job);
    for (const DispatchSample &sample : dispatch(rank).samples) {
        if (poll.isCanceled())
            return {};
        const auto communication = begunBefore(sets.communication, sample.startNs);
        if (!sample.vertical || communication == sets.communication.begin() ||
            std::prev(communication)->to <= sample.startNs)
            continue;
        const auto compute = begunBefore(sets.compute, sample.startNs);
        const qint64 computed = compute == sets.compute.begin() ? longAgoNs : std::prev(compute)->to;
        // Work after an operator may have waited for it: until its end the host is not the cause.
        const auto ended = std::ranges::upper_bound(ends, sample.startNs);
        const qint64 met = ended == ends.begin() ? longAgoNs : *std::prev(ended);
        out.push_back({std::max({computed, met, std::prev(communication)->from}), sample.startNs});
    }
    return mergeIntervals(std::move(out));
}

namespace {

// Host stamps, ascending.
std::vector<qint64> launchesOf(const ReplayRank &times)
{
    std::vector<qint64> out;
    for (const ReplayTask &task : times.tasks) {
        if (task.launchNs != ReplayTask::unknown)
            out.push_back(task.launchNs);
    }
    std::ranges::sort(out);
    return out;
}

// By step: from the launch before it to its begin, without waits for the device; empty where that is not known.
std::vector<std::optional<qint64>> hostPauses(const RunEvidence &evidence, int rank)
{
    const auto r = static_cast<size_t>(rank);
    const ReplayRank &times = evidence.times[r];
    const std::vector<qint64> launches = launchesOf(times);
    std::vector<std::optional<qint64>> out;
    for (const Interval &step : evidence.hostSteps[r]) {
        const auto next = std::ranges::lower_bound(launches, step.from);
        const Interval pause{next == launches.begin() ? step.from : *std::prev(next), step.from};
        out.push_back(next == launches.begin() || step.length() <= 0
                          ? std::nullopt
                          : std::optional(pause.length() - totalLength(clipSet(times.hostWaits, pause))));
    }
    return out;
}

} // namespace

std::vector<std::optional<Relief>> lateReliefs(const RunEvidence &evidence, const Excess &excess)
{
    std::vector<std::optional<Relief>> out(excess.steps.size());
    const auto r = static_cast<size_t>(excess.rank);
    if (r >= evidence.hostSteps.size() || evidence.times[r].tasks.empty())
        return out;
    const auto own = hostPauses(evidence, excess.rank);
    std::vector<std::vector<std::optional<qint64>>> peers;
    for (const int peer : comparedPeers(evidence, excess))
        peers.push_back(hostPauses(evidence, peer));
    for (size_t i = 0; i < out.size(); ++i) {
        const size_t s = excess.steps[i];
        const qint64 begin = evidence.hostSteps[r][s].from;
        // Nobody knows what the host did before the first step but when it began.
        qint64 more = s == 0 ? evidence.cell(excess.rank, s).lateNs.value_or(0) : 0;
        std::vector<qint64> theirs;
        for (const auto &peer : peers) {
            if (peer[s])
                theirs.push_back(*peer[s]);
        }
        if (s > 0 && own[s] && !theirs.empty())
            more = *own[s] - medianOf(std::move(theirs));
        else if (s > 0 || more <= 0)
            continue;
        IntervalSet where;
        if (more > 0)
            where.push_back({begin - more, begin});
        out[i] = Relief{IntervalLengths(std::move(where)), 1, true};
    }
    return out;
}

std::vector<Relief> launchReliefs(const RunEvidence &evidence, int rank, const std::vector<size_t> &which)
{
    const auto r = static_cast<size_t>(rank);
    const std::vector<qint64> launches = launchesOf(evidence.times[r]);
    std::vector<Interval> where;
    for (const size_t s : r < evidence.hostSteps.size() ? which : std::vector<size_t>()) {
        const Interval &step = evidence.hostSteps[r][s];
        const auto first = std::ranges::lower_bound(launches, step.from);
        const auto last = std::ranges::lower_bound(launches, step.to);
        if (last - first > 1)
            where.push_back({*first, *std::prev(last)});
    }
    IntervalSet launching = mergeIntervals(std::move(where));
    if (launching.empty())
        return {};
    return {{IntervalLengths(subtractSets(launching, mergeIntervals(evidence.times[r].hostWaits))), 1, true}};
}

std::vector<Relief> hostReliefs(const RunEvidence &evidence, const Excess &excess)
{
    const auto stretchesOf = [&](int rank) {
        const auto r = static_cast<size_t>(rank);
        return hostStretches(*evidence.run.ranks[r]->trace, evidence.dispatch(rank), evidence.hostSteps[r]);
    };
    const auto own = stretchesOf(excess.rank);
    std::vector<std::vector<std::vector<HostStretch>>> peers;
    for (const int peer : comparedPeers(evidence, excess))
        peers.push_back(stretchesOf(peer));
    IntervalSet where;
    for (const size_t s : excess.steps) {
        const std::optional<qint64> median = evidence.peerMedian(excess.rank, s, &DiagnosisCell::hostNs);
        const qint64 more = median ? sumOf(own[s]) - *median : 0;
        std::vector<qint64> longer;
        qint64 all = 0;
        for (size_t k = 0; k < own[s].size(); ++k) {
            std::vector<qint64> theirs;
            for (const auto &peer : peers) {
                if (peer[s].size() == own[s].size())
                    theirs.push_back(peer[s][k].ns);
            }
            longer.push_back(theirs.empty() ? own[s][k].ns
                                            : std::max<qint64>(0, own[s][k].ns - medianOf(std::move(theirs))));
            all = saturatedSum(all, longer.back());
        }
        for (size_t k = 0; k < longer.size() && more > 0 && all > 0; ++k) {
            const qint64 ns = saturatedRound(static_cast<double>(longer[k]) *
                                             std::min(1.0, static_cast<double>(more) / static_cast<double>(all)));
            // A longer call delays its own task as well.
            takeBefore(own[s][k].launchNs, ns, where);
        }
    }
    return {{IntervalLengths(mergeIntervals(std::move(where))), 1, true}};
}

} // namespace rs
