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

/// What memory_record.csv has curves of. All are of the device, whichever stream the sample belongs to.
enum class MemoryMeasure : quint8 {
    Allocated, ///< what operators hold
    Active,    ///< what the device may still use, released or not
    Reserved,  ///< what the allocator took from the device
};
inline constexpr size_t MemoryMeasures = 3;

/// Numbers of a column in MB or KB, in MB of 1024 KB, whichever the file has.
struct MegabyteColumn
{
    int column = -1;
    double perMegabyte = 1;

    MegabyteColumn() = default;
    /// The first of "`name`(MB)" and "`name`(KB)" that exists.
    MegabyteColumn(const Table &table, const QString &name);
    [[nodiscard]] std::optional<double> at(const Table &table, int row) const
    {
        return table.has(row, column) ? std::optional(table.real(row, column) / perMegabyte) : std::nullopt;
    }
};

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

/// memory_record.csv of torch and MindSpore of all versions, and of msprof. -1: the file has no such column.
struct MemoryRecordColumns
{
    int component = -1; ///< "PTA", "MindSpore", "GE", "PTA+GE", "APP", …
    int time = -1;      ///< TimeStamp
    std::array<MegabyteColumn, MemoryMeasures> measures;
    int stream = -1; ///< pointer of the stream on whose behalf the allocator did something
    int device = -1; ///< "NPU:0"

    MemoryRecordColumns() = default;
    explicit MemoryRecordColumns(const Table &table);
};

/// operator_memory.csv of all versions: a row is a block of memory, from its allocation to its release.
struct AllocationColumns
{
    int name = -1;
    int sizeKb = -1;
    int allocated = -1;      ///< TimeStamp; missing: before the profile began
    int released = -1;       ///< TimeStamp; missing: never, or not told (msprof has the duration instead)
    int activeReleased = -1; ///< TimeStamp: when the device was done with it; may be before it was released
    int duration = -1;       ///< Duration: from allocation to release
    int activeDuration = -1;
    std::array<MegabyteColumn, MemoryMeasures> totals;        ///< of the component, when it was allocated
    std::array<MegabyteColumn, MemoryMeasures> releaseTotals; ///< and when it was released
    int stream = -1;
    int device = -1;

    AllocationColumns() = default;
    explicit AllocationColumns(const Table &table);

    /// When the block was allocated; nothing where the file does not say.
    [[nodiscard]] std::optional<qint64> allocatedAt(const Table &table, int row) const;
    /// When it was released: as the file says, or allocation and duration; nothing where it never was.
    [[nodiscard]] std::optional<qint64> releasedAt(const Table &table, int row) const;
};

/// npu_module_mem.csv: what modules of CANN took.
struct ModuleMemoryColumns
{
    int component = -1; ///< "HCCL", "RUNTIME", …
    int time = -1;      ///< TimeStamp
    MegabyteColumn reserved;
    int device = -1;

    ModuleMemoryColumns() = default;
    explicit ModuleMemoryColumns(const Table &table);
};

/// static_op_mem.csv: what operators of a compiled graph hold, from one node to another.
struct StaticMemoryColumns
{
    int name = -1;
    int model = -1;
    int graph = -1;
    int first = -1;
    int last = -1; ///< FreedNever: to the end
    int sizeKb = -1;

    StaticMemoryColumns() = default;
    explicit StaticMemoryColumns(const Table &table);

    static constexpr qint64 FreedNever = 4294967295;
};

/// The stamps of a column that are not far from all others; of millions of rows, by some that lie evenly among them.
[[nodiscard]] StampRange credibleStampsOf(const Table &table, int column);

} // namespace rs
