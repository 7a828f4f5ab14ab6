// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of the chart of operators.
#include "views/communication/operatorchart.h"

#include "items/format.h"
#include "views/timeline/axis/timeaxis.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

void OperatorChart::resizeEvent(QResizeEvent *)
{
    updateScrollBar();
    changed();
}

void OperatorChart::mousePressEvent(QMouseEvent *event)
{
    const bool pans =
        event->button() == Qt::MiddleButton ||
        (event->button() == Qt::LeftButton && event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier));
    if (event->button() != Qt::LeftButton && !pans)
        return event->ignore();
    m_pressed = true;
    m_panning = pans;
    m_zooming = false;
    m_pressedAt = m_mouse = event->position().toPoint();
    m_pressedPlace = placeAt(m_pressedAt);
    m_pressedRow = rowAt(m_pressedAt.y());
    m_pressedScrollY = m_scrollY;
    m_pressedWindow = m_window;
}

void OperatorChart::mouseMoveEvent(QMouseEvent *event)
{
    m_mouse = event->position().toPoint();
    if (m_pressed && !m_panning && (m_mouse - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
        m_zooming = true;
    if (m_pressed && m_panning) {
        const double ns = static_cast<double>(m_pressedAt.x() - m_mouse.x()) *
                          static_cast<double>(m_pressedWindow.lengthNs()) / plot().width();
        setWindow(timeline::panned(m_pressedWindow, static_cast<qint64>(std::llround(ns)), m_navigator.limits()));
        m_bar->setValue(m_pressedScrollY + m_pressedAt.y() - m_mouse.y());
    }
    update();
}

void OperatorChart::mouseReleaseEvent(QMouseEvent *event)
{
    if (!std::exchange(m_pressed, false))
        return;
    const bool panned = std::exchange(m_panning, false);
    const QPoint at = event->position().toPoint();
    if (std::exchange(m_zooming, false)) {
        const qint64 a = map().time(m_pressedAt.x() - plot().left());
        const qint64 b = map().time(at.x() - plot().left());
        if (a != b)
            m_navigator.show({std::min(a, b), std::max(a, b)});
    } else if (const bool onName = at.x() < plot().left() && rowAt(at.y()) >= 0; !panned && !onName) {
        // A click on the name of a rank leaves the selected operator alone, by which rows may be aligned.
        choose(placeAt(at));
    }
    update();
}

void OperatorChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_pressed = false;
    // The first click may have opened or closed what stands below, and the rows are elsewhere now.
    const QPoint at = event->position().toPoint();
    const bool same = (at - m_pressedAt).manhattanLength() < QApplication::startDragDistance();
    const Place place = same ? m_pressedPlace : placeAt(at);
    if (place.first >= 0) {
        choose(place);
        emit placeActivated(place.first, place.second);
    } else if (const int r = same ? m_pressedRow : rowAt(at.y()); r >= 0) {
        emit rowActivated(r);
    }
}

void OperatorChart::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
    const double x = event->position().x() - plot().left();
    if (event->modifiers() & Qt::ControlModifier)
        m_navigator.zoomAt(x, std::pow(TimelineNavigator::wheelZoom, notches));
    else if (event->modifiers() & Qt::ShiftModifier || (angle.x() != 0 && angle.y() == 0))
        m_navigator.panPixels(-notches * plot().width() / 10);
    else
        m_bar->setValue(m_bar->value() - static_cast<int>(notches * 3 * rowHeight()));
    event->accept();
}

void OperatorChart::step(int direction)
{
    if (m_selected.first < 0)
        return;
    const auto count =
        static_cast<int>(m_content.operators->rows[static_cast<size_t>(m_selected.first)].operators.size());
    for (int op = m_selected.second + direction; op >= 0 && op < count; op += direction) {
        if (barOf({m_selected.first, op}))
            return choose({m_selected.first, op});
    }
}

void OperatorChart::stepRank(int direction)
{
    const OperatorBar *const bar = barOf(m_selected);
    if (!bar)
        return;
    for (int r = m_selected.first + direction; r >= 0 && r < rowCount(); r += direction) {
        const Place partner = partnerIn(bar->entry, r);
        if (barOf(partner))
            return choose(partner);
    }
}

void OperatorChart::chooseFirst()
{
    const auto [first, last] = visibleRows();
    const bool isCurrentSeen = m_content.currentRow >= first && m_content.currentRow < last;
    for (int r = isCurrentSeen ? m_content.currentRow : first; r < last; ++r) {
        int op = -1;
        for (const BarLane &lane : row(r).lanes) {
            const auto bar = std::find_if(lane.begin(), lane.end(), [this](const OperatorBar &b) {
                return b.fromNs < m_window.toNs && b.toNs > m_window.fromNs;
            });
            if (bar != lane.end() && (op < 0 || static_cast<int>(bar->op) < op))
                op = static_cast<int>(bar->op);
        }
        if (op >= 0)
            return choose({r, op});
    }
}

void OperatorChart::focusSelection()
{
    const OperatorBar *const bar = barOf(m_selected);
    if (!bar)
        return fit();
    const TimeWindow w = timeline::padded({bar->fromNs, bar->toNs}, 0.2);
    if (timeline::clamped(w, m_navigator.limits()) == m_window)
        fit();
    else
        m_navigator.show(w);
}

bool OperatorChart::run(TimelineKey command, const QKeyEvent *event)
{
    const bool selected = m_selected.first >= 0;
    switch (command) {
    case TimelineKey::ZoomIn:
    case TimelineKey::ZoomOut:
    case TimelineKey::PanLeft:
    case TimelineKey::PanRight:
        // As in the timeline arrows walk from what is selected; letters always pan.
        if (const bool isArrow = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right; isArrow && selected) {
            step(command == TimelineKey::PanLeft ? -1 : 1);
        } else if (isArrow && m_window == m_navigator.limits()) {
            chooseFirst(); // where all is in sight there is nothing to pan
        } else if (!event->isAutoRepeat()) {
            m_heldKeys[event->key()] = TimelineNavigator::motionOf(command);
            m_navigator.press(TimelineNavigator::motionOf(command));
        }
        return true;
    case TimelineKey::ScrollUp:
    case TimelineKey::ScrollDown:
        if (selected)
            stepRank(command == TimelineKey::ScrollUp ? -1 : 1);
        else if (m_bar->maximum() == 0)
            chooseFirst();
        else
            m_bar->setValue(m_bar->value() + (command == TimelineKey::ScrollUp ? -3 : 3) * rowHeight());
        return true;
    case TimelineKey::PageUp:
    case TimelineKey::PageDown:
        m_bar->setValue(m_bar->value() + (command == TimelineKey::PageUp ? -1 : 1) * plot().height());
        return true;
    case TimelineKey::Clear:
        choose({-1, -1});
        return true;
    }
    return false;
}

void OperatorChart::keyPressEvent(QKeyEvent *event)
{
    const auto command = m_keys->command(event);
    if (command && run(*command, event))
        return;
    if (zoomsToSelection(*event))
        focusSelection();
    else if (showsAll(*event))
        fit();
    else if (activates(*event) && m_selected.first >= 0)
        emit placeActivated(m_selected.first, m_selected.second);
    else if (activates(*event))
        chooseFirst();
    else
        QWidget::keyPressEvent(event);
}

void OperatorChart::keyReleaseEvent(QKeyEvent *event)
{
    if (const auto held = m_heldKeys.find(event->key()); held != m_heldKeys.end() && !event->isAutoRepeat()) {
        m_navigator.release(held->second);
        m_heldKeys.erase(held);
    }
    QWidget::keyReleaseEvent(event);
}

void OperatorChart::focusOutEvent(QFocusEvent *event)
{
    m_navigator.stop();
    m_heldKeys.clear();
    QWidget::focusOutEvent(event);
}

bool OperatorChart::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (m_keys->command(key) || zoomsToSelection(*key) || showsAll(*key)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const Place place = placeAt(help->pos());
        const int r = rowAt(help->pos().y());
        if (place.first < 0 && r >= 0 && !m_content.notes[static_cast<size_t>(r)].isEmpty())
            QToolTip::showText(help->globalPos(),
                               format::tooltipTable({{m_content.labels[static_cast<size_t>(r)], {}},
                                                     {m_content.notes[static_cast<size_t>(r)], {}}}),
                               this);
        else if (place.first < 0)
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), format::tooltipTable(tipLines(place)), this, rectOf(place));
        return true;
    }
    return QWidget::event(event);
}

} // namespace rs
