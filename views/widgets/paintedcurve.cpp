// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/paintedcurve.h"

#include <QLineF>
#include <QPainter>
#include <QPen>
#include <QPolygonF>

#include <algorithm>

namespace rs {

namespace {

// Qt fills the outline of a line row by row, and looks in each row through all edges that cross it: a curve that jumps
// up and down has thousands.
constexpr qsizetype pointsPerPiece = 64;

} // namespace

void paintCurve(QPainter &painter, const QPolygonF &points, const QPen &pen)
{
    if (points.size() <= pointsPerPiece) {
        painter.setPen(pen);
        painter.drawPolyline(points);
        return;
    }
    QPen ofPiece = pen;
    double drawn = 0; // length of the curve as far as the piece
    for (qsizetype from = 0; from + 1 < points.size();) {
        const qsizetype to = std::min(from + pointsPerPiece, points.size());
        if (pen.style() != Qt::SolidLine)
            ofPiece.setDashOffset(pen.dashOffset() + drawn / std::max(1.0, pen.widthF()));
        painter.setPen(ofPiece);
        painter.drawPolyline(points.constData() + from, static_cast<int>(to - from));
        if (to == points.size())
            return;
        // The last segment is drawn by the next piece too, so that the corners at both of its ends are joined.
        for (qsizetype i = from; i + 1 < to - 1; ++i)
            drawn += QLineF(points[i], points[i + 1]).length();
        from = to - 2;
    }
}

} // namespace rs
