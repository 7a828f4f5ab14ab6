// SPDX-License-Identifier: Apache-2.0
#include "items/modelroles.h"
#include "support/testprogram.h"
#include "views/communication/communicationview.h"
#include "views/communication/commpages.h"
#include "views/links/graphpage.h"
#include "views/links/heatmap.h"
#include "views/links/linkspage.h"
#include "views/links/linkgraphview.h"
#include "views/links/matrixpage.h"
#include "views/page/rankgroupchip.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QCheckBox>
#include <QJsonObject>
#include <QKeyEvent>
#include <QMenu>
#include <QSignalSpy>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

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

// The communication view on the graph of four ranks.
struct Graph
{
    Graph()
    {
        all.resize(1100, 700);
        all.show();
        f.runs.addRun(runOfLinks());
        all.showPage(QStringLiteral("links.graph"));
        page = qobject_cast<GraphPage *>(all.tabs()[1]->page());
        view = page->view();
        chip = all.findChild<RankGroupChip *>();
    }
    [[nodiscard]] bool shows(size_t ranks) const
    {
        return QTest::qWaitFor(
            [&] { return page->isVisible() && all.isComplete() && view->graph().places.size() == ranks; });
    }
    [[nodiscard]] bool showsMatrixOf(int ranks)
    {
        return QTest::qWaitFor(
            [&] { return all.matrix()->isVisible() && all.isComplete() && all.matrix()->grid()->count() == ranks; });
    }
    // Around the ranks 0 and 1, at the top and at the right.
    void lasso();
    /// Whether the key is no shortcut of the window while this has the focus.
    static bool takes(QWidget *w, Qt::Key key)
    {
        for (; w; w = w->parentWidget()) {
            QKeyEvent ask(QEvent::ShortcutOverride, key, Qt::NoModifier);
            ask.ignore();
            static_cast<QObject *>(w)->event(&ask);
            if (ask.isAccepted())
                return true;
        }
        return false;
    }

    ViewFixture f;
    CommunicationView all{f.context()};
    GraphPage *page = nullptr;
    LinkGraphView *view = nullptr;
    RankGroupChip *chip = nullptr;
};

void dragAround(QWidget *view, const QPolygon &line)
{
    QTest::mousePress(view, Qt::LeftButton, {}, line.first());
    for (const QPoint &at : line)
        QTest::mouseMove(view, at);
    QTest::mouseRelease(view, Qt::LeftButton, {}, line.last());
}

void Graph::lasso()
{
    const QPoint top = view->centerOf(0).toPoint();
    const QPoint right = view->centerOf(1).toPoint();
    dragAround(view, QPolygon({top + QPoint(-30, -20), QPoint(right.x() + 30, top.y() - 20), right + QPoint(30, 40),
                               right + QPoint(-30, 40), top + QPoint(-30, 30)}));
}

} // namespace

class TestGraphPage : public QObject
{
    Q_OBJECT
private slots:
    void slowLinksAreFramedInTables()
    {
        ViewFixture f;
        LinksPage links(f.context());
        MatrixPage matrix(f.context());
        f.runs.addRun(runOfLinks());
        const auto framed = [](Page &page, const TableView &table) {
            page.retranslate();
            page.resize(900, 640);
            page.invalidate();
            page.show();
            const QString slow = QStringLiteral("3-0");
            return QTest::qWaitFor([&] {
                const QAbstractItemModel &rows = *table.model();
                QStringList found;
                for (int row = 0; row < rows.rowCount(); ++row) {
                    const QModelIndex from = rows.index(row, 0);
                    if (from.data(FramedRole).toBool())
                        found << from.data().toString() + u'-' + rows.index(row, 1).data().toString();
                }
                return found == QStringList{slow};
            });
        };
        QVERIFY(framed(links, *links.table()->table()));
        QVERIFY(framed(matrix, *matrix.table()));
    }

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
        QCOMPARE(view->graph().links.size(), size_t(12)); // without those inside a device
        QCOMPARE(page.pictures().size(), size_t(1));
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
        QTRY_COMPARE(table->table()->rows()->rowCount(), 16); // in all
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
        all.showPage(QStringLiteral("links"));
        QTRY_COMPARE(table->table()->rows()->rowCount(), 4);
        all.showPage(QStringLiteral("matrix"));
        QTRY_COMPARE(all.matrix()->grid()->count(), 2);
        QTest::mouseClick(chip, Qt::LeftButton);
        QVERIFY(f.state.rankGroup().isEmpty());
        QVERIFY(!chip->isVisible());
        QTRY_COMPARE(all.matrix()->grid()->count(), 4);
        all.showPage(QStringLiteral("links"));
        QTRY_COMPARE(table->table()->rows()->rowCount(), 16);
    }

    void enterAfterALassoShowsTheMatrixOfItsRanks_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::newRow("Backspace") << Qt::Key_Backspace;
        QTest::newRow("Esc") << Qt::Key_Escape;
    }

    void enterAfterALassoShowsTheMatrixOfItsRanks()
    {
        QFETCH(Qt::Key, key);
        Graph g;
        QVERIFY(g.shows(4));
        QSignalSpy timeline(&g.f.state, &ViewState::rankRevealRequested);
        QVERIFY(!Graph::takes(g.view, Qt::Key_Backspace)); // nothing to leave: the window goes back
        g.lasso();
        QVERIFY(g.shows(2));
        QVERIFY(g.chip->isVisible());
        QTest::keyClick(g.view, Qt::Key_Return);
        QVERIFY(g.showsMatrixOf(2));
        QCOMPARE(timeline.count(), 0);
        HeatMap *const map = g.all.matrix()->heatMap();
        // A link that was chosen in it goes first, then the ranks: what was before the lasso.
        QTest::mouseClick(map, Qt::LeftButton, {}, map->cellRect(0, 1).center().toPoint());
        QVERIFY(g.all.matrix()->selectedLink());
        QVERIFY(Graph::takes(map, key));
        QTest::keyClick(map, key);
        QVERIFY(!g.all.matrix()->selectedLink() && g.all.matrix()->isVisible());
        QVERIFY(Graph::takes(map, key));
        QTest::keyClick(map, key);
        QVERIFY(g.f.state.rankGroup().isEmpty() && !g.chip->isVisible());
        QVERIFY(g.shows(4));
        // Once more, left by the chip: then the keys have nothing to leave.
        g.lasso();
        QVERIFY(g.shows(2));
        QTest::keyClick(g.view, Qt::Key_Return);
        QVERIFY(g.showsMatrixOf(2));
        QTest::mouseClick(g.chip, Qt::LeftButton);
        QVERIFY(g.showsMatrixOf(4));
        QVERIFY(g.f.state.rankGroup().isEmpty() && !g.chip->isVisible());
        QVERIFY(!Graph::takes(map, key));
        QCOMPARE(timeline.count(), 0);
    }

    void aLinkLeadsToTheMatrixAndToItsRanks()
    {
        Graph g;
        QVERIFY(g.shows(4));
        QTRY_COMPARE(g.view->frames().size(), size_t(1));
        const int slow = g.view->frames().front().link;
        QMenu menu;
        emit g.page->frame()->menuRequested(&menu,
                                            g.view->mapTo(g.page->frame()->content(), g.view->pointOf(slow).toPoint()));
        QSignalSpy timeline(&g.f.state, &ViewState::rankRevealRequested);
        const auto ranks = menu.findChildren<QAction *>(QStringLiteral("rankInTimeline"));
        QCOMPARE(ranks.size(), 2);
        for (const int i : {0, 1}) {
            ranks[i]->trigger();
            QCOMPARE(timeline[i][0].value<RankRef>().index, i == 0 ? 3 : 0);
        }
        menu.actions().first()->trigger();
        QVERIFY(g.showsMatrixOf(4));
        QCOMPARE(g.all.matrix()->selectedLink(), std::optional(std::pair(3, 0)));
    }

    // A session is opened before its run is.
    void theOperatorOfASessionWaitsForItsRun()
    {
        ViewFixture f;
        GraphPage page(f.context());
        page.retranslate();
        page.show();
        QTRY_COMPARE(page.emptyState()->heading(), QStringLiteral("No run is open"));
        const QString op = QStringLiteral("broadcast-top1");
        QJsonObject kept = page.saveState();
        kept[QStringLiteral("operator")] = op;
        page.restoreState(kept);
        QTRY_VERIFY(page.isComplete());
        QCOMPARE(page.saveState()[QStringLiteral("operator")].toString(), op);
        Run run = runOfLinks();
        auto rank = std::make_shared<RankData>(*run.ranks[0]);
        std::vector<MatrixLink> links = rank->links.records();
        links.push_back(links[1]);
        links.back().key = op;
        rank->links = MatrixLinks(links);
        f.runs.addRun(makeRun({rank}));
        page.invalidate();
        QTRY_VERIFY(page.isComplete() && page.data().op == op);
        QCOMPARE(page.saveState()[QStringLiteral("operator")].toString(), op);
        // The user's choice counts, and one that a run does not have gives way.
        kept[QStringLiteral("operator")] = QStringLiteral("nothing");
        page.restoreState(kept);
        QTRY_VERIFY(page.isComplete() && !page.data().isEmpty() && page.data().op != op);
        QVERIFY(page.saveState()[QStringLiteral("operator")].toString() != QStringLiteral("nothing"));
    }
};

RS_TEST(TestGraphPage, QApplication);
#include "tst_graphpage.moc"
