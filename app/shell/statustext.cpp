// SPDX-License-Identifier: Apache-2.0
#include "app/shell/statustext.h"

#include <QEvent>
#include <QPainter>

namespace rs {

namespace {
constexpr int margin = 8;
constexpr int roundingPx = 2;
} // namespace

StatusText::StatusText(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

int StatusText::widthOf(const QString &text) const
{
    // Advances are rounded: without the pixels more a text that just fits is elided.
    return text.isEmpty() ? 0 : fontMetrics().horizontalAdvance(text) + 2 * margin + roundingPx;
}

void StatusText::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    update();
    if (const int width = widthOf(text); width > m_width) {
        m_width = width;
        updateGeometry();
    }
}

QSize StatusText::sizeHint() const
{
    return {m_width, fontMetrics().height() + 4};
}

QSize StatusText::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

void StatusText::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect inside = rect().adjusted(margin, 0, -margin, 0);
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_text, Qt::ElideRight, inside.width()));
}

void StatusText::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        m_width = widthOf(m_text);
        updateGeometry();
    }
}

} // namespace rs

#include "moc_statustext.cpp"
