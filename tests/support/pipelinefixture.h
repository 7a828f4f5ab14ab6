// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <memory>
#include <vector>

namespace rs::test {

/// An operator of minddata_pipeline_summary_*; negative: not known.
struct SummaryOp
{
    int id;
    const char *name;
    int parent;
    int workers;
    double average = -1;
    double use = -1;
    double empty = -1;
    double cpuPerWorker = -1;
};

inline std::shared_ptr<Table> pipelineSummary(const std::vector<SummaryOp> &ops, const QStringList &details = {},
                                              const QString &warning = {}, const QString &suggestion = {},
                                              double pushMs = 2)
{
    auto out = std::make_shared<Table>();
    out->source = QStringLiteral("minddata_pipeline_summary_0.json");
    const int id = out->addColumn(QStringLiteral("op_ids"), ColumnType::Integer);
    const int name = out->addColumn(QStringLiteral("op_names"), ColumnType::Text);
    const int parent = out->addColumn(QStringLiteral("parent_id"), ColumnType::Integer);
    const int workers = out->addColumn(QStringLiteral("num_workers"), ColumnType::Integer);
    const int average = out->addColumn(QStringLiteral("queue_average_size"), ColumnType::Real);
    const int use = out->addColumn(QStringLiteral("queue_utilization_pct"), ColumnType::Real);
    const int empty = out->addColumn(QStringLiteral("queue_empty_freq_pct"), ColumnType::Real);
    const int cpu = out->addColumn(QStringLiteral("avg_cpu_pct"), ColumnType::Real);
    const int perWorker = out->addColumn(QStringLiteral("avg_cpu_pct_per_worker"), ColumnType::Real);
    const int batch = out->addColumn(QStringLiteral("per_batch_time"), ColumnType::Real);
    const int pipeline = out->addColumn(QStringLiteral("per_pipeline_time"), ColumnType::Real);
    const int push = out->addColumn(QStringLiteral("per_push_queue_time"), ColumnType::Real);
    const int detail = out->addColumn(QStringLiteral("cpu_analysis_details"), ColumnType::Text);
    const int warn = out->addColumn(QStringLiteral("bottleneck_warning"), ColumnType::Text);
    const int suggest = out->addColumn(QStringLiteral("bottleneck_suggestion"), ColumnType::Text);
    const size_t rows = std::max(ops.size(), static_cast<size_t>(details.size()));
    const auto real = [&](int column, double value) {
        if (value < 0)
            out->appendMissing(column);
        else
            out->appendReal(column, value);
    };
    const auto text = [&](int column, const QString &value) {
        if (value.isEmpty())
            out->appendMissing(column);
        else
            out->appendText(column, value.toStdString());
    };
    for (size_t row = 0; row < rows; ++row) {
        if (row < ops.size()) {
            const SummaryOp &op = ops[row];
            out->appendInteger(id, op.id);
            out->appendText(name, op.name);
            if (op.parent < 0)
                out->appendMissing(parent);
            else
                out->appendInteger(parent, op.parent);
            out->appendInteger(workers, op.workers);
            real(average, op.average);
            real(use, op.use);
            real(empty, op.empty);
            real(cpu, op.cpuPerWorker < 0 ? -1 : op.cpuPerWorker * op.workers);
            real(perWorker, op.cpuPerWorker);
        }
        if (row == 0) {
            out->appendReal(batch, 8);
            out->appendReal(pipeline, 6);
            out->appendReal(push, pushMs);
        }
        text(detail, details.value(static_cast<qsizetype>(row)));
        text(warn, row == 0 ? warning : QString());
        text(suggest, row == 0 ? suggestion : QString());
        out->finishRow();
    }
    return out;
}

/// An operator of minddata_pipeline_raw_*.
struct RawOp
{
    int id;
    const char *type;
    int parent;
    const char *sizes = "";
    int length = -1;
};

inline std::shared_ptr<Table> pipelineRaw(const std::vector<RawOp> &ops, double intervalMs = 10)
{
    auto out = std::make_shared<Table>();
    out->source = QStringLiteral("minddata_pipeline_raw_0.csv");
    const int id = out->addColumn(QStringLiteral("op_id"), ColumnType::Integer);
    const int type = out->addColumn(QStringLiteral("op_type"), ColumnType::Text);
    const int sizes = out->addColumn(QStringLiteral("output_queue_size"), ColumnType::Text);
    const int length = out->addColumn(QStringLiteral("output_queue_length"), ColumnType::Integer);
    const int interval = out->addColumn(QStringLiteral("sample_interval"), ColumnType::Real);
    const int parent = out->addColumn(QStringLiteral("parent_id"), ColumnType::Integer);
    for (const RawOp &op : ops) {
        out->appendInteger(id, op.id);
        out->appendText(type, op.type);
        if (*op.sizes)
            out->appendText(sizes, op.sizes);
        else
            out->appendMissing(sizes);
        if (op.length >= 0)
            out->appendInteger(length, op.length);
        else
            out->appendMissing(length);
        out->appendReal(interval, intervalMs);
        if (op.parent >= 0)
            out->appendInteger(parent, op.parent);
        else
            out->appendMissing(parent);
        out->finishRow();
    }
    return out;
}

} // namespace rs::test
