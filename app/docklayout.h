// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"

#include <QAction>
#include <QByteArray>
#include <QDockWidget>
#include <QMainWindow>
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

/// The docks: one for each view, two arrangements that come with the program, and the user's own, which is remembered.
class DockLayout : public QMainWindow
{
    Q_OBJECT
public:
    /// Raised whenever a dock comes or goes, so that a remembered arrangement of another set is not restored.
    static constexpr int version = 2;
    enum class Arrangement { OverviewFirst, TimelineFirst };

    explicit DockLayout(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] DockView *view(const QString &id) const;
    [[nodiscard]] QDockWidget *dock(const QString &id) const;
    [[nodiscard]] std::vector<DockView *> views() const;
    /// Opens the dock if it is closed, brings its tab to the front, and gives it the focus. `id` as for createView().
    void showView(const QString &id);
    /// The same without the focus.
    void raiseView(const QString &id);
    /// Ids of the docks that lie before others in their place; the one that was used last stands last.
    [[nodiscard]] QStringList frontViews() const;
    /// Brings them to the front again; what is no id changes nothing.
    void bringToFront(const QStringList &ids);
    void arrange(Arrangement arrangement);
    /// Paints the docks one after the other from now on, until each was painted once, so that keys and clicks come
    /// between them: the first picture of all docks takes longer than any later one.
    void paintOneByOne();
    [[nodiscard]] QByteArray arrangement() const { return m_restored.isEmpty() ? saveState(version) : m_restored; }
    /// False when `state` is of another version or broken; nothing is changed then.
    bool restore(const QByteArray &state);

protected:
    void resizeEvent(QResizeEvent *event) override;
    /// No context menu of Qt's own: the Window menu has the docks.
    QMenu *createPopupMenu() override { return nullptr; }

private:
    void applySizes();
    void paintNext();
    void updateTitlesSoon();
    void updateTitles();
    static void detach(QDockWidget &dock);
    [[nodiscard]] QDockWidget *dockOfTab(const QTabBar *bar, int tab) const;
    void showTabMenu(QTabBar *bar, const QPoint &at);

    std::map<QString, QDockWidget *> m_docks;
    std::map<QString, DockView *> m_views;
    Arrangement m_arrangement = Arrangement::OverviewFirst;
    // Proportions can be given only once the size is known; from then on the splitters are the user's.
    bool m_sizesPending = false;
    QByteArray m_restored; ///< to be laid out once the docks have their size
    QTimer m_titles{this};
    std::vector<QDockWidget *> m_unpainted;
    QTimer m_paint{this};
};

} // namespace rs
