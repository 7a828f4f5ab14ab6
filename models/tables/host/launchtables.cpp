// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostclock.h"
#include "analysis/host/idlecauses.h"
#include "analysis/host/kernelchain.h"
#include "analysis/time/devicesets.h"
#include "core/trace/trace.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"
#include "words/launchwords.h"

#include <QtGlobal>

#include <algorithm>
#include <map>

namespace rs {

namespace {

bool isWanted(const QString &step, const TableQuery &query)
{
    return query.step.isEmpty() || step == query.step;
}

// Calls body(index, rank, dispatch) for each rank with a trace: the chosen one, or all that are loaded. False when
// cancelled.
template <typename Body>
bool eachRank(const TableQuery &query, const JobContext &job, const Body &body)
{
    for (size_t i = 0; i < query.run->ranks.size(); ++i) {
        if (job.isCanceled())
            return false;
        const std::shared_ptr<const RankData> &rank = query.run->ranks[i];
        const bool chosen = query.rank < 0 || query.rank == static_cast<int>(i);
        if (chosen && rank && rank->trace)
            body(static_cast<int>(i), *rank, dispatchOf(*rank->trace, job, query.pool));
    }
    return !job.isCanceled();
}

// True where deviceSets() has slices to look at.
bool hasDeviceWork(const Trace &trace)
{
    return std::ranges::any_of(trace.lanes(), [&](const Lane &lane) {
        return (trace.process(lane.process).kind == ProcessKind::AscendHardware || lane.kind == LaneKind::CommGroup) &&
               lane.rowCount > 0;
    });
}

// The chosen rank, or all that are loaded.
template <typename Is>
bool anyRank(const TableQuery &query, const Is &is)
{
    return std::ranges::any_of(query.run->ranks, [&](const std::shared_ptr<const RankData> &r) {
        return r && r->trace && (query.rank < 0 || query.rankData() == r) && is(*r->trace);
    });
}

// As other profilers write them, whose lanes of a device are called otherwise.
bool hasOtherLanes(const Trace &trace)
{
    return std::ranges::any_of(trace.lanes(), [&](const Lane &lane) {
        return trace.process(lane.process).kind == ProcessKind::Unknown && lane.rowCount > 0;
    });
}

Phrase whyNoDeviceWork(const TableQuery &query)
{
    if (const Phrase why = whyNoTrace(query); !why.isEmpty())
        return why;
    if (anyRank(query, hasDeviceWork))
        return {};
    return anyRank(query, hasOtherLanes)
               ? tableReason(RS_TABLE("The trace has no device lane of an Ascend profiler (Ascend Hardware, "
                                      "Communication), and lanes of other processes are not used instead: "
                                      "launches, delays and idle time are not computed."))
               : tableReason(RS_TABLE(
                     "There are no device tasks in the trace: the profiler writes them when NPU activity is on."));
}

Phrase whyNoLaunches(const TableQuery &query)
{
    if (const Phrase why = whyNoDeviceWork(query); !why.isEmpty())
        return why;
    return anyRank(query, [](const Trace &trace) { return launchCategory(trace) >= 0; })
               ? Phrase()
               : tableReason(RS_TABLE(
                     "There are no launch lines (HostToDevice, async_npu) in the trace: the profiler writes them "
                     "when CPU and NPU activities are on; delays and causes that need launches are unknown."));
}

std::vector<ColumnSpec> dispatchColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"tasks", "Tasks", RS_TABLE("Tasks"), K::Integer, RS_TABLE("Launched tasks that start in the step.")},
        {"median", "Median Delay(ns)", RS_TABLE("Median delay (%1)"), K::Difference,
         RS_TABLE("From launch to start on the device; the offset between the two clocks is subtracted.")},
        {"p5", "P5(ns)", RS_TABLE("P5 (%1)"), K::Difference, RS_TABLE("5 % of the delays are shorter.")},
        {"p95", "P95(ns)", RS_TABLE("P95 (%1)"), K::Difference, RS_TABLE("5 % of the delays are longer.")},
        {"vertical", "Vertical(%)", RS_TABLE("Vertical (%)"), K::Percent,
         RS_TABLE("Share of the tasks that start right after their launch: within two launch costs of the end of the "
                  "launching call.")},
        {"trend", "Trend(us/s)", RS_TABLE("Trend (us/s)"), K::Real,
         RS_TABLE("How much the delay grows in a second of the step (Theil-Sen slope). Negative: the queue runs dry.")},
        {"lines", "Lines", RS_TABLE("Lines"), K::Word,
         RS_TABLE("Slanted: the device is kept busy. Vertical: it waits for the host, and the idle time in host-bound "
                  "windows is at least 5 % of the step.")},
        {"bound", "Host-bound Idle(us)", RS_TABLE("Host-bound idle (%1)"), K::Time,
         RS_TABLE(
             "Idle time of the device inside the host-bound windows of the step: what earlier launches would fill.")},
        {"windows", "Host-bound Windows", RS_TABLE("Host-bound windows"), K::Integer,
         RS_TABLE("Periods in which most tasks start right after their launch while the device idles in between.")},
        {"offset", "Clock Offset(ns)", RS_TABLE("Clock offset at most (%1)"), K::Difference,
         RS_TABLE("How far the device clock is ahead of the host clock at most: the delay of the fastest launches "
                  "of the rank. It includes their own latency, so the true offset is smaller.")},
        {"uncertainty", "Clock Uncertainty(ns)", RS_TABLE("Uncertainty (%1)"), K::Time,
         RS_TABLE("How far the true offset may lie below the clock offset. Missing if it has no lower bound.")},
        {"least", "Clock Offset At Least(ns)", RS_TABLE("Offset at least (%1)"), K::Difference,
         RS_TABLE("The true offset is not smaller: a call that waits for the whole device returns only after all "
                  "work launched before it. Missing if the trace has no such call.")},
        {"most", "Clock Offset At Most(ns)", RS_TABLE("Offset at most (%1)"), K::Difference,
         RS_TABLE("The same as the clock offset."), false},
    };
    leadWith(out, {u"rank", u"step", u"lines", u"vertical", u"bound", u"windows", u"median"});
    return out;
}

void addDispatch(CellRows &to, int index, const RankData &rank, const Dispatch &dispatch, const DispatchReport &report,
                 const QString &step)
{
    std::map<QString, qint64> windowsOf; // by step
    for (const HostBoundWindow &w : report.windows)
        ++windowsOf[w.step];
    const HostClock &clock = dispatch.clock;
    const bool bounded = clock.known && clock.bounded;
    const Cell offset = cellIf(clock.known, clock.offsetNs);
    for (const DispatchStep &s : report.steps) {
        // Without a launch there is no delay, which is not a delay of 0.
        if (s.tasks <= 0 || (!step.isEmpty() && s.step != step))
            continue;
        to.add({index, NoSlice, s.window},
               {s.step, rank.info.label, s.tasks, s.medianNs, s.p5Ns, s.p95Ns, s.verticalShare * 100,
                s.trendPerSecond / 1000, s.hostBound ? RS_TABLE("vertical") : RS_TABLE("slanted"), s.hostIdleNs,
                windowsOf[s.step], offset, cellIf(bounded, clock.uncertaintyNs()), cellIf(bounded, clock.lowerBoundNs),
                offset});
        to.setShare(u"vertical", s.verticalShare);
        to.setShare(u"bound", partOf(s.hostIdleNs, s.window.length()));
    }
}

std::shared_ptr<const RowSource> makeDispatch(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(dispatchColumns());
    const bool complete = eachRank(query, job, [&](int index, const RankData &rank, const Dispatch &dispatch) {
        addDispatch(*rows, index, rank, dispatch, dispatchReport(rank, dispatch, job, query.pool), query.step);
    });
    return complete ? rows : nullptr;
}

std::vector<ColumnSpec> windowColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"start", "From(ns)", RS_TABLE("Start (%1)"), K::Stamp,
         RS_TABLE("Start as an offset from the start of the run.")},
        {"end", "To(ns)", RS_TABLE("End (%1)"), K::Stamp, RS_TABLE("End as an offset from the start of the run."),
         false},
        {"length", "", RS_TABLE("Length (%1)"), K::Time, RS_TABLE("Length of the window.")},
        {"tasks", "Tasks", RS_TABLE("Tasks"), K::Integer, RS_TABLE("Launched tasks that start in the window.")},
        {"idle", "Idle(us)", RS_TABLE("Idle (%1)"), K::Time, RS_TABLE("Idle time of the device in the window.")},
    };
    leadWith(out, {u"rank", u"step", u"idle", u"length"});
    return out;
}

void addWindows(CellRows &to, int index, const RankData &rank, const DispatchReport &report, const QString &step)
{
    for (const HostBoundWindow &w : report.windows) {
        if (!step.isEmpty() && w.step != step)
            continue;
        to.add({index, w.first, w.range},
               {w.step, rank.info.label, w.range.from, w.range.to, w.range.length(), w.tasks, w.idleNs});
        to.setShare(u"idle", partOf(w.idleNs, w.range.length()));
    }
}

std::shared_ptr<const RowSource> makeWindows(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(windowColumns());
    const bool complete = eachRank(query, job, [&](int index, const RankData &rank, const Dispatch &dispatch) {
        addWindows(*rows, index, rank, dispatchReport(rank, dispatch, job, query.pool), query.step);
    });
    return complete ? rows : nullptr;
}

struct CauseColumn
{
    IdleCause cause;
    const char *header;
    const char *title;
};

constexpr CauseColumn causes[] = {
    {IdleCause::HostLate, "Host Late(us)", RS_TABLE("Host late (%1)")},
    {IdleCause::Synchronizing, "Synchronizing(us)", RS_TABLE("Synchronising call (%1)")},
    {IdleCause::Copy, "Copy(us)", RS_TABLE("Copy (%1)")},
    {IdleCause::Communication, "Communication(us)", RS_TABLE("Communication (%1)")},
    {IdleCause::EventWait, "Event Wait(us)", RS_TABLE("Waiting for an event (%1)")},
    {IdleCause::DataOrGc, "Data or GC(us)", RS_TABLE("Data loading or GC (%1)")},
    {IdleCause::StepBoundary, "Step Boundary(us)", RS_TABLE("Step boundary (%1)")},
    {IdleCause::Unknown, "Unknown(us)", RS_TABLE("Unknown (%1)")},
};
static_assert(std::size(causes) == static_cast<size_t>(IdleCause::Count));

std::vector<ColumnSpec> idleColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label, RS_TABLE("Empty: idle time between or outside of the steps.")},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"free", "Free(us)", RS_TABLE("Idle (%1)"), K::Time,
         RS_TABLE("Free of step_trace_time.csv: the device runs neither compute nor communication. The causes add up "
                  "to it.")},
    };
    for (const CauseColumn &c : causes) {
        out.push_back({"", c.header, c.title, K::Time, idleCauseHint(c.cause)});
        out.back().id = idleCauseKey(c.cause);
    }
    leadWith(out, {u"rank", u"step"});
    for (ColumnSpec &c : out)
        c.unitGroup = c.kind == K::Time ? 1 : 0;
    return out;
}

void addIdle(CellRows &to, int index, const RankData &rank, const std::vector<IdleStep> &steps, const QString &step)
{
    for (const IdleStep &s : steps) {
        if (!step.isEmpty() && s.step != step)
            continue;
        std::vector<Cell> cells{s.step, rank.info.label, s.freeNs};
        for (const CauseColumn &c : causes)
            cells.push_back(s.ns[static_cast<size_t>(c.cause)]);
        to.add({index, NoSlice, {}}, cells);
        for (const CauseColumn &c : causes)
            to.setShare(idleCauseKey(c.cause), partOf(s.ns[static_cast<size_t>(c.cause)], s.freeNs));
    }
}

std::shared_ptr<const RowSource> makeIdle(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(idleColumns());
    const bool complete = eachRank(query, job, [&](int index, const RankData &rank, const Dispatch &dispatch) {
        addIdle(*rows, index, rank, idleCauses(rank, dispatch, job, query.pool).steps, query.step);
    });
    return complete ? rows : nullptr;
}

std::vector<ColumnSpec> gapColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label,
         RS_TABLE("The step to whose idle time the gap counts. Empty between or outside of the steps.")},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label, "", false},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
         RS_TABLE("Start as an offset from the start of the run.")},
        {"duration", "Duration(ns)", RS_TABLE("Idle (%1)"), K::Time,
         RS_TABLE("Length of the gap, or of the part of it that lies in the step.")},
        {"cause", "Cause", RS_TABLE("Cause"), K::Word,
         RS_TABLE("Each gap has one cause; unknown if the trace does not explain it.")},
        {"next", "Next Task", RS_TABLE("Next task"), K::Text, RS_TABLE("The task that ended the gap.")},
        {"launch", "Launched By", RS_TABLE("Launched by"), K::Text,
         RS_TABLE("The call on the host that launched the next task.")},
        {"evidence", "Evidence", RS_TABLE("Evidence"), K::Text,
         RS_TABLE("The call, copy or wait that shows the cause.")},
    };
    leadWith(out, {u"duration", u"cause", u"start"});
    return out;
}

std::shared_ptr<const RowSource> makeGaps(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    auto rows = std::make_shared<CellRows>(gapColumns(), rank);
    if (rank && rank->trace) {
        const IdleReport report = idleCauses(*rank, dispatchOf(*rank->trace, job, query.pool), job, query.pool);
        for (const IdleGap &g : report.gaps) {
            const QString &step = report.steps[static_cast<size_t>(g.step)].step;
            if (isWanted(step, query))
                rows->add({query.rank, g.next, g.range}, {step, rank->info.label, g.range.from, g.range.length(),
                                                          idleCauseKey(g.cause), g.next, g.launch, g.evidence});
        }
    }
    return job.isCanceled() ? nullptr : rows;
}

const char *statusWord(ChainStatus status)
{
    static constexpr const char *words[] = {RS_TABLE("normal"), RS_TABLE("fallback"), RS_TABLE("incomplete")};
    return words[static_cast<size_t>(status)];
}

std::vector<ColumnSpec> chainColumns()
{
    using K = ValueKind;
    return {
        {"kernel", "Kernel", RS_TABLE("Kernel"), K::Text, RS_TABLE("The task on the device.")},
        {"operator", "Framework Operator", RS_TABLE("Framework operator"), K::Text,
         RS_TABLE("The operator of the framework that led to the kernel.")},
        {"status", "Chain", RS_TABLE("Chain"), K::Word,
         RS_TABLE("Normal: operator and launch are known. Fallback: no launch is known, the dequeued call stands in "
                  "for it. Incomplete: the operator is missing, or stamps run backwards.")},
        {"prepare", "Prepare(us)", RS_TABLE("Prepare (%1)"), K::Difference,
         RS_TABLE("From the start of the operator to its enqueueing; without a queue, to the launch. Empty where the "
                  "operator itself stands behind the queue, as in MindSpore.")},
        {"operator-time", "Operator(us)", RS_TABLE("Operator (%1)"), K::Time,
         RS_TABLE("Length of the framework operator.")},
        {"enqueue", "Enqueue(us)", RS_TABLE("Enqueue (%1)"), K::Time, RS_TABLE("Length of the enqueueing.")},
        {"queue", "Queue(us)", RS_TABLE("Queue (%1)"), K::Difference,
         RS_TABLE("From the end of the enqueueing to the start of the dequeued call.")},
        {"pipeline", "Pipeline(us)", RS_TABLE("Pipeline (%1)"), K::Difference,
         RS_TABLE("From the start of the dequeued call (without a queue, of the CANN call) to the end of the launch.")},
        {"launch", "Launch(us)", RS_TABLE("Launch (%1)"), K::Time, RS_TABLE("Length of the launch.")},
        {"end-to-end", "End to End(us)", RS_TABLE("End to end (%1)"), K::Difference,
         RS_TABLE("From the start of the operator to the end of the launch; of an operator behind the queue, from the "
                  "start of its enqueueing.")},
        {"delay", "To the Device(us)", RS_TABLE("To the device (%1)"), K::Difference,
         RS_TABLE("From the end of the launch to the start of the kernel; the offset between the two clocks is "
                  "subtracted. Negative if the kernel starts while its launch still runs.")},
        {"device", "Duration(us)", RS_TABLE("Kernel (%1)"), K::Time, RS_TABLE("Length of the kernel.")},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
         RS_TABLE("Start of the kernel as an offset from the start of the run.")},
        {"enqueue-call", "", RS_TABLE("Enqueueing"), K::Text, "", false},
        {"dequeue-call", "", RS_TABLE("Dequeued call"), K::Text, "", false},
        {"launch-call", "", RS_TABLE("Launching call"), K::Text, "", false},
        {"api", "CANN Call", RS_TABLE("CANN call"), K::Text, RS_TABLE("The outermost CANN call around the launch.")},
    };
}

std::shared_ptr<const RowSource> makeChains(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    auto rows = std::make_shared<CellRows>(chainColumns(), rank);
    if (rank && rank->trace) {
        const SliceStore &slices = rank->trace->slices();
        for (const KernelChain &c : kernelChains(*rank->trace, estimateHostClock(*rank->trace), job).rows) {
            const qint64 start = slices.start(c.task);
            rows->add({query.rank, c.task, Interval{start, slices.end(c.task)}},
                      {c.task, c.op, statusWord(c.status), c.prepareNs, c.opNs, c.enqueueNs, c.queueNs, c.pipelineNs,
                       c.launchNs, c.endToEndNs, c.deviceDelayNs, c.deviceNs, start, c.enqueue, c.dequeue, c.launch,
                       c.api});
        }
    }
    return job.isCanceled() ? nullptr : rows;
}

} // namespace

void addLaunchTables(Catalogue &catalogue)
{
    const auto add = [&catalogue](const char *id, TableScope scope, const char *title, const char *hint, auto columns,
                                  auto make, auto whyEmpty) -> TableSpec & {
        TableSpec &table = catalogue.add(id, scope, title, hint, columns, make, whyEmpty);
        table.parameters = {Parameter::Step};
        table.sources = {{QStringLiteral("trace")}, {}};
        return table;
    };
    add("dispatch", TableScope::Run, RS_TABLE("Delays from launch to start by rank and step"),
        RS_TABLE("How long launched work waits before it starts on the device, per step and rank, on one clock: is the "
                 "device kept busy, or does it wait for the host?"),
        dispatchColumns, makeDispatch, [](const TableQuery &query) -> Phrase {
            const Phrase why = whyNoLaunches(query);
            return why.isEmpty() ? tableReason(RS_TABLE("No launched task lies in the chosen steps: there is no "
                                                        "delay."))
                                 : why;
        });
    // No window is an answer where there are launches, and no gap where the device worked.
    add("dispatch.windows", TableScope::Run, RS_TABLE("Host-bound windows"),
        RS_TABLE("Where the device waits for the host, and for how long."), windowColumns, makeWindows, whyNoLaunches);
    add("idle", TableScope::Run, RS_TABLE("Causes of idle time by rank and step"),
        RS_TABLE("Every gap in which the device runs neither compute nor communication has one cause; the causes add "
                 "up to the idle time."),
        idleColumns, makeIdle, [](const TableQuery &query) -> Phrase {
            const Phrase why = whyNoDeviceWork(query);
            return why.isEmpty() ? tableReason(RS_TABLE("The device has no gap between tasks in the chosen steps: "
                                                        "there is no idle time to explain."))
                                 : why;
        });
    add("idle.gaps", TableScope::Rank, RS_TABLE("Gaps of a rank"),
        RS_TABLE("Every gap of one rank with its cause, the task that ended it and the call that launched this task."),
        gapColumns, makeGaps, whyNoDeviceWork);
    TableSpec &chains = add(
        "chains", TableScope::Rank, RS_TABLE("Kernel dispatch"),
        RS_TABLE(
            "Every kernel with its path from the framework to the device: operator, queue, CANN call, launch, delay."),
        chainColumns, makeChains, [](const TableQuery &query) -> Phrase {
            if (const Phrase why = whyNoTrace(query); !why.isEmpty())
                return why;
            return tableReason(RS_TABLE("The trace of rank %1 has no kernels of compute cores: the profiler writes "
                                        "them when NPU activity is on."),
                               {rankLabel(*query.run, query.rank)});
        });
    chains.parameters.clear();
    chains.stepSide = StepSide::Device;
}

} // namespace rs
