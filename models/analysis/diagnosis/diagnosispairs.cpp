// SPDX-License-Identifier: Apache-2.0
// Two peers that differ do not tell who is the odd one. Other stages of the pipeline do, where they run the same
// operators.
#include "analysis/diagnosis/stageoperators.h"
#include "core/base/saturate.h"

#include <algorithm>

namespace rs {

namespace {

// Of the steps this part must show it.
constexpr double nearlyAllOfPair = 0.7;

std::optional<Excess> excessOver(const DiagnosisBase &base, const PeerDifference &two)
{
    Excess out;
    out.rank = two.more;
    out.normalPeer = two.less;
    out.peers = 1;
    out.everywhere = true;
    size_t shown = 0;
    const std::vector<size_t> steps = base.allSteps();
    for (const size_t s : steps) {
        const auto own = base.cells[static_cast<size_t>(two.more)][s].evenComputeNs;
        const auto peer = base.cells[static_cast<size_t>(two.less)][s].evenComputeNs;
        if (!own || !peer)
            return std::nullopt;
        const qint64 more = saturatedDifference(*own, *peer);
        shown += static_cast<double>(more) >= base.limits.computeDeviation / 2 * static_cast<double>(*peer) ? 1 : 0;
        out.add(s, more, *peer);
    }
    return static_cast<double>(shown) >= nearlyAllOfPair * static_cast<double>(steps.size()) ? std::optional(out)
                                                                                             : std::nullopt;
}

} // namespace

std::vector<OddOfTwo> oddOnesOfTwo(const DiagnosisBase &base, const std::vector<PeerDifference> &differences)
{
    StageOperators operators(base);
    std::vector<OddOfTwo> out;
    for (const PeerDifference &two : differences) {
        if (!two.enough || base.job.isCanceled())
            continue;
        std::vector<std::vector<int>> others;
        for (size_t g = 0; g < base.groups.size(); ++g) {
            const std::vector<int> &group = base.groups[g];
            if (base.groupStages[g] >= 0 && std::ranges::find(group, two.more) == group.end())
                others.push_back(group);
        }
        const UsualTimes usual = operators.usualOf(others);
        const std::vector<size_t> steps = base.allSteps();
        const auto more = operators.commonOf(two.more, usual, {}, steps);
        const auto less = operators.commonOf(two.less, usual, {}, steps);
        const double deviation = base.limits.computeDeviation;
        if (!more || !less || !more->isSlow(deviation) || !less->isEnough() || less->isSlow(deviation))
            continue;
        if (std::optional<Excess> excess = excessOver(base, two))
            out.push_back({std::move(*excess), more->factor()});
    }
    return out;
}

} // namespace rs
