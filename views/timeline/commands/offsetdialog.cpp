// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/offsetdialog.h"

#include "items/format.h"
#include "views/picture/timeticks.h"
#include "views/widgets/plaintext.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace rs {

OffsetDialog::OffsetDialog(const QString &name, qint64 offsetNs, qint64 toStartNs, QWidget *parent)
    : QDialog(parent), m_field(new QLineEdit(QString::number(offsetNs), this)), m_meaning(plainLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)), m_offsetNs(offsetNs)
{
    setWindowTitle(tr("Time Offset"));
    auto *const title = plainLabel(
        this, tr("Offset of %1 in nanoseconds; a positive one moves it to the left:").arg(format::displayText(name)));
    title->setWordWrap(true);
    title->setBuddy(m_field);
    m_field->setAccessibleName(title->text());
    auto *const start = m_buttons->addButton(tr("Align to Start"), QDialogButtonBox::ActionRole);
    auto *const reset = m_buttons->addButton(tr("No Offset"), QDialogButtonBox::ActionRole);
    for (QPushButton *b : {start, reset})
        b->setAutoDefault(false);
    auto *const column = new QVBoxLayout(this);
    column->addWidget(title);
    column->addWidget(m_field);
    column->addWidget(m_meaning);
    column->addWidget(m_buttons);
    m_field->selectAll();
    connect(m_field, &QLineEdit::textChanged, this, &OffsetDialog::parse);
    connect(start, &QPushButton::clicked, this, [this, toStartNs] { m_field->setText(QString::number(toStartNs)); });
    connect(reset, &QPushButton::clicked, this, [this] { m_field->setText(QStringLiteral("0")); });
    connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
        emit chosen(m_offsetNs);
        accept();
    });
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(460, sizeHint().height());
    parse();
}

void OffsetDialog::parse()
{
    bool whole = false;
    const qint64 plain = m_field->text().trimmed().toLongLong(&whole);
    const auto ns = whole ? std::optional(plain) : parseTime(m_field->text(), 0);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(ns.has_value());
    m_offsetNs = ns.value_or(0);
    if (!ns)
        m_meaning->setText(tr("This is not a time: enter 12345 or 1.5 ms."));
    else if (*ns == 0)
        m_meaning->setText(tr("Drawn as it was recorded."));
    else
        m_meaning->setText(*ns > 0 ? tr("Drawn %1 earlier than it was recorded.").arg(exactOffset(*ns))
                                   : tr("Drawn %1 later than it was recorded.").arg(exactOffset(-*ns)));
}

} // namespace rs

#include "moc_offsetdialog.cpp"
