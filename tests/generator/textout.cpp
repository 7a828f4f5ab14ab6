// SPDX-License-Identifier: Apache-2.0
#include "textout.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>

namespace rs::gen {

TextOut::TextOut()
    : m_buffer(std::make_unique<char[]>(capacity)), m_at(m_buffer.get()), m_end(m_buffer.get() + capacity)
{
}

void TextOut::open(const QString &path, bool gzip)
{
    m_file.setFileName(path);
    m_open = m_file.open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered);
    if (!m_open)
        m_error = path + QLatin1String(": ") + m_file.errorString();
    if (m_open && gzip) {
        // Level 4 keeps up with the generator; no name and no time in the header, so the bytes depend on the text
        // alone.
        auto *stream = new z_stream{};
        if (deflateInit2(stream, 4, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
            m_error = path + QLatin1String(": compression could not be started");
            delete stream;
        } else {
            m_gzip = stream;
        }
    }
}

TextOut::~TextOut()
{
    close();
}

void TextOut::flush(size_t needed)
{
    Q_ASSERT(needed <= capacity);
    const qint64 size = m_at - m_buffer.get();
    if (m_gzip) {
        auto *stream = static_cast<z_stream *>(m_gzip);
        char out[1 << 16];
        stream->next_in = reinterpret_cast<Bytef *>(m_buffer.get());
        stream->avail_in = static_cast<uInt>(size);
        do {
            stream->next_out = reinterpret_cast<Bytef *>(out);
            stream->avail_out = sizeof(out);
            deflate(stream, needed == 0 ? Z_FINISH : Z_NO_FLUSH);
            const qint64 produced = static_cast<qint64>(sizeof(out) - stream->avail_out);
            if (m_error.isEmpty() && m_file.write(out, produced) != produced)
                m_error = m_file.fileName() + QLatin1String(": ") + m_file.errorString();
        } while (stream->avail_out == 0);
    } else if (m_open && m_error.isEmpty() && m_file.write(m_buffer.get(), size) != size) {
        m_error = m_file.fileName() + QLatin1String(": ") + m_file.errorString();
    }
    m_written += size;
    m_at = m_buffer.get();
}

std::string TextOut::take()
{
    std::string out(m_buffer.get(), m_at);
    m_at = m_buffer.get();
    return out;
}

bool TextOut::close()
{
    if (m_open) {
        flush(0);
        if (m_gzip) {
            auto *stream = static_cast<z_stream *>(m_gzip);
            deflateEnd(stream);
            delete stream;
            m_gzip = nullptr;
        }
        m_file.close();
        m_open = false;
    }
    return m_error.isEmpty();
}

TextOut &TextOut::stampUs(qint64 ns)
{
    reserve(32);
    if (ns < 0) {
        *m_at++ = '-';
        ns = -ns;
    }
    m_at = std::to_chars(m_at, m_at + 24, ns / 1000).ptr;
    const int rest = static_cast<int>(ns % 1000);
    *m_at++ = '.';
    *m_at++ = static_cast<char>('0' + rest / 100);
    *m_at++ = static_cast<char>('0' + rest / 10 % 10);
    *m_at++ = static_cast<char>('0' + rest % 10);
    return *this;
}

TextOut &TextOut::floatUs(qint64 ns)
{
    stampUs(ns);
    while (m_at[-1] == '0' && m_at[-2] != '.')
        --m_at;
    return *this;
}

TextOut &TextOut::deviceUs(qint64 ns, quint32 salt)
{
    const quint32 sixteenth = salt & 15;
    if (ns < 2 || sixteenth < 5)
        return floatUs(ns);
    // 1/16 ns steps: 0.0625 .. 0.4375 above ns, or 0.5 .. 0.9375 above ns - 1.
    static const char *const digits[] = {"",  "0625", "125", "1875", "25", "3125", "375", "4375",
                                         "5", "5625", "625", "6875", "75", "8125", "875", "9375"};
    return stampUs(sixteenth < 8 ? ns : ns - 1) << digits[sixteenth];
}

TextOut &TextOut::number(double value)
{
    char text[40];
    char *const end = std::to_chars(text, text + sizeof(text), value).ptr;
    *this << std::string_view(text, static_cast<size_t>(end - text));
    if (std::none_of(text, end, [](char c) { return c == '.' || c == 'e' || c == 'n' || c == 'i'; }))
        *this << ".0";
    return *this;
}

TextOut &TextOut::number(double value, int decimals)
{
    const double scale = std::pow(10.0, decimals);
    return number(std::round(value * scale) / scale);
}

} // namespace rs::gen
