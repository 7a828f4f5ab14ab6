// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/discovery/folderlister.h"
#include "importers/discovery/rungroups.h"

#include <QString>

#include <map>
#include <vector>

namespace rs {

/// A folder as the profiler of MindSpore 1.x left it, with the files of all ranks beside each other.
[[nodiscard]] bool isLegacyFolder(const FolderLister::Listing &listing);

/// Files beside cluster_profiler of the r1.3 layout, read once for all hosts below it.
class LegacyHosts
{
public:
    struct Root
    {
        std::vector<FileEntry> files;
        std::map<QString, std::map<int, int>> ranksOfHost; ///< by device
        std::map<int, int> ranksOfOnlyServer;              ///< of one server, which needs no mapping
    };
    [[nodiscard]] const Root &at(const QString &root, FolderLister &lister);

private:
    std::map<QString, Root> m_roots;
};

/// The ranks of such a folder, by the numbers at the end of its files. Below cluster_profiler/N/profiler (r1.3) these
/// are devices of the host N, and the rank table and host_ips_mapping.txt above tell their ranks; elsewhere they are
/// ranks.
[[nodiscard]] std::vector<Candidate> legacyRanks(const QString &folder, FolderLister &lister, LegacyHosts &hosts);

/// Graphs of ranks lie beside their folders as well: what is nothing but one becomes a file of the rank of its number,
/// among those from `first` on. False where it is more, or there is no such rank without one.
[[nodiscard]] bool giveGraph(const RankInfo &graph, std::vector<Candidate> &ranks, size_t first);

} // namespace rs
