// SPDX-License-Identifier: Apache-2.0
#include "core/table/legacycolumns.h"

#include <algorithm>

namespace rs {

std::shared_ptr<const Table> LegacySteps::tableOf(const std::vector<Row> &rows)
{
    auto out = std::make_shared<Table>();
    for (int c = Step; c < Columns; ++c)
        out->addColumn({}, c == Step ? ColumnType::Integer : ColumnType::Duration);
    for (const Row &row : rows) {
        for (int c = Step; c < Columns; ++c) {
            if (const auto &value = row[static_cast<size_t>(c)])
                out->appendInteger(c, *value);
        }
        out->finishRow();
    }
    return out;
}

int LegacySteps::rowOf(const Table &table, qint64 step)
{
    if (table.rows() == 0)
        return -1;
    const auto &steps = std::get<std::vector<qint64>>(table.at(Step).pieces.front().values);
    const auto at = std::ranges::lower_bound(steps, step);
    return at != steps.end() && *at == step ? static_cast<int>(at - steps.begin()) : -1;
}

} // namespace rs
