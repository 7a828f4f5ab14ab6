// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/saturate.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace rs {

/// `part` / `of` of `whole`, all of it where they are equal.
[[nodiscard]] inline qint64 partOf(qint64 whole, qint64 part, qint64 of)
{
    if (of <= 0 || part >= of)
        return whole;
    return saturatedRound(static_cast<double>(whole) * (static_cast<double>(part) / static_cast<double>(of)));
}

/// By how much waits held a rank up, in the order of their ends.
class WaitHistory
{
public:
    static constexpr qint64 longAgo = std::numeric_limits<qint64>::min();

    /// A wait in [fromNs, toNs] that held the rank up by `ns`; `wait` is the caller's number for it.
    void add(qint64 fromNs, qint64 toNs, qint64 ns, quint32 wait)
    {
        // Waits at the same time hold the rank up once.
        const qint64 length = saturatedDifference(toNs, fromNs);
        const qint64 fresh = std::min(length, saturatedDifference(toNs, std::max(fromNs, m_reach)));
        m_reach = std::max(m_reach, toNs);
        const qint64 counted = partOf(ns, fresh, length);
        if (counted <= 0)
            return;
        m_at.push_back(m_at.empty() ? toNs : std::max(toNs, m_at.back()));
        m_sum.push_back(saturatedSum(m_sum.back(), counted));
        m_wait.push_back(wait);
    }
    /// Entries whose wait ended in (from, to].
    [[nodiscard]] std::pair<size_t, size_t> range(qint64 from, qint64 to) const
    {
        const auto at = [this](qint64 t) {
            return static_cast<size_t>(std::ranges::upper_bound(m_at, t) - m_at.begin());
        };
        const size_t first = at(from);
        return {first, std::max(first, at(to))};
    }
    [[nodiscard]] qint64 between(qint64 from, qint64 to) const
    {
        const auto [first, last] = range(from, to);
        return saturatedDifference(m_sum[last], m_sum[first]);
    }
    [[nodiscard]] qint64 ns(size_t i) const { return saturatedDifference(m_sum[i + 1], m_sum[i]); }
    [[nodiscard]] quint32 wait(size_t i) const { return m_wait[i]; }

private:
    std::vector<qint64> m_at;
    std::vector<qint64> m_sum{0};
    std::vector<quint32> m_wait;
    qint64 m_reach = longAgo;
};

} // namespace rs
