// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepgrid.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// One time of a grid as coloured cells show it: how far it is from its peers, who stands apart, and from where to
/// where the colours go.
struct StepHeatLayer
{
    using Range = std::pair<qint64, qint64>;

    /// Outliers of one row in steps that follow each other.
    struct Outliers
    {
        quint32 row = 0;
        quint32 first = 0;
        quint32 last = 0; ///< the last one itself
    };

    StepHeatLayer() = default;
    StepHeatLayer(std::shared_ptr<const StepGrid> grid, StepMetric metric, const JobContext &job,
                  const DiagnosisThresholds &thresholds = {});
    /// `folded` is `whole` folded by `by`.
    StepHeatLayer(std::shared_ptr<const StepGrid> folded, std::shared_ptr<const StepGrid> whole, StepMetric metric,
                  FoldBy by, const JobContext &job, const DiagnosisThresholds &thresholds = {});

    /// As it is, or less the median of its peers; empty where that is not known.
    [[nodiscard]] std::optional<qint64> shown(size_t cell, bool differences) const;
    /// Smallest and largest of what is shown; of differences both equally far from 0. Empty without a number.
    [[nodiscard]] std::optional<Range> range(bool differences) const
    {
        return differences ? differenceRange : valueRange;
    }
    /// The same for colours: never less than a tenth of the median, or times that hardly differ would look like a
    /// catastrophe.
    [[nodiscard]] std::optional<Range> colorRange(bool differences) const;
    static constexpr int leastRangePercent = 10;
    /// The row of `whole` that made the value (or the difference) of a folded row what it is; empty without one.
    [[nodiscard]] std::optional<size_t> partOf(size_t row, size_t step, bool differences) const;

    std::shared_ptr<const StepGrid> grid;
    std::shared_ptr<const StepGrid> whole; ///< null: the grid is not folded
    StepMetric metric = StepMetric::Total;
    FoldBy by = FoldBy::Mean;
    StepDeviations deviations;
    StepDeviations deviationsOfWhole;
    std::vector<Outliers> outliers; ///< by row
    std::optional<Range> valueRange;
    std::optional<Range> differenceRange;
    qint64 medianNs = 0; ///< of all values
    size_t unknown = 0;  ///< cells without a value
    size_t alone = 0;    ///< cells with a value and no median

private:
    void look();
};

} // namespace rs
