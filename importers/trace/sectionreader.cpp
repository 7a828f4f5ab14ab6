// SPDX-License-Identifier: Apache-2.0
#include "importers/trace/sectionreader.h"

#include "importers/files/jsontext.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>

namespace rs {

namespace {

// Reach of looks at the text around a `{`: with this much of it on both sides, the result does not depend on how much
// of the text is in memory.
constexpr qint64 reachBefore = 160;
constexpr qint64 reachBehind = 176; // a key more
// Up to this size an event is one where its brackets say so. Only then may less than all of them be looked at: a quote
// that is missing turns strings inside out, and what follows would look like one event.
constexpr qint64 certainBytes = 8 * 1024;
// Bytes that may be matched in vain, beside four times the text that was read.
constexpr qint64 freeWaste = qint64{64} << 20;
constexpr int mostGuessesInString = 8;

bool isBoundary(const char *text, qint64 from, qint64 to, qint64 brace)
{
    from = std::max(from, brace - reachBefore);
    to = std::min(to, brace + reachBefore);
    qint64 i = brace - 1;
    while (i >= from && isBlank(text[i]))
        --i;
    if (i < from || text[i] != ',')
        return false;
    --i;
    while (i >= from && isBlank(text[i]))
        --i;
    if (i < from || text[i] != '}')
        return false;
    i = brace + 1;
    while (i < to && isBlank(text[i]))
        ++i;
    return i < to && text[i] == '"';
}

// Weaker than a boundary, for text that is broken anyway: an object that starts with a key of events and is no value.
bool isPlausibleEvent(const char *text, qint64 from, qint64 to, qint64 brace)
{
    from = std::max(from, brace - reachBefore);
    qint64 i = brace - 1;
    while (i >= from && isBlank(text[i]))
        --i;
    if (i >= from && (text[i] == ':' || text[i] == '['))
        return false;
    i = brace + 1;
    while (i < std::min(to, brace + reachBefore) && isBlank(text[i]))
        ++i;
    static constexpr std::string_view keys[] = {"\"ph\"",  "\"name\"", "\"pid\"", "\"tid\"",  "\"ts\"",
                                                "\"cat\"", "\"id\"",   "\"dur\"", "\"args\"", "\"bp\""};
    const std::string_view rest(text + i, static_cast<size_t>(std::min<qint64>(to - i, 8)));
    return std::ranges::any_of(keys, [&](std::string_view k) { return rest.substr(0, k.size()) == k; });
}

// Follows quotes and brackets from the `{` of an event to its `}`, in as many pieces as there are. Quotes behind a
// backslash are none, also outside of strings, where the index of a window sees it so.
struct BraceMatcher
{
    qint64 depth = 0;
    bool inString = false;
    bool escaped = false;

    // Behind the closing bracket, or -1.
    qint64 advance(const char *text, qint64 from, qint64 to)
    {
        for (qint64 i = from; i < to; ++i) {
            const char c = text[i];
            const bool plain = !escaped;
            escaped = plain && c == '\\';
            if (c == '"') {
                if (plain)
                    inString = !inString;
            } else if (inString) {
                continue;
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (c == '}' || c == ']') {
                if (--depth == 0)
                    return i + 1;
            }
        }
        return -1;
    }
};

} // namespace

qint64 findBoundary(const char *text, qint64 from, qint64 to)
{
    for (qint64 i = from; i < to; ++i) {
        const void *const brace = std::memchr(text + i, '{', static_cast<size_t>(to - i));
        if (!brace)
            return -1;
        i = static_cast<const char *>(brace) - text;
        if (isBoundary(text, from, to, i))
            return i;
    }
    return -1;
}

qint64 findLastBoundary(const char *text, qint64 from, qint64 to)
{
    for (qint64 i = to; i-- > from;) {
        if (text[i] == '{' && isBoundary(text, from, to, i))
            return i;
    }
    return -1;
}

bool SectionReader::load(qint64 at, qint64 bytes)
{
    const qint64 padded = bytes + static_cast<qint64>(StructuralIndex::padding);
    if (padded > m_capacity) {
        m_buffer = std::unique_ptr<char[]>(new char[static_cast<size_t>(padded)]);
        m_capacity = padded;
    }
    m_base = at;
    m_size = m_source->read(at, m_buffer.get(), bytes);
    if (m_size < 0) {
        m_size = 0;
        m_failed = true;
    }
    m_atEnd = endsWith(bytes, m_size);
    std::memset(m_buffer.get() + m_size, 0, StructuralIndex::padding);
    return !m_failed;
}

// Whether nothing follows what was read. A bad place of the disk is no end: the next read says so.
bool SectionReader::endsWith(qint64 wanted, qint64 got) const
{
    return m_base + m_size >= m_source->size() || (got < wanted && m_source->deviceError() == 0);
}

// Keeps what is loaded from m_pos on and reads as much again behind it.
bool SectionReader::extend()
{
    if (m_atEnd)
        return false;
    const qint64 keep = m_base + m_size - m_pos;
    const qint64 more = std::max(m_limits.windowBytes, keep);
    const qint64 padded = keep + more + static_cast<qint64>(StructuralIndex::padding);
    const char *const from = m_buffer.get() + (m_pos - m_base);
    if (padded > m_capacity) {
        auto bigger = std::unique_ptr<char[]>(new char[static_cast<size_t>(padded)]);
        std::memcpy(bigger.get(), from, static_cast<size_t>(keep));
        m_buffer = std::move(bigger);
        m_capacity = padded;
    } else {
        std::memmove(m_buffer.get(), from, static_cast<size_t>(keep));
    }
    m_base = m_pos;
    qint64 got = m_source->read(m_base + keep, m_buffer.get() + keep, more);
    if (got < 0) {
        m_failed = true;
        got = 0;
    }
    m_size = keep + got;
    m_atEnd = endsWith(more, got);
    std::memset(m_buffer.get() + m_size, 0, StructuralIndex::padding);
    return got > 0;
}

bool SectionReader::decodeAlone(qint64 from, qint64 to)
{
    const std::string_view raw(m_buffer.get() + (from - m_base), static_cast<size_t>(to - from));
    m_alone.assign(raw);
    m_alone.append(StructuralIndex::padding, '\0');
    size_t bytes = raw.size();
    auto status = m_aloneIndex.build(m_alone.data(), bytes);
    if (status == StructuralIndex::Status::ControlCharacter || status == StructuralIndex::Status::InvalidUtf8) {
        JsonRepairs repairs;
        m_alone = repairedJson(raw, JsonRepair::Texts, repairs);
        bytes = m_alone.size();
        m_alone.append(StructuralIndex::padding, '\0');
        status = m_aloneIndex.build(m_alone.data(), bytes);
        if (repairs.controls.count > 0)
            m_decoder.issues.note(TraceIssue::ControlCharacters, from);
        if (repairs.utf8.count > 0)
            m_decoder.issues.note(TraceIssue::InvalidUtf8, from);
    }
    if (status != StructuralIndex::Status::Ok)
        return false;
    bool comma = true;
    const EventDecoder::Place place{static_cast<quint64>(from), static_cast<quint32>(raw.size())};
    const auto result = m_decoder.decode(m_alone.data(), bytes, m_aloneIndex, place, comma, nullptr);
    return result.stop == EventDecoder::Stop::End;
}

// Position in the source of the next thing that looks like an event, at or behind `from`; -1 when the source has none.
// m_pos follows, so that what was passed over need not stay in memory.
qint64 SectionReader::skipToPlausibleEvent(qint64 from)
{
    const qint64 origin = m_pos;
    for (;;) {
        const char *const text = m_buffer.get();
        const qint64 least = std::max<qint64>(0, origin - m_base);
        const qint64 sure = sureBytes();
        for (qint64 i = from - m_base; i < sure; ++i) {
            const void *const brace = std::memchr(text + i, '{', static_cast<size_t>(sure - i));
            if (!brace)
                break;
            i = static_cast<const char *>(brace) - text;
            if (isBoundary(text, least, m_size, i) || isPlausibleEvent(text, least, m_size, i))
                return m_base + i;
        }
        if (m_atEnd)
            return -1;
        from = std::max(from, m_base + sure);
        m_pos = std::max(m_pos, from - reachBefore);
        if (!extend() && !m_atEnd)
            return -1; // the disk cannot read further
    }
}

// Bytes whose meaning is certain: the rest of the buffer depends on the bytes behind it.
qint64 SectionReader::sureBytes() const
{
    return m_atEnd ? m_size : m_size - reachBehind;
}

// Place of the next possible event after `at`, in the buffer, or -1. Many events may stand before one boundary, or none
// be left: neither is searched for again.
qint64 SectionReader::boundaryBehind(qint64 at)
{
    if (m_boundary <= at) {
        // A find may straddle what was searched.
        const qint64 from = std::max({at + 1, m_searchedTo - reachBefore - reachBehind, m_base});
        const qint64 find = findBoundary(m_buffer.get(), from - m_base, m_size);
        m_searchedTo = find < 0 ? m_base + m_size : m_base + find + 1;
        m_boundary = find < 0 ? -1 : m_base + find;
    }
    // It may have been found in a longer stretch than is in memory now.
    return m_boundary < 0 || m_boundary >= m_base + m_size ? -1 : m_boundary - m_base;
}

// Limit of the search for the closing bracket of an event at `at`: many missing ones together cost a small multiple of
// the text. Waste before the section counts, or it would matter where sections begin.
qint64 SectionReader::bytesToMatch(qint64 at) const
{
    return std::min(m_limits.maxEventBytes, std::max(certainBytes, freeWaste + at * 4 - m_wastedBefore - m_wasted));
}

// Keeps how much more might have been wasted before without another outcome of this match.
void SectionReader::noteMatch(qint64 at, qint64 bytes)
{
    if (bytes > certainBytes)
        m_spare = std::min(m_spare, freeWaste + at * 4 - m_wasted - bytes);
}

// Whether walk() would take the long event [from, to), whose brackets match, for one.
bool SectionReader::isOneEvent(qint64 from, qint64 to)
{
    if (to - from > bytesToMatch(from))
        return false;
    const char *const text = m_buffer.get();
    const qint64 begin = from - m_base;
    const qint64 end = to - m_base;
    BraceMatcher matcher;
    int guessesInString = 0;
    qint64 at = begin;
    for (qint64 b = findBoundary(text, begin + 1, end); b >= 0; b = findBoundary(text, b, end)) {
        matcher.advance(text, at, b);
        at = b;
        if (matcher.inString && ++guessesInString > mostGuessesInString && at - begin > certainBytes)
            return false;
    }
    noteMatch(from, to - from);
    return true;
}

// Event by event from m_pos until the next event begins at or behind `until`.
SectionReader::Step SectionReader::walk(qint64 until)
{
    bool afterBroken = false; // what is left of an event that was counted is not counted again
    for (;;) {
        if (m_pos - m_base >= m_size && !extend())
            return Step::DataEnd;
        const char c = m_buffer[static_cast<size_t>(m_pos - m_base)];
        if (isBlank(c)) {
            ++m_pos;
            continue;
        }
        if (c == ',') {
            if (m_comma)
                m_decoder.issues.note(TraceIssue::Separator, m_pos);
            m_comma = true;
            ++m_pos;
            continue;
        }
        if (c == ']') {
            ++m_pos;
            return Step::ArrayEnd;
        }
        if (c != '{') {
            if (!afterBroken)
                m_decoder.issues.note(TraceIssue::BrokenEvent, m_pos);
            const qint64 next = skipToPlausibleEvent(m_pos + 1);
            if (next < 0) {
                m_pos = m_base + m_size;
                m_passedOver = true;
                return Step::DataEnd;
            }
            m_pos = next;
            m_comma = true;
            continue;
        }
        // Before a cut as well: the section behind it knows nothing of this one.
        if (!m_comma)
            m_decoder.issues.note(TraceIssue::Separator, m_pos);
        m_comma = true;
        if (m_pos >= until)
            return Step::Next;
        // An event of nothing, as some writers end the list. Without a boundary between them, each would be read alone.
        if (const qint64 behind = m_pos - m_base + 1; behind < m_size && m_buffer[static_cast<size_t>(behind)] == '}') {
            m_pos += 2;
            m_comma = false;
            afterBroken = false;
            continue;
        }

        // The event ends at the first `}` before a boundary that its brackets agree with. Boundaries that they do not
        // agree with are nothing unusual in a list of objects, but inside of a string there can hardly be many. Nothing
        // here may depend on how much of the text is in memory.
        const qint64 limit = m_pos + bytesToMatch(m_pos);
        BraceMatcher matcher;
        qint64 at = m_pos; // matched so far
        qint64 firstGuess = -1;
        int guessesInString = 0;
        qint64 end = -1;
        bool gaveUp = false;
        qint64 boundary = boundaryBehind(m_pos);
        for (;;) {
            const qint64 stop = std::min(boundary >= 0 ? boundary : sureBytes(), limit - m_base);
            if (stop > at - m_base) {
                end = matcher.advance(m_buffer.get(), at - m_base, stop);
                if (end >= 0) {
                    end += m_base;
                    break;
                }
                at = m_base + stop;
            }
            gaveUp = at >= limit;
            if (gaveUp)
                break;
            if (boundary >= 0) {
                if (firstGuess < 0)
                    firstGuess = m_base + boundary;
                gaveUp = matcher.inString && ++guessesInString > mostGuessesInString && at - m_pos > certainBytes;
                if (gaveUp)
                    break;
                boundary = findBoundary(m_buffer.get(), boundary, m_size);
                // The search may start inside the last find, which has no `}` and `,` of its own then.
                continue;
            }
            if (m_atEnd)
                break;
            // A boundary may straddle the end of what was loaded; those before `at` are known.
            const qint64 searched = std::max(m_pos + 1, at - reachBefore);
            if (!extend() && !m_atEnd)
                break;
            boundary = findBoundary(m_buffer.get(), searched - m_base, m_size);
            while (boundary >= 0 && m_base + boundary <= at)
                boundary = findBoundary(m_buffer.get(), boundary, m_size);
        }
        noteMatch(m_pos, (end >= 0 ? end : at) - m_pos);
        if (end >= 0 && decodeAlone(m_pos, end)) {
            m_pos = end;
            m_comma = false;
            afterBroken = false;
            continue;
        }
        if (end < 0 && !gaveUp && (firstGuess < 0 || !m_isFinal))
            return Step::DataEnd; // cut off inside of this event
        m_decoder.issues.note(TraceIssue::BrokenEvent, m_pos);
        afterBroken = true;
        m_wasted += (end >= 0 ? end : at) - m_pos;
        if (firstGuess < 0 && gaveUp) {
            firstGuess = skipToPlausibleEvent(at);
            if (firstGuess < 0) {
                m_pos = m_base + m_size;
                m_passedOver = true;
                return Step::DataEnd;
            }
        }
        if (firstGuess >= 0) {
            m_pos = firstGuess;
            m_comma = true;
        } else {
            m_pos = end;
            m_comma = false;
        }
    }
}

SectionReader::Result SectionReader::read(const ByteSource &source, Section section, bool isFinal, quint8 file,
                                          const JobContext &job, const std::function<void(qint64)> &progress,
                                          qint64 wastedBefore)
{
    m_wastedBefore = wastedBefore;
    m_spare = std::numeric_limits<qint64>::max();
    m_isFinal = isFinal;
    m_source = &source;
    m_decoder.setFile(file);
    m_decoder.expect(section.to - section.from);
    m_decoder.issues = {};
    m_pos = section.from;
    m_comma = section.afterComma;
    m_passedOver = false;
    m_failed = false;
    m_wasted = 0;
    m_boundary = -1;
    m_searchedTo = -1;
    Result out;
    out.from = section.from;
    out.stop = Stop::Boundary;
    qint64 told = m_pos;
    const EventDecoder::LongEvent isOne{std::min(certainBytes, m_limits.maxEventBytes), [this](size_t from, size_t to) {
                                            return isOneEvent(m_base + static_cast<qint64>(from),
                                                              m_base + static_cast<qint64>(to));
                                        }};
    while (m_pos < section.to) {
        if (job.isCanceled()) {
            out.stop = Stop::Canceled;
            break;
        }
        const qint64 left = section.to - m_pos;
        // A last window of a few bytes costs as much as a whole one.
        const qint64 want = left > m_limits.windowBytes + m_limits.windowBytes / 4 ? m_limits.windowBytes : left;
        if (!load(m_pos, want)) {
            out.stop = Stop::ReadError;
            break;
        }
        qint64 bytes = m_size;
        if (m_size < left && !m_atEnd) {
            const qint64 cut = findLastBoundary(m_buffer.get(), 0, m_size);
            // No boundary, or one at the very begin: an event longer than the window, which walk() reads.
            bytes = cut > 0 ? cut : 0;
        }
        const qint64 windowEnd = m_base + (bytes > 0 ? bytes : m_size);
        Step step = Step::Next;
        bool whole = false;
        if (bytes > 0 && m_index.build(m_buffer.get(), static_cast<size_t>(bytes)) == StructuralIndex::Status::Ok) {
            const auto result = m_decoder.decode(m_buffer.get(), static_cast<size_t>(bytes), m_index,
                                                 {static_cast<quint64>(m_base), 0}, m_comma, &isOne);
            m_pos = m_base + static_cast<qint64>(result.at);
            if (result.stop == EventDecoder::Stop::ArrayEnd)
                step = Step::ArrayEnd;
            whole = result.stop == EventDecoder::Stop::End;
        }
        // At the end of the source a window may end behind an event: the walk says what comes next.
        if (step != Step::ArrayEnd &&
            !(whole && m_comma && m_pos <= section.to && !(m_atEnd && m_pos >= m_base + m_size)))
            step = walk(windowEnd);
        if (m_failed) {
            out.stop = Stop::ReadError;
            break;
        }
        progress(std::max<qint64>(0, std::min(m_pos, section.to) - told));
        told = std::max(told, std::min(m_pos, section.to));
        if (step == Step::ArrayEnd) {
            out.stop = Stop::ArrayEnd;
            break;
        }
        if (step == Step::DataEnd) {
            out.stop = Stop::DataEnd;
            break;
        }
    }
    out.end = m_pos;
    out.afterComma = m_comma;
    out.passedOver = m_passedOver;
    out.wasted = m_wasted;
    out.spare = m_spare;
    out.issues = m_decoder.issues;
    out.hasEvents = !m_decoder.isEmpty();
    out.chunk = m_decoder.take();
    return out;
}

} // namespace rs
