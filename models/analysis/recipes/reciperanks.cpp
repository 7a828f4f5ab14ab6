// SPDX-License-Identifier: Apache-2.0
#include "analysis/recipes/reciperanks.h"

#include "analysis/operators/frequency.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/parallel/expertload.h"
#include "analysis/time/stepwindows.h"
#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <functional>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr double nsOfMicro = 1000;
constexpr double usOfMs = 1000;

/// Copies of a step of a rank, and how much of them lies outside of computing and communication; microseconds.
struct CopyTimes
{
    double allUs = 0;
    double uncoveredUs = 0;
};

/// By step: of all that the trace marks.
std::map<QString, CopyTimes> copiesOf(const RankData &rank, const JobContext &job)
{
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    const StepOfStamp stepOf(rank, true, job);
    std::vector<Interval> busy;
    std::map<QString, std::vector<Interval>> copies;
    JobPoll poll(job);
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        const bool hardware = trace.process(lane.process).kind == ProcessKind::AscendHardware;
        if (!hardware && lane.kind != LaneKind::CommGroup)
            continue;
        for (const SliceId id : trace.slicesOf(LaneId{l})) {
            if (poll.isCanceled())
                return {};
            const SliceKind kind = s.kind(id);
            const Interval range{s.start(id), s.end(id)};
            if (kind == SliceKind::CommOperator || (hardware && isComputing(kind)))
                busy.push_back(range);
            else if (hardware && trace.strings().view(s.name(id)) == "MEMCPY_ASYNC")
                copies[stepOf.at(s.start(id))].push_back(range);
        }
    }
    const IntervalSet covered = mergeIntervals(std::move(busy));
    std::map<QString, CopyTimes> out;
    for (const StepWindow &w : stepOf.windows()) {
        CopyTimes times;
        std::vector<Interval> ranges = std::exchange(copies[w.step], {});
        for (const Interval &r : ranges)
            times.allUs += static_cast<double>(r.length()) / nsOfMicro;
        const IntervalSet alone = subtractSets(mergeIntervals(std::move(ranges)), covered);
        times.uncoveredUs = static_cast<double>(totalLength(alone)) / nsOfMicro;
        out.try_emplace(w.step, times);
    }
    return out;
}

using MetKey = std::tuple<QString, QString, QString>; // step, domain, name

struct StageWaits
{
    double transmitUs = 0;
    double waitUs = 0;
};

std::map<std::pair<int, QString>, StageWaits> waitsOfRanks(const Run &run, const JobContext &job)
{
    std::map<MetKey, std::vector<std::pair<int, double>>> operators; // milliseconds by rank index
    std::map<QString, size_t> ranksOf; // of a domain: as groups name them, else those that speak of it
    std::map<QString, std::set<int>> seen;
    JobPoll poll(job);
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i])
            continue;
        for (const GroupInfo &g : run.ranks[i]->groups)
            ranksOf[g.hash] = std::max(ranksOf[g.hash], g.globalRanks.size());
        for (const CommOpRef op : run.ranks[i]->commOps) {
            if (poll.isCanceled())
                return {};
            const auto ms = op.elapseMs();
            if (op.isTotal() || !ms)
                continue;
            seen[op.groupHash()].insert(static_cast<int>(i));
            operators[{op.step(), op.groupHash(), op.name()}].emplace_back(static_cast<int>(i), *ms);
        }
    }
    for (const auto &[hash, ranks] : seen)
        ranksOf[hash] = std::max(ranksOf[hash], ranks.size());
    std::map<std::pair<int, QString>, StageWaits> out;
    for (const auto &[key, times] : operators) {
        const auto &[step, hash, name] = key;
        for (const auto &[rank, ms] : times)
            out.try_emplace({rank, step}); // of a single rank it is 0
        if (times.size() < 2 || times.size() != ranksOf[hash])
            continue;
        double least = times.front().second;
        for (const auto &[rank, ms] : times)
            least = std::min(least, ms);
        for (const auto &[rank, ms] : times) {
            StageWaits &w = out[{rank, step}];
            w.transmitUs += least * usOfMs;
            w.waitUs += (ms - least) * usOfMs;
        }
    }
    return out;
}

} // namespace

std::vector<RankFrequencies> rankFrequencies(const Run &run, const JobContext &job)
{
    constexpr qint64 restingMhz = 800;
    std::vector<RankFrequencies> out;
    qint64 highest = 0;
    JobPoll poll(job);
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i] || !run.ranks[i]->trace)
            continue;
        const Trace &trace = *run.ranks[i]->trace;
        std::set<qint64> known;
        for (const CounterId id : frequencyCounters(trace)) {
            for (const double value : trace.counters()[raw(id)].value) {
                if (poll.isCanceled())
                    return {};
                if (std::isfinite(value) && value > 0)
                    known.insert(std::llround(value));
            }
        }
        if (known.empty())
            continue;
        highest = std::max(highest, *known.rbegin());
        out.push_back({static_cast<int>(i), {known.begin(), known.end()}, RankFrequencies::Kind::Abnormal});
    }
    for (RankFrequencies &r : out) {
        if (r.mhz == std::vector<qint64>{highest})
            r.kind = RankFrequencies::Kind::Normal;
        else if (r.mhz == std::vector<qint64>{restingMhz, highest})
            r.kind = RankFrequencies::Kind::Free;
    }
    return out;
}

std::vector<ExpertTokens> expertTokens(const Run &run, const JobContext &job)
{
    std::vector<ExpertTokens> out;
    JobPoll poll(job);
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i] || !run.ranks[i]->kernels)
            continue;
        const Table &t = *run.ranks[i]->kernels;
        const KernelColumns c(t);
        if (c.type < 0 || c.inputShapes < 0)
            continue;
        ExpertTokens tokens{static_cast<int>(i), namedExpertDomain(*run.ranks[i]), 0};
        bool any = false;
        for (int row = 0; row < t.rows(); ++row) {
            if (poll.isCanceled())
                return {};
            if (!t.textView(row, c.type).starts_with("GroupedMatmul"))
                continue;
            const auto found = groupedTokens(t.strings().text(t.textId(row, c.inputShapes)));
            any = any || found;
            tokens.tokens = saturatedSum(tokens.tokens, found.value_or(0));
        }
        if (any)
            out.push_back(std::move(tokens));
    }
    return out;
}

std::vector<ExpertBalance> expertBalance(const std::vector<ExpertTokens> &tokens)
{
    constexpr size_t most = 20;
    std::map<std::vector<int>, ExpertBalance> byDomain;
    for (const ExpertTokens &t : tokens) {
        if (t.domain.empty())
            continue;
        const auto [at, isNew] =
            byDomain.try_emplace(t.domain, ExpertBalance{t.domain, t.tokens, t.tokens, t.rankIndex});
        ExpertBalance &b = at->second;
        b.leastTokens = std::min(b.leastTokens, t.tokens);
        if (t.tokens > b.mostTokens) {
            b.mostTokens = t.tokens;
            b.mostRank = t.rankIndex;
        }
    }
    std::vector<ExpertBalance> out;
    for (auto &[domain, balance] : byDomain)
        out.push_back(std::move(balance));
    std::ranges::stable_sort(out, std::greater<>(), &ExpertBalance::difference);
    if (out.size() > most)
        out.resize(most);
    return out;
}

std::vector<TimeSummary> timeSummaries(const Run &run, const JobContext &job)
{
    std::vector<TimeSummary> out;
    const auto waits = waitsOfRanks(run, job);
    struct OfTrace
    {
        std::map<QString, CopyTimes> copies;
        std::map<QString, double> stepUs;
    };
    std::map<int, OfTrace> traces; // by rank index
    for (const OverviewRow &row : overview(run, {}, job)) {
        if (row.rankIndex < 0 || !run.ranks[static_cast<size_t>(row.rankIndex)])
            continue;
        const RankData &rank = *run.ranks[static_cast<size_t>(row.rankIndex)];
        TimeSummary s;
        s.rankIndex = row.rankIndex;
        s.step = row.step;
        s.computationUs = row.computingUs;
        s.uncoveredUs = row.notOverlappedUs;
        s.coveredUs = row.overlappedUs;
        s.communicationUs = row.communicationUs;
        s.freeUs = row.freeUs;
        if (const auto w = waits.find({row.rankIndex, row.step}); w != waits.end()) {
            s.transmitUs = w->second.transmitUs;
            s.waitUs = w->second.waitUs;
        }
        if (rank.trace) {
            const auto [at, isNew] = traces.try_emplace(row.rankIndex);
            OfTrace &known = at->second;
            if (isNew) {
                known.copies = copiesOf(rank, job);
                for (const StepMark &mark : rank.trace->steps())
                    known.stepUs[QString::number(mark.step)] =
                        static_cast<double>(mark.endNs - mark.startNs) / nsOfMicro;
            }
            if (const auto mark = known.stepUs.find(row.step); mark != known.stepUs.end())
                s.stepUs = mark->second;
            if (const auto times = known.copies.find(row.step); times != known.copies.end()) {
                s.memoryUs = times->second.allUs;
                s.uncoveredMemoryUs = times->second.uncoveredUs;
                if (s.freeUs)
                    s.freeUs = std::max(0.0, *s.freeUs - times->second.uncoveredUs);
            }
        }
        out.push_back(std::move(s));
    }
    std::ranges::stable_sort(out, {}, &TimeSummary::rankIndex);
    return job.isCanceled() ? std::vector<TimeSummary>() : out;
}

} // namespace rs
