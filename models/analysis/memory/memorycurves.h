// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/sampledcurve.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/table/memorycolumns.h"
#include "core/table/table.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// Quantities with curves: the measures of memory_record.csv, and what is derived from them.
enum class MemoryQuantity : quint8 {
    Allocated,
    Active,
    Reserved,
    Fragmentation, ///< reserved - allocated: taken from the device, and held by no operator
};
inline constexpr size_t MemoryQuantities = 4;

enum class MemoryGrouping : quint8 {
    Component, ///< a curve for each component: PTA, GE, APP, …
    Stream,    ///< blocks of each stream in operator_memory.csv, of whatever component
    Module,    ///< memory that each module of CANN reserved, from npu_module_mem.csv
    Graph,     ///< static_op_mem.csv, over nodes instead of time: memory of operators, and the memory taken for them
};

struct MemoryPoint
{
    qint64 ns = 0;
    double mb = 0;
};

/// Memory over time, looked up in the rows of its file. Immutable.
class MemoryCurve
{
public:
    QString component;
    QString stream; ///< empty: of all streams, or of none
    QString device;
    MemoryQuantity quantity = MemoryQuantity::Allocated;

    [[nodiscard]] size_t size() const { return m_rows.size(); }
    /// Row of the table; rows are in the order of time, those of one stamp as the file has them.
    [[nodiscard]] int row(size_t i) const { return static_cast<int>(m_rows[i]); }
    [[nodiscard]] MemoryPoint at(size_t i) const { return {time(i), value(i)}; }
    /// The first value at that time or later; size() where there is none.
    [[nodiscard]] size_t firstAtOrAfter(qint64 ns) const;
    /// Value at that time; nothing before the first value.
    [[nodiscard]] std::optional<double> valueAt(qint64 ns) const;
    /// The greatest value and when it was first reached.
    [[nodiscard]] MemoryPoint peak() const { return m_peak; }
    /// The same within a window, with the value that holds when it begins; nothing where there is none.
    [[nodiscard]] std::optional<MemoryPoint> peakIn(Interval window) const;
    /// One entry for each pixel in which the curve is known: no peak is lost, however many values a pixel has. A pixel
    /// costs a bisection and a few blocks, so a picture of millions of values costs as little as one of thousands.
    /// A pixel with hundreds of values has the edge of a block, which is off by an eighth of its length at most.
    [[nodiscard]] std::vector<CurvePixel> pixels(Interval window, int width) const;

private:
    friend class MemoryCurveMaker;

    [[nodiscard]] double value(size_t i) const
    {
        return m_less.column < 0 ? m_values.at(row(i)) * m_more.scale
                                 : m_values.at(row(i)) * m_more.scale - m_lessValues.at(row(i)) * m_less.scale;
    }
    [[nodiscard]] qint64 time(size_t i) const { return m_times.at(row(i)); }
    [[nodiscard]] ValueReach reach(size_t first, size_t last) const;
    /// The first block that begins at that time or later.
    [[nodiscard]] size_t blockAtOrAfter(qint64 ns) const;
    /// One past the values of a pixel that ends at `to` and takes `length`.
    [[nodiscard]] size_t pixelEnd(qint64 to, qint64 length) const;
    void seal(const MemoryRecordColumns &columns);

    std::shared_ptr<const Table> m_table;
    ScaledColumn m_more;
    ScaledColumn m_less; ///< is taken off, where there is one
    ColumnCells<qint64> m_times;
    ColumnCells<double> m_values;
    ColumnCells<double> m_lessValues;
    std::vector<quint32> m_rows;
    std::vector<qint64> m_blockTimes; ///< time of the first value of each block
    ReachLevels m_levels;
    MemoryPoint m_peak;
    qint64 m_endNs = 0; ///< end of the record: the last value holds until then
};

struct MemoryCurves
{
    std::shared_ptr<const Table> table;
    std::vector<MemoryCurve> curves; ///< by device, component, stream and quantity; none is empty
    Interval span;                   ///< from the first stamp to the last one
    qint64 strays = 0;               ///< rows that are left out: without a stamp, or far from all others

    /// The curves' components, totals first, then those that they are made of, then the others.
    [[nodiscard]] QStringList components() const;
    [[nodiscard]] const MemoryCurve *find(QStringView component, MemoryQuantity quantity,
                                          QStringView stream = {}) const;
};

/// The curves of memory_record.csv, of operator_memory.csv by Stream: what is allocated, of no component, see
/// streamMemory(); of npu_module_mem.csv by Module, or of static_op_mem.csv by Graph: whose components are graphs and
/// whose times are places on their axis, see graphMemory(). `table` null: none. No curves when
/// cancelled.
[[nodiscard]] MemoryCurves memoryCurves(std::shared_ptr<const Table> table, MemoryGrouping grouping,
                                        const JobContext &job = JobContext());

/// "PTA+GE", "MindSpore+GE": the sum of two components, whose samples are those of both.
[[nodiscard]] bool isMemoryTotal(QStringView component);
/// The component that says the most of what operators hold: the total, else the framework's, else the first one.
[[nodiscard]] QString mainMemoryComponent(const MemoryCurves &curves);

/// Rows of memory_record.csv by component and time, those of one component and within a window. `component` empty: of
/// all. Rows without a stamp and those far from all others are left out. Empty when cancelled.
[[nodiscard]] std::vector<quint32> memoryRows(const Table &table, QStringView component, Interval window,
                                              const JobContext &job = JobContext());

/// Memory that modules of CANN took, from npu_module_mem.csv.
struct ModuleMemory
{
    QString component;
    QString device;
    qint64 samples = 0;
    MemoryPoint first;
    MemoryPoint peak;
    MemoryPoint last;
};
/// By peak, the greatest first. Empty when cancelled.
[[nodiscard]] std::vector<ModuleMemory> moduleMemory(const Table &table, const JobContext &job = JobContext());

} // namespace rs
