// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/dockview.h"

#include <QAction>
#include <QByteArray>
#include <QDockWidget>
#include <QMainWindow>
#include <QMap>
#include <QStringList>
#include <QTimer>

#include <map>
#include <vector>

class QTabBar;

namespace rs {

/// Ids of all views of this program, in the order of menus. They are frozen.
[[nodiscard]] QStringList viewIds();
/// `id` may name a page of the view: "system/kernels". Null for an unknown view.
[[nodiscard]] DockView *createView(const QString &id, const ViewContext &context, QWidget *parent = nullptr);

class CollapsibleDockArea;
struct Workspace;

/// The docks: one for each view, in workspaces, each of which the user may change and gets back as it was left.
class DockLayout : public QMainWindow
{
    Q_OBJECT
public:
    /// Raised whenever a dock comes or goes, so that a remembered arrangement of another set is not restored.
    static constexpr int version = 4;

    explicit DockLayout(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] DockView *view(const QString &id) const;
    [[nodiscard]] QDockWidget *dock(const QString &id) const;
    [[nodiscard]] std::vector<DockView *> views() const;
    /// Brings its tab to the front in the workspace in which it is large, and gives it the focus; opens the dock here
    /// if it is large nowhere. `id` as for createView().
    void showView(const QString &id);
    /// The same without the focus.
    void raiseView(const QString &id);
    /// Ids of the docks that lie before others in their place; the one that was used last stands last.
    [[nodiscard]] QStringList frontViews() const;
    /// Brings them to the front again, where the workspace has them; what is no id changes nothing.
    void bringToFront(const QStringList &ids);
    /// As it comes with the program.
    void resetWorkspace();
    void resetAllWorkspaces();
    void focusLarge();
    /// The dock with the focus becomes a window of its own; else the one that is large.
    void detachView();
    /// Shows the docks below with this one in front, or folds them.
    void toggleBelow(const QString &id);
    [[nodiscard]] CollapsibleDockArea &bottom() const { return *m_bottom; }
    /// Paints the docks one after the other from now on, until each was painted once, so that keys and clicks come
    /// between them: the first picture of all docks takes longer than any later one.
    void paintOneByOne();
    /// Arrangements in which the user left the workspaces, by their ids.
    [[nodiscard]] QMap<QString, QByteArray> arrangements() const;
    /// Arrangements of another version, or broken ones, keep the program's default.
    void restore(const QMap<QString, QByteArray> &arrangements);
    /// Null when the tab is of no dock.
    [[nodiscard]] QDockWidget *dockOfTab(const QTabBar *bar, int tab) const;

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    /// No context menu of Qt's own: the Window menu has the docks.
    QMenu *createPopupMenu() override { return nullptr; }

private:
    /// Follows the view state.
    void enterWorkspace();
    [[nodiscard]] const Workspace &workspace() const;
    /// Arrangement of this workspace now, or the one it is to get.
    [[nodiscard]] QByteArray arrangement() const;
    void arrange();
    void layOut(const QByteArray &state);
    /// Leaves for the workspace in which the view is large, unless it is large where the user is.
    void goWhereLarge(const QString &id);
    void applySizes();
    void keepSideNarrow();
    void paintNext();
    void updateTitlesSoon();
    void updateTitles();
    [[nodiscard]] bool isTabbed(QDockWidget *dock) const;
    static void detach(QDockWidget &dock);
    void showTabMenu(QTabBar *bar, const QPoint &at);

    std::map<QString, QDockWidget *> m_docks;
    std::map<QString, DockView *> m_views;
    ViewState &m_state;
    CollapsibleDockArea *m_bottom;
    QString m_workspace;                  ///< the one that is laid out
    std::map<QString, QByteArray> m_left; ///< how the user left the others
    // Proportions can be given only once the size is known; from then on the splitters are the user's.
    bool m_sizesPending = false;
    int m_sideWidth = 0;   ///< of the explorer, in all workspaces; 0: nobody has seen it
    QStringList m_front;   ///< to be raised then
    QByteArray m_restored; ///< to be laid out once the docks have their size
    QTimer m_titles{this};
    std::vector<QDockWidget *> m_unpainted;
    QTimer m_paint{this};
};

} // namespace rs
