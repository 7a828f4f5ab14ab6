// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/csv/csvtable.h"

#include <memory>
#include <span>

namespace rs {

/// A small CSV file of a rank that is shown as it is (RankData::tables). A new one is an entry here, its name in
/// filekinds.cpp, and its table in tables/filetables.cpp: cache, memory account, explorer and `info` follow.
struct CsvDeliverable
{
    const char *kind; ///< FileEntry::kind
    std::shared_ptr<const Table> (*read)(const std::vector<CsvFile> &files, const JobContext &job, ImportReport &report,
                                         ThreadPool *pool);
};
[[nodiscard]] std::span<const CsvDeliverable> csvDeliverables();

} // namespace rs
