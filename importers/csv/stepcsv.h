// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

#include <QString>

#include <vector>

namespace rs {

/// step_trace_time.csv of a rank: a step of a device once, whatever else the file says of it. `rank` and `device` fill
/// the rows where the file names none.
[[nodiscard]] std::vector<StepTraceRow> readStepTrace(const QString &path, const QString &reportName, int rank,
                                                      int device, const JobContext &job, ImportReport &report);

/// cluster_step_trace_time.csv: rows of ranks and of stages.
[[nodiscard]] std::vector<StepTraceRow> readClusterStepTrace(const QString &path, const QString &reportName,
                                                             const JobContext &job, ImportReport &report);

/// "ProfilerStep#10" -> "10", "step13" -> "13", " 50" -> "50", "step01" -> "1". No step, in whatever words, is "0".
[[nodiscard]] QString normalizedStep(const QString &text);
/// True for a step as it comes from normalizedStep() that is a number, as traces and tables have it.
[[nodiscard]] bool isStepNumber(const QString &step);

} // namespace rs
