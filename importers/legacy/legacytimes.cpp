// SPDX-License-Identifier: Apache-2.0
#include "importers/legacy/legacytimes.h"

#include "core/base/saturate.h"
#include "importers/csv/csvtable.h"
#include "importers/csv/csvvalues.h"
#include "importers/files/plausiblerange.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>

namespace rs {

namespace {

constexpr qint64 NsOfTick = 10; // of a counter of 100 MHz

struct SpanColumns
{
    QString name;
    int start = -1;
    int duration = -1;
};

struct LegacyStepColumns
{
    int step = -1;
    int total = -1;
    int interval = -1;
    int forwardBackward = -1;
    int tail = -1;
    std::vector<SpanColumns> spans;
};

/// "NAME_start_point" with NAME and "NAME_end_point" beside it, in the order of either generation.
LegacyStepColumns legacyStepColumns(const CsvHeader &header)
{
    constexpr QStringView startEnding = u"_start_point";
    LegacyStepColumns c;
    c.step = header.column({u"step_num"});
    c.total = header.column({u"total"});
    c.interval = header.column({u"iteration_interval"});
    c.forwardBackward = header.column({u"fp_and_bp", u"fp"});
    c.tail = header.column({u"tail"});
    std::map<QStringView, int> places;
    for (size_t i = 0; i < header.names.size(); ++i)
        places.try_emplace(header.names[i], static_cast<int>(i));
    for (size_t i = 0; i < header.names.size(); ++i) {
        const QString &name = header.names[i];
        if (!name.endsWith(startEnding))
            continue;
        const QString base = name.chopped(startEnding.size());
        if (const auto at = places.find(base); at != places.end())
            c.spans.push_back({base, static_cast<int>(i), at->second});
    }
    return c;
}

Finding noRows(const QString &file)
{
    return {Severity::Notice,
            file,
            {},
            QStringLiteral("legacy.no-rows"),
            RS_MESSAGE("The file holds no usable row: nothing is shown from it."),
            {}};
}

using S = LegacySteps;

qint64 stepOf(const S::Row &row)
{
    return row[S::Step].value_or(0);
}

/// Sum of the parts; empty where one is missing.
std::optional<qint64> sumOfParts(const S::Row &row)
{
    if (!row[S::Interval] || !row[S::ForwardBackward] || !row[S::Tail])
        return std::nullopt;
    return saturatedSum(*row[S::Interval], saturatedSum(*row[S::ForwardBackward], *row[S::Tail]));
}

struct ShareFile
{
    QString path;
    QString reportName;
    std::optional<qint64> steps; // that another file lists
};

/// `fields`: the times in the order of the columns of the file, in milliseconds. `fewest`: how many each file has.
std::vector<S::Row> readShareRows(const std::vector<S::Column> &fields, size_t fewest, const ShareFile &file,
                                  const JobContext &job, ImportReport &report)
{
    const QString &reportName = file.reportName;
    std::vector<S::Row> out;
    CsvHeader header;
    const auto isKnown = [&](const CsvHeader &, const QString &, ImportReport &) {
        if (header.names.size() >= fewest && header.names.size() <= fields.size())
            return true;
        report.add(Severity::Error, reportName, "legacy.columns",
                   RS_MESSAGE("The number of columns differs from the file name: nothing is shown from it (%1)."),
                   Place::line(1), QStringLiteral("%1 ≠ %2").arg(header.names.size()).arg(fewest));
        return false;
    };
    bool isWhole = false; // the last row
    const auto take = [&](const CsvRow &row) {
        S::Row s;
        // Behind the header; rows that are skipped count.
        s[S::Step] = row.line - 1;
        isWhole = true;
        for (size_t i = 0; i < header.names.size(); ++i) {
            const std::string_view cell = row.cells[i];
            const CellValue value =
                isMissingCell(cell) ? CellValue() : numberCell(cell, ColumnType::Real, MaxDurationMs);
            if (value.state == CellValue::State::Number)
                s[fields[i]] = std::llround(value.real * 1e6);
            else
                report.add(cellFinding(reportName, header.placeOf(row, static_cast<int>(i)), value.state));
            isWhole = isWhole && value.state == CellValue::State::Number;
        }
        out.push_back(s);
    };
    if (readCsvRows(file.path, reportName, job, report, header, take, isKnown) && out.empty())
        report.add(noRows(reportName));
    // In a file that was cut, the last whole row is a step like the others.
    isWhole = isWhole && header.skippedLine <= stepOf(out.back());
    if (out.size() > 1 && (file.steps ? stepOf(out.back()) > *file.steps : isWhole)) {
        out.back()[S::Step] = 0;
        std::rotate(out.begin(), out.end() - 1, out.end());
    }
    return out;
}

} // namespace

LegacyTimes readLegacySteps(const QString &path, const QString &reportName, const JobContext &job, ImportReport &report)
{
    LegacyTimes out;
    CsvHeader header;
    LegacyStepColumns columns;
    std::set<qint64> known;
    MemoryReservation memory(job.sharedBudget());
    const auto isKnown = [&](const CsvHeader &, const QString &, ImportReport &) {
        columns = legacyStepColumns(header);
        if (columns.step >= 0 && columns.total >= 0)
            return true;
        report.add(Severity::Error, reportName, "legacy.no-columns",
                   RS_MESSAGE("The columns step_num and total are missing: nothing is shown from the file."),
                   Place::line(1));
        return false;
    };
    const auto take = [&](const CsvRow &row) {
        const auto ticks = [&](int column, double most) -> std::optional<qint64> {
            if (column < 0)
                return std::nullopt;
            const std::string_view cell = row.cell(column);
            const CellValue value = isMissingCell(cell) ? CellValue() : numberCell(cell, ColumnType::Integer, most);
            if (value.state == CellValue::State::Number)
                return value.integer;
            // Averages may have decimals.
            if (const auto real = realCell(cell); real && isMeasurable(*real, most))
                return std::llround(*real);
            report.add(cellFinding(reportName, header.placeOf(row, column), value.state));
            return std::nullopt;
        };
        constexpr double mostStamp = static_cast<double>(LatestStampNs) / NsOfTick;
        constexpr double mostTime = static_cast<double>(MaxDurationNs) / NsOfTick;
        const auto time = [&](int column) {
            const std::optional<qint64> value = ticks(column, mostTime);
            return value ? std::optional(*value * NsOfTick) : std::nullopt;
        };
        S::Row s;
        const std::string_view cell = row.cell(columns.step);
        const std::optional<qint64> number = cell == "-" ? std::optional<qint64>(0) : integerCell(cell);
        if (!number || *number < 0 || !known.insert(*number).second) {
            report.add(Severity::Loss, reportName, "legacy.step",
                       RS_MESSAGE("Rows whose step is not a number or is repeated are left out."),
                       header.placeOf(row, columns.step));
            return;
        }
        s[S::Step] = number;
        s[S::Total] = time(columns.total);
        s[S::Interval] = time(columns.interval);
        s[S::ForwardBackward] = time(columns.forwardBackward);
        s[S::Tail] = time(columns.tail);
        memory.hold(static_cast<qint64>((out.steps.size() + 1) * sizeof s +
                                        (out.spans.size() + columns.spans.size()) * 2 * sizeof(LegacySpan)));
        out.steps.push_back(s);
        if (*number == 0)
            return;
        for (const SpanColumns &c : columns.spans) {
            const std::optional<qint64> from = ticks(c.start, mostStamp);
            const std::optional<qint64> duration = ticks(c.duration, mostTime);
            // An operator that did not run in the step is written as zeros.
            if (from && duration && *from > 0)
                out.spans.push_back({*number, c.name, *from * NsOfTick, *duration * NsOfTick});
        }
    };
    if (readCsvRows(path, reportName, job, report, header, take, isKnown) && out.steps.empty())
        report.add(noRows(reportName));
    std::ranges::sort(out.steps, [](const S::Row &a, const S::Row &b) { return stepOf(a) < stepOf(b); });
    return out;
}

std::vector<S::Row> readLegacyShares(const QString &path, const QString &reportName, const QString &mode,
                                     std::optional<qint64> steps, const JobContext &job, ImportReport &report)
{
    std::vector<S::Column> fields;
    if (mode == QLatin1String("pipeline"))
        fields = {S::Computation, S::CommunicationAlone, S::Stage, S::ReceiveAlone, S::CollectiveAlone};
    else if (mode == QLatin1String("model"))
        fields = {S::Computation, S::CommunicationAlone};
    else
        return {}; // of data parallelism: readLegacyPhases()
    return readShareRows(fields, fields.size(), {path, reportName, steps}, job, report);
}

std::vector<S::Row> readLegacyPhases(const QString &path, const QString &reportName, const JobContext &job,
                                     ImportReport &report)
{
    const std::vector<S::Column> fields = {S::Interval, S::ForwardBackward, S::Tail, S::Total};
    std::vector<S::Row> out = readShareRows(fields, fields.size() - 1, {path, reportName, std::nullopt}, job, report);
    for (S::Row &s : out) {
        if (!s[S::Total])
            s[S::Total] = sumOfParts(s);
    }
    return out;
}

qint64 unitedNs(std::vector<LegacySpan> spans)
{
    std::ranges::sort(spans, {}, &LegacySpan::startNs);
    qint64 sum = 0;
    qint64 covered = std::numeric_limits<qint64>::min();
    for (const LegacySpan &s : spans) {
        const qint64 end = saturatedSum(s.startNs, s.durationNs);
        const qint64 from = std::max(s.startNs, covered);
        if (end > from)
            sum = saturatedSum(sum, end - from);
        covered = std::max(covered, end);
    }
    return sum;
}

} // namespace rs
