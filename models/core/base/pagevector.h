// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <sys/mman.h>
#include <type_traits>
#include <utility>
#include <vector>

namespace rs {

/// Pages whose owner is to be somebody else than the column that they were allocated for.
struct ReleasedPages
{
    void *at = nullptr;
    size_t bytes = 0;
};

/// While it lives, the next column of the thread that frees pages leaves them to `released` instead.
class PageRelease
{
public:
    explicit PageRelease(ReleasedPages &released) { t_released = &released; }
    ~PageRelease() { t_released = nullptr; }
    PageRelease(const PageRelease &) = delete;
    PageRelease &operator=(const PageRelease &) = delete;

    static void free(void *at, size_t bytes)
    {
        if (ReleasedPages *const to = std::exchange(t_released, nullptr))
            *to = {at, bytes};
        else
            munmap(at, bytes);
    }

private:
    static inline thread_local ReleasedPages *t_released = nullptr;
};

/// Gives large columns pages of their own, which go back to the system the moment the column is freed: a load frees
/// each column while the next one grows, and the general heap would keep them all. New elements of a resize() hold no
/// value until they are written, so that no thread has to fill millions of them first; reserving more than is needed
/// costs addresses only.
template <typename T>
class PageAllocator
{
public:
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    using value_type = T;

    PageAllocator() = default;
    template <typename U>
    PageAllocator(const PageAllocator<U> &)
    {
    }

    T *allocate(size_t n)
    {
        if (n > std::numeric_limits<size_t>::max() / sizeof(T))
            throw std::bad_array_new_length();
        const size_t bytes = n * sizeof(T);
        if (!hasOwnPages(n))
            return static_cast<T *>(::operator new(bytes));
        void *const p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            throw std::bad_alloc();
        return static_cast<T *>(p);
    }
    void deallocate(T *p, size_t n)
    {
        if (hasOwnPages(n))
            PageRelease::free(p, n * sizeof(T));
        else
            ::operator delete(p);
    }
    /// Whether that many elements lie on pages that hold nothing else; fewer come from the general heap.
    [[nodiscard]] static bool hasOwnPages(size_t n) { return n >= (pageBytes + sizeof(T) - 1) / sizeof(T); }
    template <typename U>
    void construct(U *)
    {
    }
    template <typename U, typename... Args>
    void construct(U *p, Args &&...args)
    {
        ::new (static_cast<void *>(p)) U(std::forward<Args>(args)...);
    }
    template <typename U>
    bool operator==(const PageAllocator<U> &) const
    {
        return true;
    }

private:
    static constexpr size_t pageBytes = size_t{128} << 10;
};

template <typename T>
using PageVector = std::vector<T, PageAllocator<T>>;

} // namespace rs
