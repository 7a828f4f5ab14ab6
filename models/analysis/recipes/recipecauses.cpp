// SPDX-License-Identifier: Apache-2.0
#include "analysis/recipes/recipecauses.h"

#include "analysis/host/dispatch.h"
#include "analysis/host/kernelchain.h"
#include "analysis/operators/operatorscan.h"
#include "analysis/time/devicetasks.h"
#include "core/base/saturate.h"
#include "core/trace/taskkind.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

constexpr size_t mostCauses = 10;
constexpr qint64 launchSlackNs = 50'000;
constexpr double pairsAlike = 0.05;
constexpr qint64 deviceSlackNs = 100'000;
constexpr qint64 apartNs = 1'000'000;

QString microseconds(qint64 ns)
{
    return QString::number(static_cast<double>(ns) / 1000, 'f', 3);
}

/// Tasks of the device by start.
std::vector<SliceId> tasksOf(const Trace &trace, const JobContext &job)
{
    std::vector<SliceId> out;
    if (!visitDeviceTasks(trace, job, [&out](SliceId s) { out.push_back(s); }))
        return {};
    std::ranges::sort(out, [&s = trace.slices()](SliceId a, SliceId b) { return s.start(a) < s.start(b); });
    return out;
}

/// The operator of the framework and the call of CANN behind a task.
struct TaskOrigin
{
    SliceId op = NoSlice;
    SliceId launch = NoSlice;
};

class Origins
{
public:
    Origins(const Trace &trace, const JobContext &job) : m_trace(trace)
    {
        const Dispatch dispatch = dispatchOf(trace, job);
        for (const DispatchSample &s : dispatch.samples)
            m_origin[raw(s.task)].launch = s.launch;
        for (const KernelChain &chain : kernelChains(trace, dispatch.clock, job).rows) {
            TaskOrigin &origin = m_origin[raw(chain.task)];
            origin.op = chain.op;
            if (chain.launch != NoSlice)
                origin.launch = chain.launch;
        }
    }
    [[nodiscard]] TaskOrigin of(SliceId task) const
    {
        const auto at = m_origin.find(raw(task));
        if (at == m_origin.end())
            return {};
        TaskOrigin out = at->second;
        if (out.op == NoSlice)
            out.op = frameworkOf(task);
        return out;
    }

private:
    /// The framework's operator from which a flow leads to the task.
    [[nodiscard]] SliceId frameworkOf(SliceId task) const
    {
        for (const FlowIndex f : m_trace.flows().incoming(task)) {
            const SliceId from = m_trace.flows().at(f).from;
            if (m_trace.slices().kind(from) == SliceKind::Framework)
                return from;
        }
        return NoSlice;
    }

    const Trace &m_trace;
    std::unordered_map<quint32, TaskOrigin> m_origin; ///< by task
};

QString typeOfTask(const Trace &trace, SliceId task)
{
    const TaskDetail *const detail = trace.slices().detail(task);
    return detail && detail->taskType != NoText ? trace.strings().text(detail->taskType)
                                                : trace.strings().text(trace.slices().name(task));
}

Phrase reasonOfTasks(const Trace &trace, const std::vector<SliceId> &inside, Interval gap)
{
    std::map<QString, int> counts;
    std::vector<Interval> busy;
    for (const SliceId task : inside) {
        ++counts[typeOfTask(trace, task)];
        busy.push_back({trace.slices().start(task), trace.slices().end(task)});
    }
    std::vector<std::pair<QString, int>> types(counts.begin(), counts.end());
    std::ranges::stable_sort(types, [](const auto &a, const auto &b) { return a.second > b.second; });
    QStringList names;
    for (const auto &[type, count] : types)
        names << QStringLiteral("%1 × %2").arg(count).arg(type);
    qint64 longest = 0;
    for (const Interval &rest : subtractSets({gap}, mergeIntervals(std::move(busy))))
        longest = std::max(longest, rest.length());
    return Phrase(RS_MESSAGE("Device tasks ran in it (%1); its longest idle part is %2 µs."),
                  {names.join(QStringLiteral(", ")), microseconds(longest)});
}

void explainGap(const Trace &trace, const std::vector<SliceId> &tasks, const Origins &origins, FreeReason &out)
{
    const SliceStore &s = trace.slices();
    const Interval gap = out.gap;
    std::vector<SliceId> inside;
    SliceId before = NoSlice;
    for (const SliceId task : tasks) {
        if (s.start(task) > gap.from && s.end(task) < gap.to)
            inside.push_back(task);
        if (s.end(task) <= gap.from && (before == NoSlice || s.end(task) >= s.end(before)))
            before = task;
        if (s.start(task) >= gap.to) {
            out.next = task;
            break;
        }
    }
    if (!inside.empty()) {
        out.reason = reasonOfTasks(trace, inside, gap);
        return;
    }
    const TaskOrigin first = origins.of(before);
    const TaskOrigin second = origins.of(out.next);
    if (first.op == NoSlice || second.op == NoSlice || first.launch == NoSlice || second.launch == NoSlice) {
        out.reason = Phrase(RS_MESSAGE("The trace does not show what launched the tasks around it."));
        return;
    }
    out.frameworkIdleNs = saturatedDifference(s.end(second.op), s.end(first.op));
    out.cannIdleNs = saturatedDifference(s.end(second.launch), s.end(first.launch));
    const qint64 firstWait = saturatedDifference(s.start(first.launch), s.end(first.op));
    const qint64 secondWait = saturatedDifference(s.start(second.launch), s.end(second.op));
    if (saturatedDifference(secondWait, firstWait) < launchSlackNs) {
        out.reason = Phrase(RS_MESSAGE("The framework was idle: it dispatched nothing for %1 µs."),
                            {microseconds(*out.frameworkIdleNs)});
        return;
    }
    const qint64 longestLaunch = std::max(s.duration(first.launch), s.duration(second.launch));
    const qint64 between = saturatedDifference(s.start(second.launch), s.end(first.launch));
    out.reason = between >= longestLaunch
                     ? Phrase(RS_MESSAGE("CANN was late: %1 µs passed between two launches."), {microseconds(between)})
                     : Phrase(RS_MESSAGE("CANN was late: a launch took %1 µs."), {microseconds(longestLaunch)});
}

/// Operators of communication of a rank, the longest first.
std::vector<SliceId> longestOperators(const Trace &trace, const JobContext &job)
{
    std::vector<SliceId> out;
    const bool isWhole = visitLanes(
        trace, job, [&trace](LaneId l) { return trace.lane(l).kind == LaneKind::CommGroup; },
        [&](SliceId s) {
            if (trace.slices().kind(s) == SliceKind::CommOperator)
                out.push_back(s);
        });
    if (!isWhole)
        return {};
    std::ranges::stable_sort(
        out, [&trace](SliceId a, SliceId b) { return trace.slices().duration(a) > trace.slices().duration(b); });
    return out;
}

/// Tasks of two ranks before an operator, paired by name from the last one back.
struct TaskDifference
{
    QString longestName;
    qint64 longerNs = 0;
    QString latestName;
    qint64 laterNs = 0;
    bool isAligned = false; ///< some pair was less than 1 ms apart
};

/// Tasks of the device or operators of the framework, the last one first.
std::vector<SliceId> tasksBefore(const Trace &trace, bool ofDevice, qint64 beforeNs, const JobContext &job)
{
    std::vector<SliceId> out;
    const auto isWantedLane = [&trace, ofDevice](LaneId l) {
        const bool isDevice =
            trace.processOf(l).kind == ProcessKind::AscendHardware || trace.lane(l).kind == LaneKind::CommGroup;
        return isDevice == ofDevice;
    };
    const bool isWhole = visitLanes(trace, job, isWantedLane, [&](SliceId s) {
        const SliceKind kind = trace.slices().kind(s);
        const bool isWanted =
            ofDevice ? kind == SliceKind::CommOperator || kind == SliceKind::MemoryCopy || isComputing(kind)
                     : kind == SliceKind::Framework;
        if (isWanted && trace.slices().start(s) < beforeNs)
            out.push_back(s);
    });
    if (!isWhole)
        return {};
    std::ranges::stable_sort(
        out, [&trace](SliceId a, SliceId b) { return trace.slices().start(a) > trace.slices().start(b); });
    return out;
}

TaskDifference differenceBefore(const Trace &slow, qint64 slowNs, const Trace &fast, qint64 fastNs, bool ofDevice,
                                qint64 clockShift, const JobContext &job)
{
    TaskDifference out;
    const std::vector<SliceId> ofFast = tasksBefore(fast, ofDevice, fastNs, job);
    size_t next = 0;
    bool any = false;
    for (const SliceId s : tasksBefore(slow, ofDevice, slowNs, job)) {
        const std::string_view name = slow.strings().view(slow.slices().name(s));
        size_t at = next;
        while (at < ofFast.size() && fast.strings().view(fast.slices().name(ofFast[at])) != name)
            ++at;
        if (at == ofFast.size())
            continue;
        next = at + 1;
        const qint64 longer = saturatedDifference(slow.slices().duration(s), fast.slices().duration(ofFast[at]));
        const qint64 later =
            saturatedSum(saturatedDifference(slow.slices().start(s), fast.slices().start(ofFast[at])), clockShift);
        if (!any || longer > out.longerNs) {
            out.longerNs = longer;
            out.longestName = slow.strings().text(slow.slices().name(s));
        }
        if (!any || later > out.laterNs) {
            out.laterNs = later;
            out.latestName = slow.strings().text(slow.slices().name(s));
        }
        any = true;
        if (later < apartNs) {
            out.isAligned = true;
            break;
        }
    }
    return out;
}

/// Nothing where no launch in the window shows both ends.
std::optional<bool> isDeviceBound(const Trace &trace, Interval window, const JobContext &job)
{
    const SliceStore &s = trace.slices();
    qint64 all = 0;
    qint64 late = 0;
    for (const KernelChain &chain : kernelChains(trace, estimateHostClock(trace), job).rows) {
        if (chain.op == NoSlice || chain.launch == NoSlice || s.start(chain.task) < window.from ||
            s.start(chain.task) > window.to)
            continue;
        const qint64 host = saturatedDifference(s.start(chain.launch), s.end(chain.op));
        const qint64 device = saturatedDifference(s.start(chain.task), s.end(chain.launch));
        ++all;
        late += saturatedDifference(device, host) > deviceSlackNs ? 1 : 0;
    }
    return all > 0 ? std::optional(2 * late > all) : std::nullopt;
}

Phrase reasonOf(const TaskDifference &d, bool isDevice)
{
    if (!d.isAligned)
        return isDevice ? Phrase(RS_MESSAGE(
                              "The device is slow; its tasks differ from those of the fast rank from the start."))
                        : Phrase(RS_MESSAGE(
                              "The host is slow; its operators differ from those of the fast rank from the start."));
    const QStringList values{d.longestName, microseconds(d.longerNs), d.latestName, microseconds(d.laterNs)};
    return isDevice
               ? Phrase(
                     RS_MESSAGE("The device is slow: compared with the fast rank, %1 takes longest (by %2 µs) and %3 "
                                "starts latest (by %4 µs)."),
                     values)
               : Phrase(RS_MESSAGE("The host is slow: compared with the fast rank, %1 takes longest (by %2 µs) and %3 "
                                   "starts latest (by %4 µs)."),
                        values);
}

/// The same operator on every rank.
struct SameOperator
{
    int rankIndex = -1;
    SliceId slice = NoSlice;
};

void explainOperator(const Run &run, const std::vector<SameOperator> &ranks, Bottleneck &out, const JobContext &job)
{
    const auto traceOf = [&run](const SameOperator &o) -> const Trace & {
        return *run.ranks[static_cast<size_t>(o.rankIndex)]->trace;
    };
    const auto duration = [&](const SameOperator &o) { return traceOf(o).slices().duration(o.slice); };
    const auto [slow, fast] =
        std::minmax_element(ranks.begin(), ranks.end(),
                            [&](const SameOperator &a, const SameOperator &b) { return duration(a) < duration(b); });
    if (ranks.size() == 1) {
        out.reason = Phrase(RS_MESSAGE("No other rank has an operator of this name to compare it with."));
        return;
    }
    const qint64 difference = duration(*fast) - duration(*slow);
    if (static_cast<double>(difference) < pairsAlike * static_cast<double>(duration(*fast)) || difference <= 0) {
        out.reason = Phrase(RS_MESSAGE("No rank is slow: it takes about as long on all of them."));
        return;
    }
    out.slowRank = slow->rankIndex;
    out.fastRank = fast->rankIndex;
    const Trace &slowTrace = traceOf(*slow);
    const Trace &fastTrace = traceOf(*fast);
    // Chains of the slow rank and tasks of both, which most operators do not need: no table's room counts them.
    constexpr qint64 bytesOfFlow = 100;
    constexpr qint64 bytesOfSlice = 12;
    MemoryReservation room(job.sharedBudget());
    room.hold(slowTrace.flows().size() * bytesOfFlow +
              (qint64{slowTrace.slices().size()} + fastTrace.slices().size()) * bytesOfSlice);
    const qint64 shift = saturatedDifference(fastTrace.slices().end(fast->slice), slowTrace.slices().end(slow->slice));
    const qint64 slowNs = slowTrace.slices().start(slow->slice);
    const qint64 fastNs = fastTrace.slices().start(fast->slice);
    const auto bound =
        isDeviceBound(slowTrace, {saturatedDifference(fastNs, shift), slowTrace.slices().end(slow->slice)}, job);
    if (!bound) {
        out.reason = Phrase(RS_MESSAGE("The trace does not show what the slow rank launched meanwhile."));
        return;
    }
    out.reason = reasonOf(differenceBefore(slowTrace, slowNs, fastTrace, fastNs, *bound, shift, job), *bound);
}

} // namespace

std::vector<FreeReason> freeReasons(const Run &run, const JobContext &job)
{
    std::vector<FreeReason> out;
    for (size_t i = 0; i < run.ranks.size() && !job.isCanceled(); ++i) {
        if (!run.ranks[i] || !run.ranks[i]->trace)
            continue;
        IntervalSet gaps = deviceIdle(*run.ranks[i], job).gaps;
        std::ranges::stable_sort(gaps, std::greater<>(), &Interval::length);
        if (gaps.size() > mostCauses)
            gaps.resize(mostCauses);
        if (gaps.empty())
            continue;
        const Trace &trace = *run.ranks[i]->trace;
        const std::vector<SliceId> tasks = tasksOf(trace, job);
        const Origins origins(trace, job);
        for (const Interval &gap : gaps) {
            FreeReason reason;
            reason.rankIndex = static_cast<int>(i);
            reason.gap = gap;
            explainGap(trace, tasks, origins, reason);
            out.push_back(std::move(reason));
        }
    }
    return job.isCanceled() ? std::vector<FreeReason>() : out;
}

std::vector<Bottleneck> bottlenecks(const Run &run, int rankIndex, const JobContext &job)
{
    std::vector<Bottleneck> out;
    const auto own = run.rank(rankIndex);
    if (!own || !own->trace)
        return out;
    std::vector<SliceId> operators = longestOperators(*own->trace, job);
    if (operators.size() > mostCauses)
        operators.resize(mostCauses);
    std::map<QString, std::vector<SameOperator>> same;
    for (const SliceId s : operators) {
        Bottleneck b;
        b.slice = s;
        b.range = {own->trace->slices().start(s), own->trace->slices().end(s)};
        b.op = own->trace->strings().text(own->trace->slices().name(s));
        same[b.op];
        out.push_back(std::move(b));
    }
    JobPoll poll(job);
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i] || !run.ranks[i]->trace)
            continue;
        const Trace &trace = *run.ranks[i]->trace;
        for (const SliceId s : longestOperators(trace, job)) {
            if (poll.isCanceled())
                return {};
            const auto named = same.find(trace.strings().text(trace.slices().name(s)));
            // The longest of several of one name on a rank counts.
            if (named != same.end() && (named->second.empty() || named->second.back().rankIndex != static_cast<int>(i)))
                named->second.push_back({static_cast<int>(i), s});
        }
    }
    for (Bottleneck &b : out) {
        if (job.isCanceled())
            return {};
        explainOperator(run, same[b.op], b, job);
    }
    return out;
}

} // namespace rs
