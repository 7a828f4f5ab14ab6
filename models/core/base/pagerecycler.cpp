// SPDX-License-Identifier: Apache-2.0
#include "core/base/pagerecycler.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

namespace rs {

namespace {

size_t pageSize()
{
    static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

size_t wholePages(size_t bytes)
{
    return (bytes + pageSize() - 1) / pageSize() * pageSize();
}

} // namespace

PageRecycler::~PageRecycler()
{
    for (const Piece &p : m_pieces)
        munmap(p.at, p.bytes);
}

void PageRecycler::keep(const ReleasedPages &pages, size_t used)
{
    auto *const at = static_cast<char *>(pages.at);
    const size_t mapped = wholePages(pages.bytes);
    // A small column had no pages of its own, so nothing of it can be kept.
    const size_t kept = std::min(wholePages(used), mapped);
    if (kept < mapped)
        munmap(at + kept, mapped - kept);
    if (kept == 0)
        return;
    const std::lock_guard lock(m_mutex);
    m_pieces.push_back({at, kept});
}

void PageRecycler::lay(void *at, size_t bytes)
{
    // Only pages that lie in the range whole: a neighbour may have written to the others.
    const auto mask = static_cast<std::uintptr_t>(pageSize() - 1);
    const auto from = (reinterpret_cast<std::uintptr_t>(at) + mask) & ~mask;
    const auto end = (reinterpret_cast<std::uintptr_t>(at) + bytes) & ~mask;
    auto *to = reinterpret_cast<char *>(from);
    size_t most = std::numeric_limits<size_t>::max();
    for (size_t left = end > from ? end - from : 0; left > 0;) {
        const Piece piece = next(std::min(left, most));
        if (piece.bytes == 0)
            return;
        if (mremap(piece.at, piece.bytes, piece.bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED) {
            to += piece.bytes;
            left -= piece.bytes;
            most = std::numeric_limits<size_t>::max();
            continue;
        }
        // Older systems move no two mappings at once, and what was moved before may consist of many.
        if (errno != EFAULT || piece.bytes == pageSize()) {
            munmap(piece.at, piece.bytes);
            return;
        }
        most = wholePages(piece.bytes / 2);
        const std::lock_guard lock(m_mutex);
        m_pieces.push_back(piece);
    }
}

// Up to so many bytes; none when there is nothing left.
PageRecycler::Piece PageRecycler::next(size_t bytes)
{
    const std::lock_guard lock(m_mutex);
    if (m_pieces.empty())
        return {nullptr, 0};
    Piece &last = m_pieces.back();
    const Piece out{last.at, std::min(bytes, last.bytes)};
    last.at += out.bytes;
    last.bytes -= out.bytes;
    if (last.bytes == 0)
        m_pieces.pop_back();
    return out;
}

} // namespace rs
