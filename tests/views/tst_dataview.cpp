// SPDX-License-Identifier: Apache-2.0
// The data pipeline as a graph, its tables, and other CSV files as tables and curves.
#include "core/run/pipelinecolumns.h"
#include "core/table/othertables.h"
#include "items/format.h"
#include "support/pipelinefixture.h"
#include "support/testprogram.h"
#include "views/dataset/dataview.h"
#include "views/dataset/pipelinegraph.h"
#include "views/dataset/pipelinepage.h"
#include "views/browse/csvpage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/picture/curvechart.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

/// MindRecord and Map on one way, Generator on the other, to Zip, Batch and the device.
std::shared_ptr<RankData> pipelineRank()
{
    auto rank = fileRank(0);
    rank->tables[QStringLiteral("minddata_summary")] = pipelineSummary({{0, "DataQueue", -1, 1, -1, -1, -1, 1},
                                                                        {1, "Batch", 0, 4, 3, 18.75, 70, 30},
                                                                        {2, "Zip", 1, 1},
                                                                        {3, "Map", 2, 8, 9.5, 59.38, 0, 82},
                                                                        {4, "MindRecord", 3, 8, 15, 93.75, 0, 40},
                                                                        {5, "Generator", 2, 2, 14, 87.5, 2, 35}});
    rank->tables[QStringLiteral("minddata_raw")] = pipelineRaw({{0, "DataQueueOp", -1},
                                                                {1, "BatchOp", 0, "[0, 4, 0, 8]", 16},
                                                                {3, "MapOp", 1, "[9, 10, 9, 10]", 16},
                                                                {4, "MindRecordOp", 3, "[15, 15]", 16}});
    return rank;
}

std::shared_ptr<Table> counters(int rows)
{
    auto t = std::make_shared<Table>();
    t->source = QStringLiteral("ASCEND_PROFILER_OUTPUT/npu_mem.csv");
    const int event = t->addColumn(QStringLiteral("event"), ColumnType::Text);
    const int ddr = t->addColumn(QStringLiteral("ddr(KB)"), ColumnType::Real);
    const int hbm = t->addColumn(QStringLiteral("hbm(KB)"), ColumnType::Real);
    const int stamp = t->addColumn(QStringLiteral("timestamp(us)"), ColumnType::TimeStamp);
    for (int i = 0; i < rows; ++i) {
        t->appendText(event, i % 2 == 0 ? "app" : "device");
        t->appendReal(hbm, i == 501 ? 9000 : 100 + i % 7);
        t->appendReal(ddr, 5);
        t->appendInteger(stamp, 1'000'000 + i * qint64{1000});
        t->finishRow();
    }
    return t;
}

void addOther(RankData &rank, const char *name, std::shared_ptr<const Table> table)
{
    FileEntry &f = rank.info.files.emplace_back();
    f.name = QLatin1String(name) + QStringLiteral(".csv");
    f.kind = OtherTablePrefix + QLatin1String(name);
    f.used = true;
    rank.tables[f.kind] = std::move(table);
}

} // namespace

// In no namespace of its own: lambdas capture it.
struct DataShown
{
    ViewFixture f;
    std::unique_ptr<DataView> view;

    explicit DataShown(std::shared_ptr<const RankData> rank = pipelineRank(), QSize size = {1100, 900})
    {
        f.runs.addRun(makeRun({std::move(rank)}));
        f.state.setCurrentRank({0, 0});
        view = std::make_unique<DataView>(f.context());
        view->resize(size);
        view->show();
    }
    [[nodiscard]] PipelineGraph &graph() const { return *view->pipeline()->graph(); }
    [[nodiscard]] CurveChart &queues() const { return *view->pipeline()->queues(); }
    [[nodiscard]] bool isThere() const { return view->isComplete() && !graph().pipeline().operators.empty(); }
    [[nodiscard]] QStringList queueNames() const
    {
        QStringList out;
        for (const CurveChart::Line &line : queues().lines())
            out << line.name;
        return out;
    }
};

struct CsvShown
{
    ViewFixture f;
    std::unique_ptr<CsvPage> page;

    explicit CsvShown(int rows = 1000)
    {
        auto rank = fileRank(0);
        addOther(*rank, "npu_mem", counters(rows));
        auto sums = std::make_shared<Table>();
        sums->source = QStringLiteral("hbm.csv");
        const int read = sums->addColumn(QStringLiteral("Read(MB/s)"), ColumnType::Real);
        sums->appendReal(read, 12.5);
        sums->finishRow();
        addOther(*rank, "hbm", sums);
        f.runs.addRun(makeRun({std::move(rank)}));
        f.state.setCurrentRank({0, 0});
        page = std::make_unique<CsvPage>(f.context());
        page->resize(1000, 700);
        page->show();
    }
};

class TestDataView : public QObject
{
    Q_OBJECT
private slots:
    void theGraphOfTheRank()
    {
        const DataShown s;
        QTRY_VERIFY(s.isThere());
        const PipelineGraph &graph = s.graph();
        QCOMPARE(graph.pipeline().operators.size(), size_t(6));
        QCOMPARE(graph.pipeline().operators[static_cast<size_t>(graph.bottleneck())].name, QStringLiteral("Map"));
        // From the left to the right: leaves, the root, the device; nothing lies on anything else.
        for (int a = 0; a < 6; ++a) {
            const int parent = graph.pipeline().operators[static_cast<size_t>(a)].parent;
            QVERIFY(graph.boxRect(a).right() < graph.boxRect(parent < 0 ? 6 : parent).left());
            for (int b = 0; b < a; ++b)
                QVERIFY(!graph.boxRect(a).intersects(graph.boxRect(b)));
            if (!graph.queueRect(a).isEmpty())
                QVERIFY(graph.queueRect(a).right() < graph.boxRect(parent < 0 ? 6 : parent).left());
        }
        const QString advice = s.view->pipeline()->advice()->text();
        QVERIFY2(advice.startsWith(QStringLiteral("Map(id=3) is the bottleneck")), qPrintable(advice));
        QVERIFY2(advice.contains(QStringLiteral("The queue before DataQueue(id=0) is empty 70 % of the time")),
                 qPrintable(advice));
        QCOMPARE(s.queueNames(), QStringList({QStringLiteral("Batch(id=1)"), QStringLiteral("Map(id=3)"),
                                              QStringLiteral("MindRecord(id=4)")}));
        QCOMPARE(s.view->pictures().size(), size_t(2));
    }

    // The first of two pipelines is drawn; rows of the table lead to the operators of either.
    void severalPipelinesOfOneFolder()
    {
        auto rank = pipelineRank();
        auto more = pipelineSummary({{0, "DataQueue", -1, 1}, {1, "Shuffle", 0, 4, 3, 18.75, 70, 30}});
        more->source = QStringLiteral("minddata_pipeline_summary_7.json");
        rank->tables[pipelineTableKind(PipelineSummaryKind, QStringLiteral("7"))] = more;
        const DataShown s(rank);
        QTRY_VERIFY(s.isThere());
        QVERIFY(s.view->pipeline()->partPicker()->isVisibleTo(s.view.get()));
        QCOMPARE(s.graph().pipeline().operators.size(), size_t(6));
        QTRY_COMPARE(s.view->table(u"pipeline")->table()->rows()->rowCount(), 8);
        s.view->pipeline()->setChosen(7);
        QCOMPARE(s.graph().pipeline().operators.size(), size_t(2));
        QCOMPARE(s.graph().pipeline().operators[static_cast<size_t>(s.graph().chosen())].name,
                 QStringLiteral("Shuffle"));
        QCOMPARE(s.view->pipeline()->partPicker()->value().toInt(), 1);
        const QSignalSpy chosen(s.view->pipeline(), &PipelinePage::chosenChanged);
        QTest::mouseClick(&s.graph(), Qt::LeftButton, {}, s.graph().boxRect(0).center().toPoint());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.front().front().toInt(), 6);
        const QJsonObject kept = s.view->pipeline()->saveState();
        // Between two ranks there is nothing that could be shown.
        QSignalSpy arranged(s.view->pipeline(), &Page::arrangementChanged);
        QComboBox *const box = s.view->pipeline()->partPicker()->box();
        box->setCurrentIndex(0);
        emit box->activated(0);
        QCOMPARE(arranged.count(), 1);
        QCOMPARE(s.graph().pipeline().operators.size(), size_t(6));
        s.view->pipeline()->restoreState(kept);
        QCOMPARE(s.graph().pipeline().operators.size(), size_t(2));
        QCOMPARE(s.view->pipeline()->partPicker()->value().toInt(), 1);
    }

    void aClickChoosesAnOperator()
    {
        const DataShown s;
        QTRY_VERIFY(s.isThere());
        const QSignalSpy chosen(&s.graph(), &PipelineGraph::chosenChanged);
        const int map = s.graph().pipeline().find(3);
        QTest::mouseClick(&s.graph(), Qt::LeftButton, {}, s.graph().boxRect(map).center().toPoint());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(s.graph().chosen(), map);
        // Operators of its own queue, and of the one that it takes from.
        QCOMPARE(s.queueNames(), QStringList({QStringLiteral("Map(id=3)"), QStringLiteral("MindRecord(id=4)")}));
        TableView *const table = s.view->table(u"pipeline")->table();
        QTRY_VERIFY(table->isComplete() && table->currentRow() == map);
        // Again beside all of them.
        QTest::mouseClick(&s.graph(), Qt::LeftButton, {}, QPoint(s.graph().width() - 2, s.graph().height() - 2));
        QCOMPARE(s.graph().chosen(), -1);
        QCOMPARE(s.queueNames().size(), 3);
    }

    void aRowOfTheTableChoosesToo()
    {
        const DataShown s;
        QTRY_VERIFY(s.isThere());
        TableView *const table = s.view->table(u"pipeline")->table();
        QTRY_VERIFY(table->isComplete() && table->rows()->rowCount() == 6);
        const QAbstractItemModelTester tester(table->rows());
        QTest::mouseClick(table->view()->viewport(), Qt::LeftButton, {},
                          table->view()->visualRect(table->view()->model()->index(3, 1)).center());
        QTRY_VERIFY(s.graph().chosen() >= 0);
        QCOMPARE(s.graph().chosen(), table->currentRow());
    }

    void aLowDockHasTheGraphAsATab()
    {
        const DataShown s(pipelineRank(), {1000, 420});
        QTRY_VERIFY(s.isThere());
        auto *const tabs = s.view->findChild<QTabWidget *>();
        QVERIFY(tabs->indexOf(s.view->pipeline()) == 0 && s.view->pipeline()->isVisible());
        s.view->resize(1000, 1000);
        QCOMPARE(tabs->indexOf(s.view->pipeline()), -1);
        QVERIFY(s.view->pipeline()->isVisible());
    }

    void otherFilesAsCurvesAndTable()
    {
        const CsvShown s;
        QTRY_VERIFY(s.page->isComplete() && s.page->table()->table()->rows()->rowCount() == 1);
        // hbm has no time.
        QVERIFY(!s.page->frame()->isVisible());
        choose(s.page->filePicker(), 1);
        QTRY_COMPARE(s.page->chart()->lines().size(), size_t(2));
        QVERIFY(s.page->frame()->isVisible());
        QTRY_COMPARE(s.page->table()->table()->rows()->rowCount(), 1000);
        QCOMPARE(s.page->chart()->lines()[0].name, QStringLiteral("event app"));
        QCOMPARE(s.page->chart()->valueText(9000), format::real(9000, 0) + QStringLiteral(" KB"));
        // The first column is the same in all rows: the curves are of the first one that is not.
        QCOMPARE(s.page->valuePicker()->value().toString(), QStringLiteral("hbm(KB)"));
        // The one value that is far above all others is in its pixel.
        const auto pixels = s.page->chart()->lines()[1].curve->pixels(s.page->chart()->window(), 50);
        QVERIFY(std::any_of(pixels.begin(), pixels.end(), [](const CurvePixel &p) { return p.most == 9000; }));
        choose(s.page->groupPicker(), 0);
        QTRY_COMPARE(s.page->chart()->lines().size(), size_t(1));
        choose(s.page->valuePicker(), 0);
        QTRY_COMPARE(s.page->chart()->lines()[0].name, QStringLiteral("ddr(KB)"));
        const QJsonObject state = s.page->saveState();
        const CsvShown other;
        other.page->restoreState(state);
        QTRY_COMPARE(other.page->chart()->lines().size(), size_t(1));
        QCOMPARE(other.page->chart()->lines()[0].name, QStringLiteral("ddr(KB)"));
    }

    void aSpanOfTheCurveNarrowsTheTable()
    {
        CsvShown s;
        choose(s.page->filePicker(), 1);
        QTRY_COMPARE(s.page->chart()->lines().size(), size_t(2));
        QTRY_VERIFY(s.page->isComplete() && s.page->frame()->isVisible());
        QApplication::processEvents(); // the chart has its place
        CurveChart &chart = *s.page->chart();
        const QPoint from(static_cast<int>(chart.xOf(1'100'000)), chart.plot().center().y());
        const QPoint to(static_cast<int>(chart.xOf(1'300'000)), from.y());
        QTest::mousePress(&chart, Qt::LeftButton, {}, from);
        QTest::mouseMove(&chart, (from + to) / 2);
        QTest::mouseMove(&chart, to);
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, to);
        QVERIFY(!s.f.state.timeSelection().isEmpty());
    }
};

RS_TEST(TestDataView, QApplication);
#include "tst_dataview.moc"
