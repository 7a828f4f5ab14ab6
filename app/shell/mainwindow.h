// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/demorun.h"
#include "app/shell/docklayout.h"
#include "app/dialogs/keypresets.h"
#include "app/shell/sessionkeeper.h"
#include "app/shell/workbench.h"
#include "views/widgets/latestjob.h"

#include <QHash>
#include <QMainWindow>

#include <vector>

class QActionGroup;
class QMenu;
class QMimeData;
class QStackedWidget;

namespace rs {

class ContextBar;
class ExplorerView;
class GuideWindow;
class SearchView;
class StartPage;
class StatusPanel;
class TimelineView;
class WhatIfPanel;
class WorkspaceBar;

/// The window: menus, the context bar, the start page or the docks, and the status bar. It turns actions into calls of
/// the session and of the view state; what is shown follows from those.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// `sessionFolder` is where sessions are kept automatically; empty: nowhere.
    explicit MainWindow(Workbench &bench, const QString &sessionFolder = {}, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] DockLayout &docks() { return *m_docks; }
    [[nodiscard]] StartPage &startPage() { return *m_start; }
    [[nodiscard]] ContextBar &contextBar() { return *m_context; }
    [[nodiscard]] WorkspaceBar &workspaceBar() { return *m_workspaces; }
    [[nodiscard]] StatusPanel &status() { return *m_status; }
    [[nodiscard]] KeyPresets &keys() { return *m_keys; }
    [[nodiscard]] SessionKeeper &keeper() { return *m_keeper; }
    /// By object name; null when there is none.
    [[nodiscard]] QAction *action(const QString &name) const;
    /// Opens what the user named, in whatever way.
    void open(const QStringList &paths);
    /// Asks whether to bring back what a crash left behind, if anything; the answer comes later.
    void offerLeftBehind();
    /// Restores size and docks as the user left them.
    void restoreLayout();

    /// Local paths of a drop, in their order; empty when there is none.
    [[nodiscard]] static QStringList droppedPaths(const QMimeData *data);

protected:
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    template <typename Handler>
    QAction *add(QMenu *menu, const char *name, const QKeySequence &key, const char *icon, Handler handler);
    /// Gives the action a name, by which action() finds it.
    QAction *named(QAction *action, const QString &name);
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildAnalyseMenu();
    void buildShowActions();
    void buildWindowMenu();
    void buildHelpMenu();
    void buildWorkspaceActions();
    void updateWorkspaces();
    void connectSession();
    void retranslate();
    void fillRecent();
    void emptyLibrary();
    /// That the run of the current rank was opened under.
    [[nodiscard]] QStringList currentPaths() const;
    void updateActions();
    void goToSuspect(int run);
    void updatePage();
    void updateTitle();

    void importData();
    void exportEverything();
    void exportTrace();
    void writeReport();
    /// The run of the current rank if it has a loaded trace, else the first that has; -1: none.
    [[nodiscard]] int tracedRun() const;
    void openSession();
    void openSessionFile(const QString &path);
    void saveSession();
    void connectTimeline();
    void showLeftOut(const QStringList &what);
    void showInputChanges(const std::vector<InputChange> &changes, qint64 inputs);
    void adoptKeys();
    void showNothingFound(const QStringList &paths, const std::vector<Finding> &findings);
    void showGuide();
    void showShortcuts();
    void showAbout();
    void showFinder();
    /// A command for each page of a view, made anew: titles are those of now.
    [[nodiscard]] QList<QAction *> pageActions();
    /// Lets what has the focus copy, as if it had got the keys.
    void copyFocused(const QKeySequence &keys);
    /// The filter of the table that has the focus, else the search for slices.
    void focusSearch();
    /// To the next hit (1) or the one before (-1), or a word that there is none.
    void findAgain(int direction);
    void swapRanks();

    Workbench &m_bench;
    DockLayout *m_docks;
    StartPage *m_start;
    QStackedWidget *m_pages;
    WorkspaceBar *m_workspaces;
    ContextBar *m_context;
    bool m_docksShown = false;
    StatusPanel *m_status;
    SearchView *m_search;
    TimelineView *m_timeline = nullptr;
    WhatIfPanel *m_whatIf = nullptr;
    ExplorerView *m_explorer;
    DemoRun m_demo;
    GuideWindow *m_guide = nullptr; ///< once it was asked for
    QString m_sessionFile;          ///< opened or saved last: the next is saved there
    bool m_isTouched = false;       ///< a key or a button went down in a view since a run was opened
    KeyPresets *m_keys;
    SessionKeeper *m_keeper;
    QHash<QString, QAction *> m_actions;
    QList<QAction *> m_shows;
    QList<QAction *> m_pageShows; ///< of pageActions()
    QMenu *m_file = nullptr;
    QMenu *m_recent = nullptr;
    LatestJob<std::vector<bool>> m_recentJob; ///< which of its paths are missing
    QMenu *m_edit = nullptr;
    QMenu *m_view = nullptr;
    QMenu *m_themeMenu = nullptr;
    QMenu *m_languageMenu = nullptr;
    QMenu *m_scaleMenu = nullptr;
    QMenu *m_memoryMenu = nullptr;
    QMenu *m_cacheMenu = nullptr;
    QMenu *m_libraryMenu = nullptr;
    QMenu *m_analyse = nullptr;
    QMenu *m_timelineMenu = nullptr;
    QMenu *m_window = nullptr;
    QMenu *m_help = nullptr;
};

} // namespace rs
