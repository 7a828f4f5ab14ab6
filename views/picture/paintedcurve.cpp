// SPDX-License-Identifier: Apache-2.0
#include "views/picture/paintedcurve.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr double curveWidth = 1.5;
constexpr double dashLength = 6;
constexpr double dashPitch = 9;

} // namespace

CurvePainter::CurvePainter(QPainter &painter, const QColor &color, Style style)
    : m_painter(painter), m_color(color), m_style(style)
{
}

void CurvePainter::addColumn(double x, double first, double top, double bottom, double last)
{
    const double before = m_isJoined ? m_y : first;
    const double up = std::min({top, bottom, first, before});
    const double down = std::max({top, bottom, first, before});
    if (std::round(up) == std::round(down)) {
        fill(x, x + 1, up);
    } else {
        m_painter.fillRect(
            QRectF(x, std::round(up) - curveWidth / 2, 1, std::round(down) - std::round(up) + curveWidth), m_color);
    }
    m_isJoined = true;
    m_x = x + 1;
    m_y = last;
}

void CurvePainter::holdUntil(double x)
{
    if (x > m_x)
        fill(m_x, x, m_y);
    m_x = std::max(m_x, x);
}

// Dashes stand where they stand on the screen, whatever the curve does between them.
void CurvePainter::fill(double from, double to, double y)
{
    const double top = std::round(y) - curveWidth / 2;
    if (m_style == Style::Solid)
        return m_painter.fillRect(QRectF(from, top, to - from, curveWidth), m_color);
    for (double at = std::floor(from / dashPitch) * dashPitch; at < to; at += dashPitch) {
        const double left = std::max(at, from);
        const double right = std::min(at + dashLength, to);
        if (right > left)
            m_painter.fillRect(QRectF(left, top, right - left, curveWidth), m_color);
    }
}

} // namespace rs
