// SPDX-License-Identifier: Apache-2.0
#include "overlap.h"

#include <algorithm>

namespace rs::gen {

qint64 sumOf(const Spans &spans)
{
    qint64 sum = 0;
    for (const Span &s : spans)
        sum += s.length();
    return sum;
}

qint64 OverlapSweep::Step::firstNs() const
{
    if (compute.empty() || communication.empty())
        return compute.empty() ? (communication.empty() ? 0 : communication.front().from) : compute.front().from;
    return std::min(compute.front().from, communication.front().from);
}

qint64 OverlapSweep::Step::lastNs() const
{
    return std::max(compute.empty() ? 0 : compute.back().to, communication.empty() ? 0 : communication.back().to);
}

/// One pass over all edges in time order; a state lasts from one stamp to the next.
OverlapSweep::Step OverlapSweep::finishStep()
{
    const auto order = [](const Edge &a, const Edge &b) { return a.ns < b.ns; };
    std::stable_sort(m_compute.begin(), m_compute.end(), order);
    std::stable_sort(m_communication.begin(), m_communication.end(), order);

    Step step;
    const auto extend = [](Spans &spans, qint64 from, qint64 to) {
        if (!spans.empty() && spans.back().to == from)
            spans.back().to = to;
        else
            spans.push_back({from, to});
    };
    size_t c = 0;
    size_t m = 0;
    int computing = 0;
    int communicating = 0;
    qint64 now = 0;
    bool begun = false;
    while (c < m_compute.size() || m < m_communication.size()) {
        qint64 next = c < m_compute.size() ? m_compute[c].ns : m_communication[m].ns;
        if (m < m_communication.size())
            next = std::min(next, m_communication[m].ns);
        if (begun && next > now) {
            if (computing > 0)
                extend(step.compute, now, next);
            if (communicating > 0)
                extend(step.communication, now, next);
            if (communicating > 0 && computing == 0)
                extend(step.notOverlapped, now, next);
            if (communicating == 0 && computing == 0)
                extend(step.free, now, next);
        } else if (!begun && m_lastEnd && *m_lastEnd < next) {
            step.freeBefore = Span{*m_lastEnd, next};
        }
        begun = true;
        now = next;
        for (; c < m_compute.size() && m_compute[c].ns == now; ++c)
            computing += m_compute[c].delta;
        for (; m < m_communication.size() && m_communication[m].ns == now; ++m)
            communicating += m_communication[m].delta;
    }
    if (begun)
        m_lastEnd = now;
    m_compute.clear();
    m_communication.clear();
    return step;
}

} // namespace rs::gen
