// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <limits>
#include <vector>

namespace rs {

/// The end of the last slice of each row of a lane, while its slices are passed in order of time. Finds rows by that
/// end in steps that grow with the logarithm of the rows, where walking them would make lanes of thousands of rows
/// quadratic.
class RowAllocator
{
public:
    /// As many rows as this are walked as fast as they are found here, so that no tree is kept for them.
    static constexpr size_t TreeFrom = 128;

    [[nodiscard]] size_t size() const { return m_end.size(); }
    [[nodiscard]] qint64 operator[](size_t row) const { return m_end[row]; }

    /// `row` is at most size(), where it adds a row.
    void set(size_t row, qint64 end)
    {
        if (row == m_end.size())
            m_end.push_back(end);
        else
            m_end[row] = end;
        if (m_leaves == 0 && m_end.size() <= TreeFrom)
            return;
        if (m_end.size() > m_leaves)
            return grow();
        size_t i = m_leaves + row;
        m_least[i] = m_most[i] = end;
        for (i /= 2; i > 0; i /= 2)
            join(i);
    }
    /// Behind the last row whose end is at or after `time`; 0 when there is none.
    [[nodiscard]] size_t lastReaching(qint64 time) const
    {
        if (m_leaves == 0) {
            size_t behind = m_end.size();
            while (behind > 0 && m_end[behind - 1] < time)
                --behind;
            return behind;
        }
        if (m_most[1] < time)
            return 0;
        size_t i = 1;
        while (i < m_leaves)
            i = m_most[2 * i + 1] >= time ? 2 * i + 1 : 2 * i;
        return i - m_leaves + 1;
    }
    /// First row at or behind `row` that ended at or before `time`; size() when there is none.
    [[nodiscard]] size_t firstFree(size_t row, qint64 time) const
    {
        if (m_leaves == 0 || row >= m_end.size()) {
            while (row < m_end.size() && m_end[row] > time)
                ++row;
            return row;
        }
        size_t i = m_leaves + row;
        while (m_least[i] > time) {
            // Up to the next subtree on the right, then down.
            while (i % 2 == 1) {
                i /= 2;
                if (i <= 1)
                    return m_end.size();
            }
            ++i;
        }
        while (i < m_leaves)
            i = m_least[2 * i] <= time ? 2 * i : 2 * i + 1;
        return i - m_leaves;
    }

private:
    void join(size_t i)
    {
        m_least[i] = std::min(m_least[2 * i], m_least[2 * i + 1]);
        m_most[i] = std::max(m_most[2 * i], m_most[2 * i + 1]);
    }
    void grow()
    {
        m_leaves = std::max<size_t>(m_leaves, TreeFrom) * 2;
        m_least.assign(m_leaves * 2, std::numeric_limits<qint64>::max());
        m_most.assign(m_leaves * 2, std::numeric_limits<qint64>::min());
        for (size_t i = 0; i < m_end.size(); ++i)
            m_least[m_leaves + i] = m_most[m_leaves + i] = m_end[i];
        for (size_t i = m_leaves - 1; i > 0; --i)
            join(i);
    }

    std::vector<qint64> m_end;
    size_t m_leaves = 0; // 0: no trees yet
    std::vector<qint64> m_least;
    std::vector<qint64> m_most;
};

} // namespace rs
