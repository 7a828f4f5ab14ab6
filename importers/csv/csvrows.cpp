// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/csvrows.h"

#include "core/job/outofmemory.h"
#include "importers/csv/csvvalues.h"
#include "importers/files/bytecounts.h"
#include "importers/files/filebytes.h"

#include <algorithm>
#include <array>

namespace rs {

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

Place CsvHeader::placeOf(const CsvRow &row, int column) const
{
    return Place::line(row.line).with(Place::Kind::Column, names[static_cast<size_t>(column)]);
}

QString lastRowIsOpen()
{
    return RS_MESSAGE("The last row has no line end: if the file was cut there, its last cell may be incomplete.");
}

CsvCounts countCsv(const ByteSource &file, qint64 from, qint64 bytes, const JobContext &job)
{
    constexpr qint64 piece = qint64{64} << 10; // stays in the cache of its processor
    std::array<char, static_cast<size_t>(piece)> buffer;
    CsvCounts out;
    while (out.bytes < bytes && !job.isCanceled()) {
        const qint64 n = file.read(from + out.bytes, buffer.data(), std::min(piece, bytes - out.bytes));
        if (n <= 0)
            break;
        const auto [quotes, lines, commas] = countBytes<'"', '\n', ','>(buffer.data(), static_cast<size_t>(n));
        out = {out.bytes + n, out.quotes + quotes, out.lines + lines, out.commas + commas};
    }
    return out;
}

void CsvEnd::add(const CsvRecords &records)
{
    longRows += records.longRows();
    unclosedQuotes.insert(unclosedQuotes.end(), records.unclosedQuotes().begin(), records.unclosedQuotes().end());
}

void CsvEnd::add(const CsvEnd &part)
{
    longRows += part.longRows;
    anyRow |= part.anyRow;
    lastIsOpen |= part.lastIsOpen;
    unclosedQuotes.insert(unclosedQuotes.end(), part.unclosedQuotes.begin(), part.unclosedQuotes.end());
}

void CsvHead::add(Severity severity, qint64 line, const char *code, const QString &message, qint64 count) const
{
    m_report.add(severity, m_reportName, code, message, line > 0 ? Place::line(line) : Place(), {}, count);
}

bool CsvHead::take(const CsvRow &row)
{
    constexpr size_t mostColumns = 4096;
    m_taken = true;
    m_isTooWide = row.cells.size() > mostColumns;
    if (m_isTooWide)
        return false;
    m_cells.assign(row.cells.begin(), row.cells.end());
    std::vector<QString> &names = m_header.names;
    for (const std::string_view cell : row.cells)
        names.push_back(QString::fromUtf8(cell.data(), static_cast<qsizetype>(cell.size())));
    while (!names.empty() && names.back().isEmpty())
        names.pop_back();
    m_isOther = !names.empty() && m_isKnown && !m_isKnown(m_header, m_reportName, m_report);
    return !names.empty() && !m_isOther;
}

std::string CsvHead::firstCell() const
{
    const std::string &cell = m_cells.front();
    return cell.empty() || cell.front() == '\n' ? "," : cell.substr(0, cell.find('\n'));
}

bool CsvHead::takesRow(CsvRow &row, CsvEnd &end, const std::function<void(const CsvFault &)> &note) const
{
    std::vector<std::string_view> &cells = row.cells;
    if (row.isBlank() || (cells.size() > 1 && std::equal(cells.begin(), cells.end(), m_cells.begin(), m_cells.end())))
        return false;
    end.anyRow = true;
    while (cells.size() > m_header.names.size() && cells.back().empty())
        cells.pop_back();
    if (cells.size() != m_header.names.size()) {
        note({CsvFault::Kind::Width, row.line});
        return false;
    }
    end.lastIsOpen = row.isOpen;
    return true;
}

void CsvHead::tell(const CsvFault &fault) const
{
    if (fault.kind == CsvFault::Kind::Width) {
        add(Severity::Loss, fault.line, "csv.row-width",
            RS_MESSAGE("Rows with more or fewer cells than the header are skipped; they are missing from every table."),
            fault.count);
        return;
    }
    Finding f = cellFinding(m_reportName,
                            Place::line(fault.line)
                                .with(Place::Kind::Row, QString::number(fault.row + 1))
                                .with(Place::Kind::Column, m_header.names[static_cast<size_t>(fault.column)]),
                            fault.kind == CsvFault::Kind::Impossible ? CellValue::State::Impossible
                                                                     : CellValue::State::NotANumber);
    f.count = fault.count;
    m_report.add(std::move(f));
}

bool CsvHead::tellEnd(const CsvEnd &end) const
{
    for (const qint64 line : end.unclosedQuotes)
        add(Severity::Loss, line, "csv.unclosed-quote",
            RS_MESSAGE("A quote that opens here never closes; the row is skipped."));
    if (end.longRows > 0)
        add(Severity::Loss, 0, "csv.long-row", RS_MESSAGE("Rows of more than 64 MB are skipped."), end.longRows);
    if (m_isTooWide) {
        add(Severity::Error, 1, "csv.header-width",
            RS_MESSAGE("The header names more than 4096 columns; nothing is shown from the file."));
        return false;
    }
    if (m_header.names.empty()) {
        // An empty file was reported when it was read.
        if (end.anyText)
            add(Severity::Error, 1, "csv.no-header",
                RS_MESSAGE("The file has no header line; nothing is shown from it."));
        return false;
    }
    if (end.lastIsOpen)
        add(Severity::Notice, end.lastLine, "csv.cut", lastRowIsOpen());
    if (!end.anyRow)
        add(Severity::Loss, 1, "csv.no-rows",
            RS_MESSAGE("The file holds a header but no row: nothing is shown from it."));
    return true;
}

bool readCsvRows(const QString &path, const QString &reportName, const JobContext &job, ImportReport &report,
                 CsvHeader &header, const std::function<void(const CsvRow &row)> &use, const CsvHeaderCheck &isKnown)
{
    const auto file = openForReading(path, reportName, MaxCsvBytes, report);
    if (!file)
        return false;
    CsvHead head(reportName, header, isKnown, report);
    CsvEnd end;
    end.anyText = file->size() > 0;
    const auto note = [&](const CsvFault &fault) {
        if (fault.kind == CsvFault::Kind::Width)
            header.skippedLine = fault.line;
        head.tell(fault);
    };
    job.addTotal(file->size());
    CsvRecords records(*file, job);
    CsvRow row;
    try {
        for (qint64 done = 0; !job.isCanceled() && records.next(row); done = records.position().at) {
            job.addDone(records.position().at - done);
            if (head.isTaken() && head.takesRow(row, end, note))
                use(row);
            else if (!head.isTaken() && !row.isBlank() && !head.take(row))
                break;
        }
    } catch (const OverBudget &) {
        const bool isBegun = !header.names.empty();
        noteOutOfMemory(isBegun ? OutOfMemory::BudgetForRest : OutOfMemory::BudgetForFile, job, report, reportName);
        return isBegun;
    }
    if (records.earlyEnd() >= 0)
        noteEarlyEnd(*file, records.earlyEnd(), reportName, report);
    if (job.isCanceled() || head.isOther())
        return false;
    end.add(records);
    end.lastLine = records.position().line;
    return head.tellEnd(end);
}

} // namespace rs
