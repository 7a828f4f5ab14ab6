// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <cstring>

namespace rs {

/// A checksum as fast as memory: it finds what a disk or a half-written file does to bytes, and is no protection
/// against somebody who means it. Each step is a bijection of the state, so that a single changed byte always changes
/// the sum.
class BlockHash
{
public:
    /// Every part but the last is a multiple of `Stride` bytes.
    static constexpr size_t Stride = 32;

    void add(const char *data, size_t bytes)
    {
        m_bytes += bytes;
        for (; bytes >= Stride; data += Stride, bytes -= Stride) {
            for (size_t i = 0; i < lanes; ++i)
                mix(m_lane[i], load(data + 8 * i, 8));
        }
        for (size_t i = 0; bytes > 0; ++i) {
            const size_t n = bytes < 8 ? bytes : 8;
            mix(m_lane[i], load(data, n));
            data += n;
            bytes -= n;
        }
    }
    [[nodiscard]] quint64 sum() const
    {
        quint64 h = m_bytes;
        for (const quint64 lane : m_lane)
            mix(h, lane);
        return h;
    }

private:
    static constexpr size_t lanes = 4;

    static quint64 load(const char *data, size_t bytes)
    {
        quint64 v = 0;
        std::memcpy(&v, data, bytes);
        return v;
    }
    static void mix(quint64 &h, quint64 v)
    {
        h = (h ^ v) * 0x9e3779b97f4a7c15ULL;
        h ^= h >> 29;
    }

    quint64 m_lane[lanes] = {1, 2, 3, 4};
    quint64 m_bytes = 0;
};

} // namespace rs
