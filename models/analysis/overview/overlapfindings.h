// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/devicesets.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

#include <vector>

namespace rs {

/// One finding for each lane of the trace's own "Overlap Analysis" whose slices add up to another time than the slices
/// of the device do, by more than rounding: 1 us + 1 ns per slice. `sets` of all devices of the rank, which has a
/// trace.
[[nodiscard]] std::vector<Finding> overlapDisagreements(const RankData &rank, const DeviceSets &sets);

} // namespace rs
