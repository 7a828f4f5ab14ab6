// SPDX-License-Identifier: Apache-2.0
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "support/testprogram.h"
#include "tables/compare/comparetables.h"
#include "tables/base/tables.h"
#include "views/compare/compareview.h"
#include "views/compare/overlaidhistogram.h"
#include "views/compare/piepair.h"
#include "views/compare/sidespage.h"
#include "views/state/runshifts.h"
#include "views/viewfixture.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"
#include "views/picture/piechart.h"
#include "views/picture/chartframe.h"
#include "views/picture/valuebars.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<const RankData> rankWith(int rank, qint64 matmul, bool types = true)
{
    TinyRank r(rank);
    const std::string_view none;
    const auto kernel = [&](std::string_view name, std::string_view type, std::string_view core, qint64 start,
                            qint64 duration) {
        r.kernel(name, start, duration);
        r.kernelRow(name, types ? type : none, types ? core : none, "2,3", start, duration);
    };
    kernel("MatMul_1", "MatMul", "AI_CORE", 1'000, matmul);
    kernel("MatMul_2", "MatMul", "AI_CORE", 100'000, 3'000);
    kernel("Cast_1", "Cast", "AI_VECTOR_CORE", 200'000, 1'000);
    if (rank == 1)
        kernel("Add_1", "Add", "AI_VECTOR_CORE", 300'000, 500);
    return r.finish();
}

int rowOfType(const CompareView &view, const QString &type)
{
    const std::vector<CompareRow> &rows = view.comparison().rows;
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const CompareRow &r) { return r.type == type; });
    return at == rows.end() ? -1 : static_cast<int>(at - rows.begin());
}

} // namespace

class TestCompare : public QObject
{
    Q_OBJECT
private slots:
    void theModelShowsBothSides()
    {
        RowSourceModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        RankComparison c;
        CompareRow both;
        both.type = QStringLiteral("MatMul");
        both.base = {2, 10'000, 4'000, 6'000, NoSlice};
        both.other = {2, 15'000, 5'000, 10'000, NoSlice};
        CompareRow only;
        only.type = QStringLiteral("Add");
        only.other = {1, 500, 500, 500, NoSlice};
        only.onlyIn = OnlyIn::Other;
        c.rows = {both, only};
        model.setWhole(compareRows(c, {}, {QStringLiteral("rank 0"), QStringLiteral("50%1 run")}));
        QCOMPARE(model.rowCount(), 2);
        const int total = model.columnOf(u"base-total");
        QCOMPARE(model.headerData(total, Qt::Horizontal).toString(), QStringLiteral("rank 0: total (\u00B5s)"));
        QCOMPARE(model.index(0, total).data().toString(), QStringLiteral("10.000"));
        QVERIFY(model.index(1, total).data().toString().isEmpty());
        QCOMPARE(model.headerData(model.columnOf(u"other-total"), Qt::Horizontal).toString(),
                 QStringLiteral("50\uFF051 run: total (\u00B5s)"));
        QCOMPARE(model.index(1, model.columnOf(u"only-in")).data().toString(), QStringLiteral("50\uFF051 run"));
        QVERIFY(!model.shown()[static_cast<size_t>(model.columnOf(u"core"))].column.shown); // no row has one
        const int difference = model.columnOf(u"difference");
        QCOMPARE(model.index(0, difference).data().toString(), QStringLiteral("+5.000"));
        QVERIFY(model.index(0, difference).data(DivergingRole).toBool());
        QCOMPARE(model.index(0, difference).data(ShareRole).toDouble(), 1.0);
        QCOMPARE(model.index(1, model.columnOf(u"ratio")).data().toString(), QStringLiteral("\u221E"));
        QCOMPARE(model.columnOf(u"shapes"), -1);
        model.setSource(nullptr, nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void piesKeepTheirSizeBesideTheirLegend_data()
    {
        QTest::addColumn<int>("letters"); // of the width
        QTest::newRow("wide") << 200;
        QTest::newRow("beside bars") << 105;
        QTest::newRow("low and narrow") << 75;
        QTest::newRow("hardly anything") << 65;
    }

    void piesKeepTheirSizeBesideTheirLegend()
    {
        QFETCH(const int, letters);
        const Theme theme;
        PiePair pair(&theme);
        const std::vector<PieSlice> slices(11, {.label = QStringLiteral("RotaryPositionEmbeddingGrad"),
                                                .value = 1,
                                                .valueText = QStringLiteral("9 638.556 µs"),
                                                .color = Qt::red});
        pair.setSlices(slices, slices);
        pair.resize(pair.fontMetrics().averageCharWidth() * letters, pair.fontMetrics().height() * 11);
        pair.show();
        QVERIFY2(pair.diameter() >= pair.fontMetrics().height() * 7, qPrintable(QString::number(pair.diameter())));
        for (const QWidget *const pie : std::initializer_list<const QWidget *>{pair.left(), pair.right()}) {
            QVERIFY(pair.rect().contains(pie->geometry()));
            QVERIFY(pie->width() >= pair.diameter());
        }
    }

    // Each pie is as large, however narrow the page; a low page scrolls.
    void aNarrowPageStandsItsChartsBelowEachOther()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000)}));
        CompareView view(f.context());
        view.show();
        const int letter = view.fontMetrics().averageCharWidth();
        const int line = view.fontMetrics().height();
        const auto placeOf = [&view](const QWidget *part) { return part->mapTo(&view, QPoint()); };
        for (const bool narrow : {false, true, false}) {
            view.resize(letter * (narrow ? 110 : 170), line * (narrow ? 24 : 50));
            QTRY_COMPARE(placeOf(view.charts()).y() > placeOf(view.pies()).y() + view.pies()->height(), narrow);
            QTRY_VERIFY(narrow || placeOf(view.charts()).x() > placeOf(view.pies()).x() + view.pies()->width() - 1);
            QTRY_VERIFY(view.pies()->diameter() >= line * 7);
        }
    }

    void theRestOfThePieIsOneSlice()
    {
        RankComparison c;
        for (int i = 1; i <= 5; ++i) {
            CompareRow r;
            r.type = QString::number(i);
            r.base = {1, i * 10, 0, 0, NoSlice};
            c.rows.push_back(r);
        }
        const auto parts = compareParts(c, 2);
        QCOMPARE(parts.size(), size_t(3));
        QCOMPARE(parts[0].label, QStringLiteral("5"));
        QVERIFY(parts[2].rest);
        QCOMPARE(parts[2].baseNs, qint64(60));
        QCOMPARE(compareParts(c, 4).size(), size_t(5)); // a rest of one operator is that operator
    }

    void partsOfRanksAreNotCompared()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000)}));
        for (const int index : {0, 1}) {
            const auto data = f.runs.rank({0, index});
            f.runs.setState({0, index}, RankState::Loading);
            f.runs.setPart({0, index}, data->withoutTrace());
        }
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.isEmpty());
        QCOMPARE(view.note(), QString());
        QVERIFY(!view.basePie()->isVisible());
    }

    void twoRanksAreCompared()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000)}));
        CompareView view(f.context());
        view.resize(1100, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(!view.isEmpty());
        QCOMPARE(view.base(), (RankRef{0, 0}));
        QCOMPARE(view.other(), (RankRef{0, 1}));
        QCOMPARE(view.model().rowCount(), 3);
        const int matmul = rowOfType(view, QStringLiteral("MatMul"));
        QCOMPARE(view.comparison().rows[static_cast<size_t>(matmul)].differenceNs(), qint64(7'000));
        QCOMPARE(view.basePie()->slices().size(), size_t(3));
        QCOMPARE(view.otherPie()->slices()[0].label, QStringLiteral("MatMul"));
        QVERIFY(view.note().isEmpty());
        choose(pickerNamed(view, QStringLiteral("Group by")), 3);
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.model().rowCount(), 4);
        QVERIFY(view.model().columnOf(u"shapes") >= 0);
        Picker *core = pickerNamed(view, QStringLiteral("Core type"));
        choose(core, core->box()->findText(QStringLiteral("AI_VECTOR_CORE")));
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.model().rowCount(), 2);
    }

    void aDoubleClickJumpsToTheLongestOccurrence()
    {
        ViewFixture f;
        const auto other = rankWith(1, 9'000);
        f.runs.addRun(makeRun({rankWith(0, 2'000), other}));
        CompareView view(f.context());
        view.resize(1100, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QSignalSpy revealed(&f.state, &ViewState::revealRequested);
        QSignalSpy asked(&f.state, &ViewState::viewRequested);
        // Only the other rank has Add: the jump goes there, and the comparison stays as it is.
        const int add = rowOfType(view, QStringLiteral("Add"));
        const QModelIndex at = view.model().index(add, 0);
        const QPoint where = view.table()->view()->visualRect(at).center();
        QTest::mouseClick(view.table()->view()->viewport(), Qt::LeftButton, {}, where);
        QCOMPARE(f.state.selection().kind, Selection::Kind::Operator);
        QTest::mouseDClick(view.table()->view()->viewport(), Qt::LeftButton, {}, where);
        QCOMPARE(revealed.count(), 1);
        QCOMPARE(revealed.at(0).at(0).value<RankRef>(), (RankRef{0, 1}));
        QCOMPARE(revealed.at(0).at(1).value<SliceId>(), sliceNamed(*other->trace, "Add_1"));
        QCOMPARE(asked.count(), 1);
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.base(), (RankRef{0, 0}));
        QCOMPARE(view.other(), (RankRef{0, 1}));
    }

    // The tables of operators, grouped and in order, are filtered by the shown state as by any column.
    void rowsAreFilteredByWhatBecameOfThem()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000)}));
        CompareView view(f.context());
        view.resize(1300, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        view.table()->setColumnFilter(QStringLiteral("state"), QStringLiteral("only"));
        QTRY_COMPARE(view.model().rowCount(), 1);
        QCOMPARE(view.model().index(0, view.model().columnOf(u"state")).data().toString(),
                 QStringLiteral("Other only"));
        // A jump follows the row that is listed, not the one of the whole comparison.
        QSignalSpy revealed(&f.state, &ViewState::revealRequested);
        const QPoint where = view.table()->view()->visualRect(view.table()->rows()->index(0, 1)).center();
        QTest::mouseClick(view.table()->view()->viewport(), Qt::LeftButton, {}, where);
        QTest::mouseDClick(view.table()->view()->viewport(), Qt::LeftButton, {}, where);
        QCOMPARE(revealed.count(), 1);
        QCOMPARE(revealed.at(0).at(0).value<RankRef>(), (RankRef{0, 1}));
        view.showPage(QStringLiteral("order"));
        QTRY_VERIFY(view.sheet()->rows()->rowCount() > 1);
        const int all = view.sheet()->rows()->rowCount();
        view.sheet()->setColumnFilter(QStringLiteral("state"), QStringLiteral("only"));
        QTRY_VERIFY(view.sheet()->rows()->rowCount() > 0 && view.sheet()->rows()->rowCount() < all);
    }

    // The longest MatMul starts at 1 us on rank 0, at 51 us on rank 1, which has no Cast.
    void bothOccurrencesAreShownOverEachOther()
    {
        ViewFixture f;
        TinyRank late(1);
        late.kernel("MatMul_1", 51'000, 9'000);
        late.kernelRow("MatMul_1", "MatMul", "AI_CORE", "2,3", 51'000, 9'000);
        f.runs.addRun(makeRun({rankWith(0, 5'000), late.finish()}));
        CompareView view(f.context());
        view.resize(1300, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QSignalSpy revealed(&f.state, &ViewState::revealRequested);
        const int row = rowOfType(view, QStringLiteral("MatMul"));
        QMenu menu;
        emit view.table()->menuRequested(&menu, row);
        QAction *both = menu.findChild<QAction *>(QStringLiteral("compare-both"));
        QVERIFY(both && both->isEnabled());
        both->trigger();
        QCOMPARE(f.state.ranksTogether(), (std::vector<RankRef>{{0, 0}, {0, 1}}));
        QCOMPARE(f.state.offsets().ofRank({0, 1}), qint64(50'000)); // 51 us are drawn at 1 us
        QCOMPARE(f.state.offsets().reasonOf({0, 1}), OffsetReason::Slices);
        QCOMPARE(revealed.count(), 1);
        QCOMPARE(revealed.at(0).at(0).value<RankRef>(), (RankRef{0, 0}));
        QMenu oneSide;
        emit view.table()->menuRequested(&oneSide, rowOfType(view, QStringLiteral("Cast")));
        QVERIFY(!oneSide.findChild<QAction *>(QStringLiteral("compare-both"))->isEnabled());
    }

    // Run 1 was recorded an hour later and is drawn from where run 0 begins: MatMul of both at 1 us. The axis takes
    // 3,600 s - 0 off run 1, whose MatMul is 20 us later than that of run 0.
    void occurrencesOfTwoRunsAreAligned()
    {
        constexpr qint64 hourNs = 3'600'000'000'000;
        ViewFixture f;
        TinyRank later(0);
        later.kernel("Cast_1", hourNs + 1'000, 500);
        later.kernelRow("Cast_1", "Cast", "AI_VECTOR_CORE", "2,3", hourNs + 1'000, 500);
        later.kernel("MatMul_1", hourNs + 21'000, 9'000);
        later.kernelRow("MatMul_1", "MatMul", "AI_CORE", "2,3", hourNs + 21'000, 9'000);
        f.runs.addRun(makeRun({rankWith(0, 5'000)}));
        f.runs.addRun(makeRun({later.finish()}));
        CompareView view(f.context());
        view.resize(1300, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.other(), (RankRef{1, 0}));
        QMenu menu;
        emit view.table()->menuRequested(&menu, rowOfType(view, QStringLiteral("MatMul")));
        menu.findChild<QAction *>(QStringLiteral("compare-both"))->trigger();
        QCOMPARE(f.state.ranksTogether(), (std::vector<RankRef>{{0, 0}, {1, 0}}));
        QCOMPARE(f.state.offsets().ofRank({1, 0}), qint64(20'000));

        // Execution by execution: MatMul, MatMul, Cast against Cast, MatMul.
        view.showPage(QStringLiteral("order"));
        QTRY_VERIFY(view.isComplete() && view.sheet()->rows()->source());
        QCOMPARE(view.sheet()->rows()->rowCount(), 4);
        f.state.setOffsets({});
        QMenu inOrder;
        int pair = -1;
        for (int row = 0; row < 4; ++row) {
            const auto [a, b] = *view.sheet()->rows()->source()->place(static_cast<quint32>(row)).pair;
            pair = a != NoSlice && b != NoSlice ? row : pair;
        }
        QVERIFY(pair >= 0);
        emit view.sheet()->menuRequested(&inOrder, pair);
        QAction *const both = inOrder.findChild<QAction *>(QStringLiteral("compare-both"));
        QVERIFY(both && both->isEnabled());
        both->trigger();
        QVERIFY(f.state.offsets().ofRank({1, 0}) != 0);
    }

    void runsOfOtherTimesAreLaidOverTheFirst()
    {
        using Shifts = std::map<int, qint64>;
        QCOMPARE(runShifts({{0, {100, 200}}, {1, {1'100, 1'300}}, {2, {150, 250}}, {4, {10, 20}}}),
                 (Shifts{{0, 0}, {1, 1'000}, {2, 0}, {4, -90}}));
        QVERIFY(runShifts(std::map<int, TimeWindow>()).empty());
    }

    void choicesAreKeptInSessions()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000)}));
        f.runs.addRun(makeRun({rankWith(0, 1'000), rankWith(1, 9'000)}));
        CompareView view(f.context());
        view.showPage(QStringLiteral("many"));
        QTRY_VERIFY(view.isComplete());
        QSignalSpy changed(&view, &CompareView::arrangementChanged);
        choose(view.sides()->baselinePicker(), 3); // the same rank of the other run
        QVERIFY(changed.count() > 0);
        view.sides()->ranksField()->setText(QStringLiteral("0-1"));
        const QJsonObject kept = view.saveState();
        QCOMPARE(kept[QStringLiteral("table")].toString(), QStringLiteral("many"));
        CompareView again(f.context());
        again.restoreState(kept);
        QCOMPARE(again.saveState(), kept);
        QCOMPARE(again.sides()->ranksField()->text(), QStringLiteral("0-1"));

        // Nonsense in a session leaves what can be chosen.
        again.restoreState(
            {{QStringLiteral("table"), QStringLiteral("no such")},
             {QStringLiteral("by"), 99},
             {QStringLiteral("kind"), -7},
             {QStringLiteral("sides"), QJsonObject{{QStringLiteral("run"), 17}, {QStringLiteral("baselineRun"), -3}}}});
        QCOMPARE(again.saveState()[QStringLiteral("by")].toInt(), static_cast<int>(OperatorGrouping::Type));
        QCOMPARE(again.saveState()[QStringLiteral("kind")].toInt(), static_cast<int>(OperatorKind::Compute));
        QTRY_VERIFY(again.isComplete());
    }

    void otherTablesOfBothSides()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 5'000), rankWith(1, 9'000)}));
        CompareView view(f.context());
        view.resize(1300, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(!view.sheet()->isVisible());
        choose(pickerNamed(view, QStringLiteral("Table")), 1);
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.sheet()->isVisible() && !view.table()->isVisible());
        QCOMPARE(view.sheet()->rows()->rowCount(), 4); // three pairs, and the Add that only rank 1 runs
        const QPoint where = view.sheet()->view()->visualRect(view.sheet()->view()->model()->index(0, 0)).center();
        QTest::mouseClick(view.sheet()->view()->viewport(), Qt::LeftButton, {}, where);
        QTest::mouseDClick(view.sheet()->view()->viewport(), Qt::LeftButton, {}, where);
        QCOMPARE(f.state.ranksTogether(), (std::vector<RankRef>{{0, 0}, {0, 1}}));
        choose(pickerNamed(view, QStringLiteral("Table")), 3);
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.sheet()->rows()->rowCount(), 3);
        // A row of kernels leads to its longest call: of the base where it has one.
        QSignalSpy revealed(&f.state, &ViewState::revealRequested);
        const RowSource &kernels = *view.sheet()->rows()->source();
        int add = -1;
        for (int row = 0; row < 3; ++row) {
            if (kernels.text(static_cast<quint32>(row), 0) == "Add")
                add = row;
        }
        QVERIFY(add >= 0);
        emit view.sheet()->activated(add);
        QCOMPARE(revealed.takeFirst().at(0).value<RankRef>(), (RankRef{0, 1}));
        QMenu oneSide;
        emit view.sheet()->menuRequested(&oneSide, add);
        QVERIFY(!oneSide.findChild<QAction *>(QStringLiteral("compare-base"))->isEnabled());
        QVERIFY(!oneSide.findChild<QAction *>(QStringLiteral("compare-both"))->isEnabled());
        emit view.sheet()->activated(add == 0 ? 1 : 0); // both sides have it: what is compared
        QCOMPARE(revealed.takeFirst().at(0).value<RankRef>(), (RankRef{0, 1}));
        choose(pickerNamed(view, QStringLiteral("Table")), 0);
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.table()->isVisible());
    }

    void durationsOfBothSidesLieOverEachOther()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000)}));
        CompareView view(f.context());
        view.resize(1300, 700);
        view.show();
        QTRY_VERIFY(view.isComplete() && view.histogram()->data());
        view.charts()->setCurrentIndex(1);
        // The largest difference is shown unasked: MatMul with 2 and 3 us, and 9 and 3 us.
        const CompareDurations &bins = *view.histogram()->data();
        QCOMPARE(bins.leastNs, qint64(2'000));
        QCOMPARE(bins.mostNs, qint64(9'000));
        QCOMPARE(bins.base.front(), qint64(1));
        QCOMPARE(bins.other.back(), qint64(1));
        QTest::keyClick(view.histogram(), Qt::Key_Right);
        QCOMPARE(view.histogram()->chosenBin(), 0);
        QVERIFY2(view.histogram()->binText(0).contains(QStringLiteral("1 of rank 0, 0 of rank 1")),
                 qPrintable(view.histogram()->binText(0)));
        QTest::keyClick(view.histogram(), Qt::Key_Right);
        QCOMPARE(view.histogram()->chosenBin(), 1);
        const int cast = rowOfType(view, QStringLiteral("Cast"));
        const QModelIndex at = view.model().index(cast, 0);
        QTest::mouseClick(view.table()->view()->viewport(), Qt::LeftButton, {},
                          view.table()->view()->visualRect(at).center());
        QTRY_VERIFY(view.isComplete() && view.histogram()->data() && view.histogram()->data()->mostNs == 1'000);
    }

    void whatIsSlowIsSaidAbove()
    {
        const auto slowed = [](int rank, qint64 factor) {
            TinyRank r(rank);
            for (const auto &[name, start, duration] :
                 {std::tuple("MatMul", 1'000, 6'000), {"Add", 50'000, 3'000}, {"Cast", 90'000, 1'000}})
                r.kernelRow(name, name, "AI_CORE", "2,3", start, duration * factor);
            GroupInfo stage;
            stage.commName = QStringLiteral("pipe");
            stage.hash = groupHash(stage.commName);
            stage.pgName = QStringLiteral("pp");
            stage.globalRanks = {0, 2};
            r.data.groups.push_back(stage);
            return r.finish();
        };
        ViewFixture f;
        f.runs.addRun(makeRun({slowed(0, 1), slowed(1, 2), slowed(2, 1)}));
        CompareView view(f.context());
        view.resize(1100, 700);
        view.show();
        QTRY_VERIFY(view.isComplete() && !view.isEmpty());
        QVERIFY(view.verdict()->isVisible());
        QCOMPARE(view.verdict()->text(),
                 QStringLiteral("All types of operators take about 2.00 times as long on rank 1 as on rank 0: the "
                                "device is slow, not an operator."));
        QVERIFY(!view.note().contains(QLatin1String("pipeline stage")));
        // Alike, but of two stages.
        choose(pickerNamed(view, QStringLiteral("Other")), 2);
        QTRY_VERIFY(view.isComplete() && !view.verdict()->isVisible());
        QVERIFY2(view.note().contains(QLatin1String("rank 0 belongs to pipeline stage 0, rank 2 to stage 1")),
                 qPrintable(view.note()));
    }

    void ranksAreChosenAndSwapped()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000), rankWith(2, 4'000)}));
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.base(), (RankRef{0, 2})); // the median of 6, 8 and 13.5 us
        QCOMPARE(view.other(), (RankRef{0, 0}));
        choose(pickerNamed(view, QStringLiteral("Base")), 0); // they change places
        QCOMPARE(view.other(), (RankRef{0, 2}));
        choose(pickerNamed(view, QStringLiteral("Other")), 1);
        QCOMPARE(f.state.otherRank(), (RankRef{0, 1}));
        for (QToolButton *b : view.findChildren<QToolButton *>()) {
            if (b->accessibleName() == QLatin1String("Swap base and other rank"))
                QTest::mouseClick(b, Qt::LeftButton);
        }
        QCOMPARE(view.base(), (RankRef{0, 1}));
        QCOMPARE(view.other(), (RankRef{0, 0}));
        choose(pickerNamed(view, QStringLiteral("Base")), 0); // the other rank: the sides change places
        QCOMPARE(view.base(), (RankRef{0, 0}));
        QCOMPARE(view.other(), (RankRef{0, 1}));
    }

    void withoutTypesItSaysSoAndGroupsByName()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000, false), rankWith(1, 9'000, false)}));
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.note().contains(QLatin1String("Level0")));
        QCOMPARE(view.comparison().grouping, OperatorGrouping::Name);
        QCOMPARE(view.model().rowCount(), 4);
    }

    void emptyStatesSayWhatIsMissing()
    {
        ViewFixture f;
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.emptyState()->heading().contains(QLatin1String("No run")));
        auto bare = std::make_shared<RankData>();
        bare->info.rank = 0;
        f.runs.addRun(makeRun({bare}));
        QTRY_VERIFY(view.isComplete() && view.emptyState()->heading().contains(QLatin1String("Only one rank")));
        auto second = std::make_shared<RankData>();
        second->info.rank = 0;
        f.runs.addRun(makeRun({second}));
        QTRY_VERIFY(view.isComplete() && view.emptyState()->body().contains(QLatin1String("kernel_details.csv")));
    }

    void manyRanksAgainstOne()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000), rankWith(2, 3'000), rankWith(3, 4'000)}));
        CompareView view(f.context());
        view.resize(1100, 800);
        view.show();
        QTRY_VERIFY(view.isComplete());
        const auto placeOfTable = [&view] {
            for (const Picker *const picker : view.findChildren<Picker *>()) {
                if (picker->box()->findData(QStringLiteral("compare.many")) >= 0)
                    return picker->mapTo(&view, QPoint());
            }
            return QPoint(-1, -1);
        };
        const QPoint place = placeOfTable();
        QVERIFY(place.x() >= 0);
        view.showPage(QStringLiteral("many"));
        const SidesPage &sides = *view.sides();
        const auto labels = [&sides] {
            QStringList out;
            for (const ValuePlace &p : sides.bars()->places())
                out << p.label;
            return out;
        };
        // The median rank, by default: 3 of 2 3 4 9.
        QTRY_COMPARE(labels(), QStringList({QStringLiteral("1"), QStringLiteral("0"), QStringLiteral("3")}));
        QVERIFY(sides.isVisible() && !view.basePie()->isVisible());
        // The next choice lies under the mouse again.
        QCOMPARE(placeOfTable(), place);
        QVERIFY(!sides.rankPicker()->isVisible() && sides.ranksField()->isVisible());
        QCOMPARE(sides.bars()->places()[0].bars[0].value, std::optional(9'000.0 + 3'000 + 1'000 + 500));
        QCOMPARE(sides.bars()->places()[0].bars[0].mark, std::optional(7'000.0));
        choose(sides.baselinePicker(), 1); // rank 0
        QTRY_COMPARE(labels(), QStringList({QStringLiteral("1"), QStringLiteral("3"), QStringLiteral("2")}));
        sides.ranksField()->setText(QStringLiteral("2-3"));
        emit sides.ranksField()->editingFinished();
        QTRY_COMPARE(labels(), QStringList({QStringLiteral("3"), QStringLiteral("2")}));
        QTRY_VERIFY(view.isComplete());
        // The operator that differs most has its histogram: MatMul of rank 0 took 2 and 3 us, of rank 3 4 and 3 us.
        QVERIFY(sides.histogram()->isVisible() && sides.histogram()->data());
        QCOMPARE(sides.histogram()->data()->leastNs, qint64(2'000));
        QCOMPARE(sides.histogram()->data()->mostNs, qint64(4'000));
        QCOMPARE(sides.histogram()->data()->base.front(), qint64(1));
        QCOMPARE(sides.histogram()->data()->other.back(), qint64(1));
        // Another row, and where it leads.
        const auto rowOf = [&sides](const QString &rank, const QString &type) {
            const RowSource &rows = *sides.table()->rows()->source();
            for (quint32 row = 0; row < rows.rows(); ++row) {
                if (rows.text(row, 0) == rank.toStdString() &&
                    rows.text(row, rows.columnOf(u"type")) == type.toStdString())
                    return static_cast<int>(row);
            }
            return -1;
        };
        const int cast = rowOf(QStringLiteral("2"), QStringLiteral("Cast"));
        QVERIFY(cast >= 0);
        const QModelIndex castAt = sides.table()->view()->model()->index(cast, 0);
        QTest::mouseClick(sides.table()->view()->viewport(), Qt::LeftButton, {},
                          sides.table()->view()->visualRect(castAt).center());
        QTRY_VERIFY(view.isComplete() && sides.histogram()->data()->mostNs == 1'000);
        QSignalSpy revealed(&f.state, &ViewState::revealRequested);
        emit sides.table()->activated(cast); // the compared side
        QCOMPARE(revealed.takeFirst().at(0).value<RankRef>(), (RankRef{0, 2}));
        QMenu menu;
        emit sides.table()->menuRequested(&menu, cast);
        menu.findChild<QAction *>(QStringLiteral("compare-base"))->trigger();
        QCOMPARE(revealed.takeFirst().at(0).value<RankRef>(), (RankRef{0, 0}));
        menu.findChild<QAction *>(QStringLiteral("compare-both"))->trigger();
        QCOMPARE(f.state.ranksTogether(), (std::vector<RankRef>{{0, 0}, {0, 2}}));
        // A bar lists its side alone.
        const auto listed = [&sides] { return sides.table()->view()->model()->rowCount(); };
        QCOMPARE(listed(), 4); // MatMul and Cast of two sides
        QTest::mouseClick(sides.bars(), Qt::LeftButton, {}, sides.bars()->barRect(0, 0).center());
        QTRY_COMPARE(listed(), 2);
        sides.ranksField()->setText(QStringLiteral("2-x"));
        emit sides.ranksField()->editingFinished();
        QTRY_VERIFY(labels().isEmpty() && view.isComplete());
        QVERIFY(!sides.frame()->isVisible());
        view.showPage(QStringLiteral("operators"));
        QTRY_VERIFY(view.basePie()->isVisible() && view.isComplete());
        QVERIFY(!sides.isVisible() && !sides.ranksField()->isVisible());
    }

    // Rows that came before the ranks, or are of no step, have no column with a value.
    void columnsOfLaterRowsAreShown()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000)}));
        f.state.setStep(QStringLiteral("77"));
        CompareView view(f.context());
        view.show();
        view.showPage(QStringLiteral("many"));
        QTRY_VERIFY(view.isComplete() && view.sides()->table()->rows()->source());
        QCOMPARE(view.sides()->bars()->places().size(), size_t(0));
        f.state.setStep({});
        QTRY_VERIFY(view.isComplete() && view.sides()->bars()->places().size() == 1);
        QStringList shown;
        const QTableView &table = *view.sides()->table()->view();
        for (int c = 0; c < table.model()->columnCount(); ++c) {
            if (!table.isColumnHidden(c))
                shown << table.model()->headerData(c, Qt::Horizontal).toString();
        }
        QVERIFY2(shown.contains(QStringLiteral("Type")) && shown.contains(QStringLiteral("State")),
                 qPrintable(shown.join(u' ')));
    }

    void ranksAgainstThoseOfAnotherRun()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000)}));
        f.runs.addRun(makeRun({rankWith(0, 1'000), rankWith(1, 9'000)}));
        f.state.setCurrentRank({0, 0});
        CompareView view(f.context());
        view.show();
        view.showPage(QStringLiteral("many"));
        QTRY_COMPARE(view.sides()->bars()->places().size(), size_t(1)); // one of two is the median
        QVERIFY(view.sides()->runPicker()->isVisibleTo(&view));
        choose(view.sides()->baselinePicker(), 3); // behind the median and both ranks
        QTRY_COMPARE(view.sides()->bars()->places().size(), size_t(2));
        QCOMPARE(view.sides()->bars()->places()[0].bars[0].mark, std::optional(5'000.0));
    }

    // MatMul, Cast and Add of run A: 6 and 13.5 us on its ranks; of run B 5 and 13.5 us.
    void wholeRunsAgainstOne()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankWith(0, 2'000), rankWith(1, 9'000)}));
        f.runs.addRun(makeRun({rankWith(0, 1'000), rankWith(1, 9'000)}));
        f.state.setCurrentRank({0, 0});
        CompareView view(f.context());
        view.resize(1300, 900);
        view.show();
        view.showPage(QStringLiteral("many"));
        const SidesPage &sides = *view.sides();
        QTRY_COMPARE(sides.bars()->places().size(), size_t(1));
        choose(sides.wholePicker(), 1); // the mean of its ranks, against the other run
        QTRY_VERIFY(view.isComplete() && sides.bars()->places().size() == 1);
        QCOMPARE(sides.bars()->places()[0].bars[0].value, std::optional(9'750.0));
        QCOMPARE(sides.bars()->places()[0].bars[0].mark, std::optional(9'250.0));
        QVERIFY2(sides.note().contains(QLatin1String("the mean of 2 ranks")), qPrintable(sides.note()));
        const auto count = [](const std::vector<qint64> &bins) {
            return std::accumulate(bins.begin(), bins.end(), qint64(0));
        };
        QCOMPARE(count(sides.histogram()->data()->base), qint64(4)); // MatMul of both ranks
        choose(sides.wholePicker(), 2);                              // the sum
        QTRY_VERIFY(view.isComplete() && sides.bars()->places().size() == 1);
        QCOMPARE(sides.bars()->places()[0].bars[0].value, std::optional(19'500.0));
        // The longest of a whole run is of one of its ranks.
        const PairPlace pair = sides.pairOf(0);
        QCOMPARE(pair.base.run, 1);
        QCOMPARE(pair.other.run, 0);
        QVERIFY(pair.ofBase != NoSlice && pair.ofOther != NoSlice);
        // Ranks of all runs against the mean of one.
        choose(sides.wholePicker(), 0);
        choose(sides.runPicker(), 2);
        QTRY_VERIFY(view.isComplete());
        const auto kept = [&] {
            CompareView again(f.context());
            again.restoreState(view.saveState());
            return again.saveState() == view.saveState();
        };
        // Behind it the mean of the second run and its two ranks.
        choose(sides.baselinePicker(), sides.baselinePicker()->box()->count() - 4); // all ranks of the first run
        QTRY_VERIFY(view.isComplete() && sides.bars()->places().size() == 4);
        QCOMPARE(sides.bars()->places()[0].bars[0].mark, std::optional(9'750.0));
        QVERIFY(kept());
        choose(sides.baselinePicker(), sides.baselinePicker()->box()->count() - 2); // rank 0 of the second
        QTRY_VERIFY(view.isComplete() && sides.bars()->places().size() == 3);
        QCOMPARE(sides.bars()->places()[0].bars[0].mark, std::optional(5'000.0));
        QCOMPARE(sides.pairOf(0).base, (RankRef{1, 0}));
        QVERIFY(kept());
    }

    void stepsOfARankAgainstOne()
    {
        ViewFixture f;
        TinyRank r(0);
        for (int i = 0; i < 3; ++i) {
            const qint64 start = 1'000'000 * (i + 1);
            r.step(i, start, 900'000);
            r.kernel("mm", start + 1'000, 100'000 * (i + 1));
            r.kernelRow("mm", "MatMul", "AI_CORE", "2,3", start + 1'000, 100'000 * (i + 1));
        }
        f.runs.addRun(makeRun({r.finish()}));
        CompareView view(f.context());
        view.show();
        view.showPage(QStringLiteral("steps"));
        const SidesPage &sides = *view.sides();
        QTRY_COMPARE(sides.bars()->places().size(), size_t(2));
        QCOMPARE(sides.bars()->places()[0].bars[0].mark, std::optional(200'000.0)); // the median step
        QCOMPARE(sides.stepPicker()->box()->count(), 4);
        choose(sides.stepPicker(), 1); // step 0
        QTRY_COMPARE(sides.bars()->places()[0].bars[0].mark, std::optional(100'000.0));
        QCOMPARE(sides.bars()->places()[0].label, QStringLiteral("2"));
        QCOMPARE(sides.bars()->places()[0].bars[0].caption, QStringLiteral("+200.0 %"));
    }

    void aRankWithoutKernelsIsNamedInsteadOfZeros()
    {
        ViewFixture f;
        auto bare = std::make_shared<RankData>();
        bare->info.rank = 1;
        bare->info.label = QStringLiteral("1");
        f.runs.addRun(makeRun({rankWith(0, 10'000), bare}));
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.model().rowCount(), 0);
        QVERIFY(view.isEmpty());
        QVERIFY2(view.emptyState()->heading().contains(QLatin1String("rank 1")),
                 qPrintable(view.emptyState()->heading()));
        QVERIFY(view.emptyState()->body().contains(QLatin1String("kernel_details.csv")));
        QVERIFY(view.emptyState()->body().contains(QLatin1String("NPU activity")));
    }
};

RS_TEST(TestCompare, QApplication);
#include "tst_compare.moc"
