// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "views/communication/durationspage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/boxplot.h"
#include "views/widgets/celldelegate.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"
#include "views/widgets/searchbox.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QImage>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>

#include <tuple>

using namespace rs;
using namespace rs::test;

namespace {

// Rank r spends 10 - r ms in one all-reduce: 1 ms of transit, 2 of synchronisation within 3 of waiting, the rest idle.
Run runOfRanks(int count)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < count; ++r) {
        TinyRank t(r);
        GroupInfo g;
        g.commName = QStringLiteral("group_name_17");
        g.hash = groupHash(g.commName);
        g.pgName = QStringLiteral("dp");
        for (int i = 0; i < count; ++i)
            g.globalRanks.push_back(i);
        t.data.groups = {g};
        CommOp op;
        op.step = QStringLiteral("5");
        op.name = QStringLiteral("hcom_allReduce__534_0_1");
        op.groupHash = g.hash;
        op.startUs = 1'000'000;
        op.elapseMs = 10 - r;
        op.transitMs = 1;
        op.synchronizationMs = 2;
        op.waitMs = 3;
        op.idleMs = 6 - r;
        t.commOps.push_back(op);
        ranks.push_back(t.finish());
    }
    return makeRun(ranks);
}

// 30 all-reduces of 1 to 30 ms on each of four ranks, and one broadcast of 100 ms; in the class "top1" is one.
Run runOfManyOperators()
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < 4; ++r) {
        TinyRank t(r);
        for (int i = 0; i <= 30; ++i) {
            CommOp op;
            op.step = QStringLiteral("5");
            op.name =
                i == 0 ? QStringLiteral("hcom_broadcast__534_0_1") : QStringLiteral("hcom_allReduce__534_%1_1").arg(i);
            op.groupHash = QStringLiteral("534");
            op.startUs = 1'000'000.0 + i;
            op.elapseMs = i == 0 ? 100 : i;
            op.transitMs = 0.5;
            op.waitMs = *op.elapseMs - 0.5;
            op.synchronizationMs = 0.25;
            op.idleMs = 0;
            t.commOps.push_back(op);
        }
        MatrixLink l;
        l.step = QStringLiteral("5");
        l.key = QStringLiteral("allreduce-top1");
        l.kind = QStringLiteral("allreduce");
        l.statistic = QStringLiteral("top1");
        l.groupHash = QStringLiteral("534");
        l.source = r;
        l.destination = (r + 1) % 4;
        l.globalRanks = true;
        l.opName = QStringLiteral("hcom_allReduce__534_%1_1@534").arg(r + 1);
        t.links = {l};
        ranks.push_back(t.finish());
    }
    return makeRun(ranks);
}

QString cell(const DurationsPage &page, int row, QStringView column)
{
    const RowSourceModel &rows = *page.table()->table()->rows();
    return rows.index(row, rows.columnOf(column)).data().toString();
}

} // namespace

class TestDurationsPage : public QObject
{
    Q_OBJECT
private slots:
    void aBarIsWhatItsRankSpends()
    {
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        page.resize(1100, 640);
        f.runs.addRun(runOfRanks(4));
        f.state.setDomain(groupHash(QStringLiteral("group_name_17")));
        page.invalidate();
        page.show();
        QTRY_VERIFY2(page.isComplete() && page.bars()->bars().size() == 4,
                     qPrintable(page.emptyState()->heading() + page.emptyState()->body()));
        const StackedBar &bar = page.bars()->bars()[1];
        QCOMPARE(bar.key, QStringLiteral("1"));
        QCOMPARE(bar.totalNs, std::optional<qint64>(9'000'000));
        QCOMPARE(bar.partsNs, (std::array<qint64, 5>{1'000'000, 2'000'000, 1'000'000, 5'000'000, 0}));
        QCOMPARE(bar.ratios[0], std::optional(0.6667)); // 2 / (2 + 1)
        QCOMPARE(bar.ratios[1], std::optional(0.75));   // 3 / (3 + 1)
        QVERIFY(!page.bars()->bars()[0].outlier);
        QVERIFY(page.bars()->bars()[3].outlier); // 3 ms of 10 less than rank 0
        QVERIFY(page.bars()->bars()[3].marked);  // also where its label has no room
        QVERIFY(page.table()->height() > 0 && page.bars()->height() > page.table()->height());
        QTRY_COMPARE(page.table()->table()->rows()->rowCount(), 4);
        QCOMPARE(page.pictures().size(), size_t(1));
        grab(page, QStringLiteral("communication-durations"));
    }

    void aBarChoosesItsRankByMouseAndKeys()
    {
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        page.resize(1100, 640);
        f.runs.addRun(runOfRanks(4));
        page.invalidate();
        page.show();
        QTRY_VERIFY2(page.isComplete() && page.bars()->bars().size() == 4,
                     qPrintable(page.emptyState()->heading() + page.emptyState()->body()));
        QTest::mouseClick(page.bars(), Qt::LeftButton, {}, page.bars()->centerOf(2).toPoint());
        QCOMPARE(f.state.currentRank().index, 2);
        QCOMPARE(page.bars()->selected(), 2);
        QTest::keyClick(page.bars(), Qt::Key_Left);
        QCOMPARE(f.state.currentRank().index, 1);
        f.state.setCurrentRank({f.state.currentRank().run, 3});
        QCOMPARE(page.bars()->selected(), 3);
        // A row of the table marks its bar; the other views stay with their rank.
        TableView *const table = page.table()->table();
        QTRY_COMPARE(table->rows()->rowCount(), 4);
        int row = 0;
        while (row < 4 && cell(page, row, u"rank") != QStringLiteral("2"))
            ++row;
        table->setCurrentRow(row);
        emit table->currentRowChanged(row);
        QCOMPARE(page.bars()->selected(), 2);
        QCOMPARE(f.state.currentRank().index, 3);
        QTest::mouseClick(page.bars(), Qt::LeftButton, {}, page.bars()->legendRect(0).center());
        QCOMPARE(page.bars()->hiddenParts(), 1U);
    }

    // Of rank 0 hccl_raw_*.csv alone tells 1 ms of transfer and 3 of waiting; of rank 1 the other file tells that they
    // are 4 of 10 ms. Neither tells synchronisation, which is a part of the waiting.
    void oldFilesOfWhichOneIsMissing()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            TinyRank t(r);
            t.data.legacy = true;
            CommOp op;
            op.step = QStringLiteral("1");
            op.name = QStringLiteral("AllReduce-op1");
            op.transitMs = 1;
            op.waitMs = 3;
            if (r == 1) {
                op.elapseMs = 10;
                op.idleMs = 6;
            }
            t.commOps.push_back(op);
            auto data = std::make_shared<RankData>(*t.finish());
            data->trace.reset();
            ranks.push_back(data);
        }
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        page.resize(1100, 640);
        f.runs.addRun(makeRun(ranks));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.bars()->bars().size() == 2);
        const StackedBar &open = page.bars()->bars()[0];
        QVERIFY(!open.totalNs && open.isIncomplete());
        QCOMPARE(open.partsNs, (std::array<qint64, 5>{1'000'000, 0, 3'000'000, 0, 0}));
        const StackedBar &whole = page.bars()->bars()[1];
        QVERIFY(whole.missing[1] && !whole.isIncomplete());
        QCOMPARE(whole.totalNs, std::optional<qint64>(10'000'000));
        QCOMPARE(whole.partsNs, (std::array<qint64, 5>{1'000'000, 0, 3'000'000, 6'000'000, 0}));
        // Behind four parts, two lines and the mark the legend explains the open end, and hides nothing.
        const QRect explained = page.bars()->legendRect(7);
        QVERIFY(!explained.isEmpty());
        QTest::mouseClick(page.bars(), Qt::LeftButton, {}, explained.center());
        QVERIFY(page.bars()->areMarksShown() && page.bars()->hiddenParts() == 0);
        // Single operators of rank 0 have no time: there is one box, and it is that of rank 1.
        QCOMPARE(page.boxes()->boxes().size(), size_t(1));
        choose(page.shapePicker(), 1);
        QTest::mouseClick(page.boxes(), Qt::LeftButton, {}, page.boxes()->centerOf(0));
        QCOMPARE(f.state.currentRank().index, 1);
    }

    void barsCanBeOrderedAndFew()
    {
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        f.runs.addRun(runOfRanks(9));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.bars()->bars().size() == 9);
        choose(page.orderPicker(), 1); // elapse, the longest first
        QCOMPARE(page.bars()->bars().front().key, QStringLiteral("0"));
        choose(page.topPicker(), 1);
        QCOMPARE(page.bars()->bars().size(), size_t(8));
        choose(page.operatorPicker(), 1);
        QTRY_VERIFY(page.isComplete());
        QVERIFY(!page.bars()->bars().back().outlier);
        const QJsonObject kept = page.saveState();
        DurationsPage other(f.context());
        other.restoreState(kept);
        QCOMPARE(other.saveState(), kept);
    }

    // 10 ms in one domain and 4 ms in another one in step 5, 1 ms in step 6.
    void theChosenStepAndDomainCount()
    {
        TinyRank t(0);
        for (const auto &[step, group, ms] :
             {std::tuple(5, 534, 10.0), std::tuple(5, 77, 4.0), std::tuple(6, 77, 1.0)}) {
            CommOp op;
            op.step = QString::number(step);
            op.name = QStringLiteral("hcom_allReduce__%1_0_1").arg(group);
            op.groupHash = QString::number(group);
            op.startUs = 1'000'000.0 * step;
            op.elapseMs = ms;
            t.commOps.push_back(op);
        }
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        f.runs.addRun(makeRun({t.finish()}));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.bars()->bars().size() == 1);
        QCOMPARE(page.bars()->bars()[0].totalNs, std::optional<qint64>(15'000'000));
        f.state.setStep(QStringLiteral("5"));
        QTRY_COMPARE(page.bars()->bars()[0].totalNs, std::optional<qint64>(14'000'000));
        f.state.setDomain(QStringLiteral("77"));
        QTRY_COMPARE(page.bars()->bars()[0].totalNs, std::optional<qint64>(4'000'000));
        QCOMPARE(page.boxes()->boxes()[0].median, 4.0);
        QTRY_COMPARE(page.table()->table()->rows()->rowCount(), 1);
        QTRY_VERIFY(page.preparePictures());
    }

    void aRankUnfoldsToItsOperators()
    {
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        page.resize(1100, 900);
        f.runs.addRun(runOfManyOperators());
        page.invalidate();
        page.show();
        RowSourceModel *const rows = page.table()->table()->rows();
        QTRY_COMPARE(rows->rowCount(), 4);
        QAbstractItemModelTester tester(rows);
        QTableView *const view = page.table()->table()->view();
        const auto pressFold = [view](int row) {
            const QRect cell = view->visualRect(view->model()->index(row, 0));
            QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                              CellDelegate::foldRect(cell, view->model()->index(row, 0), view->fontMetrics()).center());
        };
        pressFold(1);
        QTRY_COMPARE(rows->rowCount(), 4 + 21);
        QTRY_VERIFY(page.isComplete());
        QCOMPARE(cell(page, 1, u"rank"), QStringLiteral("1"));
        QCOMPARE(cell(page, 1, u"calls"), QStringLiteral("31"));
        QCOMPARE(cell(page, 2, u"operator"), QStringLiteral("hcom_broadcast__534_0_1"));
        QCOMPARE(cell(page, 3, u"operator"), QStringLiteral("hcom_allReduce__534_30_1"));
        QCOMPARE(cell(page, 22, u"operator"), QStringLiteral("11 more"));
        QCOMPARE(cell(page, 22, u"elapse"), QStringLiteral("66.000")); // 1 + 2 + ... + 11 ms
        QCOMPARE(cell(page, 22, u"wait"), QStringLiteral("60.500"));
        QCOMPARE(cell(page, 23, u"rank"), QStringLiteral("2"));
        QCOMPARE(page.table()->table()->currentRow(), 1);
        grab(page, QStringLiteral("communication-durations-unfolded"));
        // Its details stay below it, whatever the order.
        page.table()->table()->sortBy(u"rank", Qt::DescendingOrder);
        QTRY_COMPARE(cell(page, 0, u"rank"), QStringLiteral("3"));
        QCOMPARE(cell(page, 3, u"operator"), QStringLiteral("hcom_broadcast__534_0_1"));
        page.table()->table()->sortBy(u"rank", Qt::AscendingOrder);
        QTRY_COMPARE(cell(page, 0, u"rank"), QStringLiteral("0"));
        // The last one shows more.
        view->setCurrentIndex(view->model()->index(22, 0));
        QTest::keyClick(view, Qt::Key_Return);
        QTRY_COMPARE(rows->rowCount(), 4 + 31);
        QTRY_VERIFY(page.isComplete());
        // By keys, as in a tree: from a detail to its row.
        view->setCurrentIndex(view->model()->index(5, 0));
        QTest::keyClick(view, Qt::Key_Left);
        QTRY_COMPARE(rows->rowCount(), 4);
        QTRY_COMPARE(page.table()->table()->currentRow(), 1);
        QTest::keyClick(view, Qt::Key_Right);
        QTRY_COMPARE(rows->rowCount(), 4 + 21);
        // Another choice keeps it open.
        QTRY_VERIFY(page.isComplete());
        choose(page.operatorPicker(), 2);
        QCOMPARE(page.operatorPicker()->value().toString(), QStringLiteral("broadcast"));
        QTRY_COMPARE(rows->rowCount(), 4 + 1);
        QCOMPARE(cell(page, 2, u"operator"), QStringLiteral("hcom_broadcast__534_0_1"));
    }

    void operatorsAreChosenByNameAndByClass()
    {
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        page.resize(1100, 640);
        f.runs.addRun(runOfManyOperators());
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.bars()->bars().size() == 4);
        auto *const box = qobject_cast<SearchBox *>(page.operatorPicker()->box());
        QVERIFY(box);
        QCOMPARE(box->count(), 4); // all, two types, one class
        box->showPopup();
        QTest::keyClicks(box->searchField(), QStringLiteral("allReduce 17"));
        QCOMPARE(box->foundItems()->currentIndex().data().toString(), QStringLiteral("hcom_allReduce__534_17_1"));
        QTest::keyClick(box->searchField(), Qt::Key_Return);
        QTRY_COMPARE(page.bars()->bars()[2].totalNs, std::optional<qint64>(17'000'000));
        QCOMPARE(box->currentText(), QStringLiteral("hcom_allReduce__534_17_1"));
        QTRY_COMPARE(cell(page, 2, u"calls"), QStringLiteral("1"));
        const QJsonObject kept = page.saveState();
        QCOMPARE(kept[QStringLiteral("operator")].toString(), QStringLiteral("hcom_allReduce__534_17_1"));
        // Of a class each rank has the operator that the matrix names for its own link.
        choose(page.operatorPicker(), 3);
        QCOMPARE(page.operatorPicker()->value().toString(), QStringLiteral("allreduce-top1"));
        QTRY_COMPARE(page.bars()->bars()[2].totalNs, std::optional<qint64>(3'000'000));
        QCOMPARE(page.bars()->bars()[0].totalNs, std::optional<qint64>(1'000'000));
    }

    void theRuleIsReadWhereRanksAreNamed()
    {
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        page.resize(1000, 640);
        f.runs.addRun(runOfRanks(4));
        f.state.setDomain(groupHash(QStringLiteral("group_name_17")));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.bars()->bars().size() == 4);
        QTRY_COMPARE(page.table()->table()->rows()->rowCount(), 4);
        QCOMPARE(cell(page, 3, u"verdict"), QStringLiteral("slow rank: 30.0 % less"));
        QCOMPARE(cell(page, 3, u"less"), QStringLiteral("3.000"));
        QCOMPARE(cell(page, 0, u"verdict"), QString());
        QString tip;
        for (const auto &[label, value] : page.bars()->tipLines(3))
            tip += label + u' ' + value + u'\n';
        QVERIFY2(tip.contains(QStringLiteral("10 %")), qPrintable(tip));
        // The note stands whole below the controls, however many lines that takes.
        for (const int wide : {1000, 640}) {
            page.resize(wide, 640);
            QCoreApplication::processEvents();
            bool isWhole = false;
            for (const QLabel *const label : page.frame()->findChildren<QLabel *>()) {
                if (label->isVisible() && label->text().contains(QStringLiteral("10 %")))
                    isWhole = label->height() >= label->heightForWidth(label->width()) && label->width() <= wide;
            }
            QVERIFY(isWhole);
        }
        emit page.table()->table()->foldAsked(3, true);
        QTRY_COMPARE(page.table()->table()->rows()->rowCount(), 5);
        QCOMPARE(cell(page, 4, u"verdict"), QStringLiteral("abnormal operator: 30.0 % less"));
    }

    void aTraceAloneTellsWholeDurations()
    {
        constexpr qint64 us = 1000;
        TinyRank t(3);
        t.step(5, 0, 1000 * us);
        t.communication("hcom_allReduce__534_0_1", 10 * us, 40 * us);
        t.communication("hcom_allReduce__534_1_1", 110 * us, 60 * us);
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        f.runs.addRun(makeRun({t.finish()}));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.bars()->bars().size() == 1);
        const StackedBar &bar = page.bars()->bars()[0];
        QCOMPARE(bar.partsNs, (std::array<qint64, 5>{0, 0, 0, 0, 100'000}));
        QVERIFY(!bar.ratios[0] && !bar.ratios[1]);
        QCOMPARE(page.boxes()->boxes()[0].median, 0.05);
    }

    void theDistributionIsABoxPerRank()
    {
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        page.resize(1100, 640);
        f.runs.addRun(runOfRanks(5));
        f.state.setStep(QStringLiteral("5"));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.boxes()->boxes().size() == 5);
        choose(page.shapePicker(), 1);
        QTRY_VERIFY(page.boxes()->isVisible());
        QVERIFY(!page.bars()->isVisible());
        const ValueBox &box = page.boxes()->boxes()[1];
        QCOMPARE(box.key, QStringLiteral("1"));
        QCOMPARE(box.median, 9.0);
        QCOMPARE(box.high, 9.0);
        QTest::mouseClick(page.boxes(), Qt::LeftButton, {}, page.boxes()->centerOf(2));
        QCOMPARE(f.state.currentRank().index, 2);
        QTest::keyClick(page.boxes(), Qt::Key_Right);
        QCOMPARE(f.state.currentRank().index, 3);
        QCOMPARE(page.boxes()->selected(), 3);
        QCOMPARE(page.bars()->selected(), 3);
        QVERIFY2(page.boxes()->accessibleDescription().contains(QStringLiteral("Median")),
                 qPrintable(page.boxes()->accessibleDescription()));
        // A box of one value is a line that can be seen.
        const QPoint middle = page.boxes()->centerOf(1);
        const QImage picture = page.boxes()->grab().toImage();
        bool isDrawn = false;
        for (int y = 0; y < picture.height(); ++y)
            isDrawn = isDrawn || picture.pixelColor(middle.x() + 10, y) == f.theme.series(0);
        QVERIFY(isDrawn);
        grab(page, QStringLiteral("communication-distribution"));
        const QJsonObject kept = page.saveState();
        DurationsPage other(f.context());
        other.restoreState(kept);
        QCOMPARE(other.saveState(), kept);
        f.state.setStep(QStringLiteral("6"));
        QTRY_VERIFY(page.pictures().empty());
    }

    // Two ranks that the results of the cluster analysis name, and no folder of theirs.
    void aRankWithoutAFolderSaysWhyThereIsNoTimeline()
    {
        Run run;
        std::vector<CommOp> ops;
        for (const int number : {2, 3}) {
            CommOp op;
            op.rank = number;
            op.step = QStringLiteral("1");
            op.name = QStringLiteral("hcom_allReduce__271_1_1");
            op.groupHash = groupHash(u"world");
            op.elapseMs = number;
            op.transitMs = 1;
            op.waitMs = 0.5;
            ops.push_back(op);
        }
        run.cluster.commOps = CommOps(ops);
        ViewFixture f;
        f.runs.addRun(std::move(run));
        DurationsPage page(f.context());
        page.retranslate();
        page.resize(900, 640);
        page.show();
        page.invalidate();
        QTRY_VERIFY(page.isComplete() && page.bars()->bars().size() == 2);
        QSignalSpy said(&f.state, &ViewState::noticed);
        QSignalSpy timeline(&f.state, &ViewState::rankRevealRequested);
        const QPoint second = page.bars()->centerOf(1).toPoint();
        QTest::mouseClick(page.bars(), Qt::LeftButton, {}, second);
        QTest::mouseDClick(page.bars(), Qt::LeftButton, {}, second);
        QCOMPARE(said.count(), 1);
        QVERIFY2(said[0][0].toString().contains(QStringLiteral("Rank 3 is known from the results of the cluster")),
                 qPrintable(said[0][0].toString()));
        QTest::keyClick(page.bars(), Qt::Key_Return);
        QCOMPARE(said.count(), 2);
        // The entry of the menu says the same.
        QMenu menu;
        emit page.frame()->menuRequested(&menu, page.bars()->mapTo(page.frame()->content(), second));
        auto *const entry = menu.findChild<QAction *>(QStringLiteral("rankInTimeline"));
        QVERIFY(entry && !entry->isEnabled());
        QVERIFY(entry->toolTip().contains(QStringLiteral("…_ascend_pt")));
        QVERIFY(menu.toolTipsVisible());
        choose(pickerNamed(page, QStringLiteral("Show")), 1);
        QTRY_VERIFY(page.boxes()->isVisible());
        QTest::mouseDClick(page.boxes(), Qt::LeftButton, {}, page.boxes()->centerOf(0));
        QCOMPARE(said.count(), 3);
        QCOMPARE(timeline.count(), 0);
    }

    void withoutItsFilesItSaysWhich()
    {
        ViewFixture f;
        DurationsPage page(f.context());
        page.retranslate();
        page.show();
        QTRY_VERIFY(page.isComplete());
        QVERIFY(page.pictures().empty());
        f.runs.addRun(makeRun({fileRank(0)}));
        page.invalidate();
        QTRY_VERIFY2(page.emptyState()->body().contains(QStringLiteral("communication.json")),
                     qPrintable(page.emptyState()->body()));
    }
};

RS_TEST(TestDurationsPage, QApplication);
#include "tst_durationspage.moc"
