// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/saturate.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// A time of a step over the devices that know it.
struct DeviceMean
{
    qint64 sumNs = 0;
    int devices = 0;
    [[nodiscard]] std::optional<qint64> meanNs() const
    {
        return devices > 0 ? std::optional(sumNs / devices) : std::nullopt;
    }
    void add(qint64 ns)
    {
        sumNs = saturatedSum(sumNs, ns);
        ++devices;
    }
};

/// A step as all devices have it.
struct OverviewStep
{
    QString step;
    DeviceMean total;
    DeviceMean computation;
    DeviceMean communication; ///< transfer, whether computing covers it or not
    DeviceMean wait;          ///< inside of communication operators
    qint64 shortestNs = 0;    ///< of the totals, where there are any
    qint64 longestNs = 0;
    int longestDevice = -1;                    ///< into TimeOverview::devices
    std::vector<std::optional<qint64>> totals; ///< beside TimeOverview::devices
};

struct OverviewDevice
{
    int rankIndex = -1;
    int rank = -1;
    QString label;
};

struct TimeOverview
{
    std::vector<OverviewDevice> devices; ///< by rank
    std::vector<OverviewStep> steps;     ///< ascending
};

/// The step times of the devices with what they communicate, wait and compute on average. Steps and computation are
/// those of trajectory(); communication and wait are the transfer and wait times of communication.json or hccl_raw_*,
/// whole devices. Steps that only hccl_raw_* knows count as well. Empty when cancelled.
[[nodiscard]] TimeOverview timeOverview(const Run &run, const JobContext &job = JobContext());

} // namespace rs
