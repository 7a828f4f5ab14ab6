// SPDX-License-Identifier: Apache-2.0
#include "items/linkgraph.h"
#include "support/testprogram.h"

#include <QTest>

#include <cmath>
#include <utility>

using namespace rs;

namespace {

bool isAt(const QPointF &p, double x, double y)
{
    return std::abs(p.x() - x) < 1e-9 && std::abs(p.y() - y) < 1e-9;
}

MatrixLinkSum linkOf(int source, int destination, double sizeMb, const QString &transport)
{
    MatrixLinkSum l;
    l.source = source;
    l.destination = destination;
    l.sizeMb = sizeMb;
    l.transport = transport;
    return l;
}

} // namespace

class TestLinkGraph : public QObject
{
    Q_OBJECT
private slots:
    void nodesGoAroundFromTheTop()
    {
        const std::vector<QPointF> four = ringPlaces(4, {});
        QVERIFY(isAt(four[0], 0, -1));
        QVERIFY(isAt(four[1], 1, 0));
        QVERIFY(isAt(four[2], 0, 1));
        QVERIFY(isAt(four[3], -1, 0));
        QVERIFY(ringPlaces(0, {}).empty());
    }

    void blocksStandApart()
    {
        // Two blocks of two: six rooms of 60 degrees, the third and the sixth left free.
        const std::vector<QPointF> places = ringPlaces(4, {2});
        const double half = std::sqrt(3.0) / 2;
        QVERIFY(isAt(places[0], 0, -1));
        QVERIFY(isAt(places[1], half, -0.5));
        QVERIFY(isAt(places[2], 0, 1));
        QVERIFY(isAt(places[3], -half, 0.5));
    }

    void theTwoDirectionsLieApart()
    {
        // Down the middle of the ring, 2 long: bent by a tenth of that to the right of who walks down.
        const LinkCurve down = linkCurve({0, -1}, {0, 1});
        QVERIFY(isAt(down.control, -0.2, 0));
        QVERIFY(isAt(down.at(0.5), -0.1, 0));
        QVERIFY(isAt(linkCurve({0, 1}, {0, -1}).control, 0.2, 0));
        // From (-0.3, -0.4) to (0.3, -0.4), 0.6 long: the middle (0, -0.4) less 0.4 * 0.6 of it, and 0.06 down.
        QVERIFY(isAt(linkCurve({-0.3, -0.4}, {0.3, -0.4}).control, 0, -0.304 + 0.06));
        const LinkCurve loop = linkCurve({0, -1}, {0, -1});
        QVERIFY(loop.isLoop());
        QVERIFY(isAt(loop.control, 0, -1.05));
        QVERIFY(std::abs(loop.distanceTo({0, -1.1})) < 1e-9);
    }

    void theNearestCurveIsMeant()
    {
        const std::vector<LinkCurve> curves = {linkCurve({0, -1}, {0, 1}), linkCurve({0, 1}, {0, -1})};
        QCOMPARE(curveAt(curves, {-0.1, 0}, 0.02), 0);
        QCOMPARE(curveAt(curves, {0.11, 0}, 0.02), 1);
        QCOMPARE(curveAt(curves, {0.5, 0}, 0.02), -1);
        QCOMPARE(curveAt({curves[0], curves[0]}, {-0.1, 0}, 0.02), 1); // the upper one
        QCOMPARE(curveAt({}, {0, 0}, 1), -1);
    }

    void aLassoHoldsWhatItGoesAround()
    {
        const std::vector<QPointF> places = ringPlaces(4, {});
        QCOMPARE(nodesWithin(places, QPolygonF({{-0.5, -1.5}, {1.5, -1.5}, {1.5, 0.5}, {0.8, 0.5}})),
                 (std::vector<int>{0, 1}));
        QVERIFY(nodesWithin(places, QPolygonF({{-0.1, -0.1}, {0.1, -0.1}, {0, 0.1}})).empty());
    }

    void aGridKeepsToTheChosenRanks()
    {
        std::vector<MatrixCell> cells;
        for (const auto &[source, destination] : {std::pair(0, 1), std::pair(1, 2), std::pair(2, 0)}) {
            MatrixCell c;
            c.op = QStringLiteral("x");
            c.source = source;
            c.destination = destination;
            c.global = true;
            cells.push_back(c);
        }
        const MatrixGrid two = buildGrid(cells, {QStringLiteral("x"), {}, false, {}, {0, 2}});
        QCOMPARE(two.count(), 2);
        QCOMPARE(two.links.size(), size_t(1));
        QVERIFY(two.link(1, 0)); // from 2 to 0
        cells[0].global = false; // which ranks these are is not known
        QVERIFY(isBetween(cells[0], {2}));
        QVERIFY(isBetween(cells[1], {}) && !isBetween(cells[1], {2}));
    }

    void theHeaviestAndTheSlowOnesAreDrawn()
    {
        MatrixGrid grid;
        grid.ranks = {{0, true}, {1, true}, {2, true}};
        const QString hccs = QStringLiteral("HCCS");
        grid.links = {linkOf(0, 1, 8, hccs), linkOf(1, 2, 2, hccs), linkOf(2, 0, 4, hccs), linkOf(1, 0, 8, hccs),
                      linkOf(0, 0, 99, QStringLiteral("LOCAL"))};
        MatrixFrame slow;
        slow.link = 1;
        const LinkGraphData two = linkGraph(grid, {slow}, {{QStringLiteral("LOCAL")}, 2});
        QCOMPARE(two.links, (std::vector<int>{0, 1}));
        QCOMPARE(two.leftOut, 2);
        QCOMPARE(two.curves.size(), size_t(2));
        QVERIFY(isAt(two.curves[0].from, 0, -1));
        const LinkGraphData all = linkGraph(grid, {}, {});
        QCOMPARE(all.links, (std::vector<int>{1, 2, 3, 0, 4}));
        QCOMPARE(all.leftOut, 0);
        QVERIFY(all.curves.back().isLoop());
        QVERIFY(linkGraph({}, {}, {}).links.empty());
    }
};

RS_TEST(TestLinkGraph, QCoreApplication);
#include "tst_linkgraph.moc"
