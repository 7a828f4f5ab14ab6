// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/soundrows.h"

#include "importers/csv/csvvalues.h"
#include "importers/files/plausiblerange.h"

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace rs {

namespace {

bool isStrayBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

std::string_view withoutStrays(std::string_view t)
{
    while (!t.empty() && isStrayBlank(t.front()))
        t.remove_prefix(1);
    while (!t.empty() && isStrayBlank(t.back()))
        t.remove_suffix(1);
    return t;
}

bool endsCell(char c)
{
    return c == ',' || c == '\n';
}

/// First of `,`, `"` and the line end from `p` on; there is one.
const char *nextMark(const char *p)
{
    constexpr quint64 ones = 0x0101010101010101ULL;
    constexpr quint64 highs = 0x8080808080808080ULL;
    const auto has = [](quint64 v, char c) {
        const quint64 x = v ^ (ones * static_cast<unsigned char>(c));
        return (x - ones) & ~x & highs;
    };
    while (true) {
        quint64 v = 0;
        std::memcpy(&v, p, sizeof v);
        if ((has(v, ',') | has(v, '\n') | has(v, '"')) != 0)
            break;
        p += sizeof v;
    }
    while (*p != ',' && *p != '\n' && *p != '"')
        ++p;
    return p;
}

/// Moves `p` to the end of the cell that begins there; nothing when it is not as a profiler writes it. `end`: of the
/// text, whose last character is a line end.
std::optional<std::string_view> readCell(const char *&p, const char *end, std::string &scratch)
{
    const char *const begin = p;
    while (isStrayBlank(*p))
        ++p;
    if (*p != '"') {
        p = nextMark(p);
        if (*p == '"')
            return std::nullopt;
        return withoutStrays({begin, static_cast<size_t>(p - begin)});
    }
    ++p;
    scratch.clear();
    std::string_view text;
    while (true) {
        const auto *const quote = static_cast<const char *>(std::memchr(p, '"', static_cast<size_t>(end - p)));
        if (!quote)
            return std::nullopt;
        const std::string_view part(p, static_cast<size_t>(quote - p));
        const bool doubled = quote[1] == '"';
        if (doubled || !scratch.empty())
            scratch.append(part);
        else
            text = part;
        p = quote + 1;
        if (!doubled)
            break;
        scratch += '"';
        ++p;
    }
    while (isStrayBlank(*p))
        ++p;
    if (!endsCell(*p))
        return std::nullopt;
    return withoutStrays(scratch.empty() ? text : std::string_view(scratch));
}

struct Decimal
{
    quint64 digits = 0; ///< without the point
    int places = 0;     ///< behind the point
};

/// Digits, perhaps a point and more digits, 19 in all at most (a stamp with nanoseconds), up to the end of the cell.
/// Moves `p` there if so.
bool readDecimal(const char *&p, Decimal &out)
{
    const char *at = p;
    quint64 value = 0;
    while (static_cast<unsigned char>(*at - '0') < 10)
        value = value * 10 + static_cast<quint64>(*at++ - '0');
    const auto whole = at - p;
    qsizetype places = 0;
    if (*at == '.') {
        const char *const point = ++at;
        while (static_cast<unsigned char>(*at - '0') < 10)
            value = value * 10 + static_cast<quint64>(*at++ - '0');
        places = at - point;
        if (places == 0)
            return false;
    }
    constexpr qsizetype most = 19; // less than 2^64
    if (whole == 0 || whole + places > most)
        return false;
    while (isStrayBlank(*at))
        ++at;
    if (!endsCell(*at))
        return false;
    p = at;
    out = {value, static_cast<int>(places)};
    return true;
}

/// Exactly what std::from_chars makes of it: both numbers are exact, so that their quotient is rounded once.
bool toReal(const Decimal &d, double &out)
{
    static constexpr std::array<double, 19> powers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                                   1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    if (d.digits >= quint64{1} << 53)
        return false;
    out = static_cast<double>(d.digits) / powers[static_cast<size_t>(d.places)];
    return true;
}

/// Microseconds as nanoseconds.
bool toNanoseconds(const Decimal &d, qint64 &out)
{
    static constexpr std::array<quint64, 4> factors{1000, 100, 10, 1};
    if (d.places > 3 || d.digits > quint64{9'000'000'000'000'000'000} / factors[static_cast<size_t>(d.places)])
        return false;
    out = static_cast<qint64>(d.digits * factors[static_cast<size_t>(d.places)]);
    return true;
}

/// False for what has to be looked at more closely.
bool storeDecimal(SoundColumn &column, size_t at, const Decimal &d)
{
    switch (column.type) {
    case ColumnType::Real:
        return toReal(d, column.reals[at]) && column.reals[at] <= column.most;
    case ColumnType::Integer:
        column.integers[at] = static_cast<qint64>(d.digits);
        return d.places == 0 && static_cast<double>(d.digits) <= column.most;
    case ColumnType::TimeStamp:
    case ColumnType::Duration:
        return toNanoseconds(d, column.integers[at]) &&
               column.integers[at] <= (column.type == ColumnType::TimeStamp ? LatestStampNs : MaxDurationNs);
    case ColumnType::Text:
        break;
    }
    return false;
}

/// The text before a cell in its column, and what it is called in the table.
struct LastText
{
    std::string written; ///< with its quotes; empty: none
    StrId id{};
};

/// A cell; leaves `p` at the comma or line end behind it.
bool readSoundCell(std::vector<SoundColumn> &columns, SliceCells &s, size_t c, size_t row, const char *&p,
                   const char *end, std::string &scratch, LastText &last)
{
    SoundColumn &column = columns[c];
    SliceCells::Part &part = s.parts[c];
    const size_t at = static_cast<size_t>(s.firstRow) + row;
    const auto missing = [&] {
        if (part.missing++ == 0)
            part.firstMissing = static_cast<qint64>(row);
        // An empty line is none where there is one column.
        return columns.size() > 1;
    };
    if (endsCell(*p))
        return missing();
    if (p[0] == 'N' && p[1] == '/' && p[2] == 'A' && endsCell(p[3])) {
        p += 3;
        missing();
        return true;
    }
    if (column.keepsText()) {
        // Most texts stand in many rows one below the other.
        const size_t length = last.written.size();
        if (length > 0 && static_cast<size_t>(end - p) > length && std::memcmp(p, last.written.data(), length) == 0 &&
            endsCell(p[length])) {
            p += length;
            part.present.set(row);
            column.text[at] = last.id;
            return true;
        }
    } else {
        Decimal d;
        const char *behind = p;
        if (readDecimal(behind, d) && storeDecimal(column, at, d)) {
            p = behind;
            part.present.set(row);
            return true;
        }
    }
    const char *const begin = p;
    const auto cell = readCell(p, end, scratch);
    if (!cell)
        return false;
    if (isMissingCell(*cell))
        return missing() || !cell->empty();
    part.present.set(row);
    if (column.keepsText()) {
        last.id = (column.known ? s.texts : *part.texts).intern(*cell);
        last.written.assign(begin, static_cast<size_t>(p - begin));
        column.text[at] = last.id;
        return true;
    }
    const CellValue value = numberCell(*cell, column.type, column.most);
    if (value.state != CellValue::State::Number)
        return false;
    if (column.type == ColumnType::Real)
        column.reals[at] = value.real;
    else
        column.integers[at] = value.integer;
    return true;
}

} // namespace

bool readSoundRows(std::vector<SoundColumn> &columns, SliceCells &cells, const char *p, const char *end)
{
    std::string scratch;
    std::vector<LastText> last(columns.size());
    const size_t width = columns.size();
    qint64 row = 0;
    for (; p < end; ++row) {
        if (row == cells.rows)
            return false;
        for (size_t c = 0; c < width; ++c) {
            if (!readSoundCell(columns, cells, c, static_cast<size_t>(row), p, end, scratch, last[c]))
                return false;
            if (c + 1 < width && *p++ != ',')
                return false;
        }
        // Commas at the end of a line may stand for nothing.
        while (*p == ',') {
            ++p;
            while (isStrayBlank(*p))
                ++p;
        }
        if (*p++ != '\n')
            return false;
    }
    return row == cells.rows;
}

} // namespace rs
