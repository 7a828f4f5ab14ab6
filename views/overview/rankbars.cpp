// SPDX-License-Identifier: Apache-2.0
#include "views/overview/barscontrols.h"

#include "analysis/ranks/strategygrid.h"
#include "items/format.h"
#include "views/page/steptexts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>

namespace rs {

namespace {

struct BarTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::RankBars)
};

QString lengthOf(qint64 ns, format::TimeUnit unit)
{
    return format::timeIn(ns, unit) + QChar(0x00A0) + format::unitName(unit);
}

int countAccused(const std::vector<OverviewItem> &items, StepsShown steps, const Diagnosis *diagnosis)
{
    return static_cast<int>(std::count_if(items.begin(), items.end(), [&](const OverviewItem &i) {
        return diagnosis && RankBars::isAccused(i, steps, *diagnosis);
    }));
}

QString signedText(const QString &text, bool positive)
{
    return positive ? QStringLiteral("+") + text : text;
}

} // namespace

QString RankBars::nameOf(const OverviewItem &item, StepsShown steps)
{
    const QString rank = format::displayText(item.rankLabel);
    if (item.folded)
        return BarTexts::tr("Ranks %1").arg(rank);
    const QString name = BarTexts::tr("Rank %1").arg(rank);
    return steps == StepsShown::Each && !item.step.isEmpty()
               ? BarTexts::tr("%1, step %2").arg(name, format::displayText(item.step))
               : name;
}

QString RankBars::stepsOf(const OverviewItem &item)
{
    if (item.steps < 2)
        return {};
    return item.mean ? BarTexts::tr("mean of %n step(s)", nullptr, item.steps)
                     : BarTexts::tr("sum of %n step(s)", nullptr, item.steps);
}

bool RankBars::isWholeCompute(const OverviewItem &item)
{
    return item.computingNs && !item.pureNs && !item.coveredNs;
}

bool RankBars::isOfPhases(const OverviewItem &item)
{
    return isWholeCompute(item) && item.source.contains(QLatin1String("step_trace_raw_"));
}

StackedBar RankBars::barOf(const OverviewItem &i, StepsShown steps)
{
    StackedBar b;
    b.label = format::displayText(steps == StepsShown::Each && !i.step.isEmpty() ? i.step : i.rankLabel);
    b.key = i.key();
    b.partsNs = {i.pureNs.value_or(0), i.coveredNs.value_or(0), i.uncoveredNs.value_or(0), i.idleNs.value_or(0),
                 i.preparingNs.value_or(0)};
    b.missing = {!i.pureNs, !i.coveredNs, !i.uncoveredNs, !i.idleNs, i.preparingMissing};
    if (isWholeCompute(i)) {
        b.isWholeCompute = true;
        b.partsNs[0] = *i.computingNs;
        b.missing[0] = false;
    }
    b.totalNs = i.totalNs;
    b.steps = i.steps;
    b.incompleteSteps = i.incompleteSteps;
    b.computingNs = i.computingNs;
    b.ratios = {i.computingRatio, i.communicationRatio};
    b.peersNs = i.peersNs;
    b.offNs = i.offPeersNs();
    b.offRatio = i.offPeersRatio();
    b.outlier = i.outlier;
    if (i.folded && i.compared) {
        b.lowNs = i.folded->of(*i.compared).lowNs;
        b.highNs = i.folded->of(*i.compared).highNs;
    }
    return b;
}

StackedBars::Details RankBars::detailsOf(const OverviewItem &i, StepsShown steps)
{
    StackedBars::Details out{nameOf(i, steps), {}};
    if (const std::optional<qint64> off = i.offPeersNs(); off && i.peersNs) {
        const QString time = format::signedDuration(*off);
        const std::optional<double> ratio = i.offPeersRatio();
        out.lines.emplace_back(
            BarTexts::tr("vs. peer median"),
            ratio ? BarTexts::tr("%1 (%2)", "time (share)").arg(time, signedText(format::percent(*ratio), *ratio > 0))
                  : time);
    }
    if (!i.folded)
        return out;
    const StepMetric metric = i.compared.value_or(StepMetric::Total);
    const FoldedTime &time = i.folded->of(metric);
    if (!time.lowNs || !time.highNs)
        return out;
    const format::TimeUnit unit = format::timeUnitFor(*time.highNs);
    out.lines.emplace_back(BarTexts::tr("%1, smallest to largest", "a time of ranks").arg(StepTexts::metric(metric)),
                           BarTexts::tr("%1 (rank %2) to %3 (rank %4), range %5")
                               .arg(lengthOf(*time.lowNs, unit))
                               .arg(time.lowRank)
                               .arg(lengthOf(*time.highNs, unit))
                               .arg(time.highRank)
                               .arg(lengthOf(time.rangeNs().value_or(0), unit)));
    return out;
}

QString RankBars::axisTitle(const BarsControls &controls)
{
    if (controls.steps() == StepsShown::Each)
        return BarTexts::tr("Step");
    return controls.fold() == 0 ? BarTexts::tr("Rank") : BarTexts::tr("Ranks");
}

QString RankBars::heading(const BarsControls &controls, const std::vector<OverviewItem> &items)
{
    if (controls.steps() == StepsShown::Each)
        return items.empty() ? BarTexts::tr("Time per step")
                             : BarTexts::tr("Rank %1: time per step").arg(format::displayText(items.front().rankLabel));
    return controls.fold() == 0 ? BarTexts::tr("Time per rank")
                                : BarTexts::tr("Time per %1 group, mean of its ranks")
                                      .arg(QLatin1String(dimensionName(controls.fold())));
}

QString RankBars::stepOf(const BarsControls &controls, const QString &chosen)
{
    return controls.steps() == StepsShown::Chosen ? chosen : QString();
}

bool RankBars::isAccused(const OverviewItem &item, StepsShown steps, const Diagnosis &diagnosis)
{
    const auto isOfCluster = [&](int rank) {
        return static_cast<size_t>(rank) < diagnosis.clusterRanks.size() &&
               diagnosis.clusterRanks[static_cast<size_t>(rank)] == item.rank;
    };
    const auto holds = [&](int rank) {
        return rank == item.rankIndex || isOfCluster(rank) ||
               (item.folded && std::find(item.folded->indices.begin(), item.folded->indices.end(), rank) !=
                                   item.folded->indices.end());
    };
    const bool oneStep =
        item.steps == 1 && !item.step.isEmpty() && steps != StepsShown::Sum && steps != StepsShown::Mean;
    return std::any_of(diagnosis.problems.begin(), diagnosis.problems.end(), [&](const Verdict &v) {
        const std::vector<int> accused = v.accused();
        return v.state == DiagnosisState::Problem && std::any_of(accused.begin(), accused.end(), holds) &&
               (!oneStep || v.steps.isEmpty() || v.steps.contains(item.step));
    });
}

QString RankBars::outliers(const BarsControls &controls, const std::vector<OverviewItem> &items,
                           const Diagnosis *diagnosis, bool loading)
{
    const std::optional<StepMetric> metric = controls.compared();
    if (!metric ||
        std::none_of(items.begin(), items.end(), [](const OverviewItem &i) { return i.peersNs.has_value(); }))
        return {};
    const auto count =
        static_cast<int>(std::count_if(items.begin(), items.end(), [](const OverviewItem &i) { return i.outlier; }));
    const bool stages = std::any_of(items.begin(), items.end(),
                                    [&](const OverviewItem &i) { return i.stage != items.front().stage; }) ||
                        (!items.empty() && items.front().stage >= 0);
    // One more rank may make others stand apart.
    if (loading)
        return BarTexts::tr("%1: outliers are known when all ranks are read").arg(StepTexts::metric(*metric));
    // The verdicts see more than one column of sums: a problem of some steps, or one that another hides.
    const QString who = count > 0 ? BarTexts::tr("%n outlier(s)", nullptr, count)
                        : countAccused(items, controls.steps(), diagnosis) > 0
                            ? BarTexts::tr("no outliers by this time alone")
                            : BarTexts::tr("no outliers");
    return (stages ? BarTexts::tr("%1: %2; peers are the ranks of the same pipeline stage")
                   : BarTexts::tr("%1: %2; peers are all ranks"))
        .arg(StepTexts::metric(*metric), who);
}

QString RankBars::accused(const BarsControls &controls, const std::vector<OverviewItem> &items,
                          const Diagnosis *diagnosis)
{
    const int count = countAccused(items, controls.steps(), diagnosis);
    return count == 0 ? QString() : BarTexts::tr("red: %n bar(s) reported as a problem", nullptr, count);
}

QString RankBars::sources(const std::vector<OverviewItem> &items)
{
    std::map<QString, int> bySource;
    for (const OverviewItem &i : items)
        ++bySource[i.source];
    QStringList parts;
    for (const auto &[source, count] : bySource) {
        if (source.isEmpty())
            continue;
        QStringList names;
        for (const QString &one : source.split(QLatin1String(" + ")))
            names << (one == QLatin1String("derived") ? BarTexts::tr("derived from the slices")
                                                      : format::displayText(one));
        const QString name = names.join(QLatin1String(" + "));
        parts << (bySource.size() == 1 ? name : BarTexts::tr("%1: %n rank(s)", nullptr, count).arg(name));
    }
    return parts.isEmpty() ? QString() : BarTexts::tr("Source: %1").arg(parts.join(QLatin1String(", ")));
}

QStringList RankBars::scope(const BarsControls &controls, const std::vector<OverviewItem> &items)
{
    QStringList out;
    const auto longest =
        std::max_element(items.begin(), items.end(), [](const auto &a, const auto &b) { return a.steps < b.steps; });
    if (longest != items.end() && longest->steps > 1)
        out << stepsOf(*longest);
    if (controls.fold() != 0)
        out << BarTexts::tr("folded by %1").arg(QLatin1String(dimensionName(controls.fold())));
    return out;
}

} // namespace rs
