// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/comparespread.h"

#include <QString>

#include <vector>

namespace rs {

/// One of several sides, held against its baseline.
struct SideComparison
{
    int rank = -1; ///< index in the run of the sides
    int base = -1; ///< index in the run of the baselines
    QString step;  ///< where steps are compared
    QString baseStep;
    RankComparison comparison;
    std::vector<RowSpread> spread; ///< beside the rows
};

struct ManyQuery
{
    CompareQuery compare;         ///< windows are not used
    QString step;                 ///< of all sides and baselines; empty: everything
    std::vector<int> sides;       ///< indices; empty: every loaded rank
    int base = -1;                ///< index of the one baseline; -1: the median rank of each side's stage
    const Run *baseRun = nullptr; ///< the baseline of a rank is the one of the same number in this run
};

/// The loaded rank whose compute operators take the middle time among those of the same pipeline stage (the lower
/// middle of an even number; the first of those that take the same); -1 where none of them knows its operators.
[[nodiscard]] int medianRankOf(const Run &run, int rank, const JobContext &job = JobContext());

/// The rank of the same stage, other than this one, whose time is closest to that of the median rank: what is normal
/// there. -1 where no other one is known.
[[nodiscard]] int normalPeerOf(const Run &run, int rank, const JobContext &job = JobContext());

/// Sides without a loaded baseline, and a baseline held against itself, are left out. In the order of the sides.
/// Cancelled: nothing.
[[nodiscard]] std::vector<SideComparison> compareMany(const Run &run, const ManyQuery &query,
                                                      const JobContext &job = JobContext());

/// Steps of one rank against one of them; `baseStep` empty: the one whose operators take the middle time together (the
/// lower middle). Empty with fewer than two marked steps, or where there is no such step.
[[nodiscard]] std::vector<SideComparison> compareSteps(const Run &run, int rank, const CompareQuery &query,
                                                       const QString &baseStep, const JobContext &job = JobContext());

} // namespace rs
