// SPDX-License-Identifier: Apache-2.0
#include "analysis/commrecord.h"

#include "core/saturate.h"

#include <cmath>

namespace rs {

namespace {
constexpr double toleranceUs = 0.3;
constexpr double mostUs = 9e15; // in nanoseconds it still is an integer
} // namespace

std::optional<CommOpRef> commRecordOf(const RankData &rank, SliceId slice)
{
    if (!rank.trace)
        return std::nullopt;
    const SliceStore &s = rank.trace->slices();
    const std::optional<StrId> name = rank.commOps.nameId(rank.trace->strings().view(s.name(slice)));
    if (!name)
        return std::nullopt;
    const qint64 start = s.start(slice);
    std::optional<CommOpRef> nearest;
    double least = toleranceUs;
    for (const CommOpRef op : rank.commOps) {
        if (op.nameId() != *name || op.isTotal())
            continue;
        const std::optional<double> startUs = op.startUs();
        // No slice begins so far away.
        if (!startUs || !(std::abs(*startUs) < mostUs))
            continue;
        // The difference is taken from whole microseconds first: a stamp of today loses the last digits as a double.
        const auto wholeUs = static_cast<qint64>(std::floor(*startUs));
        const double apart = std::abs(static_cast<double>(saturatedDifference(start, wholeUs * 1000)) / 1000.0 -
                                      (*startUs - static_cast<double>(wholeUs)));
        if (apart <= least) {
            least = apart;
            nearest = op;
        }
    }
    return nearest;
}

} // namespace rs
