// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/runorigin.h"

#include "core/base/saturate.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace rs {

namespace {

constexpr qint64 none = std::numeric_limits<qint64>::max();

qint64 firstStartNs(const CommOps &ops)
{
    constexpr double nsPerUs = 1e3;
    qint64 first = none;
    for (const CommOpRef op : ops) {
        if (const std::optional<double> us = op.startUs())
            first = std::min(first, saturatedRound(*us * nsPerUs));
    }
    return first;
}

} // namespace

qint64 runOriginNs(const Run &run)
{
    qint64 start = none;
    for (const auto &rank : run.ranks) {
        if (rank && rank->trace && rank->trace->slices().size() > 0)
            start = std::min(start, rank->trace->startNs());
    }
    if (start == none) {
        for (const auto &rank : run.ranks)
            start = std::min(start, rank ? firstStartNs(rank->commOps) : none);
    }
    if (start == none)
        start = firstStartNs(run.cluster.commOps);
    return start == none ? 0 : start;
}

} // namespace rs
