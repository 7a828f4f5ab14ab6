// SPDX-License-Identifier: Apache-2.0
#include "views/picture/timepicture.h"

#include "views/picture/timeaxis.h"
#include "views/widgets/keymap.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QJsonObject>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {
constexpr int scrolledLines = 3; // by a notch of the wheel
constexpr double panPart = 0.1;  // of the plot, likewise
constexpr double pagePart = 0.9;

bool isArrow(const QKeyEvent &event)
{
    return event.key() == Qt::Key_Left || event.key() == Qt::Key_Right || event.key() == Qt::Key_Up ||
           event.key() == Qt::Key_Down;
}
} // namespace

void saveWindow(QJsonObject &state, TimeWindow window)
{
    if (window.isEmpty())
        return;
    state[QStringLiteral("from")] = QString::number(window.fromNs);
    state[QStringLiteral("to")] = QString::number(window.toNs);
}

TimeWindow savedWindow(const QJsonObject &state)
{
    return {state[QStringLiteral("from")].toString().toLongLong(), state[QStringLiteral("to")].toString().toLongLong()};
}

TimePicture::TimePicture(const Theme *theme, QWidget *parent)
    : Picture(theme, parent), m_navigator([this] { return m_window; }, [this](TimeWindow w) { setWindow(w); }, this),
      m_bar(new QScrollBar(Qt::Vertical, this))
{
    m_bar->hide();
    m_navigator.setAnchor([this] { return anchor(); });
    connect(m_bar, &QScrollBar::valueChanged, this, [this](int at) {
        m_scrolled = at;
        redraw();
    });
}

int TimePicture::alongOf(const QPoint &at) const
{
    return runsDownwards() ? at.y() - plot().top() : at.x() - plot().left();
}

int TimePicture::acrossOf(const QPoint &at) const
{
    return runsDownwards() ? at.x() - plot().left() : at.y() - plot().top();
}

void TimePicture::setWindow(TimeWindow w)
{
    const qint64 least = std::min(m_least, limits().lengthNs());
    if (!limits().isEmpty() && w.lengthNs() < least) {
        const qint64 from = w.fromNs + w.lengthNs() / 2 - least / 2;
        w = {from, from + least};
    }
    w = timeline::clamped(w, limits());
    m_restored = {};
    if (w == m_window)
        return;
    m_window = w;
    redraw();
    emit windowChanged();
}

void TimePicture::restoreWindow(TimeWindow w)
{
    setWindow(w);
    m_restored = m_window == w ? TimeWindow() : w;
}

void TimePicture::setLimits(TimeWindow limits)
{
    m_navigator.setLimits(limits);
    if (!m_restored.isEmpty())
        restoreWindow(m_restored);
}

int TimePicture::barSize() const
{
    const QSize hint = m_bar->sizeHint();
    return !m_bar->isVisibleTo(this) ? 0 : runsDownwards() ? hint.height() : hint.width();
}

void TimePicture::setLines(int whole, int step)
{
    m_bar->setOrientation(runsDownwards() ? Qt::Horizontal : Qt::Vertical);
    m_bar->setVisible(whole > acrossSize());
    const QRect p = plot();
    const QSize hint = m_bar->sizeHint();
    if (runsDownwards())
        m_bar->setGeometry(p.left(), height() - hint.height(), p.width(), hint.height());
    else
        m_bar->setGeometry(width() - hint.width(), p.top(), hint.width(), p.height());
    m_bar->setRange(0, std::max(0, whole - acrossSize()));
    m_bar->setPageStep(acrossSize());
    m_bar->setSingleStep(step);
    m_navigator.setWidth(alongSize());
}

double TimePicture::anchor() const
{
    return plot().contains(m_mouse) ? alongOf(m_mouse) : alongSize() / 2.0;
}

void TimePicture::doubleClicked(const QPoint &at)
{
    if (plot().contains(at))
        showAll();
}

QRect TimePicture::boxOf(const QPoint &a, const QPoint &b) const
{
    const QRect p = plot();
    return QRect(QPoint(a.x(), p.top()), QPoint(b.x(), p.bottom())).normalized();
}

void TimePicture::boxDrawn(const QPoint &a, const QPoint &b)
{
    const auto [from, to] = std::minmax({map().time(alongOf(a)), map().time(alongOf(b))});
    if (from != to)
        m_navigator.show({from, to});
}

void TimePicture::paintBox(QPainter &painter) const
{
    if (m_drag != Drag::Box)
        return;
    QColor shade = theme().accent();
    shade.setAlpha(50);
    painter.fillRect(boxOf(m_pressedAt, m_mouse), shade);
}

void TimePicture::mousePressEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    const bool isLeft = event->button() == Qt::LeftButton;
    if (!isLeft && event->button() != Qt::MiddleButton)
        return event->ignore();
    if (const int entry = legendAt(at); isLeft && entry >= 0 && isSwitch(entry))
        return switchEntry(entry);
    m_clicks = isLeft && !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier));
    m_moves = !m_clicks || dragMoves();
    m_drag = Drag::Pressed;
    m_pressedAt = m_mouse = at;
    m_pressedScroll = m_scrolled;
    m_pressedWindow = m_window;
    pressed(at);
}

void TimePicture::mouseMoveEvent(QMouseEvent *event)
{
    m_mouse = event->position().toPoint();
    const bool isFar = (m_mouse - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (m_drag == Drag::Pressed && isFar && (m_moves || startsBox(m_pressedAt)))
        m_drag = m_moves ? Drag::Pan : Drag::Box;
    if (m_drag == Drag::Pan) {
        const double by = static_cast<double>(alongOf(m_pressedAt) - alongOf(m_mouse)) *
                          static_cast<double>(m_pressedWindow.lengthNs()) / std::max(1, alongSize());
        setWindow(timeline::panned(m_pressedWindow, std::llround(by), limits()));
        m_bar->setValue(m_pressedScroll + acrossOf(m_pressedAt) - acrossOf(m_mouse));
    }
    if (m_drag == Drag::None)
        Picture::mouseMoveEvent(event);
    else
        update();
}

void TimePicture::mouseReleaseEvent(QMouseEvent *event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Box)
        boxDrawn(m_pressedAt, event->position().toPoint());
    else if (drag == Drag::Pressed && m_clicks)
        clicked(event->position().toPoint());
    update();
}

void TimePicture::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_drag = Drag::None;
    const QPoint at = event->position().toPoint();
    if (event->button() != Qt::LeftButton || legendAt(at) >= 0)
        return mousePressEvent(event);
    doubleClicked(at);
}

void TimePicture::scrollBy(int pixels)
{
    m_bar->setValue(m_bar->value() + pixels);
}

void TimePicture::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    if (m_window.isEmpty() || angle.isNull())
        return event->ignore();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
    const bool isSideways = event->modifiers() & Qt::ShiftModifier || angle.y() == 0;
    const bool scrolls = m_bar->maximum() > 0 && isSideways == runsDownwards();
    const bool isStill = m_bar->maximum() == 0 && !isSideways && !runsDownwards();
    const bool zooms = event->modifiers() & Qt::ControlModifier || isStill;
    if (zooms)
        m_navigator.zoomAt(alongOf(event->position().toPoint()), std::pow(TimelineNavigator::wheelZoom, notches));
    else if (scrolls)
        scrollBy(-static_cast<int>(notches * scrolledLines * m_bar->singleStep()));
    else
        m_navigator.panPixels(-notches * alongSize() * panPart);
    event->accept();
}

void TimePicture::showSelection()
{
    const TimeWindow w = windowOfSelection();
    if (w.isEmpty() || timeline::clamped(w, limits()) == m_window)
        showAll();
    else
        m_navigator.show(w);
}

bool TimePicture::runCommand(TimelineKey command, const QKeyEvent &event)
{
    const bool isUp = command == TimelineKey::ScrollUp || command == TimelineKey::PageUp;
    const int direction = isUp || command == TimelineKey::PanLeft ? -1 : 1;
    switch (command) {
    case TimelineKey::ZoomIn:
    case TimelineKey::ZoomOut:
    case TimelineKey::PanLeft:
    case TimelineKey::PanRight:
        if (isArrow(event) && hasSelection()) {
            if (runsDownwards())
                stepAcross(direction);
            else
                stepAlong(direction);
        } else if (!isArrow(event) || m_window != limits() || !chooseFirst()) { // where all is in sight nothing moves
            if (!event.isAutoRepeat()) {
                m_heldKeys[event.key()] = TimelineNavigator::motionOf(command);
                m_navigator.press(TimelineNavigator::motionOf(command));
            }
        }
        return true;
    case TimelineKey::ScrollUp:
    case TimelineKey::ScrollDown:
        if (hasSelection()) {
            if (runsDownwards())
                stepAlong(direction);
            else
                stepAcross(direction);
        } else if (isArrow(event) && (runsDownwards() || m_bar->maximum() == 0) && chooseFirst()) {
            return true;
        } else if (runsDownwards()) {
            m_navigator.panPixels(direction * panPart * alongSize());
        } else {
            scrollBy(direction * m_bar->singleStep());
        }
        return true;
    case TimelineKey::PageUp:
    case TimelineKey::PageDown:
        if (runsDownwards())
            m_navigator.panPixels(direction * pagePart * alongSize());
        else
            scrollBy(direction * acrossSize());
        return true;
    case TimelineKey::Clear:
        if (!hasSelection())
            return false;
        clearSelection();
        return true;
    }
    return false;
}

bool TimePicture::isKey(const QKeyEvent &event) const
{
    const auto command = KeyMap::inUse().command(&event);
    if (command == TimelineKey::Clear)
        return hasSelection();
    return command || zoomsToSelection(event) || rs::showsAll(event) || zoomDirection(event) != 0;
}

bool TimePicture::runKey(QKeyEvent *event)
{
    if (m_window.isEmpty())
        return false;
    if (const auto command = KeyMap::inUse().command(event); command && runCommand(*command, *event))
        return true;
    if (const int direction = zoomDirection(*event); direction != 0)
        m_navigator.zoomAt(anchor(), direction > 0 ? TimelineNavigator::wheelZoom : 1 / TimelineNavigator::wheelZoom);
    else if (zoomsToSelection(*event))
        showSelection();
    else if (rs::showsAll(*event))
        showAll();
    else if (activates(*event) && hasSelection())
        activateSelection();
    else
        return activates(*event) && chooseFirst();
    return true;
}

void TimePicture::keyReleaseEvent(QKeyEvent *event)
{
    if (const auto held = m_heldKeys.find(event->key()); held != m_heldKeys.end() && !event->isAutoRepeat()) {
        m_navigator.release(held->second);
        m_heldKeys.erase(held);
    }
    Picture::keyReleaseEvent(event);
}

void TimePicture::focusOutEvent(QFocusEvent *event)
{
    m_navigator.stop();
    m_heldKeys.clear();
    Picture::focusOutEvent(event);
}

} // namespace rs

#include "moc_timepicture.cpp"
