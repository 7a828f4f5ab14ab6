// SPDX-License-Identifier: Apache-2.0
// The steps over all devices, worked by hand.
#include "analysis/overview/trajectory.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 ms = 1'000'000;

CommOp total(const QString &step, double transitMs, double waitMs)
{
    return timedOp({.step = step, .name = QStringLiteral("Total Op Info")}, {.transitMs = transitMs, .waitMs = waitMs});
}

/// Steps 1 and 2; compute and rest of the step in ms.
std::shared_ptr<const RankData> device(int rank, double compute, double rest, bool secondStep = true)
{
    TinyRank r(rank);
    for (int step = 1; step <= (secondStep ? 2 : 1); ++step) {
        StepTraceRow row{.step = QString::number(step),
                         .rank = rank,
                         .computingUs = compute * 1000 * step,
                         .notOverlappedUs = rest * 1000,
                         .overlappedUs = 0,
                         .communicationUs = rest * 1000,
                         .freeUs = 0,
                         .stageUs = 0,
                         .bubbleUs = 0,
                         .preparingUs = 0};
        r.data.stepTrace.push_back(row);
        // Totals of collectives, and of sends and receives.
        r.commOps.push_back(total(row.step, 1.5, 0.25 * (rank + 1)));
        r.commOps.push_back(total(row.step, 0.5, 0.25));
    }
    return r.finish();
}

} // namespace

class TestTimeOverview : public QObject
{
    Q_OBJECT
private slots:
    void meansAreOfTheDevicesThatHaveTheStep()
    {
        const TimeOverview all = timeOverview(makeRun({device(0, 10, 2), device(1, 14, 4), device(2, 12, 0, false)}));
        QCOMPARE(all.devices.size(), size_t(3));
        QCOMPARE(all.steps.size(), size_t(2));
        const OverviewStep &first = all.steps[0];
        QCOMPARE(cells(first.step, first.total.devices), cells("1", 3));
        QCOMPARE(*first.total.meanNs(), 14 * ms); // 12, 18, 12
        QCOMPARE(cells(first.shortestNs, first.longestNs, first.longestDevice, *first.computation.meanNs(),
                       first.communication.devices),
                 cells(12 * ms, 18 * ms, 1, 12 * ms, 3));
        QCOMPARE(*first.communication.meanNs(), 2 * ms); // 1.5 and 0.5 on each
        QCOMPARE(*first.wait.meanNs(), 750'000);         // 0.5, 0.75 and 1 ms
        const OverviewStep &second = all.steps[1];
        QCOMPARE(second.total.devices, 2);
        QCOMPARE(*second.total.meanNs(), 27 * ms); // 22 and 32
        QVERIFY(!second.totals[2]);
        QCOMPARE(*second.computation.meanNs(), 24 * ms);
    }
    // One device tells its communication in step 3, and nobody its length.
    void stepsOfOldFilesNeedNotAgree()
    {
        const auto old = [](int rank, int steps) {
            TinyRank r(rank);
            r.data.stepTrace.push_back({.step = QStringLiteral("1"), .rank = rank, .computingUs = 10'000});
            r.data.legacy = true;
            for (int step = 1; step <= steps; ++step)
                r.commOps.push_back(total(QString::number(step), 2, 100.0 * (rank + 1)));
            return r.finish();
        };
        const TimeOverview all = timeOverview(makeRun({old(0, 3), old(1, 1)}));
        QCOMPARE(all.steps.size(), size_t(3));
        QCOMPARE(cells(all.steps[0].wait.devices, *all.steps[0].wait.meanNs()), cells(2, 150 * ms));
        const OverviewStep &last = all.steps[2];
        QCOMPARE(cells(last.step, last.total.devices, last.wait.devices, *last.wait.meanNs()),
                 cells("3", 0, 1, 100 * ms));
        QVERIFY(!last.totals[0]);
    }
    void nothingKnownIsNoZero()
    {
        RankData bare;
        bare.info.rank = 0;
        const TimeOverview all = timeOverview(makeRun({std::make_shared<const RankData>(bare)}));
        QVERIFY(all.steps.empty());
        QVERIFY(!DeviceMean().meanNs());
    }
};

RS_TEST(TestTimeOverview, QCoreApplication);
#include "tst_timeoverview.moc"
