// SPDX-License-Identifier: Apache-2.0
#include "viewfixture.h"

#include "views/system/databasepage.h"
#include "views/system/databasereader.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"
#include "views/widgets/rowtable.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>

using namespace rs;

namespace {

// Runs statements on a new database file.
QString makeDatabase(const QString &path, const QStringList &statements)
{
    QString error;
    {
        QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("writer"));
        db.setDatabaseName(path);
        if (!db.open())
            error = db.lastError().text();
        for (const QString &s : statements) {
            QSqlQuery query(db);
            if (!query.exec(s))
                error = query.lastError().text();
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("writer"));
    return error;
}

const QStringList twoTables = {
    QStringLiteral("CREATE TABLE TASK (startNs INTEGER, globalTaskId INTEGER, rate NUMERIC, name TEXT, note)"),
    QStringLiteral("INSERT INTO TASK VALUES (1757329461000000123, 7, 1.5, 'MatMul', x'00ff')"),
    QStringLiteral("INSERT INTO TASK VALUES (1757329461000000456, 8, 2, NULL, 12)"),
    QStringLiteral("CREATE TABLE \"odd \"\"name\" (a)"),
};

struct Fixture : test::ViewFixture
{
    std::unique_ptr<DatabasePage> page;

    // One rank that could not be loaded and whose files are the given databases.
    explicit Fixture(const QStringList &paths)
    {
        Run run;
        RankInfo info;
        info.rank = 0;
        info.label = QStringLiteral("0");
        for (const QString &p : paths)
            info.files.push_back({QFileInfo(p).fileName(), p, QStringLiteral("db"), 0, false, {}});
        run.infos.push_back(info);
        run.ranks.resize(1);
        runs.addRun(run);
        page = std::make_unique<DatabasePage>(context());
        page->resize(900, 300);
        page->show();
        state.setCurrentRank({0, 0});
        page->invalidate();
    }
    bool settle() { return QTest::qWaitFor([this] { return page->isComplete(); }, 10000); }
};

} // namespace

class TestDatabasePage : public QObject
{
    Q_OBJECT
private slots:
    void cellsDecideTheTypes();
    void theLimitIsKept();
    void brokenFilesSayWhy_data();
    void brokenFilesSayWhy();
    void nothingIsWrittenBesideTheFile();
    void thePageShowsWhatIsChosen();
    void withoutADatabaseThePageSaysWhichOptionWritesOne();
};

void TestDatabasePage::cellsDecideTheTypes()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("a b%.db"));
    QCOMPARE(makeDatabase(path, twoTables), QString());
    QString error;
    QCOMPARE(database::tableNames(path, error), QStringList({QStringLiteral("TASK"), QStringLiteral("odd \"name")}));
    QCOMPARE(error, QString());
    const DatabaseTable read = database::readTable(path, QStringLiteral("TASK"), 100, JobContext());
    QCOMPARE(read.error, QString());
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
    const DatabaseTable empty = database::readTable(path, QStringLiteral("odd \"name"), 100, JobContext());
    QCOMPARE(empty.error, QString());
    QVERIFY(empty.table);
    QCOMPARE(empty.table->rows(), 0);
}

void TestDatabasePage::theLimitIsKept()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("long.db"));
    QCOMPARE(makeDatabase(
                 path, {QStringLiteral("CREATE TABLE t (n INTEGER)"),
                        QStringLiteral("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000) "
                                       "INSERT INTO t SELECT n FROM c")}),
             QString());
    const DatabaseTable read = database::readTable(path, QStringLiteral("t"), 3000, JobContext());
    QCOMPARE(read.rowsInFile, 5000);
    QCOMPARE(read.table->rows(), 3000);
    QCOMPARE(read.table->integer(2999, 0), 3000);
}

void TestDatabasePage::brokenFilesSayWhy_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no file") << QByteArray();
    QTest::newRow("not a database") << QByteArray("{\"traceEvents\": []}").repeated(100);
    QTest::newRow("only a header") << QByteArray("SQLite format 3\0", 16);
}

void TestDatabasePage::brokenFilesSayWhy()
{
    QFETCH(QByteArray, bytes);
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("broken.db"));
    if (!bytes.isEmpty()) {
        QFile f(path);
        QVERIFY(f.open(QIODevice::WriteOnly));
        f.write(bytes);
    }
    QString error;
    QVERIFY(database::tableNames(path, error).isEmpty());
    QVERIFY(!error.isEmpty());
    const DatabaseTable read = database::readTable(path, QStringLiteral("TASK"), 10, JobContext());
    QVERIFY(!read.table);
    QVERIFY(!read.error.isEmpty());
    Fixture f({path});
    QVERIFY(f.settle());
    QVERIFY2(f.page->note().contains(QStringLiteral("cannot be read")), qPrintable(f.page->note()));
}

void TestDatabasePage::nothingIsWrittenBesideTheFile()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("wal.db"));
    QCOMPARE(makeDatabase(path, QStringList{QStringLiteral("PRAGMA journal_mode = WAL")} + twoTables), QString());
    const QStringList before = QDir(dir.path()).entryList(QDir::Files);
    QString error;
    QCOMPARE(database::tableNames(path, error).size(), 2);
    QVERIFY(database::readTable(path, QStringLiteral("TASK"), 10, JobContext()).table);
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files), before);
}

void TestDatabasePage::thePageShowsWhatIsChosen()
{
    const QTemporaryDir dir;
    const QString first = dir.filePath(QStringLiteral("ascend_pytorch_profiler_0.db"));
    const QString second = dir.filePath(QStringLiteral("analysis.db"));
    QCOMPARE(makeDatabase(first, twoTables), QString());
    QCOMPARE(makeDatabase(second, {QStringLiteral("CREATE TABLE StepTraceTime (step INTEGER)")}), QString());
    Fixture f({first, second});
    QVERIFY(f.settle());
    const QAbstractItemModelTester tester(f.page->table()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(f.page->tableNames()->value().toString(), QStringLiteral("TASK"));
    QTRY_COMPARE(f.page->table()->model()->rowCount(), 2);
    QVERIFY2(f.page->note().startsWith(u'2'), qPrintable(f.page->note()));
    test::grab(*f.page, QStringLiteral("system-database-filled"));
    f.page->files()->box()->setFocus();
    QTest::keyClick(f.page->files()->box(), Qt::Key_Down);
    QTRY_COMPARE(f.page->tableNames()->value().toString(), QStringLiteral("StepTraceTime"));
    QVERIFY(f.settle());
    QTRY_COMPARE(f.page->table()->model()->rowCount(), 0);
}

void TestDatabasePage::withoutADatabaseThePageSaysWhichOptionWritesOne()
{
    Fixture f({});
    QVERIFY(f.settle());
    QVERIFY(f.page->emptyState()->isVisible());
    QVERIFY(f.page->whyWhole().contains(QStringLiteral("whole")));
}

QTEST_MAIN(TestDatabasePage)
#include "tst_databasepage.moc"
