// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/kernelflops.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Limits of a device, as the user entered them; 0: unknown.
struct DeviceLimits
{
    double memoryGib = 0;
    double teraflopsPerSecond = 0;
    double memoryGbs = 0; ///< bandwidth of the memory
};

/// Memory use and arithmetic of a device.
struct DeviceLoad
{
    int rankIndex = -1;
    int rank = -1;
    QString label;
    QString host; ///< empty: no file says
    int device = -1;

    std::optional<double> peakGib;
    std::optional<double> capacityGib; ///< empty: neither a file nor the user says
    LoadSource memorySource = LoadSource::None;
    std::optional<double> mflops;          ///< millions of operations
    std::optional<double> gflopsPerSecond; ///< thousands of millions a second, while these operators ran
    std::optional<double> utilization;     ///< percent of the peak, as the file states it or the user
    LoadSource flopsSource = LoadSource::None;
    std::optional<double> mflopsShare; ///< share of the device with the most, 0..1
    std::optional<double> rateShare;   ///< share of the fastest device, 0..1
    std::optional<double> peakShare;   ///< share of the peak that the user states, 0..1

    /// 0..1; empty where one of the two is not known.
    [[nodiscard]] std::optional<double> memoryShare() const
    {
        return peakGib && capacityGib && *capacityGib > 0 ? std::optional(*peakGib / *capacityGib) : std::nullopt;
    }
};

/// Every rank of the run that is loaded, in its order. Memory: memory_usage_summary_*.json, else the most that
/// memory_record.csv says was reserved (of the whole process where it has that). FLOPs: of the operators of flops_*.txt
/// with their rates, whose mean the summary states; else those of KernelOperations. Empty when cancelled.
[[nodiscard]] std::vector<DeviceLoad> deviceLoads(const Run &run, const JobContext &job = JobContext(),
                                                  const DeviceLimits &limits = {});

/// Files of MindSpore 1.x were read of any of its ranks: what they lack, those of today do not tell.
[[nodiscard]] bool isOfMindSpore1(const Run &run);

} // namespace rs
