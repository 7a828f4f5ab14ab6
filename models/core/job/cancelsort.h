// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"

#include <algorithm>

namespace rs {

/// std::stable_sort that polls the job: blocks of a size that sorts in a few milliseconds are merged pairwise. False,
/// and the values in any order, when the job was cancelled.
template <typename Values, typename Less>
bool sortCancellably(Values &values, const JobContext &job, Less less)
{
    constexpr size_t block = 1U << 16;
    const size_t size = values.size();
    const auto at = [&](size_t i) {
        return values.begin() + static_cast<typename Values::difference_type>(std::min(i, size));
    };
    for (size_t i = 0; i < size && !job.isCanceled(); i += block)
        std::stable_sort(at(i), at(i + block), less);
    for (size_t width = block; width < size; width *= 2) {
        for (size_t i = 0; i + width < size && !job.isCanceled(); i += 2 * width)
            std::inplace_merge(at(i), at(i + width), at(i + 2 * width), less);
    }
    return !job.isCanceled();
}

} // namespace rs
