// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

namespace rs {

/// Makes a rank of each device where the files of one hold several: a process that drives two, traces that somebody
/// merged. Each has all of the files, and RankInfo::part says what of them is its own. It is called by the rank that a
/// file states for the device, else "device 1".
void splitDevices(Run &run, const JobContext &job);

} // namespace rs
