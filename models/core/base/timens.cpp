// SPDX-License-Identifier: Apache-2.0
#include "core/base/timens.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace rs {

namespace {

std::string_view trimmed(std::string_view t)
{
    while (!t.empty() && (t.front() == ' ' || t.front() == '\t' || t.front() == '\r' || t.front() == '\n'))
        t.remove_prefix(1);
    while (!t.empty() && (t.back() == ' ' || t.back() == '\t' || t.back() == '\r' || t.back() == '\n'))
        t.remove_suffix(1);
    return t;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::optional<qint64> parseExponentForm(std::string_view text, int shift)
{
    double v = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), v);
    if (ec != std::errc() || end != text.data() + text.size() || !std::isfinite(v))
        return std::nullopt;
    const double scaled = std::round(v * std::pow(10.0, shift));
    // 2^63 is exact in a double; the comparison excludes everything that the cast could not hold.
    if (scaled >= 9223372036854775808.0 || scaled < -9223372036854775808.0)
        return std::nullopt;
    return static_cast<qint64>(scaled);
}

} // namespace

std::optional<qint64> parseDecimalScaled(std::string_view text, int shift)
{
    text = trimmed(text);
    const std::string_view whole = text;
    if (text.empty())
        return std::nullopt;
    bool negative = false;
    if (text.front() == '-' || text.front() == '+') {
        negative = text.front() == '-';
        text.remove_prefix(1);
    }
    constexpr quint64 limit = static_cast<quint64>(std::numeric_limits<qint64>::max());
    quint64 value = 0;
    bool anyDigit = false;
    size_t i = 0;
    const auto push = [&](unsigned digit) {
        if (value > (limit - digit) / 10)
            return false;
        value = value * 10 + digit;
        return true;
    };
    for (; i < text.size() && isDigit(text[i]); ++i) {
        anyDigit = true;
        if (!push(static_cast<unsigned>(text[i] - '0')))
            return std::nullopt;
    }
    int fraction = 0;
    bool roundUp = false;
    if (i < text.size() && text[i] == '.') {
        ++i;
        for (; i < text.size() && isDigit(text[i]); ++i) {
            anyDigit = true;
            if (fraction < shift) {
                if (!push(static_cast<unsigned>(text[i] - '0')))
                    return std::nullopt;
            } else if (fraction == shift) {
                roundUp = text[i] >= '5';
            }
            ++fraction;
        }
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E') && anyDigit)
        return parseExponentForm(whole.front() == '+' ? whole.substr(1) : whole, shift);
    if (i != text.size() || !anyDigit)
        return std::nullopt;
    for (; fraction < shift; ++fraction) {
        if (!push(0))
            return std::nullopt;
    }
    if (roundUp) {
        if (value == limit)
            return std::nullopt;
        ++value;
    }
    const auto result = static_cast<qint64>(value);
    return negative ? -result : result;
}

std::optional<qint64> parseDecimalUs(std::string_view text)
{
    return parseDecimalScaled(text, 3);
}

std::string formatUs(qint64 ns)
{
    const bool negative = ns < 0;
    const quint64 magnitude = negative ? 0 - static_cast<quint64>(ns) : static_cast<quint64>(ns);
    std::string fraction = std::to_string(magnitude % 1000);
    fraction.insert(0, 3 - fraction.size(), '0');
    return (negative ? "-" : "") + std::to_string(magnitude / 1000) + "." + fraction;
}

std::string shortestDouble(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    char buffer[40];
    const auto plain = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
    // Fixed notation is what spreadsheets read; only values far outside any unit of ours need the exponent.
    if (plain.ec == std::errc() && plain.ptr - buffer <= 24)
        return {buffer, plain.ptr};
    const auto [end, ec] = std::to_chars(buffer, buffer + sizeof buffer, value);
    Q_UNUSED(ec);
    return {buffer, end};
}

} // namespace rs
