// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "views/communication/operatorbars.h"
#include "views/communication/operatorchart.h"
#include "views/communication/operatorspage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"

#include <QApplication>
#include <QImage>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTableView>

#include <algorithm>
#include <future>
#include <set>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;
constexpr int meetings = 3;

/// Collectives of all ranks that end at 1000, 2000 and 3000 us; rank r starts 100 - 10 r us before the end, so the last
/// rank keeps the others waiting. Rank 0 has a broadcast that nobody shares at 3100 us. `kinds`: types of operators
/// that rank 0 runs once each behind that. `times`: that the ranks meet, `periodUs` from one end to the next.
/// `apartUs`: by how much the clock of each rank is ahead of that of the one before.
Run runOfRanks(int count, int kinds = 0, int times = meetings, qint64 periodUs = 1000, qint64 apartUs = 0)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < count; ++r) {
        TinyRank rank(r);
        GroupInfo g;
        g.commName = QStringLiteral("world");
        g.hash = groupHash(g.commName);
        g.pgName = QStringLiteral("default_group");
        for (int i = 0; i < count; ++i)
            g.globalRanks.push_back(i);
        rank.data.groups.push_back(g);
        rank.thread("4", "world", "Group world Communication");
        for (int i = 0; i < times; ++i) {
            const qint64 length = 100 - 10 * r;
            rank.slice("4", "world", "hcom_allReduce__271_" + std::to_string(i) + "_1",
                       base + (periodUs * (i + 1) - length + apartUs * r) * us, length * us);
        }
        if (r == 0)
            rank.slice("4", "world", "hcom_broadcast__271_9_1", base + 3100 * us, 10 * us);
        for (int i = 0; r == 0 && i < kinds; ++i)
            rank.slice("4", "world",
                       "hcom_kind" + std::string(1, static_cast<char>('a' + i)) + "__271_" + std::to_string(20 + i) +
                           "_1",
                       base + (3200 + 20 * i) * us, 10 * us);
        ranks.push_back(rank.finish());
    }
    return makeRun(std::move(ranks));
}

/// Bars of 1 ns, 1 us apart.
BarLane shortBars(int count)
{
    BarLane lane;
    for (int i = 0; i < count; ++i) {
        OperatorBar bar;
        bar.fromNs = i * us;
        bar.toNs = bar.fromNs + 1;
        bar.op = static_cast<quint32>(i);
        lane.push_back(bar);
    }
    return lane;
}

struct Shown
{
    ViewFixture f;
    OperatorsPage page{f.context()};

    explicit Shown(Run run)
    {
        page.retranslate();
        page.resize(1100, 700);
        f.runs.addRun(std::move(run));
        f.state.setCurrentRank({0, 0});
        page.show();
        page.invalidate();
    }
    [[nodiscard]] bool ready()
    {
        return QTest::qWaitFor([this] { return page.isComplete(); }, 20'000);
    }
    [[nodiscard]] QPoint centre(int row, int op) { return page.chart()->rectOf({row, op}).center(); }
    void click(int row, int op) { QTest::mouseClick(page.chart(), Qt::LeftButton, {}, centre(row, op)); }
};

} // namespace

class TestOperatorsPage : public QObject
{
    Q_OBJECT
private slots:
    void noBarIsLost()
    {
        const BarLane lane = shortBars(5000);
        for (const int width : {1, 7, 100, 1601, 9000}) {
            for (const TimeWindow w : {TimeWindow{0, 5000 * us}, TimeWindow{17, 1234 * us}, TimeWindow{-3 * us, 90}}) {
                const TimeMap map(w, width);
                const std::vector<BarRun> runs = barRuns(lane, map);
                for (const OperatorBar &bar : lane) {
                    if (bar.toNs <= w.fromNs || bar.fromNs >= w.toNs)
                        continue;
                    const int x = std::max(0, map.pixel(bar.fromNs));
                    // A bar that begins where another one was widened to a pixel stands right of it.
                    QVERIFY(std::any_of(runs.begin(), runs.end(),
                                        [x](const BarRun &r) { return r.x0 <= x + 1 && x < r.x1; }));
                }
                for (size_t i = 1; i < runs.size(); ++i)
                    QVERIFY(runs[i - 1].x1 <= runs[i].x0);
            }
        }
    }

    void aClickSelectsAndTheTableHasAllRanks()
    {
        Shown p(runOfRanks(4));
        QVERIFY(p.ready());
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{-1, -1}));
        p.click(2, 1);
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{2, 1}));
        QVERIFY(p.page.table()->isVisible());
        QTRY_COMPARE(p.page.table()->view()->model()->rowCount(), 4);
        QCOMPARE(p.f.state.selection().kind, Selection::Kind::Slice);
        QCOMPARE(p.f.state.selection().rank.index, 2);
        p.click(0, 3);
        QTRY_COMPARE(p.page.table()->view()->model()->rowCount(), 0); // nobody shares it
        QVERIFY(!p.page.table()->isVisible());
        QTRY_VERIFY(p.page.chart()->height() > p.page.height() * 3 / 4);
    }

    void arrowsWalkOperatorsAndRanks()
    {
        Shown p(runOfRanks(4));
        QVERIFY(p.ready());
        p.click(1, 0);
        QTest::keyClick(p.page.chart(), Qt::Key_Right);
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{1, 1}));
        QTest::keyClick(p.page.chart(), Qt::Key_Down);
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{2, 1}));
        QTest::keyClick(p.page.chart(), Qt::Key_Up);
        QTest::keyClick(p.page.chart(), Qt::Key_Left);
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{1, 0}));
        QTest::keyClick(p.page.chart(), Qt::Key_Escape);
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{-1, -1}));
    }

    void alignedRowsStartOrEndTogether()
    {
        Shown p(runOfRanks(3));
        QVERIFY(p.ready());
        p.click(0, 1);
        OperatorChart &chart = *p.page.chart();
        QCOMPARE(chart.rectOf({0, 1}).right(), chart.rectOf({2, 1}).right()); // as recorded they end together
        choose(p.page.alignmentPicker(), static_cast<int>(OperatorAlignment::Heads));
        QVERIFY(p.ready());
        chart.setWindow({base + 1800 * us, base + 2200 * us});
        QCOMPARE(chart.rectOf({0, 1}).left(), chart.rectOf({2, 1}).left());
        QVERIFY(chart.rectOf({0, 1}).right() > chart.rectOf({2, 1}).right());
        choose(p.page.alignmentPicker(), static_cast<int>(OperatorAlignment::Tails));
        QVERIFY(p.ready());
        QCOMPARE(chart.rectOf({0, 1}).right(), chart.rectOf({2, 1}).right());
        // With nothing selected there is nothing to align by, and the box says so.
        choose(p.page.alignmentPicker(), static_cast<int>(OperatorAlignment::Heads));
        QVERIFY(p.ready());
        QTest::keyClick(&chart, Qt::Key_Escape);
        QVERIFY(p.ready());
        QCOMPARE(p.page.alignmentPicker()->value().toInt(), static_cast<int>(OperatorAlignment::Recorded));
        QCOMPARE(chart.rectOf({0, 1}).right(), chart.rectOf({2, 1}).right());
    }

    // A jump selects another operator, and going back the one of before: rows are aligned by the one that is selected.
    void rowsFollowTheSelectionOfAJump()
    {
        Shown p(runOfRanks(3));
        QVERIFY(p.ready());
        OperatorChart &chart = *p.page.chart();
        p.click(0, 1);
        choose(p.page.alignmentPicker(), static_cast<int>(OperatorAlignment::Heads));
        QVERIFY(p.ready());
        const auto startTogether = [&chart](int op) {
            chart.setWindow({base + (1000 * (op + 1) - 200) * us, base + (1000 * (op + 1) + 200) * us});
            return chart.rectOf({0, op}).left() == chart.rectOf({2, op}).left();
        };
        QVERIFY(startTogether(1));
        const auto rank = p.f.runs.rank({0, 2});
        SliceId later = NoSlice;
        for (quint32 i = 0; i < rank->trace->slices().size(); ++i) {
            if (rank->trace->strings().text(rank->trace->slices().name(SliceId{i})) ==
                QStringLiteral("hcom_allReduce__271_2_1"))
                later = SliceId{i};
        }
        QVERIFY(later != NoSlice);
        Selection jump;
        jump.kind = Selection::Kind::Slice;
        jump.rank = {0, 2};
        jump.slice = later;
        p.f.state.select(jump);
        QVERIFY(p.ready());
        QCOMPARE(chart.selected(), (OperatorChart::Place{2, 2}));
        QCOMPARE(p.page.alignmentPicker()->value().toInt(), static_cast<int>(OperatorAlignment::Heads));
        QVERIFY(startTogether(2));
        p.f.state.back();
        QVERIFY(p.ready());
        QCOMPARE(chart.selected(), (OperatorChart::Place{0, 1}));
        QVERIFY(startTogether(1));
    }

    // The target of another table is shown; a selection in the timeline leaves the filter as it is.
    void aJumpShowsWhatTheFilterLeavesOut()
    {
        Shown p(runOfRanks(2));
        QVERIFY(p.ready());
        p.page.nameFilter()->setFocus();
        QTest::keyClicks(p.page.nameFilter(), QStringLiteral("broadcast"));
        QVERIFY(p.ready());
        Selection s;
        s.kind = Selection::Kind::Slice;
        s.rank = {0, 1};
        s.slice = sliceNamed(*p.f.runs.rank({0, 1})->trace, "hcom_allReduce__271_1_1");
        p.f.state.select(s);
        QVERIFY(p.ready());
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{-1, -1}));
        QCOMPARE(p.page.nameFilter()->text(), QStringLiteral("broadcast"));
        p.f.state.select({});
        p.f.state.inOneStep([&] {
            p.f.state.select(s);
            p.f.state.showView(QStringLiteral("communication/operators"));
        });
        QVERIFY(p.ready());
        QTRY_COMPARE(p.page.chart()->selected(), (OperatorChart::Place{1, 1}));
        QVERIFY(p.page.nameFilter()->text().isEmpty());
        QTRY_COMPARE(p.page.table()->view()->model()->rowCount(), 2);
    }

    void aDoubleClickLeadsToTheTimeline()
    {
        Shown p(runOfRanks(3));
        QVERIFY(p.ready());
        QSignalSpy reveal(&p.f.state, &ViewState::revealRequested);
        QTest::mouseDClick(p.page.chart(), Qt::LeftButton, {}, p.centre(1, 1));
        QCOMPARE(reveal.size(), 1);
        QCOMPARE(reveal[0][0].value<RankRef>().index, 1);
        const auto span = reveal[0][2].value<TimeWindow>();
        QCOMPARE(span.fromNs, base + 1900 * us); // where rank 0 starts
        QCOMPARE(span.toNs, base + 2000 * us);
        QCOMPARE(p.f.state.ranksTogether().size(), size_t(3));
        QCOMPARE(p.f.state.togetherLook(), TogetherLook::Communication);
    }

    // Its ranks are none of the run's: they have a row each, and nothing leads to their timeline.
    void aClusterAnalysisAloneHasItsOperators()
    {
        Run run;
        std::vector<CommOp> ops;
        for (const int number : {2, 3}) {
            for (int i = 1; i < 4; ++i) {
                CommOp op;
                op.rank = number;
                op.step = QStringLiteral("1");
                op.name = QStringLiteral("hcom_allReduce__271_%1_1").arg(i);
                op.groupHash = groupHash(u"world");
                op.startUs = 1000. * i - (number == 2 ? 100 : 80);
                op.startText = QString::number(*op.startUs, 'f', 1);
                op.elapseMs = number == 2 ? 0.1 : 0.08;
                ops.push_back(op);
            }
        }
        run.cluster.commOps = CommOps(ops);
        Shown p(run);
        QVERIFY(p.ready());
        QVERIFY(p.page.emptyState()->isHidden());
        p.click(0, 1);
        QVERIFY(p.ready());
        QCOMPARE(p.page.chart()->selected(), OperatorChart::Place(0, 1));
        QCOMPARE(p.page.table()->view()->model()->rowCount(), 2);
        QSignalSpy asked(&p.f.state, &ViewState::revealRequested);
        QSignalSpy said(&p.f.state, &ViewState::noticed);
        const RankRef before = p.f.state.currentRank();
        QTest::keyClick(p.page.chart(), Qt::Key_Return);
        QTest::mouseDClick(p.page.chart(), Qt::LeftButton, {}, {4, p.centre(1, 0).y()});
        emit p.page.table()->activated(0);
        QCOMPARE(asked.count(), 0);
        QCOMPARE(said.count(), 3);
        QVERIFY(said[1][0].toString().contains(QStringLiteral("Only the cluster analysis")));
        for (const QPoint at : {p.centre(1, 0), QPoint(4, p.centre(1, 0).y())}) {
            QMenu menu;
            emit p.page.findChild<ChartFrame *>()->menuRequested(&menu, at);
            auto *const entry = menu.findChild<QAction *>(QStringLiteral("rankInTimeline"));
            QVERIFY(entry && !entry->isEnabled());
            QCOMPARE(entry->text(), QStringLiteral("Show in Timeline"));
        }
        QCOMPARE(p.f.state.currentRank(), before);
        // A row of another table asks for it, which names no rank of the store.
        p.page.chart()->setSelected({-1, -1});
        Selection wanted;
        wanted.kind = Selection::Kind::Operator;
        wanted.rank = {0, -1};
        wanted.text = QStringLiteral("hcom_allReduce__271_2_1");
        p.f.state.select(wanted);
        QTRY_COMPARE(p.page.chart()->selected(), OperatorChart::Place(0, 1));
    }
};

RS_TEST(TestOperatorsPage, QApplication);
#include "tst_operatorspage.moc"
