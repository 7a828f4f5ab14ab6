// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"
#include "importers/legacy/legacytimes.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

struct LegacyCommunication
{
    CommOps operators; ///< with "Total Op Info" of each step
    MatrixLinks links;
};

/// Where a rank stands in the pipeline, whose stages are equal blocks of neighbours.
struct StagePlace
{
    int first = 0;  ///< rank with which its stage begins
    int ranks = -1; ///< of each stage; -1: not known
    int stages = -1;
};

/// hccl_raw_*.csv. Averages of the file are left out, and so are its bandwidths, which are sums of those of operators:
/// they are size by time here. Costs in microseconds, as some versions write them, are told by the times of the links.
/// Links are named inside the group; the first rank of `stage` is what its 0 is. Without it the link of
/// a rank to itself tells, if its group can be a block of neighbours. Where that is not so, or contradicts the stage,
/// they keep these names. Receives name the sender by its place in the pair of ranks, and themselves by their place in
/// the stage: of two stages this is the rank of the other stage with the same place. Where there are more, or the sizes
/// are not known, their links are left out, also of the sums of their step. Files of r1.3 tell links
/// of whole steps alone, those of receives among them. `spans`: when the operators ran, which another file knows.
[[nodiscard]] LegacyCommunication readLegacyHccl(const QString &path, const QString &reportName, int rank,
                                                 std::optional<StagePlace> stage, const std::vector<LegacySpan> &spans,
                                                 const JobContext &job, ImportReport &report);

/// The same of a rank that has no such file: what its collectives and receives took.
[[nodiscard]] CommOps operatorsOfSpans(const std::vector<LegacySpan> &spans, int rank);

/// "stream_41_0_AllReduce-op4582" -> "AllReduce-op4582".
[[nodiscard]] QString legacyOperator(const QString &label);

} // namespace rs
