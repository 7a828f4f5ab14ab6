// SPDX-License-Identifier: Apache-2.0
// Lanes as the user arranges them: in another order, merged; commands, time formats, lines between panes.
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "views/picture/timeaxis.h"
#include "views/picture/timeticks.h"
#include "views/timeline/commands/gotobox.h"
#include "views/timeline/commands/timelinecommands.h"

#include <QAction>
#include <QApplication>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <QToolTip>

#include <array>
#include <cmath>
#include <set>

using namespace rs;
using test::plain;
using test::rowNamed;
using test::select;
using test::TimelineFixture;

namespace {

struct DeviceSlice
{
    std::string stream;
    std::string name;
    qint64 start = 0;
    qint64 duration = 0;
};

std::shared_ptr<const RankData> deviceRank(const std::vector<DeviceSlice> &slices)
{
    TraceChunk c;
    c.metas.push_back(
        {TraceChunk::MetaKind::ProcessName, c.strings.intern("3"), {}, c.strings.intern("Ascend Hardware"), 0});
    std::set<std::string> streams;
    for (const DeviceSlice &d : slices) {
        if (streams.insert(d.stream).second)
            c.metas.push_back({TraceChunk::MetaKind::ThreadName, c.strings.intern("3"), c.strings.intern(d.stream),
                               c.strings.intern("Stream " + d.stream), 0});
        TraceChunk::Slice s;
        s.lane = c.lane("3", d.stream);
        s.start = d.start;
        s.duration = d.duration;
        s.name = c.strings.intern(d.name);
        c.slices.push_back(s);
    }
    auto data = test::sealed(std::move(c));
    data->info.rank = 0;
    data->info.label = QStringLiteral("0");
    return data;
}

} // namespace

class TestTimelineLanes : public QObject
{
    Q_OBJECT
private slots:
    void manyRanksOpenFolded();
    void deepStreamsOpenFolded();
    void standardHeightIsForLanesSetByHandToo();
    void backTakesBackWhatWasDoneToLanes();
    void connectionLinesReachPins();
    void linesToScrolledLanesStayBelowThePins();
    void rowsTakeTheOrderOfTheUser();
    void rowsAreDraggedAmongTheirSiblings();
    void mergedStreamsLoseNothing();
    void turnsOfFusedOperatorsHaveRows();
    void commandsHaveKeysThatCanBeChanged();
    void picturesEndWithAWholeLane();
    void picturesHaveNoMarkUnderTheMouse();
    void menusAreMadeOfTheCommands();
    void goesToTheNthOfAName();
    void communicationLanesAreCalledByTheirDomain();
    void timeCountsFromRunStepOrEpoch();
    void noLabelOfAnAxisStandsBesideAnotherTick();
    void picturesShowWhatBruteForceWould_data();
    void picturesShowWhatBruteForceWould();
};

void TestTimelineLanes::picturesHaveNoMarkUnderTheMouse()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    const ChartPicture picture = f.view->pictures().front().picture;
    const QImage before = picture.image();
    QMouseEvent move(QEvent::MouseMove, QPointF(700, 50), f.view->canvas()->mapToGlobal(QPointF(700, 50)), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(f.view->canvas(), &move);
    QCOMPARE(f.view->canvas()->cursorX(), 700);
    QCOMPARE(picture.image(), before);
}

// All of them in sight, each with what it communicates.
void TestTimelineLanes::manyRanksOpenFolded()
{
    for (const int ranks : {2, 3}) {
        TimelineFixture f;
        const int run = f.addRun(ranks);
        for (int i = 0; i < ranks; ++i)
            f.runs.setRank({run, i}, test::sampleRank(i));
        QVERIFY(f.settle());
        for (int i = 0; i < ranks; ++i) {
            const LaneModel &lanes = *f.view->lanes();
            const LaneRow &row = lanes.rows()[static_cast<size_t>(lanes.indexOf({{run, i}, LaneKey::Type::Rank, 0}))];
            QCOMPARE(row.expanded, ranks < 3);
            if (row.expanded)
                continue;
            QVERIFY(row.y + row.height < f.view->canvas()->height());
            const Trace &trace = *f.view->data()->rank(row.rank)->trace;
            const bool seen = std::any_of(row.strips.begin(), row.strips.end(), [&trace](const LaneStrip &s) {
                const Lane &lane = trace.lane(trace.laneOf(SliceId{trace.slices().row(s.rows.front()).first}));
                return s.height >= 5 && trace.process(lane.process).kind == ProcessKind::Communication;
            });
            QVERIFY(seen);
        }
    }
}

void TestTimelineLanes::deepStreamsOpenFolded()
{
    TimelineFixture f;
    const int run = f.addRun(1);
    std::vector<DeviceSlice> slices;
    for (const qint64 start : {100, 110, 120, 130})
        slices.push_back({"7", "deep", start, 1000});
    for (const qint64 start : {100, 110, 120})
        slices.push_back({"8", "flat", start, 1000});
    f.runs.setRank({run, 0}, deviceRank(slices));
    QVERIFY(f.settle());
    const auto isExpanded = [&f](const QString &label) {
        const int row = rowNamed(*f.view->lanes(), label);
        return f.view->lanes()->rows()[static_cast<size_t>(row)].expanded;
    };
    QVERIFY(!isExpanded(QStringLiteral("Stream 7")));
    QVERIFY(isExpanded(QStringLiteral("Stream 8")));
}

void TestTimelineLanes::standardHeightIsForLanesSetByHandToo()
{
    TimelineFixture f;
    const int run = f.addRun(1);
    f.runs.setRank({run, 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    const LaneKey lane = LaneModel::keyOf(f.view->lanes()->rows().back());
    f.view->laneLayout()->setRowHeight(lane, 50);
    const auto actions = f.view->commandMenus()[0]->actions();
    const auto standard = std::find_if(actions.begin(), actions.end(),
                                       [](const QAction *a) { return a->text() == QStringLiteral("Standard height"); });
    QVERIFY(standard != actions.end());
    (*standard)->trigger();
    QVERIFY(f.view->laneLayout()->heights().empty());
}

void TestTimelineLanes::backTakesBackWhatWasDoneToLanes()
{
    TimelineFixture f;
    const int run = f.addRun(2);
    for (int i = 0; i < 2; ++i)
        f.runs.setRank({run, i}, test::sampleRank(i));
    QVERIFY(f.settle());
    f.state.setCurrentRank({run, 0});
    f.state.setCurrentRank({run, 1});
    const LaneLayout &layout = *f.view->laneLayout();
    const LaneKey lane = test::keyNamed(*f.view->lanes(), QStringLiteral("Stream 2"), {run, 1});
    const auto choose = [&f, &lane](const QString &entry) {
        emit f.view->pane()->labels()->menuRequested(lane, {});
        const auto menus = f.view->findChildren<QMenu *>(Qt::FindDirectChildrenOnly);
        for (QMenu *const menu : menus) {
            const auto actions = menu->isVisible() ? menu->actions() : QList<QAction *>();
            for (QAction *const a : actions) {
                if (a->text() == entry)
                    a->trigger();
            }
            menu->close();
        }
    };
    choose(QStringLiteral("Hide"));
    QVERIFY(layout.isHidden(lane));
    choose(QStringLiteral("Pin"));
    QVERIFY(layout.isPinned(lane));
    f.view->commands()->find(QStringLiteral("show-hidden"))->trigger();
    QVERIFY(!layout.isHidden(lane));
    // A command that changes nothing is no step.
    f.view->commands()->find(QStringLiteral("show-hidden"))->trigger();
    f.state.back();
    QVERIFY(layout.isHidden(lane));
    f.state.back();
    QVERIFY(!layout.isPinned(lane));
    f.state.back();
    QVERIFY(!layout.isHidden(lane));
    QCOMPARE(f.state.currentRank(), (RankRef{run, 1}));
    f.state.forward();
    QVERIFY(layout.isHidden(lane));
    f.state.back();
    f.state.back();
    QCOMPARE(f.state.currentRank(), (RankRef{run, 0}));
}

void TestTimelineLanes::connectionLinesReachPins()
{
    TimelineFixture f({1200, 420});
    const int run = f.addRun(1);
    f.runs.setRank({run, 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    const auto hit = test::someSlice(f);
    const Trace &trace = *f.view->data()->rank({run, 0})->trace;
    const FlowIndex flow = trace.flows().incoming(hit.slice).front();
    const SliceId from = trace.flows().at(flow).from;
    const LaneKey host{{run, 0}, LaneKey::Type::Lane, raw(trace.laneOf(from))};
    f.view->laneLayout()->pin({host});
    f.view->lanes()->setRowHeight(40);
    QTest::qWait(30);
    f.view->pane()->scrollTo(f.view->lanes()->rows()[static_cast<size_t>(f.view->lanes()->indexOf(host))].y);
    TimelineCanvas *tree = f.view->canvas();
    TimelineCanvas *pins = f.view->pinPane()->canvas();
    // While the host lane is in sight the line stays in the tree.
    auto lines = FlowOverlay::sliceLines(*f.view->lanes(), tree->flowView(), {run, 0}, hit.slice);
    QCOMPARE(lines.size(), size_t{1});
    QVERIFY(lines[0].from.y() >= 0);
    // Scrolled or folded away, it comes from the pin: above the tree, and both panes draw the same line.
    const int stream = f.view->lanes()->rowShowing({run, 0}, trace.laneOf(hit.slice));
    f.view->pane()->scrollTo(f.view->lanes()->rows()[static_cast<size_t>(stream)].y);
    QVERIFY(tree->scrollY() > 0);
    lines = FlowOverlay::sliceLines(*f.view->lanes(), tree->flowView(), {run, 0}, hit.slice);
    QCOMPARE(lines.size(), size_t{1});
    QVERIFY(lines[0].from.y() < 0);
    const auto above = FlowOverlay::sliceLines(*f.view->pinnedLanes(), pins->flowView(), {run, 0}, hit.slice);
    QCOMPARE(above.size(), size_t{1});
    const QPoint between = tree->mapTo(f.view.get(), QPoint()) - pins->mapTo(f.view.get(), QPoint());
    QCOMPARE(above[0].from, lines[0].from + between);
    QCOMPARE(above[0].to, lines[0].to + between);
    QVERIFY(above[0].from.y() >= 0 && above[0].from.y() < pins->height());
    // Lines of kinds go the same way, and each is counted once.
    f.view->showFlowKinds({"HostToDevice"});
    select(f, {run, 0}, hit.slice);
    FlowOverlay overlay;
    overlay.setKinds({"HostToDevice"});
    overlay.kindLines(*f.view->lanes(), tree->flowView());
    QCOMPARE(overlay.asked(), qint64{4 * 60});
    // Once the stream is scrolled up behind the pins as well, a line from the pin would end in a lane that does not
    // hold it.
    const auto &rows = f.view->lanes()->rows();
    f.view->pane()->scrollTo(f.view->lanes()->height());
    const LaneRow &passed = rows[static_cast<size_t>(f.view->lanes()->rowShowing({run, 0}, trace.laneOf(hit.slice)))];
    QVERIFY(passed.y + passed.height <= tree->scrollY());
    QVERIFY(FlowOverlay::sliceLines(*f.view->pinnedLanes(), pins->flowView(), {run, 0}, hit.slice).empty());
    QCOMPARE(overlay.kindLines(*f.view->pinnedLanes(), pins->flowView())[0].bundles.size(), size_t{0});
}

// The pin is of another rank: the line of the lane that is scrolled out of sight would end on it.
void TestTimelineLanes::linesToScrolledLanesStayBelowThePins()
{
    TimelineFixture f({1200, 420});
    const int run = f.addRun(2);
    f.runs.setRank({run, 0}, test::sampleRank(0));
    f.runs.setRank({run, 1}, test::sampleRank(1));
    QVERIFY(f.settle());
    const auto hit = test::someSlice(f);
    const Trace &trace = *f.view->data()->rank({run, 0})->trace;
    const SliceId from = trace.flows().at(trace.flows().incoming(hit.slice).front()).from;
    f.view->laneLayout()->pin({{{run, 1}, LaneKey::Type::Lane, raw(trace.laneOf(from))}});
    f.view->lanes()->setRowHeight(40);
    QTest::qWait(30);
    const int stream = f.view->lanes()->rowShowing({run, 0}, trace.laneOf(hit.slice));
    f.view->pane()->scrollTo(f.view->lanes()->rows()[static_cast<size_t>(stream)].y);
    const auto below = FlowOverlay::sliceLines(*f.view->lanes(), f.view->canvas()->flowView(), {run, 0}, hit.slice);
    QCOMPARE(below.size(), size_t{1});
    QVERIFY(below[0].from.y() < 0);
    qint64 hidden = -1;
    const auto above = FlowOverlay::sliceLines(*f.view->pinnedLanes(), f.view->pinPane()->canvas()->flowView(),
                                               {run, 0}, hit.slice, {}, &hidden);
    QVERIFY(above.empty());
    QCOMPARE(hidden, qint64{0}); // it is drawn, by the other pane
}

void TestTimelineLanes::rowsTakeTheOrderOfTheUser()
{
    LaneLayout layout;
    const auto key = [](quint32 id) { return LaneKey{{0, 0}, LaneKey::Type::Process, id}; };
    const LaneKey parent{{0, 0}, LaneKey::Type::Rank, 0};
    const std::vector<LaneKey> given{key(1), key(2), key(3)};
    QCOMPARE(layout.ordered(parent, given), given);
    layout.setOrder(parent, {key(3), key(1), key(2)});
    QCOMPARE(layout.ordered(parent, given), (std::vector<LaneKey>{key(3), key(1), key(2)}));
    // Rows that came later stand behind, in their own order; rows that went leave no gap.
    QCOMPARE(layout.ordered(parent, {key(1), key(4), key(3), key(5)}),
             (std::vector<LaneKey>{key(3), key(1), key(4), key(5)}));
    layout.forgetRun(0);
    QVERIFY(!layout.hasOrder());
}

void TestTimelineLanes::rowsAreDraggedAmongTheirSiblings()
{
    TimelineFixture f;
    const int run = f.addRun(2);
    f.runs.setRank({run, 0}, test::sampleRank(0));
    f.runs.setRank({run, 1}, test::sampleRank(1));
    QVERIFY(f.settle());
    LaneModel *lanes = f.view->lanes();
    LaneLabels *labels = f.view->pane()->labels();
    const auto centre = [&](const QString &label) {
        const LaneRow &r = lanes->rows()[static_cast<size_t>(rowNamed(*lanes, label))];
        return QPoint(90, r.y + std::min(r.height, 12) / 2 + 2);
    };
    QVERIFY(rowNamed(*lanes, QStringLiteral("Stream 2")) < rowNamed(*lanes, QStringLiteral("Stream 3")));
    test::drag(labels, centre(QStringLiteral("Stream 3")), centre(QStringLiteral("Stream 2")) - QPoint(0, 6),
               Qt::LeftButton, Qt::NoModifier);
    QVERIFY(rowNamed(*lanes, QStringLiteral("Stream 3")) < rowNamed(*lanes, QStringLiteral("Stream 2")));
    // Only this rank's.
    QVERIFY(rowNamed(*lanes, QStringLiteral("Stream 2"), {run, 1}) <
            rowNamed(*lanes, QStringLiteral("Stream 3"), {run, 1}));
    // A process takes its lanes along, and being dragged does not fold it.
    const QPoint hardware = centre(QStringLiteral("Ascend Hardware"));
    test::drag(labels, hardware, {90, lanes->rows()[0].y + lanes->rows()[0].height + 1}, Qt::LeftButton,
               Qt::NoModifier);
    const int process = rowNamed(*lanes, QStringLiteral("Ascend Hardware"));
    QCOMPARE(process, 1);
    QVERIFY(lanes->rows()[1].expanded);
    QCOMPARE(lanes->rows()[2].label, QStringLiteral("Stream 3"));
    // A click still folds.
    QTest::mouseClick(labels, Qt::LeftButton, {}, {90, lanes->rows()[1].y + 8});
    QVERIFY(!lanes->rows()[1].expanded);
    f.view->laneLayout()->resetOrder();
    QVERIFY(rowNamed(*lanes, QStringLiteral("Python")) < rowNamed(*lanes, QStringLiteral("Ascend Hardware")));
}

void TestTimelineLanes::mergedStreamsLoseNothing()
{
    // Streams 1 and 2 never run at once, 3 runs at the same time as both.
    std::vector<DeviceSlice> given;
    for (int i = 0; i < 20; ++i) {
        given.push_back({"1", "k1", i * 1000, 400});
        given.push_back({"2", "k2", i * 1000 + 500, 400});
        given.push_back({"3", "k3", i * 1000, 900});
    }
    const auto data = deviceRank(given);
    TimelineFixture f;
    const int run = f.addRun(1);
    f.runs.setRank({run, 0}, data);
    QVERIFY(f.settle());
    LaneModel *lanes = f.view->lanes();
    std::vector<LaneKey> streams;
    for (const LaneRow &r : lanes->rows()) {
        if (r.type == LaneRow::Type::Lane)
            streams.push_back(LaneModel::keyOf(r));
    }
    QCOMPARE(streams.size(), size_t{3});
    f.view->laneLayout()->merge(streams);
    const LaneRow merged = lanes->rows()[static_cast<size_t>(lanes->indexOf(streams[0]))];
    QCOMPARE(lanes->indexOf(streams[1]), -1);
    QCOMPARE(merged.merged.size(), size_t{2});
    QCOMPARE(merged.strips.size(), size_t{2});
    QCOMPARE(merged.strips[0].rows.size(), size_t{2});
    QCOMPARE(lanes->lanesOf(merged).size(), size_t{3});
    // Every slice is found where it is drawn.
    const SliceStore &slices = f.view->data()->rank({run, 0})->trace->slices();
    for (quint32 i = 0; i < slices.size(); ++i) {
        const QRect r = f.view->canvas()->rectOf({run, 0}, SliceId{i});
        QVERIFY(!r.isEmpty());
        QCOMPARE(f.view->canvas()->hitAt(r.center()).slice, SliceId{i});
    }
    f.view->laneLayout()->unmerge(streams[2]);
    QVERIFY(lanes->indexOf(streams[1]) >= 0);
}

void TestTimelineLanes::turnsOfFusedOperatorsHaveRows()
{
    TimelineFixture f;
    const int run = f.addRun(1);
    f.runs.setRank({run, 0}, deviceRank({{"9", "AllgatherMatmulAicpu", 1000, 1000},
                                         {"9", "WaitNotify 0", 1000, 100},
                                         {"9", "SendTask 0", 1200, 300},
                                         {"9", "WaitExeEnd 0", 1500, 400},
                                         {"9", "WaitNotify 1", 1300, 100},
                                         {"9", "SendTask 1", 1450, 250},
                                         {"7", "AllgatherMatmul", 1050, 900},
                                         {"7", "MatMul", 0, 500}}));
    QVERIFY(f.settle());
    const LaneModel &lanes = *f.view->lanes();
    const Trace &trace = *f.view->data()->rank({run, 0})->trace;
    std::vector<LaneRow> turns;
    for (const LaneRow &r : lanes.rows()) {
        if (r.type == LaneRow::Type::Turn)
            turns.push_back(r);
    }
    QCOMPARE(turns.size(), size_t{2});
    QCOMPARE(turns[0].strips[0].slices.size(), size_t{3});
    QCOMPARE(turns[1].strips[0].slices.size(), size_t{2});
    // They stand below their stream, and each slice is found where it is drawn.
    QCOMPARE(lanes.rows()[static_cast<size_t>(lanes.rowAt(turns[0].y) - 1)].label, QStringLiteral("Stream 9"));
    const TimeMap map(f.state.window(), f.view->canvas()->width());
    for (const LaneRow &turn : turns) {
        const int y = turn.y + turn.strips[0].y + turn.strips[0].height / 2 - f.view->canvas()->scrollY();
        for (const SliceId s : turn.strips[0].slices) {
            const auto hit = f.view->canvas()->hitAt({static_cast<int>(map.x(trace.slices().start(s)) + 3), y});
            QCOMPARE(hit.slice, s);
            QVERIFY(f.view->canvas()->picture().pixel(hit.rect.center().x(), y) != f.theme.background().rgb());
        }
    }
    // The two halves of the operator are joined when either is selected.
    const auto nameOf = [&](SliceId s) { return trace.strings().view(trace.slices().name(s)); };
    for (quint32 i = 0; i < trace.slices().size(); ++i) {
        const bool half = nameOf(SliceId{i}).starts_with("AllgatherMatmul");
        const auto lines = FlowOverlay::sliceLines(lanes, f.view->canvas()->flowView(), {run, 0}, SliceId{i});
        QCOMPARE(lines.size(), half ? size_t{1} : size_t{0});
        if (half)
            QCOMPARE(lines[0].kind, std::string("MC2"));
    }
}

void TestTimelineLanes::commandsHaveKeysThatCanBeChanged()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    std::set<QString> names;
    std::set<QString> keys;
    for (const QAction *a : f.view->commands()->listed()) {
        QVERIFY2(!a->text().isEmpty(), qPrintable(a->objectName()));
        QVERIFY(names.insert(a->objectName()).second);
        for (const QKeySequence &k : a->shortcuts())
            QVERIFY2(keys.insert(k.toString()).second, qPrintable(k.toString()));
    }
    // The menu of all of them has groups that the eye can tell apart.
    QMenu all;
    f.view->commands()->addListedTo(&all);
    QList<QAction *> entries = all.actions();
    int inGroup = 0;
    for (const QAction *a : entries) {
        QVERIFY2(!a->isSeparator() || inGroup > 1, "a group of one, or of none");
        inGroup = a->isSeparator() ? 0 : inGroup + 1;
        QVERIFY2(inGroup <= 8, qPrintable(a->text()));
    }
    QVERIFY(inGroup > 1);
    entries.removeIf([](const QAction *a) { return a->isSeparator(); });
    QCOMPARE(entries, f.view->commands()->listed());
    f.view->commands()->find(QStringLiteral("mark"))->setShortcut(QKeySequence(Qt::Key_J));
    const auto hit = test::someSlice(f);
    QTest::mouseMove(f.view->canvas(), hit.rect.center());
    QTest::keyClick(f.view->canvas(), Qt::Key_K);
    QVERIFY(f.state.marks().empty());
    QTest::keyClick(f.view->canvas(), Qt::Key_J);
    QCOMPARE(f.state.marks().size(), size_t{1});
    QVERIFY(!f.view->commands()->find(QStringLiteral("no such command")));
    // None of them minds that there is nothing to act on.
    TimelineFixture empty;
    for (QAction *a : empty.view->commands()->listed())
        a->trigger();
}

// A lane of which a part is in sight is left out of a picture, on which nobody can scroll.
void TestTimelineLanes::picturesEndWithAWholeLane()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    f.view->lanes()->setAllExpanded(true);
    QVERIFY(f.settle());
    const auto *const canvas = f.view->canvas();
    const auto &rows = f.view->lanes()->rows();
    QVERIFY(f.view->lanes()->height() > 60);
    const auto heightWith = [&](int lanes) {
        f.view->resize(f.view->width(), f.view->height() + lanes - canvas->height());
        QCoreApplication::processEvents();
        const QImage image = f.view->pictures().front().picture.image();
        return image.height() / image.devicePixelRatio();
    };
    // As many pixels as end with a row, and some of the next one: the same picture.
    const size_t last = rows.size() - 2;
    const int end = rows[last].y;
    const double whole = heightWith(end);
    QCOMPARE(canvas->height(), end);
    QCOMPARE(heightWith(end + 5), whole);
    QCOMPARE(canvas->height(), end + 5);
    QVERIFY(heightWith(rows[last + 1].y) > whole);
}

// The menus hold the commands themselves, not other actions of the same text: a key given to one works, and who looks
// at the menu sees it.
void TestTimelineLanes::menusAreMadeOfTheCommands()
{
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    f.state.setMarks({{1, 1, QStringLiteral("a"), 0, {}}});
    std::map<QString, QAction *> named;
    for (QAction *const a : f.view->commands()->findChildren<QAction *>()) {
        QVERIFY2(a->objectName().startsWith(QLatin1String("timeline-")), qPrintable(a->objectName()));
        QVERIFY2(named.emplace(a->text(), a).second, qPrintable(a->text()));
    }
    int found = 0;
    for (const QMenu *const menu : f.view->commandMenus()) {
        for (QAction *const a : menu->actions()) {
            const auto command = named.find(a->text());
            QVERIFY2(command == named.end() || command->second == a, qPrintable(a->text()));
            found += command == named.end() ? 0 : 1;
        }
    }
    QVERIFY(found >= 20);
    // A command that a menu alone lists takes a key as well, and says why it does nothing.
    const auto press = [&](const char *name, Qt::Key key) {
        f.view->commands()->find(QLatin1String(name))->setShortcut(key);
        QTest::keyClick(f.view->canvas(), key);
    };
    press("lower-lanes", Qt::Key_F6);
    QCOMPARE(f.view->lanes()->rowHeight(), LaneModel::standardRowHeight - 3);
    press("delete-all-marks", Qt::Key_F7);
    QVERIFY(f.state.marks().empty());
    QTest::keyClick(f.view->canvas(), Qt::Key_F7);
    QVERIFY(!f.view->commands()->find(QStringLiteral("delete-all-marks"))->isEnabled());
    LaneFilter filter;
    filter.text = QStringLiteral("Stream");
    f.view->laneLayout()->setFilter(filter);
    press("no-filter", Qt::Key_F8);
    QVERIFY(f.view->laneLayout()->filter().isEmpty());
}

void TestTimelineLanes::goesToTheNthOfAName()
{
    TimelineFixture f;
    const int run = f.addRun(1);
    f.runs.setRank({run, 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    const auto hit = test::someSlice(f);
    const Trace &trace = *f.view->data()->rank({run, 0})->trace;
    std::vector<qint64> starts;
    for (quint32 i = 0; i < trace.slices().size(); ++i) {
        if (trace.slices().name(SliceId{i}) == trace.slices().name(hit.slice))
            starts.push_back(trace.slices().start(SliceId{i}));
    }
    std::sort(starts.begin(), starts.end());
    QVERIFY(starts.size() > 5);
    select(f, {run, 0}, hit.slice);
    QTest::keyClick(f.view->canvas(), Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    if (!field) {
        for (QLineEdit *edit : f.view->findChildren<QLineEdit *>()) {
            if (edit->text() == QStringLiteral("#"))
                field = edit;
        }
    }
    QVERIFY(field);
    QTest::keyClicks(field, QStringLiteral("4"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(QTest::qWaitFor([&] { return trace.slices().start(f.state.selection().slice) == starts[3]; }, 5000));
    // There is no slice number 9999: the selection stays, and it is said how many there are.
    const SliceId before = f.state.selection().slice;
    QSignalSpy notice(f.view.get(), &TimelineView::notice);
    f.view->goTo()->goToOccurrence(9999);
    QVERIFY(notice.wait(5000));
    QVERIFY(notice.front().front().toString().contains(QString::number(starts.size())));
    QCOMPARE(f.state.selection().slice, before);
}

void TestTimelineLanes::communicationLanesAreCalledByTheirDomain()
{
    TraceChunk c;
    const std::array<std::string_view, 3> names = {"Group 127.0.0.1%lo_60000_0_17 Communication",
                                                   "Group 127.0.0.1%lo_60000_0_18 Communication",
                                                   "Group 3 Communication"};
    c.metas.push_back(
        {TraceChunk::MetaKind::ProcessName, c.strings.intern("4"), {}, c.strings.intern("Communication"), 0});
    for (size_t i = 0; i < names.size(); ++i) {
        const std::string tid = std::to_string(i);
        c.metas.push_back({TraceChunk::MetaKind::ThreadName, c.strings.intern("4"), c.strings.intern(tid),
                           c.strings.intern(names[i]), 0});
        TraceChunk::Slice s;
        s.lane = c.lane("4", tid);
        s.start = 1000;
        s.duration = 500;
        s.name = c.strings.intern("hcom_allReduce__615_0_1");
        c.slices.push_back(s);
    }
    const auto data = test::sealed(std::move(c));
    data->info.label = QStringLiteral("0");
    GroupInfo group;
    group.commName = QStringLiteral("127.0.0.1%lo_60000_0_17");
    group.pgName = QStringLiteral("tp");
    group.globalRanks = {1, 0};
    data->groups.push_back(group);
    TimelineFixture f;
    const int run = f.addRun(1);
    f.runs.setRank({run, 0}, data);
    QVERIFY(f.settle());
    f.view->lanes()->setAllExpanded(true);
    const LaneModel &lanes = *f.view->lanes();
    const int row = rowNamed(lanes, QStringLiteral("tp:(0,1)"));
    QVERIFY(row >= 0);
    // Without a name the file's stands; and what the file says can still be read and looked for.
    QVERIFY(rowNamed(lanes, QString::fromUtf8(names[1].data())) >= 0);
    QVERIFY(rowNamed(lanes, QStringLiteral("Group 3 Communication")) >= 0);
    LaneLabels *const labels = f.view->pane()->labels();
    const LaneRow &named = lanes.rows()[static_cast<size_t>(row)];
    const QPoint at(80, named.y + named.height / 2 - f.view->canvas()->scrollY());
    QHelpEvent help(QEvent::ToolTip, at, labels->mapToGlobal(at));
    QCoreApplication::sendEvent(labels, &help);
    const QString tip = QToolTip::text();
    QVERIFY2(tip.contains(group.commName), qPrintable(tip));
    for (const QString &text : {QStringLiteral("tp:"), QStringLiteral("60000_0_17")}) {
        LaneFilter filter;
        filter.text = text;
        f.view->laneLayout()->setFilter(filter);
        QVERIFY(rowNamed(lanes, QStringLiteral("tp:(0,1)")) >= 0);
        QVERIFY(rowNamed(lanes, QStringLiteral("Group 3 Communication")) < 0);
    }
}

void TestTimelineLanes::timeCountsFromRunStepOrEpoch()
{
    const qint64 origin = 1'736'412'474'000'000'000;
    const TimeWindow window{origin + 4'000'000, origin + 6'000'000};
    const std::vector<std::pair<qint64, qint64>> steps{
        {10, origin + 1'000'000}, {11, origin + 4'500'000}, {12, origin + 9'000'000}};
    const TimeScale run = TimeScale::of(TimeFormat::FromStart, window, origin, steps);
    QCOMPARE(run.originNs, origin);
    QCOMPARE(plain(run.text(origin + 4'500'001)), QStringLiteral("4.500001 ms"));
    const TimeScale step = TimeScale::of(TimeFormat::FromStep, window, origin, steps);
    QCOMPARE(step.originNs, origin + 4'500'000);
    QCOMPARE(step.name, QStringLiteral("Step 11"));
    QCOMPARE(plain(step.brief(origin + 4'600'000)), QStringLiteral("+100 µs"));
    QCOMPARE(plain(step.brief(origin + 4'400'000)), QStringLiteral("-100 µs"));
    QVERIFY(step.text(origin).contains(QStringLiteral("Step 11")));
    // Before the first step its own start counts; without steps the run's does.
    QCOMPARE(TimeScale::of(TimeFormat::FromStep, {origin, origin + 10}, origin, steps).originNs, origin + 1'000'000);
    QVERIFY(TimeScale::of(TimeFormat::FromStep, window, origin, {}).name.isEmpty());
    const TimeScale date = TimeScale::of(TimeFormat::Absolute, window, origin + 77, steps);
    QCOMPARE(date.originNs, origin);
    QVERIFY(plain(date.text(origin + 123'456'789)).endsWith(QStringLiteral(".123 456 789")));
    QVERIFY(date.text(origin).startsWith(QStringLiteral("2025-01-09 ")));

    // The key goes round, and the ruler's ticks stand where the step counts them.
    TimelineFixture f;
    f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
    QVERIFY(f.settle());
    QTest::keyClick(f.view->canvas(), Qt::Key_T);
    QCOMPARE(f.state.timeFormat(), TimeFormat::FromStep);
    const TimeScale scale = f.view->data()->scale(f.state);
    QVERIFY(scale.name.startsWith(QStringLiteral("Step ")));
    const TimeTicks ticks = TimeTicks::of(f.state.window(), scale, 1000, 100);
    QVERIFY(ticks.base.startsWith(scale.name));
    for (const auto &t : ticks.ticks) {
        if (t.text == QStringLiteral("+0") + QChar(0x00A0) + QStringLiteral("ms"))
            QVERIFY(std::abs(t.x - TimeMap(f.state.window(), 1000).x(scale.originNs)) < 1e-6);
    }
    QTest::keyClick(f.view->canvas(), Qt::Key_T);
    QTest::keyClick(f.view->canvas(), Qt::Key_T);
    QCOMPARE(f.state.timeFormat(), TimeFormat::FromStart);
}

// Between the end of a label and the next tick there is nothing, also where the label of that one has no room.
void TestTimelineLanes::noLabelOfAnAxisStandsBesideAnotherTick()
{
    const TimelineFixture f;
    int without = 0; // last ticks whose label has no room
    for (qint64 ms = 200; ms < 300; ++ms) {
        QImage image(620, 60, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        const QFontMetrics metrics = painter.fontMetrics();
        const QRect plot(20, 50, 600, 10);
        paintTimeAxis(painter, plot, {0, ms * 1'000'000}, 0, image.width(), f.theme);
        painter.end();
        int from = plot.left();
        for (const TimeTicks::Tick &t :
             TimeTicks::of({0, ms * 1'000'000}, 0, plot.width(), metrics.averageCharWidth() * 14).ticks) {
            if (t.text.isEmpty())
                continue;
            const int tick = plot.left() + static_cast<int>(t.x);
            for (int x = from; x < tick; ++x) {
                // Minor ticks are three pixels high.
                for (int y = plot.top() - metrics.height(); y < plot.top() - 3; ++y)
                    QVERIFY2(image.pixel(x, y) == qRgb(255, 255, 255),
                             qPrintable(QStringLiteral("%1 ms, left of %2").arg(ms).arg(t.text)));
            }
            const int end = tick + 3 + metrics.horizontalAdvance(t.text);
            without += end > image.width() ? 1 : 0;
            from = end + 2; // letters may reach a little beyond
        }
    }
    QVERIFY(without > 0);
}

void TestTimelineLanes::picturesShowWhatBruteForceWould_data()
{
    QTest::addColumn<int>("shape");
    QTest::newRow("random") << 0;
    QTest::newRow("dense bursts, long gaps") << 1;
    QTest::newRow("long among short") << 2;
    QTest::newRow("lone nanoseconds") << 3;
    QTest::newRow("all at once") << 4;
}

// The pixels themselves: a pixel that no slice touches is ground, one that a slice touches is not; a slice of a pixel
// or more has one colour from top to bottom, and a folded group is striped.
void TestTimelineLanes::picturesShowWhatBruteForceWould()
{
    QFETCH(int, shape);
    QRandomGenerator random(static_cast<quint32>(shape) + 11);
    std::vector<std::pair<qint64, qint64>> slices;
    qint64 t = 1'000'000;
    for (int i = 0; i < 20'000; ++i) {
        qint64 duration = 1 + random.bounded(2000);
        qint64 gap = random.bounded(3) == 0 ? random.bounded(6000) : 0;
        if (shape == 1) {
            duration = 1 + random.bounded(20);
            gap = i % 300 == 0 ? 2'000'000 : random.bounded(3);
        } else if (shape == 2) {
            duration = i % 499 == 0 ? 3'000'000 : 1 + random.bounded(50);
            gap = random.bounded(9);
        } else if (shape == 3) {
            duration = 1;
            gap = 1'000'000 + random.bounded(50'000'000);
        } else if (shape == 4) {
            duration = random.bounded(2);
            gap = 1 - duration;
        }
        slices.emplace_back(t, duration);
        t += duration + gap;
    }
    auto data = std::make_shared<RankData>();
    data->info.rank = 0;
    data->info.label = QStringLiteral("0");
    data->trace = std::shared_ptr<const Trace>(test::oneLane(slices));
    TimelineFixture f({1100, 300});
    const int run = f.addRun(1);
    f.runs.setRank({run, 0}, data);
    QVERIFY(f.settle());
    const LaneModel &lanes = *f.view->lanes();
    const LaneRow *row = nullptr;
    for (const LaneRow &r : lanes.rows())
        row = r.type == LaneRow::Type::Lane ? &r : row;
    QVERIFY(row && row->strips.size() == 1);
    LaneRaster raster;
    raster.setTheme(f.theme);
    LaneRaster::View view;
    view.size = {1000, 200};
    view.font = f.view->font();
    view.font.setPixelSize(12);
    view.labelBudgetMs = 0; // no letters among the pixels
    const QRgb ground = f.theme.background().rgb();
    const SliceStore &store = data->trace->slices();
    const int top = row->y + row->strips[0].y;
    const int bottom = top + row->strips[0].height - 1;
    int groups = 0;
    int singles = 0;
    for (int round = 0; round < 25; ++round) {
        const qint64 all = data->trace->endNs() - data->trace->startNs();
        const qint64 length =
            std::max<qint64>(20, static_cast<qint64>(static_cast<double>(all) / std::pow(1.6, random.bounded(26))));
        const qint64 from = data->trace->startNs() - length / 20 +
                            static_cast<qint64>(random.generateDouble() * static_cast<double>(all - length / 2));
        view.window = {from, from + length};
        const TimeMap map(view.window, view.size.width());
        std::vector<int> touching(static_cast<size_t>(map.width), 0);
        std::vector<char> large(static_cast<size_t>(map.width), 0);
        for (quint32 i = 0; i < store.size(); ++i) {
            const SliceId s{i};
            if (store.start(s) >= map.toNs || (store.end(s) <= map.fromNs && store.start(s) != map.fromNs))
                continue;
            const int x0 = std::clamp(static_cast<int>(std::floor(map.x(store.start(s)))), 0, map.width - 1);
            const int x1 = std::clamp(static_cast<int>(std::ceil(map.x(store.end(s)))), x0 + 1, map.width);
            for (int x = x0; x < x1; ++x) {
                ++touching[static_cast<size_t>(x)];
                large[static_cast<size_t>(x)] |= static_cast<double>(store.duration(s)) >= map.nsPerPixel() ? 1 : 0;
            }
        }
        QImage picture;
        raster.paint(picture, *f.view->data(), lanes.rows(), view);
        for (int x = 0; x < map.width; ++x) {
            std::set<QRgb> colours;
            for (int y = top; y < bottom; ++y)
                colours.insert(picture.pixel(x, y));
            const bool empty = colours.size() == 1 && *colours.begin() == ground;
            QVERIFY2(empty == (touching[static_cast<size_t>(x)] == 0),
                     qPrintable(QStringLiteral("pixel %1, round %2").arg(x).arg(round)));
            const auto at = static_cast<size_t>(x);
            if (touching[at] == 1 && large[at]) {
                QVERIFY(colours.size() == 1 || x == 0 || touching[at - 1] > 1);
                ++singles;
            }
            // Away from the ends of a group, where a slice by itself may be painted over its last pixel.
            const bool inside = x > 0 && x + 1 < map.width && !large[at - 1] && !large[at] && !large[at + 1] &&
                                std::min({touching[at - 1], touching[at], touching[at + 1]}) > 2;
            if (inside) {
                QVERIFY2(colours.size() > 1, qPrintable(QStringLiteral("pixel %1, round %2").arg(x).arg(round)));
                ++groups;
            }
        }
    }
    QVERIFY(shape == 3 || groups > 0);
    QVERIFY(singles > 0 || groups > 0);
}

RS_TEST(TestTimelineLanes, QApplication);
#include "tst_timelinelanes.moc"
