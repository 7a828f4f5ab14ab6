// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

// The rules by what they speak of; contradictions.h runs them.

/// communication.json, called `file`, and the lanes of communication groups in the rank's trace.
void noteOperatorsOfTrace(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report);
/// communication_matrix.json, called `file`, and communication.json.
void noteLinksOfOperators(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report);

/// step_trace_time.csv, called `file`, and the steps that the trace marks.
void noteStepsOfTrace(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report);
/// Steps of the ranks of a run, which went through the same.
void noteStepsOfRanks(const Run &run, const JobContext &job, ImportReport &report);
/// cluster_step_trace_time.csv and the files of the ranks that it was made of.
void noteStepsOfCluster(const Run &run, const JobContext &job, ImportReport &report);
/// cluster_communication.json and the ranks' own communication.json.
void noteOperatorsOfCluster(const Run &run, const JobContext &job, ImportReport &report);

/// The run-wide file of that kind that was read, or the cluster's database, which holds what all of them do; empty
/// where there is neither.
[[nodiscard]] QString clusterFile(const Run &run, const char *kind);

} // namespace rs
