// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>

#include <optional>

namespace rs {

class Picker;
enum class StepMetric : quint8;

/// The pickers of a picture of one time of ranks: which time, as it is or against peers, folded by what, and how. They
/// hold what StepTexts offers; a session keeps them.
struct StepPickers
{
    Picker *metric = nullptr;
    Picker *differences = nullptr;
    Picker *folds = nullptr;
    Picker *ways = nullptr;

    /// What is not as at first; `own` where something else asked for the time that is shown.
    [[nodiscard]] QJsonObject save(std::optional<StepMetric> own = {}) const;
    /// What a state lacks is as at first; what is nonsense, too. Without a report of the pickers.
    void restore(const QJsonObject &state) const;
};

} // namespace rs
