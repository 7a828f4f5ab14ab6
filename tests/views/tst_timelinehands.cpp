// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "views/timeline/axis/timeruler.h"
#include "views/picture/timeticks.h"
#include "views/timeline/commands/timeshifts.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace rs;
using test::drag;
using test::TimelineFixture;

namespace {

LaneKey keyOf(TimelineFixture &f, const QString &label, RankRef rank = {0, 0}, int nth = 0)
{
    for (const LaneRow &r : f.view->lanes()->rows()) {
        if (r.label == label && r.rank == rank && nth-- == 0)
            return LaneModel::keyOf(r);
    }
    return {};
}

bool load(TimelineFixture &f, int ranks)
{
    const int run = f.addRun(ranks);
    for (int i = 0; i < ranks; ++i)
        f.runs.setRank({run, i}, test::sampleRank(i));
    return f.settle();
}

QStringList labels(const LaneModel &lanes)
{
    QStringList out;
    for (const LaneRow &r : lanes.rows())
        out << r.label;
    return out;
}

// Streams 2 and 3 in one lane, whose row is that of the first.
std::vector<LaneKey> mergeStreams(TimelineFixture &f)
{
    const std::vector<LaneKey> streams{keyOf(f, QStringLiteral("Stream 2")), keyOf(f, QStringLiteral("Stream 3"))};
    f.view->laneLayout()->merge(streams);
    return streams;
}

LaneFilter filterOf(const QString &text)
{
    LaneFilter filter;
    filter.text = text;
    return filter;
}

} // namespace

/// Mouse and keys where features meet: pins beside merged lanes, filters beside searches, keys after clicks.
class TestTimelineHands : public QObject
{
    Q_OBJECT
private slots:
    void aLaneThatIsShownTwiceCountsOnce()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        const std::vector<LaneKey> streams = mergeStreams(f);
        f.view->laneLayout()->pin(streams);
        QTRY_COMPARE(f.view->pinnedLanes()->rows().size(), size_t{2});
        auto *const canvas = f.view->pinPane()->canvas();
        drag(canvas, {200, 2}, {500, f.view->pinnedLanes()->height() - 2}, Qt::LeftButton, Qt::NoModifier);
        const auto &parts = f.state.box().parts;
        QCOMPARE(parts.size(), size_t{2});
        QVERIFY(parts[0].lane != parts[1].lane);
    }

    void aBoxMarksTheLanesThatItHolds()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        BoxSelection box;
        const TimeWindow w = f.state.window();
        box.window = {w.fromNs + w.lengthNs() / 4, w.toNs - w.lengthNs() / 4};
        // The first and the last lane, as pins bring them together; what lies between is not in the box.
        box.parts = {{{0, 0}, LaneId{keyOf(f, QStringLiteral("Thread 11")).id}, 0},
                     {{0, 0}, LaneId{keyOf(f, QStringLiteral("Computing")).id}, 0}};
        const LaneRow between =
            f.view->lanes()
                ->rows()[static_cast<size_t>(f.view->lanes()->indexOf(keyOf(f, QStringLiteral("Stream 2"))))];
        // A row of pixels without slices: the air at the foot of the lane.
        const QPoint inside(f.view->canvas()->width() / 2,
                            between.y - f.view->canvas()->scrollY() + between.height - 2);
        const QPoint outside(10, inside.y());
        f.state.setBox(box);
        const QImage picture = f.view->canvas()->grab().toImage();
        QCOMPARE(picture.pixelColor(inside), picture.pixelColor(outside));
        // Lanes that follow one another make one box, whatever headings stand between them.
        box.parts = {{{0, 0}, LaneId{keyOf(f, QStringLiteral("Stream 2")).id}, 0},
                     {{0, 0}, LaneId{keyOf(f, QStringLiteral("Stream 3")).id}, 0}};
        f.state.setBox(box);
        const auto frames = [&] {
            const QImage p = f.view->canvas()->grab().toImage();
            int count = 0;
            for (int y = 0; y < p.height(); ++y) {
                int run = 0;
                for (int x = 0; x < p.width(); ++x)
                    run += p.pixelColor(x, y) == f.theme.accent() ? 1 : 0;
                count += run > p.width() / 3 ? 1 : 0;
            }
            return count;
        };
        QCOMPARE(frames(), 2); // its upper and its lower edge
    }

    void aBoxComesIntoViewWithItsLanes()
    {
        TimelineFixture f({1200, 300});
        QVERIFY(load(f, 3));
        f.view->lanes()->setAllExpanded(true);
        auto *const canvas = f.view->canvas();
        const LaneId stream{keyOf(f, QStringLiteral("Stream 2")).id};
        const TimeWindow w = f.state.window();
        const TimeWindow span{w.fromNs + w.lengthNs() / 4, w.fromNs + w.lengthNs() / 2};
        f.state.setBox({span, 0, {{{0, 1}, stream, 0}, {{0, 1}, LaneId{keyOf(f, QStringLiteral("Stream 3")).id}, 0}}});
        const auto inSight = [&] {
            const LaneRow &row =
                f.view->lanes()->rows()[static_cast<size_t>(f.view->lanes()->rowShowing({0, 1}, stream))];
            return row.y >= canvas->scrollY() && row.y + row.height <= canvas->scrollY() + canvas->height();
        };
        for (const int y : {0, f.view->lanes()->height()}) {
            f.view->pane()->scrollTo(y);
            QVERIFY(!inSight());
            QTest::keyClick(canvas, Qt::Key_F);
            QVERIFY(inSight());
            QVERIFY(f.state.window().fromNs <= span.fromNs && f.state.window().toNs >= span.toNs);
            QVERIFY(f.state.window().lengthNs() < span.lengthNs() * 6 / 5);
            // Scrolled away within the box's time: its lanes come back; only then the next F shows the run.
            f.view->pane()->scrollTo(y);
            const TimeWindow near = f.state.window();
            QTest::keyClick(canvas, Qt::Key_F);
            QVERIFY(inSight());
            QCOMPARE(f.state.window(), near);
            QTest::keyClick(canvas, Qt::Key_F);
            QCOMPARE(f.state.window(), f.view->navigator()->limits());
        }
    }

    void theNewestSelectionIsZoomedTo()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        auto *const canvas = f.view->canvas();
        const LaneId stream{keyOf(f, QStringLiteral("Stream 2")).id};
        const TimeWindow w = f.state.window();
        const TimeWindow span{w.fromNs + w.lengthNs() / 2, w.toNs - w.lengthNs() / 8};
        Selection slice;
        slice.kind = Selection::Kind::Slice;
        slice.rank = {0, 0};
        slice.slice = SliceId{0};
        const TimeWindow drawn = f.view->data()->rank({0, 0})->drawnSpan(slice.slice);
        const auto shows = [&](const TimeWindow &wanted) {
            QTest::keyClick(canvas, Qt::Key_F);
            const TimeWindow now = f.state.window();
            f.view->navigator()->fit();
            return now.fromNs <= wanted.fromNs && now.toNs >= wanted.toNs && now.lengthNs() < wanted.lengthNs() * 2;
        };
        QVERIFY(!drawn.isEmpty() && drawn.toNs < span.fromNs);
        f.state.select(slice);
        QVERIFY(shows(drawn));
        f.state.setBox({span, 0, {{{0, 0}, stream, 0}}});
        QVERIFY(shows(span));
        f.state.select(slice); // the same again
        QVERIFY(shows(drawn));
    }

    void hiddenLanesLeaveTheBox()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        const LaneKey two = keyOf(f, QStringLiteral("Stream 2"));
        const LaneKey three = keyOf(f, QStringLiteral("Stream 3"));
        const auto hidden = [&f] {
            QString out;
            for (const BoxSelection::Part &p : f.state.box().parts)
                out += p.hidden ? u'h' : u's';
            return out;
        };
        f.state.setBox({f.state.window(), 0, {{{0, 0}, LaneId{two.id}, 0}, {{0, 0}, LaneId{three.id}, 0}}});
        QCOMPARE(hidden(), QStringLiteral("ss"));
        f.view->laneLayout()->setHidden({two}, true);
        QCOMPARE(hidden(), QStringLiteral("hs"));
        // A pin shows it all the same.
        f.view->laneLayout()->pin({two});
        QCOMPARE(hidden(), QStringLiteral("ss"));
        f.view->laneLayout()->unpinAll();
        f.view->laneLayout()->showHidden();
        LaneFilter filter;
        filter.text = QStringLiteral("Stream 2");
        f.view->laneLayout()->setFilter(filter);
        QCOMPARE(hidden(), QStringLiteral("sh"));
        f.view->laneLayout()->setFilter({});
        QCOMPARE(hidden(), QStringLiteral("ss"));
        // Folded lanes are still drawn, and a lane that is moved lies with another part of its time in the box.
        f.view->lanes()->setAllExpanded(false);
        QCOMPARE(hidden(), QStringLiteral("ss"));
        f.view->shifts()->set({{0, 0}, LaneKey::Type::Lane, two.id}, 1'000);
        QCOMPARE(f.state.box().parts[0].shiftNs, f.view->data()->rank({0, 0})->shiftOf(LaneId{two.id}));
        QVERIFY(f.state.box().parts[0].shiftNs != f.state.box().parts[1].shiftNs);
    }

    void aRankIsNamedWhereItsRowIsScrolledAway()
    {
        TimelineFixture f({1200, 240});
        QVERIFY(load(f, 3));
        f.view->lanes()->setAllExpanded(true);
        auto *const labels = f.view->pane()->labels();
        const auto &rows = f.view->lanes()->rows();
        const auto picture = [&](const LaneRow &row) {
            const int y = row.y - f.view->canvas()->scrollY();
            return labels->grab().toImage().copy(0, y, labels->width() - 1, row.height);
        };
        // After every scroll the topmost name that can be read is that of a rank, or holds it.
        const int end = f.view->lanes()->height() - f.view->canvas()->height();
        int named = 0;
        for (int y = 0; y < end; y += 7) {
            f.view->pane()->scrollTo(y);
            const int row = labels->rowNamingRank();
            const LaneRow &top = rows[static_cast<size_t>(f.view->lanes()->rowAt(y))];
            const bool cut = top.y + top.height - y < f.view->lanes()->rowHeight();
            QVERIFY(row >= 0 || top.type == LaneRow::Type::Rank || cut);
            named += row >= 0 ? 1 : 0;
        }
        QVERIFY(named > 10);
        // The name is painted there, and only there.
        const LaneRow lane =
            rows[static_cast<size_t>(f.view->lanes()->indexOf(keyOf(f, QStringLiteral("Stream 3"), {0, 1})))];
        f.view->pane()->scrollTo(lane.y - 60);
        const QImage alone = picture(lane);
        f.view->pane()->scrollTo(lane.y);
        QCOMPARE(rows[static_cast<size_t>(labels->rowNamingRank())].label, QStringLiteral("Stream 3"));
        QVERIFY(picture(lane) != alone);
        f.view->pane()->scrollTo(lane.y - 60);
        QCOMPARE(picture(lane), alone);
        // A tall lane keeps its name in sight.
        f.view->laneLayout()->setRowHeight(keyOf(f, QStringLiteral("Stream 3"), {0, 1}), 64);
        const LaneRow tall =
            rows[static_cast<size_t>(f.view->lanes()->indexOf(keyOf(f, QStringLiteral("Stream 3"), {0, 1})))];
        f.view->pane()->scrollTo(tall.y + 30);
        const QImage rest = labels->grab().toImage().copy(20, 0, labels->width() - 30, tall.height - 31);
        std::set<QRgb> colours;
        for (int y = 0; y < rest.height(); ++y) {
            for (int x = 0; x < rest.width(); ++x)
                colours.insert(rest.pixel(x, y));
        }
        QVERIFY(colours.size() > 4);
    }

    void pinsSayWhereTheyBelong()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        f.view->laneLayout()->pin({keyOf(f, QStringLiteral("Thread 11")), keyOf(f, QStringLiteral("Stream 2")),
                                   keyOf(f, QStringLiteral("Plane 0"))});
        QCOMPARE(labels(*f.view->pinnedLanes()),
                 (QStringList{QStringLiteral("rank 0 · Thread 11 (Python)"), QStringLiteral("rank 0 · Stream 2"),
                              QStringLiteral("rank 0 · Plane 0 (Group 0 Communication)")}));
        f.view->laneLayout()->setAlias({{0, 0}, LaneKey::Type::Rank, 0}, QStringLiteral("fast one"));
        QCOMPARE(f.view->pinnedLanes()->rows()[1].label, QStringLiteral("fast one · Stream 2"));
    }

    void planesOfAFilterSayTheirGroup()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        QVERIFY(labels(*f.view->lanes()).contains(QStringLiteral("Plane 0")));
        f.view->laneLayout()->setFilter(filterOf(QStringLiteral("^plane")));
        const QStringList shown = labels(*f.view->lanes());
        QVERIFY2(shown.contains(QStringLiteral("Plane 0 (Group 0 Communication)")), qPrintable(shown.join(u'|')));
    }

    void mergedLanesPassTheFilterByAnyName()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        const LaneKey merged = mergeStreams(f).front();
        f.view->laneLayout()->setFilter(filterOf(QStringLiteral("Stream 3")));
        const int row = f.view->lanes()->indexOf(merged);
        QVERIFY(row >= 0);
        QCOMPARE(f.view->lanes()->lanesOf(f.view->lanes()->rows()[static_cast<size_t>(row)]).size(), size_t{2});
        f.view->laneLayout()->setFilter(filterOf(QStringLiteral("Stream 4")));
        QVERIFY(f.view->lanes()->indexOf(merged) < 0);
    }

    void keysWorkAfterAClickOnALaneName()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        f.view->activateWindow();
        auto *const field = f.view->findChild<QLineEdit *>();
        QVERIFY(field);
        field->setFocus();
        QTRY_VERIFY(field->hasFocus());
        const LaneRow row =
            f.view->lanes()
                ->rows()[static_cast<size_t>(f.view->lanes()->indexOf(keyOf(f, QStringLiteral("Stream 2"))))];
        QTest::mouseClick(f.view->pane()->labels(), Qt::LeftButton, {},
                          QPoint(80, row.y - f.view->canvas()->scrollY() + row.height / 2));
        QVERIFY(f.view->canvas()->hasFocus());
    }

    // As when a run is read again: the field of the tool bar, which is next, would take what is typed.
    void keysStayOnLanesWhenPinsGo()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        f.view->activateWindow();
        f.view->laneLayout()->pin({keyOf(f, QStringLiteral("Stream 2"))});
        QTRY_VERIFY(f.view->pinPane()->isVisible());
        f.view->pinPane()->canvas()->setFocus();
        QTRY_VERIFY(f.view->pinPane()->canvas()->hasFocus());
        f.view->laneLayout()->unpinAll();
        QTRY_VERIFY(!f.view->pinPane()->isVisible());
        QVERIFY(f.view->canvas()->hasFocus());
        const TimeWindow before = f.state.window();
        QTest::keyClick(f.view->focusWidget(), Qt::Key_W);
        QTRY_VERIFY(f.state.window().lengthNs() < before.lengthNs());
    }

    void theSecondEscapeEndsTheComparison()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        BoxSelection box;
        box.window = f.state.window();
        box.parts = {{{0, 0}, LaneId{0}, 0}};
        f.state.setBox(box);
        f.state.setKeptBox(box);
        f.view->canvas()->clearSelection();
        QVERIFY(f.state.box().isEmpty());
        QVERIFY(!f.state.keptBox().isEmpty());
        f.view->canvas()->clearSelection();
        QVERIFY(f.state.keptBox().isEmpty());
    }

    void aMarkIsEditedAnywhereOnItsLine()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        TimeRuler *const ruler = f.view->ruler();
        QTest::mouseClick(ruler, Qt::LeftButton, {}, QPoint(300, 5));
        QCOMPARE(f.state.marks().size(), size_t{1});
        QSignalSpy edit(ruler, &TimeRuler::editWanted);
        QSignalSpy wanted(ruler, &TimeRuler::markWanted);
        // Qt sends a click before a double click.
        QTest::mouseClick(ruler, Qt::LeftButton, {}, QPoint(301, 4));
        QTest::mouseDClick(ruler, Qt::LeftButton, {}, QPoint(301, 4));
        QCOMPARE(wanted.count(), 0);
        QCOMPARE(f.state.marks().size(), size_t{1});
        QVERIFY(edit.count() >= 1);
        for (QWidget *const w : QApplication::topLevelWidgets()) {
            if (w != f.view.get())
                w->close();
        }
        QTest::mouseClick(ruler, Qt::LeftButton, {}, QPoint(330, 4));
        QCOMPARE(f.state.marks().size(), size_t{2});
    }

    void hiddenLanesAreNoted()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        QSignalSpy notice(f.view.get(), &TimelineView::notice);
        const SliceId slice{
            f.view->data()->rank({0, 0})->trace->slicesOf(LaneId{keyOf(f, QStringLiteral("Stream 2")).id}).first};
        f.state.revealSlice({0, 0}, slice);
        QCOMPARE(notice.count(), 0);
        f.view->laneLayout()->setFilter(filterOf(QStringLiteral("^thread")));
        f.state.revealSlice({0, 0}, slice);
        QCOMPARE(notice.count(), 1);
    }

    void whatCannotBeReadIsNoted()
    {
        TimelineFixture f;
        QVERIFY(load(f, 1));
        QSignalSpy notice(f.view.get(), &TimelineView::notice);
        const auto enter = [&](const QString &text) {
            f.view->findChild<QAction *>(QStringLiteral("timeline-go-to-time"))->trigger();
            auto *const field = f.view->findChild<QLineEdit *>(QStringLiteral("goTo"));
            field->setText(text);
            QTest::keyClick(field, Qt::Key_Return);
        };
        // The field shows its whole example.
        f.view->findChild<QAction *>(QStringLiteral("timeline-go-to-time"))->trigger();
        const auto *const goTo = f.view->findChild<QLineEdit *>(QStringLiteral("goTo"));
        QTRY_VERIFY(goTo->width() > goTo->fontMetrics().horizontalAdvance(goTo->placeholderText()) + 8);
        enter(QStringLiteral("abc"));
        QCOMPARE(notice.count(), 1);
        enter(QStringLiteral("#3")); // nothing is selected
        QCOMPARE(notice.count(), 2);
        enter(QStringLiteral("5 ms"));
        QCOMPARE(notice.count(), 2);
        const auto hit = test::someSlice(f);
        QTest::mouseClick(f.view->canvas(), Qt::LeftButton, {}, hit.rect.center());
        enter(QStringLiteral("#99999"));
        QTRY_COMPARE(notice.count(), 3);
        // An expression that gives up is looked for as it stands, as one that is none.
        const LaneRow &row = f.view->lanes()->rows()[static_cast<size_t>(hit.row)];
        f.view->laneLayout()->setAlias({row.rank, LaneKey::Type::Lane, raw(row.lane)}, QString(60, u'a') + u'!');
        auto *const filter = f.view->findChild<QLineEdit *>(QStringLiteral("laneFilter"));
        filter->setText(QStringLiteral("(["));
        QCOMPARE(notice.count(), 4);
        filter->setText(QStringLiteral("^(a+)+$"));
        QTRY_COMPARE(notice.count(), 5);
        QVERIFY(notice.last().front().toString().contains(QLatin1String("too long")));
    }

    void absoluteTimeNamesItsOffset()
    {
        const qint64 at = 1'736'412'474'000'000'000;
        const TimeScale scale = TimeScale::of(TimeFormat::Absolute, {at, at + 1000}, at, {});
        static const QRegularExpression named(QStringLiteral("^2025-01-09 \\d\\d:\\d\\d:54 [+-]\\d\\d:\\d\\d$"));
        QVERIFY2(named.match(scale.name).hasMatch(), qPrintable(scale.name));
    }
};

RS_TEST(TestTimelineHands, QApplication);
#include "tst_timelinehands.moc"
