// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/table.h"
#include "core/text/importreport.h"

#include <QString>

#include <memory>

namespace rs {

/// minddata_pipeline_summary_*.json, an object of lists, or the same as .csv, a row for each key (formats.md 3.13).
/// Each key is a column, and row i holds the i-th value of each list: of most keys that of the i-th operator, of a few
/// that of the whole pipeline or a sentence. -1, which stands for unknown, is missing; so is the parent of a root. Read
/// it through PipelineSummaryColumns. Null, and a finding, when it has none of the keys.
[[nodiscard]] std::shared_ptr<const Table> readPipelineSummary(const QString &path, const QString &reportName,
                                                               const JobContext &job, ImportReport &report);

} // namespace rs
