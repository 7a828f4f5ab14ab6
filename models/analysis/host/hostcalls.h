// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Calls of one function of CANN on the host; times in microseconds.
struct HostCall
{
    QString level; ///< "acl", "node", "runtime", "model", "communication"; as the trace writes it where it is another
    QString name;
    std::optional<qint64> calls;
    std::optional<double> totalUs;
    std::optional<double> averageUs;
    std::optional<double> minUs;
    std::optional<double> maxUs;
    std::optional<double> deviationUs; ///< standard deviation; the file has the variance
    SliceId longest = NoSlice;         ///< in the trace
};

/// Calls of api_statistic.csv, or, without it, of the lanes of CANN in the trace. The most total time first. Empty when
/// cancelled.
[[nodiscard]] std::vector<HostCall> hostCalls(const RankData &rank, const JobContext &job = JobContext());

/// "AscendCL@aclrtMalloc" -> "acl", "Hccl" and "Communication" -> "communication"; other words in small letters.
[[nodiscard]] QString hostCallLevel(QStringView word);

} // namespace rs
