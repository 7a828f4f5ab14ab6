// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/trace/slicestore.h"

#include <vector>

namespace rs {

/// Position of a slice that no other one contains.
inline constexpr quint32 NoParent = 0xffffffffU;

/// For each slice of `rows` the innermost other one that wholly contains it. `rows` are parts of the rows of one lane,
/// the top one first; positions count through all of them in that order. The work grows as n log n however many rows
/// overlapping slices need, where looking through the rows above each slice would grow with the square. Empty when
/// cancelled.
[[nodiscard]] std::vector<quint32> parentsIn(const SliceStore &slices, const std::vector<SliceStore::Span> &rows,
                                             const JobContext &job = JobContext());

} // namespace rs
