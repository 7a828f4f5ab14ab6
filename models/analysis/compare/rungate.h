// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/runchange.h"

#include <QStringList>
#include <QStringView>

#include <optional>

namespace rs {

/// By how much a time of the step may grow before a gate fails.
struct GateLimit
{
    ChangePart part = ChangePart::Step;
    double share = 0;         ///< of the base
    std::optional<qint64> ns; ///< instead of the share
    QString text;             ///< as it was written: "step=3%"
};
/// "step=3%", "idle=2ms"; nothing where it is no limit of gateParts().
[[nodiscard]] std::optional<GateLimit> gateLimitOf(QStringView text);
/// Names of the times that a limit can be set for: "step", "computing", "uncovered", …
[[nodiscard]] QStringList gateParts();

enum class GateVerdict : quint8 {
    Passed,  ///< the whole 95 % interval of the change lies below the limit
    Failed,  ///< the whole 99 % interval of the change lies above the limit
    Unknown, ///< the interval reaches across the limit, the runs are not alike, or a side has one step or no such time
};
[[nodiscard]] const char *gateVerdictName(GateVerdict verdict);

/// The limit in nanoseconds of the base; missing where the base does not have the time.
[[nodiscard]] std::optional<qint64> gateLimitNs(const RunChange &change, const GateLimit &limit);
[[nodiscard]] GateVerdict gateVerdictOf(const RunChange &change, const GateLimit &limit);

} // namespace rs
