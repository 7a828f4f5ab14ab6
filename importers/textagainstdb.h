// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"
#include "importers/rankfiles.h"

namespace rs {

/// What the databases that stand beside the text files of a rank, and are not read, say differently, or the text files
/// where the databases are read: steps, times of steps, numbers and times of kernels and of operators of communication.
/// The finding names by how much. Nothing once the memory budget cut what is read.
void noteTextAgainstDatabases(const RankData &rank, const RankFiles &files, const JobContext &job,
                              ImportReport &report);

} // namespace rs
