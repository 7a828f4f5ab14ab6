// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QString>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>

namespace rs::gen {

/// Appends text to a file through a large buffer. Numbers are formatted without locale or allocation.
/// Without a path it only counts, which is how a run is sized before it is written.
class TextOut
{
public:
    TextOut();
    explicit TextOut(const QString &path) : TextOut() { open(path); }
    ~TextOut();
    Q_DISABLE_COPY_MOVE(TextOut)

    /// `gzip` compresses; bytes() still counts the plain text.
    void open(const QString &path, bool gzip = false);

    TextOut &operator<<(std::string_view text)
    {
        for (; text.size() > capacity / 2; text.remove_prefix(capacity / 2))
            *this << text.substr(0, capacity / 2);
        reserve(text.size());
        m_at = std::copy(text.begin(), text.end(), m_at);
        return *this;
    }
    TextOut &operator<<(const char *text) { return *this << std::string_view(text); }
    TextOut &operator<<(const std::string &text) { return *this << std::string_view(text); }
    TextOut &operator<<(char c)
    {
        reserve(1);
        *m_at++ = c;
        return *this;
    }
    TextOut &operator<<(qint64 value) { return integer(value); }
    TextOut &operator<<(quint64 value) { return integer(value); }
    TextOut &operator<<(int value) { return integer(value); }
    TextOut &operator<<(quint32 value) { return integer(value); }

    /// ns as µs with exactly three decimals: a stamp.
    TextOut &stampUs(qint64 ns);
    /// ns as µs as Python prints a float: "10.7", "55.161", "12.0".
    TextOut &floatUs(qint64 ns);
    /// A device duration, which carries more digits than ns have; reads back to `ns` when rounded half up.
    /// `salt` picks the extra digits.
    TextOut &deviceUs(qint64 ns, quint32 salt);
    /// Shortest text that reads back to the same double, with ".0" where it is whole, as Python prints it.
    TextOut &number(double value);
    /// As above, rounded to `decimals`.
    TextOut &number(double value, int decimals);

    /// Text written since the last call to an object without a file, at most a few thousand characters.
    [[nodiscard]] std::string take();

    [[nodiscard]] qint64 bytes() const { return m_written + (m_at - m_buffer.get()); }
    /// Flushes and closes. False when something could not be written; error() says why.
    bool close();
    [[nodiscard]] QString error() const { return m_error; }

private:
    template <typename Integer>
    TextOut &integer(Integer value)
    {
        reserve(24);
        m_at = std::to_chars(m_at, m_at + 24, value).ptr;
        return *this;
    }
    void reserve(size_t size)
    {
        if (static_cast<size_t>(m_end - m_at) < size)
            flush(size);
    }
    void flush(size_t needed);

    static constexpr size_t capacity = 1 << 20;
    std::unique_ptr<char[]> m_buffer;
    char *m_at = nullptr;
    char *m_end = nullptr;
    qint64 m_written = 0;
    QFile m_file;
    void *m_gzip = nullptr;
    bool m_open = false;
    QString m_error;
};

} // namespace rs::gen
