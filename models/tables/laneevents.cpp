// SPDX-License-Identifier: Apache-2.0
#include "tables/laneevents.h"

#include "analysis/time/slicestats.h"
#include "tables/catalogue.h"

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
        tableColumn("name", "Name", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text,
                    QT_TRANSLATE_NOOP("Tables", "Name of the slice.")),
        tableColumn("start", "Start(ns)", QT_TRANSLATE_NOOP("Tables", "Start (%1)"), K::Stamp,
                    QT_TRANSLATE_NOOP("Tables", "Start as an offset from the start of the run.")),
        tableColumn("duration", "Duration(ns)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Time,
                    QT_TRANSLATE_NOOP("Tables", "Whole duration of the slice, also of one that reaches out of the "
                                                "selected time.")),
        tableColumn("self", "Self(ns)", QT_TRANSLATE_NOOP("Tables", "Self (%1)"), K::Time,
                    QT_TRANSLATE_NOOP("Tables", "Duration less the slices directly below.")),
        tableColumn("depth", "Depth", QT_TRANSLATE_NOOP("Tables", "Depth"), K::Integer,
                    QT_TRANSLATE_NOOP("Tables", "How many rows of the lane lie above; 0 on top.")),
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
