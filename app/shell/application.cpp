// SPDX-License-Identifier: Apache-2.0
#include "app/shell/application.h"

#include <QEvent>
#include <QScopeGuard>
#include <QTimerEvent>

#include <utility>

namespace rs {

namespace {

constexpr qint64 turnNs = qint64{Application::turnMs} * 1'000'000;
constexpr qint64 longNs = 500'000; // shorter events are not worth a timer
// Timers and input come between two posted events only when the loop waits for a moment.
constexpr int pauseMs = 1;

bool canWait(const QObject &receiver, const QEvent &event)
{
    switch (event.type()) {
    case QEvent::FutureCallOut:
        return true;
    case QEvent::LayoutRequest:
    case QEvent::UpdateRequest:
        return receiver.isWidgetType();
    default:
        return false;
    }
}

} // namespace

bool Application::notify(QObject *receiver, QEvent *event)
{
    // Other threads have loops of their own. What a handler sends, and loops inside a handler, belong to the event that
    // is being handled.
    if (!m_short || receiver->thread() != thread() || m_depth > 0)
        return QApplication::notify(receiver, event);
    if ((m_busyNs >= turnNs || !m_deferred.empty()) && canWait(*receiver, *event) && defer(receiver, *event))
        return true;
    QElapsedTimer clock;
    clock.start();
    ++m_depth;
    const auto leave = qScopeGuard([this, &clock] {
        --m_depth;
        const qint64 took = clock.nsecsElapsed();
        if (took < longNs)
            return;
        m_busyNs += took;
        if (!m_nextTurn.isActive())
            m_nextTurn.start(pauseMs, Qt::PreciseTimer, this);
    });
    return QApplication::notify(receiver, event);
}

bool Application::defer(QObject *receiver, const QEvent &event)
{
    std::unique_ptr<QEvent> copy(event.clone());
    if (!copy)
        return false;
    m_deferred.push_back({receiver, std::move(copy)});
    if (!m_nextTurn.isActive())
        m_nextTurn.start(pauseMs, Qt::PreciseTimer, this);
    return true;
}

void Application::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_nextTurn.timerId()) {
        QApplication::timerEvent(event);
        return;
    }
    m_nextTurn.stop();
    m_busyNs = 0;
    if (m_deferred.empty())
        return;
    // Handed over right here: posted again they would have to wait again wherever posting them has taken a turn's time,
    // as it does for many of them or when another process has the processor. One at least gets through in each turn.
    QElapsedTimer clock;
    clock.start();
    do {
        Deferred next = std::move(m_deferred.front());
        m_deferred.pop_front();
        // A loop in the handler, a dialog's, goes on with the rest.
        if (!m_deferred.empty() && !m_nextTurn.isActive())
            m_nextTurn.start(pauseMs, Qt::PreciseTimer, this);
        if (next.receiver)
            sendEvent(next.receiver, next.event.get());
    } while (!m_deferred.empty() && clock.nsecsElapsed() < turnNs);
}

} // namespace rs

#include "moc_application.cpp"
