// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanes/lanelayout.h"

namespace rs {

class LaneModel;

/// Choices of lanes that one word names.
enum class LaneChoice : quint8 { Everything, CommunicationOfAllRanks, OverlapOfAllRanks, HostDispatchOfRank };

/// Shows these lanes and no others; `rank` matters to HostDispatchOfRank only.
void showLanes(LaneChoice choice, LaneLayout &layout, LaneModel &lanes, RankRef rank = {});

} // namespace rs
