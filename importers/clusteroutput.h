// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importreport.h"
#include "core/jobcontext.h"
#include "core/rundata.h"

namespace rs {

/// Reads the used files of `cluster.files` into `cluster`. Findings name the files as the entries do.
void readClusterOutput(ClusterData &cluster, const JobContext &job, ImportReport &report);

} // namespace rs
