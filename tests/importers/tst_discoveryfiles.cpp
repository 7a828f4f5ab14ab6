// SPDX-License-Identifier: Apache-2.0
// Which files of a run are found, what they are taken for, and what is said of those that are not read.
#include "importers/discovery/discovery.h"

#include "importers/discovery/filekinds.h"
#include "importers/foundruns.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/sqlitefile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <string>

using namespace rs;
using namespace rs::test;

namespace {

// Names of the files that are used, and the code of the finding that says of which export.
QString usedAndWhy(const QString &path, ExportChoice choice)
{
    DiscoveryLimits limits;
    limits.exported = choice;
    ImportReport report;
    const std::vector<Run> runs = discover({path}, JobContext(), report, limits);
    QStringList out;
    for (const QString &name : runs.size() == 1 ? usedFiles(runs[0].infos[0]) : QStringList())
        out << name.section(u'/', -1);
    for (const char *code : {"discovery.text-used", "discovery.database-used"}) {
        if (runs.size() == 1 && hasCode(runs[0].report, code))
            out << QLatin1String(code);
    }
    return out.join(u' ');
}

} // namespace

class TestDiscoveryFiles : public QObject
{
    Q_OBJECT
private slots:
    void fileNamesTellTheirKind_data();
    void fileNamesTellTheirKind();
    void rankOfADatabaseTable();
    void filesOfDifferentRanks_data();
    void filesOfDifferentRanks();
    void foldersOfAllRanks();
    void databaseOfDifferentRanks();
    void loneTraceFiles_data();
    void loneTraceFiles();
    void slicesOfTheNewestExportAreUsed();
    void partsOfAnExport_data();
    void partsOfAnExport();
    void partsThatWerePointedAt();
    void partsAreReadInTheirOrder();
    void tablesUnderOtherNames();
    void severalLooseTracesAreRanksOfTheirOwn();
    void databasesOfMsMonitorAreRanksOfTheirOwn();
    void gatheredDatabasesAreRanksOfTheirOwn();
    void textOrDatabasesByChoice();
    void theFullerExportIsUsed_data();
    void theFullerExportIsUsed();
    void loneTablesAndUnknownFiles();
    void rawMsprofFolders();
    void profFilesFillTheGaps();
    void clusterOutputAttachesToItsRun();
    void clusterOutputAlone();
    void databaseOnlyRanksSayWhatIsMissing();
    void rawOnlyRanksSayWhatToDo();
    void everyFileIsListedWithItsFate();
};

void TestDiscoveryFiles::fileNamesTellTheirKind_data()
{
    const Scenarios<QString, bool, QString, int> row;

    row("trace_view.json", "trace", true, "", -1);
    row("trace_view.json.gz", "trace", true, "", -1);
    row("trace_rank3.json", "trace", true, "", -1);
    row("msprof_20250109084755.json", "trace", true, "20250109084755", -1);
    row("msprof_slice_2_20250109084755.json", "trace", true, "20250109084755", 2);
    row("msprof_tx_20250109084755.json", "msprof_tx", false, "20250109084755", -1);
    row("profiler_info_12.json", "profiler_info", true, "", -1);
    row("profiler_info.json", "profiler_info", true, "", -1);
    row("profiler_info_old.json", "unknown", false, "", -1);
    row("kernel_details.csv", "kernel_details", true, "", -1);
    row("op_summary_slice_0_20250109084755.csv", "op_summary", true, "20250109084755", 0);
    row("op_statistic.csv", "op_statistic", true, "", -1);
    row("l2_cache_20250109084755.csv", "l2_cache", true, "20250109084755", -1);
    row("api_statistic_20250109084755.csv", "api_statistic", true, "20250109084755", -1);
    row("communication.json", "communication", true, "", -1);
    row("communication_matrix.json", "communication_matrix", true, "", -1);
    row("memory_record.csv", "memory_record", true, "", -1);
    row("task_time_20250109084755.csv", "task_time", true, "20250109084755", -1);
    row("operator_memory.csv", "operator_memory", true, "", -1);
    row("minddata_pipeline_raw_0.csv", "minddata_raw", true, "", -1);
    row("minddata_pipeline_summary_0.json", "minddata_summary", true, "", -1);
    row("minddata_pipeline_summary_0.csv", "minddata_summary", true, "", -1);
    row("minddata_cpu_utilization_0.json", "minddata", false, "", -1);
    row("device_queue_profiling_0.txt", "minddata", false, "", -1);
    row("dataset.csv", "dataset", true, "", -1);
    row("data_preprocess.csv", "data_preprocess", true, "", -1);
    row("aicpu_20250109084755.csv", "data_preprocess", true, "20250109084755", -1);
    row("aicpu_mi_20250109084755.csv", "csv/aicpu_mi", true, "20250109084755", -1);
    row("hbm_20250109084755.csv", "csv/hbm", true, "20250109084755", -1);
    row("llc_read_write_20250109084755.csv", "csv/llc_read_write", true, "20250109084755", -1);
    row("host_cpu_usage_20250109084755.csv", "csv/host_cpu_usage", true, "20250109084755", -1);
    row("notes.csv", "unknown", false, "", -1);
    row("ascend_pytorch_profiler_0.db", "db", true, "", -1);
    row("analysis.db", "db", true, "", -1);
    row("analysis.db-wal", "logs", false, "", -1);
    row("ascend_pytorch_profiler_0.db-journal", "logs", false, "", -1);
    row("step_trace_20250109084755.csv", "csv/step_trace", true, "20250109084755", -1);
    row("kernel_details.csv.gz", "kernel_details", false, "", -1);
    row("notes.txt", "unknown", false, "", -1);
    row(".json", "unknown", false, "", -1);
}

void TestDiscoveryFiles::fileNamesTellTheirKind()
{
    const auto [kind, readable, stamp, slice] = scenario<QString, bool, QString, int>();
    const NamedFile n = classifyFileName(QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(n.kind, kind);
    QCOMPARE(n.readable, readable);
    QCOMPARE(n.stamp, stamp);
    QCOMPARE(n.slice, slice);
    QCOMPARE(n.why.isEmpty(), readable);
}

void TestDiscoveryFiles::rankOfADatabaseTable()
{
    RunFolder d;
    d.write("x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", RunFolder::trace());
    const QString path = d.path("x_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler.db");
    QCOMPARE(
        makeDatabase(
            path,
            {"CREATE TABLE RANK_DEVICE_MAP(rankId, deviceId); INSERT INTO RANK_DEVICE_MAP VALUES(-1, 0), (6, 2);"}),
        QString());
    const auto runs = runsIn({d.path("x_ascend_pt")});
    QCOMPARE(runs.at(0).infos.at(0).rank, 6);
    QCOMPARE(runs[0].infos[0].device, 2);
}

void TestDiscoveryFiles::filesOfDifferentRanks_data()
{
    const Scenarios<QStringList, int, QString> row;
    const QString zero = QStringLiteral("profiler_info_0.json");
    const QString one = QStringLiteral("profiler_info_1.json");
    row("one rank", {zero}, 0, "");
    row("nothing inside", {zero}, -1, "");
    row("no number in the name", {"profiler_info.json"}, 3, "");
    row("another one inside", {zero}, 3, "profiler_info_0.json: 0; profiler_info_0.json, rank_id: 3");
    row("two files", {zero, one}, -1, "profiler_info_0.json: 0; profiler_info_1.json: 1");
}

void TestDiscoveryFiles::filesOfDifferentRanks()
{
    const auto [files, inside, told] = scenario<QStringList, int, QString>();
    RunFolder d;
    d.write("x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", RunFolder::trace());
    for (const QString &file : files)
        d.write(QStringLiteral("x_ascend_pt/") + file,
                "{\"config\":{},\"rank_id\":" + QByteArray::number(inside) + "}");
    // The folder, and a part of it that was given alone.
    for (const char *given : {"x_ascend_pt", "x_ascend_pt/ASCEND_PROFILER_OUTPUT"}) {
        ImportReport report;
        const auto runs = discover({d.path(given)}, JobContext(), report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].infos.at(0).rank, files.first().contains(u'0') ? 0 : inside);
        report.merge(runs[0].report);
        const Finding f = findingOf(report, "discovery.ranks");
        QCOMPARE(f.argument, told);
        if (!told.isEmpty())
            QCOMPARE(f.severity, Severity::Loss);
    }
}

void TestDiscoveryFiles::foldersOfAllRanks()
{
    RunFolder d;
    d.write("profiler/ASCEND_PROFILER_OUTPUT/trace_view.json", RunFolder::trace());
    for (const char *file : {"profiler/profiler_info_0.json", "profiler/profiler_info_1.json"})
        d.write(file, R"({"config":{}})");
    ImportReport report;
    const auto runs = discover({d.path("profiler")}, JobContext(), report);
    report.merge(runs.at(0).report);
    QVERIFY(!hasCode(report, "discovery.ranks"));
}

void TestDiscoveryFiles::databaseOfDifferentRanks()
{
    RunFolder d;
    d.write("x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", RunFolder::trace());
    const QString path = d.path("x_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_3.db");
    // Two devices of one rank are none too many, nor are two ranks with a device each.
    QCOMPARE(makeDatabase(path, {"CREATE TABLE RANK_DEVICE_MAP(rankId, deviceId); "
                                 "INSERT INTO RANK_DEVICE_MAP VALUES(6, 2), (6, 3), (8, 4), (7, 3);"}),
             QString());
    ImportReport report;
    const auto runs = discover({d.path("x_ascend_pt")}, JobContext(), report);
    QCOMPARE(runs.at(0).infos.at(0).rank, 3);
    report.merge(runs[0].report);
    QCOMPARE(findingOf(report, "db.ranks").argument, QStringLiteral("6, 7"));
    QCOMPARE(findingOf(report, "db.ranks").count, 1);
    QCOMPARE(findingOf(report, "discovery.ranks").argument,
             QStringLiteral("ascend_pytorch_profiler_3.db: 3; ascend_pytorch_profiler_3.db, RANK_DEVICE_MAP: 6"));
}

void TestDiscoveryFiles::loneTraceFiles_data()
{
    const Scenarios<QByteArray, bool, bool> row;
    const QByteArray trace = RunFolder::trace();
    row("trace_view.json", trace, false, true);
    row("trace.json", trace, false, true);
    row("msprof_20250109084755.json", trace, false, true);
    row("anything.json", trace, false, true);
    row("object.json", R"({"displayTimeUnit":"ns","traceEvents":[]})", false, true);
    row("packed.json.gz", trace, true, true);
    // The name says nothing.
    for (const char *name : {"t.trace", "t.txt", "t.json.txt", "t.log", "t.csv", "T.JSON", "t", "plain.gz"})
        row(name, trace, false, true);
    for (const char *name : {"t.gz", "packed.txt", "packed.json"})
        row(name, trace, true, true);
    row("notes.txt", "[ ] buy \"ph\" paper", false, false);
    row("noise.trace", "\x01\x02\xff", false, false);
    row("bom.json", QByteArray("\xef\xbb\xbf") + trace, false, true);
    row("package.json", R"({"name":"x","version":"1"})", false, false);
    row("empty.json", "", false, false);
    row("noise.json", "\x01\x02\xff", false, false);
    row("notgzip.json.gz", "\x1f\x8b\x08 broken", false, false);
}

void TestDiscoveryFiles::loneTraceFiles()
{
    const auto [text, gzip, found] = scenario<QByteArray, bool, bool>();
    RunFolder d;
    const QString path = d.write(QString::fromLatin1(QTest::currentDataTag()), gzip ? gzipped(text) : text);
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

void TestDiscoveryFiles::slicesOfTheNewestExportAreUsed()
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
             newest + texts({"mindstudio_profiler_output/op_summary_20250202000000.csv"}));
    // One slice that is given alone brings the others of its export.
    const auto runs =
        discover({d.path(out + QStringLiteral("msprof_slice_1_20250202000000.json"))}, JobContext(), report);
    QCOMPARE(usedFiles(runs.at(0).infos.at(0)).size(), 2);
}

void TestDiscoveryFiles::partsOfAnExport_data()
{
    // Names, each with the times of its first and its last row.
    const Scenarios<QStringList, QStringList, QStringList> table;
    const auto row = [&](const char *name, const LiteralTexts &files, const QList<qsizetype> &used,
                         const LiteralTexts &told = {}) {
        QStringList names;
        for (const qsizetype i : used)
            names << files[i].section(u' ', 0, 0);
        names.sort();
        table(name, files, names, told);
    };
    row("a timeline, stamped when each part was written",
        {"msprof_slice_0_20250101000000.json 1000 1500", "msprof_slice_1_20250101000001.json 1500 2000"}, {0, 1});
    row("a table, written backwards",
        {"op_summary_slice_0_20250101000003.csv 1000 1300", "op_summary_slice_1_20250101000002.csv 1300 1600",
         "op_summary_slice_2_20250101000001.csv 1600 2000"},
        {0, 1, 2});
    row("the first part is called as a whole one",
        {"op_summary_20250101000000.csv 1000 1500", "op_summary_slice_1_20250101000005.csv 1501 2000"}, {0, 1});
    row("the same within a second",
        {"op_summary_20250101000000.csv 1000 1500", "op_summary_slice_1_20250101000000.csv 1501 2000"}, {0, 1});
    row("the same of any table",
        {"memory_record_20250101000000.csv 1000 1500", "memory_record_slice_1_20250101000005.csv 1501 2000"}, {0, 1});
    row("an older whole one",
        {"op_summary_20250101000000.csv 1000 2000", "op_summary_slice_0_20250101000009.csv 1000 1500",
         "op_summary_slice_1_20250101000010.csv 1501 2000"},
        {1, 2}, {"info older-export x1"});
    row("a newer whole one",
        {"op_summary_20250101000020.csv 1000 2000", "op_summary_slice_0_20250101000009.csv 1000 1500",
         "op_summary_slice_1_20250101000010.csv 1501 2000"},
        {0}, {"info older-export x2"});
    row("two whole ones", {"msprof_20250101000000.json 1000 2000", "msprof_20250101000020.json 1000 2000"}, {1},
        {"info older-export x1"});
    row("two exports in parts",
        {"msprof_slice_0_20250101000000.json 1000 1500", "msprof_slice_1_20250101000001.json 1500 2000",
         "msprof_slice_0_20250101000009.json 1000 1500", "msprof_slice_1_20250101000010.json 1500 2000"},
        {2, 3}, {"info older-export x2"});
    row("fewer parts of the newer one",
        {"op_summary_slice_0_20250101000000.csv 1000 1300", "op_summary_slice_1_20250101000001.csv 1301 1600",
         "op_summary_slice_2_20250101000002.csv 1601 2000", "op_summary_slice_0_20250101000009.csv 1000 1500",
         "op_summary_slice_1_20250101000010.csv 1501 2000"},
        {3, 4}, {"info older-export x3"});
    row("fewer parts of the newer timeline",
        {"msprof_slice_0_20250101000000.json 1000 1300", "msprof_slice_1_20250101000001.json 1301 1600",
         "msprof_slice_2_20250101000002.json 1601 2000", "msprof_slice_0_20250101000009.json 1000 1500",
         "msprof_slice_1_20250101000010.json 1501 2000"},
        {3, 4}, {"info older-export x3"});
    row("parts in the middle are lost",
        {"op_summary_20250101000000.csv 1000 1100", "op_summary_slice_2_20250101000002.csv 1200 1300",
         "op_summary_slice_5_20250101000005.csv 1500 1600"},
        {0, 1, 2}, {"loss missing-part 1, 3, 4 x3"});
    row("the first part is lost",
        {"msprof_slice_1_20250101000001.json 1300 1600", "msprof_slice_2_20250101000002.json 1600 2000"}, {0, 1},
        {"loss missing-part 0 x1"});
    row("the first part is lost beside an older whole one",
        {"op_summary_20250101000000.csv 1000 2000", "op_summary_slice_1_20250101000010.csv 1501 2000"}, {1},
        {"loss missing-part 0 x1", "info older-export x1"});
    row("a number that cannot be",
        {"msprof_slice_0_20250101000000.json 1000 1500", "msprof_slice_999999999_20250101000001.json 1500 2000"},
        {0, 1}, {"loss missing-part 1, 2, 3, 4, 5, 6, 7, 8, … x999999998"});
}

void TestDiscoveryFiles::partsOfAnExport()
{
    const auto [files, used, told] = scenario<QStringList, QStringList, QStringList>();
    RunFolder d;
    for (const QString &file : files) {
        const QString name = QStringLiteral("PROF_1/mindstudio_profiler_output/") + file.section(u' ', 0, 0);
        const QByteArray from = file.section(u' ', 1, 1).toLatin1();
        const QByteArray to = file.section(u' ', 2, 2).toLatin1();
        const auto event = [](const QByteArray &ts) {
            return R"({"name":"a","ph":"X","pid":1,"tid":1,"ts":")" + ts + R"(.000","dur":1})";
        };
        if (name.endsWith(QLatin1String(".json")))
            d.write(name, '[' + event(from) + ',' + event(to) + ']');
        else if (name.contains(QLatin1String("memory")))
            d.write(name, "Component,Timestamp(us)\nPTA," + from + "\nPTA," + to + '\n');
        else
            d.write(name, "\"Op, Name\",Task Type,Task Start Time(us)\n\"a,b\",AI_CORE," + from +
                              "\t\n\"a,b\",AI_CORE," + to + "\t\n");
    }
    const std::vector<Run> runs = runsIn({d.path()});
    QCOMPARE(runs.size(), size_t(1));
    QStringList names;
    for (const QString &name : usedFiles(runs[0].infos.at(0)))
        names << name.section(u'/', -1);
    names.sort();
    QCOMPARE(names, used);
    QStringList findings;
    for (const Finding &f : runs[0].report.findings()) {
        if (f.code.startsWith(QLatin1String("discovery.")))
            findings << severityName(f.severity) + u' ' + f.code.section(u'.', 1) +
                            (f.severity == Severity::Loss ? u' ' + f.argument : QString()) +
                            QStringLiteral(" x%1").arg(f.count);
    }
    QCOMPARE(findings, told);
}

// A part that is given by itself brings the others of its export, and of no other one.
void TestDiscoveryFiles::partsThatWerePointedAt()
{
    RunFolder d;
    const auto event = [](const char *ts) {
        return QByteArray(R"([{"name":"a","ph":"X","pid":1,"tid":1,"ts":)") + ts + R"(,"dur":1}])";
    };
    const auto used = [&](const char *name) {
        const auto runs = runsIn({d.path(name)});
        QStringList out;
        for (const FileEntry &f : runs.at(0).infos.at(0).files)
            out << f.name + (f.used ? QString() : QStringLiteral("?"));
        return out.join(u' ');
    };
    d.write("msprof_slice_0_20250101000000.json", event("1000"));
    d.write("msprof_slice_1_20250101000001.json", event("1500"));
    d.write("msprof_slice_0_20250101000009.json", event("1000"));
    d.write("msprof_slice_1_20250101000010.json", event("1500"));
    QCOMPARE(used("msprof_slice_1_20250101000001.json"),
             QStringLiteral("msprof_slice_0_20250101000000.json msprof_slice_1_20250101000001.json"));
    QCOMPARE(used("msprof_slice_0_20250101000009.json"),
             QStringLiteral("msprof_slice_0_20250101000009.json msprof_slice_1_20250101000010.json"));
    const QByteArray header = "Op Name,Task Type,Task Start Time(us)\n";
    d.write("op_summary_20250101000000.csv", header + "a,b,1000\na,b,1500\n");
    d.write("op_summary_slice_1_20250101000005.csv", header + "a,b,1501\na,b,2000\n");
    for (const char *name : {"op_summary_20250101000000.csv", "op_summary_slice_1_20250101000005.csv"})
        QCOMPARE(used(name), QStringLiteral("op_summary_20250101000000.csv op_summary_slice_1_20250101000005.csv"));
}

void TestDiscoveryFiles::partsAreReadInTheirOrder()
{
    RunFolder d;
    constexpr int parts = 12;
    for (int i = 0; i < parts; ++i)
        d.write(QStringLiteral("PROF_1/mindstudio_profiler_output/op_summary_slice_%1_202501010000%2.csv")
                    .arg(i)
                    .arg(10 + i),
                "Op Name,Task Type,Task Start Time(us),Task Duration(us)\nk" + QByteArray::number(i) + ",AI_CORE,100" +
                    QByteArray::number(10 + i) + ",1\n");
    const auto run = loadedRun(d.path());
    QVERIFY(run);
    const auto kernels = run->ranks.at(0)->kernels;
    QVERIFY(kernels);
    QCOMPARE(kernels->rows(), parts);
    const int name = kernels->column(u"Op Name");
    for (int i = 0; i < parts; ++i)
        QVERIFY(kernels->textView(i, name) == "k" + std::to_string(i));
}

// Tables are known by their first line, and read as they stand: packed ones are not.
void TestDiscoveryFiles::tablesUnderOtherNames()
{
    RunFolder d;
    const QByteArray kernels = "Step Id,Name,Accelerator Core,Start Time(us)\n1,a,b,2\n";
    const QByteArray operators = R"({"step1":{"p2p":{"a":{"Communication Time Info":{"Elapse":1}}}}})";
    const auto kindOf = [&](const QString &path) {
        ImportReport report;
        const auto runs = discover({path}, JobContext(), report);
        return runs.empty() ? report.findings().at(0).code : runs[0].infos.at(0).files.at(0).kind;
    };
    QCOMPARE(kindOf(d.write("a/kernels.txt", kernels)), QStringLiteral("kernel_details"));
    QCOMPARE(kindOf(d.write("b/kernel_details.csv.gz", kernels)), QStringLiteral("kernel_details"));
    QCOMPARE(kindOf(d.write("c/mine", operators)), QStringLiteral("communication"));
    QCOMPARE(kindOf(d.write("d/mine.json.gz", gzipped(operators))), QStringLiteral("discovery.unknown-file"));
}

void TestDiscoveryFiles::severalLooseTracesAreRanksOfTheirOwn()
{
    RunFolder d;
    // Files beside them that are called as measurements are told.
    d.write("rank2.json.gz", "\x1f\x8b\x08 broken");
    d.write("kernel_details.csv.gz", "\x1f\x8b\x08 broken");
    d.write("notes.gz", "no trace");
    d.write("empty.json", {});
    d.write("notes.txt", "no trace");
    d.write("trace_rank0.json", RunFolder::trace());
    d.write("trace_rank1.json", RunFolder::trace());
    d.write("other.json", RunFolder::trace());
    ImportReport report;
    const auto runs = discover({d.path()}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 1 other.json"));
    QCOMPARE(usedFiles(runs[0].infos[1]), texts({"trace_rank1.json"}));
    QStringList beside;
    for (const Finding &f : runs[0].report.findings()) {
        QCOMPARE(f.code, QStringLiteral("discovery.beside"));
        QCOMPARE(f.severity, Severity::Notice);
        beside << f.file;
    }
    QCOMPARE(beside, texts({"empty.json", "kernel_details.csv.gz", "notes.gz", "rank2.json.gz"}));

    // A folder with one trace of its own and a copy beside it is one rank.
    RunFolder copies;
    copies.write("trace_view.json", RunFolder::trace());
    copies.write("trace_view(1).json", RunFolder::trace());
    const auto one = discover({copies.path()}, JobContext(), report);
    QCOMPARE(usedFiles(one.at(0).infos.at(0)), texts({"trace_view.json"}));
    QVERIFY(!fileOf(one[0].infos[0], QStringLiteral("trace_view(1).json"))->why.isEmpty());
}

// msMonitor writes those of all ranks of a host into one folder.
void TestDiscoveryFiles::databasesOfMsMonitorAreRanksOfTheirOwn()
{
    const QStringList sql{QStringLiteral("CREATE TABLE TASK (startNs INTEGER, endNs INTEGER)")};
    const RunFolder several;
    several.folder("mon");
    for (const char *name : {"msmonitor_811_20250109084755012_0.db", "msmonitor_812_20250109084755013_3.db"})
        QCOMPARE(makeDatabase(several.path(QStringLiteral("mon/") + QLatin1String(name)), sql), QString());
    ImportReport report;
    QCOMPARE(shape(discover({several.path("mon")}, JobContext(), report)), QStringLiteral("mon: 0 3"));
    const RunFolder one;
    one.folder("mon");
    QCOMPARE(makeDatabase(one.path("mon/msmonitor_811_20250109084755012_5.db"), sql), QString());
    QCOMPARE(shape(discover({one.path("mon")}, JobContext(), report)), QStringLiteral("mon: 5"));
    const auto alone = discover({one.path("mon/msmonitor_811_20250109084755012_5.db")}, JobContext(), report);
    QCOMPARE(alone.size(), size_t{1});
    QCOMPARE(alone[0].infos[0].rank, 5);
}

// Databases that were gathered in one folder, or named one by one, are the ranks that their names say.
void TestDiscoveryFiles::gatheredDatabasesAreRanksOfTheirOwn()
{
    const QStringList sql{QStringLiteral("CREATE TABLE TASK (startNs INTEGER, endNs INTEGER)")};
    for (const char *form : {"ascend_pytorch_profiler_%1.db", "ascend_mindspore_profiler_%1.db"}) {
        const RunFolder d;
        d.folder("flat");
        QStringList files;
        for (const int rank : {0, 2, 11}) {
            files << d.path(QStringLiteral("flat/") + QString::fromLatin1(form).arg(rank));
            QCOMPARE(makeDatabase(files.back(), sql), QString());
        }
        QCOMPARE(makeDatabase(d.path("flat/analysis.db"), sql), QString());
        ImportReport report;
        const auto runs = discover({d.path("flat")}, JobContext(), report);
        QCOMPARE(shape(runs), QStringLiteral("flat: 0 2 11"));
        for (const RankInfo &info : runs[0].infos)
            QCOMPARE(usedFiles(info), QStringList{QString::fromLatin1(form).arg(info.rank)});
        QCOMPARE(findingOf(runs[0].report, "discovery.beside").file, QStringLiteral("analysis.db"));
        QCOMPARE(shape(discover(files.mid(0, 2), JobContext(), report)), QStringLiteral("flat: 0 2"));
        QCOMPARE(shape(discover(files.mid(2), JobContext(), report)), QStringLiteral("flat: 11"));
    }
}

void TestDiscoveryFiles::textOrDatabasesByChoice()
{
    const RunFolder d;
    const QString folder = QStringLiteral("r_ascend_pt");
    const QString output = folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
    d.torchRank(folder, 0);
    d.write(output + QStringLiteral("l2_cache.csv"),
            "Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\r\n1,2,0.5,0,a\r\n");
    const auto used = [&](ExportChoice choice) { return usedAndWhy(d.path(folder), choice); };
    const QString text = QStringLiteral("l2_cache.csv step_trace_time.csv trace_view.json profiler_info_0.json");
    // Nothing to choose from.
    QCOMPARE(used(ExportChoice::Databases), text);
    // A database without a profile is no choice either.
    QCOMPARE(makeDatabase(d.path(output + QStringLiteral("ascend_pytorch_profiler_0.db")), {"CREATE TABLE x (y)"}),
             QString());
    QCOMPARE(used(ExportChoice::Databases), text + QStringLiteral(" discovery.text-used"));
    QCOMPARE(makeDatabase(d.path(output + QStringLiteral("ascend_pytorch_profiler_0.db")),
                          {"CREATE TABLE TASK (startNs INTEGER, endNs INTEGER)"}),
             QString());
    QCOMPARE(used(ExportChoice::Fuller), text + QStringLiteral(" discovery.text-used"));
    QCOMPARE(used(ExportChoice::Text), text + QStringLiteral(" discovery.text-used"));
    // Steps stay those of the text until there is an analysis that has some.
    const QString withSteps = QStringLiteral("l2_cache.csv step_trace_time.csv profiler_info_0.json "
                                             "discovery.database-used");
    QCOMPARE(used(ExportChoice::Databases), QStringLiteral("ascend_pytorch_profiler_0.db ") + withSteps);
    // A file without any profile is not called used.
    QCOMPARE(makeDatabase(d.path(output + QStringLiteral("analysis.db")), {"CREATE TABLE x (y)"}), QString());
    QCOMPARE(used(ExportChoice::Databases), QStringLiteral("ascend_pytorch_profiler_0.db ") + withSteps);
    QCOMPARE(makeDatabase(d.path(output + QStringLiteral("analysis.db")), {"CREATE TABLE StepTraceTime (step TEXT)"}),
             QString());
    QCOMPARE(used(ExportChoice::Databases), QStringLiteral("analysis.db ascend_pytorch_profiler_0.db ") + withSteps);
    QCOMPARE(makeDatabase(d.path(output + QStringLiteral("analysis.db")), {"INSERT INTO StepTraceTime VALUES ('1')"}),
             QString());
    QCOMPARE(used(ExportChoice::Databases),
             QStringLiteral("analysis.db ascend_pytorch_profiler_0.db l2_cache.csv profiler_info_0.json "
                            "discovery.database-used"));
    QCOMPARE(used(ExportChoice::Fuller), text + QStringLiteral(" discovery.text-used"));
}

void TestDiscoveryFiles::theFullerExportIsUsed_data()
{
    // profile: statements
    // analysis: the same; none: no such file
    // memory: memory_record.csv; empty: no such file
    // because: the argument of the finding
    const Scenarios<QStringList, QStringList, QByteArray, QByteArray, QString, QString> row;
    const QStringList task{QStringLiteral("CREATE TABLE TASK (startNs INTEGER, endNs INTEGER)"),
                           QStringLiteral("INSERT INTO TASK VALUES (1000, 2000)")};
    const auto with = [](QStringList statements, const char *table) {
        return statements << QStringLiteral("CREATE TABLE %1 (x)").arg(QLatin1String(table))
                          << QStringLiteral("INSERT INTO %1 VALUES (1)").arg(QLatin1String(table));
    };
    const QByteArray whole = R"([{"name":"a","ph":"X","ts":"1.000","dur":2,"pid":1,"tid":1}])";
    const QByteArray header = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\r\n";
    const QByteArray memory = header + "PTA,1.0,1,2,NPU:0\r\n";
    const QString text = QStringLiteral("text-used ");
    const QString database = QStringLiteral("database-used ");
    const QString textFiles = QStringLiteral("step_trace_time.csv trace_view.json");
    const QString profile = QStringLiteral("ascend_pytorch_profiler_0.db");
    row("the same", task, {}, whole, "", text + textFiles, "");
    row("memory in both", with(task, "MEMORY_RECORD"), {}, whole, memory,
        text + QStringLiteral("memory_record.csv ") + textFiles, "");
    row("memory in the database", with(task, "MEMORY_RECORD"), {}, whole, "",
        database + profile + QStringLiteral(" step_trace_time.csv"), "memory_record.csv");
    row("a file without rows", with(task, "MEMORY_RECORD"), {}, whole, header,
        database + profile + QStringLiteral(" step_trace_time.csv"), "memory_record.csv");
    row("a table without rows", task + texts({"CREATE TABLE MEMORY_RECORD (x)"}), {}, whole, "", text + textFiles, "");
    row("communication and links", task, with(with({}, "CommAnalyzerMatrix"), "CommAnalyzerTime"), whole, memory,
        database + QStringLiteral("analysis.db ") + profile + QStringLiteral(" memory_record.csv step_trace_time.csv"),
        "communication.json, communication_matrix.json");
    // Its sums alone make no database fuller.
    row("calls", with(task, "CANN_API"), {}, whole, "", text + textFiles, "");
    row("memory, but no timeline", with({}, "MEMORY_RECORD"), {}, whole, "", text + textFiles, "");
    row("cut trace", task, {}, whole.chopped(1), "", database + profile + QStringLiteral(" step_trace_time.csv"),
        "trace_view.json");
    row("cut inside of an event", task, {}, whole.chopped(9), "",
        database + profile + QStringLiteral(" step_trace_time.csv"), "trace_view.json");
    const QByteArray object = "{\"traceEvents\":" + whole + '}';
    row("whole object", task, {}, object + " \n", "", text + textFiles, "");
    row("cut object", task, {}, object.chopped(1), "", database + profile + QStringLiteral(" step_trace_time.csv"),
        "trace_view.json");
}

void TestDiscoveryFiles::theFullerExportIsUsed()
{
    const auto [profile, analysis, trace, memory, used, wantedBecause] =
        scenario<QStringList, QStringList, QByteArray, QByteArray, QString, QString>();
    const RunFolder d;
    const QString folder = QStringLiteral("r_ascend_pt");
    const QString output = folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
    d.torchRank(folder, 0);
    d.write(output + QStringLiteral("trace_view.json"), trace);
    d.write(output + QStringLiteral("step_trace_time.csv"),
            "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n5,7.5,2.5,0,2.5,3.5\n");
    if (!memory.isEmpty())
        d.write(output + QStringLiteral("memory_record.csv"), memory);
    const QString path = d.path(output + QStringLiteral("ascend_pytorch_profiler_0.db"));
    const QStringList begin{QStringLiteral("BEGIN")};
    const QStringList commit{QStringLiteral("COMMIT")};
    QCOMPARE(makeDatabase(path, begin + profile + commit), QString());
    if (!analysis.isEmpty())
        QCOMPARE(makeDatabase(d.path(output + QStringLiteral("analysis.db")), begin + analysis + commit), QString());
    const auto told = [&](ExportChoice choice) {
        DiscoveryLimits limits;
        limits.exported = choice;
        ImportReport report;
        const std::vector<Run> runs = discover({d.path(folder)}, JobContext(), report, limits);
        QString out;
        QString argument;
        for (const Finding &f : runs.size() == 1 ? runs[0].report.findings() : std::vector<Finding>()) {
            out += f.code.section(u'.', 1) + u' ';
            argument = f.argument;
        }
        QStringList names;
        for (const QString &name : runs.size() == 1 ? usedFiles(runs[0].infos[0]) : QStringList()) {
            if (!name.contains(QLatin1String("profiler_info")))
                names << name.section(u'/', -1);
        }
        return std::pair(out + names.join(u' '), argument);
    };
    const auto [files, because] = told(ExportChoice::Fuller);
    QCOMPARE(files, used);
    QCOMPARE(because, wantedBecause);
    // The user's word counts for more.
    QVERIFY(told(ExportChoice::Text).first.contains(QLatin1String("trace_view.json")));
    QVERIFY(!told(ExportChoice::Text).first.contains(QLatin1String(".db")));
    QVERIFY(!told(ExportChoice::Databases).first.contains(QLatin1String("trace_view.json")));
    // A database that is cut short is never the fuller one.
    QFile cut(path);
    QVERIFY(cut.resize(cut.size() - 1));
    QVERIFY(told(ExportChoice::Fuller).first.contains(QLatin1String("trace_view.json")));
}

void TestDiscoveryFiles::loneTablesAndUnknownFiles()
{
    RunFolder d;
    ImportReport report;
    const QString kernels = d.write("a/kernel_details.csv", "Name,Type\nx,y\n");
    QCOMPARE(usedFiles(discover({kernels}, JobContext(), report).at(0).infos.at(0)), texts({"kernel_details.csv"}));
    const QString renamed = d.write("b/my kernels.csv", "Step Id,Name,Accelerator Core,Start Time(us)\n1,a,b,2\n");
    const auto runs = discover({renamed}, JobContext(), report);
    QCOMPARE(runs.at(0).infos.at(0).files.at(0).kind, QStringLiteral("kernel_details"));
    QVERIFY(report.isEmpty());
    // Any table that a profiler writes is shown when it is asked for, but makes no folder one of a profiler.
    const QString counters = d.write("e/npu_mem.csv", "a,b\n1,2\n");
    QCOMPARE(usedFiles(discover({counters}, JobContext(), report).at(0).infos.at(0)), texts({"npu_mem.csv"}));
    for (const char *f : {"f/npu_mem.csv", "f/dataset.csv", "f/nic.csv"})
        d.write(f, "a,b\n1,2\n");
    ImportReport none;
    QVERIFY(discover({d.path("f")}, JobContext(), none).empty());
    for (const char *f : {"c/table.csv", "c/notes.txt", "c/analysis.db"}) {
        ImportReport bad;
        QVERIFY(discover({d.write(f, "a,b\n1,2\n")}, JobContext(), bad).empty());
        QVERIFY2(bad.worst() == Severity::Error, f);
    }
    // Two files of one folder are one rank.
    const QString trace = d.write("a/trace_view.json", RunFolder::trace());
    QCOMPARE(usedFiles(discover({kernels, trace}, JobContext(), report).at(0).infos.at(0)).size(), 2);
}

void TestDiscoveryFiles::rawMsprofFolders()
{
    RunFolder d;
    for (const int device : {0, 1}) {
        const QString prof = QStringLiteral("out/PROF_00000%1_20250101000000000_ABC").arg(device + 1);
        d.write(prof + QStringLiteral("/mindstudio_profiler_output/msprof_20250101000000.json"), RunFolder::trace());
        d.write(prof + QStringLiteral("/device_%1/info.json.%1").arg(device),
                device == 0 ? R"({"rank_id":4})" : R"({"rank_id":-1})");
        d.write(prof + QStringLiteral("/device_%1/data/raw.bin").arg(device), "12345");
        d.write(prof + QStringLiteral("/analyze/communication.json"), "{}");
    }
    ImportReport report;
    const auto runs = discover({d.path("out")}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("out: 4 PROF_000002_20250101000000000_ABC"));
    QVERIFY(runs[0].framework == Framework::Msprof);
    QCOMPARE(runs[0].infos[1].device, 1);
    const FileEntry *raw = fileOf(runs[0].infos[0], QStringLiteral("device_0/"));
    QVERIFY(raw && !raw->used && !raw->why.isEmpty());
    QCOMPARE(raw->kind, QStringLiteral("prof_raw"));
    QCOMPARE(raw->bytes, 5 + 13);
    QVERIFY(fileOf(runs[0].infos[0], QStringLiteral("analyze/communication.json"))->used);
    // The inner folder alone is the same.
    const auto inner =
        discover({d.path("out/PROF_000001_20250101000000000_ABC/mindstudio_profiler_output")}, JobContext(), report);
    QCOMPARE(ranksOf(inner.at(0)), QStringLiteral("4"));
}

void TestDiscoveryFiles::profFilesFillTheGaps()
{
    RunFolder d;
    d.torchRank("rank0_ascend_pt", 0);
    const QString prof = QStringLiteral("rank0_ascend_pt/PROF_1/mindstudio_profiler_output/");
    d.write(prof + QStringLiteral("msprof_20250101000000.json"), RunFolder::trace());
    d.write(prof + QStringLiteral("op_summary_20250101000000.csv"), "Op Name\nx\n");
    d.write("rank0_ascend_pt/PROF_1/device_3/info.json.3",
            R"({"rank_id":7,"DeviceInfo":[{"ai_core_num":24,"aic_frequency":"1800"}]})");
    const auto runs = runsIn({d.path("rank0_ascend_pt")});
    const RankInfo &info = runs.at(0).infos.at(0);
    QVERIFY(!fileOf(info, QStringLiteral("PROF_1/mindstudio_profiler_output/msprof_20250101000000.json"))->used);
    QVERIFY(fileOf(info, QStringLiteral("PROF_1/mindstudio_profiler_output/op_summary_20250101000000.csv"))->used);
    QVERIFY(fileOf(info, QStringLiteral("ASCEND_PROFILER_OUTPUT/trace_view.json"))->used);
    // The raw data tell the chip, and no other rank.
    QCOMPARE(info.rank, 0);
    QCOMPARE(info.settings.value(QStringLiteral("chip.ai_core_num")), QStringLiteral("24"));
    QCOMPARE(info.settings.value(QStringLiteral("chip.aic_frequency")), QStringLiteral("1800"));
}

void TestDiscoveryFiles::clusterOutputAttachesToItsRun()
{
    RunFolder d;
    const QString a = d.torchRank("all/x/rank0_ascend_pt", 0);
    d.torchRank("all/y/rank0_ascend_pt", 0);
    d.write("all/y/cluster_analysis_output/cluster_step_trace_time.csv", RunFolder::stepCsv());
    d.write("all/y/cluster_analysis_output/cluster_analysis.db", "x");
    ImportReport report;
    const auto runs = discover({d.path("all")}, JobContext(), report);
    QCOMPARE(shape(runs), QStringLiteral("x: 0 | y: 0"));
    QVERIFY(runs[0].cluster.files.empty());
    QCOMPARE(runs[1].cluster.files.size(), size_t(2));
    QCOMPARE(runs[1].cluster.files[1].name, QStringLiteral("cluster_analysis_output/cluster_step_trace_time.csv"));
    QVERIFY(runs[1].cluster.files[1].used);
    QCOMPARE(runs[1].cluster.files[0].kind, QStringLiteral("cluster_db"));
    QVERIFY(runs[1].cluster.files[0].used);
    // Alone it is called by the folder around it: all of them have the same name.
    d.write("alone/z/cluster_analysis_output/cluster_step_trace_time.csv", RunFolder::stepCsv());
    const auto alone = discover({d.path("alone")}, JobContext(), report);
    QCOMPARE(alone.size(), size_t(1));
    QCOMPARE(alone[0].name, QStringLiteral("z"));
    // Given beside the rank.
    d.write("all/x/cluster_analysis_output/communication_group.json", "{}");
    const auto beside = discover({a, d.path("all/x/cluster_analysis_output")}, JobContext(), report);
    QCOMPARE(beside.size(), size_t(1));
    QCOMPARE(beside[0].cluster.files.size(), size_t(1));
}

void TestDiscoveryFiles::clusterOutputAlone()
{
    RunFolder d;
    d.write("cluster_analysis_output/cluster_communication.json", "{}");
    ImportReport report;
    const auto runs = discover({d.path("cluster_analysis_output")}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    QVERIFY(runs[0].infos.empty());
    QVERIFY(runs[0].cluster.files.at(0).used);
    QVERIFY(report.isEmpty());
    QCOMPARE(discover({d.path("cluster_analysis_output/cluster_communication.json")}, JobContext(), report).size(),
             size_t(1));
}

void TestDiscoveryFiles::databaseOnlyRanksSayWhatIsMissing()
{
    RunFolder d;
    d.write("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db", "broken");
    d.torchRank("run/rank1_ascend_pt", 1);
    d.write("run/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db", "broken");
    const auto runs = runsIn({d.path("run")});
    QCOMPARE(shape(runs), QStringLiteral("run: 0 1"));
    QVERIFY(runs[0].infos[0].files[0].why.english().contains(QLatin1String("only database files")));
    QVERIFY(fileOf(runs[0].infos[1], QStringLiteral("ASCEND_PROFILER_OUTPUT/analysis.db"))
                ->why.english()
                .contains(QLatin1String("text files")));
    const auto findings = runs[0].report.findings();
    QCOMPARE(findings.size(), size_t(3));
    QCOMPARE(findings[0].code, QStringLiteral("db.unreadable"));
    QCOMPARE(findings[1].code, QStringLiteral("discovery.db-only"));
    QCOMPARE(findings[1].file, QStringLiteral("rank0_ascend_pt"));
    QCOMPARE(findings[2].code, QStringLiteral("discovery.text-used"));
}

void TestDiscoveryFiles::rawOnlyRanksSayWhatToDo()
{
    RunFolder d;
    d.write("x_ascend_ms/FRAMEWORK/op_range.bin", "raw");
    d.write("x_ascend_ms/PROF_1/device_0/data/a.bin", "raw");
    const auto runs = runsIn({d.path("x_ascend_ms")});
    QCOMPARE(runs.size(), size_t(1));
    QVERIFY(hasCode(runs[0].report, "discovery.raw-only"));
    QVERIFY(runs[0].report.findings()[0].text().contains(QLatin1String("mindspore")));
    const FileEntry *raw = fileOf(runs[0].infos[0], QStringLiteral("FRAMEWORK/"));
    QVERIFY(raw && raw->kind == QLatin1String("framework_raw") && !raw->used && raw->bytes == 3);
}

void TestDiscoveryFiles::everyFileIsListedWithItsFate()
{
    RunFolder d;
    d.torchRank("rank0_ascend_pt", 0);
    for (const char *f :
         {"memory_record.csv", "l2_cache.csv", "hbm.csv", "whatever.bin", "dataset.csv", "mindstudio_insight_data.db"})
        d.write(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/") + QLatin1String(f), "x");
    d.write("rank0_ascend_pt/logs/a.log", "x");
    const auto runs = runsIn({d.path("rank0_ascend_pt")});
    const RankInfo &info = runs.at(0).infos.at(0);
    QCOMPARE(info.files.size(), size_t(3 + 6 + 1));
    for (const FileEntry &f : info.files) {
        QVERIFY2(f.used == f.why.isEmpty(), qPrintable(f.name));
        QVERIFY(!f.kind.isEmpty() && f.bytes > 0);
    }
}

RS_TEST(TestDiscoveryFiles, QCoreApplication);
#include "tst_discoveryfiles.moc"
