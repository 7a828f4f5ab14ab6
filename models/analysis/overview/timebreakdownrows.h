// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepcolumns.h"
#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace rs {

/// Time of one rank in one step, every nanosecond in one bucket (StepBuckets). Values that the source does not have are
/// empty. Of a file these are the buckets of its columns: it does not separate copies from idle time, and has no tail.
struct TimeBreakdownRow
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
    std::optional<qint64> sumNs;        ///< as long as the window; only with a trace
    std::optional<StepColumns> columns; ///< official columns of the step; only with a trace
    /// Length of the step as bars show it: without its tail, which no official column holds.
    [[nodiscard]] std::optional<qint64> stepNs() const;
};

struct TimeBreakdownQuery
{
    QString step;       ///< empty: every step
    int rankIndex = -1; ///< into Run::infos; -1: every rank
};

/// Rows by step, rank and device. A rank without a trace, or whose trace lacks lanes that other files list the work
/// of, has what the files say; so have steps that its trace lacks, or has in part because it is cut. Incomplete when
/// cancelled.
[[nodiscard]] std::vector<TimeBreakdownRow> timeBreakdownRows(const Run &run, const TimeBreakdownQuery &query = {},
                                                              const JobContext &job = JobContext());

/// The buckets of one rank, or of one of its devices, in one step or in all together.
struct TimeBreakdownTotals
{
    int steps = 0;
    qint64 pureComputeNs = 0;
    qint64 coveredNs = 0;
    qint64 uncoveredNs = 0;
    qint64 copyNs = 0;
    qint64 idleNs = 0;
    qint64 preparingNs = 0;
    qint64 tailNs = 0;
    qint64 sumNs = 0;
    [[nodiscard]] qint64 stepNs() const { return saturatedDifference(sumNs, tailNs); } ///< as of a row
};

/// Totals of rows, for who shows a rank at a time.
class TimeBreakdownSums
{
public:
    /// `sumSteps`: all steps of a rank together, else one by one.
    explicit TimeBreakdownSums(const std::vector<TimeBreakdownRow> &rows = {}, bool sumSteps = false);
    /// Null where a bucket of it is not known. `device` -1, or of a rank with one device: the rank.
    [[nodiscard]] const TimeBreakdownTotals *of(int rankIndex, int device, const QString &step) const;

private:
    using Key = std::tuple<int, int, QString>; // rank, device or -1, step
    std::map<Key, TimeBreakdownTotals> m_totals;
    bool m_sumSteps;
};

} // namespace rs
