// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/importreport.h"
#include "core/trace/trace.h"

namespace rs {

/// Durations of a trace, called `file`, that cannot be: lanes whose slices all take no time, and calls of one host
/// thread that cross each other, as those in another unit than their stamps do.
void noteImpossibleDurations(const Trace &trace, const QString &file, const JobContext &job, ImportReport &report);

/// A trace without any process that a profiler of Ascend writes, such as one of a GPU: what it shows and what it lacks.
void noteForeignTrace(const Trace &trace, const QString &file, ImportReport &report);

/// Lines of which both ends lie in slices that name a connection, and not the same one.
void noteOtherConnections(const Trace &trace, const QString &file, const JobContext &job, ImportReport &report);

/// Samples of the counters of host and device that their units rule out.
void noteImpossibleCounters(const Trace &trace, const QString &file, const JobContext &job, ImportReport &report);

} // namespace rs
