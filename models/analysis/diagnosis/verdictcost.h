// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"

namespace rs {

/// The cost of a verdict as every view and file tells it.
struct VerdictCost
{
    enum class Kind : quint8 {
        Replayed,
        AtMost, ///< an estimate is told by its upper limit, where it has one
        About
    };
    Kind kind = Kind::Replayed;
    qint64 ns = 0;
    double share = 0; ///< of the affected steps
};

/// Nothing where the verdict has no cost.
[[nodiscard]] std::optional<VerdictCost> toldCost(const Verdict &verdict);

} // namespace rs
