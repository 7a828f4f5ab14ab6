// SPDX-License-Identifier: Apache-2.0
// Between which operators of communication a rank computes longer than its peers: what it takes longer elsewhere holds
// nobody up there.
#include "analysis/diagnosis/diagnosisbase.h"
#include "analysis/overview/peerspread.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

// Of so many the median is sure enough.
constexpr size_t mostCompared = 7;
// With less of the excess found between the operators than this part, it is not known where it lies.
constexpr double leastPlaced = 0.5;

struct Pace
{
    std::vector<qint64> starts; // of operators of communication, ascending
    IntervalLengths compute;
};

// Of a rank within a step, cut at the starts of its operators.
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

} // namespace

std::vector<int> DiagnosisBase::comparedPeers(const Excess &excess) const
{
    std::vector<int> out;
    const auto add = [&](int peer) {
        if (peer != excess.rank && out.size() < mostCompared && canReplay(peer) &&
            std::ranges::find(out, peer) == out.end())
            out.push_back(peer);
    };
    if (excess.normalPeer >= 0)
        add(excess.normalPeer);
    std::ranges::for_each(groupOf(excess.rank), add);
    return out;
}

std::vector<std::optional<Relief>> DiagnosisBase::placedReliefs(const Excess &excess) const
{
    std::vector<std::optional<Relief>> out(excess.steps.size());
    std::vector<int> ranks = comparedPeers(excess);
    if (ranks.empty())
        return out;
    ranks.push_back(excess.rank);
    std::vector<int> placeOf(cells.size(), -1);
    std::vector<Pace> paces;
    for (const int rank : ranks) {
        placeOf[static_cast<size_t>(rank)] = static_cast<int>(paces.size());
        paces.push_back({{}, IntervalLengths(m_times[static_cast<size_t>(rank)].compute)});
    }
    for (const CollectiveEnd &end : attribution.collectives.ends) {
        if (const int place = placeOf[static_cast<size_t>(end.rankIndex)]; place >= 0)
            paces[static_cast<size_t>(place)].starts.push_back(end.startNs);
    }
    for (Pace &pace : paces)
        std::ranges::sort(pace.starts);
    for (size_t i = 0; i < out.size() && !job.isCanceled(); ++i) {
        const size_t step = excess.steps[i];
        const DiagnosisCell &own = cells[static_cast<size_t>(excess.rank)][step];
        const std::optional<qint64> median = peerMedian(excess.rank, step, &DiagnosisCell::evenComputeNs);
        if (!own.window || !own.evenComputeNs || !median || *own.evenComputeNs <= *median)
            continue;
        const std::vector<Stretch> stretches = stretchesOf(paces.back(), *own.window);
        std::vector<std::vector<qint64>> ofPeers(stretches.size());
        for (size_t p = 0; p + 1 < paces.size(); ++p) {
            const auto &window = cells[static_cast<size_t>(ranks[p])][step].window;
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

} // namespace rs
