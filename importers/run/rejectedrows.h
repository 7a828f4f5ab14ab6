// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

/// Rows of the memory files and the data pipeline of a rank whose values cannot be, and which tables and pictures leave
/// out or show in another way than the file says: each kind is told once, with its consequence.
void noteRejectedRows(const RankData &rank, const JobContext &job, ImportReport &report);

} // namespace rs
