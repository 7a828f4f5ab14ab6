// SPDX-License-Identifier: Apache-2.0
// A device is a rank of its own, also where one file holds several; and what its tasks are.
#include "analysis/operators/devicework.h"
#include "analysis/time/devicesets.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/devicepart.h"
#include "dbprofile.h"
#include "foundruns.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tracetext.h"

#include <QFileInfo>
#include <QTest>

#include <cmath>
#include <set>

using namespace rs;
using namespace rs::test;

namespace {

QByteArray process(const QByteArray &pid, const char *name, const char *label, int sort)
{
    const auto meta = [&pid](const char *kind, const QByteArray &args) {
        return R"({"name":")" + QByteArray(kind) + R"(","pid":)" + pid + R"(,"tid":0,"args":{)" + args +
               R"(},"ph":"M"},)";
    };
    return meta("process_name", R"("name":")" + QByteArray(name) + "\"") +
           meta("process_labels", R"("labels":")" + QByteArray(label) + "\"") +
           meta("process_sort_index", R"("sort_index":)" + QByteArray::number(sort));
}

QByteArray task(const QByteArray &pid, const char *name, const char *type, int startUs, int lengthUs)
{
    return QStringLiteral(
               R"({"ph":"X","name":"%1","pid":%2,"tid":3,"ts":"%3.000","dur":%4,"args":{%5"Physic Stream Id":3}},)")
        .arg(QLatin1String(name), QString::fromUtf8(pid))
        .arg(startUs)
        .arg(lengthUs)
        .arg(*type ? QStringLiteral(R"("Task Type":"%1",)").arg(QLatin1String(type)) : QString())
        .toUtf8();
}

QByteArray line(const char *phase, const QByteArray &pid, int id, int us)
{
    return QStringLiteral(
               R"({"ph":"%1","bp":"e","cat":"HostToDevice","name":"HostToDevice","id":"%2","pid":%3,"tid":3,"ts":"%4.000"},)")
        .arg(QLatin1String(phase))
        .arg(id)
        .arg(QString::fromUtf8(pid))
        .arg(us)
        .toUtf8();
}

QByteArray listOf(QByteArray events)
{
    events.chop(1);
    return '[' + events + ']';
}

/// As CANN numbers its processes: that of the host, place among the lanes, device.
QByteArray cannPid(qint64 host, int sort, int device)
{
    return QByteArray::number((host << 10) | (sort << 5) | device);
}

constexpr qint64 host = 5000;
constexpr int hardware = 13;

/// One process that drives two devices: 10 µs of work on the first, 25 on the second.
QByteArray twoDevices()
{
    const QByteArray cann = cannPid(host, 7, 31);
    QByteArray out =
        process(cann, "CANN", "CPU", 7) + task(cann, "Node@launch", "", 1, 2) + task(cann, "Node@launch", "", 4, 2);
    for (int device = 0; device < 2; ++device) {
        const QByteArray pid = cannPid(host, hardware, device);
        const QByteArray label = "NPU " + QByteArray::number(device);
        out += process(pid, "Ascend Hardware", label.constData(), hardware) +
               task(pid, device == 0 ? "MatMul0" : "MatMul1", "AI_CORE", 10, device == 0 ? 10 : 25);
        out += line("s", cann, device, device == 0 ? 1 : 4) + line("f", pid, device, 10);
        const QByteArray memory = cannPid(host, 17, device);
        out += process(memory, "HBM", label.constData(), 17) + R"({"ph":"C","name":"HBM 0/Read","pid":)" + memory +
               R"(,"tid":0,"ts":"9.000","args":{"Read":1}},)";
    }
    return listOf(out);
}

QByteArray kernelsOfTwoDevices()
{
    return "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),"
           "Task Duration(us),Task Wait Time(us),Block Dim\n"
           "0,1,1,3,MatMul0,MatMul,static,AI_CORE,10.000\t,10,0,8\n"
           "1,1,1,3,MatMul1,MatMul,static,AI_CORE,10.000\t,25,0,8\n";
}

QStringList labelsOf(const Run &run)
{
    QStringList out;
    for (const RankInfo &info : run.infos)
        out << info.label;
    return out;
}

qint64 computingNs(const RankData &rank)
{
    return totalLength(deviceSets(*rank.trace).compute);
}

QStringList processesOf(const Trace &trace)
{
    QStringList out;
    for (quint32 p = 0; p < trace.processes().size(); ++p)
        out << trace.processLabel(ProcessId{p});
    return out;
}

QStringList lossesOf(const Run &run)
{
    QStringList out;
    for (const Finding &f : wholeReport(run).findings()) {
        if (f.severity >= Severity::Loss)
            out << f.code;
    }
    return out;
}

QByteArray stepsOfTwoDevices()
{
    return "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
           "Communication(Not Overlapped and Exclude Receive),Preparing\n"
           "0,1,10,0,0,0,5,15,0,0,1\n1,1,25,0,0,0,5,30,0,0,1\n";
}

/// A second device beside that of profile(), with a kernel of 10 us and an operator of 3.5 us.
QStringList secondDevice()
{
    return {
        QStringLiteral("CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER)"),
        QStringLiteral("INSERT INTO RANK_DEVICE_MAP VALUES (3,4),(9,5)"),
        QStringLiteral("INSERT INTO STRING_IDS VALUES (40,'hcom_broadcast__123_0_1')"),
        QStringLiteral("INSERT INTO TASK VALUES (1000002000,1000012000,5,70,90,77,2,4294967295,2,10,4294967295),"
                       "(1000013000,1000014000,5,74,91,77,13,1,3,14,4294967295)"),
        QStringLiteral("INSERT INTO COMPUTE_TASK_INFO VALUES (1,90,20,0,3,4,7,6,5,7,6,5,NULL)"),
        QStringLiteral("INSERT INTO COMMUNICATION_OP VALUES (40,1000012500,1000016000,74,11,2,0,0,4,0,64,10)"),
        QStringLiteral("INSERT INTO COMMUNICATION_TASK_INFO VALUES (40,91,12,1,11,0,65535,0,1,0,4096,4,1,2)"),
    };
}

QStringList operatorsOf(const RankData &rank)
{
    QStringList out;
    for (const CommOpRef op : rank.commOps)
        out << op.name() + QStringLiteral(" %1").arg(op.elapseMs().value_or(-1) * 1000);
    return out;
}

double numberIn(const RankData &rank, const char *table, const char *column)
{
    const auto found = rank.table(QLatin1String(table));
    for (int c = 0; found && c < found->columnCount(); ++c) {
        if (found->at(c).name == QLatin1String(column) && found->rows() > 0)
            return found->at(c).type == ColumnType::Real ? found->real(0, c)
                                                         : static_cast<double>(found->integer(0, c));
    }
    return -1;
}

} // namespace

class TestDevices : public QObject
{
    Q_OBJECT
private slots:
    void eachDeviceOfAProcessIsARank()
    {
        RunFolder d;
        const QString folder = QStringLiteral("PROF_000001_20250109084755012_ABCDEFGH/mindstudio_profiler_output/");
        d.write(folder + QStringLiteral("msprof_20250109084800.json"), twoDevices());
        d.write(folder + QStringLiteral("op_summary_20250109084800.csv"), kernelsOfTwoDevices());
        const auto run = loadedRun(d.path());
        QCOMPARE(labelsOf(*run), texts({"device 0", "device 1"}));
        for (int i = 0; i < 2; ++i) {
            const RankData &rank = *run->ranks[static_cast<size_t>(i)];
            QCOMPARE(rank.info.rank, -1);
            QCOMPARE(rank.info.device, i);
            QCOMPARE(computingNs(rank), qint64{i == 0 ? 10'000 : 25'000});
            QCOMPARE(rank.kernels->rows(), 1);
            QCOMPARE(rank.kernels->textView(0, KernelColumns(*rank.kernels).name),
                     std::string_view(i == 0 ? "MatMul0" : "MatMul1"));
            QCOMPARE(rank.kernelOfSlice.size(), size_t{1});
            // Both launches are of the host that they share; the line to the other device goes with its end.
            QCOMPARE(processesOf(*rank.trace), texts({"CANN", "Ascend Hardware", "HBM"}));
            QCOMPARE(rank.trace->slices().size(), 3U);
            QCOMPARE(rank.trace->counters().size(), size_t{1});
            QCOMPARE(rank.trace->flows().size(), 1U);
        }
        QCOMPARE(lossesOf(*run), QStringList());
    }

    void tablesAloneTellDevices()
    {
        RunFolder d;
        const QString folder = QStringLiteral("PROF_000001_20250109084755012_ABCDEFGH/mindstudio_profiler_output/");
        d.write(folder + QStringLiteral("op_summary_20250109084800.csv"), kernelsOfTwoDevices());
        const auto run = loadedRun(d.path());
        QCOMPARE(labelsOf(*run), texts({"device 0", "device 1"}));
        QCOMPARE(run->ranks[1]->kernels->rows(), 1);
        QCOMPARE(run->ranks[1]->kernels->textView(0, KernelColumns(*run->ranks[1]->kernels).name),
                 std::string_view("MatMul1"));
    }

    void mergedTracesArePartedByTheirPrefix_data()
    {
        const Scenarios<QString, QStringList> row;
        row("groups", "[TP0%1-DP00] ", {"device 0", "device 1"});
        row("ranks", "rank %1: ", {"0", "1"});
    }

    void mergedTracesArePartedByTheirPrefix()
    {
        const auto [prefix, labels] = scenario<QString, QStringList>();
        QByteArray events;
        for (int rank = 0; rank < 2; ++rank) {
            const auto pid = [&, &prefix = prefix](const QByteArray &number) {
                return "\"" + prefix.arg(rank).toUtf8() + number + "\"";
            };
            const QByteArray python = pid(QByteArray::number(host + rank));
            const QByteArray npu = pid(cannPid(host + rank, hardware, rank));
            events += process(python, "Python", "CPU", 0) + task(python, "aten::mm", "", 1, 2) +
                      process(npu, "Ascend Hardware", "NPU", hardware) +
                      task(npu, "MatMul", "AI_CORE", 10, rank == 0 ? 10 : 25) + line("s", python, 1, 1) +
                      line("f", npu, 1, 10);
        }
        RunFolder d;
        d.write("merged.trace.json.gz", gzipped(R"({"traceEvents":)" + listOf(events) + '}'));
        const auto run = loadedRun(d.path());
        QCOMPARE(labelsOf(*run), labels);
        for (int i = 0; i < 2; ++i) {
            const RankData &rank = *run->ranks[static_cast<size_t>(i)];
            QCOMPARE(computingNs(rank), qint64{i == 0 ? 10'000 : 25'000});
            QCOMPARE(processesOf(*rank.trace), texts({"Python", "Ascend Hardware"}));
            QCOMPARE(rank.trace->flows().size(), 1U);
        }
        QCOMPARE(lossesOf(*run), QStringList());
    }

    // Two ranks of two hosts, each on device 0: their processes differ.
    void mergedTracesWithoutAPrefix()
    {
        std::vector<NamedProcess> all;
        for (const qint64 pid : {host, host + 1}) {
            all.push_back({QString::number(pid), QStringLiteral("Python"), QStringLiteral("CPU"), 0});
            all.push_back({QString::fromUtf8(cannPid(pid, 7, 0)), QStringLiteral("CANN"), QStringLiteral("CPU"), 7});
            all.push_back({QString::fromUtf8(cannPid(pid, hardware, 0)), QStringLiteral("Ascend Hardware"),
                           QStringLiteral("NPU 0"), hardware});
            all.push_back(
                {QString::fromUtf8(cannPid(pid, 15, 0)), QStringLiteral("HCCL"), QStringLiteral("NPU 0"), 15});
        }
        const std::vector<DevicePart> parts = devicePartsOf(all);
        QCOMPARE(parts.size(), size_t{2});
        QCOMPARE(processesOfPart(all, parts[0]),
                 (std::vector<bool>{true, true, true, true, false, false, false, false}));
        QCOMPARE(processesOfPart(all, parts[1]),
                 (std::vector<bool>{false, false, false, false, true, true, true, true}));
        // Processes are one device where nothing tells them apart.
        for (NamedProcess &p : all) {
            p.sortIndex = -1;
            p.label = QStringLiteral("NPU");
        }
        QCOMPARE(devicePartsOf(all).size(), size_t{1});
    }

    void oneDeviceStaysOneRank()
    {
        RunFolder d;
        d.torchRank("rank3_1_20250109084755012_ascend_pt", 3);
        const QString prof = QStringLiteral("PROF_000001_20250109084755012_ABCDEFGH/mindstudio_profiler_output/");
        RunFolder other;
        const QByteArray pid = cannPid(host, hardware, 0);
        // Bare labels, and a table whose number is another one.
        other.write(prof + QStringLiteral("msprof_20250109084800.json"),
                    listOf(process(pid, "Ascend Hardware", "NPU", hardware) + task(pid, "MatMul1", "AI_CORE", 10, 25)));
        other.write(prof + QStringLiteral("op_summary_20250109084800.csv"),
                    kernelsOfTwoDevices().replace("0,1,1,3,MatMul0,MatMul,static,AI_CORE,10.000\t,10,0,8\n", ""));
        for (const auto &[folder, label] :
             {std::pair(&d, "3"), std::pair(&other, "PROF_000001_20250109084755012_ABCDEFGH")}) {
            const auto runs = runsIn({folder->path()});
            QCOMPARE(runs.size(), size_t{1});
            QCOMPARE(labelsOf(runs[0]), QStringList{QLatin1String(label)});
            QVERIFY(!runs[0].infos[0].part);
        }
    }

    void stepTablesTellDevices()
    {
        RunFolder d;
        const QString out = QStringLiteral("host_1_20250109084755012_ascend_pt/ASCEND_PROFILER_OUTPUT/");
        d.write(out + QStringLiteral("step_trace_time.csv"), stepsOfTwoDevices());
        d.write(out + QStringLiteral("trace_view.json"), twoDevices());
        d.write(
            out + QStringLiteral("memory_record.csv"),
            "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type\n"
            "PTA,11.000,1,2,1,1,NPU:0\nPTA,12.000,3,4,3,1,NPU:1\n");
        const auto run = loadedRun(d.path());
        QCOMPARE(labelsOf(*run), texts({"device 0", "device 1"}));
        for (int i = 0; i < 2; ++i) {
            const RankData &rank = *run->ranks[static_cast<size_t>(i)];
            QCOMPARE(rank.stepTrace.size(), size_t{1});
            QCOMPARE(rank.stepTrace[0].computingUs.value_or(0), i == 0 ? 10.0 : 25.0);
            QCOMPARE(computingNs(rank), qint64{i == 0 ? 10'000 : 25'000});
            QCOMPARE(rank.table(QStringLiteral("memory_record"))->rows(), 1);
        }
    }

    void aStatedRankGoesBeforeTheDevice()
    {
        RunFolder d;
        const QString folder = QStringLiteral("host_1_20250109084755012_ascend_ms/");
        d.write(folder + QStringLiteral("profiler_info_6.json"),
                R"({"ms_profiler_info":{"rank_id":6,"device_id":"1"},"ms_version":"2.6.0"})");
        d.write(folder + QStringLiteral("ASCEND_PROFILER_OUTPUT/step_trace_time.csv"), stepsOfTwoDevices());
        d.write(folder + QStringLiteral("ASCEND_PROFILER_OUTPUT/trace_view.json"), twoDevices());
        const auto run = loadedRun(d.path());
        QCOMPARE(labelsOf(*run), texts({"6", "device 0"}));
        QCOMPARE(run->infos[0].rank, 6);
        QCOMPARE(run->infos[0].device, 1);
        QCOMPARE(computingNs(*run->ranks[0]), qint64{25'000});
    }

    void devicesOfDatabases()
    {
        RunFolder d;
        write(d,
              {"CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER)",
               "INSERT INTO RANK_DEVICE_MAP VALUES (3,4),(9,5)",
               "INSERT INTO TASK VALUES (1000002000,1000012000,5,-1,90,77,2,4294967295,2,10,4294967295)",
               "INSERT INTO COMPUTE_TASK_INFO VALUES (1,90,20,0,3,4,7,6,5,7,6,5,NULL)"},
              false);
        const auto run = loadedRun(d.path());
        QCOMPARE(labelsOf(*run), texts({"3", "9"}));
        QCOMPARE(computingNs(*run->ranks[1]), qint64{10'000});
        QCOMPARE(run->ranks[1]->kernels->rows(), 1);
        QCOMPARE(computingNs(*run->ranks[0]), qint64{4'000});
        QVERIFY(!hasCode(run->report, "db.ranks"));
    }

    void devicesOfADatabaseShareNoOperators_data()
    {
        const Scenarios<QStringList> row;
        row("by the tasks of an operator", {"UPDATE COMMUNICATION_OP SET connectionId = 4294967295"});
        row("by the connection", {"DROP TABLE COMMUNICATION_TASK_INFO"});
        // Tasks of the other device, which the column goes before.
        row("by its column", {"ALTER TABLE COMMUNICATION_OP ADD COLUMN deviceId INTEGER",
                              "UPDATE COMMUNICATION_OP SET deviceId = 3 + opId, connectionId = 74",
                              "DROP TABLE COMMUNICATION_TASK_INFO"});
    }

    void devicesOfADatabaseShareNoOperators()
    {
        const auto [more] = scenario<QStringList>();
        RunFolder d;
        // The number in a name is that of its domain.
        const QString rename = QStringLiteral("UPDATE STRING_IDS SET value = replace(value, '__123_', '__448_')");
        write(d, secondDevice() + more + QStringList(rename), false);
        const auto run = loadedRun(d.path());
        QCOMPARE(labelsOf(*run), texts({"3", "9"}));
        const RankData &first = *run->ranks[0];
        const RankData &second = *run->ranks[1];
        QCOMPARE(operatorsOf(first), QStringList(QStringLiteral("hcom_allReduce__448_0_1 2.5")));
        QCOMPARE(operatorsOf(second), QStringList(QStringLiteral("hcom_broadcast__448_0_1 3.5")));
        QCOMPARE(first.kernels->rows(), 3);
        QCOMPARE(second.kernels->rows(), 2);
        QCOMPARE(numberIn(first, "op_statistic", "Count"), 2.0);
        QCOMPARE(numberIn(first, "op_statistic", "Total Time(us)"), 4.0);
        QCOMPARE(numberIn(second, "op_statistic", "Count"), 1.0);
        QCOMPARE(numberIn(second, "op_statistic", "Total Time(us)"), 10.0);
        QCOMPARE(numberIn(first, "operator_details", "Device Total Duration(us)"), 3.0);
        QCOMPARE(numberIn(second, "operator_details", "Device Total Duration(us)"), 10.0);
        QCOMPARE(lossesOf(*run), QStringList());
        QVERIFY(!hasCode(wholeReport(*run), "rank.communication-of-devices"));
    }

    // The analysis names no devices, and tells of the first one alone.
    void devicesOfTheAnalysisAreToldByTime()
    {
        RunFolder d;
        write(d, secondDevice());
        const auto run = loadedRun(d.path());
        QCOMPARE(labelsOf(*run), texts({"3", "9"}));
        QCOMPARE(operatorsOf(*run->ranks[0]), QStringList(QStringLiteral("hcom_allReduce__123_0_1 2500")));
        QCOMPARE(operatorsOf(*run->ranks[1]), QStringList(QStringLiteral("hcom_broadcast__123_0_1 3.5")));
        // Nothing tells whose its links are.
        QVERIFY(hasCode(wholeReport(*run), "rank.communication-of-devices"));
    }

    void tasksTellDevicesThatNothingNames()
    {
        RunFolder d;
        write(d, secondDevice() + QStringList(QStringLiteral("DELETE FROM RANK_DEVICE_MAP WHERE rankId = 9")), false);
        const auto run = loadedRun(d.path());
        QCOMPARE(labelsOf(*run), texts({"3", "device 5"}));
        QCOMPARE(computingNs(*run->ranks[1]), qint64{10000});
    }

    void namesStayApart()
    {
        RunFolder d;
        for (const char *name : {"PROF_000001_20250109084755012_ABCDEFGH", "PROF_000002_20250109084755013_ABCDEFGI"})
            d.write(QLatin1String(name) + QStringLiteral("/mindstudio_profiler_output/msprof_20250109084800.json"),
                    twoDevices());
        const auto runs = runsIn({d.path()});
        std::set<QString> labels;
        size_t ranks = 0;
        for (const Run &run : runs) {
            for (const RankInfo &info : run.infos)
                labels.insert(run.title() + info.label);
            ranks += run.infos.size();
        }
        QCOMPARE(ranks, size_t{4});
        QCOMPARE(labels.size(), size_t{4});
    }

    void sharedProfiles_data()
    {
        const Scenarios<QString, QStringList, QList<double>> row;
        const QStringList devices{QStringLiteral("device 0"), QStringLiteral("device 1")};
        const QList<double> times{8868.2, 8902.3};
        row("PROF with two devices", "cases/27-two-devices", devices, times);
        row("merged trace", "cases/20-merged", devices, times);
        row("a file for each device", "legacy/msprof_2device_alexnet_allreduce", {"0", "1"}, {});
    }

    void sharedProfiles()
    {
        const auto [folder, ranks, computingUs] = scenario<QString, QStringList, QList<double>>();
        const QString path = QStringLiteral(RANKSCOPE_SHARED_DATA "/") + folder;
        if (!QFileInfo::exists(path))
            QSKIP("The shared profiles are not here.");
        const auto run = loadedRun(path);
        QCOMPARE(labelsOf(*run), ranks);
        QCOMPARE(lossesOf(*run), QStringList());
        for (qsizetype i = 0; i < computingUs.size(); ++i) {
            const double us = static_cast<double>(computingNs(*run->ranks[static_cast<size_t>(i)])) / 1e3;
            QVERIFY2(std::abs(us - computingUs[i]) < 0.5, qPrintable(QString::number(us)));
        }
    }

    void unknownTypesCompute_data()
    {
        const Scenarios<QByteArray> row;
        for (const char *type : {"AI_CORE", "Other", "UNKNOWN", "KERNEL_MIX_NEW", ""})
            row(*type ? type : "none", QByteArray(type));
    }

    // Kernels of 60 µs every 100 µs, and between them what computes nothing.
    void unknownTypesCompute()
    {
        const auto [type] = scenario<QByteArray>();
        const QByteArray pid = cannPid(host, hardware, 0);
        QByteArray events = process(pid, "Ascend Hardware", "NPU", hardware);
        constexpr int kernels = 40;
        for (int i = 0; i < kernels; ++i)
            events += task(pid, "aclnnMm_MatMulV2", type.constData(), i * 100, 60);
        events += task(pid, "EVENT_WAIT", "EVENT_WAIT_SQE", 61, 30) + task(pid, "EVENT_RECORD", "Other", 161, 30) +
                  task(pid, "MEMCPY_ASYNC", "SDMA_SQE", 261, 30) +
                  task(pid, "Notify Wait",
                       type.contains("CORE") || type.startsWith("KERNEL") ? "NOTIFY_WAIT" : type.constData(), 361, 30) +
                  task(pid, "hcom_allReduce__1_0_1", "HCCL", 461, 30);
        RunFolder d;
        d.write("x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", listOf(events));
        const auto run = loadedRun(d.path());
        const RankData &rank = *run->ranks.at(0);
        const DeviceSets sets = deviceSets(*rank.trace);
        QCOMPARE(totalLength(sets.compute), qint64{kernels} * 60'000);
        QCOMPARE(sets.computeSlices, qint64{kernels});
        QCOMPARE(totalLength(sets.copy), qint64{30'000});
        const std::vector<CoreWork> cores = coreWorks(rank, WorkQuery());
        QCOMPARE(cores.size(), size_t{1});
        QCOMPARE(cores[0].core, QString::fromUtf8(type));
    }

    // Kernels from 0 to 60 and 100 to 160 µs; copies of another stream beside and behind them.
    void copiesByDirection()
    {
        const QByteArray pid = cannPid(host, hardware, 0);
        const auto copy = [&pid](int startUs, int lengthUs, const QByteArray &args) {
            return task(pid, "MEMCPY_ASYNC", "PCIE_DMA_SQE", startUs, lengthUs)
                .replace("\"tid\":3", "\"tid\":5")
                .replace("\"Physic Stream Id\":3", "\"Physic Stream Id\":5," + args);
        };
        RunFolder d;
        d.write("x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
                listOf(process(pid, "Ascend Hardware", "NPU", hardware) + task(pid, "MatMul0", "AI_CORE", 0, 60) +
                       task(pid, "MatMul1", "AI_CORE", 100, 60) +
                       copy(30, 60, R"x("data size(Byte)":6000,"memcpy direction":"host to device")x") +
                       copy(100, 20, R"x("size(B)":2000,"operation":"host to device")x") +
                       copy(200, 10, R"("memcpy direction":"device to host")")));
        const auto run = loadedRun(d.path());
        const RankData &rank = *run->ranks.at(0);
        const std::vector<CopyWork> copies = copyWorks(rank, WorkQuery());
        QCOMPARE(copies.size(), size_t{2});
        const CopyWork &toDevice = copies[0];
        QCOMPARE(toDevice.direction, QStringLiteral("host to device"));
        QCOMPARE(toDevice.copies, qint64{2});
        QCOMPARE(toDevice.totalNs, qint64{80'000});
        QCOMPARE(toDevice.uncoveredNs, qint64{30'000});
        QCOMPARE(toDevice.bytes, std::optional<qint64>(8000));
        QCOMPARE(toDevice.bandwidthGbs, std::optional(0.1));
        QCOMPARE(rank.trace->slices().duration(toDevice.longest), qint64{60'000});
        const CopyWork &toHost = copies[1];
        QCOMPARE(toHost.direction, QStringLiteral("device to host"));
        QCOMPARE(std::pair(toHost.totalNs, toHost.uncoveredNs), std::pair(qint64{10'000}, qint64{10'000}));
        QVERIFY(!toHost.bytes && !toHost.bandwidthGbs);
    }
};

RS_TEST(TestDevices, QCoreApplication);
#include "tst_devices.moc"
