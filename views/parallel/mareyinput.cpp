// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of the Marey picture.
#include "items/format.h"
#include "views/parallel/mareypicture.h"
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

void MareyPicture::resizeEvent(QResizeEvent *)
{
    layOut();
    changed();
}

void MareyPicture::bringIntoSight(const Place &place)
{
    const MareyOperator *const op = operatorAt(place);
    if (!op)
        return;
    const int stage = m_content.chart->rows[static_cast<size_t>(place.row)].stage;
    if (lineOf(place.row) < 0 && m_foldedStages.contains(stage))
        foldStage(stage);
    if (op->time.to <= m_window.fromNs || op->time.from >= m_window.toNs) {
        const qint64 middle = op->time.from + op->time.length() / 2;
        setWindow(timeline::panned(m_window, middle - m_window.fromNs - m_window.lengthNs() / 2, m_navigator.limits()));
    }
    const int top = lineOf(place.row) * linePitch();
    if (top < m_scroll || top + linePitch() > m_scroll + acrossSize())
        m_bar->setValue(top - acrossSize() / 2);
}

void MareyPicture::setSelected(const Place &place)
{
    m_selected = operatorAt(place) ? place : Place();
    bringIntoSight(m_selected);
    update();
}

void MareyPicture::showEntry(const Place &place)
{
    const MareyOperator *const op = operatorAt(place);
    if (!op)
        return;
    const Interval span = m_content.chart->entries[op->entry].span;
    m_navigator.show(timeline::padded({span.from, span.to}, 1.0));
    setSelected(place);
}

void MareyPicture::choose(const Place &place)
{
    setSelected(place);
    emit placeChosen(m_selected);
}

void MareyPicture::stepMatch(int direction)
{
    // By time over all devices that are shown; without a selection from the start of the window.
    const MareyOperator *const from = operatorAt(m_selected);
    using Key = std::pair<qint64, Place>;
    const Key at = from ? Key{from->time.from, m_selected}
                        : Key{direction > 0 ? m_window.fromNs : m_window.toNs, Place{-1, false, -1}};
    std::optional<Key> next;
    std::optional<Key> end; // where it goes on when there is none
    for (size_t r = 0; r < m_matches.rows.size(); ++r) {
        for (const bool communication : {false, true}) {
            Place place{static_cast<int>(r), communication, 0};
            const MareyLane &lane = laneOf(place);
            for (const quint32 i : communication ? m_matches.rows[r].communication : m_matches.rows[r].work) {
                place.op = static_cast<int>(i);
                const Key key{lane[i].time.from, place};
                const bool isBehind = direction > 0 ? key > at : key < at;
                const auto isNearer = [&](const std::optional<Key> &known) {
                    return !known || (direction > 0 ? key < *known : key > *known);
                };
                if (isBehind && isNearer(next))
                    next = key;
                if (isNearer(end))
                    end = key;
            }
        }
    }
    if (next || end)
        choose((next ? next : end)->second);
}

void MareyPicture::mousePressEvent(QMouseEvent *event)
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
    m_pressedScroll = m_scroll;
    m_pressedWindow = m_window;
}

void MareyPicture::mouseMoveEvent(QMouseEvent *event)
{
    m_mouse = event->position().toPoint();
    if (m_pressed && !m_panning && plot().contains(m_pressedAt) &&
        (m_mouse - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
        m_zooming = true;
    if (m_pressed && m_panning) {
        const double ns = static_cast<double>(alongOf(m_pressedAt) - alongOf(m_mouse)) *
                          static_cast<double>(m_pressedWindow.lengthNs()) / alongSize();
        setWindow(timeline::panned(m_pressedWindow, static_cast<qint64>(std::llround(ns)), m_navigator.limits()));
        m_bar->setValue(m_pressedScroll + acrossOf(m_pressedAt) - acrossOf(m_mouse));
    }
    if (m_pressed)
        update();
}

// The dragged box fills the picture; one within a line keeps the lines.
void MareyPicture::zoomTo(const QPoint &a, const QPoint &b)
{
    const qint64 t0 = map().time(alongOf(a));
    const qint64 t1 = map().time(alongOf(b));
    const int across0 = std::clamp(std::min(acrossOf(a), acrossOf(b)), 0, acrossSize());
    const int across1 = std::clamp(std::max(acrossOf(a), acrossOf(b)), 0, acrossSize());
    const int first = (across0 + m_scroll) / linePitch();
    const int last = std::min((across1 + m_scroll) / linePitch(), static_cast<int>(m_lines.size()) - 1);
    if (last > first) {
        setPitch(acrossSize() / (last - first + 1));
        m_bar->setValue(first * linePitch());
    }
    if (t0 != t1)
        m_navigator.show({std::min(t0, t1), std::max(t0, t1)});
}

void MareyPicture::mouseReleaseEvent(QMouseEvent *event)
{
    if (!std::exchange(m_pressed, false))
        return;
    const bool panned = std::exchange(m_panning, false);
    const QPoint at = event->position().toPoint();
    if (std::exchange(m_zooming, false)) {
        zoomTo(m_pressedAt, at);
    } else if (!panned) {
        const int line = lineAt(at);
        if (line >= 0 && m_lines[static_cast<size_t>(line)].isStage && !plot().contains(at)) {
            foldStage(rowOf(m_lines[static_cast<size_t>(line)]).stage);
        } else {
            choose(placeAt(at));
            if (!m_selected.isValid() && line >= 0 && !m_lines[static_cast<size_t>(line)].isStage) {
                // A double click shows everything, whichever line it is on.
                m_clickedRow = m_lines[static_cast<size_t>(line)].row;
                if (plot().contains(at))
                    m_rowClick.start(QApplication::doubleClickInterval());
                else
                    emit rowChosen(m_clickedRow);
            }
        }
    }
    update();
}

void MareyPicture::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_pressed = false;
    m_rowClick.stop();
    if (plot().contains(event->position().toPoint()))
        reset();
    else
        mousePressEvent(event);
}

void MareyPicture::zoomLines(double factor, int at)
{
    const double line = static_cast<double>(at + m_scroll) / linePitch();
    const int pitch = linePitch();
    int next = static_cast<int>(std::lround(pitch * factor));
    if (next == pitch)
        next += factor > 1 ? 1 : -1;
    setPitch(std::max(1, next));
    m_bar->setValue(static_cast<int>(line * linePitch()) - at);
}

void MareyPicture::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
    const QPoint at = event->position().toPoint();
    const bool control = event->modifiers() & Qt::ControlModifier;
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    if (control && shift)
        zoomLines(std::pow(TimelineNavigator::wheelZoom, -notches), acrossOf(at));
    else if (control)
        m_navigator.zoomAt(alongOf(at), std::pow(TimelineNavigator::wheelZoom, notches));
    else if (shift || (angle.x() != 0 && angle.y() == 0))
        m_navigator.panPixels(-notches * alongSize() / 10);
    else
        m_bar->setValue(m_bar->value() - static_cast<int>(notches * 3 * linePitch()));
    event->accept();
}

// Along the lane.
void MareyPicture::step(int direction)
{
    Place next = m_selected;
    next.op += direction;
    if (next.op >= 0 && operatorAt(next))
        choose(next);
}

// To the same operator of the next device that has it.
void MareyPicture::stepRow(int direction)
{
    for (int line = lineOf(m_selected.row) + direction; line >= 0 && line < static_cast<int>(m_lines.size());
         line += direction) {
        if (m_lines[static_cast<size_t>(line)].isStage)
            continue;
        if (const Place next = partnerOf(m_selected, m_lines[static_cast<size_t>(line)].row); next.isValid())
            return choose(next);
    }
}

// What was selected stays in sight.
double MareyPicture::anchor() const
{
    if (const QRect selected = rectOf(m_selected); !selected.isEmpty())
        return alongOf(selected.center());
    return plot().contains(m_mouse) ? alongOf(m_mouse) : alongSize() / 2.0;
}

void MareyPicture::focusSelection()
{
    const MareyOperator *const op = operatorAt(m_selected);
    if (!op)
        return reset();
    const Interval span = m_content.chart->entries[op->entry].span;
    const TimeWindow w = timeline::padded({span.from, span.to}, 0.2);
    if (timeline::clamped(w, m_navigator.limits()) == m_window)
        reset();
    else
        m_navigator.show(w);
}

bool MareyPicture::run(TimelineKey command, const QKeyEvent *event)
{
    const bool selected = m_selected.isValid();
    const auto walk = [this](int along, int across) {
        if (along != 0)
            step(along);
        else
            stepRow(across);
    };
    switch (command) {
    case TimelineKey::ZoomIn:
    case TimelineKey::ZoomOut:
    case TimelineKey::PanLeft:
    case TimelineKey::PanRight: {
        // As in the timeline arrows walk from what is selected; letters always pan.
        const int direction = command == TimelineKey::PanLeft ? -1 : 1;
        if (selected && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
            walk(m_downwards ? 0 : direction, m_downwards ? direction : 0);
        } else if (!event->isAutoRepeat()) {
            m_heldKeys[event->key()] = TimelineNavigator::motionOf(command);
            m_navigator.press(TimelineNavigator::motionOf(command));
        }
        return true;
    }
    case TimelineKey::ScrollUp:
    case TimelineKey::ScrollDown: {
        const int direction = command == TimelineKey::ScrollUp ? -1 : 1;
        if (selected)
            walk(m_downwards ? direction : 0, m_downwards ? 0 : direction);
        else
            m_bar->setValue(m_bar->value() + direction * linePitch());
        return true;
    }
    case TimelineKey::PageUp:
    case TimelineKey::PageDown:
        m_bar->setValue(m_bar->value() + (command == TimelineKey::PageUp ? -1 : 1) * acrossSize());
        return true;
    case TimelineKey::Clear:
        choose({});
        return true;
    }
    return false;
}

// While nothing is looked for here F3 is that of the window.
bool MareyPicture::stepsMatches(const QKeyEvent &event) const
{
    return event.key() == Qt::Key_F3 && m_matches.count > 0;
}

void MareyPicture::keyPressEvent(QKeyEvent *event)
{
    if (const auto command = m_keys->command(event); command && run(*command, event))
        return;
    if (const int direction = zoomDirection(*event); direction != 0) {
        const QRect selected = rectOf(m_selected);
        if (event->modifiers() & Qt::AltModifier)
            zoomLines(direction > 0 ? 1.25 : 0.8, selected.isEmpty() ? acrossSize() / 2 : acrossOf(selected.center()));
        else
            m_navigator.zoomAt(anchor(),
                               direction > 0 ? TimelineNavigator::wheelZoom : 1 / TimelineNavigator::wheelZoom);
    } else if (stepsMatches(*event)) {
        stepMatch(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    } else if (event->key() == Qt::Key_0 && event->modifiers() & Qt::ControlModifier) {
        setPitch(0);
        m_navigator.fit();
    } else if (showsAll(*event)) {
        reset();
    } else if (zoomsToSelection(*event)) {
        focusSelection();
    } else if (activates(*event) && m_selected.isValid()) {
        emit placeActivated(m_selected);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void MareyPicture::keyReleaseEvent(QKeyEvent *event)
{
    if (const auto held = m_heldKeys.find(event->key()); held != m_heldKeys.end() && !event->isAutoRepeat()) {
        m_navigator.release(held->second);
        m_heldKeys.erase(held);
    }
    QWidget::keyReleaseEvent(event);
}

void MareyPicture::focusOutEvent(QFocusEvent *event)
{
    m_navigator.stop();
    m_heldKeys.clear();
    QWidget::focusOutEvent(event);
}

std::vector<std::pair<QString, QString>> MareyPicture::tipOfHeader(const QPoint &at) const
{
    const int line = plot().contains(at) ? -1 : lineAt(at);
    if (line < 0)
        return {};
    const Line &of = m_lines[static_cast<size_t>(line)];
    const std::array names = {tr("FLOPs"), tr("FLOPS"), tr("Peak memory")};
    std::vector<std::pair<QString, QString>> lines{{of.isStage ? m_content.stageLabels[static_cast<size_t>(of.row)]
                                                               : m_content.labels[static_cast<size_t>(of.row)],
                                                    {}}};
    for (int which = 0; which < 3; ++which) {
        if (squareOf(line, which).isEmpty())
            continue;
        const Load &load = (of.isStage ? m_content.stageLoads : m_content.loads)[static_cast<size_t>(of.row)];
        lines.emplace_back(names[static_cast<size_t>(which)], load.texts[static_cast<size_t>(which)]);
    }
    if (!of.isStage) {
        if (const QString &note = m_content.notes[static_cast<size_t>(of.row)]; !note.isEmpty())
            lines.emplace_back(note, QString());
    }
    return lines;
}

bool MareyPicture::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (m_keys->command(key) || zoomsToSelection(*key) || showsAll(*key) || zoomDirection(*key) != 0 ||
            stepsMatches(*key)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip && m_content.chart) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const Place place = placeAt(help->pos());
        if (place.isValid())
            QToolTip::showText(help->globalPos(), format::tooltipTable(tipLines(place)), this, rectOf(place));
        else if (const auto lines = tipOfHeader(help->pos()); !lines.empty())
            QToolTip::showText(help->globalPos(), format::tooltipTable(lines), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace rs
