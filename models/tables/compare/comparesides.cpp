// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/manycompare.h"
#include "core/base/saturate.h"
#include "tables/compare/comparefields.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <map>
#include <set>

/// Many sides of a comparison against one baseline.
namespace rs {

namespace {

std::vector<ColumnSpec> sidesColumns(OperatorGrouping grouping, bool steps)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out;
    if (steps)
        out = {{"step", "Step", RS_TABLE("Step"), K::Label},
               {"base-step", "Base Step", RS_TABLE("Base step"), K::Label}};
    else
        out = {{"rank", "Rank", RS_TABLE("Rank"), K::Label},
               {"base-rank", "Base Rank", RS_TABLE("Base rank"), K::Label}};
    out[0].place = 1;
    out[1].place = 2;
    for (ColumnSpec &c : compareColumns(grouping)) {
        c.place = c.place > 0 ? c.place + 2 : 0;
        out.push_back(std::move(c));
    }
    if (steps)
        return out;
    out.push_back({"run", "Run", RS_TABLE("Run"), K::Text});
    out.back().place = 1;
    out.push_back({"base-run", "Base Run", RS_TABLE("Base run"), K::Text});
    out.back().place = 2;
    const char *const hint = RS_TABLE(
        "Basis of the difference, the ratio and the state: the total; of a whole run / number of its ranks unless "
        "the sum is chosen; / number of steps if the two sides have different numbers of steps.");
    out.push_back({"base-compared", "Base Compared(us)", RS_TABLE("%2: compared value (%1)"), K::Time, hint});
    out.back().unitGroup = 1; // that of the totals
    out.push_back({"other-compared", "Other Compared(us)", RS_TABLE("%3: compared value (%1)"), K::Time, hint});
    out.back().unitGroup = 1;
    return out;
}

// The rank of a whole run whose occurrence is the longest.
int rankOfLongest(const SideComparison &side, const CompareRow &row)
{
    const auto at = static_cast<size_t>(row.other.longestOf);
    return row.other.longest != NoSlice && at < side.ranks.size() ? side.ranks[at] : -1;
}

// Name of a side in a note.
QString noteName(const QString &label, const QString &run, bool whole, bool severalRuns)
{
    if (whole)
        return QStringLiteral("all ranks of ") + run;
    const QString rank = QStringLiteral("rank ") + label;
    return severalRuns ? rank + QStringLiteral(" of ") + run : rank;
}

void addNotes(std::vector<RowNote> &notes, const SideOf &of, bool steps, bool sum)
{
    const SideComparison &side = of.of;
    const auto addOnce = [&notes](const RowNote &note) {
        if (std::ranges::none_of(notes, [&note](const RowNote &n) { return n.english() == note.english(); }))
            notes.push_back(note);
    };
    const bool several = of.run != of.baseRun;
    const Phrase perStep =
        perStepPhrase(side.comparison.steps, noteName(of.baseline, of.baseRun, !steps && side.base < 0, several),
                      noteName(of.label, of.run, !steps && side.rank < 0, several));
    if (!perStep.isEmpty())
        notes.emplace_back(perStep);
    if (steps)
        return;
    const auto addWhole = [&](const QString &run, const std::vector<int> &ranks) {
        addOnce(RowNote(
            sum ? Phrase(RS_MESSAGE("%1: the sum of %2 ranks is compared."), {run, QString::number(ranks.size())})
                : Phrase(RS_MESSAGE("%1: the mean of %2 ranks is compared; calls and totals are over all of them."),
                         {run, QString::number(ranks.size())})));
    };
    if (side.base < 0)
        addWhole(of.baseRun, side.baseRanks);
    if (side.rank < 0)
        addWhole(of.run, side.ranks);
    else if (side.comparison.otherNote != OperatorNote::None)
        notes.emplace_back(operatorNoteText(side.comparison.otherNote), of.label);
}

/// Sides that are held against ranks of other stages of the pipeline.
struct OtherStages
{
    qint64 sides = 0;
    QString whole; ///< the run that is a baseline as a whole
    size_t stages = 0;

    void add(const SideOf &of)
    {
        if (!of.of.areOtherStages())
            return;
        ++sides;
        if (of.of.base < 0 && of.of.baseStages.size() > stages) {
            whole = of.baseRun;
            stages = of.of.baseStages.size();
        }
    }

    void say(std::vector<RowNote> &notes, size_t allSides) const
    {
        if (sides == 0)
            return;
        if (stages > 1)
            notes.emplace_back(Phrase(
                RS_MESSAGE(
                    "The ranks of %1 belong to %2 pipeline stages, which do different work: a difference from all "
                    "of them says little. By default the baseline is the median rank of the same stage."),
                {whole, QString::number(stages)}));
        else
            notes.emplace_back(Phrase(
                RS_MESSAGE(
                    "%1 of %2 sides belong to another pipeline stage than their baseline: they do different work, "
                    "so a difference says little. By default the baseline is the median rank of the same stage."),
                {QString::number(sides), QString::number(allSides)}));
    }
};

std::shared_ptr<const RowSource> sidesSource(const TableQuery &query, std::vector<SideComparison> sides, bool steps)
{
    // One side that can be grouped less finely makes rows of its own, so all of them are shown as it is.
    OperatorGrouping grouping = query.by;
    std::vector<ComparedRow> rows;
    std::vector<RowNote> notes;
    std::set<QString> runs;
    OtherStages otherStages;
    for (SideComparison &made : sides) {
        grouping = made.comparison.grouping;
        const auto runAt = [&](int run) -> const Run & {
            return run < 0                              ? *query.otherRun
                   : run == 0 || query.moreRuns.empty() ? *query.run
                                                        : *query.moreRuns[static_cast<size_t>(run) - 1];
        };
        std::vector<ComparedRow> compared = comparedRows(made.comparison, made.spread);
        made.comparison.rows = {};
        made.spread = {};
        const auto of = std::make_shared<SideOf>();
        of->of = std::move(made);
        const SideComparison &side = of->of;
        const Run &run = runAt(side.run);
        const Run &baseRun = runAt(side.baseRun);
        of->query = compareQuery(query);
        of->query.steps = side.comparison.steps;
        const QString all = QStringLiteral("all");
        of->label = steps ? side.step : side.rank < 0 ? all : rankLabel(run, side.rank);
        of->baseline = steps ? side.baseStep : side.base < 0 ? all : rankLabel(baseRun, side.base);
        of->run = run.title();
        of->baseRun = baseRun.title();
        runs.insert(of->run);
        runs.insert(of->baseRun);
        for (ComparedRow &row : compared) {
            if (!isWantedState(query.states, row.spread.state))
                continue;
            // A row of another run has no place in this one.
            row.rank = side.run != 0 ? -1 : side.rank >= 0 ? side.rank : rankOfLongest(side, row.row);
            row.base = side.base;
            row.side = of;
            rows.push_back(std::move(row));
        }
        addNotes(notes, *of, steps, query.sumOfRanks);
        otherStages.add(*of);
    }
    otherStages.say(notes, sides.size());
    std::ranges::stable_sort(rows, [](const ComparedRow &a, const ComparedRow &b) {
        return saturatedMagnitude(a.row.differenceNs()) > saturatedMagnitude(b.row.differenceNs());
    });
    auto out = compareSource(rows, sidesColumns(grouping, steps), grouping);
    if (!steps) {
        for (const QStringView id : {u"run", u"base-run"})
            out->setShown(id, runs.size() > 1);
        const bool ofSeveral = std::ranges::any_of(
            rows, [](const ComparedRow &r) { return r.row.steps.baseRanks > 1 || r.row.steps.otherRanks > 1; });
        for (const QStringView id : {u"base-compared", u"other-compared"})
            out->setShown(id, ofSeveral);
    }
    out->setNotes(std::move(notes));
    return out;
}

std::shared_ptr<const RowSource> makeMany(const TableQuery &query, const JobContext &job)
{
    ManyQuery many;
    many.compare = compareQuery(query);
    many.step = query.step;
    many.sides = query.rankIndices();
    for (const std::shared_ptr<const Run> &run : query.moreRuns)
        many.moreRuns.push_back(run.get());
    many.base = query.other;
    many.baseRun = query.otherRun.get();
    many.wholeSides = query.wholeSides;
    many.wholeBase = query.wholeBase;
    many.sums = query.sumOfRanks;
    std::vector<SideComparison> sides;
    if (!many.sides.empty()) {
        if (query.ranks.empty())
            many.sides.clear();
        sides = compareMany(*query.run, many, job);
    }
    return job.isCanceled() ? nullptr : sidesSource(query, std::move(sides), false);
}

Phrase whyNoMany(const TableQuery &query)
{
    qsizetype loaded = 0;
    for (const auto &rank : query.run->ranks)
        loaded += rank ? 1 : 0;
    const bool alone = query.moreRuns.empty() && (!query.otherRun || query.otherRun == query.run);
    if (alone && query.wholeSides && query.other < 0)
        return tableReason(RS_TABLE("A whole run is compared with another run, or with a rank that is the baseline."));
    if (loaded < 2 && alone)
        return tableReason(RS_TABLE("A comparison needs two ranks; the run has one."));
    if (!query.step.isEmpty())
        return noStep(query);
    return tableReason(RS_TABLE("Fewer than two ranks have operators, from kernel_details.csv, op_summary or a "
                                "trace with kernels. The profiler writes them when NPU activity is collected."));
}

std::shared_ptr<const RowSource> makeSteps(const TableQuery &query, const JobContext &job)
{
    std::vector<SideComparison> sides = compareSteps(*query.run, query.rank, compareQuery(query), query.step, job);
    return job.isCanceled() ? nullptr : sidesSource(query, std::move(sides), true);
}

Phrase whyNoComparedSteps(const TableQuery &query)
{
    if (const Phrase reason = whyNoTrace(query); !reason.isEmpty())
        return reason;
    if (!query.step.isEmpty())
        return noStep(query);
    return tableReason(
        RS_TABLE("The trace marks fewer than two steps: call the profiler's step() in the training loop."));
}

} // namespace

SideRow sideRowOf(const RowSource &rows, quint32 row)
{
    const auto *const compared = dynamic_cast<const ComparedRows *>(&rows);
    return compared && !compared->sides.empty() ? compared->sides[row] : SideRow();
}

const SideOf *sideOf(const RowSource &rows, quint32 row)
{
    const auto *const compared = dynamic_cast<const ComparedRows *>(&rows);
    return compared && !compared->sides.empty() ? compared->sides[row].side.get() : nullptr;
}

std::vector<SideTotal> sideTotals(const RowSource &rows)
{
    const auto *const compared = dynamic_cast<const ComparedRows *>(&rows);
    std::map<const SideOf *, size_t> places;
    std::vector<SideTotal> out;
    for (const SideRow &row : compared ? compared->sides : std::vector<SideRow>()) {
        const auto [at, isNew] = places.emplace(row.side.get(), out.size());
        if (isNew)
            out.push_back({row.side});
        SideTotal &total = out[at->second];
        total.totalNs = saturatedSum(total.totalNs, row.row.otherComparedNs());
        total.baseNs = saturatedSum(total.baseNs, row.row.baseComparedNs());
    }
    std::ranges::stable_sort(out, [](const SideTotal &a, const SideTotal &b) {
        return saturatedMagnitude(a.differenceNs()) > saturatedMagnitude(b.differenceNs());
    });
    return out;
}

void addCompareSides(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources sources{
        {QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}};
    TableSpec &many =
        catalogue.add("compare.many", TableScope::Run, RS_TABLE("Ranks compared"),
                      RS_TABLE("The operators of every rank beside those of one baseline: by default the rank of its "
                               "pipeline stage whose operators take the median time. Runs as a whole, too."));
    many.parameters = {P::By, P::Kind, P::Core, P::Step};
    many.sources = sources;
    many.takesRanks = true;
    many.needsAllRanks = true;
    many.ownPage = true;
    many.columns = [](const TableQuery &query) { return sidesColumns(query.by, false); };
    many.make = makeMany;
    many.whyEmpty = whyNoMany;
    takeStates(many);

    TableSpec &steps = catalogue.add("compare.steps", TableScope::Rank, RS_TABLE("Steps compared"),
                                     RS_TABLE("The operators of every step of a rank beside those of one step: by "
                                              "default the one whose operators take the median time."));
    steps.parameters = {P::By, P::Kind, P::Core, P::Step};
    steps.sources = sources;
    steps.columns = [](const TableQuery &query) { return sidesColumns(query.by, true); };
    steps.make = makeSteps;
    steps.whyEmpty = whyNoComparedSteps;
    takeStates(steps);
    steps.ownPage = true;
}

} // namespace rs
