// SPDX-License-Identifier: Apache-2.0
#include "views/tools/sqlview.h"

#include "core/base/saturate.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/page/picturescope.h"
#include "analysis/time/runorigin.h"
#include "views/tools/sqlchart.h"
#include "views/tools/sqleditor.h"
#include "views/tools/sqlschematree.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/plaintext.h"

#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <mutex>
#include <utility>

namespace rs {

namespace {

constexpr int lookMs = 150;
constexpr int newsMs = 300;
constexpr qint64 aroundMoment = 500'000; // ns, on either side
constexpr qsizetype readAtOnce = 10;     // databases whose tables are proposed before anybody asks
constexpr qsizetype mostNamed = 100;     // of them that a text names

QToolButton *textButton(const char *icon, const char *name)
{
    auto *const b = new QToolButton;
    b->setAutoRaise(true);
    b->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    b->setObjectName(QLatin1String(name));
    if (*icon != '\0')
        b->setIcon(symbol(QLatin1String(icon)));
    return b;
}

} // namespace

struct SqlView::Feed
{
    std::mutex mutex;
    std::shared_ptr<const SqlResult> rows;

    void put(std::shared_ptr<const SqlResult> newer)
    {
        const std::lock_guard lock(mutex);
        rows = std::move(newer);
    }
    [[nodiscard]] std::shared_ptr<const SqlResult> get()
    {
        const std::lock_guard lock(mutex);
        return rows;
    }
};

SqlView::SqlView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("sql"), context, parent), m_body(new PageBody(this)),
      m_sides(new QSplitter(Qt::Horizontal)), m_halves(new QSplitter(Qt::Vertical)), m_schema(new SqlSchemaTree),
      m_editor(new SqlEditor(context.theme)), m_run(textButton("play", "sqlRun")),
      m_stop(textButton("close", "sqlStop")), m_historyButton(textButton("", "sqlHistory")),
      m_queriesButton(textButton("", "sqlQueries")), m_chartButton(textButton("", "sqlChart")),
      m_historyMenu(new QMenu(m_historyButton)), m_queriesMenu(new QMenu(m_queriesButton)), m_runName(new ElidedLabel),
      m_progress(new QProgressBar), m_status(plainLabel()), m_ofRows(plainLabel()), m_answer(new QStackedWidget),
      m_hint(new EmptyState), m_table(new TableView(QStringLiteral("sql"), context.theme, context.pool)),
      m_chart(new SqlChart(m_table, context.theme, context.pool)), m_jump(context)
{
    m_job.onOutOfMemory([this](Shortage lack) {
        if (lack == Shortage::None)
            return;
        updateButtons();
        say({Said::Stage::NoMemory});
    });
    m_contentJob.onOutOfMemory([this](Shortage lack) {
        if (lack != Shortage::None)
            m_wanted.clear(); // who unfolds one asks again
    });
    setUp();
    m_looks.setInterval(lookMs);
    connect(&m_looks, &QTimer::timeout, this, &SqlView::look);
    m_news.setSingleShot(true);
    m_news.setInterval(newsMs);
    connect(&m_news, &QTimer::timeout, this, &SqlView::refresh);
    const auto changed = [this] {
        m_stale = true;
        if (isVisible())
            m_news.start();
    };
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed, &RunStore::runChanged})
        connect(&runs(), signal, this, changed);
    connect(&runs(), &RunStore::runClosed, this, [this](int of) {
        if (of == m_askedOf)
            stop();
    });
    connect(&runs(), &RunStore::ranksLoaded, this, changed);
    connect(&runs(), &RunStore::rankUnloaded, this, changed);
    connect(&state(), &ViewState::currentRankChanged, this, [this, changed] {
        if (runs().openRun(state().currentRank().run) != m_of)
            changed();
    });
    connect(m_run, &QToolButton::clicked, this, &SqlView::run);
    connect(m_stop, &QToolButton::clicked, this, &SqlView::stop);
    connect(m_editor, &SqlEditor::runRequested, this, &SqlView::run);
    connect(m_editor, &SqlEditor::stopRequested, this, &SqlView::stop);
    connect(m_editor, &SqlEditor::historyRequested, this, &SqlView::goThroughHistory);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &DockView::arrangementChanged);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &SqlView::readNamed);
    connect(m_schema, &SqlSchemaTree::contentWanted, this,
            [this](const QString &database) { readDatabases({database}); });
    connect(m_schema, &SqlSchemaTree::chosen, this, [this](const QString &name) {
        m_editor->insertName(name);
        m_editor->setFocus(Qt::OtherFocusReason);
    });
    connect(m_historyMenu, &QMenu::aboutToShow, this, &SqlView::fillHistory);
    connect(m_queriesMenu, &QMenu::aboutToShow, this, &SqlView::fillQueries);
    connect(m_chartButton, &QToolButton::toggled, this, [this] {
        showAnswer();
        emit arrangementChanged();
    });
    connect(m_chart, &SqlChart::choiceChanged, this, &DockView::arrangementChanged);
    connect(m_table, &TableView::arranged, this, [this] {
        if (m_answer->currentWidget() == m_chart)
            m_chart->refresh();
    });
    m_chart->frame()->setScope([this] { return pictureScope(runs(), m_rowsOf, {}); });
    connect(m_table, &TableView::activated, this, &SqlView::activate);
    const auto follow = [this](int row) {
        if (row < 0 || !m_rows || m_table->rows()->source() != m_rows)
            return;
        // A stamp speaks of no slice of another column.
        const RowPlace cell = cellPlace(row);
        const RowPlace place = cell.time ? cell : m_rows->place(static_cast<quint32>(row));
        if (place.slice != NoSlice && runs().run(m_rowsOf))
            state().followSlice({m_rowsOf, place.rank}, place.slice);
    };
    connect(m_table, &TableView::currentRowChanged, this, follow);
    connect(m_chart, &SqlChart::rowChosen, this, [this, follow](int row) {
        m_table->setCurrentRow(row);
        follow(row);
    });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int row) {
        if (row < 0 || !m_rows || m_table->rows()->source() != m_rows)
            return;
        if (!runs().run(m_rowsOf)) {
            setAvailable(menu->addAction(symbol(QStringLiteral("jump")), tr("Show in Timeline")), whyNoJump());
            return;
        }
        m_jump.addTo(menu, m_rows, static_cast<quint32>(row), {m_rowsOf, -1});
        if (const RowPlace at = moment(row); at.time)
            menu->addAction(symbol(QStringLiteral("jump")), tr("Show This Moment in Timeline"), this,
                            [this, at] { showMoment(at); });
    });
    setFocusProxy(m_editor);
    retranslate();
    updateButtons();
}

void SqlView::setUp()
{
    attachMenu(m_historyButton, m_historyMenu);
    attachMenu(m_queriesButton, m_queriesMenu);
    m_historyMenu->setToolTipsVisible(true);
    m_queriesMenu->setToolTipsVisible(true);
    m_runName->setForegroundRole(QPalette::PlaceholderText);
    m_chartButton->setCheckable(true);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setMaximumSize(120, 12);
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_ofRows->setObjectName(QStringLiteral("sqlOfRows"));
    m_ofRows->setWordWrap(true);
    m_ofRows->hide();
    auto *const bar = new QWidget;
    auto *const line = new FlowLayout(bar, 4);
    for (QWidget *const w :
         std::initializer_list<QWidget *>{m_run, m_stop, m_historyButton, m_queriesButton, m_chartButton})
        line->addWidget(w);
    auto *const top = new QWidget;
    auto *const topRows = new QVBoxLayout(top);
    topRows->setContentsMargins(0, 0, 0, 0);
    topRows->setSpacing(4);
    auto *const head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(bar, 1);
    head->addWidget(m_runName, 1);
    topRows->addLayout(head);
    topRows->addWidget(m_editor, 1);
    auto *const bottom = new QWidget;
    auto *const bottomRows = new QVBoxLayout(bottom);
    bottomRows->setContentsMargins(0, 4, 0, 0);
    bottomRows->setSpacing(4);
    auto *const said = new QHBoxLayout;
    said->setSpacing(8);
    said->addWidget(m_progress);
    said->addWidget(m_status, 1);
    bottomRows->addLayout(said);
    bottomRows->addWidget(m_ofRows);
    m_answer->addWidget(m_hint);
    m_answer->addWidget(m_table);
    m_answer->addWidget(m_chart);
    bottomRows->addWidget(m_answer, 1);
    m_halves->addWidget(top);
    m_halves->addWidget(bottom);
    m_halves->setChildrenCollapsible(false);
    m_halves->setStretchFactor(0, 1);
    m_halves->setStretchFactor(1, 2);
    m_halves->setSizes({220, 440});
    m_sides->addWidget(m_halves);
    m_sides->addWidget(m_schema);
    m_sides->setStretchFactor(0, 3);
    m_sides->setStretchFactor(1, 1);
    m_sides->setSizes({750, 250});
    auto *const content = new QWidget;
    auto *const all = new QVBoxLayout(content);
    all->setContentsMargins(8, 4, 8, 4);
    all->addWidget(m_sides);
    m_body->setContent(content);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_body);
}

void SqlView::retranslate()
{
    m_run->setText(tr("Run"));
    m_run->setToolTip(format::tooltipText(tr("Run the selection, or the statement under the cursor (Ctrl+Return)")));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(format::tooltipText(tr("Stop the statement; the rows that came stay (Esc)")));
    m_historyButton->setText(tr("History"));
    m_historyButton->setToolTip(format::tooltipText(tr("Statements that were run (Alt+Up, Alt+Down)")));
    m_queriesButton->setText(tr("Queries"));
    m_queriesButton->setToolTip(format::tooltipText(tr("Statements that were saved, and examples")));
    m_chartButton->setText(tr("Chart"));
    m_chartButton->setToolTip(format::tooltipText(tr("Draws the filtered and sorted rows in place of the table")));
    m_chart->retranslate();
    m_editor->setAccessibleName(tr("Statement"));
    m_editor->setPlaceholderText(
        tr("A SELECT over the tables on the right, such as\n%1\nCtrl+Return runs it, Ctrl+Space proposes names.")
            .arg(
                QStringLiteral("SELECT name, sum(duration_ns) AS total_ns FROM slices GROUP BY name ORDER BY 2 DESC")));
    m_status->setAccessibleName(tr("Result of the statement"));
    m_table->setTableName(tr("Rows of the statement"));
    m_schema->retranslate();
    fillQueries();
    tell();
    m_stale = true;
    if (isVisible())
        refresh();
}

void SqlView::showEvent(QShowEvent *event)
{
    DockView::showEvent(event);
    if (m_stale)
        refresh();
}

void SqlView::refresh()
{
    m_stale = false;
    m_of = runs().openRun(state().currentRank().run);
    const auto open = runs().run(m_of);
    tellOfRows();
    if (!open) {
        stop();
        m_schemaJob.cancel();
        m_contentJob.cancel();
        m_wanted.clear();
        m_body->showEmpty(tr("There is nothing to query"),
                          tr("No run is open: open a folder with File > Import Data, or drop it on the window."));
        return;
    }
    m_body->showContent();
    m_runName->setText(tr("Query: %1").arg(format::displayText(open->title())));
    m_runName->setToolTip(format::tooltipText(m_runName->text()));
    readSchema();
}

void SqlView::readSchema()
{
    m_schemaJob.start(
        *context().pool,
        [open = runs().run(m_of), tables = context().tables](const JobContext &) {
            return Schema{sqlTables(open, *tables), sqlDatabases(*open)};
        },
        [this](Schema schema) { takeSchema(std::move(schema)); });
}

void SqlView::takeSchema(Schema schema)
{
    m_known = std::move(schema);
    m_contentJob.cancel();
    m_wanted.clear();
    // Another attempt may find the file whole.
    std::erase_if(m_contents, [](const auto &read) { return !read.second.why.isEmpty(); });
    m_schema->setSchema(m_known.tables, m_known.databases);
    QStringList first;
    for (const SqlDatabase &database : m_known.databases) {
        if (const auto read = m_contents.find(database.path); read != m_contents.end())
            m_schema->setContent({database, read->second.tables, {}});
        if (first.size() < readAtOnce)
            first << database.name;
    }
    proposeNames();
    readDatabases(first);
    readNamed();
}

void SqlView::readDatabases(const QStringList &names)
{
    bool isNew = false;
    for (const SqlDatabase &database : m_known.databases) {
        if (!names.contains(database.name) || m_wanted.contains(database.name) || m_contents.contains(database.path))
            continue;
        m_wanted << database.name;
        isNew = true;
    }
    if (!isNew)
        return;
    std::vector<SqlDatabase> wanted;
    for (const SqlDatabase &database : m_known.databases) {
        if (m_wanted.contains(database.name))
            wanted.push_back(database);
    }
    m_contentJob.start(
        *context().pool,
        [wanted](const JobContext &job) {
            std::vector<SqlDatabaseContent> out;
            for (size_t i = 0; i < wanted.size() && !job.isCanceled(); ++i)
                out.push_back(contentOf(wanted[i], job));
            return out;
        },
        [this](std::vector<SqlDatabaseContent> contents) { takeContents(std::move(contents)); });
}

void SqlView::takeContents(std::vector<SqlDatabaseContent> contents)
{
    m_wanted.clear();
    for (SqlDatabaseContent &content : contents) {
        m_schema->setContent(content);
        const QString path = content.database.path;
        m_contents.insert_or_assign(path, std::move(content));
    }
    proposeNames();
    m_editor->proposeBehindPoint();
}

void SqlView::readNamed()
{
    if (std::ssize(m_known.databases) <= readAtOnce)
        return;
    const QString text = m_editor->toPlainText();
    QStringList named;
    for (const SqlDatabase &database : m_known.databases) {
        if (named.size() < mostNamed && namesDatabase(text, database.name))
            named << database.name;
    }
    readDatabases(named);
}

void SqlView::proposeNames()
{
    std::vector<SqlTableNames> names;
    for (const SqlTable &t : m_known.tables) {
        QStringList columns;
        for (const SqlColumn &c : t.columns)
            columns << c.name;
        names.push_back({t.name, {}, columns});
    }
    for (const SqlDatabase &database : m_known.databases) {
        names.push_back({{}, database.name, {}});
        const auto read = m_contents.find(database.path);
        if (read == m_contents.end())
            continue;
        for (const SqlDatabaseTable &t : read->second.tables) {
            QStringList columns;
            for (const auto &[name, type] : t.columns)
                columns << name;
            names.push_back({t.name, database.name, columns});
        }
    }
    m_editor->setTables(std::move(names));
}

void SqlView::run()
{
    const auto open = runs().run(runs().openRun(state().currentRank().run));
    const QString sql = m_editor->statement();
    if (!open || sql.isEmpty())
        return;
    m_startOfStatement = m_editor->statementStart();
    m_editor->markError(-1);
    remember(sql);
    m_askedOf = m_of = runs().openRun(state().currentRank().run);
    m_askedName = format::displayText(open->title());
    m_originNs = runOriginNs(*open);
    m_feed = std::make_shared<Feed>();
    m_isOfBefore = m_rows != nullptr;
    m_isOther = sql != m_asked;
    m_asked = sql;
    m_clock.start();
    m_looks.start();
    m_job.start(
        *context().pool,
        [open, sql, tables = context().tables, feed = m_feed](const JobContext &job) {
            SqlEngine engine(open, *tables, nullptr, job);
            SqlAnswer out = answerOf(engine, open, sql, {}, job,
                                     [&feed](std::shared_ptr<const SqlResult> rows) { feed->put(std::move(rows)); });
            // Reasons of the databases stand beside those of the tables.
            for (const Phrase &why : engine.whyUnattached())
                out.outcome.reasons.push_back(why);
            return out;
        },
        [this](SqlAnswer answer) { take(std::move(answer)); });
    say({Said::Stage::Starts});
    updateButtons();
}

void SqlView::stop()
{
    if (!m_job.isRunning())
        return;
    look();
    m_job.cancel();
    m_looks.stop();
    updateButtons();
    Said said{Said::Stage::Stopped};
    said.ns = m_clock.nsecsElapsed();
    if (const auto rows = m_feed->get()) {
        said.rows = rows->rows();
        if (!m_rows || m_isOfBefore)
            showRows(rows);
    } else {
        showHint({}, {});
    }
    say(std::move(said));
}

void SqlView::look()
{
    if (!m_job.isRunning()) {
        m_looks.stop();
        updateButtons();
        return;
    }
    const auto rows = m_feed->get();
    Said said{Said::Stage::Runs};
    said.ns = m_clock.elapsed() * 1'000'000;
    said.rows = rows ? rows->rows() : 0;
    // The table is left its time to sort what it has. Rows of the statement before go when this one shows that it takes
    // its time.
    if (said.rows > 0 && rows != m_rows && (m_isOfBefore || m_table->isComplete()))
        showRows(rows);
    else if (m_isOfBefore)
        showHint({}, {});
    say(std::move(said));
}

void SqlView::take(SqlAnswer answer)
{
    m_looks.stop();
    updateButtons();
    Said said{Said::Stage::Ended};
    said.ns = answer.durationNs;
    said.rows = answer.rows ? answer.rows->rows() : 0;
    said.outcome = std::move(answer.outcome);
    said.isOutOfRoom = answer.isOutOfRoom;
    if (said.outcome.errorAt >= 0) {
        const int at = m_startOfStatement + static_cast<int>(said.outcome.errorAt);
        m_editor->markError(at);
        const QString before = m_editor->toPlainText().left(at);
        said.line = before.count(u'\n') + 1;
        said.character = before.size() - before.lastIndexOf(u'\n');
    }
    const auto open = runs().run(m_askedOf);
    said.ranks = open ? std::ssize(open->infos) : 0;
    for (int i = 0; i < said.ranks; ++i)
        said.loaded += runs().state({m_askedOf, i}) == RankState::Loaded ? 1 : 0;
    if (said.rows > 0)
        showRows(answer.rows);
    else
        showHint({}, {});
    say(std::move(said));
}

void SqlView::showRows(std::shared_ptr<const SqlResult> rows)
{
    m_rows = std::move(rows);
    m_rowsOf = m_askedOf;
    m_rowsName = m_askedName;
    tellOfRows();
    clearOldFilters();
    m_table->setSource(m_rows, m_originNs != 0 ? m_originNs : firstStamp(*m_rows));
    showAnswer();
}

void SqlView::clearOldFilters()
{
    m_isOfBefore = false;
    if (std::exchange(m_isOther, false))
        m_table->clearFilters();
}

void SqlView::showAnswer()
{
    if (!m_rows)
        return;
    if (m_chartButton->isChecked() && m_table->isComplete())
        m_chart->refresh();
    m_answer->setCurrentWidget(m_chartButton->isChecked() ? static_cast<QWidget *>(m_chart) : m_table);
}

void SqlView::showChart(bool on)
{
    m_chartButton->setChecked(on);
}

void SqlView::showHint(const QString &heading, const QString &text)
{
    m_rows = nullptr;
    tellOfRows();
    m_table->setSource(nullptr);
    clearOldFilters();
    m_chart->clear();
    if (heading.isEmpty())
        m_hint->setText(tr("Query this run"),
                        tr("Query every table of the program here, for all loaded ranks at once, and the databases "
                           "of the ranks. Double-click a row to go to the timeline."));
    else
        m_hint->setText(heading, text);
    m_answer->setCurrentWidget(m_hint);
}

// Rows stay when their run is closed or another one is chosen, and nothing in them tells.
void SqlView::tellOfRows()
{
    const bool isClosed = m_rows && !runs().run(m_rowsOf);
    m_ofRows->setText(isClosed ? whyNoJump()
                               : tr("These rows belong to the run %1, not to the one queried now.").arg(m_rowsName));
    m_ofRows->setVisible(isClosed || (m_rows && m_rowsOf != m_of));
}

QString SqlView::whyNoJump() const
{
    return tr("These rows belong to the run %1, which is closed: run the statement again to jump from them.")
        .arg(m_rowsName);
}

void SqlView::updateButtons()
{
    const bool running = m_job.isRunning();
    m_stop->setEnabled(running); // hidden, it would move what stands behind it
    m_progress->setVisible(running);
}

bool SqlView::isComplete() const
{
    return !m_job.isRunning() && !m_news.isActive() && !m_schemaJob.isRunning() && !m_contentJob.isRunning() &&
           !m_jump.isRunning() && m_table->isComplete() && m_chart->isComplete();
}

std::vector<PictureExport> SqlView::pictures() const
{
    if (m_answer->currentWidget() != m_chart || !m_chart->hasChart())
        return {};
    return {{m_chart->frame()->fileName(), m_chart->frame()->picture()}};
}

std::vector<const QMenu *> SqlView::commandMenus()
{
    return {m_queriesMenu};
}

// Target of the cell under the cursor.
RowPlace SqlView::cellPlace(int row) const
{
    if (row < 0 || !m_rows || m_table->rows()->source() != m_rows)
        return {};
    const QModelIndex current = m_table->view()->currentIndex();
    const std::vector<ShownColumn> &shown = m_table->rows()->shown();
    if (!current.isValid() || current.column() >= std::ssize(shown))
        return {};
    return m_rows->cellPlace(static_cast<quint32>(row), shown[static_cast<size_t>(current.column())].source);
}

// The stamp of the cell under the cursor, or the moment at which the row stands.
RowPlace SqlView::moment(int row) const
{
    RowPlace out = cellPlace(row);
    if (!out.time && row >= 0 && m_rows && m_table->rows()->source() == m_rows)
        out = m_rows->place(static_cast<quint32>(row));
    const bool isMoment = out.time && out.slice == NoSlice && out.time->from == out.time->to;
    return isMoment ? out : RowPlace();
}

// Shows the moment; a row that names no rank uses the current one.
void SqlView::showMoment(const RowPlace &at)
{
    RankRef rank{m_rowsOf, at.rank};
    if (rank.index < 0)
        rank.index = state().currentRank().run == m_rowsOf ? std::max(0, state().currentRank().index) : 0;
    state().showInTimeline(rank,
                           {saturatedDifference(at.time->from, aroundMoment), saturatedSum(at.time->to, aroundMoment)});
}

void SqlView::activate(int row)
{
    if (row < 0 || !m_rows || m_table->rows()->source() != m_rows)
        return;
    if (!runs().run(m_rowsOf))
        return state().notice(whyNoJump());
    if (const RowPlace cell = cellPlace(row); cell.slice != NoSlice && cell.time)
        state().revealSlice({m_rowsOf, cell.rank}, cell.slice, {cell.time->from, cell.time->to});
    else if (const RowPlace at = moment(row); at.time)
        showMoment(at);
    else
        m_jump.go(*m_rows, static_cast<quint32>(row), {m_rowsOf, -1});
}

QJsonObject SqlView::saveState() const
{
    QJsonObject out;
    const auto keep = [&out](const char *name, const QString &text) {
        if (!text.isEmpty())
            out[QLatin1String(name)] = text;
    };
    keep("text", m_editor->toPlainText());
    keep("value", m_chart->value());
    keep("along", m_chart->along());
    if (m_chartButton->isChecked())
        out[QStringLiteral("chart")] = true;
    return out;
}

void SqlView::restoreState(const QJsonObject &state)
{
    constexpr qsizetype longest = 1 << 20;
    m_editor->setPlainText(state[QStringLiteral("text")].toString().left(longest));
    m_chart->setChoice(state[QStringLiteral("value")].toString(), state[QStringLiteral("along")].toString());
    m_chartButton->setChecked(state[QStringLiteral("chart")].toBool());
}

void SqlView::forget()
{
    DockView::forget();
    m_job.cancel();
    m_looks.stop();
    m_editor->clear();
    m_chart->setChoice({}, {});
    m_inHistory = -1;
    showHint({}, {});
    say({});
    updateButtons();
}

} // namespace rs

#include "moc_sqlview.cpp"
