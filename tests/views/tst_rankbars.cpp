// SPDX-License-Identifier: Apache-2.0
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "support/testprogram.h"
#include "views/overview/overviewview.h"
#include "views/picture/piechart.h"
#include "views/picture/stackedbars.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/widgets/optionsbutton.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QComboBox>
#include <QFrame>
#include <QHeaderView>
#include <QJsonDocument>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>

#include <algorithm>
#include <memory>
#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

// Sixteen ranks of two pipeline stages; the second stage computes twice as long, rank 5 stands apart in the first.
Run twoStages()
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int i = 0; i < 16; ++i) {
        const double computing = i == 5 ? 11'000 : (i < 8 ? 8000 : 16'000) + i;
        auto rank = fileRank(i, {QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3")}, computing);
        rank->stepTrace[1].freeUs = 5000;
        rank->info.distributedArgs = {{QStringLiteral("tensor_model_parallel_size"), 2},
                                      {QStringLiteral("pipeline_model_parallel_size"), 2},
                                      {QStringLiteral("world_size"), 16}};
        ranks.push_back(rank);
    }
    return makeRun(ranks);
}

bool says(const std::vector<std::pair<QString, QString>> &lines, const QString &label, const QString &part)
{
    return std::any_of(lines.begin(), lines.end(),
                       [&](const auto &l) { return l.first == label && l.second.contains(part); });
}

} // namespace

// In no namespace of its own: lambdas capture it.
struct RankBarsPage
{
    explicit RankBarsPage(Run run = twoStages())
    {
        f.runs.addRun(std::move(run));
        f.state.setCurrentRank({0, 0});
        view = std::make_unique<OverviewView>(f.context());
        view->resize(1500, 800); // all choices in one line
        view->show();
    }
    [[nodiscard]] bool settle() const
    {
        return QTest::qWaitFor([this] { return view->isComplete(); });
    }
    [[nodiscard]] StackedBars &bars() const { return *view->bars(); }
    void choose(const char *picker, const QString &text) const
    {
        Picker *const p = pickerNamed(*view, QString::fromLatin1(picker));
        QVERIFY2(p && !p->isHidden(), picker); // perhaps under Options
        QVERIFY2(p->box()->findText(text) >= 0, qPrintable(text));
        rs::test::choose(p, p->box()->findText(text));
        QVERIFY(settle());
    }
    /// Labels of the bars on a red line.
    [[nodiscard]] QStringList accused() const
    {
        QStringList out;
        for (const StackedBar &b : bars().bars()) {
            if (b.accused)
                out << b.label;
        }
        return out;
    }
    [[nodiscard]] QColor colorAt(const QPointF &at) const { return bars().grab().toImage().pixelColor(at.toPoint()); }

    ViewFixture f;
    std::unique_ptr<OverviewView> view;
};

class TestRankBars : public QObject
{
    Q_OBJECT
    using Page = RankBarsPage;

private slots:
    // Verdicts count the ranks of a cluster analysis, bars have their numbers.
    void barsOfAClusterAnalysisFollowTheVerdicts()
    {
        Run run = makeRun({});
        for (int i = 0; i < 8; ++i) {
            const auto rank = fileRank(10 + i, {QStringLiteral("1"), QStringLiteral("2")}, i == 5 ? 12'000 : 8000 + i);
            for (StepTraceRow row : rank->stepTrace) {
                row.rank = 10 + i;
                row.notOverlappedUs = i == 5 ? 2000 : 6000;
                run.cluster.stepTrace.push_back(row);
            }
        }
        Page p(run);
        QVERIFY(p.settle());
        QTRY_COMPARE(p.accused(), QStringList{QStringLiteral("15")});
    }

    // Whom the verdicts name stands on a red line, also where the time that is compared shows nothing.
    void barsFollowTheVerdicts()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int i = 0; i < 8; ++i) {
            auto rank = fileRank(i, {QStringLiteral("1"), QStringLiteral("2")}, i == 5 ? 12'000 : 8000 + i);
            for (StepTraceRow &row : rank->stepTrace)
                row.notOverlappedUs = i == 5 ? 2000 : 6000; // the others wait for it
            ranks.push_back(rank);
        }
        Page p(makeRun(std::move(ranks)));
        QVERIFY(p.settle());
        const auto underOf = [&p](int bar) { return p.bars().centerOf(bar) + QPointF(0, 4); };
        const QColor red = p.f.theme.error();
        QTRY_COMPARE(p.accused(), QStringList{QStringLiteral("5")});
        QCOMPARE(p.colorAt(underOf(5)), red);
        QVERIFY(p.colorAt(underOf(4)) != red);
        const auto notes = [&p] {
            QString out;
            for (const QLabel *const label : p.view->findChildren<QLabel *>())
                out += label->text() + u'\n';
            return out;
        };
        QVERIFY2(notes().contains(QLatin1String("red: 1 bar(s) reported as a problem")), qPrintable(notes()));
        p.choose("vs. peer median", QStringLiteral("Idle"));
        QVERIFY2(notes().contains(QLatin1String("Idle: no outliers by this time alone")), qPrintable(notes()));
        QCOMPARE(p.accused(), QStringList{QStringLiteral("5")});
        // Which step the bars are of.
        QVERIFY(!notes().contains(QLatin1String("step 2; ")));
        p.f.state.setStep(QStringLiteral("2"));
        QTRY_VERIFY2(notes().contains(QLatin1String("step 2; ")), qPrintable(notes()));
        p.f.state.setStep({});
        QTRY_VERIFY(!notes().contains(QLatin1String("step 2; ")));
        // Ranks that may still come make the rest of it uncertain.
        p.f.runs.setState({0, 7}, RankState::Loading);
        QEvent language(QEvent::LanguageChange);
        QCoreApplication::sendEvent(p.view.get(), &language);
        QVERIFY2(notes().contains(QLatin1String("outliers are known when all ranks are read")), qPrintable(notes()));
    }

    void whatStandsApartIsLabelledWithItsDifference()
    {
        Page p;
        QVERIFY(p.settle());
        const auto labels = p.bars().outlierLabels();
        QCOMPARE(labels.size(), size_t(1)); // not the whole second stage
        QCOMPARE(labels[0].bar, 5);
        // Its 33 ms against 24.0105.
        QCOMPARE(labels[0].lines, (QStringList{QStringLiteral("+37.4\u00A0%"), QStringLiteral("+9.0\u00A0ms")}));
        QVERIFY(QRectF(p.bars().rect()).contains(labels[0].at));
        QVERIFY(says(p.bars().tipLines(5), QStringLiteral("vs. peer median"), QStringLiteral("+8.9")));
        QCOMPARE(p.bars().bars()[12].peersNs, std::optional<qint64>(3 * 16'011'500));
        // Eight lines are too many to read at a glance.
        QVERIFY(p.bars().tipLines(5).size() <= 6);
        // A run that is read beside it changes nothing of a whole one.
        Run second = twoStages();
        second.ranks.assign(second.ranks.size(), nullptr);
        p.f.runs.addRun(std::move(second));
        QVERIFY(p.f.runs.isLoading() && p.settle());
        QCOMPARE(p.bars().outlierLabels().size(), size_t(1));
        QCOMPARE(p.bars().bars()[12].peersNs, std::optional<qint64>(3 * 16'011'500));
        p.f.runs.closeRun(1);
        QVERIFY(p.settle());
        p.choose("vs. peer median", QStringLiteral("Idle"));
        QVERIFY(p.bars().outlierLabels().empty());
        p.choose("vs. peer median", QStringLiteral("Nothing"));
        QVERIFY(!p.bars().areMarksShown() && !p.bars().bars()[5].peersNs);
    }

    // In a low page, too: one line, above every bar that it stands over.
    void labelsOfLowBarsHideNoBar()
    {
        const Theme theme;
        StackedBars bars(&theme);
        std::vector<StackedBar> all(16);
        for (StackedBar &b : all) {
            b.partsNs = {10'000'000, 0, 0, 2'000'000, 0};
            b.totalNs = 12'000'000;
            b.peersNs = 10'000'000;
        }
        all[5].partsNs[0] = 13'000'000;
        all[5].offNs = 3'000'000;
        all[5].offRatio = 0.3;
        all[5].outlier = true;
        bars.setBars(all, true);
        bars.setMark({0, 1});
        // The legend gives way before the bars do.
        for (const int wide : {160, 400}) {
            for (const int high : {120, 150, 200, 400}) {
                bars.resize(wide, high);
                int top = 0;
                for (int entry = 0; entry < std::ssize(bars.legend()); ++entry)
                    top = std::max(top, bars.legendRect(entry).bottom());
                QVERIFY(high == 120 ? top == 0 : bars.centerOf(0).y() - top >= 80);
                QVERIFY(high < 200 || !bars.legendRect(0).isEmpty());
            }
        }
        qsizetype fewest = 9;
        for (int high = 300; high >= 60; high -= 5) {
            bars.resize(400, high);
            for (const StackedBars::OutlierLabel &label : bars.outlierLabels()) {
                fewest = std::min(fewest, label.lines.size());
                const QImage image = bars.grab().toImage();
                // The bar begins below its label.
                const int x = static_cast<int>(bars.centerOf(5).x());
                const QColor below = image.pixelColor(x, static_cast<int>(bars.centerOf(5).y()));
                QCOMPARE(below, theme.category(TimeCategory::PureCompute));
                for (int y = 0; y < static_cast<int>(label.at.bottom()); ++y)
                    QVERIFY(image.pixelColor(x, y) != theme.category(TimeCategory::Idle) || y < label.at.top());
                QVERIFY(QRectF(bars.rect()).contains(label.at));
            }
        }
        QCOMPARE(fewest, qsizetype(1));
    }

    void barsAreOrderedByTheDifference()
    {
        Page p;
        QVERIFY(p.settle());
        p.choose("Order by", QStringLiteral("vs. peer median"));
        QCOMPARE(p.bars().bars().front().label, QStringLiteral("5"));
        p.view->findChild<QSpinBox *>()->setValue(1);
        QVERIFY(p.settle());
        QCOMPARE(p.bars().bars().size(), size_t(1));
        QCOMPARE(p.bars().bars()[0].label, QStringLiteral("5"));
        QCOMPARE(p.bars().bars()[0].peersNs, std::optional<qint64>(3 * 8'003'500)); // still of the whole stage
    }

    void aClickShowsShares()
    {
        Page p;
        QVERIFY(p.settle());
        QToolButton *percent = nullptr;
        for (QToolButton *const b : p.view->findChildren<QToolButton *>())
            percent = b->text() == QStringLiteral("%") ? b : percent;
        QVERIFY(percent && percent->isVisible());
        // The bars of the second stage are longer, so the top of those of the first is empty.
        const QPointF high(p.bars().centerOf(0).x(), p.bars().legendRect(0).bottom() + 60);
        QVERIFY(p.colorAt(high) == p.f.theme.background() || p.bars().selected() == 0);
        QTest::mouseClick(percent, Qt::LeftButton);
        QVERIFY(p.bars().isPercent());
        QVERIFY(p.view->saveState()[QStringLiteral("percent")].toBool());
        // All of them end at the same height now.
        const QImage image = p.bars().grab().toImage();
        const auto topOf = [&](int bar) {
            const int x = static_cast<int>(p.bars().centerOf(bar).x());
            int y = p.bars().legendRect(5).bottom() + 1;
            while (y < image.height() && image.pixelColor(x, y) != p.f.theme.category(TimeCategory::Preparing))
                ++y;
            return y;
        };
        QCOMPARE(topOf(2), topOf(12));
    }

    void theLegendIsReachedByKeys()
    {
        Page p;
        QVERIFY(p.settle());
        StackedBars &bars = p.bars();
        bars.setFocus();
        const int selected = bars.selected();
        QSignalSpy arranged(p.view.get(), &DockView::arrangementChanged);
        QTest::keyClick(&bars, Qt::Key_Up);
        QTest::keyClick(&bars, Qt::Key_Right);
        QVERIFY(bars.accessibleDescription().contains(QLatin1String("Overlapped communication is shown")));
        QTest::keyClick(&bars, Qt::Key_Space);
        QVERIFY(!bars.isPartShown(1) && bars.isPartShown(0));
        QVERIFY(bars.accessibleDescription().contains(QLatin1String("Overlapped communication is hidden")));
        QVERIFY(!bars.areMarksShown()); // a mark of what is not shown would stand in the air
        QVERIFY(arranged.count() > 0);
        QCOMPARE(bars.selected(), selected);
        QTest::keyClick(&bars, Qt::Key_Down);
        QTest::keyClick(&bars, Qt::Key_Right); // the bars again
        QCOMPARE(bars.selected(), selected + 1);
        // Ratios of many bars are lines that nobody can follow, unless somebody asks for them.
        QVERIFY(!bars.isLineShown(0));
        QTest::mouseClick(&bars, Qt::LeftButton, {}, bars.legendRect(5).center());
        QVERIFY(bars.isLineShown(0));
    }

    void stepsAreChosenAboveAndShownHere()
    {
        Page p;
        QVERIFY(p.settle());
        QCOMPARE(p.bars().bars()[0].totalNs, std::optional<qint64>(3 * 14'500'000 + 1'000'000));
        p.choose("Steps", QStringLiteral("Mean of all"));
        QCOMPARE(p.bars().bars()[0].totalNs, std::optional<qint64>((3 * 14'500'000 + 1'000'000) / 3));
        const auto shownStep = [&p] {
            return p.view->model().index(0, p.view->model().columnOf(u"step")).data().toString();
        };
        QCOMPARE(shownStep(), QStringLiteral("mean of 3"));
        p.f.state.setStep(QStringLiteral("2"));
        QVERIFY(p.settle());
        QCOMPARE(shownStep(), QStringLiteral("mean of 3"));
        QVERIFY(p.view->pictures()[0].picture.text().scope.contains(QLatin1String("mean of 3 step")));
        QVERIFY(!p.view->pictures()[0].picture.text().scope.contains(QLatin1String("step 2")));
        p.choose("Steps", QStringLiteral("Selected step (or sum)"));
        QCOMPARE(p.bars().bars()[0].totalNs, std::optional<qint64>(15'500'000));
        QVERIFY(p.view->pictures()[0].picture.text().scope.contains(QLatin1String("step 2")));
    }

    void eachStepOfTheRankStandsBesideTheOthers()
    {
        Page p;
        p.f.state.setCurrentRank({0, 5});
        QVERIFY(p.settle());
        p.choose("Steps", QStringLiteral("Each of the rank"));
        QCOMPARE(p.bars().bars().size(), size_t(3));
        QCOMPARE(p.bars().bars()[1].label, QStringLiteral("2"));
        QCOMPARE(p.bars().outlierLabels().size(), size_t(3)); // slow in every step
        QTest::mouseClick(&p.bars(), Qt::LeftButton, {}, p.bars().centerOf(1).toPoint());
        QCOMPARE(p.f.state.step(), QStringLiteral("2"));
        QCOMPARE(p.f.state.currentRank(), (RankRef{0, 5}));
        QVERIFY(p.settle());
        QCOMPARE(p.bars().bars().size(), size_t(3));
        QCOMPARE(p.bars().selected(), 1);
        p.f.state.setCurrentRank({0, 3});
        QVERIFY(p.settle());
        QCOMPARE(p.bars().bars()[0].computingNs, std::optional<qint64>(8'003'000));
        QVERIFY(p.bars().outlierLabels().empty());
        QCOMPARE(p.bars().selected(), 1); // the chosen step stays
    }

    void groupsShowTheirBounds()
    {
        Page p;
        QVERIFY(p.settle());
        p.choose("What a bar is", QStringLiteral("Folded by TP"));
        QCOMPARE(p.bars().bars().size(), size_t(8));
        const StackedBar slow = p.bars().bars()[2];
        QCOMPARE(slow.label, QStringLiteral("4-5"));
        QCOMPARE(slow.highNs, std::optional<qint64>(33'000'000));
        QCOMPARE(slow.lowNs, std::optional<qint64>(3 * 8'004'000));
        QVERIFY(says(p.bars().tipLines(2), QStringLiteral("Total compute, smallest to largest"),
                     QStringLiteral("(rank 5)")));
        // One unit for both ends and what is between them.
        for (const auto &[name, text] : p.bars().tipLines(2)) {
            if (text.contains(QLatin1String("(rank 5)")))
                QVERIFY2(text.count(QStringLiteral("\u00A0ms")) == 3 && !text.contains(u'\u03BC'), qPrintable(text));
        }
        const RowSourceModel &model = p.view->model();
        QCOMPARE(model.index(2, model.columnOf(u"range")).data(SortRole).toLongLong(), 8'988'000);
        const QTableView &table = *p.view->table()->view();
        QVERIFY(!table.isColumnHidden(model.columnOf(u"range")));
        // It was hidden when widths were made.
        QVERIFY(table.columnWidth(model.columnOf(u"range")) >=
                table.horizontalHeader()->sectionSizeHint(model.columnOf(u"range")));
        // A click goes to the slowest of the group.
        QTest::mouseClick(&p.bars(), Qt::LeftButton, {}, p.bars().centerOf(2).toPoint());
        QCOMPARE(p.f.state.currentRank(), (RankRef{0, 5}));
        QCOMPARE(p.bars().selected(), 2);
        p.f.state.setCurrentRank({0, 14});
        QCOMPARE(p.bars().selected(), 7);
        p.choose("What a bar is", QStringLiteral("Each rank"));
        QCOMPARE(p.bars().selected(), 14);
    }

    void onlyRanksOfTheGroupAreFolded()
    {
        Page p;
        QVERIFY(p.settle());
        p.choose("What a bar is", QStringLiteral("Folded by TP"));
        ShownRanks group;
        group.run = 0;
        group.ranks = {1, 2, 3};
        p.f.state.setRankGroup(group);
        QTRY_COMPARE(p.bars().bars().size(), size_t(2));
        QCOMPARE(p.bars().bars()[0].label, QStringLiteral("1"));
        QCOMPARE(p.bars().bars()[1].label, QStringLiteral("2-3"));
        p.f.state.setRankGroup({});
        QTRY_COMPARE(p.bars().bars().size(), size_t(8));
    }

    void whatPreparingTookFromIdleIsSaid()
    {
        const auto rank = [](int number) {
            auto data = fileRank(number, {QStringLiteral("1"), QStringLiteral("2")});
            data->info.framework = Framework::MindSpore;
            return data;
        };
        Page p(makeRun({rank(0), rank(1)}));
        QVERIFY(p.settle());
        const StackedBar &bar = p.bars().bars().front();
        QCOMPARE(bar.partsNs[3], qint64(7'500'000));
        QVERIFY(says(p.view->pie()->tipLines(0),
                     QStringLiteral("Removed from idle (the source counts it there and in preparing)"),
                     QStringLiteral("0.500")));
        QCOMPARE(bar.totalNs, std::optional<qint64>(2 * 14'500'000 - 500'000));
    }

    // A rank whose file ends early, and without a trace, has no sum.
    void aSumThatLacksStepsIsHatched()
    {
        Page p(makeRun({fileRank(0, {QStringLiteral("1"), QStringLiteral("2")}), fileRank(1, {QStringLiteral("1")}),
                        fileRank(2, {QStringLiteral("1"), QStringLiteral("2")})}));
        QVERIFY(p.settle());
        QVERIFY(p.bars().bars()[1].isIncomplete() && !p.bars().bars()[1].totalNs);
        QVERIFY(says(p.bars().tipLines(1), QStringLiteral("Incomplete"), QStringLiteral("1 of 2 steps lack a value")));
        QVERIFY(!p.bars().bars()[0].isIncomplete());
    }

    // One choice is in sight; what is seldom needed is in the panel of Options, in a narrow page as in a wide one.
    void whatIsSeldomNeededStandsUnderOptions()
    {
        Page p;
        p.view->resize(1500, 800);
        QVERIFY(p.settle());
        auto *const options = p.view->findChild<OptionsButton *>();
        QVERIFY(options && options->isVisible());
        QVERIFY(pickerNamed(*p.view, QStringLiteral("Order by"))->isVisible());
        for (const char *const name : {"Source", "Steps", "vs. peer median"})
            QVERIFY(!pickerNamed(*p.view, QLatin1String(name))->isVisible());
        QTest::mouseClick(options, Qt::LeftButton);
        QTRY_VERIFY(options->panel()->isVisible());
        Picker *const steps = pickerNamed(*p.view, QStringLiteral("Steps"));
        QVERIFY(steps->isVisible());
        QVERIFY(options->panel()->isAncestorOf(QApplication::focusWidget()));
        p.choose("Steps", QStringLiteral("Mean of all"));
        QTest::keyClick(options->panel(), Qt::Key_Escape);
        QTRY_VERIFY(!options->panel()->isVisible());
        QVERIFY(p.settle());
        QCOMPARE(p.bars().bars()[0].totalNs, std::optional<qint64>((3 * 14'500'000 + 1'000'000) / 3));
        p.view->resize(640, 600);
        QVERIFY(p.settle());
        QVERIFY(options->isVisible());
    }

    void choicesAreKept()
    {
        Page p;
        QVERIFY(p.settle());
        QVERIFY(p.view->saveState().isEmpty());
        p.choose("What a bar is", QStringLiteral("Folded by DP"));
        p.choose("Steps", QStringLiteral("Mean of all"));
        p.choose("vs. peer median", QStringLiteral("Non-overlapped communication"));
        p.choose("Order by", QStringLiteral("Total"));
        QTest::mouseClick(&p.bars(), Qt::LeftButton, {}, p.bars().legendRect(3).center());
        const QJsonObject state = p.view->saveState();
        p.f.setTheme(Theme::Mode::Dark);
        QEvent language(QEvent::LanguageChange);
        QCoreApplication::sendEvent(p.view.get(), &language);
        QVERIFY(p.settle());
        QCOMPARE(p.view->saveState(), state);
        p.f.setTheme(Theme::Mode::Light);

        Page other;
        QVERIFY(other.settle());
        other.view->restoreState(QJsonDocument::fromJson(QJsonDocument(state).toJson()).object());
        QVERIFY(other.settle());
        QCOMPARE(other.view->saveState(), state);
        QCOMPARE(other.bars().bars().size(), p.bars().bars().size());
        QCOMPARE(other.bars().bars()[0].label, p.bars().bars()[0].label);
        QVERIFY(!other.bars().isPartShown(3));
        // Parts that nobody wrote are as at first.
        other.view->restoreState({{QStringLiteral("steps"), 7},
                                  {QStringLiteral("order"), QStringLiteral("no such column")},
                                  {QStringLiteral("top"), -4},
                                  {QStringLiteral("hidden"), -1}});
        QVERIFY(other.settle());
        QVERIFY(other.view->saveState().isEmpty());
    }
};

RS_TEST(TestRankBars, QApplication);
#include "tst_rankbars.moc"
