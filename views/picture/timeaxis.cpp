// SPDX-License-Identifier: Apache-2.0
#include "views/picture/timeaxis.h"

#include "items/format.h"
#include "views/picture/axis.h"
#include "views/picture/timeticks.h"
#include "views/widgets/theme.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>

namespace rs {

void paintTimeAxis(QPainter &painter, const QRect &plot, TimeWindow window, qint64 originNs, int right,
                   const Theme &theme)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const int gap = metrics.averageCharWidth() * 3; // between the texts of two ticks
    const int widest = metrics.horizontalAdvance(QStringLiteral("+000.000 ms"));
    const TimeTicks ticks = TimeTicks::of(window, originNs, plot.width(), widest + gap);
    const int line = metrics.height();
    painter.setPen(theme.secondaryText());
    if (!ticks.base.isEmpty())
        painter.drawText(QRect(plot.left(), plot.top() - 2 * line, plot.width(), line), Qt::AlignLeft, ticks.base);
    int written = plot.left(); // up to here
    for (const TimeTicks::Tick &t : ticks.ticks) {
        const int x = plot.left() + static_cast<int>(t.x);
        painter.setPen(theme.hairline());
        painter.drawLine(x, plot.top() - (t.text.isEmpty() ? 3 : line), x, plot.top() - 1);
        if (t.text.isEmpty())
            continue;
        // The text stands right of its tick: left of the last one it would be taken for that of the one before.
        const int at = x + 3;
        const int end = at + metrics.horizontalAdvance(t.text);
        if (at < written || end > right)
            continue;
        written = end + gap;
        painter.setPen(theme.secondaryText());
        painter.drawText(QPoint(at, plot.top() - metrics.descent() - 2), t.text);
    }
    painter.setPen(theme.hairline());
    painter.drawLine(plot.left(), plot.top() - 1, plot.right(), plot.top() - 1);
}

void paintTimesBelow(QPainter &painter, const QRect &plot, TimeWindow window, qint64 originNs, int right,
                     const Theme &theme)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const qint64 from = saturatedDifference(window.fromNs, originNs);
    const qint64 to = saturatedDifference(window.toNs, originNs);
    const format::TimeUnit unit = format::timeUnitFor(std::max(saturatedMagnitude(from), saturatedMagnitude(to)));
    const auto unitNs = static_cast<double>(format::unitNs(unit));
    const int ticks = std::max(2, plot.width() / (metrics.averageCharWidth() * 16));
    const double step = niceStep(static_cast<double>(window.lengthNs()) / unitNs, ticks);
    const TimeMap map(window, plot.width());
    for (double at = std::ceil(static_cast<double>(from) / unitNs / step) * step;
         at * unitNs <= static_cast<double>(to); at += step) {
        const qint64 ns = std::llround(at * unitNs);
        paintTickBelow(painter, plot, plot.left() + map.x(saturatedSum(originNs, ns)),
                       format::timeIn(ns, unit, stepDecimals(step)) + u' ' + format::unitName(unit), right, theme);
    }
}

void paintTickBelow(QPainter &painter, const QRect &plot, double x, const QString &text, int right, const Theme &theme)
{
    painter.setPen(theme.hairline());
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const QFontMetrics metrics = painter.fontMetrics();
    const double half = metrics.horizontalAdvance(text) / 2.0 + 1;
    const double middle = std::max(std::min(x, right - half), plot.left() + half);
    painter.setPen(theme.secondaryText());
    painter.drawText(QRectF(middle - half, plot.bottom() + 2, 2 * half, metrics.height()), Qt::AlignHCenter, text);
}

bool zoomsToSelection(const QKeyEvent &e)
{
    return !(e.modifiers() & Qt::ControlModifier) && (e.key() == Qt::Key_Z || e.key() == Qt::Key_F);
}

bool showsAll(const QKeyEvent &e)
{
    return e.key() == Qt::Key_Home || e.key() == Qt::Key_0;
}

bool activates(const QKeyEvent &e)
{
    return e.key() == Qt::Key_Return || e.key() == Qt::Key_Enter;
}

int zoomDirection(const QKeyEvent &e)
{
    if (e.modifiers() & Qt::ControlModifier)
        return 0;
    return e.key() == Qt::Key_Plus || e.key() == Qt::Key_Equal         ? 1
           : e.key() == Qt::Key_Minus || e.key() == Qt::Key_Underscore ? -1
                                                                       : 0;
}

} // namespace rs
