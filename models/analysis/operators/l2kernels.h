// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <optional>
#include <vector>

namespace rs {

/// A row of l2_cache.csv with the kernel that it speaks of.
struct L2Kernel
{
    int l2Row = -1;
    int kernelRow = -1; ///< -1: no kernel of the table is known to be it
    SliceId slice = NoSlice;
    std::optional<qint64> durationNs;
    std::optional<double> hit;    ///< 0..1
    std::optional<double> victim; ///< 0..1: lines that were thrown out for others
    /// Duration × (1 − hit), nanoseconds: what misses may cost at most. Nothing where one of both is missing.
    [[nodiscard]] std::optional<double> costNs() const
    {
        if (!durationNs || !hit)
            return std::nullopt;
        return static_cast<double>(*durationNs) * (1 - *hit);
    }
};

/// By what rows of l2_cache.csv were joined with kernels.
enum class L2Join : quint8 {
    None,  ///< there is no kernel table
    Tasks, ///< stream, task and name
    Names, ///< the kernel table has no ids (Level0): by name, in order
};

struct L2Kernels
{
    L2Join join = L2Join::None;
    qint64 unmatched = 0;          ///< rows without a kernel
    std::vector<L2Kernel> kernels; ///< the dearest first; those without a cost behind them, by duration
};

/// Task ids come round again, so several rows and kernels may share them: those of one stream, task and name are joined
/// in order where there are as many of both, else not at all. Cancelled: no rows.
[[nodiscard]] L2Kernels l2Kernels(const RankData &rank, const JobContext &job = JobContext());

} // namespace rs
