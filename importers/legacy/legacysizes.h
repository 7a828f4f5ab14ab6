// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/legacyrank.h"
#include "core/text/importreport.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// flops_summary_*.json of either generation.
[[nodiscard]] std::optional<LegacyFlops> readLegacyFlops(const QString &path, const QString &reportName,
                                                         const JobContext &job, ImportReport &report);
/// flops_*.txt of any of the three generations: one operator a row.
[[nodiscard]] std::vector<LegacyFlops> readLegacyOperatorFlops(const QString &path, const QString &reportName,
                                                               const JobContext &job, ImportReport &report);
/// memory_usage_summary_*.json.
[[nodiscard]] std::optional<LegacyMemory> readLegacyMemory(const QString &path, const QString &reportName,
                                                           const JobContext &job, ImportReport &report);
/// memory_usage_details_*.json.
[[nodiscard]] std::vector<LegacyMemoryCurve> readLegacyMemoryCurves(const QString &path, const QString &reportName,
                                                                    const JobContext &job, ImportReport &report);

} // namespace rs
