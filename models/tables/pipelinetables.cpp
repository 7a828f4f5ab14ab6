// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/deviceload.h"
#include "analysis/parallel/pipelinechart.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rs {

namespace {

const char *lackWord(PipelineLack lack)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        "",
        RS_TABLE("the rank is not loaded"),
        RS_TABLE("no trace with kernels of this step"),
        RS_TABLE("no send, no receive and no mark of a forward and a backward"),
        RS_TABLE("hcom_batchSendRecv: which way its tensors go is not told"),
        RS_TABLE("the trace does not name the rank that a transfer goes to; its communication tasks do, with "
                 "profiler_level Level1 or Level2"),
        RS_TABLE("transfers in another order than that of whole stages, as of interleaved ones"),
        RS_TABLE("the clock of the rank could not be aligned"),
    };
    return words[static_cast<size_t>(lack)];
}

const char *workWord(PipelineWork work)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        RS_TABLE("forward"),
        RS_TABLE("backward"),
        RS_TABLE("forward and backward"),
        RS_TABLE("other work"),
    };
    return words[static_cast<size_t>(work)];
}

const char *sourceWord(const PipelineStage &stage)
{
    if (stage.blocks.empty())
        return "";
    return stage.byMarks ? RS_TABLE("marks") : RS_TABLE("transfers");
}

struct StageRow
{
    int pipeline = 0;
    QString step;
    std::optional<double> ideal;
    PipelineStage stage; ///< without blocks and transfers
    const char *source = "";
};

template <typename R>
Field<R> stepField()
{
    Field<R> out(ColumnSpec("step", "Step", RS_TABLE("Step"), ValueKind::Label), [](const R &r) { return r.step; });
    out.column.key = RowKey::Step;
    return out;
}

// What answers which stage waits comes first, then what it is made of.
std::vector<Field<StageRow>> stageFields()
{
    using R = StageRow;
    using K = ValueKind;
    const auto percent = [](const std::optional<double> &share) {
        return share ? FieldValue(*share * 100) : FieldValue();
    };
    const auto phase = [](const R &r, Interval PipelinePhases::*part) {
        return r.stage.phases ? FieldValue(((*r.stage.phases).*part).length()) : FieldValue();
    };
    std::vector<Field<R>> out = {
        stepField<R>(),
        {{"stage", "Stage", RS_TABLE("Stage"), K::Identifier},
         [](const R &r) { return static_cast<qint64>(r.stage.stage); }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.stage.label; }},
        {{"bubble-share", "Bubble of Busy(%)", RS_TABLE("Bubble (%)"), K::Percent,
          RS_TABLE("Bubble by the busy time of the stage; may be more than 100 %.")},
         [percent](const R &r) { return percent(r.stage.bubbleShare()); }},
        {{"ideal-share", "Ideal Bubble(%)", RS_TABLE("Ideal (%)"), K::Percent,
          RS_TABLE("(p - 1) / m of the busy time with p stages and m microbatches: what a pipeline of equal stages "
                   "cannot avoid.")},
         [percent](const R &r) { return percent(r.ideal); }},
        {{"bubble", "Bubble(ns)", RS_TABLE("Bubble (%1)"), K::Time,
          RS_TABLE("From the first to the last pass of the pipeline the time in which the stage idles, or waits in a "
                   "send or receive, or in a collective over several stages for the last of its ranks.")},
         [](const R &r) { return fieldOf(r.stage.bubbleNs); }},
        {{"busy", "Busy(ns)", RS_TABLE("Busy (%1)"), K::Time,
          RS_TABLE("Kernels and collectives inside of its passes, each moment once; of the whole step where the passes "
                   "are not told.")},
         [](const R &r) { return fieldOf(r.stage.busyNs); }},
        {{"other", "Other Work(ns)", RS_TABLE("Other (%1)"), K::Time,
          RS_TABLE(
              "From the first to the last pass of the pipeline the kernels and collectives outside of its own passes. "
              "Busy, bubble and this add up to that time, as before, warm-up, steady, cool-down and after do.")},
         [](const R &r) { return fieldOf(r.stage.otherNs); }},
        {{"before", "Before(ns)", RS_TABLE("Before (%1)"), K::Time,
          RS_TABLE("From the first pass of the pipeline to the first one of the stage.")},
         [](const R &r) { return fieldOf(r.stage.beforeNs); }},
        {{"warm-up", "Warm-up(ns)", RS_TABLE("Warm-up (%1)"), K::Time,
          RS_TABLE("Forwards alone, up to the last one before the first backward.")},
         [phase](const R &r) { return phase(r, &PipelinePhases::warmUp); }},
        {{"steady", "Steady(ns)", RS_TABLE("Steady (%1)"), K::Time,
          RS_TABLE("Forwards and backwards in turns. Where all forwards come first, one of each.")},
         [phase](const R &r) { return phase(r, &PipelinePhases::steady); }},
        {{"cool-down", "Cool-down(ns)", RS_TABLE("Cool-down (%1)"), K::Time,
          RS_TABLE("Backwards alone, behind the one that follows the last forward.")},
         [phase](const R &r) { return phase(r, &PipelinePhases::coolDown); }},
        {{"after", "After(ns)", RS_TABLE("After (%1)"), K::Time,
          RS_TABLE("From the last pass of the stage to the last one of the pipeline.")},
         [](const R &r) { return fieldOf(r.stage.afterNs); }},
        {{"microbatches", "Microbatches", RS_TABLE("Microbatches"), K::Integer,
          RS_TABLE("Forward passes of the step.")},
         [](const R &r) {
             return r.stage.microBatches ? FieldValue(static_cast<qint64>(*r.stage.microBatches)) : FieldValue();
         }},
        {{"pipeline", "Pipeline", RS_TABLE("Pipeline"), K::Identifier,
          RS_TABLE("Pipelines by their first rank, from 0.")},
         [](const R &r) { return static_cast<qint64>(r.pipeline); }},
        {{"source", "Source", RS_TABLE("Passes are told by"), K::Word,
          RS_TABLE("Ranges of the user (mstx, record_function) whose names hold forward and backward, else the order "
                   "of sends and receives.")},
         [](const R &r) { return QString::fromLatin1(r.source); }},
        {{"reason", "Reason", RS_TABLE("What is missing"), K::Word},
         [](const R &r) { return QString::fromLatin1(lackWord(r.stage.lack)); }},
    };
    for (const char *const id : {"busy", "bubble", "other", "before", "warm-up", "steady", "cool-down", "after"})
        fieldNamed(out, QString::fromLatin1(id)).column.unitGroup = 1;
    return out;
}

struct BlockRow
{
    int pipeline = 0;
    QString step;
    int stage = -1;
    int rankIndex = -1;
    QString label;
    int microBatch = -1;
    const char *work = "";
    Interval time;
    SliceId slice = NoSlice;
    QString name;
};

std::vector<Field<BlockRow>> blockFields()
{
    using R = BlockRow;
    using K = ValueKind;
    return {
        {{"pipeline", "Pipeline", RS_TABLE("Pipeline"), K::Identifier,
          RS_TABLE("Pipelines by their first rank, from 0.")},
         [](const R &r) { return static_cast<qint64>(r.pipeline); }},
        stepField<R>(),
        {{"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier},
         [](const R &r) { return static_cast<qint64>(r.stage); }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.label; }},
        {{"microbatch", "Microbatch", RS_TABLE("Microbatch"), K::Identifier,
          RS_TABLE("From 0 in each step; empty where nothing tells.")},
         [](const R &r) { return known(r.microBatch >= 0, static_cast<qint64>(r.microBatch)); }},
        {{"kind", "Kind", RS_TABLE("Kind"), K::Word}, [](const R &r) { return QString::fromLatin1(r.work); }},
        {{"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
          RS_TABLE("On the clock of the reference rank: files hold nanoseconds since 1970, views show an offset from "
                   "the start of the run.")},
         [](const R &r) { return r.time.from; }},
        {{"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time}, [](const R &r) { return r.time.length(); }},
        {{"name", "First", RS_TABLE("First kernel, mark or operator"), K::Text}, [](const R &r) { return r.name; }},
    };
}

bool isAsked(const TableQuery &query, const PipelineStage &stage)
{
    return query.stage < 0 || stage.stage == query.stage;
}

std::shared_ptr<const RowSource> makeStages(const TableQuery &query, const JobContext &job)
{
    const PipelineChart chart = pipelineChart(*query.run, {query.step, -1}, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<StageRow> rows;
    for (const PipelineStep &step : chart.steps) {
        for (const PipelineStage &s : step.stages) {
            if (!isAsked(query, s))
                continue;
            StageRow row{step.pipeline, step.step, step.idealShare(s), s, sourceWord(s)};
            row.stage.blocks.clear();
            row.stage.transfers.clear();
            rows.push_back(std::move(row));
        }
    }
    return std::make_shared<StructSource<StageRow>>(stageFields(), std::move(rows), [](const StageRow &r) {
        return RowPlace{r.stage.rankIndex, NoSlice, {}};
    });
}

std::shared_ptr<const RowSource> makeBlocks(const TableQuery &query, const JobContext &job)
{
    const PipelineChart chart = pipelineChart(*query.run, {query.step, -1}, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<BlockRow> rows;
    for (const PipelineStep &step : chart.steps) {
        for (const PipelineStage &s : step.stages) {
            if (!isAsked(query, s) || s.rankIndex < 0 || !query.run->ranks[static_cast<size_t>(s.rankIndex)])
                continue;
            const auto &trace = query.run->ranks[static_cast<size_t>(s.rankIndex)]->trace;
            const auto add = [&](int microBatch, const char *work, Interval time, SliceId slice) {
                rows.push_back({step.pipeline, step.step, s.stage, s.rankIndex, s.label, microBatch, work, time, slice,
                                slice == NoSlice ? QString() : trace->strings().text(trace->slices().name(slice))});
            };
            for (const PipelineBlock &b : s.blocks)
                add(b.microBatch, workWord(b.work), b.time, b.slice);
            for (const PipelineTransferEnd &t : s.transfers)
                add(t.microBatch, t.isSend ? RS_TABLE("send") : RS_TABLE("receive"), t.time, t.slice);
        }
    }
    return std::make_shared<StructSource<BlockRow>>(blockFields(), std::move(rows), [](const BlockRow &r) {
        return RowPlace{r.rankIndex, r.slice, {}};
    });
}

Phrase whyNoStages(const TableQuery &query)
{
    if (const std::optional<Phrase> why = whyNotThatStage(query))
        return *why;
    if (pipelinesOf(*query.run, domains(*query.run)).empty())
        return tableReason(
            RS_TABLE("No file tells pipeline stages: there is no group called pp and none that only sends and receives "
                     "(parallel_group_info of profiler_metadata.json, communication_group.json, communication.json), "
                     "and no size of a pipeline above 1 (distributed_args of profiler_metadata.json, stage_num of "
                     "profiler_info_*.json, the name of ascend_cluster_analyse_*.csv). The sizes of a job can be "
                     "entered in the parallel strategy."));
    if (isOfMindSpore1(*query.run))
        return tableReason(RS_TABLE(
            "Files of MindSpore 1.x do not tell the passes of a pipeline. Times of its stages are in the iteration "
            "trajectory, its sends and receives, from ascend_timeline_display_*.json, in the Marey view."));
    if (const Phrase why = whyNoTrace(query); !why.isEmpty())
        return why;
    return tableReason(RS_TABLE("No rank of a pipeline has kernels in its trace in this step: the profiler writes them "
                                "when NPU activity is on."));
}

} // namespace

std::optional<Phrase> whyNotThatStage(const TableQuery &query)
{
    if (query.stage < 0)
        return std::nullopt;
    std::set<int> stages;
    for (const auto &[rank, stage] : pipelineStages(*query.run, domains(*query.run)))
        stages.insert(stage);
    if (stages.contains(query.stage))
        return std::nullopt;
    if (stages.empty())
        return tableReason(RS_TABLE("There is no pipeline stage %1: nothing tells stages of this run."),
                           {QString::number(query.stage)});
    QStringList names;
    for (const int stage : stages)
        names << QString::number(stage);
    return tableReason(RS_TABLE("There is no pipeline stage %1; there are: %2."),
                       {QString::number(query.stage), names.join(QStringLiteral(", "))});
}

void addPipelineTables(Catalogue &catalogue)
{
    const auto add = [&](const char *id, const char *title, const char *hint) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint);
        table.parameters = {Parameter::Step, Parameter::Stage};
        table.sources = {{QStringLiteral("trace")}, {}};
        table.whyEmpty = whyNoStages;
        table.needsAllRanks = true;
        return table;
    };
    TableSpec &stages = add("stages", RS_TABLE("Pipeline stages"),
                            RS_TABLE("Forward and backward passes of each stage of a pipeline and its bubble against "
                                     "the ideal one: which stage waits?"));
    stages.columns = [](const TableQuery &) { return columnsOf(stageFields()); };
    stages.make = makeStages;
    TableSpec &blocks = add("stages.blocks", RS_TABLE("Passes of pipeline stages"),
                            RS_TABLE("Each pass of a microbatch through a stage, each send and each receive."));
    blocks.columns = [](const TableQuery &) { return columnsOf(blockFields()); };
    blocks.make = makeBlocks;
}

} // namespace rs
