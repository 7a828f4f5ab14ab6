// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/stepwindows.h"
#include "core/job/jobcontext.h"
#include "core/text/phrase.h"
#include "sql/sqlschema.h"

#include <QString>

#include <exception>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

/// Rows of a table for one query, and which of them hold a value, looked up once they are asked for.
class SqlRows
{
public:
    explicit SqlRows(std::shared_ptr<const RowSource> rows) : m_rows(std::move(rows)) {}

    [[nodiscard]] const RowSource &rows() const { return *m_rows; }
    /// Columns of Text, Word and integer kinds.
    [[nodiscard]] static bool canLookUp(ValueKind kind);
    /// Rows with that number, or where `ofSlice` with that slice, ascending, until the next call. Null when cancelled.
    /// Throws OverBudget.
    [[nodiscard]] const std::vector<quint32> *withNumber(int column, bool ofSlice, qint64 value, const JobContext &job);
    /// Ascending. Null when cancelled. Throws OverBudget.
    [[nodiscard]] const std::vector<quint32> *withText(int column, std::string_view text, const JobContext &job);
    /// All rows by their text, ascending; first those without one.
    using ByText = std::map<std::optional<std::string_view>, std::vector<quint32>>; // views into the rows
    /// Null when cancelled. Throws OverBudget.
    [[nodiscard]] const ByText *byText(int column, const JobContext &job);

    /// The slice of a cell; `column` -1: of the row. NoSlice where there is none.
    [[nodiscard]] SliceId slice(quint32 row, int column) const
    {
        return column < 0 ? m_rows->place(row).slice : m_rows->cellPlace(row, column).slice;
    }

private:
    struct Numbers
    {
        std::vector<std::pair<qint64, quint32>> rows; ///< number and row, sorted
        MemoryReservation memory;
    };
    std::shared_ptr<const RowSource> m_rows;
    std::map<std::pair<int, bool>, Numbers> m_numbers; ///< by column, of integers or of slices
    std::vector<quint32> m_found;
    struct Texts
    {
        ByText rows;
        MemoryReservation memory;
    };
    std::map<int, Texts> m_texts;
};

/// Rows that a table of ranks has of one of them.
struct SqlTurn
{
    int rank = -1; ///< into Run::ranks; -1: of a run's table
    HostLanes lanes = HostLanes::With;
    bool isOfHost = false; ///< ranks share them, so they have none
};

/// Shared state of the callbacks of one connection: the run, and the rows that were made for it. One thread.
struct SqlState
{
    std::shared_ptr<const Run> run;
    std::vector<SqlTable> tables;
    JobContext job;
    ThreadPool *pool = nullptr;
    std::map<QString, std::shared_ptr<SqlRows>> made;  ///< by table, rank and parameters
    std::map<int, std::unique_ptr<StepOfStamp>> steps; ///< by index of the rank
    bool isDeclaring = false;                          ///< a virtual table tells SQLite its columns by a CREATE TABLE
    std::exception_ptr failure;                        ///< thrown where SQLite called us, which knows no exceptions
    std::set<std::string> databases;                   ///< that the statement reads, by their names
    /// Tables, and of which rank, that had no row for what the statement asked of them.
    std::set<std::pair<const SqlTable *, int>> withoutRows;

    /// Turns of all loaded ranks; what several of them share has one turn, after theirs.
    [[nodiscard]] std::vector<SqlTurn> turnsOf(const SqlTable &table) const;
    /// The host of a rank, or the folder of its kernel trace where no file names the host.
    [[nodiscard]] QString hostOf(int rank) const;
    /// The rows of a table for a query; null when cancelled. Throws OverBudget.
    [[nodiscard]] std::shared_ptr<SqlRows> rowsOf(const SqlTable &table, TableQuery query);
    /// Adds why those of withoutRows have none at all, each reason once; what has rows that only the statement did not
    /// ask for needs no reason. `lacksData`: one of the reasons is no answer but something that is missing.
    void sayWhyEmpty(std::vector<Phrase> &reasons, bool &lacksData);
};

} // namespace rs
