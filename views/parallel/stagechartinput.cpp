// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of the chart of stages.
#include "views/parallel/stagechart.h"

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

void StageChart::resizeEvent(QResizeEvent *)
{
    updateScrollBar();
    update();
}

void StageChart::choose(const Place &place)
{
    m_selected = place;
    update();
    if (place.isValid())
        emit rowChosen(place.row);
}

void StageChart::mousePressEvent(QMouseEvent *event)
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
    m_pressedScrollY = m_scrollY;
    m_pressedWindow = m_window;
}

void StageChart::mouseMoveEvent(QMouseEvent *event)
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
    if (m_pressed)
        update();
}

void StageChart::mouseReleaseEvent(QMouseEvent *event)
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
    } else if (!panned) {
        choose(placeAt(at));
        if (!m_selected.isValid())
            emit rowChosen(rowAt(at.y()));
    }
    update();
}

void StageChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_pressed = false;
    const QPoint at = event->position().toPoint();
    if (const Place place = placeAt(at); place.isValid()) {
        choose(place);
        emit placeActivated(place);
    } else if (const int r = rowAt(at.y()); r >= 0) {
        emit rowActivated(r);
    }
}

void StageChart::wheelEvent(QWheelEvent *event)
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

// Along the row, from step to step.
void StageChart::step(int direction)
{
    const auto count = [&](int step) {
        const PipelineStage &s = stageAt(step, m_selected.row);
        return static_cast<int>(m_selected.isTransfer ? s.transfers.size() : s.blocks.size());
    };
    Place next = m_selected;
    next.item += direction;
    auto at = std::find(m_steps.begin(), m_steps.end(), next.step);
    while (next.item < 0 || next.item >= count(next.step)) {
        if (direction < 0 ? at == m_steps.begin() : std::next(at) == m_steps.end())
            return;
        at += direction;
        next.step = *at;
        next.item = direction < 0 ? count(next.step) - 1 : 0;
    }
    choose(next);
}

// To the same pass of the stage above or below, or the other end of a transfer.
void StageChart::stepRow(int direction)
{
    const int row = m_selected.row + direction;
    if (row < 0 || row >= rowCount() || !isShown(row))
        return;
    Place next{row, m_selected.step, -1, m_selected.isTransfer};
    if (m_selected.isTransfer) {
        const auto item = static_cast<quint32>(m_selected.item);
        for (const PipelineLink &l : m_content.chart->steps[static_cast<size_t>(m_selected.step)].links) {
            if (l.fromStage == m_selected.row && l.send == item && l.toStage == row)
                next.item = static_cast<int>(l.receive);
            if (l.toStage == m_selected.row && l.receive == item && l.fromStage == row)
                next.item = static_cast<int>(l.send);
        }
    } else {
        const PipelineBlock &own =
            stageAt(m_selected.step, m_selected.row).blocks[static_cast<size_t>(m_selected.item)];
        const auto &blocks = stageAt(m_selected.step, row).blocks;
        const auto isPass = [](PipelineWork w) { return w == PipelineWork::ForwardBackward; };
        for (size_t i = 0; i < blocks.size() && next.item < 0; ++i) {
            const bool alike = blocks[i].work == own.work ||
                               (own.work != PipelineWork::Other && (isPass(blocks[i].work) || isPass(own.work)));
            if (alike && blocks[i].microBatch == own.microBatch)
                next.item = static_cast<int>(i);
        }
    }
    if (next.isValid())
        choose(next);
}

void StageChart::focusSelection()
{
    if (!m_selected.isValid())
        return fit();
    const Interval time = timeOf(m_selected);
    const TimeWindow w = timeline::padded({time.from, time.to}, 0.2);
    if (timeline::clamped(w, m_navigator.limits()) == m_window)
        fit();
    else
        m_navigator.show(w);
}

bool StageChart::run(TimelineKey command, const QKeyEvent *event)
{
    const bool selected = m_selected.isValid();
    switch (command) {
    case TimelineKey::ZoomIn:
    case TimelineKey::ZoomOut:
    case TimelineKey::PanLeft:
    case TimelineKey::PanRight:
        // As in the timeline arrows walk from what is selected; letters always pan.
        if (selected && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
            step(command == TimelineKey::PanLeft ? -1 : 1);
        } else if (!event->isAutoRepeat()) {
            m_heldKeys[event->key()] = TimelineNavigator::motionOf(command);
            m_navigator.press(TimelineNavigator::motionOf(command));
        }
        return true;
    case TimelineKey::ScrollUp:
    case TimelineKey::ScrollDown:
        if (selected)
            stepRow(command == TimelineKey::ScrollUp ? -1 : 1);
        else
            m_bar->setValue(m_bar->value() + (command == TimelineKey::ScrollUp ? -1 : 1) * rowHeight());
        return true;
    case TimelineKey::PageUp:
    case TimelineKey::PageDown:
        m_bar->setValue(m_bar->value() + (command == TimelineKey::PageUp ? -1 : 1) * plot().height());
        return true;
    case TimelineKey::Clear:
        choose({});
        return true;
    }
    return false;
}

void StageChart::keyPressEvent(QKeyEvent *event)
{
    const auto command = m_keys->command(event);
    if (command && run(*command, event))
        return;
    if (const int direction = zoomDirection(*event); direction != 0) {
        const QRect p = plot();
        m_navigator.zoomAt(p.contains(m_mouse) ? m_mouse.x() - p.left() : p.width() / 2.0,
                           direction > 0 ? TimelineNavigator::wheelZoom : 1 / TimelineNavigator::wheelZoom);
    } else if (zoomsToSelection(*event))
        focusSelection();
    else if (showsAll(*event))
        fit();
    else if (activates(*event) && m_selected.isValid())
        emit placeActivated(m_selected);
    else
        QWidget::keyPressEvent(event);
}

void StageChart::keyReleaseEvent(QKeyEvent *event)
{
    if (const auto held = m_heldKeys.find(event->key()); held != m_heldKeys.end() && !event->isAutoRepeat()) {
        m_navigator.release(held->second);
        m_heldKeys.erase(held);
    }
    QWidget::keyReleaseEvent(event);
}

void StageChart::focusOutEvent(QFocusEvent *event)
{
    m_navigator.stop();
    m_heldKeys.clear();
    QWidget::focusOutEvent(event);
}

bool StageChart::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (m_keys->command(key) || zoomsToSelection(*key) || showsAll(*key) || zoomDirection(*key) != 0) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const Place place = placeAt(help->pos());
        if (!place.isValid())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), format::tooltipTable(tipLines(place)), this, rectOf(place));
        return true;
    }
    return QWidget::event(event);
}

} // namespace rs
