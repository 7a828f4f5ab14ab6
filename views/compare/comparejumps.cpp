// SPDX-License-Identifier: Apache-2.0
#include "views/compare/compareview.h"

#include "items/rowsourcemodel.h"
#include "tables/compare/comparetables.h"
#include "views/page/rankmenu.h"
#include "views/widgets/menus.h"
#include "views/widgets/picker.h"

#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

/// Targets of rows of the comparison, and texts on the selected one.
namespace rs {

std::vector<std::pair<QString, QString>> CompareView::factsOf(const Selection &selection) const
{
    std::vector<std::pair<QString, QString>> out;
    const RankComparison &all = m_result.comparison;
    const auto at = std::find_if(all.rows.begin(), all.rows.end(), [&](const CompareRow &row) {
        return compareLabel(row, all.grouping) == selection.text;
    });
    // It stays the same operator when the sides are others.
    if (selection.kind != Selection::Kind::Operator || at == all.rows.end())
        return out;
    RowSourceModel model;
    model.setWhole(m_result.rows);
    const auto row = static_cast<int>(at - all.rows.begin());
    for (int c = 0; c < model.columnCount(); ++c) {
        const QString text = model.index(row, c).data().toString();
        if (!text.isEmpty())
            out.emplace_back(model.headerData(c, Qt::Horizontal).toString(), text);
    }
    return out;
}

void CompareView::chooseRow(int row)
{
    Selection s;
    s.kind = Selection::Kind::Operator;
    s.rank = base();
    s.text = compareLabel(rowAt(row), comparison().grouping);
    state().select(s);
    showDurations(static_cast<size_t>(row));
}

// As in the timeline: nothing is selected any more, and what tells of it gives its room back.
void CompareView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape || state().selection().kind == Selection::Kind::None)
        return DockView::keyPressEvent(event);
    state().select({});
}

PairPlace CompareView::pairOf(int row) const
{
    const CompareRow &r = rowAt(row);
    return {base(), r.base.longest, other(), r.other.longest};
}

PairPlace CompareView::pairOfSheet(int row) const
{
    const RowPlace place = m_sheetRows ? m_sheetRows->place(static_cast<quint32>(row)) : RowPlace();
    const auto [ofBase, ofOther] = place.pair.value_or(std::pair(NoSlice, NoSlice));
    return {base(), ofBase, other(), ofOther};
}

void CompareView::addRowActions(QMenu *menu, int row)
{
    pairJump().addTo(menu, pairOf(row));
    for (const RankRef ref : {base(), other()})
        addShowInTimeline(menu, state(), ref, runs());
}

void CompareView::showMemory(RankRef ref)
{
    state().inOneStep([&] {
        state().setCurrentRank(ref);
        state().showView(QStringLiteral("memory/memory.allocations"));
    });
}

void CompareView::addSheetActions(QMenu *menu, int row)
{
    const QString id = m_sheetPicker->value().toString();
    if (id == u"compare.memory") {
        for (const RankRef ref : {base(), other()}) {
            QAction *const action = menu->addAction(tr("Allocations of %1 in Memory").arg(runs().rankLabel(ref)));
            action->setObjectName(QStringLiteral("compare-memory"));
            connect(action, &QAction::triggered, this, [this, ref] { showMemory(ref); });
        }
    } else if (id == u"compare.overall") {
        QAction *const action = menu->addAction(tr("Show in Timeline"));
        action->setObjectName(QStringLiteral("compare-overall"));
        setAvailable(action, overallReason());
    } else {
        pairJump().addTo(menu, pairOfSheet(row),
                         id == u"compare.order" ? PairJump::Of::Execution : PairJump::Of::Longest);
    }
}

QString CompareView::overallReason() const
{
    return tr("This row is the sum of all work of a kind: it has no single slice.");
}

void CompareView::followSheet(int row)
{
    const QString id = m_sheetPicker->value().toString();
    if (id == u"compare.memory")
        return showMemory(other());
    if (id == u"compare.overall")
        return state().notice(overallReason());
    const PairPlace pair = pairOfSheet(row);
    if (id == u"compare.order" && pair.ofBase != NoSlice && pair.ofOther != NoSlice)
        return pairJump().showBoth(pair);
    pairJump().showOne(pair);
}

} // namespace rs
