// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/p2ppairs.h"
#include "analysis/communication/rankalign.h"
#include "analysis/compare/rankcompare.h"
#include "analysis/diagnosis/launchfindings.h"
#include "analysis/host/dispatch.h"
#include "analysis/host/hostclock.h"
#include "analysis/host/idlecauses.h"
#include "analysis/host/kernelchain.h"
#include "analysis/operators/operatorstats.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/timebreakdown.h"
#include "analysis/time/flowstats.h"
#include "analysis/time/slicenamestats.h"
#include "analysis/time/slicestats.h"
#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <limits>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 least = std::numeric_limits<qint64>::min();
constexpr qint64 most = std::numeric_limits<qint64>::max();
// Range of stamps that the readers of a trace let through.
constexpr qint64 earliest = -499'999'999'999'999'999;
constexpr qint64 latest = 8'499'999'999'999'999'999;
constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

// Slices as long as time itself, over each other and in each other, launches from one end of time to the other.
std::shared_ptr<const RankData> longestTimes(int rank)
{
    TinyRank r(rank);
    r.thread("3", "8", "Stream 8");
    for (int i = 0; i < 40; ++i) {
        const bool early = i % 2 == 0;
        const qint64 at = early ? earliest + i : latest - 1000 - i;
        const qint64 length = early ? latest - 2000 : 900;
        const std::string id = std::to_string(i);
        r.slice("2", "1", "Node@launch", at, length);
        r.slice("3", "7", "MatMul", at, length, "AI_CORE");
        r.slice("3", "8", "MEMCPY_ASYNC", at, length, "SDMA_SQE");
        r.communication("hcom_allReduce__1_" + id + "_1", at, length);
        r.flow("HostToDevice", id, "2", "1", at, "3", "7", early ? latest - 999 - i + 2 : earliest + i - 1);
        r.flow("async_npu", id, "2", "1", at, "3", "7", at);
    }
    r.step(1, earliest, latest);
    r.step(2, latest - 5000, 4000);
    return r.finish();
}

} // namespace

/// Numbers near the ends of 64 bits: a sum may stop there, but never become one that looks sound.
class TestExtremes : public QObject
{
    Q_OBJECT
private slots:
    void arithmeticStopsAtTheEnds()
    {
        QCOMPARE(cells(saturatedSum(2, 3), saturatedSum(most, 1), saturatedSum(least, -1), saturatedSum(most, least)),
                 cells(5, most, least, -1));
        QCOMPARE(cells(saturatedDifference(2, 3), saturatedDifference(most, -1), saturatedDifference(least, 1),
                       saturatedDifference(0, least)),
                 cells(-1, most, least, most));
        QCOMPARE(cells(saturatedProduct(-3, 4), saturatedProduct(most, 2), saturatedProduct(most, -2),
                       saturatedProduct(least, -1)),
                 cells(-12, most, least, most));
        QCOMPARE(cells(saturatedMagnitude(-7), saturatedMagnitude(least)), cells(7, most));
        QCOMPARE(cells(saturatedRound(2.5), saturatedRound(-2.5), saturatedRound(1e300), saturatedRound(-1e300),
                       saturatedRound(std::numeric_limits<double>::quiet_NaN())),
                 cells(3, -3, most, least, 0));
    }

    // A table whose header is shifted puts stamps where durations are expected.
    void operatorTotalsStopAtTheEnd()
    {
        TinyRank r;
        r.kernelRow("a", "T", "AI_CORE", "1", most - 5, most - 3);
        r.kernelRow("a", "T", "AI_CORE", "1", most - 5, most - 3);
        r.kernelRow("b", "T", "AI_CORE", "1", base, 5 * us);
        const auto rank = r.finish();
        OperatorQuery query{.grouping = OperatorGrouping::Name};
        const OperatorTable all = operatorStats(*rank, query);
        QCOMPARE(all.totalNs, most);
        QCOMPARE(all.rows.size(), size_t(2));
        QCOMPARE(cells(all.rows.front().name, all.rows.front().totalNs), cells("a", most));
        QVERIFY(all.rows.front().averageNs() > 0);
        QVERIFY(all.rows.front().share > 99);
        // Its end lies behind every window, wherever the sum of start and duration would come out.
        query.window = Interval{most - 4, most};
        QCOMPARE(operatorStats(*rank, query).rows.size(), size_t(1));

        TinyRank other(1);
        other.kernelRow("b", "T", "AI_CORE", "1", base, 5 * us);
        const auto bare = other.finish();
        const RankComparison comparison = compareRanks(*bare, *rank, {});
        QCOMPARE(cells(comparison.otherTotalNs, comparison.rows.front().differenceNs()), cells(most, most - 5 * us));
    }

    void sliceTotalsStopAtTheEnd()
    {
        const auto rank = longestTimes(0);
        const SliceStats stats = sliceStats(*rank->trace);
        QCOMPARE(cells(stats.complete, stats.totalNs), cells(true, most));
        for (const SliceStat &row : stats.rows) {
            QVERIFY(row.totalNs > 0 && row.selfNs >= 0 && row.clippedNs > 0 && row.averageNs() > 0);
            QVERIFY(row.totalNs >= row.maxNs && row.minNs <= row.maxNs);
        }
        QVERIFY(stats.unionNs > 0);
        const SliceNameStats same = sliceNameStats(*rank->trace, sliceNamed(*rank->trace, "MatMul"), 64);
        QCOMPARE(cells(same.complete, same.totalNs), cells(true, most));
        QVERIFY(same.medianNs >= same.minNs && same.medianNs <= same.maxNs);
    }

    void percentilesStayBetweenTheirNeighbours()
    {
        const std::vector<qint64> values{least, 0, most};
        QCOMPARE(cells(percentile(values, 0), percentile(values, 1)), cells(least, most));
        QVERIFY(percentile(values, 0.25) < 0 && percentile(values, 0.75) > 0);
        std::vector<qint64> mixed{most, least};
        QVERIFY(percentileOf(mixed, 0.5) < most && percentileOf(mixed, 0.5) > least);
    }

    void everyAnalysisBearsTheLongestTimes()
    {
        const auto rank = longestTimes(0);
        const Run run = makeRun({rank, longestTimes(1)});
        const Dispatch dispatch = dispatchOf(*rank->trace);
        QCOMPARE(dispatch.samples.size(), size_t(40));
        for (const DispatchStep &step : dispatchReport(*rank, dispatch).steps)
            QVERIFY(step.p5Ns <= step.medianNs && step.medianNs <= step.p95Ns && step.hostIdleNs >= 0);
        for (const DelayTrendPoint &p : delayTrend(dispatch, 50))
            QVERIFY(p.medianNs <= p.p95Ns);
        QVERIFY(!outstandingLaunches(dispatch).timeNs.empty());
        QVERIFY(!delayCurves(dispatch).empty());
        for (const IdleStep &step : idleCauses(*rank, dispatch).steps)
            QVERIFY(step.freeNs >= 0);
        for (const OverviewRow &row : deriveOverview(*rank))
            QVERIFY(row.computingUs.value_or(0) >= 0 && row.freeUs.value_or(0) >= 0);
        for (const StepTimeBreakdown &book : timeBreakdown(*rank).steps) {
            QVERIFY(book.buckets.has_value());
            QVERIFY(book.buckets->pureComputeNs >= 0 && book.buckets->idleNs >= 0 && book.buckets->tailNs >= 0);
        }
        QVERIFY(!kernelChains(*rank->trace, dispatch.clock).rows.empty());
        QVERIFY(!flowStats(*rank->trace).empty());
        QCOMPARE(alignRanks(run).size(), size_t(2));
        QVERIFY(pairTransfers(run).pairs.empty());
        (void)launchFindings(run);
    }

    void aStampAtZeroIsSetAside_data()
    {
        const Scenarios<int> row;
        for (const int n : {2, 5, 12, 40, 1000})
            QTest::addRow("%d slices", n) << n;
    }

    void aStampAtZeroIsSetAside()
    {
        const auto [slices] = scenario<int>();
        TinyRank r;
        r.kernel("mad", 0, us);
        for (int i = 0; i < slices; ++i)
            r.kernel("k", base + i * 10 * us, 6 * us);
        const auto rank = r.finish();
        const Trace &trace = *rank->trace;
        QCOMPARE(cells(trace.startNs(), trace.endNs(), trace.outsideSlices()),
                 cells(base, base + (slices - 1) * 10 * us + 6 * us, 1));
        QVERIFY(!trace.isInside(sliceNamed(trace, "mad")));
        QVERIFY(trace.isInside(sliceNamed(trace, "k")));
        const std::vector<Finding> findings = r.report.findings();
        const auto told = std::find_if(findings.begin(), findings.end(),
                                       [](const Finding &f) { return f.code == u"trace.stray-stamps"; });
        QVERIFY(told != findings.end());
        QCOMPARE(told->count, qint64(1));
        // It is there, and no idle time reaches to it.
        QCOMPARE(sliceStats(trace).count, qint64(slices + 1));
        QCOMPARE(totalLength(deviceIdle(*rank).gaps), (slices - 1) * 4 * us);
        QCOMPARE(deriveOverview(*rank).front().freeUs, std::optional((slices - 1) * 4.0));
    }

    void farStepsAndShortTracesAreNot()
    {
        TinyRank far;
        for (const qint64 minutes : {0, 1, 2, 90})
            far.kernel("k", base + minutes * 60'000'000 * us, us);
        QCOMPARE(far.finish()->trace->outsideSlices(), qint64(0));
        TinyRank fromZero;
        for (int i = 0; i < 50; ++i)
            fromZero.kernel("k", i * 10 * us, us);
        const auto rank = fromZero.finish();
        QCOMPARE(cells(rank->trace->outsideSlices(), rank->trace->startNs()), cells(0, 0));
        QVERIFY(fromZero.report.findings().empty());
        TinyRank lonely;
        lonely.kernel("k", 0, us);
        QCOMPARE(lonely.finish()->trace->endNs(), us);
    }
};

RS_TEST(TestExtremes, QCoreApplication);
#include "tst_extremes.moc"
