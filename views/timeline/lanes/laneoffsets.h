// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/data/timelinedata.h"
#include "views/timeline/lanes/lanelayout.h"

#include <vector>

namespace rs {

/// Offsets that bring slices of several clocks over each other. Nothing here changes the view state.
namespace timeline {

enum class Edge : quint8 { Start, End };

struct SliceRef
{
    RankRef rank;
    SliceId slice = NoSlice;
    bool operator==(const SliceRef &) const = default;
};

/// True when the slice exists.
[[nodiscard]] bool isValid(const TimelineData &data, const SliceRef &ref);
/// `moved` is drawn where `base` is. Its whole rank moves; on the rank of `base` only its lane does.
[[nodiscard]] TimeOffsets aligned(const TimelineData &data, const SliceRef &base, const SliceRef &moved, Edge edge);
/// Every rank with a pinned lane that holds a slice of the same name as `base`, which has the same place among those of
/// its lane, is moved so that the two lie over each other. `ranks` says how many were moved.
[[nodiscard]] TimeOffsets alignedPins(const TimelineData &data, const std::vector<LaneKey> &pins, const SliceRef &base,
                                      Edge edge, int &ranks);
/// The device lanes of every rank brought to the clock of its host, where that could be estimated; or back.
[[nodiscard]] TimeOffsets onHostClock(const TimelineData &data, bool aligned);
/// The offset with which the first slice of the rank, or of one of its lanes, is drawn at the start of the run.
[[nodiscard]] qint64 offsetToStart(const TimelineData &data, RankRef rank, LaneId lane = NoLane);

} // namespace timeline
} // namespace rs
