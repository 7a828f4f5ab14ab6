// SPDX-License-Identifier: Apache-2.0
#include "app/shell/mainwindow.h"

#include "app/dialogs/actionfinder.h"
#include "app/shell/contextbar.h"
#include "app/shell/inputrules.h"
#include "app/shell/textfieldshortcuts.h"
#include "app/shell/windowplacement.h"
#include "app/shell/startpage.h"
#include "app/shell/statuspanel.h"
#include "app/shell/focuscycler.h"
#include "app/shell/timelinekeys.h"
#include "app/dialogs/typedpath.h"
#include "app/shell/workspacebar.h"
#include "app/session/workspaces.h"
#include "importers/files/osfile.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "views/communication/communicationview.h"
#include "views/compare/compareview.h"
#include "views/browse/detailsview.h"
#include "views/browse/explorerview.h"
#include "views/memory/memoryview.h"
#include "views/overview/overviewview.h"
#include "views/browse/searchview.h"
#include "views/browse/findingsview.h"
#include "views/tools/sqlview.h"
#include "views/tables/tableview.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/icons.h"
#include "views/widgets/keymap.h"
#include "views/widgets/menus.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/savedialog.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QJsonObject>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QScreen>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

namespace {

constexpr int readMs = 8000;

// The comparison alone knows the numbers of an operator that is chosen in it, and the tables of memory their blocks.
void connectOperators(const DockLayout &docks)
{
    auto *const compare = qobject_cast<CompareView *>(docks.view(QStringLiteral("compare")));
    auto *const details = qobject_cast<DetailsView *>(docks.view(QStringLiteral("details")));
    if (!compare || !details)
        return;
    details->setOperatorFacts([from = QPointer(compare)](const Selection &chosen) {
        return from ? from->factsOf(chosen) : std::vector<std::pair<QString, QString>>();
    });
    QObject::connect(compare, &CompareView::rowsChanged, details, &DetailsView::updateOperator);
    auto *const memory = qobject_cast<MemoryView *>(docks.view(QStringLiteral("memory")));
    if (!memory)
        return;
    details->setBlockFacts([from = QPointer(memory)](const Selection &chosen) {
        return from ? from->factsOf(chosen) : std::vector<std::pair<QString, QString>>();
    });
    QObject::connect(memory, &MemoryView::factsChanged, details, &DetailsView::updateBlock);
}

} // namespace

MainWindow::MainWindow(Workbench &bench, const QString &sessionFolder, QWidget *parent)
    : QMainWindow(parent), m_bench(bench), m_docks(new DockLayout(bench.context(), this)),
      m_start(new StartPage(bench.library(), bench.theme(), this)), m_pages(new QStackedWidget(this)),
      m_workspaces(new WorkspaceBar(bench.runs(), bench.state(), this)),
      m_context(new ContextBar(bench.runs(), bench.state(), *bench.context().pool, this)),
      m_status(new StatusPanel(bench.runs(), bench.state(), bench.session(), this)),
      m_search(qobject_cast<SearchView *>(m_docks->view(QStringLiteral("search")))),
      m_explorer(qobject_cast<ExplorerView *>(m_docks->view(QStringLiteral("explorer")))),
      m_keys(new KeyPresets(bench.keys(), bench.settings(), this)),
      m_keeper(new SessionKeeper(bench.session(), bench.runs(), bench.state(), bench.viewPool(), *m_docks,
                                 sessionFolder, this))
{
    auto *const rules = new InputRules(this);
    qApp->installEventFilter(rules);
    connect(rules, &InputRules::pressed, this,
            [this](const QWidget *w) { m_isTouched = m_isTouched || m_docks->isAncestorOf(w); });
    connect(&bench.session(), &TraceSession::opened, this, [this] { m_isTouched = false; });
    qApp->installEventFilter(new WindowPlacement(this));
    qApp->installEventFilter(new TypedPath(this));
    SaveDialog::setFolder(bench.settings().saveFolder());
    setWindowIcon(symbol(QStringLiteral("rankscope")));
    setAcceptDrops(true);
    setMinimumSize(640, 360);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_docks);
    auto *const centre = new QWidget(this);
    auto *const column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *const line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_workspaces, 1);
    line->addWidget(m_context->stepChip());
    line->addWidget(m_context->domainChip());
    column->addLayout(line);
    column->addWidget(m_pages, 1);
    setCentralWidget(centre);
    setStatusBar(m_status);
    buildMenus();
    menuBar()->setCornerWidget(m_context, Qt::TopRightCorner);
    connectSession();
    connectTimeline();
    connectOperators(*m_docks);
    connect(&bench.language(), &Language::aboutToChange, this, [this] {
        for (TableView *const table : findChildren<TableView *>())
            table->rememberWords();
        // One picture when all texts are there, in place of one for each view.
        setUpdatesEnabled(false);
    });
    connect(
        &bench.language(), &Language::changed, this, [this] { setUpdatesEnabled(true); }, Qt::QueuedConnection);
    adoptKeys();
    retranslate();
    updatePage();
    updateActions();
}

MainWindow::~MainWindow() = default;

QAction *MainWindow::action(const QString &name) const
{
    return m_actions.value(name);
}

void MainWindow::connectTimeline()
{
    auto *const timeline = qobject_cast<TimelineView *>(m_docks->view(QStringLiteral("timeline")));
    if (!timeline)
        return;
    new TimelineKeys(*timeline, *this);
    new TextFieldShortcuts(*menuBar());
    const auto say = [this](const QString &text) { m_status->showMessage(text, readMs); };
    connect(timeline, &TimelineView::notice, m_status, say);
    connect(&m_bench.state(), &ViewState::noticed, m_status, say);
    // A message about a step that is taken back, or about another workspace, disappears.
    connect(&m_bench.state(), &ViewState::placeReturned, m_status, &QStatusBar::clearMessage);
    connect(&m_bench.state(), &ViewState::workspaceChanged, m_status, &QStatusBar::clearMessage);
    if (auto *const communication = qobject_cast<CommunicationView *>(m_docks->view(QStringLiteral("communication"))))
        connect(communication, &CommunicationView::notice, m_status, say);
    if (auto *const overview = qobject_cast<OverviewView *>(m_docks->view(QStringLiteral("overview")))) {
        connect(overview, &OverviewView::thresholdsWanted, action(QStringLiteral("thresholds")), &QAction::trigger);
        connect(overview, &OverviewView::gainWanted, this, [this](int run, const Verdict &verdict) {
            m_bench.state().showView(QStringLiteral("findings/diagnosis"));
            qobject_cast<FindingsView *>(m_docks->view(QStringLiteral("findings")))->askGain(run, verdict);
        });
    }
    // Arrangements of lanes belong to the user, not to a session: they are there for every run.
    LaneLayoutState *const lanes = timeline->layoutState();
    lanes->addPresets(m_bench.settings().laneArrangements());
    connect(lanes, &LaneLayoutState::presetsChanged, this,
            [this, lanes] { m_bench.settings().setLaneArrangements(lanes->presetsToJson()); });
    // As the statements do.
    if (auto *const sql = qobject_cast<SqlView *>(m_docks->view(QStringLiteral("sql")))) {
        sql->setHistory(m_bench.settings().sqlHistory());
        connect(sql, &SqlView::historyChanged, this, [this, sql] {
            if (sql->history().isEmpty())
                m_bench.settings().clearSqlHistory();
            else
                m_bench.settings().addSqlStatement(sql->history().front(), SqlView::mostHistory);
        });
        connect(sql, &SqlView::notice, m_status, say);
    }
}

void MainWindow::connectSession()
{
    TraceSession &session = m_bench.session();
    connect(m_start, &StartPage::importRequested, this, &MainWindow::importData);
    connect(m_start, &StartPage::pathsChosen, this, &MainWindow::open);
    connect(m_start, &StartPage::demoRequested, this, [this] {
        m_start->setProblem({});
        m_start->setBusy(tr("Writing the demo run…"));
        m_demo.make();
    });
    connect(m_start, &StartPage::cancelRequested, this, [this] {
        m_demo.cancel();
        m_bench.session().cancel();
    });
    connect(&m_demo, &DemoRun::ready, this, [this](const QString &folder) { open({folder}); });
    connect(&m_demo, &DemoRun::failed, this, [this](const QString &why) {
        m_start->setBusy({});
        m_start->setProblem(why);
    });

    connect(&session, &TraceSession::busyChanged, this, [this] {
        m_start->setBusy(m_bench.session().isBusy() ? tr("Looking for runs…") : QString());
        updateActions();
    });
    connect(&session, &TraceSession::opened, this, [this](const QStringList &paths) {
        // The settings keep text, which a name that is no UTF-8 is not.
        const auto isText = [](const QString &path) { return osPath(path) == path.toUtf8(); };
        if (std::all_of(paths.begin(), paths.end(), isText))
            m_bench.settings().addRecentPaths(paths);
    });
    connect(&session, &TraceSession::nothingFound, this, &MainWindow::showNothingFound);
    connect(&session, &TraceSession::memoryBudgetReached, this, [this] {
        MessageBox::show(MessageBox::Warning, tr("Memory Budget"),
                         tr("The memory budget is too small for all ranks. Click a rank in the explorer to load "
                            "it; ranks that are not shown are unloaded. View > Memory Budget changes it."),
                         {}, this);
    });
    // The first page of views takes as long to lay out as all of them to take in the run: one after the other.
    connect(&m_bench.runs(), &RunStore::runAdded, this,
            [this] { QTimer::singleShot(0, this, &MainWindow::updatePage); });
    connect(&m_bench.runs(), &RunStore::runClosed, this, &MainWindow::updatePage);
    connect(&m_bench.session(), &TraceSession::allClosed, this, [this] {
        // The next run begins as the first one did.
        m_bench.state().setWorkspace(QLatin1String(Workspaces::all().front().id));
        m_bench.state().restartHistory();
    });
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed}) {
        connect(&m_bench.runs(), signal, this, &MainWindow::updateActions);
        connect(&m_bench.runs(), signal, this, &MainWindow::updateTitle);
    }
    connect(m_bench.context().diagnoses, &RunDiagnoses::changed, this, &MainWindow::goToSuspect);
    connect(&m_bench.state(), &ViewState::historyChanged, this, &MainWindow::updateActions);
    connect(&m_bench.state(), &ViewState::workspaceChanged, this, &MainWindow::updateWorkspaces);
    connect(m_workspaces, &WorkspaceBar::availabilityChanged, this, &MainWindow::updateWorkspaces);
    connect(m_keys, &KeyPresets::changed, this, &MainWindow::updateWorkspaces);
    connect(&m_bench.state(), &ViewState::viewRequested, m_docks, &DockLayout::showView);
    connect(&m_bench.state(), &ViewState::viewRaised, m_docks, &DockLayout::raiseView);
    connect(&m_bench.settings(), &Settings::recentPathsChanged, this, &MainWindow::fillRecent);
    connect(&m_bench.settings(), &Settings::notWritten, m_status, [this](const QString &file, const QString &why) {
        m_status->showMessage(tr("Settings are not saved: %1 could not be written: %2").arg(file, why));
    });
    connect(&m_bench.settings(), &Settings::damagedKept, m_status, [this](const QString &copy) {
        m_status->showMessage(
            tr("The settings file was damaged: what could be read is used, and %1 is a copy of it.").arg(copy));
    });
    connect(&m_bench.library(), &RunLibrary::trouble, m_status,
            [this](const QString &what) { m_status->showMessage(what); });
    connect(m_explorer, &ExplorerView::closeRunRequested, &session, &TraceSession::closeRun);
    connect(m_explorer, &ExplorerView::loadRankRequested, &session, &TraceSession::loadRank);
    connect(m_explorer, &ExplorerView::unloadRankRequested, &session, &TraceSession::unloadRank);
    connect(m_explorer, &ExplorerView::captureRequested, &session, &TraceSession::useCapture);
    connect(m_keeper, &SessionKeeper::inputsChanged, this, &MainWindow::showInputChanges);
    connect(m_keeper, &SessionKeeper::leftOut, this, &MainWindow::showLeftOut);
    connect(m_keeper, &SessionKeeper::saved, this, [this](const QString &path, const QString &error) {
        if (error.isEmpty())
            m_status->showMessage(tr("The session was saved."), 4000);
        else
            MessageBox::show(MessageBox::Warning, tr("Save Session"),
                             tr("%1 could not be written: %2").arg(path, error), {}, this);
    });
    connect(m_context, &ContextBar::searchRequested, this, [this](const QString &text) {
        m_docks->showView(QStringLiteral("search"));
        m_search->search(text);
    });
}

void MainWindow::open(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    m_start->setProblem({});
    if (paths.size() == 1 && SessionFile::looksLikeOne(paths.front())) {
        openSessionFile(paths.front());
        return;
    }
    if (!RemotePath::isOne(paths.front()))
        m_bench.settings().setLastFolder(QFileInfo(paths.front()).absolutePath());
    m_bench.session().open(paths);
}

void MainWindow::restoreLayout()
{
    const QByteArray geometry = m_bench.settings().windowGeometry();
    if (geometry.isEmpty() || !restoreGeometry(geometry)) {
        constexpr QSize usual(1440, 900);
        const QSize room = WindowPlacement::roomFor(screen()->availableGeometry());
        resize(usual.boundedTo(room));
        // On a small screen every line counts.
        if (size() != usual)
            setWindowState(windowState() | Qt::WindowMaximized);
    }
    m_docks->restore(m_bench.settings().workspaces(DockLayout::version));
}

// Pages on one rank begin with the one that is to be looked at, unless the user works with what is shown already. Both
// ends of a slow link are named alike, so neither of them is.
void MainWindow::goToSuspect(int run)
{
    ViewState &state = m_bench.state();
    const RankRef current = state.currentRank();
    const std::shared_ptr<const Diagnosis> diagnosis = m_bench.context().diagnoses->of(run);
    if (!diagnosis || m_isTouched || current != RankRef{run, 0} || state.canGoBack() || state.sidesAreChosen())
        return;
    const auto suspect = std::find_if(diagnosis->problems.begin(), diagnosis->problems.end(),
                                      [](const Verdict &v) { return v.accused() == std::vector{v.rank}; });
    if (suspect == diagnosis->problems.end() || m_bench.runs().state({run, suspect->rank}) != RankState::Loaded)
        return;
    state.setCurrentRank({run, suspect->rank});
    state.restartHistory();
}

void MainWindow::updatePage()
{
    m_workspaces->setVisible(!m_bench.runs().isEmpty());
    QWidget *const wanted = m_bench.runs().isEmpty() ? m_start : static_cast<QWidget *>(m_docks);
    if (m_pages->currentWidget() == wanted)
        return;
    // All docks are laid out at once here, and their first picture takes as long again: keys and clicks come between
    // the two. Posted events would not let them.
    constexpr int betweenMs = 1;
    m_docksShown = m_docksShown || wanted == m_docks;
    m_pages->setUpdatesEnabled(false);
    if (wanted == m_docks)
        m_docks->paintOneByOne();
    m_pages->setCurrentWidget(wanted);
    if (wanted == m_start)
        m_start->setFocus(); // Enter opens the next run
    QTimer::singleShot(betweenMs, this, [this] { m_pages->setUpdatesEnabled(true); });
}

void MainWindow::updateTitle()
{
    QStringList names;
    for (int i = 0; i < m_bench.runs().count(); ++i) {
        if (const auto run = m_bench.runs().run(i))
            names.append(format::displayText(run->name));
    }
    setWindowTitle(
        names.isEmpty()
            ? tr("RankScope")
            : tr("%1 – RankScope", "open runs").arg(format::clipText(names.join(QStringLiteral(", ")), 120)));
}

void MainWindow::showNothingFound(const QStringList &paths, const std::vector<Finding> &findings)
{
    QStringList reasons;
    for (const Finding &f : findings)
        reasons.append(f.file.isEmpty() ? findingText(f) : tr("%1: %2", "file, finding").arg(f.file, findingText(f)));
    const QString heading = tr("Nothing that RankScope can show was found in %1.")
                                .arg(format::displayText(paths.join(QStringLiteral(", "))));
    const QString why = reasons.mid(0, 8).join(QLatin1Char('\n'));
    if (m_bench.runs().isEmpty()) {
        m_start->setProblem(why.isEmpty() ? heading : heading + QLatin1Char('\n') + why);
        return;
    }
    QStringList open;
    for (int i = 0; i < m_bench.runs().count(); ++i)
        open += m_bench.session().pathsOf(i);
    const bool isReload =
        std::all_of(paths.begin(), paths.end(), [&open](const QString &p) { return open.contains(p); });
    if (isReload)
        MessageBox::show(MessageBox::Warning, tr("Reload"),
                         tr("%1 could not be read again. What was read before is still shown.")
                             .arg(format::displayText(paths.join(QStringLiteral(", ")))),
                         why, this);
    else
        MessageBox::show(MessageBox::Information, tr("Import Data"), heading, why, this);
}

void MainWindow::copyFocused(const QKeySequence &keys)
{
    QWidget *const focused = QApplication::focusWidget();
    for (const QWidget *w = focused; w && w != this; w = w->parentWidget()) {
        for (QAction *const a : w->actions()) {
            if (a->shortcuts().contains(keys)) {
                a->trigger();
                return;
            }
        }
    }
    QKeyEvent press(QEvent::KeyPress, keys[0].key(), keys[0].keyboardModifiers());
    press.ignore();
    if (focused)
        QCoreApplication::sendEvent(focused, &press);
    if (!press.isAccepted())
        m_status->showMessage(tr("Nothing to copy: click a row of a table first."), readMs);
}

void MainWindow::focusSearch()
{
    for (QWidget *w = QApplication::focusWidget(); w; w = w->parentWidget()) {
        if (auto *const table = qobject_cast<TableView *>(w); table && table->focusFilter())
            return;
    }
    m_docks->showView(QStringLiteral("search"));
    m_search->focusField();
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return moveFocus(*this, next);
}

// Keys of commands that cannot be run now come here, if nothing else took them.
void MainWindow::keyPressEvent(QKeyEvent *event)
{
    for (const QAction *const a : ActionFinder::actionsOf(menuBar())) {
        const bool isDead = !a->isEnabled() && a->shortcutContext() == Qt::WindowShortcut;
        const QList<QKeySequence> keys = isDead ? a->shortcuts() : QList<QKeySequence>();
        if (std::any_of(keys.begin(), keys.end(), [&](const QKeySequence &k) { return KeyMap::matches(k, *event); }))
            return m_status->showMessage(whyNotAvailable(*a), readMs);
    }
    QMainWindow::keyPressEvent(event);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_bench.settings().setWindowGeometry(saveGeometry());
    // Docks that were never shown have no sizes worth keeping.
    if (m_docksShown)
        m_bench.settings().setWorkspaces(DockLayout::version, m_docks->arrangements());
    m_bench.settings().setSaveFolder(SaveDialog::folder());
    m_demo.cancel();
    m_keeper->discard();
    m_bench.session().cancel();
    QMainWindow::closeEvent(event);
}

QStringList MainWindow::droppedPaths(const QMimeData *data)
{
    QStringList out;
    if (!data || !data->hasUrls())
        return out;
    for (const QUrl &url : data->urls()) {
        if (url.isLocalFile())
            out.append(url.toLocalFile());
    }
    return out;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (droppedPaths(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_start->setTakesDrop(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *event)
{
    m_start->setTakesDrop(false);
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dragMoveEvent(QDragMoveEvent *event)
{
    if (!droppedPaths(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    m_start->setTakesDrop(false);
    const QStringList paths = droppedPaths(event->mimeData());
    if (paths.isEmpty())
        return;
    // The source may be told to delete what it moved; files of the user are only read here.
    event->setDropAction(Qt::CopyAction);
    event->accept();
    open(paths);
}

void MainWindow::findAgain(int direction)
{
    if (!(direction > 0 ? m_search->next() : m_search->previous()))
        m_status->showMessage(tr("There are no hits: Ctrl+F searches."), readMs);
}

// The view of the comparison may be out of sight.
void MainWindow::swapRanks()
{
    ViewState &state = m_bench.state();
    state.swapSides();
    const RunStore &runs = m_bench.runs();
    state.notice(tr("%1 is now compared with %2 as the baseline.")
                     .arg(runs.rankLabel(state.otherRank()), runs.rankLabel(state.baseRank())));
}

} // namespace rs

#include "moc_mainwindow.cpp"
