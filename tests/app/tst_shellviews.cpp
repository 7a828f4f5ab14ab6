// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/baseinformation.h"
#include "app/shell/statuspanel.h"
#include "app/shell/statustext.h"
#include "app/session/tracesession.h"
#include "app/session/workspaces.h"
#include "core/table/databasekinds.h"
#include "heldreader.h"
#include "items/findingtexts.h"
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "views/state/databasetexts.h"
#include "views/browse/detailsview.h"
#include "views/page/propertytree.h"
#include "views/browse/explorermodel.h"
#include "views/browse/explorerview.h"
#include "views/browse/findingsview.h"
#include "views/browse/searchview.h"
#include "views/tables/tableview.h"
#include "views/widgets/icons.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <functional>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

struct Desk
{
    Desk()
    {
        context.runs = &runs;
        context.state = &state;
        context.theme = &theme;
        context.pool = &pool;
        context.paintPool = &pool;
        context.diagnoses = &diagnoses;
        context.readArgs = [](const Trace &t, SliceId s) {
            ArgLines out;
            if (t.strings().view(t.slices().name(s)) == "aten::mul")
                out.error = QStringLiteral("The file has changed.");
            else
                out.lines = {
                    {QStringLiteral("Input Dims"), QStringLiteral("2,2"), 0},
                    {QStringLiteral("nested"), {}, 0},
                    {QStringLiteral("a"), QStringLiteral("<b>1</b>"), 1},
                    {QStringLiteral("Call stack"), QStringLiteral("inner.py(3): f;\r\nouter.py(9): <g>;\r\n"), 0}};
            return out;
        };
    }
    int open(int ranks = 2, const QString &name = QStringLiteral("run"))
    {
        std::vector<std::shared_ptr<const RankData>> loaded;
        for (int i = 0; i < ranks; ++i)
            loaded.push_back(smallRank(i, QStringLiteral("/data/%1/rank%2").arg(name).arg(i)));
        Run run = makeRun(std::move(loaded));
        run.name = name;
        run.path = QStringLiteral("/data/") + name;
        return runs.addRun(std::move(run));
    }
    [[nodiscard]] SliceId slice(RankRef rank, std::string_view name)
    {
        return sliceNamed(*runs.rank(rank)->trace, name);
    }
    void select(RankRef rank, std::string_view name)
    {
        Selection s;
        s.kind = Selection::Kind::Slice;
        s.rank = rank;
        s.slice = slice(rank, name);
        state.select(s);
    }

    const Catalogue tables = Catalogue::ofProgram();
    ThreadPool pool{2};
    RunStore runs;
    ViewState state;
    Theme theme;
    RunDiagnoses diagnoses{runs, state, pool};
    ViewContext context;
};

QString valueOf(const PropertyTree *tree, const QString &name)
{
    for (QTreeWidgetItem *i : tree->findItems(name, Qt::MatchExactly | Qt::MatchRecursive))
        return i->text(1);
    return QStringLiteral("(no %1)").arg(name);
}

QTreeWidgetItem *itemStarting(const PropertyTree *tree, const QString &text)
{
    const auto found = tree->findItems(text, Qt::MatchStartsWith | Qt::MatchRecursive);
    return found.isEmpty() ? nullptr : found.front();
}

// Counts the events of one type that an object gets.
class EventCount : public QObject
{
public:
    EventCount(QObject *watched, QEvent::Type type) : m_type(type) { watched->installEventFilter(this); }
    [[nodiscard]] int count() const { return m_count; }
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_count += event->type() == m_type ? 1 : 0;
        return false;
    }

private:
    QEvent::Type m_type;
    int m_count = 0;
};

} // namespace

class TestShellViews : public QObject
{
    Q_OBJECT
private slots:
    void explorerShowsRunsRanksAndFiles();
    void explorerSaysWhatARunIs();
    void aFileThatCouldNotBeReadIsNotSaidToBeMissing();
    void explorerFollowsAnInvalidOrClosedRun();
    void explorerShowsProgress();
    void explorerHearsOnceOfRanksThatComeTogether();
    void explorerMarksDamagedRanks();
    void explorerMarksBothSidesOfAComparison();
    void ranksOfAClusterAnalysisAloneAreCounted();
    void ranksWithDatabasesAloneSaySo();
    void aBrokenAnalysisIsNotTheWholeDatabase();
    void explorerKeepsNamesBesideLongStates();
    void explorerClickLoadsTheCurrentRankAgain();
    void explorerClickChoosesTheRank();
    void explorerClickChoosesTheRun();
    void explorerMenuActs();
    void detailsShowASlice();
    void detailsFollowFlows();
    void detailsKeepTextPlain();
    void detailsSayWhyArgsAreMissing();
    void detailsShowARank();
    void newestSelectionWins();
    void searchMatches_data();
    void searchMatches();
    void searchTellsOfABrokenExpression();
    void searchStepsRoundAndRound();
    void searchSortsByColumns();
    void hitsHaveTheColumnsOfSlices();
    void searchForgetsClosedRuns();
    void searchCancels();
    void searchPublishesItsMatches();
    void aJumpTakesTheMarksOfTheSearchAway();
    void findingsSumUpTheHealth();
    void findingsTellWhereFileAndSlicesDisagree();
    void findingTextsFillTheirArgument();
    void iconsTakeTheColourOfTheText();
    void textsOfTheStatusBarAreNotLaidOutAgain();
};

void TestShellViews::explorerShowsRunsRanksAndFiles()
{
    Desk d;
    ExplorerModel m(d.runs, d.theme);
    QAbstractItemModelTester tester(&m, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(m.rowCount(), 0);
    d.open();
    QCOMPARE(m.rowCount(), 1);
    const QModelIndex run = m.index(0, 0);
    QCOMPARE(run.data().toString(), QStringLiteral("run"));
    QCOMPARE(m.rowCount(run), 2);
    const QModelIndex rank = m.index(1, 0, run);
    QCOMPARE(rank.data().toString(), QStringLiteral("rank 1"));
    QCOMPARE(m.rankOf(rank), (RankRef{0, 1}));
    QCOMPARE(m.rowCount(rank), 2);
    const QModelIndex left = m.index(0, 0, m.index(1, 0, rank));
    QCOMPARE(left.data().toString(), QStringLiteral("analysis.db"));
    QCOMPARE(left.siblingAtColumn(ExplorerModel::Note).data().toString(),
             QStringLiteral("Databases are not read yet."));
    QCOMPARE(m.indexOf(RankRef{0, 1}), rank);
    d.runs.setRank({0, 1}, nullptr);
    QCOMPARE(rank.siblingAtColumn(ExplorerModel::State).data().toString(), QStringLiteral("not loaded"));
    d.open(1, QStringLiteral("second"));
    QCOMPARE(m.rowCount(), 2);
    d.runs.closeRun(0);
    QCOMPARE(m.rowCount(), 1);
    QVERIFY(!m.indexOf(RankRef{0, 1}).isValid());
    QVERIFY(m.indexOf(RankRef{1, 0}).isValid());
}

void TestShellViews::explorerSaysWhatARunIs()
{
    Desk d;
    d.open(2);
    d.context.tables = &d.tables;
    ExplorerView v(d.context);
    v.resize(600, 400);
    v.show();
    const ExplorerModel &m = *v.model();
    const QAbstractItemModelTester tester(v.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE(m.kind(m.index(0, 0, m.index(0, 0))), ExplorerModel::Kind::Base);
    const QModelIndex base = m.index(0, 0, m.index(0, 0));
    QCOMPARE(base.data().toString(), QStringLiteral("Base information"));
    QVERIFY(!v.tree()->isExpanded(base) && !m.rankOf(base).isValid());
    // The facts of the table, in its words.
    const std::vector<BaseFact> facts = baseInformation(*d.runs.run(0));
    QCOMPARE(m.rowCount(base), static_cast<int>(facts.size()));
    QStringList found;
    for (int i = 0; i < m.rowCount(base); ++i)
        found << m.index(i, ExplorerModel::Name, base).data().toString() + u'=' +
                     m.index(i, ExplorerModel::State, base).data().toString();
    QVERIFY2(found.contains(QStringLiteral("ranks found=2")), qPrintable(found.join(u'|')));
    // Ranks are still found by their place in the run.
    QCOMPARE(m.rankOf(m.indexOf(RankRef{0, 1})), (RankRef{0, 1}));
    QCOMPARE(m.indexOf(RankRef{0, 1}).data().toString(), QStringLiteral("rank 1"));
    v.tree()->expand(base);
    d.runs.setRank({0, 1}, nullptr);
    QTRY_VERIFY(v.isComplete());
    QVERIFY(v.tree()->isExpanded(base));
    d.runs.closeRun(0);
    QCOMPARE(m.rowCount(), 0);
    // A run that is closed while it is read keeps nothing from the others.
    Run unread;
    unread.infos.resize(1);
    unread.ranks.resize(1);
    const int slow = d.runs.addRun(unread);
    QVERIFY(d.runs.isLoading());
    d.open(1, QStringLiteral("second"));
    d.runs.closeRun(slow);
    QTRY_COMPARE(m.kind(m.index(0, 0, m.index(0, 0))), ExplorerModel::Kind::Base);
}

void TestShellViews::aFileThatCouldNotBeReadIsNotSaidToBeMissing()
{
    const auto whyNoTimeline = [](bool isThere, Severity severity) {
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 3;
        rank->info.label = QStringLiteral("3");
        if (isThere) {
            FileEntry file;
            file.name = QStringLiteral("out/trace_view.json");
            file.kind = QStringLiteral("trace");
            file.used = true;
            rank->info.files.push_back(file);
        }
        Finding finding;
        finding.severity = severity;
        finding.file = QStringLiteral("rank3/out/trace_view.json");
        finding.code = QStringLiteral("file.permission");
        rank->report.add(finding);
        RunStore runs;
        runs.addRun(makeRun({rank}));
        return Workspaces::whyNot(*Workspaces::find(QStringLiteral("timeline")), runs);
    };
    QCOMPARE(whyNoTimeline(true, Severity::Error),
             QStringLiteral("Nothing could be read of out/trace_view.json of rank 3: see Findings."));
    QVERIFY(whyNoTimeline(true, Severity::Notice).startsWith(QStringLiteral("No rank has a trace")));
    QVERIFY(whyNoTimeline(false, Severity::Error).startsWith(QStringLiteral("No rank has a trace")));
}

void TestShellViews::explorerFollowsAnInvalidOrClosedRun()
{
    Desk d;
    ExplorerView v(d.context);
    v.show();
    QVERIFY(!v.tree()->isVisible());
    d.open();
    d.state.setCurrentRank({0, 1});
    QVERIFY(v.tree()->isVisible());
    QCOMPARE(v.model()->rankOf(v.tree()->currentIndex()), (RankRef{0, 1}));
    d.state.forgetRun(0);
    d.runs.closeRun(0);
    QVERIFY(!v.tree()->isVisible());
}

void TestShellViews::explorerShowsProgress()
{
    Desk d;
    Run run;
    run.name = QStringLiteral("slow");
    run.infos.resize(1);
    run.infos[0].rank = 0;
    d.runs.addRun(run);
    ExplorerModel m(d.runs, d.theme);
    const QModelIndex state = m.indexOf(RankRef{0, 0}, ExplorerModel::State);
    QCOMPARE(state.data().toString(), QStringLiteral("waiting"));
    QSignalSpy changed(&m, &QAbstractItemModel::dataChanged);
    d.runs.setState({0, 0}, RankState::Loading, 0.41);
    QVERIFY(changed.count() >= 1);
    QVERIFY2(state.data().toString().startsWith(QStringLiteral("41")), qPrintable(state.data().toString()));
    d.runs.setState({0, 0}, RankState::Failed);
    QCOMPARE(state.data().toString(), QStringLiteral("not readable"));
    QVERIFY(!state.data(Qt::ToolTipRole).toString().contains(QLatin1String("memory budget")));
    d.runs.displace({0, 0});
    QCOMPARE(state.data().toString(), QStringLiteral("over budget"));
    QVERIFY(state.data(Qt::ToolTipRole).toString().contains(QLatin1String("memory budget")));
}

void TestShellViews::explorerHearsOnceOfRanksThatComeTogether()
{
    constexpr int ranks = 100;
    Desk d;
    Run run;
    run.infos.resize(ranks);
    std::vector<RankNews> news;
    for (int i = 0; i < ranks; ++i) {
        FileEntry file;
        file.name = file.path = QStringLiteral("trace_view.json");
        file.kind = QStringLiteral("trace");
        file.used = true;
        run.infos[static_cast<size_t>(i)].files = {file};
        auto data = std::make_shared<RankData>();
        data->info = run.infos[static_cast<size_t>(i)];
        news.push_back({i, data, true});
    }
    d.runs.addRun(run);
    ExplorerModel m(d.runs, d.theme);
    QSignalSpy changed(&m, &QAbstractItemModel::dataChanged);
    QSignalSpy removed(&m, &QAbstractItemModel::rowsRemoved);
    d.runs.publish(0, news);
    // The run and its first rank at once, all others after a pause.
    QTRY_COMPARE(changed.count(), 4);
    QCOMPARE(changed[2][1].toModelIndex().row(), ranks - 1);
    QCOMPARE(m.indexOf(RankRef{0, 50}, ExplorerModel::State).data().toString(), QStringLiteral("loaded"));
    // The files were known: what is unfolded stays so. Others than were known are shown.
    QCOMPARE(removed.count(), 0);
    auto other = std::make_shared<RankData>(*news[7].data);
    other->info.files.front().bytes = 5;
    d.runs.setRank({0, 7}, other);
    QCOMPARE(removed.count(), 1);
}

void TestShellViews::explorerMarksDamagedRanks()
{
    Desk d;
    d.open();
    ExplorerModel m(d.runs, d.theme);
    const QModelIndex state = m.indexOf(RankRef{0, 1}, ExplorerModel::State);
    QCOMPARE(state.data().toString(), QStringLiteral("loaded"));
    auto damaged = std::make_shared<RankData>(*d.runs.rank({0, 1}));
    damaged->report.add({Severity::Notice, QStringLiteral("trace_view.json"), {}, QStringLiteral("a"), {}, {}, 1});
    d.runs.setRank({0, 1}, damaged);
    QCOMPARE(state.data().toString(), QStringLiteral("loaded"));
    damaged = std::make_shared<RankData>(*damaged);
    damaged->report.add({Severity::Loss, QStringLiteral("trace_view.json"), {}, QStringLiteral("b"), {}, {}, 1});
    d.runs.setRank({0, 1}, damaged);
    QCOMPARE(state.data().toString(), QStringLiteral("incomplete"));
    const QModelIndex first = m.indexOf(RankRef{0, 0}, ExplorerModel::State);
    QCOMPARE(first.data().toString(), QStringLiteral("loaded"));
    // A trace without an event is a habit of an idle rank, and a loss where other files tell of its work.
    auto bare = std::make_shared<RankData>(*d.runs.rank({0, 0}));
    bare->trace = nullptr;
    bare->report.add(
        {Severity::Notice, QStringLiteral("trace_view.json"), {}, QStringLiteral("trace.empty"), {}, {}, 1});
    bare->kernels = nullptr;
    bare->info.files.push_back(
        {QStringLiteral("kernel_details.csv"), {}, QStringLiteral("kernel_details"), 10, true, {}});
    d.runs.setRank({0, 0}, bare);
    QCOMPARE(first.data().toString(), QStringLiteral("incomplete"));
}

void TestShellViews::ranksOfAClusterAnalysisAloneAreCounted()
{
    Desk d;
    ExplorerModel m(d.runs, d.theme);
    QAbstractItemModelTester tester(&m, QAbstractItemModelTester::FailureReportingMode::QtTest);
    FindingsView findings(d.context);
    Run run;
    run.name = QStringLiteral("cluster_analysis_output");
    run.path = QStringLiteral("/data/cluster_analysis_output");
    const int index = d.runs.addRun(run);
    const QString none = m.index(0, ExplorerModel::State).data().toString();
    QCOMPARE(none, QStringLiteral("0 rank(s)"));
    // Its files are read after the run was found.
    for (const int rank : {0, 1}) {
        StepTraceRow row;
        row.rank = rank;
        run.cluster.stepTrace.push_back(row);
    }
    d.runs.updateRun(index, run);
    const QString said = QStringLiteral("2 rank(s), from the cluster analysis only");
    QCOMPARE(m.index(0, ExplorerModel::State).data().toString(), said);
    QTRY_VERIFY2(findings.summary().contains(said), qPrintable(findings.summary()));
    TraceSession session(d.runs, d.state, fileRunReader());
    StatusPanel panel(d.runs, d.state, session);
    QCOMPARE(panel.summaryText(), said);
    d.open();
    QCOMPARE(m.index(1, ExplorerModel::State).data().toString(), QStringLiteral("2 rank(s)"));
}

void TestShellViews::explorerMarksBothSidesOfAComparison()
{
    Desk d;
    const int run = d.open(4);
    ExplorerModel m(d.runs, d.theme);
    const auto fontOf = [&](int rank) {
        return m.indexOf(RankRef{run, rank}, ExplorerModel::Name).data(Qt::FontRole).value<QFont>();
    };
    const auto noteOf = [&](int rank) { return m.indexOf(RankRef{run, rank}, ExplorerModel::Note).data().toString(); };
    m.setMarked({run, 0}, {run, 1}, {run, 2});
    for (const int rank : {0, 1, 2})
        QCOMPARE(fontOf(rank).weight(), QFont::Bold);
    QVERIFY(!fontOf(0).italic() && fontOf(1).italic() && fontOf(2).italic());
    QVERIFY(fontOf(3).weight() != QFont::Bold);
    QVERIFY2(noteOf(1).startsWith(QStringLiteral("base")), qPrintable(noteOf(1)));
    QVERIFY2(noteOf(2).startsWith(QStringLiteral("compared")), qPrintable(noteOf(2)));
    for (const int rank : {0, 3})
        QVERIFY(!noteOf(rank).contains(QStringLiteral("compared")) && !noteOf(rank).contains(QStringLiteral("base")));
    QVERIFY(m.indexOf(RankRef{run, 2}, ExplorerModel::Name)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("Comparison")));
    m.setMarked({run, 0}, {run, 3}, {});
    QVERIFY(!noteOf(1).contains(QStringLiteral("base")) && !noteOf(3).contains(QStringLiteral("base")));
    // The sides that the program began with are no comparison yet.
    const ExplorerView v(d.context);
    const auto isMarked = [&](int rank) {
        const QModelIndex at = v.model()->indexOf(RankRef{run, rank}, ExplorerModel::Name);
        return at.data(Qt::FontRole).value<QFont>().weight() == QFont::Bold;
    };
    d.state.setCurrentRank({run, 0});
    d.state.keepSides({run, 1}, {run, 2});
    QVERIFY(isMarked(0) && !isMarked(1) && !isMarked(2));
    d.state.setBaseRank({run, 3});
    QVERIFY(isMarked(3) && !isMarked(1) && isMarked(2));
}

void TestShellViews::ranksWithDatabasesAloneSaySo()
{
    Desk d;
    ExplorerModel m(d.runs, d.theme);
    const auto rankOf = [](int number, bool table) {
        RankData rank;
        rank.info.rank = number;
        rank.info.label = QString::number(number);
        rank.info.files.push_back({QStringLiteral("a.db"), {}, QStringLiteral("db"), 1, false, {}});
        rank.info.files.push_back(
            {QStringLiteral("profiler_info_0.json"), {}, QStringLiteral("profiler_info"), 1, true, {}});
        if (table)
            rank.info.files.push_back({QStringLiteral("op.csv"), {}, QStringLiteral("kernel_details"), 1, true, {}});
        return std::make_shared<const RankData>(std::move(rank));
    };
    RankData cut;
    cut.info.rank = 2;
    cut.info.files.push_back({QStringLiteral("b.db"),
                              {},
                              QStringLiteral("db"),
                              1,
                              false,
                              {QLatin1String(unreadDatabaseReason), {QStringLiteral("malformed")}}});
    const auto broken = std::make_shared<const RankData>(std::move(cut));
    const int run = d.runs.addRun(makeRun({rankOf(0, false), rankOf(1, true), broken}));
    const QModelIndex third = m.indexOf(RankRef{run, 2}, ExplorerModel::State);
    QCOMPARE(third.data().toString(), QStringLiteral("database broken"));
    QVERIFY(third.data(Qt::ToolTipRole).toString().contains(QStringLiteral("malformed")));
    QVERIFY(DatabaseTexts::ofRank(d.runs, {run, 2}, {}).contains(QStringLiteral("malformed")));
    QCOMPARE(m.indexOf(RankRef{run, 0}, ExplorerModel::State).data().toString(), QStringLiteral("databases only"));
    const QModelIndex tables = m.indexOf(RankRef{run, 1}, ExplorerModel::State);
    QCOMPARE(tables.data().toString(), QStringLiteral("no trace"));
    const QString tip = tables.data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("op.csv")) && tip.contains(QStringLiteral("trace_view.json")) &&
                 !tip.contains(QStringLiteral("a.db")),
             qPrintable(tip));
    // A run of databases does not lack trace_view.json.
    const QString thirdTip = third.data(Qt::ToolTipRole).toString();
    QVERIFY2(thirdTip.contains(QStringLiteral("b.db cannot be read")) &&
                 !thirdTip.contains(QStringLiteral("trace_view.json")),
             qPrintable(thirdTip));
    QVERIFY(!m.indexOf(RankRef{run, 0}, ExplorerModel::State)
                 .data(Qt::ToolTipRole)
                 .toString()
                 .contains(QStringLiteral("trace_view.json")));
}

// The profile of the rank was read; the analysis alone is broken.
void TestShellViews::aBrokenAnalysisIsNotTheWholeDatabase()
{
    Desk d;
    ExplorerModel m(d.runs, d.theme);
    const auto rankOf = [](int number, const char *broken) {
        TinyRank r(number);
        r.kernel("MatMul", 1'000, 4'000);
        auto rank = std::make_shared<RankData>(*r.finish());
        for (const char *const name : {"ascend_pytorch_profiler_0.db", "analysis.db"}) {
            FileEntry file;
            file.name = file.path = QLatin1String(name);
            file.kind = QStringLiteral("db");
            file.used = qstrcmp(name, broken) != 0;
            if (!file.used)
                file.why = {QLatin1String(unreadDatabaseReason), {QStringLiteral("malformed")}};
            rank->info.files.push_back(file);
        }
        return rank;
    };
    const auto noProfile = rankOf(1, "ascend_pytorch_profiler_0.db");
    noProfile->trace = nullptr;
    const int run = d.runs.addRun(makeRun({rankOf(0, "analysis.db"), noProfile}));
    const QModelIndex first = m.indexOf(RankRef{run, 0}, ExplorerModel::State);
    QCOMPARE(first.data().toString(), QStringLiteral("incomplete"));
    const QString tip = first.data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("analysis.db cannot be read (malformed)")), qPrintable(tip));
    QVERIFY2(!tip.contains(QStringLiteral("no lanes")), qPrintable(tip));
    const QModelIndex second = m.indexOf(RankRef{run, 1}, ExplorerModel::State);
    QCOMPARE(second.data().toString(), QStringLiteral("database broken"));
    const QString other = second.data(Qt::ToolTipRole).toString();
    QVERIFY2(other.contains(QStringLiteral("no lanes")) && !other.contains(QStringLiteral("trace_view.json")),
             qPrintable(other));
}

void TestShellViews::explorerKeepsNamesBesideLongStates()
{
    Desk d;
    d.open();
    d.runs.displace({0, 1});
    ExplorerView v(d.context);
    v.resize(v.fontMetrics().averageCharWidth() * 24, 300);
    v.show();
    const auto *const header = v.tree()->header();
    QVERIFY2(header->sectionSize(ExplorerModel::Name) >= v.width() / 2,
             qPrintable(QString::number(header->sectionSize(ExplorerModel::Name))));
    // As narrow as on a small screen at twice the scale: the whole width is theirs.
    v.resize(v.fontMetrics().averageCharWidth() * 16, 300);
    QTRY_VERIFY(header->isSectionHidden(ExplorerModel::State));
    QTRY_COMPARE(header->sectionSize(ExplorerModel::Name), v.tree()->viewport()->width());
    // With room for all, the state is whole and the note is there.
    v.resize(v.fontMetrics().averageCharWidth() * 90, 300);
    QTRY_VERIFY(!header->isSectionHidden(ExplorerModel::Note));
    QTRY_VERIFY(header->sectionSize(ExplorerModel::State) >
                v.fontMetrics().horizontalAdvance(QStringLiteral("over budget")));
}

// A rank that was shown before its memory was taken is current already.
void TestShellViews::explorerClickLoadsTheCurrentRankAgain()
{
    Desk d;
    d.open();
    d.state.setCurrentRank({0, 1});
    ExplorerView v(d.context);
    v.resize(400, 300);
    v.show();
    QSignalSpy wanted(&v, &ExplorerView::loadRankRequested);
    const QPoint at = v.tree()->visualRect(v.model()->indexOf(RankRef{0, 1})).center();
    QTest::mouseClick(v.tree()->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(wanted.count(), 0);
    d.runs.displace({0, 1});
    QTest::mouseClick(v.tree()->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(wanted.count(), 1);
}

void TestShellViews::explorerClickChoosesTheRank()
{
    Desk d;
    d.open();
    ExplorerView v(d.context);
    v.resize(400, 300);
    v.show();
    const QModelIndex rank = v.model()->indexOf(RankRef{0, 1});
    QTest::mouseClick(v.tree()->viewport(), Qt::LeftButton, {}, v.tree()->visualRect(rank).center());
    QCOMPARE(d.state.currentRank(), (RankRef{0, 1}));
    QCOMPARE(d.state.selection().kind, Selection::Kind::Rank);
}

void TestShellViews::explorerClickChoosesTheRun()
{
    Desk d;
    d.open(2, QStringLiteral("a"));
    const int other = d.open(3, QStringLiteral("b"));
    d.runs.setRank({other, 0}, nullptr);
    d.state.setCurrentRank({0, 1});
    ExplorerView v(d.context);
    v.resize(400, 600);
    v.show();
    const auto clickRun = [&](int run) {
        const QModelIndex row = v.model()->indexOf(RankRef{run, 0}).parent();
        QTest::mouseClick(v.tree()->viewport(), Qt::LeftButton, {}, v.tree()->visualRect(row).center());
        return v.tree()->currentIndex() == row;
    };
    QVERIFY(clickRun(other));
    QCOMPARE(d.state.currentRank(), (RankRef{other, 1})); // the first one that is loaded
    d.state.setCurrentRank({other, 2});
    QVERIFY(clickRun(other));
    QCOMPARE(d.state.currentRank(), (RankRef{other, 2}));
    QVERIFY(clickRun(0));
    QCOMPARE(d.state.currentRank(), (RankRef{0, 1}));
    QVERIFY(clickRun(other));
    QCOMPARE(d.state.currentRank(), (RankRef{other, 2})); // where it was left
    // A folded run is not opened by it.
    v.tree()->setExpanded(v.model()->index(0, 0), false);
    QVERIFY(clickRun(0));
    QCOMPARE(d.state.currentRank().run, 0);
    QVERIFY(!v.tree()->isExpanded(v.model()->index(0, 0)));
}

void TestShellViews::explorerMenuActs()
{
    Desk d;
    d.open();
    ExplorerView v(d.context);
    const std::unique_ptr<QMenu> menu(v.menuFor(v.model()->indexOf(RankRef{0, 1})));
    const auto trigger = [&](const char *name) { menu->findChild<QAction *>(QString::fromLatin1(name))->trigger(); };
    QSignalSpy asked(&d.state, &ViewState::viewRequested);
    trigger("rankInTimeline");
    QCOMPARE(d.state.currentRank(), (RankRef{0, 1}));
    QCOMPARE(asked.takeFirst()[0].toString(), QStringLiteral("timeline"));
    trigger("other");
    QCOMPARE(d.state.otherRank(), (RankRef{0, 1}));
    trigger("copyPath");
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("/data/run/rank1"));
    QSignalSpy unload(&v, &ExplorerView::unloadRankRequested);
    trigger("unload");
    QCOMPARE(unload[0][0].value<RankRef>(), (RankRef{0, 1}));
    QVERIFY(!menu->findChild<QAction *>(QStringLiteral("load"))->isEnabled());
    QSignalSpy closed(&v, &ExplorerView::closeRunRequested);
    trigger("closeRun");
    QCOMPARE(closed[0][0].toInt(), 0);
}

void TestShellViews::detailsShowASlice()
{
    Desk d;
    d.open();
    DetailsView v(d.context);
    v.resize(1200, 300);
    v.show();
    d.select({0, 1}, "Add_1");
    QCOMPARE(v.heading(), QStringLiteral("Add_1"));
    QVERIFY(!v.isComplete());
    QTRY_VERIFY(v.isComplete());
    QCOMPARE(valueOf(v.properties(), QStringLiteral("Start (ns)")), QStringLiteral("2000"));
    QCOMPARE(valueOf(v.properties(), QStringLiteral("End (ns)")), QStringLiteral("2500"));
    QCOMPARE(valueOf(v.properties(), QStringLiteral("Duration")), QStringLiteral("500\u00A0ns"));
    QVERIFY(valueOf(v.properties(), QStringLiteral("Self time")).startsWith(QStringLiteral("500")));
    // The run begins at 1000 ns.
    QVERIFY2(valueOf(v.properties(), QStringLiteral("Start in the run")).startsWith(QStringLiteral("1")),
             qPrintable(valueOf(v.properties(), QStringLiteral("Start in the run"))));
    QVERIFY(itemStarting(v.properties(), QStringLiteral("Kernel")));
    QCOMPARE(valueOf(v.args(), QStringLiteral("Input Dims")), QStringLiteral("2,2"));
    QVERIFY(itemStarting(v.args(), QStringLiteral("inner.py(3): f")));
    QVERIFY(itemStarting(v.args(), QStringLiteral("outer.py(9): <g>")));
    v.properties()->selectAll();
    v.properties()->setFocus();
    QTest::keyClick(v.properties(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("Name\tAdd_1")));
    d.state.select({});
    QVERIFY(v.properties()->topLevelItemCount() == 0);
}

void TestShellViews::detailsFollowFlows()
{
    Desk d;
    d.open();
    DetailsView v(d.context);
    v.resize(1200, 300);
    v.show();
    d.select({0, 0}, "Add_0");
    QTRY_VERIFY(v.isComplete());
    QTreeWidgetItem *const section = itemStarting(v.flows(), QStringLiteral("Incoming connection lines"));
    QVERIFY(section && section->childCount() == 1);
    QTreeWidgetItem *const incoming = section->child(0);
    QCOMPARE(incoming->text(0), QStringLiteral("aten::add"));
    QVERIFY2(incoming->text(1).contains(QStringLiteral("900")), qPrintable(incoming->text(1)));
    QSignalSpy reveal(&d.state, &ViewState::revealRequested);
    v.flows()->scrollToItem(incoming);
    QTest::mouseClick(v.flows()->viewport(), Qt::LeftButton, {}, v.flows()->visualItemRect(incoming).center());
    QTRY_COMPARE(reveal.count(), 1);
    QCOMPARE(d.state.selection().slice, d.slice({0, 0}, "aten::add"));
    QTRY_VERIFY(itemStarting(v.flows(), QStringLiteral("Add_0")));
}

void TestShellViews::detailsKeepTextPlain()
{
    Desk d;
    d.open();
    DetailsView v(d.context);
    d.select({0, 0}, "Add_0");
    QTRY_VERIFY(v.isComplete());
    QTreeWidgetItem *const a = itemStarting(v.args(), QStringLiteral("a"));
    QCOMPARE(valueOf(v.args(), QStringLiteral("a")), QStringLiteral("<b>1</b>"));
    QVERIFY(!a->toolTip(1).contains(QStringLiteral("<b>1")));
    QCOMPARE(stackFrames(QStringLiteral("a;\nb\r\nc;")),
             QStringList({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
}

void TestShellViews::detailsSayWhyArgsAreMissing()
{
    Desk d;
    d.open();
    DetailsView v(d.context);
    d.select({0, 0}, "aten::mul");
    QTRY_VERIFY(v.isComplete());
    QVERIFY(itemStarting(v.args(), QStringLiteral("The file has changed.")));
    QVERIFY(itemStarting(v.flows(), QStringLiteral("No connection line")));
    d.runs.setRank({0, 0}, nullptr);
    QCOMPARE(v.args()->topLevelItemCount(), 0);
}

void TestShellViews::detailsShowARank()
{
    Desk d;
    d.open();
    DetailsView v(d.context);
    Selection s;
    s.kind = Selection::Kind::Rank;
    s.rank = {0, 1};
    d.state.select(s);
    QCOMPARE(v.heading(), QStringLiteral("rank 1"));
    QCOMPARE(valueOf(v.properties(), QStringLiteral("Folder")), QStringLiteral("/data/run/rank1"));
}

void TestShellViews::newestSelectionWins()
{
    Desk d;
    d.open();
    DetailsView v(d.context);
    for (int i = 0; i < 20; ++i)
        d.select({0, i % 2}, i % 2 ? "Add_1" : "MatMul_0");
    d.select({0, 0}, "aten::mul");
    QTRY_VERIFY(v.isComplete());
    QTest::qWait(20);
    QCOMPARE(v.heading(), QStringLiteral("aten::mul"));
    QCOMPARE(v.args()->topLevelItemCount(), 1);
    QVERIFY(itemStarting(v.args(), QStringLiteral("The file has changed.")));
}

void TestShellViews::searchMatches_data()
{
    QTest::addColumn<SearchQuery>("query");
    QTest::addColumn<int>("hits"); // over two ranks
    const auto row = [](const char *name, const char *text, bool caseSensitive, bool word, bool regex, int hits) {
        QTest::newRow(name) << SearchQuery{QString::fromUtf8(text), caseSensitive, word, regex} << hits;
    };
    row("either case", "ADD", false, false, false, 4);
    row("case", "Add", true, false, false, 2);
    row("a part of a word", "mat", false, false, false, 2);
    row("whole word", "add", false, true, false, 2);
    row("whole word at brackets", "aten::mul", false, true, false, 2);
    row("dots are dots", "a.d", false, false, false, 0);
    row("regular expression", "^(Add|MatMul)_[01]$", true, false, true, 4);
    row("regular word", "al+Reduce", false, true, true, 0);
    row("nothing", "", false, false, false, 0);
    row("no such name", "卡", false, false, false, 0);
}

void TestShellViews::searchMatches()
{
    QFETCH(SearchQuery, query);
    QFETCH(int, hits);
    const std::vector<SearchRank> ranks = {{{0, 0}, QStringLiteral("rank 0"), smallRank(0, {})},
                                           {{0, 1}, QStringLiteral("rank 1"), smallRank(1, {})}};
    const SearchHits found = searchSlices(ranks, query, JobContext());
    QVERIFY(found.complete);
    QCOMPARE(static_cast<int>(found.hits.size()), hits);
    for (size_t i = 1; i < found.hits.size(); ++i) {
        const auto start = [&](const SearchHit &h) { return found.ranks[h.rank].data->trace->slices().start(h.slice); };
        QVERIFY(start(found.hits[i - 1]) <= start(found.hits[i]));
    }
}

void TestShellViews::searchTellsOfABrokenExpression()
{
    Desk d;
    d.open();
    SearchView v(d.context);
    v.findChild<QToolButton *>(QStringLiteral("regex"))->setChecked(true);
    QTest::keyClicks(v.field(), QStringLiteral("(add"));
    QTest::keyClick(v.field(), Qt::Key_Return);
    QTRY_VERIFY(v.isComplete());
    QVERIFY2(v.countText().contains(QStringLiteral("not valid")), qPrintable(v.countText()));
    QCOMPARE(v.model()->rowCount(), 0);
}

void TestShellViews::searchStepsRoundAndRound()
{
    Desk d;
    d.open();
    SearchView v(d.context);
    QAbstractItemModelTester tester(v.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    v.resize(900, 300);
    v.show();
    QSignalSpy reveal(&d.state, &ViewState::revealRequested);
    QTest::keyClicks(v.field(), QStringLiteral("add_"));
    QTest::keyClick(v.field(), Qt::Key_Return);
    QTRY_COMPARE(v.countText(), QStringLiteral("1 of 2"));
    QCOMPARE(reveal.count(), 1);
    QTest::keyClick(v.field(), Qt::Key_Return);
    QCOMPARE(v.countText(), QStringLiteral("2 of 2"));
    QTest::keyClick(v.field(), Qt::Key_Return);
    QCOMPARE(v.countText(), QStringLiteral("1 of 2"));
    QTest::keyClick(v.field(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(v.countText(), QStringLiteral("2 of 2"));
    QCOMPARE(d.state.selection().rank, (RankRef{0, 1}));
    QCOMPARE(d.state.selection().slice, d.slice({0, 1}, "Add_1"));
    const auto first = [&v](QStringView column) { return v.model()->index(0, v.model()->columnOf(column)); };
    QTest::mouseClick(v.table()->view()->viewport(), Qt::LeftButton, {},
                      v.table()->view()->visualRect(first(u"name")).center());
    QCOMPARE(d.state.selection().rank, (RankRef{0, 0}));
    QCOMPARE(v.table()->source()->place(v.table()->rows()->sourceRow(0)).time->from, 2000);
    QCOMPARE(first(u"duration").data(ExportRole).toString(), QStringLiteral("500")); // ns, as shown
}

void TestShellViews::searchSortsByColumns()
{
    Desk d;
    d.open(1);
    SearchView v(d.context);
    v.resize(900, 300);
    v.show();
    v.search(QStringLiteral("_0"));
    QTRY_COMPARE(v.model()->rowCount(), 3);
    const auto names = [&] {
        QStringList out;
        for (int r = 0; r < v.model()->rowCount(); ++r)
            out.append(v.model()->index(r, v.model()->columnOf(u"name")).data().toString());
        return out;
    };
    QCOMPARE(names(), QStringList({QStringLiteral("Add_0"), QStringLiteral("MatMul_0"),
                                   QStringLiteral("hcom_allReduce__1_0_1")}));
    v.table()->sortBy(u"duration", Qt::DescendingOrder);
    QTRY_COMPARE(names(), QStringList({QStringLiteral("MatMul_0"), QStringLiteral("hcom_allReduce__1_0_1"),
                                       QStringLiteral("Add_0")}));
    v.table()->sortBy(u"name", Qt::AscendingOrder);
    // By the alphabet in either case, as in every table.
    QTRY_COMPARE(names(), QStringList({QStringLiteral("Add_0"), QStringLiteral("hcom_allReduce__1_0_1"),
                                       QStringLiteral("MatMul_0")}));
    // A filter takes hits away from what is walked through; its numbers count what is shown.
    v.table()->setFilter(QStringLiteral("hcom"), false);
    QTRY_COMPARE(v.model()->rowCount(), 1);
    QVERIFY(v.next());
    QCOMPARE(v.countText(), QStringLiteral("1 of 1"));
    QCOMPARE(d.state.selection().slice, d.slice({0, 0}, "hcom_allReduce__1_0_1"));
    v.table()->clearFilters();
    QTRY_COMPARE(v.countText(), QStringLiteral("2 of 3"));
}

void TestShellViews::hitsHaveTheColumnsOfSlices()
{
    Desk d;
    d.open(1);
    SearchView v(d.context);
    v.search(QStringLiteral("add"));
    QTRY_COMPARE(v.countText(), QStringLiteral("1 of 2"));
    const Catalogue catalogue = Catalogue::ofProgram();
    const std::vector<ColumnSpec> listed = catalogue.find(u"slices")->columns(TableQuery());
    const std::vector<ColumnSpec> shown = v.model()->source()->columns();
    QCOMPARE(shown.size(), listed.size());
    for (size_t c = 0; c < listed.size(); ++c) {
        QCOMPARE(shown[c].id, listed[c].id);
        QCOMPARE(shown[c].header, listed[c].header);
    }
    // Beside another run each hit names its own.
    d.open(1);
    v.search(QStringLiteral("add"));
    QTRY_COMPARE(v.countText(), QStringLiteral("1 of 4"));
    QVERIFY(v.model()->columnOf(u"run") == 0);
    QVERIFY(!v.model()->index(0, 0).data().toString().isEmpty());
}

void TestShellViews::searchForgetsClosedRuns()
{
    Desk d;
    d.open();
    SearchView v(d.context);
    v.search(QStringLiteral("add"));
    QTRY_COMPARE(v.model()->rowCount(), 4);
    const std::weak_ptr<const RankData> held = d.runs.rank({0, 0});
    d.state.forgetRun(0);
    d.runs.closeRun(0);
    QCOMPARE(v.model()->rowCount(), 0);
    QVERIFY(!d.state.highlight());
    QTRY_VERIFY(v.isComplete());
    QTRY_VERIFY(held.expired());
}

void TestShellViews::searchCancels()
{
    Desk d;
    d.open();
    const JobContext job;
    job.cancel();
    const SearchHits stopped =
        searchSlices({{{0, 0}, {}, d.runs.rank({0, 0})}}, {QStringLiteral("add"), false, false, false}, job);
    QVERIFY(!stopped.complete);
    SearchView v(d.context);
    v.search(QStringLiteral("add"));
    v.cancel();
    QVERIFY(v.isComplete());
    QTest::qWait(30);
    QCOMPARE(v.model()->rowCount(), 0);
}

void TestShellViews::searchPublishesItsMatches()
{
    Desk d;
    d.open();
    SearchView v(d.context);
    QSignalSpy changed(&d.state, &ViewState::highlightChanged);
    v.search(QStringLiteral("matmul"));
    QTRY_COMPARE(changed.count(), 1);
    const Trace &t = *d.runs.rank({0, 1})->trace;
    QVERIFY(d.state.highlight()->matches({0, 1}, t.slices().name(d.slice({0, 1}, "MatMul_1"))));
    QVERIFY(!d.state.highlight()->matches({0, 1}, t.slices().name(d.slice({0, 1}, "Add_1"))));
    v.field()->clear();
    QTRY_VERIFY(!d.state.highlight());
}

void TestShellViews::aJumpTakesTheMarksOfTheSearchAway()
{
    Desk d;
    d.open();
    SearchView v(d.context);
    const SliceId slice = d.slice({0, 1}, "Add_1");
    const std::vector<std::function<void()>> jumps = {
        [&] {
            d.state.showTogether({{0, 1}, {0, 0}});
        },
        [&] {
            d.state.showInTimeline({0, 1}, {0, 1000});
        },
        [&] {
            d.state.revealSlice({0, 1}, slice, {0, 1000});
        },
    };
    v.search(QStringLiteral("matmul"));
    for (const auto &jump : jumps) {
        QTRY_VERIFY(d.state.highlight() && v.isComplete());
        jump();
        QVERIFY(!d.state.highlight());
        // A rank that the jump loads is searched, too.
        emit d.runs.ranksLoaded();
        QTRY_VERIFY(v.isComplete() && v.model()->rowCount() > 0);
        QVERIFY(!d.state.highlight());
        v.next(); // from hit to hit they stand out again
        QVERIFY(d.state.highlight());
    }
    // To another rank alone, or along the lanes, goes who looks at the hits.
    d.state.showInTimeline({0, 0});
    d.state.revealSlice({0, 1}, slice);
    QVERIFY(d.state.highlight());
    emit d.runs.ranksLoaded();
    QTRY_VERIFY(v.isComplete());
    QVERIFY(d.state.highlight());
}

void TestShellViews::findingsSumUpTheHealth()
{
    Desk d;
    FindingsView v(d.context);
    QAbstractItemModelTester tester(v.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(v.title(), QStringLiteral("Findings"));
    const int run = d.open();
    QTRY_VERIFY(v.isComplete());
    QVERIFY2(v.summary().contains(QStringLiteral("read completely")), qPrintable(v.summary()));
    Run next = *d.runs.run(run);
    next.report.add({Severity::Notice, QStringLiteral("a.json"), Place::byte(4), QStringLiteral("x.note"),
                     QStringLiteral("A habit of %1."), QStringLiteral("<i>msprof</i>"), 2});
    next.report.add({Severity::Info,
                     QStringLiteral("a.json"),
                     {},
                     QStringLiteral("x.info"),
                     QStringLiteral("All is well."),
                     {},
                     1});
    next.report.add({Severity::Error,
                     QStringLiteral("b.csv"),
                     {},
                     QStringLiteral("x.error"),
                     QStringLiteral("Not readable."),
                     {},
                     1});
    d.runs.updateRun(run, next);
    QTRY_COMPARE(v.model()->rowCount(), 3);
    // By the names that the table gives them.
    QTRY_VERIFY2(v.summary().contains(QStringLiteral("1 notice")), qPrintable(v.summary()));
    QVERIFY2(v.summary().contains(QStringLiteral("1 info")), qPrintable(v.summary()));
    // A rank that has nothing was not loaded.
    const QString loaded = QStringLiteral("%1 of %2 rank(s) loaded");
    const auto all = d.runs.allRanks().size();
    QVERIFY2(v.summary().contains(loaded.arg(all).arg(all)), qPrintable(v.summary()));
    Run lacking = *d.runs.run(run);
    lacking.report.add({Severity::Error,
                        QStringLiteral("rank_1"),
                        {},
                        QStringLiteral("discovery.no-data"),
                        QStringLiteral("Nothing."),
                        {},
                        1});
    d.runs.updateRun(run, lacking);
    QTRY_VERIFY2(v.summary().contains(loaded.arg(all - 1).arg(all)), qPrintable(v.summary()));
    d.runs.updateRun(run, next);
    QTRY_COMPARE(v.model()->rowCount(), 3);
    QCOMPARE(v.title(), QStringLiteral("Findings: 1 error(s)"));
    QCOMPARE(v.finding(0).severity, Severity::Error);
    // Upon the selection the symbol has the colour of its text.
    v.resize(800, 300);
    v.show();
    QTableView *const table = v.table()->view();
    // A sentence that is longer than its column is read whole.
    const int height = table->rowHeight(0);
    v.resize(420, 300);
    QTRY_VERIFY(table->rowHeight(1) > height);
    v.resize(800, 300);
    QTRY_COMPARE(table->rowHeight(1), height);
    const auto pixelsLike = [&](int row, const QColor &wanted) {
        const QRect cell = table->visualRect(table->model()->index(row, v.model()->columnOf(u"severity")));
        const QImage picture = table->viewport()->grab(QRect(cell.topLeft(), QSize(28, cell.height()))).toImage();
        int count = 0;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                const QColor c = picture.pixelColor(x, y);
                count += std::abs(c.red() - wanted.red()) + std::abs(c.green() - wanted.green()) +
                                     std::abs(c.blue() - wanted.blue()) <
                                 120
                             ? 1
                             : 0;
            }
        }
        return count;
    };
    QVERIFY(pixelsLike(0, d.theme.error()) > 10);
    table->selectRow(0);
    QCOMPARE(pixelsLike(0, d.theme.error()), 0);
    QVERIFY(pixelsLike(0, table->palette().color(QPalette::HighlightedText)) > 10);
    table->clearSelection();
    QCOMPARE(v.model()->index(1, v.model()->columnOf(u"message")).data().toString(),
             QStringLiteral("A habit of <i>msprof</i>."));
    QVERIFY(!v.model()
                 ->index(1, v.model()->columnOf(u"message"))
                 .data(Qt::ToolTipRole)
                 .toString()
                 .contains(QStringLiteral("<i>ms")));
    d.runs.closeRun(run);
    QTRY_COMPARE(v.model()->rowCount(), 0);
}

void TestShellViews::findingsTellWhereFileAndSlicesDisagree()
{
    Desk d;
    FindingsView v(d.context);
    TinyRank r;
    r.step(1, 1000, 100'000);
    r.kernel("MatMul", 20'000, 30'000);
    r.data.info.label = QStringLiteral("0");
    StepTraceRow file;
    file.step = QStringLiteral("1");
    file.rank = 0;
    file.computingUs = 77;
    r.data.stepTrace.push_back(file);
    d.runs.addRun(makeRun({r.finish()}));
    QTRY_COMPARE(v.model()->rowCount(), 1);
    QCOMPARE(v.finding(0).code, QStringLiteral("overview.disagreement"));
    QVERIFY(v.finding(0).place.text().contains(QStringLiteral("Computing")));
    QTRY_VERIFY(v.isComplete());
    d.runs.closeAll();
    QTRY_COMPARE(v.model()->rowCount(), 0);
}

void TestShellViews::findingTextsFillTheirArgument()
{
    Finding f;
    f.message = QStringLiteral("The column %1 is missing.");
    f.argument = QStringLiteral("%1 Duration(us)");
    QCOMPARE(findingText(f), QStringLiteral("The column %1 Duration(us) is missing."));
}

void TestShellViews::iconsTakeTheColourOfTheText()
{
    const auto darkest = [] {
        const QImage image = symbol(QStringLiteral("close")).pixmap(QSize(32, 32)).toImage();
        QColor out(Qt::transparent);
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y).alpha() > out.alpha())
                    out = image.pixelColor(x, y);
            }
        }
        return out;
    };
    QPalette p;
    p.setColor(QPalette::WindowText, QColor(200, 10, 20));
    QApplication::setPalette(p);
    const QColor red = darkest();
    QVERIFY2(red.red() > 150 && red.green() < 60, qPrintable(red.name()));
    p.setColor(QPalette::WindowText, QColor(10, 20, 200));
    QApplication::setPalette(p);
    QVERIFY(darkest().blue() > 150);
}

void TestShellViews::textsOfTheStatusBarAreNotLaidOutAgain()
{
    QWidget bar;
    QHBoxLayout layout(&bar);
    auto *const text = new StatusText(&bar);
    text->setText(QStringLiteral("1 of 3"));
    layout.addWidget(text);
    bar.show();
    EventCount layouts(&bar, QEvent::LayoutRequest);
    const auto layoutsBy = [&](const QString &line) {
        QCoreApplication::sendPostedEvents(&bar, QEvent::LayoutRequest);
        const int before = layouts.count();
        text->setText(line);
        QCoreApplication::sendPostedEvents(&bar, QEvent::LayoutRequest);
        return layouts.count() - before;
    };
    QCOMPARE(layoutsBy(QStringLiteral("1")), 0);
    QCOMPARE(text->text(), QStringLiteral("1"));
    QCOMPARE(layoutsBy(QString(500, u'w')), 1);
    QCOMPARE(layoutsBy(QStringLiteral("1 of 3")), 0);
}

RS_TEST(TestShellViews, QApplication);
#include "tst_shellviews.moc"
