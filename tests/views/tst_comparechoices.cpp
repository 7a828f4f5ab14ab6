// SPDX-License-Identifier: Apache-2.0
// Which part of which captures the comparison is of, and what it says of that.
#include "items/rowsourcemodel.h"
#include "tables/tables.h"
#include "views/compare/compareview.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/widgets/picker.h"
#include "views/widgets/valuebars.h"

#include <QComboBox>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <tuple>

using namespace rs;
using namespace rs::test;

namespace {

// Steps 0, 1, …, each with a MatMul of that length. `pipeline`: the ranks of the pipelines that it is in.
std::shared_ptr<const RankData> rankOfSteps(int rank, int steps, qint64 ns, const std::vector<int> &pipeline = {})
{
    TinyRank r(rank);
    if (!pipeline.empty()) {
        GroupInfo group;
        group.commName = QStringLiteral("pipe%1").arg(pipeline.front());
        group.hash = groupHash(group.commName);
        group.pgName = QStringLiteral("pp");
        group.globalRanks.assign(pipeline.begin(), pipeline.end());
        r.data.groups.push_back(group);
    }
    for (int i = 0; i < steps; ++i) {
        const qint64 start = 1'000'000 * (i + 1);
        r.step(i, start, 900'000);
        r.kernel("mm", start + 1'000, ns);
        r.kernelRow("mm", "MatMul", "AI_CORE", "2,3", start + 1'000, ns);
    }
    return r.finish();
}

} // namespace

class TestCompareChoices : public QObject
{
    Q_OBJECT
private slots:
    // 200 us is the lower middle of 100 200 210 300.
    void aNormalRankIsComparedWithByDefault()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000), rankOfSteps(1, 1, 300'000), rankOfSteps(2, 1, 200'000),
                               rankOfSteps(3, 1, 210'000)}));
        f.state.setCurrentRank({0, 1});
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        // As a verdict has it, the normal one is the base, so what is positive is what the rank takes longer.
        QCOMPARE(view.base(), (RankRef{0, 2}));
        QCOMPARE(view.other(), (RankRef{0, 1}));
        QCOMPARE(view.model().index(0, view.model().columnOf(u"difference")).data().toString(),
                 QStringLiteral("+100.000"));
        QVERIFY(!f.state.sidesAreChosen());
        QVERIFY(!f.state.canGoBack());
        QVERIFY(!view.peerButton()->isVisible());
        // What stands there stays, whatever is looked at elsewhere, and a choice is the user's.
        f.state.setCurrentRank({0, 3});
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.base(), (RankRef{0, 2}));
        choose(pickerNamed(view, QStringLiteral("Base")), 1); // the other one: they change places
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.base(), (RankRef{0, 1}));
        QCOMPARE(view.other(), (RankRef{0, 2}));
        QVERIFY(f.state.sidesAreChosen());
    }

    // Before anybody has seen the comparison, it is of the rank that is looked at.
    void sidesFollowTheCurrentRankUntilTheyAreSeen()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000), rankOfSteps(1, 1, 300'000), rankOfSteps(2, 1, 200'000),
                               rankOfSteps(3, 1, 210'000)}));
        f.state.setCurrentRank({0, 0});
        CompareView view(f.context());
        QTRY_VERIFY(view.isComplete());
        f.state.setCurrentRank({0, 1});
        view.show();
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.base(), (RankRef{0, 2}));
        QCOMPARE(view.other(), (RankRef{0, 1}));
        f.state.setCurrentRank({0, 3});
        view.hide();
        f.state.setCurrentRank({0, 0});
        view.show();
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.other(), (RankRef{0, 1}));
    }

    // What the program opens with gives way to a normal rank, what the user chose does not.
    void sidesThatNobodyChoseGiveWay()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000), rankOfSteps(1, 1, 300'000), rankOfSteps(2, 1, 200'000),
                               rankOfSteps(3, 1, 210'000)}));
        f.state.setCurrentRank({0, 0});
        f.state.keepSides({0, 0}, {0, 1});
        {
            CompareView view(f.context());
            view.show();
            QTRY_VERIFY(view.isComplete());
            QCOMPARE(view.base(), (RankRef{0, 2}));
            QCOMPARE(view.other(), (RankRef{0, 0}));
            QCOMPARE(f.state.baseRank(), (RankRef{0, 2}));
        }
        f.state.setBaseRank({0, 3});
        f.state.setOtherRank({0, 1});
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.base(), (RankRef{0, 3}));
        QCOMPARE(view.other(), (RankRef{0, 1}));
    }

    // MatMul takes 5 and 12 us, Cast 1 us on both, Add 4 and 1 us.
    void whatDiffersMostIsDrawn()
    {
        const auto rank = [](int number, qint64 matmul, qint64 add) {
            TinyRank r(number);
            for (const auto &[name, start, ns] :
                 {std::tuple("MatMul", 1'000, matmul), {"Cast", 100'000, 1'000}, {"Add", 200'000, add}}) {
                r.kernel(name, start, ns);
                r.kernelRow(name, name, "AI_CORE", "2,3", start, ns);
            }
            return r.finish();
        };
        ViewFixture f;
        f.runs.addRun(makeRun({rank(0, 5'000, 4'000), rank(1, 12'000, 1'000)}));
        CompareView view(f.context());
        view.resize(1300, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        const ValueBars &bars = *view.differences();
        QVERIFY(bars.isVisible());
        QCOMPARE(bars.places().size(), size_t(2)); // no bar of what does not differ
        QCOMPARE(bars.places()[0].label, QStringLiteral("MatMul"));
        QCOMPARE(bars.places()[0].bars[1].value, std::optional(7'000.0));
        QVERIFY(bars.places()[0].bars[1].caption.startsWith(u'+'));
        QVERIFY(!bars.places()[0].bars[0].value);
        QCOMPARE(bars.places()[1].bars[0].value, std::optional(3'000.0)); // longer on the base
        QCOMPARE(bars.series(), QStringList({QStringLiteral("longer on rank 0"), QStringLiteral("longer on rank 1")}));
        grab(view, QStringLiteral("compare-differences"));
        QTest::mouseClick(view.differences(), Qt::LeftButton, {}, bars.barRect(1, 0).center());
        QCOMPARE(f.state.selection().kind, Selection::Kind::Operator);
        QCOMPARE(f.state.selection().text, QStringLiteral("Add"));
        const std::vector<PictureExport> pictures = view.pictures();
        QVERIFY(std::any_of(pictures.begin(), pictures.end(),
                            [](const PictureExport &p) { return p.fileName == u"compare-differences"; }));
    }

    // Ranks 0 and 1 are of stage 0, 2 and 3 of stage 1.
    void aRankOfTheSameStageIsOffered()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000, {0, 2}), rankOfSteps(1, 1, 300'000, {1, 3}),
                               rankOfSteps(2, 1, 200'000, {0, 2}), rankOfSteps(3, 1, 210'000, {1, 3})}));
        f.state.setBaseRank({0, 0});
        f.state.setOtherRank({0, 2});
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(view.note().contains(QLatin1String("of pipeline stage 0")), qPrintable(view.note()));
        QVERIFY(view.peerButton()->isVisible());
        QCOMPARE(view.peerButton()->text(), QStringLiteral("Compare rank 2 with rank 3, of the same stage"));
        QTest::mouseClick(view.peerButton(), Qt::LeftButton);
        // Who is held against a normal rank stays.
        QCOMPARE(f.state.otherRank(), (RankRef{0, 2}));
        QCOMPARE(f.state.baseRank(), (RankRef{0, 3}));
        QTRY_VERIFY(view.isComplete());
        QVERIFY(!view.peerButton()->isVisible());
        QVERIFY(!view.note().contains(QLatin1String("pipeline stage")));
    }

    // Steps 0 to 3 of 100 us against steps 0 to 2 of 120 us.
    void capturesOfUnequalStepsAreComparedByTheStep()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 4, 100'000), rankOfSteps(1, 3, 120'000)}));
        CompareView view(f.context());
        view.resize(1300, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        const auto isSaid = [&view](const char *text) { return view.note().contains(QLatin1String(text)); };
        QVERIFY2(isSaid("Steps that are compared: 4 of rank 0, 3 of rank 1."), qPrintable(view.note()));
        const auto cell = [&view](QStringView id) {
            return view.model().index(0, view.model().columnOf(id)).data().toString();
        };
        QCOMPARE(cell(u"difference"), QStringLiteral("+20.000"));
        QCOMPARE(cell(u"base-per-step"), QStringLiteral("100.000"));
        QCOMPARE(cell(u"base-total"), QStringLiteral("400.000"));
        QCOMPARE(cell(u"state"), QStringLiteral("Grown"));
        Picker *const otherStep = pickerNamed(view, QStringLiteral("Its step"));
        QVERIFY(!otherStep->isVisible());
        view.showPage(QStringLiteral("kernels"));
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(isSaid("Steps of the captures: 4 of rank 0, 3 of rank 1."), qPrintable(view.note()));

        // Step 3 is of one side alone: one step against the mean of three, until another one is chosen.
        view.showPage(QStringLiteral("operators"));
        f.state.setStep(QStringLiteral("3"));
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(isSaid("rank 1 has no step 3; its whole capture is compared."), qPrintable(view.note()));
        QVERIFY2(isSaid("Steps that are compared: 1 of rank 0, 3 of rank 1."), qPrintable(view.note()));
        QCOMPARE(cell(u"difference"), QStringLiteral("+20.000"));
        QVERIFY(otherStep->isVisible());
        QCOMPARE(otherStep->box()->count(), 4); // the same, and three
        choose(otherStep, 2);
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(isSaid("Only operators of step 3 of rank 0 and step 1 of rank 1."), qPrintable(view.note()));
        QVERIFY(!isSaid("Steps that are compared"));
        QCOMPARE(cell(u"difference"), QStringLiteral("+20.000"));
        QVERIFY(cell(u"base-per-step").isEmpty());
        view.showPage(QStringLiteral("order"));
        QTRY_VERIFY(view.isComplete() && view.sheet()->rows()->source());
        QCOMPARE(view.sheet()->rows()->rowCount(), 1);
        CompareView again(f.context());
        again.restoreState(view.saveState());
        QCOMPARE(again.saveState(), view.saveState());

        TableQuery query;
        query.run = f.runs.run(0);
        query.rank = 0;
        query.other = 1;
        const auto rows = f.tables.find(u"compare")->rows(query, JobContext());
        const auto isNoted = [&rows](const char *text) {
            return std::any_of(rows->notes().begin(), rows->notes().end(),
                               [text](const RowNote &note) { return note.english().contains(QLatin1String(text)); });
        };
        QVERIFY(isNoted("Steps that are compared: 4 of rank 0, 3 of rank 1."));
        QCOMPARE(rows->integer(0, rows->columnOf(u"other-per-step")), std::optional<qint64>(120'000));
    }

    // The sheets of the official comparison know neither steps nor kinds of operators; the table in order knows both,
    // but no selected time.
    void whatATableComparesIsSaid()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 2, 100'000), rankOfSteps(1, 2, 100'000)}));
        f.state.setStep(QStringLiteral("1"));
        CompareView view(f.context());
        view.resize(1300, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        const auto isSaid = [&view](const char *text) { return view.note().contains(QLatin1String(text)); };
        QVERIFY2(isSaid("Only operators of step 1."), qPrintable(view.note()));
        Picker *const kind = pickerNamed(view, QStringLiteral("Operators"));
        Picker *const core = pickerNamed(view, QStringLiteral("Core type"));
        Picker *const by = pickerNamed(view, QStringLiteral("Group by"));
        QVERIFY(kind->isEnabled() && core->isEnabled() && by->isEnabled());
        for (const char *const page : {"overall", "kernels", "communication", "api", "memory"}) {
            view.showPage(QLatin1String(page));
            QTRY_VERIFY(view.isComplete());
            QVERIFY2(!isSaid("Only operators of step"), page);
            QVERIFY2(isSaid("The charts are of step 1 alone; the table compares the whole captures"), page);
            QVERIFY2(!kind->isEnabled() && !core->isEnabled() && !by->isEnabled(), page);
            QVERIFY2(kind->box()->toolTip().contains(QLatin1String("all that both sides ran")), page);
        }
        view.showPage(QStringLiteral("kernels"));
        QTRY_VERIFY(view.isComplete() && view.sheet()->rows()->source());
        const RowSource &kernels = *view.sheet()->rows()->source();
        QCOMPARE(kernels.integer(0, kernels.columnOf(u"base-calls")), std::optional<qint64>(2)); // of both steps
        view.showPage(QStringLiteral("order"));
        QTRY_VERIFY(view.isComplete() && view.sheet()->rows()->source());
        QVERIFY(isSaid("Only operators of step 1."));
        QVERIFY(kind->isEnabled() && core->isEnabled() && !by->isEnabled());
        QCOMPARE(view.sheet()->rows()->rowCount(), 1);

        f.state.setTimeSelection({1'000'000, 1'050'000});
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(isSaid("the table is of step 1."), qPrintable(view.note()));
        f.state.setStep({});
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(isSaid("The charts are of the selected time alone"), qPrintable(view.note()));
        view.showPage(QStringLiteral("operators"));
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(isSaid("Only operators within the selected time"), qPrintable(view.note()));
        QVERIFY(kind->isEnabled() && by->isEnabled());
    }
};

QTEST_MAIN(TestCompareChoices)
#include "tst_comparechoices.moc"
