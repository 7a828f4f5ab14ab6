// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/diagnosisthresholds.h"
#include "app/dialogs/numbersdialog.h"

namespace rs {

/// From when on the diagnosis calls something a problem.
class ThresholdsDialog final : public NumbersDialog
{
    Q_OBJECT
public:
    explicit ThresholdsDialog(const DiagnosisThresholds &thresholds, QWidget *parent = nullptr);

    [[nodiscard]] DiagnosisThresholds thresholds() const;
};

} // namespace rs
