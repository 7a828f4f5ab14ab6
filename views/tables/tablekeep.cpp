// SPDX-License-Identifier: Apache-2.0
// What stays in sight while the rows of a table, or its room, change.
#include "views/tables/tableview.h"

#include <QItemSelectionModel>
#include <QPersistentModelIndex>
#include <QResizeEvent>
#include <QTableView>
#include <QTimer>

#include <vector>

namespace rs {

// Columns that say nothing in some rows say something in others, as in those that came before a rank was loaded. What
// the user hid or showed stays so.
void TableView::followShown(const std::vector<ShownColumn> &before)
{
    bool others = false;
    for (size_t c = 0; c < before.size(); ++c) {
        const int column = static_cast<int>(c);
        const bool was = before[c].column.shown;
        const bool shown = m_rows->shown()[c].column.shown;
        if (shown == was || m_view->isColumnHidden(column) == was)
            continue;
        m_view->setColumnHidden(column, !shown);
        others = true;
    }
    if (others)
        m_widths.grow(m_view);
}

// What a click selects may give other views room at the cost of these rows: the one that was clicked stays in sight.
void TableView::keepCurrentInSight(const QResizeEvent &resize)
{
    const QModelIndex at = m_view->currentIndex();
    if (!at.isValid() || !m_view->selectionModel()->isRowSelected(at.row(), {}))
        return;
    const int bottom = m_view->visualRect(at).bottom();
    if (bottom < 0 || bottom > resize.oldSize().height() || bottom <= resize.size().height())
        return;
    QTimer::singleShot(0, this, [this, at = QPersistentModelIndex(at)] {
        if (at.isValid() && m_view->currentIndex() == at)
            m_view->scrollTo(at);
    });
}

} // namespace rs
