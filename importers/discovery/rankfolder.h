// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rundata.h"
#include "importers/discovery/folderlister.h"

#include <QString>
#include <QStringList>

#include <compare>
#include <optional>

namespace rs {

/// What a folder is, by its name and what it holds.
enum class FolderKind : quint8 {
    Plain,   ///< may hold ranks further down
    Rank,    ///< *_ascend_ms, *_ascend_pt, or the same by content
    Output,  ///< ASCEND_PROFILER_OUTPUT or mindstudio_profiler_output itself
    RawProf, ///< PROF_*: one device as msprof wrote it
    Cluster, ///< cluster_analysis_output
};
[[nodiscard]] FolderKind folderKind(const QString &name, const FolderLister::Listing &listing);
/// True for *_ascend_ms and *_ascend_pt, whatever the folder holds.
[[nodiscard]] bool hasRankSuffix(const QString &name);

/// One rank as it was found: who it is and each of its files, used or not.
struct FoundRank
{
    RankInfo info;
    QString stamp; ///< capture stamp of the folder's name, 14 to 17 digits, or empty
    qint64 modifiedMs = 0;
    [[nodiscard]] bool hasData() const; ///< any file with measurements is used
};

/// Describes the rank in `folder`. `onlyFiles` (absolute paths): the user named these files, and the rank is made of
/// them; slices of the same export are added. Findings carry absolute paths.
[[nodiscard]] FoundRank describeRank(const QString &folder, FolderKind kind, FolderLister &lister,
                                     const QStringList &onlyFiles = {});

/// Number in a folder name such as "rank0_ascend_pt", "rank-3_2024…_ascend_ms", "rank_1"; -1 when there is none.
[[nodiscard]] int rankOfFolderName(const QString &name);
/// Of "msmonitor_PROCESS_TIME_RANK.db"; -1 for any other name.
[[nodiscard]] int rankOfMonitorName(const QString &fileName);
/// Steps between which the dynamic profiler was on, by the folder around a rank: of "rank0_start2_stop5".
struct CaptureWindow
{
    qint64 start = 0;
    qint64 stop = 0;
    [[nodiscard]] QString text() const; ///< "start2_stop5"
    [[nodiscard]] auto operator<=>(const CaptureWindow &) const = default;
};
/// Of the nearest folder around (or of) that path which has one; nothing where there is none up to `top`.
[[nodiscard]] std::optional<CaptureWindow> captureWindowOf(const QString &path, const QString &top);
/// True for a folder that wraps a single rank: "rank0", "rank0_start2_stop5".
[[nodiscard]] bool wrapsOneRank(const QString &name);

} // namespace rs
