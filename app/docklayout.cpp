// SPDX-License-Identifier: Apache-2.0
#include "app/docklayout.h"

#include "app/screenfit.h"
#include "app/tabround.h"
#include "views/communication/communicationview.h"
#include "views/compare/compareview.h"
#include "views/details/detailsview.h"
#include "views/explorer/explorerview.h"
#include "views/findings/findingsview.h"
#include "views/overview/overviewview.h"
#include "views/search/searchview.h"
#include "views/selection/selectionview.h"
#include "views/system/systemview.h"
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
    ViewEntry{"timeline", make<TimelineView>},
    ViewEntry{"details", make<DetailsView>},
    ViewEntry{"selection", make<SelectionView>},
    ViewEntry{"search", make<SearchView>},
    ViewEntry{"system", make<SystemView>},
    ViewEntry{"findings", make<FindingsView>},
};

// Of the overview, the timeline and the details below each other. In a lower window the timeline is a tab beside the
// overview: a chart and lanes of a few pixels serve nobody.
constexpr int leastLinesOfThreeRows = 40;

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
} // namespace

DockLayout::DockLayout(const ViewContext &context, QWidget *parent) : QMainWindow(parent)
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
    arrange(Arrangement::OverviewFirst);
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
    if (DockView *const v = view(id.section(u'/', 0, 0)))
        v->setFocus(Qt::OtherFocusReason);
}

void DockLayout::raiseView(const QString &id)
{
    const QString name = id.section(u'/', 0, 0);
    QDockWidget *const d = dock(name);
    if (!d)
        return;
    d->show();
    d->raise();
    view(name)->showPage(id.section(u'/', 1));
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
    for (const QString &id : ids) {
        if (viewIds().contains(id))
            raiseView(id);
    }
}

void DockLayout::arrange(Arrangement arrangement)
{
    m_arrangement = arrangement;
    m_restored.clear();
    for (const auto &[id, d] : m_docks) {
        d->setFloating(false);
        removeDockWidget(d);
    }
    const auto tabs = [this](const QStringList &ids) {
        QDockWidget *first = nullptr;
        for (const QString &id : ids) {
            QDockWidget *const d = dock(id);
            if (!d)
                continue;
            if (first)
                tabifyDockWidget(first, d);
            else
                first = d;
            d->show();
        }
        return first;
    };
    const auto place = [this](Qt::DockWidgetArea area, const QStringList &ids) {
        for (const QString &id : ids) {
            if (QDockWidget *const d = dock(id)) {
                addDockWidget(area, d);
                return d;
            }
        }
        return static_cast<QDockWidget *>(nullptr);
    };
    const QStringList analysis = {QStringLiteral("overview"), QStringLiteral("communication"),
                                  QStringLiteral("compare")};
    const QStringList evidence = {QStringLiteral("details"), QStringLiteral("selection"), QStringLiteral("search"),
                                  QStringLiteral("system"), QStringLiteral("findings")};
    const QStringList timeline = {QStringLiteral("timeline")};
    const QStringList explorer = {QStringLiteral("explorer")};
    const auto split = [this](QDockWidget *after, QDockWidget *d, Qt::Orientation o) {
        if (after && d)
            splitDockWidget(after, d, o);
    };

    QDockWidget *front = nullptr;
    if (arrangement == Arrangement::OverviewFirst) {
        QDockWidget *const left = place(Qt::TopDockWidgetArea, explorer);
        QDockWidget *const top = place(Qt::TopDockWidgetArea, analysis);
        split(left, top, Qt::Horizontal);
        tabs(analysis);
        QDockWidget *const middle = place(Qt::BottomDockWidgetArea, timeline);
        QDockWidget *const bottom = place(Qt::BottomDockWidgetArea, evidence);
        split(middle, bottom, Qt::Vertical);
        tabs(evidence);
        front = top;
    } else {
        QDockWidget *const top = place(Qt::TopDockWidgetArea, timeline);
        QDockWidget *const left = place(Qt::BottomDockWidgetArea, explorer);
        QDockWidget *const middle = place(Qt::BottomDockWidgetArea, evidence);
        QDockWidget *const right = place(Qt::BottomDockWidgetArea, analysis);
        split(left, middle, Qt::Horizontal);
        split(middle, right, Qt::Horizontal);
        tabs(evidence);
        tabs(analysis);
        front = top;
    }
    for (const auto &[id, d] : m_docks)
        d->show();
    for (const char *const id : {"overview", "details"}) {
        if (QDockWidget *const d = dock(QString::fromLatin1(id)))
            d->raise();
    }
    if (front)
        front->raise();
    m_sizesPending = true;
    applySizes();
}

void DockLayout::applySizes()
{
    if (!m_sizesPending || width() < 200 || height() < 200 || !isVisible())
        return;
    m_sizesPending = false;
    if (!m_restored.isEmpty()) {
        restoreState(std::exchange(m_restored, {}), version);
        return;
    }
    const int w = width();
    const int h = height();
    const auto size = [this](const char *id, int px, Qt::Orientation o) {
        if (QDockWidget *const d = dock(QString::fromLatin1(id)))
            resizeDocks({d}, {px}, o);
    };
    const auto rows = [this, h](const std::vector<std::pair<const char *, int>> &percents) {
        QList<QDockWidget *> column;
        QList<int> heights;
        for (const auto &[id, percent] : percents) {
            if (QDockWidget *const d = dock(QString::fromLatin1(id))) {
                column.append(d);
                heights.append(h * percent / 100);
            }
        }
        resizeDocks(column, heights, Qt::Vertical);
    };
    if (m_arrangement == Arrangement::TimelineFirst) {
        size("explorer", w * 15 / 100, Qt::Horizontal);
        size("details", w * 30 / 100, Qt::Horizontal);
        size("overview", w * 55 / 100, Qt::Horizontal);
        rows({{"timeline", 58}, {"explorer", 42}});
        return;
    }
    const bool low = h < fontMetrics().height() * leastLinesOfThreeRows;
    if (low) {
        tabifyDockWidget(dock(QStringLiteral("compare")), dock(QStringLiteral("timeline")));
        dock(QStringLiteral("overview"))->raise();
    }
    size("explorer", w * 17 / 100, Qt::Horizontal);
    size("overview", w * 83 / 100, Qt::Horizontal);
    if (low)
        rows({{"explorer", 74}, {"details", 26}});
    else
        rows({{"explorer", 49}, {"timeline", 32}, {"details", 19}});
}

void DockLayout::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if (m_sizesPending)
        QTimer::singleShot(0, this, &DockLayout::applySizes);
}

void DockLayout::updateTitlesSoon()
{
    m_titles.start(0);
}

void DockLayout::updateTitles()
{
    for (const auto &[id, d] : m_docks) {
        // The tab is the title then; a bar that repeats it would only take room from the view.
        const bool tabbed = !d->isFloating() && !tabifiedDockWidgets(d).isEmpty();
        if (tabbed == (d->titleBarWidget() != nullptr))
            continue;
        QWidget *const old = d->titleBarWidget();
        d->setTitleBarWidget(tabbed ? new NoTitle(d) : nullptr);
        delete old;
    }
    for (QTabBar *const bar : findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
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
    dock.resize(dock.size().boundedTo(ScreenFit::roomFor(room)));
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

bool DockLayout::restore(const QByteArray &state)
{
    if (state.isEmpty() || !restoreState(state, version))
        return false;
    // Docks that are not laid out yet would take the sizes for those of a far smaller window.
    m_restored = state;
    m_sizesPending = true;
    applySizes();
    return true;
}

} // namespace rs
