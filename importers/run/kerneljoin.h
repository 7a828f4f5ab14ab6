// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/table/table.h"
#include "core/trace/trace.h"

#include <utility>
#include <vector>

namespace rs {

/// Which row of the kernel table belongs to which slice of Ascend Hardware or of a communication group.
struct KernelJoin
{
    std::vector<std::pair<SliceId, int>> kernelOfSlice; ///< ordered by slice
    std::vector<SliceId> sliceOfKernel;                 ///< NoSlice where the trace has none
    PageVector<SliceKind> kinds; ///< of all slices, by the cores of their rows; empty when all are as in the trace
    int joined = 0;
    int otherName = 0;     ///< of the joined: by task and time, the slice has another name
    int exact = 0;         ///< of the joined: same start to the nanosecond
    int rounded = 0;       ///< of the joined: by a start that has lost its last digits
    int firstRounded = -1; ///< row
};

/// Ties rows to slices by name (what stands after the last '/') and start, equal within 2 ns; rows of other names by
/// stream, task and start. Where most rows find none and all starts are rounded, the nearest start within the rounding
/// counts. Each slice takes at most one row. Others may read the trace meanwhile.
[[nodiscard]] KernelJoin joinKernels(const Trace &trace, const Table &kernels);

} // namespace rs
