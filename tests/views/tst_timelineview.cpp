// SPDX-License-Identifier: Apache-2.0
#include "items/format.h"
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "views/timeline/commands/timelinebar.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/commands/gotobox.h"
#include "views/timeline/lanes/lanechoice.h"
#include "views/widgets/emptystate.h"

#include <QApplication>
#include <QMenu>
#include <QPainter>

#include <memory>

using namespace rs;
using test::drag;
using test::someSlice;
using test::TimelineFixture;
using test::wheel;

class TestTimelineView : public QObject
{
    Q_OBJECT
private slots:
    void saysWhatIsMissing()
    {
        TimelineFixture f;
        QVERIFY(!f.view->canvas()->isVisible());
        const int run = f.addRun(1);
        f.runs.setState({run, 0}, RankState::Failed);
        QVERIFY(!f.view->canvas()->isVisible());
        QVERIFY(f.view->pictures().empty());
    }

    void showsRanksAsTheyArrive()
    {
        TimelineFixture f;
        const int run = f.addRun(4);
        f.runs.setRank({run, 1}, test::sampleRank(1));
        QVERIFY(f.settle());
        QVERIFY(f.view->canvas()->isVisible());
        // Three ranks wait in their places; the loaded one is folded, as it is one of many, and unfolds.
        const auto &rows = f.view->lanes()->rows();
        int headers = 0;
        for (const LaneRow &r : rows)
            headers += r.type == LaneRow::Type::Rank ? 1 : 0;
        QCOMPARE(headers, 4);
        QCOMPARE(rows.size(), size_t{4});
        f.view->lanes()->setExpanded(f.view->lanes()->indexOf({{run, 1}, LaneKey::Type::Rank, 0}), true);
        QVERIFY(rows.size() > 8);
        const TimeWindow first = f.state.window();
        QCOMPARE(first, f.view->navigator()->limits());

        // The whole run stays in sight while it grows; a window that the user chose stays.
        f.runs.setRank({run, 0}, test::sampleRank(0, 8));
        QVERIFY(f.settle());
        QVERIFY(f.state.window().lengthNs() > first.lengthNs());
        f.view->navigator()->zoomAt(100, 0.1);
        const TimeWindow chosen = f.state.window();
        f.runs.setRank({run, 2}, test::sampleRank(2, 12));
        QVERIFY(f.settle());
        QCOMPARE(f.state.window(), chosen);
        f.runs.setRank({run, 3}, test::sampleRank(3));
        QVERIFY(f.settle());
        f.view->navigator()->fit();
    }

    void lanesAreThereBeforeTheTables()
    {
        TimelineFixture f;
        f.state.setDerivedLanes(true);
        const int run = f.addRun(2);
        const RankRef ref{run, 0};
        const auto sample = test::sampleRank(0);
        f.runs.setState(ref, RankState::Loading, 0.3);
        f.runs.setLanes(ref, sample->trace);
        QVERIFY(f.settle());
        QVERIFY(f.view->canvas()->isVisible());
        const auto &rows = f.view->lanes()->rows();
        const auto rankRow = [&]() -> const LaneRow & {
            return rows[static_cast<size_t>(f.view->lanes()->indexOf({ref, LaneKey::Type::Rank, 0}))];
        };
        QVERIFY2(rankRow().note.contains(QStringLiteral("reading tables")), qPrintable(rankRow().note));
        f.runs.setState(ref, RankState::Loading, 0.7);
        QVERIFY2(rankRow().note.contains(QStringLiteral("70")), qPrintable(rankRow().note));
        QVERIFY(test::rowNamed(*f.view->lanes(), QStringLiteral("Stream 2"), ref) >= 0);
        // Jumps that need tables wait for them.
        const TimelineRank *lanes = f.view->data()->rank(ref);
        QVERIFY(lanes && !lanes->data && lanes->flows && !lanes->frequency);
        QVERIFY(!f.view->data()->derived(ref));
        const auto flows = lanes->flows;
        const auto counters = lanes->counters;

        f.view->navigator()->zoomAt(400, 0.3);
        const auto hit = someSlice(f);
        QVERIFY(hit.slice != NoSlice);
        test::select(f, ref, hit.slice);
        f.view->lanes()->setExpanded(f.view->lanes()->indexOf({ref, LaneKey::Type::Process, 0}), false);
        f.state.setMarks({{f.state.window().fromNs, f.state.window().toNs, QStringLiteral("m")}});
        const TimeWindow window = f.state.window();
        const auto marks = f.state.marks();
        const size_t lanesBefore = rows.size();
        const int scroll = f.view->canvas()->scrollY();
        QVERIFY(f.settle());
        const QImage before = f.view->canvas()->grab().toImage();

        auto whole = std::make_shared<RankData>(*sample);
        const SliceStore &slices = sample->trace->slices();
        PageVector<SliceKind> kinds(slices.kinds().begin(), slices.kinds().end());
        for (quint32 i = 0; i < kinds.size(); ++i) {
            if (sample->trace->processOf(sample->trace->laneOf(SliceId{i})).kind == ProcessKind::AscendHardware)
                kinds[i] = i % 2 ? SliceKind::KernelCube : SliceKind::KernelVector;
        }
        whole->trace = sample->trace->withKinds(kinds, nullptr);
        f.runs.setRank(ref, whole);
        QVERIFY(f.settle());
        const TimelineRank *const rank = f.view->data()->rank(ref);
        QVERIFY(rank && rank->data == whole && rank->trace == whole->trace && rank->frequency);
        QVERIFY(rank->flows == flows && rank->counters == counters);
        QVERIFY2(rankRow().note.isEmpty(), qPrintable(rankRow().note));
        QCOMPARE(f.state.window(), window);
        QCOMPARE(f.view->canvas()->scrollY(), scroll);
        QVERIFY(f.state.selection().slice == hit.slice && f.state.selection().rank == ref);
        QCOMPARE(f.state.marks(), marks);
        QVERIFY(!rows[static_cast<size_t>(f.view->lanes()->indexOf({ref, LaneKey::Type::Process, 0}))].expanded);
        QVERIFY(rows.size() >= lanesBefore);
        const auto again = someSlice(f);
        QVERIFY(again.slice == hit.slice);
        QVERIFY(f.view->canvas()->grab().toImage() != before); // cores have their colours
    }

    void lanesGoWhenTheirRankDoesNotCome()
    {
        TimelineFixture f;
        const int run = f.addRun(2);
        const auto first = test::sampleRank(0);
        const auto second = test::sampleRank(1);
        for (const RankState end : {RankState::Failed, RankState::Unloaded, RankState::Displaced, RankState::Waiting}) {
            for (const int i : {0, 1})
                f.runs.setState({run, i}, RankState::Loading);
            f.runs.setLanes({run, 0}, first->trace);
            f.runs.setLanes({run, 1}, second->trace);
            QVERIFY(f.settle());
            QCOMPARE(f.view->data()->ranks().size(), size_t(2));
            f.runs.setState({run, 0}, end);
            QVERIFY(!f.view->data()->rank({run, 0}) && !f.runs.lanes({run, 0}));
            QVERIFY(f.view->data()->rank({run, 1}));
            QVERIFY(f.settle());
            // Before its indexes stand.
            f.runs.setState({run, 0}, RankState::Loading);
            f.runs.setLanes({run, 0}, first->trace);
            f.runs.setState({run, 0}, end);
            QVERIFY(f.settle());
            QVERIFY(!f.view->data()->rank({run, 0}));
        }
        QVERIFY(f.view->canvas()->isVisible());
        f.runs.closeRun(run);
        QVERIFY(f.settle());
        QVERIFY(f.view->data()->ranks().empty() && !f.view->canvas()->isVisible());
        QCOMPARE(second->trace.use_count(), 1);
    }

    void foldingKeepsTheRowUnderTheCursor()
    {
        TimelineFixture f({1000, 300});
        const int run = f.addRun(2);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        f.runs.setRank({run, 1}, test::sampleRank(1));
        QVERIFY(f.settle());
        LaneModel *lanes = f.view->lanes();
        const int second = lanes->indexOf({{run, 1}, LaneRow::Type::Rank, 0});
        QVERIFY(second > 0);
        wheel(f.view->canvas(), {100, 100}, -5, Qt::NoModifier);
        const int y = lanes->rows()[static_cast<size_t>(second)].y - f.view->canvas()->scrollY();
        QVERIFY2(y > 20 && y < 290, qPrintable(QString::number(y)));
        QTest::mouseMove(f.view->canvas(), QPoint(100, y + 4));
        const size_t before = lanes->rows().size();
        lanes->setExpanded(lanes->indexOf({{run, 0}, LaneRow::Type::Process, 0}), false);
        QVERIFY(lanes->rows().size() < before);
        const int after = lanes->indexOf({{run, 1}, LaneRow::Type::Rank, 0});
        QCOMPARE(lanes->rows()[static_cast<size_t>(after)].y - f.view->canvas()->scrollY(), y);
    }

    void foldedRowsShowWhatTheyHold()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        LaneModel *lanes = f.view->lanes();
        lanes->setAllExpanded(false);
        QCOMPARE(lanes->rows().size(), size_t{1});
        QVERIFY(lanes->rows()[0].miniature);
        const QImage folded = f.view->canvas()->picture();
        const QRgb panel = f.theme.panel().rgb();
        int other = 0;
        for (int x = 0; x < folded.width(); ++x) {
            bool painted = false;
            for (int y = 0; y < lanes->rows()[0].height - 1; ++y)
                painted |= folded.pixel(x, y) != panel;
            other += painted ? 1 : 0;
        }
        QVERIFY(other > folded.width() / 4);
        // A box over the folded rank takes all of its lanes.
        QVERIFY(lanes->lanesOf(lanes->rows()[0]).size() > 4);
        lanes->setAllExpanded(true);
        QVERIFY(lanes->rows().size() > 8);
    }

    void kindsOfConnectionLinesAreDrawnAndCapped()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0, 40));
        QVERIFY(f.settle());
        auto *c = f.view->canvas();
        FlowOverlay &flows = c->flows();
        FlowOverlay::View view{f.state.window(), c->size(), c->scrollY()};
        QVERIFY(flows.kindLines(*f.view->lanes(), view).empty());
        f.view->showFlowKinds({"HostToDevice"});
        const auto &all = flows.kindLines(*f.view->lanes(), view);
        QCOMPARE(all.size(), size_t{1});
        QCOMPARE(flows.asked(), qint64{40 * 60});
        QVERIFY(flows.shown() <= qint64{FlowOverlay::mostBundles} && flows.shown() > 100);
        qint64 inBundles = 0;
        for (const FlowOverlay::Bundle &b : all[0].bundles)
            inBundles += b.count;
        QCOMPARE(inBundles, flows.asked()); // no line is left out
        // Deep enough, every line of the window is drawn by itself.
        f.view->navigator()->zoomAt(600, 0.02);
        view.window = f.state.window();
        flows.kindLines(*f.view->lanes(), view);
        QVERIFY(flows.asked() > 0 && flows.asked() < 200);
        QCOMPARE(flows.shown(), flows.asked());
        // Lanes that are not shown have no lines.
        f.view->showFlowKinds({"no such kind"});
        QCOMPARE(flows.kindLines(*f.view->lanes(), view).front().bundles.size(), size_t{0});
    }

    void linesOfTheSelectedSlice()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const auto hit = someSlice(f);
        const FlowOverlay::View view{f.state.window(), f.view->canvas()->size(), 0};
        const auto lines = FlowOverlay::sliceLines(*f.view->lanes(), view, hit.rank, hit.slice);
        QCOMPARE(lines.size(), size_t{1});
        QCOMPARE(lines[0].kind, std::string("HostToDevice"));
        QVERIFY(std::abs(lines[0].to.x() - hit.rect.left()) <= 1);
        QVERIFY(lines[0].to.y() >= hit.rect.top() && lines[0].to.y() <= hit.rect.bottom());
        QVERIFY(lines[0].from.y() < lines[0].to.y());
    }

    void revealBringsASliceIntoSight()
    {
        TimelineFixture f({1000, 240});
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        f.view->lanes()->setAllExpanded(false);
        const Trace &trace = *f.view->data()->rank({run, 0})->trace;
        SliceId wanted = NoSlice;
        for (quint32 i = 0; i < trace.slices().size(); ++i) {
            if (trace.strings().view(trace.slices().name(SliceId{i})) == "Reduce_Inline")
                wanted = SliceId{i};
        }
        QVERIFY(wanted != NoSlice);
        f.view->navigator()->zoomAt(0, 0.05);
        f.state.revealSlice({run, 0}, wanted);
        const QRect r = f.view->canvas()->rectOf({run, 0}, wanted);
        QVERIFY(!r.isEmpty());
        QVERIFY(f.view->canvas()->rect().contains(r));
        QVERIFY(r.width() >= 4);
    }

    void stepsThroughTheLaneAndAlongConnections()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        auto *c = f.view->canvas();
        const auto hit = someSlice(f);
        Selection s;
        s.kind = Selection::Kind::Slice;
        s.rank = hit.rank;
        s.slice = hit.slice;
        f.state.select(s);
        QTest::keyClick(c, Qt::Key_Period);
        QCOMPARE(raw(f.state.selection().slice), raw(hit.slice) + 1);
        QTest::keyClick(c, Qt::Key_Comma);
        QCOMPARE(f.state.selection().slice, hit.slice);
        QTest::keyClick(c, Qt::Key_BracketLeft);
        const Trace &trace = *f.view->data()->rank(hit.rank)->trace;
        QCOMPARE(trace.strings().view(trace.slices().name(f.state.selection().slice)), std::string_view("Node@launch"));
        QTest::keyClick(c, Qt::Key_BracketRight);
        QCOMPARE(f.state.selection().slice, hit.slice);
        // The next of the same name, however many others stand between.
        QTest::keyClick(c, Qt::Key_Greater, Qt::ShiftModifier);
        QVERIFY(f.state.selection().slice != hit.slice);
        QCOMPARE(trace.slices().name(f.state.selection().slice), trace.slices().name(hit.slice));
    }

    void pinsStandAboveInTheUsersOrder()
    {
        TimelineFixture f;
        const int run = f.addRun(2);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        f.runs.setRank({run, 1}, test::sampleRank(1));
        QVERIFY(f.settle());
        QVERIFY(!f.view->pinPane()->isVisible());
        const auto keyOf = [&](const char *label) {
            for (const LaneRow &r : f.view->lanes()->rows()) {
                if (r.label == QLatin1String(label))
                    return LaneModel::keyOf(r);
            }
            return LaneKey();
        };
        const LaneKey stream = keyOf("Stream 2");
        const auto all = f.view->lanes()->sameNamed(stream);
        QCOMPARE(all.size(), size_t{2});
        f.view->laneLayout()->pin(all);
        const LaneKey computing = keyOf("Computing");
        f.view->laneLayout()->pin({computing});
        QVERIFY(f.view->pinPane()->isVisible());
        QCOMPARE(f.view->pinnedLanes()->rows().size(), size_t{3});
        QVERIFY(f.view->pinnedLanes()->rows()[1].label.contains(QStringLiteral("rank 1")));
        QTest::qWait(30);
        // Dragging the last name above the first moves its pin.
        LaneLabels *labels = f.view->pinPane()->labels();
        const auto &rows = f.view->pinnedLanes()->rows();
        drag(labels, {60, rows[2].y + rows[2].height / 2}, {60, 1}, Qt::LeftButton, Qt::NoModifier);
        QCOMPARE(f.view->laneLayout()->pins().front(), computing);
        // The same lane stays in the tree, and the pin icon there takes the pin away again.
        QVERIFY(f.view->lanes()->indexOf(computing) >= 0);
        f.view->laneLayout()->unpinAll();
        QVERIFY(!f.view->pinPane()->isVisible());
    }

    void filterHidesAndSaysHowMany()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        LaneModel *lanes = f.view->lanes();
        const size_t all = lanes->rows().size();
        QCOMPARE(lanes->hiddenCount(), 0);
        LaneFilter filter;
        filter.text = QStringLiteral("^stream");
        f.view->laneLayout()->setFilter(filter);
        QStringList shown;
        for (const LaneRow &r : lanes->rows()) {
            if (r.type == LaneRow::Type::Lane)
                shown << r.label;
        }
        QCOMPARE(shown, (QStringList{QStringLiteral("Stream 2"), QStringLiteral("Stream 3")}));
        QVERIFY(lanes->hiddenCount() >= 6);
        QCOMPARE(lanes->rows().back().type, LaneRow::Type::Hidden);
        // A click on the note shows everything again.
        const LaneRow &note = lanes->rows().back();
        QTest::mouseClick(f.view->pane()->labels(), Qt::LeftButton, {}, QPoint(60, note.y + note.height / 2));
        QCOMPARE(lanes->rows().size(), all);
        // Broken expressions are taken as plain text.
        filter.text = QStringLiteral("Stream (");
        f.view->laneLayout()->setFilter(filter);
        QCOMPARE(lanes->rows().back().type, LaneRow::Type::Hidden);
        f.view->laneLayout()->showAll();
        f.view->laneLayout()->setHidden({{{run, 0}, LaneKey::Type::Process, 0}}, true);
        QCOMPARE(lanes->hiddenCount(), 1);
        QVERIFY(lanes->indexOf({{run, 0}, LaneKey::Type::Process, 0}) < 0);
    }

    void presetsShowWhatTheyName()
    {
        TimelineFixture f;
        const int run = f.addRun(3);
        for (int i = 0; i < 3; ++i)
            f.runs.setRank({run, i}, test::sampleRank(i));
        QVERIFY(f.settle());
        const auto kindsShown = [&f] {
            std::map<ProcessKind, int> kinds;
            for (const LaneRow &r : f.view->lanes()->rows()) {
                if (r.type == LaneRow::Type::Lane)
                    ++kinds[f.view->data()->rank(r.rank)->trace->process(r.process).kind];
            }
            return kinds;
        };
        showLanes(LaneChoice::CommunicationOfAllRanks, *f.view->laneLayout(), *f.view->lanes());
        QCOMPARE(kindsShown(), (std::map<ProcessKind, int>{{ProcessKind::Communication, 6}}));
        showLanes(LaneChoice::OverlapOfAllRanks, *f.view->laneLayout(), *f.view->lanes());
        QCOMPARE(kindsShown(), (std::map<ProcessKind, int>{{ProcessKind::OverlapAnalysis, 6}}));
        showLanes(LaneChoice::HostDispatchOfRank, *f.view->laneLayout(), *f.view->lanes(), {run, 1});
        const auto host = kindsShown();
        QCOMPARE(host.size(), size_t{3});
        for (const LaneRow &r : f.view->lanes()->rows())
            QVERIFY(r.type == LaneRow::Type::Hidden || r.rank == (RankRef{run, 1}));
        showLanes(LaneChoice::Everything, *f.view->laneLayout(), *f.view->lanes());
        QCOMPARE(f.view->lanes()->hiddenCount(), 0);
    }

    void laneHeightFollowsTheDraggedEdge()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        LaneModel *lanes = f.view->lanes();
        int index = -1;
        for (size_t i = 0; i < lanes->rows().size(); ++i) {
            if (lanes->rows()[i].label == QStringLiteral("Stream 2"))
                index = static_cast<int>(i);
        }
        QVERIFY(index >= 0);
        const LaneRow before = lanes->rows()[static_cast<size_t>(index)];
        LaneLabels *labels = f.view->pane()->labels();
        const int edge = before.y + before.height - 1;
        drag(labels, {80, edge}, {80, edge + 30}, Qt::LeftButton, Qt::NoModifier);
        QVERIFY(std::abs(lanes->rows()[static_cast<size_t>(index)].height - before.height - 30) <= 4);
        QCOMPARE(lanes->rows()[static_cast<size_t>(index) - 1].height,
                 before.y - lanes->rows()[static_cast<size_t>(index) - 1].y);
        const LaneRow now = lanes->rows()[static_cast<size_t>(index)];
        QTest::mouseDClick(labels, Qt::LeftButton, {}, QPoint(80, now.y + now.height - 1));
        QCOMPARE(lanes->rows()[static_cast<size_t>(index)].height, before.height);
    }

    void heightsFitTheWindow()
    {
        TimelineFixture f({1200, 420});
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        LaneModel *lanes = f.view->lanes();
        lanes->setAllExpanded(true);
        const int room = f.view->canvas()->height();
        lanes->fitHeights(room);
        QVERIFY(lanes->height() <= room);
        lanes->setRowHeight(lanes->rowHeight() + 1);
        QVERIFY(lanes->height() > room);
    }

    void rulerMeasuresAndSnapsToSlices()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const auto hit = someSlice(f);
        const SliceStore &s = f.view->data()->rank(hit.rank)->trace->slices();
        f.view->navigator()->show(timeline::padded({s.start(hit.slice), s.end(hit.slice)}, 1));
        const TimeMap map(f.state.window(), f.view->ruler()->width());
        const int x0 = qRound(map.x(s.start(hit.slice))) + 2;
        const int x1 = qRound(map.x(s.end(hit.slice))) - 2;
        drag(f.view->ruler(), {x0, 10}, {x1, 10}, Qt::LeftButton, Qt::NoModifier);
        QCOMPARE(f.view->ruler()->measure(), (TimeWindow{s.start(hit.slice), s.end(hit.slice)}));
        QVERIFY(f.state.marks().empty());
        QTest::keyClick(f.view->canvas(), Qt::Key_Escape);
        QVERIFY(f.view->ruler()->measure().isEmpty());
    }

    void rulerClickAndKeysSetMarks()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        QTest::mouseClick(f.view->ruler(), Qt::LeftButton, {}, QPoint(300, 5));
        QCOMPARE(f.state.marks().size(), size_t{1});
        QCOMPARE(f.state.marks()[0].fromNs, TimeMap(f.state.window(), f.view->ruler()->width()).time(300));
        QCOMPARE(f.view->ruler()->markAt({301, f.view->ruler()->height() - 4}), 0);
        QCOMPARE(f.view->ruler()->markAt({400, f.view->ruler()->height() - 4}), -1);
        const auto hit = someSlice(f);
        QTest::mouseClick(f.view->canvas(), Qt::LeftButton, {}, hit.rect.center());
        QTest::keyClick(f.view->canvas(), Qt::Key_M);
        const SliceStore &s = f.view->data()->rank(hit.rank)->trace->slices();
        QCOMPARE(f.view->ruler()->measure(), (TimeWindow{s.start(hit.slice), s.end(hit.slice)}));
        QTest::keyClick(f.view->canvas(), Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(f.state.marks().size(), size_t{2});
        QTest::mouseMove(f.view->canvas(), QPoint(700, 50));
        QTest::keyClick(f.view->canvas(), Qt::Key_K);
        QCOMPARE(f.state.marks().size(), size_t{3});
        QCOMPARE(f.state.marks()[2].fromNs, TimeMap(f.state.window(), f.view->canvas()->width()).time(700));
    }

    void bookmarksAndGoToTime()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const qint64 origin = f.view->data()->originNs();
        QVERIFY(f.view->goTo()->goToTime(QStringLiteral("5 ms")));
        const TimeWindow w = f.state.window();
        QVERIFY(std::abs(w.fromNs + w.lengthNs() / 2 - origin - 5'000'000) <= 1);
        QTest::keyClick(f.view->canvas(), Qt::Key_3, Qt::AltModifier);
        f.view->navigator()->fit();
        QTest::keyClick(f.view->canvas(), Qt::Key_3);
        QCOMPARE(f.state.window(), w);
        QVERIFY(f.view->goTo()->goToTime(QString::number(origin + 7'000'123) + QStringLiteral(" ns")));
        QVERIFY(std::abs(f.state.window().fromNs + w.lengthNs() / 2 - origin - 7'000'123) <= 1);
        QVERIFY(!f.view->goTo()->goToTime(QStringLiteral("tomorrow")));
    }

    void searchHitsStandOut()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const auto hit = someSlice(f);
        const Trace &trace = *f.view->data()->rank(hit.rank)->trace;
        const QRgb before = f.view->canvas()->picture().pixel(hit.rect.center());
        const auto flag = [&](StrId name) {
            auto names = std::make_shared<std::vector<bool>>(trace.strings().size(), false);
            (*names)[raw(name)] = true;
            auto highlight = std::make_shared<SearchHighlight>();
            highlight->names[{run, 0}] = names;
            f.state.setHighlight(highlight);
        };
        flag(trace.slices().name(hit.slice));
        QVERIFY(f.settle());
        QCOMPARE(f.view->canvas()->picture().pixel(hit.rect.center()), before);
        flag(*trace.strings().find("Notify_Wait"));
        QVERIFY(f.settle());
        QVERIFY(f.view->canvas()->picture().pixel(hit.rect.center()) != before);
        f.state.setHighlight(nullptr);
        QVERIFY(f.settle());
        QCOMPARE(f.view->canvas()->picture().pixel(hit.rect.center()), before);
    }

    void madSliceIsReachable()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        std::vector<std::pair<qint64, qint64>> slices{{0, 1000}};
        const qint64 epoch = 1'736'412'474'714'258'990;
        for (int i = 0; i < 500; ++i)
            slices.emplace_back(epoch + i * 1'000'000, 500'000);
        auto data = std::make_shared<RankData>();
        data->trace = test::oneLane(slices);
        f.runs.setRank({run, 0}, data);
        QVERIFY(f.settle());
        QCOMPARE(f.view->data()->outsideAxis(), qint64{1});
        QVERIFY(f.state.window().lengthNs() < 1'000'000'000);
        const std::vector<SliceId> outside = f.view->data()->rank({run, 0})->lod->outside(*data->trace);
        QCOMPARE(outside.size(), size_t{1});
        const SliceId mad = outside.front();
        f.state.revealSlice({run, 0}, mad);
        QVERIFY(!f.view->canvas()->rectOf({run, 0}, mad).isEmpty());
        QTest::keyClick(f.view->canvas(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(f.state.window(), f.view->navigator()->limits());
    }

    void themeChangesThePicture()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        f.theme.setMode(Theme::Mode::Dark);
        const QImage dark = f.view->canvas()->picture();
        const QRgb ground = f.theme.background().rgb();
        int grounds = 0;
        for (int y = 0; y < dark.height(); ++y)
            grounds += dark.pixel(2, y) == ground ? 1 : 0;
        QVERIFY(grounds > 50);
        f.view->setPalette(f.theme.palette());
    }

    void secondRunOfAnotherDayLiesOverTheFirst()
    {
        TimelineFixture f;
        const int a = f.addRun(1);
        const int b = f.addRun(1);
        const qint64 origin = 1'736'412'474'000'000'000;
        f.runs.setRank({a, 0}, test::sampleRank(0, 4, origin));
        QVERIFY(f.settle());
        const TimeWindow alone = f.view->data()->axis();
        f.runs.setRank({b, 0}, test::sampleRank(0, 4, origin + 86'400'000'000'000));
        QVERIFY(f.settle());
        QCOMPARE(f.view->data()->shiftNs({b, 0}), qint64{86'400'000'000'000});
        QCOMPARE(f.view->data()->axis(), alone);
        // Boxes carry the shift, so that statistics read the right part of each run.
        drag(f.view->canvas(), {100, 2}, {400, f.view->canvas()->height() - 2}, Qt::LeftButton, Qt::NoModifier);
        bool shifted = false;
        for (const auto &p : f.state.box().parts)
            shifted |= p.rank.run == b && p.shiftNs == 86'400'000'000'000;
        QVERIFY(shifted);
    }

    void paintsOneToOneAtTwiceTheScale()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        LaneRaster raster;
        raster.setTheme(f.theme);
        LaneRaster::View view;
        view.window = f.state.window();
        view.size = f.view->canvas()->size();
        view.font = f.view->font();
        view.font.setPixelSize(12);
        view.labelBudgetMs = -1;
        QImage one;
        QImage two;
        QVERIFY(raster.paint(one, *f.view->data(), f.view->lanes()->rows(), view));
        view.scale = 2;
        QVERIFY(raster.paint(two, *f.view->data(), f.view->lanes()->rows(), view));
        QCOMPARE(two.size(), one.size() * 2);
        // A long slice lies at the same place.
        const auto hit = someSlice(f);
        const QPoint middle = hit.rect.center();
        QVERIFY(one.pixel(middle) != f.theme.background().rgb());
        QVERIFY(two.pixel(middle * 2) != f.theme.background().rgb());
    }

    // A session brings its marks before its ranks are there.
    void marksThatComeFirstCountFromTheRun()
    {
        TimelineFixture f;
        const auto data = test::sampleRank(0);
        f.state.setMarks(
            {{data->trace->startNs() + 2'000'000, data->trace->startNs() + 2'000'000, QStringLiteral("early"), 0, {}}});
        f.runs.setRank({f.addRun(1), 0}, data);
        QVERIFY(f.settle());
        const QString text = f.view->commandMenus()[2]->actions().front()->text();
        QCOMPARE(text, QStringLiteral("early: 2\u00A0ms"));
    }

    void closingTheRunEmptiesTheView()
    {
        TimelineFixture f;
        const int run = f.addRun(2);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        f.runs.setRank({run, 1}, test::sampleRank(1)); // still being indexed when the run goes
        f.runs.closeRun(run);
        f.state.forgetRun(run);
        QVERIFY(f.settle());
        QTest::qWait(20);
        QVERIFY(f.view->data()->ranks().empty());
        QVERIFY(f.view->lanes()->rows().empty());
        QVERIFY(!f.view->canvas()->isVisible());
    }

    void whatTheBudgetDisplacedHasATrace()
    {
        TimelineFixture f;
        const int run = f.addRun(2);
        const auto *const empty = f.view->findChild<EmptyState *>();
        QVERIFY(empty);
        for (const int i : {0, 1})
            f.runs.setState({run, i}, RankState::Displaced);
        QVERIFY(f.settle());
        QVERIFY2(empty->heading().contains(QLatin1String("memory budget")), qPrintable(empty->heading()));
        for (const int i : {0, 1})
            f.runs.setRank({run, i}, std::make_shared<RankData>());
        QVERIFY(f.settle());
        QVERIFY2(empty->heading().contains(QLatin1String("no trace")), qPrintable(empty->heading()));
    }

    void aPictureSaysWhatItShowsAndHasNoToolBar()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        f.state.setWindow({f.view->data()->originNs() + 1'000, f.state.window().toNs});
        const ChartPicture picture = f.view->pictures().front().picture;
        QCOMPARE(picture.text().title, QStringLiteral("Timeline"));
        QVERIFY2(picture.text().scope.startsWith(QStringLiteral("Run ") + f.runs.run(run)->name),
                 qPrintable(picture.text().scope));
        QVERIFY2(picture.text().scope.contains(format::duration(1'000) + QStringLiteral(" after the start of the run")),
                 qPrintable(picture.text().scope));
        QVERIFY(!picture.text().note.isEmpty()); // whose clocks
        const auto *const bar = f.view->findChild<TimelineBar *>();
        QVERIFY(bar && bar->height() > 10);
        // The picture is a head, and right below it what stands below the tool bar.
        const QWidget *const page = bar->parentWidget();
        const int shown = page->height() - bar->mapTo(page, QPoint(0, bar->height())).y();
        const QImage image = picture.image();
        const int scale = static_cast<int>(image.devicePixelRatio());
        const int head = image.height() - shown * scale;
        QVERIFY2(head > 3 * f.view->fontMetrics().height() * scale, "no room for title, scope and note");
        for (int y = head - 10 * scale; y < head; ++y) {
            for (int x = 0; x < image.width(); ++x)
                QCOMPARE(image.pixelColor(x, y), f.theme.background());
        }
    }
};

RS_TEST(TestTimelineView, QApplication);
#include "tst_timelineview.moc"
