// SPDX-License-Identifier: Apache-2.0
// What holds a run up is said above its bars, and one click leads to where the next look belongs.
#include "analysis/time/stepwindows.h"
#include "app/dialogs/thresholdsdialog.h"
#include "generator/generator.h"
#include "items/format.h"
#include "journeywindow.h"
#include "support/testprogram.h"
#include "views/communication/communicationview.h"
#include "views/links/heatmap.h"
#include "views/links/matrixpage.h"
#include "views/compare/compareview.h"
#include "views/browse/detailsview.h"
#include "views/overview/overviewview.h"
#include "views/overview/verdictstrip.h"
#include "views/browse/findingsview.h"
#include "views/page/page.h"
#include "views/browse/systemview.h"
#include "views/timeline/canvas/causelegend.h"
#include "views/timeline/canvas/flowoverlay.h"
#include "views/timeline/canvas/lanelabels.h"
#include "views/timeline/lanes/lanelayout.h"
#include "views/tables/tableview.h"

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
#include <QTemporaryDir>

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
    void pinsOfAVerdictGoWithTheNextJump();
    void backTakesBackAllThatTheJumpDid();
    void backLeavesWhatTheUserDidSince();
    void aSlippedClickOnAGapIsAClick();
    void aRankThatIsChosenElsewhereIsInSightInTheTimeline();
    void aSlowLinkIsOutlinedInTheMatrix_data() { sizes(); }
    void aSlowLinkIsOutlinedInTheMatrix();
    void aSlowLinkAmongOthersOfItsDomainIsShownThere();
    void theFirstReasonStandsInTheLine();
    void anotherProblemOfTheAreaIsCounted();
    void thresholdsAreTheUsers();
    void aSoundRunAccusesNobody();
    void aRankIsShownCompactly();
    void aVerdictOnAllStepsShowsTheWorst();
    void stagesThatWaitHaveTheirRows();
    void signsAgreeWithTheCount();
    void linksThatNobodyLookedAtAreNamed();
    void withoutTracesTheButtonLeadsToTheBooks();
    void nothingIsSaidBeforeAllRanksAreRead();

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
        o.mbPerRank = 1;
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
    for (const gen::GeneratorOptions &o : {slow, host, link, both, drop, eight("sound")})
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
    QCOMPARE(s.button(compute)->text(), QStringLiteral("Compare 5 with %1").arg(normal));

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
    if (qEnvironmentVariableIsSet("JOURNEY_PICTURES"))
        w.window->grab().save(qEnvironmentVariable("JOURNEY_PICTURES") +
                              QStringLiteral("/host-%1.png").arg(size.width()));
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
    // What the colours of the gaps mean.
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
    if (qEnvironmentVariableIsSet("JOURNEY_PICTURES"))
        w.window->grab().save(qEnvironmentVariable("JOURNEY_PICTURES") +
                              QStringLiteral("/drop-%1.png").arg(size.width()));
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

// What was unfolded, chosen or moved after the jump is no part of it.
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
    // Where the user has scrolled to since is not left again.
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
    if (qEnvironmentVariableIsSet("JOURNEY_PICTURES"))
        w.window->grab().save(qEnvironmentVariable("JOURNEY_PICTURES") +
                              QStringLiteral("/link-%1.png").arg(size.width()));
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

// The sentence and why it is so stand in the line where two rows of text hold both.
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
    // What the others are, and what all of them cost, is said in few words.
    QVERIFY(isSeen(s.cost(compute)) && !s.shortText(compute)->isVisible());
    for (size_t area = 0; area < VerdictStrip::areas; ++area) {
        if (area == compute)
            continue;
        QVERIFY(!s.sentence(area)->isVisible() && s.shortText(area)->isVisible());
        const QString cost = s.cost(area)->text();
        QVERIFY2(s.shortText(area)->text().contains(cost.isEmpty() ? QStringLiteral(": ") : cost),
                 qPrintable(s.shortText(area)->text()));
    }
    s.setCompact(false);
    QVERIFY(!s.shortText(1)->isVisible());
    QTRY_VERIFY(said.text().contains(QLatin1String("types of operators")));
    // No room for it: the sentence alone, all of it.
    w.window->resize(900, 1080);
    QTRY_VERIFY(!said.text().contains(QLatin1String("types of operators")));
    QVERIFY(said.height() >= said.heightForWidth(said.width()));
}

// A line has room for one of them, but says that there are more.
void TestVerdicts::anotherProblemOfTheAreaIsCounted()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("both")));
    VerdictStrip &s = strip(w);
    QCOMPARE(s.diagnosis().problems.size(), size_t(2));
    for (const Verdict &v : s.diagnosis().problems)
        QCOMPARE(diagnosisArea(v.kind), DiagnosisKind::Scheduling);
    QVERIFY2(s.sentence(scheduling)->text().endsWith(QLatin1String(". And 1 more problem.")),
             qPrintable(s.sentence(scheduling)->text()));
    QVERIFY(!s.sentence(compute)->text().contains(QLatin1String("more problem")));
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
    if (qEnvironmentVariableIsSet("JOURNEY_PICTURES"))
        w.window->grab().save(qEnvironmentVariable("JOURNEY_PICTURES") + QStringLiteral("/worst.png"));
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

void TestVerdicts::stagesThatWaitHaveTheirRows()
{
    JourneyWindow w(path("settings.ini"), QSize(1366, 768));
    QVERIFY(w.open(path("sound")));
    VerdictStrip &s = strip(w);
    const QString said = s.sentence(communication)->text();
    QVERIFY2(said.contains(QLatin1String("stages of the pipeline wait for each other")), qPrintable(said));
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

RS_TEST(TestVerdicts, QApplication);
#include "tst_verdicts.moc"
