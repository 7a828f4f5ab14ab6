// SPDX-License-Identifier: Apache-2.0
#include "importers/trace/tracehead.h"

#include "importers/files/jsontext.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rs {

namespace {

// Reads a source character by character from its start.
class CharReader
{
public:
    explicit CharReader(const ByteSource &source) : m_source(source), m_block(64 * 1024) {}

    // -1 at the end.
    int peek()
    {
        if (m_next == m_filled) {
            const qint64 got = m_source.read(m_offset + m_filled, m_block.data(), static_cast<qint64>(m_block.size()));
            m_offset += m_filled;
            m_next = 0;
            m_filled = std::max<qint64>(0, got);
            if (m_filled == 0)
                return -1;
        }
        return static_cast<unsigned char>(m_block[static_cast<size_t>(m_next)]);
    }
    int take()
    {
        const int c = peek();
        if (c >= 0)
            ++m_next;
        return c;
    }
    int skipBlanks()
    {
        int c = peek();
        while (c >= 0 && isBlank(static_cast<char>(c))) {
            ++m_next;
            c = peek();
        }
        return c;
    }
    [[nodiscard]] qint64 position() const { return m_offset + m_next; }

private:
    const ByteSource &m_source;
    std::vector<char> m_block;
    qint64 m_offset = 0;
    qint64 m_next = 0;
    qint64 m_filled = 0;
};

// The text of a string behind its opening quote; false when it does not end. Long texts are cut: no key of ours is
// long.
bool readString(CharReader &r, std::string &out)
{
    out.clear();
    for (;;) {
        const int c = r.take();
        if (c < 0)
            return false;
        if (c == '"')
            return true;
        if (c == '\\' && r.take() < 0)
            return false;
        if (out.size() < 64)
            out += static_cast<char>(c);
    }
}

// Passes over one value, which ends before a `,` or `}` of the object around it.
bool skipValue(CharReader &r)
{
    qint64 depth = 0;
    std::string ignored;
    for (;;) {
        const int c = r.peek();
        if (c < 0)
            return false;
        if (depth == 0 && (c == ',' || c == '}'))
            return true;
        r.take();
        if (c == '"') {
            if (!readString(r, ignored))
                return false;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
}

} // namespace

TraceHead readTraceHead(const ByteSource &source)
{
    CharReader r(source);
    for (const int mark : {0xef, 0xbb, 0xbf}) {
        if (r.peek() != mark)
            break;
        r.take();
    }
    const int first = r.skipBlanks();
    if (first == '[') {
        r.take();
        return {TraceHead::Kind::List, r.position()};
    }
    if (first != '{')
        return {first < 0 ? TraceHead::Kind::Incomplete : TraceHead::Kind::NotJson, r.position()};
    r.take();
    std::string key;
    for (;;) {
        const int c = r.skipBlanks();
        if (c < 0)
            return {TraceHead::Kind::Incomplete, r.position()};
        if (c == '}')
            return {TraceHead::Kind::NoEvents, r.position()};
        if (c == ',') {
            r.take();
            continue;
        }
        if (c != '"')
            return {TraceHead::Kind::NotJson, r.position()};
        r.take();
        if (!readString(r, key))
            return {TraceHead::Kind::Incomplete, r.position()};
        const int colon = r.skipBlanks();
        if (colon != ':')
            return {colon < 0 ? TraceHead::Kind::Incomplete : TraceHead::Kind::NotJson, r.position()};
        r.take();
        const int value = r.skipBlanks();
        if (key == "traceEvents" && value == '[') {
            r.take();
            return {TraceHead::Kind::InObject, r.position()};
        }
        if (!skipValue(r))
            return {TraceHead::Kind::Incomplete, r.position()};
    }
}

void TraceTailReader::feed(const ByteSource &source, qint64 from)
{
    char block[16384];
    m_end = std::max(m_end, from);
    for (;;) {
        const qint64 got = source.read(m_end, block, sizeof block);
        if (got <= 0)
            return;
        for (qint64 i = 0; i < got; ++i) {
            const char c = block[i];
            if (isBlank(c) || c == '\0')
                continue;
            if (m_first == 0) {
                m_first = c;
                m_firstAt = m_end + i;
            }
            m_last = c;
        }
        m_end += got;
    }
}

TraceTail TraceTailReader::result(bool inObject) const
{
    if (!inObject)
        return m_first == 0 ? TraceTail::Complete : TraceTail::OtherText;
    if (m_first == 0 || (m_first == ',' && m_last != '}'))
        return TraceTail::Unclosed;
    return m_first == ',' || m_first == '}' ? TraceTail::Complete : TraceTail::OtherText;
}

char lastCharacter(const ByteSource &source, qint64 from, char other)
{
    char block[4096];
    for (qint64 end = source.size(); end > from;) {
        const qint64 begin = std::max(from, end - static_cast<qint64>(sizeof block));
        const qint64 got = source.read(begin, block, end - begin);
        if (got <= 0)
            break;
        for (qint64 i = got; i-- > 0;) {
            if (!isBlank(block[i]) && block[i] != '\0')
                return block[i];
        }
        end = begin;
    }
    return other;
}

} // namespace rs
