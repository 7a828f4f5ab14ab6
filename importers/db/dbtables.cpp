// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbtables.h"

#include "importers/db/safedatabase.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

using DbCell = SafeDatabase::Rows::Cell;
constexpr qint64 mostTableBytes = 512 * 1024 * 1024;
constexpr qint64 mostOversized = 100;
constexpr size_t mostBlobBytes = 4096;               // that are shown; the rest is counted
constexpr double exactInDouble = 9007199254740992.0; // 2^53

/// Calls `use` for at most `limit` rows until it returns false; rows that are too large are passed by and counted.
template <typename Use>
qint64 forEachRow(SafeDatabase &db, const QString &name, const QStringList &columns, qint64 limit, Use use)
{
    qint64 oversized = 0;
    for (qint64 at = 0; at < limit;) {
        auto rows = db.rows(name, columns, limit - at, at);
        while (rows.next()) {
            ++at;
            if (!use(rows))
                return oversized;
        }
        if (!rows.endedAtOversizedRow() || ++oversized > mostOversized)
            break;
        ++at;
    }
    return oversized;
}

/// Declared types bind nothing in SQLite: the cells decide.
struct SeenCells
{
    bool text = false;
    bool real = false;
    bool large = false;

    void add(const SafeDatabase::Rows &row, int column)
    {
        const DbCell cell = row.type(column);
        text = text || cell == DbCell::Text || cell == DbCell::Blob;
        real = real || cell == DbCell::Real;
        large =
            large || (cell == DbCell::Integer && std::abs(static_cast<double>(row.integer(column))) >= exactInDouble);
    }
    [[nodiscard]] ColumnType type() const
    {
        // An integer that a double cannot hold must not lose digits beside one.
        return text || (real && large) ? ColumnType::Text : real ? ColumnType::Real : ColumnType::Integer;
    }
};

QByteArray textOfCell(const SafeDatabase::Rows &row, int column)
{
    switch (row.type(column)) {
    case DbCell::Integer:
        return QByteArray::number(row.integer(column));
    case DbCell::Real:
        return QByteArray::number(row.real(column), 'g', QLocale::FloatingPointShortest);
    case DbCell::Blob: {
        const std::string_view bytes = row.bytes(column);
        const QByteArray shown =
            QByteArray(bytes.data(), static_cast<qsizetype>(std::min(bytes.size(), mostBlobBytes)));
        return bytes.size() <= mostBlobBytes ? shown.toHex()
                                             : shown.toHex() + "... (" + QByteArray::number(bytes.size()) + " bytes)";
    }
    default:
        break;
    }
    const std::string_view bytes = row.bytes(column);
    const QByteArray text(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return text.isValidUtf8() ? text : QString::fromUtf8(text).toUtf8();
}

/// Bytes that the cell takes besides its place in the column.
qint64 appendDbCell(Table &table, int column, const SafeDatabase::Rows &row)
{
    const DbCell cell = row.type(column);
    if (cell == DbCell::Missing) {
        table.appendMissing(column);
    } else if (table.at(column).type == ColumnType::Integer) {
        table.appendInteger(column, row.integer(column));
    } else if (table.at(column).type == ColumnType::Real) {
        table.appendReal(column, row.real(column));
    } else {
        const QByteArray text = textOfCell(row, column);
        table.appendText(column, {text.constData(), static_cast<size_t>(text.size())});
        return text.size();
    }
    return 0;
}

/// `read` and those behind; -1 when counting them would keep the table waiting.
qint64 rowsInFile(const QString &path, const QString &name, qint64 read, const JobContext &job)
{
    SafeDatabase::Limits limits;
    limits.milliseconds = 3000;
    SafeDatabase db(path, job, limits);
    qint64 count = read;
    auto rows = db.rows(name, {}, -1, read);
    while (rows.next())
        ++count;
    return db.problem().isNone() ? count : -1;
}

} // namespace

DatabaseTables readDatabaseTables(const QString &path, const JobContext &job)
{
    SafeDatabase db(path, job);
    return db.tables();
}

DatabaseTable readDatabaseTable(const QString &path, const QString &name, qint64 limit, const JobContext &job)
{
    DatabaseTable out;
    SafeDatabase first(path, job);
    const DatabaseTables tables = first.tables();
    const auto columns = tables.names.contains(name) ? first.columns(name) : SafeDatabase::Columns();
    out.computedColumns = columns.computed;
    out.problem = first.problem();
    if (out.problem.isNone() && !tables.names.contains(name))
        out.problem = {DatabaseProblem::Kind::Unreadable, QStringLiteral("no such table")};
    if (!out.problem.isNone())
        return out;
    std::vector<SeenCells> seen(static_cast<size_t>(columns.names.size()));
    qint64 looked = 0;
    const auto look = [&](const SafeDatabase::Rows &row) {
        ++looked;
        for (size_t i = 0; i < seen.size(); ++i)
            seen[i].add(row, static_cast<int>(i));
        return true;
    };
    looked += forEachRow(first, name, columns.names, limit, look);
    const auto table = std::make_shared<Table>();
    table->source = path;
    for (qsizetype i = 0; i < columns.names.size(); ++i)
        table->addColumn(columns.names[i], seen[static_cast<size_t>(i)].type());
    qint64 bytes = 0;
    const auto take = [&](const SafeDatabase::Rows &row) {
        for (int i = 0; i < table->columnCount(); ++i)
            bytes += appendDbCell(*table, i, row) + qint64{sizeof(qint64)} + 1;
        table->finishRow();
        return bytes < mostTableBytes;
    };
    // Damage that ended the first pass must not keep this one from the rows before it; the types hold for no others.
    SafeDatabase second(path, job);
    out.oversizedRows = forEachRow(second, name, columns.names, looked, take);
    out.problem = first.problem().isNone() ? second.problem() : first.problem();
    out.table = table;
    const qint64 read = table->rows() + out.oversizedRows;
    out.rowsInFile = out.problem.isNone() ? rowsInFile(path, name, read, job) : -1;
    return out;
}

} // namespace rs
