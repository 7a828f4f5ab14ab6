// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/matrixframes.h"

#include <QPointF>
#include <QPolygonF>
#include <QStringList>

#include <vector>

namespace rs {

// Places are in a circle of radius 1 about (0, 0), y downwards.

/// `count` nodes clockwise from the top; a block, which begins at a node of `starts`, stands apart from the next by the
/// room of one node.
[[nodiscard]] std::vector<QPointF> ringPlaces(int count, const std::vector<int> &starts);

/// The line of a link: bent towards the middle and to the right of its direction, so that the two directions between a
/// pair lie apart. Of a node to itself: a loop, beyond the ring.
struct LinkCurve
{
    QPointF from;
    QPointF control; ///< control point of a quadratic curve; middle of a loop
    QPointF to;
    static constexpr double loopRadius = 0.05;
    [[nodiscard]] bool isLoop() const { return from == to; }
    [[nodiscard]] QPointF at(double t) const; ///< t in 0..1; not of a loop
    [[nodiscard]] double distanceTo(const QPointF &place) const;
    /// False where it is farther away for sure, which takes less to tell.
    [[nodiscard]] bool mayReach(const QPointF &place, double reach) const;
};
[[nodiscard]] LinkCurve linkCurve(const QPointF &from, const QPointF &to);

/// The curve that is nearest to a place, the last of equal ones, which is drawn on top; -1 where none is within
/// `reach`.
[[nodiscard]] int curveAt(const std::vector<LinkCurve> &curves, const QPointF &place, double reach);
/// Nodes within a line that was drawn around them, ascending.
[[nodiscard]] std::vector<int> nodesWithin(const std::vector<QPointF> &places, const QPolygonF &lasso);

/// Which links of a grid are drawn.
struct LinkGraphChoice
{
    QStringList hiddenTypes; ///< as MatrixGrid::transports has them
    int most = 0;            ///< the links that carried most; 0: all
};

/// A grid as a graph, its nodes in the order of its rows.
struct LinkGraphData
{
    std::vector<QPointF> places;   ///< by row of the grid
    std::vector<int> links;        ///< into MatrixGrid::links, ascending by size, slow ones last
    std::vector<LinkCurve> curves; ///< by `links`
    int leftOut = 0;               ///< links of the types that are shown, beyond the most
};

/// Slow links (`frames`, ascending by link) are drawn however little they carried, and count among the most.
[[nodiscard]] LinkGraphData linkGraph(const MatrixGrid &grid, const std::vector<MatrixFrame> &frames,
                                      const LinkGraphChoice &choice);

} // namespace rs
