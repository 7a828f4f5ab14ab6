// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

// As in rankchecks.h, of the communication matrix and the domains of cluster_analysis_output.

/// cluster_communication_matrix.json against the matrices of the ranks that it was made of.
void noteClusterLinks(const Run &run, const JobContext &job, ImportReport &report);

/// communication_group.json against the domains that operators and links name.
void noteGroupsOfOperators(const Run &run, ImportReport &report);

} // namespace rs
