// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanes/laneoffsets.h"

#include <QString>

#include <array>
#include <optional>

namespace rs {

class LaneLayout;
class LaneLayoutState;
class LaneModel;
class RunStore;
class Theme;
class ThreadPool;
class TimelineData;
class TimelineNavigator;
class TimelinePane;
class TimeRuler;
class ViewState;

/// Parts of the timeline, for those who act on it. The dock owns them; all of them outlive their users.
struct TimelineParts
{
    RunStore *runs = nullptr;
    ViewState *state = nullptr;
    const Theme *theme = nullptr;
    ThreadPool *pool = nullptr;
    TimelineData *data = nullptr;
    LaneLayout *layout = nullptr;
    LaneModel *lanes = nullptr;
    LaneModel *pinned = nullptr;
    LaneLayoutState *layoutState = nullptr;
    TimelineNavigator *navigator = nullptr;
    TimelinePane *pane = nullptr;
    TimelinePane *pinPane = nullptr;
    TimeRuler *ruler = nullptr;

    [[nodiscard]] std::array<TimelinePane *, 2> panes() const { return {pane, pinPane}; }
    /// Place of the mouse in either pane, in pixels; -1 elsewhere.
    [[nodiscard]] int cursorX() const;
    /// Not valid when no slice is selected.
    [[nodiscard]] timeline::SliceRef selectedSlice() const;
    /// As it is drawn.
    [[nodiscard]] std::optional<TimeWindow> selectedSpan() const;
    /// For a sentence: clipped, fit for display.
    [[nodiscard]] QString sliceName(const timeline::SliceRef &slice) const;
    /// Name beside a row; empty while it has none.
    [[nodiscard]] QString laneName(const LaneKey &key) const;
    void select(const timeline::SliceRef &slice) const;
};

} // namespace rs
