// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/rankupdates.h"
#include "app/session/runreader.h"
#include "core/job/threadpool.h"
#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <QObject>
#include <QThread>

#include <memory>
#include <set>
#include <vector>

namespace rs {

class DeferredRelease;
class RankMemory;

/// Reads ranks of open runs on threads of its own and puts into the run store what they deliver, several loads at a
/// time. What a load still delivers after it was cancelled is dropped.
class RankLoads : public QObject
{
    Q_OBJECT
public:
    using Read = decltype(RunReader::load);

    RankLoads(RunStore &runs, ViewState &state, RankMemory &memory, DeferredRelease &release, Read read,
              QObject *parent = nullptr);
    /// Cancels everything and waits for the threads.
    ~RankLoads() override;

    /// Loads these ranks of the run, in this order.
    void start(int run, std::vector<int> only);
    /// All loads of the run.
    void cancel(int run);
    /// All loads; what was loaded stays, and what was not is unloaded.
    void cancelAll();
    /// Ends what could not say that it is over, and asks how far the others are.
    void poll();

    [[nodiscard]] bool isBusy() const { return !m_loads.empty() || !m_waiting.empty(); }
    /// 0..1 over everything under way.
    [[nodiscard]] double progress() const;
    /// Wall time of the last completed load.
    [[nodiscard]] double lastSeconds() const { return m_lastSeconds; }
    [[nodiscard]] bool wasOverBudget() const { return m_overBudget; }

signals:
    /// Something began or ended.
    void changed();
    void memoryBudgetReached();

private:
    struct Load;

    void begin(int run, std::vector<int> only, int attempt);
    void noteOwnThread(ImportReport &report) const;
    [[nodiscard]] LoadEvents eventsOf(const std::shared_ptr<Load> &load);
    void arrived(const RankUpdates::Source &source, const std::vector<RankUpdate> &ranks);
    void didNotFit(const std::shared_ptr<Load> &load, RankRef ref);
    /// The rank loads no more and is not there: nor are its lanes, which may take a while to free.
    void giveUp(RankRef ref, RankState state);
    void ended(const std::shared_ptr<Load> &load);

    RunStore &m_runs;
    ViewState &m_state;
    RankMemory &m_memory;
    DeferredRelease &m_release;
    Read m_read;
    RankUpdates m_updates;
    /// On all cores: the threads give way to the window, which so has the one that it needs.
    ThreadPool m_pool{QThread::idealThreadCount(), ThreadPool::Priority::Yielding};
    std::vector<std::shared_ptr<Load>> m_loads;
    std::set<RankRef> m_waiting; ///< ranks that wait for memory to be given back
    double m_lastSeconds = 0;
    bool m_overBudget = false;
};

} // namespace rs
