// SPDX-License-Identifier: Apache-2.0
// What a run lacks that its own files let expect.
#include "foundruns.h"
#include "importers/discovery.h"
#include "importers/runloader.h"
#include "runfolder.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<const Run> loaded(const QString &path)
{
    ImportReport report;
    auto runs = discover({path}, JobContext(), report);
    if (runs.size() != 1)
        qFatal("one run expected in %s", qPrintable(path));
    ThreadPool pool(2);
    return loadRun(std::move(runs.front()), pool, JobContext());
}

Finding findingOf(const ImportReport &report, const char *code)
{
    for (const Finding &f : report.findings()) {
        if (f.code == QLatin1String(code))
            return f;
    }
    return {};
}

} // namespace

class TestAbsences : public QObject
{
    Q_OBJECT
private slots:
    void ranksThatFilesName_data();
    void ranksThatFilesName();
    void clusterFilesNameRanks();
};

void TestAbsences::ranksThatFilesName_data()
{
    QTest::addColumn<QList<int>>("ranks");
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("argument");
    const QByteArray eight = R"({"parallel_group_info":{"g":{"group_name":"tp","global_ranks":[0,1,2,3,4,5,6,7]}}})";
    const QByteArray pair = R"({"parallel_group_info":{"g":{"group_name":"tp","global_ranks":[2,3]}}})";
    const QByteArray world = R"({"distributed_args":{"world_size":8}})";
    const QString named = QStringLiteral("absence.named-rank");
    QTest::newRow("all are there") << QList<int>{0, 1, 2, 3, 4, 5, 6, 7} << eight << QString() << QString();
    QTest::newRow("the last one of a domain")
        << QList<int>{0, 1, 2, 3, 4, 5, 6} << eight << named << QStringLiteral("7");
    QTest::newRow("the last one of the world")
        << QList<int>{0, 1, 2, 3, 4, 5, 6} << world << named << QStringLiteral("7");
    QTest::newRow("before and behind") << QList<int>{3, 4} << world << named << QStringLiteral("0–2, 5–7");
    // That one lies between is told by "absence.rank" alone.
    QTest::newRow("between") << QList<int>{0, 1, 2, 4, 5, 6, 7} << eight << QString() << QString();
    QTest::newRow("nothing says how many")
        << QList<int>{0, 1} << QByteArray("{\"ENV_VARIABLES\":{}}") << QString() << QString();
    QTest::newRow("a world that is too small for the ranks") << QList<int>{8, 9} << world << QString() << QString();
    QTest::newRow("a world that cannot be")
        << QList<int>{0, 1} << QByteArray(R"({"distributed_args":{"world_size":900000000000}})") << QString()
        << QString();
    const QString single = QStringLiteral("run.single-rank");
    QTest::newRow("one of eight") << QList<int>{7} << eight << single << QStringLiteral("8");
    QTest::newRow("one of a world") << QList<int>{0} << world << single << QStringLiteral("8");
    QTest::newRow("one that no domain names") << QList<int>{0} << pair << single << QStringLiteral("3");
    QTest::newRow("one of one") << QList<int>{0} << QByteArray(R"({"distributed_args":{"world_size":1}})") << QString()
                                << QString();
}

void TestAbsences::ranksThatFilesName()
{
    QFETCH(QList<int>, ranks);
    QFETCH(QByteArray, metadata);
    QFETCH(QString, code);
    QFETCH(QString, argument);
    RunFolder d;
    for (const int rank : ranks) {
        const QString folder = QStringLiteral("run/rank%1_ascend_pt").arg(rank);
        d.torchRank(folder, rank);
        d.write(folder + QStringLiteral("/profiler_metadata.json"), metadata);
    }
    const auto run = loaded(d.path(QStringLiteral("run")));
    QStringList told;
    for (const Finding &f : run->report.findings()) {
        if (f.code != QLatin1String("absence.rank"))
            told << f.code + u' ' + f.argument + u' ' + severityName(f.severity);
    }
    QCOMPARE(told, code.isEmpty() ? QStringList() : QStringList{code + u' ' + argument + QStringLiteral(" notice")});
}

void TestAbsences::clusterFilesNameRanks()
{
    RunFolder d;
    d.torchRank(QStringLiteral("run/rank0_ascend_pt"), 0);
    d.torchRank(QStringLiteral("run/rank1_ascend_pt"), 1);
    const QString groups = QStringLiteral("run/cluster_analysis_output/communication_group.json");
    const auto text = [](const QByteArray &ranks) {
        return R"({"collective":[],"p2p":[],"comm_group_parallel_info":[{"type":"collective","rank_set":[)" + ranks +
               R"(],"group_name":"17","group_id":"","pg_name":""}]})";
    };
    d.write(groups, text("0,1"));
    QVERIFY(!hasCode(loaded(d.path(QStringLiteral("run")))->report, "absence.named-rank"));
    d.write(groups, text("0,1,2,3"));
    QCOMPARE(findingOf(loaded(d.path(QStringLiteral("run")))->report, "absence.named-rank").argument,
             QStringLiteral("2–3"));
}

QTEST_GUILESS_MAIN(TestAbsences)
#include "tst_absences.moc"
