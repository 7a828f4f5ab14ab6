// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/slicenamestats.h"

#include <vector>

namespace rs {

/// Sum, percentiles and at most `bins` bins of `sorted`, which is not empty, into `out`.
void describeDurations(SliceNameStats &out, const std::vector<qint64> &sorted, int bins);

} // namespace rs
