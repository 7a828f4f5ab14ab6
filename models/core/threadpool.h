// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QThreadPool>

#include <functional>

namespace rs {

/// The program's own pool. The global pool of Qt is never used for long work: Qt's raster painter sends fills there and
/// waits for them, which freezes the window while ranks load.
class ThreadPool
{
public:
    /// `threads` 0: one less than the cores, at least one, which leaves a core to the GUI thread.
    explicit ThreadPool(int threads = 0);
    ~ThreadPool();
    Q_DISABLE_COPY_MOVE(ThreadPool)

    [[nodiscard]] int threads() const { return m_pool.maxThreadCount(); }
    /// Runs `task` on some thread of the pool. `task` must not throw.
    void start(std::function<void()> task, int priority = 0);
    /// Calls `body(0..count-1)`, each exactly once, on the pool and on the calling thread, and returns when all are done.
    /// Safe to call from a task of the pool: the caller takes part, so it never waits for a thread to become free.
    void parallelFor(qsizetype count, const std::function<void(qsizetype)> &body);
    void waitForDone() { m_pool.waitForDone(); }
    /// For QtConcurrent::run(pool.qt(), …).
    [[nodiscard]] QThreadPool *qt() { return &m_pool; }

private:
    QThreadPool m_pool;
};

} // namespace rs
