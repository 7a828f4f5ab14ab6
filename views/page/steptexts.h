// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepgrid.h"
#include "views/widgets/picker.h"

#include <QCoreApplication>
#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Names of the times of a step and of the ways to show them: the same wherever one picks them.
class StepTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::StepTexts)
public:
    [[nodiscard]] static QString metric(StepMetric metric);

    /// Each StepMetric, as int.
    [[nodiscard]] static std::vector<PickerItem> metrics();
    /// Frozen, in saved states: "computing".
    [[nodiscard]] static QString metricId(StepMetric metric);
    [[nodiscard]] static std::optional<StepMetric> metricOf(const QString &id);
    /// Frozen, in saved states, of dimensions (StrategyToken) that ranks are folded by: "tp", "tp,cp"; none: empty.
    [[nodiscard]] static QString foldId(unsigned tokens);
    /// 0 for what is none.
    [[nodiscard]] static unsigned foldOf(const QString &id);
    /// "Value" is false, "vs. peer median" true.
    [[nodiscard]] static std::vector<PickerItem> differences();
    /// "Each rank" is 0; then the dimensions (StrategyToken) in which ranks of the strategy differ. Null: not known.
    [[nodiscard]] static std::vector<PickerItem> folds(const Strategy *strategy);
    /// "Folded by TP, CP": of one dimension or several.
    [[nodiscard]] static QString foldedBy(unsigned tokens);
    /// Each FoldBy, as int.
    [[nodiscard]] static std::vector<PickerItem> foldWays();
};

} // namespace rs
