// SPDX-License-Identifier: Apache-2.0
// A stage of a pipeline whose ranks are slow, in all steps or in a few, and one that has more to do.
#include "diagnosedrun.h"
#include "support/says.h"
#include "support/cells.h"
#include "support/testprogram.h"

#include <QTest>

#include <array>
#include <set>

using namespace rs;
using namespace rs::test;

namespace {

// Work of stages of four ranks in each step: kernels of 300 us, of some ranks longer, and the extra work of the second
// stage; in some steps alone, where these are told.
struct StageWorks
{
    std::vector<qint64> matmulUs = std::vector<qint64>(8, 300);
    qint64 lossUs = 0;
    std::array<int, 2> layers = {1, 1}; ///< layers of each stage
    int steps = 3;
    std::set<int> unusual = {}; ///< from 0; empty: all
    [[nodiscard]] bool isUsual(int step) const { return !unusual.empty() && !unusual.contains(step); }
    [[nodiscard]] qint64 kernelUs(size_t rank, int step) const { return isUsual(step) ? 300 : matmulUs[rank]; }
    [[nodiscard]] int layersOf(size_t rank) const { return layers[rank / 4]; }
    [[nodiscard]] qint64 lossOf(size_t rank, int step) const { return rank < 4 || isUsual(step) ? 0 : lossUs; }
};

Run stagesOf(const StageWorks &works)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (size_t r = 0; r < 8; ++r) {
        TinyRank rank(static_cast<int>(r));
        rank.data.groups.push_back(world(8));
        rank.thread("4", "world", "Group world Communication");
        for (int s = 0; s < works.steps; ++s) {
            qint64 longest = 0;
            for (size_t other = 0; other < 8; ++other)
                longest =
                    std::max(longest, 2 * works.layersOf(other) * works.kernelUs(other, s) + works.lossOf(other, s));
            const qint64 from = base + s * stepUs * us;
            qint64 at = from + 10 * us;
            const auto kernel = [&](const char *name, const char *shapes, qint64 ns) {
                rank.kernel(name, at, ns);
                rank.kernelRow(name, name, "AI_CORE", shapes, at, ns);
                at += ns;
            };
            for (int layer = 0; layer < works.layersOf(r); ++layer) {
                kernel("MatMul", "64,64;64,64", works.kernelUs(r, s) * us);
                kernel("Add", "64,64;64,64", works.kernelUs(r, s) * us);
            }
            if (works.lossOf(r, s) > 0)
                kernel("SoftmaxCrossEntropy", "64,1000", works.lossOf(r, s) * us);
            rank.step(s + 1, from, (10 + longest + 30) * us);
            rank.slice("4", "world", "hcom_allReduce__271_" + std::to_string(s) + "_1", at,
                       from + (10 + longest + 20) * us - at);
        }
        ranks.push_back(rank.finish());
    }
    return withSizes(makeRun(std::move(ranks)), 0);
}

} // namespace

class TestDiagnosisStages : public QObject
{
    Q_OBJECT
private slots:
    // Two kernels of 300 us take 390 us each on all ranks of the second stage: each of three steps is 180 us longer.
    void aStageIsSlowWithTheOperatorsOfTheOthers()
    {
        StageWorks works;
        for (size_t r = 4; r < 8; ++r)
            works.matmulUs[r] = 390;
        const Diagnosis d = diagnose(stagesOf(works));
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(cells(v.kind, v.stage, v.accused()), cells(DiagnosisKind::Stage, 1, "4,5,6,7"));
        QVERIFY(v.normalPeer >= 0 && v.normalPeer < 4);
        QVERIFY(v.costNs && qAbs(*v.costNs - 540 * us) < us);
        QCOMPARE(cells(v.hiddenNs, v.sentence.english(), v.details.front().english(), v.details.at(1).english()),
                 cells(std::optional<qint64>(),
                       QStringLiteral(
                           "Pipeline stage 1 (ranks 4, 5, 6, 7) computes 0.18 ms longer per step than the other stages "
                           "would: on each of these ranks the same operators take 30.0 % longer."),
                       "That costs 0.18 ms per step.",
                       QStringLiteral("All types of operators do, by about as much: its devices are "
                                      "slow, not an operator.")));
        QCOMPARE(v.victims.size(), size_t(4));
        QCOMPARE(v.victims.front().waitNs, 540 * us);
        QVERIFY(d.observations.empty());
        // Once: the area is the problem, and communication says for whom it waits.
        QCOMPARE(areaOf(d, DiagnosisKind::Compute)->sentence.english(), v.sentence.english());
        const Verdict *const waits = areaOf(d, DiagnosisKind::Communication);
        QCOMPARE(waits->state, DiagnosisState::Notice);
        QVERIFY(ends(waits->sentence, "of it is waiting for pipeline stage 1."));
    }

    // The same of ranks 4 and 5: 6 has no data, and 7 is not in the run.
    void ranksOfAStageThatAreNotKnownAreSaid()
    {
        StageWorks works;
        for (size_t r = 4; r < 8; ++r)
            works.matmulUs[r] = 390;
        std::vector<std::shared_ptr<const RankData>> ranks = stagesOf(works).ranks;
        ranks.pop_back();
        changeRank(ranks, 6, [](RankData &rank) {
            rank.trace = nullptr;
            rank.kernels = nullptr;
        });
        const Diagnosis d = diagnose(makeRun(std::move(ranks)));
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(cells(v.kind, v.stage, v.accused()), cells(DiagnosisKind::Stage, 1, "4,5"));
        QVERIFY(ends(v.sentence, "on each of these ranks the same operators take 30.0 % longer."));
        QVERIFY(says(v.details, "Whether the other ranks of this stage (6, 7) are slow, too, is unknown: this run does "
                                "not have their times."));
        QVERIFY(!d.stagesJudged);
    }

    // Two kernels of 300 us take 390 us each on all ranks of the second stage, in the third of seven steps.
    void aStageIsSlowInAFewSteps()
    {
        StageWorks works;
        works.steps = 7;
        works.unusual = {2};
        for (size_t r = 4; r < 8; ++r)
            works.matmulUs[r] = 390;
        const Diagnosis d = diagnose(stagesOf(works));
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(cells(v.kind, v.stage, v.accused(), v.steps, v.worstStep),
                 cells(DiagnosisKind::Stage, 1, "4,5,6,7", "3", "3"));
        QVERIFY(v.costNs && qAbs(*v.costNs - 180 * us) < us);
        QCOMPARE(
            cells(v.sentence.english(), v.details.front().english()),
            cells(QStringLiteral("Pipeline stage 1 (ranks 4, 5, 6, 7) computes 0.18 ms longer than the other stages "
                                 "would, in step 3 only: on each of these ranks the same operators take 30.0 % longer "
                                 "there."),
                  "That costs 0.18 ms per step."));
        // They wait in that step alone.
        QCOMPARE(v.victims.size(), size_t(4));
        QCOMPARE(v.victims.front().waitNs, 180 * us);
        QVERIFY(d.observations.empty());
        // In two of them, and not in more than half, which are what is usual then.
        works.unusual = {2, 5};
        const Diagnosis two = diagnose(stagesOf(works));
        QCOMPARE(two.problems.size(), size_t(1));
        QCOMPARE(two.problems.front().steps, texts("3", "6"));
        QVERIFY(two.problems.front().costNs && qAbs(*two.problems.front().costNs - 360 * us) < us);
        // A step in which all stages take longer accuses none of them.
        works.matmulUs = std::vector<qint64>(8, 390);
        QVERIFY(diagnose(stagesOf(works)).isFine());
    }

    void moreToDoInAFewStepsIsNoSlowness()
    {
        StageWorks works;
        works.steps = 7;
        works.unusual = {2};
        works.lossUs = 200;
        const Diagnosis d = diagnose(stagesOf(works));
        QVERIFY2(d.isFine(), d.isFine() ? "" : qPrintable(d.problems.front().sentence.english()));
    }

    void aRankThatIsSlowInAStepIsNotItsStage()
    {
        StageWorks works;
        works.steps = 7;
        works.unusual = {2};
        works.matmulUs[6] = 450;
        const Diagnosis d = diagnose(stagesOf(works));
        QCOMPARE(problemsOf(d), QStringList{cells(DiagnosisKind::Compute, 6)});
    }

    void aRankOfAStageIsNotItsStage()
    {
        StageWorks works;
        works.matmulUs = {300, 301, 299, 300, 300, 302, 450, 301};
        const Diagnosis d = diagnose(stagesOf(works));
        QCOMPARE(problemsOf(d), QStringList{cells(DiagnosisKind::Compute, 6)});
        QVERIFY(d.observations.empty());
    }

    // The ranks of the other three stages tell which of two peers is slow: two kernels of 300 us take 450 us each, in
    // each of three steps.
    void otherStagesTellWhichOfTwoPeersIsSlow()
    {
        StageWorks works;
        works.matmulUs[4] = 450;
        Run run = stagesOf(works);
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (const auto &whole : run.ranks) {
            auto rank = std::make_shared<RankData>(*whole);
            rank->info.distributedArgs[QStringLiteral("tensor_model_parallel_size")] = 2;
            rank->info.distributedArgs[QStringLiteral("pipeline_model_parallel_size")] = 4;
            ranks.push_back(rank);
        }
        const Diagnosis d = diagnose(makeRun(ranks));
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(cells(v.kind, v.rank, v.normalPeer), cells(DiagnosisKind::Compute, 4, 5));
        QVERIFY(v.costNs && qAbs(*v.costNs - 900 * us) < us);
        QCOMPARE(
            v.sentence.english(),
            QStringLiteral("Rank 4 computes 0.90 ms (50.0 %) longer than its only peer, rank 5. It is the outlier: "
                           "operators that other pipeline stages have too take 50.0 % longer on it than there, and "
                           "on its peer they do not."));
        QCOMPARE(areaOf(d, DiagnosisKind::Compute)->sentence.english(), v.sentence.english());
        // The extra time of the rank makes its stage no larger one.
        QVERIFY(std::none_of(d.observations.begin(), d.observations.end(),
                             [](const Verdict &o) { return o.kind == DiagnosisKind::Stage; }));

        // Nobody can tell if the other stages have other operators.
        for (size_t r = 0; r < ranks.size(); ++r) {
            changeRank(ranks, r, [&](RankData &rank) { rank.kernels = r == 4 || r == 5 ? rank.kernels : nullptr; });
        }
        const Diagnosis alone = diagnose(makeRun(ranks));
        QCOMPARE(areaOf(alone, DiagnosisKind::Compute)->state, DiagnosisState::Difference);
        QVERIFY(std::none_of(alone.problems.begin(), alone.problems.end(),
                             [](const Verdict &p) { return p.kind == DiagnosisKind::Compute; }));
    }

    void aStageWithMoreToDoIsANotice()
    {
        StageWorks works;
        works.layers = {2, 2};
        works.lossUs = 1000;
        const Diagnosis d = diagnose(stagesOf(works));
        QVERIFY2(d.isFine(), d.isFine() ? "" : qPrintable(d.problems.front().sentence.english()));
        QCOMPARE(d.observations.size(), size_t(1));
        const Verdict &v = d.observations.front();
        QCOMPARE(v.state, DiagnosisState::Notice);
        QCOMPARE(v.stage, 1);
        QCOMPARE(v.sentence.english(),
                 QStringLiteral("The pipeline stages are uneven: stage 1 (ranks 4, 5, 6, 7) computes 1.00 ms (83.3 %) "
                                "longer per step than the other stage."));
        QCOMPARE(v.details.at(1).english(),
                 QStringLiteral("Most of it is in operators of type SoftmaxCrossEntropy: 3.00 ms in all steps."));
        QCOMPARE(v.details.at(2).english(), QStringLiteral("The stages compute per step: 0: 1.20 ms, 1: 2.20 ms."));
        // More to do and slow with it, in what the others have not as well: both, each with its own part.
        works.lossUs = 1300;
        for (size_t r = 4; r < 8; ++r)
            works.matmulUs[r] = 390;
        const Diagnosis both = diagnose(stagesOf(works));
        QCOMPARE(both.problems.size(), size_t(1));
        QVERIFY(both.problems.front().costNs && qAbs(*both.problems.front().costNs - 1980 * us) < 2 * us);
        QCOMPARE(both.observations.size(), size_t(1));
        QCOMPARE(both.observations.front().sentence.english(), v.sentence.english());
    }

    // A layer takes 600 us. One and three of them: two and two take 600 us less in each of three steps. Beside a loss
    // of 500 us nothing is quicker than two and two; beside one of 1300 us three and one is.
    void layersAreSplitAsWellAsCanBe()
    {
        const auto costOf = [](std::array<int, 2> layers, qint64 lossUs) {
            StageWorks works;
            works.layers = layers;
            works.lossUs = lossUs;
            const Diagnosis d = diagnose(stagesOf(works));
            return d.observations.empty() ? std::nullopt : d.observations.front().costNs;
        };
        QCOMPARE(costOf({1, 3}, 0), std::optional<qint64>(1800 * us));
        QCOMPARE(costOf({3, 1}, 0), std::optional<qint64>(1800 * us));
        QCOMPARE(costOf({2, 2}, 500), std::optional<qint64>()); // nothing is said of what nobody can save
        QCOMPARE(costOf({2, 2}, 1300), std::optional<qint64>(1800 * us));
    }

    // The file is there, so the profiler wrote it.
    void aStageThatWasNotReadIsNotWithoutShapes()
    {
        StageWorks works;
        works.layers = {2, 2};
        works.lossUs = 1000;
        Run run = stagesOf(works);
        FileEntry file;
        file.kind = QStringLiteral("kernel_details");
        file.used = true;
        for (size_t r = 4; r < 8; ++r) {
            run.infos[r].files = {file};
            changeRank(run, r, [](RankData &rank) { rank.kernels = {}; });
        }
        const Diagnosis d = diagnose(run);
        QCOMPARE(d.observations.size(), size_t(1));
        QCOMPARE(d.observations.front().details.front().english(),
                 QStringLiteral("Whether it has more work or is slow is unknown: operators of ranks 4, 5, 6, 7 were "
                                "not read."));
    }

    void withoutShapesNoStageIsJudged()
    {
        QVERIFY(diagnose(stagesOf({})).stagesJudged);
        QVERIFY(!diagnose(stagedRun(0)).stagesJudged);
        // A stage is slow as far as its ranks are known; one is not known.
        StageWorks works;
        for (size_t r = 4; r < 8; ++r)
            works.matmulUs[r] = 390;
        Run run = stagesOf(works);
        changeRank(run, 5, [&](RankData &bare) { bare.kernels = {}; });
        QVERIFY(!diagnose(run).stagesJudged);
    }
};

RS_TEST(TestDiagnosisStages, QCoreApplication);
#include "tst_diagnosisstages.moc"
