// SPDX-License-Identifier: Apache-2.0
#include "support/kernelfixture.h"
#include "support/testprogram.h"
#include "views/picture/histogram.h"
#include "views/operators/operatorgroupspage.h"
#include "views/operators/operatorpies.h"
#include "views/operators/operatorsview.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"
#include "views/picture/piechart.h"
#include "views/picture/scatterchart.h"
#include "views/picture/valuebars.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QJsonObject>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

QStringList texts(std::initializer_list<const char *> all)
{
    QStringList out;
    for (const char *const text : all)
        out << QString::fromLatin1(text);
    return out;
}

std::shared_ptr<RankData> rankOf(std::shared_ptr<Table> kernels, int rank = 0)
{
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    out->kernels = std::move(kernels);
    return out;
}

/// Matrix multiplications that wait for data and become slower in step 2, an addition, and a collective.
std::shared_ptr<Table> someKernels(qint64 factor = 1)
{
    return kernelTable(
        {{{"1", "MatMul1", "MatMul", "AI_CORE", "2,3;3,4", 0, 100 * us * factor, 10 * us, 20},
          {{"aicore_time(us)", 80}, {"aic_mac_ratio", 0.5}, {"aic_mte2_ratio", 0.9}}},
         {{"2", "MatMul1", "MatMul", "AI_CORE", "2,3;3,4", 1000 * us, 300 * us * factor, 10 * us, 20},
          {{"aicore_time(us)", 240}, {"aic_mac_ratio", 0.5}, {"aic_mte2_ratio", 0.9}}},
         {{"1", "Add1", "Add", "AI_VECTOR_CORE", "2,3", 300 * us, 20 * us, {}, 8}, {}},
         {{"2", "hcom_allReduce__271_0_1", "hcom_allReduce_", "HCCL", "", 1400 * us, 500 * us, {}, {}}, {}}});
}

/// A product of 2e9 operations in 40 us, and an addition.
std::shared_ptr<Table> someProducts()
{
    auto out = std::make_shared<Table>();
    const std::vector<std::pair<const char *, std::pair<const char *, const char *>>> texts = {
        {"Step Id", {"1", "1"}},
        {"Name", {"MatMul1", "Add1"}},
        {"Type", {"MatMulV2", "Add"}},
        {"Accelerator Core", {"AI_CORE", "AI_VECTOR_CORE"}},
        {"Input Shapes", {"1000,1000;1000,1000", "1000;1000"}},
        {"Input Data Types", {"FLOAT16;FLOAT16", "FLOAT16;FLOAT16"}},
        {"Output Shapes", {"1000,1000", "1000"}},
        {"Output Data Types", {"FLOAT16", "FLOAT16"}}};
    std::vector<int> columns;
    for (const auto &[name, cells] : texts)
        columns.push_back(out->addColumn(QString::fromLatin1(name), ColumnType::Text));
    const int start = out->addColumn(QStringLiteral("Start Time(us)"), ColumnType::TimeStamp);
    const int duration = out->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
    for (const bool first : {true, false}) {
        for (size_t c = 0; c < columns.size(); ++c)
            out->appendText(columns[c], first ? texts[c].second.first : texts[c].second.second);
        out->appendInteger(start, first ? 0 : 50 * us);
        out->appendInteger(duration, first ? 40 * us : 50 * us);
        out->finishRow();
    }
    return out;
}

} // namespace

// In no namespace of its own: lambdas capture it.
struct OperatorsShown
{
    ViewFixture f;
    std::unique_ptr<OperatorsView> view;

    explicit OperatorsShown(std::vector<std::shared_ptr<const RankData>> ranks)
    {
        f.runs.addRun(makeRun(std::move(ranks)));
        f.state.setCurrentRank({0, 0});
        view = std::make_unique<OperatorsView>(f.context());
        view->resize(1100, 700);
        view->show();
    }
    OperatorsShown() : OperatorsShown({rankOf(someKernels())}) {}
    [[nodiscard]] OperatorGroupsPage &page() const { return *view->page(); }
    [[nodiscard]] bool isReady() const { return view->isComplete() && page().groups()->rows()->source(); }
    /// A column of a table as it is shown.
    [[nodiscard]] static QStringList columnOf(const TableView &table, QStringView id)
    {
        QStringList out;
        const RowSourceModel &model = *table.rows();
        for (int c = 0; c < model.columnCount(); ++c) {
            if (model.shown()[static_cast<size_t>(c)].column.id != id)
                continue;
            for (int r = 0; r < model.rowCount(); ++r)
                out << model.index(r, c).data().toString();
        }
        return out;
    }
};

class TestOperatorsView : public QObject
{
    Q_OBJECT
private slots:
    void groupsOfTheRank()
    {
        const OperatorsShown s;
        QTRY_VERIFY(s.isReady());
        QCOMPARE(OperatorsShown::columnOf(*s.page().groups(), u"type"), texts({"MatMul", "Add"}));
        QCOMPARE(OperatorsShown::columnOf(*s.page().groups(), u"calls"), texts({"2", "1"}));
        const std::vector<PieSlice> &slices = s.page().pies()->groupPie()->slices();
        QCOMPARE(slices.size(), size_t(2));
        QCOMPARE(slices[0].label, QStringLiteral("MatMul"));
        QCOMPARE(slices[0].value, 400.0 * us);
        QCOMPARE(s.page().pies()->corePie()->slices()[1].label, QStringLiteral("AI_VECTOR_CORE"));
        QCOMPARE(s.view->pictures().size(), size_t(3));
        QAbstractItemModelTester groups(s.page().groups()->rows());
        QAbstractItemModelTester kernels(s.page().kernels()->rows());
        // The advice is long, but its column is out of sight.
        const QTableView &rows = *s.page().groups()->view();
        const QStringList advice = OperatorsShown::columnOf(*s.page().groups(), u"advice");
        QVERIFY(!advice.isEmpty() && !advice[0].isEmpty());
        QTRY_VERIFY(rows.rowHeight(0) < 2 * rows.fontMetrics().lineSpacing());
    }

    void theCoreIsChosen()
    {
        const OperatorsShown s;
        QTRY_VERIFY(s.isReady());
        Picker *const core = s.page().corePicker();
        QCOMPARE(core->box()->count(), 3); // all, and those that compute
        choose(core, core->box()->findText(QStringLiteral("AI_VECTOR_CORE")));
        QTRY_COMPARE(OperatorsShown::columnOf(*s.page().groups(), u"type"), texts({"Add"}));
        const QJsonObject state = s.page().saveState();
        const OperatorsShown again;
        again.view->page()->restoreState(state);
        QTRY_COMPARE(OperatorsShown::columnOf(*again.page().groups(), u"type"), texts({"Add"}));
        // Collectives run on none of them, and what was chosen stays for the others.
        choose(s.page().groupingPicker(), 5);
        QTRY_COMPARE(OperatorsShown::columnOf(*s.page().groups(), u"type"), texts({"hcom_allReduce_"}));
        QTRY_VERIFY(!core->isEnabled());
        QVERIFY(core->box()->toolTip().contains(QLatin1String("no core")));
        choose(s.page().groupingPicker(), 0);
        QTRY_COMPARE(OperatorsShown::columnOf(*s.page().groups(), u"type"), texts({"Add"}));
        // A rank without that core shows everything.
        const OperatorsShown none(
            {rankOf(kernelTable({{{"1", "MatMul1", "MatMul", "AI_CORE", "2,3;3,4", 0, 100 * us, 10 * us, 20},
                                  {{"aic_mac_ratio", 0.5}}}}))});
        none.view->page()->restoreState(state);
        QTRY_COMPARE(OperatorsShown::columnOf(*none.page().groups(), u"type"), texts({"MatMul"}));
        QCOMPARE(none.page().corePicker()->value().toString(), QString());
    }

    void aClickInThePieSelects()
    {
        const OperatorsShown s;
        QTRY_VERIFY(s.isReady());
        PieChart *const pie = s.page().pies()->groupPie();
        QPoint at(-1, -1);
        for (int x = 0; x < pie->width() && at.x() < 0; x += 3) {
            for (int y = 0; y < pie->height() && at.x() < 0; y += 3) {
                if (pie->sliceAt(QPointF(x, y)) == 1)
                    at = {x, y};
            }
        }
        QVERIFY(at.x() >= 0);
        QTest::mouseClick(pie, Qt::LeftButton, {}, at);
        QTRY_COMPARE(s.page().kernels()->rows()->rowCount(), 1);
        QTRY_COMPARE(s.page().groups()->currentRow(), 1);
    }

    void aBinNarrowsTheKernels()
    {
        const OperatorsShown s;
        QTRY_VERIFY(s.isReady());
        Histogram *const bars = s.page().durations();
        const int last = static_cast<int>(bars->values()->bins.size()) - 1;
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->binRect(last).center());
        QCOMPARE(s.page().shownTable(), QStringLiteral("kernels"));
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(s.page().kernels()->rows()->rowCount(), 1);
        s.page().kernels()->clearFilters();
        QTRY_COMPARE(s.page().kernels()->rows()->rowCount(), 2);
    }

    void allRanksAtOnce()
    {
        const OperatorsShown s({rankOf(someKernels(), 0), rankOf(someKernels(3), 1)});
        QTRY_VERIFY(s.isReady());
        choose(s.page().ranksPicker(), 1);
        QTRY_COMPARE(OperatorsShown::columnOf(*s.page().groups(), u"calls"), texts({"4", "2"}));
        QCOMPARE(OperatorsShown::columnOf(*s.page().groups(), u"slowest-rank").first(), QStringLiteral("1"));
        QTRY_COMPARE(s.page().durations()->values()->maxNs, 900 * us); // of both
    }

    // 50 TFLOP/s at 2e9 operations for 6e6 bytes: half of what was entered as the peak. The addition has no point.
    void aPointOfTheRooflineIsARow()
    {
        OperatorsShown s({rankOf(someProducts())});
        ReferenceRates rates;
        rates.device.teraflopsPerSecond = 100;
        s.f.state.setRates(rates);
        QCOMPARE(s.view->shownPage(), nullptr); // the groups are in front
        s.view->showPage(QStringLiteral("mfu"));
        QTRY_VERIFY(s.view->isComplete() && s.view->table(u"mfu")->rows());
        TablePage &page = *s.view->table(u"mfu");
        QCOMPARE(OperatorsShown::columnOf(*page.table(), u"mfu"),
                 QStringList({QStringLiteral("\u2014"), QStringLiteral("50.0")}));
        ScatterChart *const chart = page.findChild<ScatterChart *>();
        QVERIFY(chart);
        QCOMPARE(chart->series().size(), size_t{1});
        const ScatterChart::Series &products = chart->series()[0];
        QCOMPARE(products.points.size(), size_t{1});
        QVERIFY(std::abs(products.points[0].x - 2e9 / 6e6) < 1e-6 && std::abs(products.points[0].y - 50) < 1e-9);
        QVERIFY(products.line && products.line(1) == 100); // without a bandwidth the roof is flat
        // One selection for both: by a point, by a row without one, by the row of the point.
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->placeOf(0).toPoint());
        QCOMPARE(page.table()->currentRow(), 1);
        QCOMPARE(chart->chosen(), 0);
        QTest::keyClick(page.table()->view(), Qt::Key_Up);
        QCOMPARE(page.table()->currentRow(), 0);
        QCOMPARE(chart->chosen(), -1);
        QTest::keyClick(page.table()->view(), Qt::Key_Down);
        QCOMPARE(chart->chosen(), 0);
        // The steps follow the chosen one.
        s.view->showPage(QStringLiteral("mfu.steps"));
        const TablePage &steps = *s.view->table(u"mfu.steps");
        QTRY_VERIFY(s.view->isComplete() && steps.rows() && steps.rows()->rows() > 0);
        s.f.state.setStep(QStringLiteral("99"));
        QTRY_VERIFY(s.view->isComplete() && steps.table()->model()->rowCount() == 0);
        s.f.state.setStep({});
        QTRY_VERIFY(s.view->isComplete() && steps.table()->model()->rowCount() > 0);
        s.view->showPage(QStringLiteral("mfu"));
        // A session keeps the page; the groups come back by name.
        const QJsonObject state = s.view->saveState();
        s.view->showPage(QStringLiteral("kernels"));
        QCOMPARE(s.view->shownPage(), nullptr);
        s.view->restoreState(state);
        QCOMPARE(s.view->shownPage(), static_cast<Page *>(&page));
    }
};

RS_TEST(TestOperatorsView, QApplication);
#include "tst_operatorsview.moc"
