// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlschema.h"

#include "core/table/table.h"
#include "sql/savedqueries.h"
#include "tables/base/parameters.h"
#include "tables/base/tablesink.h"

#include <QSet>

#include <algorithm>

namespace rs {

namespace {

/// By which slices are joined: with the rank.
struct SliceColumn
{
    const char *table; ///< id
    const char *name;
    const char *cell; ///< id of the column that names the slice; empty: the row does
    const char *description;
};
constexpr SliceColumn sliceColumns[] = {
    {"slices", "slice", "", "Number of the slice, unique in its rank."},
    {"kernels", "slice", "", "The slice of the kernel, as slices numbers it; empty where the trace has none."},
    {"chains", "slice", "", "The slice of the kernel, as slices numbers it."},
    {"flows", "from_slice", "from-name", "The slice that it comes from, as slices numbers it."},
    {"flows", "to_slice", "to-name", "The slice that it leads to, as slices numbers it."},
};

bool isOurTime(ValueKind k)
{
    return k == ValueKind::Time || k == ValueKind::Difference || k == ValueKind::Stamp || k == ValueKind::MeanTime;
}

const char *typeOf(ValueKind k)
{
    if (k == ValueKind::Label)
        return "NUMERIC";
    if (isIntegerKind(k))
        return "INTEGER";
    return isRealKind(k) ? "REAL" : "TEXT";
}

SqlColumn columnOf(const ColumnSpec &spec)
{
    SqlColumn out;
    QString header = spec.header;
    out.unit = unitOfColumn(header);
    if (isOurTime(spec.kind)) {
        // Written in the unit of the header elsewhere, here always exact.
        if (!out.unit.isEmpty())
            header.truncate(header.lastIndexOf(u'('));
        header += QStringLiteral("(ns)");
        out.unit = QStringLiteral("ns");
    }
    out.name = columnKey(header);
    out.type = QLatin1String(typeOf(spec.kind));
    out.description = spec.hint;
    if (spec.kind == ValueKind::Stamp) {
        // People read offsets, statements do not.
        out.description.replace(QLatin1String("as an offset from the start of the run"),
                                QLatin1String("in nanoseconds since the epoch"));
        out.description.replace(QLatin1String("As an offset from the start of the run"),
                                QLatin1String("In nanoseconds since the epoch"));
    }
    out.id = spec.id;
    out.kind = spec.kind;
    return out;
}

// The columns of all ranks: those of a file may differ between them.
std::vector<ColumnSpec> specsOf(const TableSpec &table, const std::shared_ptr<const Run> &run)
{
    TableQuery query;
    query.run = run;
    if (table.scope == TableScope::Run)
        return table.columns(query);
    std::vector<ColumnSpec> out;
    QSet<QString> known;
    for (size_t i = 0; i < run->ranks.size(); ++i) {
        if (!run->ranks[i])
            continue;
        query.rank = static_cast<int>(i);
        for (ColumnSpec &c : table.columns(query)) {
            if (!known.contains(c.id)) {
                known.insert(c.id);
                out.push_back(std::move(c));
            }
        }
    }
    return out;
}

SqlColumn parameterColumn(Parameter p, const QString &name, const char *type, const char *description)
{
    SqlColumn out;
    out.name = name;
    out.type = QLatin1String(type);
    out.description = QString::fromLatin1(description);
    out.source = SqlSource::Parameter;
    out.narrows = p;
    return out;
}

SqlColumn *named(std::vector<SqlColumn> &columns, QStringView name)
{
    const auto it = std::ranges::find(columns, name, &SqlColumn::name);
    return it == columns.end() ? nullptr : &*it;
}

void addParameters(const TableSpec &table, std::vector<SqlColumn> &columns)
{
    for (const SliceColumn &c : sliceColumns) {
        if (table.id != QLatin1String(c.table))
            continue;
        SqlColumn slice;
        slice.name = QLatin1String(c.name);
        slice.type = QStringLiteral("INTEGER");
        slice.description = QLatin1String(c.description);
        slice.source = SqlSource::Slice;
        slice.id = QLatin1String(c.cell);
        columns.push_back(std::move(slice));
    }
    for (const ParameterSpec &p : parameterSpecs()) {
        if (*p.column == '\0' || !table.takes(p.parameter))
            continue;
        const QString name = QLatin1String(p.option.name);
        if (SqlColumn *const shown = named(columns, name))
            shown->narrows = p.parameter;
        else
            columns.push_back(parameterColumn(p.parameter, name, "NUMERIC", p.column));
    }
    if (!table.takes(Parameter::Window))
        return;
    SqlColumn from = parameterColumn(Parameter::Window, QStringLiteral("window_from"), "INTEGER",
                                     "Start of the window, nanoseconds since the epoch.");
    from.unit = QStringLiteral("ns");
    from.opensWindow = true;
    SqlColumn to = parameterColumn(Parameter::Window, QStringLiteral("window_to"), "INTEGER", "End of the window.");
    to.unit = QStringLiteral("ns");
    to.closesWindow = true;
    columns.push_back(std::move(from));
    columns.push_back(std::move(to));
    SqlColumn *const start = named(columns, u"start_ns");
    if (start && !table.sumsWindow)
        start->startsRow = true;
    // Rows of a trace: one answer per name there, not one per row.
    if (SqlColumn *const name = named(columns, u"name"); name && table.takes(Parameter::Lane))
        name->narrows = Parameter::Name;
}

} // namespace

bool isOfKernelTrace(const TableSpec &table)
{
    return table.sources.ofRank == QStringList{QStringLiteral("ftrace")};
}

std::vector<SqlTable> sqlTables(const std::shared_ptr<const Run> &run, const Catalogue &tables)
{
    std::vector<SqlTable> out;
    for (const TableSpec &spec : tables.all()) {
        if (spec.scope == TableScope::Pair || spec.id.startsWith(SavedQueryPrefix))
            continue;
        SqlTable table;
        table.spec = &spec;
        table.name = spec.fileName();
        for (const ColumnSpec &c : specsOf(spec, run)) {
            if (!c.header.isEmpty())
                table.columns.push_back(columnOf(c));
        }
        if (table.columns.empty())
            continue;
        if (spec.scope == TableScope::Rank) {
            if (SqlColumn *const own = named(table.columns, u"rank")) {
                own->source = SqlSource::Rank;
            } else {
                SqlColumn rank;
                rank.name = QStringLiteral("rank");
                rank.type = QStringLiteral("NUMERIC");
                rank.description = QStringLiteral("The rank whose rows these are.");
                rank.source = SqlSource::Rank;
                table.columns.insert(table.columns.begin(), std::move(rank));
            }
            if (isOfKernelTrace(spec)) {
                SqlColumn host;
                host.name = QStringLiteral("host");
                host.type = QStringLiteral("TEXT");
                host.description = QStringLiteral("The host whose kernel trace this is; the folder of the file where "
                                                  "no file names the host. A file that ranks share has no rank.");
                host.source = SqlSource::Host;
                table.columns.insert(table.columns.begin() + 1, std::move(host));
            }
        }
        QSet<QString> taken;
        for (SqlColumn &c : table.columns)
            c.name = takeName(c.name.isEmpty() ? QStringLiteral("column") : c.name, taken);
        addParameters(spec, table.columns);
        out.push_back(std::move(table));
    }
    return out;
}

} // namespace rs
