// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "views/runstore.h"
#include "views/timeline/countercurve.h"
#include "views/timeline/flowindex.h"
#include "views/timeline/lodindex.h"
#include "views/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QObject>

#include <map>
#include <memory>
#include <vector>

namespace rs {

/// Everything that the timeline holds of one rank. The shared parts are immutable.
struct TimelineRank
{
    RankRef ref;
    std::shared_ptr<const RankData> data;
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const LodIndex> lod; ///< an outline without nodes until refined
    std::shared_ptr<const std::vector<CounterLod>> counters; ///< by CounterId
    std::shared_ptr<const FlowIndexOfRank> flows; ///< null until refined
    /// Added to an axis time to get the rank's own: a run that was recorded at another time starts at the same place.
    qint64 shiftNs = 0;
};

/// Slices whose names the last search matched, ascending, by rank: tells in a few steps whether a folded group holds one.
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

/// The loaded ranks as the timeline sees them: indexes built in jobs, a common axis, and the shift of each rank to it.
class TimelineData : public QObject
{
    Q_OBJECT
public:
    TimelineData(RunStore *runs, ThreadPool *pool, QObject *parent = nullptr);
    ~TimelineData() override;

    [[nodiscard]] RunStore &runs() const { return *m_runs; }
    [[nodiscard]] ThreadPool &pool() const { return *m_pool; }
    /// Null while the rank has no trace that can be shown.
    [[nodiscard]] const TimelineRank *rank(RankRef ref) const;
    [[nodiscard]] const std::map<RankRef, TimelineRank> &ranks() const { return m_ranks; }
    /// The whole axis, in the time of the first run; its start is the origin that offsets count from.
    [[nodiscard]] TimeWindow axis() const { return m_axis; }
    [[nodiscard]] qint64 originNs() const { return m_axis.fromNs; }
    [[nodiscard]] qint64 shiftNs(RankRef ref) const;
    /// Slices whose stamps are far away from everything else, over all ranks.
    [[nodiscard]] qint64 outsideAxis() const;
    /// Null while nothing is searched for.
    [[nodiscard]] const std::shared_ptr<const HighlightIndex> &highlight() const { return m_highlight; }
    void setHighlight(std::shared_ptr<const SearchHighlight> names);
    /// True when no index is being built.
    [[nodiscard]] bool isComplete() const { return m_jobs.empty() && !m_highlightJob.isRunning(); }

signals:
    /// Ranks came or went, or the axis changed.
    void ranksChanged();
    /// The indexes of a rank stand: the same picture, faster; flow kinds are known.
    void rankRefined(rs::RankRef ref);
    void highlightChanged();

private:
    void add(RankRef ref);
    void remove(RankRef ref);
    void removeRun(int run);
    void measure();

    RunStore *m_runs;
    ThreadPool *m_pool;
    std::map<RankRef, TimelineRank> m_ranks;
    std::map<RankRef, JobContext> m_jobs;
    TimeWindow m_axis;
    std::shared_ptr<const SearchHighlight> m_names;
    std::shared_ptr<const HighlightIndex> m_highlight;
    LatestJob<std::shared_ptr<const HighlightIndex>> m_highlightJob;
};

} // namespace rs
