// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/timeshifts.h"

#include "views/state/runstore.h"
#include "views/timeline/commands/offsetdialog.h"
#include "views/timeline/lanes/lanelayout.h"
#include "views/state/viewstate.h"

#include <utility>

namespace rs {

TimeShifts::TimeShifts(const TimelineParts &parts, QWidget *window) : QObject(window), m_parts(parts), m_window(window)
{
}

void TimeShifts::setBase(const timeline::SliceRef &base)
{
    const bool exists = timeline::isValid(*m_parts.data, base);
    m_base = exists ? base : timeline::SliceRef();
    emit notice(exists
                    ? tr("Other slices are aligned with %1: select one and press L or R.").arg(m_parts.sliceName(base))
                    : tr("First select the slice to align others with."));
}

// Without a base that was chosen, the slice that was selected before is it: click one, click the other, press L.
void TimeShifts::alignSelection(timeline::Edge edge)
{
    const TimelineData &data = *m_parts.data;
    const timeline::SliceRef base = timeline::isValid(data, m_base) ? m_base : m_selectedBefore;
    const timeline::SliceRef moved = m_parts.selectedSlice();
    if (!timeline::isValid(data, base) || !timeline::isValid(data, moved) || base == moved) {
        emit notice(tr("Select the reference slice first (B), then the slice to align."));
        return;
    }
    m_parts.state->setOffsets(timeline::aligned(data, base, moved, edge));
    emit notice(tr("The lane of %1 is aligned with %2.").arg(m_parts.sliceName(moved), m_parts.sliceName(base)));
}

int TimeShifts::alignPins(timeline::Edge edge)
{
    int ranks = 0;
    m_parts.state->setOffsets(
        timeline::alignedPins(*m_parts.data, m_parts.layout->pins(), m_parts.selectedSlice(), edge, ranks));
    emit notice(ranks > 0
                    ? tr("%n rank(s) aligned with the selected slice", nullptr, ranks)
                    : tr("Pin the lanes first, and select a slice on one of them whose name the others have too."));
    return ranks;
}

void TimeShifts::set(const LaneKey &key, qint64 ns)
{
    TimeOffsets offsets = m_parts.state->offsets();
    if (key.type == LaneKey::Type::Lane)
        offsets.setLane(key.rank, LaneId{key.id}, ns);
    else
        offsets.setRank(key.rank, ns);
    m_parts.state->setOffsets(offsets);
}

qint64 TimeShifts::of(const LaneKey &key) const
{
    const TimeOffsets &offsets = m_parts.state->offsets();
    return key.type == LaneKey::Type::Lane ? offsets.ofLane(key.rank, LaneId{key.id}) : offsets.ofRank(key.rank);
}

void TimeShifts::alignToStart(const LaneKey &key)
{
    const LaneId lane = key.type == LaneKey::Type::Lane ? LaneId{key.id} : NoLane;
    set(key, timeline::offsetToStart(*m_parts.data, key.rank, lane));
}

void TimeShifts::ask(const LaneKey &key)
{
    if (!m_parts.data->rank(key.rank))
        return;
    const bool lane = key.type == LaneKey::Type::Lane;
    const QString rank = m_parts.runs->rankLabel(key.rank);
    auto *const dialog =
        new OffsetDialog(lane ? tr("%1 · %2", "rank, lane").arg(rank, m_parts.laneName(key)) : rank, of(key),
                         timeline::offsetToStart(*m_parts.data, key.rank, lane ? LaneId{key.id} : NoLane), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &OffsetDialog::chosen, this, [this, key](qint64 ns) { set(key, ns); });
    dialog->open();
}

void TimeShifts::selectionChanged()
{
    if (m_parts.state->selection().kind != Selection::Kind::Slice || m_parts.selectedSlice() == m_selected)
        return;
    m_selectedBefore = std::exchange(m_selected, m_parts.selectedSlice());
}

void TimeShifts::forget()
{
    m_base = {};
    m_selected = {};
    m_selectedBefore = {};
}

} // namespace rs

#include "moc_timeshifts.cpp"
