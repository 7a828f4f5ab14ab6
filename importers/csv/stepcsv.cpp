// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/stepcsv.h"

#include "importers/csv/csvtable.h"
#include "importers/csv/csvvalues.h"
#include "importers/files/plausiblerange.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace rs {

namespace {

struct StepColumns
{
    int step = -1;
    int device = -1;
    int type = -1;
    int index = -1;
    struct Value
    {
        int column;
        std::optional<double> StepTraceRow::*field;
    };
    std::vector<Value> values;
    QStringList missing; ///< columns that every version writes
};

/// "Communication (Not Overlapped)" and "Computing(us)" are spellings of the same columns.
QString normalizedName(QString name)
{
    name.replace(QLatin1String(" ("), QLatin1String("("));
    if (name.endsWith(QLatin1String("(us)")))
        name.chop(4);
    return name;
}

StepColumns stepColumns(const CsvHeader &header)
{
    CsvHeader plain;
    for (const QString &n : header.names)
        plain.names.push_back(normalizedName(n));
    StepColumns c;
    c.step = plain.column({u"Step"});
    c.device = plain.column({u"Device_id", u"Device ID", u"deviceId"});
    c.type = plain.column({u"Type"});
    c.index = plain.column({u"Index"});
    const auto add = [&](QStringView name, std::optional<double> StepTraceRow::*field, bool always) {
        if (const int at = plain.column({name}); at >= 0)
            c.values.push_back({at, field});
        else if (always)
            c.missing << name.toString();
    };
    add(u"Computing", &StepTraceRow::computingUs, true);
    add(u"Communication(Not Overlapped)", &StepTraceRow::notOverlappedUs, true);
    add(u"Overlapped", &StepTraceRow::overlappedUs, true);
    add(u"Communication", &StepTraceRow::communicationUs, true);
    add(u"Free", &StepTraceRow::freeUs, true);
    add(u"Stage", &StepTraceRow::stageUs, true);
    add(u"Bubble", &StepTraceRow::bubbleUs, true);
    add(u"Communication(Not Overlapped and Exclude Receive)", &StepTraceRow::notOverlappedExcludeReceiveUs, true);
    add(u"Preparing", &StepTraceRow::preparingUs, false);
    if (c.step < 0)
        c.missing.prepend(QStringLiteral("Step"));
    return c;
}

QString textOf(std::string_view cell)
{
    return QString::fromUtf8(cell.data(), static_cast<qsizetype>(cell.size()));
}

/// Spreadsheets and pandas write whole numbers as "3.0", too; -1 where it is none.
int rankIn(std::string_view cell)
{
    const CellValue value = numberCell(cell, ColumnType::Integer, std::numeric_limits<int>::max());
    return value.state == CellValue::State::Number ? static_cast<int>(value.integer) : -1;
}

/// Key of a row that a file may list once: a step of a rank on a device, or of a stage.
using StepRowKey = std::tuple<QString, int, int, QString>;

StepRowKey keyOf(const StepTraceRow &row)
{
    QString stage = row.stageRanks;
    return {row.step, row.rank, row.device, stage.remove(u' ')};
}

bool sameTimes(const StepTraceRow &a, const StepTraceRow &b, const StepColumns &columns)
{
    return std::ranges::all_of(columns.values, [&](const StepColumns::Value &v) { return a.*v.field == b.*v.field; });
}

// Overlapped is the part in which both run at the same time.
bool isLongerThanWhole(const StepTraceRow &r)
{
    constexpr double rounding = 0.01;
    const auto isAbove = [&](const std::optional<double> &whole) {
        return whole && *r.overlappedUs > *whole + rounding;
    };
    return r.overlappedUs && (isAbove(r.computingUs) || isAbove(r.communicationUs));
}

Finding repeatedRow(const QString &file, qint64 line, const StepTraceRow &row, bool same)
{
    Place place = Place::line(line).with(Place::Kind::Step, row.step);
    if (row.rank >= 0)
        place = place.with(Place::Kind::Rank, QString::number(row.rank));
    if (same)
        return {Severity::Notice,
                file,
                place,
                QStringLiteral("step.repeated"),
                RS_MESSAGE("Repeated rows of a step with the same times are left out: it counts once."),
                {}};
    return {Severity::Loss,
            file,
            place,
            QStringLiteral("step.contradicted"),
            RS_MESSAGE("Repeated rows of a step with other times are left out: the first row counts, but may be "
                       "the wrong one."),
            {}};
}

std::vector<StepTraceRow> readRows(const QString &path, const QString &reportName, const JobContext &job,
                                   ImportReport &report, bool cluster, int rank, int device)
{
    std::vector<StepTraceRow> out;
    CsvHeader header;
    StepColumns columns;
    const auto prepare = [&] {
        columns = stepColumns(header);
        if (columns.values.empty())
            report.add(
                Severity::Error, reportName, "step.no-columns",
                cluster ? RS_MESSAGE(
                              "The file has none of the known columns (Computing, Free, …): nothing is shown from it.")
                        : RS_MESSAGE("The file has none of the known columns (Computing, Free, …): step times are "
                                     "computed from the trace, if there is one."),
                Place::line(1));
        else if (!columns.missing.isEmpty())
            report.add(missingColumns(reportName, columns.missing));
        if (!columns.values.empty() && cluster && (columns.type < 0 || columns.index < 0))
            report.add(Severity::Loss, reportName, "step.no-index",
                       RS_MESSAGE("The columns Type and Index are missing: rows cannot be assigned to ranks."),
                       Place::line(1));
    };
    const auto wrong = [&](const CsvRow &row, int column, CellValue::State state = CellValue::State::NotANumber) {
        report.add(cellFinding(reportName, header.placeOf(row, column), state));
    };
    MemoryReservation memory(job.sharedBudget());
    std::map<StepRowKey, size_t> known; // place in `out`
    const auto isKnown = [&](const CsvHeader &, const QString &, ImportReport &) {
        prepare();
        return !columns.values.empty();
    };
    const auto take = [&](const CsvRow &row) {
        StepTraceRow r;
        r.step = normalizedStep(textOf(row.cell(columns.step)));
        if (!isStepNumber(r.step)) {
            report.add(Severity::Loss, reportName, "step.number",
                       RS_MESSAGE("Rows whose step is not a number are left out."), header.placeOf(row, columns.step));
            return;
        }
        r.rank = rank;
        r.device = device;
        if (const std::string_view cell = row.cell(columns.device); !isMissingCell(cell)) {
            if (const int d = rankIn(cell); d >= 0)
                r.device = d;
            else
                wrong(row, columns.device);
        }
        if (cluster) {
            const std::string_view index = row.cell(columns.index);
            const std::string_view type = row.cell(columns.type);
            if (columns.type >= 0 && type != "stage" && type != "rank") {
                report.add(Severity::Loss, reportName, "step.type",
                           RS_MESSAGE("Rows that belong to neither a rank nor a stage are left out."),
                           header.placeOf(row, columns.type));
                return;
            }
            if (type == "stage") {
                if (columns.index >= 0 && index.find_first_of("0123456789") == std::string_view::npos)
                    wrong(row, columns.index);
                r.stageRanks = textOf(index);
            } else {
                r.rank = rankIn(index);
                if (r.rank < 0) {
                    if (columns.index >= 0)
                        wrong(row, columns.index);
                    return;
                }
            }
        }
        for (const auto &[column, field] : columns.values) {
            const std::string_view cell = row.cell(column);
            if (isMissingCell(cell)) {
                report.add(Severity::Loss, reportName, "step.missing",
                           RS_MESSAGE("Cells of step times are empty: these times are missing, and so are the totals "
                                      "and ratios over them."),
                           header.placeOf(row, column));
                continue;
            }
            // MindSpore takes the bubble off what is not overlapped, and stays below 0 where the bubble is longer.
            const bool below = field == &StepTraceRow::notOverlappedExcludeReceiveUs && cell.starts_with('-');
            const CellValue value = numberCell(below ? cell.substr(1) : cell, ColumnType::Real, MaxDurationUs);
            if (value.state == CellValue::State::Number)
                r.*field = below ? 0.0 - value.real : value.real;
            else
                wrong(row, column, value.state);
        }
        if (isLongerThanWhole(r)) {
            report.add(Severity::Loss, reportName, "step.overlapped",
                       RS_MESSAGE("Overlapped is longer than Computing or Communication, although it is a part of "
                                  "both: it is missing, and so are totals and ratios over it."),
                       Place::line(row.line));
            r.overlappedUs.reset();
        }
        r.preparingMissing = !r.preparingUs && std::ranges::any_of(columns.values, [](const StepColumns::Value &v) {
            return v.field == &StepTraceRow::preparingUs;
        });
        // A row of text is far shorter than what is made of it.
        constexpr size_t keyBytes = sizeof(StepRowKey) + 64;
        memory.hold(static_cast<qint64>((out.size() + 1) * (2 * sizeof r + keyBytes)));
        const auto [first, isNew] = known.try_emplace(keyOf(r), out.size());
        if (!isNew) {
            report.add(repeatedRow(reportName, row.line, r, sameTimes(out[first->second], r, columns)));
            return;
        }
        out.push_back(std::move(r));
    };
    const bool read = readCsvRows(path, reportName, job, report, header, take, isKnown);
    if (read && out.empty())
        report.add(Severity::Notice, reportName, "step.no-rows",
                   cluster ? RS_MESSAGE("The file holds no usable row: nothing is shown from it.")
                           : RS_MESSAGE("The file holds no usable row: step times are computed from the trace, if "
                                        "there is one."));
    return out;
}

} // namespace

QString normalizedStep(const QString &text)
{
    QString t = text.trimmed();
    if (t == QLatin1String("N/A") || t == QLatin1String("NA"))
        t.clear();
    t = t.mid(t.lastIndexOf(u'#') + 1);
    if (t.startsWith(QLatin1String("step"), Qt::CaseInsensitive))
        t = t.mid(4).trimmed();
    // Writers that know of no step leave it blank, call it "step" or call it 0.
    if (t.isEmpty())
        return QStringLiteral("0");
    // Spreadsheets and pandas write steps as "50.0".
    if (t.endsWith(QLatin1String(".0")))
        t.chop(2);
    // "01" is step 1, however long the number.
    if (std::ranges::all_of(t, [](QChar c) { return c >= u'0' && c <= u'9'; })) {
        while (t.size() > 1 && t.startsWith(u'0'))
            t.remove(0, 1);
    }
    return t;
}

bool isStepNumber(const QString &step)
{
    bool fits = false;
    (void)step.toLongLong(&fits);
    return fits && std::ranges::all_of(step, [](QChar c) { return c >= u'0' && c <= u'9'; });
}

std::vector<StepTraceRow> readStepTrace(const QString &path, const QString &reportName, int rank, int device,
                                        const JobContext &job, ImportReport &report)
{
    return readRows(path, reportName, job, report, false, rank, device);
}

std::vector<StepTraceRow> readClusterStepTrace(const QString &path, const QString &reportName, const JobContext &job,
                                               ImportReport &report)
{
    return readRows(path, reportName, job, report, true, -1, -1);
}

} // namespace rs
