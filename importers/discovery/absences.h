// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

/// Finds out, before anything is read, what a run lacks that its other parts let expect: ranks whose files and
/// databases hold nothing of what those of other ranks do, numbers of ranks that are left out, a run without any trace.
/// Each becomes a notice of the run whose code begins with "absence.".
void noteAbsences(Run &run, const JobContext &job);

/// Finds out, once ranks are read, which ranks before the first and behind the last one of the run its files speak of:
/// one notice ("absence.named-rank"), or one that the run holds a single rank of them, which is no absence to be told
/// with every number ("run.single-rank").
void noteNamedRanks(const Run &run, ImportReport &report);

} // namespace rs
