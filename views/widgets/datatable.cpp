// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/datatable.h"

#include "items/columnmodel.h"
#include "items/format.h"
#include "items/modelroles.h"
#include "items/tableproxy.h"
#include "views/theme.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/flowlayout.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleValidator>
#include <QFileDialog>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QProgressDialog>
#include <QSaveFile>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <set>

namespace rs {

namespace {

/// A header that answers the same questions as the cells: the sorted column is marked by the arrow alone, not in bold.
class Header : public QHeaderView
{
public:
    explicit Header(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
    {
        setSectionsClickable(true);
        setSectionsMovable(true);
        setHighlightSections(false);
        setTextElideMode(Qt::ElideRight);
        setContextMenuPolicy(Qt::CustomContextMenu);
        setResizeContentsPrecision(200);
        setStretchLastSection(false);
    }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int section) const override
    {
        QHeaderView::initStyleOptionForIndex(option, section);
        // As wide as CellDelegate::textPadding(), so that titles stand over their texts.
        if (!(option->textAlignment & Qt::AlignRight))
            option->text.prepend(QLatin1String("  "));
    }
};

/// Raw value of one unit of what the column shows.
double unitScale(const QAbstractItemModel *model, int column)
{
    const auto *table = qobject_cast<const ColumnModel *>(model);
    if (!table)
        return 1;
    switch (table->columns()[static_cast<size_t>(column)].kind) {
    case CellKind::Duration:
    case CellKind::Difference:
        return static_cast<double>(format::unitNs(table->unitOf(column)));
    case CellKind::Percent:
        return 0.01;
    default:
        return 1;
    }
}

} // namespace

DataTable::DataTable(QString fileName, const Theme *theme, QWidget *parent)
    : QWidget(parent), m_fileName(std::move(fileName)), m_theme(theme), m_proxy(new TableProxy(this)),
      m_view(new QTableView(this)), m_filter(new QLineEdit(this)), m_expression(new QToolButton(this)),
      m_menuButton(new QToolButton(this)), m_count(new QLabel(this)), m_bar(new QWidget(this)), m_copy(new QAction(this)),
      m_copyMarkdown(new QAction(this)), m_export(new QAction(this)), m_clearFilters(new QAction(this))
{
    m_view->setHorizontalHeader(new Header(m_view));
    m_view->setModel(m_proxy);
    m_view->setItemDelegate(new CellDelegate(theme, m_view));
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setTabKeyNavigation(false);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setCornerButtonEnabled(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
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
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(m_menuButton);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        menu->addActions({m_copy, m_copyMarkdown, m_export});
        menu->addSeparator();
        fillColumnMenu(menu->addMenu(tr("Columns")));
        menu->addAction(m_clearFilters);
    });
    m_menuButton->setMenu(menu);
    m_count->setTextFormat(Qt::PlainText);
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
    connect(m_clearFilters, &QAction::triggered, this, [this] {
        m_filter->clear();
        m_proxy->clearFilters();
    });
    const auto filter = [this] {
        m_proxy->setText(m_filter->text(), m_expression->isChecked());
        const QString error = m_proxy->textError();
        m_filter->setToolTip(error.isEmpty() ? QString() : tr("Not a valid regular expression: %1.").arg(error));
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
    const int height = qRound(fontMetrics().height() * 1.6);
    m_view->verticalHeader()->setMinimumSectionSize(height);
    m_view->verticalHeader()->setDefaultSectionSize(height);
    m_view->horizontalHeader()->setMinimumSectionSize(fontMetrics().averageCharWidth() * 4);
}

void DataTable::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
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
    if (watched == m_view->viewport() && event->type() == QEvent::Paint && m_proxy->rowCount() == 0) {
        const bool filtered = model() && model()->rowCount() > 0;
        const QString text = filtered ? tr("No row passes the filter.") : m_emptyText;
        if (!text.isEmpty()) {
            QPainter painter(m_view->viewport());
            painter.setPen(m_theme->secondaryText());
            painter.drawText(m_view->viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignHCenter | Qt::TextWordWrap, text);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void DataTable::fitColumns()
{
    if (m_fitted || !model() || model()->columnCount() == 0 || model()->rowCount() == 0)
        return;
    m_fitted = true;
    QHeaderView *header = m_view->horizontalHeader();
    m_view->resizeColumnsToContents();
    const int widest = fontMetrics().averageCharWidth() * 44;
    for (int c = 0; c < header->count(); ++c)
        header->resizeSection(c, std::min(header->sectionSize(c) + 8, widest));
}

void DataTable::updateCount()
{
    const int all = model() ? model()->rowCount() : 0;
    const int shown = m_proxy->rowCount();
    m_count->setText(shown == all ? tr("%n row(s)", nullptr, all)
                                  : tr("%1 of %2 rows").arg(format::integer(shown), format::integer(all)));
    m_clearFilters->setEnabled(m_proxy->isFiltered());
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
    QHeaderView *header = m_view->horizontalHeader();
    for (int c = 0; !m_fitted && model() && c < model()->columnCount(); ++c)
        header->setSectionHidden(c, model()->headerData(c, Qt::Horizontal, HiddenRole).toBool());
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

CsvOptions DataTable::shownColumns() const
{
    CsvOptions options;
    const QHeaderView *header = m_view->horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        if (!header->isSectionHidden(column))
            options.columns.push_back(column);
    }
    return options;
}

CsvOptions DataTable::selection() const
{
    CsvOptions options = shownColumns();
    const QModelIndexList list = m_view->selectionModel()->selectedRows();
    options.allRows = list.isEmpty();
    for (const QModelIndex &at : list)
        options.rows.push_back(at.row());
    std::sort(options.rows.begin(), options.rows.end());
    return options;
}

void DataTable::copySelection()
{
    CsvOptions options = selection();
    options.separator = u'\t';
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    if (writeCsv(out, *m_proxy, options))
        QGuiApplication::clipboard()->setText(QString::fromUtf8(out.data()).replace(QLatin1String("\r\n"), QLatin1String("\n")));
}

void DataTable::copyMarkdown()
{
    QGuiApplication::clipboard()->setText(markdownTable(*m_proxy, selection()));
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
    CsvOptions options = shownColumns();
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
    QString path = QFileDialog::getSaveFileName(this, tr("Export CSV"), m_fileName + QStringLiteral(".csv"),
                                                tr("Comma-separated values (*.csv)"));
    if (path.isEmpty())
        return;
    if (!path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        path += QLatin1String(".csv");
    QString why;
    if (!exportCsvTo(path, &why))
        QMessageBox::warning(this, tr("The table was not exported"), tr("%1 could not be written: %2.").arg(path, why));
}

void DataTable::setColumnShown(int column, bool shown)
{
    QHeaderView *header = m_view->horizontalHeader();
    // The last shown column stays: a table without columns has no header to bring them back with.
    if (!shown && header->count() - header->hiddenSectionCount() <= 1)
        return;
    header->setSectionHidden(column, !shown);
    if (shown && header->sectionSize(column) < header->minimumSectionSize())
        m_view->resizeColumnToContents(column);
}

void DataTable::fillColumnMenu(QMenu *menu)
{
    const QHeaderView *header = m_view->horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        QString title = m_proxy->headerData(column, Qt::Horizontal).toString();
        QAction *action = menu->addAction(title.replace(u'&', QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool on) { setColumnShown(column, on); });
    }
}

void DataTable::showHeaderMenu(const QPoint &at)
{
    QMenu menu(this);
    const int column = m_view->horizontalHeader()->logicalIndexAt(at);
    if (column >= 0) {
        QAction *hide = menu.addAction(tr("Hide this column"));
        connect(hide, &QAction::triggered, this, [this, column] { setColumnShown(column, false); });
        if ((m_proxy->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0) {
            QAction *range = menu.addAction(tr("Filter by range…"));
            connect(range, &QAction::triggered, this, [this, column] { askRange(column); });
        }
        menu.addAction(m_clearFilters);
        menu.addSeparator();
    }
    fillColumnMenu(&menu);
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
    QDialog dialog(this);
    dialog.setWindowTitle(tr("Filter by range"));
    auto *form = new QFormLayout(&dialog);
    auto *title = new QLabel(tr("Rows whose “%1” is within the range. An empty end is open.")
                                 .arg(m_proxy->headerData(column, Qt::Horizontal).toString()));
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    form->addRow(title);
    const double scale = unitScale(model(), column);
    const TableProxy::Range now = m_proxy->range(column);
    auto *low = new QLineEdit(now.min ? QString::number(*now.min / scale, 'g', 12) : QString());
    auto *high = new QLineEdit(now.max ? QString::number(*now.max / scale, 'g', 12) : QString());
    for (QLineEdit *edit : {low, high}) {
        auto *validator = new QDoubleValidator(edit);
        validator->setLocale(QLocale::c());
        edit->setValidator(validator);
    }
    form->addRow(tr("At least"), low);
    form->addRow(tr("At most"), high);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto value = [scale](const QLineEdit *edit) -> std::optional<double> {
        bool ok = false;
        const double v = edit->text().toDouble(&ok);
        return ok ? std::optional(v * scale) : std::nullopt;
    };
    m_proxy->setRange(column, {value(low), value(high)});
}

} // namespace rs
