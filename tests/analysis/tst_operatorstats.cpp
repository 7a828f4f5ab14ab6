// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/rankcompare.h"
#include "analysis/operators/operatorstats.h"
#include "core/table/kernelcolumns.h"

#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <cmath>

using namespace rs;
using namespace rs::test;

namespace {

TinyRank typed(int rank = 0)
{
    TinyRank r(rank);
    r.kernel("mm_1", 1000, 500);
    r.kernel("mm_2", 2000, 300);
    r.kernel("cast_1", 3000, 100, "AI_VECTOR_CORE");
    r.communication("hcom_allReduce__1_0_1", 3500, 400);
    r.kernelRow("mm_1", "MatMul", "AI_CORE", "\"2,3;3,4\"", 1000, 500);
    r.kernelRow("mm_2", "MatMul", "AI_CORE", "2,3;3,4", 2000, 300);
    r.kernelRow("mm_1", "MatMul", "AI_VECTOR_CORE", "8,8", 5000, 100);
    r.kernelRow("cast_1", "Cast", "AI_VECTOR_CORE", "2,3", 3000, 100);
    r.kernelRow("hcom_allReduce__1_0_1", "hcom_allReduce_", "HCCL", "", 3500, 400);
    return r;
}

const OperatorRow *find(const OperatorTable &t, const QString &type, const QString &name, const QString &shapes = {})
{
    for (const OperatorRow &r : t.rows) {
        if (r.type == type && r.name == name && r.shapes == shapes)
            return &r;
    }
    return nullptr;
}

const CompareRow *find(const RankComparison &c, const QString &type, const QString &name = {},
                       const QString &shapes = {})
{
    for (const CompareRow &r : c.rows) {
        if (r.type == type && r.name == name && r.shapes == shapes)
            return &r;
    }
    return nullptr;
}

} // namespace

class TestOperatorStats : public QObject
{
    Q_OBJECT
private slots:
    void groups_data()
    {
        const Scenarios<int, int> row;
        row("type and core", int(OperatorGrouping::Type), 3);
        row("name", int(OperatorGrouping::Name), 3);
        row("type and shape", int(OperatorGrouping::Shape), 3);
        row("name and shape", int(OperatorGrouping::NameShape), 4);
        row("kernel", int(OperatorGrouping::Kernel), 4);
    }

    void groups()
    {
        auto [grouping, rows] = scenario<int, int>();
        TinyRank r = typed();
        OperatorQuery q{.grouping = static_cast<OperatorGrouping>(grouping)};
        const OperatorTable t = operatorStats(*r.finish(), q);
        QCOMPARE(int(t.rows.size()), rows);
        QCOMPARE(cells(t.totalNs, t.note), cells(1000, OperatorNote::None));
        double share = 0;
        for (const OperatorRow &row : t.rows)
            share += row.share;
        QVERIFY(std::abs(share - 100) < 1e-9);
    }

    void sumsAndShares()
    {
        TinyRank r = typed();
        const auto rank = r.finish();
        OperatorQuery q{.grouping = OperatorGrouping::Name};
        const OperatorTable t = operatorStats(*rank, q);
        const OperatorRow *mm = find(t, QStringLiteral("MatMul"), QStringLiteral("mm_1"));
        QVERIFY(mm);
        QCOMPARE(
            cells(mm->calls, mm->totalNs, mm->minNs, mm->maxNs, mm->averageNs(), mm->share, mm->coreType, mm->longest),
            cells(2, 600, 100, 500, 300.0, 60.0, "AI_CORE;AI_VECTOR_CORE", sliceNamed(*rank->trace, "mm_1")));
        QCOMPARE(t.rows.front().name, QStringLiteral("mm_1"));
    }

    void shapesAreTheSameWithAndWithoutInnerQuotes()
    {
        TinyRank r = typed();
        OperatorQuery q{.grouping = OperatorGrouping::Shape};
        const OperatorTable t = operatorStats(*r.finish(), q);
        const OperatorRow *row = find(t, QStringLiteral("MatMul"), {}, QStringLiteral("2,3;3,4"));
        QVERIFY(row);
        QCOMPARE(row->calls, qint64(2));
    }

    void communicationStandsApart()
    {
        TinyRank r = typed();
        const auto rank = r.finish();
        OperatorQuery q{.kind = OperatorKind::Communication};
        const OperatorTable t = operatorStats(*rank, q);
        QCOMPARE(t.rows.size(), size_t(1));
        QCOMPARE(t.rows[0].type, QStringLiteral("hcom_allReduce_"));
        q.kind = OperatorKind::All;
        QCOMPARE(operatorStats(*rank, q).rows.size(), size_t(4));
        QVERIFY(isCommunicationKernel(*rank, KernelColumns(*rank->kernels), 4));
        QVERIFY(!isCommunicationKernel(*rank, KernelColumns(*rank->kernels), 0));
        QCOMPARE(coreTypes(*rank), texts("AI_CORE", "AI_VECTOR_CORE", "HCCL"));
    }

    void filtersByCoreAndWindow()
    {
        TinyRank r = typed();
        const auto rank = r.finish();
        OperatorQuery q{.coreType = QStringLiteral("AI_CORE")};
        QCOMPARE(operatorStats(*rank, q).totalNs, qint64(800));
        q.coreType.clear();
        q.window = Interval{1499, 2000}; // touches the first, ends before the second
        QCOMPARE(operatorStats(*rank, q).totalNs, qint64(500));
        q.window = Interval{1500, 2001};
        QCOMPARE(operatorStats(*rank, q).totalNs, qint64(300));
    }

    void levelZeroIsGroupedByNameAndSaysWhy()
    {
        TinyRank r;
        r.kernel("mm_1", 1000, 500);
        r.communication("AllReduce-op7", 2000, 100);
        r.kernelRow("mm_1", "", "", "", 1000, 500);
        r.kernelRow("AllReduce-op7", "", "", "", 2000, 100);
        const auto rank = r.finish();
        OperatorQuery q{.grouping = OperatorGrouping::Shape};
        const OperatorTable t = operatorStats(*rank, q);
        QCOMPARE(cells(t.grouping, t.note), cells(OperatorGrouping::Name, OperatorNote::NoTypes));
        QVERIFY(operatorNoteText(t.note).contains(QStringLiteral("Level0")));
        // The communication operator is known by the slice that it joined.
        QCOMPARE(t.rows.size(), size_t(1));
        QCOMPARE(t.rows[0].name, QStringLiteral("mm_1"));
    }

    void withoutKernelTableTheTraceCounts()
    {
        TinyRank r;
        r.kernel("mm", 1000, 500);
        r.kernel("mm", 2000, 100);
        r.kernel("MEMCPY_ASYNC", 3000, 50, "PCIE_DMA_SQE");
        r.communication("hcom_allReduce__1_0_1", 3500, 400);
        const auto rank = r.finish();
        const OperatorTable t = operatorStats(*rank, {});
        QCOMPARE(cells(t.note, t.grouping), cells(OperatorNote::FromTrace, OperatorGrouping::Name));
        QCOMPARE(t.rows.size(), size_t(1));
        QCOMPARE(t.rows[0].calls, qint64(2));
        QCOMPARE(t.rows[0].coreType, QString()); // what the trace calls AI_CORE may be a vector kernel
        OperatorQuery q{.kind = OperatorKind::Communication};
        QCOMPARE(operatorStats(*rank, q).totalNs, qint64(400));
    }

    void rowsWithoutADurationCountNothing()
    {
        TinyRank r;
        r.kernel("mm", 1000, 500);
        const auto table = std::make_shared<Table>();
        table->addColumn(QStringLiteral("Name"), ColumnType::Text);
        table->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
        table->appendText(0, "mm");
        table->appendMissing(1);
        table->finishRow();
        r.data.kernels = table;
        const auto rank = r.finish();
        QVERIFY(rank->kernels);
        const OperatorTable t = operatorStats(*rank, {});
        QCOMPARE(t.note, OperatorNote::FromTrace); // the trace knows what the table does not
        QCOMPARE(t.totalNs, qint64(500));
        QVERIFY(operatorNoteText(t.note).contains(QStringLiteral("usable rows")));
    }

    void nothingIsSaidToo()
    {
        const OperatorTable t = operatorStats(RankData(), {});
        QCOMPARE(t.note, OperatorNote::NoData);
        QVERIFY(t.rows.empty());
        QVERIFY(!operatorNoteText(t.note).isEmpty());
    }

    void cancelledGivesNoRows()
    {
        TinyRank r = typed();
        const JobContext job;
        job.cancel();
        QVERIFY(operatorStats(*r.finish(), {}, job).rows.empty());
    }

    void comparesBothSides()
    {
        TinyRank a = typed(0);
        TinyRank b(1);
        b.kernelRow("mm_1", "MatMul", "AI_CORE", "2,3;3,4", 100, 1000);
        b.kernelRow("add_1", "Add", "AI_VECTOR_CORE", "2,3", 2000, 50);
        CompareQuery q{.grouping = OperatorGrouping::Shape};
        const RankComparison c = compareRanks(*a.finish(), *b.finish(), q);
        QCOMPARE(c.rows.size(), size_t(5));
        const CompareRow *mm = find(c, QStringLiteral("MatMul"), {}, QStringLiteral("2,3;3,4"));
        QVERIFY(mm);
        QCOMPARE(
            cells(mm->base.calls, mm->base.totalNs, mm->other.totalNs, mm->differenceNs(), mm->ratio(), mm->onlyIn),
            cells(2, 800, 1000, 200, 1.25, OnlyIn::Both));
        const CompareRow *add = find(c, QStringLiteral("Add"), {}, QStringLiteral("2,3"));
        QCOMPARE(add->onlyIn, OnlyIn::Other);
        QVERIFY(std::isinf(add->ratio()));
        const CompareRow *hcom = find(c, QStringLiteral("hcom_allReduce_"));
        QCOMPARE(cells(hcom->onlyIn, hcom->ratio()), cells(OnlyIn::Base, 0.0));
        QCOMPARE(c.rows.front().type, QStringLiteral("hcom_allReduce_")); // the largest difference
    }

    // As a database of Level0 has it.
    void typesOfCommunicationAloneAreNone()
    {
        TinyRank r;
        r.kernelRow("mm_1", "", "", "", 1000, 500);
        r.kernelRow("hcom_allReduce__1_0_1", "hcom_allReduce_", "COMMUNICATION", "", 2000, 100);
        const auto rank = r.finish();
        OperatorQuery q{.grouping = OperatorGrouping::Type};
        const OperatorTable t = operatorStats(*rank, q);
        QCOMPARE(cells(t.grouping, t.note, t.rows.front().name),
                 cells(OperatorGrouping::Name, OperatorNote::NoTypes, "mm_1"));
    }

    void ratioOfNothing()
    {
        const CompareRow nothing;
        QCOMPARE(nothing.ratio(), 1.0);
    }

    void poorerSideDecidesTheGrouping()
    {
        TinyRank a = typed(0);
        TinyRank b(1);
        b.kernelRow("mm_1", "", "", "", 100, 700);
        CompareQuery q{.grouping = OperatorGrouping::Type};
        const RankComparison c = compareRanks(*a.finish(), *b.finish(), q);
        QCOMPARE(cells(c.grouping, c.baseNote, c.otherNote),
                 cells(OperatorGrouping::Name, OperatorNote::None, OperatorNote::NoTypes));
        const CompareRow *mm = find(c, QStringLiteral("MatMul"), QStringLiteral("mm_1"));
        QVERIFY(mm);
        QCOMPARE(mm->onlyIn, OnlyIn::Both);
    }

    // The table says "Default/network-MatMul-op1", the trace "aclnnMatMul_0": put together they are all differences.
    void bothSidesAreCountedFromTheSameKindOfFile()
    {
        const auto traced = [](int rank, qint64 durationNs) {
            TinyRank r(rank);
            r.kernel("aclnnMatMul_0", 1000, durationNs);
            return r;
        };
        TinyRank a = traced(0, 500);
        a.kernelRow("Default/network-MatMul-op1", "MatMul", "AI_CORE", "2,3;3,4", 1000, 500);
        TinyRank b = traced(1, 700);
        const auto rich = a.finish();
        const auto poor = b.finish();
        for (const bool swapped : {false, true}) {
            const RankComparison c = swapped ? compareRanks(*poor, *rich, {}) : compareRanks(*rich, *poor, {});
            QVERIFY(c.isPossible());
            QCOMPARE(swapped ? c.otherNote : c.baseNote, OperatorNote::Matched);
            QCOMPARE(swapped ? c.baseNote : c.otherNote, OperatorNote::FromTrace);
            QCOMPARE(c.grouping, OperatorGrouping::Name);
            QCOMPARE(c.rows.size(), size_t(1));
            QCOMPARE(cells(c.rows[0].onlyIn, c.rows[0].differenceNs()), cells(OnlyIn::Both, swapped ? -200 : 200));
        }

        TinyRank table(2);
        table.kernelRow("Default/network-MatMul-op1", "MatMul", "AI_CORE", "2,3;3,4", 1000, 500);
        const RankComparison none = compareRanks(*table.finish(), *poor, {});
        QVERIFY(!none.isPossible());
        QVERIFY(none.rows.empty());
        QCOMPARE(none.baseNote, OperatorNote::NoMatch);
        QVERIFY(!operatorNoteText(none.baseNote).isEmpty());
    }

    // CANN renamed the core of communication from HCCL to COMMUNICATION.
    void oldAndNewCannCallTheCoreOfCommunicationDifferently()
    {
        TinyRank a = typed(0);
        TinyRank b(1);
        b.kernelRow("hcom_allReduce__1_0_1", "hcom_allReduce_", "COMMUNICATION", "", 3500, 600);
        const auto older = a.finish();
        const auto newer = b.finish();
        for (const OperatorGrouping grouping : {OperatorGrouping::Type, OperatorGrouping::Kernel}) {
            CompareQuery q{.grouping = grouping, .kind = OperatorKind::Communication};
            for (const char *core : {"", "HCCL", "COMMUNICATION"}) {
                q.coreType = QLatin1String(core);
                const RankComparison c = compareRanks(*older, *newer, q);
                QCOMPARE(c.rows.size(), size_t(1));
                QCOMPARE(cells(c.rows[0].onlyIn, c.rows[0].differenceNs()), cells(OnlyIn::Both, 200));
            }
        }
        // Files of both versions put together: one operator in each, though the table has both names.
        TinyRank both(2);
        both.kernelRow("hcom_allReduce__1_0_1", "hcom_allReduce_", "HCCL", "", 3500, 100);
        both.kernelRow("hcom_allReduce__1_0_1", "hcom_allReduce_", "COMMUNICATION", "", 4500, 100);
        const RankComparison c = compareRanks(*both.finish(), *newer, {});
        QCOMPARE(c.rows.size(), size_t(1));
        QCOMPARE(cells(c.rows[0].base.calls, c.rows[0].onlyIn), cells(2, OnlyIn::Both));
    }

    void aSideWithoutCoresIsComparedWithoutThem()
    {
        TinyRank a = typed(0);
        TinyRank b(1);
        b.kernelRow("mm_1", "MatMul", "", "2,3;3,4", 100, 700);
        b.kernelRow("cast_1", "Cast", "", "2,3", 900, 100);
        const auto full = a.finish();
        const auto bare = b.finish();
        for (const bool swapped : {false, true}) {
            const auto compare = [&](const CompareQuery &q) {
                return swapped ? compareRanks(*bare, *full, q) : compareRanks(*full, *bare, q);
            };
            CompareQuery q{.kind = OperatorKind::Compute};
            RankComparison c = compare(q);
            QCOMPARE(c.rows.size(), size_t(2));
            QCOMPARE(swapped ? c.otherNote : c.baseNote, OperatorNote::None);
            QCOMPARE(swapped ? c.baseNote : c.otherNote, OperatorNote::NoCores);
            QVERIFY(!operatorNoteText(OperatorNote::NoCores).isEmpty());
            const CompareRow *mm = find(c, QStringLiteral("MatMul"));
            QVERIFY(mm);
            QCOMPARE(mm->onlyIn, OnlyIn::Both);
            QCOMPARE((swapped ? mm->other : mm->base).calls, qint64(3)); // of both cores
            QCOMPARE((swapped ? mm->base : mm->other).calls, qint64(1));

            q.grouping = OperatorGrouping::Kernel;
            c = compare(q);
            for (const CompareRow &r : c.rows)
                QCOMPARE(r.onlyIn == OnlyIn::Both,
                         r.shapes != QStringLiteral("8,8") && r.name != QStringLiteral("mm_2"));

            q.coreType = QStringLiteral("AI_CORE");
            c = compare(q);
            QVERIFY(!c.isPossible());
            QVERIFY(c.rows.empty());
            QCOMPARE(swapped ? c.baseNote : c.otherNote, OperatorNote::NoChoice);
            QVERIFY(!operatorNoteText(OperatorNote::NoChoice).isEmpty());
        }
    }

    void kernelsOfASideWithoutTypesAreComparedWithoutThem()
    {
        TinyRank a = typed(0);
        TinyRank b(1);
        b.kernelRow("mm_1", "", "AI_CORE", "2,3;3,4", 100, 700);
        CompareQuery q{.grouping = OperatorGrouping::Kernel};
        RankComparison c = compareRanks(*a.finish(), *b.finish(), q);
        QCOMPARE(cells(c.grouping, c.otherNote), cells(OperatorGrouping::NameShape, OperatorNote::NoTypes));
        const CompareRow *mm = find(c, QStringLiteral("MatMul"), QStringLiteral("mm_1"), QStringLiteral("2,3;3,4"));
        QVERIFY(mm);
        QCOMPARE(mm->onlyIn, OnlyIn::Both);
        TinyRank whole = typed(0);
        TinyRank shapeless(1);
        shapeless.kernelRow("mm_1", "MatMul", "AI_CORE", "", 100, 700);
        c = compareRanks(*whole.finish(), *shapeless.finish(), q);
        QCOMPARE(cells(c.grouping, c.otherNote), cells(OperatorGrouping::Name, OperatorNote::NoShapes));
    }
};

RS_TEST(TestOperatorStats, QCoreApplication);
#include "tst_operatorstats.moc"
