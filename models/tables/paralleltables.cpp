// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/deviceload.h"
#include "analysis/overview/timeoverview.h"
#include "analysis/overview/trajectory.h"
#include "analysis/parallel/expertload.h"
#include "analysis/ranks/domains.h"
#include "tables/emptycolumns.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
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
    return std::find(row.apart.begin(), row.apart.end(), true) == row.apart.end() ? RS_TABLE("no") : RS_TABLE("yes");
}

struct TimeColumn
{
    TrajectoryTime time;
    const char *id;
    const char *header;
    const char *title;
    const char *hint;
};

constexpr TimeColumn trajectoryColumns[] = {
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
              "covered, so theirs holds idle time.")},
    {TrajectoryTime::Idle, "idle", "Idle(ns)", RS_TABLE("Idle (%1)"),
     RS_TABLE(
         "Free of step_trace_time.csv, without what the step interval counts. Files of MindSpore 1.x do not tell it.")},
    {TrajectoryTime::CommunicationAlone, "communication-alone", "Communication Alone(ns)",
     RS_TABLE("Communication alone (%1)"), RS_TABLE("Communication that no computation covers.")},
    {TrajectoryTime::Stage, "stage-time", "Stage Time(ns)", RS_TABLE("Stage time (%1)"),
     RS_TABLE("Stage of step_trace_time.csv; where the file states none, as those of MindSpore with 0, the step less "
              "receiving alone. The stage with the longest is the slow one.")},
    {TrajectoryTime::ReceiveAlone, "receive-alone", "Receive Alone(ns)", RS_TABLE("Receive alone (%1)"),
     RS_TABLE("Waiting for another stage: how unbalanced the pipeline is. Bubble of step_trace_time.csv, in which "
              "MindSpore counts sends too; where that file states no Stage, the receive operators of the trace.")},
    {TrajectoryTime::CollectiveAlone, "collective-alone", "Collective Alone(ns)", RS_TABLE("Collective alone (%1)"),
     RS_TABLE("Communication alone less receive alone.")},
};

// To people a column without any value says nothing; the others tell which files have more.
void hideEmptyTimes(std::vector<Field<TrajectoryRow>> &fields, const std::vector<TrajectoryRow> &rows)
{
    for (const TimeColumn &c : trajectoryColumns)
        fieldNamed(fields, QString::fromLatin1(c.id)).column.shown =
            rows.empty() || std::any_of(rows.begin(), rows.end(),
                                        [time = c.time](const TrajectoryRow &r) { return r.at(time).has_value(); });
    fieldNamed(fields, u"stage").column.shown =
        std::any_of(rows.begin(), rows.end(), [](const TrajectoryRow &r) { return r.stage >= 0; });
}

std::vector<Field<TrajectoryRow>> trajectoryFields(bool means)
{
    using R = TrajectoryRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.label; }},
        {{"host", "Host", RS_TABLE("Host"), K::Text, "", false}, [](const R &r) { return r.host; }},
        {{"device", "Device", RS_TABLE("Device"), K::Identifier, "", false},
         [](const R &r) { return known(r.device >= 0, static_cast<qint64>(r.device)); }},
        {{"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier,
          RS_TABLE("Its place in the pipeline, from 0; empty without pipelines.")},
         [](const R &r) { return known(r.stage >= 0, static_cast<qint64>(r.stage)); }},
    };
    if (means) {
        out.emplace_back(ColumnSpec("of", "Mean of", RS_TABLE("Mean of"), K::Word,
                                    RS_TABLE("The first step starts the graphs and is often far longer. What a file of "
                                             "MindSpore 1.x states may be of more steps than it lists.")),
                         [](const R &r) { return QString::fromLatin1(trajectoryWord(r.of)); });
        out.emplace_back(
            ColumnSpec("steps", "Steps", RS_TABLE("Steps"), K::Integer,
                       RS_TABLE("How many the mean is of; a time that some of them lack is the mean of the others.")),
            [](const R &r) { return known(r.steps > 0, static_cast<qint64>(r.steps)); });
        out.emplace_back(
            ColumnSpec(
                "fewest-steps", "Fewest Steps", RS_TABLE("Fewest steps"), K::Integer,
                RS_TABLE("Of how many steps the time is the mean that the fewest of them know. Where this is less than "
                         "the steps, the parts of the row are not of the same steps and need not add up.")),
            [](const R &r) { return known(r.fewestSteps > 0, static_cast<qint64>(r.fewestSteps)); });
    } else {
        Field<R> step(ColumnSpec("step", "Step", RS_TABLE("Step"), K::Label), [](const R &r) { return r.step; });
        step.column.key = RowKey::Step;
        out.push_back(std::move(step));
    }
    for (const TimeColumn &c : trajectoryColumns) {
        out.emplace_back(ColumnSpec(c.id, c.header, c.title, K::Time, c.hint),
                         [time = c.time](const R &r) { return fieldOf(r.at(time)); });
        out.back().column.unitGroup = 1;
    }
    if (means)
        out.emplace_back(
            ColumnSpec("outlier", "Outlier", RS_TABLE("Outlier"), K::Word,
                       RS_TABLE("One of its times differs by 20 % or more from the median of its pipeline stage, and "
                                "is an outlier as the diagnosis finds them (MAD, Dixon's Q for few ranks).")),
            [](const R &r) { return QString::fromLatin1(apartWord(r)); });
    return out;
}

TrajectoryQuery trajectoryQuery(const TableQuery &query)
{
    return {query.fromStep, query.toStep, query.stage, query.domain};
}

std::shared_ptr<const RowSource> makeTrajectory(const TableQuery &query, bool means, const JobContext &job)
{
    std::vector<TrajectoryRow> rows = trajectory(*query.run, trajectoryQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    std::erase_if(rows, [&](const TrajectoryRow &r) {
        return (r.of == TrajectoryOf::Step) == means || (!means && !query.step.isEmpty() && r.step != query.step);
    });
    std::vector<Field<TrajectoryRow>> fields = trajectoryFields(means);
    hideEmptyTimes(fields, rows);
    return std::make_shared<StructSource<TrajectoryRow>>(std::move(fields), std::move(rows),
                                                         [](const TrajectoryRow &r) {
                                                             return RowPlace{r.rankIndex, NoSlice, {}};
                                                         });
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
        return std::any_of(rows.begin(), rows.end(), [&](const TrajectoryRow &r) {
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
    table.columns = [means](const TableQuery &) { return columnsOf(trajectoryFields(means)); };
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

std::vector<Field<DeviceLoad>> loadFields()
{
    using R = DeviceLoad;
    using K = ValueKind;
    const auto percent = [](const std::optional<double> &share) {
        return share ? FieldValue(*share * 100) : FieldValue();
    };
    return {
        {{"host", "Host", RS_TABLE("Host"), K::Text}, [](const R &r) { return r.host; }},
        {{"device", "Device", RS_TABLE("Device"), K::Identifier},
         [](const R &r) { return known(r.device >= 0, static_cast<qint64>(r.device)); }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.label; }},
        {{"peak", "Peak Memory(GiB)", RS_TABLE("Peak memory (GiB)"), K::Real,
          RS_TABLE("Of memory_usage_summary_*.json, a value of the graph compiler, or the most that memory_record.csv "
                   "says was reserved.")},
         [](const R &r) { return fieldOf(r.peakGib); }},
        {{"capacity", "Capacity(GiB)", RS_TABLE("Capacity (GiB)"), K::Real,
          RS_TABLE("What the device has; empty where no file says.")},
         [](const R &r) { return fieldOf(r.capacityGib); }},
        {{"memory-share", "Memory Used(%)", RS_TABLE("Memory used (%)"), K::Percent,
          RS_TABLE("Peak memory of the capacity.")},
         [percent](const R &r) { return percent(r.memoryShare()); }},
        {{"memory-source", "Memory Source", RS_TABLE("Memory is"), K::Word},
         [](const R &r) { return QString::fromLatin1(loadWord(r.memorySource)); }},
        {{"flops", "FLOPs(M)", RS_TABLE("FLOPs (millions)"), K::Real,
          RS_TABLE("Operations: of flops_summary_*.json, of the counters of kernel tables (aic_metrics "
                   "ArithmeticUtilization), or estimated from the shapes of matrix products.")},
         [](const R &r) { return fieldOf(r.mflops); }},
        {{"flops-share", "FLOPs of Most(%)", RS_TABLE("FLOPs of the most (%)"), K::Percent,
          RS_TABLE("Of the device with the most operations.")},
         [percent](const R &r) { return percent(r.mflopsShare); }},
        {{"rate", "FLOPS(G/s)", RS_TABLE("FLOPS (G/s)"), K::Real,
          RS_TABLE("Operations by the time in which they ran. Where there is no flops_*.txt, an old summary states the "
                   "mean over its operators.")},
         [](const R &r) { return fieldOf(r.gflopsPerSecond); }},
        {{"rate-share", "FLOPS of Fastest(%)", RS_TABLE("FLOPS of the fastest (%)"), K::Percent,
          RS_TABLE("Of the fastest device.")},
         [percent](const R &r) { return percent(r.rateShare); }},
        {{"utilization", "FLOPS Utilization(%)", RS_TABLE("FLOPS utilisation (%)"), K::Percent,
          RS_TABLE("Of what the device can do, as flops_summary_*.json states it.")},
         [](const R &r) { return fieldOf(r.utilization); }},
        {{"flops-source", "FLOPs Source", RS_TABLE("FLOPs are"), K::Word},
         [](const R &r) { return QString::fromLatin1(loadWord(r.flopsSource)); }},
    };
}

std::shared_ptr<const RowSource> makeLoads(const TableQuery &query, const JobContext &job)
{
    std::vector<DeviceLoad> loads = deviceLoads(*query.run, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<Field<DeviceLoad>> fields = loadFields();
    hideEmpty(fields, loads,
              {u"host", u"device", u"peak", u"capacity", u"memory-share", u"flops", u"flops-share", u"rate",
               u"rate-share", u"utilization"});
    return std::make_shared<StructSource<DeviceLoad>>(std::move(fields), std::move(loads), [](const DeviceLoad &r) {
        return RowPlace{r.rankIndex, NoSlice, {}};
    });
}

void addLoads(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add("devices.load", TableScope::Run, RS_TABLE("Memory and FLOPs by device"),
                                     RS_TABLE("Peak memory and arithmetic of the devices of each host: which are full, "
                                              "and which were given more work than others?"));
    table.sources = {{QStringLiteral("legacy_memory"), QStringLiteral("legacy_flops"),
                      QStringLiteral("legacy_flops_operators"), QStringLiteral("memory_record"),
                      QStringLiteral("kernel_details"), QStringLiteral("op_summary")},
                     {}};
    table.columns = [](const TableQuery &) { return columnsOf(loadFields()); };
    table.make = makeLoads;
    table.whyEmpty = [](const TableQuery &query) {
        if (isOfMindSpore1(*query.run))
            return tableReason(
                RS_TABLE("No rank has a memory_usage_summary_*.json (profile_memory=True) or a flops_summary_*.json or "
                         "flops_*.txt (aicore_metrics=0, ArithmeticUtilization) of MindSpore 1.x."));
        return tableReason(
            RS_TABLE("No rank has a memory_record.csv (profile_memory), a kernel_details.csv with operation counters "
                     "(aic_metrics ArithmeticUtilization) or shapes of matrix products (Level1), or the "
                     "memory_usage_summary_*.json and flops_summary_*.json of MindSpore 1.x."));
    };
    table.needsAllRanks = true;
}

struct ExpertRow
{
    int domain = 0;
    QString ranks;
    QString label;
    ExpertRank rank;
    std::optional<double> ofMean;
    std::optional<qint64> costNs;
    ExpertLack lack = ExpertLack::None;
};

const char *expertLackWord(ExpertLack lack)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        "",
        RS_TABLE("no kernel table (kernel_details.csv, op_summary)"),
        RS_TABLE("no GroupedMatmul in the kernel table, which tells tokens and waits"),
        RS_TABLE("no shapes in the kernel table (Level1), which tell tokens"),
        RS_TABLE("no other rank of the domain to wait for"),
        RS_TABLE("the ranks do not have the same GroupedMatmul"),
    };
    return words[static_cast<size_t>(lack)];
}

std::vector<Field<ExpertRow>> expertFields()
{
    using R = ExpertRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"domain", "Expert Domain", RS_TABLE("Expert domain"), K::Identifier,
          RS_TABLE("Counted from 0, the one that costs most first.")},
         [](const R &r) { return static_cast<qint64>(r.domain); }},
        {{"ranks", "Ranks", RS_TABLE("Ranks of the domain"), K::Text,
          RS_TABLE("Of the group called exp, else of the parallel strategy, else of the domain of alltoallv.")},
         [](const R &r) { return r.ranks; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.label; }},
        {{"tokens", "Tokens", RS_TABLE("Tokens"), K::Integer,
          RS_TABLE("Of every GroupedMatmul the first dimensions of all inputs but the last two.")},
         [](const R &r) { return fieldOf(r.rank.tokens); }},
        {{"calls", "Calls", RS_TABLE("Calls"), K::Integer, RS_TABLE("How many GroupedMatmul the kernel table has.")},
         [](const R &r) { return known(r.rank.calls > 0, static_cast<qint64>(r.rank.calls)); }},
        {{"work", "GroupedMatmul(ns)", RS_TABLE("GroupedMatmul (%1)"), K::Time, RS_TABLE("How long they ran.")},
         [](const R &r) { return fieldOf(r.rank.workNs); }},
        {{"wait", "Wait for Longest(ns)", RS_TABLE("Wait for the longest (%1)"), K::Time,
          RS_TABLE("By how much they ran shorter than the longest of the same place in the step on any rank of the "
                   "domain. Empty where the ranks do not have the same calls.")},
         [](const R &r) { return fieldOf(r.rank.waitNs); }},
        {{"exchanged", "Alltoallv(MB)", RS_TABLE("Alltoallv (MB)"), K::Real,
          RS_TABLE("What the rank moved in alltoallv of the domain, as communication.json has it.")},
         [](const R &r) { return fieldOf(r.rank.exchangedMb); }},
        {{"of-mean", "Of Mean(%)", RS_TABLE("Of the mean (%)"), K::Percent,
          RS_TABLE("Tokens by their mean over the domain; where shapes are missing the time of GroupedMatmul, and "
                   "without these what alltoallv moved. Two ranks alone move as much, however the tokens are spread: "
                   "nothing is told then.")},
         [](const R &r) { return r.ofMean ? FieldValue(*r.ofMean * 100) : FieldValue(); }},
        {{"cost", "Cost(ns)", RS_TABLE("Cost of the domain (%1)"), K::Time,
          RS_TABLE("The mean of what its ranks wait for the longest in calls whose tokens are uneven: what an even "
                   "spread would gain of GroupedMatmul alone.")},
         [](const R &r) { return fieldOf(r.costNs); }},
        {{"reason", "Reason", RS_TABLE("What is missing"), K::Word},
         [](const R &r) { return QString::fromLatin1(expertLackWord(r.lack)); }},
    };
    for (const char *const id : {"work", "wait", "cost"})
        fieldNamed(out, QString::fromLatin1(id)).column.unitGroup = 1;
    leadWith(out, {u"domain", u"ranks", u"rank", u"of-mean", u"tokens", u"wait", u"cost"});
    return out;
}

std::shared_ptr<const RowSource> makeExperts(const TableQuery &query, const JobContext &job)
{
    const std::vector<ExpertLoad> loads = expertLoads(*query.run, query.step, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<ExpertRow> rows;
    for (size_t d = 0; d < loads.size(); ++d) {
        const ExpertLoad &load = loads[d];
        QStringList ranks;
        for (const int rank : load.ranks)
            ranks << QString::number(rank);
        const std::optional<double> mean = load.mean();
        for (const ExpertRank &r : load.members) {
            const std::optional<double> own = load.of(r);
            rows.push_back(
                {static_cast<int>(d), ranks.join(u','), query.run->infos[static_cast<size_t>(r.rankIndex)].label, r,
                 own && mean && *mean > 0 ? std::optional(*own / *mean) : std::nullopt, load.costNs, load.lackOf(r)});
        }
    }
    return std::make_shared<StructSource<ExpertRow>>(expertFields(), std::move(rows), [](const ExpertRow &r) {
        return RowPlace{r.rank.rankIndex, NoSlice, {}};
    });
}

void addExperts(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add("moe.load", TableScope::Run, RS_TABLE("Load of experts"),
                                     RS_TABLE("Mixture of experts: which ranks' experts were given more tokens than "
                                              "others, and what waiting for them costs."));
    table.parameters = {Parameter::Step};
    table.sources = {{QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("communication")},
                     {}};
    table.columns = [](const TableQuery &) { return columnsOf(expertFields()); };
    table.make = makeExperts;
    table.whyEmpty = [](const TableQuery &) {
        return tableReason(RS_TABLE(
            "No rank of an expert domain has a GroupedMatmul in its kernel table (kernel_details.csv) or an alltoallv "
            "in its communication.json: the run has no experts, or was profiled at Level0, which writes neither "
            "(profiler_level Level1 and Level2 do). The domain is the group called exp (parallel_group_info of "
            "profiler_metadata.json), that of the parallel strategy, or the one of alltoallv."));
    };
    table.needsAllRanks = true;
    table.ownPage = true;
}

struct OverviewStepRow
{
    OverviewStep step;
    QString longest;       ///< label
    int longestIndex = -1; ///< into Run::infos
};

std::vector<Field<OverviewStepRow>> overviewStepFields()
{
    using R = OverviewStepRow;
    using K = ValueKind;
    const auto mean = [](DeviceMean OverviewStep::*member) {
        return [member](const R &r) { return fieldOf((r.step.*member).meanNs()); };
    };
    const auto ofTotals = [](qint64 OverviewStep::*member) {
        return [member](const R &r) { return known(r.step.total.devices > 0, r.step.*member); };
    };
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.step.step; }},
        {{"devices", "Devices", RS_TABLE("Devices"), K::Integer, RS_TABLE("Whose step time is known.")},
         [](const R &r) { return static_cast<qint64>(r.step.total.devices); }},
        {{"total", "Total(ns)", RS_TABLE("Step (%1)"), K::Time, RS_TABLE("The mean of the devices.")},
         mean(&OverviewStep::total)},
        {{"shortest", "Shortest(ns)", RS_TABLE("Shortest (%1)"), K::Time}, ofTotals(&OverviewStep::shortestNs)},
        {{"longest", "Longest(ns)", RS_TABLE("Longest (%1)"), K::Time}, ofTotals(&OverviewStep::longestNs)},
        {{"longest-rank", "Longest Rank", RS_TABLE("Longest on rank"), K::Label}, [](const R &r) { return r.longest; }},
        {{"computation", "Computation(ns)", RS_TABLE("Computation (%1)"), K::Time,
          RS_TABLE("The mean of the devices.")},
         mean(&OverviewStep::computation)},
        {{"communication-devices", "Communicating Devices", RS_TABLE("Devices of communication"), K::Integer,
          RS_TABLE("Of how many devices communication and wait are the mean: files need not know the same steps, and "
                   "other devices make another mean.")},
         [](const R &r) { return static_cast<qint64>(std::max(r.step.communication.devices, r.step.wait.devices)); }},
        {{"communication", "Communication(ns)", RS_TABLE("Communication (%1)"), K::Time,
          RS_TABLE("The mean of the devices of what they transfer, whether computing covers it or not: Transit Time of "
                   "communication.json, communication_cost of hccl_raw_*.csv.")},
         mean(&OverviewStep::communication)},
        {{"wait", "Wait(ns)", RS_TABLE("Wait (%1)"), K::Time,
          RS_TABLE("The mean of the devices of what they wait inside of communication operators: Wait Time of "
                   "communication.json, wait_cost of hccl_raw_*.csv.")},
         mean(&OverviewStep::wait)},
    };
    for (Field<R> &f : out) {
        if (f.column.kind == K::Time)
            f.column.unitGroup = 1;
    }
    out.front().column.key = RowKey::Step;
    return out;
}

std::shared_ptr<const RowSource> makeOverviewSteps(const TableQuery &query, const JobContext &job)
{
    const TimeOverview all = timeOverview(*query.run, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<OverviewStepRow> rows;
    for (const OverviewStep &step : all.steps) {
        OverviewStepRow row{step, {}, -1};
        row.step.totals = {};
        if (step.longestDevice >= 0) {
            const OverviewDevice &device = all.devices[static_cast<size_t>(step.longestDevice)];
            row.longest = device.label;
            row.longestIndex = device.rankIndex;
        }
        rows.push_back(std::move(row));
    }
    std::vector<Field<OverviewStepRow>> fields = overviewStepFields();
    hideEmpty(fields, rows, {u"computation", u"communication", u"wait"});
    fieldNamed(fields, u"communication-devices").column.shown =
        fieldNamed(fields, u"communication").column.shown || fieldNamed(fields, u"wait").column.shown;
    return std::make_shared<StructSource<OverviewStepRow>>(std::move(fields), std::move(rows),
                                                           [](const OverviewStepRow &r) {
                                                               return RowPlace{r.longestIndex, NoSlice, {}};
                                                           });
}

void addOverviewSteps(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add("steps.overview", TableScope::Run, RS_TABLE("Time overview of the steps"),
                                     RS_TABLE("How long each step is, and what the devices compute, communicate and "
                                              "wait in it on average: which steps are worth a look?"));
    table.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace"), QStringLiteral("legacy_steps"),
                      QStringLiteral("legacy_shares")},
                     {QStringLiteral("cluster_step_trace_time")}};
    table.columns = [](const TableQuery &) { return columnsOf(overviewStepFields()); };
    table.make = makeOverviewSteps;
    table.whyEmpty = whyNoSteps;
    table.needsAllRanks = true;
}

} // namespace

void addParallelTables(Catalogue &catalogue)
{
    addTrajectory(catalogue, "trajectory", true, RS_TABLE("Iteration trajectory"),
                  RS_TABLE("The parts of an iteration of each rank on average, with and without the first step: who is "
                           "slow at data, computing, communication, or waits for another stage?"));
    addTrajectory(catalogue, "trajectory.steps", false, RS_TABLE("Iteration trajectory by step"),
                  RS_TABLE("The parts of each iteration of each rank."));
    addOverviewSteps(catalogue);
    addLoads(catalogue);
    addExperts(catalogue);
}

} // namespace rs
