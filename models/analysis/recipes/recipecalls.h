// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/recipes/recipesums.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <vector>

namespace rs {

/// Sums of cann_api_sum of msprof-analyze over the calls of one function of CANN, on one rank or on all. Of all ranks
/// the first quartile is the least of theirs, the third the greatest, the median the median of theirs. The standard
/// deviation is that with n; of all ranks sqrt((sum of (n - 1) d² + sum of n (m - M)²) / (N - 1)) with n, d and m the
/// calls, deviation and mean of a rank, N and M those of all: as the recipe pools them.
struct ApiSum : Described
{
    QString name;                ///< without its level
    int rankIndex = -1;          ///< -1: of all ranks
    double percent = 0;          ///< share of the time in all calls of that rank, or of all
    std::vector<int> leastRanks; ///< rank indices with a call as short, or as long
    std::vector<int> mostRanks;
    SliceId longest = NoSlice; ///< in the trace of the first of mostRanks
};

/// CannApiSumRank: of each rank with a trace, the most total time first. Empty when cancelled.
[[nodiscard]] std::vector<ApiSum> apiSumsOfRanks(const Run &run, const JobContext &job = JobContext());

/// CannApiSum: of all ranks, from what apiSumsOfRanks() gives. The most total time first.
[[nodiscard]] std::vector<ApiSum> apiSums(const std::vector<ApiSum> &ofRanks);

} // namespace rs
