// SPDX-License-Identifier: Apache-2.0
// How the timeline brings a slice, a rank or a box into sight: its lanes are shown and unfolded, the time is moved, and what
// is not loaded yet is waited for.
#include "items/format.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/timelineview.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {
constexpr int leastVisible = 4; // pixels that a revealed slice takes at least
} // namespace

void TimelineView::reveal(RankRef ref, SliceId slice, TimeWindow span)
{
    const TimelineRank *rank = m_data->rank(ref);
    if (!rank && runs().info(ref))
        m_sought = {ref, slice, span};
    if (!rank || slice == NoSlice || raw(slice) >= rank->trace->slices().size())
        return;
    m_sought.reset();
    const SliceStore &slices = rank->trace->slices();
    const LaneId lane = rank->trace->laneOf(slice);
    tellRevealed(m_lanes->reveal(ref, {lane}, true),
                 tr("%1 · %2", "rank, lane").arg(runs().rankLabel(ref), rank->laneName(lane)));
    m_pane->markSelection(state().selection());

    if (span.isEmpty()) {
        const qint64 from = rank->drawnSpan(slice).fromNs;
        showSpan({from, from + std::max<qint64>(1, slices.duration(slice))}, false);
    } else {
        const qint64 shift = rank->shiftOf(slice);
        const TimeWindow drawn{span.fromNs - shift, span.toNs - shift};
        showSpan(drawn, true);
        m_ruler->setMeasure(drawn);
    }
    const int row = m_lanes->rowShowing(ref, lane);
    const int y = m_lanes->rowCentres(ref)[raw(slices.rowOf(slice))];
    if (row >= 0 && y >= 0) {
        const LaneRow &shown = m_lanes->rows()[static_cast<size_t>(row)];
        m_pane->bringIntoSight(LaneModel::keyOf(shown), y - shown.y);
    }
}

// A slice that is wide enough stays as it is drawn and is only moved into the window; a span that is `whole` fills it.
void TimelineView::showSpan(TimeWindow drawn, bool whole)
{
    constexpr double around = 0.1;  // of a span
    constexpr double context = 4.5; // of a slice: a tenth of the width is readable and its neighbours tell where it is
    const TimeWindow w = state().window();
    if (w.isEmpty())
        return;
    if (drawn.fromNs >= m_navigator->limits().toNs || drawn.toNs <= m_navigator->limits().fromNs) {
        // Set aside from the axis because its stamp is mad: the window leaves the axis for it.
        state().setWindow(timeline::padded(drawn, context));
        return;
    }
    if (whole) {
        m_navigator->show(timeline::padded(drawn, around));
        return;
    }
    const TimeMap map(w, m_navigator->width());
    const bool inside = drawn.fromNs >= w.fromNs && drawn.toNs <= w.toNs;
    const bool large = static_cast<double>(drawn.lengthNs()) >= leastVisible * map.nsPerPixel();
    if (!large || drawn.lengthNs() > w.lengthNs()) {
        m_navigator->show(timeline::padded(drawn, context));
    } else if (!inside) {
        const qint64 middle = drawn.fromNs + drawn.lengthNs() / 2;
        m_navigator->show({middle - w.lengthNs() / 2, middle - w.lengthNs() / 2 + w.lengthNs()});
    }
}

void TimelineView::revealRank(RankRef ref)
{
    m_sought.reset();
    const TimelineRank *const rank = m_data->rank(ref);
    if (!rank) {
        const auto data = runs().rank(ref);
        const bool comes = runs().info(ref) && !(runs().state(ref) == RankState::Loaded && data && !data->trace);
        if (comes) {
            m_sought = {ref, NoSlice, {}};
            emit notice(tr("%1 is not loaded yet; its lanes are shown as soon as they are there.", "rank")
                            .arg(runs().rankLabel(ref)));
        } else {
            emit notice(tr("%1 has no trace that the timeline could show.", "rank").arg(runs().rankLabel(ref)));
        }
        scrollToRank(ref);
        return;
    }
    const Trace &trace = *rank->trace;
    tellRevealed(m_lanes->reveal(ref, LaneModel::deviceLanes(trace), false),
                 tr("The lanes of the device of %1", "rank").arg(runs().rankLabel(ref)));
    scrollToRank(ref);
    const TimeWindow w = state().window();
    const TimeWindow own{trace.startNs() - rank->shiftNs, trace.endNs() - rank->shiftNs};
    if (!own.isEmpty() && !w.isEmpty() && (own.toNs <= w.fromNs || own.fromNs >= w.toNs))
        m_navigator->show(timeline::padded(own, 0.01));
}

// Its device's lanes, else the row that stands for it; false where it has none.
bool TimelineView::scrollToRank(RankRef ref)
{
    const auto &rows = m_lanes->rows();
    const LaneKey heading{ref, LaneKey::Type::Rank, 0};
    int first = -1;
    int last = -1;
    if (const TimelineRank *const rank = m_data->rank(ref)) {
        for (const LaneId lane : LaneModel::deviceLanes(*rank->trace)) {
            const int row = m_lanes->rowShowing(ref, lane);
            if (row < 0)
                continue;
            first = first < 0 ? row : std::min(first, row);
            last = std::max(last, row);
        }
    }
    if (first < 0)
        first = last = m_lanes->indexOf(heading);
    if (first < 0)
        return false;
    // The name of the process says more than another lane at the bottom would show.
    const int process = m_lanes->indexOf({ref, LaneKey::Type::Process, raw(rows[static_cast<size_t>(first)].process)});
    if (rows[static_cast<size_t>(first)].type == LaneRow::Type::Lane && process >= 0)
        first = std::min(first, process);
    m_pane->labels()->setCurrentRow(heading);
    m_pane->bringIntoSight(heading, LaneModel::keyOf(rows[static_cast<size_t>(first)]),
                           LaneModel::keyOf(rows[static_cast<size_t>(last)]));
    return true;
}

void TimelineView::revealBox()
{
    for (TimelinePane *const pane : {m_pane, m_pinPane}) {
        const std::set<int> shown = pane->canvas()->boxRows(state().box());
        if (shown.empty() || !pane->isVisible())
            continue;
        const auto &rows = pane->lanes()->rows();
        const LaneRow &first = rows[static_cast<size_t>(*shown.begin())];
        pane->bringIntoSight({first.rank, LaneKey::Type::Rank, 0}, LaneModel::keyOf(first),
                             LaneModel::keyOf(rows[static_cast<size_t>(*shown.rbegin())]));
    }
}

// A lane that was hidden after the box was drawn is no longer in it, until it is shown again; one that was `moved` lies
// with another part of its time in it.
void TimelineView::updateBox(bool moved)
{
    BoxSelection box = state().box();
    for (BoxSelection::Part &part : box.parts) {
        const TimelineRank *const rank = m_data->rank(part.rank);
        if (!rank || raw(part.lane) >= rank->trace->lanes().size())
            continue;
        part.hidden = !m_lanes->lets(part.rank, part.lane) && !m_pinned->lets(part.rank, part.lane);
        if (moved)
            part.shiftNs = rank->shiftOf(part.lane);
    }
    state().setBox(box);
}

// The row at the top is kept as well: where the user stood among many ranks.
QJsonObject TimelineView::saveState() const
{
    QJsonObject out = m_layoutState->save();
    const auto &rows = m_lanes->rows();
    auto [row, below] = m_pane->top();
    QJsonObject top;
    for (; row >= 0 && top.isEmpty(); --row) {
        top = m_layoutState->nameOf(LaneModel::keyOf(rows[static_cast<size_t>(row)]));
        if (top.isEmpty())
            below = 0; // a row without a name: the one above it
    }
    if (!top.isEmpty()) {
        top[QStringLiteral("below")] = below;
        out[QStringLiteral("top")] = top;
    }
    return out;
}

void TimelineView::restoreState(const QJsonObject &state)
{
    m_layoutState->restore(state);
    m_top = state[QStringLiteral("top")].toObject();
    // Until its lanes are there the rank is what can be shown.
    QJsonObject rank = m_top;
    rank[QStringLiteral("type")] = QStringLiteral("rank");
    if (const auto key = m_layoutState->keyOf(rank))
        m_pane->bringToTop(*key, 0);
    else if (const auto host = m_layoutState->keyOf(m_top))
        m_pane->bringToTop(*host, 0);
    else
        m_top = {};
    revealTop();
}

void TimelineView::revealTop()
{
    if (m_top.isEmpty())
        return;
    const auto key = m_layoutState->keyOf(m_top);
    if (!m_pane->keepsSight() || (key && m_lanes->indexOf(*key) >= 0)) {
        const QJsonObject top = std::exchange(m_top, {});
        if (m_pane->keepsSight())
            m_pane->bringToTop(*key, std::max(0, top[QStringLiteral("below")].toInt()));
    }
}

// The user may have gone on to something else meanwhile.
void TimelineView::revealSought()
{
    if (!m_sought || !m_data->rank(m_sought->rank))
        return;
    const Sought sought = *std::exchange(m_sought, std::nullopt);
    const Selection &s = state().selection();
    if (sought.slice != NoSlice) {
        if (s.kind == Selection::Kind::Slice && s.rank == sought.rank && s.slice == sought.slice)
            reveal(sought.rank, sought.slice, sought.span);
    } else if (state().currentRank() == sought.rank) {
        revealRank(sought.rank);
    }
}

void TimelineView::tellRevealed(LaneModel::Revealed done, const QString &what)
{
    const QString name = format::displayText(format::clipText(what, 80));
    if (done == LaneModel::Revealed::Shown)
        emit notice(tr("%1: hidden or left out by the filter until now, shown again.", "lanes").arg(name));
    else if (done == LaneModel::Revealed::Unfolded)
        emit notice(tr("%1: unfolded.", "lanes").arg(name));
}

} // namespace rs
