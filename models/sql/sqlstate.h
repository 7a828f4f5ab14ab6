// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/stepofstamp.h"
#include "core/phrase.h"
#include "sql/sqlschema.h"

#include <QString>

#include <exception>
#include <map>
#include <memory>
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
    /// Ascending. Null when cancelled.
    [[nodiscard]] const std::vector<quint32> *withInteger(int column, qint64 value, const JobContext &job);
    [[nodiscard]] const std::vector<quint32> *withText(int column, std::string_view text, const JobContext &job);

private:
    std::shared_ptr<const RowSource> m_rows;
    std::map<int, std::map<qint64, std::vector<quint32>>> m_integers;
    std::map<int, std::map<std::string_view, std::vector<quint32>>> m_texts; // views into the rows
};

/// What the callbacks of one connection share: the run, and the rows that were made for it. One thread.
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
    std::vector<Phrase> whyEmpty;                      ///< of tables that had no rows, each once

    /// The rows of a table for a query; null when cancelled. Throws OverBudget.
    [[nodiscard]] std::shared_ptr<SqlRows> rowsOf(const SqlTable &table, TableQuery query);
};

} // namespace rs
