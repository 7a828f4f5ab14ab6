// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

#include <QString>

#include <map>

namespace rs {

/// cluster_analysis.db, of either mode of the analysis: steps, operators, links and groups, into those parts of
/// `cluster` that have nothing yet. True when anything was taken.
[[nodiscard]] bool readClusterDatabase(ClusterData &cluster, const QString &path, const QString &reportName,
                                       const JobContext &job, ImportReport &report);
/// Host and device of a rank.
struct ClusterPlace
{
    int device = -1; ///< -1: not said
    QString host;
};
/// RankDeviceMap with HostInfo: by the number of the rank. Of several rows of a rank the first counts.
[[nodiscard]] std::map<int, ClusterPlace> readClusterPlaces(const QString &path, const QString &reportName,
                                                            const JobContext &job, ImportReport &report);

} // namespace rs
