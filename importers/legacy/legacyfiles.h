// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/importreport.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace rs {

/// Kind of a file by its name, for the profiler of MindSpore 1.x. The number at its end is the id of a device in the
/// r1.3 layout, of a rank in the flat one: the folder decides.
struct LegacyName
{
    QString kind; ///< FileEntry::kind: "legacy_steps", "legacy_shares", …; empty: none of these files
    int id = -1;
    QString mode; ///< ascend_cluster_analyse_*: "data", "model", "pipeline"
    int stages = -1;
    int ranks = -1;
};
[[nodiscard]] LegacyName legacyName(const QString &fileName);
/// The number at the end of any file of the folder: profiler_info_3.json, parallel_strategy_3.json; -1: none.
[[nodiscard]] int trailingId(const QString &fileName);
/// Names that no other version writes: a folder with one of them is such a profiler's.
[[nodiscard]] bool isLegacyMark(const QString &fileName);

/// A rank table: which device of which server is which rank. Each number counts where it stands first.
struct RankTable
{
    struct Device
    {
        QString server;
        int device = -1;
        int rank = -1;
    };
    std::vector<Device> devices;
};
/// Nothing for a JSON file without "server_list", which is none: it may have any name.
[[nodiscard]] std::optional<RankTable> readRankTable(const QString &path, const QString &reportName,
                                                     const JobContext &job, ImportReport &report);

/// host_ips_mapping.txt: address of a server -> number of its folder, as "host N" is called. Addresses are never shown.
[[nodiscard]] std::map<QString, QString> readHostMapping(const QString &path, const QString &reportName,
                                                         const JobContext &job, ImportReport &report);

/// Parallelism of the job in profiler_info_*.json of such a version.
struct LegacyJob
{
    QString mode; ///< "data", "model", "pipeline"; empty where it is not told
    int stages = -1;
    int ranks = -1;
};
[[nodiscard]] LegacyJob readLegacyJob(const QString &path, const QString &reportName, const JobContext &job);

} // namespace rs
