// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/devicesets.h"
#include "analysis/time/stepwindows.h"
#include "app/shell/application.h"
#include "generator/generator.h"
#include "heldreader.h"
#include "journeywindow.h"
#include "support/testprogram.h"
#include "views/communication/communicationview.h"
#include "views/links/heatmap.h"
#include "views/links/matrixpage.h"
#include "views/compare/compareview.h"
#include "views/browse/detailsview.h"
#include "views/browse/explorermodel.h"
#include "views/browse/explorerview.h"
#include "views/browse/findingsview.h"
#include "views/host/alignpage.h"
#include "views/overview/overviewview.h"
#include "views/picture/stackedbars.h"
#include "views/browse/selectionview.h"
#include "views/browse/systemview.h"
#include "views/tables/tableview.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/lanes/lanechoice.h"
#include "views/picture/piechart.h"

#include <QFileDialog>
#include <QTabBar>
#include <QHeaderView>
#include <QLineEdit>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeView>
#include <QTreeWidget>

#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

using namespace rs;
using rs::test::HeldReader;
using rs::test::JourneyWindow;

namespace {

constexpr int farRank = 6;

// The view's row whose column holds the text, scrolled into sight.
QPoint rowOf(QTableView *view, const std::function<bool(int)> &is)
{
    for (int r = 0; r < view->model()->rowCount(); ++r) {
        if (!is(r))
            continue;
        int column = 0;
        while (view->isColumnHidden(column))
            ++column;
        const QModelIndex at = view->model()->index(r, column);
        view->scrollTo(at);
        return view->visualRect(at).center();
    }
    return {-1, -1};
}

QPoint rowWith(QTableView *view, const QString &column, const QString &text)
{
    return rowOf(view, [&](int r) {
        for (int c = 0; c < view->model()->columnCount(); ++c) {
            if (view->model()->headerData(c, Qt::Horizontal).toString() == column &&
                view->model()->index(r, c).data().toString() == text)
                return true;
        }
        return false;
    });
}

struct Place
{
    const char *name;
    /// Does what a user does there to see the rank in the timeline; false when there is no such thing.
    std::function<bool(JourneyWindow &, RankRef)> act;
};

TableView *tableOf(JourneyWindow &w, const char *page, const char *fileName)
{
    w.state().showView(QLatin1String(page));
    QDockWidget *const dock = w.window->docks().dock(QString::fromLatin1(page).section(u'/', 0, 0));
    if (dock->objectName() == QLatin1String("dock-system") || dock->objectName() == QLatin1String("dock-findings")) {
        // Detached, so that its tables have room.
        dock->setFloating(true);
        dock->resize(1100, 600);
    }
    if (dock->objectName() == QLatin1String("dock-findings"))
        w.view<FindingsView>("findings").tabs()->setCurrentIndex(QLatin1String(fileName) == u"findings" ? 1 : 0);
    (void)w.settle();
    // In a low window the table of the overview is a tab beside its chart.
    if (auto *const side = w.window->docks().view(QStringLiteral("overview"))->findChild<QTabWidget *>())
        side->setCurrentIndex(std::min(1, side->count() - 1));
    for (TableView *t : w.window->docks().findChildren<TableView *>()) {
        if (t->fileName() == QLatin1String(fileName) && t->isVisible())
            return t;
    }
    return nullptr;
}

QPoint awaitedRow(TableView *table, const char *column, const QString &text)
{
    QPoint at(-1, -1);
    (void)QTest::qWaitFor([&] {
        at = table ? rowWith(table->view(), QLatin1String(column), text) : at;
        return at.y() >= 0;
    });
    return at;
}

bool doubleClickRow(JourneyWindow &w, const char *page, const char *fileName, const char *column, const QString &text)
{
    TableView *const table = tableOf(w, page, fileName);
    const QPoint at = awaitedRow(table, column, text);
    if (at.y() < 0)
        return false;
    w.doubleClick(table->view()->viewport(), at);
    return true;
}

bool menuOfRow(JourneyWindow &w, const char *page, const char *fileName, const char *column, const QString &text,
               const char *action = "rankInTimeline")
{
    TableView *const table = tableOf(w, page, fileName);
    const QPoint at = awaitedRow(table, column, text);
    return at.y() >= 0 && w.choose(table->view()->viewport(), at, action);
}

QPoint inExplorer(JourneyWindow &w, RankRef ref)
{
    auto &view = w.view<ExplorerView>("explorer");
    const QModelIndex at = view.model()->indexOf(ref);
    view.tree()->scrollTo(at);
    return view.tree()->visualRect(at).center();
}

const std::vector<Place> &places()
{
    static const std::vector<Place> all = {
        {"a bar of the overview, double click",
         [](JourneyWindow &w, RankRef r) {
             auto &view = w.view<OverviewView>("overview");
             w.state().showView(QStringLiteral("overview"));
             w.doubleClick(view.bars(), view.bars()->centerOf(r.index).toPoint());
             return true;
         }},
        {"a bar of the overview, menu",
         [](JourneyWindow &w, RankRef r) {
             auto &view = w.view<OverviewView>("overview");
             w.state().showView(QStringLiteral("overview"));
             return w.choose(view.bars(), view.bars()->centerOf(r.index).toPoint(), "rankInTimeline");
         }},
        {"the pie of the overview",
         [](JourneyWindow &w, RankRef r) {
             w.state().setCurrentRank(r);
             w.state().showView(QStringLiteral("overview"));
             if (!w.settle())
                 return false;
             PieChart *const pie = w.view<OverviewView>("overview").pie();
             return w.choose(pie, pie->rect().center(), "rankInTimeline");
         }},
        {"the table of the overview, double click",
         [](JourneyWindow &w, RankRef r) {
             return doubleClickRow(w, "overview", "overview", "Rank", QString::number(r.index));
         }},
        {"the table of the overview, menu",
         [](JourneyWindow &w, RankRef r) {
             return menuOfRow(w, "overview", "overview", "Rank", QString::number(r.index));
         }},
        {"the explorer, menu",
         [](JourneyWindow &w, RankRef r) {
             return w.choose(w.view<ExplorerView>("explorer").tree()->viewport(), inExplorer(w, r), "rankInTimeline");
         }},
        {"the explorer, double click",
         [](JourneyWindow &w, RankRef r) {
             w.doubleClick(w.view<ExplorerView>("explorer").tree()->viewport(), inExplorer(w, r));
             return true;
         }},
        {"a pie of the comparison",
         [](JourneyWindow &w, RankRef r) {
             w.state().setOtherRank(r);
             w.state().showView(QStringLiteral("compare"));
             if (!w.settle())
                 return false;
             PieChart *const pie = w.view<CompareView>("compare").otherPie();
             return w.choose(pie, pie->rect().center(), "rankInTimeline");
         }},
        {"the table of the comparison",
         [](JourneyWindow &w, RankRef r) {
             w.state().setOtherRank(r);
             w.state().showView(QStringLiteral("compare"));
             if (!w.settle())
                 return false;
             QTableView *const table = w.view<CompareView>("compare").table()->view();
             return w.choose(table->viewport(), rowOf(table, [](int) { return true; }), "rankInTimeline", 1);
         }},
        {"a cell of the matrix",
         [](JourneyWindow &w, RankRef r) {
             w.state().showView(QStringLiteral("communication"));
             auto *const page = w.view<CommunicationView>("communication").findChild<MatrixPage *>();
             if (!w.settle() || !page || page->isEmpty())
                 return false;
             HeatMap *const map = page->heatMap();
             const MatrixGrid &grid = *page->grid();
             for (int i = 0; i < grid.count(); ++i) {
                 if (grid.ranks[static_cast<size_t>(i)].rank == r.index)
                     return w.choose(map, map->cellRect(i, i == 0 ? 1 : 0).center().toPoint(), "rankInTimeline");
             }
             return false;
         }},
        {"the table of the matrix",
         [](JourneyWindow &w, RankRef r) {
             return menuOfRow(w, "communication", "communication-matrix", "From rank", QString::number(r.index));
         }},
        {"a finding",
         [](JourneyWindow &w, RankRef r) {
             const QString folder = w.bench.runs().info(r)->path;
             TableView *const table = tableOf(w, "findings", "findings");
             const QPoint at = rowOf(table->view(), [&](int row) {
                 const QModelIndex file = table->view()->model()->index(row, 3);
                 return !file.data().toString().isEmpty() &&
                        folder.endsWith(file.data().toString().section(u'/', 0, 0));
             });
             w.doubleClick(table->view()->viewport(), at);
             return at.y() >= 0;
         }},
        {"the dispatch of a step",
         [](JourneyWindow &w, RankRef r) {
             return doubleClickRow(w, "system/dispatch", "dispatch", "Rank", QString::number(r.index));
         }},
        {"the idle time of a step",
         [](JourneyWindow &w, RankRef r) {
             return doubleClickRow(w, "system/idle", "idle-causes", "Rank", QString::number(r.index));
         }},
        {"the clock of a rank",
         [](JourneyWindow &w, RankRef r) {
             return doubleClickRow(w, "system/alignment", "clock-alignment", "Rank", QString::number(r.index));
         }},
        {"the details of a rank",
         [](JourneyWindow &w, RankRef r) {
             w.click(w.view<ExplorerView>("explorer").tree()->viewport(), inExplorer(w, r));
             w.state().showView(QStringLiteral("details"));
             (void)w.settle();
             w.timeline().pane()->scrollTo(0);
             if (!w.settle()) // the details add the step's books when they are computed
                 return false;
             auto *const tree = w.window->docks().view(QStringLiteral("details"))->findChild<QTreeWidget *>();
             return tree && w.choose(tree->viewport(), QPoint(20, 30), "rankInTimeline");
         }},
    };
    return all;
}

} // namespace

class TestTimelineJourneys : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase() { m_windows.clear(); }
    void aRankIsShownFromEveryPlace_data();
    void aRankIsShownFromEveryPlace();
    void aRankIsShownHoweverItsLanesAre_data();
    void aRankIsShownHoweverItsLanesAre();
    void aSliceOfAHiddenLaneIsShown_data();
    void aSliceOfAHiddenLaneIsShown();
    void aRankIsShownAsSoonAsItIsLoaded();
    void aFindingShowsItsStep_data();
    void aFindingShowsItsStep();
    void aClickOnARankBringsItIntoSight();
    void aClickOnALinkBringsItsRankIntoSight();
    void keysWorkWithABox_data();
    void keysWorkWithABox();
    void textFieldsKeepTheirKeys();
    void aTimeIsAskedForFromEverywhere();
    void aHostBoundWindowIsShownWhole();
    void aTableRowLeadsToItsCause_data();
    void aTableRowLeadsToItsCause();
    void notesTakeBackWhatTheyName();
    void theHistoryBeginsWithTheSession();
    void arrowsPointDownForDescending();

private:
    /// One window for all rows that begin alike, as it was when the run was opened.
    [[nodiscard]] JourneyWindow &again();
    std::map<int, std::unique_ptr<JourneyWindow>> m_windows; ///< by width; what they show is put back each time
    [[nodiscard]] QString ini() const { return m_folder.filePath(QStringLiteral("settings.ini")); }
    QTemporaryDir m_folder;
    QString m_run;
};

void TestTimelineJourneys::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    gen::GeneratorOptions options;
    options.outDir = m_run = m_folder.filePath(QStringLiteral("run"));
    options.ranks = 8;
    options.steps = 2;
    options.mbPerRank = 0.4;
    gen::Fault fault;
    fault.kind = gen::Fault::HostBound;
    fault.rank = farRank;
    fault.step = 2;
    fault.value = 40; // the launches of so short a step are far ahead of the device
    options.faults = {fault};
    options.truncations = {{QStringLiteral("rank%1/memory_record.csv").arg(farRank), -20}}; // a finding of that rank
    QCOMPARE(gen::generate(options).error, QString());
}

void TestTimelineJourneys::aRankIsShownFromEveryPlace_data()
{
    QTest::addColumn<int>("place");
    QTest::addColumn<QSize>("size");
    for (size_t i = 0; i < places().size(); ++i) {
        QTest::addRow("%s", places()[i].name) << static_cast<int>(i) << QSize(1920, 1080);
        QTest::addRow("%s, low window", places()[i].name) << static_cast<int>(i) << QSize(1366, 700);
    }
}

void TestTimelineJourneys::aRankIsShownFromEveryPlace()
{
    QFETCH(int, place);
    QFETCH(QSize, size);
    auto &held = m_windows[size.width()];
    if (!held) {
        held = std::make_unique<JourneyWindow>(ini(), size);
        QVERIFY(held->open(m_run));
    }
    JourneyWindow &w = *held;
    w.window->activateWindow();
    w.timeline().lanes()->setExpansion({});
    w.timeline().pane()->scrollTo(0);
    w.state().setCurrentRank({0, 0});
    const RankRef rank{0, farRank};
    QCOMPARE(w.deviceLanesInSight(rank), 0);
    QVERIFY(places()[static_cast<size_t>(place)].act(w, rank));
    QTRY_VERIFY2(w.deviceLanesInSight(rank) >= 2, qPrintable(QString::number(w.deviceLanesInSight(rank))));
    QCOMPARE(w.state().currentRank(), rank);
    for (const char *const detached : {"system", "findings"})
        w.window->docks().dock(QString::fromLatin1(detached))->setFloating(false);
    if (place == static_cast<int>(places().size()) - 1)
        held.reset();
}

JourneyWindow &TestTimelineJourneys::again()
{
    auto &held = m_windows[0];
    if (!held) {
        held = std::make_unique<JourneyWindow>(ini());
        (void)held->open(m_run);
    }
    held->window->activateWindow();
    held->timeline().laneLayout()->clear();
    held->timeline().lanes()->setExpansion({});
    held->timeline().navigator()->fit();
    held->timeline().pane()->scrollTo(0);
    held->state().select({});
    held->state().setStep({});
    held->state().setCurrentRank({0, 0});
    held->window->docks().showView(QStringLiteral("overview"));
    held->state().restartHistory();
    return *held;
}

void TestTimelineJourneys::aRankIsShownHoweverItsLanesAre_data()
{
    using Arrange = std::function<void(TimelineView &, RankRef)>;
    QTest::addColumn<Arrange>("arrange");
    QTest::newRow("everything folded") << Arrange([](TimelineView &t, RankRef) { t.lanes()->setAllExpanded(false); });
    QTest::newRow("other ranks only") << Arrange([](TimelineView &t, RankRef) {
        LaneFilter filter;
        filter.ranks = {{0, 0}, {0, 1}};
        t.laneLayout()->setFilter(filter);
    });
    QTest::newRow("dispatch of another rank") << Arrange([](TimelineView &t, RankRef) {
        showLanes(LaneChoice::HostDispatchOfRank, *t.laneLayout(), *t.lanes(), {0, 0});
    });
    QTest::newRow("other kinds") << Arrange(
        [](TimelineView &t, RankRef) { showLanes(LaneChoice::OverlapOfAllRanks, *t.laneLayout(), *t.lanes()); });
    QTest::newRow("other names") << Arrange([](TimelineView &t, RankRef) {
        LaneFilter filter;
        filter.text = QStringLiteral("python");
        t.laneLayout()->setFilter(filter);
    });
    QTest::newRow("hidden by hand") << Arrange([](TimelineView &t, RankRef ref) {
        std::vector<LaneKey> keys;
        for (quint32 p = 0; p < t.data()->rank(ref)->trace->processes().size(); ++p)
            keys.push_back({ref, LaneKey::Type::Process, p});
        t.laneLayout()->setHidden(keys, true);
    });
    QTest::newRow("another time") << Arrange([](TimelineView &t, RankRef) {
        const TimeWindow axis = t.data()->axis();
        t.navigator()->show({axis.fromNs, axis.fromNs + 1000});
    });
}

void TestTimelineJourneys::aRankIsShownHoweverItsLanesAre()
{
    QFETCH(std::function<void(TimelineView &, RankRef)>, arrange);
    JourneyWindow &w = again();
    QVERIFY(w.settle());
    const RankRef rank{0, farRank};
    arrange(w.timeline(), rank);
    const LaneFilter before = w.timeline().laneLayout()->filter();
    QVERIFY(places().front().act(w, rank));
    QTRY_VERIFY(w.deviceLanesInSight(rank) >= 2);
    // Filters that were not in the way stay.
    QCOMPARE(w.timeline().laneLayout()->filter().kinds, before.kinds);
    QCOMPARE(w.timeline().laneLayout()->filter().text, before.text);
}

void TestTimelineJourneys::aRankIsShownAsSoonAsItIsLoaded()
{
    m_windows.clear();
    HeldReader held(8);
    held.holdRanksFrom(2);
    JourneyWindow w(ini(), {1920, 1080}, held.reader());
    w.window->open({m_folder.path()});
    const RankRef rank{0, farRank};
    QTRY_COMPARE(w.bench.runs().state({0, 1}), RankState::Loaded);
    QTRY_VERIFY(w.window->docks().isVisible());
    QVERIFY(w.choose(w.view<ExplorerView>("explorer").tree()->viewport(), inExplorer(w, rank), "rankInTimeline"));
    QCOMPARE(w.deviceLanesInSight(rank), 0);
    held.releaseRanks();
    QTRY_COMPARE(w.bench.runs().state(rank), RankState::Loaded);
    QTRY_VERIFY(w.deviceLanesInSight(rank) >= 2);
    // One that was unloaded is loaded again for it.
    w.bench.session().unloadRank(rank);
    QTRY_COMPARE(w.deviceLanesInSight(rank), 0);
    QVERIFY(w.choose(w.view<ExplorerView>("explorer").tree()->viewport(), inExplorer(w, rank), "rankInTimeline"));
    QTRY_VERIFY(w.deviceLanesInSight(rank) >= 2);
}

void TestTimelineJourneys::aFindingShowsItsStep_data()
{
    QTest::addColumn<bool>("menu");
    QTest::newRow("double click") << false;
    QTest::newRow("menu") << true;
}

void TestTimelineJourneys::aFindingShowsItsStep()
{
    QFETCH(bool, menu);
    JourneyWindow w(m_folder.filePath(QStringLiteral("finding.ini"))); // it leaves an arrangement behind
    QVERIFY(w.open(m_run));
    const RankRef rank{0, farRank};
    const TimeWindow whole = w.state().window();
    const QString label = QString::number(farRank);
    QVERIFY(menu ? menuOfRow(w, "findings", "diagnosis", "Rank", label, "rowJump")
                 : doubleClickRow(w, "findings", "diagnosis", "Rank", label));
    QTRY_VERIFY(w.state().window() != whole);
    QVERIFY(w.deviceLanesInSight(rank) >= 1); // its busiest stream, over that of a normal rank
    const std::vector<StepWindow> steps = stepWindows(*w.bench.runs().rank(rank));
    QCOMPARE(steps.size(), size_t{2});
    const qint64 shift = w.timeline().data()->rank(rank)->shiftNs;
    const TimeWindow shown = w.state().window();
    const Interval step{steps[1].device.from - shift, steps[1].device.to - shift};
    QVERIFY(shown.fromNs <= step.from && shown.toNs >= step.to);
    QVERIFY(shown.lengthNs() < (step.to - step.from) * 5 / 4);
}

void TestTimelineJourneys::aClickOnARankBringsItIntoSight()
{
    JourneyWindow w(ini());
    QVERIFY(w.open(m_run));
    w.timeline().lanes()->setAllExpanded(true);
    const RankRef rank{0, farRank};
    auto &overview = w.view<OverviewView>("overview");
    w.click(overview.bars(), overview.bars()->centerOf(farRank).toPoint());
    w.key(Qt::Key_2, Qt::ControlModifier);
    QTRY_VERIFY(w.deviceLanesInSight(rank) >= 2);
    w.click(w.view<ExplorerView>("explorer").tree()->viewport(), inExplorer(w, {0, 1}));
    QTRY_VERIFY(w.deviceLanesInSight({0, 1}) >= 2);
    // A click on a lane of another rank leaves the lanes where they are.
    const int scrolled = w.timeline().canvas()->scrollY();
    w.click(w.timeline().pane()->labels(), {80, w.timeline().canvas()->height() / 2});
    QCOMPARE(w.timeline().canvas()->scrollY(), scrolled);
}

void TestTimelineJourneys::aClickOnALinkBringsItsRankIntoSight()
{
    JourneyWindow w(ini());
    QVERIFY(w.open(m_run));
    w.key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(w.settle());
    w.timeline().lanes()->setAllExpanded(true);
    w.click(w.view<ExplorerView>("explorer").tree()->viewport(), inExplorer(w, {0, 5}));
    QTRY_VERIFY(w.deviceLanesInSight({0, 5}) >= 2);
    // Some of the rank that is chosen next is in sight already.
    const int heading = w.timeline().lanes()->indexOf({{0, 5}, LaneKey::Type::Rank, 0});
    w.timeline().pane()->scrollTo(w.timeline().lanes()->rows()[static_cast<size_t>(heading)].y - 30);
    QVERIFY(w.timeline().pane()->shows({0, 4}));
    w.state().showView(QStringLiteral("communication"));
    auto *const page = w.view<CommunicationView>("communication").findChild<MatrixPage *>();
    QVERIFY(w.settle() && page && !page->isEmpty());
    w.click(page->heatMap(), page->heatMap()->cellRect(4, 6).center().toPoint());
    QCOMPARE(w.state().selection().kind, Selection::Kind::Link);
    QCOMPARE(w.state().currentRank(), (RankRef{0, 4}));
    QCOMPARE(w.view<DetailsView>("details").heading(), QStringLiteral("Link 4 → 6"));
    QCOMPARE(w.timeline().pane()->labels()->currentRow(), (LaneKey{{0, 4}, LaneKey::Type::Rank, 0}));
    w.state().showView(QStringLiteral("timeline"));
    QTRY_VERIFY(w.deviceLanesInSight({0, 4}) >= 2);
}

void TestTimelineJourneys::keysWorkWithABox_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1920x1080") << QSize(1920, 1080);
    QTest::newRow("low window") << QSize(1366, 700);
}

void TestTimelineJourneys::keysWorkWithABox()
{
    QFETCH(QSize, size);
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_run));
    w.state().showView(QStringLiteral("timeline"));
    QVERIFY(w.settle());
    TimelineCanvas *const canvas = w.timeline().canvas();
    for (const char *const clicked : {"", "selection", "explorer", "details", "findings", "system"}) {
        w.timeline().navigator()->fit();
        w.drag(canvas, {canvas->width() / 4, 5}, {canvas->width() / 2, canvas->height() - 5});
        QVERIFY(!w.state().box().isEmpty());
        // After the time of a double click where the docks below will cover the place.
        QTRY_VERIFY(!w.window->docks().view(QStringLiteral("selection"))->visibleRegion().isEmpty());
        if (QLatin1String(clicked).size() > 0) {
            w.window->docks().dock(QLatin1String(clicked))->raise();
            QVERIFY(w.settle());
            QWidget *const view = w.window->docks().view(QLatin1String(clicked));
            QWidget *target = view;
            for (const QAbstractItemView *const v : view->findChildren<QAbstractItemView *>()) {
                if (!v->viewport()->visibleRegion().isEmpty())
                    target = v->viewport();
            }
            w.click(target, target->visibleRegion().boundingRect().bottomLeft() + QPoint(30, -2));
            QVERIFY2(target == view || !canvas->hasFocus(), clicked);
        }
        QVERIFY2(!w.state().box().isEmpty(), clicked);
        const TimeWindow all = w.state().window();
        w.key(Qt::Key_W);
        const TimeWindow nearer = w.state().window();
        QVERIFY2(nearer.lengthNs() < all.lengthNs(), clicked);
        QTest::qWait(250); // the key is up: nothing moves any more
        QCOMPARE(w.state().window(), nearer);
        // F, Z and Shift+Z show the box, and then everything.
        for (const auto &[key, modifiers] :
             {std::pair(Qt::Key_F, Qt::KeyboardModifiers()), std::pair(Qt::Key_Z, Qt::KeyboardModifiers()),
              std::pair(Qt::Key_Z, Qt::KeyboardModifiers(Qt::ShiftModifier))}) {
            const TimeWindow span = w.state().box().window;
            w.key(key, modifiers);
            QVERIFY2(w.state().window().lengthNs() < span.lengthNs() * 6 / 5, clicked);
            QVERIFY(w.state().window().fromNs <= span.fromNs && w.state().window().toNs >= span.toNs);
            w.key(key, modifiers);
            QCOMPARE(w.state().window(), w.timeline().navigator()->limits());
            QVERIFY(!w.state().box().isEmpty());
        }
        // K marks it, and T counts in another way.
        const size_t marks = w.state().marks().size();
        w.key(Qt::Key_K);
        QVERIFY2(w.state().marks().size() == marks + 1, clicked);
        const TimeFormat format = w.state().timeFormat();
        w.key(Qt::Key_T);
        QVERIFY2(w.state().timeFormat() != format, clicked);
        w.key(Qt::Key_Escape);
        QVERIFY2(w.state().box().isEmpty(), clicked);
    }
}

void TestTimelineJourneys::textFieldsKeepTheirKeys()
{
    JourneyWindow w(ini());
    QVERIFY(w.open(m_run));
    const TimeWindow all = w.state().window();
    auto *const field = w.window->findChild<QLineEdit *>(QStringLiteral("quickSearch"));
    w.click(field, field->rect().center());
    QVERIFY(field->hasFocus());
    for (const Qt::Key key : {Qt::Key_W, Qt::Key_K, Qt::Key_T})
        w.key(key);
    QCOMPARE(field->text(), QStringLiteral("wkt"));
    QCOMPARE(w.state().window(), all);
    QVERIFY(w.state().marks().empty());
    QCOMPARE(w.state().timeFormat(), TimeFormat::FromStart);
    // A chord of the menus that Qt's fields take for moving about.
    bool asked = false;
    QTimer closer;
    connect(&closer, &QTimer::timeout, &closer, [&] {
        if (auto *const dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget())) {
            asked = true;
            dialog->reject();
        }
    });
    closer.start(20);
    w.key(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY(asked);
    closer.stop();
    // Arrows and Home belong to the tree.
    QTreeView *const tree = w.view<ExplorerView>("explorer").tree();
    w.click(tree->viewport(), inExplorer(w, {0, 1}));
    w.key(Qt::Key_Down);
    QCOMPARE(w.view<ExplorerView>("explorer").model()->rankOf(tree->currentIndex()), (RankRef{0, 2}));
    w.key(Qt::Key_Home);
    QCOMPARE(tree->currentIndex().row(), 0);
    QCOMPARE(w.state().window(), all);
}

void TestTimelineJourneys::aTimeIsAskedForFromEverywhere()
{
    JourneyWindow w(ini(), {1366, 768});
    QVERIFY(w.open(m_run));
    auto *const box = w.timeline().findChild<QLineEdit *>(QStringLiteral("goTo"));
    const auto fromElsewhere = [&w, box](bool field, Qt::KeyboardModifiers more) {
        w.key(Qt::Key_1, Qt::ControlModifier); // where the timeline is not seen
        QWidget *const from = field ? w.window->findChild<QLineEdit *>(QStringLiteral("quickSearch"))
                                    : static_cast<QWidget *>(&w.view<ExplorerView>("explorer"));
        from->setFocus();
        w.key(Qt::Key_G, Qt::ControlModifier | more);
        return w.settle() && box->hasFocus() && !box->visibleRegion().isEmpty();
    };
    for (const bool field : {false, true}) {
        QVERIFY(fromElsewhere(field, {}));
        QCOMPARE(box->text(), QString());
        w.key(Qt::Key_Escape);
    }
    w.state().revealSlice(w.bench.runs().allRanks().front(), SliceId{0});
    QVERIFY(w.settle());
    QVERIFY(fromElsewhere(false, Qt::ShiftModifier));
    QCOMPARE(box->text(), QStringLiteral("#"));
    // A target that was not gone to is not asked for again.
    w.key(Qt::Key_Escape);
    QVERIFY(fromElsewhere(true, {}));
    QCOMPARE(box->text(), QString());
}

void TestTimelineJourneys::aHostBoundWindowIsShownWhole()
{
    JourneyWindow w(ini());
    QVERIFY(w.open(m_run));
    w.timeline().lanes()->setAllExpanded(false);
    TableView *const table = tableOf(w, "system/dispatch", "host-bound-windows");
    QVERIFY(table);
    QVERIFY(table->rows()->rowCount() > 0);
    const RowPlace bound = table->source()->place(table->rows()->sourceRow(0));
    QCOMPARE(bound.rank, farRank);
    QVERIFY(bound.time);
    w.doubleClick(table->view()->viewport(), rowOf(table->view(), [](int r) { return r == 0; }));
    QVERIFY(w.settle());
    QCOMPARE(w.state().workspace(), QStringLiteral("timeline"));
    const RankRef rank{0, farRank};
    const TimelineRank &shown = *w.timeline().data()->rank(rank);
    const qint64 shift = shown.shiftOf(bound.slice);
    const TimeWindow now = w.state().window();
    const qint64 length = bound.time->length();
    QVERIFY(now.fromNs <= bound.time->from - shift && now.toNs >= bound.time->to - shift);
    QVERIFY2(now.lengthNs() < length * 3 / 2, qPrintable(QStringLiteral("%1 of %2").arg(length).arg(now.lengthNs())));
    QTRY_VERIFY(w.isInSight(rank, bound.slice));
    // The ruler says how long it is.
    QCOMPARE(w.timeline().ruler()->measure().lengthNs(), length);
    // Going back takes the measured span along, and going there again brings it; one of the user's own stays.
    const TimeWindow measured = w.timeline().ruler()->measure();
    w.state().back();
    QVERIFY(w.timeline().ruler()->measure().isEmpty());
    w.state().forward();
    QCOMPARE(w.timeline().ruler()->measure(), measured);
    const TimeWindow own{measured.fromNs, measured.fromNs + 1000};
    w.timeline().ruler()->setMeasure(own);
    w.state().back();
    QCOMPARE(w.timeline().ruler()->measure(), own);
}

void TestTimelineJourneys::aTableRowLeadsToItsCause_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1920x1080") << QSize(1920, 1080);
    QTest::newRow("1366x768") << QSize(1366, 768);
}

void TestTimelineJourneys::aTableRowLeadsToItsCause()
{
    QFETCH(QSize, size);
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_run));
    w.timeline().lanes()->setAllExpanded(false);
    TableView *const table = tableOf(w, "system/kernel-dispatch", "kernel-dispatch");
    QVERIFY(table);
    QTRY_VERIFY(table->view()->model()->rowCount() > 0);
    w.actions = 0;
    w.doubleClick(table->view()->viewport(), rowOf(table->view(), [](int r) { return r == 0; }));
    QVERIFY(w.settle());
    const Selection kernel = w.state().selection();
    QCOMPARE(kernel.kind, Selection::Kind::Slice);
    const Trace &trace = *w.timeline().data()->rank(kernel.rank)->trace;
    const auto isOnDevice = [&trace](SliceId s) {
        return trace.processOf(trace.laneOf(s)).kind == ProcessKind::AscendHardware;
    };
    QVERIFY(isOnDevice(kernel.slice));
    QTRY_VERIFY(w.isInSight(kernel.rank, kernel.slice));
    // The way that leads to it is drawn.
    const auto lines = [&w] {
        TimelineCanvas &canvas = *w.timeline().canvas();
        const Selection &at = w.state().selection();
        return FlowOverlay::sliceLines(*w.timeline().lanes(), canvas.flowView(), at.rank, at.slice,
                                       canvas.flows().chain());
    };
    QTRY_VERIFY(!lines().empty());
    w.sign(table, '[');
    QVERIFY(w.settle());
    const Selection cause = w.state().selection();
    QCOMPARE(cause.rank, kernel.rank);
    QVERIFY(cause.slice != kernel.slice && !isOnDevice(cause.slice));
    QVERIFY(trace.slices().start(cause.slice) <= trace.slices().start(kernel.slice));
    QTRY_VERIFY(w.isInSight(cause.rank, cause.slice));
    QTRY_VERIFY(!lines().empty());
    QCOMPARE(w.actions, 2);
}

void TestTimelineJourneys::aSliceOfAHiddenLaneIsShown_data()
{
    aRankIsShownHoweverItsLanesAre_data();
}

void TestTimelineJourneys::aSliceOfAHiddenLaneIsShown()
{
    QFETCH(std::function<void(TimelineView &, RankRef)>, arrange);
    JourneyWindow &w = again();
    QVERIFY(w.settle());
    const RankRef rank{0, farRank};
    arrange(w.timeline(), rank);
    QSignalSpy told(&w.timeline(), &TimelineView::notice);
    const Trace &trace = *w.timeline().data()->rank(rank)->trace;
    const LaneId lane = deviceLanes(trace).back();
    const SliceId slice{trace.slices().row(RowId{trace.lane(lane).firstRow}).first};
    const auto place = [&w] { return std::tuple(w.state().window(), w.state().currentRank(), w.state().selection()); };
    const auto before = place();
    w.state().revealSlice(rank, slice);
    QVERIFY(w.settle());
    QTRY_VERIFY(w.isInSight(rank, slice));
    // A jump is one step: one key goes back, and one comes here again.
    const auto there = place();
    QVERIFY(before != there);
    w.key(Qt::Key_Backspace);
    QVERIFY(place() == before);
    w.state().forward();
    QVERIFY(place() == there);
    QCOMPARE(told.count(), 1); // that it was hidden, or folded
    // A session keeps the lane among those that are shown.
    const QJsonObject saved = w.timeline().saveState();
    const LaneFilter filter = w.timeline().laneLayout()->filter();
    w.timeline().laneLayout()->clear();
    w.timeline().restoreState(saved);
    QCOMPARE(w.timeline().laneLayout()->filter(), filter);
    QVERIFY(w.timeline().lanes()->indexOf({rank, LaneKey::Type::Lane, raw(lane)}) >= 0);
}

void TestTimelineJourneys::notesTakeBackWhatTheyName()
{
    JourneyWindow w(ini());
    QVERIFY(w.open(m_run));
    TimelineView &t = w.timeline();
    w.state().showView(QStringLiteral("timeline"));
    QVERIFY(w.settle());
    showLanes(LaneChoice::HostDispatchOfRank, *t.laneLayout(), *t.lanes(), {0, 1});
    const LaneFilter preset = t.laneLayout()->filter();
    QVERIFY(!preset.isEmpty());
    const auto note = [&](quint32 id) {
        const int row = t.lanes()->indexOf({{}, LaneKey::Type::Hidden, id});
        return row < 0 ? QString() : t.lanes()->rows()[static_cast<size_t>(row)].label;
    };
    const auto clickNote = [&](quint32 id) {
        const int row = t.lanes()->indexOf({{}, LaneKey::Type::Hidden, id});
        const LaneRow r = t.lanes()->rows()[static_cast<size_t>(row)];
        t.pane()->scrollTo(r.y);
        w.click(t.pane()->labels(), {80, r.y - t.canvas()->scrollY() + r.height / 2});
    };
    QVERIFY(note(LaneKey::hiddenByHand).isEmpty());
    QVERIFY2(note(LaneKey::hiddenByFilter).contains(QStringLiteral("filter")),
             qPrintable(note(LaneKey::hiddenByFilter)));
    const size_t rows = t.lanes()->rows().size();
    // One lane by hand, besides: its note brings back that lane, and the preset stays.
    LaneKey lane;
    for (const LaneRow &r : t.lanes()->rows()) {
        if (r.type == LaneRow::Type::Lane)
            lane = LaneModel::keyOf(r);
    }
    t.laneLayout()->setHidden({lane}, true);
    QCOMPARE(note(LaneKey::hiddenByHand), QStringLiteral("1 lane hidden"));
    clickNote(LaneKey::hiddenByHand);
    QVERIFY(t.lanes()->indexOf(lane) >= 0);
    QCOMPARE(t.laneLayout()->filter(), preset);
    QCOMPARE(t.lanes()->rows().size(), rows);
    // The other one removes the filter, and what is hidden by hand stays hidden.
    t.laneLayout()->setHidden({lane}, true);
    clickNote(LaneKey::hiddenByFilter);
    QVERIFY(t.laneLayout()->filter().isEmpty());
    QVERIFY(t.laneLayout()->isHidden(lane));
    QCOMPARE(note(LaneKey::hiddenByHand), QStringLiteral("1 lane hidden"));
}

void TestTimelineJourneys::theHistoryBeginsWithTheSession()
{
    const QString file = m_folder.filePath(QStringLiteral("clocks.rankscope"));
    {
        JourneyWindow w(ini());
        QVERIFY(w.open(m_run));
        QVERIFY(!w.state().canGoBack()); // nothing was done yet
        w.timeline().commands()->find(QStringLiteral("host-clock"))->trigger();
        QVERIFY(!w.state().offsets().devices.empty());
        w.state().setStep(QStringLiteral("2"));
        QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
        w.window->keeper().saveTo(file);
        QVERIFY(saved.wait());
    }
    JourneyWindow w(ini());
    QVERIFY(w.open(file));
    const TimeOffsets offsets = w.state().offsets();
    QCOMPARE(offsets.devices.size(), size_t{8});
    QCOMPARE(w.state().step(), QStringLiteral("2"));
    QVERIFY(!w.state().canGoBack());
    const TimeWindow before = w.state().window();
    w.state().showView(QStringLiteral("timeline"));
    w.key(Qt::Key_W);
    QVERIFY(w.state().window() != before);
    w.key(Qt::Key_Backspace);
    w.key(Qt::Key_Backspace);
    QCOMPARE(w.state().window(), before);
    QVERIFY(w.state().offsets() == offsets);
    QCOMPARE(w.state().step(), QStringLiteral("2"));
}

void TestTimelineJourneys::arrowsPointDownForDescending()
{
    JourneyWindow w(ini());
    QVERIFY(w.open(m_run));
    // The picture of a header without text holds the arrow alone: it is wide where it does not point to.
    const auto pointsDown = [](QHeaderView *header, Qt::SortOrder order) {
        const auto inkOf = [&](Qt::SortOrder o) {
            header->setSortIndicator(header->sortIndicatorSection(), o);
            return header->grab().toImage();
        };
        const QImage now = inkOf(order);
        const QImage other = inkOf(order == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder);
        header->setSortIndicator(header->sortIndicatorSection(), order);
        // The text and the background are common to both.
        double sum = 0;
        double weight = 0;
        double middle = 0;
        double count = 0;
        for (int y = 0; y < now.height(); ++y) {
            for (int x = 0; x < now.width(); ++x) {
                if (now.pixel(x, y) == other.pixel(x, y))
                    continue;
                const double darker = qGray(other.pixel(x, y)) - qGray(now.pixel(x, y));
                middle += y;
                ++count;
                if (darker > 0) {
                    sum += y * darker;
                    weight += darker;
                }
            }
        }
        // Ink that only this arrow has lies at its wide end: above the middle when it points down.
        return weight > 0 && sum / weight < middle / count;
    };
    TableView *const table = tableOf(w, "system/dispatch", "dispatch");
    QVERIFY(table);
    QHeaderView *const header = table->view()->horizontalHeader();
    QVERIFY(header->isSortIndicatorShown() && header->sortIndicatorSection() >= 0);
    QCOMPARE(header->sortIndicatorOrder(), Qt::DescendingOrder);
    QVERIFY(pointsDown(header, Qt::DescendingOrder));
    QVERIFY(!pointsDown(header, Qt::AscendingOrder));
}

RS_TEST(TestTimelineJourneys, rs::Application);

#include "tst_timelinejourneys.moc"
