// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/stepreplay.h"

#include "core/base/saturate.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace rs {

namespace {

constexpr qint64 longBefore = std::numeric_limits<qint64>::min();
// A rank that ends this long before the last one came did not wait for it; see the wait attribution.
constexpr qint64 leftEarlyNs = 20'000;
constexpr quint32 noEnd = std::numeric_limits<quint32>::max();
// A collective that begins this soon after the one before it in its domain was waiting for the stream to be free.
constexpr qint64 queuedWithinNs = 20'000;

/// By how much a rank is ahead of what it did, over its own time.
class Lead
{
public:
    void add(const std::vector<Relief> &reliefs)
    {
        for (const Relief &r : reliefs)
            m_reliefs.push_back(&r);
    }
    [[nodiscard]] qint64 at(qint64 t) const
    {
        const auto next = std::ranges::upper_bound(m_set, t, {}, [](const auto &e) { return e.first; });
        const auto [from, lead] = next == m_set.begin() ? std::pair(longBefore, qint64(0)) : *std::prev(next);
        return saturatedSum(lead, relieved(from, t));
    }
    /// The moment up to which it is known why the rank is where it is.
    [[nodiscard]] qint64 lastSet() const { return m_set.empty() ? longBefore : m_set.back().first; }
    void set(qint64 t, qint64 lead)
    {
        // Clocks that are corrected as they drift may put two ends of a rank the wrong way round.
        while (!m_set.empty() && m_set.back().first >= t)
            m_set.pop_back();
        m_set.emplace_back(t, lead);
    }

private:
    [[nodiscard]] qint64 relieved(qint64 from, qint64 to) const
    {
        double sum = 0;
        for (const Relief *r : m_reliefs) {
            if (!r->where.set().empty() && r->where.set().front().from < to && r->where.set().back().to > from)
                sum += r->part * static_cast<double>(r->where.inside({from, to}));
        }
        return saturatedRound(sum);
    }

    std::vector<const Relief *> m_reliefs;
    std::vector<std::pair<qint64, qint64>> m_set; // by time
};

// When the compute ended that was the last to begin before `t`; at least `t` where it goes on.
qint64 lastCompute(const IntervalSet &compute, qint64 t)
{
    const auto next = std::ranges::lower_bound(compute, t, {}, &Interval::from);
    return next == compute.begin() ? longBefore : std::prev(next)->to;
}

// By collective: the slowest link's excess.
std::vector<qint64> slowestLinks(const StepReplay::Changes &changes, size_t collectives)
{
    std::vector<qint64> out;
    for (const ReplayChange *change : changes) {
        for (const auto &[collective, ns] : change->transfers) {
            if (collective >= collectives)
                continue;
            out.resize(collectives, 0);
            out[collective] = std::max(out[collective], ns);
        }
    }
    return out;
}

} // namespace

StepReplay::StepReplay(const MatchedCollectives &collectives, const std::vector<ReplayRank> &ranks)
    : m_meetings(collectives), m_ranks(ranks)
{
    m_meetingOf.assign(collectives.ends.size(), 0);
    m_queuedBehind.assign(collectives.ends.size(), noEnd);
    std::map<std::pair<QString, int>, quint32> latest; // by domain and rank
    // An operator that is under way for long may end after others that began when it was.
    for (quint32 i = 0; i < collectives.all.size(); ++i) {
        const MatchedCollective &m = collectives.all[i];
        const qint64 last = collectives.ends[collectives.lastArrival(m)].arrivalNs;
        m_events.push_back({last, i, noEnd});
        for (quint32 e = m.first; e < m.last; ++e) {
            m_meetingOf[e] = i;
            if (!m.isTransfer()) {
                const CollectiveEnd &end = collectives.ends[e];
                const auto [at, isFirst] = latest.try_emplace({m.domain, end.rankIndex}, e);
                const qint64 gap = saturatedDifference(end.startNs, collectives.ends[at->second].endNs);
                if (!isFirst && gap >= 0 && gap <= queuedWithinNs)
                    m_queuedBehind[e] = at->second;
                at->second = e;
            }
            if (collectives.ends[e].leftNs >= saturatedDifference(last, leftEarlyNs))
                m_events.push_back({std::max(last, collectives.ends[e].leftNs), i, e});
        }
    }
    std::ranges::stable_sort(m_events, {}, &Event::ns);
}

// Who began when the stream was free shows neither since when it was ready nor that it would have begun as soon as the
// one before was over. Ranks of a domain do the same between two of its collectives: nobody was ready later than the
// quickest of them began.
void StepReplay::letQueuesGo(const MatchedCollective &m, const std::vector<qint64> &earlier,
                             std::vector<qint64> &arrivals) const
{
    const auto queued = std::find_if(m_queuedBehind.begin() + m.first, m_queuedBehind.begin() + m.last,
                                     [](quint32 end) { return end != noEnd; });
    if (queued == m_queuedBehind.begin() + m.last)
        return;
    const quint32 beforeIndex = m_meetingOf[*queued];
    const MatchedCollective &before = m_meetings.all[beforeIndex];
    const auto arrivalBefore = [&](int rankIndex) -> std::optional<qint64> {
        const CollectiveEnd *const end = m_meetings.endOf(before, rankIndex);
        return end ? std::optional(arrivals[static_cast<size_t>(end - m_meetings.ends.data())]) : std::nullopt;
    };
    qint64 quickest = std::numeric_limits<qint64>::max();
    for (quint32 e = m.first; e < m.last; ++e) {
        if (const std::optional<qint64> was = arrivalBefore(m_meetings.ends[e].rankIndex))
            quickest = std::min(quickest, saturatedDifference(arrivals[e], *was));
    }
    for (quint32 e = m.first; e < m.last; ++e) {
        const quint32 behind = m_queuedBehind[e];
        if (behind == noEnd || m_meetingOf[behind] != beforeIndex)
            continue;
        const qint64 streamFree = saturatedDifference(m_meetings.ends[behind].leftNs, earlier[beforeIndex]);
        arrivals[e] =
            std::min(arrivals[e], std::max(streamFree, saturatedSum(arrivals[behind], std::max<qint64>(0, quickest))));
    }
}

std::vector<qint64> StepReplay::gains(const Changes &made, const Changes &left, const JobContext &job) const
{
    std::vector<Lead> leads(m_ranks.size());
    for (const ReplayChange *change : made) {
        if (change->rankIndex >= 0 && static_cast<size_t>(change->rankIndex) < leads.size())
            leads[static_cast<size_t>(change->rankIndex)].add(change->reliefs);
    }
    const std::vector<qint64> faster = slowestLinks(made, m_meetings.all.size());
    const std::vector<qint64> stillSlow = slowestLinks(left, m_meetings.all.size());
    std::vector<qint64> earlier(m_meetings.all.size(), 0);   // by collective: how much earlier its data are there
    std::vector<qint64> arrivals(m_meetings.ends.size(), 0); // by end, as they would be
    JobPoll poll(job);
    for (const Event &event : m_events) {
        if (poll.isCanceled())
            return {};
        const MatchedCollective &m = m_meetings.all[event.collective];
        if (event.end == noEnd) {
            for (quint32 e = m.first; e < m.last; ++e) {
                const CollectiveEnd &end = m_meetings.ends[e];
                const qint64 lead = leads[static_cast<size_t>(end.rankIndex)].at(end.startNs);
                arrivals[e] = saturatedDifference(end.arrivalNs, lead);
            }
            letQueuesGo(m, earlier, arrivals);
            const qint64 newLast = *std::max_element(arrivals.begin() + m.first, arrivals.begin() + m.last);
            qint64 &ns = earlier[event.collective];
            ns = saturatedDifference(event.ns, newLast);
            if (!faster.empty())
                ns = saturatedSum(ns, std::max<qint64>(0, faster[event.collective] -
                                                              (stillSlow.empty() ? 0 : stillSlow[event.collective])));
            continue;
        }
        const CollectiveEnd &end = m_meetings.ends[event.end];
        const auto r = static_cast<size_t>(end.rankIndex);
        const qint64 computed = lastCompute(m_ranks[r].compute, end.endNs);
        // Work that goes on behind the operator did not wait for it.
        if (computed >= end.endNs)
            continue;
        // From here on the rank does nothing but wait for the end.
        const qint64 free =
            std::min(end.endNs, std::max({computed, end.startNs, std::min(leads[r].lastSet(), end.endNs)}));
        const qint64 ready = saturatedSum(leads[r].at(free), saturatedDifference(end.endNs, free));
        leads[r].set(end.endNs, std::min(ready, earlier[event.collective]));
    }
    size_t steps = 0;
    for (const ReplayRank &r : m_ranks)
        steps = std::max(steps, r.stepEnds.size());
    std::vector<qint64> out;
    qint64 before = 0;
    for (size_t s = 0; s < steps; ++s) {
        qint64 end = longBefore;
        qint64 newEnd = longBefore;
        for (size_t r = 0; r < m_ranks.size(); ++r) {
            if (s >= m_ranks[r].stepEnds.size() || !m_ranks[r].stepEnds[s] ||
                !m_meetings.isAligned(static_cast<int>(r)))
                continue;
            const qint64 t = *m_ranks[r].stepEnds[s];
            const qint64 aligned = m_meetings.clocks[r].aligned(t);
            end = std::max(end, aligned);
            newEnd = std::max(newEnd, saturatedDifference(aligned, leads[r].at(t)));
        }
        if (end == longBefore) {
            out.push_back(0);
            continue;
        }
        const qint64 sum = std::max<qint64>(0, saturatedDifference(end, newEnd));
        out.push_back(saturatedDifference(sum, before));
        before = sum;
    }
    return out;
}

} // namespace rs
