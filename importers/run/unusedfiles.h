// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <functional>

namespace rs {

/// A file that is called used has given something, or says that it did not: fills in `why` of those that were read
/// whole and of which nothing is shown. What is wrong with them is among the findings; what is missing because of it is
/// added to them under `nameOf` the file. Without `nameOf`, of a rank whose findings are there, nothing is added.
void noteUnusedFiles(RankData &rank, const std::function<QString(const FileEntry &)> &nameOf = {});
void noteUnusedFiles(ClusterData &cluster);

} // namespace rs
