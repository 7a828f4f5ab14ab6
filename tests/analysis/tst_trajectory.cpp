// SPDX-License-Identifier: Apache-2.0
// The trajectory of iterations, worked by hand: from files of MindSpore 1.x and from those of today.
#include "analysis/overview/trajectory.h"
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

LegacyStep stepOf(qint64 number, qint64 interval, qint64 forward, qint64 tail)
{
    return {number, interval + forward + tail, interval, forward, tail};
}

std::shared_ptr<RankData> legacyRank(int rank, int stages, std::vector<LegacyStep> steps,
                                     std::vector<LegacyShares> shares = {})
{
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    out->info.host = QStringLiteral("1");
    out->info.device = rank % 2;
    out->info.distributedArgs = {{QStringLiteral("pipeline_model_parallel_size"), stages},
                                 {QStringLiteral("world_size"), 4}};
    auto legacy = std::make_shared<LegacyRank>();
    legacy->stages = stages;
    legacy->ranks = 4;
    for (const LegacyStep &s : steps) {
        if (s.step == 0)
            continue;
        StepTraceRow row;
        row.step = QString::number(s.step);
        row.rank = rank;
        row.computingUs = 1;
        out->stepTrace.push_back(row);
    }
    legacy->steps = std::move(steps);
    legacy->shares = std::move(shares);
    out->legacy = std::move(legacy);
    return out;
}

std::shared_ptr<RankData> rankOfToday(int rank)
{
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    for (const int step : {3, 4}) {
        StepTraceRow row;
        row.step = QString::number(step);
        row.rank = rank;
        row.computingUs = 1000 * step;
        row.notOverlappedUs = 500;
        row.overlappedUs = 0;
        row.communicationUs = 500;
        row.freeUs = 200;
        row.stageUs = 1600;
        row.bubbleUs = 100;
        row.notOverlappedExcludeReceiveUs = 400;
        row.preparingUs = 50;
        out->stepTrace.push_back(row);
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
        QCOMPARE(mean->steps, 3);
        QCOMPARE(mean->fewestSteps, 3);
        QCOMPARE(mean->at(T::Total), 50 * ms);
        QCOMPARE(mean->at(T::Interval), 5 * ms);
        const TrajectoryRow *const later = find(rows, 0, TrajectoryOf::MeanLater);
        QVERIFY(later);
        QCOMPARE(later->steps, 2);
        QCOMPARE(later->at(T::Total), 25 * ms);
        QCOMPARE(later->at(T::ForwardBackward), 20500000);
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
        const Run run =
            makeRun({legacyRank(0, 2, {stepOf(1, ms, 8 * ms, ms)}, {{1, 4 * ms, 6 * ms, 7 * ms, 3 * ms, 3 * ms}})});
        const auto rows = trajectory(run, {});
        const TrajectoryRow *const step = find(rows, 0, TrajectoryOf::Step, "1");
        QVERIFY(step);
        QVERIFY(step->legacy);
        QCOMPARE(step->at(T::Total), 10 * ms);
        QCOMPARE(step->at(T::Computation), 4 * ms); // not the 1 us of the row that the overview shows
        QCOMPARE(step->at(T::CommunicationAlone), 6 * ms);
        QCOMPARE(step->at(T::Stage), 7 * ms);
        QCOMPARE(step->at(T::ReceiveAlone), 3 * ms);
        QCOMPARE(step->at(T::CollectiveAlone), 3 * ms);
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
        QCOMPARE(step->at(T::Computation), 4 * ms);
        QCOMPARE(step->at(T::CommunicationAlone), 500000);
        QCOMPARE(step->at(T::Stage), 1600000);
        QCOMPARE(step->at(T::ReceiveAlone), 100000);
        QCOMPARE(step->at(T::CollectiveAlone), 400000);
        QCOMPARE(step->at(T::Interval), 50000);
        QCOMPARE(step->at(T::ForwardBackward), 3500500);
        QCOMPARE(step->at(T::Tail), 250000);
        const TrajectoryRow *const mean = find(rows, 0, TrajectoryOf::Mean);
        QCOMPARE(mean->at(T::Computation), 3500000);
        // The table knows step 4 alone.
        QCOMPARE(mean->at(T::ForwardBackward), 3500500);
        QCOMPARE(mean->steps, 2);
        QCOMPARE(mean->fewestSteps, 1);
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
        // Of the trace: all reduce for 20 us, receive for 4 and send for 1 us of 25. The step has 79.
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
        StepTraceRow file;
        file.step = QStringLiteral("1");
        file.computingUs = 30;
        file.notOverlappedUs = 20;
        file.overlappedUs = 5;
        file.communicationUs = communicationUs;
        file.freeUs = 10;
        file.stageUs = stageUs;
        file.bubbleUs = bubbleUs;
        file.notOverlappedExcludeReceiveUs = 20 - bubbleUs;
        file.preparingUs = 19;
        r.data.stepTrace.push_back(file);
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
        for (int rank = 0; rank < 8; ++rank)
            QCOMPARE(find(rows, rank, TrajectoryOf::Mean)->isApart(T::ForwardBackward), rank == 5);
    }

    void ranksWithoutANumberComeLast()
    {
        QStringList order;
        for (const TrajectoryRow &r : trajectory(makeRun({rankOfToday(-1), rankOfToday(1), rankOfToday(0)}), {})) {
            if (r.of == TrajectoryOf::Mean)
                order << r.label;
        }
        QCOMPARE(order, QStringList({QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("-1")}));
    }
};

RS_TEST(TestTrajectory, QCoreApplication);
#include "tst_trajectory.moc"
