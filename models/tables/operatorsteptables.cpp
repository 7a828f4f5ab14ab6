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
    const char *const typicalHint = QT_TRANSLATE_NOOP(
        "Tables", "The median of its totals over the steps in which it runs; empty with fewer than two of them.");
    std::vector<Field<R>> numbers = {
        {tableColumn("step", "Step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label,
                     QT_TRANSLATE_NOOP("Tables", "Empty: outside of every step.")),
         [](const R &r) { return r.step.step; }},
        {tableColumn("calls", "Calls", QT_TRANSLATE_NOOP("Tables", "Calls"), K::Integer),
         [](const R &r) { return r.step.calls; }},
        {tableColumn("total", "Total(us)", QT_TRANSLATE_NOOP("Tables", "Total (%1)"), K::Time),
         [](const R &r) { return r.step.totalNs; }},
        {tableColumn("median", "Median(us)", QT_TRANSLATE_NOOP("Tables", "Median (%1)"), K::Time),
         [](const R &r) { return r.step.medianNs; }},
        {tableColumn("p95", "P95(us)", QT_TRANSLATE_NOOP("Tables", "P95 (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "95 of 100 calls take at most that long.")),
         [](const R &r) { return r.step.p95Ns; }},
        {tableColumn("max", "Max(us)", QT_TRANSLATE_NOOP("Tables", "Max (%1)"), K::Time),
         [](const R &r) { return r.maxNs; }},
        {tableColumn("typical", "Typical Total(us)", QT_TRANSLATE_NOOP("Tables", "Typical total (%1)"), K::Time,
                     typicalHint),
         [](const R &r) { return fieldOf(r.typicalNs); }},
        {tableColumn("difference", "Difference(us)", QT_TRANSLATE_NOOP("Tables", "Difference (%1)"), K::Difference,
                     QT_TRANSLATE_NOOP("Tables", "Its total in this step less the typical one.")),
         [](const R &r) {
             return r.typicalNs ? FieldValue(saturatedDifference(r.step.totalNs, *r.typicalNs)) : FieldValue();
         }},
        {tableColumn("ratio", "Ratio", QT_TRANSLATE_NOOP("Tables", "Ratio"), K::Factor,
                     QT_TRANSLATE_NOOP("Tables", "Its total in this step / the typical one.")),
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
    TableSpec &steps = catalogue.add(
        "operators.steps", TableScope::Rank, QT_TRANSLATE_NOOP("Tables", "Operators step by step"),
        QT_TRANSLATE_NOOP("Tables", "Operators of a rank in groups, in each step, beside what is typical of them: "
                                    "which ones drift or have single slow steps?"));
    steps.parameters = {P::By, P::Kind, P::Core, P::Step, P::Domain, P::Window};
    steps.sources = {{QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}};
    steps.columns = [](const TableQuery &query) { return columnsOf(stepFields(groupByOf(query.by, query.kind))); };
    steps.make = makeSteps;
    steps.whyEmpty = whyNoGroupsOfRank;
    steps.sumsWindow = true;
}

} // namespace rs
