// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/recipes/recipesums.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <vector>

namespace rs {

/// Places of durations that are so short that something else than chance made them so, as slow_rank of msprof-analyze
/// judges: up to 100 of them the shortest, by Dixon's test at 99.5 %; of more, those below the mean by more than three
/// standard deviations, and the shortest where one is above it by as much.
[[nodiscard]] std::vector<size_t> tooShort(const std::vector<qint64> &durationsNs);

/// A collective of which a rank has a much shorter part than the others, which waited for it.
struct SlowOperator
{
    std::vector<int> ranks; ///< rank indices, those that are too short
    QString name;
    QString domain;          ///< name of the communicator, its hash where none is known
    qint64 startNs = 0;      ///< the earliest of those ranks
    SliceId slice = NoSlice; ///< first of them
    Described time;          ///< over the ranks
};

/// A rank and the operators that speak against it.
struct RankVotes
{
    int rankIndex = -1;
    qint64 votes = 0;
};

struct SlowRankRecipe
{
    std::vector<RankVotes> votes;        ///< most of them first
    std::vector<SlowOperator> operators; ///< by start
    qint64 collectives = 0;              ///< that several ranks have, and so could speak
};

/// Collectives by domain and name; sends and receives are left out, and domains whose operators do not all have the
/// same number of ranks. From traces, else communication.json. Of no use when cancelled.
[[nodiscard]] SlowRankRecipe slowRankRecipe(const Run &run, const JobContext &job = JobContext());

/// Communication of one kind of parallelism in a step of a rank, and its part that no kernel covers.
struct Masking
{
    int rankIndex = -1;
    QString step;
    QString types; ///< names of the groups: "dp+edp"
    qint64 startNs = 0;
    qint64 endNs = 0;
    qint64 communicationNs = 0; ///< operators that lie upon each other count once
    qint64 uncoveredNs = 0;
    [[nodiscard]] double communicationShare() const { return shareOf(communicationNs); }
    [[nodiscard]] double uncoveredShare() const { return shareOf(uncoveredNs); }

private:
    [[nodiscard]] double shareOf(qint64 ns) const
    {
        return endNs > startNs ? static_cast<double>(ns) / static_cast<double>(endNs - startNs) : 0;
    }
};

/// Result of computational_op_masking of msprof-analyze: of dp and edp together, of edp, dp, ep, pp, mp and tp, and of
/// the other groups of the run. By rank, kind and step; steps as the host marks them. Empty when cancelled.
[[nodiscard]] std::vector<Masking> maskings(const Run &run, const JobContext &job = JobContext());

} // namespace rs
