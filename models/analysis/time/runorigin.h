// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

namespace rs {

/// Earliest stamp of the run's loaded traces: what offsets "in the run" count from. Without a trace, of its
/// communication operators, by communication.json or the cluster's; 0 without these.
[[nodiscard]] qint64 runOriginNs(const Run &run);

} // namespace rs
