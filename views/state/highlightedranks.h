// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace rs {

struct Run;
enum class StepMetric : quint8;

/// A problem of the diagnosis that names a rank, for pictures that mark it.
struct RankHighlight
{
    QStringList steps; ///< empty: all of them
    QString text;      ///< what is said of it, translated
    bool operator==(const RankHighlight &) const = default;
    /// An empty `step`: any.
    [[nodiscard]] bool isOf(const QString &step) const
    {
        return step.isEmpty() || steps.isEmpty() || steps.contains(step);
    }
};

/// The time of the steps that a verdict of this kind is about.
[[nodiscard]] StepMetric verdictMetric(DiagnosisKind kind);

/// By the numbers of ranks, the dearest problem first.
using HighlightedRanks = std::map<int, std::vector<RankHighlight>>;

/// A slow link marks both of its ends. None while there is no diagnosis. `metric`: only those about this time.
[[nodiscard]] HighlightedRanks highlightedRanks(const Run &run, const Diagnosis *diagnosis,
                                                std::optional<StepMetric> metric = std::nullopt);
/// Those that speak of the step; an empty one: all.
[[nodiscard]] HighlightedRanks ofStep(HighlightedRanks marks, const QString &step);
/// The sentences of the problems that name one of these ranks in the step, each once.
[[nodiscard]] QStringList sentencesOf(const HighlightedRanks &marks, const std::vector<int> &ranks,
                                      const QString &step = {});

} // namespace rs
