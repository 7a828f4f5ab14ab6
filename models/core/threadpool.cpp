// SPDX-License-Identifier: Apache-2.0
#include "core/threadpool.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <system_error>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

namespace rs {

namespace {

int defaultThreads()
{
    // 0 when the system does not say.
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    return std::max(1, cores - 1);
}

void giveWay(ThreadPool::Priority priority)
{
#ifdef Q_OS_LINUX
    // Linux keeps this value per thread. The whole program may give way already, so only more of it is asked for.
    constexpr int most = 19;
    if (priority != ThreadPool::Priority::Normal) {
        const int more = priority == ThreadPool::Priority::Helping ? 5 : 10;
        setpriority(PRIO_PROCESS, 0, std::min(most, getpriority(PRIO_PROCESS, 0) + more));
    }
#endif
}

} // namespace

ThreadPool::ThreadPool(int threads, Priority priority)
    : m_limit(threads > 0 ? threads : defaultThreads()), m_priority(priority)
{
}

ThreadPool::~ThreadPool()
{
    waitForDone();
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

void ThreadPool::start(std::function<void()> task, int priority)
{
    bool inPlace = false;
    {
        const std::lock_guard lock(m_mutex);
        const auto queued = m_queue.emplace(priority, std::move(task));
        if (static_cast<int>(m_queue.size()) > m_waiting && static_cast<int>(m_threads.size()) < m_limit) {
            try {
                m_threads.emplace_back([this] {
                    giveWay(m_priority);
                    run();
                });
            } catch (const std::system_error &) {
                // The system gives no thread. Those that run take the task later; without any, it is done here and now.
                inPlace = m_threads.empty();
            }
        }
        if (inPlace) {
            task = std::move(queued->second);
            m_queue.erase(queued);
        }
    }
    if (inPlace)
        task();
    else
        m_wake.notify_one();
}

void ThreadPool::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        ++m_waiting;
        m_wake.wait(lock, [this] { return m_stop || !m_queue.empty(); });
        --m_waiting;
        if (m_queue.empty())
            return;
        auto task = std::move(m_queue.begin()->second);
        m_queue.erase(m_queue.begin());
        ++m_running;
        lock.unlock();
        task();
        // What the task holds is destroyed before it counts as done: an owner that waits may free what that refers to.
        task = nullptr;
        lock.lock();
        --m_running;
        if (m_queue.empty() && m_running == 0)
            m_idle.notify_all();
    }
}

void ThreadPool::waitForDone()
{
    std::unique_lock lock(m_mutex);
    m_idle.wait(lock, [this] { return m_queue.empty() && m_running == 0; });
}

void ThreadPool::parallelFor(qsizetype count, const std::function<void(qsizetype)> &body)
{
    if (count <= 0)
        return;
    struct Shared
    {
        std::atomic<qsizetype> next{0};
        std::mutex mutex;
        std::condition_variable finished;
        qsizetype done = 0;
    };
    const auto shared = std::make_shared<Shared>();
    // A helper that gets its thread only after everything is taken must not touch `body`, which is gone by then:
    // it finds no index and leaves.
    const auto work = [shared, count, &body] {
        qsizetype mine = 0;
        for (qsizetype i = shared->next++; i < count; i = shared->next++) {
            body(i);
            ++mine;
        }
        if (mine > 0) {
            const std::lock_guard lock(shared->mutex);
            shared->done += mine;
            if (shared->done == count)
                shared->finished.notify_all();
        }
    };
    const qsizetype helpers = std::min<qsizetype>(count - 1, m_limit);
    for (qsizetype i = 0; i < helpers; ++i)
        start(work, 1);
    work();
    std::unique_lock lock(shared->mutex);
    shared->finished.wait(lock, [&] { return shared->done == count; });
}

void parallelFor(ThreadPool *pool, qsizetype count, const std::function<void(qsizetype)> &body)
{
    if (pool) {
        pool->parallelFor(count, body);
        return;
    }
    for (qsizetype i = 0; i < count; ++i)
        body(i);
}

} // namespace rs
