// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <optional>
#include <vector>

namespace rs {

struct KernelColumns;

/// Key of operators that are put together. Type: type and core. Shape: type and input shapes. Kernel: type, name, input
/// shapes and core.
enum class OperatorGrouping : quint8 { Type, Name, Shape, NameShape, Kernel };

enum class OperatorKind : quint8 { Compute, Communication, All };

struct OperatorQuery
{
    OperatorGrouping grouping = OperatorGrouping::Type;
    OperatorKind kind = OperatorKind::Compute;
    QString coreType;               ///< only that accelerator core; empty: all
    std::optional<Interval> window; ///< only operators that touch it
    bool fromTrace = false;         ///< from the slices, even where there is a kernel table
    bool acrossCores = false;       ///< an operator that runs on several cores makes one row
};

struct OperatorRow
{
    QString type;
    QString name;
    QString shapes;   ///< input shapes, "2,3;4"
    QString coreType; ///< several joined by ';' where the grouping does not tell them apart
    qint64 calls = 0;
    qint64 totalNs = 0;
    qint64 minNs = 0;
    qint64 maxNs = 0;
    double share = 0;          ///< share of the total of all rows, percent
    SliceId longest = NoSlice; ///< its longest occurrence in the trace, where known
    [[nodiscard]] double averageNs() const
    {
        return calls == 0 ? 0 : static_cast<double>(totalNs) / static_cast<double>(calls);
    }
};

/// Reason why the table is not grouped as asked.
enum class OperatorNote : quint8 {
    None,
    NoTypes,   ///< the kernel table has no types (Level0 writes N/A): grouped by name
    NoShapes,  ///< the kernel table has no shapes: grouped without them
    FromTrace, ///< no kernel table: counted from the slices of the trace, which have neither types nor shapes
    NoData,    ///< neither a kernel table nor a trace with kernels: no operator of the rank is known
    NoCores,   ///< comparison: the kernel table does not name the cores, so neither side tells them apart
    NoChoice,  ///< comparison of one core: the kernel table does not name the cores
    Matched,   ///< comparison: counted from the slices, because the other side has no kernel table
    NoMatch,   ///< comparison: a kernel table alone, and the other side a trace alone, which calls operators
               ///< otherwise
};
/// English, with the reason and what would help; empty for None.
[[nodiscard]] QString operatorNoteText(OperatorNote note);

struct OperatorTable
{
    OperatorGrouping grouping = OperatorGrouping::Type; ///< in fact, see `note`
    OperatorNote note = OperatorNote::None;
    bool types = false; ///< some row of the kernel table has it, whatever was asked
    bool shapes = false;
    bool cores = false;
    qint64 totalNs = 0;
    std::vector<OperatorRow> rows; ///< by total, longest first
};

/// Operators of one rank from kernel_details.csv or op_summary*.csv, else from its slices. Cancelled: no rows.
[[nodiscard]] OperatorTable operatorStats(const RankData &rank, const OperatorQuery &query,
                                          const JobContext &job = JobContext());

/// Accelerator cores of the rank's operators, ascending.
[[nodiscard]] QStringList coreTypes(const RankData &rank);

/// True for a communication operator: by core (HCCL, COMMUNICATION), by name (hcom_…) or by the slice it joined.
/// `columns` of the rank's kernel table, which there is.
[[nodiscard]] bool isCommunicationKernel(const RankData &rank, const KernelColumns &columns, int kernelRow);

} // namespace rs
