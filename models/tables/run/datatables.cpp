// SPDX-License-Identifier: Apache-2.0
#include "analysis/dataset/datapipeline.h"
#include "analysis/time/devicetasks.h"
#include "core/run/pipelinecolumns.h"
#include "tables/run/othertables.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace rs {

namespace {

std::vector<DataPipeline> pipelinesOf(const TableQuery &query)
{
    const auto rank = query.rankData();
    return rank ? dataPipelines(*rank) : std::vector<DataPipeline>();
}

bool namesOperators(const TableQuery &query)
{
    const std::vector<DataPipeline> all = pipelinesOf(query);
    return std::ranges::any_of(all, [](const DataPipeline &p) { return !p.operators.empty(); });
}

/// Stands last in files, and in the window first, but only where it says something: hardly any rank has several.
ColumnSpec partColumn(bool several)
{
    ColumnSpec out{"pipeline",
                   "Pipeline",
                   RS_TABLE("Pipeline"),
                   ValueKind::Label,
                   RS_TABLE("The number of its files, where files of several pipelines lie in the folder of the rank."),
                   several};
    out.place = several ? 1 : 0;
    return out;
}

// ---- pipeline -----------------------------------------------------------------------------------------------------

std::optional<double> partOfPercent(const std::optional<double> &value)
{
    return value ? std::optional(std::clamp(*value / 100, 0.0, 1.0)) : std::nullopt;
}

std::vector<ColumnSpec> pipelineColumns(bool several)
{
    using K = ValueKind;
    return {
        {"id", "Operator ID", RS_TABLE("ID"), K::Identifier,
         RS_TABLE("0 feeds the device; the highest ids read the files.")},
        {"name", "Operator", RS_TABLE("Operator"), K::Text},
        {"role", "Role", RS_TABLE("Role"), K::Word,
         RS_TABLE("The bottleneck by the rules of MindSpore's analyser, or by the file.")},
        {"workers", "Workers", RS_TABLE("Workers"), K::Integer, RS_TABLE("num_parallel_workers.")},
        {"average", "Queue Average", RS_TABLE("Queue, average"), K::Real,
         RS_TABLE("Entries of its output queue, from which its parent takes; mean of all samples.")},
        {"length", "Queue Length", RS_TABLE("Queue length"), K::Real,
         RS_TABLE("What the queue can hold; by minddata_pipeline_raw_*.csv.")},
        {"use", "Queue Use(%)", RS_TABLE("Queue use (%)"), K::Percent, RS_TABLE("Average / length.")},
        {"empty", "Queue Empty(%)", RS_TABLE("Queue empty (%)"), K::Percent,
         RS_TABLE("Samples at which the queue was empty: its parent waited then.")},
        {"cpu", "CPU(%)", RS_TABLE("CPU (%)"), K::Percent,
         RS_TABLE("Of all its workers, system and user; 100 is one core.")},
        {"cpuPerWorker", "CPU Per Worker(%)", RS_TABLE("CPU per worker (%)"), K::Percent, RS_TABLE("CPU / workers.")},
        {"parent", "Parent", RS_TABLE("Parent"), K::Text, RS_TABLE("Takes from its queue.")},
        {"children", "Children", RS_TABLE("Children"), K::Text, RS_TABLE("It takes from their queues.")},
        partColumn(several),
    };
}

std::shared_ptr<const RowSource> makePipeline(const TableQuery &query, const JobContext &)
{
    const std::vector<DataPipeline> pipelines = pipelinesOf(query);
    auto rows = std::make_shared<CellRows>(pipelineColumns(pipelines.size() > 1));
    for (const DataPipeline &pipeline : pipelines) {
        const int bottleneck = bottleneckOf(dataAdvice(pipeline));
        const auto labelOf = [&](int index) { return pipeline.operators[static_cast<size_t>(index)].label(); };
        for (size_t i = 0; i < pipeline.operators.size(); ++i) {
            const DataOperator &op = pipeline.operators[i];
            QStringList children;
            for (const int child : op.children)
                children << labelOf(child);
            rows->add({query.rank, NoSlice, {}},
                      {op.id, op.name, static_cast<int>(i) == bottleneck ? Cell(RS_TABLE("bottleneck")) : Cell(),
                       op.workers, op.queueAverage, op.queueLength, op.usePercent, op.emptyPercent, op.cpuPercent,
                       op.cpuPerWorkerPercent, op.parent >= 0 ? labelOf(op.parent) : QString(),
                       children.join(QLatin1String(", ")), pipeline.part});
            rows->setShare(u"use", partOfPercent(op.usePercent));
            rows->setShare(u"empty", partOfPercent(op.emptyPercent));
        }
    }
    return rows;
}

// ---- pipeline.queues ----------------------------------------------------------------------------------------------

std::vector<ColumnSpec> queueColumns(bool several)
{
    using K = ValueKind;
    return {
        {"id", "Operator ID", RS_TABLE("ID"), K::Identifier},
        {"name", "Operator", RS_TABLE("Operator"), K::Text},
        {"sample", "Sample", RS_TABLE("Sample"), K::Integer},
        {"time", "Time(ms)", RS_TABLE("Time (%1)"), K::Milliseconds,
         RS_TABLE("From the first sample on: the file has no stamps, but the interval between two samples.")},
        {"size", "Queue Size", RS_TABLE("Queue size"), K::Real},
        {"length", "Queue Length", RS_TABLE("Queue length"), K::Real},
        partColumn(several),
    };
}

std::shared_ptr<const RowSource> makeQueues(const TableQuery &query, const JobContext &job)
{
    const std::vector<DataPipeline> pipelines = pipelinesOf(query);
    auto rows = std::make_shared<CellRows>(queueColumns(pipelines.size() > 1));
    for (const DataPipeline &pipeline : pipelines) {
        for (size_t i = 0; i < pipeline.operators.size(); ++i) {
            if (job.isCanceled())
                return nullptr;
            const DataOperator &op = pipeline.operators[i];
            const QueueSamples samples = queueSamples(pipeline, static_cast<int>(i));
            for (size_t s = 0; s < samples.sizes.size(); ++s)
                rows->add({query.rank, NoSlice, {}},
                          {op.id, op.name, s,
                           samples.intervalMs ? Cell(static_cast<double>(s) * *samples.intervalMs) : Cell(),
                           cellIf(!std::isnan(samples.sizes[s]), samples.sizes[s]), op.queueLength, pipeline.part});
        }
    }
    return rows;
}

// ---- pipeline.advice ----------------------------------------------------------------------------------------------

const char *adviceSource(const DataAdvice &a)
{
    return a.fromFile && a.fromRules ? RS_TABLE("file and rules") : a.fromFile ? RS_TABLE("file") : RS_TABLE("rules");
}

// Words of dataAdviceKey(), marked for translation.
[[maybe_unused]] constexpr const char *adviceWords[] = {RS_TABLE("bottleneck"), RS_TABLE("device waits"),
                                                        RS_TABLE("workers"), RS_TABLE("queue"), RS_TABLE("other")};

std::vector<ColumnSpec> dataAdviceColumns(bool several)
{
    using K = ValueKind;
    return {
        {"kind", "Kind", RS_TABLE("Kind"), K::Word},
        {"name", "Operator", RS_TABLE("Operator"), K::Text},
        {"advice", "Advice", RS_TABLE("Advice"), K::Sentence},
        {"source", "Source", RS_TABLE("Source"), K::Word,
         RS_TABLE("file: minddata_pipeline_summary says so. rules: MindSpore's rules for bottlenecks say so, applied "
                  "to the numbers here.")},
        partColumn(several),
    };
}

std::shared_ptr<const RowSource> makeDataAdvice(const TableQuery &query, const JobContext &)
{
    const std::vector<DataPipeline> pipelines = pipelinesOf(query);
    auto rows = std::make_shared<CellRows>(dataAdviceColumns(pipelines.size() > 1));
    for (const DataPipeline &pipeline : pipelines) {
        for (const DataAdvice &a : dataAdvice(pipeline))
            rows->add({query.rank, NoSlice, {}},
                      {dataAdviceKey(a.kind), a.label, a.sentence, adviceSource(a), pipeline.part});
    }
    return rows;
}

// ---- pipeline.times -----------------------------------------------------------------------------------------------

std::vector<ColumnSpec> batchColumns(bool several)
{
    using K = ValueKind;
    return {
        {"part", "Part", RS_TABLE("Part"), K::Word,
         RS_TABLE("Getting it from the pipeline, pushing it into the queue of the device, and all of it.")},
        {"time", "Per Batch(ms)", RS_TABLE("Per batch (%1)"), K::Milliseconds,
         RS_TABLE("Mean of all batches but the first.")},
        {"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent},
        partColumn(several),
    };
}

std::shared_ptr<const RowSource> makeBatchTimes(const TableQuery &query, const JobContext &)
{
    const std::vector<DataPipeline> pipelines = pipelinesOf(query);
    auto rows = std::make_shared<CellRows>(batchColumns(pipelines.size() > 1));
    for (const DataPipeline &pipeline : pipelines) {
        const auto add = [&](const char *part, const std::optional<double> &ms) {
            if (!ms)
                return;
            const std::optional<double> share = pipeline.shareOfBatch(ms);
            rows->add({query.rank, NoSlice, {}}, {part, ms, share ? Cell(100 * *share) : Cell(), pipeline.part});
            rows->setShare(u"share", share);
        };
        add(RS_TABLE("pipeline"), pipeline.pipelineMs);
        add(RS_TABLE("push"), pipeline.pushMs);
        add(RS_TABLE("batch"), pipeline.batchMs);
    }
    return rows;
}

// ---- dataset, datapreprocess --------------------------------------------------------------------------------------

std::shared_ptr<const Table> dataTable(const TableQuery &query, const char *kind)
{
    const auto rank = query.rankData();
    const auto table = rank ? rank->table(QString::fromLatin1(kind)) : nullptr;
    return table ? table : std::make_shared<const Table>();
}

// Rows of a file, the dearest first; none when cancelled.
std::vector<std::pair<std::optional<double>, int>> dearestFirst(const Table &table, const JobContext &job,
                                                                const std::function<std::optional<double>(int)> &costOf)
{
    std::vector<std::pair<std::optional<double>, int>> out;
    for (int row = 0; row < table.rows(); ++row) {
        if (row % 4096 == 0 && job.isCanceled())
            return {};
        out.emplace_back(costOf(row), row);
    }
    std::ranges::stable_sort(out,
                             [](const auto &a, const auto &b) { return a.first.value_or(-1) > b.first.value_or(-1); });
    return out;
}

// Cells of a file; missing where it has no such column.
Cell textCell(const Table &t, int row, int column)
{
    return column >= 0 ? Cell(t.strings().text(t.textId(row, column))) : Cell();
}

std::optional<qint64> integerOf(const Table &t, int row, int column)
{
    return column >= 0 && t.has(row, column) ? std::optional(t.integer(row, column)) : std::nullopt;
}

std::vector<ColumnSpec> datasetColumns()
{
    using K = ValueKind;
    return {
        {"operation", "Operation", RS_TABLE("Operation"), K::Text},
        {"stage", "Stage", RS_TABLE("Stage"), K::Text, RS_TABLE("What the operation did.")},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Microseconds,
         RS_TABLE("Occurrences × average; several threads work at once, so it may be longer than the capture.")},
        {"count", "Occurrences", RS_TABLE("Occurrences"), K::Integer},
        {"average", "Average(us)", RS_TABLE("Average (%1)"), K::Microseconds},
        {"info", "Custom Info", RS_TABLE("Custom info"), K::Text, RS_TABLE("As the framework writes it.")},
    };
}

std::shared_ptr<const RowSource> makeDataset(const TableQuery &query, const JobContext &job)
{
    const auto t = dataTable(query, "dataset");
    const DatasetColumns c(*t);
    const auto averageUs = [&](int row) {
        return c.averageUs >= 0 && t->has(row, c.averageUs) ? std::optional(t->real(row, c.averageUs)) : std::nullopt;
    };
    const auto order = dearestFirst(*t, job, [&](int row) -> std::optional<double> {
        const auto count = integerOf(*t, row, c.count);
        const auto average = averageUs(row);
        return count && average ? std::optional(static_cast<double>(*count) * *average) : std::nullopt;
    });
    auto rows = std::make_shared<CellRows>(datasetColumns());
    for (const auto &[totalUs, row] : order)
        rows->add({query.rank, NoSlice, {}}, {textCell(*t, row, c.operation), textCell(*t, row, c.stage), totalUs,
                                              integerOf(*t, row, c.count), averageUs(row), textCell(*t, row, c.info)});
    return job.isCanceled() ? nullptr : rows;
}

std::vector<ColumnSpec> aiCpuColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out{
        {"node", "Operator", RS_TABLE("Operator"), K::Text},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Microseconds,
         RS_TABLE("What the operator cost on the AI CPU, dispatch and copies included.")},
        {"compute", "Compute(us)", RS_TABLE("Compute (%1)"), K::Microseconds},
        {"memcpy", "Memcpy(us)", RS_TABLE("Copy (%1)"), K::Microseconds},
        {"task", "Task(us)", RS_TABLE("Task (%1)"), K::Microseconds},
        {"dispatch", "Dispatch(us)", RS_TABLE("Dispatch (%1)"), K::Microseconds},
        {"time", "Time(ns)", RS_TABLE("Time (%1)"), K::Stamp},
        {"stream", "Stream ID", RS_TABLE("Stream"), K::Identifier},
        {"taskId", "Task ID", RS_TABLE("Task"), K::Identifier},
    };
    // Parts of the total are compared with it.
    for (ColumnSpec &c : out)
        c.unitGroup = c.kind == K::Microseconds ? 1 : 0;
    return out;
}

std::shared_ptr<const RowSource> makeAiCpu(const TableQuery &query, const JobContext &job)
{
    const auto t = dataTable(query, "data_preprocess");
    const AiCpuColumns c(*t);
    const auto rank = query.rankData();
    const Trace *const trace = rank ? rank->trace.get() : nullptr;
    const auto order = dearestFirst(*t, job, [&](int row) { return c.total.at(*t, row); });
    auto rows = std::make_shared<CellRows>(aiCpuColumns());
    for (const auto &[totalUs, row] : order) {
        const std::optional<qint64> stamp = integerOf(*t, row, c.stamp);
        const std::optional<qint64> stream = integerOf(*t, row, c.stream);
        RowPlace place{query.rank, NoSlice, {}};
        if (trace && stamp && stream)
            place.slice = taskAt(*trace, static_cast<qint32>(*stream), *stamp);
        if (stamp)
            place.time = Interval{*stamp, *stamp};
        rows->add(place, {textCell(*t, row, c.node), totalUs, c.compute.at(*t, row), c.memcpy.at(*t, row),
                          c.task.at(*t, row), c.dispatch.at(*t, row), stamp, stream, integerOf(*t, row, c.taskId)});
    }
    return job.isCanceled() ? nullptr : rows;
}

// ---- why there are none -------------------------------------------------------------------------------------------

constexpr const char *NoDataPipeline =
    RS_TABLE("The rank has no minddata_pipeline_summary_*.json (or .csv) and no minddata_pipeline_raw_*.csv. MindSpore "
             "writes them when its option data_process is on (data_process=True) and the training takes its data from "
             "mindspore.dataset.");
constexpr const char *NoQueues =
    RS_TABLE("The rank has no minddata_pipeline_raw_*.csv with samples of a queue. MindSpore writes it when its option "
             "data_process is on (data_process=True).");
constexpr const char *NoSummary =
    RS_TABLE("The rank has no minddata_pipeline_summary_*.json (or .csv) with times. MindSpore writes it when its "
             "option data_process is on (data_process=True).");
constexpr const char *NoDataset =
    RS_TABLE("The rank has no dataset.csv. MindSpore writes it when host activity is collected (ProfilerActivity.CPU) "
             "and the training takes its data from mindspore.dataset.");
constexpr const char *NoAiCpu = RS_TABLE("The rank has no data_preprocess.csv (aicpu_*.csv of msprof). The profiler "
                                         "writes it at profiler level Level2, of operators that run on the AI CPU.");

} // namespace

void addDataTables(Catalogue &catalogue)
{
    const auto add = [&](const char *id, const char *title, const char *hint, const QStringList &kinds, auto columns,
                         auto make, const char *why) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Rank, title, hint);
        table.sources = {kinds, {}};
        table.columns = [columns](const TableQuery &) { return columns(); };
        table.make = make;
        table.whyEmpty = [kinds, why](const TableQuery &query) -> Phrase {
            return fileGaveNothing(query, kinds).value_or(tableReason(why));
        };
        return table;
    };
    const QStringList summary{QStringLiteral("minddata_summary")};
    const QStringList raw{QStringLiteral("minddata_raw")};

    add(
        "pipeline", RS_TABLE("Operators of the data pipeline"),
        RS_TABLE("Every operator of mindspore.dataset with its workers, its queue and its CPU use: which one "
                 "delays the training?"),
        summary + raw, [] { return pipelineColumns(false); }, makePipeline, NoDataPipeline);
    TableSpec &advice = add(
        "pipeline.advice", RS_TABLE("Advice on the data pipeline"),
        RS_TABLE(
            "What the file says of the pipeline and what MindSpore's rules find in its numbers: what can be changed?"),
        summary + raw, [] { return dataAdviceColumns(false); }, makeDataAdvice, NoDataPipeline);
    advice.noneIsAnswer = namesOperators;
    advice.whyEmpty = [why = advice.whyEmpty](const TableQuery &query) -> Phrase {
        return !namesOperators(query) ? why(query)
                                      : tableReason(RS_TABLE("No operator of the data pipeline stands out."));
    };
    add(
        "pipeline.queues", RS_TABLE("Queues over time"),
        RS_TABLE("How full the queue of every operator was at each sample of minddata_pipeline_raw_*.csv."), raw,
        [] { return queueColumns(false); }, makeQueues, NoQueues);
    add(
        "pipeline.times", RS_TABLE("Time per batch"),
        RS_TABLE("What getting a batch and pushing it to the device takes on average."), summary,
        [] { return batchColumns(false); }, makeBatchTimes, NoSummary);
    add("dataset", RS_TABLE("Operations of the data set"),
        RS_TABLE("Time of the operations of mindspore.dataset, by dataset.csv; the longest first."),
        {QStringLiteral("dataset")}, datasetColumns, makeDataset, NoDataset);
    add("datapreprocess", RS_TABLE("Operators on the AI CPU"),
        RS_TABLE("Every operator that ran on the AI CPU, by data_preprocess.csv, the longest first: each is slower "
                 "than on the AI cores."),
        {QStringLiteral("data_preprocess")}, aiCpuColumns, makeAiCpu, NoAiCpu);
}

} // namespace rs
