// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

/// What ranks of one run have alike, once all of them are read: lanes, flows, counters and columns that this rank's
/// files lack, though those of other ranks have them or its own files let expect them; host calls and launches whose
/// measure is far from that of the other ranks. Files that are not there at all are told by noteAbsences.
void noteWhatRanksLack(const Run &run, const JobContext &job, ImportReport &report);

} // namespace rs
