// SPDX-License-Identifier: Apache-2.0
// The files of memory in all their versions: every column, its type and its missing cells, without a finding.
#include "core/table/memorycolumns.h"
#include "importers/csv/kernelcsv.h"
#include "importers/discovery/deliverables.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<const Table> readText(const char *kind, const QByteArray &text, ImportReport &report)
{
    RunFolder d;
    const QString path = d.write("f", text);
    const Deliverable *const known = deliverable(QString::fromLatin1(kind));
    ThreadPool pool(2);
    return readPlainTable({{path, QStringLiteral("f")}}, wordsOf(known->columns), wordsOf(known->partial), JobContext(),
                          report, &pool);
}

std::optional<double> measureOf(const Table &table, int row, MemoryMeasure m)
{
    return MemoryRecordColumns(table).measures[size_t(m)].at(table, row);
}

const QByteArray TorchRecord = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream "
                               "Ptr,Device Type\r\n";
const QByteArray TorchBlocks =
    "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),"
    "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total "
    "Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\r\n";

} // namespace

class TestMemoryFiles : public QObject
{
    Q_OBJECT
private slots:
    void recordsOfTorch()
    {
        ImportReport report;
        const auto table =
            readText("memory_record",
                     TorchRecord + "APP,1736405443756384.100\t,,2109.6015625,,,NPU:0\r\n"
                                   "GE,1736405443756385.100\t,49.125,74.75,,,NPU:0\r\n"
                                   "PTA,1736405443756386.104\t,935.9951171875,1452.0,936.5,1162636336,NPU:0\r\n",
                     report);
        QVERIFY(table);
        QVERIFY(report.isEmpty());
        const MemoryRecordColumns c(*table);
        QCOMPARE(table->textView(0, c.component), std::string_view("APP"));
        QCOMPARE(table->integer(2, c.time), 1736405443756386104);
        QVERIFY(!measureOf(*table, 0, MemoryMeasure::Allocated) && !measureOf(*table, 0, MemoryMeasure::Active));
        QCOMPARE(measureOf(*table, 0, MemoryMeasure::Reserved).value(), 2109.6015625);
        QVERIFY(!measureOf(*table, 1, MemoryMeasure::Active));
        QCOMPARE(measureOf(*table, 2, MemoryMeasure::Allocated).value(), 935.9951171875);
        QCOMPARE(measureOf(*table, 2, MemoryMeasure::Active).value(), 936.5);
        // A pointer is a name.
        QCOMPARE(table->textView(2, c.stream), std::string_view("1162636336"));
        QVERIFY(!table->has(0, c.stream));
        QCOMPARE(table->textView(2, c.device), std::string_view("NPU:0"));
    }

    void recordsOfMindSpore()
    {
        ImportReport report;
        const auto table =
            readText("memory_record",
                     "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Device "
                     "Type\nMindSpore,1736405443756384.25,1.5,2,1.5,NPU:3\nGE,1736405443756384.5,1,2,N/A,NPU:3\n",
                     report);
        QVERIFY(table && report.isEmpty());
        QCOMPARE(MemoryRecordColumns(*table).stream, -1);
        QCOMPARE(measureOf(*table, 0, MemoryMeasure::Active).value(), 1.5);
        QVERIFY(!measureOf(*table, 1, MemoryMeasure::Active));
    }

    void oldRecords()
    {
        ImportReport report;
        const auto table = readText("memory_record",
                                    "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n"
                                    "PTA,1695115378653323.5,1.5,2,NPU:0\n",
                                    report);
        QVERIFY(table && report.isEmpty());
        QCOMPARE(table->integer(0, MemoryRecordColumns(*table).time), 1695115378653323500);
        QCOMPARE(MemoryRecordColumns(*table).measures[size_t(MemoryMeasure::Active)].column, -1);
    }

    void recordsOfMsprof()
    {
        ImportReport report;
        const auto table = readText("memory_record",
                                    "Device_id,Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB),Device\n"
                                    "0,GE,1695115378653323.500\t,512,2048,NPU:0\n",
                                    report);
        QVERIFY(table && report.isEmpty());
        QCOMPARE(measureOf(*table, 0, MemoryMeasure::Allocated).value(), 0.5);
        QCOMPARE(measureOf(*table, 0, MemoryMeasure::Reserved).value(), 2.0);
        QCOMPARE(table->textView(0, MemoryRecordColumns(*table).device), std::string_view("NPU:0"));
    }

    void blocksOfTorch()
    {
        ImportReport report;
        const auto table = readText(
            "operator_memory",
            TorchBlocks +
                "aten::empty_strided,18816.5,1736405443871259.720\t,,,,,954.3701171875,1452.0,954.5,,,,1431569360,NPU:"
                "0\r\n"
                "aten::_convolution,25009.5,1736405443879844.900\t,1736405443914587.140\t,1736405443914586.740\t,34742."
                "240\t,"
                "34741.840\t,978.7939453125,1452.0,978.7939453125,977.6123046875,1452.0,977.6123046875,1431569360,NPU:"
                "0\r\n"
                "cann::MatMul,16.0,1736405443879844.900\t,1736405443879944.900\t,,100.000\t,,50,74.75,,49,74.75,,,NPU:"
                "0\r\n"
                "aten::add,8,,1736405443879999.000\t,,,,,,,40,50,,1431569360,NPU:0\r\n",
            report);
        QVERIFY(table);
        QVERIFY(report.isEmpty());
        const AllocationColumns c(*table);
        QCOMPARE(table->real(0, c.sizeKb), 18816.5);
        QCOMPARE(c.allocatedAt(*table, 0).value(), 1736405443871259720);
        QVERIFY(!c.releasedAt(*table, 0) && !table->has(0, c.activeReleased) && !table->has(0, c.duration));
        QVERIFY(!c.releaseTotals[0].at(*table, 0));
        QCOMPARE(c.totals[size_t(MemoryMeasure::Active)].at(*table, 0).value(), 954.5);
        QCOMPARE(c.releasedAt(*table, 1).value(), 1736405443914587140);
        QCOMPARE(table->integer(1, c.activeReleased), 1736405443914586740);
        QCOMPARE(table->integer(1, c.activeDuration), 34741840);
        QVERIFY(!c.totals[size_t(MemoryMeasure::Active)].at(*table, 2));
        QVERIFY(!c.allocatedAt(*table, 3));
        QCOMPARE(c.releasedAt(*table, 3).value(), 1736405443879999000);
    }

    void blocksOfMindSpore()
    {
        ImportReport report;
        const auto table =
            readText("operator_memory",
                     TorchBlocks + "Mul,2.0,1736405443871259.7,N/A,N/A,N/A,N/A,9,14,9,N/A,N/A,N/A,77,NPU:1\n"
                                   "Add,2.0,1736405443871259.72,1736405443871359.96875,N/A,100.24875,N/A,9,14,9,"
                                   "8,14,8,77,NPU:1\n",
                     report);
        QVERIFY(table);
        QVERIFY(report.isEmpty());
        const AllocationColumns c(*table);
        QCOMPARE(c.allocatedAt(*table, 0).value(), 1736405443871259700);
        QVERIFY(!c.releasedAt(*table, 0));
        // Five decimals are more than nanoseconds.
        QCOMPARE(c.releasedAt(*table, 1).value(), 1736405443871359969);
        QCOMPARE(table->integer(1, c.duration), 100249);
    }

    void oldBlocks()
    {
        ImportReport report;
        const auto table =
            readText("operator_memory",
                     "Name,Size(KB),Allocation Time(us),Release Time(us),Duration(us),Allocation Total "
                     "Allocated(MB),Allocation Total Reserved(MB),Release Total Allocated(MB),Release Total "
                     "Reserved(MB),Device Type\naten::add,8,1000.5,1001.5,1.0,1,2,1,2,NPU:0\n",
                     report);
        QVERIFY(table);
        QVERIFY(report.isEmpty());
        const AllocationColumns c(*table);
        QCOMPARE(c.releasedAt(*table, 0).value(), 1001500);
        QCOMPARE(c.activeReleased, -1);
        QCOMPARE(c.stream, -1);
    }

    void blocksOfMsprof()
    {
        ImportReport report;
        const auto table =
            readText("operator_memory",
                     "Device_id,Name,Size(KB),Allocation Time(us),Duration(us),Allocation Total "
                     "Allocated(KB),Allocation Total Reserved(KB),Release Total Allocated(KB),Release Total "
                     "Reserved(KB),Device\n0,MatMul,8,1000.500\t,250.250\t,1024,2048,512,2048,NPU:0\n"
                     "0,Add,8,1000.500\t,N/A,1024,2048,N/A,N/A,NPU:0\n",
                     report);
        QVERIFY(table);
        QVERIFY(report.isEmpty());
        const AllocationColumns c(*table);
        QCOMPARE(c.releasedAt(*table, 0).value(), 1250750); // it has no column for the release
        QVERIFY(!c.releasedAt(*table, 1));
        QCOMPARE(c.totals[size_t(MemoryMeasure::Allocated)].at(*table, 0).value(), 1.0);
        QCOMPARE(c.releaseTotals[size_t(MemoryMeasure::Allocated)].at(*table, 0).value(), 0.5);
    }

    void modules_data()
    {
        const Scenarios<QByteArray, double> row;
        row("torch", "Component,Timestamp(us),Total Reserved(MB),Device\nHCCL,1000.500\t,2.5,NPU:0\n", 2.5);
        row("torch, new",
            "Device_id,Component,Timestamp(us),Total Reserved(MB),Device\n0,HCCL,1000.500\t,2.5,"
            "NPU:0\n",
            2.5);
        row("msprof",
            "Device_id,Component,Timestamp(us),Total Reserved(KB),Device\n0,HCCL,1000.500\t,512,"
            "NPU:0\n",
            0.5);
    }

    void modules()
    {
        const auto [text, mb] = scenario<QByteArray, double>();
        ImportReport report;
        const auto table = readText("npu_module_mem", text, report);
        QVERIFY(table && report.isEmpty());
        const ModuleMemoryColumns c(*table);
        QCOMPARE(table->textView(0, c.component), std::string_view("HCCL"));
        QCOMPARE(table->integer(0, c.time), 1000500);
        QCOMPARE(c.reserved.at(*table, 0).value(), mb);
        QCOMPARE(table->textView(0, c.device), std::string_view("NPU:0"));
    }

    void compiledGraphs()
    {
        ImportReport report;
        const auto table = readText("static_op_mem",
                                    "Device_id,Op Name,Model Name,Graph ID,Node Index Start,Node Index End,Size(KB)\n"
                                    "host,MatMul1,0,1,3,4294967295,512\nhost,TOTAL,0,1,0,4294967295,2048\n",
                                    report);
        QVERIFY(table && report.isEmpty());
        const StaticMemoryColumns c(*table);
        QCOMPARE(table->textView(0, c.name), std::string_view("MatMul1"));
        QCOMPARE(table->textView(0, c.model), std::string_view("0"));
        QCOMPARE(table->integer(0, c.first), 3);
        QCOMPARE(table->integer(0, c.last), StaticMemoryColumns::FreedNever);
        QCOMPARE(table->real(0, c.sizeKb), 512.0);
    }

    void brokenCellsAreMissing()
    {
        ImportReport report;
        const auto table = readText("memory_record",
                                    TorchRecord + "PTA,1000.500\t,-1,1452.0,936.5,1,NPU:0\r\n"
                                                  "PTA,soon,1,much,1,1,NPU:0\r\n,1001.000\t,1,2,1,1,NPU:0\r\n",
                                    report);
        QVERIFY(table);
        const MemoryRecordColumns c(*table);
        QVERIFY(!measureOf(*table, 0, MemoryMeasure::Allocated));
        QVERIFY(!table->has(1, c.time) && !measureOf(*table, 1, MemoryMeasure::Reserved));
        QVERIFY(!table->has(2, c.component));
        QStringList said;
        for (const Finding &f : report.findings())
            said << f.code + QStringLiteral(" x%1").arg(f.count);
        said.sort();
        QCOMPARE(said, texts({"csv.impossible x1", "csv.not-a-number x2", "statistic.empty x1"}));
    }

    // 4 PB, and 100 TB, which is the most.
    void memoryThatNoMachineHasIsMissing()
    {
        const auto codesOf = [](const ImportReport &report) {
            QStringList said;
            for (const Finding &f : report.findings())
                said << f.code + QStringLiteral(" x%1").arg(f.count);
            return said;
        };
        ImportReport records;
        const auto record = readText("memory_record",
                                     TorchRecord + "PTA,1000.500\t,4294967296,4294967296,4294967296,1,NPU:0\r\n"
                                                   "PTA,1001.500\t,100000000,100000000,1,1,NPU:0\r\n",
                                     records);
        for (const MemoryMeasure m : {MemoryMeasure::Allocated, MemoryMeasure::Active, MemoryMeasure::Reserved})
            QVERIFY(!measureOf(*record, 0, m) && measureOf(*record, 1, m));
        QCOMPARE(codesOf(records), QStringList(QStringLiteral("csv.impossible x3")));
        ImportReport modules;
        const auto module =
            readText("npu_module_mem",
                     "Component,Timestamp(us),Total Reserved(KB),Device\nHCCL,1000.5,4398046511104,NPU:0\n"
                     "HCCL,1001.5,1024,NPU:0\n",
                     modules);
        QVERIFY(!ModuleMemoryColumns(*module).reserved.at(*module, 0));
        QCOMPARE(ModuleMemoryColumns(*module).reserved.at(*module, 1).value(), 1.0);
        QCOMPARE(codesOf(modules), QStringList(QStringLiteral("csv.impossible x1")));
        ImportReport graphs;
        const auto graph = readText("static_op_mem",
                                    "Device_id,Op Name,Model Name,Graph ID,Node Index Start,Node Index End,Size(KB)\n"
                                    "host,a,0,1,1,2,4398046511104\nhost,b,0,1,1,2,8\n",
                                    graphs);
        const int size = StaticMemoryColumns(*graph).sizeKb;
        QVERIFY(!graph->has(0, size) && graph->has(1, size));
        QCOMPARE(codesOf(graphs), QStringList(QStringLiteral("csv.impossible x1")));
    }

    void columnsThatAreNotThere()
    {
        ImportReport report;
        QVERIFY(readText("memory_record", "Component,Timestamp(us),Total Allocated(KB)\nGE,1000.5,1\n", report));
        QCOMPARE(report.findings().size(), size_t(1));
        QCOMPARE(report.findings()[0].code, QStringLiteral("csv.missing-columns"));
        QCOMPARE(report.findings()[0].argument, QStringLiteral("Total Reserved(KB), Device Type"));
        ImportReport modules;
        QVERIFY(readText("npu_module_mem", "Component,Timestamp(us),Device\nHCCL,1000.5,NPU:0\n", modules));
        QCOMPARE(modules.findings()[0].argument, QStringLiteral("Total Reserved(KB)"));
        ImportReport none;
        QVERIFY(!readText("memory_record", "a,b\n1,2\n", none));
        QCOMPARE(none.findings().at(0).code, QStringLiteral("csv.no-columns"));
    }

    void stampsFarFromAllOthers()
    {
        QByteArray rows;
        for (int i = 0; i < 20; ++i)
            rows += "PTA,17364124747570" + QByteArray::number(10 + i) + ".500\t,1,2,1,1,NPU:0\r\n";
        ImportReport report;
        const auto table = readText("memory_record", TorchRecord + rows + "PTA,12.500\t,1,2,1,1,NPU:0\r\n", report);
        QVERIFY(table && report.isEmpty());
        const int time = MemoryRecordColumns(*table).time;
        const StampRange range = credibleStampsOf(*table, time);
        QVERIFY(range.contains(table->integer(19, time)));
        QVERIFY(!range.contains(table->integer(20, time)));
    }
};

RS_TEST(TestMemoryFiles, QCoreApplication);
#include "tst_memoryfiles.moc"
