// SPDX-License-Identifier: Apache-2.0
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
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
#include "views/widgets/elidedlabel.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"
#include "views/widgets/searchbox.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
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
        // Of a group of three only index 0 is known to be rank 8.
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

    void aSingleOperatorHasTheLinksThatNameIt()
    {
        const QString name = QStringLiteral("hcom_allReduce__77_2_1");
        std::vector<MatrixCell> cells;
        for (const char *const op : {"allreduce-top1", "allreduce-bottom1", "allreduce-total"}) {
            for (int from = 0; from < 3; ++from) {
                MatrixCell c = cell(from, (from + 1) % 3, true, -1, -1);
                c.op = QLatin1String(op);
                if (c.op != u"allreduce-total")
                    c.opName = from == 2 ? QStringLiteral("hcom_allReduce__77_10_1") : name;
                cells.push_back(c);
            }
        }
        QCOMPARE(matrixNames(cells, {}), (QStringList{name, QStringLiteral("hcom_allReduce__77_10_1")}));
        const MatrixGrid g = buildGrid(cells, {name, {}, false, {}, {}, true});
        QCOMPARE(g.links.size(), size_t(2));
        // Both classes name it: it crossed the link once.
        QCOMPARE(g.links[0].sizeMb, std::optional(1.0));
        QCOMPARE(g.links[0].parts, 1);
    }

    void aSingleOperatorIsChosenByItsName()
    {
        ViewFixture f;
        MatrixPage page(f.context());
        page.resize(1100, 640);
        f.runs.addRun(matrixRun());
        page.show();
        QTRY_VERIFY(page.isComplete() && !page.isEmpty());
        auto *const picker = pickerNamed(page, QStringLiteral("Operator"));
        auto *const box = qobject_cast<SearchBox *>(picker->box());
        box->showPopup();
        const QAbstractItemModel &found = *box->foundItems()->model();
        QStringList texts;
        for (int row = 0; row < found.rowCount(); ++row)
            texts << found.index(row, 0).data().toString();
        QCOMPARE(texts.size(), 4); // classes and names with their headings
        QVERIFY(texts[0].startsWith(QStringLiteral("Classes of a type")));
        QCOMPARE(texts[1], QStringLiteral("allreduce-top1"));
        QCOMPARE(texts[3], QStringLiteral("hcom_allReduce__77_0_1"));
        QTest::keyClicks(box->searchField(), QStringLiteral("hcom_"));
        QTest::keyClick(box->searchField(), Qt::Key_Return);
        QTRY_COMPARE(page.grid()->op, QStringLiteral("hcom_allReduce__77_0_1"));
        QCOMPARE(page.grid()->links.size(), size_t(15));
        QTRY_COMPARE(page.model().rowCount(), 15);
        QCOMPARE(picker->value().toString(), QStringLiteral("hcom_allReduce__77_0_1"));
    }

    void linksOfSeveralStepsAreSummed()
    {
        std::vector<MatrixCell> cells = {cell(0, 1, true, -1, -1), cell(0, 1, true, -1, -1)};
        cells[1].sizeMb = 5;
        cells[1].transport = QStringLiteral("RDMA");
        const MatrixGrid g = buildGrid(cells, {QStringLiteral("x"), {}, false, {}});
        QCOMPARE(g.links.size(), size_t(1));
        QCOMPARE(g.links[0].sizeMb, std::optional(6.0));
        QCOMPARE(g.links[0].bandwidthGbs, std::optional(1.5));
        QCOMPARE(buildGrid(cells, {QStringLiteral("y"), {}, false, {}}).count(), 0);
    }

    void stepsAreSummedOrTheirMeanIsTaken()
    {
        std::vector<MatrixCell> cells = {cell(0, 1, true, -1, -1), cell(0, 1, true, -1, -1), cell(1, 0, true, -1, -1)};
        cells[0].step = QStringLiteral("1");
        cells[1].step = cells[2].step = QStringLiteral("2");
        cells[1].sizeMb = 5;
        const MatrixGrid g = buildGrid(cells, {QStringLiteral("x"), {}, true, {}});
        QCOMPARE(g.steps, 2);
        QCOMPARE(g.link(0, 1)->sizeMb, std::optional(3.0));
        QCOMPARE(g.link(0, 1)->timeMs, std::optional(2.0));
        QCOMPARE(g.link(0, 1)->bandwidthGbs, std::optional(1.5));
        // The step in which nothing crossed the link counts.
        QCOMPARE(g.link(1, 0)->sizeMb, std::optional(0.5));
    }

    // 0.5 for 2 ms and 1 for 6 ms are (1 + 6) / 8.
    void sharesOfTheBestAreWeighedByTime()
    {
        std::vector<MatrixCell> cells = {cell(0, 1, true, -1, -1), cell(0, 1, true, -1, -1), cell(1, 0, true, -1, -1)};
        cells[1].timeMs = 6;
        const MatrixChoice choice{QStringLiteral("x"), {}, false, {}};
        MatrixGrid g = buildGrid(cells, choice);
        setBestShares(g, cells, {0.5, 1.0, std::nullopt}, choice);
        QCOMPARE(g.link(0, 1)->bestShare, std::optional(0.875));
        QVERIFY(!g.link(1, 0)->bestShare);
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

    // Of two steps only the second one is slow: the mean has half of it, as it has half of the sum of all else.
    void framesOfAMeanAreMeans()
    {
        std::vector<MatrixCell> cells = {cell(0, 1, true, -1, -1), cell(0, 1, true, -1, -1)};
        for (size_t i = 0; i < cells.size(); ++i) {
            cells[i].op = QStringLiteral("allreduce-total");
            cells[i].kind = QStringLiteral("allreduce");
            cells[i].step = QString::number(i + 1);
        }
        SlowLink slow;
        slow.link.cell = cells[1];
        slow.judged.expectedMs = 0.5;
        slow.judged.lostNs = 1'500'000;
        const MatrixGrid g = buildGrid(cells, {cells[0].op, {}, true, {}});
        const std::vector<MatrixFrame> frames = matrixFrames(g, {slow}, {});
        QCOMPARE(frames.size(), size_t(1));
        QCOMPARE(frames[0].sizeMb, 0.5);
        QCOMPARE(frames[0].expectedMs, 0.25);
        QCOMPARE(frames[0].reachedMs, 1.0);
        QCOMPARE(frames[0].lostNs, qint64(750'000));
        // 1 MB in 2 ms, of which 1 ms is the slow part that should take 0.25 ms: 1 MB in 1.25 ms.
        MatrixScope scope;
        QCOMPARE(g.colorRange(scope), std::optional(std::pair(0.475, 0.525)));
        QCOMPARE(colorRange(g, scope, frames), std::optional(std::pair(0.475, 0.8)));
        QCOMPARE(colorRange(g, scope, {}), g.colorRange(scope));
        scope.value = MatrixValue::Time;
        QCOMPARE(colorRange(g, scope, frames), std::optional(std::pair(1.25, 2.1)));
        scope.value = MatrixValue::Size;
        QCOMPARE(colorRange(g, scope, frames), g.colorRange(scope));
        scope = {MatrixValue::Bandwidth, false, 2}; // it carries less than 2 MB
        QVERIFY(!colorRange(g, scope, frames));
    }

    void ranksOfABlockStandTogether()
    {
        std::vector<MatrixCell> cells;
        for (int rank = 0; rank < 5; ++rank)
            cells.push_back(cell(rank, (rank + 1) % 5, true, -1, -1));
        const std::vector<MatrixBlock> blocks = {{QStringLiteral("odd"), {3, 1}}, {QStringLiteral("even"), {0, 2, 1}}};
        const MatrixGrid g = buildGrid(cells, {QStringLiteral("x"), {}, false, blocks});
        QStringList labels;
        for (const MatrixRank &r : g.ranks)
            labels << r.label();
        QCOMPARE(labels.join(u' '), QStringLiteral("1 3 0 2 4"));
        QCOMPARE(g.starts, (std::vector<int>{2, 4}));
        QCOMPARE(g.names, (std::vector<QString>{QStringLiteral("odd"), QStringLiteral("even"), QString()}));
        QCOMPARE(g.blockOf(1), 0);
        QCOMPARE(g.blockOf(4), 2);
        QCOMPARE(g.placeOf(cells[1]), std::pair(0, 3)); // 1 to 2
        QVERIFY(g.link(0, 3));
        QVERIFY(!g.link(3, 0));
    }

    // Else there would be nothing but lines.
    void blocksOfFewPixelsHaveNoLines()
    {
        constexpr int ranks = 64;
        std::vector<MatrixCell> cells;
        for (int i = 0; i < ranks * ranks; ++i)
            cells.push_back(cell(i / ranks, i % ranks, true, -1, -1));
        std::vector<MatrixBlock> blocks;
        for (int first = 0; first < ranks; first += 2)
            blocks.push_back({QStringLiteral("node%1").arg(first / 2), {first, first + 1}});
        ViewFixture f;
        HeatMap map(&f.theme);
        map.setGrid(std::make_shared<const MatrixGrid>(buildGrid(cells, {QStringLiteral("x"), {}, false, blocks})));
        map.setRange(0, 1);
        const auto hasLine = [&map, &f] {
            const QImage image = map.grab().toImage();
            const QRectF at = map.cellRect(2, 20);
            int found = 0;
            for (int y = -2; y <= 2; ++y)
                found += image.pixelColor(at.center().x(), static_cast<int>(at.top()) + y) == f.theme.text();
            return found > 0;
        };
        map.resize(340, 340); // five pixels a rank
        QVERIFY(!hasLine());
        map.resize(1300, 1300);
        QVERIFY(hasLine());
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

    // One colour for all that the scale leaves out: the tool tip has to tell them apart.
    void whyALinkIsGreyIsTold()
    {
        std::vector<MatrixCell> cells = {cell(0, 0, true, -1, -1), cell(0, 1, true, -1, -1), cell(1, 0, true, -1, -1),
                                         cell(1, 1, true, -1, -1)};
        cells[0].inner = true;
        cells[1].bandwidthGbs = 2;
        cells[2].bandwidthGbs = 9;
        cells[3].bandwidthGbs = std::nullopt;
        ViewFixture f;
        HeatMap map(&f.theme);
        map.resize(300, 280);
        map.setGrid(std::make_shared<const MatrixGrid>(buildGrid(cells, {QStringLiteral("x"), {}, false, {}})));
        map.setScope({MatrixValue::Bandwidth, false, 0}, QString());
        map.setRange(1, 5);
        const auto tells = [&map](int source, int destination, const char *why) {
            const QString tip = map.tip(source, destination);
            return tip.contains(QStringLiteral("Not in the scale")) && tip.contains(QLatin1String(why));
        };
        QVERIFY(tells(0, 0, "inside a card"));
        QVERIFY(!map.tip(0, 1).contains(QStringLiteral("Not in the scale")));
        QVERIFY(tells(1, 0, "beyond its handles"));
        QVERIFY(tells(1, 1, "the value is not known"));
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

    // 100 and 101 lie in the middle of 95.475 to 105.525.
    void valuesThatHardlyDifferLookSo()
    {
        std::vector<MatrixCell> cells = {cell(0, 1, true, -1, -1), cell(1, 0, true, -1, -1)};
        cells[0].bandwidthGbs = 100;
        cells[1].bandwidthGbs = 101;
        MatrixGrid g = buildGrid(cells, {QStringLiteral("x"), {}, false, {}});
        const MatrixScope scope{MatrixValue::Bandwidth, false, 0, false};
        QCOMPARE(g.range(scope), std::optional(std::pair(100.0, 101.0)));
        QCOMPARE(g.colorRange(scope), std::optional(std::pair(95.475, 105.525)));
        g.links[1].bandwidthGbs = 200;
        QCOMPARE(g.colorRange(scope), g.range(scope));
    }

    void aLogarithmicScaleHasTheMiddleInTheMiddle()
    {
        ValueScale scale{1, 100, true};
        QCOMPARE(scale.share(10), 0.5);
        QCOMPARE(scale.valueAt(0.5), 10.0);
        QCOMPARE(scale.valueAt(1), 100.0);
        QVERIFY(scale.share(0) < 0);
        scale.logarithmic = false;
        QCOMPARE(scale.valueAt(0.5), 50.5);
        scale = {0, 100, true}; // has no logarithm
        QCOMPARE(scale.share(50), 0.5);
    }

    // However far the range is narrowed, and at which side: else no difference would look like one.
    void noDifferenceIsInTheMiddle()
    {
        for (const auto &[low, high] : {std::pair(-10.0, 10.0), std::pair(-7.0, 10.0), std::pair(-10.0, -2.0),
                                        std::pair(0.0, 0.0), std::pair(3.0, 3.0)}) {
            const ValueScale scale{low, high, false, true};
            QCOMPARE(scale.share(0), 0.5);
        }
        const ValueScale narrowed{-7, 10, false, true};
        QCOMPARE(narrowed.share(10), 1.0);
        QCOMPARE(narrowed.share(-7), 0.15);
        const ValueScale logarithmic{2, 10, true, true};
        QCOMPARE(logarithmic.share(2), 0.6);
    }

    void theModelIsSound()
    {
        RowSourceModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setWhole(matrixRows({{cell(0, 1, false, 0, 1), 1, 0}, {cell(3, 4, true, -1, -1), 1, 1}}));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("#0"));
        QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("4"));
        QCOMPARE(model.index(0, 0).data(SortRole), QVariant(qlonglong(0))); // ordered as a number
        QCOMPARE(model.index(0, model.columnOf(u"rank-kind")).data().toString(), QStringLiteral("index in the group"));
        QCOMPARE(model.index(0, model.columnOf(u"time")).data(ShareRole).toDouble(), 1.0);
        model.setSource(nullptr, nullptr);
    }

    void theMapShowsLinksAndLeavesInnerOnesOut()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun());
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        QTRY_VERIFY(view.isComplete());
        MatrixPage *page = view.matrix();
        QVERIFY(!page->isEmpty());
        QCOMPARE(page->grid()->count(), 4);
        QCOMPARE(page->scale()->low(), 4.0);
        QCOMPARE(page->scale()->high(), 16.0);
        QVERIFY(page->heatMap()->tip(3, 0).contains(QLatin1String("GB/s")));
        QVERIFY(page->heatMap()->tip(1, 2).contains(QLatin1String("No data")));
        grab(view, QStringLiteral("matrix-light"));
        f.setTheme(Theme::Mode::Dark);
        QCoreApplication::processEvents();
        grab(view, QStringLiteral("matrix-dark"));
        f.setTheme(Theme::Mode::Light);
        page->findChild<QCheckBox *>()->click();
        QCOMPARE(page->scale()->high(), 400.0);
        choose(pickerNamed(*page, QStringLiteral("Show")), 3);
        QCOMPARE(page->heatMap()->cellColor(*page->grid()->link(0, 0)),
                 page->heatMap()->transportColor(QStringLiteral("LOCAL")));
        grab(view, QStringLiteral("matrix-types"));
    }

    void aFrameSaysWhyALinkIsSlow()
    {
        ViewFixture f;
        auto rank = std::make_shared<RankData>(*matrixRun().ranks[0]);
        std::vector<MatrixLink> links = rank->links.records();
        for (MatrixLink &l : links) {
            l.key = QStringLiteral("allreduce-total");
            l.statistic = QStringLiteral("total");
        }
        rank->links = MatrixLinks(links);
        f.runs.addRun(makeRun({rank}));
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        MatrixPage *const page = view.matrix();
        QTRY_VERIFY(view.isComplete() && page->heatMap()->frames().size() == 1);
        const QString why = page->heatMap()->tip(3, 0);
        for (const char *const said : {"Slow, at fault", "Expected", "Reached", "Longer by"})
            QVERIFY2(why.contains(QLatin1String(said)), qPrintable(why));
        QVERIFY(!page->heatMap()->tip(0, 3).contains(QLatin1String("Slow, at fault")));
        // 4 of 16 GB/s
        choose(page->valuePicker(), 4);
        QTRY_VERIFY(view.isComplete() && page->grid()->link(3, 0)->bestShare);
        QCOMPARE(page->grid()->link(3, 0)->bestShare, std::optional(0.25));
        QCOMPARE(page->scale()->low(), 0.25);
        QCOMPARE(page->heatMap()->frames().size(), size_t(1));
        grab(view, QStringLiteral("matrix-share"));
        // Whatever is shown.
        choose(page->valuePicker(), 3);
        const auto framed = [&] {
            const QImage picture = page->heatMap()->grab().toImage();
            int pixels = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x)
                    pixels += picture.pixel(x, y) == f.theme.error().rgb() ? 1 : 0;
            }
            return pixels;
        };
        QTRY_VERIFY(view.isComplete() && framed() > 40);
    }

    // Every amount of a tooltip is a mean, or every one a sum, and it says which.
    void aTooltipIsOfOneKind()
    {
        ViewFixture f;
        auto rank = std::make_shared<RankData>(*matrixRun().ranks[0]);
        std::vector<MatrixLink> links;
        for (const char *const step : {"1", "2"}) {
            for (MatrixLink l : rank->links.records()) {
                l.key = QStringLiteral("allreduce-total");
                l.statistic = QStringLiteral("total");
                l.step = QLatin1String(step);
                links.push_back(std::move(l));
            }
        }
        rank->links = MatrixLinks(links);
        f.runs.addRun(makeRun({rank}));
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        MatrixPage *const page = view.matrix();
        QTRY_VERIFY(view.isComplete() && page->heatMap()->frames().size() == 1);
        const QString sum = page->heatMap()->tip(3, 0);
        QVERIFY2(sum.contains(QLatin1String("sum of 2")), qPrintable(sum));
        const double expected = page->heatMap()->frames()[0].expectedMs;
        QCOMPARE(page->heatMap()->frames()[0].reachedMs, 8.0);
        choose(page->stepsPicker(), 1);
        QTRY_VERIFY(view.isComplete() && page->grid()->mean);
        const QString mean = page->heatMap()->tip(3, 0);
        QVERIFY2(mean.contains(QLatin1String("mean per step")) && !mean.contains(QLatin1String("um of")),
                 qPrintable(mean));
        QCOMPARE(page->heatMap()->frames()[0].reachedMs, 4.0);
        QCOMPARE(page->grid()->link(3, 0)->timeMs, std::optional(4.0));
        QCOMPARE(page->heatMap()->frames()[0].expectedMs, expected / 2);
    }

    // What a scale needs for its legend follows from its width, also where it has just become narrower.
    void aNarrowLegendIsWhole()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun());
        MatrixPage page(f.context());
        page.resize(1600, 640);
        page.show();
        QTRY_VERIFY(page.isComplete() && !page.isEmpty());
        for (const int width : {700, 1200, 640}) {
            page.resize(width, 640);
            QTRY_COMPARE(page.scale()->height(), page.scale()->heightForWidth(page.scale()->width()));
            QTRY_COMPARE(page.scale()->geometry().top(), page.heatMap()->QWidget::geometry().bottom() + 1);
        }
    }

    void withoutLinksNothingCanBeChosen()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({fileRank(0)}));
        MatrixPage page(f.context());
        page.resize(1100, 640);
        page.show();
        QTRY_VERIFY(page.isComplete() && page.isEmpty());
        for (const Picker *const picker : page.findChildren<Picker *>())
            QVERIFY2(!picker->isEnabled(), qPrintable(picker->box()->accessibleName()));
        QVERIFY(!page.findChild<QCheckBox *>()->isEnabled());
        f.runs.addRun(matrixRun());
        f.state.setCurrentRank({1, 0});
        QTRY_VERIFY(page.isComplete() && !page.isEmpty());
        QVERIFY(page.valuePicker()->isEnabled() && page.scalePicker()->isEnabled());
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
        for (int row = 0; row < page->model().rowCount(); ++row)
            QVERIFY(page->cellAt(row).source == 3 && page->cellAt(row).destination == 0);
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
        // What the next choice computes does not bring it back.
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

    // As when a run is read again, or more of its ranks are.
    void aRowStaysCurrentWhenRowsAreMadeAgain()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun());
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        MatrixPage *const page = view.matrix();
        QTRY_VERIFY(view.isComplete() && page->model().rowCount() == 15);
        int row = 0;
        while (page->cellAt(row).source != 2 || page->cellAt(row).destination != 3)
            ++row;
        const auto shows = [page] {
            const int at = page->table()->currentRow();
            return page->isComplete() && at >= 0 && page->cellAt(at).source == 2 && page->cellAt(at).destination == 3;
        };
        QTableView *const rows = page->table()->view();
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {},
                          rows->visualRect(rows->model()->index(row, 0)).center());
        QVERIFY(shows());
        choose(page->valuePicker(), static_cast<int>(MatrixValue::BestShare));
        QTRY_VERIFY(shows());
        f.runs.closeRun(0);
        QTRY_VERIFY(view.isComplete() && page->isEmpty());
        f.state.setCurrentRank({f.runs.addRun(matrixRun()), 0});
        QTRY_VERIFY(!page->isEmpty() && shows());
        QVERIFY(!page->selectedLink());
    }

    // At twice the size of everything a screen has half the room.
    void aNarrowPageHasItsTableBelow()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun());
        CommunicationView view(f.context());
        view.resize(440, 340);
        view.show();
        QTRY_VERIFY(view.isComplete());
        HeatMap *const map = view.matrix()->heatMap();
        TableView *const table = view.matrix()->table();
        const auto at = [&view](QWidget *w) { return w->mapTo(&view, QPoint(0, 0)); };
        QTRY_VERIFY(at(table).y() >= at(map).y() + map->height());
        QVERIFY(map->cellRect(0, 0).width() * view.matrix()->grid()->count() > 160);
        grab(view, QStringLiteral("matrix-narrow"));
        view.resize(1400, 640);
        QTRY_VERIFY(at(table).x() >= at(map).x() + map->width());
        // Hardly any room: cells before titles and medians.
        HeatMap alone(f.context().theme);
        alone.setGrid(view.matrix()->grid());
        alone.resize(160, 130);
        QVERIFY(alone.cellRect(0, 0).width() * view.matrix()->grid()->count() > 80);
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

    // Of a cluster analysis alone there is nothing to go to: the entries of a cell say so.
    void theMenuOfACellLeadsToItsRanks()
    {
        ViewFixture f;
        const Run known = matrixRun();
        Run cluster;
        cluster.cluster.links = known.ranks[0]->links;
        f.runs.addRun(matrixRun());
        f.runs.addRun(cluster);
        f.state.setCurrentRank({0, 0});
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        MatrixPage *const page = view.matrix();
        auto *const frame = page->findChild<ChartFrame *>();
        const auto fill = [&](QMenu &menu) {
            HeatMap *const map = page->heatMap();
            emit frame->menuRequested(&menu, map->mapTo(frame->content(), map->cellRect(0, 3).center().toPoint()));
        };
        QTRY_VERIFY(view.isComplete() && page->grid()->count() == 4);
        QMenu menu;
        fill(menu);
        QCOMPARE(menu.actions().size(), 2); // of the ranks only 0 is in the run
        QVERIFY(menu.actions()[0]->isEnabled() && menu.actions()[1]->isEnabled());
        QSignalSpy timeline(&f.state, &ViewState::rankRevealRequested);
        menu.actions()[1]->trigger();
        QCOMPARE(timeline.count(), 1);
        f.state.setCurrentRank({1, 0});
        QTRY_VERIFY(view.isComplete() && page->grid()->count() == 4);
        QMenu none;
        fill(none);
        QCOMPARE(none.actions().size(), 2);
        for (const QAction *const entry : none.actions()) {
            QVERIFY(!entry->isEnabled());
            QVERIFY(entry->toolTip().contains(QStringLiteral("Only the cluster analysis")));
        }
    }

    void aRowJumpsToItsOperatorInTheTimeline()
    {
        ViewFixture f;
        TinyRank sender;
        sender.step(1, 1000, 100'000);
        sender.communication("hcom_broadcast__77_0_1", 2000, 500);
        sender.communication("hcom_allReduce__77_0_1", 30'000, 9000);
        sender.communication("hcom_allReduce__77_0_1", 60'000, 9000);
        sender.links.push_back(link(0, 1, 16, 1));
        sender.links.push_back(link(0, 2, 16, 1));
        sender.links.back().opName.clear();
        const auto rank = sender.finish();
        f.runs.addRun(makeRun({rank}));
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QSignalSpy revealed(&f.state, &ViewState::revealRequested);
        QSignalSpy shown(&f.state, &ViewState::viewRequested);
        QSignalSpy notice(&view, &CommunicationView::notice);
        TableView *const table = view.matrix()->table();
        for (int row = 0; row < view.matrix()->model().rowCount(); ++row) {
            emit table->activated(row);
            QTRY_COMPARE(revealed.count() + notice.count(), row + 1);
        }
        QCOMPARE(revealed.count(), 1); // the other row names no operator
        QCOMPARE(notice.count(), 1);
        QVERIFY(notice.front().front().toString().contains(QStringLiteral("this row")));
        const SliceId slice = revealed.front().at(1).value<SliceId>();
        QCOMPARE(rank->trace->slices().start(slice), qint64(30'000));
        QCOMPARE(shown.front().front().toString(), QStringLiteral("timeline"));
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

    // What the page is asked for needs no scrolling: who sends to whom, how fast, how much and how long.
    void theNumbersOfALinkAreInSight()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun());
        CommunicationView view(f.context());
        view.resize(1180, 560);
        view.show();
        MatrixPage *const page = view.matrix();
        QTRY_VERIFY(view.isComplete() && page->model().rowCount() == 15);
        const auto inSight = [page](QStringView column) {
            const QTableView &table = *page->table()->view();
            const int at = page->model().columnOf(column);
            return !table.isColumnHidden(at) &&
                   table.columnViewportPosition(at) + table.columnWidth(at) <= table.viewport()->width();
        };
        for (const QStringView column : {u"source", u"destination", u"bandwidth", u"size", u"time"})
            QTRY_VERIFY2(inSight(column), qPrintable(column.toString()));
        QTest::mouseClick(page->heatMap(), Qt::LeftButton, {}, page->heatMap()->cellRect(3, 0).center().toPoint());
        QTRY_VERIFY(page->isComplete() && page->model().rowCount() < 15);
        for (const QStringView column : {u"operator", u"bandwidth", u"size", u"time"})
            QTRY_VERIFY2(inSight(column), qPrintable(column.toString()));
    }

    // Of a group of two ranks, rank 8 alone is there and has its link to itself.
    void anIndexIsCalledTheSameInPictureAndTable()
    {
        ViewFixture f;
        TinyRank t(8);
        for (const auto &[source, destination] : {std::pair(0, 0), std::pair(0, 1)}) {
            MatrixLink l = link(source, destination, 16, 1);
            l.globalRanks = false;
            t.links.push_back(l);
        }
        f.runs.addRun(makeRun({t.finish()}));
        CommunicationView view(f.context());
        view.resize(1180, 560);
        view.show();
        MatrixPage *const page = view.matrix();
        QTRY_VERIFY(view.isComplete() && page->model().rowCount() == 2);
        const auto text = [page](int row, QStringView column) {
            return page->model().index(row, page->model().columnOf(column)).data().toString();
        };
        for (int row = 0; row < 2; ++row) {
            const auto [source, destination] = page->grid()->placeOf(page->cellAt(row));
            QCOMPARE(text(row, u"source"), page->grid()->ranks[static_cast<size_t>(source)].label());
            QCOMPARE(text(row, u"destination"), page->grid()->ranks[static_cast<size_t>(destination)].label());
        }
        QCOMPARE(text(0, u"destination"), QStringLiteral("#1"));
        QCOMPARE(text(1, u"source"), QStringLiteral("8")); // to itself: last
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
        grab(view, QStringLiteral("matrix-order"));
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
        grab(view, QStringLiteral("matrix-difference"));
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

    // Of two runs that are compared, a link goes over RDMA in one and over HCCS in the other.
    void linkTypesThatDifferAreFramed()
    {
        ViewFixture f;
        Run other = matrixRun();
        auto rank = std::make_shared<RankData>(*other.ranks[0]);
        std::vector<MatrixLink> links = rank->links.records();
        for (MatrixLink &l : links) {
            if (l.source == 3 && l.destination == 0)
                l.transport = QStringLiteral("RDMA");
        }
        std::erase_if(links, [](const MatrixLink &l) { return l.source == 2 && l.destination == 1; });
        rank->links = MatrixLinks(links);
        f.runs.addRun(matrixRun());
        Run second = makeRun({rank});
        second.name = QStringLiteral("before");
        f.runs.addRun(second);
        CommunicationView view(f.context());
        view.resize(1180, 700);
        view.show();
        MatrixPage *const page = view.matrix();
        HeatMap *const map = page->heatMap();
        QTRY_VERIFY(view.isComplete() && page->grid()->count() == 4);
        choose(page->valuePicker(), static_cast<int>(MatrixValue::LinkType));
        const QColor full = map->transportColor(QStringLiteral("HCCS"));
        QCOMPARE(map->cellColor(*page->grid()->link(0, 1)), full);
        choose(page->basePicker(), 1);
        QTRY_VERIFY(view.isComplete() && page->grid()->link(3, 0)->hasOtherType());
        QCOMPARE(std::count_if(page->grid()->links.begin(), page->grid()->links.end(),
                               [](const MatrixLinkSum &l) { return l.hasOtherType(); }),
                 1);
        QCOMPARE(map->cellColor(*page->grid()->link(3, 0)), full);
        QCOMPARE(map->cellColor(*page->grid()->link(0, 1)), map->paleColor(QStringLiteral("HCCS")));
        QVERIFY(map->paleColor(QStringLiteral("HCCS")) != full);
        QCOMPARE(map->cellColor(*page->grid()->link(2, 1)), f.theme.panel());
        // The frame is seen, on that cell alone.
        const QImage seen = map->grab().toImage();
        const auto corner = [&](int source, int destination) {
            const QPointF at = map->cellRect(source, destination).topLeft() + QPointF(1, 1);
            return seen.pixelColor((at * seen.devicePixelRatio()).toPoint());
        };
        QCOMPARE(corner(3, 0), f.theme.text());
        QVERIFY(corner(0, 3) != f.theme.text());
        QVERIFY2(map->tip(3, 0).contains(QStringLiteral("RDMA")), qPrintable(map->tip(3, 0)));
        QVERIFY(!map->tip(3, 0).contains(QStringLiteral("Difference")));
        QVERIFY(map->tip(2, 1).contains(QStringLiteral("it has no such link")));
        const auto says = [&view](const QString &text) {
            const auto labels = view.findChildren<ElidedLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [&text](const ElidedLabel *label) { return label->text().contains(text); });
        };
        QVERIFY(says(QStringLiteral("another type in before")));
        QVERIFY(!says(QStringLiteral("this run less")));
        QTRY_VERIFY(page->isComplete() && page->model().columnOf(u"other-transport") >= 0);
        for (int row = 0; row < page->model().rowCount(); ++row) {
            const MatrixCell &c = page->cellAt(row);
            const QString there =
                page->model().index(row, page->model().columnOf(u"other-transport")).data().toString();
            const bool alone = c.source == 2 && c.destination == 1;
            QCOMPARE(there, alone                                 ? QString()
                            : c.source == 3 && c.destination == 0 ? QStringLiteral("RDMA")
                                                                  : c.transport);
        }
        grab(view, QStringLiteral("matrix-types-differ"));
        f.setTheme(Theme::Mode::Dark);
        grab(view, QStringLiteral("matrix-types-differ-dark"));
    }

    // Step 5 beside steps 50 and 51: 4 ms less the mean of 1 and 2 ms. The other way round the means are compared.
    void runsOfOtherStepsAreComparedByTheirMean()
    {
        const auto of = [](const std::vector<std::tuple<int, int, double>> &links) {
            TinyRank rank;
            for (const auto &[step, destination, ms] : links) {
                MatrixLink l = link(0, destination, 16, ms);
                l.step = QString::number(step);
                rank.links.push_back(l);
            }
            return std::make_shared<const Run>(makeRun({rank.finish()}));
        };
        const auto mine = of({{5, 1, 4}});
        const auto other = of({{50, 1, 1}, {51, 1, 2}, {51, 2, 2}});
        MatrixAsk ask;
        ask.base = other;
        ask.step = QStringLiteral("5");
        const MatrixData one = matrixData(mine, {}, ask, JobContext());
        QCOMPARE(one.baseStep, QString());
        QCOMPARE(one.baseSteps, 2);
        QCOMPARE(one.onlyInBase, 1);
        QVERIFY(!one.unlike && !one.mean);
        const MatrixScope difference{MatrixValue::Time, false, 0, true};
        QCOMPARE(difference.of(*one.grid->link(0, 1)), std::optional(2.5));
        std::vector<MergedLink> rows{{one.loaded->cells.front(), 1, 0}};
        addOtherRun(rows, one, false, JobContext());
        QCOMPARE(rows.front().other->timeMs, std::optional(1.5));

        ask.base = mine;
        ask.step.clear();
        const MatrixData all = matrixData(other, {}, ask, JobContext());
        QVERIFY(all.unlike && all.mean);
        QCOMPARE(all.grid->link(0, 1)->timeMs, std::optional(1.5));
        QCOMPARE(difference.of(*all.grid->link(0, 1)), std::optional(-2.5));
        QVERIFY(!difference.of(*all.grid->link(0, 2)));
        // As many steps, and a step that both have, as they are.
        ask.base = other;
        QVERIFY(!matrixData(other, {}, ask, JobContext()).unlike);
        ask.step = QStringLiteral("51");
        const MatrixData same = matrixData(other, {}, ask, JobContext());
        QCOMPARE(same.baseStep, QStringLiteral("51"));
        QCOMPARE(difference.of(*same.grid->link(0, 1)), std::optional(0.0));
    }

    // Those of 100 MB would lead: they are not in the picture's scale, so they do not lead its table either.
    void linksInsideACardComeLastUnlessTheyCount()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun());
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        MatrixPage *const page = view.matrix();
        QTRY_VERIFY(view.isComplete());
        const auto inner = [page] {
            QString out;
            for (int row = 0; row < page->model().rowCount(); ++row)
                out += page->cellAt(row).inner ? u'i' : u'-';
            return out;
        };
        QCOMPARE(inner(), QStringLiteral("-----------iiii"));
        auto *const counts = page->findChild<QCheckBox *>();
        QVERIFY(counts && !counts->isChecked());
        counts->click();
        QTRY_COMPARE(inner(), QStringLiteral("iiii-----------"));
        counts->click();
        QTRY_COMPARE(inner(), QStringLiteral("-----------iiii"));
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
        QCOMPARE(view.matrix()->heatMap()->cellColor(*view.matrix()->grid()->link(3, 0)), f.theme.panel());
        QTest::mouseDClick(scale, Qt::LeftButton, {}, to);
        QVERIFY(!scale->isNarrowed());
    }

    void aThousandRanksAreOneImage()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun(600));
        CommunicationView view(f.context());
        view.resize(700, 500);
        view.show();
        QTRY_VERIFY_WITH_TIMEOUT(view.isComplete(), 60'000);
        HeatMap *map = view.matrix()->heatMap();
        grab(view, QStringLiteral("matrix-600"));
        // The slow link shares its pixel with others and is still the one that the pixel shows.
        const QPoint at = map->cellAt(map->cellRect(3, 0).center());
        QCOMPARE(at, QPoint(3, 0));
    }

    void keysKeepTheChosenLinkInSight()
    {
        ViewFixture f;
        f.runs.addRun(matrixRun(64));
        CommunicationView view(f.context());
        view.resize(900, 600);
        view.show();
        QTRY_VERIFY(view.isComplete());
        HeatMap *map = view.matrix()->heatMap();
        const QPoint first = map->cellRect(0, 0).center().toPoint();
        const double before = map->cellRect(0, 0).width();
        QTest::mouseClick(map, Qt::LeftButton, {}, first);
        QCOMPARE(f.state.selection().source, 0);
        for (int i = 0; i < 12; ++i) {
            QWheelEvent wheel(first, map->mapToGlobal(first), {}, QPoint(0, 120), Qt::NoButton, Qt::ControlModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(map, &wheel);
        }
        QVERIFY(map->cellRect(0, 0).width() > before * 2);
        QVERIFY(!map->rect().contains(map->cellRect(60, 0).toRect()));
        for (int i = 0; i < 60; ++i)
            QTest::keyClick(map, Qt::Key_Down);
        QCOMPARE(f.state.selection().source, 60);
        QVERIFY(map->rect().contains(map->cellRect(60, 0).toRect()));
        QCOMPARE(map->cellAt(map->cellRect(60, 0).center()), QPoint(60, 0));
        QVERIFY(map->isZoomed());
        QTest::keyClick(map, Qt::Key_Home);
        QVERIFY(!map->isZoomed());
        QCOMPARE(map->cellRect(0, 0).width(), before);
        QCOMPARE(f.state.selection().source, 60); // what is chosen stays
    }

    // The sum over the reductions of a link has no slice of its own: the longest of them has.
    void aSumLeadsToItsLongestOperator()
    {
        std::vector<MatrixCell> cells(4, cell(0, 1, true, -1, -1));
        const std::array<std::tuple<const char *, const char *, const char *, double>, 4> plan{
            {{"allreduce", "allreduce-top1", "hcom_allReduce__77_0_1@77", 1},
             {"allreduce", "allreduce-bottom1", "hcom_allReduce__77_5_1@77", 3},
             {"broadcast", "broadcast-top1", "hcom_broadcast__77_1_1@77", 7},
             {"allreduce", "allreduce-total", "", 4}}};
        for (size_t i = 0; i < plan.size(); ++i) {
            const auto &[kind, op, name, ms] = plan[i];
            cells[i].kind = QString::fromLatin1(kind);
            cells[i].op = QString::fromLatin1(op);
            cells[i].opName = QString::fromLatin1(name);
            cells[i].timeMs = ms;
        }
        QCOMPARE(longestOperatorOf(cells, cells[3]), &cells[1]);
        MatrixCell total = cells[3];
        total.op = TotalOp;
        total.kind.clear();
        QCOMPARE(longestOperatorOf(cells, total), &cells[2]);
        total.source = 1;
        QVERIFY(!longestOperatorOf(cells, total));
    }

    // A matrix of two ranks is smaller than the titles of its axes.
    void titlesOfAxesAreWhole()
    {
        Theme theme;
        MatrixGrid grid;
        grid.ranks = {{0, false}, {1, false}};
        grid.at.assign(4, -1);
        grid.local = true;
        HeatMap map(&theme);
        map.setGrid(std::make_shared<const MatrixGrid>(grid));
        QFont small = map.font();
        small.setPointSizeF(small.pointSizeF() * 0.9);
        const QFontMetrics metrics(small);
        const int length = metrics.horizontalAdvance(HeatMap::tr("Source (#: index in the group)"));
        map.resize(500, length + 8); // the title has room beside the picture, but not over the middle of the plot
        const QImage image = map.grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QRectF first = map.cellRect(0, 0);
        QVERIFY(length > 2 * first.bottom());
        const int right = static_cast<int>(first.left()) - metrics.horizontalAdvance(QStringLiteral("#0")) - 12;
        int top = image.height();
        for (int y = image.height() - 1; y >= 0; --y) {
            for (int x = std::max(0, right - metrics.height()); x < right; ++x)
                top = QColor(image.pixel(x, y)) == theme.background() ? top : y;
        }
        QVERIFY2(top > 0 && top < metrics.height(), qPrintable(QString::number(top)));
    }

    // What has no room ends in an ellipsis, and the tool tip has all of it.
    void notesOfChartsAreNotCut()
    {
        Theme theme;
        ChartFrame frame(new QWidget, QStringLiteral("x"), &theme);
        const QString note = QStringLiteral("#: index inside the group, whose members no file names");
        frame.setHeading(QStringLiteral("Bandwidth"));
        frame.setNote(note);
        const auto *const shown = frame.findChild<ElidedLabel *>(QStringLiteral("note"));
        QVERIFY(shown);
        QCOMPARE(shown->text(), note);
        QVERIFY(shown->toolTip().contains(QStringLiteral("members")));
        QCOMPARE(frame.picture().text().note, note);
    }

    void theTotalKeepsItsNameInARunWithoutAMatrix()
    {
        ViewFixture f;
        MatrixLink total = link(0, 1, 16, 1);
        total.key = QStringLiteral("Total Op Info");
        total.opName = total.key;
        total.statistic.clear();
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 0;
        rank->links = MatrixLinks({total});
        f.runs.addRun(makeRun({rank}));
        CommunicationView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        const auto operatorBox = [&view]() -> QString {
            for (const Picker *const p : view.findChildren<Picker *>()) {
                if (p->box()->accessibleName() == QLatin1String("Operator"))
                    return p->box()->currentText();
            }
            return {};
        };
        QTRY_COMPARE(operatorBox(), QStringLiteral("All operators (Total Op Info)"));
        auto bare = std::make_shared<RankData>();
        bare->info.rank = 0;
        f.runs.setRank({0, 0}, bare);
        QTRY_VERIFY(view.isComplete() && view.matrix()->isEmpty());
        QCOMPARE(operatorBox(), QStringLiteral("All operators (Total Op Info)"));
    }

    void emptyStatesSayWhatIsMissing()
    {
        ViewFixture f;
        auto bare = std::make_shared<RankData>();
        bare->info.rank = 0;
        f.runs.addRun(makeRun({bare}));
        CommunicationView view(f.context());
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(view.matrix()->isEmpty());
        QVERIFY(view.matrix()->emptyState()->body().contains(QLatin1String("communication_matrix.json")));
        QVERIFY(view.matrix()->emptyState()->body().contains(QLatin1String("Level1")));
    }
};

RS_TEST(TestMatrix, QApplication);
#include "tst_matrix.moc"
