// SPDX-License-Identifier: Apache-2.0
// The menus of MainWindow: what they hold, what they are called, and the dialogs they open.
#include "app/mainwindow.h"

#include "app/actionfinder.h"
#include "app/exporteverything.h"
#include "app/importdialog.h"
#include "app/startpage.h"
#include "items/format.h"
#include "views/search/searchview.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/icons.h"

#include <QActionGroup>
#include <QApplication>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QMenuBar>
#include <QMessageBox>
#include <QProgressDialog>
#include <QShortcut>
#include <QTableWidget>
#include <QVBoxLayout>

namespace rs {

template <typename Handler>
QAction *MainWindow::add(QMenu *menu, const char *name, const QKeySequence &key, const char *icon, Handler handler)
{
    QAction *const a = menu->addAction(QString());
    a->setObjectName(QString::fromLatin1(name));
    a->setShortcut(key);
    if (icon)
        a->setIcon(symbol(QString::fromLatin1(icon)));
    connect(a, &QAction::triggered, this, handler);
    return a;
}

void MainWindow::buildMenus()
{
    buildFileMenu();
    buildViewMenu();
    buildAnalyseMenu();
    buildWindowMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu()
{
    m_file = menuBar()->addMenu(QString());
    add(m_file, "importData", QKeySequence::Open, "folder-open", [this] { importData(); });
    add(m_file, "importFolder", {}, nullptr, [this] { importFolder(); });
    add(m_file, "importFiles", {}, nullptr, [this] { importFiles(); });
    m_recent = m_file->addMenu(QString());
    m_file->addSeparator();
    add(m_file, "reload", QKeySequence(Qt::Key_F5), "reload", [this] { m_bench.session().reload(); });
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
    m_file->addSeparator();
    add(m_file, "quit", QKeySequence::Quit, nullptr, [this] { close(); })->setMenuRole(QAction::QuitRole);
}

void MainWindow::buildViewMenu()
{
    m_view = menuBar()->addMenu(QString());
    add(m_view, "back", QKeySequence(Qt::ALT | Qt::Key_Left), "back", [this] { m_bench.state().back(); });
    add(m_view, "forward", QKeySequence(Qt::ALT | Qt::Key_Right), "forward", [this] { m_bench.state().forward(); });
    m_view->addSeparator();
    m_themeMenu = m_view->addMenu(QString());
    auto *const themes = new QActionGroup(this);
    for (const auto &[name, mode] : {std::pair("themeSystem", Theme::Mode::System), std::pair("themeLight", Theme::Mode::Light),
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
    const QString chosen = m_bench.settings().language();
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
            QMessageBox::information(this, tr("Interface Size"), tr("The size changes when RankScope is started again."));
        });
        a->setData(percent);
        a->setCheckable(true);
        a->setChecked(m_bench.settings().scalePercent() == percent);
        scales->addAction(a);
    }
    m_view->addSeparator();
    add(m_view, "fullScreen", QKeySequence(Qt::Key_F11), nullptr,
        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::buildAnalyseMenu()
{
    m_analyse = menuBar()->addMenu(QString());
    add(m_analyse, "find", QKeySequence::Find, "search", [this] { focusSearch(); });
    add(m_analyse, "findNext", QKeySequence(Qt::Key_F3), "down", [this] { m_search->next(); });
    add(m_analyse, "findPrevious", QKeySequence(Qt::SHIFT | Qt::Key_F3), "up", [this] { m_search->previous(); });
    m_analyse->addSeparator();
    add(m_analyse, "swapRanks", {}, "swap", [this] {
        const RankRef current = m_bench.state().currentRank();
        m_bench.state().setCurrentRank(m_bench.state().otherRank());
        m_bench.state().setOtherRank(current);
    });
    m_analyse->addSeparator();
    m_timelineMenu = m_analyse->addMenu(QString());
    for (DockView *const v : m_docks->views()) {
        if (const auto *const timeline = qobject_cast<TimelineView *>(v))
            m_timelineMenu->addActions(timeline->commands());
    }
    m_analyse->addSeparator();
    int number = 0;
    for (DockView *const v : m_docks->views()) {
        const QString id = v->id();
        ++number;
        QAction *const a = m_analyse->addAction(QString());
        a->setObjectName(QStringLiteral("show-") + id);
        a->setShortcut(number <= 9 ? QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number)) : QKeySequence());
        connect(a, &QAction::triggered, this, [this, id] { m_docks->showView(id); });
    }
    // A second key for the same action would hide the first in the menu.
    auto *const slash = new QShortcut(QKeySequence(Qt::Key_Slash), this);
    connect(slash, &QShortcut::activated, this, [this] {
        if (!m_bench.runs().isEmpty())
            focusSearch();
    });
}

void MainWindow::buildWindowMenu()
{
    m_window = menuBar()->addMenu(QString());
    add(m_window, "layoutOverview", {}, "layout", [this] { m_docks->arrange(DockLayout::Arrangement::OverviewFirst); });
    add(m_window, "layoutTimeline", {}, "layout", [this] { m_docks->arrange(DockLayout::Arrangement::TimelineFirst); });
    m_window->addSeparator();
    for (DockView *const v : m_docks->views()) {
        QAction *const a = m_docks->dock(v->id())->toggleViewAction();
        a->setObjectName(QStringLiteral("dock-") + v->id());
        m_window->addAction(a);
    }
}

void MainWindow::buildHelpMenu()
{
    m_help = menuBar()->addMenu(QString());
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
    text("importFolder", tr("Import F&older…"));
    text("importFiles", tr("Import Fi&les…"));
    m_recent->setTitle(tr("&Recent"));
    text("reload", tr("Re&load"));
    text("cancelLoad", tr("&Stop Loading"));
    text("closeRun", tr("&Close Run"));
    text("closeAll", tr("Close &All Runs"));
    text("exportEverything", tr("&Export Everything…"));
    text("quit", tr("&Quit"));

    m_view->setTitle(tr("&View"));
    text("back", tr("&Back"));
    text("forward", tr("&Forward"));
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
    text("fullScreen", tr("F&ull Screen"));

    m_analyse->setTitle(tr("&Analyse"));
    text("find", tr("&Find Slices"));
    text("findNext", tr("Find &Next"));
    text("findPrevious", tr("Find &Previous"));
    text("swapRanks", tr("&Swap the Compared Ranks"));
    m_timelineMenu->setTitle(tr("&Timeline"));
    for (DockView *const v : m_docks->views())
        action(QStringLiteral("show-") + v->id())->setText(tr("Show %1").arg(v->title()));

    m_window->setTitle(tr("&Window"));
    text("layoutOverview", tr("Layout: &Overview First"));
    text("layoutTimeline", tr("Layout: &Timeline First"));

    m_help->setTitle(tr("&Help"));
    text("finder", tr("&Find a Command…"));
    text("shortcuts", tr("&Keyboard Shortcuts"));
    text("about", tr("&About RankScope"));
    text("aboutQt", tr("About &Qt"));
    fillRecent();
    updateTitle();
}

void MainWindow::fillRecent()
{
    m_recent->clear();
    for (const QString &path : m_bench.settings().recentPaths()) {
        QString label = m_recent->fontMetrics().elidedText(format::displayText(path), Qt::ElideMiddle, 600);
        QAction *const a = m_recent->addAction(label.replace(QLatin1Char('&'), QLatin1String("&&")));
        a->setData(path);
        a->setEnabled(QFileInfo::exists(path));
        connect(a, &QAction::triggered, this, [this, path] { open({path}); });
    }
    m_recent->setEnabled(!m_recent->isEmpty());
    if (m_recent->isEmpty())
        return;
    m_recent->addSeparator();
    m_recent->addAction(tr("Clear the List"), this, [this] { m_bench.settings().clearRecentPaths(); });
}

void MainWindow::updateActions()
{
    const bool open = !m_bench.runs().isEmpty();
    const auto enable = [this](const char *name, bool on) { action(QString::fromLatin1(name))->setEnabled(on); };
    for (const char *const name : {"reload", "closeRun", "closeAll", "exportEverything", "find", "findNext", "findPrevious", "swapRanks",
                                   "layoutOverview", "layoutTimeline"})
        enable(name, open);
    for (DockView *const v : m_docks->views()) {
        action(QStringLiteral("show-") + v->id())->setEnabled(open);
        m_docks->dock(v->id())->toggleViewAction()->setEnabled(open);
    }
    enable("cancelLoad", m_bench.session().isBusy());
    enable("back", m_bench.state().canGoBack());
    enable("forward", m_bench.state().canGoForward());
}

void MainWindow::importData()
{
    ImportDialog dialog(m_bench.settings().lastFolder(), this);
    if (dialog.exec() == QDialog::Accepted)
        open(dialog.paths());
}

void MainWindow::importFolder()
{
    const QString path = QFileDialog::getExistingDirectory(this, tr("Import Folder"), m_bench.settings().lastFolder());
    if (!path.isEmpty())
        open({path});
}

void MainWindow::importFiles()
{
    open(QFileDialog::getOpenFileNames(this, tr("Import Files"), m_bench.settings().lastFolder(),
                                       tr("Profiler files (*.json *.json.gz *.csv *.db);;All files (*)")));
}

void MainWindow::exportEverything()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Export Everything"), m_bench.settings().lastFolder());
    if (folder.isEmpty())
        return;
    QProgressDialog progress(tr("Writing tables and pictures…"), tr("Cancel"), 0, 0, this);
    progress.setWindowModality(Qt::WindowModal);
    progress.setMinimumDuration(0);
    const ExportEverything::Result result = ExportEverything::run(m_docks->views(), folder, [&](int done, int total, const QString &) {
        progress.setMaximum(total);
        progress.setValue(done);
        QApplication::processEvents();
        return !progress.wasCanceled();
    });
    progress.close();
    if (result.cancelled)
        return;
    QMessageBox box(result.errors.isEmpty() ? QMessageBox::Information : QMessageBox::Warning, tr("Export Everything"),
                    tr("%n table(s)", nullptr, result.tables) + QStringLiteral(", ") + tr("%n picture(s)", nullptr, result.pictures),
                    QMessageBox::Ok, this);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(result.errors.isEmpty() ? folder : result.errors.mid(0, 10).join(QLatin1Char('\n')));
    box.exec();
}

void MainWindow::showFinder()
{
    auto *const finder = new ActionFinder(ActionFinder::actionsOf(menuBar()), this);
    finder->setAttribute(Qt::WA_DeleteOnClose);
    finder->move(mapToGlobal(QPoint((width() - finder->width()) / 2, menuBar()->height() + 8)));
    finder->show();
}

void MainWindow::showShortcuts()
{
    auto *const dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("shortcutsDialog"));
    dialog->setWindowTitle(tr("Keyboard Shortcuts"));
    std::vector<std::pair<QString, QString>> rows;
    for (const QAction *const a : ActionFinder::actionsOf(menuBar())) {
        if (!a->shortcut().isEmpty())
            rows.emplace_back(a->shortcut().toString(QKeySequence::NativeText), plainActionText(a));
    }
    rows.emplace_back(QStringLiteral("/"), tr("Find slices"));
    for (const auto &[keys, what] : std::initializer_list<std::pair<QString, QString>>{
             {QStringLiteral("W  S"), tr("Timeline: zoom in, zoom out")},
             {QStringLiteral("A  D"), tr("Timeline: move left, right")},
             {tr("Ctrl+wheel"), tr("Timeline: zoom at the cursor")},
             {tr("Shift+wheel"), tr("Timeline: move left, right")},
             {tr("Drag"), tr("Timeline: select a box")},
             {tr("Shift+drag, Ctrl+drag, middle button"), tr("Timeline: move")},
             {tr("Double click"), tr("Timeline: zoom to the slice")},
             {tr("Alt+drag"), tr("Timeline: zoom to the dragged span")},
             {tr("Drag on the ruler"), tr("Timeline: measure between edges of slices")},
             {QStringLiteral("Alt+1…9, 1…9"), tr("Timeline: keep this view, return to it")},
             {tr("Enter, Shift+Enter"), tr("Search: next, previous hit")},
         })
        rows.emplace_back(keys, what);
    auto *const table = new QTableWidget(static_cast<int>(rows.size()), 2, dialog);
    table->setHorizontalHeaderLabels({tr("Key"), tr("Command")});
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    for (int r = 0; r < table->rowCount(); ++r) {
        table->setItem(r, 0, new QTableWidgetItem(rows[static_cast<size_t>(r)].first));
        table->setItem(r, 1, new QTableWidgetItem(rows[static_cast<size_t>(r)].second));
    }
    table->resizeColumnToContents(0);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto *const column = new QVBoxLayout(dialog);
    column->addWidget(table);
    column->addWidget(buttons);
    dialog->resize(560, 560);
    dialog->open();
}

void MainWindow::showAbout()
{
    QMessageBox box(QMessageBox::NoIcon, tr("About RankScope"), tr("RankScope %1").arg(QStringLiteral(RANKSCOPE_VERSION)), QMessageBox::Ok, this);
    box.setTextFormat(Qt::PlainText);
    box.setIconPixmap(windowIcon().pixmap(64, 64));
    box.setInformativeText(tr("Viewer for profiling runs of AI training on Ascend NPUs.\n"
                              "It reads files only: nothing is written beside them, and no network is used.\n"
                              "Licensed under the Apache License 2.0."));
    box.exec();
}

} // namespace rs
