// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/saturate.h"

#include <QtGlobal>

#include <array>

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
    [[nodiscard]] qint64 ranks() const { return saturatedProduct(saturatedProduct(tp, cp), saturatedProduct(dp, pp)); }
};

/// Division of a job's work among its ranks.
struct Strategy
{
    StrategyOrder order = StrategyOrder::MegatronTpCpEpDpPp;
    StrategySizes sizes;
    bool operator==(const Strategy &) const = default;
};

} // namespace rs
