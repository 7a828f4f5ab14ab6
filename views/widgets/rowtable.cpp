// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/rowtable.h"

#include "items/format.h"
#include "views/theme.h"
#include "views/widgets/datatable.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/nomemory.h"
#include "views/widgets/plaintext.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {
constexpr quint32 noRow = 0xffffffffU;
constexpr int progressMs = 150; // shorter work shows no progress at all

bool haveSameIds(const std::vector<ShownColumn> &a, const std::vector<ShownColumn> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const ShownColumn &x, const ShownColumn &y) { return x.column.id == y.column.id; });
}
} // namespace

RowTable::RowTable(QString fileName, const Theme *theme, ThreadPool *pool, QWidget *parent)
    : QWidget(parent), m_fileName(std::move(fileName)), m_theme(theme), m_pool(pool), m_model(new RowSourceModel(this)),
      m_view(new QTableView(this)), m_bar(new QWidget(this)), m_filter(new QLineEdit(m_bar)),
      m_expression(new QToolButton(m_bar)), m_menuButton(new QToolButton(m_bar)), m_stop(new QToolButton(m_bar)),
      m_count(plainLabel(m_bar)), m_copy(new QAction(this)), m_copyMarkdown(new QAction(this)),
      m_export(new QAction(this)), m_clearFilters(new QAction(this))
{
    m_job.onNoMemory(noMemoryCover(m_view));
    tableparts::setUp(m_view, theme);
    m_view->setModel(m_model);
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
        menu->addActions({m_copy, m_copyMarkdown, m_export});
        menu->addSeparator();
        tableparts::fillColumnMenu(menu->addMenu(DataTable::tr("Columns")), m_view);
        menu->addAction(m_clearFilters);
    });
    menu->setToolTipsVisible(true);
    attachMenu(m_menuButton, menu);
    auto *line = new FlowLayout(m_bar, 4);
    for (QWidget *w : std::initializer_list<QWidget *>{m_filter, m_expression, m_count, m_stop, m_menuButton})
        line->addWidget(w);
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(m_bar);
    rows->addWidget(m_view, 1);

    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_view->addAction(m_copy);
    connect(m_copy, &QAction::triggered, this, [this] { tableparts::copySelection(m_view); });
    connect(m_copyMarkdown, &QAction::triggered, this, [this] { tableparts::copyMarkdown(m_view); });
    connect(m_export, &QAction::triggered, this, [this] {
        const QString path = tableparts::askCsvPath(this, m_fileName);
        if (!path.isEmpty())
            exportCsvTo(path);
    });
    connect(this, &RowTable::exportFinished, this, [this](const QString &path, const QString &error) {
        if (!error.isEmpty())
            tableparts::warnNotExported(this, path, error);
    });
    connect(m_clearFilters, &QAction::triggered, this, &RowTable::clearFilters);
    const auto filter = [this] {
        m_query.text = m_filter->text();
        m_query.regularExpression = m_expression->isChecked();
        arrange();
    };
    connect(m_filter, &QLineEdit::textChanged, this, filter);
    connect(m_expression, &QToolButton::toggled, this, filter);
    connect(m_stop, &QToolButton::clicked, this, &RowTable::cancel);
    connect(m_view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            [this](int column, Qt::SortOrder order) {
                m_query.sortColumn = column;
                m_query.descending = order == Qt::DescendingOrder;
                arrange();
            });
    connect(m_view->horizontalHeader(), &QWidget::customContextMenuRequested, this, &RowTable::showHeaderMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &RowTable::showRowMenu);
    connect(m_view, &QTableView::doubleClicked, this,
            [this](const QModelIndex &at) { emit activated(m_model->sourceRow(at.row())); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &now) {
        if (!m_quiet && now.isValid())
            emit currentRowChanged(m_model->sourceRow(now.row()));
    });
    m_widen.setSingleShot(true);
    m_widen.setInterval(0);
    connect(&m_widen, &QTimer::timeout, this, [this] { m_widths.widen(m_view); });
    connect(m_model, &QAbstractItemModel::headerDataChanged, &m_widen, qOverload<>(&QTimer::start));
    connect(m_model, &QAbstractItemModel::modelReset, &m_widen, qOverload<>(&QTimer::start));
    m_progressTimer.setInterval(progressMs);
    connect(&m_progressTimer, &QTimer::timeout, this, &RowTable::updateState);
    setFocusProxy(m_view);
    retranslate();
}

void RowTable::setTableName(const QString &name)
{
    m_view->setAccessibleName(name);
}

void RowTable::addControl(QWidget *control)
{
    m_bar->layout()->addWidget(control);
}

QString RowTable::countText() const
{
    return m_count->text();
}

void RowTable::setSource(std::shared_ptr<const RowSource> source, qint64 originNs)
{
    std::vector<ShownColumn> columns = source ? shownColumns(*source) : std::vector<ShownColumn>();
    const bool same = haveSameIds(columns, m_query.columns);
    m_source = std::move(source);
    m_query.originNs = originNs;
    m_wanted = noRow;
    if (!m_source) {
        m_job.cancel();
        m_model->setSource(nullptr, nullptr);
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

void RowTable::setWindow(std::optional<Interval> window)
{
    if (window == m_query.window)
        return;
    m_query.window = window;
    arrange();
}

void RowTable::sortBy(int column, Qt::SortOrder order)
{
    m_view->horizontalHeader()->setSortIndicator(column, order);
}

void RowTable::sortBy(QStringView column, Qt::SortOrder order)
{
    for (size_t c = 0; c < m_query.columns.size(); ++c) {
        if (m_query.columns[c].column.id == column)
            sortBy(static_cast<int>(c), order);
    }
}

void RowTable::setFilter(const QString &text, bool regularExpression)
{
    const QSignalBlocker quiet(m_expression);
    m_expression->setChecked(regularExpression);
    m_query.regularExpression = regularExpression;
    m_filter->setText(text);
}

void RowTable::clearFilters()
{
    m_query.ranges.clear();
    m_filter->clear();
    arrange();
}

void RowTable::setRange(int column, std::optional<double> min, std::optional<double> max)
{
    if (min || max)
        m_query.ranges[column] = {min, max};
    else
        m_query.ranges.erase(column);
    arrange();
}

void RowTable::setCurrentRow(quint32 sourceRow)
{
    if (!m_source)
        return;
    if (m_job.isRunning() || m_model->source() != m_source) {
        m_wanted = sourceRow;
        arrange();
        return;
    }
    const std::vector<quint32> &rows = m_model->order()->rows;
    const auto at = std::find(rows.begin(), rows.end(), sourceRow);
    goTo(at == rows.end() ? -1 : static_cast<int>(at - rows.begin()), true);
}

void RowTable::goTo(int row, bool centred)
{
    const bool before = std::exchange(m_quiet, true);
    if (row < 0) {
        m_view->selectionModel()->clear();
    } else {
        const QModelIndex at = m_model->index(row, 0);
        m_view->selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        m_view->scrollTo(at, centred ? QAbstractItemView::PositionAtCenter : QAbstractItemView::EnsureVisible);
    }
    m_quiet = before;
}

void RowTable::arrange()
{
    if (!m_source)
        return;
    RowQuery query = m_query;
    const QModelIndex current = m_view->currentIndex();
    if (m_wanted != noRow)
        query.keep = m_wanted;
    else if (current.isValid() && m_model->source() == m_source)
        query.keep = m_model->sourceRow(current.row());
    m_progressTimer.start();
    m_job.start(
        *m_pool, [source = m_source, query](const JobContext &job) { return orderedRows(*source, query, job); },
        [this](RowOrder order) { show(std::move(order)); });
}

void RowTable::show(RowOrder order)
{
    if (!order.complete) {
        updateState();
        return;
    }
    m_filter->setToolTip(format::tooltipText(
        order.error.isEmpty() ? QString() : DataTable::tr("Not a valid regular expression: %1.").arg(order.error)));
    QPalette p = palette();
    if (!order.error.isEmpty())
        p.setColor(QPalette::Text, m_theme->error());
    m_filter->setPalette(p);

    const int kept = order.kept;
    const bool wanted = m_wanted != noRow;
    const int scrollX = m_view->horizontalScrollBar()->value();
    const auto shared = std::make_shared<const RowOrder>(std::move(order));
    const bool fresh = !haveSameIds(m_query.columns, m_model->shown());
    m_quiet = true;
    if (m_model->source() == m_source)
        m_model->setOrder(shared);
    else
        m_model->setSource(m_source, shared, m_query.originNs);
    if (fresh) {
        for (int c = 0; c < m_model->columnCount(); ++c)
            m_view->horizontalHeader()->setSectionHidden(c, !m_model->columns()[static_cast<size_t>(c)].shown);
        m_widths.fit(m_view);
    }
    if (kept >= 0)
        goTo(kept, wanted);
    m_view->horizontalScrollBar()->setValue(fresh ? 0 : scrollX);
    m_quiet = false;
    m_wanted = noRow;
    updateState();
}

void RowTable::updateState()
{
    const bool arranging = m_job.isRunning();
    const bool writing = m_write.isRunning();
    m_stop->setVisible(arranging || writing);
    setAvailable(m_clearFilters, m_query.text.isEmpty() && m_query.ranges.empty() ? DataTable::tr("Nothing is filtered.")
                                                                                  : QString());
    m_export->setEnabled(!writing && m_model->rowCount() > 0);
    if (arranging || writing) {
        const QString done = format::percent(arranging ? m_job.progress() : m_write.progress(), 0);
        m_count->setText(arranging ? tr("Arranging the rows: %1").arg(done) : tr("Writing the table: %1").arg(done));
        return;
    }
    m_progressTimer.stop();
    const int shown = m_model->rowCount();
    const qint64 all = m_source ? m_source->rows() : 0;
    m_count->setText(shown == all ? DataTable::tr("%n row(s)", nullptr, shown)
                                  : DataTable::tr("%1 of %2 row(s)", nullptr, format::plural(all))
                                        .arg(format::integer(shown), format::integer(all)));
}

void RowTable::cancel()
{
    m_job.cancel();
    m_write.cancel();
    m_wanted = noRow;
    updateState();
}

void RowTable::exportCsvTo(const QString &path)
{
    if (!m_model->source())
        return;
    m_progressTimer.start();
    m_write.start(
        *m_pool,
        [source = m_model->source(), order = m_model->order(), origin = m_model->originNs(), path,
         options = tableparts::shownColumns(m_view)](const JobContext &job) {
            RowSourceModel model;
            model.setSource(source, order, origin);
            return writeCsvFile(path, model, options, job);
        },
        [this, path](const QString &error) {
            updateState();
            emit exportFinished(path, error);
        });
}

void RowTable::retranslate()
{
    m_filter->setPlaceholderText(DataTable::tr("Filter rows"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_expression->setToolTip(DataTable::tr("The filter is a regular expression"));
    m_expression->setAccessibleName(m_expression->toolTip());
    m_menuButton->setText(DataTable::tr("Table"));
    m_menuButton->setToolTip(DataTable::tr("Copy, export and choose columns"));
    m_stop->setToolTip(tr("Stop"));
    m_stop->setAccessibleName(m_stop->toolTip());
    m_copy->setText(DataTable::tr("Copy rows"));
    m_copyMarkdown->setText(DataTable::tr("Copy rows as Markdown"));
    m_export->setText(DataTable::tr("Export CSV…"));
    m_clearFilters->setText(DataTable::tr("Clear filters"));
    updateState();
}

void RowTable::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        // Words are other texts now: what they are filtered and ordered by is made again.
        if (m_source)
            m_query.columns = shownColumns(*m_source);
        m_model->retranslate();
        arrange();
        // The view that owns the table may still be changing what stands in it.
        QTimer::singleShot(0, this, [this] { m_widths.fitAgain(m_view); });
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        tableparts::applyRowHeight(m_view);
}

bool RowTable::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && m_view->currentIndex().isValid()) {
            emit activated(m_model->sourceRow(m_view->currentIndex().row()));
            return true;
        }
    }
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        m_widen.start();
    if (watched == m_view->viewport() && event->type() == QEvent::Paint && m_model->rowCount() == 0 &&
        !m_job.isRunning()) {
        const bool filtered = m_source && m_source->rows() > 0 && (!m_query.text.isEmpty() || !m_query.ranges.empty());
        const QString text = filtered ? DataTable::tr("No row passes the filter.") : m_emptyText;
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

void RowTable::showHeaderMenu(const QPoint &at)
{
    QMenu menu(this);
    const int column = m_view->horizontalHeader()->logicalIndexAt(at);
    if (column >= 0) {
        menu.addAction(DataTable::tr("Hide this column"), this,
                       [this, column] { tableparts::setColumnShown(m_view, column, false); });
        if (tableparts::isNumeric(m_model, column)) {
            menu.addAction(DataTable::tr("Filter by range…"), this, [this, column] {
                const RowQuery::Range now =
                    m_query.ranges.contains(column) ? m_query.ranges[column] : RowQuery::Range();
                if (const auto range = tableparts::askRange(this, m_model, column, {now.min, now.max}))
                    setRange(column, range->min, range->max);
            });
        }
        menu.addAction(m_clearFilters);
        menu.setToolTipsVisible(true);
        menu.addSeparator();
    }
    tableparts::fillColumnMenu(&menu, m_view);
    menu.exec(m_view->horizontalHeader()->mapToGlobal(at));
}

void RowTable::showRowMenu(const QPoint &at)
{
    QMenu menu(this);
    const QModelIndex index = m_view->indexAt(at);
    emit menuRequested(&menu, index.isValid() ? index.row() : -1);
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addActions({m_copy, m_copyMarkdown, m_export});
    menu.exec(m_view->viewport()->mapToGlobal(at));
}

} // namespace rs
