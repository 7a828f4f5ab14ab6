// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"

#include <QString>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace rs {

/// An operator of the data set: it takes from the queues of its children and puts into its own, from which its parent
/// takes. The root feeds the device, the leaves read the files. Nothing is known of what is empty.
struct DataOperator
{
    int id = -1;
    QString name;              ///< "Map", without the "Op" at its end
    int parent = -1;           ///< into DataPipeline::operators; -1: a root
    std::vector<int> children; ///< likewise, in the order of their ids
    int depth = 0;             ///< 0 for a root
    std::optional<qint64> workers;
    std::optional<double> queueAverage;
    std::optional<double> queueLength;  ///< most that its output queue holds
    std::optional<double> usePercent;   ///< average / length
    std::optional<double> emptyPercent; ///< samples at which the queue was empty
    std::optional<double> cpuPercent;   ///< sum over all its workers
    std::optional<double> cpuPerWorkerPercent;
    int rawRow = -1; ///< row of minddata_pipeline_raw with its samples; -1: none

    [[nodiscard]] QString label() const { return QStringLiteral("%1(id=%2)").arg(name).arg(id); }
    /// It hands batches to the device: DeviceQueue, DataQueue in newer versions.
    [[nodiscard]] bool feedsDevice() const;
};

/// The data pipeline of a rank, by the summary that the profiler made and by its samples.
struct DataPipeline
{
    QString part; ///< the number of its files where one folder holds several: "1"; empty: of one pipeline
    std::vector<DataOperator> operators; ///< each before its children; those of one parent in the order of their ids
    std::optional<double> pipelineMs;    ///< mean of a batch: waiting for the pipeline
    std::optional<double> pushMs;        ///< mean of a batch: pushing it to the device
    std::optional<double> batchMs;       ///< mean of a batch: all of it
    std::shared_ptr<const Table> raw;
    std::shared_ptr<const Table> summary;

    /// A part of a batch's time in all of it, 0 to 1; none where the parts are longer than the whole, as no pipeline
    /// can be.
    [[nodiscard]] std::optional<double> shareOfBatch(const std::optional<double> &ms) const;
    /// Index of the operator with that id, or -1.
    [[nodiscard]] int find(int id) const;
    /// The nearest operator below with a queue of its own, which those between do not have; -1: none.
    [[nodiscard]] int input(int index) const;
};

/// Pipelines of minddata_pipeline_raw_* and minddata_pipeline_summary_* in the folder of the rank, by their number. The
/// summary's numbers count where both have them; operators whose parents go round in a circle are roots.
[[nodiscard]] std::vector<DataPipeline> dataPipelines(const RankData &rank);

/// The length of a queue at each sample.
struct QueueSamples
{
    std::vector<double> sizes;        ///< NaN: a sample that is no number
    std::optional<double> intervalMs; ///< between two of them
};
/// "[3, 4]" as numbers; NaN for what is none.
[[nodiscard]] std::vector<double> listedNumbers(std::string_view text);
/// Samples of an operator with a rawRow; none for others.
[[nodiscard]] QueueSamples queueSamples(const DataPipeline &pipeline, int index);

/// From when on what is worth a word (formulas.md 7).
struct DataAdviceLimits
{
    double busyCpu = 75;       ///< % of a worker: more is a lot
    double idleCpu = 20;       ///< less is little
    double leafUse = 50;       ///< % of the queue of a leaf: up to it reading is slow
    double starvedEmpty = 60;  ///< % of the time: the device's input is empty more often
    double useDifference = 50; ///< between the queues before and behind an operator
    double emptyInput = 10;    ///< % of the queue before an operator: less is hardly anything
};

enum class DataAdviceKind : quint8 {
    BottleneckCpu,   ///< the operator that holds up all: it computes
    BottleneckQueue, ///< the same: its queues
    DeviceStarves,   ///< the device waits for data
    BusyWorkers,
    LeafQueue,   ///< reading is slow
    FullInput,   ///< its child makes more than it takes
    IdleWorkers, ///< more workers than it needs
    Other,       ///< a sentence of the file that is none of these
};
/// "bottleneck", "device", "cpu", "queue", "other": stable.
[[nodiscard]] QString dataAdviceKey(DataAdviceKind kind);

struct DataAdvice
{
    DataAdviceKind kind = DataAdviceKind::Other;
    int op = -1;   ///< into DataPipeline::operators; -1: none that is there
    QString label; ///< label of the operator
    bool fromFile = false;
    bool fromRules = false;
    Phrase sentence; ///< sentence of the file for Other, without arguments

    [[nodiscard]] bool isBottleneck() const
    {
        return kind == DataAdviceKind::BottleneckCpu || kind == DataAdviceKind::BottleneckQueue;
    }
};
/// Advice of the file, its known sentences recognised, and of the rules of MindSpore's analyser; advice that both give
/// is listed once. By kind, then in the order of the operators. What is not known is not judged: MindSpore takes an
/// unknown CPU use for a low one.
[[nodiscard]] std::vector<DataAdvice> dataAdvice(const DataPipeline &pipeline, const DataAdviceLimits &limits = {});
/// Into DataPipeline::operators: what the advice calls the bottleneck, the rules before the file; -1: none.
[[nodiscard]] int bottleneckOf(const std::vector<DataAdvice> &advice);

} // namespace rs
