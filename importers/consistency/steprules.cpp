// SPDX-License-Identifier: Apache-2.0
#include "importers/consistency/consistency.h"
#include "importers/consistency/rules.h"

#include <iterator>
#include <map>
#include <set>

namespace rs {

namespace {

// Text rounds to three digits behind the point.
constexpr ComparedColumn stepColumns[]{
    {"Computing", " µs", 0.002}, {"Communication(Not Overlapped)", " µs", 0.002},
    {"Free", " µs", 0.002},      {"Communication", " µs", 0.002},
    {"Stage", " µs", 0.002},     {"Overlapped", " µs", 0.002},
    {"Bubble", " µs", 0.002},    {"Communication(Not Overlapped and Exclude Receive)", " µs", 0.002},
    {"Preparing", " µs", 0.002},
};
constexpr std::optional<double> StepTraceRow::*stepTimes[]{
    &StepTraceRow::computingUs, &StepTraceRow::notOverlappedUs,
    &StepTraceRow::freeUs,      &StepTraceRow::communicationUs,
    &StepTraceRow::stageUs,     &StepTraceRow::overlappedUs,
    &StepTraceRow::bubbleUs,    &StepTraceRow::notOverlappedExcludeReceiveUs,
    &StepTraceRow::preparingUs,
};
// A table of all iterations may stand beside the traces of some of them.
constexpr Consistency stepsOfTrace{
    .onlyLeft = {"step.other-steps",
                 RS_NOOP("Steps of this file are not marked in the trace (%1). The trace has no data for them.")},
    .onlyRight = {"step.other-steps",
                  RS_NOOP("Steps marked in the trace are not in this file (%1). The file has no data for them."),
                  Gravity::Loss}};

constexpr Consistency stepsOfRanks{
    .onlyLeft = {
        "step.ranks-differ",
        RS_NOOP("Some ranks lack steps that others have (%1). Each step is compared among the ranks that have it.")}};

constexpr Consistency ranksOfCluster{
    .onlyRight = {"cluster.no-rank",
                  RS_NOOP("The cluster analysis lacks ranks of this run (%1). It was made without them.")}};

constexpr Contradiction oneSidedClusterSteps{"cluster.other-steps",
                                             RS_NOOP("Only one of this file and the rank's own step_trace_time.csv "
                                                     "has these steps (%1). The cluster analysis was made from "
                                                     "other files.")};
constexpr Consistency stepsOfCluster{
    .columns = stepColumns,
    .values = {"cluster.other-values",
               RS_NOOP("Step times of this file differ from the rank's own step_trace_time.csv (first: %1). The "
                       "cluster analysis was made from other files; the rank's own are used."),
               Gravity::Loss},
    .onlyLeft = oneSidedClusterSteps,
    .onlyRight = oneSidedClusterSteps};

/// Rows of step times, told at their step and rank.
Facts stepFacts(const std::vector<StepTraceRow> &rows, const QString &rank)
{
    Facts out;
    std::array<std::optional<double>, std::size(stepTimes)> values;
    for (quint32 i = 0; i < rows.size(); ++i) {
        for (size_t c = 0; c < values.size(); ++c)
            values[c] = rows[i].*stepTimes[c];
        out.add(factKey(rows[i].step), i, values);
    }
    out.words = {[&rows, rank](quint32 i) {
                     return FactPlace{{}, Place::step(rows[i].step).with(Place::Kind::Rank, rank)};
                 },
                 [&rows](quint32 i) { return rows[i].step; }};
    return out;
}

Facts namedSteps(const std::set<qint64> &steps, const Place &place)
{
    std::vector<QString> names;
    for (const qint64 step : steps)
        names.push_back(QString::number(step));
    return namedFacts(std::move(names), place);
}

/// Empty where the file knows no steps and calls all of it 0.
std::set<qint64> stepsOfTable(const RankData &rank)
{
    std::set<qint64> out;
    for (const StepTraceRow &r : rank.stepTrace) {
        bool isNumber = false;
        const qint64 step = r.step.toLongLong(&isNumber);
        if (isNumber)
            out.insert(step);
    }
    return out == std::set<qint64>{0} ? std::set<qint64>() : out;
}

std::set<qint64> markedSteps(const RankData &rank)
{
    std::set<qint64> out;
    for (const StepMark &m : rank.trace ? rank.trace->steps() : std::vector<StepMark>())
        out.insert(m.step);
    return out;
}

} // namespace

void noteStepsOfTrace(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    const std::set<qint64> table = stepsOfTable(rank);
    const std::set<qint64> marked = markedSteps(rank);
    if (!table.empty() && !marked.empty())
        compareFacts(stepsOfTrace, namedSteps(table, {}), namedSteps(marked, {}), file, job, report);
}

void noteStepsOfRanks(const Run &run, const JobContext &job, ImportReport &report)
{
    std::vector<std::set<qint64>> own(run.ranks.size());
    std::set<qint64> all;
    bool isMarked = false;
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i])
            continue;
        const std::set<qint64> marks = markedSteps(*run.ranks[i]);
        isMarked = isMarked || !marks.empty();
        own[i] = stepsOfTable(*run.ranks[i]);
        if (own[i].empty())
            own[i] = marks;
        all.insert(own[i].begin(), own[i].end());
    }
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i])
            continue;
        const Place place = Place::rank(run.ranks[i]->info.label);
        if (!own[i].empty() && own[i] != all)
            compareFacts(stepsOfRanks, namedSteps(all, place), namedSteps(own[i], place), {}, job, report);
        if (isMarked && run.ranks[i]->trace && run.ranks[i]->trace->steps().empty())
            report.add(Severity::Notice, {}, "step.no-marks",
                       RS_MESSAGE("The trace marks no steps, but those of other ranks do: what is derived from it "
                                  "(times, delays, idle causes) belongs to no step."),
                       place);
    }
}

void noteStepsOfCluster(const Run &run, const JobContext &job, ImportReport &report)
{
    const QString file = clusterFile(run, "cluster_step_trace_time");
    std::map<int, std::vector<StepTraceRow>> ofCluster; // by rank
    for (const StepTraceRow &r : run.cluster.stepTrace) {
        if (r.rank >= 0 && r.stageRanks.isEmpty())
            ofCluster[r.rank].push_back(r);
    }
    if (file.isEmpty() || ofCluster.empty())
        return;
    Comparison ranks(ranksOfCluster);
    for (quint32 i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i] || run.ranks[i]->info.rank < 0 || run.ranks[i]->stepTrace.empty())
            continue;
        const RankData &rank = *run.ranks[i];
        const auto rows = ofCluster.find(rank.info.rank);
        if (rows == ofCluster.end()) {
            ranks.onlyRight(i);
            continue;
        }
        compareFacts(stepsOfCluster, stepFacts(rows->second, rank.info.label),
                     stepFacts(rank.stepTrace, rank.info.label), file, job, report);
    }
    ranks.tell(file, {}, {[](quint32) { return FactPlace(); }, [&run](quint32 i) { return run.ranks[i]->info.label; }},
               report);
}

} // namespace rs
