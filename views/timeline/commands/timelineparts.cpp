// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/timelineparts.h"

#include "items/format.h"
#include "views/timeline/canvas/timelinepane.h"
#include "views/state/viewstate.h"

#include <algorithm>

namespace rs {

int TimelineParts::cursorX() const
{
    return std::max(pane->canvas()->cursorX(), pinPane->canvas()->cursorX());
}

timeline::SliceRef TimelineParts::selectedSlice() const
{
    const Selection &s = state->selection();
    return s.kind == Selection::Kind::Slice ? timeline::SliceRef{s.rank, s.slice} : timeline::SliceRef();
}

std::optional<TimeWindow> TimelineParts::selectedSpan() const
{
    const timeline::SliceRef slice = selectedSlice();
    if (!timeline::isValid(*data, slice))
        return std::nullopt;
    return data->rank(slice.rank)->drawnSpan(slice.slice);
}

QString TimelineParts::sliceName(const timeline::SliceRef &slice) const
{
    constexpr int letters = 40;
    const Trace &trace = *data->rank(slice.rank)->trace;
    return format::clipText(format::displayText(trace.strings().text(trace.slices().name(slice.slice))), letters);
}

QString TimelineParts::laneName(const LaneKey &key) const
{
    for (const LaneModel *const model : {lanes, pinned}) {
        if (const int index = model->indexOf(key); index >= 0)
            return model->rows()[static_cast<size_t>(index)].label;
    }
    return {};
}

void TimelineParts::select(const timeline::SliceRef &slice) const
{
    Selection s;
    s.kind = Selection::Kind::Slice;
    s.rank = slice.rank;
    s.slice = slice.slice;
    state->select(s);
}

} // namespace rs
