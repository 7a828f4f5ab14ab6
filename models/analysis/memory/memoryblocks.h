// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/memory/blockgrouping.h"
#include "analysis/memory/memorycurves.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/table/memorycolumns.h"
#include "core/trace/trace.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// The blocks of operator_memory.csv: who held how much from when until when.
class MemoryBlocks
{
public:
    MemoryBlocks() = default;
    /// Blocks of a rank; none if it has no such file.
    explicit MemoryBlocks(const RankData &rank);

    [[nodiscard]] int rows() const { return m_table ? m_table->rows() : 0; }
    [[nodiscard]] const std::shared_ptr<const Table> &table() const { return m_table; }
    [[nodiscard]] const AllocationColumns &columns() const { return m_columns; }
    [[nodiscard]] StrId nameId(int row) const { return m_table->textId(row, m_columns.name); }
    [[nodiscard]] QString name(int row) const { return m_table->strings().text(nameId(row)); }
    [[nodiscard]] std::optional<double> sizeKb(int row) const { return m_table->realAt(row, m_columns.sizeKb); }
    /// "GE" for operators of compiled graphs (`cann::`, and all of msprof's), else "PTA" of torch and "MindSpore" of
    /// MindSpore; empty where the framework is not known.
    [[nodiscard]] const QString &component(int row) const;
    /// When it is held, without its end. A block without an allocation was there before, one without a release is held
    /// for ever; nothing for one with neither, or with a release before its allocation.
    [[nodiscard]] std::optional<Interval> held(int row) const;
    [[nodiscard]] bool isHeldAt(int row, qint64 ns) const;
    /// Held at any moment of a window.
    [[nodiscard]] bool isHeldIn(int row, Interval window) const;
    /// Allocated in the window and never released: what leaks is among these, and so is what stays on purpose.
    [[nodiscard]] bool isKept(int row, Interval window) const;
    /// Whether its bytes are in the curves of that component: those of a total are of both.
    [[nodiscard]] bool isOf(int row, QStringView component) const;

private:
    [[nodiscard]] bool isOfGraph(int row) const { return m_isOfGraph[raw(nameId(row))]; }

    std::shared_ptr<const Table> m_table;
    AllocationColumns m_columns;
    std::vector<bool> m_isOfGraph; ///< by name
    QString m_framework;           ///< component of the others
};

/// The slice of the host in which each block was allocated, by row: the innermost one of the block's name that was open
/// then. NoSlice where there is none. Empty when cancelled.
[[nodiscard]] std::vector<SliceId> allocatingSlices(const Trace &trace, const MemoryBlocks &blocks,
                                                    const JobContext &job = JobContext());
/// Whether a block that was allocated at that time was allocated inside of a slice of the host: while it was open and,
/// where it is known in which slice (allocatingSlices()), on its thread. Never inside of a slice of the device.
[[nodiscard]] bool isAllocatedIn(const Trace &trace, SliceId slice, qint64 ns, SliceId allocating);
/// From the first stamp of any block to the last one; {0, 0} where none has a stamp, or when cancelled.
[[nodiscard]] Interval recordOf(const MemoryBlocks &blocks, const JobContext &job = JobContext());

/// Blocks that are held together, of one operator, component or size.
struct HeldMemory
{
    QString component;
    QString name;                 ///< name of an operator
    std::optional<double> sizeKb; ///< size of one block, by size
    qint64 blocks = 0;
    double totalKb = 0;
    qint64 unsized = 0; ///< blocks without a size
    /// Size of the blocks that have one; missing if none has.
    [[nodiscard]] std::optional<double> knownKb() const
    {
        return blocks > 0 && unsized == blocks ? std::nullopt : std::optional(totalKb);
    }
    std::optional<qint64> firstNs; ///< when the first of them was allocated, and the last one
    std::optional<qint64> lastNs;
};

/// Memory held at that moment, the most first. `component`: of the curve; empty: all. Empty when cancelled.
[[nodiscard]] std::vector<HeldMemory> heldAt(const MemoryBlocks &blocks, qint64 ns, BlockGrouping by,
                                             QStringView component, const JobContext &job = JobContext());
/// Memory allocated in the window and never released, the most first. Empty when cancelled.
[[nodiscard]] std::vector<HeldMemory> keptMemory(const MemoryBlocks &blocks, Interval window, BlockGrouping by,
                                                 const JobContext &job = JobContext());
/// Rows of the blocks that are held at any moment of the window, and `keptOnly`: that it began to keep.
[[nodiscard]] std::vector<quint32> blocksIn(const MemoryBlocks &blocks, Interval window, bool keptOnly,
                                            const JobContext &job = JobContext());

/// A moment of a curve, and who held what the curve says.
struct MemoryMoment
{
    qint64 ns = 0;
    QString component;
    std::optional<double> allocatedMb; ///< by the curve; missing: it is not known
    std::vector<HeldMemory> held;
    double heldMb = 0; ///< sum of `held`
    /// Value of the curve beyond that: allocated before the profile began, or not listed.
    [[nodiscard]] std::optional<double> otherMb() const
    {
        return allocatedMb ? std::optional(std::max(0.0, *allocatedMb - heldMb)) : std::nullopt;
    }
};
/// At `ns`, or at the peak of what operators allocated within `window` where none is given. Nothing where no curve has
/// a peak, or when cancelled.
[[nodiscard]] std::optional<MemoryMoment> explainMemory(const MemoryCurves &curves, const MemoryBlocks &blocks,
                                                        BlockGrouping by, std::optional<qint64> ns, Interval window,
                                                        QStringView component, const JobContext &job = JobContext());

} // namespace rs
