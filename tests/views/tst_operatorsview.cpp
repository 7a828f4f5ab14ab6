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
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"
#include "views/picture/piechart.h"
#include "views/picture/valuebars.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>
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
            if (model.columns()[static_cast<size_t>(c)].id != id)
                continue;
            for (int r = 0; r < model.rowCount(); ++r)
                out << model.index(r, c).data().toString();
        }
        return out;
    }
    void clickRow(const TableView &table, int row) const
    {
        QTableView *const rows = table.view();
        QTest::mouseClick(
            rows->viewport(), Qt::LeftButton, {},
            rows->visualRect(rows->model()->index(row, rows->horizontalHeader()->logicalIndex(0))).center());
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
        grab(*s.view, QStringLiteral("operators"));
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
        // Of a rank without that core everything is shown.
        const OperatorsShown none(
            {rankOf(kernelTable({{{"1", "MatMul1", "MatMul", "AI_CORE", "2,3;3,4", 0, 100 * us, 10 * us, 20},
                                  {{"aic_mac_ratio", 0.5}}}}))});
        none.view->page()->restoreState(state);
        QTRY_COMPARE(OperatorsShown::columnOf(*none.page().groups(), u"type"), texts({"MatMul"}));
        QCOMPARE(none.page().corePicker()->value().toString(), QString());
    }

    // A file of another group of counters has no ratio of a pipe: what it tells instead is shown at once, and
    // explained.
    void countersOfOtherGroups()
    {
        const OperatorsShown s(
            {rankOf(kernelTable({{{"1", "MatMul1", "MatMul", "MIX_AIC", "2,3;3,4", 0, 100 * us, {}, 20},
                                  {{"aicore_time(us)", 80},
                                   {"aic_total_cycles", 800},
                                   {"aic_mac_fp16_ratio", 0.5},
                                   {"aic_cube_fops", 4096},
                                   {"aiv_ub_read_bw(GB/s)", 12},
                                   {"aiv_vec_bank_cflt_ratio", 0.25},
                                   {"aic_r0_read_cache_hit", 7},
                                   {"aic_unheard_of", 1}}}}))});
        QTRY_VERIFY(s.isReady());
        const auto column = [&s](const char *name) {
            const std::vector<ColumnSpec> &all = s.page().groups()->rows()->source()->columns();
            const auto at = std::find_if(all.begin(), all.end(),
                                         [name](const ColumnSpec &c) { return c.header == QLatin1String(name); });
            return at == all.end() ? ColumnSpec() : *at;
        };
        for (const auto &[name, hint] : {std::pair("aic_mac_fp16_ratio", "multiplied matrices of FP16"),
                                         {"aic_cube_fops", "floating-point"},
                                         {"aiv_ub_read_bw(GB/s)", "unified buffer (UB) was read"},
                                         {"aiv_vec_bank_cflt_ratio", "conflicts of banks"},
                                         {"aic_r0_read_cache_hit", "Reads that hit"}}) {
            QVERIFY2(column(name).shown, name);
            QVERIFY2(column(name).hint.contains(QLatin1String(hint)), qPrintable(column(name).hint));
        }
        for (const char *const name : {"aicore_time(us)", "aic_total_cycles", "aic_unheard_of"})
            QVERIFY2(!column(name).header.isEmpty() && !column(name).shown, name);
        QVERIFY(column("aic_unheard_of").hint.contains(QLatin1String("aic_metrics")));
        // Beside ratios of pipes the rest is there on request.
        const OperatorsShown pipes(
            {rankOf(kernelTable({{{"1", "MatMul1", "MatMul", "AI_CORE", "2,3", 0, 100 * us, {}, 20},
                                  {{"aic_mac_ratio", 0.5}, {"aic_cube_fops", 4096}}}}))});
        QTRY_VERIFY(pipes.isReady());
        for (const ColumnSpec &c : pipes.page().groups()->rows()->source()->columns()) {
            if (c.id.startsWith(u"counter:"))
                QCOMPARE(c.shown, c.header == u"aic_mac_ratio");
        }
    }

    // The largest group is selected at first: its kernels, its spread, its steps and what bounds it.
    void theSelectedGroup()
    {
        const OperatorsShown s;
        QTRY_VERIFY(s.isReady());
        QCOMPARE(s.page().kernels()->rows()->rowCount(), 2);
        QCOMPARE(s.page().durations()->values()->maxNs, 300 * us);
        QCOMPARE(s.page().steps()->places().size(), size_t(2));
        QCOMPARE(s.page().steps()->places()[1].bars[0].value, std::optional(300.0 * us));
        QVERIFY2(s.page().verdict().contains(QStringLiteral("MTE2 (AIC) is busy 90 %")),
                 qPrintable(s.page().verdict()));
        s.clickRow(*s.page().groups(), 1);
        QTRY_COMPARE(s.page().kernels()->rows()->rowCount(), 1);
        QVERIFY2(s.page().verdict().contains(QStringLiteral("no counter tells")), qPrintable(s.page().verdict()));
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

    void groupings()
    {
        const OperatorsShown s;
        QTRY_VERIFY(s.isReady());
        choose(s.page().groupingPicker(), 2); // name and input shapes
        QTRY_COMPARE(OperatorsShown::columnOf(*s.page().groups(), u"shapes"), texts({"2,3;3,4", "2,3"}));
        choose(s.page().groupingPicker(), 5); // communication type
        QTRY_COMPARE(OperatorsShown::columnOf(*s.page().groups(), u"type"), texts({"hcom_allReduce_"}));
        QTRY_VERIFY(s.view->isComplete());
        QVERIFY(s.page().verdict().isEmpty());
        QVERIFY(!s.page().pies()->corePie()->isVisible());
    }

    void followsTheStep()
    {
        OperatorsShown s;
        QTRY_VERIFY(s.isReady());
        s.f.state.setStep(QStringLiteral("2"));
        QTRY_COMPARE(OperatorsShown::columnOf(*s.page().groups(), u"type"), texts({"MatMul"}));
        s.f.state.setStep({});
        QTRY_COMPARE(OperatorsShown::columnOf(*s.page().groups(), u"type"), texts({"MatMul", "Add"}));
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

    void topOfThePie()
    {
        auto many = std::vector<KernelTableRow>();
        std::vector<std::string> names;
        for (int i = 0; i < 20; ++i)
            names.push_back("Op" + std::to_string(i));
        for (const std::string &name : names)
            many.push_back({{"1", name.c_str(), name.c_str(), "AI_CORE", "", 0, 10 * us, {}, {}}, {}});
        const OperatorsShown s({rankOf(kernelTable(many))});
        QTRY_VERIFY(s.isReady());
        QCOMPARE(s.page().pies()->groupPie()->slices().size(), size_t(16)); // 15 and the others
        choose(s.page().topPicker(), 0);
        QCOMPARE(s.page().pies()->groupPie()->slices().size(), size_t(6));
        QCOMPARE(s.page().pies()->groupPie()->slices().back().value, 150.0 * us);
    }

    void emptyStates()
    {
        const OperatorsShown s({rankOf(nullptr)});
        QTRY_VERIFY(s.page().emptyState()->isVisible());
        QTRY_VERIFY(s.view->isComplete());
        const OperatorsShown level0({rankOf(kernelTable({{{"1", "MatMul1", "", "", "", 0, 10 * us, {}, {}}, {}}}))});
        QTRY_VERIFY(level0.isReady());
        QVERIFY2(level0.page().verdict().contains(QStringLiteral("Level0")), qPrintable(level0.page().verdict()));
        QVERIFY(level0.page().verdict().contains(QStringLiteral("PipeUtilization")));
    }

    void l2Cache()
    {
        auto rank = rankOf(someKernels());
        rank->tables[QStringLiteral("l2_cache")] =
            l2Table({texts({"2", "1", "0.75", "0.1", "Add1"}), texts({"2", "2", "", "0.5", "MatMul1"})});
        const OperatorsShown s({rank});
        s.view->showPage(QStringLiteral("l2"));
        QTRY_VERIFY(s.page().l2()->rows() && s.view->isComplete());
        QCOMPARE(OperatorsShown::columnOf(*s.page().l2()->table(), u"name"), texts({"Add1", "MatMul1"}));
        QCOMPARE(s.page().l2()->rows()->real(0, s.page().l2()->rows()->columnOf(u"cost")), std::optional(5.0 * us));
        QVERIFY2(s.page().l2()->note().contains(QStringLiteral("without a hit rate (N/A)")) &&
                     s.page().l2()->note().contains(QStringLiteral(": 1.")),
                 qPrintable(s.page().l2()->note()));
    }

    void ofAllRanksTabsSayWhoseRowsTheyList()
    {
        OperatorsShown s({rankOf(someKernels(), 0), rankOf(someKernels(), 1)});
        QTRY_VERIFY(s.isReady());
        const auto *const bar = qobject_cast<QTabWidget *>(s.page().groups()->parentWidget()->parentWidget());
        QVERIFY(bar);
        QVERIFY2(!bar->tabText(1).contains(QStringLiteral("rank")), qPrintable(bar->tabText(1)));
        choose(s.page().ranksPicker(), 1);
        QTRY_VERIFY2(bar->tabText(1).startsWith(QStringLiteral("Kernels of rank 0 (")), qPrintable(bar->tabText(1)));
        QCOMPARE(bar->tabText(2), QStringLiteral("L2 cache of rank 0"));
        s.f.state.setCurrentRank({0, 1});
        QCOMPARE(bar->tabText(2), QStringLiteral("L2 cache of rank 1"));
        QVERIFY2(bar->tabText(1).startsWith(QStringLiteral("Kernels of rank 0 (")), qPrintable(bar->tabText(1)));
    }

    void stateIsKept()
    {
        const OperatorsShown s;
        QTRY_VERIFY(s.isReady());
        choose(s.page().groupingPicker(), 1);
        s.view->showPage(QStringLiteral("kernels"));
        const QJsonObject state = s.view->saveState();
        const OperatorsShown other;
        other.view->restoreState(state);
        QCOMPARE(other.view->saveState(), state);
        other.view->restoreState({{QStringLiteral("by"), 99}, {QStringLiteral("chart"), -5}});
        QTRY_VERIFY(other.isReady());
    }
};

RS_TEST(TestOperatorsView, QApplication);
#include "tst_operatorsview.moc"
