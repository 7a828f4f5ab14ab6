// SPDX-License-Identifier: Apache-2.0
#include "views/picture/boxplot.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/axis.h"
#include "views/picture/axistitle.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr int boxGap = 8;
constexpr int ticks = 5;
constexpr double widestBox = 60;

} // namespace

BoxPlot::BoxPlot(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setFormat([](double value) { return format::real(value); });
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
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
    QStringList told;
    if (m_selected >= 0) {
        for (const auto &[label, value] : at->tipLines)
            told << (value.isEmpty() ? label : label + QLatin1String(": ") + value);
    }
    setAccessibleDescription(told.join(u'\n'));
    update();
}

double BoxPlot::highest() const
{
    double out = 0;
    for (const ValueBox &box : m_boxes)
        out = std::max(out, box.outliers.empty() ? box.high : std::max(box.high, box.outliers.back()));
    constexpr double room = 1.05;
    return out > 0 ? out * room : 1;
}

QRect BoxPlot::plot() const
{
    const double top = highest();
    int widest = 0;
    for (double value = 0; value <= top; value += niceStep(top, ticks))
        widest = std::max(widest, fontMetrics().horizontalAdvance(m_text(value)));
    const int line = fontMetrics().height();
    const int left = widest + 2 * boxGap + (m_valueTitle.isEmpty() ? 0 : line);
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

QSize BoxPlot::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 16};
}

QSize BoxPlot::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 8};
}

void BoxPlot::paintAxes(QPainter &painter, const QRect &area, double top) const
{
    const int line = fontMetrics().height();
    for (double value = 0; value <= top; value += niceStep(top, ticks)) {
        const double y = area.bottom() - value / top * area.height();
        painter.setPen(m_theme->hairline());
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(m_theme->secondaryText());
        painter.drawText(QRectF(0, y - line / 2.0, area.left() - boxGap, line), Qt::AlignRight | Qt::AlignVCenter,
                         m_text(value));
    }
    if (!m_valueTitle.isEmpty())
        paintVerticalTitle(painter, m_valueTitle, boxGap / 2.0, area.center().y(), height());
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

void BoxPlot::paintBox(QPainter &painter, const QRectF &slot, const ValueBox &box, double top) const
{
    const auto yOf = [&](double value) { return slot.bottom() - value / top * slot.height(); };
    const double wide = std::clamp(slot.width() * 0.6, 1.0, widestBox);
    const double middle = slot.center().x();
    const QColor color = box.marked ? m_theme->warning() : m_theme->series(0);
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
        painter.setPen(QPen(m_theme->background(), 2));
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

void BoxPlot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->background());
    if (m_boxes.empty())
        return;
    const QRect area = plot();
    const double top = highest();
    const double wide = static_cast<double>(area.width()) / static_cast<double>(m_boxes.size());
    paintAxes(painter, area, top);
    for (size_t i = 0; i < m_boxes.size(); ++i) {
        const QRectF slot(area.left() + wide * static_cast<double>(i), area.top(), wide, area.height());
        if (static_cast<int>(i) == m_selected) {
            QColor shade = m_theme->accent();
            shade.setAlpha(40);
            painter.fillRect(slot, shade);
        }
        paintBox(painter, slot, m_boxes[i], top);
    }
}

void BoxPlot::mousePressEvent(QMouseEvent *event)
{
    const int box = event->button() == Qt::LeftButton ? boxAt(event->pos()) : -1;
    if (box < 0)
        return QWidget::mousePressEvent(event);
    setSelected(m_boxes[static_cast<size_t>(box)].key);
    emit clicked(box);
}

void BoxPlot::mouseDoubleClickEvent(QMouseEvent *event)
{
    const int box = event->button() == Qt::LeftButton ? boxAt(event->pos()) : -1;
    if (box >= 0)
        emit activated(box);
}

void BoxPlot::keyPressEvent(QKeyEvent *event)
{
    const int last = static_cast<int>(m_boxes.size()) - 1;
    int next = m_selected;
    switch (event->key()) {
    case Qt::Key_Left:
        next = std::max(0, m_selected - 1);
        break;
    case Qt::Key_Right:
        next = m_selected + 1;
        break;
    case Qt::Key_Home:
        next = 0;
        break;
    case Qt::Key_End:
        next = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected >= 0)
            emit activated(m_selected);
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
    if (last < 0)
        return;
    next = std::min(next, last);
    setSelected(m_boxes[static_cast<size_t>(next)].key);
    emit clicked(next);
}

bool BoxPlot::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    if (const int box = boxAt(help->pos()); box < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), format::tooltipTable(m_boxes[static_cast<size_t>(box)].tipLines), this);
    return true;
}

} // namespace rs

#include "moc_boxplot.cpp"
