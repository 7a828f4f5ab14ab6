// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>

class QPainter;

namespace rs {

/// Draws a curve of steps column by column, from left to right: each column is one stroke over all that the curve
/// reaches in it, joined to where the one before it ended. The time grows with the number of columns, however much the
/// curve jumps. The painter must not smooth edges.
class CurvePainter
{
public:
    enum class Style : quint8 { Solid, Dashed };

    CurvePainter(QPainter &painter, const QColor &color, Style style = Style::Solid);

    /// A column at `x`, one wide, in coordinates of the painter: the curve comes in at `first`, reaches `top` and
    /// `bottom`, and goes out at `last`.
    void addColumn(double x, double first, double top, double bottom, double last);
    /// The curve holds what it had until `x`.
    void holdUntil(double x);
    /// Nothing is known behind the last column: the next one is not joined to it.
    void interrupt() { m_isJoined = false; }

private:
    void fill(double from, double to, double y);

    QPainter &m_painter;
    QColor m_color;
    Style m_style;
    bool m_isJoined = false;
    double m_x = 0; ///< where the curve has come to
    double m_y = 0;
};

} // namespace rs
