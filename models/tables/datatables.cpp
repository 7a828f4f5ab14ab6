// SPDX-License-Identifier: Apache-2.0
#include "analysis/dataset/datapipeline.h"
#include "analysis/time/devicetasks.h"
#include "core/run/pipelinecolumns.h"
#include "tables/othertables.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace rs {

namespace {

using PipelinesPtr = std::shared_ptr<const std::vector<DataPipeline>>;

PipelinesPtr pipelinesOf(const TableQuery &query)
{
    const auto rank = query.rankData();
    return std::make_shared<const std::vector<DataPipeline>>(rank ? dataPipelines(*rank) : std::vector<DataPipeline>());
}

bool namesOperators(const TableQuery &query)
{
    const PipelinesPtr all = pipelinesOf(query);
    return std::any_of(all->begin(), all->end(), [](const DataPipeline &p) { return !p.operators.empty(); });
}

/// Stands last in files, and in the window first, but only where it says something: hardly any rank has several.
template <typename R>
Field<R> partField(bool several, std::function<QString(const R &)> part)
{
    Field<R> out{{"pipeline", "Pipeline", RS_TABLE("Pipeline"), ValueKind::Label,
                  RS_TABLE("The number of its files, where files of several pipelines lie in the folder of the rank.")},
                 [part = std::move(part)](const R &r) { return part(r); }};
    out.column.shown = several;
    out.column.place = several ? 1 : 0;
    return out;
}

bool areSeveral(const PipelinesPtr &pipelines)
{
    return pipelines && pipelines->size() > 1;
}

// ---- pipeline -----------------------------------------------------------------------------------------------------

struct PipelineRow
{
    const DataPipeline *pipeline = nullptr;
    const DataOperator *op = nullptr;
    QString parent;   ///< label
    QString children; ///< labels
    bool isBottleneck = false;
};

FieldValue percentOf(const std::optional<double> &value)
{
    return fieldOf(value);
}

std::optional<double> partOfPercent(const std::optional<double> &value)
{
    return value ? std::optional(std::clamp(*value / 100, 0.0, 1.0)) : std::nullopt;
}

std::vector<Field<PipelineRow>> pipelineFields(const PipelinesPtr &pipelines)
{
    using R = PipelineRow;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"id", "Operator ID", RS_TABLE("ID"), K::Identifier,
          RS_TABLE("0 feeds the device; the highest ids read the files.")},
         [pipelines](const R &r) { return qint64{r.op->id}; }},
        {{"name", "Operator", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.op->name; }},
        {{"role", "Role", RS_TABLE("Role"), K::Word,
          RS_TABLE("The bottleneck by the rules of MindSpore's analyser, or by the file.")},
         [](const R &r) { return r.isBottleneck ? QString::fromLatin1(RS_TABLE("bottleneck")) : QString(); }},
        {{"workers", "Workers", RS_TABLE("Workers"), K::Integer, RS_TABLE("num_parallel_workers.")},
         [](const R &r) { return fieldOf(r.op->workers); }},
        {{"average", "Queue Average", RS_TABLE("Queue, average"), K::Real,
          RS_TABLE("Entries of its output queue, from which its parent takes; mean of all samples.")},
         [](const R &r) { return fieldOf(r.op->queueAverage); }},
        {{"length", "Queue Length", RS_TABLE("Queue, at most"), K::Real,
          RS_TABLE("What the queue can hold; by minddata_pipeline_raw_*.csv.")},
         [](const R &r) { return fieldOf(r.op->queueLength); }},
        {{"use", "Queue Use(%)", RS_TABLE("Queue use (%)"), K::Percent, RS_TABLE("Average / length.")},
         [](const R &r) { return percentOf(r.op->usePercent); }},
        {{"empty", "Queue Empty(%)", RS_TABLE("Queue empty (%)"), K::Percent,
          RS_TABLE("Samples at which the queue was empty: its parent waited then.")},
         [](const R &r) { return percentOf(r.op->emptyPercent); }},
        {{"cpu", "CPU(%)", RS_TABLE("CPU (%)"), K::Percent,
          RS_TABLE("Of all its workers, system and user; 100 is one core.")},
         [](const R &r) { return percentOf(r.op->cpuPercent); }},
        {{"cpuPerWorker", "CPU Per Worker(%)", RS_TABLE("CPU per worker (%)"), K::Percent, RS_TABLE("CPU / workers.")},
         [](const R &r) { return percentOf(r.op->cpuPerWorkerPercent); }},
        {{"parent", "Parent", RS_TABLE("Parent"), K::Text, RS_TABLE("Takes from its queue.")},
         [](const R &r) { return r.parent; }},
        {{"children", "Children", RS_TABLE("Children"), K::Text, RS_TABLE("It takes from their queues.")},
         [](const R &r) { return r.children; }},
        partField<R>(areSeveral(pipelines), [](const R &r) { return r.pipeline->part; }),
    };
    fieldNamed(out, u"use").share = [](const R &r) { return partOfPercent(r.op->usePercent); };
    fieldNamed(out, u"empty").share = [](const R &r) { return partOfPercent(r.op->emptyPercent); };
    return out;
}

std::shared_ptr<const RowSource> makePipeline(const TableQuery &query, const JobContext &)
{
    const PipelinesPtr pipelines = pipelinesOf(query);
    std::vector<PipelineRow> rows;
    for (const DataPipeline &pipeline : *pipelines) {
        const int bottleneck = bottleneckOf(dataAdvice(pipeline));
        const auto labelOf = [&](int index) { return pipeline.operators[static_cast<size_t>(index)].label(); };
        for (size_t i = 0; i < pipeline.operators.size(); ++i) {
            const DataOperator &op = pipeline.operators[i];
            QStringList children;
            for (const int child : op.children)
                children << labelOf(child);
            rows.push_back({&pipeline, &op, op.parent >= 0 ? labelOf(op.parent) : QString(),
                            children.join(QLatin1String(", ")), static_cast<int>(i) == bottleneck});
        }
    }
    return std::make_shared<StructSource<PipelineRow>>(pipelineFields(pipelines), std::move(rows),
                                                       [index = query.rank](const PipelineRow &) {
                                                           return RowPlace{index, NoSlice, {}};
                                                       });
}

// ---- pipeline.queues ----------------------------------------------------------------------------------------------

struct QueueRow
{
    const DataPipeline *pipeline = nullptr;
    const DataOperator *op = nullptr;
    qint64 sample = 0;
    std::optional<double> atMs; ///< from the first sample on
    double size = 0;
};

std::vector<Field<QueueRow>> queueFields(const PipelinesPtr &pipelines)
{
    using R = QueueRow;
    using K = ValueKind;
    return {
        {{"id", "Operator ID", RS_TABLE("ID"), K::Identifier}, [pipelines](const R &r) { return qint64{r.op->id}; }},
        {{"name", "Operator", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.op->name; }},
        {{"sample", "Sample", RS_TABLE("Sample"), K::Integer}, [](const R &r) { return r.sample; }},
        {{"time", "Time(ms)", RS_TABLE("Time (%1)"), K::Milliseconds,
          RS_TABLE("From the first sample on: the file has no stamps, but the interval between two samples.")},
         [](const R &r) { return fieldOf(r.atMs); }},
        {{"size", "Queue Size", RS_TABLE("Queue size"), K::Real},
         [](const R &r) { return known(!std::isnan(r.size), r.size); }},
        {{"length", "Queue Length", RS_TABLE("Queue, at most"), K::Real},
         [](const R &r) { return fieldOf(r.op->queueLength); }},
        partField<R>(areSeveral(pipelines), [](const R &r) { return r.pipeline->part; }),
    };
}

std::shared_ptr<const RowSource> makeQueues(const TableQuery &query, const JobContext &job)
{
    const PipelinesPtr pipelines = pipelinesOf(query);
    std::vector<QueueRow> rows;
    for (const DataPipeline &pipeline : *pipelines) {
        for (size_t i = 0; i < pipeline.operators.size(); ++i) {
            if (job.isCanceled())
                return nullptr;
            const QueueSamples samples = queueSamples(pipeline, static_cast<int>(i));
            for (size_t s = 0; s < samples.sizes.size(); ++s) {
                const auto at = static_cast<double>(s);
                rows.push_back({&pipeline, &pipeline.operators[i], static_cast<qint64>(s),
                                samples.intervalMs ? std::optional(at * *samples.intervalMs) : std::nullopt,
                                samples.sizes[s]});
            }
        }
    }
    return std::make_shared<StructSource<QueueRow>>(queueFields(pipelines), std::move(rows),
                                                    [index = query.rank](const QueueRow &) {
                                                        return RowPlace{index, NoSlice, {}};
                                                    });
}

// ---- pipeline.advice ----------------------------------------------------------------------------------------------

const char *adviceSource(const DataAdvice &a)
{
    return a.fromFile && a.fromRules ? RS_TABLE("file and rules") : a.fromFile ? RS_TABLE("file") : RS_TABLE("rules");
}

// Words of dataAdviceKey().
constexpr const char *adviceWords[] = {RS_TABLE("bottleneck"), RS_TABLE("device waits"), RS_TABLE("workers"),
                                       RS_TABLE("queue"), RS_TABLE("other")};

struct DataAdviceRow
{
    QString part;
    DataAdvice advice;
};

std::vector<Field<DataAdviceRow>> dataAdviceFields(bool several)
{
    using R = DataAdviceRow;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"kind", "Kind", RS_TABLE("Kind"), K::Word},
         [](const R &r) {
             const QString key = dataAdviceKey(r.advice.kind);
             const auto *const word = std::find_if(std::begin(adviceWords), std::end(adviceWords),
                                                   [&](const char *w) { return key == QLatin1String(w); });
             return QString::fromLatin1(*word);
         }},
        {{"name", "Operator", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.advice.label; }},
        {{"advice", "Advice", RS_TABLE("Advice"), K::Sentence}, [](const R &r) { return r.advice.sentence.english(); }},
        {{"source", "Source", RS_TABLE("Source"), K::Word,
          RS_TABLE("file: minddata_pipeline_summary says so. rules: MindSpore's rules for bottlenecks say so, applied "
                   "to the numbers here.")},
         [](const R &r) { return QString::fromLatin1(adviceSource(r.advice)); }},
        partField<R>(several, [](const R &r) { return r.part; }),
    };
    fieldNamed(out, u"advice").wording = [](const R &r) { return Wording{r.advice.sentence, {}}; };
    return out;
}

std::shared_ptr<const RowSource> makeDataAdvice(const TableQuery &query, const JobContext &)
{
    const PipelinesPtr pipelines = pipelinesOf(query);
    std::vector<DataAdviceRow> rows;
    for (const DataPipeline &pipeline : *pipelines) {
        for (DataAdvice &advice : dataAdvice(pipeline))
            rows.push_back({pipeline.part, std::move(advice)});
    }
    return std::make_shared<StructSource<DataAdviceRow>>(dataAdviceFields(areSeveral(pipelines)), std::move(rows),
                                                         [index = query.rank](const DataAdviceRow &) {
                                                             return RowPlace{index, NoSlice, {}};
                                                         });
}

// ---- pipeline.times -----------------------------------------------------------------------------------------------

struct BatchPart
{
    const char *part;
    double ms = 0;
    std::optional<double> share; ///< of the whole batch
    QString pipeline;
};

std::vector<Field<BatchPart>> batchFields(bool several)
{
    using R = BatchPart;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"part", "Part", RS_TABLE("Part"), K::Word,
          RS_TABLE("Getting it from the pipeline, pushing it into the queue of the device, and all of it.")},
         [](const R &r) { return QString::fromLatin1(r.part); }},
        {{"time", "Per Batch(ms)", RS_TABLE("Per batch (%1)"), K::Milliseconds,
          RS_TABLE("Mean of all batches but the first.")},
         [](const R &r) { return r.ms; }},
        {{"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent},
         [](const R &r) { return r.share ? FieldValue(100 * *r.share) : FieldValue(); }},
        partField<R>(several, [](const R &r) { return r.pipeline; }),
    };
    fieldNamed(out, u"share").share = [](const R &r) { return r.share; };
    return out;
}

std::shared_ptr<const RowSource> makeBatchTimes(const TableQuery &query, const JobContext &)
{
    const PipelinesPtr pipelines = pipelinesOf(query);
    std::vector<BatchPart> rows;
    for (const DataPipeline &pipeline : *pipelines) {
        const auto add = [&](const char *part, const std::optional<double> &ms) {
            if (ms)
                rows.push_back({part, *ms, pipeline.shareOfBatch(ms), pipeline.part});
        };
        add(RS_TABLE("pipeline"), pipeline.pipelineMs);
        add(RS_TABLE("push"), pipeline.pushMs);
        add(RS_TABLE("batch"), pipeline.batchMs);
    }
    return std::make_shared<StructSource<BatchPart>>(batchFields(areSeveral(pipelines)), std::move(rows),
                                                     [index = query.rank](const BatchPart &) {
                                                         return RowPlace{index, NoSlice, {}};
                                                     });
}

// ---- dataset, datapreprocess --------------------------------------------------------------------------------------

std::shared_ptr<const Table> dataTable(const TableQuery &query, const char *kind)
{
    const auto rank = query.rankData();
    const auto table = rank ? rank->table(QString::fromLatin1(kind)) : nullptr;
    return table ? table : std::make_shared<const Table>();
}

struct DatasetRow
{
    QString operation;
    QString stage;
    std::optional<qint64> count;
    std::optional<double> averageUs;
    QString info;

    [[nodiscard]] std::optional<double> totalUs() const
    {
        return count && averageUs ? std::optional(static_cast<double>(*count) * *averageUs) : std::nullopt;
    }
};

std::vector<Field<DatasetRow>> datasetFields()
{
    using R = DatasetRow;
    using K = ValueKind;
    return {
        {{"operation", "Operation", RS_TABLE("Operation"), K::Text}, [](const R &r) { return r.operation; }},
        {{"stage", "Stage", RS_TABLE("Stage"), K::Text, RS_TABLE("What the operation did then.")},
         [](const R &r) { return r.stage; }},
        {{"total", "Total(us)", RS_TABLE("Total (%1)"), K::Microseconds,
          RS_TABLE("Occurrences × average; several threads work at once, so it may be longer than the capture.")},
         [](const R &r) { return fieldOf(r.totalUs()); }},
        {{"count", "Occurrences", RS_TABLE("Occurrences"), K::Integer}, [](const R &r) { return fieldOf(r.count); }},
        {{"average", "Average(us)", RS_TABLE("Average (%1)"), K::Microseconds},
         [](const R &r) { return fieldOf(r.averageUs); }},
        {{"info", "Custom Info", RS_TABLE("Custom info"), K::Text, RS_TABLE("As the framework writes it.")},
         [](const R &r) { return r.info; }},
    };
}

std::shared_ptr<const RowSource> makeDataset(const TableQuery &query, const JobContext &job)
{
    const auto t = dataTable(query, "dataset");
    const DatasetColumns c(*t);
    const auto text = [&](int row, int column) {
        return column >= 0 ? t->strings().text(t->textId(row, column)) : QString();
    };
    std::vector<DatasetRow> rows;
    for (int row = 0; row < t->rows(); ++row) {
        if (row % 4096 == 0 && job.isCanceled())
            return nullptr;
        DatasetRow r{text(row, c.operation), text(row, c.stage), {}, {}, text(row, c.info)};
        if (c.count >= 0 && t->has(row, c.count))
            r.count = t->integer(row, c.count);
        if (c.averageUs >= 0 && t->has(row, c.averageUs))
            r.averageUs = t->real(row, c.averageUs);
        rows.push_back(std::move(r));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const DatasetRow &a, const DatasetRow &b) {
        return a.totalUs().value_or(-1) > b.totalUs().value_or(-1);
    });
    return std::make_shared<StructSource<DatasetRow>>(datasetFields(), std::move(rows),
                                                      [index = query.rank](const DatasetRow &) {
                                                          return RowPlace{index, NoSlice, {}};
                                                      });
}

struct AiCpuRow
{
    int row = 0;
    std::optional<double> totalUs;
    SliceId slice = NoSlice;
};

std::vector<Field<AiCpuRow>> aiCpuFields(const std::shared_ptr<const Table> &t)
{
    using R = AiCpuRow;
    using K = ValueKind;
    const AiCpuColumns c(*t);
    const auto time = [t](const AiCpuTime &of) { return [t, of](const R &r) { return fieldOf(of.us(*t, r.row)); }; };
    const auto integer = [t](int column) {
        return [t, column](const R &r) {
            return column >= 0 && t->has(r.row, column) ? FieldValue(t->integer(r.row, column)) : FieldValue();
        };
    };
    std::vector<Field<R>> out{
        {{"node", "Operator", RS_TABLE("Operator"), K::Text},
         [t, column = c.node](const R &r) {
             return column >= 0 ? t->strings().text(t->textId(r.row, column)) : QString();
         }},
        {{"total", "Total(us)", RS_TABLE("Total (%1)"), K::Microseconds,
          RS_TABLE("What the operator cost on the AI CPU, dispatch and copies included.")},
         [](const R &r) { return fieldOf(r.totalUs); }},
        {{"compute", "Compute(us)", RS_TABLE("Compute (%1)"), K::Microseconds}, time(c.compute)},
        {{"memcpy", "Memcpy(us)", RS_TABLE("Copy (%1)"), K::Microseconds}, time(c.memcpy)},
        {{"task", "Task(us)", RS_TABLE("Task (%1)"), K::Microseconds}, time(c.task)},
        {{"dispatch", "Dispatch(us)", RS_TABLE("Dispatch (%1)"), K::Microseconds}, time(c.dispatch)},
        {{"time", "Time(ns)", RS_TABLE("Time (%1)"), K::Stamp}, integer(c.stamp)},
        {{"stream", "Stream ID", RS_TABLE("Stream"), K::Identifier}, integer(c.stream)},
        {{"taskId", "Task ID", RS_TABLE("Task"), K::Identifier}, integer(c.taskId)},
    };
    for (Field<R> &field : out) {
        if (field.column.kind == K::Microseconds)
            field.column.unitGroup = 1; // parts of the total are compared with it
    }
    return out;
}

std::shared_ptr<const RowSource> makeAiCpu(const TableQuery &query, const JobContext &job)
{
    const auto t = dataTable(query, "data_preprocess");
    const AiCpuColumns c(*t);
    const auto rank = query.rankData();
    const Trace *const trace = rank ? rank->trace.get() : nullptr;
    const auto sliceOf = [&](int row) {
        const bool known = c.stamp >= 0 && c.stream >= 0 && t->has(row, c.stamp) && t->has(row, c.stream);
        return known ? taskAt(*trace, static_cast<qint32>(t->integer(row, c.stream)), t->integer(row, c.stamp))
                     : NoSlice;
    };
    std::vector<AiCpuRow> rows;
    for (int row = 0; row < t->rows(); ++row) {
        if (row % 4096 == 0 && job.isCanceled())
            return nullptr;
        rows.push_back({row, c.total.us(*t, row), trace ? sliceOf(row) : NoSlice});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const AiCpuRow &a, const AiCpuRow &b) {
        return a.totalUs.value_or(-1) > b.totalUs.value_or(-1);
    });
    return std::make_shared<StructSource<AiCpuRow>>(aiCpuFields(t), std::move(rows),
                                                    [t, stamp = c.stamp, index = query.rank](const AiCpuRow &r) {
                                                        RowPlace out{index, r.slice, {}};
                                                        if (stamp >= 0 && t->has(r.row, stamp)) {
                                                            const qint64 ns = t->integer(r.row, stamp);
                                                            out.time = Interval{ns, ns};
                                                        }
                                                        return out;
                                                    });
}

// ---- why there are none -------------------------------------------------------------------------------------------

constexpr const char *NoPipeline =
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

const QStringList &pipelineKinds()
{
    static const QStringList kinds{QStringLiteral("minddata_summary"), QStringLiteral("minddata_raw")};
    return kinds;
}

} // namespace

void addDataTables(Catalogue &catalogue)
{
    const auto whyOf = [](const QStringList &kinds, const char *why) {
        return [kinds, why](const TableQuery &query) -> Phrase {
            return fileGaveNothing(query, kinds).value_or(tableReason(why));
        };
    };
    const auto oneOf = [](const char *kind) { return QStringList{QString::fromLatin1(kind)}; };

    TableSpec &pipeline = catalogue.add("pipeline", TableScope::Rank, RS_TABLE("Operators of the data pipeline"),
                                        RS_TABLE("Every operator of mindspore.dataset with its workers, its queue and "
                                                 "its CPU use: which one holds up the training?"));
    pipeline.sources = {pipelineKinds(), {}};
    pipeline.columns = [](const TableQuery &) { return columnsOf(pipelineFields({})); };
    pipeline.make = makePipeline;
    pipeline.whyEmpty = whyOf(pipelineKinds(), NoPipeline);

    TableSpec &advice = catalogue.add(
        "pipeline.advice", TableScope::Rank, RS_TABLE("Advice on the data pipeline"),
        RS_TABLE(
            "What the file says of the pipeline and what MindSpore's rules find in its numbers: what can be changed?"));
    advice.sources = {pipelineKinds(), {}};
    advice.columns = [](const TableQuery &) { return columnsOf(dataAdviceFields(false)); };
    advice.make = makeDataAdvice;
    advice.noneIsAnswer = [](const TableQuery &query) { return namesOperators(query); };
    advice.whyEmpty = [why = whyOf(pipelineKinds(), NoPipeline)](const TableQuery &query) -> Phrase {
        return !namesOperators(query) ? why(query)
                                      : tableReason(RS_TABLE("No operator of the data pipeline stands out."));
    };

    TableSpec &queues = catalogue.add(
        "pipeline.queues", TableScope::Rank, RS_TABLE("Queues over time"),
        RS_TABLE("How full the queue of every operator was at each sample of minddata_pipeline_raw_*.csv."));
    queues.sources = {oneOf("minddata_raw"), {}};
    queues.columns = [](const TableQuery &) { return columnsOf(queueFields({})); };
    queues.make = makeQueues;
    queues.whyEmpty = whyOf(oneOf("minddata_raw"), NoQueues);

    TableSpec &times = catalogue.add("pipeline.times", TableScope::Rank, RS_TABLE("Time per batch"),
                                     RS_TABLE("What getting a batch and pushing it to the device takes on average."));
    times.sources = {oneOf("minddata_summary"), {}};
    times.columns = [](const TableQuery &) { return columnsOf(batchFields(false)); };
    times.make = makeBatchTimes;
    times.whyEmpty = whyOf(oneOf("minddata_summary"), NoSummary);

    TableSpec &dataset =
        catalogue.add("dataset", TableScope::Rank, RS_TABLE("Operations of the data set"),
                      RS_TABLE("What the operations of mindspore.dataset took, by dataset.csv; the dearest first."));
    dataset.sources = {oneOf("dataset"), {}};
    dataset.columns = [](const TableQuery &) { return columnsOf(datasetFields()); };
    dataset.make = makeDataset;
    dataset.whyEmpty = whyOf(oneOf("dataset"), NoDataset);

    TableSpec &aiCpu = catalogue.add("datapreprocess", TableScope::Rank, RS_TABLE("Operators on the AI CPU"),
                                     RS_TABLE("Every operator that ran on the AI CPU, by data_preprocess.csv; the "
                                              "dearest first: each of them is slower than on the AI cores."));
    aiCpu.sources = {oneOf("data_preprocess"), {}};
    aiCpu.columns = [](const TableQuery &) { return columnsOf(aiCpuFields(std::make_shared<const Table>())); };
    aiCpu.make = makeAiCpu;
    aiCpu.whyEmpty = whyOf(oneOf("data_preprocess"), NoAiCpu);
}

} // namespace rs
