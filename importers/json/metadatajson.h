// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

#include <QByteArray>
#include <QMap>
#include <QString>

#include <utility>
#include <vector>

namespace rs {

/// Content of profiler_info*.json. A value that the file does not have keeps its default.
struct ProfilerInfo
{
    Framework framework = Framework::Unknown;
    int rank = -1;
    int device = -1;
    QString host;
    QString level;                   ///< "Level0", "Level1", "Level2", or empty
    QMap<QString, QString> settings; ///< flat: "with_stack" -> "true", "schedule.active" -> "1", "cann_version" -> …
};

[[nodiscard]] ProfilerInfo readProfilerInfo(const QString &path, const QString &reportName, const JobContext &job,
                                            ImportReport &report);

/// Content of profiler_metadata.json.
struct ProfilerMetadata
{
    QMap<QString, qint64> distributedArgs; ///< tensor_model_parallel_size, …; true counts as 1
    QMap<QString, QString> settings;       ///< "env.HCCL_ALGO" -> "…", "pp_info.pp_type" -> …
    std::vector<GroupInfo> groups;         ///< parallel_group_info
};

[[nodiscard]] ProfilerMetadata readProfilerMetadata(const QString &path, const QString &reportName,
                                                    const JobContext &job, ImportReport &report);

/// The same of JSON texts by their keys, as META_DATA of a database has them.
[[nodiscard]] ProfilerMetadata parseProfilerMetadata(const std::vector<std::pair<QString, QByteArray>> &members,
                                                     const QString &reportName, ImportReport &report);

/// "ProfilerLevel.Level1", "1", "_level1" -> "Level1"; empty for anything without such a digit.
[[nodiscard]] QString normalizedLevel(const QString &text);

} // namespace rs
