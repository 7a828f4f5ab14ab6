// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/operatorstats.h"
#include "tables/operators/operatorfields.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

namespace rs {

namespace {

std::vector<ColumnSpec> operatorColumns(OperatorGrouping grouping)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = identityColumns(grouping);
    const std::vector<ColumnSpec> numbers = {
        {"calls", "Calls", RS_TABLE("Calls"), K::Integer},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time},
        {"average", "Average(us)", RS_TABLE("Average (%1)"), K::MeanTime},
        {"min", "Min(us)", RS_TABLE("Min (%1)"), K::Time},
        {"max", "Max(us)", RS_TABLE("Max (%1)"), K::Time},
        {"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent, RS_TABLE("Of the total of all rows.")},
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
    const OperatorTable table = rank ? operatorStats(*rank, operatorQuery(query), job) : OperatorTable();
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(operatorColumns(table.grouping));
    for (const OperatorRow &r : table.rows) {
        std::vector<Cell> cells = identityCells(table.grouping, r);
        cells.insert(cells.end(), {r.calls, r.totalNs, r.averageNs(), r.minNs, r.maxNs, r.share});
        rows->add({query.rank, r.longest, {}}, cells);
    }
    if (rank && table.note != OperatorNote::None)
        rows->setNotes({RowNote(operatorNoteText(table.note), rank->info.label)});
    return rows;
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
    operators.columns = [](const TableQuery &query) { return operatorColumns(query.by); };
    operators.make = makeOperators;
    operators.whyEmpty = whyNoOperators;
    operators.files = operatorFiles();
}

} // namespace rs
