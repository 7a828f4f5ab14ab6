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
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

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
        grab(*s.view, QStringLiteral("memory"));
        // A curve that nobody sees is not looked up for the picture.
        QVERIFY(s.chart().drawnPixels(0) && !s.chart().drawnPixels(2));
        s.chart().setShown(2, true);
        QTRY_VERIFY(s.chart().drawnPixels(2));
    }

    // Ten modules, of 1 to 10 MB: the smallest two are said to be left out.
    void curvesOfModules()
    {
        std::vector<std::tuple<QString, qint64, double>> samples;
        for (int i = 1; i <= 10; ++i) {
            for (const qint64 at : {1000 * us, 2000 * us})
                samples.emplace_back(QStringLiteral("M%1").arg(i), at, 1024.0 * i);
        }
        auto bare = std::make_shared<RankData>();
        bare->info.rank = 0;
        bare->tables[QStringLiteral("npu_module_mem")] = moduleRecords(samples);
        const MemoryPageShown s(bare);
        QTRY_COMPARE(s.chart().lines().size(), size_t(8));
        QCOMPARE(s.chart().lines()[0].name, QStringLiteral("M10 reserved"));
        QCOMPARE(s.chart().lines()[7].name, QStringLiteral("M3 reserved"));
        QCOMPARE(s.chart().peak()->mb, 10.0);
        const MemoryCurvesPage &page = *s.view->curves();
        QVERIFY2(page.note().contains(QLatin1String("8 of 10 modules")), qPrintable(page.note()));
        QVERIFY(!page.componentPicker()->isVisible());
        QCOMPARE(page.groupPicker()->box()->count(), 1);

        // Beside the curves of the allocator they are a choice.
        auto both = memoryRank();
        both->tables[QStringLiteral("npu_module_mem")] = moduleRecords({{QStringLiteral("HCCL"), 1000 * us, 2048.0}});
        const MemoryPageShown chosen(both);
        QTRY_COMPARE(chosen.chart().lines().size(), size_t(4));
        QCOMPARE(chosen.view->curves()->groupPicker()->box()->count(), 3);
        choose(chosen.view->curves()->groupPicker(), 2);
        QTRY_COMPARE(chosen.chart().lines().size(), size_t(1));
        QCOMPARE(chosen.chart().lines()[0].name, QStringLiteral("HCCL reserved"));
        QVERIFY(chosen.view->curves()->component().isEmpty());
        const MemoryPageShown restored(both);
        restored.view->restoreState(chosen.view->saveState());
        QTRY_COMPARE(restored.chart().lines().size(), size_t(1));
        choose(chosen.view->curves()->groupPicker(), 0);
        QTRY_COMPARE(chosen.chart().lines().size(), size_t(4));
        QVERIFY(chosen.view->curves()->componentPicker()->isVisible());
    }

    // A graph runs over nodes: nothing of the chart speaks of time, and the selected time restricts nothing.
    void curvesOfCompiledGraphs()
    {
        constexpr qint64 never = 4294967295;
        const QString none = QStringLiteral("0");
        auto rank = memoryRank();
        rank->tables[QStringLiteral("static_op_mem")] = graphBlocks({{QStringLiteral("MatMul"), none, 1, 0, 2, 1024},
                                                                     {QStringLiteral("Add"), none, 1, 2, 9, 512},
                                                                     {QStringLiteral("TOTAL"), none, 1, 0, never, 4096},
                                                                     {QStringLiteral("Cast"), none, 2, 5, never, 64}});
        const MemoryPageShown s(rank);
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        MemoryCurvesPage &page = *s.view->curves();
        QCOMPARE(page.groupPicker()->box()->count(), 3);
        choose(page.groupPicker(), 2);
        QTRY_COMPARE(s.chart().axis(), MemoryAxis::Nodes);
        QCOMPARE(s.chart().lines().size(), size_t(2));
        QCOMPARE(s.chart().lines()[0].name, QStringLiteral("operators of graph 1"));
        QCOMPARE(s.chart().lines()[1].name, QStringLiteral("total of graph 1"));
        QVERIFY2(page.note().contains(QLatin1String("1.50 MB at node 2")), qPrintable(page.note()));
        QCOMPARE(s.chart().window(), (Interval{0, 10'000}));
        QVERIFY(page.component().isEmpty());
        const QRect plot = s.chart().plot();
        const auto at = [&](qint64 place) { return QPoint(qRound(s.chart().xOf(place)), plot.center().y()); };
        const auto tip = s.chart().tipLines(at(2500));
        QCOMPARE(tip[0], std::make_pair(QStringLiteral("Node"), QStringLiteral("2")));
        QCOMPARE(tip[1].second, QStringLiteral("1.50 MB"));
        grab(*s.view, QStringLiteral("memory-graph"));

        // Nodes are selected here, and no time anywhere else; a click asks for no moment.
        QTest::mousePress(&s.chart(), Qt::LeftButton, {}, at(4000));
        QTest::mouseMove(&s.chart(), at(6000));
        QTest::mouseRelease(&s.chart(), Qt::LeftButton, {}, at(6000));
        QVERIFY(s.chart().selected().length() > 0);
        QVERIFY(s.f.state.timeSelection().isEmpty());
        QVERIFY2(page.note().contains(QLatin1String("in the selected nodes: 0.50 MB")), qPrintable(page.note()));
        QTest::mouseClick(&s.chart(), Qt::LeftButton, {}, at(1000));
        QVERIFY(!page.moment() && !s.chart().moment());

        // The row of an operator is marked from its first node to its last one, in its own graph.
        s.view->showPage(QStringLiteral("memory.static"));
        TableView *const table = s.view->table(u"memory.static")->table();
        QTRY_COMPARE(table->rows()->rowCount(), 3);
        table->view()->setCurrentIndex(table->view()->model()->index(1, 0));
        QTRY_COMPARE(s.chart().held(), std::optional(Interval{2000, 9000}));
        table->view()->setCurrentIndex(table->view()->model()->index(2, 0));
        QTRY_VERIFY(!s.chart().held());

        choose(page.componentPicker(), 1);
        QTRY_COMPARE(s.chart().lines()[0].name, QStringLiteral("operators of graph 2"));
        const MemoryPageShown restored(rank);
        restored.view->restoreState(s.view->saveState());
        QTRY_COMPARE(restored.chart().lines().size(), size_t(1));
        choose(page.groupPicker(), 0);
        QTRY_COMPARE(s.chart().axis(), MemoryAxis::Time);
        QCOMPARE(page.component(), QStringLiteral("PTA"));
    }

    void streamsBeyondThoseDrawnAreCounted()
    {
        std::vector<MemoryBlockRow> blocks;
        const std::array streams = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
        for (size_t i = 0; i < streams.size(); ++i)
            blocks.push_back({"aten::mm",
                              1024 * (10.0 - static_cast<double>(i)),
                              (1000 + static_cast<qint64>(i)) * us,
                              {},
                              streams[i]});
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 0;
        rank->tables[QStringLiteral("memory_record")] = someRecords();
        rank->tables[QStringLiteral("operator_memory")] = memoryBlocks(blocks);
        const MemoryPageShown s(rank);
        QTRY_VERIFY(!s.chart().lines().empty());
        choose(s.view->curves()->groupPicker(), 1);
        QTRY_COMPARE(s.chart().lines().size(), size_t(8));
        QCOMPARE(s.chart().lines()[0].name, QStringLiteral("stream 0 allocated"));
        QCOMPARE(s.chart().lines()[7].name, QStringLiteral("stream 7 allocated"));
        const QString note = s.view->curves()->note();
        QVERIFY2(note.contains(QLatin1String("allocated for the 8 of 10 streams")), qPrintable(note));
    }

    // Stream 7 holds 10 MB, and 40 MB from 1200 us on; stream 9 1 MB: not what the allocator holds in all.
    void curvesOfStreams()
    {
        const MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        choose(s.view->curves()->groupPicker(), 1);
        QTRY_COMPARE(s.chart().lines().size(), size_t(2));
        QCOMPARE(s.chart().lines()[0].name, QStringLiteral("stream 7 allocated"));
        QCOMPARE(s.chart().lines()[0].curve->peak().mb, 40.0);
        QCOMPARE(s.chart().lines()[1].name, QStringLiteral("stream 9 allocated"));
        QCOMPARE(s.chart().lines()[1].curve->peak().mb, 1.0);
        QVERIFY(s.view->curves()->note().contains(QLatin1String("Peak of stream 7 allocated: 40")));
        QVERIFY(s.view->curves()->note().contains(QLatin1String("operator_memory.csv hold on each stream")));
        const QJsonObject state = s.view->saveState();
        const MemoryPageShown other;
        other.view->restoreState(state);
        QTRY_COMPARE(other.chart().lines().size(), size_t(2));
        choose(s.view->curves()->groupPicker(), 0);
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
    }

    void streamsThatNoFileTells()
    {
        auto rank = memoryRank();
        rank->tables[QStringLiteral("operator_memory")] = memoryBlocks({{"aten::mm", 1024, 1200 * us, 1400 * us}});
        const MemoryPageShown s(rank);
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        // Nobody knows before the blocks are read.
        choose(s.view->curves()->groupPicker(), 1);
        const auto whyNot = [&s] {
            return s.view->curves()->groupPicker()->box()->itemData(1, Qt::ToolTipRole).toString();
        };
        QTRY_VERIFY2(whyNot().contains(QLatin1String("does not say on which streams")), qPrintable(whyNot()));
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        rank->tables.erase(QStringLiteral("operator_memory"));
        const MemoryPageShown without(rank);
        QTRY_COMPARE(without.chart().lines().size(), size_t(4));
        QVERIFY(without.view->curves()
                    ->groupPicker()
                    ->box()
                    ->itemData(1, Qt::ToolTipRole)
                    .toString()
                    .contains(QLatin1String("which this rank does not have")));
    }

    void anotherComponent()
    {
        const MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        choose(s.view->curves()->componentPicker(), 1);
        QCOMPARE(s.chart().lines().size(), size_t(1));
        QCOMPARE(s.view->curves()->component(), QStringLiteral("APP"));
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

    void theSelectionCountsFromTheShiftedAxis()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        TimeOffsets offsets;
        offsets.setRank({0, 0}, 500 * us);
        s.f.state.setOffsets(offsets);
        s.f.state.setTimeSelection({600 * us, 800 * us});
        QTRY_COMPARE(s.chart().selected().from, 1100 * us);
        emit s.chart().selectedChanged({1200 * us, 1300 * us});
        QCOMPARE(s.f.state.timeSelection().fromNs, 700 * us);
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
        grab(*s.view, QStringLiteral("memory-alive"));
    }

    void leakSuspectsOfTheSelection()
    {
        MemoryPageShown s;
        s.view->showPage(QStringLiteral("memory.leaks"));
        QTRY_COMPARE(s.rowsOf("memory.leaks", {"Operator"}), QStringList(QStringLiteral("aten::add")));
        s.f.state.setTimeSelection({1100 * us, 1500 * us});
        TablePage *const page = s.view->table(u"memory.leaks");
        QTRY_VERIFY(page->emptyState()->body().contains(QStringLiteral("was released")));
    }

    void aRowIsMarked()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}).size(), 3);
        emit s.view->table(u"memory.allocations")->table()->currentRowChanged(0);
        QVERIFY(s.chart().held().has_value());
        QCOMPARE(s.chart().held()->from, 1200 * us);
        QCOMPARE(s.chart().held()->to, 1400 * us);
    }

    // Of the three blocks two are of operators that the trace does not have.
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
        // Where no operator is known the time is.
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

    // Blocks that are held in the selected time are listed, wherever it is selected.
    void theSelectedTimeListsTheBlocksThatAreHeld()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}).size(), 3);
        const int middle = s.chart().plot().center().y();
        const auto at = [&](qint64 ns) { return QPoint(qRound(s.chart().xOf(ns)), middle); };
        QTest::mousePress(&s.chart(), Qt::LeftButton, {}, at(1450 * us));
        QTest::mouseMove(&s.chart(), at(1700 * us));
        QTest::mouseRelease(&s.chart(), Qt::LeftButton, {}, at(1700 * us));
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}),
                     QStringList({QStringLiteral("aten::add"), QStringLiteral("aten::mm")}));
        s.f.state.setTimeSelection({1650 * us, 1700 * us});
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}), QStringList(QStringLiteral("aten::add")));
        QCOMPARE(s.chart().selected(), (Interval{1650 * us, 1700 * us}));
        QTest::keyClick(&s.chart(), Qt::Key_Escape);
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}).size(), 3);
        QVERIFY(s.f.state.timeSelection().isEmpty());
    }

    // Sizes are 30 720, 10 240 and 1 024 KB.
    void columnsAreFilteredByThemselves()
    {
        MemoryPageShown s;
        TableView *const table = s.view->table(u"memory.allocations")->table();
        QTRY_COMPARE(table->rows()->rowCount(), 3);
        auto *const field = table->findChild<QLineEdit *>();
        ColumnFilters *const filters = table->columnFilters();
        // From the menu of the button.
        QMenu *const menu = filters->button()->menu();
        emit menu->aboutToShow();
        const QList<QAction *> actions = menu->actions();
        const auto size = std::find_if(actions.begin(), actions.end(),
                                       [](const QAction *a) { return a->text() == QLatin1String("Size (KB)"); });
        QVERIFY(size != actions.end());
        (*size)->trigger();
        QCOMPARE(filters->chosen(), QStringLiteral("size"));
        QVERIFY(field->placeholderText().contains(QLatin1String("10..20")));
        QTest::keyClicks(field, QStringLiteral("> 5000"));
        QTRY_COMPARE(table->rows()->rowCount(), 2);
        // Return keeps it beside what is looked for next.
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->text().isEmpty() && filters->chosen().isEmpty());
        QCOMPARE(filters->marks().size(), size_t(1));
        QVERIFY(filters->isVisible());
        QTest::keyClicks(field, QStringLiteral("mm"));
        QTRY_COMPARE(table->rows()->rowCount(), 1);
        grab(*s.view, QStringLiteral("memory-column-filter"));
        // What is exported is what is seen.
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("rows.csv"));
        QSignalSpy written(table, &TableView::exportFinished);
        table->exportCsvTo(path);
        QTRY_COMPARE(written.size(), 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 2);
        // Broken ones are told and filter nothing.
        table->setColumnFilter(QStringLiteral("size"), QStringLiteral("> much"));
        QTRY_VERIFY(field->toolTip().contains(QLatin1String("much")));
        QCOMPARE(table->rows()->rowCount(), 2);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(filters->marks().size(), size_t(1));

        table->setColumnFilter(QStringLiteral("name"), QStringLiteral("! add"));
        QTRY_COMPARE(table->rows()->rowCount(), 1);
        // A session brings all of it back.
        MemoryPageShown other;
        other.view->restoreFilters(s.view->saveFilters());
        TableView *const restored = other.view->table(u"memory.allocations")->table();
        QTRY_COMPARE(restored->rows()->rowCount(), 1);
        QCOMPARE(restored->columnFilters()->marks().size(), size_t(1));
        QCOMPARE(restored->columnFilters()->chosen(), QStringLiteral("name"));
        QTest::mouseClick(restored->columnFilters()->marks().front(), Qt::LeftButton);
        QTRY_COMPARE(restored->rows()->rowCount(), 2);
        QVERIFY(!restored->columnFilters()->isVisible());
        restored->clearFilters();
        QTRY_COMPARE(restored->rows()->rowCount(), 3);
        QVERIFY(other.view->saveFilters().isEmpty());
    }

    void marksAreShaded()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        s.f.state.setMarks({{1100 * us, 1300 * us, QStringLiteral("warm-up"), 2}});
        QCOMPARE(s.chart().bands().size(), size_t(1));
        QCOMPARE(s.chart().bands()[0].name, QStringLiteral("warm-up"));
        const auto tip =
            s.chart().tipLines({static_cast<int>(s.chart().xOf(1210 * us)) + 1, s.chart().plot().center().y()});
        QCOMPARE(tip.back().second, QStringLiteral("warm-up"));
        QVERIFY2(tip[1].second.contains(QStringLiteral("50.0 MB")), qPrintable(tip[1].second));
    }

    void theScaleFitsWhatIsShown()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        s.chart().setWindow({1200 * us, 1400 * us});
        (void)s.chart().grab();
        const MemoryChart::Scale fromZero = s.chart().scale();
        QCOMPARE(fromZero.low, 0.0);
        s.chart().setFitsScale(true);
        (void)s.chart().grab();
        double least = fromZero.high;
        double most = 0;
        for (const MemoryChart::Line &line : s.chart().lines()) {
            for (const CurvePixel &p : line.on ? line.curve->pixels(s.chart().window(), s.chart().plot().width())
                                               : std::vector<CurvePixel>()) {
                least = std::min(least, p.least);
                most = std::max(most, p.most);
            }
        }
        const MemoryChart::Scale fitted = s.chart().scale();
        const double room = (most - least) * 0.05;
        QVERIFY(std::abs(fitted.low - (least - room)) < 1e-6 && std::abs(fitted.high - (most + room)) < 1e-6);
        const QJsonObject state = s.view->saveState();
        s.chart().setFitsScale(false);
        s.view->restoreState(state);
        QVERIFY(s.chart().fitsScale());
    }

    void aDoubleClickChoosesNoMoment()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        const Interval whole = s.chart().window();
        s.chart().setWindow({1200 * us, 1400 * us});
        QTest::mouseDClick(&s.chart(), Qt::LeftButton, {}, s.chart().plot().center());
        QCOMPARE(s.chart().window(), whole);
        QVERIFY(!s.view->curves()->moment()); // a click alone would have chosen one
        QTest::mouseClick(&s.chart(), Qt::LeftButton, {}, s.chart().legendRect(0).center());
        QVERIFY(!s.chart().isShown(0));
        QCOMPARE(s.chart().peak()->mb, 64.0); // of the first one that is shown
    }

    void withoutFilesItSaysWhich()
    {
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 0;
        rank->info.label = QStringLiteral("0");
        MemoryPageShown s(rank);
        QTRY_VERIFY2(s.view->curves()->emptyState()->body().contains(QStringLiteral("profile_memory")),
                     qPrintable(s.view->curves()->emptyState()->body()));
        for (TablePage *const page : s.view->tables()) {
            s.view->showPage(page->objectName());
            QTRY_VERIFY2(page->emptyState()->body().contains(QStringLiteral("profile_memory")),
                         qPrintable(page->objectName()));
        }
        // Without the record, the blocks are there.
        auto blocks = std::make_shared<RankData>(*rank);
        blocks->tables[QStringLiteral("operator_memory")] = memoryBlocks({{"aten::mm", 1024, 1500 * us, 1600 * us}});
        MemoryPageShown without(blocks);
        QTRY_COMPARE(without.rowsOf("memory.allocations", {"Operator"}).size(), 1);
    }

    void aMomentIsShownInTheTimeline()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        const QPoint at(static_cast<int>(s.chart().xOf(1300 * us)), s.chart().plot().center().y());
        const auto actionsAt = [&](const QPoint &place) {
            auto menu = std::make_unique<QMenu>();
            emit s.view->findChild<ChartFrame *>()->menuRequested(menu.get(), place);
            return menu;
        };
        QVERIFY(actionsAt({0, 0})->isEmpty());
        QSignalSpy shown(&s.f.state, &ViewState::rankRevealRequested);
        const auto menu = actionsAt(at);
        menu->actions().at(0)->trigger();
        QCOMPARE(shown.size(), 1);
        const auto span = shown[0][1].value<TimeWindow>();
        QVERIFY(span.fromNs < 1300 * us && span.toNs > 1299 * us && span.lengthNs() < 100 * us);
        menu->actions().at(1)->trigger();
        QVERIFY(s.view->curves()->moment().has_value());
        // Back to the peak.
        const auto other = actionsAt(at);
        other->actions().at(2)->trigger();
        QVERIFY(!s.view->curves()->moment());
        s.f.state.setTimeSelection({1200 * us, 1400 * us});
        QTRY_COMPARE(s.chart().selected().length(), 200 * us);
        const auto chosen = actionsAt(at);
        chosen->actions().at(0)->trigger();
        QCOMPARE(shown[1][1].value<TimeWindow>().fromNs, 1200 * us);
    }

    void theChosenStepIsShown()
    {
        TinyRank tiny(0);
        tiny.step(1, 1000 * us, 300 * us);
        tiny.step(2, 1350 * us, 300 * us);
        tiny.kernel("MatMul", 1100 * us, 400 * us);
        auto rank = std::make_shared<RankData>(*tiny.finish());
        const auto given = memoryRank();
        rank->info.framework = Framework::PyTorch;
        rank->tables = given->tables;
        MemoryPageShown s(rank);
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        const Interval whole = s.chart().window();
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}).size(), 3);
        QVERIFY(s.chart().peakText().startsWith(QLatin1String("Peak of PTA allocated: ")));
        s.f.state.setStep(QStringLiteral("2"));
        QTRY_VERIFY2(s.chart().peakText().startsWith(QLatin1String("Peak of PTA allocated in step 2: ")),
                     qPrintable(s.chart().peakText()));
        QVERIFY(s.chart().peak()->ns >= 1350 * us && s.chart().peak()->ns < 1650 * us);
        // Zoomed to it, with a little of what is beside it, and shaded.
        QTRY_VERIFY(s.chart().window() != whole);
        QVERIFY(s.chart().window().from < 1350 * us && s.chart().window().from > 1300 * us);
        QVERIFY(s.chart().window().to > 1650 * us && s.chart().window().to < 1700 * us);
        QCOMPARE(s.chart().bands().size(), size_t(1));
        QCOMPARE(s.chart().bands().front().span, (Interval{1350 * us, 1650 * us}));
        QCOMPARE(s.chart().bands().front().name, QStringLiteral("Step 2"));
        QCOMPARE(s.f.state.timeSelection(), TimeWindow()); // a step is no selection
        // Blocks that are held in it; the peak of the step and not of the run.
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}).size(), 3);
        s.f.state.setStep(QStringLiteral("1"));
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}).size(), 2);
        s.view->showPage(QStringLiteral("memory.curves"));
        QTRY_COMPARE(s.view->table(u"memory.curves")->table()->model()->rowCount(), 3);
        // A selected time is more than a step.
        s.f.state.setTimeSelection({1390 * us, 2100 * us});
        QVERIFY(s.chart().peakText().contains(QLatin1String(" in the selected time: ")));
        QTRY_COMPARE(s.view->table(u"memory.curves")->table()->model()->rowCount(), 3);
        s.f.state.setTimeSelection({});
        s.f.state.setStep({});
        QTRY_COMPARE(s.chart().window(), whole);
        QVERIFY(s.chart().bands().empty());
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
        grab(view, QStringLiteral("memory-two-ranks"));
        const QJsonObject state = view.saveState();
        choose(view.curves()->besidePicker(), 0);
        QTRY_COMPARE(chart.lines().size(), size_t(4));
        QCOMPARE(chart.lines()[0].name, QStringLiteral("PTA allocated"));
        view.restoreState(state);
        QTRY_COMPARE(chart.lines().size(), size_t(7));
        QCOMPARE(view.curves()->beside(), (RankRef{0, 1}));
    }

    void inALowWindowTheCurvesAreATab()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.chart().lines().size(), size_t(4));
        s.view->resize(900, 300);
        auto *const tabs = s.view->findChild<QTabWidget *>();
        QTRY_COMPARE(tabs->currentWidget(), static_cast<QWidget *>(s.view->curves()));
        s.view->showPage(QStringLiteral("memory.leaks"));
        QVERIFY(s.view->table(u"memory.leaks")->isVisible() && !s.chart().isVisible());
        s.view->resize(1000, 800);
        QTRY_VERIFY(s.view->table(u"memory.leaks")->isVisible() && s.chart().isVisible());
        QCOMPARE(tabs->indexOf(s.view->curves()), -1);
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

    void theModelsAreSound()
    {
        MemoryPageShown s;
        QTRY_COMPARE(s.rowsOf("memory.allocations", {"Operator"}).size(), 3);
        for (TablePage *const page : s.view->tables())
            QAbstractItemModelTester(page->table()->rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
};

RS_TEST(TestMemoryView, QApplication);
#include "tst_memoryview.moc"
