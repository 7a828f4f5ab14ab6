// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QBasicTimer>
#include <QElapsedTimer>
#include <QPointer>

#include <deque>
#include <memory>

namespace rs {

/// Keeps the turns of the event loop short. Qt hands over everything that was posted, and what is posted meanwhile,
/// before it looks at keys, the mouse and timers again: results that arrive together, the layouts that they ask for and
/// the picture after them are one long stall. Here, once a turn has worked for turnMs, what can wait (results of jobs,
/// layouts, pictures) is handed over in later turns, in its order.
class Application : public QApplication
{
    Q_OBJECT
public:
    static constexpr int turnMs = 8;

    using QApplication::QApplication;

    /// From now on; until then a single processEvents() does everything, as programs without a window expect it.
    void keepTurnsShort() { m_short = true; }
    bool notify(QObject *receiver, QEvent *event) override;

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    struct Deferred
    {
        QPointer<QObject> receiver;
        std::unique_ptr<QEvent> event;
    };

    bool defer(QObject *receiver, const QEvent &event);

    bool m_short = false;
    int m_depth = 0;
    qint64 m_busyNs = 0;             ///< in this turn, by events that took long
    QBasicTimer m_nextTurn;          ///< runs while m_busyNs counts or something is deferred
    std::deque<Deferred> m_deferred; ///< oldest first
};

} // namespace rs
