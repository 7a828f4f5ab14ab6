// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/reliefs.h"

#include "analysis/overview/peerspread.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace rs {

namespace {

// With so many ranks the median is sure enough.
constexpr size_t mostCompared = 7;
// With less of the excess found between the operators than this part, it is not known where it lies.
constexpr double leastPlaced = 0.5;

struct Pace
{
    std::vector<qint64> starts; // of operators of communication, ascending
    IntervalLengths compute;
};

// Pieces of a rank's step, cut at the starts of its operators.
struct Stretch
{
    Interval span;
    qint64 computedNs = 0;
};

std::vector<Stretch> stretchesOf(const Pace &pace, Interval window)
{
    std::vector<Stretch> out;
    qint64 from = window.from;
    const auto cut = [&](qint64 to) {
        out.push_back({{from, to}, pace.compute.inside({from, to})});
        from = to;
    };
    for (auto at = std::ranges::lower_bound(pace.starts, window.from); at != pace.starts.end() && *at < window.to; ++at)
        cut(*at);
    cut(window.to);
    return out;
}

// The last `ns` of the set inside the span, ascending.
void addLast(const IntervalSet &set, Interval span, qint64 ns, IntervalSet &out)
{
    const IntervalSet inside = clipSet(set, span);
    auto from = inside.end();
    while (from != inside.begin() && ns > 0)
        ns -= (--from)->length();
    for (auto at = from; at != inside.end(); ++at)
        out.push_back(at == from ? Interval{at->from + std::max<qint64>(0, -ns), at->to} : *at);
}

// Parts of gaps that are `ns` long together: what the longest ones are longer than the others.
IntervalSet longestParts(const IntervalSet &gaps, qint64 ns)
{
    std::vector<qint64> lengths;
    for (const Interval &gap : gaps)
        lengths.push_back(gap.length());
    std::ranges::sort(lengths, std::greater<>());
    // Down to which length all longer gaps are cut.
    qint64 level = 0;
    qint64 longer = 0;
    for (size_t i = 0; i < lengths.size(); ++i) {
        longer = saturatedSum(longer, lengths[i]);
        const auto count = static_cast<qint64>(i) + 1;
        level = std::max<qint64>(0, (longer - ns) / count);
        if (i + 1 == lengths.size() || level >= lengths[i + 1])
            break;
    }
    IntervalSet out;
    for (const Interval &gap : gaps) {
        if (gap.length() > level)
            out.push_back({gap.from + level, gap.to});
    }
    return out;
}

// Between which operators of communication the rank computes longer than its peers: what it takes longer elsewhere
// holds nobody up there. Beside Excess::steps, empty where that is not known.
std::vector<std::optional<Relief>> placedReliefs(const RunEvidence &evidence, const Excess &excess)
{
    std::vector<std::optional<Relief>> out(excess.steps.size());
    std::vector<int> ranks = comparedPeers(evidence, excess);
    if (ranks.empty())
        return out;
    ranks.push_back(excess.rank);
    std::vector<int> placeOf(evidence.cells.size(), -1);
    std::vector<Pace> paces;
    for (const int rank : ranks) {
        placeOf[static_cast<size_t>(rank)] = static_cast<int>(paces.size());
        paces.push_back({{}, IntervalLengths(evidence.times[static_cast<size_t>(rank)].compute)});
    }
    for (const CollectiveEnd &end : evidence.attribution.collectives.ends) {
        if (const int place = placeOf[static_cast<size_t>(end.rankIndex)]; place >= 0)
            paces[static_cast<size_t>(place)].starts.push_back(end.startNs);
    }
    for (Pace &pace : paces)
        std::ranges::sort(pace.starts);
    for (size_t i = 0; i < out.size() && !evidence.job.isCanceled(); ++i) {
        const size_t step = excess.steps[i];
        const DiagnosisCell &own = evidence.cell(excess.rank, step);
        const std::optional<qint64> median = evidence.peerMedian(excess.rank, step, &DiagnosisCell::evenComputeNs);
        if (!own.window || !own.evenComputeNs || !median || *own.evenComputeNs <= *median)
            continue;
        const std::vector<Stretch> stretches = stretchesOf(paces.back(), *own.window);
        std::vector<std::vector<qint64>> ofPeers(stretches.size());
        for (size_t p = 0; p + 1 < paces.size(); ++p) {
            const auto &window = evidence.cells[static_cast<size_t>(ranks[p])][step].window;
            const std::vector<Stretch> peer = window ? stretchesOf(paces[p], *window) : std::vector<Stretch>();
            // Who communicates more or less often is no measure for what lies between.
            for (size_t k = 0; peer.size() == stretches.size() && k < peer.size(); ++k)
                ofPeers[k].push_back(peer[k].computedNs);
        }
        if (ofPeers.front().empty())
            continue;
        std::vector<qint64> longer;
        double sum = 0;
        for (size_t k = 0; k < stretches.size(); ++k) {
            longer.push_back(std::max<qint64>(0, stretches[k].computedNs - medianOf(std::move(ofPeers[k]))));
            sum += static_cast<double>(longer.back());
        }
        const auto more = static_cast<double>(*own.evenComputeNs - *median);
        if (sum < leastPlaced * more)
            continue;
        IntervalSet where;
        for (size_t k = 0; k < stretches.size(); ++k) {
            const auto ns = static_cast<qint64>(std::llround(static_cast<double>(longer[k]) * more / sum));
            addLast(paces.back().compute.set(), stretches[k].span, ns, where);
        }
        out[i] = Relief{IntervalLengths(std::move(where)), 1};
    }
    return out;
}

void addRelief(const RunEvidence &evidence, const DiagnosisCell &cell, CellValue value, int rank, size_t step,
               std::vector<Relief> &out)
{
    const bool isDrop = value == &DiagnosisCell::computeNs;
    const std::optional<qint64> median = isDrop ? cell.evenComputeNs : evidence.peerMedian(rank, step, value);
    if (!median || !cell.window || !(cell.*value))
        return;
    const auto r = static_cast<size_t>(rank);
    const qint64 more = *(cell.*value) - *median;
    const qint64 begun = saturatedSum(cell.window->from, cell.preparingNs.value_or(0));
    IntervalSet where;
    if (isDrop || value == &DiagnosisCell::evenComputeNs)
        where = clipSet(evidence.times[r].compute, *cell.window);
    else if (value == &DiagnosisCell::preparingNs)
        where = clipSet(evidence.nothing[r], {cell.window->from, begun});
    else if (value == &DiagnosisCell::idleNs)
        where = clipSet(evidence.nothing[r], {begun, cell.window->to});
    else if (more > 0)
        where = {{cell.window->from - more, cell.window->from}};
    const qint64 all = totalLength(where);
    if (more > 0 && all > 0 && value == &DiagnosisCell::idleNs)
        out.push_back({IntervalLengths(longestParts(where, std::min(more, all))), 1});
    else if (more > 0 && all > 0)
        out.push_back(
            {IntervalLengths(std::move(where)), std::min(1.0, static_cast<double>(more) / static_cast<double>(all))});
}

// Against the normal peer alone: to look at the launches of all of them takes too long.
void addHiddenRelief(const RunEvidence &evidence, const Excess &excess, std::vector<Relief> &out)
{
    const IntervalSet own = evidence.hiddenIdle(excess.rank);
    const IntervalSet peer = evidence.hiddenIdle(excess.normalPeer);
    for (const size_t s : excess.steps) {
        const auto &window = evidence.cell(excess.rank, s).window;
        const auto &peerWindow = evidence.cell(excess.normalPeer, s).window;
        if (!window || !peerWindow)
            continue;
        IntervalSet where = clipSet(own, *window);
        const qint64 all = totalLength(where);
        const qint64 more = saturatedDifference(all, totalLength(clipSet(peer, *peerWindow)));
        if (more > 0)
            out.push_back({IntervalLengths(std::move(where)), static_cast<double>(more) / static_cast<double>(all)});
    }
}

} // namespace

std::vector<int> comparedPeers(const RunEvidence &evidence, const Excess &excess)
{
    std::vector<int> out;
    const auto add = [&](int peer) {
        if (peer != excess.rank && out.size() < mostCompared && evidence.canReplay(peer) &&
            std::ranges::find(out, peer) == out.end())
            out.push_back(peer);
    };
    if (excess.normalPeer >= 0)
        add(excess.normalPeer);
    std::ranges::for_each(evidence.groupOf(excess.rank), add);
    return out;
}

std::vector<Relief> reliefsOf(const RunEvidence &evidence, const Excess &excess, CellValue value)
{
    // A host that launches earlier keeps its device from having nothing to do.
    const bool isOfHost = value == &DiagnosisCell::hostNs;
    if (isOfHost)
        value = &DiagnosisCell::idleNs;
    std::vector<Relief> out = isOfHost ? hostReliefs(evidence, excess) : std::vector<Relief>();
    std::vector<std::optional<Relief>> placed(excess.steps.size());
    if (value == &DiagnosisCell::evenComputeNs)
        placed = placedReliefs(evidence, excess);
    else if (value == &DiagnosisCell::lateNs)
        placed = lateReliefs(evidence, excess);
    for (size_t i = 0; i < excess.steps.size(); ++i) {
        if (placed[i]) {
            out.push_back(std::move(*placed[i]));
            continue;
        }
        const size_t s = excess.steps[i];
        DiagnosisCell cell = evidence.cell(excess.rank, s);
        // Before the first work and between works apart: who begins earlier than the others only waits for them.
        if (value == &DiagnosisCell::idleNs && cell.preparingNs) {
            addRelief(evidence, cell, &DiagnosisCell::preparingNs, excess.rank, s, out);
            if (const auto preparing = evidence.peerMedian(excess.rank, s, &DiagnosisCell::preparingNs);
                cell.idleNs && preparing)
                cell.idleNs = saturatedSum(saturatedDifference(*cell.idleNs, *cell.preparingNs), *preparing);
        }
        addRelief(evidence, cell, value, excess.rank, s, out);
    }
    if (value == &DiagnosisCell::idleNs && excess.normalPeer >= 0)
        addHiddenRelief(evidence, excess, out);
    return out;
}

std::vector<Relief> computeReliefs(const RunEvidence &evidence, int rank, double part, const std::vector<size_t> &which)
{
    std::vector<Relief> out;
    const auto r = static_cast<size_t>(rank);
    for (const size_t s : which) {
        const DiagnosisCell &cell = evidence.cells[r][s];
        IntervalSet where = cell.window ? clipSet(evidence.times[r].compute, *cell.window) : IntervalSet();
        if (!where.empty())
            out.push_back({IntervalLengths(std::move(where)), std::min(1.0, part)});
    }
    return out;
}

std::optional<qint64> estimateOf(const RunEvidence &evidence, const Excess &excess)
{
    std::optional<qint64> sum;
    for (const size_t s : excess.steps) {
        std::vector<qint64> uncovered;
        for (const int peer : evidence.groupOf(excess.rank)) {
            if (peer != excess.rank && evidence.cell(peer, s).uncoveredNs)
                uncovered.push_back(*evidence.cell(peer, s).uncoveredNs);
        }
        const std::optional<qint64> &own = evidence.cell(excess.rank, s).uncoveredNs;
        if (uncovered.empty() || !own)
            return std::nullopt;
        const qint64 least = *std::ranges::min_element(uncovered);
        const qint64 waited = std::max<qint64>(0, saturatedDifference(least, *own));
        sum = saturatedSum(sum.value_or(0), waited);
    }
    return sum ? std::optional<qint64>(std::min(*sum, excess.ns)) : std::nullopt;
}

std::optional<qint64> gainOfComputing(const RunEvidence &evidence, const std::map<int, qint64> &ranks)
{
    std::vector<ReplayChange> changes;
    for (const auto &[rank, ns] : ranks) {
        qint64 own = 0;
        for (const DiagnosisCell &cell : evidence.cells[static_cast<size_t>(rank)])
            own = saturatedSum(own, cell.computeNs.value_or(0));
        if (!evidence.canReplay(rank))
            return std::nullopt;
        const double part = 1 - static_cast<double>(ns) / static_cast<double>(std::max<qint64>(1, own));
        if (part > 0)
            changes.push_back({rank, computeReliefs(evidence, rank, part, evidence.allSteps()), {}});
    }
    return evidence.gainOf(changes);
}

} // namespace rs
