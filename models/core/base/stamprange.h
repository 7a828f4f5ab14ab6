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

/// A slice or a value with the process that it is of.
struct StampSpan
{
    qint64 from = 0;
    qint64 to = 0;
    quint32 owner = 0;
};

/// Places [first, last) of spans, and the time from the first start to the last end.
struct StampGroup
{
    size_t first = 0;
    size_t last = 0;
    qint64 from = 0;
    qint64 to = 0;
};

/// Cuts spans, which are sorted by their start, where nothing is for a hundred times as long as all of them take, and
/// for at least a minute. Shorter pauses count as taken.
[[nodiscard]] std::vector<StampGroup> farGroups(const std::vector<StampSpan> &spans);

/// Range of credible stamps: a stamp outside is a hundred times the length of the bulk away from all others, and at
/// least a minute; of fewer than eight stamps, those about the time 0 and those a year from the others. Sorts `samples`
/// and may shorten them; everything is credible where there are none.
[[nodiscard]] StampRange credibleStamps(std::vector<qint64> &samples);

} // namespace rs
