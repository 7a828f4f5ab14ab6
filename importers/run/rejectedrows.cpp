// SPDX-License-Identifier: Apache-2.0
#include "importers/run/rejectedrows.h"

#include "core/table/memorycolumns.h"
#include "core/run/pipelinecolumns.h"
#include "importers/files/findingseverity.h"

#include <set>

namespace rs {

namespace {

/// Tells once of all rows for which `isWrong` holds.
template <typename IsWrong>
void tellRows(const Table &table, const char *code, const char *message, const JobContext &job, ImportReport &report,
              IsWrong isWrong)
{
    constexpr int rowsPerPoll = 4096;
    qint64 count = 0;
    int first = 0;
    for (int row = 0; row < table.rows(); ++row) {
        if (row % rowsPerPoll == 0 && job.isCanceled())
            return;
        if (isWrong(row) && count++ == 0)
            first = row;
    }
    if (count > 0)
        report.add(severityOf(count, table.rows()), table.source, code, QString::fromUtf8(message),
                   Place::row(first + 1), {}, count);
}

void noteFarStamps(const Table &table, int column, const JobContext &job, ImportReport &report)
{
    if (column < 0)
        return;
    const StampRange range = credibleStampsOf(table, column);
    tellRows(table, "memory.stray-stamp",
             RS_NOOP("Rows with a stamp far from all others: no curve is drawn to them, and they are no peak."), job,
             report, [&](int row) { return table.has(row, column) && !range.contains(table.integer(row, column)); });
}

void noteRecords(const Table &table, const JobContext &job, ImportReport &report)
{
    const MemoryRecordColumns c(table);
    noteFarStamps(table, c.time, job, report);
    tellRows(
        table, "memory.above-reserved",
        RS_NOOP(
            "Rows with more memory allocated than reserved, which cannot be: one of the two is wrong, and there is no "
            "fragmentation."),
        job, report, [&](int row) {
            const auto allocated = c.measures[size_t(MemoryMeasure::Allocated)].at(table, row);
            const auto reserved = c.measures[size_t(MemoryMeasure::Reserved)].at(table, row);
            return allocated && reserved && isAboveReserved(*allocated, *reserved);
        });
}

void noteBlocks(const Table &table, const JobContext &job, ImportReport &report)
{
    const AllocationColumns c(table);
    tellRows(
        table, "memory.released-before",
        RS_NOOP(
            "Blocks that were released before they were allocated: one of the two stamps is wrong, and they count as "
            "held at no moment."),
        job, report, [&](int row) {
            return c.allocated >= 0 && c.released >= 0 && table.has(row, c.allocated) && table.has(row, c.released) &&
                   table.integer(row, c.released) < table.integer(row, c.allocated);
        });
}

/// Operators of a data pipeline and who takes what they make.
void notePipelineTree(const Table &table, int id, int parent, const JobContext &job, ImportReport &report)
{
    const auto isNumber = [&table](int column) { return column >= 0 && table.at(column).type == ColumnType::Integer; };
    if (!isNumber(id))
        return;
    std::set<qint64> ids;
    tellRows(table, "minddata.twice",
             RS_NOOP("Operators of the data pipeline that are listed twice: the first counts."), job, report,
             [&](int row) { return table.has(row, id) && !ids.insert(table.integer(row, id)).second; });
    if (!isNumber(parent))
        return;
    tellRows(
        table, "minddata.no-parent",
        RS_NOOP(
            "Operators of the data pipeline whose parent is not listed: each is shown as the end of a pipeline of its "
            "own."),
        job, report, [&](int row) {
            const bool has = table.has(row, parent) && table.has(row, id);
            return has &&
                   (!ids.contains(table.integer(row, parent)) || table.integer(row, parent) == table.integer(row, id));
        });
}

void noteBatches(const Table &table, const PipelineSummaryColumns &c, const JobContext &job, ImportReport &report)
{
    const auto at = [&table](int row, int column) {
        return column >= 0 && table.has(row, column) ? std::optional(table.real(row, column)) : std::nullopt;
    };
    tellRows(
        table, "minddata.batch-parts",
        RS_NOOP("Getting a batch from the pipeline and pushing it take longer than all of it: one of the numbers is "
                "wrong, and no shares of a batch are shown."),
        job, report, [&](int row) {
            const auto batch = at(row, c.batchMs);
            return batch && !partsFitBatch(*batch, at(row, c.pipelineMs).value_or(0), at(row, c.pushMs).value_or(0));
        });
}

} // namespace

void noteRejectedRows(const RankData &rank, const JobContext &job, ImportReport &report)
{
    if (const auto records = rank.table(QStringLiteral("memory_record")))
        noteRecords(*records, job, report);
    if (const auto blocks = rank.table(QStringLiteral("operator_memory")))
        noteBlocks(*blocks, job, report);
    if (const auto modules = rank.table(QStringLiteral("npu_module_mem")))
        noteFarStamps(*modules, ModuleMemoryColumns(*modules).time, job, report);
    for (const PipelineTables &pipeline : pipelineTables(rank)) {
        if (pipeline.raw) {
            const PipelineRawColumns c(*pipeline.raw);
            notePipelineTree(*pipeline.raw, c.id, c.parent, job, report);
        }
        if (pipeline.summary) {
            const PipelineSummaryColumns c(*pipeline.summary);
            notePipelineTree(*pipeline.summary, c.id, c.parent, job, report);
            noteBatches(*pipeline.summary, c, job, report);
        }
    }
}

} // namespace rs
