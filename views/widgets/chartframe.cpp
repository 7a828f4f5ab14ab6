// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/chartframe.h"

#include "core/savedfile.h"
#include "items/format.h"
#include "views/theme.h"
#include "views/widgets/menus.h"
#include "views/widgets/plaintext.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QImageWriter>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace rs {

ChartFrame::ChartFrame(QWidget *content, QString fileName, const Theme *theme, QWidget *parent)
    : QWidget(parent), m_content(content), m_fileName(std::move(fileName)), m_theme(theme), m_heading(plainLabel(this)),
      m_note(plainLabel(this)), m_line(new QHBoxLayout), m_button(new QToolButton(this)), m_savePng(new QAction(this)),
      m_saveSvg(new QAction(this)), m_copy(new QAction(this))
{
    for (QLabel *label : {m_heading, m_note}) {
        // A heading must never keep a dock from becoming narrow.
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        label->setMinimumWidth(0);
    }
    m_heading->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
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
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addLayout(m_line);
    rows->addWidget(m_content, 1);

    m_content->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_content, &QWidget::customContextMenuRequested, this, &ChartFrame::showMenu);
    connect(m_savePng, &QAction::triggered, this, [this] { askAndSave(false); });
    connect(m_saveSvg, &QAction::triggered, this, [this] { askAndSave(true); });
    connect(m_copy, &QAction::triggered, this, &ChartFrame::copyPicture);
    applyFonts();
    retranslate();
}

void ChartFrame::setHeading(const QString &heading)
{
    m_heading->setText(heading);
    m_content->setAccessibleName(heading);
}

void ChartFrame::setNote(const QString &note)
{
    m_note->setText(note);
    m_note->setToolTip(format::tooltipText(note));
}

void ChartFrame::addControl(QWidget *control)
{
    m_line->insertWidget(m_line->count() - 1, control);
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
    f.setWeight(QFont::DemiBold);
    m_heading->setFont(f);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_note->setFont(small);
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

QImage ChartFrame::picture() const
{
    const double scale = std::max(2.0, m_content->devicePixelRatioF());
    const QSize size = m_content->size().expandedTo({1, 1});
    QImage image(static_cast<int>(std::ceil(size.width() * scale)), static_cast<int>(std::ceil(size.height() * scale)),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(m_theme->background());
    m_content->render(&image);
    return image;
}

bool ChartFrame::savePng(const QString &path, QString *error) const
{
    QSaveFile file(path);
    const auto fail = [error](const QString &why) {
        if (error)
            *error = why;
        return false;
    };
    if (!file.open(QIODevice::WriteOnly))
        return fail(file.errorString());
    QImageWriter writer(&file, "png");
    if (!writer.write(picture()))
        return fail(writer.errorString());
    return commitSaved(file) || fail(file.errorString());
}

bool ChartFrame::saveSvg(const QString &path, QString *error) const
{
    QSaveFile file(path);
    const auto fail = [error, &file] {
        if (error)
            *error = file.errorString();
        return false;
    };
    if (!file.open(QIODevice::WriteOnly))
        return fail();
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setSize(m_content->size());
    svg.setViewBox(m_content->rect());
    svg.setTitle(m_heading->text());
    // The painter's own resolution makes text keep its size.
    svg.setResolution(m_content->logicalDpiX());
    QPainter painter(&svg);
    painter.fillRect(m_content->rect(), m_theme->background());
    m_content->render(&painter);
    painter.end();
    return commitSaved(file) || fail();
}

void ChartFrame::copyPicture() const
{
    QGuiApplication::clipboard()->setImage(picture());
}

void ChartFrame::askAndSave(bool svg)
{
    const QString suffix = svg ? QStringLiteral(".svg") : QStringLiteral(".png");
    const QString filter = svg ? tr("SVG pictures (*.svg)") : tr("PNG pictures (*.png)");
    QString path =
        QFileDialog::getSaveFileName(this, svg ? tr("Save SVG") : tr("Save PNG"), m_fileName + suffix, filter);
    if (path.isEmpty())
        return;
    if (!path.endsWith(suffix, Qt::CaseInsensitive))
        path += suffix;
    QString why;
    if (!(svg ? saveSvg(path, &why) : savePng(path, &why)))
        MessageBox::show(MessageBox::Warning, tr("The picture was not saved"),
                         tr("%1 could not be written: %2.").arg(path, why), {}, this);
}

} // namespace rs
