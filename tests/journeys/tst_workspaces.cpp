// SPDX-License-Identifier: Apache-2.0
// Workspaces: what is large in each, what is folded, how one gets from one to another and back.
#include "app/shell/collapsibledockarea.h"
#include "app/shell/workspacebar.h"
#include "app/session/workspaces.h"
#include "generator/generator.h"
#include "items/rowsourcemodel.h"
#include "journeywindow.h"
#include "support/testprogram.h"
#include "views/links/heatmap.h"
#include "views/browse/detailsview.h"
#include "views/browse/findingsview.h"
#include "views/overview/overviewview.h"
#include "views/browse/selectionview.h"
#include "views/tools/sqleditor.h"
#include "views/tools/sqlview.h"
#include "views/picture/stackedbars.h"
#include "views/tables/tableview.h"
#include "views/parallel/strategypage.h"
#include "views/parallel/strategyform.h"
#include "views/picture/chartframe.h"

#include <QApplication>
#include <QStyleOptionComboBox>
#include <QStyle>
#include <QToolButton>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>

using namespace rs;
using rs::test::JourneyWindow;

namespace {

// The visible region of Qt leaves out what the children of a widget cover.
QRect seenPart(const QWidget *part)
{
    if (!part || !part->isVisible())
        return {};
    QRect seen = part->rect();
    for (const QWidget *at = part; !at->isWindow(); at = at->parentWidget())
        seen = seen.translated(at->pos()) & at->parentWidget()->rect();
    return seen;
}

// Rows that one sees whole; all of them where there are no more.
bool showsRows(const QTableView *table, int wanted)
{
    const int first = table->rowAt(0);
    if (!table->model() || table->model()->rowCount() == 0 || first < 0)
        return seenPart(table->viewport()).height() >= wanted * table->verticalHeader()->defaultSectionSize();
    const int least = std::min(wanted, table->model()->rowCount());
    const int height = table->rowHeight(first);
    return seenPart(table->viewport()).height() >= least * height;
}

QString workspace(JourneyWindow &w)
{
    return w.state().workspace();
}

} // namespace

class TestWorkspaces : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void whatIsLargeIsLarge_data() { sizes(); }
    void whatIsLargeIsLarge();
    void theBottomUnfoldsForASlice_data() { sizes(); }
    void theBottomUnfoldsForASlice();
    void aSliceBelowStaysInSight_data();
    void aSliceBelowStaysInSight();
    void theBottomHasItsHeight_data() { sizes(); }
    void theBottomHasItsHeight();
    void aLowWindowIsLeftToChartsAndTables_data() { sizes(); }
    void aLowWindowIsLeftToChartsAndTables();
    void theGridOfRanksIsLarge_data();
    void theGridOfRanksIsLarge();
    void theWindowFitsTheSmallestScreen();
    void aSliceIsToldOfWhereABoxWas();
    void aPinnedSliceStaysUnderTheMouse();
    void theFindingsKeepTheirRowsAfterAJump_data() { sizes(); }
    void theFindingsKeepTheirRowsAfterAJump();
    void theBottomIsFoldedByHand();
    void tabsAndKeysChoose();
    void whatHasNoDataSaysWhatIsMissing();
    void eachIsRememberedAndResetByItself();
    void oneThatWasNeverSeenIsLaidOutAnew();
    void aDetachedViewComesBack();
    void aJumpGoesWhereItsTargetIsLargeAndBackspaceComesBack_data() { sizes(); }
    void aJumpGoesWhereItsTargetIsLargeAndBackspaceComesBack();
    void rowsAreFollowedWithoutLeaving();
    void cleanupTestCase() { m_windows.clear(); }

private:
    static void sizes();
    [[nodiscard]] QString ini(const char *name = "settings.ini") const
    {
        return m_folder.filePath(QLatin1String(name));
    }
    /// One window of each size for the first functions, as it is when the run was opened.
    [[nodiscard]] JourneyWindow &fresh(QSize size);
    /// Shows a workspace by its key.
    static void enter(JourneyWindow &w, const char *id);
    QTemporaryDir m_folder;
    QString m_run;
    std::map<int, std::unique_ptr<JourneyWindow>> m_windows; ///< by width
};

void TestWorkspaces::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    m_run = m_folder.filePath(QStringLiteral("eight"));
    gen::GeneratorOptions options;
    options.outDir = m_run;
    options.ranks = 8;
    options.steps = 3;
    options.mbPerRank = 0.3;
    QCOMPARE(gen::generate(options).error, QString());
}

void TestWorkspaces::sizes()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1920x1080") << QSize(1920, 1080);
    QTest::newRow("1366x768") << QSize(1366, 768);
    QTest::newRow("1920x1080 at 200 %") << QSize(960, 540);
}

JourneyWindow &TestWorkspaces::fresh(QSize size)
{
    auto &held = m_windows[size.width()];
    if (!held) {
        held = std::make_unique<JourneyWindow>(ini(), size);
        (void)held->open(m_run);
    }
    JourneyWindow &w = *held;
    w.window->activateWindow();
    w.timeline().laneLayout()->clear();
    w.timeline().lanes()->setExpansion({});
    w.timeline().navigator()->fit();
    w.timeline().pane()->scrollTo(0);
    w.state().setBox({});
    w.state().select({});
    w.state().setStep({});
    w.state().setDomain({});
    w.state().setCurrentRank({0, 0});
    w.state().setWorkspace(QStringLiteral("summary"));
    w.window->docks().resetAllWorkspaces();
    w.state().restartHistory();
    w.actions = 0;
    return w;
}

void TestWorkspaces::enter(JourneyWindow &w, const char *id)
{
    const auto &all = Workspaces::all();
    const auto at = std::find_if(all.begin(), all.end(),
                                 [id](const Workspace &s) { return QLatin1String(s.id) == QLatin1String(id); });
    w.key(static_cast<Qt::Key>(Qt::Key_1 + (at - all.begin())), Qt::ControlModifier);
    QCOMPARE(workspace(w), QString::fromLatin1(id));
    QVERIFY(w.settle());
}

void TestWorkspaces::whatIsLargeIsLarge()
{
    QFETCH(const QSize, size);
    JourneyWindow &w = fresh(size);
    QVERIFY(w.settle());
    QCOMPARE(w.window->size(), size); // no view insists on more than there is
    const auto large = [&w](const char *id) -> const QWidget * {
        if (qstrcmp(id, "summary") == 0)
            return w.view<OverviewView>("overview").bars();
        if (qstrcmp(id, "timeline") == 0)
            return w.timeline().canvas();
        if (qstrcmp(id, "communication") == 0)
            return w.window->findChild<HeatMap *>()->parentWidget();
        // The first of the large ones is in front.
        return w.window->docks().view(
            QString::fromLatin1(Workspaces::find(QLatin1String(id))->large).section(QLatin1Char(' '), 0, 0));
    };
    for (const Workspace &space : Workspaces::all()) {
        enter(w, space.id);
        const int height = seenPart(large(space.id)).height();
        QVERIFY2(height * 100 >= size.height() * 55,
                 qPrintable(QStringLiteral("%1: %2 px").arg(QLatin1String(space.id)).arg(height)));
        // Two tables below the charts of the operators: at 200 % their rows are fewer, and a splitter gives them room.
        if (QLatin1String(space.id) == QLatin1String("operators") && size.height() < 600)
            continue;
        int tables = 0;
        for (const QTableView *const table : w.window->findChildren<QTableView *>()) {
            if (seenPart(table).isEmpty())
                continue;
            ++tables;
            QVERIFY2(showsRows(table, 6), qPrintable(QStringLiteral("%1: a table of %2 px")
                                                         .arg(QLatin1String(space.id))
                                                         .arg(seenPart(table->viewport()).height())));
        }
        QVERIFY(tables > 0 || size.height() < 1000 || QLatin1String(space.id) == QLatin1String("timeline"));
        // Below there are the tabs and nothing else.
        QVERIFY(w.window->docks().bottom().isFolded());
        for (const QString &id : Workspaces::docks(space.below))
            QVERIFY2(seenPart(w.window->docks().view(id)).isEmpty(), qPrintable(id));
        QVERIFY(w.window->docks().bottom().group().size() >= 4);
    }
}

void TestWorkspaces::theGridOfRanksIsLarge_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    for (const char *const language : {"en", "zh_CN"}) {
        QTest::addRow("1366x768 %s", language) << QSize(1366, 768) << QString::fromLatin1(language);
        QTest::addRow("1920x1080 %s", language) << QSize(1920, 1080) << QString::fromLatin1(language);
    }
}

void TestWorkspaces::theGridOfRanksIsLarge()
{
    m_windows.clear();
    QFETCH(const QSize, size);
    QFETCH(const QString, language);
    JourneyWindow w(ini("grid.ini"), size);
    w.bench.language().use(language);
    QVERIFY(w.open(m_run));
    auto &overview = w.view<OverviewView>("overview");
    overview.showPage(QStringLiteral("ranks"));
    QVERIFY(w.settle());
    auto *const page = overview.findChild<StrategyPage *>();
    QVERIFY(page);
    const int height = seenPart(page->frame()).height();
    QVERIFY2(height * 100 >= size.height() * 55, qPrintable(QString::number(height)));
    QVERIFY(!seenPart(page->grid()).isEmpty());
    // A folded part is a click away, and nothing of it is cut.
    if (page->moreButton()->isVisible())
        w.click(page->moreButton(), page->moreButton()->rect().center());
    QVERIFY(w.settle());
    QVERIFY(page->form()->isVisible());
    for (const QComboBox *const box : page->findChildren<QComboBox *>()) {
        if (!box->isVisible())
            continue;
        QStyleOptionComboBox option;
        option.initFrom(box);
        const QRect field =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        QVERIFY2(field.width() >= box->fontMetrics().horizontalAdvance(box->currentText()),
                 qPrintable(box->currentText()));
    }
    w.bench.language().use(QStringLiteral("en"));
}

// 1366x768 at 200 %.
void TestWorkspaces::theWindowFitsTheSmallestScreen()
{
    const QSize size(683, 384);
    JourneyWindow w(ini("small.ini"), size);
    QVERIFY(w.open(m_run));
    for (const char *const id : {"summary", "timeline", "communication", "operators"}) {
        enter(w, id);
        QCOMPARE(w.window->size(), size);
    }
}

void TestWorkspaces::theBottomUnfoldsForASlice()
{
    QFETCH(const QSize, size);
    JourneyWindow &w = fresh(size);
    QVERIFY(w.settle());
    enter(w, "timeline");
    TimelineCanvas *const canvas = w.timeline().canvas();
    canvas->setFocus();
    const RankRef rank{0, 0};
    const auto &trace = *w.bench.runs().rank(rank)->trace;
    // The first slice that lies where nothing will cover it.
    SliceId slice = NoSlice;
    for (quint32 i = 0; slice == NoSlice && i < trace.slices().size(); ++i) {
        const QRect at = canvas->rectOf(rank, SliceId{i});
        if (at.width() > 6 && canvas->visibleRegion().contains(at.center()) && at.center().y() < canvas->height() / 3)
            slice = SliceId{i};
    }
    QVERIFY(slice != NoSlice);
    const QPoint before = canvas->mapToGlobal(canvas->rectOf(rank, slice).center());
    w.click(canvas, canvas->rectOf(rank, slice).center());
    QCOMPARE(w.state().selection().slice, slice);
    const DockView *const details = w.window->docks().view(QStringLiteral("details"));
    QTRY_VERIFY(seenPart(details).height() > 60);
    QVERIFY(w.settle());
    QCOMPARE(canvas->mapToGlobal(canvas->rectOf(rank, slice).center()), before);
    QVERIFY(canvas->hasFocus());
    QVERIFY(w.isInSight(rank, slice));
    w.key(Qt::Key_Escape);
    QTRY_VERIFY(seenPart(details).isEmpty());
    QVERIFY(canvas->hasFocus());
}

void TestWorkspaces::aSliceIsToldOfWhereABoxWas()
{
    JourneyWindow w(ini());
    QVERIFY(w.open(m_run));
    enter(w, "timeline");
    TimelineCanvas *const canvas = w.timeline().canvas();
    canvas->setFocus();
    const DockView *const details = w.window->docks().view(QStringLiteral("details"));
    const DockView *const statistics = w.window->docks().view(QStringLiteral("selection"));
    const RankRef rank{0, 0};
    const auto drawBox = [&] { w.drag(canvas, {canvas->width() / 4, 5}, {canvas->width() / 2, canvas->height() / 3}); };
    const auto clickSlice = [&] {
        const quint32 all = w.bench.runs().rank(rank)->trace->slices().size();
        for (quint32 i = 0; i < all; ++i) {
            const QPoint at = canvas->rectOf(rank, SliceId{i}).center();
            if (canvas->rectOf(rank, SliceId{i}).width() > 6 && canvas->visibleRegion().contains(at) &&
                at.y() < canvas->height() / 3)
                return w.click(canvas, at);
        }
    };
    drawBox();
    QTRY_VERIFY(!seenPart(statistics).isEmpty() && !statistics->visibleRegion().isEmpty());
    // The box is still there: what is clicked is newer.
    clickSlice();
    QCOMPARE(w.state().selection().kind, Selection::Kind::Slice);
    QVERIFY(!w.state().box().isEmpty());
    QTRY_VERIFY(!details->visibleRegion().isEmpty());
    // A slice of its statistics leaves them where they are.
    w.key(Qt::Key_Escape);
    drawBox();
    QVERIFY(w.settle());
    auto &selection = w.view<SelectionView>("selection");
    QTRY_VERIFY(selection.occurrences() && selection.occurrences()->rows() > 0);
    QTableView *slices = nullptr;
    for (QTableView *const table : selection.findChildren<QTableView *>()) {
        const auto *const rows = qobject_cast<RowSourceModel *>(table->model());
        slices = rows && rows->source() == selection.occurrences() ? table : slices;
    }
    QVERIFY(slices && slices->model()->rowCount() > 0);
    QTRY_VERIFY(!slices->viewport()->visibleRegion().isEmpty());
    w.click(slices->viewport(), slices->visualRect(slices->model()->index(0, 0)).center());
    QCOMPARE(w.state().selection().kind, Selection::Kind::Slice);
    QVERIFY(w.settle());
    QVERIFY(!statistics->visibleRegion().isEmpty());
    // It was taken away, and the docks are folded.
    canvas->setFocus();
    w.key(Qt::Key_Escape);
    QVERIFY(w.state().box().isEmpty());
    QTRY_VERIFY(w.window->docks().bottom().isFolded());
    clickSlice();
    QTRY_VERIFY(seenPart(details).height() > 60 && !details->visibleRegion().isEmpty());
    // The same for a jump from another workspace.
    w.key(Qt::Key_Escape);
    drawBox();
    w.key(Qt::Key_Escape);
    QTRY_VERIFY(w.window->docks().bottom().isFolded());
    enter(w, "system");
    w.state().showView(QStringLiteral("sql"));
    QVERIFY(w.settle());
    auto &sql = w.view<SqlView>("sql");
    sql.editor()->setFocus();
    sql.editor()->setPlainText(QStringLiteral("SELECT * FROM slices LIMIT 3"));
    w.key(Qt::Key_Return, Qt::ControlModifier);
    QTableView *const rows = sql.table()->view();
    QTRY_VERIFY(rows->model()->rowCount() == 3 && !rows->viewport()->visibleRegion().isEmpty());
    w.doubleClick(rows->viewport(), rows->visualRect(rows->model()->index(0, 0)).center());
    QTRY_COMPARE(workspace(w), QStringLiteral("timeline"));
    QCOMPARE(w.state().selection().kind, Selection::Kind::Slice);
    QTRY_VERIFY(seenPart(details).height() > 60 && !details->visibleRegion().isEmpty());
}

void TestWorkspaces::aSliceBelowStaysInSight_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1366x768") << QSize(1366, 768);
    QTest::newRow("1920x1080 at 200 %") << QSize(960, 540);
}

// One that lies where the docks unfold.
void TestWorkspaces::aSliceBelowStaysInSight()
{
    QFETCH(const QSize, size);
    JourneyWindow &w = fresh(size);
    QVERIFY(w.settle());
    enter(w, "timeline");
    w.timeline().lanes()->setAllExpanded(true); // folded, the ranks do not reach down there
    QVERIFY(w.settle());
    TimelineCanvas *const canvas = w.timeline().canvas();
    RankRef rank;
    SliceId slice = NoSlice;
    for (const RankRef ref : w.bench.runs().allRanks()) {
        const quint32 count = w.bench.runs().rank(ref)->trace->slices().size();
        for (quint32 i = 0; slice == NoSlice && i < count; ++i) {
            const QRect at = canvas->rectOf(ref, SliceId{i});
            if (at.width() > 6 && canvas->visibleRegion().contains(at.center()) &&
                at.center().y() > canvas->height() * 3 / 4) {
                rank = ref;
                slice = SliceId{i};
            }
        }
    }
    QVERIFY(slice != NoSlice);
    w.click(canvas, canvas->rectOf(rank, slice).center());
    QCOMPARE(w.state().selection().slice, slice);
    QTRY_VERIFY(!w.window->docks().bottom().isFolded());
    QVERIFY(w.settle());
    QVERIFY(canvas->rect().contains(canvas->rectOf(rank, slice).center()));
    QVERIFY(w.isInSight(rank, slice));
}

// Docks that unfold take the room of pinned lanes, which are drawn lower then: not before a double click is over.
void TestWorkspaces::aPinnedSliceStaysUnderTheMouse()
{
    JourneyWindow w(ini());
    QVERIFY(w.open(m_run));
    enter(w, "timeline");
    w.state().showTogether({{0, 1}, {0, 0}});
    QVERIFY(w.settle());
    TimelineCanvas *const canvas = w.timeline().pinPane()->canvas();
    const auto sliceInSight = [&](SliceId but) {
        const quint32 count = w.bench.runs().rank({0, 1})->trace->slices().size();
        for (quint32 i = 0; i < count; ++i) {
            const QRect at = canvas->rectOf({0, 1}, SliceId{i});
            if (SliceId{i} != but && at.width() > 6 && canvas->visibleRegion().contains(at.center()))
                return SliceId{i};
        }
        return NoSlice;
    };
    const SliceId slice = sliceInSight(NoSlice);
    QVERIFY(slice != NoSlice);
    const QRect before = canvas->rectOf({0, 1}, slice);
    const auto restore =
        qScopeGuard([usual = QApplication::doubleClickInterval()] { QApplication::setDoubleClickInterval(usual); });
    QApplication::setDoubleClickInterval(120'000);
    w.click(canvas, before.center());
    QCOMPARE(w.state().selection().slice, slice);
    QVERIFY(w.settle());
    QVERIFY(w.window->docks().bottom().isFolded());
    QCOMPARE(canvas->rectOf({0, 1}, slice), before);
    QApplication::setDoubleClickInterval(1);
    w.state().select({});
    w.click(canvas, before.center());
    QTRY_VERIFY(!w.window->docks().bottom().isFolded());
    QVERIFY(w.settle());
    QVERIFY(canvas->rectOf({0, 1}, slice) != before); // they are lower now
}

// However often it is folded and unfolded, and whatever lies above.
void TestWorkspaces::theBottomHasItsHeight()
{
    QFETCH(const QSize, size);
    JourneyWindow &w = fresh(size);
    QVERIFY(w.settle());
    const DockView *const details = w.window->docks().view(QStringLiteral("details"));
    const int least = std::min(size.height() / 5, details->fontMetrics().height() * 9);
    Selection slice;
    slice.kind = Selection::Kind::Slice;
    slice.rank = {0, 1};
    slice.slice = SliceId{0};
    int first = 0;
    for (const Workspace &space : Workspaces::all()) {
        enter(w, space.id);
        const bool hasOwnTables =
            QLatin1String(space.id) == QLatin1String("communication") || w.window->docks().bottom().isCrowded();
        for (int i = 0; i < 2; ++i) {
            w.state().select(slice);
            if (hasOwnTables) {
                QVERIFY(w.settle());
                QVERIFY(w.window->docks().bottom().isFolded());
                w.window->docks().bottom().unfoldFor(QStringLiteral("details"));
            }
            QTRY_VERIFY(!w.window->docks().bottom().isFolded());
            QVERIFY(w.settle());
            const int height = seenPart(details).height();
            QVERIFY2(height >= least && height < size.height() / 2,
                     qPrintable(QStringLiteral("%1: %2 px").arg(QLatin1String(space.id)).arg(height)));
            first = first > 0 ? first : height;
            QCOMPARE(height, first);
            w.state().select({});
            QTRY_VERIFY(w.window->docks().bottom().isFolded());
            QVERIFY(w.settle());
        }
    }
}

// A part unfolded below the timeline would leave a table there one row.
void TestWorkspaces::aLowWindowIsLeftToChartsAndTables()
{
    QFETCH(const QSize, size);
    JourneyWindow &w = fresh(size);
    QVERIFY(w.settle());
    const CollapsibleDockArea &bottom = w.window->docks().bottom();
    enter(w, "operators");
    QVERIFY(w.settle());
    const bool isLow = bottom.isCrowded();
    enter(w, "timeline");
    Selection slice;
    slice.kind = Selection::Kind::Slice;
    slice.rank = {0, 1};
    slice.slice = SliceId{0};
    w.state().select(slice);
    QTRY_VERIFY(!bottom.isFolded());
    for (int i = 0; i < 2; ++i) {
        enter(w, "operators");
        QVERIFY(w.settle());
        QTRY_COMPARE(bottom.isFolded(), isLow);
        QVERIFY(w.settle());
        QCOMPARE(seenPart(w.window->docks().view(QStringLiteral("details"))).height() < 10, isLow);
        enter(w, "timeline");
        QTRY_VERIFY(!bottom.isFolded());
        QVERIFY(w.settle());
    }
}

// The workspace that the jump leads to was left while its bottom was folded.
void TestWorkspaces::theFindingsKeepTheirRowsAfterAJump()
{
    QFETCH(const QSize, size);
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_run));
    enter(w, "timeline");
    enter(w, "summary");
    w.state().showView(QStringLiteral("findings"));
    QVERIFY(w.settle());
    const QTableView *const rows = w.view<FindingsView>("findings").diagnosisTable()->view();
    const int least = (size.height() > 600 ? 6 : 3) * rows->verticalHeader()->defaultSectionSize();
    QVERIFY2(seenPart(rows->viewport()).height() >= least, qPrintable(QString::number(rows->viewport()->height())));
    w.state().inOneStep([&] { w.state().showInTimeline({0, 1}); }); // as a double click on a row does
    QVERIFY(w.settle());
    QCOMPARE(workspace(w), QStringLiteral("timeline"));
    w.state().raiseView(QStringLiteral("findings"));
    QVERIFY(w.settle());
    QVERIFY2(seenPart(rows->viewport()).height() >= least, qPrintable(QString::number(rows->viewport()->height())));
}

void TestWorkspaces::theBottomIsFoldedByHand()
{
    JourneyWindow w(ini(), {1366, 768});
    QVERIFY(w.open(m_run));
    enter(w, "timeline");
    const DockView *const details = w.window->docks().view(QStringLiteral("details"));
    w.key(Qt::Key_Q);
    QTRY_VERIFY(!seenPart(details).isEmpty());
    w.key(Qt::Key_Q);
    QTRY_VERIFY(seenPart(details).isEmpty());
    // So does the key while another tab lies in front.
    w.state().showView(QStringLiteral("findings"));
    const DockView *const findings = w.window->docks().view(QStringLiteral("findings"));
    QTRY_VERIFY(!seenPart(findings).isEmpty());
    w.key(Qt::Key_Q);
    QTRY_VERIFY(seenPart(findings).isEmpty() && seenPart(details).isEmpty());
    w.key(Qt::Key_Q);
    QTRY_VERIFY(!seenPart(findings).isEmpty());
    w.window->docks().showView(QStringLiteral("details"));
    QTRY_VERIFY(!seenPart(details).isEmpty());
    w.key(Qt::Key_Q);
    QTRY_VERIFY(seenPart(details).isEmpty());
    // Who folded it wants it folded, whatever is selected later.
    w.state().revealSlice({0, 0}, SliceId{0});
    QVERIFY(w.settle());
    QVERIFY(seenPart(details).isEmpty());
    // The tab that lies in front unfolds and folds, another one comes to the front.
    QTabBar *bar = nullptr;
    for (QTabBar *const b : w.window->docks().findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
        if (b->isVisible() && b->count() > 3)
            bar = b;
    }
    QVERIFY(bar);
    w.click(bar, bar->tabRect(bar->currentIndex()).center());
    QTRY_VERIFY(!seenPart(details).isEmpty());
    w.click(bar, bar->tabRect(1).center());
    QTRY_VERIFY(!seenPart(w.window->docks().view(QStringLiteral("selection"))).isEmpty());
    w.click(bar, bar->tabRect(1).center());
    QTRY_VERIFY(w.window->docks().bottom().isFolded());
    // A search is asked for, and comes.
    w.key(Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(!seenPart(w.window->docks().view(QStringLiteral("search"))).isEmpty());
}

void TestWorkspaces::tabsAndKeysChoose()
{
    JourneyWindow w(ini(), {1366, 768});
    QVERIFY(!w.window->workspaceBar().isVisible());
    QVERIFY(w.open(m_run));
    WorkspaceBar &bar = w.window->workspaceBar();
    QVERIFY(bar.isVisible());
    QVERIFY(bar.y() + bar.height() < 60);
    QCOMPARE(workspace(w), QStringLiteral("summary"));
    QCOMPARE(bar.tabText(bar.currentIndex()), QStringLiteral("Summary"));
    w.click(&bar, bar.tabRect(1).center());
    QCOMPARE(workspace(w), QStringLiteral("timeline"));
    QVERIFY(w.settle());
    QVERIFY(!seenPart(w.timeline().canvas()).isEmpty());
    QVERIFY(seenPart(&w.view<OverviewView>("overview")).isEmpty());
    // With the keys alone: Tab reaches the row, arrows go along it.
    bar.setFocus(Qt::TabFocusReason);
    w.key(Qt::Key_Right);
    QCOMPARE(workspace(w), QStringLiteral("communication"));
    QVERIFY(bar.hasFocus());
    w.key(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(workspace(w), QStringLiteral("summary"));
    QCOMPARE(bar.currentIndex(), 0);
    QVERIFY(bar.tabToolTip(1).contains(QLatin1String("Ctrl+2")));
    QVERIFY(w.window->action(QStringLiteral("workspace-summary"))->isChecked());
    // A large view that is a folded tab below now gives the focus to the one that is large.
    w.key(Qt::Key_5, Qt::ControlModifier);
    QVERIFY(w.settle());
    w.key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(w.settle());
    QVERIFY(w.timeline().isAncestorOf(QApplication::focusWidget()));
    QVERIFY(w.window->docks().frontViews().contains(QStringLiteral("details")));
    // Coming to a table chooses none of its rows.
    w.key(Qt::Key_4, Qt::ControlModifier);
    QVERIFY(w.settle());
    QCOMPARE(w.state().selection().kind, Selection::Kind::None);
    QVERIFY(w.window->docks().bottom().isFolded());
}

void TestWorkspaces::whatHasNoDataSaysWhatIsMissing()
{
    const QString bare = m_folder.filePath(QStringLiteral("bare"));
    gen::GeneratorOptions options;
    options.outDir = bare;
    options.ranks = 2;
    options.steps = 1;
    options.mbPerRank = 0.1;
    QCOMPARE(gen::generate(options).error, QString());
    for (const QFileInfo &rank : QDir(bare).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const char *const file : {"trace_view.json", "communication.json", "communication_matrix.json"})
            QVERIFY(QFile::remove(rank.filePath() + QStringLiteral("/ASCEND_PROFILER_OUTPUT/") + QLatin1String(file)));
    }
    JourneyWindow w(ini(), {1366, 768});
    QVERIFY(w.open(bare));
    const WorkspaceBar &bar = w.window->workspaceBar();
    QTRY_VERIFY(!bar.isTabEnabled(1));
    QVERIFY(bar.tabToolTip(1).contains(QLatin1String("trace_view.json")));
    QVERIFY(!bar.isTabEnabled(2));
    QVERIFY(bar.tabToolTip(2).contains(QLatin1String("communication_matrix.json")));
    QVERIFY(bar.isTabEnabled(0) && bar.isTabEnabled(3) && bar.isTabEnabled(4));
    w.key(Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(workspace(w), QStringLiteral("summary"));
    // Durations need neither the matrix nor the other ranks' files.
    const QString traced = m_folder.filePath(QStringLiteral("traced"));
    options.outDir = traced;
    QCOMPARE(gen::generate(options).error, QString());
    for (const QFileInfo &rank : QDir(traced).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const char *const file : {"communication.json", "communication_matrix.json"})
            QVERIFY(QFile::remove(rank.filePath() + QStringLiteral("/ASCEND_PROFILER_OUTPUT/") + QLatin1String(file)));
    }
    JourneyWindow other(ini(), {1366, 768});
    QVERIFY(other.open(traced));
    QTRY_VERIFY(other.window->workspaceBar().isTabEnabled(2));
    QVERIFY(
        w.window->action(QStringLiteral("workspace-timeline"))->toolTip().contains(QLatin1String("trace_view.json")));
}

void TestWorkspaces::eachIsRememberedAndResetByItself()
{
    const auto explorerIsSeen = [](JourneyWindow &w) {
        return !seenPart(w.window->docks().view(QStringLiteral("explorer"))).isEmpty();
    };
    {
        JourneyWindow w(ini("kept.ini"), {1366, 768});
        QVERIFY(w.open(m_run));
        enter(w, "timeline");
        w.key(Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(!explorerIsSeen(w));
        enter(w, "summary");
        QVERIFY(explorerIsSeen(w));
        enter(w, "timeline");
        QVERIFY(!explorerIsSeen(w));
        w.window->close();
    }
    JourneyWindow w(ini("kept.ini"), {1366, 768});
    w.window->restoreLayout();
    w.window->resize(1366, 768);
    QVERIFY(w.open(m_run));
    QCOMPARE(workspace(w), QStringLiteral("summary")); // where the verdicts are
    enter(w, "timeline");
    QVERIFY(!explorerIsSeen(w));
    enter(w, "communication");
    w.key(Qt::Key_B, Qt::ControlModifier);
    QTRY_VERIFY(!explorerIsSeen(w));
    w.window->action(QStringLiteral("resetWorkspace"))->trigger();
    QTRY_VERIFY(explorerIsSeen(w));
    enter(w, "timeline");
    QVERIFY(!explorerIsSeen(w));
    enter(w, "summary");
    w.window->action(QStringLiteral("resetAllWorkspaces"))->trigger();
    enter(w, "timeline");
    QVERIFY(explorerIsSeen(w));
}

// The program starts in one workspace and is asked for another before it has a run, as by --view.
void TestWorkspaces::oneThatWasNeverSeenIsLaidOutAnew()
{
    const auto explorerWidth = [](JourneyWindow &w) {
        return w.window->docks().dock(QStringLiteral("explorer"))->width();
    };
    JourneyWindow plain(ini("plain.ini"), {1366, 768});
    QVERIFY(plain.open(m_run));
    enter(plain, "timeline");
    enter(plain, "summary");
    JourneyWindow asked(ini("asked.ini"), {1366, 768});
    asked.state().raiseView(QStringLiteral("timeline"));
    QVERIFY(asked.open(m_run));
    QCOMPARE(workspace(asked), QStringLiteral("timeline"));
    enter(asked, "summary");
    QCOMPARE(explorerWidth(asked), explorerWidth(plain));
    // One of several that are large there stands in front.
    JourneyWindow behind(ini("behind.ini"), {1366, 768});
    behind.state().raiseView(QStringLiteral("sql"));
    QVERIFY(behind.open(m_run));
    QCOMPARE(workspace(behind), QStringLiteral("system"));
    QTRY_VERIFY(behind.window->docks().frontViews().contains(QStringLiteral("sql")));
}

// While a workspace is laid out nothing of it is painted; what becomes a window meanwhile has to be painted later.
void TestWorkspaces::aDetachedViewComesBack()
{
    JourneyWindow w(ini(), {1920, 1080});
    QVERIFY(w.open(m_run));
    enter(w, "summary");
    DockLayout &docks = w.window->docks();
    QDockWidget *const overview = docks.dock(QStringLiteral("overview"));
    docks.view(QStringLiteral("overview"))->setFocus();
    w.window->action(QStringLiteral("detachView"))->trigger();
    QVERIFY(overview->isFloating() && overview->isVisible());
    for (const char *const id : {"timeline", "summary"}) {
        w.state().setWorkspace(QLatin1String(id));
        QVERIFY(w.settle());
    }
    QVERIFY2(overview->isFloating(), "floating");
    QVERIFY2(overview->isVisible(), "visible");
    QVERIFY2(overview->updatesEnabled(), "updates");
    w.window->action(QStringLiteral("resetWorkspace"))->trigger();
    QVERIFY(w.settle());
    QVERIFY(!overview->isFloating() && !seenPart(w.view<OverviewView>("overview").bars()).isEmpty());
    for (const DockView *const view : docks.views())
        QVERIFY2(view->updatesEnabled(), qPrintable(view->id()));
}

void TestWorkspaces::aJumpGoesWhereItsTargetIsLargeAndBackspaceComesBack()
{
    QFETCH(const QSize, size);
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_run));
    StackedBars *const bars = w.view<OverviewView>("overview").bars();
    w.actions = 0;
    w.doubleClick(bars, bars->centerOf(3).toPoint());
    QCOMPARE(workspace(w), QStringLiteral("timeline"));
    QVERIFY(w.settle());
    QTRY_VERIFY(w.deviceLanesInSight({0, 3}) > 0);
    QVERIFY(seenPart(w.timeline().canvas()).height() * 100 >= size.height() * 55);
    w.key(Qt::Key_Backspace);
    QCOMPARE(workspace(w), QStringLiteral("summary"));
    QVERIFY(w.settle());
    QVERIFY(!seenPart(bars).isEmpty());
    QCOMPARE(w.actions, 2);
    w.key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(workspace(w), QStringLiteral("timeline"));
    w.key(Qt::Key_Backspace);
    QVERIFY(w.settle());
    // A comparison of two ranks, from the chart; one step back.
    const RankRef base = w.state().baseRank();
    QVERIFY(w.choose(bars, bars->centerOf(5).toPoint(), "Compare: use as base"));
    QCOMPARE(workspace(w), QStringLiteral("operators"));
    QCOMPARE(w.state().baseRank(), (RankRef{0, 5}));
    w.key(Qt::Key_Backspace);
    QCOMPARE(workspace(w), QStringLiteral("summary"));
    QCOMPARE(w.state().baseRank(), base);
}

void TestWorkspaces::rowsAreFollowedWithoutLeaving()
{
    JourneyWindow w(ini(), {1366, 768});
    QVERIFY(w.open(m_run));
    enter(w, "system");
    w.state().showView(QStringLiteral("system/events"));
    QVERIFY(w.settle());
    QTableView *table = nullptr;
    for (QTableView *const t : w.window->docks().view(QStringLiteral("system"))->findChildren<QTableView *>()) {
        if (!seenPart(t).isEmpty())
            table = t;
    }
    QVERIFY(table);
    QTRY_VERIFY(table->model()->rowCount() > 3);
    const QPoint row = table->visualRect(table->model()->index(2, 0)).center();
    w.click(table->viewport(), row);
    QCOMPARE(w.state().selection().kind, Selection::Kind::Slice);
    QCOMPARE(workspace(w), QStringLiteral("system"));
    const SliceId slice = w.state().selection().slice;
    QTest::qWait(QApplication::doubleClickInterval() + 50);
    w.doubleClick(table->viewport(), table->visualRect(table->model()->index(2, 0)).center());
    QCOMPARE(workspace(w), QStringLiteral("timeline"));
    QVERIFY(w.settle());
    QTRY_VERIFY(w.isInSight(w.state().currentRank(), slice));
    w.key(Qt::Key_Backspace);
    QCOMPARE(workspace(w), QStringLiteral("system"));
}

RS_TEST(TestWorkspaces, QApplication);
#include "tst_workspaces.moc"
