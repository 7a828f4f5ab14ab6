// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sql/sqlschema.h"
#include "tables/tablesink.h"

#include <memory>

struct sqlite3;

namespace rs {

struct SqlState;

/// How a statement ended.
struct SqlOutcome
{
    QString error; ///< of SQLite or of ours, English; empty: none
    bool isCanceled = false;
    bool isTruncated = false; ///< there are rows behind the page; how many is not known
    QStringList notes;        ///< English: why tables of the statement had no rows
};

/// Statements over the loaded ranks of a run: the catalogue's tables as virtual tables that copy nothing, functions for
/// intervals and steps (sqlmodule.h), and the databases of the ranks attached as "rank0", "rank1", … Nothing can be
/// written: any statement that does more than read is refused. One thread.
class SqlEngine
{
public:
    /// `tables` and `pool` (null: none) outlive the engine.
    SqlEngine(std::shared_ptr<const Run> run, const Catalogue &tables, ThreadPool *pool, JobContext job);
    ~SqlEngine();
    Q_DISABLE_COPY_MOVE(SqlEngine)

    [[nodiscard]] const std::vector<SqlTable> &tables() const;
    /// Databases that could not be attached, and why: English.
    [[nodiscard]] const QStringList &unattached() const { return m_unattached; }
    /// Runs one statement and writes the rows of the sink's page as they come, no further than the first row behind it;
    /// begins the sink with the statement's columns, a second of the same name with "_2" behind it, and leaves its end
    /// to the caller. Throws OverBudget.
    [[nodiscard]] SqlOutcome query(const QString &sql, TableSink &sink);

private:
    struct Close
    {
        void operator()(sqlite3 *connection) const;
    };
    void attachDatabases();

    std::unique_ptr<SqlState> m_state; // outlives the connection
    std::unique_ptr<sqlite3, Close> m_connection;
    QStringList m_unattached;
};

} // namespace rs
