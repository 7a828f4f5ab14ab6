// SPDX-License-Identifier: Apache-2.0
#include "analysis/recipes/recipesums.h"

#include "analysis/operators/kernelcalls.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr size_t mostOfTop = 15;

struct CallSum
{
    std::vector<qint64> ns;
    qint64 leastNs = 0;
    qint64 mostNs = -1;
    int leastRank = -1;
    int mostRank = -1;
    SliceId longest = NoSlice;
};

using SumKey = std::tuple<StrId, StrId, StrId, StrId, int>; // type, core, name, shapes, rank

bool isOfEachRank(RecipeSum which)
{
    return which == RecipeSum::ComputeByType || which == RecipeSum::ComputeByName ||
           which == RecipeSum::CollectiveByRank;
}

SumKey sumKeyOf(RecipeSum which, const OperatorCall &call, int rank)
{
    const int of = isOfEachRank(which) ? rank : -1;
    switch (which) {
    case RecipeSum::ComputeAll:
    case RecipeSum::ComputeByType:
        return {call.type, call.core, NoText, NoText, of};
    case RecipeSum::ComputeByName:
        return {call.type, call.core, call.name, call.shapes, of};
    case RecipeSum::CollectiveAll:
    case RecipeSum::CollectiveByRank:
        return {call.type, NoText, NoText, NoText, of};
    case RecipeSum::CollectiveTop:
        break;
    }
    return {NoText, NoText, call.name, NoText, of};
}

double quantile(const std::vector<qint64> &ascending, double q)
{
    const double at = q * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<size_t>(at);
    const auto low = static_cast<double>(ascending[below]);
    const double high = static_cast<double>(ascending[std::min(below + 1, ascending.size() - 1)]);
    return low + (high - low) * (at - static_cast<double>(below));
}

} // namespace

Described describe(std::vector<qint64> durationsNs)
{
    std::ranges::sort(durationsNs);
    Described out;
    out.count = std::ssize(durationsNs);
    const auto n = static_cast<double>(out.count);
    double sum = 0;
    for (const qint64 ns : durationsNs) {
        out.sumNs = saturatedSum(out.sumNs, ns);
        sum += static_cast<double>(ns);
    }
    out.meanNs = sum / n;
    double squares = 0;
    for (const qint64 ns : durationsNs)
        squares += (static_cast<double>(ns) - out.meanNs) * (static_cast<double>(ns) - out.meanNs);
    if (out.count > 1)
        out.deviationNs = std::sqrt(squares / (n - 1));
    out.leastNs = durationsNs.front();
    out.mostNs = durationsNs.back();
    out.q1Ns = quantile(durationsNs, 0.25);
    out.medianNs = quantile(durationsNs, 0.5);
    out.q3Ns = quantile(durationsNs, 0.75);
    return out;
}

std::vector<RecipeSumRow> recipeSums(const Run &run, RecipeSum which, const JobContext &job)
{
    const bool communicates = which >= RecipeSum::CollectiveAll;
    OperatorGroupQuery query;
    query.by = communicates ? OperatorGroupBy::CommOperator : OperatorGroupBy::NameShape;
    std::vector<int> ranks;
    for (int i = 0; i < static_cast<int>(run.ranks.size()); ++i)
        ranks.push_back(i);
    KernelCalls walk(run, ranks, query, job);
    std::map<SumKey, CallSum> sums;
    int current = -1;
    const bool whole = walk.run([&current](const RankData &, int index, bool) { current = index; },
                                [&](const OperatorCall &call) {
                                    CallSum &sum = sums[sumKeyOf(which, call, current)];
                                    if (sum.ns.empty() || call.durationNs < sum.leastNs) {
                                        sum.leastNs = call.durationNs;
                                        sum.leastRank = current;
                                    }
                                    if (call.durationNs > sum.mostNs) {
                                        sum.mostNs = call.durationNs;
                                        sum.mostRank = current;
                                        sum.longest = call.slice;
                                    }
                                    sum.ns.push_back(call.durationNs);
                                });
    if (!whole)
        return {};
    std::vector<RecipeSumRow> out;
    out.reserve(sums.size());
    for (auto &[key, sum] : sums) {
        const auto &[type, core, name, shapes, rank] = key;
        const StringPool &texts = walk.texts();
        out.push_back({texts.text(type), texts.text(core), texts.text(name), texts.text(shapes),
                       rank >= 0 ? rank : sum.mostRank, describe(std::exchange(sum.ns, {})), sum.leastRank,
                       sum.mostRank, sum.longest});
    }
    const bool byMean = which == RecipeSum::CollectiveTop;
    std::ranges::sort(out, [byMean](const RecipeSumRow &a, const RecipeSumRow &b) {
        const double first = byMean ? a.time.meanNs : static_cast<double>(a.time.sumNs);
        const double second = byMean ? b.time.meanNs : static_cast<double>(b.time.sumNs);
        return first != second ? first > second
                               : std::tie(a.name, a.type, a.core, a.shapes, a.rankIndex) <
                                     std::tie(b.name, b.type, b.core, b.shapes, b.rankIndex);
    });
    if (byMean && out.size() > mostOfTop)
        out.erase(out.begin() + mostOfTop, out.end());
    return out;
}

} // namespace rs
