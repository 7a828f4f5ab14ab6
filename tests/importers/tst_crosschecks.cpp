// SPDX-License-Identifier: Apache-2.0
// Files of a run that contradict each other are told; what writers round, and what they never list, is not.
#include "foundruns.h"
#include "importers/discovery/discovery.h"
#include "importers/matrixchecks.h"
#include "importers/runloader.h"
#include "runfolder.h"
#include "support/testprogram.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

/// Two ranks of one communication group. Their files say the same; each stamp of rank 1 is later by 2 µs.
class SoundRun
{
public:
    SoundRun()
    {
        for (const int rank : {0, 1}) {
            put(rank, "profiler_info_" + QByteArray::number(rank) + ".json",
                R"({"config":{"experimental_config":{"_profiler_level":"Level1"}},"rank_id":)" +
                    QByteArray::number(rank) + "}");
            put(rank, "profiler_metadata.json",
                R"({"parallel_group_info":{"g":{"group_name":"tp","group_rank":)" + QByteArray::number(rank) +
                    R"(,"global_ranks":[0,1]}},"distributed_args":{"world_size":2}})");
            put(rank, Out + "trace_view.json", trace(rank));
            put(rank, Out + "kernel_details.csv", kernels(rank));
            put(rank, Out + "op_statistic.csv",
                "OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
                "MatMul,AI_CORE,2,9.001,4,4.5,5.001,75\nAdd,AI_VECTOR_CORE,1,3.0,3,3,3,25\n");
            put(rank, Out + "communication.json", communication(rank));
            put(rank, Out + "communication_matrix.json", matrix(rank));
            put(rank, Out + "step_trace_time.csv",
                "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                "Communication(Not Overlapped and Exclude Receive),Preparing\n1,12." +
                    QByteArray::number(rank) + ",9,0,9,4,25,0,9,1\n");
        }
    }

    void put(int rank, const QByteArray &file, const QByteArray &text) const
    {
        m_folder.write(nameOf(rank, file), text);
    }
    [[nodiscard]] QByteArray text(int rank, const QByteArray &file) const
    {
        QFile f(m_folder.path(nameOf(rank, file)));
        return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
    }
    /// Replaces `before`, which must be there.
    void change(int rank, const QByteArray &file, const QByteArray &before, const QByteArray &after) const
    {
        QByteArray t = text(rank, file);
        if (!t.contains(before))
            qFatal("%s does not hold %s", file.constData(), before.constData());
        put(rank, file, t.replace(before, after));
    }
    void putCluster(const QByteArray &file, const QByteArray &text) const
    {
        m_folder.write(QStringLiteral("run/cluster_analysis_output/") + QString::fromLatin1(file), text);
    }
    void remove(int rank, const QByteArray &file) const { QFile::remove(m_folder.path(nameOf(rank, file))); }
    /// What the cluster analysis makes of the files.
    void putCluster() const
    {
        QByteArray steps =
            "Step,Type,Index,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,"
            "Bubble,Communication(Not Overlapped and Exclude Receive),Preparing\n";
        QByteArray operators;
        for (const int rank : {0, 1}) {
            const QByteArray number = QByteArray::number(rank);
            steps += "1,rank," + number + ",12." + number + ",9,0,9,4,25,0,9,1\n";
            QByteArray own = communication(rank);
            const qsizetype record = own.indexOf("{\"Communication Time");
            operators += (rank == 0 ? "\"" : ",\"") + number + "\":" + own.mid(record).chopped(3);
        }
        steps += "1,stage,\"(0, 1)\",12.1,9,0,9,4,25,0,9,1\n";
        putCluster("cluster_step_trace_time.csv", steps);
        putCluster("cluster_communication.json",
                   R"j({"(0, 1)":{"step1":{"hcom_allReduce__1_0_1@)j" + hash() + "\":{" + operators + "}}}}");
        putCluster("cluster_communication_matrix.json",
                   R"j({"(0, 1)":{"step1":{)j" + linksOf({"0-0", "0-1", "1-0", "1-1"}) + "}}}");
        putCluster(
            "communication_group.json",
            R"j({"collective":[[0,1]],"p2p":[],"comm_group_parallel_info":[{"type":"collective","rank_set":[0,1],"group_name":")j" +
                hash() + R"j(","group_id":"","pg_name":""}]})j");
    }
    void changeCluster(const QByteArray &file, const QByteArray &before, const QByteArray &after) const
    {
        QFile f(m_folder.path(QStringLiteral("run/cluster_analysis_output/") + QString::fromLatin1(file)));
        if (!f.open(QIODevice::ReadOnly))
            qFatal("no %s", file.constData());
        QByteArray t = f.readAll();
        f.close();
        if (!t.contains(before))
            qFatal("%s does not hold %s", file.constData(), before.constData());
        putCluster(file, t.replace(before, after));
    }
    [[nodiscard]] QString path() const { return m_folder.path(QStringLiteral("run")); }

    /// "rank0_ascend_pt/…: why", of files that are called used and gave nothing, once all is read.
    [[nodiscard]] QStringList filesWithoutUse() const
    {
        ImportReport found;
        auto runs = discover({path()}, JobContext(), found);
        if (runs.size() != 1)
            qFatal("%zu runs", runs.size());
        ThreadPool pool(2);
        const auto run = loadRun(std::move(runs.front()), pool, JobContext());
        QStringList out;
        const auto look = [&out](const std::vector<FileEntry> &files) {
            for (const FileEntry &f : files) {
                if (f.used && !f.why.isEmpty())
                    out << f.kind + QStringLiteral(": ") + f.why.english();
            }
        };
        for (const auto &rank : run->ranks)
            look(rank->info.files);
        look(run->cluster.files);
        return out;
    }

    /// "loss kernels.repeated kernel_details.csv [line 5] (argument) x1", of the run and all ranks.
    [[nodiscard]] QStringList findings() const
    {
        ImportReport found;
        auto runs = discover({path()}, JobContext(), found);
        if (runs.size() != 1)
            qFatal("%zu runs", runs.size());
        ThreadPool pool(2);
        const auto run = loadRun(std::move(runs.front()), pool, JobContext());
        found.merge(run->report);
        for (const auto &rank : run->ranks)
            found.merge(rank->report);
        QStringList out;
        for (const Finding &f : found.findings()) {
            QString line = severityName(f.severity) + u' ' + f.code + u' ' + f.file.section(u'/', -1);
            if (!f.place.isEmpty())
                line += QStringLiteral(" [") + f.place.text() + u']';
            if (!f.argument.isEmpty())
                line += QStringLiteral(" (") + f.argument + u')';
            out << line + QStringLiteral(" x%1").arg(f.count);
            if (f.text().contains(QLatin1String("%1")))
                out << QStringLiteral("without its argument: ") + f.text();
        }
        return out;
    }

    static inline const QByteArray Out = "ASCEND_PROFILER_OUTPUT/";

private:
    static QString nameOf(int rank, const QByteArray &file)
    {
        return QStringLiteral("run/rank%1_ascend_pt/").arg(rank) + QString::fromLatin1(file);
    }
    static QByteArray us(int rank, int at) { return QByteArray::number(1000 + at + 2 * rank); }

    static QByteArray trace(int rank)
    {
        const auto slice = [rank](const char *name, int pid, int tid, int at, const char *duration, const char *type,
                                  int task = 99) {
            return QByteArray(R"({"ph":"X","name":")") + name + R"(","pid":)" + QByteArray::number(pid) + R"(,"tid":)" +
                   QByteArray::number(tid) + R"(,"ts":")" + us(rank, at) + R"(.000","dur":)" + duration +
                   R"(,"args":{"Physic Stream Id":2,"Task Id":)" + QByteArray::number(task) + R"(,"Task Type":")" +
                   type + "\"}}";
        };
        return R"([{"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}},)"
               R"({"ph":"M","name":"process_name","pid":8,"tid":0,"args":{"name":"Communication"}},)"
               R"({"ph":"M","name":"thread_name","pid":8,"tid":0,"args":{"name":"Group g Communication"}},)" +
               slice("MatMul1", 7, 2, 0, "4.0003", "AI_CORE", 1) + ',' +
               slice("Add1", 7, 2, 5, "3", "AI_VECTOR_CORE", 2) + ',' +
               slice("MatMul2", 7, 2, 10, "5.0008", "AI_CORE", 3) + ',' +
               slice("EVENT_WAIT", 7, 2, 16, "1", "EVENT_WAIT_SQE") + ',' + slice("Idle1", 7, 2, 18, "1", "AI_CPU") +
               ',' + slice("hcom_allReduce__1_0_1", 8, 0, 20, "9.0004", "") + ']';
    }
    static QByteArray kernels(int rank)
    {
        // In the order of no writer: stamps need not be sorted.
        return "Step Id,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n"
               "1,2,2,Add1,Add,AI_VECTOR_CORE," +
               us(rank, 5) + ".000\t,3.0,1\n1,1,2,MatMul1,MatMul,AI_CORE," + us(rank, 0) +
               ".000\t,4.000,0\n1,3,2,MatMul2,MatMul,AI_CORE," + us(rank, 10) +
               ".000\t,5.001,2\n1,N/A,N/A,hcom_allReduce__1_0_1,hcom_allReduce_,HCCL," + us(rank, 20) +
               ".000\t,9.0,0\n";
    }
    static QByteArray communication(int rank)
    {
        return R"j({"step1":{"p2p":{},"collective":{"hcom_allReduce__1_0_1@)j" + hash() +
               R"j(":{"Communication Time Info":{"Start Timestamp(us)":)j" + us(rank, 20) +
               R"j(.1,"Elapse Time(ms)":0.0090004,"Transit Time(ms)":0.004,"Wait Time(ms)":0.004,"Synchronization Time(ms)":0.004,"Idle Time(ms)":0.001,"Wait Time Ratio":0.5,"Synchronization Time Ratio":0.5},"Communication Bandwidth Info":{"HCCS":{"Transit Size(MB)":0.15,"Transit Time(ms)":0.009,"Bandwidth(GB/s)":16.6667,"Large Packet Ratio":0.5}}}}}})j";
    }
    static QByteArray matrix(int rank)
    {
        return R"j({"step1":{"p2p":{},"collective":{)j" +
               (rank == 0 ? linksOf({"0-0", "0-1", "1-0"}) : linksOf({"1-1", "1-0", "0-1"})) + "}}}";
    }
    static QByteArray linksOf(const std::vector<QByteArray> &ends)
    {
        const QByteArray link =
            R"j({"Transport Type":"HCCS","Transit Size(MB)":0.05,"Transit Time(ms)":0.003,"Bandwidth(GB/s)":16.6667)j";
        QByteArray out;
        for (const auto &[statistic, rest] :
             {std::pair("top1", R"j(,"Op Name":"hcom_allReduce__1_0_1"},)j"), std::pair("total", "},")}) {
            out += "\"allreduce-" + QByteArray(statistic) + '@' + hash() + "\":{";
            for (const QByteArray &e : ends)
                out += '"' + e + "\":" + link + rest;
            out = out.chopped(1) + "},";
        }
        return out.chopped(1);
    }
    static QByteArray hash() { return groupHash(u"g").toLatin1(); }

    RunFolder m_folder;
};

QByteArray lineOf(const QByteArray &text, int line) // from 1
{
    return text.split('\n').at(line - 1) + '\n';
}

} // namespace

class TestCrossChecks : public QObject
{
    Q_OBJECT
private slots:
    // A schedule of three steps of which one was recorded; one that was kept says nothing.
    void incompleteCaptures_data()
    {
        QTest::addColumn<QByteArray>("schedule");
        QTest::addColumn<QString>("finding");
        const QString told = QStringLiteral("notice step.capture-stopped profiler_info_0.json [schedule] (1 < 3) x1");
        QTest::newRow("without an end") << QByteArray(R"("active":3,"repeat":0,"skip_first":0,"wait":0,"warmup":0)")
                                        << told;
        QTest::newRow("once") << QByteArray(R"("active":3,"repeat":1,"skip_first":1,"wait":0,"warmup":0)") << told;
        QTest::newRow("complete") << QByteArray(R"("active":1,"repeat":0,"skip_first":0,"wait":0,"warmup":0)")
                                  << QString();
        QTest::newRow("no schedule") << QByteArray() << QString();
    }
    void incompleteCaptures()
    {
        QFETCH(const QByteArray, schedule);
        QFETCH(const QString, finding);
        const SoundRun run;
        if (!schedule.isEmpty())
            run.change(0, "profiler_info_0.json", R"({"config":{)",
                       R"({"config":{"common_config":{"schedule":{)" + schedule + "}},");
        const QStringList told = run.findings().filter(QStringLiteral("step.capture-stopped"));
        QCOMPARE(told, finding.isEmpty() ? QStringList() : QStringList(finding));
    }

    // What an empty file takes away is said beside that it is empty, and in the list of files.
    void emptyFilesHaveConsequences()
    {
        const SoundRun run;
        run.put(0, SoundRun::Out + "kernel_details.csv", "");
        run.put(0, SoundRun::Out + "op_statistic.csv",
                run.text(0, SoundRun::Out + "op_statistic.csv").split('\n')[0] + '\n');
        run.put(0, SoundRun::Out + "memory_record.csv", "");
        const QStringList all = run.findings();
        for (const char *line :
             {"loss file.empty kernel_details.csv x1", "notice file.without-kernels kernel_details.csv x1",
              "loss csv.no-rows op_statistic.csv [line 1] x1", "notice file.without-types op_statistic.csv x1",
              "notice file.without-curves memory_record.csv x1"})
            QVERIFY2(all.contains(QLatin1String(line)), line + QByteArray(": ") + all.join(u'\n').toUtf8());
        QCOMPARE(run.filesWithoutUse().filter(QStringLiteral("memory_record")),
                 QStringList(QStringLiteral("memory_record: No row of the file could be used: there are no curves of "
                                            "memory, and its peak is not known.")));
    }

    void nothingIsSaidOfSoundFiles();
    void filesOfARank_data();
    void filesOfARank();
    void tablesOfARank_data();
    void tablesOfARank();
    void tablesOfAnotherDevice();
    void copiedTables();
    void rowsThatStandTwiceWithoutATrace();
    void oneOfManyIsANotice();
    void clusterFiles_data();
    void clusterFiles();
    void copiedRanks_data();
    void copiedRanks();
    void kernelsBehindACut();
    void aCopiedMatrix();
    void aMatrixBesideACutFile();
    void devicesOfRanks_data();
    void devicesOfRanks();
    void aFileThatGaveNothing();
    void membersOfADomain();
    void statisticsOfOneRankAlone();
    void operatorsOfOneRankAlone_data();
    void operatorsOfOneRankAlone();
    void kernelsWithoutStarts();
    void partsOfKernels_data();
    void partsOfKernels();
    void pipesOfKernels_data();
    void pipesOfKernels();
    void aLogBesideADatabase();
    void aClusterFileWithoutRowsAlone();
    void clusterOperatorsAlone_data();
    void clusterOperatorsAlone();
    void groupsOfARank_data();
    void groupsOfARank();
};

void TestCrossChecks::nothingIsSaidOfSoundFiles()
{
    QCOMPARE(SoundRun().findings(), QStringList());
}

void TestCrossChecks::filesOfARank_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("expected");
    const QByteArray kernels = "kernel_details.csv";
    const QByteArray add = "1,2,2,Add1,Add,AI_VECTOR_CORE,1005.000\t,3.0,1\n";
    const QByteArray matMul = "1,1,2,MatMul1,MatMul,AI_CORE,1000.000\t,4.000,0\n";
    const QByteArray allReduce = "1,N/A,N/A,hcom_allReduce__1_0_1,hcom_allReduce_,HCCL,1020.000\t,9.0,0\n";
    const auto row = [](const char *name, const QByteArray &file, const QByteArray &before, const QByteArray &after,
                        const QStringList &expected) { QTest::newRow(name) << file << before << after << expected; };
    const auto longWait = [](int line, const char *times) {
        return QStringLiteral(
                   "loss kernels.long-wait kernel_details.csv [line %1, row %2, column Wait Time(us)] (%3) x1")
            .arg(line)
            .arg(line - 1)
            .arg(QString::fromUtf8(times));
    };
    row("a kernel lasts a thousand times as long", kernels, ",3.0,1\n", ",3000.0,1\n",
        {longWait(4, "2.000 µs > 0.000 µs"),
         QStringLiteral("loss kernels.other-duration kernel_details.csv [line 2, row 1, column Duration(us)] "
                        "(3000.000 µs ≠ 3.000 µs) x1"),
         QStringLiteral("loss statistic.other-kernels op_statistic.csv (Add: 3.000 µs ≠ 3000.000 µs) x1")});
    row("within the rounding", kernels, ",5.001,2\n", ",5.01,2\n", {});
    row("a kernel waits longer than its stream was idle", kernels, ",3.0,1\n", ",3.0,1.5\n",
        {longWait(2, "1.500 µs > 1.000 µs")});
    // Cast1 ends at 1001.5 on a stream of its own, 3.5 before Add1 starts; MatMul1 of the stream of Add1 ends 1 before.
    const QByteArray other = "1,9,3,Cast1,Cast,AI_VECTOR_CORE,1000.500\t,1.0,0\n";
    const auto afterOther = [&](const char *wait) { return add.chopped(2) + wait + "\n" + other; };
    const QStringList isNew{
        QStringLiteral("notice kernels.unmatched kernel_details.csv [line 3, row 2, column Name] x1"),
        QStringLiteral("loss statistic.other-kernels op_statistic.csv (Cast: 0 ≠ 1) x1")};
    row("a wait is counted from the row before, of another stream", kernels, add, afterOther("3.5"), isNew);
    row("a kernel waits longer than since the row before, of another stream", kernels, add, afterOther("4.0"),
        QStringList{longWait(2, "4.000 µs > 3.500 µs")} + isNew);
    row("a wait within the grain of newer stamps", kernels, ",3.0,1\n", ",3.0,1.25\n", {});
    row("a wait beyond it", kernels, ",3.0,1\n", ",3.0,1.37\n", {longWait(2, "1.370 µs > 1.000 µs")});
    row("a shorter wait, as other work on the stream leaves it", kernels, ",3.0,1\n", ",3.0,0.25\n", {});
    row("a wait below 0", kernels, ",3.0,1\n", ",3.0,-1\n",
        {QStringLiteral("loss csv.impossible kernel_details.csv [line 2, row 1, column Wait Time(us)] x1"),
         QStringLiteral("notice kernels.empty-wait kernel_details.csv [line 2, row 1, column Wait Time(us)] x1")});
    row("another task", kernels, "1,2,2,Add1", "1,7,2,Add1",
        {QStringLiteral("loss kernels.other-task kernel_details.csv [line 2, row 1, column Task ID] "
                        "(Task ID: 7 ≠ 2) x1")});
    row("another core", kernels, "Add1,Add,AI_VECTOR_CORE", "Add1,Add,AI_CPU",
        {QStringLiteral("loss kernels.other-core kernel_details.csv [line 2, row 1, column Accelerator Core] "
                        "(AI_CPU ≠ AI_VECTOR_CORE) x1"),
         QStringLiteral("loss kernels.no-row kernel_details.csv [Idle1, 1018.000 µs] (5) x1"),
         QStringLiteral("loss statistic.other-kernels op_statistic.csv (Add: 1 ≠ 0) x2")});
    row("other cores in the trace", "trace_view.json", "\"AI_CORE\"", "\"AI_VECTOR_CORE\"",
        {QStringLiteral("loss kernels.other-core kernel_details.csv [line 3, row 2, column Accelerator Core] "
                        "(AI_CORE ≠ AI_VECTOR_CORE) x2")});
    row("vector cores as old traces call them", "trace_view.json", "AI_VECTOR_CORE", "AI_CORE", {});
    row("a task whose number has wrapped in the trace", kernels, "1,2,2,Add1", "1,65538,2,Add1", {});
    row("another stream", kernels, "1,2,2,Add1", "1,2,3,Add1",
        {QStringLiteral("notice kernels.other-task kernel_details.csv [line 2, row 1, column Stream ID] "
                        "(Stream ID: 3 ≠ 2) x1")});
    row("task and stream swapped", kernels, "Task ID,Stream ID", "Stream ID,Task ID",
        {QStringLiteral("loss kernels.other-task kernel_details.csv [line 3, row 2, column Task ID] "
                        "(Task ID: 2 ≠ 1) x2")});
    row("duration and wait swapped", kernels, "Duration(us),Wait Time(us)", "Wait Time(us),Duration(us)",
        {longWait(4, "5.001 µs > 4.000 µs"),
         QStringLiteral("loss kernels.other-duration kernel_details.csv [line 2, row 1, column Duration(us)] "
                        "(1.000 µs ≠ 3.000 µs) x4"),
         QStringLiteral("loss statistic.other-kernels op_statistic.csv (Add: 3.000 µs ≠ 1.000 µs) x2")});
    row("a row is missing", kernels, add, "",
        {QStringLiteral("loss kernels.no-row kernel_details.csv [Add1, 1005.000 µs] (4) x1"),
         QStringLiteral("loss statistic.other-kernels op_statistic.csv (Add: 1 ≠ 0) x1")});
    row("communication is in no row, as some versions write it", kernels, allReduce, "", {});
    row("a row stands twice", kernels, matMul, matMul + matMul,
        {QStringLiteral("loss kernels.repeated kernel_details.csv [line 4, row 3, column Name] x1"),
         QStringLiteral("notice kernels.unmatched kernel_details.csv [line 4, row 3, column Name] x1"),
         QStringLiteral("loss statistic.other-kernels op_statistic.csv (MatMul: 2 ≠ 3) x1")});
    row("a quote that the next line closes", kernels, ",3.0,1\n" + matMul, ",3.0,\"1\n" + matMul.chopped(1) + "\"\n",
        {QStringLiteral("loss csv.several-lines kernel_details.csv [line 2] x1"),
         QStringLiteral("loss csv.not-a-number kernel_details.csv [line 2, row 1, column Wait Time(us)] x1"),
         QStringLiteral("notice kernels.empty-wait kernel_details.csv [line 2, row 1, column Wait Time(us)] x1"),
         QStringLiteral("loss kernels.no-row kernel_details.csv [MatMul1, 1000.000 µs] (4) x1"),
         QStringLiteral("loss statistic.other-kernels op_statistic.csv (MatMul: 2 ≠ 1) x1")});
    row("the same kernel again at another time", kernels, matMul,
        matMul + "1,1,2,MatMul1,MatMul,AI_CORE,1000.500,4,0\n",
        {longWait(2, "1.000 µs > 0.500 µs"),
         QStringLiteral("notice kernels.unmatched kernel_details.csv [line 4, row 3, column Name] x1"),
         QStringLiteral("loss statistic.other-kernels op_statistic.csv (MatMul: 2 ≠ 3) x1")});
    row("a start in milliseconds", kernels, ",1005.000\t", ",1.005\t",
        {QStringLiteral("notice kernels.unmatched kernel_details.csv [line 2, row 1, column Name] x1"),
         QStringLiteral("loss kernels.outside kernel_details.csv [line 2, row 1, column Start Time(us)] x1"),
         QStringLiteral("loss kernels.no-row kernel_details.csv [Add1, 1005.000 µs] (4) x1")});
    row("starts of all kernels of the cores are of another time", kernels, "CORE,10", "CORE,20",
        {QStringLiteral("loss kernels.unmatched kernel_details.csv [line 2, row 1, column Name] x3"),
         QStringLiteral("loss kernels.outside kernel_details.csv [line 2, row 1, column Start Time(us)] x3"),
         QStringLiteral("loss kernels.no-row kernel_details.csv [MatMul1, 1000.000 µs] (4) x3")});
    row("starts of most kernels of the cores are of another time", kernels, "AI_CORE,10", "AI_CORE,20",
        {QStringLiteral("loss kernels.unmatched kernel_details.csv [line 3, row 2, column Name] x2"),
         QStringLiteral("loss kernels.outside kernel_details.csv [line 3, row 2, column Start Time(us)] x2"),
         QStringLiteral("loss kernels.no-row kernel_details.csv [MatMul1, 1000.000 µs] (4) x2")});
    row("starts that went through a double", "trace_view.json", ".000\"", ".120\"",
        {QStringLiteral("notice kernels.rounded-start kernel_details.csv [line 2, row 1, column Start Time(us)] x4")});
    row("starts further away than a double explains", "trace_view.json", ".000\"", ".290\"",
        {QStringLiteral("notice kernels.unmatched kernel_details.csv [line 2, row 1, column Name] x4"),
         QStringLiteral("loss kernels.outside kernel_details.csv [line 3, row 2, column Start Time(us)] x1"),
         QStringLiteral("loss kernels.no-row kernel_details.csv [MatMul1, 1000.290 µs] (3) x3")});
    row("starts with all their digits", kernels, ".000\t", ".101\t",
        {QStringLiteral("notice kernels.unmatched kernel_details.csv [line 2, row 1, column Name] x4"),
         QStringLiteral("loss kernels.no-row kernel_details.csv [MatMul1, 1000.000 µs] (3) x3")});
    const QByteArray steps = "step_trace_time.csv";
    row("more is no receive than is not overlapped", steps, ",25,0,9,1", ",25,0,10,1",
        {QStringLiteral("notice step.receives step_trace_time.csv [line 2] (10.000 µs ≠ 9.000 µs) x1")});
    row("a bubble that is not taken off", steps, ",25,0,9,1", ",25,2,9,1",
        {QStringLiteral("notice step.receives step_trace_time.csv [line 2] (9.000 µs ≠ 7.000 µs) x1")});
    row("a longer bubble, as PyTorch writes it", steps, ",25,0,9,1", ",25,20,0,1", {});
    const QByteArray communication = "communication.json";
    row("an operator takes a thousand times as long", communication, "0.0090004", "9.0004",
        {QStringLiteral("loss communication.other-parts communication.json [step 1, hcom_allReduce__1_0_1] "
                        "(9.0004 ms ≠ 0.009 ms) x1"),
         QStringLiteral("loss communication.other-elapse communication.json [hcom_allReduce__1_0_1] "
                        "(9000.400 µs ≠ 9.000 µs) x1")});
    row("an operator whose idle time is none of its own", communication, "\"Idle Time(ms)\":0.001",
        "\"Idle Time(ms)\":0.1",
        {QStringLiteral("loss communication.other-parts communication.json [step 1, hcom_allReduce__1_0_1] "
                        "(0.0090004 ms ≠ 0.108 ms) x1")});
    row("parts within the rounding", communication, "\"Idle Time(ms)\":0.001", "\"Idle Time(ms)\":0.0012", {});
    row("an operator without idle time", communication, "\"Idle Time(ms)\":0.001", "\"Idle Time(ms)\":null",
        {QStringLiteral("loss communication.value communication.json [hcom_allReduce__1_0_1, Idle Time(ms)] x1")});
    row("an operator that synchronizes longer than it waits", communication,
        "\"Synchronization Time(ms)\":0.004,\"Idle Time(ms)\":0.001,\"Wait Time Ratio\":0.5,"
        "\"Synchronization Time Ratio\":0.5",
        "\"Synchronization Time(ms)\":0.036,\"Idle Time(ms)\":0.001,\"Wait Time Ratio\":0.5,"
        "\"Synchronization Time Ratio\":0.9",
        {QStringLiteral("loss communication.synchronization communication.json [step 1, hcom_allReduce__1_0_1] x1")});
    row("another share of waiting", communication, "\"Wait Time Ratio\":0.5", "\"Wait Time Ratio\":0.7",
        {QStringLiteral("loss communication.share communication.json [step 1, hcom_allReduce__1_0_1] x1")});
    row("another share of synchronizing", communication, "\"Synchronization Time Ratio\":0.5",
        "\"Synchronization Time Ratio\":0",
        {QStringLiteral("loss communication.share communication.json [step 1, hcom_allReduce__1_0_1] x1")});
    row("a transport a thousand times as fast", communication, "16.6667", "16666.7",
        {QStringLiteral("loss communication.bandwidth communication.json [step 1, hcom_allReduce__1_0_1, HCCS] x1")});
    row("a transport that takes no time", communication, "(MB)\":0.15,\"Transit Time(ms)\":0.009",
        "(MB)\":0.15,\"Transit Time(ms)\":0",
        {QStringLiteral("loss communication.bandwidth communication.json [step 1, hcom_allReduce__1_0_1, HCCS] x1"),
         QStringLiteral("notice matrix.other-sums communication_matrix.json [step 1, %1, HCCS] (0.009 ms ≠ 0 ms) x1")
             .arg(groupHash(u"g"))});
    row("a bandwidth within the rounding", communication, "16.6667", "16.6", {});
    row("an operator begins elsewhere", communication, "1020.1", "1021.1",
        {QStringLiteral("loss communication.other-start communication.json [hcom_allReduce__1_0_1] x1")});
    row("the trace has more operators", "trace_view.json", "}]",
        R"(},{"ph":"X","name":"hcom_allReduce__1_1_1","pid":8,"tid":0,"ts":"1040.000","dur":2}])",
        {QStringLiteral("loss kernels.no-row kernel_details.csv [hcom_allReduce__1_1_1, 1040.000 µs] (5) x1"),
         QStringLiteral("loss communication.no-record communication.json [hcom_allReduce__1_1_1] (2) x1")});
    const QByteArray matrix = "communication_matrix.json";
    row("a link a thousand times as fast", matrix, "16.6667", "16666.7",
        {QStringLiteral("loss matrix.bandwidth communication_matrix.json [allreduce-top1, 0-0] x6")});
    row("a link between strangers", matrix, "\"1-0\"", "\"99-100\"",
        {QStringLiteral("loss matrix.other-ranks communication_matrix.json [allreduce-top1, 99-100] x2"),
         QStringLiteral("loss matrix.not-own communication_matrix.json [allreduce-top1, 99-100] x2")});
    row("links of another operator", matrix, "hcom_allReduce__1_0_1", "hcom_allReduce__1_7_1",
        {QStringLiteral("loss matrix.unmatched communication_matrix.json [allreduce-top1, 0-0] x3")});
    row("links that name no operator", matrix, "\"Op Name\"", "\"Name\"",
        {QStringLiteral("loss matrix.no-operator communication_matrix.json [allreduce-top1, 0-0] x3")});
    row("links that carried nothing", matrix, "(MB)\":0.05", "(MB)\":0",
        {QStringLiteral("loss matrix.no-size communication_matrix.json [allreduce-top1 0-0] x6")});
    row("links that took no time", matrix, "(ms)\":0.003", "(ms)\":0",
        {QStringLiteral("loss matrix.no-time communication_matrix.json [allreduce-top1 0-0] x6")});
    row("links that carried nothing in no time", matrix, "(MB)\":0.05,\"Transit Time(ms)\":0.003",
        "(MB)\":0,\"Transit Time(ms)\":0",
        {QStringLiteral("notice matrix.other-sums communication_matrix.json [step 1, %1, HCCS] (0 MB ≠ 0.15 MB) x1")
             .arg(groupHash(u"g"))});
    row("the links of another rank", matrix, "\"0-0\"", "\"1-1\"",
        {QStringLiteral("loss matrix.other-place communication_matrix.json [tp] (1 ≠ 0) x1")});
    row("another transport", matrix, "HCCS", "PCIE",
        {QStringLiteral("notice matrix.other-sums communication_matrix.json [step 1, %1, HCCS] (0 MB ≠ 0.15 MB) x2")
             .arg(groupHash(u"g"))});
    row("links of another time", matrix, "0.003,\"Bandwidth(GB/s)\":16.6667", "0.006,\"Bandwidth(GB/s)\":8.3333",
        {QStringLiteral(
             "notice matrix.other-sums communication_matrix.json [step 1, %1, HCCS] (0.018 ms ≠ 0.009 ms) x1")
             .arg(groupHash(u"g"))});
    const QByteArray single =
        R"j({"Transport Type":"HCCS","Transit Size(MB)":0.05,"Transit Time(ms)":0.003,"Bandwidth(GB/s)":16.6667,)j"
        R"j("Op Name":"hcom_allReduce__1_0_1"})j";
    // One operator has no second or third of the slowest.
    const auto slowestOf = [&single](const QByteArray &ends) {
        return "\"allreduce-bottom2@" + groupHash(u"g").toLatin1() + "\":{\"" + ends + "\":" + single +
               "},\"allreduce-total";
    };
    row("a link of one operator among others", matrix, "\"allreduce-total", slowestOf("0-1"), {});
    row("a link stands under its total only", matrix, "\"0-1\":" + single + ',', "",
        {QStringLiteral("loss matrix.no-statistic communication_matrix.json [step 1, allreduce, 0-1] x1")});
    row("links of another step", matrix, "step1", "step2",
        {QStringLiteral("notice step.only-here communication_matrix.json (2) x1"),
         QStringLiteral("notice matrix.no-step communication_matrix.json [step 1] (1) x1"),
         QStringLiteral("notice matrix.other-sums communication_matrix.json [step 1, %1, HCCS] (0 MB ≠ 0.15 MB) x2")
             .arg(groupHash(u"g"))});
    const QByteArray statistic = "op_statistic.csv";
    row("a total of the statistic", statistic, "9.001", "9001",
        {QStringLiteral("loss statistic.other-kernels op_statistic.csv (MatMul: 9001.000 µs ≠ 9.001 µs) x1"),
         QStringLiteral("loss statistic.other-total op_statistic.csv [row 1] x1"),
         QStringLiteral("notice statistic.other-share op_statistic.csv [row 1] (MatMul: 75 ≠ 99.96668147) x2")});
    row("a count of the statistic", statistic, "CORE,2", "CORE,4",
        {QStringLiteral("loss statistic.other-kernels op_statistic.csv (MatMul: 4 ≠ 2) x1"),
         QStringLiteral("loss statistic.other-total op_statistic.csv [row 1] x1")});
    row("a least time of the statistic", statistic, ",4,4.5", ",3,4.5",
        {QStringLiteral("loss statistic.other-kernels op_statistic.csv (MatMul: 3.000 µs ≠ 4.000 µs) x1")});
    row("a share of the statistic", statistic, ",3,25", ",3,35",
        {QStringLiteral("notice statistic.other-share op_statistic.csv [row 2] (Add: 35 ≠ 24.99791684) x1")});
    row("a share within the rounding", statistic, ",3,25", ",3,25.04", {});
    row("a type of the statistic", statistic, "Add,", "Mul,",
        {QStringLiteral("loss statistic.other-kernels op_statistic.csv (Mul: 1 ≠ 0) x2")});
    row("a row of the statistic stands twice", statistic, "Add,AI_VECTOR_CORE,1,3.0,3,3,3,25\n",
        "Add,AI_VECTOR_CORE,1,3.0,3,3,3,25\nAdd,AI_VECTOR_CORE,1,3.0,3,3,3,25\n",
        {QStringLiteral("loss statistic.other-kernels op_statistic.csv (Add: 2 ≠ 1) x1"),
         QStringLiteral("notice statistic.other-share op_statistic.csv [row 1] (MatMul: 75 ≠ 60.00266649) x3"),
         QStringLiteral("loss table.repeated op_statistic.csv [row 3] x1")});
    row("a mean of nanoseconds", statistic, ",4.5,", ",4500,",
        {QStringLiteral("loss statistic.no-mean op_statistic.csv [row 1] x1"),
         QStringLiteral("loss statistic.other-total op_statistic.csv [row 1] x1")});
    row("a mean within the rounding", statistic, ",3,3,3,", ",3,3.004,3,", {});
}

void TestCrossChecks::tablesOfARank_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const char *file, const QByteArray &text, const QStringList &expected) {
        QTest::newRow(name) << QByteArray(file) << text << expected;
    };
    const QByteArray head =
        "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)\n";
    const QByteArray first = "0,MatMul1,AI_CORE,2,1,4.0,1000.000,1004.000\n";
    const QByteArray second = "0,Add1,AI_VECTOR_CORE,2,2,3.0,1005.000,1008.000\n";
    const QByteArray third = "0,MatMul2,AI_CORE,2,3,5.001,1010.000,1015.001\n";
    const QByteArray wait = "0,EVENT_WAIT,EVENT_WAIT_SQE,2,4,1.0,1016.000,1017.000\n";
    const QByteArray tasks = first + second + third + wait;
    row("sound tasks", "task_time.csv", head + tasks, {});
    // msprof lists the task there, and the operator among the kernels: starts and durations differ by microseconds, and
    // each may have rows that the other lacks.
    row("tasks beside operators", "task_time.csv",
        head + "0,MatMul1,AI_CORE,2,1,6.4,998.000,1004.400\n0,MatMul9,AI_CORE,2,9,3.0,1018.000,1021.000\n", {});
    row("start and end exchanged", "task_time.csv", head + tasks + "0,k,AI_CORE,2,8,1.5,1001.750,1000.250\n",
        {QStringLiteral("loss task-time.other-end task_time.csv [row 5] x1")});
    row("a task stands twice", "task_time.csv", head + tasks + second,
        {QStringLiteral("loss table.repeated task_time.csv [row 5] x1")});
    const QByteArray rates = "Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n";
    row("sound rates", "l2_cache.csv", rates + "2,1,N/A,0.25,MatMul1\n2,2,0.5,0.125,Add1\n", {});
    row("no rates", "l2_cache.csv", rates + "2,1,N/A,N/A,MatMul1\n2,2,N/A,N/A,Add1\n",
        {QStringLiteral("notice l2-cache.no-rate l2_cache.csv x1")});
    row("a rate in per cent", "l2_cache.csv", rates + "2,1,N/A,25,MatMul1\n2,2,1,0.125,Add1\n",
        {QStringLiteral("loss l2-cache.above-one l2_cache.csv [row 1] x1")});
    row("rates that stand twice", "l2_cache.csv",
        rates + "2,1,N/A,0.25,MatMul1\n2,2,0.5,0.125,Add1\n2,1,N/A,0.25,MatMul1\n",
        {QStringLiteral("loss table.repeated l2_cache.csv [row 3] x1"),
         QStringLiteral("notice table.no-kernel l2_cache.csv [row 3] (MatMul1) x1")});
    row("rates of other tasks", "l2_cache.csv", rates + "2,11,N/A,0.25,MatMul1\n2,2,0.5,0.125,Add1\n",
        {QStringLiteral("notice table.no-kernel l2_cache.csv [row 1] (MatMul1) x1")});
    row("rates of other names", "l2_cache.csv", rates + "2,1,N/A,0.25,xMul1\n2,2,0.5,0.125,xAdd1\n",
        {QStringLiteral("notice table.other-names l2_cache.csv (xMul1) x1")});
    row("rates of another operator", "l2_cache.csv", rates + "2,1,N/A,0.25,MatMul1\n2,2,0.5,0.125,Sub1\n",
        {QStringLiteral("notice table.no-kernel l2_cache.csv [row 2] (Sub1) x1")});
    const QByteArray records = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n";
    row("sound memory", "memory_record.csv", records + "PTA,1000.500\t,10,20,NPU:0\nAPP,1001.500\t,,40,NPU:0\n", {});
    row("more allocated than reserved", "memory_record.csv",
        records + "PTA,1000.500\t,10,20,NPU:0\nPTA,1001.500\t,20.5,20,NPU:0\n",
        {QStringLiteral("loss memory.above-reserved memory_record.csv [row 2] x1")});
    QByteArray many = records;
    for (int i = 0; i < 20; ++i)
        many += "PTA,17364124747570" + QByteArray::number(10 + i) + ".500\t,10,20,NPU:0\n";
    row("a stamp far from all others", "memory_record.csv", many + "PTA,12.500\t,10,20,NPU:0\n",
        {QStringLiteral("notice memory.stray-stamp memory_record.csv [row 21] x1")});
    row("a module's stamp far from all others", "npu_module_mem.csv",
        QByteArray(many).replace(records, "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device\n") +
            "PTA,12.500\t,10,20,NPU:0\n",
        {QStringLiteral("notice memory.stray-stamp npu_module_mem.csv [row 21] x1")});
    const QByteArray blocks = "Name,Size(KB),Allocation Time(us),Release Time(us),Duration(us),Allocation Total "
                              "Allocated(MB),Allocation Total Reserved(MB),Release Total Allocated(MB),Release Total "
                              "Reserved(MB),Device Type\n";
    row("sound blocks", "operator_memory.csv",
        blocks + "a,8,1000.5,1001.5,1.0,1,2,1,2,NPU:0\na,8,1000.5,,,1,2,,,NPU:0\na,8,,1001.5,,,,1,2,NPU:0\n", {});
    row("a block released before", "operator_memory.csv", blocks + "a,8,1000.5,999.5,1.0,1,2,1,2,NPU:0\n",
        {QStringLiteral("loss memory.released-before operator_memory.csv [row 1] x1")});
    row("a block of another duration", "operator_memory.csv", blocks + "a,8,1000.5,1009.5,5.0,1,2,1,2,NPU:0\n",
        {QStringLiteral("loss memory.other-duration operator_memory.csv [row 1] x1")});
    const QByteArray calls = "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n";
    row("sound calls", "api_statistic.csv", calls + "acl,a,4,2,2,1,3,1\nruntime,b,2.5,1,2.5,2.5,2.5,0\n", {});
    row("a call of another time", "api_statistic.csv", calls + "acl,a,6,2,3,1,5,4\nruntime,b,2.5,1,2.5,2.5,2.5,0\n",
        {QStringLiteral("notice statistic.other-calls api_statistic.csv [row 1] (a, Time(us): 6 ≠ 4) x1")});
    row("a call of another variance", "api_statistic.csv", calls + "acl,a,4,2,2,1,3,2\nruntime,b,2.5,1,2.5,2.5,2.5,0\n",
        {QStringLiteral("notice statistic.other-calls api_statistic.csv [row 1] (a, Variance: 2 ≠ 1) x1")});
    row("a call is missing", "api_statistic.csv", calls + "acl,a,4,2,2,1,3,1\n",
        {QStringLiteral("notice statistic.no-calls api_statistic.csv (b) x1")});
}

/// Beside a trace that knows calls, and the number of the device.
void TestCrossChecks::tablesOfARank()
{
    QFETCH(const QByteArray, file);
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, expected);
    const SoundRun run;
    for (const int rank : {0, 1})
        run.change(rank, SoundRun::Out + "trace_view.json", "[{",
                   R"j([{"ph":"M","name":"process_name","pid":9,"tid":0,"args":{"name":"CANN"}},)j"
                   R"j({"ph":"X","name":"AscendCL@a","pid":9,"tid":1,"ts":"1001.000","dur":1},)j"
                   R"j({"ph":"X","name":"AscendCL@a","pid":9,"tid":1,"ts":"1003.000","dur":3},)j"
                   R"j({"ph":"X","name":"Runtime@b","pid":9,"tid":1,"ts":"1007.000","dur":2.5},{)j");
    run.put(0, SoundRun::Out + file, text);
    QStringList found = run.findings();
    // Rank 1 has no such file.
    found.removeIf([](const QString &line) { return line.contains(QLatin1String("absence.")); });
    QCOMPARE(found.join(u'\n'), expected.join(u'\n'));
}

/// The trace's labels name the device.
void TestCrossChecks::tablesOfAnotherDevice()
{
    const SoundRun run;
    run.change(0, SoundRun::Out + "trace_view.json", "[{",
               R"j([{"ph":"M","name":"process_labels","pid":7,"tid":0,"args":{"labels":"NPU 3"}},{)j");
    const QByteArray table = "Device_id,Hit Rate,Victim Rate,Op Name\n";
    for (const int device : {3, 4}) {
        run.put(0, SoundRun::Out + "l2_cache.csv", table + QByteArray::number(device) + ",0.5,0.125,Add1\n");
        QCOMPARE(run.findings().filter(QStringLiteral("table.other-device")),
                 device == 3 ? QStringList()
                             : QStringList(QStringLiteral("loss table.other-device l2_cache.csv [row 1] (4 ≠ 3) x1")));
    }
}

void TestCrossChecks::copiedTables()
{
    const SoundRun run;
    QByteArray table = "Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n";
    for (int i = 0; i < 20; ++i)
        table += "2,1,N/A,0.25" + QByteArray::number(i) + ",MatMul1\n";
    for (const int rank : {0, 1})
        run.put(rank, SoundRun::Out + "l2_cache.csv", table);
    QCOMPARE(run.findings().filter(QStringLiteral("rank.copied")),
             QStringList(QStringLiteral("loss rank.copied rank1_ascend_pt [rank 1] (0: l2_cache) x1")));
    run.put(1, SoundRun::Out + "l2_cache.csv", table.replace("0.2519,", "0.2520,"));
    QCOMPARE(run.findings().filter(QStringLiteral("rank.copied")), QStringList());
}

void TestCrossChecks::filesOfARank()
{
    QFETCH(const QByteArray, file);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    QFETCH(const QStringList, expected);
    const SoundRun run;
    if (before.isEmpty())
        run.put(0, SoundRun::Out + file, after);
    else
        run.change(0, SoundRun::Out + file, before, after);
    QCOMPARE(run.findings().join(u'\n'), expected.join(u'\n'));
}

/// A click on a row then leads nowhere, so that nothing else tells.
void TestCrossChecks::rowsThatStandTwiceWithoutATrace()
{
    const SoundRun run;
    const QByteArray file = SoundRun::Out + "kernel_details.csv";
    for (const int rank : {0, 1})
        run.remove(rank, SoundRun::Out + "trace_view.json");
    const QByteArray text = run.text(0, file);
    run.put(0, file, text + lineOf(text, 2) + lineOf(text, 5));
    const QStringList all = run.findings();
    QVERIFY2(all.contains(QStringLiteral("loss kernels.repeated kernel_details.csv [line 6, row 5, column Name] x2")),
             qPrintable(all.join(u'\n')));
}

/// More than a tenth is damage.
void TestCrossChecks::oneOfManyIsANotice()
{
    const auto withOdd = [](int odd) {
        QByteArray trace = R"([{"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}})";
        QByteArray kernels = "Name,Type,Start Time(us),Duration(us)\n";
        for (int i = 0; i < 20; ++i) {
            const QByteArray start = QByteArray::number(1000 + 10 * i);
            trace += R"(,{"ph":"X","name":"A","pid":7,"tid":2,"ts":")" + start +
                     R"(.000","dur":4,"args":{"Task Type":"AI_CORE"}})";
            kernels += "A,A," + start + ".000," + (i < odd ? "5" : "4") + '\n';
        }
        RunFolder d;
        d.write(QStringLiteral("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"), trace + ']');
        d.write(QStringLiteral("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"), kernels);
        ImportReport report;
        auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
        ThreadPool pool(2);
        return loadRun(std::move(runs.front()), pool, JobContext())->ranks[0]->report.findings();
    };
    for (const auto &[odd, severity] : {std::pair(2, Severity::Notice), std::pair(3, Severity::Loss)}) {
        const auto findings = withOdd(odd);
        QCOMPARE(findings.size(), size_t(1));
        QCOMPARE(findings[0].code, QStringLiteral("kernels.other-duration"));
        QCOMPARE(findings[0].count, odd);
        QCOMPARE(findings[0].severity, severity);
    }
}

void TestCrossChecks::clusterFiles_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &file, const QByteArray &before, const QByteArray &after,
                        const QStringList &expected) { QTest::newRow(name) << file << before << after << expected; };
    const QByteArray steps = "cluster_step_trace_time.csv";
    row("sound", steps, "12.0", "12.0", {});
    row("within the rounding", steps, "12.0", "12.0000001", {});
    row("another computing", steps, "rank,1,12.1", "rank,1,12.2",
        {QStringLiteral("loss cluster.other-values cluster_step_trace_time.csv [step 1, rank 1, column Computing] "
                        "(12.2 ≠ 12.1) x1")});
    row("another step", steps, "1,rank,0", "2,rank,0",
        {QStringLiteral("notice cluster.other-steps cluster_step_trace_time.csv [step 1, rank 0] x2")});
    row("a rank is missing", steps, "1,rank,1,12.1,9,0,9,4,25,0,9,1\n", "",
        {QStringLiteral("notice cluster.no-rank cluster_step_trace_time.csv (1) x1")});
    const QByteArray operators = "cluster_communication.json";
    row("other times of an operator", operators, "\"Idle Time(ms)\":0.001", "\"Idle Time(ms)\":1",
        {QStringLiteral("loss communication.other-parts cluster_communication.json [step 1, rank 0, "
                        "hcom_allReduce__1_0_1] (0.0090004 ms ≠ 1.008 ms) x2"),
         QStringLiteral("loss cluster.other-times cluster_communication.json [step 1, rank 0] "
                        "(hcom_allReduce__1_0_1: 1 ≠ 0.001) x2")});
    row("another bandwidth of an operator", operators, "\"Bandwidth(GB/s)\":16.6667", "\"Bandwidth(GB/s)\":16.7",
        {QStringLiteral("loss cluster.other-transports cluster_communication.json [step 1, rank 0] "
                        "(hcom_allReduce__1_0_1, HCCS: 16.7 ≠ 16.6667 GB/s) x2")});
    row("packets of an operator", operators, "\"Large Packet Ratio\":0.5",
        "\"Large Packet Ratio\":0.5,\"Size Distribution\":{\"0.05\":[3,0.009]}",
        {QStringLiteral("loss cluster.other-transports cluster_communication.json [step 1, rank 0] "
                        "(hcom_allReduce__1_0_1, HCCS: 3 ≠ 0) x2")});
    row("another operator", operators, "_1_0_1@", "_1_5_1@",
        {QStringLiteral("notice cluster.other-operators cluster_communication.json [step 1, rank 0] "
                        "(hcom_allReduce__1_0_1) x4")});
    const QByteArray links = "cluster_communication_matrix.json";
    row("another size of a link", links, "\"0-1\":{\"Transport Type\":\"HCCS\",\"Transit Size(MB)\":0.05",
        "\"0-1\":{\"Transport Type\":\"HCCS\",\"Transit Size(MB)\":0.06",
        {QStringLiteral("loss matrix.bandwidth cluster_communication_matrix.json [allreduce-top1, 0-1] x2"),
         QStringLiteral("loss cluster.other-link-values cluster_communication_matrix.json "
                        "[step 1, allreduce-top1, 0-1] (0.06 ≠ 0.05 MB) x2")});
    row("another time of a link", links, "0.003,\"Bandwidth(GB/s)\":16.6667,", "0.0035,\"Bandwidth(GB/s)\":16.6667,",
        {QStringLiteral("loss matrix.bandwidth cluster_communication_matrix.json [allreduce-top1, 0-0] x4"),
         QStringLiteral("loss cluster.other-link-values cluster_communication_matrix.json "
                        "[step 1, allreduce-top1, 0-0] (0.0035 ≠ 0.003 ms) x4")});
    row("a size within the rounding", links, "0.05,", "0.0500001,", {});
    row("another transport", links, "HCCS", "PCIE",
        {QStringLiteral("loss cluster.other-link-values cluster_communication_matrix.json "
                        "[step 1, allreduce-top1, 0-0] (PCIE ≠ HCCS) x8")});
    row("a link is missing", links, "\"0-1\"", "\"0-7\"",
        {QStringLiteral("notice cluster.other-links cluster_communication_matrix.json "
                        "[step 1, allreduce-top1, 0-1] x2"),
         QStringLiteral("notice groups.no-member communication_group.json [%1] (7) x1").arg(groupHash(u"g"))});
    // 0-1 stands in the files of both ranks, each of which knows its own links.
    const auto totalOf = [](const QByteArray &size, const QByteArray &time) {
        return "\"step1\":{\"Total Op Info@" + groupHash(u"g").toLatin1() +
               R"j(":{"0-1":{"Transport Type":"HCCS","Transit Size(MB)":)j" + size + R"j(,"Transit Time(ms)":)j" +
               time + R"j(,"Bandwidth(GB/s)":16.6667}},)j";
    };
    row("a total of links", links, "\"step1\":{", totalOf("0.05", "0.003"), {});
    row("another total of links", links, "\"step1\":{", totalOf("0.15", "0.009"),
        {QStringLiteral("loss cluster.other-link-values cluster_communication_matrix.json "
                        "[step 1, Total Op Info, 0-1] (0.15 ≠ 0.05 MB) x1")});
    row("another time of all links", links, "\"step1\":{", totalOf("0.05", "0.00302"), {});
    row("another total of the same links", links,
        R"j("allreduce-total@)j" + groupHash(u"g").toLatin1() +
            R"j(":{"0-0":{"Transport Type":"HCCS","Transit Size(MB)":0.05,"Transit Time(ms)":0.003,)j",
        R"j("Total Op Info@)j" + groupHash(u"g").toLatin1() +
            R"j(":{"0-0":{"Transport Type":"HCCS","Transit Size(MB)":0.07,"Transit Time(ms)":0.0042,)j"
            R"j("Bandwidth(GB/s)":16.6667}},"allreduce-total@)j" +
            groupHash(u"g").toLatin1() +
            R"j(":{"0-0":{"Transport Type":"HCCS","Transit Size(MB)":0.07,"Transit Time(ms)":0.0042,)j",
        {QStringLiteral("loss cluster.other-link-values cluster_communication_matrix.json "
                        "[step 1, allreduce-total, 0-0] (0.07 ≠ 0.05 MB) x1")});
    const QByteArray alone = R"j("Total Op Info@)j" + groupHash(u"g").toLatin1() + "\":{\"0\":";
    const QByteArray single = R"j("hcom_allReduce__1_0_1@)j" + groupHash(u"g").toLatin1() + "\":{\"0\":";
    row("a total without operators", operators, single, alone, {});
    const auto timesOf = [](const QByteArray &elapse, const QByteArray &transit, const QByteArray &share) {
        return R"j({"Communication Time Info":{"Start Timestamp(us)":1020.1,"Elapse Time(ms)":)j" + elapse +
               R"j(,"Transit Time(ms)":)j" + transit +
               R"j(,"Wait Time(ms)":0.004,"Synchronization Time(ms)":0.004,"Idle Time(ms)":0.001,"Wait Time Ratio":)j" +
               share + R"j(,"Synchronization Time Ratio":)j" + share + '}';
    };
    row("another total without operators", operators, single + timesOf("0.0090004", "0.004", "0.5"),
        alone + timesOf("0.0190004", "0.014", "0.2222"),
        {QStringLiteral("loss cluster.other-times cluster_communication.json [step 1, rank 0] "
                        "(Total Op Info: 0.0190004 ≠ 0.0090004) x2")});
    const QByteArray groups = "communication_group.json";
    row("fewer members", groups, "\"rank_set\":[0,1]", "\"rank_set\":[0]",
        {QStringLiteral("notice groups.no-member communication_group.json [%1] (1) x1").arg(groupHash(u"g"))});
    row("other members", groups, "\"rank_set\":[0,1]", "\"rank_set\":[0,1,5]",
        {QStringLiteral("notice absence.named-rank  (5) x1"),
         QStringLiteral("notice groups.other-members communication_group.json [tp] (0: (0, 1) ≠ (0, 1, 5)) x1")});
    row("no entries", groups, "comm_group_parallel_info\":[{", "comm_group_parallel_info\":[],\"x\":[{",
        {QStringLiteral("info cluster.groups-none communication_group.json [comm_group_parallel_info] x1")});
    row("a domain of nobody", groups, "\"group_name\":\"" + groupHash(u"g").toLatin1(), "\"group_name\":\"77",
        {QStringLiteral("notice groups.no-entry communication_group.json (%1 ≠ 77) x1").arg(groupHash(u"g"))});
}

void TestCrossChecks::clusterFiles()
{
    QFETCH(const QByteArray, file);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    QFETCH(const QStringList, expected);
    const SoundRun run;
    run.putCluster();
    run.changeCluster(file, before, after);
    QCOMPARE(run.findings().join(u'\n'), expected.join(u'\n'));
}

namespace {

// Slices of one operator, one behind the other.
QByteArray longTrace(int slices, int later)
{
    QByteArray out = R"([{"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}})";
    for (int i = 0; i < slices; ++i)
        out += R"(,{"ph":"X","name":"A","pid":7,"tid":2,"ts":")" + QByteArray::number(1000 + 10 * i + later) +
               R"(.000","dur":4,"args":{"Task Type":"AI_CORE"}})";
    return out + ']';
}

QByteArray longKernels(int rows, int later)
{
    QByteArray out = "Name,Type,Start Time(us),Duration(us)\n";
    for (int i = 0; i < rows; ++i)
        out += "A,A," + QByteArray::number(1000 + 10 * i + later) + ".000,4\n";
    return out;
}

QByteArray stepsOf(const QByteArray &computing)
{
    return "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage\n1," + computing +
           ",2,1,3,4.25,20\n";
}

} // namespace

void TestCrossChecks::copiedRanks_data()
{
    QTest::addColumn<int>("slices");
    QTest::addColumn<int>("traceLater"); // rank 1 against rank 0, in us
    QTest::addColumn<int>("kernelsLater");
    QTest::addColumn<QByteArray>("computing"); // of rank 1; rank 0 has 10.123
    QTest::addColumn<QString>("parts");
    QTest::newRow("other ranks") << 20 << 1 << 1 << QByteArray("10.124") << QString();
    QTest::newRow("the whole folder") << 20 << 0 << 0 << QByteArray("10.123")
                                      << QStringLiteral("0: trace, kernel_details, step_trace_time");
    QTest::newRow("the trace") << 20 << 0 << 1 << QByteArray("10.124") << QStringLiteral("0: trace");
    QTest::newRow("the kernels") << 20 << 1 << 0 << QByteArray("10.124") << QStringLiteral("0: kernel_details");
    QTest::newRow("the steps") << 20 << 1 << 1 << QByteArray("10.123") << QStringLiteral("0: step_trace_time");
    QTest::newRow("too few to tell") << 3 << 0 << 0 << QByteArray("10.124") << QString();
}

void TestCrossChecks::copiedRanks()
{
    QFETCH(const int, slices);
    QFETCH(const int, traceLater);
    QFETCH(const int, kernelsLater);
    QFETCH(const QByteArray, computing);
    QFETCH(const QString, parts);
    RunFolder d;
    for (const int rank : {0, 1}) {
        const QString folder = QStringLiteral("run/rank%1_ascend_pt/").arg(rank);
        const QString out = folder + QStringLiteral("ASCEND_PROFILER_OUTPUT/");
        d.write(folder + QStringLiteral("profiler_info_%1.json").arg(rank), "{}");
        d.write(out + QStringLiteral("trace_view.json"), longTrace(slices, rank * traceLater));
        d.write(out + QStringLiteral("kernel_details.csv"), longKernels(slices, rank * kernelsLater));
        d.write(out + QStringLiteral("step_trace_time.csv"), stepsOf(rank == 0 ? QByteArray("10.123") : computing));
    }
    ImportReport report;
    auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    ThreadPool pool(2);
    const auto run = loadRun(std::move(runs.front()), pool, JobContext());
    QString said;
    for (const Finding &f : run->report.findings()) {
        if (f.code != QLatin1String("rank.copied"))
            continue;
        QCOMPARE(f.file, QStringLiteral("rank1_ascend_pt"));
        QCOMPARE(f.place.text(), QStringLiteral("rank 1"));
        QCOMPARE(f.count, 1);
        said += f.argument;
    }
    QCOMPARE(said, parts);
}

void TestCrossChecks::devicesOfRanks_data()
{
    using Devices = QList<QPair<QString, int>>;
    QTest::addColumn<Devices>("devices");
    QTest::addColumn<QString>("expected");
    const QString a = QStringLiteral("a");
    const QString b = QStringLiteral("b");
    QTest::newRow("one each") << Devices{{a, 0}, {a, 1}, {a, 2}} << QString();
    QTest::newRow("of two hosts") << Devices{{a, 0}, {a, 1}, {b, 0}, {b, 1}} << QString();
    QTest::newRow("of no host") << Devices{{{}, 1}, {{}, 1}} << QString();
    QTest::newRow("each sees one device")
        << Devices{{a, 0}, {a, 0}, {a, 0}} << QStringLiteral("notice [rank 1] (a, 0: 0, 1) x2");
    QTest::newRow("a device twice") << Devices{{a, 0}, {a, 1}, {a, 1}}
                                    << QStringLiteral("loss [rank 2] (a, 1: 1, 2) x1");
    QTest::newRow("two devices twice") << Devices{{a, 1}, {b, 3}, {b, 3}, {a, 1}}
                                       << QStringLiteral("loss [rank 2] (b, 3: 1, 2) x2");
}

void TestCrossChecks::devicesOfRanks()
{
    using Devices = QList<QPair<QString, int>>;
    QFETCH(const Devices, devices);
    QFETCH(const QString, expected);
    const RunFolder d;
    for (int rank = 0; rank < devices.size(); ++rank) {
        const QByteArray number = QByteArray::number(rank);
        const QString folder = QStringLiteral("run/x%1_2025110308150000%1_ascend_ms/").arg(rank);
        d.write(folder + QStringLiteral("profiler_info_%1.json").arg(rank),
                R"({"hostname":")" + devices[rank].first.toUtf8() + R"(","ms_profiler_info":{"rank_id":)" + number +
                    R"(,"device_id":)" + QByteArray::number(devices[rank].second) + "}}");
        d.write(folder + QStringLiteral("ASCEND_PROFILER_OUTPUT/trace_view.json"),
                R"([{"ph":"X","name":"A)" + number + R"(","pid":7,"tid":2,"ts":"1000.000","dur":4}])");
    }
    ImportReport report;
    auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(runs.size(), size_t(1));
    ThreadPool pool(2);
    QStringList out;
    for (const Finding &f : loadRun(std::move(runs.front()), pool, JobContext())->report.findings()) {
        if (f.code == QLatin1String("rank.same-device"))
            out << severityName(f.severity) + QStringLiteral(" [") + f.place.text() + QStringLiteral("] (") +
                       f.argument + QStringLiteral(") x%1").arg(f.count);
    }
    QCOMPARE(out.join(u'\n'), expected);
}

// What communication.json does not list may stand behind its cut: that it is cut is told, and what follows is not.
void TestCrossChecks::aMatrixBesideACutFile()
{
    RankData rank;
    CommOp op;
    op.step = QStringLiteral("1");
    op.name = QStringLiteral("hcom_allReduce__1_0_1");
    rank.commOps = CommOps({op});
    MatrixLink link;
    link.step = op.step;
    link.kind = QStringLiteral("allreduce");
    link.statistic = QStringLiteral("top1");
    link.key = QStringLiteral("allreduce-top1");
    link.opName = QStringLiteral("hcom_allReduce__1_7_1");
    link.source = 0;
    link.destination = 1;
    rank.links = MatrixLinks({link});
    const auto isUnmatched = [&rank] {
        ImportReport report;
        noteLinks(rank, QStringLiteral("communication_matrix.json"), JobContext(), report);
        const std::vector<Finding> found = report.findings();
        return std::any_of(found.begin(), found.end(), [](const Finding &f) { return f.code == u"matrix.unmatched"; });
    };
    QVERIFY(isUnmatched());
    // Of another file of the rank.
    rank.report.add({Severity::Loss,
                     QStringLiteral("out/step_trace_communication.json"),
                     {},
                     QStringLiteral("json.broken"),
                     QStringLiteral("Cut."),
                     {}});
    QVERIFY(isUnmatched());
    rank.report.add({Severity::Loss,
                     QStringLiteral("out/communication.json"),
                     {},
                     QStringLiteral("json.broken"),
                     QStringLiteral("Cut."),
                     {}});
    QVERIFY(!isUnmatched());
}

// Kernels whose slices a cut took away are of no other clock.
void TestCrossChecks::kernelsBehindACut()
{
    const SoundRun run;
    const QByteArray file = SoundRun::Out + "trace_view.json";
    const QByteArray whole = run.text(0, file);
    const qsizetype add = whole.indexOf("\"Add1\"");
    QVERIFY(add > 0);
    run.put(0, file, whole.left(whole.lastIndexOf('{', add)));
    QCOMPARE(run.findings().filter(QStringLiteral("trace.truncated")).size(), 1);
    QCOMPARE(run.findings().filter(QStringLiteral("kernels.unmatched")).size(), 1);
    QCOMPARE(run.findings().filter(QStringLiteral("kernels.outside")), QStringList());
}

void TestCrossChecks::aCopiedMatrix()
{
    const SoundRun run;
    const QByteArray file = SoundRun::Out + "communication_matrix.json";
    run.change(0, file, "0.003,", "0.0030001,");
    run.put(1, file, run.text(0, file));
    const QStringList copies = run.findings().filter(QStringLiteral("rank.copied"));
    QCOMPARE(copies, QStringList(QStringLiteral("loss rank.copied rank1_ascend_pt [rank 1] "
                                                "(0: communication_matrix) x1")));
}

void TestCrossChecks::aFileThatGaveNothing()
{
    SoundRun run;
    run.putCluster();
    const QByteArray rates = "Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n";
    run.put(0, SoundRun::Out + "l2_cache.csv", rates + "2,1,N/A,0.25,MatMul1\n");
    QCOMPARE(run.filesWithoutUse(), QStringList());
    const QString why = QStringLiteral(": Read, but nothing of it could be used: the findings say why.");
    const QString noRates =
        QStringLiteral("l2_cache: No row of the file could be used: hit rates of the L2 cache are not known.");
    for (const QByteArray &text : {rates, QByteArray("<html>\n"), QByteArray("a,b\n1,2\n")}) {
        run.put(0, SoundRun::Out + "l2_cache.csv", text);
        QCOMPARE(run.filesWithoutUse(), QStringList(noRates));
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
                               QStringLiteral("communication_matrix") + why,
                               QStringLiteral("kernel_details: No row of the file could be used: operators are counted "
                                              "from the slices of the trace, where there is one, without types, shapes "
                                              "and counters."),
                               QStringLiteral("op_statistic: No row of the file could be used: sums by operator type "
                                              "are those of the kernels alone.")}));
}

void TestCrossChecks::groupsOfARank_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QByteArray &before, const QByteArray &after, const QString &expected) {
        QTest::newRow(name) << before << after << expected;
    };
    const QString metadata = QStringLiteral("notice %1 profiler_metadata.json [%2] (%3) x1");
    const auto place = [&](const char *values) {
        return metadata.arg(QStringLiteral("groups.other-place"), QStringLiteral("tp"), QString::fromUtf8(values));
    };
    const auto type = [&](const char *key) {
        return metadata.arg(QStringLiteral("metadata.type"), QStringLiteral("key ") + QString::fromLatin1(key),
                            QString::fromLatin1(key));
    };
    const auto sizes = [&](const char *values) {
        return metadata.arg(QStringLiteral("metadata.sizes"), QStringLiteral("distributed_args"),
                            QString::fromUtf8(values));
    };
    row("another place", "\"group_rank\":1", "\"group_rank\":0", place("0 ≠ 1"));
    row("a place behind all", "\"group_rank\":1", "\"group_rank\":2", place("2 ≠ 1"));
    row("ranks in another order, and the place in that", "1,\"global_ranks\":[0,1]", "0,\"global_ranks\":[1,0]", {});
    row("ranks in another order, and the place by number", "[0,1]", "[1,0]", {});
    row("no place", "\"group_rank\":1,", "", {});
    row("another name", "\"tp\"", "\"dp\"", QStringLiteral("notice groups.other-name  [tp] (0: tp ≠ 1: dp) x1"));
    row("no name", "\"group_name\":\"tp\",", "", {});
    row("a number for a name", "\"tp\"", "5", type("group_name"));
    row("sizes", "\"world_size\":2", R"("world_size":2,"tensor_model_parallel_size":2,"data_parallel_size":1)", {});
    row("a size of the context too", "\"world_size\":2",
        R"("world_size":2,"context_parallel_size":2,"data_parallel_size":2)", {});
    row("a size that does not divide", "\"world_size\":2", R"("world_size":2,"tensor_model_parallel_size":3)",
        sizes("3 × 1 × 1 × – ≠ 2"));
    row("sizes of fewer ranks", "\"world_size\":2",
        R"("world_size":2,"pipeline_model_parallel_size":1,"data_parallel_size":1)", sizes("1 × 1 × 1 × 1 ≠ 2"));
    row("expert groups", "\"world_size\":2", R"("world_size":2,"expert_model_parallel_size":2)", {});
    row("expert groups that do not fit", "\"world_size\":2", R"("world_size":2,"expert_model_parallel_size":7)",
        metadata.arg(QStringLiteral("metadata.expert-size"), QStringLiteral("distributed_args"),
                     QStringLiteral("1 × 7 ≠ 2")));
    row("a size that is none", "\"world_size\":2",
        R"("world_size":2,"data_parallel_size":1,"context_parallel_size":"x")", type("distributed_args"));
    row("groups of another run", "{\"g\":", "{\"h\":",
        metadata.arg(QStringLiteral("groups.no-entry"), QStringLiteral("parallel_group_info"),
                     groupHash(u"g") + QStringLiteral(" ≠ tp")));
    row("a size of 0", "\"world_size\":2", R"("world_size":2,"tensor_model_parallel_size":0)",
        sizes("0 × 1 × 1 × – ≠ 2"));
}

void TestCrossChecks::groupsOfARank()
{
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    QFETCH(const QString, expected);
    const SoundRun run;
    run.change(1, "profiler_metadata.json", before, after);
    QCOMPARE(run.findings().join(u'\n'), expected);
}

void TestCrossChecks::clusterOperatorsAlone_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QByteArray &before, const QByteArray &after, const QString &expected) {
        QTest::newRow(name) << before << after << expected;
    };
    const QString of = QStringLiteral("loss communication.%1 cluster_communication.json [step 1, rank 0%2] x2");
    const QString first = QStringLiteral(", hcom_allReduce__1_0_1");
    row("sound", "0.15", "0.15", {});
    row("another elapse time", "0.0090004", "0.0190004",
        of.arg(QStringLiteral("other-parts"), first)
            .replace(QLatin1String("] x2"), QStringLiteral("] (0.0190004 ms ≠ 0.009 ms) x2")));
    row("another share", "\"Wait Time Ratio\":0.5", "\"Wait Time Ratio\":0.9", of.arg(QStringLiteral("share"), first));
    row("another bandwidth", "16.6667", "1.6667",
        of.arg(QStringLiteral("bandwidth"), first + QStringLiteral(", HCCS")));
    const QByteArray total =
        R"j("Total Op Info@%":{"0":{"Communication Time Info":{"Elapse Time(ms)":0.0090004,"Transit Time(ms)":0.004,)j"
        R"j("Wait Time(ms)":0.004,"Synchronization Time(ms)":0.004,"Idle Time(ms)":0.001,"Wait Time Ratio":0.5,)j"
        R"j("Synchronization Time Ratio":0.5},"Communication Bandwidth Info":{}}},"hcom_)j";
    const auto totalOf = [total](const QByteArray &transit) {
        QByteArray out = total;
        return out.replace("%", groupHash(u"g").toLatin1())
            .replace("0.004,\"Wait", transit + ",\"Wait")
            .replace("0.0090004", QByteArray::number(0.005 + transit.toDouble()))
            .replace("0.5", QByteArray::number(0.004 / (0.004 + transit.toDouble())));
    };
    row("the total of a domain", "\"hcom_", totalOf("0.004"), {});
    row("another total", "\"hcom_", totalOf("0.014"),
        QStringLiteral("loss communication.other-total cluster_communication.json [step 1, rank 0] "
                       "(0.019 ms ≠ 0.0090004 ms) x1"));
}

void TestCrossChecks::clusterOperatorsAlone()
{
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    QFETCH(const QString, expected);
    const SoundRun run;
    run.putCluster();
    for (const char *const rank : {"/rank0_ascend_pt", "/rank1_ascend_pt"})
        QVERIFY(QDir(run.path() + QLatin1String(rank)).removeRecursively());
    run.changeCluster("cluster_communication.json", before, after);
    QCOMPARE(run.findings().join(u'\n'), expected);
}

void TestCrossChecks::membersOfADomain()
{
    const SoundRun run;
    run.change(1, "profiler_metadata.json", "[0,1]", "[0,1,2]");
    run.change(1, "profiler_metadata.json", "\"world_size\":2", "\"world_size\":3");
    const QStringList all = run.findings();
    QVERIFY2(
        all.contains(QStringLiteral("notice groups.other-members rank1_ascend_pt [tp] (0: (0, 1) ≠ (0, 1, 2)) x1")),
        qPrintable(all.join(u'\n')));
}

void TestCrossChecks::statisticsOfOneRankAlone()
{
    const SoundRun run;
    run.remove(1, SoundRun::Out + "op_statistic.csv");
    run.put(0, SoundRun::Out + "api_statistic.csv",
            "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\nacl,a,1,1,1,1,1,0\n");
    QCOMPARE(run.findings(), QStringList({QStringLiteral("notice absence.op-statistic rank1_ascend_pt x1"),
                                          QStringLiteral("notice absence.api-statistic rank1_ascend_pt x1")}));
}

void TestCrossChecks::kernelsWithoutStarts()
{
    for (const bool all : {false, true}) {
        const SoundRun run;
        const QByteArray file = SoundRun::Out + "kernel_details.csv";
        QByteArray text = run.text(0, file);
        for (const char *const start : {"1005.000\t", "1000.000\t", "1010.000\t", "1020.000\t"}) {
            text.replace(start, "N/A");
            if (!all)
                break;
        }
        run.put(0, file, text);
        QVERIFY(run.findings().filter(QStringLiteral("kernels.long-wait")).isEmpty());
        QVERIFY(!run.findings().filter(QStringLiteral("kernels.no-row")).isEmpty() || all);
    }
}

void TestCrossChecks::partsOfKernels_data()
{
    QTest::addColumn<QByteArray>("column");
    QTest::addColumn<QByteArray>("values"); // of the four rows
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *column, const char *values, const QString &expected) {
        QTest::newRow(name) << QByteArray(column) << QByteArray(values) << expected;
    };
    const QString told = QStringLiteral("loss kernels.above-whole kernel_details.csv [line %1, row %2, column %3] "
                                        "(%3: %4) x%5");
    row("ratios", "aic_mac_ratio", "0.5 1 0 0.25", {});
    row("ratios of other clocks", "aic_mac_ratio", "0.5 1.1 0 0.25", {});
    row("per cent", "cube_utilization(%)", "98.2 100 0 3.5", {});
    row("times", "aicore_time(us)", "2.5 3.5 0 0.5", {});
    row("times of other clocks", "aiv_time(us)", "3.5 4.5 5 0", {});
    row("times in nanoseconds", "aicore_time(us)", "0 3990 4990 0",
        QStringLiteral("loss kernels.core-time kernel_details.csv [line 3, row 2, column aicore_time(us)] "
                       "(3990 µs > 4.000 µs) x2"));
    row("ratios in per cent", "aic_mac_ratio", "0.5 100 0 25",
        told.arg(3).arg(2).arg(QStringLiteral("aic_mac_ratio"), QStringLiteral("100")).arg(2));
    row("whole numbers", "aic_icache_miss_rate", "0 0 7 0",
        told.arg(4).arg(3).arg(QStringLiteral("aic_icache_miss_rate"), QStringLiteral("7")).arg(1));
    row("a hundredfold of per cent", "cube_utilization(%)", "9823.9 0 0 0",
        told.arg(2).arg(1).arg(QStringLiteral("cube_utilization(%)"), QStringLiteral("9823.9")).arg(1));
}

// Columns behind the last one of both ranks' kernel tables; `cells` of a rank and row, counted from 0, parted by
// commas.
static void addKernelCells(const SoundRun &run, const QByteArray &columns,
                           const std::function<QByteArray(int rank, int row)> &cells)
{
    for (const int rank : {0, 1}) {
        const QByteArray file = SoundRun::Out + "kernel_details.csv";
        QByteArrayList lines = run.text(rank, file).trimmed().split('\n');
        lines[0] += ',' + columns;
        for (int i = 1; i < lines.size(); ++i)
            lines[i] += ',' + cells(rank, i - 1);
        run.put(rank, file, lines.join('\n') + '\n');
    }
}

void TestCrossChecks::partsOfKernels()
{
    QFETCH(const QByteArray, column);
    QFETCH(const QByteArray, values);
    QFETCH(const QString, expected);
    const SoundRun run;
    addKernelCells(run, column,
                   [&](int rank, int row) { return rank == 0 ? values.split(' ').at(row) : QByteArray("0.25"); });
    QCOMPARE(run.findings().join(u'\n'), expected);
}

void TestCrossChecks::pipesOfKernels_data()
{
    QTest::addColumn<QByteArray>("columns");
    QTest::addColumn<QByteArray>("values"); // of the first row
    QTest::addColumn<QString>("expected");
    const QByteArray all("aicore_time(us),aic_mac_time(us),aic_mac_ratio");
    const auto row = [](const char *name, const QByteArray &columns, const char *values, const char *expected) {
        const QString told = QStringLiteral("loss kernels.other-part kernel_details.csv [line 2, row 1, column "
                                            "aic_mac_time(us)] (aic_mac_time(us): %1) x1");
        QTest::newRow(name) << columns << QByteArray(values)
                            << (*expected ? told.arg(QString::fromUtf8(expected)) : QString());
    };
    row("sound", all, "3,1.5,0.5", "");
    row("rounded", all, "3,1.501,0.5", "");
    row("twice", all, "3,3,0.5", "3 ≠ 0.5 × 3");
    row("in nanoseconds", all, "3,1500,0.5", "1500 ≠ 0.5 × 3");
    row("the half", all, "3,0.75,0.5", "0.75 ≠ 0.5 × 3");
    row("no ratio", "aicore_time(us),aic_mac_time(us)", "3,2.9", "");
    row("no ratio and more than the whole", "aicore_time(us),aic_mac_time(us)", "3,4", "4 ≠ 3");
    row("no time of the core", "aic_mac_time(us),aic_mac_ratio", "4,0.5", "");
    row("no value", all, "3,,0.5", "");
}

void TestCrossChecks::pipesOfKernels()
{
    QFETCH(const QByteArray, columns);
    QFETCH(const QByteArray, values);
    QFETCH(const QString, expected);
    const SoundRun run;
    addKernelCells(run, columns, [&](int rank, int row) {
        const QByteArray sound = columns.startsWith("aic_mac") ? "1.2,0.6" : QByteArray("2,1.2,0.6");
        return rank == 1 || row > 0 ? sound.left(columns.count(',') == 2 ? 9 : 5) : values;
    });
    QCOMPARE(run.findings().filter(QStringLiteral("kernels.")).join(u'\n'), expected);
}

/// Of a log that is as empty as the header makes it nothing is missing.
void TestCrossChecks::aLogBesideADatabase()
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
void TestCrossChecks::aClusterFileWithoutRowsAlone()
{
    for (const char *text : {"Step,Type,Index,Computing,Free\n", "<html>\n<body>\n</html>\n"}) {
        RunFolder d;
        d.write(QStringLiteral("out/cluster_analysis_output/cluster_step_trace_time.csv"), text);
        d.write(QStringLiteral("out/cluster_analysis_output/communication_group.json"),
                R"j({"comm_group_parallel_info":[{"type":"collective","rank_set":[0,1],"group_name":"17"}]})j");
        ImportReport report;
        auto runs = discover({d.path(QStringLiteral("out"))}, JobContext(), report);
        QCOMPARE(runs.size(), size_t(1));
        ThreadPool pool(1);
        const auto run = loadRun(std::move(runs.front()), pool, JobContext());
        QVERIFY(!run->report.isEmpty());
        for (const Finding &f : run->report.findings())
            QVERIFY2(!f.text().contains(QLatin1String("trace,")) && !f.text().contains(QLatin1String("trace instead")),
                     qPrintable(f.text()));
    }
}

namespace {

// Of `ms` milliseconds.
QByteArray timesOf(double ms)
{
    const QByteArray transit = QByteArray::number(ms / 4);
    const QByteArray wait = QByteArray::number(3 * ms / 4);
    return R"j({"Communication Time Info":{"Start Timestamp(us)":1000.1,"Elapse Time(ms)":)j" + QByteArray::number(ms) +
           R"j(,"Transit Time(ms)":)j" + transit + R"j(,"Wait Time(ms)":)j" + wait +
           R"j(,"Synchronization Time(ms)":)j" + wait +
           R"j(,"Idle Time(ms)":0,"Wait Time Ratio":0.75,"Synchronization Time Ratio":0.75},"Communication Bandwidth Info":{}})j";
}

struct KeyAndMs
{
    QByteArray key;
    double ms = 0;
};

QByteArray classOf(const std::vector<KeyAndMs> &operators)
{
    QByteArray out;
    for (const KeyAndMs &o : operators)
        out += (out.isEmpty() ? "\"" : ",\"") + o.key + "\":" + timesOf(o.ms);
    return '{' + out + '}';
}

QByteArray stepOf(const std::vector<KeyAndMs> &p2p, const std::vector<KeyAndMs> &collective)
{
    return R"({"step1":{"p2p":)" + classOf(p2p) + R"(,"collective":)" + classOf(collective) + "}}";
}

// Domain 271 in the names, and links of it.
QByteArray linksWith(const QByteArray &first, const QByteArray &second, const QByteArray &operatorName)
{
    const QByteArray links =
        R"j({"0-1":{"Transport Type":"HCCS","Transit Size(MB)":0.05,"Transit Time(ms)":0.003,"Bandwidth(GB/s)":16.6667,"Op Name":")j" +
        operatorName + R"j("}})j";
    return R"({"step1":{"p2p":{},"collective":{")" + first + "\":" + links + ",\"" + second + "\":" + links +
           R"(,"Total Op Info":{}}}})";
}

} // namespace

void TestCrossChecks::operatorsOfOneRankAlone_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &text, const QStringList &expected) {
        QTest::newRow(name) << QByteArray("communication.json") << text << expected;
    };
    const KeyAndMs reduce{"hcom_allReduce__271_0_1@99271", 4};
    const KeyAndMs gather{"hcom_allGather__271_1_1@99271", 8};
    const KeyAndMs send{"hcom_send__804_0_1@77804", 2};
    const auto total = [](double ms) { return KeyAndMs{"Total Op Info", ms}; };
    const auto other = [](const char *sums) {
        return QStringList{QStringLiteral("loss communication.other-total communication.json [step 1] (%1) x1")
                               .arg(QString::fromUtf8(sums))};
    };
    row("a total", stepOf({}, {reduce, gather, total(12)}), {});
    row("totals of both classes", stepOf({send, total(2)}, {reduce, total(4)}), {});
    row("filed under the other class", stepOf({}, {reduce, send, total(6)}),
        {QStringLiteral("info communication.class communication.json [hcom_send__804_0_1] x1")});
    row("no total", stepOf({}, {reduce, gather}), {});
    row("the total of one class alone", stepOf({send, total(2)}, {reduce}), {});
    row("a total within the rounding", stepOf({}, {reduce, gather, total(12.0002)}), {});
    row("another total", stepOf({}, {reduce, gather, total(13)}), other("13 ms ≠ 12 ms"));
    row("an operator is missing", stepOf({}, {reduce, total(12)}), other("12 ms ≠ 4 ms"));
    row("another total of one class", stepOf({send, total(3)}, {reduce, total(4)}), other("7 ms ≠ 6 ms"));
    row("the hash of another domain", stepOf({}, {reduce, {"hcom_allGather__271_1_1@992719", 8}, total(12)}),
        {QStringLiteral("loss communication.other-domain communication.json [step 1, hcom_allGather__271_1_1] "
                        "(@992719 ≠ __271_) x1")});
    row("no hash", stepOf({}, {reduce, {"hcom_allGather__271_1_1", 8}, total(12)}),
        {QStringLiteral("loss communication.no-domain communication.json [step 1, hcom_allGather__271_1_1] x1")});
    row("sends of no group", stepOf({{"hcom_send__804_0_1", 2}, {"hcom_receive__804_1_1@", 2}}, {reduce, total(4)}),
        {});
    row("no hash at all", stepOf({}, {{"hcom_allGather__271_1_1", 8}, total(8)}), {});
    row("names of another form", stepOf({}, {{"Default/AllReduce__272_x-op3@99271", 8}, {"hcom_x__2_0@99271", 4}}), {});
    const auto links = [](const char *name, const QByteArray &text, const QStringList &expected) {
        QTest::newRow(name) << QByteArray("communication_matrix.json") << text << expected;
    };
    links("links", linksWith("allreduce-top1@99271", "allreduce-total@99271", "hcom_allReduce__271_0_1"), {});
    links("links of another domain",
          linksWith("allreduce-top1@99271", "allreduce-total@992719", "hcom_allReduce__271_0_1"),
          {QStringLiteral("loss communication.other-domain communication_matrix.json [step 1, allreduce-total, 0-1] "
                          "(@992719 ≠ __271_) x1")});
    links("links of old files", linksWith("hcom_broadcast__271_0_1@99271", "hcom_broadcast__272_0_1@99271", ""),
          {QStringLiteral(
              "loss communication.other-domain communication_matrix.json [step 1, hcom_broadcast__272_0_1, 0-1] "
              "(@99271 ≠ __272_) x1")});
}

void TestCrossChecks::operatorsOfOneRankAlone()
{
    QFETCH(const QByteArray, file);
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, expected);
    const RunFolder d;
    d.write(QStringLiteral("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/") + QString::fromLatin1(file), text);
    ImportReport report;
    auto runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    ThreadPool pool(2);
    QStringList out;
    for (const Finding &f : loadRun(std::move(runs.front()), pool, JobContext())->ranks[0]->report.findings()) {
        if (f.code.startsWith(QLatin1String("matrix.")))
            continue;
        out << severityName(f.severity) + u' ' + f.code + u' ' + f.file.section(u'/', -1) + QStringLiteral(" [") +
                   f.place.text() + u']' +
                   (f.argument.isEmpty() ? QString() : QStringLiteral(" (") + f.argument + u')') +
                   QStringLiteral(" x%1").arg(f.count);
    }
    QCOMPARE(out.join(u'\n'), expected.join(u'\n'));
}

RS_TEST(TestCrossChecks, QCoreApplication);
#include "tst_crosschecks.moc"
