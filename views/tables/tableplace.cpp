// SPDX-License-Identifier: Apache-2.0
// Place of a table, which stays when other rows take the place of those that it shows.
#include "views/tables/tableview.h"

#include "views/tables/incrementalrows.h"

#include <QHeaderView>
#include <QItemSelection>
#include <QItemSelectionModel>
#include <QPersistentModelIndex>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace rs {

std::optional<TableView::Place> TableView::placeNow() const
{
    constexpr quint32 mostKeys = 2'000; // that are made within a frame
    const QModelIndex current = m_view->currentIndex();
    const QModelIndexList selected = m_view->selectionModel()->selectedRows();
    const std::shared_ptr<const RowSource> &shown = m_rows->source();
    if (!shown || shown->rows() > mostKeys || m_source->rows() > mostKeys || (selected.isEmpty() && !current.isValid()))
        return std::nullopt;
    Place out{{}, current.isValid() ? m_rows->sourceRow(current.row()) : noRow, current.column()};
    for (const QModelIndex &at : selected)
        out.selected.insert(m_rows->sourceRow(at.row()));
    if (shown == m_source)
        return out;
    std::set<QString> keys;
    for (const quint32 row : std::exchange(out.selected, {}))
        keys.insert(shown->key(row));
    const QString key = out.current == noRow ? QString() : shown->key(out.current);
    out.current = noRow;
    for (quint32 row = 0; row < m_source->rows(); ++row) {
        const QString now = m_source->key(row);
        if (keys.contains(now))
            out.selected.insert(row);
        if (current.isValid() && now == key)
            out.current = row;
    }
    out.scrolled = m_view->verticalScrollBar()->value();
    return out;
}

void TableView::restore(const Place &place)
{
    const bool before = std::exchange(m_quiet, true);
    QItemSelection selection;
    QModelIndex current;
    const int last = m_rows->columnCount() - 1;
    for (int r = 0; r < m_rows->rowCount(); ++r) {
        const quint32 row = m_rows->sourceRow(r);
        if (place.selected.contains(row))
            selection.select(m_rows->index(r, 0), m_rows->index(r, last));
        if (row == place.current)
            current = m_rows->index(r, std::min(place.column, last));
    }
    const int scrolledX = m_view->horizontalScrollBar()->value();
    if (current.isValid())
        m_view->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
    m_view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    // The ranges of the scroll bars are set by the delayed layout; without it the values would be cut to the old range.
    m_view->doItemsLayout();
    if (place.scrolled)
        m_view->verticalScrollBar()->setValue(*place.scrolled);
    else if (current.isValid())
        m_view->scrollTo(current);
    m_view->horizontalScrollBar()->setValue(scrolledX);
    m_quiet = before;
}

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

// The selection of a click may give other views room at the cost of these rows: the one that was clicked stays in
// sight.
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
