// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/threadpool.h"
#include "importers/csv/csvtable.h"

#include <memory>
#include <span>
#include <vector>

namespace rs {

/// Reads what readCsvTable() reads, slice by slice on all threads, where the files are as a profiler writes them: one
/// header, every row on a line of its own with as many cells, quotes only around cells, numbers where the columns say
/// so, a line end at the end, and room for all of it. Null for anything else, without a word and with nothing changed:
/// the reader that looks at one row after the other finds out what it is.
[[nodiscard]] std::shared_ptr<const Table> readSoundCsv(const std::vector<CsvFile> &files, ThreadPool *pool,
                                                        const JobContext &job, CsvPlaces &places,
                                                        std::span<CsvGaps> gaps, const CsvHeaderCheck &isKnown,
                                                        qint64 sliceBytes = 0);

} // namespace rs
