// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "importers/discovery/folderlister.h"

#include <QString>
#include <QStringList>

namespace rs {

/// Kind of a folder, by its name and content.
enum class FolderKind : quint8 {
    Plain,   ///< may hold ranks further down
    Rank,    ///< *_ascend_ms, *_ascend_pt, or the same by content
    Output,  ///< ASCEND_PROFILER_OUTPUT or mindstudio_profiler_output itself
    RawProf, ///< PROF_*: one device as msprof wrote it
    Cluster, ///< cluster_analysis_output
};
[[nodiscard]] FolderKind folderKind(const QString &name, const FolderLister::Listing &listing);

/// One rank as it was found: who it is and each of its files, used or not.
struct FoundRank
{
    RankInfo info;
    QString stamp; ///< capture stamp of the folder's name, 14 to 17 digits, or empty
    qint64 modifiedMs = 0;
    [[nodiscard]] bool hasData() const; ///< any file with measurements is used
};

/// Describes the rank in `folder`. `onlyFiles` (absolute paths): the user named these files, and the rank is made of
/// them; other parts of the same exports are added. Findings carry absolute paths.
[[nodiscard]] FoundRank describeRank(const QString &folder, FolderKind kind, FolderLister &lister,
                                     const QStringList &onlyFiles = {});

/// Fills in rank and host where they are unknown, as info.json.N of a raw PROF folder tells them.
void readDeviceInfo(const QString &folder, int device, RankInfo &info);
/// Paths of the profiler_info files of a folder, sorted.
[[nodiscard]] QStringList profilerInfosIn(const QString &folder);

} // namespace rs
