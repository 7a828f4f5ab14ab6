// SPDX-License-Identifier: Apache-2.0
#include "analysis/replay/replayrank.h"

#include "analysis/host/hostclock.h"
#include "core/base/saturate.h"
#include "core/base/sortruns.h"
#include "core/trace/taskkind.h"

#include <algorithm>

namespace rs {

namespace {

// Fewer launches do not tell how far the clocks are apart.
constexpr size_t fewestDelays = 20;

struct TaskLaunch
{
    SliceId task = NoSlice;
    Interval call; // host stamps
};

// By task; of several the first.
std::vector<TaskLaunch> launchesOf(const Trace &trace)
{
    std::vector<TaskLaunch> out;
    const int category = launchCategory(trace);
    const SliceStore &s = trace.slices();
    for (const FlowIndex i : trace.flows().byTarget()) {
        const Flow &f = trace.flows().at(i);
        if (static_cast<int>(f.category) != category || !trace.isInside(f.from) || !trace.isInside(f.to) ||
            (!out.empty() && out.back().task == f.to))
            continue;
        out.push_back({f.to, {f.fromNs, std::max(f.fromNs, s.end(f.from))}});
    }
    return out;
}

// From the end of a launching call to the start of the task: one of the shortest delays, as the clock's estimate has
// it.
std::optional<qint64> shortestDelay(const Trace &trace, const std::vector<TaskLaunch> &launches)
{
    if (launches.size() < fewestDelays)
        return std::nullopt;
    std::vector<qint64> delays;
    delays.reserve(launches.size());
    for (const TaskLaunch &l : launches)
        delays.push_back(saturatedDifference(trace.slices().start(l.task), l.call.to));
    const double below = std::min(hostClockPercentile * static_cast<double>(delays.size()), hostClockBelow);
    const auto at = static_cast<size_t>(below);
    const auto end = delays.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    std::partial_sort(delays.begin(), end, delays.end());
    delays.erase(end, delays.end());
    flattenBehindGap(delays);
    return delays[at];
}

// Copies and waits of other streams hold up no kernel.
bool computesOn(const Trace &trace, LaneId lane)
{
    if (trace.processOf(lane).kind != ProcessKind::AscendHardware)
        return false;
    for (const SliceId id : trace.slicesOf(lane)) {
        if (isComputing(trace.slices().kind(id)))
            return true;
    }
    return false;
}

void addTasks(const Trace &trace, const std::vector<TaskLaunch> &launches, ReplayRank &rank, const JobContext &job)
{
    const SliceStore &s = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size() && !job.isCanceled(); ++l) {
        const auto slices = trace.slicesOf(LaneId{l});
        if (!computesOn(trace, LaneId{l}))
            continue;
        auto launch =
            std::ranges::lower_bound(launches, slices.first, {}, [](const TaskLaunch &f) { return raw(f.task); });
        for (const SliceId id : slices) {
            const SliceKind kind = s.kind(id);
            if (!trace.isInside(id))
                continue;
            if (kind == SliceKind::EventWait)
                rank.eventWaitEnds.push_back(s.end(id));
            if (!isComputing(kind) && kind != SliceKind::MemoryCopy)
                continue;
            ReplayTask task{s.start(id), s.end(id)};
            while (launch != launches.end() && raw(launch->task) < raw(id))
                ++launch;
            if (launch != launches.end() && launch->task == id) {
                // A call that returns behind its task waited for it.
                const bool waits = saturatedSum(launch->call.to, rank.offsetNs) > task.endNs;
                task.launchNs = waits ? launch->call.from : launch->call.to;
                if (waits)
                    rank.hostWaits.push_back(launch->call);
            }
            rank.tasks.push_back(task);
        }
    }
    sortRuns(rank.tasks, [](const ReplayTask &a, const ReplayTask &b) { return a.startNs < b.startNs; });
    std::ranges::sort(rank.eventWaitEnds);
}

// A thread that waits does not keep others from launching: the host waits from its last launch on.
void addHostWaits(const Trace &trace, const std::vector<TaskLaunch> &launches, ReplayRank &rank)
{
    const SliceStore &s = trace.slices();
    // Names repeat millions of times: judge each text once.
    std::vector<bool> waits(trace.strings().size());
    for (quint32 i = 0; i < waits.size(); ++i)
        waits[i] = isSynchronizingCall(trace.strings().view(StrId{i}));
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.processOf(LaneId{l}).kind != ProcessKind::Cann)
            continue;
        for (const SliceId id : trace.slicesOf(LaneId{l})) {
            if (waits[raw(s.name(id))] && trace.isInside(id))
                rank.hostWaits.push_back({s.start(id), s.end(id)});
        }
    }
    rank.hostWaits = mergeIntervals(std::move(rank.hostWaits));
    std::vector<qint64> launched;
    launched.reserve(launches.size());
    for (const TaskLaunch &l : launches)
        launched.push_back(l.call.to);
    std::ranges::sort(launched);
    for (Interval &wait : rank.hostWaits) {
        const auto next = std::ranges::lower_bound(launched, wait.to);
        if (next != launched.begin())
            wait.from = std::max(wait.from, *std::prev(next));
    }
}

// A launch waits where the queue of the device is full: until one of so many tasks has begun.
void addQueueWaits(ReplayRank &rank)
{
    constexpr size_t leastQueue = 512;
    constexpr double nearlyFull = 0.95;
    std::vector<qint64> launches;
    std::vector<qint64> starts;
    for (const ReplayTask &task : rank.tasks) {
        if (task.launchNs == ReplayTask::unknown)
            continue;
        launches.push_back(task.launchNs);
        starts.push_back(saturatedDifference(task.startNs, rank.offsetNs));
    }
    std::ranges::sort(launches);
    std::vector<size_t> queued;
    for (size_t i = 0, started = 0; i < launches.size(); ++i) {
        while (started < i && starts[started] <= launches[i])
            ++started;
        queued.push_back(i - started);
    }
    const size_t most = queued.empty() ? 0 : *std::ranges::max_element(queued);
    const IntervalSet calls = rank.hostWaits;
    for (size_t i = 1; most >= leastQueue && i < queued.size(); ++i) {
        const Interval wait{launches[i - 1] + 1, launches[i]};
        if (static_cast<double>(queued[i]) >= nearlyFull * static_cast<double>(most) && wait.length() > 0 &&
            clipSet(calls, wait).empty())
            rank.hostWaits.push_back(wait);
    }
    std::ranges::sort(rank.hostWaits, {}, &Interval::to);
}

// Profiler level 0 writes no calls of CANN, so that nobody knows where the host waits for its device: its launches tell
// nothing of how early the device could have begun.
bool showsCalls(const Trace &trace)
{
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.processOf(LaneId{l}).kind == ProcessKind::Cann && !trace.slicesOf(LaneId{l}).isEmpty())
            return true;
    }
    return false;
}

} // namespace

void addLaunches(const Trace &trace, ReplayRank &rank, const JobContext &job)
{
    const std::vector<TaskLaunch> launches = launchesOf(trace);
    const std::optional<qint64> delay = shortestDelay(trace, launches);
    if (!delay || !showsCalls(trace))
        return;
    rank.offsetNs = *delay;
    addTasks(trace, launches, rank, job);
    for (const TaskLaunch &l : launches) {
        if (trace.slices().kind(l.task) == SliceKind::CommOperator)
            rank.launches.emplace_back(l.task, l.call.to);
    }
    addHostWaits(trace, launches, rank);
    addQueueWaits(rank);
}

std::optional<qint64> beginOf(const Trace &trace, const std::vector<StepWindow> &steps)
{
    std::optional<qint64> out;
    const HostClock clock = estimateHostClock(trace);
    for (const StepWindow &w : steps) {
        if (!w.marked || !clock.known)
            continue;
        const qint64 begin = std::min(w.device.from, saturatedSum(w.hostStartNs, clock.offsetNs));
        out = std::min(out.value_or(begin), begin);
    }
    return out;
}

} // namespace rs
