// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/threadpool.h"
#include "core/table/table.h"
#include "core/text/stringpool.h"
#include "importers/csv/csvtable.h"
#include "importers/csv/csvvalues.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

/// Cells of some rows in one column, in one of the lists.
struct CsvCells
{
    ColumnType type = ColumnType::Text; ///< Text also where it is not known yet
    double most = 0;
    std::vector<StrId> text;
    std::vector<qint64> integers;
    std::vector<double> reals;
    std::vector<qint64> empty; ///< rows without a value
    std::vector<qint64> wrong; ///< rows whose cell is no number, or none that can be
    StringPool *pool = nullptr;
    std::string_view lastWritten; ///< text before this row with its quotes, in the text that is read; empty: none
    StrId lastText = NoText;

    CellValue::State put(qint64 row, std::string_view cell);
    /// They read and put a cell that is what it should be, written on one line; leave `p` behind it. False: it is not.
    [[nodiscard]] bool readPlain(qint64 row, const char *&p, const char *end);
    [[nodiscard]] bool readOther(qint64 row, const char *&p, const char *end, std::string &scratch);
    void makeRoom(qint64 rows);
    void setMissing(qint64 row, std::vector<qint64> &why);
    void takeBack(qint64 row);
};

/// Rows of a piece of a file, with columns as its header names them.
struct CsvRows
{
    std::vector<CsvCells> cells;
    qint64 rows = 0;
    qint64 room = 0;                              ///< rows that the cells have room for
    StringPool texts;                             ///< columns of text by their names
    StringPool unknown;                           ///< columns whose names say nothing
    std::vector<std::pair<qint64, qint64>> lines; ///< row and line, where that is not the line behind the row before
    qint64 nextLine = -1;
    std::vector<CsvFault> faults; ///< the first of each kind, and how many there are

    void note(const CsvFault &fault);
    void makeRoom(qint64 more);
    void add(const CsvRow &row);
    /// Adds the rows that stand in a text, each on a line of its own with a cell for each column, up to one that may
    /// be otherwise or begins behind `until`, and says where that begins. `head`: how one that repeats the header
    /// begins, but for blanks and quotes.
    [[nodiscard]] const char *addPlain(std::string_view text, qint64 line, qint64 until, const std::string &head);
    [[nodiscard]] qint64 bytes() const;

private:
    bool addPlainRow(const char *&p, const char *end, std::string &scratch);
    void endRow(qint64 line);
};

/// Columns of a table of csv files, to which rows are appended.
class CsvColumns
{
public:
    CsvColumns(ThreadPool *pool, const JobContext &job, std::span<CsvGaps> gaps)
        : m_pool(pool), m_gaps(gaps), m_memory(job.sharedBudget())
    {
    }

    /// The rows appended from now on have these columns; about so many come.
    void beginFile(const CsvHeader &header, qint64 rows);
    /// Empties `rows` for as many of the file. Memory that was used before is not asked for again.
    void open(CsvRows &rows, qint64 most) const;
    /// Throws OverBudget before it takes any.
    void append(const CsvRows &rows);
    [[nodiscard]] int rows() const { return m_rows; }
    [[nodiscard]] std::shared_ptr<const Table> makeTable(const QString &source);
    /// Rows and columns of numbers that cannot be, which are missing, in the order of the rows; once the table is made.
    [[nodiscard]] const std::vector<std::pair<int, int>> &impossibleCells() const { return m_impossible; }

private:
    struct Part
    {
        Column column;
        double most = 0;
        bool known = false; ///< type by name; else found out at the end from the texts
        CsvGaps *gaps = nullptr;
        StringPool texts; ///< column whose type is not known
    };

    [[nodiscard]] qint64 textBytes() const;
    [[nodiscard]] qint64 bytes() const;
    Column::Piece *pieceFor(Part &part, const CsvCells &cells, qint64 rows) const;
    static void append(Column::Piece &piece, Part &part, const CsvCells &cells, const CsvRows &rows,
                       const std::vector<StrId> &ids);
    void settle(Part &part, int index);

    ThreadPool *const m_pool;
    const std::span<CsvGaps> m_gaps;
    MemoryReservation m_memory; ///< memory of the columns, then of the table
    std::shared_ptr<StringPool> m_strings = std::make_shared<StringPool>();
    std::vector<std::unique_ptr<Part>> m_parts;
    std::vector<Part *> m_ofFile;
    qint64 m_expected = 0; ///< rows behind the file
    qint64 m_room = 0;     ///< rows that memory is reserved for
    int m_rows = 0;
    std::vector<std::pair<int, int>> m_impossible;
};

} // namespace rs
