// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <limits>
#include <vector>

namespace rs {

/// The times, in ns, that stamps of one capture can have.
struct StampRange
{
    qint64 from = std::numeric_limits<qint64>::min();
    qint64 to = std::numeric_limits<qint64>::max();
    [[nodiscard]] bool contains(qint64 ns) const { return ns >= from && ns <= to; }
};

/// What lies outside is so far from all other stamps that it is mad: a hundred times the length of the bulk and at
/// least a minute; of fewer than eight stamps, those about the time 0 and those a year from the others. Sorts `samples`
/// and may shorten them; everything is credible where there are none.
[[nodiscard]] StampRange credibleStamps(std::vector<qint64> &samples);

} // namespace rs
