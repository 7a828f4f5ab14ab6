// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "core/threadpool.h"

#include <QFutureWatcher>
#include <QPromise>

#include <functional>
#include <memory>
#include <new>

namespace rs {

/// Runs one computation of a view on the program's pool. A new request cancels and forgets the running one, so only the
/// newest result ever arrives, on the GUI thread. Nothing arrives after the object is gone, nor when the work found no
/// memory: then onNoMemory() is told.
template <typename Result>
class LatestJob
{
public:
    LatestJob() = default;
    ~LatestJob() { m_job.cancel(); }
    Q_DISABLE_COPY_MOVE(LatestJob)

    /// Called on the thread of the caller: with true when the newest work has found no memory, with false when that is
    /// over because of another start() or cancel().
    void onNoMemory(std::function<void(bool failed)> tell) { m_tell = std::move(tell); }

    /// `work` runs on the pool and must not touch widgets; `done` runs on the thread of the caller.
    void start(ThreadPool &pool, std::function<Result(const JobContext &)> work, std::function<void(Result)> done)
    {
        cancel();
        m_job = JobContext();
        auto promise = std::make_shared<QPromise<Result>>();
        m_watcher = std::make_unique<QFutureWatcher<Result>>();
        m_running = true;
        QObject::connect(m_watcher.get(), &QFutureWatcherBase::finished, m_watcher.get(),
                         [this, done = std::move(done)] {
                             m_running = false;
                             // Once the result is taken Qt may say "finished" again, of a future without a result.
                             QFutureWatcher<Result> *const watcher = m_watcher.release();
                             watcher->disconnect();
                             watcher->deleteLater();
                             QFuture<Result> future = watcher->future();
                             if (future.resultCount() > 0)
                                 done(future.takeResult());
                             else
                                 tell(true);
                         });
        m_watcher->setFuture(promise->future());
        pool.start([promise, job = m_job, work = std::move(work)] {
            promise->start();
            try {
                if (!job.isCanceled())
                    promise->addResult(work(job));
            } catch (const std::bad_alloc &) {
                // Finished without a result.
            }
            promise->finish();
        });
    }

    void cancel()
    {
        m_job.cancel();
        m_running = false;
        if (m_watcher) {
            // A result that is already on its way must not arrive, and `done` may be what called us.
            m_watcher->disconnect();
            m_watcher.release()->deleteLater();
        }
        if (m_failed)
            tell(false);
    }

    [[nodiscard]] bool isRunning() const { return m_running; }
    /// 0..1, as far as `work` reports it.
    [[nodiscard]] double progress() const { return m_job.progress(); }

private:
    void tell(bool failed)
    {
        m_failed = failed;
        if (m_tell)
            m_tell(failed);
    }

    JobContext m_job;
    std::unique_ptr<QFutureWatcher<Result>> m_watcher;
    std::function<void(bool)> m_tell;
    bool m_running = false;
    bool m_failed = false;
};

} // namespace rs
