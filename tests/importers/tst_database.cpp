// SPDX-License-Identifier: Apache-2.0
// Database files of the profiler, and files that only look like them.
#include "importers/db/dbidentity.h"
#include "importers/db/dbtables.h"
#include "importers/db/safedatabase.h"
#include "importers/discovery/discovery.h"
#include "findings.h"
#include "runfolder.h"
#include "support/sqlitefile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace rs;
using namespace rs::test;
using rs::test::endlessView;
using rs::test::makeDatabase;

namespace {

using Kind = DatabaseProblem::Kind;

QString counted(const char *form, int rows)
{
    return QStringLiteral("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %1) ").arg(rows) +
           QLatin1String(form);
}

QStringList columnNames(const DatabaseTable &t)
{
    QStringList names;
    for (int i = 0; t.table && i < t.table->columnCount(); ++i)
        names << t.table->at(i).name;
    return names;
}

void writeBytes(const QString &path, qint64 at, const QByteArray &bytes)
{
    QFile f(path);
    QVERIFY(f.open(QIODevice::ReadWrite));
    QVERIFY(f.seek(at));
    QCOMPARE(f.write(bytes), bytes.size());
}

} // namespace

class TestDatabase : public QObject
{
    Q_OBJECT
private slots:
    void cellsDecideTheTypes()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("a b%.db"));
        QCOMPARE(
            makeDatabase(path, {"CREATE TABLE TASK (startNs INTEGER, id INTEGER, rate NUMERIC, name TEXT, note, mixed)",
                                "INSERT INTO TASK VALUES (1757329461000000123, 7, 1.5, 'MatMul', x'00ff', 1.5)",
                                "INSERT INTO TASK VALUES (1757329461000000456, 8, 2, NULL, 12, 9007199254740993)",
                                "CREATE TABLE \"odd \"\"name\" (a)"}),
            QString());
        const DatabaseTables names = readDatabaseTables(path, JobContext());
        QCOMPARE(names.names, texts({"TASK", "odd \"name"}));
        QVERIFY(names.problem.isNone() && names.leftOut.isEmpty());
        const DatabaseTable read = readDatabaseTable(path, QStringLiteral("TASK"), 100, JobContext());
        QVERIFY(read.problem.isNone());
        QVERIFY(read.table);
        QCOMPARE(read.rowsInFile, 2);
        QCOMPARE(read.table->rows(), 2);
        QCOMPARE(read.table->at(0).type, ColumnType::Integer);
        QCOMPARE(read.table->integer(0, 0), 1757329461000000123);
        QCOMPARE(read.table->at(2).type, ColumnType::Real);
        QCOMPARE(read.table->real(1, 2), 2.0);
        QVERIFY(!read.table->has(1, 3));
        QCOMPARE(read.table->at(4).type, ColumnType::Text);
        QCOMPARE(read.table->textView(0, 4), std::string_view("00ff"));
        QCOMPARE(read.table->textView(1, 4), std::string_view("12"));
        // A double would make 9007199254740992 of it.
        QCOMPARE(read.table->textView(0, 5), std::string_view("1.5"));
        QCOMPARE(read.table->textView(1, 5), std::string_view("9007199254740993"));
        const DatabaseTable empty = readDatabaseTable(path, QStringLiteral("odd \"name"), 100, JobContext());
        QVERIFY(empty.problem.isNone());
        QVERIFY(empty.table);
        QCOMPARE(empty.table->rows(), 0);
    }

    void theLimitIsKept()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("long.db"));
        QCOMPARE(makeDatabase(path, {"CREATE TABLE t (n INTEGER)", counted("INSERT INTO t SELECT n FROM c", 5000)}),
                 QString());
        const DatabaseTable read = readDatabaseTable(path, QStringLiteral("t"), 3000, JobContext());
        QCOMPARE(read.rowsInFile, 5000);
        QCOMPARE(read.table->rows(), 3000);
        QCOMPARE(read.table->integer(2999, 0), 3000);
    }

    void brokenFilesSayWhy_data()
    {
        const Scenarios<QByteArray> row;
        row("no file", "");
        row("empty file", "");
        row("not a database", QByteArray("{\"traceEvents\": []}").repeated(100));
        row("only a header", QByteArray("SQLite format 3\0", 16));
        row("a pipe", "pipe");
    }

    void brokenFilesSayWhy()
    {
        const auto [bytes] = scenario<QByteArray>();
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("broken.db"));
        if (bytes == "pipe")
            QCOMPARE(mkfifo(path.toUtf8().constData(), 0600), 0);
        else if (!bytes.isNull())
            writeBytes(path, 0, bytes);
        const DatabaseTables names = readDatabaseTables(path, JobContext());
        QVERIFY(names.names.isEmpty());
        QCOMPARE(names.problem.kind, Kind::Unreadable);
        QVERIFY(!names.problem.text.isEmpty());
        const DatabaseTable read = readDatabaseTable(path, QStringLiteral("TASK"), 10, JobContext());
        QVERIFY(!read.table);
        QCOMPARE(read.problem.kind, Kind::Unreadable);
        ImportReport report;
        QVERIFY(!readDbIdentity(path, JobContext(), report));
    }

    void nothingIsWrittenBesideTheFile()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("wal.db"));
        QCOMPARE(makeDatabase(path, {"PRAGMA journal_mode = WAL", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)"}),
                 QString());
        const QStringList before = QDir(dir.path()).entryList(QDir::Files);
        QCOMPARE(readDatabaseTables(path, JobContext()).names.size(), 1);
        QVERIFY(readDatabaseTable(path, QStringLiteral("t"), 10, JobContext()).table);
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files), before);
    }

    void nothingOfTheFileRuns_data()
    {
        const Scenarios<QStringList> row;
        row("a view", {endlessView});
        // Names inside the file need not be true.
        row("a view that claims to be a table",
            {"CREATE TABLE t (a)", endlessView, "PRAGMA writable_schema = ON",
             "UPDATE sqlite_master SET type = 'table', rootpage = 2 WHERE type = 'view'"});
        row("a view in the words of a table",
            {"CREATE TABLE t (a)", endlessView, "PRAGMA writable_schema = ON",
             "UPDATE sqlite_master SET type = 'table', rootpage = 2, sql = 'CREATE TABLE' || "
             "substr(sql, 12) WHERE type = 'view'"});
        row("a virtual table", {"CREATE VIRTUAL TABLE RANK_DEVICE_MAP USING rtree(rankId, deviceId, other)",
                                "INSERT INTO RANK_DEVICE_MAP VALUES (3, 0, 1)"});
    }

    void nothingOfTheFileRuns()
    {
        const auto [statements] = scenario<QStringList>();
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("ascend_pytorch_profiler.db"));
        QCOMPARE(makeDatabase(path, statements), QString());
        const QString name = QStringLiteral("RANK_DEVICE_MAP");
        const DatabaseTables names = readDatabaseTables(path, JobContext());
        QVERIFY(!names.names.contains(name) || !names.problem.isNone());
        QVERIFY(names.leftOut.contains(name) || !names.problem.isNone());
        const DatabaseTable read = readDatabaseTable(path, name, 10, JobContext());
        QVERIFY(!read.table);
        QCOMPARE(read.problem.kind, Kind::Unreadable);
        // Not even when it is asked for by name.
        const JobContext job;
        SafeDatabase db(path, job);
        auto rows = db.rows(name, {}, -1);
        QVERIFY(!rows.next() || names.leftOut == QStringList{name});
        ImportReport report;
        QVERIFY(!readDbIdentity(path, JobContext(), report));
    }

    void computedColumnsAreLeftOut()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("computed.db"));
        QCOMPARE(makeDatabase(path, {"CREATE TABLE t (a, huge AS (zeroblob(900000000)), b, twice AS (a * 2) STORED)",
                                     "CREATE INDEX i ON t (abs(a))", "CREATE TABLE log (x)",
                                     "INSERT INTO t (a, b) VALUES (1, 'x'), (2, 'y')",
                                     "CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO log VALUES (1); END",
                                     "CREATE TABLE RANK_DEVICE_MAP (deviceId, rankId AS (5))",
                                     "INSERT INTO RANK_DEVICE_MAP VALUES (0)"}),
                 QString());
        const DatabaseTable read = readDatabaseTable(path, QStringLiteral("t"), 10, JobContext());
        QVERIFY(read.problem.isNone());
        QCOMPARE(columnNames(read), texts({"a", "b"}));
        QCOMPARE(read.computedColumns, texts({"huge", "twice"}));
        QCOMPARE(read.table->rows(), 2);
        QCOMPARE(read.table->integer(1, 0), 2);
        QCOMPARE(read.rowsInFile, 2);
        ImportReport report;
        QVERIFY(!readDbIdentity(path, JobContext(), report));
    }

    void largeCellsAreLeftOut()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("blobs.db"));
        QCOMPARE(makeDatabase(path, {"CREATE TABLE t (id INTEGER, data)",
                                     "INSERT INTO t VALUES (1, zeroblob(10)), (2, zeroblob(20000000)), "
                                     "(3, zeroblob(5000)), (4, zeroblob(20000000))"}),
                 QString());
        const DatabaseTable read = readDatabaseTable(path, QStringLiteral("t"), 10, JobContext());
        QVERIFY(read.problem.isNone());
        QCOMPARE(read.oversizedRows, 2);
        QCOMPARE(read.rowsInFile, 4);
        QCOMPARE(read.table->rows(), 2);
        QCOMPARE(read.table->integer(0, 0), 1);
        QCOMPARE(read.table->integer(1, 0), 3);
        QCOMPARE(read.table->textView(0, 1), std::string_view("00000000000000000000"));
        QVERIFY(read.table->textView(1, 1).ends_with("... (5000 bytes)"));
        // No place is counted twice at the limit.
        const DatabaseTable cut = readDatabaseTable(path, QStringLiteral("t"), 2, JobContext());
        QCOMPARE(cut.table->rows(), 1);
        QCOMPARE(cut.oversizedRows, 1);
        QCOMPARE(cut.rowsInFile, 4);
    }

    void wideTablesAreRead()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("wide.db"));
        QStringList columns;
        QStringList values;
        for (int i = 0; i < 2000; ++i) {
            columns << QStringLiteral("c%1").arg(i);
            values << QString::number(i);
        }
        QCOMPARE(makeDatabase(path, {QStringLiteral("CREATE TABLE t (%1)").arg(columns.join(u',')),
                                     QStringLiteral("INSERT INTO t VALUES (%1)").arg(values.join(u','))}),
                 QString());
        const DatabaseTable read = readDatabaseTable(path, QStringLiteral("t"), 10, JobContext());
        QVERIFY(read.problem.isNone());
        QCOMPARE(columnNames(read), columns);
        QCOMPARE(read.table->integer(0, 1999), 1999);
    }

    void lastRowIsFoundWithoutHarm()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("rows.db"));
        QCOMPARE(makeDatabase(
                     path, {"CREATE TABLE some (a)", "INSERT INTO some (rowid, a) VALUES (3, 1), (70, 2.5), (9, 'x')",
                            "CREATE TABLE none (a)", "CREATE TABLE keyed (a INTEGER PRIMARY KEY) WITHOUT ROWID",
                            "INSERT INTO keyed VALUES (5)"}),
                 QString());
        const JobContext job;
        SafeDatabase db(path, job);
        QCOMPARE(db.lastRowId(QStringLiteral("some")), 70);
        QCOMPARE(db.lastRowId(QStringLiteral("none")), 0);
        QCOMPARE(db.lastRowId(QStringLiteral("keyed")), 0);
        QCOMPARE(db.lastRowId(QStringLiteral("nowhere")), 0);
        QVERIFY(db.problem().isNone());
        SafeDatabase::Rows rows = db.rows(QStringLiteral("some"), {QStringLiteral("a")}, -1);
        using Cell = SafeDatabase::Rows::Cell;
        qint64 whole = -1;
        double real = -1;
        QVERIFY(rows.next());
        QCOMPARE(rows.take(0, whole), Cell::Integer);
        QCOMPARE(whole, 1);
        QCOMPARE(rows.take(0, real), Cell::Integer);
        QCOMPARE(real, 1.0);
        QVERIFY(rows.next());
        QCOMPARE(rows.take(0, whole), Cell::Text); // rows come by their numbers
        QCOMPARE(rows.take(0, real), Cell::Text);
        QCOMPARE(whole, 1);
        QCOMPARE(real, 1.0);
        QVERIFY(rows.next());
        QCOMPARE(rows.take(0, whole), Cell::Real);
        QCOMPARE(whole, 1);
        QCOMPARE(rows.take(0, real), Cell::Real);
        QCOMPARE(real, 2.5);
        QVERIFY(!rows.next());
    }

    void rowsBeforeDamageAreKept()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("damaged.db"));
        QCOMPARE(makeDatabase(path, {"PRAGMA page_size = 4096", "CREATE TABLE t (n, text)",
                                     counted("INSERT INTO t SELECT n, hex(zeroblob(50)) FROM c", 5000)}),
                 QString());
        writeBytes(path, QFileInfo(path).size() / 8192 * 4096, QByteArray(4096, '\xff'));
        const DatabaseTable read = readDatabaseTable(path, QStringLiteral("t"), 10'000, JobContext());
        QCOMPARE(read.problem.kind, Kind::Unreadable);
        QVERIFY(!read.problem.text.isEmpty());
        QVERIFY(read.table);
        QVERIFY2(read.table->rows() > 500 && read.table->rows() < 4500,
                 qPrintable(QString::number(read.table->rows())));
        QCOMPARE(read.table->integer(499, 0), 500);
        QCOMPARE(read.rowsInFile, -1);
    }

    void aCutFileIsReadUntilTheCut_data()
    {
        // pages: that are left of 1 + 1 + 1 of the schema and roots, and those of the rows
        // bytes: of the page behind them
        const Scenarios<int, int, bool> row;
        row("its last byte", -1, 4095, false);
        row("its last page", -1, 0, false);
        row("half of it", 50, 0, false);
        row("within a page", 50, 1, false);
        row("all of it is there", 0, 0, true);
    }

    void aCutFileIsReadUntilTheCut()
    {
        const auto [pages, bytes, isLastThere] = scenario<int, int, bool>();
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("cut.db"));
        constexpr int pageBytes = 4096;
        constexpr int rows = 5000;
        QCOMPARE(makeDatabase(path, {"PRAGMA page_size = 4096", "CREATE TABLE first (n)",
                                     "INSERT INTO first VALUES (7)", "CREATE TABLE t (n, text)",
                                     counted("INSERT INTO t SELECT n, hex(zeroblob(50)) FROM c", rows),
                                     "CREATE TABLE last (n)", "INSERT INTO last VALUES (9)"}),
                 QString());
        const qint64 whole = QFileInfo(path).size() / pageBytes;
        QVERIFY(QFile::resize(path, (pages > 0 ? pages : whole + pages) * pageBytes + bytes));
        const DatabaseTables names = readDatabaseTables(path, JobContext());
        QVERIFY2(names.problem.isNone(), qPrintable(names.problem.text));
        QCOMPARE(names.names, texts({"first", "last", "t"}));

        const JobContext job;
        SafeDatabase db(path, job);
        const auto count = [&db](const QString &table) {
            qint64 last = 0;
            auto read = db.rows(table, {QStringLiteral("n")}, -1);
            while (read.next())
                last = read.integer(0);
            return last;
        };
        // The sound tables behind a damaged one are read, in any order.
        QCOMPARE(count(QStringLiteral("last")), isLastThere ? 9 : 0);
        QCOMPARE(db.takeDamage().isEmpty(), isLastThere);
        const qint64 read = count(QStringLiteral("t"));
        if (pages > 0) {
            QVERIFY2(read > 1000 && read < rows, qPrintable(QString::number(read)));
            QVERIFY(!db.takeDamage().isEmpty());
        } else {
            QCOMPARE(read, rows);
        }
        QCOMPARE(count(QStringLiteral("first")), 7);
        QVERIFY(db.problem().isNone());
        QVERIFY(db.takeDamage().isEmpty());
    }

    void aCanceledJobAndTheClockEndAStatement()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("long.db"));
        QCOMPARE(makeDatabase(path, {"CREATE TABLE t (n INTEGER)", counted("INSERT INTO t SELECT n FROM c", 50'000)}),
                 QString());
        const auto count = [](SafeDatabase &db, const std::function<void()> &atTheFirst) {
            int n = 0;
            auto rows = db.rows(QStringLiteral("t"), {QStringLiteral("n")}, -1);
            while (rows.next()) {
                if (n++ == 0)
                    atTheFirst();
            }
            return n;
        };
        const JobContext free;
        SafeDatabase all(path, free);
        QCOMPARE(count(all, [] {}), 50'000);
        const JobContext canceled;
        SafeDatabase some(path, canceled);
        const int before = count(some, [&canceled] { canceled.cancel(); });
        QVERIFY(before > 0 && before < 5000);
        QCOMPARE(some.problem().kind, Kind::Canceled);
        SafeDatabase::Limits limits;
        limits.milliseconds = -1;
        SafeDatabase late(path, free, limits);
        QVERIFY(count(late, [] {}) < 5000);
        QCOMPARE(late.problem().kind, Kind::TimeUp);
        QCOMPARE(readDatabaseTable(path, QStringLiteral("t"), 10, canceled).problem.kind, Kind::Canceled);
    }

    void identityIsOfWholeNumbers_data()
    {
        const Scenarios<QString, int, int> row;
        row("numbers", "(6, 2)", 6, 2);
        row("unknown first", "(-1, 0), (6, 2)", 6, 2);
        row("no device", "(6, NULL)", 6, -1);
        row("text is not rank 0", "('abc', 0)", -1, -1);
        row("text before a number", "('<h1>', 0), (6, 2)", 6, 2);
        row("a real number", "(1.5, 0)", -1, -1);
        row("a blob", "(x'31', 0)", -1, -1);
        row("beyond any rank", "(4294967299, 0)", -1, -1);
        row("no rows", "(NULL, NULL)", -1, -1);
    }

    void identityIsOfWholeNumbers()
    {
        const auto [values, rank, device] = scenario<QString, int, int>();
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("x.db"));
        QCOMPARE(makeDatabase(path, {"CREATE TABLE RANK_DEVICE_MAP (rankId, deviceId)",
                                     QStringLiteral("INSERT INTO RANK_DEVICE_MAP VALUES ") + values}),
                 QString());
        ImportReport report;
        const auto found = readDbIdentity(path, JobContext(), report);
        QCOMPARE(found.value_or(DbIdentity()).rank, rank);
        QCOMPARE(found.value_or(DbIdentity()).device, device);
        QVERIFY(report.isEmpty());
    }

    void discoveryGoesOnWithoutTheDatabase()
    {
        RunFolder d;
        d.write("x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", RunFolder::trace());
        const QString path = d.path("x_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_3.db");
        QCOMPARE(makeDatabase(path, {endlessView}), QString());
        ImportReport report;
        const auto runs = discover({d.path("x_ascend_pt")}, JobContext(), report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].infos.at(0).rank, 3); // by the file's name
    }
};

RS_TEST(TestDatabase, QCoreApplication);
#include "tst_database.moc"
