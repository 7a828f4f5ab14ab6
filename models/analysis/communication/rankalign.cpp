// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/rankalign.h"

#include "analysis/communication/p2ppairs.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/flowstats.h"
#include "analysis/time/sequencematch.h"
#include "core/base/saturate.h"

#include <QMap>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace rs {

namespace {

constexpr size_t fewestMatches = 3;
constexpr size_t fewestAgreeing = 2; // where each rank has no other operator, and their ends agree
// A spread below this is the jitter of the ends themselves; a correction of that order is not worth refusing over.
constexpr qint64 harmlessResidualNs = 20'000;
// Ends that agree worse than this must agree well beside what is corrected: else they are not those of the same
// operators.
constexpr qint64 coarseResidualNs = 100'000;

// Drift of a clock over a span of time.
qint64 driftOver(double ppm, qint64 spanNs)
{
    return saturatedRound(ppm * 1e-6 * static_cast<double>(spanNs));
}

struct Member
{
    int rank; // position in run.ranks
    const CollectiveSequence *sequence;
};

struct Edge
{
    int to = -1;
    qint64 offsetNs = 0; // clock of `to` less clock of the owner
    double driftPpm = 0;
    qint64 originNs = 0;
    qint64 residualNs = 0;
    qint64 matches = 0;
    qint64 unmatched = 0;
    bool transfers = false;
};

using ClockGraph = std::vector<std::vector<Edge>>; // by position in run.ranks

void addEdge(ClockGraph &graph, int from, const Edge &e)
{
    graph[static_cast<size_t>(from)].push_back(e);
    Edge back = e;
    back.to = from;
    back.offsetNs = saturatedDifference(0, e.offsetNs);
    back.driftPpm = -e.driftPpm;
    back.originNs = saturatedDifference(e.originNs, e.offsetNs);
    graph[static_cast<size_t>(e.to)].push_back(back);
}

struct Fit
{
    qint64 offset = 0;
    double drift = 0;
    qint64 origin = 0;
    qint64 residual = 0;
};

qint64 p95Of(std::vector<qint64> &v)
{
    for (qint64 &x : v)
        x = saturatedMagnitude(x);
    std::ranges::sort(v);
    return percentile(v, 0.95);
}

// Ends of the same collective on two clocks: x on the reference's, y on the other's.
Fit fit(const std::vector<std::pair<qint64, qint64>> &ends)
{
    Fit f;
    std::vector<qint64> difference;
    difference.reserve(ends.size());
    for (const auto &[x, y] : ends)
        difference.push_back(saturatedDifference(y, x));
    std::vector<qint64> sorted = difference;
    std::ranges::sort(sorted);
    f.offset = percentile(sorted, 0.5);
    f.origin = ends[ends.size() / 2].second;
    std::vector<qint64> left;
    for (const qint64 d : difference)
        left.push_back(saturatedDifference(d, f.offset));
    f.residual = p95Of(left);

    // Slope over pairs half the run apart, median: robust, and linear in the number of matches.
    const size_t half = ends.size() / 2;
    std::vector<double> slopes;
    for (size_t i = 0; i + half < ends.size(); ++i) {
        const double dt = static_cast<double>(saturatedDifference(ends[i + half].second, ends[i].second));
        if (dt > 0)
            slopes.push_back(static_cast<double>(saturatedDifference(difference[i + half], difference[i])) / dt);
    }
    if (slopes.size() < 8)
        return f;
    std::nth_element(slopes.begin(), slopes.begin() + static_cast<qsizetype>(slopes.size() / 2), slopes.end());
    const double slope = slopes[slopes.size() / 2];
    std::vector<qint64> flat;
    for (size_t i = 0; i < ends.size(); ++i)
        flat.push_back(saturatedDifference(
            difference[i], saturatedRound(slope * static_cast<double>(saturatedDifference(ends[i].second, f.origin)))));
    std::vector<qint64> order = flat;
    std::ranges::sort(order);
    const qint64 offset = percentile(order, 0.5);
    for (qint64 &d : flat)
        d = saturatedDifference(d, offset);
    const qint64 residual = p95Of(flat);
    if (saturatedProduct(residual, 3) < saturatedProduct(f.residual, 2)) {
        f.offset = offset;
        f.drift = slope * 1e6;
        f.residual = residual;
    }
    return f;
}

struct Match
{
    size_t pairs = 0;
    Fit fit;
};

// Equal operators in a row (a thousand gradients) can be matched in many ways when one rank lacks the first few. Only
// one of them makes the ends agree, so shifts are tried until the residual is that of the clocks.
Match bestMatch(const std::vector<CollectiveOp> &a, const std::vector<quint64> &aKeys,
                const std::vector<CollectiveOp> &b, const std::vector<quint64> &bKeys)
{
    Match best;
    constexpr int maxShift = 16;
    const bool few = aKeys.size() == fewestAgreeing && bKeys.size() == fewestAgreeing;
    const size_t fewest = few ? fewestAgreeing : fewestMatches;
    for (int step = 0; step <= 2 * maxShift; ++step) {
        const int shift = step % 2 == 1 ? (step + 1) / 2 : -(step / 2);
        const auto skipA = static_cast<size_t>(std::max(0, shift));
        const auto skipB = static_cast<size_t>(std::max(0, -shift));
        if (skipA >= aKeys.size() || skipB >= bKeys.size())
            continue;
        const auto pairs = closeSubsequence({aKeys.begin() + static_cast<qsizetype>(skipA), aKeys.end()},
                                            {bKeys.begin() + static_cast<qsizetype>(skipB), bKeys.end()});
        // A shift that loses most of the matches explains nothing.
        if (pairs.size() < fewest || pairs.size() * 2 < best.pairs)
            continue;
        std::vector<std::pair<qint64, qint64>> ends;
        ends.reserve(pairs.size());
        for (const auto &[x, y] : pairs)
            ends.emplace_back(a[x + skipA].endNs, b[y + skipB].endNs);
        const Fit f = fit(ends);
        if (best.pairs == 0 || saturatedProduct(f.residual, 2) < best.fit.residual)
            best = {pairs.size(), f};
        if (best.fit.residual <= harmlessResidualNs)
            break;
    }
    // A third end would tell which of two that differ is the odd one.
    return few && best.fit.residual > harmlessResidualNs ? Match() : best;
}

// Shortest paths by residual from the reference. Transfers come last: any way over collectives is better.
void follow(const ClockGraph &edges, int reference, std::vector<RankAlignment> &out)
{
    constexpr qint64 farAway = 1'000'000'000;
    std::vector<qint64> cost(out.size(), std::numeric_limits<qint64>::max());
    using Entry = std::pair<qint64, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    cost[static_cast<size_t>(reference)] = 0;
    out[static_cast<size_t>(reference)].refusal = AlignRefusal::Reference;
    open.emplace(0, reference);
    while (!open.empty()) {
        const auto [c, at] = open.top();
        open.pop();
        if (c > cost[static_cast<size_t>(at)])
            continue;
        const RankAlignment &here = out[static_cast<size_t>(at)];
        for (const Edge &e : edges[static_cast<size_t>(at)]) {
            const qint64 next =
                saturatedSum(saturatedSum(c, std::max<qint64>(1, e.residualNs)), e.transfers ? farAway : 0);
            if (next >= cost[static_cast<size_t>(e.to)])
                continue;
            cost[static_cast<size_t>(e.to)] = next;
            RankAlignment &a = out[static_cast<size_t>(e.to)];
            a.offsetNs = saturatedSum(here.offsetNs, e.offsetNs);
            a.driftPpm = here.driftPpm + e.driftPpm;
            a.originNs = e.originNs;
            // Drift of the path so far, over the distance between the two origins, belongs to the offset.
            if (here.driftPpm != 0)
                a.offsetNs = saturatedSum(
                    a.offsetNs,
                    driftOver(here.driftPpm,
                              saturatedDifference(saturatedDifference(e.originNs, e.offsetNs), here.originNs)));
            a.residualP95Ns = saturatedSum(here.residualP95Ns, e.residualNs);
            a.matches = e.matches;
            a.unmatched = e.unmatched;
            a.viaTransfers = here.viaTransfers || e.transfers;
            a.refusal = AlignRefusal::None;
            open.emplace(next, e.to);
        }
    }
}

// Edges between the two sides of sends; false when there is none.
bool addTransferEdges(ClockGraph &edges, TransferEndsByRanks ends)
{
    bool any = false;
    for (auto &[ranks, list] : ends) {
        if (list.size() < fewestAgreeing)
            continue;
        std::ranges::sort(list);
        const Fit f = fit(list);
        if (list.size() < fewestMatches && f.residual > harmlessResidualNs)
            continue;
        addEdge(edges, ranks.first,
                {ranks.second, f.offset, f.drift, f.origin, f.residual, static_cast<qint64>(list.size()), 0, true});
        any = true;
    }
    return any;
}

// Sequences that the ranks of a run offer, with their source.
struct Offers
{
    std::vector<RankSequences> collectives;
    std::vector<std::vector<CollectiveSequence>> transfers; // of ranks
    std::vector<ClockSource> sources;
};

Offers offersOf(const Run &run, const JobContext &job)
{
    Offers out;
    out.collectives.resize(run.ranks.size());
    out.transfers.resize(run.ranks.size());
    out.sources.resize(run.ranks.size(), ClockSource::None);
    const bool ofRanks =
        std::ranges::any_of(run.ranks, [](const auto &rank) { return rank && !rank->commOps.empty(); });
    std::map<int, std::vector<CollectiveSequence>> cluster;
    std::vector<Domain> named;
    if (!ofRanks)
        cluster = clusterSequences(run.cluster.commOps, job);
    for (size_t r = 0; r < run.ranks.size() && !job.isCanceled(); ++r) {
        const auto &rank = run.ranks[r];
        if (!rank)
            continue;
        std::vector<CollectiveSequence> all;
        if (rank->trace) {
            out.sources[r] = ClockSource::Trace;
            all = collectiveSequences(*rank, job);
            const auto isUnnamed = [](const CollectiveSequence &s) { return s.domain.startsWith(u'?'); };
            if (std::ranges::any_of(all, isUnnamed)) {
                if (named.empty())
                    named = domains(run, job);
                nameDomains(all, named, rank->info.rank);
            }
        } else if (!rank->commOps.empty()) {
            out.sources[r] = ClockSource::File;
            all = recordedSequences(*rank, job);
        } else if (const auto known = cluster.find(rank->info.rank); known != cluster.end()) {
            out.sources[r] = ClockSource::Cluster;
            all = std::move(known->second);
        } else {
            continue;
        }
        out.transfers[r] = splitTransfers(all);
        out.collectives[r] = std::move(all);
    }
    std::vector<std::vector<CollectiveSequence> *> known;
    for (RankSequences &sequences : out.collectives) {
        if (sequences)
            known.push_back(&*sequences);
    }
    forgetUnevenSizes(known);
    return out;
}

TransferEndsByRanks endsOfTransfers(const Run &run, const Offers &offers, const JobContext &job)
{
    TransferEndsByRanks ends;
    for (const Transfer &t : pairTransfers(run, job).pairs)
        addTransferEnds(ends, t.send.rankIndex, t.send.endNs, t.receive.rankIndex, t.receive.endNs);
    const auto isTraced = [&](int rank) { return offers.sources[static_cast<size_t>(rank)] == ClockSource::Trace; };
    for (const RecordedTransfer &t : pairRecordedTransfers(offers.transfers, DomainIndex(run, job)).pairs) {
        // Tasks of traces name their peers.
        if (!isTraced(t.sender) || !isTraced(t.receiver))
            addTransferEnds(ends, t.sender, t.send->endNs, t.receiver, t.receive->endNs);
    }
    return ends;
}

} // namespace

qint64 RankAlignment::aligned(qint64 ns) const
{
    if (!applies())
        return ns;
    const qint64 drift = driftPpm == 0 ? 0 : driftOver(driftPpm, saturatedDifference(ns, originNs));
    return saturatedDifference(saturatedDifference(ns, offsetNs), drift);
}

quint64 collectiveKey(const CollectiveOp &op)
{
    static const QString alike[] = {QStringLiteral("allreduce"), QStringLiteral("allgather"),
                                    QStringLiteral("reducescatter")};
    const bool sized = op.sizeBytes > 0 && std::ranges::find(alike, op.kind) != std::end(alike);
    // Sizes are compared only in their magnitude: the two files round them differently.
    const auto size =
        sized ? static_cast<quint64>(std::llround(std::log2(static_cast<double>(op.sizeBytes)) * 8)) : quint64(0);
    return (static_cast<quint64>(qHash(op.kind)) << 16) ^ size;
}

std::vector<RankAlignment> alignRanks(const Run &run, const JobContext &job)
{
    const Offers offers = offersOf(run, job);
    std::vector<RankAlignment> out = alignSequences(
        offers.collectives, [&] { return endsOfTransfers(run, offers, job); }, job);
    for (size_t r = 0; r < out.size(); ++r)
        out[r].source = offers.sources[r];
    return out;
}

void addTransferEnds(TransferEndsByRanks &ends, int rank, qint64 endNs, int otherRank, qint64 otherEndNs)
{
    if (rank < otherRank)
        ends[{rank, otherRank}].emplace_back(endNs, otherEndNs);
    else
        ends[{otherRank, rank}].emplace_back(otherEndNs, endNs);
}

std::vector<RankAlignment> alignSequences(const std::vector<RankSequences> &ranks,
                                          const std::function<TransferEndsByRanks()> &transfers, const JobContext &job)
{
    const auto count = static_cast<int>(ranks.size());
    std::vector<RankAlignment> out(ranks.size());
    QMap<QString, std::vector<Member>> domains;
    int reference = -1;
    for (int r = 0; r < count; ++r) {
        RankAlignment &a = out[static_cast<size_t>(r)];
        const RankSequences &own = ranks[static_cast<size_t>(r)];
        a.rankIndex = r;
        a.refusal = own ? AlignRefusal::NoMatches : AlignRefusal::NoData;
        if (!own)
            continue;
        if (reference < 0)
            reference = r;
        for (const CollectiveSequence &s : *own) {
            if (!s.ops.empty())
                domains[s.domain].push_back({r, &s});
        }
    }
    if (reference < 0 || job.isCanceled())
        return out;

    // A star inside each domain, around its first rank: enough to connect everybody, and linear in the ranks.
    ClockGraph edges(ranks.size());
    for (const std::vector<Member> &members : domains) {
        std::vector<quint64> centreKeys;
        for (const CollectiveOp &op : members.front().sequence->ops)
            centreKeys.push_back(collectiveKey(op));
        for (size_t i = 1; i < members.size(); ++i) {
            if (job.isCanceled())
                return out;
            std::vector<quint64> keys;
            for (const CollectiveOp &op : members[i].sequence->ops)
                keys.push_back(collectiveKey(op));
            const Match match = bestMatch(members.front().sequence->ops, centreKeys, members[i].sequence->ops, keys);
            if (match.pairs == 0)
                continue;
            const Fit &f = match.fit;
            const auto matches = static_cast<qint64>(match.pairs);
            const auto unmatched = static_cast<qint64>(keys.size()) - matches;
            addEdge(edges, members.front().rank,
                    {members[i].rank, f.offset, f.drift, f.origin, f.residual, matches, unmatched, false});
        }
    }

    follow(edges, reference, out);
    const bool missing =
        std::ranges::any_of(out, [](const RankAlignment &a) { return a.refusal == AlignRefusal::NoMatches; });
    if (missing && addTransferEdges(edges, transfers())) {
        if (job.isCanceled())
            return out;
        follow(edges, reference, out);
    }
    for (RankAlignment &a : out) {
        const qint64 corrected = saturatedMagnitude(a.offsetNs);
        if (a.refusal == AlignRefusal::None && (a.residualP95Ns > std::max(harmlessResidualNs, corrected) ||
                                                a.residualP95Ns > std::max(coarseResidualNs, corrected / 2)))
            a.refusal = AlignRefusal::LargeResidual;
    }
    return out;
}

} // namespace rs
