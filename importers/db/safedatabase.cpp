// SPDX-License-Identifier: Apache-2.0
#include "importers/db/safedatabase.h"

#include "importers/db/cutdatabase.h"

#include <QFileInfo>
#include <QUrl>

#include <sqlite3.h>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

constexpr int stepsBetweenPolls = 1000;
constexpr qsizetype mostNames = 10'000;

QString quotedName(QString name)
{
    return u'"' + name.replace(u'"', QLatin1String("\"\"")) + u'"';
}

// NOT INDEXED: an index on an expression would have it computed.
QString selection(const QString &table, const QStringList &columns)
{
    QStringList names;
    for (const QString &c : columns)
        names << quotedName(c);
    if (names.isEmpty())
        names << QStringLiteral("NULL");
    return QLatin1String("SELECT ") + names.join(QLatin1String(", ")) + QLatin1String(" FROM ") + quotedName(table) +
           QLatin1String(" NOT INDEXED");
}

// Reading of stored columns and asking for their names; `through` names the view or trigger that wants it.
int authorize(void *, int action, const char *first, const char *, const char *, const char *through)
{
    if (through)
        return SQLITE_DENY;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
        return SQLITE_OK;
    case SQLITE_PRAGMA:
        return qstricmp(first, "table_xinfo") == 0 ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

void confine(sqlite3 *db, int cellBytes)
{
    for (const auto &[option, value] :
         {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), std::pair(SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0)})
        sqlite3_db_config(db, option, value, static_cast<int *>(nullptr));
    // Before anything is read: they hold for the statements of the schema as well.
    for (const auto &[limit, value] :
         {std::pair(SQLITE_LIMIT_LENGTH, cellBytes), std::pair(SQLITE_LIMIT_SQL_LENGTH, 256 * 1024),
          std::pair(SQLITE_LIMIT_VDBE_OP, 100'000), std::pair(SQLITE_LIMIT_EXPR_DEPTH, 100),
          std::pair(SQLITE_LIMIT_COMPOUND_SELECT, 10), std::pair(SQLITE_LIMIT_FUNCTION_ARG, 16),
          std::pair(SQLITE_LIMIT_ATTACHED, 0), std::pair(SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
          std::pair(SQLITE_LIMIT_VARIABLE_NUMBER, 10), std::pair(SQLITE_LIMIT_TRIGGER_DEPTH, 1),
          std::pair(SQLITE_LIMIT_WORKER_THREADS, 0)})
        sqlite3_limit(db, limit, value);
    // Cells of a damaged page are checked before they are followed; a mapped file would end the process when it is cut.
    // Rows are read from front to back, so pages do not come again: memory for many of them would be filled for
    // nothing.
    for (const char *const pragma : {"PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0", "PRAGMA cache_size = -512"})
        sqlite3_exec(db, pragma, nullptr, nullptr, nullptr);
    sqlite3_set_authorizer(db, authorize, nullptr);
}

} // namespace

void SafeDatabase::Close::operator()(sqlite3 *handle) const
{
    sqlite3_close(handle);
}

void SafeDatabase::Rows::Finalize::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

SafeDatabase::SafeDatabase(const QString &path, const JobContext &job, Limits limits) : m_job(job), m_limits(limits)
{
    m_timer.start();
    // Opening a pipe would wait for its writer; an empty file counts for SQLite as a database without tables.
    const QFileInfo file(path);
    if (!file.isFile() || file.size() == 0) {
        m_problem = {DatabaseProblem::Kind::Unreadable, !file.exists()   ? QStringLiteral("no such file")
                                                        : !file.isFile() ? QStringLiteral("not a regular file")
                                                                         : QStringLiteral("the file is empty")};
        return;
    }
    const QByteArray uri = QUrl::fromLocalFile(path).toEncoded(QUrl::FullyEncoded) + "?mode=ro&immutable=1";
    sqlite3 *handle = nullptr;
    // One thread at a time uses it: locking for each cell would take longer than reading it.
    constexpr int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    const char *const vfs = endsBeforeItsPages(path) ? cutDatabaseVfs() : nullptr;
    const int opened = sqlite3_open_v2(uri.constData(), &handle, flags, vfs);
    m_handle.reset(handle);
    if (opened != SQLITE_OK) {
        fail(opened);
        return;
    }
    sqlite3_progress_handler(handle, stepsBetweenPolls, &SafeDatabase::poll, this);
    confine(handle, m_limits.cellBytes);
}

SafeDatabase::~SafeDatabase() = default;

int SafeDatabase::poll(void *self)
{
    auto *const db = static_cast<SafeDatabase *>(self);
    if (db->m_job.isCanceled())
        db->m_problem = {DatabaseProblem::Kind::Canceled, {}};
    else if (db->m_timer.elapsed() > db->m_limits.milliseconds)
        db->m_problem = {DatabaseProblem::Kind::TimeUp, {}};
    else
        return 0;
    return 1;
}

void SafeDatabase::fail(int code)
{
    if (!m_problem.isNone())
        return;
    const char *const text = m_handle ? sqlite3_errmsg(m_handle.get()) : sqlite3_errstr(code);
    m_problem = {DatabaseProblem::Kind::Unreadable, QString::fromUtf8(text).left(500)};
}

QString SafeDatabase::takeDamage()
{
    if (m_problem.kind != DatabaseProblem::Kind::Unreadable)
        return {};
    return std::exchange(m_problem, {}).text;
}

SafeDatabase::Rows SafeDatabase::prepare(const QString &sql)
{
    Rows rows;
    rows.m_database = this;
    if (!m_handle || !m_problem.isNone())
        return rows;
    if (m_job.isCanceled()) {
        m_problem = {DatabaseProblem::Kind::Canceled, {}};
        return rows;
    }
    const QByteArray text = sql.toUtf8();
    sqlite3_stmt *statement = nullptr;
    const int code =
        sqlite3_prepare_v2(m_handle.get(), text.constData(), static_cast<int>(text.size()), &statement, nullptr);
    rows.m_statement.reset(statement);
    if (code != SQLITE_OK)
        fail(code);
    return rows;
}

SafeDatabase::Rows SafeDatabase::rows(const QString &table, const QStringList &columns, qint64 limit, qint64 skip)
{
    return prepare(selection(table, columns) +
                   QStringLiteral(" LIMIT %1 OFFSET %2").arg(QString::number(limit), QString::number(skip)));
}

qint64 SafeDatabase::lastRowId(const QString &table)
{
    qint64 last = 0;
    if (!m_problem.isNone())
        return last;
    {
        Rows row = prepare(selection(table, {QStringLiteral("rowid")}) + QLatin1String(" ORDER BY rowid DESC LIMIT 1"));
        if (row.next())
            (void)row.take(0, last);
    }
    // A reader of the rows meets the damage again, after all rows before it.
    (void)takeDamage();
    return std::max<qint64>(0, last);
}

SafeDatabase::Rows SafeDatabase::rowsWith(const QString &table, const QStringList &columns, const QString &column,
                                          qint64 value, qint64 limit)
{
    return prepare(selection(table, columns) + QLatin1String(" WHERE ") + quotedName(column) +
                   QStringLiteral(" = %1 LIMIT %2").arg(QString::number(value), QString::number(limit)));
}

DatabaseTables SafeDatabase::tables()
{
    DatabaseTables out;
    Rows all = prepare(QStringLiteral("SELECT type, name, rootpage, sql FROM sqlite_master"));
    while (out.names.size() + out.leftOut.size() < mostNames && all.next()) {
        const std::string_view type = all.bytes(0);
        const QString name = QString::fromUtf8(all.bytes(1));
        // A table by name may be none: only its statement decides.
        const bool isTable =
            type == "table" && all.integer(2) > 0 &&
            QString::fromUtf8(all.bytes(3)).startsWith(QLatin1String("CREATE TABLE"), Qt::CaseInsensitive);
        if (isTable)
            out.names << name;
        else if (type == "table" || type == "view")
            out.leftOut << name;
    }
    if (all.endedAtOversizedRow())
        fail(SQLITE_TOOBIG);
    out.problem = m_problem;
    // A name that is both belongs to neither.
    for (const QString &name : out.leftOut)
        out.names.removeAll(name);
    out.names.sort();
    out.leftOut.sort();
    return out;
}

SafeDatabase::Columns SafeDatabase::columns(const QString &table)
{
    Columns out;
    Rows all = prepare(QStringLiteral("PRAGMA table_xinfo(%1)").arg(quotedName(table)));
    constexpr int nameColumn = 1;
    constexpr int hiddenColumn = 6;
    while (all.next()) {
        const QString name = QString::fromUtf8(all.bytes(nameColumn));
        (all.integer(hiddenColumn) == 0 ? out.names : out.computed) << name;
    }
    return out;
}

bool SafeDatabase::Rows::next()
{
    m_oversized = false;
    if (!m_statement)
        return false;
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW)
        return true;
    m_oversized = code == SQLITE_TOOBIG;
    if (code != SQLITE_DONE && !m_oversized)
        m_database->fail(code);
    m_statement.reset();
    return false;
}

namespace {

// Kinds of cells are numbered as SQLite's are, but for a missing one.
SafeDatabase::Rows::Cell cellOf(int sqliteType)
{
    using Cell = SafeDatabase::Rows::Cell;
    static_assert(static_cast<int>(Cell::Integer) == SQLITE_INTEGER && static_cast<int>(Cell::Blob) == SQLITE_BLOB);
    return sqliteType == SQLITE_NULL ? Cell::Missing : static_cast<Cell>(sqliteType);
}

} // namespace

SafeDatabase::Rows::Cell SafeDatabase::Rows::type(int column) const
{
    return cellOf(sqlite3_column_type(m_statement.get(), column));
}

qint64 SafeDatabase::Rows::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

SafeDatabase::Rows::Cell SafeDatabase::Rows::take(int column, qint64 &value) const
{
    sqlite3_value *const cell = sqlite3_column_value(m_statement.get(), column);
    const Cell type = cellOf(sqlite3_value_type(cell));
    if (type == Cell::Integer)
        value = sqlite3_value_int64(cell);
    return type;
}

SafeDatabase::Rows::Cell SafeDatabase::Rows::take(int column, double &value) const
{
    sqlite3_value *const cell = sqlite3_column_value(m_statement.get(), column);
    const Cell type = cellOf(sqlite3_value_type(cell));
    if (type == Cell::Integer || type == Cell::Real)
        value = sqlite3_value_double(cell);
    return type;
}

double SafeDatabase::Rows::real(int column) const
{
    return sqlite3_column_double(m_statement.get(), column);
}

std::string_view SafeDatabase::Rows::bytes(int column) const
{
    // Text in the encoding of the file becomes UTF-8, a blob stays what it is; the pointer comes before the size.
    const void *const start = type(column) == Cell::Text
                                  ? static_cast<const void *>(sqlite3_column_text(m_statement.get(), column))
                                  : sqlite3_column_blob(m_statement.get(), column);
    if (!start)
        return {};
    return {static_cast<const char *>(start), static_cast<size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

} // namespace rs
