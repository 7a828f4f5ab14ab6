// SPDX-License-Identifier: Apache-2.0
// Rows of pages about a whole run lead to what they name, by double click, Return and context menu.
#include "analysis/ranks/collectives.h"
#include "generator/generator.h"
#include "items/modelroles.h"
#include "journeywindow.h"
#include "support/testprogram.h"
#include "views/communication/communicationview.h"
#include "views/links/matrixpage.h"
#include "views/communication/operatorchart.h"
#include "views/compare/compareview.h"
#include "views/browse/findingsview.h"
#include "views/overview/overviewview.h"
#include "views/tools/sqleditor.h"
#include "views/tools/sqlview.h"
#include "views/browse/systemview.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/state/highlightedranks.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

using namespace rs;
using rs::test::JourneyWindow;

namespace {

bool isSeen(const QWidget *w)
{
    return w && w->isVisible() && !w->visibleRegion().isEmpty();
}

} // namespace

class TestRowJumps : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCOMPARE(gen::generate(eight("slow")).error, QString());
        gen::GeneratorOptions files = eight("files");
        QCOMPARE(gen::generate(files).error, QString());
        QDirIterator traces(files.outDir, {QStringLiteral("trace_view.json")}, QDir::Files,
                            QDirIterator::Subdirectories);
        while (traces.hasNext())
            QVERIFY(QFile::remove(traces.next()));
    }

    void rowsLeadToTheTimeline_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("hasStep");
        QTest::newRow("ledger") << QStringLiteral("ledger") << false;
        QTest::newRow("peers") << QStringLiteral("steps.deviation") << true;
        QTest::newRow("books") << QStringLiteral("books") << true;
    }

    void rowsLeadToTheTimeline()
    {
        QFETCH(const QString, id);
        QFETCH(const bool, hasStep);
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("slow")));
        for (const QString &how : {QStringLiteral("double click"), QStringLiteral("Return"), QStringLiteral("menu")}) {
            // The jump before leaves nothing behind.
            w.state().setStep({});
            w.state().showInTimeline({0, 0});
            QVERIFY(w.settle());
            w.timeline().navigator()->fit();
            w.state().setCurrentRank({0, id == QLatin1String("books") ? 5 : 0}); // books are of the current rank alone
            TablePage *const shown = page(w, id);
            QVERIFY(shown);
            TableView &table = *shown->table();
            const int row = rowWith(table, u"rank", QStringLiteral("5"));
            QVERIFY(row >= 0);
            const auto source = table.rows()->source();
            const QString step = hasStep ? keysOf(*source, static_cast<quint32>(row)).step : QString();
            QCOMPARE(step.isEmpty(), !hasStep);
            QVERIFY(follow(w, table, row, how));
            QVERIFY(w.settle());
            QTRY_VERIFY2(w.deviceLanesInSight({0, 5}) > 0, qPrintable(id + u' ' + how));
            QCOMPARE(w.state().currentRank(), (RankRef{0, 5}));
            QCOMPARE(w.state().step(), step);
            const auto rank = w.bench.runs().rank({0, 5});
            if (hasStep)
                QTRY_VERIFY(w.state().window().lengthNs() < (rank->trace->endNs() - rank->trace->startNs()) * 3 / 4);
        }
    }

    void aVerdictOfTheTableLeadsToItsView()
    {
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("slow")));
        TablePage *const shown = page(w, QStringLiteral("diagnosis"));
        QVERIFY(shown);
        TableView &table = *shown->table();
        const int row = rowWith(table, u"role", QStringLiteral("culprit"));
        QVERIFY(row >= 0);
        // One problem is one row of that state; those that wait for it are another thing.
        const RowSource &rows = *table.rows()->source();
        const auto wordOf = [&rows](quint32 r, QStringView column) {
            const std::string_view cell = rows.text(r, rows.columnOf(column));
            return QString::fromUtf8(cell.data(), static_cast<qsizetype>(cell.size()));
        };
        int problems = 0;
        int waiting = 0;
        for (quint32 r = 0; r < rows.rows(); ++r) {
            const bool victim = wordOf(r, u"role") == QLatin1String("victim");
            problems +=
                wordOf(r, u"state") == QLatin1String("problem") && wordOf(r, u"role") == QLatin1String("culprit");
            waiting += victim ? 1 : 0;
            QCOMPARE(wordOf(r, u"state") == QLatin1String("waits"), victim);
        }
        QCOMPARE(problems, 1);
        QVERIFY(waiting > 0);
        // The tooltip says what the column has no room for.
        const QAbstractItemModel &model = *table.view()->model();
        bool told = false;
        for (int c = 0; c < model.columnCount(); ++c)
            told = told || model.index(0, c).data(Qt::ToolTipRole).toString().contains(QLatin1String("computes"));
        QVERIFY(told);
        w.doubleClick(table.view()->viewport(), cellOf(table, row));
        QVERIFY(w.settle());
        QVERIFY(isSeen(&w.view<CompareView>("compare")));
        QCOMPARE(w.state().otherRank(), (RankRef{0, 5}));
        QVERIFY(w.state().baseRank().index >= 4);
        // Nobody is accused: the rows that say so.
        TablePage *const again = page(w, QStringLiteral("diagnosis"));
        const int fine = rowWith(*again->table(), u"state", QStringLiteral("fine"));
        QVERIFY(fine >= 0);
        const Verdict *const verdict = verdictOf(*again->table()->rows()->source(), static_cast<quint32>(fine));
        QVERIFY(verdict);
        const StepMetric metric = verdictMetric(verdict->kind); // pictures of the times follow it
        w.doubleClick(again->table()->view()->viewport(), cellOf(*again->table(), fine));
        QVERIFY(w.settle());
        QTRY_VERIFY(w.state().askedMetric() == metric);
        QVERIFY(w.view<SystemView>("system").shownPage() != again ||
                isSeen(&w.view<CommunicationView>("communication")));
    }

    void aVictimLeadsToItsWait()
    {
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("slow")));
        TablePage *const shown = page(w, QStringLiteral("diagnosis"));
        QVERIFY(shown);
        TableView &table = *shown->table();
        const RowSource &rows = *table.rows()->source();
        std::vector<quint32> victims;
        for (quint32 r = 0; r < rows.rows(); ++r) {
            if (rows.text(r, rows.columnOf(u"role")) == "victim")
                victims.push_back(r);
        }
        QVERIFY(victims.size() > 1);
        for (const quint32 victim : victims) {
            const int rank = rows.place(victim).rank;
            QVERIFY(page(w, QStringLiteral("diagnosis")) == shown);
            shown->table()->setCurrentRow(static_cast<int>(victim));
            emit shown->table()->activated(static_cast<int>(victim));
            QVERIFY(w.settle());
            auto *const waits = qobject_cast<TablePage *>(w.view<SystemView>("system").shownPage());
            QVERIFY(waits);
            QCOMPARE(waits->objectName(), QStringLiteral("ledger.pairs"));
            // The row of the victim before stays the current one until then.
            const auto pair = [waits] {
                const int row = waits->table()->currentRow();
                const RowKeys keys = row < 0 ? RowKeys() : keysOf(*waits->rows(), static_cast<quint32>(row));
                return std::pair(keys.place.rank, keys.otherRank);
            };
            QTRY_COMPARE(pair(), std::pair(5, QString::number(rank)));
        }
    }

    void aWaitLeadsToBothRanks()
    {
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("slow")));
        TablePage *const shown = page(w, QStringLiteral("ledger.pairs"));
        QVERIFY(shown);
        TableView &table = *shown->table();
        const int row = rowWith(table, u"culprit", QStringLiteral("5"));
        QVERIFY(row >= 0);
        const RankRef base = w.state().baseRank();
        const RankRef other = w.state().otherRank();
        const QString victim = keysOf(*table.rows()->source(), static_cast<quint32>(row)).otherRank;
        w.doubleClick(table.view()->viewport(), cellOf(table, row));
        QVERIFY(w.settle());
        const std::vector<LaneRow> &pins = w.timeline().pinnedLanes()->rows();
        for (const int rank : {5, victim.toInt()})
            QTRY_VERIFY(
                std::any_of(pins.begin(), pins.end(), [rank](const LaneRow &r) { return r.rank.index == rank; }));
        QCOMPARE(w.state().offsets().clockUse(), ClockUse::Aligned);
        QCOMPARE(w.state().baseRank(), base);
        QCOMPARE(w.state().otherRank(), other);
    }

    void aCollectiveLeadsToItsSlice()
    {
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("slow")));
        TablePage *const shown = page(w, QStringLiteral("ledger.collectives"));
        QVERIFY(shown);
        TableView &table = *shown->table();
        w.doubleClick(table.view()->viewport(), cellOf(table, 0));
        QVERIFY(w.settle());
        const Selection &s = w.state().selection();
        QCOMPARE(s.kind, Selection::Kind::Slice);
        QTRY_VERIFY(w.isInSight(s.rank, s.slice));
    }

    // The first press already makes its rank the current one, and between the two presses all that follows is done.
    void aCollectiveOfAnotherRankLeadsToItsSlice()
    {
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("slow")));
        TablePage *const shown = page(w, QStringLiteral("ledger.collectives"));
        QVERIFY(shown);
        TableView &table = *shown->table();
        const RowPlace place = table.rows()->source()->place(0);
        QVERIFY(place.rank >= 0 && place.slice != NoSlice);
        w.state().setCurrentRank({0, place.rank == 0 ? 1 : 0});
        QVERIFY(w.settle());
        QWidget *const viewport = table.view()->viewport();
        const QPoint cell = cellOf(table, 0);
        w.click(viewport, cell);
        QVERIFY(w.settle());
        QCOMPARE(w.state().currentRank(), (RankRef{0, place.rank}));
        QVERIFY(isSeen(shown));
        for (const QEvent::Type type : {QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease}) {
            QMouseEvent event(type, cell, viewport->mapToGlobal(cell), Qt::LeftButton,
                              type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(viewport, &event);
        }
        QVERIFY(w.settle());
        QTRY_VERIFY(isSeen(w.timeline().canvas()));
        QTRY_VERIFY(w.isInSight({0, place.rank}, place.slice));
    }

    void anOperatorOfTheChartPinsTheLanesOfItsDomain()
    {
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("slow")));
        w.state().showView(QStringLiteral("communication/operators"));
        QVERIFY(w.settle());
        auto *const chart = w.view<CommunicationView>("communication").findChild<OperatorChart *>();
        QVERIFY(isSeen(chart));
        // The first operator that is wide enough, of the first rank.
        OperatorChart::Place place{0, 0};
        while (chart->rectOf(place).width() < 3 && place.second < 1000)
            ++place.second;
        w.doubleClick(chart, chart->rectOf(place).center());
        QVERIFY(w.settle());
        const Selection &s = w.state().selection();
        QCOMPARE(s.kind, Selection::Kind::Slice);
        QTRY_VERIFY(w.isInSight(s.rank, s.slice));
        const Trace &trace = *w.bench.runs().rank(s.rank)->trace;
        const QString communicator = communicatorOf(trace.laneLabel(trace.laneOf(s.slice)));
        QVERIFY(!communicator.isEmpty());
        const std::vector<LaneKey> &pins = w.timeline().laneLayout()->pins();
        QTRY_COMPARE(pins.size(), w.state().ranksTogether().size());
        for (const LaneKey &pin : pins) {
            QCOMPARE(pin.type, LaneKey::Type::Lane);
            QCOMPARE(communicatorOf(w.bench.runs().rank(pin.rank)->trace->laneLabel(LaneId{pin.id})), communicator);
        }
        // The time axis holds the operator on all of its ranks, each by its own clock, and little else.
        qint64 from = std::numeric_limits<qint64>::max();
        qint64 to = std::numeric_limits<qint64>::min();
        for (const LaneKey &pin : pins) {
            const Trace &of = *w.bench.runs().rank(pin.rank)->trace;
            const SliceStore::Span all = of.slicesOf(LaneId{pin.id});
            for (quint32 i = all.first; i < all.last; ++i) {
                if (of.strings().text(of.slices().name(SliceId{i})) !=
                    trace.strings().text(trace.slices().name(s.slice)))
                    continue;
                from = std::min(from, of.slices().start(SliceId{i}));
                to = std::max(to, of.slices().start(SliceId{i}) + of.slices().duration(SliceId{i}));
            }
        }
        QVERIFY(w.state().window().fromNs <= from);
        QVERIFY(w.state().window().toNs >= to);
        QVERIFY(w.state().window().lengthNs() < 3 * (to - from));
    }

    void withoutTracesTheRankIsChosen()
    {
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("files")));
        TablePage *const peers = page(w, QStringLiteral("steps.deviation"));
        QVERIFY(peers);
        const int row = rowWith(*peers->table(), u"rank", QStringLiteral("5"));
        QVERIFY(row >= 0);
        const QString step = keysOf(*peers->table()->rows()->source(), static_cast<quint32>(row)).step;
        w.doubleClick(peers->table()->view()->viewport(), cellOf(*peers->table(), row));
        QVERIFY(w.settle());
        QVERIFY(isSeen(&w.view<OverviewView>("overview")));
        QCOMPARE(w.state().currentRank(), (RankRef{0, 5}));
        QCOMPARE(w.state().step(), step);
        // A collective that only communication.json knows.
        w.state().setStep({});
        TablePage *const waits = page(w, QStringLiteral("ledger.collectives"));
        QVERIFY(waits && waits->table()->rows()->source());
        const RowKeys keys = keysOf(*waits->table()->rows()->source(), 0);
        w.doubleClick(waits->table()->view()->viewport(), cellOf(*waits->table(), 0));
        QVERIFY(w.settle());
        QVERIFY(isSeen(&w.view<CommunicationView>("communication")));
        QCOMPARE(w.state().selection().text, keys.op);
        QVERIFY(!w.state().domain().isEmpty());
        auto *const chart = w.view<CommunicationView>("communication").findChild<OperatorChart *>();
        QVERIFY(isSeen(chart));
        QTRY_VERIFY(chart->selected().first >= 0);
    }

    void findingsSayWhatToActOn()
    {
        JourneyWindow w(path("settings.ini"), {1366, 768});
        QVERIFY(w.open(path("slow")));
        auto &findings = w.view<FindingsView>("findings");
        w.state().showView(QStringLiteral("findings"));
        QVERIFY(w.settle());
        QCOMPARE(findings.tabs()->currentIndex(), 0);
        QVERIFY(isSeen(findings.diagnosisTable()));
        const QAbstractItemModel &rows = *findings.diagnosisTable()->model();
        QTRY_VERIFY(rows.rowCount() > 0);
        QVERIFY2(findings.tabs()->tabText(0).contains(QString::number(rows.rowCount())),
                 qPrintable(findings.tabs()->tabText(0)));
        // The dearest first: the planted rank, with what it costs in ms.
        const auto cell = [&rows](const char *title) {
            for (int c = 0; c < rows.columnCount(); ++c) {
                if (rows.headerData(c, Qt::Horizontal).toString() == QLatin1String(title))
                    return rows.index(0, c).data().toString();
            }
            return QString();
        };
        QCOMPARE(cell("Rank"), QStringLiteral("5"));
        QVERIFY(!isSeen(w.view<FindingsView>("findings").table()));
        QVERIFY(cell("Cost (ms)").toDouble() > 0.1);
        QTableView *const view = findings.diagnosisTable()->view();
        w.click(view->viewport(), view->visualRect(view->model()->index(0, 0)).center());
        w.key(Qt::Key_Return);
        QVERIFY(w.settle());
        QVERIFY(isSeen(&w.view<CompareView>("compare")));
        QCOMPARE(w.state().otherRank(), (RankRef{0, 5}));
        // The other table tells of the files that were read, and of those that were not.
        w.state().showView(QStringLiteral("findings"));
        QVERIFY(w.settle());
        w.click(findings.tabs(), findings.tabs()->tabRect(1).center());
        QVERIFY(isSeen(findings.table()) && !isSeen(findings.diagnosisTable()));
        // The user says what is worth a line.
        w.click(findings.tabs(), findings.tabs()->tabRect(0).center());
        QCOMPARE(cell("Rank"), QStringLiteral("5"));
        DiagnosisThresholds lenient;
        lenient.computeDeviation = 0.9;
        w.state().setThresholds(lenient);
        QVERIFY(w.settle());
        QVERIFY(cell("Rank") != QLatin1String("5"));
    }

    void rowsOfRecordsLeadToTheirSlices_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"durations", "durations.types", "durations.slow-ranks", "communication", "bandwidth",
                                 "bandwidth.packets", "bandwidth.advice", "bandwidth.summary"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    // communication.json names an operator and its start: the slice is looked for in the trace.
    void rowsOfRecordsLeadToTheirSlices()
    {
        QFETCH(const QString, name);
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("slow")));
        for (const QString &how : {QStringLiteral("double click"), QStringLiteral("Return"), QStringLiteral("menu")}) {
            w.state().setStep({});
            w.state().select({});
            w.state().setCurrentRank({0, 0});
            TablePage *const shown = communicationPage(w, name);
            QVERIFY(shown && shown->rows());
            TableView &table = *shown->table();
            if (name == QLatin1String("durations")) {
                emit table.foldAsked(1, true);
                QVERIFY(w.settle());
            }
            const int row = rowOfRecord(*shown->rows());
            QVERIFY(row >= 0);
            const RowPlace place = shown->rows()->place(static_cast<quint32>(row));
            QVERIFY(follow(w, table, row, how));
            QVERIFY(w.settle());
            const Selection &s = w.state().selection();
            QCOMPARE(s.kind, Selection::Kind::Slice);
            QCOMPARE(s.rank, (RankRef{0, place.rank}));
            const Trace &trace = *w.bench.runs().rank(s.rank)->trace;
            QCOMPARE(trace.strings().text(trace.slices().name(s.slice)), place.record->op);
            QVERIFY(std::abs(trace.slices().start(s.slice) - place.record->time.from) <= 300);
            QTRY_VERIFY(isSeen(w.timeline().canvas()));
            QTRY_VERIFY2(w.isInSight(s.rank, s.slice), qPrintable(name + u' ' + how));
        }
    }

    void slowLinksLeadToTheMatrix()
    {
        gen::GeneratorOptions o = eight("link");
        o.faults = {{gen::Fault::SlowLink, 4, 6, -1, 5}};
        QCOMPARE(gen::generate(o).error, QString());
        for (const QString &name : {QStringLiteral("links.slow"), QStringLiteral("links")}) {
            JourneyWindow w(path("settings.ini"));
            QVERIFY(w.open(o.outDir));
            TablePage *const shown = communicationPage(w, name);
            QVERIFY(shown && shown->rows());
            QVERIFY(shown->rows()->place(0).link);
            const RowKeys keys = keysOf(*shown->rows(), 0);
            const LinkPlace link = *keys.place.link;
            TableView &table = *shown->table();
            const QPoint cell = cellOf(table, 0);
            const QString row = table.view()->indexAt(cell).data().toString();
            QVERIFY(w.choose(table.view()->viewport(), cell, "rowJump"));
            QVERIFY(w.settle());
            MatrixPage &matrix = *w.view<CommunicationView>("communication").matrix();
            QVERIFY2(isSeen(&matrix), qPrintable(name));
            QCOMPARE(w.state().selection().kind, Selection::Kind::Link);
            QCOMPARE(w.state().currentRank(), (RankRef{0, keys.place.rank}));
            QCOMPARE(w.state().step(), keys.step);
            QTRY_VERIFY(matrix.selectedLink() == std::optional(std::pair(link.source, link.destination)));
            QCOMPARE(matrix.grid()->op, keys.op);
            // Back, to the row that led there.
            w.key(Qt::Key_Backspace);
            QVERIFY(w.settle());
            QVERIFY2(isSeen(shown->table()->view()->viewport()), qPrintable(name));
            QCOMPARE(w.state().workspace(), QStringLiteral("communication"));
            QTRY_COMPARE(table.view()->currentIndex().data().toString(), row);
            QVERIFY(!matrix.selectedLink());
        }
    }

    // The file of one rank is that of another time.
    void aRecordThatTheTraceLacksIsToldOf()
    {
        QVERIFY(QDir().mkpath(path("moved")));
        gen::GeneratorOptions o = eight("moved");
        QCOMPARE(gen::generate(o).error, QString());
        QDirIterator files(o.outDir, {QStringLiteral("communication.json")}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadWrite));
            QByteArray text = file.readAll();
            text.replace("\"Start Timestamp(us)\": 1", "\"Start Timestamp(us)\": 2");
            file.resize(0);
            file.seek(0);
            file.write(text);
        }
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(o.outDir));
        TablePage *const shown = communicationPage(w, QStringLiteral("communication"));
        QVERIFY(shown && shown->rows());
        const int row = rowOfRecord(*shown->rows());
        QVERIFY(row >= 0);
        QSignalSpy said(&w.state(), &ViewState::noticed);
        w.doubleClick(shown->table()->view()->viewport(), cellOf(*shown->table(), row));
        QVERIFY(w.settle());
        QCOMPARE(said.count(), 1);
        QVERIFY2(said[0][0].toString().contains(QLatin1String("the time in communication.json")),
                 qPrintable(said[0][0].toString()));
        QVERIFY(isSeen(shown));
    }

    // The first click of a double click follows the row: the lanes that it unfolds, too, are as they were.
    void theWayBackFromARowOfAStatement()
    {
        JourneyWindow w(path("settings.ini"));
        QVERIFY(w.open(path("slow")));
        w.state().setCurrentRank({0, 0});
        w.state().showView(QStringLiteral("timeline"));
        QVERIFY(w.settle());
        const LaneKey heading{{0, 5}, LaneKey::Type::Rank, 0};
        LaneModel &lanes = *w.timeline().lanes();
        lanes.setAllExpanded(true);
        std::map<LaneKey, bool> folded = lanes.expansion();
        folded[heading] = false;
        lanes.setExpansion(folded);
        w.key(Qt::Key_W);
        w.state().showView(QStringLiteral("sql"));
        QVERIFY(w.settle());
        const auto place = [&w] {
            return std::tuple(w.state().window(), w.state().currentRank(), w.state().selection());
        };
        const auto before = place();
        auto &sql = w.view<SqlView>("sql");
        sql.editor()->setFocus();
        sql.editor()->setPlainText(
            QStringLiteral("SELECT rank, name, start_ns, duration_ns FROM slices WHERE rank = 5 ORDER BY duration_ns "
                           "DESC LIMIT 3"));
        w.key(Qt::Key_Return, Qt::ControlModifier);
        QTableView *const rows = sql.table()->view();
        QTRY_VERIFY(rows->model()->rowCount() == 3 && !rows->viewport()->visibleRegion().isEmpty());
        QVERIFY(w.settle());
        w.doubleClick(rows->viewport(), rows->visualRect(rows->model()->index(1, 0)).center());
        QTRY_COMPARE(w.state().workspace(), QStringLiteral("timeline"));
        QVERIFY(w.settle());
        QCOMPARE(w.state().currentRank(), (RankRef{0, 5}));
        QVERIFY(lanes.expansion().at(heading));
        const std::pair<int, int> top = w.timeline().pane()->top();
        w.key(Qt::Key_Backspace);
        QVERIFY(w.settle());
        QVERIFY(isSeen(rows->viewport()));
        QVERIFY(place() == before);
        w.state().showView(QStringLiteral("timeline"));
        QVERIFY(w.settle());
        QVERIFY(!lanes.expansion().at(heading));
        QVERIFY(w.timeline().pane()->top() != top);
        QVERIFY(place() == before);
    }

private:
    static TablePage *communicationPage(JourneyWindow &w, const QString &name)
    {
        w.state().showView(QStringLiteral("communication/") + name);
        TablePage *out = nullptr;
        const auto isThere = [&] {
            for (TablePage *const shown : w.view<CommunicationView>("communication").findChildren<TablePage *>()) {
                if (isSeen(shown->table()->view()->viewport()) && shown->rows())
                    out = shown;
            }
            return out != nullptr;
        };
        return w.settle() && QTest::qWaitFor(isThere, 20'000) ? out : nullptr;
    }
    /// The first row on a single operator of another rank than the first.
    static int rowOfRecord(const RowSource &rows)
    {
        for (quint32 r = 0; r < rows.rows(); ++r) {
            if (const RowPlace place = rows.place(r); place.record && place.rank > 0)
                return static_cast<int>(r);
        }
        return -1;
    }

    [[nodiscard]] QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }
    [[nodiscard]] gen::GeneratorOptions eight(const char *name) const
    {
        gen::GeneratorOptions o;
        o.outDir = path(name);
        o.ranks = 8;
        o.steps = 4;
        o.mbPerRank = 0.5;
        o.seed = 3;
        o.faults = {{gen::Fault::SlowRank, 5, -1, -1, 1.4}};
        return o;
    }
    static TablePage *page(JourneyWindow &w, const QString &id)
    {
        w.state().showView(QStringLiteral("system/") + id);
        if (!w.settle())
            return nullptr;
        return qobject_cast<TablePage *>(w.view<SystemView>("system").shownPage());
    }
    static int rowWith(const TableView &table, QStringView column, const QString &text)
    {
        const auto source = table.rows()->source();
        for (quint32 r = 0; source && r < source->rows(); ++r) {
            const std::string_view cell = source->text(r, source->columnOf(column));
            if (QString::fromUtf8(cell.data(), static_cast<qsizetype>(cell.size())) == text)
                return static_cast<int>(r);
        }
        return -1;
    }
    /// Goes where a row leads, by "menu", "Return" or a double click; false where the menu has no such entry.
    static bool follow(JourneyWindow &w, const TableView &table, int sourceRow, const QString &how)
    {
        QWidget *const at = table.view()->viewport();
        if (how == QLatin1String("menu"))
            return w.choose(at, cellOf(table, sourceRow), "rowJump");
        w.click(at, cellOf(table, sourceRow));
        // The page computes what follows the row, and may move it.
        if (!w.settle())
            return false;
        if (how == QLatin1String("Return"))
            w.key(Qt::Key_Return);
        else
            w.doubleClick(at, cellOf(table, sourceRow));
        return true;
    }
    /// Place of the row on the screen.
    static QPoint cellOf(const TableView &table, int sourceRow)
    {
        const auto order = table.rows()->order();
        int shown = 0;
        while (order && order->rows[static_cast<size_t>(shown)] != static_cast<quint32>(sourceRow))
            ++shown;
        QTableView *const view = table.view();
        view->scrollTo(view->model()->index(shown, 0));
        for (int c = 0; c < view->model()->columnCount(); ++c) {
            const QRect cell = view->visualRect(view->model()->index(shown, c));
            if (!view->isColumnHidden(c) && cell.left() >= 0 && cell.width() > 4)
                return cell.center().x() < view->viewport()->width() ? cell.center() : cell.topLeft() + QPoint(3, 3);
        }
        return {};
    }
    QTemporaryDir m_folder;
};

RS_TEST(TestRowJumps, QApplication);
#include "tst_rowjumps.moc"
