// SPDX-License-Identifier: Apache-2.0
// What the files of one rank lack, though those of other ranks have it, is told; so are durations that cannot be.
#include "foundruns.h"
#include "importers/discovery/discovery.h"
#include "importers/runloader.h"
#include "runfolder.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <utility>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

constexpr int Calls = 40;

QByteArray lane(int pid, const char *name)
{
    return R"({"ph":"M","name":"process_name","pid":)" + QByteArray::number(pid) + R"(,"args":{"name":")" + name +
           "\"}}";
}

QByteArray slice(int pid, int atUs, const QByteArray &duration, const QByteArray &name, int connection,
                 const char *type = "")
{
    return R"({"ph":"X","pid":)" + QByteArray::number(pid) + R"(,"tid":1,"name":")" + name + R"(","ts":")" +
           QByteArray::number(1000 + atUs) + R"(.000","dur":)" + duration + R"(,"args":{"Task Type":")" + type +
           R"(","connection_id":)" + QByteArray::number(connection) + "}}";
}

QByteArray flow(const char *phase, int pid, int atUs, const char *category, int id)
{
    return R"({"ph":")" + QByteArray(phase) + R"(","pid":)" + QByteArray::number(pid) +
           R"(,"tid":1,"name":"f","cat":")" + category + R"(","id":)" + QByteArray::number(id) + R"(,"ts":")" +
           QByteArray::number(1000 + atUs) + R"(.000"})";
}

struct Host
{
    QByteArray call = "2.000"; ///< how long each lasts
    QByteArray child = "1.000";
    int launches = Calls; ///< that are connected with what they launch
    bool inner = false;   ///< lines begin in the child
};

/// Each launch has a child, and an operator of 5 us on the device.
QByteArray trace(int rank, const Host &host = {})
{
    QByteArrayList events{lane(1, "Python"), lane(2, "CANN"), lane(3, "Ascend Hardware"), lane(4, "AI Core Freq"),
                          lane(5, "HBM"),    lane(6, "LLC"),  lane(7, "Python GC"),       lane(8, "Communication")};
    events << R"({"ph":"M","name":"thread_name","pid":8,"tid":1,"args":{"name":"Plane 0"}})"
           << slice(8, 4, "3.000", "Notify_Wait", 5000);
    events << R"({"ph":"M","name":"thread_name","pid":3,"tid":1,"args":{"name":"Stream 1"}})";
    for (const int at : {1000, 1400}) {
        const auto sample = [at](int pid, const QByteArray &name, int value, const char *series = "v") {
            return R"({"ph":"C","pid":)" + QByteArray::number(pid) + R"(,"name":")" + name + R"(","ts":")" +
                   QByteArray::number(at) + R"(","args":{")" + series + "\":" + QByteArray::number(value) + "}}";
        };
        events << sample(4, "AI Core Freq", 1800) << sample(5, "HBM " + QByteArray::number(rank) + "/Read", 7)
               << sample(6, "LLC 0 Read/Hit Rate", 100, "Hit Rate(%)") << sample(7, "difference", -3);
    }
    events << R"({"ph":"X","pid":1,"tid":1,"name":"ProfilerStep#1","ts":"1000.000","dur":2000})";
    for (int i = 0; i < Calls; ++i) {
        const int at = 10 + 20 * i + rank;
        events << slice(2, at, host.call, "Node@launch", i) << slice(2, at + 1, host.child, "Runtime@Launch", 1000 + i)
               << slice(3, at + 4, "5.000", "MatMul" + QByteArray::number(i), i, "AI_CORE");
        if (i < host.launches)
            events << flow("s", 2, at + (host.inner ? 1 : 0), "HostToDevice", i)
                   << flow("f", 3, at + 4, "HostToDevice", i);
    }
    return '[' + events.join(',') + ']';
}

QByteArray kernels(int rank)
{
    QByteArray out = "Step Id,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),"
                     "aic_mac_time(us),Context ID\n";
    for (int i = 0; i < Calls; ++i)
        out += "1," + QByteArray::number(i) + ",1,MatMul" + QByteArray::number(i) + ",MatMul,AI_CORE," +
               QByteArray::number(1014 + 20 * i + rank) + ".000,5.000,3.000,0.7," + (rank == 0 && i < 9 ? "1" : "N/A") +
               "\n";
    return out;
}

/// Three sound ranks; what is done to one of them is done before they are read.
class PeerRun
{
public:
    explicit PeerRun(int ranks = 3, const char *level = "Level1")
    {
        for (int rank = 0; rank < ranks; ++rank) {
            m_folder.write(nameOf(rank, "profiler_info_" + QByteArray::number(rank) + ".json"),
                           QByteArray(R"({"config":{"experimental_config":{"_profiler_level":")") + level +
                               R"("}},"rank_id":)" + QByteArray::number(rank) + '}');
            put(rank, "trace_view.json", trace(rank));
            put(rank, "kernel_details.csv", kernels(rank));
            put(rank, "api_statistic.csv",
                "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n"
                "0,acl,aclrtMemcpy,10,2,5,4,6,1\n");
            put(rank, "step_trace_time.csv",
                "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                "Communication(Not Overlapped and Exclude Receive),Preparing\n1,200." +
                    QByteArray::number(rank) + ",0,0,0,585,785,0,0,14\n");
        }
    }

    void put(int rank, const QByteArray &file, const QByteArray &text) const
    {
        m_folder.write(nameOf(rank, isInfo(file) ? file : Out + file), text);
    }
    void change(int rank, const QByteArray &file, const QByteArray &before, const QByteArray &after) const
    {
        QFile f(m_folder.path(nameOf(rank, isInfo(file) ? file : Out + file)));
        if (!f.open(QIODevice::ReadOnly))
            qFatal("no %s", file.constData());
        QByteArray text = f.readAll();
        f.close();
        if (!text.contains(before))
            qFatal("%s does not hold %s", file.constData(), before.constData());
        put(rank, file, text.replace(before, after));
    }
    /// "notice peers.lanes rank1_ascend_pt/… [rank 1] (CANN) x1", of the findings whose code begins so.
    [[nodiscard]] QStringList findings(const QStringList &codes) const
    {
        ImportReport found;
        auto runs = discover({m_folder.path(QStringLiteral("run"))}, JobContext(), found);
        if (runs.size() != 1)
            qFatal("%zu runs", runs.size());
        ThreadPool pool(2);
        const auto run = loadRun(std::move(runs.front()), pool, JobContext());
        found.merge(run->report);
        for (const auto &rank : run->ranks)
            found.merge(rank->report);
        QStringList out;
        for (const Finding &f : found.findings()) {
            if (std::none_of(codes.begin(), codes.end(), [&](const QString &c) { return f.code.startsWith(c); }))
                continue;
            out << QStringLiteral("%1 %2 %3 [%4] (%5) x%6")
                       .arg(severityName(f.severity), f.code,
                            f.file.section(u'/', 0, 0) + u' ' + f.file.section(u'/', -1), f.place.text(), f.argument)
                       .arg(f.count);
            if (f.text().contains(QLatin1String("%1")))
                out << QStringLiteral("without its argument: ") + f.text();
        }
        return out;
    }

private:
    static bool isInfo(const QByteArray &file) { return file.startsWith("profiler_info"); }
    static QString nameOf(int rank, const QByteArray &file)
    {
        return QStringLiteral("run/rank%1_ascend_pt/").arg(rank) + QString::fromLatin1(file);
    }
    static inline const QByteArray Out = "ASCEND_PROFILER_OUTPUT/";
    RunFolder m_folder;
};

const QStringList Told{QStringLiteral("peers."), QStringLiteral("trace.no-time"),
                       QStringLiteral("trace.crossing-calls"), QStringLiteral("trace.other-connection"),
                       QStringLiteral("trace.counter-value")};

} // namespace

class TestPeerChecks : public QObject
{
    Q_OBJECT
private slots:
    void soundRanks_data();
    void soundRanks();
    void oneRankLacks_data();
    void oneRankLacks();
    void levelAndMarksLetExpect();
    void measures_data();
    void measures();
    void impossible_data();
    void impossible();
    void linesFromTheInnermostCall();
};

void TestPeerChecks::soundRanks_data()
{
    QTest::addColumn<int>("ranks");
    QTest::newRow("one") << 1;
    QTest::newRow("two") << 2;
    QTest::newRow("three") << 3;
}

void TestPeerChecks::soundRanks()
{
    QFETCH(const int, ranks);
    QCOMPARE(PeerRun(ranks).findings(Told), QStringList());
}

void TestPeerChecks::oneRankLacks_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const char *file, const QByteArray &before, const QByteArray &after,
                        const char *expected) {
        QTest::newRow(name) << QByteArray(file) << before << after
                            << QStringList(QStringLiteral("notice ") +
                                           QString::fromUtf8(expected).arg(QString::fromLatin1(file)));
    };
    const char *const trace = "trace_view.json";
    row("lanes of the host", trace, R"("name":"CANN")", R"("name":"KANN")",
        "peers.lanes rank1_ascend_pt %1 [rank 1] (CANN) x1");
    row("lanes of the framework", trace, R"("name":"Python")", R"("name":"Piton")",
        "peers.lanes rank1_ascend_pt %1 [rank 1] (Python) x1");
    row("connections under another name", trace, R"("cat":"HostToDevice")", R"("cat":"to_device")",
        "peers.flows rank1_ascend_pt %1 [rank 1] (HostToDevice) x1");
    row("connections that have no begin", trace, R"("ph":"s")", R"("ph":"M")",
        "peers.flows rank1_ascend_pt %1 [rank 1] (HostToDevice) x1");
    row("streams", trace, R"("name":"Stream 1")", R"("name":"thread")",
        "peers.lanes rank1_ascend_pt %1 [rank 1] (Stream) x1");
    row("planes", trace, R"("name":"Plane 0")", R"("name":"thread")",
        "peers.lanes rank1_ascend_pt %1 [rank 1] (Plane) x1");
    row("calls of a layer", trace, "Node@launch", "launch", "peers.lanes rank1_ascend_pt %1 [rank 1] (Node@) x1");
    row("counters under another name", trace, "HBM 1/Read", "HBM 1/Road",
        "peers.counters rank1_ascend_pt %1 [rank 1] (HBM: HBM /Read) x1");
    row("counters of a thousandth", trace, R"("v":1800)", R"("v":1.8)",
        "peers.frequency rank1_ascend_pt %1 [rank 1] (1.8 MHz ≠ 1800 MHz) x1");
    const char *const calls = "api_statistic.csv";
    row("a column of a statistic", calls, "Device_id", "Divice_id",
        "peers.columns rank1_ascend_pt %1 [rank 1] (Device_id) x1");
    const char *const table = "kernel_details.csv";
    const char *const ofTable = "peers.columns rank1_ascend_pt %1 [rank 1] (";
    const auto column = [&](const char *name, const char *of, const QByteArray &before, const QByteArray &after) {
        row(name, table, before, after, (QByteArray(ofTable) + of + ") x1").constData());
    };
    column("steps that are empty", "Step Id", "\n1,", "\n,");
    column("steps that are not there", "Step Id", "Step Id,", "Stop Id,");
    column("types that are empty", "Type", ",MatMul,AI_CORE", ",,AI_CORE");
    column("types that are N/A", "Type", ",MatMul,AI_CORE", ",N/A,AI_CORE");
    column("types under another name", "Type", ",Type,", ",Tope,");
    column("cores that are empty", "Accelerator Core", ",AI_CORE,", ",,");
    column("waits that are empty", "Wait Time(us)", ",3.000,", ",,");
    column("streams that are N/A", "Stream ID", ",1,MatMul", ",N/A,MatMul");
    column("measures under another name", "aic_mac_time(us)", "aic_mac_time(us)", "aic_mec_time(us)");
    row("measures of 0", table, ",0.7,", ",0.0,", "peers.zeros rank1_ascend_pt %1 [rank 1] (aic_mac_time(us)) x1");
    column("two of them", "Accelerator Core, Type", ",MatMul,AI_CORE,", ",,,");
    const char *const steps = "step_trace_time.csv";
    row("a step time under another name", steps, ",Preparing\n", ",Preparation\n",
        "peers.step-columns rank1_ascend_pt %1 [rank 1] (Preparing) x1");
    row("a step time that is empty", steps, ",0,0,14\n", ",0,0,\n",
        "peers.step-columns rank1_ascend_pt %1 [rank 1] (Preparing) x1");
    row("the level", "profiler_info_1.json", "_profiler_level", "_profiler_devel",
        "peers.level rank1_ascend_pt %1 [rank 1] (profiler_level) x1");
}

void TestPeerChecks::oneRankLacks()
{
    QFETCH(const QByteArray, file);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    QFETCH(const QStringList, expected);
    const PeerRun run;
    run.change(1, file, before, after);
    const QStringList told = run.findings(Told);
    QVERIFY2(told == expected, qPrintable(told.join(u'\n')));
}

// A rank alone has nobody to be held against, but its level and its step marks.
void TestPeerChecks::levelAndMarksLetExpect()
{
    const auto emptied = [](const char *level) {
        const PeerRun run(1, level);
        run.change(0, "kernel_details.csv", ",MatMul,AI_CORE,", ",N/A,N/A,");
        run.change(0, "kernel_details.csv", "\n1,", "\n,");
        return run.findings(Told);
    };
    const QString told = QStringLiteral("notice peers.columns rank0_ascend_pt kernel_details.csv [rank 0] (%1) x1");
    QCOMPARE(emptied("Level1"), QStringList(told.arg(QStringLiteral("Accelerator Core, Step Id, Type"))));
    QCOMPARE(emptied("Level0"), QStringList(told.arg(QStringLiteral("Step Id"))));
}

void TestPeerChecks::measures_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<QByteArray>("call"); // of the last rank
    QTest::addColumn<QByteArray>("child");
    QTest::addColumn<int>("launches");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, int ranks, const Host &host, const QStringList &expected) {
        QTest::newRow(name) << ranks << host.call << host.child << host.launches << expected;
    };
    const QString file = QStringLiteral(" rank%1_ascend_pt trace_view.json [");
    const QString peers =
        QStringLiteral("notice peers.") + QStringLiteral("%2") + file + QStringLiteral("rank %1] (%3) x1");
    const auto length = [&](int rank, const char *values) {
        return peers.arg(rank).arg(QStringLiteral("call-length"), QString::fromUtf8(values));
    };
    const auto launches = [&](int rank, const char *values) {
        return peers.arg(rank).arg(QStringLiteral("launches"), QString::fromUtf8(values));
    };
    const auto ofTwo = [](const char *code, const char *values) {
        return QStringLiteral("notice peers.%1   [rank 0, rank 1] (%2) x1")
            .arg(QString::fromLatin1(code), QString::fromUtf8(values));
    };
    const QString crossing =
        QStringLiteral("loss trace.crossing-calls") + file + QStringLiteral("CANN, Thread 1] (80) x39");
    const QString noTime = QStringLiteral("loss trace.no-time") + file + QStringLiteral("CANN] (CANN) x80");
    const Host sound;
    const Host thousandfold{"2000.000", "1000.000"};
    const Host still{"0", "0"};
    row("a thousand times as long", 3, thousandfold, {length(2, "2000 µs ≠ 2 µs"), crossing.arg(2)});
    row("the same of a rank alone", 1, thousandfold, {crossing.arg(0)});
    row("of one of two", 2, {"0.002", "0.001"}, {ofTwo("call-length", "0: 2 µs ≠ 1: 0.002 µs")});
    row("twice as long", 3, {"4.000", "2.000"}, {});
    row("some cross", 3, {"2.000", "1.500"}, {});
    row("no time", 3, still, {length(2, "0 µs ≠ 2 µs"), noTime.arg(2)});
    row("no time, a rank alone", 1, still, {noTime.arg(0)});
    row("few launches", 3, {sound.call, sound.child, Calls / 10}, {launches(2, "0.1 ≠ 1")});
    row("few launches of one of two", 2, {sound.call, sound.child, Calls / 10}, {ofTwo("launches", "0: 1 ≠ 1: 0.1")});
    row("half of the launches", 3, {sound.call, sound.child, Calls / 2}, {});
}

void TestPeerChecks::measures()
{
    QFETCH(const int, ranks);
    QFETCH(const QByteArray, call);
    QFETCH(const QByteArray, child);
    QFETCH(const int, launches);
    QFETCH(const QStringList, expected);
    const PeerRun run(ranks);
    run.put(ranks - 1, "trace_view.json", trace(ranks - 1, {call, child, launches}));
    const QStringList told = run.findings(Told);
    QVERIFY2(told == expected, qPrintable(told.join(u'\n')));
}

void TestPeerChecks::impossible_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QByteArray &before, const QByteArray &after, const char *expected) {
        QTest::newRow(name) << before << after << QString::fromUtf8(expected);
    };
    row("a task of another connection", R"(AI_CORE","connection_id":3})", R"(AI_CORE","connection_id":77})",
        "notice trace.other-connection rank0_ascend_pt trace_view.json [HostToDevice, MatMul3] (3 ≠ 77) x1");
    row("tasks that are numbered by themselves", R"(AI_CORE","connection_id":)", R"(AI_CORE","connection_id":9)", "");
    row("tasks without a connection", R"(AI_CORE","connection_id":)", R"(AI_CORE","id":)", "");
    row("a bandwidth below 0", R"("v":7})", R"("v":-7})",
        "loss trace.counter-value rank0_ascend_pt trace_view.json [HBM 0/Read, v] (-7) x2");
    row("a hit rate of more than all", R"j("Hit Rate(%)":100)j", R"j("Hit Rate(%)":120)j",
        "loss trace.counter-value rank0_ascend_pt trace_view.json [LLC 0 Read/Hit Rate, Hit Rate(%)] (120) x2");
    row("a hit rate below 0", R"j("Hit Rate(%)":100)j", R"j("Hit Rate(%)":-1)j",
        "loss trace.counter-value rank0_ascend_pt trace_view.json [LLC 0 Read/Hit Rate, Hit Rate(%)] (-1) x2");
    row("a frequency in kHz", R"("v":1800})", R"("v":1800000})",
        "loss trace.counter-value rank0_ascend_pt trace_view.json [AI Core Freq, v] (1.8e+06) x2");
    row("a frequency below 0", R"("v":1800})", R"("v":-1800})",
        "loss trace.counter-value rank0_ascend_pt trace_view.json [AI Core Freq, v] (-1800) x2");
    row("a frequency that may be", R"("v":1800})", R"("v":9999})", "");
}

// Of a rank alone, which has nobody to be held against.
void TestPeerChecks::impossible()
{
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    QFETCH(const QString, expected);
    const PeerRun run(1);
    run.change(0, "trace_view.json", before, after);
    QCOMPARE(run.findings(Told).join(u'\n'), expected);
}

void TestPeerChecks::linesFromTheInnermostCall()
{
    const PeerRun run(1);
    Host host;
    host.inner = true;
    run.put(0, "trace_view.json", trace(0, host));
    QCOMPARE(run.findings(Told), QStringList());
    run.change(0, "trace_view.json", R"("connection_id":3})", R"("connection_id":77})");
    QCOMPARE(run.findings(Told), QStringList());
    run.change(0, "trace_view.json", R"(AI_CORE","connection_id":77})", R"(AI_CORE","connection_id":78})");
    QCOMPARE(run.findings(Told).size(), 1);
}

RS_TEST(TestPeerChecks, QCoreApplication);
#include "tst_peerchecks.moc"
