// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/thresholdsdialog.h"

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
        return ThresholdsDialog::tr("Non-overlapped communication that is worth a look, of the step");
    if (key == "waitShare")
        return ThresholdsDialog::tr("Waiting for one rank, of the non-overlapped communication");
    if (key == "frequencyShare")
        return ThresholdsDialog::tr("Part of the longer compute that a lower frequency must explain");
    if (key == "victimShare")
        return ThresholdsDialog::tr("Least wait of a rank that is listed as waiting, of the step");
    if (key == "robustZ")
        return ThresholdsDialog::tr("Seven peers and more: distance from the median, in 1.4826 × MAD");
    return ThresholdsDialog::tr("Seven peers and more: least spread, of the median");
}

std::vector<NumberField> thresholdInputs()
{
    DiagnosisThresholds usual;
    std::vector<NumberField> out;
    for (const ThresholdField &f : thresholdFields()) {
        const double unit = f.percent ? 100 : 1;
        out.push_back({QString::fromLatin1(f.key),
                       fieldTitle(f.key),
                       f.percent ? QStringLiteral(" %") : QString(),
                       f.percent ? 2 : 1,
                       f.least * unit,
                       f.most * unit,
                       f.percent ? 1 : 0.5,
                       f.of(usual) * unit,
                       {}});
    }
    return out;
}

std::vector<double> thresholdNumbers(DiagnosisThresholds thresholds)
{
    std::vector<double> out;
    for (const ThresholdField &f : thresholdFields())
        out.push_back(f.of(thresholds) * (f.percent ? 100 : 1));
    return out;
}

} // namespace

ThresholdsDialog::ThresholdsDialog(const DiagnosisThresholds &thresholds, QWidget *parent)
    : NumbersDialog(thresholdInputs(), thresholdNumbers(thresholds),
                    tr("They apply to the verdicts and the diagnosis table in this window. Exports and "
                       "rankscope-cli use the defaults."),
                    parent)
{
    setObjectName(QStringLiteral("thresholdsDialog"));
    setWindowTitle(tr("Thresholds of the Diagnosis"));
}

DiagnosisThresholds ThresholdsDialog::thresholds() const
{
    DiagnosisThresholds out;
    const std::vector<double> of = values();
    for (size_t i = 0; i < of.size(); ++i) {
        const ThresholdField &f = thresholdFields()[i];
        f.of(out) = of[i] / (f.percent ? 100 : 1);
    }
    return out;
}

} // namespace rs

#include "moc_thresholdsdialog.cpp"
