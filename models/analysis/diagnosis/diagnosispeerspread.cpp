// SPDX-License-Identifier: Apache-2.0
// Peers that differ by enough though none of them stands out, and who does by the operators that all of them have.
#include "analysis/diagnosis/stageoperators.h"
#include "analysis/overview/peerspread.h"
#include "analysis/ranks/peeroutliers.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace rs {

namespace {

// The operators of more take too long to read for one sentence.
constexpr size_t mostPeersRead = 64;

} // namespace

std::vector<OddOfUneven> oddOnesOfUneven(const DiagnosisBase &base, const DiagnosisBase::Question &question,
                                         ExcessReport &report)
{
    StageOperators operators(base);
    std::vector<OddOfUneven> out;
    std::erase_if(report.uneven, [&](const PeerUnevenness &u) {
        const size_t before = out.size();
        const std::vector<AlikeOperators> alike =
            u.ranks.size() > mostPeersRead ? std::vector<AlikeOperators>() : operators.alikeOf(u.ranks);
        std::vector<double> times;
        for (const AlikeOperators &a : alike)
            times.push_back(static_cast<double>(a.ns));
        const double median = lowerMedian(times);
        for (const size_t i : highOutliers(times, base.limits.outliers)) {
            if (!alike[i].isEnough() ||
                !question.isEnough(static_cast<qint64>(times[i] - median), static_cast<qint64>(median), 0))
                continue;
            if (std::optional<Excess> excess = base.excessOf(u.ranks[i], u.ranks, question))
                out.push_back({std::move(*excess), times[i] / median});
        }
        // Steps in which it stands out as well are among all of them.
        std::erase_if(report.excesses, [&](const Excess &e) {
            return std::any_of(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                               [&e](const OddOfUneven &odd) { return odd.excess.rank == e.rank; });
        });
        return out.size() > before;
    });
    return out;
}

void DiagnosisBase::judgeUnevenness(const PeerValues &values, const Question &question, ExcessReport &out)
{
    const std::vector<double> &sums = values.sums;
    std::vector<size_t> order(sums.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return sums[a] > sums[b]; });
    std::vector<qint64> half;
    for (size_t i = order.size() / 2; i < order.size(); ++i)
        half.push_back(static_cast<qint64>(sums[order[i]]));
    PeerUnevenness u;
    u.halfNs = medianOf(std::move(half));
    u.ranks = values.ranks;
    u.least = values.ranks[order.back()];
    u.ns = saturatedDifference(static_cast<qint64>(sums[order.front()]), u.halfNs);
    for (const size_t i : order) {
        if (question.isEnough(saturatedDifference(static_cast<qint64>(sums[i]), u.halfNs), u.halfNs, values.lengthNs))
            u.slow.push_back(values.ranks[i]);
    }
    if (!u.slow.empty())
        out.uneven.push_back(std::move(u));
}

} // namespace rs
