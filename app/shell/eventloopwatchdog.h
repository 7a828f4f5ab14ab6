// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace rs {

/// Measures how long the GUI thread does not come back to its event loop. Writes each stall over the threshold to the
/// logging category rankscope.stall (QT_LOGGING_RULES="rankscope.stall.debug=true").
class EventLoopWatchdog : public QObject
{
    Q_OBJECT
public:
    static constexpr int thresholdMs = 50;

    explicit EventLoopWatchdog(QObject *parent = nullptr);

    /// Whether anybody listens; without a listener there is no reason to wake up a hundred times a second.
    [[nodiscard]] static bool isWanted();
    void start();
    [[nodiscard]] qint64 longestMs() const { return m_longestMs; }
    void reset() { m_longestMs = 0; }

private:
    void tick();

    QTimer m_timer{this};
    QElapsedTimer m_since;
    qint64 m_longestMs = 0;
};

} // namespace rs
