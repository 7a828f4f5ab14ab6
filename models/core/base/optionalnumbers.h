// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <array>
#include <optional>
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

/// Numbers of a row that may be missing: a bit of each says whether it is there, so that each number, also 0, can be
/// one. A row has them as its base, so that its own small members take no more room.
template <size_t N>
struct OptionalNumbers
{
    static_assert(N <= 8);

    std::array<double, N> values{}; ///< 0 where there is none
    quint8 present = 0;

    OptionalNumbers() = default;
    OptionalNumbers(const std::array<std::optional<double>, N> &numbers)
    {
        for (size_t i = 0; i < N; ++i) {
            if (numbers[i])
                set(i, *numbers[i]);
        }
    }
    [[nodiscard]] bool has(size_t number) const { return (present & (1U << number)) != 0; }
    [[nodiscard]] std::optional<double> at(size_t number) const
    {
        return has(number) ? std::optional(values[number]) : std::nullopt;
    }
    void set(size_t number, double value)
    {
        values[number] = value;
        present |= static_cast<quint8>(1U << number);
    }
    void drop(size_t number)
    {
        values[number] = 0;
        present &= static_cast<quint8>(~(1U << number));
    }
};

} // namespace rs
