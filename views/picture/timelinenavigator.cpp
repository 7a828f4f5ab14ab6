// SPDX-License-Identifier: Apache-2.0
#include "views/picture/timelinenavigator.h"

#include <utility>

namespace rs {

namespace {
constexpr int frameMs = 16;
constexpr int settleMs = 160; // a short press is one step: motion starts only after it
} // namespace

TimelineNavigator::TimelineNavigator(std::function<TimeWindow()> window, std::function<void(TimeWindow)> setWindow,
                                     QObject *parent)
    : QObject(parent), m_window(std::move(window)), m_setWindow(std::move(setWindow))
{
    m_timer.setInterval(frameMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &TimelineNavigator::tick);
}

bool TimelineNavigator::zoomAt(double x, double factor)
{
    const TimeWindow w = m_window();
    if (!w.isEmpty())
        m_setWindow(timeline::zoomed(w, x, m_width, factor, m_limits));
    return m_window() != w;
}

void TimelineNavigator::panPixels(double pixels)
{
    const TimeWindow w = m_window();
    if (w.isEmpty())
        return;
    const double wanted = pixels * static_cast<double>(w.lengthNs()) / m_width + m_panRest;
    const auto by = static_cast<qint64>(std::llround(wanted));
    m_panRest = wanted - static_cast<double>(by);
    if (by != 0)
        m_setWindow(timeline::panned(w, by, m_limits));
}

void TimelineNavigator::fit()
{
    if (!m_limits.isEmpty())
        m_setWindow(m_limits);
}

void TimelineNavigator::show(TimeWindow w)
{
    m_setWindow(timeline::clamped(w, m_limits));
}

bool TimelineNavigator::press(int key)
{
    switch (key) {
    case Qt::Key_W:
    case Qt::Key_S:
    case Qt::Key_A:
    case Qt::Key_D:
    case Qt::Key_Left:
    case Qt::Key_Right:
        break;
    default:
        return false;
    }
    if (m_held.contains(key))
        return true;
    m_held.insert(key);
    m_panRest = 0;
    step(key, 1);
    if (!m_timer.isActive()) {
        m_heldFor.start();
        m_lastTickMs = settleMs;
        m_timer.start();
    }
    return true;
}

int TimelineNavigator::motionOf(TimelineKey command)
{
    switch (command) {
    case TimelineKey::ZoomIn:
        return Qt::Key_W;
    case TimelineKey::ZoomOut:
        return Qt::Key_S;
    case TimelineKey::PanLeft:
        return Qt::Key_A;
    case TimelineKey::PanRight:
        return Qt::Key_D;
    default:
        return 0;
    }
}

void TimelineNavigator::release(int key)
{
    m_held.remove(key);
    if (m_held.isEmpty())
        m_timer.stop();
}

void TimelineNavigator::stop()
{
    m_held.clear();
    m_timer.stop();
}

// `amount` 1 is what a short press does: an eighth of the width, or a zoom by a quarter.
void TimelineNavigator::step(int key, double amount)
{
    const double x = m_anchor ? m_anchor() : m_width / 2.0;
    switch (key) {
    case Qt::Key_W:
        zoomAt(x, std::pow(0.8, amount));
        break;
    case Qt::Key_S:
        zoomAt(x, std::pow(0.8, -amount));
        break;
    case Qt::Key_A:
    case Qt::Key_Left:
        panPixels(-amount * m_width / 8);
        break;
    case Qt::Key_D:
    case Qt::Key_Right:
        panPixels(amount * m_width / 8);
        break;
    default:
        break;
    }
}

void TimelineNavigator::tick()
{
    const qint64 now = m_heldFor.elapsed();
    if (now <= settleMs)
        return;
    // Steps per second grow from 5 to 20 over the first second; a slow frame moves as far as a quick one would have.
    const double seconds = static_cast<double>(std::min<qint64>(100, now - m_lastTickMs)) / 1000;
    const double speed = 5 + 15 * std::min(1.0, static_cast<double>(now - settleMs) / 1000);
    m_lastTickMs = now;
    const QSet<int> held = m_held;
    for (const int key : held)
        step(key, speed * seconds);
}

} // namespace rs

#include "moc_timelinenavigator.cpp"
