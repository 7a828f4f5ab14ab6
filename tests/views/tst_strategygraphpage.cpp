// SPDX-License-Identifier: Apache-2.0
// The strategy graph as the user meets it: boxes, selection, halo, folding, search, keys, the jump, and what is
// missing.
#include "support/graphfixture.h"
#include "support/testprogram.h"
#include "views/page/propertytree.h"
#include "views/parallel/mareypage.h"
#include "views/parallel/parallelview.h"
#include "views/parallel/strategygraphpage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"

#include <QApplication>
#include <QCheckBox>
#include <QSignalSpy>

#include <algorithm>
#include <cstdlib>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

/// Stage 0 has a trace with its MatMul.
Run twoStages(bool withSecond = true)
{
    TinyRank traced(0);
    traced.kernel("MatMul-op2", 1000 * us, 10 * us);
    const auto trace = traced.finish()->trace;
    GraphRank a(0, 0);
    a.data.trace = trace;
    a.add("GetNext", "Default/in");                                 // 0
    a.add("MatMul", "Default/net/a", "1;w0", {"[[2, 1], [1, 4]]"}); // 1
    a.add("ReLU", "Default/net/a", "2");                            // 2
    a.add("Depend", "Default/net", "3");                            // 3
    a.add("Send", "Default/net/b", "4", {{}, {}, "pp", 1, 5});      // 4
    GraphRank b(1, 1);
    b.add("Receive", "Default/net/b", {}, {{}, {}, "pp", 0, 5}); // 5
    b.add("ReLU", "Default/net/b", "1");                         // 6
    if (!withSecond)
        return makeRun({a.finish()});
    return makeRun({a.finish(), b.finish()});
}

struct Shown
{
    ViewFixture f;
    StrategyGraphPage page;

    Shown() : page(f.context())
    {
        page.retranslate();
        page.resize(1100, 700);
    }
    [[nodiscard]] GraphCanvas &canvas() const { return *page.canvas(); }
    bool open(Run run)
    {
        f.state.setCurrentRank({f.runs.addRun(std::move(run)), 0});
        page.invalidate();
        page.show();
        return settled();
    }
    [[nodiscard]] bool settled() const
    {
        return QTest::qWaitFor([&] { return page.isComplete() && !canvas().isEmpty(); });
    }
    [[nodiscard]] quint32 boxOf(quint32 node) const { return canvas().content().layout->boxOf[node]; }
    void click(quint32 node) const
    {
        QTest::mouseClick(page.canvas(), Qt::LeftButton, {}, canvas().boxRect(boxOf(node)).center());
    }
    void key(int k) const { QTest::keyClick(page.canvas(), static_cast<Qt::Key>(k)); }
};

QString tipOf(const GraphCanvas &canvas, quint32 box)
{
    QStringList out;
    for (const auto &[name, value] : canvas.tipLines(box))
        out << name + u'=' + value;
    return out.join(u';');
}

} // namespace

class TestStrategyGraphPage : public QObject
{
    Q_OBJECT
private slots:
    void stagesStandSideBySideInTheOrderOfExecution()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        const QRect first = s.canvas().boxRect(s.boxOf(0));
        const QRect second = s.canvas().boxRect(s.boxOf(1));
        const QRect receive = s.canvas().boxRect(s.boxOf(5));
        QVERIFY(!first.isEmpty() && second.top() > first.bottom());
        QVERIFY(receive.left() > second.right());
        QVERIFY(receive.top() > s.canvas().boxRect(s.boxOf(4)).bottom());
        QCOMPARE(s.boxOf(3), GraphCanvas::None); // Depend
        QCOMPARE(s.canvas().boxAt(second.center()), s.boxOf(1));
        const QString tip = tipOf(s.canvas(), s.boxOf(1));
        QVERIFY2(tip.contains(QLatin1String("MatMul-op2")) && tip.contains(QLatin1String("[[2, 1], [1, 4]]")),
                 qPrintable(tip));
        const QImage image = s.canvas().grab().toImage();
        QCOMPARE(image.pixelColor(second.topLeft() + QPoint(2, 3)), s.canvas().colorOf(GraphKind::Split));
        QCOMPARE(image.pixelColor(receive.topLeft() + QPoint(2, 3)), s.canvas().colorOf(GraphKind::Receive));
        QTRY_COMPARE(s.page.table()->table()->rows()->rowCount(), 7);
        QCOMPARE(s.page.pictures().size(), size_t(1));
    }

    void namespacesFoldAndOpen()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        const auto boxes = [&s] { return s.canvas().content().layout->boxes.size(); };
        QCOMPARE(boxes(), size_t{6});
        choose(s.page.depthPicker(), 1); // all folded
        QTRY_VERIFY(s.page.isComplete() && boxes() == 2);
        QVERIFY(tipOf(s.canvas(), 0).contains(QLatin1String("Operators=4")));
        QTest::mouseDClick(&s.canvas(), Qt::LeftButton, {}, s.canvas().boxRect(0).center());
        QTRY_VERIFY(s.page.isComplete() && boxes() > 2);
        // A bracket folds what it stands beside: the operators of Default.
        const QRect one = s.canvas().boxRect(0);
        int scope = -1;
        QPoint at;
        for (int x = one.left(); x > 0 && scope < 0; --x) {
            at = QPoint(x, one.center().y());
            scope = s.canvas().scopeAt(at);
        }
        QVERIFY(scope > 0);
        QTest::mouseClick(&s.canvas(), Qt::LeftButton, {}, at);
        QTRY_VERIFY(s.page.isComplete() && boxes() == 2);
        // By keys.
        s.click(0);
        s.key(Qt::Key_Return);
        QTRY_VERIFY(s.page.isComplete() && boxes() > 2);
        s.key(Qt::Key_Backspace);
        QTRY_VERIFY(s.page.isComplete() && boxes() == 2);
    }

    void operatorsAreFoundOneAfterTheOther()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        QTest::keyClicks(s.page.searchField(), QStringLiteral("relu"));
        QTRY_COMPARE(s.page.foundLabel()->text(), QStringLiteral("2 found"));
        QTest::keyClick(s.page.searchField(), Qt::Key_Return);
        QTRY_COMPARE(s.canvas().selected(), 2U);
        QCOMPARE(s.page.foundLabel()->text(), QStringLiteral("1 of 2"));
        QTest::keyClick(s.page.searchField(), Qt::Key_Return);
        QTRY_COMPARE(s.canvas().selected(), 6U);
        s.page.stepFound(1); // from the start again
        QTRY_COMPARE(s.canvas().selected(), 2U);
        s.page.stepFound(-1);
        QTRY_COMPARE(s.canvas().selected(), 6U);
        // In a folded namespace it is opened.
        choose(s.page.depthPicker(), 1);
        QTRY_VERIFY(s.page.isComplete() && s.canvas().content().layout->boxes.size() == 2);
        s.page.stepFound(1);
        QTRY_VERIFY(s.page.isComplete() && s.canvas().selected() == 2U &&
                    !s.canvas().content().layout->boxes[s.boxOf(2)].isGroup());
        s.page.searchField()->clear();
        QTRY_VERIFY(s.page.foundLabel()->text().isEmpty());
    }

    void anOperatorLeadsToItsSlice()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        QSignalSpy revealed(&s.f.state, &ViewState::revealRequested);
        QSignalSpy noticed(&s.f.state, &ViewState::noticed);
        QTest::mouseDClick(&s.canvas(), Qt::LeftButton, {}, s.canvas().boxRect(s.boxOf(1)).center());
        QVERIFY(!revealed.isEmpty());
        QCOMPARE(revealed.back()[0].value<RankRef>(), (RankRef{0, 0}));
        QVERIFY(noticed.isEmpty());
        const qsizetype before = revealed.size();
        QTest::mouseDClick(&s.canvas(), Qt::LeftButton, {}, s.canvas().boxRect(s.boxOf(6)).center());
        QCOMPARE(revealed.size(), before); // stage 1 has no trace
        QCOMPARE(noticed.size(), 1);
    }

    void aBrokenSessionChangesNothing()
    {
        Shown s;
        s.page.restoreState({{QStringLiteral("depth"), QStringLiteral("x")},
                             {QStringLiteral("folds"), 5},
                             {QStringLiteral("stage"), -7},
                             {QStringLiteral("from"), QStringLiteral("9999999999999")}});
        QVERIFY(s.open(twoStages()));
        QCOMPARE(s.canvas().content().layout->boxes.size(), size_t{6});
    }

    // The two pictures of the workspace choose for each other, also what a folded namespace hides.
    void namespacesAreMarkedInTheMareyViewAndBack()
    {
        ViewFixture f;
        ParallelView view(f.context());
        f.state.setCurrentRank({f.runs.addRun(twoStages()), 0});
        view.resize(1100, 700);
        view.show();
        view.showPage(QStringLiteral("marey"));
        auto *const marey = view.findChild<MareyPage *>();
        QTRY_VERIFY(marey->isComplete() && !marey->picture()->lines().empty());
        view.showPage(QStringLiteral("graph"));
        auto *const graph = view.findChild<StrategyGraphPage *>();
        QTRY_VERIFY(graph->isComplete() && !graph->canvas()->isEmpty());
        choose(graph->depthPicker(), 1); // all folded
        QTRY_VERIFY(graph->isComplete());
        const auto boxOf = [graph](quint32 node) { return graph->canvas()->content().layout->boxOf[node]; };
        QVERIFY(graph->canvas()->content().layout->boxes[boxOf(1)].isGroup());
        QVERIFY(!marey->unmarkButton()->isVisibleTo(marey));

        QTest::mouseClick(graph->canvas(), Qt::LeftButton, {}, graph->canvas()->boxRect(boxOf(1)).center());
        QTRY_VERIFY(marey->isComplete() && marey->unmarkButton()->isVisibleTo(marey));
        QVERIFY2(marey->foundLabel()->text().startsWith(QLatin1String("1 of namespace")),
                 qPrintable(marey->foundLabel()->text()));

        view.showPage(QStringLiteral("marey"));
        QTest::mouseClick(marey->unmarkButton(), Qt::LeftButton);
        QVERIFY(!marey->unmarkButton()->isVisibleTo(marey) && !marey->foundLabel()->isVisibleTo(marey));

        graph->canvas()->setSelected(GraphCanvas::None);
        QTest::mouseClick(marey->picture(), Qt::LeftButton, {},
                          marey->picture()->rectOf(MareyPicture::Place{0, false, 0}).center());
        QCOMPARE(graph->canvas()->selected(), 1U);
        QCOMPARE(graph->canvas()->selectedBox(), boxOf(1));
    }
};

RS_TEST(TestStrategyGraphPage, QApplication);
#include "tst_strategygraphpage.moc"
