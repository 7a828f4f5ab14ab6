// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/data/wholewindow.h"

#include "views/picture/timelinenavigator.h"
#include "views/timeline/data/timelinedata.h"

#include <utility>

namespace rs {

namespace {
constexpr double airAroundAxis = 0.01;
} // namespace

WholeWindow::WholeWindow(TimelineData *data, ViewState *state, TimelineNavigator *navigator)
    : m_data(data), m_state(state), m_navigator(navigator)
{
}

void WholeWindow::axisChanged()
{
    const TimeWindow axis = m_data->axis();
    const TimeWindow all = axis.isEmpty() ? TimeWindow() : timeline::padded(axis, airAroundAxis);
    const bool follow = follows(all);
    m_navigator->setLimits(all);
    if (follow && !m_whole.isEmpty())
        m_state->followWindow(m_whole);
}

bool WholeWindow::follows(TimeWindow all)
{
    const std::set<int> open = openRuns();
    const std::set<int> before = std::exchange(m_runsBefore, open);
    const TimeWindow w = m_state->window();
    if (w != m_chosen)
        m_chosen = {};
    if (w.isEmpty())
        m_runs = open;
    else if (w == m_chosen || (w != m_whole && w != m_navigator->limits()))
        return false;
    else if (w != m_whole) // else all that is there so far may be the ranks of the runs that it stands for
        m_runs = before;
    std::erase_if(m_runs, [&open](int run) { return !open.contains(run); });
    if (m_runs.empty())
        m_runs = open;
    const TimeWindow axis = m_data->axisOf(m_runs);
    if (!axis.isEmpty())
        m_whole = m_runs == open ? all : timeline::padded(axis, airAroundAxis);
    return !axis.isEmpty();
}

std::set<int> WholeWindow::shownWhole() const
{
    const TimeWindow w = m_state->window();
    if (w.isEmpty() || w == m_chosen)
        return {};
    if (w == m_whole)
        return m_runs;
    return w == m_navigator->limits() ? m_runsBefore : std::set<int>();
}

void WholeWindow::standFor(const std::set<int> &runs)
{
    m_chosen = runs.empty() ? m_state->window() : TimeWindow();
    if (runs.empty())
        return;
    m_runs = runs;
    m_whole = m_state->window();
}

void WholeWindow::runClosed()
{
    const TimeWindow all = m_navigator->limits();
    const TimeWindow w = m_state->window();
    if (!all.isEmpty() && (w.toNs <= all.fromNs || w.fromNs >= all.toNs))
        m_state->followWindow(all);
}

std::set<int> WholeWindow::openRuns() const
{
    std::set<int> out;
    for (int run = 0; run < m_data->runs().count(); ++run) {
        if (m_data->runs().run(run))
            out.insert(run);
    }
    return out;
}

} // namespace rs
