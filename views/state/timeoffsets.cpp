// SPDX-License-Identifier: Apache-2.0
// The corrections of clocks that the state of the window keeps.
#include "views/state/viewstate.h"

#include <algorithm>

namespace rs {

qint64 TimeOffsets::ofRank(RankRef rank) const
{
    const auto it = ranks.find(rank);
    return it == ranks.end() ? 0 : it->second;
}

qint64 ClockDrift::at(qint64 ownNs) const
{
    return saturatedRound(ppm * 1e-6 * static_cast<double>(saturatedDifference(ownNs, originNs)));
}

qint64 TimeOffsets::ofRankAt(RankRef rank, qint64 ownNs) const
{
    return saturatedSum(ofRank(rank), driftOf(rank).at(ownNs));
}

ClockDrift TimeOffsets::driftOf(RankRef rank) const
{
    const auto it = alignments.find(rank);
    return it == alignments.end() ? ClockDrift() : it->second;
}

qint64 TimeOffsets::ofDevice(RankRef rank) const
{
    const auto it = devices.find(rank);
    return it == devices.end() ? 0 : it->second;
}

qint64 TimeOffsets::ofLane(RankRef rank, LaneId lane) const
{
    const auto it = lanes.find({rank, lane});
    return it == lanes.end() ? 0 : it->second;
}

void TimeOffsets::setRank(RankRef rank, qint64 ns, OffsetReason reason)
{
    alignments.erase(rank);
    if (ns == 0)
        ranks.erase(rank);
    else
        ranks[rank] = ns;
    if (ns == 0 || reason == OffsetReason::Hand)
        reasons.erase({rank, NoLane});
    else
        reasons[{rank, NoLane}] = reason;
}

void TimeOffsets::setLane(RankRef rank, LaneId lane, qint64 ns, OffsetReason reason)
{
    if (ns == 0)
        lanes.erase({rank, lane});
    else
        lanes[{rank, lane}] = ns;
    if (ns == 0 || reason == OffsetReason::Hand)
        reasons.erase({rank, lane});
    else
        reasons[{rank, lane}] = reason;
}

OffsetReason TimeOffsets::reasonOf(RankRef rank, LaneId lane) const
{
    if (lane == NoLane && alignments.contains(rank))
        return OffsetReason::Clocks;
    const auto it = reasons.find({rank, lane});
    return it == reasons.end() ? OffsetReason::Hand : it->second;
}

void TimeOffsets::forgetRun(int run)
{
    std::erase_if(ranks, [run](const auto &o) { return o.first.run == run; });
    std::erase_if(lanes, [run](const auto &o) { return o.first.first.run == run; });
    std::erase_if(alignments, [run](const auto &o) { return o.first.run == run; });
    std::erase_if(devices, [run](const auto &o) { return o.first.run == run; });
    std::erase_if(reasons, [run](const auto &o) { return o.first.first.run == run; });
}

TimeOffsets TimeOffsets::moved(const std::function<RankRef(RankRef)> &now) const
{
    TimeOffsets out;
    const auto ofRanks = [&now](const auto &from, auto &to) {
        for (const auto &[rank, value] : from) {
            if (const RankRef ref = now(rank); ref.isValid())
                to.emplace(ref, value);
        }
    };
    const auto ofLanes = [&now](const auto &from, auto &to) {
        for (const auto &[at, value] : from) {
            if (const RankRef ref = now(at.first); ref.isValid())
                to.emplace(std::pair(ref, at.second), value);
        }
    };
    ofRanks(ranks, out.ranks);
    ofRanks(alignments, out.alignments);
    ofRanks(devices, out.devices);
    ofLanes(lanes, out.lanes);
    ofLanes(reasons, out.reasons);
    return out;
}

void TimeOffsets::setAligned(RankRef rank, qint64 ns, const ClockDrift &drift)
{
    setRank(rank, ns);
    alignments[rank] = drift;
}

ClockUse TimeOffsets::clockUse() const
{
    const bool byHand =
        std::any_of(ranks.begin(), ranks.end(), [this](const auto &r) { return !alignments.contains(r.first); });
    return byHand || !lanes.empty() ? ClockUse::Moved : alignments.empty() ? ClockUse::Files : ClockUse::Aligned;
}

void TimeOffsets::setDevice(RankRef rank, qint64 ns)
{
    if (ns == 0)
        devices.erase(rank);
    else
        devices[rank] = ns;
}

} // namespace rs
