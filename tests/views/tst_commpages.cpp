// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/truncatedfiles.h"
#include "support/testprogram.h"
#include "views/communication/commpages.h"
#include "views/communication/communicationview.h"
#include "views/communication/linkfitpage.h"
#include "views/picture/scatterchart.h"
#include "views/communication/coveragepage.h"
#include "views/links/heatmap.h"
#include "views/links/linkdialog.h"
#include "views/links/linkspage.h"
#include "views/links/matrixpage.h"
#include "views/communication/trafficchart.h"
#include "views/communication/trafficpage.h"
#include "views/linkruns.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QJsonObject>
#include <QLabel>
#include <QPointer>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <optional>
#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

} // namespace

class TestCommPages : public QObject
{
    Q_OBJECT
private slots:
    void aTabShowsOneOfItsPages()
    {
        ViewFixture f;
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        f.runs.addRun(runOfLinks());
        auto *const tabs = view.findChild<QTabWidget *>();
        QCOMPARE(tabs->count(), 6);
        QCOMPARE(tabs->tabText(2), QStringLiteral("Links"));
        QTRY_VERIFY(view.isComplete());
        tabs->setCurrentIndex(2);
        CommPages *const links = view.tabs()[1];
        QCOMPARE(links->page()->objectName(), QStringLiteral("links"));
        QTRY_VERIFY(view.isComplete());
        QTRY_COMPARE(qobject_cast<LinksPage *>(links->page())->table()->table()->rows()->rowCount(),
                     12); // in all
        QSignalSpy arranged(&view, &CommunicationView::arrangementChanged);
        choose(links->picker(), 2);
        QCOMPARE(links->page()->objectName(), QStringLiteral("links.slow"));
        QCOMPARE(arranged.count(), 1);
        QTRY_VERIFY(view.isComplete());
    }

    // A cluster analysis alone has no rank that could be the current one. What nobody sees waits there as well: of a
    // thousand ranks each page takes seconds.
    void pagesThatNobodySeesWait()
    {
        Run run;
        run.path = run.name = QStringLiteral("cluster");
        MatrixLink link;
        link.step = QStringLiteral("1");
        link.key = QStringLiteral("allreduce-total");
        link.kind = QStringLiteral("allreduce");
        link.statistic = QStringLiteral("total");
        link.groupHash = QStringLiteral("77");
        link.source = 0;
        link.destination = 1;
        link.globalRanks = true;
        link.transport = QStringLiteral("HCCS");
        link.sizeMb = link.timeMs = link.bandwidthGbs = 1;
        run.cluster.links = MatrixLinks({link});
        ViewFixture f;
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        f.runs.addRun(run);
        QTRY_VERIFY(view.isComplete());
        f.pool.waitForDone();
        QCoreApplication::processEvents();
        const auto *const links = qobject_cast<LinksPage *>(view.tabs()[1]->page());
        QVERIFY(links);
        QCOMPARE(links->table()->table()->rows()->rowCount(), 0);
        view.findChild<QTabWidget *>()->setCurrentIndex(2);
        QTRY_COMPARE(links->table()->table()->rows()->rowCount(), 1);
    }

    // Its numbers are too small, and look like any others.
    void cutFilesAreSaid()
    {
        Run run = runOfLinks();
        auto rank = std::make_shared<RankData>(*run.ranks[0]);
        rank->report.add({Severity::Loss,
                          QStringLiteral("a_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json"),
                          Place::byte(7),
                          QStringLiteral("json.broken"),
                          QStringLiteral("The text is cut."),
                          {}});
        rank->report.add({Severity::Loss,
                          QStringLiteral("a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"),
                          Place::byte(7),
                          QStringLiteral("json.broken"),
                          QStringLiteral("The text is cut."),
                          {}});
        run.ranks[0] = rank;
        const std::vector<TruncatedFile> cut = truncatedCommunicationFiles(run);
        QCOMPARE(cut.size(), size_t(1));
        QCOMPARE(cut[0].rankIndex, 0);
        QCOMPARE(cut[0].file, QStringLiteral("communication.json"));
        ViewFixture f;
        CommunicationView view(f.context());
        view.show();
        f.runs.addRun(run);
        f.state.setCurrentRank({0, 0});
        QVERIFY2(view.cutNote().contains(QStringLiteral("communication.json is cut")), qPrintable(view.cutNote()));
        auto *const tabs = view.findChild<QTabWidget *>();
        tabs->setCurrentIndex(1); // operators: lengths are those of the trace
        QVERIFY(view.cutNote().isEmpty());
        tabs->setCurrentIndex(3);
        QVERIFY(!view.cutNote().isEmpty());
        f.runs.closeRun(0);
        QVERIFY(view.cutNote().isEmpty());
    }

    void linksAreThoseOfTheCurrentRank()
    {
        ViewFixture f;
        LinksPage page(f.context());
        page.retranslate();
        page.resize(1100, 640);
        page.show();
        f.runs.addRun(runOfLinks());
        f.state.setCurrentRank({0, 0});
        page.invalidate();
        TableView &links = *page.table()->table();
        QTRY_VERIFY(page.isComplete() && links.rows()->rowCount() == 12); // in all
        choose(page.operatorPicker(), 0);
        QTRY_VERIFY(page.isComplete() && links.rows()->rowCount() == 24); // of the operator, and in all
        choose(page.ofPicker(), 1);
        QTRY_COMPARE(links.rows()->rowCount(), 12); // from and to rank 0
        links.setColumnFilter(QStringLiteral("source"), QStringLiteral("= 3"));
        QTRY_COMPARE(links.rows()->rowCount(), 2); // from 3 to 0
        const QJsonObject kept = page.saveState();
        LinksPage other(f.context());
        other.retranslate();
        other.restoreState(kept);
        other.show();
        QTRY_COMPARE(other.table()->table()->rows()->rowCount(), 12);
        QTRY_VERIFY(other.isComplete());
        QCOMPARE(other.saveState(), kept);
        links.clearFilters();
        QTRY_COMPARE(links.rows()->rowCount(), 24);
        QCOMPARE(page.ofPicker()->value().toInt(), 0);
    }

    // 16 MB in each of two steps: a row of 32, of 16 on average, or two.
    void linksAreOfTheStepsAndTheOperatorThatAreChosen()
    {
        ViewFixture f;
        LinksPage page(f.context());
        page.retranslate();
        page.resize(1100, 640);
        page.show();
        Run run = runOfLinks({QStringLiteral("allreduce-total"), QStringLiteral("allreduce-top1")});
        auto rank = std::make_shared<RankData>(*run.ranks.front());
        std::vector<MatrixLink> links = rank->links.records();
        for (MatrixLink &l : links) {
            l.statistic = l.key.section(u'-', 1);
            if (l.statistic == u"top1")
                l.opName = QStringLiteral("hcom_allReduce__077_0_1");
        }
        const std::vector<MatrixLink> once = links;
        for (MatrixLink l : once) {
            l.step = QStringLiteral("2");
            links.push_back(l);
        }
        rank->links = MatrixLinks(links);
        run.ranks = {rank};
        f.runs.addRun(std::move(run));
        f.state.setCurrentRank({0, 0});
        page.invalidate();
        RowSourceModel *const rows = page.table()->table()->rows();
        const auto first = [rows](QStringView column) {
            for (size_t c = 0; c < rows->shown().size(); ++c) {
                if (rows->shown()[c].column.id == column)
                    return rows->index(0, static_cast<int>(c)).data().toString();
            }
            return QStringLiteral("no column");
        };
        QTRY_VERIFY(page.isComplete() && rows->rowCount() == 12);
        QCOMPARE(first(u"size"), QStringLiteral("32.000"));
        QCOMPARE(first(u"steps"), QStringLiteral("2"));
        QCOMPARE(first(u"step"), QStringLiteral("no column"));
        choose(page.stepsPicker(), 1);
        QTRY_VERIFY(page.isComplete() && first(u"size") == QLatin1String("16.000"));
        QCOMPARE(rows->rowCount(), 12);
        choose(page.stepsPicker(), 2);
        QTRY_VERIFY(page.isComplete() && rows->rowCount() == 24);
        QVERIFY(first(u"step") != QLatin1String("no column"));
        // Every operator by itself, the total, the type and its class.
        QCOMPARE(page.operatorPicker()->box()->count(), 4);
        choose(page.operatorPicker(), 0);
        QTRY_VERIFY(page.isComplete() && rows->rowCount() == 72);
        const QJsonObject kept = page.saveState();
        LinksPage other(f.context());
        other.retranslate();
        other.restoreState(kept);
        other.show();
        QTRY_VERIFY(other.isComplete() && other.table()->table()->rows()->rowCount() == 72);
        QCOMPARE(other.saveState(), kept);
        // A single operator, and what the run does not have.
        other.restoreState({{QStringLiteral("operator"), QStringLiteral("hcom_allReduce__077_0_1")}});
        QTRY_VERIFY(other.isComplete() && other.table()->table()->rows()->rowCount() == 12);
        QCOMPARE(other.operatorPicker()->value().toString(), QStringLiteral("hcom_allReduce__077_0_1"));
        other.restoreState({{QStringLiteral("operator"), QStringLiteral("broadcast-total")}});
        QTRY_COMPARE(other.operatorPicker()->value().toString(), QString(TotalOp));
        QTRY_VERIFY(other.isComplete() && other.table()->table()->rows()->rowCount() == 12);
    }

    void aFitLeadsToItsLinks()
    {
        ViewFixture f;
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        f.runs.addRun(runOfLinks());
        f.state.setCurrentRank({0, 0});
        view.showPage(QStringLiteral("links.fit"));
        CommPages *const links = view.tabs()[1];
        TablePage *const fits = qobject_cast<LinkFitPage *>(links->page())->table();
        QTRY_VERIFY(fits->isComplete() && fits->table()->rows()->rowCount() == 1);
        // The line of the fit runs through the links that it rests on; one is four times as slow.
        const ScatterChart &chart = *qobject_cast<LinkFitPage *>(links->page())->chart();
        QTRY_COMPARE(chart.series().size(), size_t(1));
        QCOMPARE(chart.series()[0].points.size(), size_t(12));
        for (const ScatterChart::Point &p : chart.series()[0].points)
            QVERIFY2(p.y == 4 || std::abs(chart.series()[0].line(p.x) / p.y - 1) < 0.5,
                     qPrintable(QString::number(p.y)));
        emit fits->table()->activated(0);
        auto *const page = qobject_cast<LinksPage *>(links->page());
        QVERIFY(page);
        QTRY_VERIFY(page->isComplete() && page->table()->table()->rows()->rowCount() == 12);
        QCOMPARE(page->table()->table()->columnFilters()->kept().front().text, QStringLiteral("HCCS"));
    }

    void aDoubleClickOpensTheLink()
    {
        ViewFixture f;
        LinksPage page(f.context());
        page.retranslate();
        page.show();
        Run run = runOfLinks();
        auto rank = std::make_shared<RankData>(*run.ranks.front());
        const auto op = [](const QString &name, const QString &transport) {
            CommOp o;
            o.step = QStringLiteral("1");
            o.name = name;
            o.groupHash = QStringLiteral("77");
            o.startUs = 1;
            o.elapseMs = 1;
            o.transitMs = 1;
            TransportInfo t;
            t.transport = transport;
            t.sizeMb = 3;
            t.timeMs = 1;
            t.packets = {{1, 2, 1}, {0.5, 2, 1}};
            o.transports = {t};
            return o;
        };
        rank->commOps = CommOps({op(QStringLiteral("hcom_allReduce__077_0_1"), QStringLiteral("HCCS")),
                                 op(QStringLiteral("hcom_allReduce__077_1_1"), QStringLiteral("RDMA"))});
        run.ranks = {rank};
        f.runs.addRun(std::move(run));
        f.state.setCurrentRank({0, 0});
        page.invalidate();
        TableView *const links = page.table()->table();
        QTRY_VERIFY(page.isComplete() && links->rows()->rowCount() == 12); // whatever operators crossed them
        const QString first = links->rows()->index(0, 0).data().toString();
        QTest::mouseClick(links->view()->viewport(), Qt::LeftButton, {},
                          links->view()->visualRect(links->rows()->index(0, 0)).center());
        QTest::mouseDClick(links->view()->viewport(), Qt::LeftButton, {},
                           links->view()->visualRect(links->rows()->index(0, 0)).center());
        auto *const dialog = page.findChild<LinkDialog *>();
        QVERIFY(dialog);
        QVERIFY(dialog->windowTitle().contains(first));
        QTRY_VERIFY(dialog->isComplete() && dialog->operators()->rows()->rowCount() > 0);
        QCOMPARE(dialog->operators()->rows()->rowCount(), 2); // the kind, and in all
        QVERIFY(dialog->operators()->view()->isColumnHidden(0));
        // Those of the other transport, and of ranks that are not the source, did not cross it.
        QCOMPARE(first, QStringLiteral("0"));
        QTRY_COMPARE(dialog->packets()->rows()->rowCount(), 4); // two sizes: of the operator, and in all
        // Operators that the file of the source does not count are said, not filtered away.
        quint32 other = 0;
        while (page.table()->rows()->place(other).link->source != 2)
            ++other;
        LinkDialog *const uncounted = page.openLink(other);
        QTRY_VERIFY(uncounted->isComplete() && uncounted->operators()->rows()->rowCount() > 0);
        QTRY_VERIFY(!uncounted->packets()->rows()->source());
        QVERIFY2(uncounted->packets()->emptyText().contains(QStringLiteral("rank 2")),
                 qPrintable(uncounted->packets()->emptyText()));
        delete uncounted;
        QPointer<LinkDialog> open(dialog);
        f.runs.closeRun(0);
        QTRY_VERIFY(!open);
    }

    void tablesSayWhetherTheyKeepToTheRanks()
    {
        ViewFixture f;
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        f.runs.addRun(runOfLinks());
        f.state.setCurrentRank({0, 0});
        CommPages *const links = view.tabs()[1];
        for (const Page *const page : links->pages()) {
            const bool isOfRank =
                QStringList{QStringLiteral("links.idle"), QStringLiteral("domains")}.contains(page->objectName());
            QVERIFY2(page->whyAllRanks().isEmpty() == (page->takesRankGroup() || isOfRank),
                     qPrintable(page->objectName()));
        }
        view.showPage(QStringLiteral("links.fit"));
        const auto said = [links] {
            for (const QLabel *const label : links->findChildren<QLabel *>()) {
                if (label->isVisible() && label->text() == links->page()->whyAllRanks())
                    return true;
            }
            return false;
        };
        QVERIFY(!said());
        f.state.setRankGroup({0, QStringLiteral("dp"), {0, 1}});
        QVERIFY(said());
        view.showPage(QStringLiteral("links"));
        QVERIFY(!said());
        QTRY_COMPARE(qobject_cast<LinksPage *>(links->page())->table()->table()->rows()->rowCount(), 2);
    }

    void coverageIsDrawnByDomainAndRank()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            TinyRank t(r);
            t.step(5, 1000, 1'000'000);
            t.kernel("MatMul", 100'000, 100'000);
            t.communication("hcom_allReduce__534_0_1", 150'000, 100'000 * (r + 1));
            ranks.push_back(t.finish());
        }
        ViewFixture f;
        CoveragePage page(f.context());
        page.retranslate();
        page.resize(1100, 640);
        page.show();
        f.runs.addRun(makeRun(ranks));
        f.state.setCurrentRank({0, 1});
        page.invalidate();
        QTRY_VERIFY(page.isComplete() && !page.bars()->bars().empty());
        QCOMPARE(page.bars()->bars().size(), size_t(1));
        QVERIFY(page.bars()->isPercent());
        QCOMPARE(page.bars()->bars()[0].partsNs[0], 50'000);  // means of two ranks: 50 and 50 us
        QCOMPARE(page.bars()->bars()[0].partsNs[1], 100'000); // 50 and 150 us
        choose(page.byPicker(), 1);
        QCOMPARE(page.bars()->bars().size(), size_t(2));
        QCOMPARE(page.bars()->bars()[1].partsNs[1], 150'000);
        QCOMPARE(page.bars()->selected(), 1);
        choose(page.valuePicker(), 1);
        QVERIFY(!page.bars()->isPercent());
        QCOMPARE(page.bars()->tipLines(1).size(), size_t(4)); // name and sum, two parts, operators
        QCOMPARE(page.pictures().size(), size_t(1));
        f.state.setDomain(QStringLiteral("no such domain"));
        QTRY_VERIFY(page.isComplete() && page.bars()->bars().empty());
        QVERIFY(!page.emptyState()->heading().isEmpty());
    }

    // Also by hand; what is chosen in the page that stays in sight is no matter of the history.
    void backLeadsThroughTabsAndPages()
    {
        ViewFixture f;
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        f.runs.addRun(runOfLinks());
        f.state.setCurrentRank({0, 0});
        QTRY_VERIFY(view.isComplete() && view.matrix()->grid()->count() == 4);
        QVERIFY(!f.state.canGoBack());
        auto *const tabs = view.findChild<QTabWidget *>();
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(2).center());
        QCOMPARE(tabs->currentIndex(), 2);
        choose(view.tabs()[1]->picker(), 2);
        f.state.back();
        QCOMPARE(view.tabs()[1]->page()->objectName(), QStringLiteral("links"));
        QCOMPARE(view.tabs()[1]->picker()->value().toString(), QStringLiteral("links"));
        f.state.back();
        QCOMPARE(tabs->currentIndex(), 0);
        const auto click = [&view](int source, int destination) {
            HeatMap *const map = view.matrix()->heatMap();
            QTest::mouseClick(map, Qt::LeftButton, {}, map->cellRect(source, destination).center().toPoint());
        };
        click(1, 2);
        choose(view.matrix()->valuePicker(), static_cast<int>(MatrixValue::Size));
        click(2, 1);
        QCOMPARE(view.matrix()->selectedLink(), std::optional(std::pair(2, 1)));
        f.state.back();
        QCOMPARE(view.matrix()->selectedLink(), std::optional(std::pair(1, 2)));
        f.state.back();
        QVERIFY(!view.matrix()->selectedLink());
        QCOMPARE(view.matrix()->valuePicker()->value().toInt(), static_cast<int>(MatrixValue::Size));
        QVERIFY(!f.state.canGoBack());
        // A session brings its page without a step.
        QJsonObject kept = view.saveState();
        kept[QStringLiteral("page")] = QStringLiteral("links.idle");
        view.restoreState(kept);
        QCOMPARE(f.state.page(QStringLiteral("communication")), QStringLiteral("links.idle"));
        QVERIFY(!f.state.canGoBack());
    }

    // Also of a run that is read after the session.
    void sessionsKeepTheMatrix()
    {
        ViewFixture f;
        const QStringList classes = {QStringLiteral("allreduce-total"), QStringLiteral("allreduce-top1")};
        f.runs.addRun(runOfLinks(classes));
        f.state.setCurrentRank({0, 0});
        CommunicationView view(f.context());
        view.show();
        MatrixPage &matrix = *view.matrix();
        QTRY_VERIFY(view.isComplete() && matrix.grid()->count() == 4);
        const QJsonObject first = view.saveState();
        const QString op = matrix.grid()->op;
        QSignalSpy changed(&view, &CommunicationView::arrangementChanged);
        Picker *const ops = pickerNamed(matrix, QStringLiteral("Operator"));
        QVERIFY(ops && op != classes[1] && ops->box()->findText(classes[1]) >= 0);
        choose(ops, ops->box()->findText(classes[1]));
        choose(matrix.valuePicker(), static_cast<int>(MatrixValue::Size));
        choose(matrix.leastPicker(), 0);
        choose(matrix.scalePicker(), 1);
        choose(matrix.stepsPicker(), 1);
        auto *const inner = matrix.findChild<QCheckBox *>();
        inner->click();
        QVERIFY(changed.count() >= 6);
        QTRY_VERIFY(view.isComplete());
        const QJsonObject kept = view.saveState();
        const QJsonObject ofMatrix = matrix.saveState();
        QVERIFY(kept != first);
        view.restoreState(first);
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(view.saveState(), first);
        QVERIFY(!inner->isChecked());
        QCOMPARE(matrix.grid()->op, op);

        ViewFixture later;
        CommunicationView other(later.context());
        other.show();
        other.restoreState(kept);
        QTRY_VERIFY(other.isComplete());
        QCOMPARE(other.matrix()->saveState(), ofMatrix);
        later.runs.addRun(runOfLinks(classes));
        later.state.setCurrentRank({0, 0});
        QTRY_COMPARE(other.matrix()->grid()->op, classes[1]);
        QTRY_VERIFY(other.isComplete());
        QCOMPARE(other.matrix()->saveState(), ofMatrix);
        QVERIFY(other.matrix()->findChild<QCheckBox *>()->isChecked());
        QCOMPARE(other.matrix()->leastPicker()->value().toInt(), 0);
    }
};

RS_TEST(TestCommPages, QApplication);
#include "tst_commpages.moc"
