// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/discovery/foldernames.h"
#include "importers/discovery/rankfolder.h"

#include <QString>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

/// Grouping of the ranks that discovery finds into runs.
namespace rs {

/// A rank folder (or the loose files of one rank) that was found.
struct Candidate
{
    FoundRank found;
    QString parent; ///< folder whose ranks form a run
};

struct ClusterFolder
{
    QString folder;
    QString parent;
    std::vector<FileEntry> files;
};

/// Content below one given path.
struct Harvest
{
    QString root;
    bool single = false;   ///< the path itself is a rank, or a file of one
    bool exported = false; ///< the path itself is an export of this program
    std::vector<Candidate> ranks;
    std::vector<ClusterFolder> clusters;
    std::vector<Run> indexed; ///< runs of an index, which says all about them
};

struct RankGroup
{
    QString path;
    Framework framework = Framework::Unknown;
    std::optional<CaptureWindow> window; ///< of the dynamic profiler, where it captured ranks several times
    std::vector<Candidate> ranks;

    [[nodiscard]] bool allKnown() const
    {
        return std::ranges::all_of(ranks, [](const Candidate &c) { return c.found.info.rank >= 0; });
    }
    [[nodiscard]] std::set<int> numbers() const
    {
        std::set<int> out;
        for (const Candidate &c : ranks)
            out.insert(c.found.info.rank);
        return out;
    }
};

/// Runs of one given folder: ranks of one parent, and parents joined upwards while their ranks differ. What the dynamic
/// profiler captured between different steps are runs of their own.
[[nodiscard]] std::vector<RankGroup> groupsOf(Harvest &&harvest);

/// Folders of one rank become one entry: the newest that holds data, the others as its captures.
[[nodiscard]] Run runOf(RankGroup &&group);

/// The folder around a path; "/" for what lies at the top.
[[nodiscard]] QString parentOf(const QString &path);
/// The last part of a path.
[[nodiscard]] QString nameOf(const QString &path);
/// True for the folder itself and for all below it.
[[nodiscard]] bool isBelow(const QString &path, const QString &folder);

} // namespace rs
