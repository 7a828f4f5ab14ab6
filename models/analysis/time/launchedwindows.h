// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/stepwindows.h"

namespace rs {

/// Steps of any framework by what each launched, one behind the other: a host that does not wait for its device marks
/// the end of a step long before its device reaches it. Empty where nothing marks steps.
[[nodiscard]] std::vector<StepWindow> launchedWindows(const RankData &rank, const JobContext &job = JobContext());

} // namespace rs
