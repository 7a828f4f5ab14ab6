// SPDX-License-Identifier: Apache-2.0
#include "views/picture/axistitle.h"

#include <QFontMetrics>
#include <QPainter>
#include <QString>

#include <algorithm>

namespace rs {

namespace {

bool isUpright(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
}

// Start of a title of that length.
double startOf(double length, double middle, double room)
{
    return length >= room ? 0 : std::clamp(middle - length / 2, 0.0, room - length);
}

} // namespace

void paintVerticalTitle(QPainter &painter, const QString &text, double left, double middle, double room)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const int line = metrics.height();
    if (!isUpright(text)) {
        const QString shown = metrics.elidedText(text, Qt::ElideRight, static_cast<int>(room));
        const double length = metrics.horizontalAdvance(shown) + 2;
        painter.save();
        painter.translate(left, startOf(length, middle, room) + length);
        painter.rotate(-90);
        painter.drawText(QRectF(0, 0, length, line), Qt::AlignCenter, shown);
        painter.restore();
        return;
    }
    QString shown = text;
    shown.remove(u' ');
    const auto most = static_cast<qsizetype>(room / line);
    if (shown.size() > most)
        shown = shown.left(std::max<qsizetype>(0, most - 1)) + QChar(0x22EE); // three dots, one below the other
    double y = startOf(static_cast<double>(shown.size()) * line, middle, room);
    for (const QChar c : shown) {
        painter.drawText(QRectF(left, y, line, line), Qt::AlignCenter, c);
        y += line;
    }
}

} // namespace rs
