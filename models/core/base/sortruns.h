// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

namespace rs {

/// std::sort for values that come as a few ascending runs one behind the other, as rows of a trace do: the runs are
/// found in one pass and merged pairwise, which reads each value log2(runs) times instead of log2(values) times. More
/// than 256 runs are sorted as they are. Equal values may change their order.
template <typename Values, typename Less>
void sortRuns(Values &values, Less less)
{
    constexpr size_t mostRuns = 256;
    std::vector<size_t> ends; // of each run
    for (size_t i = 1; i < values.size(); ++i) {
        if (!less(values[i], values[i - 1]))
            continue;
        ends.push_back(i);
        if (ends.size() == mostRuns) {
            std::ranges::sort(values, less);
            return;
        }
    }
    if (ends.empty())
        return;
    ends.push_back(values.size());
    Values other(values.size());
    while (ends.size() > 1) {
        std::vector<size_t> merged;
        size_t from = 0;
        for (size_t i = 0; i < ends.size(); i += 2) {
            const auto at = [&values](size_t k) {
                return values.begin() + static_cast<typename Values::difference_type>(k);
            };
            const auto to = other.begin() + static_cast<typename Values::difference_type>(from);
            const size_t end = i + 1 < ends.size() ? ends[i + 1] : ends[i];
            std::merge(at(from), at(ends[i]), at(ends[i]), at(end), to, less);
            merged.push_back(end);
            from = end;
        }
        values.swap(other);
        ends = std::move(merged);
    }
}

} // namespace rs
