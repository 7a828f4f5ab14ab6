// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepbreakdown.h"

#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

struct FoldedRanks;
enum class StepMetric : quint8;

/// One bar of the overview: a rank's time in one step, or in all steps together. Nanoseconds; what the source does not
/// have is empty, and so is every sum over it.
struct OverviewItem
{
    int rank = -1;
    int rankIndex = -1; ///< into Run::infos; -1 where only a cluster file names the rank
    int device = -1;
    QString rankLabel;
    QString step;      ///< empty: the run has no steps
    int steps = 1;     ///< number of steps in the sum
    bool mean = false; ///< the times are the mean of those steps instead
    std::optional<qint64> computingNs;
    std::optional<qint64> pureNs;
    std::optional<qint64> coveredNs;
    std::optional<qint64> uncoveredNs;
    std::optional<qint64> communicationNs;
    std::optional<qint64> idleNs; ///< less what preparing counts, too
    std::optional<qint64> preparingNs;
    std::optional<qint64> stageNs;
    std::optional<qint64> bubbleNs;
    std::optional<qint64> excludeReceiveNs;
    qint64 preparingInFreeNs = 0;         ///< time that was taken out of Free of the source, because it is in preparing
    std::optional<qint64> totalNs;        ///< computing + uncovered + idle + preparing
    std::optional<double> computingRatio; ///< share of the total, 0..1
    std::optional<double> communicationRatio; ///< whole communication of the total, 0..1
    bool preparingMissing = false;            ///< the source has a column for it, but no value
    int incompleteSteps = 0;                  ///< in how many of its steps a part of the bar is missing
    int stepsWithoutRow = 0;                  ///< steps of a sum that no source has for this rank
    QString source;
    OverviewRow row; ///< row of its first step, as the source has it
    std::shared_ptr<const FoldedRanks>
        folded;                         ///< set where several ranks are folded into one; its times are their mean
    int stage = -1;                     ///< stage in its pipeline; -1: there are none, or it is in none of them
    std::optional<StepMetric> compared; ///< which of its times is held against its peers (comparePeers())
    std::optional<qint64> comparedNs;
    std::optional<qint64> peersNs; ///< its median over the peers; empty where there are no others
    bool outlier = false;          ///< it stands apart from them
    /// Distance from the median of its peers, in time and as a share of it.
    [[nodiscard]] std::optional<qint64> offPeersNs() const;
    [[nodiscard]] std::optional<double> offPeersRatio() const;
    /// Tells the bar apart from all others of the run.
    [[nodiscard]] QString key() const { return !madeKey.isEmpty() ? madeKey : makeKey(); }
    [[nodiscard]] QString makeKey() const;
    QString madeKey; ///< made once where many are looked up by it
};

/// All times of a bar but those that are held against others.
inline constexpr std::array overviewTimes = {
    &OverviewItem::computingNs,      &OverviewItem::pureNs,          &OverviewItem::coveredNs,
    &OverviewItem::uncoveredNs,      &OverviewItem::communicationNs, &OverviewItem::idleNs,
    &OverviewItem::preparingNs,      &OverviewItem::stageNs,         &OverviewItem::bubbleNs,
    &OverviewItem::excludeReceiveNs, &OverviewItem::totalNs};

[[nodiscard]] std::optional<double> usOfNs(const std::optional<qint64> &ns);
/// Nanoseconds of microseconds in a file; empty for nonsense.
[[nodiscard]] std::optional<qint64> nsOfUs(const std::optional<double> &us);

/// A row as a bar.
[[nodiscard]] OverviewItem overviewItem(const OverviewRow &row);

/// Computes the ratios anew, of times that were changed.
void computeRatios(OverviewItem &item);

/// Rows as bars. `sumSteps`: one bar per rank with the sums over its steps, else one per rank and step.
[[nodiscard]] std::vector<OverviewItem> overviewItems(const std::vector<OverviewRow> &rows, bool sumSteps);

} // namespace rs
