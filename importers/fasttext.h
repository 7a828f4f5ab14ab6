// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/flowid.h"

#include <bit>
#include <cstring>
#include <string_view>

namespace rs {

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

/// Never 0. Names are short, so the set-up cost decides: eight bytes a step, one multiplication each.
inline quint64 fastHash(std::string_view t)
{
    quint64 h = 0x9e3779b97f4a7c15ULL ^ t.size();
    const char *p = t.data();
    size_t n = t.size();
    const auto mix = [&h](quint64 v) {
        const UInt128 product = static_cast<UInt128>(h ^ v) * 0xe7037ed1a0b428dbULL;
        h = static_cast<quint64>(product) ^ static_cast<quint64>(product >> 64);
    };
    while (n > 8) {
        quint64 v = 0;
        std::memcpy(&v, p, 8);
        mix(v);
        p += 8;
        n -= 8;
    }
    quint64 v = 0;
    std::memcpy(&v, p, n);
    mix(v);
    return h | 1;
}

} // namespace rs
