// SPDX-License-Identifier: Apache-2.0
#include "importers/pipelinechecks.h"

#include "core/run/pipelinecolumns.h"
#include "importers/faultyrows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace rs {

namespace {

std::optional<double> cellOf(const Table &t, int row, int column)
{
    return column >= 0 && t.has(row, column) ? std::optional(t.real(row, column)) : std::nullopt;
}

void noteTree(const Table &t, int id, int parent, const JobContext &job, ImportReport &report)
{
    const auto isNumber = [&t](int column) { return column >= 0 && t.at(column).type == ColumnType::Integer; };
    if (!isNumber(id))
        return;
    std::set<qint64> ids;
    for (int row = 0; row < t.rows(); ++row) {
        if (t.has(row, id))
            ids.insert(t.integer(row, id));
    }
    std::set<qint64> seen;
    tellRows(t, {"minddata.twice", RS_NOOP("Operators of the data pipeline that are listed twice: the first counts.")},
             job, report, [&](int row) { return t.has(row, id) && !seen.insert(t.integer(row, id)).second; });
    if (!isNumber(parent))
        return;
    tellRows(t,
             {"minddata.no-parent", RS_NOOP("Operators of the data pipeline whose parent is not listed: each is shown "
                                            "as the end of a pipeline of its own.")},
             job, report, [&](int row) {
                 return t.has(row, parent) && t.has(row, id) &&
                        (!ids.contains(t.integer(row, parent)) || t.integer(row, parent) == t.integer(row, id));
             });
}

void noteQueues(const Table &raw, const Table &summary, const JobContext &job, ImportReport &report)
{
    constexpr double rounded = 0.011; // two decimals, and what the first rounding does to the second
    const PipelineRawColumns r(raw);
    const PipelineSummaryColumns s(summary);
    if (r.id < 0 || s.id < 0 || r.average < 0 || s.average < 0)
        return;
    std::map<qint64, double> averages;
    for (int row = 0; row < raw.rows(); ++row) {
        if (const auto average = cellOf(raw, row, r.average); average && raw.has(row, r.id))
            averages.try_emplace(raw.integer(row, r.id), *average);
    }
    tellRows(
        summary,
        {"minddata.other-average", RS_NOOP("Operators whose queue is another one on average than minddata_pipeline_raw "
                                           "says: one of the two files is not of this capture.")},
        job, report, [&](int row) {
            const auto average = cellOf(summary, row, s.average);
            if (!average || !summary.has(row, s.id))
                return false;
            const auto at = averages.find(summary.integer(row, s.id));
            return at != averages.end() && std::abs(at->second - *average) > rounded;
        });
}

} // namespace

namespace {

void noteOnePipeline(const std::shared_ptr<const Table> &raw, const std::shared_ptr<const Table> &summary,
                     const JobContext &job, ImportReport &report)
{
    if (raw) {
        const PipelineRawColumns c(*raw);
        noteTree(*raw, c.id, c.parent, job, report);
        tellRows(*raw,
                 {"minddata.overfull", RS_NOOP("Queues of the data pipeline that hold more on average than they can: "
                                               "one of the two numbers is wrong, and so is the use of the queue.")},
                 job, report, [&](int row) {
                     const auto average = cellOf(*raw, row, c.average);
                     const auto length = cellOf(*raw, row, c.length);
                     return average && length && *average > *length;
                 });
    }
    if (summary) {
        const PipelineSummaryColumns c(*summary);
        noteTree(*summary, c.id, c.parent, job, report);
        tellRows(*summary,
                 {"minddata.overused", RS_NOOP("Queues of the data pipeline that are used by more than 100 %: they "
                                               "hold no more than they can, so the use of these is not shown.")},
                 job, report, [&](int row) {
                     const auto use = cellOf(*summary, row, c.usePercent);
                     return use && *use > mostQueueUse;
                 });
        tellRows(
            *summary,
            {"minddata.batch-parts", RS_NOOP("Getting a batch from the pipeline and pushing it take longer than all of "
                                             "it: one of the numbers is wrong, and no shares of a batch are shown.")},
            job, report, [&](int row) {
                const auto batch = cellOf(*summary, row, c.batchMs);
                return batch && !partsFitBatch(*batch, cellOf(*summary, row, c.pipelineMs).value_or(0),
                                               cellOf(*summary, row, c.pushMs).value_or(0));
            });
    }
    if (raw && summary)
        noteQueues(*raw, *summary, job, report);
}

} // namespace

void notePipeline(const RankData &rank, const JobContext &job, ImportReport &report)
{
    for (const PipelineTables &tables : pipelineTables(rank))
        noteOnePipeline(tables.raw, tables.summary, job, report);
}

} // namespace rs
