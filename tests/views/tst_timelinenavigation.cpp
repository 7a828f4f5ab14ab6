// SPDX-License-Identifier: Apache-2.0
// Wheel, mouse and keys: what moves the window of the timeline, and what chooses in it.
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "views/timeline/axis/timeruler.h"
#include "views/timeline/canvas/minimap.h"
#include "views/timeline/data/timelinedata.h"
#include "views/timeline/lanes/stepspans.h"

#include <QApplication>
#include <QSignalSpy>

#include <cmath>

using namespace rs;
using test::drag;
using test::someSlice;
using test::TimelineFixture;
using test::wheel;

class TestTimelineNavigation : public QObject
{
    Q_OBJECT
private slots:
    void wheelWithControlZoomsAboutTheCursor();
    void wheelScrollsAndShiftWheelPans();
    void keysZoomPanAndFit();
    void heldKeyMovesOnUntilReleased();
    void dragsThatPan_data();
    void dragsThatPan();
    void plainDragSelectsTimeAndLanes();
    void altDragZoomsToTheSpan();
    void clickSelectsAndDoubleClickZooms();
    void focusShowsTheSelectionAndThenTheRun();
    void backspaceGoesBack();
    void whatWasBeforeTheRunHasNoSpan();
    void escapeClears();
    void minimapMovesTheWindow();
    void aRankThatComesLaterIsZoomedToTheStep();
    void aStepThatWasLeftIsNotGoneBackTo();
    void aJumpToARankThatComesLaterIsOneStep();
    void aJumpLeavesBoxAndLength();
};

void TestTimelineNavigation::wheelWithControlZoomsAboutTheCursor()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    auto *c = f.view->canvas();
    const TimeWindow before = f.state.window();
    const QPoint at(300, 100);
    const qint64 under = TimeMap(before, c->width()).time(300);
    wheel(c, at, 3, Qt::ControlModifier);
    const TimeWindow after = f.state.window();
    QVERIFY(after.lengthNs() < before.lengthNs() * 6 / 10);
    QVERIFY(std::abs(TimeMap(after, c->width()).x(under) - 300) < 1);
    wheel(c, at, -3, Qt::ControlModifier);
    QVERIFY(std::abs(f.state.window().lengthNs() - before.lengthNs()) < before.lengthNs() / 1000);
}

void TestTimelineNavigation::wheelScrollsAndShiftWheelPans()
{
    TimelineFixture f({1000, 200});
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    auto *c = f.view->canvas();
    QCOMPARE(c->scrollY(), 0);
    wheel(c, {300, 50}, -1, Qt::NoModifier);
    QVERIFY(c->scrollY() > 0);
    wheel(c, {300, 50}, 5, Qt::NoModifier);
    QCOMPARE(c->scrollY(), 0);
    f.view->navigator()->zoomAt(300, 0.2);
    const TimeWindow before = f.state.window();
    wheel(c, {300, 50}, -1, Qt::ShiftModifier);
    QCOMPARE(f.state.window().lengthNs(), before.lengthNs());
    QVERIFY(f.state.window().fromNs > before.fromNs);
}

void TestTimelineNavigation::keysZoomPanAndFit()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    auto *c = f.view->canvas();
    const TimeWindow all = f.state.window();
    QTest::keyClick(c, Qt::Key_W);
    QVERIFY(f.state.window().lengthNs() < all.lengthNs());
    QTest::keyClick(c, Qt::Key_W);
    TimeWindow w = f.state.window();
    QTest::keyClick(c, Qt::Key_D);
    QVERIFY(f.state.window().fromNs > w.fromNs);
    QCOMPARE(f.state.window().lengthNs(), w.lengthNs());
    QTest::keyClick(c, Qt::Key_A);
    QVERIFY(std::abs(f.state.window().fromNs - w.fromNs) <= 1);
    w = f.state.window();
    QTest::keyClick(c, Qt::Key_Right);
    QVERIFY(f.state.window().fromNs > w.fromNs);
    QTest::keyClick(c, Qt::Key_Left);
    QTest::keyClick(c, Qt::Key_S);
    QVERIFY(f.state.window().lengthNs() > w.lengthNs());
    QTest::keyClick(c, Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(f.state.window(), all);
    QTest::keyClick(c, Qt::Key_W);
    QTest::keyClick(c, Qt::Key_Home);
    QCOMPARE(f.state.window(), all);
}

void TestTimelineNavigation::heldKeyMovesOnUntilReleased()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    auto *c = f.view->canvas();
    QTest::keyPress(c, Qt::Key_W);
    const TimeWindow once = f.state.window();
    QVERIFY(QTest::qWaitFor([&] { return f.state.window().lengthNs() < once.lengthNs() / 2; }, 5000));
    QTest::keyRelease(c, Qt::Key_W);
    const TimeWindow stopped = f.state.window();
    QTest::qWait(60);
    QCOMPARE(f.state.window(), stopped);
}

void TestTimelineNavigation::dragsThatPan_data()
{
    QTest::addColumn<Qt::MouseButton>("button");
    QTest::addColumn<Qt::KeyboardModifier>("modifier");
    QTest::newRow("shift") << Qt::LeftButton << Qt::ShiftModifier;
    QTest::newRow("control") << Qt::LeftButton << Qt::ControlModifier;
    QTest::newRow("middle") << Qt::MiddleButton << Qt::NoModifier;
}

void TestTimelineNavigation::dragsThatPan()
{
    QFETCH(Qt::MouseButton, button);
    QFETCH(Qt::KeyboardModifier, modifier);
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    auto *c = f.view->canvas();
    f.view->navigator()->zoomAt(c->width() / 2.0, 0.2);
    const TimeWindow before = f.state.window();
    const qint64 held = TimeMap(before, c->width()).time(500);
    drag(c, {500, 100}, {300, 100}, button, modifier);
    QCOMPARE(f.state.window().lengthNs(), before.lengthNs());
    QVERIFY(std::abs(TimeMap(f.state.window(), c->width()).x(held) - 300) < 1);
    QVERIFY(f.state.box().isEmpty());
}

void TestTimelineNavigation::plainDragSelectsTimeAndLanes()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    auto *c = f.view->canvas();
    const LaneModel &lanes = *f.view->lanes();
    const TimelineRank *rank = f.view->data()->rank({0, 0});
    const LaneRow *stream2 = nullptr;
    const LaneRow *stream3 = nullptr;
    for (const LaneRow &r : lanes.rows()) {
        if (r.label == QStringLiteral("Stream 2"))
            stream2 = &r;
        if (r.label == QStringLiteral("Stream 3"))
            stream3 = &r;
    }
    QVERIFY(stream2 && stream3);
    QSignalSpy spy(&f.state, &ViewState::boxChanged);
    const TimeMap map(f.state.window(), c->width());
    drag(c, {200, stream2->y + 4}, {500, stream3->y + 4}, Qt::LeftButton, Qt::NoModifier);
    QCOMPARE(spy.count(), 1);
    const BoxSelection box = f.state.box();
    QCOMPARE(box.window, (TimeWindow{map.time(200), map.time(500)}));
    QCOMPARE(box.parts.size(), size_t{2});
    QCOMPARE(rank->trace->laneLabel(box.parts[0].lane), QStringLiteral("Stream 2"));
    QCOMPARE(rank->trace->laneLabel(box.parts[1].lane), QStringLiteral("Stream 3"));
}

void TestTimelineNavigation::altDragZoomsToTheSpan()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    const TimeMap map(f.state.window(), f.view->canvas()->width());
    drag(f.view->canvas(), {200, 100}, {260, 200}, Qt::LeftButton, Qt::AltModifier);
    QCOMPARE(f.state.window(), (TimeWindow{map.time(200), map.time(260)}));
    QVERIFY(f.state.box().isEmpty());
}

void TestTimelineNavigation::clickSelectsAndDoubleClickZooms()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    auto *c = f.view->canvas();
    const auto hit = someSlice(f);
    QVERIFY(hit.slice != NoSlice);
    QTest::mouseClick(c, Qt::LeftButton, {}, hit.rect.center());
    QCOMPARE(f.state.selection().kind, Selection::Kind::Slice);
    QCOMPARE(f.state.selection().slice, hit.slice);
    QCOMPARE(f.state.currentRank(), hit.rank);
    QTest::mouseMove(c, hit.rect.center());
    QTest::mouseDClick(c, Qt::LeftButton, {}, hit.rect.center());
    const SliceStore &s = f.view->data()->rank(hit.rank)->trace->slices();
    QVERIFY(f.state.window().fromNs <= s.start(hit.slice) && f.state.window().toNs >= s.end(hit.slice));
    QVERIFY(f.state.window().lengthNs() < 2 * s.duration(hit.slice));
}

void TestTimelineNavigation::focusShowsTheSelectionAndThenTheRun()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    const auto hit = someSlice(f);
    Selection s;
    s.kind = Selection::Kind::Slice;
    s.rank = hit.rank;
    s.slice = hit.slice;
    f.state.select(s);
    const TimeWindow all = f.state.window();
    QTest::keyClick(f.view->canvas(), Qt::Key_F);
    QVERIFY(f.state.window().lengthNs() < all.lengthNs() / 10);
    QTest::keyClick(f.view->canvas(), Qt::Key_F);
    QCOMPARE(f.state.window(), all);
}

void TestTimelineNavigation::backspaceGoesBack()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    auto *c = f.view->canvas();
    const TimeWindow all = f.state.window();
    QTest::qWait(450); // steps closer together than a gesture are one entry of the history
    f.view->navigator()->zoomAt(300, 0.5);
    const TimeWindow half = f.state.window();
    QTest::keyClick(c, Qt::Key_Backspace);
    QCOMPARE(f.state.window(), all);
    f.state.forward();
    QCOMPARE(f.state.window(), half);
    QTest::keyClick(c, Qt::Key_Backspace);
    QCOMPARE(f.state.window(), all);
}

// A place from before there was a run: going back to it must not leave a timeline without any time.
void TestTimelineNavigation::whatWasBeforeTheRunHasNoSpan()
{
    TimelineFixture f;
    f.state.setWorkspace(QStringLiteral("summary"));
    f.state.setWorkspace(QStringLiteral("operators"));
    QVERIFY(f.state.window().isEmpty());
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    const TimeWindow whole = f.state.window();
    QVERIFY(!whole.isEmpty() && f.state.canGoBack());
    while (f.state.canGoBack())
        f.state.back();
    QCOMPARE(f.state.window(), whole);
}

void TestTimelineNavigation::escapeClears()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    auto *c = f.view->canvas();
    drag(c, {200, 30}, {500, 300}, Qt::LeftButton, Qt::NoModifier);
    QVERIFY(!f.state.box().isEmpty());
    const auto hit = someSlice(f);
    QTest::mouseClick(c, Qt::LeftButton, {}, hit.rect.center());
    QTest::keyClick(c, Qt::Key_Escape);
    QVERIFY(f.state.box().isEmpty());
    QCOMPARE(f.state.selection().kind, Selection::Kind::None);
}

void TestTimelineNavigation::minimapMovesTheWindow()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    QWidget *map = f.view->minimap();
    const TimeMap all(f.view->navigator()->limits(), map->width());
    // The whole run is the brush: its right edge resizes it.
    drag(map, {map->width() - 1, 10}, {map->width() / 2, 10}, Qt::LeftButton, Qt::NoModifier);
    QVERIFY(std::abs(all.x(f.state.window().toNs) - map->width() / 2.0) <= 2);
    // Inside it pans.
    const TimeWindow half = f.state.window();
    drag(map, {200, 10}, {300, 10}, Qt::LeftButton, Qt::NoModifier);
    QCOMPARE(f.state.window().lengthNs(), half.lengthNs());
    QVERIFY(std::abs(all.x(f.state.window().fromNs) - all.x(half.fromNs) - 100) <= 2);
    // Outside a drag is a new window, and a click moves the window.
    drag(map, {map->width() - 80, 10}, {map->width() - 40, 10}, Qt::LeftButton, Qt::NoModifier);
    QVERIFY(std::abs(all.x(f.state.window().fromNs) - (map->width() - 80)) <= 2);
    const qint64 length = f.state.window().lengthNs();
    QTest::mouseClick(map, Qt::LeftButton, {}, QPoint(100, 10));
    QCOMPARE(f.state.window().lengthNs(), length);
    QVERIFY(f.state.window().fromNs <= all.time(100) && f.state.window().toNs >= all.time(100));
}

// Whether the window is the step of the rank with a little around it.
bool showsStep(const TimelineFixture &f, RankRef rank, const QString &step)
{
    const TimeWindow span = drawnStep(*f.view->data()->rank(rank), step);
    const TimeWindow w = f.state.window();
    return !span.isEmpty() && w.fromNs <= span.fromNs && w.toNs >= span.toNs &&
           w.lengthNs() < span.lengthNs() * 11 / 10;
}

void TestTimelineNavigation::aRankThatComesLaterIsZoomedToTheStep()
{
    const QString step = QStringLiteral("2");
    TimelineFixture f;
    const int run = f.addRun(3);
    f.state.chooseRankAndStep({run, 0}, step);
    QVERIFY(f.state.window().isEmpty());
    // Until the rank is there, the step of another one is better than the whole run.
    f.runs.setRank({run, 1}, test::sampleRank(1));
    QVERIFY(f.settle());
    QVERIFY(showsStep(f, {run, 1}, step));
    const TimeWindow others = f.state.window();
    f.runs.setRank({run, 2}, test::sampleRank(2));
    QVERIFY(f.settle());
    QCOMPARE(f.state.window(), others);
    f.runs.setRank({run, 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    QVERIFY(showsStep(f, {run, 0}, step));
}

void TestTimelineNavigation::aStepThatWasLeftIsNotGoneBackTo()
{
    TimelineFixture f;
    const int run = f.addRun(2);
    f.runs.setRank({run, 1}, test::sampleRank(1));
    QVERIFY(f.settle());
    f.state.chooseRankAndStep({run, 0}, QStringLiteral("2"));
    QVERIFY(showsStep(f, {run, 1}, QStringLiteral("2")));
    f.view->navigator()->zoomAt(100, 0.5);
    const TimeWindow chosen = f.state.window();
    f.runs.setRank({run, 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    QCOMPARE(f.state.window(), chosen);
}

void TestTimelineNavigation::aJumpToARankThatComesLaterIsOneStep()
{
    TimelineFixture f;
    const int run = f.addRun(2);
    f.runs.setRank({run, 1}, test::sampleRank(1));
    QVERIFY(f.settle());
    const TimeWindow before = f.state.window();
    f.state.revealSlice({run, 0}, SliceId{0});
    QTest::qWait(500); // longer than what counts as one gesture
    f.runs.setRank({run, 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    QVERIFY(f.state.window() != before);
    f.state.back();
    QCOMPARE(f.state.window(), before);
    QCOMPARE(f.state.selection(), Selection());
}

void TestTimelineNavigation::aJumpLeavesBoxAndLength()
{
    TimelineFixture f;
    const RankRef rank{f.addRun(1), 0};
    f.runs.setRank(rank, test::sampleRank(0));
    QVERIFY(f.settle());
    const TimelineRank &drawn = *f.view->data()->rank(rank);
    const LaneId lane{test::keyNamed(*f.view->lanes(), QStringLiteral("Stream 2")).id};
    const auto span = drawn.trace->slices().row(RowId{drawn.trace->lane(lane).firstRow});
    const SliceId first{static_cast<quint32>(span.first)};
    const SliceId last{static_cast<quint32>(span.last - 1)};
    // Beside a box everything is dimmed, until something else is looked at.
    const BoxSelection box{timeline::padded(drawn.drawnSpan(first), 0.5), 0, {{rank, lane, 0}}};
    f.state.setBox(box);
    QVERIFY(f.state.isBoxNewest());
    f.state.revealSlice(rank, last);
    QVERIFY(!f.state.isBoxNewest());
    QVERIFY(f.state.box() == box);
    // A length that a jump measured is that of its target alone.
    const TimeWindow measured = drawn.drawnSpan(first);
    f.state.revealSlice(rank, first, measured);
    QCOMPARE(f.view->ruler()->measure(), measured);
    f.state.revealSlice(rank, last);
    QVERIFY(f.view->ruler()->measure().isEmpty());
    f.state.back();
    QCOMPARE(f.view->ruler()->measure(), measured);
}

RS_TEST(TestTimelineNavigation, QApplication);
#include "tst_timelinenavigation.moc"
