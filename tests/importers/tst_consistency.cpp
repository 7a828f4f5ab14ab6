// SPDX-License-Identifier: Apache-2.0
// Files of a run that must agree: each rule has a run in which it speaks and one in which it has nothing to say. Those
// of databases are in tst_dbrank and tst_dbcluster.
#include "importers/consistency/consistency.h"
#include "soundrun.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDirIterator>
#include <QTest>

#include <functional>

using namespace rs;
using namespace rs::test;

namespace {

using Change = std::function<void(const SoundRun &run)>;

struct Scenario
{
    const char *name;
    const char *finding; ///< code that `contradicts` raises
    Change contradicts;
    Change agrees;
};

const QByteArray traceFile = SoundRun::Out + "trace_view.json";
const QByteArray kernelFile = SoundRun::Out + "kernel_details.csv";
const QByteArray operatorFile = SoundRun::Out + "communication.json";
const QByteArray matrixFile = SoundRun::Out + "communication_matrix.json";
const QByteArray stepFile = SoundRun::Out + "step_trace_time.csv";

Change changeOf(const QByteArray &file, const QByteArray &before, const QByteArray &after, int rank = 0)
{
    return [=](const SoundRun &run) { run.change(rank, file, before, after); };
}

Change clusterChange(const QByteArray &file, const QByteArray &before, const QByteArray &after)
{
    return [=](const SoundRun &run) {
        run.putCluster();
        run.changeCluster(file, before, after);
    };
}

/// Events in front of those of a trace.
Change tracesBegin(const std::vector<QByteArray> &eventsOfRanks)
{
    return [=](const SoundRun &run) {
        for (size_t rank = 0; rank < eventsOfRanks.size(); ++rank)
            run.change(static_cast<int>(rank), traceFile, "[{", '[' + eventsOfRanks[rank] + '{');
    };
}

/// A lane of Python that marks a step for 35 us.
QByteArray stepMark(int step)
{
    return R"({"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"Python"}},)"
           R"({"ph":"X","name":"ProfilerStep#)" +
           QByteArray::number(step) + R"(","pid":1,"tid":1,"ts":"1000.000","dur":35},)";
}

QByteArray label(int device)
{
    return R"({"ph":"M","name":"process_labels","pid":7,"tid":0,"args":{"labels":"NPU )" + QByteArray::number(device) +
           R"("}},)";
}

/// An operator behind the others of the trace.
const QByteArray laterOperator =
    R"({"ph":"X","name":"hcom_allReduce__1_1_1","pid":8,"tid":0,"ts":"1040.000","dur":2},)";

Change l2CacheOfDevice(int device)
{
    return [device](const SoundRun &run) {
        tracesBegin({label(3)})(run);
        run.put(0, SoundRun::Out + "l2_cache.csv",
                "Device_id,Hit Rate,Victim Rate,Op Name\n" + QByteArray::number(device) + ",0.5,0.125,Add1\n");
    };
}

/// Twenty kernels of both ranks, which begin so much later on rank 1.
Change manyKernels(int laterUs)
{
    return [laterUs](const SoundRun &run) {
        for (const int rank : {0, 1}) {
            QByteArray kernels = "Name,Type,Start Time(us),Duration(us)\n";
            QByteArrayList slices{R"({"ph":"M","name":"process_name","pid":7,"args":{"name":"Ascend Hardware"}})"};
            for (int i = 0; i < 20; ++i) {
                const QByteArray start = QByteArray::number(1000 + 10 * i + laterUs * rank) + ".000";
                kernels += "A,A," + start + ",4\n";
                slices << R"({"ph":"X","name":"A","pid":7,"tid":2,"ts":")" + start +
                              R"(","dur":4,"args":{"Task Type":"AI_CORE"}})";
            }
            run.put(rank, kernelFile, kernels);
            run.put(rank, traceFile, '[' + slices.join(',') + ']');
        }
    };
}

std::vector<Scenario> scenarios()
{
    const QByteArray add = "1,2,2,Add1,Add,AI_VECTOR_CORE,1005.000\t,3.0,1\n";
    const QByteArray allReduce = "1,N/A,N/A,hcom_allReduce__1_0_1,hcom_allReduce_,HCCL,1020.000\t,9.0,0\n";
    const QByteArray linkTime = "0.003,\"Bandwidth(GB/s)\":16.6667";
    const QByteArray members = "\"global_ranks\":[0,1]";
    return {
        {"durations of kernels",
         "loss kernels.other-duration kernel_details.csv [line 2, row 1, column Duration(us)] "
         "(Duration: 3000 ≠ 3 µs) x1",
         changeOf(kernelFile, ",3.0,1\n", ",3000.0,1\n"), changeOf(kernelFile, ",5.001,2\n", ",5.01,2\n")},
        {"kernels without a row", "loss kernels.no-row kernel_details.csv [Add1, 1005.000 µs] (Add1) x1",
         changeOf(kernelFile, add, ""), changeOf(kernelFile, allReduce, "")}, // some versions list no communication
        {"the clock of kernels",
         "loss kernels.outside kernel_details.csv [line 2, row 1, column Start Time(us)] (Add1) x1",
         changeOf(kernelFile, ",1005.000\t", ",1.005\t"),
         [](const SoundRun &run) { // behind a cut
             const QByteArray whole = run.text(0, traceFile);
             run.put(0, traceFile, whole.left(whole.lastIndexOf('{', whole.indexOf("\"Add1\""))));
         }},
        {"times of operators",
         "loss communication.other-elapse communication.json [hcom_allReduce__1_0_1] "
         "(Elapse Time: 9000.4 ≠ 9 µs) x1",
         changeOf(operatorFile, "0.0090004", "9.0004"), changeOf(operatorFile, "0.0090004", "0.0095")},
        {"starts of operators",
         "loss communication.other-elapse communication.json [hcom_allReduce__1_0_1] "
         "(Start in the trace: 21.1 ≠ 20 µs) x1",
         changeOf(operatorFile, "1020.1", "1021.1"), changeOf(operatorFile, "1020.1", "1020.2")},
        {"operators without a slice",
         "notice communication.unmatched communication.json [hcom_allReduce__1_7_1] (hcom_allReduce__1_7_1) x1",
         changeOf(operatorFile, "_1_0_1@", "_1_7_1@"), changeOf(operatorFile, "\"p2p\"", "\"p2p\"")},
        {"operators without a record",
         "loss communication.no-record communication.json [hcom_allReduce__1_1_1] (hcom_allReduce__1_1_1) x1",
         tracesBegin({laterOperator}), tracesBegin({stepMark(1) + laterOperator})}, // in no step
        {"sums of links",
         "notice matrix.other-sums communication_matrix.json [step 1, %hash, HCCS] (Transit Time: 0.018 ≠ 0.009 ms) x1",
         changeOf(matrixFile, linkTime, "0.006,\"Bandwidth(GB/s)\":8.3333"),
         changeOf(matrixFile, linkTime, "0.0031,\"Bandwidth(GB/s)\":16.13")},
        {"another transport of links",
         "notice matrix.other-sums communication_matrix.json [step 1, %hash, PCIE] (Transit Size: 0.15 ≠ 0 MB) x2",
         changeOf(matrixFile, "HCCS", "PCIE"), changeOf(matrixFile, "HCCS", "SDMA")}, // which stands for all
        {"another device", "loss table.other-device l2_cache.csv [row 1] (4 ≠ 3) x1", l2CacheOfDevice(4),
         l2CacheOfDevice(3)},
        {"steps that the trace does not mark", "notice step.other-steps step_trace_time.csv (1) x1",
         tracesBegin({stepMark(7)}), tracesBegin({stepMark(1)})},
        {"steps that the table lacks", "loss step.other-steps step_trace_time.csv (7) x1", tracesBegin({stepMark(7)}),
         tracesBegin({stepMark(1)})},
        {"steps of ranks", "notice step.ranks-differ  [rank 0] (2) x2", changeOf(stepFile, "\n1,", "\n2,", 1),
         [](const SoundRun &run) {
             for (const int rank : {0, 1})
                 run.change(rank, stepFile, "\n1,", "\n2,");
         }},
        {"traces without marks", "notice step.no-marks  [rank 1] x1", tracesBegin({stepMark(1)}),
         tracesBegin({stepMark(1), stepMark(1)})},
        {"lanes of ranks", "notice peers.lanes trace_view.json [rank 1] (Python) x1", tracesBegin({stepMark(1)}),
         tracesBegin({stepMark(1), stepMark(1)})},
        {"copies of ranks", "loss rank.copied rank1_ascend_pt [rank 1] (0: trace) x1", manyKernels(0), manyKernels(1)},
        {"members of domains", "notice groups.other-members rank1_ascend_pt [tp] (2) x1",
         changeOf("profiler_metadata.json", members, "\"global_ranks\":[0,1,2]", 1),
         changeOf("profiler_metadata.json", members, "\"global_ranks\":[1,0]", 1)},
        {"members by the cluster", "notice groups.other-members communication_group.json [tp] (5) x1",
         clusterChange("communication_group.json", "\"rank_set\":[0,1]", "\"rank_set\":[0,1,5]"),
         clusterChange("communication_group.json", "\"rank_set\":[0,1]", "\"rank_set\":[0]")},
        {"step times of the cluster",
         "loss cluster.other-values cluster_step_trace_time.csv [step 1, rank 1] (Computing: 12.2 ≠ 12.1 µs) x1",
         clusterChange("cluster_step_trace_time.csv", "rank,1,12.1", "rank,1,12.2"),
         clusterChange("cluster_step_trace_time.csv", "rank,1,12.1", "rank,1,12.1001")},
        {"steps of the cluster", "notice cluster.other-steps cluster_step_trace_time.csv [step 2, rank 0] (2) x2",
         clusterChange("cluster_step_trace_time.csv", "1,rank,0", "2,rank,0"),
         clusterChange("cluster_step_trace_time.csv", "1,stage", "2,stage")},
        {"ranks of the cluster", "notice cluster.no-rank cluster_step_trace_time.csv (1) x1",
         clusterChange("cluster_step_trace_time.csv", "1,rank,1,12.1,9,0,9,4,25,0,9,1\n", ""),
         clusterChange("cluster_step_trace_time.csv", "1,stage,\"(0, 1)\",12.1,9,0,9,4,25,0,9,1\n", "")},
        {"operator times of the cluster",
         "loss cluster.other-times cluster_communication.json [step 1, rank 0, hcom_allReduce__1_0_1] "
         "(Idle Time: 1 ≠ 0.001 ms) x2",
         clusterChange("cluster_communication.json", "\"Idle Time(ms)\":0.001", "\"Idle Time(ms)\":1"),
         clusterChange("cluster_communication.json", "\"Idle Time(ms)\":0.001", "\"Idle Time(ms)\":0.00105")},
        {"operators of the cluster",
         "notice cluster.other-operators cluster_communication.json [step 1, rank 0, hcom_allReduce__1_5_1] "
         "(hcom_allReduce__1_5_1) x4",
         clusterChange("cluster_communication.json", "_1_0_1@", "_1_5_1@"),
         clusterChange("cluster_communication.json", "hcom_allReduce__1_0_1@", "Total Op Info@")},
    };
}

/// Findings of that severity or worse, of all runs of a folder.
QStringList lossesIn(const QString &folder)
{
    ImportReport all;
    auto runs = discover({folder}, JobContext(), all);
    ThreadPool pool(2);
    for (Run &found : runs) {
        const auto run = loadRun(std::move(found), pool, JobContext());
        all.merge(wholeReport(*run));
    }
    QStringList out;
    for (const Finding &f : all.findings()) {
        if (f.severity >= Severity::Loss)
            out << f.code + u' ' + f.file + u' ' + f.text();
    }
    return out;
}

void copyFolder(const QString &from, const RunFolder &to, const QString &name)
{
    QDirIterator it(from, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        QFile file(it.next());
        if (!file.open(QIODevice::ReadOnly))
            qFatal("cannot read %s", qPrintable(file.fileName()));
        to.write(name + file.fileName().mid(from.size()), file.readAll());
    }
}

constexpr ComparedColumn testColumns[]{{"Size", " MB", 0.5}, {"Time", " ms", 0, 0.1}};
constexpr Consistency testRule{.columns = testColumns,
                               .values = {"test.values", "Values (%1).", Gravity::Loss},
                               .onlyLeft = {"test.left", "Left (%1).", Gravity::ByShare},
                               .onlyRight = {"test.right", "Right (%1)."}};

struct TestFact
{
    int key;
    std::optional<double> size;
    std::optional<double> time;
};

/// "loss test.values [row 1] (Size: 1 ≠ 2 MB) x1"
QStringList compared(const std::vector<TestFact> &left, const std::vector<TestFact> &right)
{
    const auto factsOf = [](const std::vector<TestFact> &facts) {
        Facts out;
        for (const TestFact &f : facts)
            out.add(factKey(qint64{f.key}), static_cast<quint32>(out.rows.size()), {f.size, f.time});
        out.words = {[](quint32 id) {
                         return FactPlace{{}, Place::row(id)};
                     },
                     [&facts](quint32 id) { return QString::number(facts[id].key); }};
        return out;
    };
    ImportReport report;
    compareFacts(testRule, factsOf(left), factsOf(right), QStringLiteral("f"), JobContext(), report);
    QStringList out;
    for (const Finding &f : report.findings())
        out << QStringLiteral("%1 %2 [%3] (%4) x%5")
                   .arg(severityName(f.severity), f.code, f.place.text(), f.argument)
                   .arg(f.count);
    return out;
}

} // namespace

class TestConsistency : public QObject
{
    Q_OBJECT
private slots:
    void factsAreJoinedByTheirKeys()
    {
        const std::optional<double> none;
        QCOMPARE(compared({{1, 1, 1}, {2, 2, 2}}, {{2, 2.5, 2.2}, {1, none, 1}}), QStringList());
        QCOMPARE(compared({{1, 1, 1}, {2, 2, 2}, {3, 3, 3}}, {{3, 4, 3}, {2, 2, 3}, {1, 1, 1}}),
                 QStringList(QStringLiteral("loss test.values [row 1] (Time: 2 ≠ 3 ms) x2")));
        QCOMPARE(compared({{1, 1, 1}}, {{2, 1, 1}}),
                 texts({"loss test.left [row 0] (1) x1", "notice test.right [row 0] (2) x1"}));
        // The second of two has no partner.
        QCOMPARE(compared({{1, 1, 1}, {1, 9, 9}}, {{1, 1, 1}}),
                 QStringList(QStringLiteral("loss test.left [row 1] (1) x1")));
    }

    void moreThanATenthIsALoss_data()
    {
        const Scenarios<int, QString> row;
        row("two of twenty", 2, "notice");
        row("three of twenty", 3, "loss");
    }

    void moreThanATenthIsALoss()
    {
        const auto [alone, severity] = scenario<int, QString>();
        std::vector<TestFact> left;
        for (int i = 0; i < 20; ++i)
            left.push_back({i, 1, 1});
        const std::vector<TestFact> right(left.begin(), left.end() - alone);
        QVERIFY(
            compared(left, right).front().startsWith(severity + QStringLiteral(" test.left [row %1]").arg(20 - alone)));
    }

    void aFewAreNamed()
    {
        const std::vector<TestFact> all{{9, 1, 1}, {8, 1, 1}, {7, 1, 1}, {6, 1, 1}, {5, 1, 1}};
        QCOMPARE(compared({all[0]}, all), QStringList(QStringLiteral("notice test.right [row 1] (8, 7, 6, …) x4")));
    }

    void nothingIsSaidOfSoundFiles()
    {
        const SoundRun run;
        QCOMPARE(run.findings(), QStringList());
        run.putCluster();
        QCOMPARE(run.findings(), QStringList());
    }

    void eachRule_data()
    {
        const Scenarios<int> row;
        const std::vector<Scenario> all = scenarios();
        for (size_t i = 0; i < all.size(); ++i)
            row(all[i].name, static_cast<int>(i));
    }

    void eachRule()
    {
        const auto [index] = scenario<int>();
        const Scenario s = scenarios().at(static_cast<size_t>(index));
        const QString expected = QString::fromUtf8(s.finding).replace(QLatin1String("%hash"), groupHash(u"g"));
        const SoundRun contradiction;
        s.contradicts(contradiction);
        const QStringList told = contradiction.findings();
        QVERIFY2(told.contains(expected), qPrintable(told.join(u'\n')));
        const QString code = expected.section(u' ', 1, 1);
        const SoundRun agreement;
        s.agrees(agreement);
        QCOMPARE(agreement.findings().filter(code), QStringList());
    }

    void realProfilesLoseNothing_data()
    {
        const Scenarios<QStringList> row;
        row("text, Level0", {"real/pytorch_text_level0"});
        row("text, Level2", {"real/pytorch_text_level2"});
        row("databases", {"real/pytorch_db_level2"});
        row("with their cluster analysis", {"real/pytorch_text_level2", "oracle/level2_cluster"});
    }

    void realProfilesLoseNothing()
    {
        const auto [folders] = scenario<QStringList>();
        const QString shared = QStringLiteral(RANKSCOPE_SHARED_DATA "/");
        if (!QFileInfo::exists(shared + folders.front()))
            QSKIP("The shared profiles are not here.");
        const RunFolder d;
        for (const QString &folder : folders)
            copyFolder(shared + folder, d,
                       folder.startsWith(QLatin1String("oracle")) ? QStringLiteral("run/cluster_analysis_output")
                                                                  : QStringLiteral("run"));
        QCOMPARE(lossesIn(d.path("run")), QStringList());
    }
};

RS_TEST(TestConsistency, QCoreApplication);
#include "tst_consistency.moc"
