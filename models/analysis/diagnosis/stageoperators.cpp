// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/stageoperators.h"

#include "analysis/compare/slowdowncause.h"
#include "analysis/operators/operatorscan.h"
#include "analysis/operators/operatorstats.h"
#include "analysis/overview/peerspread.h"
#include "core/base/saturate.h"
#include "core/text/missingname.h"

#include <algorithm>

namespace rs {

namespace {

// So many ranks of a stage tell how long its operators take.
constexpr size_t ranksCompared = 8;
// Least part of a rank's computing that must be operators of other stages, too.
constexpr double leastCommon = 0.5;

} // namespace

bool CommonOperators::isEnough() const
{
    return commonNs >= leastCommon * static_cast<double>(totalNs);
}

bool AlikeOperators::isEnough() const
{
    return static_cast<double>(ns) >= leastCommon * static_cast<double>(totalNs);
}

bool CommonOperators::isSlow(double deviation) const
{
    return isEnough() && longerNs < commonNs && longerNs >= deviation * (commonNs - longerNs);
}

const KernelSums &StageOperators::of(int rank, const std::vector<size_t> &steps)
{
    const auto [at, isNew] = m_operators.try_emplace({rank, steps});
    const auto &data = m_base.run.ranks[static_cast<size_t>(rank)];
    if (!isNew || !data)
        return at->second;
    KernelSums &out = at->second;
    const auto add = [&](const std::optional<Interval> &window) {
        OperatorQuery query;
        query.grouping = OperatorGrouping::Shape;
        query.acrossCores = true;
        query.window = window;
        const OperatorTable table = operatorStats(*data, query, m_base.job);
        out.shapes = table.shapes && table.types;
        out.totalNs = saturatedSum(out.totalNs, table.totalNs);
        for (const OperatorRow &row : table.rows) {
            if (isMissingName(row.type.isEmpty() ? row.name : row.type))
                continue; // what bears no name is the same operator nowhere
            KernelSum &sum = out.sums[{row.type.isEmpty() ? row.name : row.type, row.shapes}];
            sum.type = row.type.isEmpty() ? row.name : row.type;
            sum.calls += row.calls;
            sum.ns = saturatedSum(sum.ns, row.totalNs);
        }
    };
    if (steps.empty())
        add(std::nullopt);
    for (const size_t s : steps) {
        const std::optional<Interval> &window = m_base.cells[static_cast<size_t>(rank)][s].window;
        if (!window) {
            out = {};
            break;
        }
        add(window);
    }
    return out;
}

UsualTimes StageOperators::usualOf(const std::vector<std::vector<int>> &stages, const std::vector<size_t> &steps)
{
    UsualTimes out;
    for (const std::vector<int> &ranks : stages) {
        std::map<OperatorKey, std::vector<double>> ofStage;
        for (size_t r = 0; r < std::min(ranksCompared, ranks.size()); ++r) {
            const KernelSums &known = of(ranks[r], steps);
            if (!known.shapes)
                continue;
            for (const auto &[key, sum] : known.sums)
                ofStage[key].push_back(sum.averageNs());
        }
        for (auto &[key, averages] : ofStage)
            out[key].push_back(medianOf(std::move(averages)));
    }
    return out;
}

qint64 StageOperators::droppedOf(int rank, const std::vector<size_t> &steps) const
{
    qint64 out = 0;
    for (const size_t s : steps) {
        const DiagnosisCell &cell = m_base.cells[static_cast<size_t>(rank)][s];
        const qint64 computed = cell.computeNs.value_or(0);
        out = saturatedSum(out, computed - cell.evenComputeNs.value_or(computed));
    }
    return out;
}

std::set<OperatorKey> StageOperators::alikeOperators(const std::vector<int> &ranks)
{
    std::set<OperatorKey> out;
    const auto callsOf = [this](int rank, const OperatorKey &key) {
        const auto &sums = of(rank).sums;
        const auto at = sums.find(key);
        return at == sums.end() ? 0 : at->second.calls;
    };
    if (ranks.empty())
        return out;
    for (const auto &known : of(ranks.front()).sums) {
        if (std::ranges::all_of(ranks, [&](int rank) { return callsOf(rank, known.first) == known.second.calls; }))
            out.insert(known.first);
    }
    return out;
}

std::vector<AlikeOperators> StageOperators::alikeOf(const std::vector<int> &ranks)
{
    std::vector<AlikeOperators> out;
    const std::set<OperatorKey> alike = alikeOperators(ranks);
    for (const int rank : ranks) {
        const KernelSums &own = of(rank);
        if (m_base.job.isCanceled() || !own.shapes)
            return {};
        out.push_back({0, own.totalNs});
        for (const OperatorKey &key : alike)
            out.back().ns = saturatedSum(out.back().ns, own.sums.at(key).ns);
        out.back().ns = saturatedDifference(out.back().ns, droppedOf(rank, m_base.allSteps()));
    }
    return out;
}

IntervalSet StageOperators::kernelsOf(int rank, const std::set<OperatorKey> &operators, bool allBut) const
{
    std::vector<Interval> out;
    const auto &data = m_base.run.ranks[static_cast<size_t>(rank)];
    StringPool texts;
    std::map<std::pair<StrId, StrId>, bool> known;
    const bool whole =
        data && data->kernels && scanKernels(*data, {}, texts, m_base.job, [&](const OperatorCall &call) {
            const auto [at, isNew] = known.try_emplace({call.type, call.shapes});
            if (isNew)
                at->second = operators.contains({texts.text(call.type), texts.text(call.shapes)}) != allBut;
            if (at->second && call.timed)
                out.push_back({call.startNs, saturatedSum(call.startNs, call.durationNs)});
        });
    return whole ? mergeIntervals(std::move(out)) : IntervalSet();
}

std::optional<CommonOperators> StageOperators::commonOf(int rank, const UsualTimes &usual,
                                                        const std::vector<size_t> &steps,
                                                        const std::vector<size_t> &drops)
{
    const KernelSums &own = of(rank, steps);
    if (m_base.job.isCanceled() || !own.shapes || own.totalNs <= 0)
        return std::nullopt;
    CommonOperators out;
    out.totalNs = own.totalNs;
    std::map<QString, OperatorPair> pairs; // by type
    for (const auto &[key, sum] : own.sums) {
        const auto known = usual.find(key);
        if (known == usual.end())
            continue;
        const double excess =
            static_cast<double>(sum.calls) * (sum.averageNs() - medianOf(std::vector<double>(known->second)));
        out.commonNs += static_cast<double>(sum.ns);
        out.longerNs += excess;
        out.more[sum.type] += excess;
        OperatorPair &pair = pairs[sum.type];
        pair.type = sum.type;
        pair.otherNs = saturatedSum(pair.otherNs, sum.ns);
        pair.baseNs = saturatedSum(pair.baseNs, sum.ns - saturatedRound(excess));
        pair.otherCalls += sum.calls;
        pair.baseCalls += sum.calls;
    }
    // Losses by drops of the frequency are told of the rank.
    out.longerNs -= static_cast<double>(droppedOf(rank, drops));
    std::vector<OperatorPair> types;
    for (const auto &[type, pair] : pairs)
        types.push_back(pair);
    out.even = slowdownCauseOf(types).kind == SlowdownKind::Device;
    return out;
}

} // namespace rs
