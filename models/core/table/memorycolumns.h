// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stamprange.h"
#include "core/table/table.h"

#include <array>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

namespace rs {

/// Curves of memory_record.csv. All are of the device, whichever stream the sample belongs to.
enum class MemoryMeasure : quint8 {
    Allocated, ///< held by operators
    Active,    ///< may still be used by the device, released or not
    Reserved,  ///< taken from the device by the allocator
};
inline constexpr size_t MemoryMeasures = 3;

/// True for a row that cannot be: there is no fragmentation then. Writers round each to two decimals.
[[nodiscard]] constexpr bool isAboveReserved(double allocatedMb, double reservedMb)
{
    constexpr double roundedMb = 0.01;
    return allocatedMb > reservedMb + roundedMb;
}

/// Cells of a column for who reads millions of them: where the column is one piece, as that of a file is, no piece is
/// looked for. Lives no longer than the table.
template <typename T>
class ColumnCells
{
public:
    ColumnCells() = default;
    ColumnCells(const Table &table, int column) : m_table(&table), m_column(column)
    {
        if (column < 0 || table.at(column).pieces.size() != 1)
            return;
        const Column::Piece &only = table.at(column).pieces.front();
        const auto *const values = std::get_if<std::vector<T>>(&only.values);
        if (values && only.firstRow == 0 && only.end() == table.rows()) {
            m_values = values->data();
            m_present = &only.present;
        }
    }
    [[nodiscard]] bool has(int row) const
    {
        return m_present ? (*m_present)[static_cast<size_t>(row)] : m_table && m_table->has(row, m_column);
    }
    /// 0 where the cell is missing.
    [[nodiscard]] T at(int row) const
    {
        if (m_values)
            return m_values[row];
        if constexpr (std::is_same_v<T, double>)
            return m_table ? m_table->real(row, m_column) : 0;
        else
            return m_table ? m_table->integer(row, m_column) : 0;
    }

private:
    const Table *m_table = nullptr;
    int m_column = -1;
    const T *m_values = nullptr;
    const std::vector<bool> *m_present = nullptr;
};

/// Numbers in MB or KB, in MB of 1024 KB, whichever the file has.
struct MemoryColumns : FileColumns
{
    using FileColumns::FileColumns;

protected:
    [[nodiscard]] ScaledColumn megabytes(const QString &name) const { return findScaled(name, "MB", "KB", 1 / 1024.0); }
    [[nodiscard]] std::array<ScaledColumn, MemoryMeasures> measured(const QString &prefix = {}) const
    {
        return {megabytes(prefix + QLatin1String("Total Allocated")), megabytes(prefix + QLatin1String("Total Active")),
                megabytes(prefix + QLatin1String("Total Reserved"))};
    }
};

/// memory_record.csv of torch and MindSpore of all versions, and of msprof.
struct MemoryRecordColumns : MemoryColumns
{
    using MemoryColumns::MemoryColumns;

    int component = find(u"Component"); ///< "PTA", "MindSpore", "GE", "PTA+GE", "APP", …
    int time = findTyped(ColumnType::TimeStamp, u"Timestamp(us)");
    std::array<ScaledColumn, MemoryMeasures> measures = measured();
    int stream = find(u"Stream Ptr");             ///< on whose behalf the allocator did something
    int device = find(u"Device Type", u"Device"); ///< "NPU:0"
};

/// operator_memory.csv of all versions: a row is a block of memory, from its allocation to its release.
struct AllocationColumns : MemoryColumns
{
    using MemoryColumns::MemoryColumns;

    int name = find(u"Name");
    int sizeKb = find(u"Size(KB)");
    /// Missing: before the profile began.
    int allocated = findTyped(ColumnType::TimeStamp, u"Allocation Time(us)");
    /// Missing: never, or not told (msprof has the duration instead).
    int released = findTyped(ColumnType::TimeStamp, u"Release Time(us)");
    /// When the device was done with it; may be before it was released.
    int activeReleased = findTyped(ColumnType::TimeStamp, u"Active Release Time(us)");
    int duration = findTyped(ColumnType::Duration, u"Duration(us)"); ///< from allocation to release
    int activeDuration = findTyped(ColumnType::Duration, u"Active Duration(us)");
    /// Totals of the component when the block was allocated, and when it was released.
    std::array<ScaledColumn, MemoryMeasures> totals = measured(QStringLiteral("Allocation "));
    std::array<ScaledColumn, MemoryMeasures> releaseTotals = measured(QStringLiteral("Release "));
    int stream = find(u"Stream Ptr");
    int device = find(u"Device Type", u"Device");

    /// When the block was allocated; nothing where the file does not say.
    [[nodiscard]] std::optional<qint64> allocatedAt(const Table &table, int row) const;
    /// When it was released: as the file says, or allocation and duration; nothing where it never was.
    [[nodiscard]] std::optional<qint64> releasedAt(const Table &table, int row) const;
};

/// npu_module_mem.csv: what modules of CANN took.
struct ModuleMemoryColumns : MemoryColumns
{
    using MemoryColumns::MemoryColumns;

    int component = find(u"Component"); ///< "HCCL", "RUNTIME", …
    int time = findTyped(ColumnType::TimeStamp, u"Timestamp(us)");
    ScaledColumn reserved = megabytes(QStringLiteral("Total Reserved"));
    int device = find(u"Device", u"Device Type");
};

/// static_op_mem.csv: what operators of a compiled graph hold, from one node to another.
struct StaticMemoryColumns : FileColumns
{
    using FileColumns::FileColumns;

    int name = find(u"Op Name");
    int model = find(u"Model Name");
    int graph = find(u"Graph ID");
    int first = find(u"Node Index Start");
    int last = find(u"Node Index End"); ///< FreedNever: to the end
    int sizeKb = find(u"Size(KB)");

    static constexpr qint64 FreedNever = 4294967295;
};

/// The stamps of a column that are not far from all others; of millions of rows, by some that lie evenly among them.
[[nodiscard]] StampRange credibleStampsOf(const Table &table, int column);

} // namespace rs
