// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanes/lanelayout.h"

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
    CounterId counter{};   ///< of a derived row: of the derived trace
    quint32 derivedId = 0; ///< of a derived row and of a note about hidden lanes: as LaneKey has it
    LaneKey host;          ///< its own key; of a rank: that of the host it stands below, or the root
    int turn = -1;         ///< of a fused communication operator on `lane`
    int level = 0;
    bool expandable = false;
    bool expanded = false;
    bool miniature = false; ///< strips are squeezed: a folded row that still shows what it holds
    int y = 0;
    int height = 0;
    int rowHeight = 0;          ///< of one nesting level
    int roomBelow = 0;          ///< empty part of the height, in which connection lines to the next row are seen
    QString label;              ///< text of the trace: plain, escaped for display
    QString badge;              ///< "CPU", "NPU 3", or empty
    QString note;               ///< "loading 43 %"; empty for a loaded rank
    QString wholeNote;          ///< with all digits, where the note rounds them
    std::vector<LaneId> merged; ///< further lanes that are drawn in this one
    /// Merged streams of a derived row whose launch delays it shows as one curve, or DerivedLanes::pathKey().
    std::vector<LaneId> delaysOf;
    std::vector<LaneStrip> strips;
    std::vector<CounterId> curves; ///< drawn in this row

    /// Key in the user's arrangement.
    [[nodiscard]] LaneKey key() const;
    /// Parent row; the root if it cannot be moved.
    [[nodiscard]] LaneKey parent() const;
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

/// Lanes that tell in little room what the device did.
[[nodiscard]] bool isDeviceWork(const Trace &trace, const Lane &lane);
/// Lanes of the device; without any, all lanes that are not empty.
[[nodiscard]] std::vector<LaneId> deviceLanes(const Trace &trace);

} // namespace rs
