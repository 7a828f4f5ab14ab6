// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/pipelinestages.h"

#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/parallelstrategy.h"
#include "core/table/strategycolumns.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <set>

namespace rs {

namespace {

// The ranks of "(0, 1)", and of "(0.0, 1.0)" as spreadsheets have it.
std::vector<int> ranksOfText(const QString &text)
{
    static const QRegularExpression number(QStringLiteral("(\\d{1,9})(\\.0*)?"));
    std::vector<int> out;
    for (auto at = number.globalMatch(text); at.hasNext();)
        out.push_back(at.next().captured(1).toInt());
    return out;
}

std::map<int, int> stagesOfCluster(const ClusterData &cluster)
{
    std::set<std::vector<int>> stages; // by their first rank
    for (const StepTraceRow &row : cluster.stepTrace) {
        if (!row.stageRanks.isEmpty())
            stages.insert(ranksOfText(row.stageRanks));
    }
    std::map<int, int> out;
    if (stages.size() < 2)
        return out;
    int stage = 0;
    for (const std::vector<int> &ranks : stages) {
        for (const int rank : ranks)
            out.try_emplace(rank, stage);
        ++stage;
    }
    return out;
}

// Stages of parallel_strategy_*.json, whose ranks name theirs.
std::map<int, int> stagesOfGraphs(const Run &run)
{
    std::map<int, int> out;
    std::set<int> stages;
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        const auto table = run.ranks[i] ? run.ranks[i]->table(ParallelStrategyKind) : nullptr;
        if (!table || table->rows() == 0)
            continue;
        const auto stage = static_cast<int>(table->integer(0, StrategyColumns(*table).stage, -1));
        if (stage < 0 || run.infos[i].rank < 0)
            continue;
        out.emplace(run.infos[i].rank, stage);
        stages.insert(stage);
    }
    return stages.size() > 1 ? out : std::map<int, int>();
}

} // namespace

std::map<int, int> stagesOf(std::vector<const Domain *> pipelines)
{
    std::ranges::stable_sort(pipelines,
                             [](const Domain *a, const Domain *b) { return a->ranks.front() < b->ranks.front(); });
    std::map<int, int> out;
    for (const Domain *d : pipelines) {
        int stage = out.try_emplace(d->ranks.front(), 0).first->second;
        for (const int rank : d->ranks)
            out[rank] = stage++;
    }
    return out;
}

namespace {

using Groups = std::vector<const Domain *>;

// Those called "pp", as a file states.
Groups namedPipelines(const std::vector<Domain> &domains)
{
    Groups out;
    for (const Domain &d : domains) {
        if (d.ranks.size() > 1 && purposeOf(d) == u"pp")
            out.push_back(&d);
    }
    return out;
}

// Those whose ranks only send to each other. The ranks that were seen in a group count where no file describes such
// groups: writers of that time knew no other rings of senders than pipelines.
Groups sendingGroups(const std::vector<Domain> &domains)
{
    const bool areDescribed =
        std::ranges::any_of(domains, [](const Domain &d) { return d.ranksKnown && (d.p2p || !d.pgName.isEmpty()); });
    Groups out;
    for (const Domain &d : domains) {
        // Ranks that share a sequence send to each other, too: ring attention.
        if (d.p2p && (d.ranksKnown || !areDescribed) && d.ranks.size() > 1 &&
            !d.pgName.startsWith(QLatin1String("cp"), Qt::CaseInsensitive))
            out.push_back(&d);
    }
    return out;
}

// By rank the first rank of its pipeline: groups that share a rank are parts of one.
std::map<int, int> headsOf(const Groups &groups)
{
    std::map<int, int> above;
    const auto head = [&above](int rank) {
        while (above.try_emplace(rank, rank).first->second != rank)
            rank = above[rank];
        return rank;
    };
    for (const Domain *const d : groups) {
        for (const int rank : d->ranks) {
            const int a = head(d->ranks.front());
            const int b = head(rank);
            above[std::max(a, b)] = std::min(a, b);
        }
    }
    std::map<int, int> out;
    for (const auto &[rank, next] : above)
        out.emplace(rank, head(rank));
    return out;
}

struct ToldStages
{
    std::map<int, int> ofRank;
    Groups groups; ///< in which they are places; none: rows of a cluster file tell them
};

// Stated stages count before those that sends let guess, which are of no use for some of the ranks: the others would be
// peers of nobody.
ToldStages toldStages(const Run &run, const std::vector<Domain> &domains)
{
    std::set<int> ranks;
    for (const RankInfo &info : run.infos)
        ranks.insert(info.rank);
    for (const StepTraceRow &row : run.cluster.stepTrace)
        ranks.insert(row.rank);
    ranks.erase(-1);
    const auto areAll = [&ranks](const std::map<int, int> &stages) {
        return std::ranges::all_of(ranks, [&stages](int rank) { return stages.contains(rank); });
    };
    const auto places = [](const Groups &groups) { return ToldStages{stagesOf(groups), groups}; };
    const ToldStages named = places(namedPipelines(domains));
    const ToldStages rows{stagesOfCluster(run.cluster), {}};
    if (!rows.ofRank.empty() && (named.ofRank.empty() || (!areAll(named.ofRank) && areAll(rows.ofRank))))
        return rows;
    if (!named.ofRank.empty())
        return named;
    const ToldStages guessed = places(sendingGroups(domains));
    return areAll(guessed.ofRank) ? guessed : ToldStages();
}

} // namespace

std::map<int, int> stagesOfFiles(const Run &run, const std::vector<Domain> &domains)
{
    return toldStages(run, domains).ofRank;
}

namespace {

// By whose sizes ranks have stages: the user's, or where no group and no cluster file tells stages, those that are
// stated.
std::optional<Strategy> sizesOfStages(const Run &run, const std::vector<Domain> &domains)
{
    if (run.enteredStrategy && violations(*run.enteredStrategy).empty())
        return run.enteredStrategy;
    if (!stagesOfFiles(run, domains).empty())
        return std::nullopt;
    const KnownStrategy stated = statedStrategy(run, domains);
    if (stated.source == StrategySource::Undefined || !stated.problems.empty() || stated.strategy.sizes.pp < 2)
        return std::nullopt;
    return stated.strategy;
}

std::map<int, int> stagesBySizes(const Strategy &strategy)
{
    std::map<int, int> out;
    const auto ranks = static_cast<int>(strategy.sizes.ranks());
    for (int rank = 0; rank < ranks; ++rank) {
        if (const std::optional<RankCoordinates> at = coordinatesOf(strategy, rank))
            out.emplace(rank, at->pp);
    }
    return out;
}

std::map<int, int> stagesBy(const std::optional<Strategy> &sizes, const Run &run, const std::vector<Domain> &domains)
{
    const std::map<int, int> out = sizes ? stagesBySizes(*sizes) : stagesOfFiles(run, domains);
    return out.empty() ? stagesOfGraphs(run) : out;
}

} // namespace

std::vector<std::vector<int>> pipelinesOf(const Run &run, const std::vector<Domain> &domains)
{
    const std::optional<Strategy> sizes = sizesOfStages(run, domains);
    const std::map<int, int> stages = stagesBy(sizes, run, domains);
    const std::map<int, int> heads = sizes ? std::map<int, int>() : headsOf(toldStages(run, domains).groups);
    std::map<int, int> placeInStage; // the next one, by stage
    using Key = std::array<int, 3>;
    std::map<Key, std::map<int, int>> found; // ranks by stage
    for (const auto &[rank, stage] : stages) {
        Key key{};
        if (sizes) {
            const std::optional<RankCoordinates> at = coordinatesOf(*sizes, rank);
            key = {at->dp, at->cp, at->tp};
        } else if (const auto head = heads.find(rank); head != heads.end()) {
            key[0] = head->second;
        } else {
            key[0] = placeInStage[stage]++;
        }
        found[key].try_emplace(stage, rank);
    }
    std::vector<std::vector<int>> out;
    for (const auto &[key, byStage] : found) {
        if (byStage.size() < 2)
            continue;
        out.emplace_back();
        for (const auto &[stage, rank] : byStage)
            out.back().push_back(rank);
    }
    std::ranges::sort(out);
    return out;
}

std::map<int, int> pipelineStages(const Run &run, const std::vector<Domain> &domains)
{
    const std::optional<Strategy> sizes = sizesOfStages(run, domains);
    return stagesBy(sizes, run, domains);
}

std::vector<int> stagesAmong(const std::map<int, int> &stages, const Run &run, const std::vector<int> &ranks)
{
    std::set<int> out;
    for (const int index : ranks) {
        const auto at = stages.find(run.infos[static_cast<size_t>(index)].rank);
        if (at != stages.end())
            out.insert(at->second);
    }
    return {out.begin(), out.end()};
}

std::optional<StagePlace> stagePlaceOf(const std::map<int, int> &stages, const Run &run, int rank)
{
    const auto at = stages.find(run.infos[static_cast<size_t>(rank)].rank);
    if (at == stages.end())
        return std::nullopt;
    const auto last =
        std::ranges::max_element(stages, [](const auto &a, const auto &b) { return a.second < b.second; });
    return StagePlace{at->second, last->second + 1};
}

std::optional<std::pair<StagePlace, StagePlace>> differentStages(const Run &run, int rank, const Run &otherRun,
                                                                 int other, const JobContext &job)
{
    const std::map<int, int> stages = pipelineStages(run, domains(run, job));
    const auto a = stagePlaceOf(stages, run, rank);
    const auto b = &run == &otherRun ? stagePlaceOf(stages, run, other)
                                     : stagePlaceOf(pipelineStages(otherRun, domains(otherRun, job)), otherRun, other);
    return a && b && *a != *b ? std::optional(std::pair(*a, *b)) : std::nullopt;
}

Phrase otherStagesPhrase(const std::pair<StagePlace, StagePlace> &places, const QString &base, const QString &other)
{
    const auto &[a, b] = places;
    if (a.stages == b.stages)
        return {
            RS_MESSAGE("%1 belongs to pipeline stage %2, %3 to stage %4: they do different work, so a difference says "
                       "little."),
            {base, QString::number(a.stage), other, QString::number(b.stage)}};
    return {RS_MESSAGE("%1 belongs to stage %2 of a pipeline of %3 stages, %4 to stage %5 of one of %6: they do "
                       "different work, so a difference says little."),
            {base, QString::number(a.stage), QString::number(a.stages), other, QString::number(b.stage),
             QString::number(b.stages)}};
}

} // namespace rs
