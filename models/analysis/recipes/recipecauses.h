// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// One of the longest gaps of a device, and what free_analysis of msprof-analyze says of its reason.
struct FreeReason
{
    int rankIndex = -1;
    Interval gap;
    std::optional<qint64> frameworkIdleNs; ///< between the ends of the operators that launched what stands around it
    std::optional<qint64> cannIdleNs;      ///< the same of the launches
    Phrase reason;
    SliceId next = NoSlice; ///< the task behind the gap
};

/// The ten longest gaps between kernels and operators of communication, of each rank with a trace, the longest first.
/// Empty when cancelled.
[[nodiscard]] std::vector<FreeReason> freeReasons(const Run &run, const JobContext &job = JobContext());

/// A long operator of communication of one rank, and what communication_bottleneck of msprof-analyze says of it.
struct Bottleneck
{
    Interval range;
    QString op;
    SliceId slice = NoSlice;
    int slowRank = -1; ///< rank index; -1: none is much faster through with it than another
    int fastRank = -1;
    Phrase reason;
};

/// The ten longest operators of communication of a rank, the longest first. Slow is the rank on which the same operator
/// is shortest, since the others waited for it. Of its tasks before it those are named whose length and whose start
/// differ most from the same tasks of the rank that waited longest, back to where both were not 1 ms apart. Empty
/// without a trace and when cancelled. Throws OverBudget.
[[nodiscard]] std::vector<Bottleneck> bottlenecks(const Run &run, int rankIndex, const JobContext &job = JobContext());

} // namespace rs
