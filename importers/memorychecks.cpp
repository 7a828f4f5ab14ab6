// SPDX-License-Identifier: Apache-2.0
#include "importers/memorychecks.h"

#include "core/base/saturate.h"
#include "core/base/stamprange.h"
#include "core/table/memorycolumns.h"
#include "importers/faultyrows.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace rs {

namespace {

void noteFarStamps(const Table &table, int column, const JobContext &job, ImportReport &report)
{
    if (column < 0)
        return;
    const StampRange range = credibleStampsOf(table, column);
    tellRows(table,
             {"memory.stray-stamp",
              RS_NOOP("Rows with a stamp far from all others: no curve is drawn to them, and they are no peak.")},
             job, report,
             [&](int row) { return table.has(row, column) && !range.contains(table.integer(row, column)); });
}

void noteReserved(const Table &table, const MegabyteColumn &allocated, const MegabyteColumn &reserved,
                  const JobContext &job, ImportReport &report)
{
    if (allocated.column < 0 || reserved.column < 0)
        return;
    tellRows(table,
             {"memory.above-reserved", RS_NOOP("Rows with more memory allocated than reserved, which cannot be: one of "
                                               "the two is wrong, and there is no fragmentation.")},
             job, report, [&](int row) {
                 const auto a = allocated.at(table, row);
                 const auto r = reserved.at(table, row);
                 return a && r && isAboveReserved(*a, *r);
             });
}

void noteBlocks(const Table &table, const JobContext &job, ImportReport &report)
{
    const AllocationColumns c(table);
    if (c.allocated < 0 || c.released < 0)
        return;
    const auto both = [&](int row) { return table.has(row, c.allocated) && table.has(row, c.released); };
    tellRows(table,
             {"memory.released-before", RS_NOOP("Blocks that were released before they were allocated: one of the two "
                                                "stamps is wrong, and they count as held at no moment.")},
             job, report,
             [&](int row) { return both(row) && table.integer(row, c.released) < table.integer(row, c.allocated); });
    if (c.duration < 0)
        return;
    // MindSpore's stamps went through floating point.
    constexpr qint64 roundedNs = 1'000;
    tellRows(
        table,
        {"memory.other-duration",
         RS_NOOP("Blocks whose duration is not what lies between allocation and release: one of the three is wrong.")},
        job, report, [&](int row) {
            if (!both(row) || !table.has(row, c.duration))
                return false;
            const qint64 held = saturatedDifference(table.integer(row, c.released), table.integer(row, c.allocated));
            return held >= 0 &&
                   saturatedMagnitude(saturatedDifference(held, table.integer(row, c.duration))) > roundedNs;
        });
}

} // namespace

void noteMemoryTables(const RankData &rank, const JobContext &job, ImportReport &report)
{
    if (const auto records = rank.table(QStringLiteral("memory_record"))) {
        const MemoryRecordColumns c(*records);
        noteFarStamps(*records, c.time, job, report);
        noteReserved(*records, c.measures[size_t(MemoryMeasure::Allocated)],
                     c.measures[size_t(MemoryMeasure::Reserved)], job, report);
    }
    if (const auto blocks = rank.table(QStringLiteral("operator_memory")))
        noteBlocks(*blocks, job, report);
    if (const auto modules = rank.table(QStringLiteral("npu_module_mem")))
        noteFarStamps(*modules, ModuleMemoryColumns(*modules).time, job, report);
}

} // namespace rs
