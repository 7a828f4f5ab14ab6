// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/deviceload.h"
#include "analysis/parallel/marey.h"
#include "analysis/time/sampledcurve.h"

#include <vector>

namespace rs {

/// Memory and computing rate of the devices of a chart, over its time and on its clock.
struct MareyLines
{
    struct Row
    {
        SampledCurve memoryMb;
        SampledCurve gflops; ///< a second, of all kernels that run at the time
    };
    std::vector<Row> rows;                      ///< beside MareyChart::rows
    LoadSource memorySource = LoadSource::None; ///< source of the first row that has it; None: no row has
    LoadSource gflopsSource = LoadSource::None; ///< the same
    double mostMemoryMb = 0;                    ///< most of all rows
    double mostGflops = 0;
    [[nodiscard]] qint64 bytes() const;
};

/// Memory: what memory_record.csv says is allocated, in its main component; else what memory_usage_details_*.json of
/// MindSpore 1.x says of the operators of the chart, by name. FLOPS: of kernels by KernelOperations over their
/// duration, or as flops_*.txt says of operators by name. Of no use when cancelled.
[[nodiscard]] MareyLines mareyLines(const Run &run, const MareyChart &chart, const JobContext &job = JobContext());

} // namespace rs
