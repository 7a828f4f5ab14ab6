// SPDX-License-Identifier: Apache-2.0
#include "tables/memory/memoryparts.h"

#include "core/table/legacycolumns.h"
#include "tables/base/tables.h"

namespace rs {

std::shared_ptr<const Table> memoryTable(const TableQuery &query, const char *kind)
{
    const auto rank = query.rankData();
    const auto table = rank ? rank->table(QString::fromLatin1(kind)) : nullptr;
    return table ? table : std::make_shared<const Table>();
}

std::function<Phrase(const TableQuery &)> whyNoMemory(const char *kind, const char *why)
{
    return [kind, why](const TableQuery &query) -> Phrase {
        const auto rank = query.rankData();
        const auto table = rank ? rank->table(QString::fromLatin1(kind)) : nullptr;
        if (!table || table->rows() == 0) {
            const bool isOfGraphs = rank && rank->table(LegacyNodes::Kind);
            return fileGaveNothing(query, {QString::fromLatin1(kind)})
                .value_or(tableReason(isOfGraphs ? onlyGraphMemory : why));
        }
        return tableReason(RS_TABLE("No row of this rank meets the conditions."));
    };
}

} // namespace rs
