// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/legacycolumns.h"
#include "core/text/importreport.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// When a collective or receive of a step ran, by the counter of the device.
struct LegacySpan
{
    qint64 step = 0;
    QString name; ///< as the file labels it: "stream_48_0_Receive-op663"
    qint64 startNs = 0;
    qint64 durationNs = 0;
};

struct LegacyTimes
{
    std::vector<LegacySteps::Row> steps; ///< ascending by step
    std::vector<LegacySpan> spans;       ///< none of the average
};

/// step_trace_raw_*_detail_time.csv: ticks of 10 ns. Columns are found by their names, in whatever order.
[[nodiscard]] LegacyTimes readLegacySteps(const QString &path, const QString &reportName, const JobContext &job,
                                          ImportReport &report);

/// ascend_cluster_analyse_*.csv: milliseconds by position, since versions spell the header differently. `mode` is of
/// the file's name. Steps are counted by lines. The last of several rows is the average where it stands behind the
/// `steps` that another file lists, or, where those are not known, has all of its values and no cut row
/// behind it.
[[nodiscard]] std::vector<LegacySteps::Row> readLegacyShares(const QString &path, const QString &reportName,
                                                             const QString &mode, std::optional<qint64> steps,
                                                             const JobContext &job, ImportReport &report);

/// ascend_cluster_analyse_*.csv and gpu_cluster_analyse_*.csv of data parallelism, likewise by position and lines:
/// interval, forward with backward, tail and in later versions the total, which is their sum where it is not there.
[[nodiscard]] std::vector<LegacySteps::Row> readLegacyPhases(const QString &path, const QString &reportName,
                                                             const JobContext &job, ImportReport &report);

/// The time of a step that collectives and receives took together, counted once where they overlap; spans of one step.
[[nodiscard]] qint64 unitedNs(std::vector<LegacySpan> spans);

} // namespace rs
