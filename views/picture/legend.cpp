// SPDX-License-Identifier: Apache-2.0
#include "views/picture/legend.h"

#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace rs {

namespace {
constexpr int gap = 16;
constexpr int markWidth = 18;
constexpr int markGap = 6;
} // namespace

std::vector<QRect> legendRects(const std::vector<LegendEntry> &entries, const QFontMetrics &metrics, int width)
{
    std::vector<QRect> out;
    const int line = metrics.height() + 4;
    int x = 0;
    int y = 0;
    for (const LegendEntry &e : entries) {
        const int w = std::min(std::max(1, width), markWidth + markGap + metrics.horizontalAdvance(e.text) + 2);
        if (x > 0 && x + w > width) {
            x = 0;
            y += line;
        }
        out.emplace_back(x, y, w, line);
        x += w + gap;
    }
    return out;
}

int legendHeight(const std::vector<QRect> &rects)
{
    return rects.empty() ? 0 : rects.back().bottom() + 1;
}

void paintLegend(QPainter &painter, const std::vector<LegendEntry> &entries, const std::vector<QRect> &rects,
                 QPoint origin, const Theme &theme)
{
    for (size_t i = 0; i < entries.size() && i < rects.size(); ++i) {
        const LegendEntry &e = entries[i];
        const QRect r = rects[i].translated(origin);
        painter.setOpacity(e.on ? 1.0 : 0.4);
        const int middle = r.center().y();
        if (e.mark == LegendEntry::Mark::Frame) {
            painter.setPen(QPen(e.color, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRect(r.left() + 4, middle - 4, 10, 9));
        } else if (e.mark == LegendEntry::Mark::Corner) {
            const QPoint at(r.left() + 4, middle - 4);
            painter.setPen(Qt::NoPen);
            painter.setBrush(e.color);
            painter.drawPolygon(QPolygon({at, at + QPoint(10, 0), at + QPoint(0, 10)}));
            painter.setBrush(Qt::NoBrush);
        } else if (e.mark == LegendEntry::Mark::Swatch || e.mark == LegendEntry::Mark::Crossed ||
                   e.mark == LegendEntry::Mark::Striped || e.mark == LegendEntry::Mark::Hatched) {
            const QRect swatch(r.left() + 3, middle - 5, 12, 11);
            if (e.color.isValid() && e.mark != LegendEntry::Mark::Hatched) {
                painter.fillRect(swatch, e.color);
            } else {
                painter.setPen(e.color.isValid() ? e.color : theme.secondaryText());
                for (int x = 0; x < 24; x += 4)
                    painter.drawLine(QLine(swatch.left() + std::max(0, x - 10), swatch.top() + std::min(x, 10),
                                           swatch.left() + std::min(x, 11), swatch.top() + std::max(0, x - 11)));
            }
            if (e.mark == LegendEntry::Mark::Crossed)
                painter.fillRect(swatch, QBrush(theme.secondaryText(), Qt::DiagCrossPattern));
            else if (e.mark == LegendEntry::Mark::Striped)
                painter.fillRect(swatch, QBrush(theme.background(), Qt::BDiagPattern));
            // Pale swatches would melt into the background without it.
            painter.setPen(theme.hairline());
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(swatch.adjusted(0, 0, -1, -1));
        } else {
            painter.setPen(QPen(e.color, 2, e.mark == LegendEntry::Mark::Line ? Qt::SolidLine : Qt::DashLine));
            painter.drawLine(r.left(), middle, r.left() + markWidth, middle);
        }
        const QRect text = r.adjusted(markWidth + markGap, 0, 0, 0);
        painter.setPen(theme.text());
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(e.text, Qt::ElideRight, text.width()));
        painter.setOpacity(1);
    }
}

} // namespace rs
