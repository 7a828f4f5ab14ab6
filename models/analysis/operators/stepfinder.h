// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/operatorscan.h"
#include "analysis/time/stepwindows.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace rs {

/// Finds the step in which an execution starts.
class StepFinder
{
public:
    static constexpr quint32 noStep = std::numeric_limits<quint32>::max();

    /// Ascending; they outlive this.
    explicit StepFinder(const std::vector<Interval> &steps) : m_steps(steps) {}
    // Executions of a rank mostly ascend, too.
    [[nodiscard]] quint32 stepOf(qint64 at)
    {
        if (m_last < m_steps.size() && at >= m_steps[m_last].from && at < m_steps[m_last].to)
            return static_cast<quint32>(m_last);
        auto it = std::ranges::upper_bound(m_steps, at, {}, &Interval::from);
        if (it == m_steps.begin() || at >= (--it)->to)
            return noStep;
        m_last = static_cast<size_t>(it - m_steps.begin());
        return static_cast<quint32>(m_last);
    }

private:
    const std::vector<Interval> &m_steps;
    size_t m_last = 0;
};

/// Visits the executions of a rank as a comparison of that note counted them. False when cancelled, or where there are
/// none.
template <typename Visit>
[[nodiscard]] bool scanCompared(const RankData &rank, const OperatorQuery &query, OperatorNote note, StringPool &texts,
                                const JobContext &job, Visit visit)
{
    const bool fromTrace = note == OperatorNote::FromTrace || note == OperatorNote::Matched;
    return fromTrace ? rank.trace && scanTrace(rank, query, texts, job, visit) != TraceScan::Canceled
                     : rank.kernels && scanKernels(rank, query, texts, job, visit);
}

} // namespace rs
