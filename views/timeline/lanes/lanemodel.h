// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/data/timelinedata.h"
#include "views/timeline/lanes/lanebuilder.h"
#include "views/timeline/lanes/lanelayout.h"
#include "views/timeline/lanes/lanerow.h"
#include "views/timeline/lanes/lanevisibility.h"

#include <QHash>
#include <QObject>
#include <QString>

#include <vector>

namespace rs {

/// The visible lines of the lane tree: host (where ranks ran on several), rank, its processes, their lanes (groups hold
/// their planes) and counters, in the order of the trace; or the pinned lanes in the user's order. Keeps what is
/// unfolded. Lengths are logical pixels.
class LaneModel : public QObject
{
    Q_OBJECT
public:
    using Content = LaneContent;
    LaneModel(TimelineData *data, LaneLayout *layout, Content content, QObject *parent = nullptr);

    [[nodiscard]] TimelineData &data() const { return *m_data; }
    [[nodiscard]] LaneLayout &layout() const { return *m_layout; }
    [[nodiscard]] Content content() const { return m_content; }
    [[nodiscard]] const std::vector<LaneRow> &rows() const { return m_lanes.rows; }
    /// Lanes and counters that hand or filter keep from being shown.
    [[nodiscard]] int hiddenCount() const { return m_lanes.hidden + m_lanes.leftOut; }
    /// Number of lanes hidden by hand: they come back with LaneLayout::showHidden().
    [[nodiscard]] int hiddenByHand() const { return m_lanes.hidden; }
    /// Rows of the same name as `key` on every loaded rank, itself included.
    [[nodiscard]] std::vector<LaneKey> sameNamed(const LaneKey &key) const;
    /// Processes of the loaded ranks by kind, with the name that the first of each kind has.
    [[nodiscard]] std::map<ProcessKind, QString> processKinds() const;
    [[nodiscard]] int height() const { return m_lanes.height; }
    /// Row whose band holds `y`, or -1.
    [[nodiscard]] int rowAt(int y) const;
    [[nodiscard]] static LaneKey keyOf(const LaneRow &row) { return row.key(); }
    /// Index of a visible row, or -1.
    [[nodiscard]] int indexOf(const LaneKey &key) const;
    /// The row that shows a lane: its own, or the folded one that holds it; -1 when its rank is not shown.
    [[nodiscard]] int rowShowing(RankRef rank, LaneId lane) const;
    /// Neither hidden by hand nor left out by a filter; of the pins: pinned, by itself or with what holds it.
    [[nodiscard]] bool lets(RankRef rank, LaneId lane) const;
    /// Rows that stand under the same header as row `index`, itself included, from top to bottom; empty for planes,
    /// which belong to their group.
    [[nodiscard]] std::vector<int> siblings(int index) const;
    /// The row after the last one below `index` in the tree.
    [[nodiscard]] int endOfBlock(int index) const;
    /// Puts a row before its sibling number `to`; the number of siblings: to the end.
    void moveRow(int index, int to);
    /// The strip at `y` below the top of a display row, or null.
    [[nodiscard]] static const LaneStrip *stripAt(const LaneRow &row, int y);
    /// Vertical centre of the strip that paints a slice row, by RowId of a rank; -1 where none does: hidden, filtered
    /// out, or folded into a row that has no strip for it.
    [[nodiscard]] const std::vector<int> &rowCentres(RankRef rank) const;
    /// End of a line to a slice of a row: rowCentres(), and for a row of which a folded heading paints only the
    /// outermost of its lane, the centre of that one's strip.
    [[nodiscard]] const std::vector<int> &lineEnds(RankRef rank) const;
    /// Number of the folded row that squeezes each slice row of a rank with others; -1 if none does.
    [[nodiscard]] const std::vector<int> &foldsOf(RankRef rank) const;
    /// Object that the strips and curves of a row index into: the rank, or the lanes computed from it. Null while not
    /// loaded.
    [[nodiscard]] const TimelineRank *shownIn(const LaneRow &row) const { return shownIn(*m_data, row); }
    [[nodiscard]] static const TimelineRank *shownIn(const TimelineData &data, const LaneRow &row)
    {
        return row.isDerived() ? data.derivedIfBuilt(row.rank, row.delaysOf) : data.rank(row.rank);
    }
    [[nodiscard]] static const TimelineRank *shownIn(const TimelineData &data, const LaneRow &row,
                                                     const LaneStrip &strip)
    {
        return strip.rank.isValid() ? data.rank(strip.rank) : shownIn(data, row);
    }
    /// Lanes that a display row stands for: one, or all of the folded process, rank or host.
    [[nodiscard]] std::vector<std::pair<RankRef, LaneId>> lanesOf(const LaneRow &row) const;
    /// Ranks that are shown below a host, in the user's order; empty while no host has a row.
    [[nodiscard]] std::vector<RankRef> ranksOf(const LaneKey &host) const { return m_visibility.ranksOf(host); }

    /// Height of one nesting level, 3..96.
    [[nodiscard]] int rowHeight() const { return m_rowHeight; }
    static constexpr int standardRowHeight = 18;
    void setRowHeight(int pixels);
    void setExpanded(int index, bool expanded);
    /// Rows that were folded or unfolded by hand; of the others their kind decides.
    [[nodiscard]] const std::map<LaneKey, bool> &expansion() const { return m_expanded; }
    void setExpansion(std::map<LaneKey, bool> expansion);
    void setAllExpanded(bool expanded);
    void expandRanks();
    /// Unfolds one more level everywhere, or folds the deepest unfolded one. How many rows that were.
    int setLevelExpanded(bool expanded);
    /// Row height with which everything fits into `pixels`, as far as it lies between these.
    void fitHeights(int pixels, int least = 6, int most = 40);
    static constexpr int mostRowHeight = 96;
    /// Changes made so that lanes are seen.
    enum class Revealed : quint8 { Nothing, Unfolded, Shown };
    /// Shows lanes of one rank that are hidden or that the filter leaves out, and unfolds what holds them; `inside`:
    /// themselves too.
    Revealed reveal(RankRef rank, const std::vector<LaneId> &lanes, bool inside);
    /// Folds lanes of one rank, but for those that were unfolded or folded one by one.
    void foldInside(RankRef rank, const std::vector<LaneId> &lanes);
    void rebuild();

signals:
    void aboutToChange();
    void changed();
    /// The text of one row, nothing else.
    void noteChanged();

private:
    void addLanesOf(RankRef ref, const LaneRow &row, std::vector<std::pair<RankRef, LaneId>> &out) const;
    void updateNote(RankRef ref);
    void build();
    [[nodiscard]] bool isOpen(RankRef rank, LaneId lane, bool inside) const;
    void place(RankRef rank) const;

    TimelineData *m_data;
    LaneLayout *m_layout;
    Content m_content;
    LaneVisibility m_visibility;
    LaneBuilder m_builder;
    BuiltLanes m_lanes;
    std::map<LaneKey, bool> m_expanded;
    std::map<LaneKey, int> m_index;
    mutable std::map<RankRef, std::vector<int>> m_centres;
    mutable std::map<RankRef, std::vector<int>> m_lineEnds;
    mutable std::map<RankRef, std::vector<int>> m_folds;
    int m_rowHeight = standardRowHeight;
};

} // namespace rs
