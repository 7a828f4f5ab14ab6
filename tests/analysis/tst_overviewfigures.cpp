// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/overview/overviewfigures.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/cells.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rs;
using namespace rs::test;

namespace {

OverviewRow rowOf(int rank, const QString &step, double computing)
{
    OverviewRow row;
    row.step = step;
    row.rank = rank;
    row.rankLabel = QString::number(rank);
    row.rankIndex = rank;
    row.computingUs = computing;
    row.notOverlappedUs = 2000;
    row.overlappedUs = 1000;
    row.communicationUs = 3000;
    row.freeUs = 4000;
    row.preparingUs = 500;
    return row;
}

// Eight ranks in two stages of four, the second computing twice as long; rank 2 is slow in its own.
OverviewFacts twoStages(int steps = 2)
{
    OverviewFacts out;
    for (int step = 1; step <= steps; ++step) {
        for (int rank = 0; rank < 8; ++rank)
            out.rows.push_back(
                rowOf(rank, QString::number(step), rank == 2 ? 11'000 + step : (rank < 4 ? 8000 : 16'000) + rank));
    }
    for (int rank = 0; rank < 8; ++rank)
        out.stages[rank] = rank / 4;
    out.strategy.sizes.tp = 2;
    out.strategy.sizes.dp = 2;
    out.strategy.sizes.pp = 2;
    out.hasStrategy = true;
    return out;
}

} // namespace

class TestOverviewFigures : public QObject
{
    Q_OBJECT
private slots:
    void stepsAreChosenSummedAveragedOrListed()
    {
        const OverviewFacts facts = twoStages();
        const auto compute = [&](StepsShown steps, const QString &step = {}) {
            return overviewFigures(facts, {steps, step, 2, 0, StepMetric::Computing});
        };
        QCOMPARE(compute(StepsShown::Chosen, QStringLiteral("2"))[2].computingNs, std::optional<qint64>(11'002'000));
        QCOMPARE(compute(StepsShown::Chosen)[2].computingNs, std::optional<qint64>(22'003'000));
        QCOMPARE(compute(StepsShown::Sum, QStringLiteral("2"))[2].computingNs, std::optional<qint64>(22'003'000));
        const OverviewItem mean = compute(StepsShown::Mean)[2];
        QCOMPARE(cells(mean.computingNs, mean.mean), cells(11'001'500, true));
        const auto each = compute(StepsShown::Each);
        QCOMPARE(each.size(), size_t(2));
        QCOMPARE(cells(each[1].step, each[1].computingNs), cells("2", 11'002'000));
        QCOMPARE(each[1].peersNs, std::optional<qint64>(8'002'000)); // of step 2, though nobody else is listed
    }

    // Verdicts, bars and the table of the overview (which shows the bars' items) say one difference and one share.
    void verdictsSayWhatBarsShow_data()
    {
        // ranks: also even numbers of peers, whose median is a mean
        const Scenarios<bool, int, quint64> row;
        row("PyTorch, 8 ranks", true, 8, quint64(7));
        row("PyTorch, 6 ranks", true, 6, quint64(3));
        row("MindSpore, 8 ranks", false, 8, quint64(11));
    }

    void verdictsSayWhatBarsShow()
    {
        const auto [pytorch, ranks, seed] = scenario<bool, int, quint64>();
        QTemporaryDir dir;
        gen::GeneratorOptions options;
        options.outDir = dir.path();
        options.pytorch = pytorch;
        options.ranks = ranks;
        options.seed = seed;
        options.mbPerRank = 1;
        options.pp = 1;
        options.faults.push_back({gen::Fault::SlowRank, 1, -1, -1, 1.5});
        const gen::GeneratorResult made = gen::generate(options);
        QVERIFY2(made.ok, qPrintable(made.error));
        ThreadPool pool;
        ImportReport report;
        std::vector<Run> found = discover({dir.path()}, JobContext(), report);
        QCOMPARE(found.size(), size_t(1));
        const std::shared_ptr<const Run> run = loadRun(std::move(found.front()), pool, JobContext());
        const OverviewFacts facts = overviewFacts(*run, {}, JobContext());
        const std::vector<OverviewItem> bars =
            overviewFigures(facts, {StepsShown::Sum, {}, -1, 0, StepMetric::Computing});
        const Diagnosis diagnosis = diagnose(*run);
        const auto slow = std::find_if(diagnosis.problems.begin(), diagnosis.problems.end(), [](const Verdict &v) {
            return v.kind == DiagnosisKind::Compute && v.steps.isEmpty();
        });
        QVERIFY(slow != diagnosis.problems.end());
        const auto bar =
            std::find_if(bars.begin(), bars.end(), [&](const OverviewItem &i) { return i.rankIndex == slow->rank; });
        QVERIFY(bar != bars.end());
        QCOMPARE(cells(slow->deviationNs, slow->deviationShare), cells(*bar->offPeersNs(), *bar->offPeersRatio()));
        qint64 uncovered = 0;
        qint64 whole = 0;
        for (const OverviewItem &i : bars) {
            uncovered += *i.uncoveredNs;
            whole += *i.totalNs;
        }
        const QString share =
            QString::number(100.0 * static_cast<double>(uncovered) / static_cast<double>(whole), 'f', 1);
        const auto waits = std::find_if(diagnosis.areas.begin(), diagnosis.areas.end(), [](const Verdict &v) {
            return v.sentence.english().startsWith(QLatin1String("Non-overlapped communication takes "));
        });
        QVERIFY(waits != diagnosis.areas.end());
        QVERIFY2(waits->sentence.english().contains(QStringLiteral("takes %1 % of the steps").arg(share)),
                 qPrintable(waits->sentence.english() + u' ' + share));
    }

    void meansAddUp()
    {
        auto items = overviewItems({rowOf(0, QStringLiteral("1"), 8000.001), rowOf(0, QStringLiteral("2"), 8000),
                                    rowOf(0, QStringLiteral("3"), 8000)},
                                   true);
        items[0].idleNs = 4'000'001;
        makeMeans(items);
        const OverviewItem &i = items[0];
        QCOMPARE(*i.totalNs, *i.pureNs + *i.coveredNs + *i.uncoveredNs + *i.idleNs + *i.preparingNs);
        QCOMPARE(*i.computingNs, *i.pureNs + *i.coveredNs);
    }

    void peersAreThoseOfTheStage()
    {
        const auto items =
            overviewFigures(twoStages(), {StepsShown::Chosen, QStringLiteral("1"), -1, 0, StepMetric::Computing});
        QCOMPARE(cells(items[2].peersNs, items[2].offPeersNs(), items[2].outlier), cells(8'002'000, 2'999'000, true));
        for (const size_t i : {0, 1, 3, 4, 5, 6, 7})
            QVERIFY2(!items[i].outlier, qPrintable(QString::number(i)));
        QCOMPARE(items[5].peersNs, std::optional<qint64>(16'005'500));
    }

    void theSameRuleAsInTheHeatMap()
    {
        const OverviewFacts facts = twoStages();
        const StepGrid grid(facts.rows, facts.stages);
        const StepDeviations deviations(grid, StepMetric::Idle);
        const auto items = overviewFigures(facts, {StepsShown::Chosen, QStringLiteral("2"), -1, 0, StepMetric::Idle});
        for (size_t row = 0; row < items.size(); ++row) {
            QCOMPARE(items[row].peersNs, deviations.median(grid.cell(row, 1)));
            QCOMPARE(items[row].outlier, deviations.isOutlier(grid.cell(row, 1)));
        }
    }

    void aRankThatLacksAStepIsNoOutlier()
    {
        OverviewFacts facts = twoStages(4);
        std::erase_if(facts.rows, [](const OverviewRow &r) { return r.rank == 5 && r.step == QLatin1String("4"); });
        const auto items = overviewFigures(facts, {StepsShown::Sum, {}, -1, 0, StepMetric::Computing});
        const auto five = std::find_if(items.begin(), items.end(), [](const auto &i) { return i.rank == 5; });
        QVERIFY(!five->outlier && !five->peersNs); // nobody else has three steps
        QVERIFY(items[2].outlier);
    }

    void aSumWithoutAStepIsMissing()
    {
        OverviewFacts facts = twoStages(4);
        std::erase_if(facts.rows, [](const OverviewRow &r) {
            return (r.rank == 5 && r.step.toInt() > 2) || (r.step == QLatin1String("4") && r.rank != 6);
        });
        const auto sums = overviewFigures(facts, {StepsShown::Sum, {}, -1, 0, StepMetric::Computing});
        const auto of = [](const std::vector<OverviewItem> &items, int rank) {
            return *std::find_if(items.begin(), items.end(), [rank](const auto &i) { return i.rank == rank; });
        };
        // Step 4 is of one rank alone: the others lack nothing.
        QCOMPARE(cells(of(sums, 0).computingNs, of(sums, 0).incompleteSteps, of(sums, 6).steps),
                 cells(24'000'000, 0, 4));
        const OverviewItem cut = of(sums, 5);
        QVERIFY(!cut.computingNs && !cut.idleNs && !cut.totalNs && !cut.computingRatio);
        QCOMPARE(cells(cut.steps, cut.incompleteSteps), cells(3, 1));
        // A mean is one of the steps that are there.
        const OverviewItem mean = of(overviewFigures(facts, {StepsShown::Mean, {}, -1, 0, StepMetric::Computing}), 5);
        QCOMPARE(cells(mean.computingNs, mean.steps), cells(16'005'000, 2));
    }

    void preparingIsTakenOutOfFreeTime()
    {
        OverviewRow first = rowOf(0, QStringLiteral("1"), 8000);
        OverviewRow second = rowOf(0, QStringLiteral("2"), 8000);
        second.preparingInFreeUs = 500;
        const OverviewItem sum = overviewItems({first, second}, true).front();
        QCOMPARE(cells(sum.idleNs, sum.preparingInFreeNs, *sum.totalNs),
                 cells(7'500'000, 500'000,
                       *sum.pureNs + *sum.coveredNs + *sum.uncoveredNs + *sum.idleNs + *sum.preparingNs));
        std::vector<OverviewItem> means{sum};
        makeMeans(means);
        QCOMPARE(cells(means.front().preparingInFreeNs, means.front().idleNs), cells(250'000, 3'750'000));
    }

    void onlyRanksOfAGroupAreFolded()
    {
        FiguresQuery query{StepsShown::Chosen, QStringLiteral("1"), -1, TokenTp, StepMetric::Computing};
        query.only = {1, 2, 3};
        const auto items = overviewFigures(twoStages(), query);
        QCOMPARE(items.size(), size_t(2));
        QCOMPARE(cells(items[0].rankLabel, items[1].rankLabel), cells("1", "2-3"));
    }

    void groupsHaveTheMeanAndItsBounds()
    {
        const auto items =
            overviewFigures(twoStages(), {StepsShown::Chosen, QStringLiteral("1"), -1, TokenTp, StepMetric::Computing});
        QCOMPARE(items.size(), size_t(4));
        const OverviewItem &slow = items[1]; // ranks 2 and 3
        QVERIFY(slow.folded);
        QCOMPARE(slow.rankLabel, QStringLiteral("2-3"));
        QCOMPARE(slow.computingNs, std::optional<qint64>((11'001'000 + 8'003'000) / 2));
        const FoldedTime &time = slow.folded->of(StepMetric::Computing);
        QCOMPARE(cells(time.highRank, time.lowRank, time.rangeNs()), cells(2, 3, 2'998'000));
        QCOMPARE(*slow.totalNs, *slow.pureNs + *slow.coveredNs + *slow.uncoveredNs + *slow.idleNs + *slow.preparingNs);
        QCOMPARE(slow.stage, 0);
        // Pipelines span both stages.
        for (const OverviewItem &i :
             overviewFigures(twoStages(), {StepsShown::Chosen, {}, -1, TokenPp, StepMetric::Computing}))
            QCOMPARE(i.stage, -1);
    }

    void whatOneOfAGroupLacksTheGroupLacks()
    {
        OverviewFacts facts = twoStages(1);
        facts.rows[3].freeUs.reset();
        const auto items = overviewFigures(facts, {StepsShown::Chosen, {}, -1, TokenTp, StepMetric::Computing});
        QVERIFY(!items[1].idleNs && !items[1].totalNs && !items[1].computingRatio);
        QVERIFY(items[1].computingNs && items[1].incompleteSteps == 1);
        QVERIFY(items[0].totalNs);
    }
};

RS_TEST(TestOverviewFigures, QCoreApplication);
#include "tst_overviewfigures.moc"
