// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/timelinepane.h"

#include "views/widgets/focusframe.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace rs {

TimelinePane::TimelinePane(LaneModel *model, ViewState *state, TimelineNavigator *navigator, const Theme *theme,
                           QWidget *parent)
    : QWidget(parent), m_lanes(model), m_canvas(new TimelineCanvas(model, state, navigator, theme, this)),
      m_labels(new LaneLabels(model, theme, this)), m_bar(new QScrollBar(Qt::Vertical, this))
{
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(m_labels);
    line->addWidget(m_canvas, 1);
    line->addWidget(m_bar);

    // A click on a lane's name gives the keys to the pane.
    m_labels->setFocusPolicy(Qt::ClickFocus);
    m_labels->setFocusProxy(m_canvas);
    connect(model, &LaneModel::aboutToChange, this, &TimelinePane::keepPlace);
    connect(model, &LaneModel::changed, this, &TimelinePane::restorePlace);
    connect(theme, &Theme::changed, m_labels, qOverload<>(&QWidget::update));
    connect(m_canvas, &TimelineCanvas::scrollRequested, this, &TimelinePane::scrollTo);
    for (QWidget *const w : std::initializer_list<QWidget *>{m_labels, m_canvas, m_bar})
        w->installEventFilter(this);
    connect(m_canvas, &TimelineCanvas::hoverRowMoved, this, [this](int y) {
        m_hoverContentY = y;
        m_labels->setHoverY(y);
    });
    connect(m_labels, &LaneLabels::hoverMoved, this, [this](int y) { m_hoverContentY = y; });
    connect(m_canvas, &TimelineCanvas::wheelTurned, this, &TimelinePane::handleWheel);
    connect(m_labels, &LaneLabels::wheelTurned, this, &TimelinePane::handleWheel);
    connect(m_canvas, &TimelineCanvas::rankActivated, state, &ViewState::setCurrentRank);
    connect(m_labels, &LaneLabels::rankActivated, state, &ViewState::setCurrentRank);
    connect(m_bar, &QScrollBar::valueChanged, this, [this](int y) {
        m_canvas->setScrollY(y);
        m_labels->setScrollY(y);
    });
    updateScrollBar();
    new FocusFrame(m_canvas, this, theme);
}

int TimelinePane::scrollBarWidth() const
{
    return m_bar->sizeHint().width();
}

void TimelinePane::updateScrollBar()
{
    m_bar->setRange(0, std::max(0, m_lanes->height() - m_canvas->height()));
    m_bar->setPageStep(std::max(1, m_canvas->height()));
    m_bar->setSingleStep(m_lanes->rowHeight());
}

void TimelinePane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // The children have their new sizes only after the layout ran.
    QMetaObject::invokeMethod(
        this,
        [this] {
            updateScrollBar();
            keepSight();
        },
        Qt::QueuedConnection);
}

void TimelinePane::scrollTo(int y)
{
    m_sight.reset();
    scroll(y);
}

void TimelinePane::scroll(int y)
{
    updateScrollBar();
    m_bar->setValue(y);
}

bool TimelinePane::shows(RankRef rank) const
{
    const auto &rows = m_lanes->rows();
    const int top = m_canvas->scrollY();
    return std::any_of(rows.begin(), rows.end(), [&](const LaneRow &r) {
        return r.rank == rank && r.y + r.height > top && r.y < top + m_canvas->height();
    });
}

void TimelinePane::bringIntoSight(const LaneKey &heading, const LaneKey &first, const LaneKey &last)
{
    m_sight = {heading, first, last};
    keepSight();
}

void TimelinePane::bringIntoSight(const LaneKey &row, int below)
{
    m_sight = {row, row, row, below};
    keepSight();
}

void TimelinePane::bringToTop(const LaneKey &row, int below)
{
    m_sight = {row, row, row, below, true};
    keepSight();
}

std::pair<int, int> TimelinePane::top() const
{
    const int row = m_lanes->rowAt(m_canvas->scrollY());
    return {row, row < 0 ? 0 : m_canvas->scrollY() - m_lanes->rows()[static_cast<size_t>(row)].y};
}

void TimelinePane::keepSight()
{
    if (!m_sight)
        return;
    const auto rowOf = [this](const LaneKey &key) {
        const int index = m_lanes->indexOf(key);
        return index < 0 ? nullptr : &m_lanes->rows()[static_cast<size_t>(index)];
    };
    const LaneRow *const first = rowOf(m_sight->first);
    const LaneRow *const last = rowOf(m_sight->last);
    if (!first || !last)
        return;
    const int seen = m_canvas->height();
    const int scrolled = m_canvas->scrollY();
    if (m_sight->atTop) {
        scroll(first->y + std::min(m_sight->below, first->height - 1));
        return;
    }
    if (m_sight->below >= 0) {
        const int y = first->y + m_sight->below;
        const int margin = std::min(seen / 4, 3 * m_lanes->rowHeight());
        if (y < scrolled + margin || y > scrolled + seen - margin)
            scroll(y - seen / 2);
        return;
    }
    const int bottom = last->y + last->height;
    const LaneRow *const heading = rowOf(m_sight->heading);
    const int top = heading && bottom - heading->y <= seen ? heading->y : first->y;
    if (top < scrolled || std::min(bottom, top + seen) > scrolled + seen)
        scroll(top);
}

void TimelinePane::handleWheel(QWheelEvent *event)
{
    const int by = event->pixelDelta().isNull() ? event->angleDelta().y() * 3 * m_lanes->rowHeight() / 120
                                                : event->pixelDelta().y();
    m_bar->setValue(m_bar->value() - by);
    event->accept();
}

// The row under the cursor stays where it is while others come, go or grow; where it goes itself, the first one in
// sight that is still there.
void TimelinePane::keepPlace()
{
    const auto &rows = m_lanes->rows();
    const int top = m_canvas->scrollY();
    const int bottom = top + m_canvas->height();
    m_anchors.clear();
    const auto anchor = [&](int row) {
        m_anchors.emplace_back(LaneModel::keyOf(rows[static_cast<size_t>(row)]),
                               rows[static_cast<size_t>(row)].y - top);
    };
    if (const int hovered = m_hoverContentY < 0 ? -1 : m_lanes->rowAt(m_hoverContentY); hovered >= 0)
        anchor(hovered);
    const int first = m_lanes->rowAt(top);
    for (int row = first; row >= 0 && row < static_cast<int>(rows.size()); ++row) {
        if (rows[static_cast<size_t>(row)].y >= bottom)
            break;
        anchor(row);
    }
}

void TimelinePane::restorePlace()
{
    updateScrollBar();
    for (const auto &[row, offset] : m_anchors) {
        const int index = m_lanes->indexOf(row);
        if (index < 0)
            continue;
        m_bar->setValue(m_lanes->rows()[static_cast<size_t>(index)].y - offset);
        break;
    }
    keepSight();
}

// Scrolling or clicking ends following a jump.
bool TimelinePane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::Wheel)
        m_sight.reset();
    return QWidget::eventFilter(watched, event);
}

void TimelinePane::markSelection(const Selection &s)
{
    const TimelineRank *rank = m_lanes->data().rank(s.rank);
    if (s.kind != Selection::Kind::Slice || !rank || raw(s.slice) >= rank->trace->slices().size())
        return;
    const int row = m_lanes->rowShowing(s.rank, rank->trace->laneOf(s.slice));
    if (row >= 0)
        m_labels->setCurrentRow(LaneModel::keyOf(m_lanes->rows()[static_cast<size_t>(row)]));
}

} // namespace rs

#include "moc_timelinepane.cpp"
