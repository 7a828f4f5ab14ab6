// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/comparespread.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <vector>

namespace rs {

/// One of several sides, held against its baseline.
struct SideComparison
{
    int run = 0;     ///< of the side: 0 the first run, then ManyQuery::moreRuns
    int rank = -1;   ///< index in that run; -1: the whole run
    int base = -1;   ///< index in the run of the baselines; -1: the whole run
    int baseRun = 0; ///< as `run`; -1: ManyQuery::baseRun
    QString step{};  ///< where steps are compared
    QString baseStep{};
    std::vector<int> ranks{}; ///< of the side, as indices: what CompareSide::longestOf counts
    std::vector<int> baseRanks{};
    std::vector<int> stages{}; ///< of the pipeline, ascending, that the ranks of the side are of, where known
    std::vector<int> baseStages{};
    /// The two do different work, as far as their stages are known: a difference between them says little.
    [[nodiscard]] bool areOtherStages() const { return !stages.empty() && !baseStages.empty() && stages != baseStages; }
    RankComparison comparison{};
    std::vector<RowSpread> spread{}; ///< beside the rows
};

struct ManyQuery
{
    CompareQuery compare;                ///< windows are not used
    QString step;                        ///< of all sides and baselines; empty: everything
    std::vector<int> sides;              ///< indices in the first run; empty: every loaded rank
    std::vector<const Run *> moreRuns{}; ///< whose ranks of the same numbers, or which as a whole, are sides too
    int base = -1;                       ///< the one baseline; -1: the median rank of each side's stage
    /// The run of `base`; without one, each rank is held against that of the same number in it. Null: the first run, or
    /// where there is no `base`, the run of each side.
    const Run *baseRun = nullptr;
    bool wholeSides = false; ///< the asked ranks of each run together are one side
    bool wholeBase = false;  ///< the baseline is all loaded ranks of its run together
    bool sums = false;       ///< of a whole run, the sum of its ranks; else their mean
};

/// The rank of the same stage, other than this one, whose time is closest to that of the median rank: what is normal
/// there. -1 where no other one is known.
[[nodiscard]] int normalPeerOf(const Run &run, int rank, const JobContext &job = JobContext());
/// The loaded rank whose compute operators take the middle time among those of a pipeline stage (the lower middle of an
/// even number; the first of those that take the same); -1 where none of them knows its operators.
[[nodiscard]] int medianRankOfStage(const Run &run, int stage, const JobContext &job = JobContext());

/// Sides without a loaded baseline, and a baseline held against itself, are left out. In the order of the sides.
/// Sides that are whole runs are held against whole runs where no rank is the baseline. Cancelled: nothing.
[[nodiscard]] std::vector<SideComparison> compareMany(const Run &run, const ManyQuery &query,
                                                      const JobContext &job = JobContext());

/// Steps of one rank against one of them; `baseStep` empty: the one whose operators take the middle time together (the
/// lower middle). Empty with fewer than two marked steps, or where there is no such step.
[[nodiscard]] std::vector<SideComparison> compareSteps(const Run &run, int rank, const CompareQuery &query,
                                                       const QString &baseStep, const JobContext &job = JobContext());

/// The ranks of a side or of its baseline, in the step that was compared; ranks without it are left out.
[[nodiscard]] CompareGroup groupOf(const Run &run, const std::vector<int> &ranks, const QString &step,
                                   const JobContext &job = JobContext());

/// A rank of one of several runs, both as indices.
struct RankOfRuns
{
    int run = -1;
    int rank = -1;
    bool operator==(const RankOfRuns &) const = default;
};

/// The rank that does the work of this one: a normal peer of its run (normalPeerOf()), else, where its stage is known,
/// a loaded rank of another run, in their order, that is of the same stage of as many: the one of the same number, else
/// the first. Null runs are closed. -1 where there is none.
[[nodiscard]] RankOfRuns counterpartOf(const std::vector<const Run *> &runs, RankOfRuns of,
                                       const JobContext &job = JobContext());

} // namespace rs
