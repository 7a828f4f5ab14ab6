// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Statistics of durations as `describe` of msprof-analyze's recipes makes them: of a sample, quartiles interpolated
/// between the two nearest ones.
struct Described
{
    qint64 count = 0;
    double meanNs = 0;
    std::optional<double> deviationNs; ///< standard deviation with n - 1; nothing of one duration
    qint64 leastNs = 0;
    double q1Ns = 0;
    double medianNs = 0;
    double q3Ns = 0;
    qint64 mostNs = 0;
    qint64 sumNs = 0;
};
/// At least one duration.
[[nodiscard]] Described describe(std::vector<qint64> durationsNs);

/// Grouping of operators in the recipes compute_op_sum and hccl_sum.
enum class RecipeSum : quint8 {
    ComputeAll,    ///< all ranks by type and core
    ComputeByType, ///< the same of each rank
    ComputeByName, ///< each rank by name, type, core and input shapes
    CollectiveAll, ///< communication of all ranks by type
    CollectiveByRank,
    CollectiveTop, ///< communication by operator: the 15 with the greatest mean
};

struct RecipeSumRow
{
    QString type;
    QString core;
    QString name;
    QString shapes;
    int rankIndex = -1; ///< rank of the longest, in sums over all ranks
    Described time;
    int leastRank = -1; ///< rank index of the shortest
    int mostRank = -1;
    SliceId longest = NoSlice; ///< in the trace of mostRank
};

/// From kernel tables, and from traces of ranks without one, which know neither types nor shapes. As the recipes sort:
/// the greatest sum first, of CollectiveTop the greatest mean. Empty when cancelled.
[[nodiscard]] std::vector<RecipeSumRow> recipeSums(const Run &run, RecipeSum which,
                                                   const JobContext &job = JobContext());

} // namespace rs
