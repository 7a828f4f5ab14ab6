// SPDX-License-Identifier: Apache-2.0
// Sentences about numbers: which one is said, and that every one of them is a whole sentence with all of its values.
#include "items/sentencetext.h"
#include "support/testprogram.h"
#include "words/launchwords.h"

#include <QTest>

using namespace rs;

namespace {

constexpr qint64 ms = 1'000'000;

DispatchStep step(bool hostBound, qint64 idleNs)
{
    DispatchStep out;
    out.hostBound = hostBound;
    out.hostIdleNs = idleNs;
    return out;
}

HostBoundWindow window(qint64 idleNs)
{
    HostBoundWindow out;
    out.idleNs = idleNs;
    return out;
}

// The blank before a unit does not break, in the window; here it is a blank.
QString said(const auto &words)
{
    return sentenceText(words).replace(QChar(0xa0), u' ').replace(QChar(0xb5), u'u');
}

RankAlignment clockOf(AlignRefusal refusal, qint64 residualNs = 0, double driftPpm = 0)
{
    RankAlignment out;
    out.refusal = refusal;
    out.residualP95Ns = residualNs;
    out.driftPpm = driftPpm;
    return out;
}

} // namespace

class TestLaunchWords : public QObject
{
    Q_OBJECT
private slots:
    void aSpacePartsSentencesButAfterAChineseFullStop()
    {
        QCOMPARE(joinedSentences({QStringLiteral("One."), QStringLiteral("Two.")}), QStringLiteral("One. Two."));
        QCOMPARE(joinedSentences({QStringLiteral("一。"), QStringLiteral("二。")}), QStringLiteral("一。二。"));
    }

    void everyCauseHasItsOwnWords()
    {
        QStringList titles;
        QStringList hints;
        for (quint8 i = 0; i < static_cast<quint8>(IdleCause::Count); ++i) {
            titles << QString::fromUtf8(idleCauseTitle(static_cast<IdleCause>(i)));
            hints << QString::fromUtf8(idleCauseHint(static_cast<IdleCause>(i)));
        }
        QCOMPARE(titles.removeDuplicates(), 0);
        QCOMPARE(hints.removeDuplicates(), 0);
        QCOMPARE(titles.back(), QStringLiteral("Unknown"));
    }

    // Two steps on one rank, one on another: 3 ms + 1 ms lie in host-bound steps, 5 ms in windows.
    void dispatchIsJudgedBySteps()
    {
        DispatchTotals totals;
        totals.add({{step(true, 3 * ms), step(false, 7 * ms)}, {window(3 * ms)}});
        totals.add({{step(true, ms)}, {window(ms), window(ms)}});
        QCOMPARE(totals.steps, 3);
        const QString bound = said(dispatchVerdict(totals));
        QVERIFY2(
            bound.startsWith(QLatin1String("The lines are vertical in 2 step(s) of a rank: there the device idles for "
                                           "4.000 ms because")),
            qPrintable(bound));

        DispatchTotals waits;
        waits.add({{step(false, 0)}, {window(3 * ms), window(2 * ms)}});
        QCOMPARE(said(dispatchVerdict(waits)),
                 QStringLiteral("No step is host-bound as a whole, but the device waits for the host in 2 window(s), "
                                "5.000 ms in all."));

        DispatchTotals busy;
        busy.add({{step(false, 0), step(false, 0)}, {}});
        QCOMPARE(
            said(dispatchVerdict(busy)),
            QStringLiteral("The lines are slanted everywhere: in 2 step(s) of a rank the host keeps the device busy."));
    }

    void idleTimeNamesItsGreatestCause()
    {
        CauseTotals causes{};
        QCOMPARE(said(idleVerdict(causes, 0)),
                 QStringLiteral("No rank has idle time between compute and communication."));
        causes[static_cast<size_t>(IdleCause::Copy)] = 6 * ms;
        causes[static_cast<size_t>(IdleCause::Unknown)] = 2 * ms;
        QCOMPARE(
            said(idleVerdict(causes, 8 * ms)),
            QStringLiteral("Idle time of all ranks and steps: 8.000 ms. Most of it, 75.0 %, has the cause \"Copy\"; "
                           "nothing in the traces explains 25.0 %."));
        QCOMPARE(said(idleVerdict(causes, 8 * ms, QStringLiteral("4"))),
                 QStringLiteral("Idle time of all ranks in step 4: 8.000 ms. Most of it, 75.0 %, has the cause "
                                "\"Copy\"; nothing in the traces explains 25.0 %."));
        causes[static_cast<size_t>(IdleCause::Unknown)] = 18 * ms;
        QCOMPARE(said(idleVerdict(causes, 24 * ms)),
                 QStringLiteral("Idle time of all ranks and steps: 24.000 ms, of which nothing in the traces explains "
                                "75.0 %."));
    }

    void chainsAreCounted()
    {
        QCOMPARE(said(chainVerdict({3, 1, 0, true})),
                 QStringLiteral("Match rate 75.0 %. Kernels: 3 normal, 1 traced to the queue only, 0 incomplete."));
        QVERIFY(said(chainVerdict({3, 1, 0, false}))
                    .endsWith(QLatin1String("incomplete. The trace shows no queue between framework and launch.")));
    }

    void clocksAreCounted()
    {
        const QString text =
            said(alignmentVerdict({clockOf(AlignRefusal::Reference), clockOf(AlignRefusal::None, 2000),
                                   clockOf(AlignRefusal::None, 5000, 1.5), clockOf(AlignRefusal::NoMatches)}));
        QCOMPARE(text,
                 QStringLiteral("2 rank(s) can be brought to the clock of the reference, to within 5.000 us. 1 "
                                "clock(s) drift, and the correction follows them over time. 1 rank(s) keep their own "
                                "clock; the reason stands in the table."));
        QCOMPARE(said(alignmentVerdict({clockOf(AlignRefusal::Reference)})),
                 QStringLiteral("No rank can be aligned with another one."));
        QVERIFY(said(alignmentVerdict({clockOf(AlignRefusal::None, 10)}))
                    .contains(QLatin1String("no clock drifts measurably")));
        RankAlignment ofFile = clockOf(AlignRefusal::None, 10);
        ofFile.source = ClockSource::File;
        QVERIFY(said(alignmentVerdict({clockOf(AlignRefusal::Reference), ofFile}))
                    .contains(QLatin1String("1 of them by the ends in communication.json")));
    }

    void transfersAreCounted()
    {
        QCOMPARE(said(transferVerdict(4, 0)), QStringLiteral("4 send(s) have their receive. None lacks its partner."));
        QVERIFY(said(transferVerdict(4, 2)).contains(QLatin1String("2 side(s) lack their partner")));
    }
};

RS_TEST(TestLaunchWords, QCoreApplication);
#include "tst_launchwords.moc"
