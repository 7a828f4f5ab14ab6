// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/timens.h"
#include "core/table/table.h"
#include "core/text/importreport.h"

#include <QString>

#include <array>
#include <optional>
#include <string_view>

namespace rs {

[[nodiscard]] inline bool isStrayBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}
[[nodiscard]] inline std::string_view withoutStrayBlanks(std::string_view t)
{
    while (!t.empty() && isStrayBlank(t.front()))
        t.remove_prefix(1);
    while (!t.empty() && isStrayBlank(t.back()))
        t.remove_suffix(1);
    return t;
}

[[nodiscard]] inline bool endsCell(char c)
{
    return c == ',' || c == '\n';
}

/// A number as nearly every one is written: digits, perhaps with a point among them, 19 in all at most.
struct CsvDecimal
{
    quint64 digits = 0; ///< without the point
    int places = -1;    ///< behind the point; -1: it is not such a number
};
/// Reads it from `p` on, and says where it ends: at the first character that does not belong to it; there is one.
[[nodiscard]] inline const char *readDecimal(const char *p, CsvDecimal &out)
{
    constexpr ptrdiff_t most = 19; // less than 2^64
    quint64 value = 0;
    const auto readDigits = [&] {
        const char *const begin = p;
        for (; static_cast<unsigned char>(*p - '0') < 10; ++p)
            value = value * 10 + static_cast<quint64>(*p - '0');
        return p - begin;
    };
    const ptrdiff_t whole = readDigits();
    ptrdiff_t places = 0;
    if (whole > 0 && *p == '.') {
        ++p;
        places = readDigits();
        if (places == 0)
            return p;
    }
    if (whole > 0 && whole + places <= most)
        out = {value, static_cast<int>(places)};
    return p;
}

/// Exactly what std::from_chars() makes of it: both numbers are exact, so that their quotient is rounded once.
[[nodiscard]] inline bool toReal(const CsvDecimal &d, double &out)
{
    static constexpr std::array<double, 19> powers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                                   1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    if (d.places < 0 || d.digits >= quint64{1} << 53)
        return false;
    out = static_cast<double>(d.digits) / powers[static_cast<size_t>(d.places)];
    return true;
}

/// Microseconds as nanoseconds.
[[nodiscard]] inline bool toNanoseconds(const CsvDecimal &d, qint64 &out)
{
    static constexpr std::array<quint64, 4> factors{1000, 100, 10, 1};
    constexpr quint64 most = 9'000'000'000'000'000;
    if (d.places < 0 || d.places > 3 || (d.digits > most && d.places < 3))
        return false;
    out = static_cast<qint64>(d.digits * factors[static_cast<size_t>(d.places)]);
    return d.digits <= 1000 * most;
    return true;
}

/// Keeps it in `integer` or `real` as numberCell() gives it. False for any that has to be looked at more closely.
[[nodiscard]] inline bool storePlain(const CsvDecimal &d, ColumnType type, double most, qint64 &integer, double &real)
{
    switch (type) {
    case ColumnType::Real:
        return toReal(d, real) && real <= most;
    case ColumnType::Integer:
        integer = static_cast<qint64>(d.digits);
        return d.places == 0 && static_cast<double>(d.digits) <= most;
    case ColumnType::TimeStamp:
    case ColumnType::Duration:
        return toNanoseconds(d, integer) && integer <= (type == ColumnType::TimeStamp ? LatestStampNs : MaxDurationNs);
    case ColumnType::Text:
        break;
    }
    return false;
}

/// The whole of a cell.
[[nodiscard]] CsvDecimal plainDecimal(std::string_view cell);

/// Missing is spelled as an empty cell, "N/A" or "NA".
[[nodiscard]] inline bool isMissingCell(std::string_view cell)
{
    return cell.empty() || (cell[0] == 'N' && (cell == "N/A" || cell == "NA"));
}

/// Type that the name of a column states; nothing if it states none.
[[nodiscard]] std::optional<ColumnType> columnTypeOf(const QString &name);

/// The most that cells of a numeric column can hold, by the unit in its name or by the name.
[[nodiscard]] double mostOfColumn(const QString &name);

/// The whole cell as a number; nothing when it is none, or none that is finite.
[[nodiscard]] std::optional<qint64> integerCell(std::string_view cell);
[[nodiscard]] std::optional<double> realCell(std::string_view cell);
/// "007" must not become 7: such texts are names.
[[nodiscard]] bool isPlainNumberCell(std::string_view cell);

/// A cell of a numeric column that is not missing.
struct CellValue
{
    enum class State : quint8 {
        Number,
        NotANumber,
        Impossible, ///< negative, or more than any run has: a broken cell, or one of another column
    };
    State state = State::NotANumber;
    qint64 integer = 0; ///< Integer; TimeStamp and Duration in ns
    double real = 0;    ///< Real
};
/// `most`: of Real and Integer; what lies above cannot be.
[[nodiscard]] CellValue numberCell(std::string_view cell, ColumnType type, double most);

/// Says that a cell is taken as missing.
[[nodiscard]] Finding cellFinding(const QString &file, const Place &place, CellValue::State state);

/// Says which columns that every such file has are not there.
[[nodiscard]] Finding missingColumns(const QString &file, const QStringList &columns);

} // namespace rs
