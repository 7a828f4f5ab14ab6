// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/diagnosisthresholds.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/overview/stepgrid.h"
#include "analysis/ranks/parallelstrategy.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace rs {

/// Steps that bars of a run show.
enum class StepsShown : quint8 {
    Chosen, ///< the chosen step; where none is, the sum of all
    Sum,
    Mean,
    Each, ///< every step of one rank
};

/// One time of ranks that are folded into one.
struct FoldedTime
{
    std::optional<qint64> lowNs;
    std::optional<qint64> highNs;
    int lowRank = -1;
    int highRank = -1;
    int highIndex = -1; ///< into Run::infos
    [[nodiscard]] std::optional<qint64> rangeNs() const;
};

/// Ranks that are folded into one.
struct FoldedRanks
{
    std::vector<int> ranks;   ///< ascending
    std::vector<int> indices; ///< into Run::infos
    std::array<FoldedTime, allStepMetrics.size()> times;
    [[nodiscard]] const FoldedTime &of(StepMetric metric) const { return times[static_cast<size_t>(metric)]; }
};

/// The rows of a run with what tells who does the same.
struct OverviewFacts
{
    std::vector<OverviewRow> rows; ///< rows of all steps (overview())
    std::vector<Domain> domains;
    std::map<int, int> stages; ///< by rank (pipelineStages())
    Strategy strategy;
    bool hasStrategy = false; ///< and it contradicts nothing
};

[[nodiscard]] OverviewFacts overviewFacts(const Run &run, const OverviewQuery &query, const JobContext &job);

struct FiguresQuery
{
    StepsShown steps = StepsShown::Chosen;
    QString step;                            ///< Chosen: which; empty: all
    int rankIndex = -1;                      ///< Each: of whom
    unsigned fold = 0;                       ///< StrategyToken: ranks that differ in these dimensions alone are one
    std::optional<StepMetric> compared = {}; ///< time that is held against the peers
    DiagnosisThresholds thresholds = {};     ///< from where on somebody stands apart from them
    std::vector<int> only = {}; ///< numbers of the folded bars whose ranks are wanted, ascending; empty: all
    bool operator==(const FiguresQuery &) const = default;
};

/// Takes the times out of sums over fewer steps than at least half of the bars have, and counts those steps as
/// incomplete: half a sum beside whole ones would look like half the time. `rows`: what they are sums of.
void markMissingSteps(std::vector<OverviewItem> &items, const std::vector<OverviewRow> &rows);

/// The bars, each with how it stands to its peers: the ranks of the same stage, over as many steps.
[[nodiscard]] std::vector<OverviewItem> overviewFigures(const OverviewFacts &facts, const FiguresQuery &query);

/// Sums over steps as their means; the parts add up to the whole all the same.
void makeMeans(std::vector<OverviewItem> &items);

/// Ranks that differ in these dimensions of a strategy as one item, whose times are their mean; a time that one of them
/// lacks is missing. Ranks outside the strategy stay as they are.
[[nodiscard]] std::vector<OverviewItem> foldedItems(const std::vector<OverviewItem> &items, const Strategy &strategy,
                                                    unsigned tokens);

/// Holds a time of each item against the items of the same stage, step and number of steps (stepSpread()); `looked`:
/// how many rows of ranks and steps those of a step were picked from (StepGrid::looked()).
void comparePeers(std::vector<OverviewItem> &items, StepMetric metric, const DiagnosisThresholds &thresholds = {},
                  size_t looked = 0);

/// Several ranks, or steps of a rank, as one: each time is their mean, and missing where one of them lacks it. At least
/// one item; the label names the ranks ("0-2, 5"), those of groups too.
[[nodiscard]] OverviewItem meanOfRanks(const std::vector<OverviewItem> &items);

} // namespace rs
