// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/numbersdialog.h"

#include "views/widgets/plaintext.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <utility>

namespace rs {

namespace {

// The box of Qt drops keys that lead beyond its bounds, and what is left is another number: "5000" becomes 500. Here
// the text stays as it is typed, and whoever confirms it is told what it may be.
class NumberBox : public QDoubleSpinBox
{
public:
    explicit NumberBox(QWidget *parent) : QDoubleSpinBox(parent)
    {
        setKeyboardTracking(false); // what stands while one types is no value that could come back
        connect(lineEdit(), &QLineEdit::textEdited, this, &NumberBox::forgetRefused);
    }
    /// The last text, if it was not taken.
    [[nodiscard]] const QString &refused() const { return m_refused; }
    void forgetRefused() { m_refused.clear(); }

protected:
    QValidator::State validate(QString &text, int &at) const override
    {
        text.replace(u',', u'.'); // half of the world types it; numbers here have no groups
        const QValidator::State state = QDoubleSpinBox::validate(text, at);
        static const QRegularExpression number(QStringLiteral("^[-+0-9.eE]*$"));
        return state == QValidator::Invalid && number.match(typed(text)).hasMatch() ? QValidator::Intermediate : state;
    }
    void fixup(QString &text) const override
    {
        if (const QString what = typed(text); what != specialValueText()) // which is no number to Qt either
            m_refused = what;
    }

private:
    [[nodiscard]] QString typed(QString text) const { return text.remove(suffix()).trimmed(); }
    mutable QString m_refused;
};

} // namespace

NumbersDialog::NumbersDialog(const std::vector<NumberField> &fields, const std::vector<double> &values,
                             const QString &note, QWidget *parent)
    : QDialog(parent)
{
    auto *const column = new QVBoxLayout(this);
    auto *const form = new QGridLayout; // boxes of one width, whatever stands beside them
    form->setColumnStretch(1, 1);
    std::vector<double> usual;
    for (size_t i = 0; i < fields.size(); ++i) {
        const NumberField &f = fields[i];
        auto *const box = new NumberBox(this);
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
        const int row = static_cast<int>(i);
        form->addWidget(title, row, 0);
        form->addWidget(box, row, 1);
        form->addWidget(bounds, row, 2);
        connect(box, &QDoubleSpinBox::editingFinished, this, [this, box] { tellRefused(*box, box->refused()); });
        m_boxes.push_back(box);
        usual.push_back(f.usual);
    }
    column->addLayout(form);
    m_refusal = plainLabel(this);
    m_refusal->setObjectName(QStringLiteral("refusal"));
    m_refusal->setWordWrap(true);
    m_refusal->hide();
    column->addWidget(m_refusal);
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

void NumbersDialog::tellRefused(const QDoubleSpinBox &box, const QString &typed)
{
    if (typed.isEmpty())
        return;
    m_refusal->setText(
        tr("%1 is not valid for %2 (%3). It stays %4.", "what was typed, name, least and most of the values, value")
            .arg(typed, box.accessibleName(), box.accessibleDescription(), box.text()));
    m_refusal->show();
    adjustSize(); // the form keeps its room
}

void NumbersDialog::accept()
{
    for (QDoubleSpinBox *const b : m_boxes) {
        auto *const box = static_cast<NumberBox *>(b);
        box->interpretText();
        if (box->refused().isEmpty())
            continue;
        tellRefused(*box, box->refused());
        box->forgetRefused();
        box->setFocus();
        box->selectAll();
        return;
    }
    QDialog::accept();
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

#include "moc_numbersdialog.cpp"
