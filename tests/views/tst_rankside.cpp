// SPDX-License-Identifier: Apache-2.0
// The right side of the overview: the pie of one rank or of several, and the tables of what its time is made of.
#include "analysis/operators/devicework.h"
#include "analysis/overview/overviewfigures.h"
#include "analysis/ranks/domains.h"
#include "items/rowsourcemodel.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "views/overview/basehead.h"
#include "views/overview/overviewview.h"
#include "views/overview/rankdetails.h"
#include "views/overview/rankside.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/picker.h"
#include "views/picture/piechart.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace rs;
using namespace rs::test;

namespace {

// Two steps. In the first: 7 us of kernels on two cores, 6 us of communication of which kernels cover 2.
std::shared_ptr<const RankData> workingRank(int number, bool withTable = true)
{
    TinyRank r(number);
    r.step(1, 0, 20'000);
    r.kernel("MatMul1", 3'000, 4'000);
    r.launch(1'000, 3'000);
    r.kernel("Add2", 12'000, 3'000, "AI_VECTOR_CORE");
    r.launch(2'000, 12'000);
    r.communication("hcom_allReduce__1_0_1", 13'000, 5'000);
    r.communication("hcom_allGather__1_1_1", 8'000, 1'000);
    r.step(2, 20'000, 20'000);
    r.kernel("MatMul1", 22'000, 9'000);
    r.launch(21'000, 22'000);
    if (withTable) {
        r.kernelRow("MatMul1", "MatMulV3", "AI_CORE", "2,3;3,4", 3'000, 4'000);
        r.kernelRow("Add2", "Add", "AI_VECTOR_CORE", "2,4", 12'000, 3'000);
        r.kernelRow("MatMul1", "MatMulV3", "AI_CORE", "2,3;3,4", 22'000, 9'000);
    }
    return r.finish();
}

QPoint inSlice(const PieChart &pie, int slice)
{
    for (int y = 0; y < pie.height(); y += 2) {
        for (int x = 0; x < pie.width(); x += 2) {
            if (pie.sliceAt(QPointF(x, y)) == slice)
                return {x, y};
        }
    }
    return {-1, -1};
}

struct Shown
{
    explicit Shown(std::vector<std::shared_ptr<const RankData>> ranks, QSize size = {1500, 1000})
    {
        fixture.runs.addRun(makeRun(std::move(ranks)));
        fixture.state.setCurrentRank({0, 0});
        view = std::make_unique<OverviewView>(fixture.context());
        view->resize(size);
        view->show();
    }
    [[nodiscard]] bool settle() const
    {
        return QTest::qWaitFor([this] { return view->isComplete() && details().isComplete(); });
    }
    [[nodiscard]] RankDetails &details() const { return *view->side()->details(); }
    [[nodiscard]] TableView &table() const { return *details().table(); }
    void clickPie(int slice) const
    {
        PieChart *const pie = view->pie();
        QTest::mouseClick(pie, Qt::LeftButton, {}, inSlice(*pie, slice));
    }
    [[nodiscard]] QString cell(int row, QStringView column) const
    {
        const QAbstractItemModel *const rows = table().model();
        return rows->index(row, table().rows()->columnOf(column)).data().toString();
    }
    void clickRow(TableView &where, int row, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTableView *const rows = where.view();
        const QRect at = rows->visualRect(where.rows()->index(row, rows->horizontalHeader()->logicalIndexAt(5)));
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, modifiers, at.center());
    }

    ViewFixture fixture;
    std::unique_ptr<OverviewView> view;
};

} // namespace

class TestRankSide : public QObject
{
    Q_OBJECT
private slots:
    void kernelsAndTheirCores_data()
    {
        QTest::addColumn<bool>("table");
        QTest::newRow("kernel_details.csv") << true;
        QTest::newRow("trace alone") << false;
    }

    void kernelsAndTheirCores()
    {
        QFETCH(const bool, table);
        const auto rank = workingRank(0, table);
        const KernelWorks all = kernelWorks(*rank, {});
        QCOMPARE(all.fromTrace, !table);
        QCOMPARE(all.kernels.size(), size_t(3));
        QCOMPARE(all.kernels[0].durationNs, std::optional<qint64>(9'000));
        QCOMPARE(all.kernels[2].durationNs, std::optional<qint64>(3'000));
        QVERIFY(all.kernels[0].slice != NoSlice);
        const std::vector<CoreWork> cores = coreWorks(*rank, {QStringLiteral("1"), {}});
        QCOMPARE(cores.size(), size_t(2));
        QCOMPARE(cores[0].core, QStringLiteral("AI_CORE"));
        QCOMPARE(cores[0].totalNs, 4'000);
        QCOMPARE(cores[1].core, QStringLiteral("AI_VECTOR_CORE"));
        QCOMPARE(cores[1].kernels, 1);
        QCOMPARE(kernelWorks(*rank, {QStringLiteral("2"), QStringLiteral("AI_CORE")}).kernels.size(), size_t(1));
        QVERIFY(kernelWorks(*rank, {QStringLiteral("2"), QStringLiteral("AI_VECTOR_CORE")}).kernels.empty());
        const JobContext job;
        job.cancel();
        QVERIFY(kernelWorks(*rank, {}, job).kernels.empty());
    }

    void communicationIsCoveredOrNot()
    {
        const Run run = makeRun({workingRank(0)});
        const std::vector<CommWork> works = commWorks(run, 0, {QStringLiteral("1"), {}});
        QCOMPARE(works.size(), size_t(2));
        QCOMPARE(works[0].uncoveredNs, std::optional<qint64>(3'000)); // 13 to 18 us, of which a kernel runs until 15
        QCOMPARE(works[0].coveredNs, std::optional<qint64>(2'000));
        QCOMPARE(works[1].uncoveredNs, std::optional<qint64>(1'000));
        QCOMPARE(works[1].coveredNs, std::optional<qint64>(0));
        QCOMPARE(works[0].step, QStringLiteral("1"));
        QVERIFY(commWorks(run, 0, {QStringLiteral("2"), {}}).empty());
        QVERIFY(commWorks(run, 7, {}).empty());
    }

    void filesServeWhereThereIsNoTrace()
    {
        auto rank = fileRank(0);
        CommOp op;
        op.step = QStringLiteral("1");
        op.name = QStringLiteral("hcom_allReduce__1_0_1");
        op.groupHash = QStringLiteral("77");
        op.startUs = 12.5;
        op.elapseMs = 1.5;
        rank->commOps = CommOps({op});
        const std::vector<CommWork> works = commWorks(makeRun({rank}), 0, {});
        QCOMPARE(works.size(), size_t(1));
        QCOMPARE(works[0].name, op.name);
        QCOMPARE(works[0].durationNs, std::optional<qint64>(1'500'000));
        QVERIFY(!works[0].uncoveredNs && !works[0].coveredNs); // unknown is not 0
    }

    void aSliceOfThePieChoosesTheTable()
    {
        const Shown s({workingRank(0)});
        QVERIFY(s.settle());
        QCOMPARE(s.details().part(), RankDetails::Part::Compute);
        QVERIFY(!s.table().visibleRegion().isEmpty());
        QTRY_COMPARE(s.table().model()->rowCount(), 3);
        s.clickPie(2);
        QCOMPARE(s.details().part(), RankDetails::Part::Communication);
        QVERIFY(s.settle());
        QTRY_COMPARE(s.table().model()->rowCount(), 2);
        QCOMPARE(s.cell(0, u"operator"), QStringLiteral("hcom_allReduce__1_0_1")); // the least covered first
        s.clickPie(3);
        QCOMPARE(s.details().part(), RankDetails::Part::Idle);
        QVERIFY(s.settle());
        QTRY_VERIFY(s.table().model()->rowCount() > 0);
        // The whole gap, not the kernel behind it.
        QSignalSpy revealed(&s.fixture.state, &ViewState::revealRequested);
        emit s.table().activated(0);
        QCOMPARE(revealed.count(), 1);
        const auto span = revealed[0][2].value<TimeWindow>();
        QCOMPARE(span.lengthNs(),
                 s.table().rows()->source()->integer(0, s.table().rows()->source()->columnOf(u"duration")));
        s.clickPie(0);
        QCOMPARE(s.details().part(), RankDetails::Part::Compute);
    }

    void rowsLeadToTheTimeline()
    {
        Shown s({workingRank(0)});
        QVERIFY(s.settle());
        QTRY_COMPARE(s.table().model()->rowCount(), 3);
        QSignalSpy revealed(&s.fixture.state, &ViewState::revealRequested);
        QTableView *const rows = s.table().view();
        const QPoint at = rows->visualRect(rows->model()->index(0, s.table().rows()->columnOf(u"name"))).center();
        QTest::mouseDClick(rows->viewport(), Qt::LeftButton, {}, at);
        QVERIFY(revealed.count() > 0);
        const auto &trace = *s.fixture.runs.rank({0, 0})->trace;
        const SliceId slice = s.fixture.state.selection().slice;
        QVERIFY(slice != NoSlice);
        QCOMPARE(trace.slices().start(slice), 22'000); // the longest of all
    }

    void theCoreIsChosen()
    {
        const Shown s({workingRank(0)});
        QVERIFY(s.settle());
        Picker *const core = s.details().corePicker();
        QTRY_COMPARE(core->box()->count(), 3);
        QVERIFY2(core->box()->itemText(1).startsWith(QStringLiteral("AI_CORE: 13.000")),
                 qPrintable(core->box()->itemText(1)));
        core->box()->setCurrentIndex(2);
        emit core->box()->activated(2);
        QVERIFY(s.settle());
        QTRY_COMPARE(s.table().model()->rowCount(), 1);
        QCOMPARE(s.cell(0, u"type"), QStringLiteral("Add"));
        QCOMPARE(s.cell(0, u"input-shapes"), QStringLiteral("2,4"));
    }

    void theStepCounts()
    {
        Shown s({workingRank(0)});
        QVERIFY(s.settle());
        QTRY_COMPARE(s.table().model()->rowCount(), 3);
        s.fixture.state.setStep(QStringLiteral("1"));
        QVERIFY(s.settle());
        QTRY_COMPARE(s.table().model()->rowCount(), 2);
    }

    void whatIsMissingIsSaid()
    {
        Shown s({fileRank(0)});
        QVERIFY(s.settle());
        QTRY_VERIFY(s.details().body()->isEmpty());
        const auto said = [&s] { return s.details().body()->emptyState()->body(); };
        QTRY_VERIFY(said().contains(QStringLiteral("kernel_details.csv")));
        QVERIFY(said().contains(QStringLiteral("ProfilerActivity.NPU")));
        s.clickPie(2);
        QVERIFY(s.settle());
        QTRY_VERIFY(said().contains(QStringLiteral("communication.json")));
    }

    void aRankOutsideTheDomainIsNamed()
    {
        const auto ofGroup = [](int rank) {
            auto data = std::make_shared<RankData>(*workingRank(rank));
            GroupInfo group;
            group.commName = QStringLiteral("group_of_1");
            group.pgName = QStringLiteral("tp");
            group.globalRanks = {1};
            data->groups = {group};
            return data;
        };
        Shown s({ofGroup(0), ofGroup(1)});
        QVERIFY(s.settle());
        const auto all = domains(*s.fixture.runs.run(0));
        QCOMPARE(all.size(), size_t(1));
        s.fixture.state.setDomain(all.front().hash);
        QVERIFY(s.settle());
        QCOMPARE(s.view->rows().size(), size_t(1));
        QString said;
        for (const QLabel *const label : s.view->side()->findChildren<QLabel *>())
            said += label->text() + label->toolTip() + u'\n';
        QVERIFY2(said.contains(QLatin1String("Rank 0 is not in the chosen communication domain")), qPrintable(said));
    }

    void severalRanksAreTheirMean()
    {
        OverviewItem a;
        a.rank = 3;
        a.pureNs = 10;
        a.idleNs = 4;
        OverviewItem b = a;
        b.rank = 4;
        b.pureNs = 20;
        b.idleNs.reset();
        const OverviewItem both = meanOfRanks({a, b});
        QCOMPARE(both.pureNs, std::optional<qint64>(15));
        QVERIFY(!both.idleNs);
        QCOMPARE(both.rankLabel, QStringLiteral("3-4"));
        QVERIFY(!both.preparingMissing); // neither has it
        a.preparingNs = 5;
        QVERIFY(meanOfRanks({a, b}).preparingMissing);
        b.preparingNs = 7;
        QCOMPARE(meanOfRanks({a, b}).preparingNs, std::optional<qint64>(6));

        const QStringList steps{QStringLiteral("1")};
        Shown s({fileRank(0, steps, 8000), fileRank(1, steps, 9000), fileRank(2, steps, 10'000)});
        QVERIFY(s.settle());
        TableView &all = *s.view->table();
        s.clickRow(all, 0);
        QVERIFY(s.settle());
        QCOMPARE(s.view->pie()->slices()[0].value, 7'000'000.0);
        s.clickRow(all, 2, Qt::ControlModifier);
        QVERIFY(s.settle());
        QCOMPARE(all.selectedRows().size(), size_t(2));
        QCOMPARE(s.view->pie()->slices()[0].value, 8'000'000.0);
        QStringList texts;
        for (const QLabel *label : s.view->side()->frame()->findChildren<QLabel *>())
            texts << label->text();
        QVERIFY2(texts.contains(QStringLiteral("Ranks 0, 2")), qPrintable(texts.join(u'|')));
        QTRY_VERIFY(s.details().body()->emptyState()->body().contains(QStringLiteral("several ranks or steps")));
        s.clickRow(all, 1);
        QVERIFY(s.settle());
        QCOMPARE(s.view->pie()->slices()[0].value, 8'000'000.0);
        QCOMPARE(s.fixture.state.currentRank(), (RankRef{0, 1}));
    }

    void tabsWhereThereIsNoRoom()
    {
        const Shown s({workingRank(0)}, {1000, 480});
        QVERIFY(s.settle());
        RankSide &side = *s.view->side();
        QVERIFY(side.indexOf(&s.details()) > 0);
        QVERIFY(!s.details().isVisible());
        s.clickPie(1);
        QVERIFY(s.details().isVisible());
        QCOMPARE(s.details().part(), RankDetails::Part::Communication);
        QVERIFY(s.settle());
        QTRY_COMPARE(s.table().model()->rowCount(), 2);
        s.view->resize(1500, 1000);
        QTRY_COMPARE(side.indexOf(&s.details()), -1);
        QVERIFY(s.details().isVisible());
        QVERIFY(!s.view->pie()->visibleRegion().isEmpty());
        // A table in which one works stays in sight when the room goes.
        s.view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(s.view.get()));
        s.table().view()->setFocus();
        s.view->resize(1000, 480);
        QTRY_VERIFY(side.indexOf(&s.details()) > 0);
        QVERIFY(s.details().isVisible());
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(s.table().view()));
    }

    void theHeadSaysWhatTheRunIs()
    {
        const auto ofWorld = [](int number) {
            const auto rank = fileRank(number, {QStringLiteral("1"), QStringLiteral("2")});
            rank->info.framework = Framework::PyTorch;
            rank->info.level = QStringLiteral("Level1");
            rank->info.distributedArgs[QStringLiteral("world_size")] = 4;
            return rank;
        };
        Shown s({ofWorld(0), ofWorld(1), ofWorld(3)});
        BaseHead &head = *s.view->base();
        QTRY_COMPARE(head.line(),
                     QStringLiteral("pytorch  ·  profiler level Level1  ·  3 of 4 ranks  ·  missing: 2  ·  2 step(s)"));
        QTRY_VERIFY(!head.visibleRegion().isEmpty());
        QVERIFY(!head.table()->isVisible());
        QTest::mouseClick(head.button(), Qt::LeftButton);
        QVERIFY(head.table()->isVisible());
        QTRY_VERIFY(head.table()->model()->rowCount() > 5);
        const QJsonObject kept = s.view->saveState();
        QTest::mouseClick(head.button(), Qt::LeftButton);
        QVERIFY(!head.table()->isVisible());
        s.view->restoreState(kept);
        QVERIFY(head.table()->isVisible());
        s.fixture.runs.closeRun(0);
        QTRY_VERIFY(!head.isVisible());
        // While another run is read, the line has nothing of the closed one.
        QCOMPARE(head.line(), QString());
        head.setCompact(true);
        head.setCompact(false);
        QVERIFY(!head.isVisible());
    }

    // The schedule has 3 active steps and rank 0 recorded 2; rank 1 was asked for 2, rank 2 for none.
    void theHeadSaysThatACaptureIsIncomplete()
    {
        const auto asked = [](int number, const char *active) {
            const auto rank = fileRank(number, {QStringLiteral("1"), QStringLiteral("2")});
            rank->info.framework = Framework::PyTorch;
            if (active)
                rank->info.settings[QStringLiteral("schedule.active")] = QString::fromLatin1(active);
            return rank;
        };
        Shown s({asked(0, "3"), asked(1, "2"), asked(2, nullptr)});
        const BaseHead &head = *s.view->base();
        QTRY_VERIFY2(head.line().endsWith(QStringLiteral("2 step(s)  ·  incomplete: stopped early on 1 rank(s)")),
                     qPrintable(head.line()));
        const Shown whole({asked(0, "2"), asked(1, "2")});
        QTRY_VERIFY2(whole.view->base()->line().endsWith(QStringLiteral("2 step(s)")),
                     qPrintable(whole.view->base()->line()));
    }
};

RS_TEST(TestRankSide, QApplication);
#include "tst_rankside.moc"
