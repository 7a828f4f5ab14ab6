// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery.h"
#include "importers/filekinds.h"
#include "runfolder.h"

#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

using namespace rs;

namespace {

QString ranksOf(const Run &run)
{
    QStringList out;
    for (const RankInfo &i : run.infos)
        out << i.label;
    return out.join(u' ');
}

/// "name: 0 1 | other: 0": every run with its ranks.
QString shape(const std::vector<Run> &runs)
{
    QStringList out;
    for (const Run &r : runs)
        out << r.name + QStringLiteral(": ") + ranksOf(r);
    return out.join(QStringLiteral(" | "));
}

bool hasCode(const ImportReport &report, const char *code)
{
    const auto all = report.findings();
    return std::any_of(all.begin(), all.end(), [&](const Finding &f) { return f.code == QLatin1String(code); });
}

const FileEntry *fileOf(const RankInfo &info, const QString &name)
{
    for (const FileEntry &f : info.files) {
        if (f.name == name)
            return &f;
    }
    return nullptr;
}

QStringList usedFiles(const RankInfo &info)
{
    QStringList out;
    for (const FileEntry &f : info.files) {
        if (f.used)
            out << f.name;
    }
    out.sort();
    return out;
}

} // namespace

class TestDiscovery : public QObject
{
    Q_OBJECT
private slots:
    void fileNamesTellTheirKind_data();
    void fileNamesTellTheirKind();
    void oneParentIsOneRun();
    void ranksGivenOneByOneAreOneRun();
    void parentsGivenTogetherAreRunsOfTheirOwn();
    void sameRankGivenTwiceOneByOneIsAnotherRun();
    void aLoneRankFolderIsARun();
    void theOutputFolderAloneKnowsItsRank();
    void renamedFoldersAreKnownByContent();
    void rankIdentityFollowsThePrecedence();
    void rankOfADatabaseTable();
    void foldersWithoutANumberKeepTheirNames();
    void severalCapturesOfferTheNewest();
    void anotherCaptureCanBeChosen();
    void dynamicProfilerTreesAreOneRun();
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
    void unreadableFoldersAreReported();
    void loneTraceFiles_data();
    void loneTraceFiles();
    void slicesOfTheNewestExportAreUsed();
    void severalLooseTracesAreRanksOfTheirOwn();
    void loneTablesAndUnknownFiles();
    void rawMsprofFolders();
    void profFilesFillTheGaps();
    void clusterOutputAttachesToItsRun();
    void clusterOutputAlone();
    void databaseOnlyRanksSayWhatIsMissing();
    void rawOnlyRanksSayWhatToDo();
    void everyFileIsListedWithItsFate();
    void missingAndEmptyPathsAreErrors();
    void cancelledDiscoveryGivesNothing();
    void realRuns();
};

void TestDiscovery::fileNamesTellTheirKind_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("readable");
    QTest::addColumn<QString>("stamp");
    QTest::addColumn<int>("slice");
    const auto row = [](const char *name, const char *kind, bool readable, const char *stamp = "", int slice = -1) {
        QTest::newRow(name) << QString::fromUtf8(kind) << readable << QString::fromUtf8(stamp) << slice;
    };
    row("trace_view.json", "trace", true);
    row("trace_view.json.gz", "trace", true);
    row("trace_rank3.json", "trace", true);
    row("msprof_20250109084755.json", "trace", true, "20250109084755");
    row("msprof_slice_2_20250109084755.json", "trace", true, "20250109084755", 2);
    row("msprof_tx_20250109084755.json", "msprof_tx", false, "20250109084755");
    row("profiler_info_12.json", "profiler_info", true);
    row("profiler_info.json", "profiler_info", true);
    row("profiler_info_old.json", "unknown", false);
    row("kernel_details.csv", "kernel_details", true);
    row("op_summary_slice_0_20250109084755.csv", "op_summary", true, "20250109084755", 0);
    row("op_statistic.csv", "op_statistic", true);
    row("api_statistic_20250109084755.csv", "api_statistic", true, "20250109084755");
    row("communication.json", "communication", true);
    row("communication_matrix.json", "communication_matrix", true);
    row("memory_record.csv", "memory_record", false);
    row("operator_memory.csv", "operator_memory", false);
    row("minddata_pipeline_raw_0.csv", "minddata", false);
    row("minddata_pipeline_summary_0.json", "minddata", false);
    row("ascend_pytorch_profiler_0.db", "db", false);
    row("analysis.db", "db", false);
    row("step_trace_20250109084755.csv", "step_trace_raw", false, "20250109084755");
    row("kernel_details.csv.gz", "kernel_details", false);
    row("notes.txt", "unknown", false);
    row(".json", "unknown", false);
}

void TestDiscovery::fileNamesTellTheirKind()
{
    QFETCH(QString, kind);
    QFETCH(bool, readable);
    QFETCH(QString, stamp);
    QFETCH(int, slice);
    const NamedFile n = classifyFileName(QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(n.kind, kind);
    QCOMPARE(n.readable, readable);
    QCOMPARE(n.stamp, stamp);
    QCOMPARE(n.slice, slice);
    QCOMPARE(n.why.isEmpty(), readable);
}

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
    QVERIFY(runs[0].report.isEmpty());
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

void TestDiscovery::parentsGivenTogetherAreRunsOfTheirOwn()
{
    RunFolder d;
    d.torchRank(QStringLiteral("a/rank0_ascend_pt"), 0);
    d.torchRank(QStringLiteral("b/rank1_ascend_pt"), 1);
    ImportReport report;
    QCOMPARE(shape(discover({d.path(QStringLiteral("a")), d.path(QStringLiteral("b"))}, JobContext(), report)), QStringLiteral("a: 0 | b: 1"));
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
    QCOMPARE(shape(discover({rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT")}, JobContext(), report)), QStringLiteral("x_ascend_pt: 4"));
    const auto file = discover({rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json")}, JobContext(), report);
    QCOMPARE(ranksOf(file.at(0)), QStringLiteral("4"));
    QCOMPARE(usedFiles(file[0].infos[0]), QStringList{QStringLiteral("trace_view.json")});
    d.write(QStringLiteral("alone/ASCEND_PROFILER_OUTPUT/trace_view.json"), RunFolder::trace());
    QCOMPARE(shape(discover({d.path(QStringLiteral("alone/ASCEND_PROFILER_OUTPUT"))}, JobContext(), report)),
             QStringLiteral("ASCEND_PROFILER_OUTPUT: alone"));
    QVERIFY(report.isEmpty());
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

void TestDiscovery::rankOfADatabaseTable()
{
    RunFolder d;
    d.write(QStringLiteral("x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"), RunFolder::trace());
    const QString path = d.path(QStringLiteral("x_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler.db"));
    sqlite3 *db = nullptr;
    QCOMPARE(sqlite3_open(path.toUtf8().constData(), &db), SQLITE_OK);
    QCOMPARE(sqlite3_exec(db, "CREATE TABLE RANK_DEVICE_MAP(rankId, deviceId); INSERT INTO RANK_DEVICE_MAP VALUES(-1, 0), (6, 2);", nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(db);
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("x_ascend_pt"))}, JobContext(), report);
    QCOMPARE(runs.at(0).infos.at(0).rank, 6);
    QCOMPARE(runs[0].infos[0].device, 2);
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
    QCOMPARE(runs[0].infos[0].captures, QStringList({d.path(QStringLiteral("run/h_1_20250103000000000_ascend_pt")), mid, old}));
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

void TestDiscovery::dynamicProfilerTreesAreOneRun()
{
    RunFolder d;
    for (const int r : {0, 1}) {
        d.mindsporeRank(QStringLiteral("dyn/rank%1_start2_stop5/h_%1_20250101000000000_ascend_ms").arg(r), r);
        d.mindsporeRank(QStringLiteral("dyn/rank%1_start10_stop12/h_%1_20250102000000000_ascend_ms").arg(r), r);
    }
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("dyn"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("dyn: 0 1"));
    QCOMPARE(runs[0].infos[0].captures.size(), 2);
    QVERIFY(runs[0].infos[0].path.contains(QLatin1String("start10")));

    // The number of the folder around it counts when nothing inside names the rank.
    RunFolder bare;
    for (const int r : {0, 1})
        bare.write(QStringLiteral("rank%1_start2_stop5/x_ascend_ms/ASCEND_PROFILER_OUTPUT/trace_view.json").arg(r), RunFolder::trace());
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
    QCOMPARE(shape(discover({d.path(QStringLiteral("all"))}, JobContext(), report)), QStringLiteral("expA: 0 1 | expB: 0 1"));
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
    QVERIFY(QFile::link(outside.path(QStringLiteral("rank1_ascend_pt")), d.path(QStringLiteral("run/rank1_ascend_pt"))));
    QVERIFY(QFile::link(outside.path(QStringLiteral("rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")),
                        d.path(QStringLiteral("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"))));
    QVERIFY(QFile::link(QStringLiteral("/no/such/target"), d.path(QStringLiteral("run/dangling"))));
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: 0"));
    const auto findings = runs[0].report.findings();
    QCOMPARE(std::count_if(findings.begin(), findings.end(), [](const Finding &f) { return f.code == QLatin1String("discovery.link"); }), 3);
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
    QCOMPARE(mkfifo(QFile::encodeName(d.path(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"))).constData(), 0600), 0);
    QCOMPARE(mkfifo(QFile::encodeName(d.path(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/strange.json"))).constData(), 0600), 0);
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("rank0_ascend_pt"))}, JobContext(), report);
    const FileEntry *pipe = fileOf(runs.at(0).infos[0], QStringLiteral("ASCEND_PROFILER_OUTPUT/kernel_details.csv"));
    QVERIFY(pipe && !pipe->used && !pipe->why.isEmpty());
    QVERIFY(discover({d.path(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/strange.json"))}, JobContext(), report).empty());
    QVERIFY(hasCode(report, "discovery.not-regular"));
}

void TestDiscovery::unreadableFoldersAreReported()
{
    if (geteuid() == 0) {
        qInfo("running as root: permissions do not bind, not tested");
        return;
    }
    RunFolder d;
    d.torchRank(QStringLiteral("run/rank0_ascend_pt"), 0);
    d.torchRank(QStringLiteral("run/closed/rank1_ascend_pt"), 1);
    QVERIFY(QFile::setPermissions(d.path(QStringLiteral("run/closed")), {}));
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QFile::setPermissions(d.path(QStringLiteral("run/closed")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QCOMPARE(shape(runs), QStringLiteral("run: 0"));
    QVERIFY(hasCode(runs[0].report, "discovery.unreadable"));
}

void TestDiscovery::loneTraceFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("gzip");
    QTest::addColumn<bool>("found");
    const QByteArray trace = RunFolder::trace();
    QTest::newRow("trace_view.json") << trace << false << true;
    QTest::newRow("trace.json") << trace << false << true;
    QTest::newRow("msprof_20250109084755.json") << trace << false << true;
    QTest::newRow("anything.json") << trace << false << true;
    QTest::newRow("object.json") << QByteArray(R"({"displayTimeUnit":"ns","traceEvents":[]})") << false << true;
    QTest::newRow("packed.json.gz") << trace << true << true;
    QTest::newRow("bom.json") << QByteArray("\xef\xbb\xbf") + trace << false << true;
    QTest::newRow("package.json") << QByteArray(R"({"name":"x","version":"1"})") << false << false;
    QTest::newRow("empty.json") << QByteArray() << false << false;
    QTest::newRow("noise.json") << QByteArray("\x01\x02\xff") << false << false;
    QTest::newRow("notgzip.json.gz") << QByteArray("\x1f\x8b\x08 broken") << false << false;
}

void TestDiscovery::loneTraceFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, gzip);
    QFETCH(bool, found);
    RunFolder d;
    const QString path = d.write(QString::fromLatin1(QTest::currentDataTag()), text);
    if (gzip) {
        const gzFile out = gzopen(QFile::encodeName(path).constData(), "wb");
        QVERIFY(out);
        QCOMPARE(gzwrite(out, text.constData(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
        gzclose(out);
    }
    ImportReport report;
    for (const QString &given : {path, d.path()}) {
        const auto runs = discover({given}, JobContext(), report);
        QCOMPARE(runs.size(), size_t(found ? 1 : 0));
        if (!found)
            continue;
        QCOMPARE(runs[0].infos.size(), size_t(1));
        QCOMPARE(runs[0].infos[0].rank, -1);
        QCOMPARE(usedFiles(runs[0].infos[0]), QStringList{QString::fromLatin1(QTest::currentDataTag())});
    }
    QCOMPARE(report.isEmpty(), found);
}

void TestDiscovery::slicesOfTheNewestExportAreUsed()
{
    RunFolder d;
    const QString out = QStringLiteral("PROF_1/mindstudio_profiler_output/");
    for (const char *f : {"msprof_slice_0_20250101000000.json", "msprof_slice_1_20250101000000.json",
                          "msprof_slice_0_20250202000000.json", "msprof_slice_1_20250202000000.json"})
        d.write(out + QLatin1String(f), RunFolder::trace());
    d.write(out + QStringLiteral("op_summary_20250202000000.csv"), "Op Name\nx\n");
    ImportReport report;
    const QStringList newest{QStringLiteral("mindstudio_profiler_output/msprof_slice_0_20250202000000.json"),
                             QStringLiteral("mindstudio_profiler_output/msprof_slice_1_20250202000000.json")};
    QCOMPARE(usedFiles(discover({d.path()}, JobContext(), report).at(0).infos.at(0)),
             newest + QStringList{QStringLiteral("mindstudio_profiler_output/op_summary_20250202000000.csv")});
    // One slice that is given alone brings the others of its export.
    const auto runs = discover({d.path(out + QStringLiteral("msprof_slice_1_20250202000000.json"))}, JobContext(), report);
    QCOMPARE(usedFiles(runs.at(0).infos.at(0)).size(), 2);
}

void TestDiscovery::severalLooseTracesAreRanksOfTheirOwn()
{
    RunFolder d;
    d.write(QStringLiteral("trace_rank0.json"), RunFolder::trace());
    d.write(QStringLiteral("trace_rank1.json"), RunFolder::trace());
    d.write(QStringLiteral("other.json"), RunFolder::trace());
    ImportReport report;
    const auto runs = discover({d.path()}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 1 other.json"));
    QCOMPARE(usedFiles(runs[0].infos[1]), QStringList{QStringLiteral("trace_rank1.json")});

    // A folder with one trace of its own and a copy beside it is one rank.
    RunFolder copies;
    copies.write(QStringLiteral("trace_view.json"), RunFolder::trace());
    copies.write(QStringLiteral("trace_view(1).json"), RunFolder::trace());
    const auto one = discover({copies.path()}, JobContext(), report);
    QCOMPARE(usedFiles(one.at(0).infos.at(0)), QStringList{QStringLiteral("trace_view.json")});
    QVERIFY(!fileOf(one[0].infos[0], QStringLiteral("trace_view(1).json"))->why.isEmpty());
}

void TestDiscovery::loneTablesAndUnknownFiles()
{
    RunFolder d;
    ImportReport report;
    const QString kernels = d.write(QStringLiteral("a/kernel_details.csv"), "Name,Type\nx,y\n");
    QCOMPARE(usedFiles(discover({kernels}, JobContext(), report).at(0).infos.at(0)), QStringList{QStringLiteral("kernel_details.csv")});
    const QString renamed = d.write(QStringLiteral("b/my kernels.csv"), "Step Id,Name,Accelerator Core,Start Time(us)\n1,a,b,2\n");
    const auto runs = discover({renamed}, JobContext(), report);
    QCOMPARE(runs.at(0).infos.at(0).files.at(0).kind, QStringLiteral("kernel_details"));
    QVERIFY(report.isEmpty());
    for (const char *f : {"c/table.csv", "c/notes.txt", "c/memory_record.csv", "c/analysis.db"}) {
        ImportReport bad;
        QVERIFY(discover({d.write(QString::fromLatin1(f), "a,b\n1,2\n")}, JobContext(), bad).empty());
        QVERIFY2(bad.worst() == Severity::Error, f);
    }
    // Two files of one folder are one rank.
    const QString trace = d.write(QStringLiteral("a/trace_view.json"), RunFolder::trace());
    QCOMPARE(usedFiles(discover({kernels, trace}, JobContext(), report).at(0).infos.at(0)).size(), 2);
}

void TestDiscovery::rawMsprofFolders()
{
    RunFolder d;
    for (const int device : {0, 1}) {
        const QString prof = QStringLiteral("out/PROF_00000%1_20250101000000000_ABC").arg(device + 1);
        d.write(prof + QStringLiteral("/mindstudio_profiler_output/msprof_20250101000000.json"), RunFolder::trace());
        d.write(prof + QStringLiteral("/device_%1/info.json.%1").arg(device), device == 0 ? R"({"rank_id":4})" : R"({"rank_id":-1})");
        d.write(prof + QStringLiteral("/device_%1/data/raw.bin").arg(device), "12345");
        d.write(prof + QStringLiteral("/analyze/communication.json"), "{}");
    }
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("out"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("out: 4 PROF_000002_20250101000000000_ABC"));
    QVERIFY(runs[0].framework == Framework::Msprof);
    QCOMPARE(runs[0].infos[1].device, 1);
    const FileEntry *raw = fileOf(runs[0].infos[0], QStringLiteral("device_0/"));
    QVERIFY(raw && !raw->used && !raw->why.isEmpty());
    QCOMPARE(raw->kind, QStringLiteral("prof_raw"));
    QCOMPARE(raw->bytes, 5 + 13);
    QVERIFY(fileOf(runs[0].infos[0], QStringLiteral("analyze/communication.json"))->used);
    // The inner folder alone is the same.
    const auto inner = discover({d.path(QStringLiteral("out/PROF_000001_20250101000000000_ABC/mindstudio_profiler_output"))}, JobContext(), report);
    QCOMPARE(ranksOf(inner.at(0)), QStringLiteral("4"));
}

void TestDiscovery::profFilesFillTheGaps()
{
    RunFolder d;
    d.torchRank(QStringLiteral("rank0_ascend_pt"), 0);
    const QString prof = QStringLiteral("rank0_ascend_pt/PROF_1/mindstudio_profiler_output/");
    d.write(prof + QStringLiteral("msprof_20250101000000.json"), RunFolder::trace());
    d.write(prof + QStringLiteral("op_summary_20250101000000.csv"), "Op Name\nx\n");
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("rank0_ascend_pt"))}, JobContext(), report);
    const RankInfo &info = runs.at(0).infos.at(0);
    QVERIFY(!fileOf(info, QStringLiteral("PROF_1/mindstudio_profiler_output/msprof_20250101000000.json"))->used);
    QVERIFY(fileOf(info, QStringLiteral("PROF_1/mindstudio_profiler_output/op_summary_20250101000000.csv"))->used);
    QVERIFY(fileOf(info, QStringLiteral("ASCEND_PROFILER_OUTPUT/trace_view.json"))->used);
}

void TestDiscovery::clusterOutputAttachesToItsRun()
{
    RunFolder d;
    const QString a = d.torchRank(QStringLiteral("all/x/rank0_ascend_pt"), 0);
    d.torchRank(QStringLiteral("all/y/rank0_ascend_pt"), 0);
    d.write(QStringLiteral("all/y/cluster_analysis_output/cluster_step_trace_time.csv"), RunFolder::stepCsv());
    d.write(QStringLiteral("all/y/cluster_analysis_output/cluster_analysis.db"), "x");
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("all"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("x: 0 | y: 0"));
    QVERIFY(runs[0].cluster.files.empty());
    QCOMPARE(runs[1].cluster.files.size(), size_t(2));
    QCOMPARE(runs[1].cluster.files[1].name, QStringLiteral("cluster_analysis_output/cluster_step_trace_time.csv"));
    QVERIFY(runs[1].cluster.files[1].used);
    QVERIFY(!runs[1].cluster.files[0].used && !runs[1].cluster.files[0].why.isEmpty());
    // Given beside the rank.
    d.write(QStringLiteral("all/x/cluster_analysis_output/communication_group.json"), "{}");
    const auto beside = discover({a, d.path(QStringLiteral("all/x/cluster_analysis_output"))}, JobContext(), report);
    QCOMPARE(beside.size(), size_t(1));
    QCOMPARE(beside[0].cluster.files.size(), size_t(1));
}

void TestDiscovery::clusterOutputAlone()
{
    RunFolder d;
    d.write(QStringLiteral("cluster_analysis_output/cluster_communication.json"), "{}");
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("cluster_analysis_output"))}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    QVERIFY(runs[0].infos.empty());
    QVERIFY(runs[0].cluster.files.at(0).used);
    QVERIFY(report.isEmpty());
    QCOMPARE(discover({d.path(QStringLiteral("cluster_analysis_output/cluster_communication.json"))}, JobContext(), report).size(), size_t(1));
}

void TestDiscovery::databaseOnlyRanksSayWhatIsMissing()
{
    RunFolder d;
    d.write(QStringLiteral("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db"), "broken");
    d.torchRank(QStringLiteral("run/rank1_ascend_pt"), 1);
    d.write(QStringLiteral("run/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db"), "broken");
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("run: 0 1"));
    QVERIFY(runs[0].infos[0].files[0].why.contains(QLatin1String("only database files")));
    QVERIFY(fileOf(runs[0].infos[1], QStringLiteral("ASCEND_PROFILER_OUTPUT/analysis.db"))->why.contains(QLatin1String("text files")));
    const auto findings = runs[0].report.findings();
    QCOMPARE(findings.size(), size_t(1));
    QCOMPARE(findings[0].code, QStringLiteral("discovery.db-only"));
    QCOMPARE(findings[0].file, QStringLiteral("rank0_ascend_pt"));
}

void TestDiscovery::rawOnlyRanksSayWhatToDo()
{
    RunFolder d;
    d.write(QStringLiteral("x_ascend_ms/FRAMEWORK/op_range.bin"), "raw");
    d.write(QStringLiteral("x_ascend_ms/PROF_1/device_0/data/a.bin"), "raw");
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("x_ascend_ms"))}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    QVERIFY(hasCode(runs[0].report, "discovery.raw-only"));
    QVERIFY(runs[0].report.findings()[0].text().contains(QLatin1String("mindspore")));
    const FileEntry *raw = fileOf(runs[0].infos[0], QStringLiteral("FRAMEWORK/"));
    QVERIFY(raw && raw->kind == QLatin1String("framework_raw") && !raw->used && raw->bytes == 3);
}

void TestDiscovery::everyFileIsListedWithItsFate()
{
    RunFolder d;
    d.torchRank(QStringLiteral("rank0_ascend_pt"), 0);
    for (const char *f : {"memory_record.csv", "l2_cache.csv", "hbm.csv", "whatever.bin", "dataset.csv", "mindstudio_insight_data.db"})
        d.write(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/") + QLatin1String(f), "x");
    d.write(QStringLiteral("rank0_ascend_pt/logs/a.log"), "x");
    ImportReport report;
    const auto runs = discover({d.path(QStringLiteral("rank0_ascend_pt"))}, JobContext(), report);
    const RankInfo &info = runs.at(0).infos.at(0);
    QCOMPARE(info.files.size(), size_t(3 + 6 + 1));
    for (const FileEntry &f : info.files) {
        QVERIFY2(f.used == f.why.isEmpty(), qPrintable(f.name));
        QVERIFY(!f.kind.isEmpty() && f.bytes > 0);
    }
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
    QCOMPARE(shape(runs), QStringLiteral("pytorch_db_level2: 0 1 | pytorch_text_level0: 0 1 | pytorch_text_level2: 0 1"));
    QVERIFY(hasCode(runs[0].report, "discovery.db-only"));
    QVERIFY(runs[2].report.isEmpty());
    QCOMPARE(runs[2].infos[0].level, QStringLiteral("Level2"));
    QCOMPARE(usedFiles(runs[2].infos[1]).size(), 9);
}

QTEST_GUILESS_MAIN(TestDiscovery)
#include "tst_discovery.moc"
