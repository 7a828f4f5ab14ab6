// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

namespace rs {

/// The number that a whole text is; nothing for any other text, and for what is not finite.
template <typename Number>
[[nodiscard]] std::optional<Number> parseNumber(std::string_view text)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    if constexpr (std::is_floating_point_v<Number>) {
        if (!std::isfinite(value))
            return std::nullopt;
    }
    return value;
}

/// Value of eight decimal digits; false when one of them is none.
inline bool readEightDigits(const char *p, quint64 &value)
{
    if constexpr (std::endian::native == std::endian::little) {
        quint64 v = 0;
        std::memcpy(&v, p, 8);
        if (((v & 0xf0f0f0f0f0f0f0f0ULL) | (((v + 0x0606060606060606ULL) & 0xf0f0f0f0f0f0f0f0ULL) >> 4)) !=
            0x3333333333333333ULL)
            return false;
        v = (v & 0x0f0f0f0f0f0f0f0fULL) * 2561 >> 8;
        v = (v & 0x00ff00ff00ff00ffULL) * 6553601 >> 16;
        value = (v & 0x0000ffff0000ffffULL) * 42949672960001ULL >> 32;
    } else {
        value = 0;
        for (int i = 0; i < 8; ++i) {
            if (p[i] < '0' || p[i] > '9')
                return false;
            value = value * 10 + static_cast<quint64>(p[i] - '0');
        }
    }
    return true;
}

/// Decimal microseconds as nearly every duration is written (up to 15 digits, a point, any fraction), rounded half up
/// to nanoseconds. False for every other spelling, which parseDecimalUs reads.
inline bool readPlainDecimal(std::string_view t, qint64 &ns)
{
    const char *p = t.data();
    const char *const end = p + t.size();
    quint64 value = 0;
    const char *const first = p;
    while (p < end && static_cast<unsigned char>(*p - '0') < 10)
        value = value * 10 + static_cast<quint64>(*p++ - '0');
    if (p == first || p - first > 15)
        return false;
    value *= 1000;
    if (p < end) {
        if (*p++ != '.')
            return false;
        const char *const fraction = p;
        unsigned scale = 100;
        for (; p < end && static_cast<unsigned char>(*p - '0') < 10; ++p) {
            const auto digit = static_cast<unsigned>(*p - '0');
            if (p - fraction < 3) {
                value += digit * scale;
                scale /= 10;
            } else if (p - fraction == 3 && digit >= 5) {
                ++value;
            }
        }
        if (p != end || p == fraction)
            return false;
    }
    ns = static_cast<qint64>(value);
    return true;
}

inline quint64 eightBytes(const char *p)
{
    quint64 v = 0;
    std::memcpy(&v, p, 8);
    return v;
}

/// Up to 15 bytes without a zero among them; behind them zeros.
struct ShortText
{
    quint64 low = 0;
    quint64 high = 0;

    bool operator==(const ShortText &) const = default;
};

/// 16 bytes must be readable from the start of a text that is not empty.
inline ShortText shortText(std::string_view t)
{
    ShortText out;
    if (t.empty())
        return out;
    if constexpr (std::endian::native == std::endian::little) {
        out.low = eightBytes(t.data());
        out.high = eightBytes(t.data() + 8);
        const auto firstBytes = [](size_t n) { return (quint64{1} << (n * 8)) - 1; };
        if (t.size() < 8) {
            out.low &= firstBytes(t.size());
            out.high = 0;
        } else {
            out.high &= firstBytes(t.size() - 8);
        }
    } else {
        std::memcpy(&out, t.data(), t.size());
    }
    return out;
}

/// The same as ==, without a call for the few bytes that names have.
inline bool isSameText(std::string_view x, std::string_view y)
{
    const size_t n = x.size();
    if (n != y.size())
        return false;
    const char *p = x.data();
    const char *q = y.data();
    if (n < 8) {
        for (size_t i = 0; i < n; ++i) {
            if (p[i] != q[i])
                return false;
        }
        return true;
    }
    const char *const end = p + n;
    for (; end - p > 8; p += 8, q += 8) {
        if (eightBytes(p) != eightBytes(q))
            return false;
    }
    return eightBytes(end - 8) == eightBytes(y.data() + n - 8);
}

} // namespace rs
