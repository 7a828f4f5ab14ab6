// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/peerspread.h"
#include "analysis/overview/stepgrid.h"
#include "analysis/ranks/parallelstrategy.h"
#include "analysis/ranks/pipelinestages.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

#include <limits>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<RankData> rankOfFile(int rank, std::vector<std::pair<int, double>> computingUs)
{
    auto data = std::make_shared<RankData>();
    data->info.rank = rank;
    data->info.label = QString::number(rank);
    for (const auto &[step, us] : computingUs) {
        data->stepTrace.push_back({.step = QString::number(step),
                                   .rank = rank,
                                   .computingUs = us,
                                   .notOverlappedUs = 100,
                                   .overlappedUs = 0,
                                   .communicationUs = 100,
                                   .freeUs = 50});
    }
    return data;
}

Domain pipeline(std::vector<int> ranks, const char *name = "pp", bool p2p = true)
{
    return {.pgName = QLatin1String(name), .p2p = p2p, .ranks = std::move(ranks), .ranksKnown = true};
}

} // namespace

class TestStepGrid : public QObject
{
    Q_OBJECT
private slots:
    void theMedianIsTheMiddleOne()
    {
        QCOMPARE(cells(medianOf(std::vector<qint64>{}), medianOf(std::vector<qint64>{7}),
                       medianOf(std::vector<qint64>{9, 1, 5})),
                 cells(0, 7, 5));
        QCOMPARE(medianOf(std::vector<qint64>{10, 4, 1, 7}), 5); // (4 + 7) / 2, a whole number
        const qint64 most = std::numeric_limits<qint64>::max();
        QCOMPARE(cells(medianOf(std::vector<qint64>{most, most - 2}),
                       medianOf(std::vector<qint64>{std::numeric_limits<qint64>::min(), most}),
                       medianOf(std::vector<double>{}), medianOf(std::vector<double>{0.4, 9, 0.1})),
                 cells(most - 1, -1, 0.0, 0.4));
        QCOMPARE(medianOf(std::vector<double>{8, 1, 2, 5}), 3.5); // (2 + 5) / 2
    }

    // 100, 102, 104, 106, 108, 110, 112, 170: the lower median is 106, the distances from it 6 4 2 0 2 4 6 64, their
    // lower median 4, and the limit 4 * 1.4826 * 4 = 23.7.
    void ofManyTheMadTellsWhoStandsApart()
    {
        const std::vector<qint64> values = {100, 102, 104, 106, 108, 110, 112, 170};
        const PeerSpread s = peerSpread(values, 0);
        QCOMPARE(s.medianNs, 107);
        QCOMPARE(s.outliers, std::vector<bool>({false, false, false, false, false, false, false, true}));
        QCOMPARE(peerSpread({100, 102, 104, 106, 108, 110, 112, 129}, 0).outliers.back(), false);
        QCOMPARE(peerSpread({100, 102, 104, 106, 108, 110, 112, 130}, 0).outliers.back(), true);
        QCOMPARE(peerSpread({100, 102, 104, 106, 108, 110, 112, 40}, 0).outliers.back(), true); // below, too
        QCOMPARE(peerSpread(values, 63).outliers.back(), false); // it matters no more than that
        QCOMPARE(peerSpread(values, 62).outliers.back(), true);
    }

    // Limit of 256 times: 4 + ln(256 / 8) / 1.0277 = 7.37 deviations, 43.7, so 149.7; from 488 on twice the 4, 47.4. A
    // time that is not one of many counts as ever.
    void ofManyStepsChanceBringsSomeFarOff()
    {
        const auto apart = [](qint64 last, size_t looked) -> bool {
            const std::vector<qint64> values = {100, 102, 104, 106, 108, 110, 112, last};
            return stepSpread(StepMetric::Total, values, {}, {}, looked).outliers.back();
        };
        QVERIFY(apart(130, 0) && apart(130, 8));
        QVERIFY(!apart(130, 256) && !apart(149, 256) && apart(150, 256));
        QVERIFY(!apart(153, 100'000) && apart(154, 100'000));
        // Two or more steps of eight ranks are looked at together, one of them or their mean is not.
        std::vector<OverviewRow> rows;
        for (int step = 0; step < 32; ++step) {
            for (int rank = 0; rank < 8; ++rank) {
                OverviewRow r;
                r.step = QString::number(step);
                r.rank = rank;
                r.preparingUs = r.notOverlappedUs = r.overlappedUs = r.freeUs = 0;
                r.computingUs = 100 + 2 * rank;
                if (rank == 7)
                    r.computingUs = step == 3 ? 149 : step == 4 ? 150 : 113;
                rows.push_back(r);
            }
        }
        const StepGrid grid(rows, {});
        QCOMPARE(grid.looked(), size_t(256));
        const StepDeviations all(grid, StepMetric::Computing);
        QVERIFY(!all.isOutlier(grid.cell(7, 3)) && all.isOutlier(grid.cell(7, 4)));
        QVERIFY(!StepDeviations(grid.across(size_t(3)), StepMetric::Computing).isOutlier(7));
        QCOMPARE(grid.across({}).looked(), size_t(0));
    }

    void alikeButForOne()
    {
        const PeerSpread s = peerSpread({5, 5, 5, 5, 5, 5, 5, 9}, 3);
        QCOMPARE(std::count(s.outliers.begin(), s.outliers.end(), true), 1);
        QVERIFY(s.outliers.back());
    }

    // Dixon's Q = gap / range: of four, 5 / 100 and 90 / 100 > 0.829; of three 95 / 100 < 0.970.
    void ofFewDixonTells()
    {
        QCOMPARE(peerSpread({0, 5, 10, 100}, 0).outliers, std::vector<bool>({false, false, false, true}));
        QCOMPARE(peerSpread({0, 5, 20, 100}, 0).outliers, std::vector<bool>({false, false, false, false}));
        QCOMPARE(peerSpread({0, 5, 100}, 0).outliers, std::vector<bool>({false, false, false}));
        QCOMPARE(peerSpread({0, 2, 100}, 0).outliers, std::vector<bool>({false, false, true}));
        QCOMPARE(peerSpread({100, 0, 2}, 0).outliers, std::vector<bool>({true, false, false}));
        // Two peers only differ: neither is an outlier.
        QCOMPARE(peerSpread({0, 1000}, 0).outliers, std::vector<bool>({false, false}));
        QCOMPARE(peerSpread({0, 1000}, 0).medianNs, 500);
    }

    void stagesAreThePlacesInTheGroups()
    {
        const std::vector<Domain> groups = {pipeline({0, 2, 4}), pipeline({1, 3, 5}), pipeline({0, 1}, "tp", false),
                                            pipeline({2, 3}, "cp_ring")};
        const std::map<int, int> expected = {{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 2}, {5, 2}};
        QCOMPARE(pipelineStages({}, groups), expected);
        // One group a pair of neighbours, called nothing.
        QCOMPARE(pipelineStages(
                     {}, {pipeline({2, 4}, ""), pipeline({0, 2}, ""), pipeline({1, 3}, ""), pipeline({3, 5}, "")}),
                 expected);
        QVERIFY(pipelineStages({}, {pipeline({0, 1}, "tp", false), pipeline({0, 1}, "cp", true)}).empty());
    }

    void stagesOfAClusterFile()
    {
        Run run;
        for (const char *stage : {"(2, 3)", "(0, 1)", "(0, 1)"}) {
            run.cluster.stepTrace.push_back({.stageRanks = QLatin1String(stage)});
        }
        QCOMPARE(pipelineStages(run, {}), (std::map<int, int>{{0, 0}, {1, 0}, {2, 1}, {3, 1}}));
        run.cluster.stepTrace.erase(run.cluster.stepTrace.begin());
        QVERIFY(pipelineStages(run, {}).empty()); // one stage of all is none
    }

    // Two ranks that send to each other say nothing of the stages that a file states, and nothing of all others.
    void whatIsStatedCountsBeforeSends()
    {
        Run run;
        for (int rank = 0; rank < 4; ++rank) {
            run.cluster.stepTrace.push_back({.rank = rank});
        }
        Domain seen = pipeline({0, 1}, "");
        seen.ranksKnown = false;
        QCOMPARE(pipelineStages(run, {seen}), (std::map<int, int>()));
        QVERIFY(pipelinesOf(run, {seen}).empty());
        Domain others = pipeline({2, 3}, "");
        others.ranksKnown = false;
        QCOMPARE(pipelineStages(run, {seen, others}), (std::map<int, int>{{0, 0}, {1, 1}, {2, 0}, {3, 1}}));
        for (const char *stage : {"(0.0, 1.0)", "(2, 3)"}) {
            run.cluster.stepTrace.push_back({.stageRanks = QLatin1String(stage)});
        }
        const std::map<int, int> stated{{0, 0}, {1, 0}, {2, 1}, {3, 1}};
        QCOMPARE(pipelineStages(run, {seen, others}), stated);
        QCOMPARE(pipelinesOf(run, {seen, others}), (std::vector<std::vector<int>>{{0, 2}, {1, 3}}));
        // A group that bears the name is stated as well, and goes first where no rank is missing in it.
        QCOMPARE(pipelineStages(run, {pipeline({0, 1})}), stated);
        QCOMPARE(pipelineStages(run, {pipeline({0, 1}, "pp_1"), pipeline({2, 3}, "PP-2")}),
                 (std::map<int, int>{{0, 0}, {1, 1}, {2, 0}, {3, 1}}));
        const KnownStrategy known = statedStrategy(run, {seen});
        QVERIFY(known.problems.empty());
        QCOMPARE(cells(known.strategy.sizes.pp, known.strategy.sizes.dp), cells(2, 2));
    }

    void everyRankAndStepHasItsCell()
    {
        const StepGrid grid = stepGrid(makeRun({rankOfFile(0, {{2, 800}, {10, 900}}), rankOfFile(1, {{2, 700}})}));
        QCOMPARE(grid.steps(), texts("2", "10"));
        QCOMPARE(grid.rows().size(), size_t(2));
        QCOMPARE(cells(grid.rows()[1].label, grid.rows()[1].rankIndex,
                       grid.value(StepMetric::Computing, grid.cell(0, 1)),
                       grid.value(StepMetric::Total, grid.cell(1, 0))),
                 cells("1", 1, 900'000, 850'000));
        QVERIFY(!grid.value(StepMetric::Computing, grid.cell(1, 1))); // that rank has no step 10
        QVERIFY(!grid.value(StepMetric::Bubble, grid.cell(0, 0)));    // no column says so
        const StepDeviations d(grid, StepMetric::Computing);
        QCOMPARE(d.median(grid.cell(0, 0)), std::optional<qint64>(750'000));
        QVERIFY(!d.median(grid.cell(0, 1))); // nobody to compare with
        QVERIFY(!d.median(grid.cell(1, 1)));
    }

    // Stage 1 does more than stage 0; against its own stage only rank 5 stands apart.
    void ranksAreComparedWithTheirStage()
    {
        std::vector<OverviewRow> rows;
        std::map<int, int> stageOf;
        for (int rank = 0; rank < 8; ++rank) {
            OverviewRow r;
            r.step = QStringLiteral("1");
            r.rank = rank;
            r.rankIndex = rank;
            r.computingUs = rank < 4 ? 1000 + rank : 3000 + rank;
            if (rank == 5)
                r.computingUs = 3600;
            r.notOverlappedUs = 0;
            r.overlappedUs = 0;
            r.freeUs = 0;
            rows.push_back(r);
            stageOf[rank] = rank / 4;
        }
        const StepGrid grid(rows, stageOf);
        const StepDeviations d(grid, StepMetric::Computing);
        for (size_t rank = 0; rank < 8; ++rank)
            QCOMPARE(d.isOutlier(grid.cell(rank, 0)), rank == 5);
        QCOMPARE(d.median(grid.cell(5, 0)), std::optional<qint64>(3'006'500)); // of 3004, 3600, 3006, 3007
        QCOMPARE(d.median(grid.cell(0, 0)), std::optional<qint64>(1'001'500));
        // Without stages four of eight are far from the median of all.
        const StepGrid one(rows, {});
        QCOMPARE(one.rows()[5].stage, -1);
        QCOMPARE(StepDeviations(one, StepMetric::Computing).median(0), std::optional<qint64>(2'003'500));
    }

    // 5 % of the peers' median step: 1000 us, so 50 us.
    void whatDoesNotMatterToTheStepIsNoOutlier()
    {
        for (const double late : {50.0, 50.1}) {
            std::vector<OverviewRow> rows;
            for (int rank = 0; rank < 9; ++rank) {
                OverviewRow r;
                r.rank = rank;
                r.computingUs = 1000;
                r.notOverlappedUs = 0;
                r.overlappedUs = 0;
                r.freeUs = 0;
                r.preparingUs = rank == 8 ? late : 0;
                rows.push_back(r);
            }
            const StepGrid grid(rows, {});
            QCOMPARE(StepDeviations(grid, StepMetric::Preparing).isOutlier(8), late > 50);
        }
    }

    // Limit of compute: 5 % of its own median, as in the diagnosis: 400 us, so 20 us, and 50 us were that of the step.
    // 150 us would give 7.5, but 1 % of the step is 10.
    void computeIsMeasuredByItself()
    {
        const auto isOutlier = [](double most, double us, StepMetric metric) {
            std::vector<OverviewRow> rows;
            for (int rank = 0; rank < 9; ++rank) {
                OverviewRow r;
                r.rank = rank;
                r.computingUs = rank == 8 ? most : us;
                r.preparingUs = 0;
                r.notOverlappedUs = 1000 - *r.computingUs;
                r.overlappedUs = 0;
                r.freeUs = 0;
                rows.push_back(r);
            }
            return StepDeviations(StepGrid(rows, {}), metric).isOutlier(8);
        };
        for (const StepMetric metric : {StepMetric::Computing, StepMetric::PureCompute}) {
            QVERIFY(isOutlier(420.1, 400, metric));
            QVERIFY(!isOutlier(420, 400, metric));
            QVERIFY(isOutlier(160.1, 150, metric));
            QVERIFY(!isOutlier(160, 150, metric));
        }
        QVERIFY(!isOutlier(420.1, 400, StepMetric::Uncovered)); // 20 of 1000
    }

    // Two stages of two copies of two tensor parallel ranks; rank 5 is slow, and rank 9 is in no group.
    void ranksAreFoldedByDimension()
    {
        std::vector<OverviewRow> rows;
        std::map<int, int> stageOf;
        for (const int rank : {0, 1, 2, 3, 4, 5, 6, 9}) { // rank 7 is missing
            OverviewRow r;
            r.step = QStringLiteral("1");
            r.rank = rank;
            r.rankIndex = static_cast<int>(rows.size());
            if (rank != 2)
                r.computingUs = rank == 5 ? 900 : 100 + rank;
            rows.push_back(r);
            stageOf[rank] = rank / 4;
        }
        const StepGrid grid(rows, stageOf);
        const Strategy s{StrategyOrder::MegatronTpCpEpDpPp, {2, 1, 2, 2, 1, 1}};
        const auto valuesOf = [](const StepGrid &of) {
            QList<qint64> out;
            for (size_t row = 0; row < of.rows().size(); ++row)
                out << of.value(StepMetric::Computing, of.cell(row, 0)).value_or(-1);
            return out;
        };
        // (0, 1), (2, 3), (4, 5), (6, 7) and 9.
        const StepGrid mean = grid.folded(s, TokenTp, FoldBy::Mean);
        QCOMPARE(valuesOf(mean), (QList<qint64>{100'500, 103'000, 502'000, 106'000, 109'000}));
        QCOMPARE(valuesOf(grid.folded(s, TokenTp, FoldBy::Largest)),
                 (QList<qint64>{101'000, 103'000, 900'000, 106'000, 109'000}));
        QCOMPARE(valuesOf(grid.folded(s, TokenTp, FoldBy::Smallest)),
                 (QList<qint64>{100'000, 103'000, 104'000, 106'000, 109'000}));
        QCOMPARE(cells(mean.rows()[2].parts, mean.rows()[2].ranks, mean.rows()[2].stage, mean.rows()[2].rank),
                 cells("4,5", "4,5", 1, -1));
        QCOMPARE(mean.rows()[3].rank, 6); // alone
        QVERIFY(!mean.value(StepMetric::Idle, mean.cell(0, 0)));
        // A pipeline is in no stage: (0, 4), (1, 5), (2, 6), (3, 7).
        const StepGrid pipelines = grid.folded(s, TokenPp, FoldBy::Largest);
        QCOMPARE(valuesOf(pipelines), (QList<qint64>{104'000, 900'000, 106'000, 103'000, 109'000}));
        QCOMPARE(pipelines.rows()[1].stage, -1);
        const GridRow &slow = mean.rows()[2];
        QCOMPARE(grid.partOf(slow, StepMetric::Computing, 0, FoldBy::Largest), std::optional<size_t>(5));
        QCOMPARE(grid.partOf(slow, StepMetric::Computing, 0, FoldBy::Smallest), std::optional<size_t>(4));
        QVERIFY(!grid.partOf(slow, StepMetric::Idle, 0, FoldBy::Mean));
        QCOMPARE(grid.partOf(mean.rows()[1], StepMetric::Computing, 0, FoldBy::Mean), std::optional<size_t>(3));
        // A strategy that contradicts itself folds nothing.
        QCOMPARE(grid.folded({StrategyOrder::Vllm, {2, 3, 1, 1, 1, 1}}, TokenTp, FoldBy::Mean).rows().size(),
                 grid.rows().size());
    }

    void aCancelledJobEndsEarly()
    {
        const JobContext job;
        job.cancel();
        const StepGrid grid = stepGrid(makeRun({rankOfFile(0, {{1, 800}})}));
        QVERIFY(!StepDeviations(grid, StepMetric::Total, job).median(0));
    }

    // TP 2, DP 2, PP 2: the second stage computes twice as long, which is no deviation of anybody, also where ranks are
    // put together that have different peers.
    void foldedDeviationsAreThoseOfTheRanks()
    {
        Run run;
        for (int rank = 0; rank < 8; ++rank) {
            run.ranks.push_back(rankOfFile(rank, {{1, (rank < 4 ? 1000 : 2000) + (rank == 5 ? 300 : 0)}}));
            run.infos.push_back(run.ranks.back()->info);
        }
        run.enteredStrategy = Strategy{StrategyOrder::MegatronTpCpEpDpPp, {2, 1, 2, 2, 1, 1}};
        const auto whole = std::make_shared<const StepGrid>(stepGrid(run));
        QCOMPARE(whole->rowsOfStage().size(), size_t(2)); // as it was entered
        const auto layer = [&](unsigned tokens, FoldBy by) {
            const auto rows = std::make_shared<const StepGrid>(whole->folded(*run.enteredStrategy, tokens, by));
            return StepHeatLayer(rows, whole, StepMetric::Computing, by, JobContext());
        };
        using Ns = std::optional<qint64>;
        const StepHeatLayer pipelines = layer(TokenPp, FoldBy::Largest); // 0 and 4, 1 and 5, …
        QCOMPARE(cells(pipelines.shown(0, true), pipelines.shown(1, true), pipelines.shown(2, true)),
                 cells(Ns(0), Ns(300'000), Ns(0)));
        QCOMPARE(pipelines.deviations.median(1), Ns()); // of different peers
        QCOMPARE(pipelines.partOf(1, 0, true), std::optional<size_t>(5));
        QVERIFY(pipelines.deviations.isOutlier(1) && !pipelines.deviations.isOutlier(0));
        QCOMPARE(pipelines.outliers.size(), size_t(1));
        const StepHeatLayer tensors = layer(TokenTp, FoldBy::Mean); // 0 and 1, …, 4 and 5, …
        QCOMPARE(cells(tensors.shown(2, true), tensors.shown(3, true), tensors.deviations.median(2)),
                 cells(Ns(150'000), Ns(0), Ns(2'000'000)));
        QCOMPARE(layer(TokenPp, FoldBy::Smallest).shown(1, true), Ns(0));
    }

    // Compute of 1000 to 1006 us and one of 1030: 2.7 % above the median of 1003, with a step of about 1150 us.
    void thresholdsOfTheUserCount()
    {
        Run run;
        for (int rank = 0; rank < 8; ++rank) {
            run.ranks.push_back(rankOfFile(rank, {{1, rank == 7 ? 1030 : 1000 + rank}}));
            run.infos.push_back(run.ranks.back()->info);
        }
        const StepGrid grid = stepGrid(run);
        const auto apart = [&grid](const DiagnosisThresholds &limits) {
            return StepDeviations(grid, StepMetric::Computing, JobContext(), limits).isOutlier(7);
        };
        DiagnosisThresholds limits;
        QVERIFY(!apart(limits));
        limits.computeDeviation = 0.02;
        QVERIFY(apart(limits));
        limits.outliers.robustZ = 50; // MAD of 2 us, and no closer than 0.5 %: 5 us; 27 us away are no 50 of these
        QVERIFY(!apart(limits));
        // Idle time counts by its share of the step: 40 ms of 1000.
        const std::vector<qint64> idle = {10, 11, 12, 10, 11, 12, 10, 50};
        const std::vector<qint64> steps(8, 1000);
        QVERIFY(stepSpread(StepMetric::Idle, idle, steps).outliers.back());
        QVERIFY(!stepSpread(StepMetric::Preparing, idle, steps).outliers.back()); // less than 5 %
        limits = {};
        limits.idleShare = 0.05;
        QVERIFY(!stepSpread(StepMetric::Idle, idle, steps, limits).outliers.back());
    }

    void aRestrictedGridKeepsItsPeers()
    {
        Run run;
        for (int rank = 0; rank < 8; ++rank) {
            run.ranks.push_back(rankOfFile(rank, {{1, 1000}, {2, rank == 5 ? 1300 : 1000}}));
            run.infos.push_back(run.ranks.back()->info);
        }
        const auto whole = std::make_shared<const StepGrid>(stepGrid(run));
        const auto some = std::make_shared<const StepGrid>(whole->only({1, 5, 99}));
        QCOMPARE(some->rows().size(), size_t(2));
        QCOMPARE(cells(some->steps(), some->rows()[1].rank), cells(whole->steps(), 5));
        QCOMPARE(some->rows()[1].parts, std::vector<size_t>{5});
        QCOMPARE(some->value(StepMetric::Computing, some->cell(1, 1)), std::optional<qint64>(1'300'000));
        const StepHeatLayer layer(some, whole, StepMetric::Computing, FoldBy::Mean, JobContext());
        QCOMPARE(layer.deviations.median(some->cell(1, 1)), std::optional<qint64>(1'000'000));
        QCOMPARE(layer.shown(some->cell(1, 1), true), std::optional<qint64>(300'000));
        QCOMPARE(layer.outliers.size(), size_t(1)); // two ranks alone could not tell
        QVERIFY(whole->only({}).isEmpty());
        // A folded row of which one rank is wanted stays.
        const Strategy strategy{StrategyOrder::MegatronTpCpEpDpPp, {2, 1, 4, 1, 1, 1}};
        const StepGrid folded = whole->folded(strategy, TokenTp, FoldBy::Largest).only({4});
        QCOMPARE(folded.rows().size(), size_t(1));
        QCOMPARE(folded.rows()[0].parts, (std::vector<size_t>{4, 5}));
    }

    void aColumnIsAStepOrTheMeanOfAll()
    {
        Run run{.ranks = {rankOfFile(0, {{1, 100}, {2, 300}}), rankOfFile(1, {{2, 500}})}};
        run.infos = {run.ranks[0]->info, run.ranks[1]->info};
        const StepGrid whole = stepGrid(run);
        const StepGrid second = whole.across(size_t(1));
        QCOMPARE(cells(second.steps(), second.value(StepMetric::Computing, second.cell(0, 0))), cells("2", 300'000));
        QCOMPARE(whole.across(size_t(0)).value(StepMetric::Computing, 1), std::optional<qint64>());
        const StepGrid mean = whole.across({});
        QCOMPARE(mean.steps(), QStringList{QString()});
        QCOMPARE(mean.value(StepMetric::Computing, 0), std::optional<qint64>(200'000));
        QCOMPARE(mean.value(StepMetric::Computing, 1), std::optional<qint64>(500'000));
    }

    // 8.868 to 8.902 ms: a hundredth of a step is no catastrophe.
    void coloursOfTimesThatHardlyDifferAreCalm()
    {
        const auto layerOf = [](std::vector<double> us) {
            Run run;
            for (const double v : us) {
                run.ranks.push_back(rankOfFile(static_cast<int>(run.ranks.size()), {{1, v}}));
                run.infos.push_back(run.ranks.back()->info);
            }
            return StepHeatLayer(std::make_shared<const StepGrid>(stepGrid(run)), StepMetric::Computing, JobContext());
        };
        using Range = StepHeatLayer::Range;
        const StepHeatLayer calm = layerOf({8868, 8880, 8902});
        QCOMPARE(cells(calm.range(false), calm.colorRange(false), calm.colorRange(true)),
                 cells(Range(8'868'000, 8'902'000), Range(8'885'000 - 444'000, 8'885'000 + 444'000),
                       Range(-444'000, 444'000)));
        const StepHeatLayer wild = layerOf({8000, 9000, 12'000});
        QCOMPARE(cells(wild.colorRange(false), wild.colorRange(true)), cells(wild.range(false), wild.range(true)));
        const StepHeatLayer one = layerOf({8000}); // nothing to be told from
        QCOMPARE(one.colorRange(false), std::optional(Range(8'000'000, 8'000'000)));
        QVERIFY(!one.colorRange(true));
    }
};

RS_TEST(TestStepGrid, QCoreApplication);
#include "tst_stepgrid.moc"
