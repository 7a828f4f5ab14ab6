// SPDX-License-Identifier: Apache-2.0
#include "views/runorigin.h"

#include <algorithm>
#include <limits>

namespace rs {

qint64 runOriginNs(const Run &run)
{
    qint64 start = std::numeric_limits<qint64>::max();
    for (const auto &rank : run.ranks) {
        if (rank && rank->trace && rank->trace->slices().size() > 0)
            start = std::min(start, rank->trace->startNs());
    }
    return start == std::numeric_limits<qint64>::max() ? 0 : start;
}

} // namespace rs
