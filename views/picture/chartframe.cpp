// SPDX-License-Identifier: Apache-2.0
#include "views/picture/chartframe.h"

#include "items/format.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/menus.h"
#include "views/widgets/plaintext.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace rs {

ChartFrame::ChartFrame(QWidget *content, QString fileName, const Theme *theme, QWidget *parent)
    : QWidget(parent), m_content(content), m_fileName(std::move(fileName)), m_theme(theme),
      m_heading(new ElidedLabel(this)), m_note(new ElidedLabel(this)), m_wholeNote(nullptr),
      m_rows(new QVBoxLayout(this)), m_line(new QHBoxLayout), m_head(nullptr), m_button(new QToolButton(this)),
      m_savePng(new QAction(this)), m_saveSvg(new QAction(this)), m_copy(new QAction(this))
{
    for (QLabel *label : {m_heading, static_cast<QLabel *>(m_note)}) {
        // A heading must never keep a dock from becoming narrow.
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        label->setMinimumWidth(1);
    }
    m_heading->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_button->setAutoRaise(true);
    m_button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_button->setFocusPolicy(Qt::TabFocus);
    auto *menu = new QMenu(m_button);
    menu->addActions({m_savePng, m_saveSvg, m_copy});
    attachMenu(m_button, menu);

    m_line->setSpacing(8);
    m_line->addWidget(m_heading);
    m_line->addWidget(m_note, 1);
    m_line->addWidget(m_button);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(4);
    m_rows->addLayout(m_line);
    m_rows->addWidget(m_content, 1);

    m_content->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_content, &QWidget::customContextMenuRequested, this, &ChartFrame::showMenu);
    connect(m_savePng, &QAction::triggered, this,
            [this] { picture().askAndSave(ChartPicture::Format::Png, m_fileName, this); });
    connect(m_saveSvg, &QAction::triggered, this,
            [this] { picture().askAndSave(ChartPicture::Format::Svg, m_fileName, this); });
    connect(m_copy, &QAction::triggered, this, [this] { picture().copy(); });
    applyFonts();
    retranslate();
}

void ChartFrame::setHeading(const QString &heading)
{
    m_heading->setText(heading);
    m_heading->setToolTip(format::tooltipText(heading));
    m_content->setAccessibleName(heading);
}

void ChartFrame::setNotes(const QStringList &notes)
{
    setNote(notes.join(tr("; ", "between notes")));
    m_notes = notes;
}

void ChartFrame::setNote(const QString &note)
{
    m_notes = {note};
    m_note->setText(note);
    m_note->setToolTip(format::tooltipText(note));
    if (m_wholeNote) {
        m_wholeNote->setText(note);
        m_wholeNote->setVisible(!note.isEmpty());
    }
}

void ChartFrame::wrapHead()
{
    m_head = new QWidget(this);
    auto *const flow = new FlowLayout(m_head, 12);
    m_line->removeWidget(m_heading);
    m_heading->setMinimumWidth(1);
    flow->addWidget(m_heading);
    m_line->removeWidget(m_note);
    m_note->hide();
    m_line->insertWidget(0, m_head, 1);
    m_line->setAlignment(m_button, Qt::AlignTop);
    m_wholeNote = plainLabel(this);
    m_wholeNote->setForegroundRole(QPalette::PlaceholderText);
    m_wholeNote->setWordWrap(true);
    m_rows->insertWidget(1, m_wholeNote);
    applyFonts();
    setNote(m_note->text());
}

void ChartFrame::addControl(QWidget *control)
{
    if (m_head)
        m_head->layout()->addWidget(control);
    else
        m_line->insertWidget(m_line->count() - 1, control);
    // Tab follows what is seen: controls stand above the picture.
    setTabOrder(control, m_content);
}

void ChartFrame::retranslate()
{
    m_savePng->setText(tr("Save PNG…"));
    m_saveSvg->setText(tr("Save SVG…"));
    m_copy->setText(tr("Copy picture"));
    m_button->setText(tr("Save"));
    m_button->setToolTip(tr("Save or copy this picture"));
    m_button->setAccessibleName(m_button->toolTip());
}

void ChartFrame::applyFonts()
{
    QFont f = font();
    f.setPointSizeF(f.pointSizeF() * 1.15);
    f.setWeight(QFont::Bold);
    m_heading->setFont(f);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_note->setFont(small);
    if (m_wholeNote)
        m_wholeNote->setFont(small);
    m_button->setFont(small);
}

void ChartFrame::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange)
        applyFonts();
}

void ChartFrame::showMenu(const QPoint &at)
{
    QMenu menu(this);
    emit menuRequested(&menu, at);
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addActions({m_savePng, m_saveSvg, m_copy});
    menu.exec(m_content->mapToGlobal(at));
}

ChartPicture ChartFrame::picture() const
{
    const QString scope = m_scope ? m_scope() : QString();
    const QStringList said = scope.split(PictureText::betweenScopes());
    QStringList notes = m_notes;
    notes.removeIf([&said](const QString &note) { return said.contains(note); });
    ChartPicture out(m_content, m_theme, {m_heading->text(), scope, notes.join(tr("; ", "between notes"))});
    out.growToReadable();
    return out;
}

} // namespace rs

#include "moc_chartframe.cpp"
