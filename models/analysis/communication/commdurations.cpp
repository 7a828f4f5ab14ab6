// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commdurations.h"

#include "analysis/communication/commrecord.h"
#include "analysis/communication/operatorchoice.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/knownranks.h"
#include "analysis/time/optionalsum.h"
#include "analysis/time/stepwindows.h"
#include "core/job/jobcontext.h"
#include "core/run/tracefiles.h"

#include <QSet>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

struct OldStep
{
    bool haveOperators = false;
    bool haveParts = false; // of some operator
    std::optional<double> transitMs;
    std::optional<double> waitMs;
    std::optional<CommOpRef> whole;

    void add(const CommOpRef &op)
    {
        if (op.isTotal()) {
            whole = op;
            return;
        }
        addPart(transitMs, op.transitMs(), !haveOperators);
        addPart(waitMs, op.waitMs(), !haveOperators);
        haveOperators = true;
        haveParts = haveParts || op.transitMs();
    }
    [[nodiscard]] bool isWhole() const { return whole && !haveParts; }
};

} // namespace

LegacyCommFiles legacyCommFilesOf(const RankData &rank)
{
    if (!rank.legacy)
        return LegacyCommFiles::None;
    const auto has = [&rank](const char *kind) {
        return std::ranges::any_of(rank.info.files,
                                   [kind](const FileEntry &f) { return f.used && f.kind == QLatin1String(kind); });
    };
    if (has("legacy_hccl_trace"))
        return LegacyCommFiles::Iterations;
    const bool costs = has("legacy_hccl");
    const bool times = has("legacy_steps");
    return costs == times ? LegacyCommFiles::Both : costs ? LegacyCommFiles::Costs : LegacyCommFiles::Times;
}

std::optional<LegacyStepSums> legacyStepSums(const RankData &rank, const QString &step)
{
    if (!rank.legacy)
        return std::nullopt;
    std::map<QString, OldStep> steps;
    for (const CommOpRef op : rank.commOps) {
        if (step.isEmpty() || op.step() == step)
            steps[op.step()].add(op);
    }
    if (std::ranges::none_of(steps, [](const auto &s) { return s.second.isWhole(); }))
        return std::nullopt;
    LegacyStepSums out;
    bool isFirst = true;
    for (const auto &[number, s] : steps) {
        addPart(out.transitMs, s.isWhole() ? s.whole->transitMs() : s.transitMs, isFirst);
        addPart(out.waitMs, s.isWhole() ? s.whole->waitMs() : s.waitMs, isFirst);
        out.haveOperators = out.haveOperators && s.haveOperators;
        isFirst = false;
    }
    return out;
}

namespace {

class TimesCollector
{
public:
    TimesCollector(const Run &run, const CommQuery &query, const JobContext &job)
        : m_run(run), m_query(query), m_job(job), m_domains(run, job), m_chosen(m_domains.all(), query.domain),
          m_places(run)
    {
    }

    std::vector<OperatorTime> take()
    {
        addRecords();
        for (size_t i = 0; i < m_run.ranks.size(); ++i) {
            const auto &rank = m_run.ranks[i];
            if (rank && rank->trace && rank->commOps.empty() && isAsked(rank->info))
                addTrace(*rank, static_cast<int>(i));
        }
        return m_job.isCanceled() ? std::vector<OperatorTime>() : std::move(m_out);
    }

private:
    [[nodiscard]] bool isAsked(const RankInfo &info) const
    {
        return m_query.rank.isEmpty() || m_query.rank == (info.rank >= 0 ? QString::number(info.rank) : info.label);
    }

    void addRecords()
    {
        for (CommRow &r :
             communicationRows(m_run, {m_query.step, m_query.domain, m_query.op, false, m_query.rank}, m_job)) {
            const int index = m_places.of(r.rank, r.rankLabel);
            const LegacyCommFiles files = filesOf(index);
            const bool isKnown = r.elapseMs || (files != LegacyCommFiles::None && r.transitMs);
            if (r.total || !isKnown)
                continue;
            OperatorTime &t = m_out.emplace_back();
            static_cast<CommTimes &>(t) = r;
            t.step = std::move(r.step);
            t.domain = std::move(r.domain);
            t.domainHash = std::move(r.domainHash);
            t.kind = collectiveKind(r.op.toStdString());
            t.op = std::move(r.op);
            t.p2p = r.p2p;
            t.rank = r.rank;
            t.rankLabel = r.rank >= 0 ? QString::number(r.rank) : r.rankLabel;
            t.rankIndex = index;
            t.startNs = startOf(r);
            const auto &data = t.rankIndex < 0 ? nullptr : m_run.ranks[static_cast<size_t>(t.rankIndex)];
            t.oldFiles = files;
            t.isOfDatabase = data && hasCommunicationOfDatabase(data->info);
        }
    }
    [[nodiscard]] LegacyCommFiles filesOf(int rankIndex)
    {
        const auto [at, isNew] = m_oldFiles.try_emplace(rankIndex, LegacyCommFiles::None);
        if (const auto &data = rankIndex < 0 ? nullptr : m_run.ranks[static_cast<size_t>(rankIndex)]; isNew && data)
            at->second = legacyCommFilesOf(*data);
        return at->second;
    }
    void addTrace(const RankData &rank, int index)
    {
        const std::vector<StepWindow> windows = stepWindows(rank, m_job);
        const auto stepAt = [&windows](qint64 ns) {
            for (const StepWindow &w : windows) {
                if (ns >= w.device.from && ns < w.device.to)
                    return w.step;
            }
            return QString();
        };
        std::vector<CollectiveSequence> sequences = collectiveSequences(rank, m_job);
        nameDomains(sequences, m_domains.all(), rank.info.rank);
        for (const CollectiveSequence &sequence : sequences) {
            for (const CollectiveOp &op : sequence.ops) {
                if (!isChosen(m_chosen, m_domains, sequence.domain, *rank.trace, op.lane))
                    continue;
                const QString step = stepAt(op.startNs);
                const QString name = rank.trace->strings().text(rank.trace->slices().name(op.slice));
                if ((!m_query.step.isEmpty() && step != m_query.step) || !isAskedOperator(m_query.op, name))
                    continue;
                OperatorTime &t = m_out.emplace_back();
                t.step = step;
                t.domain = domainLabel(m_domains, sequence.domain, *rank.trace, op.lane);
                t.domainHash = sequence.domain;
                t.op = name;
                t.kind = op.kind;
                t.p2p = op.p2p;
                t.rank = rank.info.rank;
                t.rankLabel = rank.info.label;
                t.rankIndex = index;
                t.elapseMs = static_cast<double>(op.endNs - op.startNs) / 1e6;
                t.slice = op.slice;
            }
        }
    }

    const Run &m_run;
    const CommQuery &m_query;
    const JobContext &m_job;
    DomainIndex m_domains;
    DomainChoice m_chosen;
    RankPlaces m_places;
    std::map<int, LegacyCommFiles> m_oldFiles; // by rank
    std::vector<OperatorTime> m_out;
};

// Order of steps, domains and ranks in a list.
class TimesOrder
{
public:
    TimesOrder(const Run &run, const JobContext &job) : m_steps(run.steps()), m_domains(run, job) {}
    using Key = std::tuple<qsizetype, QString, int, QString>;
    [[nodiscard]] Key of(const OperatorTime &t) const
    {
        return {m_steps.indexOf(t.step), t.step, m_domains.order(t.domainHash), t.domainHash};
    }

private:
    QStringList m_steps;
    DomainIndex m_domains;
};

struct DurationSum
{
    DurationRow row;
    std::vector<double> elapse;
};

/// By how much less than the longest a rank must spend to be called slow.
constexpr double slowShare = 0.1;

bool isPipeline(const QString &domain)
{
    return domain.startsWith(QLatin1String("pp"), Qt::CaseInsensitive);
}

bool isUnequal(const QString &kind)
{
    return kind.contains(u"send") || kind.contains(u"receive") || kind.contains(u"recv") ||
           kind.contains(u"all2allv") || kind.contains(u"alltoallv");
}

// One rank in one domain and step.
struct RankTime
{
    OperatorTime sum;
    std::vector<const OperatorTime *> ops;
};

void addWorstOperators(const RankTime &slow, const RankTime &fastest, std::vector<SlowRankRow> &out)
{
    constexpr size_t mostOperators = 3;
    std::map<QString, std::vector<const OperatorTime *>> others;
    for (const OperatorTime *op : fastest.ops)
        others[op->op].push_back(op);
    std::map<QString, size_t> seen;
    std::vector<SlowRankRow> rows;
    for (const OperatorTime *op : slow.ops) {
        const auto at = others.find(op->op);
        const size_t n = seen[op->op]++;
        if (at == others.end() || n >= at->second.size())
            continue;
        SlowRankRow row{*op, fastest.sum.rankLabel, at->second[n]->elapseMs.value_or(0)};
        if (row.differenceMs() > 0)
            rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(rows, std::greater<>(), &SlowRankRow::differenceMs);
    rows.resize(std::min(rows.size(), mostOperators));
    out.insert(out.end(), rows.begin(), rows.end());
}

void addSlowRanks(const std::map<std::pair<int, QString>, RankTime> &ranks, std::vector<SlowRankRow> &out)
{
    constexpr size_t mostRanks = 3;
    std::vector<const RankTime *> byTime;
    for (const auto &[name, rank] : ranks)
        byTime.push_back(&rank);
    std::ranges::stable_sort(byTime,
                             [](const RankTime *a, const RankTime *b) { return a->sum.elapseMs < b->sum.elapseMs; });
    const RankTime &fastest = *byTime.back();
    for (size_t i = 0; i < std::min(mostRanks, byTime.size() - 1); ++i) {
        SlowRankRow row{byTime[i]->sum, fastest.sum.rankLabel, fastest.sum.elapseMs.value_or(0)};
        if (row.differenceMs() < slowShare * row.fastestMs || row.differenceMs() <= 0)
            return;
        out.push_back(std::move(row));
        addWorstOperators(*byTime[i], fastest, out);
    }
}

// Number of ranks that are slow in a single step only. Such a rank is not slow over all steps asked for, where the
// label is.
int keepSlowOverSteps(std::map<std::pair<int, QString>, RankDuration> &ranks)
{
    int dropped = 0;
    double longest = 0;
    for (const auto &[name, rank] : ranks)
        longest = std::max(longest, rank.sum.elapseMs.value_or(0));
    for (auto &[name, rank] : ranks) {
        const double behind = rank.sum.elapseMs ? longest - *rank.sum.elapseMs : 0;
        const bool isSlow = rank.behindMs > 0 && behind >= slowShare * longest;
        dropped += rank.behindMs > 0 && !isSlow ? 1 : 0;
        rank.behindMs = isSlow ? behind : 0;
        rank.fastestMs = isSlow ? longest : 0;
        if (!isSlow)
            rank.shortOperators.clear();
    }
    return dropped;
}

/// Duration of an operator as far as it is known.
double knownLengthOf(const OperatorTime &t)
{
    return t.elapseMs.value_or(t.transitMs.value_or(0) + t.waitMs.value_or(0));
}

/// Ranks whose old files tell transfer and waiting of whole steps.
void addOldSteps(const Run &run, const CommQuery &query, std::map<std::pair<int, QString>, RankDuration> &ranks)
{
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        const auto &data = run.ranks[i];
        const std::optional<LegacyStepSums> sums = data ? legacyStepSums(*data, query.step) : std::nullopt;
        if (!sums)
            continue;
        const RankInfo &info = data->info;
        const QString label = info.rank >= 0 ? QString::number(info.rank) : info.label;
        RankDuration &rank = ranks[{info.rank, label}];
        rank.sum.rank = info.rank;
        rank.sum.rankLabel = label;
        rank.sum.rankIndex = static_cast<int>(i);
        rank.sum.oldFiles = legacyCommFilesOf(*data);
        rank.sum.transitMs = sums->transitMs;
        rank.sum.waitMs = sums->waitMs;
        if (sums->haveOperators)
            continue;
        rank.calls = 0;
        rank.sum.elapseMs.reset();
        rank.sum.idleMs.reset();
    }
}

} // namespace

std::vector<OperatorTime> operatorTimes(const Run &run, const CommQuery &query, const JobContext &job)
{
    return TimesCollector(run, query, job).take();
}

Distribution distributionOf(std::vector<double> values)
{
    std::ranges::sort(values);
    const auto at = [&values](double part) {
        const double place = part * static_cast<double>(values.size() - 1);
        const auto below = static_cast<size_t>(place);
        const size_t above = std::min(below + 1, values.size() - 1);
        return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
    };
    return {values.front(), at(0.25), at(0.5), at(0.75), values.back()};
}

std::vector<DurationRow> durationRows(const Run &run, const CommQuery &query, const JobContext &job)
{
    const TimesOrder order(run, job);
    JobPoll poll(job);
    std::map<std::tuple<TimesOrder::Key, QString, int, QString>, DurationSum> sums;
    for (OperatorTime &t : operatorTimes(run, query, job)) {
        if (poll.isCanceled())
            return {};
        const auto [at, isNew] = sums.try_emplace({order.of(t), t.kind, t.rank, t.rankLabel});
        DurationSum &sum = at->second;
        if (isNew)
            sum.row.first = t;
        sum.row.first.startNs.reset();
        addTimes(sum.row.first, t, isNew);
        sum.row.first.p2p = sum.row.first.p2p && t.p2p;
        if (t.elapseMs)
            sum.elapse.push_back(*t.elapseMs);
        ++sum.row.calls;
        sum.row.withParts += t.hasParts() ? 1 : 0;
        sum.row.withElapse += t.elapseMs ? 1 : 0;
        if (isNew || knownLengthOf(t) > knownLengthOf(sum.row.longest))
            sum.row.longest = std::move(t);
    }
    std::vector<DurationRow> out;
    out.reserve(sums.size());
    for (auto &[key, sum] : sums) {
        DurationRow &row = out.emplace_back(std::move(sum.row));
        if (!sum.elapse.empty())
            row.elapse = distributionOf(std::move(sum.elapse));
        row.synchronizationRatio = communicationShare(row.first.synchronizationMs, row.first.transitMs);
        row.waitRatio = communicationShare(row.first.waitMs, row.first.transitMs);
    }
    return job.isCanceled() ? std::vector<DurationRow>() : out;
}

std::vector<SlowRankRow> slowRanksByDuration(const Run &run, const CommQuery &query, const JobContext &job)
{
    const TimesOrder order(run, job);
    struct Group
    {
        std::map<std::pair<int, QString>, RankTime> ranks;
        bool left = false;
    };
    std::map<TimesOrder::Key, Group> groups;
    const std::vector<OperatorTime> times = operatorTimes(run, query, job);
    for (const OperatorTime &t : times) {
        if (!t.elapseMs)
            continue;
        Group &group = groups[order.of(t)];
        group.left = group.left || isUnequal(t.kind) || isPipeline(t.domain);
        const auto [at, isNew] = group.ranks.try_emplace({t.rank, t.rankLabel});
        RankTime &rank = at->second;
        if (isNew) {
            rank.sum = t;
            rank.sum.op = TotalOp;
            rank.sum.slice = NoSlice;
        }
        rank.sum.startNs.reset();
        addTimes(rank.sum, t, isNew);
        rank.ops.push_back(&t);
    }
    std::vector<SlowRankRow> out;
    for (const auto &[key, group] : groups) {
        if (!group.left && group.ranks.size() > 1 && !job.isCanceled())
            addSlowRanks(group.ranks, out);
    }
    return job.isCanceled() ? std::vector<SlowRankRow>() : out;
}

bool RankDurations::has(const QString &of) const
{
    return kinds.contains(of) || classes.contains(of) ||
           std::ranges::any_of(names, [&of](const Name &n) { return n.op == of; });
}

RankDurations rankDurations(const Run &run, const CommQuery &query, const QString &of, const JobContext &job)
{
    JobPoll poll(job);
    RankDurations out;
    std::map<std::pair<int, QString>, RankDuration> ranks;
    std::map<std::pair<int, QString>, std::set<QString>> steps;
    std::set<QString> kinds;
    QSet<QString> names;
    const OperatorChoice choice(run, query, of, job);
    for (const OperatorTime &t : operatorTimes(run, query, job)) {
        if (poll.isCanceled())
            return {};
        kinds.insert(t.kind);
        // The ranks of an operator follow each other.
        if ((out.names.empty() || out.names.back().op != t.op) && !names.contains(t.op)) {
            names.insert(t.op);
            out.names.push_back({t.op, t.domain});
        }
        if (!choice.has(t))
            continue;
        const auto [at, isNew] = ranks.try_emplace({t.rank, t.rankLabel});
        if (isNew)
            at->second.sum = t;
        at->second.sum.startNs.reset();
        addTimes(at->second.sum, t, isNew);
        ++at->second.calls;
        steps[at->first].insert(t.step);
        at->second.withParts += t.hasParts() ? 1 : 0;
        at->second.withElapse += t.elapseMs ? 1 : 0;
    }
    if (of.isEmpty() && DomainChoice(domains(run, job), query.domain).has(QString()))
        addOldSteps(run, query, ranks);
    out.classes = operatorClasses(run, query, job);
    // Differences of several domains would add up to a rank that none of them calls slow.
    out.areJudged = of.isEmpty() && DomainChoice(domains(run, job), query.domain).isOne();
    if (out.areJudged) {
        for (SlowRankRow &slow : slowRanksByDuration(run, query, job)) {
            RankDuration &rank = ranks[{slow.at.rank, slow.at.rankLabel}];
            if (slow.at.op == TotalOp)
                rank.behindMs += slow.differenceMs();
            else
                rank.shortOperators.push_back(std::move(slow));
        }
        out.slowInSomeStep = keepSlowOverSteps(ranks);
    }
    for (auto &[name, rank] : ranks) {
        rank.steps = static_cast<int>(steps[name].size());
        rank.synchronizationRatio = communicationShare(rank.sum.synchronizationMs, rank.sum.transitMs);
        rank.waitRatio = communicationShare(rank.sum.waitMs, rank.sum.transitMs);
        out.ranks.push_back(std::move(rank));
    }
    for (const QString &k : kinds)
        out.kinds << k;
    return job.isCanceled() ? RankDurations() : out;
}

LongestOperators longestOperators(const Run &run, const CommQuery &query, const QString &of, size_t most,
                                  const std::vector<SlowRankRow> &always, const JobContext &job)
{
    std::vector<OperatorTime> all = operatorTimes(run, query, job);
    const OperatorChoice choice(run, query, of, job);
    std::erase_if(all, [&choice](const OperatorTime &t) { return !choice.has(t); });
    std::ranges::stable_sort(
        all, [](const OperatorTime &a, const OperatorTime &b) { return knownLengthOf(a) > knownLengthOf(b); });
    std::set<std::pair<QString, QString>> wanted;
    for (const SlowRankRow &row : always)
        wanted.emplace(row.at.step, row.at.op);
    LongestOperators out;
    for (OperatorTime &t : all) {
        if (out.longest.size() < most || wanted.contains({t.step, t.op})) {
            out.longest.push_back(std::move(t));
            continue;
        }
        if (out.others == 0)
            out.rest = t;
        out.rest.startNs.reset();
        addTimes(out.rest, t, out.others == 0);
        ++out.others;
    }
    return job.isCanceled() ? LongestOperators() : out;
}

namespace {

// Beyond them a value is an outlier.
std::pair<double, double> fences(const Distribution &d)
{
    constexpr double ranges = 1.5;
    const double reach = ranges * (d.q3 - d.q1);
    return {d.q1 - reach, d.q3 + reach};
}

void setSpread(DurationSpread &spread, std::vector<double> values)
{
    std::ranges::sort(values);
    spread.calls = static_cast<qint64>(values.size());
    spread.elapse = distributionOf(values);
    const auto [low, high] = fences(spread.elapse);
    const auto first = std::ranges::lower_bound(values, low);
    const auto last = std::upper_bound(first, values.end(), high);
    spread.lowMs = *first;
    spread.highMs = *std::prev(last);
    spread.outliers.assign(values.begin(), first);
    spread.outliers.insert(spread.outliers.end(), last, values.end());
}

void setApart(std::vector<DurationSpread> &all)
{
    constexpr size_t fewest = 4;
    constexpr double least = 0.1;
    if (all.size() < fewest)
        return;
    std::vector<double> medians;
    for (const DurationSpread &s : all)
        medians.push_back(s.elapse.median);
    const Distribution ranks = distributionOf(std::move(medians));
    const auto [low, high] = fences(ranks);
    for (DurationSpread &s : all) {
        const double median = s.elapse.median;
        s.isApart = (median < low || median > high) && std::abs(median - ranks.median) >= least * ranks.median;
    }
}

} // namespace

std::vector<DurationSpread> durationSpreads(const Run &run, const CommQuery &query, const QString &of,
                                            const JobContext &job)
{
    JobPoll poll(job);
    std::map<std::pair<int, QString>, std::pair<DurationSpread, std::vector<double>>> ranks;
    const OperatorChoice choice(run, query, of, job);
    for (OperatorTime &t : operatorTimes(run, query, job)) {
        if (poll.isCanceled())
            return {};
        if (!choice.has(t) || !t.elapseMs)
            continue;
        auto &[spread, values] = ranks[{t.rank, t.rankLabel}];
        values.push_back(*t.elapseMs);
        if (values.size() == 1)
            spread.first = std::move(t);
    }
    std::vector<DurationSpread> out;
    out.reserve(ranks.size());
    for (auto &[name, rank] : ranks) {
        setSpread(rank.first, std::move(rank.second));
        out.push_back(std::move(rank.first));
    }
    setApart(out);
    return job.isCanceled() ? std::vector<DurationSpread>() : out;
}

} // namespace rs
