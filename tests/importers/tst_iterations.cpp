// SPDX-License-Identifier: Apache-2.0
// Files of older CANN for each iteration below PROF_*/device_N/timeline: by hand, and of a real run.
#include "analysis/overview/trajectory.h"
#include "foundruns.h"
#include "importers/legacy/legacyiterations.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <cmath>

using namespace rs;
using namespace rs::test;

namespace {

bool isNear(const std::optional<double> &value, double expected, double within = 1e-6)
{
    return value && std::abs(*value - expected) <= within;
}

QByteArray task(const char *name, int plane, double ts, double dur, const QByteArray &args)
{
    return QByteArray(R"({"name": ")") + name + R"(", "ph": "X", "pid": 9, "tid": )" + QByteArray::number(plane) +
           R"(, "ts": )" + QByteArray::number(ts, 'f', 2) + R"(, "dur": )" + QByteArray::number(dur) +
           R"(, "args": {)" + args + "}}";
}

QByteArray link(int from, qint64 to, const char *type, qint64 bytes)
{
    return QByteArray("\"src rank\": ") + QByteArray::number(from) + ", \"dst rank\": " + QByteArray::number(to) +
           ", \"link type\": \"" + type + "\", \"size(Byte)\": " + QByteArray::number(bytes);
}

QByteArray threadName(int tid, const char *name)
{
    return R"({"name": "thread_name", "ph": "M", "pid": 9, "tid": )" + QByteArray::number(tid) +
           R"(, "args": {"name": ")" + name + R"("}})";
}

/// Rank 0, whose plane 1 is the main one. On it 2000 us of a copy to 1, 500 us of one on the chip, 3000 us of waiting;
/// on plane 0 a copy to 2 that counts for links alone, and a wait that does not count.
QByteArray hcclTrace()
{
    const QList<QByteArray> events{threadName(0, "Plane 0"),
                                   threadName(1, "Plane 1"),
                                   threadName(70000, "Communication Kernel"),
                                   task("net/AllReduce-op5_0", 70000, 1000, 6000, ""),
                                   task("Notify_Wait", 1, 1000, 3000, link(0, 1, "INVALID_TYPE", 0)),
                                   task("Memcpy", 1, 4000, 2000, link(0, 1, "HCCS", 30'000'000)),
                                   task("Memcpy", 1, 6000, 500, link(0, 4294967295, "ON_CHIP", 1'000'000)),
                                   task("Notify_Record", 1, 6500, 9, link(0, 1, "INVALID_TYPE", 0)),
                                   task("Reduce_Inline", 0, 1500, 1000, link(0, 2, "PCIE", 10'000'000)),
                                   task("Notify_Wait", 0, 2500, 4000, link(0, 2, "INVALID_TYPE", 0))};
    return '[' + events.join(", ") + ']';
}

QByteArray iteration(int number, double from)
{
    const auto at = [from](double after) { return QByteArray::number(from + after, 'f', 2); };
    const QByteArray id = QByteArray::number(number);
    return R"({"name": "Iteration )" + id + R"(", "cat": "Iteration Time", "ph": "X", "pid": 1, "tid": 1, "ts": )" +
           at(0) + R"(, "dur": 100, "args": {"Iteration ID": )" + id + R"(, "FP Start": )" + at(6) + R"(, "BP End": )" +
           at(46) + R"(, "Iteration End": )" + at(100) + "}}";
}

QByteArray hardwareTrace(int number, double from)
{
    const QList<QByteArray> events{
        R"({"name": "process_name", "pid": 3, "tid": 0, "args": {"name": "Ascend Hardware"}, "ph": "M"})",
        R"-({"name": "thread_name", "pid": 3, "tid": 1, "args": {"name": "Step Trace(Model ID:2)"}, "ph": "M"})-",
        R"({"name": "thread_name", "pid": 3, "tid": 2, "args": {"name": "Stream 2"}, "ph": "M"})",
        R"({"name": "Cast-op1", "pid": 3, "tid": 2, "ph": "X", "dur": 20, "args": {"Task Type": "AI_CORE"}, "ts": )" +
            QByteArray::number(from + 10, 'f', 2) + '}',
        iteration(number, from).replace(R"("pid": 1)", R"("pid": 3)")};
    return '[' + events.join(", ") + ']';
}

void writeDevice(const RunFolder &d, const QString &folder, int device, int rank)
{
    const QString id = QString::number(device);
    d.write(folder + QStringLiteral("/info.json.") + id,
            QStringLiteral(R"({"hostname": "node", "rank_id": %1})").arg(rank).toUtf8());
    for (int i = 1; i <= 2; ++i) {
        const auto name = [&](const char *kind) {
            return folder + QStringLiteral("/timeline/%1_%2_2_%3.json").arg(QLatin1String(kind), id).arg(i);
        };
        d.write(name("msprof"), hardwareTrace(i, 1e6 * i));
        d.write(name("step_trace"), '[' + iteration(1, 1e6) + ", " + iteration(2, 2e6) + ']');
        d.write(name("hccl"), hcclTrace());
        d.write(name("task_time"), "[]");
    }
}

CommOp totalOf(const CommOps &ops, const QString &step)
{
    for (const CommOpRef op : ops) {
        if (op.isTotal() && op.step() == step)
            return op.record();
    }
    return {};
}

std::optional<MatrixLink> totalLink(const MatrixLinks &links, const QString &step, int from, int to)
{
    for (const MatrixLinkRef l : links) {
        if (l.step() == step && l.key() == QLatin1String("Total Op Info") && l.source() == from &&
            l.destination() == to)
            return l.record();
    }
    return std::nullopt;
}

} // namespace

class TestIterations : public QObject
{
    Q_OBJECT

private slots:
    void namesTellDeviceModelAndIteration()
    {
        const IterationName hccl = iterationName(QStringLiteral("hccl_0_2_13.json"));
        QCOMPARE(hccl.kind, QStringLiteral("legacy_hccl_trace"));
        QCOMPARE(hccl.device, 0);
        QCOMPARE(hccl.model, 2);
        QCOMPARE(hccl.iteration, 13);
        QCOMPARE(iterationName(QStringLiteral("msprof_1_0_2.json")).kind, QStringLiteral("trace"));
        QCOMPARE(iterationName(QStringLiteral("step_trace_1_0_2.json")).kind, QStringLiteral("legacy_iterations"));
        for (const char *other : {"msprof_20240101120000.json", "hccl_8p.json", "hccl_0_1.json", "msprof_0_1_2.csv"})
            QVERIFY2(iterationName(QLatin1String(other)).iteration < 0, other);
    }

    void devicesAreRanksOfOneRun_data()
    {
        const Scenarios<QStringList> row;
        row("beside each other", QStringList{QStringLiteral("device_0"), QStringLiteral("device_1")});
        row("of one PROF", QStringList{QStringLiteral("PROF_1/device_0"), QStringLiteral("PROF_1/device_1")});
        row("of two PROF", QStringList{QStringLiteral("PROF_1/device_0"), QStringLiteral("PROF_2/device_1")});
    }

    void devicesAreRanksOfOneRun()
    {
        const auto [folders] = scenario<QStringList>();
        const RunFolder d;
        writeDevice(d, folders[0], 0, 4);
        writeDevice(d, folders[1], 1, 5);
        const auto run = loadedRun(d.path());
        QVERIFY(run);
        QCOMPARE(ranksOf(*run), QStringLiteral("4 5"));
        QCOMPARE(run->infos[1].device, 1);
        QCOMPARE(run->infos[1].host, QStringLiteral("node"));
        // All iterations are read, and nothing of these names is unknown.
        QCOMPARE(run->ranks[0]->trace->steps().size(), size_t{2});
        QCOMPARE(run->ranks[0]->trace->steps()[1].step, 2);
        for (const FileEntry &f : run->infos[0].files) {
            QVERIFY2(f.kind != QLatin1String("unknown"), qPrintable(f.name));
            QCOMPARE(f.used, f.kind != QLatin1String("legacy_tasks"));
        }
    }

    void timesOfIterations()
    {
        const RunFolder d;
        writeDevice(d, QStringLiteral("device_0"), 0, 0);
        const auto run = loadedRun(d.path());
        QVERIFY(run);
        const RankData &rank = *run->ranks[0];
        QVERIFY(rank.legacy);
        const auto times = rank.table(LegacySteps::Kind);
        QCOMPARE(times->rows(), 2);
        QCOMPARE(times->integer(1, LegacySteps::Step), 2);
        QCOMPARE(times->integer(1, LegacySteps::Total), 100'000);
        QCOMPARE(times->integer(1, LegacySteps::Interval), 6'000);
        QCOMPARE(times->integer(1, LegacySteps::ForwardBackward), 40'000);
        QCOMPARE(times->integer(1, LegacySteps::Tail), 54'000);
        QCOMPARE(rank.stepTrace.size(), size_t{2});
    }

    void tasksMakeOperatorsAndLinks()
    {
        const RunFolder d;
        ImportReport report;
        const QString path = d.write(QStringLiteral("f"), hcclTrace());
        const auto found = readIterationHccl({{path, QStringLiteral("f"), 3}}, 0, JobContext(), report);
        QCOMPARE(found.operators.size(), size_t{2});
        const CommOp op = found.operators[0].record();
        QCOMPARE(op.name, QStringLiteral("net/AllReduce-op5_0"));
        QCOMPARE(op.step, QStringLiteral("3"));
        QVERIFY(isNear(op.elapseMs, 6));
        QVERIFY(isNear(op.transitMs, 2.5));
        QVERIFY(isNear(op.waitMs, 3));
        QVERIFY(isNear(op.idleMs, 0.5));
        QCOMPARE(op.transports.size(), size_t{2});
        QVERIFY(isNear(totalOf(found.operators, QStringLiteral("3")).waitMs, 3));
        const auto copy = totalLink(found.links, QStringLiteral("3"), 0, 1);
        QVERIFY(copy);
        QCOMPARE(copy->transport, QStringLiteral("HCCS"));
        QVERIFY(isNear(copy->bandwidthGbs, 15));
        QVERIFY(copy->globalRanks);
        QCOMPARE(totalLink(found.links, QStringLiteral("3"), 0, 2)->transport, QStringLiteral("PCIE"));
        QCOMPARE(totalLink(found.links, QStringLiteral("3"), 0, 0)->transport, QStringLiteral("LOCAL"));
        QVERIFY(report.isEmpty());
    }

    // A payload of 700 us, its notify of 100 and the wait of 200 that closes it are one transfer of 1 ms.
    void sendsByRdma()
    {
        const RunFolder d;
        const QList<QByteArray> events{threadName(0, "Plane 0"),
                                       task("RDMASend", 0, 1000, 700, link(0, 8, "ROCE", 9'999'996)),
                                       task("RDMASend", 0, 1700, 100, link(0, 8, "ROCE", 4)),
                                       task("Notify_Wait", 0, 1800, 200, link(0, 8, "INVALID_TYPE", 0)),
                                       task("Notify_Wait", 0, 2000, 5000, link(0, 8, "INVALID_TYPE", 0))};
        ImportReport report;
        const QString path = d.write(QStringLiteral("f"), '[' + events.join(", ") + ']');
        const auto found = readIterationHccl({{path, QStringLiteral("f"), 1}}, 0, JobContext(), report);
        const auto sent = totalLink(found.links, QStringLiteral("1"), 0, 8);
        QVERIFY(sent);
        QCOMPARE(sent->transport, QStringLiteral("RDMA"));
        QVERIFY(isNear(sent->timeMs, 1));
        QVERIFY(isNear(sent->bandwidthGbs, 10));
        QVERIFY(isNear(totalOf(found.operators, QStringLiteral("1")).waitMs, 5));
    }

    void ranksOfOtherGroupsStayLocal()
    {
        const RunFolder d;
        ImportReport report;
        const QString path = d.write(QStringLiteral("f"), hcclTrace());
        const auto found = readIterationHccl({{path, QStringLiteral("f"), 1}}, 8, JobContext(), report);
        QVERIFY(!found.links[0].globalRanks());
        QVERIFY(hasCode(report, "legacy.links"));
    }

    void realAllReduce()
    {
        const QString folder = QStringLiteral(RANKSCOPE_SHARED_DATA "/legacy/msprof_2device_alexnet_allreduce");
        if (!QDir(folder).exists())
            QSKIP("the sample msprof_2device_alexnet_allreduce is not here");
        const auto run = loadedRun(folder);
        QVERIFY(run);
        QCOMPARE(ranksOf(*run), QStringLiteral("0 1"));
        const RankData &rank = *run->ranks[0];
        const auto times = rank.table(LegacySteps::Kind);
        QCOMPARE(times->rows(), 10);
        QCOMPARE(times->integer(0, LegacySteps::Total), 47'587'810);
        QCOMPARE(times->integer(0, LegacySteps::ForwardBackward), 4'236'100);
        QCOMPARE(times->integer(0, LegacySteps::Tail), 43'345'580);
        QCOMPARE(rank.trace->steps().size(), size_t{2});
        const QString step = QStringLiteral("1");
        QVERIFY(isNear(totalOf(rank.commOps, step).waitMs, 34.32424));
        QVERIFY(isNear(rank.commOps[0].elapseMs(), 41.5343));
        struct Expected
        {
            int to;
            double ms;
            double mb;
            double gbs;
            const char *transport;
        };
        for (const Expected &e : {Expected{1, 6.48282, 98.323456, 15.167, "HCCS"},
                                  {2, 7.18279, 98.321664, 13.689, "HCCS"},
                                  {3, 6.37731, 98.323456, 15.418, "HCCS"},
                                  {4, 6.8405, 98.323456, 14.374, "PCIE"},
                                  {0, 0.10416, 28.092288, 269.703, "LOCAL"}}) {
            const auto link = totalLink(rank.links, step, 0, e.to);
            QVERIFY(link);
            QVERIFY(isNear(link->timeMs, e.ms));
            QVERIFY(isNear(link->sizeMb, e.mb));
            QVERIFY(isNear(link->bandwidthGbs, e.gbs, 1e-3));
            QCOMPARE(link->transport, QLatin1String(e.transport));
        }
        const std::vector<TrajectoryRow> rows = trajectory(*run, {});
        QCOMPARE(rows.front().at(TrajectoryTime::Total), 47'587'810);
        QCOMPARE(rows.front().at(TrajectoryTime::Tail), 43'345'580);
    }
};

RS_TEST(TestIterations, QCoreApplication);
#include "tst_iterations.moc"
