// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace.h"

#include <vector>

namespace rs {

/// Common subject of lanes that are summed up together.
enum class LaneSubject : quint8 {
    Framework,     ///< the host: Python functions and operators of the framework
    Cann,          ///< the host: API calls
    Tasks,         ///< streams of the device
    Communication, ///< groups, without their planes, which repeat the time of their operators
    Overlap,       ///< lanes of the Overlap Analysis of the trace
};

/// Lanes of a subject that have slices.
[[nodiscard]] std::vector<LaneId> lanesOf(const Trace &trace, LaneSubject subject);

} // namespace rs
