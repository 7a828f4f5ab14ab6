// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace rs::gen {

/// A new SQLite file that is written once, row by row. The same rows give the same bytes, and no file stands beside it
/// while it is written. The first thing that goes wrong is kept; what is written after it goes nowhere.
class SqliteOut
{
public:
    explicit SqliteOut(const QString &path);
    ~SqliteOut();
    Q_DISABLE_COPY_MOVE(SqliteOut)

    /// A table that exists from its first row on, as in the files of the profilers.
    class Table
    {
    public:
        /// `columns` as CREATE TABLE spells them.
        Table(SqliteOut &out, const char *name, std::string columns);
        ~Table();
        Q_DISABLE_COPY_MOVE(Table)

        /// Integers, doubles, text, std::nullopt and optionals of them, one for each column.
        template <typename... Values>
        void row(const Values &...values)
        {
            if (!begin(sizeof...(Values)))
                return;
            int column = 0;
            (bind(++column, values), ...);
            step();
        }
        [[nodiscard]] bool hasRows() const { return m_insert != nullptr; }

    private:
        friend class SqliteOut;
        [[nodiscard]] bool begin(size_t values);
        void step();
        void bindInteger(int column, qint64 value);
        void bind(int column, double value);
        void bind(int column, std::string_view value);
        void bind(int column, std::nullopt_t) { bindNull(column); }
        void bindNull(int column);
        template <typename Integer>
        requires std::is_integral_v<Integer>
        void bind(int column, Integer value) { bindInteger(column, static_cast<qint64>(value)); }
        template <typename Value>
        void bind(int column, const std::optional<Value> &value)
        {
            if (value)
                bind(column, *value);
            else
                bindNull(column);
        }

        SqliteOut &m_out;
        const char *m_name;
        std::string m_columns;
        sqlite3_stmt *m_insert = nullptr;
    };

    void run(const std::string &statement);
    /// Ends the file; every table must be done. False when something could not be written; error() says why.
    [[nodiscard]] bool close();
    [[nodiscard]] QString error() const { return m_error; }

private:
    void fail();

    QString m_path;
    sqlite3 *m_handle = nullptr;
    std::vector<Table *> m_tables;
    QString m_error;
};

} // namespace rs::gen
