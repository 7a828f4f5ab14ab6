// SPDX-License-Identifier: Apache-2.0
#include "views/page/celljumps.h"

#include "items/rowsourcemodel.h"
#include "views/widgets/icons.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <utility>
#include <vector>

namespace rs {

void addCellJumps(QMenu *menu, const RowSourceModel &model, int row, ViewState &state, int run)
{
    if (row < 0 || !model.source() || static_cast<quint32>(row) >= model.source()->rows())
        return;
    const RowSource &source = *model.source();
    const auto at = static_cast<quint32>(row);
    const RowPlace own = source.place(at); // where the row itself leads
    std::vector<std::pair<int, SliceId>> offered = {{own.rank, own.slice}};
    for (const ShownColumn &c : model.shown()) {
        const RowPlace to = source.cellPlace(at, c.source);
        const std::pair target(to.rank, to.slice);
        if (to.slice == NoSlice || std::find(offered.begin(), offered.end(), target) != offered.end())
            continue;
        offered.push_back(target);
        menu->addAction(symbol(QStringLiteral("jump")),
                        QCoreApplication::translate("rs::CellJumps", "Show in Timeline: %1", "title of a column")
                            .arg(c.column.title),
                        &state,
                        [&state, rank = RankRef{run, to.rank}, slice = to.slice] { state.revealSlice(rank, slice); });
    }
}

} // namespace rs
