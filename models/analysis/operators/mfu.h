// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/chippeaks.h"
#include "analysis/operators/kernelflops.h"
#include "analysis/operators/operatorstats.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <span>
#include <vector>

namespace rs {

/// Part of a chip that limits a kernel by the roofline.
enum class RoofLimit : quint8 { Unknown, Compute, Memory };

/// Kernels of a kind on one rank against what the chip can do. Operations a byte, rates and shares are of the calls
/// whose operations or bytes are known.
struct MfuGroup
{
    QString type;
    QString name;     ///< null: kernels of several names
    QString shapes;   ///< of the inputs; null: of several
    QString dataType; ///< empty: no file says
    QString core;
    qint64 calls = 0;
    qint64 totalNs = 0;
    qint64 flopsCalls = 0; ///< whose operations are known
    qint64 flopsNs = 0;
    double operations = 0;
    std::optional<FlopsSource> source; ///< the least sure one
    qint64 bytesNs = 0;                ///< time of the calls whose bytes are known
    double bytes = 0;
    double pairedOperations = 0; ///< of calls of which both are known
    double pairedBytes = 0;
    std::optional<double> peakTeraflops; ///< of its data type
    std::optional<double> memoryGbs;     ///< of the chip
    SliceId longest = NoSlice;
    qint64 longestNs = -1;

    [[nodiscard]] std::optional<double> teraflops() const; ///< a second, while they ran
    [[nodiscard]] std::optional<double> mfu() const;       ///< 0..1; above 1 where the peak is not that of the chip
    [[nodiscard]] std::optional<double> intensity() const; ///< operations a byte
    [[nodiscard]] std::optional<double> gigabytes() const; ///< a second
    [[nodiscard]] std::optional<double> ofMemory() const;  ///< of the bandwidth of the memory, 0..1
    [[nodiscard]] std::optional<double> roof() const;      ///< TFLOP/s that its operations a byte leave
    [[nodiscard]] std::optional<double> ofRoof() const;    ///< 0..1
    [[nodiscard]] RoofLimit limit() const;
};

struct MfuGroups
{
    std::vector<MfuGroup> rows; ///< the longest total first
    DevicePeak peak;
    QStringList typesWithoutPeak; ///< of kernels whose operations are known
    qint64 totalNs = 0;
    qint64 flopsNs = 0;   ///< of the kernels whose operations are known
    bool hasTable = true; ///< false: no kernel table tells shapes
};

struct MfuQuery
{
    OperatorGrouping by = OperatorGrouping::Type; ///< and always by data type and core
    QString step;                                 ///< empty: all
    QString core;                                 ///< empty: all
};

/// Compute kernels of a rank. Empty when cancelled.
[[nodiscard]] MfuGroups mfuGroups(const Run &run, int rank, const MfuQuery &query, const ChipPeaks &peaks,
                                  const DeviceLimits &limits, const JobContext &job = JobContext());

/// Compute kernels of several kinds against the peaks of their data types.
struct MfuSums
{
    qint64 kernelNs = 0; ///< sum of the durations
    qint64 flopsNs = 0;  ///< of those whose operations are known
    double operations = 0;
    std::optional<FlopsSource> source;
    double idealNs = 0;   ///< time that the operations take at the peaks of their data types
    qint64 idealOfNs = 0; ///< time of the kernels that `idealNs` is of

    /// `row`: of the kernel table that `work` is of.
    void add(const KernelOperations &work, int row, qint64 durationNs, const DevicePeak &peak);
    [[nodiscard]] std::optional<double> kernelMfu() const;       ///< of the kernels whose operations are known
    [[nodiscard]] std::optional<double> kernelTeraflops() const; ///< while these kernels ran
};

/// A step of a rank against the peak.
struct MfuStep : MfuSums
{
    int rankIndex = -1;
    QString step; ///< empty: nothing marks steps
    std::optional<qint64> stepNs;

    [[nodiscard]] std::optional<double> mfu() const;       ///< of the step, 0..1
    [[nodiscard]] std::optional<double> teraflops() const; ///< over the step
};

/// By rank and step. Empty when cancelled.
[[nodiscard]] std::vector<MfuStep> mfuSteps(const Run &run, std::span<const int> ranks, const ChipPeaks &peaks,
                                            const DeviceLimits &limits, const JobContext &job = JobContext());

} // namespace rs
