// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs::bench {

/// Writes a run as it is when only its summaries were copied from the cluster: of each rank profiler_info,
/// profiler_metadata with the groups that it is in (the world's among them), step_trace_time, op_statistic and
/// api_statistic. Tensor parallel 8 and 4 pipeline stages where there are enough ranks; rank 1234 computes for longer.
/// False where the folder cannot be written.
[[nodiscard]] bool writeSummaryRun(const QString &folder, int ranks, int steps);

} // namespace rs::bench
