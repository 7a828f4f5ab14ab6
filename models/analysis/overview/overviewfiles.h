// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/stepcolumns.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <map>
#include <set>
#include <vector>

namespace rs {

/// Rows of step_trace_time.csv, of the ranks or of their cluster. The run must outlive it.
class OverviewFiles
{
public:
    explicit OverviewFiles(const Run &run);

    /// Rows of its own file, else of the cluster's; `index` into Run::infos.
    [[nodiscard]] std::vector<OverviewRow> ofRank(size_t index) const;
    /// Rows of ranks that only the cluster's file names, which are none of these.
    [[nodiscard]] std::vector<OverviewRow> ofOtherRanks(const std::set<int> &known) const;

private:
    const Run &m_run;
    std::map<int, std::vector<const StepTraceRow *>> m_ofCluster; // by rank
};

/// Stage and bubble of the steps of MindSpore by the trace of a rank, which must outlive it.
class StagesOfTrace
{
public:
    explicit StagesOfTrace(const RankData &rank, const JobContext &job = JobContext());
    /// Empty where the trace does not mark the step.
    [[nodiscard]] StageTimes of(const QString &step, int device);

private:
    const RankData &m_rank;
    std::map<QString, Interval> m_claimOf;
    std::map<int, CommSlices> m_slicesOf; // by device
};

/// Adds what the trace of a rank has and its file lacks: steps missing in the file, for example because it was cut, if
/// it has others of the same trace; and Stage and Bubble of MindSpore if the file holds 0 and the slices do not. Where
/// no trace says it the latter are missing (dropUnknownStages()). `rows` of the file, `index` into Run::infos.
void completeRows(const Run &run, size_t index, std::vector<OverviewRow> &rows, const JobContext &job = JobContext());

/// A stage of 0 in a step with communication says nothing: writers of MindSpore leave Stage and Bubble at 0 with newer
/// CANN and in early versions.
[[nodiscard]] bool isUnknownStage(Framework framework, const OverviewRow &row);
/// Takes Stage, Bubble and what the file takes the bubble off out of such rows.
void dropUnknownStages(Framework framework, std::vector<OverviewRow> &rows);

} // namespace rs
