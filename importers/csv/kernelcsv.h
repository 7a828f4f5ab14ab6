// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/csv/csvtable.h"

#include <memory>
#include <vector>

namespace rs {

/// kernel_details.csv, or the slices of op_summary_*.csv, with every column. Read it through KernelColumns, which knows
/// all spellings. Columns that the comparison or the join with the trace would miss are findings. Null, and a finding,
/// when it has none of them. `places` is told where each row stands. `pool`: as for readCsvTable().
[[nodiscard]] std::shared_ptr<const Table> readKernels(const std::vector<CsvFile> &files, const JobContext &job,
                                                       ImportReport &report, CsvPlaces *places = nullptr,
                                                       ThreadPool *pool = nullptr);

/// op_statistic*.csv and api_statistic*.csv. Null, and a finding, when none of their columns is in the header: any text
/// has a first line.
[[nodiscard]] std::shared_ptr<const Table> readOpStatistic(const std::vector<CsvFile> &files, const JobContext &job,
                                                           ImportReport &report, ThreadPool *pool = nullptr);
[[nodiscard]] std::shared_ptr<const Table> readApiStatistic(const std::vector<CsvFile> &files, const JobContext &job,
                                                            ImportReport &report, ThreadPool *pool = nullptr);
/// l2_cache*.csv, likewise. Rates are often N/A, which is no gap.
[[nodiscard]] std::shared_ptr<const Table> readL2Cache(const std::vector<CsvFile> &files, const JobContext &job,
                                                       ImportReport &report, ThreadPool *pool = nullptr);

} // namespace rs
