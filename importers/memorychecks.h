// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

/// As in crosschecks.h, of the memory files of a rank against themselves: more allocated than reserved, a release
/// before its allocation, a duration that is not what lies between them, stamps far from all others.
void noteMemoryTables(const RankData &rank, const JobContext &job, ImportReport &report);

} // namespace rs
