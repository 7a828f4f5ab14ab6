// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/csvslices.h"

#include "importers/files/bytecounts.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace rs {

namespace {

constexpr size_t MostSoundColumns = 4096;

CsvCounts countsOf(const char *text, size_t size)
{
    const auto [quotes, lines, commas, nuls] = countBytes<'"', '\n', ',', '\0'>(text, size);
    return {quotes, lines, commas, nuls};
}

} // namespace

bool CsvSlices::open()
{
    for (const CsvFile &f : m_files) {
        OpenFailure failure;
        Opened o;
        o.source = FileSource::open(f.path, failure);
        constexpr qint64 mostBytes = qint64{8} << 30;
        if (!o.source || o.source->size() <= 0 || o.source->size() > mostBytes)
            return false;
        m_bytes += o.source->size();
        m_opened.push_back(std::move(o));
    }
    return !m_opened.empty();
}

bool CsvSlices::readHeaders(const CsvHeaderCheck &isKnown)
{
    constexpr qint64 mostHeader = qint64{256} << 10;
    for (size_t f = 0; f < m_opened.size(); ++f) {
        Opened &o = m_opened[f];
        std::string text(static_cast<size_t>(std::min(mostHeader, o.source->size())), '\0');
        const qint64 got = o.source->read(0, text.data(), static_cast<qint64>(text.size()));
        const size_t lineEnd = got < static_cast<qint64>(text.size()) ? std::string::npos : text.find('\n');
        if (lineEnd == std::string::npos)
            return false;
        o.headerEnd = static_cast<qint64>(lineEnd) + 1;
        CsvHeader header;
        qint64 records = 0;
        CsvParser parser([&](const CsvRow &row) {
            ++records;
            for (const std::string_view cell : row.cells)
                header.names.push_back(QString::fromUtf8(cell.data(), static_cast<qsizetype>(cell.size())));
            return true;
        });
        if (!parser.feed(std::string_view(text).substr(0, lineEnd + 1)) || !parser.finish() || records != 1 ||
            parser.endsInsideLine() || !parser.unclosedQuotes().empty() || header.names.size() > MostSoundColumns)
            return false;
        while (!header.names.empty() && header.names.back().isEmpty())
            header.names.pop_back();
        ImportReport unsaid;
        if (header.names.empty() || (f > 0 && header.names != m_header.names) ||
            (isKnown && !isKnown(header, m_files[f].reportName, unsaid)) || !unsaid.isEmpty())
            return false;
        m_header = std::move(header);
    }
    return true;
}

bool CsvSlices::count(qint64 sliceBytes)
{
    constexpr qint64 least = qint64{256} << 10;
    constexpr qint64 most = qint64{4} << 20;
    const int threads = m_pool ? m_pool->threads() + 1 : 1;
    const qint64 step = sliceBytes > 0 ? sliceBytes : std::clamp(m_bytes / (4 * threads), least, most);
    for (size_t f = 0; f < m_opened.size(); ++f) {
        Opened &o = m_opened[f];
        o.firstSlice = m_slices.size();
        for (qint64 at = 0; at < o.source->size(); at += step) {
            CsvSlice s;
            s.file = f;
            s.from = at;
            s.bytes = std::min(step, o.source->size() - at);
            m_slices.push_back(s);
        }
        o.slices = m_slices.size() - o.firstSlice;
    }
    m_step = step;
    std::atomic<bool> sound{true};
    parallelFor(m_pool, static_cast<qsizetype>(m_slices.size()), [&](qsizetype i) {
        CsvSlice &s = m_slices[static_cast<size_t>(i)];
        constexpr qint64 piece = qint64{64} << 10; // stays in the cache of its processor
        std::array<char, static_cast<size_t>(piece)> buffer;
        const FileSource &source = *m_opened[s.file].source;
        const qint64 to = std::min(s.from + m_step, source.size());
        for (qint64 at = s.from; at < to && sound;) {
            const qint64 n = source.read(at, buffer.data(), std::min(piece, to - at));
            if (n <= 0 || m_job.isCanceled()) {
                sound = false;
                return;
            }
            s.counts.add(countsOf(buffer.data(), static_cast<size_t>(n)));
            at += n;
        }
    });
    if (!sound)
        return false;
    qint64 rows = 0;
    for (Opened &o : m_opened) {
        o.firstRow = rows;
        CsvCounts all;
        for (size_t i = 0; i < o.slices; ++i) {
            CsvSlice &s = m_slices[o.firstSlice + i];
            s.oddQuotes = (all.quotes & 1) != 0;
            // A slice begins behind the first line end in it, the first one behind the header.
            s.firstRow = rows + all.lines;
            all.add(s.counts);
        }
        if (all.nuls > 0 || (all.quotes & 1) != 0 || all.lines < 1)
            return false;
        rows += all.lines - 1;
        for (size_t i = 0; i < o.slices; ++i) {
            CsvSlice &s = m_slices[o.firstSlice + i];
            s.rows = (i + 1 < o.slices ? m_slices[o.firstSlice + i + 1].firstRow : rows) - s.firstRow;
        }
    }
    m_rows = rows;
    // A file without a row is one to speak of.
    return rows > 0 && rows < std::numeric_limits<int>::max() &&
           std::all_of(m_opened.begin(), m_opened.end(), [this](const Opened &o) {
               return std::any_of(m_slices.begin() + static_cast<std::ptrdiff_t>(o.firstSlice),
                                  m_slices.begin() + static_cast<std::ptrdiff_t>(o.firstSlice + o.slices),
                                  [](const CsvSlice &s) { return s.rows > 0; });
           });
}

void CsvSlices::place(CsvPlaces &places) const
{
    for (size_t f = 0; f < m_files.size(); ++f)
        places.add(static_cast<int>(m_opened[f].firstRow), 2, m_files[f].reportName, 0);
}

CsvSlices::Buffer CsvSlices::takeBuffer()
{
    const std::lock_guard lock(m_mutex);
    if (m_buffers.empty())
        return {};
    Buffer out = std::move(m_buffers.back());
    m_buffers.pop_back();
    return out;
}

void CsvSlices::giveBack(Buffer buffer)
{
    const std::lock_guard lock(m_mutex);
    m_buffers.push_back(std::move(buffer));
}

bool CsvSlices::textOf(size_t index, Buffer &buffer, size_t &begin, size_t &end) const
{
    const CsvSlice &s = m_slices[index];
    const Opened &o = m_opened[s.file];
    const bool isFirst = index == o.firstSlice;
    const bool isLast = index + 1 == o.firstSlice + o.slices;
    const qint64 size = o.source->size();
    const auto nominal = static_cast<size_t>(s.bytes);
    constexpr size_t more = size_t{64} << 10;
    size_t have = 0;
    const auto readTo = [&](size_t wanted) {
        wanted = std::min(wanted, static_cast<size_t>(size - s.from));
        buffer.makeRoom(wanted + Padding, have);
        while (have < wanted) {
            const qint64 n = o.source->read(s.from + static_cast<qint64>(have), buffer.text.get() + have,
                                            static_cast<qint64>(wanted - have));
            if (n <= 0)
                return false;
            have += static_cast<size_t>(n);
        }
        return true;
    };
    if (!readTo(nominal))
        return false;
    // The line end that ends a row, from a place on where `odd` says whether a quote is open.
    const auto rowEnd = [&](size_t at, bool odd) {
        for (; at < have; ++at) {
            if (buffer.text[at] == '"')
                odd = !odd;
            else if (buffer.text[at] == '\n' && !odd)
                return at;
        }
        return std::string::npos;
    };
    begin = isFirst ? static_cast<size_t>(o.headerEnd) : rowEnd(0, s.oddQuotes) + 1;
    // No row is longer than a slice, and no header.
    if (begin == 0 || begin > nominal)
        return false;
    if (isLast) {
        end = nominal;
        return buffer.text[end - 1] == '\n';
    }
    const bool odd = m_slices[index + 1].oddQuotes;
    size_t last = std::string::npos;
    for (size_t wanted = nominal + std::min(more, static_cast<size_t>(m_step));; wanted *= 2) {
        if (!readTo(wanted))
            return false;
        last = rowEnd(nominal, odd);
        if (last != std::string::npos || have < wanted || have > 2 * nominal)
            break;
    }
    end = last + 1;
    return last != std::string::npos;
}

} // namespace rs
