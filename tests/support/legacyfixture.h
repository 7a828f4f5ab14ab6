// SPDX-License-Identifier: Apache-2.0
// Tables of ranks of MindSpore 1.x.
#pragma once

#include "core/run/rundata.h"
#include "core/table/legacycolumns.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace rs::test {

/// Appends a row to a table of RankData::tables, as files of MindSpore 1.x have it.
inline void addLegacyRow(RankData &rank, QLatin1String kind, const std::vector<std::string_view> &texts,
                         const std::vector<std::optional<double>> &numbers)
{
    std::shared_ptr<const Table> &held = rank.tables[kind];
    const auto table = held ? std::const_pointer_cast<Table>(held) : std::make_shared<Table>();
    held = table;
    const auto columnOf = [&](size_t place, ColumnType type) {
        return static_cast<int>(place) < table->columnCount() ? static_cast<int>(place) : table->addColumn({}, type);
    };
    for (size_t i = 0; i < texts.size(); ++i)
        table->appendText(columnOf(i, ColumnType::Text), texts[i]);
    // Tables of old files have three columns of numbers or more, whether a row has them or not.
    for (size_t i = 0; i < std::max<size_t>(3, numbers.size()); ++i) {
        const int column = columnOf(texts.size() + i, ColumnType::Real);
        if (i < numbers.size() && numbers[i])
            table->appendReal(column, *numbers[i]);
    }
    table->finishRow();
    rank.legacy = true;
}

} // namespace rs::test
