// SPDX-License-Identifier: Apache-2.0
#include "sqliteout.h"

#include <QFile>

#include <sqlite3.h>

#include <algorithm>

namespace rs::gen {

SqliteOut::SqliteOut(const QString &path) : m_path(path)
{
    QFile::remove(path);
    if (sqlite3_open(path.toUtf8().constData(), &m_handle) != SQLITE_OK) {
        fail();
        return;
    }
    // Nobody else reads the file while it is written, and after a crash it is written anew.
    run("PRAGMA journal_mode=OFF");
    run("PRAGMA synchronous=OFF");
    run("PRAGMA locking_mode=EXCLUSIVE");
    run("BEGIN");
}

SqliteOut::~SqliteOut()
{
    for (Table *table : m_tables) {
        sqlite3_finalize(table->m_insert);
        table->m_insert = nullptr;
    }
    sqlite3_close(m_handle);
}

void SqliteOut::fail()
{
    if (m_error.isEmpty())
        m_error = QStringLiteral("The file %1 could not be written: %2.")
                      .arg(m_path, QString::fromUtf8(sqlite3_errmsg(m_handle)));
}

void SqliteOut::run(const std::string &statement)
{
    if (m_error.isEmpty() && sqlite3_exec(m_handle, statement.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        fail();
}

bool SqliteOut::close()
{
    run("COMMIT");
    return m_error.isEmpty();
}

SqliteOut::Table::Table(SqliteOut &out, const char *name, std::string columns)
    : m_out(out), m_name(name), m_columns(std::move(columns))
{
    m_out.m_tables.push_back(this);
}

SqliteOut::Table::~Table()
{
    sqlite3_finalize(m_insert);
    std::erase(m_out.m_tables, this);
}

bool SqliteOut::Table::begin(size_t values)
{
    if (!m_out.m_error.isEmpty())
        return false;
    if (m_insert)
        return true;
    m_out.run(std::string("CREATE TABLE ") + m_name + " (" + m_columns + ")");
    std::string insert = std::string("INSERT INTO ") + m_name + " VALUES (?";
    for (size_t i = 1; i < values; ++i)
        insert += ",?";
    insert += ')';
    if (m_out.m_error.isEmpty() && sqlite3_prepare_v3(m_out.m_handle, insert.c_str(), -1, SQLITE_PREPARE_PERSISTENT,
                                                      &m_insert, nullptr) != SQLITE_OK)
        m_out.fail();
    return m_out.m_error.isEmpty();
}

void SqliteOut::Table::bindInteger(int column, qint64 value)
{
    sqlite3_bind_int64(m_insert, column, value);
}

void SqliteOut::Table::bind(int column, double value)
{
    sqlite3_bind_double(m_insert, column, value);
}

void SqliteOut::Table::bind(int column, std::string_view value)
{
    sqlite3_bind_text(m_insert, column, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
}

void SqliteOut::Table::bindNull(int column)
{
    sqlite3_bind_null(m_insert, column);
}

void SqliteOut::Table::step()
{
    if (sqlite3_step(m_insert) != SQLITE_DONE)
        m_out.fail();
    sqlite3_reset(m_insert);
}

} // namespace rs::gen
