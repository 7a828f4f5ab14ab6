// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "importers/csv/csvtable.h"
#include "importers/kerneljoin.h"

namespace rs {

// Where files of one rank that speak of the same thing contradict each other. Which of them is right nobody knows:
// nothing is mended, each contradiction is told with how often it occurs and where first. What writers round is none.

/// The kernel table against the trace that its rows were joined with: other durations, tasks, streams or cores, starts
/// outside of the trace, kernels without a row. Behind the end of a trace that is cut nothing contradicts.
void noteKernelsOfTrace(const Trace &trace, bool isCut, const Table &kernels, const KernelJoin &join,
                        const CsvPlaces &places, const JobContext &job, ImportReport &report);

/// communication.json, called `file`, against the lanes of communication groups in the rank's trace.
void noteOperatorsOfTrace(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report);

/// op_statistic.csv against the kernel table.
void noteStatisticOfKernels(const RankData &rank, const JobContext &job, ImportReport &report);

} // namespace rs
