// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

/// As in crosschecks.h, of the data pipeline: operators that stand twice or lack their parents, samples that do not fit
/// their queue, and numbers in which summary and samples differ by more than the summary rounds.
void notePipeline(const RankData &rank, const JobContext &job, ImportReport &report);

} // namespace rs
