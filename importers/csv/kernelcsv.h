// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/csv/csvtable.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace rs {

/// kernel_details.csv, or the slices of op_summary_*.csv, with every column. Read it through KernelColumns, which knows
/// all spellings. Columns that the comparison or the join with the trace would miss are findings. Null, and a finding,
/// when it has none of them. `places` is told where each row stands. `pool`: as for readCsvTable().
[[nodiscard]] std::shared_ptr<const Table> readKernels(const std::vector<CsvFile> &files, const JobContext &job,
                                                       ImportReport &report, CsvPlaces *places = nullptr,
                                                       ThreadPool *pool = nullptr);

/// A table that is shown as it is. Null, and a finding, when none of its columns is in the header: any text has a first
/// line. Empty cells are findings but in the columns `partial`, whose values are often N/A. A column that versions call
/// differently is "one name or other name".
[[nodiscard]] std::shared_ptr<const Table> readPlainTable(const std::vector<CsvFile> &files, const QStringList &columns,
                                                          const QStringList &partial, const JobContext &job,
                                                          ImportReport &report, ThreadPool *pool = nullptr);

} // namespace rs
