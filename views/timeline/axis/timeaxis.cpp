// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/axis/timeaxis.h"

#include "views/widgets/theme.h"
#include "views/timeline/axis/timeticks.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>

namespace rs {

void paintTimeAxis(QPainter &painter, const QRect &plot, TimeWindow window, qint64 originNs, int right,
                   const Theme &theme)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const TimeTicks ticks = TimeTicks::of(window, originNs, plot.width(), metrics.averageCharWidth() * 14);
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
        written = end + 3;
        painter.setPen(theme.secondaryText());
        painter.drawText(QPoint(at, plot.top() - metrics.descent() - 2), t.text);
    }
    painter.setPen(theme.hairline());
    painter.drawLine(plot.left(), plot.top() - 1, plot.right(), plot.top() - 1);
}

bool zoomsToSelection(const QKeyEvent &e)
{
    return !(e.modifiers() & Qt::ControlModifier) && (e.key() == Qt::Key_Z || e.key() == Qt::Key_F);
}

bool showsAll(const QKeyEvent &e)
{
    return e.key() == Qt::Key_Home || (e.key() == Qt::Key_0 && e.modifiers() & Qt::ControlModifier);
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
