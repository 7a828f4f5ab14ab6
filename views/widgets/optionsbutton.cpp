// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/optionsbutton.h"

#include <QEvent>
#include <QFrame>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

OptionsButton::OptionsButton(const std::vector<QWidget *> &controls, QWidget *parent)
    : QToolButton(parent), m_panel(new QFrame(this, Qt::Popup))
{
    setObjectName(QStringLiteral("options"));
    m_panel->setFrameShape(QFrame::StyledPanel);
    auto *const column = new QVBoxLayout(m_panel);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    // A panel is as large as what it shows now.
    column->setSizeConstraint(QLayout::SetFixedSize);
    for (QWidget *const control : controls)
        column->addWidget(control, 0, Qt::AlignRight);
    connect(this, &QToolButton::clicked, this, &OptionsButton::open);
    retranslate();
}

void OptionsButton::open()
{
    // Layouts of what is hidden do not hear of other texts, as those of another language.
    for (const QWidget *const w : m_panel->findChildren<QWidget *>()) {
        if (w->layout())
            w->layout()->invalidate();
    }
    m_panel->layout()->invalidate();
    const QRect room = screen()->availableGeometry();
    const QSize size = m_panel->sizeHint();
    const QPoint below = mapToGlobal(QPoint(0, height()));
    m_panel->move(std::clamp(below.x(), room.left(), std::max(room.left(), room.right() - size.width())),
                  std::clamp(below.y(), room.top(), std::max(room.top(), room.bottom() - size.height())));
    m_panel->show();
    for (QWidget *w = m_panel->nextInFocusChain(); w != m_panel; w = w->nextInFocusChain()) {
        if (m_panel->isAncestorOf(w) && w->isVisible() && w->isEnabled() && (w->focusPolicy() & Qt::TabFocus) != 0) {
            w->setFocus(Qt::TabFocusReason);
            break;
        }
    }
}

void OptionsButton::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void OptionsButton::retranslate()
{
    setText(tr("Options"));
    setToolTip(tr("More choices of this page"));
    m_panel->setAccessibleName(text());
}

} // namespace rs

#include "moc_optionsbutton.cpp"
