// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/runchange.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"
#include "tables/compare/comparefields.h"

#include <algorithm>
#include <memory>
#include <utility>

/// A run against another one: by how much the step and its parts changed, and whether that may be chance.
namespace rs {

namespace {

std::vector<ColumnSpec> runsColumns()
{
    using K = ValueKind;
    const char *const interval =
        RS_TABLE("The difference of the mean step lies there with 95 % probability: bootstrap over steps, widened as "
                 "few steps need. Empty with one step on a side.");
    std::vector<ColumnSpec> out = {
        {"part", "Part", RS_TABLE("Part"), K::Word,
         RS_TABLE("Computing, non-overlapped communication, free time and preparing add up to the step.")},
        {"name", "Name", RS_TABLE("Name"), K::Text, RS_TABLE("Of an operator or a communication domain.")},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label, RS_TABLE("Empty: the mean over all ranks.")},
        {"base-rank", "Base Rank", RS_TABLE("Base rank"), K::Label,
         RS_TABLE("The rank of the same place in the parallelism; where it is not known, of the same number.")},
        {"base", "Base(us)", RS_TABLE("%2: mean step (%1)"), K::Time},
        {"other", "Other(us)", RS_TABLE("%3: mean step (%1)"), K::Time},
        {"difference", "Difference(us)", RS_TABLE("Difference (%1)"), K::Difference, RS_TABLE("Other - base.")},
        {"low", "Low(us)", RS_TABLE("95 % from (%1)"), K::Difference, interval},
        {"high", "High(us)", RS_TABLE("95 % to (%1)"), K::Difference, interval},
        {"change", "Change(%)", RS_TABLE("Change (%)"), K::Real, RS_TABLE("The difference / the base.")},
        {"state", "State", RS_TABLE("State"), K::Word,
         RS_TABLE("Slower, faster (grown, shrunk in files): by 1 % of the step of the base or more, and the interval "
                  "excludes 0. Unchanged: the "
                  "whole interval lies within 3 % of that step. Not known: the steps vary too much to tell. Too few "
                  "steps: there is no interval.")},
    };
    setUnitGroup(out, 1, {u"base", u"other", u"difference", u"low", u"high"});
    leadWith(out, {u"part", u"name", u"rank", u"difference", u"change", u"state", u"base", u"other", u"low", u"high"});
    return out;
}

std::vector<RowNote> notesOf(const RunChange &change, const QString &base, const QString &other)
{
    std::vector<RowNote> out;
    for (const Phrase &phrase : runChangePhrases(change, base))
        out.emplace_back(phrase);
    const QStringList counts{QString::number(change.baseSteps), base, QString::number(change.otherSteps), other};
    if (change.areMatched)
        out.emplace_back(Phrase(RS_MESSAGE("Steps compared, each with the one of the same name in the other run: %1."),
                                {counts.front()}));
    else if (change.baseSteps > 0 && change.otherSteps > 0)
        out.emplace_back(Phrase(RS_MESSAGE("Mean steps are compared; %2 has %1 of them, %4 has %3."), counts));
    if (change.pairedRanks < std::max(change.baseRanks, change.otherRanks))
        out.emplace_back(Phrase(RS_MESSAGE("Ranks with a counterpart: %1. %2 has %3, %4 has %5."),
                                {QString::number(change.pairedRanks), base, QString::number(change.baseRanks), other,
                                 QString::number(change.otherRanks)}));
    return out;
}

std::shared_ptr<const RowSource> makeRuns(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(runsColumns());
    if (!query.otherRun || query.otherRun == query.run)
        return rows;
    const Run &run = *query.run;
    const RunChange change = compareRuns(*query.otherRun, run, query.by, job);
    if (job.isCanceled())
        return nullptr;
    const std::vector<int> wanted = query.rankIndices();
    for (const RunChangeRow &row : change.rows) {
        if (!isWantedState(query.states, row.state) ||
            (!query.ranks.empty() && row.rankIndex >= 0 && std::ranges::find(wanted, row.rankIndex) == wanted.end()))
            continue;
        const std::optional<double> ratio = row.ratio();
        rows->add({row.rankIndex, NoSlice, {}}, {changePartName(row.part), row.name, row.rank, row.baseRank, row.baseNs,
                                                 row.otherNs, row.differenceNs(), row.lowNs, row.highNs,
                                                 ratio ? Cell(100 * *ratio) : Cell(), compareStateName(row.state)});
        if (!row.lowNs && row.baseNs && row.otherNs) {
            for (const QStringView id : {u"low", u"high"})
                rows->setPhrase(id, {RS_TABLE("too few steps"), {}});
        }
    }
    const QString base = query.otherRun->title();
    const QString other = run.title();
    const bool areNamed = run.name != query.otherRun->name;
    rows->setNames(areNamed ? QStringList{query.otherRun->name, run.name} : QStringList{base, other});
    rows->setNotes(notesOf(change, base, other));
    return rows;
}

Phrase whyNoRuns(const TableQuery &query)
{
    if (!query.otherRun || query.otherRun == query.run)
        return tableReason(RS_TABLE("Open a second run to compare this one with."));
    TableQuery other = query;
    other.run = query.otherRun;
    for (const TableQuery *const side : {&query, static_cast<const TableQuery *>(&other)}) {
        if (overview(*side->run).empty())
            return whyNoSteps(*side);
    }
    return tableReason(RS_TABLE("No step has all parts of its time in both runs."));
}

std::vector<ColumnSpec> trendColumns()
{
    using K = ValueKind;
    const char *const interval = RS_TABLE("The difference lies there with 95 % probability, as in compare.runs.");
    std::vector<ColumnSpec> out = {
        {"run", "Run", RS_TABLE("Run"), K::Text},
        {"ranks", "Ranks", RS_TABLE("Ranks"), K::Integer},
        {"steps", "Steps", RS_TABLE("Steps"), K::Integer, RS_TABLE("That all its ranks have.")},
        {"step", "Step(us)", RS_TABLE("Step (%1)"), K::Time, RS_TABLE("Mean over ranks and steps.")},
        {"computing", "Computing(us)", RS_TABLE("Computing (%1)"), K::Time},
        {"uncovered", "Communication(Not Overlapped)(us)", RS_TABLE("Non-overlapped communication (%1)"), K::Time},
        {"idle", "Idle(us)", RS_TABLE("Idle (%1)"), K::Time},
        {"preparing", "Preparing(us)", RS_TABLE("Preparing (%1)"), K::Time},
        {"difference", "Difference(us)", RS_TABLE("Difference (%1)"), K::Difference, RS_TABLE("To the first run.")},
        {"low", "Low(us)", RS_TABLE("95 % from (%1)"), K::Difference, interval},
        {"high", "High(us)", RS_TABLE("95 % to (%1)"), K::Difference, interval},
        {"change", "Change(%)", RS_TABLE("Change (%)"), K::Real, RS_TABLE("To the first run.")},
        {"state", "State", RS_TABLE("State"), K::Word, RS_TABLE("As in compare.runs.")},
    };
    setUnitGroup(out, 1, {u"step", u"computing", u"uncovered", u"idle", u"preparing"});
    setUnitGroup(out, 2, {u"difference", u"low", u"high"});
    return out;
}

std::shared_ptr<const RowSource> makeTrend(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(trendColumns());
    std::vector<std::shared_ptr<const Run>> runs = query.moreRuns;
    if (!query.run || runs.empty())
        return rows;
    runs.insert(runs.begin(), query.run);
    std::vector<RowNote> notes;
    for (size_t i = 0; i < runs.size(); ++i) {
        const RunChange change = compareRuns(*runs.front(), *runs[i], std::nullopt, job);
        if (job.isCanceled())
            return nullptr;
        const RunChangeRow *const step = change.of(ChangePart::Step);
        if (!step) {
            notes.emplace_back(Phrase(RS_MESSAGE("%1 is left out: it has no step with all parts of its time in common "
                                                 "with the first run."),
                                      {runs[i]->title()}));
            continue;
        }
        const auto of = [&change](ChangePart part) {
            const RunChangeRow *const row = change.of(part);
            return row ? row->otherNs : std::nullopt;
        };
        const bool isFirst = i == 0;
        const auto ratio = step->ratio();
        rows->add({}, {runs[i]->title(), change.otherRanks, change.otherSteps, step->otherNs, of(ChangePart::Computing),
                       of(ChangePart::Uncovered), of(ChangePart::Idle), of(ChangePart::Preparing),
                       cellIf(!isFirst, step->differenceNs()), isFirst ? Cell() : Cell(step->lowNs),
                       isFirst ? Cell() : Cell(step->highNs), isFirst || !ratio ? Cell() : Cell(100 * *ratio),
                       isFirst ? Cell() : Cell(compareStateName(step->state))});
        if (!isFirst && !step->lowNs) {
            for (const QStringView id : {u"low", u"high"})
                rows->setPhrase(id, {RS_TABLE("too few steps"), {}});
        }
    }
    rows->setNotes(std::move(notes));
    return rows;
}

Phrase whyNoTrend(const TableQuery &query)
{
    if (query.moreRuns.empty())
        return tableReason(RS_TABLE("Open a second run to see a trend."));
    return whyNoSteps(query);
}

} // namespace

void addCompareRuns(Catalogue &catalogue)
{
    TableSpec &trend =
        catalogue.add("trend.runs", TableScope::Run, RS_TABLE("Trend of runs"),
                      RS_TABLE("The mean step and its parts in several runs, one after the other, against "
                               "the first: which change made it faster?"),
                      trendColumns, makeTrend, whyNoTrend);
    trend.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    trend.needsAllRanks = true;
    TableSpec &table =
        catalogue.add("compare.runs", TableScope::Run, RS_TABLE("Runs compared"),
                      RS_TABLE("By how much the step of a run differs from that of another run, which "
                               "part, operator, domain and rank makes it, and whether it may be chance."),
                      runsColumns, makeRuns, whyNoRuns);
    table.parameters = {Parameter::By};
    table.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    table.takesRanks = true;
    table.needsAllRanks = true;
    takeStates(table);
}

} // namespace rs
