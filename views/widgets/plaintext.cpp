// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/plaintext.h"

#include "items/format.h"

#include <QLabel>

namespace rs {

namespace {
QString linesAsTheyStand(const QString &text)
{
    QStringList lines;
    for (const QString &line : text.split(u'\n'))
        lines << format::displayText(line);
    return lines.join(u'\n');
}
} // namespace

QLabel *plainLabel(QWidget *parent, const QString &text)
{
    auto *const label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

MessageBox::MessageBox(Icon icon, const QString &title, const QString &text, const QString &details, QWidget *parent,
                       StandardButtons buttons)
    : QMessageBox(icon, title, {}, buttons, parent)
{
    // Its labels must not see any text before they are told how to read it: a look is enough to load an image. The
    // second one comes into being with its first text and does not follow setTextFormat().
    setTextFormat(Qt::PlainText);
    if (!details.isEmpty())
        setInformativeText(QStringLiteral("-"));
    for (QLabel *const label : findChildren<QLabel *>()) {
        label->setTextFormat(Qt::PlainText);
        label->setOpenExternalLinks(false);
    }
    setText(linesAsTheyStand(text));
    if (!details.isEmpty())
        setInformativeText(linesAsTheyStand(details));
}

MessageBox *MessageBox::show(Icon icon, const QString &title, const QString &text, const QString &details,
                             QWidget *parent, StandardButtons buttons)
{
    auto *const box = new MessageBox(icon, title, text, details, parent, buttons);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
    return box;
}

} // namespace rs

#include "moc_plaintext.cpp"
