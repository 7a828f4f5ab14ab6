// SPDX-License-Identifier: Apache-2.0
// The iteration trajectory as the user meets it: bars, pickers, the table below, and what is said of missing files.
#include "items/rowsourcemodel.h"
#include "support/graphfixture.h"
#include "support/legacyfixture.h"
#include "support/testprogram.h"
#include "views/picture/colorscale.h"
#include "views/parallel/devicespage.h"
#include "views/parallel/parallelview.h"
#include "views/parallel/strategygraphpage.h"
#include "views/parallel/timepage.h"
#include "views/parallel/trajectorypage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <cmath>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 ms = 1000000;
using Shape = TrajectoryPage::Shape;

// A pipeline of two stages and four ranks in three steps; the first is ten times as long, and the last rank waits.
Run pipelineRun(bool shares = true)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int rank = 0; rank < 4; ++rank) {
        auto data = std::make_shared<RankData>();
        data->info.rank = rank;
        data->info.label = QString::number(rank);
        data->info.host = QString::number(1 + rank / 2);
        data->info.device = rank % 2;
        data->info.distributedArgs = {{QStringLiteral("pipeline_model_parallel_size"), 2},
                                      {QStringLiteral("world_size"), 4}};
        std::vector<LegacySteps::Row> times;
        std::vector<LegacySteps::Row> alone;
        for (qint64 step = 1; step <= 3; ++step) {
            const qint64 of = step == 1 ? 10 * ms : ms;
            times.push_back({step, 100 * of, 5 * of, 90 * of, 5 * of});
            if (shares)
                alone.push_back(
                    {step, {}, {}, {}, {}, (60 + rank) * of, (40 - rank) * of, 70 * of, 30 * of, (10 - rank) * of});
            StepTraceRow row;
            row.step = QString::number(step);
            row.rank = rank;
            row.computingUs = 1;
            data->stepTrace.push_back(row);
        }
        data->legacy = true;
        data->tables[LegacySteps::Kind] = LegacySteps::tableOf(times);
        data->tables[LegacySteps::Shares] = LegacySteps::tableOf(alone);
        ranks.push_back(std::move(data));
    }
    return makeRun(std::move(ranks));
}

struct Shown
{
    ViewFixture f;
    TrajectoryPage page;

    Shown() : page(f.context())
    {
        page.retranslate();
        page.resize(1100, 640);
    }
    bool open(Run run, size_t bars)
    {
        f.runs.addRun(std::move(run));
        page.invalidate();
        page.show();
        return QTest::qWaitFor([&] { return page.isComplete() && page.shown().size() == bars; });
    }
};

} // namespace

class TestTrajectoryPage : public QObject
{
    Q_OBJECT
private slots:
    void barsAreMeansOfRanks()
    {
        Shown s;
        QVERIFY(s.open(pipelineRun(), 4));
        QCOMPARE(s.page.shape(), Shape::Division);
        const StackedBar &bar = s.page.bars(Shape::Division)->bars()[1];
        // (610 + 61 + 61) / 3 of computation, (90 + 9 + 9) / 3 of collectives, (300 + 30 + 30) / 3 of receiving.
        QCOMPARE(bar.partsNs[0], 244 * ms);
        QCOMPARE(bar.partsNs[3], 36 * ms);
        QCOMPARE(bar.partsNs[4], 120 * ms);
        QCOMPARE(bar.totalNs, 400 * ms);
        // The other rank of the stage computes 60 / 61 of it: the median lies between.
        QCOMPARE(bar.peersNs, 242 * ms);
        QVERIFY(!bar.outlier);
        choose(s.page.meanPicker(), 1); // without the first step
        QCOMPARE(s.page.bars(Shape::Division)->bars()[1].totalNs, 100 * ms);
        QTRY_COMPARE(s.page.table()->table()->rows()->rowCount(), 4);
        choose(s.page.shapePicker(), 1);
        QCOMPARE(s.page.bars(Shape::Phases)->bars()[0].partsNs[1], 90 * ms);
        choose(s.page.shapePicker(), 2);
        QCOMPARE(s.page.bars(Shape::Stages)->bars()[0].partsNs[0], 70 * ms);
        QCOMPARE(s.page.pictures().size(), size_t(1));
    }

    void stageAndRangeOfStepsAreChosen()
    {
        Shown s;
        QVERIFY(s.open(pipelineRun(), 4));
        choose(s.page.stagePicker(), 2); // all, 0, 1
        QTRY_VERIFY(s.page.isComplete() && s.page.shown().size() == 2);
        QCOMPARE(s.page.shown()[0].rank, 2);
        QTRY_COMPARE(s.page.table()->table()->rows()->rowCount(), 2);
        choose(s.page.fromPicker(), 2); // first, 1, 2
        QTRY_VERIFY(s.page.isComplete() && s.page.shown().size() == 2 && s.page.shown()[0].steps == 2);
        QCOMPARE(s.page.bars(Shape::Division)->bars()[0].totalNs, 100 * ms);
        s.page.bars(Shape::Division)->setHiddenParts(2);
        const QJsonObject kept = s.page.saveState();
        TrajectoryPage other(s.f.context());
        other.restoreState(kept);
        QCOMPARE(other.saveState(), kept);
        QCOMPARE(other.bars(Shape::Division)->hiddenParts(), 2U);
        QCOMPARE(other.stagePicker()->value().toInt(), s.page.stagePicker()->value().toInt());
    }

    // Which steps a mean is of is nothing to the bars of one step.
    void aChosenStepTakesThePickersOfMeans()
    {
        Shown s;
        QVERIFY(s.open(pipelineRun(), 4));
        for (const QString &step : {QStringLiteral("2"), QString()}) {
            s.f.state.setStep(step);
            s.page.invalidate();
            QTRY_VERIFY(s.page.isComplete() && s.page.shown().size() == 4 && s.page.shown()[0].step == step);
            for (Picker *const picker : {s.page.meanPicker(), s.page.fromPicker(), s.page.toPicker()}) {
                QCOMPARE(picker->isEnabled(), step.isEmpty());
                QCOMPARE(picker->box()->toolTip().contains(QStringLiteral("Step 2 is chosen")), !step.isEmpty());
            }
        }
    }

    // A choice that hides every row is not called a missing file, and is taken back by the button.
    void aChoiceThatHidesAllIsSaidAndTakenBack_data()
    {
        QTest::addColumn<bool>("byDomain");
        QTest::addColumn<QString>("said");
        QTest::newRow("domain") << true << QStringLiteral("No rank of communication domain nowhere");
        QTest::newRow("range") << false << QStringLiteral("no step in the chosen range; there are: 1, 2, 3");
    }
    void aChoiceThatHidesAllIsSaidAndTakenBack()
    {
        QFETCH(const bool, byDomain);
        QFETCH(const QString, said);
        Shown s;
        QVERIFY(s.open(pipelineRun(), 4));
        if (byDomain)
            s.f.state.setDomain(QStringLiteral("nowhere"));
        else
            s.page.setSteps(QStringLiteral("3"), QStringLiteral("1"));
        QTRY_VERIFY2(s.page.isComplete() && s.page.emptyState()->body().contains(said),
                     qPrintable(s.page.emptyState()->body()));
        QVERIFY(!s.page.emptyState()->body().contains(QStringLiteral("step_trace_time.csv")));
        auto *const button = s.page.emptyState()->findChild<QPushButton *>();
        QVERIFY(button && !button->isHidden());
        button->click();
        QTRY_VERIFY(s.page.isComplete() && s.page.shown().size() == 4);
        QVERIFY(s.f.state.domain().isEmpty());
    }

    // Two hosts with two devices each; of one nothing is known.
    void devicesByHost()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int rank = 0; rank < 4; ++rank) {
            auto data = std::make_shared<RankData>();
            data->info.rank = rank;
            data->info.label = QString::number(rank);
            data->info.host = QString::number(1 + rank / 2);
            data->info.device = rank % 2;
            if (rank != 3) {
                addLegacyRow(*data, LegacyMemory::Kind, {}, {32.0, 8.0 * (rank + 1), 1.0});
                addLegacyRow(*data, LegacyFlops::Kind, {""}, {100.0 * (rank + 1), 10.0, 0.5});
            }
            ranks.push_back(std::move(data));
        }
        ViewFixture f;
        DevicesPage page(f.context());
        page.retranslate();
        page.resize(900, 640);
        f.runs.addRun(makeRun(std::move(ranks)));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.pictures().size() == 1);
        QVERIFY(page.map()->hasHosts());
        const DeviceLoad *const third = page.map()->loadAt(1, 0);
        QVERIFY(third);
        QCOMPARE(third->rank, 2);
        QCOMPARE(page.map()->shareOf(*third), 0.75);
        QVERIFY(!page.map()->loadAt(1, 1)); // hatched, not 0
        QVERIFY(page.map()->tip(1, 0).contains(QStringLiteral("24")));
        choose(page.measurePicker(), 1);
        QVERIFY(std::abs(*page.map()->shareOf(*page.map()->loadAt(0, 0)) - 1.0 / 3) < 1e-9);
        QTest::mouseClick(page.map(), Qt::LeftButton, {}, page.map()->cellRect(0, 1).center().toPoint());
        QCOMPARE(f.state.currentRank().index, 1);
        const QJsonObject kept = page.saveState();
        DevicesPage other(f.context());
        other.restoreState(kept);
        QCOMPARE(other.saveState(), kept);
    }

    // If only operations are known, the page opens on them, and memory says which file of this generation has it.
    void devicesOpenOnWhatThereIs()
    {
        const auto ranksOf = [](bool memory) {
            std::vector<std::shared_ptr<const RankData>> out;
            for (int rank = 0; rank < 2; ++rank) {
                auto data = std::make_shared<RankData>();
                data->info.rank = rank;
                data->info.label = QString::number(rank);
                addLegacyRow(*data, LegacyFlops::Kind, {""}, {100.0 * (rank + 1), 10.0, 0.5});
                if (memory)
                    addLegacyRow(*data, LegacyMemory::Kind, {}, {32.0, 8.0, 1.0});
                out.push_back(std::move(data));
            }
            return out;
        };
        const auto noteOf = [](const DevicesPage &page) {
            QString out;
            for (const QLabel *const label : page.findChildren<QLabel *>())
                out += label->text();
            return out;
        };
        ViewFixture f;
        DevicesPage page(f.context());
        page.retranslate();
        page.resize(900, 640);
        f.runs.addRun(makeRun(ranksOf(false)));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.pictures().size() == 1);
        const auto measure = [&page] { return static_cast<DeviceMap::Measure>(page.measurePicker()->value().toInt()); };
        QCOMPARE(measure(), DeviceMap::Measure::Flops);
        QVERIFY(page.saveState().isEmpty()); // nobody chose it
        choose(page.measurePicker(), 0);
        QVERIFY2(noteOf(page).contains(QLatin1String("memory_usage_summary_*.json")) &&
                     noteOf(page).contains(QLatin1String("profile_memory=True")),
                 qPrintable(noteOf(page)));
        page.invalidate();
        QTRY_VERIFY(page.isComplete());
        QCOMPARE(measure(), DeviceMap::Measure::Memory); // which the user chose
        f.runs.closeRun(0);
        page.restoreState({});
        f.runs.addRun(makeRun(ranksOf(true)));
        page.invalidate();
        QTRY_VERIFY(page.isComplete() && page.pictures().size() == 1);
        QCOMPARE(measure(), DeviceMap::Measure::Memory);
    }

    // Strategy files alone: the first page that has something is the graph; of a run with times it is the trajectory.
    void theViewOpensOnAPageThatHasSomething()
    {
        ViewFixture f;
        ParallelView view(f.context());
        view.resize(1100, 640);
        f.runs.addRun(makeRun({pipelineGraph(0, 0, 2, 2), pipelineGraph(1, 1, 2, 2)}));
        view.show();
        QTRY_VERIFY_WITH_TIMEOUT(view.graph()->isVisible(), 30'000);
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.graph()->isVisible());
        // Who goes to an empty page stays there.
        view.showPage(QStringLiteral("times"));
        QTRY_VERIFY(view.isComplete() && view.times()->emptyState()->isVisible());
        QVERIFY(view.times()->isVisible());

        ParallelView other(f.context());
        other.resize(1100, 640);
        f.runs.closeRun(0);
        other.show();
        f.runs.addRun(pipelineRun());
        QTRY_VERIFY(other.isComplete() && other.trajectory()->shown().size() == 4);
        QVERIFY(other.trajectory()->isVisible());
        // A step that it lacks is no reason to go on.
        f.runs.closeRun(1);
        f.runs.addRun(makeRun({pipelineGraph(0, 0, 2, 2), pipelineGraph(1, 1, 2, 2)}));
        QTRY_VERIFY(other.isComplete() && other.trajectory()->emptyState()->isVisible());
        QVERIFY(other.trajectory()->isVisible());
    }
};

RS_TEST(TestTrajectoryPage, QApplication);
#include "tst_trajectorypage.moc"
