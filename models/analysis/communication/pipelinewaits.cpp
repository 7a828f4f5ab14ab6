// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/pipelinewaits.h"

#include "analysis/communication/waithistory.h"
#include "analysis/ranks/pipelinestages.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

class PipelineJudge
{
public:
    PipelineJudge(const Run &run, const MatchedCollectives &collectives, const DomainIndex &domains,
                  const HeldUpBy &heldUpBy, const JobContext &job)
        : m_run(run), m_meetings(collectives), m_index(domains), m_heldUpBy(heldUpBy), m_job(job)
    {
    }
    PipelineWaits take();

private:
    void findStages();
    void setStages(const std::map<int, int> &stages);
    bool isOfPipeline(const MatchedCollective &m) const;
    bool spansStages(const MatchedCollective &m) const;
    void findHeldUp();
    qint64 heldUpSince(const MatchedCollective *before, const CollectiveEnd &end) const;
    void shareTransfers();
    void shareCollectives();

    const Run &m_run;
    const MatchedCollectives &m_meetings;
    const DomainIndex &m_index;
    const HeldUpBy &m_heldUpBy;
    const JobContext &m_job;
    std::vector<std::array<WaitHistory, 2>> m_held; ///< by rank: waiting for others, and alone late
    bool m_areGroupsKnown = false;                  ///< over which ranks send to each other
    PipelineWaits m_out;
};

PipelineWaits PipelineJudge::take()
{
    m_out.sharedNs.assign(m_meetings.ends.size(), 0);
    m_out.stageOf.assign(m_run.ranks.size(), 0);
    const std::vector<MatchedCollective> &all = m_meetings.all;
    if (std::ranges::any_of(all, &MatchedCollective::isTransfer)) {
        findStages();
        findHeldUp();
        shareTransfers();
        shareCollectives();
    }
    return std::move(m_out);
}

// By rank: how long it waited for others in collectives, and how long others waited there for it alone. Both hold up
// what it does next, and neither is the same in every pipeline.
void PipelineJudge::findHeldUp()
{
    m_held.resize(m_run.ranks.size());
    JobPoll poll(m_job);
    for (const MatchedCollective &m : m_meetings.all) {
        if (poll.isCanceled())
            return;
        if (m.isTransfer())
            continue;
        const quint32 last = m_meetings.lastArrival(m);
        const qint64 lastNs = m_meetings.ends[last].arrivalNs;
        qint64 next = WaitHistory::longAgo;
        for (quint32 e = m.first; e < m.last; ++e) {
            const CollectiveEnd &end = m_meetings.ends[e];
            if (e == last)
                continue;
            next = std::max(next, end.arrivalNs);
            const qint64 wait = saturatedDifference(std::min(lastNs, end.leftNs), end.arrivalNs);
            if (wait > 0)
                m_held[static_cast<size_t>(end.rankIndex)][0].add(end.arrivalNs, saturatedSum(end.arrivalNs, wait),
                                                                  m_heldUpBy(end, 0, wait), e);
        }
        if (next < lastNs)
            m_held[static_cast<size_t>(m_meetings.ends[last].rankIndex)][1].add(
                next, lastNs, saturatedDifference(lastNs, next), last);
    }
}

// By how much a rank was held up since it met the others before.
qint64 PipelineJudge::heldUpSince(const MatchedCollective *before, const CollectiveEnd &end) const
{
    const CollectiveEnd *const met = before ? m_meetings.endOf(*before, end.rankIndex) : nullptr;
    const auto &logs = m_held[static_cast<size_t>(end.rankIndex)];
    const qint64 from = met ? met->leftNs : WaitHistory::longAgo;
    return saturatedSum(logs[0].between(from, end.arrivalNs), logs[1].between(from, end.arrivalNs));
}

// The place of each rank in the pipelines over which transfers go.
void PipelineJudge::findStages()
{
    std::map<QString, qint64> transfers; // by domain
    for (const MatchedCollective &m : m_meetings.all) {
        if (m.isTransfer())
            ++transfers[m.domain];
    }
    for (const MatchedCollective &m : m_meetings.all) {
        if (!m.isTransfer())
            transfers.erase(m.domain);
    }
    std::map<QString, qint64> ofName; // of groups that do nothing else
    for (const auto &[hash, count] : transfers) {
        if (const Domain *const d = m_index.find(hash); d && d->ranksKnown && !d->ranks.empty() && !d->pgName.isEmpty())
            ofName[d->pgName] += count;
    }
    m_areGroupsKnown = !ofName.empty();
    if (!m_areGroupsKnown)
        return setStages(pipelineStages(m_run, m_index.all()));
    const QString name =
        std::ranges::max_element(ofName, [](const auto &a, const auto &b) { return a.second < b.second; })->first;
    std::vector<const Domain *> pipelines;
    for (const auto &[hash, count] : transfers) {
        if (const Domain *const d = m_index.find(hash); d && d->ranksKnown && !d->ranks.empty() && d->pgName == name)
            pipelines.push_back(d);
    }
    setStages(stagesOf(std::move(pipelines)));
}

void PipelineJudge::setStages(const std::map<int, int> &stages)
{
    for (size_t r = 0; r < m_out.stageOf.size() && !stages.empty(); ++r) {
        const auto at = stages.find(m_run.infos[r].rank);
        m_out.stageOf[r] = at == stages.end() ? -1 : at->second;
    }
}

// Without descriptions of groups transfers between ranks of one stage are none of a pipeline: ring attention.
bool PipelineJudge::isOfPipeline(const MatchedCollective &m) const
{
    if (!m.isTransfer())
        return false;
    if (m_areGroupsKnown) {
        const Domain *const domain = m_index.find(m.domain);
        return domain && domain->ranksKnown;
    }
    const auto stageOf = [this](quint32 e) { return m_out.stageOf[static_cast<size_t>(m_meetings.ends[e].rankIndex)]; };
    return stageOf(m.first) >= 0 && stageOf(m.first + 1) >= 0 && stageOf(m.first) != stageOf(m.first + 1);
}

bool PipelineJudge::spansStages(const MatchedCollective &m) const
{
    const auto stageOf = [this](quint32 e) { return m_out.stageOf[static_cast<size_t>(m_meetings.ends[e].rankIndex)]; };
    for (quint32 e = m.first + 1; e < m.last; ++e) {
        if (stageOf(e) != stageOf(m.first))
            return true;
    }
    return false;
}

// Against the same transfer of the other pipelines.
void PipelineJudge::shareTransfers()
{
    const std::vector<MatchedCollective> &all = m_meetings.all;
    using Place = std::tuple<QString, int, int, QString, int>; // group, stages, step, n-th of it between the two
    struct Lateness
    {
        const MatchedCollective *collective;
        qint64 ns;    // arrival of the sender less that of the receiver
        qint64 plain; // without what held them up
    };
    std::map<Place, std::vector<Lateness>> alike;
    std::map<std::tuple<int, int, QString>, int> count;
    std::map<std::pair<int, int>, const MatchedCollective *> previous;
    std::map<QString, const MatchedCollective *> across; // the latest collectives in which stages met
    JobPoll poll(m_job);
    for (const MatchedCollective &m : all) {
        if (poll.isCanceled())
            return;
        if (!m.isTransfer() && spansStages(m))
            across[m.domain] = &m;
        if (!isOfPipeline(m))
            continue;
        const Domain *const domain = m_areGroupsKnown ? m_index.find(m.domain) : nullptr;
        const CollectiveEnd &a = m_meetings.ends[m.first];
        const CollectiveEnd &b = m_meetings.ends[m.first + 1];
        const CollectiveEnd &send = a.rankIndex == m.sender ? a : b;
        const CollectiveEnd &receive = a.rankIndex == m.sender ? b : a;
        const MatchedCollective *before = std::exchange(previous[{a.rankIndex, b.rankIndex}], &m);
        for (const auto &[name, met] : across) {
            const CollectiveEnd *const there = m_meetings.endOf(*met, a.rankIndex);
            if (there && m_meetings.endOf(*met, b.rankIndex) &&
                (!before || m_meetings.endOf(*before, a.rankIndex)->leftNs < there->leftNs))
                before = met;
        }
        const qint64 late = saturatedDifference(send.arrivalNs, receive.arrivalNs);
        const qint64 plain =
            saturatedSum(saturatedDifference(late, heldUpSince(before, send)), heldUpSince(before, receive));
        alike[{domain ? domain->pgName : QString(), m_out.stageOf[static_cast<size_t>(send.rankIndex)],
               m_out.stageOf[static_cast<size_t>(receive.rankIndex)], m.step,
               count[{send.rankIndex, receive.rankIndex, m.step}]++}]
            .push_back({&m, late, plain});
    }
    for (auto &[place, list] : alike) {
        if (list.size() < 2)
            continue;
        std::vector<qint64> plain;
        for (const Lateness &l : list)
            plain.push_back(l.plain);
        std::ranges::sort(plain);
        const qint64 low = plain[(plain.size() - 1) / 2];
        const qint64 high = plain[plain.size() / 2];
        for (const Lateness &l : list) {
            const qint64 shared =
                l.ns > 0 ? std::clamp<qint64>(low, 0, l.ns)
                         : std::clamp<qint64>(saturatedDifference(0, high), 0, saturatedDifference(0, l.ns));
            m_out.sharedNs[l.collective->first] = shared;
            m_out.sharedNs[l.collective->first + 1] = shared;
        }
    }
}

// Shares waits where stages meet in a collective: against the other ranks of the last one's stage.
void PipelineJudge::shareCollectives()
{
    const std::vector<CollectiveEnd> &ends = m_meetings.ends;
    const auto stageOf = [this](const CollectiveEnd &e) { return m_out.stageOf[static_cast<size_t>(e.rankIndex)]; };
    std::map<QString, const MatchedCollective *> previous;
    JobPoll poll(m_job);
    for (const MatchedCollective &m : m_meetings.all) {
        if (poll.isCanceled())
            return;
        if (m.isTransfer() || !spansStages(m))
            continue;
        const MatchedCollective *&before = previous[m.domain];
        const CollectiveEnd &late = ends[m_meetings.lastArrival(m)];
        if (stageOf(late) < 0)
            continue;
        const auto plainOf = [&](const CollectiveEnd &e) {
            return saturatedDifference(e.arrivalNs, heldUpSince(before, e));
        };
        std::vector<qint64> plain;
        for (quint32 e = m.first; e < m.last; ++e) {
            if (stageOf(ends[e]) == stageOf(late))
                plain.push_back(plainOf(ends[e]));
        }
        const auto middle = plain.begin() + (std::ssize(plain) - 1) / 2;
        std::nth_element(plain.begin(), middle, plain.end());
        for (quint32 e = m.first; e < m.last && plain.size() > 1; ++e) {
            if (stageOf(ends[e]) >= 0 && stageOf(ends[e]) != stageOf(late))
                m_out.sharedNs[e] = std::max<qint64>(0, saturatedDifference(*middle, plainOf(ends[e])));
        }
        before = &m;
    }
}

} // namespace

PipelineWaits pipelineWaits(const Run &run, const MatchedCollectives &collectives, const DomainIndex &domains,
                            const HeldUpBy &heldUpBy, const JobContext &job)
{
    return PipelineJudge(run, collectives, domains, heldUpBy, job).take();
}

} // namespace rs
