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
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>

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
        QObject::connect(&runs, &RunStore::runChanged, page.get(), &Page::invalidate); // as the system view does
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
    void ranksStandByStageAndPlace()
    {
        Fixture f(stagedRanks(true));
        QVERIFY(f.settle());
        const StrategyGrid &grid = f.page->picture()->grid;
        QCOMPARE(grid.rows(), 2);
        QCOMPARE(grid.columns(), 4);
        QCOMPARE(grid.ranksAt(1, 1), std::vector<int>{5}); // pp 1, dp 0, tp 1
        QCOMPARE(grid.ranksAt(1, 2), std::vector<int>{6});
        // Mean of both steps: rank 5 is far above.
        QCOMPARE(f.corner(1, 1), f.theme.ramp(1));
        QCOMPARE(f.corner(0, 0), f.theme.ramp(0));
        const QString tip = f.page->grid()->tip(1, 1);
        for (const char *const part : {"node-1", "PP 1", "TP 1", "TP group", "4-5", "DP group", "5, 7", "PP group",
                                       "1, 5", "Median of its peers", "differs from its peers"})
            QVERIFY2(tip.contains(QLatin1String(part)), qPrintable(tip + QLatin1String(part)));
        // Frames lie around groups that are together, each in the colour of its dimension.
        f.page->grid()->setFrames(TokenTp | TokenPp);
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
    }

    void aClickSelectsAndAFrameRestricts()
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
        QTest::mouseClick(f.page->grid(), Qt::LeftButton, {},
                          QPoint(qRound(frame.right()), qRound(frame.center().y())));
        QCOMPARE(f.state.rankGroup(), (ShownRanks{0, QStringLiteral("TP"), {6, 7}}));
        QTRY_COMPARE(overview.rows().size(), size_t(2));
        QCOMPARE(overview.rows().front().rank, 6);
        auto *const chip = overview.findChild<RankGroupChip *>();
        QVERIFY(chip->isVisible() && chip->text().contains(QStringLiteral("6-7")));
        QVERIFY(f.corner(1, 1) != f.theme.ramp(1)); // pale: not of the group
        // Taken back by the chip, and by going back.
        QTest::mouseClick(chip, Qt::LeftButton);
        QVERIFY(f.state.rankGroup().isEmpty() && !chip->isVisible());
        QTRY_COMPARE(overview.rows().size(), size_t(8));
        f.state.back();
        QCOMPARE(f.state.rankGroup().ranks, (std::vector<int>{6, 7}));
        f.state.setRankGroup({});
        // A group that has no frame: by the menu of rank 5.
        QMenu menu;
        emit f.page->frame()->menuRequested(&menu, f.centre(1, 1));
        for (QAction *const action : menu.actions()) {
            if (action->text().contains(QStringLiteral("DP")))
                action->trigger();
        }
        QCOMPARE(f.state.rankGroup(), (ShownRanks{0, QStringLiteral("DP"), {5, 7}}));
        f.state.forgetRun(0);
        QVERIFY(f.state.rankGroup().isEmpty());
    }

    void keysAndFinding()
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

    void sizesAreEnteredAndForgotten()
    {
        Fixture f(stagedRanks(false));
        QVERIFY(f.settle());
        StrategyForm &form = *f.page->form();
        QVERIFY(!f.page->picture() && f.page->whyNoGrid().contains(QStringLiteral("Enter the sizes")));
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
        QCOMPARE(StepDeviations(whole, StepMetric::Computing).difference(whole.cell(4, 0)),
                 std::optional<qint64>(-1'500));
        QTest::mouseClick(form.resetButton(), Qt::LeftButton);
        QTRY_VERIFY(f.page->isComplete() && !f.page->picture());
        QVERIFY(!f.runs.run(0)->enteredStrategy);
        QCOMPARE(stepGrid(*f.runs.run(0), {}).rowsOfStage().size(), size_t(1));
    }
};

RS_TEST(TestStrategyPage, QApplication);
#include "tst_strategypage.moc"
