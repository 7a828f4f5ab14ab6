// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/kernelcsv.h"

#include "core/table/kernelcolumns.h"
#include "importers/csv/csvvalues.h"
#include "importers/csv/stepcsv.h"

#include <algorithm>
#include <array>
#include <span>

namespace rs {

namespace {

void noColumns(ImportReport &report, const QString &source, const QString &columns)
{
    report.add(Severity::Error, source, "csv.no-columns",
               RS_MESSAGE("The first line names none of the columns of such a file (%1): nothing is shown from it."),
               Place::line(1), columns);
}

/// A step is digits, with "ProfilerStep#" before them in some versions; empty where the writer knew none.
void noteSteps(const Table &table, const KernelColumns &c, const CsvPlaces &places, ImportReport &report)
{
    if (c.step < 0)
        return;
    const ColumnType type = table.at(c.step).type;
    qint64 wrong = 0;
    int first = 0;
    bool isNumber = true;
    StrId known = NoText; // of the row before: those of a step stand together
    for (int row = 0; row < table.rows(); ++row) {
        if (!table.has(row, c.step))
            continue;
        const StrId text = type == ColumnType::Text ? table.textId(row, c.step) : NoText;
        if (type == ColumnType::Integer)
            isNumber = table.integer(row, c.step) >= 0;
        else if (text == NoText || text != known)
            isNumber = isStepNumber(c.stepOf(table, row));
        known = text;
        if (!isNumber && wrong++ == 0)
            first = row;
    }
    if (wrong > 0) {
        const CsvPlaces::At at = places.at(first, table.at(c.step).name);
        report.add(Severity::Loss, at.file, "kernels.step",
                   RS_MESSAGE("Rows whose step is not a number belong to no step of the run."), at.place, {}, wrong);
    }
}

/// Operators without a length are in no sum, those without a start nowhere in time.
void noteGaps(const Table &table, std::span<const CsvGaps> gaps, const CsvPlaces &places, ImportReport &report)
{
    for (const CsvGaps &gap : gaps) {
        if (gap.count == 0)
            continue;
        const QString name = gap.column.toString();
        const bool start = name.contains(QLatin1String("Start"));
        // msprof writes N/A in every row of what it was not told to measure.
        const bool habit = name.startsWith(QLatin1String("Task ")) && gap.count == table.rows();
        const CsvPlaces::At first = places.at(gap.firstRow, name);
        report.add(habit ? Severity::Notice : Severity::Loss, first.file,
                   start ? QStringLiteral("kernels.empty-start") : QStringLiteral("kernels.empty-duration"),
                   start ? RS_MESSAGE("Rows without a start time: these operators cannot be found in the trace.")
                         : RS_MESSAGE("Rows without a duration: these operators are in no count, sum or average."),
                   first.place, {}, gap.count);
    }
}

} // namespace

std::shared_ptr<const Table> readKernels(const std::vector<CsvFile> &files, const JobContext &job, ImportReport &report,
                                         CsvPlaces *wanted, ThreadPool *pool)
{
    CsvPlaces own;
    CsvPlaces &places = wanted ? *wanted : own;
    std::array<CsvGaps, 6> gaps{{{u"Duration(us)"},
                                 {u"Task Duration(us)"},
                                 {u"Start Time(us)"},
                                 {u"Task Start Time(us)"},
                                 {u"Task Start Time"},
                                 {u"Start Time"}}};
    const auto isKnown = [](const CsvHeader &header, const QString &reportName, ImportReport &said) {
        Table heads;
        for (const QString &name : header.names)
            heads.addColumn(name, ColumnType::Text);
        const KernelColumns c(heads);
        const bool any = c.name >= 0 || c.duration >= 0 || c.start >= 0;
        if (!any)
            noColumns(said, reportName, QStringLiteral("Name, Duration(us), Start Time(us)"));
        return any;
    };
    auto table = readCsvTable(files, job, report, &places, gaps, isKnown, pool);
    if (!table)
        return nullptr;
    const KernelColumns c(*table);
    QStringList missing;
    for (const auto &[column, names] :
         {std::pair(c.name, "Name or Op Name"), std::pair(c.duration, "Duration(us) or Task Duration(us)"),
          std::pair(c.start, "Start Time(us) or Task Start Time(us)")}) {
        if (column < 0)
            missing << QLatin1String(names);
    }
    if (!missing.isEmpty())
        report.add(missingColumns(table->source, missing));
    noteSteps(*table, c, places, report);
    noteGaps(*table, gaps, places, report);
    return table;
}

namespace {

/// Header that the file would give a column that it lacks: in the unit of its others.
QString spellingFor(const Table &table, const QStringList &names)
{
    const auto unitOf = [](const QString &name) { return name.mid(name.lastIndexOf(u'(')); };
    for (const QString &name : names) {
        for (int c = 0; name.endsWith(u')') && c < table.columnCount(); ++c) {
            if (table.at(c).name.endsWith(unitOf(name)))
                return name;
        }
    }
    return names.front();
}

} // namespace

std::shared_ptr<const Table> readPlainTable(const std::vector<CsvFile> &files, const QStringList &columns,
                                            const QStringList &partial, const JobContext &job, ImportReport &report,
                                            ThreadPool *pool)
{
    std::vector<QStringList> spellings;
    for (const QString &column : columns)
        spellings.push_back(column.split(QStringLiteral(" or ")));
    CsvPlaces places;
    std::vector<CsvGaps> gaps;
    for (const QStringList &names : spellings) {
        for (const QString &name : names)
            gaps.push_back({name});
    }
    const auto isKnown = [&](const CsvHeader &header, const QString &reportName, ImportReport &said) {
        const bool any = std::ranges::any_of(gaps, [&](const CsvGaps &g) { return header.column({g.column}) >= 0; });
        if (!any)
            noColumns(said, reportName, columns.join(QLatin1String(", ")));
        return any;
    };
    auto table = readCsvTable(files, job, report, &places, gaps, isKnown, pool);
    if (!table)
        return nullptr;
    QStringList missing;
    for (const QStringList &names : spellings) {
        if (std::ranges::none_of(names, [&](const QString &name) { return table->column(name) >= 0; }))
            missing << spellingFor(*table, names);
    }
    if (!missing.isEmpty())
        report.add(missingColumns(table->source, missing));
    for (const CsvGaps &gap : gaps) {
        if (gap.count == 0 || partial.contains(gap.column))
            continue;
        const CsvPlaces::At first = places.at(gap.firstRow, gap.column.toString());
        report.add(Severity::Loss, first.file, "statistic.empty",
                   RS_MESSAGE("Cells of this statistic are empty: they are treated as missing, never as 0."),
                   first.place, {}, gap.count);
    }
    return table;
}

} // namespace rs
