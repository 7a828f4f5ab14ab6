// SPDX-License-Identifier: Apache-2.0
// The host view: flame graph and tree of call stacks with mouse and keys, tables, empty states.
#include "items/hoststackmodel.h"
#include "items/modelroles.h"
#include "support/testprogram.h"
#include "views/host/flamegraph.h"
#include "views/host/hostview.h"
#include "views/host/stackspage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <QTreeView>

#include <cmath>
#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

/// main -> train (mul 12 us, add 5 us), main -> val (add 3 us), and 4 us without a stack.
std::shared_ptr<const Table> someDetails(bool withStacks, const char *train = "m.py(5): train;\nm.py(1): main")
{
    auto table = std::make_shared<Table>();
    for (const char *name : {"Name", "Input Shapes", "Call Stack"})
        table->addColumn(QLatin1String(name), ColumnType::Text);
    for (const char *name :
         {"Host Self Duration(us)", "Host Total Duration(us)", "Device Self Duration(us)", "Device Total Duration(us)"})
        table->addColumn(QLatin1String(name), ColumnType::Real);
    const auto row = [&](const char *name, const char *stack, double self, double total) {
        table->appendText(0, name);
        if (withStacks && *stack != 0)
            table->appendText(2, stack);
        table->appendReal(3, self);
        table->appendReal(4, total);
        table->appendReal(5, 0);
        table->appendReal(6, 0);
        table->finishRow();
    };
    row("aten::mul", train, 12, 17);
    row("aten::add", train, 5, 5);
    row("aten::add", "m.py(9): val;\nm.py(1): main", 3, 3);
    row("aten::relu", "", 4, 4);
    return table;
}

std::shared_ptr<RankData> hostRank(bool withStacks = true)
{
    TinyRank tiny(0);
    tiny.host("aten::mul", 1000, 500);
    tiny.host("aten::mul", 2000, 900);
    auto out = std::make_shared<RankData>(*tiny.finish());
    out->info.framework = Framework::PyTorch;
    out->tables[QStringLiteral("operator_details")] = someDetails(withStacks);
    return out;
}

} // namespace

// In no namespace of its own: lambdas capture it.
struct HostShown
{
    ViewFixture f;
    std::unique_ptr<HostView> view;

    explicit HostShown(std::shared_ptr<const RankData> rank = hostRank())
    {
        f.runs.addRun(makeRun({std::move(rank)}));
        f.state.setCurrentRank({0, 0});
        view = std::make_unique<HostView>(f.context());
        view->resize(1000, 700);
        view->show();
    }
    [[nodiscard]] FlameGraph &graph() const { return *view->findChild<StacksPage *>()->graph(); }
    [[nodiscard]] quint32 node(const char *text) const
    {
        const auto &stacks = graph().stacks();
        for (quint32 i = 0; stacks && i < stacks->size(); ++i) {
            if (stacks->text(i) == text)
                return i;
        }
        return 0xffffffffU;
    }
    [[nodiscard]] QPoint middleOf(const char *text) const { return graph().rectOf(node(text)).center().toPoint(); }
};

class TestHostView : public QObject
{
    Q_OBJECT
private slots:
    void barsAreAsWideAsTheirTime()
    {
        const HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        const double whole = s.graph().rectOf(HostStacks::Root).width();
        // Calls of 4 of the 24 us were recorded without a stack and leave their room to the others.
        const auto part = [&](const char *text) { return s.graph().rectOf(s.node(text)).width() / whole * 20; };
        QVERIFY(std::abs(part("m.py(1): main") - 20) < 0.1);
        QVERIFY(std::abs(part("m.py(5): train") - 17) < 0.1);
        QVERIFY(std::abs(part("aten::mul") - 12) < 0.1);
        // Below the one that called it.
        QCOMPARE(s.graph().rectOf(s.node("aten::mul")).top(), s.graph().rectOf(s.node("m.py(5): train")).bottom());
        QCOMPARE(s.graph().nodeAt(s.middleOf("aten::mul")), std::optional(s.node("aten::mul")));
        QVERIFY(s.graph().tipLines(s.node("aten::mul")).size() >= 5);
        QVERIFY(!s.graph().nodeAt(QPoint(5, s.graph().height() - 1)));
    }

    void mouseChoosesAndZooms()
    {
        const HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        QTest::mouseClick(&s.graph(), Qt::LeftButton, {}, s.middleOf("m.py(9): val"));
        QCOMPARE(s.graph().chosen(), s.node("m.py(9): val"));
        // The tree follows.
        QCOMPARE(s.view->findChild<StacksPage *>()->model()->nodeOf(
                     s.view->findChild<StacksPage *>()->tree()->currentIndex()),
                 s.node("m.py(9): val"));
        QTest::mouseDClick(&s.graph(), Qt::LeftButton, {}, s.middleOf("m.py(9): val"));
        QCOMPARE(s.graph().zoomed(), s.node("m.py(9): val"));
        QCOMPARE(s.graph().rectOf(s.node("m.py(9): val")).width(), s.graph().rectOf(HostStacks::Root).width());
        QVERIFY(s.graph().rectOf(s.node("m.py(5): train")).isEmpty());
        QTest::keyClick(&s.graph(), Qt::Key_Backspace);
        QCOMPARE(s.graph().zoomed(), s.node("m.py(1): main"));
        QTest::mouseClick(s.view->findChild<StacksPage *>()->findChild<QPushButton *>(QStringLiteral("showAll")),
                          Qt::LeftButton);
        QCOMPARE(s.graph().zoomed(), HostStacks::Root);
    }

    // The zoom stays on its function in another capture, and when a rank is read again.
    void otherStacksKeepThePlace()
    {
        HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        QTest::mouseDClick(&s.graph(), Qt::LeftButton, {}, s.middleOf("m.py(5): train"));
        QTest::mouseClick(&s.graph(), Qt::LeftButton, {}, s.middleOf("aten::mul"));
        const auto isAtPlace = [&] {
            const HostStackModel &model = *s.view->findChild<StacksPage *>()->model();
            return s.graph().zoomed() == s.node("m.py(5): train") && s.graph().chosen() == s.node("aten::mul") &&
                   model.nodeOf(s.view->findChild<StacksPage *>()->tree()->currentIndex()) == s.node("aten::mul");
        };
        QVERIFY(isAtPlace());
        const auto first = s.graph().stacks();
        s.f.runs.addRun(makeRun({hostRank()}));
        s.f.state.setCurrentRank({1, 0});
        QTRY_VERIFY(s.graph().stacks() && s.graph().stacks() != first);
        QVERIFY(isAtPlace());
        // Twice: it is away for a while, and comes back.
        for (int i = 0; i < 2; ++i) {
            s.f.runs.setRank({1, 0}, nullptr);
            QTRY_VERIFY(!s.graph().stacks());
            s.f.runs.setRank({1, 0}, hostRank());
            QTRY_VERIFY(s.graph().stacks());
            QVERIFY(isAtPlace());
        }
        // Stacks that do not have it are shown whole.
        auto other = hostRank();
        other->tables[QStringLiteral("operator_details")] = someDetails(true, "n.py(5): fit;\nn.py(1): main");
        s.f.runs.addRun(makeRun({other}));
        s.f.state.setCurrentRank({2, 0});
        QTRY_VERIFY(s.graph().stacks() && s.node("n.py(5): fit") != 0xffffffffU);
        QCOMPARE(s.graph().zoomed(), HostStacks::Root);
        QCOMPARE(s.graph().chosen(), HostStacks::Root);
    }

    void searchCountsEachMomentOnce()
    {
        const HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        QTest::keyClicks(s.view->findChild<StacksPage *>()->searchField(), QStringLiteral("ADD"));
        QCOMPARE(s.graph().matches(), 2);
        QCOMPARE(s.graph().matchedShare(), 8.0 / 24);
        s.view->findChild<StacksPage *>()->searchField()->setText(QStringLiteral("m.py"));
        QCOMPARE(s.graph().matches(), 3);
        QCOMPARE(s.graph().matchedShare(), 20.0 / 24); // train and val are below main
    }

    void treeSortsAndLeadsToTheTimeline()
    {
        const HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        HostStackModel &model = *s.view->findChild<StacksPage *>()->model();
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex main = model.index(0, 0);
        QCOMPARE(main.data().toString(), QStringLiteral("m.py(1): main"));
        QCOMPARE(main.siblingAtColumn(HostStackModel::HostTotal).data(SortRole).toDouble(), 20.0);
        QCOMPARE(main.siblingAtColumn(HostStackModel::HostSelf).data(SortRole).toDouble(), 0.0);
        QVERIFY(s.view->findChild<StacksPage *>()->tree()->isExpanded(main));
        // Descenders are not cut.
        const QTreeView &tree = *s.view->findChild<StacksPage *>()->tree();
        QCOMPARE(tree.visualRect(main).height(), qRound(tree.fontMetrics().height() * 1.6));
        const QPersistentModelIndex train = model.index(0, 0, main);
        model.sort(HostStackModel::HostTotal, Qt::AscendingOrder);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Without a call stack"));
        QCOMPARE(train.row(), 1);
        model.sort(HostStackModel::Name, Qt::DescendingOrder);
        QCOMPARE(train.data().toString(), QStringLiteral("m.py(5): train"));

        // A row of the tree chooses the bar, and Return goes to the longest call.
        s.view->findChild<StacksPage *>()->tree()->setCurrentIndex(model.indexOf(s.node("aten::mul")));
        QCOMPARE(s.graph().chosen(), s.node("aten::mul"));
        QTest::keyClick(s.view->findChild<StacksPage *>()->tree(), Qt::Key_Return);
        QCOMPARE(s.f.state.selection().kind, Selection::Kind::Slice);
        const SliceStore &slices = s.f.runs.rank({0, 0})->trace->slices();
        QCOMPARE(slices.start(s.f.state.selection().slice), 2000);
    }
};

RS_TEST(TestHostView, QApplication);
#include "tst_hostview.moc"
