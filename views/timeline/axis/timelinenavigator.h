// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/axis/timecoordinates.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>

namespace rs {

/// Moves the shared time window: single steps, gestures, and held keys that accelerate. Keeps it inside the axis.
class TimelineNavigator : public QObject
{
    Q_OBJECT
public:
    explicit TimelineNavigator(ViewState *state, QObject *parent = nullptr);

    /// The longest window: everything that is open, with a little air.
    void setLimits(TimeWindow limits) { m_limits = limits; }
    [[nodiscard]] TimeWindow limits() const { return m_limits; }
    /// Pixels that show the window.
    void setWidth(int pixels) { m_width = std::max(1, pixels); }
    [[nodiscard]] int width() const { return m_width; }
    /// Where zooming by key holds still, in pixels.
    void setAnchor(std::function<double()> anchor) { m_anchor = std::move(anchor); }

    /// False at the limits, where nothing moves.
    bool zoomAt(double x, double factor);
    void panPixels(double pixels);
    void fit();
    void show(TimeWindow w);
    /// Takes W, S, A, D and the arrows left and right: one step at once, then motion until release().
    bool press(int key);
    void release(int key);
    void stop();

private:
    void step(int key, double amount);
    void tick();

    ViewState *m_state;
    TimeWindow m_limits;
    int m_width = 1;
    std::function<double()> m_anchor;
    QSet<int> m_held;
    QTimer m_timer{this};
    QElapsedTimer m_heldFor;
    qint64 m_lastTickMs = 0;
    double m_panRest = 0; // nanoseconds that rounding left over
};

} // namespace rs
