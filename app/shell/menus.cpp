// SPDX-License-Identifier: Apache-2.0
// The menus of MainWindow: what they hold, what they are called, and the dialogs they open.
#include "app/shell/mainwindow.h"

#include "app/dialogs/actionfinder.h"
#include "app/shell/exporteverything.h"
#include "app/dialogs/folderdialog.h"
#include "app/dialogs/guidewindow.h"
#include "app/dialogs/importdialog.h"
#include "app/dialogs/keysdialog.h"
#include "app/shell/startpage.h"
#include "app/dialogs/ratesdialog.h"
#include "app/dialogs/remotedialog.h"
#include "app/dialogs/reportdialog.h"
#include "app/session/recents.h"
#include "app/session/runfollower.h"
#include "app/shell/statuspanel.h"
#include "app/session/traceexport.h"
#include "app/dialogs/thresholdsdialog.h"
#include "app/shell/workspacebar.h"
#include "app/session/workspaces.h"
#include "core/base/exportfolder.h"
#include "items/format.h"
#include "views/browse/findingsview.h"
#include "views/browse/searchview.h"
#include "views/browse/whatifpanel.h"
#include "views/page/page.h"
#include "views/page/pagehost.h"
#include "views/tables/tableview.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/savedialog.h"

#include <QAbstractButton>
#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QProgressDialog>
#include <QStatusBar>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

QString sessionFilter()
{
    return MainWindow::tr("Sessions (*.rankscope);;All files (*)");
}

} // namespace

template <typename Handler>
QAction *MainWindow::add(QMenu *menu, const char *name, const QKeySequence &key, const char *icon, Handler handler)
{
    QAction *const a = named(menu->addAction(QString()), QString::fromLatin1(name));
    a->setShortcut(key);
    if (icon)
        a->setIcon(symbol(QString::fromLatin1(icon)));
    connect(a, &QAction::triggered, this, handler);
    return a;
}

QAction *MainWindow::named(QAction *action, const QString &name)
{
    action->setObjectName(name);
    m_actions.insert(name, action);
    return action;
}

void MainWindow::buildMenus()
{
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildAnalyseMenu();
    buildShowActions();
    buildWindowMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu()
{
    m_file = menuBar()->addMenu(QString());
    add(m_file, "importData", QKeySequence::Open, "folder-open", [this] { importData(); });
    m_recent = m_file->addMenu(QString());
    m_file->addSeparator();
    add(m_file, "openSession", {}, nullptr, [this] { openSession(); });
    add(m_file, "saveSession", QKeySequence::Save, nullptr, [this] { saveSession(); });
    m_file->addSeparator();
    add(m_file, "reload", QKeySequence(Qt::Key_F5), "reload", [this] { m_bench.session().reload(); });
    auto *const exports = new QActionGroup(this);
    exports->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    for (const auto &[name, choice] :
         {std::pair("databasesFirst", ExportChoice::Databases), std::pair("textFirst", ExportChoice::Text)}) {
        QAction *const a = add(m_file, name, {}, nullptr, [this, exports] {
            const QAction *const chosen = exports->checkedAction();
            m_bench.setExport(chosen ? chosen->data().value<ExportChoice>() : ExportChoice::Fuller);
        });
        a->setData(QVariant::fromValue(choice));
        a->setCheckable(true);
        a->setChecked(m_bench.settings().exportChoice() == choice);
        exports->addAction(a);
    }
    add(m_file, "remoteHosts", {}, nullptr, [this] {
        auto *const dialog = new RemoteDialog(m_bench.settings().remote(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QDialog::accepted, this, [this, dialog] { m_bench.setRemote(dialog->settings()); });
        dialog->open();
    });
    add(m_file, "cancelLoad", {}, nullptr, [this] { m_bench.session().cancel(); });
    add(m_file, "closeRun", QKeySequence(Qt::CTRL | Qt::Key_W), "close", [this] {
        if (m_bench.state().currentRank().isValid())
            m_bench.session().closeRun(m_bench.state().currentRank().run);
        else
            m_bench.session().closeAll();
    });
    add(m_file, "closeAll", {}, nullptr, [this] { m_bench.session().closeAll(); });
    m_file->addSeparator();
    add(m_file, "exportEverything", QKeySequence(Qt::CTRL | Qt::Key_E), "export", [this] { exportEverything(); });
    add(m_file, "exportTrace", {}, nullptr, [this] { exportTrace(); });
    add(m_file, "report", {}, nullptr, [this] { writeReport(); });
    m_file->addSeparator();
    add(m_file, "quit", QKeySequence::Quit, nullptr, [this] { close(); })->setMenuRole(QAction::QuitRole);
}

void MainWindow::buildEditMenu()
{
    m_edit = menuBar()->addMenu(QString());
    add(m_edit, "back", {}, "back", [this] {
        m_bench.state().back();
    })->setShortcuts({QKeySequence(Qt::ALT | Qt::Key_Left), QKeySequence::Undo});
    add(m_edit, "forward", {}, "forward", [this] {
        m_bench.state().forward();
    })->setShortcuts({QKeySequence(Qt::ALT | Qt::Key_Right), QKeySequence::Redo});
    m_edit->addSeparator();
    // The widget with the focus takes these keys itself; here they are shown.
    for (const auto &[name, keys] :
         {std::pair("copy", QKeySequence(QKeySequence::Copy)), std::pair("copyCell", TableView::copyCellKeys())})
        add(m_edit, name, keys, nullptr, [this, keys = keys] {
            copyFocused(keys);
        })->setShortcutContext(Qt::WidgetShortcut);
    m_edit->addSeparator();
    add(m_edit, "find", QKeySequence::Find, "search", [this] { focusSearch(); });
    add(m_edit, "findNext", QKeySequence(Qt::Key_F3), "down", [this] { findAgain(1); });
    add(m_edit, "findPrevious", QKeySequence(Qt::SHIFT | Qt::Key_F3), "up", [this] { findAgain(-1); });
}

void MainWindow::buildViewMenu()
{
    m_view = menuBar()->addMenu(QString());
    m_themeMenu = m_view->addMenu(QString());
    auto *const themes = new QActionGroup(this);
    for (const auto &[name, mode] :
         {std::pair("themeSystem", Theme::Mode::System), std::pair("themeLight", Theme::Mode::Light),
          std::pair("themeDark", Theme::Mode::Dark)}) {
        QAction *const a = add(m_themeMenu, name, {}, nullptr, [this, mode = mode] {
            m_bench.settings().setThemeMode(mode);
            m_bench.theme().setMode(mode);
        });
        a->setCheckable(true);
        a->setChecked(m_bench.theme().mode() == mode);
        themes->addAction(a);
    }
    m_languageMenu = m_view->addMenu(QString());
    auto *const languages = new QActionGroup(this);
    // The command line may ask for another one than the settings.
    const QString kept = m_bench.settings().language();
    const QString used = m_bench.language().current();
    const QString chosen = used.isEmpty() || used == Language::resolve(kept) ? kept : used;
    for (const auto &[name, code] : {std::pair("languageSystem", "system"), std::pair("languageEnglish", "en"),
                                     std::pair("languageChinese", "zh_CN")}) {
        const QString language = QString::fromLatin1(code);
        QAction *const a = add(m_languageMenu, name, {}, nullptr, [this, language] {
            m_bench.settings().setLanguage(language);
            m_bench.language().use(language);
        });
        a->setCheckable(true);
        a->setChecked(chosen == language);
        languages->addAction(a);
    }
    m_scaleMenu = m_view->addMenu(QString());
    auto *const scales = new QActionGroup(this);
    for (const int percent : {100, 125, 150, 175, 200}) {
        QAction *const a = add(m_scaleMenu, "scale", {}, nullptr, [this, percent] {
            m_bench.settings().setScalePercent(percent);
            MessageBox::show(MessageBox::Information, tr("Interface Size"),
                             tr("The size changes when RankScope is started again."), {}, this);
        });
        a->setData(percent);
        a->setCheckable(true);
        a->setChecked(m_bench.settings().scalePercent() == percent);
        scales->addAction(a);
    }
    m_memoryMenu = m_view->addMenu(QString());
    auto *const shares = new QActionGroup(this);
    for (const int percent : {20, 40, 60, 80}) {
        QAction *const a = add(m_memoryMenu, "memory", {}, nullptr, [this, percent] {
            m_bench.settings().setMemoryPercent(percent);
            m_bench.session().setMemoryLimit(MemoryBudget::share(percent));
        });
        a->setData(percent);
        a->setCheckable(true);
        a->setChecked(m_bench.settings().memoryPercent() == percent);
        shares->addAction(a);
    }
    m_cacheMenu = m_view->addMenu(QString());
    auto *const bounds = new QActionGroup(this);
    for (const int gigabytes : {0, 2, 10, 50}) {
        QAction *const a = add(m_cacheMenu, "cache", {}, nullptr, [this, gigabytes] {
            m_bench.settings().setCacheGigabytes(gigabytes);
            m_bench.cache().setLimit(gigabytes * qint64{1'000'000'000});
        });
        a->setData(gigabytes);
        a->setCheckable(true);
        a->setChecked(m_bench.settings().cacheGigabytes() == gigabytes);
        bounds->addAction(a);
    }
    m_cacheMenu->addSeparator();
    add(m_cacheMenu, "clearCache", {}, nullptr, [this] {
        const qint64 bytes = m_bench.cache().bytesUsed();
        m_bench.cache().clear();
        statusBar()->showMessage(tr("The cache was cleared; %1 are free again.").arg(format::bytes(bytes)), 5000);
    });
    m_libraryMenu = m_view->addMenu(QString());
    QAction *const keeps = add(m_libraryMenu, "keepLibrary", {}, nullptr,
                               [this] { m_bench.setKeepsLibrary(action(QStringLiteral("keepLibrary"))->isChecked()); });
    keeps->setCheckable(true);
    keeps->setChecked(m_bench.settings().keepsLibrary());
    add(m_libraryMenu, "emptyLibrary", {}, nullptr, [this] { emptyLibrary(); });
    m_view->addSeparator();
    add(m_view, "follow", {}, nullptr, [this] {
        m_bench.session().follower().follow(currentPaths(), action(QStringLiteral("follow"))->isChecked());
    })->setCheckable(true);
    // Each run has its own.
    connect(m_view, &QMenu::aboutToShow, this, &MainWindow::updateActions);
    add(m_view, "toggleDetails", QKeySequence(Qt::Key_Q), nullptr,
        [this] { m_docks->toggleBelow(QStringLiteral("details")); });
    add(m_view, "toggleExplorer", QKeySequence(Qt::CTRL | Qt::Key_B), nullptr, [this] {
        QDockWidget *const dock = m_docks->dock(QStringLiteral("explorer"));
        dock->setVisible(!dock->isVisible());
    });
    add(m_view, "fullScreen", QKeySequence(Qt::Key_F11), nullptr,
        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::buildAnalyseMenu()
{
    m_analyse = menuBar()->addMenu(QString());
    // Which ranks are loaded changes often, and matters only here.
    connect(m_analyse, &QMenu::aboutToShow, this, &MainWindow::updateActions);
    if (const auto *const findings = qobject_cast<FindingsView *>(m_docks->view(QStringLiteral("findings"))))
        m_whatIf = findings->whatIf();
    add(m_analyse, "whatIf", {}, nullptr, [this] {
        m_bench.state().showView(QStringLiteral("findings/diagnosis"));
        m_whatIf->askAsChosen();
        m_whatIf->setFocus();
    });
    add(m_analyse, "thresholds", {}, nullptr, [this] {
        auto *const dialog = new ThresholdsDialog(m_bench.state().thresholds(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QDialog::accepted, this,
                [this, dialog] { m_bench.state().setThresholds(dialog->thresholds()); });
        dialog->open();
    });
    add(m_analyse, "rates", {}, nullptr, [this] {
        auto *const dialog = new RatesDialog(m_bench.state().rates(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QDialog::accepted, this, [this, dialog] { m_bench.state().setRates(dialog->rates()); });
        dialog->open();
    });
    add(m_analyse, "swapRanks", {}, "swap", [this] { swapRanks(); });
    m_analyse->addSeparator();
    m_timelineMenu = m_analyse->addMenu(QString());
    for (DockView *const v : m_docks->views()) {
        if (auto *const timeline = qobject_cast<TimelineView *>(v)) {
            m_timeline = timeline;
            timeline->commands()->addListedTo(m_timelineMenu);
        }
    }
}

// Commands without a menu: workspaces and tabs lead to every view, these are for keys and for who knows the name.
void MainWindow::buildShowActions()
{
    int number = 0;
    for (DockView *const v : m_docks->views()) {
        const QString id = v->id();
        ++number;
        auto *const a = named(new QAction(this), QStringLiteral("show-") + id);
        addAction(a);
        m_shows.append(a);
        a->setShortcut(number <= 9 ? QKeySequence(Qt::CTRL | Qt::SHIFT | static_cast<Qt::Key>(Qt::Key_0 + number))
                                   : QKeySequence());
        connect(a, &QAction::triggered, this, [this, id] { m_docks->showView(id); });
    }
}

void MainWindow::buildWindowMenu()
{
    constexpr int resetReadMs = 4000;
    m_window = menuBar()->addMenu(QString());
    buildWorkspaceActions();
    m_window->addSeparator();
    add(m_window, "resetWorkspace", {}, "layout", [this] {
        m_docks->resetWorkspace();
        m_status->showMessage(tr("The workspace has its default layout."), resetReadMs);
    });
    add(m_window, "resetAllWorkspaces", {}, nullptr, [this] {
        m_docks->resetAllWorkspaces();
        m_status->showMessage(tr("All workspaces have their default layout."), resetReadMs);
    });
    add(m_window, "detachView", {}, nullptr, [this] { m_docks->detachView(); });
    m_window->addSeparator();
    for (DockView *const v : m_docks->views()) {
        m_window->addAction(named(m_docks->dock(v->id())->toggleViewAction(), QStringLiteral("dock-") + v->id()));
    }
}

void MainWindow::buildWorkspaceActions()
{
    auto *const group = new QActionGroup(this);
    int number = 0;
    for (const Workspace &w : Workspaces::all()) {
        const QString id = QString::fromLatin1(w.id);
        QAction *const a = named(m_window->addAction(QString()), QStringLiteral("workspace-") + id);
        a->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + ++number)));
        a->setCheckable(true);
        group->addAction(a);
        connect(a, &QAction::triggered, this, [this, id] {
            m_bench.state().setWorkspace(id);
            m_docks->focusLarge();
        });
    }
}

void MainWindow::updateWorkspaces()
{
    QStringList keys;
    for (const Workspace &w : Workspaces::all()) {
        QAction *const a = action(QStringLiteral("workspace-") + QLatin1String(w.id));
        // The bar has looked through the files of all ranks.
        setAvailable(a, m_workspaces->whyNot(static_cast<int>(keys.size())));
        a->setChecked(m_bench.state().workspace() == QLatin1String(w.id));
        keys.append(a->shortcut().toString(QKeySequence::NativeText));
    }
    m_workspaces->setKeys(keys);
}

void MainWindow::buildHelpMenu()
{
    m_help = menuBar()->addMenu(QString());
    add(m_help, "guide", QKeySequence::HelpContents, nullptr, [this] { showGuide(); });
    add(m_help, "finder", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), nullptr, [this] { showFinder(); });
    add(m_help, "shortcuts", QKeySequence(Qt::Key_Question), nullptr, [this] { showShortcuts(); });
    m_help->addSeparator();
    add(m_help, "about", {}, nullptr, [this] { showAbout(); })->setMenuRole(QAction::AboutRole);
    add(m_help, "aboutQt", {}, nullptr, [] { QApplication::aboutQt(); })->setMenuRole(QAction::AboutQtRole);
}

void MainWindow::retranslate()
{
    const auto text = [this](const char *name, const QString &t) { action(QString::fromLatin1(name))->setText(t); };
    m_file->setTitle(tr("&File"));
    text("importData", tr("&Import Data…"));
    m_recent->setTitle(tr("&Recent"));
    text("openSession", tr("Open Se&ssion…"));
    text("saveSession", tr("Sa&ve Session…"));
    text("reload", tr("Re&load"));
    text("databasesFirst", tr("Prefer &Databases to Text Files"));
    text("textFirst", tr("Prefer Te&xt Files to Databases"));
    text("remoteHosts", tr("Remote &Hosts…"));
    text("cancelLoad", tr("Sto&p Loading"));
    text("closeRun", tr("&Close Run"));
    text("closeAll", tr("Close &All Runs"));
    text("exportEverything", tr("&Export…"));
    text("exportTrace", tr("Export &Trace of All Ranks…"));
    text("report", tr("&Write Report…"));
    text("quit", tr("&Quit"));

    m_edit->setTitle(tr("&Edit"));
    text("back", tr("&Back"));
    text("forward", tr("For&ward"));
    text("copy", tr("&Copy"));
    text("copyCell", tr("Copy Ce&ll"));
    text("find", tr("&Find"));
    text("findNext", tr("Find &Next"));
    text("findPrevious", tr("Find &Previous"));

    m_view->setTitle(tr("&View"));
    m_themeMenu->setTitle(tr("&Theme"));
    text("themeSystem", tr("&System"));
    text("themeLight", tr("&Light"));
    text("themeDark", tr("&Dark"));
    // Each language is named in itself: who chose the wrong one must find the way back.
    m_languageMenu->setTitle(tr("&Language"));
    text("languageSystem", tr("&System"));
    text("languageEnglish", QStringLiteral("English"));
    text("languageChinese", QStringLiteral("简体中文"));
    m_scaleMenu->setTitle(tr("Interface &Size"));
    for (QAction *const a : m_scaleMenu->actions())
        a->setText(format::percent(a->data().toInt() / 100.0, 0));
    m_memoryMenu->setTitle(tr("&Memory Budget"));
    m_memoryMenu->setToolTip(tr("How much memory loaded ranks may take. Ranks that are not shown are unloaded for "
                                "those that are."));
    for (QAction *const a : m_memoryMenu->actions())
        a->setText(tr("%1 of the machine's memory (%2)")
                       .arg(format::percent(a->data().toInt() / 100.0, 0),
                            format::bytes(MemoryBudget::share(a->data().toInt()))));
    m_cacheMenu->setTitle(tr("Ca&che"));
    for (QAction *const a : m_cacheMenu->actions()) {
        if (a->data().isValid())
            a->setText(a->data().toInt() == 0 ? tr("&Off")
                                              : tr("Keep opened ranks in up to %1")
                                                    .arg(format::bytes(a->data().toInt() * qint64{1'000'000'000})));
    }
    text("clearCache", tr("C&lear Cache"));
    m_libraryMenu->setTitle(tr("Li&brary of Runs"));
    text("keepLibrary", tr("&Keep Opened Runs in the Library"));
    text("emptyLibrary", tr("&Empty the Library…"));
    text("follow", tr("&Follow the Growing Run"));
    action(QStringLiteral("follow"))
        ->setToolTip(format::tooltipText(tr("Reads new ranks and captures as soon as their files are complete")));
    text("toggleDetails", tr("Show or Hide the &Details"));
    text("toggleExplorer", tr("Show or Hide the &Explorer"));
    text("fullScreen", tr("F&ull Screen"));

    m_analyse->setTitle(tr("&Analyse"));
    text("whatIf", tr("&What If…"));
    text("thresholds", tr("Thresholds of the &Diagnosis…"));
    text("rates", tr("&Reference Values of the Hardware…"));
    text("swapRanks", tr("&Swap the Compared Ranks"));
    m_timelineMenu->setTitle(tr("&Timeline"));
    for (DockView *const v : m_docks->views())
        action(QStringLiteral("show-") + v->id())->setText(tr("Show %1").arg(v->title()));

    m_window->setTitle(tr("&Window"));
    for (const Workspace &w : Workspaces::all())
        action(QStringLiteral("workspace-") + QLatin1String(w.id))
            ->setText(tr("Workspace: %1").arg(Workspaces::title(w)));
    text("resetWorkspace", tr("&Reset This Workspace"));
    text("resetAllWorkspaces", tr("Reset &All Workspaces"));
    text("detachView", tr("&Detach the View"));

    m_help->setTitle(tr("&Help"));
    text("guide", tr("&User Guide"));
    text("finder", tr("&Find a Command…"));
    text("shortcuts", tr("&Keyboard Shortcuts"));
    text("about", tr("&About RankScope"));
    text("aboutQt", tr("About &Qt"));
    fillRecent();
    updateActions();
    updateTitle();
}

void MainWindow::fillRecent()
{
    m_recent->clear();
    QList<QAction *> entries;
    for (const QStringList &paths : m_bench.settings().recentPaths()) {
        QString label =
            m_recent->fontMetrics().elidedText(format::displayText(recentLabel(paths)), Qt::ElideMiddle, 600);
        QAction *const a = m_recent->addAction(label.replace(QLatin1Char('&'), QLatin1String("&&")));
        a->setData(paths);
        entries.append(a);
        connect(a, &QAction::triggered, this, [this, paths] { open(paths); });
    }
    m_recentJob.start(
        m_bench.viewPool(),
        [lists = m_bench.settings().recentPaths()](const JobContext &) {
            std::vector<bool> missing;
            for (const QStringList &paths : lists)
                missing.push_back(!recentMissing(paths).isEmpty());
            return missing;
        },
        [entries](const std::vector<bool> &missing) {
            for (qsizetype i = 0; i < entries.size(); ++i)
                setAvailable(entries[i],
                             missing[static_cast<size_t>(i)] ? tr("This path no longer exists.") : QString());
        });
    setAvailable(m_recent->menuAction(), m_recent->isEmpty() ? tr("Nothing was opened yet.") : QString());
    if (m_recent->isEmpty())
        return;
    m_recent->addSeparator();
    m_recent->addAction(tr("Clear the List"), this, [this] { m_bench.settings().clearRecentPaths(); });
}

QStringList MainWindow::currentPaths() const
{
    return m_bench.session().pathsOf(m_bench.runs().openRun(m_bench.state().currentRank().run));
}

void MainWindow::emptyLibrary()
{
    auto *const box = MessageBox::show(MessageBox::Question, tr("Library of Runs"),
                                       tr("Remove all runs and all notes from the library?"),
                                       tr("The files of the runs stay."), this, MessageBox::Yes | MessageBox::No);
    box->setObjectName(QStringLiteral("emptyLibrary"));
    connect(box, &MessageBox::finished, this, [this](int answer) {
        if (answer == MessageBox::Yes)
            m_bench.library().clear(RunLibrary::userFile());
    });
}

void MainWindow::updateActions()
{
    const bool open = !m_bench.runs().isEmpty();
    const auto enable = [this](const char *name, bool on, const QString &whyNot) {
        setAvailable(action(QString::fromLatin1(name)), on ? QString() : whyNot);
    };
    const QString noRun = tr("No run is open.");
    action(QStringLiteral("follow"))->setChecked(m_bench.session().follower().follows(currentPaths()));
    for (const char *const name :
         {"follow", "reload", "closeRun", "closeAll", "saveSession", "toggleDetails", "toggleExplorer",
          "exportEverything", "report", "copy", "copyCell", "find", "findNext", "findPrevious", "whatIf",
          "resetWorkspace", "resetAllWorkspaces", "detachView"})
        enable(name, open, noRun);
    const auto current = m_bench.runs().run(m_bench.state().currentRank().run);
    if (current && RemotePath::isOne(current->path))
        enable("follow", false, tr("The run is on another host: F5 reads what is new there."));
    enable("exportTrace", tracedRun() >= 0, tr("No trace is loaded."));
    updateWorkspaces();
    for (DockView *const v : m_docks->views()) {
        setAvailable(action(QStringLiteral("show-") + v->id()), open ? QString() : noRun);
        setAvailable(m_docks->dock(v->id())->toggleViewAction(), open ? QString() : noRun);
    }
    enable("swapRanks", m_bench.runs().allRanks().size() > 1, tr("There are no two ranks to swap."));
    const bool traces = m_timeline && !m_timeline->data()->ranks().empty();
    setAvailable(m_timelineMenu->menuAction(), traces ? QString() : tr("No trace is loaded."));
    enable("cancelLoad", m_bench.session().isBusy(), tr("Nothing is being loaded."));
    enable("back", m_bench.state().canGoBack(), tr("There is no view before this one."));
    enable("forward", m_bench.state().canGoForward(), tr("There is no view after this one."));
}

void MainWindow::importData()
{
    QStringList places;
    for (const QStringList &paths : m_bench.settings().recentPaths()) {
        // Whether it is there is not asked: a dead mount would not answer.
        if (const QString place = QFileInfo(paths.value(0)).absolutePath(); !places.contains(place))
            places << place;
    }
    ImportDialog dialog(m_bench.settings().lastFolder(), places, this);
    if (dialog.exec() == QDialog::Accepted)
        open(dialog.paths());
}

void MainWindow::exportEverything()
{
    FolderDialog chooser(tr("Export"), SaveDialog::folder(), this);
    using Scope = ExportEverything::Scope;
    QComboBox *const what = chooser.addChoice(tr("Content"));
    what->addItem(tr("Tables and pictures on the screen"), QVariant::fromValue(Scope::Page));
    what->addItem(tr("Verdicts and overview"), QVariant::fromValue(Scope::Overview));
    what->addItem(tr("Everything: all tables, all pictures"), QVariant::fromValue(Scope::All));
    what->setCurrentIndex(1);
    if (chooser.exec() != QDialog::Accepted)
        return;
    QString folder = chooser.folder();
    SaveDialog::setFolder(QFileInfo(folder).absolutePath());
    std::vector<std::shared_ptr<const Run>> runs;
    for (int i = 0; i < m_bench.runs().count(); ++i) {
        if (const auto run = m_bench.runs().run(i))
            runs.push_back(run);
    }
    folder = ExportEverything::folderFor(folder, runs.empty() ? QString() : QFileInfo(runs.front()->path).fileName());
    if (ExportFolder::stateOf(folder) == ExportFolder::State::Export) {
        MessageBox ask(MessageBox::Question, tr("Export"), tr("The folder holds an earlier export. Replace it?"),
                       folder, this, MessageBox::Cancel);
        const QAbstractButton *const replace = ask.addButton(tr("Replace"), MessageBox::AcceptRole);
        ask.exec();
        if (ask.clickedButton() != replace)
            return;
    }
    QProgressDialog progress(tr("Writing tables and pictures…"), tr("Cancel"), 0, 0, this);
    progress.setWindowModality(Qt::WindowModal);
    // Without a value, which it has not before the files are counted, it would not show itself.
    progress.show();
    const ExportEverything::Result result = ExportEverything::run(
        m_docks->views(), m_bench.tables(), runs, m_bench.viewPool(), folder,
        [&](int done, int total, const QString &) {
            progress.setMaximum(total);
            // A bar without an end has no value.
            if (total > 0)
                progress.setValue(done);
            QApplication::processEvents();
            return !progress.wasCanceled();
        },
        ReferenceRates(m_bench.state().rates()), what->currentData().value<Scope>());
    progress.close();
    if (result.cancelled)
        return;
    QStringList lines =
        result.errors.isEmpty() ? QStringList{tr("Exported to %1").arg(folder)} : result.errors.mid(0, 10);
    QStringList empty;
    for (const EmptyTable &table : result.empty)
        empty << (table.runs.isEmpty() ? table.name
                                       : tr("%1 of %2", "a table that has no rows, the runs in which it has none")
                                             .arg(table.name, table.runs.join(QStringLiteral(", "))));
    if (!empty.isEmpty())
        lines << tr("Tables without rows are not written: %1").arg(empty.join(QStringLiteral(", ")));
    MessageBox::show(result.errors.isEmpty() ? MessageBox::Information : MessageBox::Warning, tr("Export"),
                     tr("%1, %2", "tables, pictures")
                         .arg(tr("%n table(s)", nullptr, result.tables), tr("%n picture(s)", nullptr, result.pictures)),
                     lines.join(QLatin1Char('\n')), this);
}

void MainWindow::writeReport()
{
    const int at = m_bench.runs().openRun(m_bench.state().currentRank().run);
    const std::shared_ptr<const Run> run = m_bench.runs().run(at);
    if (!run)
        return;
    ReportQuery query;
    query.of.run = run;
    query.of.thresholds = m_bench.state().thresholds();
    query.of.rates = m_bench.state().rates();
    query.version = QCoreApplication::applicationVersion();
    query.language = m_bench.language().current();
    ReportDialog(m_bench.tables(), std::move(query), m_bench.viewPool(), this).exec();
}

int MainWindow::tracedRun() const
{
    const std::vector<RankRef> all = m_bench.runs().loadedRanks();
    const auto traced = [&](RankRef ref) {
        const auto rank = m_bench.runs().rank(ref);
        return rank && rank->trace;
    };
    const int current = m_bench.state().currentRank().run;
    const auto of = std::find_if(all.begin(), all.end(), [&](RankRef r) { return r.run == current && traced(r); });
    const auto any = of != all.end() ? of : std::find_if(all.begin(), all.end(), traced);
    return any == all.end() ? -1 : any->run;
}

void MainWindow::exportTrace()
{
    const std::shared_ptr<const Run> run = m_bench.runs().run(tracedRun());
    if (!run)
        return;
    const QString title = tr("Export Trace");
    const QString file = SaveDialog::ask(this, title, QStringLiteral("merged.json.gz"),
                                         tr("Chrome traces for Perfetto and chrome://tracing (*.json.gz *.json)"));
    if (file.isEmpty())
        return;
    QStringList inputs;
    for (int i = 0; i < m_bench.runs().count(); ++i) {
        if (const auto open = m_bench.runs().run(i))
            inputs << open->path;
    }
    if (const QString whyNot = TraceExport::whyNot(inputs, file); !whyNot.isEmpty()) {
        MessageBox::show(MessageBox::Warning, title, whyNot, {}, this);
        return;
    }
    QProgressDialog progress(tr("Aligning the clocks and writing the trace…"), tr("Cancel"), 0, 0, this);
    progress.setWindowModality(Qt::WindowModal);
    progress.show();
    const TraceExport::Result result = TraceExport::run(*run, {}, file, m_bench.viewPool(), [&progress] {
        QApplication::processEvents();
        return !progress.wasCanceled();
    });
    progress.close();
    if (result.cancelled)
        return;
    if (!result.error.isEmpty()) {
        MessageBox::show(MessageBox::Warning, title, result.error, {}, this);
        return;
    }
    QStringList lines{tr("Written to %1").arg(file)};
    if (!result.unaligned.isEmpty())
        lines << tr("Ranks that keep their own clock, because no communication connects them to the others: %1")
                     .arg(result.unaligned.join(QStringLiteral(", ")));
    if (result.written.argsLost > 0)
        lines << tr("%n slice(s) have no args: the files of the run could not be read again.", nullptr,
                    static_cast<int>(result.written.argsLost));
    MessageBox::show(MessageBox::Information, title,
                     tr("%1 slices and %2 connection lines of %n rank(s)", nullptr, result.ranks)
                         .arg(format::integer(result.written.slices), format::integer(result.written.flows)),
                     lines.join(u'\n'), this);
}

void MainWindow::showFinder()
{
    QList<QAction *> actions = ActionFinder::actionsOf(menuBar());
    for (QAction *const a : m_shows) {
        if (a->isEnabled())
            actions.append(a);
    }
    for (DockView *const view : m_docks->views()) {
        for (const QMenu *const menu : view->commandMenus()) {
            for (QAction *const a : ActionFinder::actionsOf(menu)) {
                if (a->isEnabled() && !actions.contains(a))
                    actions.append(a);
            }
        }
    }
    auto *const finder = new ActionFinder(actions + pageActions(), this);
    finder->setAttribute(Qt::WA_DeleteOnClose);
    finder->move(mapToGlobal(QPoint((width() - finder->width()) / 2, menuBar()->height() + 8)));
    finder->show();
}

QList<QAction *> MainWindow::pageActions()
{
    qDeleteAll(std::exchange(m_pageShows, {}));
    if (m_bench.runs().isEmpty())
        return {};
    for (const DockView *const v : m_docks->views()) {
        const auto *const host = qobject_cast<const PageHost *>(v);
        for (const Page *const page : host ? host->pages() : std::vector<Page *>()) {
            const QString id = v->id() + u'/' + page->objectName();
            auto *const a = new QAction(this);
            a->setObjectName(QStringLiteral("page-") + id);
            a->setText(tr("%1 › %2", "view, page of it").arg(v->title(), page->title()));
            connect(a, &QAction::triggered, this, [this, id] { m_bench.state().showView(id); });
            m_pageShows.append(a);
        }
    }
    return m_pageShows;
}

void MainWindow::adoptKeys()
{
    for (QMenu *const menu : {m_file, m_edit, m_view, m_analyse, m_window, m_help})
        m_keys->adopt(ActionFinder::actionsOf(menu), [menu] { return plainActionText(menu->menuAction()); });
    m_keys->adopt(m_shows, [this] { return plainActionText(m_window->menuAction()); });
    // Actions of views that no menu has.
    for (DockView *const v : m_docks->views())
        m_keys->adopt(v->findChildren<QAction *>(), [v] { return v->title(); });
}

void MainWindow::showGuide()
{
    if (!m_guide)
        m_guide = new GuideWindow(m_bench.language(), this);
    m_guide->show();
    m_guide->raise();
    m_guide->activateWindow();
}

void MainWindow::showShortcuts()
{
    auto *const dialog = new KeysDialog(*m_keys, m_bench.theme(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::openSession()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open Session"), SaveDialog::folder(), sessionFilter());
    if (!path.isEmpty())
        openSessionFile(path);
}

void MainWindow::openSessionFile(const QString &path)
{
    const QString error = m_keeper->open(path);
    if (error.isEmpty())
        m_sessionFile = QFileInfo(path).absoluteFilePath();
    else
        MessageBox::show(MessageBox::Warning, tr("Open Session"),
                         tr("%1 could not be opened. %2", "path, whole sentence").arg(path, error), {}, this);
}

void MainWindow::saveSession()
{
    const QString path =
        SaveDialog::ask(this, tr("Save Session"),
                        m_sessionFile.isEmpty() ? QStringLiteral("session.rankscope") : m_sessionFile, sessionFilter());
    if (path.isEmpty())
        return;
    m_sessionFile = path;
    m_keeper->saveTo(path);
}

void MainWindow::showInputChanges(const std::vector<InputChange> &changes, qint64 inputs)
{
    QStringList lines;
    for (const InputChange &c : changes) {
        switch (c.kind) {
        case InputChange::Kind::Missing:
            lines.append(tr("%1 is missing.").arg(c.path));
            break;
        case InputChange::Kind::OtherSize:
            lines.append(tr("%1 has another size.").arg(c.path));
            break;
        case InputChange::Kind::OtherContent:
            lines.append(tr("%1 has another content.").arg(c.path));
            break;
        }
    }
    const bool isGone = std::ssize(changes) == inputs && std::all_of(changes.begin(), changes.end(), [](const auto &c) {
                            return c.kind == InputChange::Kind::Missing;
                        });
    const QString gone =
        m_bench.runs().isEmpty()
            ? tr("The files of the session are not where they were, and not beside the session file. Move the runs "
                 "back, or to where they were relative to the session file, and open it again.")
            : tr("The files of the session are not where they were, and not beside the session file. What was open "
                 "before is still shown.");
    auto *const box = MessageBox::show(
        MessageBox::Information, tr("Open Session"),
        isGone ? gone
               : tr("%1 of %2 files differ from those of the saved session. Pins, marks and windows may not fit.")
                     .arg(changes.size())
                     .arg(inputs),
        lines.mid(0, 10).join(u'\n'), this);
    box->setObjectName(QStringLiteral("inputChanges"));
}

void MainWindow::showLeftOut(const QStringList &what)
{
    auto *const box = MessageBox::show(MessageBox::Information, tr("Open Session"),
                                       tr("Parts of the session could not be used; everything else is shown."),
                                       what.mid(0, SessionFile::maximalTold).join(u'\n'), this);
    box->setObjectName(QStringLiteral("leftOut"));
}

void MainWindow::offerLeftBehind()
{
    const auto left = m_keeper->nextLeftBehind();
    if (!left)
        return;
    const QString damage = left->read.error;
    const QString question = damage.isEmpty()
                                 ? tr("RankScope did not close properly the last time. Reopen what was open then?")
                                 : tr("RankScope did not close properly, and its saved session cannot be read. "
                                      "Delete the file?");
    const QString details = damage.isEmpty() ? left->read.session.paths().join(u'\n') : left->path + u'\n' + damage;
    auto *const box = MessageBox::show(MessageBox::Question, tr("Restore Session"), question,
                                       format::clipText(details, 1000), this, MessageBox::Yes | MessageBox::No);
    box->setObjectName(damage.isEmpty() ? QStringLiteral("restoreSession") : QStringLiteral("damagedSession"));
    connect(box, &MessageBox::finished, this, [this, left = *left](int answer) {
        const bool isOpened = left.read.error.isEmpty() && answer == MessageBox::Yes;
        // A session that is refused is removed, a damaged one only where the user wants that.
        if (isOpened)
            m_keeper->openLeftBehind(left);
        else if (left.read.error.isEmpty() == (answer == MessageBox::No))
            SessionKeeper::forgetLeftBehind(left);
        // The others come at the next start: they would take the place of what was opened.
        if (!isOpened)
            offerLeftBehind();
    });
}

void MainWindow::showAbout()
{
    auto *const box = MessageBox::show(MessageBox::NoIcon, tr("About RankScope"),
                                       tr("RankScope %1").arg(QStringLiteral(RANKSCOPE_VERSION)),
                                       tr("Viewer for profiling runs of AI training on Ascend NPUs.\n"
                                          "It reads files only: nothing is written beside them. Only your own ssh uses "
                                          "the network, for ssh:// paths.\n"
                                          "Licensed under the Apache License 2.0."),
                                       this);
    box->setIconPixmap(windowIcon().pixmap(64, 64));
}

} // namespace rs
