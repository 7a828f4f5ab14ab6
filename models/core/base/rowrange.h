// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

/// Rows of a column store, one behind the other, each handed out by value as a light `Row` that knows the store and its
/// place. Valid while the store is.
template <typename Row, typename Columns>
class RowRange
{
public:
    class Iterator
    {
    public:
        // A value is no reference, so algorithms may not go back to it.
        using iterator_category = std::input_iterator_tag;
        using value_type = Row;
        using difference_type = std::ptrdiff_t;
        using pointer = const Row *;
        using reference = Row;

        Iterator() = default;
        Iterator(const Columns *columns, size_t at) : m_columns(columns), m_at(at) {}
        Row operator*() const { return Row(*m_columns, m_at); }
        Iterator &operator++()
        {
            ++m_at;
            return *this;
        }
        Iterator operator++(int)
        {
            Iterator before = *this;
            ++m_at;
            return before;
        }
        bool operator==(const Iterator &other) const { return m_at == other.m_at; }

    private:
        const Columns *m_columns = nullptr;
        size_t m_at = 0;
    };

    RowRange(const Columns *columns, size_t first, size_t last) : m_columns(columns), m_first(first), m_last(last) {}

    [[nodiscard]] Iterator begin() const { return {m_columns, m_first}; }
    [[nodiscard]] Iterator end() const { return {m_columns, m_last}; }
    [[nodiscard]] size_t size() const { return m_last - m_first; }
    [[nodiscard]] bool empty() const { return m_first == m_last; }
    [[nodiscard]] Row operator[](size_t i) const
    {
        Q_ASSERT(i < size());
        return Row(*m_columns, m_first + i);
    }

private:
    const Columns *m_columns;
    size_t m_first;
    size_t m_last;
};

/// All rows of a column store, in the order of the file. Sealed: copies share the store.
template <typename Row, typename Columns>
class SealedRows
{
public:
    using Iterator = typename RowRange<Row, Columns>::Iterator;

    SealedRows() = default;
    /// Rows of sound columns.
    explicit SealedRows(std::shared_ptr<const Columns> columns) : m_columns(std::move(columns)) {}

    [[nodiscard]] size_t size() const { return m_columns ? m_columns->rows() : 0; }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] Iterator begin() const { return rows().begin(); }
    [[nodiscard]] Iterator end() const { return rows().end(); }
    [[nodiscard]] Row operator[](size_t i) const { return rows()[i]; }
    [[nodiscard]] Row front() const { return rows()[0]; }
    [[nodiscard]] Row back() const { return rows()[size() - 1]; }
    [[nodiscard]] auto records() const
    {
        std::vector<decltype(front().record())> out;
        out.reserve(size());
        for (const Row row : *this)
            out.push_back(row.record());
        return out;
    }
    [[nodiscard]] qint64 bytes() const { return m_columns ? m_columns->bytes() : 0; }
    [[nodiscard]] bool isSharedWith(const SealedRows &other) const { return m_columns == other.m_columns; }

protected:
    [[nodiscard]] RowRange<Row, Columns> rows() const { return {m_columns.get(), 0, size()}; }

    std::shared_ptr<const Columns> m_columns;
};

} // namespace rs
