// SPDX-License-Identifier: Apache-2.0
// Opening, adding and closing runs, and comparing their ranks: in how many actions, and what is seen then (journeys 1
// to 4, 12 to 14).
#include "app/dialogs/reportdialog.h"
#include "app/session/librarymodel.h"
#include "app/shell/docklayout.h"
#include "app/shell/librarylist.h"
#include "app/shell/startpage.h"
#include "generator/generator.h"
#include "items/format.h"
#include "journeywindow.h"
#include "support/testprogram.h"
#include "views/communication/communicationview.h"
#include "views/links/heatmap.h"
#include "views/links/linkgraphview.h"
#include "views/links/matrixpage.h"
#include "views/compare/compareview.h"
#include "views/browse/explorermodel.h"
#include "views/browse/explorerview.h"
#include "views/overview/overviewview.h"
#include "views/overview/verdictstrip.h"
#include "views/page/rankgroupchip.h"
#include "views/picture/stackedbars.h"
#include "views/tables/tableview.h"
#include "views/timeline/lanes/stepspans.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDockWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>

#include <set>

using namespace rs;
using rs::test::JourneyWindow;

namespace {

// Rows of the explorer that one sees, with what they say.
QStringList explorerRows(JourneyWindow &w)
{
    QStringList out;
    const QTreeView *const tree = w.view<ExplorerView>("explorer").tree();
    for (QModelIndex at = tree->indexAt({5, 5}); at.isValid(); at = tree->indexBelow(at))
        out += at.data().toString();
    return out;
}

int barsInSight(JourneyWindow &w)
{
    const StackedBars *const bars = w.view<OverviewView>("overview").bars();
    int count = 0;
    for (int i = 0; i < static_cast<int>(bars->bars().size()); ++i)
        count += bars->visibleRegion().boundingRect().contains(bars->centerOf(i).toPoint()) ? 1 : 0;
    return count;
}

int lanesInSight(JourneyWindow &w)
{
    const TimelineCanvas &canvas = *w.timeline().canvas();
    const QRect seen = canvas.visibleRegion().boundingRect().translated(0, canvas.scrollY());
    const auto &rows = w.timeline().lanes()->rows();
    return static_cast<int>(std::count_if(rows.begin(), rows.end(), [&seen](const LaneRow &r) {
        return r.type == LaneRow::Type::Lane && r.y >= seen.top() && r.y + r.height <= seen.bottom() + 1;
    }));
}

QString windowText(JourneyWindow &w)
{
    QString out;
    for (const QWidget *const part : w.window->findChildren<QWidget *>()) {
        if (!part->isVisible())
            continue;
        for (const char *const name : {"text", "currentText", "title"})
            out += part->property(name).toString() + u'\n';
    }
    return out;
}

QString rowsOf(const TableView &table)
{
    QString out;
    const QAbstractItemModel &model = *table.view()->model();
    for (int r = 0; r < std::min(5, model.rowCount()); ++r) {
        for (int c = 0; c < model.columnCount(); ++c)
            out += model.index(r, c).data().toString() + u'\t';
    }
    return out + QString::number(model.rowCount());
}

// Those of the lanes that are drawn otherwise than in a picture without anything upon them.
int veiledPixels(JourneyWindow &w)
{
    TimelineCanvas *const canvas = w.timeline().canvas();
    const QImage drawn = canvas->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QImage bare = canvas->picture().convertToFormat(QImage::Format_RGB32);
    int count = 0;
    for (int y = 0; y < drawn.height(); ++y) {
        for (int x = 0; x < drawn.width(); ++x)
            count += drawn.pixel(x, y) != bare.pixel(x, y) ? 1 : 0;
    }
    return count;
}

} // namespace

class TestRunJourneys : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void aRunIsOpenedByItsPath();
    void eightFoldersAreOneRun();
    void aSecondRunStandsBesideTheFirst();
    void nothingStaysOfAClosedRun();
    void aClosedRunIsOpenedFromTheLibrary();
    void theSidesOfAComparisonStay();
    void aPictureExplainsItself();
    void aTableIsSaved();
    void aReportForAColleague_data();
    void aReportForAColleague();
    void languageAndThemeReachEverything();
    void aSessionBringsTheSameViewBack();
    void aStepIsChosen_data() { sizes(); }
    void aStepIsChosen();
    void ranksPickedInTheGraphAreLeftByKeys();
    void tabGoesRoundTheWholeWindow_data() { sizes(); }
    void tabGoesRoundTheWholeWindow();

private:
    static constexpr QSize size{1366, 768}; // the smallest screen; tst_workspaces has the others
    static void sizes();
    [[nodiscard]] QString ini() const { return m_folder.filePath(QStringLiteral("settings.ini")); }
    [[nodiscard]] static QString generate(const QString &path, int ranks, double mb);
    QTemporaryDir m_folder;
    QString m_eight;
    QString m_long;
};

void TestRunJourneys::sizes()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1920x1080") << QSize(1920, 1080);
    QTest::newRow("1366x768") << QSize(1366, 768);
}

QString TestRunJourneys::generate(const QString &path, int ranks, double mb)
{
    gen::GeneratorOptions options;
    options.outDir = path;
    options.ranks = ranks;
    options.steps = 2;
    options.mbPerRank = mb;
    return gen::generate(options).error;
}

void TestRunJourneys::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    m_eight = m_folder.filePath(QStringLiteral("eight"));
    m_long = m_folder.filePath(QStringLiteral("lengthy"));
    QCOMPARE(generate(m_eight, 8, 0.1), QString());
    QCOMPARE(generate(m_long, 2, 1), QString());
}

void TestRunJourneys::aRunIsOpenedByItsPath()
{
    JourneyWindow w(ini(), size);
    QVERIFY(w.answer(Qt::Key_O, m_long));
    QCOMPARE(w.actions, 3);
    QTRY_VERIFY(w.window->docks().isVisible());
    QVERIFY(w.settle());
    QTRY_COMPARE(barsInSight(w), 2);
    w.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    w.key(Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(w.state().workspace(), QStringLiteral("timeline"));
    QVERIFY(w.settle());
    QTRY_VERIFY(lanesInSight(w) > 0);
}

void TestRunJourneys::eightFoldersAreOneRun()
{
    JourneyWindow w(ini(), size);
    QStringList folders;
    for (const QFileInfo &f : QDir(m_eight).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
        folders += f.filePath();
    QCOMPARE(folders.size(), 8);
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    QVERIFY(w.drop(folders));
    QTRY_VERIFY_WITH_TIMEOUT(idle.count() > 0, 60'000);
    QVERIFY(w.settle());
    QCOMPARE(w.actions, 1);
    QCOMPARE(w.bench.runs().count(), 1);
    QCOMPARE(w.bench.runs().allRanks().size(), size_t{8});
    QCOMPARE(barsInSight(w), 8);
}

void TestRunJourneys::aSecondRunStandsBesideTheFirst()
{
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_eight));
    LaneFilter filter;
    filter.ranks = {{0, 1}};
    w.timeline().laneLayout()->setFilter(filter);
    w.actions = 0;
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    QVERIFY(w.answer(Qt::Key_O, m_long));
    QCOMPARE(w.actions, 3);
    QTRY_VERIFY_WITH_TIMEOUT(idle.count() > 0, 60'000);
    QVERIFY(w.settle());
    const QString rows = explorerRows(w).join(u'\n');
    QVERIFY2(rows.contains(QLatin1String("eight")) && rows.contains(QLatin1String("lengthy")), qPrintable(rows));
    const auto &lanes = w.timeline().lanes()->rows();
    for (const RankRef ref : {RankRef{0, 1}, RankRef{1, 0}, RankRef{1, 1}})
        QVERIFY(std::any_of(lanes.begin(), lanes.end(), [ref](const LaneRow &r) { return r.rank == ref; }));
    QVERIFY(std::none_of(lanes.begin(), lanes.end(), [](const LaneRow &r) { return r.rank == RankRef{0, 2}; }));
    QVERIFY(barsInSight(w) >= 2);
}

void TestRunJourneys::nothingStaysOfAClosedRun()
{
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_long));
    const TimeWindow old = w.timeline().data()->axis();
    // The user leaves a changed timeline behind.
    TimelineView &timeline = w.timeline();
    w.state().showView(QStringLiteral("timeline"));
    QVERIFY(w.settle());
    w.drag(timeline.canvas(), {200, 5}, {400, timeline.canvas()->height() - 5});
    w.key(Qt::Key_F);
    w.key(Qt::Key_K);
    QCOMPARE(w.state().marks().size(), size_t{1});
    timeline.showFlowKinds({"HostToDevice"});
    w.state().setStep(QStringLiteral("2"));
    LaneFilter filter;
    filter.text = QStringLiteral("Stream");
    timeline.laneLayout()->setFilter(filter);
    QVERIFY(w.settle());
    w.actions = 0;

    // File, Close All Runs, and the other run dropped.
    QMenuBar *const bar = w.window->menuBar();
    QAction *const file = bar->actions().front();
    w.click(bar, bar->actionGeometry(file).center());
    QTRY_VERIFY(QApplication::activePopupWidget());
    QMenu *const menu = file->menu();
    w.click(menu, menu->actionGeometry(w.window->action(QStringLiteral("closeAll"))).center());
    QTRY_VERIFY(w.bench.runs().isEmpty());
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    QVERIFY(w.drop({m_eight}));
    QCOMPARE(w.actions, 3);
    QTRY_VERIFY_WITH_TIMEOUT(idle.count() > 0, 60'000);
    QVERIFY(w.settle());
    QTRY_COMPARE(w.bench.runs().loadedRanks().size(), size_t{8});
    // Another workspace came while the window held its pictures back.
    QTRY_VERIFY(w.window->findChild<DockLayout *>()->updatesEnabled());

    const TimeWindow now = timeline.data()->axis();
    QVERIFY(now != old);
    QCOMPARE(w.state().window(), timeline.navigator()->limits());
    QVERIFY(w.state().window().lengthNs() < now.lengthNs() * 5 / 4);
    QVERIFY(w.state().marks().empty());
    QVERIFY(w.state().box().isEmpty());
    QVERIFY(w.state().shownFlows().isEmpty());
    QCOMPARE(w.state().step(), QString());
    QVERIFY(timeline.laneLayout()->filter().isEmpty());
    const QString seen = windowText(w);
    QVERIFY2(!seen.contains(QLatin1String("lengthy")), qPrintable(seen));
    QCOMPARE(w.window->findChild<QLineEdit *>(QStringLiteral("laneFilter"))->text(), QString());
}

void TestRunJourneys::aClosedRunIsOpenedFromTheLibrary()
{
    JourneyWindow w(ini(), size);
    const QTemporaryDir data;
    w.bench.library().open(data.filePath(QStringLiteral("library.db")));
    QVERIFY(w.open(m_eight));
    const auto diagnosis = w.view<OverviewView>("overview").verdicts()->diagnosis();
    w.actions = 0;
    w.key(Qt::Key_W, Qt::ControlModifier);
    LibraryList &list = *w.window->startPage().library();
    QTRY_VERIFY(list.table()->isVisible());
    QVERIFY(diagnosis.usualStepNs > 0);
    const QAbstractItemModel &rows = *list.table()->model();
    QTRY_COMPARE(rows.index(0, LibraryModel::StepTime).data().toString(), format::duration(diagnosis.usualStepNs));
    QCOMPARE(rows.rowCount(), 1);
    QVERIFY(list.table()->viewport()->visibleRegion().boundingRect().contains(
        list.table()->visualRect(rows.index(0, LibraryModel::Name)).center()));
    QTRY_VERIFY(list.table()->hasFocus());
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    w.key(Qt::Key_Return);
    QCOMPARE(w.actions, 2);
    QVERIFY(idle.count() > 0 || idle.wait(60'000));
    QVERIFY(w.settle());
    QCOMPARE(w.bench.session().openPaths(), QStringList{m_eight});
}

void TestRunJourneys::theSidesOfAComparisonStay()
{
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_eight));
    auto &explorer = w.view<ExplorerView>("explorer");
    const auto at = [&](int rank) {
        const QModelIndex row = explorer.model()->indexOf({0, rank});
        explorer.tree()->scrollTo(row);
        return explorer.tree()->visualRect(row).center();
    };
    QVERIFY(w.choose(explorer.tree()->viewport(), at(3), "base"));
    QVERIFY(w.choose(explorer.tree()->viewport(), at(5), "other"));
    QVERIFY(w.settle());
    const QString titles = windowText(w);
    w.click(explorer.tree()->viewport(), at(1));
    StackedBars *const bars = w.view<OverviewView>("overview").bars();
    w.state().showView(QStringLiteral("overview"));
    QVERIFY(w.settle());
    w.click(bars, bars->centerOf(2).toPoint());
    w.state().showView(QStringLiteral("timeline"));
    QVERIFY(w.settle());
    w.click(w.timeline().pane()->labels(), {80, w.timeline().canvas()->height() / 2});
    QVERIFY(w.settle());
    QCOMPARE(w.state().baseRank(), (RankRef{0, 3}));
    QCOMPARE(w.state().otherRank(), (RankRef{0, 5}));
    w.state().showView(QStringLiteral("compare"));
    QVERIFY(w.settle());
    QStringList sides;
    for (const Picker *const p : w.view<CompareView>("compare").findChildren<Picker *>())
        sides += p->box()->currentText();
    QVERIFY2(sides.join(u' ').contains(u'3') && sides.join(u' ').contains(u'5'), qPrintable(sides.join(u',')));
}

void TestRunJourneys::aPictureExplainsItself()
{
    const QString path = m_folder.filePath(QStringLiteral("bars-%1.svg").arg(size.width()));
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_eight));
    w.state().setStep(QStringLiteral("2"));
    QVERIFY(w.settle());
    StackedBars *const bars = w.view<OverviewView>("overview").bars();
    w.actions = 0;
    QVERIFY(w.answerTo([&] { w.choose(bars, bars->rect().center(), "Save SVG…"); }, path));
    QTRY_VERIFY(QFileInfo::exists(path));
    QTRY_COMPARE(w.window->statusBar()->currentMessage(), QStringLiteral("Saved: %1").arg(path));
    QVERIFY(w.actions <= 4); // menu, entry, name, Return
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString svg = QString::fromUtf8(file.readAll());
    for (const QString &said : {QStringLiteral("Time per rank"), QStringLiteral("Run eight · step 2"),
                                QStringLiteral("Source: step_trace_time.csv"), QStringLiteral("(ms)")})
        QVERIFY2(svg.contains(said), qPrintable(said));
}

void TestRunJourneys::aTableIsSaved()
{
    const QString path = m_folder.filePath(QStringLiteral("table-%1.csv").arg(size.width()));
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_eight));
    // In a low window it is a tab beside the chart.
    auto *const side = w.view<OverviewView>("overview").findChild<QTabWidget *>();
    side->setCurrentIndex(std::min(1, side->count() - 1));
    QVERIFY(w.settle());
    QTableView *const table = w.view<OverviewView>("overview").table()->view();
    QVERIFY(table && !table->viewport()->visibleRegion().isEmpty());
    const QPoint row = table->visualRect(table->model()->index(0, 0)).center();
    w.actions = 0;
    QVERIFY(w.answerTo([&] { w.choose(table->viewport(), row, "Export CSV…"); }, path));
    QTRY_VERIFY(QFileInfo::exists(path));
    QTRY_COMPARE(w.window->statusBar()->currentMessage(), QStringLiteral("Saved: %1").arg(path));
    QVERIFY(w.actions <= 4);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().count('\n');
    QCOMPARE(lines, 1 + table->model()->rowCount());
}

void TestRunJourneys::aReportForAColleague_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::newRow("HTML") << QStringLiteral("html");
    QTest::newRow("PDF") << QStringLiteral("pdf");
}

// Journey 18: Save in the dialog that the menu opens; then the name of the file.
void TestRunJourneys::aReportForAColleague()
{
    QFETCH(const QString, suffix);
    const QString path = m_folder.filePath(QStringLiteral("report.") + suffix);
    JourneyWindow w(ini(), QSize(1366, 768));
    QVERIFY(w.open(m_eight));
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &poll, [&] {
        auto *const dialog = qobject_cast<ReportDialog *>(QApplication::activeModalWidget());
        auto *const save = dialog ? dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save) : nullptr;
        if (!save || !save->isEnabled())
            return;
        poll.stop();
        w.click(save, save->rect().center());
    });
    w.actions = 1; // the entry of the menu
    QVERIFY(w.answerTo(
        [&] {
            poll.start(20);
            w.window->action(QStringLiteral("report"))->trigger();
        },
        path));
    QVERIFY(w.actions <= 4); // entry, Save, name, Return
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray written = file.readAll();
    if (suffix == u"pdf")
        QVERIFY(written.startsWith("%PDF-"));
    else
        QVERIFY(written.contains("<h2>Verdicts</h2>") && written.contains("<svg") && written.contains("SHA-256"));
}

// Texts of hidden and folded parts are another test's matter: here it is what stands before the user's eyes.
void TestRunJourneys::languageAndThemeReachEverything()
{
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_eight));
    const auto trigger = [&w](const char *name) {
        auto *const action = w.window->findChild<QAction *>(QLatin1String(name));
        QVERIFY2(action, name);
        action->trigger();
        QVERIFY(w.settle());
    };
    const QString english = windowText(w);
    trigger("languageChinese");
    const QString chinese = windowText(w);
    static const QRegularExpression words(QStringLiteral("[A-Za-z]{3,} [a-z]{2,}"));
    QVERIFY(english.contains(words));
    for (const QString &line : chinese.split(u'\n')) {
        QVERIFY2(!line.contains(words), qPrintable(line));
        QVERIFY2(line.isEmpty() || !line.contains(QStringLiteral("Rank")), qPrintable(line));
    }
    const QColor light = w.window->grab().toImage().pixelColor(w.window->width() / 2, 2);
    trigger("themeDark");
    const QColor dark = w.window->grab().toImage().pixelColor(w.window->width() / 2, 2);
    QVERIFY(light.lightness() > 160 && dark.lightness() < 96);
    trigger("languageEnglish");
    QCOMPARE(windowText(w), english);
}

void TestRunJourneys::aSessionBringsTheSameViewBack()
{
    const QString path = m_folder.filePath(QStringLiteral("kept-%1.rankscope").arg(size.width()));
    TimeWindow window;
    {
        JourneyWindow w(ini(), size);
        QVERIFY(w.open(m_eight));
        w.state().showView(QStringLiteral("timeline"));
        w.state().setCurrentRank({0, 4});
        QVERIFY(w.settle());
        w.drag(w.timeline().canvas(), {200, 5}, {400, w.timeline().canvas()->height() - 5});
        w.key(Qt::Key_F);
        w.key(Qt::Key_K);
        QVERIFY(w.settle());
        window = w.state().window();
        w.actions = 0;
        QVERIFY(w.answer(Qt::Key_S, path));
        QTRY_VERIFY(QFileInfo::exists(path));
        QVERIFY(w.actions <= 3);
    }
    JourneyWindow w(ini(), size);
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    QVERIFY(w.answer(Qt::Key_O, path));
    QTRY_VERIFY_WITH_TIMEOUT(idle.count() > 0, 60'000);
    QVERIFY(w.settle());
    QTRY_COMPARE(w.state().window(), window);
    QCOMPARE(w.state().marks().size(), size_t{1});
    QCOMPARE(w.state().currentRank(), (RankRef{0, 4}));
    QVERIFY(!w.state().box().isEmpty());
    QVERIFY(!w.timeline().canvas()->visibleRegion().isEmpty());
}

// Journey 11: overview, timeline, tables and matrix follow; each rank's lanes are veiled outside its own step.
void TestRunJourneys::aStepIsChosen()
{
    QFETCH(QSize, size);
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_eight));
    const auto barOf = [&w] {
        const auto &bars = w.view<OverviewView>("overview").bars()->bars();
        return bars.empty() ? -1 : bars.front().totalNs.value_or(-1);
    };
    const auto comparison = [&w] { return rowsOf(*w.view<CompareView>("compare").table()); };
    const auto matrixRows = [&w] { return rowsOf(*w.view<CommunicationView>("communication").matrix()->table()); };
    const qint64 whole = barOf();
    const QString operators = comparison();
    const QString links = matrixRows();
    w.key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(w.settle());
    w.timeline().lanes()->setAllExpanded(false);
    QVERIFY(w.settle());
    auto *const steps = w.window->findChild<QComboBox *>(QStringLiteral("stepBox"));
    QTRY_COMPARE(steps->count(), 3);
    steps->setFocus();
    const TimeWindow before = w.state().window();
    QCOMPARE(veiledPixels(w), 0);
    w.actions = 0;
    w.key(Qt::Key_Down);
    QCOMPARE(w.actions, 1);
    QCOMPARE(w.state().step(), QStringLiteral("1"));
    const TimeWindow step = drawnStep(*w.timeline().data()->rank(w.state().currentRank()), QStringLiteral("1"));
    const TimeWindow shown = w.state().window();
    QVERIFY(shown.fromNs <= step.fromNs && shown.toNs >= step.toNs && shown.lengthNs() < 1.1 * step.lengthNs());
    QVERIFY(w.settle());
    QVERIFY(veiledPixels(w) > 0);
    // The lines beside the step of each rank whose row is in sight, wherever its clock put it.
    const QImage drawn = w.timeline().canvas()->grab().toImage();
    std::set<int> ends;
    for (const LaneRow &row : w.timeline().lanes()->rows()) {
        if (row.type != LaneRow::Type::Rank || row.y + row.height > w.timeline().canvas()->height())
            continue;
        const TimeWindow own = drawnStep(*w.timeline().data()->rank(row.rank), QStringLiteral("1"));
        const TimeMap map(shown, w.timeline().canvas()->width());
        const int x = qRound(map.x(own.toNs));
        if (x >= 0 && x < drawn.width()) {
            ends.insert(x);
            QCOMPARE(drawn.pixelColor(x, row.y + 1).name(), w.bench.theme().secondaryText().name());
        }
    }
    QVERIFY(!ends.empty());
    QTRY_VERIFY(barOf() > 0 && barOf() < whole * 7 / 10);
    QTRY_VERIFY(comparison() != operators);
    QTRY_VERIFY(matrixRows() != links);
    // One step back.
    w.timeline().canvas()->setFocus();
    w.key(Qt::Key_Backspace);
    QCOMPARE(w.state().step(), QString());
    QCOMPARE(w.state().window(), before);
    QVERIFY(w.settle());
    QCOMPARE(veiledPixels(w), 0);
    QTRY_COMPARE(barOf(), whole);
    // All steps show all.
    steps->setFocus();
    w.key(Qt::Key_Down);
    QCOMPARE(w.state().window(), shown);
    w.key(Qt::Key_Up);
    QCOMPARE(w.state().window(), w.timeline().navigator()->limits());
    QVERIFY(w.settle());
    QCOMPARE(veiledPixels(w), 0);
}

// The keys of the window go back in its history: in a graph or a matrix of picked ranks they leave these first.
void TestRunJourneys::ranksPickedInTheGraphAreLeftByKeys()
{
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_eight));
    w.state().showView(QStringLiteral("communication/links.graph"));
    QVERIFY(w.settle());
    auto &view = w.view<CommunicationView>("communication");
    auto *const graph = view.findChild<LinkGraphView *>();
    auto *const chip = view.findChild<RankGroupChip *>();
    QVERIFY(graph && chip);
    QTRY_COMPARE(graph->graph().places.size(), size_t(8));
    const auto shows = [&](const QWidget *what, size_t ranks) {
        return QTest::qWaitFor([&] {
            return w.settle() && !what->visibleRegion().isEmpty() && chip->isVisible() == (ranks < 8) &&
                   (what == graph ? graph->graph().places.size()
                                  : static_cast<size_t>(view.matrix()->grid()->count())) == ranks;
        });
    };
    const auto pick = [&] {
        for (const int node : {1, 5}) {
            QTest::mouseClick(graph->window()->windowHandle(), Qt::LeftButton, Qt::ControlModifier,
                              graph->mapTo(graph->window(), graph->centerOf(node).toPoint()));
        }
        w.key(Qt::Key_Return);
    };
    const RankRef rank = w.state().currentRank();
    for (const Qt::Key key : {Qt::Key_Backspace, Qt::Key_Escape}) {
        pick();
        QVERIFY(shows(graph, 2));
        w.key(key);
        QVERIFY(shows(graph, 8));
        pick();
        QVERIFY(shows(graph, 2));
        w.key(Qt::Key_Return);
        QVERIFY(shows(view.matrix()->heatMap(), 2));
        QCOMPARE(w.state().workspace(), QStringLiteral("communication"));
        w.key(key);
        QVERIFY(shows(graph, 8));
    }
    QCOMPARE(w.state().currentRank(), rank);
    // Nothing is left to leave: the window goes back.
    QVERIFY(w.state().canGoBack());
    w.key(Qt::Key_Backspace);
    QVERIFY(shows(view.matrix()->heatMap(), 2));
    w.key(Qt::Key_Backspace);
    QVERIFY(shows(graph, 2));
}

void TestRunJourneys::tabGoesRoundTheWholeWindow()
{
    QFETCH(QSize, size);
    JourneyWindow w(ini(), size);
    QVERIFY(w.open(m_eight));
    // So that the details have something to go to.
    const RankRef rank = w.bench.runs().allRanks().front();
    w.state().revealSlice(rank, SliceId{0});
    QVERIFY(w.settle());
    w.key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(w.settle());
    const auto dockOfFocus = [] {
        const QWidget *at = QApplication::focusWidget();
        while (at && !qobject_cast<const QDockWidget *>(at))
            at = at->parentWidget();
        return at;
    };
    // The visible region of Qt leaves out what the children of a control cover.
    const auto isSeen = [](const QWidget *control) {
        QRect seen = control->rect();
        for (const QWidget *at = control; !at->isWindow(); at = at->parentWidget())
            seen = seen.translated(at->pos()) & at->parentWidget()->rect();
        return control->isVisible() && !seen.isEmpty();
    };
    for (const Qt::KeyboardModifiers shift : {Qt::KeyboardModifiers(), Qt::KeyboardModifiers(Qt::ShiftModifier)}) {
        const QWidget *const first = QApplication::focusWidget();
        QVERIFY(first);
        QSet<const QWidget *> controls;
        QSet<const QWidget *> reached;
        constexpr int tooMany = 300;
        do {
            const QWidget *const before = QApplication::focusWidget();
            w.key(shift ? Qt::Key_Backtab : Qt::Key_Tab, shift);
            const QWidget *const now = QApplication::focusWidget();
            QVERIFY(now && now != before);
            QVERIFY2(!controls.contains(now), "the round leaves controls out");
            controls.insert(now);
            if (const QWidget *const dock = dockOfFocus()) {
                QVERIFY2(isSeen(dock), qPrintable(dock->objectName()));
                QVERIFY2(isSeen(now), now->metaObject()->className());
                reached.insert(dock);
            }
        } while (QApplication::focusWidget() != first && controls.size() < tooMany);
        QCOMPARE(QApplication::focusWidget(), first);
        for (const DockView *const view : w.window->docks().views()) {
            const QDockWidget *const dock = w.window->docks().dock(view->id());
            QVERIFY2(!isSeen(dock) || reached.contains(dock), qPrintable(view->id()));
        }
        QVERIFY(reached.size() >= 3);
        QVERIFY(reached.contains(w.window->docks().dock(QStringLiteral("overview"))));
    }
    // A detached dock is a window of its own, and one page of communication hides the bar of its tabs.
    QDockWidget *const loose = w.window->docks().dock(QStringLiteral("communication"));
    loose->setFloating(true);
    loose->show();
    loose->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(loose));
    QSet<const QWidget *> controls;
    for (const QWidget *before = nullptr; !controls.contains(QApplication::focusWidget());) {
        before = QApplication::focusWidget();
        if (before)
            controls.insert(before);
        QTest::keyClick(loose->windowHandle(), Qt::Key_Tab);
        QVERIFY(QApplication::focusWidget() && QApplication::focusWidget() != before);
        QCOMPARE(QApplication::focusWidget()->window(), loose);
    }
    QVERIFY(controls.size() > 3);
}

RS_TEST(TestRunJourneys, QApplication);
#include "tst_runjourneys.moc"
