// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/table.h"
#include "core/text/importreport.h"

#include <QString>

#include <memory>

namespace rs {

/// parallel_strategy_*.json, the graph of a rank as the compiler split it: operators in the order of execution, as a
/// table with StrategyColumns. `rank` is the number of the file: by it the stage is found where the file does not say
/// it. What broke off keeps the operators before the break. Null, and a finding, when there is none.
[[nodiscard]] std::shared_ptr<const Table> readParallelStrategy(const QString &path, const QString &reportName,
                                                                int rank, const JobContext &job, ImportReport &report);

} // namespace rs
