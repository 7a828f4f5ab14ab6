// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rundata.h"

#include <QStringList>

#include <vector>

namespace rs {

/// Ranks of a run that has no rank folder, as the files of its cluster analysis name them; none for other runs.
struct ClusterRank
{
    int rank = -1;
    QStringList steps;
};
[[nodiscard]] std::vector<ClusterRank> clusterRanks(const Run &run);

/// True for a rank with databases and no other file to be read: nothing of it can be told but that.
[[nodiscard]] bool hasOnlyDatabases(const RankInfo &rank);

} // namespace rs
