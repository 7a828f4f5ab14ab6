// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <sys/mman.h>
#include <vector>

namespace rs {

/// Reserves room for `count` values in pages of 2 MB where the system has them: filling hundreds of megabytes for the
/// first time costs less by one page fault in 512. For vectors that are filled right afterwards.
template <typename T>
void reserveHuge(std::vector<T> &values, size_t count)
{
    constexpr uintptr_t page = 2U << 20;
    values.reserve(count);
    const uintptr_t first = (reinterpret_cast<uintptr_t>(values.data()) + page - 1) & ~(page - 1);
    const uintptr_t last = (reinterpret_cast<uintptr_t>(values.data()) + values.capacity() * sizeof(T)) & ~(page - 1);
    if (first < last)
        madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE);
}

} // namespace rs
