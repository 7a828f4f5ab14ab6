// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/trace/trace.h"

#include <QString>

namespace rs {

/// Path of the kernel trace (ftrace_data.db) whose lanes a rank shows; empty: it has none. Ranks of a host may share
/// the file: their lanes of it are the same.
[[nodiscard]] QString kernelTraceOf(const RankInfo &info);
/// The host of a rank, or the folder of its kernel trace where no file names the host.
[[nodiscard]] QString kernelTraceHost(const RankInfo &info);
/// Whether a lane of the rank comes from its kernel trace: by the file of its first slice, since other files may call
/// their lanes the same. False for a lane without slices.
[[nodiscard]] bool isOfKernelTrace(const RankInfo &info, const Trace &trace, LaneId lane);

} // namespace rs
