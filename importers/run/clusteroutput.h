// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

namespace rs {

/// Reads the used files of `cluster.files` into `cluster`. Findings name the files as the entries do.
void readClusterOutput(ClusterData &cluster, const JobContext &job, ImportReport &report);

} // namespace rs
