// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/pagevector.h"

#include <QtGlobal>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <utility>

namespace rs {

/// A column that is filled once and then read. Copies of it are the same elements, which live as long as one of them.
template <typename T>
class SharedColumn
{
public:
    using value_type = T;

    SharedColumn() = default;
    explicit SharedColumn(PageVector<T> values) : m_values(std::make_shared<PageVector<T>>(std::move(values)))
    {
        look();
    }
    SharedColumn(std::initializer_list<T> values) : SharedColumn(PageVector<T>(values)) {}
    // Moving would leave a column that still points at its elements.
    SharedColumn(const SharedColumn &) = default;
    SharedColumn &operator=(const SharedColumn &) = default;
    ~SharedColumn() = default;

    [[nodiscard]] size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] const T *data() const { return m_data; }
    [[nodiscard]] const T &operator[](size_t i) const { return m_data[i]; }
    [[nodiscard]] const T *begin() const { return m_data; }
    [[nodiscard]] const T *end() const { return m_data + m_size; }
    [[nodiscard]] const T &front() const { return *m_data; }
    [[nodiscard]] const T &back() const { return m_data[m_size - 1]; }
    /// True when both are the same elements, which two without any are not.
    [[nodiscard]] bool isSharedWith(const SharedColumn &other) const { return m_values && m_values == other.m_values; }
    /// Memory that the elements take, however many columns they belong to.
    [[nodiscard]] qint64 bytes() const { return m_values ? static_cast<qint64>(m_values->capacity() * sizeof(T)) : 0; }
    friend bool operator==(const SharedColumn &a, const SharedColumn &b)
    {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

    // Only until it is copied.
    /// Calls `fill` with what holds the elements, which may be made anew or moved.
    template <typename Fill>
    void fill(Fill fill)
    {
        if (!m_values)
            m_values = std::make_shared<PageVector<T>>();
        m_data = nullptr;
        m_size = 0;
        fill(*m_values);
        look();
    }
    /// Elements, whose number and place stay.
    [[nodiscard]] PageVector<T> &values() { return *m_values; }
    [[nodiscard]] T *data() { return m_data; }
    [[nodiscard]] T &operator[](size_t i) { return m_data[i]; }
    void set(PageVector<T> values) { *this = SharedColumn(std::move(values)); }

private:
    void look()
    {
        m_data = m_values->data();
        m_size = m_values->size();
    }

    // Beside the owner, so that reading an element takes one step less.
    T *m_data = nullptr;
    size_t m_size = 0;
    std::shared_ptr<PageVector<T>> m_values; ///< null while there are none
};

} // namespace rs
