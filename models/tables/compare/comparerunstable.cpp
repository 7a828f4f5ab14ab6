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
         RS_TABLE("Unchanged: the difference is less than 1 % of the step of the base. Within noise: it is more, but "
                  "its interval includes 0. Too few steps: there is no interval.")},
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
        out.emplace_back(Phrase(RS_MESSAGE("%1 steps of each run are compared, each with the one of the same name."),
                                {counts.front()}));
    else if (change.baseSteps > 0 && change.otherSteps > 0)
        out.emplace_back(Phrase(RS_MESSAGE("Mean steps are compared; %2 has %1 of them, %4 has %3."), counts));
    if (change.pairedRanks < std::max(change.baseRanks, change.otherRanks))
        out.emplace_back(Phrase(RS_MESSAGE("%1 ranks have a counterpart; %2 has %3 ranks, %4 has %5."),
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

} // namespace

void addCompareRuns(Catalogue &catalogue)
{
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
