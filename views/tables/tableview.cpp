// SPDX-License-Identifier: Apache-2.0
#include "views/tables/tableview.h"

#include "core/base/exportfolder.h"
#include "items/format.h"
#include "items/modelroles.h"
#include "sql/sqlresult.h"
#include "views/tables/columnfilters.h"
#include "views/tables/incrementalrows.h"
#include "views/widgets/theme.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/outofmemory.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/statustext.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelection>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

/// Columns of sentences that are seen without scrolling: others would only make rows high.
std::vector<int> leadingSentences(const RowSourceModel &rows, const QHeaderView &header)
{
    constexpr int mostBefore = 4; // columns
    std::vector<int> out;
    int before = 0;
    for (int visual = 0; visual < header.count() && before <= mostBefore; ++visual) {
        const int column = header.logicalIndex(visual);
        if (header.isSectionHidden(column))
            continue;
        if (rows.source()->kind(rows.shown()[static_cast<size_t>(column)].source) == ValueKind::Sentence)
            out.push_back(column);
        else
            ++before;
    }
    return out;
}

constexpr int progressMs = 150;    // shorter work shows no progress at all
constexpr quint32 fewRows = 2'000; // are arranged within a frame

bool haveSameIds(const std::vector<ShownColumn> &a, const std::vector<ShownColumn> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const ShownColumn &x, const ShownColumn &y) { return x.column.id == y.column.id; });
}

} // namespace

TableView::TableView(QString fileName, const Theme *theme, ThreadPool *pool, QWidget *parent)
    : QWidget(parent), m_fileName(std::move(fileName)), m_theme(theme), m_pool(pool), m_rows(new IncrementalRows(this)),
      m_view(new QTableView(this)), m_bar(new QWidget(this)), m_filter(new QLineEdit(m_bar)),
      m_columnFilters(new ColumnFilters([this] { return filterColumns(); }, this)),
      m_expression(new QToolButton(m_bar)), m_menuButton(new QToolButton(m_bar)), m_stop(new QToolButton(m_bar)),
      m_count(plainLabel(m_bar)), m_copy(new QAction(this)), m_copyCell(new QAction(this)),
      m_copyMarkdown(new QAction(this)), m_export(new QAction(this)), m_clearFilters(new QAction(this))
{
    m_job.onOutOfMemory(outOfMemoryCover(m_view));
    setUp();
    connectView();
    m_progressTimer.setInterval(progressMs);
    connect(&m_progressTimer, &QTimer::timeout, this, &TableView::updateState);
    setFocusProxy(m_view);
    tableparts::applyRowHeight(m_view);
    retranslate();
}

void TableView::setUp()
{
    tableparts::setUp(m_view, m_theme);
    m_view->setModel(m_rows);
    m_view->horizontalHeader()->setSortIndicatorShown(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
    m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * 32);
    m_expression->setText(QStringLiteral(".*"));
    m_expression->setCheckable(true);
    for (QToolButton *b : {m_expression, m_menuButton, m_stop})
        b->setAutoRaise(true);
    m_stop->setIcon(symbol(QStringLiteral("close")));
    m_stop->hide();
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto *menu = new QMenu(m_menuButton);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        clearMenu(menu);
        menu->addActions({m_copy, m_copyCell, m_copyMarkdown, m_export});
        menu->addSeparator();
        tableparts::fillColumnMenu(menu->addMenu(tr("Columns")), m_view);
        menu->addAction(m_clearFilters);
    });
    menu->setToolTipsVisible(true);
    attachMenu(m_menuButton, menu);
    // Every line of pixels is one of rows less.
    m_columnFilters->button()->setMaximumHeight(m_filter->sizeHint().height());
    auto *line = new FlowLayout(m_bar, 4);
    for (QWidget *w : std::initializer_list<QWidget *>{m_columnFilters->button(), m_filter, m_expression, m_count,
                                                       m_stop, m_menuButton})
        line->addWidget(w);
    auto *lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(4);
    lines->addWidget(m_bar);
    lines->addWidget(m_columnFilters);
    lines->addWidget(m_view, 1);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copyCell->setShortcut(copyCellKeys());
    for (QAction *const a : {m_copy, m_copyCell}) {
        a->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_view->addAction(a);
    }
}

void TableView::connectView()
{
    connect(m_copy, &QAction::triggered, this, &TableView::copySelection);
    connect(m_copyCell, &QAction::triggered, this, &TableView::copyCell);
    connect(m_copyMarkdown, &QAction::triggered, this, &TableView::copyMarkdown);
    connect(m_export, &QAction::triggered, this, [this] {
        // By its title: an export of all tables has other columns under the name of the file.
        const QString title = m_view->accessibleName();
        const QString path = tableparts::askCsvPath(this, title.isEmpty() ? m_fileName : safeFileName(title));
        if (!path.isEmpty())
            exportCsvTo(path);
    });
    connect(this, &TableView::exportFinished, this, [this](const QString &path, const QString &error) {
        if (!error.isEmpty())
            tableparts::warnNotExported(this, path, error);
    });
    connect(m_clearFilters, &QAction::triggered, this, &TableView::clearFilters);
    setUpFilters();
    connect(m_stop, &QToolButton::clicked, this, &TableView::cancel);
    QHeaderView *const header = m_view->horizontalHeader();
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        m_query.sortColumn = column;
        m_query.descending = order == Qt::DescendingOrder;
        arrange();
    });
    // A column that comes or goes changes what is shown, and so what the filter finds.
    connect(header, &QHeaderView::sectionResized, this, [this](int, int before, int now) {
        if ((before == 0) != (now == 0) && !m_quiet && !m_query.text.isEmpty())
            arrange();
    });
    connect(header, &QWidget::customContextMenuRequested, this, &TableView::showHeaderMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &TableView::showRowMenu);
    connect(m_view, &QTableView::doubleClicked, this, &TableView::activate);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &now) {
        m_told = true;
        if (const int row = rowOf(now); !m_quiet && row >= 0)
            emit currentRowChanged(row);
    });
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex &at) {
        if (const int row = rowOf(at); !std::exchange(m_told, true) && row >= 0)
            emit currentRowChanged(row);
    });
    m_widen.setSingleShot(true);
    m_widen.setInterval(0);
    connect(&m_widen, &QTimer::timeout, this, [this] { m_widths.widen(m_view); });
    connect(m_rows, &QAbstractItemModel::headerDataChanged, &m_widen, qOverload<>(&QTimer::start));
    connect(m_rows, &QAbstractItemModel::modelReset, &m_widen, qOverload<>(&QTimer::start));
    m_wrap.setSingleShot(true);
    m_wrap.setInterval(0);
    connect(&m_wrap, &QTimer::timeout, this, &TableView::wrapSentences);
    connect(header, &QHeaderView::sectionResized, &m_wrap, qOverload<>(&QTimer::start));
    connect(m_rows, &QAbstractItemModel::modelReset, &m_wrap, qOverload<>(&QTimer::start));
    connect(m_rows, &QAbstractItemModel::layoutChanged, &m_wrap, qOverload<>(&QTimer::start));
    connect(m_rows, &QAbstractItemModel::rowsInserted, &m_wrap, qOverload<>(&QTimer::start));
}

QAbstractItemModel *TableView::model() const
{
    return m_rows;
}

RowSourceModel *TableView::rows() const
{
    return m_rows;
}

QString TableView::countText() const
{
    return m_count->text();
}

int TableView::rowOf(const QModelIndex &shown) const
{
    const bool isCurrent = shown.isValid() && m_rows->source() == m_source;
    return isCurrent ? static_cast<int>(m_rows->sourceRow(shown.row())) : -1;
}

void TableView::activate(const QModelIndex &at)
{
    if (const int row = rowOf(at); row >= 0)
        emit activated(row);
}

void TableView::setTableName(const QString &name)
{
    m_view->setAccessibleName(name);
}

void TableView::addControl(QWidget *control)
{
    m_bar->layout()->addWidget(control);
}

void TableView::setSource(std::shared_ptr<const RowSource> source, qint64 originNs)
{
    std::vector<ShownColumn> columns = source ? shownColumns(*source) : std::vector<ShownColumn>();
    const bool same = haveSameIds(columns, m_query.columns);
    m_source = std::move(source);
    m_query.originNs = originNs;
    m_wanted = noRow;
    m_kept = noRow;
    if (!m_source) {
        m_job.cancel();
        m_rows->setSource(nullptr, nullptr);
        updateState();
        return;
    }
    m_query.columns = std::move(columns);
    if (!same) {
        m_query.ranges.clear();
        m_query.sortColumn = -1;
        const QSignalBlocker quiet(m_view->horizontalHeader());
        m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    }
    arrange();
}

void TableView::clearRows()
{
    if (m_source)
        setSource(std::make_shared<const RowSource>(m_source->columns()), m_query.originNs);
}

void TableView::setFolds(std::shared_ptr<const RowSource> source, int row)
{
    m_source = std::move(source);
    m_kept = static_cast<quint32>(row);
    arrange();
}

bool TableView::foldPressed(const QPoint &at)
{
    const QModelIndex pressed = m_view->indexAt(at);
    const QModelIndex first = pressed.siblingAtColumn(0);
    if (!first.isValid() ||
        !CellDelegate::foldRect(m_view->visualRect(first), first, m_view->fontMetrics()).contains(at))
        return false;
    m_view->setFocus(Qt::MouseFocusReason);
    emit foldAsked(rowOf(first), first.data(FoldRole).toInt() == static_cast<int>(RowFold::Folded));
    return true;
}

// As in a tree.
bool TableView::foldKey(int key)
{
    const QModelIndex first = m_view->currentIndex().siblingAtColumn(0);
    const auto fold = static_cast<RowFold>(first.data(FoldRole).toInt());
    const bool unfold = key == Qt::Key_Right && fold == RowFold::Folded;
    const bool close = key == Qt::Key_Left && (fold == RowFold::Unfolded || first.data(DepthRole).toInt() > 0);
    if (unfold || close)
        emit foldAsked(rowOf(first), unfold);
    return unfold || close;
}

void TableView::setWindow(std::optional<Interval> window)
{
    if (window == m_query.window)
        return;
    m_query.window = window;
    arrange();
}

void TableView::setOnly(std::function<bool(const RowSource &, quint32)> only)
{
    if (!only && !m_query.only)
        return; // as it is
    m_query.only = std::move(only);
    arrange();
}

void TableView::sortBy(int column, Qt::SortOrder order)
{
    m_view->horizontalHeader()->setSortIndicator(column, order);
}

void TableView::sortBy(QStringView column, Qt::SortOrder order)
{
    for (size_t c = 0; c < m_query.columns.size(); ++c) {
        if (m_query.columns[c].column.id == column)
            sortBy(static_cast<int>(c), order);
    }
}

void TableView::forget()
{
    clearFilters();
    m_quiet = true;
    m_view->selectionModel()->clear();
    m_quiet = false;
    m_view->scrollToTop();
    m_view->horizontalScrollBar()->setValue(0);
}

int TableView::currentRow() const
{
    return rowOf(m_view->currentIndex());
}

void TableView::setCurrentRow(int row)
{
    if (!m_source)
        return;
    if (m_job.isRunning() || m_rows->areComing() || m_rows->source() != m_source) {
        m_wanted = row < 0 ? noRow : static_cast<quint32>(row);
        arrange();
        return;
    }
    // Ctrl+click makes a row the current one before it joins those that are selected.
    if (row == currentRow() && (row < 0 || m_view->selectionModel()->hasSelection()))
        return;
    const std::vector<quint32> &order = m_rows->order()->rows;
    const auto at = row < 0 ? order.end() : std::find(order.begin(), order.end(), static_cast<quint32>(row));
    goTo(at == order.end() ? -1 : static_cast<int>(at - order.begin()), true);
}

std::vector<int> TableView::selectedRows() const
{
    QModelIndexList list = m_view->selectionModel()->selectedRows();
    std::sort(list.begin(), list.end(), [](const QModelIndex &a, const QModelIndex &b) { return a.row() < b.row(); });
    std::vector<int> out;
    out.reserve(static_cast<size_t>(list.size()));
    for (const QModelIndex &at : list) {
        if (const int row = rowOf(at); row >= 0)
            out.push_back(row);
    }
    return out;
}

void TableView::selectRows(const std::vector<int> &rows)
{
    if (!m_source || m_job.isRunning() || m_rows->areComing() || m_rows->source() != m_source)
        return;
    std::vector<bool> wanted(m_source->rows());
    for (const int row : rows) {
        if (row >= 0 && static_cast<size_t>(row) < wanted.size())
            wanted[static_cast<size_t>(row)] = true;
    }
    QItemSelection selection;
    int first = -1;
    const std::vector<quint32> &order = m_rows->order()->rows;
    const int last = m_rows->columnCount() - 1;
    for (int at = 0; at < static_cast<int>(order.size()); ++at) {
        if (!wanted[order[static_cast<size_t>(at)]])
            continue;
        selection.select(m_rows->index(at, 0), m_rows->index(at, last));
        first = first < 0 ? at : first;
    }
    if (first < 0)
        return;
    goTo(first, true);
    const bool before = std::exchange(m_quiet, true);
    m_view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_quiet = before;
}

void TableView::goTo(int row, bool centred)
{
    const bool before = std::exchange(m_quiet, true);
    if (row < 0) {
        m_view->selectionModel()->clear();
    } else {
        const QModelIndex at = m_rows->index(row, 0);
        m_view->selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        const QRect cell = m_view->visualRect(at);
        const bool isSeen = cell.top() >= 0 && cell.bottom() < m_view->viewport()->height();
        m_view->scrollTo(at,
                         centred && !isSeen ? QAbstractItemView::PositionAtCenter : QAbstractItemView::EnsureVisible);
    }
    m_quiet = before;
}

void TableView::arrange()
{
    if (!m_source)
        return updateState();
    takeFilters();
    RowQuery query = m_query;
    const bool known = haveSameIds(m_query.columns, m_rows->shown());
    for (int c = 0; c < static_cast<int>(query.columns.size()); ++c)
        query.hidden.push_back(known ? m_view->horizontalHeader()->sectionSize(c) == 0
                                     : !query.columns[static_cast<size_t>(c)].column.shown);
    const QModelIndex current = m_view->currentIndex();
    if (m_wanted != noRow)
        query.keep = m_wanted;
    else if (m_kept != noRow)
        query.keep = m_kept;
    else if (current.isValid() && m_rows->source() == m_source)
        query.keep = m_rows->sourceRow(current.row());
    if (m_source->rows() <= fewRows) {
        m_job.cancel();
        return showOrder(orderedRows(*m_source, query));
    }
    m_progressTimer.start();
    m_job.start(
        *m_pool, [source = m_source, query](const JobContext &job) { return orderedRows(*source, query, job); },
        [this](RowOrder order) { showOrder(std::move(order)); });
}

void TableView::showOrder(RowOrder order)
{
    if (!order.complete) {
        updateState();
        return;
    }
    showFilterError(order.error);
    const int kept = order.kept;
    const bool wanted = m_wanted != noRow;
    const int scrollX = m_view->horizontalScrollBar()->value();
    const auto shared = std::make_shared<const RowOrder>(std::move(order));
    const bool fresh = !haveSameIds(m_query.columns, m_rows->shown());
    const bool others = m_rows->source() != m_source;
    m_quiet = true;
    const std::vector<ShownColumn> before = m_rows->shown();
    const std::optional<Place> place = fresh || wanted || m_kept != noRow ? std::nullopt : placeNow();
    if (!others)
        m_rows->setOrder(shared);
    else
        m_rows->setSource(m_source, shared, m_query.originNs);
    if (!fresh && others)
        followShown(before);
    if (fresh) {
        for (int c = 0; c < m_rows->columnCount(); ++c)
            m_view->horizontalHeader()->setSectionHidden(c, !m_rows->shown()[static_cast<size_t>(c)].column.shown);
        showFilterHint();
    }
    m_widths.setSentences(leadingSentences(*m_rows, *m_view->horizontalHeader()));
    if (fresh || (!m_fitted && m_rows->rowCount() > 0))
        m_widths.fit(m_view);
    else if (others && m_source->hasFolds())
        m_widths.grow(m_view);
    m_fitted = m_rows->rowCount() > 0 || (m_fitted && !fresh);
    m_view->horizontalScrollBar()->setValue(fresh ? 0 : scrollX);
    m_quiet = false;
    if (kept >= 0 && !wanted)
        m_kept = shared->rows[static_cast<size_t>(kept)]; // should they be arranged again before it came
    updateState();
    m_rows->whenAllCame([this, kept, wanted, place] {
        // A row chosen meanwhile stays chosen; requests made meanwhile come with the running job.
        if (place)
            restore(*place);
        else if (kept >= 0 && (wanted || !m_view->selectionModel()->hasSelection())) {
            const int scrolled = m_view->horizontalScrollBar()->value();
            goTo(kept, wanted);
            m_view->horizontalScrollBar()->setValue(scrolled);
        }
        if (m_job.isRunning())
            return;
        m_wanted = noRow;
        m_kept = noRow;
        emit arranged();
    });
}

void TableView::updateState()
{
    const bool arranging = m_job.isRunning();
    const bool writing = m_write.isRunning();
    m_stop->setVisible(arranging || writing);
    setAvailable(m_clearFilters, isFiltered() ? QString() : tr("Nothing is filtered."));
    m_export->setEnabled(!writing && m_rows->rowCount() > 0);
    m_export->setText(isFiltered() ? tr("Export the Filtered Rows as CSV…") : tr("Export CSV…"));
    if (arranging || writing) {
        const QString done = format::percent(arranging ? m_job.progress() : m_write.progress(), 0);
        m_count->setText(arranging ? tr("Arranging the rows: %1").arg(done) : tr("Writing the table: %1").arg(done));
        return;
    }
    m_progressTimer.stop();
    m_columnFilters->refresh(); // units and titles are those of the rows
    // Before there is a table, nobody knows.
    if (!m_source)
        return m_count->setText({});
    const int shown = m_rows->ordered();
    const qint64 all = m_source->rows();
    m_count->setText(
        shown == all
            ? tr("%1 row(s)", nullptr, format::plural(all)).arg(format::integer(all))
            : tr("%1 of %2 row(s)", nullptr, format::plural(all)).arg(format::integer(shown), format::integer(all)));
}

void TableView::setFramed(const QStringList &columns, std::function<QString(const RowSource &, quint32 row)> why)
{
    m_rows->setFramed(columns, std::move(why));
}

void TableView::cancel()
{
    m_job.cancel();
    m_write.cancel();
    m_wanted = noRow;
    updateState();
}

// Those of the engine, and of the column that takes the room that is left; others show what a line holds.
void TableView::wrapSentences()
{
    constexpr int mostRows = 200;
    constexpr int mostLines = 10;
    const QHeaderView &header = *m_view->horizontalHeader();
    const QAbstractItemModel &shown = *m_view->model();
    std::vector<int> sentences;
    for (int column = 0; column < header.count() && shown.rowCount() <= mostRows; ++column) {
        const bool wraps = header.sectionResizeMode(column) == QHeaderView::Stretch || m_widths.isSentence(column);
        if (wraps && !header.isSectionHidden(column))
            sentences.push_back(column);
    }
    const QFontMetrics metrics = m_view->fontMetrics();
    const int least = CellDelegate::rowHeight(metrics);
    for (int row = 0; row < shown.rowCount() && !sentences.empty(); ++row) {
        int lines = 1;
        for (const int column : sentences) {
            const QString text = shown.index(row, column).data().toString();
            lines = std::max(lines, CellDelegate::linesOf(text, m_view->columnWidth(column), metrics));
        }
        m_view->setRowHeight(row, least + (std::min(lines, mostLines) - 1) * metrics.lineSpacing());
    }
}

void TableView::copySelection()
{
    tableparts::copySelection(m_view);
}

void TableView::copyCell()
{
    const QModelIndex at = m_view->currentIndex();
    if (at.isValid())
        QGuiApplication::clipboard()->setText(at.data().toString());
    else
        tellInStatusBar(this, tr("Click a cell first."));
}

bool TableView::focusFilter()
{
    if (!m_filter->isVisible() || m_filter->hasFocus())
        return false;
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
    return true;
}

void TableView::copyMarkdown()
{
    tableparts::copyMarkdown(m_view);
}

void TableView::setColumnShown(int column, bool shown)
{
    tableparts::setColumnShown(m_view, column, shown);
}

void TableView::exportCsvTo(const QString &path)
{
    if (!m_rows->source())
        return;
    m_progressTimer.start();
    const CsvOptions options = tableparts::shownColumns(m_view);
    // A stamp has two columns, as an offset and as it is, and is written once.
    std::vector<int> columns;
    for (const int c : options.columns) {
        const int column = m_rows->shown()[static_cast<size_t>(c)].source;
        if (std::find(columns.begin(), columns.end(), column) == columns.end())
            columns.push_back(column);
    }
    m_write.start(
        *m_pool,
        [source = m_rows->source(), order = m_rows->order(), origin = m_rows->originNs(), path, options,
         columns](const JobContext &job) {
            // Results of SQL are joined with other rows of the run: by the names and stamps of the statement.
            if (const auto *const result = dynamic_cast<const SqlResult *>(source.get()))
                return writeSqlCsvFile(path, *result, order->rows, columns, job);
            RowSourceModel model;
            model.setSource(source, order, origin);
            return writeCsvFile(path, model, options, job);
        },
        [this, path](const QString &error) {
            updateState();
            tellExported(path, error);
        });
}

void TableView::tellExported(const QString &path, const QString &error)
{
    if (error.isEmpty()) {
        const int shown = m_rows->ordered();
        const qint64 all = m_rows->source() ? m_rows->source()->rows() : 0;
        tellInStatusBar(
            this, shown == all ? tr("Saved: %1").arg(path)
                               : tr("Saved the %1 of %2 row(s) that pass the filters: %3", nullptr, format::plural(all))
                                     .arg(format::integer(shown), format::integer(all), path));
    }
    emit exportFinished(path, error);
}

void TableView::retranslate()
{
    m_filter->setAccessibleName(tr("Filter rows"));
    m_columnFilters->refresh();
    showFilterHint();
    m_expression->setToolTip(tr("The filter is a regular expression"));
    m_expression->setAccessibleName(m_expression->toolTip());
    m_menuButton->setText(tr("Table"));
    m_menuButton->setToolTip(tr("Copy, export and choose columns"));
    m_stop->setToolTip(tr("Stop"));
    m_stop->setAccessibleName(m_stop->toolTip());
    m_copy->setText(tr("Copy rows"));
    m_copyCell->setText(tr("Copy cell"));
    m_copyMarkdown->setText(tr("Copy rows as Markdown"));
    m_clearFilters->setText(tr("Clear filters"));
    setAvailable(m_clearFilters, isFiltered() ? QString() : tr("Nothing is filtered."));
    updateState();
}

void TableView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        // Words are other texts now: what they are filtered and ordered by is made again.
        if (m_source)
            m_query.columns = shownColumns(*m_source);
        m_rows->retranslate();
        translateWords();
        arrange();
        // The view that owns the table may still be changing what stands in it.
        QTimer::singleShot(0, this, [this] { m_widths.fitAgain(m_view); });
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        tableparts::applyRowHeight(m_view);
    }
}

bool TableView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && m_view->currentIndex().isValid()) {
            activate(m_view->currentIndex());
            return true;
        }
        if (key->modifiers() == Qt::NoModifier && foldKey(key->key()))
            return true;
    }
    if (watched == m_view && event->type() == QEvent::FocusIn && !m_view->currentIndex().isValid() &&
        static_cast<QFocusEvent *>(event)->reason() != Qt::MouseFocusReason) {
        // Qt would do the same and tell it: nobody chose a row by coming here.
        const bool before = std::exchange(m_quiet, true);
        m_view->selectionModel()->setCurrentIndex(m_view->indexAt({0, 0}), QItemSelectionModel::NoUpdate);
        m_quiet = before;
    }
    if (watched == m_view->viewport() &&
        (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick)) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->button() == Qt::LeftButton && foldPressed(mouse->pos()))
            return true;
    }
    if (watched == m_view->viewport() && event->type() == QEvent::MouseButtonPress)
        m_told =
            static_cast<QMouseEvent *>(event)->modifiers() != Qt::NoModifier; // with Shift or Ctrl rows are gathered
    if (watched == m_view->viewport() && event->type() == QEvent::MouseButtonDblClick)
        m_told = true;
    if (watched == m_view->viewport() && event->type() == QEvent::Resize) {
        m_widen.start();
        m_wrap.start();
        keepCurrentInSight(*static_cast<QResizeEvent *>(event));
    }
    if (watched == m_view->viewport() && event->type() == QEvent::Paint && m_view->model()->rowCount() == 0 &&
        !m_job.isRunning()) {
        const bool some = m_source && m_source->rows() > 0 && isFiltered();
        const QString text = some ? tr("No row passes the filter.") : m_emptyText;
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

void TableView::showRowMenu(const QPoint &at)
{
    QMenu menu(this);
    emit menuRequested(&menu, rowOf(m_view->indexAt(at)));
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addActions({m_copy, m_copyCell, m_copyMarkdown, m_export});
    menu.exec(m_view->viewport()->mapToGlobal(at));
}

} // namespace rs

#include "moc_tableview.cpp"
