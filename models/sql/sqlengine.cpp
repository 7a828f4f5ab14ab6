// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlengine.h"

#include "sql/sqlmodule.h"
#include "sql/sqlstate.h"

#include <QSet>
#include <QUrl>

#include <sqlite3.h>
#include <utility>

namespace rs {

namespace {

constexpr int stepsBetweenLooks = 10'000;
constexpr int mostBytesOfValue = 64 << 20;
constexpr int mostBytesOfStatement = 1 << 20;

// Nothing but reading: statements come from users and scripts, and databases of a run from anybody.
int onlyRead(void *state, int action, const char *, const char *function, const char *, const char *) noexcept
{
    if (static_cast<const SqlState *>(state)->isDeclaring)
        return SQLITE_OK;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return function && sqlite3_stricmp(function, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    default:
        return SQLITE_DENY;
    }
}

int stopWhenCanceled(void *job) noexcept
{
    return static_cast<const JobContext *>(job)->isCanceled() ? 1 : 0;
}

struct Finalize
{
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};

QStringList headersOf(sqlite3_stmt *statement)
{
    QStringList out;
    QSet<QString> taken;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const QString base = QString::fromUtf8(sqlite3_column_name(statement, i));
        QString name = base;
        for (int n = 2; taken.contains(name); ++n)
            name = QStringLiteral("%1_%2").arg(base).arg(n);
        taken.insert(name);
        out.append(name);
    }
    return out;
}

Cell cellOf(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        return static_cast<qint64>(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
    case SQLITE_NULL:
        return {};
    case SQLITE_BLOB:
        return QByteArray(static_cast<const char *>(sqlite3_column_blob(statement, column)),
                          sqlite3_column_bytes(statement, column))
            .toHex()
            .toStdString();
    default:
        return std::string(reinterpret_cast<const char *>(sqlite3_column_text(statement, column)),
                           static_cast<size_t>(sqlite3_column_bytes(statement, column)));
    }
}

} // namespace

void SqlEngine::Close::operator()(sqlite3 *connection) const
{
    sqlite3_close_v2(connection);
}

SqlEngine::SqlEngine(std::shared_ptr<const Run> run, const Catalogue &tables, ThreadPool *pool, JobContext job)
    : m_state(std::make_unique<SqlState>())
{
    m_state->tables = sqlTables(run, tables);
    m_state->run = std::move(run);
    m_state->pool = pool;
    m_state->job = std::move(job);
    sqlite3 *handle = nullptr;
    const int code =
        sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    m_connection.reset(handle);
    if (code != SQLITE_OK)
        throw std::bad_alloc();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, mostBytesOfValue);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, mostBytesOfStatement);
    if (!addSqlTables(handle, *m_state) || !addSqlFunctions(handle, *m_state))
        throw std::bad_alloc();
    attachDatabases();
    sqlite3_set_authorizer(handle, onlyRead, m_state.get());
    sqlite3_progress_handler(handle, stepsBetweenLooks, stopWhenCanceled, &m_state->job);
}

SqlEngine::~SqlEngine() = default;

const std::vector<SqlTable> &SqlEngine::tables() const
{
    return m_state->tables;
}

void SqlEngine::attachDatabases()
{
    int left = sqlite3_limit(m_connection.get(), SQLITE_LIMIT_ATTACHED, -1);
    int without = 0;
    for (const RankInfo &info : m_state->run->infos) {
        int number = 0;
        for (const FileEntry &file : info.files) {
            if (file.kind != QLatin1String("db"))
                continue;
            if (left == 0) {
                ++without;
                continue;
            }
            QString name = QStringLiteral("rank") + info.label;
            if (++number > 1)
                name += u'_' + QString::number(number);
            // Immutable: no journal is looked for, and none is made, beside the user's data.
            const QByteArray uri = "file:" + QUrl::toPercentEncoding(file.path, "/") + "?mode=ro&immutable=1";
            const std::unique_ptr<char, decltype(&sqlite3_free)> sql(
                sqlite3_mprintf("ATTACH %Q AS %Q", uri.constData(), name.toUtf8().constData()), sqlite3_free);
            if (sqlite3_exec(m_connection.get(), sql.get(), nullptr, nullptr, nullptr) == SQLITE_OK)
                --left;
            else
                m_unattached.append(QStringLiteral("%1 is not attached: %2")
                                        .arg(file.path, QString::fromUtf8(sqlite3_errmsg(m_connection.get()))));
        }
    }
    if (without > 0)
        m_unattached.append(QStringLiteral("%1 databases more are not attached: SQLite takes %2.")
                                .arg(without)
                                .arg(sqlite3_limit(m_connection.get(), SQLITE_LIMIT_ATTACHED, -1)));
}

SqlOutcome SqlEngine::query(const QString &sql, TableSink &sink)
{
    SqlOutcome out;
    sqlite3 *const db = m_connection.get();
    m_state->failure = nullptr;
    m_state->whyEmpty.clear();
    const QByteArray text = sql.toUtf8();
    sqlite3_stmt *prepared = nullptr;
    const char *rest = nullptr;
    int code = sqlite3_prepare_v2(db, text.constData(), static_cast<int>(text.size()), &prepared, &rest);
    const std::unique_ptr<sqlite3_stmt, Finalize> statement(prepared);
    const auto finish = [&] {
        if (m_state->failure)
            std::rethrow_exception(std::exchange(m_state->failure, nullptr));
        out.isCanceled = m_state->job.isCanceled();
        if (!out.isCanceled && code == SQLITE_AUTH)
            out.error = QStringLiteral("Only statements that read are run: SELECT, WITH, VALUES.");
        else if (!out.isCanceled)
            out.error = QString::fromUtf8(sqlite3_errmsg(db));
    };
    if (code != SQLITE_OK) {
        finish();
        return out;
    }
    if (!prepared || sqlite3_column_count(prepared) == 0 || !sqlite3_stmt_readonly(prepared)) {
        out.error = QStringLiteral("This is no statement that gives rows.");
        return out;
    }
    if (!QByteArray(rest).trimmed().isEmpty()) {
        out.error = QStringLiteral("One statement at a time: behind the first stands \"%1\".")
                        .arg(QString::fromUtf8(QByteArray(rest).trimmed().left(40)));
        return out;
    }
    CellRow row(static_cast<size_t>(sqlite3_column_count(prepared)));
    bool begun = false;
    const auto begin = [&] {
        if (!std::exchange(begun, true) && !sink.begin(headersOf(prepared)))
            out.error = QStringLiteral("The statement gives no column \"%1\"; its columns are: %2")
                            .arg(sink.unknownFields().front(), headersOf(prepared).join(QStringLiteral(", ")));
        return out.error.isEmpty();
    };
    while ((code = sqlite3_step(prepared)) == SQLITE_ROW) {
        if (!begin())
            return out;
        if (sink.isFull()) {
            out.isTruncated = true;
            break;
        }
        for (size_t i = 0; i < row.size(); ++i)
            row[i] = cellOf(prepared, static_cast<int>(i));
        sink.row(row);
        if (!sink.ok())
            break;
    }
    if (code != SQLITE_DONE && code != SQLITE_ROW) {
        finish();
        return out;
    }
    if (!begin())
        return out;
    if (sink.known() == 0)
        out.notes = m_state->whyEmpty;
    return out;
}

} // namespace rs
