// SPDX-License-Identifier: Apache-2.0
#include "views/launch/slicejumps.h"

#include "views/widgets/icons.h"
#include "views/widgets/rowtable.h"

#include <QCoreApplication>
#include <QMenu>

#include <vector>

namespace rs {

void addSliceJumps(QMenu *menu, const RowTable &table, int row, ViewState &state, RankRef rank)
{
    const std::shared_ptr<const RowSource> &source = table.model()->source();
    if (row < 0 || !source)
        return;
    const quint32 at = table.model()->sourceRow(row);
    std::vector<SliceId> offered;
    for (const ShownColumn &c : table.model()->shown()) {
        const SliceId slice = source->cellSlice(at, c.source);
        if (slice == NoSlice || std::find(offered.begin(), offered.end(), slice) != offered.end())
            continue;
        offered.push_back(slice);
        menu->addAction(symbol(QStringLiteral("jump")),
                        QCoreApplication::translate("rs::SliceJumps", "Show in the timeline: %1", "title of a column")
                            .arg(c.column.title),
                        &state, [&state, rank, slice] { state.revealSlice(rank, slice); });
    }
}

} // namespace rs
