// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/timeruler.h"

#include "views/timeline/timeticks.h"

#include <QPainter>
#include <QWheelEvent>

namespace rs {

TimeRuler::TimeRuler(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

QSize TimeRuler::sizeHint() const
{
    return {400, fontMetrics().height() + 12};
}

void TimeRuler::setWindow(TimeWindow window, qint64 originNs)
{
    m_window = window;
    m_originNs = originNs;
    update();
}

void TimeRuler::setCursorX(int x)
{
    if (x == m_cursorX)
        return;
    m_cursorX = x;
    update();
}

void TimeRuler::setTimeSelection(TimeWindow w)
{
    m_selection = w;
    update();
}

void TimeRuler::wheelEvent(QWheelEvent *event)
{
    emit wheelTurned(event);
}

void TimeRuler::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    p.fillRect(rect(), m_theme->panel());
    p.setPen(m_theme->hairline());
    p.drawLine(0, height() - 1, width(), height() - 1);
    if (m_window.isEmpty())
        return;
    const QFontMetrics metrics = fontMetrics();
    const TimeTicks ticks = TimeTicks::of(m_window, m_originNs, width(), 8 * metrics.averageCharWidth() + 48);
    int textFrom = 0;
    if (!ticks.base.isEmpty()) {
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        p.setFont(bold);
        p.setPen(m_theme->text());
        p.drawText(QRect(6, 0, width(), height() - 8), Qt::AlignLeft | Qt::AlignVCenter, ticks.base);
        textFrom = 6 + QFontMetrics(bold).horizontalAdvance(ticks.base) + 10;
        p.setFont(font());
    }
    if (!m_selection.isEmpty()) {
        const TimeMap map(m_window, width());
        const double x0 = std::clamp(map.x(m_selection.fromNs), 0.0, double(width()));
        const double x1 = std::clamp(map.x(m_selection.toNs), 0.0, double(width()));
        QColor c = m_theme->accent();
        p.fillRect(QRectF(x0, height() - 4, std::max(1.0, x1 - x0), 3), c);
    }
    for (const TimeTicks::Tick &t : ticks.ticks) {
        const int x = static_cast<int>(t.x);
        p.setPen(m_theme->hairline().darker(m_theme->isDark() ? 80 : 115));
        p.drawLine(x, height() - (t.text.isEmpty() ? 4 : 8), x, height() - 2);
        if (t.text.isEmpty())
            continue;
        const int textWidth = metrics.horizontalAdvance(t.text);
        if (x + 4 < textFrom || x + 4 + textWidth > width())
            continue;
        p.setPen(m_theme->secondaryText());
        p.drawText(QRect(x + 4, 0, textWidth + 2, height() - 8), Qt::AlignLeft | Qt::AlignVCenter, t.text);
    }
    if (m_cursorX >= 0 && m_cursorX < width()) {
        const TimeMap map(m_window, width());
        // No more digits than a pixel can tell.
        const qint64 precision = timeline::tickStep(map.nsPerPixel() / 10);
        const QString text = exactOffset(timeline::tickAtOrBefore(map.time(m_cursorX), m_originNs, precision) - m_originNs);
        const int w = metrics.horizontalAdvance(text) + 10;
        const int x = std::clamp(m_cursorX - w / 2, 0, std::max(0, width() - w));
        p.fillRect(QRect(x, 1, w, height() - 6), m_theme->accent());
        p.fillRect(QRect(m_cursorX, height() - 5, 1, 5), m_theme->accent());
        p.setPen(Theme::labelOn(m_theme->accent()));
        p.drawText(QRect(x, 1, w, height() - 6), Qt::AlignCenter, text);
    }
}

} // namespace rs
