// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

// As in crosschecks.h, of the tables that are shown as they are: op_statistic.csv, api_statistic.csv, l2_cache.csv and
// task_time.csv.

/// Against themselves: rows that stand twice, a mean outside of least and greatest, a total that is not count and mean,
/// a share that is not that of the total, an end that is not start and duration, no rate at all.
void noteTablesAgainstThemselves(const RankData &rank, const JobContext &job, ImportReport &report);

/// l2_cache.csv against the kernel table, or the trace where there is none.
void noteTasksOfL2Cache(const RankData &rank, const JobContext &job, ImportReport &report);

/// api_statistic.csv against the calls in the trace.
void noteCallsOfTrace(const RankData &rank, const JobContext &job, ImportReport &report);

/// Tables of another device than the trace, or else the kernel table, is of.
void noteDevicesOfTables(const RankData &rank, const JobContext &job, ImportReport &report);

} // namespace rs
