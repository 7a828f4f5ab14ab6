// SPDX-License-Identifier: Apache-2.0
#include "core/job/threadpool.h"

#include <QThread>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <new>

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

// Qt keeps data of each thread that it meets, and crashes where it finds no memory for them. So it meets the thread
// here, where waiting a little for memory harms nobody, and only when there is far more than it needs.
void meetQt()
{
    constexpr int attempts = 100;
    constexpr auto pause = std::chrono::milliseconds(10);
    constexpr size_t plenty = size_t{64} << 10;
    for (int i = 0; i < attempts; ++i) {
        void *const probe = ::operator new(plenty, std::nothrow);
        ::operator delete(probe);
        if (probe) {
            try {
                (void)QThread::currentThread();
                return;
            } catch (const std::bad_alloc &) {
                // Another thread was faster; Qt has forgotten this one again.
            }
        }
        std::this_thread::sleep_for(pause);
    }
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
                    meetQt();
                    run();
                });
            } catch (const std::exception &) {
                // The system gives no thread, or no memory for one. Those that run take the task later; without any, it
                // is done here and now.
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
        try {
            task();
        } catch (const std::bad_alloc &) {
            // A task that somebody waits for has told them itself; what ends here must not end the program.
        }
        // The task is destroyed before it counts as done: an owner that waits may free what it refers to.
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

namespace {

// Shared state of the threads of one parallelFor(). Lives as long as the last helper, which may get its thread long
// after the caller has left.
class Division
{
public:
    Division(qsizetype count, const std::function<void(qsizetype)> &body) : m_count(count), m_body(&body) {}

    // A helper that comes too late finds the door closed: `body` is gone by then.
    void help()
    {
        {
            const std::lock_guard lock(m_mutex);
            if (m_closed)
                return;
            ++m_helpers;
        }
        work();
        const std::lock_guard lock(m_mutex);
        if (--m_helpers == 0)
            m_left.notify_all();
    }
    // The caller's own part. Throws what any body threw first, but not before all helpers have left.
    void finish()
    {
        work();
        std::unique_lock lock(m_mutex);
        m_closed = true;
        m_left.wait(lock, [this] { return m_helpers == 0; });
        // A helper that comes too late must not be the one who frees what is thrown here.
        if (const std::exception_ptr error = std::exchange(m_error, nullptr))
            std::rethrow_exception(error);
    }

private:
    void work() noexcept
    {
        try {
            for (qsizetype i = m_next++; i < m_count; i = m_next++)
                (*m_body)(i);
        } catch (...) {
            m_next = m_count;
            const std::lock_guard lock(m_mutex);
            if (!m_error)
                m_error = std::current_exception();
        }
    }

    const qsizetype m_count;
    const std::function<void(qsizetype)> *const m_body;
    std::atomic<qsizetype> m_next{0};
    std::mutex m_mutex;
    std::condition_variable m_left;
    std::exception_ptr m_error;
    qsizetype m_helpers = 0;
    bool m_closed = false;
};

} // namespace

void ThreadPool::parallelFor(qsizetype count, const std::function<void(qsizetype)> &body)
{
    if (count <= 0)
        return;
    const auto division = std::make_shared<Division>(count, body);
    const qsizetype helpers = std::min<qsizetype>(count - 1, m_limit);
    try {
        for (qsizetype i = 0; i < helpers; ++i)
            start([division] { division->help(); }, 1);
    } catch (const std::bad_alloc &) {
        // Fewer helpers make it slower, nothing else.
    }
    division->finish();
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
