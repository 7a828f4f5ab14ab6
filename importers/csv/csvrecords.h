// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "importers/files/bytesource.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rs {

/// One record of a CSV file, its cells free of stray blanks, TABs and CRs at both ends.
struct CsvRow
{
    std::vector<std::string_view> cells;
    qint64 line = 1;     ///< first line of the record, counted from 1
    qint64 lines = 1;    ///< over how many it reaches
    bool isOpen = false; ///< the text ended without a line end behind it, as some writers end their files

    /// The cell of a column; empty where there is no such column (-1).
    [[nodiscard]] std::string_view cell(int column) const
    {
        return column < 0 ? std::string_view() : cells[static_cast<size_t>(column)];
    }
    [[nodiscard]] bool isBlank() const { return cells.size() == 1 && cells.front().empty(); }
};

/// Reads the cell that begins at `p`, which `scratch` may hold then, and says where it ends: at a comma or line end.
/// Null when its quote does not close before `end`, where a line end stands. `lines`: raised by the line ends in it.
[[nodiscard]] const char *readCsvCell(const char *p, const char *end, std::string_view &cell, std::string &scratch,
                                      qint64 &lines);

/// A place in a CSV file where a record begins.
struct CsvPosition
{
    qint64 at = 0;
    qint64 line = 1;
};

/// The records of a CSV file from one of them on. RFC 4180: quoted cells may hold commas, doubled quotes and line ends;
/// line ends are LF or CRLF. A quote that never closes is taken back: what follows its line is read again as lines of
/// their own. The text held counts against the budget before it grows: next() throws OverBudget.
class CsvRecords
{
public:
    /// `end`: of the file. Only what begins before `until` is read ahead; nothing behind `stop`.
    CsvRecords(const ByteSource &file, qint64 end, const JobContext &job, CsvPosition from, qint64 until, qint64 stop)
        : m_file(file), m_end(end), m_until(until), m_stop(stop), m_place(from), m_readTo(from.at),
          m_memory(job.sharedBudget())
    {
    }
    CsvRecords(const ByteSource &file, const JobContext &job)
        : CsvRecords(file, file.size(), job, {}, file.size(), file.size())
    {
    }

    /// False behind the last record, or where one does not end before `stop`. The cells live until the next call.
    bool next(CsvRow &row);
    /// The text that was read from there on, up to a line end or less; with 64 bytes behind it that may be looked at.
    [[nodiscard]] std::string_view readAhead();
    /// Goes on behind so many bytes and lines of it.
    void skip(qint64 bytes, qint64 lines);
    /// Place at which the next record begins.
    [[nodiscard]] const CsvPosition &position() const { return m_place; }
    [[nodiscard]] const std::vector<qint64> &unclosedQuotes() const { return m_unclosed; } ///< lines
    [[nodiscard]] qint64 longRows() const { return m_longRows; } ///< dropped because of their size
    /// Place at which the text ends though the file was longer; -1: it does not.
    [[nodiscard]] qint64 earlyEnd() const { return m_earlyEnd; }

private:
    [[nodiscard]] bool isAllRead() const { return m_readTo >= m_end || m_earlyEnd >= 0; }
    const char *split(const char *p, CsvRow &row);
    bool fill();
    bool takeBackQuote();

    const ByteSource &m_file;
    const qint64 m_end;
    const qint64 m_until;
    const qint64 m_stop;
    CsvPosition m_place;
    qint64 m_readTo;
    std::vector<char> m_text;     ///< a part of the file, with room behind it
    const char *m_from = nullptr; ///< in it: m_place
    char *m_to = nullptr;         ///< in it: m_readTo, where a line end stands
    const char *m_openQuote = nullptr;
    std::deque<std::string> m_scratch; ///< cells of the record that have quotes inside
    std::vector<qint64> m_unclosed;
    qint64 m_longRows = 0;
    qint64 m_earlyEnd = -1;
    MemoryReservation m_memory;
};

} // namespace rs
