// SPDX-License-Identifier: Apache-2.0
#include "views/system/databasereader.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QUrl>
#include <QUuid>

namespace rs {

namespace {

// A connection belongs to the thread that opened it, so each reader has its own.
class Connection
{
public:
    explicit Connection(const QString &path)
    {
        QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name);
        db.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_OPEN_URI"));
        db.setDatabaseName(QString::fromLatin1(QUrl::fromLocalFile(path).toEncoded(QUrl::FullyEncoded)) +
                           QLatin1String("?mode=ro&immutable=1"));
        // Views and defaults of a foreign file must not call functions with side effects.
        if (db.open())
            QSqlQuery(QStringLiteral("PRAGMA trusted_schema = OFF"), db);
    }
    ~Connection() { QSqlDatabase::removeDatabase(m_name); }
    Q_DISABLE_COPY_MOVE(Connection)

    [[nodiscard]] QSqlDatabase db() const { return QSqlDatabase::database(m_name, false); }

private:
    QString m_name = QUuid::createUuid().toString();
};

QString quoted(QString name)
{
    return u'"' + name.replace(u'"', QLatin1String("\"\"")) + u'"';
}

// Declared types bind nothing in SQLite: the cells decide.
std::vector<ColumnType> columnTypes(const QSqlDatabase &db, const QStringList &columns, const QString &rows)
{
    QStringList sums;
    for (const QString &c : columns)
        sums << QStringLiteral("max(typeof(%1) IN ('text', 'blob')), max(typeof(%1) = 'real')").arg(quoted(c));
    std::vector<ColumnType> types(static_cast<size_t>(columns.size()), ColumnType::Text);
    QSqlQuery query(db);
    query.setForwardOnly(true);
    if (!query.exec(QStringLiteral("SELECT %1 FROM (%2)").arg(sums.join(QLatin1String(", ")), rows)) || !query.next())
        return types;
    for (size_t i = 0; i < types.size(); ++i) {
        const int at = static_cast<int>(i) * 2;
        types[i] = query.value(at).toBool()       ? ColumnType::Text
                   : query.value(at + 1).toBool() ? ColumnType::Real
                                                  : ColumnType::Integer;
    }
    return types;
}

void appendCell(Table &table, int column, const QVariant &value)
{
    if (value.isNull()) {
        table.appendMissing(column);
        return;
    }
    switch (table.at(column).type) {
    case ColumnType::Integer:
        table.appendInteger(column, value.toLongLong());
        break;
    case ColumnType::Real:
        table.appendReal(column, value.toDouble());
        break;
    default:
        table.appendText(
            column, (value.typeId() == QMetaType::QByteArray ? value.toByteArray().toHex() : value.toString().toUtf8())
                        .toStdString());
    }
}

} // namespace

QStringList database::tableNames(const QString &path, QString &error)
{
    const Connection connection(path);
    const QSqlDatabase db = connection.db();
    QStringList names;
    if (!db.isOpen()) {
        error = db.lastError().databaseText();
        return names;
    }
    QSqlQuery query(db);
    if (!query.exec(QStringLiteral("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"))) {
        error = query.lastError().databaseText();
        return names;
    }
    while (query.next())
        names << query.value(0).toString();
    return names;
}

DatabaseTable database::readTable(const QString &path, const QString &name, qint64 limit, const JobContext &job)
{
    DatabaseTable out;
    const Connection connection(path);
    const QSqlDatabase db = connection.db();
    if (!db.isOpen()) {
        out.error = db.lastError().databaseText();
        return out;
    }
    QSqlQuery query(db);
    query.setForwardOnly(true);
    if (query.exec(QStringLiteral("SELECT count(*) FROM %1").arg(quoted(name))) && query.next())
        out.rowsInFile = query.value(0).toLongLong();
    QStringList columns;
    if (query.exec(QStringLiteral("SELECT * FROM %1 LIMIT 0").arg(quoted(name)))) {
        const QSqlRecord record = query.record();
        for (int i = 0; i < record.count(); ++i)
            columns << record.fieldName(i);
    }
    if (columns.isEmpty() || job.isCanceled()) {
        out.error = query.lastError().databaseText();
        return out;
    }
    const QString rows = QStringLiteral("SELECT * FROM %1 LIMIT %2").arg(quoted(name)).arg(limit);
    const auto table = std::make_shared<Table>();
    table->source = path;
    const std::vector<ColumnType> types = columnTypes(db, columns, rows);
    for (int i = 0; i < columns.size(); ++i)
        table->addColumn(columns[i], types[static_cast<size_t>(i)]);
    if (!query.exec(rows)) {
        out.error = query.lastError().databaseText();
        return out;
    }
    while (query.next()) {
        for (int i = 0; i < columns.size(); ++i)
            appendCell(*table, i, query.value(i));
        table->finishRow();
        if (table->rows() % 1024 == 0 && job.isCanceled())
            return out;
    }
    if (query.lastError().isValid())
        out.error = query.lastError().databaseText();
    out.table = table;
    return out;
}

} // namespace rs
