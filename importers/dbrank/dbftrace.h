// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"
#include "core/trace/tracebuilder.h"
#include "importers/trace/importer.h"

#include <QString>

#include <map>
#include <memory>

namespace rs {

// Tables of a kernel trace, by the names that they have in RankData::tables.
inline constexpr QLatin1String FtraceThreads("ftrace_threads");
inline constexpr QLatin1String FtraceSwitches("ftrace_switches");
inline constexpr QLatin1String FtraceInterrupts("ftrace_interrupts");

/// Reads ftrace_data.db: what the scheduler of a host's Linux did while the profiler ran. States of threads and what
/// ran on each CPU become lanes of the trace; switches, interrupts and sums by thread become `tables`. Lanes that do
/// not meet the time of what the builder has already are left out with a finding: its clock was not aligned. False when
/// it adds no lane.
bool readFtraceDatabase(const QString &path, TraceBuilder &builder, const ReadContext &ctx,
                        std::map<QString, std::shared_ptr<const Table>> &tables);

} // namespace rs
