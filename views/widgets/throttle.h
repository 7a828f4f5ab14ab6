// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <utility>

namespace rs {

/// Work that follows many small events: done at once when it was not for a while, else after a pause, once for all that
/// was asked meanwhile. It takes at most a fifth of the GUI thread's time, however long one turn takes.
class Throttle
{
public:
    static constexpr int usualPauseMs = 40;

    explicit Throttle(std::function<void()> call, int pauseMs = usualPauseMs)
        : m_call(std::move(call)), m_pauseMs(pauseMs)
    {
        m_pause.setSingleShot(true);
        m_pause.callOnTimeout([this] {
            if (m_due)
                run();
        });
    }
    void setPause(int pauseMs) { m_pauseMs = pauseMs; }
    void request()
    {
        m_due = true;
        if (!m_pause.isActive())
            run();
    }

    /// True while something that was asked for is not done.
    [[nodiscard]] bool isDue() const { return m_due; }

private:
    static constexpr int restPerWork = 4;

    void run()
    {
        m_due = false;
        QElapsedTimer clock;
        clock.start();
        // Calls made by the call itself come after the pause.
        m_pause.start(m_pauseMs);
        m_call();
        m_pause.start(std::max(m_pauseMs, static_cast<int>(clock.elapsed()) * restPerWork));
    }

    std::function<void()> m_call;
    int m_pauseMs;
    bool m_due = false;
    QTimer m_pause;
};

} // namespace rs
