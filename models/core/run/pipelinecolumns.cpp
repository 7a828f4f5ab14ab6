// SPDX-License-Identifier: Apache-2.0
#include "core/run/pipelinecolumns.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

PipelineRawColumns::PipelineRawColumns(const Table &t)
    : id(t.column(u"op_id")), type(t.column(u"op_type")), workers(t.column(u"num_workers")),
      sizes(t.column(u"output_queue_size")), average(t.column(u"output_queue_average_size")),
      length(t.column(u"output_queue_length")), use(t.column(u"output_queue_usage_rate")),
      interval(t.column(u"sample_interval")), parent(t.column(u"parent_id")), children(t.column(u"children_id"))
{
}

PipelineSummaryColumns::PipelineSummaryColumns(const Table &t)
    : id(t.column(u"op_ids")), name(t.column(u"op_names")), label(t.column(u"pipeline_ops")),
      workers(t.column(u"num_workers")), average(t.column(u"queue_average_size")),
      usePercent(t.column(u"queue_utilization_pct")), emptyPercent(t.column(u"queue_empty_freq_pct")),
      children(t.column(u"children_ids")), parent(t.column(u"parent_id")), cpuPercent(t.column(u"avg_cpu_pct")),
      cpuPerWorkerPercent(t.column(u"avg_cpu_pct_per_worker")), pipelineMs(t.column(u"per_pipeline_time")),
      pushMs(t.column(u"per_push_queue_time")), batchMs(t.column(u"per_batch_time")),
      cpuDetails(t.column(u"cpu_analysis_details")), queueDetails(t.column(u"queue_analysis_details")),
      warning(t.column(u"bottleneck_warning")), suggestion(t.column(u"bottleneck_suggestion"))
{
}

DatasetColumns::DatasetColumns(const Table &t)
    : operation(t.column(u"Operation")), stage(t.column(u"Stage")), count(t.column(u"Occurrences")),
      averageUs(t.columnOf({u"Avg. time (us)", u"Avg. time(us)"})), info(t.column(u"Custom Info"))
{
}

AiCpuTime::AiCpuTime(const Table &table, const QString &name)
    : column(table.column(QString(name + QLatin1String("(us)"))))
{
    if (column >= 0)
        return;
    column = table.column(QString(name + QLatin1String("(ms)")));
    toUs = 1000;
}

AiCpuColumns::AiCpuColumns(const Table &t)
    : stamp(t.column(u"Timestamp(us)")), node(t.column(u"Node")), compute(t, QStringLiteral("Compute_time")),
      memcpy(t, QStringLiteral("Memcpy_time")), task(t, QStringLiteral("Task_time")),
      dispatch(t, QStringLiteral("Dispatch_time")), total(t, QStringLiteral("Total_time")),
      stream(t.column(u"Stream ID")), taskId(t.column(u"Task ID"))
{
    if (stamp >= 0 && t.at(stamp).type != ColumnType::TimeStamp)
        stamp = -1;
}

QString pipelineTableKind(QLatin1String kind, const QString &part)
{
    return kind + QLatin1Char('#') + part;
}

QString pipelinePart(const QString &fileName)
{
    const QString name = fileName.section(u'/', -1).section(u'.', 0, 0);
    const QString end = name.section(u'_', -1);
    const bool isNumber = !end.isEmpty() && std::ranges::all_of(end, [](QChar c) { return c >= u'0' && c <= u'9'; });
    return isNumber ? end : QString();
}

bool pipelinePartBefore(const QString &a, const QString &b)
{
    bool isA = false;
    bool isB = false;
    const qulonglong x = a.toULongLong(&isA);
    const qulonglong y = b.toULongLong(&isB);
    return isA != isB ? isA : isA && x != y ? x < y : a < b;
}

std::vector<PipelineTables> pipelineTables(const RankData &rank)
{
    std::map<QString, PipelineTables, decltype(&pipelinePartBefore)> byPart(&pipelinePartBefore);
    std::vector<std::shared_ptr<const Table>> raws;
    std::vector<std::shared_ptr<const Table>> summaries;
    for (const auto &[kind, table] : rank.tables) {
        if (kind == PipelineRawKind || kind.startsWith(PipelineRawKind + QLatin1Char('#'))) {
            byPart[pipelinePart(table->source)].raw = table;
            raws.push_back(table);
        } else if (kind == PipelineSummaryKind || kind.startsWith(PipelineSummaryKind + QLatin1Char('#'))) {
            byPart[pipelinePart(table->source)].summary = table;
            summaries.push_back(table);
        }
    }
    if (raws.size() <= 1 && summaries.size() <= 1) {
        if (raws.empty() && summaries.empty())
            return {};
        return {{{}, raws.empty() ? nullptr : raws.front(), summaries.empty() ? nullptr : summaries.front()}};
    }
    std::vector<PipelineTables> out;
    for (auto &[part, tables] : byPart) {
        out.push_back(std::move(tables));
        out.back().part = part;
    }
    return out;
}

} // namespace rs
