// SPDX-License-Identifier: Apache-2.0
// Meaning of pids, tids and names in ascend_timeline_display_*.json of MindSpore 1.x.
#pragma once

#include "core/run/rundata.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

namespace rs {

/// Such a trace names no process of the device.
[[nodiscard]] inline bool isLegacyTimeline(const RankData &rank)
{
    const auto &processes = rank.trace->processes();
    return rank.legacy && std::ranges::none_of(processes, [](const Process &p) {
               return p.kind == ProcessKind::AscendHardware || p.kind == ProcessKind::Communication;
           });
}

struct LegacyLane
{
    bool isSteps = false; ///< its slices are called by the number of a step
    bool isDevice = false;
    bool isCommunication = false;
};

[[nodiscard]] inline LegacyLane legacyLane(const Trace &trace, LaneId lane)
{
    const auto numberOf = [&trace](StrId text) {
        const std::string_view t = trace.strings().view(text);
        int out = -1;
        std::from_chars(t.data(), t.data() + t.size(), out);
        return out;
    };
    constexpr int stepsTid = 100'000; // and those of scopes behind it
    constexpr int communicationPid = 10'000;
    constexpr int hostPid = 11'000; // and the overlap analysis behind it
    const int pid = numberOf(trace.processOf(lane).pid);
    const int tid = numberOf(trace.lane(lane).tid);
    const bool isScope = tid >= stepsTid;
    return {tid == stepsTid, !isScope && pid < hostPid, !isScope && pid == communicationPid};
}

/// Waits of streams and the cleaning of addresses are no operators.
[[nodiscard]] inline bool isLegacyNoise(std::string_view name)
{
    return name.starts_with("Stream") || name.starts_with("AtomicAddrClean");
}

[[nodiscard]] inline bool isLegacyCommunication(std::string_view name)
{
    constexpr std::string_view prefixes[] = {"All",  "ReduceScatter", "Broadcast", "NeighborExchange",
                                             "Send", "Receive"};
    return std::ranges::any_of(prefixes, [name](std::string_view prefix) { return name.starts_with(prefix); });
}

enum class LegacyKind : quint8 { None, Compute, Collective, Send, Receive };

/// Kind of an operator of such a trace; None: it is no operator.
[[nodiscard]] inline LegacyKind legacyKind(const Trace &trace, SliceId slice)
{
    const LegacyLane lane = legacyLane(trace, trace.laneOf(slice));
    const std::string_view name = trace.strings().view(trace.slices().name(slice));
    if (lane.isSteps || !lane.isDevice || isLegacyNoise(name))
        return LegacyKind::None;
    if (!isLegacyCommunication(name))
        return LegacyKind::Compute;
    return name.starts_with("Send")      ? LegacyKind::Send
           : name.starts_with("Receive") ? LegacyKind::Receive
                                         : LegacyKind::Collective;
}

} // namespace rs
