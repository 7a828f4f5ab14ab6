// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/expertload.h"

#include "analysis/ranks/domains.h"
#include "analysis/ranks/parallelstrategy.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace rs {

namespace {

struct GroupedCall
{
    qint64 startNs = 0;
    qint64 durationNs = 0;
    std::optional<qint64> tokens;
};

using CallsOfSteps = std::map<QString, std::vector<GroupedCall>>;

/// Texts of a column that start like this, each looked at once.
class StartsWith
{
public:
    StartsWith(const Table &table, int column, std::string_view start)
        : m_table(table), m_column(column), m_start(start), m_known(table.strings().size(), unknown)
    {
    }
    [[nodiscard]] bool at(int row)
    {
        const StrId id = m_table.textId(row, m_column);
        signed char &known = m_known[raw(id)];
        if (known == unknown)
            known = m_table.strings().view(id).starts_with(m_start) ? 1 : 0;
        return known == 1;
    }

private:
    static constexpr signed char unknown = -1;

    const Table &m_table;
    int m_column;
    std::string_view m_start;
    std::vector<signed char> m_known;
};

/// The rows of GroupedMatmul in the wanted step, in the order of the file, with their steps.
template <typename Take>
void eachGrouped(const Table &t, const KernelColumns &c, const QString &step, JobPoll &poll, const Take &take)
{
    if (c.type < 0)
        return;
    StartsWith grouped(t, c.type, "GroupedMatmul");
    for (int row = 0; row < t.rows(); ++row) {
        if (poll.isCanceled())
            return;
        if (!grouped.at(row))
            continue;
        const QString own = c.stepOf(t, row);
        if (step.isEmpty() || own.isEmpty() || own == step)
            take(row, own);
    }
}

// Calls of the wanted step into `calls`, in their order.
void addKernels(const Table &t, const QString &step, ExpertRank &out, CallsOfSteps &calls, JobPoll &poll)
{
    const KernelColumns c(t);
    eachGrouped(t, c, step, poll, [&](int row, const QString &own) {
        ++out.calls;
        std::optional<qint64> tokens;
        if (c.inputShapes >= 0)
            tokens = groupedTokens(t.strings().text(t.textId(row, c.inputShapes)));
        if (tokens)
            out.tokens = saturatedSum(out.tokens.value_or(0), *tokens);
        if (t.has(row, c.duration)) {
            const qint64 ns = t.integer(row, c.duration);
            out.workNs = saturatedSum(out.workNs.value_or(0), ns);
            calls[own].push_back({t.integer(row, c.start), ns, tokens});
        }
    });
    for (auto &[name, of] : calls)
        std::ranges::stable_sort(of, {}, &GroupedCall::startNs);
}

bool isExchange(std::string_view name)
{
    constexpr std::string_view start = "hcom_alltoallv";
    return name.size() >= start.size() && std::equal(start.begin(), start.end(), name.begin(), [](char a, char b) {
               return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
           });
}

using MbOfGroups = std::map<QString, double>; ///< by the hash of the domain

MbOfGroups exchanged(const RankData &rank, const QString &step, JobPoll &poll)
{
    MbOfGroups out;
    for (const CommOpRef op : rank.commOps) {
        if (poll.isCanceled())
            return {};
        if (op.isTotal() || !isExchange(op.nameView()) || (!step.isEmpty() && op.step() != step))
            continue;
        for (const TransportRef t : op.transports()) {
            // SDMA is the sum of others.
            if (const auto mb = t.sizeMb(); mb && t.transport() != u"SDMA")
                out[op.groupHash()] += *mb;
        }
    }
    return out;
}

/// Which ranks share their experts.
class ExpertDomains
{
public:
    ExpertDomains(const Run &run, const JobContext &job) : m_index(run, job)
    {
        if (job.isCanceled())
            return;
        const KnownStrategy known = strategyOf(run, m_index.all());
        if (isTrusted(known))
            m_ofStrategy = groupsOf(known.strategy, TokenEp);
    }
    [[nodiscard]] std::vector<int> of(const RankData &rank, const MbOfGroups &mb) const
    {
        if (std::vector<int> named = namedExpertDomain(rank); named.size() > 1)
            return named;
        for (const std::vector<int> &group : m_ofStrategy) {
            if (group.size() > 1 && std::ranges::find(group, rank.info.rank) != group.end())
                return group;
        }
        const auto most =
            std::ranges::max_element(mb, [](const auto &a, const auto &b) { return a.second < b.second; });
        const Domain *const domain = most == mb.end() ? nullptr : m_index.find(most->first);
        return domain && domain->ranks.size() > 1 ? domain->ranks : std::vector<int>();
    }
    /// Size of the operators between these ranks, whatever the name of the group.
    [[nodiscard]] std::optional<double> mbWithin(const std::vector<int> &ranks, const MbOfGroups &mb) const
    {
        std::optional<double> out;
        for (const auto &[hash, value] : mb) {
            const Domain *const domain = m_index.find(hash);
            if (domain && domain->ranks == ranks)
                out = out.value_or(0) + value;
        }
        return out;
    }

private:
    DomainIndex m_index;
    std::vector<std::vector<int>> m_ofStrategy;
};

// Whether the tokens of a call are spread evenly over the ranks: who takes longer then has a slow device, say.
bool isEvenCall(const std::vector<const CallsOfSteps *> &calls, const QString &step, size_t k)
{
    double sum = 0;
    double most = 0;
    for (const CallsOfSteps *const c : calls) {
        const std::optional<qint64> tokens = c->at(step)[k].tokens;
        if (!tokens)
            return false;
        sum += static_cast<double>(*tokens);
        most = std::max(most, static_cast<double>(*tokens));
    }
    return most < unevenExperts * sum / static_cast<double>(calls.size());
}

// Nothing where the ranks do not have the same calls.
void addWaits(ExpertLoad &load, const std::vector<const CallsOfSteps *> &calls)
{
    if (load.members.size() < 2)
        return;
    const auto isAlike = [&](const CallsOfSteps &other) {
        return std::equal(
            calls.front()->begin(), calls.front()->end(), other.begin(), other.end(),
            [](const auto &a, const auto &b) { return a.first == b.first && a.second.size() == b.second.size(); });
    };
    if (calls.front()->empty() || !std::ranges::all_of(calls, [&](const auto *c) { return isAlike(*c); }))
        return;
    std::vector<qint64> waits(calls.size(), 0);
    double ofTokens = 0;
    for (const auto &[step, first] : *calls.front()) {
        for (size_t k = 0; k < first.size(); ++k) {
            qint64 longest = 0;
            for (const CallsOfSteps *const c : calls)
                longest = std::max(longest, c->at(step)[k].durationNs);
            const bool isEven = isEvenCall(calls, step, k);
            for (size_t m = 0; m < calls.size(); ++m) {
                const qint64 wait = longest - calls[m]->at(step)[k].durationNs;
                waits[m] = saturatedSum(waits[m], wait);
                ofTokens += isEven ? 0 : static_cast<double>(wait);
            }
        }
    }
    for (size_t m = 0; m < waits.size(); ++m)
        load.members[m].waitNs = waits[m];
    load.costNs = saturatedRound(ofTokens / static_cast<double>(waits.size()));
}

/// Two ranks send each other the work of the other's experts, and send back that of their own: both move as much,
/// however the tokens are spread. If they do not, unlike data went there and back.
bool tellsNothing(const ExpertLoad &load)
{
    constexpr double same = 0.01; // of their sum: sizes are rounded
    if (load.measure != ExpertMeasure::Exchanged || load.ranks.size() != 2 || load.members.size() != 2)
        return false;
    const double first = load.of(load.members[0]).value_or(0);
    const double second = load.of(load.members[1]).value_or(0);
    return std::abs(first - second) <= same * (first + second);
}

void measure(ExpertLoad &load)
{
    for (const ExpertMeasure by : {ExpertMeasure::Tokens, ExpertMeasure::Work, ExpertMeasure::Exchanged}) {
        load.measure = by;
        if (std::ranges::count_if(load.members, [&](const ExpertRank &r) { return load.of(r).has_value(); }) < 2 ||
            tellsNothing(load))
            continue;
        for (size_t m = 0; m < load.members.size(); ++m) {
            const auto own = load.of(load.members[m]);
            if (own && (load.most < 0 || own > load.of(load.members[static_cast<size_t>(load.most)])))
                load.most = static_cast<int>(m);
        }
        const double mean = *load.mean();
        load.factor = mean > 0 ? *load.of(load.members[static_cast<size_t>(load.most)]) / mean : 1;
        return;
    }
    load.measure = ExpertMeasure::None;
}

} // namespace

std::optional<qint64> groupedTokens(const QString &shapes)
{
    constexpr qsizetype without = 2;
    const QStringList inputs = QString(shapes).remove(u'"').split(u';');
    std::optional<qint64> out;
    for (qsizetype i = 0; i + without < inputs.size(); ++i) {
        bool isNumber = false;
        const qint64 first = inputs[i].section(u',', 0, 0).trimmed().toLongLong(&isNumber);
        if (isNumber && first >= 0)
            out = saturatedSum(out.value_or(0), first);
    }
    return out;
}

std::vector<int> namedExpertDomain(const RankData &rank)
{
    for (const GroupInfo &g : rank.groups) {
        if (g.pgName == QLatin1String("exp")) {
            std::vector<int> ranks = g.globalRanks;
            std::ranges::sort(ranks);
            return ranks;
        }
    }
    return {};
}

std::optional<double> ExpertLoad::valueOf(const ExpertRank &rank, ExpertMeasure by)
{
    switch (by) {
    case ExpertMeasure::Tokens:
        return rank.tokens ? std::optional(static_cast<double>(*rank.tokens)) : std::nullopt;
    case ExpertMeasure::Work:
        return rank.workNs ? std::optional(static_cast<double>(*rank.workNs)) : std::nullopt;
    case ExpertMeasure::Exchanged:
        return rank.exchangedMb;
    case ExpertMeasure::None:
        break;
    }
    return std::nullopt;
}

std::optional<double> ExpertLoad::meanOf(ExpertMeasure by) const
{
    double sum = 0;
    int known = 0;
    for (const ExpertRank &r : members) {
        if (const auto value = valueOf(r, by)) {
            sum += *value;
            ++known;
        }
    }
    return known > 0 ? std::optional(sum / known) : std::nullopt;
}

int ExpertLoad::standingOut(ExpertMeasure by) const
{
    int out = -1;
    double largest = -1;
    for (size_t m = 0; m < members.size(); ++m) {
        if (const double own = valueOf(members[m], by).value_or(-1); own > largest) {
            largest = own;
            out = static_cast<int>(m);
        }
    }
    return out >= 0 && largest > 0 && largest >= unevenExperts * *meanOf(by) ? out : -1;
}

ExpertLack ExpertLoad::lackOf(const ExpertRank &rank) const
{
    if (!rank.hasKernels)
        return ExpertLack::NoKernels;
    if (rank.calls == 0)
        return ExpertLack::NoGrouped;
    if (!rank.tokens)
        return ExpertLack::NoShapes;
    if (rank.waitNs)
        return ExpertLack::None;
    return members.size() < 2 ? ExpertLack::Alone : ExpertLack::UnlikeCalls;
}

std::vector<ExpertLoad> expertLoads(const Run &run, const QString &step, const JobContext &job)
{
    struct Member
    {
        ExpertRank rank;
        CallsOfSteps calls;
    };
    std::map<std::vector<int>, std::vector<Member>> byDomain;
    const ExpertDomains domains(run, job);
    JobPoll poll(job);
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i])
            continue;
        const RankData &rank = *run.ranks[i];
        Member member;
        member.rank.rankIndex = static_cast<int>(i);
        member.rank.hasKernels = rank.kernels != nullptr;
        if (rank.kernels)
            addKernels(*rank.kernels, step, member.rank, member.calls, poll);
        const MbOfGroups mb = exchanged(rank, step, poll);
        if (job.isCanceled())
            return {};
        std::vector<int> domain = domains.of(rank, mb);
        if (domain.empty())
            continue;
        member.rank.exchangedMb = domains.mbWithin(domain, mb);
        if (member.rank.calls > 0 || member.rank.exchangedMb)
            byDomain[std::move(domain)].push_back(std::move(member));
    }
    std::vector<ExpertLoad> out;
    for (auto &[ranks, members] : byDomain) {
        ExpertLoad &load = out.emplace_back();
        load.ranks = ranks;
        std::vector<const CallsOfSteps *> calls;
        for (const Member &m : members) {
            load.members.push_back(m.rank);
            calls.push_back(&m.calls);
        }
        addWaits(load, calls);
        measure(load);
    }
    std::ranges::stable_sort(out, [](const ExpertLoad &a, const ExpertLoad &b) {
        return std::pair(a.costNs.value_or(-1), a.factor) > std::pair(b.costNs.value_or(-1), b.factor);
    });
    return out;
}

SliceId longestGrouped(const RankData &rank, const QString &step, const JobContext &job)
{
    SliceId out = NoSlice;
    if (!rank.kernels)
        return out;
    const KernelColumns c(*rank.kernels);
    if (c.duration < 0)
        return out;
    JobPoll poll(job);
    qint64 longest = -1;
    eachGrouped(*rank.kernels, c, step, poll, [&](int row, const QString &) {
        const auto at = static_cast<size_t>(row);
        if (at >= rank.sliceOfKernel.size() || rank.sliceOfKernel[at] == NoSlice || !rank.kernels->has(row, c.duration))
            return;
        if (const qint64 ns = rank.kernels->integer(row, c.duration); ns > longest) {
            longest = ns;
            out = rank.sliceOfKernel[at];
        }
    });
    return out;
}

} // namespace rs
