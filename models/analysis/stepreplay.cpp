// SPDX-License-Identifier: Apache-2.0
#include "analysis/stepreplay.h"

#include "analysis/jobpoll.h"
#include "core/saturate.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace rs {

namespace {

constexpr qint64 longBefore = std::numeric_limits<qint64>::min();
// A rank that ends this long before the last one came did not wait for it; see the ledger.
constexpr qint64 leftEarlyNs = 20'000;

/// By how much a rank is ahead of what it did, over its own time.
class Lead
{
public:
    explicit Lead(const std::vector<Relief> *reliefs) : m_reliefs(reliefs) {}
    [[nodiscard]] qint64 at(qint64 t) const
    {
        const auto next =
            std::upper_bound(m_set.begin(), m_set.end(), t, [](qint64 v, const auto &e) { return v < e.first; });
        const auto [from, lead] = next == m_set.begin() ? std::pair(longBefore, qint64(0)) : *std::prev(next);
        return saturatedSum(lead, relieved(from, t));
    }
    /// The moment up to which it is known why the rank is where it is.
    [[nodiscard]] qint64 lastSet() const { return m_set.empty() ? longBefore : m_set.back().first; }
    void set(qint64 t, qint64 lead)
    {
        // Ends of operators that overlap come in any order: what stands behind was found from what is overruled now.
        while (!m_set.empty() && m_set.back().first >= t)
            m_set.pop_back();
        m_set.emplace_back(t, lead);
    }

private:
    [[nodiscard]] qint64 relieved(qint64 from, qint64 to) const
    {
        double sum = 0;
        for (size_t i = 0; m_reliefs && i < m_reliefs->size(); ++i) {
            const Relief &r = (*m_reliefs)[i];
            if (!r.where.set().empty() && r.where.set().front().from < to && r.where.set().back().to > from)
                sum += r.part * static_cast<double>(r.where.inside({from, to}));
        }
        return saturatedRound(sum);
    }

    const std::vector<Relief> *m_reliefs;
    std::vector<std::pair<qint64, qint64>> m_set; // by time
};

// When the compute ended that was the last to begin before `t`; at least `t` where it goes on.
qint64 lastCompute(const IntervalSet &compute, qint64 t)
{
    const auto next =
        std::lower_bound(compute.begin(), compute.end(), t, [](const Interval &i, qint64 v) { return i.from < v; });
    return next == compute.begin() ? longBefore : std::prev(next)->to;
}

} // namespace

StepReplay::StepReplay(const Meetings &meetings, const std::vector<ReplayRank> &ranks)
    : m_meetings(meetings), m_ranks(ranks)
{
}

std::vector<qint64> StepReplay::gains(int rankIndex, const std::vector<Relief> &reliefs, const JobContext &job) const
{
    std::vector<Lead> leads;
    for (size_t r = 0; r < m_ranks.size(); ++r)
        leads.emplace_back(static_cast<int>(r) == rankIndex ? &reliefs : nullptr);
    JobPoll poll(job);
    for (const Meeting &m : m_meetings.all) {
        if (poll.isCanceled())
            return {};
        const qint64 last = m_meetings.ends[m_meetings.lastArrival(m)].arrivalNs;
        qint64 newLast = longBefore;
        for (quint32 e = m.first; e < m.last; ++e) {
            const MeetingEnd &end = m_meetings.ends[e];
            const qint64 lead = leads[static_cast<size_t>(end.rankIndex)].at(end.startNs);
            newLast = std::max(newLast, saturatedDifference(end.arrivalNs, lead));
        }
        const qint64 earlier = saturatedDifference(last, newLast);
        for (quint32 e = m.first; e < m.last; ++e) {
            const MeetingEnd &end = m_meetings.ends[e];
            if (end.leftNs < saturatedDifference(last, leftEarlyNs))
                continue;
            const auto r = static_cast<size_t>(end.rankIndex);
            const qint64 computed = lastCompute(m_ranks[r].compute, end.endNs);
            // Work that goes on behind the operator did not wait for it.
            if (computed >= end.endNs)
                continue;
            // From here on the rank does nothing but wait for the end.
            const qint64 free =
                std::min(end.endNs, std::max({computed, end.startNs, std::min(leads[r].lastSet(), end.endNs)}));
            const qint64 ready = saturatedSum(leads[r].at(free), saturatedDifference(end.endNs, free));
            leads[r].set(end.endNs, std::min(ready, earlier));
        }
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
