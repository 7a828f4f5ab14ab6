// SPDX-License-Identifier: Apache-2.0
// Finds the events of a text and the fields that matter of each.
#include "importers/trace/eventdecoder.h"

#include "importers/files/jsontext.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace rs {

EventDecoder::EventDecoder() : m_textSlots(4096) {}

TraceChunk EventDecoder::take()
{
    TraceChunk out = std::exchange(m_chunk, TraceChunk());
    std::ranges::fill(m_textSlots, TextSlot());
    m_rawTexts.clear();
    m_textCount = 0;
    m_namedLanes.clear();
    m_laneSlots.fill({});
    m_seriesSlots.fill({});
    return out;
}

EventDecoder::Result EventDecoder::decode(const char *text, size_t size, const StructuralIndex &index, Place place,
                                          bool &comma, const LongEvent *longEvent)
{
    m_text = text;
    m_at = index.positions();
    const quint32 *const at = m_at;
    const size_t n = index.size();
    size_t k = 0;
    Fields f;
    while (k < n) {
        const size_t start = at[k];
        const char opening = text[start];
        if (opening == ',' && !comma) {
            comma = true;
            ++k;
            continue;
        }
        if (opening == ']')
            return {Stop::ArrayEnd, start + 1};
        if (opening != '{' || !comma)
            return {Stop::Broken, start};
        ++k;
        f.clear();
        size_t end = 0;
        // An event of nothing, as some writers end the list, is none.
        const bool isEmpty = k < n && text[at[k]] == '}';
        if (isEmpty) {
            end = at[k++] + size_t{1};
        } else {
            // Every step below reads a position at most two behind the last one it has checked to be before the end;
            // the index is followed by the size of the text, and the text by a character that is no part of JSON's
            // syntax here.
            for (;;) {
                if (k + 3 > n)
                    return {Stop::Broken, start};
                const char *const key = text + at[k];
                const size_t colon = at[k + 1];
                const size_t value = at[k + 2];
                if (*key != '"' || text[colon] != ':')
                    return {Stop::Broken, start};
                size_t keyEnd = colon;
                while (isBlank(text[keyEnd - 1]))
                    --keyEnd;
                const size_t keyBytes = keyEnd - at[k];
                size_t next = k + 3;
                const char c = text[value];
                Token token;
                if (c == '{' || c == '[') {
                    int depth = 1;
                    for (; next < n; ++next) {
                        const char b = static_cast<char>(text[at[next]] | 0x20);
                        if (b == '{') {
                            ++depth;
                        } else if (b == '}' && --depth == 0) {
                            break;
                        }
                    }
                    if (next == n || text[at[next]] != c + 2) // '{' + 2 is '}', '[' + 2 is ']'
                        return {Stop::Broken, start};
                    if (c == '{' && keyBytes == 6 && std::memcmp(key + 1, "args", 4) == 0) {
                        f.argsFirst = k + 2;
                        f.argsLast = next;
                    } else if (c == '{' && keyBytes == 5 && std::memcmp(key + 1, "id2", 3) == 0 && next == k + 6) {
                        // {"local": …} or {"global": …}: the one value is the id.
                        const size_t from = at[k + 5];
                        size_t last = at[next];
                        while (isBlank(text[last - 1]))
                            --last;
                        if (text[at[k + 4]] == ':' && last > from)
                            f.id = {text + from, static_cast<quint32>(last - from)};
                    }
                    ++next;
                } else {
                    if (c == ',' || c == '}' || c == ']' || c == ':')
                        return {Stop::Broken, start};
                    size_t last = next < n ? at[next] : size;
                    while (isBlank(text[last - 1]))
                        --last;
                    token.p = text + value;
                    token.n = static_cast<quint32>(last - value);
                    if (c == '"' && (token.n < 2 || token.p[token.n - 1] != '"'))
                        return {Stop::Broken, start};
                    switch (keyBytes) {
                    case 4:
                        if (key[1] == 'p' && key[2] == 'h')
                            f.ph = token;
                        else if (key[1] == 't' && key[2] == 's')
                            f.ts = token;
                        else if (key[1] == 'i' && key[2] == 'd')
                            f.id = token;
                        else if (key[1] == 'b' && key[2] == 'p')
                            f.bindsAround = token.raw() == "e";
                        break;
                    case 5:
                        if (std::memcmp(key + 1, "pid", 3) == 0)
                            f.pid = token;
                        else if (std::memcmp(key + 1, "tid", 3) == 0)
                            f.tid = token;
                        else if (std::memcmp(key + 1, "dur", 3) == 0)
                            f.dur = token;
                        else if (std::memcmp(key + 1, "cat", 3) == 0)
                            f.cat = token;
                        break;
                    case 6:
                        if (std::memcmp(key + 1, "name", 4) == 0)
                            f.name = token;
                        break;
                    default:
                        break;
                    }
                }
                if (next >= n)
                    return {Stop::Broken, start};
                const char after = text[at[next]];
                k = next + 1;
                if (after == ',')
                    continue;
                if (after != '}')
                    return {Stop::Broken, start};
                end = at[next] + size_t{1};
                break;
            }
        }
        if (longEvent && static_cast<qint64>(end - start) > longEvent->bytes && !longEvent->isOne(start, end))
            return {Stop::Broken, start};
        comma = false;
        if (isEmpty)
            continue;
        const bool copied = place.length > 0;
        const quint64 offset = copied ? place.offset : place.offset + start;
        event(f, {TraceChunk::packSource(m_file, offset), copied ? place.length : static_cast<quint32>(end - start),
                  static_cast<qint64>(offset)});
    }
    return {Stop::End, size};
}

} // namespace rs
