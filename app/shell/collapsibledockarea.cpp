// SPDX-License-Identifier: Apache-2.0
#include "app/shell/collapsibledockarea.h"

#include "app/shell/docklayout.h"

#include <QApplication>
#include <QDockWidget>
#include <QMouseEvent>
#include <QStyle>
#include <QTabBar>

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

namespace {

constexpr int usualPercent = 28;
constexpr int leastLines = 15;      // of text: six rows of a table below its tabs, its tools and its header
constexpr int emptyLines = 6;       // the sentence that nothing is selected
constexpr int leastLinesAbove = 36; // charts, and six rows of the table below them

/// Ranks and links are told by the view in which they were chosen.
bool hasDetails(const Selection &selection)
{
    const Selection::Kind kind = selection.kind;
    return kind == Selection::Kind::Slice || kind == Selection::Kind::Gap || kind == Selection::Kind::Operator ||
           kind == Selection::Kind::Block;
}

} // namespace

CollapsibleDockArea::CollapsibleDockArea(DockLayout &docks, ViewState &state)
    : QObject(&docks), m_docks(docks), m_state(state)
{
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, [this] {
        // A menu of a row stands over that row.
        if (QApplication::activePopupWidget())
            m_later.start(QApplication::doubleClickInterval());
        else
            apply(!isNeeded());
    });
    connect(&state, &ViewState::selectionChanged, this, &CollapsibleDockArea::detailsSelected);
    // The first of two clicks on a row may have selected the slice already.
    connect(&state, &ViewState::revealRequested, this, &CollapsibleDockArea::detailsSelected);
    connect(&state, &ViewState::selectionChanged, this, &CollapsibleDockArea::selectionChanged);
    connect(&state, &ViewState::boxChanged, this, &CollapsibleDockArea::selectionChanged);
    connect(&state, &ViewState::workspaceChanged, this, [this] {
        if (m_folded)
            selectionChanged();
        else if (m_low)
            followSelection();
        else if (hasChartsAbove() && !m_byHand && m_state.box().isEmpty())
            apply(true);
    });
    connect(&state, &ViewState::wasReset, this, &CollapsibleDockArea::followSelection);
    qApp->installEventFilter(this);
}

std::vector<QDockWidget *> CollapsibleDockArea::group() const
{
    const auto isBelow = [this](const QDockWidget *d) {
        return d && !d->isHidden() && !d->isFloating() &&
               m_docks.dockWidgetArea(const_cast<QDockWidget *>(d)) == Qt::BottomDockWidgetArea;
    };
    for (const QString &id : viewIds()) {
        QDockWidget *const first = m_docks.dock(id);
        if (!isBelow(first))
            continue;
        std::vector<QDockWidget *> out{first};
        for (QDockWidget *const d : m_docks.tabifiedDockWidgets(first)) {
            if (isBelow(d))
                out.push_back(d);
        }
        if (out.size() > 1)
            return out;
    }
    return {};
}

bool CollapsibleDockArea::holds(const QDockWidget *dock) const
{
    const auto all = group();
    return std::find(all.begin(), all.end(), dock) != all.end();
}

int CollapsibleDockArea::leastHeight() const
{
    return std::min(m_docks.fontMetrics().height() * leastLines, m_docks.height() / 2);
}

int CollapsibleDockArea::usualHeight() const
{
    return std::min(std::max(m_docks.height() * usualPercent / 100, leastHeight()), m_docks.height() / 2);
}

bool CollapsibleDockArea::isCrowded() const
{
    static constexpr std::array<QStringView, 4> withCharts{u"operators", u"memory", u"data", u"parallel"};
    return std::find(withCharts.begin(), withCharts.end(), m_state.workspace()) != withCharts.end() &&
           m_docks.height() - usualHeight() < m_docks.fontMetrics().height() * leastLinesAbove;
}

// Pages on communication have the ranks of what is chosen in tables of their own, which docks that unfold there would
// push away.
bool CollapsibleDockArea::hasChartsAbove() const
{
    return isCrowded() || m_state.workspace() == u"communication";
}

bool CollapsibleDockArea::isNeeded() const
{
    if (m_folded && hasChartsAbove())
        return !m_state.box().isEmpty();
    return hasDetails(m_state.selection()) || !m_state.box().isEmpty();
}

bool CollapsibleDockArea::isEmpty() const
{
    const QStringList front = m_docks.frontViews();
    return !isNeeded() && (front.contains(QStringLiteral("details")) || front.contains(QStringLiteral("selection")));
}

void CollapsibleDockArea::raiseLow()
{
    if (!m_low || isEmpty())
        return;
    m_low = false;
    resize();
}

int CollapsibleDockArea::height() const
{
    if (m_folded || m_low)
        return m_height;
    for (const QDockWidget *const d : group()) {
        if (d->height() > 0 && !d->visibleRegion().isEmpty())
            return d->height();
    }
    return m_height;
}

void CollapsibleDockArea::selectionChanged()
{
    raiseLow();
    const bool folded = !isNeeded();
    if (m_byHand || folded == m_folded) {
        m_later.stop();
        return;
    }
    // The second click of a double click must meet what the first one met: docks that unfold cover it, or take the
    // room of pinned lanes, charts and tables, which are drawn lower then.
    const qint64 left = m_pressed.isValid() ? QApplication::doubleClickInterval() - m_pressed.elapsed() : 0;
    m_later.start(folded ? 0 : static_cast<int>(std::max<qint64>(0, left)));
}

void CollapsibleDockArea::detailsSelected()
{
    if (!hasDetails(m_state.selection()))
        return;
    m_selecting = true;
    bringDetails();
    QMetaObject::invokeMethod(
        this, [this] { m_selecting = false; }, Qt::QueuedConnection);
}

void CollapsibleDockArea::bringDetails()
{
    const auto all = group();
    QDockWidget *const details = m_docks.dock(QStringLiteral("details"));
    const QDockWidget *const statistics = m_docks.dock(QStringLiteral("selection"));
    if (!hasDetails(m_state.selection()) || std::find(all.begin(), all.end(), details) == all.end())
        return;
    // Focus in rows there, or a box in another workspace, is kept.
    const QWidget *const focus = QApplication::focusWidget();
    const bool wanted = (m_selecting && !statistics->isAncestorOf(focus)) || m_state.box().isEmpty();
    const bool hides = m_docks.frontViews().contains(QStringLiteral("selection"));
    if ((hides && wanted) || (m_folded && !m_byHand && m_selecting))
        details->raise();
}

void CollapsibleDockArea::followSelection()
{
    m_byHand = false;
    m_later.stop();
    apply(!isNeeded());
}

void CollapsibleDockArea::setFolded(bool folded)
{
    m_byHand = true;
    m_later.stop();
    apply(folded);
}

void CollapsibleDockArea::unfoldFor(const QString &dock)
{
    if (!holds(m_docks.dock(dock)))
        return;
    m_later.stop(); // what was selected before is older than the wish
    if (m_folded)
        apply(false);
    raiseLow();
}

void CollapsibleDockArea::resize()
{
    refresh();
    const auto all = group();
    if (m_folded || all.empty())
        return;
    int below = m_low          ? m_docks.fontMetrics().height() * emptyLines
                : m_height > 0 ? std::max(m_height, leastHeight())
                               : usualHeight();
    for (const QTabBar *const bar : m_docks.findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
        if (!bar->isHidden() && holds(m_docks.dockOfTab(bar, 0)))
            below += bar->sizeHint().height();
    }
    // Views above give the room: two that want more than there is are made smaller by the same amount each.
    for (const QString &id : viewIds()) {
        QDockWidget *const d = m_docks.dock(id);
        if (d->isHidden() || d->isFloating() || m_docks.dockWidgetArea(d) != Qt::TopDockWidgetArea)
            continue;
        const int edge = m_docks.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, &m_docks);
        m_docks.resizeDocks({d, all.front()}, {m_docks.height() - below - edge, below}, Qt::Vertical);
        return;
    }
    m_docks.resizeDocks({all.front()}, {below}, Qt::Vertical);
}

void CollapsibleDockArea::keepLeastHeight()
{
    if (m_folded || m_low || group().empty() || height() >= leastHeight())
        return;
    m_height = std::max(m_height, leastHeight());
    resize();
}

void CollapsibleDockArea::release()
{
    m_height = height();
    for (const QString &id : viewIds())
        m_docks.dock(id)->setMaximumHeight(QWIDGETSIZE_MAX);
}

void CollapsibleDockArea::refresh()
{
    const auto all = group();
    for (const QString &id : viewIds()) {
        QDockWidget *const d = m_docks.dock(id);
        const bool folded = m_folded && std::find(all.begin(), all.end(), d) != all.end();
        const int most = folded ? 0 : QWIDGETSIZE_MAX;
        if (d->maximumHeight() != most)
            d->setMaximumHeight(most);
    }
}

void CollapsibleDockArea::apply(bool folded)
{
    if (folded && !m_folded)
        m_height = height();
    const bool unfolds = m_folded && !folded;
    m_folded = folded;
    m_low = unfolds && isEmpty();
    if (unfolds)
        resize();
    else
        refresh();
    emit changed();
}

bool CollapsibleDockArea::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::MouseButtonPress && event->type() != QEvent::MouseButtonRelease)
        return QObject::eventFilter(watched, event);
    const auto *const mouse = static_cast<QMouseEvent *>(event);
    if (event->type() == QEvent::MouseButtonPress)
        m_pressed.start();
    auto *const bar = qobject_cast<QTabBar *>(watched);
    if (!bar || bar->parentWidget() != &m_docks || mouse->button() != Qt::LeftButton)
        return QObject::eventFilter(watched, event);
    const int tab = bar->tabAt(mouse->position().toPoint());
    if (event->type() == QEvent::MouseButtonPress) {
        m_pressedBar = bar;
        m_pressedTab = tab;
        m_pressedFront = tab == bar->currentIndex();
        return QObject::eventFilter(watched, event);
    }
    // A tab that was dragged, or pressed a second time, is no wish to fold.
    const bool clicked = std::exchange(m_pressedBar, nullptr) == bar && tab >= 0 && tab == m_pressedTab;
    if (clicked && holds(m_docks.dockOfTab(bar, tab)))
        QTimer::singleShot(0, this, [this, front = m_pressedFront] {
            if (m_folded || front)
                setFolded(!m_folded);
            else
                raiseLow();
        });
    return QObject::eventFilter(watched, event);
}

} // namespace rs

#include "moc_collapsibledockarea.cpp"
