// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace rs {

/// Index of an interned text in one StringPool; 0 is the empty text and means "none".
enum class StrId : quint32 {};
/// Index of a text in one TextPool.
enum class WordId : quint32 {};
/// Index into Trace::processes().
enum class ProcessId : quint32 {};
/// Index into Trace::lanes(): one thread, stream, communication group or plane.
enum class LaneId : quint32 {};
/// One drawn row of a lane (a nesting depth or an overflow sub-lane): contiguous, sorted, free of overlaps.
enum class RowId : quint32 {};
/// Index into the SliceStore of one rank.
enum class SliceId : quint32 {};
/// Index into Trace::counters().
enum class CounterId : quint32 {};
/// Index into FlowStore::flows().
enum class FlowIndex : quint32 {};

template <typename Id>
constexpr auto raw(Id id)
{
    return static_cast<quint32>(id);
}

inline constexpr SliceId NoSlice{0xffffffffU};
inline constexpr LaneId NoLane{0xffffffffU};
inline constexpr StrId NoText{0};

} // namespace rs
