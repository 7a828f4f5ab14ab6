// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

/// communication_matrix.json, called `file`, against itself, against communication.json, the rank's groups and its
/// trace. As in crosschecks.h, nothing is mended, and what writers round is no contradiction.
void noteLinks(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report);

} // namespace rs
