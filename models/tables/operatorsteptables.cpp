// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/operatorsteps.h"
#include "core/base/saturate.h"
#include "tables/operatorgrouptables.h"
#include "tables/tables.h"

#include <QtGlobal>

namespace rs {

namespace {

std::vector<Field<OperatorStep>> stepFields(OperatorGroupBy by)
{
    using R = OperatorStep;
    using K = ValueKind;
    std::vector<Field<R>> out = groupKeyFields<R>(by);
    const char *const typicalHint =
        RS_TABLE("The median of its totals over the steps in which it runs; empty with fewer than two of them.");
    std::vector<Field<R>> numbers = {
        {{"step", "Step", RS_TABLE("Step"), K::Label, RS_TABLE("Empty: outside of every step.")},
         [](const R &r) { return r.step.step; }},
        {{"calls", "Calls", RS_TABLE("Calls"), K::Integer}, [](const R &r) { return r.step.calls; }},
        {{"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time}, [](const R &r) { return r.step.totalNs; }},
        {{"median", "Median(us)", RS_TABLE("Median (%1)"), K::Time}, [](const R &r) { return r.step.medianNs; }},
        {{"p95", "P95(us)", RS_TABLE("P95 (%1)"), K::Time, RS_TABLE("95 of 100 calls take at most that long.")},
         [](const R &r) { return r.step.p95Ns; }},
        {{"max", "Max(us)", RS_TABLE("Max (%1)"), K::Time}, [](const R &r) { return r.maxNs; }},
        {{"typical", "Typical Total(us)", RS_TABLE("Typical total (%1)"), K::Time, typicalHint},
         [](const R &r) { return fieldOf(r.typicalNs); }},
        {{"difference", "Difference(us)", RS_TABLE("Difference (%1)"), K::Difference,
          RS_TABLE("Its total in this step less the typical one.")},
         [](const R &r) {
             return r.typicalNs ? FieldValue(saturatedDifference(r.step.totalNs, *r.typicalNs)) : FieldValue();
         }},
        {{"ratio", "Ratio", RS_TABLE("Ratio"), K::Factor, RS_TABLE("Its total in this step / the typical one.")},
         [](const R &r) {
             return known(r.typicalNs.value_or(0) > 0,
                          static_cast<double>(r.step.totalNs) / static_cast<double>(r.typicalNs.value_or(1)));
         }},
    };
    out.insert(out.end(), numbers.begin(), numbers.end());
    for (const QStringView id : {u"total", u"typical", u"difference"})
        fieldNamed(out, id).column.unitGroup = 1;
    for (const QStringView id : {u"median", u"p95", u"max"})
        fieldNamed(out, id).column.unitGroup = 2;
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
    std::vector<RowNote> notes;
    if (const Phrase note = groupNoteText(steps.note); !note.isEmpty() && !steps.rows.empty())
        notes.emplace_back(note);
    auto out = std::make_shared<StructSource<OperatorStep>>(stepFields(steps.by), std::move(steps.rows),
                                                            [index = query.rank](const OperatorStep &r) {
                                                                return RowPlace{index, r.longest, {}};
                                                            });
    out->setNotes(std::move(notes));
    return out;
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
    steps.columns = [](const TableQuery &query) { return columnsOf(stepFields(groupByOf(query.by, query.kind))); };
    steps.make = makeSteps;
    steps.whyEmpty = whyNoGroupsOfRank;
    steps.sumsWindow = true;
}

} // namespace rs
