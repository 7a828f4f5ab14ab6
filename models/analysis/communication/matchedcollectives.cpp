// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/matchedcollectives.h"

#include "analysis/communication/p2ppairs.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/sequencematch.h"
#include "analysis/time/stepwindows.h"
#include "analysis/time/truncatedfiles.h"
#include "core/base/saturate.h"
#include "core/job/cancelsort.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace rs {

namespace {

// Ends of one collective lie this close together, and no further apart than the clocks are sure.
constexpr qint64 leastToleranceNs = 100'000;
// Neighbours in time that are looked at for one operator without a partner.
constexpr size_t mostLooks = 64;
constexpr quint32 noPartner = 0xffffffffU;

// In these some ranks need not wait for others.
bool isRooted(const QString &kind)
{
    return kind == QLatin1String("broadcast") || kind == QLatin1String("scatter") || kind == QLatin1String("reduce") ||
           kind == QLatin1String("gather");
}

/// The collectives of one rank in one domain with their stamps on the common clock.
struct DomainMember
{
    int rank = -1;
    const CollectiveSequence *sequence = nullptr;
    std::vector<quint64> keys;
    std::vector<qint64> arrival;
    std::vector<qint64> left;
};

class CollectiveMatcher
{
public:
    CollectiveMatcher(const Run &run, const JobContext &job, MatchFill fill)
        : m_run(run), m_job(job), m_fill(fill), m_domains(run, job)
    {
    }
    MatchedCollectives take();

private:
    struct Claims
    {
        std::vector<StepWindow> windows;
        std::vector<Interval> claims;
    };

    std::vector<CollectiveSequence> ofTrace(int rank);
    MatchLack begin(MatchSource source);
    int read(MatchSource source);
    bool align();
    void pairFilled();
    void match(const QString &domain, const std::vector<std::pair<int, const CollectiveSequence *>> &known);
    std::vector<quint32> partners(const DomainMember &a, const DomainMember &b) const;
    void add(MatchedCollective collective, const std::vector<CollectiveEnd> &ends);
    void addTransfers();
    void addTransfer(const QString &domain, int ordinal, const CollectiveEnd &send, const CollectiveEnd &receive,
                     const CollectiveOp *op);
    TransferEndsByRanks transferEnds();
    QString stepOf(int rank, const CollectiveOp &op);
    QString nameOf(int rank, const CollectiveOp &op) const;
    qint64 aligned(int rank, qint64 ns) const { return m_out.clocks[static_cast<size_t>(rank)].aligned(ns); }
    const RankData &data(int rank) const { return *m_run.ranks[static_cast<size_t>(rank)]; }
    CommOpRef recordOf(int rank, const CollectiveOp &op) const
    {
        const CommOps &all = m_out.source == MatchSource::Cluster ? m_run.cluster.commOps : data(rank).commOps;
        return all[static_cast<size_t>(op.record)];
    }

    const Run &m_run;
    const JobContext &m_job;
    MatchFill m_fill;
    const DomainIndex m_domains;
    MatchedCollectives m_out;
    std::vector<RankSequences> m_collectives;
    std::vector<std::vector<CollectiveSequence>> m_transferOps; ///< by rank
    std::optional<TransferPairs> m_pairs;
    std::vector<RecordedTransfer> m_recordedPairs;
    std::map<int, Claims> m_claims;
};

std::vector<CollectiveSequence> CollectiveMatcher::ofTrace(int rank)
{
    std::vector<CollectiveSequence> traced = collectiveSequences(data(rank), m_job);
    nameDomains(traced, m_domains.all(), data(rank).info.rank);
    if (m_fill == MatchFill::None || (data(rank).trace && !isTraceTruncated(data(rank))))
        return traced;
    std::vector<CollectiveSequence> recorded = recordedSequences(data(rank), m_job);
    const auto operators = [](const std::vector<CollectiveSequence> &all) {
        size_t count = 0;
        for (const CollectiveSequence &s : all)
            count += s.ops.size();
        return count;
    };
    if (operators(recorded) <= operators(traced))
        return traced;
    m_out.recorded.push_back(rank);
    return recorded;
}

// Number of ranks with operators; of traces none, if no rank has them by its trace.
int CollectiveMatcher::read(MatchSource source)
{
    m_out = MatchedCollectives();
    m_collectives.assign(m_run.ranks.size(), std::nullopt);
    m_transferOps.assign(m_run.ranks.size(), {});
    m_recordedPairs.clear();
    m_pairs.reset();
    m_out.source = source;
    std::map<int, std::vector<CollectiveSequence>> cluster;
    if (source == MatchSource::Cluster)
        cluster = clusterSequences(m_run.cluster.commOps, m_job);
    int ranks = 0;
    for (size_t r = 0; r < m_run.ranks.size() && !m_job.isCanceled(); ++r) {
        const auto &rank = m_run.ranks[r];
        if (!rank)
            continue;
        std::vector<CollectiveSequence> all;
        if (source == MatchSource::Traces)
            all = ofTrace(static_cast<int>(r));
        else if (source == MatchSource::Files)
            all = recordedSequences(*rank, m_job);
        else if (const auto known = cluster.find(rank->info.rank); known != cluster.end())
            all = std::move(known->second);
        if (all.empty())
            continue;
        ++ranks;
        m_transferOps[r] = splitTransfers(all);
        m_collectives[r] = std::move(all);
    }
    std::vector<std::vector<CollectiveSequence> *> known;
    for (RankSequences &sequences : m_collectives) {
        if (sequences)
            known.push_back(&*sequences);
    }
    forgetUnevenSizes(known);
    // If communication.json replaces every trace, nothing is left of traces.
    return ranks == std::ssize(m_out.recorded) ? 0 : ranks;
}

// None: the source will do.
MatchLack CollectiveMatcher::begin(MatchSource source)
{
    const int ranks = read(source);
    if (ranks < 2)
        return ranks == 0 ? MatchLack::NoData : MatchLack::OneRank;
    return align() ? MatchLack::None : MatchLack::NoClocks;
}

TransferEndsByRanks CollectiveMatcher::transferEnds()
{
    TransferEndsByRanks out;
    if (m_pairs) {
        for (const Transfer &t : m_pairs->pairs)
            addTransferEnds(out, t.send.rankIndex, t.send.endNs, t.receive.rankIndex, t.receive.endNs);
    }
    for (const RecordedTransfer &p : m_recordedPairs)
        addTransferEnds(out, p.sender, p.send->endNs, p.receiver, p.receive->endNs);
    return out;
}

// Pairs of which one side is no trace, instead of those that what is left of its trace has.
void CollectiveMatcher::pairFilled()
{
    std::set<std::tuple<QString, int, int>> filled;
    const auto keyOf = [](const QString &domain, int a, int b) {
        return std::tuple(domain, std::min(a, b), std::max(a, b));
    };
    for (const RecordedTransfer &p : pairRecordedTransfers(m_transferOps, m_domains).pairs) {
        if (!m_out.isRecorded(p.sender) && !m_out.isRecorded(p.receiver))
            continue;
        filled.insert(keyOf(p.domain, p.sender, p.receiver));
        m_recordedPairs.push_back(p);
    }
    std::erase_if(m_pairs->pairs, [&](const Transfer &t) {
        return filled.contains(keyOf(t.domain, t.send.rankIndex, t.receive.rankIndex));
    });
}

// False when no two ranks share a clock.
bool CollectiveMatcher::align()
{
    const bool transfers = std::ranges::any_of(m_transferOps, [](const auto &ops) { return !ops.empty(); });
    if (transfers && m_out.source == MatchSource::Traces) {
        m_pairs = pairTransfers(m_run, m_job);
        if (!m_out.recorded.empty())
            pairFilled();
    } else if (transfers) {
        RecordedTransfers recorded = pairRecordedTransfers(m_transferOps, m_domains);
        m_recordedPairs = std::move(recorded.pairs);
        m_out.alone += recorded.alone;
    }
    m_out.clocks = alignSequences(
        m_collectives, [this] { return transferEnds(); }, m_job);
    int together = 0;
    for (int r = 0; r < static_cast<int>(m_out.clocks.size()); ++r)
        together += m_out.isAligned(r) ? 1 : 0;
    return together > 1;
}

QString CollectiveMatcher::nameOf(int rank, const CollectiveOp &op) const
{
    if (op.record >= 0)
        return recordOf(rank, op).name();
    const Trace &trace = *data(rank).trace;
    return trace.strings().text(trace.slices().name(op.slice));
}

QString CollectiveMatcher::stepOf(int rank, const CollectiveOp &op)
{
    if (op.record >= 0)
        return recordOf(rank, op).step();
    const auto [at, isNew] = m_claims.try_emplace(rank);
    Claims &c = at->second;
    if (isNew) {
        c.windows = stepWindows(data(rank), m_job);
        c.claims = stepClaims(c.windows, data(rank).info.framework == Framework::MindSpore);
    }
    const auto after = std::ranges::upper_bound(c.claims, op.startNs, {}, &Interval::from);
    if (after == c.claims.begin() || op.startNs >= std::prev(after)->to)
        return {};
    return c.windows[static_cast<size_t>(std::prev(after) - c.claims.begin())].step;
}

void CollectiveMatcher::add(MatchedCollective collective, const std::vector<CollectiveEnd> &ends)
{
    collective.first = static_cast<quint32>(m_out.ends.size());
    m_out.ends.insert(m_out.ends.end(), ends.begin(), ends.end());
    collective.last = static_cast<quint32>(m_out.ends.size());
    m_out.all.push_back(std::move(collective));
}

// For each operator of `a` its partner of `b`.
std::vector<quint32> CollectiveMatcher::partners(const DomainMember &a, const DomainMember &b) const
{
    const auto residual = [this](const DomainMember &m) {
        return m_out.clocks[static_cast<size_t>(m.rank)].residualP95Ns;
    };
    const qint64 tolerance = std::max(leastToleranceNs, saturatedProduct(saturatedSum(residual(a), residual(b)), 2));
    const auto meet = [&](size_t i, size_t j) {
        return saturatedMagnitude(saturatedDifference(a.left[i], b.left[j])) <= tolerance ||
               std::max(a.arrival[i], b.arrival[j]) < std::min(a.left[i], b.left[j]);
    };
    std::vector<quint32> out(a.keys.size(), noPartner);
    std::vector<char> taken(b.keys.size(), 0);
    const auto take = [&](size_t i, size_t j) {
        out[i] = static_cast<quint32>(j);
        taken[j] = 1;
    };
    std::vector<std::pair<quint32, quint32>> apartInTime;
    const auto offer = [&](quint32 i, quint32 j) {
        if (meet(i, j))
            take(i, j);
        else if (isRooted(a.sequence->ops[i].kind))
            apartInTime.emplace_back(i, j);
    };
    if (a.keys == b.keys) {
        for (size_t i = 0; i < a.keys.size(); ++i)
            offer(static_cast<quint32>(i), static_cast<quint32>(i));
    } else {
        for (const auto &[i, j] : closeSubsequence(a.keys, b.keys))
            offer(i, j);
    }
    // Equal operators in a row can be matched in many ways when one rank lacks some of them: what does not meet is
    // matched by the nearest end instead.
    size_t from = 0;
    for (size_t j = 0; j < b.keys.size(); ++j) {
        if (taken[j])
            continue;
        while (from < a.keys.size() && a.left[from] < saturatedDifference(b.arrival[j], tolerance))
            ++from;
        qint64 nearest = 0;
        size_t best = a.keys.size();
        for (size_t i = from;
             i < a.keys.size() && i - from < mostLooks && a.arrival[i] <= saturatedSum(b.left[j], tolerance); ++i) {
            const qint64 apart = saturatedMagnitude(saturatedDifference(a.left[i], b.left[j]));
            if (out[i] == noPartner && a.sequence->ops[i].kind == b.sequence->ops[j].kind && meet(i, j) &&
                (best == a.keys.size() || apart < nearest)) {
                best = i;
                nearest = apart;
            }
        }
        if (best < a.keys.size())
            take(best, j);
    }
    // The root of a broadcast may have gone before others come: there the order is enough.
    for (const auto &[i, j] : apartInTime) {
        const bool free = out[i] == noPartner && !taken[j];
        const bool inOrder = (i == 0 || j == 0 || out[i - 1] == j - 1) &&
                             (i + 1 == out.size() || j + 1 == taken.size() || out[i + 1] == j + 1);
        if (free && inOrder)
            take(i, j);
    }
    return out;
}

void CollectiveMatcher::match(const QString &domain,
                              const std::vector<std::pair<int, const CollectiveSequence *>> &known)
{
    std::vector<DomainMember> members;
    int unaligned = 0;
    for (const auto &[rank, sequence] : known) {
        if (!m_out.isAligned(rank)) {
            ++unaligned;
            m_out.unaligned += std::ssize(sequence->ops);
            continue;
        }
        DomainMember m{rank, sequence, {}, {}, {}};
        for (const CollectiveOp &op : sequence->ops) {
            m.keys.push_back(collectiveKey(op));
            m.arrival.push_back(aligned(rank, op.startNs));
            m.left.push_back(aligned(rank, op.endNs));
        }
        members.push_back(std::move(m));
    }
    if (members.empty())
        return;
    // Around the rank that knows most, for what it lacks nobody else is asked.
    const auto centre = static_cast<size_t>(
        std::ranges::max_element(
            members, [](const DomainMember &a, const DomainMember &b) { return a.keys.size() < b.keys.size(); }) -
        members.begin());
    const size_t count = members[centre].keys.size();
    std::vector<std::vector<quint32>> partnerOf(members.size());
    for (size_t m = 0; m < members.size(); ++m) {
        if (m_job.isCanceled())
            return;
        if (m == centre)
            continue;
        partnerOf[m] = partners(members[centre], members[m]);
        const auto found = std::ranges::count_if(partnerOf[m], [](quint32 partner) { return partner != noPartner; });
        m_out.alone += std::ssize(members[m].keys) - found;
    }
    const Domain *const described = m_domains.find(domain);
    const auto size = described ? std::ssize(described->ranks) : std::ssize(known);
    JobPoll poll(m_job);
    std::vector<CollectiveEnd> ends;
    for (size_t i = 0; i < count; ++i) {
        if (poll.isCanceled())
            return;
        ends.clear();
        for (size_t m = 0; m < members.size(); ++m) {
            const quint32 j = m == centre ? static_cast<quint32>(i) : partnerOf[m][i];
            if (j == noPartner)
                continue;
            const CollectiveOp &op = members[m].sequence->ops[j];
            ends.push_back(
                {members[m].rank, op.slice, op.startNs, op.endNs, members[m].arrival[j], members[m].left[j]});
        }
        if (ends.size() < 2) {
            ++m_out.alone;
            continue;
        }
        const CollectiveOp &op = members[centre].sequence->ops[i];
        MatchedCollective collective;
        collective.domain = domain;
        collective.step = stepOf(members[centre].rank, op);
        collective.op = nameOf(members[centre].rank, op);
        collective.kind = op.kind;
        collective.ordinal = static_cast<int>(i);
        collective.unaligned = unaligned;
        collective.missing = static_cast<int>(std::max<qint64>(0, size - std::ssize(ends) - unaligned));
        add(std::move(collective), ends);
    }
}

void CollectiveMatcher::addTransfer(const QString &domain, int ordinal, const CollectiveEnd &send,
                                    const CollectiveEnd &receive, const CollectiveOp *op)
{
    if (send.rankIndex == receive.rankIndex)
        return;
    if (!m_out.isAligned(send.rankIndex) || !m_out.isAligned(receive.rankIndex)) {
        m_out.unaligned += 2;
        return;
    }
    CollectiveOp ofTrace;
    ofTrace.slice = send.slice;
    ofTrace.startNs = send.startNs;
    const CollectiveOp &known = op ? *op : ofTrace;
    MatchedCollective collective;
    collective.domain = domain;
    collective.step = stepOf(send.rankIndex, known);
    collective.op = nameOf(send.rankIndex, known);
    collective.kind = collectiveKind(collective.op.toStdString());
    collective.ordinal = ordinal;
    collective.sender = send.rankIndex;
    std::vector<CollectiveEnd> ends{send, receive};
    for (CollectiveEnd &e : ends) {
        e.arrivalNs = aligned(e.rankIndex, e.startNs);
        e.leftNs = aligned(e.rankIndex, e.endNs);
    }
    if (ends[0].rankIndex > ends[1].rankIndex)
        std::swap(ends[0], ends[1]);
    add(std::move(collective), ends);
}

void CollectiveMatcher::addTransfers()
{
    JobPoll poll(m_job);
    const auto endOf = [](const TransferEnd &e) {
        return CollectiveEnd{e.rankIndex, e.slice, e.startNs, e.endNs, 0, 0};
    };
    if (m_pairs) {
        for (const Transfer &t : m_pairs->pairs) {
            if (poll.isCanceled())
                return;
            addTransfer(t.domain, t.ordinal, endOf(t.send), endOf(t.receive), nullptr);
        }
        m_out.alone += std::ssize(m_pairs->unmatched);
    }
    for (const RecordedTransfer &p : m_recordedPairs) {
        if (poll.isCanceled())
            return;
        addTransfer(p.domain, p.ordinal, {p.sender, p.send->slice, p.send->startNs, p.send->endNs, 0, 0},
                    {p.receiver, p.receive->slice, p.receive->startNs, p.receive->endNs, 0, 0}, p.send);
    }
}

MatchedCollectives CollectiveMatcher::take()
{
    MatchLack reason = begin(MatchSource::Traces);
    MatchLack nearest = reason;
    std::vector<RankAlignment> apart;
    if (reason == MatchLack::NoClocks)
        apart = std::move(m_out.clocks);
    for (const MatchSource source : {MatchSource::Files, MatchSource::Cluster}) {
        if (reason == MatchLack::None)
            break;
        reason = begin(source);
        if (reason > nearest) {
            nearest = reason;
            apart = std::move(m_out.clocks);
        }
    }
    if (reason != MatchLack::None) {
        m_out = MatchedCollectives();
        m_out.none = nearest;
        if (nearest == MatchLack::NoClocks)
            m_out.clocks = std::move(apart);
        return std::move(m_out);
    }
    std::map<QString, std::vector<std::pair<int, const CollectiveSequence *>>> byDomain;
    for (size_t r = 0; r < m_collectives.size(); ++r) {
        if (!m_collectives[r])
            continue;
        for (const CollectiveSequence &s : *m_collectives[r]) {
            if (!s.ops.empty())
                byDomain[s.domain].emplace_back(static_cast<int>(r), &s);
        }
    }
    for (const auto &[domain, members] : byDomain)
        match(domain, members);
    addTransfers();
    std::vector<std::pair<qint64, quint32>> order;
    for (size_t i = 0; i < m_out.all.size(); ++i)
        order.emplace_back(m_out.ends[m_out.lastArrival(m_out.all[i])].arrivalNs, static_cast<quint32>(i));
    if (!sortCancellably(order, m_job, std::less<>()))
        return {};
    std::vector<MatchedCollective> sorted;
    sorted.reserve(order.size());
    for (const auto &[at, i] : order)
        sorted.push_back(std::move(m_out.all[i]));
    m_out.all = std::move(sorted);
    m_out.none = m_out.all.empty() ? MatchLack::NoPartner : MatchLack::None;
    return std::move(m_out);
}

} // namespace

bool MatchedCollectives::isAligned(int rankIndex) const
{
    if (static_cast<size_t>(rankIndex) >= clocks.size())
        return false;
    const RankAlignment &a = clocks[static_cast<size_t>(rankIndex)];
    return a.applies() || a.refusal == AlignRefusal::Reference;
}

bool MatchedCollectives::isRecorded(int rankIndex) const
{
    return std::ranges::find(recorded, rankIndex) != recorded.end();
}

quint32 MatchedCollectives::lastArrival(const MatchedCollective &collective) const
{
    quint32 last = collective.first;
    for (quint32 e = collective.first; e < collective.last; ++e) {
        if (ends[e].arrivalNs > ends[last].arrivalNs)
            last = e;
    }
    return last;
}

const CollectiveEnd *MatchedCollectives::endOf(const MatchedCollective &collective, int rankIndex) const
{
    const auto from = ends.begin() + collective.first;
    const auto to = ends.begin() + collective.last;
    const auto at =
        std::lower_bound(from, to, rankIndex, [](const CollectiveEnd &e, int rank) { return e.rankIndex < rank; });
    return at != to && at->rankIndex == rankIndex ? &*at : nullptr;
}

MatchedCollectives matchedCollectives(const Run &run, const JobContext &job, MatchFill fill)
{
    return CollectiveMatcher(run, job, fill).take();
}

} // namespace rs
