// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/markdialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace rs {

namespace {
constexpr int colors = 10; // of Theme::series()
}

MarkDialog::MarkDialog(const TimeMark &mark, const Theme &theme, QWidget *parent)
    : QDialog(parent), m_mark(mark), m_name(new QLineEdit(mark.name, this)), m_color(new QComboBox(this)),
      m_note(new QPlainTextEdit(mark.note, this))
{
    setWindowTitle(mark.isSpan() ? tr("Range") : tr("Mark"));
    m_name->setObjectName(QStringLiteral("markName"));
    m_name->selectAll();
    m_color->setObjectName(QStringLiteral("markColor"));
    for (int i = 0; i < colors; ++i) {
        QPixmap swatch(24, 12);
        swatch.fill(theme.series(i));
        m_color->addItem(swatch, tr("Colour %1").arg(i + 1));
    }
    m_color->setCurrentIndex(mark.color % colors);
    m_note->setObjectName(QStringLiteral("markNote"));
    m_note->setPlaceholderText(tr("What can be seen here"));
    m_note->setTabChangesFocus(true);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto *const form = new QFormLayout;
    form->addRow(tr("Name"), m_name);
    form->addRow(tr("Colour"), m_color);
    form->addRow(tr("Note"), m_note);
    auto *const column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(buttons);
    connect(m_name, &QLineEdit::textChanged, this, [buttons](const QString &text) {
        buttons->button(QDialogButtonBox::Ok)->setEnabled(!text.trimmed().isEmpty());
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(420, 280);
}

TimeMark MarkDialog::mark() const
{
    TimeMark out = m_mark;
    out.name = m_name->text().trimmed();
    out.color = m_color->currentIndex();
    out.note = m_note->toPlainText().trimmed();
    return out;
}

} // namespace rs

#include "moc_markdialog.cpp"
