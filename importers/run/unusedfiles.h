// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

namespace rs {

/// A file that is called used has given something, or says that it did not: fills in `why` of those that were read
/// whole and of which nothing is shown. What is wrong with them is among the findings.
void noteUnusedFiles(RankData &rank);
void noteUnusedFiles(ClusterData &cluster);

} // namespace rs
