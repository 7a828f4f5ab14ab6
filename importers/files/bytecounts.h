// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace rs {

/// Counts each of these characters in a text, sixteen bytes at a time.
template <char... Wanted>
std::array<qint64, sizeof...(Wanted)> countBytes(const char *text, size_t size)
{
    using Lanes [[gnu::vector_size(16)]] = signed char;
    using Counts [[gnu::vector_size(16)]] = unsigned char;
    constexpr std::array<char, sizeof...(Wanted)> wanted{Wanted...};
    constexpr size_t most = 255; // that a lane of eight bits counts
    std::array<qint64, sizeof...(Wanted)> out{};
    size_t i = 0;
    while (size - i >= sizeof(Lanes)) {
        const size_t end = i + std::min(most, (size - i) / sizeof(Lanes)) * sizeof(Lanes);
        Counts counts[sizeof...(Wanted)] = {};
        for (; i < end; i += sizeof(Lanes)) {
            Lanes v;
            std::memcpy(&v, text + i, sizeof v);
            size_t k = 0;
            ((counts[k++] -= __builtin_convertvector(v == static_cast<signed char>(Wanted), Counts)), ...);
        }
        for (size_t k = 0; k < wanted.size(); ++k) {
            std::array<unsigned char, sizeof(Lanes)> bytes{};
            std::memcpy(bytes.data(), &counts[k], sizeof counts[k]);
            for (const unsigned char b : bytes)
                out[k] += b;
        }
    }
    for (; i < size; ++i) {
        for (size_t k = 0; k < wanted.size(); ++k)
            out[k] += text[i] == wanted[k];
    }
    return out;
}

} // namespace rs
