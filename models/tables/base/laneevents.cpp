// SPDX-License-Identifier: Apache-2.0
#include "tables/base/laneevents.h"

#include "analysis/time/slicestats.h"
#include "tables/base/catalogue.h"

#include <QtGlobal>

namespace rs {

LaneEvents::LaneEvents(std::shared_ptr<const RankData> rank, LaneId lane, int index)
    : RowSource(specs()), m_rank(std::move(rank)), m_lane(lane), m_index(index), m_span(m_rank->trace->slicesOf(lane)),
      m_self(selfTimes(*m_rank->trace, lane))
{
}

std::vector<ColumnSpec> LaneEvents::specs()
{
    using K = ValueKind;
    return {
        {"name", "Name", RS_TABLE("Name"), K::Text, RS_TABLE("Name of the slice.")},
        ColumnSpec("start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
                   RS_TABLE("Start as an offset from the start of the run.")),
        ColumnSpec("duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time,
                   RS_TABLE("Whole duration of the slice, also of one that reaches out of the selected time.")),
        ColumnSpec("self", "Self(ns)", RS_TABLE("Self (%1)"), K::Time,
                   RS_TABLE("Duration less the slices directly below.")),
        ColumnSpec("depth", "Depth", RS_TABLE("Depth"), K::Integer,
                   RS_TABLE("How many rows of the lane lie above; 0 on top.")),
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
        return slices.start(at);
    case Duration:
        return slices.duration(at);
    case Self:
        return m_self[row];
    default:
        return m_rank->trace->depthOf(at);
    }
}

RowPlace LaneEvents::place(quint32 row) const
{
    const SliceStore &slices = m_rank->trace->slices();
    return {m_index, slice(row), Interval{slices.start(slice(row)), slices.end(slice(row))}};
}

} // namespace rs
