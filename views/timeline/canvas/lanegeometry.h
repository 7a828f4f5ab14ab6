// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/slicestore.h"
#include "views/picture/timecoordinates.h"
#include "views/timeline/data/lodindex.h"

#include <vector>

namespace rs {

/// Box of a row in a window: a slice, or a folded group of slices that are all shorter than a pixel and closer than a
/// pixel to each other.
struct LaneBox
{
    int x0 = 0;                        ///< first pixel
    int x1 = 0;                        ///< one past the last; at least x0 + 1
    quint32 first = 0;                 ///< index of the (first) slice
    quint32 count = 1;                 ///< slices inside; more than 1: a folded group
    SliceKind kind = SliceKind::Other; ///< of the slice, or of the longest of the group
    quint8 shade = 0;
    quint16 fill = 65535; ///< share of a group's span that its slices cover, 65535 = all

    [[nodiscard]] bool isGroup() const { return count > 1; }
};

/// Boxes of one row in order of time, appended to `out`, clipped to [0, map.width). Cost follows pixels, not slices.
/// A pixel is covered by some box exactly when some slice touches it, where a slice shorter than a pixel touches the
/// one in which it starts; every slice of a pixel or more is a box of its own. Later boxes are painted over earlier
/// ones.
void rowBoxes(const SliceStore &store, const LodIndex &lod, RowId row, const TimeMap &map, std::vector<LaneBox> &out);

/// The slice of the row at a position in pixels, at most `reach` pixels away; slices that hold the position win, then
/// the nearest. NoSlice when there is none.
[[nodiscard]] SliceId sliceAt(const SliceStore &store, RowId row, const TimeMap &map, double x, double reach);

} // namespace rs
