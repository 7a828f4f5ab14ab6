// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "viewfixture.h"

#include "items/format.h"
#include "items/modelroles.h"
#include "views/host/alignpage.h"
#include "views/host/chainpage.h"
#include "views/host/dispatchpage.h"
#include "views/host/idlepage.h"
#include "views/host/transferspage.h"
#include "views/host/trendchart.h"
#include "views/browse/systemview.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>

using namespace rs;
using test::TinyRank;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

void launchKernel(TinyRank &r, int i, qint64 launch, qint64 start, qint64 duration)
{
    const std::string id = std::to_string(100 + i);
    r.host("aten::mm", launch - 12 * us, 20 * us);
    r.slice("2", "1", "Node@launch", launch, 2 * us);
    r.kernel("k" + std::to_string(i), start, duration);
    r.flow("HostToDevice", id, "2", "1", launch, "3", "7", start);
    r.flow("async_npu", id, "1", "1", launch - 12 * us, "3", "7", start);
}

// Step 1 keeps the device busy; in step 2 each kernel of 10 us starts 4 us after its launch, launches come every 40 us.
// Three collectives end at the same moments on every rank; `offset` is the rank's clock.
std::shared_ptr<const RankData> rankOf(int number, qint64 offset)
{
    TinyRank r(number);
    const qint64 t = base + offset;
    r.step(1, t - 20 * us, 2500 * us);
    for (int i = 0; i < 50; ++i)
        launchKernel(r, i, t + i * 22 * us, t + 4 * us + i * 40 * us, 40 * us);
    const qint64 second = t + 3000 * us;
    r.step(2, second - 20 * us, 2100 * us);
    for (int i = 0; i < 50; ++i)
        launchKernel(r, 50 + i, second + i * 40 * us, second + 4 * us + i * 40 * us, 10 * us);
    for (int i = 0; i < 4; ++i)
        r.communication("hcom_allReduce__128_" + std::to_string(i) + "_1", t + 2100 * us + i * 50 * us - number * us,
                        (20 + number) * us);
    return r.finish();
}

struct Fixture : test::ViewFixture
{
    std::unique_ptr<SystemView> view;

    explicit Fixture(std::vector<std::shared_ptr<const RankData>> ranks)
    {
        if (!ranks.empty())
            runs.addRun(test::makeRun(std::move(ranks)));
        view = std::make_unique<SystemView>(context());
        view->resize(1200, 360);
        view->show();
        if (!runs.isEmpty())
            state.setCurrentRank({0, 0});
    }
    template <typename Page>
    Page *show(const QString &name)
    {
        view->showPage(name);
        QCoreApplication::processEvents();
        auto *page = qobject_cast<Page *>(view->currentPage());
        const bool complete = page && QTest::qWaitFor([page] { return page->isComplete(); }, 10000);
        if (complete)
            test::grab(*view, QStringLiteral("launch-") + name);
        return complete ? page : nullptr;
    }
};

Fixture twoRanks()
{
    return Fixture({rankOf(0, 0), rankOf(1, 60'000'000 * us)});
}

QStringList actionsOf(QMenu &menu)
{
    QStringList out;
    for (const QAction *a : menu.actions())
        out << a->text();
    return out;
}

} // namespace

class TestLaunchPages : public QObject
{
    Q_OBJECT
private slots:
    void dispatchShowsTheHostBoundStep();
    void theTrendFollowsTheCurrentRank();
    void longDelaysDoNotFlattenTheTrend();
    void tablesKeepTheirRowsInALowDock();
    void windowsJumpToTheirFirstTask();
    void causesAddUpInTheTable();
    void causesAndGapsFollowTheChosenStep();
    void gapsJumpAndNameTheirMembers();
    void chainsAreCountedAndJump();
    void alignmentIsAppliedAndTakenBack();
    void oneRankHasNoClockToCompare();
    void transfersPairAndListTheRest();
    void emptyPagesSayWhatIsMissing_data();
    void emptyPagesSayWhatIsMissing();
    void ranksThatComeLaterAreAdded();
    void theNewestRankWins();
};

void TestLaunchPages::dispatchShowsTheHostBoundStep()
{
    Fixture f = twoRanks();
    auto *page = f.show<DispatchPage>(QStringLiteral("dispatch"));
    QVERIFY(page);
    const QAbstractItemModelTester tester(page->stepTable()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(page->steps().rowCount(), 4);
    const int lines = page->steps().columnOf(u"lines");
    const int share = page->steps().columnOf(u"vertical");
    for (int r = 0; r < 4; ++r) {
        const bool second = page->steps().index(r, page->steps().columnOf(u"step")).data().toString() == u"2";
        QCOMPARE(page->steps().index(r, lines).data().toString(),
                 second ? QStringLiteral("vertical") : QStringLiteral("slanted"));
        QCOMPARE(page->steps().index(r, share).data(ShareRole).toDouble() > 0.9, second);
    }
    QVERIFY2(page->summary().contains(QStringLiteral("2 step")), qPrintable(page->summary()));
    // The worst step stands on top.
    QVERIFY(page->stepTable()->view()->model()->index(0, lines).data().toString() == u"vertical");
    QCOMPARE(page->pictures().size(), size_t(1));
}

void TestLaunchPages::theTrendFollowsTheCurrentRank()
{
    Fixture f = twoRanks();
    auto *page = f.show<DispatchPage>(QStringLiteral("dispatch"));
    QVERIFY(page);
    // Step 1 piles delay upon delay, from 4 us to 886 us; in step 2 each kernel starts after 4 us.
    const auto &trend = page->trendChart()->trend();
    QVERIFY(trend.size() > 20);
    const auto [low, high] = std::minmax_element(trend.begin(), trend.end(),
                                                 [](const auto &a, const auto &b) { return a.medianNs < b.medianNs; });
    QVERIFY(high->medianNs - low->medianNs > 850 * us);
    QVERIFY(high->timeNs < base + 2000 * us);
    QVERIFY(std::abs(trend.back().medianNs - low->medianNs) < 2 * us);
    const qint64 first = trend.front().timeNs;
    f.state.setCurrentRank({0, 1});
    QVERIFY(QTest::qWaitFor(
        [&] { return !page->trendChart()->trend().empty() && page->trendChart()->trend().front().timeNs != first; },
        10000));
}

// Delays of 4 us, one of 80 ms among them, and a stretch without any launch.
void TestLaunchPages::longDelaysDoNotFlattenTheTrend()
{
    Fixture f = twoRanks();
    TrendChart chart(f.context().theme);
    chart.resize(800, 300);
    std::vector<DelayTrendPoint> trend;
    for (int i = 0; i < 40; ++i) {
        if (i != 20)
            trend.push_back({base + i * 1000 * us, 4 * us, i == 7 ? 80'000 * us : 6 * us});
    }
    chart.setTrend(trend, base);
    const ValueAxis axis = chart.valueAxis(chart.plot().height());
    QVERIFY(axis.logarithmic && axis.ticks().size() >= 4);
    const double middle = axis.y(chart.plot(), 4 * us);
    QVERIFY(middle < chart.plot().bottom() - chart.plot().height() / 20);
    const QPoint between(static_cast<int>(chart.xOf(base + 20'000 * us)), chart.plot().center().y());
    QVERIFY2(chart.tipLines(between)[1].second.startsWith(QLatin1String("no launches")),
             qPrintable(chart.tipLines(between)[1].second));
    (void)chart.grab();
    const std::vector<CurvePixel> &drawn = *chart.drawnPixels(0);
    QVERIFY(std::none_of(drawn.begin(), drawn.end(), [&](const CurvePixel &p) {
        return p.x == between.x() - chart.plot().left();
    }));
}

void TestLaunchPages::tablesKeepTheirRowsInALowDock()
{
    Fixture f = twoRanks();
    f.view->resize(1200, 200);
    auto *page = f.show<DispatchPage>(QStringLiteral("dispatch"));
    QVERIFY(page);
    QTableView *const rows = page->stepTable()->view();
    QVERIFY2(rows->viewport()->height() >= 4 * rows->rowHeight(0),
             qPrintable(QString::number(rows->viewport()->height())));
    // What does not fit is scrolled to, and the page takes the room that there is.
    QVERIFY(page->stepTable()->mapTo(page, QPoint(0, page->stepTable()->height())).y() > page->height());
    f.view->resize(1200, 1000);
    QTRY_VERIFY(page->stepTable()->mapTo(page, QPoint(0, page->stepTable()->height())).y() <= page->height());
}

void TestLaunchPages::windowsJumpToTheirFirstTask()
{
    Fixture f = twoRanks();
    auto *page = f.show<DispatchPage>(QStringLiteral("dispatch"));
    QVERIFY(page);
    QCOMPARE(page->windows().rowCount(), 2);
    QSignalSpy spy(&f.state, &ViewState::revealRequested);
    QTableView *const view = page->windowTable()->view();
    const QModelIndex first = view->model()->index(0, 0);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(first).center());
    QCOMPARE(spy.size(), 1);
    QCOMPARE(f.state.selection().slice, test::sliceNamed(*f.runs.rank(f.state.selection().rank)->trace, "k50"));
}

void TestLaunchPages::causesAddUpInTheTable()
{
    Fixture f = twoRanks();
    auto *page = f.show<IdlePage>(QStringLiteral("idle"));
    QVERIFY(page);
    const QAbstractItemModelTester tester(page->totalsTable()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(page->totals().rowCount() >= 4);
    for (int r = 0; r < page->totals().rowCount(); ++r) {
        qint64 sum = 0;
        for (int c = page->totals().columnOf(u"free") + 1; c < page->totals().columnCount(); ++c)
            sum += page->totals().index(r, c).data(SortRole).toLongLong();
        QCOMPARE(sum, page->totals().index(r, page->totals().columnOf(u"free")).data(SortRole).toLongLong());
    }
    QVERIFY2(page->summary().contains(QStringLiteral("Host late")), qPrintable(page->summary()));
}

void TestLaunchPages::causesAndGapsFollowTheChosenStep()
{
    Fixture f = twoRanks();
    auto *page = f.show<IdlePage>(QStringLiteral("idle"));
    QVERIFY(page);
    const auto stepsOf = [page] {
        QSet<QString> out;
        for (int r = 0; r < page->totals().rowCount(); ++r)
            out << page->totals().index(r, page->totals().columnOf(u"step")).data().toString();
        return out;
    };
    const int causes = page->totals().rowCount();
    const int gaps = page->gapTable()->rows()->rowCount();
    QVERIFY(stepsOf().size() > 1);
    const QString whole = page->whyWhole();
    const QString step = page->totals().index(0, page->totals().columnOf(u"step")).data().toString();
    f.state.setStep(step);
    QTRY_VERIFY(page->isComplete() && page->totals().rowCount() < causes);
    QCOMPARE(stepsOf(), QSet<QString>{step});
    QCOMPARE(page->totals().rowCount(), 2); // of both ranks
    QTRY_VERIFY(page->gapTable()->rows()->rowCount() > 0 && page->gapTable()->rows()->rowCount() < gaps);
    QVERIFY(page->whyWhole() != whole);
    f.state.setStep({});
    QTRY_COMPARE(page->gapTable()->rows()->rowCount(), gaps);
    QCOMPARE(page->totals().rowCount(), causes);
}

void TestLaunchPages::gapsJumpAndNameTheirMembers()
{
    Fixture f = twoRanks();
    auto *page = f.show<IdlePage>(QStringLiteral("idle"));
    QVERIFY(page);
    RowSourceModel *const model = page->gapTable()->rows();
    const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(model->rowCount() > 40);
    // By length, the longest first.
    QVERIFY(model->index(0, model->columnOf(u"duration")).data(SortRole).toLongLong() >=
            model->index(1, model->columnOf(u"duration")).data(SortRole).toLongLong());
    int late = -1;
    for (int r = 0; r < model->rowCount() && late < 0; ++r) {
        if (model->index(r, model->columnOf(u"cause")).data().toString() == u"Host late")
            late = r;
    }
    QVERIFY(late >= 0);
    QCOMPARE(model->index(late, model->columnOf(u"launch")).data().toString(), QStringLiteral("Node@launch"));
    QSignalSpy spy(&f.state, &ViewState::revealRequested);
    page->gapTable()->view()->setCurrentIndex(model->index(late, 0));
    QCOMPARE(spy.size(), 1);
    QMenu menu;
    emit page->gapTable()->menuRequested(&menu, late);
    QVERIFY2(actionsOf(menu).contains(QStringLiteral("Show in Timeline: Launched by")),
             qPrintable(actionsOf(menu).join(u'|')));
    menu.actions().at(1)->trigger();
    QCOMPARE(spy.size(), 2);
    const Trace &trace = *f.runs.rank({0, 0})->trace;
    QCOMPARE(trace.strings().text(trace.slices().name(f.state.selection().slice)), QStringLiteral("Node@launch"));
}

void TestLaunchPages::chainsAreCountedAndJump()
{
    Fixture f = twoRanks();
    auto *page = f.show<ChainPage>(QStringLiteral("kernel-dispatch"));
    QVERIFY(page);
    RowSourceModel *const model = page->table()->rows();
    const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model->rowCount(), 100);
    QVERIFY2(page->summary().contains(format::percent(1)), qPrintable(page->summary()));
    QCOMPARE(model->index(0, model->columnOf(u"operator")).data().toString(), QStringLiteral("aten::mm"));
    QCOMPARE(model->index(0, model->columnOf(u"status")).data().toString(), QStringLiteral("normal"));
    QCOMPARE(model->index(0, model->columnOf(u"end-to-end")).data(SortRole).toLongLong(), 14 * us);
    QVERIFY(!model->index(0, model->columnOf(u"queue")).data(SortRole).isValid()); // no queue: no value, not zero
    QMenu menu;
    page->addActions(&menu, 0);
    QCOMPARE(actionsOf(menu), (QStringList{QStringLiteral("Show in Timeline: Kernel"),
                                           QStringLiteral("Show in Timeline: Framework operator"),
                                           QStringLiteral("Show in Timeline: Launching call")}));
    QSignalSpy spy(&f.state, &ViewState::revealRequested);
    for (QAction *a : menu.actions())
        a->trigger();
    QCOMPARE(spy.size(), 3);
}

void TestLaunchPages::alignmentIsAppliedAndTakenBack()
{
    Fixture f = twoRanks();
    auto *page = f.show<AlignPage>(QStringLiteral("alignment"));
    QVERIFY(page);
    const QAbstractItemModelTester tester(page->table()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(page->model().rowCount(), 2);
    QCOMPARE(page->clock(), ClockUse::Files);
    QVERIFY(page->summary().contains(QStringLiteral("clocks of the files")));
    QVERIFY(!page->filesButton()->isEnabled());
    const int offset = page->model().columnOf(u"offset");
    QVERIFY(!page->model().index(0, offset).data(SortRole).isValid()); // the reference has none
    QCOMPARE(page->model().index(1, offset).data(SortRole).toLongLong(), 60'000'000 * us);

    const auto status = [page](int row) {
        return page->model().index(row, page->model().columnOf(u"status")).data().toString();
    };
    QCOMPARE(status(0), QStringLiteral("reference"));
    QCOMPARE(status(1), QStringLiteral("can be aligned"));

    QTest::mouseClick(page->alignButton(), Qt::LeftButton);
    QCOMPARE(status(0), QStringLiteral("reference"));
    QCOMPARE(status(1), QStringLiteral("aligned"));
    QCOMPARE(f.state.offsets().ofRank({0, 1}), 60'000'000 * us);
    QCOMPARE(f.state.offsets().ofRank({0, 0}), qint64(0));
    QCOMPARE(page->clock(), ClockUse::Aligned);
    QVERIFY(!page->alignButton()->isEnabled());
    QCOMPARE(page->model().index(1, page->model().columnOf(u"applied")).data(SortRole).toLongLong(), 60'000'000 * us);
    test::grab(*f.view, QStringLiteral("launch-alignment-applied"));

    QTest::mouseClick(page->filesButton(), Qt::LeftButton);
    QVERIFY(f.state.offsets().isEmpty());
    QCOMPARE(page->clock(), ClockUse::Files);
    f.state.back();
    QCOMPARE(page->clock(), ClockUse::Aligned);
    TimeOffsets other;
    other.setRank({0, 1}, 5);
    f.state.setOffsets(other);
    QCOMPARE(page->clock(), ClockUse::Moved);
    QVERIFY(page->summary().contains(QStringLiteral("by hand")));
    QCOMPARE(status(1), QStringLiteral("moved by hand"));
}

void TestLaunchPages::oneRankHasNoClockToCompare()
{
    Fixture f({rankOf(0, 0)});
    auto *page = f.show<AlignPage>(QStringLiteral("alignment"));
    QVERIFY(page);
    QVERIFY(page->isEmpty());
    QVERIFY(page->emptyState()->body().contains(QStringLiteral("fewer than two")));
}

void TestLaunchPages::transfersPairAndListTheRest()
{
    Fixture f(test::pipelineRanks(4, 6, base));
    auto *page = f.show<TransfersPage>(QStringLiteral("transfers"));
    QVERIFY(page);
    const QAbstractItemModelTester tester(page->pairTable()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(page->pairs().rowCount(), 2);
    QCOMPARE(page->unmatched().rowCount(), 1);
    QCOMPARE(page->pairs().index(0, page->pairs().columnOf(u"source")).data().toString(), QStringLiteral("4"));
    QCOMPARE(page->pairs().index(0, page->pairs().columnOf(u"destination")).data().toString(), QStringLiteral("6"));
    QVERIFY(page->summary().contains(QStringLiteral("2 send")));
    QMenu menu;
    page->addActions(&menu, 1);
    QCOMPARE(menu.actions().size(), 2);
    menu.actions().at(1)->trigger();
    QCOMPARE(f.state.selection().rank, (RankRef{0, 1}));
    QCOMPARE(f.state.selection().slice, test::sliceNamed(*f.runs.rank({0, 1})->trace, "hcom_receive__128_1_1"));
}

void TestLaunchPages::emptyPagesSayWhatIsMissing_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("word");
    QTest::newRow("dispatch") << QStringLiteral("dispatch") << QStringLiteral("HostToDevice");
    QTest::newRow("chains") << QStringLiteral("kernel-dispatch") << QStringLiteral("NPU activity");
    QTest::newRow("transfers") << QStringLiteral("transfers") << QStringLiteral("hcom_send");
}

void TestLaunchPages::emptyPagesSayWhatIsMissing()
{
    QFETCH(QString, name);
    QFETCH(QString, word);
    TinyRank r;
    r.host("aten::mm", base, 10 * us);
    Fixture f({r.finish()});
    auto *page = f.show<LaunchPage>(name);
    QVERIFY(page);
    QVERIFY(page->isEmpty());
    QVERIFY2(page->emptyState()->body().contains(word), qPrintable(page->emptyState()->body()));
    // Without any run the page says that no rank is chosen.
    Fixture none({});
    auto *empty = none.show<LaunchPage>(name);
    QVERIFY(empty);
    QVERIFY(empty->isEmpty());
    QVERIFY(!empty->emptyState()->body().isEmpty());
}

void TestLaunchPages::ranksThatComeLaterAreAdded()
{
    Run run = test::makeRun({rankOf(0, 0), rankOf(1, 0)});
    const auto second = run.ranks[1];
    run.ranks[1] = nullptr;
    Fixture f({});
    f.runs.addRun(run);
    f.state.setCurrentRank({0, 0});
    auto *page = f.show<DispatchPage>(QStringLiteral("dispatch"));
    QVERIFY(page);
    QCOMPARE(page->steps().rowCount(), 2);
    f.runs.setRank({0, 1}, second);
    QVERIFY(QTest::qWaitFor([page] { return page->steps().rowCount() == 4; }, 10000));
}

void TestLaunchPages::theNewestRankWins()
{
    Fixture f = twoRanks();
    auto *page = f.show<IdlePage>(QStringLiteral("idle"));
    QVERIFY(page);
    for (const int index : {1, 0, 1})
        f.state.setCurrentRank({0, index});
    QVERIFY(QTest::qWaitFor([page] { return page->isComplete(); }, 10000));
    QSignalSpy spy(&f.state, &ViewState::revealRequested);
    page->gapTable()->view()->setCurrentIndex(page->gapTable()->model()->index(3, 0));
    QCOMPARE(f.state.selection().rank, (RankRef{0, 1}));
}

RS_TEST(TestLaunchPages, QApplication);
#include "tst_launchpages.moc"
