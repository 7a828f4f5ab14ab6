// SPDX-License-Identifier: Apache-2.0
// The strategy graph as the user meets it: boxes, selection, halo, folding, search, keys, the jump, and what is
// missing.
#include "items/rowsourcemodel.h"
#include "support/graphfixture.h"
#include "support/testprogram.h"
#include "views/page/propertytree.h"
#include "views/parallel/mareypage.h"
#include "views/parallel/parallelview.h"
#include "views/parallel/strategygraphpage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/widgets/emptystate.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

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

    void aSelectionTellsWhatItNeedsAndWhatNeedsIt()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        QVERIFY(!s.page.attributes()->isVisible());
        s.click(2);
        QCOMPARE(s.canvas().selected(), 2U);
        QVERIFY(s.settled());
        QVERIFY(s.page.attributes()->isVisible());
        const QString all = s.page.attributes()->allText();
        QVERIFY2(all.contains(QLatin1String("ReLU-op3")) && all.contains(QLatin1String("MatMul-op2")), qPrintable(all));
        QVERIFY(all.contains(QLatin1String("Depend-op4"))); // it uses it
        // Halo: what is neither up nor down is pale; here all is one of them.
        QTRY_VERIFY(std::any_of(s.canvas().legend().begin(), s.canvas().legend().end(),
                                [](const LegendEntry &e) { return e.mark == LegendEntry::Mark::Frame; }));
        const QRect up = s.canvas().boxRect(s.boxOf(1));
        QTRY_COMPARE(s.canvas().grab().toImage().pixelColor(up.left() + 1, up.center().y()),
                     s.canvas().haloColor(true));
        s.key(Qt::Key_Escape);
        QCOMPARE(s.canvas().selected(), GraphCanvas::None);
        QVERIFY(!s.page.attributes()->isVisible());
    }

    void theSplitAndTheInputsAreInTheAttributes()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        s.click(1);
        QVERIFY(s.settled());
        const QString all = s.page.attributes()->allText();
        QVERIFY2(all.contains(QLatin1String("w0")) && all.contains(QLatin1String("split [2, 1]")), qPrintable(all));
        s.click(4);
        QTRY_VERIFY(s.page.attributes()->allText().contains(QLatin1String("Receive-op1 of stage 1")));
    }

    void keysWalkAlongTheOrderAndOverTransfers()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        s.click(1);
        s.key(Qt::Key_Down);
        QCOMPARE(s.canvas().selected(), 2U);
        s.key(Qt::Key_Down);
        QCOMPARE(s.canvas().selected(), 4U);
        s.key(Qt::Key_Right); // the Receive
        QCOMPARE(s.canvas().selected(), 5U);
        s.key(Qt::Key_Left);
        QCOMPARE(s.canvas().selected(), 4U);
        s.key(Qt::Key_Up);
        QCOMPARE(s.canvas().selected(), 2U);
    }

    void theOrderZoomsAndMovesAsTheTimeline()
    {
        Shown s;
        QVERIFY(s.open(makeRun({pipelineGraph(0, 0, 1, 30)})));
        choose(s.page.depthPicker(), s.page.depthPicker()->box()->count() - 1);
        QTRY_VERIFY(s.page.isComplete() && s.canvas().content().layout->boxes.size() > 500);
        s.key(Qt::Key_Home);
        const TimeWindow whole = s.canvas().window();
        s.key(Qt::Key_Plus);
        QVERIFY(s.canvas().window().lengthNs() < whole.lengthNs());
        s.key(Qt::Key_Minus);
        s.key(Qt::Key_Home);
        QCOMPARE(s.canvas().window(), whole);
        s.key(Qt::Key_W);
        s.key(Qt::Key_W);
        const TimeWindow zoomed = s.canvas().window();
        QVERIFY(zoomed.lengthNs() < whole.lengthNs());
        s.key(Qt::Key_D);
        QVERIFY(s.canvas().window().fromNs > zoomed.fromNs);
        QWheelEvent wheel({300, 300}, s.canvas().mapToGlobal(QPoint(300, 300)), {}, {0, 120}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        const qint64 before = s.canvas().window().lengthNs();
        QApplication::sendEvent(&s.canvas(), &wheel);
        QVERIFY(s.canvas().window().lengthNs() < before);
        // The small picture at the edge goes there.
        const QRect map = s.canvas().minimapRect();
        QTest::mouseClick(&s.canvas(), Qt::LeftButton, {}, QPoint(map.center().x(), map.bottom() - 4));
        QCOMPARE(s.canvas().window().toNs, whole.toNs);
        // A drag moves.
        const TimeWindow low = s.canvas().window();
        QTest::mousePress(&s.canvas(), Qt::LeftButton, {}, {300, 300});
        QTest::mouseMove(&s.canvas(), {300, 400});
        QTest::mouseRelease(&s.canvas(), Qt::LeftButton, {}, {300, 400});
        QVERIFY(s.canvas().window().fromNs < low.fromNs);
    }

    // Forty operators of one stage fill a picture in which no line of text fits between them.
    void fittedBoxesHaveTheirNames()
    {
        GraphRank r(0, 0);
        for (int i = 0; i < 40; ++i)
            r.add("ApplyMomentum", {}, i == 0 ? std::string() : std::to_string(i), {"[[2, 1], [1, 16]]"});
        Shown s;
        QVERIFY(s.open(makeRun({r.finish()})));
        for (const int height : {900, 620, 420}) {
            s.page.resize(1200, height);
            QCoreApplication::processEvents();
            s.canvas().fit();
            const std::vector<GraphCanvas::NameMark> marks = s.canvas().nameMarks(0);
            // Where not all of them have room, about as many as lines fit below each other.
            const auto lines = static_cast<size_t>(s.canvas().height() / (2 * s.canvas().fontMetrics().height()));
            QVERIFY2(marks.size() >= std::min<size_t>(40, lines),
                     qPrintable(QStringLiteral("%1 at %2").arg(marks.size()).arg(height)));
            for (size_t i = 0; i < marks.size(); ++i) {
                const quint32 node = s.canvas().content().layout->boxes[marks[i].box].first;
                QCOMPARE(marks[i].text, s.canvas().content().graph->shortName(node));
                QVERIFY(i == 0 || marks[i].at.top() > marks[i - 1].at.top());
                QVERIFY(marks[i].at.right() <= s.canvas().minimapRect().left());
            }
        }
    }

    // Where there is no line for each box, a namespace has none only where the line of another one lies upon it.
    void foldedNamespacesAreNamedFirst()
    {
        GraphRank r(0, 0);
        for (int i = 0; i < 30; ++i) {
            r.add("Cast", {});
            r.add("MatMul", "net");
            r.add("ReLU", "net");
            r.add("Add", {});
        }
        Shown s;
        QVERIFY(s.open(makeRun({r.finish()})));
        s.page.resize(1200, 420);
        QCoreApplication::processEvents();
        s.canvas().fit();
        const std::vector<GraphBox> &boxes = s.canvas().content().layout->boxes;
        QCOMPARE(boxes.size(), size_t{90});
        const std::vector<GraphCanvas::NameMark> marks = s.canvas().nameMarks(0);
        std::vector<int> namespaces;
        for (const GraphCanvas::NameMark &m : marks) {
            if (boxes[m.box].isGroup())
                namespaces.push_back(m.at.center().y());
        }
        QVERIFY(!namespaces.empty() && namespaces.size() < 30);
        const int line = s.canvas().fontMetrics().height();
        for (quint32 b = 0; b < boxes.size(); ++b) {
            const int y = s.canvas().boxRect(b).center().y();
            QVERIFY(!boxes[b].isGroup() || std::any_of(namespaces.begin(), namespaces.end(),
                                                       [&](int other) { return std::abs(other - y) <= line; }));
        }
    }

    // Of forty layers one has two boxes: fitted, all names stand beside boxes of one width; from near, each box has
    // what is free of its row, and so its split.
    void boxesUseTheRoomOfTheirRows()
    {
        GraphRank r(0, 0);
        for (int i = 0; i < 40; ++i)
            r.add("ApplyMomentum", {}, i == 0 ? std::string() : std::to_string(i == 21 ? 20 : i),
                  {"[[2, 1], [1, 16]]"});
        Shown s;
        QVERIFY(s.open(makeRun({r.finish()})));
        s.page.resize(1200, 620);
        QCoreApplication::processEvents();
        s.canvas().fit();
        const std::vector<GraphBox> &boxes = s.canvas().content().layout->boxes;
        const auto beside = std::find_if(boxes.begin(), boxes.end(), [](const GraphBox &b) { return b.slot == 1; });
        QVERIFY(beside != boxes.end());
        const auto second = static_cast<quint32>(beside - boxes.begin());
        QCOMPARE(s.canvas().content().layout->columns[0].lanes, 2);
        const QRect fitted = s.canvas().boxRect(0);
        QVERIFY(!s.canvas().nameMarks(0).empty() && s.canvas().nameMarks(0)[0].at.left() > fitted.right());
        const qint64 at = beside->layer * GraphCanvas::layerUnits;
        s.canvas().setWindow({at - 2 * GraphCanvas::layerUnits, at + 3 * GraphCanvas::layerUnits});
        const QRect left = s.canvas().boxRect(second - 1);
        const QRect right = s.canvas().boxRect(second);
        const QRect lone = s.canvas().boxRect(second + 1);
        QVERIFY(!left.isEmpty() && left.top() == right.top() && lone.top() > right.bottom());
        QVERIFY(left.right() < right.left());
        QCOMPARE(lone.left(), left.left());
        QCOMPARE(lone.right(), right.right());
        QVERIFY2(lone.width() > 3 * left.width(), qPrintable(QString::number(lone.width())));
        QVERIFY(lone.right() < s.canvas().minimapRect().left());
        QCOMPARE(s.canvas().boxAt(QPoint(lone.right() - 1, lone.center().y())), second + 1);
        // A cell of 16 parts is of another colour than the box.
        const QImage image = s.canvas().grab().toImage();
        int other = 0;
        for (int x = lone.center().x(); x < lone.right(); ++x)
            other += image.pixelColor(x, lone.top() + 4) != s.canvas().colorOf(GraphKind::Split) ? 1 : 0;
        QVERIFY(other > 10);
    }

    void theSplitLeavesTheNameItsRoom()
    {
        GraphRank r(0, 0);
        r.add("BatchMatMul", "Default", "", {"[[16, 16, 16, 16, 16, 16], [16, 16, 16, 16, 16, 16]]"});
        Shown s;
        QVERIFY(s.open(makeRun({r.finish()})));
        const std::vector<GraphCanvas::NameMark> marks = s.canvas().nameMarks(0);
        QCOMPARE(marks.size(), size_t(1));
        QCOMPARE(marks[0].text, s.canvas().content().graph->shortName(0));
        const auto &legend = s.canvas().legend();
        QVERIFY(std::any_of(legend.begin(), legend.end(),
                            [](const LegendEntry &e) { return e.text.startsWith(QLatin1String("number: parts")); }));
    }

    void theLabelsOfTheAttributesAreWhole()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        s.click(2);
        auto *const tree = s.page.findChild<PropertyTree *>();
        QTRY_VERIFY(tree && tree->isVisible() && tree->topLevelItemCount() > 0 && tree->width() > 0);
        const QTreeWidgetItem *const section = tree->topLevelItem(0);
        for (int i = 0; i < section->childCount(); ++i) {
            const QRect at = tree->visualItemRect(section->child(i));
            const int room = tree->columnWidth(0) - at.left();
            QVERIFY2(tree->fontMetrics().horizontalAdvance(section->child(i)->text(0)) < room,
                     qPrintable(
                         QStringLiteral("%1: %2 of %3").arg(section->child(i)->text(0)).arg(room).arg(tree->width())));
        }
    }

    // The first click opens the attributes, which may move boxes: the second one means the same box.
    void aDoubleClickIsOfTheBoxThatWasClicked()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        const QPoint other = s.canvas().boxRect(s.boxOf(2)).center();
        QSignalSpy activated(&s.canvas(), &GraphCanvas::nodeActivated);
        s.click(1);
        QMouseEvent second(QEvent::MouseButtonDblClick, other, s.canvas().mapToGlobal(other), Qt::LeftButton,
                           Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&s.canvas(), &second);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].value<quint32>(), quint32{1});
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

    void whatWasChosenSurvivesAnotherArrival()
    {
        Shown s;
        QVERIFY(s.open(makeRun({pipelineGraph(0, 0, 2, 20), pipelineGraph(1, 1, 2, 20)})));
        s.page.showNode(40);
        QTRY_VERIFY(s.page.isComplete() && s.canvas().selected() == 40U);
        s.page.longLinks()->setChecked(true);
        const QJsonObject kept = s.page.saveState();
        s.page.invalidate();
        QTRY_VERIFY(s.page.isComplete());
        QCOMPARE(s.canvas().selected(), 40U);
        // The same in another page, as a session does it, and again.
        Shown other;
        other.page.restoreState(kept);
        QVERIFY(other.open(makeRun({pipelineGraph(0, 0, 2, 20), pipelineGraph(1, 1, 2, 20)})));
        for (int i = 0; i < 2; ++i) {
            QTRY_VERIFY(other.page.isComplete() && other.canvas().selected() == 40U);
            QVERIFY(other.page.longLinks()->isChecked());
            QCOMPARE(other.canvas().content().layout->boxes.size(), s.canvas().content().layout->boxes.size());
            QCOMPARE(other.page.saveState(), kept);
            other.page.invalidate();
        }
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

    void withoutFilesTheTraceSaysWhatItCan()
    {
        Shown s;
        TinyRank r(0);
        r.kernel("MatMul", 1000 * us, 10 * us);
        r.kernel("ReLU", 1020 * us, 10 * us);
        QVERIFY(s.open(makeRun({r.finish()})));
        QCOMPARE(s.canvas().content().layout->boxes.size(), size_t{2});
        bool said = false;
        for (const QLabel *const l : s.page.findChildren<QLabel *>())
            said = said || l->text().contains(QLatin1String("parallel_strategy=true"));
        QVERIFY(said);
        QTRY_VERIFY(s.page.table()->rows() && s.page.table()->rows()->rows() == 2);
        QStringList shown;
        for (const ColumnSpec &c : s.page.table()->rows()->columns()) {
            if (c.shown)
                shown << c.id;
        }
        QCOMPARE(shown, QStringList({QStringLiteral("stage"), QStringLiteral("order"), QStringLiteral("operator"),
                                     QStringLiteral("type"), QStringLiteral("kind"), QStringLiteral("duration")}));
    }

    void whatIsMissingIsSaid()
    {
        Shown s;
        s.f.runs.addRun(makeRun({fileRank(0)}));
        s.page.invalidate();
        s.page.show();
        QTRY_VERIFY(s.page.isComplete() && s.page.emptyState()->isVisible());
        QStringList texts;
        for (const QLabel *const l : s.page.emptyState()->findChildren<QLabel *>())
            texts << l->text();
        const QString all = texts.join(u' ');
        QVERIFY2(all.contains(QLatin1String("parallel_strategy_*.json")) &&
                     all.contains(QLatin1String("parallel_strategy=true")),
                 qPrintable(all));
        QVERIFY(s.page.pictures().empty());
    }

    void itIsAPageOfTheWorkspace()
    {
        ViewFixture f;
        ParallelView view(f.context());
        QVERIFY(view.pageNames().contains(QStringLiteral("graph")));
        view.showPage(QStringLiteral("graph"));
        QCOMPARE(view.saveState()[QStringLiteral("page")].toString(), QStringLiteral("graph"));
    }

    // Who has no mouse begins with the first operator in sight.
    void keysBeginWithTheFirstOperator()
    {
        for (const int first : {int{Qt::Key_Down}, int{Qt::Key_Up}, int{Qt::Key_Return}}) {
            Shown s;
            QVERIFY(s.open(twoStages()));
            QCOMPARE(s.canvas().selected(), GraphCanvas::None);
            s.key(first);
            QCOMPARE(s.canvas().selected(), 0U);
            s.key(Qt::Key_Down);
            QCOMPARE(s.canvas().selected(), 1U);
        }
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

    void forPeopleWhoLook()
    {
        Shown s;
        QVERIFY(s.open(makeRun({pipelineGraph(0, 0, 2, 4), pipelineGraph(1, 1, 2, 4)})));
        s.page.resize(1500, 950);
        grab(s.page, QStringLiteral("graph-small"));
        s.page.searchField()->setText(QStringLiteral("softmax"));
        choose(s.page.depthPicker(), s.page.depthPicker()->box()->count() - 1);
        QTRY_VERIFY(s.page.isComplete());
        s.page.showNode(12);
        s.key(Qt::Key_Z);
        QTRY_VERIFY(s.page.isComplete());
        grab(s.page, QStringLiteral("graph-selected"));
        s.f.setTheme(Theme::Mode::Dark);
        grab(s.page, QStringLiteral("graph-selected-dark"));
        Shown large;
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int stage = 0; stage < 4; ++stage)
            ranks.push_back(pipelineGraph(stage, stage, 4, 20, 6));
        QVERIFY(large.open(makeRun(std::move(ranks))));
        large.page.resize(1500, 950);
        grab(large.page, QStringLiteral("graph-large"));
        choose(large.page.depthPicker(), large.page.depthPicker()->box()->count() - 1);
        QTRY_VERIFY(large.page.isComplete());
        large.key(Qt::Key_Home);
        grab(large.page, QStringLiteral("graph-large-open"));
    }
};

RS_TEST(TestStrategyGraphPage, QApplication);
#include "tst_strategygraphpage.moc"
