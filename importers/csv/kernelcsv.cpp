// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/kernelcsv.h"

#include "core/table/kernelcolumns.h"
#include "importers/csv/csvvalues.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

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
    qint64 wrong = 0;
    CsvPlaces::At first;
    const auto isDigits = [&](int row) {
        const QString step = c.stepOf(table, row);
        return !step.isEmpty() && std::all_of(step.begin(), step.end(), [](QChar d) { return d.isDigit(); });
    };
    // Rows by the hundred thousand have few steps: each text is looked at once.
    const ColumnType type = table.at(c.step).type;
    enum class Seen : quint8 { No, Number, Other };
    std::vector<Seen> seen(type == ColumnType::Text ? table.strings().size() : 0, Seen::No);
    const auto isNumber = [&](int row) {
        if (type == ColumnType::Integer)
            return table.integer(row, c.step) >= 0;
        if (type != ColumnType::Text)
            return isDigits(row);
        Seen &known = seen[raw(table.textId(row, c.step))];
        if (known == Seen::No)
            known = isDigits(row) ? Seen::Number : Seen::Other;
        return known == Seen::Number;
    };
    for (int row = 0; row < table.rows(); ++row) {
        if (!table.has(row, c.step))
            continue;
        if (isNumber(row))
            continue;
        if (wrong++ == 0)
            first = places.at(row, table.at(c.step).name);
    }
    if (wrong > 0)
        report.add(Severity::Loss, first.file, "kernels.step",
                   RS_MESSAGE("Rows whose step is no number belong to none of the steps of the run."), first.place, {},
                   wrong);
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

struct Blanks
{
    qint64 rows = 0;
    qint64 blank = 0;
    int first = 0;
    void add(int row, bool isBlank)
    {
        ++rows;
        if (isBlank && blank++ == 0)
            first = row;
    }
    /// A writer that was not told to find out a thing gives it in no row.
    [[nodiscard]] bool isStray() const { return blank > 0 && blank < rows; }
};

/// What is there for some of the operators. Communication has its own habits: it never waits.
void noteBlanks(const Table &table, const KernelColumns &c, const CsvPlaces &places, ImportReport &report)
{
    Blanks step;
    Blanks type;
    Blanks typeOfCommunication;
    Blanks wait;
    // By core and name, as KernelColumns says it; each text is looked at once.
    std::vector<bool> isCore(table.strings().size());
    std::vector<bool> isName(table.strings().size());
    for (quint32 i = 0; i < table.strings().size(); ++i) {
        const std::string_view text = table.strings().view(StrId{i});
        isCore[i] = isCommunicationCore(text);
        isName[i] = isCommunicationName(text);
    }
    const auto isCommunication = [&](int row) {
        return isCore[raw(table.textId(row, c.core))] || isName[raw(table.textId(row, c.name))];
    };
    for (int row = 0; row < table.rows(); ++row) {
        const bool communicates = isCommunication(row);
        step.add(row, c.step >= 0 && !table.has(row, c.step));
        (communicates ? typeOfCommunication : type).add(row, c.type >= 0 && !table.has(row, c.type));
        if (!communicates)
            wait.add(row, c.wait >= 0 && !table.has(row, c.wait));
    }
    const auto note = [&](const Blanks &b, int column, const char *code, const char *message) {
        if (!b.isStray())
            return;
        const CsvPlaces::At first = places.at(b.first, table.at(column).name);
        report.add(Severity::Notice, first.file, code, QString::fromLatin1(message), first.place, {}, b.blank);
    };
    note(step, c.step, "kernels.empty-step",
         RS_NOOP(
             "Rows without a step, though others have one: these operators belong to none of the steps of the run."));
    for (const Blanks &b : {type, typeOfCommunication})
        note(b, c.type, "kernels.empty-type",
             RS_NOOP("Rows without a type, though others have one: by type these operators stand under none."));
    note(wait, c.wait, "kernels.empty-wait",
         RS_NOOP("Rows without a wait time, though others have one: the wait of these operators is missing."));
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
    const auto missing = [&](const char *column, const QString &consequence) {
        report.add(Severity::Loss, table->source, QStringLiteral("kernels.no-%1").arg(QLatin1String(column)),
                   consequence, Place::line(1));
    };
    if (c.name < 0)
        missing("name", RS_MESSAGE("No column Name or Op Name: operators cannot be told apart."));
    if (c.duration < 0)
        missing("duration", RS_MESSAGE("No column Duration(us) or Task Duration(us): operators have no times."));
    if (c.start < 0)
        missing("start",
                RS_MESSAGE("No column Start Time(us) or Task Start Time(us): operators cannot be found in the trace."));
    noteSteps(*table, c, places, report);
    noteGaps(*table, gaps, places, report);
    noteBlanks(*table, c, places, report);
    return table;
}

namespace {

/// How the file would spell a column that it lacks: in the unit of its others.
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
        const bool any =
            std::any_of(gaps.begin(), gaps.end(), [&](const CsvGaps &g) { return header.column({g.column}) >= 0; });
        if (!any)
            noColumns(said, reportName, columns.join(QLatin1String(", ")));
        return any;
    };
    auto table = readCsvTable(files, job, report, &places, gaps, isKnown, pool);
    if (!table)
        return nullptr;
    QStringList missing;
    for (const QStringList &names : spellings) {
        if (std::none_of(names.begin(), names.end(), [&](const QString &name) { return table->column(name) >= 0; }))
            missing << spellingFor(*table, names);
    }
    if (!missing.isEmpty())
        report.add(missingColumns(table->source, missing));
    for (const CsvGaps &gap : gaps) {
        if (gap.count == 0 || partial.contains(gap.column))
            continue;
        const CsvPlaces::At first = places.at(gap.firstRow, gap.column.toString());
        report.add(Severity::Loss, first.file, "statistic.empty",
                   RS_MESSAGE("Cells of this statistic are empty: what they should say is missing, never 0."),
                   first.place, {}, gap.count);
    }
    return table;
}

} // namespace rs
