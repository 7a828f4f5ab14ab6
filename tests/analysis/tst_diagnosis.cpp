// SPDX-License-Identifier: Apache-2.0
#include "core/text/shortlist.h"
#include "diagnosedrun.h"
#include "support/kernelfixture.h"
#include "support/says.h"
#include "support/cells.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

#include <limits>
#include <memory>
#include <string>

using namespace rs;
using namespace rs::test;

class TestDiagnosis : public QObject
{
    Q_OBJECT
private slots:
    void whoStandsOut_data()
    {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<std::vector<size_t>>("odd");
        using V = std::vector<double>;
        using I = std::vector<size_t>;
        QTest::newRow("nothing of two") << V{1, 9} << I{};
        // Q = (20 - 10.1) / (20 - 10) = 0.99 > 0.970.
        QTest::newRow("three") << V{10, 20, 10.1} << I{1};
        // Q = (20 - 11) / (20 - 10) = 0.9 < 0.970.
        QTest::newRow("three apart") << V{10, 20, 11} << I{};
        QTest::newRow("five, two of them high") << V{10, 20, 10.1, 19.5, 10.2} << I{1, 3};
        QTest::newRow("a low one") << V{10, 10.1, 1, 10.2} << I{};
        // Median 10.1, MAD 0.1, spread 0.148: 10.8 lies 4.7 of them above.
        QTest::newRow("eight") << V{10, 10.1, 10.2, 10, 10.8, 10.1, 10.2, 10} << I{4};
        QTest::newRow("eight alike") << V{10, 10.1, 10.2, 10, 10.3, 10.1, 10.2, 10} << I{};
        // A MAD of 0: spread is half a percent of the median.
        QTest::newRow("half of them") << V{10, 10.1, 10.2, 10, 14, 14.1, 14.2, 14} << I{};
        QTest::newRow("equal") << V{10, 10, 10, 10, 10, 10, 10.1} << I{};
    }

    void whoStandsOut()
    {
        QFETCH(std::vector<double>, values);
        QFETCH(std::vector<size_t>, odd);
        QCOMPARE(highOutliers(values), odd);
    }

    void aSlowRank()
    {
        Works works = even(4, 3);
        prolong(works, {2}, 200);
        const Run run = runOf(works);
        const Diagnosis d = diagnose(run);
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(cells(v.kind, v.state, v.rank), cells(DiagnosisKind::Compute, DiagnosisState::Problem, 2));
        QVERIFY(v.steps.isEmpty());
        QVERIFY(v.costNs && std::abs(*v.costNs - 600 * us) < 15 * us);
        QVERIFY(std::abs(v.deviationNs - 600 * us) < 15 * us);
        QVERIFY(v.normalPeer >= 0 && v.normalPeer != 2);
        QCOMPARE(v.certainty, Certainty::Medium); // three peers only
        QCOMPARE(v.victims.size(), size_t(3));
        QVERIFY(std::abs(v.victims.front().waitNs - 600 * us) < 20 * us);
        QCOMPARE(cells(v.target, v.evidence.front().table, v.evidence.front().other),
                 cells(LookTarget::CompareRanks, "compare", 2));
        // In all 1810, 1812, 2406 and 1808 us, of which the median is 1811, as bars have it.
        QCOMPARE(v.deviationNs, 595 * us);
        QVERIFY(begins(v.sentence, "Rank 2 computes 0.59 ms (32.9 %)"));
        QVERIFY(!v.details.empty());
        QVERIFY(begins(v.details.front(), "All types of operators take about 1.33 times"));
        // 200 of 840 us are communication on the others, and rank 2 is what they wait for.
        const Verdict *communication = areaOf(d, DiagnosisKind::Communication);
        QVERIFY(communication);
        // It follows from that problem, and is none beside it.
        QCOMPARE(cells(communication->state, communication->rank), cells(DiagnosisState::Notice, 2));
        QCOMPARE(areaOf(d, DiagnosisKind::Compute)->state, DiagnosisState::Problem);
        QCOMPARE(areaOf(d, DiagnosisKind::Scheduling)->state, DiagnosisState::Fine);
    }

    // 6 ms at 1800 MHz are 9 at 1200; the step before and the one behind run at 1800.
    // Apart by sixteen times what the others differ by: in one step, as of three values chance does now and then, it is
    // said of nobody; in three that agree it is.
    void oneOfThreeIsSlow()
    {
        for (const size_t steps : {size_t(1), size_t(3)}) {
            Works works(3, std::vector<Work>(steps));
            for (size_t s = 0; s < steps; ++s) {
                works[1][s].computeUs = 780;
                works[2][s].computeUs = 610;
            }
            const Diagnosis d = diagnose(runOf(works));
            QCOMPARE(d.problems.size(), steps == 3 ? size_t(1) : size_t(0));
            if (steps == 1)
                continue;
            QCOMPARE(cells(d.problems.front().rank, d.problems.front().steps.isEmpty(), d.problems.front().costNs),
                     cells(1, true, 3 * 170 * us));
        }
    }

    // Two calls of twelve take 150 us longer in step 2. That one takes 40 us longer in step 4 happens now and then.
    void aCallByChanceIsNotToldBesideOthers()
    {
        Works works = even(4, 4);
        works[1][1].computeUs += 300;
        works[1][3].computeUs += 40;
        const Run run = runOf(works);
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 4; ++r) {
            auto rank = std::make_shared<RankData>(*run.rank(r));
            std::vector<KernelTableRow> rows;
            for (int s = 0; s < 4; ++s) {
                for (int k = 0; k < 12; ++k) {
                    const int more = r == 1 && s == 1 && k < 2 ? 150 : r == 1 && s == 3 && k == 0 ? 40 : 0;
                    rows.push_back({{"", "MatMul1", "MatMul", "AI_CORE", "2,2", base + (s * stepUs + 10 + 50 * k) * us,
                                     (50 + more) * us, std::nullopt, std::nullopt},
                                    {}});
                }
            }
            rank->kernels = kernelTable(rows);
            ranks.push_back(rank);
        }
        const Diagnosis d = diagnose(makeRun(std::move(ranks)));
        QCOMPARE(problemsOf(d), QStringList{cells(DiagnosisKind::Compute, 1)});
        const Verdict &v = d.problems.front();
        QCOMPARE(v.steps, QStringList{QStringLiteral("2")});
        QVERIFY(v.costNs && std::abs(*v.costNs - 300 * us) < 10 * us);
        QVERIFY(std::abs(v.deviationNs - 300 * us) < 10 * us);
    }

    // 36 us in each of four steps of about 640, of which one has a pause of 8 ms: 1.4 % of all, but 5.6 % of what the
    // steps usually take.
    void aPauseHidesNobody()
    {
        Works works = even(4, 4);
        for (size_t s = 0; s < 4; ++s) {
            works[1][s].computeUs = 642;
            for (auto &rank : works)
                rank[s].idleUs = s == 2 ? 8000 : 0;
        }
        const Diagnosis d = diagnose(runOf(works));
        QCOMPARE(problemsOf(d), QStringList{cells(DiagnosisKind::Compute, 1)});
        const Verdict &v = d.problems.front();
        QVERIFY(v.steps.isEmpty());
        // The share is told of the steps as they are.
        QVERIFY(v.share < 0.02);
    }

    // Medians over the ranks are 110, 310 and 140 us.
    void theUsualStepIsTheMedian()
    {
        const Run run = runOfFiles(3, [](int r) { return stepTimes(1, r, 100 + 10 * r, 0, 0, 0); });
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 3; ++r) {
            auto rank = std::make_shared<RankData>(*run.rank(r));
            rank->stepTrace.push_back(stepTimes(2, r, 300 + 10 * r, 0, 0, 0));
            rank->stepTrace.push_back(stepTimes(3, r, 130 + 10 * r, 0, 0, 0));
            ranks.push_back(rank);
        }
        const Diagnosis d = diagnose(makeRun(std::move(ranks)));
        QCOMPARE(d.usualStepNs, 140 * us);
        QCOMPARE(d.stepNs, 560 * us);
        QCOMPARE(diagnose(Run()).usualStepNs, 0);
    }

    void slowBecauseOfTheFrequency()
    {
        Works works(4, std::vector<Work>(3, Work{6000, 0, 0, false, 1800}));
        works[1][1].computeUs = 9000;
        works[1][1].mhz = 1200;
        const Diagnosis d = diagnose(runOf(works));
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QVERIFY2(v.kind == DiagnosisKind::Frequency, qPrintable(v.sentence.english()));
        QCOMPARE(
            cells(v.target, v.steps, v.sentence.english()),
            cells(LookTarget::Frequency, "2",
                  QStringLiteral(
                      "Rank 1 computes 3.00 ms (50.0 %) longer than expected from its other steps, in step 2 only: "
                      "its AI cores fell from 1800 MHz to 1200 MHz, those of rank 0 ran at 1800 MHz.")));
        // One that stays at 1200 throughout.
        for (Work &w : works[1]) {
            w.computeUs = 9000;
            w.mhz = 1200;
        }
        const Diagnosis low = diagnose(runOf(works));
        QCOMPARE(low.problems.size(), size_t(1));
        QCOMPARE(cells(low.problems.front().kind, low.problems.front().sentence.english()),
                 cells(DiagnosisKind::Frequency,
                       QStringLiteral(
                           "Rank 1 computes 9.00 ms (50.0 %) longer than the median of its peers: its AI cores never "
                           "ran above 1200 MHz, those of rank 0 ran at 1800 MHz.")));
    }

    // Rank 0 is as near to the median as the others, but for the step in which its frequency fell.
    void aDroppedRankIsNobodysNormalPeer()
    {
        Works works(4, std::vector<Work>(3, Work{6000, 0, 0, false, 1800}));
        works[0][1].computeUs = 9000;
        works[0][1].mhz = 1200;
        prolong(works, {2}, 1500);
        const Diagnosis d = diagnose(runOf(works));
        const auto slow =
            std::find_if(d.problems.begin(), d.problems.end(), [](const Verdict &v) { return v.rank == 2; });
        QVERIFY(slow != d.problems.end());
        QCOMPARE(slow->normalPeer, 1);
    }

    void slowInOneStep()
    {
        Works works = even(8, 5);
        works[5][3].computeUs += 150;
        const Diagnosis d = diagnose(runOf(works));
        QCOMPARE(d.problems.size(), size_t(1));
        QCOMPARE(cells(d.problems.front().rank, d.problems.front().steps), cells(5, "4"));
        QVERIFY(std::abs(*d.problems.front().costNs - 150 * us) < 8 * us);
        QVERIFY(d.problems.front().sentence.english().endsWith(QLatin1String("in step 4 only.")));
    }

    void theNextSlowestBoundsTheCost()
    {
        Works works = even(8, 3);
        prolong(works, {1}, 300);
        prolong(works, {6}, 200);
        const Diagnosis d = diagnose(runOf(works));
        // Without rank 1 all wait for rank 6, which costs nothing as long as rank 1 is there.
        QCOMPARE(cells(d.problems.size(), d.problems[0].rank, d.observations.size(), d.observations[0].rank,
                       d.observations[0].state),
                 cells(1, 1, 1, 6, DiagnosisState::Notice));
        const auto isAbout = [](const std::optional<qint64> &ns, qint64 whole) {
            return ns && std::abs(*ns - whole) < 20 * us;
        };
        QVERIFY(isAbout(d.problems[0].costNs, 300 * us));
        QVERIFY(isAbout(d.problems[0].hiddenNs, 600 * us));
        QVERIFY(isAbout(d.observations[0].costNs, 0));
        QVERIFY(isAbout(d.observations[0].hiddenNs, 600 * us));
        QVERIFY(isAbout(d.jointNs, 900 * us));
        const auto details = [](const Verdict &v) {
            QStringList out;
            for (const Phrase &p : v.details)
                out << p.english();
            return out.join(u' ');
        };
        QVERIFY2(
            details(d.problems[0]).contains(QLatin1String(" ms more once the other problems are fixed; fixing all")),
            qPrintable(details(d.problems[0])));
        QVERIFY(
            details(d.observations[0]).contains(QLatin1String("Hidden behind the problems of rank 1: fixing only")));
        // A rank with two problems is named once.
        prolong(works, {1}, 300, &Work::idleUs);
        const Diagnosis two = diagnose(runOf(works));
        QCOMPARE(cells(two.problems.size(), two.problems[0].rank, two.problems[1].rank, two.observations.size()),
                 cells(2, 1, 1, 1));
        QVERIFY2(
            details(two.observations[0]).contains(QLatin1String("Hidden behind the problems of rank 1: fixing only")),
            qPrintable(details(two.observations[0])));
    }

    void twoFaultsAtOnce()
    {
        Works works = even(8, 3);
        works[1][0].computeUs += 300;
        works[6][2].idleUs += 200;
        const Diagnosis d = diagnose(runOf(works));
        QCOMPARE(d.problems.size(), size_t(2));
        QCOMPARE(cells(d.problems[0].rank, d.problems[0].kind, d.problems[1].rank, d.problems[1].kind),
                 cells(1, DiagnosisKind::Compute, 6, DiagnosisKind::Scheduling));
        QCOMPARE(d.problems[1].steps, QStringList{QStringLiteral("3")});
    }

    // Each alone costs next to nothing, because the other is there; neither is fine for that.
    void twoThatAreSlowAlike()
    {
        Works works = even(8, 3);
        prolong(works, {1}, 300);
        prolong(works, {6}, 300);
        const Diagnosis d = diagnose(runOf(works));
        QCOMPARE(d.problems.size(), size_t(2));
        for (const Verdict &v : d.problems) {
            QVERIFY(std::abs(v.hiddenNs.value_or(0) - 900 * us) < 20 * us);
            QVERIFY(*v.costNs < 20 * us);
        }
        QVERIFY(std::abs(d.jointNs.value_or(0) - 900 * us) < 20 * us);
        QCOMPARE(areaOf(d, DiagnosisKind::Compute)->state, DiagnosisState::Problem);
    }

    void anIdleDevice()
    {
        Works works = even(8, 3);
        prolong(works, {4}, 100, &Work::idleUs);
        const Diagnosis d = diagnose(runOf(works));
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(cells(v.kind, v.rank, v.certainty, v.deviationNs),
                 cells(DiagnosisKind::Scheduling, 4, Certainty::High, 300 * us));
        QVERIFY(std::abs(*v.costNs - 300 * us) < 20 * us);
        QCOMPARE(v.target, LookTarget::Timeline);
        QCOMPARE(areaOf(d, DiagnosisKind::Compute)->state, DiagnosisState::Fine);
    }

    // A count behind the list would read as a rank.
    void longListsAreRanges()
    {
        const auto listOf = [](int from, int count, int step) {
            QStringList names;
            for (int i = 0; i < count; ++i)
                names << QString::number(from + i * step);
            return shortList(names);
        };
        QCOMPARE(listOf(1, 3, 1), QStringLiteral("1, 2, 3"));
        QCOMPARE(listOf(1, 7, 1), QStringLiteral("1–7"));
        QCOMPARE(listOf(0, 8, 2), QStringLiteral("0, 2, 4, 6, 8, …, 14"));
    }

    void allAreIdleOrPrepare()
    {
        Works works = even(4, 2);
        prolong(works, {0, 1, 2, 3}, 600, &Work::idleUs);
        const Diagnosis d = diagnose(runOf(works));
        const Verdict &v = *areaOf(d, DiagnosisKind::Scheduling);
        QCOMPARE(v.state, DiagnosisState::Notice);
        // As bars have it, with the 8,764 us until the second step begins: 9,984 of 10,000 and 1,236 us. These are no
        // cost.
        QVERIFY(begins(v.sentence, "The devices of all ranks are idle or preparing for 88.9 % "));
        QCOMPARE(cells(v.costNs, v.share, v.certainty), cells(2 * 610 * us, 1220.0 / 11236, Certainty::Low));
    }

    // Files add the 8,774 us until the second step begins to what is idle: 9,994 of 11,236 us, of which traces of the
    // other ranks know that no step has them.
    void pausesBetweenStepsAreNoIdleTimeWhereFilesStandIn()
    {
        Run run = runOf(even(4, 2));
        QCOMPARE(areaOf(diagnose(run), DiagnosisKind::Scheduling)->state, DiagnosisState::Fine);
        const auto withFile = [&](size_t r, bool traced) {
            changeRank(run, r, [&](RankData &rank) {
                rank.stepTrace.clear();
                for (int step = 1; step <= 2; ++step)
                    rank.stepTrace.push_back(stepTimes(step, static_cast<int>(r), 606, 20, 9364));
                rank.trace = traced ? rank.trace : nullptr;
            });
        };
        for (size_t r = 0; r < 4; ++r)
            withFile(r, r > 0);
        QCOMPARE(areaOf(diagnose(run), DiagnosisKind::Scheduling)->state, DiagnosisState::Fine);
        // Without any trace nobody knows where the time lies.
        for (size_t r = 1; r < 4; ++r)
            withFile(r, false);
        const Diagnosis bare = diagnose(run);
        const Verdict &v = *areaOf(bare, DiagnosisKind::Scheduling);
        QCOMPARE(cells(v.state, v.costNs), cells(DiagnosisState::Notice, std::optional<qint64>()));
        QCOMPARE(v.details.front().english(),
                 QStringLiteral("How much of it lies between steps, and what it costs, is unknown without traces."));
    }

    // 54 us until the second step begins are no pause: sentence and cost have one share.
    void idleOfAllHasOneShare()
    {
        Works works = even(4, 2);
        prolong(works, {0, 1, 2, 3}, 9300, &Work::idleUs);
        const Diagnosis d = diagnose(runOf(works));
        const Verdict &v = *areaOf(d, DiagnosisKind::Scheduling);
        const QString share = QString::number(v.share * 100, 'f', 1) + QStringLiteral(" %");
        QVERIFY2(v.sentence.english().contains(share), qPrintable(v.sentence.english() + share));
    }

    // 610 us in each of five steps, and 2 ms more in the third: 5.05 ms in all, of which the pause is less than a half.
    void aPauseBesideMoreIdleTimeIsItsOwnRow()
    {
        Works works = even(4, 5);
        prolong(works, {0, 1, 2, 3}, 600, &Work::idleUs);
        for (std::vector<Work> &rank : works)
            rank[2].idleUs = 2600;
        const Diagnosis d = diagnose(runOf(works));
        QVERIFY(d.isFine());
        const Verdict &v = *areaOf(d, DiagnosisKind::Scheduling);
        QCOMPARE(cells(v.steps.isEmpty(), v.costNs), cells(true, 5050 * us));
        QCOMPARE(d.observations.size(), size_t(1));
        const Verdict &pause = d.observations.front();
        QCOMPARE(pause.steps, QStringList{QStringLiteral("3")});
        QVERIFY(pause.costNs && std::abs(*pause.costNs - 2000 * us) < 20 * us);
    }

    void allAreIdleInOneStep()
    {
        Works works = even(4, 5);
        for (std::vector<Work> &rank : works)
            rank[2].idleUs = 3000;
        // The odd one out is one of the ranks, not of the steps.
        works[1][2].idleUs = 1;
        const Diagnosis d = diagnose(runOf(works));
        QVERIFY(d.isFine());
        const Verdict &v = *areaOf(d, DiagnosisKind::Scheduling);
        QCOMPARE(cells(v.state, v.steps, v.worstStep, v.rank), cells(DiagnosisState::Notice, "3", "3", -1));
        QVERIFY(begins(v.sentence, "In step 3 the devices of all ranks are idle for "));
        // The gap before the fourth step is that much shorter, since steps begin 10 ms apart: what is usual is what
        // half of the steps have.
        QVERIFY2(std::abs(v.deviationNs - 3000 * us) <= 40 * us, qPrintable(QString::number(v.deviationNs)));
        QCOMPARE(cells(v.evidence.front().step, v.costNs), cells("3", v.deviationNs));

        // One rank alone has nobody to be compared with, and its steps all the same.
        const Diagnosis alone = diagnose(runOf({works[0]}));
        const Verdict &own = *areaOf(alone, DiagnosisKind::Scheduling);
        QCOMPARE(own.steps, QStringList{QStringLiteral("3")});
        QVERIFY(begins(own.sentence, "In step 3 the device is idle for "));
    }

    void oneOfTwoIsIdleInOneStep()
    {
        Works works = even(2, 5);
        works[1][2].idleUs = 3000;
        const Diagnosis d = diagnose(runOf(works));
        const Verdict &v = *areaOf(d, DiagnosisKind::Scheduling);
        QVERIFY(lacks(v.sentence, "In step"));
        // Two steps do not tell which is the odd one.
        for (std::vector<Work> &rank : works)
            rank = {rank[1], rank[2]};
        works[0][1].idleUs = 3000;
        const Diagnosis ofTwo = diagnose(runOf(works));
        const Verdict &two = *areaOf(ofTwo, DiagnosisKind::Scheduling);
        QVERIFY(lacks(two.sentence, "In step"));
    }

    // Also where a verdict is about all steps there is one that shows it most.
    void theStepToLookAt()
    {
        Works works = even(8, 3);
        prolong(works, {4}, 100, &Work::idleUs);
        works[4][1].idleUs = 140;
        const Verdict everywhere = diagnose(runOf(works)).problems.at(0);
        QVERIFY(everywhere.steps.isEmpty());
        QCOMPARE(stepToLookAt(everywhere), QStringLiteral("2"));
        // A problem of some steps names one of those.
        works[4][1].idleUs = 0;
        works[4][2].idleUs = 160;
        works[4][0].idleUs = 140;
        const Verdict some = diagnose(runOf(works)).problems.at(0);
        QCOMPARE(some.steps, texts("1", "3"));
        QCOMPARE(stepToLookAt(some), QStringLiteral("3"));
        // Nobody is accused.
        Works idle = even(4, 3);
        for (std::vector<Work> &rank : idle) {
            for (Work &w : rank)
                w.idleUs = 600;
            rank[2].idleUs = 700;
        }
        const Diagnosis all = diagnose(runOf(idle));
        QCOMPARE(stepToLookAt(*areaOf(all, DiagnosisKind::Scheduling)), QStringLiteral("3"));
        // Two that differ: in the step in which they differ most, not in the one in which the one is idle longest.
        Works two = even(2, 3);
        two[1][0].idleUs = 700;
        two[0][0].idleUs = 650;
        two[1][1].idleUs = 400;
        const Diagnosis apart = diagnose(runOf(two));
        QCOMPARE(areaOf(apart, DiagnosisKind::Scheduling)->state, DiagnosisState::Difference);
        QCOMPARE(stepToLookAt(*areaOf(apart, DiagnosisKind::Scheduling)), QStringLiteral("2"));
        Verdict named;
        QVERIFY(stepToLookAt(named).isEmpty());
        named.steps = texts("7", "9");
        QCOMPARE(stepToLookAt(named), QStringLiteral("7"));
    }

    // An allreduce of 2 ms after 0.6 ms of computing, in which data moves for 0.1 ms and 0.06 ms are waiting.
    void whatIsNotWaiting()
    {
        enum class File { None, OfRanks, OfCluster };
        const auto sentenceOf = [](File file) {
            std::vector<std::shared_ptr<const RankData>> ranks;
            std::vector<CommOp> all;
            for (int r = 0; r < 4; ++r) {
                TinyRank rank(r);
                rank.data.groups.push_back(world(4));
                rank.thread("4", "world", "Group world Communication");
                std::vector<CommOp> ops;
                for (int step = 1; step <= 4; ++step) {
                    const qint64 from = base + step * stepUs * us;
                    const std::string name = "hcom_allReduce__271_" + std::to_string(step) + "_1";
                    rank.step(step, from, 3000 * us);
                    rank.kernel("MatMul", from + 10 * us, 600 * us);
                    rank.slice("4", "world", name, from + (610 + r) * us, (2000 - r) * us);
                    ops.push_back(timedOp({.step = QString::number(step),
                                           .name = QString::fromStdString(name),
                                           .groupHash = groupHash(QStringLiteral("world")),
                                           .rank = r},
                                          {.elapseMs = 2, .transitMs = 0.1, .waitMs = 0.06}));
                }
                all.insert(all.end(), ops.begin(), ops.end());
                if (file == File::OfRanks)
                    rank.commOps = std::move(ops);
                ranks.push_back(rank.finish());
            }
            Run run = makeRun(std::move(ranks));
            if (file == File::OfCluster)
                run.cluster.commOps = CommOps(all);
            const Diagnosis d = diagnose(run);
            return areaOf(d, DiagnosisKind::Communication)->sentence.english();
        };
        const QString known = sentenceOf(File::OfRanks);
        QVERIFY(ends(known, "Of the time of all communication operators 5.0 % is transfer, and 92.0 % is "
                            "neither transfer nor waiting for a late rank (overhead)."));
        QCOMPARE(sentenceOf(File::OfCluster), known);
        const QString unknown = sentenceOf(File::None);
        QVERIFY(ends(unknown, "No file says how much of the rest is transfer."));
    }

    void whoBeginsLate()
    {
        Works works = even(8, 3);
        prolong(works, {7}, 250, &Work::lateUs);
        const Diagnosis d = diagnose(runOf(works));
        QCOMPARE(problemsOf(d), QStringList{cells(DiagnosisKind::LateStart, 7)});
        QVERIFY(std::abs(*d.problems.front().costNs - 750 * us) < 20 * us);
        QVERIFY(d.problems.front().details.empty() ||
                !d.problems.front().details.front().english().contains(QLatin1String("loaded data")));
        for (Work &w : works[7])
            w.loads = true;
        const Diagnosis loading = diagnose(runOf(works));
        QCOMPARE(loading.problems.size(), size_t(1));
        QVERIFY(!loading.problems.front().details.empty());
        QCOMPARE(loading.problems.front().details.front().english(),
                 QStringLiteral("The cause of most of it, 0.50 ms: the host loaded data."));
        // In the first step alone: that is when the capture began.
        works = even(8, 3);
        works[7][0].lateUs = 250;
        QVERIFY(diagnose(runOf(works)).isFine());
    }

    void thresholdsAreKeptByName()
    {
        DiagnosisThresholds t;
        QVERIFY(changedThresholds(t).isEmpty());
        for (const ThresholdField &f : thresholdFields()) {
            QVERIFY2(f.of(t) >= f.least && f.of(t) <= f.most, f.key);
            f.of(t) = f.most;
        }
        t.computeDeviation = 0.4;
        const QMap<QString, double> changed = changedThresholds(t);
        QCOMPARE(changed.size(), qsizetype(thresholdFields().size()));
        QCOMPARE(changedThresholds(thresholdsOf(changed)), changed);
        // Out of bounds, unknown, no number.
        const DiagnosisThresholds odd =
            thresholdsOf({{QStringLiteral("idleShare"), 70},
                          {QStringLiteral("colour"), 3},
                          {QStringLiteral("leastCost"), std::numeric_limits<double>::quiet_NaN()}});
        QCOMPARE(cells(odd.idleShare, odd.leastCost), cells(1.0, DiagnosisThresholds().leastCost));
        // A third more compute is no problem where only 40 % are.
        Works works = even(4, 3);
        prolong(works, {2}, 200);
        const Run run = runOf(works);
        QVERIFY(!diagnose(run).isFine());
        QVERIFY(diagnose(run, t).isFine());
    }

    void nobodyIsAccusedOfNothing()
    {
        const Diagnosis d = diagnose(runOf(even(8, 4)));
        QVERIFY(d.isFine());
        QCOMPARE(d.areas.size(), size_t(3));
        for (const Verdict &v : d.areas) {
            QCOMPARE(cells(v.state, v.sentence.isEmpty(), v.costNs), cells(DiagnosisState::Fine, false, std::nullopt));
        }
        // The ranks wait for one whose step has no more work than theirs: no fault of its own.
        const Diagnosis nothing = diagnose(Run());
        QVERIFY(nothing.isFine());
        for (const Verdict &v : nothing.areas)
            QCOMPARE(v.state, DiagnosisState::Unknown);
    }

    // Rank 1 computes 200 us longer than the others, and communicates for as much less.
    void filesAlone()
    {
        const Diagnosis d = diagnose(
            runOfFiles(4, [](int r) { return stepTimes(5, r, r == 1 ? 800 : 600 + r, r == 1 ? 100 : 290, 10, 5); }));
        QCOMPARE(d.problems.size(), size_t(1));
        QCOMPARE(cells(d.problems.front().rank, d.problems.front().certainty, d.problems.front().costNs),
                 cells(1, Certainty::Low, 190 * us));
        // 800 - 602 us.
        QCOMPARE(d.problems.front().details.back().english(),
                 QStringLiteral("Its cost is an estimate, at most the 0.20 ms by which it takes longer: without "
                                "traces of the ranks it is unknown what waits for it."));
        const Verdict *communication = areaOf(d, DiagnosisKind::Communication);
        QCOMPARE(communication->state, DiagnosisState::Unknown);
        QVERIFY(communication->details.front().english().contains(QLatin1String("communication.json")));
    }

    void oneRankAlone()
    {
        const Diagnosis d = diagnose(runOf(even(1, 2)));
        QVERIFY(d.isFine());
        QCOMPARE(cells(areaOf(d, DiagnosisKind::Compute)->state, areaOf(d, DiagnosisKind::Compute)->sentence.english()),
                 cells(DiagnosisState::Unknown, "One rank alone cannot be compared with peers."));
    }

    void cancelled()
    {
        const JobContext job;
        job.cancel();
        const Diagnosis d = diagnose(runOf(even(4, 2)), {}, job);
        QVERIFY(d.areas.empty());
        QVERIFY(d.problems.empty());
    }
};

RS_TEST(TestDiagnosis, QCoreApplication);
#include "tst_diagnosis.moc"
