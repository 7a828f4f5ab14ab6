// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/intervals.h"
#include "core/jobcontext.h"
#include "core/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Where the time of one rank went in one step, every nanosecond in one bucket (StepBuckets). What the source does not
/// tell is empty. Of a file these are the buckets that its columns hold: it does not tell copies from idle time, and
/// knows no tail.
struct BookRow
{
    QString step; ///< empty: nothing marks steps
    int rank = -1;
    QString rankLabel;
    int rankIndex = -1; ///< into Run::infos; -1 for a rank that only a cluster file names
    int device = -1;
    bool hasOwnDevice = false; ///< the rank has a row for each device
    bool fromTrace = false;    ///< else from step_trace_time.csv
    std::optional<Interval> window;
    std::optional<qint64> pureComputeNs;
    std::optional<qint64> coveredNs;
    std::optional<qint64> uncoveredNs;
    std::optional<qint64> copyNs;
    std::optional<qint64> idleNs;
    std::optional<qint64> preparingNs;
    std::optional<qint64> tailNs;
    std::optional<qint64> sumNs; ///< of a trace: as long as the window
};

struct BookQuery
{
    QString step;       ///< empty: every step
    int rankIndex = -1; ///< into Run::infos; -1: every rank
};

/// Rows by step, rank and device. A rank without a trace, or whose trace lacks lanes that other files list the work
/// of, has what the files say. Incomplete when cancelled.
[[nodiscard]] std::vector<BookRow> bookRows(const Run &run, const BookQuery &query = {},
                                            const JobContext &job = JobContext());

} // namespace rs
