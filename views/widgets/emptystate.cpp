// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/emptystate.h"

#include "views/widgets/plaintext.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rs {

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent), m_block(new QWidget(this)), m_heading(plainLabel(this)), m_body(plainLabel(this)),
      m_button(new QPushButton(this))
{
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    for (QLabel *label : {m_heading, m_body}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        column->addWidget(label);
    }
    m_body->setForegroundRole(QPalette::PlaceholderText);
    m_button->hide();
    column->addWidget(m_button, 0, Qt::AlignLeft);
    connect(m_button, &QPushButton::clicked, this, &EmptyState::actionTriggered);

    m_block->setLayout(column);
    auto *middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(m_block, 100);
    middle->addStretch(1);
    auto *page = new QWidget(this);
    auto *rows = new QVBoxLayout(page);
    rows->setContentsMargins(16, 8, 16, 8);
    rows->addStretch(2);
    rows->addLayout(middle);
    rows->addStretch(3);
    // In a low dock the text is scrolled rather than cut.
    auto *area = new QScrollArea(this);
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    page->setAutoFillBackground(false);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(area);
    applyFonts();
}

void EmptyState::applyFonts()
{
    QFont f = font();
    f.setPointSizeF(f.pointSizeF() * 1.15);
    f.setWeight(QFont::Bold);
    m_heading->setFont(f);
}

void EmptyState::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        applyFonts();
}

// A scrolled page inherits a font when its view gets a parent, which overrules the font of its labels.
void EmptyState::showEvent(QShowEvent *event)
{
    applyFonts();
    fitLines();
    QWidget::showEvent(event);
}

void EmptyState::resizeEvent(QResizeEvent *event)
{
    fitLines();
    QWidget::resizeEvent(event);
}

void EmptyState::fitLines()
{
    constexpr int aside = 32; // margins of the page, left and right together
    const int letter = fontMetrics().averageCharWidth();
    const int room = std::max(1, width() - aside);
    int lines = 0;
    for (const int letters : {72, 108, 144, 200}) {
        lines = letters * letter;
        if (m_block->layout()->heightForWidth(std::min(lines, room)) + aside / 2 <= height() || lines >= room)
            break;
    }
    m_block->setMaximumWidth(lines);
}

void EmptyState::setText(const QString &heading, const QString &body)
{
    m_heading->setText(heading);
    m_body->setText(body);
    m_body->setVisible(!body.isEmpty());
    fitLines();
    setAccessibleName(heading);
    setAccessibleDescription(body);
}

QString EmptyState::heading() const
{
    return m_heading->text();
}

QString EmptyState::body() const
{
    return m_body->text();
}

void EmptyState::setAction(const QString &text)
{
    m_button->setText(text);
    m_button->setVisible(!text.isEmpty());
}

} // namespace rs

#include "moc_emptystate.cpp"
