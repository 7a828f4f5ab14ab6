// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

#include <vector>

namespace rs {

/// Clocks of two ranks differ noticeably from here on, if the residual of their alignment is ten times smaller.
inline constexpr qint64 clockOffsetWorthTellingNs = 1'000'000;

/// Findings on the launches and clocks of the loaded ranks: host-bound steps ("launch.host-bound"), ranks whose
/// clocks differ ("clock.ranks"), devices whose clock is behind their host's ("clock.host-device").
[[nodiscard]] std::vector<Finding> launchFindings(const Run &run, const JobContext &job = JobContext());

} // namespace rs
