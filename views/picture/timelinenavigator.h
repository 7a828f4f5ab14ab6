// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/keymap.h"
#include "views/picture/timecoordinates.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>

namespace rs {

/// Moves a time window, the shared one or that of one picture: single steps, gestures, and held keys that accelerate.
/// Keeps it inside the axis.
class TimelineNavigator : public QObject
{
    Q_OBJECT
public:
    TimelineNavigator(std::function<TimeWindow()> window, std::function<void(TimeWindow)> setWindow,
                      QObject *parent = nullptr);

    /// The longest window: everything that is open, with a little air.
    void setLimits(TimeWindow limits) { m_limits = limits; }
    [[nodiscard]] TimeWindow limits() const { return m_limits; }
    /// Pixels that show the window.
    void setWidth(int pixels) { m_width = std::max(1, pixels); }
    [[nodiscard]] int width() const { return m_width; }
    /// Function for the pixel at which zooming by key holds still.
    void setAnchor(std::function<double()> anchor) { m_anchor = std::move(anchor); }

    /// False at the limits, where nothing moves.
    bool zoomAt(double x, double factor);
    void panPixels(double pixels);
    void fit();
    void show(TimeWindow w);
    /// Takes W, S, A, D and the arrows left and right: one step at once, then motion until release().
    bool press(int key);
    void release(int key);
    /// The key under which press() knows a command of the timeline; 0 for commands that are no motion.
    [[nodiscard]] static int motionOf(TimelineKey command);
    static constexpr double wheelZoom = 0.8; ///< per notch
    void stop();

private:
    void step(int key, double amount);
    void tick();

    std::function<TimeWindow()> m_window;
    std::function<void(TimeWindow)> m_setWindow;
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
