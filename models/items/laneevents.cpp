// SPDX-License-Identifier: Apache-2.0
#include "items/laneevents.h"

#include "analysis/slicestats.h"

namespace rs {

LaneEvents::LaneEvents(std::shared_ptr<const RankData> rank, LaneId lane, qint64 originNs)
    : m_rank(std::move(rank)), m_lane(lane), m_originNs(originNs), m_span(m_rank->trace->slicesOf(lane)),
      m_self(selfTimes(*m_rank->trace, lane))
{
    setColumns(titles());
}

std::vector<TableColumn> LaneEvents::titles()
{
    return {
        makeColumn("name", tr("Name"), CellKind::Text, tr("Name of the slice.")),
        makeColumn("start", tr("Start (%1)"), CellKind::Duration,
               tr("Start as an offset from the start of the run.")),
        makeColumn("duration", tr("Duration (%1)"), CellKind::Duration,
               tr("Whole duration of the slice, also of one that reaches out of the selected time.")),
        makeColumn("self", tr("Self (%1)"), CellKind::Duration,
               tr("Duration less the slices directly below.")),
        makeColumn("depth", tr("Depth"), CellKind::Integer,
               tr("How many rows of the lane lie above; 0 on top.")),
        makeColumn("stamp", tr("Stamp (ns)"), CellKind::Integer,
               tr("Start exactly as the trace holds it."), false),
    };
}

StrId LaneEvents::textId(quint32 row, int) const
{
    return m_rank->trace->slices().name(slice(row));
}

std::optional<qint64> LaneEvents::integer(quint32 row, int column) const
{
    const SliceStore &slices = m_rank->trace->slices();
    const SliceId at = slice(row);
    switch (column) {
    case Start:
        return slices.start(at) - m_originNs;
    case Duration:
        return slices.duration(at);
    case Self:
        return m_self[row];
    case Depth:
        return m_rank->trace->depthOf(at);
    case Stamp:
        return slices.start(at);
    default:
        return std::nullopt;
    }
}

std::optional<Interval> LaneEvents::time(quint32 row) const
{
    const SliceStore &slices = m_rank->trace->slices();
    return Interval{slices.start(slice(row)), slices.end(slice(row))};
}

} // namespace rs
