// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rundata.h"
#include "core/table.h"
#include "core/trace.h"

#include <utility>
#include <vector>

namespace rs {

/// Which row of the kernel table belongs to which slice of Ascend Hardware or of a communication group.
struct KernelJoin
{
    std::vector<std::pair<SliceId, int>> kernelOfSlice; ///< ordered by slice
    std::vector<SliceId> sliceOfKernel;                 ///< NoSlice where the trace has none
    int joined = 0;
    int otherName = 0; ///< of the joined: by task and time, the slice has another name
    int exact = 0;     ///< of the joined: same start to the nanosecond
};

/// Ties rows to slices by name (what stands after the last '/') and start, equal within 2 ns; rows of other names by
/// stream, task and start. Each slice takes at most one row. Sets the kinds of the slices by the row's core, so it must
/// run before the trace is shared.
[[nodiscard]] KernelJoin joinKernels(Trace &trace, const Table &kernels);

} // namespace rs
