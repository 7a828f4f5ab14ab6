// SPDX-License-Identifier: Apache-2.0
// Which part of which captures the comparison is of, and what it says of that.
#include "items/rowsourcemodel.h"
#include "support/memoryfixture.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "views/compare/compareview.h"
#include "views/compare/sidespage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/widgets/picker.h"
#include "views/picture/piechart.h"
#include "views/picture/valuebars.h"

#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSet>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

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
        // Sides stay when other views look elsewhere, and a choice is the user's.
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

    // Sides that the program opens with give way to a normal rank, those of the user do not.
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

    // Two ranks have no normal one: the current one is held against the other one of its run, until somebody has seen
    // it.
    void twoRanksOfTheCurrentRunAreCompared()
    {
        ViewFixture f;
        for (int run = 0; run < 2; ++run)
            f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000), rankOfSteps(1, 1, 120'000)}));
        f.state.setCurrentRank({0, 0});
        f.state.keepSides({0, 0}, {0, 1});
        CompareView view(f.context());
        QTRY_VERIFY(view.isComplete());
        f.state.setCurrentRank({1, 1});
        view.show();
        QTRY_VERIFY(view.isComplete() && view.model().rowCount() > 0);
        QCOMPARE(view.base(), (RankRef{1, 0}));
        QCOMPARE(view.other(), (RankRef{1, 1}));
        QVERIFY(!f.state.sidesAreChosen());
        f.state.setCurrentRank({0, 1});
        f.state.setStep(QStringLiteral("0"));
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.other(), (RankRef{1, 1}));
    }

    // Ranks 0 and 1 are the two stages of a pipeline: rank 1 is held against rank 1 of the other run, not against rank
    // 0.
    void theSameStageOfAnotherRunIsComparedWith()
    {
        ViewFixture f;
        for (int run = 0; run < 2; ++run)
            f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000, {0, 1}), rankOfSteps(1, 1, 120'000, {0, 1})}));
        f.state.setCurrentRank({1, 1});
        f.state.keepSides({0, 0}, {0, 1}); // as the program opens
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete() && view.model().rowCount() > 0);
        QCOMPARE(view.base(), (RankRef{0, 1}));
        QCOMPARE(view.other(), (RankRef{1, 1}));
        QVERIFY(!f.state.sidesAreChosen());
        QVERIFY2(!view.note().contains(QLatin1String("pipeline stage")), qPrintable(view.note()));
    }

    // One run has nothing else to compare with: the view says what that means.
    void twoStagesAloneAreComparedWithAWarning()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000, {0, 1}), rankOfSteps(1, 1, 300'000, {0, 1})}));
        f.state.setCurrentRank({0, 1});
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete() && view.model().rowCount() > 0);
        QVERIFY2(view.note().contains(QLatin1String("they do different work, so a difference says little")),
                 qPrintable(view.note()));
        QVERIFY(view.verdict()->text().isEmpty());
        QVERIFY(!view.peerButton()->isVisible());
        // A second run has its like.
        f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000, {0, 1}), rankOfSteps(1, 1, 200'000, {0, 1})}));
        QTRY_COMPARE(view.base(), (RankRef{1, 1}));
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.other(), (RankRef{0, 1}));
        QVERIFY2(!view.note().contains(QLatin1String("different work")), qPrintable(view.note()));
    }

    // Rank 2 of the new run, of stage 1, takes 3 times as long as rank 0 of the old one, of stage 0.
    void stagesOfTwoRunsAreHeldAgainstEachOther()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000, {0, 2}), rankOfSteps(1, 1, 110'000, {1, 3}),
                               rankOfSteps(2, 1, 200'000, {0, 2}), rankOfSteps(3, 1, 210'000, {1, 3})}));
        f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000, {0, 2}), rankOfSteps(2, 1, 300'000, {0, 2})}));
        f.state.setBaseRank({0, 0});
        f.state.setOtherRank({1, 1});
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(view.note().contains(QLatin1String("pipeline stage 0")) &&
                     view.note().contains(QLatin1String("stage 1: they do different work")),
                 qPrintable(view.note()));
        // Ranks with different work are not slow.
        QVERIFY(!view.verdict()->isVisible() && view.verdict()->text().isEmpty());
        QVERIFY(view.peerButton()->isVisible());
        QTest::mouseClick(view.peerButton(), Qt::LeftButton);
        QCOMPARE(f.state.baseRank(), (RankRef{0, 2})); // the median one of 200 and 210 us
        QCOMPARE(f.state.otherRank(), (RankRef{1, 1}));
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(!view.note().contains(QLatin1String("pipeline stage")), qPrintable(view.note()));
    }

    void stepsAreThoseOfTheCurrentRank()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 3, 100'000), rankOfSteps(1, 3, 120'000), rankOfSteps(2, 3, 130'000)}));
        f.state.setCurrentRank({0, 1});
        CompareView view(f.context());
        view.show();
        view.showPage(QStringLiteral("steps"));
        QTRY_VERIFY(view.isComplete());
        const SidesPage &sides = *view.sides();
        const auto rank = [&sides] { return sides.rankPicker()->value().value<RankRef>(); };
        QTRY_COMPARE(rank(), (RankRef{0, 1}));
        f.state.setCurrentRank({0, 2});
        QTRY_COMPARE(rank(), (RankRef{0, 2}));
        QTRY_VERIFY(view.isComplete());
        choose(sides.rankPicker(), 0);
        f.state.setCurrentRank({0, 1});
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(rank(), (RankRef{0, 0}));
    }

    // Both kernels are named and in the rows of both sides, whichever of them is the base.
    void factsFollowTheSides()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 1, 100'000), rankOfSteps(1, 1, 120'000), rankOfSteps(2, 1, 130'000)}));
        f.state.setBaseRank({0, 0});
        f.state.setOtherRank({0, 1});
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete() && view.model().rowCount() == 1);
        view.table()->view()->setCurrentIndex(view.table()->view()->model()->index(0, 0));
        const Selection chosen = f.state.selection();
        QCOMPARE(chosen.kind, Selection::Kind::Operator);
        const auto difference = [&] {
            for (const auto &[name, value] : view.factsOf(chosen)) {
                if (name.startsWith(QLatin1String("Difference")))
                    return value;
            }
            return QString();
        };
        QCOMPARE(difference(), QStringLiteral("+20.000"));
        f.state.swapSides();
        QTRY_COMPARE(difference(), QStringLiteral("\u221220.000"));
        f.state.setBaseRank({0, 2});
        QTRY_COMPARE(difference(), QStringLiteral("\u221230.000"));
    }

    // aten::mm allocates 2 MB on the base and 5 on the other.
    void picturesOfMemoryAreOfMemory()
    {
        const auto rank = [](int number, double mb) {
            TinyRank r(number);
            r.host("aten::mm", 1'000'000, 100'000);
            r.kernel("mm", 1'200'000, 50'000);
            r.kernelRow("mm", "MatMul", "AI_CORE", "2,3", 1'200'000, 50'000);
            auto out = std::make_shared<RankData>(*r.finish());
            out->tables[QStringLiteral("operator_memory")] =
                memoryBlocks({{"aten::mm", mb * 1024, 1'050'000, 1'400'000}});
            return out;
        };
        ViewFixture f;
        f.runs.addRun(makeRun({rank(0, 2), rank(1, 5)}));
        CompareView view(f.context());
        view.resize(1300, 700);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.basePie()->slices()[0].valueText.endsWith(QStringLiteral("s")));
        view.showPage(QStringLiteral("memory"));
        QTRY_VERIFY(view.isComplete() && view.sheet()->rows()->rowCount() == 1);
        QCOMPARE(view.basePie()->slices().size(), size_t(1));
        QCOMPARE(view.basePie()->slices()[0].label, QStringLiteral("aten::mm"));
        QCOMPARE(view.basePie()->slices()[0].valueText, QStringLiteral("2.000\u00A0MB"));
        QCOMPARE(view.otherPie()->slices()[0].value, 5.0);
        QCOMPARE(view.differences()->places()[0].bars[1].caption, QStringLiteral("+3.000\u00A0MB"));
        view.showPage(QStringLiteral("operators"));
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.basePie()->slices()[0].valueText.endsWith(QStringLiteral("s")));
    }

    void coloursOfManyPartsDiffer()
    {
        ViewFixture f;
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            f.setTheme(mode);
            QSet<QRgb> seen;
            for (int i = 0; i < 30; ++i)
                seen.insert(f.theme.series(i).rgb());
            QCOMPARE(seen.size(), qsizetype(30));
        }
    }

    // A translator that writes "~" behind everything stands for another language.
    void filtersFollowTheLanguage()
    {
        class Other : public QTranslator
        {
        public:
            [[nodiscard]] QString translate(const char *, const char *text, const char *, int) const override
            {
                return QString::fromUtf8(text) + u'~';
            }
            [[nodiscard]] bool isEmpty() const override { return false; }
        };
        ViewFixture f;
        f.runs.addRun(makeRun({rankOfSteps(0, 3, 100'000), rankOfSteps(1, 3, 120'000)}));
        CompareView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete() && view.model().rowCount() == 1);
        TableView &table = *view.table();
        table.setColumnFilter(QStringLiteral("state"), QStringLiteral("= slower"));
        QTest::keyClick(table.findChild<QLineEdit *>(), Qt::Key_Return);
        QCOMPARE(table.columnFilters()->kept().size(), size_t(1));
        table.setFilter(QStringLiteral("MatM"), false);
        QTRY_COMPARE(table.rows()->rowCount(), 1);
        table.rememberWords();
        Other other;
        QCoreApplication::installTranslator(&other);
        QTRY_COMPARE(table.columnFilters()->kept()[0].text, QStringLiteral("= Slower~"));
        QCOMPARE(table.findChild<QLineEdit *>()->text(), QStringLiteral("MatM")); // a name
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(table.rows()->rowCount(), 1);
        table.rememberWords();
        QCoreApplication::removeTranslator(&other);
        QTRY_COMPARE(table.columnFilters()->kept()[0].text, QStringLiteral("= Slower"));
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(table.rows()->rowCount(), 1);
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
        QVERIFY2(view.note().contains(QLatin1String("pipeline stage 0")), qPrintable(view.note()));
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
        QVERIFY2(isSaid("Steps compared: 4 of rank 0, 3 of rank 1."), qPrintable(view.note()));
        const auto cell = [&view](QStringView id) {
            return view.model().index(0, view.model().columnOf(id)).data().toString();
        };
        QCOMPARE(cell(u"difference"), QStringLiteral("+20.000"));
        QCOMPARE(cell(u"base-per-step"), QStringLiteral("100.000"));
        QCOMPARE(cell(u"base-total"), QStringLiteral("400.000"));
        QCOMPARE(cell(u"state"), QStringLiteral("Slower"));
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
        QVERIFY2(isSaid("Steps compared: 1 of rank 0, 3 of rank 1."), qPrintable(view.note()));
        QCOMPARE(cell(u"difference"), QStringLiteral("+20.000"));
        QVERIFY(otherStep->isVisible());
        QCOMPARE(otherStep->box()->count(), 4); // the same, and three
        choose(otherStep, 2);
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(isSaid("Only operators of step 3 of rank 0 and step 1 of rank 1."), qPrintable(view.note()));
        QVERIFY(!isSaid("Steps compared"));
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
        QVERIFY(isNoted("Steps compared: 4 of rank 0, 3 of rank 1."));
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
            QVERIFY2(isSaid("The charts show step 1 only; the table compares the whole captures"), page);
            QVERIFY2(!kind->isEnabled() && !core->isEnabled() && !by->isEnabled(), page);
            QVERIFY2(kind->box()->toolTip().contains(QLatin1String("everything that both sides ran")), page);
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
        QVERIFY2(isSaid("the table shows step 1."), qPrintable(view.note()));
        f.state.setStep({});
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(isSaid("The charts show the selected time"), qPrintable(view.note()));
        view.showPage(QStringLiteral("operators"));
        QTRY_VERIFY(view.isComplete());
        QVERIFY2(isSaid("Only operators within the selected time"), qPrintable(view.note()));
        QVERIFY(kind->isEnabled() && by->isEnabled());
    }
};

RS_TEST(TestCompareChoices, QApplication);
#include "tst_comparechoices.moc"
