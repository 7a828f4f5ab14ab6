// SPDX-License-Identifier: Apache-2.0
#include "core/threadpool.h"

#include <QThread>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace rs {

ThreadPool::ThreadPool(int threads)
{
    m_pool.setMaxThreadCount(threads > 0 ? threads : std::max(1, QThread::idealThreadCount() - 1));
    m_pool.setExpiryTimeout(-1);
}

ThreadPool::~ThreadPool()
{
    m_pool.waitForDone();
}

void ThreadPool::start(std::function<void()> task, int priority)
{
    m_pool.start(std::move(task), priority);
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
    const qsizetype helpers = std::min<qsizetype>(count - 1, m_pool.maxThreadCount());
    for (qsizetype i = 0; i < helpers; ++i)
        m_pool.start(work, 1);
    work();
    std::unique_lock lock(shared->mutex);
    shared->finished.wait(lock, [&] { return shared->done == count; });
}

} // namespace rs
