// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/pagevector.h"

#include <mutex>
#include <vector>

namespace rs {

/// Gives the memory of columns that are used up to columns that come next. A page that the system hands out for the
/// first time costs far more than one that only changes its address. Where the system cannot move pages, columns get
/// new ones. Any thread may call.
class PageRecycler
{
public:
    PageRecycler() = default;
    ~PageRecycler();
    PageRecycler(const PageRecycler &) = delete;
    PageRecycler &operator=(const PageRecycler &) = delete;

    /// Empties the column and keeps its memory for others.
    template <typename T>
    void take(PageVector<T> &column)
    {
        const size_t used = column.size() * sizeof(T);
        ReleasedPages released;
        {
            const PageRelease release(released);
            PageVector<T>().swap(column);
        }
        keep(released, used);
    }
    /// Puts what was kept under the elements [first, first + count) of a column. They hold nothing that matters yet.
    template <typename T>
    void lay(PageVector<T> &column, size_t first, size_t count)
    {
        if (PageAllocator<T>::hasOwnPages(column.capacity()))
            lay(column.data() + first, count * sizeof(T));
    }
    /// resize(), on what was kept as far as it goes.
    template <typename T>
    void resize(PageVector<T> &column, size_t size)
    {
        take(column);
        column.resize(size);
        lay(column, 0, size);
    }

private:
    struct Piece
    {
        char *at;
        size_t bytes;
    };

    void keep(const ReleasedPages &pages, size_t used);
    void lay(void *at, size_t bytes);
    [[nodiscard]] Piece next(size_t bytes);

    std::mutex m_mutex;
    std::vector<Piece> m_pieces;
};

} // namespace rs
