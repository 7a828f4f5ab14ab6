// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/table/table.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// minddata_pipeline_raw_*.csv: a row is an operator of the data set, from the root to the leaves.
struct PipelineRawColumns : FileColumns
{
    using FileColumns::FileColumns;

    int id = find(u"op_id");
    int type = find(u"op_type"); ///< "MapOp"
    int workers = find(u"num_workers");
    int sizes = find(u"output_queue_size"); ///< at each sample: "[3, 4]"
    int average = find(u"output_queue_average_size");
    int length = find(u"output_queue_length");  ///< capacity of the queue
    int use = find(u"output_queue_usage_rate"); ///< average / length
    int interval = find(u"sample_interval");    ///< between two samples, ms
    int parent = find(u"parent_id");
    int children = find(u"children_id"); ///< "[1, 2]"
};

/// The use of a queue in percent, its average length over the one that it may have; two decimals are kept.
inline constexpr double mostQueueUse = 100.01;

/// minddata_pipeline_summary_*: row i of most columns is the i-th operator; of those below the gap it is a value of the
/// whole pipeline, or a sentence.
struct PipelineSummaryColumns : FileColumns
{
    using FileColumns::FileColumns;

    int id = find(u"op_ids");
    int name = find(u"op_names");      ///< "Map"
    int label = find(u"pipeline_ops"); ///< "Map(id=2)"
    int workers = find(u"num_workers");
    int average = find(u"queue_average_size");
    int usePercent = find(u"queue_utilization_pct");
    int emptyPercent = find(u"queue_empty_freq_pct");
    int children = find(u"children_ids");
    int parent = find(u"parent_id");
    int cpuPercent = find(u"avg_cpu_pct");
    int cpuPerWorkerPercent = find(u"avg_cpu_pct_per_worker");

    int pipelineMs = find(u"per_pipeline_time");
    int pushMs = find(u"per_push_queue_time");
    int batchMs = find(u"per_batch_time");
    int cpuDetails = find(u"cpu_analysis_details");
    int queueDetails = find(u"queue_analysis_details");
    int warning = find(u"bottleneck_warning");
    int suggestion = find(u"bottleneck_suggestion");
};

/// Kinds of the tables of a data pipeline in RankData::tables. Where files of several lie in one folder, those of the
/// lowest number have these, the others pipelineTableKind().
inline constexpr QLatin1String PipelineRawKind("minddata_raw");
inline constexpr QLatin1String PipelineSummaryKind("minddata_summary");
/// "minddata_raw", "1" -> "minddata_raw#1".
[[nodiscard]] QString pipelineTableKind(QLatin1String kind, const QString &part);
/// The number at the end of the name of such a file: ".../minddata_pipeline_raw_1.csv" -> "1"; empty where there is
/// none.
[[nodiscard]] QString pipelinePart(const QString &fileName);
/// Numbers as numbers, before other texts.
[[nodiscard]] bool pipelinePartBefore(const QString &a, const QString &b);

/// The files of one data pipeline; one of the two tables may be missing.
struct PipelineTables
{
    QString part; ///< the number of the files; empty where the rank has one pipeline
    std::shared_ptr<const Table> raw;
    std::shared_ptr<const Table> summary;
    [[nodiscard]] bool operator==(const PipelineTables &) const = default;
};
/// By part. A rank with one file of each has one pipeline, whatever their numbers: one file may count ranks, the other
/// devices.
[[nodiscard]] std::vector<PipelineTables> pipelineTables(const RankData &rank);

/// dataset.csv: what the framework's own events of the data set took.
struct DatasetColumns : FileColumns
{
    using FileColumns::FileColumns;

    int operation = find(u"Operation");
    int stage = find(u"Stage");
    int count = find(u"Occurrences");
    int averageUs = find(u"Avg. time (us)", u"Avg. time(us)");
    int info = find(u"Custom Info"); ///< "{'k': 'v'}"
};

/// data_preprocess.csv, aicpu_*.csv of msprof: operators that ran on the AI CPU.
struct AiCpuColumns : FileColumns
{
    using FileColumns::FileColumns;

    int stamp = findTyped(ColumnType::TimeStamp, u"Timestamp(us)");
    int node = find(u"Node");
    ScaledColumn compute = microseconds(QStringLiteral("Compute_time"));
    ScaledColumn memcpy = microseconds(QStringLiteral("Memcpy_time"));
    ScaledColumn task = microseconds(QStringLiteral("Task_time"));
    ScaledColumn dispatch = microseconds(QStringLiteral("Dispatch_time"));
    ScaledColumn total = microseconds(QStringLiteral("Total_time"));
    int stream = find(u"Stream ID");
    int taskId = find(u"Task ID");

private:
    [[nodiscard]] ScaledColumn microseconds(const QString &name) const { return findScaled(name, "us", "ms", 1000); }
};

/// Whether getting a batch and pushing it, in ms, can be parts of the time that all of it takes. The summary rounds
/// each to two decimals.
[[nodiscard]] constexpr bool partsFitBatch(double batchMs, double pipelineMs, double pushMs)
{
    constexpr double rounded = 0.016;
    return pipelineMs + pushMs <= batchMs + rounded;
}

} // namespace rs
