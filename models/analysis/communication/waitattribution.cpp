// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/waitattribution.h"

#include "analysis/communication/pipelinewaits.h"
#include "analysis/communication/waithistory.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/devicesets.h"
#include "analysis/time/stepwindows.h"
#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <functional>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace rs {

namespace {

// Differences below this, and below what the clocks are sure of, are followed no further.
constexpr qint64 leastFollowedNs = 1'000;
// A rank that ends this long before the last one came met it all the same: so sure are clocks at best.
constexpr qint64 earlySlackNs = 20'000;
// Collectives of a domain that may be under way at the arrival at another one.
constexpr size_t mostUnderWay = 8;

/// Times of a rank's device, on its own clock.
struct RankTimes
{
    IntervalLengths compute;
    IntervalLengths uncovered;                           ///< communication alone
    IntervalLengths copy;                                ///< copies alone
    qint64 knownTo = std::numeric_limits<qint64>::max(); ///< behind it a file fills in for what the trace lacks
};

/// A collective in which a rank took part before.
struct Before
{
    quint32 collective = 0;
    qint64 leftNs = WaitHistory::longAgo;
};

class WaitAttributor
{
public:
    WaitAttributor(const Run &run, const AttributionQuery &query, const JobContext &job)
        : m_run(run), m_query(query), m_job(job), m_index(run, job), m_chosen(m_index.all(), query.domain)
    {
    }
    WaitAttribution take();

private:
    void readTimes();
    void judge(quint32 m);
    std::vector<Before> beforeOf(int rank, qint64 arrivalNs) const;
    void blame(quint32 waiting, quint32 last, qint64 ns, const std::vector<Before> &before);
    void distribute(int rank, qint64 fromNs, qint64 toNs);
    void book(const MatchedCollective &m, const AttributedCollective &e, const std::vector<Before> &before);
    void bookLoss(const MatchedCollective &m, quint32 last, qint64 directNs, const std::vector<Before> &before);
    std::array<qint64, 4> spent(const CollectiveEnd &from, const CollectiveEnd &to) const;
    std::optional<qint64> uncovered(const CollectiveEnd &end, qint64 from, qint64 to) const;
    qint64 heldUpNs(const CollectiveEnd &end, qint64 from, qint64 to) const;
    bool isAskedFor(const MatchedCollective &m) const;
    void finish();

    const Run &m_run;
    AttributionQuery m_query;
    const JobContext &m_job;
    const DomainIndex m_index;
    const DomainChoice m_chosen;
    WaitAttribution m_out;
    bool m_timed = false;
    std::vector<RankTimes> m_times;
    std::vector<WaitHistory> m_waited;
    std::vector<std::map<QString, std::vector<std::pair<quint32, qint64>>>> m_before; ///< by rank and domain
    PipelineWaits m_pipelines;
    std::vector<qint64> m_parts; ///< by rank, what distribute() found
    std::vector<int> m_touched;
    std::map<std::pair<int, int>, WaitEdge> m_edges;
};

void WaitAttributor::readTimes()
{
    m_timed = m_out.collectives.source == MatchSource::Traces;
    m_times.resize(m_run.ranks.size());
    for (size_t r = 0; r < m_run.ranks.size() && m_timed && !m_job.isCanceled(); ++r) {
        const auto &rank = m_run.ranks[r];
        const bool filled = m_out.collectives.isRecorded(static_cast<int>(r));
        if (filled)
            m_times[r].knownTo = WaitHistory::longAgo;
        if (!rank || !rank->trace)
            continue;
        const DeviceSets sets = deviceSets(*rank->trace);
        IntervalSet uncovered = subtractSets(sets.communication, sets.compute);
        m_times[r].copy = IntervalLengths(subtractSets(subtractSets(sets.copy, sets.compute), sets.communication));
        m_times[r].compute = IntervalLengths(sets.compute);
        for (const IntervalSet *set : {&sets.compute, &sets.communication}) {
            if (filled && !set->empty())
                m_times[r].knownTo = std::max(m_times[r].knownTo, set->back().to);
        }
        RankWaitSums &sums = m_out.ranks[r];
        if (m_query.step.isEmpty()) {
            sums.uncoveredCommunicationNs = totalLength(uncovered);
        } else {
            const std::vector<StepWindow> windows = stepWindows(*rank, m_job);
            const std::vector<Interval> claims = stepClaims(windows, rank->info.framework == Framework::MindSpore);
            for (size_t i = 0; i < windows.size(); ++i) {
                if (windows[i].step == m_query.step)
                    sums.uncoveredCommunicationNs = totalLength(clipSet(uncovered, claims[i]));
            }
        }
        m_times[r].uncovered = IntervalLengths(std::move(uncovered));
    }
}

std::optional<qint64> WaitAttributor::uncovered(const CollectiveEnd &end, qint64 from, qint64 to) const
{
    if (!m_timed)
        return std::nullopt;
    const RankTimes &times = m_times[static_cast<size_t>(end.rankIndex)];
    const Interval window{saturatedSum(end.startNs, from), saturatedSum(end.startNs, to)};
    if (window.to > times.knownTo)
        return std::nullopt;
    return saturatedDifference(window.length(), times.compute.inside(window));
}

// By how much a wait put off what the rank did next. Compute that covers the transfer without a wait covers the start
// of the wait instead: so it counts against the operator as a whole.
qint64 WaitAttributor::heldUpNs(const CollectiveEnd &end, qint64 from, qint64 to) const
{
    const qint64 length = saturatedDifference(to, from);
    return std::min(length, uncovered(end, from, saturatedDifference(end.endNs, end.startNs)).value_or(length));
}

// The latest collectives of the rank that were over when it came, one of each domain, the latest first.
std::vector<Before> WaitAttributor::beforeOf(int rank, qint64 arrivalNs) const
{
    std::vector<Before> out;
    for (const auto &[domain, list] : m_before[static_cast<size_t>(rank)]) {
        const size_t looks = std::min(list.size(), mostUnderWay);
        for (size_t i = 1; i <= looks; ++i) {
            const auto &[collective, left] = list[list.size() - i];
            if (left > arrivalNs)
                continue;
            out.push_back({collective, left});
            break;
        }
    }
    std::ranges::stable_sort(out, std::greater<>(), &Before::leftNs);
    return out;
}

// Into m_parts and m_touched: for whom the rank waited in that time.
void WaitAttributor::distribute(int rank, qint64 fromNs, qint64 toNs)
{
    for (const int r : m_touched)
        m_parts[static_cast<size_t>(r)] = 0;
    m_touched.clear();
    const WaitHistory &log = m_waited[static_cast<size_t>(rank)];
    const auto [first, last] = log.range(fromNs, toNs);
    for (size_t i = first; i < last; ++i) {
        const RankWait &w = m_out.waits[log.wait(i)];
        const qint64 blamed = saturatedDifference(w.ns, w.sharedNs);
        for (quint32 b = w.firstBlame; b < w.lastBlame; ++b) {
            const AttributedWait &part = m_out.blames[b];
            qint64 &sum = m_parts[static_cast<size_t>(part.rankIndex)];
            if (sum == 0)
                m_touched.push_back(part.rankIndex);
            sum = saturatedSum(sum, partOf(log.ns(i), part.ns, blamed));
        }
    }
}

// Assigns the wait of the rank of `waiting` to the ranks it waited for.
void WaitAttributor::blame(quint32 waiting, quint32 last, qint64 ns, const std::vector<Before> &before)
{
    const MatchedCollectives &collectives = m_out.collectives;
    const CollectiveEnd &own = collectives.ends[waiting];
    const CollectiveEnd &late = collectives.ends[last];
    qint64 lateFrom = WaitHistory::longAgo;
    qint64 ownFrom = WaitHistory::longAgo;
    for (const Before &b : before) {
        if (const CollectiveEnd *const met = collectives.endOf(collectives.all[b.collective], own.rankIndex)) {
            lateFrom = b.leftNs;
            ownFrom = met->leftNs;
            break;
        }
    }
    const auto clock = [&](const CollectiveEnd &e) {
        return collectives.clocks[static_cast<size_t>(e.rankIndex)].residualP95Ns;
    };
    const qint64 lateWaited = m_waited[static_cast<size_t>(late.rankIndex)].between(lateFrom, late.arrivalNs);
    const qint64 ownWaited = m_waited[static_cast<size_t>(own.rankIndex)].between(ownFrom, own.arrivalNs);
    const qint64 excess = saturatedDifference(lateWaited, ownWaited);
    RankWait &wait = m_out.waits[waiting];
    wait.firstBlame = static_cast<quint32>(m_out.blames.size());
    qint64 left = ns;
    if (excess > std::max(leastFollowedNs, saturatedSum(clock(own), clock(late)))) {
        const qint64 passed = std::min(excess, ns);
        distribute(late.rankIndex, lateFrom, late.arrivalNs);
        qint64 all = 0;
        for (const int r : m_touched)
            all = saturatedSum(all, m_parts[static_cast<size_t>(r)]);
        for (const int r : m_touched) {
            if (r == late.rankIndex)
                continue;
            const qint64 part = std::min(left, partOf(passed, m_parts[static_cast<size_t>(r)], all));
            if (part <= 0)
                continue;
            m_out.blames.push_back({r, part});
            left -= part;
        }
    }
    if (left > 0)
        m_out.blames.push_back({late.rankIndex, left});
    wait.lastBlame = static_cast<quint32>(m_out.blames.size());
}

void WaitAttributor::judge(quint32 m)
{
    const MatchedCollective &collective = m_out.collectives.all[m];
    const std::vector<CollectiveEnd> &ends = m_out.collectives.ends;
    const quint32 last = m_out.collectives.lastArrival(collective);
    const qint64 lastNs = ends[last].arrivalNs;
    const int lastRank = ends[last].rankIndex;
    AttributedCollective entry;
    entry.collective = m;
    entry.lastRank = lastRank;
    const std::vector<Before> before = beforeOf(lastRank, lastNs);
    qint64 firstLeft = std::numeric_limits<qint64>::max();
    for (quint32 e = collective.first; e < collective.last; ++e) {
        const CollectiveEnd &end = ends[e];
        entry.spreadNs = std::max(entry.spreadNs, saturatedDifference(lastNs, end.arrivalNs));
        RankWait &wait = m_out.waits[e];
        wait.uncoveredNs = uncovered(end, 0, 0);
        if (e != last && end.leftNs < saturatedDifference(lastNs, earlySlackNs)) {
            ++entry.leftEarly;
            continue;
        }
        firstLeft = std::min(firstLeft, end.leftNs);
        if (e == last)
            continue;
        wait.ns = std::max<qint64>(0, saturatedDifference(std::min(lastNs, end.leftNs), end.arrivalNs));
        wait.sharedNs = std::min(wait.ns, m_pipelines.sharedNs[e]);
        wait.uncoveredNs = uncovered(end, 0, wait.ns);
        entry.waitNs = saturatedSum(entry.waitNs, wait.ns);
        if (const qint64 blamed = wait.ns - wait.sharedNs; blamed > 0)
            blame(e, last, blamed, before);
    }
    if (firstLeft >= lastNs)
        entry.transferNs = saturatedDifference(firstLeft, lastNs);
    if (isAskedFor(collective)) {
        book(collective, entry, before);
        m_out.entries.push_back(entry);
    }
    for (quint32 e = collective.first; e < collective.last; ++e) {
        const CollectiveEnd &end = ends[e];
        const RankWait &wait = m_out.waits[e];
        const auto r = static_cast<size_t>(end.rankIndex);
        if (const qint64 blamed = wait.ns - wait.sharedNs; blamed > 0)
            m_waited[r].add(saturatedDifference(lastNs, blamed), lastNs, heldUpNs(end, wait.sharedNs, wait.ns), e);
        m_before[r][collective.domain].emplace_back(m, end.leftNs);
    }
}

bool WaitAttributor::isAskedFor(const MatchedCollective &m) const
{
    return (m_query.step.isEmpty() || m.step == m_query.step) && m_chosen.has(m.domain);
}

void WaitAttributor::book(const MatchedCollective &m, const AttributedCollective &entry,
                          const std::vector<Before> &before)
{
    m_out.incomplete += entry.isComplete(m) ? 0 : 1;
    qint64 direct = 0;
    quint32 last = m.first;
    for (quint32 e = m.first; e < m.last; ++e) {
        const CollectiveEnd &end = m_out.collectives.ends[e];
        const RankWait &wait = m_out.waits[e];
        RankWaitSums &rank = m_out.ranks[static_cast<size_t>(end.rankIndex)];
        ++rank.collectives;
        if (end.rankIndex == entry.lastRank) {
            ++rank.lastIn;
            last = e;
        }
        rank.sufferedNs = saturatedSum(rank.sufferedNs, wait.ns);
        rank.sharedNs = saturatedSum(rank.sharedNs, wait.sharedNs);
        if (wait.uncoveredNs)
            rank.uncoveredWaitNs = saturatedSum(rank.uncoveredWaitNs.value_or(0), *wait.uncoveredNs);
        const qint64 blamed = wait.ns - wait.sharedNs;
        const std::optional<qint64> uncoveredNs = uncovered(end, wait.sharedNs, wait.ns);
        for (quint32 b = wait.firstBlame; b < wait.lastBlame; ++b) {
            const AttributedWait &part = m_out.blames[b];
            if (part.rankIndex == end.rankIndex) {
                rank.selfNs = saturatedSum(rank.selfNs, part.ns);
                continue;
            }
            RankWaitSums &culprit = m_out.ranks[static_cast<size_t>(part.rankIndex)];
            culprit.causedNs = saturatedSum(culprit.causedNs, part.ns);
            if (part.rankIndex == entry.lastRank)
                direct = saturatedSum(direct, part.ns);
            WaitEdge &edge = m_edges[{part.rankIndex, end.rankIndex}];
            edge.ns = saturatedSum(edge.ns, part.ns);
            if (uncoveredNs) {
                const qint64 ns = partOf(*uncoveredNs, part.ns, blamed);
                culprit.uncoveredCausedNs = saturatedSum(culprit.uncoveredCausedNs.value_or(0), ns);
                edge.uncoveredNs = saturatedSum(edge.uncoveredNs.value_or(0), ns);
            }
        }
    }
    RankWaitSums &culprit = m_out.ranks[static_cast<size_t>(entry.lastRank)];
    culprit.directNs = saturatedSum(culprit.directNs, direct);
    if (direct > 0 && m_timed)
        bookLoss(m, last, direct, before);
}

// Time of the rank between two collectives: compute, communication beyond the assigned waits, copies, nothing.
std::array<qint64, 4> WaitAttributor::spent(const CollectiveEnd &from, const CollectiveEnd &to) const
{
    const Interval window{from.endNs, to.startNs};
    if (window.length() <= 0)
        return {0, 0, 0, 0};
    const RankTimes &times = m_times[static_cast<size_t>(to.rankIndex)];
    const qint64 compute = times.compute.inside(window);
    const qint64 communication = times.uncovered.inside(window);
    const qint64 copy = times.copy.inside(window);
    const qint64 waited = m_waited[static_cast<size_t>(to.rankIndex)].between(from.leftNs, to.arrivalNs);
    return {compute, window.length() - compute - communication - copy, std::max<qint64>(0, communication - waited),
            copy};
}

void WaitAttributor::bookLoss(const MatchedCollective &m, quint32 last, qint64 directNs,
                              const std::vector<Before> &before)
{
    const MatchedCollectives &collectives = m_out.collectives;
    const CollectiveEnd &late = collectives.ends[last];
    std::optional<LostTime> &lost = m_out.ranks[static_cast<size_t>(late.rankIndex)].lost;
    if (!lost)
        lost.emplace();
    const auto isKnown = [this](const CollectiveEnd &e) {
        return e.startNs <= m_times[static_cast<size_t>(e.rankIndex)].knownTo;
    };
    std::array<std::vector<qint64>, 4> others;
    const CollectiveEnd *lateBefore = nullptr;
    const auto same = std::ranges::find_if(
        before, [&](const Before &b) { return !m.isTransfer() && collectives.all[b.collective].domain == m.domain; });
    if (same != before.end() && isKnown(late)) {
        const MatchedCollective &met = collectives.all[same->collective];
        lateBefore = collectives.endOf(met, late.rankIndex);
        for (quint32 e = m.first; e < m.last; ++e) {
            const int rank = collectives.ends[e].rankIndex;
            const bool alike = e != last && isKnown(collectives.ends[e]) &&
                               m_pipelines.stageOf[static_cast<size_t>(rank)] ==
                                   m_pipelines.stageOf[static_cast<size_t>(late.rankIndex)];
            const CollectiveEnd *const then = alike ? collectives.endOf(met, rank) : nullptr;
            if (!then)
                continue;
            const std::array<qint64, 4> ns = spent(*then, collectives.ends[e]);
            for (size_t k = 0; k < ns.size(); ++k)
                others[k].push_back(ns[k]);
        }
    }
    if (!lateBefore || others[0].empty()) {
        lost->unknownNs = saturatedSum(lost->unknownNs, directNs);
        return;
    }
    std::array<qint64, 4> more = spent(*lateBefore, late);
    qint64 all = 0;
    for (size_t k = 0; k < more.size(); ++k) {
        const auto middle = others[k].begin() + static_cast<qsizetype>((others[k].size() - 1) / 2);
        std::nth_element(others[k].begin(), middle, others[k].end());
        more[k] = std::max<qint64>(0, saturatedDifference(more[k], *middle));
        all = saturatedSum(all, more[k]);
    }
    qint64 left = directNs;
    const std::array<qint64 *, 4> sums{&lost->computeNs, &lost->idleNs, &lost->communicationNs, &lost->copyNs};
    for (size_t k = 0; k < more.size() && all > 0; ++k) {
        const qint64 part = std::min(left, partOf(directNs, more[k], all));
        *sums[k] = saturatedSum(*sums[k], part);
        left -= part;
    }
    lost->unknownNs = saturatedSum(lost->unknownNs, left);
}

void WaitAttributor::finish()
{
    std::vector<char> met(m_run.ranks.size(), 0);
    for (const CollectiveEnd &e : m_out.collectives.ends)
        met[static_cast<size_t>(e.rankIndex)] = 1;
    for (size_t r = 0; r < met.size(); ++r) {
        if (!met[r])
            m_out.missingRanks.push_back(static_cast<int>(r));
        RankWaitSums &rank = m_out.ranks[r];
        // No rank waited for it: that is known to be 0.
        if (m_timed && rank.collectives > 0 && !rank.uncoveredCausedNs)
            rank.uncoveredCausedNs = 0;
        if (m_timed && rank.collectives > 0 && !rank.lost)
            rank.lost.emplace();
    }
    for (const auto &[ranks, edge] : m_edges) {
        m_out.edges.push_back(edge);
        m_out.edges.back().culprit = ranks.first;
        m_out.edges.back().victim = ranks.second;
    }
    std::ranges::stable_sort(m_out.edges, std::greater<>(), &WaitEdge::ns);
}

WaitAttribution WaitAttributor::take()
{
    m_out.collectives = matchedCollectives(m_run, m_job, m_query.fill);
    m_out.ranks.resize(m_run.ranks.size());
    m_out.waits.resize(m_out.collectives.ends.size());
    m_waited.resize(m_run.ranks.size());
    m_before.resize(m_run.ranks.size());
    m_parts.assign(m_run.ranks.size(), 0);
    readTimes();
    m_pipelines = pipelineWaits(
        m_run, m_out.collectives, m_index,
        [this](const CollectiveEnd &end, qint64 from, qint64 to) { return heldUpNs(end, from, to); }, m_job);
    JobPoll poll(m_job);
    for (quint32 m = 0; m < m_out.collectives.all.size(); ++m) {
        if (poll.isCanceled())
            return {};
        judge(m);
    }
    finish();
    m_out.stageOf = std::move(m_pipelines.stageOf);
    return m_job.isCanceled() ? WaitAttribution() : std::move(m_out);
}

} // namespace

std::optional<qint64> WaitAttribution::uncoveredCommunicationNs() const
{
    std::optional<qint64> sum;
    for (const RankWaitSums &r : ranks) {
        if (r.collectives == 0)
            continue;
        if (!r.uncoveredCommunicationNs)
            return std::nullopt;
        sum = saturatedSum(sum.value_or(0), *r.uncoveredCommunicationNs);
    }
    return sum;
}

std::vector<StageWait> stageWaits(const WaitAttribution &attribution)
{
    std::map<std::pair<int, int>, StageWait> sums; // victim, who came last
    for (const AttributedCollective &entry : attribution.entries) {
        const MatchedCollective &m = attribution.collectives.all[entry.collective];
        for (quint32 w = m.first; w < m.last; ++w) {
            const qint64 ns = attribution.waits[w].sharedNs;
            const int victim = attribution.collectives.ends[w].rankIndex;
            if (ns <= 0)
                continue;
            StageWait &sum = sums[{victim, entry.lastRank}];
            sum.victim = victim;
            sum.late = entry.lastRank;
            sum.ns = saturatedSum(sum.ns, ns);
            ++sum.collectives;
        }
    }
    std::vector<StageWait> out;
    for (const auto &[key, sum] : sums)
        out.push_back(sum);
    std::ranges::stable_sort(out, std::greater<>(), &StageWait::ns);
    return out;
}

WaitAttribution waitAttribution(const Run &run, const AttributionQuery &query, const JobContext &job)
{
    return WaitAttributor(run, query, job).take();
}

} // namespace rs
