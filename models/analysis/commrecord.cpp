// SPDX-License-Identifier: Apache-2.0
#include "analysis/commrecord.h"

#include <cmath>

namespace rs {

namespace {
constexpr double toleranceUs = 0.3;
} // namespace

const CommOp *commRecordOf(const RankData &rank, SliceId slice)
{
    if (!rank.trace)
        return nullptr;
    const SliceStore &s = rank.trace->slices();
    const QString name = rank.trace->strings().text(s.name(slice));
    const qint64 start = s.start(slice);
    const CommOp *nearest = nullptr;
    double least = toleranceUs;
    for (const CommOp &op : rank.commOps) {
        if (op.name != name || op.isTotal() || !op.startUs)
            continue;
        // The difference is taken from whole microseconds first: a stamp of today loses the last digits as a double.
        const auto wholeUs = static_cast<qint64>(std::floor(*op.startUs));
        const double apart = std::abs(static_cast<double>(start - wholeUs * 1000) / 1000.0 -
                                      (*op.startUs - static_cast<double>(wholeUs)));
        if (apart <= least) {
            least = apart;
            nearest = &op;
        }
    }
    return nearest;
}

} // namespace rs
