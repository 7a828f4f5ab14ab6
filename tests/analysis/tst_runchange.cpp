// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/runchange.h"
#include "analysis/compare/rungate.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QCoreApplication>
#include <QTest>

#include <cmath>
#include <initializer_list>

using namespace rs;
using namespace rs::test;

namespace {

struct Times
{
    const char *step;
    double computingUs;
    double uncoveredUs;
    double freeUs;
};

void addRank(Run &run, int rank, std::initializer_list<Times> steps)
{
    auto data = std::make_shared<RankData>();
    data->info.rank = rank;
    data->info.label = QString::number(rank);
    for (const Times &t : steps) {
        data->stepTrace.push_back({.step = QLatin1String(t.step),
                                   .rank = rank,
                                   .computingUs = t.computingUs,
                                   .notOverlappedUs = t.uncoveredUs,
                                   .overlappedUs = 0,
                                   .communicationUs = t.uncoveredUs,
                                   .freeUs = t.freeUs});
    }
    run.infos.push_back(data->info);
    run.ranks.push_back(std::move(data));
}

const RunChangeRow &rowOf(const RunChange &change, ChangePart part)
{
    return *change.of(part);
}

} // namespace

class TestRunChange : public QObject
{
    Q_OBJECT
private slots:
    // Step by step each is 1 longer, so no resampling gives anything else; as two samples they overlap.
    void stepsOfOneNameAreHeldAgainstEachOther()
    {
        const std::vector<double> base = {10, 20, 15, 12};
        const std::vector<double> other = {11, 21, 16, 13};
        const MeanChange matched = meanChange(base, other, true);
        QCOMPARE(cells(matched.differenceNs, *matched.lowNs, *matched.highNs), cells(1.0, 1.0, 1.0));
        const MeanChange apart = meanChange(base, other, false);
        QCOMPARE(apart.differenceNs, 1.0);
        QVERIFY(*apart.lowNs < 0 && *apart.highNs > 2);
        QCOMPARE(*meanChange(base, other, false).lowNs, *apart.lowNs); // the same each time
    }

    // 100 differences of -1 and 1: the mean is 0 and its standard error 1 / sqrt(99) = 0.1005, of which Student's t is
    // 1.984 times: 0.199 to both sides.
    void theIntervalIsThatOfStudent()
    {
        std::vector<double> base(100);
        std::vector<double> other(100);
        for (size_t i = 0; i < other.size(); ++i)
            other[i] = i % 2 == 0 ? 1 : -1;
        const MeanChange change = meanChange(base, other, true);
        QVERIFY(std::abs(*change.lowNs + 0.199) < 0.03 && std::abs(*change.highNs - 0.199) < 0.03);
    }

    void ofOneStepNothingIsKnown()
    {
        QVERIFY(!meanChange({10}, {20, 21}, false).lowNs);
        Run base;
        addRank(base, 0, {{"1", 100, 50, 10}});
        Run other;
        addRank(other, 0, {{"1", 200, 50, 10}});
        const RunChange change = compareRuns(base, other, std::nullopt);
        const RunChangeRow &step = rowOf(change, ChangePart::Step);
        QCOMPARE(cells(step.differenceNs(), step.lowNs.has_value()), cells(qint64(100'000), false));
        QCOMPARE(step.state, CompareState::TooFewSteps);
        QCOMPARE(rowOf(change, ChangePart::Idle).state, CompareState::Unchanged);
    }

    // Means over steps and ranks: computing (100 + 102 + 110 + 112) / 4 = 106 and 116, the rest as before but Free, 1
    // us less. The second run has no third step.
    void thePartsAddUpToTheStep()
    {
        Run base;
        addRank(base, 0, {{"1", 100, 50, 10}, {"2", 102, 50, 10}});
        addRank(base, 1, {{"1", 110, 40, 10}, {"2", 112, 40, 10}});
        Run other;
        addRank(other, 0, {{"1", 110, 50, 9}, {"2", 112, 50, 9}});
        addRank(other, 1, {{"1", 120, 40, 9}, {"2", 122, 40, 9}, {"3", 500, 40, 9}});
        const RunChange change = compareRuns(base, other, OperatorGrouping::Type);
        QVERIFY(change.areMatched);
        QCOMPARE(cells(change.baseSteps, change.otherSteps, change.pairedRanks), cells(2, 2, 2));
        const RunChangeRow &step = rowOf(change, ChangePart::Step);
        QCOMPARE(cells(*step.baseNs, *step.otherNs, *step.lowNs, *step.highNs), cells(161'000, 170'000, 9'000, 9'000));
        QCOMPARE(step.state, CompareState::Grown);
        qint64 sum = 0;
        for (const RunChangeRow &row : change.rows) {
            const bool isPart = row.part >= ChangePart::Computing && row.part <= ChangePart::Preparing;
            sum += row.rank.isEmpty() && isPart ? row.differenceNs() : 0;
        }
        QCOMPARE(sum, step.differenceNs());
        QCOMPARE(rowOf(change, ChangePart::Computing).differenceNs(), 10'000);
        QCOMPARE(rowOf(change, ChangePart::Idle).state, CompareState::Unchanged); // less than 1 % of the step
        const auto ofSecond = std::ranges::find(change.rows, QStringLiteral("1"), &RunChangeRow::rank);
        QCOMPARE(cells(ofSecond->baseNs.value(), ofSecond->otherNs.value()), cells(161'000, 170'000));
        QCOMPARE(runChangePhrases(change, QStringLiteral("A")).front().english(),
                 QStringLiteral("The step takes 5.6 % longer than in A (95 % interval of the change: 5.6 to 5.6 %)."));
    }

    // 9 us of computing and 9 us of communication are below 1 % of a step of 1,600 us each, together above it.
    void smallChangesAddUp()
    {
        Run base;
        addRank(base, 0, {{"1", 1000, 500, 100}, {"2", 1000, 500, 100}});
        Run other;
        addRank(other, 0, {{"1", 1009, 509, 100}, {"2", 1009, 509, 100}});
        const RunChange change = compareRuns(base, other, std::nullopt);
        QCOMPARE(rowOf(change, ChangePart::Step).state, CompareState::Grown);
        for (const ChangePart part : {ChangePart::Computing, ChangePart::Uncovered})
            QCOMPARE(rowOf(change, part).state, CompareState::Unchanged);
        const auto said = runChangePhrases(change, QStringLiteral("A"));
        QCOMPARE(said[1].english(),
                 QStringLiteral("No part of it changes by 1 % of the step: the change is spread over them."));
    }

    // The last step ends 5 us behind its last kernel in the base, 905 us in the other run: of two steps of 160 us.
    void theTailOfTheLastStepIsSaid()
    {
        const auto runWith = [](qint64 tailUs) {
            TinyRank r(0);
            for (const int step : {1, 2}) {
                r.step(step, (step - 1) * 160'000, step == 1 ? 160'000 : 155'000 + tailUs * 1000);
                r.kernel("k", (step - 1) * 160'000, 155'000);
                r.data.stepTrace.push_back({.step = QString::number(step),
                                            .computingUs = 155,
                                            .notOverlappedUs = 0,
                                            .overlappedUs = 0,
                                            .communicationUs = 0,
                                            .freeUs = 5});
            }
            return makeRun({r.finish()});
        };
        const RunChange change = compareRuns(runWith(5), runWith(905), std::nullopt);
        QCOMPARE(cells(change.baseTailNs.value(), change.otherTailNs.value()), cells(5'000, 905'000));
        QCOMPARE(
            runChangePhrases(change, QStringLiteral("A")).back().english(),
            QStringLiteral("Behind the last work on the device the last step goes on for 0.905 ms on the host, in A "
                           "for 0.005 ms: no time of the step holds these."));
        QCOMPARE(runChangePhrases(compareRuns(runWith(5), runWith(6), std::nullopt), QStringLiteral("A")).size(),
                 size_t(1));
    }

    // Rank 1 computes 20 us longer, which is 10 us of the mean; where both do, nobody is named.
    void onlyARankThatStandsOutIsNamed()
    {
        Run base;
        addRank(base, 0, {{"1", 100, 50, 10}, {"2", 102, 50, 10}});
        addRank(base, 1, {{"1", 100, 50, 10}, {"2", 102, 50, 10}});
        Run other;
        addRank(other, 0, {{"1", 100, 70, 10}, {"2", 102, 70, 10}});
        addRank(other, 1, {{"1", 120, 50, 10}, {"2", 122, 50, 10}});
        const auto saysOf = [&base](const Run &run) {
            QString out;
            for (const Phrase &said : runChangePhrases(compareRuns(base, run, OperatorGrouping::Type), QString()))
                out += said.english();
            return out;
        };
        QVERIFY2(saysOf(other).contains(QStringLiteral("rank 1 computes longest in comparison: 0.020 ms")),
                 qPrintable(saysOf(other)));
        Run both;
        addRank(both, 0, {{"1", 120, 50, 10}, {"2", 122, 50, 10}});
        addRank(both, 1, {{"1", 120, 50, 10}, {"2", 122, 50, 10}});
        QVERIFY(!saysOf(both).contains(QStringLiteral("rank 1")));
    }

    // The step grew by 9 us (thePartsAddUpToTheStep()), which is 5.6 %; nothing tells of bubbles.
    void aGateFailsBeyondItsLimitAlone()
    {
        Run base;
        addRank(base, 0, {{"1", 100, 50, 11}, {"2", 102, 50, 9}});
        Run other;
        addRank(other, 0, {{"1", 109, 50, 11}, {"2", 111, 50, 9}});
        const RunChange change = compareRuns(base, other, std::nullopt);
        const auto verdictOf = [&change](const char *text) {
            return gateVerdictOf(change, *gateLimitOf(QString::fromLatin1(text)));
        };
        QCOMPARE(verdictOf("step=5.5%"), GateVerdict::Failed);
        QCOMPARE(verdictOf("step=5.7%"), GateVerdict::Passed);
        QCOMPARE(verdictOf("computing=0.008ms"), GateVerdict::Failed);
        QCOMPARE(verdictOf("idle=0%"), GateVerdict::Passed);
        QCOMPARE(verdictOf("bubble=1%"), GateVerdict::Unknown);
        QCOMPARE(gateVerdictOf(RunChange(), *gateLimitOf(u"step=1%")), GateVerdict::Unknown);
        for (const QStringView wrong : {u"step", u"step=3", u"steps=3%", u"step=-1%", u"step=nan%", u"=3%", u""})
            QVERIFY2(!gateLimitOf(wrong), qPrintable(wrong.toString()));
    }

    // One of four steps takes 90 us longer, which is a mean of 22.5 with a standard error as large: Student's t of
    // three degrees of freedom makes more of it than the change itself, though no less than no time at all.
    void stepsThatVaryTellNothing()
    {
        Run base;
        addRank(base, 0, {{"1", 20, 10, 2}, {"2", 20, 10, 2}, {"3", 20, 10, 2}, {"4", 20, 10, 2}});
        Run other;
        addRank(other, 0, {{"1", 20, 10, 2}, {"2", 20, 10, 2}, {"3", 20, 10, 2}, {"4", 110, 10, 2}});
        const RunChange change = compareRuns(base, other, std::nullopt);
        QCOMPARE(cells(rowOf(change, ChangePart::Step).state, rowOf(change, ChangePart::Computing).state,
                       rowOf(change, ChangePart::Idle).state),
                 cells(CompareState::NotKnown, CompareState::NotKnown, CompareState::Unchanged));
        QVERIFY(*rowOf(change, ChangePart::Step).lowNs >= -32'000);
        QCOMPARE(gateVerdictOf(change, *gateLimitOf(u"step=3%")), GateVerdict::Unknown);
        QCOMPARE(gateVerdictOf(change, *gateLimitOf(u"idle=3%")), GateVerdict::Passed);
        const QString said = runChangePhrases(change, QStringLiteral("A")).front().english();
        QVERIFY2(said.startsWith(QStringLiteral("The steps vary too much to tell")), qPrintable(said));
    }

    // Differences of 1 and -1 us: with two of each, a mean of 0 and an interval of 1.9 us to both sides, which is 1.2 %
    // of 160.
    void equalRunsAreUnchanged()
    {
        Run base;
        addRank(base, 0, {{"1", 100, 50, 10}, {"2", 102, 50, 10}, {"3", 98, 50, 10}, {"4", 100, 50, 10}});
        Run other;
        addRank(other, 0, {{"1", 101, 50, 10}, {"2", 101, 50, 10}, {"3", 99, 50, 10}, {"4", 99, 50, 10}});
        const RunChange change = compareRuns(base, other, std::nullopt);
        QCOMPARE(rowOf(change, ChangePart::Step).state, CompareState::Unchanged);
        QCOMPARE(gateVerdictOf(change, *gateLimitOf(u"step=3%")), GateVerdict::Passed);
        QCOMPARE(gateVerdictOf(change, *gateLimitOf(u"step=1%")), GateVerdict::Unknown);
    }

    // No number is in both runs: the first is held against the first.
    void ranksOfOtherNumbersArePairedInOrder()
    {
        Run base;
        addRank(base, 0, {{"1", 100, 50, 10}, {"2", 100, 50, 10}});
        Run other;
        addRank(other, 8, {{"5", 100, 50, 10}, {"6", 100, 50, 10}});
        const RunChange change = compareRuns(base, other, OperatorGrouping::Type);
        QVERIFY(!change.areMatched);
        QCOMPARE(change.rows.back().baseRank + u'-' + change.rows.back().rank, QStringLiteral("0-8"));
    }
};

RS_TEST(TestRunChange, QCoreApplication);

#include "tst_runchange.moc"
