// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of the timeline's canvas.
#include "views/timeline/canvas/timelinecanvas.h"

#include "analysis/host/flowchain.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QResizeEvent>
#include <QWheelEvent>

#include <set>
#include <utility>

namespace rs {

namespace {
bool pansWith(const QMouseEvent &e)
{
    return e.button() == Qt::MiddleButton ||
           (e.button() == Qt::LeftButton && (e.modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)));
}
} // namespace

void TimelineCanvas::updateHover(const QPoint &position)
{
    m_hover = hitAt(position);
    emit hoverRowMoved(position.y() + m_scrollY);
    update();
}

void TimelineCanvas::selectGap(RankRef ref, int index)
{
    const TimelineRank *const part = m_model->data().derivedIfBuilt(ref);
    if (!part)
        return;
    Selection s;
    s.kind = Selection::Kind::Gap;
    s.rank = ref;
    s.gap = part->derived->gaps[static_cast<size_t>(index)];
    if (s.gap->step >= 0)
        s.text = part->derived->steps[static_cast<size_t>(s.gap->step)];
    m_state->select(s);
}

TimeWindow TimelineCanvas::selectedGap() const
{
    const Selection &s = m_state->selection();
    const TimelineRank *const part = m_model->data().derivedIfBuilt(s.rank);
    const int gap = s.kind == Selection::Kind::Gap && part && s.gap ? part->derived->gapAt(s.gap->range.from) : -1;
    return gap < 0 ? TimeWindow() : part->drawnSpan(SliceId{static_cast<quint32>(gap)});
}

void TimelineCanvas::select(RankRef rank, SliceId slice)
{
    Selection s;
    if (slice != NoSlice) {
        s.kind = Selection::Kind::Slice;
        s.rank = rank;
        s.slice = slice;
    }
    m_state->select(s);
}

void TimelineCanvas::mousePressEvent(QMouseEvent *event)
{
    m_pressedAt = event->position().toPoint();
    m_pressedWindow = m_state->window();
    m_pressedScrollY = m_scrollY;
    if (m_pressedWindow.isEmpty())
        return;
    m_pressedNs = axisMap().time(m_pressedAt.x());
    m_pressedContentY = m_pressedAt.y() + m_scrollY;
    if (pansWith(*event)) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton) {
        m_drag = Drag::Pending;
    } else if (event->button() == Qt::RightButton) {
        emit menuRequested(m_pressedAt);
    }
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent *event)
{
    m_mouse = event->position().toPoint();
    emit cursorMoved(m_mouse.x());
    if (m_drag == Drag::Pending && (m_mouse - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
        m_drag = event->modifiers() & Qt::AltModifier ? Drag::Zoom : Drag::Box;
    switch (m_drag) {
    case Drag::None:
    case Drag::Pending:
        updateHover(m_mouse);
        return;
    case Drag::Box:
    case Drag::Zoom:
        m_boxNs = axisMap().time(m_mouse.x());
        m_boxContentY = m_mouse.y() + m_scrollY;
        update();
        return;
    case Drag::Pan: {
        // From where the drag began, so that rounding never adds up.
        const double ns = static_cast<double>(m_pressedAt.x() - m_mouse.x()) *
                          static_cast<double>(m_pressedWindow.lengthNs()) / width();
        m_state->setWindow(
            timeline::panned(m_pressedWindow, static_cast<qint64>(std::llround(ns)), m_navigator->limits()));
        emit scrollRequested(m_pressedScrollY + m_pressedAt.y() - m_mouse.y());
        return;
    }
    }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    const Drag drag = m_drag;
    m_drag = Drag::None;
    const QPoint at = event->position().toPoint();
    switch (drag) {
    case Drag::None:
        return;
    case Drag::Pan:
        unsetCursor();
        break;
    case Drag::Pending:
        click();
        break;
    case Drag::Box:
        endBox(at);
        break;
    case Drag::Zoom: {
        const qint64 other = axisMap().time(at.x());
        const TimeWindow w{std::min(m_pressedNs, other), std::max(m_pressedNs, other)};
        if (!w.isEmpty())
            m_navigator->show(w);
        break;
    }
    }
    updateHover(at);
}

// Selects at the place where the button was pressed.
void TimelineCanvas::click()
{
    const Hit hit = hitAt(m_pressedAt);
    if (hit.slice != NoSlice)
        return select(hit.rank, hit.slice);
    if (hit.gap >= 0)
        return selectGap(hit.rank, hit.gap);
    m_state->setBox({});
    if (const auto &shown = m_state->highlight(); shown && shown->path.empty())
        m_state->setHighlight({});
    if (m_state->selection().kind == Selection::Kind::Slice || m_state->selection().kind == Selection::Kind::Gap)
        select({}, NoSlice);
    if (hit.rank.isValid())
        emit rankActivated(hit.rank);
}

void TimelineCanvas::endBox(const QPoint &position)
{
    const qint64 other = axisMap().time(position.x());
    BoxSelection box;
    box.window = {std::min(m_pressedNs, other), std::max(m_pressedNs, other)};
    box.originNs = m_model->data().originNs();
    std::set<std::pair<RankRef, LaneId>> taken; // a merged lane and one of its streams may both be pinned
    const int y0 = std::min(m_pressedContentY, position.y() + m_scrollY);
    const int y1 = std::max(m_pressedContentY, position.y() + m_scrollY);
    for (const LaneRow &row : m_model->rows()) {
        if (row.y + row.height <= y0)
            continue;
        if (row.y > y1)
            break;
        for (const auto &[ref, lane] : m_model->lanesOf(row)) {
            if (taken.insert({ref, lane}).second)
                box.parts.push_back({ref, lane, m_model->data().rank(ref)->shiftOf(lane)});
        }
    }
    // Over curves, computed lanes and headings alone there is nothing to count: the hand slipped on a click.
    if (box.isEmpty())
        return click();
    m_state->setBox(box);
    m_state->raiseView(QStringLiteral("selection")); // the keys stay here: they zoom to the box or take it away
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_drag = Drag::None;
    const Hit hit = hitAt(event->position().toPoint());
    if (hit.slice != NoSlice) {
        select(hit.rank, hit.slice);
        focusSelection();
    } else if (hit.gap >= 0) {
        selectGap(hit.rank, hit.gap);
        focusSelection();
    } else if (hit.row >= 0 && m_model->rows()[static_cast<size_t>(hit.row)].expandable) {
        m_model->setExpanded(hit.row, !m_model->rows()[static_cast<size_t>(hit.row)].expanded);
    }
}

void TimelineCanvas::focusSelection()
{
    const Selection &s = m_state->selection();
    const TimelineRank *rank = m_model->data().rank(s.rank);
    const TimeWindow gap = selectedGap();
    const bool isSlice = s.kind == Selection::Kind::Slice && rank && raw(s.slice) < rank->trace->slices().size();
    if (m_state->isBoxNewest() || (gap.isEmpty() && !isSlice)) {
        const TimeWindow box = m_state->box().isEmpty() ? TimeWindow() : timeline::padded(m_state->box().window, 0.05);
        const auto places = [this] { return std::pair(m_scrollY, m_neighbour ? m_neighbour->m_scrollY : 0); };
        const auto before = places();
        if (!box.isEmpty())
            emit boxSought();
        const bool moved = places() != before;
        if (!box.isEmpty() && (moved || timeline::clamped(box, m_navigator->limits()) != m_state->window()))
            m_navigator->show(box);
        else
            m_navigator->fit();
        return;
    }
    const TimeWindow drawn = gap.isEmpty() ? rank->drawnSpan(s.slice) : gap;
    const TimeWindow w = timeline::padded({drawn.fromNs, std::max(drawn.fromNs + 1, drawn.toNs)}, 0.2);
    if (timeline::clamped(w, m_navigator->limits()) == m_state->window())
        m_navigator->fit();
    else
        m_navigator->show(w);
}

void TimelineCanvas::clearSelection()
{
    if (m_drag != Drag::None) {
        m_drag = Drag::None;
        unsetCursor();
        update();
        return;
    }
    emit escapePressed();
    m_state->inOneStep([this] {
        if (const auto &shown = m_state->highlight(); shown && !shown->path.empty())
            m_state->leavePath();
        // The first Esc takes what is selected away, the next one what is kept for a comparison.
        if (m_state->box().isEmpty() && m_state->selection().kind == Selection::Kind::None)
            m_state->setKeptBox({});
        m_state->setBox({});
        if (m_state->selection().kind != Selection::Kind::None)
            m_state->select({});
    });
}

bool TimelineCanvas::step(int direction, bool sameName)
{
    const Selection &s = m_state->selection();
    const TimelineRank *rank = m_model->data().rank(s.rank);
    if (s.kind != Selection::Kind::Slice || !rank)
        return false;
    const SliceStore &slices = rank->trace->slices();
    const auto span = slices.row(slices.rowOf(s.slice));
    for (qint64 i = qint64{raw(s.slice)} + direction; i >= span.first && i < span.last; i += direction) {
        const SliceId next{static_cast<quint32>(i)};
        if (!sameName || slices.name(next) == slices.name(s.slice)) {
            m_state->revealSlice(s.rank, next);
            return true;
        }
    }
    return false;
}

bool TimelineCanvas::followFlow(int direction)
{
    const Selection &s = m_state->selection();
    const TimelineRank *rank = m_model->data().rank(s.rank);
    if (s.kind != Selection::Kind::Slice || !rank)
        return false;
    const SliceId next = flowChain(*rank->trace, s.slice).neighbour(direction);
    if (next == NoSlice)
        return false;
    m_state->revealSlice(s.rank, next);
    return true;
}

bool TimelineCanvas::run(TimelineKey command, const QKeyEvent *event)
{
    switch (command) {
    case TimelineKey::ZoomIn:
    case TimelineKey::ZoomOut:
    case TimelineKey::PanLeft:
    case TimelineKey::PanRight:
        // Arrows walk from the selected slice, as in other trace viewers; letters always pan.
        if (m_state->selection().kind == Selection::Kind::Slice &&
            (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
            step(command == TimelineKey::PanLeft ? -1 : 1, false);
            return true;
        }
        // The navigator moves by its own clock while the key is down.
        if (!event->isAutoRepeat()) {
            m_heldKeys[event->key()] = TimelineNavigator::motionOf(command);
            m_navigator->press(TimelineNavigator::motionOf(command));
        }
        return true;
    case TimelineKey::ScrollUp:
    case TimelineKey::ScrollDown:
        emit scrollRequested(m_scrollY + (command == TimelineKey::ScrollUp ? -3 : 3) * m_model->rowHeight());
        return true;
    case TimelineKey::PageUp:
    case TimelineKey::PageDown:
        emit scrollRequested(m_scrollY + (command == TimelineKey::PageUp ? -height() : height()));
        return true;
    case TimelineKey::Clear:
        clearSelection();
        return true;
    }
    return false;
}

void TimelineCanvas::keyPressEvent(QKeyEvent *event)
{
    const auto command = KeyMap::inUse().command(event);
    if (!command || !run(*command, event))
        QWidget::keyPressEvent(event);
}

void TimelineCanvas::keyReleaseEvent(QKeyEvent *event)
{
    // By the key alone: its modifiers may have been released before.
    if (const auto held = m_heldKeys.find(event->key()); held != m_heldKeys.end() && !event->isAutoRepeat()) {
        m_navigator->release(held->second);
        m_heldKeys.erase(held);
    }
    QWidget::keyReleaseEvent(event);
}

void TimelineCanvas::focusOutEvent(QFocusEvent *event)
{
    m_navigator->stop();
    m_heldKeys.clear();
    QWidget::focusOutEvent(event);
}

void TimelineCanvas::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    const QPoint pixels = event->pixelDelta();
    const double x = event->position().x();
    if (event->modifiers() & Qt::ControlModifier) {
        // Alt turns the wheel sideways on some platforms; either axis zooms.
        const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
        m_navigator->zoomAt(x, std::pow(TimelineNavigator::wheelZoom, notches));
    } else if (event->modifiers() & Qt::ShiftModifier) {
        const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
        m_navigator->panPixels(-notches * width() / 10);
    } else {
        if (!pixels.isNull() && std::abs(pixels.x()) > std::abs(pixels.y()))
            m_navigator->panPixels(-pixels.x());
        else if (pixels.isNull() && angle.x() != 0 && angle.y() == 0)
            m_navigator->panPixels(-angle.x() / 120.0 * width() / 10);
        else
            emit wheelTurned(event);
    }
    event->accept();
    if (m_drag == Drag::None)
        updateHover(event->position().toPoint());
}

void TimelineCanvas::leaveEvent(QEvent *)
{
    m_mouse = {-1, -1};
    m_hover = {};
    emit cursorMoved(-1);
    emit hoverRowMoved(-1);
    update();
}

void TimelineCanvas::resizeEvent(QResizeEvent *event)
{
    m_navigator->setWidth(width());
    m_valid = false;
    // The clicked slice stays in sight when its details open.
    const Selection &s = m_state->selection();
    const TimelineRank *const rank = m_model->data().rank(s.rank);
    if (height() >= event->oldSize().height() || s.kind != Selection::Kind::Slice || !rank ||
        raw(s.slice) >= rank->trace->slices().size())
        return;
    const int middle = m_model->rowCentres(s.rank)[raw(rank->trace->slices().rowOf(s.slice))];
    const int margin = 2 * m_model->rowHeight();
    if (middle >= m_scrollY && middle < m_scrollY + event->oldSize().height() && middle + margin > m_scrollY + height())
        emit scrollRequested(middle + margin - height());
}

bool TimelineCanvas::event(QEvent *event)
{
    if (event->type() == QEvent::NativeGesture) {
        const auto *gesture = static_cast<QNativeGestureEvent *>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            m_navigator->zoomAt(gesture->position().x(), 1.0 / std::max(0.1, 1.0 + gesture->value()));
            return true;
        }
    }
    // Its keys are the timeline's own while it has the focus, whatever menus bind them to.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool bookmark =
            !(key->modifiers() & Qt::ControlModifier) && key->key() >= Qt::Key_1 && key->key() <= Qt::Key_9;
        if (bookmark || KeyMap::inUse().command(key) || (m_isCommand && m_isCommand(*key))) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace rs
