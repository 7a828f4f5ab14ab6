// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/laneoffsets.h"

#include <algorithm>
#include <optional>
#include <set>

namespace rs::timeline {

namespace {

// Slices of one name in a lane, in order of time.
std::vector<SliceId> namesakes(const Trace &trace, LaneId lane, StrId name)
{
    std::vector<SliceId> out;
    const auto span = trace.slicesOf(lane);
    for (quint32 i = span.first; i < span.last; ++i) {
        if (trace.slices().name(SliceId{i}) == name)
            out.push_back(SliceId{i});
    }
    std::stable_sort(out.begin(), out.end(),
                     [&trace](SliceId a, SliceId b) { return trace.slices().start(a) < trace.slices().start(b); });
    return out;
}

std::optional<StrId> nameIn(const Trace &trace, std::string_view name)
{
    for (quint32 i = 0; i < trace.strings().size(); ++i) {
        if (trace.strings().view(StrId{i}) == name)
            return StrId{i};
    }
    return std::nullopt;
}

qint64 edgeOf(const TimeWindow &span, Edge edge)
{
    return edge == Edge::Start ? span.fromNs : span.toNs;
}

} // namespace

bool isValid(const TimelineData &data, const SliceRef &ref)
{
    const TimelineRank *rank = data.rank(ref.rank);
    return rank && ref.slice != NoSlice && raw(ref.slice) < rank->trace->slices().size();
}

TimeOffsets aligned(const TimelineData &data, const SliceRef &base, const SliceRef &moved, Edge edge)
{
    TimeOffsets out = data.offsets();
    if (!isValid(data, base) || !isValid(data, moved))
        return out;
    const TimelineRank &rank = *data.rank(moved.rank);
    const qint64 by =
        edgeOf(rank.drawnSpan(moved.slice), edge) - edgeOf(data.rank(base.rank)->drawnSpan(base.slice), edge);
    if (moved.rank == base.rank) {
        const LaneId lane = rank.trace->laneOf(moved.slice);
        if (lane != rank.trace->laneOf(base.slice))
            out.setLane(moved.rank, lane, out.ofLane(moved.rank, lane) + by, OffsetReason::Slices);
    } else {
        out.setRank(moved.rank, out.ofRank(moved.rank) + by, OffsetReason::Slices);
    }
    return out;
}

TimeOffsets alignedPins(const TimelineData &data, const std::vector<LaneKey> &pins, const SliceRef &base, Edge edge,
                        int &ranks)
{
    TimeOffsets out = data.offsets();
    ranks = 0;
    if (!isValid(data, base))
        return out;
    const Trace &own = *data.rank(base.rank)->trace;
    const StrId name = own.slices().name(base.slice);
    const auto mine = namesakes(own, own.laneOf(base.slice), name);
    const auto place = static_cast<size_t>(std::find(mine.begin(), mine.end(), base.slice) - mine.begin());
    std::set<RankRef> done{base.rank};
    for (const LaneKey &key : pins) {
        const TimelineRank *rank = data.rank(key.rank);
        if (key.type != LaneKey::Type::Lane || !rank || key.id >= rank->trace->lanes().size() ||
            done.contains(key.rank))
            continue;
        const auto theirName = nameIn(*rank->trace, own.strings().view(name));
        if (!theirName)
            continue;
        const auto theirs = namesakes(*rank->trace, LaneId{key.id}, *theirName);
        if (place >= theirs.size())
            continue;
        out.setRank(key.rank, aligned(data, base, {key.rank, theirs[place]}, edge).ofRank(key.rank),
                    OffsetReason::Slices);
        done.insert(key.rank);
        ++ranks;
    }
    return out;
}

TimeOffsets onHostClock(const TimelineData &data, bool aligned)
{
    TimeOffsets out = data.offsets();
    out.devices.clear();
    for (const auto &[ref, rank] : data.ranks()) {
        if (aligned && rank.clock.known)
            out.setDevice(ref, rank.clock.offsetNs);
    }
    return out;
}

qint64 offsetToStart(const TimelineData &data, RankRef ref, LaneId lane)
{
    const TimelineRank *rank = data.rank(ref);
    if (!rank)
        return 0;
    const TimeWindow axis = rank->lod->axis();
    if (lane == NoLane)
        return data.offsets().ofRank(ref) + axis.fromNs - rank->shiftNs - data.originNs();
    const SliceStore &slices = rank->trace->slices();
    const Lane &l = rank->trace->lane(lane);
    std::optional<qint64> first;
    for (quint32 r = l.firstRow; r < l.firstRow + l.rowCount; ++r) {
        const auto span = slices.visible(RowId{r}, axis.fromNs, axis.toNs);
        if (!span.isEmpty())
            first = std::min(first.value_or(slices.start(SliceId{span.first})), slices.start(SliceId{span.first}));
    }
    return first ? data.offsets().ofLane(ref, lane) + *first - rank->shiftOf(lane) - data.originNs() : 0;
}

} // namespace rs::timeline
