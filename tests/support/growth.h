// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <ctime>
#include <functional>

namespace rs::test {

/// Seconds of processor time that the calling thread spends on `work`: other programs on the machine hardly show in it.
inline double processorSeconds(const std::function<void()> &work)
{
    const auto now = [] {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
    };
    const double from = now();
    work();
    return now() - from;
}

/// How many times as long the work takes on an input of twice the size: 2 to 2.3 where it grows as n log n, 4 where it
/// grows with the square. `prepare(n)` gives the work on an input of size n. The smallest of several measurements; a
/// work of less than a few milliseconds tells nothing, and counts as 1.
inline double growth(int n, const std::function<std::function<void()>(int n)> &prepare)
{
    constexpr int rounds = 4;
    constexpr double tellingSeconds = 0.004;
    const auto once = prepare(n);
    const auto twice = prepare(2 * n);
    double small = 1e9;
    double large = 1e9;
    for (int i = 0; i < rounds; ++i) {
        small = std::min(small, processorSeconds(once));
        large = std::min(large, processorSeconds(twice));
        if (large < 3 * small || large < tellingSeconds)
            break;
    }
    return large < tellingSeconds ? 1 : large / std::max(small, 1e-9);
}

} // namespace rs::test
