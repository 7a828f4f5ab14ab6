// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

namespace rs {

/// The rank has a kernel table with a row that has a duration.
[[nodiscard]] bool hasKernelTimes(const RankData &rank);

} // namespace rs
