// SPDX-License-Identifier: Apache-2.0
#include "support/memoryfixture.h"
#include "support/testprogram.h"
#include "views/browse/detailsview.h"
#include "views/page/propertytree.h"
#include "views/memory/memoryview.h"
#include "views/memory/memorychart.h"
#include "views/memory/memorycurvespage.h"
#include "views/page/tablepage.h"
#include "views/tables/columnfilters.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <tuple>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

std::shared_ptr<const Table> someRecords()
{
    return memoryRecords({{"PTA", 1000 * us, 10, 64, {}, "7"},
                          {"PTA", 1200 * us, 50, 64, {}, "9"},
                          {"PTA", 1400 * us, 20, 64, {}, "7"},
                          {"PTA", 2000 * us, 30, 64, {}, "7"},
                          {"APP", 1000 * us, {}, 128},
                          {"APP", 2000 * us, {}, 128}});
}

/// A rank with a host slice aten::mm from 1150 us to 1250 us, and two blocks of that name.
std::shared_ptr<RankData> memoryRank()
{
    TinyRank tiny(0);
    tiny.step(1, 1000 * us, 900 * us);
    tiny.kernel("MatMul", 1100 * us, 400 * us);
    auto out = std::make_shared<RankData>(*tiny.finish());
    out->info.framework = Framework::PyTorch;
    out->tables[QStringLiteral("memory_record")] = someRecords();
    out->tables[QStringLiteral("operator_memory")] = memoryBlocks({{"aten::mm", 30'720, 1200 * us, 1400 * us, "7"},
                                                                   {"aten::add", 10'240, 1000 * us, {}, "7"},
                                                                   {"aten::mm", 1024, 1500 * us, 1600 * us, "9"}});
    return out;
}

} // namespace

// In no namespace of its own: lambdas capture it.
struct MemoryPageShown
{
    ViewFixture f;
    std::unique_ptr<MemoryView> view;

    explicit MemoryPageShown(std::shared_ptr<const RankData> rank = memoryRank())
    {
        f.runs.addRun(makeRun({std::move(rank)}));
        f.state.setCurrentRank({0, 0});
        view = std::make_unique<MemoryView>(f.context());
        view->resize(1000, 700);
        view->show();
    }
    [[nodiscard]] MemoryChart &chart() const { return *view->curves()->chart(); }
    /// Texts of a table, columns by a blank.
    [[nodiscard]] QStringList rowsOf(const char *id, std::initializer_list<const char *> columns) const
    {
        const auto source = view->table(QString::fromLatin1(id))->table()->rows()->source();
        QStringList out;
        if (!source)
            return out;
        const QAbstractItemModel *const model = view->table(QString::fromLatin1(id))->table()->rows();
        for (int row = 0; row < model->rowCount(); ++row) {
            QStringList cells;
            for (int c = 0; c < model->columnCount(); ++c) {
                for (const char *wanted : columns) {
                    if (model->headerData(c, Qt::Horizontal).toString() == QLatin1String(wanted))
                        cells << model->index(row, c).data().toString();
                }
            }
            out << cells.join(u' ');
        }
        return out;
    }
};

class TestMemoryView : public QObject
{
    Q_OBJECT
private slots:
    void curvesOfTheRank()
    {
        const MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        QStringList names;
        for (const MemoryChart::Line &line : s.chart().lines())
            names << line.name;
        QCOMPARE(names, QStringList({QStringLiteral("PTA allocated"), QStringLiteral("PTA reserved"),
                                     QStringLiteral("PTA fragmentation"), QStringLiteral("APP reserved")}));
        QVERIFY(!s.chart().isShown(2)); // only on request
        QCOMPARE(s.chart().peak()->mb, 50.0);
        QCOMPARE(s.chart().peak()->ns, 1200 * us);
        QVERIFY2(s.chart().peakText().contains(QStringLiteral("50.0 MB")), qPrintable(s.chart().peakText()));
        QCOMPARE(s.view->curves()->component(), QStringLiteral("PTA"));
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(s.view->pictures().size(), size_t(1));
        // A curve that nobody sees is not looked up for the picture.
        QVERIFY(s.chart().drawnPixels(0) && !s.chart().drawnPixels(2));
        s.chart().setShown(2, true);
        QTRY_VERIFY(s.chart().drawnPixels(2));
    }

    void aDragSelectsTheTime()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}).size(), 3);
        const auto at = [&](qint64 ns) {
            return QPoint(static_cast<int>(s.chart().xOf(ns)), s.chart().plot().center().y());
        };
        QTest::mousePress(&s.chart(), Qt::LeftButton, {}, at(1450 * us));
        QTest::mouseMove(&s.chart(), at(1550 * us));
        QTest::mouseRelease(&s.chart(), Qt::LeftButton, {}, at(1550 * us));
        const TimeWindow chosen = s.f.state.timeSelection();
        QVERIFY(std::abs(chosen.fromNs - 1450 * us) < 5 * us && std::abs(chosen.toNs - 1550 * us) < 5 * us);
        // The first block was released before.
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}),
                     QStringList({QStringLiteral("aten::add"), QStringLiteral("aten::mm")}));
        QCOMPARE(s.chart().peak()->mb, 20.0);
        // Chosen elsewhere, it is chosen here.
        s.f.state.setTimeSelection({1000 * us, 1100 * us});
        QTRY_COMPARE(s.chart().selected().from, 1000 * us);
        QTest::keyClick(&s.chart(), Qt::Key_Escape);
        QVERIFY(s.f.state.timeSelection().isEmpty());
    }

    void whoHeldThePeak()
    {
        MemoryPageShown s;
        s.view->showPage(QStringLiteral("memory.alive"));
        // 40 MB are of blocks, 10 of the 50 MB are not.
        QTRY_COMPARE(s.rowsOf("memory.alive", {"Operator", "Blocks"}),
                     QStringList({QStringLiteral("aten::mm 1"), QStringLiteral("aten::add 1"),
                                  QStringLiteral("before the profile, or not listed ")}));
        QTest::mouseClick(&s.chart(), Qt::LeftButton, {},
                          {static_cast<int>(s.chart().xOf(1550 * us)), s.chart().plot().center().y()});
        QVERIFY(s.view->curves()->moment().has_value());
        QTRY_COMPARE(s.rowsOf("memory.alive", {"Operator", "Blocks"}).value(0), QStringLiteral("aten::add 1"));
    }

    // Two of the three blocks are of operators that the trace does not have.
    void aBlockTellsOfItself()
    {
        ViewFixture f;
        const auto second = memoryRank();
        second->info.rank = 1;
        f.runs.addRun(makeRun({memoryRank(), second}));
        f.state.setCurrentRank({0, 0});
        MemoryView view(f.context());
        DetailsView details(f.context());
        details.setBlockFacts([&view](const Selection &s) { return view.factsOf(s); });
        QObject::connect(&view, &MemoryView::factsChanged, &details, &DetailsView::updateBlock);
        details.show();
        view.resize(1000, 700);
        view.show();
        TableView *const table = view.table(u"memory.allocations")->table();
        QTRY_COMPARE(table->rows()->rowCount(), 3);
        table->view()->setCurrentIndex(table->view()->model()->index(1, 0));
        QCOMPARE(f.state.selection().kind, Selection::Kind::Block);
        QCOMPARE(f.state.selection().row, 1);
        QCOMPARE(details.heading(), QStringLiteral("Block of memory"));
        const auto shown = [&details](const char *name) {
            const auto found =
                details.properties()->findItems(QLatin1String(name), Qt::MatchExactly | Qt::MatchRecursive);
            return found.isEmpty() ? QString() : found.front()->text(1);
        };
        QCOMPARE(shown("Operator"), QStringLiteral("aten::add"));
        QCOMPARE(shown("Size (KB)"), table->rows()->index(1, table->rows()->columnOf(u"size")).data().toString());
        QVERIFY(!shown("Size (KB)").isEmpty());
        // A block without an operator leads to its time.
        QSignalSpy shownTime(&f.state, &ViewState::rankRevealRequested);
        emit table->activated(2);
        QCOMPARE(shownTime.size(), 1);
        QCOMPARE(shownTime[0].at(1).value<TimeWindow>(), (TimeWindow{1500 * us, 1600 * us}));
        // Rows of another rank: nothing of the old one stays marked.
        QVERIFY(view.curves()->chart()->held().has_value());
        f.state.setCurrentRank({0, 1});
        QTRY_VERIFY(view.isComplete() && !view.curves()->chart()->held());
        QTRY_COMPARE(shown("Operator"), QString());
        f.state.setCurrentRank({0, 0});
        QTRY_COMPARE(shown("Operator"), QStringLiteral("aten::add"));
    }

    // aten::linear is open from 1190 to 1210 us and holds the allocation at 1200; the slice of the device holds none.
    void blocksOfTheSelectedSliceAreSelected()
    {
        TinyRank tiny(0);
        tiny.step(1, 1000 * us, 900 * us);
        tiny.host("aten::linear", 1190 * us, 20 * us);
        tiny.kernel("MatMul", 1000 * us, 900 * us);
        auto rank = std::make_shared<RankData>(*tiny.finish());
        rank->tables = memoryRank()->tables;
        MemoryPageShown s(rank);
        TableView *const table = s.view->table(u"memory.allocations")->table();
        QTRY_COMPARE(table->rows()->rowCount(), 3);
        const auto select = [&](const char *name) {
            const Trace &trace = *rank->trace;
            for (quint32 i = 0; i < trace.slices().size(); ++i) {
                if (trace.strings().text(trace.slices().name(SliceId{i})) != QLatin1String(name))
                    continue;
                Selection selection;
                selection.kind = Selection::Kind::Slice;
                selection.rank = {0, 0};
                selection.slice = SliceId{i};
                s.f.state.select(selection);
                return true;
            }
            return false;
        };
        QSignalSpy moved(table, &TableView::currentRowChanged);
        QVERIFY(select("aten::linear"));
        QTRY_COMPARE(table->selectedRows(), std::vector<int>{0});
        QCOMPARE(table->currentRow(), 0);
        QVERIFY(moved.isEmpty()); // nobody moved there
        QCOMPARE(s.chart().held(), std::optional(Interval{1200 * us, 1400 * us}));
        // Nothing was allocated inside of a slice of the device: the rows stay as they are.
        QVERIFY(select("MatMul"));
        QTest::qWait(50);
        QCOMPARE(table->selectedRows(), std::vector<int>{0});
    }

    void aSecondRankOnTheSameAxes()
    {
        ViewFixture f;
        TinyRank tiny(1);
        tiny.kernel("MatMul", 1100 * us, 400 * us);
        auto second = std::make_shared<RankData>(*tiny.finish());
        second->info.framework = Framework::PyTorch;
        second->tables[QStringLiteral("memory_record")] =
            memoryRecords({{"PTA", 900 * us, 20, 64}, {"PTA", 1500 * us, 80, 96}, {"PTA", 2200 * us, 10, 96}});
        second->tables[QStringLiteral("operator_memory")] = memoryBlocks({{"aten::mm", 61'440, 1200 * us, 1600 * us}});
        f.runs.addRun(makeRun({memoryRank(), second}));
        f.state.setCurrentRank({0, 0});
        MemoryView view(f.context());
        view.resize(1000, 700);
        view.show();
        MemoryChart &chart = *view.curves()->chart();
        QTRY_COMPARE(chart.lines().size(), size_t(4));
        const Interval alone = chart.window();
        TablePage &compared = *view.table(u"memory.compare");
        view.showPage(QStringLiteral("memory.compare"));
        QTRY_VERIFY(view.isComplete() && !compared.rows());
        choose(view.curves()->besidePicker(), 1);
        QTRY_COMPARE(chart.lines().size(), size_t(7));
        QCOMPARE(chart.lines()[0].name, QStringLiteral("rank 0: PTA allocated"));
        QCOMPARE(chart.lines()[4].name, QStringLiteral("rank 1: PTA allocated"));
        QCOMPARE(chart.lines()[4].color, chart.lines()[0].color); // the same quantity
        QVERIFY(chart.lines()[1].color != chart.lines()[0].color);
        QCOMPARE(chart.peak()->mb, 50.0);
        QVERIFY(chart.momentText().isEmpty());
        chart.setMoment(chart.peak()->ns);
        QVERIFY2(chart.momentText().endsWith(QLatin1String(": 50.0 MB of rank 0: PTA allocated")),
                 qPrintable(chart.momentText()));
        chart.setMoment(std::nullopt);
        QCOMPARE(chart.peak(true)->mb, 80.0);
        QCOMPARE(chart.peak(true)->ns, 1500 * us);
        QVERIFY2(chart.peakText().contains(QStringLiteral("rank 0: PTA allocated: 50.0 MB")) &&
                     chart.peakText().contains(QStringLiteral("rank 1: PTA allocated: 80.0 MB")),
                 qPrintable(chart.peakText()));
        QVERIFY(chart.window().from == 900 * us && chart.window().from < alone.from && chart.window().to == 2200 * us);
        // An offset of the timeline moves the other curve.
        TimeOffsets offsets;
        offsets.setRank({0, 1}, 200 * us, OffsetReason::Slices);
        f.state.setOffsets(offsets);
        QTRY_COMPARE(chart.peak(true)->ns, 1300 * us);
        QTRY_VERIFY(compared.rows() && view.isComplete());
        QCOMPARE(compared.rows()->names(), QStringList({QStringLiteral("0"), QStringLiteral("1")}));
        QVERIFY(compared.rows()->rows() > 0);
        QVERIFY(compared.rows()->notes().front().english().startsWith(QLatin1String("Each rank at the peak of its")));
        f.state.setTimeSelection({1000 * us, 1400 * us});
        QTRY_VERIFY(view.isComplete() && compared.rows() && !compared.rows()->notes().empty() &&
                    compared.rows()->notes().front().english().startsWith(QLatin1String("Each rank at its peak in")));
        f.state.setTimeSelection({});
        QTRY_VERIFY(view.isComplete());
        // A step is that of each rank by its own clock: of rank 1 it ends before its peak, of rank 0 it holds its own.
        chart.setStep({1000 * us, 2000 * us}, QStringLiteral("3"), {800 * us, 1200 * us});
        QCOMPARE(chart.peak()->mb, 50.0);
        QCOMPARE(chart.peak(true)->mb, 20.0);
        chart.setStep({}, {});
        const QJsonObject state = view.saveState();
        choose(view.curves()->besidePicker(), 0);
        QTRY_COMPARE(chart.lines().size(), size_t(4));
        QCOMPARE(chart.lines()[0].name, QStringLiteral("PTA allocated"));
        view.restoreState(state);
        QTRY_COMPARE(chart.lines().size(), size_t(7));
        QCOMPARE(view.curves()->beside(), (RankRef{0, 1}));
    }

    // A click selects, what tells of the row unfolds below, and the view becomes low.
    void theRowThatWasClickedStaysInSight()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}).size(), 3);
        QTableView &rows = *s.view->table(u"memory.allocations")->table()->view();
        s.view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(s.view.get()));
        const QModelIndex last = rows.model()->index(2, 0);
        QTest::mouseClick(rows.viewport(), Qt::LeftButton, {}, rows.visualRect(last).center());
        QCOMPARE(rows.currentIndex().row(), 2);
        // Its mark in the curves, too, as long as there is some room.
        const int line = s.view->fontMetrics().height();
        s.view->resize(1000, 25 * line);
        QTRY_VERIFY(s.chart().isVisible() && rows.isVisible() && s.chart().held());
        QVERIFY(s.chart().height() > 5 * line);
        QCOMPARE(s.view->findChild<QTabWidget *>()->indexOf(s.view->curves()), -1);
        s.view->resize(1000, 18 * line);
        QTRY_VERIFY(s.view->findChild<QTabWidget *>()->indexOf(s.view->curves()) >= 0);
        QVERIFY(rows.isVisible());
        QTRY_VERIFY(rows.viewport()->rect().contains(rows.visualRect(rows.currentIndex()).center()));
        // Who comes back from where the row led finds the table, too, though the keys are elsewhere.
        s.view->resize(1000, 800);
        QTRY_COMPARE(s.view->findChild<QTabWidget *>()->indexOf(s.view->curves()), -1);
        s.view->curves()->chart()->setFocus();
        s.view->resize(1000, 18 * line);
        QTRY_VERIFY(s.view->findChild<QTabWidget *>()->indexOf(s.view->curves()) >= 0);
        QVERIFY(rows.isVisible());
    }
};

RS_TEST(TestMemoryView, QApplication);
#include "tst_memoryview.moc"
