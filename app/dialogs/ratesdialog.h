// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/referencerates.h"
#include "app/dialogs/numbersdialog.h"

namespace rs {

/// Reference rates of transports on the user's hardware.
class RatesDialog final : public NumbersDialog
{
    Q_OBJECT
public:
    explicit RatesDialog(const ReferenceRates &rates, QWidget *parent = nullptr);

    [[nodiscard]] ReferenceRates rates() const;
};

} // namespace rs
