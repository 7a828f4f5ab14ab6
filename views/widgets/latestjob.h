// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QTimer>

#include <functional>
#include <memory>
#include <new>

namespace rs {

/// Memory or budget that a job lacked.
enum class Shortage {
    None,
    Machine, ///< the system gave no memory
    Budget,  ///< the memory budget does not hold it, and nothing could give way
};

/// Runs one computation of a view on the program's pool. A new request cancels and forgets the running one, so only the
/// newest result ever arrives, on the GUI thread. What the work reserves counts against the budget of the pool; where
/// that does not hold it, what can give way is asked to, and the work begins again. Nothing arrives after the object is
/// gone, nor when the work found no memory: then onOutOfMemory() is told.
template <typename Result>
class LatestJob
{
public:
    LatestJob() = default;
    ~LatestJob() { m_job.cancel(); }
    Q_DISABLE_COPY_MOVE(LatestJob)

    /// Called on the thread of the caller: with what the newest work lacked, with None when that is over because of
    /// another start() or cancel().
    void onOutOfMemory(std::function<void(Shortage)> tell) { m_tell = std::move(tell); }

    /// `work` runs on the pool, more than once where memory is short, and must not touch widgets; `done` runs on the
    /// thread of the caller.
    void start(ThreadPool &pool, std::function<Result(const JobContext &)> work, std::function<void(Result)> done)
    {
        cancel();
        run(pool, std::move(work), std::move(done), 0);
    }

    void cancel()
    {
        m_job.cancel();
        m_running = false;
        m_pause.reset();
        if (m_watcher) {
            // A result that is already on its way must not arrive, and `done` may be what called us.
            m_watcher->disconnect();
            m_watcher.release()->deleteLater();
        }
        if (m_lack != Shortage::None)
            tell(Shortage::None);
    }

    [[nodiscard]] bool isRunning() const { return m_running; }
    /// 0..1, as far as `work` reports it.
    [[nodiscard]] double progress() const { return m_job.progress(); }

private:
    using Work = std::function<Result(const JobContext &)>;
    using Done = std::function<void(Result)>;
    /// Result of an attempt; written by the thread that works, read when it has finished.
    struct Outcome
    {
        Shortage lack = Shortage::Machine;
        qint64 needed = 0;
    };

    void run(ThreadPool &pool, Work work, Done done, int attempt)
    {
        m_job = JobContext(pool.budget());
        auto promise = std::make_shared<QPromise<Result>>();
        auto outcome = std::make_shared<Outcome>();
        m_watcher = std::make_unique<QFutureWatcher<Result>>();
        m_running = true;
        QObject::connect(m_watcher.get(), &QFutureWatcherBase::finished, m_watcher.get(),
                         [this, &pool, work, done = std::move(done), outcome, attempt] {
                             // Once the result is taken Qt may say "finished" again, of a future without a result.
                             QFutureWatcher<Result> *const watcher = m_watcher.release();
                             watcher->disconnect();
                             watcher->deleteLater();
                             QFuture<Result> future = watcher->future();
                             if (future.resultCount() > 0) {
                                 m_running = false;
                                 done(future.takeResult());
                             } else if (mayFit(pool, *outcome, attempt)) {
                                 again(pool, work, done, attempt + 1);
                             } else {
                                 m_running = false;
                                 tell(outcome->lack);
                             }
                         });
        m_watcher->setFuture(promise->future());
        pool.start([promise, outcome, job = m_job, work = std::move(work)] {
            promise->start();
            try {
                if (!job.isCanceled())
                    promise->addResult(work(job));
            } catch (const OverBudget &e) {
                *outcome = {Shortage::Budget, e.needed()};
            } catch (const std::bad_alloc &) {
                // Finished without a result.
            }
            promise->finish();
        });
    }

    // Once something has given way the room comes, though perhaps not at once.
    static bool mayFit(const ThreadPool &pool, const Outcome &outcome, int attempt)
    {
        return outcome.lack == Shortage::Budget && pool.budget() && attempt < attempts &&
               (pool.budget()->makeRoom(outcome.needed) || attempt > 0);
    }

    // Memory that was given up is free when its last user has let go, which takes a moment.
    void again(ThreadPool &pool, const Work &work, const Done &done, int attempt)
    {
        m_pause = std::make_unique<QTimer>();
        m_pause->setSingleShot(true);
        QObject::connect(m_pause.get(), &QTimer::timeout, m_pause.get(), [this, &pool, work, done, attempt] {
            m_pause.release()->deleteLater();
            run(pool, work, done, attempt);
        });
        m_pause->start(pauseMs);
    }

    void tell(Shortage lack)
    {
        m_lack = lack;
        if (m_tell)
            m_tell(lack);
    }

    static constexpr int attempts = 5;
    static constexpr int pauseMs = 100;

    JobContext m_job;
    std::unique_ptr<QFutureWatcher<Result>> m_watcher;
    std::unique_ptr<QTimer> m_pause;
    std::function<void(Shortage)> m_tell;
    bool m_running = false;
    Shortage m_lack = Shortage::None;
};

} // namespace rs
