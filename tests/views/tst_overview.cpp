// SPDX-License-Identifier: Apache-2.0
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "views/overview/overviewcharts.h"
#include "views/overview/overviewview.h"
#include "views/picture/stackedbars.h"
#include "views/overview/verdictstrip.h"
#include "views/parallel/strategypage.h"
#include "views/overview/heatmappage.h"
#include "views/overview/stepheatmap.h"
#include "views/viewfixture.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"
#include "views/picture/piechart.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

using namespace rs;
using namespace rs::test;

namespace {

Run eightRanks()
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int i = 0; i < 8; ++i)
        ranks.push_back(fileRank(i, {QStringLiteral("1"), QStringLiteral("2")}, 8000 + (i == 5 ? 3000 : i * 40)));
    return makeRun(ranks);
}

} // namespace

class TestOverview : public QObject
{
    Q_OBJECT
private slots:
    void itemsFollowTheFile()
    {
        OverviewRow row;
        row.rank = 3;
        row.step = QStringLiteral("7");
        row.computingUs = 8868.24;
        row.overlappedUs = 4010.74;
        row.notOverlappedUs = 95962.016;
        row.communicationUs = 99972.756;
        row.freeUs = 25032.619;
        const auto items = overviewItems({row}, false);
        QCOMPARE(items.size(), size_t(1));
        QCOMPARE(items[0].computingNs, std::optional<qint64>(8'868'240));
        QCOMPARE(items[0].pureNs, std::optional<qint64>(4'857'500));
        QCOMPARE(items[0].uncoveredNs, std::optional<qint64>(95'962'016));
        QCOMPARE(items[0].totalNs, std::optional<qint64>(8'868'240 + 95'962'016 + 25'032'619));
        QVERIFY(!items[0].preparingNs);
        QVERIFY(qAbs(items[0].computingRatio.value() - 8868.24 / 129862.875) < 1e-12);
        QVERIFY(qAbs(items[0].communicationRatio.value() - 99972.756 / 129862.875) < 1e-12);
    }

    void allStepsAreSummedPerRank()
    {
        OverviewRow a;
        a.rank = 0;
        a.rankIndex = 0;
        a.step = QStringLiteral("1");
        a.computingUs = 10;
        a.overlappedUs = 0;
        a.notOverlappedUs = 0;
        a.freeUs = 5;
        OverviewRow b = a;
        b.step = QStringLiteral("2");
        b.computingUs = 20;
        b.preparingUs = 1;
        const auto items = overviewItems({a, b}, true);
        QCOMPARE(items.size(), size_t(1));
        QCOMPARE(items[0].computingNs, std::optional<qint64>(30'000));
        QCOMPARE(items[0].preparingNs, std::optional<qint64>(1'000));
        QCOMPARE(items[0].totalNs, std::optional<qint64>(41'000));
        QCOMPARE(items[0].steps, 2);
        QCOMPARE(items[0].incompleteSteps, 0);
        QCOMPARE(overviewItems({a, b}, false).size(), size_t(2));
    }

    void tooltipsHaveEveryNanosecond()
    {
        ViewFixture f;
        TinyRank r;
        r.step(1, 0, 20'000);
        r.kernel("MatMul", 3'000, 4'000);
        r.kernel("MEMCPY_ASYNC", 9'000, 1'000, "SDMA_SQE");
        r.kernel("Add", 12'000, 1'000);
        r.step(2, 20'000, 20'000);
        r.kernel("Add", 22'000, 17'000);
        f.runs.addRun(makeRun({r.finish(), fileRank(1)}));
        f.state.setCurrentRank({0, 0});
        OverviewView view(f.context());
        view.resize(1200, 720);
        view.show();
        QTRY_VERIFY(view.isComplete());
        const auto said = [](const std::vector<std::pair<QString, QString>> &lines, const char *label) {
            const auto it = std::find_if(lines.rbegin(), lines.rend(),
                                         [&](const auto &l) { return l.first == QString::fromLatin1(label); });
            return it == lines.rend() ? QString() : it->second;
        };
        const QString tail = QStringLiteral("8.000") + QChar(0x00A0) + QStringLiteral("µs"); // 7 and 1, no part of 32
        QTRY_COMPARE(said(view.pie()->tipLines(0), "Tail"), tail);
        QVERIFY(said(view.pie()->tipLines(0), "Copy only").contains(QStringLiteral("(3.1")));
        // The tip of a bar is read at once: its name and sum, its parts, the smallest together.
        for (const int bar : {0, 1})
            QVERIFY(view.bars()->tipLines(bar).size() <= 6);
        f.state.setStep(QStringLiteral("1"));
        QTRY_COMPARE(said(view.pie()->tipLines(0), "Tail"),
                     QStringLiteral("7.000") + QChar(0x00A0) + QStringLiteral("µs"));
        QVERIFY(said(view.pie()->tipLines(0), "Copy only").contains(QStringLiteral("(7.7"))); // 1 of 13
        f.state.setStep({});
        f.state.setCurrentRank({0, 1});
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(said(view.pie()->tipLines(0), "Tail"), QString()); // a file has no such buckets
    }

    // Old files of phases: 180 ms forward and backward and 2 ms before them, and what of these is communication or idle
    // nobody knows.
    void aFileOfPhasesShowsWhatItTells()
    {
        ViewFixture f;
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int i = 0; i < 2; ++i) {
            const auto rank = fileRank(i);
            StepTraceRow &row = rank->stepTrace.front();
            row.computingUs = 180'000;
            row.preparingUs = 2'000;
            row.overlappedUs.reset();
            row.notOverlappedUs.reset();
            row.freeUs.reset();
            FileEntry &file = rank->info.files.emplace_back();
            file.name = QStringLiteral("step_trace_raw_%1_detail_time.csv").arg(i);
            file.kind = QStringLiteral("legacy_steps");
            file.used = true;
            ranks.push_back(rank);
        }
        f.runs.addRun(makeRun(ranks));
        f.state.setCurrentRank({0, 1});
        OverviewView view(f.context());
        view.resize(1200, 720);
        view.show();
        QTRY_VERIFY(view.isComplete() && view.pie()->slices().size() == 5);
        const std::vector<PieSlice> &slices = view.pie()->slices();
        QCOMPARE(slices[0].label, QStringLiteral("Total compute"));
        QVERIFY(slices[0].known && slices[0].value == 180e6);
        QVERIFY(slices[4].known && slices[4].value == 2e6);
        QVERIFY(!slices[1].known && !slices[2].known && !slices[3].known);
        QString texts;
        for (const QLabel *label : view.findChildren<QLabel *>())
            texts += label->text() + u'\n';
        QVERIFY2(texts.contains(QLatin1String("ascend_cluster_analyse_*.csv would separate communication")),
                 qPrintable(texts));
        const StackedBar bar = view.bars()->bars()[1];
        QVERIFY(bar.isWholeCompute && !bar.missing[0] && bar.missing[1] && bar.isIncomplete());
        QCOMPARE(bar.partsNs[0], 180'000'000);
        QCOMPARE(view.bars()->tipLines(1).at(1).first, QStringLiteral("Total compute"));
    }

    void nonsenseTimesAreNoValues()
    {
        OverviewRow row;
        row.computingUs = std::numeric_limits<double>::infinity();
        row.freeUs = std::numeric_limits<double>::quiet_NaN();
        const auto items = overviewItems({row}, true);
        QVERIFY(!items[0].computingNs && !items[0].idleNs);
        QVERIFY(!items[0].computingRatio && !items[0].totalNs);
    }

    void aMissingValueIsSaidAndNotSummed()
    {
        ViewFixture f;
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int i = 0; i < 3; ++i) {
            const auto rank = fileRank(i, {QStringLiteral("1"), QStringLiteral("2")});
            if (i == 1)
                rank->stepTrace[1].freeUs.reset();
            ranks.push_back(rank);
        }
        f.runs.addRun(makeRun(ranks));
        f.state.setCurrentRank({0, 1});
        OverviewView view(f.context());
        view.resize(1200, 720);
        view.show();
        QTRY_VERIFY(view.isComplete());

        // The sum over both steps would be smaller than the steps are.
        const StackedBar bar = view.bars()->bars()[1];
        QVERIFY(bar.isIncomplete() && bar.missing[3] && !bar.missing[0]);
        QVERIFY(!bar.totalNs && !bar.ratios[0] && !bar.ratios[1]);
        QVERIFY(!view.bars()->bars()[0].isIncomplete() && view.bars()->bars()[0].totalNs);
        const auto lines = view.bars()->tipLines(1);
        const auto said = [&lines](const QString &label) {
            const auto it = std::find_if(lines.begin(), lines.end(), [&](const auto &l) { return l.first == label; });
            return it == lines.end() ? QString() : it->second;
        };
        QCOMPARE(said(QStringLiteral("Idle")), missingText());
        QCOMPARE(lines.front().second, missingText());
        QVERIFY(said(QStringLiteral("Pure compute")).contains(QStringLiteral("14")));
        QVERIFY(said(QStringLiteral("Incomplete")).startsWith(QStringLiteral("1 of 2")));

        const RowSourceModel &model = view.model();
        const auto item = std::find_if(view.rows().begin(), view.rows().end(),
                                       [&bar](const OverviewItem &i) { return i.key() == bar.key; });
        const int row = static_cast<int>(item - view.rows().begin());
        for (const char *id : {"total", "idle", "computingRatio", "communicationRatio"}) {
            const QModelIndex at = model.index(row, model.columnOf(QString::fromLatin1(id)));
            QCOMPARE(at.data().toString(), missingText());
            QCOMPARE(at.data(ExportRole), QVariant(QString()));
            QVERIFY(!at.data(Qt::ToolTipRole).toString().isEmpty());
        }
        QVERIFY(model.index(row, model.columnOf(u"computing")).data().toString() != missingText());

        QVERIFY(!view.pie()->slices()[3].known && view.pie()->slices()[0].known);
        QVERIFY(!view.pie()->accessibleDescription().contains(u'%'));
        QStringList texts;
        for (const QLabel *label : view.findChildren<QLabel *>())
            texts << label->text();
        const QString all = texts.join(u'\n');
        QVERIFY2(all.contains(QStringLiteral("without unknown parts: Idle")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("the length of the step is not known")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("1 bar(s) lack(s) a value")) ||
                     all.contains(QStringLiteral("1 bar lacks a value")),
                 qPrintable(all));
        f.state.setStep(QStringLiteral("1"));
        QTRY_VERIFY(view.isComplete());
        QVERIFY(!view.bars()->bars()[1].isIncomplete());
    }

    void theModelIsSoundWithManyRanks()
    {
        RowSourceModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<OverviewRow> rows(2048);
        for (int i = 0; i < 2048; ++i) {
            rows[size_t(i)].rank = i;
            rows[size_t(i)].rankIndex = i;
            rows[size_t(i)].computingUs = 1000 + i % 97;
        }
        model.setWhole(overviewRows(overviewItems(rows, true)));
        QCOMPARE(model.rowCount(), 2048);
        const int rank = model.columnOf(u"rank");
        QCOMPARE(model.index(2000, rank).data(SortRole), QVariant(qlonglong(2000))); // ordered as a number
        QCOMPARE(model.index(0, model.columnOf(u"computing")).data(ExportRole).toString(), QStringLiteral("1000"));
        model.setSource(nullptr, nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void theViewShowsBarsPieAndTable()
    {
        ViewFixture f;
        f.runs.addRun(eightRanks());
        f.state.setStep(QStringLiteral("1"));
        OverviewView view(f.context());
        view.resize(1200, 720);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(!view.isEmpty());
        QCOMPARE(view.bars()->bars().size(), size_t(8));
        QCOMPARE(view.bars()->bars()[5].partsNs[0], qint64(10'000'000));
        // With preparing they are the whole step, so that the shares are those of the line below: 55.2 % of 14.5 ms.
        QCOMPARE(view.pie()->slices().size(), size_t(5));
        QCOMPARE(view.pie()->slices()[0].value, 7'000'000.0);
        QCOMPARE(view.pie()->slices()[3].value, 4'000'000.0);
        QCOMPARE(view.pie()->slices()[4].value, 500'000.0);
        double whole = 0;
        for (const PieSlice &slice : view.pie()->slices())
            whole += slice.value;
        QCOMPARE(whole, static_cast<double>(*view.rows()[0].totalNs));
        QCOMPARE(view.pictures().size(), size_t(2));
        for (const PictureExport &p : view.pictures()) {
            QVERIFY(!p.picture.text().title.isEmpty());
            QCOMPARE(p.picture.text().scope, QStringLiteral("Run %1 · step 1").arg(f.runs.run(0)->name));
        }
        view.resize(560, 120);
        QCoreApplication::processEvents();
        QVERIFY(view.bars()->height() >= view.fontMetrics().height() * 4); // scrolled, not squeezed
        const QSize squeezed = view.bars()->size();
        for (const PictureExport &p : view.pictures()) {
            const QImage image = p.picture.image();
            QVERIFY2(image.width() >= 1800 && image.height() >= 1120, qPrintable(p.fileName)); // readable all the same
        }
        QCOMPARE(view.bars()->size(), squeezed);
        f.setTheme(Theme::Mode::Light);
    }

    void theHeatMapAndTheGridAreOneClickAway()
    {
        ViewFixture f;
        f.runs.addRun(eightRanks());
        f.state.setCurrentRank({0, 0});
        OverviewView view(f.context());
        view.resize(1200, 720);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.saveState().isEmpty());
        QSignalSpy arranged(&view, &DockView::arrangementChanged);
        QTabBar *const tabs = view.charts()->tabs();
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        QTRY_VERIFY(view.isComplete() && view.charts()->heatMap()->layer());
        QVERIFY(!view.bars()->isVisible() && view.charts()->heatMap()->map()->isVisible());
        QVERIFY(!pickerNamed(view, QStringLiteral("Order by"))->isVisible()); // of the bars
        QCOMPARE(arranged.count(), 1);
        StepHeatMap *const map = view.charts()->heatMap()->map();
        QTest::mouseClick(map, Qt::LeftButton, {}, map->cellRect(5, 1).center().toPoint());
        QCOMPARE(f.state.currentRank(), (RankRef{0, 5}));
        QCOMPARE(f.state.step(), QStringLiteral("2"));
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.rows()[size_t(view.table()->currentRow())].rank, 5);
        // By keys, too.
        tabs->setFocus();
        QTest::keyClick(tabs, Qt::Key_Right);
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.charts()->ranks()->isVisible());
        choose(view.charts()->heatMap()->metricPicker(), static_cast<int>(StepMetric::Idle));
        choose(view.charts()->heatMap()->showPicker(), 1);
        choose(view.charts()->ranks()->metricPicker(), static_cast<int>(StepMetric::Bubble));
        QCOMPARE(arranged.count(), 5);
        const QJsonObject saved = view.saveState();

        OverviewView other(f.context());
        other.restoreState(saved);
        QCOMPARE(other.charts()->chart(), OverviewCharts::Chart::Ranks);
        QCOMPARE(other.saveState(), saved);
        QCOMPARE(other.charts()->heatMap()->metricPicker()->value(), QVariant(static_cast<int>(StepMetric::Idle)));
        QVERIFY(other.charts()->heatMap()->showPicker()->value().toBool());
        QTRY_VERIFY(other.isComplete());
        QCOMPARE(other.saveState(), saved);
        other.showPage(QStringLiteral("heatmap"));
        QCOMPARE(other.charts()->chart(), OverviewCharts::Chart::HeatMap);
        other.showPage(QStringLiteral("nonsense"));
        QCOMPARE(other.charts()->chart(), OverviewCharts::Chart::HeatMap);
        other.restoreState({});
        QCOMPARE(other.charts()->chart(), OverviewCharts::Chart::Bars);
    }

    void theStripSaysWhatItSpeaksOf()
    {
        ViewFixture f;
        f.runs.addRun(eightRanks());
        f.state.setCurrentRank({0, 0});
        OverviewView view(f.context());
        view.resize(1200, 720);
        view.show();
        QTRY_VERIFY(view.isComplete());
        VerdictStrip &strip = *view.verdicts();
        QVERIFY(!strip.scopeNote()->isVisible() && !strip.thresholdsButton()->isVisible());
        f.state.setRankGroup({0, QStringLiteral("TP"), {4, 5}});
        QVERIFY(strip.scopeNote()->isVisible());
        QVERIFY(!strip.scopeNote()->toolTip().isEmpty());
        const auto apart = [&view] {
            const auto &bars = view.bars()->bars();
            return std::count_if(bars.begin(), bars.end(), [](const StackedBar &b) { return b.outlier; });
        };
        QCOMPARE(apart(), 1);
        DiagnosisThresholds limits;
        limits.computeDeviation = 1;
        f.state.setThresholds(limits);
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(apart(), 0);
        QVERIFY(strip.thresholdsButton()->isVisible());
        QSignalSpy wanted(&view, &OverviewView::thresholdsWanted);
        strip.thresholdsButton()->click();
        QCOMPARE(wanted.count(), 1);
        f.state.setThresholds({});
        f.state.setRankGroup({});
        QVERIFY(!strip.scopeNote()->isVisible() && !strip.thresholdsButton()->isVisible());
        // The bars are those of a domain's ranks then.
        f.state.setDomain(QStringLiteral("17"));
        QVERIFY(strip.scopeNote()->isVisible());
        f.state.setDomain({});
        QVERIFY(!strip.scopeNote()->isVisible());
    }

    void aClickSelectsTheRankEverywhere()
    {
        ViewFixture f;
        f.runs.addRun(eightRanks());
        OverviewView view(f.context());
        view.resize(1200, 720);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QTest::mouseClick(view.bars(), Qt::LeftButton, {}, view.bars()->centerOf(5).toPoint());
        QCOMPARE(f.state.currentRank(), (RankRef{0, 5}));
        QCOMPARE(f.state.selection().kind, Selection::Kind::Rank);
        QCOMPARE(view.bars()->selected(), 5);
        QCOMPARE(view.rows()[size_t(view.table()->currentRow())].rank, 5);
        QCOMPARE(view.pie()->slices()[0].value, 20'000'000.0); // both steps
        f.state.setCurrentRank({0, 2});
        QCOMPARE(view.bars()->selected(), 2);
        QCOMPARE(view.rows()[size_t(view.table()->currentRow())].rank, 2);
        view.bars()->setFocus();
        QTest::keyClick(view.bars(), Qt::Key_Right);
        QCOMPARE(f.state.currentRank(), (RankRef{0, 3}));
        QSignalSpy asked(&f.state, &ViewState::viewRequested);
        QTest::mouseDClick(view.bars(), Qt::LeftButton, {}, view.bars()->centerOf(4).toPoint());
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.at(0).at(0).toString(), QStringLiteral("timeline"));
        QCOMPARE(f.state.currentRank(), (RankRef{0, 4}));
        const auto *proxy = view.table()->rows();
        const QPoint row = view.table()->view()->visualRect(proxy->index(1, 0)).center();
        QTest::mouseClick(view.table()->view()->viewport(), Qt::LeftButton, {}, row);
        QCOMPARE(f.state.currentRank(), (RankRef{0, 1}));
    }

    void barsAndTableShareOrderAndTop()
    {
        ViewFixture f;
        f.runs.addRun(eightRanks());
        OverviewView view(f.context());
        view.resize(1200, 720);
        view.show();
        QTRY_VERIFY(view.isComplete());
        Picker *order = pickerNamed(view, QStringLiteral("Order by"));
        QVERIFY(order);
        choose(order, order->box()->findText(QStringLiteral("Total compute")));
        QCOMPARE(view.bars()->bars().front().label, QStringLiteral("5")); // the longest first
        auto *header = view.table()->view()->horizontalHeader();
        const int column = view.model().columnOf(u"computing");
        const QPoint at(header->sectionViewportPosition(column) + 6, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at); // the same column again: the other direction
        QCOMPARE(view.bars()->bars().back().label, QStringLiteral("5"));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(view.bars()->bars().front().label, QStringLiteral("5"));
        QCOMPARE(view.table()->rows()->index(0, 0).data().toString(), QStringLiteral("5"));
        view.findChild<QSpinBox *>()->setValue(3);
        QCOMPARE(view.bars()->bars().size(), size_t(3));
        QCOMPARE(view.model().rowCount(), 3);
        QCOMPARE(view.bars()->bars().front().label, QStringLiteral("5"));
        view.findChild<QSpinBox *>()->setValue(0);
        view.table()->setFilter(QStringLiteral("^[67]$"), true);
        QCOMPARE(view.bars()->bars().size(), size_t(2));
    }

    void stepFollowsTheSharedState()
    {
        ViewFixture f;
        f.runs.addRun(eightRanks());
        OverviewView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.rows()[0].totalNs, qint64(2 * 14'500'000));
        QCOMPARE(view.model().index(0, view.model().columnOf(u"step")).data().toString(), QStringLiteral("all 2"));
        f.state.setStep(QStringLiteral("2"));
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.rows()[0].totalNs, qint64(14'500'000));
        // It is the bar at the top that chooses: a second choice in the view would be one too many.
        for (const char *const name : {"Run", "Step", "Domain"})
            QVERIFY2(!pickerNamed(view, QString::fromLatin1(name)), name);
        f.state.setStep(QStringLiteral("99"));
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.isEmpty());
        QVERIFY(view.emptyState()->body().contains(QLatin1String("step")));
    }

    void legendEntriesHideTheirPart()
    {
        ViewFixture f;
        f.runs.addRun(eightRanks());
        OverviewView view(f.context());
        view.resize(1000, 600);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.bars()->isPartShown(3));
        QTest::mouseClick(view.bars(), Qt::LeftButton, {}, view.bars()->legendRect(3).center());
        QVERIFY(!view.bars()->isPartShown(3));
    }

    void thousandsOfRanksAreDrawnAndFound()
    {
        ViewFixture f;
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int i = 0; i < 2048; ++i)
            ranks.push_back(fileRank(i, {QStringLiteral("1")}, i == 1234 ? 15000 : 8000 + i % 13 * 20));
        f.runs.addRun(makeRun(ranks));
        OverviewView view(f.context());
        view.resize(1100, 700);
        view.show();
        QTRY_VERIFY_WITH_TIMEOUT(view.isComplete(), 20'000);
        QCOMPARE(view.bars()->bars().size(), size_t(2048));
        // The slow rank shares its pixel with others and is still the one that the pixel stands for.
        const QPointF at = view.bars()->centerOf(1234);
        // The pixel that holds the centre; rounding could name its neighbour.
        QTest::mouseClick(view.bars(), Qt::LeftButton, {}, QPoint(int(std::floor(at.x())), int(at.y())));
        QCOMPARE(f.state.currentRank().index, 1234);
        QCoreApplication::processEvents();
    }

    void emptyStatesSayWhatIsMissing()
    {
        ViewFixture f;
        OverviewView view(f.context());
        view.resize(900, 600);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.isEmpty());
        QVERIFY(view.emptyState()->heading().contains(QLatin1String("No run")));
        auto bare = std::make_shared<RankData>();
        bare->info.rank = 0;
        f.runs.addRun(makeRun({bare}));
        QCOMPARE(view.emptyState()->heading(), QStringLiteral("Loading"));
        QTRY_VERIFY(view.isComplete() && view.emptyState()->body().contains(QLatin1String("step_trace_time.csv")));
        QVERIFY(view.emptyState()->body().contains(QLatin1String("profiler_level")));
    }

    void ranksThatArriveLaterJoin()
    {
        ViewFixture f;
        Run skeleton = eightRanks();
        const auto ranks = skeleton.ranks;
        for (auto &r : skeleton.ranks)
            r.reset();
        f.runs.addRun(skeleton);
        OverviewView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.isEmpty());
        for (int i = 0; i < 8; ++i) {
            f.runs.setRank({0, i}, ranks[size_t(i)]);
            QVERIFY(!view.isComplete());
        }
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.model().rowCount(), 8);
        f.runs.closeRun(0);
        QTRY_VERIFY(view.isComplete() && view.isEmpty());
    }
};

RS_TEST(TestOverview, QApplication);
#include "tst_overview.moc"

#include <cmath>
