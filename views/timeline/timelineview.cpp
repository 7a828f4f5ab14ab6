// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/timelineview.h"

#include "items/format.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/flowlayout.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QWheelEvent>

namespace rs {

namespace {
constexpr int standardLabelWidth = 220;
constexpr int scrollSteps = 1'000'000;
constexpr int leastVisible = 4; // pixels that a revealed slice takes at least

QToolButton *button(QWidget *parent)
{
    auto *b = new QToolButton(parent);
    b->setAutoRaise(true);
    b->setFocusPolicy(Qt::NoFocus);
    return b;
}
} // namespace

TimelineView::TimelineView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("timeline"), context, parent), m_data(new TimelineData(context.runs, context.pool, this)),
      m_lanes(new LaneModel(m_data, this)), m_navigator(new TimelineNavigator(context.state, this))
{
    build();
    connectAll();
    retranslate();
    ranksChanged();
    windowChanged();
}

void TimelineView::build()
{
    m_stack = new QStackedWidget(this);
    m_empty = new EmptyState(m_stack);
    m_page = new QWidget(m_stack);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_page);

    m_fit = button(m_page);
    m_back = button(m_page);
    m_forward = button(m_page);
    m_zoomIn = button(m_page);
    m_zoomOut = button(m_page);
    m_expand = button(m_page);
    m_collapse = button(m_page);
    m_flowButton = button(m_page);
    m_flowButton->setPopupMode(QToolButton::InstantPopup);
    m_flowMenu = new QMenu(m_flowButton);
    m_flowMenu->setToolTipsVisible(true);
    m_flowButton->setMenu(m_flowMenu);
    auto *bar = new QWidget(m_page);
    auto *barLayout = new FlowLayout(bar, 4);
    barLayout->setContentsMargins(4, 2, 4, 2);
    for (QToolButton *b : {m_back, m_forward, m_fit, m_zoomIn, m_zoomOut, m_expand, m_collapse, m_flowButton})
        barLayout->addWidget(b);

    m_canvas = new TimelineCanvas(m_lanes, &state(), m_navigator, &theme(), m_page);
    m_labels = new LaneLabels(m_lanes, &theme(), m_page);
    m_ruler = new TimeRuler(&theme(), m_page);
    m_span = new QLabel(m_page);
    m_span->setTextFormat(Qt::PlainText);
    m_span->setAlignment(Qt::AlignCenter);
    m_vertical = new QScrollBar(Qt::Vertical, m_page);
    m_horizontal = new QScrollBar(Qt::Horizontal, m_page);
    m_labels->setFixedWidth(standardLabelWidth);

    auto *grid = new QGridLayout(m_page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    grid->addWidget(bar, 0, 0, 1, 3);
    grid->addWidget(m_span, 1, 0);
    grid->addWidget(m_ruler, 1, 1);
    grid->addWidget(m_labels, 2, 0);
    grid->addWidget(m_canvas, 2, 1);
    grid->addWidget(m_vertical, 2, 2);
    grid->addWidget(m_horizontal, 3, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(2, 1);

    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_stack);
    setFocusProxy(m_canvas);
}

void TimelineView::connectAll()
{
    connect(m_data, &TimelineData::ranksChanged, this, &TimelineView::ranksChanged);
    connect(m_data, &TimelineData::rankRefined, this, &TimelineView::fillFlowMenu);
    connect(&runs(), &RunStore::stateChanged, this, &TimelineView::updateEmptyState);
    connect(&runs(), &RunStore::runAdded, this, &TimelineView::updateEmptyState);
    connect(&runs(), &RunStore::runClosed, this, &TimelineView::updateEmptyState);
    connect(m_lanes, &LaneModel::aboutToChange, this, &TimelineView::keepPlace);
    connect(m_lanes, &LaneModel::changed, this, &TimelineView::restorePlace);
    connect(&state(), &ViewState::windowChanged, this, &TimelineView::windowChanged);
    connect(&state(), &ViewState::revealRequested, this, &TimelineView::reveal);
    connect(&state(), &ViewState::selectionChanged, this, &TimelineView::currentSelectionChanged);
    connect(&state(), &ViewState::timeSelectionChanged, this, [this] { m_ruler->setTimeSelection(state().timeSelection()); });
    connect(&state(), &ViewState::historyChanged, this, [this] {
        m_back->setEnabled(state().canGoBack());
        m_forward->setEnabled(state().canGoForward());
    });
    m_back->setEnabled(state().canGoBack());
    m_forward->setEnabled(state().canGoForward());
    connect(&theme(), &Theme::changed, m_page, [this] {
        m_ruler->update();
        m_labels->update();
    });

    connect(m_canvas, &TimelineCanvas::scrollRequested, this, &TimelineView::scrollTo);
    connect(m_canvas, &TimelineCanvas::cursorMoved, m_ruler, &TimeRuler::setCursorX);
    connect(m_canvas, &TimelineCanvas::hoverRowMoved, this, [this](int y) {
        m_hoverContentY = y;
        m_labels->setHoverY(y);
    });
    connect(m_canvas, &TimelineCanvas::wheelTurned, this, &TimelineView::handleWheel);
    connect(m_labels, &LaneLabels::wheelTurned, this, &TimelineView::handleWheel);
    connect(m_ruler, &TimeRuler::wheelTurned, this, [this](QWheelEvent *e) {
        m_navigator->zoomAt(e->position().x(), std::pow(0.8, e->angleDelta().y() / 120.0));
        e->accept();
    });
    connect(m_canvas, &TimelineCanvas::rankActivated, &state(), &ViewState::setCurrentRank);
    connect(m_labels, &LaneLabels::rankActivated, &state(), &ViewState::setCurrentRank);
    connect(m_labels, &LaneLabels::widthWanted, this, [this](int w) { m_labels->setFixedWidth(std::min(w, width() / 2)); });
    m_navigator->setAnchor([this] {
        const QPoint at = m_canvas->mapFromGlobal(QCursor::pos());
        return m_canvas->underMouse() ? double(at.x()) : m_canvas->width() / 2.0;
    });

    connect(m_vertical, &QScrollBar::valueChanged, this, [this](int y) {
        m_canvas->setScrollY(y);
        m_labels->setScrollY(y);
    });
    connect(m_horizontal, &QScrollBar::valueChanged, this, [this](int value) {
        if (m_settingScroll)
            return;
        const TimeWindow w = state().window();
        const TimeWindow all = m_navigator->limits();
        const double share = static_cast<double>(value) / scrollSteps;
        const qint64 from = all.fromNs + static_cast<qint64>(share * static_cast<double>(all.lengthNs()));
        m_navigator->show({from, from + w.lengthNs()});
    });
    connect(m_back, &QToolButton::clicked, &state(), &ViewState::back);
    connect(m_forward, &QToolButton::clicked, &state(), &ViewState::forward);
    connect(m_fit, &QToolButton::clicked, m_navigator, &TimelineNavigator::fit);
    connect(m_zoomIn, &QToolButton::clicked, this, [this] { m_navigator->zoomAt(m_canvas->width() / 2.0, 0.5); });
    connect(m_zoomOut, &QToolButton::clicked, this, [this] { m_navigator->zoomAt(m_canvas->width() / 2.0, 2.0); });
    connect(m_expand, &QToolButton::clicked, this, [this] { m_lanes->setAllExpanded(true); });
    connect(m_collapse, &QToolButton::clicked, this, [this] { m_lanes->setAllExpanded(false); });
}

QString TimelineView::title() const
{
    return tr("Timeline");
}

bool TimelineView::isComplete() const
{
    return m_data->isComplete() && m_canvas->isComplete();
}

std::vector<PictureExport> TimelineView::pictures() const
{
    if (m_data->ranks().empty())
        return {};
    return {{QStringLiteral("timeline"), m_page}};
}

void TimelineView::retranslate()
{
    m_back->setText(QStringLiteral("◀"));
    m_forward->setText(QStringLiteral("▶"));
    m_back->setToolTip(tr("Back to the previous view (Backspace)"));
    m_forward->setToolTip(tr("Forward to the next view (Alt+Right)"));
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("Show the whole run (Ctrl+0)"));
    m_zoomIn->setText(QStringLiteral("+"));
    m_zoomIn->setToolTip(tr("Zoom in (W, or Ctrl and the wheel)"));
    m_zoomOut->setText(QStringLiteral("−"));
    m_zoomOut->setToolTip(tr("Zoom out (S, or Ctrl and the wheel)"));
    m_expand->setText(tr("Expand all"));
    m_expand->setToolTip(tr("Unfold all ranks, processes and lanes"));
    m_collapse->setText(tr("Collapse all"));
    m_collapse->setToolTip(tr("Fold everything down to one row per rank"));
    m_flowButton->setText(tr("Connection lines"));
    m_flowButton->setToolTip(tr("Draw every connection line of a kind; the lines of the selected slice are always drawn"));
    m_canvas->setAccessibleName(tr("Timeline lanes"));
    m_labels->setAccessibleName(tr("Lane names"));
    m_span->setToolTip(tr("Length of the time span that is shown"));
    fillFlowMenu();
    updateEmptyState();
    windowChanged();
}

void TimelineView::updateEmptyState()
{
    if (!m_data->ranks().empty()) {
        m_stack->setCurrentWidget(m_page);
        return;
    }
    m_stack->setCurrentWidget(m_empty);
    if (runs().isEmpty()) {
        m_empty->setText(tr("No run is open"), tr("Open a folder with profiling data, or drop it on the window."));
    } else if (runs().isLoading() || !m_data->isComplete()) {
        m_empty->setText(tr("The trace is being read"), tr("Each rank appears as soon as it is loaded."));
    } else {
        m_empty->setText(tr("This run has no trace"),
                         tr("The timeline is drawn from trace_view.json or msprof_*.json, which the profiler writes when it "
                            "exports text (export_type Text)."));
    }
}

void TimelineView::ranksChanged()
{
    const TimeWindow axis = m_data->axis();
    m_navigator->setLimits(axis.isEmpty() ? TimeWindow() : timeline::padded(axis, 0.01));
    fillFlowMenu();
    updateEmptyState();
    windowChanged();
}

void TimelineView::windowChanged()
{
    const TimeWindow w = state().window();
    m_ruler->setWindow(w, m_data->originNs());
    m_span->setText(w.isEmpty() ? QString() : format::duration(w.lengthNs()));
    updateScrollBars();
}

void TimelineView::updateScrollBars()
{
    const int most = std::max(0, m_lanes->height() - m_canvas->height());
    m_vertical->setRange(0, most);
    m_vertical->setPageStep(m_canvas->height());
    m_vertical->setSingleStep(m_lanes->rowHeight());
    m_vertical->setVisible(true);
    const TimeWindow all = m_navigator->limits();
    const TimeWindow w = state().window();
    m_settingScroll = true;
    if (all.isEmpty() || w.isEmpty()) {
        m_horizontal->setRange(0, 0);
    } else {
        const double length = static_cast<double>(all.lengthNs());
        const int page = std::max(1, static_cast<int>(scrollSteps * (static_cast<double>(w.lengthNs()) / length)));
        m_horizontal->setRange(0, std::max(0, scrollSteps - page));
        m_horizontal->setPageStep(page);
        m_horizontal->setSingleStep(std::max(1, page / 10));
        m_horizontal->setValue(static_cast<int>(scrollSteps * (static_cast<double>(w.fromNs - all.fromNs) / length)));
    }
    m_settingScroll = false;
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    DockView::resizeEvent(event);
    QMetaObject::invokeMethod(this, &TimelineView::updateScrollBars, Qt::QueuedConnection);
}

void TimelineView::scrollTo(int y)
{
    updateScrollBars();
    m_vertical->setValue(y);
}

void TimelineView::handleWheel(QWheelEvent *event)
{
    const int by = event->pixelDelta().isNull() ? event->angleDelta().y() * 3 * m_lanes->rowHeight() / 120 : event->pixelDelta().y();
    m_vertical->setValue(m_vertical->value() - by);
    event->accept();
}

// The row under the cursor stays where it is while others come, go or grow.
void TimelineView::keepPlace()
{
    const int y = m_hoverContentY >= 0 ? m_hoverContentY : (m_canvas ? m_canvas->scrollY() : 0);
    const int index = m_lanes->rowAt(y);
    m_anchorRow = index < 0 ? LaneKey() : LaneModel::keyOf(m_lanes->rows()[static_cast<size_t>(index)]);
    m_anchorOffset = index < 0 ? 0 : m_lanes->rows()[static_cast<size_t>(index)].y - m_canvas->scrollY();
}

void TimelineView::restorePlace()
{
    updateScrollBars();
    const int index = m_anchorRow.rank.isValid() ? m_lanes->indexOf(m_anchorRow) : -1;
    if (index >= 0)
        m_vertical->setValue(m_lanes->rows()[static_cast<size_t>(index)].y - m_anchorOffset);
}

void TimelineView::currentSelectionChanged()
{
    const Selection &s = state().selection();
    const TimelineRank *rank = m_data->rank(s.rank);
    if (s.kind != Selection::Kind::Slice || !rank || raw(s.slice) >= rank->trace->slices().size())
        return;
    const int row = m_lanes->rowShowing(s.rank, rank->trace->laneOf(s.slice));
    if (row >= 0)
        m_labels->setCurrentRow(LaneModel::keyOf(m_lanes->rows()[static_cast<size_t>(row)]));
}

void TimelineView::reveal(RankRef ref, SliceId slice)
{
    const TimelineRank *rank = m_data->rank(ref);
    if (!rank || slice == NoSlice || raw(slice) >= rank->trace->slices().size())
        return;
    const SliceStore &slices = rank->trace->slices();
    const LaneId lane = rank->trace->laneOf(slice);
    m_lanes->reveal(ref, lane);
    currentSelectionChanged();

    const qint64 from = slices.start(slice) - rank->shiftNs;
    const qint64 length = std::max<qint64>(1, slices.duration(slice));
    TimeWindow w = state().window();
    if (!w.isEmpty()) {
        const TimeMap map(w, m_canvas->width());
        const bool inside = from >= w.fromNs && from + length <= w.toNs;
        const bool large = static_cast<double>(length) >= leastVisible * map.nsPerPixel();
        if (!large || length > w.lengthNs()) {
            // A tenth of the width: the slice is readable and its neighbours tell where it is.
            w = timeline::padded({from, from + length}, 4.5);
            m_navigator->show(w);
        } else if (!inside) {
            const qint64 middle = from + length / 2;
            m_navigator->show({middle - w.lengthNs() / 2, middle - w.lengthNs() / 2 + w.lengthNs()});
        }
    }
    const int y = m_lanes->rowCentres(ref)[raw(slices.rowOf(slice))];
    const int margin = std::min(m_canvas->height() / 4, 3 * m_lanes->rowHeight());
    if (y < m_canvas->scrollY() + margin || y > m_canvas->scrollY() + m_canvas->height() - margin)
        scrollTo(y - m_canvas->height() / 2);
}

void TimelineView::showFlowKinds(const std::set<std::string> &kinds)
{
    m_canvas->flows().setKinds(kinds);
    m_canvas->update();
    fillFlowMenu();
}

void TimelineView::fillFlowMenu()
{
    std::map<std::string, qint64> counts;
    for (const auto &[ref, rank] : m_data->ranks()) {
        const FlowStore &flows = rank.trace->flows();
        for (const FlowCategory &c : flows.categories()) {
            if (c.joined > 0)
                counts[std::string(rank.trace->strings().view(c.name))] += c.joined;
        }
    }
    m_flowMenu->clear();
    m_flowButton->setEnabled(!counts.empty());
    const std::set<std::string> shown = m_canvas->flows().kinds();
    for (const auto &[kind, count] : counts) {
        QString name = format::displayText(QString::fromStdString(kind));
        QAction *action = m_flowMenu->addAction(
            tr("%1 (%2)", "kind of connection line, count").arg(name.replace(u'&', QLatin1String("&&")), format::integer(count)));
        action->setCheckable(true);
        action->setChecked(shown.contains(kind));
        QPixmap swatch(12, 12);
        swatch.fill(theme().flow(kind));
        action->setIcon(swatch);
        connect(action, &QAction::toggled, this, [this, kind](bool on) {
            std::set<std::string> kinds = m_canvas->flows().kinds();
            if (on)
                kinds.insert(kind);
            else
                kinds.erase(kind);
            m_canvas->flows().setKinds(std::move(kinds));
            m_canvas->update();
        });
    }
    if (counts.size() > 1) {
        m_flowMenu->addSeparator();
        connect(m_flowMenu->addAction(tr("All kinds")), &QAction::triggered, this, [this, counts] {
            std::set<std::string> all;
            for (const auto &[kind, count] : counts)
                all.insert(kind);
            showFlowKinds(all);
        }, Qt::QueuedConnection); // the menu is filled anew, which deletes the action that was chosen
        connect(m_flowMenu->addAction(tr("No kind")), &QAction::triggered, this, [this] { showFlowKinds({}); },
                Qt::QueuedConnection);
    }
}

} // namespace rs
