// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/csvtable.h"

#include <memory>
#include <vector>

namespace rs {

/// kernel_details.csv, or the slices of op_summary_*.csv, with every column. Read it through KernelColumns, which knows
/// all spellings. Columns that the comparison or the join with the trace would miss are findings.
[[nodiscard]] std::shared_ptr<const Table> readKernels(const std::vector<CsvFile> &files, const JobContext &job,
                                                       ImportReport &report);

} // namespace rs
