// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/deviceload.h"
#include "analysis/overview/trajectory.h"
#include "analysis/parallel/expertload.h"
#include "analysis/ranks/domains.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

namespace {

const char *trajectoryWord(TrajectoryOf of)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        RS_TABLE("step"),
        RS_TABLE("all steps"),
        RS_TABLE("without the first step"),
        RS_TABLE("as the file states"),
    };
    return words[static_cast<size_t>(of)];
}

const char *apartWord(const TrajectoryRow &row)
{
    return std::ranges::find(row.apart, true) == row.apart.end() ? RS_TABLE("no") : RS_TABLE("yes");
}

struct TimeColumn
{
    TrajectoryTime time;
    const char *id;
    const char *header;
    const char *title;
    const char *hint;
};

constexpr TimeColumn trajectoryTimes[] = {
    {TrajectoryTime::Total, "total", "Total(ns)", RS_TABLE("Step (%1)"), RS_TABLE("The whole step.")},
    {TrajectoryTime::Interval, "interval", "Step Interval(ns)", RS_TABLE("Step interval (%1)"),
     RS_TABLE("From the start of the step to its first operator on the device, Preparing of step_trace_time.csv: a "
              "long one points at the host's data.")},
    {TrajectoryTime::ForwardBackward, "forward-backward", "Forward and Backward(ns)",
     RS_TABLE("Forward and backward (%1)"),
     RS_TABLE("From the first forward to the last backward operator: of step_trace_raw_*.csv, or FP_BP Time of "
              "step_trace_*.csv of msprof.")},
    {TrajectoryTime::Tail, "tail", "Tail(ns)", RS_TABLE("Step tail (%1)"),
     RS_TABLE("From the last backward operator to the end of the step: AllReduce and the update of the parameters.")},
    {TrajectoryTime::Computation, "computation", "Computation(ns)", RS_TABLE("Computation (%1)"),
     RS_TABLE("Computing of step_trace_time.csv. Files of MindSpore 1.x mean the step less communication that is not "
              "overlapped, so theirs holds idle time.")},
    {TrajectoryTime::Idle, "idle", "Idle(ns)", RS_TABLE("Idle (%1)"),
     RS_TABLE(
         "Free of step_trace_time.csv, without what the step interval counts. Files of MindSpore 1.x do not have it.")},
    {TrajectoryTime::CommunicationAlone, "communication-alone", "Communication Alone(ns)",
     RS_TABLE("Non-overlapped communication (%1)"), RS_TABLE("Communication while no kernel runs.")},
    {TrajectoryTime::Stage, "stage-time", "Stage Time(ns)", RS_TABLE("Stage time (%1)"),
     RS_TABLE("Stage of step_trace_time.csv; where the file states none, as those of MindSpore with 0, the step less "
              "receiving alone. The stage with the longest is the slow one.")},
    {TrajectoryTime::ReceiveAlone, "receive-alone", "Receive Alone(ns)", RS_TABLE("Non-overlapped receive (%1)"),
     RS_TABLE("Waiting for another stage: how unbalanced the pipeline is. Bubble of step_trace_time.csv, in which "
              "MindSpore counts sends too; where that file states no Stage, the receive operators of the trace.")},
    {TrajectoryTime::CollectiveAlone, "collective-alone", "Collective Alone(ns)",
     RS_TABLE("Non-overlapped collective (%1)"), RS_TABLE("Non-overlapped communication less non-overlapped receive.")},
};

std::vector<ColumnSpec> trajectoryColumns(bool means)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"host", "Host", RS_TABLE("Host"), K::Text, "", false},
        {"device", "Device", RS_TABLE("Device"), K::Identifier, "", false},
        {"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier,
         RS_TABLE("Its place in the pipeline, from 0; empty without pipelines.")},
    };
    if (means) {
        out.emplace_back("of", "Mean of", RS_TABLE("Mean of"), K::Word,
                         RS_TABLE("The first step starts the graphs and is often far longer. What a file of MindSpore "
                                  "1.x states may be of more steps than it lists."));
        out.emplace_back("steps", "Steps", RS_TABLE("Steps"), K::Integer,
                         RS_TABLE("Number of steps in the mean; a time missing in some of them is the mean of the "
                                  "others."));
        out.emplace_back(
            "fewest-steps", "Fewest Steps", RS_TABLE("Fewest steps"), K::Integer,
            RS_TABLE("Steps in the mean of the part that the fewest steps have. If this is less than the steps, "
                     "the parts of the row are of different steps and may not add up."));
    } else {
        out.emplace_back("step", "Step", RS_TABLE("Step"), K::Label);
    }
    for (const TimeColumn &c : trajectoryTimes)
        out.emplace_back(c.id, c.header, c.title, K::Time, c.hint).unitGroup = 1;
    if (means)
        out.emplace_back("outlier", "Outlier", RS_TABLE("Outlier"), K::Word,
                         RS_TABLE("One of its times differs by 20 % or more from the median of its pipeline stage, and "
                                  "is an outlier as the diagnosis finds them (MAD, Dixon's Q for few ranks)."));
    return out;
}

TrajectoryQuery trajectoryQuery(const TableQuery &query)
{
    return {query.fromStep, query.toStep, query.stage, query.domain};
}

std::shared_ptr<const RowSource> makeTrajectory(const TableQuery &query, bool means, const JobContext &job)
{
    const std::vector<TrajectoryRow> found = trajectory(*query.run, trajectoryQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(trajectoryColumns(means));
    for (const TrajectoryRow &r : found) {
        if ((r.of == TrajectoryOf::Step) == means || (!means && !query.step.isEmpty() && r.step != query.step))
            continue;
        std::vector<Cell> cells = {r.label, r.host, cellIf(r.device >= 0, r.device), cellIf(r.stage >= 0, r.stage)};
        if (means)
            cells.insert(cells.end(), {trajectoryWord(r.of), cellIf(r.steps > 0, r.steps),
                                       cellIf(r.fewestSteps > 0, r.fewestSteps)});
        else
            cells.emplace_back(r.step);
        for (const TimeColumn &c : trajectoryTimes)
            cells.emplace_back(r.at(c.time));
        if (means)
            cells.emplace_back(apartWord(r));
        rows->add({r.rankIndex, NoSlice, {}}, cells);
    }
    // The columns that are left tell which files have more.
    for (const TimeColumn &c : trajectoryTimes)
        rows->hideEmpty({QString::fromLatin1(c.id)});
    rows->setShown(u"stage", rows->hasValues(u"stage"));
    return rows;
}

// Files are missing only where no choice hides what they have.
Phrase whyNoTrajectory(const TableQuery &query)
{
    if (const std::optional<Phrase> why = whyNotThatStage(query))
        return *why;
    TrajectoryQuery wider = trajectoryQuery(query);
    wider.domain.clear();
    const auto has = [&query](const TrajectoryQuery &asked) {
        const std::vector<TrajectoryRow> rows = trajectory(*query.run, asked);
        return std::ranges::any_of(rows, [&](const TrajectoryRow &r) {
            return query.step.isEmpty() || r.of != TrajectoryOf::Step || r.step == query.step;
        });
    };
    if (!query.domain.isEmpty() && has(wider)) {
        const QString label = domainLabel(*query.run, query.domain);
        return tableReason(RS_TABLE("No rank of communication domain %1 has times of these steps; other ranks have."),
                           {label.isEmpty() ? query.domain : label});
    }
    wider.fromStep.reset();
    wider.toStep.reset();
    if ((query.fromStep || query.toStep) && has(wider))
        return tableReason(RS_TABLE("There is no step in the chosen range; there are: %1."),
                           {query.run->steps().join(QStringLiteral(", "))});
    if (isOfMindSpore1(*query.run) && query.run->steps().isEmpty())
        return tableReason(
            RS_TABLE("No rank of this run of MindSpore 1.x has steps: they come from step_trace_raw_*_detail_time.csv, "
                     "ascend_cluster_analyse_*.csv or gpu_cluster_analyse_*.csv, or from a trace with device lanes."));
    return whyNoSteps(query);
}

void addTrajectory(Catalogue &catalogue, const char *id, bool means, const char *title, const char *hint)
{
    TableSpec &table = catalogue.add(id, TableScope::Run, title, hint);
    table.parameters = {Parameter::StepRange, Parameter::Stage, Parameter::Domain};
    if (!means)
        table.parameters.insert(table.parameters.begin(), Parameter::Step);
    table.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace"), QStringLiteral("legacy_steps"),
                      QStringLiteral("legacy_shares")},
                     {QStringLiteral("cluster_step_trace_time")}};
    table.columns = [means](const TableQuery &) { return trajectoryColumns(means); };
    table.make = [means](const TableQuery &query, const JobContext &job) { return makeTrajectory(query, means, job); };
    table.whyEmpty = whyNoTrajectory;
    table.needsAllRanks = true;
}

const char *loadWord(LoadSource source)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        "",
        RS_TABLE("theoretical"),
        RS_TABLE("measured"),
        RS_TABLE("estimated"),
    };
    return words[static_cast<size_t>(source)];
}

std::vector<ColumnSpec> loadColumns()
{
    using K = ValueKind;
    return {
        {"host", "Host", RS_TABLE("Host"), K::Text},
        {"device", "Device", RS_TABLE("Device"), K::Identifier},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"peak", "Peak Memory(GiB)", RS_TABLE("Peak memory (GiB)"), K::Real,
         RS_TABLE("Of memory_usage_summary_*.json, a value of the graph compiler, or the most reserved memory of "
                  "memory_record.csv.")},
        {"capacity", "Capacity(GiB)", RS_TABLE("Capacity (GiB)"), K::Real,
         RS_TABLE("What the device has, as files or the reference values say.")},
        {"memory-share", "Memory Used(%)", RS_TABLE("Memory used (%)"), K::Percent,
         RS_TABLE("Peak memory / capacity.")},
        {"memory-source", "Memory Source", RS_TABLE("Source of memory"), K::Word},
        {"flops", "FLOPs(M)", RS_TABLE("FLOPs (millions)"), K::Real,
         RS_TABLE("Operations: of flops_summary_*.json, of the counters of kernel tables (aic_metrics "
                  "ArithmeticUtilization), or estimated from the shapes of matrix products.")},
        {"flops-share", "FLOPs of Most(%)", RS_TABLE("FLOPs vs. most (%)"), K::Percent,
         RS_TABLE("Of the device with the most operations.")},
        {"rate", "FLOPS(G/s)", RS_TABLE("FLOPS (G/s)"), K::Real,
         RS_TABLE("Operations / the time in which they ran. Where there is no flops_*.txt, an old summary states the "
                  "mean over its operators.")},
        {"rate-share", "FLOPS of Fastest(%)", RS_TABLE("FLOPS vs. fastest (%)"), K::Percent,
         RS_TABLE("Of the fastest device.")},
        {"utilization", "FLOPS Utilization(%)", RS_TABLE("FLOPS utilisation (%)"), K::Percent,
         RS_TABLE("Of what the device can do, as flops_summary_*.json or the reference values say.")},
        {"flops-source", "FLOPs Source", RS_TABLE("Source of FLOPs"), K::Word},
    };
}

std::shared_ptr<const RowSource> makeLoads(const TableQuery &query, const JobContext &job)
{
    const std::vector<DeviceLoad> loads = deviceLoads(*query.run, job, query.rates.device);
    if (job.isCanceled())
        return nullptr;
    const auto percent = [](const std::optional<double> &share) { return share ? Cell(*share * 100) : Cell(); };
    auto rows = std::make_shared<CellRows>(loadColumns());
    for (const DeviceLoad &l : loads)
        rows->add({l.rankIndex, NoSlice, {}},
                  {l.host, cellIf(l.device >= 0, l.device), l.label, l.peakGib, l.capacityGib, percent(l.memoryShare()),
                   loadWord(l.memorySource), l.mflops, percent(l.mflopsShare), l.gflopsPerSecond, percent(l.rateShare),
                   l.utilization, loadWord(l.flopsSource)});
    rows->hideEmpty({u"host", u"device", u"peak", u"capacity", u"memory-share", u"flops", u"flops-share", u"rate",
                     u"rate-share", u"utilization"});
    return rows;
}

Phrase whyNoLoads(const TableQuery &query)
{
    if (isOfMindSpore1(*query.run))
        return tableReason(
            RS_TABLE("No rank has a memory_usage_summary_*.json (profile_memory=True) or a flops_summary_*.json or "
                     "flops_*.txt (aicore_metrics=0, ArithmeticUtilization) of MindSpore 1.x."));
    return tableReason(
        RS_TABLE("No rank has a memory_record.csv (profile_memory), a kernel_details.csv with operation counters "
                 "(aic_metrics ArithmeticUtilization) or shapes of matrix products (Level1), or the "
                 "memory_usage_summary_*.json and flops_summary_*.json of MindSpore 1.x."));
}

void addLoads(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add("devices.load", TableScope::Run, RS_TABLE("Memory and FLOPs by device"),
                                     RS_TABLE("Peak memory and arithmetic of the devices of each host: which are full, "
                                              "and which were given more work than others?"),
                                     loadColumns, makeLoads, whyNoLoads);
    table.sources = {{QStringLiteral("legacy_memory"), QStringLiteral("legacy_flops"),
                      QStringLiteral("legacy_flops_operators"), QStringLiteral("memory_record"),
                      QStringLiteral("kernel_details"), QStringLiteral("op_summary")},
                     {}};
    table.needsAllRanks = true;
    table.takesRates = true;
}

const char *expertLackWord(ExpertLack lack)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        "",
        RS_TABLE("no kernel table (kernel_details.csv, op_summary)"),
        RS_TABLE("no GroupedMatmul in the kernel table, which gives tokens and waits"),
        RS_TABLE("no shapes in the kernel table (Level1), which give tokens"),
        RS_TABLE("no other rank of the domain to wait for"),
        RS_TABLE("the ranks do not have the same GroupedMatmul"),
    };
    return words[static_cast<size_t>(lack)];
}

std::vector<ColumnSpec> expertColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"domain", "Expert Domain", RS_TABLE("Expert domain"), K::Identifier,
         RS_TABLE("Counted from 0, the one that costs most first.")},
        {"ranks", "Ranks", RS_TABLE("Ranks of the domain"), K::Text,
         RS_TABLE("Of the domain called exp, else of the parallel strategy, else of the domain of alltoallv.")},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"tokens", "Tokens", RS_TABLE("Tokens"), K::Integer,
         RS_TABLE("Sum of the first dimensions of all inputs but the last two, over every GroupedMatmul.")},
        {"calls", "Calls", RS_TABLE("Calls"), K::Integer, RS_TABLE("How many GroupedMatmul the kernel table has.")},
        {"work", "GroupedMatmul(ns)", RS_TABLE("GroupedMatmul (%1)"), K::Time, RS_TABLE("How long they ran.")},
        {"wait", "Wait for Longest(ns)", RS_TABLE("Wait for the longest (%1)"), K::Time,
         RS_TABLE("By how much they ran shorter than the longest of the same place in the step on any rank of the "
                  "domain. Empty where the ranks do not have the same calls.")},
        {"exchanged", "Alltoallv(MB)", RS_TABLE("Alltoallv (MB)"), K::Real,
         RS_TABLE("What the rank moved in alltoallv of the domain, as communication.json has it.")},
        {"of-mean", "Of Mean(%)", RS_TABLE("Of the mean (%)"), K::Percent,
         RS_TABLE("Tokens / their mean over the domain; if shapes are missing, by the time of GroupedMatmul, else "
                  "by what alltoallv moved. Two ranks always move the same amount: empty then.")},
        {"cost", "Cost(ns)", RS_TABLE("Cost of the domain (%1)"), K::Time,
         RS_TABLE("Mean wait of its ranks for the longest in calls with uneven tokens: what an even spread would "
                  "gain in GroupedMatmul alone.")},
        {"reason", "Reason", RS_TABLE("What is missing"), K::Word},
    };
    setUnitGroup(out, 1, {u"work", u"wait", u"cost"});
    leadWith(out, {u"domain", u"ranks", u"rank", u"of-mean", u"tokens", u"wait", u"cost"});
    return out;
}

std::shared_ptr<const RowSource> makeExperts(const TableQuery &query, const JobContext &job)
{
    const std::vector<ExpertLoad> loads = expertLoads(*query.run, query.step, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(expertColumns());
    for (size_t d = 0; d < loads.size(); ++d) {
        const ExpertLoad &load = loads[d];
        QStringList ranks;
        for (const int rank : load.ranks)
            ranks << QString::number(rank);
        const std::optional<double> mean = load.mean();
        for (const ExpertRank &r : load.members) {
            const std::optional<double> own = load.of(r);
            rows->add({r.rankIndex, NoSlice, {}},
                      {d, ranks.join(u','), query.run->infos[static_cast<size_t>(r.rankIndex)].label, r.tokens,
                       cellIf(r.calls > 0, r.calls), r.workNs, r.waitNs, r.exchangedMb,
                       own && mean && *mean > 0 ? Cell(*own / *mean * 100) : Cell(), load.costNs,
                       expertLackWord(load.lackOf(r))});
        }
    }
    return rows;
}

Phrase whyNoExperts(const TableQuery &)
{
    return tableReason(RS_TABLE(
        "No rank of an expert domain has a GroupedMatmul in its kernel table (kernel_details.csv) or an alltoallv "
        "in its communication.json: the run has no experts, or was profiled at Level0, which writes neither "
        "(profiler_level Level1 and Level2 do). The domain is the group called exp (parallel_group_info of "
        "profiler_metadata.json), that of the parallel strategy, or the one of alltoallv."));
}

void addExperts(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add("moe.load", TableScope::Run, RS_TABLE("Load of experts"),
                                     RS_TABLE("Mixture of experts: which ranks' experts were given more tokens than "
                                              "others, and what waiting for them costs."),
                                     expertColumns, makeExperts, whyNoExperts);
    table.parameters = {Parameter::Step};
    table.sources = {{QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("communication")},
                     {}};
    table.needsAllRanks = true;
    table.ownPage = true;
}

std::vector<ColumnSpec> overviewStepColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"devices", "Devices", RS_TABLE("Devices"), K::Integer, RS_TABLE("Devices whose step time is known.")},
        {"total", "Total(ns)", RS_TABLE("Step (%1)"), K::Time,
         RS_TABLE("Computing, non-overlapped communication, idle and preparing time: the mean of the devices.")},
        {"shortest", "Shortest(ns)", RS_TABLE("Shortest (%1)"), K::Time},
        {"longest", "Longest(ns)", RS_TABLE("Longest (%1)"), K::Time},
        {"longest-rank", "Longest Rank", RS_TABLE("Longest on rank"), K::Label},
        {"computation", "Computation(ns)", RS_TABLE("Computation (%1)"), K::Time, RS_TABLE("The mean of the devices.")},
        {"communication-devices", "Communicating Devices", RS_TABLE("Devices of communication"), K::Integer,
         RS_TABLE("Number of devices in the mean of communication and wait: files may have different steps, and "
                  "other devices give another mean.")},
        {"communication", "Communication(ns)", RS_TABLE("Communication (%1)"), K::Time,
         RS_TABLE("Mean transfer time of the devices, overlapped or not: Transit Time of communication.json, "
                  "communication_cost of hccl_raw_*.csv.")},
        {"wait", "Wait(ns)", RS_TABLE("Wait (%1)"), K::Time,
         RS_TABLE("Mean wait of the devices inside communication operators: Wait Time of communication.json, "
                  "wait_cost of hccl_raw_*.csv.")},
    };
    for (ColumnSpec &c : out) {
        if (c.kind == K::Time)
            c.unitGroup = 1;
    }
    return out;
}

std::shared_ptr<const RowSource> makeOverviewSteps(const TableQuery &query, const JobContext &job)
{
    const TimeOverview all = timeOverview(*query.run, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(overviewStepColumns());
    for (const OverviewStep &s : all.steps) {
        const OverviewDevice longest =
            s.longestDevice >= 0 ? all.devices[static_cast<size_t>(s.longestDevice)] : OverviewDevice();
        const bool isKnown = s.total.devices > 0;
        rows->add({longest.rankIndex, NoSlice, {}},
                  {s.step, s.total.devices, s.total.meanNs(), cellIf(isKnown, s.shortestNs),
                   cellIf(isKnown, s.longestNs), longest.label, s.computation.meanNs(),
                   std::max(s.communication.devices, s.wait.devices), s.communication.meanNs(), s.wait.meanNs()});
    }
    rows->hideEmpty({u"computation", u"communication", u"wait"});
    rows->setShown(u"communication-devices",
                   rows->rows() == 0 || rows->hasValues(u"communication") || rows->hasValues(u"wait"));
    return rows;
}

void addOverviewSteps(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add("steps.overview", TableScope::Run, RS_TABLE("Time overview of the steps"),
                                     RS_TABLE("How long each step is, and how long the devices compute, "
                                              "communicate and wait in it on average: which steps are worth a "
                                              "look?"),
                                     overviewStepColumns, makeOverviewSteps, whyNoSteps);
    table.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace"), QStringLiteral("legacy_steps"),
                      QStringLiteral("legacy_shares")},
                     {QStringLiteral("cluster_step_trace_time")}};
    table.needsAllRanks = true;
}

} // namespace

void addParallelTables(Catalogue &catalogue)
{
    addTrajectory(catalogue, "trajectory", true, RS_TABLE("Iteration breakdown"),
                  RS_TABLE("The parts of an iteration of each rank on average, with and without the first step: "
                           "which rank is slow in data, computing or communication, or waits for another stage?"));
    addTrajectory(catalogue, "trajectory.steps", false, RS_TABLE("Iteration breakdown by step"),
                  RS_TABLE("The parts of each iteration of each rank."));
    addOverviewSteps(catalogue);
    addLoads(catalogue);
    addExperts(catalogue);
}

} // namespace rs
