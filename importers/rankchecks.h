// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "core/rundata.h"

namespace rs {

// Where ranks of a run, or the run's cluster files, contradict each other, once all of them are read. As in
// crosschecks.h, nothing is mended, and what writers round is no contradiction.

/// Ranks whose files hold the very measurements of another one: copies of a folder.
void noteCopiedRanks(const Run &run, const JobContext &job, ImportReport &report);

/// cluster_step_trace_time.csv and cluster_communication.json against the files of the ranks that they were made of.
void noteClusterOfRanks(const Run &run, const JobContext &job, ImportReport &report);

/// Descriptions of one communication domain that name different members.
void noteGroupsOfRanks(const Run &run, ImportReport &report);

} // namespace rs
