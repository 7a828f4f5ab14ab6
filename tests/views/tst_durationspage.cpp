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
        QCOMPARE(bar.partsNs, (decltype(bar.partsNs){1'000'000, 2'000'000, 1'000'000, 5'000'000, 0}));
        QCOMPARE(bar.ratios[0], std::optional(0.6667)); // 2 / (2 + 1)
        QCOMPARE(bar.ratios[1], std::optional(0.75));   // 3 / (3 + 1)
        QVERIFY(!page.bars()->bars()[0].outlier);
        QVERIFY(page.bars()->bars()[3].outlier); // 3 ms of 10 less than rank 0
        QVERIFY(page.bars()->bars()[3].marked);  // also where its label has no room
        QVERIFY(page.table()->height() > 0 && page.bars()->height() > page.table()->height());
        QTRY_COMPARE(page.table()->table()->rows()->rowCount(), 4);
        QCOMPARE(page.pictures().size(), size_t(1));
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
        // With a class each rank has the operator that the matrix names for its own link.
        choose(page.operatorPicker(), 3);
        QCOMPARE(page.operatorPicker()->value().toString(), QStringLiteral("allreduce-top1"));
        QTRY_COMPARE(page.bars()->bars()[2].totalNs, std::optional<qint64>(3'000'000));
        QCOMPARE(page.bars()->bars()[0].totalNs, std::optional<qint64>(1'000'000));
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
        const QJsonObject kept = page.saveState();
        DurationsPage other(f.context());
        other.restoreState(kept);
        QCOMPARE(other.saveState(), kept);
        f.state.setStep(QStringLiteral("6"));
        QTRY_VERIFY(page.pictures().empty());
    }
};

RS_TEST(TestDurationsPage, QApplication);
#include "tst_durationspage.moc"
