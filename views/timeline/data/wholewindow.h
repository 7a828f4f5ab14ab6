// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewstate.h"

#include <set>

namespace rs {

class TimelineData;
class TimelineNavigator;

/// A window that shows runs from end to end grows with them as their ranks arrive. A run that is opened beside them
/// leaves it alone: what the user looks at does not shrink.
class WholeWindow
{
public:
    WholeWindow(TimelineData *data, ViewState *state, TimelineNavigator *navigator);

    /// The axis changed: sets the navigator's limits, and the window if it follows.
    void axisChanged();
    /// The remaining runs may lie at another time.
    void runClosed();
    [[nodiscard]] std::set<int> openRuns() const;
    /// The runs that the window shows from end to end and follows; none: it shows a range that somebody chose.
    [[nodiscard]] std::set<int> shownWhole() const;
    /// Sets the runs that the shown window belongs to, whatever their lengths: a restored window is often there before
    /// its ranks.
    void standFor(const std::set<int> &runs);

private:
    [[nodiscard]] bool follows(TimeWindow all);

    TimelineData *m_data;
    ViewState *m_state;
    TimelineNavigator *m_navigator;
    std::set<int> m_runs; ///< of which the window shows all, when it is `m_whole`
    std::set<int> m_runsBefore;
    TimeWindow m_whole;
    TimeWindow m_chosen; ///< a range that follows nothing, even where it is as long as a run
};

} // namespace rs
