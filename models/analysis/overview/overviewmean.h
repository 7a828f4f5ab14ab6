// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/overviewitems.h"

#include <vector>

namespace rs {

/// Several ranks, or steps of a rank, as one: each time is their mean, and missing where one of them lacks it. At least
/// one item; the label names the ranks ("0-2, 5"), those of groups too.
[[nodiscard]] OverviewItem meanOfRanks(const std::vector<OverviewItem> &items);

} // namespace rs
