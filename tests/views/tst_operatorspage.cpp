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
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTableView>
#include <QWheelEvent>

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

struct Page
{
    ViewFixture f;
    OperatorsPage page{f.context()};

    explicit Page(Run run)
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
    void waitsThatNobodyKnowsAreStriped()
    {
        Page p(runOfRanks(2, 0, 1));
        QVERIFY(p.ready());
        OperatorChart *const chart = p.page.chart();
        QCOMPARE(chart->legend().back().mark, LegendEntry::Mark::Striped);
        p.click(0, 0);
        QVERIFY(p.ready());
        QCOMPARE(chart->selected(), OperatorChart::Place(0, 0));
        QVERIFY(p.page.help().contains(QStringLiteral("clocks")));
        QCOMPARE(chart->tipLines({0, 0}).back().second, QStringLiteral("unknown: clocks are not aligned"));
        // Two colours in one line of the bar, beside its frame.
        const QRect bar = chart->rectOf({1, 0}).adjusted(3, 3, -3, -3);
        QVERIFY(bar.width() > 8);
        const QImage picture = chart->grab().toImage();
        std::set<QRgb> colours;
        for (int x = bar.left(); x < bar.right(); ++x)
            colours.insert(picture.pixel(x, bar.center().y()));
        QCOMPARE(colours.size(), size_t(2));

        Page known(runOfRanks(2));
        QVERIFY(known.ready());
        QCOMPARE(known.page.chart()->legend().back().mark, LegendEntry::Mark::Swatch);
        known.click(0, meetings); // the broadcast that nobody shares
        QVERIFY(known.page.help().contains(QStringLiteral("partner")));
    }

    // Rank 2 has communication.json alone, rank 3 neither.
    void whatWasNotRecordedIsHatched()
    {
        Run run = runOfRanks(4);
        for (const size_t r : {size_t(2), size_t(3)}) {
            auto data = std::make_shared<RankData>(*run.ranks[r]);
            data->trace = nullptr;
            std::vector<CommOp> ops;
            for (int i = 0; r == 2 && i < meetings; ++i) {
                CommOp op;
                op.step = QStringLiteral("0");
                op.name = QStringLiteral("hcom_allReduce__271_%1_1").arg(i);
                op.groupHash = groupHash(u"world");
                op.startUs = static_cast<double>(base / us + 1000 * (i + 1) - 100);
                op.startText = QString::number(*op.startUs, 'f', 1);
                op.elapseMs = 0.1;
                ops.push_back(op);
            }
            data->commOps = CommOps(ops);
            run.ranks[r] = data;
        }
        Page p(std::move(run));
        QVERIFY(p.ready());
        OperatorChart *const chart = p.page.chart();
        const std::vector<LegendEntry> &legend = chart->legend();
        QVERIFY(legend.size() > 2);
        QCOMPARE(legend[legend.size() - 2].mark, LegendEntry::Mark::Hatched);
        QVERIFY(legend[legend.size() - 2].text.contains(QStringLiteral("no trace")));
        QVERIFY(!legend.back().color.isValid());
        QVERIFY(chart->tipLines({2, 0}).back().second.contains(QStringLiteral("the rank has no trace")));
        p.click(2, 0);
        QVERIFY(p.page.help().contains(QStringLiteral("no trace")));
        p.click(0, 1);
        const QImage picture = chart->grab().toImage();
        const auto shareOf = [&](int row, const QColor &colour) {
            const QRect bar = chart->rectOf({row, 0}).adjusted(2, 2, -2, -2);
            int count = 0;
            for (int y = bar.top(); y <= bar.bottom(); ++y) {
                for (int x = bar.left(); x <= bar.right(); ++x)
                    count += picture.pixel(x, y) == colour.rgb() ? 1 : 0;
            }
            return static_cast<double>(count) / (bar.width() * bar.height());
        };
        const QColor full = p.f.theme.series(0);
        QVERIFY(chart->rectOf({2, 0}).width() > 12);
        QVERIFY2(shareOf(2, full) > 0.1 && shareOf(2, full) < 0.4, qPrintable(QString::number(shareOf(2, full))));
        QVERIFY(shareOf(2, p.f.theme.background()) > 0.5);
        QVERIFY(shareOf(1, full) > 0.5); // it came late: no part of its bar is pale
        grab(p.page, QStringLiteral("communication-operators-unrecorded"));
    }

    // A wait that is over within the pixel that the operator shares with the one before.
    void shortWaitsBehindANeighbourAreDrawn()
    {
        Page p(runOfRanks(2, 0, 400, 100));
        QVERIFY(p.ready());
        const qint64 from = p.page.chart()->window().fromNs;
        for (int nsPerPixel = 18'000; nsPerPixel < 35'000; nsPerPixel += 1'700) {
            p.page.chart()->setWindow({from, from + qint64{nsPerPixel} * p.page.chart()->width()});
            QVERIFY(!p.page.chart()->grab().isNull());
        }
    }

    void whatIsShorterThanAPixelIsStillSeen()
    {
        const BarLane lane = shortBars(3);
        const std::vector<BarRun> runs = barRuns(lane, TimeMap({-10'000 * us, 10'000 * us}, 1000));
        QCOMPARE(runs.size(), size_t(1)); // all within one pixel
        QCOMPARE(runs.front().x1 - runs.front().x0, 1);
        QCOMPARE(runs.front().bar, 0U);
        const std::vector<BarRun> apart = barRuns(lane, TimeMap({0, 3 * us}, 300));
        QCOMPARE(apart.size(), size_t(3));
        QCOMPARE(apart[2], (BarRun{200, 201, 2}));
    }

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
                    // What begins where another bar was widened to a pixel stands right of it.
                    QVERIFY(std::any_of(runs.begin(), runs.end(),
                                        [x](const BarRun &r) { return r.x0 <= x + 1 && x < r.x1; }));
                }
                for (size_t i = 1; i < runs.size(); ++i)
                    QVERIFY(runs[i - 1].x1 <= runs[i].x0);
            }
        }
    }

    void aBarIsHitAtBothEndsOfTheZoom()
    {
        const BarLane lane = shortBars(3);
        const TimeMap wide({-10'000 * us, 10'000 * us}, 1000);
        const int shared = barAt(lane, wide, 500.5); // all three stand in this pixel
        QVERIFY(shared >= 0 && shared < 3);
        QCOMPARE(barAt(lane, wide, 502), 2); // the nearest within reach
        QCOMPARE(barAt(lane, wide, 520), -1);
        const TimeMap near({us, us + 2}, 1000); // the bar fills the left half
        QCOMPARE(barAt(lane, near, 0), 1);
        QCOMPARE(barAt(lane, near, 499), 1);
        QCOMPARE(barAt(lane, near, 900), -1);
    }

    void aClickSelectsAndTheTableHasAllRanks()
    {
        Page p(runOfRanks(4));
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
        grab(p.page, QStringLiteral("communication-operators"));
    }

    void anEmptyTableTakesNoRoom()
    {
        Page p(runOfRanks(2));
        QVERIFY(p.ready());
        QVERIFY(!p.page.table()->isVisible());
        const OperatorChart &chart = *p.page.chart();
        QVERIFY2(chart.height() > p.page.height() * 3 / 4, qPrintable(QString::number(chart.height())));
        // Few rows grow; a bar is at most some lines of text high.
        const QRect first = chart.rectOf({0, 0});
        const QRect second = chart.rectOf({1, 0});
        QVERIFY(first.height() > chart.fontMetrics().height() * 6);
        QVERIFY(first.height() <= chart.fontMetrics().height() * 16);
        QVERIFY(second.top() - first.bottom() > 8); // lines between them have room
        grab(p.page, QStringLiteral("communication-operators-two"));
    }

    // Every other step is shaded where steps are wide enough to be told apart; else that would be stripes between bars.
    void narrowStepsAreNotShaded()
    {
        constexpr int steps = 80;
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            TinyRank rank(r);
            for (int s = 0; s < steps; ++s) {
                const qint64 start = base + s * 1000 * us;
                rank.step(s + 1, start, 1000 * us);
                rank.kernel("MatMul", start + 10 * us, 900 * us);
                rank.communication("hcom_allReduce__271_" + std::to_string(s) + "_1", start + 920 * us, 50 * us);
            }
            ranks.push_back(rank.finish());
        }
        Page p(makeRun(ranks));
        QVERIFY(p.ready());
        OperatorChart &chart = *p.page.chart();
        const auto shades = [&chart] {
            const QImage picture = chart.grab().toImage();
            const int below = static_cast<int>((chart.rectOf({1, 40}).bottom() + 4) * picture.devicePixelRatio());
            std::set<QRgb> colors;
            for (int x = picture.width() / 2; x < picture.width() - 40; ++x)
                colors.insert(picture.pixel(x, below));
            return colors.size();
        };
        QCOMPARE(shades(), size_t(1));
        chart.setWindow({base + 39'000 * us, base + 43'000 * us});
        QCOMPARE(shades(), size_t(2));
    }

    // Rank 0 runs four operators of 100 us, each of which begins where the one before ends.
    void operatorsThatFollowAtOnceAreParted()
    {
        Page p(runOfRanks(2, 0, 4, 100));
        QVERIFY(p.ready());
        const QRect first = p.page.chart()->rectOf({0, 0});
        const QRect last = p.page.chart()->rectOf({0, 3});
        QVERIFY(first.width() > 8);
        const QImage picture = p.page.chart()->grab().toImage();
        int gaps = 0;
        for (int x = first.left() + 1; x < last.right(); ++x)
            gaps += picture.pixel(x, first.center().y()) == p.f.theme.background().rgb() ? 1 : 0;
        QCOMPARE(gaps, 3);
    }

    // Lines between the rows are flat then, and there are some all the same, though not all.
    void operatorsOfClocksThatLieApartAreJoined()
    {
        const auto coloursBetween = [](qint64 apartUs) {
            Page p(runOfRanks(2, 0, 12, 1000, apartUs));
            if (!p.ready())
                return size_t(0);
            const int y = p.page.chart()->rectOf({0, 0}).bottom() + 3;
            const QImage picture = p.page.chart()->grab().toImage();
            std::set<QRgb> colours;
            for (int x = p.page.chart()->rectOf({0, 0}).left(); x < p.page.chart()->rectOf({0, 11}).right(); ++x)
                colours.insert(picture.pixel(x, y));
            return colours.size();
        };
        QVERIFY(coloursBetween(0) > 1);
        QVERIFY(coloursBetween(3000) > 1);
    }

    // A run that is open is not told to be opened, however long its operators take.
    void aRunThatIsReadIsOpen()
    {
        ViewFixture f;
        OperatorsPage page(f.context());
        page.retranslate();
        page.show();
        page.invalidate();
        QTRY_COMPARE(page.emptyState()->heading(), QStringLiteral("No run is open"));
        std::promise<void> go;
        f.pool.start([held = go.get_future().share()] { held.wait(); });
        f.runs.addRun(runOfRanks(2));
        f.state.setCurrentRank({0, 0});
        page.invalidate();
        const bool isSaid =
            QTest::qWaitFor([&page] { return page.emptyState()->heading() == QStringLiteral("Loading"); }, 20'000);
        go.set_value();
        QVERIFY2(isSaid, qPrintable(page.emptyState()->heading()));
        QTRY_VERIFY(page.chart()->isVisible());
    }

    void labelsDoNotReachIntoEachOther()
    {
        for (const int count : {2, 40, 90, 200}) {
            Page p(runOfRanks(count, 0, 1));
            QVERIFY(p.ready());
            OperatorChart &chart = *p.page.chart();
            for (const int chosen : {0, 1, count / 2, count - 1}) {
                chart.setCurrentRow(chosen);
                const auto rects = chart.labelRects();
                QVERIFY(std::any_of(rects.begin(), rects.end(), [=](const auto &r) { return r.first == chosen; }));
                for (size_t i = 0; i < rects.size(); ++i) {
                    for (size_t k = 0; k < i; ++k)
                        QVERIFY(!rects[i].second.intersects(rects[k].second));
                }
            }
        }
    }

    void aDoubleClickMeansWhatStoodUnderTheFirst()
    {
        Page p(runOfRanks(3));
        QVERIFY(p.ready());
        QSignalSpy activated(p.page.chart(), &OperatorChart::placeActivated);
        const QPoint at = p.centre(2, 1);
        QTest::mouseClick(p.page.chart(), Qt::LeftButton, {}, at);
        QTRY_VERIFY(p.centre(2, 1) != at); // the table has opened
        QMouseEvent twice(QEvent::MouseButtonDblClick, at, p.page.chart()->mapToGlobal(at), Qt::LeftButton,
                          Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(p.page.chart(), &twice);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].toInt(), 2);
    }

    // Its label, the empty part of its row, and its row of the table.
    void everyPlaceOfARankLeadsToItsTimeline()
    {
        Page p(runOfRanks(3));
        QVERIFY(p.ready());
        QSignalSpy timeline(&p.f.state, &ViewState::rankRevealRequested);
        const QPoint label(4, p.centre(2, 0).y());
        QTest::mouseDClick(p.page.chart(), Qt::LeftButton, {}, label);
        QCOMPARE(timeline.count(), 1);
        QCOMPARE(timeline[0][0].value<RankRef>(), (RankRef{0, 2}));
        QMenu menu;
        emit p.page.findChild<ChartFrame *>()->menuRequested(&menu, QPoint(4, p.centre(1, 0).y()));
        auto *const entry = menu.findChild<QAction *>(QStringLiteral("rankInTimeline"));
        QVERIFY(entry && entry->isEnabled() && entry->text().contains(QStringLiteral("rank 1")));
        entry->trigger();
        QCOMPARE(timeline.count(), 2);
        QCOMPARE(timeline[1][0].value<RankRef>(), (RankRef{0, 1}));
        p.click(1, 0);
        QVERIFY(p.ready());
        QTRY_COMPARE(p.page.table()->view()->model()->rowCount(), 3);
        QSignalSpy slice(&p.f.state, &ViewState::revealRequested);
        QMenu ofRow;
        emit p.page.table()->menuRequested(&ofRow, 0);
        auto *const show = ofRow.findChild<QAction *>(QStringLiteral("rankInTimeline"));
        QVERIFY(show && show->isEnabled());
        show->trigger();
        QCOMPARE(slice.count(), 1);
    }

    void arrowsWalkOperatorsAndRanks()
    {
        Page p(runOfRanks(4));
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
        Page p(runOfRanks(3));
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

    void aJumpToARankKeepsTheAlignment()
    {
        Page p(runOfRanks(3));
        QVERIFY(p.ready());
        OperatorChart &chart = *p.page.chart();
        p.click(0, 1);
        choose(p.page.alignmentPicker(), static_cast<int>(OperatorAlignment::Heads));
        QVERIFY(p.ready());
        QSignalSpy timeline(&p.f.state, &ViewState::rankRevealRequested);
        const QPoint name(4, p.centre(1, 0).y());
        QTest::mouseClick(&chart, Qt::LeftButton, {}, name);
        QTest::mouseDClick(&chart, Qt::LeftButton, {}, name);
        QVERIFY(p.ready());
        QCOMPARE(timeline.count(), 1);
        QCOMPARE(p.page.alignmentPicker()->value().toInt(), static_cast<int>(OperatorAlignment::Heads));
        QCOMPARE(chart.selected(), (OperatorChart::Place{0, 1}));
        // Below the ranks there is nothing: that takes the selection away.
        QTest::mouseClick(&chart, Qt::LeftButton, {}, {chart.width() / 2, p.centre(2, 0).y() + 200});
        QCOMPARE(chart.selected(), (OperatorChart::Place{-1, -1}));
    }

    // A jump selects another operator, and going back the one of before: rows are aligned by the one that is selected.
    void rowsFollowTheSelectionOfAJump()
    {
        Page p(runOfRanks(3));
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

    // The box speaks of the selected operator, so there is one.
    void whatRowsAreAlignedByIsSelected()
    {
        Page p(runOfRanks(3));
        QVERIFY(p.ready());
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{-1, -1}));
        choose(p.page.alignmentPicker(), static_cast<int>(OperatorAlignment::Heads));
        QVERIFY(p.ready());
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{0, 0}));
        QTRY_COMPARE(p.page.table()->view()->model()->rowCount(), 3);
    }

    void theNameFilters()
    {
        Page p(runOfRanks(2));
        QVERIFY(p.ready());
        p.page.nameFilter()->setFocus();
        QTest::keyClicks(p.page.nameFilter(), QStringLiteral("BROADCAST"));
        QVERIFY(p.ready());
        QVERIFY(p.page.chart()->rectOf({0, 0}).isEmpty());
        p.page.chart()->fit();
        QVERIFY(!p.page.chart()->rectOf({0, 3}).isEmpty());
    }

    // What another table leads to is shown; what is selected in the timeline leaves the filter as it is.
    void aJumpShowsWhatTheFilterLeavesOut()
    {
        Page p(runOfRanks(2));
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

    void keysChooseAFirstOperator_data()
    {
        QTest::addColumn<Qt::Key>("key");
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_Return})
            QTest::addRow("%s", qPrintable(QKeySequence(key).toString())) << key;
    }
    // All is in sight, so that there is nothing to move.
    void keysChooseAFirstOperator()
    {
        QFETCH(const Qt::Key, key);
        Page p(runOfRanks(3));
        QVERIFY(p.ready());
        QTest::keyClick(p.page.chart(), key);
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{0, 0}));
    }

    void theSelectedOperatorStaysWhenRowsAreAligned()
    {
        Page p(runOfRanks(3));
        QVERIFY(p.ready());
        p.click(1, 1);
        QVERIFY(p.ready());
        QTest::keyClick(p.page.chart(), Qt::Key_Z);
        const int before = p.page.chart()->rectOf({1, 1}).left();
        choose(p.page.alignmentPicker(), static_cast<int>(OperatorAlignment::Tails));
        QVERIFY(p.ready());
        QTRY_VERIFY(std::abs(p.page.chart()->rectOf({1, 1}).left() - before) <= 1);
    }

    // Of many ranks the bars are few pixels high, and as much lies between them.
    void whatLiesBetweenTheRowsBelongsToThem()
    {
        Page p(runOfRanks(60));
        QVERIFY(p.ready());
        const QRect bar = p.page.chart()->rectOf({7, 1});
        QTest::mouseClick(p.page.chart(), Qt::LeftButton, {}, QPoint(bar.center().x(), bar.bottom() + 1));
        QCOMPARE(p.page.chart()->selected(), (OperatorChart::Place{7, 1}));
    }

    void aDoubleClickLeadsToTheTimeline()
    {
        Page p(runOfRanks(3));
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

    // Clocks that nobody aligned yet stand apart in the timeline: all of its bars are within the span there, too.
    void theSpanHoldsEveryBarAsItIsDrawn()
    {
        const Run run = runOfRanks(3);
        const CommOperators rows = commOperators(run);
        TimeOffsets offsets;
        QCOMPARE(drawnMeeting(run, rows, {0, 1}, offsets, {1, 1}), (Interval{base + 1900 * us, base + 2000 * us}));
        offsets.setRank({0, 2}, -500 * us); // drawn later: 2420-2500
        QCOMPARE(drawnMeeting(run, rows, {0, 1}, offsets, {1, 1}), (Interval{base + 1900 * us, base + 2500 * us}));
        offsets.setRank({0, 1}, 200 * us); // the stamps of the clicked one are 200 us ahead of what is drawn
        QCOMPARE(drawnMeeting(run, rows, {0, 1}, offsets, {1, 1}), (Interval{base + 1910 * us, base + 2700 * us}));
    }

    void aRankThatIsNotLoadedIsAskedFor()
    {
        Run run = runOfRanks(3);
        run.ranks[2] = nullptr;
        Page p(std::move(run));
        QVERIFY(p.ready());
        QSignalSpy asked(&p.f.state, &ViewState::rankRevealRequested);
        const QRect last = p.page.chart()->rectOf({1, 0});
        QTest::mouseDClick(p.page.chart(), Qt::LeftButton, {}, {p.page.chart()->width() / 2, last.bottom() + 60});
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<RankRef>().index, 2);
    }

    void rareTypesShareAColour()
    {
        Page p(runOfRanks(2, 12));
        QVERIFY(p.ready());
        const std::vector<LegendEntry> &legend = p.page.chart()->legend();
        QCOMPARE(legend.size(), size_t(11)); // nine types, the others, what pale means
        for (size_t i = 0; i < 10; ++i) {
            for (size_t k = 0; k < i; ++k)
                QVERIFY(legend[i].color != legend[k].color);
        }
        grab(p.page, QStringLiteral("communication-operators-types"));
    }

    void sessionsKeepWhatIsShown()
    {
        Page p(runOfRanks(2));
        QVERIFY(p.ready());
        p.page.chart()->setWindow({base + 1900 * us, base + 2100 * us});
        choose(p.page.alignmentPicker(), 1);
        p.page.nameFilter()->setText(QStringLiteral("reduce"));
        QVERIFY(p.ready());
        const QJsonObject kept = p.page.saveState();
        Page other(runOfRanks(2));
        other.page.restoreState(kept);
        QVERIFY(other.ready());
        QTRY_COMPARE(other.page.saveState(), kept);
        QCOMPARE(p.page.pictures().size(), size_t(1));
    }

    // A row of a table names an operator of a rank without a trace.
    void anOperatorIsFollowedByItsName()
    {
        auto rank = fileRank(0);
        std::vector<CommOp> ops;
        for (int i = 1; i < 4; ++i) {
            CommOp op;
            op.step = QStringLiteral("1");
            op.name = QStringLiteral("hcom_allReduce__271_%1_1").arg(i);
            op.groupHash = groupHash(u"world");
            op.startUs = 1000. * i;
            op.startText = QString::number(*op.startUs, 'f', 1);
            op.elapseMs = 0.1;
            ops.push_back(op);
        }
        rank->commOps = CommOps(ops);
        Page p(makeRun({rank}));
        QVERIFY(p.ready());
        Selection s;
        s.kind = Selection::Kind::Operator;
        s.rank = {0, 0};
        s.text = QStringLiteral("hcom_allReduce__271_2_1");
        p.f.state.select(s);
        QCOMPARE(p.page.chart()->selected(), OperatorChart::Place(0, 1));
        s.text = QStringLiteral("no such operator");
        p.f.state.select(s);
        QCOMPARE(p.page.chart()->selected(), OperatorChart::Place(0, 1));
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
        Page p(run);
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
        grab(p.page, QStringLiteral("communication-operators-cluster"));
    }

    void withoutOperatorsItSaysWhereTheyComeFrom()
    {
        ViewFixture f;
        OperatorsPage page(f.context());
        page.retranslate();
        page.show();
        page.invalidate();
        QTRY_VERIFY(page.isComplete());
        QVERIFY(page.pictures().empty());
        QVERIFY(!page.emptyState()->heading().isEmpty());
        f.runs.addRun(makeRun({fileRank(0)}));
        f.state.setCurrentRank({0, 0});
        page.invalidate();
        QTRY_VERIFY2(page.emptyState()->body().contains(QStringLiteral("communication.json")),
                     qPrintable(page.emptyState()->body()));
        QVERIFY(page.pictures().empty());
    }

    // They name no domain, in which operators would stand.
    void operatorsOfOldFilesAreInDurations()
    {
        TinyRank t(0);
        t.data.legacy = true;
        CommOp op;
        op.step = QStringLiteral("1");
        op.name = QStringLiteral("AllReduce-op1");
        op.startUs = 1000;
        op.startText = QStringLiteral("1000.000");
        op.elapseMs = 5;
        t.commOps.push_back(op);
        auto data = std::make_shared<RankData>(*t.finish());
        data->trace.reset();
        ViewFixture f;
        OperatorsPage page(f.context());
        page.retranslate();
        page.show();
        f.runs.addRun(makeRun({data}));
        f.state.setCurrentRank({0, 0});
        page.invalidate();
        QTRY_VERIFY2(page.emptyState()->body().contains(QStringLiteral("hccl_raw_*.csv")),
                     qPrintable(page.emptyState()->body()));
        QVERIFY(page.emptyState()->body().contains(QStringLiteral("Durations")));
    }
};

RS_TEST(TestOperatorsPage, QApplication);
#include "tst_operatorspage.moc"
