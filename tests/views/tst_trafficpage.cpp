// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/runorigin.h"
#include "support/testprogram.h"
#include "views/communication/communicationview.h"
#include "views/communication/trafficchart.h"
#include "views/communication/trafficpage.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QJsonObject>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

// 100 us of 2 MB over HCCS from 1000 us on, and of 1 MB over RDMA 50 us later: 20 and 10 GB/s.
std::vector<TrafficSeries> twoTypes()
{
    return {{QStringLiteral("HCCS"), {{1000 * us, 2'000'000, 20}, {1100 * us, 0, 0}}},
            {QStringLiteral("RDMA"), {{1050 * us, 1'000'000, 10}, {1150 * us, 0, 0}}}};
}

// An operator as communication.json has it: 4 MB over HCCS in 2 ms.
CommOp operatorOfFile()
{
    CommOp op;
    op.step = QStringLiteral("1");
    op.name = QStringLiteral("hcom_allReduce__77_0_1");
    op.groupHash = QStringLiteral("77");
    op.startUs = 1000;
    op.startText = QStringLiteral("1000.0");
    op.elapseMs = 2;
    TransportInfo hccs;
    hccs.transport = QStringLiteral("HCCS");
    hccs.sizeMb = 4;
    op.transports.push_back(hccs);
    return op;
}

std::shared_ptr<const RankData> rankOfFile()
{
    auto rank = std::make_shared<RankData>();
    rank->info.rank = 0;
    rank->info.label = QStringLiteral("0");
    rank->commOps = CommOps({operatorOfFile()});
    return rank;
}

// The same with a trace, which has no transfers.
std::shared_ptr<const RankData> tracedRank()
{
    TinyRank rank(0);
    rank.kernel("MatMul", 1000 * us, 10 * us);
    rank.commOps.push_back(operatorOfFile());
    return rank.finish();
}

} // namespace

class TestTrafficPage : public QObject
{
    Q_OBJECT
private slots:
    void aPlaceSaysWhatIsUnderWay()
    {
        ViewFixture f;
        TrafficChart chart(f.context().theme);
        chart.resize(700, 300);
        chart.setTraffic(twoTypes(), 1000 * us, {1000 * us, 1100 * us});
        QCOMPARE(chart.window().from, 1000 * us);
        QCOMPARE(chart.window().to, 1150 * us);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        // In the middle, at 1075 us, both are under way.
        const auto both = chart.tipLines(chart.plot().center());
        QCOMPARE(both.size(), size_t(3));
        QVERIFY2(both[0].second.contains(QRegularExpression(QStringLiteral("7[45]\\."))), qPrintable(both[0].second));
        QVERIFY2(both[1].second.contains(QStringLiteral("20.0")), qPrintable(both[1].second));
        QVERIFY2(both[2].second.contains(QStringLiteral("10.0")), qPrintable(both[2].second));
        QVERIFY(chart.tipLines(QPoint(0, 0)).empty());
    }

    // The highest is 18.7 GB/s, then 10 once HCCS is hidden; in flight 2 MB.
    void valuesAlongTheAxisAreRound()
    {
        ViewFixture f;
        TrafficChart chart(f.context().theme);
        chart.resize(700, 300);
        std::vector<TrafficSeries> series = twoTypes();
        series[0].points[0].gbs = 18.7;
        chart.setTraffic(series, 1000 * us, {});
        const auto reachesTo = [&chart](double most) {
            const ValueAxis axis = chart.valueAxis(chart.plot().height());
            const double mantissa = axis.step / std::pow(10, std::floor(std::log10(axis.step) + 1e-9));
            return axis.ticks().front() == 0 && axis.ticks().size() > 1 && axis.high >= most && axis.high < 1.1 * most &&
                   (std::abs(mantissa - 1) < 1e-6 || std::abs(mantissa - 2) < 1e-6 || std::abs(mantissa - 5) < 1e-6);
        };
        QVERIFY(reachesTo(18.7));
        chart.setShown(0, false);
        QVERIFY(reachesTo(10));
        chart.setShown(0, true);
        chart.setValue(TrafficChart::Value::InFlight);
        QVERIFY(reachesTo(2'000'000));
    }

    void aMomentIsChosenByMouseAndKeys()
    {
        ViewFixture f;
        TrafficChart chart(f.context().theme);
        chart.resize(700, 300);
        chart.setTraffic(twoTypes(), 1000 * us, {});
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QSignalSpy asked(&chart, &TrafficChart::activated);
        QTest::keyClick(&chart, Qt::Key_Return); // the middle of 1000 to 1150 us
        QCOMPARE(asked.takeFirst().front().toLongLong(), 1075 * us);
        const QPoint at(static_cast<int>(std::lround(chart.xOf(1100 * us))), chart.plot().center().y());
        QTest::mouseClick(&chart, Qt::LeftButton, {}, at);
        QVERIFY(chart.moment() && std::abs(*chart.moment() - 1100 * us) < us);
        const qint64 moment = *chart.moment();
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(asked.takeFirst().front().toLongLong(), moment);
        QTest::keyClick(&chart, Qt::Key_Plus);
        const Interval zoomed = chart.window();
        QCOMPARE(zoomed.length(), 120 * us);
        QTest::keyClick(&chart, Qt::Key_Left);
        QCOMPARE(chart.window().from, zoomed.from - 15 * us);
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(*chart.moment(), moment + 1200);
        QCOMPARE(chart.window().from, zoomed.from - 15 * us);
        QTest::keyClick(&chart, Qt::Key_0);
        QCOMPARE(chart.window().length(), 150 * us);
        QTest::keyClick(&chart, Qt::Key_Escape);
        QVERIFY(!chart.moment());
    }

    // Without a trace there is no timeline to lead to.
    void aMomentOfARankWithoutATraceSaysWhyItLeadsNowhere()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfFile()}));
        f.state.setCurrentRank({0, 0});
        CommunicationView view(f.context());
        view.resize(1000, 640);
        view.show();
        view.showPage(QStringLiteral("traffic.curves"));
        auto *const page = view.findChild<TrafficPage *>();
        QTRY_COMPARE(page->chart()->series().size(), size_t(1));
        QSignalSpy timeline(&f.state, &ViewState::rankRevealRequested);
        QSignalSpy said(&f.state, &ViewState::noticed);
        QTest::keyClick(page->chart(), Qt::Key_Return);
        QCOMPARE(said.count(), 1);
        QVERIFY2(said[0][0].toString().contains(QStringLiteral("no trace file")), qPrintable(said[0][0].toString()));
        QMenu menu;
        emit page->findChild<ChartFrame *>()->menuRequested(&menu, page->chart()->plot().center());
        QVERIFY(!menu.actions().first()->isEnabled());
        QVERIFY(menu.actions().first()->toolTip().contains(QStringLiteral("no trace file")));
        QCOMPARE(timeline.count(), 0);
    }

    void aMomentLeadsToTheTimeline()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({tracedRank()}));
        f.state.setCurrentRank({0, 0});
        CommunicationView view(f.context());
        view.resize(1000, 640);
        view.show();
        view.showPage(QStringLiteral("traffic.curves"));
        auto *const page = view.findChild<TrafficPage *>();
        QTRY_COMPARE(page->chart()->series().size(), size_t(1));
        QTRY_VERIFY(view.isComplete());
        page->setFocus();
        QCOMPARE(page->focusProxy(), page->chart());
        QSignalSpy timeline(&f.state, &ViewState::rankRevealRequested);
        QTest::keyClick(page->chart(), Qt::Key_Return); // 1 to 3 ms are shown
        QCOMPARE(timeline.count(), 1);
        QCOMPARE(timeline[0][0].value<RankRef>(), (RankRef{0, 0}));
        QCOMPARE(timeline[0][1].value<TimeWindow>(), (TimeWindow{1950 * us, 2050 * us}));
        QMenu menu;
        auto *const frame = page->findChild<ChartFrame *>();
        emit frame->menuRequested(&menu, page->chart()->plot().center());
        QVERIFY(!menu.actions().isEmpty());
        menu.actions().first()->trigger();
        QCOMPARE(timeline.count(), 2);
        const auto span = timeline[1][1].value<TimeWindow>();
        QVERIFY(span.fromNs > 1900 * us && span.toNs < 2100 * us && span.lengthNs() == 100 * us);
        QMenu beside;
        emit frame->menuRequested(&beside, QPoint(1, 1));
        QVERIFY(beside.actions().isEmpty());
    }

    void itsPictureIsReadyUnseen()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfFile()}));
        f.state.setCurrentRank({0, 0});
        CommunicationView view(f.context());
        view.resize(1000, 640);
        view.show();
        auto *const page = view.findChild<TrafficPage *>();
        QVERIFY(page && !page->isVisible() && page->pictures().empty());
        QTRY_VERIFY(view.preparePictures());
        QCOMPARE(page->pictures().size(), size_t(1));
    }

    void sessionsKeepTheValue()
    {
        ViewFixture f;
        TrafficPage page(f.context());
        QSignalSpy changed(&page, &SystemPage::arrangementChanged);
        choose(page.valuePicker(), 1);
        QCOMPARE(changed.count(), 1);
        const QJsonObject kept = page.saveState();
        TrafficPage other(f.context());
        other.restoreState(kept);
        QCOMPARE(other.valuePicker()->value().toInt(), static_cast<int>(TrafficChart::Value::InFlight));
        QCOMPARE(other.saveState(), kept);
        other.restoreState({});
        QCOMPARE(other.valuePicker()->value().toInt(), static_cast<int>(TrafficChart::Value::Bandwidth));
    }

    void thePageShowsTheRank()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfFile()}));
        f.state.setCurrentRank({0, 0});
        CommunicationView view(f.context());
        view.resize(1000, 640);
        view.show();
        view.showPage(QStringLiteral("traffic.curves"));
        auto *const page = view.findChild<TrafficPage *>();
        QVERIFY(page);
        QTRY_COMPARE(page->chart()->series().size(), size_t(1));
        QCOMPARE(page->chart()->series()[0].linkType, QStringLiteral("HCCS"));
        QCOMPARE(page->chart()->window().length(), 2000 * us);
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(page->pictures().size(), size_t(1));
        grab(view, QStringLiteral("communication-traffic"));
    }

    // A trace counts from its first slice; files of operators alone from the first of these, and not from 1970.
    void offsetsCountFromTheFirstOfTheRun()
    {
        Run run = makeRun({rankOfFile()});
        QCOMPARE(runOriginNs(run), 1000 * us);
        run.cluster.commOps = CommOps({operatorOfFile()});
        run.ranks.clear();
        run.infos.clear();
        QCOMPARE(runOriginNs(run), 1000 * us);
        CommOp unknown = operatorOfFile();
        unknown.startUs.reset();
        run.cluster.commOps = CommOps({unknown});
        QCOMPARE(runOriginNs(run), qint64{0});
        TinyRank rank(0);
        rank.kernel("MatMul", 1200 * us, 10 * us);
        rank.commOps.push_back(operatorOfFile());
        const Run traced = makeRun({rank.finish()});
        QCOMPARE(runOriginNs(traced), traced.ranks.front()->trace->startNs());
    }

    void theChosenStepIsShaded()
    {
        ViewFixture f;
        TinyRank rank(0);
        rank.step(1, 0, 900 * us);
        rank.kernel("MatMul", 100 * us, 400 * us);
        rank.step(2, 1000 * us, 900 * us);
        rank.kernel("MatMul", 1100 * us, 400 * us);
        rank.commOps = rankOfFile()->commOps.records();
        f.runs.addRun(makeRun({rank.finish()}));
        f.state.setCurrentRank({0, 0});
        CommunicationView view(f.context());
        view.show();
        view.showPage(QStringLiteral("traffic.curves"));
        auto *const page = view.findChild<TrafficPage *>();
        QTRY_COMPARE(page->chart()->series().size(), size_t(1));
        QCOMPARE(page->chart()->step().length(), 0);
        f.state.setStep(QStringLiteral("2"));
        QTRY_VERIFY(page->chart()->step().length() > 0);
        QVERIFY(page->chart()->step().from >= 1000 * us);
    }

    void aRankWithoutTrafficSaysWhy()
    {
        ViewFixture f;
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 0;
        rank->info.label = QStringLiteral("0");
        f.runs.addRun(makeRun({rank}));
        f.state.setCurrentRank({0, 0});
        CommunicationView view(f.context());
        view.show();
        view.showPage(QStringLiteral("traffic.curves"));
        auto *const page = view.findChild<TrafficPage *>();
        QTRY_VERIFY2(page->emptyState()->body().contains(QStringLiteral("Level1")),
                     qPrintable(page->emptyState()->body()));
    }

    // The domain is chosen at the top for all views, the rank elsewhere: the page says that they do not go together.
    void aDomainWithoutTheRankIsNamed()
    {
        ViewFixture f;
        auto rank = std::make_shared<RankData>(*rankOfFile());
        GroupInfo others;
        others.commName = QStringLiteral("group_name_17");
        others.hash = groupHash(others.commName);
        others.pgName = QStringLiteral("dp");
        others.globalRanks = {1, 2};
        rank->groups = {others};
        f.runs.addRun(makeRun({rank}));
        f.state.setCurrentRank({0, 0});
        CommunicationView view(f.context());
        view.resize(1000, 640);
        view.show();
        view.showPage(QStringLiteral("traffic.curves"));
        auto *const page = view.findChild<TrafficPage *>();
        QTRY_COMPARE(page->chart()->series().size(), size_t(1));
        f.state.setDomain(others.hash);
        QTRY_VERIFY2(page->emptyState()->isVisible() &&
                         page->emptyState()->body().contains(QStringLiteral("Rank 0 is no member")) &&
                         page->emptyState()->body().contains(QStringLiteral("dp:(1,2)")),
                     qPrintable(page->emptyState()->body()));
        grab(view, QStringLiteral("communication-traffic-stranger"));
        f.state.setDomain(QStringLiteral("77"));
        QTRY_VERIFY(!page->emptyState()->isVisible());
    }
};

RS_TEST(TestTrafficPage, QApplication);
#include "tst_trafficpage.moc"
