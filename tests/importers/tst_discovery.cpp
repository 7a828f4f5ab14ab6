// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/discovery.h"

#include "importers/asnobody.h"
#include "importers/foundruns.h"
#include "runfolder.h"
#include "support/testprogram.h"
#include "tracetext.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <sys/stat.h>

using namespace rs;
using namespace rs::test;

class TestDiscovery : public QObject
{
    Q_OBJECT
private slots:
    void oneParentIsOneRun();
    void machinesWithoutAName();
    void ranksGivenOneByOneAreOneRun();
    void aRankGivenWithItsRunStaysInIt();
    void parentsGivenTogetherAreRunsOfTheirOwn();
    void sameRankGivenTwiceOneByOneIsAnotherRun();
    void tracesOfTorchSayWhoseTheyAre();
    void hintsNameDatabases();
    void aLoneRankFolderIsARun();
    void theOutputFolderAloneKnowsItsRank();
    void renamedFoldersAreKnownByContent();
    void plainNamesWinOverCopies_data();
    void plainNamesWinOverCopies();
    void rankIdentityFollowsThePrecedence();
    void foldersWithoutANumberKeepTheirNames();
    void severalCapturesOfferTheNewest();
    void anotherCaptureCanBeChosen();
    void capturesOfTheDynamicProfilerAreRuns();
    void windowsThatTellNoRankApartAreOneRun();
    void nodesBelowOneParentAreOneRun();
    void experimentsBelowOneParentStayApart();
    void frameworksBelowOneParentStayApart();
    void chineseBlanksAndLongPaths();
    void depthIsLimited();
    void entriesAreLimited();
    void linksOutOfTheRootAreRefused();
    void theRootItselfMayBeALink();
    void loopsOfLinksEnd();
    void pipesAreNotOpened();
    void aPipeInPlaceOfTheDatabaseIsNamed();
    void unreadableFoldersAreReported();
    void missingAndEmptyPathsAreErrors();
    void cancelledDiscoveryGivesNothing();
    void realRuns();
};

void TestDiscovery::oneParentIsOneRun()
{
    RunFolder d;
    for (const int r : {2, 0, 10})
        d.torchRank(QStringLiteral("run/host_%1_2025010908475501%2_ascend_pt").arg(100 + r).arg(r % 10), r);
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: 0 2 10"));
    QCOMPARE(runs[0].path, d.path(QStringLiteral("run")));
    QVERIFY(runs[0].framework == Framework::PyTorch);
    QCOMPARE(runs[0].ranks.size(), size_t(3));
    QVERIFY(!runs[0].ranks[0]);
    QCOMPARE(runs[0].infos[0].level, QStringLiteral("Level1"));
    QCOMPARE(runs[0].infos[0].host, QStringLiteral("host"));
    QCOMPARE(runs[0].infos[0].settings.value(QStringLiteral("with_stack")), QStringLiteral("true"));
    QVERIFY(report.isEmpty());
    const std::vector<Finding> said = runs[0].report.findings();
    QCOMPARE(said.size(), size_t(1));
    QVERIFY2(said[0].text().contains(QStringLiteral("not there: 1, 3–9.")), qPrintable(said[0].text()));
}

// All machines without a name are called alike. Processes of one of them have different numbers.
void TestDiscovery::machinesWithoutAName()
{
    for (const int other : {101, 100}) {
        RunFolder d;
        for (const auto &[rank, process] : {std::pair(0, 100), std::pair(1, other)})
            d.torchRank(
                QStringLiteral("run/localhost.localdomain_%1_2025010908475501%2_ascend_pt").arg(process).arg(rank),
                rank);
        ImportReport report;
        const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
        QCOMPARE(shape(runs), QStringLiteral("run: 0 1"));
        for (const RankInfo &info : runs[0].infos)
            QCOMPARE(info.host, other == 100 ? QString() : QStringLiteral("localhost.localdomain"));
    }
}

void TestDiscovery::ranksGivenOneByOneAreOneRun()
{
    RunFolder d;
    const QString a = d.torchRank(QStringLiteral("run/rank0_ascend_pt"), 0);
    const QString b = d.torchRank(QStringLiteral("run/rank1_ascend_pt"), 1);
    const QString c = d.torchRank(QStringLiteral("other/rank2_ascend_pt"), 2);
    ImportReport report;
    const auto runs = discover({b, c, a, a}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: 0 1 | rank2_ascend_pt: 2"));
    QCOMPARE(runs[0].path, d.path(QStringLiteral("run")));
    QCOMPARE(runs[1].path, c);
}

void TestDiscovery::aRankGivenWithItsRunStaysInIt()
{
    RunFolder d;
    const QString a = d.torchRank(QStringLiteral("run/rank0_ascend_pt"), 0);
    d.torchRank(QStringLiteral("run/rank1_ascend_pt"), 1);
    ImportReport report;
    QCOMPARE(shape(discover({a, d.path(QStringLiteral("run"))}, JobContext(), report)), QStringLiteral("run: 0 1"));
    QVERIFY(report.isEmpty());
}

void TestDiscovery::parentsGivenTogetherAreRunsOfTheirOwn()
{
    RunFolder d;
    d.torchRank(QStringLiteral("a/rank0_ascend_pt"), 0);
    d.torchRank(QStringLiteral("b/rank1_ascend_pt"), 1);
    ImportReport report;
    QCOMPARE(shape(discover({d.path(QStringLiteral("a")), d.path(QStringLiteral("b"))}, JobContext(), report)),
             QStringLiteral("a: 0 | b: 1"));
}

void TestDiscovery::tracesOfTorchSayWhoseTheyAre()
{
    const auto trace = [](const char *info) {
        return QByteArray(
                   R"({"schemaVersion": 1, "deviceProperties": [{"rank": 9}], "distributedInfo": @, "traceEvents": [
{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 1}]})")
            .replace("@", info);
    };
    RunFolder d;
    const QString one = d.write(QStringLiteral("run/host_100.1.pt.trace.json"),
                                trace(R"({"backend": "hccl", "rank": 1, "pg_config": [{"pg_size": 2}]})"));
    d.write(QStringLiteral("run/host_101.1.pt.trace.json"), trace(R"({"rank": 0, "world_size": 2})"));
    ImportReport report;
    QCOMPARE(shape(discover({d.path(QStringLiteral("run"))}, JobContext(), report)), QStringLiteral("run: 0 1"));
    QCOMPARE(shape(discover({one}, JobContext(), report)), QStringLiteral("run: 1"));
    // Behind the events as well, but not inside of one.
    const auto behind = [](const QByteArray &info, const QByteArray &more = {}) -> QByteArray {
        return R"({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 1},
{"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 5, "dur": 1, "args": {"distributedInfo": {"rank": 7}}}])" +
               more + (info.isEmpty() ? QByteArray() : ", \"distributedInfo\": " + info) + "}\n";
    };
    const QByteArray other =
        R"(, "otherData": {"distributedInfo": {"rank": 8}, "x": ")" + QByteArray(300'000, 'x') + "\"}";
    d.write(QStringLiteral("end/w0.json"), behind(R"({"backend": "hccl", "rank": 0, "world_size": 4})"));
    d.write(QStringLiteral("end/w1.json"), behind(R"({"rank": 1.0})", other));
    d.write(QStringLiteral("end/w2.json.gz"), gzipped(behind(R"({"rank": 2})", other)));
    QCOMPARE(shape(discover({d.path(QStringLiteral("end"))}, JobContext(), report)), QStringLiteral("end: 0 1 2"));
    for (const QString &name : {QStringLiteral("w.json"), QStringLiteral("w.json.gz")}) {
        const QByteArray text = behind({}, other);
        const QString file = d.write(QStringLiteral("none/") + name, name.endsWith(u'z') ? gzipped(text) : text);
        QCOMPARE(discover({file}, JobContext(), report)[0].infos[0].rank, -1);
    }
    // Two captures of one rank, and one that says nothing of use, go by the names of their files.
    d.write(QStringLiteral("run/host_102.1.pt.trace.json"), trace(R"({"rank": 0})"));
    d.write(QStringLiteral("run/host_103.1.pt.trace.json"), trace(R"({"rank": "three"})"));
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    QStringList labels;
    for (const RankInfo &info : runs[0].infos)
        labels << info.label;
    labels.sort();
    QCOMPARE(labels,
             (QStringList{QStringLiteral("1"), QStringLiteral("host_101.1.pt.trace.json"),
                          QStringLiteral("host_102.1.pt.trace.json"), QStringLiteral("host_103.1.pt.trace.json")}));
}

void TestDiscovery::hintsNameDatabases()
{
    const RunFolder d;
    const QString folder = d.folder(QStringLiteral("empty"));
    const QString renamed = d.write(QStringLiteral("foo.db"), "SQLite format 3");
    for (const auto &[path, word] :
         {std::pair(folder, "csv file or database"), std::pair(renamed, "json or db file")}) {
        ImportReport report;
        QVERIFY(discover({path}, JobContext(), report).empty());
        const std::vector<Finding> said = report.findings();
        QCOMPARE(said.size(), size_t(1));
        QVERIFY2(said[0].text().contains(QLatin1String(word)), qPrintable(said[0].text()));
    }
}

void TestDiscovery::sameRankGivenTwiceOneByOneIsAnotherRun()
{
    RunFolder d;
    const QString a = d.torchRank(QStringLiteral("run/h_1_20250101000000000_ascend_pt"), 0);
    const QString b = d.torchRank(QStringLiteral("run/h_1_20250102000000000_ascend_pt"), 0);
    ImportReport report;
    const auto runs = discover({a, b}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(2));
    QVERIFY(runs[0].path != runs[1].path);
}

void TestDiscovery::aLoneRankFolderIsARun()
{
    RunFolder d;
    const QString a = d.mindsporeRank(QStringLiteral("run/node1_77_20250109084755012_ascend_ms"), 5, 3);
    ImportReport report;
    const auto runs = discover({a + u'/'}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("node1_77_20250109084755012_ascend_ms: 5"));
    QCOMPARE(runs[0].path, a);
    const RankInfo &info = runs[0].infos[0];
    QVERIFY(info.framework == Framework::MindSpore);
    QCOMPARE(info.device, 3);
    QCOMPARE(info.host, QStringLiteral("node1"));
    QCOMPARE(info.level, QStringLiteral("Level2"));
}

void TestDiscovery::theOutputFolderAloneKnowsItsRank()
{
    RunFolder d;
    const QString rank = d.torchRank(QStringLiteral("run/x_ascend_pt"), 4);
    ImportReport report;
    QCOMPARE(shape(discover({rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT")}, JobContext(), report)),
             QStringLiteral("x_ascend_pt: 4"));
    const auto file =
        discover({rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json")}, JobContext(), report);
    QCOMPARE(ranksOf(file.at(0)), QStringLiteral("4"));
    QCOMPARE(usedFiles(file[0].infos[0]), QStringList{QStringLiteral("trace_view.json")});
    d.write(QStringLiteral("alone/ASCEND_PROFILER_OUTPUT/trace_view.json"), RunFolder::trace());
    QCOMPARE(shape(discover({d.path(QStringLiteral("alone/ASCEND_PROFILER_OUTPUT"))}, JobContext(), report)),
             QStringLiteral("ASCEND_PROFILER_OUTPUT: alone"));
    QVERIFY(report.isEmpty());
}

void TestDiscovery::plainNamesWinOverCopies_data()
{
    QTest::addColumn<QString>("plain");
    QTest::addColumn<QString>("copy");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *plain, const char *copy, const QByteArray &text) {
        QTest::newRow(copy) << QString::fromLatin1(plain) << QString::fromLatin1(copy) << text;
    };
    const QByteArray kernels = "Name,Type,Accelerator Core,Start Time(us),Duration(us)\nk,t,AI_CORE,1.0,2.0\n";
    const QByteArray communication = R"({"step1":{"p2p":{"a":{"Communication Time Info":{"Elapse":1}}}}})";
    row("kernel_details.csv", "kernel_details (1).csv", kernels);
    row("kernel_details.csv", "kernel_details - Copy.csv", kernels);
    row("step_trace_time.csv", "step_trace_time (1).csv", RunFolder::stepCsv());
    row("communication.json", "communication (2).json", communication);
    row("msprof_0.json", "msprof_0 (1).json", RunFolder::trace());
}

// A browser numbers what it saves again, and saves it later.
void TestDiscovery::plainNamesWinOverCopies()
{
    QFETCH(QString, plain);
    QFETCH(QString, copy);
    QFETCH(QByteArray, text);
    RunFolder d;
    d.torchRank(QStringLiteral("a_ascend_pt"), 0);
    const QString folder = QStringLiteral("a_ascend_pt/ASCEND_PROFILER_OUTPUT/");
    if (plain.startsWith(QStringLiteral("msprof")))
        QVERIFY(QFile::remove(d.path(folder + QStringLiteral("trace_view.json"))));
    d.write(folder + plain, text);
    d.write(folder + copy, text);
    QFile older(d.path(folder + plain));
    QVERIFY(older.open(QIODevice::ReadWrite));
    QVERIFY(older.setFileTime(QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime));
    older.close();
    ImportReport report;
    const auto runs = discover({d.path()}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    int seen = 0;
    for (const FileEntry &f : runs.front().infos.front().files) {
        const QString name = f.path.section(u'/', -1);
        if (name != plain && name != copy)
            continue;
        ++seen;
        QCOMPARE(f.used, name == plain);
        QCOMPARE(f.why.english().contains(QStringLiteral("A copy, by its name")), name == copy);
    }
    QCOMPARE(seen, 2);
}

void TestDiscovery::renamedFoldersAreKnownByContent()
{
    RunFolder d;
    d.mindsporeRank(QStringLiteral("run/monday"), 0);
    d.mindsporeRank(QStringLiteral("run/tuesday"), 1);
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: 0 1"));
    QVERIFY(runs[0].framework == Framework::MindSpore);
    QVERIFY(runs[0].infos[1].framework == Framework::MindSpore);
}

void TestDiscovery::rankIdentityFollowsThePrecedence()
{
    RunFolder d;
    // File name before content, content before folder name.
    d.write(QStringLiteral("a/rank9_ascend_pt/profiler_info_3.json"), R"({"config":{},"rank_id":7})");
    d.write(QStringLiteral("b/rank9_ascend_pt/profiler_info.json"), R"({"config":{},"rank_id":"7"})");
    d.write(QStringLiteral("c/rank_9_ascend_pt/profiler_info.json"), R"({"config":{},"rank_id":-1})");
    d.write(QStringLiteral("d/rank9_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_5.db"), "not a database");
    for (const char *f : {"a/rank9_ascend_pt", "b/rank9_ascend_pt", "c/rank_9_ascend_pt", "d/rank9_ascend_pt"})
        d.write(QString::fromLatin1(f) + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"), RunFolder::trace());
    const auto rank = [&](const char *folder) {
        ImportReport report;
        return discover({d.path(QString::fromLatin1(folder))}, JobContext(), report).at(0).infos.at(0).rank;
    };
    QCOMPARE(rank("a"), 3);
    QCOMPARE(rank("b"), 7);
    QCOMPARE(rank("c"), 9);
    QCOMPARE(rank("d"), 5);
}

void TestDiscovery::foldersWithoutANumberKeepTheirNames()
{
    RunFolder d;
    d.write(QStringLiteral("run/left_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"), RunFolder::trace());
    d.write(QStringLiteral("run/right_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"), RunFolder::trace());
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: left_ascend_pt right_ascend_pt"));
    QCOMPARE(runs[0].infos[0].rank, -1);
}

void TestDiscovery::severalCapturesOfferTheNewest()
{
    RunFolder d;
    const QString old = d.torchRank(QStringLiteral("run/h_1_20250101000000000_ascend_pt"), 0);
    const QString mid = d.torchRank(QStringLiteral("run/h_1_20250102000000000_ascend_pt"), 0);
    // The newest one holds nothing that can be shown.
    d.write(QStringLiteral("run/h_1_20250103000000000_ascend_pt/profiler_info_0.json"), R"({"config":{}})");
    d.torchRank(QStringLiteral("run/h_2_20250102000000000_ascend_pt"), 1);
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: 0 1"));
    QCOMPARE(runs[0].infos[0].path, mid);
    QCOMPARE(runs[0].infos[0].captures,
             QStringList({d.path(QStringLiteral("run/h_1_20250103000000000_ascend_pt")), mid, old}));
    QVERIFY(hasCode(runs[0].report, "discovery.captures"));
}

void TestDiscovery::anotherCaptureCanBeChosen()
{
    RunFolder d;
    const QString old = d.torchRank(QStringLiteral("run/h_1_20250101000000000_ascend_pt"), 0);
    d.torchRank(QStringLiteral("run/h_1_20250102000000000_ascend_pt"), 0);
    ImportReport report;
    auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    runs.at(0).ranks[0] = std::make_shared<RankData>();
    QVERIFY(!useCapture(runs[0], 0, QStringLiteral("/nowhere"), JobContext()));
    QVERIFY(useCapture(runs[0], 0, old, JobContext()));
    QCOMPARE(runs[0].infos[0].path, old);
    QCOMPARE(runs[0].infos[0].captures.size(), 2);
    QVERIFY(runs[0].infos[0].files.front().path.startsWith(old));
    QVERIFY(!runs[0].ranks[0]);
}

void TestDiscovery::windowsThatTellNoRankApartAreOneRun()
{
    RunFolder d;
    d.mindsporeRank(QStringLiteral("dyn/rank0_start2_stop5/h_0_20250101000000000_ascend_ms"), 0);
    d.mindsporeRank(QStringLiteral("dyn/rank1_start3_stop6/h_1_20250101000000000_ascend_ms"), 1);
    ImportReport report;
    QCOMPARE(shape(discover({d.path(QStringLiteral("dyn"))}, JobContext(), report)), QStringLiteral("dyn: 0 1"));
}

void TestDiscovery::capturesOfTheDynamicProfilerAreRuns()
{
    RunFolder d;
    for (const int r : {0, 1}) {
        d.mindsporeRank(QStringLiteral("dyn/rank%1_start2_stop5/h_%1_20250101000000000_ascend_ms").arg(r), r);
        d.mindsporeRank(QStringLiteral("dyn/rank%1_start10_stop12/h_%1_20250102000000000_ascend_ms").arg(r), r);
    }
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("dyn"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("dyn (start2_stop5): 0 1 | dyn (start10_stop12): 0 1"));
    for (const Run &run : runs) {
        QCOMPARE(run.path, d.path(QStringLiteral("dyn")));
        for (const RankInfo &info : run.infos) {
            QCOMPARE(info.captures.size(), 1);
            QVERIFY(info.path.contains(run.apart));
        }
        const auto said = run.report.findings();
        QVERIFY(std::any_of(said.begin(), said.end(), [](const Finding &f) {
            return f.code == QLatin1String("discovery.dynamic-captures") &&
                   f.argument == QLatin1String("start2_stop5, start10_stop12");
        }));
    }

    // The number of the folder around it counts when nothing inside names the rank.
    RunFolder bare;
    for (const int r : {0, 1})
        bare.write(QStringLiteral("rank%1_start2_stop5/x_ascend_ms/ASCEND_PROFILER_OUTPUT/trace_view.json").arg(r),
                   RunFolder::trace());
    QCOMPARE(ranksOf(discover({bare.path()}, JobContext(), report).at(0)), QStringLiteral("0 1"));
}

void TestDiscovery::nodesBelowOneParentAreOneRun()
{
    RunFolder d;
    for (const int r : {0, 1, 8, 9})
        d.torchRank(QStringLiteral("job/node%1/deep/rank%2_ascend_pt").arg(r / 8).arg(r), r);
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("job"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("job: 0 1 8 9"));
    QCOMPARE(runs[0].path, d.path(QStringLiteral("job")));
}

void TestDiscovery::experimentsBelowOneParentStayApart()
{
    RunFolder d;
    for (const char *e : {"expA", "expB"}) {
        for (const int r : {0, 1})
            d.torchRank(QStringLiteral("all/%1/node%2/rank%2_ascend_pt").arg(QLatin1String(e)).arg(r), r);
    }
    ImportReport report;
    QCOMPARE(shape(discover({d.path(QStringLiteral("all"))}, JobContext(), report)),
             QStringLiteral("expA: 0 1 | expB: 0 1"));
}

void TestDiscovery::frameworksBelowOneParentStayApart()
{
    RunFolder d;
    d.torchRank(QStringLiteral("mix/a_ascend_pt"), 0);
    d.mindsporeRank(QStringLiteral("mix/a_ascend_ms"), 1);
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("mix"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("mix (mindspore): 1 | mix (pytorch): 0"));
    QVERIFY(hasCode(runs[0].report, "discovery.apart"));
    const QString path = d.path(QStringLiteral("mix"));
    QCOMPARE(runs[0].title(), path + QStringLiteral(" (mindspore)"));
    QCOMPARE(runs[1].title(), path + QStringLiteral(" (pytorch)"));
    QCOMPARE(discover({d.path(QStringLiteral("mix/a_ascend_pt"))}, JobContext(), report)[0].title(),
             d.path(QStringLiteral("mix/a_ascend_pt")));
}

void TestDiscovery::chineseBlanksAndLongPaths()
{
    RunFolder d;
    QString deep = QStringLiteral("训练 数据");
    for (int i = 0; i < 4; ++i)
        deep += u'/' + QString(70, QChar(u'a' + i)) + QStringLiteral(" 目录");
    d.torchRank(deep + QStringLiteral("/主机 一_1_20250101000000000_ascend_pt"), 0);
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("训练 数据"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("训练 数据: 0"));
    QVERIFY(runs[0].infos[0].path.size() > 260);
    QCOMPARE(runs[0].infos[0].host, QStringLiteral("主机 一"));
}

void TestDiscovery::depthIsLimited()
{
    RunFolder d;
    d.torchRank(QStringLiteral("1/2/3/4/5/6/7/rank0_ascend_pt"), 0);
    ImportReport report;
    QCOMPARE(ranksOf(discover({d.path()}, JobContext(), report).at(0)), QStringLiteral("0"));
    RunFolder deeper;
    deeper.torchRank(QStringLiteral("1/2/3/4/5/6/7/8/rank0_ascend_pt"), 0);
    QVERIFY(discover({deeper.path()}, JobContext(), report).empty());
    QVERIFY(hasCode(report, "discovery.depth"));
    QVERIFY(hasCode(report, "discovery.nothing"));
}

void TestDiscovery::entriesAreLimited()
{
    RunFolder d;
    for (int i = 0; i < 30; ++i)
        d.write(QStringLiteral("a/file%1.bin").arg(i), "x");
    d.torchRank(QStringLiteral("z/rank0_ascend_pt"), 0);
    ImportReport report;
    DiscoveryLimits limits;
    limits.entries = 20;
    QVERIFY(discover({d.path()}, JobContext(), report, limits).empty());
    QVERIFY(hasCode(report, "discovery.too-many"));
    limits.entries = 100;
    QCOMPARE(discover({d.path()}, JobContext(), report, limits).size(), size_t(1));
}

void TestDiscovery::linksOutOfTheRootAreRefused()
{
    RunFolder outside;
    outside.torchRank(QStringLiteral("rank1_ascend_pt"), 1);
    RunFolder d;
    d.torchRank(QStringLiteral("run/rank0_ascend_pt"), 0);
    QVERIFY(
        QFile::link(outside.path(QStringLiteral("rank1_ascend_pt")), d.path(QStringLiteral("run/rank1_ascend_pt"))));
    QVERIFY(QFile::link(outside.path(QStringLiteral("rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")),
                        d.path(QStringLiteral("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"))));
    QVERIFY(QFile::link(QStringLiteral("/no/such/target"), d.path(QStringLiteral("run/dangling"))));
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: 0"));
    const auto findings = runs[0].report.findings();
    QCOMPARE(std::count_if(findings.begin(), findings.end(),
                           [](const Finding &f) { return f.code == QLatin1String("discovery.link"); }),
             3);
    QVERIFY(std::any_of(findings.begin(), findings.end(), [](const Finding &f) {
        return f.file == QLatin1String("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv");
    }));
    QVERIFY(!fileOf(runs[0].infos[0], QStringLiteral("ASCEND_PROFILER_OUTPUT/kernel_details.csv")));
}

void TestDiscovery::theRootItselfMayBeALink()
{
    RunFolder d;
    d.torchRank(QStringLiteral("real/rank0_ascend_pt"), 0);
    QVERIFY(QFile::link(d.path(QStringLiteral("real")), d.path(QStringLiteral("link"))));
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("link"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("link: 0"));
    QVERIFY(runs[0].report.isEmpty());
}

void TestDiscovery::loopsOfLinksEnd()
{
    RunFolder d;
    d.torchRank(QStringLiteral("run/a/rank0_ascend_pt"), 0);
    QVERIFY(QFile::link(d.path(QStringLiteral("run")), d.path(QStringLiteral("run/a/again"))));
    QVERIFY(QFile::link(d.path(QStringLiteral("run/a")), d.path(QStringLiteral("run/b"))));
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: 0"));
    QCOMPARE(runs[0].infos[0].captures.size(), 1);
}

void TestDiscovery::pipesAreNotOpened()
{
    RunFolder d;
    d.torchRank(QStringLiteral("rank0_ascend_pt"), 0);
    QCOMPARE(
        mkfifo(QFile::encodeName(d.path(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv")))
                   .constData(),
               0600),
        0);
    QCOMPARE(mkfifo(QFile::encodeName(d.path(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/strange.json")))
                        .constData(),
                    0600),
             0);
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("rank0_ascend_pt"))}, JobContext(), report);
    const FileEntry *pipe = fileOf(runs.at(0).infos[0], QStringLiteral("ASCEND_PROFILER_OUTPUT/kernel_details.csv"));
    QVERIFY(pipe && !pipe->used && !pipe->why.isEmpty());
    QVERIFY(
        discover({d.path(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/strange.json"))}, JobContext(), report)
            .empty());
    QVERIFY(hasCode(report, "discovery.not-regular"));
}

void TestDiscovery::aPipeInPlaceOfTheDatabaseIsNamed()
{
    RunFolder d;
    const auto pipe = [&](const QString &file) {
        d.folder(file.section(u'/', 0, -2));
        QCOMPARE(mkfifo(QFile::encodeName(d.path(file)).constData(), 0600), 0);
    };
    const auto named = [](const ImportReport &report, const QString &file) {
        const std::vector<Finding> findings = report.findings();
        return std::count_if(findings.begin(), findings.end(), [&](const Finding &f) {
            return f.code == QLatin1String("discovery.not-regular") && f.file.endsWith(file) && f.count == 1;
        });
    };
    const QString alone = QStringLiteral("alone/msprof_1.db");
    pipe(alone);
    ImportReport report;
    QVERIFY(discover({d.path(QStringLiteral("alone"))}, JobContext(), report).empty());
    QCOMPARE(named(report, alone), 1);
    // A rank that has nothing else is not said to have a database.
    const QString rank = QStringLiteral("rank0_ascend_pt");
    const QString own = QStringLiteral("ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db");
    d.write(rank + QStringLiteral("/profiler_info_0.json"), R"({"config":{}})");
    pipe(rank + u'/' + own);
    ImportReport ofRank;
    const auto runs = discover({d.path(rank)}, JobContext(), ofRank);
    ofRank.merge(runs.at(0).report);
    QCOMPARE(named(ofRank, own), 1);
    QVERIFY(hasCode(ofRank, "discovery.no-data") && !hasCode(ofRank, "discovery.db-only"));
    const FileEntry *entry = fileOf(runs[0].infos[0], own);
    QVERIFY(entry && !entry->used && entry->why.english().startsWith(QStringLiteral("Not a regular file")));
}

void TestDiscovery::unreadableFoldersAreReported()
{
    RunFolder d;
    d.torchRank(QStringLiteral("run/rank0_ascend_pt"), 0);
    d.torchRank(QStringLiteral("run/closed/rank1_ascend_pt"), 1);
    QVERIFY(QFile::setPermissions(d.path(QStringLiteral("run/closed")), {}));
    ImportReport report;
    std::vector<Run> runs;
    {
        const AsNobody nobody(d.path());
        QVERIFY(AsNobody::binds());
        runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    }
    QFile::setPermissions(d.path(QStringLiteral("run/closed")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QCOMPARE(shape(runs), QStringLiteral("run: 0"));
    QVERIFY(hasCode(runs[0].report, "discovery.unreadable"));
}

void TestDiscovery::missingAndEmptyPathsAreErrors()
{
    RunFolder d;
    for (const QString &path : {QString(), QStringLiteral("/no/such/folder"), d.folder(QStringLiteral("empty"))}) {
        ImportReport report;
        QVERIFY(discover({path}, JobContext(), report).empty());
        QVERIFY(report.worst() == Severity::Error);
    }
    ImportReport report;
    QVERIFY(discover(QStringList(), JobContext(), report).empty());
    QVERIFY(report.worst() == Severity::Error);
    // An empty folder with a rank's name is a rank of which nothing can be shown.
    const auto runs = discover({d.folder(QStringLiteral("x_ascend_pt"))}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    QVERIFY(hasCode(runs[0].report, "discovery.no-data"));
}

void TestDiscovery::cancelledDiscoveryGivesNothing()
{
    RunFolder d;
    d.torchRank(QStringLiteral("rank0_ascend_pt"), 0);
    const JobContext job;
    job.cancel();
    ImportReport report;
    QVERIFY(discover({d.path()}, job, report).empty());
}

void TestDiscovery::realRuns()
{
    const QString root = QStringLiteral(RANKSCOPE_SHARED_DATA "/real");
    if (!QFileInfo::exists(root)) {
        qInfo("the real profiles are not here: not tested with them");
        return;
    }
    ImportReport report;
    const auto runs = discover({root}, JobContext(), report);
    QCOMPARE(shape(runs),
             QStringLiteral("pytorch_db_level2: 0 1 | pytorch_text_level0: 0 1 | pytorch_text_level2: 0 1"));
    QVERIFY(!hasCode(runs[0].report, "discovery.db-only"));
    QVERIFY(runs[2].report.isEmpty());
    QCOMPARE(runs[2].infos[0].level, QStringLiteral("Level2"));
    QCOMPARE(usedFiles(runs[2].infos[1]).size(), 14); // with the three of memory
}

RS_TEST(TestDiscovery, QCoreApplication);
#include "tst_discovery.moc"
