// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/deviceload.h"
#include "analysis/parallel/pipelinechart.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <array>
#include <memory>
#include <optional>
#include <set>
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
        RS_TABLE("hcom_batchSendRecv: the direction of its tensors is unknown"),
        RS_TABLE("the trace does not name the rank that a transfer goes to; its communication tasks do, with "
                 "profiler_level Level1 or Level2"),
        RS_TABLE("transfers in another order than for whole stages, for example interleaved ones"),
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

// The columns that tell which stage waits come first, then what its time is made of.
std::vector<ColumnSpec> stageColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"stage", "Stage", RS_TABLE("Stage"), K::Identifier},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"bubble-share", "Bubble of Busy(%)", RS_TABLE("Bubble (%)"), K::Percent,
         RS_TABLE("Bubble / busy time of the stage; may be more than 100 %.")},
        {"ideal-share", "Ideal Bubble(%)", RS_TABLE("Ideal (%)"), K::Percent,
         RS_TABLE("(p - 1) / m of the busy time with p stages and m microbatches: what a pipeline of equal stages "
                  "cannot avoid.")},
        {"bubble", "Bubble(ns)", RS_TABLE("Bubble (%1)"), K::Time,
         RS_TABLE("Time from the first to the last pass of the pipeline in which the stage idles, or waits in a "
                  "send, a receive or a collective over several stages.")},
        {"busy", "Busy(ns)", RS_TABLE("Busy (%1)"), K::Time,
         RS_TABLE("Kernels and collectives inside its passes, each moment once; of the whole step if passes are "
                  "unknown.")},
        {"other", "Other Work(ns)", RS_TABLE("Other (%1)"), K::Time,
         RS_TABLE(
             "Kernels and collectives outside its own passes, from the first to the last pass of the pipeline. "
             "Busy, bubble and this add up to that time, and so do before, warm-up, steady, cool-down and after.")},
        {"before", "Before(ns)", RS_TABLE("Before (%1)"), K::Time,
         RS_TABLE("From the first pass of the pipeline to the first one of the stage.")},
        {"warm-up", "Warm-up(ns)", RS_TABLE("Warm-up (%1)"), K::Time,
         RS_TABLE("Forwards alone, up to the last one before the first backward.")},
        {"steady", "Steady(ns)", RS_TABLE("Steady (%1)"), K::Time,
         RS_TABLE("Forwards and backwards in turns. Where all forwards come first, one of each.")},
        {"cool-down", "Cool-down(ns)", RS_TABLE("Cool-down (%1)"), K::Time,
         RS_TABLE("Backwards alone, behind the one that follows the last forward.")},
        {"after", "After(ns)", RS_TABLE("After (%1)"), K::Time,
         RS_TABLE("From the last pass of the stage to the last one of the pipeline.")},
        {"microbatches", "Microbatches", RS_TABLE("Microbatches"), K::Integer, RS_TABLE("Forward passes of the step.")},
        {"pipeline", "Pipeline", RS_TABLE("Pipeline"), K::Identifier,
         RS_TABLE("Pipelines by their first rank, from 0.")},
        {"source", "Source", RS_TABLE("Source of passes"), K::Word,
         RS_TABLE("Ranges of the user (mstx, record_function) whose names hold forward and backward, else the order "
                  "of sends and receives.")},
        {"reason", "Reason", RS_TABLE("What is missing"), K::Word},
    };
    setUnitGroup(out, 1, {u"busy", u"bubble", u"other", u"before", u"warm-up", u"steady", u"cool-down", u"after"});
    return out;
}

std::vector<ColumnSpec> blockColumns()
{
    using K = ValueKind;
    return {
        {"pipeline", "Pipeline", RS_TABLE("Pipeline"), K::Identifier,
         RS_TABLE("Pipelines by their first rank, from 0.")},
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"microbatch", "Microbatch", RS_TABLE("Microbatch"), K::Identifier,
         RS_TABLE("From 0 in each step; empty if unknown.")},
        {"kind", "Kind", RS_TABLE("Kind"), K::Word},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
         RS_TABLE("On the clock of the reference rank: files hold nanoseconds since 1970, views show an offset from "
                  "the start of the run.")},
        {"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time},
        {"name", "First", RS_TABLE("First kernel, mark or operator"), K::Text},
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
    const auto percent = [](const std::optional<double> &share) { return share ? Cell(*share * 100) : Cell(); };
    auto rows = std::make_shared<CellRows>(stageColumns());
    for (const PipelineStep &step : chart.steps) {
        for (const PipelineStage &s : step.stages) {
            if (!isAsked(query, s))
                continue;
            const auto phase = [&s](Interval PipelinePhases::*part) {
                return s.phases ? Cell(((*s.phases).*part).length()) : Cell();
            };
            rows->add({s.rankIndex, NoSlice, {}},
                      {step.step, s.stage, s.label, percent(s.bubbleShare()), percent(step.idealShare(s)), s.bubbleNs,
                       s.busyNs, s.otherNs, s.beforeNs, phase(&PipelinePhases::warmUp), phase(&PipelinePhases::steady),
                       phase(&PipelinePhases::coolDown), s.afterNs, s.microBatches, step.pipeline, sourceWord(s),
                       lackWord(s.lack)});
        }
    }
    return rows;
}

std::shared_ptr<const RowSource> makeBlocks(const TableQuery &query, const JobContext &job)
{
    const PipelineChart chart = pipelineChart(*query.run, {query.step, -1}, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(blockColumns());
    for (const PipelineStep &step : chart.steps) {
        for (const PipelineStage &s : step.stages) {
            if (!isAsked(query, s) || s.rankIndex < 0 || !query.run->ranks[static_cast<size_t>(s.rankIndex)])
                continue;
            const auto &trace = query.run->ranks[static_cast<size_t>(s.rankIndex)]->trace;
            const auto add = [&](int microBatch, const char *work, Interval time, SliceId slice) {
                rows->add({s.rankIndex, slice, {}},
                          {step.pipeline, step.step, s.stage, s.label, cellIf(microBatch >= 0, microBatch), work,
                           time.from, time.length(),
                           slice == NoSlice ? QString() : trace->strings().text(trace->slices().name(slice))});
            };
            for (const PipelineBlock &b : s.blocks)
                add(b.microBatch, workWord(b.work), b.time, b.slice);
            for (const PipelineTransferEnd &t : s.transfers)
                add(t.microBatch, t.isSend ? RS_TABLE("send") : RS_TABLE("receive"), t.time, t.slice);
        }
    }
    return rows;
}

Phrase whyNoStages(const TableQuery &query)
{
    if (const std::optional<Phrase> why = whyNotThatStage(query))
        return *why;
    if (pipelinesOf(*query.run, domains(*query.run)).empty())
        return tableReason(
            RS_TABLE("No file names pipeline stages: there is no group called pp and none that only sends and receives "
                     "(parallel_group_info of profiler_metadata.json, communication_group.json, communication.json), "
                     "and no size of a pipeline above 1 (distributed_args of profiler_metadata.json, stage_num of "
                     "profiler_info_*.json, the name of ascend_cluster_analyse_*.csv). The sizes of a job can be "
                     "entered in the parallel strategy."));
    if (isOfMindSpore1(*query.run))
        return tableReason(
            RS_TABLE("Files of MindSpore 1.x have no passes of a pipeline. Times of its stages are in the iteration "
                     "breakdown; its sends and receives, from ascend_timeline_display_*.json, are in Operators across "
                     "devices."));
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
        return tableReason(RS_TABLE("There is no pipeline stage %1: no file names stages of this run."),
                           {QString::number(query.stage)});
    QStringList names;
    for (const int stage : stages)
        names << QString::number(stage);
    return tableReason(RS_TABLE("There is no pipeline stage %1; there are: %2."),
                       {QString::number(query.stage), names.join(QStringLiteral(", "))});
}

void addPipelineTables(Catalogue &catalogue)
{
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, auto columns, auto make) {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint, columns, make, whyNoStages);
        table.parameters = {Parameter::Step, Parameter::Stage};
        table.sources = {{QStringLiteral("trace")}, {}};
        table.needsAllRanks = true;
    };
    add("stages", RS_TABLE("Pipeline stages"),
        RS_TABLE("Forward and backward passes of each stage of a pipeline and its bubble against the ideal one: which "
                 "stage waits?"),
        stageColumns, makeStages);
    add("stages.blocks", RS_TABLE("Passes of pipeline stages"),
        RS_TABLE("Each pass of a microbatch through a stage, each send and each receive."), blockColumns, makeBlocks);
}

} // namespace rs
