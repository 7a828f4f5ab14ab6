// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/slicestore.h"

#include <algorithm>
#include <vector>

namespace rs {

/// Slices of several rows that pass `keep`, one after the other in order of start, then of number. The rows are sorted
/// already: nothing is copied, and a run of slices of one row costs a comparison each.
template <typename Keep>
class RowMerge
{
public:
    RowMerge(const SliceStore &slices, const std::vector<SliceStore::Span> &rows, Keep keep)
        : m_slices(slices), m_keep(std::move(keep))
    {
        for (const SliceStore::Span &span : rows) {
            Row row{0, span.first, span.last};
            if (find(row))
                m_rows.push_back(row);
        }
        std::make_heap(m_rows.begin(), m_rows.end(), later);
        takeFirst();
    }

    [[nodiscard]] bool isAtEnd() const { return m_now.at >= m_now.last; }
    [[nodiscard]] SliceId slice() const { return SliceId{m_now.at}; }
    [[nodiscard]] qint64 start() const { return m_now.start; }
    void next()
    {
        ++m_now.at;
        if (!find(m_now)) {
            takeFirst();
        } else if (!m_rows.empty() && later(m_now, m_rows.front())) {
            std::pop_heap(m_rows.begin(), m_rows.end(), later);
            std::swap(m_now, m_rows.back());
            std::push_heap(m_rows.begin(), m_rows.end(), later);
        }
    }

private:
    struct Row
    {
        qint64 start = 0; ///< of the slice at `at`
        quint32 at = 0;
        quint32 last = 0;
    };
    static bool later(const Row &a, const Row &b) { return a.start != b.start ? a.start > b.start : a.at > b.at; }

    bool find(Row &row) const
    {
        while (row.at < row.last && !m_keep(SliceId{row.at}))
            ++row.at;
        if (row.at < row.last)
            row.start = m_slices.start(SliceId{row.at});
        return row.at < row.last;
    }
    void takeFirst()
    {
        m_now = {};
        if (m_rows.empty())
            return;
        std::pop_heap(m_rows.begin(), m_rows.end(), later);
        m_now = m_rows.back();
        m_rows.pop_back();
    }

    const SliceStore &m_slices;
    Keep m_keep;
    Row m_now;
    std::vector<Row> m_rows; ///< a heap of the others, that which starts first in front
};

} // namespace rs
