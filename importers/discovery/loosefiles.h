// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "importers/discovery/folderlister.h"

#include <QStringList>

#include <set>
#include <utility>
#include <vector>

namespace rs {

/// Deliverables of a folder that is no rank folder by any other sign.
struct LooseFiles
{
    QStringList known;         ///< names of all of them
    QStringList traces;        ///< paths; each may be a rank of its own
    QStringList databases;     ///< the same
    std::set<int> ofDatabases; ///< ranks that their names say
    bool table = false;        ///< one that a rank has beside its trace
    bool ownTrace = false;     ///< a trace with the name that it has in the folder of a rank
    /// Paths of those that are called as a file with measurements, and why nothing is read from them.
    std::vector<std::pair<QString, Phrase>> others;

    /// Databases that name several ranks were gathered here: what else there is belongs to none of them.
    [[nodiscard]] bool areGathered() const { return ofDatabases.size() > 1; }
    /// All of them belong together.
    [[nodiscard]] bool areOneRank() const
    {
        return !areGathered() && (table || ownTrace || traces.size() + databases.size() <= 1);
    }
    /// Traces and databases, a rank each, with the numbers of the ranks: as the trace says, else as the name does; -1:
    /// neither.
    [[nodiscard]] std::vector<std::pair<QString, int>> ranks() const;
};
/// `ranksBelow`: the folder has rank folders, and no file without a known name is looked into.
[[nodiscard]] LooseFiles looseFilesOf(const FolderLister::Listing &in, bool ranksBelow);

} // namespace rs
