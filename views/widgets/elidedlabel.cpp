// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/elidedlabel.h"

#include <QPainter>

namespace rs {

ElidedLabel::ElidedLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect area = contentsRect();
    QStringList lines = text().split(u'\n');
    for (QString &line : lines)
        line = fontMetrics().elidedText(line, Qt::ElideRight, area.width());
    painter.drawText(area, static_cast<int>(alignment()), lines.join(u'\n'));
}

} // namespace rs

#include "moc_elidedlabel.cpp"
