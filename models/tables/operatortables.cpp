// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/operatorstats.h"
#include "tables/operatorfields.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

namespace rs {

namespace {

std::vector<Field<OperatorRow>> operatorFields(OperatorGrouping grouping)
{
    using R = OperatorRow;
    using K = ValueKind;
    std::vector<Field<R>> out = identityFields<R>(grouping);
    const std::vector<Field<R>> numbers = {
        {{"calls", "Calls", RS_TABLE("Calls"), K::Integer}, [](const R &r) { return r.calls; }},
        {{"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time}, [](const R &r) { return r.totalNs; }},
        {{"average", "Average(us)", RS_TABLE("Average (%1)"), K::MeanTime}, [](const R &r) { return r.averageNs(); }},
        {{"min", "Min(us)", RS_TABLE("Min (%1)"), K::Time}, [](const R &r) { return r.minNs; }},
        {{"max", "Max(us)", RS_TABLE("Max (%1)"), K::Time}, [](const R &r) { return r.maxNs; }},
        {{"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent, RS_TABLE("Of the total of all rows.")},
         [](const R &r) { return r.share; }},
    };
    out.insert(out.end(), numbers.begin(), numbers.end());
    return out;
}

OperatorQuery operatorQuery(const TableQuery &query)
{
    OperatorQuery out;
    out.grouping = query.by;
    out.kind = query.kind;
    out.coreType = query.core;
    return out;
}

std::shared_ptr<const RowSource> makeOperators(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    OperatorTable table = rank ? operatorStats(*rank, operatorQuery(query), job) : OperatorTable();
    if (job.isCanceled())
        return nullptr;
    auto out = std::make_shared<StructSource<OperatorRow>>(operatorFields(table.grouping), std::move(table.rows),
                                                           [index = query.rank](const OperatorRow &r) {
                                                               return RowPlace{index, r.longest, {}};
                                                           });
    if (rank && table.note != OperatorNote::None)
        out->setNotes({RowNote(operatorNoteText(table.note), rank->info.label)});
    return out;
}

Phrase whyNoOperators(const TableQuery &query)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (!rank)
        return {};
    const QString who = QStringLiteral("rank ") + rank->info.label;
    const OperatorNote note = operatorStats(*rank, operatorQuery(query)).note;
    if (note == OperatorNote::NoData)
        return operatorNoteOf(who, note);
    if (note == OperatorNote::FromTrace && !query.core.isEmpty())
        return QStringLiteral(
            "The trace does not tell on which core an operator ran: --core needs kernel_details.csv.");
    return noOperatorText(who, query);
}

std::vector<TableFile> operatorFiles()
{
    std::vector<TableFile> out;
    for (const NamedGrouping &g : operatorGroupings) {
        for (const OperatorKind kind : {OperatorKind::Compute, OperatorKind::Communication}) {
            const bool compute = kind == OperatorKind::Compute;
            out.push_back({QLatin1String(compute ? "operators_compute_by_" : "operators_communication_by_") +
                               QLatin1String(g.name),
                           [by = g.grouping, kind](TableQuery &q) {
                               q.by = by;
                               q.kind = kind;
                           }});
        }
    }
    return out;
}

} // namespace

void addOperatorTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources sources{
        {QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}};
    TableSpec &operators =
        catalogue.add("operators", TableScope::Rank, RS_TABLE("Operators"),
                      RS_TABLE("Operators of one rank with calls, total, average, shortest and longest time."));
    operators.parameters = {P::By, P::Kind, P::Core};
    operators.sources = sources;
    operators.columns = [](const TableQuery &query) { return columnsOf(operatorFields(query.by)); };
    operators.make = makeOperators;
    operators.whyEmpty = whyNoOperators;
    operators.files = operatorFiles();
}

} // namespace rs
