// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/phrase.h"
#include "core/rundata.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace rs {

/// In which order the ranks of a training job are counted through the dimensions of its parallelism, fastest first, and
/// how the ranks of an expert group are found among them. Named after the programs that do it.
enum class StrategyOrder : quint8 {
    MegatronTpCpEpDpPp, ///< tp, cp, dp, pp; experts inside dp
    MegatronTpCpPpEpDp, ///< tp, cp, pp, dp; experts inside dp
    MindSpeed,          ///< tp, cp, dp, pp; experts inside cp and dp together
    MindIe,             ///< tp, dp, pp; experts beside them: moe-tp, ep, pp
    Vllm,               ///< tp, pp, dp; experts over tp and dp
};
inline constexpr std::array allStrategyOrders = {StrategyOrder::MegatronTpCpEpDpPp, StrategyOrder::MegatronTpCpPpEpDp,
                                                 StrategyOrder::MindSpeed, StrategyOrder::MindIe, StrategyOrder::Vllm};
[[nodiscard]] const char *strategyOrderName(StrategyOrder order); ///< "megatron (tp-cp-ep-dp-pp)", …

struct StrategySizes
{
    int tp = 1;
    int cp = 1;
    int dp = 1;
    int pp = 1;
    int ep = 1;
    int moeTp = 1; ///< MindIE alone
    bool operator==(const StrategySizes &) const = default;
    /// tp × cp × dp × pp; the largest number there is where it is more.
    [[nodiscard]] qint64 ranks() const;
};

struct Strategy
{
    StrategyOrder order = StrategyOrder::MegatronTpCpEpDpPp;
    StrategySizes sizes;
    bool operator==(const Strategy &) const = default;
};

/// What a strategy breaks, in whole sentences; `worldSize` -1: not known. Without one every rank below
/// StrategySizes::ranks() has its coordinates.
[[nodiscard]] std::vector<Phrase> violations(const Strategy &strategy, int worldSize = -1);

/// Where a rank stands in each dimension, from 0.
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
/// Of TokenEp: the ranks over which one set of experts is spread. None for a strategy with violations.
[[nodiscard]] std::vector<std::vector<int>> groupsOf(const Strategy &strategy, unsigned tokens);

/// Where sizes come from.
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
    std::vector<Phrase> problems; ///< what the sizes break, and groups that say otherwise
};

/// What the files of a run tell of its strategy.
[[nodiscard]] KnownStrategy strategyOf(const Run &run, const std::vector<Domain> &domains);
/// The same with sizes and order as the user gave them.
[[nodiscard]] KnownStrategy enteredStrategy(const Run &run, const std::vector<Domain> &domains,
                                            const Strategy &strategy);

} // namespace rs
