// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/slicenamestats.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

#include <numeric>

using namespace rs;
using namespace rs::test;

namespace {

/// Kernels of the name "k" with these durations, 1000 ns apart, and one other slice.
std::unique_ptr<Trace> traceOf(const std::vector<qint64> &durations)
{
    test::TinyRank tiny;
    tiny.host("other", 0, 5);
    qint64 start = 1000;
    for (const qint64 d : durations) {
        tiny.kernel("k", start, d);
        start += 1'000'000;
    }
    return tiny.seal();
}

SliceId nth(const Trace &trace, int n)
{
    return SliceId{raw(test::sliceNamed(trace, "k")) + static_cast<quint32>(n)};
}

qint64 sumOf(const std::vector<SliceNameStats::Bin> &bins)
{
    return std::accumulate(bins.begin(), bins.end(), qint64{0},
                           [](qint64 s, const SliceNameStats::Bin &b) { return s + b.count; });
}

} // namespace

class TestSliceNameStats : public QObject
{
    Q_OBJECT
private slots:
    void standsAmongItsKind()
    {
        const auto trace = traceOf({40, 10, 20, 20, 30});
        const SliceNameStats s = sliceNameStats(*trace, nth(*trace, 2)); // the first of the two of 20 ns
        QVERIFY(s.complete);
        QCOMPARE(s.count(), size_t{5});
        QCOMPARE(cells(s.ordinal, s.totalNs, s.minNs, s.maxNs, s.medianNs), cells(size_t{2}, 120, 10, 40, 20));
        QCOMPARE(s.p95Ns, 38);              // 3.8 of 0..4: 30 + 0.8 * 10
        QCOMPARE(s.shorter, (1 + 0.5) / 4); // one shorter, one equal, four others
        QCOMPARE(sliceNameStats(*trace, nth(*trace, 0)).shorter, 1.0);
        QCOMPARE(sliceNameStats(*trace, nth(*trace, 1)).shorter, 0.0);
    }

    void aSliceAlone()
    {
        const auto trace = traceOf({7});
        const SliceNameStats s = sliceNameStats(*trace, nth(*trace, 0));
        QCOMPARE(s.count(), size_t{1});
        QCOMPARE(s.shorter, 0.5);
        QCOMPARE(s.bins.size(), size_t{1});
        QCOMPARE(s.bins[0].count, 1);
    }

    void equalDurationsAreOneBin()
    {
        const auto trace = traceOf({9, 9, 9});
        const SliceNameStats s = sliceNameStats(*trace, nth(*trace, 1));
        QCOMPARE(s.bins.size(), size_t{1});
        QCOMPARE(cells(s.bins[0].count, s.shorter), cells(3, 0.5));
    }

    void binsCoverEverything()
    {
        const auto trace = traceOf({100, 101, 102, 103, 200, 350, 400, 400});
        for (const int bins : {1, 2, 3, 24, 1000}) {
            const SliceNameStats s = sliceNameStats(*trace, nth(*trace, 0), bins);
            QVERIFY(!s.logarithmic);
            QVERIFY(static_cast<int>(s.bins.size()) <= bins);
            QCOMPARE(sumOf(s.bins), 8);
            QCOMPARE(cells(s.bins.front().fromNs, s.bins.back().toNs), cells(100, 400));
            for (size_t i = 1; i < s.bins.size(); ++i)
                QCOMPARE(s.bins[i].fromNs, s.bins[i - 1].toNs);
            std::vector<qint64> again(s.bins.size());
            for (const SliceId id : s.slices)
                ++again[s.binOf(trace->slices().duration(id))];
            for (size_t i = 0; i < s.bins.size(); ++i)
                QCOMPARE(again[i], s.bins[i].count);
        }
    }

    void wideRangesAreLogarithmic()
    {
        const auto trace = traceOf({0, 1, 10, 100, 1000, 10000, 100000});
        const SliceNameStats s = sliceNameStats(*trace, nth(*trace, 0), 5);
        QVERIFY(s.logarithmic);
        QCOMPARE(sumOf(s.bins), 7);
        QCOMPARE(cells(s.bins.front().fromNs, s.bins[0].toNs, s.bins[1].toNs, s.bins[0].count), cells(0, 10, 100, 2));
    }

    void walksABinInCircles()
    {
        const auto trace = traceOf({10, 90, 12, 95, 11});
        const SliceNameStats s = sliceNameStats(*trace, nth(*trace, 0), 2);
        QCOMPARE(s.bins.size(), size_t{2});
        QCOMPARE(cells(nextInBin(*trace, s, 0, nth(*trace, 0)), nextInBin(*trace, s, 0, nth(*trace, 2)),
                       nextInBin(*trace, s, 0, nth(*trace, 4)), nextInBin(*trace, s, 1, nth(*trace, 0)),
                       nextInBin(*trace, s, 1, nth(*trace, 3)), nextInBin(*trace, s, 0, NoSlice),
                       nextInBin(*trace, s, 7, NoSlice)),
                 cells(nth(*trace, 2), nth(*trace, 4), nth(*trace, 0), nth(*trace, 1), nth(*trace, 1), nth(*trace, 0),
                       NoSlice));
    }

    void cancelled()
    {
        const auto trace = traceOf({1, 2});
        const JobContext job;
        job.cancel();
        QVERIFY(!sliceNameStats(*trace, nth(*trace, 0), 24, job).complete);
    }
};

RS_TEST(TestSliceNameStats, QCoreApplication);
#include "tst_slicenamestats.moc"
