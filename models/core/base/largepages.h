// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace rs {

/// Memory of fewer bytes is not worth it: of the last large page a part is taken for nothing.
inline constexpr size_t leastForLargePages = size_t{4} << 20;

/// Asks the system for large pages under memory that nobody has touched: where the first touch of a page takes long,
/// that takes most of the time of filling a column. What is never touched costs addresses only, but for the rest of the
/// last large page (2 MB). Without such pages, and for few bytes, nothing happens.
inline void preferLargePages([[maybe_unused]] void *at, [[maybe_unused]] size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (bytes < leastForLargePages)
        return;
    const auto mask = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE)) - 1;
    const auto from = (reinterpret_cast<std::uintptr_t>(at) + mask) & ~mask;
    const auto end = (reinterpret_cast<std::uintptr_t>(at) + bytes) & ~mask;
    if (from < end)
        (void)madvise(reinterpret_cast<void *>(from), end - from, MADV_HUGEPAGE);
#endif
}

/// Room for so many elements in an empty vector, in large pages where there are many.
template <typename Vector>
void reserveLarge(Vector &vector, size_t count)
{
    vector.reserve(count);
    preferLargePages(vector.data(), count * sizeof(typename Vector::value_type));
}

} // namespace rs
