// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/databasetable.h"

#include <QElapsedTimer>
#include <QString>
#include <QStringList>

#include <memory>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace rs {

/// The only way in which an SQLite file is opened: read-only and immutable, so nothing is locked or written beside it,
/// and so that nothing in it can run. Views, triggers, virtual tables, computed columns and functions are refused,
/// cells and statements have a largest size, and every statement ends when the job is cancelled or the time is up.
/// Slow: for jobs. One thread at a time may use it.
class SafeDatabase
{
public:
    struct Limits
    {
        qint64 milliseconds = 60'000;     ///< for everything that is asked
        int cellBytes = 16 * 1024 * 1024; ///< limit of a cell, and of a row
    };

    /// `job` must outlive the object.
    SafeDatabase(const QString &path, const JobContext &job, Limits limits);
    SafeDatabase(const QString &path, const JobContext &job) : SafeDatabase(path, job, Limits()) {}
    ~SafeDatabase();
    Q_DISABLE_COPY_MOVE(SafeDatabase)

    /// The first thing that went wrong.
    [[nodiscard]] const DatabaseProblem &problem() const { return m_problem; }
    /// Reason in SQLite's words why the last rows ended too early, and forgets it: other tables may be sound. Empty if
    /// there is none.
    [[nodiscard]] QString takeDamage();
    [[nodiscard]] DatabaseTables tables();
    struct Columns
    {
        QStringList names;    ///< stored ones, in their order
        QStringList computed; ///< the others
    };
    [[nodiscard]] Columns columns(const QString &table);

    /// Rows of a table from front to back.
    class Rows
    {
    public:
        enum class Cell : quint8 { Missing, Integer, Real, Text, Blob };
        /// False at the end, or when something went wrong: then problem() says what.
        [[nodiscard]] bool next();
        /// Whether the end was due to a row that is larger than allowed; rows behind it can be read with skip().
        [[nodiscard]] bool endedAtOversizedRow() const { return m_oversized; }
        [[nodiscard]] Cell type(int column) const;
        [[nodiscard]] qint64 integer(int column) const;
        [[nodiscard]] double real(int column) const;
        /// type(), with the value of a cell that is an integer, or a number; else `value` stays.
        [[nodiscard]] Cell take(int column, qint64 &value) const;
        [[nodiscard]] Cell take(int column, double &value) const;
        /// Bytes of a text or blob; valid until next().
        [[nodiscard]] std::string_view bytes(int column) const;

    private:
        friend class SafeDatabase;
        struct Finalize
        {
            void operator()(sqlite3_stmt *statement) const;
        };
        SafeDatabase *m_database = nullptr;
        std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
        bool m_oversized = false;
    };
    /// Columns of at most `limit` rows (negative: all) behind the first `skip`. Without columns each row is empty.
    [[nodiscard]] Rows rows(const QString &table, const QStringList &columns, qint64 limit, qint64 skip = 0);
    /// The highest number of a row, which is found without reading the table; 0 where there is no telling.
    [[nodiscard]] qint64 lastRowId(const QString &table);
    /// At most `limit` rows in which a column, or "rowid", has that value.
    [[nodiscard]] Rows rowsWith(const QString &table, const QStringList &columns, const QString &column, qint64 value,
                                qint64 limit);

private:
    struct Close
    {
        void operator()(sqlite3 *handle) const;
    };
    [[nodiscard]] Rows prepare(const QString &sql);
    void fail(int code);
    /// Called by SQLite every so many steps; not 0 ends the statement.
    static int poll(void *self);

    const JobContext &m_job;
    Limits m_limits;
    QElapsedTimer m_timer;
    std::unique_ptr<sqlite3, Close> m_handle;
    DatabaseProblem m_problem;
};

} // namespace rs
