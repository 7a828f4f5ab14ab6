// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "core/trace/trace.h"

namespace rs {

/// Work of a device, as unions of slices.
struct DeviceSets
{
    IntervalSet compute;
    IntervalSet communication;
    IntervalSet copy;
    qint64 computeSlices = 0;
    qint64 communicationSlices = 0;
};

/// `device` -1 takes every device. Slices with stamps far away from all others (Trace::isInside) are left out.
/// Cancelled: sets of any part.
[[nodiscard]] DeviceSets deviceSets(const Trace &trace, int device = -1, ThreadPool *pool = nullptr,
                                    const JobContext &job = JobContext());

/// True for lanes of that device, and of any device where `device` is -1.
[[nodiscard]] bool isOnDevice(const Trace &trace, const Lane &lane, int device);

/// Work that other files of the rank list and the trace has no slice of: its lanes are not in the trace, or under names
/// that nobody knows. Times that rest on it are missing then, not 0.
struct LostLanes
{
    bool compute = false;
    bool communication = false;
    [[nodiscard]] bool any() const { return compute || communication; }
};
/// `sets` of all devices of the rank.
[[nodiscard]] LostLanes lostLanes(const RankData &rank, const DeviceSets &sets);

} // namespace rs
