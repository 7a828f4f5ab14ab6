// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <optional>
#include <span>

namespace rs {

/// A column of step_trace_time.csv, as the writers call it.
struct StepColumn
{
    const char *name;
    std::optional<double> StepTraceRow::*value;
};
[[nodiscard]] std::span<const StepColumn> stepTraceColumns();

/// A file or folder as findings name it; empty for the run's own folder.
[[nodiscard]] QString pathInRun(const Run &run, const QString &path);

// Where ranks of a run, or the run's cluster files, contradict each other, once all of them are read. As in
// crosschecks.h, nothing is mended, and what writers round is no contradiction.

/// Ranks whose files hold the very measurements of another one: copies of a folder.
void noteCopiedRanks(const Run &run, const JobContext &job, ImportReport &report);

/// cluster_step_trace_time.csv and cluster_communication.json against the files of the ranks that they were made of,
/// and the latter against itself.
void noteClusterOfRanks(const Run &run, const JobContext &job, ImportReport &report);

/// Ranks that their files put on one device of one host, where only one can have been.
void noteDevicesOfRanks(const Run &run, ImportReport &report);

/// Descriptions of one communication domain that name different members.
void noteGroupsOfRanks(const Run &run, ImportReport &report);

} // namespace rs
