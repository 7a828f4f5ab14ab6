// SPDX-License-Identifier: Apache-2.0
// The tables of memory as they are printed, for windows, moments and components.
#include "support/fixtures.h"
#include "support/legacyfixture.h"
#include "support/literaltext.h"
#include "support/memoryfixture.h"
#include "support/testprogram.h"
#include "tables/base/catalogue.h"
#include "tables/base/tablesink.h"

#include <QBuffer>
#include <QTest>

#include <functional>

using namespace rs;
using namespace rs::test;

namespace {

/// A host slice aten::mm from 10 to 40 ns, inside of another one that begins at 0.
std::shared_ptr<const Run> runOfMemory()
{
    TinyRank tiny(0);
    tiny.host("aten::linear", 0, 90);
    tiny.host("aten::mm", 10, 30);
    for (const auto &[at, mhz] :
         {std::pair(20, 800.0), std::pair(30, 1800.0), std::pair(40, 1800.0), std::pair(50, 1000.0)})
        tiny.frequency(at, mhz);
    auto rank = std::make_shared<RankData>(*tiny.finish());
    rank->info.framework = Framework::PyTorch;
    rank->tables[QStringLiteral("memory_record")] = memoryRecords(
        {{"APP", 50, {}, 64}, {"PTA", 10, 5, 8, 4, "7"}, {"PTA", 20, 7, 8, 6, "9"}, {"PTA", 30, 6, 8, 6, "7"}});
    rank->tables[QStringLiteral("operator_memory")] = memoryBlocks({{"aten::mm", 2048, 20, 30},
                                                                    {"aten::add", 1024, 10, {}},
                                                                    {"cann::x", 512, 10, 40},
                                                                    {"aten::old", 256, {}, 15}});
    rank->tables[QStringLiteral("static_op_mem")] =
        graphBlocks({{QStringLiteral("a"), QStringLiteral("0"), 7, 1, 3, 10},
                     {QStringLiteral("b"), QStringLiteral("0"), 7, 2, 2, 5},
                     {QStringLiteral("TOTAL"), QStringLiteral("0"), 7, 0, 4, 20}});
    return std::make_shared<const Run>(makeRun({rank}));
}

class MemoryPrint
{
public:
    QStringList operator()(const char *id, const std::function<void(TableQuery &)> &choose = {}) const
    {
        TableQuery query;
        query.run = m_run;
        query.rank = 0;
        if (choose)
            choose(query);
        const auto rows = m_tables.find(QString::fromLatin1(id))->make(query, JobContext());
        if (rows->rows() == 0)
            return {};
        QBuffer out;
        (void)out.open(QIODevice::WriteOnly);
        const auto sink = makeCsvSink(out);
        sink->begin(printedHeaders(rows->columns()));
        (void)writeRows(*sink, *rows, JobContext());
        sink->end();
        return QString::fromUtf8(out.data()).remove(u'\r').trimmed().split(u'\n').mid(1);
    }
    [[nodiscard]] std::shared_ptr<const RowSource> rows(const char *id) const
    {
        TableQuery query;
        query.run = m_run;
        query.rank = 0;
        return m_tables.find(QString::fromLatin1(id))->make(query, JobContext());
    }

private:
    std::shared_ptr<const Run> m_run = runOfMemory();
    const Catalogue m_tables = Catalogue::ofProgram();
};

} // namespace

class TestMemoryTables : public QObject
{
    Q_OBJECT
private slots:
    // Nodes 1 to 3 hold 10 KB, node 2 another 5.
    void peaksOfCompiledGraphs()
    {
        const MemoryPrint print;
        QCOMPARE(print("memory.graphs"), texts({"7,15,2,20"}));
        // The total of the file is no operator.
        QCOMPARE(print("memory.static"), texts({"a,10,1,3,7,0", "b,5,2,2,7,0"}));
    }

    void peaksOfCounters()
    {
        const MemoryPrint print;
        const QStringList rows = print("counters.peaks");
        QCOMPARE(rows.size(), 1);
        QVERIFY2(rows[0].endsWith(QLatin1String("AI Core Freq,MHz,1800,30,800,1000,4")), qPrintable(rows[0]));
    }

    // A rank of MindSpore 1.x has memory of graphs in the Marey view; other ranks are told of the missing file.
    void memoryOfGraphsAlone()
    {
        const Catalogue tables = Catalogue::ofProgram();
        auto rank = std::make_shared<RankData>();
        rank->info.framework = Framework::MindSpore;
        for (const bool isOld : {false, true}) {
            if (isOld)
                addLegacyRow(*rank, LegacyNodes::Kind, {"0", "Conv2D-op1"}, {0.5});
            TableQuery query;
            query.run = std::make_shared<const Run>(makeRun({rank}));
            query.rank = 0;
            for (const char *const id : {"memory.curves", "memory.allocations", "memory.components", "memory.static"}) {
                const QString why = tables.find(QString::fromLatin1(id))->whyEmpty(query).english();
                QVERIFY2(why.contains(QStringLiteral("Operators across devices")) == isOld, qPrintable(why));
                QVERIFY2(why.contains(QStringLiteral("profile_memory")) != isOld, qPrintable(why));
            }
        }
    }

    void curves()
    {
        const MemoryPrint print;
        QCOMPARE(print("memory.curves"), texts({"PTA,10,5,4,8,3,7,NPU:0", "PTA,20,7,6,8,1,9,NPU:0",
                                                "PTA,30,6,6,8,2,7,NPU:0", "APP,50,,,64,,,NPU:0"}));
        QCOMPARE(print("memory.curves",
                       [](TableQuery &q) {
                           q.component = QStringLiteral("PTA");
                           q.window = {20, 30};
                       }),
                 QStringList(QStringLiteral("PTA,20,7,6,8,1,9,NPU:0")));
    }

    // At its peak of 7 MB rank 0 holds mm 2 MB, add 1 MB and x, of which its curve counts the first two, and 4 MB that
    // no block explains. Rank 1 holds mm 3 MB and cat 1 MB of its 4 MB.
    void peaksOfTwoRanks()
    {
        const Catalogue tables = Catalogue::ofProgram();
        const TableSpec &spec = *tables.find(u"memory.compare");
        TableQuery query;
        auto run = std::make_shared<Run>(*runOfMemory());
        auto other = std::make_shared<RankData>();
        other->info.framework = Framework::PyTorch;
        other->info.rank = 1;
        other->info.label = QStringLiteral("1");
        other->tables[QStringLiteral("memory_record")] = memoryRecords({{"PTA", 10, 1, 8}, {"PTA", 20, 4, 8}});
        other->tables[QStringLiteral("operator_memory")] =
            memoryBlocks({{"aten::mm", 3072, 10, 40}, {"aten::cat", 1024, 20, {}}});
        run->infos.push_back(other->info);
        run->ranks.push_back(other);
        query.run = run;
        query.rank = 0;
        query.other = 1;
        query.component = QStringLiteral("PTA");
        const auto print = [&] {
            const auto rows = spec.make(query, JobContext());
            QBuffer out;
            (void)out.open(QIODevice::WriteOnly);
            const auto sink = makeCsvSink(out);
            sink->begin(printedHeaders(rows->columns()));
            (void)writeRows(*sink, *rows, JobContext());
            sink->end();
            QStringList lines = QString::fromUtf8(out.data()).remove(u'\r').trimmed().split(u'\n').mid(1);
            lines.sort();
            return lines;
        };
        QCOMPARE(print(), texts({",,-4096,4096,0,0,,", "aten::add,PTA,-1024,1024,0,0,1,0",
                                 "aten::cat,PTA,1024,0,1024,,0,1", "aten::mm,PTA,1024,2048,3072,1.5,1,1"}));
        const auto noteOf = [&] { return spec.make(query, JobContext())->notes().front().english(); };
        QCOMPARE(noteOf(), QStringLiteral("Each rank at the peak of its whole capture: 7.0 MB on rank 0, 4.0 MB on "
                                          "rank 1."));
        // Before 20 ns rank 1 has 1 MB, of which mm is known to hold more.
        query.window = {0, 25};
        query.otherWindow = Interval{0, 20};
        QCOMPARE(print(), texts({",,-4096,4096,0,0,,", "aten::add,PTA,-1024,1024,0,0,1,0",
                                 "aten::mm,PTA,1024,2048,3072,1.5,1,1"}));
        QCOMPARE(noteOf(),
                 QStringLiteral("Each rank at its peak in the selected time or step: 7.0 MB on rank 0, 1.0 MB "
                                "on rank 1."));
        query.window = TableQuery().window;
        query.otherWindow.reset();
        query.heldBy = BlockGrouping::Component;
        QCOMPARE(print(), texts({",-4096,4096,0,0,,", "PTA,1024,3072,4096,1.3333333333333333,2,2"}));
        other->tables.erase(QStringLiteral("operator_memory"));
        QCOMPARE(spec.make(query, JobContext())->rows(), 0U);
        QVERIFY(spec.whyEmpty(query).english().contains(QStringLiteral("operator_memory")));
    }

    void peaks()
    {
        const MemoryPrint print;
        QCOMPARE(print("memory.peak"), texts({"PTA,allocated,7,20,5,6,3,,NPU:0", "PTA,active,6,20,4,6,3,,NPU:0",
                                              "PTA,reserved,8,10,8,8,3,,NPU:0", "PTA,fragmentation,3,10,3,2,3,,NPU:0",
                                              "APP,reserved,64,50,64,64,1,,NPU:0"}));
        QVERIFY(print("memory.peak", [](TableQuery &q) { q.streams = true; }).isEmpty());
        QCOMPARE(print("memory.peak",
                       [](TableQuery &q) {
                           q.window = {25, 35};
                       })
                     .front(),
                 QStringLiteral("PTA,allocated,7,25,6,6,1,,NPU:0"));
    }

    void allocations()
    {
        const MemoryPrint print;
        const QStringList all = print("memory.allocations");
        QCOMPARE(all.size(), 4);
        QVERIFY2(all[0].startsWith(QStringLiteral("aten::mm,PTA,2048,20,30,")), qPrintable(all[0]));
        QVERIFY2(all[1].startsWith(QStringLiteral("aten::add,PTA,1024,10,,")), qPrintable(all[1]));
        QVERIFY2(all[2].startsWith(QStringLiteral("cann::x,GE,512,10,40,")), qPrintable(all[2]));
        QVERIFY2(all[3].startsWith(QStringLiteral("aten::old,PTA,256,,15,")), qPrintable(all[3]));
        QCOMPARE(print("memory.allocations", [](TableQuery &q) { q.window = {30, 35}; }).size(), 2);
        QCOMPARE(print("memory.allocations", [](TableQuery &q) { q.unreleased = true; }).size(), 1);
        QCOMPARE(print("memory.allocations", [](TableQuery &q) { q.component = QStringLiteral("GE"); }).size(), 1);
    }

    void rowsLeadToTheSliceThatAllocated()
    {
        const auto rows = MemoryPrint().rows("memory.allocations");
        QVERIFY(rows->place(0).slice != NoSlice);
        QCOMPARE(rows->place(0).time.value(), (Interval{20, 30}));
        QCOMPARE(rows->place(1).slice, NoSlice); // the trace has no aten::add
        // Never released: until the capture ends, behind the last stamp of the file.
        QCOMPARE(rows->place(1).time.value(), (Interval{10, 90}));
        QCOMPARE(rows->place(3).time.value(), (Interval{10, 15}));
        const int released = rows->columnOf(u"released");
        QVERIFY(rows->phrase(1, released).english && !rows->phrase(0, released).english);
    }

    void whoHeldThePeak()
    {
        const MemoryPrint print;
        QCOMPARE(print("memory.alive"),
                 texts({"aten::mm,PTA,2048,28.57142857142857,1,20", "aten::add,PTA,1024,14.285714285714285,1,20",
                        ",,4096,57.14285714285714,,20"}));
        QCOMPARE(print("memory.alive", [](TableQuery &q) { q.at = 12; }),
                 texts({"aten::add,PTA,1024,20,1,12", "aten::old,PTA,256,5,1,12", ",,3840,75,,12"}));
        QCOMPARE(print("memory.alive",
                       [](TableQuery &q) {
                           q.at = 12;
                           q.component = QStringLiteral("GE");
                           q.heldBy = BlockGrouping::Component;
                       }),
                 QStringList(QStringLiteral("GE,512,,1,12"))); // there is no curve of it
        QCOMPARE(print("memory.alive", [](TableQuery &q) { q.heldBy = BlockGrouping::Size; }).front(),
                 QStringLiteral("PTA,2048,2048,28.57142857142857,1,20"));
    }

    void leaks()
    {
        const MemoryPrint print;
        QCOMPARE(print("memory.leaks"), QStringList(QStringLiteral("aten::add,PTA,1024,1,10,10")));
        QVERIFY(print("memory.leaks", [](TableQuery &q) { q.window = {15, 40}; }).isEmpty());
    }
};

RS_TEST(TestMemoryTables, QCoreApplication);
#include "tst_memorytables.moc"
