// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/datatable.h"

#include "items/format.h"
#include "items/modelroles.h"
#include "items/tableproxy.h"
#include "views/theme.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/menus.h"
#include "views/widgets/plaintext.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QProgressDialog>
#include <QSaveFile>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <set>

namespace rs {

DataTable::DataTable(QString fileName, const Theme *theme, QWidget *parent)
    : QWidget(parent), m_fileName(std::move(fileName)), m_theme(theme), m_proxy(new TableProxy(this)),
      m_view(new QTableView(this)), m_filter(new QLineEdit(this)), m_expression(new QToolButton(this)),
      m_menuButton(new QToolButton(this)), m_count(plainLabel(this)), m_bar(new QWidget(this)),
      m_copy(new QAction(this)), m_copyMarkdown(new QAction(this)), m_export(new QAction(this)),
      m_clearFilters(new QAction(this))
{
    m_view->setModel(m_proxy);
    tableparts::setUp(m_view, theme);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    m_view->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);

    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
    m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * 32);
    m_expression->setText(QStringLiteral(".*"));
    m_expression->setCheckable(true);
    m_expression->setAutoRaise(true);
    m_menuButton->setAutoRaise(true);
    auto *menu = new QMenu(m_menuButton);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        clearMenu(menu);
        menu->addActions({m_copy, m_copyMarkdown, m_export});
        menu->addSeparator();
        tableparts::fillColumnMenu(menu->addMenu(tr("Columns")), m_view);
        menu->addAction(m_clearFilters);
    });
    menu->setToolTipsVisible(true);
    attachMenu(m_menuButton, menu);
    m_count->setForegroundRole(QPalette::PlaceholderText);

    auto *line = new FlowLayout(m_bar, 4);
    line->addWidget(m_filter);
    line->addWidget(m_expression);
    line->addWidget(m_count);
    line->addWidget(m_menuButton);
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(m_bar);
    rows->addWidget(m_view, 1);

    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_view->addAction(m_copy);
    connect(m_copy, &QAction::triggered, this, &DataTable::copySelection);
    connect(m_copyMarkdown, &QAction::triggered, this, &DataTable::copyMarkdown);
    connect(m_export, &QAction::triggered, this, &DataTable::askAndExport);
    connect(m_clearFilters, &QAction::triggered, this, &DataTable::clearFilters);
    const auto filter = [this] {
        m_proxy->setText(m_filter->text(), m_expression->isChecked());
        const QString error = m_proxy->textError();
        m_filter->setToolTip(
            format::tooltipText(error.isEmpty() ? QString() : tr("Not a valid regular expression: %1.").arg(error)));
        QPalette p = palette();
        if (!error.isEmpty())
            p.setColor(QPalette::Text, m_theme->error());
        m_filter->setPalette(p);
    };
    connect(m_filter, &QLineEdit::textChanged, this, filter);
    connect(m_expression, &QToolButton::toggled, this, filter);
    connect(m_view->horizontalHeader(), &QWidget::customContextMenuRequested, this, &DataTable::showHeaderMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &DataTable::showRowMenu);
    connect(m_view, &QTableView::doubleClicked, this,
            [this](const QModelIndex &at) { emit activated(m_proxy->mapToSource(at)); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &now) {
        if (!m_restoring && now.isValid())
            emit currentRowChanged(m_proxy->mapToSource(now).row());
    });
    connect(m_proxy, &QAbstractItemModel::modelAboutToBeReset, this, &DataTable::rememberPlace);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &DataTable::restorePlace);
    connect(m_proxy, &QAbstractItemModel::rowsInserted, this, &DataTable::updateCount);
    connect(m_proxy, &QAbstractItemModel::rowsRemoved, this, &DataTable::updateCount);
    connect(m_proxy, &QAbstractItemModel::layoutChanged, this, &DataTable::updateCount);
    connect(m_proxy, &TableProxy::filtersChanged, this, &DataTable::updateCount);
    m_widen.setSingleShot(true);
    m_widen.setInterval(0);
    connect(&m_widen, &QTimer::timeout, this, [this] { m_widths.widen(m_view); });
    connect(m_proxy, &QAbstractItemModel::headerDataChanged, &m_widen, qOverload<>(&QTimer::start));
    connect(m_proxy, &QAbstractItemModel::modelReset, &m_widen, qOverload<>(&QTimer::start));
    setFocusProxy(m_view);
    applyRowHeight();
    retranslate();
}

void DataTable::setModel(QAbstractItemModel *model)
{
    m_fitted = false;
    m_proxy->setSourceModel(model);
    restorePlace();
}

QAbstractItemModel *DataTable::model() const
{
    return m_proxy->sourceModel();
}

void DataTable::setTableName(const QString &name)
{
    m_view->setAccessibleName(name);
}

void DataTable::addControl(QWidget *control)
{
    m_bar->layout()->addWidget(control);
}

void DataTable::sortBy(int column, Qt::SortOrder order)
{
    m_view->sortByColumn(column, order);
}

void DataTable::clearFilters()
{
    m_filter->clear();
    m_proxy->clearFilters();
}

void DataTable::forget()
{
    clearFilters();
    m_restoring = true;
    m_view->selectionModel()->clear();
    m_restoring = false;
    m_view->scrollToTop();
    m_view->horizontalScrollBar()->setValue(0);
    rememberPlace();
}

void DataTable::retranslate()
{
    m_filter->setPlaceholderText(tr("Filter rows"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_expression->setToolTip(tr("The filter is a regular expression"));
    m_expression->setAccessibleName(m_expression->toolTip());
    m_menuButton->setText(tr("Table"));
    m_menuButton->setToolTip(tr("Copy, export and choose columns"));
    m_copy->setText(tr("Copy rows"));
    m_copyMarkdown->setText(tr("Copy rows as Markdown"));
    m_export->setText(tr("Export CSV…"));
    m_clearFilters->setText(tr("Clear filters"));
    updateCount();
}

void DataTable::applyRowHeight()
{
    tableparts::applyRowHeight(m_view);
}

void DataTable::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        // The view that owns the table may still be changing what stands in it.
        QTimer::singleShot(0, this, [this] {
            if (m_fitted)
                m_widths.fitAgain(m_view);
        });
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        applyRowHeight();
}

bool DataTable::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && m_view->currentIndex().isValid()) {
            emit activated(m_proxy->mapToSource(m_view->currentIndex()));
            return true;
        }
    }
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        m_widen.start();
    if (watched == m_view->viewport() && event->type() == QEvent::Paint && m_proxy->rowCount() == 0) {
        const bool filtered = model() && model()->rowCount() > 0;
        const QString text = filtered ? tr("No row passes the filter.") : m_emptyText;
        if (!text.isEmpty()) {
            QPainter painter(m_view->viewport());
            painter.setPen(m_theme->secondaryText());
            painter.drawText(m_view->viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignHCenter | Qt::TextWordWrap,
                             text);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

// Other columns start as they are declared; among the same ones only those change that are declared otherwise now.
void DataTable::hideColumns()
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

void DataTable::fitColumns()
{
    if (m_fitted || !model() || model()->columnCount() == 0 || model()->rowCount() == 0)
        return;
    m_fitted = true;
    m_widths.fit(m_view);
}

void DataTable::updateCount()
{
    const int all = model() ? model()->rowCount() : 0;
    const int shown = m_proxy->rowCount();
    m_count->setText(
        shown == all
            ? tr("%n row(s)", nullptr, all)
            : tr("%1 of %2 row(s)", nullptr, format::plural(all)).arg(format::integer(shown), format::integer(all)));
    setAvailable(m_clearFilters, m_proxy->isFiltered() ? QString() : tr("Nothing is filtered."));
}

QVariant DataTable::keyOf(int sourceRow) const
{
    const QModelIndex first = model()->index(sourceRow, 0);
    const QVariant key = first.data(RowKeyRole);
    return key.isValid() ? key : first.data(Qt::DisplayRole);
}

void DataTable::rememberPlace()
{
    m_selectedKeys.clear();
    m_currentKey = {};
    if (!model() || m_proxy->rowCount() == 0)
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

void DataTable::restorePlace()
{
    hideColumns();
    fitColumns();
    updateCount();
    if (!model() || (m_selectedKeys.empty() && !m_currentKey.isValid()))
        return;
    m_restoring = true;
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
    m_restoring = false;
}

int DataTable::currentRow() const
{
    const QModelIndex at = m_view->currentIndex();
    return at.isValid() ? m_proxy->mapToSource(at).row() : -1;
}

void DataTable::setCurrentRow(int sourceRow)
{
    if (!model() || sourceRow == currentRow())
        return;
    m_restoring = true;
    const QModelIndex at = sourceRow < 0 ? QModelIndex() : m_proxy->mapFromSource(model()->index(sourceRow, 0));
    if (at.isValid()) {
        m_view->selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        m_view->scrollTo(at);
    } else {
        m_view->selectionModel()->clear();
    }
    m_restoring = false;
}

std::vector<int> DataTable::selectedRows() const
{
    std::vector<int> rows;
    QModelIndexList list = m_view->selectionModel()->selectedRows();
    std::sort(list.begin(), list.end(), [](const QModelIndex &a, const QModelIndex &b) { return a.row() < b.row(); });
    rows.reserve(static_cast<size_t>(list.size()));
    for (const QModelIndex &at : list)
        rows.push_back(m_proxy->mapToSource(at).row());
    return rows;
}

void DataTable::copySelection()
{
    tableparts::copySelection(m_view);
}

void DataTable::copyMarkdown()
{
    tableparts::copyMarkdown(m_view);
}

bool DataTable::exportCsvTo(const QString &path, QString *error)
{
    QSaveFile file(path);
    const auto fail = [error, &file] {
        if (error)
            *error = file.errorString();
        return false;
    };
    if (!file.open(QIODevice::WriteOnly))
        return fail();
    // In pieces, so that the window stays alive and the export can be stopped; small tables never show the dialog.
    constexpr int piece = 4'000;
    const int all = m_proxy->rowCount();
    QProgressDialog progress(tr("Writing the table…"), tr("Cancel"), 0, all, this);
    progress.setWindowModality(Qt::WindowModal);
    CsvOptions options = tableparts::shownColumns(m_view);
    options.allRows = false;
    for (int from = 0; from == 0 || from < all; from += piece) {
        options.header = from == 0;
        options.rows.resize(static_cast<size_t>(std::min(piece, all - from)));
        std::iota(options.rows.begin(), options.rows.end(), from);
        if (!writeCsv(file, *m_proxy, options))
            return fail();
        progress.setValue(std::min(all, from + piece));
        if (progress.wasCanceled() || m_proxy->rowCount() != all) {
            file.cancelWriting();
            return true;
        }
    }
    return file.commit() || fail();
}

void DataTable::askAndExport()
{
    const QString path = tableparts::askCsvPath(this, m_fileName);
    QString why;
    if (!path.isEmpty() && !exportCsvTo(path, &why))
        tableparts::warnNotExported(this, path, why);
}

void DataTable::setColumnShown(int column, bool shown)
{
    tableparts::setColumnShown(m_view, column, shown);
}

void DataTable::showHeaderMenu(const QPoint &at)
{
    QMenu menu(this);
    const int column = m_view->horizontalHeader()->logicalIndexAt(at);
    if (column >= 0) {
        QAction *hide = menu.addAction(tr("Hide this column"));
        connect(hide, &QAction::triggered, this, [this, column] { setColumnShown(column, false); });
        if (tableparts::isNumeric(m_proxy, column)) {
            QAction *range = menu.addAction(tr("Filter by range…"));
            connect(range, &QAction::triggered, this, [this, column] { askRange(column); });
        }
        menu.addAction(m_clearFilters);
        menu.setToolTipsVisible(true);
        menu.addSeparator();
    }
    tableparts::fillColumnMenu(&menu, m_view);
    menu.exec(m_view->horizontalHeader()->mapToGlobal(at));
}

void DataTable::showRowMenu(const QPoint &at)
{
    QMenu menu(this);
    const QModelIndex index = m_view->indexAt(at);
    emit menuRequested(&menu, m_proxy->mapToSource(index));
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addActions({m_copy, m_copyMarkdown, m_export});
    menu.exec(m_view->viewport()->mapToGlobal(at));
}

void DataTable::askRange(int column)
{
    const TableProxy::Range now = m_proxy->range(column);
    if (const auto chosen = tableparts::askRange(this, model(), column, {now.min, now.max}))
        m_proxy->setRange(column, {chosen->min, chosen->max});
}

} // namespace rs
