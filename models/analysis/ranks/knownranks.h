// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <utility>
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

/// Errors of SQLite on databases of the rank that cannot be read at all, one for each; none: all others.
[[nodiscard]] QStringList unreadDatabases(const RankInfo &rank);

/// The rank is in a pack that cannot be used: a finding of the rank says why.
[[nodiscard]] bool isPackUnread(const RankData &rank);

/// Places of the ranks of a run, for those who ask of many. Outlives the run.
class RankPlaces
{
public:
    explicit RankPlaces(const Run &run)
    {
        for (size_t i = 0; i < run.infos.size(); ++i)
            m_places.emplace(nameOf(run.infos[i].rank, run.infos[i].label), static_cast<int>(i));
    }
    /// Into Run::ranks; -1: none. `label`: of a rank without a number.
    [[nodiscard]] int of(int rank, const QString &label = {}) const
    {
        const auto at = m_places.find(nameOf(rank, label));
        return at == m_places.end() ? -1 : at->second;
    }

private:
    // Only ranks without a number go by their label.
    using Name = std::pair<int, QString>;
    static Name nameOf(int rank, const QString &label) { return {rank, rank >= 0 ? QString() : label}; }

    std::map<Name, int> m_places;
};

} // namespace rs
