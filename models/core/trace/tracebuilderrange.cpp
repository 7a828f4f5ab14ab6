// SPDX-License-Identifier: Apache-2.0
// The time that a trace spans, and which stamps are too mad to belong to it.
#include "core/base/saturate.h"
#include "core/base/stamprange.h"
#include "core/base/timens.h"
#include "core/trace/tracebuilder.h"
#include "core/trace/tracebuilder_p.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <limits>

namespace rs {

namespace {

constexpr qint64 oneMinute = 60'000'000'000;
constexpr qint64 oneDay = 24 * 60 * oneMinute;

// Even samples of every row stand for its slices.
constexpr quint32 perRow = 256;

template <typename Visit>
void forSamples(const Trace &trace, Visit visit)
{
    const SliceStore &s = trace.slices();
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const auto span = s.row(RowId{r});
        const quint32 owner = span.isEmpty() ? 0 : raw(trace.lane(trace.laneOfRow(RowId{r})).process);
        for (quint32 i = span.first; i < span.last; i += std::max<quint32>(1, span.size() / perRow))
            visit(StampSpan{s.starts()[i], s.end(SliceId{i}), owner});
    }
    for (const CounterSeries &c : trace.counters()) {
        for (size_t i = 0; i < c.timeNs.size(); i += std::max<size_t>(1, c.timeNs.size() / perRow))
            visit(StampSpan{c.timeNs[i], c.timeNs[i], raw(c.process)});
    }
}

struct Inside
{
    qint64 slices = 0;
    qint64 values = 0;
    qint64 from = std::numeric_limits<qint64>::max();
    qint64 to = std::numeric_limits<qint64>::min();

    [[nodiscard]] qint64 count() const { return slices + values; }
    void add(qint64 first, qint64 last)
    {
        from = std::min(from, first);
        to = std::max(to, last);
    }
};

// Starts and ends in a range.
Inside insideOf(const Trace &trace, StampRange range)
{
    const SliceStore &s = trace.slices();
    Inside in;
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const auto span = s.row(RowId{r});
        // Slices of a row do not overlap: what lies outside is at its ends.
        const quint32 last = s.firstEndingAtOrAfter(range.to, span);
        const quint32 first = s.firstStartingAtOrAfter(range.from, {span.first, last});
        in.slices += last - first;
        if (first < last)
            in.add(s.starts()[first], s.end(SliceId{last - 1}));
    }
    for (const CounterSeries &c : trace.counters()) {
        const auto first = std::ranges::lower_bound(c.timeNs, range.from);
        const auto last = std::upper_bound(first, c.timeNs.end(), range.to);
        in.values += last - first;
        if (first != last)
            in.add(*first, *std::prev(last));
    }
    return in;
}

// Starts between two pauses, and their processes.
struct FarGroup
{
    StampRange range;
    Inside in;
    std::vector<quint32> owners;
};

// Each slice and value of a range to the group in whose part of it it starts.
void countGroups(const Trace &trace, StampRange range, std::vector<FarGroup> &groups)
{
    const auto groupOf = [&groups](qint64 ns) -> FarGroup & {
        const auto behind = std::ranges::upper_bound(groups, ns, {}, [](const FarGroup &g) { return g.range.from; });
        return *std::prev(std::max(behind, std::next(groups.begin())));
    };
    const SliceStore &s = trace.slices();
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        auto span = s.row(RowId{r});
        span.last = s.firstEndingAtOrAfter(range.to, span);
        span.first = s.firstStartingAtOrAfter(range.from, span);
        while (!span.isEmpty()) {
            FarGroup &g = groupOf(s.starts()[span.first]);
            const quint32 next = std::max(span.first + 1, s.firstStartingAtOrAfter(g.range.to, span));
            g.in.slices += next - span.first;
            g.in.add(s.starts()[span.first], s.end(SliceId{next - 1}));
            span.first = next;
        }
    }
    for (const CounterSeries &c : trace.counters()) {
        auto at = std::ranges::lower_bound(c.timeNs, range.from);
        const auto last = std::upper_bound(at, c.timeNs.end(), range.to);
        while (at != last) {
            FarGroup &g = groupOf(*at);
            const auto next = std::max(std::next(at), std::lower_bound(at, last, g.range.to));
            g.in.values += next - at;
            g.in.add(*at, *std::prev(next));
            at = next;
        }
    }
}

// The groups that the stamps of a range fall into; none where nothing is far from anything.
std::vector<FarGroup> groupsOf(const Trace &trace, StampRange range)
{
    constexpr size_t fewest = 8;
    std::vector<StampSpan> spans;
    forSamples(trace, [&](const StampSpan &s) {
        if (range.contains(s.from))
            spans.push_back(s);
    });
    std::ranges::sort(spans, {}, &StampSpan::from);
    const std::vector<StampGroup> cuts = farGroups(spans);
    if (spans.size() < fewest || cuts.size() < 2)
        return {};
    const auto middle = [](qint64 from, qint64 to) { return from + saturatedDifference(to, from) / 2; };
    std::vector<FarGroup> groups(cuts.size());
    for (size_t g = 0; g < cuts.size(); ++g) {
        groups[g].range = {g == 0 ? range.from : groups[g - 1].range.to,
                           g + 1 == cuts.size() ? range.to : middle(cuts[g].to, cuts[g + 1].from)};
        for (size_t i = cuts[g].first; i < cuts[g].last; ++i)
            groups[g].owners.push_back(spans[i].owner);
    }
    countGroups(trace, range, groups);
    // A part without samples may fill a pause: a long slice among many short ones.
    std::vector<FarGroup> out;
    for (size_t g = 0; g < groups.size(); ++g) {
        const bool filled = g > 0 && saturatedDifference(groups[g].in.from, out.back().in.to) <
                                         saturatedDifference(cuts[g].from, cuts[g - 1].to) / 2;
        if (!filled) {
            out.push_back(std::move(groups[g]));
            continue;
        }
        FarGroup &to = out.back();
        to.range.to = groups[g].range.to;
        to.in.slices += groups[g].in.slices;
        to.in.values += groups[g].in.values;
        to.in.add(groups[g].in.from, groups[g].in.to);
        to.owners.insert(to.owners.end(), groups[g].owners.begin(), groups[g].owners.end());
    }
    if (out.size() < 2)
        return {};
    for (FarGroup &g : out) {
        std::ranges::sort(g.owners);
        g.owners.erase(std::unique(g.owners.begin(), g.owners.end()), g.owners.end());
    }
    return out;
}

qint64 countOf(const std::vector<FarGroup> &groups)
{
    qint64 all = 0;
    for (const FarGroup &g : groups)
        all += g.in.count();
    return all;
}

bool holdsLess(const FarGroup &a, const FarGroup &b)
{
    return a.in.count() < b.in.count();
}

// Range of most stamps, without groups that are days away from them: no capture takes that long. A process with nothing
// among them may have another clock, and is not set aside.
StampRange withoutFarGroups(const Trace &trace)
{
    const std::vector<FarGroup> groups = groupsOf(trace, {});
    if (groups.empty())
        return {};
    const FarGroup &main = *std::ranges::max_element(groups, holdsLess);
    if (main.in.count() <= countOf(groups) - main.in.count())
        return {};
    StampRange out = main.range;
    for (const FarGroup &g : groups) {
        const qint64 distance =
            std::max(saturatedDifference(main.in.from, g.in.to), saturatedDifference(g.in.from, main.in.to));
        const bool isMad = distance > oneDay &&
                           std::includes(main.owners.begin(), main.owners.end(), g.owners.begin(), g.owners.end());
        if (isMad)
            continue;
        out.from = std::min(out.from, g.range.from);
        out.to = std::max(out.to, g.range.to);
    }
    return out;
}

QString usText(qint64 ns)
{
    return QString::fromStdString(formatUs(ns));
}

} // namespace

void TraceBuilder::Work::findRange()
{
    std::vector<qint64> samples;
    forSamples(trace, [&](const StampSpan &s) { samples.push_back(s.from); });
    if (samples.empty())
        return;
    std::ranges::sort(samples);
    const auto isPause = [](qint64 a, qint64 b) { return saturatedDifference(b, a) > oneMinute; };
    const bool mayBeFar = std::ranges::adjacent_find(samples, isPause) != samples.end();
    StampRange near;
    if (mayBeFar) {
        near = withoutFarGroups(trace);
        std::erase_if(samples, [near](qint64 ns) { return !near.contains(ns); });
    }
    StampRange range = credibleStamps(samples);
    range = {std::max(range.from, near.from), std::min(range.to, near.to)};
    const Inside in = insideOf(trace, range);
    if (in.from > in.to)
        return;
    const Inside all = insideOf(trace, {});
    trace.m_startNs = in.from;
    trace.m_endNs = in.to;
    trace.m_outsideSlices = all.slices - in.slices;
    finding(Severity::Notice, "trace.stray-stamps",
            RS_MESSAGE("Slices and counter values far away in time from all others are set aside: the time axis "
                       "and idle times leave them out."),
            all.slices - in.slices + all.values - in.values);
    if (mayBeFar)
        tellFarGroups(range);
}

void TraceBuilder::Work::tellFarGroups(StampRange range)
{
    std::vector<FarGroup> groups = groupsOf(trace, range);
    if (groups.empty())
        return;
    const qint64 all = countOf(groups);
    std::ranges::stable_sort(groups, [](const FarGroup &a, const FarGroup &b) { return holdsLess(b, a); });
    constexpr size_t mostListed = 4;
    QStringList places;
    for (size_t g = 0; g < std::min(groups.size(), mostListed); ++g) {
        const Inside &in = groups[g].in;
        const double share = 100.0 * static_cast<double>(in.count()) / static_cast<double>(all);
        places << QStringLiteral("%1 %: %2–%3 us").arg(QString::number(share, 'f', 1), usText(in.from), usText(in.to));
    }
    if (groups.size() > mostListed)
        places << QStringLiteral("…");
    finding(Severity::Notice, "trace.far-groups",
            RS_MESSAGE("The trace has parts far apart in time, with gaps more than a hundred times as long as all "
                       "parts together (%1): the time axis and idle times include these gaps."),
            all - groups.front().in.count(), places.join(QStringLiteral("; ")));
}

} // namespace rs
