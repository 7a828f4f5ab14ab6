// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>

namespace rs {

class Picker;

/// The pickers of a picture of one time of ranks: which time, as it is or against peers, folded by what, and how. They
/// hold what StepTexts offers; a session keeps them.
struct StepPickers
{
    Picker *metric = nullptr;
    Picker *differences = nullptr;
    Picker *folds = nullptr;
    Picker *ways = nullptr;

    /// What is not as at first.
    [[nodiscard]] QJsonObject save() const;
    /// What a state lacks is as at first; what is nonsense, too. Without a report of the pickers.
    void restore(const QJsonObject &state) const;
};

} // namespace rs
