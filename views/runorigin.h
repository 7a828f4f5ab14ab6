// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rundata.h"

namespace rs {

/// Earliest stamp of the run's loaded traces: what offsets "in the run" count from. 0 without one.
[[nodiscard]] qint64 runOriginNs(const Run &run);

} // namespace rs
