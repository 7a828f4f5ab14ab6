// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "viewfixture.h"

#include "importers/db/dbtables.h"
#include "support/sqlitefile.h"
#include "tables/base/tables.h"
#include "views/browse/databasepage.h"
#include "views/widgets/picker.h"
#include "views/tables/tableview.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <atomic>

using namespace rs;
using rs::test::makeDatabase;

namespace {

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
    explicit Fixture(const QStringList &paths, const DatabaseAccess &access = {readDatabaseTables, readDatabaseTable},
                     const QString &ofCluster = {})
    {
        Run run;
        if (!ofCluster.isEmpty())
            run.cluster.files.push_back(
                {QStringLiteral("cluster.db"), ofCluster, QStringLiteral("cluster_db"), 0, true, {}});
        RankInfo info;
        info.rank = 0;
        info.label = QStringLiteral("0");
        for (const QString &p : paths)
            info.files.push_back({QFileInfo(p).fileName(), p, QStringLiteral("db"), 0, false, {}});
        run.infos.push_back(info);
        run.ranks.resize(1);
        runs.addRun(run);
        ViewContext c = context();
        c.databases = access;
        page = std::make_unique<DatabasePage>(c);
        page->resize(900, 300);
        page->show();
        state.setCurrentRank({0, 0});
        page->invalidate();
    }
    bool settle()
    {
        return QTest::qWaitFor([this] { return page->isComplete(); }, 10000);
    }
};

} // namespace

class TestDatabasePage : public QObject
{
    Q_OBJECT
private slots:
    void whatIsNotShownIsSaid()
    {
        const QTemporaryDir dir;
        const QString broken = dir.filePath(QStringLiteral("broken.db"));
        QFile f(broken);
        QVERIFY(f.open(QIODevice::WriteOnly));
        f.write(QByteArray("{\"traceEvents\": []}").repeated(100));
        f.close();
        Fixture unreadable({broken});
        QVERIFY(unreadable.settle());
        QVERIFY2(unreadable.page->note().contains(QStringLiteral("cannot be read")),
                 qPrintable(unreadable.page->note()));
        const QString hostile = dir.filePath(QStringLiteral("hostile.db"));
        QCOMPARE(makeDatabase(hostile,
                              {test::endlessView, QStringLiteral("CREATE TABLE t (a, huge AS (zeroblob(900000000)))"),
                               QStringLiteral("INSERT INTO t (a) VALUES (1), (zeroblob(17000000)), (3)")}),
                 QString());
        Fixture partly({hostile});
        QVERIFY(partly.settle());
        QCOMPARE(partly.page->tableNames()->box()->count(), 1);
        QCOMPARE(
            partly.page->note(),
            QStringLiteral("3 row(s) in the file; 1 row(s) left out: more than 16 MB each; Computed columns left out, "
                           "because code in files is never executed: huge; Views left out, because code in files is "
                           "never executed: "
                           "RANK_DEVICE_MAP"));
        QTRY_COMPARE(partly.page->table()->model()->rowCount(), 2);
    }

    void thePageShowsWhatIsChosen()
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
        f.page->files()->box()->setFocus();
        QTest::keyClick(f.page->files()->box(), Qt::Key_Down);
        QTRY_COMPARE(f.page->tableNames()->value().toString(), QStringLiteral("StepTraceTime"));
        QVERIFY(f.settle());
        QTRY_COMPARE(f.page->table()->model()->rowCount(), 0);
    }

    // Results of recipes stand there and nowhere else.
    void theDatabaseOfTheClusterIsShownToo()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("cluster_analysis.db"));
        QCOMPARE(makeDatabase(path, {QStringLiteral("CREATE TABLE SlowRank (rankId INTEGER, slowAffectCount INTEGER)"),
                                     QStringLiteral("INSERT INTO SlowRank VALUES (3, 7)")}),
                 QString());
        Fixture f({}, {readDatabaseTables, readDatabaseTable}, path);
        QVERIFY(f.settle());
        QCOMPARE(f.page->files()->value().toString(), path);
        QTRY_COMPARE(f.page->tableNames()->value().toString(), QStringLiteral("SlowRank"));
        QVERIFY(f.settle());
        QTRY_COMPARE(f.page->table()->model()->rowCount(), 1);
    }

    // By the names of their columns: of the cluster to ranks and steps, of the rank's own to its moments.
    void rowsLeadToRanksStepsAndMoments()
    {
        const QTemporaryDir dir;
        const QString cluster = dir.filePath(QStringLiteral("cluster_analysis.db"));
        QCOMPARE(makeDatabase(cluster,
                              {QStringLiteral("CREATE TABLE ClusterCommAnalyzerTime (rank_id INTEGER, step TEXT)"),
                               QStringLiteral("INSERT INTO ClusterCommAnalyzerTime VALUES (0,'step7'),(5,'step8')"),
                               QStringLiteral("CREATE TABLE ClusterStepTraceTime (step INTEGER, type TEXT, \"index\" "
                                              "TEXT)"),
                               QStringLiteral("INSERT INTO ClusterStepTraceTime VALUES (7,'rank','0'),(9,'stage',"
                                              "'(0, 1)')")}),
                 QString());
        const auto run = std::make_shared<Run>();
        run->infos.resize(1);
        run->infos[0].label = QStringLiteral("0");
        run->ranks.resize(1);
        const auto rowsOf = [&](const char *table, const QString &path, int index) {
            return databaseRows(readDatabaseTable(path, QLatin1String(table), 100, JobContext()).table, run, index);
        };
        const auto times = rowsOf("ClusterCommAnalyzerTime", cluster, -1);
        QCOMPARE(keysOf(*times, 0).place.rank, 0);
        QCOMPARE(keysOf(*times, 0).step, QStringLiteral("7"));
        QCOMPARE(keysOf(*times, 1).place.rank, -1); // the run has no rank 5
        QCOMPARE(keysOf(*times, 1).step, QStringLiteral("8"));
        const auto steps = rowsOf("ClusterStepTraceTime", cluster, -1);
        QCOMPARE(keysOf(*steps, 0).place.rank, 0);
        QCOMPARE(keysOf(*steps, 0).step, QStringLiteral("7"));
        QCOMPARE(keysOf(*steps, 1).place.rank, -1);
        QCOMPARE(keysOf(*steps, 1).step, QStringLiteral("9"));
        const QString own = dir.filePath(QStringLiteral("ascend_pytorch_profiler_0.db"));
        QCOMPARE(
            makeDatabase(own, {QStringLiteral("CREATE TABLE TASK (startNs INTEGER, endNs INTEGER)"),
                               QStringLiteral("INSERT INTO TASK VALUES (1757329461000000123, 1757329461000000200)"),
                               QStringLiteral("CREATE TABLE PYTORCH_API (startNs TEXT)"),
                               QStringLiteral("INSERT INTO PYTORCH_API VALUES ('1757329461000000123'), ('x')")}),
            QString());
        const RowPlace task = rowsOf("TASK", own, 0)->place(0);
        QCOMPARE(task.rank, 0);
        QVERIFY(task.time && *task.time == (Interval{1757329461000000123, 1757329461000000200}));
        const auto calls = rowsOf("PYTORCH_API", own, 0);
        QCOMPARE(calls->place(0).time.value_or(Interval()).from, qint64{1757329461000000123});
        QCOMPARE(calls->place(1).rank, -1);

        Fixture f({}, {readDatabaseTables, readDatabaseTable}, cluster);
        QVERIFY(f.settle());
        QTRY_COMPARE(f.page->table()->model()->rowCount(), 2);
        emit f.page->table()->activated(0);
        QTRY_COMPARE(f.state.step(), QStringLiteral("7"));
    }
};

RS_TEST(TestDatabasePage, QApplication);
#include "tst_databasepage.moc"
