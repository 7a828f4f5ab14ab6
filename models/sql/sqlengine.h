// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "sql/sqldatabases.h"
#include "sql/sqlschema.h"
#include "tables/base/tablesink.h"

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace rs {

struct SqlState;

/// Outcome of a statement.
struct SqlOutcome
{
    QString error;          ///< English text of SQLite or of ours; empty: none
    Phrase mistake;         ///< the error, where it is a sentence of ours: to be translated
    qsizetype errorAt = -1; ///< the character of the statement that it is about; -1: not known
    bool isCanceled = false;
    bool isTruncated = false; ///< there are rows behind the page; how many is not known
    std::vector<Phrase>
        reasons;            ///< reasons why tables of the statement have no rows at all, and databases that end early
    bool lacksData = false; ///< something is missing for one of them, so that no rows are no answer

    void setMistake(Phrase why)
    {
        mistake = std::move(why);
        error = mistake.english();
    }
};

/// A column of what a statement gives.
struct SqlAnswerColumn
{
    QString name; ///< unique: a second of the same name has "_2" behind it
    const SqlTable *table =
        nullptr; ///< table of the catalogue, from which it comes as it is; null: an expression, a database
    const SqlColumn *column = nullptr; ///< column of that table
    QString database;                  ///< "rank0": of an attached database, as it is there; empty: of none
};

/// Receives the rows of a statement as they come.
class SqlReceiver
{
public:
    SqlReceiver() = default;
    virtual ~SqlReceiver() = default;
    Q_DISABLE_COPY_MOVE(SqlReceiver)

    /// Empty, or why it takes no rows with these columns: English.
    [[nodiscard]] virtual QString begin(const std::vector<SqlAnswerColumn> &columns) = 0;
    /// The next row would be one too many.
    [[nodiscard]] virtual bool isFull() const { return false; }
    /// Texts live until the next row. False: no more of them.
    [[nodiscard]] virtual bool row(const CellRow &cells) = 0;
};

/// A table of an attached database, which a statement names "rank0.TASK".
struct SqlDatabaseTable
{
    QString database; ///< "rank0"
    QString file;     ///< path
    QString name;
    std::vector<std::pair<QString, QString>> columns; ///< name and type
};

/// Content of a database of a run, for lists.
struct SqlDatabaseContent
{
    SqlDatabase database;
    std::vector<SqlDatabaseTable> tables; ///< by name; views are left out, since none is run
    Phrase why;                           ///< it cannot be read; empty: it was
};

/// Only the schema is read; what was cancelled may lack tables. Nothing is written beside the file.
[[nodiscard]] SqlDatabaseContent contentOf(const SqlDatabase &database, const JobContext &job);

/// Statements over the loaded ranks of a run: the catalogue's tables as virtual tables that copy nothing, functions for
/// intervals and steps (sqlmodule.h), and the databases of the run (sqldatabases.h): as many of them are attached as
/// SQLite takes, and another one takes the place of the last one once a statement names it. Nothing can be written: any
/// statement that does more than read is refused. One thread.
class SqlEngine
{
public:
    /// `tables` and `pool` (null: none) outlive the engine.
    SqlEngine(std::shared_ptr<const Run> run, const Catalogue &tables, ThreadPool *pool, JobContext job);
    ~SqlEngine();
    Q_DISABLE_COPY_MOVE(SqlEngine)

    [[nodiscard]] const std::vector<SqlTable> &tables() const;
    /// Databases that could not be attached, and why: English.
    [[nodiscard]] QStringList unattached() const;
    /// The same, to be translated.
    [[nodiscard]] const std::vector<Phrase> &whyUnattached() const { return m_unattached; }
    /// Runs one statement and writes the rows of the sink's page as they come, no further than the first row behind it;
    /// begins the sink with the statement's columns, a second of the same name with "_2" behind it, and leaves its end
    /// to the caller. Throws OverBudget.
    [[nodiscard]] SqlOutcome query(const QString &sql, TableSink &sink);
    /// At most `limit` rows for who wants to know where the columns come from. Nothing begins where the statement
    /// cannot run.
    [[nodiscard]] SqlOutcome query(const QString &sql, SqlReceiver &to, qint64 limit);
    /// Only tells the columns, without any row.
    [[nodiscard]] SqlOutcome describe(const QString &sql, SqlReceiver &to);

private:
    struct Finalize
    {
        void operator()(sqlite3_stmt *statement) const;
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;
    /// Null where it cannot run, and the outcome says why.
    [[nodiscard]] Statement prepare(const QString &sql, SqlOutcome &out);
    /// Which of the databases that the statement reads end early.
    void sayCut(SqlOutcome &out) const;
    /// Error of SQLite for the code. Throws what was thrown where it called us.
    void sayError(int code, SqlOutcome &out);
    struct Close
    {
        void operator()(sqlite3 *connection) const;
    };
    void attachDatabases();
    /// Empty, or why not.
    Phrase attach(const SqlDatabase &database);
    /// The databases that a statement names, in place of others. False, and the outcome says why, where it cannot be.
    bool attachNamed(const QString &sql, SqlOutcome &out);
    /// The path of an attached database; empty where it is not.
    [[nodiscard]] QString pathOf(const QString &database) const;

    std::unique_ptr<SqlState> m_state; // outlives the connection
    std::unique_ptr<sqlite3, Close> m_connection;
    std::vector<Phrase> m_unattached;
    std::vector<SqlDatabase> m_databases; // of the run
    std::vector<SqlDatabase> m_attached;
    std::set<std::string> m_cut;                      ///< names of those of them that end early
    std::vector<std::pair<QString, QString>> m_views; ///< attached databases: names of database and view
};

} // namespace rs
