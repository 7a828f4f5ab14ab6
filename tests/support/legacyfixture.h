// SPDX-License-Identifier: Apache-2.0
// Tables of ranks of MindSpore 1.x.
#pragma once

#include "core/run/rundata.h"
#include "core/table/legacycolumns.h"

namespace rs::test {

/// Appends a row to a table of RankData::tables, as files of MindSpore 1.x have it.
inline void addLegacyRow(RankData &rank, QLatin1String kind, const std::vector<std::string_view> &texts,
                         const std::vector<std::optional<double>> &numbers)
{
    std::shared_ptr<const Table> &held = rank.tables[kind];
    if (!held)
        held = legacyTable(static_cast<int>(texts.size()), 3);
    appendLegacyRow(*std::const_pointer_cast<Table>(held), texts, numbers);
    rank.legacy = true;
}

} // namespace rs::test
