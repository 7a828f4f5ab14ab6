// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/overviewfigures.h"

#include "analysis/overview/peerspread.h"
#include "analysis/ranks/baseinformation.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

// Means are rounded one by one: what is defined as a sum of others stays one.
void addUp(OverviewItem &item)
{
    if (item.pureNs && item.coveredNs)
        item.computingNs = saturatedSum(*item.pureNs, *item.coveredNs);
    if (item.coveredNs && item.uncoveredNs && item.communicationNs)
        item.communicationNs = saturatedSum(*item.coveredNs, *item.uncoveredNs);
    if (item.totalNs && item.computingNs && item.uncoveredNs && item.idleNs)
        item.totalNs = saturatedSum(saturatedSum(*item.computingNs, *item.uncoveredNs),
                                    saturatedSum(*item.idleNs, item.preparingNs.value_or(0)));
    computeRatios(item);
}

// The mean of those that are there, each known; empty where one is not.
std::optional<qint64> meanOf(const std::vector<const OverviewItem *> &parts, std::optional<qint64> OverviewItem::*time)
{
    long double sum = 0; // of times that a damaged file may state
    for (const OverviewItem *part : parts) {
        if (!(part->*time))
            return std::nullopt;
        sum += static_cast<long double>(*(part->*time));
    }
    return saturatedRound(static_cast<double>(sum / static_cast<long double>(parts.size())));
}

// Preparing is no part of a rank whose source knows none.
std::optional<qint64> meanPreparing(const std::vector<const OverviewItem *> &parts)
{
    std::vector<const OverviewItem *> with;
    for (const OverviewItem *part : parts) {
        if (part->preparingNs)
            with.push_back(part);
    }
    if (with.empty() || std::ranges::any_of(parts, &OverviewItem::preparingMissing))
        return std::nullopt;
    const std::optional<qint64> mean = meanOf(with, &OverviewItem::preparingNs);
    return mean ? std::optional(saturatedRound(static_cast<double>(*mean) * static_cast<double>(with.size()) /
                                               static_cast<double>(parts.size())))
                : std::nullopt;
}

QString intervalsOf(const std::vector<int> &ranks)
{
    QStringList out;
    for (size_t i = 0; i < ranks.size();) {
        size_t end = i;
        while (end + 1 < ranks.size() && ranks[end + 1] == ranks[end] + 1)
            ++end;
        out << (end == i ? QString::number(ranks[i]) : QStringLiteral("%1-%2").arg(ranks[i]).arg(ranks[end]));
        i = end + 1;
    }
    return out.join(QStringLiteral(", "));
}

OverviewItem foldedItem(const std::vector<const OverviewItem *> &parts)
{
    OverviewItem out = *parts.front();
    auto group = std::make_shared<FoldedRanks>();
    for (const OverviewItem *part : parts) {
        if (group->ranks.empty() || group->ranks.back() != part->rank)
            group->ranks.push_back(part->rank);
        if (part->rankIndex >= 0)
            group->indices.push_back(part->rankIndex);
        for (const StepMetric metric : allStepMetrics) {
            FoldedTime &time = group->times[static_cast<size_t>(metric)];
            const std::optional<qint64> v = timeOf(*part, metric);
            if (v && (!time.lowNs || *v < *time.lowNs)) {
                time.lowNs = v;
                time.lowRank = part->rank;
            }
            if (v && (!time.highNs || *v > *time.highNs)) {
                time.highNs = v;
                time.highRank = part->rank;
                time.highIndex = part->rankIndex;
            }
        }
    }
    std::ranges::sort(group->ranks);
    out.rankLabel = intervalsOf(group->ranks);
    out.rankIndex = out.device = -1;
    out.preparingMissing = std::ranges::any_of(parts, [](const auto *p) { return p->preparingMissing; });
    out.preparingNs = meanPreparing(parts);
    for (const auto time : overviewTimes) {
        if (time != &OverviewItem::preparingNs)
            out.*time = meanOf(parts, time);
    }
    out.preparingInFreeNs = 0; // as each of them tells
    out.incompleteSteps = 0;
    for (const OverviewItem *part : parts) {
        out.steps = std::max(out.steps, part->steps);
        out.mean = out.mean || part->mean;
        out.incompleteSteps = std::max(out.incompleteSteps, part->incompleteSteps);
        if (!out.source.contains(part->source))
            out.source += QLatin1String(" + ") + part->source;
        if (part->stage != out.stage)
            out.stage = -1;
    }
    out.folded = std::move(group);
    out.madeKey.clear();
    addUp(out);
    return out;
}

} // namespace

std::optional<qint64> FoldedTime::rangeNs() const
{
    return lowNs && highNs ? std::optional(saturatedDifference(*highNs, *lowNs)) : std::nullopt;
}

OverviewFacts overviewFacts(const Run &run, const OverviewQuery &query, const JobContext &job)
{
    OverviewFacts out;
    out.rows = overview(run, query, job);
    out.domains = domains(run, job);
    const KnownStrategy known = strategyOf(run, out.domains);
    out.strategy = known.strategy;
    out.hasStrategy = isTrusted(known);
    out.stages = pipelineStages(run, out.domains);
    return out;
}

void markMissingSteps(std::vector<OverviewItem> &items, const std::vector<OverviewRow> &rows)
{
    using Bar = std::tuple<int, int, QString>; // the rank, as overviewItems() tells bars apart
    std::map<QString, std::set<Bar>> barsOf;   // by step
    for (const OverviewRow &row : rows) {
        barsOf[row.step].insert({row.rankIndex, row.device, row.label()});
    }
    std::erase_if(barsOf, [&items](const auto &step) { return 2 * step.second.size() < items.size(); });
    for (OverviewItem &item : items) {
        const Bar bar{item.rankIndex, item.device, item.rankLabel};
        item.stepsWithoutRow = static_cast<int>(
            std::ranges::count_if(barsOf, [&bar](const auto &step) { return !step.second.contains(bar); }));
        if (item.stepsWithoutRow == 0)
            continue;
        item.steps += item.stepsWithoutRow;
        item.incompleteSteps += item.stepsWithoutRow;
        for (const auto time : overviewTimes)
            (item.*time).reset();
        item.preparingInFreeNs = 0;
        item.preparingMissing = true;
        computeRatios(item);
    }
}

void makeMeans(std::vector<OverviewItem> &items)
{
    for (OverviewItem &item : items) {
        if (item.steps < 2)
            continue;
        item.mean = true;
        for (const auto time : overviewTimes) {
            if (item.*time)
                item.*time = std::llround(static_cast<long double>(*(item.*time)) / item.steps);
        }
        item.preparingInFreeNs = std::llround(static_cast<long double>(item.preparingInFreeNs) / item.steps);
        addUp(item);
    }
}

std::vector<OverviewItem> foldedItems(const std::vector<OverviewItem> &items, const Strategy &strategy, unsigned tokens)
{
    const std::map<int, size_t> groupOf = groupsByRank(strategy, tokens);
    std::vector<std::vector<const OverviewItem *>> groups;
    std::map<size_t, size_t> placeOf; // by group
    for (const OverviewItem &item : items) {
        const auto group = groupOf.find(item.rank);
        if (group == groupOf.end()) {
            groups.push_back({&item});
            continue;
        }
        const auto [at, fresh] = placeOf.try_emplace(group->second, groups.size());
        if (fresh)
            groups.emplace_back();
        groups[at->second].push_back(&item);
    }
    std::vector<OverviewItem> out;
    out.reserve(groups.size());
    for (const auto &parts : groups)
        out.push_back(parts.size() == 1 ? *parts.front() : foldedItem(parts));
    return out;
}

void comparePeers(std::vector<OverviewItem> &items, StepMetric metric, const DiagnosisThresholds &thresholds,
                  size_t looked)
{
    std::map<std::tuple<int, QString, int>, std::vector<size_t>> groups; // stage, step, steps
    for (size_t i = 0; i < items.size(); ++i) {
        OverviewItem &item = items[i];
        item.compared = metric;
        item.comparedNs = timeOf(item, metric);
        if (item.comparedNs)
            groups[{item.stage, item.steps > 1 ? QString() : item.step, item.steps}].push_back(i);
    }
    for (const auto &[key, members] : groups) {
        if (members.size() < 2)
            continue;
        std::vector<qint64> values;
        std::vector<qint64> wholes;
        for (const size_t i : members) {
            values.push_back(*items[i].comparedNs);
            if (items[i].totalNs)
                wholes.push_back(*items[i].totalNs);
        }
        const PeerSpread spread = stepSpread(metric, values, wholes, thresholds, looked);
        for (size_t m = 0; m < members.size(); ++m) {
            items[members[m]].peersNs = spread.medianNs;
            items[members[m]].outlier = spread.outliers[m];
        }
    }
}

std::vector<OverviewItem> overviewFigures(const OverviewFacts &facts, const FiguresQuery &query)
{
    const bool each = query.steps == StepsShown::Each;
    const bool one = query.steps == StepsShown::Chosen && !query.step.isEmpty();
    const auto stageOf = [&facts](int rank) {
        const auto stage = facts.stages.find(rank);
        return rank < 0 || stage == facts.stages.end() ? -1 : stage->second;
    };
    std::vector<OverviewItem> out;
    if (one) {
        for (const OverviewRow &row : facts.rows) {
            if (row.step == query.step)
                out.push_back(overviewItem(row));
        }
    } else if (each) {
        const auto own = std::ranges::find(facts.rows, query.rankIndex, &OverviewRow::rankIndex);
        // Its peers alone.
        for (const OverviewRow &row : facts.rows) {
            if (own != facts.rows.end() && stageOf(row.rank) == stageOf(own->rank))
                out.push_back(overviewItem(row));
        }
    } else {
        out = overviewItems(facts.rows, true);
        if (query.steps != StepsShown::Mean)
            markMissingSteps(out, facts.rows);
    }
    for (OverviewItem &item : out)
        item.stage = stageOf(item.rank);
    if (query.steps == StepsShown::Mean)
        makeMeans(out);
    // A bar of ranks of which some are not asked for would speak of these, too.
    if (query.fold != 0 && !query.only.empty())
        std::erase_if(out, [&query](const OverviewItem &i) { return !std::ranges::binary_search(query.only, i.rank); });
    if (query.fold != 0 && facts.hasStrategy && !each)
        out = foldedItems(out, facts.strategy, query.fold);
    if (query.compared)
        comparePeers(out, *query.compared, query.thresholds, one || each ? StepGrid::looked(facts.rows) : 0);
    if (each)
        std::erase_if(out, [&query](const OverviewItem &i) { return i.rankIndex != query.rankIndex; });
    for (OverviewItem &item : out)
        item.madeKey = item.makeKey();
    return out;
}

OverviewItem meanOfRanks(const std::vector<OverviewItem> &items)
{
    OverviewItem out = items.front();
    if (items.size() == 1)
        return out;
    // Ranks that are folded into one count as many.
    const auto ranksOf = [](const OverviewItem &item) { return item.folded ? std::ssize(item.folded->ranks) : 1; };
    qint64 count = 0;
    for (const OverviewItem &item : items)
        count += ranksOf(item);
    using Time = std::optional<qint64> OverviewItem::*;
    for (const Time time :
         {&OverviewItem::computingNs, &OverviewItem::pureNs, &OverviewItem::coveredNs, &OverviewItem::uncoveredNs,
          &OverviewItem::communicationNs, &OverviewItem::idleNs, &OverviewItem::preparingNs, &OverviewItem::totalNs}) {
        std::optional<qint64> sum = 0;
        for (const OverviewItem &item : items) {
            for (qint64 rank = 0; sum && rank < ranksOf(item); ++rank)
                sum = item.*time ? std::optional(saturatedSum(*sum, *(item.*time))) : std::nullopt;
        }
        out.*time = sum ? std::optional(*sum / count) : std::nullopt;
    }
    // A value that some of them have, and others have no column for, is missing for all.
    out.preparingMissing = !out.preparingNs && std::ranges::any_of(items, [](const OverviewItem &i) {
        return i.preparingNs || i.preparingMissing;
    });
    computeRatios(out);
    std::set<int> numbers;
    QStringList labels;
    for (const OverviewItem &item : items) {
        if (item.folded)
            numbers.insert(item.folded->ranks.begin(), item.folded->ranks.end());
        else if (item.rank >= 0)
            numbers.insert(item.rank);
        else if (!labels.contains(item.rankLabel))
            labels << item.rankLabel;
        out.steps = std::max(out.steps, item.steps);
        out.incompleteSteps = std::max(out.incompleteSteps, item.incompleteSteps);
        if (item.step != out.step)
            out.step.clear();
    }
    if (!numbers.empty())
        labels.prepend(rankSpans({numbers.begin(), numbers.end()}));
    out.rankLabel = labels.join(QStringLiteral(", "));
    out.folded.reset();
    out.rankIndex = -1;
    out.device = -1;
    out.rank = -1;
    return out;
}

} // namespace rs
