// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/diagnosisthresholds.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/ranks/parallelstrategy.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QStringList>

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// The times of the overview, as one picks them.
enum class StepMetric : quint8 {
    Total,
    Computing,
    PureCompute,
    Covered,
    Uncovered,
    Communication,
    Idle,
    Preparing,
    Stage,
    Bubble,
};
inline constexpr std::array allStepMetrics = {StepMetric::Total,   StepMetric::Computing, StepMetric::PureCompute,
                                              StepMetric::Covered, StepMetric::Uncovered, StepMetric::Communication,
                                              StepMetric::Idle,    StepMetric::Preparing, StepMetric::Stage,
                                              StepMetric::Bubble};

struct OverviewItem;
/// One of them; empty where the source does not have it.
[[nodiscard]] std::optional<qint64> timeOf(const OverviewItem &item, StepMetric metric);

/// Value that stands for the ranks of a folded row.
enum class FoldBy : quint8 { Mean, Largest, Smallest };

/// A rank (or one of its devices) of the grid, or several folded into one.
struct GridRow
{
    int rank = -1;
    int rankIndex = -1; ///< into Run::infos; -1 where only a cluster file names the rank
    int device = -1;
    QString label;
    int stage = -1;              ///< stage in its pipeline; -1: there are none, or it is in none of them
    std::vector<size_t> parts{}; ///< rows of the grid that a row of a folded or restricted grid was made of
    std::vector<int> ranks{};    ///< their numbers, ascending
};

/// Every time of every rank and step.
class StepGrid
{
public:
    StepGrid() = default;
    /// `rows` one a rank (or device) and step; `stageOf` by rank number.
    StepGrid(const std::vector<OverviewRow> &rows, const std::map<int, int> &stageOf);

    /// Ranks that differ in these dimensions of a strategy (StrategyToken) as one row, which has their numbers and no
    /// index; ranks outside the strategy stay as they are.
    [[nodiscard]] StepGrid folded(const Strategy &strategy, unsigned tokens, FoldBy by) const;
    /// The rows that hold one of these ranks (ascending), each with its row here as its part: against peers it is held
    /// as before (StepDeviations::folded()).
    [[nodiscard]] StepGrid only(const std::vector<int> &ranks) const;
    /// One column: a step, or the mean of those that a rank has.
    [[nodiscard]] StepGrid across(std::optional<size_t> step) const;
    /// The part of a folded row whose value is the largest or smallest in a step, or furthest from the mean; empty
    /// where none has one.
    [[nodiscard]] std::optional<size_t> partOf(const GridRow &row, StepMetric metric, size_t step, FoldBy by) const;

    [[nodiscard]] const std::vector<GridRow> &rows() const { return m_rows; } ///< by rank, then device
    [[nodiscard]] const QStringList &steps() const { return m_steps; }        ///< ascending; "" where nothing marks any
    [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
    [[nodiscard]] size_t cells() const { return m_rows.size() * static_cast<size_t>(m_steps.size()); }
    [[nodiscard]] size_t cell(size_t row, size_t step) const
    {
        return row * static_cast<size_t>(m_steps.size()) + step;
    }
    /// Number of times of ranks and steps that are judged together; 0 if it is one of each rank.
    [[nodiscard]] size_t looked() const { return m_looked; }
    /// The same of rows, one a rank (or device) and step.
    [[nodiscard]] static size_t looked(const std::vector<OverviewRow> &rows);
    /// Value of a cell; empty if the source does not have it.
    [[nodiscard]] std::optional<qint64> value(StepMetric metric, size_t cell) const;
    /// Rows of one pipeline stage; in no order but that of the rows.
    [[nodiscard]] const std::map<int, std::vector<size_t>> &rowsOfStage() const { return m_rowsOfStage; }

private:
    static constexpr qint64 missing = std::numeric_limits<qint64>::min();
    [[nodiscard]] qint64 foldedValue(const GridRow &row, StepMetric metric, size_t step, FoldBy by) const;

    std::vector<GridRow> m_rows;
    QStringList m_steps;
    std::map<int, std::vector<size_t>> m_rowsOfStage;
    size_t m_looked = 0;
    std::array<std::vector<qint64>, allStepMetrics.size()> m_values; ///< by cell
};

/// From what the overview says of the ranks of a domain (empty: of all). Of no use when cancelled.
[[nodiscard]] StepGrid stepGrid(const Run &run, const QString &domain = {}, const JobContext &job = JobContext());
/// The same with the domains of the run (domains()) at hand.
[[nodiscard]] StepGrid stepGrid(const Run &run, const std::vector<Domain> &all, const QString &domain,
                                const JobContext &job = JobContext());

/// Times of ranks against those of their peers: the ranks of the same pipeline stage in the same step, itself among
/// them.
class StepDeviations
{
public:
    StepDeviations() = default;
    /// Outliers are those of stepSpread(), with the step as the whole. Of no use when cancelled.
    StepDeviations(const StepGrid &grid, StepMetric metric, const JobContext &job = JobContext(),
                   const DiagnosisThresholds &thresholds = {});

    /// Deviations of the rows of a folded grid: the mean, largest or smallest of how far each of their ranks is from
    /// its own peers; a row is an outlier if one of them is. `whole` is the grid that these are of.
    [[nodiscard]] StepDeviations folded(const StepGrid &whole, const StepGrid &grid, FoldBy by) const;
    /// The part of a folded row whose difference is the largest or smallest, or furthest from their mean.
    [[nodiscard]] std::optional<size_t> partOf(const StepGrid &whole, const GridRow &row, size_t step, FoldBy by) const;

    /// Empty where no other rank of the stage has the time, or the rank has it not itself; and of a folded row whose
    /// ranks have different peers.
    [[nodiscard]] std::optional<qint64> median(size_t cell) const;
    /// From its peers' median.
    [[nodiscard]] std::optional<qint64> difference(size_t cell) const;
    [[nodiscard]] bool isOutlier(size_t cell) const { return m_outliers[cell]; }

private:
    static constexpr qint64 missing = std::numeric_limits<qint64>::min();
    std::vector<qint64> m_medians;
    std::vector<qint64> m_differences;
    std::vector<bool> m_outliers;
};

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
    qint64 medianNs = 0; ///< median of all values
    size_t unknown = 0;  ///< cells without a value
    size_t alone = 0;    ///< cells with a value and no median

private:
    void look();
};

} // namespace rs
