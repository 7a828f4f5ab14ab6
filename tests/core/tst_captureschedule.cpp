// SPDX-License-Identifier: Apache-2.0
#include "core/run/captureschedule.h"
#include "core/run/rundata.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

QMap<QString, QString> settings(const char *text)
{
    QMap<QString, QString> out;
    for (const QString &entry : QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts))
        out.insert(QStringLiteral("schedule.") + entry.section(u'=', 0, 0), entry.section(u'=', 1));
    return out;
}

} // namespace

class TestCaptureSchedule : public QObject
{
    Q_OBJECT
private slots:
    void numbersOfASchedule_data()
    {
        const Scenarios<QString, QString> row;
        row("all", "skip_first=40 wait=0 warmup=10 active=1 repeat=1",
            "skip_first 40, wait 0, warmup 10, active 1, repeat 1");
        row("active alone", "active=2", "skip_first 0, wait 0, warmup 0, active 2, repeat 0");
        row("none", "", "");
        row("no active steps", "wait=1 active=0", "");
        row("below zero", "active=2 wait=-1", "");
        row("no number", "active=two", "");
        row("more than can be", "active=99999999999999999999", "");
        row("more steps than any run has", "active=2 skip_first=9000000000000000000", "");
    }

    void numbersOfASchedule()
    {
        const auto [given, text] = scenario<QString, QString>();
        const auto schedule = CaptureSchedule::of(settings(qPrintable(given)));
        QCOMPARE(schedule ? schedule->text() : QString(), text);
    }

    // skip 1, then wait 1, warm up 1, record 2: 0 skipped | 1 w 2 u 3 4 | 5 w 6 u 7 8 | …
    void capturesOfSteps()
    {
        const auto schedule = CaptureSchedule::of(settings("skip_first=1 wait=1 warmup=1 active=2 repeat=2"));
        QVERIFY(schedule);
        QCOMPARE(schedule->cycle(), 4);
        QCOMPARE(schedule->firstStep(1), 3);
        QCOMPARE(schedule->firstStep(2), 7);
        QString captures;
        for (qint64 step = 0; step < 13; ++step)
            captures += schedule->captureOf(step) ? QString::number(*schedule->captureOf(step)) : QStringLiteral("-");
        QCOMPARE(captures, QStringLiteral("---11--22----"));
        const auto endless = CaptureSchedule::of(settings("skip_first=1 wait=1 warmup=1 active=2 repeat=0"));
        QCOMPARE(endless->captureOf(11), std::optional<qint64>(3));
    }

    void endOfACapture()
    {
        const auto schedule = CaptureSchedule::of(settings("warmup=1 active=3"));
        QCOMPARE(endOfCapture(*schedule, {}), CaptureEnd::Unknown);
        QCOMPARE(endOfCapture(*schedule, {0}), CaptureEnd::Unknown); // what files say that know no step
        QCOMPARE(endOfCapture(*schedule, {1, 2}), CaptureEnd::Stopped);
        QCOMPARE(endOfCapture(*schedule, {1, 2, 3}), CaptureEnd::Complete);
        QCOMPARE(endOfCapture(*schedule, {1, 2, 3, 4}), CaptureEnd::Complete);
        const auto fromStart = CaptureSchedule::of(settings("active=2"));
        QCOMPARE(endOfCapture(*fromStart, {0}), CaptureEnd::Stopped);
    }

    void stepsOfARank()
    {
        RankData rank;
        for (const char *step : {"4", "", "3", "x", "4"}) {
            StepTraceRow row;
            row.step = QLatin1String(step);
            rank.stepTrace.push_back(row);
        }
        QCOMPARE(recordedSteps(rank), (std::vector<qint64>{3, 4}));
    }
};

RS_TEST(TestCaptureSchedule, QCoreApplication);
#include "tst_captureschedule.moc"
