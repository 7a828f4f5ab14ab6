// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QFontMetrics>
#include <QRect>
#include <QString>

#include <vector>

class QPainter;

namespace rs {

class Theme;

struct LegendEntry
{
    enum class Mark : quint8 {
        Swatch,
        Line,
        DashedLine,
        Crossed, ///< a swatch with a grid of diagonals
        Striped, ///< a swatch with stripes of the background
        Hatched, ///< the outline of a swatch with thin diagonals
        Frame,   ///< the outline of a swatch
        Corner   ///< a triangle, as in the corner of a cell
    };
    QString text;
    QColor color; ///< invalid: hatched, which stands for "no data"
    Mark mark = Mark::Swatch;
    bool on = true; ///< false: the series is hidden, its entry is drawn pale
};

/// Rectangles of the entries of a horizontal legend, wrapped to `width`; they start at (0, 0).
[[nodiscard]] std::vector<QRect> legendRects(const std::vector<LegendEntry> &entries, const QFontMetrics &metrics,
                                             int width);
[[nodiscard]] int legendHeight(const std::vector<QRect> &rects);
void paintLegend(QPainter &painter, const std::vector<LegendEntry> &entries, const std::vector<QRect> &rects,
                 QPoint origin, const Theme &theme);

} // namespace rs
