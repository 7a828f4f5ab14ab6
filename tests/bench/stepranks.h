// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QRandomGenerator>

#include <memory>

namespace rs::bench {

/// A rank of a step_trace_time.csv with steps of some 11 ms, the same numbers each time. Rank 1,234 computes longer.
inline std::shared_ptr<RankData> rankOfSteps(int rank, int steps)
{
    QRandomGenerator random(static_cast<quint32>(rank) + 1);
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    for (int step = 1; step <= steps; ++step) {
        StepTraceRow row;
        row.step = QString::number(step);
        row.rank = rank;
        row.computingUs = 8000 + random.bounded(200.0) + (rank == 1234 ? 3000 : 0);
        row.overlappedUs = 1000;
        row.notOverlappedUs = 2000 + random.bounded(900.0);
        row.communicationUs = 3000;
        row.freeUs = 400 + random.bounded(90.0);
        row.preparingUs = 50;
        out->stepTrace.push_back(row);
    }
    return out;
}

} // namespace rs::bench
