// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>

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

/// From here on a work grows faster than its input, times for each doubling: n log n gives 2 to 2.4, and up to
/// 3.2 where only the larger input touches new pages, which some machines are slow to give; the square gives 4.
constexpr double tooFast = 3.5;

/// Factor by which each doubling of the input makes a work longer, over three doublings from `n` / 2 on: over one, a
/// machine that others use too passes for a square. `seconds(n)` measures once; the smallest of several measurements
/// counts. A work that takes less than some hundredths of a second on the largest input tells nothing, and counts as 1.
/// If that is too fast, two more doublings have to be: an input that outgrows a cache costs several times as much once,
/// a square at every doubling.
inline double growthPerDoubling(int n, const std::function<double(int n)> &seconds)
{
    constexpr int rounds = 5;
    constexpr double tellingSeconds = 0.03;
    double small = 1e9;
    double large = 1e9;
    double times = 1;
    for (int i = 0; i < rounds; ++i) {
        small = std::min(small, seconds(n / 2));
        large = std::min(large, seconds(4 * n));
        times = large < tellingSeconds ? 1 : std::cbrt(large / std::max(small, 1e-9));
        if (times < tooFast)
            return times;
    }
    const double larger = std::min(seconds(16 * n), seconds(16 * n));
    return std::min(times, std::sqrt(larger / large));
}

/// The same of a work on the calling thread; `prepare(n)` gives the work on an input of size n.
inline double growth(int n, const std::function<std::function<void()>(int n)> &prepare)
{
    std::map<int, std::function<void()>> prepared;
    return growthPerDoubling(n, [&](int size) {
        std::function<void()> &work = prepared[size];
        if (!work)
            work = prepare(size);
        return processorSeconds(work);
    });
}

} // namespace rs::test
