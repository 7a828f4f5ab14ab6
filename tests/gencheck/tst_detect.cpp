// SPDX-License-Identifier: Apache-2.0
#include "support/detection.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs::test;

/// The detectors on generated runs, through the files: a fixed set of the runs that bench_detect measures.
class TestDetect : public QObject
{
    Q_OBJECT
private slots:
    void hostBoundStepIsFoundThereAndNowhereElse_data();
    void hostBoundStepIsFoundThereAndNowhereElse();
    void aQuietRunRaisesNoAlarm();
    void batchesFindTheirOtherEndAsSendsAndReceivesDo();

private:
    static void checkBooks(const DetectionTrial &t);
};

void TestDetect::checkBooks(const DetectionTrial &t)
{
    QVERIFY2(t.alignErrorNs < 20'000, qPrintable(QString::number(t.alignErrorNs)));
    QCOMPARE(t.hostClocks, 4);
    QCOMPARE(t.hostClocksOutside, 0);
    // The bound is no higher above the truth than the fastest launches are slow.
    QVERIFY2(t.hostClockErrorNs < 25'000, qPrintable(QString::number(t.hostClockErrorNs)));
    QCOMPARE(t.refused, 0);
    QVERIFY2(t.freeErrorNs <= 1'000, qPrintable(QString::number(t.freeErrorNs)));
    QVERIFY(t.pairs > 0);
    QCOMPARE(t.unmatched, 0);
    QVERIFY2(t.pairErrorNs < 20'000, qPrintable(QString::number(t.pairErrorNs)));
    QVERIFY(t.unknownNs < t.freeNs / 2);
    QVERIFY(t.kernels > 0);
    QCOMPARE(t.wholeChains, t.kernels);
}

void TestDetect::hostBoundStepIsFoundThereAndNowhereElse_data()
{
    const Scenarios<quint64> row;
    for (quint64 seed = 1; seed <= 12; ++seed)
        QTest::addRow("seed %d", static_cast<int>(seed)) << seed;
}

void TestDetect::hostBoundStepIsFoundThereAndNowhereElse()
{
    const auto [seed] = scenario<quint64>();
    const DetectionTrial t = runTrial(smallTrial(seed, rs::gen::hostBoundFactor));
    QCOMPARE(t.error, QString());
    QCOMPARE(t.planted.size(), size_t(1));
    // A fault that the pipeline hides costs the device nothing; one of this size must be found.
    if (t.plantedIdleShare >= 0.07)
        QCOMPARE(t.bound, t.planted);
    QCOMPARE(t.falseAlarms(), 0);
    QCOMPARE(t.quiet, 11); // every other step of every rank was judged
    checkBooks(t);
}

void TestDetect::aQuietRunRaisesNoAlarm()
{
    for (quint64 seed = 101; seed <= 106; ++seed) {
        const DetectionTrial t = runTrial(smallTrial(seed, 0));
        QCOMPARE(t.error, QString());
        QVERIFY(t.bound.empty());
        QCOMPARE(t.quiet, 12);
        checkBooks(t);
    }
}

void TestDetect::batchesFindTheirOtherEndAsSendsAndReceivesDo()
{
    for (const quint64 seed : {101, 102}) {
        rs::gen::GeneratorOptions o = smallTrial(seed, 0);
        const DetectionTrial single = runTrial(o);
        o.batchSendRecv = true;
        const DetectionTrial batches = runTrial(o);
        QCOMPARE(batches.error, QString());
        QVERIFY(single.pairs > 0);
        QCOMPARE(batches.pairs, single.pairs);
        checkBooks(batches);
    }
}

RS_TEST(TestDetect, QCoreApplication);
#include "tst_detect.moc"
