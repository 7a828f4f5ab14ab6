// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/files/fasttext.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace rs {

/// Tokens of a JSON text in their order, found by simdjson. Each function takes one token, or one value, and gives
/// false for anything else than it is asked for: then the text is not sound or ends here, and nothing more may be asked
/// for.
class JsonTokens
{
public:
    /// Bytes behind a text that may be read. The first one is part of no token.
    static constexpr size_t Padding = simdjson::SIMDJSON_PADDING;

    /// Room for texts of so many bytes. Throws std::bad_alloc.
    void reserve(size_t bytes);
    /// Begins with a text, which stays as long as its tokens are asked for. False for text that is not UTF-8, has raw
    /// control characters or ends within quotes. Throws std::bad_alloc.
    [[nodiscard]] bool start(std::string_view text);

    /// Keys that no value may have that is left out; a reader asks about any other of its values itself.
    void refuse(std::span<const std::string_view> keys) { m_refused = keys; }
    [[nodiscard]] bool isRefused(std::string_view key) const
    {
        return std::ranges::find(m_refused, key) != m_refused.end();
    }

    /// The next token; behind the last one, the end of the text.
    [[nodiscard]] const char *at() const { return m_text + *m_next; }
    [[nodiscard]] bool isAt(char c) const { return *at() == c; }
    [[nodiscard]] bool isAtNumber() const { return isAt('-') || static_cast<unsigned char>(*at() - '0') < 10; }
    /// Whether an object comes next whose first key is this one.
    [[nodiscard]] bool isAtObjectOf(std::string_view firstKey) const
    {
        return isAt('{') && isText(m_text + m_next[1], firstKey);
    }

    [[nodiscard]] bool take(char c)
    {
        if (!isAt(c))
            return false;
        ++m_next;
        return true;
    }
    /// Text between quotes, its escapes resolved; valid until start() is called.
    [[nodiscard]] bool text(std::string_view &out)
    {
        if (!isAt('"'))
            return false;
        const char *const first = at() + 1;
        ++m_next;
        const char *end = first;
        while (*end != '"' && *end != '\\')
            ++end;
        out = {first, static_cast<size_t>(end - first)};
        return *end == '"' || unescape(first, out);
    }
    /// A text and the colon behind it.
    [[nodiscard]] bool key(std::string_view &out) { return text(out) && take(':'); }
    /// A number that a double holds. One that is too small for it is no 0.
    [[nodiscard]] bool number(double &out)
    {
        const char *const first = at();
        ++m_next;
        const char *const end = shortNumber(first, out);
        return (end && (*end == ',' || *end == '}' || *end == ']')) || anyNumber(first, out);
    }
    /// Reads a decimal of so few digits that both it and its scale are exact as doubles. The place behind it; nothing
    /// for any other text. The text ends before its padding.
    [[nodiscard]] static const char *shortNumber(const char *first, double &out)
    {
        static constexpr std::array<double, 19> tens{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                                     1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
        const auto isDigit = [](char c) { return static_cast<unsigned char>(c - '0') < 10; };
        const char *p = first;
        quint64 value = 0;
        for (; isDigit(*p); ++p)
            value = value * 10 + static_cast<quint64>(*p - '0');
        const std::ptrdiff_t whole = p - first;
        std::ptrdiff_t fraction = 0;
        if (*p == '.') {
            const char *const digits = ++p;
            quint64 eight = 0;
            for (; p - digits <= 8 && readEightDigits(p, eight); p += 8)
                value = value * 100'000'000 + eight;
            for (; isDigit(*p); ++p)
                value = value * 10 + static_cast<quint64>(*p - '0');
            fraction = p - digits;
            if (fraction == 0)
                return nullptr;
        }
        constexpr quint64 exact = quint64{1} << 53;
        constexpr std::ptrdiff_t mostDigits = 19; // that a word holds
        if (whole == 0 || (whole > 1 && *first == '0') || whole + fraction > mostDigits || value > exact)
            return nullptr;
        out = static_cast<double>(value) / tens[static_cast<size_t>(fraction)];
        return p;
    }
    /// The number that comes next, as it is written.
    [[nodiscard]] std::string_view numberText() const;
    /// Any value.
    [[nodiscard]] bool skip(int depth = 0);

    /// An object: value(i) takes the value of the key i; values of other keys are left out. The order of the writers is
    /// the fastest one for `keys`.
    template <size_t N, typename Value>
    [[nodiscard]] bool members(const std::array<std::string_view, N> &keys, Value value)
    {
        if (!take('{'))
            return false;
        if (take('}'))
            return true;
        size_t next = 0;
        do {
            size_t found = next;
            if (next < N && isText(at(), keys[next])) {
                ++m_next;
                if (!take(':'))
                    return false;
            } else {
                std::string_view other;
                if (!key(other) || isRefused(other))
                    return false;
                found = static_cast<size_t>(std::ranges::find(keys, other) - keys.begin());
            }
            if (found < N ? !value(found) : !skip())
                return false;
            next = found < N ? found + 1 : next;
        } while (take(','));
        return take('}');
    }

private:
    // No key is longer than the padding.
    [[nodiscard]] static bool isText(const char *at, std::string_view text)
    {
        return *at == '"' && at[1 + text.size()] == '"' && isSameText({at + 1, text.size()}, text);
    }
    [[nodiscard]] bool anyNumber(const char *first, double &out) const;
    [[nodiscard]] bool unescape(const char *first, std::string_view &out);

    std::unique_ptr<simdjson::internal::dom_parser_implementation> m_parser;
    const char *m_text = nullptr;
    const uint32_t *m_next = nullptr;    ///< places of tokens; behind the last one, twice the end of the text
    std::deque<std::string> m_unescaped; ///< texts that had escapes
    std::span<const std::string_view> m_refused;
};

} // namespace rs
