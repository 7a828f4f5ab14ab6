// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/csvtable.h"

#include "core/job/outofmemory.h"
#include "importers/csv/csvvalues.h"
#include "importers/csv/soundcsv.h"
#include "importers/files/filebytes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace rs {

namespace {

constexpr qint64 MaxFileBytes = qint64{8} << 30;
constexpr size_t MaxColumns = 4096;
constexpr int MaxRecoveries = 16;
constexpr qint64 CellCopies = 3; // places, the row that is handed out, and what its reader keeps of it
constexpr qint64 CellBytes = sizeof(std::string_view);
constexpr double MaxUnknown = 1e18; // of columns of which not even the unit is known: addresses, hashes

bool isStray(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trimmedCell(std::string_view t)
{
    while (!t.empty() && isStray(t.front()))
        t.remove_prefix(1);
    while (!t.empty() && isStray(t.back()))
        t.remove_suffix(1);
    return t;
}

} // namespace

bool CsvParser::feed(std::string_view piece)
{
    for (const char c : piece) {
        if (m_bomAt >= 0) {
            // A byte order mark, byte by byte: pieces may cut it.
            static constexpr std::string_view Bom = "\xef\xbb\xbf";
            if (c == Bom[static_cast<size_t>(m_bomAt)]) {
                m_bomAt = m_bomAt == 2 ? -1 : m_bomAt + 1;
                continue;
            }
            const int held = m_bomAt;
            m_bomAt = -1;
            for (int i = 0; i < held; ++i) {
                if (!put(Bom[static_cast<size_t>(i)]))
                    return false;
            }
        }
        if (!put(c))
            return false;
    }
    return true;
}

bool CsvParser::put(char c)
{
    if (c == '\0')
        ++m_nulBytes;
    if (m_text.size() > maxRecordBytes) {
        // Kept short from here on; the record is dropped at its end.
        m_tooLong = true;
        m_text.clear();
        m_cells.clear();
        m_cellBegin = 0;
        m_raw.clear();
    }
    if (c == '\n')
        ++m_line;
    if (m_state == State::Quoted || m_state == State::QuoteInQuoted)
        append(m_raw, c);
    switch (m_state) {
    case State::Quoted:
        if (c == '"')
            m_state = State::QuoteInQuoted;
        else
            append(m_text, c);
        return true;
    case State::QuoteInQuoted:
        if (c == '"') {
            append(m_text, '"');
            m_state = State::Quoted;
            return true;
        }
        m_raw.clear();
        m_state = State::Plain;
        break;
    case State::CellStart:
        if (c == '"') {
            m_recordBegun = true;
            // Blanks before the quote are stray.
            m_text.resize(m_cellBegin);
            m_quoteLine = m_line;
            m_raw.clear();
            m_state = State::Quoted;
            return true;
        }
        break;
    case State::Plain:
        break;
    }
    if (c == ',') {
        m_recordBegun = true;
        endCell();
        return true;
    }
    if (c == '\n')
        return endRecord();
    m_recordBegun = true;
    append(m_text, c);
    if (!isStray(c))
        m_state = State::Plain;
    return true;
}

qint64 CsvParser::heldBytes() const
{
    return static_cast<qint64>(m_text.capacity() + m_raw.capacity()) +
           CellCopies * CellBytes * static_cast<qint64>(m_cells.capacity());
}

void CsvParser::grow(std::string &text)
{
    constexpr size_t least = 256;
    const size_t room = std::max(least, 2 * text.capacity());
    // The text is copied: both stand for a moment.
    m_memory.hold(heldBytes() + static_cast<qint64>(room));
    text.reserve(room);
}

void CsvParser::endCell()
{
    // Far more cells than a header may have are one: a line of commas would take many times its text.
    constexpr size_t most = 65'536;
    if (m_cells.size() < most) {
        if (m_cells.size() == m_cells.capacity())
            m_memory.hold(heldBytes() + CellCopies * CellBytes * 2 * static_cast<qint64>(m_cells.capacity()));
        m_cells.emplace_back(m_cellBegin, m_text.size() - m_cellBegin);
    } else {
        m_cells.back().second = m_text.size() - m_cells.back().first;
    }
    m_cellBegin = m_text.size();
    m_state = State::CellStart;
}

void CsvParser::clearRecord()
{
    m_text.clear();
    m_raw.clear();
    m_cells.clear();
    m_cellBegin = 0;
    m_state = State::CellStart;
    m_recordBegun = false;
    m_recordLine = m_line;
}

bool CsvParser::endRecord()
{
    endCell();
    bool more = true;
    if (m_tooLong) {
        ++m_longCells;
        m_tooLong = false;
    } else {
        m_row.cells.clear();
        m_row.line = m_recordLine;
        // The end of the last line has been counted, where it has one.
        m_row.lines = m_line - m_recordLine + (m_endsInsideLine ? 1 : 0);
        m_row.isOpen = m_endsInsideLine;
        for (const auto &[begin, length] : m_cells)
            m_row.cells.push_back(trimmedCell(std::string_view(m_text).substr(begin, length)));
        const bool blank = m_row.cells.size() == 1 && m_row.cells.front().empty();
        if (!blank)
            more = m_use(m_row);
    }
    clearRecord();
    return more;
}

bool CsvParser::finish()
{
    if (m_bomAt > 0) {
        static constexpr std::string_view Bom = "\xef\xbb\xbf";
        const int held = m_bomAt;
        m_bomAt = -1;
        for (int i = 0; i < held; ++i) {
            if (!put(Bom[static_cast<size_t>(i)]))
                return false;
        }
    }
    while (m_state == State::Quoted) {
        m_unclosed.push_back(m_quoteLine);
        // The quote was a stray one, or the file is cut inside a cell: lines behind it may be whole.
        const size_t lineEnd = m_raw.find('\n');
        if (lineEnd == std::string::npos || ++m_recoveries > MaxRecoveries) {
            clearRecord();
            return true;
        }
        m_memory.hold(heldBytes() + static_cast<qint64>(m_raw.size() - lineEnd));
        const std::string rest = m_raw.substr(lineEnd + 1);
        m_line = m_quoteLine + 1;
        m_tooLong = false;
        clearRecord();
        for (const char c : rest) {
            if (!put(c))
                return false;
        }
    }
    if (m_recordBegun || !m_text.empty()) {
        m_endsInsideLine = true;
        return endRecord();
    }
    return true;
}

int CsvHeader::column(std::initializer_list<QStringView> spellings) const
{
    for (const QStringView s : spellings) {
        for (size_t i = 0; i < names.size(); ++i) {
            if (names[i] == s)
                return static_cast<int>(i);
        }
    }
    return -1;
}

QString lastRowIsOpen()
{
    return RS_MESSAGE("The last row has no line end: if the file was cut inside of it, its last cell is only a part of "
                      "what was written.");
}

bool readCsvRows(const QString &path, const QString &reportName, const JobContext &job, ImportReport &report,
                 CsvHeader &header, const std::function<void(const CsvRow &row)> &use, const CsvHeaderCheck &isKnown)
{
    bool hasHeader = false;
    bool wideHeader = false;
    bool bareReturns = false;
    bool otherHeader = false;
    bool anyRow = false;
    bool lastIsOpen = false; // of the rows that are used
    bool anyText = false;
    const auto add = [&](Severity s, qint64 line, const char *code, const QString &message, qint64 count = 1) {
        report.add(
            {s, reportName, line > 0 ? Place::line(line) : Place(), QString::fromLatin1(code), message, {}, count});
    };
    CsvRow kept;
    std::vector<std::string> headerCells;
    const auto takeRow = [&](const CsvRow &row) {
        // Only of files that are known, and not of those with call stacks, whose frames stand in lines of their own.
        if (row.lines > 1 && isKnown && !otherHeader && header.column({u"Call Stack"}) < 0)
            add(Severity::Loss, row.line, "csv.several-lines",
                RS_MESSAGE("Rows that reach over several lines, which no profiler writes in such a file: a quote "
                           "without its partner swallows the lines behind it, and their numbers are missing."),
                row.lines - 1);
        if (!hasHeader) {
            hasHeader = true;
            // The whole file is one line.
            bareReturns = row.isOpen && std::any_of(row.cells.begin(), row.cells.end(), [](std::string_view cell) {
                              return cell.find('\r') != std::string_view::npos;
                          });
            if (bareReturns)
                return false;
            if (row.cells.size() > MaxColumns) {
                wideHeader = true;
                return false;
            }
            headerCells.assign(row.cells.begin(), row.cells.end());
            for (const std::string_view cell : row.cells)
                header.names.push_back(QString::fromUtf8(cell.data(), static_cast<qsizetype>(cell.size())));
            while (!header.names.empty() && header.names.back().isEmpty())
                header.names.pop_back();
            otherHeader = !header.names.empty() && isKnown && !isKnown(header, reportName, report);
            return !header.names.empty() && !otherHeader;
        }
        // Files that were written one behind the other repeat it.
        if (row.cells.size() > 1 &&
            std::equal(row.cells.begin(), row.cells.end(), headerCells.begin(), headerCells.end()))
            return true;
        anyRow = true;
        kept.cells.assign(row.cells.begin(), row.cells.end());
        kept.line = row.line;
        while (kept.cells.size() > header.names.size() && kept.cells.back().empty())
            kept.cells.pop_back();
        if (kept.cells.size() != header.names.size()) {
            header.skippedLine = row.line;
            add(Severity::Loss, row.line, "csv.row-width",
                RS_MESSAGE(
                    "Rows with more or fewer cells than the header are skipped; they are missing from every table."));
            return true;
        }
        lastIsOpen = row.isOpen;
        use(kept);
        return true;
    };
    CsvParser parser(takeRow, job.sharedBudget());
    const bool read = readFilePieces(path, reportName, MaxFileBytes, job, report, [&](std::string_view piece) {
        anyText = true;
        return parser.feed(piece);
    });
    if (!read || job.isCanceled())
        return false;
    // Of a file of another kind nothing else is worth telling.
    if (!otherHeader)
        parser.finish();
    if (otherHeader)
        return false;
    for (const qint64 line : parser.unclosedQuotes())
        add(Severity::Loss, line, "csv.unclosed-quote",
            RS_MESSAGE("A quote that opens here never closes; the row is skipped."));
    if (parser.nulBytes() > 0)
        add(Severity::Notice, 0, "csv.nul",
            RS_MESSAGE("NUL bytes stand in the text; they are kept and shown as escapes."), parser.nulBytes());
    if (parser.longCells() > 0)
        add(Severity::Loss, 0, "csv.long-row", RS_MESSAGE("Rows of more than 64 MB are skipped."), parser.longCells());
    if (bareReturns) {
        add(Severity::Error, 1, "csv.bare-returns",
            RS_MESSAGE(
                "The lines end in carriage returns alone, which no profiler writes: nothing is shown from the file."));
        return false;
    }
    if (wideHeader) {
        add(Severity::Error, 1, "csv.header-width",
            RS_MESSAGE("The header names more than 4096 columns; nothing is shown from the file."));
        return false;
    }
    if (!hasHeader || header.names.empty()) {
        // An empty file was reported when it was read.
        if (anyText)
            add(Severity::Error, 1, "csv.no-header",
                RS_MESSAGE("The file has no header line; nothing is shown from it."));
        return false;
    }
    if (lastIsOpen)
        add(Severity::Notice, parser.lastLine(), "csv.cut", lastRowIsOpen());
    if (!anyRow)
        add(Severity::Loss, 1, "csv.no-rows",
            RS_MESSAGE("The file holds a header but no row: nothing is shown from it."));
    return true;
}

namespace {

class TableReader
{
public:
    TableReader(const JobContext &job, ImportReport &report, CsvPlaces &places, std::span<CsvGaps> gaps,
                const CsvHeaderCheck &isKnown)
        : m_job(job), m_report(report), m_places(places), m_gaps(gaps), m_isKnown(isKnown), m_memory(job.sharedBudget())
    {
    }

    bool file(const CsvFile &f)
    {
        CsvHeader header;
        std::vector<int> target;
        const int firstRow = m_rows;
        const auto row = [&](const CsvRow &r) {
            if (target.empty())
                target = columnsFor(header);
            append(r, target, f.reportName, firstRow);
        };
        bool read = false;
        try {
            read = readCsvRows(f.path, f.reportName, m_job, m_report, header, row, m_isKnown);
        } catch (const OverBudget &) {
            // Thrown between two rows.
            read = !header.names.empty();
            noteOutOfMemory(read ? OutOfMemory::BudgetForRest : OutOfMemory::BudgetForFile, m_job, m_report,
                            f.reportName);
        }
        if (!read)
            return false;
        if (target.empty())
            target = columnsFor(header);
        m_blocks.push_back({m_rows - firstRow, std::move(target)});
        if (m_full)
            m_report.add({Severity::Loss,
                          f.reportName,
                          {},
                          QStringLiteral("csv.too-many-rows"),
                          RS_MESSAGE("More rows than a table can hold; the rest is not read."),
                          {}});
        return true;
    }

    std::shared_ptr<const Table> finish(const QString &source)
    {
        auto table = std::make_shared<Table>();
        table->source = source;
        m_memory.hold(heldBytes() + tableBytes());
        // Columns are moved into the table one after the other; cells of one row then stand in all of them.
        for (Part &p : m_parts)
            settle(p);
        for (Part &p : m_parts)
            table->addColumn(p.name, p.type);
        std::vector<size_t> next(m_parts.size(), 0);
        for (const Block &block : m_blocks) {
            for (int r = 0; r < block.rows; ++r) {
                if ((r & 0xffff) == 0 && m_job.isCanceled())
                    return nullptr;
                for (const int c : block.columns)
                    copyCell(m_parts[static_cast<size_t>(c)], next[static_cast<size_t>(c)]++, *table, c);
                table->finishRow();
            }
        }
        m_parts.clear();
        m_memory.resize(table->bytes());
        table->hold(std::move(m_memory));
        return table;
    }

private:
    struct Part
    {
        QString name;
        double most = 0; ///< that a cell can hold
        ColumnType type = ColumnType::Text;
        bool known = false;      ///< type by name; else found out at the end from the texts
        CsvGaps *gaps = nullptr; ///< where its empty cells are counted
        StringPool texts;        ///< of text columns and of columns whose type is not known yet
        std::vector<StrId> text;
        std::vector<qint64> integers;
        std::vector<double> reals;
        std::vector<bool> present;
    };

    /// Rows of one file. Columns that are not among its own have no cells for them.
    struct Block
    {
        int rows = 0;
        std::vector<int> columns;
    };

    [[nodiscard]] qint64 heldBytes() const
    {
        qint64 sum = m_places.bytes();
        for (const Part &p : m_parts)
            sum += static_cast<qint64>(sizeof p + p.text.capacity() * sizeof(StrId) +
                                       (p.integers.capacity() + p.reals.capacity()) * sizeof(double) +
                                       p.present.capacity() / 8) +
                   p.texts.bytes();
        return sum;
    }
    /// What the table takes at most while its columns grow.
    [[nodiscard]] qint64 tableBytes() const
    {
        constexpr qint64 cellBytes = 2 * sizeof(double);
        qint64 sum = 0;
        for (const Part &p : m_parts)
            sum += static_cast<qint64>(p.present.size()) * cellBytes + p.texts.bytes();
        return sum;
    }
    /// Makes room for a row before its first cell is kept. The columns are measured once a megabyte of text.
    void makeRoom(const CsvRow &row)
    {
        constexpr qint64 step = qint64{1} << 20;
        constexpr qint64 cellBytes = 16;
        m_uncounted += static_cast<qint64>(row.cells.size()) * cellBytes;
        for (const std::string_view cell : row.cells)
            m_uncounted += static_cast<qint64>(cell.size());
        if (m_uncounted < step)
            return;
        m_memory.hold(heldBytes() + 2 * m_uncounted);
        m_uncounted = 0;
    }

    /// Index into m_parts for each column of a file.
    std::vector<int> columnsFor(const CsvHeader &header)
    {
        std::vector<int> out;
        std::vector<bool> taken(m_parts.size(), false);
        for (const QString &name : header.names) {
            int at = -1;
            // A repeated name is a column of its own.
            for (size_t i = 0; i < taken.size() && at < 0; ++i) {
                if (!taken[i] && m_parts[i].name == name)
                    at = static_cast<int>(i);
            }
            if (at < 0) {
                Part p;
                p.name = name;
                p.most = mostOfColumn(name);
                if (const auto type = columnTypeOf(name)) {
                    p.type = *type;
                    p.known = true;
                }
                for (CsvGaps &gaps : m_gaps) {
                    if (gaps.column == name)
                        p.gaps = &gaps;
                }
                at = static_cast<int>(m_parts.size());
                m_parts.push_back(std::move(p));
            } else {
                taken[static_cast<size_t>(at)] = true;
            }
            out.push_back(at);
        }
        return out;
    }

    static void missing(Part &p)
    {
        p.present.push_back(false);
        if (!p.known || p.type == ColumnType::Text)
            p.text.push_back(NoText);
        else if (p.type == ColumnType::Real)
            p.reals.push_back(0);
        else
            p.integers.push_back(0);
    }

    void append(const CsvRow &row, const std::vector<int> &target, const QString &file, int firstRow)
    {
        if (m_rows == std::numeric_limits<int>::max()) {
            m_full = true;
            return;
        }
        makeRoom(row);
        m_places.add(m_rows, row.line, file, m_rows - firstRow);
        for (size_t i = 0; i < row.cells.size(); ++i)
            cell(m_parts[static_cast<size_t>(target[i])], row.cells[i], row.line, file, m_rows - firstRow);
        ++m_rows;
    }

    void cell(Part &p, std::string_view text, qint64 line, const QString &file, int row)
    {
        if (isMissingCell(text)) {
            missing(p);
            if (p.gaps && p.gaps->count++ == 0)
                p.gaps->firstRow = m_rows;
            return;
        }
        if (!p.known || p.type == ColumnType::Text) {
            p.text.push_back(p.texts.intern(text));
            p.present.push_back(true);
            return;
        }
        const CellValue value = numberCell(text, p.type, p.most);
        if (value.state != CellValue::State::Number) {
            missing(p);
            m_report.add(cellFinding(
                file,
                Place::line(line).with(Place::Kind::Row, QString::number(row + 1)).with(Place::Kind::Column, p.name),
                value.state));
            return;
        }
        if (p.type == ColumnType::Real)
            p.reals.push_back(value.real);
        else
            p.integers.push_back(value.integer);
        p.present.push_back(true);
    }

    /// A column without a known name is of numbers when each of its cells is one.
    static void settle(Part &p)
    {
        if (p.known)
            return;
        bool integers = true;
        bool reals = true;
        bool any = false;
        for (quint32 i = 1; i < p.texts.size() && reals; ++i) {
            const std::string_view t = p.texts.view(StrId{i});
            any = true;
            reals = isPlainNumberCell(t) && realCell(t).has_value();
            integers = integers && reals && integerCell(t).has_value();
        }
        p.type = !any || !reals ? ColumnType::Text : integers ? ColumnType::Integer : ColumnType::Real;
    }

    void copyCell(const Part &p, size_t row, Table &table, int column)
    {
        if (!p.present[row]) {
            table.appendMissing(column);
            return;
        }
        const bool asText = !p.known || p.type == ColumnType::Text;
        switch (p.type) {
        case ColumnType::Text:
            table.appendText(column, p.texts.view(p.text[row]));
            break;
        case ColumnType::Real:
            if (!asText) {
                table.appendReal(column, p.reals[row]);
            } else if (const auto real = realCell(p.texts.view(p.text[row])); real && std::abs(*real) <= MaxUnknown) {
                table.appendReal(column, *real);
            } else {
                table.appendMissing(column);
                const CsvPlaces::At first = m_places.at(table.rows(), p.name);
                m_report.add(cellFinding(first.file, first.place, CellValue::State::Impossible));
            }
            break;
        case ColumnType::Integer:
            table.appendInteger(column, asText ? integerCell(p.texts.view(p.text[row])).value_or(0) : p.integers[row]);
            break;
        case ColumnType::TimeStamp:
        case ColumnType::Duration:
            table.appendInteger(column, p.integers[row]);
            break;
        }
    }

    const JobContext &m_job;
    ImportReport &m_report;
    CsvPlaces &m_places;
    std::span<CsvGaps> m_gaps;
    const CsvHeaderCheck &m_isKnown;
    MemoryReservation m_memory;
    qint64 m_uncounted = 0;
    std::vector<Part> m_parts;
    std::vector<Block> m_blocks;
    int m_rows = 0;
    bool m_full = false;
};

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
    auto next = std::upper_bound(m_stretches.begin(), m_stretches.end(), row,
                                 [](int r, const Stretch &s) { return r < s.row; });
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
        const auto next = std::upper_bound(m_stretches.begin(), m_stretches.end(), rows[i],
                                           [](int r, const Stretch &s) { return r < s.row; });
        if (next == m_stretches.begin())
            continue;
        const Stretch &s = *std::prev(next);
        const int behind = rows[i] - s.row;
        if (behind == 0 || i == 0 || rows[i - 1] != rows[i] - 1)
            out.m_stretches.push_back({static_cast<int>(i), s.line + behind, s.rowOfFile + behind, s.file});
    }
    return out;
}

qint64 CsvPlaces::bytes() const
{
    return static_cast<qint64>(m_stretches.capacity() * sizeof(Stretch));
}

std::shared_ptr<const Table> readCsvTable(const std::vector<CsvFile> &files, const JobContext &job,
                                          ImportReport &report, CsvPlaces *places, std::span<CsvGaps> gaps,
                                          const CsvHeaderCheck &isKnown, ThreadPool *pool)
{
    CsvPlaces own;
    CsvPlaces &told = places ? *places : own;
    auto table = readSoundCsv(files, pool, job, told, gaps, isKnown);
    return table || job.isCanceled() ? table : readCsvRowByRow(files, job, report, told, gaps, isKnown);
}

std::shared_ptr<const Table> readCsvRowByRow(const std::vector<CsvFile> &files, const JobContext &job,
                                             ImportReport &report, CsvPlaces &places, std::span<CsvGaps> gaps,
                                             const CsvHeaderCheck &isKnown)
{
    QString source;
    try {
        TableReader reader(job, report, places, gaps, isKnown);
        for (const CsvFile &f : files) {
            if (reader.file(f) && source.isEmpty())
                source = f.reportName;
        }
        if (!source.isEmpty() && !job.isCanceled())
            return reader.finish(source);
    } catch (const OverBudget &) {
        noteOutOfMemory(OutOfMemory::BudgetForFile, job, report, source);
    } catch (const std::bad_alloc &) {
        // Columns of a row that was cut off have different lengths: there is no table to be made of them.
        noteOutOfMemory(OutOfMemory::MachineForFile, job, report, source.isEmpty() ? files.front().reportName : source);
    }
    return nullptr;
}

} // namespace rs
