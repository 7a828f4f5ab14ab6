// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanes/lanerow.h"
#include "views/timeline/lanes/lanevisibility.h"

#include <QCoreApplication>

#include <map>
#include <vector>

namespace rs {

/// The tree of all lanes, or the pinned ones in the user's order.
enum class LaneContent : quint8 { Tree, Pins };

/// The visible lines, from top to bottom.
struct BuiltLanes
{
    std::vector<LaneRow> rows;
    int height = 0;
    int hidden = 0;  ///< lanes and counters, by hand
    int leftOut = 0; ///< by the filter
};

/// Makes rows out of what is loaded and how the user arranged it.
class LaneBuilder
{
    Q_DECLARE_TR_FUNCTIONS(rs::LaneBuilder)
public:
    LaneBuilder(TimelineData *data, const LaneLayout *layout, LaneVisibility *visibility, LaneContent content);

    /// `expansion`: rows that were folded or unfolded by hand; of the others their kind decides.
    [[nodiscard]] BuiltLanes build(const std::map<LaneKey, bool> &expansion, int rowHeight);
    /// Reason why a rank has no lanes (yet).
    [[nodiscard]] QString noteOf(RankRef ref) const;
    /// Which merged lanes share strips is found once; not for other ranks.
    void forgetPacks() { m_packs.clear(); }

private:
    [[nodiscard]] bool isExpanded(const LaneKey &key, bool standard) const;
    void addTree();
    void addPins();
    void addPin(const TimelineRank &rank, const LaneKey &key);
    void namePin(LaneRow &row, const TimelineRank &rank) const;
    /// Calls of the host over a stream of the same rank.
    [[nodiscard]] static bool areLaunches(const TimelineRank &rank, const LaneKey &host, const LaneKey &device);
    void addHiddenNotes();
    void addHost(const LaneKey &host, const std::vector<RankRef> &ranks, bool expanded);
    void addRank(RankRef ref, bool standard, int level);
    void addProcess(const TimelineRank &rank, ProcessId id, int level, bool forced = false);
    void addCounter(const TimelineRank &rank, CounterId id, int level);
    void addLane(const TimelineRank &rank, LaneId id, const std::vector<LaneId> &planes, int level);
    void addTurns(const TimelineRank &rank, LaneId lane, int level);
    /// Nothing while the lanes are not wanted, not built or empty.
    void addDerived(const TimelineRank &rank, quint32 id, ProcessId process, int level);
    /// Below a stream.
    void addDelays(const TimelineRank &rank, LaneId stream, int level);
    void addMerged(LaneRow &row, const TimelineRank &rank, const std::vector<LaneKey> &lanes);
    void countHidden(LaneVisibility::Shown shown);
    void countHidden(const TimelineRank &rank);
    [[nodiscard]] std::vector<RowId> deviceRows(const TimelineRank &rank) const;
    void addMovedNote(LaneRow &row, const TimelineRank &rank, LaneId lane) const;
    [[nodiscard]] static int paddingFor(int rowHeight);
    void squeeze(LaneRow &row, const Trace &trace, const std::vector<std::vector<RowId>> &groups) const;
    void push(LaneRow row);

    TimelineData *m_data;
    const LaneLayout *m_layout;
    LaneVisibility *m_visibility;
    LaneContent m_content;
    std::map<std::vector<LaneKey>, std::vector<int>> m_packs; ///< merged lanes: the strip of each
    // Folds of the current build.
    const std::map<LaneKey, bool> *m_expansion = nullptr;
    int m_rowHeight = 0;
    BuiltLanes m_lanes;
};

} // namespace rs
