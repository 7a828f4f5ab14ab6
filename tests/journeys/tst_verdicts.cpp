// SPDX-License-Identifier: Apache-2.0
// The cause of a slow run stands above its bars, and one click leads to where the next look belongs.
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/time/stepwindows.h"
#include "analysis/replay/whatif.h"
#include "app/dialogs/thresholdsdialog.h"
#include "generator/generator.h"
#include "items/format.h"
#include "journeywindow.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "views/communication/communicationview.h"
#include "views/links/heatmap.h"
#include "views/links/matrixpage.h"
#include "views/compare/compareview.h"
#include "views/browse/detailsview.h"
#include "views/browse/explorermodel.h"
#include "views/browse/explorerview.h"
#include "views/overview/overviewview.h"
#include "views/overview/verdictstrip.h"
#include "views/browse/findingsview.h"
#include "views/browse/whatifpanel.h"
#include "views/page/tablepage.h"
#include "views/page/page.h"
#include "views/page/verdictjump.h"
#include "views/browse/systemview.h"
#include "views/timeline/canvas/causelegend.h"
#include "views/timeline/canvas/flowoverlay.h"
#include "views/timeline/canvas/lanelabels.h"
#include "views/timeline/lanes/lanelayout.h"
#include "views/tables/tableview.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QComboBox>
#include <QDirIterator>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <set>

using namespace rs;
using rs::test::JourneyWindow;

namespace {

constexpr size_t compute = 0;
constexpr size_t scheduling = 1;
constexpr size_t communication = 2;

bool isSeen(const QWidget *w)
{
    return w && w->isVisible() && !w->visibleRegion().isEmpty();
}

} // namespace

class TestVerdicts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void aSlowRankIsNamedAndComparedWithANormalOne_data() { sizes(); }
    void aSlowRankIsNamedAndComparedWithANormalOne();
    void aHostBoundStepIsShownWithItsLaunches_data() { sizes(); }
    void aHostBoundStepIsShownWithItsLaunches();
    void aFrequencyDropIsShownWithItsCurve_data() { sizes(); }
    void aFrequencyDropIsShownWithItsCurve();
    void aSecondRunSaysWhetherItIsSlower();
    void pinsOfAVerdictGoWithTheNextJump();
    void backTakesBackAllThatTheJumpDid();
    void backLeavesWhatTheUserDidSince();
    void aSlippedClickOnAGapIsAClick();
    void aRankThatIsChosenElsewhereIsInSightInTheTimeline();
    void aSlowLinkIsOutlinedInTheMatrix_data() { sizes(); }
    void aSlowLinkIsOutlinedInTheMatrix();
    void aSlowLinkAmongOthersOfItsDomainIsShownThere();
    void theFirstReasonStandsInTheLine();
    void anotherProblemOfTheAreaIsNamed();
    void thresholdsAreTheUsers();
    void aSoundRunAccusesNobody();
    void theCriticalPathIsAClickAway();
    void aVerdictAsksWhatItsCostAsked();
    void adviceOfAVerdict();
    void whatAVerdictWouldGain();
    void aRankWithFewerStepsIsAskedAboutByItsVerdictAlone();
    void theRowOfAWhatIfIsSelected();
    void aRankIsShownCompactly();
    void aVerdictOnAllStepsShowsTheWorst();
    void stagesThatWaitHaveTheirRows();
    void aDearNoticeIsSaidOfItsArea();
    void signsAgreeWithTheCount();
    void linksThatNobodyLookedAtAreNamed();
    void withoutTracesTheButtonLeadsToTheBooks();
    void nothingIsSaidBeforeAllRanksAreRead();
    void theRankUnderTheHandsStays();

private:
    static void sizes()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1920x1080") << QSize(1920, 1080);
        QTest::newRow("1366x768") << QSize(1366, 768);
    }
    [[nodiscard]] QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }
    /// Eight ranks in two stages.
    [[nodiscard]] gen::GeneratorOptions eight(const char *name) const
    {
        gen::GeneratorOptions o;
        o.outDir = path(name);
        o.ranks = 8;
        o.steps = 4;
        o.mbPerRank = 0.6;
        o.seed = 3;
        return o;
    }
    static VerdictStrip &strip(JourneyWindow &w) { return *w.view<OverviewView>("overview").verdicts(); }
    /// Every pinned lane lies wholly inside what is seen of its pane.
    static bool allPinsInSight(JourneyWindow &w)
    {
        const TimelinePane &pane = *w.timeline().pinPane();
        const QRect seen = pane.canvas()->visibleRegion().boundingRect();
        const std::vector<LaneRow> &pins = pane.lanes()->rows();
        return !pins.empty() && pane.top() == std::pair(0, 0) && seen.top() == 0 &&
               std::all_of(pins.begin(), pins.end(),
                           [seen](const LaneRow &r) { return r.y >= 0 && r.y + r.height <= seen.height(); });
    }
    QTemporaryDir m_folder;
};

void TestVerdicts::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    gen::GeneratorOptions slow = eight("slow");
    slow.faults = {{gen::Fault::SlowRank, 5, -1, -1, 1.4}};
    gen::GeneratorOptions host = eight("host");
    host.faults = {{gen::Fault::HostBound, 5, -1, 2, 60}};
    gen::GeneratorOptions link = eight("link");
    link.faults = {{gen::Fault::SlowLink, 4, 6, -1, 5}};
    gen::GeneratorOptions both = eight("both");
    both.faults = {{gen::Fault::HostBound, 5, -1, 2, 60}, {gen::Fault::LateRank, 6, -1, -1, 5}};
    gen::GeneratorOptions drop = eight("drop");
    drop.faults = {{gen::Fault::FreqDrop, 5, -1, 2, 1.5}};
    gen::GeneratorOptions uneven = eight("uneven");
    uneven.mbPerRank = 6;
    uneven.faults = {{gen::Fault::LongStage, 4, -1, -1, 1}};
    for (const gen::GeneratorOptions &o : {slow, host, link, both, drop, uneven, eight("sound")})
        QCOMPARE(gen::generate(o).error, QString());
}

// Journey 5: no action to read it, one to compare.
void TestVerdicts::aSlowRankIsNamedAndComparedWithANormalOne()
{
    QFETCH(const QSize, size);
    JourneyWindow w(path("settings.ini"), size);
    QVERIFY(w.open(path("slow")));
    VerdictStrip &s = strip(w);
    QVERIFY(isSeen(s.sentence(compute)));
    QVERIFY2(s.sentence(compute)->text().contains(QLatin1String("ank 5 ")), qPrintable(s.sentence(compute)->text()));
    // Pages on one rank begin with it, which is no step to go back from.
    QTRY_COMPARE(w.state().currentRank(), (RankRef{0, 5}));
    QVERIFY(!w.state().canGoBack());
    QVERIFY(s.sentence(compute)->text().contains(QLatin1String(" ms")));
    for (size_t area = 0; area < VerdictStrip::areas; ++area) {
        const QLabel &said = *s.sentence(area);
        QVERIFY2(said.height() >= said.heightForWidth(said.width()), qPrintable(said.text())); // nothing is cut
    }
    QVERIFY(isSeen(s.cost(compute)) &&
            s.cost(compute)->text().contains(format::briefDuration(*s.diagnosis().problems.at(0).costNs)));
    QVERIFY(s.sentence(compute)->toolTip().contains(QLatin1String("Certainty")));
    const int normal = s.diagnosis().problems.at(0).normalPeer;
    QVERIFY(normal == 4 || normal == 6 || normal == 7); // of the same stage
    QVERIFY(isSeen(s.button(compute)));
    QCOMPARE(s.button(compute)->text(), QStringLiteral("Compare rank 5 with %1").arg(normal));

    w.actions = 0;
    w.click(s.button(compute), s.button(compute)->rect().center());
    QVERIFY(w.settle());
    QCOMPARE(w.actions, 1);
    auto &compare = w.view<CompareView>("compare");
    QVERIFY(isSeen(&compare));
    QCOMPARE(w.state().baseRank().index, normal);
    QCOMPARE(w.state().otherRank().index, 5);
    QVERIFY(compare.model().rowCount() > 0);
    w.key(Qt::Key_Backspace);
    QVERIFY(w.settle());
    QVERIFY(isSeen(&s));
}

// Journey 17: dropped beside the slow run, the sound one says at once how they differ; a click shows why.
void TestVerdicts::aSecondRunSaysWhetherItIsSlower()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("slow")));
    VerdictStrip &s = strip(w);
    QVERIFY(!isSeen(s.changeButton()));
    w.actions = 0;
    QVERIFY(w.drop({path("sound")}));
    QVERIFY(w.settle());
    QCOMPARE(w.actions, 1);
    QTRY_VERIFY(isSeen(s.changeButton()));
    const QString change = s.changeButton()->text();
    QVERIFY2(change.startsWith(QLatin1String("sound:\nstep ")) && !change.contains(u'+'), qPrintable(change));
    QVERIFY(s.changeButton()->toolTip().contains(QLatin1String("95")));
    w.click(s.changeButton(), s.changeButton()->rect().center());
    QVERIFY(w.settle());
    auto &system = w.view<SystemView>("system");
    QVERIFY(isSeen(&system) && system.shownPage()->objectName() == QLatin1String("compare.runs"));
    QCOMPARE(w.state().currentRank().run, 1); // the table is that of the newer run
    QVERIFY(system.shownPage()->findChild<TableView *>()->view()->model()->rowCount() > 0);
}

// Journey 6.
void TestVerdicts::aHostBoundStepIsShownWithItsLaunches()
{
    QFETCH(const QSize, size);
    JourneyWindow w(path("settings.ini"), size);
    QVERIFY(w.open(path("host")));
    VerdictStrip &s = strip(w);
    const QString said = s.sentence(scheduling)->text();
    QVERIFY2(said.contains(QLatin1String("ank 5 ")) && said.contains(QLatin1String("step 2")), qPrintable(said));
    // The timeline has its size, and the user two sides to compare.
    w.state().showView(QStringLiteral("timeline"));
    QVERIFY(w.settle());
    w.state().setBaseRank({0, 2});
    w.state().setOtherRank({0, 1});
    w.state().showView(QStringLiteral("overview"));
    QVERIFY(w.settle());
    w.actions = 0;
    w.click(s.button(scheduling), s.button(scheduling)->rect().center());
    QVERIFY(w.settle());
    QCOMPARE(w.actions, 1);
    QCOMPARE(w.state().baseRank(), (RankRef{0, 2}));
    QCOMPARE(w.state().otherRank(), (RankRef{0, 1}));
    // A normal rank of the same stage stands right below it, both devices in sight.
    QCOMPARE(w.state().ranksTogether().size(), size_t(2));
    const int normal = w.state().ranksTogether().at(1).index;
    QVERIFY(normal == 4 || normal == 6 || normal == 7);
    // Launches, kernels and causes of idle time of the one over those of the other.
    const std::vector<LaneRow> &pins = w.timeline().pinnedLanes()->rows();
    const auto idleLaneOf = [&pins](int rank) {
        return std::any_of(pins.begin(), pins.end(), [rank](const LaneRow &r) {
            return r.rank.index == rank && r.isDerived() && r.key().id == LaneKey::derivedIdle;
        });
    };
    QTRY_VERIFY(idleLaneOf(5) && idleLaneOf(normal));
    QTRY_VERIFY(allPinsInSight(w));
    // They are what is large: high enough for names, with room for the lines of launches, and nothing lies empty below
    // that they could use.
    for (const LaneRow &r : pins) {
        QVERIFY(r.rowHeight > LaneModel::standardRowHeight);
        QCOMPARE(r.roomBelow > 0, r.type == LaneRow::Type::Process);
        if (r.type == LaneRow::Type::Process) {
            const TimelineCanvas &canvas = *w.timeline().pinPane()->canvas();
            const QRect room(0, r.y + r.height - r.roomBelow - canvas.scrollY(), canvas.width(), r.roomBelow);
            auto &lines = w.timeline().pinPane()->canvas()->flows();
            const auto &kinds = lines.kindLines(*w.timeline().pinnedLanes(), canvas.flowView());
            const auto crosses = [room](const FlowOverlay::Bundle &b) {
                return std::min(b.from.y(), b.to.y()) <= room.top() && std::max(b.from.y(), b.to.y()) >= room.bottom();
            };
            qint64 crossing = 0;
            for (const FlowOverlay::KindLines &k : kinds) {
                for (const FlowOverlay::Bundle &b : k.bundles)
                    crossing += crosses(b) ? b.count : 0;
            }
            // Each launch of the step onto the stream below, however deep it lies in the folded lanes of the host.
            const TimelineRank &shown = *w.timeline().data()->rank(r.rank);
            const LaneId stream = (&r + 1)->lane;
            const TimeMap seen = timeline::shifted({w.state().window(), canvas.width()}, shown.shiftNs);
            qint64 launches = 0;
            for (const auto &category : shown.flows->categories) {
                for (const FlowLine &l : category.lines) {
                    const bool inStep =
                        std::min(l.fromNs, l.toNs) > seen.fromNs && std::max(l.fromNs, l.toNs) < seen.toNs;
                    launches +=
                        category.name == "HostToDevice" && inStep && shown.trace->laneOfRow(l.toRow) == stream ? 1 : 0;
                }
            }
            QVERIFY2(launches > 20 && crossing >= launches,
                     qPrintable(QStringLiteral("%1 of %2").arg(crossing).arg(launches)));
        }
    }
    const int used = w.timeline().pinnedLanes()->height() + w.timeline().lanes()->height();
    const int room = w.timeline().pinPane()->height() + w.timeline().pane()->height();
    QVERIFY2(used * 100 >= room * 90, qPrintable(QStringLiteral("%1 of %2").arg(used).arg(room)));
    // The legend gives the colours of the gaps their meaning.
    const auto *const legend = w.window->findChild<CauseLegend *>();
    QVERIFY(isSeen(legend) && legend->height() >= legend->heightForWidth(legend->width()));
    const auto names = [legend](const char *cause) {
        return std::any_of(legend->entries().begin(), legend->entries().end(),
                           [cause](const LegendEntry &e) { return e.text == QLatin1String(cause); });
    };
    QVERIFY(names("Host late") && !names("Copy"));
    const auto below = std::find_if(pins.begin(), pins.end(), [](const LaneRow &r) { return r.rank.index != 5; });
    QVERIFY(below != pins.begin() &&
            std::all_of(below, pins.end(), [normal](const LaneRow &r) { return r.rank.index == normal; }));
    // The tree begins with the two as well.
    const LaneModel &lanes = *w.timeline().lanes();
    QCOMPARE(lanes.rows().at(0).rank, (RankRef{0, 5}));
    QCOMPARE(lanes.endOfBlock(0), lanes.indexOf({{0, normal}, LaneKey::Type::Rank, 0}));
    QVERIFY(w.state().ranksTogether() == (std::vector<RankRef>{{0, 5}, {0, normal}}));
    QCOMPARE(w.state().currentRank().index, 5);
    QCOMPARE(w.state().step(), QStringLiteral("2"));
    QVERIFY(w.state().shownFlows().contains(QLatin1String("HostToDevice")));
    QVERIFY(w.state().showsDerivedLanes());
    QVERIFY(!w.bench.settings().derivedLanes()); // the jump's choice, not the user's
    QCOMPARE(w.state().offsets().clockUse(), ClockUse::Aligned);
    // The step fills the time axis; waiting for the host makes it longer than all others together.
    const TimeWindow window = w.state().window();
    const auto rank = w.bench.runs().rank({0, 5});
    QVERIFY(!window.isEmpty() && window.lengthNs() < (rank->trace->endNs() - rank->trace->startNs()) * 3 / 4);
    // Higher ones too, as long as the lanes below leave room.
    w.timeline().pinnedLanes()->setRowHeight(40);
    QTRY_VERIFY(allPinsInSight(w));
    w.key(Qt::Key_Backspace);
    QVERIFY(w.settle());
    QVERIFY(!isSeen(legend) || w.state().showsDerivedLanes());
    w.click(s.button(communication), s.button(communication)->rect().center());
    QVERIFY(w.settle());
    auto &system = w.view<SystemView>("system");
    QVERIFY(isSeen(&system));
    QCOMPARE(system.shownPage()->objectName(), QStringLiteral("ledger.pairs"));
}

void TestVerdicts::aFrequencyDropIsShownWithItsCurve()
{
    QFETCH(const QSize, size);
    JourneyWindow w(path("settings.ini"), size);
    QVERIFY(w.open(path("drop")));
    VerdictStrip &s = strip(w);
    const QString said = s.sentence(compute)->text();
    QVERIFY2(said.contains(QLatin1String("ank 5 ")) && said.contains(QLatin1String(" MHz to ")), qPrintable(said));
    w.click(s.button(compute), s.button(compute)->rect().center());
    QVERIFY(w.settle());
    QTRY_VERIFY(allPinsInSight(w));
    // The curve of the one over its kernels, then those of the other.
    const int normal = w.state().ranksTogether().at(1).index;
    const std::vector<LaneRow> &pins = w.timeline().pinnedLanes()->rows();
    QCOMPARE(pins.size(), size_t(4));
    for (size_t i = 0; i < pins.size(); ++i) {
        QCOMPARE(pins[i].rank.index, i < 2 ? 5 : normal);
        QCOMPARE(pins[i].type, i % 2 == 0 ? LaneRow::Type::Counter : LaneRow::Type::Lane);
    }
    const CounterSeries &curve = w.bench.runs().rank({0, 5})->trace->counters()[raw(pins.front().counter)];
    QVERIFY(curve.timeNs.size() > 1);
    QCOMPARE(w.state().step(), QStringLiteral("2"));
}

void TestVerdicts::pinsOfAVerdictGoWithTheNextJump()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("host")));
    VerdictStrip &s = strip(w);
    const std::vector<LaneKey> &pins = w.timeline().laneLayout()->pins();
    const std::vector<LaneKey> own{{{0, 3}, LaneKey::Type::Rank, 0}};
    w.timeline().laneLayout()->pin(own);
    w.click(s.button(scheduling), s.button(scheduling)->rect().center());
    QVERIFY(w.settle());
    QTRY_COMPARE(pins.size(), size_t(7));
    // Back, and to it again.
    w.key(Qt::Key_Backspace);
    QVERIFY(w.settle());
    QVERIFY(isSeen(&s));
    QVERIFY(pins == own);
    QCOMPARE(w.timeline().pinnedLanes()->rowHeight(), LaneModel::standardRowHeight); // the user's are as they were
    w.state().forward();
    QVERIFY(w.settle());
    QCOMPARE(pins.size(), size_t(7));
    // A jump elsewhere, which can be taken back as well.
    w.state().showInTimeline({0, 1});
    QVERIFY(w.settle());
    QVERIFY(pins == own && w.state().ranksTogether().empty());
    w.key(Qt::Key_Backspace);
    QVERIFY(w.settle());
    QCOMPARE(pins.size(), size_t(7));
    // To a slice of one of the two they stay, to another rank's they go.
    w.state().revealSlice({0, 5}, SliceId{0});
    QVERIFY(w.settle());
    QCOMPARE(pins.size(), size_t(7));
    w.state().revealSlice({0, 1}, SliceId{0});
    QVERIFY(w.settle());
    QVERIFY(pins == own);
    // One rank alone has the same lanes pinned: launches, kernels, causes.
    w.state().showTogether({{0, 1}});
    QVERIFY(w.settle());
    QTRY_COMPARE(pins.size(), size_t(4));
    QCOMPARE(w.timeline().lanes()->rows().at(0).rank, (RankRef{0, 1}));
}

void TestVerdicts::backTakesBackAllThatTheJumpDid()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("host")));
    VerdictStrip &s = strip(w);
    const LaneModel &lanes = *w.timeline().lanes();
    const auto arrangement = [&] {
        std::vector<std::pair<LaneKey, bool>> out;
        for (const LaneRow &row : lanes.rows())
            out.emplace_back(row.key(), row.expanded);
        return out;
    };
    // One rank that the jump will fold is unfolded, one is hidden.
    const LaneKey normal{{0, 7}, LaneKey::Type::Rank, 0};
    w.timeline().lanes()->setExpanded(lanes.indexOf({{0, 5}, LaneKey::Type::Rank, 0}), true);
    w.timeline().laneLayout()->setHidden({normal}, true);
    // Not the one that the run begins with, which is named.
    const RankRef rank{0, 0};
    w.state().setCurrentRank(rank);
    QVERIFY(w.settle());
    const auto before = arrangement();
    const TimeWindow window = w.state().window();
    for (int times = 0; times < 2; ++times) {
        if (times == 0)
            w.click(s.button(scheduling), s.button(scheduling)->rect().center());
        else
            w.state().forward();
        QVERIFY(w.settle());
        QTRY_VERIFY(!w.timeline().laneLayout()->pins().empty());
        QVERIFY(arrangement() != before);
        QCOMPARE(lanes.rows().at(0).rank, (RankRef{0, 5}));
        QVERIFY(!lanes.rows().at(0).expanded);
        QCOMPARE(w.state().shownFlows(), QStringList(QStringLiteral("HostToDevice")));
        QVERIFY(w.state().showsDerivedLanes());
        w.key(Qt::Key_Backspace);
        QVERIFY(w.settle());
        QVERIFY(isSeen(&s));
        QVERIFY(arrangement() == before);
        QVERIFY(!w.timeline().laneLayout()->hasOrder() && w.timeline().laneLayout()->isHidden(normal));
        QVERIFY(w.state().shownFlows().isEmpty() && !w.state().showsDerivedLanes());
        const auto *const legend = w.window->findChild<CauseLegend *>();
        QVERIFY(!legend->isVisibleTo(&w.timeline()));
        QVERIFY(w.timeline().canvas()->flows().kinds().empty());
        QCOMPARE(w.state().window(), window);
        QCOMPARE(w.state().currentRank(), rank);
        QCOMPARE(w.timeline().pane()->labels()->currentRow().rank, rank);
    }
    QVERIFY(!w.bench.settings().derivedLanes());
}

// Lanes unfolded, chosen or moved after the jump are no part of it.
void TestVerdicts::backLeavesWhatTheUserDidSince()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("host")));
    w.click(strip(w).button(scheduling), strip(w).button(scheduling)->rect().center());
    QVERIFY(w.settle());
    LaneModel &lanes = *w.timeline().lanes();
    const auto heading = [](int rank) { return LaneKey{{0, rank}, LaneKey::Type::Rank, 0}; };
    const auto unfold = [&](int rank) { lanes.setExpanded(lanes.indexOf(heading(rank)), true); };
    unfold(2);
    const int normal = w.state().ranksTogether().at(1).index;
    unfold(normal); // folded by the jump
    w.state().setShownFlows({QStringLiteral("HostToDevice"), QStringLiteral("async_npu")});
    w.key(Qt::Key_Backspace);
    QVERIFY(w.settle());
    QVERIFY(lanes.expansion().at(heading(2)) && lanes.expansion().at(heading(normal)));
    QVERIFY(!lanes.expansion().contains(heading(5)));
    QCOMPARE(w.state().shownFlows(), QStringList(QStringLiteral("async_npu")));
    w.state().forward();
    QVERIFY(w.settle());
    QCOMPARE(w.state().shownFlows().size(), 2);
    // To have no lines at all holds on both sides of the jump.
    w.state().setShownFlows({});
    w.state().setDerivedLanes(false);
    w.state().back();
    QVERIFY(w.settle());
    w.state().forward();
    QVERIFY(w.settle());
    QVERIFY(w.state().shownFlows().isEmpty() && !w.state().showsDerivedLanes());
}

// A press that moves by a few pixels, or along the lane of gaps alone, draws no box of nothing below which an empty
// pane would open.
void TestVerdicts::aSlippedClickOnAGapIsAClick()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("host")));
    w.click(strip(w).button(scheduling), strip(w).button(scheduling)->rect().center());
    QVERIFY(w.settle());
    const LaneModel &pins = *w.timeline().pinnedLanes();
    TimelineCanvas *const canvas = w.timeline().pinPane()->canvas();
    const LaneKey lane{{0, 5}, LaneKey::Type::Derived, LaneKey::derivedIdle};
    QTRY_VERIFY(pins.indexOf(lane) >= 0 && allPinsInSight(w));
    const LaneRow row = pins.rows()[static_cast<size_t>(pins.indexOf(lane))];
    const int y = row.y + row.height / 2;
    const auto isGap = [&](int x) { return canvas->hitAt({x, y}).gap >= 0; };
    int on = canvas->width() / 2;
    while (on < canvas->width() && !(isGap(on) && isGap(on + 12)))
        ++on;
    int beside = 0;
    while (beside < canvas->width() && isGap(beside))
        ++beside;
    QVERIFY(on < canvas->width() && beside < canvas->width());
    const auto bottom = [&w] { return w.window->docks().dock(QStringLiteral("details"))->maximumHeight() > 0; };
    QVERIFY(!bottom());
    w.click(canvas, {beside, y});
    QVERIFY(w.settle());
    QVERIFY(!bottom() && w.state().selection().kind != Selection::Kind::Gap);
    for (const QPoint by : {QPoint(6, 1), QPoint(12, 0), QPoint(0, 0)}) {
        w.drag(canvas, {on, y}, QPoint(on, y) + by);
        QTRY_VERIFY(bottom());
        QVERIFY(w.settle());
        QVERIFY(w.state().box().isEmpty());
        QCOMPARE(w.state().selection().kind, Selection::Kind::Gap);
        QVERIFY(isSeen(&w.view<DetailsView>("details")));
        QVERIFY(!w.view<DetailsView>("details").heading().isEmpty());
        // The pins may have got lower with the window's room: beside it is where no gap is now.
        const LaneRow now = pins.rows()[static_cast<size_t>(pins.indexOf(lane))];
        w.click(canvas, {beside, now.y + now.height / 2 - canvas->scrollY()});
        QTRY_VERIFY(!bottom());
        QCOMPARE(w.state().selection().kind, Selection::Kind::None);
        QVERIFY(w.settle());
    }
}

void TestVerdicts::aRankThatIsChosenElsewhereIsInSightInTheTimeline()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("sound")));
    w.key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(w.settle());
    w.timeline().lanes()->setAllExpanded(true);
    QVERIFY(w.settle());
    w.key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(w.settle());
    w.state().setCurrentRank({0, 6});
    QVERIFY(w.settle());
    w.key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(w.settle());
    QVERIFY(w.deviceLanesInSight({0, 6}) > 0);
    // A place to which the user has scrolled since is not left again.
    w.timeline().pane()->scrollTo(0);
    w.key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(w.settle());
    w.key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(w.settle());
    QCOMPARE(w.timeline().canvas()->scrollY(), 0);
}

// Journey 7.
void TestVerdicts::aSlowLinkIsOutlinedInTheMatrix()
{
    QFETCH(const QSize, size);
    JourneyWindow w(path("settings.ini"), size);
    QVERIFY(w.open(path("link")));
    VerdictStrip &s = strip(w);
    const QString said = s.sentence(communication)->text();
    QVERIFY2(said.contains(QLatin1String("4 and 6")) || said.contains(QLatin1String("6 and 4")), qPrintable(said));
    w.actions = 0;
    w.click(s.button(communication), s.button(communication)->rect().center());
    QVERIFY(w.settle());
    QCOMPARE(w.actions, 1);
    auto &view = w.view<CommunicationView>("communication");
    QVERIFY(isSeen(&view));
    const Selection &link = w.state().selection();
    QCOMPARE(link.kind, Selection::Kind::Link);
    // So does the row on all of the communication, which no rank is to blame for.
    QCOMPARE(s.diagnosis().areas.at(communication).target, LookTarget::Matrix);
    QCOMPARE(std::min(link.source, link.destination), 4);
    QCOMPARE(std::max(link.source, link.destination), 6);
    // Pages on one rank speak of the one that sends.
    const auto run = w.bench.runs().run(0);
    QCOMPARE(w.state().currentRank().index, run->indexOf(link.source));
    QVERIFY(view.matrix()->selectedLink() == std::optional(std::pair(link.source, link.destination)));
    // The domain and the operator that the sentence speaks of, and nothing else.
    const Verdict &accused = s.diagnosis().problems.at(0);
    QVERIFY(!w.state().domain().isEmpty() && !accused.op.isEmpty());
    QCOMPARE(w.window->findChild<QComboBox *>(QStringLiteral("domainBox"))->currentText(), accused.domain);
    QCOMPARE(link.text, accused.op);
    const MatrixGrid &grid = *view.matrix()->grid();
    QCOMPARE(grid.op, accused.op);
    QVERIFY(!view.matrix()->heatMap()->frames().empty());
    QVERIFY(grid.range({MatrixValue::Bandwidth, false, 0.064}).has_value());
    QVERIFY(!grid.range({MatrixValue::Bandwidth, false, 1e9}).has_value());
}

void TestVerdicts::aSlowLinkAmongOthersOfItsDomainIsShownThere()
{
    gen::GeneratorOptions o = eight("wide");
    o.tp = 4;
    o.pp = 1;
    o.faults = {{gen::Fault::SlowLink, 1, 2, -1, 5}};
    QCOMPARE(gen::generate(o).error, QString());
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(o.outDir));
    w.state().showView(QStringLiteral("communication/durations"));
    w.state().showView(QStringLiteral("overview"));
    QVERIFY(w.settle());
    VerdictStrip &s = strip(w);
    QVERIFY2(s.button(communication)->text() == QLatin1String("Show the link"),
             qPrintable(s.sentence(communication)->text()));
    w.click(s.button(communication), s.button(communication)->rect().center());
    QVERIFY(w.settle());
    const auto *const domain = w.window->findChild<QComboBox *>(QStringLiteral("domainBox"));
    QVERIFY(domain && !w.state().domain().isEmpty());
    QCOMPARE(domain->currentText(), s.diagnosis().problems.at(0).domain);
    QCOMPARE(w.view<CommunicationView>("communication").matrix()->grid()->op, s.diagnosis().problems.at(0).op);
    QVERIFY(isSeen(w.view<CommunicationView>("communication").matrix())); // whatever page was looked at before
}

// The sentence and why it is so stand in the line; what its rows do not hold ends in an ellipsis.
void TestVerdicts::theFirstReasonStandsInTheLine()
{
    JourneyWindow w(path("settings.ini"), QSize(1920, 1080));
    QVERIFY(w.open(path("slow")));
    VerdictStrip &s = strip(w);
    const QLabel &said = *s.sentence(compute);
    QVERIFY2(said.text().contains(QLatin1String(". Most types of operators, with ")), qPrintable(said.text()));
    QVERIFY(said.heightForWidth(said.width()) <= 2 * said.fontMetrics().lineSpacing());
    s.setCompact(true);
    QVERIFY2(!said.text().contains(QLatin1String("types of operators")), qPrintable(said.text()));
    // The other verdicts, and the cost of all, are said in few words.
    QVERIFY(isSeen(s.cost(compute)) && !s.shortText(compute)->isVisible());
    for (size_t area = 0; area < VerdictStrip::areas; ++area) {
        if (area == compute)
            continue;
        QVERIFY(!s.sentence(area)->isVisible() && s.shortText(area)->isVisible());
        const QString cost = s.cost(area)->text().replace(u'\n', u' ');
        QVERIFY2(s.shortText(area)->text().contains(cost.isEmpty() ? QStringLiteral(": ") : cost),
                 qPrintable(s.shortText(area)->text()));
    }
    s.setCompact(false);
    QVERIFY(!s.shortText(1)->isVisible());
    QTRY_VERIFY(said.text().contains(QLatin1String("types of operators")));
    w.window->resize(900, 1080);
    QTRY_VERIFY2(said.text().endsWith(QChar(0x2026)), qPrintable(said.text()));
    QTRY_VERIFY2(said.height() >= said.heightForWidth(said.width()),
                 qPrintable(QStringLiteral("%1 of %2").arg(said.height()).arg(said.heightForWidth(said.width()))));
}

// A line has room for one of them, but names the others.
void TestVerdicts::anotherProblemOfTheAreaIsNamed()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("both")));
    VerdictStrip &s = strip(w);
    QCOMPARE(s.diagnosis().problems.size(), size_t(2));
    for (const Verdict &v : s.diagnosis().problems)
        QCOMPARE(diagnosisArea(v.kind), DiagnosisKind::Scheduling);
    const QString other = s.diagnosis().problems.at(0).rank == 5 ? QStringLiteral("rank 6") : QStringLiteral("rank 5");
    QVERIFY2(s.sentence(scheduling)->text().contains(QStringLiteral(" Also: ") + other),
             qPrintable(s.sentence(scheduling)->text()));
    QVERIFY(!s.sentence(compute)->text().contains(QLatin1String("Also: ")));
}

void TestVerdicts::thresholdsAreTheUsers()
{
    const QString ini = path("thresholds.ini");
    {
        JourneyWindow w(ini, QSize(1366, 768));
        QVERIFY(w.open(path("slow")));
        VerdictStrip &s = strip(w);
        QCOMPARE(s.diagnosis().problems.size(), size_t(1));
        w.window->action(QStringLiteral("thresholds"))->trigger();
        auto *const dialog = w.window->findChild<ThresholdsDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->field(QStringLiteral("computeDeviation"))->text(), QStringLiteral("5.00 %"));
        dialog->field(QStringLiteral("computeDeviation"))->setValue(90);
        dialog->accept();
        QVERIFY(w.settle());
        QVERIFY(s.diagnosis().isFine());
    }
    // Kept for the next time; reset by one button.
    JourneyWindow w(ini, QSize(1366, 768));
    QVERIFY(w.open(path("slow")));
    QVERIFY(strip(w).diagnosis().isFine());
    w.window->action(QStringLiteral("thresholds"))->trigger();
    auto *const dialog = w.window->findChild<ThresholdsDialog *>();
    QVERIFY(dialog);
    QCOMPARE(dialog->field(QStringLiteral("computeDeviation"))->value(), 90.0);
    dialog->findChild<QPushButton *>(QStringLiteral("defaults"))->click();
    dialog->accept();
    QVERIFY(w.settle());
    QCOMPARE(strip(w).diagnosis().problems.size(), size_t(1));
}

void TestVerdicts::aSoundRunAccusesNobody()
{
    JourneyWindow w(path("settings.ini"));
    QVERIFY(w.open(path("sound")));
    VerdictStrip &s = strip(w);
    QVERIFY(s.diagnosis().isFine());
    for (size_t area = 0; area < VerdictStrip::areas; ++area) {
        QVERIFY(!s.sentence(area)->text().isEmpty());
        QVERIFY(s.cost(area)->text().isEmpty());
    }
    w.click(s.allButton(), s.allButton()->rect().center());
    QVERIFY(w.settle());
    auto &findings = w.view<FindingsView>("findings");
    QVERIFY(isSeen(findings.diagnosisTable()));
    QCOMPARE(w.state().currentRank(), (RankRef{0, 0}));
}

// The rank that is slow stands first, with its lane of the path.
void TestVerdicts::theCriticalPathIsAClickAway()
{
    JourneyWindow w(path("settings.ini"));
    QVERIFY(w.open(path("slow")));
    VerdictStrip &s = strip(w);
    w.click(s.pathButton(), s.pathButton()->rect().center());
    QTRY_VERIFY(w.state().highlight());
    QVERIFY(w.settle());
    QVERIFY(!w.state().step().isEmpty());
    QCOMPARE(w.state().ranksTogether().front(), (RankRef{0, 5}));
    QCOMPARE(w.state().togetherLook(), TogetherLook::Path);
    // Its parts on the rank, none left out, are slices of a pinned lane.
    const auto pathRow = [](JourneyWindow &in) {
        const std::vector<LaneRow> &pins = in.timeline().pinnedLanes()->rows();
        const bool isFirst = !pins.empty() && pins.front().rank == RankRef{0, 5} && pins.front().isDerived() &&
                             pins.front().key().id == LaneKey::derivedPath;
        return isFirst ? &pins.front() : nullptr;
    };
    QTRY_VERIFY(pathRow(w));
    QTRY_VERIFY(allPinsInSight(w));
    const TimelineRank *const part = w.timeline().pinnedLanes()->shownIn(*pathRow(w));
    QVERIFY(part);
    qint64 drawn = 0;
    for (quint32 i = 0; i < part->trace->slices().size(); ++i)
        drawn += part->trace->slices().duration(SliceId{i});
    qint64 explained = 0;
    for (const PathPart &p : *w.state().highlight()->path.at({0, 5}))
        explained += p.own.length();
    QVERIFY(explained > 0);
    QCOMPARE(drawn, explained);
    // A click beside all slices leaves it where it is.
    const QString step = w.state().step();
    TimelineCanvas &pins = *w.timeline().pinPane()->canvas();
    w.click(&pins, QPoint(2, 4));
    QVERIFY(w.settle());
    QVERIFY(w.state().highlight() && pathRow(w));
    // A session brings it back, also where nobody sees the verdicts.
    const QString session = path("path.rankscope");
    QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
    w.window->keeper().saveTo(session);
    QVERIFY(saved.wait());
    {
        JourneyWindow later(path("settings.ini"));
        QVERIFY(later.open(session));
        QVERIFY(!isSeen(&strip(later)));
        QTRY_VERIFY(later.state().highlight() && pathRow(later));
        QCOMPARE(later.state().highlight()->path.size(), w.state().highlight()->path.size());
        // It is that of the step which is chosen next.
        const auto ofStep = [&later] {
            return later.view<OverviewView>("overview").saveState()[QStringLiteral("pathStep")].toString();
        };
        QCOMPARE(ofStep(), step);
        const QString other = step == u"1" ? QStringLiteral("2") : QStringLiteral("1");
        const auto before = later.state().highlight();
        later.state().setStep(other);
        QTRY_VERIFY(later.state().highlight() && later.state().highlight() != before);
        QCOMPARE(ofStep(), other);
        QVERIFY(!later.timeline().laneLayout()->pins().empty());
        later.state().setHighlight({});
        QVERIFY(later.timeline().laneLayout()->pins().empty());
    }
    // The way back leads to it as well.
    w.state().showInTimeline({0, 2}, {1, 2});
    QTRY_VERIFY(!w.state().highlight());
    w.state().back();
    QTRY_VERIFY(w.state().highlight() && pathRow(w));
    QVERIFY(w.settle());
    // Also behind Esc. When all steps are chosen again it stays that of its step.
    TimelineCanvas &canvas = *w.timeline().pane()->canvas();
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QVERIFY(w.settle());
    QVERIFY(!w.state().highlight() && !pathRow(w));
    QTest::keyClick(&canvas, Qt::Key_Backspace);
    QTRY_VERIFY(w.state().highlight() && pathRow(w));
    QVERIFY(w.settle());
    const auto shown = w.state().highlight();
    w.state().setStep({});
    QVERIFY(w.settle());
    QCOMPARE(w.state().highlight(), shown);
    w.state().back();
    QVERIFY(w.settle());
    w.state().back();
    QVERIFY(w.settle());
    QVERIFY(w.state().ranksTogether().empty());
    QVERIFY(!w.state().highlight() && w.timeline().laneLayout()->pins().empty());
    // Its sums are of the chosen step.
    w.state().setStep(step);
    w.state().showView(QStringLiteral("system/path.sums"));
    QVERIFY(w.settle());
    QCOMPARE(w.view<SystemView>("system").scopeText(), QStringLiteral("Only step %1, of all ranks.").arg(step));
}

void TestVerdicts::aVerdictAsksWhatItsCostAsked()
{
    Verdict link;
    link.kind = DiagnosisKind::SlowLink;
    link.state = DiagnosisState::Problem;
    link.rank = 6;
    link.peer = 2;
    const auto ofLink = questionOf(link);
    QVERIFY(ofLink && ofLink->kind == WhatIfKind::Link && ofLink->rank == 2 && ofLink->peer == 6);
    link.allOf = {6};
    const auto ofRank = questionOf(link);
    QVERIFY(ofRank && ofRank->kind == WhatIfKind::Link && ofRank->rank == 6 && ofRank->peer < 0);
    link.allOf = {4, 5, 6, 7}; // a host
    QVERIFY(!questionOf(link));
    // Waiting that nobody causes, and messages that could be one.
    Verdict waiting;
    waiting.kind = DiagnosisKind::Communication;
    waiting.state = DiagnosisState::Notice;
    QVERIFY(!questionOf(waiting));
    waiting.costNs = 1;
    QVERIFY(!questionOf(waiting));
}

// One click from the line of a verdict to what to change and what it would gain.
void TestVerdicts::adviceOfAVerdict()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("slow")));
    VerdictStrip &s = strip(w);
    QVERIFY(isSeen(s.adviceButton(compute)));
    w.actions = 0;
    w.click(s.adviceButton(compute), s.adviceButton(compute)->rect().center());
    QVERIFY(w.settle());
    QCOMPARE(w.actions, 1);
    TablePage *const page = w.view<SystemView>("system").table(u"advice");
    QVERIFY(page && isSeen(page) && page->rows());
    const RowSource &rows = *page->rows();
    QVERIFY(rows.rows() > 0);
    QCOMPARE(rows.text(0, rows.columnOf(u"rule")), std::string_view("slow-rank"));
    QCOMPARE(rows.text(0, rows.columnOf(u"rank")), std::string_view("5"));
    QCOMPARE(rows.text(0, rows.columnOf(u"known")), std::string_view("replayed"));
    QVERIFY(rows.real(0, rows.columnOf(u"saves")).value_or(0) > 0);
}

// One click from the line of a verdict; a row of the table and the fields ask as well.
void TestVerdicts::whatAVerdictWouldGain()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("slow")));
    VerdictStrip &s = strip(w);
    QVERIFY(isSeen(s.gainButton(compute)));
    w.actions = 0;
    w.click(s.gainButton(compute), s.gainButton(compute)->rect().center());
    QVERIFY(w.settle());
    QCOMPARE(w.actions, 1);
    auto &findings = w.view<FindingsView>("findings");
    WhatIfPanel &panel = *findings.whatIf();
    QVERIFY(isSeen(&panel) && isSeen(panel.answer()));
    QCOMPARE(panel.kind()->value().toInt(), static_cast<int>(WhatIfKind::Rank));
    QCOMPARE(panel.about()->value().toString(), QStringLiteral("5"));
    // As the verdict has it.
    const auto run = w.bench.runs().run(0);
    const Diagnosis diagnosis = diagnose(*run);
    const auto verdict = std::ranges::find(diagnosis.problems, 5, &Verdict::rank);
    QVERIFY(verdict != diagnosis.problems.end() && verdict->costNs.value_or(0) > 0);
    const QString said = panel.answer()->text();
    QVERIFY2(said.startsWith(QLatin1String("The run would take ")) &&
                 said.contains(format::briefDuration(*verdict->costNs)) &&
                 said.contains(format::percent(verdict->share)),
             qPrintable(said));
    QVERIFY2(panel.notes()->text().contains(QLatin1String("off by")), qPrintable(panel.notes()->text()));
    // A chosen step is the one that is spoken of.
    w.state().setStep(QStringLiteral("2"));
    QVERIFY(w.settle());
    QVERIFY2(panel.answer()->text().startsWith(QLatin1String("Step 2 would take ")),
             qPrintable(panel.answer()->text()));
    w.state().setStep({});
    // Another question by the fields; what has no subject hides its field.
    panel.about()->setValue(QString());
    panel.kind()->setValue(static_cast<int>(WhatIfKind::Launches));
    panel.askAsChosen();
    QVERIFY(w.settle());
    QVERIFY(isSeen(panel.times()) && panel.answer()->text().contains(QLatin1String("The run would take")));
    panel.kind()->setValue(static_cast<int>(WhatIfKind::Overlap));
    panel.askAsChosen();
    QVERIFY(w.settle());
    QVERIFY(!panel.about()->isVisible() && !panel.times()->isVisible());
    // A row of the table.
    QTableView &table = *findings.diagnosisTable()->view();
    w.click(table.viewport(), table.visualRect(table.model()->index(0, 1)).center());
    QVERIFY(w.settle());
    QCOMPARE(panel.about()->value().toString(), QStringLiteral("5"));
    // By its name.
    w.state().showView(QStringLiteral("overview"));
    w.window->action(QStringLiteral("whatIf"))->trigger();
    QVERIFY(w.settle());
    QVERIFY(isSeen(&panel));
}

// The run that is asked about is named among several, and the row of the verdict is selected.
// Peers have a step that it lacks: the verdict holds in the others, and the fields do not offer the rank.
void TestVerdicts::aRankWithFewerStepsIsAskedAboutByItsVerdictAlone()
{
    gen::GeneratorOptions o = eight("fewer");
    o.faults = {{gen::Fault::SlowRank, 5, -1, -1, 1.4}};
    o.fewerSteps = 5;
    QCOMPARE(gen::generate(o).error, QString());
    JourneyWindow w(path("settings.ini"));
    QVERIFY(w.open(path("fewer")));
    VerdictStrip &s = strip(w);
    QVERIFY(isSeen(s.gainButton(compute)));
    w.click(s.gainButton(compute), s.gainButton(compute)->rect().center());
    QVERIFY(w.settle());
    WhatIfPanel &panel = *w.view<FindingsView>("findings").whatIf();
    QCOMPARE(panel.about()->value().toString(), QStringLiteral("5"));
    QVERIFY2(panel.answer()->text().contains(QLatin1String(" less.")), qPrintable(panel.answer()->text()));
    QVERIFY2(!panel.notes()->text().contains(QLatin1String("Rank 5")), qPrintable(panel.notes()->text()));
    panel.about()->setValue(QStringLiteral("6"));
    panel.askAsChosen();
    QVERIFY(w.settle());
    QCOMPARE(panel.about()->box()->findText(QStringLiteral("5")), -1);
    QCOMPARE(panel.about()->box()->count(), 7);
}

void TestVerdicts::theRowOfAWhatIfIsSelected()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("slow")));
    QVERIFY(w.open(path("host")));
    auto &findings = w.view<FindingsView>("findings");
    const auto selected = [&findings] { return findings.diagnosisTable()->selectedRows(); };
    for (const int run : {1, 0}) {
        w.state().setCurrentRank({run, 5});
        w.state().showView(QStringLiteral("overview"));
        QVERIFY(w.settle());
        const size_t area = run == 1 ? scheduling : compute;
        QPushButton *const gain = strip(w).gainButton(area);
        QVERIFY(isSeen(gain));
        w.click(gain, gain->rect().center());
        QVERIFY(w.settle());
        const auto rows = findings.diagnosisTable()->source();
        QTRY_COMPARE(selected().size(), size_t(1));
        const auto row = static_cast<quint32>(selected().front());
        QCOMPARE(runOfDiagnosis(*rows, row), run);
        QCOMPARE(verdictOf(*rows, row)->sentence, strip(w).diagnosis().problems.at(0).sentence);
        const QString name = w.bench.runs().run(run)->name;
        QCOMPARE(findings.whatIf()->title()->text(), QStringLiteral("What would it gain in %1?").arg(name));
    }
}

// Journey 8: no deep lane pushes the others of the device out of sight; what was unfolded by hand stays so.
void TestVerdicts::aRankIsShownCompactly()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("slow")));
    w.state().showInTimeline({0, 6});
    QVERIFY(w.settle());
    const Trace &trace = *w.bench.runs().rank({0, 6})->trace;
    const std::vector<LaneId> lanes = deviceLanes(trace);
    QVERIFY(lanes.size() > 2);
    QCOMPARE(w.deviceLanesInSight({0, 6}), static_cast<int>(lanes.size()));
    LaneModel &model = *w.timeline().lanes();
    const LaneKey key{{0, 6}, LaneKey::Type::Lane, raw(lanes.back())};
    std::map<LaneKey, bool> byHand = model.expansion();
    byHand[key] = true;
    model.setExpansion(byHand);
    w.state().showInTimeline({0, 6});
    QVERIFY(w.settle());
    QVERIFY(model.expansion() == byHand);
}

// A run of one step that does not fill its capture: "All steps" is chosen, and the step is what is shown.
void TestVerdicts::aVerdictOnAllStepsShowsTheWorst()
{
    const QString real = QStringLiteral(RANKSCOPE_SHARED_DATA) + QStringLiteral("/real/pytorch_text_level2");
    if (!QFileInfo::exists(real))
        QSKIP("the real runs are not here");
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(real));
    VerdictStrip &s = strip(w);
    QVERIFY(w.state().step().isEmpty());
    QVERIFY(isSeen(s.button(scheduling)));
    w.click(s.button(scheduling), s.button(scheduling)->rect().center());
    QVERIFY(w.settle());
    QCOMPARE(w.state().step(), QStringLiteral("50"));
    const auto rank = w.bench.runs().rank(w.state().currentRank());
    const Interval step = deviceSpanOf(*rank, QStringLiteral("50"));
    QVERIFY(step.length() > 0);
    // Launches, kernels and causes in sight, with no more lines than one can follow.
    const std::vector<LaneRow> &pins = w.timeline().pinnedLanes()->rows();
    QTRY_VERIFY(allPinsInSight(w));
    QVERIFY(pins.front().type == LaneRow::Type::Process && pins.back().isDerived());
    QVERIFY(w.deviceLanesInSight(w.state().currentRank()) > 0);
    QVERIFY2(w.timeline().pinPane()->canvas()->flows().shown() <= qint64{FlowOverlay::mostBundles},
             qPrintable(QString::number(w.timeline().pinPane()->canvas()->flows().shown())));
    const TimeWindow shown = w.state().window();
    QVERIFY2(shown.lengthNs() < step.length() * 13 / 10, qPrintable(QString::number(shown.lengthNs())));
    w.key(Qt::Key_Backspace);
    QVERIFY(w.settle());
    QVERIFY(w.state().step().isEmpty());
}

// No rank is at fault, and the run is slower all the same.
void TestVerdicts::aDearNoticeIsSaidOfItsArea()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("uneven")));
    VerdictStrip &s = strip(w);
    const Diagnosis &d = s.diagnosis();
    QVERIFY(d.isFine() && d.observations.size() == 1);
    const qint64 cost = d.observations.front().costNs.value_or(0);
    QVERIFY(static_cast<double>(cost) >= 0.02 * static_cast<double>(d.stepNs));
    QVERIFY2(s.sentence(compute)->text().startsWith(QLatin1String("The pipeline stages are uneven")),
             qPrintable(s.sentence(compute)->text()));
    QVERIFY(isSeen(s.cost(compute)) && s.cost(compute)->text().contains(format::briefDuration(cost)));
    // As the user says what is dear.
    DiagnosisThresholds lenient;
    lenient.leastCost = 0.9;
    w.state().setThresholds(lenient);
    QVERIFY(w.settle());
    QVERIFY2(s.sentence(compute)->text().startsWith(QLatin1String("No rank computes noticeably longer")),
             qPrintable(s.sentence(compute)->text()));
    w.state().setThresholds({});
}

void TestVerdicts::stagesThatWaitHaveTheirRows()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("sound")));
    VerdictStrip &s = strip(w);
    const QString said = s.sentence(communication)->text();
    QVERIFY2(said.contains(QLatin1String("pipeline stages wait for each other")), qPrintable(said));
    w.click(s.button(communication), s.button(communication)->rect().center());
    QVERIFY(w.settle());
    auto &system = w.view<SystemView>("system");
    QCOMPARE(system.shownPage()->objectName(), QStringLiteral("ledger.stages"));
    auto *const table = system.shownPage()->findChild<TableView *>();
    QVERIFY(isSeen(table) && table->model()->rowCount() > 0);
    // Its rows add up to what the sentence says, "In 49.5 % of it".
    const RowSource &rows = *table->rows()->source();
    double sum = 0;
    for (quint32 row = 0; row < rows.rows(); ++row)
        sum += rows.real(row, rows.columnOf(u"share")).value_or(0);
    const double told = said.section(QLatin1String("In "), 1).section(QChar(QChar::Nbsp), 0, 0).toDouble();
    QVERIFY2(std::abs(sum - told) < 1.0, qPrintable(QStringLiteral("%1, told %2").arg(sum).arg(told)));
    // A row leads to the two ranks.
    emit table->activated(0);
    QVERIFY(w.settle());
    QCOMPARE(w.state().ranksTogether().size(), size_t(2));
}

// One problem is one red sign: waiting for the slow rank follows from it.
void TestVerdicts::signsAgreeWithTheCount()
{
    for (const char *const run : {"slow", "both"}) {
        JourneyWindow w(path("settings.ini"), QSize(1366, 768));
        QVERIFY(w.open(path(run)));
        VerdictStrip &s = strip(w);
        size_t red = 0;
        std::set<DiagnosisKind> areas;
        for (size_t area = 0; area < VerdictStrip::areas; ++area)
            red += s.signOf(area)->accessibleName() == QLatin1String("Problem") ? 1 : 0;
        for (const Verdict &v : s.diagnosis().problems)
            areas.insert(diagnosisArea(v.kind));
        QCOMPARE(red, areas.size());
    }
}

void TestVerdicts::linksThatNobodyLookedAtAreNamed()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("slow")));
    QVERIFY(!isSeen(strip(w).linksNote()));
    gen::GeneratorOptions bare = eight("bare");
    bare.ranks = 4;
    QCOMPARE(gen::generate(bare).error, QString());
    QDirIterator files(path("bare"), {QStringLiteral("*communication_matrix.json")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext())
        QVERIFY(QFile::remove(files.next()));
    JourneyWindow other(path("settings.ini"), QSize(1366, 768));
    QVERIFY(other.open(path("bare")));
    const QLabel *const note = strip(other).linksNote();
    QVERIFY(isSeen(note) && note->width() >= note->sizeHint().width());
    QVERIFY(note->toolTip().contains(QLatin1String("communication_matrix.json")));
}

void TestVerdicts::withoutTracesTheButtonLeadsToTheBooks()
{
    gen::GeneratorOptions o = eight("files");
    o.ranks = 4;
    o.faults = {{gen::Fault::HostBound, 1, -1, 2, 60}};
    QCOMPARE(gen::generate(o).error, QString());
    QDirIterator traces(o.outDir, {QStringLiteral("trace_view.json")}, QDir::Files, QDirIterator::Subdirectories);
    while (traces.hasNext())
        QVERIFY(QFile::remove(traces.next()));
    JourneyWindow w(path("settings.ini"));
    QVERIFY(w.open(o.outDir));
    VerdictStrip &s = strip(w);
    QCOMPARE(s.button(scheduling)->text(), QStringLiteral("Where each step went"));
    w.click(s.button(scheduling), s.button(scheduling)->rect().center());
    QVERIFY(w.settle());
    auto &system = w.view<SystemView>("system");
    QVERIFY(isSeen(&system) && system.shownPage()->objectName() == QLatin1String("books"));
}

void TestVerdicts::nothingIsSaidBeforeAllRanksAreRead()
{
    JourneyWindow w(path("settings.ini"));
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    bool saidEarly = false;
    QObject::connect(&w.bench.runs(), &RunStore::rankLoaded, w.window.get(), [&] {
        saidEarly = saidEarly || (w.bench.runs().isLoading() && !strip(w).diagnosis().areas.empty());
    });
    w.window->open({path("slow")});
    QVERIFY(idle.wait(60'000) && w.settle());
    QVERIFY(!saidEarly);
    QVERIFY(!strip(w).diagnosis().areas.empty());
}

// Verdicts that come later name rank 5.
void TestVerdicts::theRankUnderTheHandsStays()
{
    JourneyWindow w(path("settings.ini"));
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    w.window->open({path("slow")});
    QTRY_VERIFY(w.window->docks().isVisible() && w.state().currentRank().isValid());
    auto &explorer = w.view<ExplorerView>("explorer");
    const QModelIndex first = explorer.model()->indexOf({0, 0});
    QTRY_VERIFY(!explorer.tree()->visualRect(first).isEmpty());
    w.click(explorer.tree()->viewport(), explorer.tree()->visualRect(first).center());
    QVERIFY(idle.count() > 0 || idle.wait(60'000));
    QVERIFY(w.settle());
    QVERIFY(!strip(w).diagnosis().problems.empty());
    QCOMPARE(w.state().currentRank(), (RankRef{0, 0}));
}

RS_TEST(TestVerdicts, QApplication);
#include "tst_verdicts.moc"
