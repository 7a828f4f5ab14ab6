// SPDX-License-Identifier: Apache-2.0
#include "importers/files/tracehead.h"

#include "core/timens.h"
#include "importers/files/jsontext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
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

// Passes over one value, which ends before a `,` or `}` of the object around it. `out`, where given, gets its text, of
// which strings may be cut.
bool skipValue(CharReader &r, std::string *out = nullptr)
{
    constexpr size_t longest = size_t{1} << 20;
    qint64 depth = 0;
    std::string text;
    const auto keep = [out](std::string_view more) {
        if (out && out->size() < longest)
            out->append(more);
    };
    for (;;) {
        const int c = r.peek();
        if (c < 0)
            return false;
        if (depth == 0 && (c == ',' || c == '}'))
            return true;
        r.take();
        if (c == '"') {
            if (!readString(r, text))
                return false;
            keep('"' + text + '"');
            continue;
        }
        const char one = static_cast<char>(c);
        keep({&one, 1});
        if (c == '{' || c == '[')
            ++depth;
        else if (c == '}' || c == ']')
            --depth;
    }
}

// Whole nanoseconds, also as a text.
void takeBase(std::string_view text, TraceHead &head)
{
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    const std::string_view written = text;
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    qint64 ns = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), ns);
    const bool isTime = ec == std::errc() && end == text.data() + text.size() && ns >= 0 && ns < LatestStampNs;
    head.baseNs = isTime ? ns : 0;
    head.oddBase = isTime ? std::string() : std::string(written.substr(0, 40));
}

// {"backend": "hccl", "rank": 3, "world_size": 8, …}
int rankOfInfo(const std::string &text)
{
    constexpr qint64 mostRanks = 10'000'000;
    const auto info = nlohmann::json::parse(text, nullptr, false);
    if (!info.is_object())
        return -1;
    const auto rank = info.find("rank");
    if (rank == info.end() || !rank->is_number_integer())
        return -1;
    const auto number = rank->get<qint64>();
    return number >= 0 && number < mostRanks ? static_cast<int>(number) : -1;
}

} // namespace

TraceHead readTraceHead(const ByteSource &source)
{
    CharReader r(source);
    TraceHead head;
    const auto at = [&head, &r](TraceHead::Kind kind) {
        head.kind = kind;
        head.body = r.position();
        return head;
    };
    for (const int mark : {0xef, 0xbb, 0xbf}) {
        if (r.peek() != mark)
            break;
        r.take();
    }
    const int first = r.skipBlanks();
    if (first == '[') {
        r.take();
        return at(TraceHead::Kind::List);
    }
    if (first != '{')
        return at(first < 0 ? TraceHead::Kind::Incomplete : TraceHead::Kind::NotJson);
    r.take();
    std::string key;
    for (;;) {
        const int c = r.skipBlanks();
        if (c < 0)
            return at(TraceHead::Kind::Incomplete);
        if (c == '}')
            return at(TraceHead::Kind::NoEvents);
        if (c == ',') {
            r.take();
            continue;
        }
        if (c != '"')
            return at(TraceHead::Kind::NotJson);
        r.take();
        if (!readString(r, key))
            return at(TraceHead::Kind::Incomplete);
        const int colon = r.skipBlanks();
        if (colon != ':')
            return at(colon < 0 ? TraceHead::Kind::Incomplete : TraceHead::Kind::NotJson);
        r.take();
        const int value = r.skipBlanks();
        if (key == "traceEvents" && value == '[') {
            r.take();
            return at(TraceHead::Kind::InObject);
        }
        const bool isBase = key == "baseTimeNanoseconds";
        const bool isInfo = key == "distributedInfo";
        std::string text;
        if (!skipValue(r, isBase || isInfo ? &text : nullptr))
            return at(TraceHead::Kind::Incomplete);
        if (isBase)
            takeBase(text, head);
        else if (isInfo)
            head.rank = rankOfInfo(text);
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
