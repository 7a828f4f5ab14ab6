// SPDX-License-Identifier: Apache-2.0
#include "views/communication/operatorbars.h"

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

// Start of a slice as drawn in the timeline.
qint64 drawnAt(const Run &run, RankRef ref, const TimeOffsets &offsets, SliceId slice, qint64 ns)
{
    if (offsets.isEmpty())
        return ns;
    qint64 off = saturatedSum(offsets.ofRankAt(ref, ns), offsets.ofDevice(ref));
    const auto &rank = run.ranks[static_cast<size_t>(ref.index)];
    if (slice != NoSlice && rank && rank->trace)
        off = saturatedSum(off, offsets.ofLane(ref, rank->trace->laneOfRow(rank->trace->slices().rowOf(slice))));
    return saturatedDifference(ns, off);
}

class BarsMaker
{
public:
    BarsMaker(const Run &run, const CommOperators &rows, const BarChoice &choice)
        : m_run(run), m_rows(rows), m_choice(choice)
    {
    }
    OperatorBars take(const JobContext &job);

private:
    [[nodiscard]] qint64 shown(int rankIndex, SliceId slice, qint64 ns) const;
    [[nodiscard]] quint32 anchor() const;
    [[nodiscard]] std::vector<Interval> timesOf(quint32 entry) const;
    [[nodiscard]] OperatorBarRow rowOf(const RankOperators &row, qint64 shift) const;

    const Run &m_run;
    const CommOperators &m_rows;
    const BarChoice &m_choice;
    std::vector<bool> m_nameIsShown;
};

qint64 BarsMaker::shown(int rankIndex, SliceId slice, qint64 ns) const
{
    return drawnAt(m_run, {m_choice.run, rankIndex}, m_choice.offsets, slice, ns);
}

quint32 BarsMaker::anchor() const
{
    const WaitAttribution &attribution = m_rows.attribution;
    if (m_choice.anchor < attribution.entries.size())
        return m_choice.anchor;
    quint32 best = RankOperator::none;
    quint32 most = 0;
    for (size_t i = 0; i < attribution.entries.size(); ++i) {
        const MatchedCollective &m = attribution.collectives.all[attribution.entries[i].collective];
        if (m.last - m.first > most) {
            most = m.last - m.first;
            best = static_cast<quint32>(i);
        }
    }
    return best;
}

std::vector<Interval> BarsMaker::timesOf(quint32 entry) const
{
    std::vector<Interval> out;
    const MatchedCollectives &collectives = m_rows.attribution.collectives;
    const MatchedCollective &m = collectives.all[m_rows.attribution.entries[entry].collective];
    for (quint32 e = m.first; e < m.last; ++e) {
        const CollectiveEnd &end = collectives.ends[e];
        out.push_back({shown(end.rankIndex, end.slice, end.startNs), shown(end.rankIndex, end.slice, end.endNs)});
    }
    return out;
}

OperatorBarRow BarsMaker::rowOf(const RankOperators &row, qint64 shift) const
{
    OperatorBarRow out;
    for (size_t i = 0; i < row.operators.size(); ++i) {
        const RankOperator &op = row.operators[i];
        if (!m_nameIsShown[op.name] || (!m_choice.kind.isEmpty() && m_rows.kinds[op.kind] != m_choice.kind))
            continue;
        OperatorBar bar;
        bar.fromNs = saturatedSum(shown(row.rankIndex, op.slice, op.time.from), shift);
        bar.toNs = saturatedSum(bar.fromNs, std::max<qint64>(1, op.time.length()));
        if (op.end != RankOperator::none && op.entry != RankOperator::none)
            bar.waitNs = std::clamp<qint64>(m_rows.attribution.waits[op.end].ns, 0, op.time.length());
        bar.op = static_cast<quint32>(i);
        bar.entry = op.entry;
        bar.kind = op.kind;
        bar.unaligned = op.unaligned;
        bar.untraced = op.untraced || op.partnerUntraced;
        const auto free = std::find_if(out.lanes.begin(), out.lanes.end(),
                                       [&bar](const BarLane &l) { return l.back().toNs <= bar.fromNs; });
        if (free == out.lanes.end())
            out.lanes.push_back({bar});
        else
            free->push_back(bar);
    }
    for (const Interval &step : row.steps) {
        out.steps.push_back({saturatedSum(shown(row.rankIndex, NoSlice, step.from), shift),
                             saturatedSum(shown(row.rankIndex, NoSlice, step.to), shift)});
    }
    return out;
}

OperatorBars BarsMaker::take(const JobContext &job)
{
    OperatorBars out;
    for (const QString &name : m_rows.names)
        m_nameIsShown.push_back(m_choice.name.isEmpty() || name.contains(m_choice.name, Qt::CaseInsensitive));
    out.anchor = anchor();
    std::vector<qint64> shifts(m_rows.rows.size(), 0);
    if (out.anchor != RankOperator::none)
        shifts = alignmentShifts(m_rows, out.anchor, m_choice.alignment, timesOf(out.anchor));
    for (size_t r = 0; r < m_rows.rows.size() && !job.isCanceled(); ++r) {
        out.rows.push_back(rowOf(m_rows.rows[r], shifts[r]));
        for (const BarLane &lane : out.rows.back().lanes) {
            out.count += static_cast<qint64>(lane.size());
            out.hasUnaligned = out.hasUnaligned ||
                               std::any_of(lane.begin(), lane.end(), [](const OperatorBar &b) { return b.unaligned; });
            out.hasUntraced = out.hasUntraced ||
                              std::any_of(lane.begin(), lane.end(), [](const OperatorBar &b) { return b.untraced; });
            const TimeWindow span{lane.front().fromNs, lane.back().toNs};
            out.span = out.span.isEmpty()
                           ? span
                           : TimeWindow{std::min(out.span.fromNs, span.fromNs), std::max(out.span.toNs, span.toNs)};
        }
    }
    return out;
}

/// The first bar from `first` on that ends after `ns`; the sooner the nearer it is to `first`.
size_t firstEndingAfter(const BarLane &lane, size_t first, qint64 ns)
{
    size_t from = first;
    size_t to = first;
    for (size_t stride = 1; to < lane.size() && lane[to].toNs <= ns; stride *= 2) {
        from = to + 1;
        to += stride;
    }
    const auto begin = lane.begin();
    const auto at = std::upper_bound(begin + static_cast<std::ptrdiff_t>(std::min(from, lane.size())),
                                     begin + static_cast<std::ptrdiff_t>(std::min(to, lane.size())), ns,
                                     [](qint64 t, const OperatorBar &b) { return t < b.toNs; });
    return static_cast<size_t>(at - begin);
}

} // namespace

OperatorBars operatorBars(const Run &run, const CommOperators &rows, const BarChoice &choice, const JobContext &job)
{
    return BarsMaker(run, rows, choice).take(job);
}

Interval drawnMeeting(const Run &run, const CommOperators &rows, RankRef rank, const TimeOffsets &offsets,
                      std::pair<int, int> place)
{
    const RankOperator &chosen =
        rows.rows[static_cast<size_t>(place.first)].operators[static_cast<size_t>(place.second)];
    if (chosen.entry == RankOperator::none)
        return chosen.time;
    const auto drawn = [&](int of, SliceId slice, qint64 ns) {
        return drawnAt(run, {rank.run, of}, offsets, slice, ns);
    };
    const qint64 here = drawn(rank.index, chosen.slice, chosen.time.from);
    const MatchedCollectives &collectives = rows.attribution.collectives;
    const MatchedCollective &m = collectives.all[rows.attribution.entries[chosen.entry].collective];
    Interval out = chosen.time;
    for (quint32 e = m.first; e < m.last; ++e) {
        const CollectiveEnd &end = collectives.ends[e];
        const qint64 from = saturatedDifference(drawn(end.rankIndex, end.slice, end.startNs), here);
        const qint64 to = saturatedDifference(drawn(end.rankIndex, end.slice, end.endNs), here);
        out.from = std::min(out.from, saturatedSum(chosen.time.from, from));
        out.to = std::max(out.to, saturatedSum(chosen.time.from, to));
    }
    return out;
}

std::vector<BarRun> barRuns(const BarLane &lane, const TimeMap &map)
{
    std::vector<BarRun> out;
    int filled = 0;
    size_t i = firstEndingAfter(lane, 0, map.fromNs);
    while (i < lane.size() && lane[i].fromNs < map.toNs && filled < map.width) {
        const double end = std::min(static_cast<double>(map.width), std::ceil(map.x(lane[i].toNs)));
        const int x0 = std::max(filled, map.pixel(lane[i].fromNs));
        const int x1 = std::max(x0 + 1, static_cast<int>(end));
        out.push_back({x0, x1, static_cast<quint32>(i)});
        filled = x1;
        // Bars that end within these pixels share them.
        const bool near = i + 1 < lane.size() && lane[i + 1].toNs > map.time(filled);
        i = near ? i + 1 : firstEndingAfter(lane, i + 1, map.time(filled));
    }
    return out;
}

int barAt(const BarLane &lane, const TimeMap &map, double x, double reach)
{
    const size_t next = firstEndingAfter(lane, 0, map.time(x));
    int best = -1;
    double nearest = reach;
    for (size_t i = next > 0 ? next - 1 : 0; i < lane.size() && i <= next; ++i) {
        const double x0 = map.x(lane[i].fromNs);
        const double x1 = std::max(map.x(lane[i].toNs), x0 + 1);
        const double away = x < x0 ? x0 - x : x > x1 ? x - x1 : 0;
        if (away > nearest || (best >= 0 && away == nearest))
            continue;
        nearest = away;
        best = static_cast<int>(i);
    }
    return best;
}

} // namespace rs
