// SPDX-License-Identifier: Apache-2.0
// The trajectory of iterations, worked by hand: from files of MindSpore 1.x and from those of today.
#include "analysis/overview/trajectory.h"
#include "core/table/legacycolumns.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

using T = TrajectoryTime;
constexpr qint64 ms = 1000000;

LegacySteps::Row stepOf(qint64 number, qint64 interval, qint64 forward, qint64 tail)
{
    return {number, interval + forward + tail, interval, forward, tail};
}

std::shared_ptr<RankData> legacyRank(int rank, int stages, const std::vector<LegacySteps::Row> &steps,
                                     const std::vector<LegacySteps::Row> &shares = {})
{
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    out->info.host = QStringLiteral("1");
    out->info.device = rank % 2;
    out->info.distributedArgs = {{QStringLiteral("pipeline_model_parallel_size"), stages},
                                 {QStringLiteral("world_size"), 4}};
    for (const LegacySteps::Row &s : steps) {
        if (s[LegacySteps::Step] == 0)
            continue;
        out->stepTrace.push_back({.step = QString::number(*s[LegacySteps::Step]), .rank = rank, .computingUs = 1});
    }
    out->legacy = true;
    out->tables[LegacySteps::Kind] = LegacySteps::tableOf(steps);
    out->tables[LegacySteps::Shares] = LegacySteps::tableOf(shares);
    return out;
}

std::shared_ptr<RankData> rankOfToday(int rank)
{
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    for (const int step : {3, 4}) {
        out->stepTrace.push_back({.step = QString::number(step),
                                  .rank = rank,
                                  .computingUs = 1000 * step,
                                  .notOverlappedUs = 500,
                                  .overlappedUs = 0,
                                  .communicationUs = 500,
                                  .freeUs = 200,
                                  .stageUs = 1600,
                                  .bubbleUs = 100,
                                  .notOverlappedExcludeReceiveUs = 400,
                                  .preparingUs = 50});
    }
    return out;
}

const TrajectoryRow *find(const std::vector<TrajectoryRow> &rows, int rank, TrajectoryOf of, const char *step = "")
{
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const TrajectoryRow &r) {
        return r.rank == rank && r.of == of && r.step == QLatin1String(step);
    });
    return at == rows.end() ? nullptr : &*at;
}

} // namespace

class TestTrajectory : public QObject
{
    Q_OBJECT

private slots:
    // Steps of 100, 20 and 30 ms: 50 on average, 25 without the first, and the file states one of more steps.
    void meansWithAndWithoutTheFirstStep()
    {
        const Run run = makeRun({legacyRank(0, 1,
                                            {stepOf(0, ms, 20 * ms, ms), stepOf(1, 10 * ms, 80 * ms, 10 * ms),
                                             stepOf(2, 2 * ms, 16 * ms, 2 * ms), stepOf(3, 3 * ms, 25 * ms, 2 * ms)})});
        const auto rows = trajectory(run, {});
        QCOMPARE(rows.size(), size_t{6});
        const TrajectoryRow *const mean = find(rows, 0, TrajectoryOf::Mean);
        QVERIFY(mean);
        QCOMPARE(cells(mean->steps, mean->fewestSteps, mean->at(T::Total), mean->at(T::Interval)),
                 cells(3, 3, 50 * ms, 5 * ms));
        const TrajectoryRow *const later = find(rows, 0, TrajectoryOf::MeanLater);
        QVERIFY(later);
        QCOMPARE(cells(later->steps, later->at(T::Total), later->at(T::ForwardBackward)), cells(2, 25 * ms, 20500000));
        const TrajectoryRow *const file = find(rows, 0, TrajectoryOf::FileMean);
        QVERIFY(file);
        QCOMPARE(file->at(T::Total), 22 * ms);
        QVERIFY(!mean->at(T::CommunicationAlone)); // missing is not 0
        QCOMPARE(mean->host, QStringLiteral("1"));
    }

    void rangeOfSteps()
    {
        const Run run = makeRun({legacyRank(0, 1,
                                            {stepOf(1, 0, 100 * ms, 0), stepOf(2, 0, 10 * ms, 0),
                                             stepOf(3, 0, 20 * ms, 0), stepOf(4, 0, 60 * ms, 0)})});
        const auto rows = trajectory(run, {2, 3, -1, {}});
        QCOMPARE(find(rows, 0, TrajectoryOf::Mean)->at(T::Total), 15 * ms);
        QCOMPARE(find(rows, 0, TrajectoryOf::MeanLater)->at(T::Total), 15 * ms);
        QVERIFY(!find(rows, 0, TrajectoryOf::Step, "1"));
        const auto first = trajectory(run, {1, 1, -1, {}});
        QVERIFY(find(first, 0, TrajectoryOf::Mean));
        QVERIFY(!find(first, 0, TrajectoryOf::MeanLater)); // of no step
    }

    void stagesOfPipelines()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int rank = 0; rank < 4; ++rank)
            ranks.push_back(legacyRank(rank, 2, {stepOf(1, 0, ms, 0), stepOf(2, 0, ms, 0)}));
        const Run run = makeRun(std::move(ranks));
        const auto rows = trajectory(run, {});
        QCOMPARE(find(rows, 1, TrajectoryOf::Mean)->stage, 0);
        QCOMPARE(find(rows, 2, TrajectoryOf::Mean)->stage, 1);
        const auto second = trajectory(run, {{}, {}, 1, {}});
        QVERIFY(!find(second, 1, TrajectoryOf::Mean));
        QVERIFY(find(second, 3, TrajectoryOf::Mean));
    }

    void sharesGoBeforeTodaysWords()
    {
        const Run run = makeRun({legacyRank(0, 2, {stepOf(1, ms, 8 * ms, ms)},
                                            {{1, {}, {}, {}, {}, 4 * ms, 6 * ms, 7 * ms, 3 * ms, 3 * ms}})});
        const auto rows = trajectory(run, {});
        const TrajectoryRow *const step = find(rows, 0, TrajectoryOf::Step, "1");
        QVERIFY(step);
        QVERIFY(step->legacy);
        QCOMPARE(step->at(T::Total), 10 * ms);
        QCOMPARE(step->at(T::Computation), 4 * ms); // not the 1 us of the row that the overview shows
        QCOMPARE(cells(step->at(T::CommunicationAlone), step->at(T::Stage), step->at(T::ReceiveAlone),
                       step->at(T::CollectiveAlone)),
                 cells(6 * ms, 7 * ms, 3 * ms, 3 * ms));
        QVERIFY(!step->at(T::Idle));
    }

    void filesOfToday()
    {
        auto rank = rankOfToday(0);
        auto table = std::make_shared<Table>();
        const int id = table->addColumn(QStringLiteral("Iteration ID"), ColumnType::Integer);
        const int forward = table->addColumn(QStringLiteral("FP_BP Time(us)"), ColumnType::Real);
        const int refresh = table->addColumn(QStringLiteral("Iteration Refresh(us)"), ColumnType::Real);
        table->appendInteger(id, 4);
        table->appendReal(forward, 3500.5);
        table->appendReal(refresh, 250);
        table->finishRow();
        rank->tables[QStringLiteral("csv/step_trace")] = table;
        const Run run = makeRun({rank});
        const auto rows = trajectory(run, {});
        const TrajectoryRow *const step = find(rows, 0, TrajectoryOf::Step, "4");
        QVERIFY(step);
        QVERIFY(!step->legacy);
        QCOMPARE(cells(step->at(T::Computation), step->at(T::CommunicationAlone), step->at(T::Stage),
                       step->at(T::ReceiveAlone), step->at(T::CollectiveAlone), step->at(T::Interval),
                       step->at(T::ForwardBackward), step->at(T::Tail)),
                 cells(4 * ms, 500000, 1600000, 100000, 400000, 50000, 3500500, 250000));
        const TrajectoryRow *const mean = find(rows, 0, TrajectoryOf::Mean);
        QCOMPARE(mean->at(T::Computation), 3500000);
        // The table knows step 4 alone.
        QCOMPARE(cells(mean->at(T::ForwardBackward), mean->steps, mean->fewestSteps), cells(3500500, 2, 1));
        QVERIFY(!find(rows, 0, TrajectoryOf::FileMean));
    }

    void stagesThatMindSporeDoesNotState_data()
    {
        QTest::addColumn<Framework>("framework");
        QTest::addColumn<double>("stageUs"); // of the file
        QTest::addColumn<double>("bubbleUs");
        QTest::addColumn<double>("communicationUs");
        QTest::addColumn<qint64>("stage");
        QTest::addColumn<qint64>("receive");
        QTest::addColumn<qint64>("collective");
        // The trace has all reduce for 20 us, receive for 4 and send for 1 us of 25. The step has 79.
        QTest::newRow("zeros") << Framework::MindSpore << 0.0 << 0.0 << 25.0 << qint64(75000) << qint64(4000)
                               << qint64(16000);
        QTest::newRow("stated") << Framework::MindSpore << 38.0 << 5.0 << 25.0 << qint64(38000) << qint64(5000)
                                << qint64(15000);
        QTest::newRow("no communication")
            << Framework::MindSpore << 0.0 << 0.0 << 0.0 << qint64(79000) << qint64(0) << qint64(20000);
        QTest::newRow("torch") << Framework::PyTorch << 56.0 << 4.0 << 25.0 << qint64(56000) << qint64(4000)
                               << qint64(16000);
    }

    void stagesThatMindSporeDoesNotState()
    {
        QFETCH(Framework, framework);
        QFETCH(double, stageUs);
        QFETCH(double, bubbleUs);
        QFETCH(double, communicationUs);
        TinyRank r(0, framework);
        r.step(1, 1000, 99000);
        r.kernel("MatMul", 20000, 10000);
        r.kernel("Add", 70000, 10000);
        r.communication("hcom_allReduce__1_0_1", 25000, 20000);
        r.communication("hcom_receive__1_1_1", 62000, 4000);
        r.communication("hcom_send__1_2_1", 67000, 1000);
        r.data.stepTrace.push_back({.step = QStringLiteral("1"),
                                    .computingUs = 30,
                                    .notOverlappedUs = 20,
                                    .overlappedUs = 5,
                                    .communicationUs = communicationUs,
                                    .freeUs = 10,
                                    .stageUs = stageUs,
                                    .bubbleUs = bubbleUs,
                                    .notOverlappedExcludeReceiveUs = 20 - bubbleUs,
                                    .preparingUs = 19});
        const Run run = makeRun({r.finish()});
        const auto rows = trajectory(run, {});
        const TrajectoryRow *const step = find(rows, 0, TrajectoryOf::Step, "1");
        QVERIFY(step);
        QCOMPARE(step->at(T::Total), 79000);
        QTEST(step->at(T::Stage).value_or(-1), "stage");
        QTEST(step->at(T::ReceiveAlone).value_or(-1), "receive");
        QTEST(step->at(T::CollectiveAlone).value_or(-1), "collective");
    }

    // Eight ranks of one stage; one computes half as long again. What the others differ by is noise.
    void whoStandsApart()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int rank = 0; rank < 8; ++rank)
            ranks.push_back(legacyRank(rank, 1, {stepOf(1, 0, rank == 5 ? 150 * ms : (100 + rank) * ms, 0)}));
        const Run run = makeRun(std::move(ranks));
        const auto rows = trajectory(run, {});
        for (int rank = 0; rank < 8; ++rank) {
            QCOMPARE(find(rows, rank, TrajectoryOf::Mean)->isApart(T::ForwardBackward), rank == 5);
            QCOMPARE(find(rows, rank, TrajectoryOf::Step, "1")->isApart(T::ForwardBackward), rank == 5);
        }
    }

    void ranksWithoutANumberComeLast()
    {
        QStringList order;
        for (const TrajectoryRow &r : trajectory(makeRun({rankOfToday(-1), rankOfToday(1), rankOfToday(0)}), {})) {
            if (r.of == TrajectoryOf::Mean)
                order << r.label;
        }
        QCOMPARE(order, texts("0", "1", "-1"));
    }
};

RS_TEST(TestTrajectory, QCoreApplication);
#include "tst_trajectory.moc"
