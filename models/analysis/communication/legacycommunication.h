// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QString>

#include <optional>

namespace rs {

/// Which files of MindSpore 1.x, or of the CANN of its time, tell the operators of communication of a rank.
enum class LegacyCommFiles : quint8 {
    None,       ///< other files do
    Both,       ///< hccl_raw_* what they hold, step_trace_raw_* how long they took
    Costs,      ///< hccl_raw_* alone
    Times,      ///< step_trace_raw_* alone
    Iterations, ///< hccl_*.json below PROF_*
};
[[nodiscard]] LegacyCommFiles legacyCommFilesOf(const RankData &rank);

/// Transfer and waiting of a rank over steps.
struct LegacyStepSums
{
    std::optional<double> transitMs; ///< empty where a step has none
    std::optional<double> waitMs;
    bool haveOperators = true; ///< each of the steps names its operators
};
/// Of a rank whose hccl_raw_*.csv tells them of whole steps, as r1.3 wrote it; nothing where operators tell them, and
/// of other files. `step`: only that one; empty: all that its files have.
[[nodiscard]] std::optional<LegacyStepSums> legacyStepSums(const RankData &rank, const QString &step);

} // namespace rs
