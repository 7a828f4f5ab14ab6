// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/mfu.h"
#include "analysis/recipes/recipesums.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <array>
#include <vector>

namespace rs {

/// Side on which the time of a mark of mstx is taken.
enum class MarkSide : quint8 { Framework, Cann, Device };
inline constexpr size_t MarkSides = 3;

/// A range of mstx, or a pair of marks called NAME_start and NAME_stop on one thread.
struct MarkedTime
{
    int rankIndex = -1;
    QString name;                            ///< several in a step are NAME_0, NAME_1, …
    QString step;                            ///< "0" where no step holds its start
    std::array<qint64, MarkSides> ns{};      ///< by side; 0 where the trace does not show it
    std::array<double, MarkSides> percent{}; ///< shares of the sum of the rank
    SliceId slice = NoSlice;
};
/// MSTXMarkStats of mstx_sum: of the ranges that reached the device, and of pairs of marks. The most of the host's
/// time first. Empty when cancelled.
[[nodiscard]] std::vector<MarkedTime> markedTimes(const Run &run, const JobContext &job = JobContext());

/// Sums of mstx_sum over the ranks for the marks of one name in a step.
struct MarkSum
{
    QString name;
    QString step;
    Described time;
    int leastRank = -1; ///< rank index
    int mostRank = -1;
    SliceId longest = NoSlice;    ///< in the trace of mostRank
    double dispersionPercent = 0; ///< distance of the longest from the third quartile, as a share of the sum
};
/// MSTXAllFrameworkStats, MSTXAllCannStats or MSTXAllDeviceStats. By step, the greatest dispersion first.
[[nodiscard]] std::vector<MarkSum> markSums(const std::vector<MarkedTime> &marks, MarkSide side);

/// Sums of module_statistic for an operator of a module.
struct ModuleSum
{
    int rankIndex = -1;
    QString parent; ///< modules around it, joined with '/'
    QString module;
    QString op;
    QString kernels; ///< that it launched, joined with ", "
    qint64 totalNs = 0;
    qint64 count = 0;
    SliceId slice = NoSlice; ///< its first call
    [[nodiscard]] double meanNs() const { return static_cast<double>(totalNs) / static_cast<double>(count); }
};
/// Modules are the ranges of mstx on the thread of the operator, of which the trace does not keep the domain; without
/// any around an operator with kernels, the functions of Python called "nn.Module: NAME". An operator is told apart by
/// its place among those of its module, and by its kernels. By rank and first call. Of "[Backward]NAME" no range tells:
/// it is a sequence of backward operators whose forward ones (flows fwdbwd) ran in one call of NAME. Empty when
/// cancelled.
[[nodiscard]] std::vector<ModuleSum> moduleSums(const Run &run, const JobContext &job = JobContext());

/// Kernels that operators of a module launched, but not those of modules inside of it, against the peak of the chip.
struct ModuleMfu : MfuSums
{
    QString parent; ///< modules around it, joined with '/'
    QString module;
    qint64 kernels = 0;
    SliceId longest = NoSlice;
    qint64 longestNs = -1;
};
/// Modules of a rank as moduleSums() has them, else the scopes in the names of its kernels (graph mode of MindSpore:
/// PARENT/MODULE/OPERATOR, perhaps with /KERNEL). The longest total first. Empty when cancelled.
[[nodiscard]] std::vector<ModuleMfu> moduleMfu(const Run &run, int rank, const ChipPeaks &peaks,
                                               const DeviceLimits &limits, const JobContext &job = JobContext());

} // namespace rs
