// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/parallelstrategy.h"

#include "analysis/ranks/pipelinestages.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rs {

namespace {

constexpr qint64 mostRanks = 1 << 20; // more than any machine has, and few enough to be counted

/// A dimension in the order in which ranks are counted; inner and outer parts of one dimension are two.
struct Axis
{
    unsigned token = 0;
    int size = 1;
};
using Layout = std::vector<Axis>; // fastest first

bool hasExperts(const Strategy &s)
{
    return s.sizes.ep > 1 || (s.order == StrategyOrder::MindIe && s.sizes.moeTp > 1);
}

bool knowsContext(StrategyOrder order)
{
    return order != StrategyOrder::MindIe && order != StrategyOrder::Vllm;
}

Layout denseLayout(const Strategy &s)
{
    const StrategySizes &n = s.sizes;
    switch (s.order) {
    case StrategyOrder::MegatronTpCpEpDpPp:
    case StrategyOrder::MindSpeed:
        break;
    case StrategyOrder::MegatronTpCpPpEpDp:
        return {{TokenTp, n.tp}, {TokenCp, n.cp}, {TokenPp, n.pp}, {TokenDp, n.dp}};
    case StrategyOrder::MindIe:
        return {{TokenTp, n.tp}, {TokenDp, n.dp}, {TokenPp, n.pp}};
    case StrategyOrder::Vllm:
        return {{TokenTp, n.tp}, {TokenPp, n.pp}, {TokenDp, n.dp}};
    }
    return {{TokenTp, n.tp}, {TokenCp, n.cp}, {TokenDp, n.dp}, {TokenPp, n.pp}};
}

// The same ranks, counted so that those of an expert group are told by TokenEp.
Layout expertLayout(const Strategy &s)
{
    const StrategySizes &n = s.sizes;
    switch (s.order) {
    case StrategyOrder::MegatronTpCpEpDpPp:
        break;
    case StrategyOrder::MegatronTpCpPpEpDp:
        return {{TokenTp, n.tp}, {TokenCp, n.cp}, {TokenPp, n.pp}, {TokenEp, n.ep}, {TokenDp, n.dp / n.ep}};
    case StrategyOrder::MindSpeed:
        return {{TokenTp, n.tp}, {TokenEp, n.ep}, {TokenDp, n.dp * n.cp / n.ep}, {TokenPp, n.pp}};
    case StrategyOrder::MindIe:
        return {{TokenTp, n.moeTp}, {TokenEp, n.ep}, {TokenPp, n.pp}};
    case StrategyOrder::Vllm: {
        const int inner = n.ep / n.tp;
        return {{TokenEp, n.tp}, {TokenPp, n.pp}, {TokenEp, inner}, {TokenDp, n.dp / inner}};
    }
    }
    return {{TokenTp, n.tp}, {TokenCp, n.cp}, {TokenEp, n.ep}, {TokenDp, n.dp / n.ep}, {TokenPp, n.pp}};
}

// The place of a rank along the axes of these tokens, the fastest lowest.
int placeIn(const Layout &layout, int rank, unsigned tokens)
{
    int place = 0;
    int stride = 1;
    for (const Axis &axis : layout) {
        const int at = rank % axis.size;
        rank /= axis.size;
        if ((axis.token & tokens) == 0)
            continue;
        place += at * stride;
        stride *= axis.size;
    }
    return place;
}

Phrase dividing(const char *literal, qint64 of, qint64 by)
{
    return {QString::fromUtf8(literal), {QString::number(of), QString::number(by)}};
}

void addExpertViolations(const Strategy &s, std::vector<Phrase> &out)
{
    const StrategySizes &n = s.sizes;
    if (!hasExperts(s))
        return;
    switch (s.order) {
    case StrategyOrder::MegatronTpCpEpDpPp:
    case StrategyOrder::MegatronTpCpPpEpDp:
        if (n.dp % n.ep != 0)
            out.push_back(dividing(RS_NOOP("DP = %1 is not a multiple of EP = %2."), n.dp, n.ep));
        return;
    case StrategyOrder::MindSpeed:
        if (n.dp * n.cp % n.ep != 0)
            out.push_back(dividing(RS_NOOP("DP × CP = %1 is not a multiple of EP = %2."), n.dp * n.cp, n.ep));
        return;
    case StrategyOrder::MindIe:
        if (qint64{n.moeTp} * n.ep != qint64{n.tp} * n.dp)
            out.push_back(
                dividing(RS_NOOP("MoE-TP × EP = %1 is not TP × DP = %2."), qint64{n.moeTp} * n.ep, n.tp * n.dp));
        return;
    case StrategyOrder::Vllm:
        if (n.tp * n.dp % n.ep != 0)
            out.push_back(dividing(RS_NOOP("TP × DP = %1 is not a multiple of EP = %2."), n.tp * n.dp, n.ep));
        if (n.ep % n.tp != 0)
            out.push_back(dividing(RS_NOOP("EP = %1 is not a multiple of TP = %2."), n.ep, n.tp));
        return;
    }
}

// Dimensions that a group of that name spans; 0: the name tells nothing.
unsigned tokensOfName(const QString &name)
{
    static const std::map<QString, unsigned> tokens = {
        {QStringLiteral("tp"), TokenTp},
        {QStringLiteral("cp"), TokenCp},
        {QStringLiteral("dp"), TokenDp},
        {QStringLiteral("pp"), TokenPp},
        {QStringLiteral("ep"), TokenEp},
        {QStringLiteral("exp"), TokenEp},
        {QStringLiteral("dp_cp"), TokenDp | TokenCp},
        {QStringLiteral("mp"), TokenTp | TokenPp},
        {QStringLiteral("tp_dp_cp"), TokenTp | TokenDp | TokenCp},
        {QStringLiteral("tp_dp"), TokenTp | TokenDp},
        {QStringLiteral("tp_cp"), TokenTp | TokenCp},
    };
    const auto at = tokens.find(name.toLower().replace(u'-', u'_'));
    return at == tokens.end() ? 0 : at->second;
}

std::vector<const Domain *> toldGroups(const std::vector<Domain> &domains)
{
    std::vector<const Domain *> out;
    for (const Domain &d : domains) {
        if (d.ranksKnown && d.ranks.size() > 1 && tokensOfName(d.pgName) != 0)
            out.push_back(&d);
    }
    return out;
}

// The first group that the strategy does not have; null when it has all of them.
const Domain *strangeGroup(const Strategy &strategy, const std::vector<const Domain *> &told)
{
    std::map<unsigned, std::set<std::vector<int>>> made;
    for (const Domain *d : told) {
        const unsigned tokens = tokensOfName(d->pgName);
        const auto [at, fresh] = made.try_emplace(tokens);
        if (fresh) {
            const auto groups = groupsOf(strategy, tokens);
            at->second.insert(groups.begin(), groups.end());
        }
        if (!at->second.contains(d->ranks))
            return d;
    }
    return nullptr;
}

// The first order that has all groups of the files, else the first without violations.
void chooseOrder(KnownStrategy &known, const std::vector<Domain> &domains)
{
    const std::vector<const Domain *> told = toldGroups(domains);
    std::optional<StrategyOrder> fits;
    for (const StrategyOrder order : allStrategyOrders) {
        known.strategy.order = order;
        if (!violations(known.strategy, known.worldSize).empty())
            continue;
        if (!strangeGroup(known.strategy, told)) {
            known.orderConfirmed = !told.empty();
            return;
        }
        fits = fits.value_or(order);
    }
    known.strategy.order = fits.value_or(StrategyOrder::MegatronTpCpEpDpPp);
}

void addProblems(KnownStrategy &known, const Run &run, const std::vector<Domain> &domains)
{
    const std::vector<Phrase> broken = violations(known.strategy, known.worldSize);
    known.problems.insert(known.problems.end(), broken.begin(), broken.end());
    if (!broken.empty())
        return;
    if (const Domain *const d = strangeGroup(known.strategy, toldGroups(domains)))
        known.problems.push_back(
            {RS_MESSAGE("Communication domain %1 of the files does not fit this strategy."), {d->label()}});
    int last = -1;
    for (const RankInfo &info : run.infos)
        last = std::max(last, info.rank);
    if (last >= known.strategy.sizes.ranks())
        known.problems.push_back({RS_MESSAGE("Rank %1 was found, but TP × CP × DP × PP = %2 does not include it."),
                                  {QString::number(last), QString::number(known.strategy.sizes.ranks())}});
}

int sizeOfValue(qint64 value)
{
    return static_cast<int>(std::clamp<qint64>(value, 0, mostRanks + 1));
}

std::optional<KnownStrategy> collected(const Run &run)
{
    const QMap<QString, qint64> *args = nullptr;
    int of = -1;
    int other = -1;
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const RankInfo &info = run.infoOf(i);
        if (info.distributedArgs.isEmpty())
            continue;
        QMap<QString, qint64> sizes = info.distributedArgs;
        sizes.remove(QStringLiteral("rank"));
        if (!args) {
            args = &info.distributedArgs;
            of = info.rank;
            continue;
        }
        QMap<QString, qint64> first = *args;
        first.remove(QStringLiteral("rank"));
        if (sizes != first && other < 0)
            other = info.rank;
    }
    if (!args)
        return std::nullopt;
    const auto sizeOf = [args](const char *key, qint64 none) {
        return sizeOfValue(args->value(QLatin1String(key), none));
    };
    KnownStrategy out;
    out.source = StrategySource::Collected;
    StrategySizes &n = out.strategy.sizes;
    n.tp = sizeOf("tensor_model_parallel_size", 1);
    n.cp = sizeOf("context_parallel_size", 1);
    n.pp = sizeOf("pipeline_model_parallel_size", 1);
    n.ep = sizeOf("expert_model_parallel_size", 1);
    const qint64 world = args->value(QStringLiteral("world_size"), -1);
    out.worldSize = world > 0 && world <= mostRanks ? static_cast<int>(world) : -1;
    const qint64 each = qint64{n.tp} * n.cp * n.pp;
    const bool shared = out.worldSize > 0 && each > 0 && out.worldSize % each == 0;
    const int left = shared ? static_cast<int>(out.worldSize / each) : 1;
    n.dp = sizeOf("data_parallel_size", left);
    // Some count the ranks of one context as copies of the data.
    if (shared && n.cp > 1 && n.dp == left * n.cp)
        n.dp = left;
    if (other >= 0)
        out.problems.push_back({RS_MESSAGE("The sizes of rank %1 differ from those of rank %2, which are used."),
                                {QString::number(other), QString::number(of)}});
    return out;
}

std::optional<KnownStrategy> inferred(const Run &run, const std::vector<Domain> &domains)
{
    KnownStrategy out;
    out.source = StrategySource::Inferred;
    StrategySizes &n = out.strategy.sizes;
    bool told = false;
    bool dataTold = false;
    int last = -1;
    for (const RankInfo &info : run.infos)
        last = std::max(last, info.rank);
    for (const StepTraceRow &row : run.cluster.stepTrace)
        last = std::max(last, row.rank);
    for (const Domain &d : domains) {
        if (d.ranks.empty())
            continue;
        last = std::max(last, d.ranks.back());
        if (!d.ranksKnown)
            continue;
        const unsigned tokens = tokensOfName(d.pgName);
        int *const size = tokens == TokenTp   ? &n.tp
                          : tokens == TokenCp ? &n.cp
                          : tokens == TokenDp ? &n.dp
                          : tokens == TokenPp ? &n.pp
                          : tokens == TokenEp ? &n.ep
                                              : nullptr;
        if (!size)
            continue;
        told = true;
        dataTold = dataTold || tokens == TokenDp;
        *size = std::max(*size, static_cast<int>(d.ranks.size()));
    }
    if (n.pp == 1) {
        for (const auto &[rank, stage] : stagesOfFiles(run, domains)) {
            n.pp = std::max(n.pp, stage + 1);
            told = true;
        }
    }
    if (!told)
        return std::nullopt;
    const qint64 each = qint64{n.tp} * n.cp * n.pp;
    if (!dataTold && last >= 0 && (last + 1) % each == 0)
        n.dp = static_cast<int>((last + 1) / each);
    return out;
}

} // namespace

const char *strategyOrderName(StrategyOrder order)
{
    constexpr std::array names = {"Megatron-LM (tp-cp-ep-dp-pp)", "Megatron-LM (tp-cp-pp-ep-dp)",
                                  "MindSpeed (tp-cp-ep-dp-pp)", "MindIE-LLM (tp-dp-ep-pp-moetp)", "vLLM (tp-pp-dp-ep)"};
    return names[static_cast<size_t>(order)];
}

std::vector<Phrase> violations(const Strategy &strategy, int worldSize)
{
    std::vector<Phrase> out;
    const StrategySizes &n = strategy.sizes;
    for (const auto &[name, size] : {std::pair("TP", n.tp), std::pair("CP", n.cp), std::pair("DP", n.dp),
                                     std::pair("PP", n.pp), std::pair("EP", n.ep), std::pair("MoE-TP", n.moeTp)}) {
        if (size < 1 || size > mostRanks)
            out.push_back({RS_MESSAGE("The size of %1 is out of range."), {QLatin1String(name)}});
    }
    if (!out.empty())
        return out;
    const qint64 ranks = n.ranks();
    if (ranks > mostRanks)
        return {{RS_MESSAGE("TP × CP × DP × PP = %1 are more ranks than any run has."), {QString::number(ranks)}}};
    if (n.cp > 1 && !knowsContext(strategy.order))
        out.push_back({RS_MESSAGE("This order of ranks does not support CP, but CP = %1."), {QString::number(n.cp)}});
    if (worldSize >= 0 && ranks != worldSize)
        out.push_back(dividing(RS_NOOP("TP × CP × DP × PP = %1 is not the world size, %2."), ranks, worldSize));
    addExpertViolations(strategy, out);
    return out;
}

std::optional<RankCoordinates> coordinatesOf(const Strategy &strategy, int rank)
{
    if (rank < 0 || !violations(strategy).empty() || rank >= strategy.sizes.ranks())
        return std::nullopt;
    const Layout dense = denseLayout(strategy);
    RankCoordinates out;
    out.tp = placeIn(dense, rank, TokenTp);
    out.cp = placeIn(dense, rank, TokenCp);
    out.dp = placeIn(dense, rank, TokenDp);
    out.pp = placeIn(dense, rank, TokenPp);
    if (hasExperts(strategy))
        out.ep = placeIn(expertLayout(strategy), rank, TokenEp);
    return out;
}

std::vector<std::vector<int>> groupsOf(const Strategy &strategy, unsigned tokens)
{
    if (!violations(strategy).empty() || ((tokens & TokenEp) != 0 && !hasExperts(strategy)))
        return {};
    const Layout layout = (tokens & TokenEp) != 0 ? expertLayout(strategy) : denseLayout(strategy);
    std::map<int, size_t> groupOf; // by what its ranks agree in
    std::vector<std::vector<int>> out;
    const auto ranks = static_cast<int>(strategy.sizes.ranks());
    for (int rank = 0; rank < ranks; ++rank) {
        const auto [at, fresh] = groupOf.try_emplace(placeIn(layout, rank, ~tokens), out.size());
        if (fresh)
            out.emplace_back();
        out[at->second].push_back(rank);
    }
    return out;
}

std::map<int, size_t> groupsByRank(const Strategy &strategy, unsigned tokens)
{
    std::map<int, size_t> out;
    const std::vector<std::vector<int>> groups = groupsOf(strategy, tokens);
    for (size_t i = 0; i < groups.size(); ++i) {
        for (const int rank : groups[i])
            out[rank] = i;
    }
    return out;
}

KnownStrategy strategyOf(const Run &run, const std::vector<Domain> &domains)
{
    return run.enteredStrategy ? enteredStrategy(run, domains, *run.enteredStrategy) : statedStrategy(run, domains);
}

bool isSound(const KnownStrategy &known)
{
    return known.source != StrategySource::Undefined && violations(known.strategy, known.worldSize).empty();
}

bool isTrusted(const KnownStrategy &known)
{
    return isSound(known) && (known.problems.empty() || known.source == StrategySource::Entered);
}

KnownStrategy statedStrategy(const Run &run, const std::vector<Domain> &domains)
{
    std::optional<KnownStrategy> known = collected(run);
    if (!known)
        known = inferred(run, domains);
    if (!known)
        return {};
    chooseOrder(*known, domains);
    addProblems(*known, run, domains);
    return *known;
}

KnownStrategy enteredStrategy(const Run &run, const std::vector<Domain> &domains, const Strategy &strategy)
{
    KnownStrategy out;
    if (const std::optional<KnownStrategy> stated = collected(run))
        out.worldSize = stated->worldSize;
    out.strategy = strategy;
    out.source = StrategySource::Entered;
    addProblems(out, run, domains);
    out.orderConfirmed = out.problems.empty() && !toldGroups(domains).empty();
    return out;
}

} // namespace rs
