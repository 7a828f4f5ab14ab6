// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/intervals.h"
#include "core/threadpool.h"
#include "core/trace.h"

namespace rs {

/// What runs on a device, as unions of slices.
struct DeviceSets
{
    IntervalSet compute;
    IntervalSet communication;
    IntervalSet copy;
    qint64 computeSlices = 0;
    qint64 communicationSlices = 0;
};

/// `device` -1 takes every device. Slices with stamps far away from all others (Trace::isInside) are left out.
[[nodiscard]] DeviceSets deviceSets(const Trace &trace, int device = -1, ThreadPool *pool = nullptr);

/// True for lanes of that device, and of any device where `device` is -1.
[[nodiscard]] bool isOnDevice(const Trace &trace, const Lane &lane, int device);

} // namespace rs
