// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/focusframe.h"

#include "views/widgets/theme.h"

#include <QEvent>
#include <QPainter>

namespace rs {

namespace {
constexpr int thick = 2;
}

FocusFrame::FocusFrame(QWidget *keys, QWidget *around, const Theme *theme)
    : QWidget(around), m_keys(keys), m_theme(theme)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    keys->installEventFilter(this);
    if (around != keys)
        around->installEventFilter(this);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FocusFrame::follow()
{
    setGeometry(parentWidget()->rect());
    // Without its middle, so that what is painted there need not be composed with it.
    setMask(QRegion(rect()) - rect().adjusted(thick, thick, -thick, -thick));
    setVisible(m_keys->hasFocus());
    raise();
}

void FocusFrame::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), m_theme->accent());
}

bool FocusFrame::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut || event->type() == QEvent::Resize)
        follow();
    return QWidget::eventFilter(watched, event);
}

} // namespace rs

#include "moc_focusframe.cpp"
