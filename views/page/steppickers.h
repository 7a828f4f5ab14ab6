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

    /// Choices that differ from the defaults; `own` if the shown time was asked for elsewhere.
    [[nodiscard]] QJsonObject save(std::optional<StepMetric> own = {}) const;
    /// Missing or invalid parts of a state are reset to defaults. Without a signal of the pickers.
    void restore(const QJsonObject &state) const;
};

} // namespace rs
