// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <cstddef>
#include <memory>

namespace rs {

/// Positions of the brackets, colons, commas, opening quotes and scalars of a JSON text, outside of strings: the first
/// stage of simdjson, which checks quotes, control characters and UTF-8 on the way. Values are read between two
/// positions, so what nobody asks for (a call stack of 4 KB) costs nothing more.
class StructuralIndex
{
public:
    enum class Status { Ok, Empty, UnclosedString, ControlCharacter, InvalidUtf8, TooLarge };

    StructuralIndex();
    ~StructuralIndex();
    StructuralIndex(StructuralIndex &&) noexcept;
    StructuralIndex &operator=(StructuralIndex &&) noexcept;
    StructuralIndex(const StructuralIndex &) = delete;
    StructuralIndex &operator=(const StructuralIndex &) = delete;

    /// `text` must be readable for `padding` bytes behind `size`. Throws std::bad_alloc.
    Status build(const char *text, size_t size);
    /// size() + 1 entries: the last one is the size of the text.
    [[nodiscard]] const quint32 *positions() const;
    [[nodiscard]] size_t size() const;

    static constexpr size_t padding = 64;

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

} // namespace rs
