// SPDX-License-Identifier: Apache-2.0
#include "analysis/recipes/recipevotes.h"

#include "analysis/operators/operatorscan.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"
#include "analysis/recipes/linkrecipe.h"
#include "analysis/time/devicetasks.h"
#include "core/base/intervals.h"
#include "core/trace/taskkind.h"
#include "core/trace/trace.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace rs {

namespace {

constexpr size_t mostOfDixon = 100;

/// Dixon's one-sided limits at 99.5 %, of 3 values on.
constexpr std::array<double, 98> dixonLimits{
    .994, .920, .823, .744, .680, .723, .676, .638, .707, .675, .649, .672, .649, .629, .611, .595, .580,
    .568, .556, .545, .536, .526, .519, .510, .503, .496, .489, .484, .478, .473, .468, .463, .458, .454,
    .450, .446, .442, .439, .435, .432, .429, .425, .423, .420, .417, .414, .412, .409, .407, .405, .402,
    .400, .398, .396, .394, .392, .391, .388, .387, .385, .383, .382, .380, .379, .377, .376, .374, .372,
    .371, .370, .368, .368, .366, .365, .364, .363, .361, .360, .359, .358, .356, .356, .355, .353, .352,
    .352, .351, .350, .349, .348, .347, .346, .345, .344, .344, .343, .341, .341};

size_t placeOfShortest(const std::vector<qint64> &ns)
{
    return static_cast<size_t>(std::ranges::min_element(ns) - ns.begin());
}

bool isShortByDixon(std::vector<qint64> ns)
{
    std::ranges::sort(ns);
    const size_t n = ns.size();
    constexpr size_t mostAlike = 3; // the test divides by differences of the values
    if (n <= 2 || std::set<qint64>(ns.begin(), ns.end()).size() <= mostAlike)
        return false;
    const size_t low = n <= 10 ? 1 : 2;
    const size_t fromTop = n <= 7 ? 0 : n <= 13 ? 1 : 2;
    const auto difference = [&ns](size_t a, size_t b) { return static_cast<double>(ns[a] - ns[b]); };
    const double range = difference(n - 1 - fromTop, 0);
    return range > 0 && difference(low, 0) / range > dixonLimits[n - 3];
}

SlowOperator slowOperatorOf(const std::vector<CollectivePart> &ops, const std::vector<qint64> &ns,
                            const std::vector<size_t> &slow)
{
    SlowOperator out;
    out.time = describe(ns);
    out.startNs = ops[slow.front()].startNs;
    out.slice = ops[slow.front()].slice;
    for (const size_t place : slow) {
        out.ranks.push_back(ops[place].rankIndex);
        out.startNs = std::min(out.startNs, ops[place].startNs);
    }
    return out;
}

/// Communication of a rank by the name of its group, and its kernels.
struct RankRanges
{
    std::map<QString, std::vector<Interval>> byType;
    IntervalSet kernels;
};

RankRanges rangesOf(const RankData &rank, const DomainIndex &domains, const JobContext &job)
{
    RankRanges out;
    for (const CollectiveSequence &sequence : collectiveSequences(rank, job)) {
        const Domain *const domain = domains.find(sequence.domain);
        if (!domain || domain->pgName.isEmpty())
            continue;
        for (const CollectiveOp &op : sequence.ops)
            out.byType[domain->pgName].push_back({op.startNs, op.endNs});
    }
    const Trace &trace = *rank.trace;
    std::vector<Interval> kernels;
    const bool isWhole = visitDeviceTasks(trace, job, [&](SliceId s) {
        if (isComputing(trace.slices().kind(s)))
            kernels.push_back({trace.slices().start(s), trace.slices().end(s)});
    });
    if (!isWhole)
        return out;
    out.kernels = mergeIntervals(std::move(kernels));
    return out;
}

/// The recipe's kinds of parallelism, then the other names.
std::vector<QStringList> parallelTypes(const RankRanges &ranges)
{
    const QStringList single{QStringLiteral("edp"), QStringLiteral("dp"), QStringLiteral("ep"),
                             QStringLiteral("pp"),  QStringLiteral("mp"), QStringLiteral("tp")};
    std::vector<QStringList> out{{QStringLiteral("dp"), QStringLiteral("edp")}};
    for (const QString &type : single)
        out.push_back({type});
    for (const auto &[type, ops] : ranges.byType) {
        if (!single.contains(type))
            out.push_back({type});
    }
    return out;
}

} // namespace

std::vector<size_t> tooShort(const std::vector<qint64> &durationsNs)
{
    if (durationsNs.size() <= mostOfDixon)
        return isShortByDixon(durationsNs) ? std::vector<size_t>{placeOfShortest(durationsNs)} : std::vector<size_t>();
    const auto n = static_cast<double>(durationsNs.size());
    double mean = 0;
    for (const qint64 ns : durationsNs)
        mean += static_cast<double>(ns) / n;
    double squares = 0;
    for (const qint64 ns : durationsNs)
        squares += (static_cast<double>(ns) - mean) * (static_cast<double>(ns) - mean);
    const double far = 3 * std::sqrt(squares / n);
    std::vector<size_t> out;
    bool isOneLong = false;
    for (size_t i = 0; i < durationsNs.size(); ++i) {
        const double off = static_cast<double>(durationsNs[i]) - mean;
        if (off < -far)
            out.push_back(i);
        isOneLong = isOneLong || off > far;
    }
    const size_t shortest = placeOfShortest(durationsNs);
    if (isOneLong && std::ranges::find(out, shortest) == out.end())
        out.push_back(shortest);
    return out;
}

SlowRankRecipe slowRankRecipe(const Run &run, const JobContext &job)
{
    SlowRankRecipe out;
    const DomainIndex domains(run, job);
    std::map<int, qint64> votes;
    JobPoll poll(job);
    const NamedCollectives all = namedCollectives(run, job);
    for (const auto &[hash, byName] : all.byDomain) {
        const size_t ranks = byName.begin()->second.parts.size();
        const bool isEven =
            std::ranges::all_of(byName, [ranks](const auto &named) { return named.second.parts.size() == ranks; });
        if (!isEven || ranks < 2)
            continue;
        const Domain *const domain = domains.find(hash);
        for (const auto &[name, collective] : byName) {
            if (poll.isCanceled())
                return {};
            ++out.collectives;
            std::vector<qint64> ns;
            for (const CollectivePart &part : collective.parts)
                ns.push_back(part.ns);
            const std::vector<size_t> slow = tooShort(ns);
            if (slow.empty())
                continue;
            SlowOperator &found = out.operators.emplace_back(slowOperatorOf(collective.parts, ns, slow));
            found.name = name.first;
            found.domain = domain && !domain->communicator().isEmpty() ? domain->communicator() : hash;
            for (const int rank : found.ranks)
                ++votes[rank];
        }
    }
    for (const auto &[rank, count] : votes)
        out.votes.push_back({rank, count});
    std::ranges::stable_sort(out.votes, std::greater<>(), &RankVotes::votes);
    std::ranges::stable_sort(out.operators, {}, &SlowOperator::startNs);
    return out;
}

std::vector<Masking> maskings(const Run &run, const JobContext &job)
{
    std::vector<Masking> out;
    const DomainIndex domains(run, job);
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i] || !run.ranks[i]->trace || run.ranks[i]->trace->steps().empty())
            continue;
        const Trace &trace = *run.ranks[i]->trace;
        const RankRanges ranges = rangesOf(*run.ranks[i], domains, job);
        for (const QStringList &types : parallelTypes(ranges)) {
            std::vector<Interval> ops;
            for (const QString &type : types) {
                if (const auto of = ranges.byType.find(type); of != ranges.byType.end())
                    ops.insert(ops.end(), of->second.begin(), of->second.end());
            }
            if (ops.empty())
                continue;
            std::ranges::sort(ops);
            std::set<qint64> told; // a step that several threads mark counts once
            for (const StepMark &mark : trace.steps()) {
                if (job.isCanceled())
                    return {};
                if (mark.endNs <= mark.startNs || !told.insert(mark.step).second)
                    continue;
                // As a whole, what of an operator reaches beyond the step included.
                std::vector<Interval> inStep;
                for (const Interval &op : ops) {
                    if (op.from >= mark.endNs)
                        break;
                    if (op.to > mark.startNs)
                        inStep.push_back(op);
                }
                const IntervalSet merged = mergeIntervals(std::move(inStep));
                Masking m;
                m.rankIndex = static_cast<int>(i);
                m.step = QString::number(mark.step);
                m.types = types.join(u'+');
                m.startNs = mark.startNs;
                m.endNs = mark.endNs;
                m.communicationNs = totalLength(merged);
                m.uncoveredNs = totalLength(subtractSets(merged, ranges.kernels));
                out.push_back(std::move(m));
            }
        }
    }
    return job.isCanceled() ? std::vector<Masking>() : out;
}

} // namespace rs
