// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/stepgrid.h"
#include "support/testprogram.h"
#include "views/picture/colorscale.h"
#include "views/page/rankgroupchip.h"
#include "views/overview/heatmappage.h"
#include "views/overview/stepheatmap.h"
#include "views/state/highlightedranks.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/emptystate.h"

#include <QApplication>
#include <QJsonObject>
#include <QLabel>
#include <QSignalSpy>

#include <algorithm>

using namespace rs;
using namespace rs::test;

namespace {

const QStringList threeSteps = {QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3")};

struct Fixture : ViewFixture
{
    explicit Fixture(std::vector<std::shared_ptr<const RankData>> ranks)
    {
        if (!ranks.empty()) {
            Run run = makeRun(std::move(ranks));
            run.path = run.name = QStringLiteral("demo");
            state.setCurrentRank({runs.addRun(std::move(run)), 0});
        }
        state.restartHistory();
        page.reset(new HeatMapPage(context()));
        page->retranslate();
        page->resize(700, 480);
        page->show();
    }
    [[nodiscard]] bool settle() const
    {
        return QTest::qWaitFor(
            [this] { return page->isComplete() && (page->layer() || !page->emptyState()->heading().isEmpty()); });
    }
    [[nodiscard]] QImage image() const { return page->map()->grab().toImage(); }
    [[nodiscard]] QColor colorAt(int row, int step, QPointF shift = {}) const
    {
        const QPointF at = page->map()->cellRect(row, step).center() + shift;
        return image().pixelColor(at.toPoint());
    }
    [[nodiscard]] QPoint centre(int row, int step) const { return page->map()->cellRect(row, step).center().toPoint(); }

    std::unique_ptr<HeatMapPage> page;
};

// Eight ranks, of which the sixth computes three times as long in the second step.
std::vector<std::shared_ptr<const RankData>> slowRanks()
{
    std::vector<std::shared_ptr<const RankData>> out;
    for (int rank = 0; rank < 8; ++rank) {
        auto data = fileRank(rank, threeSteps, 8000 + rank);
        if (rank == 5)
            data->stepTrace[1].computingUs = 24'000;
        if (rank == 2)
            data->stepTrace.pop_back(); // it has no third step
        out.push_back(data);
    }
    return out;
}

} // namespace

class TestStepHeatMap : public QObject
{
    Q_OBJECT
private slots:
    void valuesAreColoursAndMissingOnesHatched();
    void framesShowOnEveryColour_data();
    void framesShowOnEveryColour();
    void differencesAreCountedFromPeers();
    void theTimeOfAVerdictIsShown();
    void theTimeOfTheUserIsBackAfterAVerdict();
    void aClickChoosesRankAndStepInOneStep();
    void keysMoveAndOpen();
    void aDoubleClickGoesToTheTimeline();
    void aGroupRestrictsTheRows();
    void thresholdsOfTheUserCount();
    void thePageFollowsTheState();
    void theScaleNarrows();
    void oneRankOneStep();
    void manyRanksShowTheFurthest();
    void emptyPagesSayWhatIsMissing();
    void whomAVerdictNamesHasAMark();
    void rowsAreFoldedByDimension();
    void tooltipsArePlain();
};

void TestStepHeatMap::valuesAreColoursAndMissingOnesHatched()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->metric, StepMetric::Computing); // what a slow rank does longer
    // The corner of a cell is free of its number.
    const QPointF corner(-f.page->map()->cellRect(0, 0).width() / 2 + 4, 0);
    QCOMPARE(f.colorAt(5, 1, corner), f.theme.ramp(1));
    QCOMPARE(f.colorAt(0, 0, corner), f.theme.ramp(0));
    // No data: hatched over the background, no colour of the ramp.
    const QRectF empty = f.page->map()->cellRect(2, 2);
    const QImage image = f.image();
    int background = 0;
    int hatch = 0;
    for (int x = static_cast<int>(empty.left()) + 3; x < empty.right() - 3; ++x) {
        for (int y = static_cast<int>(empty.top()) + 3; y < empty.bottom() - 3; ++y) {
            const QColor c = image.pixelColor(x, y);
            background += c == f.theme.background() ? 1 : 0;
            hatch += c == f.theme.hairline() ? 1 : 0;
        }
    }
    QVERIFY(background > 0 && hatch > 0);
    QVERIFY(background + hatch > (empty.width() - 8) * (empty.height() - 8) * 0.9);
    // The outlier has a frame.
    QCOMPARE(f.page->layer()->outliers.size(), size_t(1));
    QCOMPARE(f.page->layer()->outliers.front().row, 5U);
    const QRectF slow = f.page->map()->cellRect(5, 1);
    QCOMPARE(image.pixelColor(static_cast<int>(slow.left()) + 1, static_cast<int>(slow.center().y())), f.theme.text());
    QVERIFY(f.page->frame()
                ->findChild<ElidedLabel *>(QStringLiteral("note"))
                ->text()
                .contains(QStringLiteral("1 outlier")));
}

void TestStepHeatMap::framesShowOnEveryColour_data()
{
    QTest::addColumn<Theme::Mode>("mode");
    QTest::newRow("light") << Theme::Mode::Light;
    QTest::newRow("dark") << Theme::Mode::Dark;
}

// The outlier has the last colour of the ramp, which is as dark as the text of the light theme.
void TestStepHeatMap::framesShowOnEveryColour()
{
    QFETCH(const Theme::Mode, mode);
    Fixture f(slowRanks());
    f.setTheme(mode);
    QVERIFY(f.settle());
    QTest::mouseClick(f.page->map(), Qt::LeftButton, {}, f.centre(5, 1));
    QTest::mouseMove(f.page->map(), QPoint(1, 1));
    QVERIFY(f.settle());
    const QRect cell = f.page->map()->cellRect(5, 1).toAlignedRect();
    const QImage image = f.image();
    QList<QColor> seen; // from the cell beside it inwards
    for (int x = cell.left() - 6; x < cell.left() + 6; ++x) {
        const QColor c = image.pixelColor(x, cell.center().y());
        if (seen.isEmpty() || seen.back() != c)
            seen.append(c);
    }
    const QList<QColor> wanted = {f.theme.ramp(0), f.theme.accent(),     f.theme.background(),
                                  f.theme.text(),  f.theme.background(), f.theme.ramp(1)};
    QCOMPARE(seen, wanted);
}

void TestStepHeatMap::theTimeOfAVerdictIsShown()
{
    QCOMPARE(verdictMetric(DiagnosisKind::Scheduling), StepMetric::Idle);
    QCOMPARE(verdictMetric(DiagnosisKind::SlowLink), StepMetric::Uncovered);
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->metric, StepMetric::Computing);
    f.state.askMetric(verdictMetric(DiagnosisKind::Communication));
    QTRY_VERIFY(f.page->isComplete() && f.page->layer()->metric == StepMetric::Uncovered);
    QCOMPARE(f.page->metricPicker()->value().toInt(), static_cast<int>(StepMetric::Uncovered));
    f.state.askMetric(verdictMetric(DiagnosisKind::Compute));
    QTRY_VERIFY(f.page->isComplete() && f.page->layer()->metric == StepMetric::Computing);
}

// The user looks at whole steps; a verdict leads to another time, until he goes on by himself.
void TestStepHeatMap::theTimeOfTheUserIsBackAfterAVerdict()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    const auto shows = [&f](StepMetric metric) {
        return QTest::qWaitFor([&] {
            return f.page->isComplete() && f.page->layer()->metric == metric &&
                   f.page->metricPicker()->value().toInt() == static_cast<int>(metric);
        });
    };
    const auto follow = [&f](DiagnosisKind kind, int rank) {
        f.state.inOneStep([&] {
            f.state.askMetric(verdictMetric(kind));
            f.state.setCurrentRank({0, rank});
        });
    };
    choose(f.page->metricPicker(), 0);
    QVERIFY(shows(StepMetric::Total));
    const QJsonObject kept = f.page->saveState();
    follow(DiagnosisKind::Communication, 3);
    QVERIFY(shows(StepMetric::Uncovered));
    QCOMPARE(f.page->saveState(), kept); // a session has what the user chose
    const auto says = [&f](const QString &text) {
        const auto labels = f.page->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *l) { return l->text().contains(text); });
    };
    QVERIFY(says(QStringLiteral("time of the verdict")));
    // A walk through the picture itself stays in its time.
    QTest::mouseClick(f.page->map(), Qt::LeftButton, {}, f.centre(5, 1));
    QCOMPARE(f.state.currentRank(), (RankRef{0, 5}));
    QVERIFY(shows(StepMetric::Uncovered));
    follow(DiagnosisKind::Compute, 4);
    QVERIFY(shows(StepMetric::Computing));
    f.state.setCurrentRank({0, 1}); // in the explorer, say
    QVERIFY(shows(StepMetric::Total));
    QVERIFY(!says(QStringLiteral("time of the verdict")));
    // Back to where the verdict had led, and to before it.
    f.state.back();
    QVERIFY(shows(StepMetric::Computing));
    f.state.back();
    f.state.back();
    f.state.back();
    QVERIFY(shows(StepMetric::Total));
    // A time that is picked holds.
    follow(DiagnosisKind::Communication, 2);
    QVERIFY(shows(StepMetric::Uncovered));
    choose(f.page->metricPicker(), 1);
    QVERIFY(shows(StepMetric::Computing));
    f.state.setCurrentRank({0, 0});
    QVERIFY(shows(StepMetric::Computing));
    f.state.back();
    QVERIFY(shows(StepMetric::Computing));
}

void TestStepHeatMap::differencesAreCountedFromPeers()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    choose(f.page->metricPicker(), 0); // the whole step
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->metric, StepMetric::Total);
    choose(f.page->metricPicker(), 1);
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->metric, StepMetric::Computing);
    choose(f.page->showPicker(), 1);
    const QPointF corner(-f.page->map()->cellRect(0, 0).width() / 2 + 4, 0);
    QCOMPARE(f.colorAt(5, 1, corner), f.theme.divergingRamp(1));
    // Median of 8000 … 8007, of which 24000: ranks 0 to 7 without 5 have 8000 1 2 3 4 6 7, so 8003.5.
    QCOMPARE(f.page->layer()->shown(f.page->layer()->grid->cell(5, 1), true), std::optional<qint64>(15'996'500));
    QCOMPARE(f.page->scale()->high(), 15.9965);
    QCOMPARE(f.page->scale()->low(), -15.9965);
    // Nearly none: beside the neutral middle.
    const QColor middle = f.colorAt(0, 0, corner);
    QVERIFY(std::abs(middle.lightness() - f.theme.divergingRamp(0).lightness()) < 6);
}

void TestStepHeatMap::aClickChoosesRankAndStepInOneStep()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    QTest::mouseClick(f.page->map(), Qt::LeftButton, {}, f.centre(5, 1));
    QCOMPARE(f.state.currentRank(), (RankRef{0, 5}));
    QCOMPARE(f.state.step(), QStringLiteral("2"));
    QCOMPARE(f.state.selection().kind, Selection::Kind::Rank);
    QCOMPARE(f.state.selection().rank, (RankRef{0, 5}));
    f.state.back();
    QCOMPARE(f.state.currentRank(), (RankRef{0, 0}));
    QCOMPARE(f.state.step(), QString());
    QVERIFY(!f.state.canGoBack());
}

void TestStepHeatMap::keysMoveAndOpen()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    f.page->map()->setFocus();
    QSignalSpy opened(&f.state, &ViewState::rankRevealRequested);
    QTest::keyClick(f.page->map(), Qt::Key_Down); // shows where the keys are
    QCOMPARE(f.state.step(), QStringLiteral("1"));
    QCOMPARE(f.state.currentRank().index, 0);
    QTest::keyClick(f.page->map(), Qt::Key_Down);
    QTest::keyClick(f.page->map(), Qt::Key_Right);
    QCOMPARE(f.state.currentRank().index, 1);
    QCOMPARE(f.state.step(), QStringLiteral("2"));
    QTest::keyClick(f.page->map(), Qt::Key_Left);
    QTest::keyClick(f.page->map(), Qt::Key_Left);
    QCOMPARE(f.state.step(), QStringLiteral("1"));
    QTest::keyClick(f.page->map(), Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    QVERIFY(!f.page->map()->accessibleName().isEmpty());
}

void TestStepHeatMap::aDoubleClickGoesToTheTimeline()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    QSignalSpy views(&f.state, &ViewState::viewRequested);
    QSignalSpy opened(&f.state, &ViewState::rankRevealRequested);
    QTest::mouseDClick(f.page->map(), Qt::LeftButton, {}, f.centre(6, 0));
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened.front().front().value<RankRef>(), (RankRef{0, 6}));
    QCOMPARE(views.front().front().toString(), QStringLiteral("timeline"));
    QCOMPARE(f.state.step(), QStringLiteral("1")); // to which the timeline zooms
    f.page->map()->setFocus();
    QTest::keyClick(f.page->map(), Qt::Key_Right);
    QSignalSpy steps(&f.state, &ViewState::stepChosen);
    QTest::keyClick(f.page->map(), Qt::Key_Return);
    QCOMPARE(opened.count(), 2);
    QCOMPARE(steps.count(), 1);
    QCOMPARE(f.state.step(), QStringLiteral("2"));
}

void TestStepHeatMap::aGroupRestrictsTheRows()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    f.state.setRankGroup({0, QStringLiteral("TP"), {4, 5}});
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->grid->rows().size(), size_t(2));
    QCOMPARE(f.page->layer()->outliers.size(), size_t(1)); // against all of its peers, as before
    const auto *const chip = f.page->findChild<RankGroupChip *>();
    QVERIFY(chip && chip->isVisible());
    QTest::mouseClick(f.page->map(), Qt::LeftButton, {}, f.centre(1, 1));
    QCOMPARE(f.state.currentRank(), (RankRef{0, 5}));
    // Changes while nobody looks are there when somebody does.
    f.page->hide();
    f.state.setRankGroup({});
    QCOMPARE(f.page->layer()->grid->rows().size(), size_t(2));
    f.page->show();
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->grid->rows().size(), size_t(8));
    f.state.setRankGroup({1, QStringLiteral("TP"), {4, 5}}); // of another run
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->grid->rows().size(), size_t(8));
}

void TestStepHeatMap::thresholdsOfTheUserCount()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->outliers.size(), size_t(1));
    DiagnosisThresholds limits;
    limits.computeDeviation = 1; // twice the median is no matter
    limits.outliers.robustZ = 50;
    limits.outliers.leastSpread = 0.5;
    f.state.setThresholds(limits);
    QVERIFY(f.settle());
    QVERIFY(f.page->layer()->outliers.empty());
}

void TestStepHeatMap::thePageFollowsTheState()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    const auto before = f.page->layer();
    f.state.setCurrentRank({0, 3});
    f.page->invalidate(); // as the system view does
    f.state.setStep(QStringLiteral("3"));
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer(), before); // nothing was computed again
    const QRectF r = f.page->map()->cellRect(3, 2);
    QCOMPARE(f.image().pixelColor(static_cast<int>(r.left()) - 3, static_cast<int>(r.center().y())), f.theme.accent());
}

void TestStepHeatMap::theScaleNarrows()
{
    Fixture f(slowRanks());
    QVERIFY(f.settle());
    const QPointF corner(-f.page->map()->cellRect(0, 0).width() / 2 + 4, 0);
    f.page->scale()->setRange(f.page->scale()->low(), 20);
    QCOMPARE(f.colorAt(5, 1, corner), f.theme.hairline()); // outside
    f.setTheme(Theme::Mode::Dark);
    QCOMPARE(f.colorAt(5, 1, corner), f.theme.ramp(1)); // the whole scale again, in the colours of the theme
}

void TestStepHeatMap::oneRankOneStep()
{
    Fixture f({fileRank(0)});
    QVERIFY(f.settle());
    const QRectF only = f.page->map()->cellRect(0, 0);
    QVERIFY(only.width() <= 240 && only.height() <= 72);
    QCOMPARE(f.colorAt(0, 0, {-only.width() / 2 + 4, 0}), f.theme.ramp(1));
    QVERIFY(f.page->map()->tip(0, 0).contains(QStringLiteral("no other rank")));
    choose(f.page->showPicker(), 1); // no difference to be told
    QCOMPARE(f.colorAt(0, 0).alpha(), 255);
    QVERIFY(!f.page->layer()->range(true));
}

// Four thousand rows on a few hundred pixels: the one that stands apart is seen.
void TestStepHeatMap::manyRanksShowTheFurthest()
{
    std::vector<OverviewRow> rows;
    for (int rank = 0; rank < 4096; ++rank) {
        for (int step = 1; step <= 2; ++step) {
            OverviewRow r;
            r.rank = rank;
            r.rankIndex = rank;
            r.step = QString::number(step);
            r.computingUs = rank == 3001 && step == 2 ? 900 : 100 + rank % 7;
            rows.push_back(r);
        }
    }
    const Theme theme;
    StepHeatMap map(&theme);
    const auto grid = std::make_shared<const StepGrid>(rows, std::map<int, int>());
    const auto layer = std::make_shared<const StepHeatLayer>(grid, StepMetric::Computing, JobContext());
    map.setLayer(layer);
    map.setRange(100'000, 900'000);
    map.resize(500, 300);
    QCOMPARE(layer->outliers.size(), size_t(1));
    const QImage image = map.grab().toImage();
    const QPoint at = map.cellRect(3001, 1).center().toPoint();
    int found = 0;
    for (int y = at.y() - 4; y <= at.y() + 4; ++y)
        found += image.pixelColor(at.x(), y) == theme.ramp(1) || image.pixelColor(at.x(), y) == theme.text() ? 1 : 0;
    QVERIFY(found >= 2);
    QVERIFY(image.pixelColor(map.cellRect(3001, 0).center().toPoint()) != theme.ramp(1));
    QCOMPARE(map.cellAt(map.cellRect(3001, 1).center()), std::pair(3001, 1));
}

void TestStepHeatMap::emptyPagesSayWhatIsMissing()
{
    auto bare = std::make_shared<RankData>();
    bare->info.rank = 0;
    bare->info.label = QStringLiteral("0");
    Fixture f({bare});
    QVERIFY(f.settle());
    QVERIFY2(f.page->emptyState()->body().contains(QStringLiteral("step_trace_time.csv")),
             qPrintable(f.page->emptyState()->body()));
    QVERIFY(f.page->pictures().empty());
    Fixture none({});
    QVERIFY(none.settle());
    QCOMPARE(none.page->emptyState()->heading(), QStringLiteral("No run is open"));
}

// Two pipeline stages of two copies of two tensor parallel ranks.
void TestStepHeatMap::whomAVerdictNamesHasAMark()
{
    // The others wait for rank 5 in the second step.
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int rank = 0; rank < 8; ++rank) {
        auto data = fileRank(rank, threeSteps, 8000 + rank);
        if (rank == 5)
            data->stepTrace[1].computingUs = 12'000;
        else
            data->stepTrace[1].notOverlappedUs = 6000;
        ranks.push_back(data);
    }
    Fixture f(std::move(ranks));
    QVERIFY(f.settle());
    const StepHeatMap &map = *f.page->map();
    QTRY_VERIFY(map.marks().contains(5));
    QCOMPARE(map.marks().size(), size_t(1));
    const QImage image = f.image();
    const auto at = [&](int row, int step, QPointF shift) {
        return image.pixelColor((map.cellRect(row, step).topLeft() + shift).toPoint());
    };
    // In the corner of the step that is named, and before the row.
    const QPointF inside(3, 3);
    QCOMPARE(at(5, 1, inside), f.theme.error());
    QVERIFY(at(5, 0, inside) != f.theme.error() && at(4, 1, inside) != f.theme.error());
    const QPointF before(-2, map.cellRect(5, 0).height() / 2);
    QCOMPARE(at(5, 0, before), f.theme.error());
    QVERIFY(at(4, 0, before) != f.theme.error());
    QVERIFY(map.tip(5, 1).contains(QLatin1String("Verdict")));
    QVERIFY(!map.tip(5, 0).contains(QLatin1String("Verdict")) && !map.tip(4, 1).contains(QLatin1String("Verdict")));
}

void TestStepHeatMap::rowsAreFoldedByDimension()
{
    Fixture plain(slowRanks());
    QVERIFY(plain.settle());
    QVERIFY(!plain.page->rowsPicker()->isVisible()); // nothing tells how the ranks share the work
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (const auto &rank : slowRanks()) {
        auto data = std::make_shared<RankData>(*rank);
        data->info.distributedArgs = {{QStringLiteral("tensor_model_parallel_size"), 2},
                                      {QStringLiteral("pipeline_model_parallel_size"), 2},
                                      {QStringLiteral("world_size"), 8}};
        ranks.push_back(data);
    }
    Fixture f(ranks);
    QVERIFY(f.settle());
    QVERIFY(f.page->rowsPicker()->isVisible() && !f.page->foldPicker()->isVisible());
    QCOMPARE(f.page->rowsPicker()->box()->count(), 4); // each rank, TP, DP, PP
    choose(f.page->rowsPicker(), 1);
    QVERIFY(f.settle());
    QVERIFY(f.page->foldPicker()->isVisible());
    QCOMPARE(f.page->layer()->grid->rows().size(), size_t(4));
    QCOMPARE(f.page->layer()->grid->rows()[2].stage, 1); // no group says so, but the stated sizes do
    choose(f.page->foldPicker(), 1);                     // the largest
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->shown(f.page->layer()->grid->cell(2, 1), false), std::optional<qint64>(24'000'000));
    QVERIFY(f.page->map()->tip(2, 1).contains(QStringLiteral("4-5")));
    // A click goes to the rank that the row stands for.
    QTest::mouseClick(f.page->map(), Qt::LeftButton, {}, f.centre(2, 1));
    QCOMPARE(f.state.currentRank(), (RankRef{0, 5}));
    QCOMPARE(f.state.step(), QStringLiteral("2"));
    choose(f.page->rowsPicker(), 0);
    QVERIFY(f.settle());
    QCOMPARE(f.page->layer()->grid->rows().size(), size_t(8));
    QVERIFY(!f.page->foldPicker()->isVisible());
}

void TestStepHeatMap::tooltipsArePlain()
{
    auto named = fileRank(-1);
    named->info.label = QStringLiteral("<b>x</b>");
    Fixture f({named, fileRank(1)});
    QVERIFY(f.settle());
    const QString tip = f.page->map()->tip(1, 0);
    QVERIFY2(!tip.contains(QStringLiteral("<b>x")), qPrintable(tip));
    QVERIFY(tip.contains(QStringLiteral("Median of its peers")));
}

RS_TEST(TestStepHeatMap, QApplication);
#include "tst_stepheatmap.moc"
