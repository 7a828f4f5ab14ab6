// SPDX-License-Identifier: Apache-2.0
#include "app/shell/paintthreads.h"

#include "app/shell/shot.h"

#include <QThreadPool>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

namespace rs {

namespace {

constexpr int mostPaintThreads = 8;
constexpr auto startWait = std::chrono::seconds(10); // a busy machine may let a thread wait; a refused one never comes

// Those that have started stay busy until all have, or the first would take every task.
struct Gathering
{
    std::mutex mutex;
    std::condition_variable changed;
    int there = 0;
    bool over = false;
};

// Qt's pool takes a thread that was refused for a busy one, so it is not asked for what the system does not give.
bool systemGivesThread()
{
    try {
        std::thread([] {}).join();
        return true;
    } catch (const std::exception &) {
        return false;
    }
}

// Without streams and strings: there may be no memory for them.
[[noreturn]] void endForShortage(const char *line)
{
    std::fputs(line, stderr);
    std::fflush(stderr);
    std::_Exit(static_cast<int>(ExitCode::MemoryBudget));
}

[[noreturn]] void whyItEnds()
{
    try {
        if (const std::exception_ptr error = std::current_exception())
            std::rethrow_exception(error);
    } catch (const std::bad_alloc &) {
        endForShortage("rankscope: memory budget: out of memory.\n");
    } catch (const std::system_error &) {
        endForWantOfThreads();
    } catch (...) {
        // Not for want of anything.
    }
    std::abort();
}

} // namespace

bool holdPaintThreads()
{
    QThreadPool &pool = *QThreadPool::globalInstance();
    const int wanted = std::clamp(pool.maxThreadCount(), 1, mostPaintThreads);
    const auto gathering = std::make_shared<Gathering>();
    pool.setExpiryTimeout(-1);
    int started = 0;
    bool refused = false;
    while (started < wanted && !refused && systemGivesThread()) {
        pool.setMaxThreadCount(started + 1);
        pool.start([gathering] {
            std::unique_lock lock(gathering->mutex);
            ++gathering->there;
            gathering->changed.notify_all();
            gathering->changed.wait(lock, [&] { return gathering->over; });
        });
        std::unique_lock lock(gathering->mutex);
        if (gathering->changed.wait_for(lock, startWait, [&] { return gathering->there == started + 1; }))
            ++started;
        else
            refused = true;
    }
    if (!refused)
        pool.setMaxThreadCount(std::max(1, started));
    {
        const std::lock_guard lock(gathering->mutex);
        gathering->over = true;
    }
    gathering->changed.notify_all();
    return started > 0 && !refused;
}

void explainShortage()
{
    std::set_terminate(whyItEnds);
}

void endForWantOfThreads()
{
    endForShortage(
        "rankscope: memory budget: the system gives no thread to paint or read with (ulimit -v, ulimit -u, or "
        "the limits of a control group).\n");
}

} // namespace rs
