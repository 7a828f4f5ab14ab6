// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/launchfindings.h"
#include "support/says.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

// One launch of 2 us and its kernel, `ahead` after it on a device whose clock is off by `offset`.
void launch(TinyRank &r, int i, qint64 at, qint64 delay, qint64 duration, qint64 offset)
{
    r.slice("2", "1", "Node@launch", at, 2 * us);
    r.kernel("k", at + delay + offset, duration);
    r.flow("HostToDevice", std::to_string(100 + i), "2", "1", at, "3", "7", at + delay + offset);
}

// 50 kernels of 10 us: launched every 40 us and started at once, or all launched ahead of time and run back to back.
std::shared_ptr<const RankData> rankOf(int number, bool hostBound, qint64 deviceOffset, qint64 clockOffset)
{
    TinyRank r(number);
    r.step(1, base + clockOffset - 10 * us, 2100 * us);
    for (int i = 0; i < 50; ++i) {
        const qint64 at = base + clockOffset + i * (hostBound ? 40 : 5) * us;
        launch(r, i, at, hostBound ? 4 * us : 4 * us + i * 5 * us, 10 * us, deviceOffset);
    }
    for (int i = 0; i < 8; ++i)
        r.communication("hcom_allReduce__865_" + std::to_string(i) + "_1", base + clockOffset + (600 + i * 170) * us,
                        150 * us);
    return r.finish();
}

QStringList codes(const std::vector<Finding> &findings)
{
    QStringList out;
    for (const Finding &f : findings)
        out << f.code + u' ' + f.place.text() + u' ' + f.argument;
    return out;
}

} // namespace

class TestLaunchFindings : public QObject
{
    Q_OBJECT
private slots:
    void quietRunsHaveNone()
    {
        QCOMPARE(codes(launchFindings(makeRun({rankOf(0, false, 0, 0), rankOf(1, false, 0, 0)}))), QStringList());
        QCOMPARE(codes(launchFindings(makeRun({}))), QStringList());
        Run waiting;
        waiting.infos.resize(2);
        waiting.ranks.resize(2);
        QCOMPARE(codes(launchFindings(waiting)), QStringList());
    }

    void hostBoundStepIsNamed()
    {
        const auto found = launchFindings(makeRun({rankOf(0, false, 0, 0), rankOf(1, true, 0, 0)}));
        QCOMPARE(found.size(), size_t(1));
        QCOMPARE(cells(found[0].code, found[0].place.text(), found[0].severity),
                 cells("launch.host-bound", "step 1, rank 1", Severity::Notice));
        QVERIFY(found[0].text().contains(found[0].argument));
    }

    void deviceClockBehindTheHostIsNamed()
    {
        // 4 us is the fastest launch, so the device seems to be 46 us behind.
        const auto found = launchFindings(makeRun({rankOf(0, false, -50 * us, 0)}));
        QCOMPARE(found.size(), size_t(1));
        QCOMPARE(cells(found[0].code, found[0].place.text()), cells("clock.host-device", "rank 0"));
        QVERIFY(begins(found[0].argument, "0.04"));
        QVERIFY(found[0].count > 1);
        // Ahead, it makes no flow run backwards.
        QCOMPARE(codes(launchFindings(makeRun({rankOf(0, false, 50 * us, 0)}))), QStringList());
    }

    void clocksOfRanksAreNamed()
    {
        const auto found = launchFindings(makeRun({rankOf(0, false, 0, 0), rankOf(1, false, 0, 60'000'000 * us)}));
        QCOMPARE(codes(found), QStringList{QStringLiteral("clock.ranks rank 1 60000.000 ms")});
        // Less than what anybody would see.
        QCOMPARE(codes(launchFindings(makeRun({rankOf(0, false, 0, 0), rankOf(1, false, 0, 900 * us)}))),
                 QStringList());
    }

    void transfersThatWereNotLookedAtAreNamed()
    {
        const auto sendsOver = [](int tasks) {
            TinyRank r;
            r.thread("4", "7", "Group x Communication");
            r.thread("4", "8", "Plane 0");
            for (int i = 0; i < 3; ++i)
                r.slice("4", "7", "hcom_send__1_" + std::to_string(i) + "_1", i * us, 100'000 * us);
            for (int i = 0; i < tasks; ++i)
                r.slice("4", "8", "Memcpy", (10 + i) * us, us / 2);
            return makeRun({r.finish()});
        };
        // Each of the three lies over all tasks, of which 4096 are looked at for each, on average.
        QCOMPARE(codes(launchFindings(sendsOver(4'000))), QStringList());
        const auto found = launchFindings(sendsOver(5'000));
        QCOMPARE(found.size(), size_t(1));
        QCOMPARE(cells(found[0].code, found[0].severity, found[0].count), cells("transfers.tasks", Severity::Loss, 1));
    }

    void cancelledIsEmpty()
    {
        JobContext job;
        job.cancel();
        QVERIFY(launchFindings(makeRun({rankOf(0, true, 0, 0)}), job).empty());
    }
};

RS_TEST(TestLaunchFindings, QCoreApplication);
#include "tst_launchfindings.moc"
