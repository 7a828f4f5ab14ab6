// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/data/timelinedata.h"
#include "views/timeline/lanes/lanelayout.h"

#include <QHash>
#include <QObject>
#include <QString>

#include <vector>

namespace rs {

/// A horizontal stripe of a display row and the slice rows that are painted in it, one over the other.
struct LaneStrip
{
    int y = 0; ///< below the top of the display row
    int height = 0;
    std::vector<RowId> rows;
    std::vector<SliceId> slices; ///< instead of rows: single slices, in order of time
    RankRef rank = {};           ///< in the row of a folded host: whose rows these are
};

/// One line of the lane tree and the band of the canvas beside it.
struct LaneRow
{
    using Type = LaneKey::Type;
    Type type = Type::Rank;
    RankRef rank; ///< not valid for a host
    ProcessId process{};
    LaneId lane = NoLane;
    CounterId counter{}; ///< of a derived row: of the derived trace
    quint32 derivedId = 0; ///< of a derived row and of a note about hidden lanes: as LaneKey has it
    LaneKey host;          ///< its own key; of a rank: that of the host it stands below, or the root
    int turn = -1; ///< of a fused communication operator on `lane`
    int level = 0;
    bool expandable = false;
    bool expanded = false;
    bool miniature = false; ///< strips are squeezed: a folded row that still shows what it holds
    int y = 0;
    int height = 0;
    int rowHeight = 0; ///< of one nesting level
    QString label; ///< text of the trace: plain, escaped for display
    QString badge; ///< "CPU", "NPU 3", or empty
    QString note;  ///< "loading 43 %"; empty for a loaded rank
    std::vector<LaneId> merged; ///< further lanes that are drawn in this one
    std::vector<LaneId> delaysOf; ///< of a derived row: the merged streams whose launch delays it shows as one curve
    std::vector<LaneStrip> strips;
    std::vector<CounterId> curves; ///< drawn in this row

    /// Strips and curves are those of the lanes computed from the rank.
    [[nodiscard]] bool isDerived() const { return type == Type::Derived; }
    /// Lanes or folded headings, as opposed to headings of what is unfolded, curves and notes.
    [[nodiscard]] bool hasSlices() const
    {
        const bool heading = type == Type::Host || type == Type::Rank || type == Type::Process;
        return type == Type::Lane || (heading && !expanded);
    }
    /// A line of the tree that only holds others.
    [[nodiscard]] bool isHeader() const
    {
        return type == Type::Host || type == Type::Rank || type == Type::Process || type == Type::Hidden;
    }
};

/// The visible lines of the lane tree: host (where ranks ran on several), rank, its processes, their lanes (groups hold
/// their planes) and counters, in the order of the trace; or the pinned lanes in the user's order. Keeps what is
/// unfolded. Lengths are logical pixels.
class LaneModel : public QObject
{
    Q_OBJECT
public:
    enum class Content : quint8 { Tree, Pins };
    LaneModel(TimelineData *data, LaneLayout *layout, Content content, QObject *parent = nullptr);

    [[nodiscard]] TimelineData &data() const { return *m_data; }
    [[nodiscard]] LaneLayout &layout() const { return *m_layout; }
    [[nodiscard]] Content content() const { return m_content; }
    [[nodiscard]] const std::vector<LaneRow> &rows() const { return m_rows; }
    /// Lanes and counters that hand or filter keep from being shown.
    [[nodiscard]] int hiddenCount() const { return m_hidden + m_leftOut; }
    /// Of them those that only the hand does: they come back with LaneLayout::showHidden().
    [[nodiscard]] int hiddenByHand() const { return m_hidden; }
    /// Rows of the same name as `key` on every loaded rank, itself included.
    [[nodiscard]] std::vector<LaneKey> sameNamed(const LaneKey &key) const;
    /// Processes of the loaded ranks by kind, with the name that the first of each kind has.
    [[nodiscard]] std::map<ProcessKind, QString> processKinds() const;
    [[nodiscard]] int height() const { return m_height; }
    /// Row whose band holds `y`, or -1.
    [[nodiscard]] int rowAt(int y) const;
    [[nodiscard]] static LaneKey keyOf(const LaneRow &row);
    /// Lanes that tell in little room what the device did.
    [[nodiscard]] static bool isDeviceWork(const Trace &trace, const Lane &lane);
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
    /// Of each slice row of a rank, the number of the folded row that squeezes it with others; -1 where none does.
    [[nodiscard]] const std::vector<int> &foldsOf(RankRef rank) const;
    /// What the strips and curves of a row index into: the rank, or the lanes computed from it. Null while not loaded.
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
    [[nodiscard]] std::vector<RankRef> ranksOf(const LaneKey &host) const;

    /// Height of one nesting level, 3..64.
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
    /// Row height with which everything fits into `pixels`, as far as rows stay readable.
    void fitHeights(int pixels);
    /// What had to be done for lanes to be seen.
    enum class Revealed : quint8 { Nothing, Unfolded, Shown };
    /// Shows lanes of one rank that are hidden or that the filter leaves out, and unfolds what holds them; `inside`:
    /// themselves too.
    Revealed reveal(RankRef rank, const std::vector<LaneId> &lanes, bool inside);
    /// What the device ran; of a rank without such lanes, all that hold something.
    [[nodiscard]] static std::vector<LaneId> deviceLanes(const Trace &trace);
    void rebuild();

signals:
    void aboutToChange();
    void changed();
    /// The text of one row, nothing else.
    void noteChanged();

private:
    [[nodiscard]] bool isExpanded(const LaneKey &key, bool standard) const;
    void addTree();
    void addHost(const LaneKey &host, const std::vector<RankRef> &ranks, bool expanded);
    [[nodiscard]] std::vector<RowId> deviceRows(const TimelineRank &rank) const;
    void addLanesOf(RankRef ref, const LaneRow &row, std::vector<std::pair<RankRef, LaneId>> &out) const;
    void addRank(RankRef ref, bool standard, int level);
    void updateNote(RankRef ref);
    [[nodiscard]] QString noteOf(RankRef ref) const;
    void build();
    void addPins();
    void addHiddenNotes();
    void addProcess(const TimelineRank &rank, ProcessId id, int level, bool forced = false);
    void addCounter(const TimelineRank &rank, CounterId id, int level);
    enum class Shown : quint8 { Yes, Hidden, LeftOut };
    [[nodiscard]] Shown shown(const TimelineRank &rank, LaneId id) const;
    [[nodiscard]] Shown shown(const TimelineRank &rank, CounterId id) const;
    [[nodiscard]] Shown shown(RankRef rank, ProcessKind kind, bool passesText, bool exempt, bool hidden) const;
    void countHidden(Shown shown);
    void countHidden(const TimelineRank &rank);
    [[nodiscard]] QString placeOf(const TimelineRank &rank, LaneId id) const;
    [[nodiscard]] bool passesText(const TimelineRank &rank, const LaneKey &lane, const LaneKey &process) const;
    [[nodiscard]] bool shows(const TimelineRank &rank, LaneId id) const { return shown(rank, id) == Shown::Yes; }
    [[nodiscard]] bool isOpen(RankRef rank, LaneId lane, bool inside) const;
    [[nodiscard]] QString nameOf(const LaneKey &key, const QString &own) const;
    void addLane(const TimelineRank &rank, LaneId id, const std::vector<LaneId> &planes, int level);
    [[nodiscard]] static int paddingFor(int rowHeight);
    [[nodiscard]] static LaneKey parentOf(const LaneRow &row);
    [[nodiscard]] LaneKey hostOf(RankRef ref) const;
    [[nodiscard]] bool passes(RankRef ref) const;
    void addTurns(const TimelineRank &rank, LaneId lane, int level);
    /// Nothing while the lanes are not wanted, not built or empty.
    void addDerived(const TimelineRank &rank, quint32 id, ProcessId process, int level);
    /// Below a stream.
    void addDelays(const TimelineRank &rank, LaneId stream, int level);
    void addMerged(LaneRow &row, const TimelineRank &rank, const std::vector<LaneKey> &lanes);
    [[nodiscard]] QString movedNote(const TimelineRank &rank, LaneId lane) const;
    void squeeze(LaneRow &row, const Trace &trace, const std::vector<std::vector<RowId>> &groups) const;
    void push(LaneRow row);

    TimelineData *m_data;
    LaneLayout *m_layout;
    Content m_content;
    std::vector<LaneRow> m_rows;
    std::map<LaneKey, bool> m_expanded;
    std::map<LaneKey, int> m_index;
    std::map<RankRef, LaneKey> m_hosts;                       // of ranks that stand below one
    std::map<std::vector<LaneKey>, std::vector<int>> m_packs; // merged lanes: the strip of each
    void place(RankRef rank) const;
    mutable std::map<RankRef, std::vector<int>> m_centres;
    mutable std::map<RankRef, std::vector<int>> m_folds;
    int m_height = 0;
    int m_hidden = 0;  // by hand
    int m_leftOut = 0; // by the filter
    int m_rowHeight = standardRowHeight;
};

} // namespace rs
