// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/stepofstamp.h"

#include <algorithm>
#include <iterator>

namespace rs {

StepOfStamp::StepOfStamp(const RankData &rank, bool wanted, const JobContext &job)
{
    const auto isNone = [](const StepTraceRow &row) { return row.step == u"0"; };
    if (wanted && !rank.trace && std::ranges::all_of(rank.stepTrace, isNone))
        m_only = QStringLiteral("0");
    if (!wanted || !rank.trace)
        return;
    m_windows = stepWindows(rank, job);
    m_claims = stepClaims(m_windows, rank.info.framework == Framework::MindSpore);
}

QString StepOfStamp::at(qint64 ns) const
{
    const auto after =
        std::ranges::upper_bound(m_claims, ns, [](qint64 stamp, const Interval &claim) { return stamp < claim.from; });
    if (after == m_claims.begin() || ns >= std::prev(after)->to)
        return m_only;
    return m_windows[static_cast<size_t>(std::distance(m_claims.begin(), after) - 1)].step;
}

} // namespace rs
