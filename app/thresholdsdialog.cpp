// SPDX-License-Identifier: Apache-2.0
#include "app/thresholdsdialog.h"

#include "views/widgets/plaintext.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <string_view>

namespace rs {

namespace {

QString fieldTitle(std::string_view key)
{
    if (key == "computeDeviation")
        return ThresholdsDialog::tr("Compute of a rank above the median of its peers");
    if (key == "idleShare")
        return ThresholdsDialog::tr("Idle or late time above the median of the peers, of the step");
    if (key == "idleOfAll")
        return ThresholdsDialog::tr("Idle time of all ranks that is worth a look, of the step");
    if (key == "linkDeviation")
        return ThresholdsDialog::tr("Bandwidth of a link below others of its kind");
    if (key == "leastCost")
        return ThresholdsDialog::tr("Least cost of a problem of all steps, of the steps");
    if (key == "leastCostOfSome")
        return ThresholdsDialog::tr("Least cost of a problem of some steps, of these steps");
    if (key == "communicationShare")
        return ThresholdsDialog::tr("Uncovered communication that is worth a look, of the step");
    if (key == "waitShare")
        return ThresholdsDialog::tr("Waiting for one rank, of the uncovered communication");
    if (key == "frequencyShare")
        return ThresholdsDialog::tr("Part of the longer compute that a lower frequency must explain");
    if (key == "victimShare")
        return ThresholdsDialog::tr("Least wait of a rank that is listed as waiting, of the step");
    if (key == "robustZ")
        return ThresholdsDialog::tr("Seven peers and more: distance from the median, in 1.4826 × MAD");
    return ThresholdsDialog::tr("Seven peers and more: least spread, of the median");
}

} // namespace

ThresholdsDialog::ThresholdsDialog(const DiagnosisThresholds &thresholds, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("thresholdsDialog"));
    setWindowTitle(tr("Thresholds of the Diagnosis"));
    auto *const column = new QVBoxLayout(this);
    auto *const form = new QFormLayout;
    for (const ThresholdField &f : thresholdFields()) {
        const double unit = f.percent ? 100 : 1;
        auto *const box = new QDoubleSpinBox(this);
        box->setObjectName(QString::fromLatin1(f.key));
        box->setDecimals(f.percent ? 2 : 1);
        box->setRange(f.least * unit, f.most * unit);
        box->setSingleStep(f.percent ? 1 : 0.5);
        box->setSuffix(f.percent ? QStringLiteral(" %") : QString());
        QLabel *const title = plainLabel(this);
        title->setText(fieldTitle(f.key));
        title->setBuddy(box);
        box->setAccessibleName(title->text());
        form->addRow(title, box);
        m_fields.push_back(box);
    }
    column->addLayout(form);
    QLabel *const note = plainLabel(this);
    note->setWordWrap(true);
    note->setText(
        tr("They hold for the verdicts and the table of the diagnosis in this window. Exports and rankscope-cli "
           "keep to the defaults."));
    column->addWidget(note);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    QPushButton *const reset = buttons->addButton(tr("Defaults"), QDialogButtonBox::ResetRole);
    reset->setObjectName(QStringLiteral("defaults"));
    column->addWidget(buttons);
    connect(reset, &QPushButton::clicked, this, [this] { showValues({}); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showValues(thresholds);
}

void ThresholdsDialog::showValues(DiagnosisThresholds thresholds)
{
    for (size_t i = 0; i < m_fields.size(); ++i) {
        const ThresholdField &f = thresholdFields()[i];
        m_fields[i]->setValue(f.of(thresholds) * (f.percent ? 100 : 1));
    }
}

DiagnosisThresholds ThresholdsDialog::thresholds() const
{
    DiagnosisThresholds out;
    for (size_t i = 0; i < m_fields.size(); ++i) {
        const ThresholdField &f = thresholdFields()[i];
        f.of(out) = m_fields[i]->value() / (f.percent ? 100 : 1);
    }
    return out;
}

QDoubleSpinBox *ThresholdsDialog::field(const QString &key) const
{
    for (QDoubleSpinBox *const box : m_fields) {
        if (box->objectName() == key)
            return box;
    }
    return nullptr;
}

} // namespace rs
