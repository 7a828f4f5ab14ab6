// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanechoice.h"

#include "views/timeline/lanes/lanemodel.h"

namespace rs {

void showLanes(LaneChoice choice, LaneLayout &layout, LaneModel &lanes, RankRef rank)
{
    LaneFilter filter;
    switch (choice) {
    case LaneChoice::Everything:
        layout.showAll();
        return;
    case LaneChoice::CommunicationOfAllRanks:
        filter.kinds = {ProcessKind::Communication};
        break;
    case LaneChoice::OverlapOfAllRanks:
        filter.kinds = {ProcessKind::OverlapAnalysis};
        break;
    case LaneChoice::HostDispatchOfRank:
        filter.kinds = {ProcessKind::Python, ProcessKind::MindSpore, ProcessKind::CpuOp, ProcessKind::Cann,
                        ProcessKind::AscendHardware};
        if (rank.isValid())
            filter.ranks = {rank};
        break;
    }
    layout.setFilter(filter);
    if (choice != LaneChoice::HostDispatchOfRank)
        lanes.expandRanks();
}

} // namespace rs
