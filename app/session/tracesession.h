// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/deferredrelease.h"
#include "app/session/growingfiles.h"
#include "app/session/openruns.h"
#include "app/session/rankloads.h"
#include "app/session/rankmemory.h"
#include "app/session/runreader.h"
#include "core/job/threadpool.h"
#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <map>
#include <memory>
#include <vector>

namespace rs {

class RunFollower;

/// Opens, reloads and closes runs. All reading happens on threads of its own; the run store changes on the GUI thread
/// only. What is opened comes beside the runs that are open, but for openInstead(). A run that is opened again, or
/// reloaded, replaces its older self (OpenRuns), and whatever the older request still delivers is dropped. Which ranks
/// stay in memory is the business of RankMemory, and reading them that of RankLoads.
class TraceSession : public QObject
{
    Q_OBJECT
public:
    TraceSession(RunStore &runs, ViewState &state, RunReader reader, QObject *parent = nullptr);
    /// Cancels everything and waits for the threads.
    ~TraceSession() override;

    void open(const QStringList &paths);
    /// Once something was found, all that was open before is closed.
    void openInstead(const QStringList &paths);
    /// Finds out again what the opened paths hold, and loads it.
    void reload();
    /// Reads what is new below these paths, which were opened: a rank is read again if one of its files changed, all
    /// others stay as they are, and so does the user's view. Ranks with unfinished files wait.
    void grow(const QStringList &paths, const FileNews &news);
    void closeRun(int run);
    void closeAll();
    /// Loads a rank that was unloaded, displaced, cancelled, or failed. Ranks that nothing shows give way where the
    /// memory budget asks for it.
    void loadRank(RankRef ref);
    void unloadRank(RankRef ref);
    /// Reads another capture of the rank, one of RankInfo::captures. The run takes a new position in the store.
    void useCapture(RankRef ref, const QString &folder);
    /// Bytes that loaded ranks may take together; 0 for no limit. Ranks that nothing shows go when they are more.
    void setMemoryLimit(qint64 bytes) { m_memory.setLimit(bytes); }
    [[nodiscard]] const MemoryBudget &memory() const { return *m_memory.budget(); }
    /// For what is computed beside the ranks; those that nothing shows give way to it.
    [[nodiscard]] const std::shared_ptr<MemoryBudget> &sharedMemory() const { return m_memory.budget(); }
    /// Stops discovery and loading; what was loaded stays.
    void cancel();

    [[nodiscard]] bool isBusy() const { return !m_searches.empty() || m_loads.isBusy(); }
    /// True while it is still being found out what the paths hold.
    [[nodiscard]] bool isSearching() const { return !m_searches.empty(); }
    /// 0..1 over everything under way.
    [[nodiscard]] double progress() const;
    /// Paths that the user opened and that are still open.
    [[nodiscard]] QStringList openPaths() const { return m_open.paths(); }
    /// Those of one run.
    [[nodiscard]] QStringList pathsOf(int run) const { return m_open.pathsOf(run); }
    /// Files that the runs of these paths use, with their sizes.
    [[nodiscard]] std::map<QString, qint64> filesOf(const QStringList &paths) const;
    /// Follows runs that still grow.
    [[nodiscard]] RunFollower &follower() { return *m_follower; }
    /// Wall time of the last completed load.
    [[nodiscard]] double lastLoadSeconds() const { return m_loads.lastSeconds(); }
    [[nodiscard]] bool wasOverBudget() const { return m_loads.wasOverBudget(); }

signals:
    void busyChanged();
    void progressChanged();
    /// Something usable was found under these paths, in the words of the request.
    void opened(const QStringList &paths);
    /// Open runs are about to give way to what was read of the same files again; replaced() follows.
    void aboutToReplace();
    void replaced();
    /// grow() found something.
    void grown();
    void nothingFound(const QStringList &paths, const std::vector<rs::Finding> &findings);
    void memoryBudgetReached();
    /// By the user: no run is open any more.
    void allClosed();
    /// Nothing is under way any more, well or not.
    void idle();

private:
    struct Search;

    enum class Mode : quint8 {
        Beside,  ///< what is open
        Again,   ///< what is open, as it is now
        Instead, ///< of what is open
        Growing, ///< what is open, as far as it changed
    };
    void search(const QStringList &paths, Mode mode, const FileNews &news = {});
    void found(const std::shared_ptr<Search> &search, std::vector<Run> runs, const ImportReport &report);
    void foundGrown(const Search &search, std::vector<Run> runs);
    void dropRun(int run);
    void poll();
    void workChanged();

    RunStore &m_runs;
    ViewState &m_state;
    RunReader m_reader;
    DeferredRelease m_release;
    OpenRuns m_open;
    RankMemory m_memory;
    RankLoads m_loads;
    ThreadPool m_searchPool{1};
    std::vector<std::shared_ptr<Search>> m_searches;
    std::unique_ptr<RunFollower> m_follower;
    QTimer m_progressTimer{this};
    bool m_toldBusy = false;
};

} // namespace rs
