// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/slicestore.h"

#include <string_view>

namespace rs {

/// The one place that tells what a task of a device is, by its "Task Type" (of a trace, a database or a table) and its
/// name: computing (isComputing), communication (CommTask), a copy (MemoryCopy), a wait (EventWait), or an event or
/// other bookkeeping (DeviceOther). What is none of the last four computes, whatever its type is called: the runtime
/// has new types with each version, and "Other" for kernels whose launch was not recorded.
[[nodiscard]] SliceKind deviceSliceKind(std::string_view taskType, std::string_view name);

[[nodiscard]] constexpr bool isComputing(SliceKind kind)
{
    return kind >= SliceKind::KernelCube && kind <= SliceKind::KernelOther;
}

/// Kernels whose type names the cores that they run on.
[[nodiscard]] constexpr bool isOnCores(SliceKind kind)
{
    return kind == SliceKind::KernelCube || kind == SliceKind::KernelVector || kind == SliceKind::KernelMix;
}

} // namespace rs
