// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace rs {

/// Ranks of a run that has no rank folder, as the files of its cluster analysis name them; none for other runs.
struct ClusterRank
{
    int rank = -1;
    QStringList steps;
};
[[nodiscard]] std::vector<ClusterRank> clusterRanks(const Run &run);

/// A run without rank folders with a rank for each of these, of which nothing is known but its number: for what goes by
/// ranks of a run. A run that has ranks is returned as it is.
[[nodiscard]] std::shared_ptr<const Run> withClusterRanks(std::shared_ptr<const Run> run);

/// Number of the rank at a place in Run::infos of withClusterRanks(); -1: there is no such place.
[[nodiscard]] int rankNumber(const Run &run, int index);

/// True for a rank with databases and no other file to be read: nothing of it can be told but that.
[[nodiscard]] bool hasOnlyDatabases(const RankInfo &rank);

/// A database of which not even the list of tables can be read.
[[nodiscard]] bool isUnreadDatabase(const FileEntry &file);

/// What SQLite says of databases of the rank that cannot be read at all, one for each; none: all others.
[[nodiscard]] QStringList unreadDatabases(const RankInfo &rank);

} // namespace rs
