// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/tablesink.h"
#include "core/jobcontext.h"
#include "core/rundata.h"

/// The tables of dispatch, idle, align and transfers. Those that take a step write all steps when it is empty and
/// return false when cancelled. Stamps are as the files have them; nothing is shifted to another clock.
namespace rs::cli {

/// A row for each step and rank.
bool writeDispatch(TableSink &sink, const Run &run, const QString &step, const JobContext &job);
/// A row for each host-bound window.
bool writeDispatchWindows(TableSink &sink, const Run &run, const QString &step, const JobContext &job);
/// A row for each step and rank: Free, and the causes that add up to it.
bool writeIdle(TableSink &sink, const Run &run, const QString &step, const JobContext &job);
/// A row for each gap.
bool writeIdleGaps(TableSink &sink, const Run &run, const QString &step, const JobContext &job);
/// A row for each rank.
bool writeAlignment(TableSink &sink, const Run &run, const JobContext &job);
/// A row for each send with its receive.
bool writeTransfers(TableSink &sink, const Run &run, const JobContext &job);
bool writeUnmatchedTransfers(TableSink &sink, const Run &run, const JobContext &job);

/// Steps that the device windows of the loaded ranks name.
[[nodiscard]] QStringList stepsOfRanks(const Run &run, const JobContext &job);

} // namespace rs::cli
