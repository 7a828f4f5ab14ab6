// SPDX-License-Identifier: Apache-2.0
#include "core/table/memorycolumns.h"

#include "core/base/saturate.h"

#include <algorithm>

namespace rs {

std::optional<qint64> AllocationColumns::allocatedAt(const Table &table, int row) const
{
    return table.integerAt(row, allocated);
}

std::optional<qint64> AllocationColumns::releasedAt(const Table &table, int row) const
{
    if (released >= 0)
        return table.integerAt(row, released);
    const auto from = allocatedAt(table, row);
    return from && table.has(row, duration) ? std::optional(saturatedSum(*from, table.integer(row, duration)))
                                            : std::nullopt;
}

StampRange credibleStampsOf(const Table &table, int column)
{
    constexpr int most = 65536;
    const int every = std::max(1, table.rows() / most);
    std::vector<qint64> samples;
    for (int row = 0; row < table.rows(); row += every) {
        if (table.has(row, column))
            samples.push_back(table.integer(row, column));
    }
    return credibleStamps(samples);
}

} // namespace rs
