// SPDX-License-Identifier: Apache-2.0
#include "core/table/memorycolumns.h"

#include "core/base/saturate.h"

#include <algorithm>
#include <vector>

namespace rs {

namespace {

std::array<MegabyteColumn, MemoryMeasures> totalColumns(const Table &table, const QString &prefix)
{
    return {MegabyteColumn(table, prefix + QLatin1String("Total Allocated")),
            MegabyteColumn(table, prefix + QLatin1String("Total Active")),
            MegabyteColumn(table, prefix + QLatin1String("Total Reserved"))};
}

int timeColumn(const Table &table, QStringView name, ColumnType type)
{
    const int column = table.column(name);
    return column >= 0 && table.at(column).type == type ? column : -1;
}

} // namespace

MegabyteColumn::MegabyteColumn(const Table &table, const QString &name)
    : column(table.column(QString(name + QLatin1String("(MB)"))))
{
    if (column >= 0)
        return;
    column = table.column(QString(name + QLatin1String("(KB)")));
    perMegabyte = 1024;
}

MemoryRecordColumns::MemoryRecordColumns(const Table &t)
    : component(t.column(u"Component")), time(timeColumn(t, u"Timestamp(us)", ColumnType::TimeStamp)),
      measures(totalColumns(t, {})), stream(t.column(u"Stream Ptr")), device(t.columnOf({u"Device Type", u"Device"}))
{
}

AllocationColumns::AllocationColumns(const Table &t)
    : name(t.column(u"Name")), sizeKb(t.column(u"Size(KB)")),
      allocated(timeColumn(t, u"Allocation Time(us)", ColumnType::TimeStamp)),
      released(timeColumn(t, u"Release Time(us)", ColumnType::TimeStamp)),
      activeReleased(timeColumn(t, u"Active Release Time(us)", ColumnType::TimeStamp)),
      duration(timeColumn(t, u"Duration(us)", ColumnType::Duration)),
      activeDuration(timeColumn(t, u"Active Duration(us)", ColumnType::Duration)),
      totals(totalColumns(t, QStringLiteral("Allocation "))),
      releaseTotals(totalColumns(t, QStringLiteral("Release "))), stream(t.column(u"Stream Ptr")),
      device(t.columnOf({u"Device Type", u"Device"}))
{
}

std::optional<qint64> AllocationColumns::allocatedAt(const Table &table, int row) const
{
    return table.integerAt(row, allocated);
}

std::optional<qint64> AllocationColumns::releasedAt(const Table &table, int row) const
{
    if (released >= 0)
        return table.integerAt(row, released);
    const auto from = allocatedAt(table, row);
    return from && table.has(row, duration) ? std::optional(saturatedSum(*from, table.integer(row, duration)))
                                            : std::nullopt;
}

ModuleMemoryColumns::ModuleMemoryColumns(const Table &t)
    : component(t.column(u"Component")), time(timeColumn(t, u"Timestamp(us)", ColumnType::TimeStamp)),
      reserved(t, QStringLiteral("Total Reserved")), device(t.columnOf({u"Device", u"Device Type"}))
{
}

StaticMemoryColumns::StaticMemoryColumns(const Table &t)
    : name(t.column(u"Op Name")), model(t.column(u"Model Name")), graph(t.column(u"Graph ID")),
      first(t.column(u"Node Index Start")), last(t.column(u"Node Index End")), sizeKb(t.column(u"Size(KB)"))
{
}

StampRange credibleStampsOf(const Table &table, int column)
{
    constexpr int most = 65536;
    const int every = std::max(1, table.rows() / most);
    std::vector<qint64> samples;
    for (int row = 0; row < table.rows(); row += every) {
        if (table.has(row, column))
            samples.push_back(table.integer(row, column));
    }
    return credibleStamps(samples);
}

} // namespace rs
