// SPDX-License-Identifier: Apache-2.0
// Curves of memory and who held it: by hand, against a naive search, and on real files.
#include "analysis/memory/graphmemory.h"
#include "analysis/memory/memoryblocks.h"
#include "analysis/memory/memorycurves.h"
#include "support/cells.h"
#include "support/memoryfixture.h"
#include "support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

#include <limits>

using namespace rs;
using namespace rs::test;

namespace {

constexpr Interval All{std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max()};

RankData rankWith(const std::vector<MemoryBlockRow> &blocks, Framework framework = Framework::PyTorch)
{
    RankData out;
    out.info.framework = framework;
    out.tables[QStringLiteral("operator_memory")] = memoryBlocks(blocks);
    return out;
}

QStringList lines(const std::vector<HeldMemory> &held)
{
    QStringList out;
    for (const HeldMemory &h : held)
        out << QStringLiteral("%1 %2 %3 x%4 = %5")
                   .arg(h.component, h.name, h.sizeKb ? QString::number(*h.sizeKb) : QString())
                   .arg(h.blocks)
                   .arg(h.totalKb);
    return out;
}

} // namespace

class TestMemory : public QObject
{
    Q_OBJECT
private slots:
    void curvesOfComponents()
    {
        const auto table = memoryRecords({{"APP", 50, {}, 40},
                                          {"PTA", 10, 1, 8, 2},
                                          {"PTA", 30, 5, 8, 5},
                                          {"PTA", 20, 4, 6, 4},
                                          {"PTA+GE", 10, 3, 12, 2},
                                          {"GE", 10, 2, 4}});
        const MemoryCurves curves = memoryCurves(table, MemoryGrouping::Component);
        QCOMPARE(curves.components(), texts("PTA+GE", "PTA", "GE", "APP"));
        QCOMPARE(mainMemoryComponent(curves), QStringLiteral("PTA+GE"));
        QCOMPARE(curves.span, (Interval{10, 50}));
        QCOMPARE(curves.strays, 0);
        // Without the values that the file leaves blank.
        QCOMPARE(curves.curves.size(), size_t(4 + 4 + 3 + 1));
        QVERIFY(!curves.find(u"GE", MemoryQuantity::Active) && !curves.find(u"APP", MemoryQuantity::Fragmentation));
        const MemoryCurve *pta = curves.find(u"PTA", MemoryQuantity::Allocated);
        QVERIFY(pta);
        QCOMPARE(pta->size(), size_t(3));
        QCOMPARE(pta->device, QStringLiteral("NPU:0"));
        // In the order of time; the file has another.
        QCOMPARE(cells(pta->at(1).ns, pta->at(1).mb, pta->row(1)), cells(20, 4.0, 3));
        QVERIFY(!pta->valueAt(9));
        QCOMPARE(cells(pta->valueAt(10).value(), pta->valueAt(19).value(), pta->valueAt(1000).value()),
                 cells(1.0, 1.0, 5.0));
        const MemoryCurve *fragmentation = curves.find(u"PTA", MemoryQuantity::Fragmentation);
        QCOMPARE(cells(fragmentation->at(0).mb, fragmentation->peak().mb), cells(7.0, 7.0));
        QVERIFY(memoryCurves(nullptr, MemoryGrouping::Component).curves.empty());
        QVERIFY(memoryCurves(std::make_shared<Table>(), MemoryGrouping::Component).curves.empty());
    }

    void moreThanIsReservedIsNoFragmentation()
    {
        const auto table = memoryRecords({{"PTA", 10, 1, 8}, {"PTA", 20, 3'600'000'000, 8}, {"PTA", 30, 8.005, 8}});
        const MemoryCurves curves = memoryCurves(table, MemoryGrouping::Component);
        const MemoryCurve *const fragmentation = curves.find(u"PTA", MemoryQuantity::Fragmentation);
        QVERIFY(fragmentation);
        QCOMPARE(fragmentation->size(), size_t(2)); // the third was rounded
        QCOMPARE(fragmentation->row(1), 2);
        QCOMPARE(curves.find(u"PTA", MemoryQuantity::Allocated)->size(), size_t(3));
    }

    // Stream 7: 1 MB from 10 to 40, 2 MB from 20 on; one of 4 MB from before 10 until 30. Stream 9: 56 KB from 20 to
    // 25, and as much again at once.
    void curvesOfStreams()
    {
        const auto table = memoryBlocks({{"aten::mm", 1024, 10, 40, "7"},
                                         {"cann::Add", 2048, 20, {}, "7"},
                                         {"", 4096, {}, 30, "7"},
                                         {"aten::add", 56, 20, 25, "9"},
                                         {"aten::add", 56, 25, 35, "9"},
                                         {"aten::add", 100, 12, 14},
                                         {"aten::add", {}, 12, 14, "9"},
                                         {"aten::add", 100, {}, {}, "9"}});
        const MemoryCurves curves = memoryCurves(table, MemoryGrouping::Stream);
        QCOMPARE(curves.curves.size(), size_t(2));
        const MemoryCurve *seven = curves.find(u"", MemoryQuantity::Allocated, u"7");
        const MemoryCurve *nine = curves.find(u"", MemoryQuantity::Allocated, u"9");
        QVERIFY(seven && nine);
        QCOMPARE(seven->size(), size_t(4));
        QCOMPARE(cells(seven->valueAt(10).value(), seven->peak().mb, seven->peak().ns, seven->valueAt(30).value(),
                       seven->valueAt(40).value()),
                 cells(5.0, 7.0, 20, 3.0, 2.0));
        QCOMPARE(nine->size(), size_t(3));
        QCOMPARE(cells(nine->peak().mb, nine->valueAt(35).value()), cells(56.0 / 1024, 0.0));
        QVERIFY(memoryCurves(memoryBlocks({{"aten::mm", 1024, 10, 40}}), MemoryGrouping::Stream).curves.empty());
    }

    void peaks()
    {
        const auto table = memoryRecords({{"PTA", 10, 1, 8}, {"PTA", 20, 7, 8}, {"PTA", 30, 2, 8}, {"PTA", 40, 7, 8}});
        const MemoryCurves curves = memoryCurves(table, MemoryGrouping::Component);
        const MemoryCurve &c = *curves.find(u"PTA", MemoryQuantity::Allocated);
        QCOMPARE(c.peak().mb, 7.0);
        QCOMPARE(c.peak().ns, 20);             // the first of two
        QCOMPARE(c.peakIn({25, 40})->mb, 7.0); // holds when the window begins
        QCOMPARE(cells(c.peakIn({25, 40})->ns, c.peakIn({30, 40})->ns, c.peakIn({31, 50})->ns, c.peakIn({41, 50})->mb),
                 cells(25, 30, 40, 7.0));
        QVERIFY(!c.peakIn({0, 10}));
        QVERIFY(!c.peakIn({20, 20}));
    }

    void strayStampsAreLeftOut()
    {
        std::vector<MemorySample> samples;
        constexpr qint64 start = 1'736'412'474'000'000'000;
        for (int i = 0; i < 20; ++i)
            samples.push_back({"PTA", start + i * 1000, 1, 2});
        samples.push_back({"PTA", 5, 99, 100});
        const MemoryCurves curves = memoryCurves(memoryRecords(samples), MemoryGrouping::Component);
        QCOMPARE(cells(curves.strays, curves.span.from, curves.find(u"PTA", MemoryQuantity::Allocated)->peak().mb),
                 cells(1, start, 1.0));
    }

    void pixelsKeepTheExtremes()
    {
        const auto table = memoryRecords(
            {{"PTA", 100, 3, 8}, {"PTA", 101, 9, 9}, {"PTA", 102, 1, 9}, {"PTA", 150, 4, 9}, {"APP", 199, {}, 5}});
        const MemoryCurves curves = memoryCurves(table, MemoryGrouping::Component);
        const auto pixels = curves.find(u"PTA", MemoryQuantity::Allocated)->pixels({80, 240}, 8); // 20 ns each
        // Nothing before the first value, nothing behind the record.
        QCOMPARE(cells(pixels.front().x, pixels.back().x), cells(1, 5));
        QCOMPARE(pixels.size(), size_t(5));
        QCOMPARE(cells(pixels[0].first, pixels[0].most, pixels[0].least, pixels[0].last), cells(3.0, 9.0, 1.0, 1.0));
        QCOMPARE(pixels[1].most, 1.0); // it holds
        QCOMPARE(cells(pixels[2].first, pixels[2].last), cells(1.0, 4.0));
        QCOMPARE(pixels[4].last, 4.0);
    }

    // 200 values to a pixel of 2,000 ns until 100,000 ns, then three alone. A peak is in its pixel, or in the one whose
    // edge is no more than 250 ns away from it, wherever blocks end.
    void edgesOfFullPixelsAreNearby()
    {
        for (const qint64 peak : {50'010, 50'990, 51'990, 99'990, 150'000}) {
            std::vector<MemorySample> samples;
            for (qint64 ns = 0; ns < 100'000; ns += 10)
                samples.push_back({"PTA", ns, ns == peak ? 500.0 : 1.0, 1000});
            for (const qint64 ns : {100'010, 150'000, 150'010, 200'000})
                samples.push_back({"PTA", ns, ns == peak ? 500.0 : 1.0, 1000});
            const MemoryCurves curves = memoryCurves(memoryRecords(samples), MemoryGrouping::Component);
            const MemoryCurve &c = *curves.find(u"PTA", MemoryQuantity::Allocated);
            const std::vector<CurvePixel> pixels = c.pixels({0, 200'000}, 100);
            const auto p =
                std::find_if(pixels.begin(), pixels.end(), [](const CurvePixel &at) { return at.most >= 500; });
            QVERIFY(p != pixels.end());
            const qint64 from = p->x * 2'000;
            QVERIFY2(from - 250 <= peak && peak < from + 2'250, qPrintable(QString::number(p->x)));
            QCOMPARE(p->first, 1.0);
        }
    }

    void againstANaiveSearch()
    {
        QRandomGenerator random(7);
        std::vector<MemorySample> samples;
        qint64 ns = 1000;
        for (int i = 0; i < 20'000; ++i) {
            ns += random.bounded(5) == 0 ? 0 : random.bounded(50);
            samples.push_back({"PTA", ns, double(random.bounded(100'000)), 200'000});
        }
        const MemoryCurves curves = memoryCurves(memoryRecords(samples), MemoryGrouping::Component);
        const MemoryCurve &c = *curves.find(u"PTA", MemoryQuantity::Allocated);
        QCOMPARE(c.size(), samples.size());
        for (int turn = 0; turn < 300; ++turn) {
            const qint64 from = 900 + random.bounded(int(ns));
            const Interval window{from, from + 1 + random.bounded(turn % 2 ? 2000 : int(ns))};
            std::optional<MemoryPoint> expected;
            for (const MemorySample &s : samples) {
                if (s.ns < window.from)
                    expected = MemoryPoint{window.from, *s.allocated};
                else if (s.ns < window.to && (!expected || *s.allocated > expected->mb))
                    expected = MemoryPoint{s.ns, *s.allocated};
            }
            const auto peak = c.peakIn(window);
            QCOMPARE(peak.has_value(), expected.has_value());
            if (!peak)
                continue;
            QCOMPARE(cells(peak->mb, peak->ns), cells(expected->mb, expected->ns));
            // The last pixel has the end of the window as well.
            double expectedMost = expected->mb;
            for (const MemorySample &s : samples) {
                if (s.ns == window.to)
                    expectedMost = std::max(expectedMost, *s.allocated);
            }
            double most = 0;
            for (const CurvePixel &p : c.pixels(window, 37)) {
                QVERIFY(p.least <= p.first && p.first <= p.most && p.least <= p.last && p.last <= p.most);
                most = std::max(most, p.most);
            }
            // Behind the record nothing is known.
            QCOMPARE(most, window.from > curves.span.to ? 0 : expectedMost);
        }
    }

    void modulesOfCann()
    {
        Table t;
        t.addColumn(QStringLiteral("Component"), ColumnType::Text);
        t.addColumn(QStringLiteral("Timestamp(us)"), ColumnType::TimeStamp);
        t.addColumn(QStringLiteral("Total Reserved(KB)"), ColumnType::Real);
        t.addColumn(QStringLiteral("Device"), ColumnType::Text);
        const auto row = [&](const char *name, qint64 ns, std::optional<double> kb) {
            t.appendText(0, name);
            t.appendInteger(1, ns);
            putCell(t, 2, kb);
            t.appendText(3, "NPU:0");
            t.finishRow();
        };
        row("HCCL", 30, 1024);
        row("HCCL", 10, 512);
        row("HCCL", 20, 2048);
        row("HCCL", 25, {});
        row("APP", 10, 8192);
        const auto modules = moduleMemory(t);
        QCOMPARE(modules.size(), size_t(2));
        QCOMPARE(modules[0].component, QStringLiteral("APP"));
        QCOMPARE(
            cells(modules[1].samples, modules[1].first.mb, modules[1].peak.mb, modules[1].peak.ns, modules[1].last.mb),
            cells(3, 0.5, 2.0, 20, 1.0));

        const MemoryCurves curves = memoryCurves(std::make_shared<Table>(std::move(t)), MemoryGrouping::Module);
        QCOMPARE(curves.components(), texts("APP", "HCCL"));
        QCOMPARE(curves.curves.size(), size_t(2));
        const MemoryCurve *const hccl = curves.find(u"HCCL", MemoryQuantity::Reserved);
        QVERIFY(hccl);
        QCOMPARE(hccl->size(), size_t(3)); // in order of time, without the cell that says nothing
        QCOMPARE(cells(hccl->at(0).mb, hccl->peak().mb, hccl->peak().ns, hccl->valueAt(27)), cells(0.5, 2.0, 20, 2.0));
        QVERIFY(memoryCurves(std::make_shared<Table>(), MemoryGrouping::Module).curves.empty());
    }

    // Nodes 0 to 3 of graph 1: MatMul holds 1024 KB at 0 to 2, Add 512 at 2 and 3, Const 256 from 1 to the end. Graph 1
    // of a model: 64 KB at node 0. Rows without a node or a size say nothing.
    void compiledGraphs()
    {
        constexpr qint64 never = StaticMemoryColumns::FreedNever;
        const QString none = QStringLiteral("0");
        const auto table = graphBlocks({{QStringLiteral("Add"), none, 1, 2, 3, 512},
                                        {QStringLiteral("MatMul"), none, 1, 0, 2, 1024},
                                        {QStringLiteral("Const"), none, 1, 1, never, 256},
                                        {QStringLiteral("odd"), none, 1, -7, 3, 99},
                                        {QStringLiteral("Cast"), QStringLiteral("bert"), 1, 0, 0, 64},
                                        {QStringLiteral("TOTAL"), none, 1, 0, never, 2048}});
        const MemoryCurves curves = memoryCurves(table, MemoryGrouping::Graph);
        QCOMPARE(curves.components(), texts("1", "bert/1"));
        const MemoryCurve *held = curves.find(u"1", MemoryQuantity::Allocated);
        QVERIFY(held);
        constexpr qint64 node = GraphNodeLength;
        QCOMPARE(cells(held->at(0).ns, held->valueAt(0).value(), held->valueAt(2 * node - 1).value(),
                       held->valueAt(2 * node).value(), held->valueAt(3 * node).value(),
                       held->valueAt(4 * node).value(), held->peak().mb, held->peak().ns),
                 cells(0, 1.0, 1.25, 1.75, 0.75, 0.25, 1.75, 2 * node));
        QCOMPARE(curves.find(u"1", MemoryQuantity::Reserved)->peak().mb, 2.0);
        // Without a total nothing is said of one, and what is released is none.
        QVERIFY(!curves.find(u"bert/1", MemoryQuantity::Reserved));
        const MemoryCurve *cast = curves.find(u"bert/1", MemoryQuantity::Allocated);
        QCOMPARE(cast->size(), size_t(2));
        QCOMPARE(cells(cast->at(1).ns, cast->at(1).mb), cells(node, 0.0));
        // A graph ends where it ends, however long others are.
        QCOMPARE(cast->pixels({0, 4 * node}, 4).size(), size_t(2));

        QVERIFY(memoryCurves(graphBlocks({}), MemoryGrouping::Graph).curves.empty());
        QVERIFY(memoryCurves(std::make_shared<Table>(), MemoryGrouping::Graph).curves.empty());
    }

    void whoHeldWhat()
    {
        const RankData rank = rankWith({{"aten::mm", 100, 10, 20},
                                        {"aten::mm", 100, 12, 30},
                                        {"aten::add", 50, 15, {}},
                                        {"cann::MatMul", 30, 14, 16},
                                        {"aten::add", {}, 15, 40},
                                        {"aten::bad", 7, 15, 11},
                                        {"aten::nothing", 7, {}, {}}});
        const MemoryBlocks blocks(rank);
        QCOMPARE(lines(heldAt(blocks, 15, BlockGrouping::Operator, {})),
                 texts("PTA aten::mm  x2 = 200", "PTA aten::add  x2 = 50", "GE cann::MatMul  x1 = 30"));
        QCOMPARE(heldAt(blocks, 15, BlockGrouping::Operator, {})[1].unsized, 1);
        QCOMPARE(lines(heldAt(blocks, 20, BlockGrouping::Operator, {})), // released at 20: no longer held
                 texts("PTA aten::mm  x1 = 100", "PTA aten::add  x2 = 50"));
        QCOMPARE(cells(lines(heldAt(blocks, 15, BlockGrouping::Component, {})),
                       lines(heldAt(blocks, 15, BlockGrouping::Size, u"PTA"))),
                 cells("PTA   x4 = 250,GE   x1 = 30", "PTA  100 x2 = 200,PTA  50 x1 = 50,PTA   x1 = 0"));
        QCOMPARE(lines(heldAt(blocks, 15, BlockGrouping::Operator, u"GE")),
                 QStringList(QStringLiteral("GE cann::MatMul  x1 = 30")));
        QCOMPARE(heldAt(blocks, 15, BlockGrouping::Operator, u"PTA+GE").size(), size_t(3));
        QVERIFY(heldAt(blocks, 15, BlockGrouping::Operator, u"APP").empty());
        QCOMPARE(blocksIn(blocks, {16, 20}, false), (std::vector<quint32>{0, 1, 2, 4}));
        QCOMPARE(blocksIn(blocks, {20, 21}, false), (std::vector<quint32>{1, 2, 4}));
        QCOMPARE(blocksIn(blocks, All, false).size(), size_t(7)); // every row of the file
    }

    void whatWasThereBefore()
    {
        const RankData rank = rankWith({{"aten::mm", 100, {}, 20}});
        const MemoryBlocks blocks(rank);
        QVERIFY(blocks.isHeldAt(0, 5) && !blocks.isHeldAt(0, 20));
        QVERIFY(!heldAt(blocks, 5, BlockGrouping::Operator, {})[0].firstNs);
    }

    void whatIsKept()
    {
        const RankData rank = rankWith(
            {{"aten::mm", 100, 10, {}}, {"aten::mm", 100, 20, {}}, {"aten::add", 50, 15, 90}, {"aten::mm", 1, {}, 8}});
        const MemoryBlocks blocks(rank);
        const auto all = keptMemory(blocks, All, BlockGrouping::Operator);
        QCOMPARE(lines(all), QStringList(QStringLiteral("PTA aten::mm  x2 = 200")));
        QCOMPARE(cells(all[0].firstNs.value(), all[0].lastNs.value()), cells(10, 20));
        QCOMPARE(lines(keptMemory(blocks, {11, 21}, BlockGrouping::Operator)),
                 QStringList(QStringLiteral("PTA aten::mm  x1 = 100")));
        QCOMPARE(blocksIn(blocks, {11, 21}, true), (std::vector<quint32>{1}));
    }

    void componentsOfBlocks()
    {
        const std::vector<MemoryBlockRow> all{{"cann::MatMul", 1, 1, 2}, {"MatMul", 1, 1, 2}};
        const auto of = [&](Framework f) {
            const RankData rank = rankWith(all, f);
            const MemoryBlocks blocks(rank);
            return QStringList({blocks.component(0), blocks.component(1)});
        };
        QCOMPARE(cells(of(Framework::PyTorch), of(Framework::MindSpore), of(Framework::Msprof)),
                 cells("GE,PTA", "GE,MindSpore", "GE,GE"));
        QCOMPARE(of(Framework::Unknown), QStringList({QStringLiteral("GE"), QString()}));
    }

    void thePeakExplained()
    {
        const auto table = memoryRecords({{"PTA", 10, 5, 8}, {"PTA", 20, 7, 8}, {"PTA", 30, 5, 8}});
        const MemoryCurves curves = memoryCurves(table, MemoryGrouping::Component);
        const RankData rank =
            rankWith({{"aten::mm", 2048, 20, 30}, {"aten::add", 1024, 10, 25}, {"cann::x", 512, 10, 40}});
        const MemoryBlocks blocks(rank);
        const auto peak = explainMemory(curves, blocks, BlockGrouping::Operator, {}, All, {});
        QVERIFY(peak);
        QCOMPARE(cells(peak->ns, peak->component, peak->allocatedMb.value()), cells(20, "PTA", 7.0));
        QCOMPARE(lines(peak->held), texts("PTA aten::mm  x1 = 2048", "PTA aten::add  x1 = 1024"));
        QCOMPARE(cells(peak->heldMb, peak->otherMb().value()), cells(3.0, 4.0));
        const auto later = explainMemory(curves, blocks, BlockGrouping::Operator, 30, All, {});
        QCOMPARE(later->allocatedMb.value(), 5.0);
        QVERIFY(later->held.empty());
        QVERIFY(!explainMemory(MemoryCurves(), blocks, BlockGrouping::Operator, {}, All, {}));
        const auto without = explainMemory(MemoryCurves(), blocks, BlockGrouping::Operator, 20, All, {});
        QVERIFY(without && !without->otherMb());
        QCOMPARE(without->held.size(), size_t(3));
    }
};

RS_TEST(TestMemory, QCoreApplication);
#include "tst_memory.moc"
