// SPDX-License-Identifier: Apache-2.0
#include "app/shell/timelinekeys.h"

#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/timelineview.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTextEdit>

#include <utility>

namespace rs {

namespace {

bool takesText(const QWidget *w)
{
    const auto *const box = qobject_cast<const QComboBox *>(w);
    return (box && box->isEditable()) || qobject_cast<const QLineEdit *>(w) ||
           qobject_cast<const QAbstractSpinBox *>(w) || qobject_cast<const QTextEdit *>(w) ||
           qobject_cast<const QPlainTextEdit *>(w);
}

} // namespace

TimelineKeys::TimelineKeys(TimelineView &timeline, QWidget &window)
    : QObject(&window), m_timeline(timeline), m_window(window)
{
    // Without a focus, as after a dock was closed, the window itself gets the keys.
    m_window.installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { watch(now); });
    watch(QApplication::focusWidget());
}

void TimelineKeys::watch(QWidget *focused)
{
    letGo();
    if (m_watched && m_watched != &m_window)
        m_watched->removeEventFilter(this);
    m_watched = isElsewhere(focused) ? focused : nullptr;
    if (m_watched && m_watched != &m_window)
        m_watched->installEventFilter(this);
}

bool TimelineKeys::isElsewhere(const QWidget *focused) const
{
    if (!focused || takesText(focused) || qobject_cast<const QMenuBar *>(focused))
        return false;
    // Lists that pop up, dialogs and menus are windows of their own; a detached dock still belongs to this one.
    const QWidget *const top = focused->window();
    const auto *const dock = qobject_cast<const QDockWidget *>(top);
    if (top != &m_window && !(dock && dock->parentWidget() && dock->parentWidget()->window() == &m_window))
        return false;
    for (const QWidget *w = focused; w; w = w->parentWidget()) {
        if (w == &m_timeline)
            return false;
    }
    return true;
}

bool TimelineKeys::takes(const QKeyEvent &event) const
{
    const QString text = event.text();
    const bool isSign = text.size() == 1 && text[0].isPrint() && !text[0].isSpace();
    // Arrows, Home, Enter and the like stay with what has the focus.
    if (!isSign && event.key() != Qt::Key_Escape && event.key() != Qt::Key_Backspace)
        return false;
    if (!isSign && isWanted(event))
        return false;
    return isSeen() ? m_timeline.commands()->looksAround(event) : goesBack(event);
}

bool TimelineKeys::isWanted(const QKeyEvent &event) const
{
    if (!m_watched || m_watched == &m_window)
        return false;
    for (QWidget *w = m_watched; w && !w->isWindow(); w = w->parentWidget()) {
        QKeyEvent ask(QEvent::ShortcutOverride, event.key(), event.modifiers(), event.text());
        ask.ignore();
        static_cast<QObject *>(w)->event(&ask);
        if (ask.isAccepted())
            return true;
    }
    return false;
}

bool TimelineKeys::isSeen() const
{
    return !m_timeline.canvas()->visibleRegion().isEmpty();
}

bool TimelineKeys::goesBack(const QKeyEvent &event) const
{
    return m_timeline.commands()->find(QStringLiteral("back"))->shortcuts().contains(event.keyCombination());
}

void TimelineKeys::letGo()
{
    for (const int key : std::exchange(m_down, {})) {
        QKeyEvent release(QEvent::KeyRelease, key, Qt::NoModifier);
        QCoreApplication::sendEvent(m_timeline.canvas(), &release);
    }
}

bool TimelineKeys::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if ((!isKey && event->type() != QEvent::KeyRelease) ||
        (watched == &m_window && QApplication::focusWidget() && QApplication::focusWidget() != &m_window))
        return QObject::eventFilter(watched, event);
    const auto *const key = static_cast<QKeyEvent *>(event);
    if (isKey ? !takes(*key) : !m_down.contains(key->key()))
        return QObject::eventFilter(watched, event);
    // A jump may have left the workspace in which the timeline is seen.
    if (isKey && !isSeen()) {
        event->accept();
        if (event->type() == QEvent::KeyPress)
            m_timeline.commands()->find(QStringLiteral("back"))->trigger();
        return true;
    }
    if (event->type() == QEvent::KeyPress)
        m_down.insert(key->key());
    else if (event->type() == QEvent::KeyRelease && !key->isAutoRepeat())
        m_down.erase(key->key());
    QCoreApplication::sendEvent(m_timeline.canvas(), event);
    return true;
}

} // namespace rs

#include "moc_timelinekeys.cpp"
