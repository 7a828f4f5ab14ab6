// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/domains.h"
#include "support/testprogram.h"
#include "views/picture/colorscale.h"
#include "views/overview/overviewview.h"
#include "views/parallel/rankgrid.h"
#include "views/parallel/strategyform.h"
#include "views/parallel/strategypage.h"
#include "views/page/rankgroupchip.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/emptystate.h"

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>
#include <QToolButton>

#include <set>

using namespace rs;
using namespace rs::test;

namespace {

const QStringList twoSteps = {QStringLiteral("1"), QStringLiteral("2")};

// TP 2, DP 2, PP 2: rank 5 computes three times as long in the second step. Stage 1 computes longer than stage 0.
std::vector<std::shared_ptr<const RankData>> stagedRanks(bool told, int count = 8)
{
    std::vector<std::shared_ptr<const RankData>> out;
    for (int rank = 0; rank < count; ++rank) {
        auto data = fileRank(rank, twoSteps, (rank < 4 ? 8000 : 12'000) + rank);
        if (rank == 5)
            data->stepTrace[1].computingUs = 36'000;
        data->info.host = QStringLiteral("node-%1").arg(rank / 4);
        if (told)
            data->info.distributedArgs = {{QStringLiteral("tensor_model_parallel_size"), 2},
                                          {QStringLiteral("pipeline_model_parallel_size"), 2},
                                          {QStringLiteral("world_size"), 8}};
        out.push_back(data);
    }
    return out;
}

struct Fixture : ViewFixture
{
    explicit Fixture(std::vector<std::shared_ptr<const RankData>> ranks)
    {
        if (!ranks.empty()) {
            Run run = makeRun(std::move(ranks));
            run.path = run.name = QStringLiteral("demo");
            state.setCurrentRank({runs.addRun(std::move(run)), 0});
        }
        // As the application does it.
        QObject::connect(&state, &ViewState::strategyEntered, &runs,
                         [this](int run, const std::optional<Strategy> &s) { runs.setStrategy(run, s); });
        state.restartHistory();
        page.reset(new StrategyPage(context()));
        QObject::connect(&runs, &RunStore::runChanged, page.get(), &SystemPage::invalidate); // as the system view does
        page->retranslate();
        page->resize(900, 560);
        page->show();
    }
    [[nodiscard]] bool settle() const
    {
        return QTest::qWaitFor([this] {
            return page->isComplete() &&
                   (page->picture() || !page->whyNoGrid().isEmpty() || !page->emptyState()->heading().isEmpty());
        });
    }
    [[nodiscard]] QPoint centre(int row, int column) const
    {
        return page->grid()->cellRect(row, column).center().toPoint();
    }
    [[nodiscard]] QColor corner(int row, int column) const
    {
        const QRectF r = page->grid()->cellRect(row, column);
        return page->grid()->grab().toImage().pixelColor((r.bottomRight() - QPointF(5, 5)).toPoint());
    }
    [[nodiscard]] QString note() const
    {
        return page->frame()->findChild<ElidedLabel *>(QStringLiteral("note"))->text();
    }

    std::unique_ptr<StrategyPage> page;
};

const StrategyGrid::Group &groupOf(const StrategyPage &page, int rank, unsigned token)
{
    return *page.picture()->grid.groupOf(rank, token);
}

} // namespace

class TestStrategyPage : public QObject
{
    Q_OBJECT
private slots:
    void ranksStandByStageAndPlace();
    void theChosenStepCounts();
    void aClickSelectsAndAFrameRestricts();
    void keysAndFinding();
    void missingRanksAreHatched();
    void cellsAreFolded();
    void cellsSayAsMuchAsTheOthers();
    void cellsFillTheRoom();
    void theLineThatUnfoldsStaysUnderTheMouse();
    void whomAVerdictNamesHasAMark();
    void sizesAreEnteredAndForgotten();
    void sizesThatBreakARuleAreNotTaken();
    void fourThousandRanks();
    void withoutARunOrARankThatIsLoaded();
};

void TestStrategyPage::ranksStandByStageAndPlace()
{
    Fixture f(stagedRanks(true));
    QVERIFY(f.settle());
    const StrategyGrid &grid = f.page->picture()->grid;
    QCOMPARE(grid.rows(), 2);
    QCOMPARE(grid.columns(), 4);
    QCOMPARE(grid.ranksAt(1, 1), std::vector<int>{5}); // pp 1, dp 0, tp 1
    QCOMPARE(grid.ranksAt(1, 2), std::vector<int>{6});
    grab(*f.page, QStringLiteral("strategy-grid"));
    // Mean of both steps: rank 5 is far above.
    QCOMPARE(f.corner(1, 1), f.theme.ramp(1));
    QCOMPARE(f.corner(0, 0), f.theme.ramp(0));
    const QString tip = f.page->grid()->tip(1, 1);
    for (const char *const part : {"node-1", "PP 1", "TP 1", "TP group", "4-5", "DP group", "5, 7", "PP group", "1, 5",
                                   "Median of its peers", "stands apart"})
        QVERIFY2(tip.contains(QLatin1String(part)), qPrintable(tip + QLatin1String(part)));
    // Frames lie around groups that are together, each in the colour of its dimension.
    const QImage image = f.page->grid()->grab().toImage();
    for (const unsigned token : {TokenTp, TokenPp}) {
        const QRectF frame = f.page->grid()->frameRect(groupOf(*f.page, 2, token));
        QVERIFY(frame.isValid() && frame.contains(f.page->grid()->cellRect(0, 2)));
        const QPoint at = token == TokenTp ? QPoint(qRound(frame.left()), qRound(frame.center().y()))
                                           : QPoint(qRound(frame.center().x()), qRound(frame.top()));
        const QColor color = RankGrid::frameColor(f.theme, token);
        const QPoint beside = token == TokenTp ? QPoint(1, 0) : QPoint(0, 1);
        QVERIFY(image.pixelColor(at) == color || image.pixelColor(at - beside) == color ||
                image.pixelColor(at + beside) == color);
    }
    QVERIFY(!f.page->grid()->frameRect(groupOf(*f.page, 2, TokenDp)).isValid()); // its ranks lie apart
    // Against the peers of the same stage: the slow stage is no difference.
    choose(f.page->showPicker(), 1);
    QCOMPARE(f.corner(1, 1), f.theme.divergingRamp(1));
    QVERIFY(std::abs(f.corner(1, 0).lightness() - f.theme.divergingRamp(0).lightness()) < 6);
    grab(*f.page, QStringLiteral("strategy-differences"));
}

void TestStrategyPage::theChosenStepCounts()
{
    Fixture f(stagedRanks(true));
    QVERIFY(f.settle());
    QVERIFY(f.page->grid()->tip(1, 1).contains(QStringLiteral("24.0")));
    f.state.setStep(QStringLiteral("2"));
    QVERIFY(f.settle());
    QVERIFY2(f.page->grid()->tip(1, 1).contains(QStringLiteral("36.0")), qPrintable(f.page->grid()->tip(1, 1)));
    QVERIFY(f.note().contains(QStringLiteral("step 2")));
    choose(f.page->metricPicker(), static_cast<int>(StepMetric::Idle));
    QVERIFY(f.settle());
    QVERIFY(f.page->grid()->tip(1, 1).contains(QStringLiteral("Idle")));
}

void TestStrategyPage::aClickSelectsAndAFrameRestricts()
{
    Fixture f(stagedRanks(true));
    OverviewView overview(f.context());
    overview.resize(1000, 700);
    overview.show();
    QVERIFY(f.settle());
    QTRY_COMPARE(overview.rows().size(), size_t(8));
    QTest::mouseClick(f.page->grid(), Qt::LeftButton, {}, f.centre(1, 1));
    QCOMPARE(f.state.currentRank(), (RankRef{0, 5}));
    QCOMPARE(f.state.selection().kind, Selection::Kind::Rank);
    // The upper line of the frame around ranks 6 and 7.
    const QRectF frame = f.page->grid()->frameRect(groupOf(*f.page, 6, TokenTp));
    QTest::mouseClick(f.page->grid(), Qt::LeftButton, {}, QPoint(qRound(frame.right()), qRound(frame.center().y())));
    QCOMPARE(f.state.rankGroup(), (ShownRanks{0, QStringLiteral("TP"), {6, 7}}));
    QTRY_COMPARE(overview.rows().size(), size_t(2));
    QCOMPARE(overview.rows().front().rank, 6);
    auto *const chip = overview.findChild<RankGroupChip *>();
    QVERIFY(chip->isVisible() && chip->text().contains(QStringLiteral("6-7")));
    grab(overview, QStringLiteral("strategy-chip"));
    grab(*f.page, QStringLiteral("strategy-restricted"));
    QVERIFY(f.corner(1, 1) != f.theme.ramp(1)); // pale: not of the group
    // Taken back by the chip, and by going back.
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(f.state.rankGroup().isEmpty() && !chip->isVisible());
    QTRY_COMPARE(overview.rows().size(), size_t(8));
    f.state.back();
    QCOMPARE(f.state.rankGroup().ranks, (std::vector<int>{6, 7}));
    f.state.setRankGroup({});
    // A group that has no frame: by the picker, of the chosen rank.
    f.state.setCurrentRank({0, 5});
    choose(f.page->groupPicker(), 2);
    QCOMPARE(f.state.rankGroup(), (ShownRanks{0, QStringLiteral("DP"), {5, 7}}));
    f.state.forgetRun(0);
    QVERIFY(f.state.rankGroup().isEmpty());
}

void TestStrategyPage::keysAndFinding()
{
    Fixture f(stagedRanks(true));
    QVERIFY(f.settle());
    f.page->grid()->setFocus();
    QTest::keyClick(f.page->grid(), Qt::Key_Right);
    QCOMPARE(f.state.currentRank().index, 1);
    QTest::keyClick(f.page->grid(), Qt::Key_Down);
    QCOMPARE(f.state.currentRank().index, 5);
    QSignalSpy opened(&f.state, &ViewState::rankRevealRequested);
    QTest::keyClick(f.page->grid(), Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    f.page->finder()->setFocus();
    QTest::keyClicks(f.page->finder(), QStringLiteral("6"));
    QTest::keyClick(f.page->finder(), Qt::Key_Return);
    QCOMPARE(f.state.currentRank().index, 6);
    const QRectF r = f.page->grid()->cellRect(1, 2);
    QCOMPARE(f.page->grid()->grab().toImage().pixelColor(qRound(r.left()) - 3, qRound(r.center().y())),
             f.theme.accent());
    f.page->finder()->clear();
    QTest::keyClicks(f.page->finder(), QStringLiteral("77"));
    QTest::keyClick(f.page->finder(), Qt::Key_Return);
    QVERIFY(f.note().contains(QStringLiteral("77")));
    QCOMPARE(f.state.currentRank().index, 6);
}

void TestStrategyPage::missingRanksAreHatched()
{
    Fixture f(stagedRanks(true, 7));
    QVERIFY(f.settle());
    QCOMPARE(f.page->picture()->missing, std::vector<int>{7});
    QVERIFY(f.note().contains(QStringLiteral("1 rank(s) missing: 7")) ||
            f.note().contains(QStringLiteral("1 rank missing: 7")));
    QVERIFY(f.page->grid()->tip(1, 3).contains(QStringLiteral("no folder")));
    const QRectF r = f.page->grid()->cellRect(1, 3).adjusted(4, 4, -4, -4);
    const QImage image = f.page->grid()->grab().toImage();
    int hatch = 0;
    for (int x = static_cast<int>(r.left()); x < r.right(); ++x)
        hatch += image.pixelColor(x, static_cast<int>(r.top())) == f.theme.hairline() ? 1 : 0;
    QVERIFY(hatch > 0);
    const RankRef before = f.state.currentRank();
    QTest::mouseClick(f.page->grid(), Qt::LeftButton, {}, f.centre(1, 3));
    QCOMPARE(f.state.currentRank(), before);
}

void TestStrategyPage::cellsAreFolded()
{
    Fixture f(stagedRanks(true));
    QVERIFY(f.settle());
    QCOMPARE(f.page->rowsPicker()->box()->count(), 4); // each, TP, DP, PP
    choose(f.page->rowsPicker(), 1);
    QVERIFY(f.settle());
    QCOMPARE(f.page->picture()->grid.columns(), 2);
    QVERIFY(f.page->grid()->tip(1, 0).contains(QStringLiteral("4-5")));
    // Groups of copies are together now.
    QVERIFY(f.page->grid()->frameRect(groupOf(*f.page, 4, TokenDp)).isValid());
    grab(*f.page, QStringLiteral("strategy-folded"));
    choose(pickerNamed(*f.page, QStringLiteral("of the folded ranks")), 1); // the largest
    QVERIFY(f.settle());
    // A click goes to the rank that made it so.
    QTest::mouseClick(f.page->grid(), Qt::LeftButton, {}, f.centre(1, 0));
    QCOMPARE(f.state.currentRank().index, 5);
}

// What there is no room for in one cell is in none.
void TestStrategyPage::cellsSayAsMuchAsTheOthers()
{
    std::vector<OverviewRow> rows;
    Run run;
    for (int rank = 0; rank < 64; ++rank) {
        OverviewRow r;
        r.rank = rank;
        r.rankIndex = rank;
        r.computingUs = rank == 7 ? 123'456 : 9'000 + rank;
        rows.push_back(r);
        RankInfo info;
        info.rank = rank;
        run.infos.push_back(info);
    }
    const Theme theme;
    RankGrid grid(&theme);
    const Strategy strategy{StrategyOrder::MegatronTpCpEpDpPp, {4, 1, 4, 4, 1, 1}};
    const auto whole = std::make_shared<const StepGrid>(rows, std::map<int, int>());
    const auto one = std::make_shared<const StepGrid>(whole->across({}));
    const auto show = [&](unsigned folded) {
        grid.setPicture(std::make_shared<const RankPicture>(run, strategy, folded, one, StepMetric::Computing,
                                                            FoldBy::Mean, JobContext()));
    };
    show(0);
    std::set<qsizetype> seen;
    for (int wide = 200; wide <= 1800; wide += 40) {
        grid.resize(wide, 400);
        const qsizetype lines = grid.cellLines(0, 0).size();
        seen.insert(lines);
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 16; ++column)
                QCOMPARE(grid.cellLines(row, column).size(), lines);
        }
    }
    QCOMPARE(seen, (std::set<qsizetype>{0, 1, 2}));
}

void TestStrategyPage::cellsFillTheRoom()
{
    Fixture f(stagedRanks(true));
    QVERIFY(f.settle());
    const RankGrid &grid = *f.page->grid();
    for (const QSize size : {QSize(900, 560), QSize(1400, 900)}) {
        f.page->resize(size);
        QTRY_VERIFY(grid.width() > size.width() * 9 / 10);
        const QRectF all = grid.cellRect(0, 0).united(grid.cellRect(1, 3));
        QVERIFY2(all.width() > grid.width() * 0.8, qPrintable(QString::number(all.width())));
        QVERIFY2(all.height() > grid.height() * 0.6, qPrintable(QString::number(all.height())));
        QVERIFY(grid.rect().contains(all.toAlignedRect()));
    }
    grab(*f.page, QStringLiteral("strategy-large"));
}

void TestStrategyPage::theLineThatUnfoldsStaysUnderTheMouse()
{
    Fixture f(stagedRanks(true));
    f.page->resize(900, 300);
    QVERIFY(f.settle());
    QToolButton *const more = f.page->moreButton();
    QTRY_VERIFY(more->isVisible() && !f.page->form()->isVisible());
    const auto place = [&] { return more->mapTo(f.page.get(), QPoint()); };
    const QPoint before = place();
    const QPoint at = more->rect().center();
    for (const bool unfolded : {true, false, true}) {
        QTest::mouseClick(more, Qt::LeftButton, {}, at);
        QTRY_COMPARE(f.page->form()->isVisible(), unfolded);
        QTest::qWait(20); // until the layouts have run
        QCOMPARE(place(), before);
        QVERIFY(f.page->form()->mapTo(f.page.get(), QPoint()).y() > before.y() || !unfolded);
    }
    // Beside the table it folds as well, and says nothing of the picture.
    f.page->findChild<QTabWidget *>()->setCurrentIndex(1);
    QTRY_VERIFY(!f.page->metricPicker()->isVisible());
    QCOMPARE(place(), before);
    QTest::mouseClick(more, Qt::LeftButton, {}, at);
    QTRY_VERIFY(f.page->metricPicker()->isVisible() && f.page->grid()->isVisible());
    QCOMPARE(place(), before);
    // With room for all of it the bar stands above its picture.
    f.page->resize(900, 700);
    QTRY_VERIFY(!more->isVisible() && f.page->form()->isVisible());
    QVERIFY(f.page->metricPicker()->mapTo(f.page.get(), QPoint()).y() >
            f.page->form()->mapTo(f.page.get(), QPoint()).y());
}

void TestStrategyPage::whomAVerdictNamesHasAMark()
{
    // The others wait for rank 5 in the second step.
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (const auto &given : stagedRanks(true)) {
        auto data = std::make_shared<RankData>(*given);
        if (data->info.rank != 5)
            data->stepTrace[1].notOverlappedUs = 26'000;
        ranks.push_back(data);
    }
    Fixture f(std::move(ranks));
    QVERIFY(f.settle());
    const RankGrid &grid = *f.page->grid();
    const auto topLeft = [&](int row, int column) {
        return f.page->grid()->grab().toImage().pixelColor(
            (grid.cellRect(row, column).topLeft() + QPointF(3, 3)).toPoint());
    };
    QTRY_VERIFY(grid.marks().contains(5));
    QCOMPARE(grid.marks().size(), size_t(1));
    QCOMPARE(topLeft(1, 1), f.theme.error());
    QVERIFY(topLeft(1, 2) != f.theme.error());
    const QString sentence = grid.marks().at(5).front().text;
    QVERIFY(sentence.contains(QLatin1String("ank 5 ")));
    QVERIFY2(grid.tip(1, 1).contains(QLatin1String("Verdict")), qPrintable(grid.tip(1, 1)));
    QVERIFY(!grid.tip(1, 2).contains(QLatin1String("Verdict")));
    // It is slow in the second step alone.
    f.state.setStep(QStringLiteral("1"));
    QTRY_VERIFY(grid.marks().empty());
    f.state.setStep(QStringLiteral("2"));
    QTRY_VERIFY(grid.marks().contains(5));
}

void TestStrategyPage::sizesAreEnteredAndForgotten()
{
    Fixture f(stagedRanks(false));
    QVERIFY(f.settle());
    StrategyForm &form = *f.page->form();
    QVERIFY(!f.page->picture() && f.page->whyNoGrid().contains(QStringLiteral("Enter the sizes")));
    grab(*f.page, QStringLiteral("strategy-unknown"));
    form.size(TokenTp)->setValue(2);
    form.size(TokenDp)->setValue(2);
    form.size(TokenPp)->setValue(2);
    QVERIFY(form.applyButton()->isEnabled());
    QTest::mouseClick(form.applyButton(), Qt::LeftButton);
    QTRY_VERIFY(f.page->isComplete() && f.page->picture());
    QVERIFY(form.note().contains(QStringLiteral("Entered by you")));
    QVERIFY(!form.applyButton()->isEnabled());
    QCOMPARE(f.page->picture()->grid.rows(), 2);
    // Peers are those of the entered stage from now on.
    const auto run = f.runs.run(0);
    const StepGrid whole = stepGrid(*run, {});
    QCOMPARE(whole.rowsOfStage().size(), size_t(2));
    QCOMPARE(StepDeviations(whole, StepMetric::Computing).difference(whole.cell(4, 0)), std::optional<qint64>(-1'500));
    QTest::mouseClick(form.resetButton(), Qt::LeftButton);
    QTRY_VERIFY(f.page->isComplete() && !f.page->picture());
    QVERIFY(!f.runs.run(0)->enteredStrategy);
    QCOMPARE(stepGrid(*f.runs.run(0), {}).rowsOfStage().size(), size_t(1));
}

void TestStrategyPage::sizesThatBreakARuleAreNotTaken()
{
    Fixture f(stagedRanks(true));
    QVERIFY(f.settle());
    StrategyForm &form = *f.page->form();
    QVERIFY2(form.note().contains(QStringLiteral("profiler_metadata.json")), qPrintable(form.note()));
    QCOMPARE(form.size(TokenPp)->value(), 2);
    form.size(TokenPp)->setValue(4);
    QVERIFY(!form.applyButton()->isEnabled());
    QVERIFY2(form.note().contains(QStringLiteral("is not the world size, 8")), qPrintable(form.note()));
    grab(*f.page, QStringLiteral("strategy-wrong"));
    form.size(TokenDp)->setValue(1);
    QVERIFY(form.applyButton()->isEnabled());
    form.size(TokenEp)->setValue(2);
    QVERIFY(form.note().contains(QStringLiteral("not a multiple of EP")));
    QVERIFY(!form.moeTp()->isVisible());
    choose(form.order(), static_cast<int>(StrategyOrder::MindIe));
    QVERIFY(form.moeTp()->isVisible());
    form.size(TokenEp)->setValue(1);
    form.moeTp()->setValue(2);
    QVERIFY2(form.applyButton()->isEnabled(), qPrintable(form.note()));
    QTest::mouseClick(form.resetButton(), Qt::LeftButton); // nothing was applied: the fields say what counts
    QCOMPARE(form.size(TokenPp)->value(), 2);
    QVERIFY(!form.moeTp()->isVisible());
}

void TestStrategyPage::fourThousandRanks()
{
    std::vector<OverviewRow> rows;
    Run run;
    for (int rank = 0; rank < 4096; ++rank) {
        OverviewRow r;
        r.rank = rank;
        r.rankIndex = rank;
        r.computingUs = rank == 3001 ? 900 : 100 + rank % 7;
        rows.push_back(r);
        RankInfo info;
        info.rank = rank;
        run.infos.push_back(info);
    }
    const Theme theme;
    RankGrid grid(&theme);
    grid.resize(900, 400);
    const Strategy strategy{StrategyOrder::MegatronTpCpEpDpPp, {8, 2, 256, 1, 1, 1}};
    const auto whole = std::make_shared<const StepGrid>(rows, std::map<int, int>());
    const auto one = std::make_shared<const StepGrid>(whole->across({}));
    grid.setPicture(
        std::make_shared<const RankPicture>(run, strategy, 0, one, StepMetric::Computing, FoldBy::Mean, JobContext()));
    grid.setRange(100'000, 900'000);
    const QRectF cell = grid.cellRect(0, 3001);
    QVERIFY(cell.width() < 1); // several ranks share a pixel: the one that stands apart is seen
    QCOMPARE(grid.cellAt(cell.center()), std::pair(0, 3001));
    const QImage image = grid.grab().toImage();
    const QPoint at = cell.center().toPoint();
    QCOMPARE(image.pixelColor(static_cast<int>(cell.center().x()), at.y()), theme.ramp(1));
    int framed = 0;
    for (int x = at.x() - 4; x <= at.x() + 4; ++x)
        framed += image.pixelColor(x, at.y()) == theme.text() ? 1 : 0;
    QVERIFY(framed > 0);
}

void TestStrategyPage::withoutARunOrARankThatIsLoaded()
{
    Fixture none({});
    QVERIFY(none.settle());
    QCOMPARE(none.page->emptyState()->heading(), QStringLiteral("No run is open"));
    Fixture f(stagedRanks(true));
    f.state.setCurrentRank({});
    QVERIFY(f.settle());
    QVERIFY(f.page->picture());
    // The table of the run, too.
    f.page->findChild<QTabWidget *>()->setCurrentIndex(1);
    QTRY_COMPARE(f.page->findChild<TableView *>()->model()->rowCount(), 8);
}

RS_TEST(TestStrategyPage, QApplication);
#include "tst_strategypage.moc"
