// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/soundcsv.h"

#include "importers/csv/csvvalues.h"
#include "importers/files/bytecounts.h"
#include "importers/files/bytesource.h"
#include "importers/files/measured.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace rs {

namespace {

constexpr size_t Padding = 64; // that a reader of cells may look behind the text
constexpr size_t MostSoundColumns = 4096;
constexpr double MostUnknown = 1e18; // as for files that are read row by row

// ---- what is counted before anything is read -------------------------------------------------------------------

struct Counts
{
    qint64 quotes = 0;
    qint64 lines = 0;
    qint64 commas = 0;
    qint64 nuls = 0;
    void add(const Counts &other)
    {
        quotes += other.quotes;
        lines += other.lines;
        commas += other.commas;
        nuls += other.nuls;
    }
};

Counts countsOf(const char *text, size_t size)
{
    const auto [quotes, lines, commas, nuls] = countBytes<'"', '\n', ',', '\0'>(text, size);
    return {quotes, lines, commas, nuls};
}

// ---- cells ------------------------------------------------------------------------------------------------------

bool isStrayBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

std::string_view withoutStrays(std::string_view t)
{
    while (!t.empty() && isStrayBlank(t.front()))
        t.remove_prefix(1);
    while (!t.empty() && isStrayBlank(t.back()))
        t.remove_suffix(1);
    return t;
}

bool endsCell(char c)
{
    return c == ',' || c == '\n';
}

/// First of `,`, `"` and the line end from `p` on; there is one.
const char *nextMark(const char *p)
{
    constexpr quint64 ones = 0x0101010101010101ULL;
    constexpr quint64 highs = 0x8080808080808080ULL;
    const auto has = [](quint64 v, char c) {
        const quint64 x = v ^ (ones * static_cast<unsigned char>(c));
        return (x - ones) & ~x & highs;
    };
    while (true) {
        quint64 v = 0;
        std::memcpy(&v, p, sizeof v);
        if ((has(v, ',') | has(v, '\n') | has(v, '"')) != 0)
            break;
        p += sizeof v;
    }
    while (*p != ',' && *p != '\n' && *p != '"')
        ++p;
    return p;
}

/// Moves `p` to the end of the cell that begins there; nothing when it is not as a profiler writes it. `end`: of the
/// text, whose last character is a line end.
std::optional<std::string_view> readCell(const char *&p, const char *end, std::string &scratch)
{
    const char *const begin = p;
    while (isStrayBlank(*p))
        ++p;
    if (*p != '"') {
        p = nextMark(p);
        if (*p == '"')
            return std::nullopt;
        return withoutStrays({begin, static_cast<size_t>(p - begin)});
    }
    ++p;
    scratch.clear();
    std::string_view text;
    while (true) {
        const auto *const quote = static_cast<const char *>(std::memchr(p, '"', static_cast<size_t>(end - p)));
        if (!quote)
            return std::nullopt;
        const std::string_view part(p, static_cast<size_t>(quote - p));
        const bool doubled = quote[1] == '"';
        if (doubled || !scratch.empty())
            scratch.append(part);
        else
            text = part;
        p = quote + 1;
        if (!doubled)
            break;
        scratch += '"';
        ++p;
    }
    while (isStrayBlank(*p))
        ++p;
    if (!endsCell(*p))
        return std::nullopt;
    return withoutStrays(scratch.empty() ? text : std::string_view(scratch));
}

struct Decimal
{
    quint64 digits = 0; ///< without the point
    int places = 0;     ///< behind the point
};

/// Digits, perhaps a point and more digits, 18 in all at most, up to the end of the cell. Moves `p` there if so.
bool readDecimal(const char *&p, Decimal &out)
{
    const char *at = p;
    quint64 value = 0;
    while (static_cast<unsigned char>(*at - '0') < 10)
        value = value * 10 + static_cast<quint64>(*at++ - '0');
    const auto whole = at - p;
    qsizetype places = 0;
    if (*at == '.') {
        const char *const point = ++at;
        while (static_cast<unsigned char>(*at - '0') < 10)
            value = value * 10 + static_cast<quint64>(*at++ - '0');
        places = at - point;
        if (places == 0)
            return false;
    }
    constexpr qsizetype most = 18;
    if (whole == 0 || whole + places > most)
        return false;
    while (isStrayBlank(*at))
        ++at;
    if (!endsCell(*at))
        return false;
    p = at;
    out = {value, static_cast<int>(places)};
    return true;
}

/// Exactly what std::from_chars makes of it: both numbers are exact, so that their quotient is rounded once.
bool toReal(const Decimal &d, double &out)
{
    static constexpr std::array<double, 19> powers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                                   1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    if (d.digits >= quint64{1} << 53)
        return false;
    out = static_cast<double>(d.digits) / powers[static_cast<size_t>(d.places)];
    return true;
}

/// Microseconds as nanoseconds.
bool toNanoseconds(const Decimal &d, qint64 &out)
{
    static constexpr std::array<quint64, 4> factors{1000, 100, 10, 1};
    if (d.places > 3 || d.digits > quint64{9'000'000'000'000'000'000} / factors[static_cast<size_t>(d.places)])
        return false;
    out = static_cast<qint64>(d.digits * factors[static_cast<size_t>(d.places)]);
    return true;
}

// ---- columns ----------------------------------------------------------------------------------------------------

struct SoundColumn
{
    QString name;
    double most = 0;
    ColumnType type = ColumnType::Text;
    bool known = false; ///< type by name; else found out at the end from the texts
    CsvGaps *gaps = nullptr;
    // One of these, a value a row of all files.
    std::vector<StrId> text;
    std::vector<qint64> integers;
    std::vector<double> reals;

    [[nodiscard]] bool keepsText() const { return !known || type == ColumnType::Text; }
};

/// Which rows of a slice have a value in a column.
class Flags
{
public:
    void reserve(size_t rows) { m_words.assign((rows + 63) / 64, 0); }
    void set(size_t row)
    {
        m_words[row / 64] |= quint64{1} << (row % 64);
        ++m_count;
    }
    [[nodiscard]] bool at(size_t row) const { return (m_words[row / 64] >> (row % 64) & 1) != 0; }
    [[nodiscard]] qint64 count() const { return m_count; }
    [[nodiscard]] qint64 bytes() const { return static_cast<qint64>(m_words.capacity() * sizeof(quint64)); }

private:
    std::vector<quint64> m_words;
    qint64 m_count = 0;
};

struct Slice
{
    size_t file = 0;
    qint64 from = 0;     ///< in the file, where it nominally begins
    qint64 firstRow = 0; ///< of all files
    qint64 rows = 0;
    bool oddQuotes = false; ///< before it
    Counts counts;
    MemoryReservation memory;
    StringPool texts; ///< of the columns whose names say that they are of text
    struct Part
    {
        Flags present;
        std::unique_ptr<StringPool> texts; ///< of a column whose name says nothing
        qint64 missing = 0;
        qint64 firstMissing = -1; ///< row of the slice
    };
    std::vector<Part> parts;
};

class SoundReader
{
public:
    SoundReader(const std::vector<CsvFile> &files, ThreadPool *pool, const JobContext &job, std::span<CsvGaps> gaps,
                qint64 sliceBytes)
        : m_files(files), m_pool(pool), m_job(job), m_gaps(gaps), m_sliceBytes(sliceBytes), m_memory(job.sharedBudget())
    {
    }

    /// Null: not sound.
    std::shared_ptr<const Table> read(const CsvHeaderCheck &isKnown)
    {
        if (!openFiles() || !readHeaders(isKnown) || !count())
            return nullptr;
        makeColumns();
        readSlices();
        if (!m_sound)
            return nullptr;
        return makeTable();
    }

    ~SoundReader()
    {
        // Work that is done again counts once.
        if (m_counted && !m_succeeded) {
            m_job.addTotal(-m_bytes);
            m_job.addDone(-m_done);
        }
    }
    Q_DISABLE_COPY_MOVE(SoundReader)

    void place(CsvPlaces &places) const
    {
        for (size_t f = 0; f < m_files.size(); ++f)
            places.add(static_cast<int>(m_opened[f].firstRow), 2, m_files[f].reportName, 0);
    }

    void noteGaps() const
    {
        for (size_t c = 0; c < m_columns.size(); ++c) {
            CsvGaps *const gaps = m_columns[c].gaps;
            if (!gaps)
                continue;
            for (const Slice &s : m_slices) {
                const Slice::Part &part = s.parts[c];
                if (part.missing == 0)
                    continue;
                if (gaps->count == 0)
                    gaps->firstRow = static_cast<int>(s.firstRow + part.firstMissing);
                gaps->count += part.missing;
            }
        }
    }

private:
    struct Opened
    {
        std::unique_ptr<FileSource> source;
        qint64 headerEnd = 0; ///< behind its line end
        qint64 firstRow = 0;
        size_t firstSlice = 0;
        size_t slices = 0;
    };

    /// Text of a slice, handed on to the next one: fresh memory costs more than what is read there.
    struct Buffer
    {
        std::unique_ptr<char[]> text;
        size_t size = 0;

        void makeRoom(size_t bytes, size_t kept)
        {
            if (bytes <= size)
                return;
            std::unique_ptr<char[]> bigger(new char[bytes]);
            if (kept > 0)
                std::memcpy(bigger.get(), text.get(), kept);
            text = std::move(bigger);
            size = bytes;
        }
    };

    Buffer takeBuffer()
    {
        const std::lock_guard lock(m_mutex);
        if (m_buffers.empty())
            return {};
        Buffer out = std::move(m_buffers.back());
        m_buffers.pop_back();
        return out;
    }
    void giveBack(Buffer buffer)
    {
        const std::lock_guard lock(m_mutex);
        m_buffers.push_back(std::move(buffer));
    }

    void fail() { m_sound = false; }

    bool openFiles()
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

    bool readHeaders(const CsvHeaderCheck &isKnown)
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

    /// Where each slice begins among quotes and rows.
    bool count()
    {
        constexpr qint64 least = qint64{256} << 10;
        constexpr qint64 most = qint64{4} << 20;
        const int threads = m_pool ? m_pool->threads() + 1 : 1;
        const qint64 step = m_sliceBytes > 0 ? m_sliceBytes : std::clamp(m_bytes / (4 * threads), least, most);
        for (size_t f = 0; f < m_opened.size(); ++f) {
            Opened &o = m_opened[f];
            o.firstSlice = m_slices.size();
            for (qint64 at = 0; at < o.source->size(); at += step) {
                Slice s;
                s.file = f;
                s.from = at;
                s.memory = MemoryReservation(m_job.sharedBudget());
                m_slices.push_back(std::move(s));
            }
            o.slices = m_slices.size() - o.firstSlice;
        }
        m_step = step;
        parallelFor(m_pool, static_cast<qsizetype>(m_slices.size()), [&](qsizetype i) {
            Slice &s = m_slices[static_cast<size_t>(i)];
            constexpr qint64 piece = qint64{64} << 10; // stays in the cache of its processor
            std::array<char, static_cast<size_t>(piece)> buffer;
            const FileSource &source = *m_opened[s.file].source;
            const qint64 to = std::min(s.from + m_step, source.size());
            for (qint64 at = s.from; at < to && m_sound;) {
                const qint64 n = source.read(at, buffer.data(), std::min(piece, to - at));
                if (n <= 0 || m_job.isCanceled())
                    return fail();
                s.counts.add(countsOf(buffer.data(), static_cast<size_t>(n)));
                at += n;
            }
        });
        if (!m_sound)
            return false;
        qint64 rows = 0;
        for (Opened &o : m_opened) {
            o.firstRow = rows;
            Counts all;
            for (size_t i = 0; i < o.slices; ++i) {
                Slice &s = m_slices[o.firstSlice + i];
                s.oddQuotes = (all.quotes & 1) != 0;
                // A slice begins behind the first line end in it, the first one behind the header.
                s.firstRow = rows + all.lines;
                all.add(s.counts);
            }
            if (all.nuls > 0 || (all.quotes & 1) != 0 || all.lines < 1)
                return false;
            rows += all.lines - 1;
            for (size_t i = 0; i < o.slices; ++i) {
                Slice &s = m_slices[o.firstSlice + i];
                s.rows = (i + 1 < o.slices ? m_slices[o.firstSlice + i + 1].firstRow : rows) - s.firstRow;
            }
        }
        m_rows = rows;
        // A file without a row is one to speak of.
        return rows > 0 && rows < std::numeric_limits<int>::max() &&
               std::all_of(m_opened.begin(), m_opened.end(), [this](const Opened &o) {
                   return std::any_of(m_slices.begin() + static_cast<std::ptrdiff_t>(o.firstSlice),
                                      m_slices.begin() + static_cast<std::ptrdiff_t>(o.firstSlice + o.slices),
                                      [](const Slice &s) { return s.rows > 0; });
               });
    }

    void makeColumns()
    {
        qint64 bytes = 0;
        for (const QString &name : m_header.names) {
            SoundColumn c;
            c.name = name;
            c.most = mostOfColumn(name);
            if (const auto type = columnTypeOf(name)) {
                c.type = *type;
                c.known = true;
            }
            for (CsvGaps &gaps : m_gaps) {
                if (gaps.column == name)
                    c.gaps = &gaps;
            }
            // A column whose type is not known is kept twice for a moment.
            bytes += m_rows * static_cast<qint64>((c.keepsText() ? sizeof(StrId) : sizeof(qint64)) +
                                                  (c.known ? 0 : sizeof(qint64))) +
                     m_rows / 4;
            m_columns.push_back(std::move(c));
        }
        m_memory.hold(bytes);
        const auto rows = static_cast<size_t>(m_rows);
        parallelFor(m_pool, static_cast<qsizetype>(m_columns.size()), [&](qsizetype i) {
            SoundColumn &c = m_columns[static_cast<size_t>(i)];
            if (c.keepsText())
                c.text.resize(rows);
            else if (c.type == ColumnType::Real)
                c.reals.resize(rows);
            else
                c.integers.resize(rows);
        });
    }

    void readSlices()
    {
        m_job.addTotal(m_bytes);
        m_counted = true;
        parallelFor(m_pool, static_cast<qsizetype>(m_slices.size()), [&](qsizetype i) {
            if (!m_sound)
                return;
            if (m_job.isCanceled() || !readSlice(static_cast<size_t>(i)))
                fail();
        });
    }

    /// The text of a slice: from behind the first line end in it to the first one in the slice behind it.
    bool textOf(size_t index, Buffer &buffer, size_t &begin, size_t &end) const
    {
        const Slice &s = m_slices[index];
        const Opened &o = m_opened[s.file];
        const bool isFirst = index == o.firstSlice;
        const bool isLast = index + 1 == o.firstSlice + o.slices;
        const qint64 size = o.source->size();
        const auto nominal = static_cast<size_t>(std::min(m_step, size - s.from));
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

    bool readSlice(size_t index)
    {
        Slice &s = m_slices[index];
        // As much as the columns and texts of the slice can take.
        constexpr qint64 cellBytes = 32;
        const qint64 cells = s.counts.commas + s.counts.lines;
        s.memory.hold(3 * m_step + cellBytes * cells);
        s.parts.resize(m_columns.size());
        for (size_t c = 0; c < m_columns.size(); ++c) {
            s.parts[c].present.reserve(static_cast<size_t>(s.rows));
            if (!m_columns[c].known)
                s.parts[c].texts = std::make_unique<StringPool>();
        }
        Buffer buffer = takeBuffer();
        size_t begin = 0;
        size_t end = 0;
        const bool sound =
            textOf(index, buffer, begin, end) && readRows(s, buffer.text.get() + begin, buffer.text.get() + end);
        giveBack(std::move(buffer));
        qint64 kept = s.texts.bytes();
        for (const Slice::Part &part : s.parts)
            kept += part.present.bytes() + (part.texts ? part.texts->bytes() : 0);
        s.memory.resize(kept);
        const qint64 done = std::min(m_step, m_opened[s.file].source->size() - s.from);
        m_done += done;
        m_job.addDone(done);
        return sound;
    }

    /// `end`: behind the last line end.
    bool readRows(Slice &s, const char *p, const char *end)
    {
        std::string scratch;
        std::vector<std::pair<std::string, StrId>> last(m_columns.size()); // the text before it in its column
        const size_t columns = m_columns.size();
        qint64 row = 0;
        for (; p < end; ++row) {
            if (row == s.rows)
                return false;
            for (size_t c = 0; c < columns; ++c) {
                if (!readOne(s, c, static_cast<size_t>(row), p, end, scratch, last[c]))
                    return false;
                if (c + 1 < columns && *p++ != ',')
                    return false;
            }
            // Commas at the end of a line may stand for nothing.
            while (*p == ',') {
                ++p;
                while (isStrayBlank(*p))
                    ++p;
            }
            if (*p++ != '\n')
                return false;
        }
        return row == s.rows;
    }

    /// A cell; leaves `p` at the comma or line end behind it.
    bool readOne(Slice &s, size_t c, size_t row, const char *&p, const char *end, std::string &scratch,
                 std::pair<std::string, StrId> &last)
    {
        SoundColumn &column = m_columns[c];
        Slice::Part &part = s.parts[c];
        const size_t at = static_cast<size_t>(s.firstRow) + row;
        const auto missing = [&] {
            if (part.missing++ == 0)
                part.firstMissing = static_cast<qint64>(row);
            // An empty line is none where there is one column.
            return m_columns.size() > 1;
        };
        if (endsCell(*p))
            return missing();
        if (p[0] == 'N' && p[1] == '/' && p[2] == 'A' && endsCell(p[3])) {
            p += 3;
            missing();
            return true;
        }
        if (!column.keepsText()) {
            Decimal d;
            const char *behind = p;
            if (readDecimal(behind, d) && store(column, at, d)) {
                p = behind;
                part.present.set(row);
                return true;
            }
        }
        const auto cell = readCell(p, end, scratch);
        if (!cell)
            return false;
        if (isMissingCell(*cell))
            return missing() || !cell->empty();
        part.present.set(row);
        if (column.keepsText()) {
            if (*cell != last.first || raw(last.second) == 0) {
                last.second = (column.known ? s.texts : *part.texts).intern(*cell);
                last.first.assign(*cell);
            }
            column.text[at] = last.second;
            return true;
        }
        const CellValue value = numberCell(*cell, column.type, column.most);
        if (value.state != CellValue::State::Number)
            return false;
        if (column.type == ColumnType::Real)
            column.reals[at] = value.real;
        else
            column.integers[at] = value.integer;
        return true;
    }

    /// False for what has to be looked at more closely.
    static bool store(SoundColumn &column, size_t at, const Decimal &d)
    {
        switch (column.type) {
        case ColumnType::Real:
            return toReal(d, column.reals[at]) && column.reals[at] <= column.most;
        case ColumnType::Integer:
            column.integers[at] = static_cast<qint64>(d.digits);
            return d.places == 0 && static_cast<double>(d.digits) <= column.most;
        case ColumnType::TimeStamp:
        case ColumnType::Duration:
            return toNanoseconds(d, column.integers[at]) &&
                   column.integers[at] <= (column.type == ColumnType::TimeStamp ? LatestStampNs : MaxDurationNs);
        case ColumnType::Text:
            break;
        }
        return false;
    }

    /// A column without a known name is of numbers when each of its cells is one. Null: one cannot be.
    bool settle(size_t c)
    {
        SoundColumn &column = m_columns[c];
        bool integers = true;
        bool reals = true;
        bool any = false;
        for (const Slice &s : m_slices) {
            const StringPool &texts = *s.parts[c].texts;
            for (quint32 i = 1; i < texts.size() && reals; ++i) {
                const std::string_view t = texts.view(StrId{i});
                any = true;
                reals = isPlainNumberCell(t) && realCell(t).has_value();
                integers = integers && reals && integerCell(t).has_value();
            }
        }
        column.type = !any || !reals ? ColumnType::Text : integers ? ColumnType::Integer : ColumnType::Real;
        if (column.type == ColumnType::Text)
            return true;
        if (integers)
            column.integers.resize(static_cast<size_t>(m_rows));
        else
            column.reals.resize(static_cast<size_t>(m_rows));
        for (const Slice &s : m_slices) {
            const StringPool &texts = *s.parts[c].texts;
            std::vector<qint64> whole(integers ? texts.size() : 0);
            std::vector<double> real(integers ? 0 : texts.size());
            for (quint32 i = 1; i < texts.size(); ++i) {
                if (integers) {
                    whole[i] = integerCell(texts.view(StrId{i})).value_or(0);
                    continue;
                }
                real[i] = realCell(texts.view(StrId{i})).value_or(0);
                if (real[i] > MostUnknown || real[i] < -MostUnknown)
                    return false;
            }
            for (qint64 row = s.firstRow; row < s.firstRow + s.rows; ++row) {
                const quint32 id = raw(column.text[static_cast<size_t>(row)]);
                if (integers)
                    column.integers[static_cast<size_t>(row)] = whole[id];
                else
                    column.reals[static_cast<size_t>(row)] = real[id];
            }
        }
        std::vector<StrId>().swap(column.text);
        return true;
    }

    std::shared_ptr<const Table> makeTable()
    {
        const auto strings = std::make_shared<StringPool>();
        parallelFor(m_pool, static_cast<qsizetype>(m_columns.size()), [&](qsizetype i) {
            const auto c = static_cast<size_t>(i);
            if (!m_columns[c].known && !settle(c))
                fail();
        });
        if (!m_sound || m_job.isCanceled())
            return nullptr;
        qint64 texts = 0;
        for (const Slice &s : m_slices) {
            texts += s.texts.bytes();
            for (const Slice::Part &part : s.parts)
                texts += part.texts ? part.texts->bytes() : 0;
        }
        m_memory.hold(m_memory.bytes() + texts);
        // What the texts of each slice are called in the table.
        std::vector<std::vector<StrId>> shared;
        for (const Slice &s : m_slices)
            shared.push_back(strings->internAll(s.texts));
        std::vector<std::vector<std::vector<StrId>>> own(m_columns.size());
        for (size_t c = 0; c < m_columns.size(); ++c) {
            if (m_columns[c].known || m_columns[c].type != ColumnType::Text)
                continue;
            for (const Slice &s : m_slices)
                own[c].push_back(strings->internAll(*s.parts[c].texts));
        }
        std::vector<Column> columns(m_columns.size());
        parallelFor(m_pool, static_cast<qsizetype>(m_columns.size()), [&](qsizetype i) {
            const auto c = static_cast<size_t>(i);
            columns[c] = makeColumn(c, own[c].empty() ? shared : own[c]);
        });
        auto table = std::make_shared<Table>(strings);
        table->source = m_files.front().reportName;
        for (Column &column : columns)
            table->addColumn(std::move(column));
        table->setRows(static_cast<int>(m_rows));
        m_memory.resize(table->bytes());
        table->hold(std::move(m_memory));
        m_succeeded = true;
        return table;
    }

    Column makeColumn(size_t c, const std::vector<std::vector<StrId>> &names)
    {
        SoundColumn &from = m_columns[c];
        Column out;
        out.name = from.name;
        out.unit = unitOfColumn(from.name);
        out.type = from.type;
        qint64 present = 0;
        for (const Slice &s : m_slices)
            present += s.parts[c].present.count();
        if (present == 0)
            return out;
        Column::Piece piece;
        piece.present.assign(static_cast<size_t>(m_rows), true);
        for (size_t i = 0; i < m_slices.size(); ++i) {
            const Slice &s = m_slices[i];
            const Flags &flags = s.parts[c].present;
            const auto first = static_cast<size_t>(s.firstRow);
            const auto rows = static_cast<size_t>(s.rows);
            if (flags.count() < s.rows) {
                for (size_t row = 0; row < rows; ++row) {
                    if (!flags.at(row))
                        piece.present[first + row] = false;
                }
            }
            if (from.type == ColumnType::Text) {
                for (size_t row = first; row < first + rows; ++row)
                    from.text[row] = names[i][raw(from.text[row])];
            }
        }
        if (from.type == ColumnType::Text)
            piece.values = std::move(from.text);
        else if (from.type == ColumnType::Real)
            piece.values = std::move(from.reals);
        else
            piece.values = std::move(from.integers);
        out.pieces.push_back(std::move(piece));
        return out;
    }

    const std::vector<CsvFile> &m_files;
    ThreadPool *const m_pool;
    const JobContext &m_job;
    const std::span<CsvGaps> m_gaps;
    const qint64 m_sliceBytes;
    MemoryReservation m_memory; ///< of the columns, then of the table
    std::vector<Opened> m_opened;
    qint64 m_bytes = 0;
    qint64 m_step = 0;
    qint64 m_rows = 0;
    CsvHeader m_header;
    std::vector<Slice> m_slices;
    std::vector<SoundColumn> m_columns;
    std::atomic<bool> m_sound{true};
    std::atomic<qint64> m_done{0};
    bool m_counted = false;
    bool m_succeeded = false;
    std::mutex m_mutex;
    std::vector<Buffer> m_buffers;
};

} // namespace

std::shared_ptr<const Table> readSoundCsv(const std::vector<CsvFile> &files, ThreadPool *pool, const JobContext &job,
                                          CsvPlaces &places, std::span<CsvGaps> gaps, const CsvHeaderCheck &isKnown,
                                          qint64 sliceBytes)
{
    try {
        SoundReader reader(files, pool, job, gaps, sliceBytes);
        auto table = reader.read(isKnown);
        if (table) {
            reader.place(places);
            reader.noteGaps();
        }
        return table;
    } catch (const std::bad_alloc &) {
        // Row by row less is taken at a time, and what has no room is said.
        return nullptr;
    }
}

} // namespace rs
