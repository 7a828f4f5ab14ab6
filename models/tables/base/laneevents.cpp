// SPDX-License-Identifier: Apache-2.0
#include "tables/base/laneevents.h"

#include "analysis/time/slicestats.h"
#include "tables/base/catalogue.h"

#include <QtGlobal>

namespace rs {

LaneEvents::LaneEvents(std::shared_ptr<const RankData> rank, LaneId lane, int index)
    : LookupRows(specs(), std::make_shared<const RowTexts>(traceTexts(rank))), m_rank(std::move(rank)), m_lane(lane)
{
    const Trace &trace = *m_rank->trace;
    const SliceStore &slices = trace.slices();
    const SliceStore::Span span = trace.slicesOf(lane);
    m_first = span.first;
    setCount(span.size());
    const auto at = [first = m_first](quint32 row) { return SliceId{first + row}; };
    set(Name, [&slices, at](quint32 row) { return slices.name(at(row)); });
    set(Start, [&slices, at](quint32 row) { return slices.start(at(row)); });
    set(Duration, [&slices, at](quint32 row) { return slices.duration(at(row)); });
    set(Self, [self = selfTimes(trace, lane)](quint32 row) { return self[row]; });
    set(Depth, [&trace, at](quint32 row) { return trace.depthOf(at(row)); });
    setPlace([&trace, at, index](quint32 row) { return placeOfSlice(index, trace, at(row)); });
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

} // namespace rs
