// SPDX-License-Identifier: Apache-2.0
#include "core/trace/slicestore.h"

#include <algorithm>

namespace rs {

namespace {

// First index in [first, last) for which `before` is false; `before` is true for a prefix.
template <typename Before>
quint32 bisect(quint32 first, quint32 last, Before before)
{
    while (first < last) {
        const quint32 middle = first + (last - first) / 2;
        if (before(middle))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

} // namespace

RowId SliceStore::rowOf(SliceId s) const
{
    const auto it = std::ranges::upper_bound(m_rowBegin, raw(s));
    return RowId{static_cast<quint32>(it - m_rowBegin.begin()) - 1};
}

quint32 SliceStore::firstEndingAtOrAfter(qint64 t, Span in) const
{
    return bisect(in.first, in.last, [&](quint32 i) { return m_start[i] + m_duration[i] < t; });
}

quint32 SliceStore::firstStartingAtOrAfter(qint64 t, Span in) const
{
    return bisect(in.first, in.last, [&](quint32 i) { return m_start[i] < t; });
}

SliceStore::Span SliceStore::visible(RowId r, qint64 from, qint64 to) const
{
    const Span all = row(r);
    // end > from, or a zero-length slice that stands exactly at `from`
    const quint32 first = bisect(all.first, all.last, [&](quint32 i) {
        const qint64 e = m_start[i] + m_duration[i];
        return e < from || (e == from && m_start[i] < from);
    });
    const quint32 last = bisect(first, all.last, [&](quint32 i) { return m_start[i] < to; });
    return {first, last};
}

qint64 SliceStore::bytes() const
{
    return m_start.bytes() + m_duration.bytes() + m_name.bytes() + m_kind.bytes() + m_argsAt.bytes() +
           m_argsLength.bytes() + m_detail.bytes() + m_details.bytes() + m_rowBegin.bytes();
}

} // namespace rs
