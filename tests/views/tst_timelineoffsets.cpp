// SPDX-License-Identifier: Apache-2.0
// Ranks and lanes that the user moves in time.
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "views/timeline/commands/offsetdialog.h"
#include "views/timeline/commands/timeshifts.h"
#include "views/timeline/lanes/laneoffsets.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include <cmath>

using namespace rs;
using test::keyNamed;
using test::plain;
using test::select;
using test::TimelineFixture;

class TestTimelineOffsets : public QObject
{
    Q_OBJECT
private slots:
    void offsetsMoveRanksAndLanes()
    {
        TimelineFixture f;
        const int run = f.addRun(2);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        f.runs.setRank({run, 1}, test::sampleRank(1));
        QVERIFY(f.settle());
        const auto hit = test::someSlice(f, QStringLiteral("Stream 2"), {run, 0});
        QVERIFY(hit.slice != NoSlice);
        const TimelineRank &rank = *f.view->data()->rank({run, 0});
        const TimeWindow before = rank.drawnSpan(hit.slice);
        const qint64 origin = f.view->data()->originNs();
        const TimeWindow window = f.state.window();
        const double pixel = TimeMap(window, f.view->canvas()->width()).nsPerPixel();
        const auto by = static_cast<qint64>(10 * pixel);

        // A positive offset moves to the left; what is under the pixels follows.
        TimeOffsets offsets;
        offsets.setRank({run, 0}, by);
        f.state.setOffsets(offsets);
        QCOMPARE(rank.drawnSpan(hit.slice), (TimeWindow{before.fromNs - by, before.toNs - by}));
        QCOMPARE(f.view->data()->originNs(), origin);
        f.state.setWindow(window);
        const QRect moved = f.view->canvas()->rectOf({run, 0}, hit.slice);
        QVERIFY2(std::abs(moved.left() - (hit.rect.left() - 10)) <= 1,
                 qPrintable(QString::number(moved.left() - hit.rect.left())));
        QCOMPARE(f.view->canvas()->hitAt(moved.center()).slice, hit.slice);

        // A lane by itself, on top of its rank.
        const LaneId lane = rank.trace->laneOf(hit.slice);
        offsets.setLane({run, 0}, lane, -3 * by);
        f.state.setOffsets(offsets);
        QCOMPARE(rank.drawnSpan(hit.slice).fromNs, before.fromNs + 2 * by);
        QCOMPARE(f.view->data()->movedBy({run, 0}, lane), -2 * by);
        for (quint32 l = 0; l < rank.trace->lanes().size(); ++l)
            QCOMPARE(rank.shiftOf(LaneId{l}), LaneId{l} == lane ? -2 * by : by);
        // The axis grows with what was moved out of it, and moving is part of the history.
        offsets.setRank({run, 0}, -by * 1000);
        f.state.setOffsets(offsets);
        QVERIFY(f.view->data()->axis().toNs > before.toNs + by * 900);
        f.state.back();
        QCOMPARE(rank.drawnSpan(hit.slice).fromNs, before.fromNs + 2 * by);

        // A box over a moved lane reads that lane in its own time.
        test::drag(f.view->canvas(), {100, 2}, {400, f.view->canvas()->height() - 2}, Qt::LeftButton, Qt::NoModifier);
        bool found = false;
        for (const auto &p : f.state.box().parts) {
            if (p.rank == RankRef{run, 0} && p.lane == lane) {
                QCOMPARE(p.shiftNs, -2 * by);
                found = true;
            }
        }
        QVERIFY(found);
    }

    void movedLanesSayThatTheyAre()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const LaneKey stream = keyNamed(*f.view->lanes(), QStringLiteral("Stream 2"));
        TimeOffsets offsets;
        offsets.setRank({run, 0}, 1'500);
        offsets.setLane({run, 0}, LaneId{stream.id}, -2'000'000);
        f.state.setOffsets(offsets);
        const auto &rows = f.view->lanes()->rows();
        QVERIFY(plain(rows[0].note).contains(QStringLiteral("-1.500 µs")));
        QVERIFY(plain(rows[static_cast<size_t>(f.view->lanes()->indexOf(stream))].wholeNote)
                    .contains(QStringLiteral("2 ms")));
        QTest::mouseMove(f.view->canvas(), test::someSlice(f).rect.center());
        f.state.setOffsets({});
        QVERIFY(f.view->lanes()->rows()[0].note.isEmpty());
    }

    void slicesOfTwoRanksAreAligned()
    {
        TimelineFixture f;
        const int run = f.addRun(2);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        f.runs.setRank({run, 1}, test::sampleRank(1, 4, 1'736'412'474'000'000'000 + 7'654'321));
        QVERIFY(f.settle());
        const auto a = test::someSlice(f, QStringLiteral("Stream 2"), {run, 0});
        const auto b = test::someSlice(f, QStringLiteral("Stream 2"), {run, 1});
        QVERIFY(a.slice != NoSlice && b.slice != NoSlice);
        const TimelineRank &base = *f.view->data()->rank({run, 0});
        const TimelineRank &other = *f.view->data()->rank({run, 1});
        // Click one, click the other, press L: their starts meet. R: their ends do.
        select(f, {run, 0}, a.slice);
        select(f, {run, 1}, b.slice);
        QTest::keyClick(f.view->canvas(), Qt::Key_L);
        QCOMPARE(other.drawnSpan(b.slice).fromNs, base.drawnSpan(a.slice).fromNs);
        QCOMPARE(f.state.offsets().ofRank({run, 0}), qint64{0});
        QVERIFY(f.state.offsets().ofRank({run, 1}) != 0);
        QTest::keyClick(f.view->canvas(), Qt::Key_R);
        QCOMPARE(other.drawnSpan(b.slice).toNs, base.drawnSpan(a.slice).toNs);
        // A base that was chosen stays the base.
        select(f, {run, 0}, a.slice);
        QTest::keyClick(f.view->canvas(), Qt::Key_B);
        select(f, {run, 1}, SliceId{0});
        select(f, {run, 1}, b.slice);
        QTest::keyClick(f.view->canvas(), Qt::Key_L);
        QCOMPARE(other.drawnSpan(b.slice).fromNs, base.drawnSpan(a.slice).fromNs);
    }

    void aSliceOfTheSameRankMovesItsLane()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const auto a = test::someSlice(f, QStringLiteral("Stream 2"));
        const auto b = test::someSlice(f, QStringLiteral("Stream 3"));
        QVERIFY(a.slice != NoSlice && b.slice != NoSlice);
        const TimelineRank &rank = *f.view->data()->rank({run, 0});
        f.state.setOffsets(
            timeline::aligned(*f.view->data(), {{run, 0}, a.slice}, {{run, 0}, b.slice}, timeline::Edge::End));
        QCOMPARE(rank.drawnSpan(a.slice).toNs, rank.drawnSpan(b.slice).toNs);
        QVERIFY(f.state.offsets().ranks.empty());
        QCOMPARE(f.state.offsets().lanes.size(), size_t{1});
        // Two slices of one lane cannot be moved against each other.
        const TimeOffsets before = f.state.offsets();
        QCOMPARE(timeline::aligned(*f.view->data(), {{run, 0}, a.slice}, {{run, 0}, a.slice}, timeline::Edge::Start),
                 before);
        QCOMPARE(timeline::aligned(*f.view->data(), {}, {{run, 0}, a.slice}, timeline::Edge::Start), before);
    }

    void pinnedLanesAreAlignedByName()
    {
        TimelineFixture f;
        const int run = f.addRun(3);
        for (int i = 0; i < 3; ++i)
            f.runs.setRank({run, i}, test::sampleRank(i, 4, 1'736'412'474'000'000'000 + i * 3'000'000));
        QVERIFY(f.settle());
        f.view->lanes()->expandRanks();
        const LaneKey group = keyNamed(*f.view->lanes(), QStringLiteral("Group 0 Communication"), {run, 0});
        const auto all = f.view->lanes()->sameNamed(group);
        QCOMPARE(all.size(), size_t{3});
        f.view->laneLayout()->pin(all);
        // The third collective of each rank, counted in its lane.
        std::vector<SliceId> third;
        for (int i = 0; i < 3; ++i) {
            const TimelineRank &r = *f.view->data()->rank({run, i});
            third.push_back(SliceId{r.trace->slicesOf(LaneId{all[static_cast<size_t>(i)].id}).first + 2});
        }
        QSignalSpy told(f.view.get(), &TimelineView::notice);
        QCOMPARE(f.view->shifts()->alignPins(timeline::Edge::End), 0); // nothing is selected
        QVERIFY(told.takeFirst()[0].toString().startsWith(QStringLiteral("Pin the lanes")));
        select(f, {run, 1}, third[1]);
        QCOMPARE(f.view->shifts()->alignPins(timeline::Edge::End), 2);
        QVERIFY(told.takeFirst()[0].toString().startsWith(QStringLiteral("2 rank")));
        for (const int i : {0, 2})
            QCOMPARE(f.view->data()->rank({run, i})->drawnSpan(third[static_cast<size_t>(i)]).toNs,
                     f.view->data()->rank({run, 1})->drawnSpan(third[1]).toNs);
        QCOMPARE(f.state.offsets().ofRank({run, 1}), qint64{0});
    }

    void alignsToTheStart()
    {
        TimelineFixture f;
        const int run = f.addRun(2);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        f.runs.setRank({run, 1}, test::sampleRank(1, 4, 1'736'412'474'000'000'000 + 60'000'000'000));
        QVERIFY(f.settle());
        const qint64 offset = timeline::offsetToStart(*f.view->data(), {run, 1});
        QCOMPARE(offset, qint64{60'000'000'000});
        TimeOffsets offsets;
        offsets.setRank({run, 1}, offset);
        f.state.setOffsets(offsets);
        QCOMPARE(timeline::offsetToStart(*f.view->data(), {run, 1}), offset);
        QCOMPARE(timeline::offsetToStart(*f.view->data(), {run, 0}), qint64{0});
        // A lane whose first slice comes 90 µs after the rank's.
        const LaneKey stream = keyNamed(*f.view->lanes(), QStringLiteral("Computing"), {run, 1});
        QCOMPARE(timeline::offsetToStart(*f.view->data(), {run, 1}, LaneId{stream.id}), qint64{90'000});
        // Both ranks now fit into the length of one.
        QVERIFY(f.view->data()->axis().lengthNs() < 60'000'000'000);
    }

    void offsetDialogReadsTimes()
    {
        OffsetDialog dialog(QStringLiteral("rank <b>1</b>"), 1200, 777);
        QSignalSpy chosen(&dialog, &OffsetDialog::chosen);
        QCOMPARE(dialog.offsetNs(), qint64{1200});
        dialog.field()->setText(QStringLiteral("-1.5 ms"));
        QCOMPARE(dialog.offsetNs(), qint64{-1'500'000});
        dialog.field()->setText(QStringLiteral("soon"));
        auto *const box = dialog.findChild<QDialogButtonBox *>();
        QVERIFY(!box->button(QDialogButtonBox::Ok)->isEnabled());
        dialog.field()->setText(QStringLiteral("42"));
        box->button(QDialogButtonBox::Ok)->click();
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toLongLong(), qint64{42});
    }

    void closedRunTakesItsOffsetsAlong()
    {
        ViewState state;
        TimeOffsets offsets;
        offsets.setRank({0, 1}, 5);
        offsets.setRank({1, 0}, 7);
        offsets.setLane({1, 0}, LaneId{3}, 9);
        state.setOffsets(offsets);
        state.forgetRun(1);
        QCOMPARE(state.offsets().ranks.size(), size_t{1});
        QVERIFY(state.offsets().lanes.empty());
        QCOMPARE(state.offsets().ofRank({0, 1}), qint64{5});
        // Zero is the absence of an offset.
        offsets = state.offsets();
        offsets.setRank({0, 1}, 0);
        QVERIFY(offsets.isEmpty());
    }

    void connectionLinesFollowMovedLanes()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const auto hit = test::someSlice(f);
        const TimeWindow window = f.state.window();
        const auto linesNow = [&] {
            return FlowOverlay::sliceLines(*f.view->lanes(), f.view->canvas()->flowView(), {run, 0}, hit.slice);
        };
        const auto before = linesNow();
        QCOMPARE(before.size(), size_t{1});
        const auto by = static_cast<qint64>(50 * TimeMap(window, f.view->canvas()->width()).nsPerPixel());
        TimeOffsets offsets;
        offsets.setLane({run, 0}, f.view->data()->rank({run, 0})->trace->laneOf(hit.slice), -by);
        f.state.setOffsets(offsets);
        f.state.setWindow(window);
        const auto after = linesNow();
        QCOMPARE(after.size(), size_t{1});
        QVERIFY(std::abs(after[0].to.x() - before[0].to.x() - 50) <= 1);
        QCOMPARE(after[0].from.x(), before[0].from.x());
    }
};

RS_TEST(TestTimelineOffsets, QApplication);
#include "tst_timelineoffsets.moc"
