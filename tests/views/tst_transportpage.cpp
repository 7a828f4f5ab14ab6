// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "views/page/charthalves.h"
#include "views/communication/transportpage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"
#include "views/picture/valuebars.h"

#include <QAction>
#include <QApplication>
#include <QJsonObject>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>

using namespace rs;
using namespace rs::test;

namespace {

TransportInfo moved(const QString &transport, double sizeMb, double timeMs)
{
    TransportInfo t;
    t.transport = transport;
    t.sizeMb = sizeMb;
    t.timeMs = timeMs;
    t.bandwidthGbs = sizeMb / timeMs;
    return t;
}

// In step 5, rank r moves 18 MB over HCCS in 2 + r ms, in packets of 1 and of 4 MB, and 10 MB over RDMA in 1 ms; in
// step 6 the same over HCCS twice as fast.
Run runOfTransports(int count)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < count; ++r) {
        TinyRank t(r);
        for (const int step : {5, 6}) {
            CommOp op;
            op.step = QString::number(step);
            op.name = QStringLiteral("hcom_allReduce__534_0_1");
            op.groupHash = QStringLiteral("534");
            op.startUs = 1'000'000.0 * step;
            op.elapseMs = 10;
            op.transports = {moved(QStringLiteral("HCCS"), 18, step == 5 ? 2.0 + r : (2.0 + r) / 2)};
            op.transports.front().packets = {{1, 2, 0.5}, {4, 4, 1.5}};
            if (step == 5)
                op.transports.push_back(moved(QStringLiteral("RDMA"), 10, 1));
            t.commOps.push_back(op);
        }
        ranks.push_back(t.finish());
    }
    return makeRun(ranks);
}

void show(ViewFixture &f, TransportPage &page)
{
    page.retranslate();
    page.resize(1100, 640);
    f.runs.addRun(runOfTransports(2));
    f.state.setCurrentRank({0, 0});
    f.state.setStep(QStringLiteral("5"));
    page.invalidate();
    page.show();
    QTRY_VERIFY2(page.isComplete() && !page.bars()->places().empty(),
                 qPrintable(page.emptyState()->heading() + page.emptyState()->body()));
}

} // namespace

class TestTransportPage : public QObject
{
    Q_OBJECT
private slots:
    void bandwidthsStandBesideTheirReferences()
    {
        ViewFixture f;
        TransportPage page(TransportPage::Subject::Bandwidth, f.context());
        show(f, page);
        const std::vector<ValuePlace> &places = page.bars()->places();
        QCOMPARE(places.size(), size_t(2));
        QCOMPARE(places[0].label, QStringLiteral("HCCS"));
        QCOMPARE(places[0].bars[0].value, std::optional(7.2)); // 36 MB in 5 ms
        QCOMPARE(places[0].bars[0].mark, std::optional(18.0));
        QCOMPARE(places[0].bars[0].range->first, 6.0); // rank 1
        QCOMPARE(places[0].bars[0].range->second, 9.0);
        QVERIFY2(places[0].bars[0].caption.contains(QStringLiteral("40.0")), qPrintable(places[0].bars[0].caption));
        QCOMPARE(places[1].bars[0].value, std::optional(10.0));
        QVERIFY(page.frame()->height() * 100 >= 55 * page.height());
        QTRY_COMPARE(page.table()->table()->rows()->rowCount(), 8); // two transports of each rank, and their totals
        QCOMPARE(page.pictures().size(), size_t(1));
        ReferenceRates rates;
        rates.hccs = 10;
        f.state.setRates(rates);
        QTRY_COMPARE(page.bars()->places()[0].bars[0].mark, std::optional(10.0));
    }

    // The whiskers end at two ranks, which the tooltip names: rank 1 is the slowest.
    void theSlowestAndFastestRankLeadToTheirTimeline()
    {
        ViewFixture f;
        TransportPage page(TransportPage::Subject::Bandwidth, f.context());
        show(f, page);
        QSignalSpy timeline(&f.state, &ViewState::rankRevealRequested);
        QMenu menu;
        emit page.frame()->menuRequested(&menu, page.bars()->barRect(0, 0).center());
        const auto ranks = menu.findChildren<QAction *>(QStringLiteral("rankInTimeline"));
        QCOMPARE(ranks.size(), 2);
        ranks[0]->trigger();
        ranks[1]->trigger();
        QCOMPARE(timeline[0][0].value<RankRef>().index, 1);
        QCOMPARE(timeline[1][0].value<RankRef>().index, 0);
        QMenu beside;
        emit page.frame()->menuRequested(&beside, QPoint(1, 1));
        QVERIFY(beside.isEmpty());
    }

    // A low window leaves the chart 55 % of its height and the table nothing but its line, until it is unfolded.
    void theTableOfALowWindowIsFolded()
    {
        ViewFixture f;
        QWidget window; // with what else a window has
        window.resize(1100, 768);
        window.show();
        TransportPage page(TransportPage::Subject::Bandwidth, f.context(), &window);
        show(f, page);
        page.setGeometry(0, 200, 1100, 500);
        QTRY_VERIFY(page.isComplete() && page.table()->isHidden());
        QTRY_VERIFY(page.frame()->height() * 100 >= 55 * window.height());
        QVERIFY(page.foldButton()->isVisible() && !page.foldButton()->isChecked());
        QCOMPARE(page.foldButton()->arrowType(), Qt::RightArrow);
        QTest::mouseClick(page.foldButton(), Qt::LeftButton);
        QVERIFY(page.foldButton()->hasFocus()); // so that the next key folds it again
        QCOMPARE(page.foldButton()->arrowType(), Qt::DownArrow);
        QTRY_VERIFY(page.table()->isVisible());
        QTest::keyClick(page.foldButton(), Qt::Key_Return);
        QTRY_VERIFY(page.table()->isHidden());
        QTest::keyClick(page.foldButton(), Qt::Key_Space);
        QTRY_COMPARE(page.table()->table()->rows()->rowCount(), 8);
        const QTableView &rows = *page.table()->table()->view();
        QTRY_VERIFY(rows.viewport()->height() >= 6 * rows.rowHeight(0));
        QVERIFY(page.frame()->height() > 100);
        const QJsonObject kept = page.saveState();
        QTest::keyClick(page.foldButton(), Qt::Key_Space);
        QTRY_VERIFY(page.frame()->height() * 100 >= 55 * window.height());
        page.restoreState(kept);
        QTRY_VERIFY(page.table()->isVisible());
        page.restoreState({});
        QTRY_VERIFY(page.table()->isHidden());
        page.setGeometry(0, 50, 1100, 700);
        QTRY_VERIFY(page.table()->isVisible());
        QTRY_VERIFY(page.frame()->height() * 100 >= 55 * window.height());
        QTRY_VERIFY(rows.viewport()->height() >= 6 * rows.rowHeight(0));
    }

    void packetsBySizeByMouseAndKeys()
    {
        ViewFixture f;
        TransportPage page(TransportPage::Subject::Packets, f.context());
        show(f, page);
        ValueBars *const bars = page.bars();
        QCOMPARE(bars->series(), QStringList{QStringLiteral("HCCS")}); // the file lists no packets of RDMA
        QCOMPARE(bars->places().size(), size_t(2));                    // from 1 and from 2 MB on
        QCOMPARE(bars->places()[0].bars[0].value, std::optional(4.0));
        QCOMPARE(bars->places()[1].bars[0].value, std::optional(8.0));
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->barRect(1, 0).center());
        QCOMPARE(bars->chosen(), std::pair(1, 0));
        QTest::keyClick(bars, Qt::Key_Left);
        QCOMPARE(bars->chosen(), std::pair(0, 0));
        QVERIFY2(bars->accessibleDescription().contains(QStringLiteral("Packets: 4")),
                 qPrintable(bars->accessibleDescription()));
        QSignalSpy arranged(&page, &Page::arrangementChanged);
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->legendRect(0).center());
        QCOMPARE(bars->hidden(), QStringList{QStringLiteral("HCCS")});
        QVERIFY(bars->barRect(0, 0).isEmpty());
        QTest::keyClick(bars, Qt::Key_Up);
        QTest::keyClick(bars, Qt::Key_Space);
        QVERIFY(bars->hidden().isEmpty());
        QCOMPARE(arranged.count(), 2);
        choose(page.valuePicker(), 1);
        QCOMPARE(bars->places()[1].bars[0].value, std::optional(32.0));
        const QJsonObject kept = page.saveState();
        TransportPage other(TransportPage::Subject::Packets, f.context());
        other.restoreState(kept);
        QCOMPARE(other.saveState(), kept);
    }
};

RS_TEST(TestTransportPage, QApplication);
#include "tst_transportpage.moc"
