// SPDX-License-Identifier: Apache-2.0
#include "tables/run/othertables.h"

#include "core/base/exportfolder.h"
#include "core/table/othertables.h"
#include "core/text/patternmatch.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <tuple>

namespace rs {

QRegularExpression exactly(const QString &name)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(QRegularExpression::escape(name)));
}

std::vector<OtherTable> otherTables(const RankData &rank)
{
    std::vector<OtherTable> out;
    for (const FileEntry &f : rank.info.files) {
        const bool isKnown = std::ranges::any_of(out, [&](const OtherTable &t) { return t.kind == f.kind; });
        // It has a table of its own, but curves here alone.
        const bool isOwn = f.kind == QLatin1String("task_time");
        if (f.used && (isOwn || isOtherTable(f.kind)) && !isKnown)
            out.push_back({f.kind, isOwn ? f.kind : f.kind.section(u'/', 1), f.name, rank.table(f.kind), isOwn});
    }
    std::ranges::sort(out, [](const OtherTable &a, const OtherTable &b) {
        return std::tie(a.name, a.kind) < std::tie(b.name, b.kind);
    });
    return out;
}

namespace {

std::shared_ptr<const Table> otherTable(const TableQuery &query)
{
    const auto rank = query.rankData();
    for (const OtherTable &t : rank ? otherTables(*rank) : std::vector<OtherTable>()) {
        const bool isAsked =
            query.name.pattern().isEmpty() || matchesPattern(query.name, t.name) || matchesPattern(query.name, t.file);
        if (isAsked && t.table && t.table->rows() > 0)
            return t.table;
    }
    return nullptr;
}

} // namespace

void addOtherTables(Catalogue &catalogue)
{
    TableSpec &table =
        catalogue.add("csv", TableScope::Rank, RS_TABLE("Other CSV files"),
                      RS_TABLE("Any other CSV file of the rank as a table: PCIe, HCCS, NIC, RoCE, HBM, DDR, LLC, CPU "
                               "and memory of the system, and files that no profiler is known to write."));
    table.parameters = {Parameter::Name};
    table.columns = [](const TableQuery &query) {
        const auto t = otherTable(query);
        return t ? fileRows(nullptr, t, query.rank)->columns() : std::vector<ColumnSpec>();
    };
    table.make = [](const TableQuery &query, const JobContext &) {
        const auto t = otherTable(query);
        return fileRows(query.rankData(), t ? t : std::make_shared<const Table>(), query.rank);
    };
    table.whyEmpty = [](const TableQuery &query) -> Phrase {
        const auto rank = query.rankData();
        QStringList names;
        for (const OtherTable &t : rank ? otherTables(*rank) : std::vector<OtherTable>()) {
            if (t.table && t.table->rows() > 0)
                names << t.name;
        }
        if (names.isEmpty())
            return tableReason(RS_TABLE(
                "The rank has no CSV file beside those that have a table of their own. The profiler writes such files "
                "with its options sys_io, sys_interconnection, hbm_ddr, pcie and host_sys (--sys-hardware-mem=on, "
                "--sys-io-profiling=on, --sys-interconnection-profiling=on of msprof)."));
        return tableReason(RS_TABLE("The rank has no other CSV file whose name fits %1; there are: %2."),
                           {query.name.pattern(), names.join(QLatin1String(", "))});
    };
}

std::vector<TableFile> exportFilesOf(const TableSpec &table, const TableQuery &query)
{
    if (table.id != u"csv")
        return table.exportFiles();
    std::vector<TableFile> out;
    const auto rank = query.rankData();
    for (const OtherTable &t : rank ? otherTables(*rank) : std::vector<OtherTable>()) {
        if (t.table && t.table->rows() > 0 && !t.hasOwnTable)
            out.push_back({QStringLiteral("csv_") + safeFileName(t.name),
                           [name = t.name](TableQuery &q) { q.name = exactly(name); }});
    }
    return out;
}

} // namespace rs
