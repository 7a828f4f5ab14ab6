// SPDX-License-Identifier: Apache-2.0
// The time that a trace spans, and which stamps are too mad to belong to it.
#include "core/stamprange.h"
#include "core/tracebuilder.h"
#include "core/tracebuilder_p.h"

#include <algorithm>
#include <limits>

namespace rs {

void TraceBuilder::Work::findRange()
{
    const SliceStore &s = trace.m_slices;
    // Even samples of every row stand for its slices.
    constexpr quint32 perRow = 256;
    std::vector<qint64> samples;
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const auto span = s.row(RowId{r});
        for (quint32 i = span.first; i < span.last; i += std::max<quint32>(1, span.size() / perRow))
            samples.push_back(s.starts()[i]);
    }
    for (const CounterSeries &c : trace.m_counters) {
        for (size_t i = 0; i < c.timeNs.size(); i += std::max<size_t>(1, c.timeNs.size() / perRow))
            samples.push_back(c.timeNs[i]);
    }
    if (samples.empty())
        return;
    const StampRange range = credibleStamps(samples);
    qint64 from = std::numeric_limits<qint64>::max();
    qint64 to = std::numeric_limits<qint64>::min();
    qint64 outside = 0;
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const auto span = s.row(RowId{r});
        // Slices of a row do not overlap: what lies outside is at its ends.
        const quint32 last = s.firstEndingAtOrAfter(range.to, span);
        const quint32 first = s.firstStartingAtOrAfter(range.from, {span.first, last});
        outside += span.size() - (last - first);
        if (first < last) {
            from = std::min(from, s.starts()[first]);
            to = std::max(to, s.end(SliceId{last - 1}));
        }
    }
    qint64 values = 0;
    for (const CounterSeries &c : trace.m_counters) {
        const auto first = std::lower_bound(c.timeNs.begin(), c.timeNs.end(), range.from);
        const auto last = std::upper_bound(first, c.timeNs.end(), range.to);
        values += std::ssize(c.timeNs) - (last - first);
        if (first != last) {
            from = std::min(from, *first);
            to = std::max(to, *std::prev(last));
        }
    }
    if (from > to)
        return;
    trace.m_startNs = from;
    trace.m_endNs = to;
    trace.m_outsideSlices = outside;
    finding(
        Severity::Notice, "trace.stray-stamps",
        QStringLiteral("Slices and counter values with stamps far away from all others are set aside: the time axis "
                       "and idle times do not reach to them."),
        outside + values);
}

} // namespace rs
