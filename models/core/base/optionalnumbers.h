// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Gives back what a column has room for beyond its rows, unless that is so little that copying it costs more.
template <typename T>
void shrinkColumn(std::vector<T> &column)
{
    constexpr size_t little = 16; // of so many rows, one
    if (column.capacity() - column.size() > column.size() / little)
        column.shrink_to_fit();
}

/// Columns of numbers that may be missing: a bit of each row says which of its numbers are there, so that each number,
/// also 0, can be one.
template <size_t N>
class OptionalNumbers
{
public:
    static_assert(N <= 8);

    using Row = std::array<double, N>;

    /// Numbers, 0 where there are none, and a bit of each that says whether it is there.
    [[nodiscard]] static std::pair<Row, quint8> split(const std::array<std::optional<double>, N> &row)
    {
        std::pair<Row, quint8> out{};
        for (size_t i = 0; i < N; ++i) {
            out.first[i] = row[i].value_or(0);
            out.second |= static_cast<quint8>(row[i] ? 1U << i : 0U);
        }
        return out;
    }
    void add(const Row &row, quint8 present)
    {
        for (size_t i = 0; i < N; ++i)
            m_values[i].push_back(row[i]);
        m_present.push_back(present);
    }
    [[nodiscard]] std::optional<double> at(size_t number, size_t row) const
    {
        return m_present[row] & (1U << number) ? std::optional(m_values[number][row]) : std::nullopt;
    }
    void drop(size_t number, size_t row)
    {
        m_values[number][row] = 0;
        m_present[row] &= static_cast<quint8>(~(1U << number));
    }
    [[nodiscard]] bool isSound(size_t rows) const
    {
        bool sound = m_present.size() == rows;
        for (const std::vector<double> &column : m_values)
            sound = sound && column.size() == rows;
        return sound;
    }
    /// Visits each column, of which the rows are the same.
    template <typename Self, typename Visit>
    static void each(Self &self, Visit visit)
    {
        for (auto &column : self.m_values)
            visit(column);
        visit(self.m_present);
    }

private:
    std::array<std::vector<double>, N> m_values;
    std::vector<quint8> m_present;
};

} // namespace rs
