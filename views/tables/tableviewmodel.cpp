// SPDX-License-Identifier: Apache-2.0
// What a table does for its model and not for the rows of a source: columns as declared, the place across a reset, and
// an export in pieces.
#include "views/tables/tableview.h"

#include "core/base/savedfile.h"
#include "items/modelroles.h"
#include "items/tableproxy.h"

#include <QHeaderView>
#include <QItemSelection>
#include <QProgressDialog>
#include <QScrollBar>
#include <QTableView>
#include <QItemSelectionModel>
#include <QPersistentModelIndex>
#include <QResizeEvent>
#include <QTimer>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace rs {

// In pieces, so that the window stays alive and the export can be stopped; small tables never show the dialog.
void TableView::writeModel(const QString &path)
{
    constexpr int piece = 4'000;
    SavedFile file(path);
    if (!file.open()) {
        emit exportFinished(path, file.errorString());
        return;
    }
    const int all = m_proxy->rowCount();
    QProgressDialog progress(tr("Writing the table…"), tr("Cancel"), 0, all, this);
    progress.setWindowModality(Qt::WindowModal);
    CsvOptions options = tableparts::shownColumns(m_view);
    options.allRows = false;
    bool good = true;
    for (int from = 0; good && (from == 0 || from < all); from += piece) {
        options.header = from == 0;
        options.rows.resize(static_cast<size_t>(std::min(piece, all - from)));
        std::iota(options.rows.begin(), options.rows.end(), from);
        good = writeCsv(file, *m_proxy, options);
        progress.setValue(std::min(all, from + piece));
        if (progress.wasCanceled() || m_proxy->rowCount() != all) {
            file.cancelWriting();
            emit exportFinished(path, {});
            return;
        }
    }
    good = good && file.commit();
    tellExported(path, good ? QString() : file.errorString());
}

// Other columns start as they are declared; among the same ones only those change that are declared otherwise now.
void TableView::hideColumns()
{
    std::vector<std::pair<QString, bool>> now;
    for (int c = 0; model() && c < model()->columnCount(); ++c)
        now.emplace_back(model()->headerData(c, Qt::Horizontal, ColumnIdRole).toString(),
                         model()->headerData(c, Qt::Horizontal, HiddenRole).toBool());
    const bool same = std::equal(now.begin(), now.end(), m_declared.begin(), m_declared.end(),
                                 [](const auto &a, const auto &b) { return a.first == b.first; });
    for (size_t c = 0; c < now.size(); ++c) {
        if (!same || now[c].second != m_declared[c].second)
            m_view->horizontalHeader()->setSectionHidden(static_cast<int>(c), now[c].second);
    }
    m_fitted = m_fitted && same;
    m_declared = std::move(now);
}

void TableView::fitColumns()
{
    if (m_fitted || !model() || model()->columnCount() == 0 || model()->rowCount() == 0)
        return;
    m_fitted = true;
    m_widths.fit(m_view);
}

QVariant TableView::keyOf(int sourceRow) const
{
    const QModelIndex first = model()->index(sourceRow, 0);
    const QVariant key = first.data(RowKeyRole);
    return key.isValid() ? key : first.data(Qt::DisplayRole);
}

void TableView::rememberPlace()
{
    m_selectedKeys.clear();
    m_currentKey = {};
    if (m_pool || !model() || m_proxy->rowCount() == 0)
        return;
    const QModelIndex current = m_view->currentIndex();
    if (current.isValid()) {
        m_currentKey = keyOf(m_proxy->mapToSource(current).row());
        m_currentColumn = current.column();
    }
    for (const int row : selectedRows())
        m_selectedKeys.push_back(keyOf(row));
    m_scrollX = m_view->horizontalScrollBar()->value();
    m_scrollY = m_view->verticalScrollBar()->value();
}

void TableView::restorePlace()
{
    hideColumns();
    fitColumns();
    takeFilters();
    updateState();
    if (!model() || (m_selectedKeys.empty() && !m_currentKey.isValid()))
        return;
    m_quiet = true;
    std::set<QString> wanted;
    for (const QVariant &key : m_selectedKeys)
        wanted.insert(key.toString());
    const QString currentKey = m_currentKey.toString();
    QItemSelection selection;
    QModelIndex current;
    for (int r = 0; r < model()->rowCount(); ++r) {
        const QString key = keyOf(r).toString();
        const bool isCurrent = m_currentKey.isValid() && key == currentKey;
        if (!isCurrent && !wanted.contains(key))
            continue;
        const QModelIndex at = m_proxy->mapFromSource(model()->index(r, 0));
        if (!at.isValid())
            continue;
        if (wanted.contains(key))
            selection.select(at, at.siblingAtColumn(m_proxy->columnCount() - 1));
        if (isCurrent)
            current = at.siblingAtColumn(std::min(m_currentColumn, m_proxy->columnCount() - 1));
    }
    if (current.isValid())
        m_view->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
    m_view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    // The ranges of the scroll bars are set by the delayed layout; without it the values would be cut to the old range.
    m_view->doItemsLayout();
    m_view->horizontalScrollBar()->setValue(m_scrollX);
    m_view->verticalScrollBar()->setValue(m_scrollY);
    m_quiet = false;
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
