// SPDX-License-Identifier: Apache-2.0
#include "sql/savedqueries.h"

#include "core/base/savedfile.h"
#include "sql/sqltokens.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

namespace rs {

namespace {

constexpr qint64 mostBytes = 1 << 20;

SavedQuery readQuery(const QFileInfo &info)
{
    SavedQuery out;
    out.name = info.completeBaseName();
    out.path = info.absoluteFilePath();
    out.title = out.name;
    QFile file(out.path);
    if (!file.open(QIODevice::ReadOnly)) {
        out.error = tableReason(QT_TRANSLATE_NOOP("Tables", "%1 cannot be read: %2"), {out.path, file.errorString()});
        return out;
    }
    const QByteArray bytes = file.read(mostBytes + 1);
    if (bytes.size() > mostBytes) {
        out.error = tableReason(QT_TRANSLATE_NOOP("Tables", "%1 is larger than 1 MB."), {out.path});
        return out;
    }
    const QString text = QString::fromUtf8(bytes);
    qsizetype from = 0;
    if (text.startsWith(QLatin1String("--"))) {
        const qsizetype end = text.indexOf(u'\n');
        const QString title = text.mid(2, end < 0 ? -1 : end - 2).trimmed();
        if (!title.isEmpty())
            out.title = title;
        from = end < 0 ? text.size() : end + 1;
    }
    out.sql = text.mid(from).trimmed();
    if (sqlStatementAt(out.sql, 0).isEmpty())
        out.error = tableReason(QT_TRANSLATE_NOOP("Tables", "%1 holds no statement."), {out.path});
    return out;
}

/// Statement and its errors; shared by the functions of its table.
struct QueryTable
{
    explicit QueryTable(SavedQuery q) : query(std::move(q)) {}

    const SavedQuery query;
    // Reason why the last rows are none, kept so that the statement need not run again.
    mutable std::mutex mutex;
    mutable std::weak_ptr<const Run> madeOf;
    mutable Phrase why;
    mutable bool noneIsAnswer = false;

    [[nodiscard]] QString statement() const
    {
        const SqlSpan span = sqlStatementAt(query.sql, 0);
        return query.sql.mid(span.from, span.to - span.from);
    }
};

// Those of the program alone: a statement that names another one could name itself.
const Catalogue &ownTables()
{
    static const Catalogue tables = Catalogue::ofProgram();
    return tables;
}

std::shared_ptr<const Run> asked(const TableQuery &query)
{
    if (query.ranks.empty())
        return query.run;
    auto out = std::make_shared<Run>(*query.run);
    for (size_t i = 0; i < out->ranks.size(); ++i) {
        if (out->ranks[i] && !std::ranges::binary_search(query.ranks, out->ranks[i]->info.rank))
            out->ranks[i] = nullptr;
    }
    return out;
}

Phrase cannotRun(const SavedQuery &query, const QString &why)
{
    return tableReason(QT_TRANSLATE_NOOP("Tables", "The statement in %1 cannot run: %2"), {query.path, why});
}

std::vector<ColumnSpec> columnsFor(const QueryTable &table, const TableQuery &query)
{
    if (!query.run || !table.query.error.isEmpty())
        return {};
    SqlEngine engine(asked(query), ownTables(), nullptr, JobContext());
    SqlCollector columns(query.run, {}, JobContext());
    (void)engine.describe(table.statement(), columns);
    const auto none = columns.finish();
    return none ? none->columns() : std::vector<ColumnSpec>();
}

Phrase reasonOf(const SavedQuery &query, const SqlOutcome &outcome)
{
    if (!outcome.error.isEmpty())
        return cannotRun(query, outcome.error);
    if (!outcome.reasons.empty())
        return outcome.reasons.front();
    return tableReason(QT_TRANSLATE_NOOP("Tables", "Nothing in the run meets the conditions of the statement."));
}

std::shared_ptr<const RowSource> rowsFor(const QueryTable &table, const TableQuery &query, SqlResultLimits limits,
                                         const JobContext &job)
{
    if (!query.run || !table.query.error.isEmpty())
        return std::make_shared<RowSource>();
    const std::shared_ptr<const Run> run = asked(query);
    SqlEngine engine(run, ownTables(), query.pool, job);
    const SqlAnswer answer = answerOf(engine, run, table.statement(), limits, job);
    if (answer.outcome.isCanceled)
        return nullptr;
    if (!answer.rows || answer.rows->rows() == 0) {
        const std::lock_guard lock(table.mutex);
        table.madeOf = query.run;
        table.why = reasonOf(table.query, answer.outcome);
        table.noneIsAnswer = answer.outcome.error.isEmpty() && !answer.outcome.lacksData;
    }
    if (!answer.rows)
        return std::make_shared<RowSource>();
    return answer.rows;
}

Phrase whyNone(const QueryTable &table, const TableQuery &query)
{
    if (!table.query.error.isEmpty())
        return table.query.error;
    {
        const std::lock_guard lock(table.mutex);
        if (query.run && table.madeOf.lock() == query.run)
            return table.why;
    }
    if (!query.run)
        return {};
    SqlEngine engine(asked(query), ownTables(), nullptr, JobContext());
    SqlCollector columns(query.run, {}, JobContext());
    return reasonOf(table.query, engine.describe(table.statement(), columns));
}

} // namespace

QString savedQueriesFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/RankScope/RankScope/queries");
}

std::vector<SavedQuery> savedQueries(const QString &folder)
{
    std::vector<SavedQuery> out;
    for (const QFileInfo &info :
         QDir(folder).entryInfoList({QStringLiteral("*.sql")}, QDir::Files | QDir::Readable | QDir::Hidden, QDir::Name))
        out.push_back(readQuery(info));
    return out;
}

QString savedQueryName(const QString &title)
{
    constexpr qsizetype longest = 60;
    QString out;
    for (const QChar c : title.toLower()) {
        if (c.isLetterOrNumber())
            out += c;
        else if (!out.isEmpty() && !out.endsWith(u'-'))
            out += u'-';
    }
    out.truncate(longest);
    while (out.endsWith(u'-'))
        out.chop(1);
    return out;
}

QString saveQuery(const QString &folder, const QString &title, const QString &sql)
{
    if (const QString why = makeFolder(folder); !why.isEmpty())
        return why;
    SavedFile file(QDir(folder).filePath(savedQueryName(title) + QStringLiteral(".sql")));
    const QByteArray bytes = "-- " + title.simplified().toUtf8() + '\n' + sql.trimmed().toUtf8() + '\n';
    if (!file.open() || file.write(bytes) != bytes.size() || !file.commit())
        return file.errorString();
    return {};
}

QString removeQuery(const SavedQuery &query)
{
    QFile file(query.path);
    return file.remove() ? QString() : file.errorString();
}

void addSavedQueries(Catalogue &catalogue, const QString &folder, SqlResultLimits limits)
{
    for (SavedQuery &query : savedQueries(folder)) {
        // Two names may become one: the first of them counts.
        const QByteArray id = SavedQueryPrefix.toUtf8() + savedQueryName(query.name).toUtf8();
        if (id.size() == SavedQueryPrefix.size() || catalogue.find(QString::fromUtf8(id)))
            continue;
        const auto table = std::make_shared<const QueryTable>(std::move(query));
        TableSpec &spec = catalogue.add("", TableScope::Run, "", "");
        spec.id = QString::fromUtf8(id);
        spec.title = table->query.title;
        spec.hint = QString::fromLatin1(QT_TRANSLATE_NOOP("Tables", "A statement that you saved."));
        spec.columns = [table](const TableQuery &q) { return columnsFor(*table, q); };
        spec.make = [table, limits](const TableQuery &q, const JobContext &job) {
            return rowsFor(*table, q, limits, job);
        };
        spec.whyEmpty = [table](const TableQuery &q) { return whyNone(*table, q); };
        spec.noneIsAnswer = [table](const TableQuery &q) {
            const std::lock_guard lock(table->mutex);
            return q.run && table->madeOf.lock() == q.run && table->noneIsAnswer;
        };
        spec.ownPage = true;
        spec.needsAllRanks = true;
        spec.takesRanks = true;
    }
}

Catalogue catalogueOfUser()
{
    Catalogue out = Catalogue::ofProgram();
    addSavedQueries(out, savedQueriesFolder());
    return out;
}

} // namespace rs
