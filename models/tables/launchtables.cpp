// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostclock.h"
#include "analysis/host/idlecauses.h"
#include "analysis/host/kernelchain.h"
#include "analysis/time/devicesets.h"
#include "core/trace/trace.h"
#include "tables/structsource.h"
#include "tables/tables.h"
#include "words/launchwords.h"

#include <QtGlobal>

#include <algorithm>
#include <map>

namespace rs {

namespace {

// Of a rank of the run, in a table that speaks of all of them.
template <typename T>
struct OfRank
{
    int rank = -1;
    QString label;
    T value;
};

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

// What deviceSets() looks at.
bool hasDeviceWork(const Trace &trace)
{
    return std::any_of(trace.lanes().begin(), trace.lanes().end(), [&](const Lane &lane) {
        return (trace.process(lane.process).kind == ProcessKind::AscendHardware || lane.kind == LaneKind::CommGroup) &&
               lane.rowCount > 0;
    });
}

// The chosen rank, or all that are loaded.
template <typename Is>
bool anyRank(const TableQuery &query, const Is &is)
{
    return std::any_of(query.run->ranks.begin(), query.run->ranks.end(), [&](const std::shared_ptr<const RankData> &r) {
        return r && r->trace && (query.rank < 0 || query.rankData() == r) && is(*r->trace);
    });
}

// As other profilers write them, whose lanes of a device are called otherwise.
bool hasOtherLanes(const Trace &trace)
{
    return std::any_of(trace.lanes().begin(), trace.lanes().end(), [&](const Lane &lane) {
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
               ? tableReason(RS_TABLE("No lane of the trace is one that the profilers of Ascend write for the device "
                                      "(Ascend Hardware, Communication), and lanes of other processes are not taken "
                                      "for it: launches, delays and idle time are not worked out."))
               : tableReason(RS_TABLE(
                     "There is no work of the device in the trace: the profiler writes it when NPU activity is on."));
}

Phrase whyNoLaunches(const TableQuery &query)
{
    if (const Phrase why = whyNoDeviceWork(query); !why.isEmpty())
        return why;
    return anyRank(query, [](const Trace &trace) { return launchCategory(trace) >= 0; })
               ? Phrase()
               : tableReason(RS_TABLE(
                     "There are no launch flows (HostToDevice, async_npu) in the trace: the profiler writes them when "
                     "CPU and NPU activities are on; delays and causes that rest on launches are not known."));
}

struct DispatchRow
{
    DispatchStep step;
    qint64 windows = 0;
    HostClock clock;
};
using RankDispatch = OfRank<DispatchRow>;

std::vector<Field<RankDispatch>> dispatchFields()
{
    using R = RankDispatch;
    using K = ValueKind;
    const auto clock = [](qint64 HostClock::*member, bool HostClock::*also = nullptr) {
        return [member, also](const R &r) {
            const HostClock &c = r.value.clock;
            return known(c.known && (!also || c.*also), c.*member);
        };
    };
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.value.step.step; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.label; }},
        {{"tasks", "Tasks", RS_TABLE("Tasks"), K::Integer, RS_TABLE("Launched tasks that start in the step.")},
         [](const R &r) { return r.value.step.tasks; }},
        {{"median", "Median Delay(ns)", RS_TABLE("Median delay (%1)"), K::Difference,
          RS_TABLE("From launch to start on the device; the offset between the two clocks is taken off.")},
         [](const R &r) { return r.value.step.medianNs; }},
        {{"p5", "P5(ns)", RS_TABLE("P5 (%1)"), K::Difference, RS_TABLE("5 % of the delays are shorter.")},
         [](const R &r) { return r.value.step.p5Ns; }},
        {{"p95", "P95(ns)", RS_TABLE("P95 (%1)"), K::Difference, RS_TABLE("5 % of the delays are longer.")},
         [](const R &r) { return r.value.step.p95Ns; }},
        {{"vertical", "Vertical(%)", RS_TABLE("Vertical (%)"), K::Percent,
          RS_TABLE("Share of the tasks that start right after their launch: within two launch costs of the end of the "
                   "launching call.")},
         [](const R &r) { return r.value.step.verticalShare * 100; }},
        {{"trend", "Trend(us/s)", RS_TABLE("Trend (us/s)"), K::Real,
          RS_TABLE(
              "How much the delay grows in a second of the step (Theil-Sen slope). Negative: the queue runs dry.")},
         [](const R &r) { return r.value.step.trendPerSecond / 1000; }},
        {{"lines", "Lines", RS_TABLE("Lines"), K::Word,
          RS_TABLE("Slanted: the device is kept busy. Vertical: it waits for the host, and the idle time in host-bound "
                   "windows is at least 5 % of the step.")},
         [](const R &r) { return QLatin1String(r.value.step.hostBound ? RS_TABLE("vertical") : RS_TABLE("slanted")); }},
        {{"bound", "Host-bound Idle(us)", RS_TABLE("Host-bound idle (%1)"), K::Time,
          RS_TABLE(
              "Idle time of the device inside the host-bound windows of the step: what earlier launches would fill.")},
         [](const R &r) { return r.value.step.hostIdleNs; }},
        {{"windows", "Host-bound Windows", RS_TABLE("Host-bound windows"), K::Integer,
          RS_TABLE("Stretches in which most tasks start right after their launch while the device idles in between.")},
         [](const R &r) { return r.value.windows; }},
        {{"offset", "Clock Offset(ns)", RS_TABLE("Clock offset at most (%1)"), K::Difference,
          RS_TABLE("By how much the device's clock runs ahead of the host's, at most: the delay of the fastest "
                   "launches of the rank. Their own latency is in it, so the true offset is smaller.")},
         clock(&HostClock::offsetNs)},
        {{"uncertainty", "Clock Uncertainty(ns)", RS_TABLE("Uncertainty (%1)"), K::Time,
          RS_TABLE("How far below the clock offset the true one may lie: to what it is at least. Missing where nothing "
                   "bounds the offset from below.")},
         [](const R &r) {
             const HostClock &c = r.value.clock;
             return known(c.known && c.bounded, c.uncertaintyNs());
         }},
        {{"least", "Clock Offset At Least(ns)", RS_TABLE("Offset at least (%1)"), K::Difference,
          RS_TABLE("The true offset is not smaller: a call that waits for the whole device does not return before the "
                   "work launched before it has ended. Missing where the trace holds no such call: then nothing bounds "
                   "the offset from below.")},
         clock(&HostClock::lowerBoundNs, &HostClock::bounded)},
        {{"most", "Clock Offset At Most(ns)", RS_TABLE("Offset at most (%1)"), K::Difference,
          RS_TABLE("The same as the clock offset."), false},
         clock(&HostClock::offsetNs)},
    };
    leadWith(out, {u"rank", u"step", u"lines", u"vertical", u"bound", u"windows", u"median"});
    fieldNamed(out, u"vertical").share = [](const R &r) { return r.value.step.verticalShare; };
    fieldNamed(out, u"bound").share = [](const R &r) {
        return partOf(r.value.step.hostIdleNs, r.value.step.window.length());
    };
    return out;
}

void addDispatch(std::vector<RankDispatch> &to, int index, const RankData &rank, const Dispatch &dispatch,
                 const DispatchReport &report, const QString &step)
{
    std::map<QString, qint64> windowsOf; // by step
    for (const HostBoundWindow &w : report.windows)
        ++windowsOf[w.step];
    for (const DispatchStep &s : report.steps) {
        // Without a launch there is no delay, which is not a delay of 0.
        if (s.tasks > 0 && (step.isEmpty() || s.step == step))
            to.push_back({index, rank.info.label, {s, windowsOf[s.step], dispatch.clock}});
    }
}

std::shared_ptr<const RowSource> sourceOf(std::vector<RankDispatch> rows)
{
    return std::make_shared<StructSource<RankDispatch>>(dispatchFields(), std::move(rows), [](const RankDispatch &r) {
        return RowPlace{r.rank, NoSlice, r.value.step.window};
    });
}

std::shared_ptr<const RowSource> makeDispatch(const TableQuery &query, const JobContext &job)
{
    std::vector<RankDispatch> rows;
    const bool complete = eachRank(query, job, [&](int index, const RankData &rank, const Dispatch &dispatch) {
        addDispatch(rows, index, rank, dispatch, dispatchReport(rank, dispatch, job, query.pool), query.step);
    });
    return complete ? sourceOf(std::move(rows)) : nullptr;
}

using RankWindow = OfRank<HostBoundWindow>;

std::vector<Field<RankWindow>> windowFields()
{
    using R = RankWindow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.value.step; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.label; }},
        {{"start", "From(ns)", RS_TABLE("Start (%1)"), K::Stamp,
          RS_TABLE("Start as an offset from the start of the run.")},
         [](const R &r) { return r.value.range.from; }},
        {{"end", "To(ns)", RS_TABLE("End (%1)"), K::Stamp, RS_TABLE("End as an offset from the start of the run."),
          false},
         [](const R &r) { return r.value.range.to; }},
        {{"length", "", RS_TABLE("Length (%1)"), K::Time, RS_TABLE("Length of the window.")},
         [](const R &r) { return r.value.range.length(); }},
        {{"tasks", "Tasks", RS_TABLE("Tasks"), K::Integer, RS_TABLE("Launched tasks that start in the window.")},
         [](const R &r) { return r.value.tasks; }},
        {{"idle", "Idle(us)", RS_TABLE("Idle (%1)"), K::Time, RS_TABLE("Idle time of the device in the window.")},
         [](const R &r) { return r.value.idleNs; }},
    };
    leadWith(out, {u"rank", u"step", u"idle", u"length"});
    fieldNamed(out, u"idle").share = [](const R &r) { return partOf(r.value.idleNs, r.value.range.length()); };
    return out;
}

void addWindows(std::vector<RankWindow> &to, int index, const RankData &rank, const DispatchReport &report,
                const QString &step)
{
    for (const HostBoundWindow &w : report.windows) {
        if (step.isEmpty() || w.step == step)
            to.push_back({index, rank.info.label, w});
    }
}

std::shared_ptr<const RowSource> sourceOf(std::vector<RankWindow> rows)
{
    return std::make_shared<StructSource<RankWindow>>(windowFields(), std::move(rows), [](const RankWindow &r) {
        return RowPlace{r.rank, r.value.first, r.value.range};
    });
}

std::shared_ptr<const RowSource> makeWindows(const TableQuery &query, const JobContext &job)
{
    std::vector<RankWindow> rows;
    const bool complete = eachRank(query, job, [&](int index, const RankData &rank, const Dispatch &dispatch) {
        addWindows(rows, index, rank, dispatchReport(rank, dispatch, job, query.pool), query.step);
    });
    return complete ? sourceOf(std::move(rows)) : nullptr;
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

using RankIdle = OfRank<IdleStep>;

std::vector<Field<RankIdle>> idleFields()
{
    using R = RankIdle;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label, RS_TABLE("Empty: idle time between or outside of the steps.")},
         [](const R &r) { return r.value.step; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.label; }},
        {{"free", "Free(us)", RS_TABLE("Idle (%1)"), K::Time,
          RS_TABLE("Free of step_trace_time.csv: the device runs neither compute nor communication. The causes add up "
                   "to it.")},
         [](const R &r) { return r.value.freeNs; }},
    };
    for (const CauseColumn &c : causes) {
        ColumnSpec column = ColumnSpec("", c.header, c.title, K::Time, idleCauseHint(c.cause));
        column.id = idleCauseKey(c.cause);
        const auto i = static_cast<size_t>(c.cause);
        out.push_back({column, [i](const R &r) { return r.value.ns[i]; }});
        out.back().share = [i](const R &r) { return partOf(r.value.ns[i], r.value.freeNs); };
    }
    leadWith(out, {u"rank", u"step"});
    for (Field<R> &f : out)
        f.column.unitGroup = f.column.kind == K::Time ? 1 : 0;
    return out;
}

void addIdle(std::vector<RankIdle> &to, int index, const RankData &rank, const std::vector<IdleStep> &steps,
             const QString &step)
{
    for (const IdleStep &s : steps) {
        if (step.isEmpty() || s.step == step)
            to.push_back({index, rank.info.label, s});
    }
}

std::shared_ptr<const RowSource> sourceOf(std::vector<RankIdle> rows)
{
    return std::make_shared<StructSource<RankIdle>>(idleFields(), std::move(rows), [](const RankIdle &r) {
        return RowPlace{r.rank, NoSlice, {}};
    });
}

std::shared_ptr<const RowSource> makeIdle(const TableQuery &query, const JobContext &job)
{
    std::vector<RankIdle> rows;
    const bool complete = eachRank(query, job, [&](int index, const RankData &rank, const Dispatch &dispatch) {
        addIdle(rows, index, rank, idleCauses(rank, dispatch, job, query.pool).steps, query.step);
    });
    return complete ? sourceOf(std::move(rows)) : nullptr;
}

struct GapRow
{
    IdleGap gap;
    QString step;
};

std::vector<Field<GapRow>> gapFields(const QString &label)
{
    using R = GapRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label,
          RS_TABLE("The step to whose idle time the gap counts. Empty between or outside of the steps.")},
         [](const R &r) { return r.step; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label, "", false}, [label](const R &) { return label; }},
        {{"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
          RS_TABLE("Start as an offset from the start of the run.")},
         [](const R &r) { return r.gap.range.from; }},
        {{"duration", "Duration(ns)", RS_TABLE("Idle (%1)"), K::Time,
          RS_TABLE("Length of the gap, or of the part of it that lies in the step.")},
         [](const R &r) { return r.gap.range.length(); }},
        {{"cause", "Cause", RS_TABLE("Cause"), K::Word,
          RS_TABLE("Each gap has one cause; what nothing in the trace explains is unknown.")},
         [](const R &r) { return idleCauseKey(r.gap.cause); }},
        {{"next", "Next Task", RS_TABLE("Next task"), K::Text, RS_TABLE("The task that ended the gap.")},
         {},
         [](const R &r) { return r.gap.next; }},
        {{"launch", "Launched By", RS_TABLE("Launched by"), K::Text,
          RS_TABLE("The call on the host that launched the next task.")},
         {},
         [](const R &r) { return r.gap.launch; }},
        {{"evidence", "Evidence", RS_TABLE("Evidence"), K::Text,
          RS_TABLE("The call, copy or wait that names the cause.")},
         {},
         [](const R &r) { return r.gap.evidence; }},
    };
    leadWith(out, {u"duration", u"cause", u"start"});
    return out;
}

std::shared_ptr<const RowSource> makeGaps(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    std::vector<GapRow> rows;
    if (rank && rank->trace) {
        const IdleReport report = idleCauses(*rank, dispatchOf(*rank->trace, job, query.pool), job, query.pool);
        rows.reserve(report.gaps.size());
        for (const IdleGap &g : report.gaps) {
            const QString &step = report.steps[static_cast<size_t>(g.step)].step;
            if (isWanted(step, query))
                rows.push_back({g, step});
        }
    }
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<GapRow>>(
        gapFields(rank ? rank->info.label : QString()), std::move(rows),
        [index = query.rank](const GapRow &r) {
            return RowPlace{index, r.gap.next, r.gap.range};
        },
        rank);
}

const char *statusWord(ChainStatus status)
{
    switch (status) {
    case ChainStatus::Normal:
        return RS_TABLE("normal");
    case ChainStatus::Fallback:
        return RS_TABLE("fallback");
    default:
        return RS_TABLE("incomplete");
    }
}

struct ChainRow
{
    KernelChain chain;
    Interval time;
};

std::vector<Field<ChainRow>> chainFields()
{
    using R = ChainRow;
    using K = ValueKind;
    const auto time = [](std::optional<qint64> KernelChain::*member) {
        return [member](const R &r) { return fieldOf(r.chain.*member); };
    };
    return {
        {{"kernel", "Kernel", RS_TABLE("Kernel"), K::Text, RS_TABLE("The task on the device.")},
         {},
         [](const R &r) { return r.chain.task; }},
        {{"operator", "Framework Operator", RS_TABLE("Framework operator"), K::Text,
          RS_TABLE("The operator of the framework that led to the kernel.")},
         {},
         [](const R &r) { return r.chain.op; }},
        {{"status", "Chain", RS_TABLE("Chain"), K::Word,
          RS_TABLE("Normal: operator and launch are known. Fallback: no launch is known, the dequeued call stands in "
                   "for it. Incomplete: the operator is missing, or stamps run backwards.")},
         [](const R &r) { return QLatin1String(statusWord(r.chain.status)); }},
        {{"prepare", "Prepare(us)", RS_TABLE("Prepare (%1)"), K::Difference,
          RS_TABLE("From the start of the operator to its enqueueing; without a queue, to the launch. Empty where the "
                   "operator itself stands behind the queue, as in MindSpore.")},
         time(&KernelChain::prepareNs)},
        {{"operator-time", "Operator(us)", RS_TABLE("Operator (%1)"), K::Time,
          RS_TABLE("Length of the framework operator.")},
         time(&KernelChain::opNs)},
        {{"enqueue", "Enqueue(us)", RS_TABLE("Enqueue (%1)"), K::Time, RS_TABLE("Length of the enqueueing.")},
         time(&KernelChain::enqueueNs)},
        {{"queue", "Queue(us)", RS_TABLE("Queue (%1)"), K::Difference,
          RS_TABLE("From the end of the enqueueing to the start of the dequeued call.")},
         time(&KernelChain::queueNs)},
        {{"pipeline", "Pipeline(us)", RS_TABLE("Pipeline (%1)"), K::Difference,
          RS_TABLE(
              "From the start of the dequeued call (without a queue, of the CANN call) to the end of the launch.")},
         time(&KernelChain::pipelineNs)},
        {{"launch", "Launch(us)", RS_TABLE("Launch (%1)"), K::Time, RS_TABLE("Length of the launch.")},
         time(&KernelChain::launchNs)},
        {{"end-to-end", "End to End(us)", RS_TABLE("End to end (%1)"), K::Difference,
          RS_TABLE("From the start of the operator to the end of the launch; of an operator behind the queue, from the "
                   "start of its enqueueing.")},
         time(&KernelChain::endToEndNs)},
        {{"delay", "To the Device(us)", RS_TABLE("To the device (%1)"), K::Difference,
          RS_TABLE("From the end of the launch to the start of the kernel; the offset between the two clocks is taken "
                   "off. Negative where the kernel starts while its launch still runs.")},
         time(&KernelChain::deviceDelayNs)},
        {{"device", "Duration(us)", RS_TABLE("Kernel (%1)"), K::Time, RS_TABLE("Length of the kernel.")},
         [](const R &r) { return r.chain.deviceNs; }},
        {{"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
          RS_TABLE("Start of the kernel as an offset from the start of the run.")},
         [](const R &r) { return r.time.from; }},
        {{"enqueue-call", "", RS_TABLE("Enqueueing"), K::Text, "", false},
         {},
         [](const R &r) { return r.chain.enqueue; }},
        {{"dequeue-call", "", RS_TABLE("Dequeued call"), K::Text, "", false},
         {},
         [](const R &r) { return r.chain.dequeue; }},
        {{"launch-call", "", RS_TABLE("Launching call"), K::Text, "", false},
         {},
         [](const R &r) { return r.chain.launch; }},
        {{"api", "CANN Call", RS_TABLE("CANN call"), K::Text, RS_TABLE("The outermost CANN call around the launch.")},
         {},
         [](const R &r) { return r.chain.api; }},
    };
}

std::shared_ptr<const RowSource> makeChains(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    std::vector<ChainRow> rows;
    if (rank && rank->trace) {
        const SliceStore &slices = rank->trace->slices();
        const KernelChains chains = kernelChains(*rank->trace, estimateHostClock(*rank->trace), job);
        rows.reserve(chains.rows.size());
        for (const KernelChain &c : chains.rows)
            rows.push_back({c, {slices.start(c.task), slices.end(c.task)}});
    }
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<ChainRow>>(
        chainFields(), std::move(rows),
        [index = query.rank](const ChainRow &r) {
            return RowPlace{index, r.chain.task, r.time};
        },
        rank);
}

} // namespace

std::shared_ptr<const RowSource> dispatchRows(int index, const RankData &rank, const Dispatch &dispatch,
                                              const DispatchReport &report)
{
    std::vector<RankDispatch> rows;
    addDispatch(rows, index, rank, dispatch, report, {});
    return sourceOf(std::move(rows));
}

std::shared_ptr<const RowSource> windowRows(int index, const RankData &rank, const DispatchReport &report)
{
    std::vector<RankWindow> rows;
    addWindows(rows, index, rank, report, {});
    return sourceOf(std::move(rows));
}

std::shared_ptr<const RowSource> idleRows(int index, const RankData &rank, const std::vector<IdleStep> &steps)
{
    std::vector<RankIdle> rows;
    addIdle(rows, index, rank, steps, {});
    return sourceOf(std::move(rows));
}

void addLaunchTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources traces{{QStringLiteral("trace")}, {}};
    TableSpec &dispatch =
        catalogue.add("dispatch", TableScope::Run, RS_TABLE("Delays from launch to start by rank and step"),
                      RS_TABLE("How long launched work waits before it starts on the device, per step and rank, on one "
                               "clock: is the device kept busy, or does it wait for the host?"));
    dispatch.parameters = {P::Step};
    dispatch.sources = traces;
    dispatch.columns = [](const TableQuery &) { return columnsOf(dispatchFields()); };
    dispatch.make = makeDispatch;
    dispatch.whyEmpty = [](const TableQuery &query) -> Phrase {
        const Phrase why = whyNoLaunches(query);
        return why.isEmpty() ? tableReason(RS_TABLE(
                                   "No launched task lies in a step that was asked for: there is no delay to tell."))
                             : why;
    };

    TableSpec &windows = catalogue.add("dispatch.windows", TableScope::Run, RS_TABLE("Host-bound windows"),
                                       RS_TABLE("Where the device waits for the host, and for how long."));
    windows.parameters = {P::Step};
    windows.sources = traces;
    windows.columns = [](const TableQuery &) { return columnsOf(windowFields()); };
    windows.make = makeWindows;
    windows.whyEmpty = whyNoLaunches; // none is an answer where there are launches

    TableSpec &idle = catalogue.add("idle", TableScope::Run, RS_TABLE("Causes of idle time by rank and step"),
                                    RS_TABLE("Every gap in which the device runs neither compute nor communication has "
                                             "one cause; the causes add up to the idle time."));
    idle.parameters = {P::Step};
    idle.sources = traces;
    idle.columns = [](const TableQuery &) { return columnsOf(idleFields()); };
    idle.make = makeIdle;
    idle.whyEmpty = [](const TableQuery &query) -> Phrase {
        const Phrase why = whyNoDeviceWork(query);
        return why.isEmpty() ? tableReason(RS_TABLE("No gap lies between the tasks of the device in the steps that "
                                                    "were asked for: there is no idle time to explain."))
                             : why;
    };

    TableSpec &gaps =
        catalogue.add("idle.gaps", TableScope::Rank, RS_TABLE("Gaps of a rank"),
                      RS_TABLE("Every gap of one rank with its cause, the task that ended it and what launched that."));
    gaps.parameters = {P::Step};
    gaps.sources = traces;
    gaps.columns = [](const TableQuery &) { return columnsOf(gapFields({})); };
    gaps.make = makeGaps;
    gaps.whyEmpty = whyNoDeviceWork; // none is an answer where the device worked

    TableSpec &chains = catalogue.add(
        "chains", TableScope::Rank, RS_TABLE("Kernel dispatch"),
        RS_TABLE(
            "Every kernel with its way from the framework to the device: operator, queue, CANN call, launch, delay."));
    chains.sources = traces;
    chains.columns = [](const TableQuery &) { return columnsOf(chainFields()); };
    chains.make = makeChains;
    chains.whyEmpty = [](const TableQuery &query) -> Phrase {
        if (const Phrase why = whyNoTrace(query); !why.isEmpty())
            return why;
        return tableReason(RS_TABLE("The trace of rank %1 has no kernels of compute cores: the profiler writes them "
                                    "when NPU activity is on."),
                           {rankLabel(*query.run, query.rank)});
    };
}

} // namespace rs
