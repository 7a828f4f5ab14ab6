// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlengine.h"

#include "core/table/databasekinds.h"
#include "sql/sqllimits.h"
#include "sql/sqlmodule.h"
#include "sql/sqlspill.h"
#include "sql/sqlstate.h"
#include "sql/sqltokens.h"

#include <QSet>
#include <QUrl>

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>
#include <sqlite3.h>
#include <string_view>

namespace rs {

namespace {

constexpr const char *ViewIsNotRun = QT_TRANSLATE_NOOP("Tables", "%1 is a view of a file and is not executed.");

// Functions that SQLite must not run for anybody. json_set and json_insert go down one call a part of a path that is
// not there yet, until the stack is used up.
bool isRefused(const char *function)
{
    constexpr const char *refused[] = {"load_extension", "json_set", "json_insert"};
    return function &&
           std::ranges::any_of(refused, [function](const char *name) { return sqlite3_stricmp(function, name) == 0; });
}

// Nothing but reading: statements come from users and scripts, and databases of a run from anybody.
int onlyRead(void *own, int action, const char *, const char *function, const char *database, const char *) noexcept
{
    auto &state = *static_cast<SqlState *>(own);
    if (state.isDeclaring)
        return SQLITE_OK;
    switch (action) {
    case SQLITE_READ:
        try {
            if (database)
                state.databases.insert(database);
            return SQLITE_OK;
        } catch (const std::bad_alloc &) {
            return SQLITE_DENY;
        }
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return isRefused(function) ? SQLITE_DENY : SQLITE_OK;
    default:
        return SQLITE_DENY;
    }
}

int stopWhenCanceled(void *job) noexcept
{
    return static_cast<const JobContext *>(job)->isCanceled() ? 1 : 0;
}

std::vector<SqlAnswerColumn> columnsOf(sqlite3_stmt *statement, const SqlState &state)
{
    std::vector<SqlAnswerColumn> out;
    QSet<QString> taken;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        SqlAnswerColumn column;
        column.name = takeName(QString::fromUtf8(sqlite3_column_name(statement, i)), taken);
        const QString database = QString::fromUtf8(sqlite3_column_database_name(statement, i));
        const QString table = QString::fromUtf8(sqlite3_column_table_name(statement, i));
        const QString origin = QString::fromUtf8(sqlite3_column_origin_name(statement, i));
        if (!database.isEmpty() && database != u"main" && database != u"temp") {
            column.database = database;
        } else if (!table.isEmpty()) {
            const auto t = std::ranges::find(state.tables, table, &SqlTable::name);
            if (t != state.tables.end()) {
                const auto c = std::ranges::find(t->columns, origin, &SqlColumn::name);
                column.table = &*t;
                column.column = c == t->columns.end() ? nullptr : &*c;
            }
        }
        out.push_back(std::move(column));
    }
    return out;
}

/// Rows of a statement into a file.
class SinkReceiver final : public SqlReceiver
{
public:
    explicit SinkReceiver(TableSink &sink) : m_sink(sink) {}
    QString begin(const std::vector<SqlAnswerColumn> &columns) override
    {
        QStringList headers;
        for (const SqlAnswerColumn &c : columns)
            headers << c.name;
        if (m_sink.begin(headers))
            return {};
        return QStringLiteral("The statement gives no column \"%1\"; its columns are: %2")
            .arg(m_sink.unknownFields().front(), headers.join(QStringLiteral(", ")));
    }
    bool isFull() const override { return m_sink.isFull(); }
    bool row(const CellRow &cells) override
    {
        m_sink.row(cells);
        return m_sink.ok();
    }

private:
    TableSink &m_sink;
};

// The view that SQLite refused to run, by what it says of a statement; empty where it says something else. Of a view
// with tables of its own (WITH) it goes on, and misses those in the end.
QString refusedView(const QString &message, const QString &sql, const std::vector<std::pair<QString, QString>> &views)
{
    const QString before = QStringLiteral("access to view \"");
    const QString behind = QStringLiteral("\" prohibited");
    if (message.startsWith(before) && message.endsWith(behind))
        return message.mid(before.size(), message.size() - before.size() - behind.size());
    for (const auto &[database, view] : views) {
        if (!message.startsWith(QStringLiteral("no such table: %1.").arg(database)))
            continue;
        for (const SqlToken &token : sqlTokens(sql)) {
            if (sqlUnquoted(sql, token).compare(view, Qt::CaseInsensitive) == 0)
                return view;
        }
    }
    return {};
}

using SqlText = std::unique_ptr<char, decltype(&sqlite3_free)>;

template <typename... Values>
SqlText formatted(const char *format, Values... values)
{
    return {sqlite3_mprintf(format, values...), sqlite3_free};
}

// Calls `take` for each row. SQLite's code behind the last one.
template <typename Take>
int forEachRow(sqlite3 *connection, const SqlText &sql, const Take &take)
{
    sqlite3_stmt *prepared = nullptr;
    int code = sqlite3_prepare_v2(connection, sql.get(), -1, &prepared, nullptr);
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(prepared, sqlite3_finalize);
    while (code == SQLITE_OK && (code = sqlite3_step(prepared)) == SQLITE_ROW) {
        take([prepared](int column) {
            return QString::fromUtf8(reinterpret_cast<const char *>(sqlite3_column_text(prepared, column)));
        });
        code = SQLITE_OK;
    }
    return code;
}

bool isCalled(const QString &name, const SqlDatabase &database)
{
    return name.compare(database.name, Qt::CaseInsensitive) == 0;
}

// "rank7" of "no such table: rank7.TASK"; empty where SQLite says something else.
QString databaseIn(const QString &message)
{
    const QString before = QStringLiteral("no such table: ");
    return message.startsWith(before) && message.contains(u'.') ? message.mid(before.size()).section(u'.', 0, 0)
                                                                : QString();
}

PrintedCell cellOf(sqlite3_stmt *statement, int column)
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
        return std::string_view(reinterpret_cast<const char *>(sqlite3_column_text(statement, column)),
                                static_cast<size_t>(sqlite3_column_bytes(statement, column)));
    }
}

// Bytes of the texts and blobs of a row, as an answer has them.
qint64 bytesOf(sqlite3_stmt *statement)
{
    qint64 out = 0;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const int type = sqlite3_column_type(statement, i);
        if (type == SQLITE_TEXT || type == SQLITE_BLOB)
            out += sqlite3_column_bytes(statement, i) * (type == SQLITE_BLOB ? qint64{2} : qint64{1});
    }
    return out;
}

// Nothing of files is run, and all that statements take has an end. Null where there is no memory.
sqlite3 *openInMemory()
{
    sqlite3 *handle = nullptr;
    const int code =
        sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, spillVfs());
    if (code != SQLITE_OK) {
        sqlite3_close_v2(handle);
        return nullptr;
    }
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr); // those of files: whoever names one
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, sqllimits::valueBytes);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, sqllimits::statementBytes);
    sqlite3_hard_heap_limit64(sqllimits::heapBytes);
    return handle;
}

// The error code. Immutable: no journal is looked for, and none is made, beside the user's data.
int attachBy(sqlite3 *connection, const SqlDatabase &database, const QByteArray &parameter)
{
    const QByteArray uri = "file:" + QUrl::toPercentEncoding(database.path, "/") + "?mode=ro&immutable=1" + parameter;
    const SqlText sql = formatted("ATTACH %Q AS %Q", uri.constData(), database.name.toUtf8().constData());
    return sqlite3_exec(connection, sql.get(), nullptr, nullptr, nullptr);
}

// Empty, or why not. `isCut`: the file ends early, and is asked until there.
Phrase attachTo(sqlite3 *connection, const SqlDatabase &database, bool *isCut = nullptr)
{
    int code = attachBy(connection, database, {});
    if (isCut)
        *isCut = false;
    if ((code & 0xff) == SQLITE_CORRUPT && sqlite3_vfs_find(cutDatabaseVfsName)) {
        code = attachBy(connection, database, QByteArray("&vfs=") + cutDatabaseVfsName);
        if (isCut)
            *isCut = code == SQLITE_OK;
    }
    if (code == SQLITE_OK)
        return {};
    QString said = QString::fromUtf8(sqlite3_errmsg(connection));
    // Behind these words it repeats our URI in place of a reason.
    if (said.startsWith(QLatin1String("unable to open database")))
        said = QString::fromUtf8(sqlite3_errstr(code));
    return tableReason(QT_TRANSLATE_NOOP("Tables", "%1 is not attached: %2"), {database.path, said});
}

} // namespace

SqlDatabaseContent contentOf(const SqlDatabase &database, const JobContext &job)
{
    SqlDatabaseContent out{database, {}, {}};
    const std::unique_ptr<sqlite3, decltype(&sqlite3_close_v2)> connection(openInMemory(), sqlite3_close_v2);
    if (!connection)
        throw std::bad_alloc();
    JobContext own = job;
    sqlite3_progress_handler(connection.get(), sqllimits::stepsBetweenLooks, stopWhenCanceled, &own);
    out.why = attachTo(connection.get(), database);
    if (!out.why.isEmpty())
        return out;
    const QByteArray name = database.name.toUtf8();
    const SqlText sql =
        formatted("SELECT m.name, c.name, c.type FROM \"%w\".sqlite_master m, pragma_table_info(m.name, %Q) c WHERE "
                  "m.type = 'table' ORDER BY m.name, c.cid",
                  name.constData(), name.constData());
    const int code = forEachRow(connection.get(), sql, [&](const auto &text) {
        if (out.tables.empty() || out.tables.back().name != text(0))
            out.tables.push_back({database.name, database.path, text(0), {}});
        out.tables.back().columns.emplace_back(text(1), text(2));
    });
    if (code != SQLITE_DONE)
        out.why = tableReason(QT_TRANSLATE_NOOP("Tables", "%1 cannot be read: %2"),
                              {database.path, QString::fromUtf8(sqlite3_errmsg(connection.get()))});
    return out;
}

void SqlEngine::Close::operator()(sqlite3 *connection) const
{
    sqlite3_close_v2(connection);
}

void SqlEngine::Finalize::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

SqlEngine::SqlEngine(std::shared_ptr<const Run> run, const Catalogue &tables, ThreadPool *pool, JobContext job)
    : m_state(std::make_unique<SqlState>())
{
    m_state->tables = sqlTables(run, tables);
    m_state->run = std::move(run);
    m_state->pool = pool;
    m_state->job = std::move(job);
    m_connection.reset(openInMemory());
    sqlite3 *const handle = m_connection.get();
    if (!handle)
        throw std::bad_alloc();
    if (!addSqlTables(handle, *m_state) || !addSqlFunctions(handle, *m_state))
        throw std::bad_alloc();
    sqlite3_progress_handler(handle, sqllimits::stepsBetweenLooks, stopWhenCanceled, &m_state->job);
    attachDatabases();
    // These tables are made when they are first named, which nobody may do later.
    (void)sqlite3_exec(handle, "SELECT 1 FROM json_each('[]'), json_tree('[]')", nullptr, nullptr, nullptr);
    sqlite3_set_authorizer(handle, onlyRead, m_state.get());
}

SqlEngine::~SqlEngine() = default;

const std::vector<SqlTable> &SqlEngine::tables() const
{
    return m_state->tables;
}

void SqlEngine::attachDatabases()
{
    m_databases = sqlDatabases(*m_state->run);
    const auto most = static_cast<size_t>(sqlite3_limit(m_connection.get(), SQLITE_LIMIT_ATTACHED, -1));
    for (const SqlDatabase &database : m_databases) {
        if (m_attached.size() == most)
            break;
        Phrase why = attach(database);
        if (m_state->job.isCanceled())
            break; // it is not the database's fault
        if (!why.isEmpty())
            m_unattached.push_back(std::move(why));
    }
}

Phrase SqlEngine::attach(const SqlDatabase &database)
{
    bool isCut = false;
    if (Phrase why = attachTo(m_connection.get(), database, &isCut); !why.isEmpty())
        return why;
    m_attached.push_back(database);
    if (isCut)
        m_cut.insert(database.name.toStdString());
    (void)forEachRow(
        m_connection.get(),
        formatted("SELECT name FROM \"%w\".sqlite_master WHERE type = 'view'", database.name.toUtf8().constData()),
        [&](const auto &text) { m_views.emplace_back(database.name, text(0)); });
    return {};
}

bool SqlEngine::attachNamed(const QString &sql, SqlOutcome &out)
{
    std::vector<SqlDatabase> wanted;
    size_t named = 0;
    for (const SqlDatabase &database : m_databases) {
        if (!namesDatabase(sql, database.name))
            continue;
        ++named;
        if (pathOf(database.name).isEmpty())
            wanted.push_back(database);
    }
    if (wanted.empty())
        return true;
    sqlite3 *const db = m_connection.get();
    const auto most = static_cast<size_t>(sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, -1));
    Phrase why;
    if (named > most)
        why = tableReason(
            QT_TRANSLATE_NOOP("Tables",
                              "The statement names %1 databases, and SQLite attaches %2 at a time: ask several times."),
            {QString::number(named), QString::number(most)});
    sqlite3_set_authorizer(db, nullptr, nullptr);
    for (size_t i = 0; i < wanted.size() && why.isEmpty(); ++i) {
        if (m_attached.size() == most) {
            const auto last = std::find_if(m_attached.rbegin(), m_attached.rend(), [&sql](const SqlDatabase &database) {
                return !namesDatabase(sql, database.name);
            });
            const SqlText detach = formatted("DETACH %Q", last->name.toUtf8().constData());
            if (sqlite3_exec(db, detach.get(), nullptr, nullptr, nullptr) == SQLITE_OK) {
                std::erase_if(m_views, [&last](const auto &view) { return view.first == last->name; });
                m_attached.erase(std::next(last).base());
            }
        }
        why = attach(wanted[i]);
    }
    sqlite3_set_authorizer(db, onlyRead, m_state.get());
    out.isCanceled = m_state->job.isCanceled();
    if (out.isCanceled)
        return false; // what SQLite says of an attachment that was interrupted is no mistake of the statement
    out.setMistake(std::move(why));
    return out.error.isEmpty();
}

QString SqlEngine::pathOf(const QString &database) const
{
    const auto at =
        std::ranges::find_if(m_attached, [&database](const SqlDatabase &known) { return isCalled(database, known); });
    return at == m_attached.end() ? QString() : at->path;
}

QStringList SqlEngine::unattached() const
{
    QStringList out;
    for (const Phrase &why : m_unattached)
        out << why.english();
    return out;
}

SqlOutcome SqlEngine::query(const QString &sql, TableSink &sink)
{
    SinkReceiver to(sink);
    return query(sql, to, std::numeric_limits<qint64>::max());
}

SqlOutcome SqlEngine::query(const QString &sql, SqlReceiver &to, qint64 limit)
{
    SqlOutcome out;
    const Statement statement = prepare(sql, out);
    if (!statement)
        return out;
    CellRow row(static_cast<size_t>(sqlite3_column_count(statement.get())));
    sqlite3_stmt *const running = statement.get();
    qint64 rows = 0;
    bool begun = false;
    const auto begin = [&] {
        if (!std::exchange(begun, true))
            out.error = to.begin(columnsOf(running, *m_state));
        return out.error.isEmpty();
    };
    int code = sqlite3_step(running);
    for (; code == SQLITE_ROW; code = sqlite3_step(running)) {
        if (!begin())
            return out;
        if (rows == limit || to.isFull()) {
            out.isTruncated = true;
            break;
        }
        if (bytesOf(running) > sqllimits::rowBytes) {
            out.setMistake(tableReason(
                QT_TRANSLATE_NOOP("Tables", "A row has more than %1 MB: ask for fewer columns, or for parts of their "
                                            "texts (substr)."),
                {QString::number(sqllimits::rowBytes >> 20)}));
            return out;
        }
        for (size_t i = 0; i < row.size(); ++i)
            row[i] = cellOf(running, static_cast<int>(i));
        ++rows;
        if (!to.row(row))
            break;
    }
    sayCut(out);
    if (code != SQLITE_DONE && code != SQLITE_ROW) {
        sayError(code, out);
        return out;
    }
    if (!begin())
        return out;
    if (rows == 0)
        m_state->sayWhyEmpty(out.reasons, out.lacksData);
    return out;
}

SqlOutcome SqlEngine::describe(const QString &sql, SqlReceiver &to)
{
    SqlOutcome out;
    if (const Statement statement = prepare(sql, out))
        out.error = to.begin(columnsOf(statement.get(), *m_state));
    return out;
}

SqlEngine::Statement SqlEngine::prepare(const QString &sql, SqlOutcome &out)
{
    m_state->failure = nullptr;
    m_state->withoutRows.clear();
    m_state->databases.clear();
    (void)takeSpillRefusal();
    sqlite3_memory_highwater(1);
    const auto refuse = [&out](const char *english, const QStringList &arguments = {}) {
        out.setMistake(tableReason(english, arguments));
        return Statement();
    };
    if (!attachNamed(sql, out))
        return nullptr;
    const QByteArray text = sql.toUtf8();
    sqlite3_stmt *prepared = nullptr;
    const char *rest = nullptr;
    const int code =
        sqlite3_prepare_v2(m_connection.get(), text.constData(), static_cast<int>(text.size()), &prepared, &rest);
    Statement statement(prepared);
    if (code != SQLITE_OK) {
        const QString message = QString::fromUtf8(sqlite3_errmsg(m_connection.get()));
        if (const QString view = refusedView(message, sql, m_views); !view.isEmpty())
            return refuse(ViewIsNotRun, {view});
#if SQLITE_VERSION_NUMBER >= 3038000
        if (const int at = sqlite3_error_offset(m_connection.get()); at >= 0)
            out.errorAt = QString::fromUtf8(text.left(at)).size();
#endif
        sayError(code, out);
        return nullptr;
    }
    if (!prepared || sqlite3_column_count(prepared) == 0 || !sqlite3_stmt_readonly(prepared))
        return refuse(QT_TRANSLATE_NOOP("Tables", "This statement returns no rows."));
    // Semicolons and comments are no second one.
    for (const char *behind = rest; *behind != '\0';) {
        sqlite3_stmt *second = nullptr;
        const char *tail = behind;
        const bool isSound = sqlite3_prepare_v2(m_connection.get(), behind, -1, &second, &tail) == SQLITE_OK;
        if (const Statement other(second); other || !isSound)
            return refuse(QT_TRANSLATE_NOOP("Tables", "One statement at a time: \"%1\" follows the first."),
                          {QString::fromUtf8(QByteArray(behind).trimmed().left(40))});
        if (tail == behind)
            break;
        behind = tail;
    }
    return statement;
}

void SqlEngine::sayCut(SqlOutcome &out) const
{
    for (const auto &[name, path] : m_attached) {
        const std::string known = name.toStdString();
        if (!m_cut.contains(known) || !m_state->databases.contains(known))
            continue;
        out.reasons.push_back(tableReason(
            QT_TRANSLATE_NOOP("Tables", "%1 ends early: its tables have rows up to there, and a statement that "
                                        "reads further fails. NOT INDEXED after the name of a table avoids a lost "
                                        "index."),
            {path}));
    }
}

void SqlEngine::sayError(int code, SqlOutcome &out)
{
    if (m_state->failure)
        std::rethrow_exception(std::exchange(m_state->failure, nullptr));
    out.isCanceled = m_state->job.isCanceled();
    if (out.isCanceled)
        return;
    const QString message = QString::fromUtf8(sqlite3_errmsg(m_connection.get()));
    const auto mistake = [&out](const char *english, qint64 bytes) {
        out.setMistake(tableReason(english, {QString::number(bytes >> 20)}));
    };
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        // The limit left less than a value or two then; else the machine had no more.
        if (sqlite3_memory_highwater(0) + 2 * qint64{sqllimits::valueBytes} < sqllimits::heapBytes)
            throw std::bad_alloc();
        return mistake(QT_TRANSLATE_NOOP("Tables", "The statement needs more than %1 MB of memory: ask for fewer or "
                                                   "shorter texts."),
                       sqllimits::heapBytes);
    case SQLITE_TOOBIG:
        if (message.contains(QLatin1String("string or blob")))
            return mistake(QT_TRANSLATE_NOOP("Tables", "A text of the statement has more than %1 MB."),
                           sqllimits::valueBytes);
        break;
    case SQLITE_FULL:
        if (takeSpillRefusal())
            return mistake(QT_TRANSLATE_NOOP("Tables", "The statement needs more than %1 MB of temporary files: it "
                                                       "joins or sorts too many rows."),
                           sqllimits::spillBytes);
        break;
    default:
        break;
    }
    const auto isUnknown = [this](const QString &name) {
        return !name.isEmpty() && name != u"main" && name != u"temp" && pathOf(name).isEmpty();
    };
    if (code == SQLITE_AUTH) {
        out.setMistake(
            tableReason(QT_TRANSLATE_NOOP("Tables", "Only statements that read are run: SELECT, WITH, VALUES.")));
    } else if (const QString database = databaseIn(message); code == SQLITE_ERROR && isUnknown(database)) {
        constexpr size_t mostNames = 8;
        QStringList names;
        for (size_t i = 0; i < m_databases.size() && i < mostNames; ++i)
            names << m_databases[i].name;
        if (m_databases.size() > mostNames)
            names << QStringLiteral("…");
        out.setMistake(
            m_databases.empty()
                ? tableReason(QT_TRANSLATE_NOOP("Tables", "There is no database %1: the run has none."), {database})
                : tableReason(QT_TRANSLATE_NOOP("Tables", "The run has no database %1, but %2."),
                              {database, names.join(QStringLiteral(", "))}));
    } else {
        out.error = message;
        if (const QString path = pathOf(database); !path.isEmpty())
            out.error += QStringLiteral(" (%1)").arg(path);
        // SQLite does not say which of the databases it is.
        if (const int kind = code & 0xff; kind != SQLITE_CORRUPT && kind != SQLITE_NOTADB && kind != SQLITE_IOERR)
            return;
        QStringList files;
        for (const auto &[name, path] : m_attached) {
            if (m_state->databases.contains(name.toStdString()))
                files << path;
        }
        if (!files.isEmpty())
            out.error += QStringLiteral(" (%1)").arg(files.join(QStringLiteral(", ")));
    }
}

} // namespace rs
