// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/table/table.h"
#include "core/text/importreport.h"

#include <QString>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rs {

/// One record of a CSV file, its cells free of stray blanks, TABs and CRs at both ends.
struct CsvRow
{
    std::vector<std::string_view> cells;
    qint64 line = 1;     ///< where the record starts, counted from 1
    qint64 lines = 1;    ///< over how many it reaches
    bool isOpen = false; ///< the text ended without a line end behind it, as some writers end their files
};

/// RFC 4180 by pieces: quoted cells may hold commas, doubled quotes and line ends; line ends are LF or CRLF.
/// A quote that never closes is taken back: what follows its line is read again as lines of their own.
/// What it holds of a record counts against the budget before it grows; OverBudget is thrown before the record is
/// handed out.
class CsvParser
{
public:
    /// Called for each record; false stops. The views live until the call returns.
    using Use = std::function<bool(const CsvRow &row)>;

    explicit CsvParser(Use use, std::shared_ptr<MemoryBudget> budget = {})
        : m_use(std::move(use)), m_memory(std::move(budget))
    {
    }

    /// False when `use` stopped it.
    bool feed(std::string_view piece);
    bool finish();

    [[nodiscard]] const std::vector<qint64> &unclosedQuotes() const { return m_unclosed; } ///< lines
    [[nodiscard]] bool endsInsideLine() const { return m_endsInsideLine; }
    [[nodiscard]] qint64 lastLine() const { return m_line; }
    [[nodiscard]] qint64 nulBytes() const { return m_nulBytes; }
    [[nodiscard]] qint64 longCells() const { return m_longCells; } ///< records dropped because of their size

    static constexpr size_t maxRecordBytes = size_t{64} << 20;

private:
    bool put(char c);
    void append(std::string &to, char c)
    {
        if (to.size() == to.capacity())
            grow(to);
        to += c;
    }
    void grow(std::string &text);
    [[nodiscard]] qint64 heldBytes() const;
    void endCell();
    bool endRecord();
    void clearRecord();

    enum class State : quint8 { CellStart, Plain, Quoted, QuoteInQuoted };

    Use m_use;
    State m_state = State::CellStart;
    std::string m_text;                             ///< cells of the record in work, one behind the other
    std::string m_raw;                              ///< of the record, from the opening of a quoted cell on
    std::vector<std::pair<size_t, size_t>> m_cells; ///< offset, length
    size_t m_cellBegin = 0;
    qint64 m_line = 1;
    qint64 m_recordLine = 1;
    qint64 m_quoteLine = 0;
    qint64 m_nulBytes = 0;
    qint64 m_longCells = 0;
    int m_bomAt = 0;
    bool m_recordBegun = false;
    bool m_tooLong = false;
    bool m_endsInsideLine = false;
    int m_recoveries = 0;
    std::vector<qint64> m_unclosed;
    CsvRow m_row;
    MemoryReservation m_memory; ///< of m_text, m_raw and the cells
};

/// The text about a last row without a line end: its last cell counts, and nobody can tell whether it was cut.
[[nodiscard]] QString lastRowIsOpen();

/// What a reader of rows is told once the header is known.
struct CsvHeader
{
    std::vector<QString> names; ///< trimmed; without the empty ones that trailing commas make
    qint64 skippedLine = -1;    ///< of the last row of another width, known at the end; -1: none
    [[nodiscard]] int column(std::initializer_list<QStringView> spellings) const;
};

/// Whether a header is that of a file of the expected kind. If not, it says so, and that is all that is to be said.
using CsvHeaderCheck = std::function<bool(const CsvHeader &header, const QString &reportName, ImportReport &report)>;

/// Reads a whole csv file row by row, checks the width of each row, and reports what is wrong with it. Rows of another
/// width than the header are skipped and counted, with the line of the first one. The last cell of a file that ends
/// without a line end comes as missing.
/// False when there is no header, when `isKnown` does not take it, or the job was cancelled. Throws OverBudget between
/// two rows; `header` has no names where not even the first line had room.
bool readCsvRows(const QString &path, const QString &reportName, const JobContext &job, ImportReport &report,
                 CsvHeader &header, const std::function<void(const CsvRow &row)> &use,
                 const CsvHeaderCheck &isKnown = {});

/// Reads csv files of one kind (slices of one export) into one typed table that keeps every column.
/// Stamps and durations of kernels become TimeStamp and Duration (ns); other columns with known names or units become
/// numbers; the rest becomes Integer, Real or Text by what the whole column holds. A cell of a numeric column that is
/// no number, or one that cannot be, is missing, and a finding of severity Loss names row and column. Null when no file
/// had a header, or the job was cancelled. Columns take room only in the rows of the files that have them, and count
/// against the budget.
struct CsvFile
{
    QString path;
    QString reportName;
};

/// Where the rows of a table stand in the files that it was read from.
class CsvPlaces
{
public:
    struct At
    {
        QString file;
        Place place; ///< line 7, row 5, column Name
    };
    void add(int row, qint64 line, const QString &file, int rowOfFile);
    [[nodiscard]] At at(int row, const QString &column) const;
    /// The places in a table that has these rows only.
    [[nodiscard]] CsvPlaces withRows(const std::vector<int> &rows) const;
    [[nodiscard]] qint64 bytes() const;

private:
    /// Rows of one line each, one behind the other.
    struct Stretch
    {
        int row = 0;
        qint64 line = 0;
        int rowOfFile = 0;
        size_t file = 0;
    };
    std::vector<QString> m_files;
    std::vector<Stretch> m_stretches;
    qint64 m_nextLine = 0;
};

/// Empty cells of one column.
struct CsvGaps
{
    QStringView column;
    qint64 count = 0;
    int firstRow = 0;
};

/// `places` is told where each row stands. `gaps` names the columns whose empty cells are counted; nothing
/// is allocated for that. With a pool, files as a profiler writes them are read by all of its threads.
[[nodiscard]] std::shared_ptr<const Table> readCsvTable(const std::vector<CsvFile> &files, const JobContext &job,
                                                        ImportReport &report, CsvPlaces *places = nullptr,
                                                        std::span<CsvGaps> gaps = {},
                                                        const CsvHeaderCheck &isKnown = {}, ThreadPool *pool = nullptr);

/// The same row by row, whatever the files hold: what readCsvTable() does with those that are not as a profiler writes
/// them.
[[nodiscard]] std::shared_ptr<const Table> readCsvRowByRow(const std::vector<CsvFile> &files, const JobContext &job,
                                                           ImportReport &report, CsvPlaces &places,
                                                           std::span<CsvGaps> gaps, const CsvHeaderCheck &isKnown);

} // namespace rs
