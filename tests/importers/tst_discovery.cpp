// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/discovery.h"

#include "importers/asnobody.h"
#include "importers/foundruns.h"
#include "runfolder.h"
#include "support/scenarios.h"
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
    void foldersBecomeRuns_data();
    void foldersBecomeRuns();
    void machinesWithoutAName();
    void tracesOfTorchSayWhoseTheyAre();
    void hintsNameDatabases();
    void aLoneRankFolderIsARun();
    void theOutputFolderAloneKnowsItsRank();
    void plainNamesWinOverCopies_data();
    void plainNamesWinOverCopies();
    void rankIdentityFollowsThePrecedence();
    void severalCapturesOfferTheNewest();
    void anotherCaptureCanBeChosen();
    void capturesOfTheDynamicProfilerAreRuns();
    void frameworksBelowOneParentStayApart();
    void chineseBlanksAndLongPaths();
    void depthIsLimited();
    void entriesAreLimited();
    void linksOutOfTheRootAreRefused();
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
    const auto runs = discover({d.path("run")}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: 0 2 10"));
    QCOMPARE(runs[0].path, d.path("run"));
    QVERIFY(runs[0].framework == Framework::PyTorch);
    QCOMPARE(runs[0].ranks.size(), size_t(3));
    QVERIFY(!runs[0].ranks[0]);
    QCOMPARE(runs[0].infos[0].level, QStringLiteral("Level1"));
    QCOMPARE(runs[0].infos[0].host, QStringLiteral("host"));
    QCOMPARE(runs[0].infos[0].settings.value(QStringLiteral("with_stack")), QStringLiteral("true"));
    QVERIFY(report.isEmpty());
    const std::vector<Finding> said = runs[0].report.findings();
    QCOMPARE(said.size(), size_t(1));
    QVERIFY2(said[0].text().contains(QStringLiteral("of this run: 1, 3–9.")), qPrintable(said[0].text()));
}

void TestDiscovery::foldersBecomeRuns_data()
{
    // "folder rank", with "ms" behind it as MindSpore writes it, without a rank a trace alone; "folder -> link"
    const Scenarios<QStringList, QStringList, QString, QStringList> row;
    row("ranks given one by one", {"run/rank0_ascend_pt 0", "run/rank1_ascend_pt 1", "other/rank2_ascend_pt 2"},
        {"run/rank1_ascend_pt", "other/rank2_ascend_pt", "run/rank0_ascend_pt", "run/rank0_ascend_pt"},
        "run: 0 1 | rank2_ascend_pt: 2", {"run", "other/rank2_ascend_pt"});
    row("a rank given with its run", {"run/rank0_ascend_pt 0", "run/rank1_ascend_pt 1"}, {"run/rank0_ascend_pt", "run"},
        "run: 0 1", {"run"});
    row("parents given together", {"a/rank0_ascend_pt 0", "b/rank1_ascend_pt 1"}, {"a", "b"}, "a: 0 | b: 1",
        {"a", "b"});
    row("the same rank given twice", {"run/h_1_20250101000000000_ascend_pt 0", "run/h_1_20250102000000000_ascend_pt 0"},
        {"run/h_1_20250101000000000_ascend_pt", "run/h_1_20250102000000000_ascend_pt"},
        "h_1_20250101000000000_ascend_pt: 0 | h_1_20250102000000000_ascend_pt: 0",
        {"run/h_1_20250101000000000_ascend_pt", "run/h_1_20250102000000000_ascend_pt"});
    row("renamed folders, known by content", {"run/monday 0 ms", "run/tuesday 1 ms"}, {"run"}, "run: 0 1", {"run"});
    row("folders without a number", {"run/left_ascend_pt", "run/right_ascend_pt"}, {"run"},
        "run: left_ascend_pt right_ascend_pt", {"run"});
    row("windows that tell no rank apart",
        {"dyn/rank0_start2_stop5/h_0_20250101000000000_ascend_ms 0 ms",
         "dyn/rank1_start3_stop6/h_1_20250101000000000_ascend_ms 1 ms"},
        {"dyn"}, "dyn: 0 1", {"dyn"});
    row("nodes below one parent",
        {"job/node0/deep/rank0_ascend_pt 0", "job/node0/deep/rank1_ascend_pt 1", "job/node1/deep/rank8_ascend_pt 8",
         "job/node1/deep/rank9_ascend_pt 9"},
        {"job"}, "job: 0 1 8 9", {"job"});
    row("experiments below one parent",
        {"all/expA/node0/rank0_ascend_pt 0", "all/expA/node1/rank1_ascend_pt 1", "all/expB/node0/rank0_ascend_pt 0",
         "all/expB/node1/rank1_ascend_pt 1"},
        {"all"}, "expA: 0 1 | expB: 0 1", {"all/expA", "all/expB"});
    row("the root is a link", {"real/rank0_ascend_pt 0", "real -> link"}, {"link"}, "link: 0", {"link"});
    row("loops of links", {"run/a/rank0_ascend_pt 0", "run -> run/a/again", "run/a -> run/b"}, {"run"}, "run: 0",
        {"run"});
}

void TestDiscovery::foldersBecomeRuns()
{
    const auto [files, given, runsOfThem, paths] = scenario<QStringList, QStringList, QString, QStringList>();
    RunFolder d;
    for (const QString &file : files) {
        const QStringList words = file.split(u' ');
        if (words.size() == 1)
            d.write(file + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"), RunFolder::trace());
        else if (words[1] == QLatin1String("->"))
            QVERIFY(QFile::link(d.path(words[0]), d.path(words[2])));
        else if (words.size() == 2)
            d.torchRank(words[0], words[1].toInt());
        else
            d.mindsporeRank(words[0], words[1].toInt());
    }
    QStringList full;
    for (const QString &path : given)
        full << d.path(path);
    ImportReport report;
    const auto runs = discover(full, JobContext(), report);
    QVERIFY(report.isEmpty());
    QCOMPARE(shape(runs), runsOfThem);
    const Framework framework = files[0].endsWith(QLatin1String(" ms")) ? Framework::MindSpore : Framework::PyTorch;
    for (size_t i = 0; i < runs.size(); ++i) {
        QCOMPARE(runs[i].path, d.path(paths[static_cast<qsizetype>(i)]));
        QCOMPARE(runs[i].framework, framework);
        for (const RankInfo &info : runs[i].infos) {
            QCOMPARE(info.framework, framework);
            QCOMPARE(info.captures.size(), 1);
            QCOMPARE(info.rank, files[0].contains(u' ') ? info.label.toInt() : -1);
        }
        QVERIFY(given[0] != QLatin1String("link") || runs[i].report.isEmpty());
    }
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
        const auto runs = runsIn({d.path("run")});
        QCOMPARE(shape(runs), QStringLiteral("run: 0 1"));
        for (const RankInfo &info : runs[0].infos)
            QCOMPARE(info.host, other == 100 ? QString() : QStringLiteral("localhost.localdomain"));
    }
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
    const QString one = d.write("run/host_100.1.pt.trace.json",
                                trace(R"({"backend": "hccl", "rank": 1, "pg_config": [{"pg_size": 2}]})"));
    d.write("run/host_101.1.pt.trace.json", trace(R"({"rank": 0, "world_size": 2})"));
    ImportReport report;
    QCOMPARE(shape(discover({d.path("run")}, JobContext(), report)), QStringLiteral("run: 0 1"));
    QCOMPARE(shape(discover({one}, JobContext(), report)), QStringLiteral("run: 1"));
    // Behind the events as well, but not inside of one.
    const auto behind = [](const QByteArray &info, const QByteArray &more = {}) -> QByteArray {
        return R"({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 1},
{"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 5, "dur": 1, "args": {"distributedInfo": {"rank": 7}}}])" +
               more + (info.isEmpty() ? QByteArray() : ", \"distributedInfo\": " + info) + "}\n";
    };
    const QByteArray other =
        R"(, "otherData": {"distributedInfo": {"rank": 8}, "x": ")" + QByteArray(300'000, 'x') + "\"}";
    d.write("end/w0.json", behind(R"({"backend": "hccl", "rank": 0, "world_size": 4})"));
    d.write("end/w1.json", behind(R"({"rank": 1.0})", other));
    d.write("end/w2.json.gz", gzipped(behind(R"({"rank": 2})", other)));
    QCOMPARE(shape(discover({d.path("end")}, JobContext(), report)), QStringLiteral("end: 0 1 2"));
    for (const QString &name : {QStringLiteral("w.json"), QStringLiteral("w.json.gz")}) {
        const QByteArray text = behind({}, other);
        const QString file = d.write(QStringLiteral("none/") + name, name.endsWith(u'z') ? gzipped(text) : text);
        QCOMPARE(discover({file}, JobContext(), report)[0].infos[0].rank, -1);
    }
    // Two captures of one rank, and one that says nothing of use, go by the names of their files.
    d.write("run/host_102.1.pt.trace.json", trace(R"({"rank": 0})"));
    d.write("run/host_103.1.pt.trace.json", trace(R"({"rank": "three"})"));
    const auto runs = discover({d.path("run")}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    QStringList labels;
    for (const RankInfo &info : runs[0].infos)
        labels << info.label;
    labels.sort();
    QCOMPARE(labels, texts({"1", "host_101.1.pt.trace.json", "host_102.1.pt.trace.json", "host_103.1.pt.trace.json"}));
}

void TestDiscovery::hintsNameDatabases()
{
    const RunFolder d;
    const QString folder = d.folder("empty");
    const QString renamed = d.write("foo.db", "SQLite format 3");
    for (const auto &[path, word] :
         {std::pair(folder, "csv file or database"), std::pair(renamed, "json or db file")}) {
        ImportReport report;
        QVERIFY(discover({path}, JobContext(), report).empty());
        const std::vector<Finding> said = report.findings();
        QCOMPARE(said.size(), size_t(1));
        QVERIFY2(said[0].text().contains(QLatin1String(word)), qPrintable(said[0].text()));
    }
}

void TestDiscovery::aLoneRankFolderIsARun()
{
    RunFolder d;
    const QString a = d.mindsporeRank("run/node1_77_20250109084755012_ascend_ms", 5, 3);
    const auto runs = runsIn({a + u'/'});
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
    const QString rank = d.torchRank("run/x_ascend_pt", 4);
    ImportReport report;
    QCOMPARE(shape(discover({rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT")}, JobContext(), report)),
             QStringLiteral("x_ascend_pt: 4"));
    const auto file =
        discover({rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json")}, JobContext(), report);
    QCOMPARE(ranksOf(file.at(0)), QStringLiteral("4"));
    QCOMPARE(usedFiles(file[0].infos[0]), texts({"trace_view.json"}));
    d.write("alone/ASCEND_PROFILER_OUTPUT/trace_view.json", RunFolder::trace());
    QCOMPARE(shape(discover({d.path("alone/ASCEND_PROFILER_OUTPUT")}, JobContext(), report)),
             QStringLiteral("ASCEND_PROFILER_OUTPUT: alone"));
    QVERIFY(report.isEmpty());
}

void TestDiscovery::plainNamesWinOverCopies_data()
{
    const Scenarios<QString, QString, QByteArray> row;

    const QByteArray kernels = "Name,Type,Accelerator Core,Start Time(us),Duration(us)\nk,t,AI_CORE,1.0,2.0\n";
    const QByteArray communication = R"({"step1":{"p2p":{"a":{"Communication Time Info":{"Elapse":1}}}}})";
    row("kernel_details (1).csv", "kernel_details.csv", "kernel_details (1).csv", kernels);
    row("kernel_details - Copy.csv", "kernel_details.csv", "kernel_details - Copy.csv", kernels);
    row("step_trace_time (1).csv", "step_trace_time.csv", "step_trace_time (1).csv", RunFolder::stepCsv());
    row("communication (2).json", "communication.json", "communication (2).json", communication);
    row("msprof_0 (1).json", "msprof_0.json", "msprof_0 (1).json", RunFolder::trace());
}

// A browser numbers what it saves again, and saves it later.
void TestDiscovery::plainNamesWinOverCopies()
{
    const auto [plain, copy, text] = scenario<QString, QString, QByteArray>();
    RunFolder d;
    d.torchRank("a_ascend_pt", 0);
    const QString folder = QStringLiteral("a_ascend_pt/ASCEND_PROFILER_OUTPUT/");
    if (plain.startsWith(QStringLiteral("msprof")))
        QVERIFY(QFile::remove(d.path(folder + QStringLiteral("trace_view.json"))));
    d.write(folder + plain, text);
    d.write(folder + copy, text);
    QFile older(d.path(folder + plain));
    QVERIFY(older.open(QIODevice::ReadWrite));
    QVERIFY(older.setFileTime(QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime));
    older.close();
    const auto runs = runsIn({d.path()});
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

void TestDiscovery::rankIdentityFollowsThePrecedence()
{
    RunFolder d;
    // File name before content, content before folder name.
    d.write("a/rank9_ascend_pt/profiler_info_3.json", R"({"config":{},"rank_id":7})");
    d.write("b/rank9_ascend_pt/profiler_info.json", R"({"config":{},"rank_id":"7"})");
    d.write("c/rank_9_ascend_pt/profiler_info.json", R"({"config":{},"rank_id":-1})");
    d.write("d/rank9_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_5.db", "not a database");
    for (const char *f : {"a/rank9_ascend_pt", "b/rank9_ascend_pt", "c/rank_9_ascend_pt", "d/rank9_ascend_pt"})
        d.write(QString::fromLatin1(f) + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"), RunFolder::trace());
    const auto rank = [&](const char *folder) {
        ImportReport report;
        return discover({d.path(folder)}, JobContext(), report).at(0).infos.at(0).rank;
    };
    QCOMPARE(rank("a"), 3);
    QCOMPARE(rank("b"), 7);
    QCOMPARE(rank("c"), 9);
    QCOMPARE(rank("d"), 5);
}

void TestDiscovery::severalCapturesOfferTheNewest()
{
    RunFolder d;
    const QString old = d.torchRank("run/h_1_20250101000000000_ascend_pt", 0);
    const QString mid = d.torchRank("run/h_1_20250102000000000_ascend_pt", 0);
    // The newest one holds nothing that can be shown.
    d.write("run/h_1_20250103000000000_ascend_pt/profiler_info_0.json", R"({"config":{}})");
    d.torchRank("run/h_2_20250102000000000_ascend_pt", 1);
    const auto runs = runsIn({d.path("run")});
    QCOMPARE(shape(runs), QStringLiteral("run: 0 1"));
    QCOMPARE(runs[0].infos[0].path, mid);
    QCOMPARE(runs[0].infos[0].captures, QStringList({d.path("run/h_1_20250103000000000_ascend_pt"), mid, old}));
    QVERIFY(hasCode(runs[0].report, "discovery.captures"));
}

void TestDiscovery::anotherCaptureCanBeChosen()
{
    RunFolder d;
    const QString old = d.torchRank("run/h_1_20250101000000000_ascend_pt", 0);
    d.torchRank("run/h_1_20250102000000000_ascend_pt", 0);
    auto runs = runsIn({d.path("run")});
    runs.at(0).ranks[0] = std::make_shared<RankData>();
    QVERIFY(!useCapture(runs[0], 0, QStringLiteral("/nowhere"), JobContext()));
    QVERIFY(useCapture(runs[0], 0, old, JobContext()));
    QCOMPARE(runs[0].infos[0].path, old);
    QCOMPARE(runs[0].infos[0].captures.size(), 2);
    QVERIFY(runs[0].infos[0].files.front().path.startsWith(old));
    QVERIFY(!runs[0].ranks[0]);
}

void TestDiscovery::capturesOfTheDynamicProfilerAreRuns()
{
    RunFolder d;
    for (const int r : {0, 1}) {
        d.mindsporeRank(QStringLiteral("dyn/rank%1_start2_stop5/h_%1_20250101000000000_ascend_ms").arg(r), r);
        d.mindsporeRank(QStringLiteral("dyn/rank%1_start10_stop12/h_%1_20250102000000000_ascend_ms").arg(r), r);
    }
    ImportReport report;
    const auto runs = discover({d.path("dyn")}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("dyn (start2_stop5): 0 1 | dyn (start10_stop12): 0 1"));
    for (const Run &run : runs) {
        QCOMPARE(run.path, d.path("dyn"));
        for (const RankInfo &info : run.infos) {
            QCOMPARE(info.captures.size(), 1);
            QVERIFY(info.path.contains(run.apart));
        }
        QCOMPARE(findingOf(run.report, "discovery.dynamic-captures").argument,
                 QStringLiteral("start2_stop5, start10_stop12"));
    }

    // The number of the folder around it counts when nothing inside names the rank.
    RunFolder bare;
    for (const int r : {0, 1})
        bare.write(QStringLiteral("rank%1_start2_stop5/x_ascend_ms/ASCEND_PROFILER_OUTPUT/trace_view.json").arg(r),
                   RunFolder::trace());
    QCOMPARE(ranksOf(discover({bare.path()}, JobContext(), report).at(0)), QStringLiteral("0 1"));
}

void TestDiscovery::frameworksBelowOneParentStayApart()
{
    RunFolder d;
    d.torchRank("mix/a_ascend_pt", 0);
    d.mindsporeRank("mix/a_ascend_ms", 1);
    ImportReport report;
    const auto runs = discover({d.path("mix")}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("mix (mindspore): 1 | mix (pytorch): 0"));
    QVERIFY(hasCode(runs[0].report, "discovery.apart"));
    const QString path = d.path("mix");
    QCOMPARE(runs[0].title(), path + QStringLiteral(" (mindspore)"));
    QCOMPARE(runs[1].title(), path + QStringLiteral(" (pytorch)"));
    QCOMPARE(discover({d.path("mix/a_ascend_pt")}, JobContext(), report)[0].title(), d.path("mix/a_ascend_pt"));
}

void TestDiscovery::chineseBlanksAndLongPaths()
{
    RunFolder d;
    QString deep = QStringLiteral("训练 数据");
    for (int i = 0; i < 4; ++i)
        deep += u'/' + QString(70, QChar(u'a' + i)) + QStringLiteral(" 目录");
    d.torchRank(deep + QStringLiteral("/主机 一_1_20250101000000000_ascend_pt"), 0);
    const auto runs = runsIn({d.path("训练 数据")});
    QCOMPARE(shape(runs), QStringLiteral("训练 数据: 0"));
    QVERIFY(runs[0].infos[0].path.size() > 260);
    QCOMPARE(runs[0].infos[0].host, QStringLiteral("主机 一"));
}

void TestDiscovery::depthIsLimited()
{
    RunFolder d;
    d.torchRank("1/2/3/4/5/6/7/rank0_ascend_pt", 0);
    ImportReport report;
    QCOMPARE(ranksOf(discover({d.path()}, JobContext(), report).at(0)), QStringLiteral("0"));
    RunFolder deeper;
    deeper.torchRank("1/2/3/4/5/6/7/8/rank0_ascend_pt", 0);
    QVERIFY(discover({deeper.path()}, JobContext(), report).empty());
    QVERIFY(hasCode(report, "discovery.depth"));
    QVERIFY(hasCode(report, "discovery.nothing"));
}

void TestDiscovery::entriesAreLimited()
{
    RunFolder d;
    for (int i = 0; i < 30; ++i)
        d.write(QStringLiteral("a/file%1.bin").arg(i), "x");
    d.torchRank("z/rank0_ascend_pt", 0);
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
    outside.torchRank("rank1_ascend_pt", 1);
    RunFolder d;
    d.torchRank("run/rank0_ascend_pt", 0);
    QVERIFY(QFile::link(outside.path("rank1_ascend_pt"), d.path("run/rank1_ascend_pt")));
    QVERIFY(QFile::link(outside.path("rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"),
                        d.path("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv")));
    QVERIFY(QFile::link(QStringLiteral("/no/such/target"), d.path("run/dangling")));
    const auto runs = runsIn({d.path("run")});
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

void TestDiscovery::aPipeInPlaceOfTheDatabaseIsNamed()
{
    RunFolder d;
    const auto pipe = [&](const QString &file) {
        d.folder(file.section(u'/', 0, -2));
        QCOMPARE(mkfifo(QFile::encodeName(d.path(file)).constData(), 0600), 0);
    };
    const auto named = [](const ImportReport &report, const QString &file) {
        const Finding f = findingOf(report, "discovery.not-regular");
        return f.file.endsWith(file) && f.count == 1;
    };
    const QString alone = QStringLiteral("alone/msprof_1.db");
    pipe(alone);
    ImportReport report;
    QVERIFY(discover({d.path("alone")}, JobContext(), report).empty());
    QVERIFY(named(report, alone));
    // A rank that has nothing else is not said to have a database.
    const QString rank = QStringLiteral("rank0_ascend_pt");
    const QString own = QStringLiteral("ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db");
    d.write(rank + QStringLiteral("/profiler_info_0.json"), R"({"config":{}})");
    pipe(rank + u'/' + own);
    ImportReport ofRank;
    const auto runs = discover({d.path(rank)}, JobContext(), ofRank);
    ofRank.merge(runs.at(0).report);
    QVERIFY(named(ofRank, own));
    QVERIFY(hasCode(ofRank, "discovery.no-data") && !hasCode(ofRank, "discovery.db-only"));
    const FileEntry *entry = fileOf(runs[0].infos[0], own);
    QVERIFY(entry && !entry->used && entry->why.english().startsWith(QStringLiteral("Not a regular file")));
}

void TestDiscovery::unreadableFoldersAreReported()
{
    RunFolder d;
    d.torchRank("run/rank0_ascend_pt", 0);
    d.torchRank("run/closed/rank1_ascend_pt", 1);
    QVERIFY(QFile::setPermissions(d.path("run/closed"), {}));
    ImportReport report;
    std::vector<Run> runs;
    {
        const AsNobody nobody(d.path());
        QVERIFY(AsNobody::binds());
        runs = discover({d.path("run")}, JobContext(), report);
    }
    QFile::setPermissions(d.path("run/closed"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QCOMPARE(shape(runs), QStringLiteral("run: 0"));
    QVERIFY(hasCode(runs[0].report, "discovery.unreadable"));
}

void TestDiscovery::missingAndEmptyPathsAreErrors()
{
    RunFolder d;
    for (const QString &path : {QString(), QStringLiteral("/no/such/folder"), d.folder("empty")}) {
        ImportReport report;
        QVERIFY(discover({path}, JobContext(), report).empty());
        QVERIFY(report.worst() == Severity::Error);
    }
    ImportReport report;
    QVERIFY(discover(QStringList(), JobContext(), report).empty());
    QVERIFY(report.worst() == Severity::Error);
    // An empty folder with a rank's name is a rank of which nothing can be shown.
    const auto runs = discover({d.folder("x_ascend_pt")}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    QVERIFY(hasCode(runs[0].report, "discovery.no-data"));
}

void TestDiscovery::cancelledDiscoveryGivesNothing()
{
    RunFolder d;
    d.torchRank("rank0_ascend_pt", 0);
    const JobContext job;
    job.cancel();
    ImportReport report;
    QVERIFY(discover({d.path()}, job, report).empty());
}

void TestDiscovery::realRuns()
{
    const QString root = QStringLiteral(RANKSCOPE_SHARED_DATA "/real");
    if (!QFileInfo::exists(root))
        QSKIP("the real profiles are not here");
    const auto runs = runsIn({root});
    QCOMPARE(shape(runs),
             QStringLiteral("pytorch_db_level2: 0 1 | pytorch_text_level0: 0 1 | pytorch_text_level2: 0 1"));
    QVERIFY(!hasCode(runs[0].report, "discovery.db-only"));
    QVERIFY(runs[2].report.isEmpty());
    QCOMPARE(runs[2].infos[0].level, QStringLiteral("Level2"));
    QCOMPARE(usedFiles(runs[2].infos[1]).size(), 14); // with the three of memory
}

RS_TEST(TestDiscovery, QCoreApplication);
#include "tst_discovery.moc"
