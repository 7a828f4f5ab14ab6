// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/flowstats.h"

#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

qint64 between(qint64 low, qint64 high, double part)
{
    return saturatedSum(low, saturatedRound(part * static_cast<double>(saturatedDifference(high, low))));
}

} // namespace

qint64 valueAt(const std::vector<qint64> &sorted, double rank)
{
    const auto below = static_cast<size_t>(rank);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = rank - static_cast<double>(below);
    return between(sorted[below], sorted[above], part);
}

qint64 percentile(const std::vector<qint64> &sorted, double p)
{
    return valueAt(sorted, p * static_cast<double>(sorted.size() - 1));
}

qint64 percentileOf(std::vector<qint64> &values, double p)
{
    const double at = p * static_cast<double>(values.size() - 1);
    const auto below = values.begin() + static_cast<qsizetype>(at);
    std::nth_element(values.begin(), below, values.end());
    const auto above = std::min_element(below + (below + 1 == values.end() ? 0 : 1), values.end());
    const double part = at - std::floor(at);
    return between(*below, *above, part);
}

int joinedCategory(const Trace &trace, std::string_view name)
{
    const std::vector<FlowCategory> &all = trace.flows().categories();
    const auto at = std::ranges::find_if(
        all, [&](const FlowCategory &c) { return c.joined > 0 && trace.strings().view(c.name) == name; });
    return at == all.end() ? -1 : static_cast<int>(at - all.begin());
}

std::vector<FlowBlock> flowBlocks(const FlowStore &flows)
{
    constexpr quint32 mostBlocks = 16;
    constexpr quint32 leastFlows = 16384;
    const quint32 count = std::clamp<quint32>(flows.size() / leastFlows, 1, mostBlocks);
    std::vector<FlowBlock> out;
    for (quint64 i = 0; i < count; ++i)
        out.push_back(
            {static_cast<quint32>(flows.size() * i / count), static_cast<quint32>(flows.size() * (i + 1) / count)});
    return out;
}

std::vector<FlowStat> flowStats(const Trace &trace, const JobContext &job)
{
    const FlowStore &flows = trace.flows();
    std::vector<std::vector<qint64>> delays(flows.categories().size());
    for (size_t c = 0; c < delays.size(); ++c)
        delays[c].reserve(flows.categories()[c].joined);
    for (const Flow &f : flows.flows())
        delays[f.category].push_back(saturatedDifference(f.toNs, f.fromNs));
    std::vector<FlowStat> out;
    for (size_t c = 0; c < delays.size(); ++c) {
        if (job.isCanceled())
            return {};
        const FlowCategory &category = flows.categories()[c];
        FlowStat s;
        s.category = category.name;
        s.joined = category.joined;
        s.orphanStarts = category.orphanStarts;
        s.orphanEnds = category.orphanEnds;
        s.orphansOutOfSlice = category.orphansOutOfSlice;
        s.orphansCutOff = category.orphansCutOff;
        s.orphansAlone = category.orphansAlone;
        s.negative = category.negative;
        if (!delays[c].empty()) {
            std::ranges::sort(delays[c]);
            s.medianNs = percentile(delays[c], 0.5);
            s.p5Ns = percentile(delays[c], 0.05);
            s.p95Ns = percentile(delays[c], 0.95);
        }
        out.push_back(s);
    }
    return out;
}

} // namespace rs
