// SPDX-License-Identifier: Apache-2.0
#include "app/numbersdialog.h"

#include "views/widgets/plaintext.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace rs {

NumbersDialog::NumbersDialog(const std::vector<NumberField> &fields, const std::vector<double> &values,
                             const QString &note, QWidget *parent)
    : QDialog(parent)
{
    auto *const column = new QVBoxLayout(this);
    auto *const form = new QFormLayout;
    std::vector<double> usual;
    for (size_t i = 0; i < fields.size(); ++i) {
        const NumberField &f = fields[i];
        auto *const box = new QDoubleSpinBox(this);
        box->setObjectName(f.key);
        box->setDecimals(f.decimals);
        box->setRange(f.least, f.most);
        box->setSingleStep(f.step);
        box->setSuffix(f.suffix);
        box->setSpecialValueText(f.none);
        box->setValue(values[i]);
        QLabel *const title = plainLabel(this);
        title->setText(f.title);
        title->setBuddy(box);
        box->setAccessibleName(f.title);
        // The box takes nothing beyond, and would not say why.
        QLabel *const bounds = plainLabel(this);
        bounds->setForegroundRole(QPalette::PlaceholderText);
        bounds->setText(tr("%1 to %2", "the least and the most that a number may be")
                            .arg(box->textFromValue(f.least), box->textFromValue(f.most) + f.suffix));
        box->setAccessibleDescription(bounds->text());
        auto *const line = new QHBoxLayout;
        line->addWidget(box, 1);
        line->addWidget(bounds);
        form->addRow(title, line);
        m_boxes.push_back(box);
        usual.push_back(f.usual);
    }
    column->addLayout(form);
    QLabel *const below = plainLabel(this);
    below->setWordWrap(true);
    below->setText(note);
    column->addWidget(below);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    QPushButton *const reset = buttons->addButton(tr("Defaults"), QDialogButtonBox::ResetRole);
    reset->setObjectName(QStringLiteral("defaults"));
    column->addWidget(buttons);
    connect(reset, &QPushButton::clicked, this, [this, usual = std::move(usual)] {
        for (size_t i = 0; i < m_boxes.size(); ++i)
            m_boxes[i]->setValue(usual[i]);
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

std::vector<double> NumbersDialog::values() const
{
    std::vector<double> out;
    for (const QDoubleSpinBox *const box : m_boxes)
        out.push_back(box->value());
    return out;
}

// The title bar has buttons on both sides in some desktops, and a bolder font than the dialog.
QSize NumbersDialog::sizeHint() const
{
    constexpr int buttons = 6;
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    const QFontMetrics metrics(bold);
    return QDialog::sizeHint().expandedTo(
        {metrics.horizontalAdvance(windowTitle()) + buttons * 2 * metrics.height(), 0});
}

QDoubleSpinBox *NumbersDialog::field(const QString &key) const
{
    for (QDoubleSpinBox *const box : m_boxes) {
        if (box->objectName() == key)
            return box;
    }
    return nullptr;
}

} // namespace rs
