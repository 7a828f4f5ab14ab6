// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosisthresholds.h"

#include <QDialog>

#include <vector>

class QDoubleSpinBox;

namespace rs {

/// From when on the diagnosis calls something a problem.
class ThresholdsDialog final : public QDialog
{
    Q_OBJECT
public:
    explicit ThresholdsDialog(const DiagnosisThresholds &thresholds, QWidget *parent = nullptr);

    [[nodiscard]] DiagnosisThresholds thresholds() const;
    /// Of the field with that key; null: there is none.
    [[nodiscard]] QDoubleSpinBox *field(const QString &key) const;

private:
    void showValues(DiagnosisThresholds thresholds);

    std::vector<QDoubleSpinBox *> m_fields; ///< beside thresholdFields()
};

} // namespace rs
