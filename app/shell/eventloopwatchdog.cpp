// SPDX-License-Identifier: Apache-2.0
#include "app/shell/eventloopwatchdog.h"

#include <QLoggingCategory>

#include <algorithm>

namespace rs {

Q_LOGGING_CATEGORY(stallLog, "rankscope.stall", QtWarningMsg)

namespace {
constexpr int tickMs = 10;
}

EventLoopWatchdog::EventLoopWatchdog(QObject *parent) : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(tickMs);
    connect(&m_timer, &QTimer::timeout, this, &EventLoopWatchdog::tick);
}

bool EventLoopWatchdog::isWanted()
{
    return stallLog().isDebugEnabled();
}

void EventLoopWatchdog::start()
{
    m_since.start();
    m_timer.start();
}

void EventLoopWatchdog::tick()
{
    const qint64 late = m_since.restart() - tickMs;
    m_longestMs = std::max(m_longestMs, late);
    if (late > thresholdMs)
        qCDebug(stallLog) << "the event loop stood still for" << late << "ms; longest so far" << m_longestMs << "ms";
}

} // namespace rs

#include "moc_eventloopwatchdog.cpp"
