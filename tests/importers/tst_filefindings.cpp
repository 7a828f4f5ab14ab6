// SPDX-License-Identifier: Apache-2.0
// Findings of the files of a rank by themselves: captures that were stopped, files without rows, values that cannot be.
#include "soundrun.h"
#include "foundruns.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

class TestFileFindings : public QObject
{
    Q_OBJECT
private slots:
    // A schedule of three steps of which one was recorded; one that was kept says nothing.
    void incompleteCaptures_data()
    {
        const Scenarios<QByteArray, QString> row;
        const QString told = QStringLiteral("notice step.capture-stopped profiler_info_0.json [schedule] (1 < 3) x1");
        row("without an end", R"("active":3,"repeat":0,"skip_first":0,"wait":0,"warmup":0)", told);
        row("once", R"("active":3,"repeat":1,"skip_first":1,"wait":0,"warmup":0)", told);
        row("complete", R"("active":1,"repeat":0,"skip_first":0,"wait":0,"warmup":0)", "");
        row("no schedule", "", "");
    }
    void incompleteCaptures()
    {
        const auto [schedule, finding] = scenario<QByteArray, QString>();
        const SoundRun run;
        if (!schedule.isEmpty())
            run.change(0, "profiler_info_0.json", R"({"config":{)",
                       R"({"config":{"common_config":{"schedule":{)" + schedule + "}},");
        const QStringList told = run.findings().filter(QStringLiteral("step.capture-stopped"));
        QCOMPARE(told, finding.isEmpty() ? QStringList() : QStringList(finding));
    }

    void valuesThatCannotBe_data()
    {
        const Scenarios<QByteArray, QByteArray, QByteArray, QStringList> row;

        const QByteArray kernels = "kernel_details.csv";
        const QByteArray matMul = "1,1,2,MatMul1,MatMul,AI_CORE,1000.000\t,4.000,0\n";
        row("a wait below 0", kernels, ",3.0,1\n", ",3.0,-1\n",
            {"loss csv.impossible kernel_details.csv [line 2, row 1, column Wait Time(us)] x1"});
        row("a quote that the next line closes", kernels, ",3.0,1\n" + matMul,
            ",3.0,\"1\n" + matMul.chopped(1) + "\"\n",
            {"loss csv.not-a-number kernel_details.csv [line 2, row 1, column Wait Time(us)] x1",
             "loss kernels.no-row kernel_details.csv [MatMul1, 1000.000 µs] (MatMul1) x1"});
        row("a row that stands twice", kernels, matMul, matMul + matMul,
            {"notice kernels.unmatched kernel_details.csv [line 4, row 3, column Name] x1"});
        row("starts that went through a double", "trace_view.json", ".000\"", ".120\"",
            {"notice kernels.rounded-start kernel_details.csv [line 2, row 1, column Start Time(us)] x4"});
        row("starts further away than a double explains", "trace_view.json", ".000\"", ".290\"",
            {"notice kernels.unmatched kernel_details.csv [line 2, row 1, column Name] x4",
             "loss kernels.no-row kernel_details.csv [MatMul1, 1000.290 µs] (MatMul1, Add1, MatMul2) x3",
             "loss kernels.outside kernel_details.csv [line 3, row 2, column Start Time(us)] (MatMul1) x1"});
        row("an operator without idle time", "communication.json", "\"Idle Time(ms)\":0.001", "\"Idle Time(ms)\":null",
            {"loss communication.value communication.json [hcom_allReduce__1_0_1, Idle Time(ms)] x1"});
        const QByteArray matrix = "communication_matrix.json";
        row("links that carried nothing", matrix, "(MB)\":0.05", "(MB)\":0",
            {"loss matrix.no-size communication_matrix.json [allreduce-top1 0-0] x6"});
        row("links that took no time", matrix, "(ms)\":0.003", "(ms)\":0",
            {"loss matrix.no-time communication_matrix.json [allreduce-top1 0-0] x6"});
    }

    void valuesThatCannotBe()
    {
        const auto [file, before, after, expected] = scenario<QByteArray, QByteArray, QByteArray, QStringList>();
        const SoundRun run;
        run.change(0, SoundRun::Out + file, before, after);
        QCOMPARE(run.findings().join(u'\n'), expected.join(u'\n'));
    }

    void memoryThatCannotBe_data()
    {
        const Scenarios<QByteArray, QByteArray, QString> row;

        const QByteArray records = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n";
        row("sound memory", "memory_record.csv", records + "PTA,1000.500\t,10,20,NPU:0\nAPP,1001.500\t,,40,NPU:0\n",
            "");
        QByteArray many = records;
        for (int i = 0; i < 20; ++i)
            many += "PTA,17364124747570" + QByteArray::number(10 + i) + ".500\t,10,20,NPU:0\n";
        row("a stamp far from all others", "memory_record.csv", many + "PTA,12.500\t,10,20,NPU:0\n",
            "notice memory.stray-stamp memory_record.csv [row 21] x1");
        row("a module's stamp far from all others", "npu_module_mem.csv",
            QByteArray(many).replace(records,
                                     "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device\n") +
                "PTA,12.500\t,10,20,NPU:0\n",
            "notice memory.stray-stamp npu_module_mem.csv [row 21] x1");
    }

    void memoryThatCannotBe()
    {
        const auto [file, text, expected] = scenario<QByteArray, QByteArray, QString>();
        const SoundRun run;
        run.put(0, SoundRun::Out + file, text);
        QCOMPARE(run.findings().filter(QStringLiteral("memory.")).filter(QString::fromLatin1(file)).join(u'\n'),
                 expected);
    }

    void aFileThatGaveNothing()
    {
        SoundRun run;
        run.putCluster();
        const QByteArray rates = "Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n";
        run.put(0, SoundRun::Out + "l2_cache.csv", rates + "2,1,N/A,0.25,MatMul1\n");
        QCOMPARE(run.filesWithoutUse(), QStringList());
        const QString why = QStringLiteral(": Read, but nothing of it could be used: see the findings.");
        for (const QByteArray &text : {rates, QByteArray("<html>\n"), QByteArray("a,b\n1,2\n")}) {
            run.put(0, SoundRun::Out + "l2_cache.csv", text);
            QCOMPARE(run.filesWithoutUse(), QStringList(QStringLiteral("l2_cache") + why));
            QVERIFY(!run.findings().filter(QStringLiteral("l2_cache.csv")).isEmpty());
        }
        run.remove(0, SoundRun::Out + "l2_cache.csv");
        run.put(1, SoundRun::Out + "communication_matrix.json", "{}");
        run.put(1, SoundRun::Out + "kernel_details.csv", "<html>\n");
        run.put(1, SoundRun::Out + "op_statistic.csv", "<html>\n");
        run.putCluster("cluster_communication_matrix.json", "{}");
        QStringList all = run.filesWithoutUse();
        all.sort();
        QCOMPARE(all, QStringList({QStringLiteral("cluster_communication_matrix") + why,
                                   QStringLiteral("communication_matrix") + why, QStringLiteral("kernel_details") + why,
                                   QStringLiteral("op_statistic") + why}));
    }

    void groupsOfARank_data()
    {
        const Scenarios<QByteArray, QByteArray, QString> row;

        const QString metadata = QStringLiteral("notice %1 profiler_metadata.json [%2] (%3) x1");
        const auto type = [&](const char *key) {
            return metadata.arg(QStringLiteral("metadata.type"), QStringLiteral("key ") + QString::fromLatin1(key),
                                QString::fromLatin1(key));
        };
        row("a number for a name", "\"tp\"", "5", type("group_name"));
        row("a size that is none", "\"world_size\":2",
            R"("world_size":2,"data_parallel_size":1,"context_parallel_size":"x")", type("distributed_args"));
    }

    void groupsOfARank()
    {
        const auto [before, after, expected] = scenario<QByteArray, QByteArray, QString>();
        const SoundRun run;
        run.change(1, "profiler_metadata.json", before, after);
        QCOMPARE(run.findings().join(u'\n'), expected);
    }

    void statisticsOfOneRankAlone()
    {
        const SoundRun run;
        run.remove(1, SoundRun::Out + "op_statistic.csv");
        run.put(0, SoundRun::Out + "api_statistic.csv",
                "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\nacl,a,1,1,1,1,1,0\n");
        QCOMPARE(run.findings(), texts({"notice absence.op-statistic rank1_ascend_pt x1",
                                        "notice absence.api-statistic rank1_ascend_pt x1"}));
    }

    /// A log as empty as its header makes it lacks nothing.
    void aLogBesideADatabase()
    {
        for (const int bytes : {0, 32, 33}) {
            const SoundRun run;
            run.put(0, SoundRun::Out + "ascend_pytorch_profiler_0.db", "SQLite format 3");
            run.put(0, SoundRun::Out + "ascend_pytorch_profiler_0.db-wal", QByteArray(bytes, 'x'));
            const QStringList logs = run.findings().filter(QStringLiteral("db.wal"));
            QCOMPARE(logs, bytes == 33 ? QStringList(QStringLiteral("notice db.wal ascend_pytorch_profiler_0.db "
                                                                    "(ascend_pytorch_profiler_0.db-wal) x1"))
                                       : QStringList());
        }
    }

    /// There is no trace from which the times could be computed.
    void aClusterFileWithoutRowsAlone()
    {
        for (const char *text : {"Step,Type,Index,Computing,Free\n", "<html>\n<body>\n</html>\n"}) {
            RunFolder d;
            d.write("out/cluster_analysis_output/cluster_step_trace_time.csv", text);
            d.write("out/cluster_analysis_output/communication_group.json",
                    R"j({"comm_group_parallel_info":[{"type":"collective","rank_set":[0,1],"group_name":"17"}]})j");
            const auto run = loadedRun(d.path("out"));
            QVERIFY(run);
            QVERIFY(!run->report.isEmpty());
            for (const Finding &f : run->report.findings())
                QVERIFY2(!f.text().contains(QLatin1String("trace,")) &&
                             !f.text().contains(QLatin1String("trace instead")),
                         qPrintable(f.text()));
        }
    }
};

RS_TEST(TestFileFindings, QCoreApplication);
#include "tst_filefindings.moc"
