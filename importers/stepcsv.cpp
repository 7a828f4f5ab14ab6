// SPDX-License-Identifier: Apache-2.0
#include "importers/stepcsv.h"

#include "importers/csvtable.h"

#include <charconv>
#include <cmath>

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
    const auto add = [&](std::initializer_list<QStringView> names, std::optional<double> StepTraceRow::*field) {
        if (const int at = plain.column(names); at >= 0)
            c.values.push_back({at, field});
    };
    add({u"Computing"}, &StepTraceRow::computingUs);
    add({u"Communication(Not Overlapped)"}, &StepTraceRow::notOverlappedUs);
    add({u"Overlapped"}, &StepTraceRow::overlappedUs);
    add({u"Communication"}, &StepTraceRow::communicationUs);
    add({u"Free"}, &StepTraceRow::freeUs);
    add({u"Stage"}, &StepTraceRow::stageUs);
    add({u"Bubble"}, &StepTraceRow::bubbleUs);
    add({u"Communication(Not Overlapped and Exclude Receive)"}, &StepTraceRow::notOverlappedExcludeReceiveUs);
    add({u"Preparing"}, &StepTraceRow::preparingUs);
    return c;
}

QString textOf(std::string_view cell)
{
    return QString::fromUtf8(cell.data(), static_cast<qsizetype>(cell.size()));
}

std::vector<StepTraceRow> readRows(const QString &path, const QString &reportName, const JobContext &job,
                                   ImportReport &report, bool cluster, int rank, int device)
{
    std::vector<StepTraceRow> out;
    CsvHeader header;
    StepColumns columns;
    bool prepared = false;
    const auto prepare = [&] {
        columns = stepColumns(header);
        prepared = true;
        if (columns.values.empty())
            report.add({Severity::Error,
                        reportName,
                        QStringLiteral("line 1"),
                        QStringLiteral("step.no-columns"),
                        QStringLiteral("None of the known columns (Computing, Free, …) is here: the times of the steps "
                                       "are computed from the trace instead."),
                        {}});
        if (cluster && (columns.type < 0 || columns.index < 0))
            report.add({Severity::Loss, reportName, QStringLiteral("line 1"), QStringLiteral("step.no-index"),
                        QStringLiteral("The columns Type and Index are missing: rows cannot be tied to ranks."), {}});
    };
    const auto at = [](const CsvRow &row, int column) {
        return column < 0 ? std::string_view() : row.cells[static_cast<size_t>(column)];
    };
    const auto wrong = [&](const CsvRow &row, int column) {
        report.add(
            {Severity::Loss,
             reportName,
             QStringLiteral("line %1, column %2").arg(row.line).arg(header.names[static_cast<size_t>(column)]),
             QStringLiteral("csv.not-a-number"),
             QStringLiteral("Cells of numeric columns that hold no number are taken as missing; sums leave them out."),
             {}});
    };
    const bool read = readCsvRows(path, reportName, job, report, header, [&](const CsvRow &row) {
        if (!prepared)
            prepare();
        StepTraceRow r;
        r.step = normalizedStep(textOf(at(row, columns.step)));
        r.rank = rank;
        r.device = device;
        if (const std::string_view cell = at(row, columns.device); !isMissingCell(cell)) {
            bool ok = false;
            const int d = textOf(cell).toInt(&ok);
            if (ok)
                r.device = d;
            else
                wrong(row, columns.device);
        }
        if (cluster) {
            const QString index = textOf(at(row, columns.index));
            if (at(row, columns.type) == "stage") {
                r.stageRanks = index;
            } else {
                bool ok = false;
                const int n = index.toInt(&ok);
                if (!ok || n < 0) {
                    if (columns.index >= 0)
                        wrong(row, columns.index);
                    return;
                }
                r.rank = n;
            }
        }
        for (const auto &[column, field] : columns.values) {
            const std::string_view cell = at(row, column);
            if (isMissingCell(cell))
                continue;
            double value = 0;
            const auto [end, ec] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
            if (ec != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value))
                wrong(row, column);
            else
                r.*field = value;
        }
        out.push_back(std::move(r));
    });
    if (read && !prepared)
        prepare();
    if (read && out.empty() && !columns.values.empty())
        report.add({Severity::Notice,
                    reportName,
                    {},
                    QStringLiteral("step.no-rows"),
                    QStringLiteral(
                        "The file holds no usable row: the times of the steps are computed from the trace instead."),
                    {}});
    return out;
}

} // namespace

QString normalizedStep(const QString &text)
{
    QString t = text.trimmed();
    if (t == QLatin1String("N/A") || t == QLatin1String("NA"))
        return {};
    t = t.mid(t.lastIndexOf(u'#') + 1);
    if (t.startsWith(QLatin1String("step"), Qt::CaseInsensitive)) {
        t = t.mid(4).trimmed();
        if (t.isEmpty())
            t = QStringLiteral("0");
    }
    // Spreadsheets and pandas write steps as "50.0".
    if (t.endsWith(QLatin1String(".0")))
        t.chop(2);
    return t;
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
