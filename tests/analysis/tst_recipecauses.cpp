// SPDX-License-Identifier: Apache-2.0
// Recipes of msprof-analyze that name ranks and causes, by hand.
#include "analysis/recipes/linkrecipe.h"
#include "analysis/recipes/recipecauses.h"
#include "analysis/recipes/recipemarks.h"
#include "analysis/recipes/recipevotes.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

#include <cmath>
#include <initializer_list>
#include <tuple>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

std::vector<size_t> places(std::initializer_list<size_t> list)
{
    return list;
}

/// A task with the operator and the call of CANN that launched it; microseconds.
void launchedTask(TinyRank &r, const char *op, qint64 opAt, qint64 launchAt, const char *task, qint64 taskAt,
                  qint64 taskFor, int id)
{
    r.host(op, opAt * us, 10 * us);
    r.slice("2", "1", "Node@launch", launchAt * us, 5 * us);
    r.kernel(task, taskAt * us, taskFor * us);
    r.launch(opAt * us, taskAt * us);
    r.flow("HostToDevice", std::to_string(id), "2", "1", launchAt * us, "3", "7", taskAt * us);
}

/// The only gap of a rank: from 2 ms to 500 ms.
FreeReason onlyGap(TinyRank &r)
{
    const std::vector<FreeReason> found = freeReasons(makeRun({r.finish()}));
    return found.size() == 1 ? found.front() : FreeReason();
}

void collective(TinyRank &r, const char *name, qint64 startUs, qint64 us_)
{
    r.communication(name, startUs * us, us_ * us);
}

/// A range of mstx with its mark on the device; microseconds.
void mark(TinyRank &r, const char *name, qint64 at, qint64 length, qint64 deviceAt, qint64 deviceLength, int id)
{
    r.slice("5", "1", name, at * us, length * us);
    r.slice("3", "7", name, deviceAt * us, deviceLength * us, "MARKER");
    r.flow("MsTx", std::to_string(id), "5", "1", at * us, "3", "7", deviceAt * us);
}

TinyRank marking(int rank)
{
    TinyRank r(rank);
    r.process("5", "python", 5, "CPU");
    r.step(3, 0, 1000 * us);
    return r;
}

} // namespace

class TestRecipeCauses : public QObject
{
    Q_OBJECT
private slots:
    void dixonTellsTheShortest_data()
    {
        const Scenarios<std::vector<qint64>, bool> row;
        // (x2 - x1) / (xn - x1) against 0.920 of four
        row("four, 90 of 93", std::vector<qint64>{100, 10, 101, 103}, true);
        row("four, 10 of 13", std::vector<qint64>{100, 90, 101, 103}, false);
        // (x2 - x1) / (x(n-1) - x1): the longest of eight does not matter
        row("eight", std::vector<qint64>{200, 10, 101, 102, 103, 104, 105, 100}, true);
        // (x3 - x1) / (x(n-1) - x1): a second short one does not hide the first
        row("eleven", std::vector<qint64>{300, 10, 101, 102, 103, 104, 105, 106, 107, 108, 11}, true);
        row("two", std::vector<qint64>{10, 1000}, false);
        row("three values alike", std::vector<qint64>{100, 10, 101, 101, 101}, false);
        row("none", std::vector<qint64>{}, false);
    }

    void dixonTellsTheShortest()
    {
        const auto [ns, isShort] = scenario<std::vector<qint64>, bool>();
        QVERIFY(tooShort(ns) == (isShort ? places({1}) : places({})));
    }

    // 100 of 1000 and one of 10 have the mean 990.2 and the deviation 98.0; with one of 5000, 1039.6 and 396.
    void manyRanksAreJudgedByDeviation()
    {
        std::vector<qint64> ns(101, 1000);
        QVERIFY(tooShort(ns).empty());
        ns[7] = 10;
        QVERIFY(tooShort(ns) == places({7}));
        ns[7] = 5000;
        ns[9] = 999;
        QVERIFY(tooShort(ns) == places({9}));
    }

    void slowRanksAreCounted()
    {
        const SlowRankRecipe found = slowRankRecipe(makeRun(4, [&](TinyRank &r, int i) {
            collective(r, "hcom_allReduce__123_0_1", 1000, i == 2 ? 10 : 100 + i);
            collective(r, "hcom_allReduce__123_1_1", 3000, i == 2 ? 20 : 200 + i);
            collective(r, "hcom_broadcast__123_2_1", 5000, 100 + i);
            collective(r, "hcom_send__456_0_1", 7000, i == 1 ? 1 : 100 + i);
        }));
        QCOMPARE(found.collectives, qint64{3});
        QCOMPARE(found.votes.size(), size_t{1});
        QCOMPARE(cells(found.votes[0].rankIndex, found.votes[0].votes), cells(2, qint64{2}));
        QCOMPARE(found.operators.size(), size_t{2});
        const SlowOperator &op = found.operators[0];
        QCOMPARE(cells(op.name, op.startNs, op.time.count, op.time.leastNs),
                 cells("hcom_allReduce__123_0_1", 1000 * us, qint64{4}, 10 * us));
        QCOMPARE(op.time.sumNs, (10 + 100 + 101 + 103) * us);
        QVERIFY(op.slice != NoSlice);
    }

    // The recipe leaves out domains whose operators were not all seen by the same ranks.
    void unequalDomainsSayNothing()
    {
        const SlowRankRecipe found = slowRankRecipe(makeRun(4, [&](TinyRank &r, int i) {
            collective(r, "hcom_allReduce__123_0_1", 1000, i == 2 ? 10 : 100 + i);
            if (i != 3)
                collective(r, "hcom_allReduce__123_1_1", 3000, 100);
        }));
        QCOMPARE(found.collectives, qint64{0});
        QVERIFY(found.votes.empty());
    }

    void gapsHaveReasons_data()
    {
        // opAt: of the task behind the gap
        const Scenarios<qint64, qint64, QString> row;
        // The first operator ends at 10 us, its launch stands at 150 us.
        row("framework", qint64{400'000}, qint64{400'000},
            QStringLiteral("The framework was idle: it dispatched nothing for 400000.000 µs."));
        row("CANN", qint64{200}, qint64{200}, "CANN was late: 399995.000 µs passed between two launches.");
    }

    void gapsHaveReasons()
    {
        const auto [opAt, frameworkIdle, reason] = scenario<qint64, qint64, QString>();
        TinyRank r;
        launchedTask(r, "aten::a", 0, 150, "MatMul", 1000, 1000, 1);
        launchedTask(r, "aten::b", opAt, 400'150, "Add", 500'000, 1000, 2);
        const FreeReason found = onlyGap(r);
        QVERIFY(found.gap == (Interval{2000 * us, 500'000 * us}));
        QCOMPARE(cells(found.reason.english(), found.frameworkIdleNs.value_or(-1), found.cannIdleNs.value_or(-1)),
                 cells(reason, frameworkIdle * us, 400'000 * us));
    }

    void tasksInsideOfAGap()
    {
        TinyRank r;
        launchedTask(r, "aten::a", 0, 150, "MatMul", 1000, 1000, 1);
        r.kernel("EVENT_WAIT", 10'000 * us, 10'000 * us, "EVENT_WAIT");
        launchedTask(r, "aten::b", 200, 400'150, "Add", 500'000, 1000, 2);
        const FreeReason found = onlyGap(r);
        QCOMPARE(cells(found.reason.english(), found.cannIdleNs),
                 cells(QStringLiteral("Device tasks ran in it (1 × EVENT_WAIT); its longest idle part is "
                                      "480000.000 µs."),
                       std::nullopt));
        TinyRank unknown;
        unknown.kernel("MatMul", 1000 * us, 1000 * us);
        unknown.kernel("Add", 500'000 * us, 1000 * us);
        QCOMPARE(onlyGap(unknown).reason.english(),
                 QStringLiteral("The trace does not show what launched the tasks around it."));
    }

    // Operators of tp take [1, 4) and [3, 5) of the [0, 10) ms of a step: 4 ms, of which a kernel covers [2, 3).
    void maskingOfGroups()
    {
        TinyRank r;
        r.step(5, 0, 10'000 * us);
        collective(r, "hcom_allReduce__123_0_1", 1000, 3000);
        r.slice("4", "9", "hcom_allReduce__123_1_1", 3000 * us, 2000 * us);
        r.thread("4", "9", "Group 1 Communication");
        r.kernel("MatMul", 2000 * us, 1000 * us);
        for (const auto &[name, start] :
             {std::pair("hcom_allReduce__123_0_1", 1000.0), std::pair("hcom_allReduce__123_1_1", 3000.0)}) {
            r.commOps.push_back(timedOp({.step = QStringLiteral("5"),
                                         .name = QString::fromLatin1(name),
                                         .groupHash = QStringLiteral("777123"),
                                         .startUs = start},
                                        {.elapseMs = 1}));
        }
        GroupInfo g{.hash = QStringLiteral("777123"), .pgName = QStringLiteral("tp"), .globalRanks = {0, 1}};
        r.data.groups = {g};
        const std::vector<Masking> found = maskings(makeRun({r.finish()}));
        QCOMPARE(found.size(), size_t{1});
        QCOMPARE(cells(found[0].types, found[0].step, found[0].communicationNs, found[0].uncoveredNs,
                       found[0].communicationShare(), found[0].uncoveredShare()),
                 cells("tp", "5", 4000 * us, 3000 * us, 0.4, 0.3));
    }

    void rangesOfMstx()
    {
        TinyRank a = marking(0);
        mark(a, "load", 100, 30, 200, 50, 1);
        mark(a, "load", 400, 10, 500, 50, 2);
        mark(a, "late", 2000, 60, 2100, 100, 3);
        a.slice("5", "1", "host alone", 600 * us, 5 * us);
        TinyRank b = marking(1);
        mark(b, "load", 100, 50, 200, 50, 1);
        mark(b, "load", 400, 10, 500, 50, 2);
        const std::vector<MarkedTime> marks = markedTimes(makeRun({a.finish(), b.finish()}));
        QCOMPARE(marks.size(), size_t{5});
        // 50 of 60 on rank 1, 60 of 100 on rank 0
        QCOMPARE(cells(marks[0].name, marks[0].rankIndex), cells("load_0", 1));
        QCOMPARE(cells(marks[1].name, marks[1].step, marks[1].percent[static_cast<size_t>(MarkSide::Cann)],
                       marks[1].percent[static_cast<size_t>(MarkSide::Device)],
                       marks[1].ns[static_cast<size_t>(MarkSide::Framework)]),
                 cells("late", "0", 60.0, 50.0, qint64{0}));
        const std::vector<MarkSum> sums = markSums(marks, MarkSide::Cann);
        QCOMPARE(sums.size(), size_t{3});
        QCOMPARE(sums[0].name, QStringLiteral("late"));
        QCOMPARE(cells(sums[1].name, sums[1].step, sums[1].time.count, sums[1].time.meanNs, sums[1].leastRank,
                       sums[1].mostRank),
                 cells("load_0", "3", qint64{2}, 40.0 * us, 0, 1));
        // The longest is 50, the third quartile 45, the sum 80.
        QCOMPARE(cells(sums[1].dispersionPercent, sums[2].dispersionPercent), cells(6.25, 0.0));
    }

    void pairsOfMarks()
    {
        TinyRank r = marking(0);
        for (const auto &[name, at, id] : {std::tuple("fp_start", 100, 1), std::tuple("fp_start", 120, 2),
                                           std::tuple("fp_stop", 150, 3), std::tuple("fp_stop", 200, 4)}) {
            mark(r, name, at, 0, at + 1000, 5, id);
            r.host("Mstx::mark", (at - 10) * us, 2 * us);
            r.flow("mindspore_to_mstx", std::to_string(id), "1", "1", (at - 10) * us, "5", "1", at * us);
        }
        mark(r, "bp_stop", 300, 0, 1300, 5, 5); // nothing began it
        const std::vector<MarkedTime> marks = markedTimes(makeRun({r.finish()}));
        QCOMPARE(marks.size(), size_t{2});
        // The last start goes with the first stop.
        QCOMPARE(cells(marks[0].name, marks[0].ns[static_cast<size_t>(MarkSide::Cann)]), cells("fp_0", 100 * us));
        QCOMPARE(cells(marks[1].name, marks[1].ns[static_cast<size_t>(MarkSide::Cann)],
                       marks[1].ns[static_cast<size_t>(MarkSide::Device)],
                       marks[1].ns[static_cast<size_t>(MarkSide::Framework)]),
                 cells("fp_1", 30 * us, 30 * us, 30 * us));
    }

    void modulesOfMstx()
    {
        TinyRank r = marking(0);
        for (const int call : {0, 1}) {
            const qint64 at = call * 2000;
            r.slice("5", "1", "Layer", at * us, 1000 * us);
            r.slice("5", "1", "Attention", (at + 100) * us, 400 * us);
            launchedTask(r, "aten::mm", at + 200, at + 220, "MatMul", at + 300, 40 + 20 * call, 10 + 2 * call);
            launchedTask(r, "aten::add", at + 600, at + 620, "Add", at + 700, 5, 11 + 2 * call);
        }
        launchedTask(r, "aten::add", 9000, 9020, "Add", 9100, 5, 20); // in no module
        const std::vector<ModuleSum> found = moduleSums(makeRun({r.finish()}));
        QCOMPARE(found.size(), size_t{2});
        QCOMPARE(cells(found[0].parent, found[0].module, found[0].op, found[0].kernels, found[0].totalNs,
                       found[0].count, found[0].meanNs()),
                 cells("Layer", "Attention", "aten::mm", "MatMul", 100 * us, qint64{2}, 50.0 * us));
        QCOMPARE(cells(found[1].parent, found[1].module, found[1].totalNs), cells(QString(), "Layer", 10 * us));
    }

    void modulesOfPython()
    {
        TinyRank r;
        r.python("nn.Module: Linear_0", 100 * us, 500 * us);
        r.python("torch/nn/functional.py(1): linear", 150 * us, 300 * us);
        launchedTask(r, "aten::mm", 200, 220, "MatMul", 300, 40, 1);
        const std::vector<ModuleSum> found = moduleSums(makeRun({r.finish()}));
        QCOMPARE(found.size(), size_t{1});
        QCOMPARE(cells(found[0].module, found[0].totalNs), cells("Linear_0", 40 * us));
    }

    // Forward: Layer holds Attention (mm) and Mlp (add). Backward, on thread 2: AddBackward, then two operators of mm.
    void modulesOnTheWayBack()
    {
        TinyRank r = marking(0);
        r.slice("5", "1", "Layer", 0, 1000 * us);
        r.slice("5", "1", "Attention", 100 * us, 300 * us);
        r.slice("5", "1", "Mlp", 500 * us, 300 * us);
        launchedTask(r, "aten::mm", 200, 220, "MatMul", 300, 40, 10);
        launchedTask(r, "aten::mm", 240, 260, "MatMul", 350, 40, 11);
        launchedTask(r, "aten::add", 600, 620, "Add", 700, 5, 12);
        launchedTask(r, "aten::sum", 1200, 1220, "Sum", 1300, 5, 13); // in no module
        int id = 0;
        const auto backward = [&](const char *op, qint64 at, qint64 of, const char *task, qint64 taskAt,
                                  qint64 taskFor) {
            ++id;
            r.slice("1", "2", op, at * us, 100 * us);
            r.slice("1", "2", "aten::grad", (at + 10) * us, 50 * us);
            r.flow("fwdbwd", std::to_string(id), "1", "1", of * us, "1", "2", at * us);
            r.kernel(task, taskAt * us, taskFor * us);
            r.flow("async_npu", "b" + std::to_string(id), "1", "2", (at + 10) * us, "3", "7", taskAt * us);
        };
        backward("SumBackward", 1900, 1200, "Fill", 2010, 1);
        backward("AddBackward", 2000, 600, "AddGrad", 2100, 7);
        backward("MmBackward", 2200, 240, "MatMulGrad", 2300, 60);
        backward("MmBackward", 2400, 200, "MatMulGrad", 2500, 80);
        const std::vector<ModuleSum> found = moduleSums(makeRun({r.finish()}));
        QStringList told;
        for (const ModuleSum &m : found)
            told << QStringLiteral("%1|%2|%3|%4|%5").arg(m.parent, m.module, m.op, m.kernels).arg(m.totalNs / us);
        QCOMPARE(told.mid(3).join(u'\n'), QStringLiteral("Layer|[Backward]Mlp|aten::grad|AddGrad|7\n"
                                                         "Layer|[Backward]Attention|aten::grad|MatMulGrad|60\n"
                                                         "Layer|[Backward]Attention|aten::grad|MatMulGrad|80"));
        QCOMPARE(found.size(), size_t{6});
    }

    // Rank 1 comes 3 ms late to an operator: its host launched a kernel late, behind which it stands.
    void bottleneckOfTheHost()
    {
        TinyRank fast(0);
        launchedTask(fast, "aten::y", 50, 70, "MatMul", 90, 10, 1);
        launchedTask(fast, "aten::x", 100, 120, "Add", 140, 10, 2);
        collective(fast, "hcom_allReduce__123_0_1", 1000, 4000);
        TinyRank slow(1);
        launchedTask(slow, "aten::y", 60, 80, "MatMul", 100, 10, 1);
        launchedTask(slow, "aten::x", 1900, 1920, "Add", 2000, 10, 2);
        collective(slow, "hcom_allReduce__123_0_1", 4000, 1000);
        const Run run = makeRun({fast.finish(), slow.finish()});
        for (const int rank : {0, 1}) {
            const std::vector<Bottleneck> found = bottlenecks(run, rank);
            QCOMPARE(found.size(), size_t{1});
            QCOMPARE(cells(found[0].slowRank, found[0].fastRank, found[0].reason.english()),
                     cells(1, 0,
                           QStringLiteral("The host is slow: compared with the fast rank, aten::x takes longest (by "
                                          "0.000 µs) and aten::x starts latest (by 1800.000 µs).")));
        }
        QVERIFY(bottlenecks(run, -1).empty());
        QVERIFY(bottlenecks(run, 2).empty());
    }

    void bottleneckOfNobody()
    {
        TinyRank a(0);
        collective(a, "hcom_allReduce__123_0_1", 1000, 1000);
        TinyRank b(1);
        collective(b, "hcom_allReduce__123_0_1", 1000, 951);
        const std::vector<Bottleneck> found = bottlenecks(makeRun({a.finish(), b.finish()}), 0);
        QCOMPARE(found.size(), size_t{1});
        QCOMPARE(found[0].slowRank, -1);
        QCOMPARE(found[0].reason.english(), QStringLiteral("No rank is slow: it takes about as long on all of them."));
        TinyRank alone(0);
        collective(alone, "hcom_allReduce__123_0_1", 1000, 1000);
        QCOMPARE(bottlenecks(makeRun({alone.finish()}), 0).front().reason.english(),
                 QStringLiteral("No other rank has an operator of this name to compare it with."));
    }

    // Two collectives of two ranks: the recipe counts four transmissions, 10, 10, 30 and 30 us.
    void slowLinksAsTheRecipeCounts()
    {
        const LinkRecipe found = slowLinkRecipe(makeRun(2, [&](TinyRank &r, int i) {
            collective(r, "hcom_allReduce__123_0_1", 1000, 10 + 5 * i);
            collective(r, "hcom_allReduce__123_1_1", 3000, 35 - 5 * i);
        }));
        QCOMPARE(found.rows.size(), size_t{1});
        const RecipeRow &row = found.rows[0];
        QCOMPARE(cells(row.ofRanks.count, row.ofRanks.meanNs, row.ofRanks.sumNs), cells(qint64{4}, 20.0 * us, 80 * us));
        // sqrt(4 * 10² / 3) = 11.547; 10 / 11.547
        QVERIFY(std::abs(row.offsetOfRanks() - 0.8660254) < 1e-6);
        QCOMPARE(cells(row.leastRank, row.mostRank), cells(0, 0));
    }
};

RS_TEST(TestRecipeCauses, QCoreApplication);
#include "tst_recipecauses.moc"
