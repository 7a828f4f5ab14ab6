// SPDX-License-Identifier: Apache-2.0
// A rank of which only databases were written shows what one of text files shows.
#include "core/table/databasekinds.h"
#include "core/table/hostcolumns.h"
#include "core/table/kernelcolumns.h"
#include "core/text/missingname.h"
#include "core/table/memorycolumns.h"
#include "importers/files/rankfiles.h"
#include "importers/trace/eventtext.h"
#include "foundruns.h"
#include "dbprofile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace rs;
using namespace rs::test;

namespace {

QString nameOf(const Trace &trace, SliceId s)
{
    return trace.strings().text(trace.slices().name(s));
}

LaneId laneCalled(const Trace &trace, const char *process, const char *lane)
{
    for (quint32 i = 0; i < trace.lanes().size(); ++i) {
        if (trace.strings().text(trace.processOf(LaneId{i}).name) == QLatin1String(process) &&
            trace.laneLabel(LaneId{i}) == QLatin1String(lane))
            return LaneId{i};
    }
    return NoLane;
}

QStringList slicesOn(const Trace &trace, const char *process, const char *lane)
{
    QStringList out;
    const LaneId id = laneCalled(trace, process, lane);
    if (id == NoLane)
        return {QStringLiteral("no lane")};
    const auto span = trace.slicesOf(id);
    for (quint32 s = span.first; s < span.last; ++s)
        out << QStringLiteral("%1 %2+%3")
                   .arg(nameOf(trace, SliceId{s}))
                   .arg(trace.slices().start(SliceId{s}))
                   .arg(trace.slices().duration(SliceId{s}));
    return out;
}

QStringList flowsOf(const Trace &trace)
{
    QStringList out;
    for (const Flow &f : trace.flows().flows())
        out << QStringLiteral("%1: %2 -> %3")
                   .arg(trace.strings().text(trace.flows().categories()[f.category].name), nameOf(trace, f.from),
                        nameOf(trace, f.to));
    out.sort();
    return out;
}

} // namespace

class TestDbRank : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        write(m_folder);
        m_rank = load(m_folder.path());
        QVERIFY(m_rank && m_rank->trace && m_rank->kernels);
    }

    void lanesAndNamesAreThoseOfTheText()
    {
        const Trace &t = *m_rank->trace;
        QCOMPARE(m_rank->info.rank, 3);
        QCOMPARE(m_rank->info.device, 4);
        // The whole of what was launched in parts is left out, as in the text export.
        QCOMPARE(slicesOn(t, "Ascend Hardware", "Stream 2"),
                 texts({"MatMulV3_1 1000002000+3000", "EVENT_RECORD 1000006000+500", "MatMulV3_1 1000007500+1000"}));
        QCOMPARE(slicesOn(t, "Communication", "Group worker%eth0_1 Communication"),
                 QStringList(QStringLiteral("hcom_allReduce__123_0_1 1000009500+2500")));
        QCOMPARE(slicesOn(t, "Communication", "Plane 1"), QStringList(QStringLiteral("Memcpy 1000010000+1000")));
        QCOMPARE(slicesOn(t, "CANN", "Thread 78").first(), QStringLiteral("Node@launch 1000001000+500"));
        QCOMPARE(slicesOn(t, "CANN", "Thread 78").at(1), QStringLiteral("AscendCL@aclrtMemcpyAsync 1000001600+100"));
        QVERIFY(slicesOn(t, "Python", "Thread 77").contains(QStringLiteral("aten::mm 1000000200+700")));
        // 3000 + 1000 of kernels, 2500 of communication that no kernel overlaps.
        QCOMPARE(slicesOn(t, "Overlap Analysis", "Computing").size(), 2);
        QCOMPARE(slicesOn(t, "Overlap Analysis", "Communication(Not Overlapped)"),
                 QStringList(QStringLiteral("Communication(Not Overlapped) 1000009500+2500")));
        QCOMPARE(slicesOn(t, "Overlap Analysis", "Free"), texts({"Free 1000005000+2500", "Free 1000008500+1000"}));
        const LaneId plane = laneCalled(t, "Communication", "Plane 1");
        QCOMPARE(t.lane(plane).kind, LaneKind::CommPlane);
        const TaskDetail *const detail = t.slices().detail(SliceId{t.slicesOf(plane).first});
        QVERIFY(detail);
        QCOMPARE(detail->sizeBytes, 4096);
        QCOMPARE(detail->dstRank, 1);
        QCOMPARE(t.strings().text(detail->linkType), QStringLiteral("HCCS"));
        QCOMPARE(t.strings().text(detail->transport), QStringLiteral("SDMA"));
        QCOMPARE(t.steps().size(), size_t(1));
        QCOMPARE(t.steps()[0].step, 5);
        const auto frames = std::find_if(t.lanes().begin(), t.lanes().end(),
                                         [](const Lane &l) { return l.kind == LaneKind::PythonStack; });
        QVERIFY(frames != t.lanes().end());
        QCOMPARE(t.counters().size(), size_t(4));
        const auto hbm = std::find_if(t.counters().begin(), t.counters().end(), [&](const CounterSeries &c) {
            return t.strings().text(c.name) == QLatin1String("HBM 1/Read");
        });
        QVERIFY(hbm != t.counters().end());
        QCOMPARE(hbm->value.at(0), 2.0);
        QCOMPARE(t.strings().text(hbm->series), QStringLiteral("Read(MB/s)"));
    }

    void connectionsBecomeFlows()
    {
        QCOMPARE(flowsOf(*m_rank->trace),
                 texts({"HostToDevice: Node@launch -> MatMulV3_1", "HostToDevice: Node@launch -> MatMulV3_1",
                        "HostToDevice: Node@launch -> hcom_allReduce__123_0_1", "async_npu: aten::mm -> MatMulV3_1",
                        "async_task_queue: Enqueue -> Dequeue@mm", "fwdbwd: aten::mm -> MatMulBackward0"}));
    }

    void flowsDoNotDependOnTheOrderOfRows()
    {
        const auto other = loadChanged(
            {"DELETE FROM CONNECTION_IDS", "INSERT INTO CONNECTION_IDS VALUES (4,900),(3,800),(1,900),(2,800),(1,70)",
             "CREATE TABLE other AS SELECT * FROM PYTORCH_API ORDER BY rowid DESC", "DELETE FROM PYTORCH_API",
             "INSERT INTO PYTORCH_API SELECT * FROM other", "DROP TABLE other"});
        QVERIFY(other && other->trace);
        QCOMPARE(flowsOf(*other->trace), flowsOf(*m_rank->trace));
        QCOMPARE(slicesOn(*other->trace, "Python", "Thread 77"), slicesOn(*m_rank->trace, "Python", "Thread 77"));
    }

    void kernelsAreATable()
    {
        const Table &k = *m_rank->kernels;
        const KernelColumns c(k);
        QCOMPARE(k.rows(), 3);
        QCOMPARE(k.textView(0, c.name), std::string_view("MatMulV3_1"));
        QCOMPARE(k.textView(0, c.type), std::string_view("MatMulV3"));
        QCOMPARE(k.textView(0, c.core), std::string_view("AI_CORE"));
        QCOMPARE(k.textView(0, c.inputShapes), std::string_view("\"32,64;64,8\""));
        QCOMPARE(k.integer(0, c.start), 1000002000);
        QCOMPARE(k.integer(0, c.duration), 3000);
        QCOMPARE(k.integer(1, c.wait), 2500);
        QCOMPARE(k.integer(0, c.blocks), 20);
        QCOMPARE(k.integer(0, c.device), 4);
        QCOMPARE(k.integer(0, c.task), 10);
        QVERIFY(!k.has(0, c.context));
        QCOMPARE(k.integer(1, c.context), 0);
        QVERIFY(c.isCommunication(k, 2));
        QVERIFY(!k.has(2, c.stream));
        // The operator starts behind the end of the step and was launched in it.
        QCOMPARE(c.stepOf(k, 2), QStringLiteral("5"));
        QCOMPARE(k.real(0, k.column(u"aic_mac_time(us)")), 1.5);
        QCOMPARE(k.real(0, k.column(u"aic_mac_ratio")), 0.5);
        QVERIFY(!k.has(1, k.column(u"aic_mac_ratio")));
        for (const SliceId s : m_rank->sliceOfKernel)
            QVERIFY(s != NoSlice);
        QVERIFY(!hasCode(m_rank->report, "kernels.unmatched"));
    }

    void measuredValuesAreOfTheirTask()
    {
        // Rows of two tasks by turns, of one that never ran, one of them twice, and what is no number.
        const auto rank =
            loadChanged({"INSERT INTO TASK_PMU_INFO VALUES (4,16,0.25),(99,15,7000),(1,16,0.75),(4,15,2500),"
                         "(99,21,1),(4,21,'none'),(1,NULL,3)"});
        QVERIFY(rank && rank->kernels);
        const Table &k = *rank->kernels;
        const int time = k.column(u"aic_mac_time(us)");
        const int ratio = k.column(u"aic_mac_ratio");
        QVERIFY(time >= 0 && ratio > time);
        QCOMPARE(ratio, k.columnCount() - 1); // a column without a cell of a kernel stays away
        QCOMPARE(k.real(0, time), 1.5);
        QCOMPARE(k.real(0, ratio), 0.75);
        QCOMPARE(k.real(1, time), 2.5);
        QCOMPARE(k.real(1, ratio), 0.25);
        QVERIFY(!k.has(2, time) && !k.has(2, ratio));
        QVERIFY(hasCode(rank->report, "db.cell"));
    }

    void memoryAndStatisticsAreTables()
    {
        const auto records = m_rank->table(QStringLiteral("memory_record"));
        QVERIFY(records);
        const MemoryRecordColumns m(*records);
        QCOMPARE(records->rows(), 4);
        QCOMPARE(records->textView(0, m.component), std::string_view("APP"));
        QCOMPARE(*m.measures[static_cast<size_t>(MemoryMeasure::Reserved)].at(*records, 0), 2.0);
        QVERIFY(!m.measures[static_cast<size_t>(MemoryMeasure::Allocated)].at(*records, 0));
        QCOMPARE(*m.measures[static_cast<size_t>(MemoryMeasure::Allocated)].at(*records, 1), 1.0);
        QCOMPARE(*m.measures[static_cast<size_t>(MemoryMeasure::Active)].at(*records, 1), 0.5);
        QCOMPARE(records->textView(1, m.device), std::string_view("NPU:4"));
        // GE does not know what is active; an allocator that holds nothing does.
        QCOMPARE(*m.measures[static_cast<size_t>(MemoryMeasure::Allocated)].at(*records, 2), 2.0);
        QVERIFY(!m.measures[static_cast<size_t>(MemoryMeasure::Active)].at(*records, 2));
        QCOMPARE(*m.measures[static_cast<size_t>(MemoryMeasure::Active)].at(*records, 3), 0.0);
        const auto blocks = m_rank->table(QStringLiteral("operator_memory"));
        QVERIFY(blocks);
        const AllocationColumns a(*blocks);
        QCOMPARE(blocks->real(0, a.sizeKb), 2.0);
        QCOMPARE(*a.allocatedAt(*blocks, 0), 1000000300);
        QVERIFY(!a.releasedAt(*blocks, 0));
        const auto modules = m_rank->table(QStringLiteral("npu_module_mem"));
        QVERIFY(modules);
        QCOMPARE(modules->textView(0, ModuleMemoryColumns(*modules).component), std::string_view("HCCL"));
        const auto types = m_rank->table(QStringLiteral("op_statistic"));
        QVERIFY(types);
        QCOMPARE(types->rows(), 1);
        QCOMPARE(types->integer(0, types->column(u"Count")), 2);
        QCOMPARE(types->real(0, types->column(u"Total Time(us)")), 4.0);
        QCOMPARE(types->real(0, types->column(u"Ratio(%)")), 100.0);
        const auto calls = m_rank->table(QStringLiteral("api_statistic"));
        QVERIFY(calls);
        QCOMPARE(calls->rows(), 2);
        QCOMPARE(calls->textView(1, calls->column(u"Level")), std::string_view("node"));
        QCOMPARE(calls->integer(1, calls->column(u"Count")), 3);
        // 0.5, 0.1 and 0.1 µs.
        QVERIFY(std::abs(calls->real(1, calls->column(u"Time(us)")) - 0.7) < 1e-9);
        QVERIFY(std::abs(calls->real(1, calls->column(u"Variance")) - 0.32 / 9) < 1e-9);
    }

    void communicationAndStepsAreRead()
    {
        QCOMPARE(m_rank->commOps.size(), size_t(1));
        const CommOp op = m_rank->commOps.records()[0];
        QCOMPARE(op.step, QStringLiteral("5"));
        QCOMPARE(op.groupHash, QStringLiteral("8587910050266522448"));
        // The first task began 3.5 µs behind the operator, whose start counts.
        QCOMPARE(op.startText, QStringLiteral("1000009.500"));
        QCOMPARE(*op.elapseMs, 2.5);
        QCOMPARE(*op.waitMs, 0.5);
        QCOMPARE(*op.waitRatio, 0.25);
        QVERIFY(std::abs(*op.synchronizationRatio - 0.1429) < 1e-9);
        QCOMPARE(op.transports.size(), size_t(2));
        QCOMPARE(*op.transports[0].sizeMb, 3.0);
        QCOMPARE(op.transports[0].packets.size(), size_t(2));
        QCOMPARE(op.transports[0].packets[0].count, 2);
        QVERIFY(op.transports[1].packets.empty());
        QCOMPARE(m_rank->links.size(), size_t(1));
        QCOMPARE(m_rank->links[0].kind(), QStringLiteral("allreduce"));
        QCOMPARE(m_rank->links[0].statistic(), QStringLiteral("top1"));
        QCOMPARE(m_rank->links[0].source(), 1);
        QCOMPARE(*m_rank->links[0].bandwidthGbs(), 2.0);
        QCOMPARE(m_rank->stepTrace.size(), size_t(1));
        QCOMPARE(*m_rank->stepTrace[0].computingUs, 4.0);
        QVERIFY(!m_rank->stepTrace[0].preparingUs);
        QCOMPARE(m_rank->groups.size(), size_t(1));
        QCOMPARE(m_rank->groups[0].pgName, QStringLiteral("tp"));
        QCOMPARE(m_rank->groups[0].globalRanks, std::vector<int>({2, 3}));
    }

    // As MindSpore writes them: no table of the analysis has steps.
    void linksWithoutAStepAreOfThatOfTheirOperator()
    {
        RunFolder d;
        write(d, {"INSERT INTO STEP_TIME VALUES (6,1000020000,1000030000)"}, false);
        QCOMPARE(
            makeDatabase(d.path(Analysis),
                         {"CREATE TABLE CommAnalyzerTime (hccl_op_name TEXT, group_name TEXT, start_timestamp "
                          "NUMERIC, elapse_time NUMERIC, transit_time NUMERIC, wait_time NUMERIC, "
                          "synchronization_time NUMERIC, idle_time NUMERIC)",
                          "INSERT INTO CommAnalyzerTime VALUES ('hcom_allReduce__123_0_1','8587910050266522448',"
                          "1000009.5,2.5,1.5,0.5,0.25,0.5),('hcom_allReduce__123_1_1','8587910050266522448',"
                          "1000022,2.5,1.5,0.5,0.25,0.5)",
                          "CREATE TABLE CommAnalyzerBandwidth (hccl_op_name TEXT, group_name TEXT, transport_type "
                          "TEXT, transit_size NUMERIC, transit_time NUMERIC, bandwidth NUMERIC, large_packet_ratio "
                          "NUMERIC, package_size NUMERIC, count NUMERIC, total_duration NUMERIC)",
                          "INSERT INTO CommAnalyzerBandwidth VALUES ('hcom_allReduce__123_0_1','8587910050266522448',"
                          "'HCCS',3.0,1.5,2.0,0,3.0,1,1.5),('hcom_allReduce__123_1_1','8587910050266522448','HCCS',"
                          "3.0,1.5,2.0,0,3.0,1,1.5)",
                          "CREATE TABLE CommAnalyzerMatrix (hccl_op_name TEXT, group_name TEXT, src_rank TEXT, "
                          "dst_rank TEXT, transport_type TEXT, transit_size NUMERIC, transit_time NUMERIC, bandwidth "
                          "NUMERIC)",
                          "INSERT INTO CommAnalyzerMatrix VALUES ('hcom_allReduce__123_0_1','8587910050266522448',"
                          "'1','0','HCCS',3.0,1.5,2.0),('hcom_allReduce__123_1_1','8587910050266522448','1','0',"
                          "'HCCS',3.0,1.5,2.0),('hcom_allReduce__999_1_1','8587910050266522448','1','1','LOCAL',3.0,"
                          "1.5,2.0)"}),
            QString());
        const auto rank = load(d.path());
        QVERIFY(rank);
        QStringList ofOperators;
        for (const CommOpRef op : rank->commOps)
            ofOperators << op.step();
        QCOMPARE(ofOperators, texts({"5", "6"}));
        QStringList ofLinks;
        for (const MatrixLinkRef link : rank->links)
            ofLinks << link.step();
        QCOMPARE(ofLinks, texts({"5", "6", "0"}));
        QVERIFY2(!hasCode(rank->report, "matrix.other-sums"), qPrintable(codesOf(rank->report).join(u' ')));
    }

    void operatorsAreDerivedWithoutAnalysis()
    {
        const auto rank = loadChanged({}, false);
        QVERIFY(rank);
        QCOMPARE(rank->commOps.size(), size_t(1));
        const CommOp op = rank->commOps.records()[0];
        QCOMPARE(op.name, QStringLiteral("hcom_allReduce__123_0_1"));
        QCOMPARE(op.groupHash, groupHash(u"worker%eth0_1"));
        QCOMPARE(*op.elapseMs, 0.0025);
        QVERIFY(!op.waitMs);
        QCOMPARE(op.step, QStringLiteral("5"));
    }

    void argsAreReadFromTheRow()
    {
        const Trace &t = *m_rank->trace;
        const auto argsOf = [&](const char *name) {
            for (quint32 s = 0; s < t.slices().size(); ++s) {
                if (nameOf(t, SliceId{s}) == QLatin1String(name)) {
                    std::map<QString, QString> out;
                    for (const EventArg &a : parseEventArgs(readEventText(t, SliceId{s}).json).lines)
                        out[a.key] = a.value;
                    return out;
                }
            }
            return std::map<QString, QString>();
        };
        auto args = argsOf("aten::mm");
        QCOMPARE(args[QStringLiteral("Input type")], QStringLiteral("FLOAT;FLOAT"));
        QCOMPARE(args[QStringLiteral("Sequence number")], QStringLiteral("4"));
        QCOMPARE(args[QStringLiteral("Call stack")], QStringLiteral("aten::mm;\r\ntrain.py(3): main"));
        args = argsOf("Memcpy");
        QCOMPARE(args[QStringLiteral("link type")], QStringLiteral("HCCS"));
        QCOMPARE(args[QStringLiteral("size(Byte)")], QStringLiteral("4096"));
        QCOMPARE(argsOf("Node@launch")[QStringLiteral("level")], QStringLiteral("node"));
    }

    void operatorsOfTheHostHaveTheTimesOfTheirTasks()
    {
        // An operator of 200 ns inside of the one of 700 ns launches the operator of communication, of 2500 ns.
        const auto rank =
            loadChanged({"INSERT INTO PYTORCH_API VALUES ('1000000300','1000000500',330712481869,5,20,NULL,NULL,"
                         "NULL,NULL,NULL,61)",
                         "INSERT INTO CONNECTION_IDS VALUES (5,73)"});
        QVERIFY(rank);
        const auto table = rank->table(QStringLiteral("operator_details"));
        QVERIFY(table);
        const HostColumns columns(*table);
        QStringList rows;
        for (int row = 0; row < table->rows(); ++row) {
            QStringList cells{QString::fromUtf8(table->textView(row, columns.name)),
                              QString::fromUtf8(table->textView(row, columns.shapes)),
                              QString::fromUtf8(table->textView(row, columns.stack)).simplified()};
            for (const int time : columns.times)
                cells << QString::number(table->real(row, time));
            rows << cells.join(u'|');
        }
        rows.sort();
        // Without the step, the queue and the function.
        QCOMPARE(rows.join(u'\n'),
                 QStringLiteral("MatMulBackward0|||0.2|0.2|2.5|2.5|0|0\n"
                                "MatMulBackward0|||0.5|0.5|0|0|0|0\n"
                                "aten::mm|32,64;64,8|aten::mm; train.py(3): main;|0.5|0.7|3|5.5|3|3"));
    }

    // As torch_npu of schema 1.0.0 writes them.
    void shapesAreToldFromTypes()
    {
        RunFolder d;
        write(d, {"UPDATE PYTORCH_API SET inputDtypes = 5, inputShapes = 6 WHERE name = 19"});
        const auto rank = load(d.path());
        QVERIFY(rank && rank->trace);
        const auto table = rank->table(QStringLiteral("operator_details"));
        QVERIFY(table);
        QStringList shapes;
        for (int row = 0; row < table->rows(); ++row)
            shapes << QString::fromUtf8(table->textView(row, HostColumns(*table).shapes));
        QVERIFY2(shapes.contains(QStringLiteral("32,64;64,8")), qPrintable(shapes.join(u'|')));
        std::map<QString, QString> args;
        for (quint32 s = 0; s < rank->trace->slices().size(); ++s) {
            if (nameOf(*rank->trace, SliceId{s}) != QLatin1String("aten::mm"))
                continue;
            for (const EventArg &a : parseEventArgs(readEventText(*rank->trace, SliceId{s}).json).lines)
                args[a.key] = a.value;
        }
        QCOMPARE(args[QStringLiteral("Input type")], QStringLiteral("FLOAT;FLOAT"));
        QCOMPARE(args[QStringLiteral("Input Dims")], QStringLiteral("\"32,64;64,8\""));
    }

    void oddCallChainsAreLeftOut()
    {
        // A chain that leads back to its begin, and frames at depths that none can have.
        const auto rank = loadChanged({"INSERT INTO PYTORCH_CALLCHAINS VALUES (9,24,0),(9,19,1),(9,9,-1),(9,9,5000)",
                                       "INSERT INTO CONNECTION_IDS VALUES (70,1),(900,1),(1,1)"});
        QVERIFY(rank && rank->trace);
        const auto table = rank->table(QStringLiteral("operator_details"));
        QVERIFY(table);
        QStringList stacks;
        for (int row = 0; row < table->rows(); ++row)
            stacks << QString::fromUtf8(table->textView(row, HostColumns(*table).stack)).simplified();
        QVERIFY2(stacks.contains(QStringLiteral("aten::mm; train.py(3): main;")), qPrintable(stacks.join(u'|')));
    }

    // The database has memory and communication, which the text has not.
    void textGoesBeforeAFullerDatabaseWhereItIsWanted()
    {
        RunFolder d;
        d.torchRank("rank3_ascend_pt", 3);
        write(d);
        ImportReport report;
        const auto fuller = load(d.path(), &report);
        QVERIFY(fuller && fuller->trace);
        QVERIFY(fuller->trace->slices().size() > 1U);
        QVERIFY(fuller->tables.contains(QStringLiteral("memory_record")));
        QVERIFY(hasCode(report, "discovery.database-used"));
        const auto rank = load(d.path(), &report, ExportChoice::Text);
        QVERIFY(rank && rank->trace);
        QCOMPARE(rank->trace->slices().size(), 1U);
        QVERIFY(hasCode(report, "discovery.text-used"));
        for (const FileEntry &f : rank->info.files)
            QCOMPARE(f.used, f.kind != QLatin1String("db"));
    }

    void theUsersChoiceIsUsed()
    {
        RunFolder d;
        d.torchRank("rank3_ascend_pt", 3);
        write(d);
        const auto rank = load(d.path(Profile));
        QVERIFY(rank && rank->trace);
        QCOMPARE(rank->info.rank, 3);
        QVERIFY(laneCalled(*rank->trace, "CANN", "Thread 78") != NoLane);
    }

    void stepsWithoutATable_data()
    {
        const Scenarios<QStringList, QString, QStringList> row;
        const QString noTable = QStringLiteral("DROP TABLE STEP_TIME");
        const QString noMarks = QStringLiteral("DELETE FROM PYTORCH_API WHERE name = 23");
        const QString ranged = QStringLiteral(
            "CREATE TABLE MSTX_EVENTS (startNs INTEGER, endNs INTEGER, eventType INTEGER, message INTEGER, globalTid "
            "INTEGER, connectionId INTEGER)");
        const auto ranges = [](const char *name) {
            return QStringList(
                {QStringLiteral("INSERT INTO STRING_IDS VALUES (90,'%1'),(91,'%1 7')").arg(QLatin1String(name)),
                 QStringLiteral(
                     "INSERT INTO MSTX_EVENTS (startNs,endNs,eventType,message,globalTid,connectionId) VALUES "
                     "(1000000300,1000009000,2,90,330712481869,4294967295),"
                     "(1000009000,1000020000,2,90,330712481869,4294967295)")});
        };
        row("a table", {}, "", {"5 1000000100"});
        row("marks of the framework", {noTable}, "db.steps-of-marks", {"5 1000000100"});
        row("ranges of mstx", QStringList{noTable, noMarks, ranged} + ranges("train_step"), "db.steps-of-ranges",
            {"1 1000000300", "2 1000009000"});
        row("a numbered range of mstx",
            QStringList{noTable, noMarks, ranged} + ranges("Iteration") +
                QStringList(QStringLiteral("UPDATE MSTX_EVENTS SET message = 91 WHERE startNs = 1000009000")),
            "db.steps-of-marks", {"7 1000009000"});
        row("another word", QStringList{noTable, noMarks, ranged} + ranges("stepwise"), "db.no-steps", {});
        row("nothing", {noTable, noMarks, ranged}, "db.no-steps", {});
    }

    void stepsWithoutATable()
    {
        const auto [more, code, steps] = scenario<QStringList, QString, QStringList>();
        RunFolder d;
        write(d, more, false);
        ImportReport report;
        const auto rank = load(d.path(), &report);
        QVERIFY(rank && rank->trace);
        QStringList found;
        for (const StepMark &s : rank->trace->steps())
            found << QStringLiteral("%1 %2").arg(s.step).arg(s.startNs);
        QCOMPARE(found, steps);
        QString told;
        for (const Finding &f : rank->report.findings())
            told += f.code.startsWith(QLatin1String("db.steps-")) || f.code == u"db.no-steps" ? f.code : QString();
        QCOMPARE(told, code);
    }

    void tableWithoutStepsIsTold_data()
    {
        // range: of mstx; empty: marks of the framework
        const Scenarios<bool, QString, QString> row;
        for (const bool dropped : {true, false}) {
            const auto row = [dropped](const char *name, const char *range, const char *code) {
                QTest::addRow("%s, %s", name, dropped ? "no table" : "an empty one")
                    << dropped << QString::fromLatin1(range) << QString::fromLatin1(code);
            };
            row("marks of the framework", "", "db.steps-of-marks");
            row("ranges of mstx", "train_step", "db.steps-of-ranges");
            row("nothing", "stepwise", "db.no-steps");
        }
    }

    void tableWithoutStepsIsTold()
    {
        const auto [dropped, range, code] = scenario<bool, QString, QString>();
        QStringList more{dropped ? QStringLiteral("DROP TABLE STEP_TIME") : QStringLiteral("DELETE FROM STEP_TIME")};
        if (!range.isEmpty())
            more << QStringLiteral("DELETE FROM PYTORCH_API WHERE name = 23")
                 << QStringLiteral(
                        "CREATE TABLE MSTX_EVENTS (startNs INTEGER, endNs INTEGER, eventType INTEGER, message "
                        "INTEGER, globalTid INTEGER, connectionId INTEGER)")
                 << QStringLiteral("INSERT INTO STRING_IDS VALUES (90,'%1')").arg(range)
                 << QStringLiteral(
                        "INSERT INTO MSTX_EVENTS VALUES (1000000300,1000009000,2,90,330712481869,4294967295),"
                        "(1000009000,1000020000,2,90,330712481869,4294967295)");
        const auto rank = loadChanged(more, false);
        QVERIFY(rank && rank->trace);
        const auto findings = rank->report.findings();
        QCOMPARE(std::ranges::count(findings, code, &Finding::code), 1);
    }

    void unknownTablesAreNamed()
    {
        const auto rank = loadChanged({"ALTER TABLE TASK ADD COLUMN mine INTEGER"});
        QVERIFY(rank);
        QStringList told;
        for (const Finding &f : rank->report.findings()) {
            if (f.code.startsWith(QLatin1String("db.other-")))
                told << f.argument;
        }
        QCOMPARE(told, texts({"MY_OWN", "TASK.mine"}));
    }

    void whatEveryVersionHasIsMissed_data()
    {
        const Scenarios<QStringList, QStringList> row;

        row("nothing", {}, {});
        row("the connections of tasks", {"ALTER TABLE TASK DROP COLUMN connectionId"}, {"TASK.connectionId x1"});
        row("the times of calls",
            {"ALTER TABLE CANN_API DROP COLUMN endNs", "ALTER TABLE CANN_API DROP COLUMN startNs"},
            {"CANN_API.startNs, CANN_API.endNs x2"});
        // A cell of it is missing.
        row("shapes", {"ALTER TABLE COMPUTE_TASK_INFO DROP COLUMN inputShapes"}, {});
        // Other versions have others.
        row("what some versions lack", {"ALTER TABLE COMPUTE_TASK_INFO DROP COLUMN mixBlockDim"}, {});
        row("a table without rows", {"DELETE FROM STEP_TIME", "ALTER TABLE STEP_TIME DROP COLUMN startNs"}, {});
        row("the tasks", {"DROP TABLE TASK"}, {"TASK x1"});
        row("the strings", {"DROP TABLE STRING_IDS"}, {"STRING_IDS x1"});
        row("the connections of operators", {"DROP TABLE CONNECTION_IDS"}, {"CONNECTION_IDS x1"});
    }

    void whatEveryVersionHasIsMissed()
    {
        const auto [more, told] = scenario<QStringList, QStringList>();
        const auto rank = loadChanged(more);
        QVERIFY(rank);
        QStringList said;
        for (const Finding &f : rank->report.findings()) {
            if (f.code == u"db.missing")
                said << f.argument + QStringLiteral(" x%1").arg(f.count);
        }
        QCOMPARE(said, told);
    }

    void brokenFilesAreFindings_data()
    {
        const Scenarios<QStringList, QString> row;

        row("text for a number", {"UPDATE TASK SET endNs = 'late' WHERE globalTaskId = 1"}, "db.cell");
        row("an end before its start", {"UPDATE TASK SET endNs = 1 WHERE globalTaskId = 1"}, "db.times");
        row("a stamp beyond all years", {"UPDATE CANN_API SET endNs = 9223372036854775807"}, "db.cell");
        row("a blob for a stamp", {"UPDATE PYTORCH_API SET startNs = x'00ff' WHERE type = 62"}, "db.cell");
        row("a view instead of a table", {"DROP TABLE CANN_API", "CREATE VIEW CANN_API AS SELECT * FROM TASK"},
            "db.computed-tables");
        row("huge cells", {"UPDATE STRING_IDS SET value = zeroblob(20000000) WHERE id = 26"}, "db.large-rows");
        row("a circle of frames",
            {"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000) INSERT INTO "
             "PYTORCH_CALLCHAINS SELECT 9, 24, n % 3 FROM c"},
            "db.other-tables");
        row("no JSON", {"UPDATE META_DATA SET value = '{\"a\":' WHERE name = 'parallel_group_info'"},
            "metadata.bad-json");
        row("planes below nothing", {"UPDATE COMMUNICATION_TASK_INFO SET planeId = -7"}, "db.plane");
        row("no strings", {"DROP TABLE STRING_IDS"}, "db.other-tables");
        row("no tasks", {"DROP TABLE TASK"}, "db.other-tables");
        row("nested without end",
            {"UPDATE META_DATA SET value = '{\"a\":' || replace(hex(zeroblob(200000)), '00', '{\"a\":')"},
            "metadata.bad-json");
    }

    void brokenFilesAreFindings()
    {
        const auto [more, code] = scenario<QStringList, QString>();
        RunFolder d;
        write(d, more);
        const auto rank = load(d.path());
        QVERIFY(rank && rank->trace);
        const QStringList codes = codesOf(rank->report);
        QVERIFY2(codes.contains(code), qPrintable(codes.join(u' ')));
        for (const Finding &f : rank->report.findings()) {
            if (f.code == code)
                QVERIFY2(f.file.endsWith(QLatin1String("ascend_pytorch_profiler_3.db")), qPrintable(f.file));
        }
        for (quint32 s = 0; s < rank->trace->slices().size(); ++s)
            (void)readEventText(*rank->trace, SliceId{s});
        // Nothing is left beside the data.
        QCOMPARE(QDir(d.path(Folder)).entryList(QDir::Files), texts({"analysis.db", "ascend_pytorch_profiler_3.db"}));
    }

    // At Level0 no task has a plane, which is no loss.
    void tasksWithoutPlanes()
    {
        const auto rank = loadChanged({"UPDATE COMMUNICATION_TASK_INFO SET planeId = 4294967295"});
        QVERIFY(rank && rank->trace);
        const QStringList codes = codesOf(rank->report);
        QVERIFY2(!codes.contains(QStringLiteral("db.plane")), qPrintable(codes.join(u' ')));
        const std::vector<Lane> &lanes = rank->trace->lanes();
        QVERIFY(std::none_of(lanes.begin(), lanes.end(), [](const Lane &l) { return l.kind == LaneKind::CommPlane; }));
    }

    void anAnalysisThatCannotBeOpenedIsToldOnce()
    {
        RunFolder d;
        write(d);
        QVERIFY(QFile::resize(d.path(Analysis), 1000));
        ImportReport report;
        const auto rank = load(d.path(), &report);
        QVERIFY(rank && rank->trace);
        qint64 told = 0;
        for (const ImportReport *const r : {&std::as_const(report), &rank->report}) {
            for (const Finding &f : r->findings())
                told += f.code == u"db.unreadable" && f.file.endsWith(QLatin1String("analysis.db")) ? f.count : 0;
        }
        QCOMPARE(told, 1);
    }

    void aProfileThatCannotBeOpenedSaysWhy()
    {
        RunFolder d;
        write(d);
        const QString file = d.path(Folder) + QStringLiteral("/ascend_pytorch_profiler_3.db");
        QVERIFY(QFile::resize(file, 3000));
        const std::vector<Run> runs = runsIn({d.path()});
        QVERIFY(!runs.empty() && !runs.front().infos.empty());
        QStringList why;
        for (const FileEntry &f : runs.front().infos.front().files) {
            if (f.path.endsWith(QLatin1String("ascend_pytorch_profiler_3.db")) && !f.used)
                why << f.why.english();
        }
        QCOMPARE(why.size(), 1);
        QVERIFY2(why.front().startsWith(QLatin1String("The database cannot be read (")), qPrintable(why.front()));
    }

    // Whatever page a copy broke off at: the rows of the pages before it, a finding, and the other file.
    void aCutProfileShowsWhatIsThere()
    {
        RunFolder d;
        write(d);
        const QString file = d.path(Profile);
        const auto whole = load(d.path());
        QVERIFY(whole && whole->trace);
        constexpr qint64 pageBytes = 4096;
        const qint64 pages = QFileInfo(file).size() / pageBytes;
        const auto rowsOf = [](const RankData &rank) {
            qint64 rows = rank.trace ? rank.trace->slices().size() : 0;
            for (const auto &[kind, table] : rank.tables)
                rows += table->rows();
            return rows;
        };
        const qint64 all = rowsOf(*whole);
        int withSlices = 0;
        for (qint64 left = pages - 1; left > 0; --left) {
            QVERIFY(QFile::resize(file, left * pageBytes + 1));
            ImportReport report;
            const auto rank = load(d.path(), &report);
            QVERIFY(rank);
            const QStringList codes = codesOf(rank->report) + codesOf(report);
            const QString allCodes = codes.join(u' ');
            const bool isTold = allCodes.contains(QLatin1String(damagedCode)) ||
                                codes.contains(QLatin1String("db.unreadable")) ||
                                allCodes.contains(QLatin1String(cutLanesCode));
            const qint64 rows = rowsOf(*rank);
            QVERIFY2(isTold || rows == all, qPrintable(QString::number(left) + codes.join(u' ')));
            // Which row was the one before is lost with the rows.
            const auto losesRowsOf = [&codes](const char *table) {
                return codes.contains(QLatin1String(cutLanesCode) + u'-' + QLatin1String(table));
            };
            const bool losesTasks =
                losesRowsOf("TASK") || losesRowsOf("COMPUTE_TASK_INFO") || losesRowsOf("COMMUNICATION_OP");
            if (const int wait = rank->kernels ? KernelColumns(*rank->kernels).wait : -1; wait >= 0) {
                for (int row = 0; row < rank->kernels->rows(); ++row)
                    QCOMPARE(rank->kernels->has(row, wait), !losesTasks);
            }
            withSlices += rank->trace && rank->trace->slices().size() > 0 ? 1 : 0;
        }
        // The first pages hold the schema.
        QVERIFY2(withSlices > pages / 2, qPrintable(QString::number(withSlices)));
    }

    // A name whose text is gone stays apart from what has no name.
    void lostNamesAreSaid()
    {
        QVERIFY(!hasCode(m_rank->report, "db.lost-names"));
        const auto rank = loadChanged({"DELETE FROM STRING_IDS WHERE id IN (1, 4, 9, 19)"});
        QVERIFY(rank && rank->trace && rank->kernels);
        QCOMPARE(slicesOn(*rank->trace, "Ascend Hardware", "Stream 2"),
                 texts({"(name lost) 1000002000+3000", "EVENT_RECORD 1000006000+500", "(name lost) 1000007500+1000"}));
        QVERIFY(slicesOn(*rank->trace, "Python", "Thread 77").contains(QStringLiteral("(name lost) 1000000200+700")));
        const KernelColumns columns(*rank->kernels);
        QVERIFY(columns.name >= 0 && columns.type >= 0);
        QCOMPARE(QString::fromUtf8(rank->kernels->textView(0, columns.name)), QString::fromLatin1(MissingName));
        QCOMPARE(QString::fromUtf8(rank->kernels->textView(0, columns.type)), QString::fromLatin1(MissingName));
        QCOMPARE(told(rank->report, "db.lost-names"), QStringLiteral("loss x4 STRING_IDS"));
    }

    void cancelEnds()
    {
        auto runs = runsIn({m_folder.path()});
        ThreadPool pool(1);
        const JobContext job;
        job.cancel();
        QVERIFY(!loadRun(std::move(runs.at(0)), pool, job));
    }

    void realRunHasItsNumbers()
    {
        const QString path = QStringLiteral(RANKSCOPE_SHARED_DATA "/real/pytorch_db_level2");
        if (!QFileInfo(path).isDir())
            QSKIP("The real profiles are not here.");
        const auto rank = load(path);
        QVERIFY(rank && rank->trace && rank->kernels);
        // 187 kernels and 4 operators; of 552 tasks 17 are wholes of others that are there.
        QCOMPARE(rank->kernels->rows(), 191);
        const Trace &t = *rank->trace;
        qint64 onStreams = 0;
        for (const Lane &l : t.lanes())
            onStreams += l.kind == LaneKind::Stream ? l.sliceCount : 0;
        QCOMPARE(onStreams, 535);
        for (const SliceId s : rank->sliceOfKernel)
            QVERIFY(s != NoSlice);
        std::map<QString, quint32> joined;
        for (const FlowCategory &c : t.flows().categories())
            joined[t.strings().text(c.name)] = c.joined;
        QCOMPARE(joined[QStringLiteral("async_task_queue")], 159U);
        QCOMPARE(joined[QStringLiteral("fwdbwd")], 27U);
        // 187 kernels, 24 copies in 24 tasks and 4 operators of communication, each with its call.
        QCOMPARE(joined[QStringLiteral("HostToDevice")], 215U);
        QCOMPARE(joined[QStringLiteral("async_npu")], 191U);
        QCOMPARE(rank->commOps.size(), size_t(4));
        QCOMPARE(rank->links.size(), size_t(48));
        QCOMPARE(*rank->stepTrace.at(0).computingUs, 8900.456);
        QCOMPARE(t.steps().size(), size_t(1));
        // The kernels' sum is what the writer calls computing, but for what overlaps.
        const KernelColumns c(*rank->kernels);
        qint64 computing = 0;
        for (int row = 0; row < rank->kernels->rows(); ++row)
            computing += c.isCommunication(*rank->kernels, row) ? 0 : rank->kernels->integer(row, c.duration);
        QVERIFY(std::abs(static_cast<double>(computing) / 1e3 - 8900.456) < 10);
    }

private:
    RunFolder m_folder;
    std::shared_ptr<const RankData> m_rank; // of both databases, as they were written
};

RS_TEST(TestDbRank, QCoreApplication);
#include "tst_dbrank.moc"
