// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/csvtable.h"

#include "core/job/outofmemory.h"
#include "importers/csv/csvcolumns.h"
#include "importers/files/filebytes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <new>

namespace rs {

namespace {

/// A piece of a file, and its rows: those behind each line end in it, also those that end outside.
struct Slice
{
    qint64 from = 0;
    qint64 bytes = 0;
    CsvCounts counts;
    bool oddQuotes = false; ///< before it
    CsvPosition begin;      ///< place of its first row
    CsvPosition end;        ///< behind its last row
    qint64 mostRows = 0;
    CsvRows *rows = nullptr; ///< null: none begins in it
    CsvEnd told;
};

/// Reads a file with a header: its slices on all threads, some at a time.
class FileReader
{
public:
    FileReader(const CsvFile &file, CsvColumns &columns, CsvPlaces &places, ThreadPool *pool, const JobContext &job,
               ImportReport &report, const CsvHeaderCheck &isKnown)
        : m_name(file.reportName), m_columns(columns), m_places(places), m_pool(pool), m_job(job), m_report(report),
          m_head(m_name, m_header, isKnown, report), m_source(openForReading(file.path, m_name, MaxCsvBytes, report))
    {
    }

    /// False: there is no header.
    bool read(qint64 sliceBytes);
    [[nodiscard]] bool hasHeader() const { return !m_header.names.empty() && !m_head.isOther(); }

private:
    bool readHead();
    qint64 cut(qint64 sliceBytes);
    bool findBegin(Slice &slice) const;
    void readSlice(Slice &slice, CsvRows &rows);
    void readRows(Slice &slice, qint64 until, qint64 stop);
    void append(Slice &slice);
    void readTo(qint64 begin);
    [[nodiscard]] bool isFull() const { return m_columns.rows() > std::numeric_limits<int>::max() - MostRows; }

    /// Rows that a slice has at most.
    static constexpr int MostRows = 8 << 20;

    const QString &m_name;
    CsvColumns &m_columns;
    CsvPlaces &m_places;
    ThreadPool *const m_pool;
    const JobContext &m_job;
    ImportReport &m_report;
    CsvHeader m_header;
    CsvHead m_head;
    const std::unique_ptr<FileSource> m_source;
    CsvPosition m_at; ///< text before it is in the columns
    qint64 m_end = 0;
    qint64 m_earlyEnd = -1;
    qint64 m_step = 0;
    int m_firstRow = 0;
    CsvEnd m_told;
    std::vector<Slice> m_slices;
};

bool FileReader::readHead()
{
    m_end = m_source->size();
    m_job.addTotal(m_end);
    CsvRecords records(*m_source, m_end, m_job, {}, 0, m_end);
    for (CsvRow row; !m_head.isTaken() && !m_job.isCanceled() && records.next(row);) {
        if (!row.isBlank())
            (void)m_head.take(row);
    }
    m_at = records.position();
    m_earlyEnd = records.earlyEnd();
    m_told.add(records);
    if (m_header.names.empty() && !m_head.isOther())
        (void)m_head.tellEnd(m_told);
    m_job.addDone(m_at.at);
    return hasHeader() && !m_job.isCanceled();
}

/// Finds out by counting alone where slices begin among quotes and lines, so that they can be read in any order, and
/// about how many rows there are.
qint64 FileReader::cut(qint64 sliceBytes)
{
    constexpr qint64 least = qint64{256} << 10;
    constexpr qint64 most = qint64{2} << 20;
    m_step = sliceBytes > 0 ? sliceBytes
                            : std::clamp((m_end - m_at.at) / (4 * (m_pool ? m_pool->threads() + 1 : 1)), least, most);
    for (qint64 at = m_at.at; at < m_end; at += m_step)
        m_slices.push_back({at, std::min(m_step, m_end - at), {}, false, {}, {}, 0, nullptr, {}});
    parallelFor(m_pool, std::ssize(m_slices), [&](qsizetype i) {
        Slice &s = m_slices[static_cast<size_t>(i)];
        s.counts = countCsv(*m_source, s.from, s.bytes, m_job);
    });
    const auto commas = static_cast<qint64>(m_header.names.size()) - 1;
    qint64 quotes = 0;
    qint64 rows = 0;
    qint64 line = m_at.line;
    for (Slice &s : m_slices) {
        s.oddQuotes = quotes % 2 != 0;
        s.begin = {s.from, line};
        quotes += s.counts.quotes;
        line += s.counts.lines;
        s.mostRows = s.counts.lines + (s.from == m_at.at ? 1 : 0);
        if (commas > 0)
            s.mostRows = std::min(s.mostRows, s.counts.commas / commas + 1);
        rows += s.mostRows;
        if (s.counts.bytes < s.bytes && m_earlyEnd < 0)
            m_earlyEnd = s.from + s.counts.bytes;
    }
    if (m_earlyEnd >= 0)
        m_end = m_earlyEnd;
    m_told.lastLine = line;
    return rows;
}

bool FileReader::read(qint64 sliceBytes)
{
    if (!m_source || m_source->size() == 0 || !readHead())
        return false;
    m_firstRow = m_columns.rows();
    m_columns.beginFile(m_header, cut(sliceBytes));
    std::vector<CsvRows> rows(m_pool ? static_cast<size_t>(2 * (m_pool->threads() + 1)) : 1);
    const qsizetype together = std::ssize(rows);
    for (qsizetype first = 0; first < std::ssize(m_slices) && !isFull() && !m_job.isCanceled(); first += together) {
        const qsizetype count = std::min(together, std::ssize(m_slices) - first);
        parallelFor(m_pool, count, [&](qsizetype i) {
            readSlice(m_slices[static_cast<size_t>(first + i)], rows[static_cast<size_t>(i)]);
        });
        for (qsizetype i = first; i < first + count && !m_job.isCanceled(); ++i) {
            Slice &s = m_slices[static_cast<size_t>(i)];
            // Text between slices, or in one that does not begin at a row, is read here: quotes without a
            // partner stand before it.
            if (s.rows)
                readTo(s.begin.at);
            if (s.rows && m_at.at == s.begin.at)
                append(s);
            m_job.addDone(s.bytes);
        }
    }
    readTo(m_end);
    if (m_earlyEnd >= 0)
        noteEarlyEnd(*m_source, m_earlyEnd, m_name, m_report);
    if (!m_job.isCanceled())
        (void)m_head.tellEnd(m_told);
    if (isFull())
        m_report.add(Severity::Loss, m_name, "csv.too-many-rows",
                     RS_MESSAGE("More rows than a table can hold; the rest is not read."));
    return true;
}

/// Reads on to where a slice begins, or to the end.
void FileReader::readTo(qint64 begin)
{
    while (m_at.at < begin && !isFull() && !m_job.isCanceled()) {
        CsvRows rows;
        Slice slice;
        slice.end = m_at;
        slice.rows = &rows;
        m_columns.open(rows, 0);
        readRows(slice, std::min(begin, m_at.at + m_step), m_end);
        const bool isStuck = slice.end.at == m_at.at;
        append(slice);
        if (isStuck)
            return;
    }
}

void FileReader::readSlice(Slice &slice, CsvRows &rows)
{
    // As much as the rows and texts of the slice can take.
    constexpr qint64 cellBytes = 32;
    MemoryReservation memory(m_job.sharedBudget());
    memory.hold(3 * slice.bytes + cellBytes * (slice.counts.commas + slice.counts.lines));
    if (m_job.isCanceled() || !findBegin(slice))
        return;
    m_columns.open(rows, slice.mostRows);
    slice.rows = &rows;
    slice.end = slice.begin;
    const qint64 until = slice.from + slice.bytes;
    readRows(slice, until + 1, std::min(until + m_step, m_end));
}

/// The first row stands behind the header, or behind the first line end that is not in quotes.
bool FileReader::findBegin(Slice &slice) const
{
    if (&slice == m_slices.data())
        return true;
    constexpr qint64 piece = 4096;
    std::array<char, static_cast<size_t>(piece)> text{};
    bool odd = slice.oddQuotes;
    const qint64 end = slice.from + slice.bytes;
    for (qint64 n = 1; n > 0 && slice.begin.at < end;) {
        n = m_source->read(slice.begin.at, text.data(), std::min(piece, end - slice.begin.at));
        for (qint64 i = 0; i < n; ++i) {
            const char c = text[static_cast<size_t>(i)];
            ++slice.begin.at;
            slice.begin.line += c == '\n' ? 1 : 0;
            odd ^= c == '"';
            if (c == '\n' && !odd)
                return true;
        }
    }
    return false;
}

/// Reads on at the end of a slice: rows that begin before `until`.
void FileReader::readRows(Slice &slice, qint64 until, qint64 stop)
{
    const auto note = [&slice](const CsvFault &fault) { slice.rows->note(fault); };
    CsvRecords records(*m_source, m_end, m_job, slice.end, until, stop);
    for (CsvRow row; records.position().at < until && !m_job.isCanceled();) {
        const qint64 rows = slice.rows->rows;
        const std::string_view text = records.readAhead();
        const char *const end =
            slice.rows->addPlain(text, records.position().line, until - records.position().at, m_head.firstCell());
        records.skip(end - text.data(), slice.rows->rows - rows);
        if (records.position().at >= until || !records.next(row))
            break;
        if (m_head.takesRow(row, slice.told, note))
            slice.rows->add(row);
    }
    slice.end = records.position();
    slice.told.anyRow |= slice.rows->rows > 0;
    slice.told.add(records);
}

void FileReader::append(Slice &slice)
{
    const int first = m_columns.rows();
    m_columns.append(*slice.rows);
    for (const auto &[row, line] : slice.rows->lines) {
        const int at = first + static_cast<int>(row);
        m_places.add(at, line, m_name, at - m_firstRow);
    }
    for (CsvFault fault : slice.rows->faults) {
        fault.row += first - m_firstRow;
        m_head.tell(fault);
    }
    m_told.add(slice.told);
    m_at = slice.end;
}

} // namespace

void CsvPlaces::add(int row, qint64 line, const QString &file, int rowOfFile)
{
    if (m_files.empty() || (rowOfFile == 0 && m_files.back() != file))
        m_files.push_back(file);
    // Most rows are the line behind the one before.
    if (m_stretches.empty() || line != m_nextLine || m_stretches.back().file + 1 != m_files.size())
        m_stretches.push_back({row, line, rowOfFile, m_files.size() - 1});
    m_nextLine = line + 1;
}

CsvPlaces::At CsvPlaces::at(int row, const QString &column) const
{
    auto next = std::ranges::upper_bound(m_stretches, row, {}, &Stretch::row);
    if (next == m_stretches.begin())
        return {};
    const Stretch &s = *std::prev(next);
    return {m_files[s.file], Place::line(s.line + (row - s.row))
                                 .with(Place::Kind::Row, QString::number(s.rowOfFile + (row - s.row) + 1))
                                 .with(Place::Kind::Column, column)};
}

CsvPlaces CsvPlaces::withRows(const std::vector<int> &rows) const
{
    CsvPlaces out;
    out.m_files = m_files;
    for (size_t i = 0; i < rows.size(); ++i) {
        const auto next = std::ranges::upper_bound(m_stretches, rows[i], {}, &Stretch::row);
        if (next == m_stretches.begin())
            continue;
        const Stretch &s = *std::prev(next);
        const int behind = rows[i] - s.row;
        if (behind == 0 || i == 0 || rows[i - 1] != rows[i] - 1)
            out.m_stretches.push_back({static_cast<int>(i), s.line + behind, s.rowOfFile + behind, s.file});
    }
    return out;
}

std::shared_ptr<const Table> readCsvTable(const std::vector<CsvFile> &files, const JobContext &job,
                                          ImportReport &report, CsvPlaces *places, std::span<CsvGaps> gaps,
                                          const CsvHeaderCheck &isKnown, ThreadPool *pool, qint64 sliceBytes)
{
    CsvPlaces own;
    CsvPlaces &told = places ? *places : own;
    QString source;
    try {
        CsvColumns columns(pool, job, gaps);
        for (const CsvFile &f : files) {
            FileReader reader(f, columns, told, pool, job, report, isKnown);
            try {
                (void)reader.read(sliceBytes);
            } catch (const OverBudget &) {
                noteOutOfMemory(reader.hasHeader() ? OutOfMemory::BudgetForRest : OutOfMemory::BudgetForFile, job,
                                report, f.reportName);
            }
            if (source.isEmpty() && reader.hasHeader())
                source = f.reportName;
        }
        if (source.isEmpty() || job.isCanceled())
            return nullptr;
        auto table = columns.makeTable(source);
        for (const auto &[row, column] : columns.impossibleCells()) {
            const CsvPlaces::At first = told.at(row, table->at(column).name);
            report.add(cellFinding(first.file, first.place, CellValue::State::Impossible));
        }
        return table;
    } catch (const OverBudget &) {
        noteOutOfMemory(OutOfMemory::BudgetForFile, job, report, source);
    } catch (const std::bad_alloc &) {
        noteOutOfMemory(OutOfMemory::MachineForFile, job, report, source.isEmpty() ? files.front().reportName : source);
    }
    return nullptr;
}

} // namespace rs
