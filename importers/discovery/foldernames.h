// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QString>

#include <compare>
#include <optional>

/// Ranks, hosts and captures by the names of folders.
namespace rs {

/// True for *_ascend_ms and *_ascend_pt, whatever the folder holds.
[[nodiscard]] bool hasRankSuffix(const QString &name);
/// Number in a folder name such as "rank0_ascend_pt", "rank-3_2024…_ascend_ms", "rank_1"; -1 when there is none.
[[nodiscard]] int rankOfFolderName(const QString &name);
/// Rank in "msmonitor_PROCESS_TIME_RANK.db"; -1 for any other name.
[[nodiscard]] int rankOfMonitorName(const QString &fileName);
/// The same, and of "ascend_pytorch_profiler_RANK.db" and "ascend_mindspore_profiler_RANK.db".
[[nodiscard]] int rankOfDatabaseName(const QString &fileName);
/// Steps between which the dynamic profiler was on, by the folder around a rank: of "rank0_start2_stop5".
struct CaptureWindow
{
    qint64 start = 0;
    qint64 stop = 0;
    [[nodiscard]] QString text() const; ///< "start2_stop5"
    [[nodiscard]] auto operator<=>(const CaptureWindow &) const = default;
};
/// Window of the nearest folder around (or of) that path which has one; nothing if there is none up to `top`.
[[nodiscard]] std::optional<CaptureWindow> captureWindowOf(const QString &path, const QString &top);
/// True for a folder that wraps a single rank: "rank0", "rank0_start2_stop5".
[[nodiscard]] bool wrapsOneRank(const QString &name);

[[nodiscard]] Framework frameworkOfSuffix(const QString &name);
/// Host of "localhost.localdomain_3178231_20250109084755012_ascend_ms".
[[nodiscard]] QString hostOfFolderName(const QString &name);
/// Capture stamp, filled up to 17 digits; empty without one.
[[nodiscard]] QString stampOfFolderName(const QString &name);

} // namespace rs
