// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewstate.h"

#include <QString>

#include <optional>

namespace rs {

struct TimelineRank;

/// The parts of a rank's time that belong to a step, in its own stamps. The device follows its host.
struct StepSpan
{
    TimeWindow host;
    TimeWindow device;
};

/// Nothing where a rank marks no steps at all; empty spans where it lacks this one.
[[nodiscard]] std::optional<StepSpan> stepSpan(const TimelineRank &rank, const QString &step);
/// All of it as it is drawn; empty where there is none.
[[nodiscard]] TimeWindow drawnStep(const TimelineRank &rank, const QString &step);

} // namespace rs
