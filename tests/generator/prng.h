// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace rs::gen {

/// One step of splitmix64: a good 64-bit hash of any 64-bit value.
[[nodiscard]] inline quint64 mix64(quint64 x)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// The generator's own random numbers: the same on every platform and library, which std:: distributions are not.
class Prng
{
public:
    explicit Prng(quint64 seed = 1) : m_state(mix64(seed)) {}

    quint64 next() { return mix64(m_state += 0x9e3779b97f4a7c15ULL); }
    /// [0, 1)
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    /// Integer in [low, high].
    qint64 between(qint64 low, qint64 high)
    {
        return low + static_cast<qint64>(next() % static_cast<quint64>(high - low + 1));
    }
    /// Bell-shaped around 0 with standard deviation 1, within ±3.5 (sum of four uniforms).
    double bell() { return (uniform() + uniform() + uniform() + uniform() - 2.0) * 1.7320508; }

private:
    quint64 m_state;
};

} // namespace rs::gen
