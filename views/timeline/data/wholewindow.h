// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/viewstate.h"

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
    /// What is left may lie at another time.
    void runClosed();
    [[nodiscard]] std::set<int> openRuns() const;

private:
    [[nodiscard]] bool follows(TimeWindow all);

    TimelineData *m_data;
    ViewState *m_state;
    TimelineNavigator *m_navigator;
    std::set<int> m_runs; ///< of which the window shows all, when it is `m_whole`
    std::set<int> m_runsBefore;
    TimeWindow m_whole;
};

} // namespace rs
