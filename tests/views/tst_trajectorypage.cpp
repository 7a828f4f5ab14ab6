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
#include "views/widgets/elidedlabel.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QComboBox>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
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
        grab(s.page, QStringLiteral("trajectory"));
    }

    // As of a pipeline whose receives run beside computing: 45 ms of them, of 40 ms of communication alone.
    void receivesBesideComputingMakeNoStepLonger()
    {
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 0;
        rank->info.label = QStringLiteral("0");
        StepTraceRow row;
        row.step = QStringLiteral("1");
        row.rank = 0;
        rank->stepTrace.push_back(row);
        rank->legacy = true;
        rank->tables[LegacySteps::Kind] = LegacySteps::tableOf({{1, 100 * ms, 5 * ms, 90 * ms, 5 * ms}});
        rank->tables[LegacySteps::Shares] =
            LegacySteps::tableOf({{1, {}, {}, {}, {}, 60 * ms, 40 * ms, 55 * ms, 45 * ms, -5 * ms}});
        Shown s;
        QVERIFY(s.open(makeRun({rank}), 1));
        QCOMPARE(s.page.shape(), Shape::Division);
        const StackedBar &bar = s.page.bars(Shape::Division)->bars()[0];
        QCOMPARE(bar.partsNs[0], 60 * ms);
        QCOMPARE(bar.partsNs[3], 0);
        QCOMPARE(bar.partsNs[4], 40 * ms);
        QCOMPARE(bar.totalNs, 100 * ms);
        const auto *const note = s.page.frame()->findChild<ElidedLabel *>(QStringLiteral("note"));
        QVERIFY2(note->text().contains(QStringLiteral("less than 0")), qPrintable(note->text()));
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

    // Files of MindSpore 1.x do not tell idle time.
    void aColumnThatNoFileFillsIsHidden()
    {
        Shown s;
        QVERIFY(s.open(pipelineRun(), 4));
        QTRY_VERIFY(s.page.table()->rows() != nullptr);
        const auto isShown = [&](QStringView id) {
            const std::vector<ColumnSpec> &columns = s.page.table()->rows()->columns();
            return std::find_if(columns.begin(), columns.end(), [id](const ColumnSpec &c) { return c.id == id; })
                ->shown;
        };
        QVERIFY(!isShown(u"idle"));
        QVERIFY(isShown(u"tail") && isShown(u"stage") && isShown(u"stage-time"));
    }

    void aStageThatTheRanksLackIsTakenBackAloud()
    {
        Shown s;
        QVERIFY(s.open(pipelineRun(), 4));
        QSignalSpy said(&s.f.state, &ViewState::noticed);
        s.page.restoreState({{QStringLiteral("stage"), 7}});
        QTRY_COMPARE(said.size(), 1);
        QVERIFY2(said[0][0].toString().contains(QLatin1String("stage 7: all stages are shown")),
                 qPrintable(said[0][0].toString()));
        QCOMPARE(s.page.stagePicker()->value().toInt(), -1);
    }

    void theChosenStepIsShown()
    {
        Shown s;
        QVERIFY(s.open(pipelineRun(), 4));
        s.f.state.setStep(QStringLiteral("1"));
        QTRY_VERIFY(s.page.isComplete() && s.page.shown().size() == 4 && s.page.shown()[0].step == QLatin1String("1"));
        QCOMPARE(s.page.bars(Shape::Division)->bars()[0].totalNs, 1000 * ms);
    }

    void aBarChoosesItsRankByMouseAndKeys()
    {
        Shown s;
        QVERIFY(s.open(pipelineRun(), 4));
        StackedBars *const bars = s.page.bars(Shape::Division);
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->centerOf(2).toPoint());
        QCOMPARE(s.f.state.currentRank().index, 2);
        QTest::keyClick(bars, Qt::Key_Left);
        QCOMPARE(s.f.state.currentRank().index, 1);
        choose(s.page.orderPicker(), 5); // computation, the longest first
        QCOMPARE(s.page.shown()[0].rank, 3);
        s.f.state.setCurrentRank({s.f.state.currentRank().run, 3});
        QCOMPARE(bars->selected(), 0);
    }

    void theTableIsOrderedAsTheBars()
    {
        Shown s;
        QVERIFY(s.open(pipelineRun(), 4));
        const TableView *const table = s.page.table()->table();
        QTRY_COMPARE(table->rows()->rowCount(), 4);
        const auto first = [table] { return table->view()->model()->index(0, 0).data().toString(); };
        QTRY_COMPARE(first(), QStringLiteral("0"));
        choose(s.page.orderPicker(), 5); // computation, the longest first
        QTRY_COMPARE(first(), QStringLiteral("3"));
        choose(s.page.orderPicker(), 0);
        QTRY_COMPARE(first(), QStringLiteral("0"));
    }

    // Without shares there is nothing of communication: the phases are shown instead of nothing.
    void whatFilesLackIsNotShown()
    {
        Shown s;
        QVERIFY(s.open(pipelineRun(false), 4));
        QCOMPARE(s.page.shape(), Shape::Phases);
        QCOMPARE(s.page.bars(Shape::Phases)->bars()[0].totalNs, 400 * ms);
        // The others cannot be chosen, and say why.
        QComboBox *const box = s.page.shapePicker()->box();
        const auto isOffered = [box](int i) {
            return box->model()->flags(box->model()->index(i, 0)) & Qt::ItemIsEnabled;
        };
        QVERIFY(!isOffered(0) && isOffered(1) && !isOffered(2));
        QVERIFY(box->itemData(0, Qt::ToolTipRole).toString().contains(QStringLiteral("do not tell computation")));
        QVERIFY(box->itemData(2, Qt::ToolTipRole).toString().contains(QStringLiteral("no stage times")));
        for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down, Qt::Key_Home, Qt::Key_End}) {
            QTest::keyClick(box, key);
            QCOMPARE(s.page.shape(), Shape::Phases);
        }
        s.f.runs.closeRun(0);
        const int second = s.f.runs.addRun(pipelineRun());
        s.f.state.setCurrentRank({second, 0});
        s.page.invalidate();
        QTRY_VERIFY(s.page.isComplete() && isOffered(0) && isOffered(1) && isOffered(2));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(s.page.shape(), Shape::Division);
        QCOMPARE(s.page.bars(Shape::Division)->bars()[1].totalNs, 400 * ms);
    }

    void withoutItsFilesItSaysWhich()
    {
        Shown s;
        s.page.show();
        QTRY_VERIFY(s.page.isComplete());
        QVERIFY(s.page.pictures().empty());
        auto empty = std::make_shared<RankData>();
        empty->info.rank = 0;
        empty->info.label = QStringLiteral("0");
        s.f.runs.addRun(makeRun({empty}));
        s.page.invalidate();
        QTRY_VERIFY2(s.page.emptyState()->body().contains(QStringLiteral("step_trace_time.csv")),
                     qPrintable(s.page.emptyState()->body()));
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
        grab(page, QStringLiteral("devices"));
    }

    // Hosts that no file names are one row; devices of equal numbers cannot be of one host.
    void devicesOfHostsThatAreNotKnown()
    {
        const Theme theme;
        DeviceMap map(&theme);
        DeviceLoad first;
        first.label = QStringLiteral("4");
        first.device = 0;
        DeviceLoad second = first;
        second.device = 3;
        map.setLoads(std::make_shared<const std::vector<DeviceLoad>>(std::vector{first, second}));
        QVERIFY(map.hasHosts());
        QCOMPARE(map.rowNames(), QStringList(QStringLiteral("Host not known")));
        QVERIFY(map.loadAt(0, 3) && !map.loadAt(0, 1));
        map.setLoads(std::make_shared<const std::vector<DeviceLoad>>(std::vector{first, first}));
        QVERIFY(!map.hasHosts());
        QCOMPARE(map.rowNames(), QStringList(QStringLiteral("4")));
    }

    void smallBoundsOfAScaleKeepTheirDigits_data()
    {
        QTest::addColumn<double>("high");
        QTest::addColumn<QString>("said");
        QTest::newRow("tiny") << 0.00012 << QStringLiteral("0.00012 %");
        QTest::newRow("small") << 0.031 << QStringLiteral("0.031 %");
        QTest::newRow("usual") << 12.5 << QStringLiteral("12.5 %");
        QTest::newRow("whole") << 100.0 << QStringLiteral("100 %");
    }
    void smallBoundsOfAScaleKeepTheirDigits()
    {
        QFETCH(const double, high);
        QFETCH(const QString, said);
        const Theme theme;
        ColorScale scale(&theme);
        scale.setBounds(0, high, QStringLiteral("%"), true);
        QCOMPARE(scale.figures(), (QStringList{QStringLiteral("0 %"), said}));
    }

    // Where only operations are known, the page opens on them, and memory says which file of this generation has it.
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

    void theViewHasThePage()
    {
        ViewFixture f;
        ParallelView view(f.context());
        QVERIFY(view.pageNames().contains(QStringLiteral("trajectory")));
        QVERIFY(!view.title().isEmpty());
        view.showPage(QStringLiteral("devices"));
        const QJsonObject kept = view.saveState();
        ParallelView other(f.context());
        other.restoreState(kept);
        QCOMPARE(other.saveState(), kept);
    }
};

RS_TEST(TestTrajectoryPage, QApplication);
#include "tst_trajectorypage.moc"
