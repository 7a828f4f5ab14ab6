// SPDX-License-Identifier: Apache-2.0
// Frames of a widget: events as the window system sends them, and the time until each is painted.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

namespace rs::bench {

inline double msOf(const QElapsedTimer &clock)
{
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

/// Prints times of frames; the 95th of 100.
inline double printFrames(const char *what, std::vector<double> took)
{
    std::sort(took.begin(), took.end());
    const double p95 = took[took.size() * 95 / 100];
    std::printf("%s: median %.1f ms, p95 %.1f ms, most %.1f ms of %zu frames\n", what, took[took.size() / 2], p95,
                took.back(), took.size());
    std::fflush(stdout);
    return p95;
}

/// Time of the GUI thread from an event to its frame, of 80 events.
inline double interact(const char *what, QWidget &seen, const std::function<void(int)> &event)
{
    std::vector<double> took;
    for (int i = 0; i < 80; ++i) {
        QElapsedTimer clock;
        clock.start();
        event(i);
        seen.repaint();
        took.push_back(msOf(clock));
    }
    return printFrames(what, std::move(took));
}

inline void wheel(QWidget &on, const QPointF &at, int delta, Qt::KeyboardModifiers keys = {})
{
    QWheelEvent event(at, on.mapToGlobal(at), {}, {0, delta}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&on, &event);
}

/// Turn i of a walk over the widget: 40 turns one way, 40 back.
inline void walk(QWidget &on, int i, Qt::KeyboardModifiers keys)
{
    wheel(on, {on.width() * (0.3 + 0.02 * (i % 20)), on.height() * 0.5}, i % 80 < 40 ? 120 : -120, keys);
}

inline void mouse(QWidget &on, QEvent::Type type, const QPointF &at, Qt::MouseButton button = Qt::NoButton)
{
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::MouseButtons(button);
    QMouseEvent event(type, at, on.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button, held,
                      Qt::NoModifier);
    QCoreApplication::sendEvent(&on, &event);
}

inline void press(QWidget &on, Qt::Key key)
{
    QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
    QCoreApplication::sendEvent(&on, &event);
}

} // namespace rs::bench
