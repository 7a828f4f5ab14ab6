// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/importreport.h"

#include <QString>

#include <memory>

namespace rs {

// Each reads the table of that name; null where the file tells none of its values.

/// flops_summary_*.json of either generation.
[[nodiscard]] std::shared_ptr<const Table> readLegacyFlops(const QString &path, const QString &reportName,
                                                           const JobContext &job, ImportReport &report);
/// flops_*.txt of any of the three generations: one operator a row.
[[nodiscard]] std::shared_ptr<const Table> readLegacyOperatorFlops(const QString &path, const QString &reportName,
                                                                   const JobContext &job, ImportReport &report);
/// memory_usage_summary_*.json.
[[nodiscard]] std::shared_ptr<const Table> readLegacyMemory(const QString &path, const QString &reportName,
                                                            const JobContext &job, ImportReport &report);
/// memory_usage_details_*.json.
[[nodiscard]] std::shared_ptr<const Table> readLegacyNodes(const QString &path, const QString &reportName,
                                                           const JobContext &job, ImportReport &report);

} // namespace rs
