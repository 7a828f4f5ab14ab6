// SPDX-License-Identifier: Apache-2.0
#include "views/overview/overviewview.h"

#include "items/format.h"
#include "views/overview/barbreakdowns.h"
#include "views/overview/rankside.h"
#include "views/page/rankmenu.h"
#include "views/page/systemtexts.h"
#include "views/tables/tableview.h"
#include "views/widgets/menus.h"
#include "views/picture/stackedbars.h"

#include <QMenu>

#include <algorithm>
#include <vector>

/// Which bar or row is selected, how it follows the rank and step of all views, and what can be done with it.
namespace rs {

RankRef OverviewView::refOf(const OverviewItem &item) const
{
    int index = item.rankIndex;
    if (item.folded) {
        // The selected rank of a group, else the one with the largest time.
        const std::vector<int> &all = item.folded->indices;
        const RankRef now = state().currentRank();
        index = now.run == currentRun() && std::find(all.begin(), all.end(), now.index) != all.end()
                    ? now.index
                    : item.folded->of(m_figures.compared.value_or(StepMetric::Total)).highIndex;
    }
    return index < 0 ? RankRef() : RankRef{currentRun(), index};
}

const OverviewItem *OverviewView::itemOfBar(int bar) const
{
    return bar >= 0 && bar < static_cast<int>(m_barRows.size()) ? &itemAt(m_barRows[static_cast<size_t>(bar)])
                                                                : nullptr;
}

int OverviewView::rowOf(const QString &key) const
{
    const auto at =
        std::find_if(m_rows.begin(), m_rows.end(), [&key](const OverviewItem &i) { return i.key() == key; });
    return at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
}

const OverviewItem *OverviewView::selectedItem() const
{
    const auto it = std::find_if(m_items.begin(), m_items.end(),
                                 [this](const OverviewItem &i) { return i.key() == m_selectedKey; });
    return it == m_items.end() ? nullptr : &*it;
}

void OverviewView::selectItem(int modelRow)
{
    const OverviewItem item = itemAt(modelRow);
    m_selectedKey = item.key();
    m_bars->setSelected(m_selectedKey);
    m_table->setCurrentRow(modelRow);
    updatePie();
    const RankRef ref = refOf(item);
    if (!ref.isValid())
        return;
    if (m_figures.steps == StepsShown::Each && !item.step.isEmpty())
        return state().chooseRankAndStep(ref, item.step);
    Selection s;
    s.kind = Selection::Kind::Rank;
    s.rank = ref;
    state().select(s);
}

void OverviewView::followState()
{
    const RankRef ref = state().currentRank();
    const OverviewItem *now = selectedItem();
    if (ref.isValid() && m_hasResult && runs().run(ref.run) && !m_items.empty()) {
        // Another run became current: its numbers are not here yet.
        if (m_shownRun != ref.run) {
            scheduleRefresh();
            return;
        }
        if (m_figures.steps == StepsShown::Each && m_figures.rankIndex != ref.index)
            return showFigures();
        const auto holds = [&ref](const OverviewItem &i) {
            return i.rankIndex == ref.index ||
                   (i.folded && std::find(i.folded->indices.begin(), i.folded->indices.end(), ref.index) !=
                                    i.folded->indices.end());
        };
        const bool steps = m_figures.steps == StepsShown::Each;
        if (!now || !holds(*now) || steps) {
            const auto it = std::find_if(m_items.begin(), m_items.end(), [&](const OverviewItem &i) {
                return holds(i) && (!steps || state().step().isEmpty() || i.step == state().step());
            });
            m_selectedKey = it == m_items.end() ? QString() : it->key();
        }
    } else if (!now && !m_items.empty()) {
        m_selectedKey = m_items.front().key();
    }
    m_bars->setSelected(m_selectedKey);
    m_table->setCurrentRow(rowOf(m_selectedKey));
    updatePie();
}

void OverviewView::updatePie()
{
    std::vector<OverviewItem> items = selectedItems();
    const OverviewItem *item = items.size() == 1 ? &items.front() : nullptr;
    QString whyNone;
    if (item && !isShown(*item)) {
        whyNone =
            tr("Rank %1 is not among the ranks shown. Select one of them.").arg(format::displayText(item->rankLabel));
        items.clear();
        item = nullptr;
    } else if (const RankRef now = state().currentRank();
               items.empty() && !m_items.empty() && runs().info(now) && !state().domain().isEmpty())
        whyNone = tr("Rank %1 is not in the chosen communication domain. Select one of the ranks shown.")
                      .arg(format::displayText(runs().info(now)->label));
    else if (const auto run = runs().run(m_shownRun); run && run->infos.empty())
        whyNone = systemtexts::whyNoRank(runs(), {m_shownRun, 0});
    m_side->showRanks(items, item ? refOf(*item) : RankRef(), item ? m_breakdowns->of(*item) : nullptr, whyNone);
}

// Selection of the user in the table, else the current item.
std::vector<OverviewItem> OverviewView::selectedItems() const
{
    std::vector<OverviewItem> out;
    const std::vector<int> rows = m_table->selectedRows();
    const int current = rowOf(m_selectedKey);
    if (rows.size() > 1 && std::find(rows.begin(), rows.end(), current) != rows.end()) {
        for (const int row : rows) {
            if (row < static_cast<int>(m_rows.size()))
                out.push_back(itemAt(row));
        }
    } else if (const OverviewItem *const item = selectedItem()) {
        out.push_back(*item);
    }
    return out;
}

void OverviewView::showInTimeline(const OverviewItem &item)
{
    if (const RankRef ref = refOf(item); ref.isValid())
        state().showInTimeline(ref);
}

void OverviewView::addRankActions(QMenu *menu, RankRef ref)
{
    addShowInTimeline(menu, state(), ref);
    QAction *base = menu->addAction(tr("Compare: use as base"));
    connect(base, &QAction::triggered, this, [this, ref] {
        state().inOneStep([&] {
            state().setBaseRank(ref);
            state().showView(QStringLiteral("compare"));
        });
    });
    QAction *other = menu->addAction(tr("Compare: use as the other rank"));
    connect(other, &QAction::triggered, this, [this, ref] {
        state().inOneStep([&] {
            state().setOtherRank(ref);
            state().showView(QStringLiteral("compare"));
        });
    });
    for (QAction *a : {base, other})
        setAvailable(a, ref.isValid() ? QString() : tr("This bar belongs to no open rank."));
}

} // namespace rs
