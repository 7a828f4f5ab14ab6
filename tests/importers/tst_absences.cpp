// SPDX-License-Identifier: Apache-2.0
// Files that a run lacks though its own files let expect them.
#include "dbprofile.h"
#include "foundruns.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

// Absences that are told of the second rank before anything is read, without the beginnings of their codes.
QStringList absencesOf(const QString &path, const QString &rank)
{
    const auto runs = runsIn({path});
    if (runs.size() != 1)
        qFatal("one run expected in %s", qPrintable(path));
    QStringList out;
    for (const Finding &f : runs[0].report.findings()) {
        if (f.code.startsWith(QLatin1String("absence.")))
            out << f.code.section(u'.', 1) + (f.file == rank ? QString() : QStringLiteral(" of ") + f.file) +
                       (f.argument.isEmpty() ? QString() : u' ' + f.argument) +
                       (f.severity == Severity::Notice ? QString() : QStringLiteral(" !"));
    }
    return out;
}

const QByteArray kernelHeader = "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n";
const QByteArray memoryHeader = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n";

QString textRank(const RunFolder &d, int rank)
{
    const QString folder = QStringLiteral("run/rank%1_ascend_pt").arg(rank);
    const QString output = folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
    d.torchRank(folder, rank);
    d.write(output + QStringLiteral("kernel_details.csv"), kernelHeader + "1,MatMul1,MatMul,AI_CORE,1000.000,5.5,0\n");
    d.write(output + QStringLiteral("memory_record.csv"), memoryHeader + "PTA,1.0,1,2,NPU:0\n");
    return output;
}

} // namespace

class TestAbsences : public QObject
{
    Q_OBJECT
private slots:
    void ranksThatFilesName_data()
    {
        const Scenarios<QList<int>, QByteArray, QString, QString> row;
        const QByteArray eight =
            R"({"parallel_group_info":{"g":{"group_name":"tp","global_ranks":[0,1,2,3,4,5,6,7]}}})";
        const QByteArray pair = R"({"parallel_group_info":{"g":{"group_name":"tp","global_ranks":[2,3]}}})";
        const QByteArray world = R"({"distributed_args":{"world_size":8}})";
        const QString named = QStringLiteral("absence.named-rank");
        row("all are there", {0, 1, 2, 3, 4, 5, 6, 7}, eight, "", "");
        row("the last one of a domain", {0, 1, 2, 3, 4, 5, 6}, eight, named, "7");
        row("the last one of the world", {0, 1, 2, 3, 4, 5, 6}, world, named, "7");
        row("before and behind", {3, 4}, world, named, "0–2, 5–7");
        // That one lies between is told by "absence.rank" alone.
        row("between", {0, 1, 2, 4, 5, 6, 7}, eight, "", "");
        row("nothing says how many", {0, 1}, "{\"ENV_VARIABLES\":{}}", "", "");
        row("a world that is too small for the ranks", {8, 9}, world, "", "");
        row("a world that cannot be", {0, 1}, R"({"distributed_args":{"world_size":900000000000}})", "", "");
        const QString single = QStringLiteral("run.single-rank");
        row("one of eight", {7}, eight, single, "8");
        row("one of a world", {0}, world, single, "8");
        row("one that no domain names", {0}, pair, single, "3");
        row("one of one", {0}, R"({"distributed_args":{"world_size":1}})", "", "");
    }

    void ranksThatFilesName()
    {
        const auto [ranks, metadata, code, argument] = scenario<QList<int>, QByteArray, QString, QString>();
        RunFolder d;
        for (const int rank : ranks) {
            const QString folder = QStringLiteral("run/rank%1_ascend_pt").arg(rank);
            d.torchRank(folder, rank);
            d.write(folder + QStringLiteral("/profiler_metadata.json"), metadata);
        }
        const auto run = loadedRun(d.path("run"));
        QStringList told;
        for (const Finding &f : run->report.findings()) {
            if (f.code != QLatin1String("absence.rank"))
                told << f.code + u' ' + f.argument + u' ' + severityName(f.severity);
        }
        QCOMPARE(told,
                 code.isEmpty() ? QStringList() : QStringList{code + u' ' + argument + QStringLiteral(" notice")});
    }

    void clusterFilesNameRanks()
    {
        RunFolder d;
        d.torchRank("run/rank0_ascend_pt", 0);
        d.torchRank("run/rank1_ascend_pt", 1);
        const QString groups = QStringLiteral("run/cluster_analysis_output/communication_group.json");
        const auto text = [](const QByteArray &ranks) {
            return R"({"collective":[],"p2p":[],"comm_group_parallel_info":[{"type":"collective","rank_set":[)" +
                   ranks + R"(],"group_name":"17","group_id":"","pg_name":""}]})";
        };
        d.write(groups, text("0,1"));
        QVERIFY(!hasCode(loadedRun(d.path("run"))->report, "absence.named-rank"));
        d.write(groups, text("0,1,2,3"));
        QCOMPARE(findingOf(loadedRun(d.path("run"))->report, "absence.named-rank").argument, QStringLiteral("2–3"));
    }

    void anAnalysisStandsForNothingElse()
    {
        const RunFolder d;
        const QString rank = QStringLiteral("rank1_ascend_pt");
        textRank(d, 0);
        const QString output = textRank(d, 1);
        QCOMPARE(makeDatabase(d.path(output + QStringLiteral("analysis.db")), analysis()), QString());
        QCOMPARE(absencesOf(d.path("run"), rank), QStringList());
        for (const char *file : {"trace_view.json", "kernel_details.csv", "memory_record.csv", "step_trace_time.csv"})
            QVERIFY(QFile::remove(d.path(output + QLatin1String(file))));
        // Its steps, operators and links are there; the other rank has neither of the latter.
        QCOMPARE(absencesOf(d.path("run"), rank),
                 texts({"communication of rank0_ascend_pt", "matrix of rank0_ascend_pt", "trace", "kernels",
                        "memory-record"}));
    }

    void filesWithoutRows()
    {
        const RunFolder d;
        const QString rank = QStringLiteral("rank1_ascend_pt");
        textRank(d, 0);
        const QString output = textRank(d, 1);
        d.write(output + QStringLiteral("kernel_details.csv"), kernelHeader);
        d.write(output + QStringLiteral("memory_record.csv"), memoryHeader + "\n\n");
        d.write(output + QStringLiteral("trace_view.json"), "\xef\xbb\xbf[]\n");
        QCOMPARE(absencesOf(d.path("run"), rank), texts({"trace", "kernels", "memory-record"}));
        d.write(output + QStringLiteral("trace_view.json"), "\xef\xbb\xbf" + RunFolder::trace());
        QCOMPARE(absencesOf(d.path("run"), rank), texts({"kernels", "memory-record"}));
    }

    void databasesThatLackSomething_data()
    {
        // profile: further statements
        // analysis: the same; "-": no such file
        const Scenarios<QStringList, QStringList, QStringList> row;
        row("all alike", {}, {}, {});
        row("marks of the user's", {"CREATE TABLE MSTX_EVENTS (a)", "INSERT INTO MSTX_EVENTS VALUES (1)"}, {}, {});
        row("no analysis", {}, {"-"}, {"steps", "communication", "matrix"});
        row("no steps", {}, {"DROP TABLE StepTraceTime"}, {"steps"});
        row("no times of operators", {}, {"DELETE FROM CommAnalyzerTime"}, {"communication"});
        row("no bandwidths", {}, {"DROP TABLE CommAnalyzerBandwidth"}, {"bandwidths"});
        row("no links", {}, {"DELETE FROM CommAnalyzerMatrix"}, {"matrix"});
        row("no kernels", {"DROP TABLE COMPUTE_TASK_INFO"}, {}, {"kernels", "op-statistic"});
        row("kernels of a view",
            {"ALTER TABLE COMPUTE_TASK_INFO RENAME TO k", "CREATE VIEW COMPUTE_TASK_INFO AS SELECT * FROM k"}, {},
            {"kernels", "op-statistic"});
        row("empty memory", {"DELETE FROM MEMORY_RECORD", "DROP TABLE OP_MEMORY", "DELETE FROM NPU_MODULE_MEM"}, {},
            {"memory-record", "operator-memory", "module-memory"});
        row("no calls", {"DELETE FROM CANN_API"}, {}, {"api-statistic"});
        row("tables that are parts of what is there",
            {"DROP TABLE TASK", "DELETE FROM CONNECTION_IDS", "DROP TABLE STEP_TIME"}, {},
            {"tables CONNECTION_IDS, STEP_TIME, TASK"});
    }

    void databasesThatLackSomething()
    {
        const auto [profile, analysis, told] = scenario<QStringList, QStringList, QStringList>();
        const RunFolder d;
        for (const int rank : {3, 4}) {
            const QString output = QStringLiteral("run/rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/").arg(rank);
            d.folder(output);
            const QStringList begin{QStringLiteral("BEGIN")};
            const QStringList end{QStringLiteral("COMMIT")};
            const QStringList more = rank == 4 ? profile : QStringList();
            QCOMPARE(makeDatabase(d.path(output + QStringLiteral("ascend_pytorch_profiler_%1.db").arg(rank)),
                                  begin + rs::test::profile() + more + end),
                     QString());
            if (rank == 4 && analysis == texts({"-"}))
                continue;
            QCOMPARE(makeDatabase(d.path(output + QStringLiteral("analysis.db")),
                                  begin + rs::test::analysis() + (rank == 4 ? analysis : QStringList()) + end),
                     QString());
        }
        QCOMPARE(absencesOf(d.path("run"), QStringLiteral("rank4_ascend_pt")), told);
    }
};

RS_TEST(TestAbsences, QCoreApplication);
#include "tst_absences.moc"
