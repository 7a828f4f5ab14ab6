// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Source of the overview's numbers. Best: the file if it has the row, else the slices; for MindSpore Stage and Bubble,
/// too, which its writers leave at 0 (completeRows()).
enum class OverviewSource : quint8 { Best, File, Derived };

/// Time of one rank in one step. Microseconds; derived values are exact nanoseconds / 1000, values of a file are what
/// the file says. A value that the source does not have is empty. Source of the formulas: step_trace_time.csv of the
/// official writers.
struct OverviewRow : StepTraceRow
{
    QString rankLabel;
    int rankIndex = -1;                    ///< into Run::infos; -1 for a rank that only a cluster file names
    std::vector<double> stagesOfWritersUs; ///< derived: what else writers of MindSpore may mean by the stage
    /// Time that Free and a Preparing both count: MindSpore cuts gaps to the step, so from the second step on the gap
    /// before the first work is in both. Torch counts a gap where it starts, so Free has the preparing of the next
    /// step. Of files at most (all of Preparing).
    std::optional<double> preparingInFreeUs;
    bool derived = false;
    bool overlongReceives = false; ///< derived: they add up to more than the step, so nothing is said of them
    QString source; ///< "step_trace_time.csv", "analysis.db: StepTraceTime", "cluster_step_trace_time.csv", "derived"

    /// Label of the rank, else its number.
    [[nodiscard]] QString label() const { return rankLabel.isEmpty() && rank >= 0 ? QString::number(rank) : rankLabel; }
    /// Computing less what communication covers at the same time; empty when one of the two is.
    [[nodiscard]] std::optional<double> pureComputeUs() const;
    /// Free without what preparing counts; empty where free is.
    [[nodiscard]] std::optional<double> idleUs() const;
    /// Computing + not overlapped + idle + preparing, each moment once: what ratios refer to. Empty when a part is
    /// missing; of a source that knows no preparing it is the sum of the other three.
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

/// By number where both are one.
[[nodiscard]] bool stepComesBefore(const QString &a, const QString &b);

/// The rows of one rank computed from its slices; empty without a trace. One row a step (and device, when there are
/// several); one row in all when nothing marks steps. Cancelled: empty.
[[nodiscard]] std::vector<OverviewRow> deriveOverview(const RankData &rank, const JobContext &job = JobContext());

} // namespace rs
