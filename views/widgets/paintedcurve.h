// SPDX-License-Identifier: Apache-2.0
#pragma once

class QPainter;
class QPen;
class QPolygonF;

namespace rs {

/// Draws a line through `points`, as QPainter::drawPolyline() does, in a time that grows with their number and not with
/// its square: for curves with several points to a pixel.
void paintCurve(QPainter &painter, const QPolygonF &points, const QPen &pen);

} // namespace rs
