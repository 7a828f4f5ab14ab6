// SPDX-License-Identifier: Apache-2.0
#include "app/shell/docklayout.h"

#include "app/shell/collapsibledockarea.h"
#include "app/shell/windowplacement.h"
#include "app/shell/focuscycler.h"
#include "app/session/workspaces.h"
#include "views/communication/communicationview.h"
#include "views/compare/compareview.h"
#include "views/dataset/dataview.h"
#include "views/browse/detailsview.h"
#include "views/browse/explorerview.h"
#include "views/browse/findingsview.h"
#include "views/host/hostview.h"
#include "views/memory/memoryview.h"
#include "views/operators/operatorsview.h"
#include "views/parallel/parallelview.h"
#include "views/overview/overviewview.h"
#include "views/browse/searchview.h"
#include "views/browse/selectionview.h"
#include "views/tools/sqlview.h"
#include "views/browse/systemview.h"
#include "views/timeline/timelineview.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMenu>
#include <QResizeEvent>
#include <QScreen>
#include <QTabBar>

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

namespace {

struct ViewEntry
{
    const char *id;
    DockView *(*make)(const ViewContext &, QWidget *);
};

template <typename View>
DockView *make(const ViewContext &context, QWidget *parent)
{
    return new View(context, parent);
}

constexpr std::array viewEntries = {
    ViewEntry{"explorer", make<ExplorerView>},
    ViewEntry{"overview", make<OverviewView>},
    ViewEntry{"communication", make<CommunicationView>},
    ViewEntry{"compare", make<CompareView>},
    ViewEntry{"host", make<HostView>},
    ViewEntry{"memory", make<MemoryView>},
    ViewEntry{"timeline", make<TimelineView>},
    ViewEntry{"details", make<DetailsView>},
    ViewEntry{"selection", make<SelectionView>},
    ViewEntry{"search", make<SearchView>},
    ViewEntry{"system", make<SystemView>},
    ViewEntry{"findings", make<FindingsView>},
    ViewEntry{"operators", make<OperatorsView>},
    ViewEntry{"data", make<DataView>}, // behind all others, whose keys are known
    ViewEntry{"sql", make<SqlView>},
    ViewEntry{"parallel", make<ParallelView>},
};

constexpr int sidePercent = 17; // of the window, for the explorer

/// A title bar that takes no room. The dock's layout asks for its size hint, and that of a plain widget is -1.
class NoTitle : public QWidget
{
public:
    using QWidget::QWidget;
    [[nodiscard]] QSize sizeHint() const override { return {0, 0}; }
};

/// A dock whose Tab goes round its own controls while it is detached.
class Dock : public QDockWidget
{
public:
    using QDockWidget::QDockWidget;

protected:
    bool focusNextPrevChild(bool next) override
    {
        return isWindow() ? moveFocus(*this, next) : QDockWidget::focusNextPrevChild(next);
    }
};

} // namespace

QStringList viewIds()
{
    QStringList out;
    for (const ViewEntry &v : viewEntries)
        out.append(QString::fromLatin1(v.id));
    return out;
}

DockView *createView(const QString &id, const ViewContext &context, QWidget *parent)
{
    for (const ViewEntry &v : viewEntries) {
        if (id.section(u'/', 0, 0) != QLatin1String(v.id))
            continue;
        DockView *const view = v.make(context, parent);
        view->showPage(id.section(u'/', 1));
        return view;
    }
    return nullptr;
}

namespace {
// Qt names them once, in the language of that moment.
void nameButtons(const QDockWidget &dock)
{
    const auto name = [&dock](const char *button, const char *text, const char *description) {
        auto *const b = dock.findChild<QAbstractButton *>(QLatin1String(button), Qt::FindDirectChildrenOnly);
        if (!b)
            return;
        b->setAccessibleName(QCoreApplication::translate("QDockWidget", text));
        b->setAccessibleDescription(QCoreApplication::translate("QDockWidget", description));
    };
    name("qt_dockwidget_closebutton", "Close", "Closes the dock widget");
    name("qt_dockwidget_floatbutton", "Float", "Undocks and re-attaches the dock widget");
}

void nameButtons(const QTabBar &bar)
{
    for (const auto &[button, text] :
         {std::pair("ScrollLeftButton", "Scroll Left"), std::pair("ScrollRightButton", "Scroll Right")}) {
        if (auto *const b = bar.findChild<QAbstractButton *>(QLatin1String(button)))
            b->setAccessibleName(QCoreApplication::translate("QTabBar", text));
    }
}
} // namespace

DockLayout::DockLayout(const ViewContext &context, QWidget *parent)
    : QMainWindow(parent), m_state(*context.state), m_bottom(new CollapsibleDockArea(*this, *context.state))
{
    setWindowFlags(Qt::Widget);
    setObjectName(QStringLiteral("docks"));
    setDockNestingEnabled(true);
    setAnimated(false);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    for (const QString &id : viewIds()) {
        DockView *const v = createView(id, context, this);
        auto *const d = new Dock(v->title(), this);
        d->setObjectName(QStringLiteral("dock-") + id);
        d->setWidget(v);
        // Dropped in the middle it would become a tab over what is large there.
        if (id == u"explorer")
            d->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
        connect(v, &DockView::titleChanged, d, [d, v] {
            d->setWindowTitle(v->title());
            nameButtons(*d);
        });
        for (const auto signal : {&QDockWidget::topLevelChanged, &QDockWidget::visibilityChanged})
            connect(d, signal, this, &DockLayout::updateTitlesSoon);
        connect(d, &QDockWidget::dockLocationChanged, this, &DockLayout::updateTitlesSoon);
        m_docks[id] = d;
        m_views[id] = v;
    }
    m_titles.setSingleShot(true);
    connect(&m_titles, &QTimer::timeout, this, &DockLayout::updateTitles);
    constexpr int betweenMs = 1;
    m_paint.setInterval(betweenMs);
    connect(&m_paint, &QTimer::timeout, this, &DockLayout::paintNext);
    connect(&m_state, &ViewState::workspaceChanged, this, &DockLayout::enterWorkspace);
    if (!Workspaces::find(m_state.workspace()))
        m_state.setWorkspace(QLatin1String(Workspaces::all().front().id));
    enterWorkspace();
}

void DockLayout::paintOneByOne()
{
    m_unpainted.clear();
    for (const auto &[id, dock] : m_docks) {
        dock->setUpdatesEnabled(false);
        m_unpainted.push_back(dock);
    }
    m_paint.start();
}

void DockLayout::paintNext()
{
    bool paints = false;
    while (!m_unpainted.empty() && !paints) {
        QDockWidget *const dock = m_unpainted.back();
        m_unpainted.pop_back();
        paints = dock->isVisible();
        dock->setUpdatesEnabled(true);
    }
    if (m_unpainted.empty())
        m_paint.stop();
}

DockView *DockLayout::view(const QString &id) const
{
    const auto at = m_views.find(id);
    return at == m_views.end() ? nullptr : at->second;
}

QDockWidget *DockLayout::dock(const QString &id) const
{
    const auto at = m_docks.find(id);
    return at == m_docks.end() ? nullptr : at->second;
}

std::vector<DockView *> DockLayout::views() const
{
    std::vector<DockView *> out;
    for (const QString &id : viewIds())
        out.push_back(view(id));
    return out;
}

void DockLayout::showView(const QString &id)
{
    raiseView(id);
    m_bottom->unfoldFor(id.section(u'/', 0, 0));
    if (DockView *const v = view(id.section(u'/', 0, 0)))
        v->setFocus(Qt::OtherFocusReason);
}

void DockLayout::raiseView(const QString &id)
{
    const QString name = id.section(u'/', 0, 0);
    QDockWidget *const d = dock(name);
    if (!d)
        return;
    goWhereLarge(name);
    d->show();
    d->raise();
    if (m_sizesPending) // tabs that are not laid out yet take no order
        m_front.append(name);
    view(name)->showPage(id.section(u'/', 1));
}

void DockLayout::goWhereLarge(const QString &id)
{
    const Workspace *const target = Workspaces::ofDock(id);
    if (!target || m_workspace == QLatin1String(target->id))
        return;
    // A dock that is large here, or has its own window, is visible already.
    const QDockWidget *const d = dock(id);
    const bool seen = !d->isHidden() && !d->visibleRegion().isEmpty();
    if (seen && (d->isFloating() || d->height() * 2 >= height()))
        return;
    m_state.setWorkspace(QLatin1String(target->id));
}

QStringList DockLayout::frontViews() const
{
    QStringList out;
    for (const QTabBar *const bar : findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
        const QDockWidget *const front = bar->isVisibleTo(this) ? dockOfTab(bar, bar->currentIndex()) : nullptr;
        for (const QString &id : viewIds()) {
            if (front && dock(id) == front)
                out.append(id);
        }
    }
    std::sort(out.begin(), out.end());
    const QWidget *const focus = QApplication::focusWidget();
    std::stable_partition(out.begin(), out.end(),
                          [&](const QString &id) { return !focus || !dock(id)->isAncestorOf(focus); });
    return out;
}

void DockLayout::bringToFront(const QStringList &ids)
{
    // Tabs that are not laid out yet take no order.
    if (m_sizesPending)
        m_front = ids;
    for (const QString &id : ids) {
        if (viewIds().contains(id) && !dock(id)->isHidden())
            dock(id)->raise();
    }
}

const Workspace &DockLayout::workspace() const
{
    const Workspace *const found = Workspaces::find(m_workspace);
    return found ? *found : Workspaces::all().front();
}

void DockLayout::enterWorkspace()
{
    const QString id = m_state.workspace();
    if (id == m_workspace || !Workspaces::find(id))
        return;
    // If updates of the window are off already, this widget must not turn them off longer.
    const bool updates = updatesEnabled();
    if (updates)
        setUpdatesEnabled(false);
    QWidget *const focus = QApplication::focusWidget();
    const bool ours = focus && isAncestorOf(focus);
    QString used;
    for (const QString &name : viewIds()) {
        if (ours && dock(name)->isAncestorOf(focus))
            used = name;
    }
    const bool wasBelow = !used.isEmpty() && m_bottom->holds(dock(used));
    // Docks without their sizes yet would come back in those of a window that nobody has seen.
    const bool wasSeen = !m_sizesPending || !m_restored.isEmpty();
    if (!m_workspace.isEmpty() && wasSeen) {
        m_left[m_workspace] = arrangement();
        // One that the user laid above or below the others has the width of the window.
        if (const QDockWidget *const side = dock(QStringLiteral("explorer"));
            !side->isHidden() && !side->isFloating() && side->width() < width() / 2)
            m_sideWidth = side->width();
    }
    m_workspace = id;
    const auto at = m_left.find(id);
    layOut(at == m_left.end() ? QByteArray() : at->second);
    m_bottom->bringDetails();
    if (ours) {
        // One that was large and lies below now waits for its turn as the others there do.
        const bool isBelow = !used.isEmpty() && m_bottom->holds(dock(used));
        const bool stays =
            !used.isEmpty() && !dock(used)->isHidden() && isBelow == wasBelow && !(isBelow && m_bottom->isFolded());
        if (stays)
            bringToFront({used});
        QWidget *const next = stays ? focus : view(Workspaces::docks(workspace().large).front());
        next->setFocus(Qt::OtherFocusReason);
    }
    if (!updates)
        return;
    setUpdatesEnabled(true);
    // Qt leaves out docks that became windows meanwhile or came back from one.
    for (const auto &[name, d] : m_docks) {
        if (std::find(m_unpainted.begin(), m_unpainted.end(), d) == m_unpainted.end())
            d->setUpdatesEnabled(true);
    }
}

void DockLayout::layOut(const QByteArray &state)
{
    m_bottom->release();
    m_restored.clear();
    if (state.isEmpty() || !restoreState(state, version)) {
        arrange();
    } else {
        // Docks that are not laid out yet would take the sizes for those of a far smaller window.
        m_restored = state;
        m_sizesPending = true;
        applySizes();
    }
    m_bottom->refresh();
}

void DockLayout::resetWorkspace()
{
    m_left.erase(m_workspace);
    m_sideWidth = 0;
    m_bottom->setHeight(0);
    layOut({});
    m_bottom->followSelection();
}

void DockLayout::resetAllWorkspaces()
{
    m_left.clear();
    resetWorkspace();
}

void DockLayout::focusLarge()
{
    view(Workspaces::docks(workspace().large).front())->setFocus(Qt::OtherFocusReason);
}

void DockLayout::detachView()
{
    const QWidget *const focus = QApplication::focusWidget();
    QString name = Workspaces::docks(workspace().large).front();
    for (const QString &id : viewIds()) {
        if (focus && dock(id)->isAncestorOf(focus))
            name = id;
    }
    if (QDockWidget *const d = dock(name); !d->isFloating() && !d->isHidden())
        detach(*d);
}

void DockLayout::toggleBelow(const QString &id)
{
    QDockWidget *const d = dock(id);
    const bool front = !d->isHidden() && !d->visibleRegion().isEmpty();
    if (!m_bottom->holds(d)) {
        d->setVisible(!front);
        d->raise();
    } else {
        m_bottom->setFolded(!m_bottom->isFolded()); // whichever of them lies in front
    }
}

void DockLayout::arrange()
{
    for (const auto &[id, d] : m_docks) {
        d->setFloating(false);
        removeDockWidget(d);
    }
    const QStringList large = Workspaces::docks(workspace().large);
    const QStringList below = Workspaces::docks(workspace().below);
    QDockWidget *const left = dock(QStringLiteral("explorer"));
    QDockWidget *const top = dock(large.front());
    QDockWidget *const bottom = dock(below.front());
    addDockWidget(Qt::TopDockWidgetArea, left);
    addDockWidget(Qt::TopDockWidgetArea, top);
    splitDockWidget(left, top, Qt::Horizontal);
    addDockWidget(Qt::BottomDockWidgetArea, bottom);
    // Docks of other workspaces wait among these until somebody opens them.
    QStringList shown = large + below + QStringList{QStringLiteral("explorer")};
    for (const QString &id : large + below + viewIds()) {
        QDockWidget *const d = dock(id);
        if (d == left || d == top || d == bottom || dockWidgetArea(d) != Qt::NoDockWidgetArea)
            continue;
        const bool isLarge = shown.contains(id) ? large.contains(id) : Workspaces::ofDock(id) != nullptr;
        tabifyDockWidget(isLarge ? top : bottom, d);
    }
    for (const auto &[id, d] : m_docks)
        d->setVisible(shown.contains(id));
    top->raise();
    bottom->raise();
    m_sizesPending = true;
    applySizes();
}

void DockLayout::applySizes()
{
    if (!m_sizesPending || width() < 200 || height() < 200 || !isVisible())
        return;
    m_sizesPending = false;
    if (!m_restored.isEmpty()) {
        m_bottom->release();
        restoreState(std::exchange(m_restored, {}), version);
        m_bottom->refresh();
        bringToFront(std::exchange(m_front, {}));
        if (QDockWidget *const side = dock(QStringLiteral("explorer"));
            m_sideWidth > 0 && !side->isHidden() && !side->isFloating() && side->width() < width() / 2)
            resizeDocks({side}, {m_sideWidth}, Qt::Horizontal);
        QTimer::singleShot(0, m_bottom, &CollapsibleDockArea::keepLeastHeight); // once the docks have their sizes
        keepSideNarrow();
        QTimer::singleShot(0, this, &DockLayout::keepSideNarrow);
        return;
    }
    const int side = m_sideWidth > 0 ? m_sideWidth : width() * sidePercent / 100;
    QDockWidget *const left = dock(QStringLiteral("explorer"));
    QDockWidget *const top = dock(Workspaces::docks(workspace().large).front());
    resizeDocks({left, top}, {side, width() - side}, Qt::Horizontal);
    m_bottom->resize();
    bringToFront(std::exchange(m_front, {}));
    QTimer::singleShot(0, this, &DockLayout::keepSideNarrow);
}

// Docks that get their sizes while the window is still laid out may leave all of it to the explorer.
void DockLayout::keepSideNarrow()
{
    const int third = width() / 3;
    QDockWidget *const side = dock(QStringLiteral("explorer"));
    // One that the user laid above or below the others is as wide as the window.
    const bool isBeside = side->width() < width() * 19 / 20;
    if (m_sizesPending || side->isHidden() || side->isFloating() || !isBeside || side->width() <= third)
        return;
    resizeDocks({side}, {std::min(m_sideWidth > 0 ? m_sideWidth : width() * sidePercent / 100, third)}, Qt::Horizontal);
}

void DockLayout::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        updateTitlesSoon();
}

void DockLayout::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    QTimer::singleShot(0, this, m_sizesPending ? &DockLayout::applySizes : &DockLayout::keepSideNarrow);
}

void DockLayout::updateTitlesSoon()
{
    m_titles.start(0);
}

bool DockLayout::isTabbed(QDockWidget *dock) const
{
    const auto others = tabifiedDockWidgets(dock);
    return std::any_of(others.begin(), others.end(), [](const QDockWidget *d) { return !d->isHidden(); });
}

void DockLayout::updateTitles()
{
    for (const auto &[id, d] : m_docks) {
        // The tab is the title then, or that of the workspace; a bar that repeats it would only take room from the
        // view.
        const bool tabbed = !d->isFloating() && (isTabbed(d) || Workspaces::docks(workspace().large).contains(id));
        if (tabbed == (d->titleBarWidget() != nullptr))
            continue;
        QWidget *const old = d->titleBarWidget();
        d->setTitleBarWidget(tabbed ? new NoTitle(d) : nullptr);
        delete old;
    }
    m_bottom->refresh();
    for (QTabBar *const bar : findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
        nameButtons(*bar);
        if (bar->contextMenuPolicy() == Qt::CustomContextMenu)
            continue;
        bar->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(bar, &QTabBar::customContextMenuRequested, this,
                [this, bar](const QPoint &at) { showTabMenu(bar, at); });
        connect(bar, &QTabBar::tabBarDoubleClicked, this, [this, bar](int tab) {
            if (QDockWidget *const d = dockOfTab(bar, tab))
                detach(*d);
        });
    }
}

void DockLayout::detach(QDockWidget &dock)
{
    constexpr QPoint aside(40, 40);
    const QPoint docked = dock.mapToGlobal(QPoint());
    dock.setFloating(true);
    // Exactly over its old place it would look as if it were docked, and the tabs that it covers as if they were dead.
    // Past the edge of the screen its title could not be reached.
    const QScreen *const screen = QGuiApplication::screenAt(docked) ? QGuiApplication::screenAt(docked) : dock.screen();
    const QRect room = screen->availableGeometry();
    dock.resize(dock.size().boundedTo(WindowPlacement::roomFor(room)));
    const QPoint most = room.bottomRight() - QPoint(dock.width(), dock.height());
    const QPoint at = docked + aside;
    dock.move(std::max(room.left(), std::min(at.x(), most.x())), std::max(room.top(), std::min(at.y(), most.y())));
}

QDockWidget *DockLayout::dockOfTab(const QTabBar *bar, int tab) const
{
    for (const auto &[id, d] : m_docks) {
        if (tab >= 0 && bar->tabText(tab) == d->windowTitle() && !d->isFloating())
            return d;
    }
    return nullptr;
}

void DockLayout::showTabMenu(QTabBar *bar, const QPoint &at)
{
    const int tab = bar->tabAt(at);
    QDockWidget *const d = dockOfTab(bar, tab >= 0 ? tab : bar->currentIndex());
    if (!d)
        return;
    QMenu menu(this);
    menu.addAction(tr("Detach"), d, [d] { detach(*d); });
    menu.addAction(tr("Close"), d, &QDockWidget::close);
    menu.exec(bar->mapToGlobal(at));
}

QMap<QString, QByteArray> DockLayout::arrangements() const
{
    QMap<QString, QByteArray> out;
    for (const auto &[id, state] : m_left)
        out[id] = state;
    out[m_workspace] = arrangement();
    return out;
}

QByteArray DockLayout::arrangement() const
{
    return m_restored.isEmpty() ? saveState(version) : m_restored;
}

void DockLayout::restore(const QMap<QString, QByteArray> &arrangements)
{
    for (auto it = arrangements.begin(); it != arrangements.end(); ++it) {
        if (Workspaces::find(it.key()) && !it.value().isEmpty())
            m_left[it.key()] = it.value();
    }
    if (const auto at = m_left.find(m_workspace); at != m_left.end())
        layOut(at->second);
}

} // namespace rs

#include "moc_docklayout.cpp"
