// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/devicesets.h"
#include "analysis/intervals.h"
#include "core/jobcontext.h"
#include "core/rundata.h"
#include "core/threadpool.h"

#include <optional>
#include <vector>

namespace rs {

/// Where the overview's numbers come from. Best: the file where it has the row, else the slices.
enum class OverviewSource : quint8 { Best, File, Derived };

/// Where one rank's time of one step went. Microseconds; derived values are exact nanoseconds / 1000, values of a file
/// are what the file says. A value that the source does not have is empty. Source of the formulas: step_trace_time.csv
/// of the official writers.
struct OverviewRow
{
    QString step;  ///< digits, or empty when nothing marks steps
    int rank = -1; ///< -1: the rank has no number, see `rankLabel`
    QString rankLabel;
    int rankIndex = -1;                    ///< into Run::infos; -1 for a rank that only a cluster file names
    int device = -1;                       ///< set when one rank has a row per device
    std::optional<double> computingUs;     ///< union of the compute slices
    std::optional<double> notOverlappedUs; ///< communication outside of any compute slice
    std::optional<double> overlappedUs;
    std::optional<double> communicationUs; ///< union of the communication operators
    std::optional<double> freeUs;          ///< gaps between first and last device work
    std::optional<double> stageUs;
    std::vector<double> stagesOfWritersUs; ///< derived: what else writers of MindSpore may mean by the stage
    std::optional<double> bubbleUs;
    std::optional<double> notOverlappedExcludeReceiveUs;
    std::optional<double> preparingUs;
    bool preparingMissing = false; ///< the source has such a column, but no value in this row
    bool derived = false;
    bool overlongReceives = false; ///< derived: they add up to more than the step, so nothing is said of them
    QString source;                ///< "step_trace_time.csv", "cluster_step_trace_time.csv" or "derived"

    /// Computing less what communication covers at the same time; empty when one of the two is.
    [[nodiscard]] std::optional<double> pureComputeUs() const;
    /// Computing + not overlapped + free + preparing: what ratios refer to. Empty when a part is missing; of a source
    /// that knows no preparing it is the sum of the other three.
    [[nodiscard]] std::optional<double> totalUs() const;
    /// part / totalUs(); empty when one of the two is, 0 when the total is 0.
    [[nodiscard]] std::optional<double> ratio(const std::optional<double> &part) const;
};

struct OverviewQuery
{
    QString step;   ///< empty: every step
    QString domain; ///< label, group name or hash of a domain: only its ranks; empty: every rank
    OverviewSource source = OverviewSource::Best;
};

/// Rows by step, then rank; incomplete when cancelled. Ranks that are not loaded yet have only what cluster files say
/// about them.
[[nodiscard]] std::vector<OverviewRow> overview(const Run &run, const OverviewQuery &query = {},
                                                const JobContext &job = JobContext());

/// The rows of one rank computed from its slices; empty without a trace. One row a step (and device, when there are
/// several); one row in all when nothing marks steps. Cancelled: empty.
[[nodiscard]] std::vector<OverviewRow> deriveOverview(const RankData &rank, const JobContext &job = JobContext());

/// One finding per number of a file that the slices contradict by more than rounding: 1 us + 1 ns per slice, 0.25 us
/// for Stage and Preparing. Also where the trace's own overlap analysis contradicts its slices.
[[nodiscard]] std::vector<Finding> overviewDisagreements(const Run &run, const JobContext &job = JobContext());

/// The part of the device's time that belongs to a step.
struct StepWindow
{
    QString step;
    bool marked = false;    ///< false: the whole capture, because nothing marks steps
    qint64 hostStartNs = 0; ///< of the step mark, else of the first framework slice (hostKnown)
    bool hostKnown = false;
    Interval device; ///< half-open; work belongs to the step in which it starts
};

/// Ascending. PyTorch: from the first to the last device task that the step launched, at least to the end of the mark.
/// MindSpore: the mark itself. Cancelled: empty.
[[nodiscard]] std::vector<StepWindow> stepWindows(const RankData &rank, const JobContext &job = JobContext(),
                                                  ThreadPool *pool = nullptr);

/// Host work and gaps belong to the step in which they start; where windows overlap the first one has them. One claim
/// for each window, none of which overlap; MindSpore's windows include their ends (`closedEnd`).
[[nodiscard]] std::vector<Interval> stepClaims(const std::vector<StepWindow> &windows, bool closedEnd = false);

/// Every nanosecond of a step in exactly one bucket.
struct SweepBuckets
{
    QString step;
    Interval window; ///< host start of the step (or first device work) to the end of its device window
    qint64 pureComputeNs = 0;
    qint64 coveredNs = 0;   ///< compute and communication together
    qint64 uncoveredNs = 0; ///< communication alone
    qint64 copyNs = 0;      ///< copies while neither runs
    qint64 idleNs = 0;
    qint64 preparingNs = 0; ///< before the first compute or communication
    qint64 tailNs = 0;      ///< after the last
    [[nodiscard]] qint64 sumNs() const
    {
        return pureComputeNs + coveredNs + uncoveredNs + copyNs + idleNs + preparingNs + tailNs;
    }
};

[[nodiscard]] std::vector<SweepBuckets> sweepBuckets(const RankData &rank, const JobContext &job = JobContext());

} // namespace rs
