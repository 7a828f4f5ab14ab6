// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/operatorsteps.h"
#include "core/base/saturate.h"
#include "tables/operators/operatorgrouptables.h"
#include "tables/base/tables.h"

namespace rs {

namespace {

std::vector<ColumnSpec> stepColumns(OperatorGroupBy by)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = groupKeyColumns(by);
    const char *const typicalHint =
        RS_TABLE("The median of its totals over the steps in which it runs; empty with fewer than two of them.");
    std::vector<ColumnSpec> numbers = {
        {"step", "Step", RS_TABLE("Step"), K::Label, RS_TABLE("Empty: outside of every step.")},
        {"calls", "Calls", RS_TABLE("Calls"), K::Integer},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time},
        {"median", "Median(us)", RS_TABLE("Median (%1)"), K::Time},
        {"p95", "P95(us)", RS_TABLE("P95 (%1)"), K::Time, RS_TABLE("95 of 100 calls take at most that long.")},
        {"max", "Max(us)", RS_TABLE("Max (%1)"), K::Time},
        {"typical", "Typical Total(us)", RS_TABLE("Typical total (%1)"), K::Time, typicalHint},
        {"difference", "Difference(us)", RS_TABLE("Difference (%1)"), K::Difference,
         RS_TABLE("Its total in this step less the typical one.")},
        {"ratio", "Ratio", RS_TABLE("Ratio"), K::Factor, RS_TABLE("Its total in this step / the typical one.")},
    };
    out.insert(out.end(), numbers.begin(), numbers.end());
    setUnitGroup(out, 1, {u"total", u"typical", u"difference"});
    setUnitGroup(out, 2, {u"median", u"p95", u"max"});
    return out;
}

std::shared_ptr<const RowSource> makeSteps(const TableQuery &query, const JobContext &job)
{
    const OperatorGroupBy by = groupByOf(query.by, query.kind);
    OperatorSteps steps;
    steps.by = by;
    if (query.run)
        steps = operatorSteps(*query.run, query.rank, groupQuery(query, by), job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(stepColumns(steps.by));
    for (const OperatorStep &r : steps.rows) {
        std::vector<Cell> cells = groupKeyCells(steps.by, r.key);
        const bool isTypical = r.typicalNs.value_or(0) > 0;
        const double ratio = static_cast<double>(r.step.totalNs) / static_cast<double>(r.typicalNs.value_or(1));
        cells.insert(cells.end(),
                     {r.step.step, r.step.calls, r.step.totalNs, r.step.medianNs, r.step.p95Ns, r.maxNs, r.typicalNs,
                      r.typicalNs ? Cell(saturatedDifference(r.step.totalNs, *r.typicalNs)) : Cell(),
                      cellIf(isTypical, ratio)});
        rows->add({query.rank, r.longest, {}}, cells);
    }
    if (const Phrase note = groupNoteText(steps.note); !note.isEmpty() && !steps.rows.empty())
        rows->setNotes({note});
    return rows;
}

} // namespace

void addOperatorStepTables(Catalogue &catalogue)
{
    using P = Parameter;
    TableSpec &steps = catalogue.add("operators.steps", TableScope::Rank, RS_TABLE("Operators step by step"),
                                     RS_TABLE("Operators of a rank in groups, in each step, beside what is typical of "
                                              "them: which ones drift or have single slow steps?"));
    steps.parameters = {P::By, P::Kind, P::Core, P::Step, P::Domain, P::Window};
    steps.sources = {{QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}};
    steps.columns = [](const TableQuery &query) { return stepColumns(groupByOf(query.by, query.kind)); };
    steps.make = makeSteps;
    steps.whyEmpty = whyNoGroupsOfRank;
    steps.sumsWindow = true;
}

} // namespace rs
