// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "tables/operators/boxtables.h"
#include "tables/base/catalogue.h"
#include "views/browse/boxstatistics.h"
#include "views/browse/selectionview.h"
#include "views/tables/tableview.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>

using namespace rs;

namespace {

// Slices of one lane: name, start, duration.
std::shared_ptr<const RankData> rankWith(const std::vector<std::tuple<const char *, qint64, qint64>> &slices)
{
    TraceChunk c;
    for (const auto &[name, start, duration] : slices) {
        TraceChunk::Slice s;
        s.lane = c.lane("1", "1");
        s.start = start;
        s.duration = duration;
        s.name = c.strings.intern(name);
        c.slices.push_back(s);
    }
    return test::sealed(std::move(c));
}

struct Fixture
{
    RunStore runs;
    ViewState state;
    Theme theme;
    ThreadPool pool{1};
    std::unique_ptr<SelectionView> view;

    explicit Fixture(int ranks)
    {
        Run run;
        run.name = QStringLiteral("run");
        for (int i = 0; i < ranks; ++i) {
            RankInfo info;
            info.rank = i;
            run.infos.push_back(info);
        }
        runs.addRun(std::move(run));
        ViewContext context;
        context.runs = &runs;
        context.state = &state;
        context.theme = &theme;
        context.pool = &pool;
        context.paintPool = &pool;
        view = std::make_unique<SelectionView>(context);
        view->resize(1100, 300);
        view->show();
    }
    bool settle()
    {
        return QTest::qWaitFor([this] { return view->isComplete(); }, 10000);
    }
};

} // namespace

class TestSelectionView : public QObject
{
    Q_OBJECT
private slots:
    void modelsKeepTheRules()
    {
        RowSourceModel names;
        RowSourceModel occurrences;
        QAbstractItemModelTester a(&names, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester b(&occurrences, QAbstractItemModelTester::FailureReportingMode::QtTest);
        names.setWhole(boxStatRows({{QStringLiteral("x"), 2, 30, 20, 10, 10, 20}}, 80));
        occurrences.setWhole(std::make_shared<OccurrenceRows>(std::vector<Occurrence>{
            {0, 0, SliceId{4}, QStringLiteral("rank 0"), QStringLiteral("Stream 2"), 5, 10, 105}}));
        QCOMPARE(names.rowCount(), 1);
        QCOMPARE(names.index(0, names.columnOf(u"average")).data(SortRole).toLongLong(), 15);
        QCOMPARE(names.index(0, names.columnOf(u"share")).data(SortRole).toDouble(), 0.25);
        QCOMPARE(names.index(0, names.columnOf(u"share")).data(ShareRole).toDouble(), 0.25);
        QCOMPARE(occurrences.source()->place(0).slice, SliceId{4});
        QCOMPARE(occurrences.source()->place(0).time->to, 115);
        names.setWhole(boxStatRows({}, 0));
        QCOMPARE(names.rowCount(), 0);
    }

    // The box in the window and the slices by name on the command line have one set of columns.
    void columnsAreThoseOfTheCatalogue()
    {
        const Catalogue catalogue = Catalogue::ofProgram();
        const std::vector<ColumnSpec> listed = catalogue.find(u"slices.stats")->columns(TableQuery());
        const auto box = boxStatRows({}, 0);
        QCOMPARE(box->columns().size(), listed.size());
        for (size_t c = 0; c < listed.size(); ++c) {
            QCOMPARE(box->columns()[c].id, listed[c].id);
            QCOMPARE(box->columns()[c].header, listed[c].header);
            QCOMPARE(box->columns()[c].kind, listed[c].kind);
        }
    }

    void addsUpByHand()
    {
        Fixture f(1);
        // a 0-100 holds b 10-30 and b 50-60; c 200-240.
        f.runs.setRank({0, 0}, rankWith({{"a", 0, 100}, {"b", 10, 20}, {"b", 50, 10}, {"c", 200, 40}}));
        f.state.setBox({{20, 220}, 0, {{{0, 0}, LaneId{0}, 0}}});
        QVERIFY(f.settle());
        const BoxStatistics &s = f.view->statistics();
        QVERIFY(s.complete);
        QCOMPARE(s.count, 4);
        QCOMPARE(s.totalNs, 100 + 20 + 10 + 40);
        QCOMPARE(s.clippedNs, 80 + 10 + 10 + 20);
        QCOMPARE(s.unionNs, 80 + 20);
        QCOMPARE(s.names.size(), size_t{3});
        QCOMPARE(s.names[0].name, QStringLiteral("a"));
        QCOMPARE(s.names[0].selfNs, 70);
        QCOMPARE(s.names[0].clippedNs, 80);
        const NameStatistics &b = s.names[2];
        QCOMPARE(b.name, QStringLiteral("b"));
        QCOMPARE(b.count, 2);
        QCOMPARE(b.totalNs, 30);
        QCOMPARE(b.minNs, 10);
        QCOMPARE(b.maxNs, 20);
        QCOMPARE(b.averageNs(), 15.0);
        QCOMPARE(f.view->names()->index(2, f.view->names()->columnOf(u"share")).data(SortRole).toDouble(),
                 20.0 / 120.0);
        QCOMPARE(s.wallNs, 80 + 20);
        // Sums and union stand side by side, each with its name.
        QVERIFY2(f.view->totals().contains(QStringLiteral("Sum of whole slices: 170")), qPrintable(f.view->totals()));
        QVERIFY2(f.view->totals().contains(QStringLiteral("Sum in the box: 120")), qPrintable(f.view->totals()));
        QVERIFY2(f.view->totals().contains(QStringLiteral("Union (wall clock): 100")), qPrintable(f.view->totals()));
    }

    void joinsNamesOfSeveralRanks()
    {
        Fixture f(2);
        f.runs.setRank({0, 0}, rankWith({{"x", 0, 10}, {"a", 20, 5}}));
        f.runs.setRank({0, 1}, rankWith({{"a", 0, 50}, {"x", 60, 4}})); // other ids for the same names
        f.state.setBox({{0, 1000}, 0, {{{0, 0}, LaneId{0}, 0}, {{0, 1}, LaneId{0}, 0}}});
        QVERIFY(f.settle());
        const auto &names = f.view->statistics().names;
        QCOMPARE(names.size(), size_t{2});
        QCOMPARE(names[0].name, QStringLiteral("a"));
        QCOMPARE(names[0].totalNs, 55);
        QCOMPARE(names[0].minNs, 5);
        QCOMPARE(names[1].totalNs, 14);
        QCOMPARE(f.view->statistics().ranks, 2);
    }

    void shiftedRanksAreReadInTheirOwnTime()
    {
        Fixture f(1);
        f.runs.setRank({0, 0}, rankWith({{"early", 0, 10}, {"late", 1000, 10}}));
        f.state.setBox({{0, 50}, 0, {{{0, 0}, LaneId{0}, 990}}});
        QVERIFY(f.settle());
        QCOMPARE(f.view->statistics().names.size(), size_t{1});
        QCOMPARE(f.view->statistics().names[0].name, QStringLiteral("late"));
        QCOMPARE(f.view->occurrences()->at(0).startNs, 10);
        QCOMPARE(f.view->occurrences()->at(0).absoluteNs, 1000);
    }

    void newestBoxWins()
    {
        Fixture f(1);
        f.runs.setRank({0, 0}, rankWith({{"a", 0, 10}, {"b", 100, 10}}));
        const BoxSelection first{{0, 50}, 0, {{{0, 0}, LaneId{0}, 0}}};
        const BoxSelection second{{50, 200}, 0, {{{0, 0}, LaneId{0}, 0}}};
        for (int i = 0; i < 20; ++i)
            f.state.setBox(i % 2 == 0 ? first : second);
        QVERIFY(f.settle());
        QCOMPARE(f.view->statistics().names.size(), size_t{1});
        QCOMPARE(f.view->statistics().names[0].name, QStringLiteral("b"));
    }

    void namesListTheirSlicesAndJump()
    {
        Fixture f(1);
        f.runs.setRank({0, 0}, rankWith({{"a", 0, 100}, {"b", 10, 20}, {"b", 50, 10}}));
        f.state.setBox({{0, 1000}, 0, {{{0, 0}, LaneId{0}, 0}}});
        QVERIFY(f.settle());
        // The longest name is chosen at first.
        QCOMPARE(f.view->occurrences()->rows(), 1U);
        emit f.view->nameTable()->currentRowChanged(1);
        QVERIFY(f.settle());
        QCOMPARE(f.view->occurrences()->rows(), 2U);
        QCOMPARE(f.view->occurrences()->at(1).startNs, 50);
        QSignalSpy spy(&f.state, &ViewState::revealRequested);
        emit f.view->occurrenceTable()->activated(1);
        QCOMPARE(spy.count(), 1);
        const Trace &trace = *f.runs.rank({0, 0})->trace;
        QCOMPARE(trace.slices().start(f.state.selection().slice), 50);
    }

    void unionCountsAMomentOfAllRanksOnce()
    {
        Fixture f(2);
        // Rank 1 is drawn 100 earlier: 20-80 and 200-210 beside 0-50 of rank 0.
        f.runs.setRank({0, 0}, rankWith({{"a", 0, 50}}));
        f.runs.setRank({0, 1}, rankWith({{"b", 120, 60}, {"b", 300, 10}}));
        f.state.setBox({{0, 1000}, 0, {{{0, 0}, LaneId{0}, 0}, {{0, 1}, LaneId{0}, 100}}});
        QVERIFY(f.settle());
        QCOMPARE(f.view->statistics().unionNs, 50 + 70);
        QCOMPARE(f.view->statistics().wallNs, 80 + 10);
        QVERIFY2(f.view->totals().contains(QStringLiteral("Union (wall clock): 90")), qPrintable(f.view->totals()));
        QVERIFY2(f.view->totals().contains(QStringLiteral("added up: 120")), qPrintable(f.view->totals()));
    }

    void clearingTheBoxEmptiesTheView()
    {
        Fixture f(1);
        f.runs.setRank({0, 0}, rankWith({{"a", 0, 100}}));
        f.state.setBox({{0, 1000}, 0, {{{0, 0}, LaneId{0}, 0}}});
        QVERIFY(f.settle());
        QCOMPARE(f.view->names()->rowCount(), 1);
        f.state.setBox({});
        QVERIFY(f.settle());
        QCOMPARE(f.view->names()->rowCount(), 0);
    }

    void unloadedRanksDropOut()
    {
        Fixture f(2);
        f.runs.setRank({0, 0}, rankWith({{"a", 0, 100}}));
        f.runs.setRank({0, 1}, rankWith({{"b", 0, 100}}));
        f.state.setBox({{0, 1000}, 0, {{{0, 0}, LaneId{0}, 0}, {{0, 1}, LaneId{0}, 0}}});
        QVERIFY(f.settle());
        QCOMPARE(f.view->names()->rowCount(), 2);
        f.runs.setRank({0, 1}, nullptr);
        QVERIFY(f.settle());
        QCOMPARE(f.view->names()->rowCount(), 1);
    }

    void saysWhatDoesNotCount()
    {
        Fixture f(2);
        f.runs.setRank({0, 0}, rankWith({{"a", 0, 100}}));
        BoxSelection box{{0, 1000}, 0, {{{0, 0}, LaneId{0}, 0}, {{0, 1}, LaneId{0}, 0}}};
        f.state.setBox(box);
        QVERIFY(f.settle());
        QCOMPARE(f.view->statistics().lanes, 1);
        QVERIFY2(f.view->summary().contains(QStringLiteral("not loaded")), qPrintable(f.view->summary()));
        // As after a session, whose box is there before its ranks.
        f.runs.setRank({0, 1}, rankWith({{"a", 0, 50}}));
        QVERIFY(f.settle());
        QCOMPARE(f.view->statistics().totalNs, 150);
        QVERIFY2(!f.view->summary().contains(QStringLiteral("not ")), qPrintable(f.view->summary()));
        box.parts[0].hidden = true;
        f.state.setBox(box);
        QVERIFY(f.settle());
        QCOMPARE(f.view->statistics().totalNs, 50);
        QVERIFY2(f.view->summary().contains(QStringLiteral("1 hidden lane")), qPrintable(f.view->summary()));
    }

    void pairsNamesOfTwoBoxes()
    {
        RowSourceModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto named = [](const char *name, qint64 count, qint64 ns) {
            NameStatistics s;
            s.name = QString::fromLatin1(name);
            s.count = count;
            s.clippedNs = ns;
            return s;
        };
        const std::vector<NamePair> pairs =
            pairNames({named("a", 2, 100), named("b", 1, 50)}, {named("c", 4, 20), named("a", 4, 300)});
        model.setWhole(boxPairRows(pairs));
        QCOMPARE(model.rowCount(), 3);
        const NamePair &a = pairs[0];
        QCOMPARE(a.name, QStringLiteral("a"));
        QCOMPARE(a.differenceNs(), 200);
        QCOMPARE(a.ratio().value(), 3.0);
        QCOMPARE(a.keptAverageNs().value(), 50.0);
        QCOMPARE(a.averageNs().value(), 75.0);
        const NamePair &b = pairs[1];
        QCOMPARE(b.differenceNs(), -50);
        QVERIFY(!b.ratio() && !b.averageNs());
        QVERIFY(!model.index(1, model.columnOf(u"ratio")).data(SortRole).isValid());
        QCOMPARE(model.index(1, model.columnOf(u"difference")).data(ShareRole).toDouble(), -0.25);
        model.setWhole(boxPairRows({}));
        QCOMPARE(model.rowCount(), 0);
    }

    void keepsABoxToCompare()
    {
        Fixture f(2);
        auto first = std::make_shared<RankData>(*rankWith({{"a", 0, 100}, {"b", 200, 10}}));
        first->info.rank = 0;
        f.runs.setRank({0, 0}, first);
        f.runs.setRank({0, 1}, rankWith({{"a", 0, 40}}));
        f.state.setBox({{0, 1000}, 0, {{{0, 0}, LaneId{0}, 0}}});
        QVERIFY(f.settle());
        f.view->keepBox();
        QVERIFY(f.view->isComparing());
        QVERIFY(f.state.keptBox() == f.state.box());
        f.state.setBox({{0, 1000}, 0, {{{0, 1}, LaneId{0}, 0}}});
        QVERIFY(f.settle());
        QCOMPARE(f.view->comparison()->rowCount(), 2);
        const RowSourceModel &compared = *f.view->comparison();
        QCOMPARE(compared.index(0, compared.columnOf(u"difference")).data(SortRole).toLongLong(), -60);
        QVERIFY(f.view->comparisonTable()->isVisible());
        QVERIFY2(f.view->summary().contains(QStringLiteral("rank 0")), qPrintable(f.view->summary()));
        // Names that only the kept box has list nothing.
        emit f.view->comparisonTable()->currentRowChanged(1);
        QVERIFY(f.settle());
        QCOMPARE(f.view->occurrences()->rows(), 0U);
        f.view->forgetKept();
        QVERIFY(f.view->nameTable()->isVisible());
        QVERIFY(f.state.keptBox().isEmpty());
        f.view->keepBox();
        f.state.forgetRun(0); // as the session does before it closes a run
        f.runs.closeRun(0);
        QVERIFY(!f.view->isComparing());
        QVERIFY(f.state.keptBox().isEmpty());
    }
};

RS_TEST(TestSelectionView, QApplication);
#include "tst_selectionview.moc"
