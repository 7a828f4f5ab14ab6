// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/run/strategy.h"
#include "core/text/phrase.h"

#include <map>
#include <optional>
#include <vector>

namespace rs {

[[nodiscard]] const char *strategyOrderName(StrategyOrder order); ///< "Megatron-LM (tp-cp-ep-dp-pp)", …

/// Rules that a strategy breaks, in whole sentences; `worldSize` -1: not known. Without one every rank below
/// StrategySizes::ranks() has its coordinates.
[[nodiscard]] std::vector<Phrase> violations(const Strategy &strategy, int worldSize = -1);

/// Place of a rank in each dimension, from 0.
struct RankCoordinates
{
    int tp = 0;
    int cp = 0;
    int dp = 0;
    int pp = 0;
    int ep = 0;
    bool operator==(const RankCoordinates &) const = default;
};

/// Empty for a rank outside, or of a strategy with violations.
[[nodiscard]] std::optional<RankCoordinates> coordinatesOf(const Strategy &strategy, int rank);

/// Dimensions that a group spans.
enum StrategyToken : unsigned {
    TokenTp = 1,
    TokenCp = 2,
    TokenDp = 4,
    TokenPp = 8,
    TokenEp = 16, ///< alone: of the experts
};

/// The groups of ranks that differ in these dimensions and agree in the others, each ascending, by their first rank.
/// With TokenEp: the ranks that share one set of experts. None for a strategy with violations.
[[nodiscard]] std::vector<std::vector<int>> groupsOf(const Strategy &strategy, unsigned tokens);
/// By rank: the place of its group among these.
[[nodiscard]] std::map<int, size_t> groupsByRank(const Strategy &strategy, unsigned tokens);

/// Source of sizes.
enum class StrategySource : quint8 {
    Undefined, ///< nothing tells them
    Collected, ///< distributed_args of profiler_metadata.json
    Inferred,  ///< the groups that the files describe
    Entered,   ///< by the user
};

struct KnownStrategy
{
    Strategy strategy;
    StrategySource source = StrategySource::Undefined;
    int worldSize = -1;
    /// The order was found among the groups; else it is the first one that fits, or the user's.
    bool orderConfirmed = false;
    std::vector<Phrase> problems; ///< rules that the sizes break, and groups that say otherwise
};

/// Strategy that the user entered for the run (Run::enteredStrategy), else that of its files.
[[nodiscard]] KnownStrategy strategyOf(const Run &run, const std::vector<Domain> &domains);
/// Strategy in the files of a run.
[[nodiscard]] KnownStrategy statedStrategy(const Run &run, const std::vector<Domain> &domains);
/// The same with sizes and order as the user gave them.
[[nodiscard]] KnownStrategy enteredStrategy(const Run &run, const std::vector<Domain> &domains,
                                            const Strategy &strategy);
/// Its sizes give each rank a place.
[[nodiscard]] bool isSound(const KnownStrategy &known);
/// Ranks may be put together by it: nothing speaks against it, or the user says so.
[[nodiscard]] bool isTrusted(const KnownStrategy &known);

} // namespace rs
