// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace rs {

class MemoryBudget;

/// The program's own pool. The global pool of Qt is never used for long work: Qt's raster painter sends fills there and
/// waits for them, which freezes the window while ranks load. Threads of the standard library, not of Qt:
/// ThreadSanitizer follows their locks, while those of a Qt that was built without it look like races everywhere.
class ThreadPool
{
public:
    /// Helping threads give way to the window, yielding ones to them as well, where the system can tell threads apart:
    /// a window that shares the processors with them is drawn first. Normal is for threads that the window waits for.
    enum class Priority { Normal, Helping, Yielding };

    /// `threads` 0: one less than the cores, at least one, which leaves a core to the GUI thread.
    explicit ThreadPool(int threads = 0, Priority priority = Priority::Normal);
    ~ThreadPool();
    Q_DISABLE_COPY_MOVE(ThreadPool)

    [[nodiscard]] int threads() const { return m_limit; }
    /// Budget that the jobs of this pool count against, each by its JobContext; null: no limit. Set before there are
    /// any.
    void setBudget(std::shared_ptr<MemoryBudget> budget) { m_budget = std::move(budget); }
    [[nodiscard]] const std::shared_ptr<MemoryBudget> &budget() const { return m_budget; }
    /// Runs `task` on some thread of the pool; a higher priority goes first, equal ones in their order. Never waits.
    /// `task` must not throw but for want of memory, which then ends it and nothing else: a task that somebody waits
    /// for catches that itself and says so. Throws std::bad_alloc when `task` cannot be queued.
    void start(std::function<void()> task, int priority = 0);
    /// Calls `body(0..count-1)`, each exactly once, on the pool and on the calling thread, and returns when all are
    /// done. Safe to call from a task of the pool: the caller takes part, so it never waits for a thread to become
    /// free. When a body throws, indices that nobody has taken yet are left out, and the first exception is thrown here
    /// after the last helper has left.
    void parallelFor(qsizetype count, const std::function<void(qsizetype)> &body);
    /// Returns when nothing is queued or running any more.
    void waitForDone();

private:
    void run();

    const int m_limit;
    const Priority m_priority;
    std::shared_ptr<MemoryBudget> m_budget;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_idle;
    std::multimap<int, std::function<void()>, std::greater<>> m_queue;
    std::vector<std::thread> m_threads;
    int m_waiting = 0;
    int m_running = 0;
    bool m_stop = false;
};

/// ThreadPool::parallelFor(), or one after the other on the calling thread where there is no pool.
void parallelFor(ThreadPool *pool, qsizetype count, const std::function<void(qsizetype)> &body);

} // namespace rs
