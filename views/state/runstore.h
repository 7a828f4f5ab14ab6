// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// State of one rank while and after it loads.
enum class RankState : quint8 {
    Waiting,
    Loading,
    Loaded,
    Failed,
    Unloaded,
    Displaced, ///< the memory budget does not hold it: loads again when it is shown
};

/// One rank of one run, by position: stable while the run is open.
struct RankRef
{
    int run = -1;
    int index = -1; ///< into Run::infos, not the rank number
    auto operator<=>(const RankRef &) const = default;
    [[nodiscard]] bool isValid() const { return run >= 0 && index >= 0; }
};

/// News of a rank.
struct RankNews
{
    int index = -1;
    std::shared_ptr<const RankData> data; ///< never null
    bool whole = false;                   ///< false: a part, the state stays
};

/// The open runs, as every view sees them. Only the application changes it, on the GUI thread; views read it and
/// listen. Closing a run keeps the positions of the others: a closed run is a null pointer.
class RunStore : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] int count() const { return static_cast<int>(m_runs.size()); }
    /// Null for a closed run and for a position out of range.
    [[nodiscard]] std::shared_ptr<const Run> run(int index) const;
    /// Null while nothing of the rank is read. Before and after the state Loaded it may be what
    /// RankData::withoutTrace() keeps.
    [[nodiscard]] std::shared_ptr<const RankData> rank(RankRef ref) const;
    /// The trace of a rank, also while its tables are still being read: for who draws lanes, and for nobody who looks
    /// into tables or says anything of the rank as a whole. When the rank is loaded, its own trace is this one but for
    /// kinds of slices. Null while there is none.
    [[nodiscard]] std::shared_ptr<const Trace> lanes(RankRef ref) const;
    [[nodiscard]] const RankInfo *info(RankRef ref) const;
    [[nodiscard]] RankState state(RankRef ref) const;
    /// 0..1 while loading.
    [[nodiscard]] double progress(RankRef ref) const;
    /// Ranks of all open runs, in run order and then rank order.
    [[nodiscard]] std::vector<RankRef> allRanks() const;
    [[nodiscard]] std::vector<RankRef> loadedRanks() const;
    /// "rank 5", or "run A / rank 5" when several runs are open; for ranks without a number, the folder's name.
    [[nodiscard]] QString rankLabel(RankRef ref) const;
    /// "rank 3", "device 1", or the name of its folder.
    [[nodiscard]] static QString nameOf(const RankInfo &info);
    /// True while any rank of an open run is waiting or loading, or the files of a run without ranks are read.
    [[nodiscard]] bool isLoading() const;
    [[nodiscard]] bool isEmpty() const;
    /// `preferred` while that run is open, else the first open run, -1 without one.
    [[nodiscard]] int openRun(int preferred) const;
    /// Findings of a run and of its loaded ranks.
    [[nodiscard]] std::vector<Finding> findings(int run) const;

    // For the application.
    /// Runs of one name are named with the folders in which they lie: "x/run" and "y/run".
    int addRun(Run skeleton);
    /// The run as it was found, for who reads ranks again; those that are loaded are in it.
    [[nodiscard]] Run skeleton(int index) const;
    /// Replaces the run's data (cluster files, report, seconds) and keeps its ranks; `run.ranks` may hold loaded ones.
    void updateRun(int index, const Run &run);
    /// Sets the parallel strategy that the user entered; nothing: that of the files counts.
    void setStrategy(int index, const std::optional<Strategy> &strategy);
    /// Puts the news of many ranks of a run into the store with one replacement of the run.
    void publish(int run, const std::vector<RankNews> &news);
    void setRank(RankRef ref, std::shared_ptr<const RankData> data);
    /// The small part of a rank that still loads. The state stays.
    void setPart(RankRef ref, std::shared_ptr<const RankData> part);
    /// The trace of a rank that still loads, before its tables: until its state changes. Ignored for other ranks.
    void setLanes(RankRef ref, std::shared_ptr<const Trace> trace);
    /// Takes the rank away for want of memory and keeps its small part.
    void displace(RankRef ref);
    void setState(RankRef ref, RankState state, double progress = 0);
    /// The files of the run as a whole are being read, until updateRun().
    void setReading(int run, bool reading);
    void closeRun(int index);
    void closeAll();

signals:
    void runAdded(int run);
    void runChanged(int run); ///< run-wide data arrived
    void runClosed(int run);
    void rankLoaded(rs::RankRef ref);
    /// lanes() are there, the rank itself comes later. When it does not come, they go with rankUnloaded().
    void lanesArrived(rs::RankRef ref);
    /// After rankLoaded() of all ranks that came together: for who looks at all ranks anyway.
    void ranksLoaded();
    /// The last moment at which rank() and lanes() give the trace.
    void rankAboutToUnload(rs::RankRef ref);
    void rankUnloaded(rs::RankRef ref);
    void stateChanged(rs::RankRef ref);
    /// Every rank of every run has ended, well or not.
    void loadingFinished();

private:
    struct Entry
    {
        std::shared_ptr<Run> run;
        std::vector<RankState> states;
        std::vector<double> progress;
        std::vector<std::shared_ptr<const Trace>> lanes; ///< of ranks that still load
        bool reading = false;                            ///< files of the run as a whole
        std::vector<RankInfo> found;                     ///< of its ranks, as discovery knew them
    };
    [[nodiscard]] const Entry *entry(RankRef ref) const;
    void tellApart(Run &added);
    void replaceData(RankRef ref, std::shared_ptr<const RankData> data);
    std::vector<Entry> m_runs;
};

} // namespace rs

Q_DECLARE_METATYPE(rs::RankRef)
