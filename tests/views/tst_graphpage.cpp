// SPDX-License-Identifier: Apache-2.0
#include "views/communication/communicationview.h"
#include "views/communication/commpages.h"
#include "views/communication/graphpage.h"
#include "views/communication/linkspage.h"
#include "views/communication/linkgraphview.h"
#include "views/communication/matrixpage.h"
#include "views/rankgroupchip.h"
#include "views/system/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QCheckBox>
#include <QJsonObject>
#include <QSignalSpy>

using namespace rs;
using namespace rs::test;

namespace {

// Every rank sends to every other and to itself; from 3 to 0 it takes four times as long.
Run runOfLinks(int count = 4)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int from = 0; from < count; ++from) {
        auto rank = fileRank(from);
        std::vector<MatrixLink> links;
        for (int to = 0; to < count; ++to) {
            MatrixLink l;
            l.step = QStringLiteral("1");
            l.key = l.kind = QStringLiteral("allreduce");
            l.groupHash = QStringLiteral("77");
            l.source = from;
            l.destination = to;
            l.globalRanks = true;
            l.transport = from == to ? QStringLiteral("LOCAL") : QStringLiteral("HCCS");
            l.sizeMb = 16;
            l.timeMs = from == 3 && to == 0 ? 4 : 1;
            l.bandwidthGbs = *l.sizeMb / *l.timeMs;
            links.push_back(l);
        }
        rank->links = MatrixLinks(links);
        ranks.push_back(rank);
    }
    return makeRun(ranks);
}

// One file with links between four places of a group, of which nothing says which ranks they are.
Run runOfIndices()
{
    auto rank = fileRank(0);
    std::vector<MatrixLink> links;
    for (int from = 0; from < 4; ++from) {
        MatrixLink l;
        l.step = QStringLiteral("1");
        l.key = l.kind = QStringLiteral("allreduce");
        l.groupHash = QStringLiteral("77");
        l.source = from;
        l.destination = (from + 1) % 4;
        l.transport = QStringLiteral("HCCS");
        l.sizeMb = 16;
        l.timeMs = 1;
        l.bandwidthGbs = 16;
        links.push_back(l);
    }
    rank->links = MatrixLinks(links);
    return makeRun({rank});
}

void dragAround(QWidget *view, const QPolygon &line)
{
    QTest::mousePress(view, Qt::LeftButton, {}, line.first());
    for (const QPoint &at : line)
        QTest::mouseMove(view, at);
    QTest::mouseRelease(view, Qt::LeftButton, {}, line.last());
}

} // namespace

class TestGraphPage : public QObject
{
    Q_OBJECT
private slots:
    void ranksAndLinksAreChosenByMouseAndKeys()
    {
        ViewFixture f;
        GraphPage page(f.context());
        page.retranslate();
        page.resize(900, 640);
        f.runs.addRun(runOfLinks());
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.view()->graph().places.size() == 4);
        QTRY_COMPARE(page.view()->frames().size(), size_t(1));
        LinkGraphView *const view = page.view();
        QCOMPARE(view->graph().links.size(), size_t(12)); // without those inside a card
        QCOMPARE(page.pictures().size(), size_t(1));
        grab(page, QStringLiteral("communication-graph"));
        QTest::mouseClick(view, Qt::LeftButton, {}, view->centerOf(2).toPoint());
        QCOMPARE(f.state.currentRank().index, 2);
        QCOMPARE(view->selectedNode(), 2);
        const int slow = view->frames().front().link;
        QTest::mouseClick(view, Qt::LeftButton, {}, view->pointOf(slow).toPoint());
        QCOMPARE(f.state.selection().kind, Selection::Kind::Link);
        QCOMPARE(std::pair(f.state.selection().source, f.state.selection().destination), std::pair(3, 0));
        QCOMPARE(view->selectedLink(), slow);
        QTest::keyClick(view, Qt::Key_Right);
        QCOMPARE(f.state.currentRank().index, 0); // around from 3
        QTest::keyClick(view, Qt::Key_Up);
        QCOMPARE(f.state.selection().source, 0);
        QSignalSpy timeline(&f.state, &ViewState::rankRevealRequested);
        QTest::mouseDClick(view, Qt::LeftButton, {}, view->centerOf(1).toPoint());
        QCOMPARE(timeline.count(), 1);
    }

    void aLassoRestrictsEveryPageOfLinks()
    {
        ViewFixture f;
        CommunicationView all(f.context());
        all.resize(1100, 700);
        all.show();
        f.runs.addRun(runOfLinks());
        all.showPage(QStringLiteral("links"));
        QTRY_VERIFY(all.isComplete());
        auto *const table = qobject_cast<LinksPage *>(all.tabs()[1]->page())->table();
        QTRY_COMPARE(table->table()->rows()->rowCount(), 32); // of the operator, and in all
        all.showPage(QStringLiteral("links.graph"));
        auto *const page = qobject_cast<GraphPage *>(all.tabs()[1]->page());
        QTRY_VERIFY(page && page->isComplete() && page->view()->graph().places.size() == 4);
        LinkGraphView *const view = page->view();
        auto *const chip = all.findChild<RankGroupChip *>();
        QVERIFY(!chip->isVisible());
        const QPoint top = view->centerOf(0).toPoint();
        const QPoint right = view->centerOf(1).toPoint();
        dragAround(view, QPolygon({top + QPoint(-30, -20), QPoint(right.x() + 30, top.y() - 20), right + QPoint(30, 40),
                                   right + QPoint(-30, 40), top + QPoint(-30, 30)}));
        QCOMPARE(f.state.rankGroup().ranks, (std::vector<int>{0, 1}));
        QTRY_COMPARE(view->graph().places.size(), size_t(2));
        QCOMPARE(view->graph().links.size(), size_t(2));
        QTRY_VERIFY(chip->isVisible() && chip->width() > 20);
        QCOMPARE(chip->accessibleName(), QStringLiteral("Ranks 0-1"));
        grab(all, QStringLiteral("communication-graph-lasso"));
        all.showPage(QStringLiteral("links"));
        QTRY_COMPARE(table->table()->rows()->rowCount(), 8);
        all.showPage(QStringLiteral("matrix"));
        QTRY_COMPARE(all.matrix()->grid()->count(), 2);
        QTest::mouseClick(chip, Qt::LeftButton);
        QVERIFY(f.state.rankGroup().isEmpty());
        QVERIFY(!chip->isVisible());
        QTRY_COMPARE(all.matrix()->grid()->count(), 4);
        all.showPage(QStringLiteral("links"));
        QTRY_COMPARE(table->table()->rows()->rowCount(), 32);
    }

    void markedRanksAreShownAloneUntilBackspace()
    {
        ViewFixture f;
        GraphPage page(f.context());
        page.retranslate();
        page.resize(900, 640);
        f.runs.addRun(runOfLinks());
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.view()->graph().places.size() == 4);
        LinkGraphView *const view = page.view();
        QTest::mouseClick(view, Qt::LeftButton, Qt::ControlModifier, view->centerOf(3).toPoint());
        QTest::keyClick(view, Qt::Key_Right);
        QTest::keyClick(view, Qt::Key_Space);
        QCOMPARE(view->marked().size(), size_t(2));
        QTest::keyClick(view, Qt::Key_Escape); // the marks first
        QVERIFY(view->marked().empty() && f.state.rankGroup().isEmpty());
        QTest::mouseClick(view, Qt::LeftButton, Qt::ControlModifier, view->centerOf(3).toPoint());
        QTest::mouseClick(view, Qt::LeftButton, Qt::ControlModifier, view->centerOf(1).toPoint());
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(f.state.rankGroup().ranks, (std::vector<int>{1, 3}));
        QTRY_COMPARE(view->graph().places.size(), size_t(2));
        QTest::keyClick(view, Qt::Key_Backspace);
        QVERIFY(f.state.rankGroup().isEmpty());
        QTRY_COMPARE(view->graph().places.size(), size_t(4));
    }

    // An index inside the group is no rank that other views know.
    void ranksThatNobodyKnowsRestrictNothing()
    {
        ViewFixture f;
        GraphPage page(f.context());
        page.retranslate();
        page.resize(900, 640);
        f.runs.addRun(runOfIndices());
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.view()->graph().places.size() == 4);
        QSignalSpy said(&f.state, &ViewState::noticed);
        LinkGraphView *const view = page.view();
        QTest::mouseClick(view, Qt::LeftButton, Qt::ControlModifier, view->centerOf(3).toPoint());
        QTest::mouseClick(view, Qt::LeftButton, Qt::ControlModifier, view->centerOf(1).toPoint());
        QTest::keyClick(view, Qt::Key_Return);
        QVERIFY(f.state.rankGroup().isEmpty());
        QCOMPARE(said.count(), 1);
        QVERIFY(said[0][0].toString().contains(QStringLiteral("parallel_group_info")));
    }

    void typesAreSwitchedAndSessionsKeepIt()
    {
        ViewFixture f;
        GraphPage page(f.context());
        page.retranslate();
        f.runs.addRun(runOfLinks());
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.types().size() == 2);
        QCheckBox *const inner = page.types()[1];
        QCOMPARE(inner->text(), QStringLiteral("LOCAL"));
        QVERIFY(!inner->isChecked() && page.types()[0]->isChecked());
        inner->click();
        QTRY_COMPARE(page.view()->graph().links.size(), size_t(16));
        choose(page.valuePicker(), 1);
        choose(page.mostPicker(), 0);
        QTRY_VERIFY(page.isComplete());
        const QJsonObject kept = page.saveState();
        GraphPage other(f.context());
        other.restoreState(kept);
        QCOMPARE(other.saveState(), kept);
    }

    void ofManyLinksTheHeaviestAreDrawn()
    {
        ViewFixture f;
        GraphPage page(f.context());
        page.retranslate();
        page.resize(900, 640);
        f.runs.addRun(runOfLinks(64));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.view()->graph().places.size() == 64);
        QTRY_VERIFY(page.isComplete() && page.view()->frames().size() == 1);
        QTRY_COMPARE(page.view()->graph().links.size(), size_t(500));
        QCOMPARE(page.view()->graph().leftOut, 64 * 63 - 500);
        QCOMPARE(page.view()->graph().links.back(), page.view()->frames().front().link);
        grab(page, QStringLiteral("communication-graph-64"));
    }

    void withoutItsFilesItSaysWhich()
    {
        ViewFixture f;
        GraphPage page(f.context());
        page.retranslate();
        page.show();
        QTRY_COMPARE(page.emptyState()->heading(), QStringLiteral("No run is open"));
        QVERIFY(page.pictures().empty());
        f.runs.addRun(makeRun({fileRank(0)}));
        page.invalidate();
        QTRY_VERIFY2(page.emptyState()->body().contains(QStringLiteral("communication_matrix.json")),
                     qPrintable(page.emptyState()->body()));
        QVERIFY(page.emptyState()->body().contains(QStringLiteral("profiler_level")));
    }
};

QTEST_MAIN(TestGraphPage)
#include "tst_graphpage.moc"
