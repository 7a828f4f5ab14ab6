// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/mc2.h"
#include "analysis/operators/frequency.h"
#include "analysis/time/stepwindows.h"
#include "core/job/jobcontext.h"
#include "views/widgets/throttle.h"
#include "views/state/runstore.h"
#include "views/picture/timeticks.h"
#include "views/timeline/data/countercurve.h"
#include "views/timeline/data/derivedlanes.h"
#include "views/timeline/data/flowindex.h"
#include "views/timeline/data/lodindex.h"
#include "views/timeline/data/transferindex.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace rs {

/// Fused communication operators of a rank, and where their turns are drawn.
struct Mc2Index
{
    /// Later turns have no row: the number of one is whatever a name says.
    static constexpr int mostTurns = 256;

    std::vector<Mc2Operator> operators;
    std::map<LaneId, std::vector<std::vector<SliceId>>> turns; ///< by stream and turn, in order of time
    std::map<SliceId, SliceId> partners;                       ///< communication -> compute, and back
};

/// Everything that the timeline holds of one rank. The shared parts are immutable.
struct TimelineRank
{
    RankRef ref;
    std::shared_ptr<const RankData> data; ///< null while its tables are still being read
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const LodIndex> lod;                     ///< an outline without nodes until refined
    std::shared_ptr<const std::vector<CounterLod>> counters; ///< by CounterId
    std::shared_ptr<const FlowIndexOfRank> flows;            ///< null until refined
    /// Added to an axis time to get the rank's own: a run that was recorded at another time starts at the same place,
    /// and the user may have moved the rank.
    qint64 shiftNs = 0;
    std::shared_ptr<const std::map<CounterId, FrequencyStats>>
        frequency;                       ///< of each curve of AI core frequency; null until refined with the tables
    std::shared_ptr<const Mc2Index> mc2; ///< null until refined
    /// By LaneId, on top of shiftNs: lanes that were moved by themselves, or with the device's clock. Empty when there
    /// is none.
    std::vector<qint64> laneShiftNs;
    /// Likewise by CounterId.
    std::vector<qint64> counterShiftNs;
    /// Lanes computed from a rank; null for the rank's own.
    std::shared_ptr<const DerivedLanes> derived;
    HostClock clock;                     ///< of its device against its host; not known until refined
    std::map<LaneId, QString> domains{}; ///< of communication lanes whose domain has a name: "tp:(0,1)"
    std::shared_ptr<const std::vector<StepWindow>> steps{}; ///< null until refined with the tables

    /// Name of the lane in other views, if the file names a communicator; else its name in the file.
    [[nodiscard]] QString laneName(LaneId lane) const
    {
        const auto it = domains.find(lane);
        return it == domains.end() ? trace->laneLabel(lane) : it->second;
    }

    /// Null for other counters.
    [[nodiscard]] const FrequencyStats *frequencyOf(CounterId counter) const
    {
        const auto it = frequency ? frequency->find(counter) : std::map<CounterId, FrequencyStats>::const_iterator();
        return frequency && it != frequency->end() ? &it->second : nullptr;
    }
    [[nodiscard]] qint64 shiftOf(LaneId lane) const
    {
        return shiftNs + (laneShiftNs.empty() ? 0 : laneShiftNs[raw(lane)]);
    }
    [[nodiscard]] qint64 shiftOf(CounterId counter) const
    {
        return shiftNs + (counterShiftNs.empty() ? 0 : counterShiftNs[raw(counter)]);
    }
    [[nodiscard]] qint64 shiftOf(RowId row) const
    {
        return laneShiftNs.empty() ? shiftNs : shiftOf(trace->laneOfRow(row));
    }
    [[nodiscard]] qint64 shiftOf(SliceId slice) const
    {
        return laneShiftNs.empty() ? shiftNs : shiftOf(trace->slices().rowOf(slice));
    }
    /// Start and end of a slice as they are drawn.
    [[nodiscard]] TimeWindow drawnSpan(SliceId slice) const
    {
        const qint64 shift = shiftOf(slice);
        return {trace->slices().start(slice) - shift, trace->slices().end(slice) - shift};
    }
};

/// Slices whose names the last search matched, ascending, by rank: tells in a few steps whether a folded group holds
/// one.
struct HighlightIndex
{
    std::shared_ptr<const SearchHighlight> names;
    std::map<RankRef, std::vector<quint32>> slices;

    [[nodiscard]] const std::vector<quint32> *of(RankRef rank) const
    {
        const auto it = slices.find(rank);
        return it == slices.end() ? nullptr : &it->second;
    }
};

/// The ranks that are loaded, or whose lanes are, as the timeline sees them: indexes built in jobs, a common axis, and
/// the shift of each rank to it.
class TimelineData : public QObject
{
    Q_OBJECT
public:
    /// Jobs run on `pool`; `paintPool` draws.
    TimelineData(RunStore *runs, ThreadPool *pool, ThreadPool *paintPool, QObject *parent = nullptr);
    ~TimelineData() override;

    [[nodiscard]] RunStore &runs() const { return *m_runs; }
    [[nodiscard]] ThreadPool &paintPool() const { return *m_paintPool; }
    /// Null while the rank has no trace that can be shown.
    [[nodiscard]] const TimelineRank *rank(RankRef ref) const;
    [[nodiscard]] const std::map<RankRef, TimelineRank> &ranks() const { return m_ranks; }
    /// The lanes that are computed from a rank; null while they are not wanted or not there. Asking starts the job that
    /// builds them, so only what is shown is computed. With streams: the one curve of their launch delays, or
    /// DerivedLanes::pathKey().
    [[nodiscard]] const TimelineRank *derived(RankRef ref, const std::vector<LaneId> &streams = {});
    [[nodiscard]] const TimelineRank *derivedIfBuilt(RankRef ref, const std::vector<LaneId> &streams = {}) const;
    /// Unset: no such lanes. New words build them anew.
    void setDerived(const std::optional<DerivedLanes::Words> &words);
    /// The whole axis, in the time of the first run.
    [[nodiscard]] TimeWindow axis() const;
    /// The part of it that these runs take.
    [[nodiscard]] TimeWindow axisOf(const std::set<int> &runs) const;
    /// Zero of offsets: the start of the runs as they were recorded, wherever ranks were moved to.
    [[nodiscard]] qint64 originNs() const { return m_originNs; }
    /// Zero of stamps of the window; steps are those of the current rank.
    [[nodiscard]] TimeScale scale(const ViewState &state) const;
    /// Moves ranks and lanes as the user wants them.
    void setOffsets(const TimeOffsets &offsets);
    [[nodiscard]] const TimeOffsets &offsets() const { return m_offsets; }
    [[nodiscard]] qint64 shiftNs(RankRef ref) const;
    /// Total offset subtracted from the stamps of a lane.
    [[nodiscard]] qint64 movedBy(RankRef ref, LaneId lane) const;
    /// Slices whose stamps are far away from everything else, over all ranks.
    [[nodiscard]] qint64 outsideAxis() const;
    /// The part of the axis that is shown: where a clock drifts, offsets hold in its middle.
    void setWindow(TimeWindow window);
    /// Sends and receives over the loaded ranks; empty until they are matched.
    [[nodiscard]] const TransferIndex &transfers() const { return *m_transfers; }
    /// Null while nothing is searched for.
    [[nodiscard]] const std::shared_ptr<const HighlightIndex> &highlight() const { return m_highlight; }
    void setHighlight(std::shared_ptr<const SearchHighlight> names);
    /// True when no index is being built.
    [[nodiscard]] bool isComplete() const
    {
        return m_jobs.empty() && m_derivedJobs.empty() && !m_highlightJob.isRunning() && !m_transferTimer.isActive() &&
               !m_newRanks.isDue() && !m_transferJob.isRunning();
    }

    /// Ranks of which something that the timeline computes found no memory: they are not drawn, or not as a whole.
    [[nodiscard]] const std::set<RankRef> &withoutMemory() const { return m_withoutMemory; }

signals:
    /// Ranks came or went, or the axis changed.
    void ranksChanged();
    /// The indexes of a rank stand: the same picture, faster; flow kinds are known.
    void rankRefined(rs::RankRef ref);
    void transfersChanged();
    /// Computed lanes came or went.
    void derivedChanged();
    void highlightChanged();

private:
    /// Parts that take longer than an outline.
    struct Refined
    {
        std::shared_ptr<const LodIndex> lod;
        std::shared_ptr<const FlowIndexOfRank> flows;
        std::shared_ptr<const std::map<CounterId, FrequencyStats>> frequency;
        std::shared_ptr<const Mc2Index> mc2;
        HostClock clock;
        std::shared_ptr<const std::vector<StepWindow>> steps{};
    };

    void add(RankRef ref);
    void refine(RankRef ref, Refined before, const JobContext &job);
    void remove(RankRef ref);
    void removeRun(int run);
    void measure();
    void matchTransfers();
    [[nodiscard]] qint64 rankShift(RankRef ref) const;
    void applyLaneOffsets(TimelineRank &rank);
    void applyShifts(TimelineRank &derived) const;
    /// Null where the critical path is not shown, or does not come to the rank.
    [[nodiscard]] std::shared_ptr<const std::vector<PathPart>> partsOn(RankRef ref) const;
    template <typename Of>
    void forgetDerived(Of of);
    void widenAxis(int run, TimeWindow w);

    RunStore *m_runs;
    ThreadPool *m_pool;
    ThreadPool *m_paintPool;
    std::map<RankRef, TimelineRank> m_ranks;
    void noteRankOutOfMemory(RankRef ref, const JobContext &job);

    std::map<RankRef, JobContext> m_jobs;
    std::set<RankRef> m_withoutMemory;
    std::optional<DerivedLanes::Words> m_derivedWords;
    using DerivedKey = std::pair<RankRef, std::vector<LaneId>>; // all lanes of a rank, or the curve of some streams
    std::map<DerivedKey, TimelineRank> m_derived;
    std::map<DerivedKey, JobContext> m_derivedJobs;
    std::map<int, TimeWindow> m_axes; // of runs
    qint64 m_originNs = 0;
    TimeOffsets m_offsets;
    TimeWindow m_window;
    std::map<int, qint64> m_runShifts; ///< of runs that were recorded at another time
    std::shared_ptr<const TransferIndex> m_transfers = std::make_shared<TransferIndex>();
    LatestJob<std::shared_ptr<const TransferIndex>> m_transferJob;
    Throttle m_newRanks{[this] { emit ranksChanged(); }}; ///< each of many would have all lanes laid out again
    QTimer m_transferTimer{this};                         ///< ranks that come one after the other are matched once
    std::shared_ptr<const SearchHighlight> m_names;
    std::shared_ptr<const HighlightIndex> m_highlight;
    LatestJob<std::shared_ptr<const HighlightIndex>> m_highlightJob;
};

} // namespace rs
