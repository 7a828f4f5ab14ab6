// SPDX-License-Identifier: Apache-2.0
// State that the window keeps or forgets, with the events of a user.
#include "app/shell/application.h"
#include "app/shell/contextbar.h"
#include "app/shell/sessionkeeper.h"
#include "items/rowsourcemodel.h"
#include "runwindow.h"
#include "support/testprogram.h"
#include "views/compare/compareview.h"
#include "views/browse/detailsview.h"
#include "views/page/propertytree.h"
#include "views/browse/explorerview.h"
#include "views/overview/overviewview.h"
#include "views/picture/stackedbars.h"
#include "views/browse/searchview.h"
#include "views/tables/tableview.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/canvas/lanelabels.h"
#include "views/timeline/lanes/lanechoice.h"
#include "views/timeline/timelineview.h"
#include "views/viewfixture.h"
#include "views/widgets/searchbox.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

using namespace rs;
using namespace rs::test;

namespace {

QString chosen(const QWidget &view, const char *label)
{
    const Picker *const picker = pickerNamed(view, QString::fromLatin1(label));
    return picker ? picker->box()->currentText() : QStringLiteral("there is no such picker");
}

/// The middle of a slice on the canvas; null when it is out of sight.
QPoint middleOf(TimelineView &timeline, const ViewState &state, RankRef ref, std::string_view name)
{
    const TimelineRank *const rank = timeline.data()->rank(ref);
    if (!rank)
        return {};
    const SliceId slice = sliceNamed(*rank->trace, name);
    const TimeWindow span = rank->drawnSpan(slice);
    const int y = timeline.lanes()->rowCentres(ref)[raw(rank->trace->slices().rowOf(slice))];
    const int row = timeline.lanes()->rowShowing(ref, rank->trace->laneOf(slice));
    if (row < 0)
        return {};
    const LaneRow &shown = timeline.lanes()->rows()[static_cast<size_t>(row)];
    timeline.pane()->bringIntoSight(LaneModel::keyOf(shown), y - shown.y);
    const TimeMap map(state.window(), timeline.canvas()->width());
    return {static_cast<int>(map.x(span.fromNs + span.lengthNs() / 2)), y - timeline.canvas()->scrollY()};
}

QTreeView *treeOf(ExplorerView &explorer)
{
    return explorer.findChild<QTreeView *>();
}

int laneRowsOf(const TimelineView &timeline, int run)
{
    const auto &rows = timeline.lanes()->rows();
    return static_cast<int>(std::count_if(
        rows.begin(), rows.end(), [run](const LaneRow &row) { return row.hasSlices() && row.rank.run == run; }));
}

/// The length beside the names, above the lanes, and the length of the run beside the overview.
QStringList labelsOf(const TimelineView &timeline)
{
    QStringList out;
    for (const QLabel *const label : timeline.findChildren<QLabel *>())
        out.append(label->text());
    return out;
}

} // namespace

class TestWindowState : public QObject
{
    Q_OBJECT
private slots:
    void theSidesOfAComparisonStay();
    void theSidesComeBackWithTheRun();
    void theLanesStayAsTheyWereArranged();
    void nothingIsLeftOfWhatWasClosed();
    void theNextRunBeginsWithTheSummary();
    void whatWasClosedLeavesTheMemory();
    void aRunThatIsGoneStaysShown();
    void aLongerRunBesideLeavesTheRange();
    void aRangeFollowsItsOwnRun();
    void aRangeComesBackAsWhatItStandsFor_data();
    void aRangeComesBackAsWhatItStandsFor();
    void theRangeOfAClosedRunIsLeft();
    void backReturnsToThePlaceAmongTheLanes_data();
    void backReturnsToThePlaceAmongTheLanes();
    void aFilterDoesNotHideARunThatComesLater_data();
    void aFilterDoesNotHideARunThatComesLater();
    void detailsShowTheRankThatIsCurrent();
    void detailsShowTheOperatorOfTheComparison();
};

void TestWindowState::theSidesOfAComparisonStay()
{
    RunWindow w;
    w.open(QStringLiteral("/data/a"));
    auto *const compare = w.show<CompareView>("compare");
    // The normal rank is what the current one is held against.
    QCOMPARE(chosen(*compare, "Base"), QStringLiteral("rank 1"));
    QCOMPARE(chosen(*compare, "Other"), QStringLiteral("rank 0"));
    QComboBox *const base = pickerNamed(*compare, QStringLiteral("Base"))->box();
    base->setFocus();
    QTest::keyClick(base, Qt::Key_Up);
    QTest::keyClick(base, Qt::Key_Down);
    QTest::keyClick(base, Qt::Key_Down);
    w.settle();
    const auto sides = [&] { return chosen(*compare, "Base") + u'|' + chosen(*compare, "Other"); };
    const QString wanted = sides();
    QCOMPARE(wanted, QStringLiteral("rank 3|rank 0")); // keys do not step onto the other side

    auto *const timeline = w.show<TimelineView>("timeline");
    timeline->lanes()->setAllExpanded(true);
    w.settle();
    QTest::mouseClick(timeline->canvas(), Qt::LeftButton, {}, middleOf(*timeline, w.state(), {0, 3}, "MatMul_3"));
    QCOMPARE(w.state().currentRank(), (RankRef{0, 3}));
    w.settle();
    QCOMPARE(sides(), wanted);

    auto *const explorer = w.show<ExplorerView>("explorer");
    // The base information of the run stands before its ranks.
    const QModelIndex rank = treeOf(*explorer)->model()->index(1, 0, treeOf(*explorer)->model()->index(0, 0));
    QTest::mouseClick(treeOf(*explorer)->viewport(), Qt::LeftButton, {}, treeOf(*explorer)->visualRect(rank).center());
    QCOMPARE(w.state().currentRank(), (RankRef{0, 0}));
    w.settle();
    QCOMPARE(sides(), wanted);

    auto *const overview = w.show<OverviewView>("overview");
    w.settle();
    QTest::mouseClick(overview->bars(), Qt::LeftButton, {}, overview->bars()->centerOf(1).toPoint());
    QCOMPARE(w.state().currentRank(), (RankRef{0, 1}));
    w.settle();
    QCOMPARE(sides(), wanted);

    // Choosing again is what changes them: from a menu, by the arrows between them, and by giving both the same rank.
    w.window->action(QStringLiteral("swapRanks"))->trigger();
    QCOMPARE(sides(), QStringLiteral("rank 0|rank 3"));
    QCOMPARE(w.state().currentRank(), (RankRef{0, 1}));
    const std::unique_ptr<QMenu> menu(explorer->menuFor(rank.siblingAtRow(4)));
    const auto actions = menu->actions();
    const auto setBase = std::find_if(actions.begin(), actions.end(),
                                      [](const QAction *a) { return a->objectName() == QLatin1String("base"); });
    (*setBase)->trigger();
    QCOMPARE(sides(), QStringLiteral("rank 3|rank 0"));
    QComboBox *const other = pickerNamed(*compare, QStringLiteral("Other"))->box();
    other->setFocus();
    QTest::keyClick(other, Qt::Key_Home);
    QCOMPARE(sides(), QStringLiteral("rank 3|rank 0"));
    QTest::mouseClick(compare->findChild<QToolButton *>(), Qt::LeftButton);
    QCOMPARE(sides(), QStringLiteral("rank 0|rank 3"));
}

void TestWindowState::theSidesComeBackWithTheRun()
{
    RunWindow w;
    w.open(QStringLiteral("/data/a"));
    w.state().setBaseRank({0, 3});
    w.state().setOtherRank({0, 2});
    w.state().setCurrentRank({0, 1});
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    w.window->action(QStringLiteral("reload"))->trigger();
    QVERIFY(idle.wait());
    QCOMPARE(w.bench.runs().info(w.state().baseRank())->rank, 3);
    QCOMPARE(w.bench.runs().info(w.state().otherRank())->rank, 2);
    QCOMPARE(w.bench.runs().info(w.state().currentRank())->rank, 1);
    // A side whose run is closed goes to a run that is left, and the other side stays.
    w.open(QStringLiteral("/data/b"));
    const int a = w.state().currentRank().run;
    const int b = w.bench.runs().count() - 1;
    w.state().setBaseRank({b, 1});
    w.bench.session().closeRun(a);
    QCOMPARE(w.state().baseRank(), (RankRef{b, 1}));
    QVERIFY(w.state().otherRank().isValid());
    QVERIFY(w.state().otherRank() != w.state().baseRank());
    QCOMPARE(w.state().otherRank().run, b);
}

void TestWindowState::theLanesStayAsTheyWereArranged()
{
    RunWindow w;
    w.open(QStringLiteral("/data/a"));
    auto *const timeline = w.show<TimelineView>("timeline");
    showLanes(LaneChoice::HostDispatchOfRank, *timeline->laneLayout(), *timeline->lanes(), {0, 2});
    LaneLayout &layout = *timeline->laneLayout();
    layout.pin({{{0, 2}, LaneKey::Type::Lane, 0}});
    layout.setHidden({{{0, 2}, LaneKey::Type::Process, 1}}, true);
    layout.setAlias({{0, 2}, LaneKey::Type::Process, 0}, QStringLiteral("host side"));
    layout.setRowHeight({{0, 2}, LaneKey::Type::Process, 0}, 40);
    timeline->lanes()->setExpansion({{{{0, 2}, LaneKey::Type::Process, 0}, false}});
    w.settle();
    const QJsonObject before = timeline->saveState();
    const auto rows = timeline->lanes()->rows().size();
    const RankRef old = w.state().currentRank();
    for (int i = 0; i < 2; ++i) {
        QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
        QTest::keyClick(w.window.get(), Qt::Key_F5);
        QVERIFY(idle.wait());
        w.settle();
        QVERIFY(w.state().currentRank().run != old.run);
        QCOMPARE(timeline->saveState(), before);
        QCOMPARE(timeline->lanes()->rows().size(), rows);
        QCOMPARE(layout.filter().ranks.size(), size_t{1});
    }
}

void TestWindowState::nothingIsLeftOfWhatWasClosed()
{
    RunWindow w;
    w.open(QStringLiteral("/data/long"));
    auto *const timeline = w.show<TimelineView>("timeline");
    timeline->lanes()->setAllExpanded(true);
    w.settle();
    const qint64 longNs = timeline->data()->axis().lengthNs();
    // A slice, a pin, a zoom, a mark, a measured span, a box, lines, idle causes, a step, a span, offsets, sides.
    QTest::mouseClick(timeline->canvas(), Qt::LeftButton, {}, middleOf(*timeline, w.state(), {0, 1}, "MatMul_1"));
    QCOMPARE(w.state().selection().kind, Selection::Kind::Slice);
    timeline->laneLayout()->pin({{{0, 1}, LaneKey::Type::Rank, 0}});
    timeline->laneLayout()->setHidden({{{0, 0}, LaneKey::Type::Process, 0}}, true);
    QTest::keyClick(timeline->canvas(), Qt::Key_W);
    QTest::keyClick(timeline->canvas(), Qt::Key_1, Qt::AltModifier);
    QTest::mouseClick(timeline->ruler(), Qt::LeftButton, {}, {300, timeline->ruler()->height() / 2});
    QTest::mousePress(timeline->canvas(), Qt::LeftButton, {}, {100, 20});
    QTest::mouseMove(timeline->canvas(), {400, 120});
    QTest::mouseRelease(timeline->canvas(), Qt::LeftButton, {}, {400, 120});
    QVERIFY(!w.state().box().isEmpty());
    QVERIFY(!w.state().bookmarks().empty());
    QCOMPARE(w.state().marks().size(), size_t(1));
    w.state().setKeptBox(w.state().box());
    w.state().setShownFlows({QStringLiteral("HostToDevice")});
    w.state().setDerivedLanes(true);
    timeline->lanes()->setRowHeight(LaneModel::standardRowHeight + 9);
    QComboBox *const step = w.window->contextBar().stepBox();
    QTRY_VERIFY(step->count() > 1);
    step->setFocus();
    QTest::keyClick(step, Qt::Key_Down);
    QVERIFY(!w.state().step().isEmpty());
    w.state().setDomain(QStringLiteral("1"));
    w.state().setTimeSelection({1'000'000, 2'000'000});
    TimeOffsets offsets;
    offsets.setRank({0, 1}, 77);
    w.state().setOffsets(offsets);
    w.state().setBaseRank({0, 3});
    QTest::keyClicks(timeline->findChild<QLineEdit *>(QStringLiteral("laneFilter")), QStringLiteral("Python"));
    QLineEdit *const quick = w.window->contextBar().searchField();
    quick->setFocus();
    QTest::keyClicks(quick, QStringLiteral("matmul"));
    QTest::keyClick(quick, Qt::Key_Return);
    auto *const search = w.view<SearchView>("search");
    QTRY_VERIFY(search->model()->rowCount() > 0);
    auto *const overview = w.show<OverviewView>("overview");
    QTest::keyClicks(overview->table()->findChild<QLineEdit *>(), QStringLiteral("3"));
    w.settle();

    w.window->action(QStringLiteral("closeAll"))->trigger();
    QVERIFY(w.bench.runs().isEmpty());
    w.open(QStringLiteral("/data/short"));
    const ViewState &now = w.state();
    const qint64 shortNs = timeline->data()->axis().lengthNs();
    QVERIFY(shortNs * 100 < longNs);
    QCOMPARE(now.window(), timeline->navigator()->limits());
    QVERIFY2(labelsOf(*timeline).contains(QStringLiteral("run ") + format::briefDuration(shortNs)),
             qPrintable(labelsOf(*timeline).join(u'|')));
    QVERIFY(labelsOf(*timeline).contains(QStringLiteral("in view ") + format::briefDuration(now.window().lengthNs())));
    QVERIFY(now.timeSelection().isEmpty());
    QVERIFY(now.marks().empty());
    QVERIFY(now.bookmarks().empty());
    QVERIFY(now.box().isEmpty());
    QVERIFY(now.keptBox().isEmpty());
    QVERIFY(now.shownFlows().isEmpty());
    QVERIFY(!now.showsDerivedLanes());
    QVERIFY(now.offsets().isEmpty());
    QVERIFY(!now.highlight());
    QCOMPARE(now.step(), QString());
    QCOMPARE(step->currentIndex(), 0);
    QCOMPARE(now.domain(), QString());
    QCOMPARE(now.selection().kind, Selection::Kind::None);
    QVERIFY(!now.canGoBack());
    QVERIFY(!now.canGoForward());
    QVERIFY(timeline->ruler()->measure().isEmpty());
    QVERIFY(timeline->laneLayout()->filter().isEmpty());
    QVERIFY(timeline->laneLayout()->hidden().empty());
    QVERIFY(timeline->laneLayout()->pins().empty());
    QCOMPARE(timeline->lanes()->rowHeight(), LaneModel::standardRowHeight);
    QVERIFY(!timeline->pinPane()->isVisible());
    QVERIFY(laneRowsOf(*timeline, 1) > 0);
    QCOMPARE(search->model()->rowCount(), 0);
    QCOMPARE(search->countText(), QString());
    for (const QLineEdit *const field : w.window->findChildren<QLineEdit *>()) {
        if (!qobject_cast<QComboBox *>(field->parentWidget()) && !field->parentWidget()->inherits("QAbstractSpinBox"))
            QVERIFY2(field->text().isEmpty(), qPrintable(field->accessibleName() + u' ' + field->text()));
    }
    QCOMPARE(w.view<DetailsView>("details")->heading().contains(QStringLiteral("MatMul_1")), false);
    QCOMPARE(chosen(*w.show<CompareView>("compare"), "Base"), QStringLiteral("rank 1"));
    QCOMPARE(overview->table()->rows()->ordered(), static_cast<int>(overview->table()->source()->rows()));
}

void TestWindowState::theNextRunBeginsWithTheSummary()
{
    RunWindow w;
    for (const char *const command : {"closeAll", "closeRun"}) {
        w.open(QStringLiteral("/data/a"));
        QCOMPARE(w.state().workspace(), QStringLiteral("summary"));
        w.state().setWorkspace(QStringLiteral("timeline"));
        w.settle();
        w.window->action(QLatin1String(command))->trigger();
        QVERIFY(w.bench.runs().isEmpty());
        QVERIFY(!w.state().canGoBack());
    }
    w.open(QStringLiteral("/data/b"));
    QCOMPARE(w.state().workspace(), QStringLiteral("summary"));
}

void TestWindowState::whatWasClosedLeavesTheMemory()
{
    RunWindow w;
    w.open(QStringLiteral("/data/long"));
    std::vector<std::weak_ptr<const RankData>> ranks;
    for (const RankRef ref : w.bench.runs().allRanks())
        ranks.emplace_back(w.bench.runs().rank(ref));
    std::weak_ptr<const Run> run = w.bench.runs().run(0);
    for (const QString &id : viewIds()) {
        w.window->docks().showView(id);
        w.settle();
    }
    auto *const timeline = w.show<TimelineView>("timeline");
    timeline->lanes()->setAllExpanded(true);
    w.settle();
    QTest::mouseClick(timeline->canvas(), Qt::LeftButton, {}, middleOf(*timeline, w.state(), {0, 1}, "MatMul_1"));
    w.state().setDerivedLanes(true);
    auto *const search = w.show<SearchView>("search");
    search->search(QStringLiteral("mat"));
    QTRY_VERIFY(search->model()->rowCount() > 0);
    w.settle();
    w.window->action(QStringLiteral("closeAll"))->trigger();
    QTRY_VERIFY(run.expired());
    for (const auto &rank : ranks)
        QTRY_VERIFY(rank.expired());
}

void TestWindowState::aLongerRunBesideLeavesTheRange()
{
    RunWindow w;
    w.open(QStringLiteral("/data/short"));
    auto *const timeline = w.show<TimelineView>("timeline");
    const TimeWindow whole = w.state().window();
    QCOMPARE(whole, timeline->navigator()->limits());
    w.open(QStringLiteral("/data/long"));
    QCOMPARE(w.state().window(), whole);
    QVERIFY(timeline->navigator()->limits().lengthNs() > 100 * whole.lengthNs());
    QVERIFY(timeline->lanes()->indexOf({{1, 0}, LaneKey::Type::Rank, 0}) >= 0);
    // "Show the whole run" shows both, and that view follows both.
    timeline->canvas()->setFocus();
    QTest::keyClick(timeline->canvas(), Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(w.state().window(), timeline->navigator()->limits());
    w.bench.session().closeRun(1);
    QCOMPARE(w.state().window(), whole);
}

void TestWindowState::aRangeFollowsItsOwnRun()
{
    RunWindow w;
    w.open(QStringLiteral("/data/a"));
    auto *const timeline = w.show<TimelineView>("timeline");
    w.state().restartHistory();
    const TimeWindow one = w.state().window();
    // A rank of the same run that lies further right widens the whole view, beside another run or not.
    w.open(QStringLiteral("/data/long"));
    QCOMPARE(w.state().window(), one);
    QTest::qWait(450); // longer than a gesture
    w.bench.runs().setRank({0, 3}, scaledRank(3, QStringLiteral("/data/a/rank3"), 1'000'000, 3));
    w.settle();
    QVERIFY(w.state().window().lengthNs() > 2 * one.lengthNs());
    QVERIFY(w.state().window().lengthNs() < 10 * one.lengthNs());
    QVERIFY(!w.state().canGoBack()); // nobody moved
    // A part that the user looks at stays, whatever arrives.
    timeline->navigator()->show({1'001'000, 1'002'000});
    w.bench.runs().setRank({0, 2}, scaledRank(2, QStringLiteral("/data/a/rank2"), 1'000'000, 5));
    w.settle();
    QCOMPARE(w.state().window(), (TimeWindow{1'001'000, 1'002'000}));
}

void TestWindowState::aRangeComesBackAsWhatItStandsFor_data()
{
    QTest::addColumn<bool>("byHand");
    QTest::addColumn<bool>("bySession");
    QTest::newRow("a run beside another, session") << false << true;
    QTest::newRow("a run beside another, read again") << false << false;
    QTest::newRow("a range as long as a run, session") << true << true;
    QTest::newRow("a range as long as a run, read again") << true << false;
}

// The ranks of one run are there before those of the other: the range is all that there is then.
void TestWindowState::aRangeComesBackAsWhatItStandsFor()
{
    QFETCH(const bool, byHand);
    QFETCH(const bool, bySession);
    const QString path =
        QDir::temp().filePath(QStringLiteral("range-%1.rankscope").arg(QCoreApplication::applicationPid()));
    TimeWindow whole;
    int run = 0;
    const auto arrange = [&](RunWindow &w) {
        w.open(QStringLiteral("/data/short"));
        whole = w.state().window();
        w.open(QStringLiteral("/data/long"));
        if (byHand) {
            w.view<TimelineView>("timeline")->navigator()->fit();
            w.settle();
            // Another rank, and all that is shown whole from here on is both runs.
            w.bench.runs().setRank({1, 3}, scaledRank(3, QStringLiteral("/data/long/rank3"), 1'000'000, 1'000));
            w.settle();
            w.view<TimelineView>("timeline")->navigator()->show(whole);
        }
        QCOMPARE(w.state().window(), whole);
    };
    const auto check = [&](RunWindow &w) {
        w.settle();
        QCOMPARE(w.state().window(), whole);
        while (run < w.bench.runs().count() &&
               !(w.bench.runs().run(run) && w.bench.runs().run(run)->name == QStringLiteral("short")))
            ++run;
        QTest::qWait(450); // longer than a gesture
        w.bench.runs().setRank({run, 3}, scaledRank(3, QStringLiteral("/data/short/rank3"), 1'000'000, 3));
        w.settle();
        QCOMPARE(w.state().window().lengthNs() > 2 * whole.lengthNs(), !byHand);
        QVERIFY(w.state().window().lengthNs() < 10 * whole.lengthNs());
    };
    {
        RunWindow w;
        arrange(w);
        if (!bySession) {
            QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
            w.window->action(QStringLiteral("reload"))->trigger();
            QTRY_VERIFY(idle.count() > 0);
            check(w);
            return;
        }
        QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
        w.window->keeper().saveTo(path);
        QVERIFY(saved.wait());
    }
    RunWindow w;
    w.open(path);
    QFile::remove(path);
    check(w);
}

void TestWindowState::theRangeOfAClosedRunIsLeft()
{
    RunWindow w;
    w.open(QStringLiteral("/data/long"));
    auto *const timeline = w.show<TimelineView>("timeline");
    w.open(QStringLiteral("/data/short"));
    timeline->navigator()->show({15'000'000, 16'000'000}); // the short one has ended long ago
    w.bench.session().closeRun(0);
    QCOMPARE(w.state().window(), timeline->navigator()->limits());
}

void TestWindowState::backReturnsToThePlaceAmongTheLanes_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("all docks") << QSize(1600, 900);
    QTest::newRow("the timeline is a tab") << QSize(1000, 600);
}

void TestWindowState::backReturnsToThePlaceAmongTheLanes()
{
    QFETCH(const QSize, size);
    RunWindow w(8, size);
    w.open(QStringLiteral("/data/a"));
    auto *const timeline = w.show<TimelineView>("timeline");
    timeline->lanes()->setAllExpanded(true);
    timeline->lanes()->setRowHeight(48);
    w.settle();
    QTRY_VERIFY(timeline->lanes()->height() > 3 * timeline->canvas()->height());
    const auto place = [&] { return timeline->canvas()->scrollY(); };
    const auto scrollBeyond = [&](RankRef rank, int below) {
        const int row = timeline->lanes()->indexOf({rank, LaneKey::Type::Rank, 0});
        timeline->pane()->scrollTo(timeline->lanes()->rows()[static_cast<size_t>(row)].y + below);
        return place();
    };
    const auto slice = [&](RankRef rank, const char *name) {
        return sliceNamed(*timeline->data()->rank(rank)->trace, name);
    };
    // A slice that is far away, from a table say.
    const int first = scrollBeyond({0, 1}, 13);
    w.state().revealSlice({0, 6}, slice({0, 6}, "MatMul_6"));
    const int second = place();
    QVERIFY(second > first + timeline->canvas()->height());
    // The user scrolls on and zooms, and looks elsewhere before going back.
    const int third = scrollBeyond({0, 4}, 7);
    QTest::qWait(450); // longer than a gesture
    timeline->canvas()->setFocus();
    QTest::keyClick(timeline->canvas(), Qt::Key_W);
    const int fourth = scrollBeyond({0, 0}, 3);
    QTest::keyClick(timeline->canvas(), Qt::Key_Backspace);
    QCOMPARE(place(), third);
    QTest::keyClick(w.window.get(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(place(), first);
    w.state().forward();
    QCOMPARE(place(), third); // where the slice was left, not where it was found
    w.state().forward();
    QCOMPARE(place(), fourth);
    // A rank that is current already: only the range is new, and the lanes have been scrolled before it.
    w.state().back();
    scrollBeyond({0, 1}, 13);
    w.state().showInTimeline({0, 6}, {1'002'000, 1'002'100});
    QVERIFY(place() > first);
    w.settle();
    w.state().back();
    QCOMPARE(place(), first);
    // The place stays when the dock changes its size.
    w.window->resize(size.width(), size.height() + 40);
    w.settle();
    QCOMPARE(place(), first);
}

void TestWindowState::aFilterDoesNotHideARunThatComesLater_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("ranks");
    QTest::addColumn<bool>("kinds");
    QTest::newRow("names") << "no lane is called so" << false << false;
    QTest::newRow("ranks") << "" << true << false;
    QTest::newRow("kinds") << "" << false << true;
}

void TestWindowState::aFilterDoesNotHideARunThatComesLater()
{
    QFETCH(const QString, text);
    QFETCH(const bool, ranks);
    QFETCH(const bool, kinds);
    RunWindow w(2);
    w.open(QStringLiteral("/data/a"));
    auto *const timeline = w.show<TimelineView>("timeline");
    timeline->lanes()->setAllExpanded(true);
    const int all = laneRowsOf(*timeline, 0);
    auto *const field = timeline->findChild<QLineEdit *>(QStringLiteral("laneFilter"));
    QTest::keyClicks(field, text);
    LaneFilter filter = timeline->laneLayout()->filter();
    if (ranks)
        filter.ranks = {{0, 1}};
    if (kinds)
        filter.kinds = {ProcessKind::MsTx};
    timeline->laneLayout()->setFilter(filter);
    const int filtered = laneRowsOf(*timeline, 0);
    QVERIFY(filtered < all);
    w.open(QStringLiteral("/data/b"));
    timeline->lanes()->setAllExpanded(true);
    QCOMPARE(laneRowsOf(*timeline, 0), filtered);
    QCOMPARE(laneRowsOf(*timeline, 1), all);
    // A filter that is chosen now is for both.
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("nor so"));
    QCOMPARE(laneRowsOf(*timeline, 0), 0);
    QCOMPARE(laneRowsOf(*timeline, 1), 0);
}

void TestWindowState::detailsShowTheRankThatIsCurrent()
{
    RunWindow w;
    w.open(QStringLiteral("/data/a"));
    auto *const explorer = w.show<ExplorerView>("explorer");
    auto *const details = w.show<DetailsView>("details");
    const QModelIndex third = treeOf(*explorer)->model()->index(3, 0, treeOf(*explorer)->model()->index(0, 0));
    QTest::mouseClick(treeOf(*explorer)->viewport(), Qt::LeftButton, {}, treeOf(*explorer)->visualRect(third).center());
    QCOMPARE(details->heading(), QStringLiteral("rank 2"));
    auto *const overview = w.show<OverviewView>("overview");
    w.settle();
    QTest::mouseClick(overview->bars(), Qt::LeftButton, {}, overview->bars()->centerOf(1).toPoint());
    QCOMPARE(w.state().currentRank(), (RankRef{0, 1}));
    QCOMPARE(details->heading(), QStringLiteral("rank 1"));
    w.state().back();
    QCOMPARE(details->heading(), QStringLiteral("rank 2"));
}

void TestWindowState::detailsShowTheOperatorOfTheComparison()
{
    RunWindow w;
    w.open(QStringLiteral("/data/a"));
    auto *const details = w.show<DetailsView>("details");
    auto *const compare = w.show<CompareView>("compare");
    w.settle();
    QTableView *const table = compare->table()->view();
    const auto at = [table](int column) { return table->model()->index(0, column); };
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(at(0)).center());
    QCOMPARE(w.state().selection().kind, Selection::Kind::Operator);
    QTRY_VERIFY(!details->visibleRegion().isEmpty());
    QCOMPARE(details->heading(), w.state().selection().text);
    const auto shown = [&] { return details->properties()->allText(); };
    QVERIFY(shown().contains(QStringLiteral("Operator on both sides")));
    // Whatever the table says of it, of both sides.
    int cells = 0;
    for (int c = 0; c < table->model()->columnCount(); ++c) {
        const QString text = at(c).data().toString();
        if (text.isEmpty())
            continue;
        ++cells;
        const QString line = table->model()->headerData(c, Qt::Horizontal).toString() + u'\t' + text;
        QVERIFY2(shown().contains(line), qPrintable(line + u'\n' + shown()));
    }
    QVERIFY(cells > 8);
    w.bench.language().use(QStringLiteral("zh_CN"));
    w.settle();
    QVERIFY2(shown().contains(table->model()->headerData(1, Qt::Horizontal).toString()) &&
                 !shown().contains(QStringLiteral("Operator on both sides")),
             qPrintable(shown()));
    w.bench.language().use(QStringLiteral("en"));
    // Another pair of ranks: the same operator on the new sides.
    const QString name = details->heading();
    QVERIFY2(!shown().contains(QStringLiteral("rank 2: calls")), qPrintable(shown()));
    w.state().setBaseRank({0, 2});
    w.settle();
    QCOMPARE(details->heading(), name);
    QTRY_VERIFY2(shown().contains(QStringLiteral("rank 2: calls")), qPrintable(shown()));
}

void TestWindowState::aRunThatIsGoneStaysShown()
{
    bool isGone = false;
    RunReader reader = scaledReader(2);
    reader.discover = [&isGone, found = reader.discover](const QStringList &paths, const JobContext &job,
                                                         ImportReport &report) {
        return isGone ? std::vector<Run>() : found(paths, job, report);
    };
    RunWindow w(2, {1200, 800}, reader);
    w.open(QStringLiteral("/runs/a"));
    isGone = true;
    w.window->action(QStringLiteral("reload"))->trigger();
    QTRY_VERIFY(w.window->findChild<QMessageBox *>());
    const QMessageBox &box = *w.window->findChild<QMessageBox *>();
    QVERIFY2(box.text().contains(QStringLiteral("/runs/a could not be read again")), qPrintable(box.text()));
    QCOMPARE(w.bench.runs().count(), 1);
}

RS_TEST(TestWindowState, rs::Application);
#include "tst_windowstate.moc"
