// SPDX-License-Identifier: Apache-2.0
// Peers that differ by enough though none of them stands out.
#include "analysis/diagnosisbase.h"
#include "analysis/peerspread.h"
#include "core/saturate.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace rs {

void DiagnosisBase::judgeUnevenness(const PeerValues &values, const Question &question, ExcessReport &out)
{
    const std::vector<double> &sums = values.sums;
    std::vector<size_t> order(sums.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return sums[a] > sums[b]; });
    std::vector<qint64> half;
    for (size_t i = order.size() / 2; i < order.size(); ++i)
        half.push_back(static_cast<qint64>(sums[order[i]]));
    PeerUnevenness u;
    u.halfNs = medianOf(std::move(half));
    u.least = values.ranks[order.back()];
    u.ns = saturatedDifference(static_cast<qint64>(sums[order.front()]), u.halfNs);
    for (const size_t i : order) {
        if (question.isEnough(saturatedDifference(static_cast<qint64>(sums[i]), u.halfNs), u.halfNs, values.lengthNs))
            u.slow.push_back(values.ranks[i]);
    }
    if (!u.slow.empty() && (!out.uneven || u.ns > out.uneven->ns))
        out.uneven = std::move(u);
}

} // namespace rs
