// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of the strategy graph.
#include "views/parallel/graphcanvas.h"

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

void GraphCanvas::resizeEvent(QResizeEvent *)
{
    layOut();
    updateMinimap();
    update();
}

void GraphCanvas::choose(quint32 node)
{
    setSelected(node, node != None);
    emit nodeChosen(node);
}

void GraphCanvas::reveal(quint32 box)
{
    const qint64 at = m_content.layout->boxes[box].layer * layerUnits;
    if (at < m_window.fromNs || at + layerUnits > m_window.toNs) {
        const qint64 half = m_window.lengthNs() / 2;
        setWindow({at - half, at - half + m_window.lengthNs()});
    }
    const QRect r = uncutRect(box);
    if (r.left() < 0)
        m_bar->setValue(m_scrollX + r.left() - m_slotWidth / 2);
    else if (r.right() > plot().right())
        m_bar->setValue(m_scrollX + r.right() - plot().right() + m_slotWidth / 2);
}

void GraphCanvas::activate(quint32 box)
{
    if (m_content.layout->boxes[box].isGroup())
        toggle(box);
    else
        emit nodeActivated(m_content.layout->boxes[box].first);
}

void GraphCanvas::toggle(quint32 box)
{
    const GraphBox &b = m_content.layout->boxes[box];
    if (b.isGroup())
        emit foldRequested(b.scope, true);
}

void GraphCanvas::moveMinimap(int y)
{
    const QRect r = minimapRect();
    const double share = static_cast<double>(y - r.top()) / r.height();
    const auto middle = static_cast<qint64>(share * static_cast<double>(m_content.layout->layers * layerUnits));
    const qint64 half = m_window.lengthNs() / 2;
    m_navigator.show({middle - half, middle - half + m_window.lengthNs()});
}

void GraphCanvas::mousePressEvent(QMouseEvent *event)
{
    if ((event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) || isEmpty())
        return event->ignore();
    m_pressedAt = m_mouse = event->position().toPoint();
    m_clicked = None;
    m_pressedWindow = m_window;
    m_pressedScroll = m_scrollX;
    m_drag = minimapRect().contains(m_pressedAt) ? Drag::Minimap : Drag::Pressed;
    if (m_drag == Drag::Minimap)
        moveMinimap(m_pressedAt.y());
}

void GraphCanvas::mouseMoveEvent(QMouseEvent *event)
{
    m_mouse = event->position().toPoint();
    if (m_drag == Drag::Pressed && (m_mouse - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
        m_drag = Drag::Pan;
    if (m_drag == Drag::Minimap)
        moveMinimap(m_mouse.y());
    if (m_drag != Drag::Pan)
        return;
    const double units = static_cast<double>(m_pressedAt.y() - m_mouse.y()) *
                         static_cast<double>(m_pressedWindow.lengthNs()) / plot().height();
    setWindow(timeline::panned(m_pressedWindow, static_cast<qint64>(std::llround(units)), m_navigator.limits()));
    m_bar->setValue(m_pressedScroll + m_pressedAt.x() - m_mouse.x());
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag != Drag::Pressed || event->button() != Qt::LeftButton)
        return;
    const QPoint at = event->position().toPoint();
    if (const int scope = scopeAt(at); scope > 0) {
        emit foldRequested(scope, false);
        return;
    }
    const quint32 box = boxAt(at);
    m_clicked = box == None ? None : m_content.layout->boxes[box].first;
    setSelected(m_clicked);
    emit nodeChosen(m_clicked);
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_drag = Drag::None;
    if (event->button() != Qt::LeftButton || isEmpty())
        return;
    // The first click opens the attributes, which may move another box below the pointer.
    const quint32 box = m_clicked != None ? m_content.layout->boxOf[m_clicked] : boxAt(event->position().toPoint());
    if (box != None)
        activate(box);
}

void GraphCanvas::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
    if (event->modifiers() & Qt::ControlModifier)
        m_navigator.zoomAt(event->position().y() - plot().top(), std::pow(TimelineNavigator::wheelZoom, notches));
    else if (event->modifiers() & Qt::ShiftModifier || (angle.x() != 0 && angle.y() == 0))
        m_bar->setValue(m_bar->value() - static_cast<int>(notches * 3 * m_bar->singleStep()));
    else
        m_navigator.panPixels(-notches * plot().height() / 10);
    event->accept();
}

// Along the order of execution, in the column.
void GraphCanvas::walk(int by)
{
    const quint32 box = selectedBox();
    const GraphColumn &c = m_content.layout->columns[columnOf(box)];
    const qint64 next = static_cast<qint64>(box) + by;
    if (next >= c.first && next < c.last)
        choose(m_content.layout->boxes[static_cast<size_t>(next)].first);
}

// Where keys begin: in sight, in the first stage that has something there.
void GraphCanvas::chooseFirst()
{
    for (const GraphColumn &c : m_content.layout->columns) {
        if (const auto [first, last] = visibleOf(c, 0); first < last)
            return choose(m_content.layout->boxes[first].first);
    }
}

// To the other end of a transfer, else to what stands beside it in the next column.
void GraphCanvas::walkColumns(int by)
{
    const quint32 box = selectedBox();
    const size_t column = columnOf(box);
    const auto wanted = static_cast<qint64>(column) + by;
    if (wanted < 0 || wanted >= std::ssize(m_content.layout->columns))
        return;
    for (const GraphLink &t : m_content.layout->transfers) {
        const quint32 other = t.from == box ? t.to : t.to == box ? t.from : None;
        if (other != None && static_cast<qint64>(columnOf(other)) == wanted)
            return choose(m_content.layout->boxes[other].first);
    }
    const GraphColumn &c = m_content.layout->columns[static_cast<size_t>(wanted)];
    if (c.first == c.last)
        return;
    const auto begin = m_content.layout->boxes.begin();
    auto at = std::lower_bound(begin + c.first, begin + c.last, m_content.layout->boxes[box].layer,
                               [](const GraphBox &b, int layer) { return b.layer < layer; });
    if (at == begin + c.last)
        --at;
    choose(at->first);
}

bool GraphCanvas::run(TimelineKey command, const QKeyEvent *event)
{
    const bool selected = selectedBox() != None;
    switch (command) {
    case TimelineKey::ZoomIn:
    case TimelineKey::ZoomOut:
    case TimelineKey::PanLeft:
    case TimelineKey::PanRight:
        if (selected && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
            walkColumns(command == TimelineKey::PanLeft ? -1 : 1);
        } else if (!event->isAutoRepeat()) {
            m_heldKeys[event->key()] = TimelineNavigator::motionOf(command);
            m_navigator.press(TimelineNavigator::motionOf(command));
        }
        return true;
    case TimelineKey::ScrollUp:
    case TimelineKey::ScrollDown: {
        const int by = command == TimelineKey::ScrollUp ? -1 : 1;
        if (selected)
            walk(by);
        else if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
            chooseFirst();
        else
            m_navigator.panPixels(by * plot().height() / 10.0);
        return true;
    }
    case TimelineKey::PageUp:
    case TimelineKey::PageDown:
        m_navigator.panPixels((command == TimelineKey::PageUp ? -0.9 : 0.9) * plot().height());
        return true;
    case TimelineKey::Clear:
        choose(None);
        return true;
    }
    return false;
}

void GraphCanvas::keyPressEvent(QKeyEvent *event)
{
    if (isEmpty())
        return QWidget::keyPressEvent(event);
    const quint32 box = selectedBox();
    const auto command = m_keys->command(event);
    if (command && run(*command, event))
        return;
    if (showsAll(*event)) {
        fit();
    } else if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal || event->key() == Qt::Key_Minus) {
        const double y = box == None ? plot().height() / 2.0 : uncutRect(box).center().y() - plot().top();
        m_navigator.zoomAt(std::clamp(y, 0.0, static_cast<double>(plot().height())),
                           event->key() == Qt::Key_Minus ? 1.25 : 0.8);
    } else if (zoomsToSelection(*event) && box != None) {
        constexpr qint64 around = 6; // layers, so that names can be read
        const qint64 at = m_content.layout->boxes[box].layer;
        const TimeWindow w{(at - around) * layerUnits, (at + around) * layerUnits};
        if (timeline::clamped(w, m_navigator.limits()) == m_window)
            fit();
        else
            m_navigator.show(w);
    } else if (activates(*event)) {
        if (box != None)
            activate(box);
        else
            chooseFirst();
    } else if (event->key() == Qt::Key_Backspace && box != None) {
        if (const int scope = scopeAround(box); scope > 0)
            emit foldRequested(scope, false);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void GraphCanvas::keyReleaseEvent(QKeyEvent *event)
{
    if (const auto held = m_heldKeys.find(event->key()); held != m_heldKeys.end() && !event->isAutoRepeat()) {
        m_navigator.release(held->second);
        m_heldKeys.erase(held);
    }
    QWidget::keyReleaseEvent(event);
}

void GraphCanvas::focusOutEvent(QFocusEvent *event)
{
    m_navigator.stop();
    m_heldKeys.clear();
    QWidget::focusOutEvent(event);
}

bool GraphCanvas::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool ours =
            !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) &&
            (key->key() == Qt::Key_Plus || key->key() == Qt::Key_Minus || key->key() == Qt::Key_Backspace);
        if (m_keys->command(key) || zoomsToSelection(*key) || showsAll(*key) || ours) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip && !isEmpty()) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int scope = scopeAt(help->pos());
        if (const quint32 box = boxAt(help->pos()); box != None)
            QToolTip::showText(help->globalPos(), format::tooltipTable(tipLines(box)), this, boxRect(box));
        else if (scope > 0)
            QToolTip::showText(
                help->globalPos(),
                format::tooltipTable(
                    {{tr("Namespace"), format::displayText(m_content.graph->scopes[static_cast<size_t>(scope)].path)},
                     {tr("Click"), tr("folds it")}}),
                this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace rs
