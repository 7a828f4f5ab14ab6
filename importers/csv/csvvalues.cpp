// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/csvvalues.h"

#include "importers/files/fasttext.h"
#include "importers/files/plausiblerange.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <set>

namespace rs {

namespace {

/// True if the text is a negative number: less than half a nanosecond below 0 would be rounded away.
bool isBelowZero(std::string_view cell)
{
    const std::string_view digits = cell.substr(0, cell.find_first_of("eE"));
    return digits.substr(0, 1) == "-" && digits.find_first_of("123456789") != std::string_view::npos;
}

bool isMemory(const QString &column)
{
    return column.startsWith(QLatin1String("Size(")) || column.contains(QLatin1String("Total Allocated")) ||
           column.contains(QLatin1String("Total Reserved")) || column.contains(QLatin1String("Total Active")) ||
           column.contains(QLatin1String("memory"), Qt::CaseInsensitive);
}

} // namespace

CsvDecimal plainDecimal(std::string_view cell)
{
    std::array<char, 24> text{};
    CsvDecimal out;
    if (cell.size() >= text.size())
        return out;
    std::ranges::copy(cell, text.begin());
    return readDecimal(text.data(), out) == text.data() + cell.size() ? out : CsvDecimal();
}

double mostOfColumn(const QString &name)
{
    if (name == QLatin1String("Variance")) // of us
        return MaxDurationUs * MaxDurationUs;
    const QString unit = unitOfColumn(name);
    if (unit == QLatin1String("us"))
        return MaxDurationUs;
    if (unit == QLatin1String("ms"))
        return MaxDurationMs;
    if (unit == QLatin1String("GB/s") || unit == QLatin1String("MB/s"))
        return MaxRate;
    if (unit == QLatin1String("%"))
        return 100 * MaxShare;
    const double megabytes = isMemory(name) ? MaxMemoryMegabytes : MaxMegabytes;
    if (unit == QLatin1String("MB"))
        return megabytes;
    if (unit == QLatin1String("KB"))
        return 1024 * megabytes;
    if (name.endsWith(QLatin1String("_ratio")) || name.endsWith(QLatin1String("_rate")))
        return MaxShare;
    return MaxOfAnything;
}

std::optional<ColumnType> columnTypeOf(const QString &name)
{
    // Writers differ in capitals: "Timestamp(us)", "TimeStamp(us)", "timestamp(us)".
    static const std::set<QString> stamps{QStringLiteral("start time(us)"),   QStringLiteral("task start time(us)"),
                                          QStringLiteral("task start time"),  QStringLiteral("start time"),
                                          QStringLiteral("task_start(us)"),   QStringLiteral("task_stop(us)"),
                                          QStringLiteral("timestamp(us)"),    QStringLiteral("allocation time(us)"),
                                          QStringLiteral("release time(us)"), QStringLiteral("active release time(us)"),
                                          QStringLiteral("end time(us)"),     QStringLiteral("fp start(us)"),
                                          QStringLiteral("bp end(us)"),       QStringLiteral("iteration end(us)"),
                                          QStringLiteral("reduce start(us)")};
    static const std::set<QString> durations{QStringLiteral("Duration(us)"),  QStringLiteral("Task Duration(us)"),
                                             QStringLiteral("Wait Time(us)"), QStringLiteral("Task Wait Time(us)"),
                                             QStringLiteral("task_time(us)"), QStringLiteral("Active Duration(us)")};
    static const std::set<QString> integers{
        QStringLiteral("Task ID"),       QStringLiteral("Stream ID"),     QStringLiteral("Model ID"),
        QStringLiteral("Context ID"),    QStringLiteral("Block Dim"),     QStringLiteral("Block Num"),
        QStringLiteral("Mix Block Dim"), QStringLiteral("Mix Block Num"), QStringLiteral("Count"),
        QStringLiteral("Occurrences"),   QStringLiteral("num_workers"),   QStringLiteral("output_queue_length"),
        QStringLiteral("Stream Id"),     QStringLiteral("Task Id"),       QStringLiteral("stream_id"),
        QStringLiteral("task_id"),       QStringLiteral("Graph ID"),      QStringLiteral("Node Index Start"),
        QStringLiteral("Node Index End")};
    static const std::set<QString> texts{QStringLiteral("Name"),
                                         QStringLiteral("Op Name"),
                                         QStringLiteral("OP Name"),
                                         QStringLiteral("Type"),
                                         QStringLiteral("OP Type"),
                                         QStringLiteral("Op Type"),
                                         QStringLiteral("OP State"),
                                         QStringLiteral("Accelerator Core"),
                                         QStringLiteral("Task Type"),
                                         QStringLiteral("Core Type"),
                                         QStringLiteral("HF32 Eligible"),
                                         QStringLiteral("Input Shapes"),
                                         QStringLiteral("Input Data Types"),
                                         QStringLiteral("Input Formats"),
                                         QStringLiteral("Output Shapes"),
                                         QStringLiteral("Output Data Types"),
                                         QStringLiteral("Output Formats"),
                                         QStringLiteral("Level"),
                                         QStringLiteral("API Name"),
                                         QStringLiteral("Model Name"),
                                         QStringLiteral("Component"),
                                         QStringLiteral("Stream Ptr"), // a pointer: a name, not a number
                                         QStringLiteral("Device Type"),
                                         QStringLiteral("Call Stack"),
                                         QStringLiteral("Device")};
    if (stamps.contains(name.toLower()))
        return ColumnType::TimeStamp;
    if (durations.contains(name))
        return ColumnType::Duration;
    if (integers.contains(name))
        return ColumnType::Integer;
    if (texts.contains(name))
        return ColumnType::Text;
    const QString unit = unitOfColumn(name);
    if (unit == QLatin1String("us") || unit == QLatin1String("%") || unit == QLatin1String("GB/s") ||
        unit == QLatin1String("MB/s") || unit == QLatin1String("MB") || unit == QLatin1String("KB"))
        return ColumnType::Real;
    if (name == QLatin1String("Variance") || name == QLatin1String("Hit Rate") ||
        name == QLatin1String("Victim Rate") || name == QLatin1String("output_queue_average_size") ||
        name == QLatin1String("sample_interval") || name.endsWith(QLatin1String("_time(ms)")))
        return ColumnType::Real;
    // "aic_mac_ratio", and without the prefix on older chips.
    if (name.endsWith(QLatin1String("_ratio")) || name.endsWith(QLatin1String("_rate")) ||
        name.endsWith(QLatin1String("_cycles")))
        return ColumnType::Real;
    return std::nullopt;
}

std::optional<qint64> integerCell(std::string_view cell)
{
    if (cell.size() > 1 && cell.front() == '+')
        cell.remove_prefix(1);
    return parseNumber<qint64>(cell);
}

std::optional<double> realCell(std::string_view cell)
{
    double value = 0;
    if (toReal(plainDecimal(cell), value))
        return value;
    if (cell.size() > 1 && cell.front() == '+')
        cell.remove_prefix(1);
    return parseNumber<double>(cell);
}

bool isPlainNumberCell(std::string_view cell)
{
    if (!cell.empty() && (cell.front() == '-' || cell.front() == '+'))
        cell.remove_prefix(1);
    return cell.size() < 2 || cell[0] != '0' || cell[1] == '.' || cell[1] == 'e' || cell[1] == 'E';
}

CellValue numberCell(std::string_view cell, ColumnType type, double most)
{
    CellValue out;
    if (const CsvDecimal plain = plainDecimal(cell); storePlain(plain, type, most, out.integer, out.real)) {
        out.state = CellValue::State::Number;
        return out;
    }
    switch (type) {
    case ColumnType::Text:
        return out;
    case ColumnType::Real:
        if (const auto real = realCell(cell)) {
            out.real = *real + 0.0; // never -0
            out.state = isMeasurable(*real, most) ? CellValue::State::Number : CellValue::State::Impossible;
        }
        return out;
    case ColumnType::Integer: {
        std::optional<qint64> whole = integerCell(cell);
        // A whole number with decimals ("32.0") is still one.
        if (const auto real = whole ? std::nullopt : realCell(cell); real && std::floor(*real) == *real) {
            if (!isMeasurable(*real, most)) {
                out.state = CellValue::State::Impossible;
                return out;
            }
            whole = static_cast<qint64>(*real);
        }
        if (whole) {
            out.integer = *whole;
            out.state = *whole >= 0 && static_cast<double>(*whole) <= most ? CellValue::State::Number
                                                                           : CellValue::State::Impossible;
        }
        return out;
    }
    case ColumnType::TimeStamp:
    case ColumnType::Duration: {
        const qint64 latest = type == ColumnType::TimeStamp ? LatestStampNs : MaxDurationNs;
        const auto ns = parseDecimalUs(cell);
        // Stamps of kernels count from the epoch: -1 stands for none.
        if (ns && !isBelowZero(cell) && *ns <= latest) {
            out.integer = *ns;
            out.state = CellValue::State::Number;
        } else if (ns || realCell(cell)) {
            out.state = CellValue::State::Impossible;
        }
        return out;
    }
    }
    return out;
}

Finding cellFinding(const QString &file, const Place &place, CellValue::State state)
{
    if (state == CellValue::State::Impossible)
        return {Severity::Loss,
                file,
                place,
                QStringLiteral("csv.impossible"),
                RS_MESSAGE("Cells with an impossible number (negative, or larger than in any run) are treated as "
                           "missing, never as 0."),
                {}};
    return {Severity::Loss,
            file,
            place,
            QStringLiteral("csv.not-a-number"),
            RS_MESSAGE("Cells of numeric columns without a number are treated as missing, never as 0."),
            {}};
}

Finding missingColumns(const QString &file, const QStringList &columns)
{
    return {Severity::Loss,
            file,
            Place::line(1),
            QStringLiteral("csv.missing-columns"),
            RS_MESSAGE("The header lacks columns that such a file has: %1. Their values are missing."),
            columns.join(QLatin1String(", "))};
}

} // namespace rs
