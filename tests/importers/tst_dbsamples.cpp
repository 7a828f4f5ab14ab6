// SPDX-License-Identifier: Apache-2.0
// Curves of tables whose columns differ from version to version: as the database has them.
#include "importers/foundruns.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/sqlitefile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>

using namespace rs;
using namespace rs::test;
using rs::test::makeDatabase;

namespace {

std::shared_ptr<const RankData> rankOf(const QStringList &tables)
{
    const RunFolder d;
    const QString folder = QStringLiteral("rank3_ascend_pt/ASCEND_PROFILER_OUTPUT/");
    d.folder(folder);
    QStringList sql{
        QStringLiteral("CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT)"),
        QStringLiteral("INSERT INTO STRING_IDS VALUES (1,'KERNEL_AICORE'),(2,'AIC'),(3,'AIV')"),
        QStringLiteral("CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, "
                       "globalTaskId INTEGER, globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId "
                       "INTEGER, taskId INTEGER, modelId INTEGER)"),
        QStringLiteral("INSERT INTO TASK VALUES (1000002000,1000005000,4,70,1,77,1,4294967295,2,10,4294967295)")};
    if (!makeDatabase(d.path(folder + QStringLiteral("ascend_pytorch_profiler_3.db")), sql + tables).isEmpty())
        return nullptr;
    std::vector<Run> runs = runsIn({d.path()});
    if (runs.empty())
        return nullptr;
    ThreadPool pool(2);
    return loadRun(std::move(runs.front()), pool, JobContext())->ranks[0];
}

/// "process label | counter | series: value at ns, …" of the curves, by process and name.
QStringList curvesOf(const Trace &trace)
{
    QStringList out;
    for (const CounterSeries &c : trace.counters()) {
        const Process &p = trace.processes()[raw(c.process)];
        QStringList values;
        for (size_t i = 0; i < c.value.size(); ++i)
            values << QStringLiteral("%1 at %2").arg(c.value[i]).arg(c.timeNs[i]);
        out << QStringLiteral("%1 %2 | %3 | %4: %5")
                   .arg(trace.strings().text(p.name), trace.strings().text(p.label), trace.strings().text(c.name),
                        trace.strings().text(c.series), values.join(QStringLiteral(", ")));
    }
    out.sort();
    return out;
}

} // namespace

class TestDbSamples : public QObject
{
    Q_OBJECT
private slots:
    void tablesOfSamplesBecomeCurves_data()
    {
        const Scenarios<QStringList, QStringList> row;
        row("a port",
            texts({"CREATE TABLE NIC (deviceId INTEGER, timestampNs INTEGER, "
                   "rxBandwidth NUMERIC, funcId INTEGER)",
                   "INSERT INTO NIC VALUES (4,1000000300,2.5,0),"
                   "(4,1000000400,3,0),(4,1000000300,7,1)"}),
            texts({"NIC NPU 4 | funcId 0/rxBandwidth | rxBandwidth: 2.5 at "
                   "1000000300, 3 at 1000000400",
                   "NIC NPU 4 | funcId 1/rxBandwidth | rxBandwidth: 7 at "
                   "1000000300"}));
        row("names of cores",
            texts({"CREATE TABLE SAMPLE_PMU_TIMELINE (deviceId INTEGER, "
                   "timestampNs INTEGER, usage NUMERIC, coreType "
                   "INTEGER)",
                   "INSERT INTO SAMPLE_PMU_TIMELINE VALUES "
                   "(4,1000000300,0.5,2),(4,1000000300,0.25,3)"}),
            texts({"SAMPLE_PMU_TIMELINE NPU 4 | coreType AIC/usage | "
                   "usage: 0.5 at 1000000300",
                   "SAMPLE_PMU_TIMELINE NPU 4 | coreType AIV/usage | "
                   "usage: 0.25 at 1000000300"}));
        row("the host",
            texts({"CREATE TABLE HOST_MEM_USAGE (timestampNs INTEGER, usage "
                   "NUMERIC)",
                   "INSERT INTO HOST_MEM_USAGE VALUES (1000000300,12.5),"
                   "(NULL,13),(1000000400,'much')"}),
            texts({"HOST_MEM_USAGE CPU | usage | usage: 12.5 at 1000000300"}));
        row("no samples",
            texts({"CREATE TABLE DPU_TASK (startNs INTEGER, endNs INTEGER, "
                   "timestampNs INTEGER, size INTEGER)",
                   "INSERT INTO DPU_TASK VALUES (1,2,1000000300,5)"}),
            QStringList());
        row("DDR beside HBM",
            texts({"CREATE TABLE HBM (deviceId INTEGER, timestampNs INTEGER, bandwidth NUMERIC, "
                   "hbmId INTEGER, type INTEGER)",
                   "INSERT INTO HBM VALUES (4,1000000300,2097152,1,2)",
                   "CREATE TABLE DDR (deviceId INTEGER, timestampNs INTEGER, read NUMERIC, write "
                   "NUMERIC)",
                   "INSERT INTO DDR VALUES (4,1000000300,1048576,0)"}),
            texts({"DDR NPU 4 | DDR/Read | Read(MB/s): 1 at 1000000300",
                   "DDR NPU 4 | DDR/Write | Write(MB/s): 0 at 1000000300",
                   "HBM NPU 4 | HBM 1/AIC | AIC(MB/s): 2 at 1000000300"}));
    }

    void tablesOfSamplesBecomeCurves()
    {
        const auto [tables, curves] = scenario<QStringList, QStringList>();
        const auto rank = rankOf(tables);
        QVERIFY(rank && rank->trace);
        QCOMPARE(curvesOf(*rank->trace), curves);
        const std::vector<Finding> found = rank->report.findings();
        const auto has = [&found](const char *code) {
            return std::any_of(found.begin(), found.end(),
                               [code](const Finding &f) { return f.code == QLatin1String(code); });
        };
        // A table that became curves is not listed as one that nothing is made of.
        QCOMPARE(has("db.other-samples"), !curves.isEmpty() && !tables.front().contains(QLatin1String("TABLE HBM")));
        QCOMPARE(has("db.other-tables"), curves.isEmpty());
    }
};

RS_TEST(TestDbSamples, QCoreApplication);
#include "tst_dbsamples.moc"
