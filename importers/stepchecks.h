// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/table/table.h"
#include "core/text/importreport.h"
#include "importers/rankfiles.h"

namespace rs {

/// The steps of a kernel table against the starts of their rows: on average, a later step starts later.
void noteStepsOfKernels(const Table &kernels, const JobContext &job, ImportReport &report);

/// The files of one rank and its trace, which all of them name the steps of: two captures in one folder, or a broken
/// file.
void noteStepsOfFiles(const RankData &rank, const RankFiles &files, ImportReport &report);

/// The steps of a rank against the schedule of the profiler: fewer than it asks for are an incomplete capture. Of a
/// rank that has its settings.
void noteCaptureEnd(const RankData &rank, const RankFiles &files, ImportReport &report);

/// Ranks of one run, which went through the same steps.
void noteStepsOfRanks(const Run &run, ImportReport &report);

} // namespace rs
