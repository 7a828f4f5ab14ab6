// SPDX-License-Identifier: Apache-2.0
#include "views/picture/boxplot.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr int boxGap = 8;
constexpr int ticks = 5;
constexpr double widestBox = 60;

} // namespace

BoxPlot::BoxPlot(const Theme *theme, QWidget *parent) : Picture(theme, parent)
{
    setFormat([](double value) { return format::real(value); });
}

void BoxPlot::setBoxes(std::vector<ValueBox> boxes)
{
    m_boxes = std::move(boxes);
    setSelected(m_selectedKey);
}

void BoxPlot::setFormat(std::function<QString(double)> text)
{
    m_text = std::move(text);
    update();
}

void BoxPlot::setAxisTitle(const QString &title)
{
    m_axisTitle = title;
    update();
}

void BoxPlot::setValueTitle(const QString &title)
{
    m_valueTitle = title;
    update();
}

void BoxPlot::setSelected(const QString &key)
{
    m_selectedKey = key;
    const auto at = std::find_if(m_boxes.begin(), m_boxes.end(), [&key](const ValueBox &b) { return b.key == key; });
    m_selected = at == m_boxes.end() ? -1 : static_cast<int>(at - m_boxes.begin());
    tell(m_selected < 0 ? TipLines() : at->tipLines);
    update();
}

ValueAxis BoxPlot::valueAxis() const
{
    double high = 0;
    for (const ValueBox &box : m_boxes)
        high = std::max(high, box.outliers.empty() ? box.high : std::max(box.high, box.outliers.back()));
    constexpr double room = 1.05;
    ValueAxis out = ValueAxis::of(0, high > 0 ? high * room : 1, ticks);
    out.text = m_text;
    out.title = m_valueTitle;
    return out;
}

QRect BoxPlot::plot() const
{
    const int line = fontMetrics().height();
    const int left = valueAxis().width(fontMetrics());
    return {left, line, std::max(1, width() - left - 2 * boxGap), std::max(1, height() - 3 * line - boxGap)};
}

int BoxPlot::boxAt(const QPoint &at) const
{
    const QRect area = plot();
    if (m_boxes.empty() || !area.contains(at))
        return -1;
    const auto count = static_cast<int>(m_boxes.size());
    return std::clamp((at.x() - area.left()) * count / area.width(), 0, count - 1);
}

QPoint BoxPlot::centerOf(int box) const
{
    const QRect area = plot();
    const double slot = static_cast<double>(area.width()) / static_cast<double>(m_boxes.size());
    return {static_cast<int>(area.left() + slot * (box + 0.5)), area.center().y()};
}

void BoxPlot::paintLabels(QPainter &painter, const QRect &area) const
{
    const int line = fontMetrics().height();
    painter.setPen(theme().secondaryText());
    int widest = 1;
    for (const ValueBox &box : m_boxes)
        widest = std::max(widest, fontMetrics().horizontalAdvance(box.label) + boxGap);
    const double slot = static_cast<double>(area.width()) / static_cast<double>(m_boxes.size());
    const int each = std::max(1, static_cast<int>(std::ceil(widest / slot)));
    for (size_t i = 0; i < m_boxes.size(); i += static_cast<size_t>(each)) {
        const double x = area.left() + slot * (static_cast<double>(i) + 0.5);
        painter.drawText(QRectF(x - widest, area.bottom() + boxGap / 2.0, 2 * widest, line), Qt::AlignHCenter,
                         m_boxes[i].label);
    }
    painter.drawText(QRect(area.left(), area.bottom() + boxGap / 2 + line, area.width(), line), Qt::AlignHCenter,
                     m_axisTitle);
}

void BoxPlot::paintBox(QPainter &painter, const QRect &area, double left, double slotWide, const ValueBox &box,
                       const ValueAxis &axis) const
{
    const auto yOf = [&](double value) { return axis.y(area, value); };
    const double wide = std::clamp(slotWide * 0.6, 1.0, widestBox);
    const double middle = left + slotWide / 2;
    const QColor color = box.marked ? theme().warning() : theme().series(0);
    painter.setPen(color);
    painter.drawLine(QPointF(middle, yOf(box.low)), QPointF(middle, yOf(box.high)));
    constexpr double detailed = 4;  // pixels from which on ends and medians can be told from the rest
    constexpr double leastHigh = 2; // of quartiles that are one value
    const double high = std::max(leastHigh, yOf(box.q1) - yOf(box.q3));
    painter.fillRect(QRectF(middle - wide / 2, yOf(box.q3), wide, high), color);
    if (wide >= detailed) {
        for (const double end : {box.low, box.high})
            painter.drawLine(QPointF(middle - wide / 4, yOf(end)), QPointF(middle + wide / 4, yOf(end)));
    }
    if (wide >= detailed && high >= 2 * detailed) {
        painter.setPen(QPen(theme().background(), 2));
        painter.drawLine(QPointF(middle - wide / 2, yOf(box.median)), QPointF(middle + wide / 2, yOf(box.median)));
    }
    double drawn = -1; // of outliers that share a pixel one is drawn
    for (const double value : box.outliers) {
        const double y = std::round(yOf(value));
        if (y == drawn)
            continue;
        drawn = y;
        const double radius = std::clamp(wide / 8, 0.5, 2.0);
        painter.fillRect(QRectF(middle - radius, y - radius, 2 * radius, 2 * radius), color);
    }
}

void BoxPlot::paint(QPainter &painter)
{
    if (m_boxes.empty())
        return;
    const QRect area = plot();
    const ValueAxis axis = valueAxis();
    const double wide = static_cast<double>(area.width()) / static_cast<double>(m_boxes.size());
    axis.paint(painter, area, theme());
    paintLabels(painter, area);
    for (size_t i = 0; i < m_boxes.size(); ++i) {
        const double left = area.left() + wide * static_cast<double>(i);
        if (static_cast<int>(i) == m_selected) {
            QColor shade = theme().accent();
            shade.setAlpha(40);
            painter.fillRect(QRectF(left, area.top(), wide, area.height()), shade);
        }
        paintBox(painter, area, left, wide, m_boxes[i], axis);
    }
    paintFocus(painter, area);
}

void BoxPlot::chooseItem(int item)
{
    if (item < 0)
        return;
    setSelected(m_boxes[static_cast<size_t>(item)].key);
    emit clicked(item);
}

Picture::Tip BoxPlot::tipAt(const QPoint &at) const
{
    const int box = boxAt(at);
    return box < 0 ? Tip() : Tip{m_boxes[static_cast<size_t>(box)].tipLines};
}

} // namespace rs

#include "moc_boxplot.cpp"
