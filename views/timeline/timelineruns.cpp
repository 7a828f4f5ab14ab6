// SPDX-License-Identifier: Apache-2.0
// How the timeline follows runs and ranks that come and go.
#include "items/format.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/emptystate.h"

#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>

#include <utility>

namespace rs {

void TimelineView::runAdded(int run)
{
    if (openRuns().size() > 1 && m_layout->exemptRun(run))
        emit notice(tr("Lanes stay filtered in the runs that were open; %1 is shown whole.")
                        .arg(format::clipText(format::displayText(runs().run(run)->name), 60)));
    updateEmptyState();
}

void TimelineView::runClosed(int run)
{
    m_layout->forgetRun(run);
    // What is left may lie at another time.
    const TimeWindow all = m_navigator->limits();
    const TimeWindow w = state().window();
    if (!all.isEmpty() && (w.toNs <= all.fromNs || w.fromNs >= all.toNs))
        state().followWindow(all);
    updateEmptyState();
}

void TimelineView::ranksChanged()
{
    const TimeWindow axis = m_data->axis();
    const TimeWindow all = axis.isEmpty() ? TimeWindow() : timeline::padded(axis, 0.01);
    const bool follows = followWhole(all);
    m_navigator->setLimits(all);
    if (follows && !m_whole.isEmpty())
        state().followWindow(m_whole);
    m_ruler->update();
    updateTotal();
    fillFlowMenu();
    fillMarkMenu(); // its times count from the start of the run
    updateEmptyState();
    findChain();
    windowChanged();
    revealTop();
    revealSought();
}

// A window that shows runs from end to end grows with them as their ranks arrive. A run that is opened beside them
// leaves it alone: what the user looks at does not shrink.
bool TimelineView::followWhole(TimeWindow all)
{
    const std::set<int> open = openRuns();
    const std::set<int> before = std::exchange(m_runsBefore, open);
    const TimeWindow w = state().window();
    if (w.isEmpty())
        m_wholeRuns = open;
    else if (w == m_navigator->limits())
        m_wholeRuns = before;
    else if (w != m_whole)
        return false;
    std::erase_if(m_wholeRuns, [&open](int run) { return !open.contains(run); });
    if (m_wholeRuns.empty())
        m_wholeRuns = open;
    const TimeWindow axis = m_data->axisOf(m_wholeRuns);
    if (!axis.isEmpty())
        m_whole = m_wholeRuns == open ? all : timeline::padded(axis, 0.01);
    return !axis.isEmpty();
}

std::set<int> TimelineView::openRuns() const
{
    std::set<int> out;
    for (int run = 0; run < runs().count(); ++run) {
        if (runs().run(run))
            out.insert(run);
    }
    return out;
}

void TimelineView::updateTotal()
{
    const TimeWindow axis = m_data->axis();
    m_total->setText(axis.isEmpty() ? QString() : tr("run %1").arg(format::duration(axis.lengthNs())));
}

void TimelineView::windowChanged()
{
    const TimeWindow w = state().window();
    m_data->setWindow(w);
    m_span->setText(w.isEmpty() ? QString() : format::duration(w.lengthNs()));
}

void TimelineView::updateEmptyState()
{
    if (!m_data->ranks().empty()) {
        m_stack->setCurrentWidget(m_page);
        return;
    }
    m_stack->setCurrentWidget(m_empty);
    if (runs().isEmpty()) {
        m_empty->setText(tr("No run is open"), tr("Open a folder with profiling data, or drop it on the window."));
    } else if (!m_data->withoutMemory().empty()) {
        m_empty->setText(tr("There is no memory left for the timeline"),
                         tr("The machine gave no more memory while the lanes were laid out, so nothing is drawn. Close "
                            "other runs or programs, then reload the run."));
    } else if (runs().isLoading() || !m_data->isComplete()) {
        m_empty->setText(tr("The trace is being read"), tr("Each rank appears as soon as it is loaded."));
    } else {
        m_empty->setText(
            tr("This run has no trace"),
            tr("The timeline is drawn from trace_view.json or msprof_*.json, which the profiler writes when it "
               "exports text (export_type Text)."));
    }
}

void TimelineView::forget()
{
    DockView::forget();
    m_layout->clear();
    m_lanes->setExpansion({});
    m_pinned->setExpansion({});
    m_navigator->stop();
    m_sought.reset();
    m_ruler->setMeasure({});
    m_goTo->clear();
    m_goTo->hide();
    m_alignBase = {};
    m_selected = {};
    m_selectedBefore = {};
}

} // namespace rs
