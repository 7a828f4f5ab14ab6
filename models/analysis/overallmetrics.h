// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "core/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// A line of the sheet: a time of the device, and of what it is a part.
struct OverallLine
{
    int level = 0; ///< 0: a part of the whole time; deeper ones are parts of the line above with one less
    QString name;  ///< as the official sheet has it, "Conv (Forward) (Cube)"; of a group, what the trace calls it
    std::optional<qint64> ns;
    std::optional<qint64> kernels; ///< how many; missing where kernels are not what the line counts
};

/// Where the time of the device went, as OverallMetrics of the official comparison tells it, from the lanes of the
/// overlap analysis and the kernels of the table. A kernel is called by the framework operator that launched it
/// (async_npu), where no flow leads to it by its own type: attention, convolution, matrix multiplication, of the
/// backward thread or not, on the cube or the vector cores, else by its name. Lines of nothing are left out. Memory,
/// bandwidths and the time on SDMA streams are not in it. Empty without the overlap analysis.
[[nodiscard]] std::vector<OverallLine> overallMetrics(const RankData &rank, const JobContext &job = JobContext());

/// Two ranks line by line: the lines of the base, each followed by those that only the other has.
struct OverallPair
{
    int level = 0;
    QString name;
    std::optional<OverallLine> base;
    std::optional<OverallLine> other;
};
[[nodiscard]] std::vector<OverallPair> pairOverallMetrics(const std::vector<OverallLine> &base,
                                                          const std::vector<OverallLine> &other);

} // namespace rs
