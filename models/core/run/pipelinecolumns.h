// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/table/table.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// minddata_pipeline_raw_*.csv: a row is an operator of the data set, from the root to the leaves. -1: the file has no
/// such column.
struct PipelineRawColumns
{
    int id = -1;
    int type = -1; ///< "MapOp"
    int workers = -1;
    int sizes = -1;    ///< of its output queue at each sample: "[3, 4]"
    int average = -1;  ///< of the sizes
    int length = -1;   ///< what the queue holds at most
    int use = -1;      ///< average / length
    int interval = -1; ///< between two samples, ms
    int parent = -1;
    int children = -1; ///< "[1, 2]"

    PipelineRawColumns() = default;
    explicit PipelineRawColumns(const Table &table);
};

/// The use of a queue in percent, its average length over the one that it may have; two decimals are kept.
inline constexpr double mostQueueUse = 100.01;

/// minddata_pipeline_summary_*: row i of most columns is the i-th operator; of those below the gap it is a value of the
/// whole pipeline, or a sentence.
struct PipelineSummaryColumns
{
    int id = -1;
    int name = -1;  ///< "Map"
    int label = -1; ///< "Map(id=2)"
    int workers = -1;
    int average = -1;
    int usePercent = -1;
    int emptyPercent = -1;
    int children = -1;
    int parent = -1;
    int cpuPercent = -1;
    int cpuPerWorkerPercent = -1;

    int pipelineMs = -1;
    int pushMs = -1;
    int batchMs = -1;
    int cpuDetails = -1;
    int queueDetails = -1;
    int warning = -1;
    int suggestion = -1;

    PipelineSummaryColumns() = default;
    explicit PipelineSummaryColumns(const Table &table);
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
struct DatasetColumns
{
    int operation = -1;
    int stage = -1;
    int count = -1;
    int averageUs = -1;
    int info = -1; ///< "{'k': 'v'}"

    DatasetColumns() = default;
    explicit DatasetColumns(const Table &table);
};

/// A time in us or ms, whichever the file has.
struct AiCpuTime
{
    int column = -1;
    double toUs = 1;

    AiCpuTime() = default;
    /// The first of "`name`(us)" and "`name`(ms)" that exists.
    AiCpuTime(const Table &table, const QString &name);
    [[nodiscard]] std::optional<double> us(const Table &table, int row) const
    {
        return table.has(row, column) ? std::optional(table.real(row, column) * toUs) : std::nullopt;
    }
};

/// data_preprocess.csv, aicpu_*.csv of msprof: operators that ran on the AI CPU.
struct AiCpuColumns
{
    int stamp = -1; ///< TimeStamp; -1 where the file has no stamps in microseconds
    int node = -1;
    AiCpuTime compute;
    AiCpuTime memcpy;
    AiCpuTime task;
    AiCpuTime dispatch;
    AiCpuTime total;
    int stream = -1;
    int taskId = -1;

    AiCpuColumns() = default;
    explicit AiCpuColumns(const Table &table);
};

/// Whether getting a batch and pushing it, in ms, can be parts of the time that all of it takes. The summary rounds
/// each to two decimals.
[[nodiscard]] constexpr bool partsFitBatch(double batchMs, double pipelineMs, double pushMs)
{
    constexpr double rounded = 0.016;
    return pipelineMs + pushMs <= batchMs + rounded;
}

} // namespace rs
