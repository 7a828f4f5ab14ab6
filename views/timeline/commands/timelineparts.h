// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanes/laneoffsets.h"

#include <QString>

#include <array>
#include <optional>

namespace rs {

class KeyMap;
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

/// What the timeline is made of, for those who act on it. The dock owns it; all of it outlives whoever was given it.
struct TimelineParts
{
    RunStore *runs = nullptr;
    ViewState *state = nullptr;
    const Theme *theme = nullptr;
    ThreadPool *pool = nullptr;
    const KeyMap *keys = nullptr;
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
    /// Of the mouse in either pane, in pixels; -1 elsewhere.
    [[nodiscard]] int cursorX() const;
    /// Not valid when no slice is selected.
    [[nodiscard]] timeline::SliceRef selectedSlice() const;
    /// As it is drawn.
    [[nodiscard]] std::optional<TimeWindow> selectedSpan() const;
    /// For a sentence: clipped, fit for display.
    [[nodiscard]] QString sliceName(const timeline::SliceRef &slice) const;
    /// What stands beside its row; empty while it has none.
    [[nodiscard]] QString laneName(const LaneKey &key) const;
    void select(const timeline::SliceRef &slice) const;
};

} // namespace rs
