// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "importers/csv/csvtable.h"
#include "importers/files/rankfiles.h"

namespace rs {

// Files that must agree and do not: nothing is mended, each contradiction is told once with how often it occurs and
// where first. What writers round, or never list, is none. docs/robustness.md names the rules.

/// The kernel table of a rank, whose rows were joined with `trace`. Behind the end of a trace that is cut nothing
/// contradicts.
void noteContradictionsOfKernels(const RankData &rank, const Trace &trace, bool isCut, const CsvPlaces &places,
                                 const JobContext &job, ImportReport &report);

/// All other files of a rank that was read.
void noteContradictions(const RankData &rank, const RankFiles &files, const JobContext &job, ImportReport &report);

/// Ranks of a run, once all of them are read, and its cluster files where `clusterIsWhole`.
void noteContradictions(const Run &run, bool clusterIsWhole, const JobContext &job, ImportReport &report);

} // namespace rs
