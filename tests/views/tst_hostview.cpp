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
#include "views/widgets/emptystate.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
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
    [[nodiscard]] FlameGraph &graph() const { return *view->stacks()->graph(); }
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
        const auto part = [&](const char *text) { return s.graph().rectOf(s.node(text)).width() / whole * 24; };
        QVERIFY(std::abs(part("m.py(1): main") - 20) < 0.1);
        QVERIFY(std::abs(part("m.py(5): train") - 17) < 0.1);
        QVERIFY(std::abs(part("aten::mul") - 12) < 0.1);
        // Below the one that called it.
        QCOMPARE(s.graph().rectOf(s.node("aten::mul")).top(), s.graph().rectOf(s.node("m.py(5): train")).bottom());
        QCOMPARE(s.graph().nodeAt(s.middleOf("aten::mul")), std::optional(s.node("aten::mul")));
        QVERIFY(s.graph().tipLines(s.node("aten::mul")).size() >= 5);
        QVERIFY(!s.graph().nodeAt(QPoint(5, s.graph().height() - 1)));
    }

    // main 0..100 with mul 20..50 in it, and no operator_details.csv.
    void stacksOfTheTraceAreDrawn()
    {
        TinyRank tiny(0);
        tiny.python("m.py(1): main", 0, 100'000);
        tiny.host("aten::mul", 20'000, 30'000);
        const HostShown s(tiny.finish());
        s.view->showPage(QStringLiteral("host.stacks"));
        QTRY_VERIFY(s.graph().stacks());
        const double whole = s.graph().rectOf(HostStacks::Root).width();
        QVERIFY(std::abs(s.graph().rectOf(s.node("m.py(1): main")).width() / whole - 1) < 0.01);
        QVERIFY(std::abs(s.graph().rectOf(s.node("aten::mul")).width() / whole - 0.3) < 0.01);
        grab(*s.view, QStringLiteral("host-trace-stacks"));
    }

    // What a bar has no room for goes from the front: of a function its name says most.
    void narrowBarsNameTheFunction()
    {
        const auto ofFunction = [](const char *name) {
            TinyRank tiny(0);
            tiny.python(name, 0, 100'000);
            tiny.host("aten::a_long_name_of_an_operator", 20'000, 30'000);
            return std::make_unique<HostShown>(tiny.finish());
        };
        const char *const name = "/home/me/work/main.py(345): train_step";
        const auto s = ofFunction(name);
        QTRY_VERIFY(s->graph().stacks());
        const QFontMetrics metrics = s->graph().fontMetrics();
        const auto label = [&](const char *of, const char *room) {
            return s->graph().labelOf(s->node(of), metrics.horizontalAdvance(QLatin1String(room)));
        };
        QCOMPARE(label(name, name), QLatin1String(name));
        QCOMPARE(label(name, "main.py(345): train_step"), QStringLiteral("main.py(345): train_step"));
        QCOMPARE(label(name, "main.py(345): train"), QStringLiteral("train_step"));
        QVERIFY(label(name, "train_").startsWith(QLatin1String("tra")));
        QVERIFY(label("aten::a_long_name_of_an_operator", "aten::a_long").startsWith(QLatin1String("ate")));
        const char *const builtIn = "<built-in method torch._C._nn.linear of a module>";
        const auto other = ofFunction(builtIn);
        QTRY_VERIFY(other->graph().stacks());
        QVERIFY(other->graph().labelOf(other->node(builtIn), 100).startsWith(QLatin1String("<bu")));
    }

    void mouseChoosesAndZooms()
    {
        const HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        QTest::mouseClick(&s.graph(), Qt::LeftButton, {}, s.middleOf("m.py(9): val"));
        QCOMPARE(s.graph().chosen(), s.node("m.py(9): val"));
        // The tree follows.
        QCOMPARE(s.view->stacks()->model()->nodeOf(s.view->stacks()->tree()->currentIndex()), s.node("m.py(9): val"));
        QTest::mouseDClick(&s.graph(), Qt::LeftButton, {}, s.middleOf("m.py(9): val"));
        QCOMPARE(s.graph().zoomed(), s.node("m.py(9): val"));
        QCOMPARE(s.graph().rectOf(s.node("m.py(9): val")).width(), s.graph().rectOf(HostStacks::Root).width());
        QVERIFY(s.graph().rectOf(s.node("m.py(5): train")).isEmpty());
        QTest::keyClick(&s.graph(), Qt::Key_Backspace);
        QCOMPARE(s.graph().zoomed(), s.node("m.py(1): main"));
        QTest::mouseClick(s.view->stacks()->findChild<QPushButton *>(QStringLiteral("showAll")), Qt::LeftButton);
        QCOMPARE(s.graph().zoomed(), HostStacks::Root);
    }

    void keysGoFromBarToBar()
    {
        const HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        const auto press = [&](Qt::Key key) { QTest::keyClick(&s.graph(), key); };
        press(Qt::Key_Down);
        QCOMPARE(s.graph().chosen(), s.node("m.py(1): main"));
        press(Qt::Key_Down);
        press(Qt::Key_Right);
        QCOMPARE(s.graph().chosen(), s.node("m.py(9): val"));
        press(Qt::Key_Right); // nothing stands there
        press(Qt::Key_Left);
        QCOMPARE(s.graph().chosen(), s.node("m.py(5): train"));
        press(Qt::Key_Return);
        QCOMPARE(s.graph().zoomed(), s.node("m.py(5): train"));
        press(Qt::Key_Escape);
        QCOMPARE(s.graph().zoomed(), HostStacks::Root);
        press(Qt::Key_Up);
        press(Qt::Key_Home);
        QCOMPARE(s.graph().chosen(), HostStacks::Root);
    }

    // What is looked at is looked at in another capture as well, and when a rank is read again.
    void otherStacksKeepThePlace()
    {
        HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        QTest::mouseDClick(&s.graph(), Qt::LeftButton, {}, s.middleOf("m.py(5): train"));
        QTest::mouseClick(&s.graph(), Qt::LeftButton, {}, s.middleOf("aten::mul"));
        const auto isAtPlace = [&] {
            const HostStackModel &model = *s.view->stacks()->model();
            return s.graph().zoomed() == s.node("m.py(5): train") && s.graph().chosen() == s.node("aten::mul") &&
                   model.nodeOf(s.view->stacks()->tree()->currentIndex()) == s.node("aten::mul");
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
        QTest::keyClicks(s.view->stacks()->searchField(), QStringLiteral("ADD"));
        QCOMPARE(s.graph().matches(), 2);
        QCOMPARE(s.graph().matchedShare(), 8.0 / 24);
        s.view->stacks()->searchField()->setText(QStringLiteral("m.py"));
        QCOMPARE(s.graph().matches(), 3);
        QCOMPARE(s.graph().matchedShare(), 20.0 / 24); // train and val are below main
    }

    void returnGoesFromHitToHit()
    {
        const HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        QLineEdit *const field = s.view->stacks()->searchField();
        QTest::keyClicks(field, QStringLiteral("m.py"));
        const auto go = [&](Qt::KeyboardModifiers keys) {
            QTest::keyClick(field, Qt::Key_Return, keys);
            const HostStackModel &model = *s.view->stacks()->model();
            const quint32 current = model.nodeOf(s.view->stacks()->tree()->currentIndex());
            return current == s.graph().chosen() ? s.graph().textOf(current) : QString();
        };
        for (const char *const hit : {"m.py(1): main", "m.py(5): train", "m.py(9): val", "m.py(1): main"})
            QCOMPARE(go(Qt::NoModifier), QLatin1String(hit));
        QCOMPARE(go(Qt::ShiftModifier), QStringLiteral("m.py(9): val"));
        QTest::keyClicks(field, QStringLiteral("nothing"));
        QCOMPARE(go(Qt::NoModifier), QStringLiteral("m.py(9): val")); // no hit leads nowhere
    }

    void treeSortsAndLeadsToTheTimeline()
    {
        const HostShown s;
        QTRY_VERIFY(s.graph().stacks());
        HostStackModel &model = *s.view->stacks()->model();
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex main = model.index(0, 0);
        QCOMPARE(main.data().toString(), QStringLiteral("m.py(1): main"));
        QCOMPARE(main.siblingAtColumn(HostStackModel::HostTotal).data(SortRole).toDouble(), 20.0);
        QCOMPARE(main.siblingAtColumn(HostStackModel::HostSelf).data(SortRole).toDouble(), 0.0);
        QVERIFY(s.view->stacks()->tree()->isExpanded(main));
        // What hangs below the line is not cut.
        const QTreeView &tree = *s.view->stacks()->tree();
        QCOMPARE(tree.visualRect(main).height(), qRound(tree.fontMetrics().height() * 1.6));
        const QPersistentModelIndex train = model.index(0, 0, main);
        model.sort(HostStackModel::HostTotal, Qt::AscendingOrder);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Without a call stack"));
        QCOMPARE(train.row(), 1);
        model.sort(HostStackModel::Name, Qt::DescendingOrder);
        QCOMPARE(train.data().toString(), QStringLiteral("m.py(5): train"));

        // A row of the tree chooses the bar, and Return goes to the longest call.
        s.view->stacks()->tree()->setCurrentIndex(model.indexOf(s.node("aten::mul")));
        QCOMPARE(s.graph().chosen(), s.node("aten::mul"));
        QTest::keyClick(s.view->stacks()->tree(), Qt::Key_Return);
        QCOMPARE(s.f.state.selection().kind, Selection::Kind::Slice);
        const SliceStore &slices = s.f.runs.rank({0, 0})->trace->slices();
        QCOMPARE(slices.start(s.f.state.selection().slice), 2000);
    }

    void tablesOfTheHost()
    {
        const HostShown s;
        s.view->showPage(QStringLiteral("host.operators"));
        TableView *const table = s.view->tables().front()->table();
        QTRY_COMPARE(table->rows()->rowCount(), 3);
        QCOMPARE(s.view->saveState()[QStringLiteral("page")].toString(), QStringLiteral("host.operators"));
        s.view->restoreState({});
        QCOMPARE(s.view->findChild<QTabWidget *>()->currentIndex(), 0);
    }

    void whatIsMissingIsSaid()
    {
        const HostShown without(hostRank(false));
        QTRY_VERIFY(without.view->stacks()->emptyState()->isVisible());
        QTRY_VERIFY(without.view->stacks()->emptyState()->body().contains(QStringLiteral("with_stack")));
        auto rank = hostRank();
        rank->tables.clear();
        const HostShown none(rank);
        QTRY_VERIFY(none.view->stacks()->emptyState()->isVisible());
        QTRY_VERIFY(none.view->stacks()->emptyState()->body().contains(QStringLiteral("operator_details.csv")));
    }
};

RS_TEST(TestHostView, QApplication);
#include "tst_hostview.moc"
