// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "importers/files/fasttext.h"
#include "importers/files/jsontext.h"

#include <QString>

#include <array>
#include <bit>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string_view>

namespace rs {

class StraightKeys;

/// Reads a JSON document as writers of profiles write it token by token, straight from the file, with neither the whole
/// text nor a tree of it in memory. Each function takes one token, and gives false for anything else than the one that
/// is asked for, for text that is not ASCII or has escapes, for numbers that no double holds, and where the file cannot
/// be read: the document has then to be read in another way, from its beginning. Nothing is reported.
class StraightJson
{
public:
    /// What has to stand in one piece between two calls of more().
    static constexpr size_t PieceBytes = size_t{64} << 10;
    static constexpr size_t WindowBytes = 8 * PieceBytes;

    StraightJson(const QString &path, const JobContext &job) : m_path(path), m_job(job) {}
    ~StraightJson();
    StraightJson(const StraightJson &) = delete;
    StraightJson &operator=(const StraightJson &) = delete;

    /// The first bytes. True for a regular file that is not empty and no larger than this.
    [[nodiscard]] bool open(qint64 maxBytes);
    /// Makes sure that PieceBytes stand in memory, or all that is left. Texts that were handed out before are gone.
    [[nodiscard]] bool more() { return m_end - m_at >= static_cast<std::ptrdiff_t>(PieceBytes) || fill(); }
    /// Nothing but blanks stands behind.
    [[nodiscard]] bool isAtEnd();
    /// What was read counts as done; before that, it is taken back when the reader goes.
    void finish() { m_finished = true; }

    [[nodiscard]] qint64 bytes() const { return m_bytes; }
    [[nodiscard]] qint64 bytesTaken() const { return m_read - (m_end - m_at); }

    /// Whether this character comes next, without a blank before it.
    [[nodiscard]] bool isAt(char c) const { return *m_at == c; }
    [[nodiscard]] bool take(char c)
    {
        skipBlanks();
        if (*m_at != c)
            return false;
        ++m_at;
        return true;
    }
    /// Text between quotes; valid until more() is called.
    [[nodiscard]] bool text(std::string_view &out);
    /// A text and the colon behind it.
    [[nodiscard]] bool key(std::string_view &out) { return text(out) && take(':'); }
    [[nodiscard]] bool number(double &out)
    {
        skipBlanks();
        return readNumber(m_at, out);
    }
    /// A number with its text.
    [[nodiscard]] bool number(double &out, std::string_view &written)
    {
        skipBlanks();
        const char *const from = m_at;
        const bool isNumber = readNumber(m_at, out);
        written = {from, static_cast<size_t>(m_at - from)};
        return isNumber;
    }
    /// The number that a text of this reader is.
    [[nodiscard]] static bool numberOf(std::string_view text, double &out)
    {
        const char *at = text.data();
        return readNumber(at, out) && at == text.data() + text.size();
    }
    /// An object of these keys: value(number of the key) takes the value of each.
    template <typename Value>
    [[nodiscard]] bool members(const StraightKeys &keys, Value value);
    /// Whether an object follows whose first key is this one; takes nothing.
    [[nodiscard]] bool isObjectOf(std::string_view firstKey);

private:
    friend class StraightKeys;

    void skipBlanks()
    {
        while (isBlank(*m_at))
            ++m_at;
    }
    [[nodiscard]] bool fill();
    // `at` has a byte behind its text that is part of no number.
    [[nodiscard]] static bool readNumber(const char *&at, double &out);
    [[nodiscard]] static bool readLongNumber(const char *from, const char *to, double &out);

    const QString m_path;
    const JobContext &m_job;
    int m_fd = -1;
    qint64 m_bytes = 0; ///< of the file when it was opened
    qint64 m_read = 0;
    bool m_finished = false;
    std::unique_ptr<char[]> m_window;
    const char *m_at = nullptr;
    const char *m_end = nullptr; ///< zeros stand behind, which are part of no token
};

/// Keys of an object in the order of the writers, so that one comparison mostly finds the next one.
class StraightKeys
{
public:
    static constexpr size_t Most = 10;

    constexpr StraightKeys(std::initializer_list<std::string_view> keys)
    {
        for (const std::string_view key : keys)
            m_keys[m_count++] = Key(key);
    }

    [[nodiscard]] constexpr std::string_view text(size_t key) const { return m_keys[key].text; }
    /// Takes a key and the colon behind it; -1 where it is none of these. `next`: which one is expected, at first 0.
    [[nodiscard]] int take(StraightJson &scan, size_t &next) const
    {
        scan.skipBlanks();
        if (next < m_count && m_keys[next].isAt(scan.m_at)) {
            scan.m_at += m_keys[next].length;
            return static_cast<int>(next++);
        }
        return find(scan, next);
    }

private:
    struct Key
    {
        using Bytes = std::array<char, 32>;
        using Words = std::array<quint64, sizeof(Bytes) / sizeof(quint64)>;

        constexpr Key() = default;
        constexpr explicit Key(std::string_view key) : text(key), length(key.size() + 4)
        {
            Bytes all{};
            Bytes taken{};
            size_t at = 0;
            all[at++] = '"';
            for (const char c : key)
                all[at++] = c;
            for (const char c : {'"', ':', ' '})
                all[at++] = c;
            for (size_t i = 0; i < at; ++i)
                taken[i] = static_cast<char>(0xff);
            bytes = std::bit_cast<Words>(all);
            mask = std::bit_cast<Words>(taken);
        }
        [[nodiscard]] bool isAt(const char *p) const
        {
            quint64 other = 0;
            for (size_t i = 0; i < bytes.size(); ++i)
                other |= (eightBytes(p + i * sizeof(quint64)) ^ bytes[i]) & mask[i];
            return other == 0;
        }

        std::string_view text;
        size_t length = 0; ///< with quotes, colon and a blank
        Words bytes{};
        Words mask{};
    };
    [[nodiscard]] int find(StraightJson &scan, size_t &next) const;

    std::array<Key, Most> m_keys{};
    size_t m_count = 0;
};

inline bool StraightJson::text(std::string_view &out)
{
    skipBlanks();
    if (*m_at != '"')
        return false;
    const char *p = m_at + 1;
    if constexpr (std::endian::native == std::endian::little) {
        constexpr quint64 ones = 0x0101010101010101;
        constexpr quint64 high = 0x8080808080808080;
        while (true) {
            // The first byte that is a quote, a backslash, a control character or not ASCII has its highest bit here.
            const quint64 v = eightBytes(p);
            const quint64 stops =
                (v | (v - ones * ' ') | ((v ^ ones * '"') - ones) | ((v ^ ones * '\\') - ones)) & high;
            if (stops != 0) {
                p += std::countr_zero(stops) / 8;
                break;
            }
            p += sizeof v;
        }
    } else {
        while (*p >= ' ' && *p != '"' && *p != '\\' && static_cast<unsigned char>(*p) < 0x80)
            ++p;
    }
    if (*p != '"')
        return false;
    out = {m_at + 1, static_cast<size_t>(p - m_at - 1)};
    m_at = p + 1;
    return true;
}

inline bool StraightJson::readNumber(const char *&at, double &out)
{
    static constexpr std::array<double, 23> tens{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    constexpr quint64 exact = quint64{1} << 53;
    constexpr std::ptrdiff_t mostDigits = 19; // that a word holds
    const auto isDigit = [](char c) { return static_cast<unsigned char>(c - '0') < 10; };
    const char *const from = at;
    const char *p = at;
    const bool negative = *p == '-';
    p += negative ? 1 : 0;
    const char *const digits = p;
    quint64 value = 0;
    for (; isDigit(*p); ++p)
        value = value * 10 + static_cast<quint64>(*p - '0');
    std::ptrdiff_t count = p - digits;
    if (count == 0 || (count > 1 && *digits == '0'))
        return false;
    int exponent = 0;
    const bool isWhole = *p != '.' && (*p | 0x20) != 'e';
    if (isWhole && count >= mostDigits)
        return false;
    if (*p == '.') {
        const char *const fraction = ++p;
        quint64 eight = 0;
        while (p - fraction <= 8 && readEightDigits(p, eight)) {
            value = value * 100'000'000 + eight;
            p += 8;
        }
        for (; isDigit(*p); ++p)
            value = value * 10 + static_cast<quint64>(*p - '0');
        if (p == fraction)
            return false;
        exponent = -static_cast<int>(p - fraction);
        count += p - fraction;
    }
    if ((*p | 0x20) == 'e') {
        ++p;
        const bool down = *p == '-';
        p += down || *p == '+' ? 1 : 0;
        const char *const power = p;
        int value10 = 0;
        for (; isDigit(*p) && p - power < 4; ++p)
            value10 = value10 * 10 + (*p - '0');
        if (p == power || isDigit(*p))
            return false;
        exponent += down ? -value10 : value10;
    }
    at = p;
    if (count <= mostDigits && (isWhole || (value <= exact && exponent >= -22 && exponent <= 22))) {
        // Both are exact, so the result is the nearest double.
        const auto real = static_cast<double>(value);
        const double scaled =
            exponent < 0 ? real / tens[static_cast<size_t>(-exponent)] : real * tens[static_cast<size_t>(exponent)];
        out = negative && !(isWhole && value == 0) ? -scaled : scaled;
        return true;
    }
    return readLongNumber(from, p, out);
}

template <typename Value>
bool StraightJson::members(const StraightKeys &keys, Value value)
{
    if (!take('{'))
        return false;
    if (take('}'))
        return true;
    size_t next = 0;
    do {
        const int key = keys.take(*this, next);
        if (key < 0 || !value(static_cast<size_t>(key)))
            return false;
    } while (take(','));
    return take('}');
}

} // namespace rs
