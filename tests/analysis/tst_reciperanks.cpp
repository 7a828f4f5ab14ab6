// SPDX-License-Identifier: Apache-2.0
// Recipes of msprof-analyze that speak of calls, ranks and steps: by hand.
#include "analysis/recipes/recipecalls.h"
#include "analysis/recipes/reciperanks.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

std::shared_ptr<const RankData> rankWithCalls(int rank, const std::vector<qint64> &lengths)
{
    TinyRank r(rank);
    qint64 at = 0;
    for (const qint64 length : lengths) {
        r.slice("2", "1", "AscendCL@aclrtMalloc", at, length);
        at += length + 10;
    }
    r.slice("2", "1", "Node@launch", at, 20);
    r.slice("2", "1", "Runtime@launch", at + 5, 10);
    return r.finish();
}

GroupInfo groupOf(const char *name, std::vector<int> ranks)
{
    return {.hash = QStringLiteral("11"), .pgName = QString::fromLatin1(name), .globalRanks = std::move(ranks)};
}

CommOp operatorOf(const char *name, double ms)
{
    return timedOp({.step = QStringLiteral("1"), .name = QString::fromLatin1(name), .groupHash = QStringLiteral("11")},
                   {.elapseMs = ms});
}

} // namespace

class TestRecipeRanks : public QObject
{
    Q_OBJECT
private slots:
    void callsByHand()
    {
        const Run run = makeRun({rankWithCalls(0, {10, 30}), rankWithCalls(1, {20, 20, 50})});
        const std::vector<ApiSum> ranks = apiSumsOfRanks(run);
        QCOMPARE(ranks.size(), size_t(4));
        // 20 + 20 + 50 of 120 ns with the 30 of launch, whose levels count together.
        QVERIFY(ranks[0].name == u"aclrtMalloc" && ranks[0].rankIndex == 1);
        QCOMPARE(cells(ranks[0].sumNs, ranks[0].percent), cells(90, 75.0));
        QCOMPARE(*ranks[0].deviationNs, std::sqrt(600.0 / 3)); // of 20, 20, 50 around 30: 100 + 100 + 400, with n
        QCOMPARE(ranks[1].name, QStringLiteral("aclrtMalloc"));
        QVERIFY(ranks[1].q1Ns == 15 && ranks[1].medianNs == 20 && ranks[1].q3Ns == 25);
        QCOMPARE(*ranks[1].deviationNs, 10.0);
        const std::vector<ApiSum> all = apiSums(ranks);
        QCOMPARE(all.size(), size_t(2));
        QCOMPARE(cells(all[0].sumNs, all[0].count, all[0].meanNs, all[0].q1Ns), cells(130, 5, 26.0, 15.0));
        QCOMPARE(all[0].medianNs, 20.0); // of 20 and 20
        QCOMPARE(all[0].q3Ns, 35.0);
        // 1 * 100 + 2 * (20 - 26)² and 2 * 200 + 3 * (30 - 26)², over 4.
        QCOMPARE(cells(*all[0].deviationNs, all[0].leastRanks, all[0].mostRanks),
                 cells(std::sqrt((100.0 + 72 + 400 + 48) / 4), "0", "1"));
        QCOMPARE(cells(all[1].name, all[1].count), cells("launch", 4));
        QCOMPARE(all[1].mostRanks, std::vector<int>({0, 1}));
    }

    // Ranks with a call as short stand in their order, whichever of them spent more time in all.
    void ranksOfCallsStandInTheirOrder()
    {
        ApiSum more;
        more.name = QStringLiteral("Launch");
        more.rankIndex = 1;
        more.sumNs = 50;
        more.count = 2;
        more.meanNs = 25;
        more.leastNs = 10;
        more.mostNs = 40;
        ApiSum less = more;
        less.rankIndex = 0;
        less.sumNs = 30;
        less.meanNs = 15;
        less.mostNs = 20;
        const std::vector<ApiSum> all = apiSums({more, less});
        QCOMPARE(all.size(), size_t{1});
        QCOMPARE(cells(all[0].sumNs, all[0].leastRanks, all[0].mostRanks), cells(qint64{80}, "0,1", "1"));
    }

    void frequenciesByHand()
    {
        const auto rank = [](int number, const std::vector<double> &mhz) {
            TinyRank r(number);
            r.kernel("MatMul", 0, 10 * us);
            qint64 at = 0;
            for (const double value : mhz)
                r.frequency(at += us, value);
            return r.finish();
        };
        const auto found = rankFrequencies(
            makeRun({rank(0, {1800, 1800}), rank(1, {1800, 800, 1800}), rank(2, {1800, 1200}), rank(3, {})}));
        QCOMPARE(found.size(), size_t(3));
        QCOMPARE(found[0].kind, RankFrequencies::Kind::Normal);
        QCOMPARE(found[1].mhz, std::vector<qint64>({800, 1800}));
        QCOMPARE(found[1].kind, RankFrequencies::Kind::Free);
        QCOMPARE(found[2].kind, RankFrequencies::Kind::Abnormal);
    }

    void expertsByHand()
    {
        const auto rank = [](int number, const char *shapes, const char *group) {
            TinyRank r(number);
            r.kernelRow("aclnnGroupedMatmul_1", "GroupedMatmul", "AI_CORE", shapes, 0, 10);
            r.kernelRow("MatMul_1", "MatMul", "AI_CORE", "900,2;2,2;1", 20, 10);
            r.data.groups.push_back(groupOf(group, {1, 0}));
            return r.finish();
        };
        // All inputs but the last two: 64 + 32, and 40.
        const auto tokens =
            expertTokens(makeRun({rank(0, "\"64,128;32,128;8,128,64;8\"", "exp"),
                                  rank(1, "\"40,128;8,128,64;8\"", "exp"), rank(2, "\"7;1;1\"", "tp")}));
        QCOMPARE(tokens.size(), size_t(3));
        QCOMPARE(cells(tokens[0].tokens, tokens[1].tokens), cells(96, 40));
        QCOMPARE(tokens[1].domain, std::vector<int>({0, 1}));
        QVERIFY(tokens[2].domain.empty());
        const auto balance = expertBalance(tokens);
        QCOMPARE(balance.size(), size_t(1));
        QCOMPARE(cells(balance[0].difference(), balance[0].mostRank), cells(56, 0));
    }

    void tokensOfShapes_data()
    {
        // tokens: -1: none known
        const Scenarios<QByteArray, qint64> row;
        row("two inputs count", QByteArray("\"64,128;32,128;8,128,64;8\""), qint64{96});
        row("none to work on", QByteArray("0,128;8,128,64;8"), qint64{0});
        row("no shapes", QByteArray(), qint64{-1});
        row("N/A", QByteArray("N/A"), qint64{-1});
        row("weights alone", QByteArray("8,128,64;8"), qint64{-1});
        row("no number", QByteArray("a,128;8,128,64;8"), qint64{-1});
        row("more than there are numbers", QByteArray("9000000000000000000,1;9000000000000000000,1;1;1"),
            std::numeric_limits<qint64>::max());
    }

    void tokensOfShapes()
    {
        const auto [shapes, tokens] = scenario<QByteArray, qint64>();
        TinyRank r(0);
        r.kernelRow("aclnnGroupedMatmul_1", "GroupedMatmul", "AI_CORE", shapes.toStdString(), 0, 10);
        const auto found = expertTokens(makeRun({r.finish()}));
        QCOMPARE(found.size(), size_t(tokens < 0 ? 0 : 1));
        if (tokens >= 0)
            QCOMPARE(found[0].tokens, tokens);
    }

    void timesByHand()
    {
        const auto rank = [](int number, double firstMs, bool withSecond) {
            TinyRank r(number);
            r.step(1, 0, 1000 * us);
            r.kernel("MatMul", 100 * us, 100 * us);
            r.slice("3", "7", "MEMCPY_ASYNC", 300 * us, 50 * us, "PCIE_DMA_SQE"); // 20 of it under communication
            r.communication("hcom_allReduce__11_0_1", 330 * us, 100 * us);
            r.commOps.push_back(operatorOf("hcom_allReduce__11_0_1", firstMs));
            if (withSecond)
                r.commOps.push_back(operatorOf("hcom_allGather__11_1_1", 5));
            r.data.groups.push_back(groupOf("tp", {0, 1}));
            return r.finish();
        };
        const auto rows = timeSummaries(makeRun({rank(0, 0.3, true), rank(1, 0.1, false)}));
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(cells(rows[0].step, *rows[0].stepUs, *rows[0].computationUs, *rows[0].uncoveredUs, *rows[0].memoryUs,
                       *rows[0].uncoveredMemoryUs),
                 cells("1", 1000.0, 100.0, 100.0, 50.0, 30.0));
        QCOMPARE(*rows[0].freeUs, 100.0); // from 200 to 330 us, without the copy that nothing covers
        // The gather is on one rank of two, so it counts for nobody.
        QCOMPARE(cells(*rows[0].transmitUs, *rows[0].waitUs), cells(100.0, 200.0));
        QCOMPARE(*rows[1].waitUs, 0.0);
    }

    // Copies of a step that only step_trace_time.csv knows are not known, and not 0; of one that is marked they are.
    void timesOfStepsThatNothingMarks()
    {
        TinyRank r(0);
        r.step(1, 0, 1000 * us);
        r.kernel("MatMul", 100 * us, 100 * us);
        r.slice("3", "7", "MEMCPY_ASYNC", 2300 * us, 50 * us, "PCIE_DMA_SQE"); // behind the step
        for (const char *step : {"1", "2"}) {
            r.data.stepTrace.push_back(
                {.step = QString::fromLatin1(step), .rank = 0, .computingUs = 100, .freeUs = 40});
        }
        const auto rows = timeSummaries(makeRun({r.finish()}));
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(cells(rows[0].stepUs, rows[0].memoryUs), cells(1000.0, 0.0));
        QCOMPARE(cells(rows[1].step, rows[1].stepUs), cells("2", std::nullopt));
        QVERIFY(!rows[1].memoryUs && !rows[1].uncoveredMemoryUs);
        QCOMPARE(rows[1].freeUs, 40.0);
    }

    void aCancelledOneIsEmpty()
    {
        const Run run = makeRun({rankWithCalls(0, {10})});
        const JobContext job;
        job.cancel();
        QVERIFY(apiSumsOfRanks(run, job).empty());
        QVERIFY(timeSummaries(run, job).empty());
    }
};

RS_TEST(TestRecipeRanks, QCoreApplication);
#include "tst_reciperanks.moc"
