// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/threadpool.h"

#include <QFutureWatcher>
#include <QPromise>

#include <memory>
#include <new>

namespace rs {

/// Runs `work` on the pool and hands its result to `done` on the thread of `owner`, unless `owner` is gone by then.
/// Unlike LatestJob any number may run side by side. `work` must keep what it reads alive by itself; when it finds no
/// memory, `failed` is called instead of `done`.
template <typename Work, typename Done, typename Failed>
void runJob(QObject *owner, ThreadPool &pool, Work work, Done done, Failed failed)
{
    using Result = std::invoke_result_t<Work>;
    auto promise = std::make_shared<QPromise<Result>>();
    auto *watcher = new QFutureWatcher<Result>(owner);
    QObject::connect(watcher, &QFutureWatcherBase::finished, owner,
                     [watcher, done = std::move(done), failed = std::move(failed)]() mutable {
                         watcher->disconnect(); // taking the result may make Qt say "finished" again
                         watcher->deleteLater();
                         QFuture<Result> future = watcher->future();
                         if (future.resultCount() > 0)
                             done(future.takeResult());
                         else
                             failed();
                     });
    watcher->setFuture(promise->future());
    pool.start([promise, work = std::move(work)]() mutable {
        promise->start();
        try {
            promise->addResult(work());
        } catch (const std::bad_alloc &) {
            // Finished without a result.
        }
        promise->finish();
    });
}

} // namespace rs
