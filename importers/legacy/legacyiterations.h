// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/legacy/legacyhccl.h"

#include <vector>

namespace rs {

/// The name of a file of PROF_*/device_N/timeline as older CANN wrote them, one for each iteration of a model:
/// hccl_0_2_1.json is of device 0, model 2, iteration 1.
struct IterationName
{
    QString kind; ///< FileEntry::kind: "trace", "legacy_hccl_trace", "legacy_iterations", "legacy_tasks"; empty: none
    int device = -1;
    int model = -1;
    int iteration = -1;
};
[[nodiscard]] IterationName iterationName(const QString &fileName);

/// A file of one iteration that is read.
struct IterationFile
{
    QString path;
    QString reportName;
    int iteration = -1;
};

/// step_trace_*.json: each of them holds all iterations of the model, so the first that names an iteration tells it.
/// Forward with backward is FP_BP Time, the tail Iteration Refresh.
[[nodiscard]] std::vector<LegacySteps::Row> readIterations(const std::vector<IterationFile> &files,
                                                           const JobContext &job, ImportReport &report);

/// hccl_*.json: tasks of planes. Of an operator, transit is what its copies and sends took on the last plane, the main
/// one, and wait the Notify_Wait there that belong to no send; links are of all planes. A send by RDMA takes from the
/// payload to the end of the Notify_Wait that closes it.
[[nodiscard]] LegacyCommunication readIterationHccl(const std::vector<IterationFile> &files, int rank,
                                                    const JobContext &job, ImportReport &report);

} // namespace rs
