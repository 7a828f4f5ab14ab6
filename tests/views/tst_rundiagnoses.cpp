// SPDX-License-Identifier: Apache-2.0
// One diagnosis of a run for everyone who shows it.
#include "support/testprogram.h"
#include "analysis/overview/stepgrid.h"
#include "views/state/highlightedranks.h"
#include "views/state/rundiagnoses.h"
#include "views/page/verdictjump.h"
#include "viewfixture.h"

#include <QApplication>
#include <QSignalSpy>

#include <optional>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

struct Desk : ViewFixture
{
    int open(int ranks)
    {
        std::vector<std::shared_ptr<const RankData>> data;
        for (int r = 0; r < ranks; ++r)
            data.push_back(fileRank(r, {QStringLiteral("1"), QStringLiteral("2")}, r == 1 ? 11000 : 8000 + r));
        return runs.addRun(makeRun(std::move(data)));
    }
    std::shared_ptr<const Diagnosis> answer(int run)
    {
        (void)QTest::qWaitFor([&] { return diagnoses.of(run) != nullptr; });
        return diagnoses.of(run);
    }
};

} // namespace

class TestRunDiagnoses : public QObject
{
    Q_OBJECT
private slots:
    void everybodyGetsTheSame()
    {
        Desk d;
        const int run = d.open(6);
        QSignalSpy changed(&d.diagnoses, &RunDiagnoses::changed);
        QVERIFY(!d.diagnoses.isComputing(run)); // nobody has asked
        QVERIFY(!d.diagnoses.of(run) && !d.diagnoses.of(run));
        QVERIFY(d.diagnoses.isComputing(run));
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(changed.front().front().toInt(), run);
        QVERIFY(!d.diagnoses.isComputing(run) && !d.diagnoses.lacksMemory(run));
        const auto answer = d.diagnoses.of(run);
        QVERIFY(answer && answer->areas.size() == 3);
        QCOMPARE(d.diagnoses.of(run), answer);
        QTest::qWait(50);
        QCOMPARE(changed.count(), 1);
        QVERIFY(!d.diagnoses.of(run + 1) && !d.diagnoses.of(-1));
    }

    void otherThresholdsAreAnotherAnswer()
    {
        Desk d;
        const int run = d.open(2);
        const auto strict = d.answer(run);
        QVERIFY(strict && strict->areas.front().state == DiagnosisState::Difference);
        QSignalSpy changed(&d.diagnoses, &RunDiagnoses::changed);
        DiagnosisThresholds lenient;
        lenient.computeDeviation = 0.9;
        d.state.setThresholds(lenient);
        QCOMPARE(changed.count(), 1);
        QVERIFY(!d.diagnoses.of(run));
        // Changed again before there is an answer: the newest counts, and comes once.
        lenient.computeDeviation = 0.95;
        d.state.setThresholds(lenient);
        const auto other = d.answer(run);
        QVERIFY(other && other != strict);
        QCOMPARE(other->areas.front().state, DiagnosisState::Fine);
        QCOMPARE(changed.count(), 3);
    }

    void otherDataAreAnotherAnswer()
    {
        Desk d;
        const int run = d.open(2);
        const auto before = d.answer(run);
        QVERIFY(before && before->areas.front().state == DiagnosisState::Difference);
        QSignalSpy changed(&d.diagnoses, &RunDiagnoses::changed);
        d.runs.setRank({run, 1}, nullptr);
        QVERIFY(changed.count() > 0);
        const auto after = d.answer(run);
        QVERIFY(after && after != before);
        QVERIFY(after->areas.front().state != DiagnosisState::Difference);
    }

    void nothingOfAClosedRun()
    {
        Desk d;
        const int run = d.open(6);
        QVERIFY(!d.diagnoses.of(run));
        QSignalSpy changed(&d.diagnoses, &RunDiagnoses::changed);
        d.runs.closeRun(run);
        QVERIFY(!d.diagnoses.of(run) && !d.diagnoses.isComputing(run));
        QTest::qWait(50);
        QCOMPARE(changed.count(), 0);
    }

    void notWhileRanksLoad()
    {
        Desk d;
        Run skeleton;
        for (int r = 0; r < 3; ++r) {
            RankInfo info;
            info.rank = r;
            info.label = QString::number(r);
            skeleton.infos.push_back(info);
        }
        const int run = d.runs.addRun(std::move(skeleton));
        QVERIFY(!d.diagnoses.of(run) && !d.diagnoses.isComputing(run));
        QSignalSpy changed(&d.diagnoses, &RunDiagnoses::changed);
        for (int r = 0; r < 3; ++r)
            d.runs.setRank({run, r}, fileRank(r));
        QVERIFY(changed.count() > 0); // ask again
        QVERIFY(d.answer(run));
    }

    // The other clock is 1000 ahead of the common one, the own one 200: its 500 … 2500 are -500 … 1500, -300 … 1700
    // here.
    void runsOfOneNameAreToldApart()
    {
        RunStore runs;
        const auto add = [&runs](const char *path) {
            Run run;
            run.path = QLatin1String(path);
            run.name = run.path.section(u'/', -1);
            return runs.addRun(std::move(run));
        };
        add("/d/x/run");
        QCOMPARE(runs.run(0)->name, QStringLiteral("run"));
        QSignalSpy changed(&runs, &RunStore::runChanged);
        add("/d/y/run");
        QCOMPARE(changed.count(), 1);
        QCOMPARE(runs.run(0)->name, QStringLiteral("x/run"));
        QCOMPARE(runs.run(1)->name, QStringLiteral("y/run"));
        add("/d/z/run");
        add("/d/y/other");
        QCOMPARE(runs.run(2)->name, QStringLiteral("z/run"));
        QCOMPARE(runs.run(3)->name, QStringLiteral("other"));
        QCOMPARE(changed.count(), 1);
    }

    // Rank 1 computes longer: its idle time is no problem.
    void aMarkBelongsToTheTimeOfItsArea()
    {
        Desk d;
        const int run = d.open(6);
        Diagnosis diagnosis;
        Verdict verdict;
        verdict.kind = DiagnosisKind::Compute;
        verdict.state = DiagnosisState::Problem;
        verdict.rank = 1;
        diagnosis.problems = {verdict};
        const auto ranks = [&](std::optional<StepMetric> metric) {
            std::vector<int> out;
            for (const auto &[rank, marks] : highlightedRanks(*d.runs.run(run), &diagnosis, metric))
                out.push_back(rank);
            return out;
        };
        const std::vector<int> one = {1};
        for (const auto shown : {std::optional<StepMetric>(), std::optional(StepMetric::Total),
                                 std::optional(StepMetric::Computing), std::optional(StepMetric::PureCompute)})
            QCOMPARE(ranks(shown), one);
        for (const StepMetric shown : {StepMetric::Idle, StepMetric::Uncovered, StepMetric::Preparing})
            QVERIFY(ranks(shown).empty());
    }

    void theStepOfARunDoesNotNarrowAnother()
    {
        ViewState state;
        state.setCurrentRank({0, 0});
        state.setStep(QStringLiteral("1"));
        state.setCurrentRank({0, 3});
        QCOMPARE(state.step(), QStringLiteral("1"));
        state.setCurrentRank({1, 0});
        QVERIFY(state.step().isEmpty());
        state.back();
        QCOMPARE(state.step(), QStringLiteral("1"));
        QCOMPARE(state.currentRank(), (RankRef{0, 3}));
        // A jump says which one it means.
        state.inOneStep([&] {
            state.setStep(QStringLiteral("2"));
            state.setCurrentRank({1, 0});
        });
        QCOMPARE(state.step(), QStringLiteral("2"));
    }

    void aJumpHoldsTheStepsOfBothRanks()
    {
        RankAlignment own;
        own.offsetNs = 200;
        RankAlignment other;
        other.offsetNs = 1000;
        const Interval joined = VerdictJump::joinedSpan({100, 1500}, own, {500, 2500}, other);
        QCOMPARE(joined.from, qint64(-300));
        QCOMPARE(joined.to, qint64(1700));
        // One inside of the other adds nothing.
        const Interval inside = VerdictJump::joinedSpan({-1000, 9000}, own, {500, 2500}, other);
        QCOMPARE(inside.from, qint64(-1000));
        QCOMPARE(inside.to, qint64(9000));
    }

    void ranksOfAClusterAnalysisHaveNoLanesToJumpTo()
    {
        Desk d;
        Run run;
        for (int r = 0; r < 6; ++r) {
            StepTraceRow row;
            row.step = QStringLiteral("1");
            row.rank = 10 + r;
            row.computingUs = r == 1 ? 11000 : 8000 + r;
            row.overlappedUs = 0;
            row.notOverlappedUs = row.communicationUs = r == 1 ? 100 : 3000;
            row.freeUs = row.preparingUs = 0;
            run.cluster.stepTrace.push_back(row);
        }
        const int at = d.runs.addRun(std::move(run));
        const auto answer = d.answer(at);
        QVERIFY(answer && !answer->problems.empty());
        Verdict v = answer->problems.front();
        QCOMPARE(v.rank, 1);
        QVERIFY(v.sentence.english().startsWith(QLatin1String("Rank 11 computes")));
        QSignalSpy viewed(&d.state, &ViewState::viewRequested);
        VerdictJump jump(d.context());
        for (const LookTarget target : {LookTarget::CompareRanks, LookTarget::Timeline}) {
            v.target = target;
            QCOMPARE(VerdictJump::text(v, *d.runs.run(at)), QStringLiteral("Where each step went"));
            jump.go(v, at);
            QCOMPARE(viewed.takeLast().front().toString(), QStringLiteral("system/books"));
        }
        v.target = LookTarget::Matrix;
        v.peer = 3;
        jump.go(v, at);
        QTRY_COMPARE(d.state.selection().source, 11);
        QCOMPARE(d.state.selection().destination, 13);
    }
};

RS_TEST(TestRunDiagnoses, QApplication);
#include "tst_rundiagnoses.moc"
