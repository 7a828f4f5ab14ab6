// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/csvrecords.h"

#include "importers/csv/csvvalues.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace rs {

namespace {

constexpr qint64 MostRecordBytes = qint64{64} << 20;

/// First comma or line end from `p` on; there is one.
const char *cellEnd(const char *p)
{
    constexpr quint64 ones = 0x0101010101010101ULL;
    constexpr quint64 highs = 0x8080808080808080ULL;
    const auto has = [](quint64 v, char c) {
        const quint64 x = v ^ (ones * static_cast<unsigned char>(c));
        return (x - ones) & ~x & highs;
    };
    while (std::endian::native == std::endian::little) {
        quint64 v = 0;
        std::memcpy(&v, p, sizeof v);
        // The lowest of the bytes that are marked is right.
        if (const quint64 marks = has(v, ',') | has(v, '\n'); marks != 0)
            return p + std::countr_zero(marks) / 8;
        p += sizeof v;
    }
    while (!endsCell(*p))
        ++p;
    return p;
}

} // namespace

const char *readCsvCell(const char *p, const char *end, std::string_view &cell, std::string &scratch, qint64 &lines)
{
    const char *const begin = p;
    const auto setCell = [&](const char *from, const char *to) {
        cell = withoutStrayBlanks({from, static_cast<size_t>(to - from)});
    };
    while (isStrayBlank(*p))
        ++p;
    if (*p != '"') {
        p = cellEnd(p);
        setCell(begin, p);
        return p;
    }
    const char *const open = p++;
    scratch.clear();
    const char *part = p;
    for (bool isDoubled = true; isDoubled;) {
        p = static_cast<const char *>(std::memchr(p, '"', static_cast<size_t>(end - p)));
        if (!p)
            return nullptr;
        isDoubled = p[1] == '"';
        if (isDoubled) {
            scratch.append(part, ++p);
            part = ++p;
        }
    }
    const char *const close = p;
    lines += std::count(open, close, '\n');
    p = cellEnd(p);
    setCell(close + 1, p); // text behind the quote
    if (scratch.empty() && cell.empty()) {
        setCell(open + 1, close);
        return p;
    }
    scratch.append(part, close).append(close + 1, p);
    setCell(scratch.data(), scratch.data() + scratch.size());
    return p;
}

/// Reads the record at `p` and says where it ends; null when that is not known yet.
const char *CsvRecords::split(const char *p, CsvRow &row)
{
    // Far more cells than a header may have are one: a line of commas would take many times its text.
    constexpr size_t mostCells = 65'536;
    row.cells.clear();
    row.line = m_place.line;
    row.lines = 1;
    m_scratch.clear();
    m_openQuote = nullptr;
    for (;; ++p) {
        if (m_scratch.empty() || !m_scratch.back().empty())
            m_scratch.emplace_back();
        const char *const begin = p;
        std::string_view cell;
        p = readCsvCell(p, m_to, cell, m_scratch.back(), row.lines);
        if (!p || (p == m_to && !isAllRead())) {
            m_openQuote = p ? nullptr : std::find(begin, static_cast<const char *>(m_to), '"');
            return nullptr;
        }
        if (row.cells.size() < mostCells)
            row.cells.push_back(cell);
        if (*p != ',')
            break;
    }
    row.isOpen = p == m_to;
    return p + (row.isOpen ? 0 : 1);
}

std::string_view CsvRecords::readAhead()
{
    if (m_from == m_to)
        fill();
    return {m_from, static_cast<size_t>(m_to - m_from)};
}

void CsvRecords::skip(qint64 bytes, qint64 lines)
{
    m_place = {m_place.at + bytes, m_place.line + lines};
    m_from += bytes;
}

/// More text of the file. False when there is none.
bool CsvRecords::fill()
{
    constexpr qint64 window = qint64{64} << 10; // stays in the cache of its processor
    constexpr qint64 padding = 64;              // that cellEnd() may look at
    if (m_readTo >= m_stop || m_earlyEnd >= 0)
        return false;
    const qint64 kept = m_to - m_from;
    const qint64 wanted =
        std::min(m_stop - m_readTo, m_readTo < m_until ? std::min(std::max(window, kept), m_until - m_readTo)
                                                       : std::max(window / 16, kept));
    if (kept + wanted + padding > std::ssize(m_text)) {
        m_memory.hold(std::ssize(m_text) + kept + wanted + padding); // both stand for a moment
        std::vector<char> larger(static_cast<size_t>(kept + wanted + padding));
        std::copy(m_from, static_cast<const char *>(m_to), larger.begin());
        m_text = std::move(larger);
        m_memory.resize(std::ssize(m_text));
    } else {
        std::copy(m_from, static_cast<const char *>(m_to), m_text.begin());
    }
    m_from = m_text.data();
    m_to = m_text.data() + kept;
    const qint64 n = m_file.read(m_readTo, m_to, wanted);
    if (n <= 0)
        m_earlyEnd = m_readTo;
    m_readTo += std::max<qint64>(n, 0);
    m_to += std::max<qint64>(n, 0);
    *m_to = '\n';
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (m_place.at == 0 && std::string_view(m_from, m_to).substr(0, mark.size()) == mark)
        skip(std::ssize(mark), 0);
    return true;
}

/// Goes on with the line behind that of a quote which does not close.
bool CsvRecords::takeBackQuote()
{
    constexpr size_t most = 16;
    const char *const end = m_to;
    const qint64 lines = std::count(m_from, m_openQuote, '\n');
    m_unclosed.push_back(m_place.line + lines);
    const char *const lineEnd = std::find(m_openQuote, end, '\n');
    const bool goesOn = lineEnd < end && m_unclosed.size() <= most;
    skip((goesOn ? lineEnd + 1 : end) - m_from, lines + 1);
    m_openQuote = nullptr;
    return goesOn;
}

bool CsvRecords::next(CsvRow &row)
{
    while (true) {
        if (m_from < m_to) {
            if (const char *const end = split(m_from, row)) {
                skip(end - m_from, row.lines - (row.isOpen ? 1 : 0));
                return true;
            }
        }
        const bool isTooLong = m_to - m_from > MostRecordBytes;
        if (m_openQuote && (isAllRead() || isTooLong)) {
            if (!takeBackQuote() && isAllRead())
                return false;
        } else if (isTooLong) {
            // A line of that length is dropped as it is read.
            ++m_longRows;
            const char *lineEnd = m_to;
            while (lineEnd == m_to) {
                skip(m_to - m_from, 0);
                if (!fill())
                    return false;
                lineEnd = std::find(m_from, static_cast<const char *>(m_to), '\n');
            }
            skip(lineEnd + 1 - m_from, 1);
        } else if (!fill()) {
            return false;
        }
    }
}

} // namespace rs
