// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/runorigin.h"
#include "support/testprogram.h"
#include "views/communication/communicationview.h"
#include "views/communication/trafficchart.h"
#include "views/communication/trafficpage.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"

#include <QApplication>
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
};

RS_TEST(TestTrafficPage, QApplication);
#include "tst_trafficpage.moc"
