// SPDX-License-Identifier: Apache-2.0
#include "items/modelroles.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "views/picture/colorscale.h"
#include "views/communication/communicationview.h"
#include "views/links/heatmap.h"
#include "views/links/matrixdata.h"
#include "views/links/matrixpage.h"
#include "views/viewfixture.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"
#include "views/widgets/searchbox.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QWheelEvent>

#include <array>
#include <tuple>

using namespace rs;
using namespace rs::test;

namespace {

MatrixLink link(int source, int destination, double size, double time,
                const QString &transport = QStringLiteral("HCCS"))
{
    MatrixLink l;
    l.step = QStringLiteral("1");
    l.key = QStringLiteral("allreduce-top1");
    l.kind = QStringLiteral("allreduce");
    l.statistic = QStringLiteral("top1");
    l.groupHash = QStringLiteral("77");
    l.source = source;
    l.destination = destination;
    l.globalRanks = true;
    l.transport = transport;
    l.sizeMb = size;
    l.timeMs = time;
    l.bandwidthGbs = size / time;
    l.opName = QStringLiteral("hcom_allReduce__77_0_1");
    return l;
}

Run matrixRun(int count = 4)
{
    auto rank = std::make_shared<RankData>();
    rank->info.rank = 0;
    std::vector<MatrixLink> links;
    for (int s = 0; s < count; ++s) {
        for (int d = 0; d < count; ++d) {
            if (s == 1 && d == 2)
                continue; // no data
            links.push_back(s == d ? link(s, d, 100, 0.25, QStringLiteral("LOCAL"))
                                   : link(s, d, 16, s == 3 && d == 0 ? 4 : 1));
        }
    }
    rank->links = MatrixLinks(links);
    return makeRun({rank});
}

MatrixCell cell(int source, int destination, bool global, int localSource, int localDestination)
{
    MatrixCell c;
    c.op = QStringLiteral("x");
    c.source = source;
    c.destination = destination;
    c.global = global;
    c.localSource = localSource;
    c.localDestination = localDestination;
    c.sizeMb = 1;
    c.timeMs = 2;
    c.bandwidthGbs = 0.5;
    return c;
}

} // namespace

class TestMatrix : public QObject
{
    Q_OBJECT
private slots:
    void aGridHasEachRankOnce()
    {
        // A group of three, of which only index 0 is known to be rank 8.
        const std::vector<MatrixCell> cells = {cell(8, 8, true, 0, 0), cell(0, 1, false, 0, 1),
                                               cell(1, 2, false, 1, 2)};
        const MatrixGrid g = buildGrid(cells, {QStringLiteral("x"), {}, false, {}});
        QCOMPARE(g.count(), 3);
        QVERIFY(g.local);
        QCOMPARE(g.ranks[0].label(), QStringLiteral("#1"));
        QCOMPARE(g.ranks[2].label(), QStringLiteral("8"));
        QVERIFY(g.link(2, 0));
        QVERIFY(!g.link(0, 2));
        QCOMPARE(g.placeOf(cells[1]), std::pair(2, 0));
    }

    void framesAreTheSlowLinksOfTheDiagnosis()
    {
        std::vector<MatrixCell> cells = {cell(0, 1, true, -1, -1), cell(1, 0, true, -1, -1)};
        for (MatrixCell &c : cells) {
            c.op = QStringLiteral("allreduce-top1");
            c.kind = QStringLiteral("allreduce");
            c.step = QStringLiteral("1");
        }
        const MatrixGrid g = buildGrid(cells, {cells[0].op, {}, false, {}});
        SlowLink slow;
        slow.link.cell = cells[1];
        slow.link.cell.op = QStringLiteral("allreduce-total");
        slow.judged.expectedMs = 0.5;
        slow.judged.lostNs = 1'500'000;
        SlowLink other = slow;
        other.link.cell.kind = QStringLiteral("allgather");
        other.link.cell.op = QStringLiteral("allgather-total");
        const std::vector<MatrixFrame> frames = matrixFrames(g, {slow, slow, other}, {});
        QCOMPARE(frames.size(), size_t(1));
        QCOMPARE(g.links[static_cast<size_t>(frames[0].link)].source, g.rowOf({1, true}));
        QCOMPARE(frames[0].sizeMb, 2.0);
        QCOMPARE(frames[0].expectedMs, 1.0);
        QCOMPARE(frames[0].reachedMs, 4.0);
        QCOMPARE(frames[0].lostNs, qint64(3'000'000));
        QVERIFY(matrixFrames(g, {slow}, {QStringLiteral("2"), {}}).empty());
        QCOMPARE(frames[0].parts, 2);
    }

    // Only the cells in sight are painted, pixel by pixel.
    void cellsHaveTheirColoursAtEachZoom()
    {
        std::vector<MatrixCell> cells;
        for (int from = 0; from < 6; ++from) {
            for (int to = 0; to < 6; ++to) {
                cells.push_back(cell(from, to, true, -1, -1));
                cells.back().bandwidthGbs = 1 + 6 * from + to;
            }
        }
        const auto grid = std::make_shared<const MatrixGrid>(buildGrid(cells, {QStringLiteral("x"), {}, false, {}}));
        ViewFixture f;
        HeatMap map(&f.theme);
        map.resize(300, 280);
        map.setGrid(grid);
        map.setScope({MatrixValue::Bandwidth, true, 0}, QString());
        map.setRange(1, 36);
        int seen = 0;
        for (int notch = 0; notch < 6; ++notch) {
            const QImage image = map.grab().toImage();
            const QRect plot(QPoint(110, 70), QPoint(210, 200)); // within the axes, whatever their fonts
            for (const MatrixLinkSum &l : grid->links) {
                const QRectF at = map.cellRect(l.source, l.destination);
                // Beside the figure in the middle.
                const QPoint p = (at.topLeft() + QPointF(at.width() / 2, at.height() * 0.12 + 1)).toPoint();
                if (!plot.contains(p))
                    continue;
                const QColor is = image.pixelColor(p);
                const QColor wanted = map.cellColor(l);
                ++seen;
                QVERIFY2(std::abs(is.red() - wanted.red()) < 4 && std::abs(is.green() - wanted.green()) < 4 &&
                             std::abs(is.blue() - wanted.blue()) < 4,
                         qPrintable(QStringLiteral("%1 > %2, zoom %3: %4 is not %5")
                                        .arg(l.source)
                                        .arg(l.destination)
                                        .arg(notch)
                                        .arg(is.name(), wanted.name())));
            }
            const QPointF at(150, 130);
            QWheelEvent wheel(at, map.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&map, &wheel);
        }
        QVERIFY(map.isZoomed());
        QVERIFY(seen > 20);
    }

    void mediansLeaveOutWhatIsNotInTheScale()
    {
        std::vector<MatrixCell> cells;
        for (const auto &[from, to, bandwidth] : {std::tuple(0, 0, 400.0), std::tuple(0, 1, 4.0), std::tuple(0, 2, 8.0),
                                                  std::tuple(0, 3, 9.0), std::tuple(1, 3, 2.0)}) {
            cells.push_back(cell(from, to, true, -1, -1));
            cells.back().inner = from == to;
            cells.back().bandwidthGbs = bandwidth;
        }
        cells[4].sizeMb = 0.01;
        const MatrixGrid g = buildGrid(cells, {QStringLiteral("x"), {}, false, {}});
        const MatrixScope scope{MatrixValue::Bandwidth, false, 0.064};
        using Medians = std::vector<std::optional<double>>;
        ViewFixture f;
        HeatMap map(&f.theme);
        map.setGrid(std::make_shared<const MatrixGrid>(g));
        map.setScope(scope, QString());
        QCOMPARE(map.rowMedians(), (Medians{8.0, {}, {}, {}}));
        QCOMPARE(map.columnMedians(), (Medians{{}, 4.0, 8.0, 9.0}));
        QCOMPARE(map.valueRange(), g.range(scope));
        // 2 and 9 come in at rank 3.
        const MatrixScope all{MatrixValue::Bandwidth, false, 0};
        map.setScope(all, QString());
        QCOMPARE(map.rowMedians()[1], std::optional(2.0));
        QCOMPARE(map.columnMedians()[3], std::optional(5.5));
        QCOMPARE(map.valueRange(), std::optional(std::pair(2.0, 9.0)));
        // Times and sizes lead upwards, bandwidths downwards; differences reach as far below 0 as above.
        for (const MatrixValue value : {MatrixValue::Size, MatrixValue::Time}) {
            map.setScope({value, true, 0}, QString());
            QCOMPARE(map.valueRange(), g.range({value, true, 0}));
        }
        MatrixGrid other = g;
        other.links[1].bandwidthGbs = 10;
        MatrixGrid difference = g;
        QCOMPARE(setBase(difference, other), 0);
        const MatrixScope less{MatrixValue::Bandwidth, false, 0, true};
        map.setGrid(std::make_shared<const MatrixGrid>(difference));
        map.setScope(less, QString());
        QCOMPARE(map.valueRange(), std::optional(std::pair(-6.0, 6.0)));
        QCOMPARE(map.valueRange(), difference.range(less));
        map.setScope({MatrixValue::LinkType, false, 0}, QString());
        QVERIFY(!map.valueRange());
    }

    void aClickChoosesTheLinkAndItsOperators()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun());
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        QTRY_VERIFY(view.isComplete());
        MatrixPage *page = view.matrix();
        const int all = page->model().rowCount();
        QCOMPARE(all, 15);
        QTest::mouseClick(page->heatMap(), Qt::LeftButton, {}, page->heatMap()->cellRect(3, 0).center().toPoint());
        QCOMPARE(f.state.selection().kind, Selection::Kind::Link);
        QCOMPARE(f.state.selection().source, 3);
        QCOMPARE(f.state.selection().destination, 0);
        QTRY_VERIFY(page->isComplete());
        QVERIFY(page->model().rowCount() >= 1 && page->model().rowCount() < all);
        for (int row = 0; row < page->model().rowCount(); ++row) {
            QVERIFY(page->cellAt(row).source == 3 && page->cellAt(row).destination == 0);
            QCOMPARE(page->cellAt(row).op, page->cellAt(row).opName); // operators, and no statistics of the file
        }
        QTest::mouseClick(page->heatMap(), Qt::LeftButton, {}, page->heatMap()->cellRect(3, 0).center().toPoint());
        QTRY_COMPARE(page->model().rowCount(), all);
        QTRY_VERIFY(!page->linkLine()->isVisible());
        QTest::mouseClick(page->heatMap(), Qt::LeftButton, {}, page->heatMap()->cellRect(3, 0).center().toPoint());
        QTRY_VERIFY(page->linkLine()->isVisible()); // with the rows that it speaks of
        QVERIFY(page->linkLine()->findChild<QLabel *>()->text().contains(QLatin1String("3 to 0")));
        QTRY_VERIFY(page->isComplete() && page->model().rowCount() < all);
        page->allLinks()->click();
        QTRY_COMPARE(page->model().rowCount(), all);
        QVERIFY(!page->linkLine()->isVisible() && !page->selectedLink());
        // The next choice does not bring it back.
        QCOMPARE(f.state.selection().kind, Selection::Kind::None);
        page->valuePicker()->setValue(static_cast<int>(MatrixValue::BestShare));
        emit page->valuePicker()->chosen(page->valuePicker()->value());
        QTRY_VERIFY(page->isComplete());
        QVERIFY(!page->selectedLink());
        QTest::mouseClick(page->heatMap(), Qt::LeftButton, {}, page->heatMap()->cellRect(3, 0).center().toPoint());
        QVERIFY(page->selectedLink());
        QTest::keyClick(page->heatMap(), Qt::Key_Escape);
        QVERIFY(!page->selectedLink());
        QTRY_COMPARE(page->model().rowCount(), all);
        page->heatMap()->setFocus();
        QTest::keyClick(page->heatMap(), Qt::Key_Right);
        QCOMPARE(f.state.selection().source, 0);
    }

    void aDoubleClickOnACellLeadsToItsLongestOperator()
    {
        ViewFixture f;
        TinyRank sender;
        sender.step(1, 1000, 100'000);
        sender.communication("hcom_broadcast__77_0_1", 2000, 500);
        sender.communication("hcom_allReduce__77_0_1", 30'000, 9000);
        sender.links.push_back(link(0, 1, 16, 1));
        sender.links.push_back(link(0, 2, 16, 1));
        sender.links.back().opName.clear();
        const auto rank = sender.finish();
        f.runs.addRun(makeRun({rank}));
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        QTRY_VERIFY(view.isComplete());
        MatrixPage *page = view.matrix();
        QSignalSpy reveal(&f.state, &ViewState::revealRequested);
        QSignalSpy notice(page, &MatrixPage::notice);
        const QPoint at = page->heatMap()->cellRect(0, 1).center().toPoint();
        // The first of the two clicks takes it off where it was selected.
        QTest::mouseClick(page->heatMap(), Qt::LeftButton, {}, at);
        QTest::mouseClick(page->heatMap(), Qt::LeftButton, {}, at);
        QVERIFY(!page->selectedLink());
        QTest::mouseDClick(page->heatMap(), Qt::LeftButton, {}, at);
        QCOMPARE(page->selectedLink(), std::optional(std::pair(0, 1)));
        QTRY_COMPARE(reveal.count(), 1);
        QCOMPARE(reveal.front().at(1).value<SliceId>(), sliceNamed(*rank->trace, page->cellAt(0).opName.toStdString()));
        QTest::mouseDClick(page->heatMap(), Qt::LeftButton, {}, page->heatMap()->cellRect(0, 2).center().toPoint());
        QTRY_COMPARE(notice.count(), 1);
        QCOMPARE(reveal.count(), 1);
    }

    // Rank 0 sends in 4 ms in step 1 and in 6 ms in step 2, to rank 2 only in that.
    void theTableHasTheNumbersOfThePicture()
    {
        ViewFixture f;
        TinyRank sender;
        sender.step(1, 1000, 100'000);
        sender.step(2, 200'000, 100'000);
        sender.communication("hcom_allReduce__77_0_1", 30'000, 9000);
        sender.communication("hcom_allReduce__77_1_1", 230'000, 9000);
        for (const int step : {1, 2}) {
            for (const auto &[source, destination] : {std::pair(0, 1), std::pair(1, 0), std::pair(0, 2)}) {
                if (step == 1 && destination == 2)
                    continue;
                MatrixLink l = link(source, destination, 16, source == 0 ? 2.0 + 2 * step : 1);
                l.step = QString::number(step);
                l.opName = QStringLiteral("hcom_allReduce__77_%1_1").arg(step - 1);
                sender.links.push_back(l);
            }
        }
        const auto rank = sender.finish();
        f.runs.addRun(makeRun({rank}));
        CommunicationView view(f.context());
        view.resize(1366, 640);
        view.show();
        MatrixPage *const page = view.matrix();
        QTRY_VERIFY(view.isComplete() && page->grid()->steps == 2);
        for (const bool mean : {false, true}) {
            choose(page->stepsPicker(), mean ? 1 : 0);
            QTRY_COMPARE(page->model().index(0, page->model().columnOf(u"size")).data().toString(),
                         mean ? QStringLiteral("16.000") : QStringLiteral("32.000"));
            QTRY_VERIFY(page->isComplete());
            QCOMPARE(page->model().rowCount(), 3);
            for (int row = 0; row < 3; ++row) {
                const MatrixCell &c = page->cellAt(row);
                const MatrixLinkSum *const shown = page->grid()->link(c.source, c.destination);
                QVERIFY(shown);
                QCOMPARE(c.sizeMb, shown->sizeMb);
                QCOMPARE(c.timeMs, shown->timeMs);
                QCOMPARE(c.bandwidthGbs, shown->bandwidthGbs);
                QCOMPARE(page->model().index(row, page->model().columnOf(u"steps")).data().toString(),
                         c.destination == 2 ? QStringLiteral("1") : QStringLiteral("2"));
            }
        }
        // A row leads to the operator of the step in which the link took longest.
        choose(page->stepsPicker(), 0);
        QTRY_VERIFY(page->isComplete());
        auto *const picker = pickerNamed(*page, QStringLiteral("Operator"));
        auto *const box = qobject_cast<SearchBox *>(picker->box());
        box->showPopup();
        QTest::keyClicks(box->searchField(), QStringLiteral("allreduce-top1"));
        QTest::keyClick(box->searchField(), Qt::Key_Return);
        QTRY_COMPARE(page->grid()->op, QStringLiteral("allreduce-top1"));
        QTRY_VERIFY(page->isComplete());
        QSignalSpy revealed(&f.state, &ViewState::revealRequested);
        for (int row = 0; row < 3; ++row) {
            if (page->cellAt(row).source == 0 && page->cellAt(row).destination == 1)
                emit page->table()->activated(row);
        }
        QTRY_COMPARE(revealed.count(), 1);
        QCOMPARE(rank->trace->slices().start(revealed.front().at(1).value<SliceId>()), qint64(230'000));
    }

    void choicesChangeTheOrderAndTheScale()
    {
        ViewFixture f;
        Run run = matrixRun();
        auto rank = std::make_shared<RankData>(*run.ranks[0]);
        for (const auto &[name, ranks] : {std::pair(QStringLiteral("a"), std::vector<int>{0, 3}),
                                          std::pair(QStringLiteral("b"), std::vector<int>{1, 2})}) {
            GroupInfo g;
            g.hash = g.commName = name;
            g.pgName = QStringLiteral("tp");
            g.globalRanks = ranks;
            rank->groups.push_back(g);
        }
        // Pipelines are sent along: their ranks are groups as well, but those of neighbours share ranks.
        for (const auto &[name, of, ranks] :
             {std::tuple("c", "pp", std::vector<int>{0, 1}), std::tuple("d", "pp", std::vector<int>{2, 3}),
              std::tuple("e", "near", std::vector<int>{0, 1}), std::tuple("g", "near", std::vector<int>{1, 2})}) {
            GroupInfo g;
            g.hash = g.commName = QLatin1String(name);
            g.pgName = QLatin1String(of);
            g.globalRanks = ranks;
            g.p2p = true;
            rank->groups.push_back(g);
        }
        f.runs.addRun(makeRun({rank}));
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        MatrixPage *const page = view.matrix();
        QTRY_VERIFY(view.isComplete() && page->grid()->count() == 4);
        QTRY_VERIFY(page->orderPicker()->isVisibleTo(page));
        QCOMPARE(page->orderPicker()->box()->count(), 3);
        QCOMPARE(page->orderPicker()->box()->itemText(1), QStringLiteral("pp groups"));
        QCOMPARE(page->orderPicker()->box()->itemText(2), QStringLiteral("tp groups"));
        choose(page->orderPicker(), 2);
        QTRY_COMPARE(page->grid()->starts, std::vector<int>{2});
        QCOMPARE(page->grid()->ranks[1].rank, 3);
        QVERIFY(page->heatMap()->tip(0, 1).contains(QStringLiteral("tp:(0,3)")));
        const QColor even = page->heatMap()->cellColor(*page->grid()->link(0, 2));
        choose(page->scalePicker(), 1);
        QCOMPARE(page->heatMap()->cellColor(*page->grid()->link(0, 2)), even); // the upper end in both
        QCOMPARE(page->model().index(0, page->model().columnOf(u"size")).data().toString(), QStringLiteral("16.000"));
    }

    // The link 3 to 0 takes 4 ms here and 1 ms in the other run, so it carries 4 GB/s less 16.
    void anotherRunIsSubtracted()
    {
        ViewFixture f;
        Run other = matrixRun();
        auto rank = std::make_shared<RankData>(*other.ranks[0]);
        std::vector<MatrixLink> links = rank->links.records();
        for (MatrixLink &l : links) {
            l.groupHash = QStringLiteral("78"); // each run has its own
            if (l.source == 3 && l.destination == 0) {
                l.timeMs = 1;
                l.bandwidthGbs = 16;
            }
        }
        std::erase_if(links, [](const MatrixLink &l) { return l.source == 2 && l.destination == 1; });
        rank->links = MatrixLinks(links);
        f.runs.addRun(matrixRun());
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        MatrixPage *const page = view.matrix();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(!page->basePicker()->isVisibleTo(page));
        f.runs.addRun(makeRun({rank}));
        QTRY_VERIFY(view.isComplete() && page->basePicker()->isVisibleTo(page));
        choose(page->basePicker(), 1);
        QTRY_COMPARE(page->scale()->low(), -12.0);
        QCOMPARE(page->scale()->high(), 12.0);
        const MatrixScope scope{MatrixValue::Bandwidth, false, 0.064, true};
        QCOMPARE(scope.of(*page->grid()->link(3, 0)), std::optional(-12.0));
        QCOMPARE(scope.of(*page->grid()->link(0, 3)), std::optional(0.0));
        QVERIFY(!scope.of(*page->grid()->link(2, 1)));
        QVERIFY(page->heatMap()->tip(3, 0).contains(QStringLiteral("-12")) ||
                page->heatMap()->tip(3, 0).contains(QStringLiteral("\u221212")));
        // The table has the numbers of the picture, and what they were made of.
        QTRY_VERIFY(page->isComplete() && page->model().columnOf(u"bandwidth-difference") >= 0);
        // The largest difference comes first.
        QCOMPARE(page->cellAt(0).source, 3);
        QCOMPARE(page->cellAt(0).destination, 0);
        const auto text = [page](int source, int destination, QStringView column) {
            for (int row = 0; row < page->model().rowCount(); ++row) {
                if (page->cellAt(row).source == source && page->cellAt(row).destination == destination)
                    return page->model().index(row, page->model().columnOf(column)).data().toString();
            }
            return QStringLiteral("no row");
        };
        QCOMPARE(text(3, 0, u"bandwidth"), QStringLiteral("4.000"));
        QCOMPARE(text(3, 0, u"other-bandwidth"), QStringLiteral("16.000"));
        QVERIFY(text(3, 0, u"bandwidth-difference").endsWith(QStringLiteral("12.000")));
        QVERIFY(text(3, 0, u"bandwidth-difference") != QStringLiteral("12.000"));
        QCOMPARE(text(0, 3, u"size-difference"), QStringLiteral("0.000"));
        QVERIFY(!text(2, 1, u"other-bandwidth").contains(QLatin1Char('0'))); // the other run has no such link
        QVERIFY(!text(2, 1, u"time-difference").contains(QLatin1Char('0')));
        // Its operators have those of the other run where their domain has the same name there: here it has none.
        emit page->heatMap()->cellClicked(3, 0);
        QTRY_COMPARE(page->model().rowCount(), 1);
        QCOMPARE(text(3, 0, u"bandwidth"), QStringLiteral("4.000"));
        QCOMPARE(text(3, 0, u"other-bandwidth"), QString());
        page->allLinks()->click();
        f.runs.closeRun(1);
        QTRY_VERIFY(view.isComplete() && !page->basePicker()->isVisibleTo(page));
        QTRY_COMPARE(page->scale()->low(), 4.0);
    }

    void handlesNarrowTheScale()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun());
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        QTRY_VERIFY(view.isComplete());
        ColorScale *scale = view.matrix()->scale();
        {
            ColorScale alike(&f.theme);
            alike.setBounds(0, 0, QStringLiteral("ms"), true);
            QCOMPARE(alike.figures().size(), qsizetype(1));
            alike.setBounds(0, 5, QStringLiteral("ms"), true);
            QCOMPARE(alike.figures().size(), qsizetype(2));
        }
        const QPoint from = scale->handle(false);
        const QPoint to = (from + scale->handle(true)) / 2;
        QTest::mousePress(scale, Qt::LeftButton, {}, from);
        QTest::mouseMove(scale, to);
        QTest::mouseRelease(scale, Qt::LeftButton, {}, to);
        QVERIFY(scale->isNarrowed());
        QVERIFY(scale->low() > 9 && scale->low() < 11);
        QCOMPARE(view.matrix()->heatMap()->cellColor(*view.matrix()->grid()->link(3, 0)), f.theme.hairline());
        QTest::mouseDClick(scale, Qt::LeftButton, {}, to);
        QVERIFY(!scale->isNarrowed());
    }
};

RS_TEST(TestMatrix, QApplication);
#include "tst_matrix.moc"
